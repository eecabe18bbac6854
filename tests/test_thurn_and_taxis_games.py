"""Games of Thurn and Taxis through the package and the command line: games cut off, map files, equal tiles."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import spielwerk as sw
from tests.reference.random_maps import random_map, random_map_file
from tests.test_cli import run


def test_results_of_games_that_are_cut_off(tmp_path: Path) -> None:
    """TT-53: the column, the winner, and what the summary says."""
    game = sw.load("thurn_and_taxis", players=3, max_turns=20)
    results = sw.simulate(game, 50, 1, policies="greedy")
    assert results.truncated.all() and (results.winner == -1).all()
    assert "cut off before the end: 100.00 %" in str(results.summary())
    path = tmp_path / "games.csv"
    results.save(path)
    assert path.read_text().splitlines()[2].count(",1,") >= 1
    whole = sw.simulate(sw.load("thurn_and_taxis", players=3), 50, 1, policies="greedy")
    assert not whole.truncated.any() and (whole.winner >= 0).all(), "TT-49: exactly one winner"
    assert np.array_equal(whole.scores, whole.sheet.sum(axis=2))


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_end_of_a_game(policy: str) -> None:
    """TT-46, TT-53: a state says whether it was cut off."""
    for limit, is_cut in ((15, True), (None, False)):
        game = sw.load("thurn_and_taxis", max_turns=limit)
        end = game.initial_state().rollout(sw.Rng(3))
        assert (end.is_terminal, end.is_truncated, end.winners() == []) == (True, is_cut, is_cut)
        assert end.ranks().count(1) == 1 or is_cut
        assert sw.simulate(game, 3, 3, policies=policy).truncated.tolist() == [is_cut] * 3
    assert not sw.load("patchwork").initial_state().rollout(sw.Rng(1)).is_truncated


def test_equal_tiles_are_the_same_tiles() -> None:
    """Found by the kit: who took which of two tiles of one value made another state, which no dict can say."""
    form = random_map(random.Random(11))
    for stack in form["bonus_stacks"]:
        stack["values"] = [2] * (1 if stack["kind"] == "game_end" else 6)
    game = sw.load("thurn_and_taxis", map_file=json.dumps(form), players=4, max_turns=150)
    taken = 0
    for index in range(60):
        end = game.initial_state().rollout(sw.Rng(4, index))
        taken += sum(len(held) for player in end.to_dict()["players"] for held in player["tiles"])
        assert game.state_from_dict(end.to_dict()) == end and end.check() == []
        assert game.state_from_bytes(end.to_bytes()) == end
    assert taken > 50


# ---- the command line ----


def test_games_are_listed() -> None:
    """TT-50 to TT-53, TT-90, TT-91."""
    text = run("games").stdout
    assert "thurn_and_taxis: Thurn and Taxis, 2 to 4 players" in text
    assert "--map-file FILE" in text and "--max-turns 1..1000000000" in text and "never to be taken" in text


def test_simulate_with_a_map_file(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(random_map_file(random.Random(1)), encoding="utf-8")
    words = ("--map-file", path, "--players", "3", "--max-turns", "30", "--policy", "greedy", "--games", "20")
    done = run("simulate", "thurn_and_taxis", *words, "--seed", "1")
    assert done.returncode == 0 and "seat 2 (greedy)" in done.stdout and "carriage, mean" in done.stdout
    path.write_text("{}", encoding="utf-8")
    done = run("simulate", "thurn_and_taxis", *words)
    assert done.returncode != 0 and "E_KEY" in done.stderr


def test_play_and_show(tmp_path: Path) -> None:
    """To the end of a short game, then the match and the bytes of its state, whose options are guessed."""
    saved = tmp_path / "match.json"
    script = "random\n" * 40 + f"save {saved}\n"
    done = run("play", "thurn_and_taxis", "--players", "3", "--max-turns", "6", stdin=script)
    assert done.returncode == 0 and "The game was cut off: nobody wins." in done.stdout
    match = sw.Match("thurn_and_taxis", 5)
    match.save(saved)
    assert "Thurn and Taxis" in run("show", saved, "--transcript").stdout or run("show", saved).returncode == 0
    raw = tmp_path / "state.bin"
    raw.write_bytes(sw.load("thurn_and_taxis", players=3, start_player=2).initial_state().to_bytes())
    assert run("show", raw).returncode == 0
    pictured = tmp_path / "state.svg"
    assert (
        run("show", raw, "thurn_and_taxis", "--players", "3", "--start-player", "2", "--svg", pictured).returncode == 0
    )
    assert pictured.read_text(encoding="utf-8").startswith("<svg")
