"""Instructions a decision, counted by callgrind: the same number on a quiet and on a busy machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from benches.measure import Row

ROOT = Path(__file__).resolve().parent.parent
FEW, MANY = 200, 1200
#: Title, what is wanted, name, and options or a policy.
GAMES: tuple[tuple[str, ...], ...] = (
    ("Patchwork", "<= 2500, aim 1000", "patchwork"),
    ("Trek 12, Dunai", "", "trek12"),
    ("Trek 12, Kagkot, 12 players", "", "trek12", "board=kagkot", "players=12"),
    ("Trek 12, Mount Fuji", "", "trek12", "board=mount_fuji"),
    ("Thurn and Taxis, 2 players, 200 turns", "", "thurn_and_taxis", "max_turns=200"),
    ("Thurn and Taxis, 4 players, 200 turns", "", "thurn_and_taxis", "max_turns=200", "players=4"),
    ("Thurn and Taxis, 2 builders", "", "thurn_and_taxis", "greedy"),
    ("Dungeon Petz, 2 players", "", "dungeon_petz"),
    ("Dungeon Petz, 4 players", "", "dungeon_petz", "players=4"),
    ("Dungeon Petz, 4 greedy players", "", "dungeon_petz", "greedy", "players=4"),
)
#: The games that have rows, in their order.
NAMES = tuple(dict.fromkeys(name for _, _, name, *_ in GAMES))


def build(directory: Path, flags: str | None = None) -> Path:
    """The example that plays games, built in release."""
    command = [
        "cargo",
        "build",
        "--release",
        "--locked",
        "-p",
        "spielwerk",
        "--example",
        "playouts",
        "--target-dir",
        str(directory),
    ]
    if flags:
        command += ["--config", f"build.rustflags={flags}"]
    subprocess.run(command, check=True, cwd=ROOT)
    return directory / "release" / "examples" / "playouts"


def counted(program: Path, games: int, game: str, *mode: str) -> tuple[int, int]:
    """Instructions and decisions of so many games; ``mode``: ``baseline``, a policy, options such as ``players=12``."""
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        str(program),
        game,
        str(games),
        *mode,
    ]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    decisions = re.search(r"(\d+) decisions", run.stdout)
    assert collected is not None and decisions is not None, run.stderr
    return int(collected[1]), int(decisions[1])


def per_decision(program: Path, game: str, *mode: str) -> float:
    """Instructions a decision; what starting the program costs is the same in both runs and falls out."""
    few, many = counted(program, FEW, game, *mode), counted(program, MANY, game, *mode)
    return (many[0] - few[0]) / (many[1] - few[1])


def rows(name: str) -> list[Row]:
    """Instruction counts of a game; none without valgrind, and then it says so."""
    if shutil.which("valgrind") is None:
        print("no valgrind here: instruction counts are left out (apt-get install valgrind)", file=sys.stderr)
        return []
    program = build(ROOT / "target")
    return [
        Row(f"{title}, {kind}", per_decision(program, *arguments, *mode), "", wanted)
        for title, wanted, *arguments in GAMES
        if arguments[0] == name
        for kind, mode in (("dispatched", ()), ("plain x86-64 loop", ("baseline",)))
    ]
