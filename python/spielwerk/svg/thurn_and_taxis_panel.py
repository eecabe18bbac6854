"""What stands beside and below the map of Thurn and Taxis: players, display and piles, bonus stacks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spielwerk.svg.thurn_and_taxis_parts import (
    CHIP,
    FREE,
    PLAYERS,
    Chip,
    Tint,
    called,
    card,
    carriage_points,
    chip_lines,
    common,
    draw_chips,
    house,
    pile,
    region_number,
    same,
    tints,
)
from spielwerk.svg.trek12_parts import (
    AMBER,
    INK,
    LINE,
    MUTED,
    SHEET,
    Paper,
    fitted,
    ink_on,
    pill,
    plain_number,
    text_width,
)

__all__ = [
    "MARKET",
    "PANEL",
    "Seat",
    "draw_market",
    "draw_panel",
    "draw_stacks",
    "hand_size",
    "panel_height",
    "stack_name",
    "stacks_height",
]

PANEL = 452.0
"""Width of the column of players."""
MARKET = 100.0
"""Height of display and piles."""

_PAD = 12.0
_LABEL = 62.0
_CHIP_LINE = CHIP + 4
_NEUTRAL: Tint = ("#f4f1e8", "#8b8471")
_FREE_TINT: Tint = ("#ffe9a8", FREE)
_STACK, _STACK_WIDE, _STACK_GAP = 48.0, 206.0, 8.0
_TILE = 19.0


@dataclass(frozen=True)
class Seat:
    """What the panel of one player shows."""

    number: int
    player: Mapping[str, Any]
    score: Mapping[str, float]
    label: tuple[str, str] | None
    frame: str | None
    game_end: bool


# --- players ---------------------------------------------------------------------------------------------


def _city_chip(map_: Mapping[str, Any], city: int, count: int = 1, mark: str = "", about: str = "") -> Chip:
    entry = map_["cities"][city]
    name, region = called(entry["name"]), entry["region"]
    tint = _FREE_TINT
    if region is not None:
        tint = tints(map_)[region_number(map_, region)]
    times = f" ×{count}" if count > 1 else ""
    title = f"{name}{times}{f', {about}' if about else ''}"
    return Chip(fitted(name, 12, 150 - text_width(times, 12)) + times, tint, mark=mark, about=title)


def _hand(map_: Mapping[str, Any], hand: Mapping[str, Any]) -> list[Chip]:
    """The cards of a hand: those that all have seen, then those drawn face down; a number stands for hidden cards."""
    chips = []
    for key, mark, about in (
        ("known", "", "seen by all"),
        ("new", "n", "drawn face down since the last reshuffle"),
        ("old", "o", "drawn face down before the last reshuffle"),
    ):
        cards = hand.get(key) or ()
        if isinstance(cards, int):
            chips.append(Chip(f"{cards} hidden", _NEUTRAL, mark=mark, about=f"{cards} cards {about}"))
            continue
        chips += [_city_chip(map_, city, count, mark, about) for city, count in enumerate(cards) if count]
    for chip in chips:
        chip.style = "chip hand-card"
    return chips


def _size(cards: Any) -> int:
    return cards if isinstance(cards, int) else sum(cards or ())


def hand_size(player: Mapping[str, Any]) -> tuple[int, int]:
    """Cards of a hand that all have seen, and those drawn face down."""
    hand = player.get("hand") or {}
    return _size(hand.get("known")), _size(hand.get("new")) + _size(hand.get("old"))


def _row(map_: Mapping[str, Any], row: Sequence[int]) -> list[Chip]:
    chips = [_city_chip(map_, city) for city in row]
    for chip in chips:
        chip.style = "chip row-card"
    return chips


def _tiles(map_: Mapping[str, Any], tiles: Sequence[Sequence[int]]) -> list[Chip]:
    chips = []
    for stack, values in zip(map_["bonus_stacks"], tiles, strict=False):
        if values:
            said = ", ".join(str(value) for value in values)
            name = stack_name(map_, stack)
            ground = _stack_tint(map_, stack)
            chips.append(Chip(f"{fitted(name, 12, 140)}: {said}", ground, about=f"{name}: {said}", style="chip tile"))
    return chips


def panel_height(map_: Mapping[str, Any], player: Mapping[str, Any]) -> float:
    """The height of the panel of a player."""
    return 108 + sum(chip_lines(chips, _room()) * _CHIP_LINE + 3 for _, chips in _lists(map_, player))


def _room() -> float:
    return PANEL - 2 * _PAD - _LABEL


def _lists(map_: Mapping[str, Any], player: Mapping[str, Any]) -> list[tuple[str, list[Chip]]]:
    row = player.get("row") or ()
    known, hidden = hand_size(player)
    return [
        ("Tiles", _tiles(map_, player.get("tiles") or ())),
        (f"Route {len(row)}", _row(map_, row)),
        (f"Hand {known + hidden}", _hand(map_, player.get("hand") or {})),
    ]


def draw_panel(canvas: Paper, map_: Mapping[str, Any], seat: Seat) -> None:
    """The panel of a player with its top left corner at (0, 0)."""
    player, height = seat.player, panel_height(map_, seat.player)
    left = common()["houses_per_player"] - len(player.get("houses") or ())
    known, hidden = hand_size(player)
    about = (
        f"Seat {seat.number}: {plain_number(seat.score['total'])} points, carriage {player.get('carriage') or 'none'}, "
        f"{left} houses left, route of {len(player.get('row') or ())}, hand of {known + hidden}, {hidden} of it hidden"
    )
    with canvas.group(class_=f"panel panel-{seat.number}", title=about):
        canvas.rect(
            0, 0, PANEL, height, 12, fill=SHEET, stroke=seat.frame or LINE, stroke_width=3 if seat.frame else 1.2
        )
        canvas.rect(0, 12, 6, height - 24, 2, fill=PLAYERS[seat.number % len(PLAYERS)])
        _draw_head(canvas, seat)
        _draw_means(canvas, player, seat.number, left)
        y = 106.0
        for label, chips in _lists(map_, player):
            canvas.text(_PAD + 4, y + 15, label, 13, fill=MUTED)
            if chips:
                draw_chips(canvas, chips, _PAD + _LABEL, y, _room())
            else:
                canvas.text(_PAD + _LABEL, y + 15, "none", 12.5, fill=MUTED, fill_opacity=0.75)
            y += chip_lines(chips, _room()) * _CHIP_LINE + 3


def _draw_head(canvas: Paper, seat: Seat) -> None:
    house(canvas, _PAD + 16, 33, seat.number, 1.45)
    name = f"Seat {seat.number}"
    canvas.text(_PAD + 34, 30, name, 19, fill=INK, font_weight="bold")
    x = _PAD + 34 + text_width(name, 19, bold=True) + 6
    if seat.label is not None:
        x += pill(canvas, x, 13, *seat.label) + 6
    if seat.game_end:
        with canvas.group(class_="game-end", title="This seat has the game-end tile"):
            pill(canvas, x, 13, "game end", FREE, 12)
    total = plain_number(seat.score["total"])
    canvas.text(PANEL - _PAD, 32, total, 24, "end", fill=INK, font_weight="bold", class_="total")
    items = [f"{key.replace('_', ' ')} {plain_number(points)}" for key, points in seat.score.items() if key != "total"]
    right = PANEL - _PAD
    canvas.text(right, 50, fitted(" · ".join(items), 12, 260), 12, "end", fill=MUTED, class_="items")


def _draw_means(canvas: Paper, player: Mapping[str, Any], seat: int, left: int) -> None:
    """Carriages and houses."""
    highest = player.get("carriage") or 0
    colour = PLAYERS[seat % len(PLAYERS)]
    for place, (number, points) in enumerate(carriage_points().items()):
        x, y = _PAD + 4 + place * 36, 60.0
        has, best = number <= highest, number == highest
        style = f"carriage{' taken' if has else ''}{' highest' if best else ''}"
        with canvas.group(class_=style, title=f"carriage {number}: {points} points{', taken' if has else ''}"):
            canvas.circle(x + 7, y + 29, 4.5, fill=SHEET, stroke=colour if has else MUTED, stroke_width=2)
            canvas.circle(x + 24, y + 29, 4.5, fill=SHEET, stroke=colour if has else MUTED, stroke_width=2)
            canvas.rect(
                x,
                y,
                31,
                27,
                5,
                fill=colour if has else SHEET,
                stroke=AMBER if best else colour if has else MUTED,
                stroke_width=3 if best else 1.2,
                stroke_dasharray="none" if has else "3 2.5",
            )
            ink = ink_on(colour) if has else MUTED
            canvas.text(x + 15.5, y + 14, str(number), 14.5, "middle", fill=ink, font_weight="bold")
            canvas.text(x + 15.5, y + 24, f"+{points}", 9.5, "middle", fill=ink)
    x = _PAD + 200
    closes = player.get("closes") or 0
    said = f"{left} houses left"
    canvas.text(x, 72, said, 12.5, fill=INK, class_="houses-left")
    more = f"{closes} route{'' if closes == 1 else 's'} closed"
    canvas.text(PANEL - _PAD, 72, more, 12.5, "end", fill=MUTED, class_="closes")
    for number in range(common()["houses_per_player"]):
        here = number < left
        canvas.rect(
            x + number * 11.4,
            80,
            8.6,
            10,
            1.5,
            fill=colour if here else "none",
            stroke=colour,
            stroke_width=1,
            stroke_opacity=1 if here else 0.45,
        )


# --- display and piles -----------------------------------------------------------------------------------


def draw_market(canvas: Paper, map_: Mapping[str, Any], position: Mapping[str, Any], width: float) -> None:
    """The cards of the display, the supply and the discard pile in a strip with its top left corner at (0, 0)."""
    colours, slots = tints(map_), common()["display_size"]
    cards = [city for city, count in enumerate(position.get("display") or ()) for _ in range(count)]
    count = max(slots, len(cards)) + 2
    pitch = min((width - 12) / count, 132.0)
    size = (pitch - 10, MARKET - 22)
    canvas.rect(0, 0, width, MARKET, 12, fill=SHEET, stroke=LINE, stroke_width=1.2)
    for number in range(max(slots, len(cards))):
        x = 10 + number * pitch
        if number >= len(cards):
            canvas.rect(
                x, 11, *size, 6, fill="none", stroke=MUTED, stroke_width=1.2, stroke_dasharray="5 4", class_="slot"
            )
            continue
        entry = map_["cities"][cards[number]]
        region = entry["region"]
        tint = _FREE_TINT if region is None else colours[region_number(map_, region)]
        card(canvas, x, 11, size, called(entry["name"]), None if region is None else called(region), tint)
    x = width - 2 * pitch
    supply = position.get("supply_size")
    if supply is None:
        supply = sum(position.get("supply") or ())
    canvas.line(x - 1, 14, x - 1, MARKET - 14, stroke=LINE, stroke_width=1.2)
    pile(canvas, x + 7, 14, (size[0] - 6, size[1] - 5), "supply", supply, False)
    pile(canvas, x + pitch + 2, 14, (size[0] - 6, size[1] - 5), "discard", sum(position.get("discard") or ()), True)


# --- bonus stacks ----------------------------------------------------------------------------------------


def stack_name(map_: Mapping[str, Any], stack: Mapping[str, Any]) -> str:
    """What a bonus stack is for, in a few words."""
    if stack["kind"] == "route_length":
        return f"Route of {stack['min_len']}"
    if stack["kind"] == "game_end":
        return "Game end"
    names = [called(region) for region in stack["regions"]]
    if stack["kind"] == "all_cities":
        return " + ".join(names)
    if len(names) == len(map_["regions"]):
        return "Every region"
    others = [called(r["name"]) for r in map_["regions"] if same(r["name"]) not in map(same, stack["regions"])]
    if len(names) > 3 and len(others) == 1:
        return f"Each but {others[0]}"
    return "Each: " + ", ".join(names)


def _stack_tint(map_: Mapping[str, Any], stack: Mapping[str, Any]) -> Tint:
    regions = list(stack.get("regions") or ())
    if stack["kind"] == "game_end":
        return _FREE_TINT
    if stack["kind"] != "all_cities" or not 1 <= len(regions) <= 2:
        return _NEUTRAL
    return tints(map_)[region_number(map_, regions[0])]


def _stack_columns(width: float) -> tuple[int, float]:
    columns = max(1, int((width - 12 + _STACK_GAP) // (_STACK_WIDE + _STACK_GAP)))
    return columns, (width - 24 + _STACK_GAP) / columns - _STACK_GAP


def _tile_lines(values: Sequence[int], width: float) -> int:
    return max(1, -(-len(values) // max(1, int((width - 16) // (_TILE + 4)))))


def stacks_height(map_: Mapping[str, Any], width: float) -> float:
    """The height of all stacks in a box of a width."""
    return 40 + sum(height + _STACK_GAP for height in _stack_rows(map_, width))


def _stack_rows(map_: Mapping[str, Any], width: float) -> list[float]:
    columns, wide = _stack_columns(width)
    heights = [_STACK + (_tile_lines(stack["values"], wide) - 1) * (_TILE + 3) for stack in map_["bonus_stacks"]]
    return [max(heights[at : at + columns]) for at in range(0, len(heights), columns)]


def draw_stacks(canvas: Paper, map_: Mapping[str, Any], left: Sequence[int], width: float) -> None:
    """The bonus stacks in the order of the map, the tiles still there in front: a box with its corner at (0, 0)."""
    columns, wide = _stack_columns(width)
    rows = _stack_rows(map_, width)
    canvas.rect(0, 0, width, stacks_height(map_, width), 12, fill=SHEET, stroke=LINE, stroke_width=1.2)
    canvas.text(12, 23, "Bonus tiles", 15, fill=INK, font_weight="bold")
    note = "next tile framed, taken ones crossed out"
    canvas.text(width - 12, 23, note, 12, "end", fill=MUTED)
    for number, rest in enumerate(left):
        row, column = divmod(number, columns)
        x = 12 + column * (wide + _STACK_GAP)
        y = 33 + sum(rows[:row]) + row * _STACK_GAP
        _draw_stack(canvas, map_, number, rest, (x, y, wide, rows[row]))


def _draw_stack(
    canvas: Paper, map_: Mapping[str, Any], number: int, rest: int, place: tuple[float, float, float, float]
) -> None:
    x, y, wide, high = place
    stack = map_["bonus_stacks"][number]
    values = stack["values"]
    gone = len(values) - rest
    light, dark = _stack_tint(map_, stack)
    name = stack_name(map_, stack)
    about = f"{name}: {', '.join(str(value) for value in values[gone:]) or 'no tiles'} left"
    with canvas.group(class_=f"stack stack-{number}", title=about):
        canvas.rect(x, y, wide, high, 7, fill=light, stroke=dark, stroke_width=1.1, fill_opacity=0.75)
        swatches = [tints(map_)[region_number(map_, region)] for region in stack.get("regions") or ()]
        canvas.text(x + 8, y + 16, fitted(name, 12.5, wide - 14, bold=True), 12.5, fill=INK, font_weight="bold")
        in_line = max(1, int((wide - 16) // (_TILE + 4)))
        step = min(12.0, (wide - 20 - min(in_line, len(values)) * (_TILE + 4)) / max(1, len(swatches)))
        if step > 4 and len(swatches) > 1:
            for place_, (pale, deep) in enumerate(swatches):
                left = x + wide - 8 - (len(swatches) - place_) * step
                canvas.rect(left, y + 28, step - 2, 11, 2, fill=pale, stroke=deep, stroke_width=1)
        for tile, value in enumerate(values):
            line, column = divmod(tile, in_line)
            _draw_tile(
                canvas, x + 8 + column * (_TILE + 4), y + 23 + line * (_TILE + 3), value, tile < gone, tile == gone
            )


def _draw_tile(canvas: Paper, x: float, y: float, value: int, gone: bool, first: bool) -> None:
    with canvas.group(class_=f"bonus{' gone' if gone else ''}{' next' if first else ''}"):
        canvas.rect(
            x,
            y,
            _TILE,
            _TILE,
            4,
            fill="#e7e4dc" if gone else "#ffffff",
            stroke=INK if first else MUTED,
            stroke_width=2 if first else 1,
            fill_opacity=0.5 if gone else 1,
            stroke_opacity=0.5 if gone else 1,
        )
        size = 12.5 if abs(value) < 100 else 9.0
        said = fitted(plain_number(value), size, 40)
        ink = MUTED if gone else INK
        canvas.text(x + _TILE / 2, y + 14, said, size, "middle", fill=ink, font_weight="bold")
        if gone:
            canvas.line(x + 2, y + _TILE - 2, x + _TILE - 2, y + 2, stroke=MUTED, stroke_width=1.4)
