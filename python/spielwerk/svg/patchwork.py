"""Patchwork as a picture: two quilts, the time track between them, and the circle of patches below.

All that is drawn comes from the state and the game's tables; what can be bought comes from the legal actions.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from spielwerk import patchwork
from spielwerk.svg import patchwork_track
from spielwerk.svg.canvas import Canvas, Value
from spielwerk.svg.fabric import LEATHER, cloth, define_patterns, fabric
from spielwerk.svg.patchwork_parts import INK, MUTED, SEATS, button, hourglass, pill, plain_number, token

if TYPE_CHECKING:
    from spielwerk._native import State

__all__ = ["draw"]

_WIDTH, _HEIGHT = 1168, 690
_CELL = 36
_QUILT = 9 * _CELL
_TOP = 132
_LEFT, _MIDDLE, _RIGHT = 30, 400, _WIDTH - 30 - _QUILT
_SHELF = _TOP + _QUILT + 34
_CARD_WIDTH, _CARD_HEIGHT = 112, 164
_COLUMNS, _SMALL_WIDTH, _SMALL_HEIGHT = 10, 71, 48

Cell = tuple[int, int]


def draw(state: "State") -> str:
    """The picture of a Patchwork state, a whole SVG document."""
    position = state.to_dict()
    headline = _headline(state, position)
    canvas = Canvas(_WIDTH, _HEIGHT, f"Patchwork: {headline}")
    define_patterns(canvas)
    canvas.rect(0, 0, _WIDTH, _HEIGHT, 16, fill="#f5eee1")
    canvas.rect(
        5,
        5,
        _WIDTH - 10,
        _HEIGHT - 10,
        12,
        fill="none",
        stroke="#d8c7a8",
        stroke_width=1.4,
        stroke_dasharray="7 5",
    )
    canvas.text(_WIDTH / 2, 40, headline, 20, "middle", fill=INK, font_weight="bold")
    leather = _loose_are_special(position)
    for seat, x in enumerate((_LEFT, _RIGHT)):
        _player(canvas, state, position, seat, x)
        _quilt(canvas, position["players"][seat], x, leather)
    patchwork_track.draw(canvas, position, state.game.options["time_track"], _MIDDLE, _TOP)
    _bonus_tile(canvas, position)
    _circle(canvas, state, position)
    return canvas.to_string()


def _headline(state: "State", position: dict[str, Any]) -> str:
    if state.is_chance:
        return f"Setting up: {len(position['circle'])} of the circle's patches drawn"
    scores = [plain_number(points) for points in state.scores()]
    if state.is_terminal:
        winner = state.winners()[0]
        equal = " (first on the last space)" if scores[0] == scores[1] else ""
        return f"Seat {winner} wins{equal}, {scores[winner]} : {scores[1 - winner]}"
    if position["to_place"] is not None:
        return f"Seat {position['to_place']} places a special patch"
    return f"Seat {state.current_player} to move"


def _player(canvas: Canvas, state: "State", position: dict[str, Any], seat: int, x: float) -> None:
    """The panel over a quilt: who, points, buttons and income; a frame in the seat's colour shows whose turn it is."""
    player, colour = position["players"][seat], SEATS[seat]
    active = state.current_player == seat or seat in state.winners()
    top = _TOP - 74
    canvas.rect(
        x - 10,
        top,
        _QUILT + 20,
        _QUILT + 84,
        12,
        fill="#fffdf8",
        stroke=colour if active else "#dccfb6",
        stroke_width=3 if active else 1.2,
    )
    token(canvas, x + 15, top + 24, 12, seat)
    canvas.text(x + 35, top + 30, f"Seat {seat}", 17, fill=INK, font_weight="bold")
    if state.current_player == seat:
        pill(canvas, x + 104, top + 13, "to move", colour)
    elif seat in state.winners():
        pill(canvas, x + 104, top + 13, "winner", colour)
    canvas.text(
        x + _QUILT - 2,
        top + 30,
        f"{plain_number(state.scores()[seat])} points",
        17,
        "end",
        fill=INK,
        font_weight="bold",
    )
    line = top + 54
    button(canvas, x + 9, line, 8.5)
    canvas.text(x + 23, line + 5, f"{player['buttons']} buttons", 14, fill=INK)
    canvas.text(x + 125, line + 5, f"income {player['income']}", 14, fill=INK)
    empty = sum(row.count(".") for row in player["quilt"])
    if position["tile_owner"] == seat:
        pill(canvas, x + 204, line - 9, "7×7", "#8a5a9e")
    canvas.text(x + _QUILT - 2, line + 5, f"{empty} empty", 14, "end", fill=MUTED)


