"""The tables of Dungeon Petz as typed values, written from `seeds/dungeon_petz.md`; ids like DP-16 are its rules.

What is read is what DP-150 names: all else in a tables file is ignored. Whether a file is right is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

COLOURS: Final = ("green", "red", "yellow", "purple")
NEEDS: Final = ("hunger", "poop", "play", "anger", "magic", "disease")
FOODS: Final = ("veg_stand", "mixed_veg", "mixed_meat", "meat_stand")
LETTERS: Final = {"G": 0, "R": 1, "Y": 2, "P": 3}
LOOPS: Final = ("market", "corral", "town")


@dataclass(frozen=True)
class Cage:
    """A cage tile (DP-154)."""

    strength: int
    antimagic: int
    graze: int
    poop: int
    play: int


@dataclass(frozen=True)
class Addon:
    """An addon tile (DP-155)."""

    strength: int
    antimagic: int
    play: int
    meat: int


@dataclass(frozen=True)
class PetKind:
    """A pet of the tables (DP-153)."""

    name: str
    diet: str
    bars: tuple[int, ...]  # colours
    price_by_size: Mapping[int, int]
    farm_token: str | None  # DP-115

    @property
    def eats_vegetables(self) -> bool:
        """DP-65."""
        return self.diet in ("herbivore", "omnivore")

    @property
    def eats_meat(self) -> bool:
        """DP-65."""
        return self.diet in ("carnivore", "omnivore")


@dataclass(frozen=True)
class ArtifactKind:
    """An artifact tile (DP-156); `colours` only of books (DP-45)."""

    kind: str
    colours: tuple[int, ...]


@dataclass(frozen=True)
class Exhibition:
    """An exhibition tile (DP-157)."""

    id: str
    single: bool
    plus: Mapping[str, int]
    minus: Mapping[str, int]
    food: Mapping[str, int]


@dataclass(frozen=True)
class Customer:
    """A customer (DP-158)."""

    id: str
    plus: Mapping[str, int]
    minus: Mapping[str, int]
    rainbow: Mapping[str, int]


@dataclass(frozen=True)
class Course:
    """What depends on the number of players (DP-159)."""

    rounds: int  # DP-1
    exhibition_rounds: tuple[int, ...]  # DP-10
    customer_rounds: tuple[int, ...]
    awards: tuple[int, ...]  # DP-86
    extra_imps_rounds: tuple[int, ...]  # DP-2


@dataclass(frozen=True)
class Tables:
    """The tables of a game (DP-150)."""

    cards: tuple[tuple[int, ...], ...]  # counts by colour and need (DP-6)
    dominant: tuple[int, ...]  # the dominant need of each colour (DP-7)
    pets: tuple[PetKind, ...]
    printed_cage: Cage
    cages: tuple[Cage, ...]
    addons: tuple[Addon, ...]
    artifacts: tuple[ArtifactKind, ...]
    exhibitions: tuple[Exhibition, ...]
    customers: tuple[Customer, ...]
    round1_food: Mapping[int, Mapping[str, int]]
    courses: Mapping[int, Course]
    loops: tuple[tuple[str, ...], ...]  # DP-15
    starts: Mapping[int, tuple[int, ...]]  # by number of players


def _cage(m: Mapping[str, Any]) -> Cage:
    return Cage(m["strength"], m["antimagic"], m["graze"], m["poop"], m["play"])


def _pet(m: Mapping[str, Any]) -> PetKind:
    prices = {size: m["price_by_size"][str(size)] for size in (4, 5, 6, 7)}
    return PetKind(m["name"], m["diet"], tuple(LETTERS[bar] for bar in m["bars"]), prices, m["farm_token_advanced"])


def _artifact(m: Mapping[str, Any]) -> ArtifactKind:
    colours = m["colours"] if m["kind"] == "book" else ()
    return ArtifactKind(m["kind"], tuple(sorted(COLOURS.index(colour) for colour in colours)))


def _food(m: Mapping[str, Any]) -> dict[str, int]:
    return {food: m[food] for food in FOODS}


def _exhibition(m: Mapping[str, Any]) -> Exhibition:
    single = m["scope"] == "single"
    return Exhibition(m["id"], single, m.get("plus", {}), m.get("minus", {}), _food(m["food"]))


def _course(m: Mapping[str, Any]) -> Course:
    lists = ("exhibition_rounds", "customer_rounds", "awards", "extra_imps_rounds")
    return Course(m["rounds"], *(tuple(m[key]) for key in lists))


def make_tables(form: Mapping[str, Any]) -> Tables:
    """The tables of a right file, parsed (DP-150)."""
    decks = form["decks"]
    cards = []
    for colour in COLOURS:
        counts = {entry["need"]: entry["count"] for entry in decks[colour]["cards"]}
        cards.append(tuple(counts.get(need, 0) for need in NEEDS))
    imps = form["neutral_imps"]
    return Tables(
        cards=tuple(cards),
        dominant=tuple(NEEDS.index(decks[colour]["dominant"]) for colour in COLOURS),
        pets=tuple(_pet(m) for m in form["pets"]),
        printed_cage=_cage(form["cages"]["initial"]),
        cages=tuple(_cage(m) for m in form["cages"]["tiles"]),
        addons=tuple(Addon(m["strength"], m["antimagic"], m["play"], m["meat"]) for m in form["addons"]["tiles"]),
        artifacts=tuple(_artifact(m) for m in form["artifacts"]["tiles"]),
        exhibitions=tuple(_exhibition(m) for m in form["exhibitions"]),
        customers=tuple(
            Customer(m["id"], m.get("plus", {}), m.get("minus", {}), m.get("rainbow", {})) for m in form["customers"]
        ),
        round1_food={n: _food(form["round1_food"][str(n)]) for n in (2, 3, 4)},
        courses={n: _course(form["players"][str(n)]) for n in (2, 3, 4)},
        loops=tuple(tuple(imps["groups"][loop]) for loop in LOOPS),
        starts={2: tuple(imps["start_index_2p"]), 3: tuple(imps["start_index_3p"]), 4: ()},
    )
