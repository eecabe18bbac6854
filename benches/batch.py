"""Many matches stepped together: ``BatchEnv``."""

from __future__ import annotations

from typing import Any

import numpy as np

import spielwerk as sw
from benches.measure import Row, best_rate, paired_rates

#: Numbers of envs of the table.
SIZES = (1, 64, 1024, 16_384)
#: Decisions of one timed run.
DECISIONS = 400_000


def random_steps(env: sw.BatchEnv) -> int:
    """Random decisions inside, in one call."""
    n = max(1, DECISIONS // env.num_envs)
    env.step_random(n)
    assert env.current_player.min() >= 0
    return n * env.num_envs


def replay(env: sw.BatchEnv, actions: list[Any]) -> int:
    """The same actions again."""
    step = env.step
    for chosen in actions:
        step(chosen)
    return len(actions) * env.num_envs


def best_replay(env: sw.BatchEnv, repeats: int = 5) -> float:
    """Decisions a second with actions chosen outside."""
    env.step_random(20)
    env.reset(seed=1)
    start, actions = recorded(env)
    rates = []
    for _ in range(repeats):
        env.load(start)
        rates.append(best_rate(lambda: replay(env, actions), 1))
    return max(rates)


def recorded(env: sw.BatchEnv) -> tuple[bytes, list[Any]]:
    """Where a batch stands, and legal actions for some steps from there, drawn by another generator than the envs':
    choosing them is not timed, and chance comes out the same when they are made again.
    """
    start, rng = env.save(), np.random.default_rng(1)
    actions = []
    for _ in range(min(4_000, max(8, DECISIONS // 4 // env.num_envs))):
        masks = np.unpackbits(env.action_mask_packed, axis=1, bitorder="little")
        actions.append((masks * rng.random(masks.shape, np.float32)).argmax(axis=1))
        env.step(actions[-1])
    return start, actions


def batch(game: sw.Game, envs: int, **options: Any) -> sw.BatchEnv:
    """A batch that writes packed masks and observations, unless told otherwise."""
    given: dict[str, Any] = {"num_threads": 1, "action_mask": False, "action_mask_packed": True, **options}
    return sw.BatchEnv(game, envs, seed=1, **given)


def bare(game: sw.Game, envs: int, threads: int = 1) -> sw.BatchEnv:
    """A batch that writes neither masks nor observations."""
    return batch(game, envs, num_threads=threads, observation=None, action_mask_packed=False)


def rows() -> list[Row]:
    """The figures of Patchwork that are wanted, and the table of all games."""
    game = sw.load("patchwork")
    one, two = bare(game, 1024), bare(game, 1024, threads=2)
    _, _, ratio = paired_rates(lambda: random_steps(two), lambda: random_steps(one))
    assert np.array_equal(one.scores, two.scores)
    stepping = [batch(game, 1024, num_threads=threads) for threads in (1, 2)]
    recordings = [recorded(env) for env in stepping]

    def again(which: int) -> int:
        return replay(stepping[which], recordings[which][1])

    ratios = []
    for _ in range(5):
        rates = []
        for which in (1, 0):
            stepping[which].load(recordings[which][0])
            rates.append(best_rate(lambda which=which: again(which), 1))  # type: ignore[misc]
        ratios.append(rates[0] / rates[1])
    assert np.array_equal(stepping[0].obs, stepping[1].obs)
    table = [
        Row(
            "Patchwork, 1024 envs, step, observation, packed mask",
            best_replay(batch(game, 1024)),
            "steps/s",
            ">= 1.5 M, aim 4 M",
        ),
        Row(
            "Patchwork, 1024 envs, step_random alone",
            best_rate(lambda: random_steps(one)),
            "steps/s",
            ">= 3 M, aim 7 M",
        ),
        Row(
            "Patchwork, 1 env, step, observation, packed mask",
            best_replay(batch(game, 1)),
            "steps/s",
            ">= 0.5 M, aim 1.2 M",
        ),
        Row("Patchwork, 1024 envs, step, two threads against one", sorted(ratios)[2], "x", ">= 1.7"),
        Row("Patchwork, 1024 envs, step_random, two threads against one", ratio, "x", ">= 1.7"),
    ]
    games = (game, sw.load("trek12"), sw.load("thurn_and_taxis", max_turns=200), sw.load("dungeon_petz"))
    for played in games:
        for envs in SIZES:
            label = f"{played.name}, {envs} envs"
            plain = bare(played, envs)
            table += [
                Row(f"{label}, step, observation, packed mask", best_replay(batch(played, envs), 3), "steps/s"),
                Row(f"{label}, step_random alone", best_rate(lambda plain=plain: random_steps(plain), 3), "steps/s"),  # type: ignore[misc]
            ]
    return table
