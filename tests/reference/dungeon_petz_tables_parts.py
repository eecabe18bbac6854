"""Parts of the tables file of Dungeon Petz: the words, the list of errors, and the tables of a valid file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.reference.thurn_and_taxis_maps import is_integer

COLOURS: Final = ("green", "red", "yellow", "purple")
NEEDS: Final = ("hunger", "poop", "play", "anger", "magic", "disease")
LETTERS: Final = ("G", "R", "Y", "P")  # DP-153
KINDS: Final = ("book", "crystal_ball", "shovel", "imp_armor", "employee", "whip", "magic_box")  # DP-156
PLAYERS: Final = (2, 3, 4)  # DP-1
SPACES: Final = (
    *("veg", "mixed", "meat", "artifacts", "cage_a", "cage_b", "addon", "pet_young_a", "pet_young_b"),
    *("pet_old", "new_imps", "hospital", "judge", "platform"),
    *("dummy_green", "dummy_red", "dummy_c1", "dummy_c2"),
)  # DP-14, DP-16
MISSING: Final = object()  # the value of a key that is not there; the error is reported already


class Faults:
    """The errors found so far; a value that is MISSING is passed over, since its key was reported (DP-172)."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def report(self, code: str, path: str) -> None:
        if (code, path) not in self.found:
            self.found.append((code, path))

    def get(self, form: dict[str, Any], key: str, path: str) -> Any:
        if key in form:
            return form[key]
        self.report("E_KEY", f"{path}.{key}" if path else key)
        return MISSING

    def map(self, value: Any, path: str) -> dict[str, Any] | None:
        if isinstance(value, dict):
            return value
        if value is not MISSING:
            self.report("E_TYPE", path)
        return None

    def list(self, value: Any, path: str, length: int | None) -> Sequence[Any] | None:
        """Also a list of the wrong length: its items are checked all the same (DP-172)."""
        if isinstance(value, list):
            if length is not None and len(value) != length:
                self.report("E_SIZE", path)
            return value
        if value is not MISSING:
            self.report("E_TYPE", path)
        return None

    def whole(self, value: Any, path: str, low: int | None, high: int | None) -> int | None:
        """The number, None if it is faulty."""
        if value is MISSING:
            return None
        if not is_integer(value):
            self.report("E_TYPE", path)
            return None
        number = int(value)
        if (low is not None and number < low) or (high is not None and number > high):
            self.report("E_RANGE", path)
            return None
        return number

    def word(self, value: Any, path: str, allowed: tuple[str, ...]) -> str | None:
        """The word, None if it is faulty."""
        if value is MISSING:
            return None
        if not isinstance(value, str):
            self.report("E_TYPE", path)
            return None
        if value not in allowed:
            self.report("E_VALUE", path)
            return None
        return value

    def name(self, value: Any, path: str) -> str | None:
        """A text of 1 to 40 characters (DP-173), None if it is faulty. Open: E_VALUE also for a long one."""
        if value is MISSING:
            return None
        if not isinstance(value, str):
            self.report("E_TYPE", path)
            return None
        if not 1 <= len(value) <= 40:
            self.report("E_VALUE", path)
            return None
        return value

    def twice(self, values: Sequence[str | None], path: str) -> None:
        """E_TWICE if the last value is equal to an earlier one; faulty ones are None and equal nothing (open)."""
        *earlier, last = values
        if last is not None and last in earlier:
            self.report("E_TWICE", path)


# ---- the tables of a valid file ----


@dataclass(frozen=True)
class Deck:
    """DP-152: counts by need."""

    dominant: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Pet:
    """DP-153: bars as colours, prices at sizes 4 to 7."""

    name: str
    diet: str
    bars: tuple[int, ...]
    prices: tuple[int, ...]
    farm_token: str | None


@dataclass(frozen=True)
class Cage:
    """DP-154."""

    strength: int
    antimagic: int
    graze: int
    poop: int
    play: int


@dataclass(frozen=True)
class Addon:
    """DP-155."""

    strength: int
    antimagic: int
    play: int
    meat: int


@dataclass(frozen=True)
class Artifact:
    """DP-156: colours of a book, else none."""

    kind: str
    colours: tuple[int, ...]


@dataclass(frozen=True)
class Exhibition:
    """DP-157: food in the order of DP-173."""

    id: str
    name: str
    single: bool
    plus: dict[str, int]
    minus: dict[str, int]
    food: tuple[int, ...]


