"""Map files of Thurn and Taxis, written from `seeds/thurn_and_taxis.md` alone: every violation, and plain maps.

Rules TT-54 to TT-57, TT-94, TT-95, TT-97, TT-99. A check that needs a part already found faulty is left out (TT-95).
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

CODES: Final = (
    *("E_JSON", "E_KEY", "E_TYPE", "E_SIZE", "E_COPIES", "E_NAME", "E_REF", "E_REGION_EMPTY", "E_ROAD_LOOP"),
    *("E_ROAD_DUP", "E_CONNECTED", "E_ROUTE7", "E_KIND", "E_VALUES", "E_MIN_LEN", "E_REGIONS", "E_GAME_END"),
)  # the table of section 8
KINDS: Final = ("route_length", "all_cities", "one_house_in_each", "game_end")  # TT-56
KINDS_WITH_REGIONS: Final = ("all_cities", "one_house_in_each")
REQUIRED: Final = ("name", "copies_per_city_card", "regions", "cities", "roads", "bonus_stacks")  # TT-55
CITIES: Final = (7, 32)  # E_SIZE
REGIONS: Final = (1, 16)
STACKS: Final = (1, 16)
FEWEST_CARDS: Final = 14
MOST_TILES: Final = 16  # of a stack (TT-97)
DEEPEST: Final = 127  # levels of nesting that a reader has to manage

Parts = tuple[str | int, ...]


# ---- plain maps ----


@dataclass(frozen=True)
class Stack:
    """A stack of tiles, the first value on top (TT-56)."""

    id: str
    kind: str
    values: tuple[int, ...]
    min_len: int  # 0 for other kinds than route_length
    regions: frozenset[int]  # ids; empty for kinds that have none


@dataclass(frozen=True)
class Map:
    """A map in plain lists; ids are list positions (TT-54)."""

    name: str
    copies: int  # TT-3
    regions: tuple[str, ...]
    cities: tuple[str, ...]
    region_of: tuple[int | None, ...]  # by city, None for a free city (TT-2)
    roads: tuple[tuple[int, int], ...]
    neighbours: tuple[frozenset[int], ...]
    stacks: tuple[Stack, ...]
    form: dict[str, Any]  # as in the file

    @property
    def n(self) -> int:
        return len(self.cities)


@dataclass(frozen=True)
class MapError:
    """One violation (TT-57); places as in TT-94."""

    code: str
    place: str
    message: str


def read_map(data: bytes | str) -> Map:
    """The map of a valid file; ValueError with all violations for any other (TT-57)."""
    errors = validate(data)
    if errors:
        raise ValueError("; ".join(f"{e.code} at {e.place or '.'}: {e.message}" for e in errors))
    return make_map(parse(data))


def make_map(form: dict[str, Any]) -> Map:
    """The map of a valid object."""
    regions = [nfc(region["name"]) for region in form["regions"]]
    cities = [nfc(city["name"]) for city in form["cities"]]
    roads = [(cities.index(nfc(a)), cities.index(nfc(b))) for a, b in form["roads"]]
    return Map(
        name=form["name"],
        copies=form["copies_per_city_card"],
        regions=tuple(regions),
        cities=tuple(cities),
        region_of=tuple(
            None if city["region"] is None else regions.index(nfc(city["region"])) for city in form["cities"]
        ),
        roads=tuple(roads),
        neighbours=neighbours(len(cities), roads),
        stacks=tuple(
            Stack(
                id=stack["id"],
                kind=stack["kind"],
                values=tuple(stack["values"]),
                min_len=stack.get("min_len", 0),
                regions=frozenset(regions.index(nfc(name)) for name in stack.get("regions", [])),
            )
            for stack in form["bonus_stacks"]
        ),
        form=form,
    )


def nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)  # TT-54


def neighbours(n: int, roads: Iterable[tuple[int, int]]) -> tuple[frozenset[int], ...]:
    joined: list[set[int]] = [set() for _ in range(n)]
    for a, b in roads:
        joined[a].add(b)
        joined[b].add(a)
    return tuple(frozenset(others) for others in joined)


def connected(joined: Sequence[frozenset[int]]) -> bool:
    reached, border = {0}, {0}
    while border:
        border = {b for a in border for b in joined[a]} - reached
        reached |= border
    return len(reached) == len(joined)


def has_route(joined: Sequence[frozenset[int]], length: int) -> bool:
    """Whether a simple route of so many cities exists."""

    def longer(route: tuple[int, ...]) -> bool:
        return len(route) == length or any(longer((*route, c)) for c in sorted(joined[route[-1]]) if c not in route)

    return any(longer((city,)) for city in range(len(joined)))


# ---- the text ----


def parse(data: bytes | str) -> Any:
    """The JSON value of a file; ValueError for all that is E_JSON, but for the top being no object."""
    text = data.decode("utf-8") if isinstance(data, bytes) else data
    text.encode("utf-8")  # a str may hold half a surrogate pair, which is no UTF-8
    if text.startswith("\ufeff"):
        raise ValueError("a byte order mark is no JSON")
    if _depth(text) > DEEPEST:
        raise ValueError(f"nested deeper than {DEEPEST} levels")
    value = json.loads(
        text, parse_constant=_no_constant, parse_int=_integer, parse_float=_float, object_pairs_hook=_object
    )
    _no_half_pairs(value)
    return value


def _depth(text: str) -> int:
    """How deep lists and objects are nested; a text that is no JSON is refused anyway."""
    deepest = depth = 0
    for token in re.findall(r'"(?:\\.|[^"\\])*"|[\[\]{}]', text, re.DOTALL):
        if token in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif token in ("]", "}"):
            depth -= 1
    return deepest


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError("a number beyond a double")
    return value


def _integer(text: str) -> int:
    _float(text)
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError("a key twice in one object")
    for key in keys:
        _no_half_pairs(key)
    return dict(pairs)


def _no_half_pairs(value: Any) -> None:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _no_half_pairs(item)
    elif isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("half a surrogate pair")


# ---- all violations ----


def validate(data: bytes | str) -> list[MapError]:
    """All violations of a map file (TT-57), none for a valid one.

    Ordered by place, part by part, positions as numbers, keys by code point, a place before those below it; then by the
    order of the codes in the table (TT-99).
    """
    try:
        document = parse(data)
    except (ValueError, RecursionError) as error:
        return [MapError("E_JSON", "", str(error))]
    if not isinstance(document, dict):
        return [MapError("E_JSON", "", "the top is not an object")]
    faults = Faults()
    _check_map(document, faults)
    return faults.sorted()


def place_text(parts: Parts) -> str:
    """TT-94."""
    text = ""
    for part in parts:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def is_integer(value: Any) -> bool:
    return type(value) is int and -(2**63) <= value < 2**63  # E_TYPE: true and 3.0 are none; TT-99: 64 signed bits


class Faults:
    """The violations found so far."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Parts, str]] = []

    def report(self, code: str, place: Parts, message: str) -> None:
        assert code in CODES
        if not any((code, place) == (c, p) for c, p, _ in self.found):
            self.found.append((code, place, message))

    def at(self, place: Parts, codes: Iterable[str] = CODES) -> bool:
        """Whether one of the codes was reported at the place or below it."""
        return any(code in codes and where[: len(place)] == place for code, where, _ in self.found)

    def sorted(self) -> list[MapError]:
        def order(fault: tuple[str, Parts, str]) -> tuple[Any, ...]:
            code, place, _ = fault
            parts = [(0, part, "") if isinstance(part, int) else (1, 0, part) for part in place]
            return parts, CODES.index(code)

        errors: dict[tuple[str, str], MapError] = {}
        for code, place, message in sorted(self.found, key=order):
            # TT-94: at most one for each code and place; an odd key may have the place of something else.
            errors.setdefault((code, place_text(place)), MapError(code, place_text(place), message))
        return list(errors.values())

    # ---- keys and types ----

    def typed(self, value: Any, kind: str, place: Parts) -> bool:
        right = {
            "object": isinstance(value, dict),
            "list": isinstance(value, list),
            "string": isinstance(value, str),
            "string or null": value is None or isinstance(value, str),
            "integer": is_integer(value),
            "number": type(value) in (int, float),
        }[kind]
        if not right:
            self.report("E_TYPE", place, f"not of type {kind}")
        return right

    def keys(self, value: dict[str, Any], place: Parts, required: Iterable[str], optional: Iterable[str] = ()) -> None:
        """E_KEY."""
        required = list(required)
        for key in required:
            if key not in value:
                self.report("E_KEY", place, f"{key} is missing")
        for key in value:
            if key not in required and key not in optional:
                self.report("E_KEY", (*place, key), f"{key} has no place here")

    def get(self, value: Any, key: str, kind: str, place: Parts) -> Any:
        """The value of a key of an object; None if it is missing or of another type, which is reported."""
        if isinstance(value, dict) and key in value and self.typed(value[key], kind, (*place, key)):
            return value[key]
        return None

    def items(self, document: dict[str, Any], key: str) -> list[Any] | None:
        """A list of objects; an item that is none is None. None if there is no list."""
        found = self.get(document, key, "list", ())
        if found is None:
            return None
        return [item if self.typed(item, "object", (key, k)) else None for k, item in enumerate(found)]


