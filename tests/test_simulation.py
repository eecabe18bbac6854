"""simulate(): rows independent of how the work is split, arguments checked, progress, interruption."""

import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from spielwerk import simulation
from spielwerk.progress import ProgressBar


@pytest.fixture(scope="module")
def game() -> sw.Game:
    return sw.load("patchwork")


def test_rows_do_not_depend_on_threads_or_blocks(game: sw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = sw.simulate(game, 500, 9, threads=1)
    for threads in (2, 3, 8):
        assert sw.simulate(game, 500, 9, threads=threads) == wanted
    for block in (1, 7, 10_000):
        monkeypatch.setattr(simulation, "_FIRST_BLOCK", block)
        assert sw.simulate(game, 500, 9, threads=2) == wanted
    parts = [sw.simulate(game, 100, 9, first_index=first) for first in range(0, 500, 100)]
    assert sw.Results.concatenate(parts) == wanted


def test_a_row_is_the_match_of_its_stream(game: sw.Game) -> None:
    results = sw.simulate(game, 20, 4, first_index=3)
    for row, index in enumerate(results.index.tolist()):
        match = sw.Match(game, 4, stream=index)
        final = match.finish()
        assert results.scores[row].tolist() == final.scores()
        assert results.ranks[row].tolist() == final.ranks()
        assert [int(results.winner[row])] == final.winners()
        assert int(results.decisions[row]) == match.num_decisions
        for seat in (0, 1):
            assert results.sheet[row, seat].tolist() == list(final.score_sheet(seat).values())[:-1]


def test_game_may_be_a_name_and_numbers_may_be_numpy(game: sw.Game) -> None:
    assert sw.simulate("patchwork", np.int64(5), np.uint8(3), threads=np.int16(2)) == sw.simulate(game, 5, 3)
    assert sw.simulate(game, 5, 3, policies=["random", "random"]) == sw.simulate(game, 5, 3, policies="random")


def test_seeds_and_streams_reach_their_ends(game: sw.Game) -> None:
    assert len(sw.simulate(game, 0, 0)) == 0
    last = sw.simulate(game, 2, 2**64 - 1, first_index=2**64 - 2)
    assert last.index.tolist() == [2**64 - 2, 2**64 - 1]
    assert len(sw.simulate(game, 0, 0, first_index=2**64 - 1)) == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"games": True},
        {"games": 3.0},
        {"games": "3"},
        {"games": None},
        {"games": np.bool_(True)},
        {"seed": 1.5},
        {"seed": False},
        {"threads": True},
        {"threads": 2.0},
        {"first_index": "0"},
        {"policies": 7},
        {"policies": [1, 2]},
        {"policies": None},
        {"progress": 5},
        {"game": 3},
        {"game": None},
    ],
)
def test_wrong_types_are_type_errors(game: sw.Game, changes: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"game": game, "games": 3, "seed": 0, **changes}
    with pytest.raises(TypeError):
        sw.simulate(**arguments)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": -1}, r"games must be 0 \.\. 2147483647"),
        ({"games": 2**31}, "games must be"),
        ({"games": 10**30}, "games must be"),
        ({"games": 2**31 - 1}, "GiB of rows"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 2**64}, "seed must be"),
        ({"threads": 0}, r"threads must be 1 \.\. 256"),
        ({"threads": 257}, "threads must be"),
        ({"first_index": -1}, "first_index must be"),
        ({"first_index": 2**64 - 2}, r"at most 2\*\*64"),
        ({"policies": ["random"]}, "2 of them"),
        ({"policies": []}, "2 of them"),
        ({"policies": "perfect"}, "unknown policy 'perfect'; patchwork has random"),
        ({"policies": ["random", "perfect"]}, "unknown policy"),
        ({"game": "chess"}, "patchwork"),
    ],
)
def test_values_out_of_range_say_what_is_accepted(game: sw.Game, changes: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"game": game, "games": 3, "seed": 0, **changes}
    with pytest.raises(ValueError, match=message):
        sw.simulate(**arguments)


def test_default_threads_are_those_the_process_may_use() -> None:
    threads = simulation.available_threads()
    assert 1 <= threads <= simulation.MAX_THREADS
    if hasattr(os, "sched_getaffinity"):
        assert threads == min(len(os.sched_getaffinity(0)), simulation.MAX_THREADS)


def test_progress_is_told_in_order(game: sw.Game) -> None:
    told: list[tuple[int, int]] = []
    results = sw.simulate(game, 3000, 2, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 3000)
    assert told[-1] == (3000, 3000)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert results == sw.simulate(game, 3000, 2, progress=False)


def test_progress_bar_shows_rate_and_amount(game: sw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    sw.simulate(game, 1000, 2, progress=True)
    shown = errors.getvalue()
    assert "Patchwork" in shown
    assert "1,000 of 1,000" in shown
    assert "100 %" in shown
    assert "games/s" in shown


def test_progress_bar_without_rich_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with pytest.raises(ImportError, match="pip install rich"):
        ProgressBar("x", "games", 1)


def test_what_progress_raises_goes_through(game: sw.Game) -> None:
    def fail(done: int, total: int) -> None:
        raise LookupError(f"{done} of {total}")

    with pytest.raises(LookupError, match="0 of 50"):
        sw.simulate(game, 50, 1, progress=fail)


def test_interruption_keeps_whole_blocks(game: sw.Game) -> None:
    def stop(done: int, total: int) -> None:
        if done >= 1000:
            raise KeyboardInterrupt

    with pytest.raises(sw.SimulationInterrupted, match=r"interrupted after [\d,]+ of 100,000 games") as caught:
        sw.simulate(game, 100_000, 6, threads=2, progress=stop)
    partial = caught.value.partial
    assert 1000 <= len(partial) < 100_000
    assert partial == sw.simulate(game, len(partial), 6)
    assert isinstance(caught.value, KeyboardInterrupt)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.partial == partial
    assert str(again) == str(caught.value)


def test_a_real_signal_interrupts_soon(game: sw.Game) -> None:
    """SIGINT in the middle of a long run, as Ctrl-C sends it."""
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.perf_counter()
    with pytest.raises(sw.SimulationInterrupted) as caught:
        sw.simulate(game, 50_000_000, 1)
    assert time.perf_counter() - begin < 10
    partial = caught.value.partial
    assert 0 < len(partial) < 50_000_000
    assert partial[-50:] == sw.simulate(game, 50, 1, first_index=len(partial) - 50)


def test_import_is_light() -> None:
    """The package alone loads none of the libraries that only some functions need."""
    heavy = ["rich", "typer", "matplotlib", "pandas", "pyarrow"]
    code = f"import sys, spielwerk; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