def _quilt(canvas: Canvas, player: dict[str, Any], x: float, leather: bool) -> None:
    y = _TOP
    canvas.rect(x, y, _QUILT, _QUILT, 3, fill="#efe4cd")
    for i in range(10):
        style: dict[str, Value] = {"stroke": "#d9c8a5", "stroke_width": 1}
        canvas.line(x + i * _CELL, y, x + i * _CELL, y + _QUILT, **style)
        canvas.line(x, y + i * _CELL, x + _QUILT, y + i * _CELL, **style)
    covered = {(r, c) for r, row in enumerate(player["quilt"]) for c, mark in enumerate(row) if mark == "#"}
    for placed in player["patches"]:
        cells = _cells(placed)
        covered -= set(cells)
        patch = patchwork.PATCHES[placed["patch"]]
        place = f"orientation {placed['orientation']}, row {placed['row']}, column {placed['col']}"
        with canvas.group(title=f"{_facts(patch)}; {place}", class_=f"patch patch-{patch.id}"):
            cloth(canvas, cells, x, y, _CELL, *fabric(patch.id))
            _printed_buttons(canvas, cells, patch.income, x, y, _CELL)
    for row, col in sorted(covered):
        kind = "special" if leather else "covered"
        with canvas.group(title="special patch" if leather else "covered", class_=kind):
            if leather:
                cloth(canvas, [(row, col)], x, y, _CELL, LEATHER, "dots")
            else:
                canvas.rect(x + col * _CELL + 0.5, y + row * _CELL + 0.5, _CELL - 1, _CELL - 1, 2, fill="#b9ae9b")
                canvas.rect(
                    x + col * _CELL + 0.5, y + row * _CELL + 0.5, _CELL - 1, _CELL - 1, 2, fill="url(#sw-unknown)"
                )
    canvas.rect(x, y, _QUILT, _QUILT, 3, fill="none", stroke="#8c7a5c", stroke_width=1.6)


def _cells(placed: dict[str, Any]) -> list[Cell]:
    shape = patchwork.PATCHES[placed["patch"]].orientations[placed["orientation"]]
    return [(row + placed["row"], col + placed["col"]) for row, col in shape]


def _loose_are_special(position: dict[str, Any]) -> bool:
    """Whether the covered cells that belong to no listed patch are the special patches taken, or cells nobody knows
    more about.
    """
    loose = sum(
        sum(row.count("#") for row in player["quilt"])
        - sum(patchwork.PATCHES[placed["patch"]].size for placed in player["patches"])
        for player in position["players"]
    )
    lines = {line for option in patchwork.TRACK.special_lines.values() for line in option}
    most = max(len(option) for option in patchwork.TRACK.special_lines.values())
    left = len(lines.intersection(position["special_patches"])) + (position["to_place"] is not None)
    return bool(loose <= most - left)


