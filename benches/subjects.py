"""The games that the benchmarks play, and what has to come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import spielwerk as sw
from tests.reference.patchwork import Patchwork
from tests.reference.trek12 import Trek12


@dataclass(frozen=True)
class Subject:
    """A game with options."""

    label: str
    name: str
    #: Decisions of the first thousand games of seed 1: what the timed calls have to come to.
    decisions_of_1000: int
    #: Games of a run that is long enough to be timed, of the core and of the reference.
    games: int
    reference_games: int
    #: The plain-Python reference of the same game.
    reference: Callable[[], Any]
    #: Fewest and most decisions of a game, and of the position for single calls.
    length: tuple[int, int]
    middle: tuple[int, int]
    #: What is wanted of the ratio to the reference.
    wanted: str
    options: dict[str, Any] = field(default_factory=dict)

    def load(self) -> sw.Game:
        """The game."""
        return sw.load(self.name, **self.options)

    def simulate(self, games: int, threads: int = 1) -> sw.Results:
        """Random games of the core on so many threads."""
        return sw.simulate(self.load(), games=games, seed=1, threads=threads)


PATCHWORK = Subject(
    label="Patchwork",
    name="patchwork",
    decisions_of_1000=42_813,
    games=40_000,
    reference_games=60,
    reference=Patchwork,
    length=(20, 63),
    middle=(12, 60),
    wanted=">= 300, aim 1000",
)

TREK12 = Subject(
    label="Trek 12, Dunai",
    name="trek12",
    decisions_of_1000=19_295,
    games=100_000,
    reference_games=60,
    reference=Trek12,
    length=(19, 57),
    middle=(6, 20),
    wanted="",
)

SUBJECTS = (PATCHWORK, TREK12)
