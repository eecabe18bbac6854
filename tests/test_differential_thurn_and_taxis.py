"""Package against reference, over fresh games each run; the failure's message holds the seed to see it again."""

from __future__ import annotations

import copy
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.simulation import available_threads
from tests import (
    differential,
    differential_thurn_and_taxis,
    differential_thurn_and_taxis_maps,
    differential_thurn_and_taxis_positions,
)
from tests.differential import DifferenceError
from tests.differential_parts import Tally, read_by_package
from tests.differential_thurn_and_taxis import COMMON, RARE, Shares
from tests.differential_thurn_and_taxis_positions import read_theirs
from tests.reference import thurn_and_taxis, thurn_and_taxis_maps
from tests.reference.thurn_and_taxis import State, ThurnAndTaxis
from tests.reference.thurn_and_taxis_maps import CODES

DECISIONS = 21_000
LONG_DECISIONS = 1_000_000
PART = 20_000
GREEDY_GAMES = 40
POSITIONS = 1_000
FILES = 1_500


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
    assert tally.policy > 50 * GREEDY_GAMES, tally


def test_positions_good_and_damaged() -> None:
    """TT-100, TT-101."""
    tally, seed = Tally(), differential.fresh_seed()
    accepted = sum(differential_thurn_and_taxis_positions.compare(seed, index, tally) for index in range(POSITIONS))
    assert POSITIONS // 4 < accepted < POSITIONS * 3 // 4 and tally.decisions > accepted // 2, tally
    assert tally.features["accepted as game"] > POSITIONS // 5 < tally.features["refused as study"], tally


def test_map_files_good_and_damaged() -> None:
    """TT-54 to TT-57, TT-94, TT-95, TT-97, TT-99."""
    seed, found = differential.fresh_seed(), Counter[str]()
    for index in range(FILES):
        found.update({code for code, _ in differential_thurn_and_taxis_maps.compare(seed, index)} or {"valid"})
    assert found["valid"] > FILES // 20 and all(found[code] for code in CODES if code != "E_COPIES"), found


def _games(job: tuple[int, int]) -> Tally:
    seed, number = job
    tally = differential_thurn_and_taxis.run(seed, number * PART, PART, Shares())
    for index in range(number * 50, number * 50 + 50):
        differential_thurn_and_taxis.replay_greedy(seed, index, tally)
    return tally


def _positions(job: tuple[int, int]) -> Tally:
    seed, number = job
    tally = Tally()
    for index in range(number * 1_000, number * 1_000 + 1_000):
        differential_thurn_and_taxis_positions.compare(seed, index, tally)
        tally.features.update(code for code, _ in differential_thurn_and_taxis_maps.compare(seed, index))
    return tally


@pytest.mark.long
def test_fifty_thousand_positions_and_map_files(capsys: pytest.CaptureFixture[str]) -> None:
    seed = differential.fresh_seed()
    with multiprocessing.get_context("spawn").Pool(available_threads()) as pool:
        tally = sum(pool.imap_unordered(_positions, [(seed, number) for number in range(50)]), Tally())
    assert tally.features["accepted as study"] > 20_000 and all(tally.features[code] for code in CODES), tally
    with capsys.disabled():
        print(f"\npositions and map files: {tally}, seed {seed}")  # noqa: T201  # the report of a long run


