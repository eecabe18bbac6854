"""``python -m benches``: every figure of the README, with machine, date and command."""

from __future__ import annotations

import argparse
import datetime as dt
import importlib.util
import os
import platform
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import spielwerk as sw
from benches import batch, calls, doors, instructions, playouts, start
from benches.measure import Row
from benches.subjects import CALLED, SUBJECTS


def machine() -> str:
    """Processor, cores and load, on one line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [
            line.split(":", 1)[1].strip()
            for line in cpuinfo.read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def main() -> int:
    """Run all benchmarks and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benches", description=__doc__)
    parser.add_argument(
        "--million", action="store_true", help="also play ten million games to see that memory stays flat"
    )
    parser.add_argument("--only", metavar="WORDS", default="", help="measure only what has these words in its title")
    arguments = parser.parse_args()
    if sw.build_profile != "release":
        print(
            f"this is a {sw.build_profile} build; only a release build is worth timing (make develop)", file=sys.stderr
        )
        return 1
    today = dt.datetime.now(dt.UTC).date()
    dispatch = sw.build_info()["dispatch"]
    print(f"Spielwerk {sw.__version__}, {today}, {machine()}, CPython {platform.python_version()}, path {dispatch}")
    groups: list[tuple[str, Callable[[], list[Row]]]] = [
        *((f"whole games of {subject.label}", partial(playouts.rows, subject)) for subject in SUBJECTS),
        ("other games of Trek 12", playouts.trek12_rows),
        *((f"calls from Python, {subject.label}", partial(calls.rows, subject)) for subject in CALLED),
        ("sheets of Trek 12", calls.sheet_rows),
        ("many matches stepped together", batch.rows),
        ("doors", doors.rows),
        ("start", partial(start.rows, arguments.million)),
        *((f"instructions a decision, {name}", partial(instructions.rows, name)) for name in instructions.NAMES),
    ]
    if importlib.util.find_spec("pyspiel") is not None:
        from benches.peers import open_spiel_gin_rummy, open_spiel_go

        groups += [("peer of Patchwork", open_spiel_go.rows), ("peer of Thurn and Taxis", open_spiel_gin_rummy.rows)]
    else:
        print("no OpenSpiel here: the peers in C++ are left out (pip install 'spielwerk[open-spiel]')", file=sys.stderr)
    if importlib.util.find_spec("catanatron") is not None:
        from benches.peers import catanatron_play

        groups.append(("peer of Dungeon Petz", catanatron_play.rows))
    else:
        print("no Catanatron here: the peer is left out (pip install 'spielwerk[catanatron]')", file=sys.stderr)
    if importlib.util.find_spec("pgx") is not None:
        from benches.peers import pgx_backgammon

        groups.append(("peer of many matches: Pgx", pgx_backgammon.rows))
    else:
        print("no Pgx here: the peer is left out (pip install 'spielwerk[pgx]')", file=sys.stderr)
    for title, rows in groups:
        if arguments.only.lower() not in title.lower():
            continue
        print(f"\n{title}")
        for row in rows():
            print(f"  {row}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
