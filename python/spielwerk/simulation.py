"""Many games at once: :func:`simulate`."""

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from spielwerk._native import Game
from spielwerk.checks import as_game, whole_number
from spielwerk.errors import OptionError
from spielwerk.results import Results

__all__ = ["MAX_BYTES", "MAX_GAMES", "MAX_THREADS", "SimulationInterrupted", "available_threads", "simulate"]

MAX_GAMES = 2**31 - 1
"""Most games of one call."""
MAX_BYTES = 16 * 2**30
"""Most memory that the rows of one call may take, 16 GiB: beyond it, :func:`simulate` refuses; split the work with
``first_index``.
"""
MAX_THREADS = 256
"""Most threads of one call."""

_BLOCK_SECONDS = 0.2
_FIRST_BLOCK = 64


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C came while games were simulated. :attr:`partial` holds the games of all blocks that were finished, from
    the first on.
    """

    partial: Results

    def __init__(self, message: str, partial: Results) -> None:
        super().__init__(message)
        self.partial = partial

    def __reduce__(self) -> tuple[type["SimulationInterrupted"], tuple[str, Results]]:
        return type(self), (str(self), self.partial)


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
    progress: bool | Callable[[int, int], object] | None = None,
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
    game = as_game(game)
    games = whole_number("games", games, 0, MAX_GAMES)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    first_index = whole_number("first_index", first_index, 0, 2**64)
    if first_index + games > 2**64:
        raise ValueError(f"first_index + games must be at most 2**64, not {first_index + games}")
    threads = available_threads() if threads is None else whole_number("threads", threads, 1, MAX_THREADS)
    names = _policies(game, policies)
    need = games * _row_bytes(game)
    if need > MAX_BYTES:
        raise ValueError(
            f"{games} games need {need / 2**30:.1f} GiB of rows, more than {MAX_BYTES / 2**30:.0f} GiB: "
            f"split them with first_index, at most {MAX_BYTES // _row_bytes(game)} at a time"
        )
    columns = _columns(game, games)
    with contextlib.ExitStack() as stack:
        report = _reporter(progress, game, games, stack)
        done = 0
        try:
            size = _FIRST_BLOCK * threads
            report(0, games)
            while done < games:
                size = min(size, games - done)
                before = time.perf_counter()
                block = {name: column[done : done + size] for name, column in columns.items()}
                game.simulate_into(
                    size,
                    seed,
                    first_index + done,
                    names,
                    threads,
                    block["scores"],
                    block["ranks"],
                    block["winner"],
                    block["decisions"],
                    block["truncated"],
                    block["sheet"],
                )
                done += size
                report(done, games)
                spent = time.perf_counter() - before
                # Long enough to hide the cost of a call, short enough for a bar that moves and a Ctrl-C that loses
                # little.
                size = int(size * min(8.0, max(0.25, _BLOCK_SECONDS / max(spent, 1e-6)))) or 1
        except KeyboardInterrupt as interrupt:
            partial = Results(
                game, seed, first_index, names, **{name: column[:done] for name, column in columns.items()}
            )
            raise SimulationInterrupted(f"interrupted after {done:,} of {games:,} games", partial) from interrupt
    return Results(game, seed, first_index, names, **columns)


def _columns(game: Game, games: int) -> dict[str, npt.NDArray[Any]]:
    """The columns of :class:`Results`, allocated once, in the units of :meth:`Game.simulate_into`."""
    players, items = game.num_players, len(game.score_items)
    return {
        "scores": np.zeros((games, players), np.int32),
        "ranks": np.zeros((games, players), np.uint8),
        "winner": np.zeros(games, np.int8),
        "decisions": np.zeros(games, np.uint32),
        "truncated": np.zeros(games, np.bool_),
        "sheet": np.zeros((games, players, items), np.int32),
    }


def _row_bytes(game: Game) -> int:
    return sum(column.nbytes for column in _columns(game, 1).values())


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


def _reporter(
    progress: bool | Callable[[int, int], object] | None, game: Game, games: int, stack: contextlib.ExitStack
) -> Callable[[int, int], object]:
    if progress is None or progress is False:
        return lambda done, total: None
    if progress is True:
        from spielwerk.progress import ProgressBar

        return stack.enter_context(ProgressBar(game.title, "games", games))
    if callable(progress):
        return progress
    raise TypeError(f"progress must be True, None or a function, not {type(progress).__name__}")
