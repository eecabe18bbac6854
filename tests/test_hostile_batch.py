"""What a caller may hand over to ``BatchEnv`` by mistake or malice: an orderly answer, and nothing has changed."""

from __future__ import annotations

import contextlib
import mmap
import pickle
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import _native
from tests.batch_twin import arrays, same
from tests.hostile import DOCUMENTED, BoomError, MuteInt, MuteList, RaisingIndex, Shapeless, examples, self_containing

GAME = sw.load("patchwork")
ODD: list[Any] = [
    None,
    True,
    1.0,
    "x",
    b"x",
    "\ud800",
    [],
    {},
    -1,
    2**64,
    10**5000,
    np.float64(1),
    np.zeros(3),
    object(),
    Shapeless(),
    RaisingIndex(),
    *self_containing(),
]


def small(**options: Any) -> sw.BatchEnv:
    return sw.BatchEnv(GAME, 3, 1, **options)


@pytest.mark.parametrize("name", ["game", "num_envs", "seed", "num_threads", "autoreset", "obs_dtype", "reward", "out"])
def test_odd_arguments_are_refused(name: str) -> None:
    refused = 0
    for value in ODD:
        arguments: dict[str, Any] = {"game": GAME, "num_envs": 3, "seed": 1, name: value}
        try:
            sw.BatchEnv(**arguments)
        except (*DOCUMENTED, BoomError):
            refused += 1
    assert refused >= len(ODD) - 3


@pytest.mark.parametrize("name", ["observation", "action_mask", "action_mask_packed", "skip_forced"])
def test_odd_switches_are_refused(name: str) -> None:
    values: list[Any] = [1, 0, "yes", 1.0, [], Shapeless()]
    for value in values:
        with pytest.raises((TypeError, ValueError)):
            small(**{name: value})


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"num_envs": 0}, ValueError, "num_envs must be a whole number from 1"),
        ({"num_envs": 2**24}, ValueError, "need more than 16 GiB"),
        ({"num_envs": 2**60}, ValueError, "num_envs"),
        ({"seed": -1}, ValueError, "seed"),
        ({"num_threads": 0}, ValueError, "num_threads"),
        ({"num_threads": 10**9}, ValueError, "num_threads"),
        ({"autoreset": "SAME_STEP"}, sw.OptionError, "one of same_step, next_step, disabled"),
        ({"observation": "seat"}, sw.OptionError, "one of player, None"),
        ({"obs_dtype": "float64"}, sw.OptionError, "one of uint8, float32"),
        ({"reward": "money"}, sw.OptionError, "one of win, zero_sum, rank, score, margin"),
        ({"game": "chess"}, sw.OptionError, "the games are"),
        ({"game": sw.load("trek12", players=3), "reward": "zero_sum"}, sw.OptionError, "for two players"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], error: type[Exception], words: str) -> None:
    arguments: dict[str, Any] = {"game": GAME, "num_envs": 3, "seed": 1, **options}
    with pytest.raises(error, match=words):
        sw.BatchEnv(**arguments)


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    array.flags.writeable = False
    return array


