"""Timing one thing against another in the same run.

These figures are read as ratios first, since machines are shared and noisy.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the result table."""

    name: str
    value: float
    unit: str
    wanted: str = ""

    def __str__(self) -> str:
        digits = 0 if self.value >= 1000 else 1 if self.value >= 10 else 2
        return f"{self.name:<58} {self.value:>14,.{digits}f} {self.unit:<16} {self.wanted}"


def best_rate(work: Callable[[], int], repeats: int = 5) -> float:
    """Units a second of the fastest of several runs; ``work`` returns how many units it did."""
    rates = []
    for _ in range(repeats):
        start = time.perf_counter()
        units = work()
        rates.append(units / (time.perf_counter() - start))
    return max(rates)


def paired_rates(first: Callable[[], int], second: Callable[[], int], repeats: int = 5) -> tuple[float, float, float]:
    """Best rate of each and the median of the ratios, the two run in turn so that a drift of the machine hits both."""
    rates = []
    for _ in range(repeats):
        rates.append((best_rate(first, 1), best_rate(second, 1)))
    ratios = sorted(a / b for a, b in rates)
    return max(a for a, _ in rates), max(b for _, b in rates), ratios[len(ratios) // 2]


def best_nanoseconds(call: Callable[[], object], calls: int = 20_000, repeats: int = 7) -> float:
    """Nanoseconds of one call, the fastest of several runs, the loop's own cost taken off."""

    def loop(function: Callable[[], object]) -> float:
        times = []
        for _ in range(repeats):
            start = time.perf_counter_ns()
            for _ in range(calls):
                function()
            times.append((time.perf_counter_ns() - start) / calls)
        return min(times)

    return max(loop(call) - loop(lambda: None), 0.0)
