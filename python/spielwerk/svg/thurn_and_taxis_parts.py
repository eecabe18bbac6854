"""Small pieces of the picture of Thurn and Taxis: colours of regions and players, houses, chips, cards, signs."""

import colorsys
import functools
import math
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from spielwerk import _native
from spielwerk.svg.trek12_parts import INK, MUTED, SHEET, Paper, fitted, ink_on, plain, text_width

__all__ = [
    "CHIP",
    "FREE",
    "GROUND",
    "PLAYERS",
    "Chip",
    "Tint",
    "called",
    "card",
    "carriage_points",
    "chip_lines",
    "common",
    "draw_chips",
    "free_city",
    "horn",
    "house",
    "pile",
    "region_number",
    "same",
    "tag",
    "tints",
]

# Of Okabe and Ito, told apart with any kind of colour vision; houses also have different roofs and numbers.
PLAYERS = ("#0072b2", "#d55e00", "#1d2126", "#cc79a7")
GROUND = "#dcd5c3"
FREE = "#8a6d1f"
CHIP = 21.0
"""Height of a chip."""

Tint = tuple[str, str]
"""A pale colour for land, and a dark one for its border and name."""

_TINTS: dict[str, Tint] = {
    "purple": ("#dccdea", "#63438a"),
    "light_blue": ("#cbe7f2", "#1f6684"),
    "blue": ("#bccfee", "#2a4c90"),
    "yellow_green": ("#e2ebb4", "#5c6b12"),
    "dark_green": ("#b5d6ba", "#215c33"),
    "orange": ("#f8d6a6", "#8a5206"),
    "red": ("#f3c2b9", "#93302a"),
    "grey": ("#d2d4d6", "#50575d"),
    "white": ("#fbf8ee", "#6b6046"),
    "yellow": ("#f6eba6", "#776508"),
    "pink": ("#f6cfe0", "#93305f"),
    "brown": ("#dcc4a8", "#694422"),
    "teal": ("#b4dfd9", "#165f58"),
    "lavender": ("#c9c7f0", "#453f96"),
    "rose": ("#e9b9c8", "#7e2b49"),
    "lime": ("#cdea9c", "#486913"),
}
_OTHER_WORDS = {"gray": "grey", "green": "dark_green", "light_green": "yellow_green", "violet": "purple"}


@functools.cache
def common() -> Mapping[str, Any]:
    """What is the same on every map, as the game's tables say it: houses, carriages, display (TT-4 to TT-6, TT-48)."""
    tables: Mapping[str, Any] = _native.load("thurn_and_taxis").tables()["common"]
    return tables


def carriage_points() -> dict[int, int]:
    """Points by the number of the highest carriage (TT-48)."""
    return {entry["number"]: entry["points"] for entry in common()["carriages"]}


def called(name: object, longest: int = 60) -> str:
    """A name made harmless and not longer than names are."""
    text = plain(str(name))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def same(name: str) -> str:
    """What names are compared by."""
    return unicodedata.normalize("NFC", name)


def region_number(map_: Mapping[str, Any], name: str) -> int:
    """The position of a region in the map's list."""
    return [same(region["name"]) for region in map_["regions"]].index(same(name))


def tints(map_: Mapping[str, Any]) -> list[Tint]:
    """A tint for each region: that of its colour if it is known, else one that no region has."""
    words = [str(region.get("colour") or "").strip().lower().replace(" ", "_") for region in map_["regions"]]
    words = [_OTHER_WORDS.get(word, word) for word in words]
    left = [tint for word, tint in _TINTS.items() if word not in words]
    found = []
    for number, word in enumerate(words):
        if word in _TINTS:
            found.append(_TINTS[word])
        elif left:
            found.append(left.pop(0))
        else:
            found.append(_made(number / max(1, len(words))))
    return found


def _made(hue: float) -> Tint:
    def colour(light: float) -> str:
        return "#" + "".join(f"{round(255 * part):02x}" for part in colorsys.hls_to_rgb(hue, light, 0.45))

    return colour(0.84), colour(0.3)


# --- houses, tags, signs ---------------------------------------------------------------------------------

# Roofs from the left eave to the right one, in a square from -8 to 8, the ground at 0 and the eaves at -9.
_ROOFS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((-7, -9), (0, -16), (7, -9)),
    tuple((x * 2.5, y) for x, y in zip((-3, -2, -2, -1, -1, 1, 1, 2, 2, 3), (-15, -15, -12, -12) * 3, strict=False)),
    tuple((-6.5 * math.cos(math.pi * k / 8), -9.5 - 6.5 * math.sin(math.pi * k / 8)) for k in range(9)),
    ((-7, -16), (-7, -11), (7, -16), (7, -11)),
)


def house(canvas: Paper, x: float, y: float, seat: int, scale: float = 1.0, glow: bool = False) -> None:
    """A house of a seat with the middle of its lower edge at (x, y)."""
    roof = _ROOFS[seat % len(_ROOFS)]
    corners = [(-6.5, 0.0), (-6.5, -9.0), *roof, (6.5, -9.0), (6.5, 0.0)]
    loop = [(x + dx * scale, y + dy * scale) for dx, dy in corners]
    if glow:
        canvas.path([loop], fill="none", stroke="#f0a202", stroke_width=5, stroke_linejoin="round")
    colour = PLAYERS[seat % len(PLAYERS)]
    canvas.path([loop], fill=colour, stroke="#ffffff", stroke_width=1.3, stroke_linejoin="round")
    canvas.text(x, y - 1.6 * scale, str(seat), 9.6 * scale, "middle", fill=ink_on(colour), font_weight="bold")


