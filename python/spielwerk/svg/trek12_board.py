"""One board of Trek 12 with what a player has written on it: circles, numbers, faces, ropes, areas, special places."""

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from spielwerk.svg import trek12_layout
from spielwerk.svg.canvas import Value
from spielwerk.svg.trek12_layout import Point
from spielwerk.svg.trek12_parts import (
    AMBER,
    CHOICE,
    INK,
    ROPE_COLOURS,
    WARNING,
    ZONE_COLOURS,
    Paper,
    badge,
    mountains,
    plain,
    sad_face,
)

__all__ = ["RADIUS", "UNIT", "Plan", "Writing", "draw_board", "groups", "plan", "rope", "signs"]

UNIT = 66
"""Pixels between the middles of touching circles."""
RADIUS = 28
_MARGIN = 50
_BADGE = 11.5
_BADGE_AT = 29.5
_INNER = 18.5
_BLOB = 32

_TINTS = (
    ("#f8dfae", "#d3a243"),
    ("#c6e4f4", "#6aa9cb"),
    ("#aed8bd", "#4f9870"),
    ("#f7dce8", "#cf8aae"),
    ("#cdc2ea", "#8470bd"),
    ("#e8e4b4", "#b0a74f"),
)

Edge = tuple[int, int]
Sign = tuple[str, dict[str, Value]]
"""A kind of badge and what else there is to say about it."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """A board ready to be drawn: where everything is, in pixels from the top left corner of a field of ``width`` times
    ``height``.
    """

    board: Mapping[str, Any]
    places: list[Point]
    lines: dict[Edge, list[Point]]
    width: float
    height: float
    dangerous: frozenset[int]
    printed: list[tuple[int, Sign, Point]]
    """The signs of the board with their circles and places."""

    def moved(self, x: float, y: float) -> "Plan":
        """The same with its corner at (x, y)."""
        places = [(px + x, py + y) for px, py in self.places]
        lines = {edge: [(px + x, py + y) for px, py in line] for edge, line in self.lines.items()}
        printed = [(circle, sign, (px + x, py + y)) for circle, sign, (px, py) in self.printed]
        return dataclasses.replace(self, places=places, lines=lines, printed=printed)

    def line(self, a: int, b: int) -> list[Point]:
        """The line from one circle to another."""
        return self.lines.get((min(a, b), max(a, b))) or [self.places[min(a, b)], self.places[max(a, b)]]


@dataclasses.dataclass(frozen=True)
class Writing:
    """What is to be shown on a board: a player's map (empty for an empty sheet), the circle of the present round, the
    link choice that is open, and what has been paid to others, as pairs of ``"flags"`` or ``"top"`` and a circle.
    """

    player: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    choice: Mapping[str, Any] | None = None
    taken: frozenset[tuple[str, int]] = frozenset()

    @functools.cached_property
    def links(self) -> list[Edge]:
        """Pairs of linked circles, the lower number first."""
        return [(a, b) for a, b in self.player.get("links") or ()]

    def number(self, circle: int) -> Any:
        """A number, ``"face"`` or None."""
        numbers = self.player.get("numbers") or ()
        return numbers[circle] if circle < len(numbers) else None

    @property
    def last(self) -> int | None:
        """The circle of this round's move."""
        move = self.player.get("move")
        circle: int | None = move["circle"] if move else None
        return circle


def groups(pairs: Iterable[Edge]) -> list[list[int]]:
    """The connected groups that pairs make, each ascending, by smallest member."""
    home: dict[int, list[int]] = {}
    for a, b in pairs:
        one, two = home.setdefault(a, [a]), home.setdefault(b, [b])
        if one is not two:
            one += two
            for member in two:
                home[member] = one
    return sorted(sorted(group) for group in {id(group): group for group in home.values()}.values())


def plan(board: Mapping[str, Any], least_width: float = 0, least_height: float = 0) -> Plan:
    """Where the parts of a board lie."""
    places = trek12_layout.place_circles(board)
    edges = trek12_layout.edges_of(board)
    lines = trek12_layout.edge_lines(places, edges)
    points = [*places, *itertools.chain.from_iterable(lines.values())]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width = max(least_width, (right - left) * UNIT + 2 * _MARGIN)
    height = max(least_height, (bottom - top) * UNIT + 2 * _MARGIN)
    shift_x, shift_y = width / 2 - (left + right) / 2 * UNIT, height / 2 - (top + bottom) / 2 * UNIT

    def scaled(line: Iterable[Point]) -> list[Point]:
        return [(x * UNIT + shift_x, y * UNIT + shift_y) for x, y in line]

    field = Plan(
        board=board,
        places=scaled(places),
        lines={edge: scaled(line) for edge, line in lines.items()},
        width=width,
        height=height,
        dangerous=frozenset(circle["id"] for circle in board["circles"] if circle["max"] == 6),
        printed=[],
    )
    for circle, found in sorted(signs(board).items()):
        for sign in found:
            field.printed.append((circle, sign, _free_place(field, circle, [place for _, _, place in field.printed])))
    return field


