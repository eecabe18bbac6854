"""The vocabulary of Trek 12: its boards and operations, and questions about single sheets.

>>> from spielwerk import trek12
>>> numbers = [5, 6, 7, *[None] * 16]
>>> trek12.score("dunai", numbers, links=[(0, 1)])["ropes"]
7
>>> trek12.open_circles("dunai", numbers)
[3, 6, 8]
>>> trek12.candidates("dunai", numbers, [(0, 1)], circle=8, value=8)
Candidates(below=(2,), above=(), is_face=False)

A **board** is the id of one of :data:`BOARDS`, a :class:`Board` (also one of a file, see :func:`boards`), or a game of
Trek 12, whose options then hold. Wherever options are taken, they are those of ``spielwerk.load("trek12", ...)``
(TK-58); they go before those of a game.

**Numbers** are a sequence by circle id: an int 0 .. 12, :data:`FACE`, or None for an empty circle (TK-6). **Links** are
pairs (lower circle, higher circle); the second one's number is greater by 1 (TK-15). None stands for the links that the
numbers leave no doubt about (:func:`assumed_links`); empty links are ``()``. Circles in ``failed`` kept their number
although their pre-link failed (TK-38), ``flags`` and ``top`` are circles whose points were paid (TK-48, TK-51).

A faulty sheet raises InvalidStateError, which lists all faults: wrong numbers, links that cannot be, lists of another
length. As in a study position (TK-96), it is no fault that a link is missing or that no game leads to the sheet.

All facts and rules come from the compiled module; nothing is computed here.
"""

import dataclasses
import functools
import json
import os
import types
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, SupportsIndex, TypeAlias

from spielwerk import _native
from spielwerk._native import Game, State
from spielwerk.errors import OptionError

__all__ = [
    "BOARDS",
    "FACE",
    "OPERATIONS",
    "Board",
    "BoardError",
    "BoxTable",
    "Candidates",
    "Circle",
    "Penalties",
    "Sheet",
    "areas",
    "assumed_links",
    "boards",
    "candidates",
    "compatibility",
    "isolated",
    "open_circles",
    "ropes",
    "score",
    "sheets",
    "validate",
    "value",
]

FACE: Final = "face"
"""What stands for a face among numbers (TK-6)."""

BoardLike: TypeAlias = "str | Board | Game"
"""An id of :data:`BOARDS`, a board, or a game of Trek 12."""
Numbers: TypeAlias = "Iterable[int | str | None]"
"""What stands in the circles, by circle id: a number, ``"face"`` or None."""
Links: TypeAlias = "Iterable[Sequence[int]] | None"
"""Pairs (lower circle, higher circle), or None for those that the numbers leave no doubt about."""
Source: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview"
"""A board file: its path, its text (a str whose first character that is not blank is ``{``), or its bytes."""

# Given by __getattr__ below, so that importing the package does not read the tables.
BOARDS: Mapping[str, "Board"]
"""The nine boards that are built in, by id (TK-32)."""
OPERATIONS: tuple[str, ...]
"""The five operations in the order of their boxes (TK-4)."""


class Circle(NamedTuple):
    """A circle: its id, the largest number that it takes (12, or 6 where it is dangerous, TK-2), and where it is drawn,
    y downwards; ``x`` and ``y`` are None where a board file has no coordinates.
    """

    id: int
    max: int
    x: float | None
    y: float | None


class BoxTable(NamedTuple):
    """A table of boxes: ``"all"`` or the name of its zone, and the boxes by operation (TK-5, TK-69)."""

    zone: str
    limits: Mapping[str, int]


class Penalties(NamedTuple):
    """The price of a face, and that of an isolated circle: points, or ``"number"`` for the number in it (TK-29, TK-30,
    TK-43).
    """

    face: int
    isolated: int | Literal["number"]


class Candidates(NamedTuple):
    """What would become of a number. The circles of which one would be linked below, and of which one above, ascending
    (TK-16, TK-37, TK-52); with two or more the player chooses (TK-18). Both are empty if ``is_face``: if the circle
    would get a face instead.
    """

    below: tuple[int, ...]
    above: tuple[int, ...]
    is_face: bool


class BoardError(NamedTuple):
    """One error of a board file (TK-72). ``board`` is the position of the board in the file and ``id`` its id, both
    None if the file itself is wrong; ``path`` leads to the field, relative to the board (TK-89).
    """

    code: str
    board: int | None
    id: str | None
    path: str
    message: str