def misaligned(dtype: str, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.zeros(size + 1, np.uint8)[1:].view(dtype).reshape(shape)


@pytest.mark.parametrize(
    ("out", "error", "words"),
    [
        ({"rewards": np.zeros((3, 2))}, TypeError, "dtype float32, not float64"),
        ({"rewards": np.zeros((3, 2), ">f4")}, TypeError, "dtype float32"),
        ({"rewards": np.zeros((2, 3), np.float32)}, ValueError, "the shape"),
        ({"rewards": np.zeros(6, np.float32)}, ValueError, "the shape"),
        ({"rewards": np.zeros((2, 3), np.float32).T}, ValueError, "C-contiguous"),
        ({"rewards": np.broadcast_to(np.float32(0), (3, 2))}, ValueError, "C-contiguous"),
        ({"rewards": read_only(np.zeros((3, 2), np.float32))}, ValueError, "writeable"),
        ({"rewards": misaligned("float32", (3, 2))}, ValueError, "aligned"),
        ({"rewards": [[0.0, 0.0]] * 3}, TypeError, "numpy array, not list"),
        ({"terminated": np.zeros(3, np.uint8)}, TypeError, "dtype bool"),
        ({"obs": np.zeros((3, GAME.observation_size), np.int8)}, TypeError, "dtype uint8"),
        ({"rewards": np.zeros((3, 2), object)}, TypeError, "dtype float32"),
        ({"reward": np.zeros((3, 2), np.float32)}, ValueError, 'writes no array "reward"; its arrays are obs'),
        ({"action_mask_packed": np.zeros((3, 254), np.uint8)}, ValueError, "writes no array"),
        ({1: np.zeros((3, 2), np.float32)}, TypeError, "keys of out are strings"),
        ([], TypeError, "dict of arrays"),
    ],
)
def test_arrays_that_cannot_be_written_are_refused(out: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        small(out=out)


def test_arrays_that_share_memory_are_refused() -> None:
    buffer = mmap.mmap(-1, 4096)
    first = np.frombuffer(buffer, np.float32, 6).reshape(3, 2)
    second = np.frombuffer(buffer, np.float32, 6, offset=20).reshape(3, 2)
    apart = np.frombuffer(buffer, np.float32, 6, offset=24).reshape(3, 2)
    with pytest.raises(ValueError, match="share memory"):
        small(out={"rewards": first, "scores": second})
    with pytest.raises(ValueError, match="share memory"):
        small(out={"rewards": first, "scores": first})
    small(out={"rewards": first, "scores": apart}).step_random(60)
    assert first.flags.writeable and apart.any()


def test_subclasses_of_arrays_are_written_as_plain_ones() -> None:
    masked = np.ma.masked_array(np.zeros((3, 2), np.float32), mask=True)
    small(out={"scores": masked}).step_random(60)
    assert np.asarray(masked.data).any()


@pytest.mark.parametrize("actions", ODD, ids=lambda value: type(value).__name__)
def test_odd_actions_are_refused(actions: Any) -> None:
    env = small()
    saved = env.save()
    with pytest.raises((*DOCUMENTED, BoomError)):
        env.step(actions)
    assert env.save() == saved


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        ([0, 0], ValueError, r"shape \(3,\)"),
        ([0] * 4, ValueError, r"shape \(3,\)"),
        (np.zeros((3, 1), np.int64), ValueError, "shape"),
        (np.zeros(3), TypeError, "whole numbers"),
        (np.zeros(3, np.bool_), TypeError, "whole numbers"),
        (np.zeros(3, ">i8"), TypeError, "whole numbers"),
        ([0, True, 0], TypeError, "whole number"),
        ([0, 1.0, 0], TypeError, "whole number"),
        ([0, 10**5000, 0], sw.IllegalActionError, "env 1: action"),
        ([0, -1, 0], sw.IllegalActionError, "env 1: action -1 is illegal: ids are 0 to 2025; no env has moved"),
        ((0, 0, 2**63), sw.IllegalActionError, "env 2: action 9223372036854775808"),
        (np.array([0, 0, 2**64 - 1], np.uint64), sw.IllegalActionError, "env 2: action 18446744073709551615"),
    ],
)
def test_wrong_actions_are_named(actions: Any, error: type[Exception], words: str) -> None:
    env = small()
    saved = env.save()
    with pytest.raises(error, match=words):
        env.step(actions)
    assert env.save() == saved


def test_lists_that_lie_end() -> None:
    env = small()
    for actions in (MuteList([0, 0, 0]), [MuteInt(-3), MuteInt(0), MuteInt(0)]):
        with pytest.raises((*DOCUMENTED, BoomError)):
            env.step(actions)


def test_wrong_masks_counts_envs_and_states_are_refused() -> None:
    env = small()
    saved = env.save()
    wrong: list[Any] = [[True] * 3, np.ones(3), np.ones(2, bool), np.ones((3, 1), bool), 1, "x"]
    for mask in wrong:
        with pytest.raises((TypeError, ValueError)):
            env.reset(mask=mask)
    for n in (0, -1, 1.0, True, "1", 2**64):
        with pytest.raises((TypeError, ValueError)):
            env.step_random(n)  # type: ignore[arg-type]
    for i in (-1, 3, 2**70):
        with pytest.raises((IndexError, OverflowError)):
            env.state(i)
        with pytest.raises((IndexError, OverflowError)):
            env.set_state(i, GAME.initial_state())
    states: list[Any] = [None, GAME, {}, sw.load("trek12").initial_state()]
    for state in states:
        with pytest.raises((TypeError, ValueError)):
            env.set_state(0, state)
    with pytest.raises(ValueError, match="of other options"):
        env.set_state(0, sw.load("patchwork", starting_player=1).initial_state())
    outs: list[Any] = [np.zeros(3), np.zeros(2, np.int64), np.zeros((3, 1), np.int64), read_only(np.zeros(3, np.int64))]
    for out in outs:
        with pytest.raises((TypeError, ValueError)):
            env.sample_actions(out)
    assert env.save() == saved


