"""``BatchEnv``: its rows are those of single games, whatever the threads, the batch and the arrays."""

from __future__ import annotations

import contextlib
import copy
import os
import pickle
import signal
import threading
import time
import warnings
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from tests.batch_twin import ARRAYS, GAMES, Twin, arrays, same

PATCHWORK = GAMES[0]
MODES = ("same_step", "next_step", "disabled")


def by_name(game: sw.Game) -> str:
    return game.name


def equals_twins(env: sw.BatchEnv, twins: list[Twin]) -> None:
    for i, twin in enumerate(twins):
        assert env.state(i) == twin.state
        for name, value in twin.row().items():
            array = getattr(env, name)
            if array is not None:
                assert np.array_equal(array[i], value), (name, i)


def test_every_game_is_looked_at() -> None:
    assert [game.name for game in GAMES] == sw.game_names()


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_rows_are_those_of_single_games(game: sw.Game, autoreset: Any) -> None:
    for number, reward in enumerate(["win", "rank", "score", "margin", "zero_sum"]):
        if reward == "zero_sum" and game.num_players != 2:
            continue
        options: Any = {"autoreset": autoreset, "reward": reward, "skip_forced": number % 2 == 1}
        env = sw.BatchEnv(game, 3, seed=number, action_mask_packed=True, num_threads=1, **options)
        twins = [Twin(game, number, i, **options) for i in range(3)]
        equals_twins(env, twins)
        ended = 0
        for step in range(150):
            if autoreset == "disabled" and (over := env.terminated | env.truncated).any():
                ended += int(over.sum())
                env.reset(mask=over)
                for i in np.flatnonzero(over):
                    twins[i].episode += 1
                    twins[i].begin()
                    twins[i].blank()
            actions = env.sample_actions()
            assert actions.tolist() == [twin.sample() for twin in twins]
            env.step(actions)
            for twin, action in zip(twins, actions, strict=True):
                twin.step(int(action))
            ended += int((env.terminated | env.truncated).sum()) if autoreset != "disabled" else 0
            if step % 5 == 0 or env.terminated.any() or env.truncated.any():
                equals_twins(env, twins)
        assert ended > 0 or game.name == "dungeon_petz"


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_rewards_of_an_episode_sum_to_the_return(game: sw.Game) -> None:
    for reward in ("win", "rank", "score", "margin"):
        env = sw.BatchEnv(game, 4, seed=3, reward=reward, observation=None, action_mask=False)
        sums, ended = np.zeros_like(env.rewards), 0
        for _ in range(1500):
            env.step_random()
            sums += env.rewards
            for i in np.flatnonzero(env.terminated | env.truncated):
                ended += 1
                scores = env.scores[i]
                if reward == "score":
                    assert np.array_equal(sums[i], scores)
                elif reward == "margin":
                    best = [np.delete(scores, seat).max() for seat in range(len(scores))]
                    assert np.array_equal(sums[i], scores - best)
                elif reward == "win":
                    assert np.isclose(sums[i].sum(), 0 if env.truncated[i] else 1)
                else:
                    assert ((sums[i] >= 0) & (sums[i] <= 1)).all() and sums[i].max() == 1
                sums[i] = 0
            if ended >= 8:
                break
        assert ended >= 8


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_neither_threads_nor_the_size_of_the_batch_matter(game: sw.Game) -> None:
    options: Any = {"seed": 5, "action_mask_packed": True, "reward": "score"}
    large = sw.BatchEnv(game, 300, num_threads=1, **options)
    others = [
        sw.BatchEnv(game, 300, num_threads=2, **options),
        sw.BatchEnv(game, 300, num_threads=7, **options),
        sw.BatchEnv(game, 40, **options),
    ]
    assert [env.num_threads for env in (large, *others)] == [1, 2, 7, 1]
    for n in (1, 7, 50, 3):
        large.step_random(n)
        for env in others:
            for _ in range(n):
                env.step(env.sample_actions())
            rows = {name: array[: env.num_envs] for name, array in arrays(large).items()}
            assert same(arrays(env), rows)


def test_the_streams_are_pinned() -> None:
    env = sw.BatchEnv("patchwork", 3, seed=7)
    env.step_random(500)
    assert [env.episode_id.tolist(), env.num_decisions.tolist(), env.scores.tolist()] == PINNED


# Recorded experiments name (seed, env, episode) and expect the same games for ever.
PINNED = [[12, 11, 11], [1, 37, 19], [[-17.0, -21.0], [1.0, -20.0], [-23.0, -18.0]]]


