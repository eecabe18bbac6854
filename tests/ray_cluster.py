"""A Ray cluster on this machine for the tests: two machines, as far as Ray can tell, of one processor each."""

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import ray
from ray.cluster_utils import Cluster

# Small, so that nothing is said about the room in shared memory.
NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "include_dashboard": False}


@contextlib.contextmanager
def running() -> Iterator[Cluster]:
    """The cluster with this process connected to it; nothing of it is left afterwards."""
    # Other tests leave a fork server behind, whose command line names the folders of Ray.
    others = descendants()
    cluster = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        cluster.add_node(**NODE)
        ray.init(cluster.address, log_to_driver=False)
        yield cluster
    finally:
        started = {pid: command for pid, command in descendants().items() if pid not in others}
        ray.shutdown()
        cluster.shutdown()  # type: ignore[no-untyped-call]  # Ray's has no types
        assert_gone(started)


def descendants() -> dict[int, str]:
    """Processes that this one started, and those that they started, by id: what they call themselves."""
    listed = subprocess.run(["ps", "-axo", "pid=,ppid=,command="], capture_output=True, text=True, check=True)
    lines = [line.split(None, 2) for line in listed.stdout.splitlines()]
    parents = {int(pid): int(parent) for pid, parent, *_ in lines}
    found = {}
    for pid, _, *command in lines:
        above = parents[int(pid)]
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid():
            found[int(pid)] = "".join(command)
    return found


def players() -> list[int]:
    """Ids of the workers that are playing games now."""
    return [pid for pid, command in descendants().items() if command.startswith("ray::_play")]


def assert_gone(started: dict[int, str]) -> None:
    """None of these processes of Ray lives on: orphans end by themselves, a moment later."""
    of_ray = {pid: command for pid, command in started.items() if "ray" in command}
    assert of_ray
    deadline = time.monotonic() + 60
    left = of_ray
    while left and time.monotonic() < deadline:
        time.sleep(0.1)
        left = {pid: command for pid, command in left.items() if _lives(pid)}
    assert left == {}, left


def _lives(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    # Z: it has ended, and whoever started it has not asked for its result yet.
    return state.stdout.strip()[:1] not in ("", "Z")