def draw_board(canvas: Paper, sheet: Plan, x: float, y: float, writing: Writing) -> None:
    """The field of a board with (x, y) as its top left corner."""
    mountains(canvas, x, y, sheet.width, sheet.height, str(sheet.board.get("id", "")))
    sheet = sheet.moved(x, y)
    specials = sheet.board.get("specials") or {}
    same = [
        (a, b) for a, b in sheet.lines if isinstance(writing.number(a), int) and writing.number(a) == writing.number(b)
    ]
    ropes, areas = groups(writing.links), groups(same)
    tints = _tints(sheet, areas)
    _zones(canvas, sheet, specials.get("zones"))
    for area in areas:
        inside = [edge for edge in same if edge[0] in area]
        what = f"area of {len(area)} circles with the number {writing.number(area[0])}"
        with canvas.group(title=what, class_="area"):
            _blob(canvas, sheet, area, inside, _BLOB, tints[area[0]])
    for a, b in sheet.lines:
        canvas.polyline(sheet.line(a, b), class_=f"edge edge-{a}-{b}", fill="none", stroke="#7d8990", stroke_width=2.2)
    _halos(canvas, sheet, writing)
    grouped = {circle for group in (*ropes, *areas) for circle in group}
    failed = set(writing.player.get("failed") or ())
    waves = set(specials.get("waves") or ())
    facts = [_facts(sheet, circle, writing, circle in grouped - failed) for circle in range(len(sheet.places))]
    _long_links(canvas, sheet, ropes, writing)
    for circle, place in enumerate(sheet.places):
        _disc(canvas, sheet, circle, place, tints.get(circle), circle in waves, facts[circle])
    for number, circles in enumerate(ropes):
        links = [link for link in writing.links if link[0] in circles]
        _rope(canvas, sheet, links, circles, writing, _rope_colour(number))
    for a, b in specials.get("prelinked") or ():
        _double_bar(canvas, sheet.line(a, b), f"{a} and {b} are pre-linked")
    tied = {circle for group in ropes for circle in group}
    for circle, place in enumerate(sheet.places):
        alone = circle not in grouped or circle in failed
        ground = _ground(tints.get(circle), circle in waves) if circle in tied else None
        _content(canvas, circle, place, writing.number(circle), alone, ground, facts[circle])
    _badges(canvas, sheet, specials, writing)


# --- under the circles -----------------------------------------------------------------------------------


def _tints(sheet: Plan, areas: list[list[int]]) -> dict[int, tuple[str, str]]:
    """A tint for each circle in an area, others for areas that lie side by side."""
    tints: dict[int, tuple[str, str]] = {}
    for area in areas:
        near = {
            tint
            for circle, tint in tints.items()
            for own in area
            if math.dist(sheet.places[circle], sheet.places[own]) < 2.1 * UNIT
        }
        tint = next((tint for tint in _TINTS if tint not in near), _TINTS[len(tints) % len(_TINTS)])
        tints |= dict.fromkeys(area, tint)
    return tints


def _blob(
    canvas: Paper, sheet: Plan, circles: Iterable[int], edges: Iterable[Edge], radius: float, tint: tuple[str, str]
) -> None:
    """Circles grown together along their edges; long edges are but bridges."""
    circles, edges = list(circles), list(edges)
    for colour, more in ((tint[1], 1.5), (tint[0], 0)):
        for a, b in edges:
            line = sheet.line(a, b)
            wide = radius * 0.4 if _is_long(line) else radius
            canvas.polyline(line, fill="none", stroke=colour, stroke_width=2 * (wide + more), stroke_linecap="round")
        for a, b in _across(sheet, edges):
            canvas.polyline([sheet.places[a], sheet.places[b]], fill="none", stroke=colour, stroke_width=radius)
        for circle in circles:
            x, y = sheet.places[circle]
            canvas.circle(x, y, radius + more, fill=colour)


