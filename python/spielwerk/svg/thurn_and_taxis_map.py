"""The map of Thurn and Taxis: regions, roads, cities, and what players have there: houses and routes."""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from spielwerk.svg.canvas import Value
from spielwerk.svg.layout import Point
from spielwerk.svg.thurn_and_taxis_parts import FREE, GROUND, PLAYERS, Tint, called, free_city, house, tag, tints
from spielwerk.svg.thurn_and_taxis_plan import DOT, Box, Name, Plan, house_places, overlaps, road_of, shifted
from spielwerk.svg.trek12_parts import INK, MUTED, Paper, fitted, text_width

__all__ = ["draw_ground", "draw_key", "draw_map", "key_height", "map_key"]

_LANE = 6.0
_KEY_LINE = 24.0


def draw_map(
    canvas: Paper,
    map_: Mapping[str, Any],
    where: Plan,
    players: Sequence[Mapping[str, Any]] = (),
    placed: Sequence[int] = (),
    owner: int | None = None,
) -> None:
    """The map, and on it the players' houses and routes; the houses ``placed`` in the present close stand out."""
    colours = tints(map_)
    _draw_regions(canvas, map_, where, colours)
    _draw_roads(canvas, where)
    _draw_region_names(canvas, where, colours)
    for seat, player in enumerate(players):
        _draw_route(canvas, map_, where, seat, len(players), player["row"])
    _draw_tags(canvas, map_, where, players)
    for city in range(len(where.cities)):
        _draw_city(canvas, map_, where, city)
    for city, place in enumerate(where.cities):
        seats = [seat for seat, player in enumerate(players) if city in player["houses"]]
        for seat, (x, y) in zip(seats, house_places(place, len(seats)), strict=True):
            about = f"house of seat {seat} at {called(map_['cities'][city]['name'])}"
            with canvas.group(title=about, class_=f"house house-{seat}-{city}"):
                house(canvas, x, y, seat, glow=seat == owner and city in placed)


def draw_ground(canvas: Paper, where: Plan, width: float) -> None:
    """What the map lies on, as wide as wanted with the map in the middle."""
    more = max(0.0, width - where.width)
    canvas.rect(-more / 2, 0, where.width + more, where.height, 14, fill=GROUND, class_="ground")


def _write(canvas: Paper, name: Name, halo: str, **style: Value) -> None:
    """A name with a pale edge, so that roads below it do not disturb it."""
    edge: dict[str, Value] = {"stroke": halo, "stroke_width": 3.2, "stroke_linejoin": "round", "stroke_opacity": 0.85}
    canvas.text(name.x, name.y, name.text, name.size, name.anchor, paint_order="stroke", **edge, **style)


def _draw_regions(canvas: Paper, map_: Mapping[str, Any], where: Plan, colours: Sequence[Tint]) -> None:
    for number, (polygons, (light, dark)) in enumerate(zip(where.regions, colours, strict=True)):
        loops = [list(polygon) for polygon in polygons]
        if loops:
            title = called(map_["regions"][number]["name"])
            with canvas.group(title=title, class_=f"region region-{number}", stroke_linejoin="round"):
                canvas.path(loops, fill=dark, fill_opacity=0.9, stroke=dark, stroke_width=2.4, stroke_opacity=0.9)
                canvas.path(loops, fill=light, stroke=light, stroke_width=0.6)


def _draw_roads(canvas: Paper, where: Plan) -> None:
    for a, b in where.roads:
        canvas.polyline(
            list(where.lines[a, b]),
            class_=f"road road-{a}-{b}",
            fill="none",
            stroke="#8d7f68",
            stroke_width=2.6,
            stroke_linecap="round",
        )


def _draw_region_names(canvas: Paper, where: Plan, colours: Sequence[Tint]) -> None:
    for names, (light, dark) in zip(where.region_names, colours, strict=True):
        for name in names:
            style: dict[str, Value] = {"font_weight": "bold", "font_style": "italic", "class_": "region-name"}
            _write(canvas, name, light, fill=dark, **style)


