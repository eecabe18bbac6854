"""Exact statistics of any number of games: :class:`Totals`, what :class:`Results` come to when there are too many rows
to keep.
"""

import functools
import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spielwerk._native import Game
from spielwerk.summary import Moments, Summary

if TYPE_CHECKING:
    from spielwerk.results import Results

__all__ = ["Tally", "Totals"]


class Tally:
    """The distribution of one whole-number column: how many games have which value.

    It is exact, and adding two of them gives the same in any order. Values are in units of 1 / ``scale``: half points
    where a game has them. ``a + b`` is the tally of both, ``==`` compares, ``len`` is the number of different values.
    """

    __slots__ = ("_counts", "_scale", "_values")

    def __init__(self, values: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], scale: int = 1) -> None:
        """``counts[i]`` games have ``values[i]``; values ascend. :meth:`of` makes one from a column."""
        self._values, self._counts, self._scale = values, counts, scale
        values.flags.writeable = counts.flags.writeable = False

    @classmethod
    def of(cls, column: npt.NDArray[Any], scale: int = 1) -> "Tally":
        """The tally of a column of whole numbers or booleans, shape (games,), in units of 1 / ``scale``."""
        if len(column) == 0:
            return cls(np.empty(0, np.int64), np.empty(0, np.int64), scale)
        wide = column.astype(np.int64)
        low, high = int(wide.min()), int(wide.max())
        # Counting is many times faster than sorting, but takes memory by the span of the values.
        if high - low > max(len(column), 2**16):
            values, counts = np.unique(wide, return_counts=True)
            return cls(values, counts.astype(np.int64), scale)
        wide -= low
        counts = np.bincount(wide)
        values = np.flatnonzero(counts)
        return cls(values.astype(np.int64) + low, counts[values].astype(np.int64), scale)

    @property
    def values(self) -> npt.NDArray[np.int64]:
        """The values that occur, ascending, in units of 1 / :attr:`scale`; read-only."""
        return self._values

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many games have each of :attr:`values`; read-only."""
        return self._counts

    @property
    def scale(self) -> int:
        """Units in a point (1, or 2 in Dungeon Petz); 1 for what is no number of points."""
        return self._scale

    @property
    def games(self) -> int:
        """How many games were counted."""
        return int(self._counts.sum())

    @property
    def total(self) -> int:
        """The sum over all games, in units, exact."""
        return sum(value * count for value, count in self._pairs())

    @property
    def squares(self) -> int:
        """The sum of the squares, in squared units, exact."""
        return sum(value * value * count for value, count in self._pairs())

    def count(self, value: int) -> int:
        """How many games have this value (in units)."""
        found = int(np.searchsorted(self._values, value))
        hit = found < len(self._values) and int(self._values[found]) == value
        return int(self._counts[found]) if hit else 0

    def moments(self) -> Moments:
        """Mean, standard deviation, standard error and extremes in points: computed from integers and rounded once."""
        games, scale = self.games, self._scale
        if games == 0:
            return Moments(math.nan, math.nan, math.nan, math.nan, math.nan)
        total = self.total
        sd = math.nan
        if games > 1:
            sd = math.sqrt(Fraction(games * self.squares - total * total, games * (games - 1) * scale * scale))
        return Moments(
            float(Fraction(total, games * scale)),
            sd,
            sd / math.sqrt(games),
            float(self._values[0] / scale),
            float(self._values[-1] / scale),
        )

    def _pairs(self) -> Iterator[tuple[int, int]]:
        # Python's integers do not overflow.
        return zip(self._values.tolist(), self._counts.tolist(), strict=True)

    def __add__(self, other: "Tally") -> "Tally":
        """The tally of both. ValueError if the units differ."""
        if not isinstance(other, Tally):
            return NotImplemented
        if other._scale != self._scale:
            raise ValueError(f"tallies differ in scale: {self._scale} and {other._scale}")
        values, places = np.unique(np.concatenate([self._values, other._values]), return_inverse=True)
        counts = np.zeros(len(values), np.int64)
        np.add.at(counts, places, np.concatenate([self._counts, other._counts]))
        return Tally(values, counts, self._scale)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return (
            self._scale == other._scale
            and np.array_equal(self._values, other._values)
            and np.array_equal(self._counts, other._counts)
        )

    __hash__ = None  # type: ignore[assignment]  # arrays are compared, not hashed

    def __repr__(self) -> str:
        return f"<Tally of {self.games:,} games, {len(self)} values>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Tally, (self._values.copy(), self._counts.copy(), self._scale)


class Totals:
    """Exact statistics of games with successive streams of one seed, in a few kilobytes however many games they are.

    ``totals["score_0"]`` is the :class:`Tally` of a column, named as in :meth:`Results.columns`: score and rank by
    seat, winner, decisions, truncated and each item of the score sheet by seat. Equal games give equal totals, however
    they were split and in whatever order the parts were merged. ``len(totals)`` is the number of games, ``==`` compares
    everything, and ``str(totals.summary())`` is a table.
    """

    __slots__ = ("_first_index", "_game", "_games", "_policies", "_seed", "_tallies")

    def __init__(
        self, game: Game, seed: int, first_index: int, games: int, policies: Iterable[str], tallies: dict[str, Tally]
    ) -> None:
        """From the parts; :meth:`of` makes totals from results."""
        self._game, self._seed, self._first_index, self._games = game, seed, first_index, games
        self._policies, self._tallies = tuple(policies), dict(tallies)

    @classmethod
    def of(cls, results: "Results") -> "Totals":
        """The totals of these rows."""
        game = results.game
        whole = {"winner", "decisions", "truncated", *(f"rank_{seat}" for seat in range(game.num_players))}
        tallies = {
            name: Tally.of(column, 1 if name in whole else game.score_scale)
            for name, column in results.columns(units=True).items()
            if name != "index"
        }
        return cls(game, results.seed, results.first_index, results.games, results.policies, tallies)

    @classmethod
    def merge(cls, parts: Iterable["Totals"]) -> "Totals":
        """Successive runs as one, given in any order. Raises ValueError if there is none, if game, seed or policies
        differ, or if streams are missing or repeated.
        """
        # An empty part goes before the one that starts where it stands.
        runs = sorted(parts, key=lambda run: (run.first_index, run.games))
        if not runs:
            raise ValueError("nothing to merge")
        first, expected = runs[0], runs[0].first_index
        for run in runs:
            for name in ("game", "seed", "policies"):
                if getattr(run, name) != getattr(first, name):
                    raise ValueError(f"totals differ in {name}: {getattr(first, name)!r} and {getattr(run, name)!r}")
            if run.first_index != expected:
                raise ValueError(f"expected totals that start with game {expected}, not {run.first_index}")
            expected += run.games
        tallies = {
            name: functools.reduce(lambda one, other: one + other, (run[name] for run in runs)) for name in first
        }
        return cls(first.game, first.seed, first.first_index, expected - first.first_index, first.policies, tallies)

    @property
    def game(self) -> Game:
        """The game that was played, with its options."""
        return self._game

    @property
    def seed(self) -> int:
        """The seed; game i used the stream (seed, first_index + i)."""
        return self._seed

    @property
    def first_index(self) -> int:
        """The stream of the first game."""
        return self._first_index

    @property
    def games(self) -> int:
        """Number of games."""
        return self._games

    @property
    def policies(self) -> tuple[str, ...]:
        """The policy of each seat."""
        return self._policies

    @property
    def wins(self) -> tuple[int, ...]:
        """By seat: how many games it won alone."""
        return tuple(self["winner"].count(seat) for seat in range(self._game.num_players))

    @property
    def places(self) -> npt.NDArray[np.int64]:
        """How often each seat came in at each place, shape (players, players): ``places[seat, rank - 1]``."""
        seats = range(self._game.num_players)
        return np.array([[self[f"rank_{seat}"].count(rank + 1) for rank in seats] for seat in seats], np.int64)

    def summary(self) -> Summary:
        """The same as :meth:`Results.summary` of all these games."""
        return Summary.of(self)

    def __getitem__(self, name: str) -> Tally:
        """The tally of a column. KeyError for an unknown name; the message lists the known ones."""
        if name not in self._tallies:
            raise KeyError(f"{self._game.name} has no column {name!r}; it has {', '.join(self._tallies)}")
        return self._tallies[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the columns, in the order of :meth:`Results.columns`."""
        return iter(self._tallies)

    def __len__(self) -> int:
        return self._games

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Totals):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    __hash__ = None  # type: ignore[assignment]  # as Results

    def __repr__(self) -> str:
        policies = ", ".join(self._policies)
        return (
            f"<Totals of {self._games:,} games of {self._game.name}, seed {self._seed}, "
            f"first index {self._first_index}, policies {policies}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self._game, self._seed, self._first_index, self._games, self._policies, self._tallies
        return Totals, parts