def _across(sheet: Plan, edges: Iterable[Edge]) -> list[Edge]:
    """Pairs that lie opposite in a square of edges, in the middle of which a hole would be left."""
    near: dict[int, set[int]] = {}
    for a, b in edges:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    return [
        (a, b)
        for a, b in itertools.combinations(sorted(near), 2)
        if len(near[a] & near[b]) >= 2 and math.dist(sheet.places[a], sheet.places[b]) < 1.6 * UNIT
    ]


def _zones(canvas: Paper, sheet: Plan, zones: Mapping[str, Any] | None) -> None:
    if not zones:
        return
    names = [table["zone"] for table in sheet.board["tables"]]
    for name, tint in zip(names, ZONE_COLOURS, strict=False):
        circles = set(zones.get(name) or ())
        inside = [edge for edge in sheet.lines if circles.issuperset(edge)]
        with canvas.group(title=plain(f"zone {name}"), class_="zone"):
            _blob(canvas, sheet, sorted(circles), inside, 36, tint)
    for circle in sorted(zones.get("shared") or ()):
        x, y = sheet.places[circle]
        with canvas.group(title=f"circle {circle} belongs to both zones", class_="shared"):
            for side, (light, dark) in zip((0, 1), ZONE_COLOURS, strict=True):
                for colour, radius in ((dark, 37.5), (light, 36)):
                    canvas.curve(
                        f"M{x:.2f} {y - radius:.2f}A{radius} {radius} 0 0 {side} {x:.2f} {y + radius:.2f}Z", fill=colour
                    )


def _halos(canvas: Paper, sheet: Plan, writing: Writing) -> None:
    """The circle of this round, and the neighbours among which a link is to be chosen."""
    choice = writing.choice
    if choice:
        for side in ("below", "above"):
            for circle in choice[side]:
                what = f"may be linked {side}"
                with canvas.group(title=what, class_=f"candidate candidate-{side}"):
                    canvas.polyline(
                        sheet.line(choice["circle"], circle),
                        fill="none",
                        stroke=CHOICE,
                        stroke_width=7,
                        stroke_dasharray="5 4",
                    )
                    x, y = sheet.places[circle]
                    canvas.circle(
                        x,
                        y,
                        RADIUS + 4.5,
                        fill="none",
                        stroke=CHOICE,
                        stroke_width=3.5,
                        stroke_dasharray="6 4",
                    )
    if writing.last is not None and writing.last < len(sheet.places):
        with canvas.group(title="written in this round", class_="last"):
            x, y = sheet.places[writing.last]
            canvas.circle(x, y, RADIUS + 5, fill="none", stroke=AMBER, stroke_width=5)


# --- circles ---------------------------------------------------------------------------------------------


def _ground(tint: tuple[str, str] | None, wave: bool) -> str:
    if tint is not None:
        return tint[0]
    return "#e4f1f8" if wave else "#ffffff"


def _facts(sheet: Plan, circle: int, writing: Writing, grouped: bool) -> str:
    value = writing.number(circle)
    if value is None:
        written = "empty"
    elif value == "face":
        written = "face"
    else:
        written = f"{value}{'' if grouped else ', isolated'}"
    return f"circle {circle}{', at most 6' if circle in sheet.dangerous else ''}: {written}"


def _disc(
    canvas: Paper, sheet: Plan, circle: int, place: Point, tint: tuple[str, str] | None, wave: bool, facts: str
) -> None:
    x, y = place
    danger = circle in sheet.dangerous
    width = 5.4 if danger else 1.7
    kind = f"circle circle-{circle}{' dangerous' if danger else ''}"
    with canvas.group(title=facts, class_=kind):
        canvas.circle(x, y, RADIUS - width / 2, class_="disc", fill=_ground(tint, wave), stroke=INK, stroke_width=width)
        if wave:
            for dy in (12, 18):
                wide = math.sqrt((RADIUS - width - 1) ** 2 - dy * dy)
                step = wide / 2
                path = f"M{x - wide:.2f} {y + dy:.2f}q{step / 2:.2f} -5 {step:.2f} 0" + f"t{step:.2f} 0" * 3
                canvas.curve(path, fill="none", stroke="#0072b2", stroke_opacity=0.55, stroke_width=1.8)