def _draw_city(canvas: Paper, map_: Mapping[str, Any], where: Plan, city: int) -> None:
    x, y = where.cities[city]
    about = map_["cities"][city]
    region = about["region"]
    title = f"{called(about['name'])}: {'free city' if region is None else called(region)}"
    with canvas.group(title=title, class_=f"city city-{city}"):
        if region is None:
            free_city(canvas, x, y, DOT)
        canvas.circle(
            x, y, DOT - (3 if region is None else 0), fill="#ffffff", stroke=INK, stroke_width=2.2, class_="dot"
        )
        _write(canvas, where.names[city], "#fffdf6", fill=INK, class_="city-name")


# --- routes ----------------------------------------------------------------------------------------------


def _lane(seat: int, players: int) -> float:
    return (seat - (players - 1) / 2) * _LANE


def _route(where: Plan, row: Sequence[int], lane: float) -> list[Point]:
    """The line of a route along its roads, in the lane of its player."""
    points: list[Point] = []
    for a, b in itertools.pairwise(row):
        line = list(where.lines.get(road_of(a, b)) or [where.cities[min(a, b)], where.cities[max(a, b)]])
        line = shifted(line, lane)
        points += line if a < b else line[::-1]
    return points


def _along(points: Sequence[Point], way: float) -> Point:
    """The point of a line that is so far from its start."""
    for p, q in itertools.pairwise(points):
        length = math.dist(p, q)
        if way <= length and length > 0:
            return p[0] + (q[0] - p[0]) * way / length, p[1] + (q[1] - p[1]) * way / length
        way -= length
    return points[-1]


def _draw_route(
    canvas: Paper, map_: Mapping[str, Any], where: Plan, seat: int, players: int, row: Sequence[int]
) -> None:
    if len(row) < 2:
        return
    colour = PLAYERS[seat % len(PLAYERS)]
    points = _route(where, row, _lane(seat, players))
    cities = map_["cities"]
    title = f"route of seat {seat}: {', '.join(called(cities[city]['name']) for city in row)}"
    with canvas.group(title=title, class_=f"route route-{seat}", stroke_linejoin="round", stroke_linecap="round"):
        canvas.polyline(points, fill="none", stroke="#ffffff", stroke_width=7.2, stroke_opacity=0.85)
        canvas.polyline(points, fill="none", stroke=colour, stroke_width=4.4, class_="line")
        back = points[::-1]
        tip, foot = _along(back, DOT + 4), _along(back, DOT + 19)
        nx, ny = tip[1] - foot[1], foot[0] - tip[0]
        scale = 7.2 / (math.hypot(nx, ny) or 1.0)
        wings = [(foot[0] + side * nx * scale, foot[1] + side * ny * scale) for side in (1, -1)]
        canvas.path([[tip, *wings]], fill=colour, stroke="#ffffff", stroke_width=1.3, class_="arrow")


