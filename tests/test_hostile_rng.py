"""Hostile input at the doors of the generator, and many threads at one of them."""

from __future__ import annotations

import collections
import copy
import pickle
import random
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from tests import hostile
from tests.hostile import knock, refuses


def test_every_door_takes_anything() -> None:
    rng = sw.Rng(1)
    doors = (sw.Rng, lambda value: sw.Rng(1, value), rng.below, rng.choice, rng.shuffle, sw.Rng.from_state, rng.__eq__)
    for door in doors:
        for value in hostile.values():
            if door != rng.choice or not isinstance(value, dict):
                knock(door, value)
    for value in hostile.values():
        knock(sw.Rng.from_state, (value, 1, 1, 1))
    assert 0 <= rng.random() < 1


def test_seeds_and_streams() -> None:
    for door in (sw.Rng, lambda value: sw.Rng(0, value), lambda value: sw.Rng(seed=1, stream=value)):
        refuses(door, ValueError, -1, 2**64, -(2**64), 10**5000, np.int64(-1), hostile.HugeIndex())
        refuses(door, TypeError, "1", 1.0, float("nan"), 1j, [1], (1,), object(), hostile.WrongIndex())
    refuses(sw.Rng, TypeError, None)
    assert sw.Rng(2**64 - 1, 2**64 - 1) != sw.Rng(2**64 - 1, 0)
    assert sw.Rng(int(np.uint64(2**64 - 1))) == sw.Rng(2**64 - 1)
    with pytest.raises(TypeError):
        sw.Rng()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        sw.Rng(1, 2, 3)  # type: ignore[call-arg]


def test_a_refusal_draws_nothing() -> None:
    rng = sw.Rng(1)
    before = rng.getstate()
    refuses(rng.below, ValueError, 0, -1, 2**64, 10**5000, -(10**5000))
    refuses(rng.below, TypeError, None, "1", 1.0, float("nan"))
    refuses(rng.choice, IndexError, [], (), "", b"", range(0), np.array([]), collections.deque())
    refuses(rng.choice, TypeError, None, 3, iter([1]), (n for n in range(3)), object())
    refuses(rng.shuffle, TypeError, None, (1, 2), "ab", np.arange(3), collections.deque([1]), {1: 2}, range(3))
    state = sw.load("patchwork").initial_state()
    refuses(
        lambda value: state.apply(1).sample_action(value),
        TypeError,
        None,
        1,
        random.Random(1),
        np.random.default_rng(1),
        sw.Rng,
    )
    with pytest.raises(sw.IllegalActionError):
        state.sample_action(rng)
    assert rng.getstate() == before


class Sequence:
    """A sequence that says of its length what it is told to."""

    def __init__(self, length: Any) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length  # type: ignore[no-any-return]

    def __getitem__(self, index: int) -> int:
        if index >= 1000:
            raise IndexError(index)
        return index


def test_choice_from_strange_sequences() -> None:
    rng = sw.Rng(1)
    assert 0 <= rng.choice(Sequence(5)) < 5  # type: ignore[arg-type]
    for length in (-1, 2**63, 2**64, 1.5, "5", None, 2**62):
        answer = knock(rng.choice, Sequence(length))
        assert isinstance(answer, TypeError | ValueError | OverflowError | IndexError), (length, answer)
    refuses(rng.choice, OverflowError, range(2**70))
    refuses(rng.choice, (TypeError, KeyError), {1, 2}, {"a": 1})
    assert rng.choice(range(2**62)) < 2**62
    assert rng.choice("a") == "a" and rng.choice(b"a") == 97 and rng.choice([7]) == 7
    assert rng.choice(hostile.MuteList([4])) == 4
    items: list[Any] = []
    items.append(items)
    assert rng.choice(items) is items


