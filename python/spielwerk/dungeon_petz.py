"""The vocabulary of Dungeon Petz: its pets, tiles and customers, and questions about single pets and displays.

>>> from spielwerk import dungeon_petz
>>> dungeon_petz.PETS[0]
Pet(id=0, name='Uni', diet='herbivore', bars=('yellow', 'purple', 'green', 'yellow', 'purple', 'green', 'red'), \
prices={4: 2, 5: 3, 6: 4, 7: 5}, farm_token='meat')
>>> outcome = dungeon_petz.needs_outcome("Uni", "printed", None, ["yellow play", "purple magic"], manure=1)
>>> outcome.play, outcome.mutation, outcome.lost_by
(1, 0, None)
>>> dungeon_petz.match(["yellow play", "purple magic"], "dungeon_granny")
0
>>> dungeon_petz.awards([3, 1.5, 3, -1])
[7, 4, 7, 0]

A **pet** is its name, its index or a :class:`Pet`; an **exhibition** or a **customer** its id, its index or its object.
A **cage** is an index, a :class:`Cage` or ``"printed"``, an **addon** an index or an :class:`Addon`. A **card** is a
text: ``"green hunger"``, ``"green poop double"`` (both needs, DP-60) or ``"green potion"`` (a potion that stands for a
green card). A **plot** is a map as in the dict of a position: ``{"cage": …, "addon": …, "manure": …, "pet": {"pet": …,
"size": …, "suffering": …, "mutation": …, "cards": […]}}``, of which everything may be left out that is not there; the
size of a pet that has its cards is their number.

Points are in points, not doubled. The tables are those that are built in unless ``game`` is another game of Dungeon
Petz or ``Tables`` of a file, see :func:`tables_file`. What is faulty raises InvalidStateError, which lists all faults.
All facts and rules come from the compiled module; nothing is computed here.
"""

import dataclasses
import functools
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeAlias, TypeVar

from spielwerk import _native
from spielwerk._native import Game
from spielwerk.errors import OptionError

if TYPE_CHECKING:
    from spielwerk._native import State

    PETS: tuple["Pet", ...]
    """The pets that are built in, by index."""
    CAGES: tuple["Cage", ...]
    """The cages to buy, by index."""
    PRINTED_CAGE: "Cage"
    """The cage printed on plot 0 (DP-4)."""
    ADDONS: tuple["Addon", ...]
    """The addons, by index."""
    ARTIFACTS: tuple["Artifact", ...]
    """The artifacts, by index."""
    EXHIBITIONS: tuple["Exhibition", ...]
    """The exhibitions, by index."""
    CUSTOMERS: tuple["Customer", ...]
    """The customers, by index."""
    TABLES: "Tables"
    """All of them together."""

__all__ = [
    "ADDONS",
    "ARTIFACTS",
    "CAGES",
    "CUSTOMERS",
    "EXHIBITIONS",
    "PETS",
    "PRINTED_CAGE",
    "TABLES",
    "Addon",
    "Artifact",
    "Cage",
    "Customer",
    "Exhibition",
    "FinalShows",
    "NeedsOutcome",
    "Pet",
    "Tables",
    "TablesError",
    "awards",
    "exhibition_score",
    "final_shows",
    "match",
    "needs_outcome",
    "tables_file",
    "validate",
]

Source: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | Mapping[str, Any]"
Cards: TypeAlias = Iterable[str]
Plot: TypeAlias = Mapping[str, Any]


_Key = TypeVar("_Key", str, int)