def _draw_tags(canvas: Paper, map_: Mapping[str, Any], where: Plan, players: Sequence[Mapping[str, Any]]) -> None:
    """The players' numbers near the left ends of their routes, where there is room; a ring for a route of one city."""
    taken = [name.box for name in (*where.names, *itertools.chain.from_iterable(where.region_names))]
    taken += [(px - DOT, py - DOT, px + DOT, py + DOT) for px, py in where.cities]
    for place in where.cities if where.houses else ():
        row = house_places(place, where.houses)
        taken.append((row[0][0] - 8, row[0][1] - 17, row[-1][0] + 8, row[0][1]))
    rings: list[int] = []
    for seat, player in enumerate(players):
        row = player["row"]
        if len(row) == 1:
            title = f"route of seat {seat}: {called(map_['cities'][row[0]]['name'])}"
            with canvas.group(title=title, class_=f"route route-{seat}"):
                x, y = where.cities[row[0]]
                ring = DOT + 4 + 3.4 * rings.count(row[0])
                rings.append(row[0])
                canvas.circle(x, y, ring, fill="none", stroke="#ffffff", stroke_width=5.4, stroke_opacity=0.7)
                colour = PLAYERS[seat % len(PLAYERS)]
                canvas.circle(x, y, ring, fill="none", stroke=colour, stroke_width=3.2, class_="ring")
                tag(canvas, *_spot(_around((x, y), ring), taken), seat)
        elif row:
            points = _route(where, row, _lane(seat, len(players)))
            length = sum(math.dist(p, q) for p, q in itertools.pairwise(points))
            ways = [DOT + 13 + 5 * step for step in range(12) if DOT + 13 + 5 * step < length - DOT - 20]
            spots = [_along(points, way) for way in ways] or [_along(points, length / 2)]
            with canvas.group(class_=f"route-tag route-tag-{seat}"):
                tag(canvas, *_spot(spots, taken), seat)


def _around(place: Point, ring: float) -> list[Point]:
    return [
        (place[0] + far * math.cos(math.radians(angle)), place[1] + far * math.sin(math.radians(angle)))
        for far in (ring + 4, ring + 9, ring + 15, ring + 23)
        for angle in (150, 30, 180, 0, 135, 45, 195, 345, 120, 60, 90)
    ]


def _spot(spots: Sequence[Point], taken: list[Box]) -> Point:
    """The first spot for a tag that is free, else the one that is least covered; it is taken now."""

    def covered(number: int) -> int:
        return sum(overlaps(boxes[number], other) for other in taken)

    boxes = [(x - 8.5, y - 8.5, x + 8.5, y + 8.5) for x, y in spots]
    best = min(range(len(spots)), key=covered)
    taken.append(boxes[best])
    return spots[best]


# --- key -------------------------------------------------------------------------------------------------


def map_key(map_: Mapping[str, Any], where: Plan) -> list[tuple[str, Tint | None]]:
    """What stands below the map: regions that have no name on it, and the mark of free cities."""
    colours = tints(map_)
    entries: list[tuple[str, Tint | None]] = []
    for number, names in enumerate(where.region_names):
        if not names and where.regions[number]:
            entries.append((called(map_["regions"][number]["name"]), colours[number]))
    if None in where.region_of:
        entries.append(("free city", None))
    return entries


def _key_places(entries: Sequence[tuple[str, Tint | None]], room: float) -> list[tuple[float, float]]:
    places, x, y = [], 0.0, 0.0
    for text, _ in entries:
        width = text_width(fitted(text, 12.5, 180), 12.5) + 44
        if x > 0 and x + width > room:
            x, y = 0.0, y + _KEY_LINE
        places.append((x, y))
        x += width
    return places


def key_height(entries: Sequence[tuple[str, Tint | None]], room: float) -> float:
    """The height of the key."""
    return _key_places(entries, room)[-1][1] + _KEY_LINE if entries else 0.0


def draw_key(canvas: Paper, entries: Sequence[tuple[str, Tint | None]], x: float, y: float, room: float) -> None:
    """The key in lines of a width."""
    for (text, tint), (dx, dy) in zip(entries, _key_places(entries, room), strict=True):
        with canvas.group(class_="key"):
            if tint is None:
                free_city(canvas, x + dx + 11, y + dy + 10, DOT)
                canvas.circle(x + dx + 11, y + dy + 10, DOT - 3, fill="#ffffff", stroke=INK, stroke_width=2.2)
            else:
                canvas.rect(x + dx + 1, y + dy + 2, 20, 16, 4, fill=tint[0], stroke=tint[1], stroke_width=1.4)
            ink = FREE if tint is None else MUTED
            canvas.text(x + dx + 28, y + dy + 14.5, fitted(text, 12.5, 180), 12.5, fill=ink)