def _content(canvas: Paper, circle: int, place: Point, value: Any, alone: bool, ground: str | None, facts: str) -> None:
    """What stands in a circle; the id in an empty one. ``ground`` is the colour of a shield that a rope needs."""
    x, y = place
    if value is None:
        canvas.text(
            x, y + 4.7, str(circle), 13, "middle", fill="#7f898f", class_=f"empty empty-{circle}", font_style="italic"
        )
        return
    face = value == "face"
    kind = "face" if face else "number isolated" if alone else "number"
    with canvas.group(title=facts, class_=f"written written-{circle} {kind}"):
        if face:
            sad_face(canvas, x, y, 17.5)
            return
        if ground is not None:
            canvas.circle(x, y, _INNER, fill=ground)
        if alone:
            canvas.circle(
                x, y, 20.6, fill="none", stroke=WARNING, stroke_width=1.6, stroke_dasharray="2.6 3.6", class_="alone"
            )
        size = 25 if value < 10 else 22
        canvas.text(x, y + size * 0.36, str(value), size, "middle", fill=INK, font_weight="bold")


# --- ropes -----------------------------------------------------------------------------------------------


def _rope(
    canvas: Paper,
    sheet: Plan,
    links: Sequence[Edge],
    circles: Sequence[int],
    writing: Writing,
    colour: str,
) -> None:
    numbers = sorted(writing.number(circle) or 0 for circle in circles)
    what = f"rope of {len(circles)} circles from {numbers[0]} to {numbers[-1]}"
    with canvas.group(title=what, class_="rope"):
        for a, b in links:
            if not _is_long(sheet.line(a, b)):
                with canvas.group(class_=f"link link-{a}-{b}"):
                    rope(canvas, sheet.line(a, b), colour)
        for circle in circles:
            x, y = sheet.places[circle]
            canvas.circle(x, y, _INNER + 1.6, fill="none", stroke=INK, stroke_width=6.4)
            canvas.circle(x, y, _INNER + 1.6, fill="none", stroke=colour, stroke_width=4.2)


def _is_long(line: Sequence[Point]) -> bool:
    """Whether circles are so far apart that others may lie between them."""
    return sum(math.dist(p, q) for p, q in itertools.pairwise(line)) >= 1.3 * UNIT


def _long_links(canvas: Paper, sheet: Plan, ropes: Sequence[Sequence[int]], writing: Writing) -> None:
    """Links over long edges, which pass under circles that they do not touch."""
    for number, circles in enumerate(ropes):
        for a, b in writing.links:
            if a in circles and _is_long(sheet.line(a, b)):
                with canvas.group(class_=f"link link-{a}-{b}"):
                    rope(canvas, sheet.line(a, b), _rope_colour(number))


def _rope_colour(number: int) -> str:
    return ROPE_COLOURS[number % len(ROPE_COLOURS)]


def rope(canvas: Paper, line: Sequence[Point], colour: str, width: float = 11) -> None:
    """A twisted rope along a line."""
    style: dict[str, Value] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    canvas.polyline(list(line), stroke=INK, stroke_width=width + 2.4, **style)
    canvas.polyline(list(line), stroke=colour, stroke_width=width, **style)
    # The strands: short slanting strokes at even distances.
    strands, left, each = [], 3.0, 6.2
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / length, (by - ay) / length
        while left < length:
            x, y = ax + ux * left, ay + uy * left
            back, side = 2.6, width * 0.42
            strands.append(
                f"M{x - ux * back - uy * side:.2f} {y - uy * back + ux * side:.2f}"
                f"L{x + ux * back + uy * side:.2f} {y + uy * back - ux * side:.2f}"
            )
            left += each
        left -= length
    if strands:
        canvas.curve("".join(strands), fill="none", stroke="#ffffff", stroke_opacity=0.75, stroke_width=1.7)


def _double_bar(canvas: Paper, line: Sequence[Point], what: str) -> None:
    """Two bars across the gap between a pair of circles."""
    # In the middle of a bowed line as well as of a straight one.
    middle = len(line) // 2
    (ax, ay), (bx, by) = (line[0], line[-1]) if len(line) == 2 else (line[middle - 1], line[middle + 1])
    length = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / length, (by - ay) / length
    x, y = ((ax + bx) / 2, (ay + by) / 2) if len(line) == 2 else line[middle]
    whole = sum(math.dist(p, q) for p, q in itertools.pairwise(line))
    half = min(40.0, max(9.0, whole / 2 - RADIUS + 5))
    with canvas.group(title=what, class_="prelinked"):
        for colour, width in (("#ffffff", 7.0), (INK, 3.6)):
            for side in (-8.2, 8.2):
                cx, cy = x - uy * side, y + ux * side
                canvas.line(
                    cx - ux * half,
                    cy - uy * half,
                    cx + ux * half,
                    cy + uy * half,
                    stroke=colour,
                    stroke_width=width,
                    stroke_linecap="round",
                )


