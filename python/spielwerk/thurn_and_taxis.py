"""The vocabulary of Thurn and Taxis: its maps, and questions about single routes and closes.

>>> from spielwerk import thurn_and_taxis
>>> route = ["Sigmaringen", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg"]
>>> len(thurn_and_taxis.house_options(route))
31
>>> thurn_and_taxis.tiles_for(route, houses=["Augsburg", "Stuttgart"], carriage=4)
[Tile(stack='route6', value=3)]
>>> thurn_and_taxis.score(tiles=[3, 1], carriage=7, houses=18)
{'tiles': 4, 'carriage': 10, 'houses': -2, 'total': 12}

A **map** is the name of one of :data:`MAPS`, a :class:`Map` (also one of a file, see :func:`map_file`), or a game of
Thurn and Taxis; if none is given, it is map1.

A **city** is its name, compared after Unicode NFC (TT-54), or its id: its position in ``Map.cities``, which is also
what actions call it (TT-69). Answers give ids. A **route** is a sequence of different cities, each joined by a road to
the next (TT-25, TT-77).

What is faulty raises InvalidStateError, which lists all faults. All facts and rules come from the compiled module;
nothing is computed here.
"""

import dataclasses
import functools
import json
import os
import types
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, SupportsIndex, TypeAlias

from spielwerk import _native
from spielwerk._native import Game
from spielwerk.errors import OptionError

__all__ = [
    "MAPS",
    "City",
    "Extensions",
    "Map",
    "MapError",
    "Region",
    "Stack",
    "Tile",
    "extensions",
    "house_options",
    "map_file",
    "score",
    "tiles_for",
    "validate",
]

MapLike: TypeAlias = "str | Map | Game"
"""A name of :data:`MAPS`, a map, or a game of Thurn and Taxis."""
Cities: TypeAlias = "Iterable[str | SupportsIndex]"
"""Cities by name or id."""
Source: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview"
"""A map file: its path, its text (a str whose first character that is not blank is ``{``), or its bytes."""

_DEFAULT: Final = "map1"

# Given by __getattr__ below, so that importing the package does not read the tables.
MAPS: Mapping[str, "Map"]
"""The two maps that are built in, by name (TT-50). Map2 is a reconstruction and not the printed board (TT-91)."""


class Region(NamedTuple):
    """A region; ``colour`` and ``status`` are None where a map file does not say them (TT-55)."""

    name: str
    colour: str | None
    status: str | None


class City(NamedTuple):
    """A city: its id, its name, the name of its region, None for a free city (TT-2), and where it is drawn, y
    downwards; ``x``, ``y`` and ``status`` are None where a map file does not say them.
    """

    id: int
    name: str
    region: str | None
    x: float | None
    y: float | None
    status: str | None


class Stack(NamedTuple):
    """A stack of bonus tiles. ``kind`` is one of TT-56, ``values`` are in the order in which they are taken;
    ``min_len`` is None but for routes, ``regions`` is empty for kinds that name none.
    """

    id: str
    kind: str
    values: tuple[int, ...]
    min_len: int | None
    regions: tuple[str, ...]
    status: str | None


class Tile(NamedTuple):
    """A tile: the id of its stack and its points."""

    stack: str
    value: int


class Extensions(NamedTuple):
    """Ids of the cities of which a card could be added at the ends of a route, ascending (TT-25)."""

    left: tuple[int, ...]
    right: tuple[int, ...]


class MapError(NamedTuple):
    """One error of a map file (TT-57): its code, where it is (TT-94), and what is wrong and what is accepted."""

    code: str
    place: str
    message: str


