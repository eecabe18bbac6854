"""Pictures and tables of ``docs/trek12_questions.md``, from the figures in ``docs/data/trek12_operations.csv``.

``python docs/trek12_plots.py`` draws ``docs/img/trek12_*.svg`` with matplotlib (the extra ``plot``) and rewrites what
stands between the markers of the page. The figures are those that the example prints whose command is on the page::

    python docs/trek12_plots.py --figures FILE

takes new ones from its output, with date and machine.
"""

import argparse
import csv
import datetime as dt
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDER = Path(__file__).resolve().parent
DATA = FOLDER / "data" / "trek12_operations.csv"
PAGE = FOLDER / "trek12_questions.md"
PICTURES = FOLDER / "img"
BEGIN = "<!-- made by docs/trek12_plots.py: do not edit from here: {} -->"
END = "<!-- to here -->"

BOARDS = {"dunai": "Dunai", "kagkot": "Kagkot", "dhaulagiri": "Dhaulagiri"}
POLICIES = ("random", "greedy")
OPERATIONS = ("min", "max", "diff", "sum", "prod")
ROUNDS = range(1, 20)

# Colours of Okabe and Ito, who chose them to be told apart with any kind of colour vision; marks tell them apart, too.
COLOURS = {"min": "#0072B2", "max": "#D55E00", "diff": "#009E73", "sum": "#E69F00", "prod": "#CC79A7"}
MARKS = {"min": "v", "max": "^", "diff": "s", "sum": "o", "prod": "D"}
POLICY_COLOURS = {"random": "#5c6470", "greedy": "#0072B2"}
INK, MUTED, GRID = "#33363b", "#6b7078", "#ececef"


class Figure(NamedTuple):
    """A mean with its standard error, and the number of games behind it."""

    value: float
    error: float
    games: int


class Figures(NamedTuple):
    """All that the example prints, and where and when."""

    about: Mapping[str, Any]
    mean: Mapping[tuple[str, str], Figure]
    """By board and policy."""
    totals: Mapping[tuple[str, str], Mapping[int, int]]
    """Games by final total."""
    worth: Mapping[tuple[str, str, int, str], Figure]
    """By board, policy, round and operation."""
    forced: Mapping[tuple[str, int, str], Figure]
    """By board, round and operation."""


def figures(path: Path = DATA) -> Figures:
    """The figures of a file."""
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    found = Figures(json.loads(first.removeprefix("# ")), {}, {}, {}, {})
    mean, totals, worth, forced = dict(found.mean), dict[tuple[str, str], dict[int, int]](), {}, {}
    for row in csv.DictReader(lines):
        board, policy, games = row["board"], row["policy"], int(row["games"])
        if row["kind"] == "total":
            totals.setdefault((board, policy), {})[int(row["value"])] = games
            continue
        figure = Figure(float(row["value"]), float(row["standard_error"]), games)
        if row["kind"] == "mean":
            mean[board, policy] = figure
        elif row["kind"] == "worth":
            worth[board, policy, int(row["round"]), row["operation"]] = figure
        else:
            forced[board, int(row["round"]), row["operation"]] = figure
    return Figures(found.about, mean, totals, worth, forced)


def quantile(totals: Mapping[int, int], share: float) -> int:
    """The smallest total that at least this share of the games do not exceed."""
    wanted = share * sum(totals.values())
    seen = 0
    for total in sorted(totals):
        seen += totals[total]
        if seen >= wanted:
            return total
    raise ValueError("no games")


def mean_uses(of: Figures, board: str, policy: str, operation: str) -> float:
    """How many of its boxes a game uses on average."""
    games = of.mean[board, policy].games
    return sum(of.worth[board, policy, number, operation].games for number in ROUNDS) / games


# ---- tables ----


def tables(of: Figures) -> dict[str, str]:
    """What stands between the markers of the page, by name."""
    return {
        "run": "\n".join(_run(of)),
        "totals": "\n".join(_totals(of)),
        "random": "\n".join(_by_round(of, "random")),
        "greedy": "\n".join(_by_round(of, "greedy")),
        "forced": "\n".join(_by_round(of, "forced")),
        "boxes": "\n".join(_boxes(of)),
    }