@dataclasses.dataclass(frozen=True, repr=False)
class Board:
    """A board as its file describes it (TK-67). ``circles[i].id == i``.

    Equal if everything is equal. A changed copy by ``dataclasses.replace`` is a board, too; whether it is a valid one
    is checked where it is used, which raises OptionError with all its errors.
    """

    id: str
    name: str
    level: str
    """``"verified"``, ``"reconstructed"`` or ``"user"`` (TK-86, TK-87)."""
    note: str | None
    """Where the layout is from."""
    unknown: tuple[str, ...]
    """What of it is invented."""
    circles: tuple[Circle, ...]
    edges: tuple[tuple[int, int], ...]
    """Pairs of circles that touch."""
    tables: tuple[BoxTable, ...] = dataclasses.field(hash=False)
    """One table of boxes, or two (TK-69)."""
    start: tuple[int, ...] | None
    """Where the first number may be written; None for anywhere (TK-10)."""
    penalties: Penalties
    specials: Mapping[str, Any] = dataclasses.field(hash=False)
    """What the board has beyond circles and edges, with the keys of TK-71; lists are tuples."""

    def to_dict(self) -> dict[str, Any]:
        """The board in the form of a board file, ready for ``json.dumps`` (TK-67)."""
        provenance: dict[str, Any] = {"level": self.level}
        if self.note is not None:
            provenance["note"] = self.note
        if self.unknown:
            provenance["unknown"] = list(self.unknown)
        return {
            "id": self.id,
            "name": self.name,
            "provenance": provenance,
            "circles": [{key: part for key, part in c._asdict().items() if part is not None} for c in self.circles],
            "edges": [list(pair) for pair in self.edges],
            "tables": [{"zone": table.zone, "limits": dict(table.limits)} for table in self.tables],
            "start": None if self.start is None else list(self.start),
            "penalties": self.penalties._asdict(),
            "specials": _thawed(self.specials),
        }

    def game(self, **options: Any) -> Game:
        """A game on this board. Raises OptionError for a wrong option, or for a changed board that is not valid."""
        return _with_options(self, options)

    def svg(self, sheet: "Sheet | None" = None) -> str:
        """A picture of the board, or of a sheet of it: SVG text. ValueError for a sheet of another board."""
        from spielwerk.svg.trek12 import board_svg

        if sheet is None:
            return board_svg(self.to_dict())
        if sheet.board != self:
            raise ValueError(f"the sheet is one of {sheet.board.id}, not of {self.id}")
        player = {name: getattr(sheet, name) for name in ("numbers", "links", "failed", "flags", "top")}
        return board_svg(self.to_dict(), player, score=sheet.score())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Board {self.id}, {len(self.circles)} circles, {self.level}>"

    @functools.cached_property
    def _game(self) -> Game:
        """The game on this board with default options."""
        if _boards().get(self.id) == self:
            return _native.load("trek12", board=self.id)
        file = {"schema": _tables()["schema"], "boards": [self.to_dict()]}
        return _native.load("trek12", board_file=json.dumps(file), board=self.id)


@dataclasses.dataclass(frozen=True, init=False, repr=False)
class Sheet:
    """What one player wrote: a board and, by circle, numbers; links; circles whose pre-link failed; circles that paid.

    ``Sheet(board, numbers, links=None, failed=(), flags=(), top=())`` takes what the functions of this module take and
    raises as they do; links that are left out become those of :func:`assumed_links`. Given a game, the sheet is judged
    by its options. Equal if board and contents are equal.
    """

    board: Board
    numbers: tuple[int | str | None, ...]
    links: tuple[tuple[int, int], ...]
    failed: tuple[int, ...]
    flags: tuple[int, ...]
    top: tuple[int, ...]
    _game: Game = dataclasses.field(init=False, compare=False)

    def __init__(
        self,
        board: BoardLike,
        numbers: Numbers,
        links: Links = None,
        failed: Iterable[int] = (),
        flags: Iterable[int] = (),
        top: Iterable[int] = (),
    ) -> None:
        game = _game(board)
        sheet = _native.trek12_sheet(game, numbers, links, failed, flags, top)
        fields = {"board": _board_of(game), **{name: _frozen(part) for name, part in sheet.items()}, "_game": game}
        for name, part in fields.items():
            object.__setattr__(self, name, part)

    def score(self, **options: Any) -> dict[str, int]:
        """As :func:`score`."""
        return score(
            self._game, self.numbers, self.links, failed=self.failed, flags=self.flags, top=self.top, **options
        )

    def ropes(self) -> list[list[int]]:
        """As :func:`ropes`."""
        return ropes(self._game, self.numbers, self.links)

    def areas(self) -> list[list[int]]:
        """As :func:`areas`."""
        return areas(self._game, self.numbers)

    def isolated(self) -> list[int]:
        """As :func:`isolated`."""
        return isolated(self._game, self.numbers, self.links, failed=self.failed)

    def open_circles(self) -> list[int]:
        """As :func:`open_circles`."""
        return open_circles(self._game, self.numbers)

    def candidates(self, circle: SupportsIndex, value: SupportsIndex, **options: Any) -> Candidates:
        """As :func:`candidates`."""
        return candidates(self._game, self.numbers, self.links, circle, value, **options)

    def svg(self) -> str:
        """A picture of the sheet with its score: SVG text."""
        return self.board.svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        filled = sum(number is not None for number in self.numbers)
        return f"<Sheet of {self.board.id}, {filled} of {len(self.numbers)} circles filled, {len(self.links)} links>"


