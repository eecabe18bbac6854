"""Every door to the same games, in one run: steps a second of random legal play, one thread.

A step is one call of the door's own ``step`` or ``apply``, as a loop of a user makes it, with the door's own way of
finding a legal action; chance is no step. Where others play inside (``SeatEnv``, ``SeatVectorEnv`` with a seat), a step
is one decision of the seat that learns, and about as many of the others are made along with it.

Times are those of the processor, not of the clock on the wall: all doors work in one thread here, and other programs
on the machine then matter less.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import spielwerk as sw
from benches.batch import bare, batch, random_steps, recorded, replay
from benches.measure import Row

#: Games of one timed run of a door that plays one game at a time.
GAMES = 20


def state_loop(game: sw.Game) -> int:
    """``State`` and ``Rng``."""
    steps = 0
    for stream in range(GAMES * 10):
        rng = sw.Rng(3, stream)
        state = game.initial_state()
        while not state.is_terminal:
            if state.is_chance:
                state = state.sample_chance(rng)
            else:
                state, steps = state.apply(state.sample_action(rng)), steps + 1
        assert sorted(state.ranks()) == [1, 2]
    return steps


def match_loop(game: sw.Game) -> int:
    """``Match``, which keeps the history."""
    steps = 0
    for seed in range(GAMES):
        match, rng = sw.Match(game, seed=seed), sw.Rng(seed)
        while not match.is_terminal:
            match.apply(match.state.sample_action(rng))
            steps += 1
        assert len(match.state.winners()) == 1
    return steps


def simulated(game: sw.Game) -> int:
    """``simulate``: whole games in native code."""
    results = sw.simulate(game, games=5_000, seed=1, threads=1)
    decisions = int(results.decisions.sum())
    assert 40 * len(results) < decisions < 80 * len(results)
    return decisions


def seat_env(env: Any) -> int:
    """``SeatEnv.step`` with the mask that MaskablePPO asks for."""
    steps, rng = 0, np.random.default_rng(1)
    for seed in range(GAMES):
        env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            legal = np.flatnonzero(env.action_masks())
            _, reward, terminated, truncated, _ = env.step(legal[rng.integers(len(legal))])
            over, steps = terminated or truncated, steps + 1
        assert reward == env.game_state.returns("win")[0]
    return steps


def vector_steps(envs: Any, actions: list[Any], seed: int = 1) -> int:
    """``SeatVectorEnv.step`` with actions that were chosen before, as a policy of the user's would."""
    envs.reset(seed=seed)
    for chosen in actions:
        *_, infos = envs.step(chosen)
    assert np.array_equal(infos["action_mask"], envs.action_masks())
    return len(actions) * int(envs.num_envs)


def vector_actions(envs: Any, count: int = 40) -> list[Any]:
    """Legal actions from the start with seed 1 on."""
    _, infos = envs.reset(seed=1)
    actions, rng, ended = [], np.random.default_rng(1), 0
    for _ in range(count):
        masks = infos["action_mask"]
        actions.append((masks * rng.random(masks.shape, np.float32)).argmax(axis=1))
        _, _, terminations, _, infos = envs.step(actions[-1])
        ended += int(terminations.sum())
        assert "illegal_action" not in infos
    assert ended > 0
    return actions


def pettingzoo_aec(env: Any) -> int:
    """The AEC loop of PettingZoo's own pages."""
    steps, rng = 0, np.random.default_rng(1)
    for seed in range(GAMES):
        env.reset(seed=seed)
        total = 0.0
        for _ in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                total += reward
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[rng.integers(len(legal))])
            steps += 1
        assert total == 1
    return steps


def pettingzoo_parallel(env: Any) -> int:
    """Rounds of Trek 12: the agents' decisions are counted."""
    steps, rng = 0, np.random.default_rng(1)
    for seed in range(GAMES):
        observations, _ = env.reset(seed=seed)
        while env.agents:
            actions = {}
            for agent in env.agents:
                legal = np.flatnonzero(observations[agent]["action_mask"])
                actions[agent] = legal[rng.integers(len(legal))]
            observations, rewards, *_ = env.step(actions)
            steps += len(actions)
        assert sum(rewards.values()) > 0
    return steps


