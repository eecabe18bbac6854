"""Hostile input at the doors of games: names, options, arrays of a simulation, results, and single boards."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import _native
from tests import hostile
from tests.hostile import knock, refuses

GAME = sw.load("patchwork")
EMPTY = np.zeros((9, 9), np.bool_)


# ---- names and options ----


def test_names_of_no_game() -> None:
    for door in (sw.load, sw.game_info):
        refuses(
            door,
            sw.OptionError,
            "",
            "Patchwork",
            "patchwork ",
            "patchwork\0",
            "\ud800",
            "pаtchwork",
            "x" * 1000,
            hostile.LyingText("chess"),
        )
        refuses(door, TypeError, None, 0, b"patchwork", ["patchwork"], 1.0, GAME, object())
    assert "patchwork" in str(knock(sw.load, "chess")) and "patchwork" in str(knock(sw.game_info, "chess"))
    assert sw.load(hostile.LyingText("patchwork")) == GAME


@pytest.mark.parametrize("option", ["time_track", "starting_player"])
def test_any_value_of_an_option_is_accepted_or_named(option: str) -> None:
    accepted = []
    for value in hostile.values():
        answer = knock(lambda value: sw.load("patchwork", **{option: value}), value)
        if isinstance(answer, sw.Game):
            accepted.append(answer.options[option])
        else:
            assert isinstance(answer, sw.OptionError) and option in str(answer), (answer, type(value))
    assert set(accepted) <= {"current", "first_edition"} if option == "time_track" else set(accepted) == {0, 1}


@hostile.examples(200)
@given(
    st.dictionaries(
        st.text(max_size=20), st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20), max_size=4
    )
)
def test_unknown_options_are_refused_and_the_known_ones_listed(options: dict[str, Any]) -> None:
    answer = knock(lambda: sw.load("patchwork", **{f"x{name}": value for name, value in options.items()}))
    if options:
        assert isinstance(answer, sw.OptionError)
        names = "time_track" in str(answer) and "starting_player" in str(answer)
        assert names or "options are words, whole numbers" in str(answer)
    else:
        assert answer == GAME


def test_a_game_does_not_change_by_what_it_gave() -> None:
    names = sw.game_names()
    before = (
        repr(GAME.tables()),
        repr(GAME.options),
        repr(GAME.action_spec),
        repr(GAME.observation_spec),
        repr(sw.game_info("patchwork")),
    )
    for table in (GAME.tables(), GAME.options, GAME.provenance, GAME.policies, sw.game_info("patchwork")):
        table.clear()
    for listed in (GAME.score_items, GAME.action_spec, GAME.outcome_spec, GAME.observation_spec, sw.game_names()):
        listed.clear()
    state = GAME.initial_state()
    state.to_dict()["players"][0]["buttons"] = 99
    state.legal_actions().append(0)
    state.score_sheet(0)["total"] = 99
    after = (
        repr(GAME.tables()),
        repr(GAME.options),
        repr(GAME.action_spec),
        repr(GAME.observation_spec),
        repr(sw.game_info("patchwork")),
    )
    assert after == before and state == GAME.initial_state() and sw.game_names() == names


# ---- arrays of a simulation ----

COLUMNS: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
    "scores": ((2,), np.int32),
    "ranks": ((2,), np.uint8),
    "winners": ((), np.int8),
    "decisions": ((), np.uint32),
    "truncated": ((), np.bool_),
    "sheet": ((2, 3), np.int32),
}


def columns(games: int) -> dict[str, Any]:
    return {name: np.zeros((games, *shape), dtype) for name, (shape, dtype) in COLUMNS.items()}


def simulate_into(
    games: Any = 5,
    seed: Any = 1,
    first_index: Any = 0,
    policies: Any = ("random", "random"),
    threads: Any = 1,
    **arrays: Any,
) -> int:
    return GAME.simulate_into(games, seed, first_index, policies, threads, **(columns(5) | arrays))


def wrong_columns(shape: tuple[int, ...], dtype: type[np.generic]) -> dict[str, Any]:
    good = np.zeros(shape, dtype)
    frozen = good.copy()
    frozen.flags.writeable = False
    wider = np.zeros((2 * shape[0], *shape[1:]), dtype)
    return {
        "a row too few": np.zeros((shape[0] - 1, *shape[1:]), dtype),
        "a row too many": np.zeros((shape[0] + 1, *shape[1:]), dtype),
        "a column too many": np.zeros((*shape[:-1], shape[-1] + 1), dtype),
        "a dimension too many": good[None],
        "no dimension": np.zeros((), dtype),
        "nothing": np.zeros(0, dtype),
        "every second row": wider[::2],
        "backwards": good[::-1],
        "one row for all": np.broadcast_to(good[:1], shape),
        "one byte for all": np.lib.stride_tricks.as_strided(np.zeros(1, dtype), shape, (0,) * len(shape)),
        "read-only": frozen,
        "float": good.astype(np.float64),
        "int64": good.astype(np.int64),
        "object": good.astype(object),
        "other order of bytes": good.astype(np.dtype(dtype).newbyteorder())
        if np.dtype(dtype).itemsize > 1
        else good.astype(">u2"),
        "list": good.tolist(),
        "bytes": good.tobytes(),
        "None": None,
    }


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_that_cannot_be_written_are_refused(name: str) -> None:
    shape, dtype = COLUMNS[name]
    for what, array in wrong_columns((5, *shape), dtype).items():
        others = columns(5)
        answer = knock(lambda array, others: simulate_into(**{**others, name: array}), array, others)
        assert isinstance(answer, TypeError | ValueError), (what, answer)
        assert not any(column.any() for key, column in others.items() if key != name), (
            f"{what}: rows were written all the same"
        )


def test_columns_in_other_orders_of_memory_are_refused() -> None:
    for name in ("scores", "ranks", "sheet"):
        shape, dtype = COLUMNS[name]
        answer = knock(lambda array, name=name: simulate_into(**{name: array}), np.zeros((5, *shape), dtype, order="F"))
        assert isinstance(answer, ValueError) and "contiguous" in str(answer)


def test_columns_that_share_memory_are_refused() -> None:
    """Two threads would write into the same bytes."""
    shared = np.zeros(5 * 12, np.int32)
    arrays = {"scores": shared[:10].reshape(5, 2), "sheet": shared[5:35].reshape(5, 2, 3)}
    answer = knock(lambda: simulate_into(**arrays))
    assert isinstance(answer, TypeError | ValueError) and not shared.any(), answer
    same = bytearray(5)
    answer = knock(lambda: simulate_into(winners=np.frombuffer(same, np.int8), truncated=np.frombuffer(same, np.bool_)))
    assert isinstance(answer, TypeError | ValueError) and not any(same), answer
    apart = {"scores": shared[:10].reshape(5, 2), "sheet": shared[10:40].reshape(5, 2, 3)}
    assert simulate_into(**apart) == 5 and shared.any()


def _simulate_with(name: str, value: Any) -> int:
    return simulate_into(**{name: value})


def test_numbers_of_a_simulation() -> None:
    whole = (-1, 2**64, -(2**64), 10**5000, np.int64(-1), hostile.HugeIndex())
    refuses(lambda value: simulate_into(games=value), ValueError, *whole, 4, 6, 2**31, 2**62, 2**63)
    refuses(lambda value: simulate_into(seed=value), ValueError, *whole)
    refuses(lambda value: simulate_into(first_index=value), ValueError, *whole)
    refuses(lambda value: simulate_into(threads=value), ValueError, *whole, 0, 2**20, 2**63)
    for name in ("games", "seed", "first_index", "threads"):
        door = functools.partial(_simulate_with, name)
        refuses(door, TypeError, None, "1", 1.0, float("nan"), 1j, [1], np.float64(1))
    assert simulate_into(seed=2**64 - 1, threads=300) == 5
    empty = {name: array[:0] for name, array in columns(5).items()}
    assert simulate_into(games=0, threads=8, **empty) == 0


def test_policies_of_a_simulation() -> None:
    refuses(
        lambda value: simulate_into(policies=value),
        (sw.OptionError, ValueError, TypeError),
        *(
            (),
            ["random"],
            ["random"] * 3,
            ["random", "best"],
            ["random", ""],
            ["random", None],
            ["random", "\ud800"],
            [1, 2],
        ),
        *("random", None, 0, b"random", [["random"], "random"], {"random": 1, "best": 2}, ["random"] * 10_000),
    )
    assert isinstance(knock(lambda: simulate_into(policies=["random", "best"])), sw.OptionError)


def test_wrapped_streams() -> None:
    """The last stream is reached, and what would lie beyond is refused."""
    last = sw.simulate(GAME, 3, seed=9, first_index=2**64 - 3)
    assert last == sw.simulate(GAME, 3, seed=9, first_index=2**64 - 3, threads=1)
    refuses(lambda first: sw.simulate(GAME, 3, seed=9, first_index=first), ValueError, 2**64 - 2, 2**64, -1)


DOORS: dict[str, Callable[[Any], Any]] = {
    "game": lambda value: sw.simulate(value, 1, 1),
    "seed": lambda value: sw.simulate(GAME, 1, value),
    "first_index": lambda value: sw.simulate(GAME, 1, 1, first_index=value),
    "threads": lambda value: sw.simulate(GAME, 1, 1, threads=value),
    "policies": lambda value: sw.simulate(GAME, 1, 1, policies=value),
    "match game": lambda value: sw.Match(value, 1),
    "match seed": lambda value: sw.Match(GAME, value),
    "match stream": lambda value: sw.Match(GAME, 1, stream=value),
    "match apply": lambda value: sw.Match(GAME, 1).apply(value),
    "match play": lambda value: sw.Match(GAME, 1).play(value),
    "match undo": lambda value: sw.Match(GAME, 1).undo(value),
    "match undo seat": lambda value: sw.Match(GAME, 1).undo(1, seat=value),
    "match from_dict": sw.Match.from_dict,
    "results slice": lambda value: sw.simulate(GAME, 2, 1)[value],
    "results concatenate": lambda value: sw.Results.concatenate([value]) if isinstance(value, sw.Results) else None,
}


@pytest.mark.parametrize("name", DOORS)
def test_doors_of_the_package_take_anything(name: str) -> None:
    for value in hostile.values():
        knock(DOORS[name], value)


def test_games_in_enormous_numbers_are_refused_before_memory_is_taken() -> None:
    refuses(lambda value: sw.simulate(GAME, value, 1), ValueError, -1, 2**31, 2**63, 2**64, 10**5000, np.int64(-1))
    refuses(
        lambda value: sw.simulate(GAME, value, 1),
        TypeError,
        None,
        True,
        1.0,
        "1",
        float("nan"),
        np.bool_(True),
        np.float64(3),
    )
    assert len(sw.simulate(GAME, np.uint8(3), np.int64(1), threads=np.int16(1), first_index=np.uint64(2**63))) == 3


# ---- single boards ----


def test_native_boards() -> None:
    for door in (lambda value: _native.patchwork_placements(value, 3), _native.patchwork_has_7x7):
        refuses(
            door,
            (TypeError, ValueError),
            None,
            [[False] * 9] * 9,
            EMPTY.tolist(),
            EMPTY.astype(np.uint8),
            EMPTY.astype(object),
            EMPTY[:8],
        )
        refuses(
            door,
            (TypeError, ValueError),
            EMPTY[None],
            EMPTY.ravel(),
            np.zeros((9, 10), np.bool_),
            np.zeros((0, 9), np.bool_),
            EMPTY.astype("U1"),
        )
    refuses(lambda value: _native.patchwork_placements(EMPTY, value), ValueError, -1, 33, 2**64, 10**5000)
    refuses(lambda value: _native.patchwork_placements(EMPTY, value), TypeError, None, "3", 3.0, [3])
    # Any order of memory and no permission to write is as good as another: a board is only read.
    board = np.zeros((18, 18), np.bool_)
    board[2, 4] = True
    frozen = board[::2, ::2].copy()
    frozen.flags.writeable = False
    places = [
        _native.patchwork_placements(view, 3) for view in (board[::2, ::2], np.asfortranarray(board[::2, ::2]), frozen)
    ]
    assert places[0] == places[1] == places[2] and 0 < len(places[0]) < 256


@hostile.examples(100)
@given(
    st.binary(min_size=81, max_size=81)
    | st.lists(st.sampled_from([0, 0, 1, 2, 255]), min_size=81, max_size=81).map(bytes)
)
def test_bytes_that_are_no_booleans_are_no_trap(cells: bytes) -> None:
    """A boolean array over foreign memory may hold any byte; all but 0 are True."""
    board = np.frombuffer(cells, np.bool_).reshape(9, 9)
    plain = np.frombuffer(cells, np.uint8).reshape(9, 9) != 0
    assert _native.patchwork_has_7x7(board) == _native.patchwork_has_7x7(plain) == sw.patchwork.has_7x7(board)
    for patch in (0, 10, 30):
        assert _native.patchwork_placements(board, patch) == _native.patchwork_placements(plain, patch)


def _score(door: Callable[[Any, Any, Any], Any], place: int, value: Any) -> Any:
    parts: list[Any] = [0, 0, False]
    parts[place] = value
    return door(*parts)


def test_scores_of_boards() -> None:
    doors: list[Callable[[Any, Any, Any], Any]] = [_native.patchwork_score, sw.patchwork.score]
    for door in doors:
        buttons = functools.partial(_score, door, 0)
        refuses(buttons, ValueError, -1, 2**64, 10**5000, -(10**5000))
        refuses(buttons, TypeError, None, "1", 1.0, float("nan"))
        refuses(functools.partial(_score, door, 1), ValueError, -1, 82, 256, 2**64)
        refuses(functools.partial(_score, door, 2), TypeError, None, 2, "True", 0.0, [])
        assert door(0, 81, False) == {"buttons": 0, "bonus_tile": 0, "empty_cells": -162, "total": -162}


# ---- threads ----


def test_threads_share_games_and_states() -> None:
    state = GAME.initial_state()
    for patch in range(1, 33):
        state = state.apply(patch)
    expected = state.perft(2), state.legal_actions(), state.to_bytes(), str(state)
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            rng = sw.Rng(number)
            for _ in range(40):
                assert (state.legal_actions(), state.to_bytes(), str(state)) == expected[1:]
                assert state.rollout(rng).is_terminal
                assert GAME.state_from_bytes(expected[2]) == state
                assert sw.load("patchwork", starting_player=number % 2).options["starting_player"] == number % 2
            assert state.perft(2) == expected[0]
            assert sw.simulate(GAME, 200, 1, threads=2) == sw.simulate(GAME, 200, 1, threads=1)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failures and not any(thread.is_alive() for thread in threads)