# --- special places --------------------------------------------------------------------------------------


def signs(board: Mapping[str, Any]) -> dict[int, list[Sign]]:
    """The badges of each circle."""
    specials = board.get("specials") or {}
    found: dict[int, list[Sign]] = {}

    def add(circles: Iterable[int], kind: str, **about: Value) -> None:
        for circle in sorted(circles):
            found.setdefault(circle, []).append((kind, about))

    add(board.get("start") or (), "start")
    for key, kind in _PLACES.items():
        add(specials.get(key) or (), kind)
    for kind in ("flags", "top"):
        add((specials.get(kind) or {}).get("circles") or (), _PAID[kind])
    colours = (specials.get("ornaments") or {}).get("colours") or {}
    for number, (colour, circles) in enumerate(colours.items()):
        add(circles, "ornament", colour=colour, number=number)
    return found


_PLACES = {
    "sofa": "sofa",
    "fridge": "fridge",
    "desk": "desk",
    "entrance": "entrance",
    "washbasin": "washbasin",
    "roses": "rose",
    "waves": "wave",
}
_PAID = {"flags": "flag", "top": "top"}


def _badges(canvas: Paper, sheet: Plan, specials: Mapping[str, Any], writing: Writing) -> None:
    taken = [place for _, _, place in sheet.printed]
    for circle, (kind, about), (x, y) in sheet.printed:
        for key in (key for key, name in _PAID.items() if name == kind):
            mine = circle in (writing.player.get(key) or ())
            about = about | {"state": "won" if mine else "lost" if (key, circle) in writing.taken else "open"}
        with canvas.group(title=_sign_title(kind, about, specials), class_=f"sign sign-{kind}"):
            badge(canvas, x, y, _BADGE, kind, **about)
    for circle in writing.player.get("failed") or ():
        x, y = _free_place(sheet, circle, taken)
        taken.append((x, y))
        with canvas.group(title="pre-link failed", class_="sign sign-broken"):
            badge(canvas, x, y, _BADGE, "broken")
    choice = writing.choice or {"below": (), "above": ()}
    for circle in sorted({*choice["below"], *choice["above"]}):
        x, y = _free_place(sheet, circle, taken)
        taken.append((x, y))
        canvas.circle(x, y, _BADGE, fill=CHOICE, stroke="#ffffff", stroke_width=1.2)
        canvas.text(x, y + 4.2, str(circle), 11.5, "middle", fill="#ffffff", font_weight="bold")


def _sign_title(kind: str, about: Mapping[str, Value], specials: Mapping[str, Any]) -> str:
    if kind == "ornament":
        return plain(f"ornament: {about['colour']}")
    for key, name in _PAID.items():
        if name == kind:
            paid = {"won": "paid", "lost": "paid to others"}.get(str(about["state"]), "open")
            return f"{kind}, {specials[key]['points']} points, {paid}"
    return kind


def _free_place(sheet: Plan, circle: int, taken: Sequence[Point]) -> Point:
    """Where on the rim of a circle a badge hides least."""
    x, y = sheet.places[circle]
    near = [place for other, place in enumerate(sheet.places) if other != circle]
    lines = [line for line in sheet.lines.values() if min(math.dist(p, (x, y)) for p in line) < 2 * UNIT]
    best, widest = (x, y), -math.inf
    steps = 72
    for step in range(steps):
        # From the upper right clockwise: of equal places the first is taken.
        angle = 2 * math.pi * step / steps - math.pi / 4
        here = (x + _BADGE_AT * math.cos(angle), y + _BADGE_AT * math.sin(angle))
        room = min((math.dist(here, place) - RADIUS for place in near), default=math.inf)
        room = min([room, *(math.dist(here, place) - _BADGE for place in taken)])
        ways = (trek12_layout.distance_to_line(here, p, q) for line in lines for p, q in itertools.pairwise(line))
        room = min(room, min(ways, default=math.inf) - 2)
        # Enough is enough: above that the order decides.
        room = min(room, _BADGE + 2.0)
        if room > widest + 0.3:
            best, widest = here, room
    return best
