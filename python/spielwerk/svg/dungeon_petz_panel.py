"""What one player of Dungeon Petz has: a panel with the display, the stores, the hand and the imps."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from spielwerk.svg.dungeon_petz_parts import (
    CHIP,
    COLOURS,
    PLAYERS,
    Chip,
    addon_words,
    cage_pills,
    card_chip,
    chip_lines,
    draw_bars,
    draw_chips,
    draw_pills,
    heading,
    hidden_chip,
    number,
    pet_name,
    tag,
    token,
)
from spielwerk.svg.dungeon_petz_town import artifact_name
from spielwerk.svg.trek12_parts import INK, LINE, MUTED, SHEET, Paper, fitted, ink_on, text_width

__all__ = ["PANEL", "Seat", "draw_panel", "panel_height"]

PANEL = 640.0
_HEAD = 46.0
_PLOT = (PANEL - 24 - 8) / 2
_GOODS = 106.0
_GREY = ("#ece7da", "#6a747b")
_NEEDS = ("hunger", "poop", "play", "anger", "magic", "disease")


@dataclasses.dataclass(frozen=True)
class Seat:
    """A player: what the dict says of him, his score sheet, a label and a frame, and whether all of it is shown."""

    number: int
    player: Mapping[str, Any]
    score: Mapping[str, float]
    label: tuple[str, str] | None
    frame: str | None
    is_open: bool
    """Whether the hand is shown."""
    are_groups_open: bool
    """Whether the groups are shown; else their imps and gold are counted as if they were at home (DP-175)."""
    are_cards_open: bool
    """Whether the cards on the pets are shown; else they are counted as if they were in the hand (DP-123)."""
    place: int | None
    """The place in the turn order, from 0."""


def _hand(seat: Seat) -> list[Chip]:
    hidden = [] if seat.are_cards_open else _on_pets(seat)
    chips = []
    for colour in COLOURS:
        cards = seat.player["hand"].get(colour) or ()
        if isinstance(cards, int) or not seat.is_open:
            count = cards if isinstance(cards, int) else sum(cards)
            count += sum(card.startswith(f"{colour} ") and not card.endswith(" potion") for card in hidden)
            chips += [hidden_chip(colour, count)] if count else []
            continue
        chips += [
            card_chip(f"{colour} {need}") for need, count in zip(_NEEDS, cards, strict=True) for _ in range(count)
        ]
    potions = (seat.player.get("potions") or 0) + sum(card.endswith(" potion") for card in hidden)
    return [*chips, *[Chip("potion", ("#d6e8f0", "#1f6684"), style="potion") for _ in range(potions)]]


def _on_pets(seat: Seat) -> list[str]:
    return [card for plot in seat.player["plots"] for card in (plot.get("pet") or {}).get("cards") or ()]


def _in_groups(seat: Seat) -> tuple[int, int]:
    """Imps and gold in groups; the gold of the last one may not be chosen yet."""
    groups = seat.player.get("groups") or ()
    return sum(imps for imps, _ in groups), sum(gold or 0 for _, gold in groups)


def _things(tables: Mapping[str, Any], seat: Seat) -> list[Chip]:
    """Artifacts, and what was bought and not placed."""
    chips = []
    for own in seat.player["artifacts"]:
        words, colour = artifact_name(tables, own["artifact"]), own.get("colour")
        if colour is not None:
            # A dict names it by its place.
            colour = list(COLOURS)[colour] if isinstance(colour, int) else colour
            words = f"book: {colour}"
        if own.get("food"):
            words += " + food"
        chips.append(Chip(words, COLOURS.get(colour or "", _GREY), style="artifact"))
    waiting = seat.player["waiting"]
    chips += [Chip(f"cage {index}", _GREY, mark="…", style="waiting") for index in waiting["cages"]]
    for index in waiting["addons"]:
        words = addon_words(tables["addons"]["tiles"][index])
        chips.append(Chip(f"addon {words}", _GREY, mark="…", style="waiting"))
    for pet in waiting["pets"]:
        words = f"{pet_name(tables['pets'], pet['pet'])}, size {pet['size']}"
        chips.append(Chip(words, ("#fdf3d8", "#8a6d1f"), mark="…", style="waiting"))
    if seat.are_groups_open:
        for imps, gold in seat.player["groups"]:
            words = f"{imps} imp{'' if imps == 1 else 's'}{f' + {gold} gold' if gold else ''}"
            chips.append(Chip(words, ("#d9e4ec", "#2f5d7c"), mark="g", about="group not resolved", style="group-chip"))
    return chips


def _cards(plot: Mapping[str, Any], seat: Seat) -> list[Chip]:
    cards = (plot.get("pet") or {}).get("cards") or ()
    return [card_chip(card) for card in cards] if seat.are_cards_open else []


def _plot_height(seat: Seat) -> float:
    lines = max((chip_lines(_cards(plot, seat), _PLOT - 20, 4) for plot in seat.player["plots"]), default=0)
    return 106.0 + lines * (CHIP + 4)


def _lines(chips: Sequence[Chip]) -> float:
    return max(1, chip_lines(chips, PANEL - 104)) * (CHIP + 4) + 6


def panel_height(tables: Mapping[str, Any], seat: Seat) -> float:
    """The height of a player's panel."""
    return _HEAD + 2 * (_plot_height(seat) + 8) + _GOODS + _lines(_hand(seat)) + _lines(_things(tables, seat)) + 6


