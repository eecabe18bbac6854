"""Pictures of :class:`Results`."""

import importlib
import os
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spielwerk.files import replace_file
from spielwerk.words import options_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from spielwerk.results import Results

__all__ = ["check_suffix", "plot"]

_SEATS = (
    *("#2a6f97", "#d1603d", "#5a8f5c", "#8a5a9e", "#c29b2f", "#3d9e9a"),
    *("#8fb8d0", "#e8a78f", "#a3c7a4", "#bfa0cc", "#e0c77f", "#93cbc8"),
)
_FEW_SEATS = 4
_MOST_NUMBERS = 24
"""More bars than that have no room for numbers beside them."""
_INK = "#33363b"
_MUTED = "#7a7f87"
_MOST_BARS = 120
_LINE = 150
"""Characters that the width of a page holds."""


def plot(results: "Results", ax: "Axes | None", path: str | os.PathLike[str] | None) -> "Figure":
    """See :meth:`Results.plot`."""
    figure_class = _matplotlib("matplotlib.figure").Figure
    if results.games == 0:
        raise ValueError("there is no game to draw")
    if path is not None:
        suffix = check_suffix(path)
    if ax is not None:
        _scores(ax, results)
        figure = ax.get_figure(root=True)
        assert figure is not None, "axes that can be drawn into belong to a figure"
    else:
        # A figure of its own instead of pyplot's: no window opens, and nothing has to be closed.
        figure = figure_class(figsize=(11, 7.6), dpi=120, facecolor="white", layout="constrained")
        axes = figure.subplots(2, 2)
        _scores(axes[0, 0], results)
        _ranking(axes[0, 1], results)
        _decisions(axes[1, 0], results)
        _items(axes[1, 1], results)
        told = f"{options_text(results.game.options, ' ')} · {', '.join(results.policies)}"
        said = textwrap.fill(told, _LINE)
        figure.suptitle(
            f"{results.game.title} · {results.games:,} games · seed {results.seed}\n" + "\n" * said.count("\n"),
            fontsize=15,
            color=_INK,
            fontweight="bold",
        )
        figure.text(0.5, 0.955, said, ha="center", va="top", fontsize=10, color=_MUTED)
    if path is not None:
        with replace_file(path) as file:
            figure.savefig(file, format=suffix)
    return figure


