"""Many games on many machines: :func:`simulate` by `Ray <https://docs.ray.io>`_.

Needs the extra ``ray``; ``import spielwerk`` does not import it.
"""

import contextlib
import dataclasses
import math
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, SupportsIndex, overload

import numpy as np

from spielwerk import __version__
from spielwerk import simulation as local
from spielwerk._native import Game
from spielwerk.checks import whole_number
from spielwerk.extras import missing_extra
from spielwerk.results import Results
from spielwerk.totals import Totals

try:
    import ray
except ImportError as error:
    raise missing_extra(error.name or "ray", "ray", "spielwerk.ray") from error

__all__ = ["MAX_LOSSES", "simulate"]

MAX_LOSSES = 5
"""How often the same games may be lost with their worker or machine, Ray's own new tries not counted, before
:func:`simulate` gives up.
"""

_TASK_SECONDS = 0.7
_SHORTEST_SECONDS = 0.2
_FIRST_TASK = 64
_MOST_GROWTH = 32
_TASK_BYTES = 64 * 2**20
_NEW_TRIES = 3
_CENSUS_SECONDS = 1.0
_LOST = (
    ray.exceptions.WorkerCrashedError,
    ray.exceptions.NodeDiedError,
    ray.exceptions.ObjectLostError,
    ray.exceptions.OutOfMemoryError,
)


@overload
def simulate(
    game: Game | str,
    games: SupportsIndex,
    seed: SupportsIndex,
    *,
    policies: str | Sequence[str] = "random",
    first_index: SupportsIndex = 0,
    chunk: SupportsIndex | None = None,
    address: str | None = None,
    totals: Literal[False] = False,
    progress: local.Progress = None,
) -> Results: ...


@overload
def simulate(
    game: Game | str,
    games: SupportsIndex,
    seed: SupportsIndex,
    *,
    policies: str | Sequence[str] = "random",
    first_index: SupportsIndex = 0,
    chunk: SupportsIndex | None = None,
    address: str | None = None,
    totals: Literal[True],
    progress: local.Progress = None,
) -> Totals: ...


@overload
def simulate(
    game: Game | str,
    games: SupportsIndex,
    seed: SupportsIndex,
    *,
    policies: str | Sequence[str] = "random",
    first_index: SupportsIndex = 0,
    chunk: SupportsIndex | None = None,
    address: str | None = None,
    totals: bool,
    progress: local.Progress = None,
) -> Results | Totals: ...


