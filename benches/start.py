"""What a user waits for and pays for once: the import with the first game, and memory over many games."""

from __future__ import annotations

import subprocess
import sys
import time

from benches.measure import Row

FIRST_GAME = """
import spielwerk as sw
r = sw.simulate({!r}, games=1, seed=1, threads=1, policies={!r})
assert r.decisions[0] >= 19
"""
#: Games with the policy that plays them and bounds of their mean number of decisions. Random play of Thurn and Taxis
#: takes too long (TT-88).
GAMES = (
    ("patchwork", "random", 42, 43.5),
    ("trek12", "random", 19.2, 19.4),
    ("thurn_and_taxis", "greedy", 219, 221),
    ("dungeon_petz", "random", 87.5, 89),
)

# Resident memory after the first million games and after ten; the rows of a million are thrown away each time.
MEMORY = """
import spielwerk as sw
def resident():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
def million(k):
    r = sw.simulate({!r}, games=1_000_000, seed=1, threads=2, policies={!r}, first_index=k * 1_000_000)
    assert len(r) == 1_000_000 and {} < r.decisions.mean() < {}
million(0); million(1)
first = resident()
for k in range(2, 10):
    million(k)
print(resident() - first)
"""


def seconds(code: str) -> float:
    """Seconds that a new interpreter takes for it, the shortest of several runs."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def rows(million_games: bool) -> list[Row]:
    """Seconds to the first game; with ``million_games`` also the growth of memory over ten million games."""
    bare = seconds("pass")
    result = []
    for game, policy, *_ in GAMES:
        first = seconds(FIRST_GAME.format(game, policy))
        result.append(Row(f"new interpreter, import, first game of {game}", first, "s", "<= 0.15 + start"))
        result.append(Row("  of it import and first game", first - bare, "s", "<= 0.15"))
    if million_games:
        for game, policy, low, high in GAMES:
            command = [sys.executable, "-c", MEMORY.format(game, policy, low, high)]
            grown = subprocess.run(command, check=True, capture_output=True, text=True)
            growth = int(grown.stdout) / 1024
            result.append(Row(f"growth of memory, 2 to 10 million games of {game}", growth, "MiB", "flat"))
    return result