@dataclass(frozen=True)
class Customer:
    """DP-158."""

    id: str
    name: str
    plus: dict[str, int]
    minus: dict[str, int]
    rainbow: dict[str, int]


@dataclass(frozen=True)
class PlayerCount:
    """DP-159."""

    rounds: int
    exhibition_rounds: tuple[int, ...]
    customer_rounds: tuple[int, ...]
    awards: tuple[int, ...]
    extra_imps_rounds: tuple[int, ...]


@dataclass(frozen=True)
class Tables:
    """All tables (DP-150); lists in the order of the file."""

    decks: tuple[Deck, ...]
    pets: tuple[Pet, ...]
    initial_cage: Cage
    cages: tuple[Cage, ...]
    addons: tuple[Addon, ...]
    artifacts: tuple[Artifact, ...]
    exhibitions: tuple[Exhibition, ...]
    customers: tuple[Customer, ...]
    round1_food: dict[int, tuple[int, ...]]
    players: dict[int, PlayerCount]
    loops: tuple[tuple[str, ...], ...]


def make_tables(form: dict[str, Any]) -> Tables:
    """The tables of a valid object; empty maps and names that were left out are filled in (DP-173)."""
    return Tables(
        decks=tuple(_deck(form["decks"][colour]) for colour in COLOURS),
        pets=tuple(
            Pet(
                name=pet["name"],
                diet=pet["diet"],
                bars=tuple(LETTERS.index(bar) for bar in pet["bars"]),
                prices=tuple(pet["price_by_size"][size] for size in ("4", "5", "6", "7")),
                farm_token=pet["farm_token_advanced"],
            )
            for pet in form["pets"]
        ),
        initial_cage=_cage(form["cages"]["initial"]),
        cages=tuple(_cage(tile) for tile in form["cages"]["tiles"]),
        addons=tuple(
            Addon(strength=tile["strength"], antimagic=tile["antimagic"], play=tile["play"], meat=tile["meat"])
            for tile in form["addons"]["tiles"]
        ),
        artifacts=tuple(
            Artifact(
                kind=tile["kind"],
                colours=tuple(COLOURS.index(c) for c in tile["colours"]) if tile["kind"] == "book" else (),
            )
            for tile in form["artifacts"]["tiles"]
        ),
        exhibitions=tuple(
            Exhibition(
                id=tile["id"],
                name=tile.get("name", tile["id"]),
                single=tile["scope"] == "single",
                plus=dict(tile.get("plus", {})),
                minus=dict(tile.get("minus", {})),
                food=_food(tile["food"]),
            )
            for tile in form["exhibitions"]
        ),
        customers=tuple(
            Customer(
                id=tile["id"],
                name=tile.get("name", tile["id"]),
                plus=dict(tile.get("plus", {})),
                minus=dict(tile["minus"]),
                rainbow=dict(tile.get("rainbow", {})),
            )
            for tile in form["customers"]
        ),
        round1_food={n: _food(form["round1_food"][str(n)]) for n in PLAYERS},
        players={n: _player_count(form["players"][str(n)]) for n in PLAYERS},
        loops=tuple(tuple(form["neutral_imps"]["groups"][key]) for key in ("market", "corral", "town")),
    )


def _deck(form: dict[str, Any]) -> Deck:
    counts = [0] * len(NEEDS)
    for card in form["cards"]:
        counts[NEEDS.index(card["need"])] = card["count"]
    return Deck(dominant=NEEDS.index(form["dominant"]), counts=tuple(counts))


def _cage(form: dict[str, Any]) -> Cage:
    return Cage(
        strength=form["strength"],
        antimagic=form["antimagic"],
        graze=form["graze"],
        poop=form["poop"],
        play=form["play"],
    )


def _food(form: dict[str, Any]) -> tuple[int, ...]:
    return form["veg_stand"], form["mixed_veg"], form["mixed_meat"], form["meat_stand"]


def _player_count(form: dict[str, Any]) -> PlayerCount:
    return PlayerCount(
        rounds=form["rounds"],
        exhibition_rounds=tuple(form["exhibition_rounds"]),
        customer_rounds=tuple(form["customer_rounds"]),
        awards=tuple(form["awards"]),
        extra_imps_rounds=tuple(form["extra_imps_rounds"]),
    )