def _check_map(document: dict[str, Any], faults: Faults) -> None:
    faults.keys(document, (), REQUIRED, ("status", "provenance", "notes"))
    faults.get(document, "status", "string", ())
    if faults.get(document, "name", "string", ()) == "":
        faults.report("E_NAME", ("name",), "empty")
    copies = faults.get(document, "copies_per_city_card", "integer", ())
    if copies is not None and not 1 <= copies <= 9:
        faults.report("E_COPIES", ("copies_per_city_card",), "not 1 to 9")
        copies = None
    regions = faults.items(document, "regions")
    cities = faults.items(document, "cities")
    roads = faults.get(document, "roads", "list", ())
    stacks = faults.items(document, "bonus_stacks")

    region_names = None if regions is None else _check_regions(regions, faults)
    city_names = None if cities is None else _check_cities(cities, copies, region_names, faults)
    if regions is not None and cities is not None:
        _check_empty_regions(regions, cities, faults)
    if roads is not None:
        _check_roads(roads, city_names, faults)
    if roads is not None and cities is not None:
        _check_graph(roads, cities, faults)
    if stacks is not None:
        _check_stacks(stacks, region_names, None if cities is None else len(cities), faults)


def _names(items: list[Any], key: str, place: str, faults: Faults) -> list[str] | None:
    """E_NAME. The names after NFC; None if one is missing or of another type: then nothing can be looked up (TT-95)."""
    names: list[str] = []
    for k, item in enumerate(items):
        name = faults.get(item, key, "string", (place, k))
        if name is None:
            continue
        if name == "" or nfc(name) in names:
            faults.report("E_NAME", (place, k, key), "empty or repeated")
        names.append(nfc(name))
    return names if len(names) == len(items) else None


