"""The plain build with run-time dispatch against a build for x86-64-v3 only: ``python -m benches.v3``."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from benches.instructions import ROOT, build
from benches.measure import Row

GAMES = {"patchwork": 100_000, "trek12": 200_000}


def rate(program: Path, game: str, *mode: str) -> tuple[float, str]:
    """Decisions a second and the checksum of the games."""
    command = [str(program), game, str(GAMES[game]), *mode]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    found = re.search(r"checksum (\w+), (\d+) decisions/s", run.stdout)
    assert found is not None, run.stdout
    return float(found[2]), found[1]


def rows(game: str) -> list[Row]:
    """Rates of both builds in turn, and the median of their ratios."""
    plain = build(ROOT / "target")
    special = build(ROOT / "target" / "v3", flags='["-Ctarget-cpu=x86-64-v3"]')
    rates = [(rate(plain, game), rate(special, game, "baseline")) for _ in range(9)]
    assert len({checksum for pair in rates for _, checksum in pair}) == 1, "both builds play the same games"
    ratios = sorted(a / b for (a, _), (b, _) in rates)
    return [
        Row(f"{game}, plain build, dispatched at run time", max(a for (a, _), _ in rates), "decisions/s"),
        Row(f"{game}, x86-64-v3 build", max(b for _, (b, _) in rates), "decisions/s"),
        Row(f"{game}, plain / x86-64-v3", ratios[len(ratios) // 2], "x", ">= 0.9"),
    ]


if __name__ == "__main__":
    for game in GAMES:
        for row in rows(game):
            print(row)