@dataclasses.dataclass(frozen=True, repr=False)
class Map:
    """A map as its file describes it (TT-55). ``cities[i].id == i``.

    Equal if everything is equal. A changed copy by ``dataclasses.replace`` is a map, too; whether it is a valid one is
    checked where it is used, which raises OptionError with all its errors.
    """

    name: str
    status: str | None
    """How sure the project, or the author of the file, is of it (TT-90 to TT-92)."""
    copies_per_city_card: int
    """TT-3."""
    regions: tuple[Region, ...]
    cities: tuple[City, ...]
    roads: tuple[tuple[int, int], ...]
    """Pairs of city ids."""
    stacks: tuple[Stack, ...]
    provenance: Any = dataclasses.field(default=None, hash=False)
    """Whatever the file says of its sources."""
    notes: Any = dataclasses.field(default=None, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """The map in the form of a map file, ready for ``json.dumps`` (TT-55)."""
        names = [city.name for city in self.cities]
        form = {
            "name": self.name,
            "status": self.status,
            "copies_per_city_card": self.copies_per_city_card,
            "regions": [_known(region._asdict()) for region in self.regions],
            "cities": [
                # A free city has the region null.
                {**_known({**city._asdict(), "id": None}), "region": city.region}
                for city in self.cities
            ],
            "roads": [[names[a], names[b]] for a, b in self.roads],
            "bonus_stacks": [
                _known({**stack._asdict(), "values": list(stack.values), "regions": list(stack.regions) or None})
                for stack in self.stacks
            ],
            "provenance": _thawed(self.provenance),
            "notes": _thawed(self.notes),
        }
        return _known(form)

    def game(self, **options: Any) -> Game:
        """A game on this map. Raises OptionError for a wrong option, or for a changed map that is not valid."""
        if "map" in options or "map_file" in options:
            raise OptionError("the map is given already: leave out the options map and map_file")
        if not options:
            return self._game
        return _native.load("thurn_and_taxis", **{**self._game.options, **options})

    def svg(self) -> str:
        """A picture of the map: SVG text."""
        from spielwerk.svg.thurn_and_taxis import map_svg

        return map_svg(self.to_dict())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        told = f", {self.status}" if self.status else ""
        return f"<Map {self.name}, {len(self.cities)} cities, {len(self.roads)} roads{told}>"

    @functools.cached_property
    def _game(self) -> Game:
        """The game on this map with default options."""
        if _maps().get(self.name) == self:
            return _native.load("thurn_and_taxis", map=self.name)
        return _native.load("thurn_and_taxis", map_file=json.dumps(self.to_dict()))


def extensions(route: Cities, map: MapLike = _DEFAULT) -> Extensions:  # noqa: A002 - as the option
    """The cities of which a card could be added at the left and at the right end of a route (TT-25).

    A route of one card has the same ones at both ends, of which play names the right end only (TT-71); an empty route
    has none: any card may begin it (TT-24).
    """
    left, right = _native.thurn_and_taxis_extensions(_game(map), route)
    return Extensions(tuple(left), tuple(right))


def house_options(
    route: Cities,
    houses: Cities = (),
    map: MapLike = _DEFAULT,  # noqa: A002 - as the option
) -> list[tuple[int, ...]]:
    """Every set of cities that may get houses when a route is closed, the empty one included: each once, as ascending
    ids, in lexicographic order (TT-35 to TT-38, TT-85).

    ``houses`` are those that the owner has already. A route of fewer than three cards cannot be closed (TT-30); more
    than 250,000 sets are not listed, which takes a route of more than 16 cards.
    """
    sets = _native.thurn_and_taxis_house_options(_game(map), route, houses)
    return [tuple(cities) for cities in sets]


def tiles_for(
    route: Cities,
    houses: Cities,
    carriage: SupportsIndex,
    map: MapLike = _DEFAULT,  # noqa: A002 - as the option
    *,
    left: Mapping[str, int] | None = None,
    held: Iterable[str] = (),
) -> list[Tile]:
    """The tiles that a close would earn, in the order of the map (TT-39 to TT-43).

    ``houses`` are all that the owner has once the route is closed, ``carriage`` is his highest then, 3 .. 7. ``left``
    says how many tiles are left, by the id of the stack; stacks that it does not name are full. Without a tile in the
    game-end stack somebody has it already (TT-47). ``held`` are ids of the stacks of which the owner has a tile, so
    that he gets no second one (TT-40, TT-41).
    """
    game = _game(map)
    found = _native.thurn_and_taxis_tiles(game, route, houses, carriage, None if left is None else dict(left), held)
    return [Tile(_stacks(game)[stack], value) for stack, value in found]


def score(tiles: Iterable[int], carriage: SupportsIndex, houses: SupportsIndex) -> dict[str, int]:
    """The score sheet from its parts: values of the tiles, the highest carriage (0 for none), and the number of houses
    placed (TT-48, TT-96). Raises ValueError for a carriage, a tile or a number of houses that cannot be, TypeError for
    what is no number.
    """
    return _native.thurn_and_taxis_score(tiles, carriage, houses)


def map_file(source: Source) -> Map:
    """The map of a map file (TT-54). Raises OptionError with all errors of the file, or if it cannot be read or is
    larger than 2 MB.
    """
    if source is None:
        raise TypeError("a map file is a path, its text or its bytes, not None")
    (form,) = _native.thurn_and_taxis_maps(source)
    return _map(form)


def validate(source: Source) -> list[MapError]:
    """All errors of a map file, ordered by place (TT-57, TT-99); an empty list if it is valid. Raises OptionError if it
    cannot be read or is larger than 2 MB.
    """
    return [MapError(*error) for error in _native.thurn_and_taxis_validate(source)]


# ---- maps and games ----


def _known(form: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in form.items() if part is not None}


def _frozen(data: Any) -> Any:
    """Lists as tuples, all the way down."""
    if isinstance(data, list):
        return tuple(_frozen(entry) for entry in data)
    if isinstance(data, dict):
        return {key: _frozen(entry) for key, entry in data.items()}
    return data


def _thawed(data: Any) -> Any:
    """The inverse."""
    if isinstance(data, tuple | list):
        return [_thawed(entry) for entry in data]
    if isinstance(data, Mapping):
        return {key: _thawed(entry) for key, entry in data.items()}
    return data


def _map(form: dict[str, Any]) -> Map:
    ids = {city["name"]: position for position, city in enumerate(form["cities"])}
    return Map(
        name=form["name"],
        status=form.get("status"),
        copies_per_city_card=form["copies_per_city_card"],
        regions=tuple(Region(r["name"], r.get("colour"), r.get("status")) for r in form["regions"]),
        cities=tuple(
            City(position, c["name"], c["region"], c.get("x"), c.get("y"), c.get("status"))
            for position, c in enumerate(form["cities"])
        ),
        roads=tuple((ids[a], ids[b]) for a, b in form["roads"]),
        stacks=tuple(
            Stack(
                stack["id"],
                stack["kind"],
                tuple(stack["values"]),
                stack.get("min_len"),
                tuple(stack.get("regions", ())),
                stack.get("status"),
            )
            for stack in form["bonus_stacks"]
        ),
        provenance=_frozen(form.get("provenance")),
        notes=_frozen(form.get("notes")),
    )


@functools.cache
def _maps() -> Mapping[str, Map]:
    return types.MappingProxyType({form["name"]: _map(form) for form in _native.thurn_and_taxis_maps(None)})


@functools.lru_cache(maxsize=64)
def _stacks(game: Game) -> list[str]:
    """Ids of the stacks."""
    return [stack["id"] for stack in game.tables()["map"]["bonus_stacks"]]


def _game(on: MapLike) -> Game:
    """A game on the map that is meant."""
    if isinstance(on, Game):
        return on
    if isinstance(on, Map):
        return on._game
    if isinstance(on, str):
        own = _maps().get(on)
        # The list of names is in the message of `load`.
        return _native.load("thurn_and_taxis", map=on) if own is None else own._game
    raise TypeError(f"a map is a name, a Map or a Game, not {type(on).__name__}")


def __getattr__(name: str) -> Any:
    if name == "MAPS":
        return _maps()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "MAPS"])
