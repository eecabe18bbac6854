"""PettingZoo's own tests, and what they do not look at: whole games, copies, rewards, rounds."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import spielwerk as sw
import spielwerk.pettingzoo as pz
from tests.adapter_games import ALL, SOME, expected_warnings, params, test_all_boards_maps_and_numbers_are_there

__all__ = ["test_all_boards_maps_and_numbers_are_there"]

TREK12 = [variant for variant in SOME if variant[0] == "trek12"]


def pettingzoo_tests(game: sw.Game, cycles: int) -> None:
    with expected_warnings():
        api_test(pz.env(game), num_cycles=cycles)
        seed_test(lambda: pz.env(game), num_cycles=cycles)
        render_test(lambda render_mode=None: pz.env(game, render_mode), {"human": lambda result: result is None})


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_pettingzoo_accepts_some_games(name: str, options: dict[str, Any]) -> None:
    pettingzoo_tests(sw.load(name, **options), cycles=100)


@pytest.mark.adapters
@pytest.mark.parametrize(("name", "options"), params(ALL))
def test_pettingzoo_accepts_every_game(name: str, options: dict[str, Any]) -> None:
    pettingzoo_tests(sw.load(name, **options), cycles=1000)


@pytest.mark.parametrize(("name", "options"), params(TREK12))
def test_pettingzoo_accepts_some_rounds(name: str, options: dict[str, Any]) -> None:
    parallel_api_test(pz.parallel_env(sw.load(name, **options)), num_cycles=100)


@pytest.mark.adapters
@pytest.mark.parametrize(("name", "options"), params([variant for variant in ALL if variant[0] == "trek12"]))
def test_pettingzoo_accepts_every_round(name: str, options: dict[str, Any]) -> None:
    parallel_api_test(pz.parallel_env(sw.load(name, **options)), num_cycles=1000)


def legal(mask: Any, rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def finish(env: pz.GameEnv, rng: random.Random) -> dict[str, float]:
    """Random play to the end; rewards by agent as ``last`` told them."""
    told = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            told[agent] = reward
            env.step(None)
        else:
            assert reward == 0
            env.step(legal(observation["action_mask"], rng))
    return told


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_an_episode_is_the_match_of_that_seed(name: str, options: dict[str, Any]) -> None:
    game = sw.load(name, **options)
    env = pz.env(game)
    match, rng = sw.Match(game, seed=5, stream=1), random.Random(1)
    env.reset(seed=5)
    env.reset()
    assert (env.seed, env.episode) == (5, 1)
    while not match.is_terminal:
        seat = match.current_player
        agent = f"player_{seat}"
        assert env.agent_selection == agent
        assert env.game_state == match.state
        told = env.observe(agent)
        assert np.array_equal(told["observation"], match.state.observation(seat))
        assert np.flatnonzero(told["action_mask"]).tolist() == match.legal_actions()
        assert all(not env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
        action = rng.choice(match.legal_actions())
        env.step(action)
        match.apply(action)
    assert env.game_state == match.state
    assert set(env.truncations.values()) == {match.state.is_truncated}
    assert set(env.terminations.values()) == {not match.state.is_truncated}
    assert [info["score"] for info in env.infos.values()] == match.state.scores()
    assert [info["rank"] for info in env.infos.values()] == match.state.ranks()


@pytest.mark.parametrize(("name", "options"), params(SOME))
@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_plays_on_alone(name: str, options: dict[str, Any], how: Callable[[pz.GameEnv], pz.GameEnv]) -> None:
    env = pz.env(sw.load(name, **options), reward="score")
    env.reset(seed=3)
    rng = random.Random(1)
    for _ in range(4):
        env.step(legal(env.last()[0]["action_mask"], rng))
    other, before = how(env), env.game_state
    told = finish(other, random.Random(2))
    assert env.game_state == before and len(env.agents) == env.game.num_players
    assert finish(env, random.Random(2)) == told
    assert env.game_state == other.game_state
    env.reset()
    other.reset()
    assert env.game_state == other.game_state


@pytest.mark.parametrize("reward", ["win", "zero_sum", "rank", "score", "margin"])
def test_rewards_come_at_the_end(reward: str) -> None:
    games = [sw.load(name, **options) for name, options in SOME]
    played = [game for game in games if reward != "zero_sum" or game.num_players == 2]
    assert len(played) >= 2
    for game in played:
        env = pz.env(game, reward=reward)
        env.reset(seed=8)
        told = finish(env, random.Random(4))
        assert list(told.values()) == env.game_state.returns(reward)


def test_an_illegal_action_changes_nothing() -> None:
    env = pz.env("patchwork")
    env.reset(seed=1)
    before = env.game_state
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    wrong: list[tuple[Any, type[Exception]]] = [
        (illegal, sw.IllegalActionError),
        (None, sw.IllegalActionError),
        ("buy", TypeError),
    ]
    for action, error in wrong:
        with pytest.raises(error):
            env.step(action)
        assert env.game_state == before and env.agent_selection == "player_0"


def test_a_limit_truncates() -> None:
    env = pz.env("patchwork", reward="score", max_decisions=4)
    env.reset(seed=1)
    told = finish(env, random.Random(1))
    assert not env.game_state.is_terminal
    assert list(told.values()) == env.game_state.scores()
    env.reset()
    for _ in range(4):
        assert not any(env.truncations.values())
        env.step(env.game_state.legal_actions()[0])
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert not env.last()[0]["action_mask"].any()


def test_an_episode_may_start_anywhere() -> None:
    game = sw.load("patchwork")
    match = sw.Match(game, seed=2)
    for _ in range(10):
        match.play_random()
    env = pz.env(game)
    env.reset(options={"state": match.state})
    assert env.game_state == match.state
    env.reset(options={"state": game.initial_state()})
    assert not env.game_state.is_chance
    with pytest.raises(sw.OptionError, match="another game"):
        env.reset(options={"state": sw.load("trek12").initial_state()})
    with pytest.raises(sw.OptionError, match="is over"):
        env.reset(options={"state": match.finish()})
    with pytest.raises(TypeError, match="must be a State, not str"):
        env.reset(options={"state": "start"})


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(sw.OptionError, match='reward cannot be "points"'):
        pz.env("patchwork", reward="points")
    with pytest.raises(sw.OptionError, match="unknown render mode 'svg'"):
        pz.env("patchwork", "svg")
    with pytest.raises(ValueError, match="max_decisions must be 1"):
        pz.env("patchwork", max_decisions=0)
    with pytest.raises(sw.OptionError, match="only trek12 has simultaneous rounds"):
        pz.parallel_env("patchwork")
    environments: list[Any] = [pz.env("trek12"), pz.parallel_env("trek12")]
    for env in environments:
        with pytest.raises(sw.MatchError, match=r"call reset\(\)"):
            env.step({})
        with pytest.raises(ValueError, match="seed must be 0"):
            env.reset(seed=-1)


def test_pictures() -> None:
    env = pz.env("trek12", "rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert isinstance(first, np.ndarray) and first.dtype == np.uint8 and first.shape[2] == 3
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 5
    env.step(env.game_state.legal_actions()[0])
    second = env.render()
    assert isinstance(second, np.ndarray) and not np.array_equal(first, second)
    assert pz.env("trek12").render() is None


def play_rounds(env: pz.RoundEnv, seed: int, rng: random.Random) -> tuple[list[list[int]], dict[str, float], int]:
    """Decisions by seat, rewards and steps of a whole random game."""
    observations, _ = env.reset(seed=seed)
    made: list[list[int]] = [[] for _ in env.agents]
    steps = 0
    told: dict[str, float] = {}
    while env.agents:
        actions = {agent: legal(told_to["action_mask"], rng) for agent, told_to in observations.items()}
        for seat, action in enumerate(actions.values()):
            if action != env.wait:
                made[seat].append(action)
        observations, told, *_ = env.step(actions)
        steps += 1
    return made, told, steps


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 2, "board": "mount_fuji"},
        {"players": 12, "board": "kagkot"},
        {"players": 3, "board": "stay_home", "over12": "loss_if_chosen"},
        {"players": 4, "board": "fily_trek"},
    ],
)
def test_rounds_are_the_same_game_as_one_seat_after_the_other(options: dict[str, Any]) -> None:
    game = sw.load("trek12", **options)
    rng = random.Random(6)
    for seed in range(3):
        rounds, single = pz.parallel_env(game, reward="score"), pz.env(game, reward="score")
        made, told, steps = play_rounds(rounds, seed, rng)
        left = [iter(decisions) for decisions in made]
        single.reset(seed=seed)
        while not any(single.terminations.values()):
            single.step(next(left[single.game_state.current_player]))
        assert [list(rest) for rest in left] == [[] for _ in made]
        assert single.game_state == rounds.game_state
        assert single.rewards == told
        assert steps <= 3 * 19


def test_no_seat_sees_what_another_writes_in_the_same_round() -> None:
    game = sw.load("trek12", players=3, board="jampa")
    rng = random.Random(3)
    env = pz.parallel_env(game)
    observations, _ = env.reset(seed=1)
    compared = 0
    for _ in range(1500):
        if not env.agents:
            observations, _ = env.reset()
        fork = pickle.loads(pickle.dumps(env))
        actions = {agent: legal(told["action_mask"], rng) for agent, told in observations.items()}
        others = {**actions, "player_0": legal(observations["player_0"]["action_mask"], rng)}
        state = env.game_state
        observations, *_ = env.step(actions)
        forked, *_ = fork.step(others)
        if env.agents and env.game_state == state == fork.game_state:
            for agent in ("player_1", "player_2"):
                compared += actions != others
                for part in ("observation", "action_mask"):
                    assert np.array_equal(observations[agent][part], forked[agent][part])
    assert compared > 10


def test_wrong_decisions_of_a_round_change_nothing() -> None:
    env = pz.parallel_env(sw.load("trek12", players=2))
    observations, _ = env.reset(seed=1)
    actions = {agent: int(np.flatnonzero(told["action_mask"])[0]) for agent, told in observations.items()}
    faults: list[tuple[dict[str, int], str]] = [
        ({"player_0": actions["player_0"]}, "the action of player_1 is missing"),
        ({**actions, "player_1": env.wait - 1}, "player_1: "),
        ({**actions, "player_1": env.wait}, "player_1: "),
        ({**actions, "player_2": 0}, "no such agent: 'player_2'"),
    ]
    for wrong, message in faults:
        with pytest.raises(sw.IllegalActionError, match=message):
            env.step(wrong)
    twin = pz.parallel_env(env.game)
    twin.reset(seed=1)
    ours, theirs = env.step(actions), twin.step(actions)
    for agent, told in ours[0].items():
        assert np.array_equal(told["observation"], theirs[0][agent]["observation"])
