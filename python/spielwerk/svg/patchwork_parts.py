"""Small pieces that the picture of Patchwork uses again and again: buttons, hourglasses, tokens, labels."""

from spielwerk.svg.canvas import Canvas

__all__ = ["INK", "MUTED", "SEATS", "button", "hourglass", "pill", "plain_number", "token"]

INK = "#33291f"
MUTED = "#857860"
SEATS = ("#2e7d5b", "#cf6a1d")


def button(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """A blue button with four holes; tiny ones are dots."""
    if radius < 3.4:
        canvas.circle(x, y, radius, fill="#2a5f9e", stroke="#f4f8ff", stroke_width=0.8, class_="button")
        return
    canvas.circle(x, y, radius, fill="#2f6db3", stroke="#173c66", stroke_width=max(0.7, radius * 0.13), class_="button")
    canvas.circle(x, y, radius * 0.7, fill="none", stroke="#8db9ea", stroke_width=max(0.5, radius * 0.11))
    for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        canvas.circle(x + dx * radius * 0.25, y + dy * radius * 0.25, radius * 0.12, fill="#f4f8ff")


def hourglass(canvas: Canvas, x: float, y: float, size: float) -> None:
    """An hourglass, ``size`` from its middle to its top."""
    wide = size * 0.68
    glass = [(x - wide, y - size), (x + wide, y - size), (x - wide, y + size), (x + wide, y + size)]
    canvas.path([glass], fill="#e9c46a", stroke="#5a4a2f", stroke_width=max(0.8, size * 0.14), stroke_linejoin="round")


def token(canvas: Canvas, x: float, y: float, radius: float, seat: int) -> None:
    """A time token with the number of its seat."""
    with canvas.group(title=f"time token of seat {seat}", class_=f"token token-{seat}"):
        canvas.circle(x + 0.8, y + 1.6, radius, fill="#000", fill_opacity=0.25)
        canvas.circle(x, y, radius, fill=SEATS[seat], stroke="#fffdf8", stroke_width=2)
        canvas.circle(x, y, radius + 1, fill="none", stroke="#33291f", stroke_width=0.9)
        canvas.text(x, y + radius * 0.38, str(seat), radius * 1.1, "middle", fill="#fff", font_weight="bold")


def pill(canvas: Canvas, x: float, y: float, text: str, colour: str) -> None:
    """A label on a coloured ground."""
    width = 18 + 7.1 * len(text)
    canvas.rect(x, y, width, 21, 10.5, fill=colour)
    canvas.text(x + width / 2, y + 15, text, 12.5, "middle", fill="#fff", font_weight="bold")


def plain_number(value: float) -> str:
    """With a real minus sign."""
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")
