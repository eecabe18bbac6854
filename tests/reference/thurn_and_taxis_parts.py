"""The parts of a position of Thurn and Taxis: constants, options with the action numbers, and what one player has.

Written from `seeds/thurn_and_taxis.md` alone; ids like TT-16 are its rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from tests.reference.thurn_and_taxis_maps import Map

Event = tuple[str, int, int, int]
Counts = tuple[int, ...]  # cards by city (TT-68)

CHANCE: Final = -1
TERMINAL: Final = -4

HOUSES: Final = 20  # TT-4
DISPLAY: Final = 6  # TT-5
SHORTEST_CLOSE: Final = 3  # TT-30
HAND_LIMIT: Final = 3  # TT-44
CARTWRIGHT: Final = 2  # TT-33: so many cards fewer
LAST_CARRIAGE: Final = 7  # TT-6
CARRIAGE_POINTS: Final = {0: 0, 3: 2, 4: 3, 5: 5, 6: 7, 7: 10}  # TT-48
OFFICIALS: Final = ("postmaster", "administrator", "carrier", "cartwright")  # TT-11
MOST_COUNTED: Final = 2**31 - 1  # TT-100: turns and closes
TAGS: Final = ("known", "new", "old")  # TT-63
LEAVING: Final = ("known", "old", "new")  # TT-64
ITEMS: Final = ("tiles", "carriage", "houses")  # TT-96
# TT-70: D1 to D7
DECISIONS: Final = ("first_draw", "only_draw", "draw_or_play", "play", "after_play", "place", "discard")


def plus(counts: Counts, city: int, step: int = 1) -> Counts:
    """One card more (or fewer) of the city."""
    assert counts[city] + step >= 0
    return (*counts[:city], counts[city] + step, *counts[city + 1 :])


def total(*piles: Counts) -> Counts:
    return tuple(sum(column) for column in zip(*piles, strict=True))


def listed(cards: Iterable[int], n: int) -> Counts:
    """Counts by city of a list of cards."""
    cards = list(cards)
    return tuple(cards.count(city) for city in range(n))


@dataclass(frozen=True)
class Rules:
    """The map and the options of a game (TT-50 to TT-53)."""

    map: Map
    players: int = 2
    start_player: int = 0
    carrier_second_must_fit: bool = True
    max_turns: int | None = None

    @property
    def n(self) -> int:
        return self.map.n

    # TT-69: the first number of each family.
    @property
    def draw_face_down(self) -> int:
        return self.n

    @property
    def administrator(self) -> int:
        return self.n + 1

    @property
    def play_right(self) -> int:
        return self.n + 2

    @property
    def play_left(self) -> int:
        return 2 * self.n + 2

    @property
    def start(self) -> int:
        return 3 * self.n + 2

    @property
    def end_turn(self) -> int:
        return 4 * self.n + 2

    @property
    def close(self) -> int:
        return 4 * self.n + 3

    @property
    def close_with_cartwright(self) -> int:
        return 4 * self.n + 4

    @property
    def place(self) -> int:
        return 4 * self.n + 5

    @property
    def place_done(self) -> int:
        return 5 * self.n + 5

    @property
    def discard(self) -> int:
        return 5 * self.n + 6


@dataclass(frozen=True)
class Player:
    """What one player has (TT-4)."""

    known: Counts  # TT-63: the hand by tags
    new: Counts
    old: Counts
    tiles: tuple[tuple[int, ...], ...]  # values by stack, in the order taken
    row: tuple[int, ...] = ()  # city ids from left to right
    houses: tuple[int, ...] = ()  # city ids, ascending
    carriage: int = 0  # the highest; he has all from 3 on (TT-32)
    closes: int = 0

    @property
    def hand(self) -> Counts:
        return total(self.known, self.new, self.old)

    @property
    def hand_size(self) -> int:
        return sum(self.hand)

    @property
    def houses_left(self) -> int:
        return HOUSES - len(self.houses)

    @property
    def next_carriage(self) -> int:
        return 3 if self.carriage == 0 else self.carriage + 1

    def without(self, city: int) -> Player:
        """One card of the city leaves the hand: known, else old, else new (TT-64)."""
        tag = next(tag for tag in LEAVING if getattr(self, tag)[city] > 0)
        less: dict[str, Any] = {tag: plus(getattr(self, tag), city, -1)}
        return replace(self, **less)

    def fits_left(self, game_map: Map, city: int) -> bool:
        """TT-25."""
        return bool(self.row) and city not in self.row and city in game_map.neighbours[self.row[0]]

    def fits_right(self, game_map: Map, city: int) -> bool:
        """TT-25."""
        return bool(self.row) and city not in self.row and city in game_map.neighbours[self.row[-1]]

    def fits(self, game_map: Map, city: int) -> bool:
        return self.fits_left(game_map, city) or self.fits_right(game_map, city)

    def to_dict(self) -> dict[str, Any]:
        return {
            "hand": {tag: list(getattr(self, tag)) for tag in TAGS},
            "row": list(self.row),
            "houses": list(self.houses),
            "carriage": self.carriage,
            "tiles": [list(values) for values in self.tiles],
            "closes": self.closes,
        }
