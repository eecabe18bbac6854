"""Small pieces of the picture of Trek 12: paper, text that cannot break it, colours, icons, dice, faces, mountains."""

import unicodedata
import zlib
from xml.sax.saxutils import escape

from spielwerk.svg.canvas import Canvas, Value

__all__ = [
    "AMBER",
    "CHOICE",
    "INK",
    "LINE",
    "MUTED",
    "OPERATIONS",
    "PAPER",
    "ROPE_COLOURS",
    "SEAT",
    "SHEET",
    "WARNING",
    "ZONE_COLOURS",
    "Paper",
    "badge",
    "bauble",
    "die",
    "fitted",
    "ink_on",
    "mountains",
    "operation_sign",
    "pill",
    "plain",
    "plain_number",
    "sad_face",
    "text_width",
    "tick",
]

INK = "#24313a"
MUTED = "#6a747b"
PAPER = "#f1eee7"
SHEET = "#fffefa"
LINE = "#d5cfc2"
AMBER = "#f0a202"
WARNING = "#a63a1e"
CHOICE = "#7a3e9d"
SEAT = "#2f5d7c"

OPERATIONS = ("min", "max", "diff", "sum", "prod")

# Colours of Okabe and Ito, told apart with any kind of colour vision.
ROPE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#5b5f66", "#f0e442")
ZONE_COLOURS = (("#e9e4f4", "#8577b0"), ("#f6e3da", "#b9775a"))
_BAUBLES = {
    "red": "#cf3b2b",
    "blue": "#0072b2",
    "yellow": "#f0d43a",
    "gold": "#e3b23c",
    "purple": "#8e4fa0",
    "violet": "#8e4fa0",
    "green": "#00875f",
    "orange": "#e8870e",
    "white": "#f7f7f2",
    "silver": "#c3c9ce",
    "grey": "#8b9297",
    "gray": "#8b9297",
    "black": "#3a3a3c",
    "pink": "#e79bbd",
    "brown": "#7d5233",
}

_SHORT = "iljftrI.,:;'|!()[]{} "
_BROAD = "mwMW@%&"
_LONGEST = 300
# Marks that turn the direction of writing, also that of the text behind them.
_DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class Paper(Canvas):
    """A canvas that also says in words what it shows."""

    def __init__(self, width: int, height: int, title: str, description: str) -> None:
        super().__init__(width, height, plain(title))
        self._lines.append(f"<desc>{escape(plain(description))}</desc>")

    def curve(self, path: str, **style: Value) -> None:
        """An open or closed path in the language of SVG."""
        self.element("path", d=path, **style)


def plain(text: str) -> str:
    """Text that may stand in XML and stays in its line: other characters are replaced, heaps of accents cut down, and
    what is longer than any name is cut off.
    """
    kept, accents = [], 0
    for char in text[:_LONGEST]:
        kind = unicodedata.category(char)
        if kind in ("Zs", "Zl", "Zp") or char in "\t\n\r":
            char = " "
        elif kind in ("Cc", "Cs") or ord(char) & 0xFFFE == 0xFFFE:
            char = "\N{REPLACEMENT CHARACTER}"
        elif char in _DIRECTIONS:
            continue
        accents = accents + 1 if kind in ("Mn", "Me") else 0
        if accents <= 2:
            kept.append(char)
    return "".join(kept) + ("…" if len(text) > _LONGEST else "")


def plain_number(value: float) -> str:
    """With a real minus sign."""
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About the width of a line of text, rather too much than too little."""
    ems = 0.0
    for char in text:
        if unicodedata.east_asian_width(char) in "WF" or char > "\u2fff" or char == "\N{REPLACEMENT CHARACTER}":
            ems += 1.05
        elif char in _SHORT:
            ems += 0.4
        elif char in _BROAD:
            ems += 0.95
        elif unicodedata.category(char) not in ("Mn", "Me"):
            ems += 0.7 if char.isupper() else 0.62
    return ems * size * (1.15 if bold else 1)


def fitted(text: str, size: float, width: float, bold: bool = False) -> str:
    """Text made harmless, and cut to a width in pixels."""
    text = plain(text)
    if text_width(text, size, bold) <= width:
        return text
    # A hostile name may be long: what fits is found from the front.
    end, room = 0, width - text_width("…", size, bold)
    while end < len(text) and (room := room - text_width(text[end], size, bold)) >= 0:
        end += 1
    return text[:end].rstrip() + "…"


def ink_on(colour: str) -> str:
    """Black or white, whichever can be read on a colour ``#rrggbb``."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"


def pill(canvas: Paper, x: float, y: float, text: str, colour: str, size: float = 12.5) -> float:
    """A label on a coloured ground with its top left corner at (x, y); the width is returned."""
    width = text_width(text, size, bold=True) + size * 1.2
    canvas.rect(x, y, width, size * 1.7, size * 0.85, fill=colour)
    canvas.text(x + width / 2, y + size * 1.2, text, size, "middle", fill=ink_on(colour), font_weight="bold")
    return width


