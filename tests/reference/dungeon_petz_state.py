"""A position of Dungeon Petz: its data, what can be counted from them, and its dict; ids like DP-16 are the rules.

The phases change a position in place; who holds a `State` sees only `apply`, which works on a copy. The keys are those
of `tests/scenarios/README.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from tests.reference.dungeon_petz_parts import ALWAYS, NEUTRAL, SPACES, Event, Player, Rules, Step
from tests.reference.dungeon_petz_tables import COLOURS, FOODS, Exhibition

Space = str | tuple[int, int] | None  # NEUTRAL, or seat and imps
STANDS = (*FOODS, "meat_stand_veg", "meat_stand_gold")
REMOVED = ("artifacts", "cages", "addons", "pets")


class Position:
    """All that a dict of a position says."""

    def __init__(self, rules: Rules) -> None:
        """Before anything is dealt (DP-2 to DP-8)."""
        tables = rules.tables
        self.rules = rules
        self.log: list[Event] = []
        self.phase = "setup"
        self.point: str | None = "deal"
        self.deal: str | None = "start"
        self.left = 0
        self.draw: list[int] = []
        self.round = 1
        self.seat: int | None = None
        self.order: list[int] = []
        self.size: int | None = None
        self.chosen: tuple[int, int] | None = None
        self.given: list[int] = []
        self.step = Step()
        self.served: list[int] = []
        self.gold_before: int | None = None
        self.platform_sold = False
        self.spaces: list[Space] = [None] * len(SPACES)
        self.stands = dict.fromkeys(STANDS, 0)
        self.artifacts: list[int] = []
        self.cages: list[int] = []
        self.addons: list[int] = []
        self.young: list[int] = []
        self.old: list[int] = []
        self.exhibitions: list[int] = []
        self.customers: list[int] = []
        self.removed: dict[str, list[int]] = {key: [] for key in REMOVED}
        self.decks = [list(counts) for counts in tables.cards]
        self.discards = [[0] * 6 for _ in COLOURS]
        self.substitutes = [0] * 4
        self.potions = 5  # DP-8
        self.players = [Player() for _ in range(rules.players)]

    def copy(self) -> Self:
        new = type(self).__new__(type(self))
        new.rules = self.rules
        new.log = []
        new.phase, new.point, new.deal, new.left = self.phase, self.point, self.deal, self.left
        new.draw = list(self.draw)
        new.round, new.seat, new.order = self.round, self.seat, list(self.order)
        new.size, new.chosen, new.given = self.size, self.chosen, list(self.given)
        new.step = Step(self.step.plot, list(self.step.open), self.step.last, self.step.count)
        new.served, new.gold_before, new.platform_sold = list(self.served), self.gold_before, self.platform_sold
        new.spaces, new.stands = list(self.spaces), dict(self.stands)
        new.artifacts, new.cages, new.addons = list(self.artifacts), list(self.cages), list(self.addons)
        new.young, new.old = list(self.young), list(self.old)
        new.exhibitions, new.customers = list(self.exhibitions), list(self.customers)
        new.removed = {key: list(indices) for key, indices in self.removed.items()}
        new.decks = [list(counts) for counts in self.decks]
        new.discards = [list(counts) for counts in self.discards]
        new.substitutes, new.potions = list(self.substitutes), self.potions
        new.players = [player.copy() for player in self.players]
        return new

    # ---- what the phases use ----

    def tell(self, name: str, seat: int, place: int, amount: int) -> None:
        """An event; with amount 0 only where the README says so."""
        if amount != 0 or name in ALWAYS:
            self.log.append((name, seat, place, amount))

    def ask(
        self,
        point: str | None,
        seat: int | None,
        *,
        deal: str | None = None,
        left: int = 0,
        draw: Sequence[int] = (),
        size: int | None = None,
        chosen: tuple[int, int] | None = None,
        given: Sequence[int] = (),
        step: Step | None = None,
        served: Sequence[int] = (),
        gold_before: int | None = None,
        platform_sold: bool = False,
    ) -> None:
        """The position waits here; every key that is not named takes the value it has where it means nothing."""
        self.point, self.seat, self.deal, self.left, self.draw = point, seat, deal, left, list(draw)
        self.size, self.chosen, self.given, self.step = size, chosen, list(given), step or Step()
        self.served, self.gold_before, self.platform_sold = list(served), gold_before, platform_sold

    @property
    def me(self) -> Player:
        """The player who decides or draws."""
        assert self.seat is not None
        return self.players[self.seat]

    @property
    def acting(self) -> int:
        assert self.seat is not None
        return self.seat

    def after(self, seat: int) -> list[int]:
        """The seats after this one in turn order (DP-20)."""
        return self.order[self.order.index(seat) + 1 :]

    def blocked(self, *spaces: str) -> bool:
        """Whether a neutral imp stands on one of these spaces in this round (DP-16)."""
        return any(self.spaces[SPACES.index(space)] == NEUTRAL for space in spaces)

    def town(self, seat: int) -> int:
        """Imps of the seat in town; those on the platform are in its stock (DP-44)."""
        taken = [entry for space, entry in zip(SPACES, self.spaces, strict=True) if space != "platform"]
        return sum(entry[1] for entry in taken if isinstance(entry, tuple) and entry[0] == seat)

    def exhibition(self) -> Exhibition | None:
        """The exhibition of this round (DP-10)."""
        rounds = self.rules.course.exhibition_rounds
        if self.round not in rounds:
            return None
        return self.rules.tables.exhibitions[self.exhibitions[rounds.index(self.round)]]

    def customers_now(self) -> list[int]:
        """Places in `customers` of those of this round, in the order revealed (DP-10, DP-131)."""
        rounds = self.rules.course.customer_rounds
        return [place for place, number in enumerate(rounds) if number == self.round]

    def unseen(self, kind: str) -> list[int]:
        """Indices of tiles that are nowhere: what can still be dealt (DP-119)."""
        tables, players = self.rules.tables, self.players
        plots = [plot for player in players for plot in player.plots]
        if kind == "exhibition":
            total, seen = len(tables.exhibitions), self.exhibitions
        elif kind == "customer":
            total, seen = len(tables.customers), self.customers
        elif kind == "artifact":
            owned = [a.artifact for player in players for a in player.artifacts]
            total, seen = len(tables.artifacts), self.artifacts + self.removed["artifacts"] + owned
        elif kind == "cage":
            owned = [plot.cage for plot in plots if plot.cage is not None]
            owned += [cage for player in players for cage in player.waiting_cages]
            total, seen = len(tables.cages), self.cages + self.removed["cages"] + owned
        elif kind == "addon":
            owned = [plot.addon for plot in plots if plot.addon is not None]
            owned += [addon for player in players for addon in player.waiting_addons]
            total, seen = len(tables.addons), self.addons + self.removed["addons"] + owned
        else:
            assert kind in ("young", "old")
            owned = [plot.pet.pet for plot in plots if plot.pet is not None]
            owned += [pet.pet for player in players for pet in player.waiting_pets]
            total, seen = len(tables.pets), self.young + self.old + self.removed["pets"] + owned
        return [index for index in range(total) if index not in seen]

    def remove(self, kind: str, index: int) -> None:
        """A tile or pet leaves the game."""
        self.removed[kind] = sorted([*self.removed[kind], index])

    # ---- form ----

    def to_dict(self) -> dict[str, Any]:
        plain = ("phase", "point", "deal", "left", "draw", "round", "seat", "order", "size", "chosen", "given")
        offers = ("artifacts", "cages", "addons", "young", "old", "exhibitions", "customers")
        form: dict[str, Any] = {key: _plain(getattr(self, key)) for key in plain}
        form["step"] = self.step.to_dict()
        form |= {key: _plain(getattr(self, key)) for key in ("served", "gold_before", "platform_sold")}
        form["spaces"] = [_plain(entry) for entry in self.spaces]
        form["stands"] = dict(self.stands)
        form |= {key: _plain(getattr(self, key)) for key in offers}
        form["removed"] = {key: list(indices) for key, indices in self.removed.items()}
        for key, piles in (("decks", self.decks), ("discards", self.discards)):
            form[key] = {colour: list(counts) for colour, counts in zip(COLOURS, piles, strict=True)}
        form["substitutes"] = list(self.substitutes)
        form["potions"] = self.potions
        form["players"] = [player.to_dict() for player in self.players]
        return form


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else value
