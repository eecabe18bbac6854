"""The plain reference of Thurn and Taxis against scenarios, validator cases and known numbers of its digest."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import spielwerk as sw
from tests import scenario_runner
from tests.reference import thurn_and_taxis
from tests.reference.random_maps import random_map_file
from tests.reference.thurn_and_taxis import MAPS, TABLES, PositionError, State, ThurnAndTaxis, validate
from tests.reference.thurn_and_taxis_maps import CODES
from tests.scenario_runner import Scenario

SCENARIO_FOLDER = Path(__file__).resolve().parent / "scenarios"
SCENARIOS = scenario_runner.load(SCENARIO_FOLDER / "thurn_and_taxis.toml")
VALIDATOR = json.loads((SCENARIO_FOLDER / "thurn_and_taxis_maps.json").read_text(encoding="utf-8"))
OTHER_OPTIONS: dict[str, Any] = {"map": "map2", "players": 3, "start_player": 2, "carrier_second_must_fit": False}


# ---- scenarios ----


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario(scenario: Scenario) -> None:
    assert scenario_runner.run(scenario, thurn_and_taxis) > 0


def test_every_case_has_a_scenario() -> None:
    found = {scenario.id.rstrip("abcdefghi") for scenario in SCENARIOS}
    assert len(SCENARIOS) >= 111 and {f"TC-{number}" for number in range(1, 26)} <= found


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_the_dict_form_loses_nothing(scenario: Scenario) -> None:
    """What a scenario starts from and what it leads to, taken from its dict and played on."""
    game = ThurnAndTaxis(scenario.options)
    if scenario.position is None:
        state = game.initial_state()
        for outcome in scenario.draws:
            state = state.apply(outcome)
    else:
        state = game.state_from_dict(scenario_runner.without_none(scenario.position), strict=scenario.strict)
    for step in ({}, *scenario.steps):
        if "apply" in step:
            twin = game.state_from_dict(state.to_dict(), strict=scenario.strict)
            assert twin.to_dict() == state.to_dict()
            assert twin.events(step["apply"]) == state.events(step["apply"])
            state = state.apply(step["apply"])


# ---- map files ----


def changed(base: Any, changes: list[dict[str, Any]]) -> str:
    """The text of the base file with these changes; the form is described in `scenarios/README.md`."""
    document = copy.deepcopy(base)
    for change in changes:
        *way, last = change["path"]
        place = document
        for part in way:
            place = place[part]
        if change["op"] == "set":
            place[last] = change["value"]
        elif change["op"] == "delete":
            del place[last]
        else:
            assert change["op"] == "append"
            place[last].append(change["value"])
    return json.dumps(document)


def file_of(case: Mapping[str, Any]) -> str | bytes:
    if "bytes_hex" in case:
        return bytes.fromhex(case["bytes_hex"])
    return str(case["text"]) if "text" in case else changed(VALIDATOR["base"], case["changes"])


EACH_CASE = pytest.mark.parametrize("case", VALIDATOR["cases"], ids=lambda case: case["id"])


@EACH_CASE
def test_map_file(case: dict[str, Any]) -> None:
    """TT-54 to TT-57, TT-94, TT-95, TT-97, TT-99."""
    errors = validate(file_of(case))
    assert [{"code": e.code, "place": e.place} for e in errors] == case["errors"]
    assert all(error.message for error in errors)


@EACH_CASE
def test_map_file_in_the_package(case: dict[str, Any]) -> None:
    """TT-54 to TT-57, TT-94, TT-95, TT-97, TT-99: as bytes, since a text that begins otherwise would be a path."""
    file = file_of(case)
    data = file if isinstance(file, bytes) else file.encode("utf-8", "surrogatepass")
    errors = sw.thurn_and_taxis.validate(data)
    assert [{"code": e.code, "place": e.place} for e in errors] == case["errors"]
    assert all(error.message for error in errors)
    if case["errors"]:
        with pytest.raises(sw.OptionError, match=case["errors"][0]["code"]):
            sw.thurn_and_taxis.map_file(data)
    else:
        assert sw.thurn_and_taxis.map_file(data).game().initial_state().is_chance


def test_the_validator_cases_cover_every_code() -> None:
    """TT-57."""
    cases = VALIDATOR["cases"]
    assert len({case["id"] for case in cases}) == len(cases) >= 120
    for case in cases:
        assert {"id", "rules", "about", "errors"} < set(case)
        assert len({"text", "bytes_hex", "changes"} & set(case)) == 1
    assert {error["code"] for case in cases for error in case["errors"]} == set(CODES)
    assert any(len({error["code"] for error in case["errors"]}) >= 5 for case in cases)


@pytest.mark.parametrize("name", MAPS)
def test_the_shipped_maps_are_map_files(name: str) -> None:
    """TT-54, TT-90, TT-91: and the package has the same tables."""
    text = json.dumps(TABLES["maps"][name], ensure_ascii=False)
    assert validate(text) == validate(text.encode()) == [] == sw.thurn_and_taxis.validate(text)
    assert ThurnAndTaxis({"map_file": text}).rules.map == MAPS[name]
    assert sw.load("thurn_and_taxis", map_file=text).tables() == ThurnAndTaxis({"map": name}).tables()


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"players": 1}, "TT-1"),
        ({"players": 5}, "TT-1"),
        ({"players": True}, "TT-1"),
        ({"start_player": 2}, "TT-51"),
        ({"map": "map3"}, "TT-50"),
        ({"max_turns": 0}, "TT-53"),
        ({"carrier_second_must_fit": 1}, "TT-52"),
        ({"colour": "red"}, "TT-50"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        ThurnAndTaxis(options)
    with pytest.raises(sw.OptionError):
        sw.load("thurn_and_taxis", **options)


# ---- known numbers ----


def routes(length: int) -> list[tuple[int, ...]]:
    """The simple routes of map1 in one of their two directions."""
    joined = MAPS["map1"].neighbours
    found: list[tuple[int, ...]] = [(city,) for city in range(len(joined))]
    for _ in range(length - 1):
        found = [(*route, city) for route in found for city in joined[route[-1]] if city not in route]
    return [route for route in found if route[0] < route[-1]]


def house_sets(route: tuple[int, ...]) -> int:
    """By trying all subsets (TT-35, TT-37), where TT-85 multiplies."""
    region_of = MAPS["map1"].region_of
    subsets = [some for size in range(len(route) + 1) for some in combinations(route, size)]
    regions = [[region_of[city] for city in some] for some in subsets]
    return sum(len(set(each)) in (1, len(each)) or not each for each in regions)


@pytest.mark.parametrize(
    ("length", "count", "mean", "largest"),
    [(3, 161, 7.45, 8), (4, 526, 13.09, 16), (5, 1629, 21.87, 32), (6, 4726, 35.16, 64)],
)
def test_routes_and_house_sets(length: int, count: int, mean: float, largest: int) -> None:
    """TT-84, TT-85; and the package finds as many."""
    found = routes(length)
    sets = [house_sets(route) for route in found]
    assert (len(found), round(sum(sets) / count, 2), max(sets)) == (count, mean, largest)
    assert [len(sw.thurn_and_taxis.house_options(route)) for route in found] == sets


def test_the_graph_of_map1() -> None:
    """TT-84."""
    degrees = sorted(map(len, MAPS["map1"].neighbours))
    assert (len(degrees), sum(degrees), degrees[0], degrees[-1]) == (22, 90, 1, 7)


# ---- whole games ----


@pytest.mark.parametrize("policy", ["random", "builder"])
@pytest.mark.parametrize("options", [{}, OTHER_OPTIONS, {"max_turns": 30}], ids=["defaults", "others", "short"])
def test_games(options: dict[str, Any], policy: str) -> None:
    """TT-75 to TT-83, TT-95 at every state, by what the reader of positions refuses; TT-48, TT-49, TT-53 at the end."""
    game = ThurnAndTaxis({"max_turns": 60, **options})
    rng = random.Random(str((options, policy)))
    state = game.initial_state()
    while state.phase != "over":
        assert game.state_from_dict(state.to_dict()).to_dict() == state.to_dict()
        assert (state.phase == "deal") == bool(state.chance_outcomes())
        if state.phase == "decide":
            legal = state.legal_actions()
            choices = thurn_and_taxis.builder_choices(state)
            assert legal and choices and set(choices) <= set(legal)
            if rng.random() < 0.05:
                assert_exactly_listed(state)
            action = rng.choice(legal if policy == "random" else choices)
        else:
            action = rng.choice(state.chance_outcomes())[0]
        state = state.apply(action)
    for seat in range(game.rules.players):
        sheet = state.score_sheet(seat)
        assert sheet["total"] == sum(points for item, points in sheet.items() if item != "total"), "TT-96"
    assert len(state.winners()) == (state.turn < (game.rules.max_turns or 0)) or state.last_turn


def assert_exactly_listed(state: State) -> None:
    """Of all numbers and some beyond, `events` accepts exactly the listed ones (TT-69)."""
    accepted = []
    for action in range(-2, 6 * state.rules.n + 9):
        try:
            state.events(action)
        except ValueError:
            continue
        accepted.append(action)
    assert accepted == state.legal_actions()


def test_a_seat_knows_pools_and_sizes() -> None:
    """TT-58, TT-59, TT-65, TT-66."""
    game = ThurnAndTaxis({"map_file": random_map_file(random.Random(3)), "players": 3, "max_turns": 60})
    rng = random.Random(4)
    state = game.initial_state()
    while state.phase != "over":
        for seat in range(3):
            seen = thurn_and_taxis.observe(state, seat)
            assert "supply" not in seen and seen["players"][seat]["hand"] == state.players[seat].to_dict()["hand"]
            other = thurn_and_taxis.determinise(state, seat, rng)
            assert thurn_and_taxis.observe(other, seat) == seen
        state = state.apply(rng.choice([o for o, _ in state.chance_outcomes()] or state.legal_actions()))


@pytest.mark.parametrize(
    "nonsense",
    [
        {"colour": 1},
        {"players": []},
        {"turn": -1},
        {"supply": [3] * 21},
        {"supply": [4] * 22},
        {"display": [1] + [0] * 21},
        {"point": "lunch"},
        {"owner": 2},
    ],
)
def test_nonsense_is_refused_even_as_a_study(nonsense: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        ThurnAndTaxis({}).state_from_dict(nonsense, strict=False)
    with pytest.raises(sw.InvalidStateError):
        sw.load("thurn_and_taxis").state_from_dict(nonsense, strict=False)