def updated(page: str, of: Figures) -> str:
    """The page with its tables made anew. ValueError if a marker is missing."""
    for name, table in tables(of).items():
        begin = BEGIN.format(name)
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(END)
        if not found or not closed:
            raise ValueError(f"the page lacks the line {END if found else begin!r}")
        page = f"{before}{begin}\n\n{table}\n\n{END}{after}"
    return page


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def _signed(number: float, digits: int = 2) -> str:
    return f"{number:+.{digits}f}".replace("-", "−")


def _plain(number: float, digits: int = 0) -> str:
    return f"{number:.{digits}f}".replace("-", "−")


def _run(of: Figures) -> Iterator[str]:
    games = sum(figure.games for figure in of.mean.values())
    again = max(figure.games for figure in of.forced.values())
    yield f"{games:,} games, of which {again:,} greedy ones on each board were played again from each round. Made on"
    yield f"{of.about['date']} on {of.about['machine']}, by"
    yield ""
    yield "```sh"
    yield of.about["command"]
    yield "```"


def _totals(of: Figures) -> Iterator[str]:
    shares = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
    rows = []
    for (board, policy), totals in of.totals.items():
        mean = of.mean[board, policy]
        games = sum(totals.values())
        variance = sum(count * (total - mean.value) ** 2 for total, count in totals.items()) / games
        rows.append(
            (
                f"{BOARDS[board]}, {policy}",
                f"{_plain(mean.value, 3)} ± {mean.error:.3f}",
                f"{variance**0.5:.2f}",
                _plain(min(totals)),
                *(_plain(quantile(totals, share)) for share in shares),
                _plain(max(totals)),
            )
        )
    yield from _table(
        ("board, policy", "mean ± se", "sd", "lowest", *(f"{share:.0%}" for share in shares), "highest"), rows
    )


def _by_round(of: Figures, kind: str) -> Iterator[str]:
    """Rounds downwards: all operations of the first board, the best in bold, and the best on the others."""
    detailed, *others = BOARDS

    def found(board: str, number: int) -> dict[str, Figure]:
        if kind == "forced":
            return {name: of.forced[board, number, name] for name in OPERATIONS}
        return {name: of.worth[board, kind, number, name] for name in OPERATIONS}

    rows = []
    for number in ROUNDS:
        values = {name: figure.value for name, figure in found(detailed, number).items()}
        cells = [f"**{_signed(v)}**" if v == max(values.values()) else _signed(v) for v in values.values()]
        for board in others:
            best, figure = max(found(board, number).items(), key=lambda item: item[1].value)
            cells.append(f"{best} {_signed(figure.value)}")
        rows.append((str(number), *cells))
    best_of = (f"best on {BOARDS[board]}" for board in others)
    yield from _table(("round", *(f"{BOARDS[detailed]} {name}" for name in OPERATIONS), *best_of), rows)
    errors = [figure.error for board in BOARDS for number in ROUNDS for figure in found(board, number).values()]
    yield ""
    yield f"Standard errors: {min(errors):.3f} to {max(errors):.3f}."


def _boxes(of: Figures) -> Iterator[str]:
    rows = [
        (f"{BOARDS[board]}, {policy}", *(f"{mean_uses(of, board, policy, name):.2f}" for name in OPERATIONS))
        for board in BOARDS
        for policy in POLICIES
    ]
    yield from _table(("boxes used of 4", *OPERATIONS), rows)


# ---- pictures ----


def draw(of: Figures, folder: Path = PICTURES) -> list[Path]:
    """Draws all pictures into a folder; ImportError names the extra if matplotlib is missing."""
    try:
        import matplotlib as mpl
        from matplotlib import figure
    except ImportError as error:
        raise ImportError('matplotlib is needed for pictures: pip install "spielwerk[plot]"') from error
    drawn = []
    # The same file for the same figures: no random ids and no date in it.
    with mpl.rc_context({"svg.hashsalt": "trek12", "svg.fonttype": "none", "font.size": 9}):
        for name, size, paint in PAINTED:
            canvas: Any = figure.Figure(figsize=size, facecolor="white", layout="constrained")
            paint(canvas, of)
            path = folder / f"{name}.svg"
            canvas.savefig(path, format="svg", metadata={"Date": None})
            drawn.append(path)
    return drawn


def _dress(ax: "Axes", title: str = "") -> None:
    ax.set_title(title, loc="left", fontsize=10, color=INK, fontweight="bold")
    ax.tick_params(colors=MUTED, labelsize=8.5, length=3)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color("#c9ccd1")
    ax.grid(axis="y", color=GRID, linewidth=0.8)
    ax.set_axisbelow(True)


