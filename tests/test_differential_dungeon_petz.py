"""Package against reference, over fresh games each run; the failure's message holds the seed to see it again."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from spielwerk.simulation import available_threads
from tests import (
    differential,
    differential_dungeon_petz,
    differential_dungeon_petz_positions,
    differential_dungeon_petz_tables,
)
from tests.differential import DifferenceError
from tests.differential_dungeon_petz import Shares
from tests.differential_dungeon_petz_features import COMMON, RARE
from tests.differential_parts import Tally
from tests.reference import dungeon_petz_views as views
from tests.reference.dungeon_petz import State
from tests.reference.dungeon_petz_positions import PositionError
from tests.reference.dungeon_petz_tables_file import CODES

DECISIONS = 22_000
PARTS = 4
LONG_DECISIONS = 1_000_000
LONG_PART = 20_000
# Positions and files for each part of so many decisions.
LONG_POSITIONS = 600
EAGER_GAMES = 30
POSITIONS = 800
FILES = 1_000

Job = tuple[int, int]


def _games(job: Job) -> Tally:
    seed, number = job
    return differential_dungeon_petz.run(seed, number * 10_000, DECISIONS // PARTS, Shares())


def _long_games(job: Job) -> Tally:
    seed, number = job
    tally = differential_dungeon_petz.run(seed, number * LONG_PART, LONG_PART, Shares())
    for index in range(number * 50, number * 50 + 50):
        differential_dungeon_petz.replay_eager(seed, index, tally)
    return tally


def _long_positions(job: Job) -> Tally:
    seed, number = job
    tally = Tally()
    for index in range(number * LONG_POSITIONS, (number + 1) * LONG_POSITIONS):
        differential_dungeon_petz_positions.compare(seed, index, tally)
        tally.features.update(code for code, _ in differential_dungeon_petz_tables.compare(seed, index))
    return tally


def _on_all_cores(work: Callable[[Job], Tally], jobs: Iterable[Job]) -> Tally:
    with multiprocessing.get_context("spawn").Pool(available_threads()) as pool:
        return sum(pool.imap_unordered(work, jobs), Tally())


def test_fresh_random_games() -> None:
    """DP-1 to DP-133, DP-166 to DP-176: actor, legal set, outcomes, dict and events at each of the decisions."""
    seed = differential.fresh_seed()
    tally = _on_all_cores(_games, [(seed, number) for number in range(PARTS)])
    assert tally.decisions >= DECISIONS and tally.chance_nodes > DECISIONS // 5 and tally.late > 30, tally
    assert tally.views > 2_000 and tally.copies > 500 and tally.words > 5_000 and tally.refusals > 5_000, tally
    assert not [name for name in COMMON if not tally.features[name]], tally


def test_eager_choices_of_simulated_games() -> None:
    """DP-148: every action of the policy eager is one of the eager choices, and of these each is as likely."""
    tally, seed = Tally(), differential.fresh_seed()
    for index in range(EAGER_GAMES):
        differential_dungeon_petz.replay_eager(seed, index, tally)
    assert tally.policy > 50 * EAGER_GAMES, tally


def test_positions_good_and_damaged() -> None:
    """DP-134 to DP-142, DP-171, DP-179."""
    tally, seed = Tally(), differential.fresh_seed()
    accepted = sum(differential_dungeon_petz_positions.compare(seed, index, tally) for index in range(POSITIONS))
    assert POSITIONS // 6 < accepted < POSITIONS * 5 // 6 and tally.decisions > accepted // 3, tally


def test_tables_files_good_and_damaged() -> None:
    """DP-150 to DP-160, DP-172, DP-173, DP-174, DP-178."""
    seed, found = differential.fresh_seed(), Counter[str]()
    for index in range(FILES):
        found.update({code for code, _ in differential_dungeon_petz_tables.compare(seed, index)} or {"valid"})
    assert found["valid"] > FILES // 20 and all(found[code] for code in CODES), found


@pytest.mark.long
def test_a_million_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    seed, started = differential.fresh_seed(), time.perf_counter()
    jobs = [(seed, number) for number in range(-(-LONG_DECISIONS // LONG_PART))]
    tally = _on_all_cores(_long_games, jobs)
    assert tally.decisions >= LONG_DECISIONS and tally.policy > 100_000, tally
    assert not [name for name in (*COMMON, *RARE) if not tally.features[name]], tally
    rate = tally.decisions / (time.perf_counter() - started)
    with capsys.disabled():
        print(f"\n{tally}, {rate:,.0f} decisions a second, seed {seed}")  # noqa: T201


@pytest.mark.long
def test_many_positions_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    seed = differential.fresh_seed()
    jobs = [(seed, number) for number in range(-(-LONG_DECISIONS // LONG_PART))]
    tally = _on_all_cores(_long_positions, jobs)
    assert tally.features["accepted"] > 10 * LONG_POSITIONS and all(tally.features[code] for code in CODES), tally
    with capsys.disabled():
        print(f"\n{tally}, seed {seed}")  # noqa: T201


# ---- a comparison that compares nothing would never fail ----


@pytest.mark.parametrize("method", ["legal_actions", "score_sheet", "ranks", "to_dict", "chance_outcomes", "_act"])
def test_a_difference_is_found(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = getattr(State, method)

    def wrong(self: State, *arguments: int) -> object:
        answer = true(self, *arguments)
        if self.round < 2:
            return answer
        if method == "_act":
            return answer[0], [*answer[1], ("play", 0, 0, 0)]
        return {**answer, "round": 99, "total": 99} if isinstance(answer, dict) else answer[:-1]

    monkeypatch.setattr(State, method, wrong)
    with pytest.raises(DifferenceError, match=f"{differential.SEED_VARIABLE}.* options .* step .* after the ids"):
        differential_dungeon_petz.run(1, 0, 500, Shares())


@pytest.mark.parametrize("name", ["seen_from", "pools", "eager_choices"])
def test_a_difference_in_a_question_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true: Callable[..., Any] = getattr(views, name)

    def wrong(state: State, *arguments: Any) -> Any:
        answer = true(state, *arguments)
        if name == "seen_from":
            answer.players[0].gold += 1
            return answer
        return [[count + 1 for count in counts] for counts in answer] if name == "pools" else answer[:1]

    monkeypatch.setattr(views, name, wrong)
    look = _eager_games if name == "eager_choices" else _questions
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        look()


def _eager_games() -> None:
    for index in range(20):
        differential_dungeon_petz.replay_eager(1, index, Tally())


def _questions() -> None:
    differential_dungeon_petz.run(1, 0, 1_500, Shares(views=1))


def test_a_difference_of_positions_and_files_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential_dungeon_petz_tables, "by_reference", lambda data: [("E_JSON", "")])
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        differential_dungeon_petz_tables.compare(1, 0)
    refusal = PositionError(["no position at all"])
    monkeypatch.setattr(differential_dungeon_petz_positions, "read_theirs", lambda *arguments: refusal.faults)
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        _damaged()


def _damaged() -> None:
    for index in range(50):
        differential_dungeon_petz_positions.compare(1, index, Tally())
