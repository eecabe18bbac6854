"""Where everything of a Thurn and Taxis map is drawn, in pixels: cities, roads, names, regions.

No name lies upon another name, a city or the room that is kept for the houses of a city, whatever the map file says.
"""

import functools
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spielwerk.svg.layout import Edge, Point, edge_lines, found_places, given_places
from spielwerk.svg.thurn_and_taxis_parts import same
from spielwerk.svg.trek12_parts import fitted, text_width

__all__ = ["DOT", "HOUSE", "Box", "Name", "Plan", "house_places", "overlaps", "plan", "road_of", "shifted"]

DOT = 7.5
"""Radius of a city."""
HOUSE = (16.0, 17.0)
"""Room of one house."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_HOUSES_UP = 11.5
_LEAST, _MOST = 92.0, 116.0
_FULL = 880.0
_GIVEN_WIDEST = 12.0
_NAME, _NAME_HIGH, _NAME_WIDEST, _NAME_SAFE = 13.0, 15.0, 128.0, 66.0
_REGION_SIZES = (15.0, 13.0, 11.5)
_REACH, _ROAD_REACH, _APART, _GAP = 0.68, 0.54, 0.42, 1.8
_CELL = 12.0
_CORNERS = 28
_TRIANGLE = ((1 / 3, 1 / 3, 1 / 3), (0.6, 0.2, 0.2), (0.2, 0.6, 0.2), (0.2, 0.2, 0.6))


@dataclass(frozen=True)
class Name:
    """A line of text: its baseline and anchor, and the box that it fills at most."""

    text: str
    x: float
    y: float
    anchor: str
    size: float
    box: Box


@dataclass(frozen=True)
class Plan:
    """The places of a map in a picture of ``width`` by ``height``."""

    width: float
    height: float
    cities: tuple[Point, ...]
    roads: tuple[Edge, ...]
    lines: Mapping[Edge, Sequence[Point]]
    names: tuple[Name, ...]
    regions: tuple[tuple[tuple[Point, ...], ...], ...]
    region_names: tuple[tuple[Name, ...], ...]
    region_of: tuple[int | None, ...]
    houses: int


@dataclass(frozen=True)
class _Site:
    """A point around which the land belongs to a region, or to none."""

    place: Point
    region: int | None
    reach: float


def plan(map_: Mapping[str, Any], houses: int = 0) -> Plan:
    """The plan of a map with room for so many houses at every city; the same for the same map."""
    keys = ("regions", "cities", "roads")
    return _plan(json.dumps([map_[key] for key in keys]), houses)


def road_of(a: int, b: int) -> Edge:
    """The road between two cities as it is named in the plan."""
    return (a, b) if a < b else (b, a)


def house_places(place: Point, count: int) -> list[Point]:
    """The middles of the lower edges of the houses of a city, from left to right."""
    x, y = place
    return [(x + (number - (count - 1) / 2) * HOUSE[0], y - _HOUSES_UP) for number in range(count)]


def overlaps(a: Box, b: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def shifted(line: Sequence[Point], by: float) -> list[Point]:
    """A line moved sideways."""
    moved = []
    for number, (x, y) in enumerate(line):
        before, after = line[max(0, number - 1)], line[min(len(line) - 1, number + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        moved.append((x - dy / length * by, y + dx / length * by))
    return moved


@functools.lru_cache(maxsize=16)
def _plan(text: str, houses: int) -> Plan:
    regions, cities, roads = json.loads(text)
    ids = {same(city["name"]): number for number, city in enumerate(cities)}
    edges = sorted(road_of(ids[same(a)], ids[same(b)]) for a, b in roads)
    region_ids = {same(region["name"]): number for number, region in enumerate(regions)}
    region_of = tuple(None if city["region"] is None else region_ids[same(city["region"])] for city in cities)

    units = _places(cities, edges)
    left, top = min(x for x, _ in units), min(y for _, y in units)
    wide, high = max(x for x, _ in units) - left, max(y for _, y in units) - top
    unit = max(_LEAST, min(_MOST, (_FULL - 2 * _NAME_SAFE) / max(wide, 1.0)))
    edge = max(_REACH * unit + 6, _NAME_WIDEST / 2 + 6)
    places = tuple((edge + (x - left) * unit, edge + (y - top) * unit) for x, y in units)
    size = (2 * edge + wide * unit, 2 * edge + high * unit)
    # The lines are found in units: there their distances from other cities are judged.
    unit_lines = edge_lines(units, edges)
    lines = {
        road: [(edge + (x - left) * unit, edge + (y - top) * unit) for x, y in line]
        for road, line in unit_lines.items()
    }

    page = _Page(size, places, houses, lines.values())
    names = _city_names(page, [str(city["name"]) for city in cities])
    sites = _sites(places, region_of, lines, unit)
    land = _land(sites, len(regions))
    region_names = _region_names(page, names, sites, [str(region["name"]) for region in regions], region_of, edges)
    return Plan(
        *size, places, tuple(edges), lines, tuple(names), land, tuple(map(tuple, region_names)), region_of, houses
    )


def _places(cities: Sequence[Mapping[str, Any]], edges: Sequence[Edge]) -> list[Point]:
    if all(city.get("x") is not None and city.get("y") is not None for city in cities):
        given = given_places([(float(city["x"]), float(city["y"])) for city in cities], edges, _GIVEN_WIDEST)
        if given is not None:
            return given
    return found_places(len(cities), edges)


# --- names of cities -------------------------------------------------------------------------------------


class _Page:
    """What names have to keep off, and how many roads run through a box."""

    def __init__(
        self, size: tuple[float, float], places: Sequence[Point], houses: int, lines: Iterable[Sequence[Point]]
    ) -> None:
        self.size, self.places, self.houses = size, places, houses
        reach = DOT + 2
        self.taken: list[Box] = [(x - reach, y - reach, x + reach, y + reach) for x, y in places]
        if houses:
            half = houses * HOUSE[0] / 2
            self.taken += [(x - half, y - _HOUSES_UP - HOUSE[1], x + half, y - _HOUSES_UP + 1) for x, y in places]
        self._roads: dict[tuple[int, int], int] = {}
        for line in lines:
            for p, q in itertools.pairwise(line):
                steps = max(1, round(math.dist(p, q) / 4))
                for step in range(steps):
                    t = step / steps
                    cell = (int((p[0] + (q[0] - p[0]) * t) // 6), int((p[1] + (q[1] - p[1]) * t) // 6))
                    self._roads[cell] = self._roads.get(cell, 0) + 1

    def free(self, box: Box) -> bool:
        """Whether a box lies on the page and nothing that is printed lies there."""
        inside = box[0] >= 2 and box[1] >= 2 and box[2] <= self.size[0] - 2 and box[3] <= self.size[1] - 2
        return inside and not any(overlaps(box, other) for other in self.taken)

    def crossed(self, box: Box, more: float = 0) -> float:
        """About the length of the roads in a box, somewhat larger if wanted, in pixels."""
        columns = range(int((box[0] - more) // 6), int((box[2] + more) // 6) + 1)
        rows = range(int((box[1] - more) // 6), int((box[3] + more) // 6) + 1)
        return 4.0 * sum(self._roads.get((column, row), 0) for column in columns for row in rows)


def _city_names(page: _Page, names: Sequence[str]) -> list[Name]:
    """A place for each name: the one that costs least, as long as no two come upon each other."""
    for widest in (_NAME_WIDEST, 96.0, _NAME_SAFE):
        options = [
            list(_options(page, place, fitted(name, _NAME, widest)))
            for place, name in zip(page.places, names, strict=True)
        ]
        if all(options):
            chosen = _choose(options)
            if not any(overlaps(a.box, b.box) for a, b in itertools.combinations(chosen, 2)):
                return chosen
    # Cities are so far apart that short names below them always have room.
    return [_below(place, fitted(name, _NAME, _NAME_SAFE)) for place, name in zip(page.places, names, strict=True)]


def _below(place: Point, text: str, shift: float = 0.0) -> Name:
    width = text_width(text, _NAME)
    x, y = place[0] + shift * width, place[1] + DOT + 4
    return Name(text, x, y + 12, "middle", _NAME, (x - width / 2, y, x + width / 2, y + _NAME_HIGH))


def _options(page: _Page, place: Point, text: str) -> Iterator[tuple[float, Name]]:
    """Places for a name beside, below and above its city, with what each costs."""
    width = text_width(text, _NAME)
    x, y = place
    up = _HOUSES_UP + HOUSE[1] + 1 if page.houses else DOT + 3
    found = [(0.0, _below(place, text))]
    found += [(2.0 + 12 * abs(shift), _below(place, text, shift)) for shift in (-0.2, 0.2, -0.36, 0.36)]
    for preference, anchor, sign in ((0.5, "start", 1), (1.0, "end", -1)):
        for down in (0.0, 5.0, -5.0, 9.0, 13.0, -9.0, -13.0):
            bx = x + sign * (DOT + 6 - (2 if abs(down) > 8 else 0))
            left = bx if sign > 0 else bx - width
            top = y + down - _NAME_HIGH / 2
            box = (left, top, left + width, top + _NAME_HIGH)
            found.append((preference + abs(down) / 4, Name(text, bx, top + 12, anchor, _NAME, box)))
    for shift in (0.0, -0.2, 0.2, -0.36, 0.36):
        middle = x + shift * width
        box = (middle - width / 2, y - up - _NAME_HIGH, middle + width / 2, y - up)
        cost = (9.0 if page.houses else 3.0) + 12 * abs(shift)
        found.append((cost, Name(text, middle, box[3] - 3, "middle", _NAME, box)))
    for preference, name in found:
        if page.free(name.box):
            yield preference + 0.3 * page.crossed(name.box, 4 + 2 * page.houses), name


def _choose(options: Sequence[Sequence[tuple[float, Name]]]) -> list[Name]:
    """One of each, by turns the best for what the others have now."""
    clash: dict[tuple[int, int], list[tuple[int, int]]] = {}
    flat = [(city, number, name) for city, some in enumerate(options) for number, (_, name) in enumerate(some)]
    for (city, number, name), (other, other_number, other_name) in itertools.combinations(flat, 2):
        if city != other and overlaps(name.box, other_name.box):
            clash.setdefault((city, number), []).append((other, other_number))
            clash.setdefault((other, other_number), []).append((city, number))
    now = [min(range(len(some)), key=lambda number: some[number][0]) for some in options]
    for _ in range(30):
        changed = False
        for city, some in enumerate(options):

            def worth(number: int, city: int = city) -> float:
                clashes = sum(now[other] == theirs for other, theirs in clash.get((city, number), ()))
                return options[city][number][0] + 500 * clashes

            best = min(range(len(some)), key=worth)
            if worth(best) < worth(now[city]) - 1e-9:
                now[city], changed = best, True
        if not changed:
            break
    return [some[number][1] for some, number in zip(options, now, strict=True)]


# --- regions ---------------------------------------------------------------------------------------------


def _sites(
    places: Sequence[Point], region_of: Sequence[int | None], lines: Mapping[Edge, Sequence[Point]], unit: float
) -> list[_Site]:
    """The cities, and points of the roads and triangles of roads that join those of a region."""
    sites = [_Site(place, region, _REACH * unit) for place, region in zip(places, region_of, strict=True)]
    inner: list[tuple[Point, int]] = []
    joined: dict[int, set[int]] = {}
    for (a, b), line in lines.items():
        region = region_of[a]
        if region is None or region != region_of[b]:
            continue
        points = line[1:-1] or [_mean(line, (1 - t, t)) for t in (0.25, 0.5, 0.75)]
        inner += [(point, region) for point in points[:: max(1, len(points) // 5)]]
        for c in sorted(joined.get(a, set()) & joined.get(b, set())):
            corners = (places[a], places[b], places[c])
            inner += [(_mean(corners, weights), region) for weights in _TRIANGLE]
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)
    for point, region in inner:
        others = [place for place, its in zip(places, region_of, strict=True) if its != region]
        if min((math.dist(point, other) for other in others), default=math.inf) > _APART * unit:
            sites.append(_Site(point, region, _ROAD_REACH * unit))
    return sites


def _mean(points: Sequence[Point], weights: Sequence[float]) -> Point:
    pairs = list(zip(points, weights, strict=True))
    return sum(point[0] * weight for point, weight in pairs), sum(point[1] * weight for point, weight in pairs)


def _land(sites: Sequence[_Site], regions: int) -> tuple[tuple[tuple[Point, ...], ...], ...]:
    """Polygons by region; those of different regions have no point in common."""
    land: list[list[tuple[Point, ...]]] = [[] for _ in range(regions)]
    for site in sites:
        if site.region is None:
            continue
        polygon = [
            (
                site.place[0] + site.reach * math.cos(2 * math.pi * k / _CORNERS),
                site.place[1] + site.reach * math.sin(2 * math.pi * k / _CORNERS),
            )
            for k in range(_CORNERS)
        ]
        for other in sites:
            apart = math.dist(site.place, other.place)
            if other.region != site.region and 1e-6 < apart < 2 * site.reach + 2 * _GAP:
                polygon = _cut(polygon, site.place, other.place, apart)
        if len(polygon) > 2:
            land[site.region].append(tuple(polygon))
    return tuple(map(tuple, land))


def _cut(polygon: list[Point], own: Point, other: Point, apart: float) -> list[Point]:
    """The part of a convex polygon that is nearer to its own site than to another, less half a border."""
    nx, ny = (other[0] - own[0]) / apart, (other[1] - own[1]) / apart
    limit = (own[0] + other[0]) / 2 * nx + (own[1] + other[1]) / 2 * ny - _GAP
    kept: list[Point] = []
    for p, q in itertools.pairwise([*polygon, polygon[0]] if polygon else []):
        before, after = p[0] * nx + p[1] * ny - limit, q[0] * nx + q[1] * ny - limit
        if before <= 0:
            kept.append(p)
        if (before <= 0) != (after <= 0):
            t = before / (before - after)
            kept.append((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
    return kept


def _parts(region_of: Sequence[int | None], edges: Sequence[Edge], region: int) -> list[list[int]]:
    """The cities of a region in groups joined by roads, the largest first."""
    left = [city for city, its in enumerate(region_of) if its == region]
    parts = []
    while left:
        part = [left.pop(0)]
        for city in part:
            joined = {a + b - city for a, b in edges if city in (a, b)}
            part += [other for other in left if other in joined]
            left = [other for other in left if other not in joined]
        parts.append(part)
    return sorted(parts, key=lambda part: (-len(part), part))


def _region_names(
    page: _Page,
    city_names: Sequence[Name],
    sites: Sequence[_Site],
    names: Sequence[str],
    region_of: Sequence[int | None],
    edges: Sequence[Edge],
) -> list[list[Name]]:
    """The names of each region: one for each part of it where there is room."""
    page.taken += [(box[0] - 2, box[1] - 1, box[2] + 2, box[3] + 1) for box in (name.box for name in city_names)]
    columns, rows = (math.ceil(length / _CELL) for length in page.size)
    ground = {
        (column, row): _region_at(sites, ((column + 0.5) * _CELL, (row + 0.5) * _CELL))
        for column in range(columns)
        for row in range(rows)
    }
    found: list[list[Name]] = [[] for _ in names]
    parts = [(number, part) for number in range(len(names)) for part in _parts(region_of, edges, number)]
    # The narrow ones have the least choice.
    for number, part in sorted(parts, key=lambda pair: (len(pair[1]), pair)):
        name = _region_name(page, ground, names[number], number, [sites[city].place for city in part], sites[0].reach)
        if name is not None:
            found[number].append(name)
            page.taken.append(name.box)
    return found


def _region_at(sites: Sequence[_Site], point: Point) -> int | None:
    nearest = min(sites, key=lambda site: (site.place[0] - point[0]) ** 2 + (site.place[1] - point[1]) ** 2)
    return nearest.region if math.dist(nearest.place, point) <= nearest.reach else None


def _region_name(
    page: _Page,
    ground: Mapping[tuple[int, int], int | None],
    text: str,
    region: int,
    cities: Sequence[Point],
    reach: float,
) -> Name | None:
    """The best place on the ground of a region near to some of its cities, None if there is none."""
    centre = (sum(x for x, _ in cities) / len(cities), sum(y for _, y in cities) / len(cities))
    cells = [
        cell
        for cell, its in ground.items()
        if its == region
        and any(math.dist(((cell[0] + 0.5) * _CELL, (cell[1] + 0.5) * _CELL), city) < reach * 1.3 for city in cities)
    ]
    for size, least in itertools.product(_REGION_SIZES, (0.9, 0.66)):
        short = fitted(text, size, 150, bold=True)
        width, high = text_width(short, size, bold=True), size * 1.1
        best: tuple[float, Name] | None = None
        for column, row in cells:
            x, y = (column + 0.5) * _CELL, (row + 0.5) * _CELL
            box = (x - width / 2, y - high / 2, x + width / 2, y + high / 2)
            if not page.free(box):
                continue
            own = [
                ground.get((int((box[0] + width * k / 8) // _CELL), int(edge // _CELL))) == region
                for k in range(9)
                for edge in (box[1], box[3])
            ]
            share = sum(own) / len(own)
            if share >= least:
                cost = page.crossed(box) + 60 * (1 - share) + 0.12 * math.dist((x, y), centre)
                if best is None or cost < best[0] - 1e-9:
                    best = (cost, Name(short, x, box[3] - size * 0.28, "middle", size, box))
        if best is not None:
            return best[1]
    return None
