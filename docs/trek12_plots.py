"""Pictures and tables of ``docs/trek12_questions.md``, from the figures in ``docs/data/trek12_operations.csv``.

``python -m docs.trek12_plots`` draws ``docs/img/trek12_*.svg`` with matplotlib (the extra ``plot``) and rewrites what
stands between the markers of the page. The figures are those that the example prints whose command is on the page::

    python -m docs.trek12_plots --figures FILE

takes new ones from its output, with date and machine.
"""

import csv
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from docs.question_page import (
    FOLDER,
    INK,
    MUTED,
    Figure,
    Question,
    dress,
    origin,
    paint_totals,
    plain,
    signed,
    table,
)

BOARDS = {"dunai": "Dunai", "kagkot": "Kagkot", "dhaulagiri": "Dhaulagiri"}
POLICIES = ("random", "greedy")
OPERATIONS = ("min", "max", "diff", "sum", "prod")
ROUNDS = range(1, 20)

# Colours of Okabe and Ito, who chose them to be told apart with any kind of colour vision; marks tell them apart, too.
COLOURS = {"min": "#0072B2", "max": "#D55E00", "diff": "#009E73", "sum": "#E69F00", "prod": "#CC79A7"}
MARKS = {"min": "v", "max": "^", "diff": "s", "sum": "o", "prod": "D"}
POLICY_COLOURS = {"random": "#5c6470", "greedy": "#0072B2"}


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


def read(about: Mapping[str, Any], lines: Sequence[str]) -> Figures:
    """The figures of a file."""
    found = Figures(about, {}, {}, {}, {})
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


def tables(of: Figures) -> dict[str, Iterator[str]]:
    """What stands between the markers of the page, by name."""
    return {
        "run": _run(of),
        "totals": _totals(of),
        "random": _by_round(of, "random"),
        "greedy": _by_round(of, "greedy"),
        "forced": _by_round(of, "forced"),
        "boxes": _boxes(of),
    }


def _run(of: Figures) -> Iterator[str]:
    games = sum(figure.games for figure in of.mean.values())
    again = max(figure.games for figure in of.forced.values())
    yield f"{games:,} games, of which {again:,} greedy ones on each board were played again from each round. Made on"
    yield from origin(of.about)


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
                f"{plain(mean.value, 3)} ± {mean.error:.3f}",
                f"{variance**0.5:.2f}",
                plain(min(totals)),
                *(plain(quantile(totals, share)) for share in shares),
                plain(max(totals)),
            )
        )
    yield from table(
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
        cells = [f"**{signed(v)}**" if v == max(values.values()) else signed(v) for v in values.values()]
        for board in others:
            best, figure = max(found(board, number).items(), key=lambda item: item[1].value)
            cells.append(f"{best} {signed(figure.value)}")
        rows.append((str(number), *cells))
    best_of = (f"best on {BOARDS[board]}" for board in others)
    yield from table(("round", *(f"{BOARDS[detailed]} {name}" for name in OPERATIONS), *best_of), rows)
    errors = [figure.error for board in BOARDS for number in ROUNDS for figure in found(board, number).values()]
    yield ""
    yield f"Standard errors: {min(errors):.3f} to {max(errors):.3f}."


def _boxes(of: Figures) -> Iterator[str]:
    rows = [
        (f"{BOARDS[board]}, {policy}", *(f"{mean_uses(of, board, policy, name):.2f}" for name in OPERATIONS))
        for board in BOARDS
        for policy in POLICIES
    ]
    yield from table(("boxes used of 4", *OPERATIONS), rows)


# ---- pictures ----


def _paint_totals(canvas: Any, of: Figures) -> None:
    axes = canvas.subplots(1, len(BOARDS), sharex=True, sharey=True)
    for ax, (board, title) in zip(axes, BOARDS.items(), strict=True):
        for policy in POLICIES:
            totals = of.totals[board, policy]
            mean = of.mean[board, policy].value
            paint_totals(ax, totals, POLICY_COLOURS[policy], f"{policy}\nmean {plain(mean, 1)}", mean)
        dress(ax, title)
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
            dress(ax, title if label == rows[0][0] else "")
        line[0].set_ylabel(f"{label}, points", color=MUTED)
    for ax in axes[-1]:
        ax.set_xlabel("round", color=MUTED)
        ax.set_xticks((1, 5, 10, 15, 19))
    handles, labels = axes[0][0].get_legend_handles_labels()
    canvas.legend(handles, labels, loc="outside upper center", ncols=len(OPERATIONS), frameon=False, labelcolor=INK)


QUESTION = Question(
    program="trek12_plots",
    page=FOLDER / "trek12_questions.md",
    data=FOLDER / "data" / "trek12_operations.csv",
    read=read,
    tables=tables,
    painted=(
        ("trek12_totals", (10.5, 3.6), _paint_totals),
        ("trek12_operations", (10.5, 9.6), _paint_operations),
    ),
)

if __name__ == "__main__":
    sys.exit(QUESTION.main(__doc__ or ""))
