"""What a caller may hand over by mistake or malice, and what is an orderly answer to it."""

from __future__ import annotations

import decimal
import fractions
import itertools
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from hypothesis import HealthCheck, settings

import spielwerk as sw

DOCUMENTED: Final = (sw.SpielwerkError, TypeError, ValueError, IndexError, OverflowError)
"""What doors may raise; a panic of the compiled part would be none of them."""


def examples(count: int) -> settings:
    """So many examples, however slow the machine is at the moment."""
    return settings(max_examples=count, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class BoomError(Exception):
    """Raised by hostile objects: it is theirs, and may come through as it is."""


class RaisingIndex:
    def __index__(self) -> int:
        raise BoomError


class WrongIndex:
    def __index__(self) -> int:
        return "5"  # type: ignore[return-value]


class HugeIndex:
    def __index__(self) -> int:
        return 10**5000


class MuteInt(int):
    def __str__(self) -> str:
        raise BoomError

    __repr__ = __str__


class LyingText(str):
    def __len__(self) -> int:
        return 2**62

    def __str__(self) -> str:
        raise BoomError


class MuteList(list[Any]):
    def __len__(self) -> int:
        raise BoomError

    def __iter__(self) -> Iterator[Any]:
        raise BoomError


class Shapeless:
    def __getattr__(self, name: str) -> Any:
        raise BoomError


def self_containing() -> tuple[list[Any], dict[str, Any]]:
    """A list and a dict that never end."""
    items: list[Any] = []
    items.extend([items] * 3)
    table: dict[str, Any] = {"players": items}
    table["circle"] = table
    items.append(table)
    return items, table


def values() -> list[Any]:
    """Made anew each time, since some of them can be altered."""
    items, table = self_containing()
    return [
        *(None, True, False, 0, 1, -1, 2025, 2026, 2**16, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**5000, -(10**5000)),
        *(0.0, 1.0, float("nan"), float("inf"), 1j, decimal.Decimal(1), decimal.Decimal("NaN"), fractions.Fraction(1)),
        *(
            "",
            "0",
            "advance",
            "patchwork",
            "\0",
            "\ud800",
            "\u0661",
            "x" * 100_000,
            b"",
            b"SPWK",
            bytearray(5),
            memoryview(b"abc"),
        ),
        *(
            [],
            [0],
            (),
            {},
            {"a": 1},
            set(),
            frozenset(),
            items,
            table,
            range(3),
            iter([1]),
            (number for number in range(3)),
        ),
        *(object(), int, len, lambda: 0, NotImplemented, ..., Shapeless(), RaisingIndex(), WrongIndex(), HugeIndex()),
        *(MuteInt(3), MuteInt(70_000), LyingText("advance"), MuteList([0])),
        *(np.int8(-1), np.int64(1), np.uint64(2**64 - 1), np.bool_(True), np.float32(1), np.datetime64(1, "s")),
        *(np.array(1), np.array([1]), np.zeros((9, 9), np.bool_), np.array(["a"]), np.array([None])),
    ]


def knock(door: Callable[..., Any], *arguments: Any) -> Any:
    """The answer of a door, or its exception, which must be a documented one or the caller's own."""
    try:
        return door(*arguments)
    except (*DOCUMENTED, BoomError) as error:
        return error


def refuses(
    door: Callable[[Any], Any], classes: type[BaseException] | tuple[type[BaseException], ...], *given: Any
) -> None:
    """Each of these values is refused with one of these classes."""
    for value in given:
        try:
            answer = door(value)
        except classes:
            continue
        shown = f"a {type(value).__name__}" if isinstance(value, int) else repr(value)[:60]
        raise AssertionError(f"{door} accepts {shown}: {answer!r}")


def states() -> list[sw.State]:
    """One of each kind: set-up, a turn, a special patch to place, the end."""
    game = sw.load("patchwork")
    state, found = game.initial_state(), dict[str, sw.State]()
    rng = sw.Rng(3)
    for step in itertools.count():
        kind = (
            "setup"
            if state.is_chance
            else "over"
            if state.is_terminal
            else "special"
            if state.to_dict()["to_place"] is not None
            else "turn"
        )
        if step % 7 == 5 or kind in ("special", "over"):
            found.setdefault(kind, state)
        if state.is_terminal:
            break
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    assert set(found) == {"setup", "turn", "special", "over"}
    return list(found.values())
