"""The games that the benchmarks play, and what has to come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import spielwerk as sw
from tests.reference import thurn_and_taxis
from tests.reference.dungeon_petz import DungeonPetz
from tests.reference.patchwork import Patchwork
from tests.reference.thurn_and_taxis import ThurnAndTaxis
from tests.reference.trek12 import Trek12


def any_legal(state: Any) -> list[int]:
    """What a random player of the reference chooses from."""
    legal: list[int] = state.legal_actions()
    return legal


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
    #: What is wanted of the ratio to the reference, and of the decisions a second.
    wanted: str
    wanted_decisions: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    #: The policy of all seats, and what it chooses from in the reference.
    policy: str = "random"
    choices: Callable[[Any], list[int]] = any_legal
    #: Whether chance decides after the start of the game, and whether the outcomes of chance differ in probability.
    has_chance: bool = True
    is_weighted: bool = False
    #: How many winners a finished game may have: one that is cut off has none, and some victories are shared.
    winners: tuple[int, ...] = (1,)

    def load(self) -> sw.Game:
        """The game."""
        return sw.load(self.name, **self.options)

    def simulate(self, games: int, threads: int = 1) -> sw.Results:
        """Games of the core on so many threads."""
        return sw.simulate(self.load(), games=games, seed=1, threads=threads, policies=self.policy)


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
    has_chance=False,
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

# Random play takes thousands of turns to the natural end (TT-88); it is cut off where the digest counts it (TT-87).
SHORT = {"max_turns": 200}
THURN_AND_TAXIS = Subject(
    label="Thurn and Taxis, 200 turns",
    name="thurn_and_taxis",
    decisions_of_1000=629_938,
    games=2_000,
    reference_games=4,
    reference=partial(ThurnAndTaxis, SHORT),
    length=(500, 800),
    middle=(60, 12),
    wanted="",
    wanted_decisions=">= 2 M, aim 6 M",
    options=SHORT,
    is_weighted=True,
    winners=(0,),
)

BUILDERS = Subject(
    label="Thurn and Taxis, builders",
    name="thurn_and_taxis",
    decisions_of_1000=222_010,
    games=20_000,
    reference_games=10,
    reference=partial(ThurnAndTaxis, {}),
    length=(60, 1_200),
    middle=(60, 12),
    wanted=">= 300, aim 1000",
    policy="greedy",
    choices=thurn_and_taxis.builder_choices,
    is_weighted=True,
)

FOUR = {"players": 4}
DUNGEON_PETZ = Subject(
    label="Dungeon Petz, 4 players",
    name="dungeon_petz",
    decisions_of_1000=144_284,
    games=10_000,
    reference_games=10,
    reference=partial(DungeonPetz, FOUR),
    length=(20, 500),
    middle=(60, 12),
    wanted=">= 200, aim 600",
    wanted_decisions=">= 600 k, aim 3 M",
    options=FOUR,
    is_weighted=True,
    winners=(1, 2, 3, 4),
)

DUNGEON_PETZ_PAIR = Subject(
    label="Dungeon Petz, 2 players",
    name="dungeon_petz",
    decisions_of_1000=89_825,
    games=15_000,
    reference_games=15,
    reference=partial(DungeonPetz, {}),
    length=(5, 400),
    middle=(30, 12),
    wanted=">= 200, aim 600",
    is_weighted=True,
    winners=(1, 2),
)

#: Games whose calls are timed, and those that are played as a whole.
CALLED = (PATCHWORK, TREK12, THURN_AND_TAXIS, DUNGEON_PETZ)
SUBJECTS = (*CALLED, BUILDERS, DUNGEON_PETZ_PAIR)