def check_suffix(path: str | os.PathLike[str]) -> str:
    """The picture format of a path. ValueError lists those that matplotlib can write, ImportError if it is missing."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    known = _matplotlib("matplotlib.backend_bases").FigureCanvasBase.get_supported_filetypes()
    if suffix not in known:
        raise ValueError(
            f"a picture is saved as {', '.join('.' + k for k in sorted(known))}, not as {os.fspath(path)!r}"
        )
    return suffix


def _matplotlib(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError('matplotlib is needed for pictures: pip install "spielwerk[plot]"') from error


def _colour(seat: int) -> str:
    return _SEATS[seat % len(_SEATS)]


def _dress(ax: "Axes", title: str, x: str) -> None:
    ax.set_title(title, loc="left", fontsize=11, color=_INK, fontweight="bold")
    ax.set_xlabel(x, color=_MUTED, fontsize=9)
    ax.tick_params(colors=_MUTED, labelsize=9, length=3)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color("#c9ccd1")
    ax.set_axisbelow(True)


def _edges(values: npt.NDArray[Any], step: float) -> npt.NDArray[np.float64]:
    """Bin edges that give each possible value, or each whole number of them, a bar: uneven bars would show combs that
    are not there.
    """
    low, high = float(values.min()), float(values.max())
    width = step * max(1, int(np.ceil(((high - low) / step + 1) / _MOST_BARS)))
    bars = int((high - low) // width) + 1
    return np.asarray(low - step / 2 + width * np.arange(bars + 1), np.float64)


def _sd(values: npt.NDArray[Any]) -> float:
    """The standard deviation as in the summary, 0 for a single game."""
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0


def _lead_edges(lead: npt.NDArray[Any], step: float) -> npt.NDArray[np.float64]:
    """Bin edges with a bar for equal scores alone, so that every other bar belongs to one seat."""
    most = float(np.abs(lead).max())
    width = step * max(1, int(np.ceil(2 * most / step / _MOST_BARS)))
    side = step / 2 + width * np.arange(int(np.ceil(most / width)) + 1)
    return np.concatenate([-side[::-1], side]).astype(np.float64)


def _bars(ax: "Axes", values: npt.NDArray[Any], edges: npt.NDArray[np.float64], colour: str, label: str | None) -> None:
    share = 100 * np.histogram(values, edges)[0] / len(values)
    ax.stairs(share, edges, fill=True, color=colour, alpha=0.28)
    ax.stairs(share, edges, color=colour, linewidth=1.3, label=label)
    ax.axvline(float(values.mean()), color=colour, linewidth=1.2, linestyle=(0, (4, 2)))


def _percent_axis(ax: "Axes") -> None:
    ax.set_ylim(bottom=0)
    ax.grid(axis="y", color="#ececef", linewidth=0.8)
    ax.set_ylabel("% of games", color=_MUTED, fontsize=9)


def _scores(ax: "Axes", results: "Results") -> None:
    scores = results.scores
    edges = _edges(scores, 1 / results.game.score_scale)
    for seat, policy in enumerate(results.policies):
        points = scores[:, seat]
        label = f"seat {seat} ({policy}): {points.mean():.2f} ± {_sd(points):.2f}"
        _bars(ax, points, edges, _colour(seat), label)
    _dress(ax, "Score by seat (mean ± sd)", "points")
    _percent_axis(ax)
    _legend(ax, 2, loc="upper left", facecolor="white", framealpha=0.95, edgecolor="none")
    lines = len(results.policies) if len(results.policies) <= _FEW_SEATS else -(-len(results.policies) // 2)
    ax.set_ylim(top=ax.get_ylim()[1] * (1.05 + 0.09 * lines))


def _legend(ax: "Axes", columns: int, **style: Any) -> None:
    """A legend of all seats: many of them stand in columns and smaller."""
    many = len(ax.get_legend_handles_labels()[1]) > _FEW_SEATS
    ax.legend(fontsize=7 if many else 9, ncols=columns if many else 1, labelcolor=_INK, **style)


def _ranking(ax: "Axes", results: "Results") -> None:
    """Two seats: by how much one beats the other. More: how often each comes in at each place."""
    if results.game.num_players == 2:
        lead = results.scores[:, 0] - results.scores[:, 1]
        edges = _lead_edges(lead, 1 / results.game.score_scale)
        # As density: the bar of equal scores may be narrower than the others.
        unit = 1 / results.game.score_scale
        share = 100 * np.histogram(lead, edges)[0] / len(lead) * unit / np.diff(edges)
        middle = (edges[:-1] + edges[1:]) / 2
        colours = [_colour(0) if m > 0 else _colour(1) if m < 0 else _MUTED for m in middle]
        ax.bar(middle, share, width=np.diff(edges), color=colours, alpha=0.75)
        wins = [100 * float(np.mean(results.winner == seat)) for seat in (0, 1)]
        ax.set_ylim(top=float(share.max()) * 1.2)
        for seat, place, side in ((0, 0.98, "right"), (1, 0.02, "left")):
            text = f"seat {seat} wins\n{wins[seat]:.2f} %"
            ax.text(place, 0.97, text, transform=ax.transAxes, ha=side, va="top", fontsize=10, color=_colour(seat))
        _dress(ax, "Lead of seat 0", "points")
        _percent_axis(ax)
        ax.set_ylabel("% of games a point", color=_MUTED, fontsize=9)
        return
    places = np.arange(1, results.game.num_players + 1)
    width = 0.8 / len(results.policies)
    for seat in range(len(results.policies)):
        came = [100 * float(np.mean(results.ranks[:, seat] == place)) for place in places]
        ax.bar(places - 0.4 + width * (seat + 0.5), came, width, color=_colour(seat), alpha=0.8, label=f"seat {seat}")
    _dress(ax, "Places", "place")
    _percent_axis(ax)
    ax.set_xticks(places)
    if len(results.policies) > 1:
        _legend(ax, 6, loc="upper right", frameon=False)
        ax.set_ylim(top=ax.get_ylim()[1] * (1.08 + 0.05 * min(len(results.policies), _FEW_SEATS)))


def _decisions(ax: "Axes", results: "Results") -> None:
    decisions = results.decisions
    _bars(ax, decisions, _edges(decisions, 1), "#5c6470", None)
    _dress(ax, f"Decisions a game: {decisions.mean():.2f} ± {_sd(decisions):.2f}", "decisions")
    _percent_axis(ax)


def _items(ax: "Axes", results: "Results") -> None:
    # What nobody ever has, as the items of other boards, would leave little room for the rest.
    items = np.flatnonzero(results.sheet.any(axis=(0, 1)))
    names = [results.game.score_items[item] for item in items]
    sheet = results.sheet[:, :, items]
    height = 0.8 / len(results.policies)
    rows = np.arange(len(names))
    for seat in range(len(results.policies)):
        means = sheet[:, seat].mean(axis=0)
        errors = np.array([_sd(sheet[:, seat, item]) for item in range(len(names))]) / np.sqrt(results.games)
        places = rows - 0.4 + height * (seat + 0.5)
        ax.barh(places, means, height * 0.92, xerr=errors, color=_colour(seat), alpha=0.8, ecolor=_INK, capsize=2)
        for place, mean in (
            zip(places, means, strict=True) if len(names) * len(results.policies) <= _MOST_NUMBERS else ()
        ):
            offset, side = (4, "left") if mean >= 0 else (-4, "right")
            ax.annotate(
                f"{mean:.2f}",
                (mean, place),
                (offset, 0),
                textcoords="offset points",
                ha=side,
                va="center",
                fontsize=8.5,
                color=_INK,
            )
    ax.axvline(0, color="#c9ccd1", linewidth=1)
    ax.set_yticks(rows, [name.replace("_", " ") for name in names])
    ax.invert_yaxis()
    ax.margins(x=0.14)
    ax.grid(axis="x", color="#ececef", linewidth=0.8)
    _dress(ax, "Score sheet: mean points by seat ± standard error", "points")
    ax.tick_params(axis="y", length=0, labelcolor=_INK)
