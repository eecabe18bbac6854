"""Small pieces of the picture of Dungeon Petz: colours, cards, bars, what cages do, tokens, groups."""

from collections.abc import Mapping, Sequence
from typing import Any

from spielwerk.svg.thurn_and_taxis_parts import CHIP, PLAYERS, Chip, chip_lines, draw_chips, tag
from spielwerk.svg.trek12_parts import INK, LINE, MUTED, SHEET, Paper, fitted, ink_on, plain, text_width

__all__ = [
    "CHIP",
    "COLOURS",
    "CURRENT",
    "LETTERS",
    "PLAYERS",
    "Chip",
    "addon_words",
    "box",
    "cage_pills",
    "card_chip",
    "chip_lines",
    "draw_bars",
    "draw_chips",
    "draw_pills",
    "heading",
    "hidden_chip",
    "number",
    "pet_name",
    "place_mark",
    "tag",
    "token",
    "weights",
]

# Pale for grounds, dark for borders and bars.
COLOURS: dict[str, tuple[str, str]] = {
    "green": ("#d3ebd7", "#2b7a43"),
    "red": ("#f7d2ca", "#b3392b"),
    "yellow": ("#f9eeb9", "#a67c00"),
    "purple": ("#e4d5f0", "#6a3d93"),
}
LETTERS = {"G": "green", "R": "red", "Y": "yellow", "P": "purple"}
CURRENT = "#fdf3d8"
MANURE = "#7a5230"
NEUTRAL = "#8d8f93"
_OTHER = ("#e6e3da", "#5b5f66")
_PILLS = {
    "strength": ("#b3392b", "strength"),
    "antimagic": ("#6a3d93", "antimagic"),
    "graze": ("#2b7a43", "grass"),
    "poop": ("#7a5230", "poop"),
    "play": ("#a67c00", "play"),
    "meat": ("#8a3b5c", "meat"),
}


def pet_name(pets: Sequence[Mapping[str, Any]], index: int) -> str:
    """The name of a pet, made harmless."""
    return plain(str(pets[index]["name"])) if 0 <= index < len(pets) else f"pet {index}"


def number(value: float) -> str:
    """Points, with a real minus sign."""
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


# Words that fit a line of the picture.
_SHORT = {
    "manure_all_cages": "all manure",
    "best_single_need": "best need",
    "distinct_need_types": "need types",
    "distinct_card_colours": "card colours",
    "manure_in_its_cage": "its manure",
}


def weights(entry: Mapping[str, Any], short: bool = False) -> str:
    """What a tile adds and subtracts, in words."""
    words = []
    for key, sign in (("plus", "+"), ("rainbow", "+"), ("minus", "\N{MINUS SIGN}")):
        for symbol, weight in (entry.get(key) or {}).items():
            name = _SHORT[symbol] if short and symbol in _SHORT else str(symbol).replace("_", " ")
            words.append(f"{sign}{weight} {name}{' by colour' if key == 'rainbow' else ''}")
    return ", ".join(words)


def card_chip(card: str) -> Chip:
    """A need card: its need on its colour; ``+`` where both needs count."""
    colour, need, *double = [*plain(card).split(" "), "?"][:3] if " " in card else ["", card, "?"]
    mark = "+" if double == ["double"] else ""
    return Chip(f"{need}{mark}", COLOURS.get(colour, _OTHER), about=plain(card), style="need-card")


def hidden_chip(colour: str, count: int) -> Chip:
    """Cards of a colour of which others see only how many there are."""
    light, dark = COLOURS.get(colour, _OTHER)
    return Chip(f"{count} {colour}", (light, dark), mark="?", about=f"{count} {colour} cards", style="hidden-cards")


def draw_bars(canvas: Paper, x: float, y: float, bars: Sequence[str], size: int, side: float = 13.0) -> None:
    """The bars of a pet; those that its size does not show yet are only outlined."""
    for place, letter in enumerate(bars):
        light, dark = COLOURS.get(LETTERS.get(letter, letter), _OTHER)
        shown = place < size
        canvas.rect(
            x + place * (side + 3),
            y,
            side,
            side,
            2.5,
            class_="bar visible" if shown else "bar",
            fill=dark if shown else light,
            stroke=dark,
            stroke_width=1,
            fill_opacity=1 if shown else 0.6,
            stroke_opacity=1 if shown else 0.55,
        )
        # Letters, so that nobody needs to tell the colours apart.
        ink = ink_on(dark) if shown else dark
        canvas.text(x + place * (side + 3) + side / 2, y + side - 3, letter, side * 0.72, "middle", fill=ink)


