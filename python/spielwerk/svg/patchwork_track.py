"""The time track of Patchwork as a ribbon that winds inwards, with its lines, special patches and tokens."""

from typing import Any

from spielwerk import patchwork
from spielwerk.svg.canvas import Canvas, Value
from spielwerk.svg.fabric import LEATHER, cloth
from spielwerk.svg.patchwork_parts import INK, MUTED, button, token

__all__ = ["HEIGHT", "WIDTH", "draw", "spiral"]

_STEP = 46
_ROWS, _COLS = 7, 8
WIDTH, HEIGHT = _COLS * _STEP, _ROWS * _STEP
_RIBBON = 38

Cell = tuple[int, int]


def spiral(rows: int, cols: int) -> list[Cell]:
    """All cells of a grid from the top left corner clockwise to the middle."""
    cells: list[Cell] = []
    top, left, bottom, right = 0, 0, rows - 1, cols - 1
    while top <= bottom and left <= right:
        cells += [(top, col) for col in range(left, right + 1)]
        cells += [(row, right) for row in range(top + 1, bottom + 1)]
        if top < bottom and left < right:
            cells += [(bottom, col) for col in range(right - 1, left - 1, -1)]
            cells += [(row, left) for row in range(bottom - 1, top, -1)]
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    return cells


def draw(canvas: Canvas, position: dict[str, Any], option: str, x: float, y: float) -> None:
    """The track with (x, y) as its top left corner. The last space takes all cells that are left in the middle."""
    track = patchwork.TRACK
    path = [(x + (col + 0.5) * _STEP, y + (row + 0.5) * _STEP) for row, col in spiral(_ROWS, _COLS)]
    shape: dict[str, Value] = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    canvas.polyline(path, stroke="#a58d63", stroke_width=_RIBBON + 3, **shape)
    canvas.polyline(path, stroke="#ecdcb9", stroke_width=_RIBBON, **shape)
    canvas.polyline(path[track.last :], stroke="#e3b7a0", stroke_width=_RIBBON, **shape)
    for line in range(1, track.last + 1):
        _line(canvas, path[line - 1], path[line], line in track.income_lines)
    for space in range(track.positions):
        left, top = path[space][0] - _RIBBON / 2 + 2.5, path[space][1] + _RIBBON / 2 - 4
        if space == 0:
            canvas.text(left + 3, top - 1, "start", 9.5, fill=MUTED)
        elif space != track.last:
            canvas.text(left, top, str(space), 9, fill=MUTED)
    end = [sum(values) / len(values) for values in zip(*path[track.last :], strict=True)]
    canvas.text(path[-1][0] + 12, end[1] + 13, str(track.last), 9.5, "end", fill=MUTED)
    _legend(canvas, x, y, option)
    for line in position["special_patches"]:
        (x1, y1), (x2, y2) = path[line - 1], path[line]
        with canvas.group(title=f"special patch on line {line}", class_="special-line"):
            cloth(canvas, [(0, 0)], (x1 + x2) / 2 - 9, (y1 + y2) / 2 - 9, 18, LEATHER, "dots")
    _tokens(canvas, position, path, (end[0], end[1]))


def _line(canvas: Canvas, before: tuple[float, float], after: tuple[float, float], income: bool) -> None:
    """The border between two spaces; an income line is thick and carries a button."""
    x, y = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
    # Across the way from one space to the next.
    across = (0.0, _RIBBON / 2) if before[1] == after[1] else (_RIBBON / 2, 0.0)
    style: dict[str, Value] = (
        {"stroke": "#2f6db3", "stroke_width": 3} if income else {"stroke": "#b59f74", "stroke_width": 1.1}
    )
    canvas.line(x - across[0], y - across[1], x + across[0], y + across[1], **style)
    if income:
        button(canvas, x, y, 8)


def _tokens(
    canvas: Canvas, position: dict[str, Any], path: list[tuple[float, float]], end: tuple[float, float]
) -> None:
    spaces = [player["position"] for player in position["players"]]
    last = patchwork.TRACK.last
    if spaces[0] != spaces[1]:
        for seat, space in enumerate(spaces):
            x, y = end if space == last else path[space]
            token(canvas, x, y, 12.5, seat)
    elif spaces[0] == last:
        for seat in (0, 1):
            token(canvas, end[0] + 34 * (seat - 0.5), end[1], 12.5, seat)
    else:
        # One upon the other, as on the table: the lower one shows at the bottom left.
        upper = position["on_top"] if position["on_top"] is not None else 0
        x, y = path[spaces[0]]
        token(canvas, x - 6, y + 6, 12.5, 1 - upper)
        token(canvas, x + 5, y - 6, 12.5, upper)


def _legend(canvas: Canvas, x: float, y: float, option: str) -> None:
    base = y + HEIGHT + 16
    button(canvas, x + 9, base - 4, 6)
    canvas.text(x + 20, base, "income line", 12, fill=MUTED)
    cloth(canvas, [(0, 0)], x + 98, base - 11.5, 14, LEATHER, "dots")
    canvas.text(x + 118, base, "special patch", 12, fill=MUTED)
    canvas.text(x + WIDTH, base, f"track: {option.replace('_', ' ')}", 12, "end", fill=INK)
