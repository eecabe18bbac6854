"""What :func:`spielwerk.simulate` returns: one row a game, in numpy columns."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from spielwerk._native import Game
from spielwerk.checks import whole_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from spielwerk.summary import Summary

__all__ = ["Results"]

_U64 = 2**64 - 1


class Results:
    """Columns of a run of games with successive streams of one seed. Columns are read-only; slices share them.

    ``len(results)`` is the number of games, ``results[a:b]`` some of them, ``==`` compares everything, and
    ``str(results.summary())`` is a table.
    """

    __slots__ = (
        "_decisions",
        "_first_index",
        "_game",
        "_policies",
        "_ranks",
        "_scores",
        "_seed",
        "_sheet",
        "_truncated",
        "_winner",
    )

    def __init__(
        self,
        game: Game,
        seed: int,
        first_index: int,
        policies: Sequence[str],
        *,
        scores: npt.NDArray[np.int32],
        ranks: npt.NDArray[np.uint8],
        winner: npt.NDArray[np.int8],
        decisions: npt.NDArray[np.uint32],
        truncated: npt.NDArray[np.bool_],
        sheet: npt.NDArray[np.int32],
    ) -> None:
        """From the columns that :meth:`Game.simulate_into` fills; ``scores`` and ``sheet`` in units of 1 /
        ``game.score_scale`` points.

        Raises ValueError for a column of another shape or dtype, or policies that are not one a seat.
        """
        games, players, items = len(winner), game.num_players, len(game.score_items)
        if len(policies) != players:
            raise ValueError(f"{game.name} has {players} seats, but there are {len(policies)} policies")
        wanted: dict[str, tuple[npt.NDArray[Any], tuple[int, ...], type[np.generic]]] = {
            "scores": (scores, (games, players), np.int32),
            "ranks": (ranks, (games, players), np.uint8),
            "winner": (winner, (games,), np.int8),
            "decisions": (decisions, (games,), np.uint32),
            "truncated": (truncated, (games,), np.bool_),
            "sheet": (sheet, (games, players, items), np.int32),
        }
        for name, (column, shape, dtype) in wanted.items():
            if column.shape != shape or column.dtype != dtype:
                raise ValueError(
                    f"column {name} must have shape {shape} and dtype {np.dtype(dtype)}, "
                    f"not {column.shape} and {column.dtype}"
                )
        self._game = game
        self._seed = whole_number("seed", seed, 0, _U64)
        self._first_index = whole_number("first_index", first_index, 0, _U64 + 1 - games)
        self._policies = tuple(policies)
        self._scores, self._ranks, self._winner = _frozen(scores), _frozen(ranks), _frozen(winner)
        self._decisions, self._truncated, self._sheet = _frozen(decisions), _frozen(truncated), _frozen(sheet)

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
        """The stream of the first row."""
        return self._first_index

    @property
    def policies(self) -> tuple[str, ...]:
        """The policy of each seat."""
        return self._policies

    @property
    def games(self) -> int:
        """Number of rows."""
        return len(self._winner)

    @property
    def index(self) -> npt.NDArray[np.int64] | npt.NDArray[np.uint64]:
        """Stream of each game, shape (games,): int64, or uint64 in the rare case that it does not fit."""
        end = self._first_index + self.games
        if end <= 2**63:
            return np.arange(self._first_index, end, dtype=np.int64)
        return np.arange(self.games, dtype=np.uint64) + np.uint64(self._first_index)

    @property
    def scores(self) -> npt.NDArray[np.int32] | npt.NDArray[np.float64]:
        """Points, shape (games, players): int32, or float64 for a game with half points."""
        return self._points(self._scores)

    @property
    def ranks(self) -> npt.NDArray[np.uint8]:
        """Places after tie-breaks, 1 = best, shape (games, players)."""
        return self._ranks

    @property
    def winner(self) -> npt.NDArray[np.int8]:
        """The winning seat, or -1 if the victory is shared or nobody's, shape (games,)."""
        return self._winner

    @property
    def decisions(self) -> npt.NDArray[np.uint32]:
        """Decisions of the players, chance not counted, shape (games,)."""
        return self._decisions

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether a game was cut off before its end, shape (games,)."""
        return self._truncated

    @property
    def sheet(self) -> npt.NDArray[np.int32] | npt.NDArray[np.float64]:
        """The score sheets, shape (games, players, items), items as in ``game.score_items``; dtype as
        :attr:`scores`.
        """
        return self._points(self._sheet)

    def item(self, name: str) -> npt.NDArray[np.int32] | npt.NDArray[np.float64]:
        """One item of the score sheet, shape (games, players). KeyError for an unknown name; the message lists the
        known ones.
        """
        items = self._game.score_items
        if name not in items:
            raise KeyError(f"{self._game.name} has no score item {name!r}; it has {', '.join(items)}")
        return self._points(self._sheet[:, :, items.index(name)])

    def units(self) -> dict[str, npt.NDArray[Any]]:
        """The stored columns by name, scores and sheet as int32 in units of 1 / ``game.score_scale`` points: what
        exact storage needs.
        """
        return {
            "scores": self._scores,
            "ranks": self._ranks,
            "winner": self._winner,
            "decisions": self._decisions,
            "truncated": self._truncated,
            "sheet": self._sheet,
        }

    def columns(self, units: bool = False) -> dict[str, npt.NDArray[Any]]:
        """One-dimensional columns by flat name, in the order of every table that is made of them; with ``units``,
        scores and sheet as in :meth:`units`.

        ``index``, ``score_0`` .., ``rank_0`` .., ``winner``, ``decisions``, ``truncated``, then ``ITEM_0`` .. for each
        item of the score sheet.
        """
        seats = range(self._game.num_players)
        scores, sheet = (self._scores, self._sheet) if units else (self.scores, self.sheet)
        flat: dict[str, npt.NDArray[Any]] = {"index": self.index}
        flat.update({f"score_{seat}": scores[:, seat] for seat in seats})
        flat.update({f"rank_{seat}": self._ranks[:, seat] for seat in seats})
        flat.update(winner=self._winner, decisions=self._decisions, truncated=self._truncated)
        for number, name in enumerate(self._game.score_items):
            flat.update({f"{name}_{seat}": sheet[:, seat, number] for seat in seats})
        return flat

    def metadata(self) -> dict[str, Any]:
        """Where the rows came from, as plain data: ``game``, ``options``, ``rules_version``, ``seed``,
        ``first_index``, ``policies``.
        """
        return {
            "game": self._game.name,
            "options": self._game.options,
            "rules_version": self._game.rules_version,
            "seed": self._seed,
            "first_index": self._first_index,
            "policies": list(self._policies),
        }

    def summary(self) -> "Summary":
        """Means with standard errors, win rates with 95 % Wilson intervals, items of the score sheet; ``print`` it."""
        from spielwerk.totals import Totals

        return Totals.of(self).summary()

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame`` of :meth:`columns` with :meth:`metadata` in ``attrs``. ImportError says how to get
        pandas if it is missing.
        """
        from spielwerk import results_io

        return results_io.to_pandas(self)

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table`` of :meth:`columns` with :meth:`metadata` as JSON under the schema's key ``spielwerk``.
        ImportError as above.
        """
        from spielwerk import results_io

        return results_io.to_arrow(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rows with their metadata; the suffix says how: ``.npz`` (read back by :meth:`load`), ``.csv`` or
        ``.parquet``.

        A CSV file has one line with ``#`` and the metadata as JSON before its head, and 0 or 1 for ``truncated``. The
        file is written beside its target and renamed, so a failed save leaves an old file as it was. Raises ValueError
        for another suffix, OSError, or ImportError (Parquet needs pyarrow).
        """
        from spielwerk import results_io

        results_io.save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Results":
        """Rows that :meth:`save` wrote as ``.npz``. Raises OSError, or DecodeError for anything else, however it is
        damaged.

        Memory stays within a small multiple of the file's size, whatever its contents claim.
        """
        from spielwerk import results_io

        return results_io.load(path)

    def plot(self, ax: "Axes | None" = None, path: str | os.PathLike[str] | None = None) -> "Figure":
        """Pictures of the results by matplotlib: scores by seat, differences, decisions, and the means of the score
        sheet.

        With ``ax`` only the scores are drawn, into those axes. With ``path`` the picture is saved, too, in the format
        of its suffix. Raises ImportError if matplotlib is missing, ValueError without games or for a suffix that
        matplotlib does not know, OSError.
        """
        from spielwerk import results_plot

        return results_plot.plot(self, ax, path)

    @classmethod
    def concatenate(cls, parts: Iterable["Results"]) -> "Results":
        """Successive runs as one. Raises ValueError if there is none, if game, seed or policies differ, or if streams
        are missing or repeated.
        """
        runs = list(parts)
        if not runs:
            raise ValueError("nothing to concatenate")
        first, expected = runs[0], runs[0].first_index
        for run in runs:
            for name in ("game", "seed", "policies"):
                if getattr(run, name) != getattr(first, name):
                    raise ValueError(f"results differ in {name}: {getattr(first, name)!r} and {getattr(run, name)!r}")
            if run.first_index != expected:
                raise ValueError(f"expected results that start with game {expected}, not {run.first_index}")
            expected += run.games
        columns = {name: np.concatenate([run.units()[name] for run in runs]) for name in first.units()}
        return cls(first.game, first.seed, first.first_index, first.policies, **columns)

    def __len__(self) -> int:
        return self.games

    def __getitem__(self, rows: slice) -> "Results":
        """The rows of a slice without step, as Results that share the columns. TypeError for a single number,
        ValueError for a step.
        """
        if not isinstance(rows, slice):
            raise TypeError(f"results take a slice such as results[10:20], not {type(rows).__name__}")
        start, stop, step = rows.indices(self.games)
        if step != 1:
            raise ValueError(f"results are successive games: a slice has no step, not {step}")
        stop = max(start, stop)
        columns = {name: column[start:stop] for name, column in self.units().items()}
        return Results(self._game, self._seed, self._first_index + start, self._policies, **columns)

    def __iter__(self) -> "Iterable[Any]":
        # Without this Python would try results[0], results[1], ... and complain about slices.
        raise TypeError("results have columns, not rows: take results.scores or results.to_pandas()")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        mine, theirs = self.units(), other.units()
        return self.metadata() == other.metadata() and all(np.array_equal(mine[n], theirs[n]) for n in mine)

    __hash__ = None  # type: ignore[assignment]  # columns are compared, not hashed

    def __repr__(self) -> str:
        policies = ", ".join(self._policies)
        return (
            f"<Results of {self.games:,} games of {self._game.name}, seed {self._seed}, "
            f"first index {self._first_index}, policies {policies}>"
        )

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._game, self._seed, self._first_index, self._policies, self.units())

    def _points(self, units: npt.NDArray[np.int32]) -> npt.NDArray[np.int32] | npt.NDArray[np.float64]:
        scale = self._game.score_scale
        return units if scale == 1 else _frozen(units / np.float64(scale))


def _frozen(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    # A view, so that freezing the column here does not freeze the caller's array under his hands.
    view = column.view()
    view.flags.writeable = False
    return view


def _rebuild(
    game: Game, seed: SupportsIndex, first_index: SupportsIndex, policies: Sequence[str], columns: dict[str, Any]
) -> Results:
    return Results(game, int(seed), int(first_index), policies, **columns)