def test_a_mask_of_other_bytes_than_0_and_1_is_a_mask() -> None:
    env = small()
    env.reset(mask=np.array([0, 7, 255], np.uint8).view(np.bool_))
    assert env.episode_id.tolist() == [0, 1, 1]
    env.reset(mask=env.terminated)
    assert env.episode_id.tolist() == [0, 1, 1]


def test_own_arrays_may_be_written_over_and_given_back() -> None:
    """What stands in the arrays is only told, never believed."""
    env, other = small(action_mask_packed=True), small(action_mask_packed=True)
    for _ in range(60):
        for array in arrays(env):
            getattr(env, array)[...] = 1
        actions = other.sample_actions()
        assert np.array_equal(env.sample_actions(), actions)
        env.step(actions)
        other.step(actions)
    assert [env.state(i) for i in range(3)] == [other.state(i) for i in range(3)]


def test_arrays_made_read_only_raise() -> None:
    env = small()
    env.obs.base.flags.writeable = False  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="cannot be written"):
        env.step_random()


def refused(env: sw.BatchEnv, data: Any) -> str:
    before = arrays(env)
    with pytest.raises(sw.DecodeError) as info:
        env.load(data)
    assert same(arrays(env), before)
    return str(info.value)


def test_bytes_of_other_batches_are_refused() -> None:
    env = small()
    saved = env.save()
    assert "3 envs, this batch has 4" in refused(sw.BatchEnv(GAME, 4, 1), saved)
    assert "another autoreset" in refused(small(autoreset="disabled"), saved)
    assert "another reward" in refused(small(reward="rank"), saved)
    assert "another skip_forced" in refused(small(skip_forced=True), saved)
    assert "another observation" in refused(small(observation=None), saved)
    assert "another observation" in refused(small(obs_dtype="float32"), saved)
    assert "a state of patchwork" in refused(sw.BatchEnv("dungeon_petz", 3, 1), saved)
    assert "no batch" in refused(env, GAME.initial_state().to_bytes())
    for odd in (None, 1, "x", [1], object()):
        with pytest.raises(TypeError):
            env.load(odd)  # type: ignore[arg-type]
    for form in (bytes, bytearray, memoryview):
        env.load(form(saved))


def test_cut_and_altered_bytes_are_refused() -> None:
    env = small()
    env.step_random(20)
    saved = env.save()
    for end in [*range(60), *range(60, len(saved), 37)]:
        refused(env, saved[:end])
    refused(env, saved + b"\0")


@given(st.data())
@examples(150)
def test_altered_bytes_with_a_right_checksum_do_no_harm(data: st.DataObject) -> None:
    env = sw.BatchEnv("trek12", 2, 1)
    env.step_random(7)
    saved = bytearray(env.save()[:-4])
    for _ in range(data.draw(st.integers(1, 4))):
        saved[data.draw(st.integers(0, len(saved) - 1))] = data.draw(st.integers(0, 255))
    altered = bytes(saved) + zlib.crc32(saved).to_bytes(4, "little")
    with contextlib.suppress(sw.DecodeError):
        env.load(altered)
        assert env.save() == altered
    env.step_random(25)
    assert all(not env.state(i).check() for i in range(2))


def test_rewards_paid_before_an_end_that_pays_all_are_refused() -> None:
    """They were taken up, and lost when the batch was saved again."""
    env = small()
    # Magic, version, four settings, two policies, seed, number of envs; of the first: seed, episode, generator,
    # decisions, observer.
    place = 4 + 1 + 4 + 2 + 8 + 8 + (8 + 8 + 32 + 4 + 1)
    saved = bytearray(env.save()[:-4])
    assert saved[place : place + 4] == bytes(4)
    saved[place] = 1
    altered = bytes(saved) + zlib.crc32(saved).to_bytes(4, "little")
    assert "env 0: a reward that is paid at the end" in refused(env, altered)


@given(st.binary(max_size=200))
@examples(100)
def test_any_bytes_are_refused(data: bytes) -> None:
    refused(small(), data)


def test_hostile_pickles_are_refused() -> None:
    options: dict[str, Any] = {"game": GAME, "num_envs": 3, "seed": 1}
    assert pickle.loads(pickle.dumps(small())).save() == small().save()
    hostile: list[dict[str, Any]] = [{}, {**options, "num_envs": 2**40}, {**options, "game": 1}, {**options, "x": 1}]
    for wrong in hostile:
        with pytest.raises((TypeError, ValueError)):
            _native._restore_batch(wrong, small().save())
    with pytest.raises(sw.DecodeError):
        _native._restore_batch(options, b"")