def die(canvas: Paper, x: float, y: float, size: float, name: str, value: int | None) -> None:
    """The red or the yellow die with (x, y) as its top left corner; None is a die that has not been rolled."""
    colour = {"red": "#b92d20", "yellow": "#f2cb3f"}[name]
    label = f"{name} die: {'not rolled' if value is None else value}"
    with canvas.group(title=label, class_=f"die die-{name}"):
        if value is None:
            canvas.rect(
                x, y, size, size, size * 0.2, fill=SHEET, stroke=colour, stroke_width=1.6, stroke_dasharray="4 3.5"
            )
            return
        canvas.rect(x, y + size * 0.06, size, size, size * 0.2, fill="#000000", fill_opacity=0.18)
        canvas.rect(x, y, size, size, size * 0.2, fill=colour, stroke=INK, stroke_width=1.2)
        canvas.rect(x + 2.5, y + 2.5, size - 5, size - 5, size * 0.15, fill="#ffffff", fill_opacity=0.13)
        canvas.text(
            x + size / 2,
            y + size * 0.74,
            str(value),
            size * 0.66,
            "middle",
            fill=ink_on(colour),
            font_weight="bold",
        )


def operation_sign(canvas: Paper, x: float, y: float, size: float, operation: str) -> None:
    """The sign of an operation in a small square around (x, y): the lower of two steps, the higher, minus, plus,
    times.
    """
    half, arm = size / 2, size * 0.27
    canvas.rect(x - half, y - half, size, size, size * 0.26, fill=INK)
    style: dict[str, Value] = {
        "stroke": "#ffffff",
        "stroke_width": round(size * 0.125, 2),
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
        "fill": "none",
    }
    if operation in ("min", "max"):
        down = 1 if operation == "min" else -1
        canvas.polyline(
            [(x - arm, y - down * arm * 0.9), (x, y + down * arm * 0.2), (x + arm, y - down * arm * 0.9)], **style
        )
        canvas.line(x - arm, y + down * arm * 0.95, x + arm, y + down * arm * 0.95, **style)
    elif operation == "prod":
        arm *= 0.8
        canvas.line(x - arm, y - arm, x + arm, y + arm, **style)
        canvas.line(x - arm, y + arm, x + arm, y - arm, **style)
    else:
        canvas.line(x - arm, y, x + arm, y, **style)
        if operation == "sum":
            canvas.line(x, y - arm, x, y + arm, **style)


