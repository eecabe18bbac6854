"""Trek 12 as a picture: a sheet for each player with the board as a mountain, its boxes and its score, and the roll.

What is drawn comes from the state, its score sheets and the board; nothing of the rules is decided here.
"""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spielwerk import _native
from spielwerk.svg.trek12_board import Plan, Writing, draw_board, plan
from spielwerk.svg.trek12_panel import (
    PANEL,
    boxes_height,
    draw_boxes,
    draw_legend,
    draw_roll,
    draw_score,
    legend,
    score_height,
)
from spielwerk.svg.trek12_parts import (
    AMBER,
    INK,
    LINE,
    MUTED,
    PAPER,
    SEAT,
    SHEET,
    WARNING,
    Paper,
    fitted,
    pill,
    plain,
    plain_number,
    text_width,
)

if TYPE_CHECKING:
    from spielwerk._native import State

__all__ = ["board_svg", "draw", "position_svg"]

_WIDEST, _HIGHEST = 1760.0, 1000.0
_SMALLEST = 0.56
_EDGE = 24
_GAP = 18
_PAD = 14
_HEAD = 50
_LEAST_WIDTH = 640
_LEAST_ALONE = 384


@dataclasses.dataclass(frozen=True)
class _Sheet:
    """What one player's sheet shows."""

    writing: Writing
    score: Mapping[str, float] | None
    seat: int | None = None
    label: tuple[str, str] | None = None
    frame: str | None = None


@dataclasses.dataclass(frozen=True)
class _Size:
    """Measures of a sheet before it is made smaller."""

    width: float
    height: float
    head: float


def draw(state: "State") -> str:
    """The picture of a Trek 12 state, a whole SVG document."""
    game = state.game
    board = game.tables()["boards"][0]
    usual = {option["name"]: option["default"] for option in _native.game_info(game.name)["options"]}
    notes = [
        f"{name.replace('_', ' ')}: {str(value).replace('_', ' ').lower()}"
        for name, value in game.options.items()
        if name not in ("board", "board_file", "players") and value != usual.get(name)
    ]
    scores = [state.score_sheet(seat) for seat in range(game.num_players)]
    return position_svg(board, state.to_dict(), scores, state.winners(), notes)


def position_svg(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int] = (),
    notes: Sequence[str] = (),
) -> str:
    """The picture of a position from its parts: the board as in a board file, the dict of the position, a score sheet
    for each seat, the seats that have won, and remarks for the foot of the page.
    """
    players = position["players"]
    sheets = []
    for seat, player in enumerate(players):
        mine = position.get("seat") == seat
        others = {
            (key, circle)
            for player_ in players
            if player_ is not player
            for key in ("flags", "top")
            for circle in player_.get(key) or ()
        }
        label = None
        if player.get("lost"):
            label = ("defeated", WARNING)
        elif seat in winners:
            label = ("winner", AMBER)
        elif mine:
            label = ("to move", SEAT)
        elif player.get("move"):
            label = ("has moved", "#dcd7cb")
        writing = Writing(player, position.get("choice") if mine else None, frozenset(others))
        sheets.append(_Sheet(writing, scores[seat], seat, label, AMBER if seat in winners else SEAT if mine else None))
    headline = _headline(board, position, scores, winners)
    return _document(board, sheets, headline, position, notes)


def board_svg(
    board: Mapping[str, Any], player: Mapping[str, Any] | None = None, *, score: Mapping[str, float] | None = None
) -> str:
    """One board, empty or with one player's map (as in the dict of a position), and the score sheet if it is given: a
    whole SVG document.
    """
    headline = f"{len(board['circles'])} circles"
    return _document(board, [_Sheet(Writing(player or {}), score)], headline, None, ())


# --- words -----------------------------------------------------------------------------------------------


def _name(board: Mapping[str, Any]) -> str:
    return plain(str(board.get("name") or "")).strip() or plain(str(board.get("id") or "board"))


