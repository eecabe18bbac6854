"""The vocabulary of Patchwork: its patches and time track, and questions about single boards.

>>> from spielwerk import patchwork
>>> patchwork.PATCHES[7].cells
((0, 0), (0, 1), (0, 2), (1, 0))
>>> len(patchwork.placements([[0] * 9] * 9, 7))
448
>>> patchwork.score(buttons=14, empty_cells=5, bonus_tile=True)["total"]
11

All facts come from the compiled tables (``seeds/patchwork.json``); nothing is computed here.
"""

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from spielwerk import _native
from spielwerk.checks import whole_number

__all__ = ["PATCHES", "TRACK", "Patch", "Placement", "Track", "has_7x7", "placements", "score"]

Cell = tuple[int, int]
"""(row, col), counted from 0 at the top left."""

# Given by __getattr__ below, so that importing the package does not read the tables.
PATCHES: tuple["Patch", ...]
"""The 33 patches, ``PATCHES[i].id == i`` (PW-3)."""
TRACK: "Track"
"""The time track (PW-6, PW-7, PW-8)."""


@dataclasses.dataclass(frozen=True)
class Patch:
    """One of the 33 patches (PW-3): its cells in orientation 0 with the bounding box at (0, 0), its costs and its
    income.
    """

    id: int
    cells: tuple[Cell, ...]
    size: int
    height: int
    width: int
    button_cost: int
    time_cost: int
    income: int
    orientations: Mapping[int, tuple[Cell, ...]] = dataclasses.field(hash=False, repr=False)
    """Cells by orientation number, only for the numbers that are legal (PW-56, PW-57)."""

    def __str__(self) -> str:
        rows = ["".join("#" if (r, c) in self.cells else "." for c in range(self.width)) for r in range(self.height)]
        return "\n".join(rows)


@dataclasses.dataclass(frozen=True)
class Track:
    """The time track: ``positions`` spaces 0 .. ``last``; line m lies between the spaces m - 1 and m."""

    positions: int
    last: int
    income_lines: tuple[int, ...]
    special_lines: Mapping[str, tuple[int, ...]] = dataclasses.field(hash=False)
    """Lines with a special patch at the start, by value of the option ``time_track`` (PW-8)."""


class Placement(NamedTuple):
    """One way to place a patch: orientation number, top left corner of its bounding box (PW-53), and the cells it
    covers.
    """

    orientation: int
    row: int
    col: int
    cells: tuple[Cell, ...]


def placements(quilt: npt.ArrayLike, patch: "Patch | SupportsIndex") -> list[Placement]:
    """Every way to place a patch on a board without overlap, ascending as the action ids do (PW-23, PW-55, PW-57).

    ``quilt`` is anything that numpy makes a 9x9 array of booleans or of 0 and 1, or nine strings of ``#`` and ``.`` as
    in
    :meth:`State.to_dict`; ``patch`` is a :class:`Patch` or its id. Raises ValueError for another board or patch,
        TypeError for what is no number.
    """
    number = patch.id if isinstance(patch, Patch) else whole_number("patch", patch, 0, len(_patches()) - 1)
    found = _native.patchwork_placements(_board(quilt), number)
    return [Placement(orientation, row, col, tuple(cells)) for orientation, row, col, cells in found]


def has_7x7(quilt: npt.ArrayLike) -> bool:
    """Whether some 7x7 window of a board, given as in :func:`placements`, is completely covered (PW-38). ValueError
    for another board.
    """
    return _native.patchwork_has_7x7(_board(quilt))


def score(buttons: SupportsIndex, empty_cells: SupportsIndex, bonus_tile: bool) -> dict[str, int]:
    """The score sheet of PW-77: ``buttons``, ``bonus_tile``, ``empty_cells`` and their sum ``total`` (PW-43).

    Raises ValueError if ``buttons`` is negative or ``empty_cells`` not 0 .. 81, TypeError for what is no whole number
    or, in ``bonus_tile``, no bool.
    """
    if not isinstance(bonus_tile, bool | np.bool_):
        raise TypeError(f"bonus_tile must be a bool, not {type(bonus_tile).__name__}")
    return _native.patchwork_score(
        whole_number("buttons", buttons, 0, 2**31 - 1),
        whole_number("empty_cells", empty_cells, 0, 81),
        bool(bonus_tile),
    )


def _board(quilt: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    try:
        cells = np.asarray(quilt)
    except ValueError as error:
        raise ValueError(f"a quilt must be a 9x9 array: {error}") from error
    if cells.dtype.kind == "U" and cells.shape == (9,):
        rows = [str(row) for row in cells]
        if any(len(row) != 9 or set(row) - set("#.") for row in rows):
            raise ValueError("a quilt of strings must be nine strings of nine characters, # covered and . empty")
        return np.array([[cell == "#" for cell in row] for row in rows])
    if cells.shape != (9, 9):
        raise ValueError(f"a quilt must have shape (9, 9), not {cells.shape}")
    if cells.dtype != np.bool_ and (cells.dtype.kind not in "iuf" or not np.isin(cells, (0, 1)).all()):
        raise ValueError("a quilt must hold booleans, or numbers 0 and 1 only")
    return np.ascontiguousarray(cells, dtype=np.bool_)


@functools.cache
def _tables() -> dict[str, Any]:
    return _native.load("patchwork").tables()


@functools.cache
def _patches() -> tuple[Patch, ...]:
    empty = np.zeros((9, 9), np.bool_)
    return tuple(
        Patch(
            id=entry["id"],
            cells=tuple((row, col) for row, col in entry["cells"]),
            size=entry["size"],
            height=entry["height"],
            width=entry["width"],
            button_cost=entry["button_cost"],
            time_cost=entry["time_cost"],
            income=entry["income"],
            # A placement in the corner shows the cells of an orientation as the rules see them.
            orientations={
                orientation: tuple(cells)
                for orientation, row, col, cells in _native.patchwork_placements(empty, entry["id"])
                if (row, col) == (0, 0)
            },
        )
        for entry in _tables()["patches"]
    )


@functools.cache
def _track() -> Track:
    entry = _tables()["time_track"]
    return Track(
        positions=entry["spaces"],
        last=entry["last"],
        income_lines=tuple(entry["income_markers"]),
        special_lines={name: tuple(lines) for name, lines in entry["special_patch_markers"].items()},
    )


def __getattr__(name: str) -> Any:
    if name == "PATCHES":
        return _patches()
    if name == "TRACK":
        return _track()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "PATCHES", "TRACK"])