def tag(canvas: Paper, x: float, y: float, seat: int, radius: float = 7.6) -> None:
    """The number of a seat on a disc of its colour."""
    colour = PLAYERS[seat % len(PLAYERS)]
    canvas.circle(x, y, radius, fill=colour, stroke="#ffffff", stroke_width=1.5)
    canvas.text(x, y + radius * 0.47, str(seat), radius * 1.4, "middle", fill=ink_on(colour), font_weight="bold")


def free_city(canvas: Paper, x: float, y: float, radius: float) -> None:
    """The mark of a city of no region: a square on its corner."""
    far = radius * 1.42
    canvas.path(
        [[(x - far, y), (x, y - far), (x + far, y), (x, y + far)]],
        class_="free",
        fill="#ffe9a8",
        stroke=FREE,
        stroke_width=2.2,
        stroke_linejoin="round",
    )


def horn(canvas: Paper, x: float, y: float, scale: float, colour: str) -> None:
    """A post horn around (x, y)."""
    place = f"translate({x:.2f} {y:.2f}) scale({scale:.3f})"
    with canvas.group(transform=place, fill="none", stroke=colour, stroke_width=2.6, stroke_linecap="round"):
        canvas.circle(0, 0, 7)
        canvas.curve("M0 -7H-13M0 7H8")
        canvas.path([[(7, 6), (17, 0.5), (17, 13.5), (7, 8)]], fill=colour, stroke_linejoin="round", stroke_width=1)
        canvas.line(-13, -9, -13, -5)


# --- chips -----------------------------------------------------------------------------------------------


class Chip:
    """A small label: its text, colours, and a mark on a dark ground before it."""

    def __init__(self, text: str, tint: Tint, *, mark: str = "", about: str = "", style: str = "chip") -> None:
        self.text = fitted(text, 12, 210)
        self.tint, self.mark, self.about, self.style = tint, mark, about, style
        self.lead = 16.0 if mark else 0.0
        self.width = text_width(self.text, 12) + 12 + self.lead


def chip_lines(chips: Sequence[Chip], room: float, gap: float = 5.0) -> int:
    """How many lines the chips fill."""
    return _flow(chips, room, gap)[-1][0] + 1 if chips else 1


def _flow(chips: Sequence[Chip], room: float, gap: float) -> list[tuple[int, float]]:
    places, line, x = [], 0, 0.0
    for chip in chips:
        if x > 0 and x + chip.width > room:
            line, x = line + 1, 0.0
        places.append((line, x))
        x += chip.width + gap
    return places


def draw_chips(canvas: Paper, chips: Sequence[Chip], x: float, y: float, room: float, gap: float = 5.0) -> None:
    """Chips in lines of a width."""
    for chip, (line, shift) in zip(chips, _flow(chips, room, gap), strict=True):
        left, top = x + shift, y + line * (CHIP + 4)
        light, dark = chip.tint
        with canvas.group(class_=chip.style, title=chip.about or chip.text):
            canvas.rect(left, top, chip.width, CHIP, 4, fill=light, stroke=dark, stroke_width=1.1)
            if chip.mark:
                canvas.rect(left, top, 15, CHIP, 4, fill=dark)
                canvas.text(left + 7.5, top + 14.8, chip.mark, 11, "middle", fill=ink_on(dark), font_weight="bold")
            canvas.text(left + 6 + chip.lead, top + 15, chip.text, 12, fill=INK, class_="label")


def card(
    canvas: Paper, x: float, y: float, size: tuple[float, float], city: str, region: str | None, tint: Tint
) -> None:
    """A city card with (x, y) as its top left corner."""
    width, height = size
    light, dark = tint
    about = f"{city} ({'free city' if region is None else region})"
    with canvas.group(title=about, class_="card"):
        canvas.rect(x + 1.5, y + 2, width, height, 6, fill="#000000", fill_opacity=0.14)
        canvas.rect(x, y, width, height, 6, fill=SHEET, stroke=INK, stroke_width=1.1)
        canvas.rect(x + 4, y + 4, width - 8, height - 25, 4, fill=light, stroke=dark, stroke_width=1)
        name = _shrunk(city, width - 14)
        canvas.text(x + width / 2, y + height / 2 - 5, *name, "middle", fill=INK, font_weight="bold", class_="label")
        under = "free city" if region is None else region
        canvas.text(x + width / 2, y + height - 7, fitted(under, 11, width - 8), 11, "middle", fill=dark)


def _shrunk(text: str, width: float) -> tuple[str, float]:
    """Text that fits in bold, somewhat smaller if it has to be."""
    for size in (14.0, 13.0, 12.0, 11.0):
        if text_width(text, size, bold=True) <= width:
            return fitted(text, size, width, bold=True), size
    return fitted(text, 11, width, bold=True), 11.0


def pile(canvas: Paper, x: float, y: float, size: tuple[float, float], name: str, count: int, face: bool) -> None:
    """A pile of cards, its name and size."""
    width, height = size
    with canvas.group(title=f"{name}: {count} cards", class_=f"pile pile-{name}"):
        if count == 0:
            canvas.rect(x, y, width, height, 6, fill="none", stroke=MUTED, stroke_width=1.3, stroke_dasharray="5 4")
        for number in range(min(3, count), 0, -1):
            shift = (number - 1) * 2.5
            ground = SHEET if face else "#31506b"
            canvas.rect(x + shift, y - shift, width, height, 6, fill=ground, stroke=INK, stroke_width=1.1)
        ink = INK if face or count == 0 else "#ffffff"
        canvas.text(x + width / 2, y + height / 2 + 2, str(count), 22, "middle", fill=ink, font_weight="bold")
        canvas.text(x + width / 2, y + height - 9, name, 12, "middle", fill=ink)
        if not face and count:
            canvas.rect(x + 4, y + 4, width - 8, height - 8, 4, fill="none", stroke="#8fb1cc", stroke_width=1)