def _headline(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int],
) -> str:
    phase, rounds = position["phase"], len(board["circles"])
    if phase == "over":
        if not winners:
            return "Over: nobody wins"
        points = plain_number(scores[winners[0]]["total"])
        if len(scores) == 1:
            return f"Over: {points} points"
        seats = " and ".join(str(seat) for seat in winners)
        return f"Seat {seats} wins with {points}" if len(winners) == 1 else f"Seats {seats} share the win with {points}"
    number = f"Round {min(position['round'] + 1, rounds)} of {rounds}"
    if phase == "roll":
        return f"{number}: before the roll"
    choice = position.get("choice")
    if choice:
        side = "below" if choice["below"] else "above"
        circles = " or ".join(str(circle) for circle in choice[side])
        return f"{number}: seat {position['seat']} links {side}, to circle {circles}"
    return f"{number}: seat {position['seat']} to move"


def _description(board: Mapping[str, Any], sheets: Sequence[_Sheet], headline: str) -> str:
    """The picture in words, for those who do not see it."""
    lines = [f"Trek 12 on the board {_name(board)[:80]}. {headline}."]
    for sheet in sheets:
        numbers = sheet.writing.player.get("numbers") or ()
        written = sum(isinstance(number, int) for number in numbers)
        faces = sum(number == "face" for number in numbers)
        who = "Sheet" if sheet.seat is None else f"Seat {sheet.seat}"
        total = "" if sheet.score is None else f"{plain_number(sheet.score['total'])} points, "
        state = f", {sheet.label[0]}" if sheet.label else ""
        lines.append(f"{who}: {total}{written} numbers, {faces} faces, {len(sheet.writing.links)} links{state}.")
    return " ".join(lines)


# --- page ------------------------------------------------------------------------------------------------