def _check_size(count: int, limits: tuple[int, int], place: str, faults: Faults) -> None:
    if not limits[0] <= count <= limits[1]:
        faults.report("E_SIZE", (place,), f"not {limits[0]} to {limits[1]}")


def _check_regions(regions: list[Any], faults: Faults) -> list[str] | None:
    _check_size(len(regions), REGIONS, "regions", faults)
    for k, region in enumerate(regions):
        if region is not None:
            faults.keys(region, ("regions", k), ("name",), ("colour", "status"))
            faults.get(region, "colour", "string", ("regions", k))
            faults.get(region, "status", "string", ("regions", k))
    return _names(regions, "name", "regions", faults)


def _check_cities(
    cities: list[Any], copies: int | None, region_names: list[str] | None, faults: Faults
) -> list[str] | None:
    _check_size(len(cities), CITIES, "cities", faults)
    if copies is not None and len(cities) * copies < FEWEST_CARDS:
        faults.report("E_SIZE", ("cities",), f"fewer than {FEWEST_CARDS} cards")
    for k, city in enumerate(cities):
        place: Parts = ("cities", k)
        if city is None:
            continue
        faults.keys(city, place, ("name", "region"), ("status", "x", "y"))
        faults.get(city, "status", "string", place)
        faults.get(city, "x", "number", place)
        faults.get(city, "y", "number", place)
        if ("x" in city) != ("y" in city):
            faults.report("E_KEY", place, "x and y come together")
        region = faults.get(city, "region", "string or null", place)
        if region is not None and region_names is not None and nfc(region) not in region_names:
            faults.report("E_REF", (*place, "region"), "no such region")
    return _names(cities, "name", "cities", faults)


def _check_empty_regions(regions: list[Any], cities: list[Any], faults: Faults) -> None:
    """E_REGION_EMPTY, unless a city's region or a region's name is faulty (TT-95)."""
    if any(region is None or "name" not in region for region in regions):
        return
    if any(city is None or "region" not in city for city in cities):
        return
    if any(faults.at(("regions", k, "name")) for k in range(len(regions))):
        return
    if any(faults.at(("cities", k, "region")) for k in range(len(cities))):
        return
    used = {nfc(city["region"]) for city in cities if city["region"] is not None}
    for k, region in enumerate(regions):
        if nfc(region["name"]) not in used:
            faults.report("E_REGION_EMPTY", ("regions", k), "no city")


def _check_roads(roads: list[Any], city_names: list[str] | None, faults: Faults) -> None:
    """E_TYPE, E_REF, E_ROAD_LOOP, E_ROAD_DUP."""
    earlier: list[set[str]] = []
    for k, road in enumerate(roads):
        place: Parts = ("roads", k)
        if not (isinstance(road, list) and len(road) == 2 and all(isinstance(name, str) for name in road)):
            faults.report("E_TYPE", place, "not a list of exactly two strings")
            continue
        ends = [nfc(name) for name in road]
        for end, name in enumerate(ends):
            if city_names is not None and name not in city_names:
                faults.report("E_REF", (*place, end), "no such city")
        if ends[0] == ends[1]:
            faults.report("E_ROAD_LOOP", place, "from a city to itself")
        if faults.at(place):
            continue  # TT-95
        if set(ends) in earlier:
            faults.report("E_ROAD_DUP", place, "the same pair as an earlier road")
        earlier.append(set(ends))


