"""What a user waits for and pays for once: the import with the first game, and memory over many games."""

from __future__ import annotations

import subprocess
import sys
import time

from benches.measure import Row

FIRST_GAME = (
    "import spielwerk as sw; r = sw.simulate('patchwork', games=1, seed=1, threads=1); assert r.decisions[0] > 20"
)

# Resident memory after the first million games and after ten; the rows of a million are thrown away each time.
MEMORY = """
import spielwerk as sw
def resident():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
def million(k):
    r = sw.simulate("patchwork", games=1_000_000, seed=1, threads=2, first_index=k * 1_000_000)
    assert len(r) == 1_000_000 and 42 < r.decisions.mean() < 43.5
million(0); million(1)
first = resident()
for k in range(2, 10):
    million(k)
print(resident() - first)
"""


def rows(million_games: bool) -> list[Row]:
    """Seconds to the first game; with ``million_games`` also the growth of memory over ten million games."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", FIRST_GAME], check=True)
        times.append(time.perf_counter() - start)
    result = [Row("new interpreter, import, first game", min(times), "s", "<= 0.15 + start")]
    bare = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(time.perf_counter() - start)
    result.append(Row("  of it import and first game", min(times) - min(bare), "s", "<= 0.15"))
    if million_games:
        grown = subprocess.run([sys.executable, "-c", MEMORY], check=True, capture_output=True, text=True)
        result.append(Row("growth of memory, 2 to 10 million games", int(grown.stdout) / 1024, "MiB", "flat"))
    return result
