"""``spielwerk doctor``: what is installed here, and whether it works."""

import os
import platform
import time
from pathlib import Path

import numpy as np
import typer

from spielwerk import _native
from spielwerk.cli.failure import Failure
from spielwerk.simulation import available_threads, simulate

__all__ = ["command"]

_GAMES = 1000
_TOLD = ("sse4_2", "popcnt", "avx", "avx2", "bmi1", "bmi2", "fma", "avx512f", "neon", "asimd")


def command() -> None:
    """Print version, build and machine, and play games as a self-check."""
    info = _native.build_info()
    lines = {
        "spielwerk": f"{info['version']}, build profile {info['profile']}, {info['rustc']}",
        "target": f"{info['target']}, {info['pointer_width']} bits, code path {info['dispatch']}",
        "processor": _processor(),
        "features": _features(),
        "threads": f"{available_threads()} of {os.cpu_count()} processors may be used",
        "python": f"{platform.python_implementation()} {platform.python_version()}, numpy {np.__version__}",
        "system": platform.platform(),
    }
    for name, value in lines.items():
        typer.echo(f"{name:<10} {value}")
    if info["profile"] != "release":
        typer.echo(f"{'note':<10} this is no release build: it is slower than what users install")
    for name in _native.game_names():
        start = time.perf_counter()
        one = simulate(name, _GAMES, 1, threads=1)
        spent = time.perf_counter() - start
        two = simulate(name, _GAMES, 1, threads=2)
        if one != two:
            raise Failure(f"self-check of {name}: 1 and 2 threads played different games; please report this")
        typer.echo(f"{name:<10} {_GAMES} games alike on 1 and 2 threads, {_GAMES / spent:,.0f} games a second on one")


def _cpuinfo() -> dict[str, str]:
    """The first processor of /proc/cpuinfo; nothing on other systems."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
    except OSError:
        return {}
    pairs = (line.partition(":") for line in text.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


def _processor() -> str:
    return _cpuinfo().get("model name") or platform.processor() or platform.machine()


def _features() -> str:
    known = _cpuinfo()
    flags = set((known.get("flags") or known.get("Features") or "").split())
    return " ".join(flag for flag in _TOLD if flag in flags) or "unknown on this system"