def tick(canvas: Paper, x: float, y: float, size: float, colour: str = SEAT) -> None:
    """A tick as drawn with a pen, in a box with (x, y) as its top left corner."""
    canvas.polyline(
        [
            (x + size * 0.2, y + size * 0.52),
            (x + size * 0.44, y + size * 0.78),
            (x + size * 0.92, y + size * 0.06),
        ],
        fill="none",
        stroke=colour,
        stroke_width=round(size * 0.17, 2),
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def sad_face(canvas: Paper, x: float, y: float, radius: float) -> None:
    """The penalty mark."""
    line: dict[str, Value] = {
        "stroke": INK,
        "stroke_width": round(radius * 0.13, 2),
        "fill": "none",
        "stroke_linecap": "round",
    }
    canvas.circle(x, y, radius, **(line | {"fill": "#f3dfa3"}))
    for side in (-1, 1):
        canvas.circle(x + side * radius * 0.36, y - radius * 0.2, radius * 0.13, fill=INK)
    left, right, low = x - radius * 0.46, x + radius * 0.46, y + radius * 0.56
    canvas.curve(f"M{left:.2f} {low:.2f}Q{x:.2f} {y - radius * 0.02:.2f} {right:.2f} {low:.2f}", **line)


def mountains(canvas: Paper, x: float, y: float, width: float, height: float, name: str) -> None:
    """Three pale ridges, one before the other, with a light and a dark side; each board has its own."""
    state = zlib.crc32(name.encode("utf-8", "replace")) or 1

    def chance() -> float:
        nonlocal state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        return state / 0x100000000

    bottom = y + height
    canvas.rect(x, y, width, height, 10, fill="#f4f7f7")
    layers = (
        (0.94, 0.6, 2, "#e9eeef", "#dde5e8", True),
        (0.6, 0.4, 3, "#e2e9e7", "#d4dedc", False),
        (0.32, 0.2, 4, "#dbe4db", "#cdd9ce", False),
    )
    for top, least, peaks, light, dark, snow in layers:
        count = max(1, round(peaks * width / 460))
        each = width / count
        ridge = [(x, bottom - height * top * (0.25 + 0.3 * chance()))]
        for number in range(count):
            left = x + number * each
            peak = (left + each * (0.38 + 0.3 * chance()), bottom - height * (least + (top - least) * chance()))
            valley_height = height * least * (0.2 + 0.35 * chance())
            ridge += [peak, (left + each, bottom - valley_height)]
        canvas.path([[(x, bottom), *ridge, (x + width, bottom)]], fill=light)
        for before, peak, after in zip(ridge[0::2], ridge[1::2], ridge[2::2], strict=False):
            _dark_side(canvas, peak, after, bottom, dark)
            if snow:
                _snow(canvas, before, peak, after)
    # The lower corners are made round with paper: a clipping path would need an id.
    for side, left in ((1, x), (-1, x + width)):
        arc = f"M{left:.2f} {bottom - 10:.2f}Q{left:.2f} {bottom:.2f} {left + side * 10:.2f} {bottom:.2f}"
        canvas.curve(f"{arc}v1h{-11 * side}v-11Z", fill=SHEET)


def _dark_side(
    canvas: Paper, peak: tuple[float, float], after: tuple[float, float], bottom: float, colour: str
) -> None:
    high, wide = bottom - peak[1], after[0] - peak[0]
    crest = [(peak[0] + wide * dx, peak[1] + high * dy) for dx, dy in ((0.1, 0.24), (-0.1, 0.44), (0.16, 0.72), (0, 1))]
    canvas.path([[peak, after, (after[0], bottom), *reversed(crest)]], fill=colour)


def _snow(canvas: Paper, before: tuple[float, float], peak: tuple[float, float], after: tuple[float, float]) -> None:
    left = (peak[0] + (before[0] - peak[0]) * 0.27, peak[1] + (before[1] - peak[1]) * 0.27)
    right = (peak[0] + (after[0] - peak[0]) * 0.27, peak[1] + (after[1] - peak[1]) * 0.27)
    low = max(left[1], right[1])
    step = (right[0] - left[0]) / 5
    jag = (low - peak[1]) * 0.3
    edge = [(right[0] - step * k, low - jag * (0.2 if k % 2 else 1.1)) for k in range(1, 5)]
    canvas.path([[left, peak, right, *edge]], fill="#fdfefe")


def bauble(canvas: Paper, x: float, y: float, radius: float, colour: str, number: int) -> None:
    """A tree ornament: its colour by name, if the name is known, and a pattern of its own besides."""
    fill = _BAUBLES.get(colour.strip().lower(), ROPE_COLOURS[number % len(ROPE_COLOURS)])
    light = "#ffffff" if ink_on(fill) == "#ffffff" else INK
    y += radius * 0.16
    canvas.rect(x - radius * 0.26, y - radius * 1.22, radius * 0.52, radius * 0.4, 0.8, fill="#8d7a45")
    canvas.circle(x, y, radius, fill=fill, stroke=INK, stroke_width=max(0.7, radius * 0.12))
    line: dict[str, Value] = {"stroke": light, "stroke_width": round(radius * 0.2, 2), "fill": "none"}
    wide = radius * 0.86
    match number % 4:
        case 0:
            canvas.line(x - wide, y, x + wide, y, **line)
        case 1:
            for dx in (-0.42, 0, 0.42):
                canvas.circle(x + dx * radius, y, radius * 0.15, fill=light)
        case 2:
            canvas.polyline(
                [
                    (x + wide * dx, y + radius * dy)
                    for dx, dy in ((-1, 0.2), (-0.5, -0.3), (0, 0.3), (0.5, -0.3), (1, 0.2))
                ],
                **line,
            )
        case _:
            for side in (-0.3, 0.3):
                canvas.line(x - wide * 0.9, y + side * radius, x + wide * 0.9, y + side * radius, **line)


def badge(canvas: Paper, x: float, y: float, radius: float, kind: str, **about: Value) -> None:
    """A round sign with a picture of ``kind``: see the keys of ``_ICONS``, or ``ornament`` with ``colour`` and
    ``number``. ``state`` may be ``won`` or ``lost`` for what is paid to the first.
    """
    state = about.get("state")
    ground = {"won": "#ffe08a", "lost": "#e4e2dc"}.get(str(state), SHEET)
    if kind == "start":
        ground = "#0b7a5a"
    canvas.circle(x, y, radius, fill=ground, stroke=INK, stroke_width=round(radius * 0.11, 2))
    if kind == "ornament":
        bauble(canvas, x, y, radius * 0.62, str(about["colour"]), int(about["number"]))
        return
    scale = radius / 12.4
    with canvas.group(
        transform=f"translate({x:.2f} {y:.2f}) scale({scale:.3f})",
        fill="none",
        stroke=INK,
        stroke_width=1.7,
        stroke_linecap="round",
        stroke_linejoin="round",
        opacity=0.45 if state == "lost" else 1,
    ):
        for path, style in _ICONS[kind]:
            canvas.curve(path, **style)
    if state == "won":
        tick(canvas, x + radius * 0.1, y - radius * 0.1, radius * 1.0, "#0b6b4f")


# In a square from -10 to 10.
_ICONS: dict[str, tuple[tuple[str, dict[str, Value]], ...]] = {
    "start": (("M0 7.5V-6M-5.5 -0.8L0 -6.8L5.5 -0.8", {"stroke": "#ffffff", "stroke_width": 3}),),
    "sofa": (
        ("M-6.5 0V-4.5Q-6.5 -6.5 -4.5 -6.5H4.5Q6.5 -6.5 6.5 -4.5V0", {"fill": "#e7b3a2"}),
        ("M-9 1Q-9 -1.5 -7 -1.5Q-5 -1.5 -5 1V2H5V1Q5 -1.5 7 -1.5Q9 -1.5 9 1V6H-9Z", {"fill": "#d98e75"}),
        ("M-6.5 6V8M6.5 6V8", {}),
    ),
    "fridge": (
        ("M-5 -9H5Q6 -9 6 -8V8Q6 9 5 9H-5Q-6 9 -6 8V-8Q-6 -9 -5 -9Z", {"fill": "#d6e8f0"}),
        ("M-6 -2.5H6M-3 -6.3V-5M-3 0.5V3.5", {}),
    ),
    "desk": (
        ("M1 -2.5H7.5V3.5H1Z", {"fill": "#e5c690"}),
        ("M-9 -3H9", {"stroke_width": 2.6}),
        ("M-7 -3V8M7.5 -3V8M3.5 0.6H5", {}),
        ("M-5.5 -4.2L-4.5 -8.5H1.5L0.5 -4.2", {"fill": "#d6e8f0"}),
    ),
    "entrance": (
        ("M-5.5 8.5V-8.5H5.5V8.5Z", {"fill": "#d9b98c"}),
        ("M-8.5 8.5H8.5", {}),
        ("M2.6 0.4V1", {"stroke_width": 2.6}),
        ("M-2.5 -5.5H2.5V-2.5H-2.5Z", {"stroke_width": 1.2, "fill": "#f5efe2"}),
    ),
    "washbasin": (
        ("M-8.5 0H8.5Q8 7.5 0 7.5Q-8 7.5 -8.5 0Z", {"fill": "#cfe6f1"}),
        ("M-1 0V-5.5Q-1 -8.5 2 -8.5Q4.6 -8.5 4.6 -5.8", {"stroke_width": 2.1}),
        ("M4.6 -3.4V-2.4", {"stroke": "#0072b2", "stroke_width": 2}),
    ),
    "rose": (
        ("M0 2V9.5", {"stroke": "#1d7a4c", "stroke_width": 1.9}),
        ("M0 7Q5.5 6.6 6.5 2.6Q1.6 2.6 0 7Z", {"fill": "#3c9a68", "stroke": "#1d7a4c", "stroke_width": 1}),
        (
            "M-5.8 -5Q-4.6 -9.6 0 -9.6Q4.6 -9.6 5.8 -5Q6.3 2.8 0 2.8Q-6.3 2.8 -5.8 -5Z",
            {"fill": "#cf3050", "stroke": "#7a1730", "stroke_width": 1.3},
        ),
        (
            "M-5.6 -4.6Q-2.6 -0.8 0 -0.8Q3.8 -0.8 3.6 -4.2Q3.4 -6.8 0.6 -6.8Q-1.8 -6.8 -1.8 -4.6Q-1.6 -3 0.4 -3.2",
            {"stroke": "#ffdbe2", "stroke_width": 1.2},
        ),
    ),
    "flag": (
        ("M-5 9V-9", {"stroke_width": 2.1}),
        ("M-5 -8.5L8 -4.6L-5 -0.4Z", {"fill": "#d55e00"}),
    ),
    "top": (("M0 -9L2.7 -3.2L9 -2.6L4.2 1.6L5.7 8L0 4.6L-5.7 8L-4.2 1.6L-9 -2.6L-2.7 -3.2Z", {"fill": "#f2cb3f"}),),
    "wave": (
        ("M-9 -2.5Q-6 -7 -3 -2.5T3 -2.5T9 -2.5", {"stroke": "#0072b2", "stroke_width": 2.3}),
        ("M-9 3.8Q-6 -0.7 -3 3.8T3 3.8T9 3.8", {"stroke": "#0072b2", "stroke_width": 2.3}),
    ),
    "broken": (
        ("M-9 0H-3M3 0H9", {"stroke": "#a63a1e", "stroke_width": 3}),
        ("M-1.8 -5L1.8 5", {"stroke": "#a63a1e", "stroke_width": 2}),
    ),
}