def open_spiel_game(game: Any) -> int:
    """OpenSpiel's state, chance by its outcomes."""
    steps, rng = 0, random.Random(1)
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        assert sum(state.returns()) == 1
    return steps


def rllib_env(env: Any) -> int:
    """``GameEnv``: the mask of the observation tells what is legal."""
    steps, rng = 0, np.random.default_rng(5)
    for episode in range(GAMES):
        observations, _ = env.reset(seed=5 if episode == 0 else None)
        over, rewards = False, {}
        while not over:
            ((agent, observation),) = observations.items()
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observations, rewards, terminateds, _, _ = env.step({agent: action})
            over, steps = terminateds["__all__"], steps + 1
        assert sum(rewards.values()) == 1
    return steps


def _row(label: str, work: Callable[[], int], repeats: int = 3) -> Row:
    work()
    rates = []
    for _ in range(repeats):
        start = time.process_time()
        steps = work()
        rates.append(steps / (time.process_time() - start))
    return Row(label, max(rates), "steps/s")


def _batch_row(mask: str, env: sw.BatchEnv) -> Row:
    start, actions = recorded(env)

    def work() -> int:
        env.load(start)
        steps = replay(env, actions)
        assert env.num_decisions.max() > 0
        return steps

    return _row(f"BatchEnv.step, 1024 envs, {mask}", work)


def rows() -> list[Row]:
    """One row a door; those whose library is missing are left out."""
    game = sw.load("patchwork")
    plain = bare(game, 1024)
    table = [
        _row("simulate, whole games", lambda: simulated(game)),
        _row("BatchEnv.step_random, 1024 envs, no arrays", lambda: random_steps(plain)),
        _batch_row("observation, packed mask", batch(game, 1024)),
        _batch_row("observation, mask of bytes", batch(game, 1024, action_mask=True)),
        _batch_row("observation, packed mask, seat=0", batch(game, 1024, seat=0)),
        _row("State.apply and sample_action", lambda: state_loop(game)),
        _row("Match.apply", lambda: match_loop(game)),
    ]
    if importlib.util.find_spec("gymnasium") is not None:
        from spielwerk.gymnasium import SeatEnv, SeatVectorEnv

        for seat in ("all", 0):
            for envs, copied in ((1024, False), (1024, True), (64, True)):
                made: Any = SeatVectorEnv(game, envs, seat=seat, copy=copied, num_threads=1)
                actions = vector_actions(made)
                label = f"SeatVectorEnv.step, {envs} envs, seat={seat!r}, copy={copied}"
                table.append(_row(label, lambda made=made, actions=actions: vector_steps(made, actions)))  # type: ignore[misc]
        single = SeatEnv(game)
        table.append(_row("SeatEnv.step", lambda: seat_env(single)))
    if importlib.util.find_spec("pettingzoo") is not None:
        from spielwerk import pettingzoo

        turns, rounds = pettingzoo.env(game), pettingzoo.parallel_env(sw.load("trek12", players=4))
        table += [
            _row("PettingZoo, AEC", lambda: pettingzoo_aec(turns)),
            _row("PettingZoo, parallel, Trek 12 with four players", lambda: pettingzoo_parallel(rounds)),
        ]
    if importlib.util.find_spec("pyspiel") is not None:
        import pyspiel

        from spielwerk import open_spiel

        open_spiel.register()
        spiel = pyspiel.load_game("spielwerk_patchwork")
        table.append(_row("OpenSpiel, apply_action", lambda: open_spiel_game(spiel)))
    if importlib.util.find_spec("ray") is not None and importlib.util.find_spec("torch") is not None:
        from spielwerk.rllib import GameEnv

        agents = GameEnv({"game": game})
        table.append(_row("RLlib, GameEnv.step", lambda: rllib_env(agents)))
    return table