def draw_panel(canvas: Paper, tables: Mapping[str, Any], seat: Seat) -> None:
    """A player's panel with its corner at (0, 0)."""
    height = panel_height(tables, seat)
    colour = PLAYERS[seat.number % len(PLAYERS)]
    with canvas.group(class_=f"panel panel-{seat.number}"):
        canvas.rect(
            0, 0, PANEL, height, 12, fill=SHEET, stroke=seat.frame or LINE, stroke_width=3 if seat.frame else 1.2
        )
        canvas.rect(0, 0, 7, height, 3, fill=colour)
        _head(canvas, seat)
        high = _plot_height(seat)
        for place in range(len(seat.player["plots"])):
            x, y = 16 + place % 2 * (_PLOT + 8), _HEAD + place // 2 * (high + 8)
            with canvas.group(class_=f"plot plot-{place}", transform=f"translate({x:.2f} {y:.2f})"):
                _draw_plot(canvas, tables, seat, place, high)
        y = _HEAD + 2 * (high + 8)
        _goods(canvas, seat, y)
        y += _GOODS
        hand, things = _hand(seat), _things(tables, seat)
        for name, chips in (("Hand", hand), ("Has", things)):
            heading(canvas, 16, y + 15, name, 70, 12.5)
            with canvas.group(class_=name.lower()):
                draw_chips(canvas, chips, 84, y, PANEL - 104)
            if not chips:
                canvas.text(84, y + 15, "nothing", 12.5, fill=MUTED)
            y += _lines(chips)


def _head(canvas: Paper, seat: Seat) -> None:
    tag(canvas, 28, 23, seat.number, 11)
    canvas.text(48, 29, f"Seat {seat.number}", 17, fill=INK, font_weight="bold")
    x = 48 + text_width(f"Seat {seat.number}", 17, bold=True) + 12
    if seat.place is not None:
        words = "start player" if seat.place == 0 else f"{seat.place + 1}. in turn order"
        canvas.text(x, 28, words, 12.5, fill=MUTED)
        x += text_width(words, 12.5) + 12
    if seat.label:
        words, ground = seat.label
        wide = text_width(words, 12.5) + 14
        canvas.rect(x, 12, wide, 22, 6, fill=ground)
        canvas.text(x + wide / 2, 27.5, words, 12.5, "middle", fill=ink_on(ground), class_="label")
    show = seat.player.get("show")
    if show is not None:
        canvas.text(PANEL - 130, 29, f"shows {number(show / 2)}", 13, "end", fill=MUTED, class_="show")
    total = f"{number(seat.score['total'])} VP"
    canvas.text(PANEL - 16, 31, total, 21, "end", fill=INK, font_weight="bold", class_="total")


