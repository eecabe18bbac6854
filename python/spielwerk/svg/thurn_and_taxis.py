"""Thurn and Taxis as a picture: the map with houses and routes, display, bonus tiles, and a panel for each player.

What is drawn comes from the state, its score sheets and the map; nothing of the rules is decided here. The picture
shows everything, also cards that only their holder knows.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spielwerk import _native
from spielwerk.svg.thurn_and_taxis_map import draw_ground, draw_key, draw_map, key_height, map_key
from spielwerk.svg.thurn_and_taxis_panel import (
    MARKET,
    PANEL,
    Seat,
    draw_market,
    draw_panel,
    draw_stacks,
    panel_height,
    stacks_height,
)
from spielwerk.svg.thurn_and_taxis_parts import called, horn
from spielwerk.svg.thurn_and_taxis_plan import plan
from spielwerk.svg.trek12_parts import AMBER, INK, MUTED, PAPER, SEAT, Paper, fitted, plain_number, text_width

if TYPE_CHECKING:
    from spielwerk._native import State

__all__ = ["draw", "map_svg", "position_svg"]

_EDGE, _GAP, _TOP = 22.0, 14.0, 68.0
_LEAST_ALONE = 520.0

_POINTS = {
    "first_draw": "first draw",
    "only_draw": "draw",
    "draw_or_play": "draw again or play",
    "play": "play a card",
    "after_play": "play again, close or end the turn",
    "place": "place houses",
    "discard": "discard to the hand limit",
}


def draw(state: "State") -> str:
    """The picture of a Thurn and Taxis state, a whole SVG document."""
    game = state.game
    usual = {option["name"]: option["default"] for option in _native.game_info(game.name)["options"]}
    notes = [
        f"{name.replace('_', ' ')}: {str(value).replace('_', ' ').lower()}"
        for name, value in game.options.items()
        if name not in ("map", "map_file", "players") and value != usual.get(name)
    ]
    scores = [state.score_sheet(seat) for seat in range(game.num_players)]
    return position_svg(game.tables()["map"], state.to_dict(), scores, state.winners(), state.ranks(), notes)


def position_svg(
    map_: Mapping[str, Any],
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int] = (),
    ranks: Sequence[int] = (),
    notes: Sequence[str] = (),
) -> str:
    """The picture of a position from its parts: the map as in a map file, the dict of the position, a score sheet for
    each seat, the seats that have won, the ranks at the end, and remarks for the foot of the page.
    """
    players = position["players"]
    where = plan(map_, len(players))
    seats = [_seat(position, scores, winners, ranks, seat) for seat in range(len(players))]
    headline = _headline(map_, position, scores, winners)

    heights = [panel_height(map_, player) for player in players]
    right = sum(heights) + _GAP * (len(players) - 1)
    key = map_key(map_, where)
    wide = max(where.width, 820.0)
    key_high = key_height(key, wide)
    left = MARKET + _GAP + where.height + (key_high + 8 if key else 0)
    # The bonus tiles stand where the page becomes less high: below the players or below the map.
    narrow, broad = _GAP + stacks_height(map_, PANEL), _GAP + stacks_height(map_, wide)
    beside = max(left, right + narrow) <= max(left + broad, right)
    left, right = (left, right + narrow) if beside else (left + broad, right)
    foot = " · ".join([*_marks(players), *_remarks(map_), *notes])
    width = math.ceil(wide + PANEL + _GAP + 2 * _EDGE)
    height = math.ceil(_TOP + max(left, right) + (26 if foot else 0) + 18)

    name = fitted(_name(map_), 24, 330, bold=True)
    title = f"Thurn and Taxis, {_name(map_)[:60]}: {headline}"
    canvas = Paper(width, height, title, _description(map_, seats, headline))
    canvas.rect(0, 0, width, height, 16, fill=PAPER)
    _draw_title(canvas, name, headline, width - 2 * _EDGE)
    with canvas.group(class_="market", transform=_move(_EDGE, _TOP)):
        draw_market(canvas, map_, position, wide)
    y = _TOP + MARKET + _GAP
    with canvas.group(class_="map", transform=_move(_EDGE + (wide - where.width) / 2, y)):
        draw_ground(canvas, where, wide)
        draw_map(canvas, map_, where, players, position.get("placed") or (), position.get("owner"))
    y += where.height
    draw_key(canvas, key, _EDGE, y + 8, wide)
    y += key_high + 8 if key else 0
    if not beside:
        with canvas.group(class_="stacks", transform=_move(_EDGE, y + _GAP)):
            draw_stacks(canvas, map_, position["stacks"], wide)
    x, y = _EDGE + wide + _GAP, _TOP
    for seat, high in zip(seats, heights, strict=True):
        with canvas.group(transform=_move(x, y)):
            draw_panel(canvas, map_, seat)
        y += high + _GAP
    if beside:
        with canvas.group(class_="stacks", transform=_move(x, y)):
            draw_stacks(canvas, map_, position["stacks"], PANEL)
    if foot:
        canvas.text(_EDGE, height - 16, fitted(foot, 12, width - 2 * _EDGE), 12, fill=MUTED, class_="foot")
    return canvas.to_string()


def map_svg(map_: Mapping[str, Any]) -> str:
    """The bare map with its bonus tiles, a whole SVG document."""
    where = plan(map_)
    wide = max(where.width, _LEAST_ALONE)
    key = map_key(map_, where)
    stacks = stacks_height(map_, wide)
    headline = f"{len(map_['cities'])} cities, {len(map_['roads'])} roads"
    foot = " · ".join(_remarks(map_))
    below = _TOP + where.height + (key_height(key, wide) + 8 if key else 0) + _GAP
    width, height = math.ceil(wide + 2 * _EDGE), math.ceil(below + stacks + (26 if foot else 0) + 18)
    regions = ", ".join(called(region["name"], 24) for region in map_["regions"])
    about = f"Thurn and Taxis, the map {_name(map_)[:60]}: {headline}. Regions: {regions}."
    canvas = Paper(width, height, f"Thurn and Taxis, {_name(map_)[:60]}: {headline}", about)
    canvas.rect(0, 0, width, height, 16, fill=PAPER)
    _draw_title(canvas, fitted(_name(map_), 24, max(90.0, wide - 420), bold=True), headline, wide)
    with canvas.group(class_="map", transform=_move(_EDGE + (wide - where.width) / 2, _TOP)):
        draw_ground(canvas, where, wide)
        draw_map(canvas, map_, where)
    draw_key(canvas, key, _EDGE, _TOP + where.height + 8, wide)
    with canvas.group(class_="stacks", transform=_move(_EDGE, below)):
        draw_stacks(canvas, map_, [len(stack["values"]) for stack in map_["bonus_stacks"]], wide)
    if foot:
        canvas.text(_EDGE, height - 16, fitted(foot, 12, wide), 12, fill=MUTED, class_="foot")
    return canvas.to_string()


# --- words -----------------------------------------------------------------------------------------------


def _name(map_: Mapping[str, Any]) -> str:
    return called(map_.get("name") or "", 80).strip() or "map"


def _seat(
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int],
    ranks: Sequence[int],
    seat: int,
) -> Seat:
    label, frame = None, None
    if position["phase"] == "over":
        if seat in winners:
            label, frame = ("winner", AMBER), AMBER
        elif ranks:
            label = (f"rank {ranks[seat]}", "#dcd7cb")
    elif position.get("owner") == seat:
        label, frame = ("to move", SEAT), SEAT
    return Seat(seat, position["players"][seat], scores[seat], label, frame, position.get("game_end") == seat)


def _headline(
    map_: Mapping[str, Any],
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, float]],
    winners: Sequence[int],
) -> str:
    turn, owner, phase = position.get("turn") or 0, position.get("owner") or 0, position["phase"]
    if phase == "over":
        if not winners:
            return f"Over after {turn} turns, nobody wins"
        seats = " and ".join(str(seat) for seat in winners)
        return f"Seat {seats} wins with {plain_number(scores[winners[0]]['total'])} after {turn} turns"
    head = f"Turn {turn + 1}, seat {owner}"
    if phase == "deal":
        what = "a card is drawn face down" if position.get("deal") == "face_down" else "the display is dealt"
        return f"{head}: {what}"
    point = str(position.get("point") or "")
    words = _POINTS.get(point, point.replace("_", " "))
    if position.get("last_discard") is not None:
        words += f" (last: {fitted(str(map_['cities'][position['last_discard']]['name']), 12, 110)})"
    official = f" · official: {position['official']}" if position.get("official") else ""
    return f"{head}: {words}{official}"


def _description(map_: Mapping[str, Any], seats: Sequence[Seat], headline: str) -> str:
    """The picture in words, for those who do not see it."""
    lines = [f"Map {_name(map_)[:30]}. {headline}."]
    for seat in seats:
        houses, carriage = len(seat.player.get("houses") or ()), seat.player.get("carriage") or 0
        points = plain_number(seat.score["total"])
        lines.append(f"Seat {seat.number}: {points} points, {houses} houses, carriage {carriage}.")
    return " ".join(lines)


def _marks(players: Sequence[Mapping[str, Any]]) -> list[str]:
    """What marks on cards mean, if there are any."""

    def hidden(tag: str) -> bool:
        return any(bool(cards if isinstance(cards, int) else sum(cards or ())) for cards in found(tag))

    def found(tag: str) -> list[Any]:
        return [(player.get("hand") or {}).get(tag) for player in players]

    marks = []
    if hidden("new"):
        marks.append("n: drawn face down since the last reshuffle")
    if hidden("old"):
        marks.append("o: drawn face down before the last reshuffle")
    return marks


def _remarks(map_: Mapping[str, Any]) -> list[str]:
    status = str(map_.get("status") or "").strip()
    return [] if status in ("", "verified") else [f"map: {fitted(status, 12, 360)}"]


# --- page ------------------------------------------------------------------------------------------------


def _move(x: float, y: float) -> str:
    return f"translate({x:.2f} {y:.2f})"


def _draw_title(canvas: Paper, name: str, headline: str, room: float) -> None:
    horn(canvas, _EDGE + 14, 36, 1.0, "#a87a12")
    canvas.text(_EDGE + 42, 45, "Thurn and Taxis", 24, fill=MUTED)
    x = _EDGE + 42 + text_width("Thurn and Taxis", 24) + 4
    canvas.text(x, 45, name, 24, fill=INK, font_weight="bold", class_="map-name")
    x += text_width(name, 24, bold=True) + 16
    said = fitted(headline, 16, max(60.0, _EDGE + room - x))
    canvas.text(_EDGE + room, 44, said, 16, "end", fill=INK, class_="headline")
