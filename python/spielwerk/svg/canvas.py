"""A small writer of SVG: every attribute and text is escaped here and nowhere else."""

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

__all__ = ["Canvas", "Value"]

Value = str | int | float
_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


class Canvas:
    """Elements in drawing order. Attributes are keyword arguments: ``stroke_width=2`` becomes ``stroke-width="2"``."""

    def __init__(self, width: int, height: int, title: str) -> None:
        head: dict[str, Value] = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": width,
            "height": height,
            "role": "img",
            "font_family": _FONT,
            "style": "max-width:100%;height:auto",
        }
        self._lines = [f"<svg{_attributes(head)}>", f"<title>{escape(title)}</title>"]
        self._open: list[str] = []

    def element(self, tag: str, /, **attributes: Value) -> None:
        """One element without content."""
        self._lines.append(f"<{tag}{_attributes(attributes)}/>")

    def group(self, tag: str = "g", /, title: str | None = None, **attributes: Value) -> "Canvas":
        """Open an element; the returned object closes it at the end of a ``with`` block. ``title`` is shown when the
        pointer rests on it.
        """
        self._lines.append(f"<{tag}{_attributes(attributes)}>")
        if title is not None:
            self._lines.append(f"<title>{escape(title)}</title>")
        self._open.append(tag)
        return self

    def __enter__(self) -> "Canvas":
        return self

    def __exit__(self, *error: object) -> None:
        self._lines.append(f"</{self._open.pop()}>")

    def rect(self, x: float, y: float, width: float, height: float, radius: float = 0, **style: Value) -> None:
        """A rectangle with round corners."""
        self.element(
            "rect", x=_number(x), y=_number(y), width=_number(width), height=_number(height), rx=radius, **style
        )

    def circle(self, x: float, y: float, radius: float, **style: Value) -> None:
        """A circle."""
        self.element("circle", cx=_number(x), cy=_number(y), r=_number(radius), **style)

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: Value) -> None:
        """A straight line."""
        self.element("line", x1=_number(x1), y1=_number(y1), x2=_number(x2), y2=_number(y2), **style)

    def path(self, loops: list[list[tuple[float, float]]], **style: Value) -> None:
        """Closed polygons as one path."""
        self.element("path", d="".join(f"{_points(loop)}Z" for loop in loops), **style)

    def polyline(self, points: list[tuple[float, float]], **style: Value) -> None:
        """An open line."""
        self.element("path", d=_points(points), **style)

    def text(self, x: float, y: float, content: str, size: float, anchor: str = "start", **style: Value) -> None:
        """A line of text on its baseline."""
        place: dict[str, Value] = {"x": _number(x), "y": _number(y), "font_size": size, "text_anchor": anchor}
        self._lines.append(f"<text{_attributes(place | style)}>{escape(content)}</text>")

    def to_string(self) -> str:
        """The whole document."""
        return "\n".join([*self._lines, "</svg>\n"])


def _attributes(attributes: Mapping[str, Value]) -> str:
    return "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else _number(value))}"
        for name, value in attributes.items()
    )


def _points(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
