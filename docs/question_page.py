"""What the pages that answer a question share: figures with where they are from, tables between markers, pictures.

A page's own program names its data, how they are read, and what is made from them, and calls :meth:`Question.main`.
"""

import argparse
import datetime as dt
import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDER = Path(__file__).resolve().parent
PICTURES = FOLDER / "img"
BEGIN = "<!-- made by docs/{}.py: do not edit from here: {} -->"
END = "<!-- to here -->"

INK, MUTED, GRID = "#33363b", "#6b7078", "#ececef"

F = TypeVar("F")


class Figure(NamedTuple):
    """A mean with its standard error, and the number of games behind it."""

    value: float
    error: float
    games: int


def share(part: int, games: int) -> Figure:
    """A share of so many independent games, with its standard error."""
    value = part / games
    return Figure(value, math.sqrt(value * (1 - value) / games), games)


@dataclass(frozen=True)
class Question(Generic[F]):
    """A page, the data behind it and what is made from them; ``F`` holds all figures."""

    #: The page's program, a module of this folder.
    program: str
    page: Path
    #: The output of an example, with a first line that says where it is from.
    data: Path
    #: Reads what a file says, from the first line and the lines of the CSV.
    read: Callable[[Mapping[str, Any], Sequence[str]], F]
    #: What stands between the markers of the page, by name.
    tables: Callable[[F], Mapping[str, Iterator[str]]]
    #: File names of the pictures with their sizes in inches and what paints them.
    painted: Sequence[tuple[str, tuple[float, float], Callable[[Any, F], None]]]

    def figures(self) -> F:
        """The figures of the data."""
        first, *lines = self.data.read_text(encoding="utf-8").splitlines()
        return self.read(json.loads(first.removeprefix("# ")), lines)

    def updated(self, page: str, of: F) -> str:
        """The page with its tables made anew. ValueError if a marker is missing."""
        for name, made in self.tables(of).items():
            lines = "\n".join(made)
            begin = BEGIN.format(self.program, name)
            before, found, rest = page.partition(begin)
            _, closed, after = rest.partition(END)
            if not found or not closed:
                raise ValueError(f"the page lacks the line {END if found else begin!r}")
            page = f"{before}{begin}\n\n{lines}\n\n{END}{after}"
        return page

    def draw(self, of: F, folder: Path = PICTURES, kind: str = "svg") -> list[Path]:
        """Draws all pictures into a folder; ImportError names the extra if matplotlib is missing."""
        try:
            import matplotlib as mpl
            from matplotlib import figure
        except ImportError as error:
            raise ImportError('matplotlib is needed for pictures: pip install "spielwerk[plot]"') from error
        drawn = []
        # The same file for the same figures: no random ids and no date in it.
        with mpl.rc_context(
            {"svg.hashsalt": self.program.removesuffix("_plots"), "svg.fonttype": "none", "font.size": 9}
        ):
            for name, size, paint in self.painted:
                canvas: Any = figure.Figure(figsize=size, facecolor="white", layout="constrained")
                paint(canvas, of)
                path = folder / f"{name}.{kind}"
                canvas.savefig(path, format=kind, metadata={"Date": None} if kind == "svg" else None)
                drawn.append(path)
        return drawn

    def keep(self, source: Path, command: str, machine: str) -> None:
        """Keeps the output of the example, with a first line that says where it is from."""
        about = {"date": dt.datetime.now(dt.UTC).date().isoformat(), "machine": machine, "command": command}
        lines = source.read_text(encoding="utf-8")
        self.data.write_text(f"# {json.dumps(about)}\n{lines}", encoding="utf-8")

    def main(self, about: str) -> int:
        """Draw the pictures and rewrite the tables; the exit code."""
        parser = argparse.ArgumentParser(prog=f"python -m docs.{self.program}", description=about.partition("\n")[0])
        parser.add_argument(
            "--figures", type=Path, metavar="FILE", help="take new figures from this output of the example"
        )
        parser.add_argument("--command", default="", help="with --figures: the command that made them")
        parser.add_argument("--machine", default="", help="with --figures: the machine that they were made on")
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is out of date")
        arguments = parser.parse_args()
        if arguments.figures is not None:
            self.keep(arguments.figures, arguments.command, arguments.machine)
        page, of = self.page.read_text(encoding="utf-8"), self.figures()
        if arguments.check:
            is_late = self.updated(page, of) != page
            if is_late:
                print(f"{self.page.name} is out of date: {parser.prog}", file=sys.stderr)
            return int(is_late)
        PICTURES.mkdir(exist_ok=True)
        self.draw(of)
        self.page.write_text(self.updated(page, of), encoding="utf-8")
        return 0


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table of markdown, the first column to the left and the others to the right."""
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def signed(number: float, digits: int = 2) -> str:
    """A number with its sign."""
    return f"{number:+.{digits}f}".replace("-", "−")


def plain(number: float, digits: int = 0) -> str:
    """A number with a sign only if it is below zero."""
    return f"{number:.{digits}f}".replace("-", "−")


def origin(about: Mapping[str, Any]) -> Iterator[str]:
    """When, where and by which command figures were made."""
    yield f"{about['date']} on {about['machine']}, by"
    yield ""
    yield "```sh"
    yield about["command"]
    yield "```"


def dress(ax: "Axes", title: str = "", grid: Literal["x", "y"] = "y") -> None:
    """The looks that all pictures have."""
    ax.set_title(title, loc="left", fontsize=10, color=INK, fontweight="bold")
    ax.tick_params(colors=MUTED, labelsize=8.5, length=3)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color("#c9ccd1")
    ax.grid(axis=grid, color=GRID, linewidth=0.8)
    ax.set_axisbelow(True)


def paint_totals(
    ax: "Axes", totals: Mapping[int, int], colour: str, label: str, mean: float, side: str = "center"
) -> None:
    """The distribution of totals in percent of the games, with a label above its mean, or to one side of it."""
    games = sum(totals.values())
    span = range(min(totals), max(totals) + 1)
    shares = [100 * totals.get(total, 0) / games for total in span]
    edges = [total - 0.5 for total in (*span, span.stop)]
    ax.stairs(shares, edges, fill=True, color=colour, alpha=0.25)
    ax.stairs(shares, edges, color=colour, linewidth=1.2)
    ax.annotate(
        label,
        (mean, max(shares)),
        (0, 4),
        textcoords="offset points",
        ha=side,
        va="bottom",
        fontsize=9,
        color=colour,
    )