def value(operation: str, red: SupportsIndex, yellow: SupportsIndex) -> int:
    """What an operation makes of the red die, 1 .. 6, and the yellow one, 0 .. 5 (TK-3, TK-4).

    Raises ValueError for another operation or other dice, TypeError for what is no string or whole number.
    """
    return _native.trek12_value(operation, red, yellow)


def score(
    board: BoardLike,
    numbers: Numbers,
    links: Links = None,
    *,
    failed: Iterable[int] = (),
    flags: Iterable[int] = (),
    top: Iterable[int] = (),
    **options: Any,
) -> dict[str, int]:
    """The 15 items of a sheet and their sum ``total``, finished or not (TK-24 to TK-31).

    ``defeat`` is 0: a sheet does not say whether its owner was defeated (TK-57). Quickest with lists or tuples of plain
    ints. Raises InvalidStateError, AmbiguousLinksError if links are needed, OptionError, TypeError.
    """
    game = _shipped(board) if board.__class__ is str and not options else _game(board, options)
    return _native.trek12_score(game, numbers, links, failed, flags, top)


def assumed_links(board: BoardLike, numbers: Numbers, **options: Any) -> list[tuple[int, int]]:
    """The links of numbers that came without, ascending by lower circle (TK-98).

    Every two neighbours in a row are linked, unless a slot has more than one candidate: then AmbiguousLinksError lists
    all such slots. Else raises as :func:`score`.
    """
    return _native.trek12_assumed_links(_game(board, options), numbers)


def ropes(board: BoardLike, numbers: Numbers, links: Links = None, **options: Any) -> list[list[int]]:
    """The ropes, each as its circles from the lowest number to the highest, by their lowest circles (TK-20). Raises as
    :func:`score`.
    """
    return _native.trek12_ropes(_game(board, options), numbers, links)


def areas(board: BoardLike, numbers: Numbers) -> list[list[int]]:
    """The areas, each as its circles, ascending, by their first circles (TK-21). Raises as :func:`score`."""
    return _native.trek12_areas(_game(board), numbers)


def isolated(
    board: BoardLike, numbers: Numbers, links: Links = None, *, failed: Iterable[int] = (), **options: Any
) -> list[int]:
    """The circles with a number that is in no rope and no area, and those that failed, ascending (TK-23, TK-38). Raises
    as :func:`score`.
    """
    return _native.trek12_isolated(_game(board, options), numbers, links, failed)


def open_circles(board: BoardLike, numbers: Numbers) -> list[int]:
    """The circles that may be filled next, ascending: beside a filled one, or at the start (TK-10). Raises as
    :func:`score`.
    """
    return _native.trek12_open_circles(_game(board), numbers)


def candidates(
    board: BoardLike, numbers: Numbers, links: Links, circle: SupportsIndex, value: SupportsIndex, **options: Any
) -> Candidates:
    """With whom a value would be linked if it were written in an empty circle, and whether it would be a face (TK-11,
    TK-16, TK-37, TK-52). Whether the circle is open is not asked.

    ``value`` is what a roll can give, 0 .. 30. One that loses the game writes nothing (TK-42): no candidates and no
    face. Raises ValueError for another value or a circle that is filled or not there, and as :func:`score`.
    """
    found = _native.trek12_candidates(_game(board, options), numbers, links, circle, value)
    return Candidates(tuple(found[0]), tuple(found[1]), found[2])