def _printed_buttons(canvas: Canvas, cells: Iterable[Cell], income: int, x: float, y: float, size: float) -> None:
    """The income as buttons, one a cell, spread over the patch."""
    ordered = sorted(cells)
    for number in range(income):
        row, col = ordered[(2 * number + 1) * len(ordered) // (2 * income)]
        button(canvas, x + (col + 0.5) * size, y + (row + 0.5) * size, max(2.4, size * 0.24))


def _facts(patch: patchwork.Patch) -> str:
    return f"patch {patch.id}: cost {patch.button_cost}, time {patch.time_cost}, income {patch.income}"


def _bonus_tile(canvas: Canvas, position: dict[str, Any]) -> None:
    owner = position["tile_owner"]
    x, y = _MIDDLE, _TOP - 68
    canvas.text(x, y + 35, "Time track", 17, fill=INK, font_weight="bold")
    text = "7×7 tile: nobody's yet" if owner is None else f"7×7 tile: seat {owner}"
    right = x + patchwork_track.WIDTH
    canvas.rect(
        right - 178,
        y + 14,
        178,
        32,
        6,
        fill="#8a5a9e" if owner is not None else "#fffdf8",
        stroke="#8a5a9e",
        stroke_width=1.4,
    )
    canvas.text(right - 89, y + 35, text, 14, "middle", fill="#fff" if owner is not None else "#6f4484")


def _circle(canvas: Canvas, state: "State", position: dict[str, Any]) -> None:
    """The circle as a shelf: the three patches in front of the neutral token as cards, then the others in clockwise
    order.
    """
    circle = position["circle"]
    open_slots = _open_slots(state)
    x = _LEFT + 26
    pawn_x, pawn_y = _LEFT + 6, _SHELF + _CARD_HEIGHT / 2
    canvas.circle(pawn_x, pawn_y - 13, 7.5, fill="#7a5230", stroke=INK, stroke_width=1)
    canvas.path(
        [[(pawn_x, pawn_y - 12), (pawn_x - 11, pawn_y + 16), (pawn_x + 11, pawn_y + 16)]],
        fill="#7a5230",
        stroke=INK,
        stroke_width=1,
        stroke_linejoin="round",
    )
    for slot in range(3):
        card_x = x + slot * (_CARD_WIDTH + 8)
        if slot < len(circle):
            _card(canvas, patchwork.PATCHES[circle[slot]], card_x, open_slots is None or slot in open_slots)
        else:
            canvas.rect(
                card_x,
                _SHELF,
                _CARD_WIDTH,
                _CARD_HEIGHT,
                10,
                fill="none",
                stroke="#cdbb98",
                stroke_width=1.4,
                stroke_dasharray="5 5",
            )
    start = x + 3 * (_CARD_WIDTH + 8) + 14
    rest = circle[3:]
    word = "then" if rest else "no other patch"
    canvas.text(start + 4, _SHELF + 14, f"{word}, clockwise" if rest else word, 12, fill=MUTED, font_style="italic")
    for number, patch in enumerate(rest):
        row, col = divmod(number, _COLUMNS)
        _small(canvas, patchwork.PATCHES[patch], start + col * _SMALL_WIDTH, _SHELF + 22 + row * _SMALL_HEIGHT)


def _open_slots(state: "State") -> set[int] | None:
    """Slots of which some placement is legal; None where nobody can buy, as in set-up and after the end."""
    if state.current_player < 0:
        return None
    family = next(entry for entry in state.game.action_spec if dict(entry["factors"]).get("slot"))
    slots = dict(family["factors"])["slot"]
    each = family["size"] // slots
    return {(action - family["first"]) // each for action in state.legal_actions() if action >= family["first"]}


def _shape(
    canvas: Canvas, patch: patchwork.Patch, x: float, y: float, width: float, height: float, size: float
) -> None:
    """A patch in orientation 0 in the middle of a box."""
    left, top = x + (width - patch.width * size) / 2, y + (height - patch.height * size) / 2
    cloth(canvas, patch.cells, left, top, size, *fabric(patch.id))
    _printed_buttons(canvas, patch.cells, patch.income, left, top, size)


def _card(canvas: Canvas, patch: patchwork.Patch, x: float, available: bool) -> None:
    with canvas.group(title=_facts(patch), class_="card", opacity=1 if available else 0.5):
        canvas.rect(
            x,
            _SHELF,
            _CARD_WIDTH,
            _CARD_HEIGHT,
            10,
            fill="#fffdf8",
            stroke="#8c7a5c" if available else "#cdbb98",
            stroke_width=2,
        )
        _shape(canvas, patch, x, _SHELF + 18, _CARD_WIDTH, 84, 19)
        canvas.text(x + 9, _SHELF + 17, f"patch {patch.id}", 11.5, fill=MUTED)
        base = _SHELF + 124
        button(canvas, x + 22, base, 9)
        canvas.text(x + 36, base + 6, str(patch.button_cost), 18, fill=INK, font_weight="bold")
        hourglass(canvas, x + 76, base, 9)
        canvas.text(x + 88, base + 6, str(patch.time_cost), 18, fill=INK, font_weight="bold")
        canvas.text(
            x + _CARD_WIDTH / 2, base + 29, f"income {patch.income}", 13, "middle", fill=INK if patch.income else MUTED
        )


def _small(canvas: Canvas, patch: patchwork.Patch, x: float, y: float) -> None:
    with canvas.group(title=_facts(patch), class_="waiting"):
        # Costs to the right of the shape, where the next patch begins, so that no number is read as its neighbour's.
        size = 9
        left = x + 24 - patch.width * size / 2
        _shape(canvas, patch, left, y, patch.width * size, _SMALL_HEIGHT, size)
        edge, middle = left + patch.width * size + 8, y + _SMALL_HEIGHT / 2
        button(canvas, edge, middle - 8, 4.8)
        canvas.text(edge + 7.5, middle - 4, str(patch.button_cost), 11.5, fill=INK)
        hourglass(canvas, edge, middle + 8, 5)
        canvas.text(edge + 7.5, middle + 12, str(patch.time_cost), 11.5, fill=INK)
