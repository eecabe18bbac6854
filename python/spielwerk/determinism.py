"""Same seed, same games: in any number of threads, in parts, and in other processes."""

import contextlib
import hashlib
import os
import pickle
import subprocess
import sys
import warnings
from typing import SupportsIndex

from spielwerk._native import Game
from spielwerk.checks import whole_number
from spielwerk.results import Results
from spielwerk.simulation import simulate

__all__ = ["check_determinism", "fingerprint"]

_THREADS = (1, 2, 3, 8)

_CHILD = """\
import pickle, sys
from spielwerk.determinism import fingerprint
from spielwerk.simulation import simulate
game, games, seed, sys.path[:] = pickle.load(sys.stdin.buffer)
sys.stdout.write(fingerprint(simulate(game, games, seed, threads=2)))
"""


def fingerprint(results: Results) -> str:
    """A digest of all columns, shapes included."""
    digest = hashlib.sha256()
    for name, column in results.units().items():
        digest.update(f"{name} {column.dtype.str} {column.shape};".encode())
        digest.update(column.tobytes())
    return digest.hexdigest()


def check_determinism(game: Game, games: SupportsIndex, seed: SupportsIndex) -> int:
    """Compare the rows of ``games`` games in 1, 2, 3 and 8 threads, in two parts, in a forked and in a newly started
    process.

    Returns how many ways of playing were compared (without a fork where the system has none). Raises AssertionError
    for the first that differs, ValueError for fewer than 2 games.
    """
    number = whole_number("games", games, 2, 2**31 - 1)
    start = whole_number("seed", seed, 0, 2**64 - 1)
    wanted = simulate(game, number, start, threads=1)
    ways = 0
    for threads in _THREADS:
        _require(simulate(game, number, start, threads=threads) == wanted, f"{threads} threads played other games")
        ways += 1
    cut = number // 3 + 1
    parts = [
        simulate(game, cut, start, threads=2),
        simulate(game, number - cut, start, threads=3, first_index=cut),
    ]
    _require(Results.concatenate(parts) == wanted, f"two parts, cut at {cut}, are other games than the whole")
    ways += 1
    _require(_spawned(game, number, start) == fingerprint(wanted), "a newly started process played other games")
    ways += 1
    if hasattr(os, "fork"):
        _require(_forked(game, number, start) == fingerprint(wanted), "a forked process played other games")
        ways += 1
    return ways


def _spawned(game: Game, games: int, seed: int) -> str:
    """In a process that shares nothing with this one, not even the seed of Python's hashes."""
    path = [entry for entry in sys.path if entry]
    environment = {**os.environ, "PYTHONHASHSEED": "123", "PYTHONPATH": os.pathsep.join(path)}
    child = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=pickle.dumps((game, games, seed, path)),
        capture_output=True,
        env=environment,
        check=False,
    )
    _require(child.returncode == 0, f"a newly started process failed: {child.stderr.decode(errors='replace')}")
    return child.stdout.decode()


def _forked(game: Game, games: int, seed: int) -> str:
    """In a fork of this process, which inherits its memory but none of its threads."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 and later warn of forks beside threads; that such a fork works is what is tested here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        # Nothing of the parent may run on here, neither its handlers nor its buffers: leave by os._exit.
        with contextlib.suppress(BaseException):
            os.write(writer, fingerprint(simulate(game, games, seed, threads=2)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read().decode()
    os.waitpid(child, 0)
    _require(bool(answer), "a forked process failed")
    return answer


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)