@pytest.mark.long
def test_a_million_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    seed, started = differential.fresh_seed(), time.perf_counter()
    jobs = [(seed, number) for number in range(-(-LONG_DECISIONS // PART))]
    with multiprocessing.get_context("spawn").Pool(available_threads()) as pool:
        tally = sum(pool.imap_unordered(_games, jobs), Tally())
    assert tally.decisions >= LONG_DECISIONS and tally.policy > 100_000, tally
    assert not [name for name in (*COMMON, *RARE) if not tally.features[name]], tally
    rate = tally.decisions / (time.perf_counter() - started)
    with capsys.disabled():
        print(f"\n{tally}, {rate:,.0f} decisions a second, seed {seed}")  # noqa: T201  # the report of a long run


@pytest.mark.parametrize("odd", [{"": 0}, {"": 0, "regions[0]": 0, "name": ""}, {"cities[1].name": 0, "": 1}])
def test_keys_with_the_place_of_something_else_are_told_once(odd: dict[str, Any]) -> None:
    """TT-94: the empty key was told at the place of the map, where missing keys are told, too."""
    text = json.dumps({"regions": [{}], "cities": [{"name": "a"}, {"region": None}], "bonus_stacks": [{"": 0}], **odd})
    found = differential_thurn_and_taxis_maps.by_package(text)
    assert found == differential_thurn_and_taxis_maps.by_reference(text)
    assert len(set(found)) == len(found) and found[0] == ("E_KEY", "")


# ---- what one of the two once let in, or refused ----

Edit = Callable[[dict[str, Any]], Any]


def _turn(**changes: Any) -> Edit:
    return lambda position: position.update(changes)


def _owner(**changes: Any) -> Edit:
    return lambda position: position["players"][position["owner"]].update(changes)


MEANINGLESS: dict[str, list[Edit]] = {
    "too few closes hid that nobody can have used the carrier": [_owner(carriage=5), _turn(official="carrier")],
    "over, and at a first draw": [_turn(phase="over")],
    "over, and a card is dealt": [_turn(phase="over", point=None, deal="display")],
    "over, and houses are being placed": [_turn(phase="over", point=None, placed=[3]), _owner(houses=[3], closes=1)],
    "over, and hands are being reduced": [_turn(phase="over", point=None, last_discard=3)],
    "a phase of null": [_turn(phase=None)],
    "an empty hand that was not empty": [_turn(began_empty=False, official=None)],
    "a forced second draw that is a choice": [_turn(point="draw_or_play")],
    "more tiles in a stack than there are": [lambda position: position["stacks"].__setitem__(0, 32)],
    "more turns than are counted": [_turn(turn=2**31)],
}
UNREACHABLE: dict[str, list[Edit]] = {
    "houses without a close": [_owner(houses=[3])],
    "a close without a carriage": [_owner(closes=1)],
    "a carriage without a close": [_owner(carriage=3)],
    "a tile of a region without its houses": [
        _owner(closes=1, carriage=3, tiles=[[], [], [], [6], [], [], [], [], [], []]),
        lambda position: position["stacks"].__setitem__(3, 3),
    ],
    "a first draw before which a card is dealt": [
        _turn(turn=2, deal="display", phase="deal"),
        lambda position: position.update(supply=_moved(position, 1), display=_moved(position, -1)),
    ],
    "the last number of turns": [_turn(turn=2**31 - 1)],
}


def _moved(position: dict[str, Any], step: int) -> list[int]:
    """Supply or display with a card of the display back in the supply."""
    city = next(city for city, count in enumerate(position["display"]) if count)
    pile = list(position["supply" if step > 0 else "display"])
    pile[city] += step
    return pile


def _first_draw(edits: list[Edit]) -> tuple[sw.Game, ThurnAndTaxis, dict[str, Any]]:
    """The first D1 of a game, altered."""
    game, rng = sw.load("thurn_and_taxis", max_turns=30), sw.Rng(5)
    state = game.initial_state()
    while state.is_chance:
        state = state.sample_chance(rng)
    position = copy.deepcopy(state.to_dict())
    for edit in edits:
        edit(position)
    return game, ThurnAndTaxis({"max_turns": 30}), position


@pytest.mark.parametrize("name", MEANINGLESS)
def test_what_has_no_meaning_is_no_study_either(name: str) -> None:
    """TT-100."""
    game, reference, position = _first_draw(MEANINGLESS[name])
    for strict in (False, True):
        assert isinstance(read_by_package(game, position, strict), list)
        assert isinstance(read_theirs(reference, position, strict), list)


@pytest.mark.parametrize("name", UNREACHABLE)
def test_what_no_game_leads_to_is_a_study(name: str) -> None:
    """TT-101."""
    game, reference, position = _first_draw(UNREACHABLE[name])
    ours, theirs = read_by_package(game, position, False), read_theirs(reference, position, False)
    assert isinstance(ours, sw.State) and isinstance(theirs, State), (ours, theirs)
    assert isinstance(read_by_package(game, position, True), list) and isinstance(
        read_theirs(reference, position, True), list
    )
    while theirs.phase != "over" and theirs.owner == position["owner"]:
        differential_thurn_and_taxis.compare(ours, theirs)
        action = [*theirs.legal_actions(), *(city for city, _ in theirs.chance_outcomes())][0]
        ours, theirs = ours.apply(action), theirs.apply(action)
    differential_thurn_and_taxis.compare(ours, theirs)


def test_turns_are_counted_no_further_than_a_number_goes() -> None:
    """TT-100: a study of a game without end plays on."""
    game = sw.load("thurn_and_taxis")
    _, _, position = _first_draw([_turn(turn=2**31 - 1), _owner(closes=2**31 - 1, carriage=3)])
    state, rng = game.state_from_dict(position, strict=False), sw.Rng(1)
    for _ in range(300):
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
        assert state.to_dict()["turn"] == 2**31 - 1 and state.check() == []
        assert game.state_from_dict(state.to_dict(), strict=False) == state


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


def test_a_difference_of_positions_and_files_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thurn_and_taxis_maps, "validate", lambda data: [])
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        _files()
    monkeypatch.setattr(
        differential_thurn_and_taxis_positions, "read_theirs", lambda *arguments: ["no position at all"]
    )
    with pytest.raises(DifferenceError, match=differential.SEED_VARIABLE):
        _damaged()


def _files() -> None:
    for index in range(50):
        differential_thurn_and_taxis_maps.compare(1, index)


def _damaged() -> None:
    for index in range(50):
        differential_thurn_and_taxis_positions.compare(1, index, Tally())