def test_a_seed_starts_at_episode_0_and_none_goes_on() -> None:
    env = sw.BatchEnv(PATCHWORK, 4, seed=1)
    first = arrays(env)
    env.step_random(9)
    env.reset()
    assert env.episode_id.tolist() == [1] * 4
    env.reset(seed=1)
    assert same(arrays(env), first)
    env.reset(seed=2, mask=np.array([False, True, False, False]))
    other = sw.BatchEnv(PATCHWORK, 4, seed=2)
    assert np.array_equal(env.obs[1], other.obs[1]) and np.array_equal(env.obs[0], first["obs"][0])
    assert env.seed == 1
    env.reset(seed=2)
    assert env.seed == 2 and same(arrays(env), arrays(other))


def test_actions_of_envs_that_are_over_are_ignored_or_refused() -> None:
    """Next-step resets ignore whatever is there; without resets a step is refused as a whole."""
    ignoring = sw.BatchEnv(PATCHWORK, 2, seed=1, autoreset="next_step")
    waiting = sw.BatchEnv(PATCHWORK, 2, seed=1, autoreset="disabled")
    for env in (ignoring, waiting):
        while not env.terminated.any():
            env.step_random()
    over = int(np.flatnonzero(ignoring.terminated)[0])
    actions = ignoring.sample_actions()
    actions[over] = -5
    ignoring.step(actions)
    assert not ignoring.terminated[over] and ignoring.episode_id[over] == 1
    before = arrays(waiting)
    with pytest.raises(sw.IllegalActionError, match=rf"env {over}: .* the game is over.*no env has moved"):
        waiting.step(waiting.sample_actions())
    assert same(arrays(waiting), before)
    waiting.step_random(100)
    assert waiting.terminated.all() and (waiting.current_player == sw.TERMINAL).all()
    assert not waiting.action_mask.any() and not waiting.rewards.any()
    waiting.reset(mask=waiting.terminated)
    assert not waiting.terminated.any()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_an_illegal_action_moves_no_env(game: sw.Game, threads: int) -> None:
    env = sw.BatchEnv(game, 2100, seed=1, num_threads=threads, action_mask=False)
    env.step_random(3)
    saved, before = env.save(), arrays(env)
    state = env.state(1700)
    illegal = next(action for action in range(game.num_actions) if not state.is_legal(action))
    actions = sw.BatchEnv.sample_actions(copy.copy(env))
    for wrong in (illegal, -1, 2**40, game.num_actions, 65535):
        bad = actions.copy()
        bad[[1700, 2099]] = wrong
        with pytest.raises(
            sw.IllegalActionError, match=rf"^env 1700: action {wrong} is illegal: .+; no env has moved$"
        ):
            env.step(bad)
        assert env.save() == saved and same(arrays(env), before)
    env.step(actions)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "list", "tuple", "strided"])
def test_actions_of_every_integer_type(dtype: str) -> None:
    game = sw.load("trek12")
    first, second = sw.BatchEnv(game, 5, 1), sw.BatchEnv(game, 5, 1)
    for _ in range(30):
        drawn: Any = first.sample_actions()
        out = np.empty(5, np.int64)
        assert second.sample_actions(out) is out
        given: Any
        match dtype:
            case "list":
                given = drawn.tolist()
            case "tuple":
                given = tuple(drawn)
            case "strided":
                given = np.repeat(drawn, 2)[::2]
            case _:
                if drawn.max() > np.iinfo(dtype).max:
                    continue
                given = drawn.astype(dtype)
        first.step(given)
        second.step(out)
        assert same(arrays(first), arrays(second))


def test_arrays_keep_their_address_and_copies_have_their_own() -> None:
    env = sw.BatchEnv(PATCHWORK, 64, 1, action_mask_packed=True)
    shown = {name: getattr(env, name) for name in ARRAYS}
    where = {name: array.ctypes.data for name, array in shown.items()}
    env.step_random(60)
    env.reset(seed=9)
    env.load(env.save())
    env.set_state(3, PATCHWORK.initial_state())
    for name, array in shown.items():
        assert getattr(env, name) is array and array.ctypes.data == where[name]
        assert array.flags.c_contiguous and array.flags.aligned and array.flags.writeable
    other = copy.copy(env)
    assert not any(np.shares_memory(getattr(other, name), array) for name, array in shown.items())