def _draw_plot(canvas: Paper, tables: Mapping[str, Any], seat: Seat, place: int, high: float) -> None:
    plot = seat.player["plots"][place]
    cage, addon, pet = plot.get("cage"), plot.get("addon"), plot.get("pet")
    ground = "#f7f4ec" if cage is not None else "#efece4"
    canvas.rect(0, 0, _PLOT, high, 8, fill=ground, stroke=MUTED if cage is not None else LINE, stroke_width=1.2)
    name, pills = _cage(tables, cage)
    canvas.text(10, 19, name, 12, fill=INK if cage is not None else MUTED, font_weight="bold")
    draw_pills(canvas, pills, 12 + text_width(name, 12, bold=True) + 6, 6)
    if addon is not None:
        canvas.text(10, 38, "addon", 11.5, fill=MUTED)
        draw_pills(canvas, cage_pills(tables["addons"]["tiles"][addon]), 50, 26.5)
    if plot.get("manure"):
        token(canvas, _PLOT - 88, 34, "manure", plot["manure"])
    if pet is None:
        canvas.text(10, 66, "no pet" if cage is not None else "", 12, fill=MUTED)
        return
    kind = tables["pets"][pet["pet"]]
    pet_is = pet_name(tables["pets"], pet["pet"])
    with canvas.group(class_="pet", title=f"{pet_is}, {kind['diet']}, size {pet['size']}"):
        words = fitted(pet_is, 14, 150, bold=True)
        canvas.text(10, 63, words, 14, fill=INK, font_weight="bold")
        canvas.text(16 + text_width(words, 14, bold=True), 63, f"{kind['diet']}, size {pet['size']}", 11.5, fill=MUTED)
        draw_bars(canvas, 10, 73, kind["bars"], pet["size"], 14)
        x = 136.0
        for token_kind in ("suffering", "mutation"):
            if pet.get(token_kind):
                x = token(canvas, x, 80, token_kind, pet[token_kind])
        draw_chips(canvas, _cards(plot, seat), 10, 96, _PLOT - 20, 4)


def _cage(tables: Mapping[str, Any], cage: Any) -> tuple[str, list[tuple[str, str]]]:
    if cage is None:
        return "no cage", []
    if isinstance(cage, str):
        return "printed cage", cage_pills(tables["cages"]["initial"])
    return f"cage {cage}", cage_pills(tables["cages"]["tiles"][cage])


def _goods(canvas: Paper, seat: Seat, y: float) -> None:
    """Imps, gold and food, each a number with its name."""
    player = seat.player
    grouped, paid = _in_groups(seat)
    hidden, purse = (0, 0) if seat.are_groups_open else (grouped, paid)
    imps = [
        ("home", (player.get("home") or 0) + hidden),
        ("used", player.get("used")),
        ("hospital", player.get("hospital")),
        ("platform", player.get("platform")),
        ("progress", "-".join(str(imps) for imps in player.get("progress") or ())),
        ("in groups", grouped - hidden),
    ]
    food = [
        ("gold", (player.get("gold") or 0) + purse),
        ("vegetables", "-".join(str(count) for count in player.get("vegetables") or ())),
        ("meat", "-".join(str(count) for count in player.get("meat") or ())),
        ("armor used", player.get("armor_used") or 0),
    ]
    if player.get("employee_used"):
        food.append(("employee", "used"))
    for row, (name, values) in enumerate((("Imps", imps), ("Stores", food))):
        top = y + row * 48
        heading(canvas, 16, top + 26, name, 66, 12.5)
        x = 84.0
        for what, value in values:
            if what in ("in groups", "armor used") and not value:
                continue
            with canvas.group(class_=f"count {what.replace(' ', '-')}", title=f"{what}: {value}"):
                wide = max(text_width(str(value), 16, bold=True), text_width(what, 11)) + 14
                canvas.rect(x, top + 2, wide, 40, 6, fill="#f7f4ec", stroke=LINE, stroke_width=1)
                canvas.text(x + wide / 2, top + 20, str(value), 16, "middle", fill=INK, font_weight="bold")
                canvas.text(x + wide / 2, top + 36, what, 11, "middle", fill=MUTED)
            x += wide + 6