class _Weights(dict[_Key, int]):
    """Numbers by word or size: a dict that cannot be changed, so that it may be part of a value."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def _refuse(self, *args: object, **kwargs: object) -> Any:
        raise TypeError("this map cannot be changed; use dict(...) for a copy")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (dict(self),))


class Pet(NamedTuple):
    """A pet (DP-153)."""

    id: int
    name: str
    diet: str
    bars: tuple[str, ...]
    """Colours; the first ``size`` of them are visible (DP-54)."""
    prices: Mapping[int, int]
    """Gold by size, from 4 on (DP-97)."""
    farm_token: str | None
    """What it leaves on the meat stand with ``advanced_meat_stand`` (DP-115)."""


class Cage(NamedTuple):
    """A cage (DP-154). ``id`` is ``"printed"`` for the one on plot 0."""

    id: int | str
    strength: int
    antimagic: int
    graze: int
    poop: int
    play: int


class Addon(NamedTuple):
    """An addon of a cage (DP-155)."""

    id: int
    strength: int
    antimagic: int
    play: int
    meat: int


class Artifact(NamedTuple):
    """An artifact (DP-156); ``colours`` are those of a book."""

    id: int
    kind: str
    colours: tuple[str, ...] = ()


class Exhibition(NamedTuple):
    """An exhibition (DP-157): what it adds and subtracts, and the food of its round."""

    number: int
    """Its index in the tables."""
    id: str
    name: str
    scope: str
    """``"single"`` scores one pet, ``"full"`` the whole display (DP-83)."""
    plus: Mapping[str, int]
    minus: Mapping[str, int]
    food: Mapping[str, int]


class Customer(NamedTuple):
    """A customer (DP-158): what he adds, subtracts, and adds once for each colour that carries it (DP-93)."""

    number: int
    """His index in the tables."""
    id: str
    name: str
    plus: Mapping[str, int]
    minus: Mapping[str, int]
    rainbow: Mapping[str, int]


class TablesError(NamedTuple):
    """One error of a tables file (DP-172): its code, where it is, and what is wrong and what is accepted."""

    code: str
    place: str
    message: str


class NeedsOutcome(NamedTuple):
    """What the needs of a pet come to if nobody does anything (DP-64 to DP-74)."""

    hunger: int
    """Needs that cage and addon leave: each a food token or a suffering (DP-64)."""
    manure: int
    """Tokens that come into the cage (DP-66)."""
    play: int
    """Needs that cage and addon leave: each an imp beside the plot or a suffering (DP-67)."""
    anger: int
    """By how much anger exceeds the strength; above 0 the pet tries to escape (DP-69)."""
    mutation: int
    """Tokens that the pet gets (DP-72)."""
    disease: int
    """Suffering by disease, with all the manure in the cage at that moment (DP-74)."""
    lost_by: str | None
    """The first need by which the pet is lost if nobody does anything, or None (DP-70, DP-73, DP-75)."""


class FinalShows(NamedTuple):
    """The two final exhibitions of one player (DP-105 to DP-107)."""

    business: float
    """Score of the business exhibition."""
    display: float
    """Score of the display exhibition."""
    business_vp: float
    """What the business exhibition adds to the VP: an award, or the score itself if it is negative."""
    display_vp: float
    """What the display exhibition adds to the VP."""


@dataclasses.dataclass(frozen=True, repr=False)
class Tables:
    """Component tables: those built in, or those of a file. Equal if everything is equal."""

    pets: tuple[Pet, ...]
    printed_cage: Cage
    cages: tuple[Cage, ...]
    addons: tuple[Addon, ...]
    artifacts: tuple[Artifact, ...]
    exhibitions: tuple[Exhibition, ...]
    customers: tuple[Customer, ...]
    _form: str = dataclasses.field(repr=False)
    """The tables in the form of a file."""

    def to_dict(self) -> dict[str, Any]:
        """The tables in the form of a tables file, ready for ``json.dumps`` (DP-173)."""
        form: dict[str, Any] = json.loads(self._form)
        return form

    def game(self, **options: Any) -> Game:
        """A game with these tables. Raises OptionError for a wrong option."""
        if "tables_file" in options:
            raise OptionError("the tables are given already: leave out the option tables_file")
        if self != _shipped():
            options["tables_file"] = self._form
        return _native.load("dungeon_petz", **options)

    def __repr__(self) -> str:
        return f"<Tables of {'dungeon_petz' if self == _shipped() else 'a file'}>"


TablesLike: TypeAlias = "Tables | Game | None"


def needs_outcome(
    pet: "str | SupportsIndex | Pet",
    cage: "str | SupportsIndex | Cage",
    addon: "SupportsIndex | Addon | None",
    cards: Cards,
    *,
    manure: SupportsIndex = 0,
    suffering: SupportsIndex = 0,
    mutation: SupportsIndex = 0,
    game: TablesLike = None,
) -> NeedsOutcome:
    """What a pet suffers by its cards if nobody does anything: no food, no imps, no artifacts (DP-64 to DP-74).

    The number of ``cards`` is the size of the pet, and their colours are those of its visible bars (DP-58). ``manure``
    lies in the cage before, ``suffering`` and ``mutation`` tokens on the pet.
    """
    tables, game = _both(game)
    animal = {
        "pet": _pet(tables, pet),
        "cards": _cards(cards),
        "suffering": _whole(suffering),
        "mutation": _whole(mutation),
    }
    plot = {"cage": _cage(tables, cage), "addon": _addon(tables, addon), "manure": _whole(manure), "pet": animal}
    return NeedsOutcome(**_native.dungeon_petz_needs_outcome(game, plot))


def match(
    cards: Cards,
    customer: "str | SupportsIndex | Customer",
    *,
    suffering: SupportsIndex = 0,
    mutation: SupportsIndex = 0,
    game: TablesLike = None,
) -> int:
    """How well a pet with these cards and tokens matches a customer; above 0 it can be sold (DP-93, DP-94)."""
    tables, game = _both(game)
    parts = {
        "cards": _cards(cards),
        "customer": _entry(tables.customers, customer, "customer"),
        "suffering": _whole(suffering),
        "mutation": _whole(mutation),
    }
    return _native.dungeon_petz_match(game, parts)


def exhibition_score(
    exhibition: "str | SupportsIndex | Exhibition",
    plots: Sequence[Plot],
    *,
    plot: SupportsIndex | None = None,
    judge: bool = False,
    whip: bool = False,
    game: TablesLike = None,
) -> float | None:
    """The score of a display in an exhibition, in points (DP-82 to DP-85); None for a single tile without a pet.

    A single tile scores the pet on ``plot``, or the best one if none is named (DP-83). ``judge`` and ``whip`` say
    whether the player has a group there (DP-43) and that artifact (DP-46).
    """
    tables, game = _both(game)
    parts = {
        "exhibition": _entry(tables.exhibitions, exhibition, "exhibition"),
        "plots": [_plot(tables, one) for one in _few(plots)],
        "plot": None if plot is None else _whole(plot),
        "judge": judge,
        "whip": whip,
    }
    return _native.dungeon_petz_exhibition_score(game, parts)


def awards(scores: Sequence[float | None], *, game: TablesLike = None) -> list[int]:
    """The VP that the scores of an exhibition win, by seat, negative where a tie costs more than the award is worth
    (DP-86, DP-87). There are as many players as scores, 2 to 4; None is a display without a score (DP-83). Of a game
    also its option ``exhibition_cap`` counts (DP-116).
    """
    found = _few(scores)
    if not 2 <= len(found) <= 4:
        raise ValueError(f"2 to 4 players have scores, not {len(found)}")
    if not isinstance(game, Game):
        game = _game_of(_shipped() if game is None else game, len(found))
    return _native.dungeon_petz_awards(game, found)


def final_shows(players: "State | Sequence[Mapping[str, Any]]", *, game: TablesLike = None) -> list[FinalShows]:
    """The final exhibitions by seat (DP-105 to DP-107), as if the game ended now.

    ``players`` is a state, or a map for each player as in the dict of a position, of which only these keys count, and
    each of them may be left out: ``gold``, ``vegetables``, ``meat``, ``artifacts``, ``potions``, ``hospital``,
    ``platform``, ``progress``, ``plots``.
    """
    if isinstance(players, _native.State):
        if players.game.name != "dungeon_petz":
            raise TypeError(f"a state of dungeon_petz belongs here, not one of {players.game.name}")
        game = players.game if game is None else game
        found = players.to_dict()["players"]
    else:
        tables = _tables_of(game) if isinstance(game, Game) else _shipped() if game is None else game
        found = [_player(tables, player) for player in _few(players)]
    if not 2 <= len(found) <= 4:
        raise ValueError(f"2 to 4 players take part, not {len(found)}")
    if not isinstance(game, Game):
        game = _game_of(_shipped() if game is None else game, len(found))
    return [FinalShows(*show) for show in _native.dungeon_petz_final_shows(game, found)]


def tables_file(source: Source) -> Tables:
    """The tables of a tables file (DP-150): its path, its text, its bytes, or what ``json.load`` makes of it. Raises
    OptionError with all errors of the file, or if it cannot be read or is larger than 2 MB.
    """
    return _tables(_native.dungeon_petz_tables(_given(source)))


def validate(source: Source) -> list[TablesError]:
    """All errors of a tables file in the order of DP-172; an empty list if it is valid. ``source`` is as for
    :func:`tables_file`. Raises OptionError if it cannot be read or is larger than 2 MB.
    """
    return [TablesError(*error) for error in _native.dungeon_petz_validate(_given(source))]


# ---- what callers give ----


def _given(source: Source) -> Any:
    if source is None:
        raise TypeError("a tables file is a path, its text, its bytes or a map, not None")
    if not isinstance(source, Mapping):
        return source
    try:
        return json.dumps(source)
    except (RecursionError, ValueError) as error:
        raise OptionError(f"the map of a tables file is nested too deeply, or contains itself: {error}") from error


def _whole(value: SupportsIndex) -> Any:
    """A whole number of any package; everything else goes on to where faults are found."""
    return value if isinstance(value, bool) or not hasattr(value, "__index__") else value.__index__()


def _cards(cards: Cards) -> list[Any]:
    if isinstance(cards, str | bytes | Mapping):
        raise TypeError(f"cards must be a sequence of texts, not {type(cards).__name__}")
    return _few(cards)


def _few(entries: Iterable[Any]) -> list[Any]:
    """More of them than belong anywhere; what has no end, or lies about its length, ends here."""
    return [entry for entry, _ in zip(entries, range(100), strict=False)]


def _entry(entries: Sequence[Any], given: Any, what: str) -> Any:
    """The index of an exhibition or a customer that is given by its id, its index or itself."""
    if isinstance(given, str):
        found = [entry.number for entry in entries if entry.id == given]
        if not found:
            raise ValueError(f"there is no {what} {given[:40]!r}; there are {', '.join(e.id for e in entries)}")
        return found[0]
    return _own(entries, given, what, "number") if isinstance(given, tuple) else _whole(given)


def _own(entries: Sequence[Any], given: Any, what: str, key: str = "id") -> Any:
    """The index of an object, which has to be one of these tables."""
    number = getattr(given, key, None)
    if not isinstance(number, int) or not 0 <= number < len(entries) or entries[number] != given:
        raise ValueError(f"this is no {what} of the tables: {given!r:.200}")
    return number


def _pet(tables: Tables, pet: Any) -> Any:
    if isinstance(pet, str):
        found = [one.id for one in tables.pets if one.name == pet]
        if not found:
            raise ValueError(f"there is no pet {pet[:40]!r}; there are {', '.join(one.name for one in tables.pets)}")
        return found[0]
    return _own(tables.pets, pet, "pet") if isinstance(pet, tuple) else _whole(pet)


def _cage(tables: Tables, cage: Any) -> Any:
    if isinstance(cage, tuple):
        return "printed" if cage == tables.printed_cage else _own(tables.cages, cage, "cage")
    return cage if isinstance(cage, str) else _whole(cage)


def _addon(tables: Tables, addon: Any) -> Any:
    if addon is None:
        return None
    return _own(tables.addons, addon, "addon") if isinstance(addon, tuple) else _whole(addon)


def _plot(tables: Tables, plot: Plot) -> Any:
    """A plot with the indices of what stands on it."""
    if not isinstance(plot, Mapping):
        raise TypeError(f"a plot is a map, not {type(plot).__name__}")
    found = dict(plot)
    if "cage" in found:
        found["cage"] = _cage(tables, found["cage"])
    if "addon" in found:
        found["addon"] = _addon(tables, found["addon"])
    animal = found.get("pet")
    if isinstance(animal, Mapping) and "pet" in animal:
        found["pet"] = {**animal, "pet": _pet(tables, animal["pet"])}
    return found


def _player(tables: Tables, player: Any) -> Any:
    """A player with the indices of what stands on the plots; everything else goes on to where faults are found."""
    if not isinstance(player, Mapping) or not isinstance(plots := player.get("plots"), list | tuple):
        return player
    return {**player, "plots": [_plot(tables, plot) if isinstance(plot, Mapping) else plot for plot in plots]}


def _both(game: TablesLike) -> tuple[Tables, Game]:
    """Tables and a game with them."""
    if isinstance(game, Game):
        return _tables_of(game), game
    tables = _shipped() if game is None else game
    return tables, _game_of(tables, 2)


@functools.lru_cache(maxsize=64)
def _game_of(tables: Tables, players: int) -> Game:
    if not isinstance(tables, Tables):
        raise TypeError(f"a Game or Tables belong here, not {type(tables).__name__}")
    return tables.game(players=players)


@functools.lru_cache(maxsize=64)
def _tables_of(game: Game) -> Tables:
    if game.name != "dungeon_petz":
        raise TypeError(f"a game of dungeon_petz belongs here, not one of {game.name}")
    return _tables(game.tables())


@functools.cache
def _shipped() -> Tables:
    return _tables(_native.dungeon_petz_tables(None))


_COLOURS = {"G": "green", "R": "red", "Y": "yellow", "P": "purple"}


def _tables(form: dict[str, Any]) -> Tables:
    form = {key: part for key, part in form.items() if key != "game"}

    def numbers(entry: Mapping[str, int]) -> _Weights[str]:
        return _Weights(entry)

    return Tables(
        pets=tuple(
            Pet(
                index,
                pet["name"],
                pet["diet"],
                tuple(_COLOURS[bar] for bar in pet["bars"]),
                _Weights({int(size): gold for size, gold in pet["price_by_size"].items()}),
                pet["farm_token_advanced"],
            )
            for index, pet in enumerate(form["pets"])
        ),
        printed_cage=Cage("printed", **form["cages"]["initial"]),
        cages=tuple(Cage(index, **tile) for index, tile in enumerate(form["cages"]["tiles"])),
        addons=tuple(Addon(index, **tile) for index, tile in enumerate(form["addons"]["tiles"])),
        artifacts=tuple(
            Artifact(index, tile["kind"], tuple(tile.get("colours", ())))
            for index, tile in enumerate(form["artifacts"]["tiles"])
        ),
        exhibitions=tuple(
            Exhibition(
                index, e["id"], e["name"], e["scope"], numbers(e["plus"]), numbers(e["minus"]), numbers(e["food"])
            )
            for index, e in enumerate(form["exhibitions"])
        ),
        customers=tuple(
            Customer(index, c["id"], c["name"], numbers(c["plus"]), numbers(c["minus"]), numbers(c["rainbow"]))
            for index, c in enumerate(form["customers"])
        ),
        _form=json.dumps(form),
    )


_PARTS = {
    "PETS": "pets",
    "CAGES": "cages",
    "PRINTED_CAGE": "printed_cage",
    "ADDONS": "addons",
    "ARTIFACTS": "artifacts",
    "EXHIBITIONS": "exhibitions",
    "CUSTOMERS": "customers",
}


def __getattr__(name: str) -> Any:
    if name == "TABLES":
        return _shipped()
    if name in _PARTS:
        return getattr(_shipped(), _PARTS[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_PARTS, "TABLES"])