def _document(
    board: Mapping[str, Any],
    sheets: Sequence[_Sheet],
    headline: str,
    position: Mapping[str, Any] | None,
    notes: Sequence[str],
) -> str:
    measures = _measure(board, sheets)
    sheet_plan, size = measures
    columns, scale = _columns(len(sheets), size)
    rows = -(-len(sheets) // columns)
    cell_width, cell_height = size.width * scale, size.height * scale
    inner = max(_LEAST_WIDTH, columns * cell_width + (columns - 1) * _GAP)
    rolling = position is not None and position["phase"] != "over"
    top = 70.0 + (58 if rolling else 0)
    body = rows * cell_height + (rows - 1) * _GAP
    entries, legend_height = legend(board, inner, _marks(sheets, position is not None))
    foot = " · ".join([*_remarks(board), *notes])
    bottom = top + body + 12 + legend_height + (24 if foot else 0)
    width, height = math.ceil(inner + 2 * _EDGE), math.ceil(bottom + 14)

    canvas = Paper(width, height, f"Trek 12, {_name(board)[:80]}: {headline}", _description(board, sheets, headline))
    canvas.rect(0, 0, width, height, 16, fill=PAPER)
    _title(canvas, board, headline, inner)
    if rolling and position is not None:
        draw_roll(canvas, position.get("roll"), _EDGE, 70)
    for number, sheet in enumerate(sheets):
        row, column = divmod(number, columns)
        in_row = min(columns, len(sheets) - row * columns)
        free = inner - in_row * cell_width - (in_row - 1) * _GAP if rows == 1 else 0
        x = _EDGE + free / 2 + column * (cell_width + _GAP)
        place = f"translate({x:.2f} {top + row * (cell_height + _GAP):.2f}) scale({scale:.4f})"
        with canvas.group(class_=f"sheet sheet-{number}", transform=place):
            _draw_sheet(canvas, board, sheet, sheet_plan, size)
    y = top + body + 12
    draw_legend(canvas, entries, _EDGE, y)
    if foot:
        canvas.text(_EDGE, y + legend_height + 15, fitted(foot, 12, inner), 12, fill=MUTED)
    return canvas.to_string()


def _marks(sheets: Sequence[_Sheet], game: bool) -> set[str]:
    """What the legend has to explain besides the board itself."""
    marks = set()
    for sheet in sheets:
        if game or sheet.writing.player:
            marks.add("written")
        if sheet.writing.last is not None:
            marks.add("last")
        if sheet.writing.choice:
            marks.add("choice")
        if sheet.writing.player.get("failed"):
            marks.add("failed")
    return marks


def _remarks(board: Mapping[str, Any]) -> list[str]:
    remarks = []
    if (board.get("specials") or {}).get("over12_loses"):
        remarks.append("values above 12 mean defeat")
    level = (board.get("provenance") or {}).get("level")
    if level == "reconstructed":
        remarks.append("layout reconstructed")
    return remarks


def _title(canvas: Paper, board: Mapping[str, Any], headline: str, inner: float) -> None:
    x, y = _EDGE, 22
    canvas.path([[(x, y + 30), (x + 17, y), (x + 34, y + 30)]], fill=SEAT)
    canvas.path([[(x + 17, y), (x + 34, y + 30), (x + 17, y + 30), (x + 20, y + 16)]], fill="#1d4059")
    canvas.path(
        [[(x + 11.3, y + 10), (x + 17, y), (x + 22.7, y + 10), (x + 19, y + 8), (x + 16, y + 12)]], fill="#ffffff"
    )
    said = fitted(headline, 15, inner * 0.62)
    room = inner - 44 - text_width(said, 15) - 16
    name = fitted(_name(board), 24, max(room - text_width("Trek 12", 24, bold=True) - 14, 90), bold=True)
    canvas.text(x + 46, y + 24, "Trek 12", 24, fill=MUTED)
    canvas.text(
        x + 46 + text_width("Trek 12", 24) + 6, y + 24, name, 24, fill=INK, font_weight="bold", class_="board-name"
    )
    canvas.text(_EDGE + inner, y + 23, said, 15, "end", fill=INK, class_="headline")


def _columns(count: int, size: _Size) -> tuple[int, float]:
    """How many sheets stand side by side, and how much smaller they are drawn, so that a page is neither too wide nor
    too high to look at.
    """

    def fit(columns: int) -> float:
        rows = -(-count // columns)
        across = (_WIDEST - (columns - 1) * _GAP) / (columns * size.width)
        down = (_HIGHEST - (rows - 1) * _GAP) / (rows * size.height)
        return min(1.0, across, down)

    def worth(columns: int) -> float:
        # Large sheets are good, holes in the last row are not.
        full: float = count / (columns * -(-count // columns))
        return round(fit(columns) * math.sqrt(full), 3)

    columns = max(range(1, count + 1), key=lambda columns: (worth(columns), columns))
    return columns, max(fit(columns), _SMALLEST)


def _measure(board: Mapping[str, Any], sheets: Sequence[_Sheet]) -> tuple[Plan, _Size]:
    side = boxes_height(board)
    scores = [sheet.score for sheet in sheets if sheet.score is not None]
    if scores:
        side += 18 + max(score_height(board, score) for score in scores)
    head = _PAD if sheets[0].seat is None else _HEAD
    field = plan(board, _LEAST_ALONE if len(sheets) == 1 else 0, side)
    return field, _Size(field.width + PANEL + 3 * _PAD + 4, head + field.height + _PAD, head)


def _draw_sheet(canvas: Paper, board: Mapping[str, Any], sheet: _Sheet, field: Plan, size: _Size) -> None:
    canvas.rect(
        0,
        0,
        size.width,
        size.height,
        12,
        fill=SHEET,
        stroke=sheet.frame or LINE,
        stroke_width=3 if sheet.frame else 1.2,
    )
    if sheet.seat is not None:
        canvas.circle(_PAD + 15, 26, 14, fill=SEAT)
        canvas.text(_PAD + 15, 31.5, str(sheet.seat), 15, "middle", fill="#ffffff", font_weight="bold")
        canvas.text(_PAD + 38, 32, f"Seat {sheet.seat}", 18, fill=INK, font_weight="bold")
        if sheet.label:
            pill(canvas, _PAD + 38 + text_width(f"Seat {sheet.seat}", 18, bold=True) + 12, 16, *sheet.label)
        if sheet.score is not None:
            points = plain_number(sheet.score["total"])
            canvas.text(size.width - _PAD - 6, 33, points, 20, "end", fill=INK, font_weight="bold")
    lost = bool(sheet.writing.player.get("lost"))
    with canvas.group(class_="field", opacity=0.5 if lost else 1):
        draw_board(canvas, field, _PAD, size.head, sheet.writing)
    x = _PAD + field.width + _PAD + 4
    with canvas.group(class_="side", opacity=0.6 if lost else 1):
        draw_boxes(canvas, board, sheet.writing.player, x, size.head)
        if sheet.score is not None:
            draw_score(canvas, board, sheet.score, x, size.head + boxes_height(board) + 18)
