"""Polyominoes as pieces of cloth: a fabric for each number, outlines, seams."""

from collections.abc import Iterable

from spielwerk.svg.canvas import Canvas, Value

__all__ = ["LEATHER", "cloth", "define_patterns", "fabric", "outline"]

Cell = tuple[int, int]
Point = tuple[float, float]

LEATHER = "#a06a3c"

# Eleven dyes and three weaves: 33 patches, each with a look of its own.
_DYES = (
    "#c4533a",
    "#6d9dc5",
    "#e2a43b",
    "#4b8b6f",
    "#d4849a",
    "#39597f",
    "#eed08a",
    "#8a6aa3",
    "#8fb581",
    "#b0416b",
    "#4fa3a5",
)
_WEAVES = ("dots", "stripes", "checks")


def fabric(number: int) -> tuple[str, str]:
    """Colour and weave of a piece."""
    return _DYES[number % len(_DYES)], _WEAVES[number // len(_DYES) % len(_WEAVES)]


def define_patterns(canvas: Canvas) -> None:
    """The weaves as SVG patterns. Pictures on one page may share them: the names carry the package's own prefix."""
    with canvas.group("defs"):
        with canvas.group("pattern", id="sw-dots", width=9, height=9, patternUnits="userSpaceOnUse"):
            canvas.circle(2.5, 2.5, 1.3, fill="#fff", fill_opacity=0.5)
            canvas.circle(7, 7, 1.3, fill="#fff", fill_opacity=0.5)
        with canvas.group(
            "pattern", id="sw-stripes", width=7, height=7, patternUnits="userSpaceOnUse", patternTransform="rotate(45)"
        ):
            canvas.rect(0, 0, 2.4, 7, fill="#fff", fill_opacity=0.36)
        with canvas.group("pattern", id="sw-checks", width=12, height=12, patternUnits="userSpaceOnUse"):
            canvas.rect(0, 0, 6, 12, fill="#fff", fill_opacity=0.22)
            canvas.rect(0, 0, 12, 6, fill="#fff", fill_opacity=0.22)
        with canvas.group(
            "pattern", id="sw-unknown", width=6, height=6, patternUnits="userSpaceOnUse", patternTransform="rotate(-45)"
        ):
            canvas.rect(0, 0, 1.2, 6, fill="#6b6459", fill_opacity=0.35)


def outline(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Corner points (row, col) of the border of a set of cells, one loop for each piece of border, the cells on its
    right hand.
    """
    covered = set(cells)
    step: dict[Cell, list[Cell]] = {}
    for row, col in sorted(covered):
        a, b, c, d = (row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)
        for start, end, beyond in (
            (a, b, (row - 1, col)),
            (b, c, (row, col + 1)),
            (c, d, (row + 1, col)),
            (d, a, (row, col - 1)),
        ):
            if beyond not in covered:
                step.setdefault(start, []).append(end)
    loops = []
    while step:
        first = min(step)
        point, came, loop = first, (0, 0), list[Cell]()
        while point in step:
            ends = step[point]
            # Where two cells touch at a corner there are two ways: the right turn stays with the cell that is being
            # walked around.
            end = max(ends, key=lambda e: came[1] * (e[0] - point[0]) - came[0] * (e[1] - point[1]))
            ends.remove(end)
            if not ends:
                del step[point]
            went = (end[0] - point[0], end[1] - point[1])
            if went != came:
                loop.append(point)
            point, came = end, went
        loops.append(loop)
    return loops


def _inset(loop: list[Cell], x: float, y: float, size: float, by: float) -> list[Point]:
    """The loop on the canvas, moved inwards by ``by``."""
    points = []
    for before, here, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        row, col = float(here[0]), float(here[1])
        dr = dc = 0.0
        for start, end in ((before, here), (here, after)):
            # The inside is on the right: for a walk to the right (col grows) that is down (row grows).
            dr += _sign(end[1] - start[1])
            dc -= _sign(end[0] - start[0])
        points.append((x + col * size + dc * by, y + row * size + dr * by))
    return points


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def cloth(
    canvas: Canvas, cells: Iterable[Cell], x: float, y: float, size: float, colour: str, weave: str, **style: Value
) -> None:
    """A piece of cloth of cells of ``size`` pixels, with (0, 0) at the canvas point (x, y); seams are left out where
    they would clutter.
    """
    loops = outline(cells)
    gap = min(0.8, size * 0.04)
    edge = [_inset(loop, x, y, size, gap) for loop in loops]
    canvas.path(
        edge,
        fill=colour,
        stroke="#2c2620",
        stroke_opacity=0.75,
        stroke_width=max(0.7, size * 0.038),
        stroke_linejoin="round",
        fill_rule="evenodd",
        **style,
    )
    canvas.path(edge, fill=f"url(#sw-{weave})", fill_rule="evenodd")
    if size >= 14:
        seam = [_inset(loop, x, y, size, size * 0.1) for loop in loops]
        canvas.path(
            seam,
            fill="none",
            stroke="#fffaf0",
            stroke_opacity=0.85,
            stroke_width=size * 0.033,
            stroke_dasharray=f"{size * 0.11:.2f} {size * 0.085:.2f}",
            stroke_linejoin="round",
        )
