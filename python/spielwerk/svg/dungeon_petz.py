"""Dungeon Petz as a picture: the town, exhibitions and customers, and a panel for each player.

What is drawn comes from the state, its score sheets and the tables; nothing of the rules is decided here. The picture
shows everything, also what only its owner knows; for one seat's view see :func:`position_svg`.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spielwerk import _native
from spielwerk.svg.dungeon_petz_panel import PANEL, Seat, draw_panel, panel_height
from spielwerk.svg.dungeon_petz_parts import number
from spielwerk.svg.dungeon_petz_town import SHOWS, TOWN, draw_shows, draw_town, shows_height, town_height
from spielwerk.svg.trek12_parts import AMBER, INK, MUTED, PAPER, SEAT, Paper, fitted, text_width

if TYPE_CHECKING:
    from spielwerk._native import State

__all__ = ["draw", "position_svg"]

_EDGE, _GAP, _TOP = 22.0, 14.0, 62.0

_POINTS = {
    "group": "form a group of imps",
    "gold": "gold for the group",
    "pick": "which group goes next",
    "send": "where the group goes",
    "book": "colour of a book",
    "cage": "plot for a cage",
    "addon": "plot for an addon",
    "pet": "plot for a pet",
    "crystal": "crystal ball",
    "assign": "assign a card",
    "feed": "feed a pet",
    "play": "play with the pets",
    "anger": "a pet tries to escape",
    "magic": "a pet mutates",
    "shovel": "shovel manure",
    "potion": "discard for a potion",
    "exhibit": "show a pet",
    "sell": "sell a pet",
    "clean": "clean cages",
    "box": "food for the magic box",
}
_DEALS = {
    "start": "the start player is drawn",
    "card": "a need card is drawn",
    "exhibition": "an exhibition is turned up",
    "customer": "a customer is turned up",
    "artifact": "an artifact is dealt",
    "cage": "a cage is dealt",
    "addon": "an addon is dealt",
    "young": "a young pet is dealt",
    "old": "an old pet is dealt",
}


def draw(state: "State") -> str:
    """The picture of a Dungeon Petz state, a whole SVG document."""
    game = state.game
    usual = {option["name"]: option["default"] for option in _native.game_info(game.name)["options"]}
    notes = [
        f"{name.replace('_', ' ')}: {str(value).replace('_', ' ').lower()}"
        for name, value in game.options.items()
        if name not in ("tables_file", "players") and value != usual.get(name)
    ]
    if game.options.get("tables_file") is not None:
        notes.append("tables: a file of the user's own")
    scores = [state.score_sheet(seat) for seat in range(game.num_players)]
    ranks = state.ranks() if state.is_terminal else ()
    return position_svg(game.tables(), state.to_dict(), scores, state.winners(), ranks, notes)


def position_svg(
    tables: Mapping[str, Any],
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int] = (),
    ranks: Sequence[int] = (),
    notes: Sequence[str] = (),
    *,
    viewer: int | None = None,
) -> str:
    """The picture of a position from its parts: tables as in a tables file, the dict of the position, a score sheet for
    each seat, the seats that have won, the ranks at the end, and remarks for the foot of the page.

    With a ``viewer`` only what that seat may know of the others' hands, groups and face-down cards is shown.
    """
    players = position["players"]
    seats = [_seat(position, scores, winners, ranks, seat, viewer) for seat in range(len(players))]
    headline = _headline(tables, position, scores, winners)
    town, shows = town_height(position), shows_height(tables, len(players))
    heights = [panel_height(tables, seat) for seat in seats]
    # Two players stand one below the other beside the town, more of them in two columns.
    columns = [list(range(len(seats)))] if len(seats) < 3 else [[0, 1], list(range(2, len(seats)))]
    tall = [sum(heights[seat] for seat in column) + _GAP * (len(column) - 1) for column in columns]
    foot = " · ".join(notes)
    width = math.ceil(2 * _EDGE + TOWN + len(columns) * (PANEL + _GAP))
    height = math.ceil(_TOP + max(town + _GAP + shows, *tall) + (28 if foot else 0) + 18)
    canvas = Paper(width, height, f"Dungeon Petz: {headline}", _description(seats, headline))
    canvas.rect(0, 0, width, height, 16, fill=PAPER)
    canvas.text(_EDGE, 42, "Dungeon Petz", 25, fill=INK, font_weight="bold")
    x = _EDGE + text_width("Dungeon Petz", 25, bold=True) + 18
    canvas.text(x, 41, fitted(headline, 17, width - x - _EDGE), 17, fill=INK, class_="headline")
    with canvas.group(class_="town", transform=_move(_EDGE, _TOP)):
        draw_town(canvas, tables, position)
    with canvas.group(class_="shows", transform=_move(_EDGE, _TOP + town + _GAP)):
        draw_shows(canvas, tables, position)
    x = _EDGE + max(TOWN, SHOWS) + _GAP
    for column in columns:
        y = _TOP
        for seat in column:
            with canvas.group(transform=_move(x, y)):
                draw_panel(canvas, tables, seats[seat])
            y += heights[seat] + _GAP
        x += PANEL + _GAP
    if foot:
        canvas.text(_EDGE, height - 16, fitted(foot, 12, width - 2 * _EDGE), 12, fill=MUTED, class_="foot")
    return canvas.to_string()


def _move(x: float, y: float) -> str:
    return f"translate({x:.2f} {y:.2f})"


# --- words -----------------------------------------------------------------------------------------------


def _seat(
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int],
    ranks: Sequence[int],
    seat: int,
    viewer: int | None,
) -> Seat:
    label, frame = None, None
    if position["phase"] == "over":
        if seat in winners:
            label, frame = ("winner", AMBER), AMBER
        elif ranks:
            label = (f"rank {ranks[seat]}", "#dcd7cb")
    elif position.get("seat") == seat:
        label, frame = ("draws" if position.get("deal") else "to move", SEAT), SEAT
    is_open = viewer is None or viewer == seat
    order = list(position.get("order") or ())
    place = order.index(seat) if seat in order else None
    player = position["players"][seat]
    # Groups are secret until all have grouped, cards on pets until their owner's turn of phase 4 (DP-124).
    are_groups_open = is_open or position.get("point") not in ("group", "gold")
    are_cards_open = is_open or _has_revealed(position, seat)
    return Seat(seat, player, scores[seat], label, frame, is_open, are_groups_open, are_cards_open, place)


def _has_revealed(position: Mapping[str, Any], seat: int) -> bool:
    order, mover = list(position.get("order") or ()), position.get("seat")
    if position["phase"] != "needs" or seat not in order or mover not in order:
        return bool(position["phase"] != "arranging")
    return order.index(seat) <= order.index(mover)


def _headline(
    tables: Mapping[str, Any],
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int],
) -> str:
    if position["phase"] == "over":
        seats = " and ".join(str(seat) for seat in winners)
        points = number(scores[winners[0]]["total"]) if winners else "0"
        return f"Over: seat {seats} wins with {points}" if winners else "Over"
    head = f"Round {position['round']}, {position['phase']}"
    who = "" if position.get("seat") is None else f", seat {position['seat']}"
    if position.get("deal"):
        return f"{head}{who}: {_DEALS.get(str(position['deal']), str(position['deal']))}"
    point = str(position.get("point") or "")
    chosen = position.get("chosen")
    size = f" ({chosen[0]} imp{'s' if chosen[0] != 1 else ''} + {chosen[1]} gold)" if point == "send" and chosen else ""
    return f"{head}{who}: {_POINTS.get(point, point)}{size}"


def _description(seats: Sequence[Seat], headline: str) -> str:
    """The picture in words, for those who do not see it."""
    lines = [f"{headline}."]
    for seat in seats:
        pets = sum(plot.get("pet") is not None for plot in seat.player["plots"])
        points = number(seat.score["total"])
        lines.append(f"Seat {seat.number}: {points} VP, {pets} pets, {seat.player['gold']} gold.")
    return " ".join(lines)
