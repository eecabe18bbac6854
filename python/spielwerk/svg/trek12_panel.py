"""What stands beside and below a board of Trek 12: boxes of the operations, score, legend, roll."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from spielwerk.svg.canvas import Value
from spielwerk.svg.trek12_board import rope, signs
from spielwerk.svg.trek12_parts import (
    AMBER,
    CHOICE,
    INK,
    LINE,
    MUTED,
    OPERATIONS,
    ROPE_COLOURS,
    SEAT,
    SHEET,
    WARNING,
    ZONE_COLOURS,
    Paper,
    badge,
    die,
    fitted,
    operation_sign,
    plain,
    plain_number,
    sad_face,
    text_width,
    tick,
)

__all__ = ["PANEL", "boxes_height", "draw_boxes", "draw_legend", "draw_roll", "draw_score", "legend", "score_height"]

PANEL = 214
"""Width of the column beside a board."""
_BOX, _PITCH, _IN_LINE = 15, 18, 8
_ROW = 24
_SCORE_ROW = 21

_ALWAYS = {
    "ropes": "Ropes",
    "longest_rope_bonus": "Longest rope",
    "areas": "Areas",
    "largest_area_bonus": "Largest area",
    "isolated": "Isolated",
    "faces": "Faces",
}
_SPECIAL = {
    "sofa_fridge": ("Sofa and fridge", "sofa"),
    "desk": ("Desk", "desk"),
    "entrance": ("Entrance", "entrance"),
    "roses": ("Roses", "roses"),
    "flags": ("Flags", "flags"),
    "ornaments": ("Ornaments", "ornaments"),
    "gift_areas": ("Gift areas", "gift_areas"),
    "top": ("Top", "top"),
    "defeat": ("Defeat", ""),
}


# --- boxes -----------------------------------------------------------------------------------------------


def _lines(limit: int) -> int:
    return max(1, -(-limit // _IN_LINE))


def _table_height(table: Mapping[str, Any]) -> float:
    rows = sum(_ROW + (_lines(table["limits"][operation]) - 1) * _PITCH for operation in OPERATIONS)
    return rows + (28 if table["zone"] != "all" else 0)


def boxes_height(board: Mapping[str, Any]) -> float:
    """The room that all tables need, one below the other."""
    tables = board["tables"]
    return sum(_table_height(table) for table in tables) + 10 * (len(tables) - 1)


def draw_boxes(canvas: Paper, board: Mapping[str, Any], player: Mapping[str, Any], x: float, y: float) -> None:
    """The tables of boxes, ticked ones ticked from the left; the box of this round stands out."""
    ticked = player.get("ticked") or [[0] * len(OPERATIONS) for _ in board["tables"]]
    move = player.get("move") or {}
    for number, table in enumerate(board["tables"]):
        if table["zone"] != "all":
            light, dark = ZONE_COLOURS[number]
            canvas.rect(x - 6, y - 2, PANEL + 6, _table_height(table) - 2, 8, fill=light, stroke=dark, stroke_width=1)
            name = fitted(f"zone {table['zone']}", 13, PANEL - 12, bold=True)
            canvas.text(x + 2, y + 15, name, 13, fill=INK, font_weight="bold")
            y += 26
        for row, operation in enumerate(OPERATIONS):
            limit, used = table["limits"][operation], ticked[number][row]
            what = f"{operation}: {used} of {limit} boxes ticked"
            with canvas.group(title=what, class_=f"boxes boxes-{number}-{operation}"):
                operation_sign(canvas, x + 9.5, y + 9.5, 18, operation)
                canvas.text(x + 25, y + 14.5, operation, 13.5, fill=INK if used < limit else MUTED)
                newest = used - 1 if move.get("row") == number * len(OPERATIONS) + row else -1
                for box in range(limit):
                    bx, by = x + 66 + box % _IN_LINE * _PITCH, y + 2 + box // _IN_LINE * _PITCH
                    _box(canvas, bx, by, box < used, box == newest)
            y += _ROW + (_lines(limit) - 1) * _PITCH
        y += 12


def _box(canvas: Paper, x: float, y: float, used: bool, new: bool) -> None:
    canvas.rect(
        x,
        y,
        _BOX,
        _BOX,
        3,
        class_="box ticked new" if new else "box ticked" if used else "box",
        fill="#ffe9b8" if new else "#ffffff",
        stroke=AMBER if new else INK,
        stroke_width=2.2 if new else 1.1,
        stroke_opacity=1 if new else 0.75,
    )
    if used:
        tick(canvas, x, y, _BOX, INK if new else SEAT)


# --- score -----------------------------------------------------------------------------------------------


def _items(board: Mapping[str, Any], score: Mapping[str, float]) -> list[tuple[str, str, float]]:
    """Key, name and points of the items to be shown: those of every board, those of this one, and others that count."""
    specials = board.get("specials") or {}
    items = [(key, name, score[key]) for key, name in _ALWAYS.items() if key in score]
    for key, points in score.items():
        if key in _ALWAYS or key == "total":
            continue
        name, special = _SPECIAL.get(key, (key.replace("_", " ").capitalize(), ""))
        if points or specials.get(special):
            items.append((key, plain(name), points))
    return items


def score_height(board: Mapping[str, Any], score: Mapping[str, float]) -> float:
    """The room that the items and the total need."""
    return len(_items(board, score)) * _SCORE_ROW + 34


def draw_score(canvas: Paper, board: Mapping[str, Any], score: Mapping[str, float], x: float, y: float) -> None:
    """The items of a score sheet and their total."""
    for key, name, points in _items(board, score):
        with canvas.group(class_=f"item item-{key}"):
            canvas.text(x, y + 14, fitted(name, 13.5, PANEL - 60), 13.5, fill=INK if points else MUTED)
            colour = WARNING if points < 0 else INK if points else MUTED
            canvas.text(x + PANEL - 4, y + 14, plain_number(points), 13.5, "end", fill=colour)
        y += _SCORE_ROW
    canvas.line(x, y + 3, x + PANEL - 4, y + 3, stroke=INK, stroke_width=1.2)
    with canvas.group(class_="item item-total"):
        canvas.text(x, y + 25, "Total", 17, fill=INK, font_weight="bold")
        canvas.text(x + PANEL - 4, y + 25, plain_number(score["total"]), 19, "end", fill=INK, font_weight="bold")


# --- roll ------------------------------------------------------------------------------------------------


def _values(red: int, yellow: int) -> dict[str, int]:
    return {
        "min": min(red, yellow),
        "max": max(red, yellow),
        "diff": abs(red - yellow),
        "sum": red + yellow,
        "prod": red * yellow,
    }


def draw_roll(canvas: Paper, roll: Sequence[int] | None, x: float, y: float) -> None:
    """Two dice and what the operations make of them; empty dice before the roll. 40 pixels high, 430 wide."""
    red, yellow = roll if roll is not None else (None, None)
    die(canvas, x, y, 38, "red", red)
    die(canvas, x + 46, y, 38, "yellow", yellow)
    if red is None or yellow is None:
        return
    x += 102
    for operation, value in _values(red, yellow).items():
        with canvas.group(title=f"{operation} {value}", class_=f"value value-{operation}"):
            canvas.rect(x, y + 3, 62, 32, 9, fill=SHEET, stroke=LINE, stroke_width=1.2)
            operation_sign(canvas, x + 15, y + 19, 18, operation)
            canvas.text(x + 42, y + 25.5, str(value), 18, "middle", fill=INK, font_weight="bold")
        x += 67


# --- legend ----------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Entry:
    """One thing that the legend explains: a drawing, ``room`` pixels wide, and a text, both placed by ``legend``."""

    room: float
    text: str
    sample: Callable[[Paper, float, float], None]
    x: float = 0
    y: float = 0


_LEGEND_ROW, _LEGEND_SIZE = 30, 13


def legend(board: Mapping[str, Any], width: float, marks: Set[str]) -> tuple[list[Entry], float]:
    """The entries of the legend, flowing in lines of a width, and the height they need. ``marks`` are things on the
    sheets: ``written``, ``last``, ``choice``, ``failed``.
    """
    placed, x, y = [], 0.0, 0.0
    for entry in _entries(board, marks):
        text = fitted(entry.text, _LEGEND_SIZE, min(width - entry.room - 12, 300))
        each = entry.room + 7 + text_width(text, _LEGEND_SIZE)
        if x > 0 and x + each > width:
            x, y = 0.0, y + _LEGEND_ROW
        placed.append(dataclasses.replace(entry, text=text, x=x, y=y))
        x += each + 20
    return placed, y + _LEGEND_ROW if placed else 0.0


def draw_legend(canvas: Paper, entries: Sequence[Entry], x: float, y: float) -> None:
    """The legend with (x, y) as its top left corner."""
    with canvas.group(class_="legend"):
        for entry in entries:
            left, middle = x + entry.x, y + entry.y + _LEGEND_ROW / 2
            entry.sample(canvas, left, middle)
            canvas.text(left + entry.room + 7, middle + 4.6, entry.text, _LEGEND_SIZE, fill=INK)


def _entries(board: Mapping[str, Any], marks: Set[str]) -> list[Entry]:
    specials = board.get("specials") or {}
    entries = []
    if any(circle["max"] == 6 for circle in board["circles"]):
        entries.append(Entry(22, "at most 6", _dangerous))
    seen = set[tuple[str, Value]]()
    for kinds in signs(board).values():
        for kind, about in kinds:
            if (kind, about.get("colour", "")) not in seen:
                seen.add((kind, about.get("colour", "")))
                entries.append(_sign_entry(kind, about, specials))
    entries.sort(key=lambda entry: entry.text.startswith("ornament"))
    if specials.get("prelinked"):
        entries.append(Entry(48, "pre-linked pair", _pair))
    if specials.get("zones"):
        for number, table in enumerate(board["tables"]):
            entries.append(Entry(22, f"zone {table['zone']}", _zone(number)))
        if specials["zones"].get("shared"):
            entries.append(Entry(22, "both zones", _both))
    if "written" in marks:
        entries.append(Entry(40, "rope", _rope_sample))
        entries.append(Entry(36, "area", _area_sample))
        entries.append(Entry(22, _isolated_text(board), _isolated))
        entries.append(Entry(22, "face", lambda canvas, x, y: sad_face(canvas, x + 11, y, 10)))
    if "failed" in marks:
        entries.append(Entry(22, "pre-link failed", lambda canvas, x, y: badge(canvas, x + 11, y, 11, "broken")))
    if "last" in marks:
        entries.append(Entry(22, "this round", _ring(AMBER, 4.4, "none")))
    if "choice" in marks:
        entries.append(Entry(22, "may be linked", _ring(CHOICE, 3.2, "4.6 3")))
    return entries


def _ring(colour: str, width: float, dashes: str) -> Callable[[Paper, float, float], None]:
    style: dict[str, Value] = {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_dasharray": dashes}
    return lambda canvas, x, y: canvas.circle(x + 11, y, 9, **style)


def _isolated_text(board: Mapping[str, Any]) -> str:
    price = (board.get("penalties") or {}).get("isolated", 3)
    return "isolated (minus its number)" if price == "number" else f"isolated ({plain_number(-price)})"


def _sign_entry(kind: str, about: Mapping[str, Value], specials: Mapping[str, Any]) -> Entry:
    text = {"start": "first circle", "flag": "flag", "top": "top"}.get(kind, kind)
    if kind in ("flag", "top"):
        text += f", {specials['flags' if kind == 'flag' else 'top']['points']} points"
    if kind == "ornament":
        text = f"ornament: {about['colour']}"
    return Entry(22, text, lambda canvas, x, y: badge(canvas, x + 11, y, 11, kind, **about))


def _dangerous(canvas: Paper, x: float, y: float) -> None:
    canvas.circle(x + 11, y, 9, fill="#ffffff", stroke=INK, stroke_width=3.4)


def _zone(number: int) -> Callable[[Paper, float, float], None]:
    light, dark = ZONE_COLOURS[number]
    return lambda canvas, x, y: canvas.circle(x + 11, y, 10, fill=light, stroke=dark, stroke_width=1.3)


def _both(canvas: Paper, x: float, y: float) -> None:
    for side, (light, dark) in zip((0, 1), ZONE_COLOURS, strict=True):
        canvas.curve(
            f"M{x + 11:.2f} {y - 10:.2f}A10 10 0 0 {side} {x + 11:.2f} {y + 10:.2f}Z",
            fill=light,
            stroke=dark,
            stroke_width=1.3,
        )


def _pair(canvas: Paper, x: float, y: float) -> None:
    for side in (-4, 4):
        canvas.line(x + 13, y + side, x + 35, y + side, stroke=INK, stroke_width=3, stroke_linecap="round")
    for dx in (10, 38):
        canvas.circle(x + dx, y, 9, fill="#ffffff", stroke=INK, stroke_width=1.4)


def _rope_sample(canvas: Paper, x: float, y: float) -> None:
    rope(canvas, [(x + 6, y), (x + 34, y)], ROPE_COLOURS[0], 9)


def _area_sample(canvas: Paper, x: float, y: float) -> None:
    for colour, width in (("#d3a243", 23), ("#f8dfae", 20)):
        canvas.line(x + 12, y, x + 25, y, stroke=colour, stroke_width=width, stroke_linecap="round")


def _isolated(canvas: Paper, x: float, y: float) -> None:
    canvas.circle(x + 11, y, 9.5, fill="#ffffff", stroke=WARNING, stroke_width=1.6, stroke_dasharray="2.6 3.2")
