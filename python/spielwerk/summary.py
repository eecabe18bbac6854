"""Statistics of many games: means with standard errors, win rates with confidence intervals, as text, HTML or plain
dicts.
"""

import dataclasses
import html
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from spielwerk.words import options_text

if TYPE_CHECKING:
    from spielwerk.totals import Totals

__all__ = ["Moments", "SeatSummary", "Summary", "wilson_interval"]

_Z_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a rate; (nan, nan) without trials.

    Unlike the textbook interval it stays within 0 .. 1 and means something at 0 and at ``trials`` successes.
    """
    if trials == 0:
        return math.nan, math.nan
    rate, z2 = successes / trials, _Z_95 * _Z_95
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    half = _Z_95 / (1 + z2 / trials) * math.sqrt(rate * (1 - rate) / trials + z2 / (4 * trials * trials))
    # Rounding must not push the end of an interval past the rate it belongs to.
    return min(max(0.0, centre - half), rate), max(min(1.0, centre + half), rate)


@dataclasses.dataclass(frozen=True, slots=True)
class Moments:
    """Of one column. ``sd`` is the sample standard deviation (n - 1); what has no value, as the mean of nothing, is
    nan.
    """

    mean: float
    sd: float
    standard_error: float
    minimum: float
    maximum: float


@dataclasses.dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat: points, the share of games it won alone with its 95 % Wilson interval, mean place, and the items of
    its score sheet.
    """

    seat: int
    policy: str
    score: Moments
    wins: int
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    mean_rank: float
    items: dict[str, Moments]


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """What :meth:`Results.summary` returns. ``str()`` is an aligned table, ``_repr_html_`` one for notebooks,
    :meth:`to_dict` plain data.
    """

    game: str
    options: dict[str, Any]
    seed: int
    first_index: int
    games: int
    decisions: Moments
    seats: tuple[SeatSummary, ...]
    tie_share: float
    """Share of games without a single winner (``winner`` -1)."""
    truncated_share: float
    """Share of games that were cut off before their end."""

    @classmethod
    def of(cls, totals: "Totals") -> Self:
        """The statistics of these games."""
        games, wins, items = totals.games, totals.wins, totals.game.score_items
        seats = []
        for seat, policy in enumerate(totals.policies):
            low, high = wilson_interval(wins[seat], games)
            seats.append(
                SeatSummary(
                    seat=seat,
                    policy=policy,
                    score=totals[f"score_{seat}"].moments(),
                    wins=wins[seat],
                    win_rate=_share(wins[seat], games),
                    win_rate_low=low,
                    win_rate_high=high,
                    mean_rank=totals[f"rank_{seat}"].moments().mean,
                    items={name: totals[f"{name}_{seat}"].moments() for name in items},
                )
            )
        return cls(
            game=totals.game.name,
            options=totals.game.options,
            seed=totals.seed,
            first_index=totals.first_index,
            games=games,
            decisions=totals["decisions"].moments(),
            seats=tuple(seats),
            tie_share=_share(totals["winner"].count(-1), games),
            truncated_share=_share(totals["truncated"].count(1), games),
        )

    def to_dict(self) -> dict[str, Any]:
        """The same as plain dicts, lists and numbers, ready for ``json.dumps``; what is nan here is None there."""
        plain: dict[str, Any] = _plain(dataclasses.asdict(self))
        return plain

    def rows(self) -> list[list[str]]:
        """The table as cells: a head (an empty corner, then the seats), then one row a quantity, its name first."""
        head = ["", *(f"seat {s.seat} ({s.policy})" for s in self.seats)]
        table = [
            head,
            ["score, mean ± se", *(_mean(s.score) for s in self.seats)],
            ["score, sd", *(_number(s.score.sd) for s in self.seats)],
            ["score, min .. max", *(_range(s.score) for s in self.seats)],
            ["win rate", *(_percent(s.win_rate) for s in self.seats)],
            [
                "  95 % interval",
                *(f"{_percent(s.win_rate_low)} .. {_percent(s.win_rate_high)}" for s in self.seats),
            ],
            ["mean rank", *(_number(s.mean_rank, 4) for s in self.seats)],
        ]
        for item in self.seats[0].items if self.seats else ():
            table.append([f"{item}, mean ± se", *(_mean(s.items[item]) for s in self.seats)])
        return table

    def heading(self) -> str:
        """Game, options and where the games came from, in one line."""
        options = options_text(self.options)
        last = f" .. {self.first_index + self.games - 1}" if self.games > 1 else ""
        streams = f"seed {self.seed}, games {self.first_index}{last}" if self.games else f"seed {self.seed}"
        return f"{self.game} ({options}): {self.games:,} games, {streams}"

    def footer(self) -> list[str]:
        """Lines about whole games: decisions, ties, and truncated games if there were any."""
        lines = [
            f"decisions a game: {_mean(self.decisions)}, sd {_number(self.decisions.sd)}, {_range(self.decisions)}",
            f"no single winner: {_percent(self.tie_share)}",
        ]
        if self.truncated_share > 0:
            lines.append(f"cut off before the end: {_percent(self.truncated_share)}")
        return lines

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        body = [
            "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        ]
        rule = "-" * len(body[0])
        return "\n".join([self.heading(), rule, *(line.rstrip() for line in body), rule, *self.footer()])

    def _repr_html_(self) -> str:
        head, *body = self.rows()
        cells = "".join(f"<th style='text-align:right'>{html.escape(c)}</th>" for c in head)
        lines = "".join(
            "<tr><th style='text-align:left'>"
            + html.escape(row[0])
            + "</th>"
            + "".join(f"<td style='text-align:right'>{html.escape(c)}</td>" for c in row[1:])
            + "</tr>"
            for row in body
        )
        foot = "<br>".join(html.escape(line) for line in self.footer())
        return (
            f"<div><b>{html.escape(self.heading())}</b><table><thead><tr>{cells}</tr></thead>"
            f"<tbody>{lines}</tbody></table>{foot}</div>"
        )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan


def _number(value: float, digits: int = 3) -> str:
    return "n/a" if math.isnan(value) else f"{value:.{digits}f}"


def _percent(rate: float) -> str:
    return "n/a" if math.isnan(rate) else f"{100 * rate:.2f} %"


def _mean(moments: Moments) -> str:
    return f"{_number(moments.mean)} ± {_number(moments.standard_error)}"


def _range(moments: Moments) -> str:
    if math.isnan(moments.minimum):
        return "n/a"
    return f"{moments.minimum:g} .. {moments.maximum:g}"


def _plain(value: Any) -> Any:
    """JSON has no nan: None in its place, all the way down; tuples become lists."""
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value
