"""Package against reference, over fresh games each run; the failure's message holds the seed to see it again."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.simulation import available_threads
from tests import differential, differential_thurn_and_taxis
from tests.differential import DifferenceError
from tests.differential_thurn_and_taxis import COMMON, RARE, Shares, Tally
from tests.reference import thurn_and_taxis
from tests.reference.thurn_and_taxis import State

DECISIONS = 21_000
LONG_DECISIONS = 1_000_000
PART = 20_000
GREEDY_GAMES = 40


def test_fresh_random_games() -> None:
    """TT-10 to TT-49, TT-58 to TT-74: actor, legal set, outcomes, dict and events at each of the decisions."""
    tally = differential_thurn_and_taxis.run(differential.fresh_seed(), 0, DECISIONS, Shares())
    assert tally.decisions >= DECISIONS and tally.chance_nodes > DECISIONS // 3, tally
    assert tally.views > 5_000 and tally.copies > 700 and tally.words > 500 and tally.refusals > 5_000, tally
    assert not [name for name in COMMON if not tally.features[name]], tally


def test_greedy_choices_of_simulated_games() -> None:
    """TT-89: every action of the policy greedy is one of the builder's, and of his choices each is as likely."""
    tally, seed = Tally(), differential.fresh_seed()
    for index in range(GREEDY_GAMES):
        differential_thurn_and_taxis.replay_greedy(seed, index, tally)
    assert tally.greedy > 50 * GREEDY_GAMES, tally


def _games(job: tuple[int, int]) -> Tally:
    seed, number = job
    tally = differential_thurn_and_taxis.run(seed, number * PART, PART, Shares())
    for index in range(number * 50, number * 50 + 50):
        differential_thurn_and_taxis.replay_greedy(seed, index, tally)
    return tally


@pytest.mark.long
def test_a_million_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    seed, started = differential.fresh_seed(), time.perf_counter()
    jobs = [(seed, number) for number in range(-(-LONG_DECISIONS // PART))]
    with multiprocessing.get_context("spawn").Pool(available_threads()) as pool:
        tally = sum(pool.imap_unordered(_games, jobs), Tally())
    assert tally.decisions >= LONG_DECISIONS and tally.greedy > 100_000, tally
    assert not [name for name in (*COMMON, *RARE) if not tally.features[name]], tally
    rate = tally.decisions / (time.perf_counter() - started)
    with capsys.disabled():
        print(f"\n{tally}, {rate:,.0f} decisions a second, seed {seed}")  # noqa: T201  # the report of a long run


# ---- a comparison that compares nothing would never fail ----


@pytest.mark.parametrize("method", ["legal_actions", "score_sheet", "ranks", "to_dict", "chance_outcomes", "_act"])
def test_a_difference_is_found(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = getattr(State, method)

    def wrong(self: State, *arguments: int) -> object:
        answer = true(self, *arguments)
        if self.turn < 2:
            return answer
        if method == "_act":
            return answer[0], [*answer[1], ("play", 0, 0, 0)]
        return {**answer, "turn": 99, "total": 99} if isinstance(answer, dict) else answer[:-1]

    monkeypatch.setattr(State, method, wrong)
    with pytest.raises(DifferenceError, match=f"{differential.SEED_VARIABLE}.* options .* step .* after the ids"):
        differential_thurn_and_taxis.run(1, 0, 500, Shares())


@pytest.mark.parametrize("name", ["observe", "builder_choices", "extensions", "house_options", "tiles_for"])
def test_a_difference_in_a_question_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner: Any = thurn_and_taxis if name in ("observe", "builder_choices") else sw.thurn_and_taxis
    true: Callable[..., Any] = getattr(owner, name)

    def wrong(*arguments: Any, **more: Any) -> Any:
        answer = true(*arguments, **more)
        return {**answer, "supply_size": answer["supply_size"] + 1} if name == "observe" else answer[:1]

    monkeypatch.setattr(owner, name, wrong)
    look = _greedy_games if name == "builder_choices" else _questions
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        look()


def _greedy_games() -> None:
    for index in range(20):
        differential_thurn_and_taxis.replay_greedy(1, index, Tally())


def _questions() -> None:
    differential_thurn_and_taxis.run(1, 0, 1_500, Shares(views=1, words=1))