class Shrinking:
    """Empties the list that it lies in as soon as it leaves it."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __del__(self) -> None:
        self.items.clear()


def test_shuffle_of_strange_lists() -> None:
    rng = sw.Rng(1)
    for length in (0, 1, 2, 1000):
        items = list(range(length))
        rng.shuffle(items)
        assert sorted(items) == list(range(length))
    mute = hostile.MuteList(range(50))
    rng.shuffle(mute)
    assert Counter(mute[n] for n in range(50)) == Counter(range(50))
    lists: list[Any] = []
    lists.extend([lists] * 5)
    rng.shuffle(lists)
    assert all(item is lists for item in lists)
    for _ in range(50):
        shrinking: list[Any] = []
        shrinking.extend(Shrinking(shrinking) for _ in range(5))
        knock(rng.shuffle, shrinking)
        shrinking.clear()


def test_positions_that_are_none() -> None:
    refuses(
        sw.Rng.from_state,
        ValueError,
        (0, 0, 0, 0),
        (),
        (1,),
        (1, 2, 3),
        (1, 2, 3, 4, 5),
        (-1, 1, 1, 1),
        (2**64, 1, 1, 1),
        (10**5000, 1, 1, 1),
    )
    refuses(
        sw.Rng.from_state,
        TypeError,
        None,
        1,
        "1234",
        [1, 2, 3, 4],
        b"1234",
        (1.0, 1, 1, 1),
        ("1", 1, 1, 1),
        (None,) * 4,
    )
    assert sw.Rng.from_state((0, 0, 0, 1)).getstate() == (0, 0, 0, 1)
    assert sw.Rng.from_state((2**64 - 1,) * 4).getstate() == (2**64 - 1,) * 4
    assert repr(sw.Rng.from_state((1, 2, 3, 4))) == "Rng.from_state((1, 2, 3, 4))"


def test_pickles_go_through_the_same_door() -> None:
    rng = sw.Rng(4)
    rng.next_u64()
    restore, arguments = rng.__reduce__()
    assert restore(*arguments) == rng == pickle.loads(pickle.dumps(rng)) == copy.copy(rng) == copy.deepcopy([rng])[0]
    refuses(restore, ValueError, (0, 0, 0, 0), (1, 2))
    for method in ("__copy__", "__reduce__"):
        before = rng.getstate()
        getattr(rng, method)()
        assert rng.getstate() == before


@hostile.examples(200)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(1, 2**64 - 1))
def test_numbers_stay_within_their_bounds(seed: int, stream: int, n: int) -> None:
    rng = sw.Rng(seed, stream)
    assert any(rng.getstate())
    assert 0 <= rng.below(n) < n
    assert 0 <= rng.random() < 1
    assert 0 <= rng.next_u64() < 2**64
    assert rng.below(1) == 0


def test_threads_get_each_number_once() -> None:
    """Whatever the order in which the threads come, together they get what one would have got alone."""
    each, workers = 4_000, 8
    alone = sw.Rng(12)
    expected = Counter(alone.next_u64() for _ in range(each * workers))
    shared, taken = sw.Rng(12), [list[int]() for _ in range(workers)]
    barrier = threading.Barrier(workers)

    def take(into: list[int]) -> None:
        barrier.wait()
        for _ in range(each):
            into.append(shared.next_u64())

    threads = [threading.Thread(target=take, args=(into,)) for into in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert Counter(number for into in taken for number in into) == expected
    assert shared == alone


def test_threads_in_every_door_at_once() -> None:
    state = sw.load("patchwork").initial_state()
    shared, failures = sw.Rng(5), list[BaseException]()
    shuffled = list(range(100))

    def work() -> None:
        try:
            for _ in range(100):
                assert state.rollout(shared).is_terminal
                assert state.sample_chance(shared).num_legal == 0
                assert shared.choice([1, 2, 3]) in (1, 2, 3)
                assert shared == shared  # it must not wait for itself
                copy.copy(shared).next_u64()
                # Several threads at one list may lose or double items, but nothing worse.
                shared.shuffle(shuffled)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures and not any(thread.is_alive() for thread in threads)
    assert len(shuffled) == 100