def _check_graph(roads: list[Any], cities: list[Any], faults: Faults) -> None:
    """E_CONNECTED and E_ROUTE7, unless something they need is faulty (TT-95)."""
    if faults.at(("roads",)) or faults.at(("cities",), ["E_SIZE"]):
        return
    for k, city in enumerate(cities):
        if city is None or "name" not in city or ("x" in city) != ("y" in city):
            return
        if any(faults.at(("cities", k, key)) for key in ("name", "status", "x", "y")):
            return  # but for a faulty region, or an unknown key
    names = [nfc(city["name"]) for city in cities]
    joined = neighbours(len(names), [(names.index(nfc(a)), names.index(nfc(b))) for a, b in roads])
    if not connected(joined):
        faults.report("E_CONNECTED", ("roads",), "not every city can be reached")
    elif not has_route(joined, 7):
        faults.report("E_ROUTE7", ("roads",), "no simple route of seven cities")


def _check_stacks(stacks: list[Any], region_names: list[str] | None, n: int | None, faults: Faults) -> None:
    _check_size(len(stacks), STACKS, "bonus_stacks", faults)
    _names(stacks, "id", "bonus_stacks", faults)
    kinds: list[str | None] = []  # None where it is not known (TT-95)
    lengths: list[int] = []
    sets: list[tuple[str, set[str]]] = []
    for k, stack in enumerate(stacks):
        place: Parts = ("bonus_stacks", k)
        kinds.append(_check_stack(stack, place, faults))
        kind = kinds[-1]
        if kind == "route_length":
            _check_min_len(stack, place, n, lengths, faults)
        elif kind in KINDS_WITH_REGIONS:
            _check_stack_regions(stack, place, region_names, sets, faults)
        elif kind == "game_end" and isinstance(stack.get("values"), list) and len(stack["values"]) > 1:
            faults.report("E_GAME_END", (*place, "values"), "more than one value")
    if None not in kinds and kinds.count("game_end") != 1:
        faults.report("E_GAME_END", ("bonus_stacks",), "not exactly one game_end stack")


def _check_stack(stack: Any, place: Parts, faults: Faults) -> str | None:
    """Keys and values of a stack; its kind, if it has one."""
    if stack is None:
        return None
    given = faults.get(stack, "kind", "string", place)
    kind: str | None = given if given in KINDS else None
    if given is not None and kind is None:
        faults.report("E_KIND", (*place, "kind"), "unknown")
    own = {"route_length": ["min_len"], "all_cities": ["regions"], "one_house_in_each": ["regions"]}.get(kind or "", [])
    # TT-95: of a stack without a known kind min_len and regions are not looked at
    more = ["status"] if kind is not None else ["status", "min_len", "regions"]
    faults.keys(stack, place, ["id", "kind", "values", *own], more)
    faults.get(stack, "status", "string", place)
    values = faults.get(stack, "values", "list", place)
    if values is not None:
        right = [faults.typed(value, "integer", (*place, "values", i)) for i, value in enumerate(values)]
        if all(right):  # TT-95
            falling = all(a >= b for a, b in pairwise(values))
            wrong = not values or len(values) > MOST_TILES or not falling  # TT-97
            if wrong or not all(1 <= value <= 20 for value in values):
                faults.report("E_VALUES", (*place, "values"), "empty, too many, not 1 to 20, or rising")
    return kind


def _check_min_len(stack: Any, place: Parts, n: int | None, earlier: list[int], faults: Faults) -> None:
    length = faults.get(stack, "min_len", "integer", place)
    if length is None:
        return
    if (n is not None and not 3 <= length <= n) or length in earlier:
        faults.report("E_MIN_LEN", (*place, "min_len"), "not 3 to the number of cities, or repeated")
    earlier.append(length)


def _check_stack_regions(
    stack: Any, place: Parts, region_names: list[str] | None, earlier: list[tuple[str, set[str]]], faults: Faults
) -> None:
    names = faults.get(stack, "regions", "list", place)
    if names is None:
        return
    here = (*place, "regions")
    right = [faults.typed(name, "string", (*here, k)) for k, name in enumerate(names)]
    for k, name in enumerate(names):
        if right[k] and region_names is not None and nfc(name) not in region_names:
            faults.report("E_REF", (*here, k), "no such region")
    if not all(right):
        return  # TT-95
    plain = [nfc(name) for name in names]
    same = (stack["kind"], set(plain))
    if not plain or len(set(plain)) < len(plain) or same in earlier:
        faults.report("E_REGIONS", here, "empty, a region twice, or the same set in two stacks of one kind")
    earlier.append(same)