def compatibility(sheet_a: Sheet, sheet_b: Sheet, **options: Any) -> int:
    """How well two sheets go together: the numbers in the roses of both, and 3 for every circle with the same number on
    both; faces count nothing (TK-46). The option ``compatibility_roses`` is that of the first sheet if it is not given.

    Raises TypeError for what is no sheet, ValueError for sheets of two boards, OptionError.
    """
    for sheet in (sheet_a, sheet_b):
        if not isinstance(sheet, Sheet):
            raise TypeError(f"a Sheet belongs here, not {type(sheet).__name__}")
    parts = [(sheet._game, sheet.numbers, sheet.links, sheet.failed) for sheet in (sheet_a, sheet_b)]
    return _native.trek12_compatibility(_game(sheet_a._game, options), *parts)


def sheets(state: State) -> tuple[Sheet, ...]:
    """The sheets of all players as they stand in a state, by seat. TypeError for what is no state of Trek 12."""
    if not isinstance(state, _native.Trek12State):
        raise TypeError(f"a state of trek12 belongs here, not {type(state).__name__}")
    keys = ("numbers", "links", "failed", "flags", "top")
    game = state.game
    return tuple(Sheet(game, *(player[key] for key in keys)) for player in state.to_dict()["players"])


def boards(source: Source) -> dict[str, Board]:
    """The boards of a board file by id, in its order (TK-66). Raises OptionError with all errors of the file, or if it
    cannot be read or is larger than 2 MB.
    """
    if source is None:
        raise TypeError("a board file is a path, its text or its bytes, not None")
    return {entry["id"]: _board(entry) for entry in _native.trek12_boards(source)}


def validate(source: Source) -> list[BoardError]:
    """All errors of a board file, in the order of TK-72; an empty list if it is valid. Raises OptionError if it cannot
    be read or is larger than 2 MB.
    """
    return [BoardError(*error) for error in _native.trek12_validate(source)]


# ---- boards and games ----


def _frozen(data: Any) -> Any:
    """Lists as tuples, all the way down."""
    if isinstance(data, list | tuple):
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


def _board(entry: dict[str, Any]) -> Board:
    provenance = entry["provenance"]
    return Board(
        id=entry["id"],
        name=entry["name"],
        level=provenance["level"],
        note=provenance.get("note"),
        unknown=tuple(provenance.get("unknown", ())),
        circles=tuple(Circle(c["id"], c["max"], c.get("x"), c.get("y")) for c in entry["circles"]),
        edges=tuple((a, b) for a, b in entry["edges"]),
        tables=tuple(BoxTable(table["zone"], table["limits"]) for table in entry["tables"]),
        start=_frozen(entry["start"]),
        penalties=Penalties(**entry["penalties"]),
        specials=_frozen(entry["specials"]),
    )


@functools.cache
def _boards() -> Mapping[str, Board]:
    return types.MappingProxyType({entry["id"]: _board(entry) for entry in _native.trek12_boards(None)})


@functools.cache
def _tables() -> dict[str, Any]:
    return _native.load("trek12").tables()


@functools.lru_cache(maxsize=64)
def _board_of(game: Game) -> Board:
    board = _board(game.tables()["boards"][0])
    own = _boards().get(board.id)
    return own if own == board else board


@functools.cache
def _games() -> dict[str, Game]:
    return {name: board._game for name, board in _boards().items()}


def _shipped(board: str) -> Game:
    """The game on a board that is built in, with default options."""
    game = _games().get(board)
    # The list of names is in the message of `load`.
    return _native.load("trek12", board=board) if game is None else game


def _game(board: BoardLike, options: Mapping[str, Any] | None = None) -> Game:
    """The game whose board and options are meant."""
    if isinstance(board, Game):
        game = board
    elif isinstance(board, Board):
        game = board._game
    elif isinstance(board, str):
        if not options or "board_file" not in options:
            return _with_options(_shipped(board), options or {})
        return _native.load("trek12", board=board, **options)
    else:
        raise TypeError(f"a board is an id, a Board or a Game, not {type(board).__name__}")
    return _with_options(game, options) if options else game


def _with_options(board: Board | Game, options: Mapping[str, Any]) -> Game:
    game = board._game if isinstance(board, Board) else board
    if not options:
        return game
    if "board" in options or "board_file" in options:
        raise OptionError("the board is given already: leave out the options board and board_file")
    try:
        return _changed(game, **options)
    except TypeError:
        # A value that cannot be a key of the cache; what is wrong with it is for `load` to say.
        return _native.load(game.name, **{**game.options, **options})


@functools.lru_cache(maxsize=256, typed=True)
def _changed(game: Game, **options: Any) -> Game:
    return _native.load(game.name, **{**game.options, **options})


def __getattr__(name: str) -> Any:
    if name == "BOARDS":
        return _boards()
    if name == "OPERATIONS":
        return tuple(_tables()["operations"])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "BOARDS", "OPERATIONS"])
