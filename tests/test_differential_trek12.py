"""Package against reference, over fresh games each run; the failure's message holds the seed to see it again."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.simulation import available_threads
from tests import differential, differential_trek12, differential_trek12_boards, differential_trek12_positions
from tests.differential import DifferenceError
from tests.differential_parts import Tally
from tests.differential_trek12 import COMMON, RARE, Shares
from tests.reference import trek12
from tests.reference.trek12 import PositionError, State, Trek12
from tests.reference.trek12_board_checks import CODES

DECISIONS = 21_000
LONG_DECISIONS = 1_000_000
PART = 20_000
GREEDY_GAMES = 40
POSITIONS = 1_200
FILES = 3_000


def test_fresh_random_games() -> None:
    """TK-7 to TK-64, TK-88, TK-95, TK-99: actor, legal set, outcomes, dict and events at each of the decisions."""
    tally = differential_trek12.run(differential.fresh_seed(), 0, DECISIONS, Shares())
    assert tally.decisions >= DECISIONS and tally.chance_nodes > 5_000, tally
    assert tally.views > 3_000 and tally.copies > 300 and tally.words > 200 and tally.refusals > 500, tally
    assert not [name for name in COMMON if not tally.features[name]], tally


def test_greedy_choices_of_simulated_games() -> None:
    """TK-97."""
    tally, seed = Tally(), differential.fresh_seed()
    for index in range(GREEDY_GAMES):
        differential_trek12.replay_greedy(seed, index, tally)
    assert tally.policy > 5 * GREEDY_GAMES, tally


def test_positions_good_and_damaged() -> None:
    """TK-95, TK-96."""
    tally, seed = Tally(), differential.fresh_seed()
    accepted = sum(differential_trek12_positions.compare(seed, index, tally) for index in range(POSITIONS))
    assert POSITIONS // 5 < accepted < POSITIONS * 3 // 4 and tally.decisions > accepted // 2, tally
    # What is excused must stay the exception.
    assert tally.features["package stricter"] + tally.features["package looser"] < POSITIONS // 25, tally


def test_board_files_good_and_damaged() -> None:
    """TK-66 to TK-72, TK-89 to TK-92, TK-94."""
    seed, found = differential.fresh_seed(), Counter[str]()
    for index in range(FILES):
        found.update({code for code, _, _, _ in differential_trek12_boards.compare(seed, index)} or {"valid"})
    assert found["valid"] > FILES // 20 and all(found[code] for code in ("bad_json", "bad_edge", "bad_zones")), found


def _games(job: tuple[int, int]) -> Tally:
    seed, number = job
    tally = differential_trek12.run(seed, number * PART, PART, Shares())
    for index in range(number * 100, number * 100 + 100):
        differential_trek12.replay_greedy(seed, index, tally)
    return tally


def _positions(job: tuple[int, int]) -> Tally:
    seed, number = job
    tally = Tally()
    for index in range(number * 2_000, number * 2_000 + 2_000):
        differential_trek12_positions.compare(seed, index, tally)
        tally.features.update(code for code, *_ in differential_trek12_boards.compare(seed, index))
    return tally


@pytest.mark.long
def test_a_million_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    seed, started = differential.fresh_seed(), time.perf_counter()
    jobs = [(seed, number) for number in range(-(-LONG_DECISIONS // PART))]
    with multiprocessing.get_context("spawn").Pool(available_threads()) as pool:
        tally = sum(pool.imap_unordered(_games, jobs), Tally())
        assert tally.decisions >= LONG_DECISIONS and tally.policy > 50_000, tally
        assert not [name for name in (*COMMON, *RARE) if not tally.features[name]], tally
        rate = tally.decisions / (time.perf_counter() - started)
        others = sum(pool.imap_unordered(_positions, jobs), Tally())
    assert others.features["accepted as study"] > 10_000 and all(others.features[code] for code in CODES), others
    with capsys.disabled():
        print(f"\n{tally}, {rate:,.0f} decisions a second, seed {seed}; positions and files: {others}")  # noqa: T201


# ---- what TK-96 calls unreachable ----

PAIR = {"numbers": [{6: 12, 10: 3}.get(circle) for circle in range(19)], "ticked": [[1, 1, 0, 0, 0]]}
PAST: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a defeat that no roll explains": ({"board": "stay_home"}, {"round": 1, "players": [{"lost": True}]}),
    "a defeat in a round to come": ({"board": "stay_home", "players": 2}, {"players": [{}, {"lost": True}]}),
    "a pre-linked pair without link or face": (
        {"board": "jampa", "prelink_failure": "number_stays"},
        {"players": [PAIR]},
    ),
}


@pytest.mark.parametrize("name", PAST)
def test_no_game_leads_here(name: str) -> None:
    options, position = PAST[name]
    game, reference = sw.load("trek12", **options), Trek12(**options)
    game.state_from_dict(position, strict=False)
    reference.state_from_dict(position, strict=False)
    with pytest.raises(sw.InvalidStateError):
        game.state_from_dict(position)
    with pytest.raises(PositionError):
        reference.state_from_dict(position)


# ---- a comparison that compares nothing would never fail ----


@pytest.mark.parametrize("method", ["legal_actions", "score_sheet", "ranks", "to_dict", "_play"])
def test_a_difference_is_found(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = getattr(State, method)

    def wrong(self: State, *arguments: int) -> object:
        answer = true(self, *arguments)
        if self.round < 2:
            return answer
        if method == "_play":
            return answer[0], [*answer[1], ("tick", 0, 0, 0)]
        return {**answer, "round": 99, "total": 99} if isinstance(answer, dict) else answer[:-1]

    monkeypatch.setattr(State, method, wrong)
    with pytest.raises(DifferenceError, match=f"{differential.SEED_VARIABLE}.* options .* step .* after the ids"):
        differential_trek12.run(1, 0, 500, Shares())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("observe_sheets", r"seat \d+ sees \w+: package"),
        ("greedy_choices", r"greedy game \d+, .*: package"),
        ("assumed_links", r"assumed links of .*: package"),
        ("ropes", "ropes: package"),
    ],
)
def test_a_difference_in_a_question_is_found(name: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true: Callable[..., list[Any]] = getattr(trek12, name)

    def wrong(*arguments: Any) -> list[Any]:
        answer = true(*arguments)
        return answer[::-1] if name == "observe_sheets" else answer[:1]

    monkeypatch.setattr(trek12, name, wrong)
    look = _greedy_games if name == "greedy_choices" else _questions
    with pytest.raises(DifferenceError, match=f"{differential.SEED_VARIABLE}.*{words}"):
        look()


def _greedy_games() -> None:
    for index in range(20):
        differential_trek12.replay_greedy(1, index, Tally())


def _questions() -> None:
    differential_trek12.run(1, 0, 800, Shares(views=1, words=1))


def test_a_difference_of_positions_and_files_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trek12, "validate", lambda data: [])
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        _files()
    monkeypatch.setattr(differential_trek12_positions, "read_theirs", lambda *arguments: ["no position at all"])
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        _damaged()


def _files() -> None:
    for index in range(50):
        differential_trek12_boards.compare(1, index)


def _damaged() -> None:
    for index in range(50):
        differential_trek12_positions.compare(1, index, Tally())
