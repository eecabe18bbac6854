"""Many games at once: :func:`simulate`."""

import contextlib
import dataclasses
import os
import time
from collections.abc import Callable, Sequence
from typing import Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from spielwerk._native import Game
from spielwerk.checks import as_game, whole_number
from spielwerk.errors import OptionError
from spielwerk.results import Results

__all__ = [
    "MAX_BYTES",
    "MAX_GAMES",
    "MAX_THREADS",
    "Progress",
    "Run",
    "SimulationInterrupted",
    "available_threads",
    "reporter",
    "simulate",
]

MAX_GAMES = 2**31 - 1
"""Most games of one call."""
MAX_BYTES = 16 * 2**30
"""Most memory that the rows of one call may take, 16 GiB: beyond it, :func:`simulate` refuses; split the work with
``first_index``.
"""
MAX_THREADS = 256
"""Most threads of one call."""

Progress = bool | Callable[[int, int], object] | None
"""True for a bar, or a function that is called with (done, total)."""

_BLOCK_SECONDS = 0.2
_FIRST_BLOCK = 64


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C came while games were simulated. :attr:`partial` holds the games of all blocks that were finished, from
    the first on: :class:`Results`, or :class:`Totals` where those were asked for.
    """

    partial: Any

    def __init__(self, message: str, partial: Any) -> None:
        super().__init__(message)
        self.partial = partial

    def __reduce__(self) -> tuple[type["SimulationInterrupted"], tuple[str, Any]]:
        return type(self), (str(self), self.partial)


@dataclasses.dataclass(frozen=True, slots=True)
class Run:
    """Which games are to be played, checked: what every way to play them takes and refuses alike."""

    game: Game
    games: int
    seed: int
    first_index: int
    policies: tuple[str, ...]

    @classmethod
    def checked(
        cls,
        game: Game | str,
        games: SupportsIndex,
        seed: SupportsIndex,
        policies: str | Sequence[str],
        first_index: SupportsIndex,
        *,
        rows: bool = True,
    ) -> Self:
        """From the arguments of :func:`simulate`, with its errors. Without ``rows`` there may be as many games as there
        are streams, and no memory is asked for.
        """
        game = as_game(game)
        games = whole_number("games", games, 0, MAX_GAMES if rows else 2**63 - 1)
        seed = whole_number("seed", seed, 0, 2**64 - 1)
        first_index = whole_number("first_index", first_index, 0, 2**64)
        if first_index + games > 2**64:
            raise ValueError(f"first_index + games must be at most 2**64, not {first_index + games}")
        run = cls(game, games, seed, first_index, _policies(game, policies))
        need = games * run.row_bytes
        if rows and need > MAX_BYTES:
            raise ValueError(
                f"{games} games need {need / 2**30:.1f} GiB of rows, more than {MAX_BYTES / 2**30:.0f} GiB: "
                f"split them with first_index, at most {MAX_BYTES // run.row_bytes} at a time"
            )
        return run

    @property
    def row_bytes(self) -> int:
        """Bytes of one row."""
        return sum(column.nbytes for column in self.columns(1).values())

    def columns(self, games: int) -> dict[str, npt.NDArray[Any]]:
        """The columns of :class:`Results`, all 0, in the units of :meth:`Game.simulate_into`."""
        players, items = self.game.num_players, len(self.game.score_items)
        return {
            "scores": np.zeros((games, players), np.int32),
            "ranks": np.zeros((games, players), np.uint8),
            "winner": np.zeros(games, np.int8),
            "decisions": np.zeros(games, np.uint32),
            "truncated": np.zeros(games, np.bool_),
            "sheet": np.zeros((games, players, items), np.int32),
        }

    def results(self, columns: dict[str, npt.NDArray[Any]], done: int) -> Results:
        """The first ``done`` rows."""
        first = {name: column[:done] for name, column in columns.items()}
        return Results(self.game, self.seed, self.first_index, self.policies, **first)

    def interrupted(self, done: int, partial: Any) -> SimulationInterrupted:
        """The exception to raise when Ctrl-C came after ``done`` games."""
        return SimulationInterrupted(f"interrupted after {done:,} of {self.games:,} games", partial)


def available_threads() -> int:
    """How many processors this process may use, at most :data:`MAX_THREADS`: the default number of threads."""
    # The affinity counts in containers and on shared machines; the number of processors would promise too much.
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    return max(1, min(count, MAX_THREADS))


def simulate(
    game: Game | str,
    games: SupportsIndex,
    seed: SupportsIndex,
    *,
    threads: SupportsIndex | None = None,
    policies: str | Sequence[str] = "random",
    first_index: SupportsIndex = 0,
    progress: Progress = None,
) -> Results:
    """Play games to their end and return one row each.

    Game i uses the stream (``seed``, ``first_index`` + i) of the generator, so the rows do not depend on ``threads``,
    on the machine, or on how the work is split over several calls.

    :param game: a game, or the name of one for its default options.
    :param games: how many, 0 .. 2**31 - 1, and no more than fit :data:`MAX_BYTES`.
    :param seed: 0 .. 2**64 - 1.
    :param threads: 1 .. 256; by default as many as this process may use processors.
    :param policies: a name of ``game.policies`` for all seats, or one for each seat.
    :param first_index: stream of the first game; ``first_index + games`` is at most 2**64.
    :param progress: True for a bar with rate and remaining time on standard error, or a function that is called with
        (done, total) now and then.
    :raises TypeError: for an argument of another type; booleans and floats are no numbers here.
    :raises ValueError: for a number out of its range; OptionError (a ValueError) for an unknown game or policy.
    :raises SimulationInterrupted: a KeyboardInterrupt with the rows finished so far in ``.partial``.
    """
    run = Run.checked(game, games, seed, policies, first_index)
    threads = available_threads() if threads is None else whole_number("threads", threads, 1, MAX_THREADS)
    columns = run.columns(run.games)
    with contextlib.ExitStack() as stack:
        report = reporter(progress, run, stack)
        done = 0
        try:
            size = _FIRST_BLOCK * threads
            report(0, run.games)
            while done < run.games:
                size = min(size, run.games - done)
                before = time.perf_counter()
                block = {name: column[done : done + size] for name, column in columns.items()}
                run.game.simulate_into(
                    size,
                    run.seed,
                    run.first_index + done,
                    run.policies,
                    threads,
                    block["scores"],
                    block["ranks"],
                    block["winner"],
                    block["decisions"],
                    block["truncated"],
                    block["sheet"],
                )
                done += size
                report(done, run.games)
                spent = time.perf_counter() - before
                # Long enough to hide the cost of a call, short enough for a bar that moves and a Ctrl-C that loses
                # little.
                size = int(size * min(8.0, max(0.25, _BLOCK_SECONDS / max(spent, 1e-6)))) or 1
        except KeyboardInterrupt as interrupt:
            raise run.interrupted(done, run.results(columns, done)) from interrupt
    return run.results(columns, run.games)


def _policies(game: Game, policies: str | Sequence[str]) -> tuple[str, ...]:
    given: object = (policies,) * game.num_players if isinstance(policies, str) else policies
    if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
        raise TypeError("policies must be a name or a sequence of names, one for each seat")
    names: tuple[str, ...] = tuple(given)
    if len(names) != game.num_players:
        raise ValueError(
            f"policies must be one name, or {game.num_players} of them, one for each seat, not {len(names)}"
        )
    known = game.policies
    for name in names:
        if name not in known:
            raise OptionError(f"unknown policy {name[:40]!r}; {game.name} has {', '.join(known)}")
    return names


def reporter(progress: Progress, run: Run, stack: contextlib.ExitStack) -> Callable[[int, int], object]:
    """What to call with (done, total); a bar is opened in ``stack``. TypeError for what is no ``progress``."""
    if progress is None or progress is False:
        return lambda done, total: None
    if progress is True:
        from spielwerk.progress import ProgressBar

        return stack.enter_context(ProgressBar(run.game.title, "games", run.games))
    if callable(progress):
        return progress
    raise TypeError(f"progress must be True, None or a function, not {type(progress).__name__}")