def test_shapes_and_types() -> None:
    env = sw.BatchEnv("patchwork", 3, 1, action_mask_packed=True, obs_dtype="float32")
    forms = {name: (str(array.dtype), array.shape) for name, array in arrays(env).items()}
    size, actions = PATCHWORK.observation_size, PATCHWORK.num_actions
    assert forms == {
        "obs": ("float32", (3, size)),
        "final_obs": ("float32", (3, size)),
        "action_mask": ("uint8", (3, actions)),
        "action_mask_packed": ("uint8", (3, -(-actions // 8))),
        "current_player": ("int8", (3,)),
        "rewards": ("float32", (3, 2)),
        "terminated": ("bool", (3,)),
        "truncated": ("bool", (3,)),
        "scores": ("float32", (3, 2)),
        "episode_id": ("int64", (3,)),
        "num_decisions": ("uint32", (3,)),
    }
    bare = sw.BatchEnv(PATCHWORK, 3, 1, observation=None, action_mask=False, autoreset="disabled")
    for name in ("obs", "final_obs", "action_mask", "action_mask_packed", "observation"):
        assert getattr(bare, name) is None
    assert (len(env), env.num_envs, env.game, env.obs_dtype, env.observation) == (3, 3, PATCHWORK, "float32", "player")
    assert (env.autoreset, env.reward, env.skip_forced, env.seed, env.num_threads) == ("same_step", "win", False, 1, 1)
    assert repr(env) == "<BatchEnv of 3 envs of patchwork, autoreset same_step, reward win>"


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_floats_are_the_same_numbers(game: sw.Game) -> None:
    floats, bytes_ = sw.BatchEnv(game, 8, 1, obs_dtype="float32"), sw.BatchEnv(game, 8, 1)
    for n in (1, 20, 60):
        floats.step_random(n)
        bytes_.step_random(n)
        assert np.array_equal(floats.obs, bytes_.obs) and np.array_equal(floats.final_obs, bytes_.final_obs)


def test_the_callers_own_arrays_are_written() -> None:
    own = sw.BatchEnv(PATCHWORK, 6, 2, action_mask_packed=True)
    every = {name: np.full_like(array, 1) for name, array in arrays(own).items()}
    for names in (ARRAYS, ("obs", "rewards"), ("num_decisions",)):
        out = {name: every[name] for name in names}
        if "scores" in out:
            out["scores"][:] = 0
            out["final_obs"][:] = 0
        fresh = sw.BatchEnv(PATCHWORK, 6, 2, action_mask_packed=True)
        env = sw.BatchEnv(PATCHWORK, 6, 2, action_mask_packed=True, out=out)
        for n in (1, 50):
            env.step_random(n)
            fresh.step_random(n)
            assert all(getattr(env, name) is array for name, array in out.items())
            assert same(arrays(env), arrays(fresh))
        assert same(arrays(pickle.loads(pickle.dumps(env))), arrays(env))


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_save_and_load_in_the_middle(game: sw.Game, autoreset: Any) -> None:
    env = sw.BatchEnv(game, 5, 4, autoreset=autoreset, reward="margin", skip_forced=True)
    env.step_random(45)
    other = sw.BatchEnv(game, 5, 99, autoreset=autoreset, reward="margin", skip_forced=True, num_threads=2)
    other.load(env.save())
    copies = [other, pickle.loads(pickle.dumps(env)), copy.copy(env), copy.deepcopy(env)]
    for n in (0, 1, 40):
        if n:
            env.step_random(n)
        for one in copies:
            if n:
                one.step_random(n)
            assert same(arrays(one), arrays(env)) and one.save() == env.save() and one.seed == 4


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_set_state_puts_an_env_anywhere(game: sw.Game) -> None:
    source = sw.BatchEnv(game, 2, 8, observation=None, action_mask=False)
    source.step_random(11)
    state = source.state(1)
    env = sw.BatchEnv(game, 3, 1, reward="score", num_threads=1)
    env.step_random(2)
    before = arrays(env)
    env.set_state(1, state)
    after = arrays(env)
    assert env.state(1) == state and env.num_decisions[1] == 0 and env.current_player[1] == state.current_player
    assert np.array_equal(env.obs[1], state.observation(state.current_player))
    assert np.array_equal(env.action_mask[1], state.legal_actions_mask())
    for name, array in before.items():
        assert np.array_equal(array[[0, 2]], after[name][[0, 2]]), name
    action = state.legal_actions()[-1]
    actions = env.sample_actions()
    actions[1] = action
    env.step(actions)
    gained = np.subtract(env.state(1).scores(), state.scores())
    if env.episode_id[1] == before["episode_id"][1] and not (env.terminated[1] or env.truncated[1]):
        assert np.array_equal(env.rewards[1], gained.astype(np.float32))
    # Chance is drawn at once, and an end is refused.
    env.set_state(0, game.initial_state())
    assert not env.state(0).is_chance
    end = game.initial_state().rollout(sw.Rng(1))
    saved = env.save()
    with pytest.raises(ValueError, match="over in this position"):
        env.set_state(0, end)
    assert env.save() == saved


def test_forced_decisions_are_skipped_but_counted() -> None:
    game = sw.load("dungeon_petz")
    env = sw.BatchEnv(game, 16, 1, skip_forced=True, autoreset="disabled")
    presented = np.zeros(16, np.int64)
    for _ in range(2000):
        live = ~env.terminated
        assert (env.action_mask.sum(axis=1)[live] > 1).all()
        presented += live
        env.step_random()
        if env.terminated.all():
            break
    assert env.terminated.all()
    assert (env.num_decisions > presented).any() and (env.num_decisions >= presented).all()


def test_a_forked_child_steps_with_threads_of_its_own() -> None:
    env = sw.BatchEnv(PATCHWORK, 1024, 1, num_threads=2)
    env.step_random(2)
    expected = copy.copy(env)
    expected.step_random(3)
    with warnings.catch_warnings():
        # A fork beside threads is what some users have; that it works is the point.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        status = 1
        try:
            env.step_random(3)
            status = 0 if same(arrays(env), arrays(expected)) else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    env.step_random(3)
    assert same(arrays(env), arrays(expected))


def test_a_fork_in_the_middle_of_a_step_does_not_hang() -> None:
    """The child finds one batch at work for ever, which it is told, and another one that works."""
    busy = sw.BatchEnv(PATCHWORK, 1024, 1, num_threads=2)
    free = sw.BatchEnv(PATCHWORK, 1024, 2, num_threads=2)
    free.step_random()
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            busy.step_random(20)

    thread = threading.Thread(target=play)
    thread.start()
    statuses = []
    try:
        for _ in range(8):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                status = 1
                try:
                    signal.alarm(60)
                    free.step_random(3)
                    with contextlib.suppress(RuntimeError):
                        busy.step_random()
                    sw.BatchEnv(PATCHWORK, 512, 3, num_threads=2).step_random()
                    status = 0
                finally:
                    os._exit(status)
            statuses.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            time.sleep(0.01)
    finally:
        stop.set()
        thread.join(60)
    assert statuses == [0] * 8


def test_two_batches_work_in_two_threads() -> None:
    envs = [sw.BatchEnv(PATCHWORK, 600, seed, num_threads=2) for seed in (1, 2)]
    alone = [copy.copy(env) for env in envs]

    def play(env: sw.BatchEnv) -> None:
        for _ in range(40):
            env.step(env.sample_actions())

    threads = [threading.Thread(target=play, args=(env,)) for env in envs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for env, other in zip(envs, alone, strict=True):
        play(other)
        assert same(arrays(env), arrays(other))


def test_the_gil_is_released_and_one_batch_is_not_shared() -> None:
    env = sw.BatchEnv(PATCHWORK, 4096, 1, num_threads=1, observation=None, action_mask=False)
    thread = threading.Thread(target=env.step_random, args=(3000,))
    thread.start()
    refusals, turns = set(), 0
    while thread.is_alive():
        turns += 1
        try:
            env.state(0)
        except RuntimeError as error:
            refusals.add(str(error))
        time.sleep(0.001)
    assert refusals == {"this BatchEnv is at work in another thread; give each thread its own"}
    assert turns > 5
    thread.join(60)
    env.step_random()


def test_ctrl_c_ends_random_steps_between_two_of_them() -> None:
    env = sw.BatchEnv(PATCHWORK, 512, 1, reward="score", observation=None, action_mask=False)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        env.step_random(10**9)
    assert time.monotonic() - begun < 30
    timer.join()
    # All envs have made equally many decisions, so another batch can catch up.
    done = int(env.episode_id[0])
    assert done > 0
    env.step_random()
    pickle.loads(pickle.dumps(env)).step_random()


def test_episodes_are_counted() -> None:
    env = sw.BatchEnv(PATCHWORK, 10, 1)
    ended = env.step_random(200)
    following = env.episode_id + (env.terminated | env.truncated)
    assert ended == following.sum() > 20