def cage_pills(tile: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a cage or an addon does, as colours and words."""
    found = []
    for key, (colour, word) in _PILLS.items():
        value = tile.get(key) or 0
        if value:
            found.append((colour, f"{word} {value}" if key in ("strength", "antimagic") or value > 1 else word))
    return found


def addon_words(tile: Mapping[str, Any]) -> str:
    """What an addon does, in words."""
    return ", ".join(f"+{words}" for _, words in cage_pills(tile)) or "nothing"


def draw_pills(canvas: Paper, pills: Sequence[tuple[str, str]], x: float, y: float, size: float = 10.5) -> float:
    """Labels on dark grounds, the first one at (x, y); where they end is returned."""
    for colour, words in pills:
        wide = text_width(words, size) + 8
        canvas.rect(x, y, wide, size + 5.5, 4, fill=colour)
        canvas.text(x + wide / 2, y + size + 0.8, words, size, "middle", fill=ink_on(colour), class_="pill")
        x += wide + 4
    return x


def token(canvas: Paper, x: float, y: float, kind: str, count: int) -> float:
    """Tokens of a kind with their number; where they end is returned."""
    colour = {"manure": MANURE, "suffering": "#c8102e", "mutation": "#6a3d93", "gold": "#c99a1b"}.get(kind, MUTED)
    wide = text_width(f"{count}", 12, bold=True) + text_width(kind, 11.5) + 24
    with canvas.group(class_=f"token {kind}", title=f"{kind}: {count}"):
        canvas.circle(x + 8, y, 8, fill=colour, stroke="#ffffff", stroke_width=1)
        canvas.text(x + 8, y + 4, str(count), 11, "middle", fill=ink_on(colour), font_weight="bold")
        canvas.text(x + 19, y + 4, kind, 11.5, fill=INK)
    return x + wide


def place_mark(canvas: Paper, x: float, y: float, who: Any) -> None:
    """What stands on a space, around (x, y): a group with its imps, a neutral imp, or nobody."""
    if isinstance(who, list | tuple):
        seat, imps = who
        with canvas.group(class_=f"group group-{seat}", title=f"group of seat {seat}: {imps} imps"):
            colour = PLAYERS[seat % len(PLAYERS)]
            canvas.rect(x - 27, y - 10, 54, 20, 10, fill=colour, stroke="#ffffff", stroke_width=1.2)
            canvas.text(x - 18, y + 4.5, str(seat), 12.5, "middle", fill=ink_on(colour), font_weight="bold")
            canvas.line(x - 10, y - 7, x - 10, y + 7, stroke="#ffffff", stroke_width=1)
            words = f"{imps} imp{'' if imps == 1 else 's'}"
            canvas.text(
                x + 8, y + 3.8, words, 10 if imps == 1 else 9 if imps < 10 else 8, "middle", fill=ink_on(colour)
            )
    elif who is not None:
        with canvas.group(class_="neutral", title="a neutral imp: nobody may go there in this round"):
            canvas.rect(x - 27, y - 10, 54, 20, 10, fill=NEUTRAL)
            canvas.text(x, y + 3.5, "neutral", 10.5, "middle", fill="#ffffff")
    else:
        canvas.rect(
            x - 27,
            y - 10,
            54,
            20,
            10,
            fill="none",
            stroke=MUTED,
            stroke_width=1.2,
            stroke_dasharray="4 3",
            class_="free",
        )


def box(canvas: Paper, width: float, height: float, frame: str | None = None, fill: str = SHEET) -> None:
    """The ground of a part of the picture with its corner at (0, 0)."""
    stroke = LINE if frame is None else frame
    canvas.rect(0, 0, width, height, 10, fill=fill, stroke=stroke, stroke_width=1.2 if frame is None else 3)


def heading(canvas: Paper, x: float, y: float, words: str, room: float, size: float = 13.0) -> None:
    """A bold line of a width."""
    canvas.text(x, y, fitted(words, size, room, bold=True), size, fill=INK, font_weight="bold")