def _paint_totals(canvas: Any, of: Figures) -> None:
    axes = canvas.subplots(1, len(BOARDS), sharex=True, sharey=True)
    for ax, (board, title) in zip(axes, BOARDS.items(), strict=True):
        for policy in POLICIES:
            totals = of.totals[board, policy]
            games = sum(totals.values())
            span = range(min(totals), max(totals) + 1)
            share = [100 * totals.get(total, 0) / games for total in span]
            edges = [total - 0.5 for total in (*span, span.stop)]
            colour, mean = POLICY_COLOURS[policy], of.mean[board, policy].value
            ax.stairs(share, edges, fill=True, color=colour, alpha=0.25)
            ax.stairs(share, edges, color=colour, linewidth=1.2)
            ax.annotate(
                f"{policy}\nmean {_plain(mean, 1)}",
                (mean, max(share)),
                (0, 4),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=9,
                color=colour,
            )
        _dress(ax, title)
        ax.set_xlabel("final total", color=MUTED)
    axes[0].set_ylabel("% of games", color=MUTED)
    axes[0].set_xlim(-60, 120)
    axes[0].set_ylim(0, axes[0].get_ylim()[1] * 1.14)


def _paint_operations(canvas: Any, of: Figures) -> None:
    rows: tuple[tuple[str, Callable[[str, int, str], Figure]], ...] = (
        ("random play:\nused less passed over", lambda board, number, name: of.worth[board, "random", number, name]),
        ("greedy play:\nused less passed over", lambda board, number, name: of.worth[board, "greedy", number, name]),
        ("greedy play:\nforced less free", lambda board, number, name: of.forced[board, number, name]),
    )
    axes = canvas.subplots(len(rows), len(BOARDS), sharex=True, sharey="row")
    for line, (label, figure) in zip(axes, rows, strict=True):
        for ax, (board, title) in zip(line, BOARDS.items(), strict=True):
            ax.axhline(0, color="#9aa0a8", linewidth=0.9)
            for name in OPERATIONS:
                values = [figure(board, number, name).value for number in ROUNDS]
                ax.plot(
                    ROUNDS,
                    values,
                    color=COLOURS[name],
                    marker=MARKS[name],
                    markersize=4,
                    markeredgecolor="white",
                    markeredgewidth=0.5,
                    markevery=3,
                    linewidth=1.4,
                    label=name,
                )
            _dress(ax, title if label == rows[0][0] else "")
        line[0].set_ylabel(f"{label}, points", color=MUTED)
    for ax in axes[-1]:
        ax.set_xlabel("round", color=MUTED)
        ax.set_xticks((1, 5, 10, 15, 19))
    handles, labels = axes[0][0].get_legend_handles_labels()
    canvas.legend(handles, labels, loc="outside upper center", ncols=len(OPERATIONS), frameon=False, labelcolor=INK)


#: File name, size in inches, and what paints it.
PAINTED = (
    ("trek12_totals", (10.5, 3.6), _paint_totals),
    ("trek12_operations", (10.5, 9.6), _paint_operations),
)


# ---- the program ----


def keep(source: Path, command: str, machine: str) -> None:
    """Keeps the output of the example, with a first line that says where it is from."""
    about = {"date": dt.datetime.now(dt.UTC).date().isoformat(), "machine": machine, "command": command}
    lines = source.read_text(encoding="utf-8")
    DATA.write_text(f"# {json.dumps(about)}\n{lines}", encoding="utf-8")


def main() -> int:
    """Draw the pictures and rewrite the tables; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--figures", type=Path, metavar="FILE", help="take new figures from this output of the example")
    parser.add_argument("--command", default="", help="with --figures: the command that made them")
    parser.add_argument("--machine", default="", help="with --figures: the machine that they were made on")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is out of date")
    arguments = parser.parse_args()
    if arguments.figures is not None:
        keep(arguments.figures, arguments.command, arguments.machine)
    page, of = PAGE.read_text(encoding="utf-8"), figures()
    if arguments.check:
        is_late = updated(page, of) != page
        if is_late:
            print(f"{PAGE.name} is out of date: python docs/trek12_plots.py", file=sys.stderr)
        return int(is_late)
    PICTURES.mkdir(exist_ok=True)
    draw(of)
    PAGE.write_text(updated(page, of), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
