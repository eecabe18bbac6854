"""spielwerk.ray: what a cluster of two machines plays is what one process plays, whatever happens on the way."""

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import spielwerk as sw
from spielwerk import simulation
from spielwerk.totals import Totals
from tests.adapter_games import SOME, params
from tests.test_trek12_board_files import TEXT

if sys.version_info >= (3, 15):
    pytest.importorskip("ray", reason="Ray has no wheel for this Python")

import ray
from ray.cluster_utils import Cluster

import spielwerk.ray as on_ray
from tests import ray_cluster

pytestmark = pytest.mark.usefixtures("cluster")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with ray_cluster.running() as started:
        yield started


@pytest.fixture(scope="module")
def game() -> sw.Game:
    return sw.load("patchwork")


@pytest.mark.parametrize("chunk", [1, 7, 100, 1000, None])
def test_rows_do_not_depend_on_chunks(game: sw.Game, chunk: int | None) -> None:
    games = 60 if chunk == 1 else 500
    wanted = sw.simulate(game, games, 9, first_index=3)
    assert on_ray.simulate(game, games, 9, first_index=3, chunk=chunk) == wanted
    assert on_ray.simulate(game, games, 9, first_index=3, chunk=chunk, totals=True) == Totals.of(wanted)


def test_long_runs_find_their_own_chunks(game: sw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, took = [], on_ray._Pace.took

    def note(pace: on_ray._Pace, games: int, seconds: float) -> None:
        sizes.append(games)
        took(pace, games, seconds)

    monkeypatch.setattr(on_ray._Pace, "took", note)
    assert on_ray.simulate(game, 30_000, 2) == sw.simulate(game, 30_000, 2)
    assert sum(sizes) == 30_000
    assert min(sizes) <= 64
    assert max(sizes) >= 1000


def test_tasks_take_the_time_they_should(game: sw.Game) -> None:
    """Of two kinds of machine, one four times as fast as the other: after a few tasks all are within 0.2 .. 2 s."""
    pace = on_ray._Pace(simulation.Run.checked(game, 10**9, 0, "random", 0, rows=False), None)
    seconds = []
    for task in range(40):
        size = pace.next(10**8, 2)
        seconds.append(size / (20_000, 80_000)[task % 2])
        pace.took(size, seconds[-1])
    assert seconds[0] < 0.2
    assert all(0.2 <= spent <= 2 for spent in seconds[8:])
    assert pace.next(5, 2) == 5
    assert pace.next(16_000, 4) * 4 >= 16_000


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_every_game_travels(name: str, options: dict[str, Any]) -> None:
    game = sw.load(name, **options)
    for policies in ("random", [list(game.policies)[-1]] * game.num_players):
        wanted = sw.simulate(game, 60, 4, policies=policies)
        assert on_ray.simulate(game, 60, 4, policies=policies, chunk=17) == wanted


def test_a_game_travels_with_its_files() -> None:
    game = sw.load("trek12", board_file=TEXT, board="peak", players=2)
    assert on_ray.simulate(game, 90, 5, chunk=20) == sw.simulate(game, 90, 5)


def test_streams_reach_their_end(game: sw.Game) -> None:
    last = 2**64 - 30
    assert on_ray.simulate(game, 30, 2**64 - 1, first_index=last, chunk=11) == sw.simulate(
        game, 30, 2**64 - 1, first_index=last
    )
    assert on_ray.simulate("patchwork", 0, 1) == sw.simulate("patchwork", 0, 1)
    assert on_ray.simulate("patchwork", 0, 1, totals=True).games == 0


@pytest.mark.parametrize("totals", [False, True])
def test_tasks_may_end_in_any_order(game: sw.Game, monkeypatch: pytest.MonkeyPatch, totals: bool) -> None:
    rng, real, orders = random.Random(5), ray.wait, []

    def any_of_them(running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        ready, _ = real(running, num_returns=len(running))
        place = rng.randrange(len(ready))
        orders.append(place)
        return [ready[place]], []

    monkeypatch.setattr(ray, "wait", any_of_them)
    rows = sw.simulate(game, 400, 3)
    wanted: sw.Results | Totals = Totals.of(rows) if totals else rows
    assert on_ray.simulate(game, 400, 3, chunk=20, totals=totals) == wanted
    assert len(orders) == 20
    assert any(orders)


def test_what_comes_back_is_read_only_and_does_no_harm(game: sw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    add, writeable = on_ray._Rows.add, []

    def look(rows: on_ray._Rows, start: int, size: int, part: dict[str, Any]) -> None:
        writeable.append(part["scores"].flags.writeable)
        add(rows, start, size, part)

    monkeypatch.setattr(on_ray._Rows, "add", look)
    # More than Ray sends within a message: the columns are views of its shared memory.
    assert on_ray.simulate(game, 12_000, 3, chunk=6000) == sw.simulate(game, 12_000, 3)
    assert writeable == [False, False]


def test_progress_is_told_in_order(game: sw.Game) -> None:
    told: list[tuple[int, int]] = []
    on_ray.simulate(game, 1000, 2, chunk=90, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 1000)
    assert told[-1] == (1000, 1000)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert len(told) == 13


@pytest.mark.parametrize("tries", [0, 3], ids=["sent_again", "tried_again_by_ray"])
def test_a_worker_killed_in_the_middle_changes_nothing(
    game: sw.Game, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr(on_ray, "_NEW_TRIES", tries)
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        # A task of 4,000 games takes a tenth of a second: somebody is at work in most moments.
        if not killed and done >= 8000:
            for pid in ray_cluster.players()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    results = on_ray.simulate(game, 80_000, 6, chunk=4000, progress=kill)
    assert len(killed) == 1
    assert results == sw.simulate(game, 80_000, 6)


def test_a_machine_lost_in_the_middle_changes_nothing(game: sw.Game, cluster: Cluster) -> None:
    third = cluster.add_node(**ray_cluster.NODE)
    cluster.wait_for_nodes()
    lost: list[int] = []

    def lose(done: int, total: int) -> None:
        if not lost and done >= 8000:
            cluster.remove_node(third, allow_graceful=False)
            lost.append(done)

    totals = on_ray.simulate(game, 60_000, 6, chunk=4000, progress=lose, totals=True)
    assert lost
    assert totals == Totals.of(sw.simulate(game, 60_000, 6))


def test_games_that_kill_every_worker_are_given_up(game: sw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object) -> None:
        os.kill(os.getpid(), 9)

    monkeypatch.setattr(on_ray, "_play", die)
    monkeypatch.setattr(on_ray, "_NEW_TRIES", 0)
    monkeypatch.setattr(on_ray, "MAX_LOSSES", 1)
    with pytest.raises(RuntimeError, match=r"games 7 \.\. 11 were lost 2 times with the worker that played them"):
        on_ray.simulate(game, 5, 1, first_index=7)


@pytest.mark.parametrize("totals", [False, True])
def test_interruption_keeps_the_games_from_the_first_on(game: sw.Game, totals: bool) -> None:
    def stop(done: int, total: int) -> None:
        if done >= 6000:
            raise KeyboardInterrupt

    with pytest.raises(sw.SimulationInterrupted, match=r"interrupted after [\d,]+ of 100,000 games") as caught:
        on_ray.simulate(game, 100_000, 6, chunk=300, progress=stop, totals=totals)
    partial = caught.value.partial
    assert 300 <= len(partial) <= 6300
    rows = sw.simulate(game, len(partial), 6)
    assert partial == (Totals.of(rows) if totals else rows)
    assert pickle.loads(pickle.dumps(caught.value)).partial == partial


def test_a_real_signal_interrupts_soon_and_stops_the_workers(game: sw.Game) -> None:
    def stop(done: int, total: int) -> None:
        if done and not timer.is_alive():
            timer.start()

    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    begin = time.perf_counter()
    with pytest.raises(sw.SimulationInterrupted) as caught:
        on_ray.simulate(game, 20_000_000, 1, chunk=20_000, progress=stop)
    assert time.perf_counter() - begin < 60
    partial = caught.value.partial
    assert 0 < len(partial) < 20_000_000
    assert partial[-50:] == sw.simulate(game, 50, 1, first_index=len(partial) - 50)
    deadline = time.monotonic() + 20
    while ray_cluster.players() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert ray_cluster.players() == []


def test_what_progress_raises_goes_through(game: sw.Game) -> None:
    def fail(done: int, total: int) -> None:
        raise LookupError(f"{done} of {total}")

    with pytest.raises(LookupError, match="0 of 50"):
        on_ray.simulate(game, 50, 1, progress=fail)


@pytest.mark.parametrize("versions", [("0.0.0", 1), (sw.__version__, 999)])
def test_workers_of_another_version_are_refused(
    game: sw.Game, monkeypatch: pytest.MonkeyPatch, versions: tuple[str, int]
) -> None:
    monkeypatch.setattr(on_ray, "_versions", lambda game: versions)
    with pytest.raises(RuntimeError, match="install the same version on all machines"):
        on_ray.simulate(game, 5, 1)


@pytest.fixture
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks Ray for anything."""

    def touched(*_: object, **__: object) -> None:
        raise AssertionError("Ray was asked")

    for name in ("is_initialized", "init", "remote", "wait", "get", "cluster_resources"):
        monkeypatch.setattr(ray, name, touched)


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"games": 3.0}, TypeError, "games must be a whole number"),
        ({"games": 2**31}, ValueError, r"games must be 0 \.\. 2147483647"),
        ({"games": 2**63, "totals": True}, ValueError, r"games must be 0 \.\. 9223372036854775807"),
        ({"games": 2**31 - 1}, ValueError, "GiB of rows"),
        ({"seed": -1}, ValueError, "seed must be"),
        ({"first_index": 2**64 - 2}, ValueError, r"at most 2\*\*64"),
        ({"policies": "perfect"}, sw.OptionError, "unknown policy 'perfect'; patchwork has random"),
        ({"policies": 7}, TypeError, "policies must be"),
        ({"game": "chess"}, sw.OptionError, "patchwork"),
        ({"game": 3}, TypeError, "game must be"),
        ({"progress": 5}, TypeError, "progress must be"),
        ({"chunk": 0}, ValueError, r"chunk must be 1 \.\."),
        ({"chunk": 2**31 - 1, "totals": True}, ValueError, r"chunk must be 1 \.\. 429496729,"),
        ({"chunk": True}, TypeError, "chunk must be a whole number"),
        ({"address": 5}, TypeError, "address must be a text"),
        ({"totals": 1}, TypeError, "totals must be True or False"),
    ],
)
def test_wrong_arguments_are_refused_before_ray_is_asked(
    game: sw.Game, changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    arguments: dict[str, Any] = {"game": game, "games": 3, "seed": 0, **changes}
    with pytest.raises(error, match=message):
        on_ray.simulate(**arguments)


def test_a_session_that_is_there_is_used_and_left(game: sw.Game, cluster: Cluster) -> None:
    wanted = sw.simulate(game, 5, 1)
    for address in (None, "auto", cluster.address):
        assert on_ray.simulate(game, 5, 1, address=address) == wanted
        assert ray.is_initialized()
    with pytest.raises(ValueError, match=r"connected to the cluster at .* leave address='elsewhere:1' out"):
        on_ray.simulate(game, 5, 1, address="elsewhere:1")


@pytest.mark.parametrize("where", ["here", "cluster"])
def test_a_session_that_was_opened_is_closed(cluster: Cluster, where: str) -> None:
    """In a process of its own: started here, or connected to the cluster of these tests."""
    address = cluster.address if where == "cluster" else None
    code = f"""
import ray, spielwerk as sw, spielwerk.ray
from tests import ray_cluster
seen = {{}}
def look(done, total):
    seen.update(ray_cluster.descendants())
results = spielwerk.ray.simulate("trek12", 40, 1, address={address!r}, progress=look)
assert results == sw.simulate("trek12", 40, 1)
assert not ray.is_initialized()
if {address!r} is None:
    ray_cluster.assert_gone(seen)
print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=200)
    assert done.stdout.strip() == "done", done.stderr
    assert on_ray.simulate("trek12", 5, 1) == sw.simulate("trek12", 5, 1), "the cluster is still there"
