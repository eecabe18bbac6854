"""Forks, new processes, signals in the middle of long work, and little memory."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from typing import Any

import pytest

import spielwerk as sw

GAME = sw.load("patchwork", time_track="first_edition", starting_player=1)


def middle() -> sw.State:
    rng, state = sw.Rng(2), GAME.initial_state()
    for _ in range(50):
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    return state


def work(payload: tuple[sw.Game, sw.State, sw.Rng]) -> tuple[Any, ...]:
    """What a worker does with all that can be sent to it."""
    game, state, rng = payload
    results = sw.simulate(game, 300, seed=4, threads=2)
    return game, state, state.rollout(rng), rng, results, hash(state) == hash(pickle.loads(pickle.dumps(state)))


def fail(kind: int) -> Any:
    """Each of the errors, raised in a worker by the compiled part."""
    doors: list[Any] = [
        lambda: middle().apply(-1),
        lambda: GAME.state_from_dict({"phase": 1, "circle": 2}),
        lambda: GAME.state_from_bytes(b""),
        lambda: sw.load("chess"),
        lambda: middle().score_sheet(7),
    ]
    return doors[kind]()


@pytest.mark.parametrize("method", sorted(multiprocessing.get_all_start_methods()))
def test_workers_of_every_kind_agree(method: str) -> None:
    rng = sw.Rng(3)
    expected = work((GAME, middle(), pickle.loads(pickle.dumps(rng))))
    with warnings.catch_warnings():
        # A fork beside threads is what some users have; that it works is the point.
        warnings.simplefilter("ignore", DeprecationWarning)
        with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
            answers = list(pool.map(work, [(GAME, middle(), rng)] * 2))
            errors = [pool.submit(fail, kind).exception(60) for kind in range(5)]
    assert answers == [expected] * 2
    classes = [sw.IllegalActionError, sw.InvalidStateError, sw.DecodeError, sw.OptionError, IndexError]
    assert [type(error) for error in errors] == classes
    invalid = errors[1]
    assert isinstance(invalid, sw.InvalidStateError) and len(invalid.faults) == 2


def test_a_fork_in_the_middle_of_threads_does_not_hang() -> None:
    """Other threads play while the process forks again and again: the children must find no lock held for ever."""
    stop, shared, state = threading.Event(), sw.Rng(1), middle()

    def busy() -> None:
        while not stop.is_set():
            sw.simulate(GAME, 200, 1, threads=2)
            state.rollout(sw.Rng(1))

    threads = [threading.Thread(target=busy) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(10):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                code = 1
                try:
                    same = (
                        sw.simulate(GAME, 100, 1, threads=2).decisions.sum()
                        == sw.simulate(GAME, 100, 1, threads=1).decisions.sum()
                    )
                    code = 0 if same and state.rollout(shared).is_terminal and state.perft(1) == state.num_legal else 2
                finally:
                    os._exit(code)
            assert _exit_code(child, 30) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)


def _exit_code(child: int, seconds: float) -> int | None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


INTERRUPTED = {
    "perft": "state.perft(12)",
    "simulate": "sw.simulate(game, 200_000_000, 1, threads=2)",
    "simulate_into": """game.simulate_into(
        n, 1, 0, ("random", "random"), 2, np.zeros((n, 2), np.int32), np.zeros((n, 2), np.uint8), np.zeros(n, np.int8),
        np.zeros(n, np.uint32), np.zeros(n, np.bool_), np.zeros((n, 2, 3), np.int32))""",
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interrupt_ends_long_work_soon(name: str) -> None:
    script = f"""
import numpy as np, sys, time
import spielwerk as sw
game, n = sw.load("patchwork"), 10_000_000
state = game.initial_state()
for patch in range(1, 33):
    state = state.apply(patch)
print("ready", flush=True)
try:
    {INTERRUPTED[name]}
except KeyboardInterrupt as interrupt:
    print("interrupted", type(interrupt).__name__, flush=True)
# The process goes on as before.
assert state.perft(1) == 639 and len(sw.simulate(game, 100, 1, threads=2)) == 100
print("well", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        time.sleep(0.6)
        assert child.poll() is None
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        output, errors = child.communicate(timeout=20)
    finally:
        child.kill()
    assert time.monotonic() - sent < 5
    wanted = "SimulationInterrupted" if name == "simulate" else "KeyboardInterrupt"
    assert (output.split("\n")[:2], child.returncode) == ([f"interrupted {wanted}", "well"], 0), errors


def test_what_a_handler_raises_comes_through() -> None:
    """Not only Ctrl-C: an alarm that somebody set as a time limit."""
    state = sw.load("patchwork").initial_state()
    for patch in range(1, 33):
        state = state.apply(patch)

    def ring(number: int, frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        for act in (lambda: state.perft(12), lambda: sw.simulate("patchwork", 50_000_000, 1, threads=2)):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            started = time.monotonic()
            with pytest.raises(TimeoutError):
                act()
            assert time.monotonic() - started < 10
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_hostile_input_needs_little_memory() -> None:
    """The doors again, in a process that may not take much more memory than Python and numpy need."""
    script = textwrap.dedent("""
        import resource, struct, zlib
        import numpy as np
        import spielwerk as sw
        game = sw.load("patchwork")
        state = game.initial_state()
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + 300 * 2**20,) * 2)
        laughs = [1]
        for _ in range(13):
            laughs = [laughs] * 10
        frame = state.to_bytes()
        refused = 0
        for act in (
            lambda: game.state_from_dict({"players": laughs}),
            lambda: game.state_from_dict({"circle": [0] * 2_000_000}),
            lambda: game.state_from_dict({"phase": "x" * 20_000_000}),
            lambda: game.state_from_bytes(bytes(50_000_000)),
            lambda: game.state_from_bytes(frame[:16] + b"\\xff\\xff" + bytes(70_000)),
            lambda: state.string_to_action("9" * 20_000_000),
            lambda: state.apply(10**5000),
            lambda: sw.simulate(game, 2**31 - 1, 1),
            lambda: sw.simulate(game, 2**62, 1),
            lambda: sw.Rng(1).choice(range(2**70)),
            lambda: state.perft(2**40),
        ):
            try:
                act()
            except (ValueError, OverflowError):
                refused += 1
        assert refused == 11, refused
        print("well")
    """)
    child = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert child.stdout == "well\n", child.stderr


def test_many_states_come_and_go_in_flat_memory() -> None:
    def churn(rounds: int) -> None:
        rng = sw.Rng(6)
        for _ in range(rounds):
            state = GAME.initial_state().rollout(rng)
            state = GAME.state_from_bytes(state.to_bytes())
            state = GAME.state_from_dict(state.to_dict())
            pickle.loads(pickle.dumps(state))
            doors: list[tuple[Any, Any]] = [
                (state.apply, 5),
                (GAME.state_from_bytes, b""),
                (GAME.state_from_dict, {"phase": 1}),
                (sw.load, "x"),
            ]
            for door, value in doors:
                with pytest.raises(ValueError, match=r"."):
                    door(value)

    churn(300)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    churn(3000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # KiB
