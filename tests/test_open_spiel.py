"""OpenSpiel's own simulation test, its tree search, and what they do not look at."""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import spielwerk as sw
from spielwerk import open_spiel
from tests.adapter_games import ALL, SOME, params

NAMES = open_spiel.register()


def spiel(name: str, options: dict[str, Any]) -> Any:
    return pyspiel.load_game(f"spielwerk_{name}", options)


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_open_spiel_accepts_some_games(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(spiel(name, options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.adapters
@pytest.mark.parametrize(("name", "options"), params(ALL))
def test_open_spiel_accepts_every_game(name: str, options: dict[str, Any]) -> None:
    # TT-53: a long game is ten times the work and nothing new.
    short = {"max_turns": 20} if "max_turns" in options else {}
    pyspiel.random_sim_test(spiel(name, {**options, **short}), num_sims=20, serialize=True, verbose=False)


@pytest.mark.parametrize("name", sw.game_names())
def test_tree_search_plays_a_whole_game(name: str) -> None:
    options: dict[str, Any] = {"reward": "score"} if name == "trek12" else {}
    game = spiel(name, {**options, **({"max_turns": 12} if name == "thurn_and_taxis" else {})})
    # The bot written in Python: that in C++ ends the process with a segmentation fault on any game written in Python,
    # OpenSpiel's own tic-tac-toe included (2.0.2).
    rng = np.random.RandomState(7)
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, rng), solve=False, random_state=rng)
    state, decided = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
            decided += 1
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert decided > 5
    assert state.returns() == state.state.returns(options.get("reward", "win"))


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_positions_are_those_of_the_game(name: str, options: dict[str, Any]) -> None:
    game, known = spiel(name, options), sw.load(name, **options)
    assert game.game == known
    assert (game.num_players(), game.num_distinct_actions()) == (known.num_players, known.num_actions)
    assert game.observation_tensor_size() == known.observation_size
    state, twin, rng = game.new_initial_state(), known.initial_state(), random.Random(2)
    for _ in range(60):
        if twin.is_terminal:
            break
        assert state.state == twin
        if twin.is_chance:
            assert [outcome for outcome, _ in state.chance_outcomes()] == sorted(i for i, _ in twin.chance_outcomes())
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            action = rng.choice(twin.chance_outcomes())[0]
        else:
            assert state.current_player() == twin.current_player
            assert state.legal_actions() == twin.legal_actions()
            seat = twin.current_player
            assert state.observation_tensor(seat) == twin.observation(seat).tolist()
            assert state.observation_string(seat) == twin.observation_string(seat)
            action = rng.choice(twin.legal_actions())
        text = twin.action_to_string(action)
        assert state.action_to_string(state.current_player(), action) == text
        copied = state.clone()
        state.apply_action(action)
        assert copied.state == twin
        twin = twin.apply(action)
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert restored.state == state.state and restored.history() == state.history()


@pytest.mark.parametrize(
    ("reward", "players"),
    [*((reward, players) for reward in ("win", "rank", "score", "margin") for players in (2, 3)), ("zero_sum", 2)],
)
def test_rewards_keep_their_bounds(reward: str, players: int) -> None:
    game = spiel("trek12", {"players": players, "reward": reward})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    zero_sum = players == 2 and reward in {"zero_sum", "margin"}
    assert (game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == zero_sum
    assert game.utility_sum() == (0.0 if zero_sum else None)


def test_parameters_reach_the_game() -> None:
    assert sorted(NAMES) == sorted(f"spielwerk_{name}" for name in sw.game_names())
    assert open_spiel.register() == NAMES
    game = pyspiel.load_game("spielwerk_dungeon_petz(players=3,start_player=2,skip_forced=True,reward=score)")
    assert game.game == sw.load("dungeon_petz", players=3, start_player=2, skip_forced=True)
    assert game.reward == "score"
    assert pyspiel.load_game(str(game)).game == game.game
    assert pyspiel.load_game("spielwerk_thurn_and_taxis").game.options["max_turns"] == 200
    assert pyspiel.load_game("spielwerk_thurn_and_taxis(map=map2)").game.options["map"] == "map2"
    assert pyspiel.load_game("spielwerk_dungeon_petz").game == sw.load("dungeon_petz")


def test_wrong_parameters_are_refused() -> None:
    game = spiel("trek12", {})
    for wrong, message in (
        ({"reward": "points"}, "reward cannot be"),
        ({"colour": "red"}, "unknown parameter colour"),
        ({"board": "everest"}, "everest"),
    ):
        with pytest.raises(sw.OptionError, match=message):
            type(game)(wrong)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"a": 1})
    with pytest.raises(ValueError, match="perfect recall"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))


def test_the_interpreter_ends_in_peace() -> None:
    """Found when a partial function was registered: OpenSpiel dropped it after the interpreter was gone."""
    code = "from spielwerk import open_spiel; import pyspiel; pyspiel.load_game(open_spiel.register()[0])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
