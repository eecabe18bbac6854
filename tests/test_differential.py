"""Package against reference, over fresh games each run; the failure's message holds the seed to see it again."""

from __future__ import annotations

import multiprocessing
import time

import pytest

from spielwerk.simulation import available_threads
from tests import differential, differential_positions
from tests.differential import FEATURES, DifferenceError, Tally
from tests.reference.patchwork import State

DECISIONS = 24_000
LONG_DECISIONS = 1_000_000
PART = 25_000
POSITIONS = 3_000


def missing(tally: Tally) -> list[str]:
    return [name for name in FEATURES if not tally.features[name]]


def test_fresh_random_games() -> None:
    tally = differential.run(differential.fresh_seed(), 0, DECISIONS, refusals=0.001)
    assert tally.decisions >= DECISIONS and tally.chance_nodes > 5_000 and tally.refusals > 20_000, tally
    assert not missing(tally), tally


def test_positions_good_and_damaged() -> None:
    tally, seed = Tally(), differential.fresh_seed()
    accepted = sum(differential_positions.compare(seed, index, tally) for index in range(POSITIONS))
    # Both kinds must have been met, and most of the accepted ones can be played on.
    assert POSITIONS // 4 < accepted < POSITIONS * 3 // 4 and tally.decisions > accepted // 2, (accepted, tally)


def _part(job: tuple[int, int]) -> Tally:
    seed, number = job
    return differential.run(seed, number * PART, PART, refusals=0.0002)


@pytest.mark.long
def test_a_million_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    seed, started = differential.fresh_seed(), time.perf_counter()
    jobs = [(seed, number) for number in range(-(-LONG_DECISIONS // PART))]
    with multiprocessing.get_context("spawn").Pool(available_threads()) as pool:
        tally = sum(pool.imap_unordered(_part, jobs), Tally())
    assert tally.decisions >= LONG_DECISIONS and not missing(tally), tally
    rate = tally.decisions / (time.perf_counter() - started)
    with capsys.disabled():
        print(f"\n{tally}, {rate:,.0f} decisions a second, seed {seed}")  # noqa: T201  # the report of a long run


@pytest.mark.parametrize("method", ["legal_actions", "scores", "to_dict", "events"])
def test_a_difference_is_found(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that compares nothing would never fail."""
    state = State
    true = getattr(state, method)

    def wrong(self: State, *arguments: int) -> object:
        answer = true(self, *arguments)
        if self.phase == "play" and len(self.circle) < 30:
            return {**answer, "tile_owner": 1} if isinstance(answer, dict) else answer[:-1]
        return answer

    monkeypatch.setattr(state, method, wrong)
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        differential.run(1, 0, 500, refusals=0)