def simulate(
    game: Game | str,
    games: SupportsIndex,
    seed: SupportsIndex,
    *,
    policies: str | Sequence[str] = "random",
    first_index: SupportsIndex = 0,
    chunk: SupportsIndex | None = None,
    address: str | None = None,
    totals: bool = False,
    progress: local.Progress = None,
) -> Results | Totals:
    """Play games on a Ray cluster and return what :func:`spielwerk.simulate` would: the same rows, for any number of
    workers, any ``chunk``, and whatever is lost on the way.

    Each task plays successive games on one processor. A task whose worker or machine dies is played again.

    :param game: a game, or the name of one for its default options; files it was loaded from travel with it.
    :param games: how many, as for :func:`spielwerk.simulate`; with ``totals`` up to 2**63 - 1.
    :param seed: 0 .. 2**64 - 1.
    :param policies: a name of ``game.policies`` for all seats, or one for each seat.
    :param first_index: stream of the first game; ``first_index + games`` is at most 2**64.
    :param chunk: games of a task; by default as many as take about 0.7 s, by the time that earlier tasks took.
    :param address: of a cluster, as for ``ray.init``: ``"auto"``, ``"host:port"``, ``"ray://host:port"``. None takes
        the session of this process if there is one, else what ``ray.init()`` finds or starts. A session that is opened
        here is closed at the end.
    :param totals: return :class:`Totals` in place of rows, which then are kept nowhere.
    :param progress: True for a bar on standard error, or a function that is called with (done, total) as tasks end.
    :raises TypeError: for an argument of another type. Like ValueError before Ray is asked for anything.
    :raises ValueError: for a number out of its range, or an ``address`` when this process is connected to another
        cluster; OptionError (a ValueError) for an unknown game or policy.
    :raises ConnectionError: if there is no cluster at ``address``; but for ``"auto"`` Ray takes minutes to say so.
    :raises RuntimeError: if a worker has another version of this package, or the same games were lost again and again.
    :raises SimulationInterrupted: a KeyboardInterrupt with the games finished so far, from the first on, in
        ``.partial``; what was still being played is cancelled.
    """
    if not isinstance(totals, bool):
        raise TypeError(f"totals must be True or False, not {type(totals).__name__}")
    run = local.Run.checked(game, games, seed, policies, first_index, rows=not totals)
    # A worker holds the rows of its task, even for totals.
    most = min(local.MAX_GAMES, local.MAX_BYTES // run.row_bytes)
    size = None if chunk is None else whole_number("chunk", chunk, 1, most)
    if address is not None and not isinstance(address, str):
        raise TypeError(f"address must be a text such as 'auto', or None, not {type(address).__name__}")
    found: _Rows | _Sums = _Sums(run) if totals else _Rows(run)
    with contextlib.ExitStack() as stack:
        report = local.reporter(progress, run, stack)
        try:
            report(0, run.games)
            if run.games:
                stack.enter_context(_session(address))
                _play_all(run, _Pace(run, size), found, report)
        except KeyboardInterrupt as interrupt:
            raise run.interrupted(found.done, found.value()) from interrupt
    return found.value()


@contextlib.contextmanager
def _session(address: str | None) -> Iterator[None]:
    """The session of this process, or one for the time of the ``with`` block."""
    if not ray.is_initialized():
        try:
            # Workers have nothing to say that would not spoil a progress bar.
            ray.init(address, log_to_driver=False, include_dashboard=False if address is None else None)
            yield
        finally:
            ray.shutdown()
        return
    here = ray.get_runtime_context().gcs_address
    if address not in (None, "auto", here):
        raise ValueError(f"this process is connected to the cluster at {here} already: leave address={address!r} out")
    yield


class _Rows:
    """Rows put where they belong, in whatever order they come."""

    def __init__(self, run: local.Run) -> None:
        self._run, self._columns = run, run.columns(run.games)
        self._ends: dict[int, int] = {}
        self.done = 0

    def add(self, start: int, size: int, part: dict[str, Any]) -> None:
        for name, column in self._columns.items():
            column[start : start + size] = part[name]
        self._ends[start] = start + size
        while self.done in self._ends:
            self.done = self._ends.pop(self.done)

    def value(self) -> Results:
        return self._run.results(self._columns, self.done)


class _Sums:
    """Totals of the games from the first on, and of later ones that wait for what goes before them."""

    def __init__(self, run: local.Run) -> None:
        self._total = Totals.of(run.results(run.columns(0), 0))
        self._later: dict[int, Totals] = {}

    @property
    def done(self) -> int:
        return self._total.games

    def add(self, start: int, size: int, part: Totals) -> None:
        self._later[start] = part
        while self.done in self._later:
            self._total = Totals.merge([self._total, self._later.pop(self.done)])

    def value(self) -> Totals:
        return self._total


class _Pace:
    """How many games a task is given."""

    def __init__(self, run: local.Run, chunk: int | None) -> None:
        self._chunk = chunk
        self._most = max(1, _TASK_BYTES // run.row_bytes)
        self._largest = 0
        self._rate = 0.0

    def took(self, games: int, seconds: float) -> None:
        """Learn from a task."""
        rate = games / max(seconds, 1e-6)
        # Machines differ: a mean of what the last ones did, by factors.
        self._rate = math.sqrt(self._rate * rate) if self._rate else rate
        self._largest = max(self._largest, games)

    def next(self, left: int, processors: int) -> int:
        """Games of the next task, of those that are left."""
        if self._chunk is not None:
            return min(self._chunk, left)
        if not self._largest:
            return min(_FIRST_TASK, left)
        # The first few games tell too little of the speed to jump to the end at once.
        size = min(self._rate * _TASK_SECONDS, self._largest * _MOST_GROWTH, self._most)
        # Towards the end all processors get their share, but no crumbs.
        share = max(left / processors, self._rate * _SHORTEST_SECONDS)
        return max(1, min(math.ceil(min(size, share)), left))


@dataclasses.dataclass(slots=True)
class _Part:
    """Successive games that are being played, and how often they were lost."""

    start: int
    size: int
    losses: int = 0


def _play_all(run: local.Run, pace: _Pace, found: _Rows | _Sums, report: Callable[[int, int], object]) -> None:
    task = ray.remote(num_cpus=1, max_retries=_NEW_TRIES)(_play)
    game, versions = pickle.dumps(run.game), _versions(run.game)
    running: dict[Any, _Part] = {}

    def send(part: _Part) -> None:
        work = (part.size, run.seed, run.policies, run.first_index + part.start, isinstance(found, _Sums))
        running[task.remote(versions, game, work)] = part

    sent = arrived = 0
    processors, asked = 0, -math.inf
    try:
        while arrived < run.games:
            # Clusters grow and shrink; asking takes a message, so not at each task.
            if time.monotonic() - asked > _CENSUS_SECONDS:
                processors, asked = _processors(), time.monotonic()
            # One being played and one in waiting for each processor; more would only fill memory.
            while sent < run.games and len(running) < 2 * processors:
                part = _Part(sent, pace.next(run.games - sent, processors))
                send(part)
                sent += part.size
            ready, _ = ray.wait(list(running), num_returns=1)
            part = running.pop(ready[0])
            try:
                seconds, rows = ray.get(ready[0])
            except _LOST as loss:
                part.losses += 1
                if part.losses > MAX_LOSSES:
                    raise RuntimeError(_given_up(run, part)) from loss
                send(part)
                continue
            except ray.exceptions.RayTaskError as failure:
                raise failure.cause from failure
            found.add(part.start, part.size, rows)
            pace.took(part.size, seconds)
            arrived += part.size
            report(arrived, run.games)
    finally:
        for reference in running:
            ray.cancel(reference)


def _processors() -> int:
    resources = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray types some of its functions
    return max(1, int(resources.get("CPU", 1)))


def _given_up(run: local.Run, part: _Part) -> str:
    first = run.first_index + part.start
    return f"games {first} .. {first + part.size - 1} were lost {part.losses} times with the worker that played them"


def _versions(game: Game) -> tuple[str, int]:
    return __version__, game.rules_version


def _play(
    versions: tuple[str, int], game: bytes, work: tuple[int, int, tuple[str, ...], int, bool]
) -> tuple[float, dict[str, np.ndarray[Any, Any]] | Totals]:
    """What a worker does: the seconds it took, and rows or totals."""
    begin = time.perf_counter()
    # Before the game is read: bytes of another version may say anything.
    _check("version", versions[0], __version__)
    loaded: Game = pickle.loads(game)
    _check("rules version", versions[1], loaded.rules_version)
    games, seed, policies, first_index, totals = work
    results = local.simulate(loaded, games, seed, threads=1, policies=policies, first_index=first_index)
    found = Totals.of(results) if totals else results.units()
    return time.perf_counter() - begin, found


def _check(what: str, wanted: object, here: object) -> None:
    if wanted != here:
        raise RuntimeError(
            f"a worker has {what} {here} of spielwerk, and this run is one of {what} {wanted}: "
            "install the same version on all machines"
        )
