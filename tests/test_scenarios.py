"""The scenarios and the recorded games through the package's public interface."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import spielwerk as sw
from tests import scenario_runner
from tests.scenario_runner import ROOT, Scenario

SCENARIO_FILES = sorted((Path(__file__).resolve().parent / "scenarios").glob("*.toml"))
SCENARIOS = [(file.stem, scenario) for file in SCENARIO_FILES for scenario in scenario_runner.load(file)]
# the cases of each game's case list: how their ids begin, and how many there are
CASES = {"dungeon_petz": ("DPC", 24), "patchwork": ("PWC", 28), "trek12": ("TKC", 25), "thurn_and_taxis": ("TC", 25)}


class Engine:
    """One game of the package in the runner's form."""

    def __init__(self, name: str) -> None:
        self.name = name

    # Points may be halves, where the runner's form of a game knows whole ones.
    def load(self, options: Mapping[str, Any], /) -> Any:
        return sw.load(self.name, **options)


def test_every_game_has_scenarios() -> None:
    assert [file.stem for file in SCENARIO_FILES] == sorted(sw.game_names()) == sorted(CASES)


@pytest.mark.parametrize("game", CASES)
def test_every_case_has_a_scenario(game: str) -> None:
    prefix, number_of_cases = CASES[game]
    cases = {scenario.id.rstrip("abcdefghi") for name, scenario in SCENARIOS if name == game}
    assert {f"{prefix}-{number}" for number in range(1, number_of_cases + 1)} <= cases


EACH = pytest.mark.parametrize(("name", "scenario"), SCENARIOS, ids=[scenario.id for _, scenario in SCENARIOS])


@EACH
def test_scenario(name: str, scenario: Scenario) -> None:
    assert scenario_runner.run(scenario, Engine(name)) > 0


@pytest.mark.parametrize("swap_players", [False, True])
def test_recorded_games(swap_players: bool) -> None:
    """All of them, and with the players exchanged (PWC-5)."""
    golden = ROOT / "tests" / "golden" / "patchwork.json"
    assert scenario_runner.replay_golden(golden, Engine("patchwork"), swap_players) == 856


@EACH
def test_positions_survive_bytes_and_dict(name: str, scenario: Scenario) -> None:
    """Study positions included: what a scenario starts from and what it leads to."""
    game = sw.load(name, **scenario.options)
    if scenario.position is None:
        state = game.initial_state()
        for outcome in scenario.draws:
            state = state.apply(outcome)
    else:
        position = scenario_runner.without_none(scenario.position)
        state = game.state_from_dict(position, strict=scenario.strict)
    for step in ({}, *scenario.steps):
        state = state.apply(step["apply"]) if "apply" in step else state
        assert state.check() == []
        assert game.state_from_bytes(state.to_bytes()) == state
        assert game.state_from_dict(state.to_dict(), strict=scenario.strict) == state
