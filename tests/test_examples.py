"""The scripts in examples/ do what they say, in a short form."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import spielwerk as sw
from examples import evaluate_position, patchwork_ppo, rllib_patchwork, self_play

# Threads of PyTorch cost more than they save in networks of this size.
torch.set_num_threads(1)
ROOT = Path(__file__).resolve().parent.parent


def test_every_example_is_tested_and_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    scripts = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))
    assert scripts == ["evaluate_position", "patchwork_ppo", "rllib_patchwork", "self_play"]
    for example in (evaluate_position, patchwork_ppo, rllib_patchwork, self_play):
        with pytest.raises(SystemExit):
            example.main(["--help"])
        assert f"python examples/{example.__name__.rpartition('.')[2]}.py" in capsys.readouterr().out


def test_an_example_is_a_program(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "examples" / "self_play.py"), "trek12", "--envs", "2", "--steps", "40"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, timeout=120)
    assert "80 decisions in" in done.stdout and done.stderr == ""


@pytest.mark.parametrize("name", sw.game_names())
def test_self_play_collects_whole_episodes(name: str, tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    steps = {"patchwork": 120, "trek12": 60, "thurn_and_taxis": 2500, "dungeon_petz": 250}[name]
    columns = self_play.main([name, "--envs", "3", "--steps", str(steps), "--out", str(file)])
    with np.load(file) as stored:
        assert stored.keys() == columns.keys()
        assert all(np.array_equal(stored[key], column) for key, column in columns.items())
    # Each episode again, from its own stream: observations, seats and returns belong together.
    game = sw.load(name, **({"max_turns": 200} if name == "thurn_and_taxis" else {}))
    replayed = 0
    for env, episode in np.unique(np.stack([columns["env"], columns["episode"]]), axis=1).T.tolist():
        rng, state = sw.Rng(sw.Rng(1, env).getstate()[0], episode), game.initial_state()
        rows = np.flatnonzero((columns["env"] == env) & (columns["episode"] == episode))
        states = []
        for row in rows:
            while state.is_chance:
                state = state.sample_chance(rng)
            assert state.current_player == columns["player"][row]
            assert np.array_equal(state.observation(state.current_player), columns["obs"][row])
            states.append(state)
            state = state.apply(int(columns["action"][row]))
        while state.is_chance:
            state = state.sample_chance(rng)
        assert state.is_terminal
        for row in rows:
            assert columns["returns"][row] == state.scores()[columns["player"][row]]
        replayed += 1
    assert replayed >= 3


def test_a_policy_draws_legal_actions_by_their_softmax() -> None:
    game = sw.load("trek12")
    policy = self_play.LinearPolicy(game, 0.0, 1)
    mask = np.zeros((30_000, game.num_actions), np.uint8)
    mask[:, [3, 8]] = 1
    policy.weights[:, 8] = np.log(3) / game.observation_size
    drawn = policy(np.ones((len(mask), game.observation_size), np.float32), mask)
    assert set(np.unique(drawn)) == {3, 8}
    assert abs((drawn == 8).mean() - 0.75) < 0.02


def position_of(name: str, decisions: int, seed: int = 3, **options: Any) -> sw.Match:
    match, rng = sw.Match(sw.load(name, **options), seed=seed), sw.Rng(seed)
    for _ in range(decisions):
        match.apply(match.state.sample_action(rng))
    return match


def test_a_position_is_the_same_from_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = position_of("trek12", 30, board="kagkot", players=2)
    match.save(tmp_path / "match.json")
    (tmp_path / "state.json").write_text(json.dumps(match.state.to_dict()), encoding="utf-8")
    (tmp_path / "state.bin").write_bytes(match.state.to_bytes())
    common = ["--playouts", "8", "--reward", "margin", "--top", "3"]
    options = ["trek12", "--option", "board=kagkot", "--option", "players=2"]
    tables = [
        evaluate_position.main(["--match", str(tmp_path / "match.json"), *common]),
        evaluate_position.main([*options, "--position", str(tmp_path / "state.json"), *common]),
        evaluate_position.main([*options, "--position", str(tmp_path / "state.bin"), *common]),
    ]
    assert tables[0] == tables[1] == tables[2]
    assert sorted(worth.action for worth in tables[0]) == match.legal_actions()
    assert [worth.mean for worth in tables[0]] == sorted((worth.mean for worth in tables[0]), reverse=True)
    printed = capsys.readouterr().out
    assert printed.count(match.state.action_to_string(tables[0][0].action)) == 3


def last_choice(seed: int) -> sw.State:
    """The last decision of a game of Patchwork."""
    match, rng = sw.Match("patchwork", seed=seed), sw.Rng(seed)
    while not match.is_terminal:
        before = match.state
        match.apply(before.sample_action(rng))
    return before


def test_before_the_last_decision_the_worth_is_exact() -> None:
    state = next(state for seed in range(100) if (state := last_choice(seed)).num_legal > 3)
    table = evaluate_position.evaluate(state, 4, "score", 1)
    assert len(table) == state.num_legal
    assert table[0].mean > table[-1].mean
    for worth in table:
        after = state.apply(worth.action)
        assert after.is_terminal
        assert (worth.mean, worth.error) == (after.scores()[state.current_player], 0)


def test_hidden_things_are_not_peeked_at() -> None:
    """Two states that the seat cannot tell apart have the same table."""
    match = position_of("dungeon_petz", 40)
    state = match.state
    other = next(
        deal for i in range(50) if (deal := state.resample_hidden(state.current_player, sw.Rng(9, i))) != state
    )
    assert evaluate_position.evaluate(state, 5, "win", 2) == evaluate_position.evaluate(other, 5, "win", 2)


def test_what_cannot_be_evaluated_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in [
        (["--playouts", "1"], "2 or more"),
        (["chess"], "invalid choice"),
        (["--option", "players"], "name=value"),
    ]:
        with pytest.raises(SystemExit):
            evaluate_position.main(arguments)
        assert message in capsys.readouterr().err


def test_ppo_changes_the_network_and_counts_what_it_wins(capsys: pytest.CaptureFixture[str]) -> None:
    torch.manual_seed(1)
    network = patchwork_ppo.Network(32)
    before = copy.deepcopy(network.state_dict())
    batch = patchwork_ppo.collect(network, patchwork_ppo.both_seats(16, 1, reward="margin"), 40)
    loss = patchwork_ppo.update(network, torch.optim.Adam(network.parameters()), batch, 1)
    assert np.isfinite(loss)
    assert all(not torch.equal(before[name], value) for name, value in network.state_dict().items())
    figures = patchwork_ppo.main(["--steps", "2000", "--hidden", "32", "--envs", "32", "--games", "60"])
    assert np.isfinite(figures["loss"]) and figures["games"] == 60
    assert np.isclose(figures["share"] * 60, round(figures["share"] * 60))
    assert f"won {figures['share']:.1%}" in capsys.readouterr().out


def test_ppo_draws_legal_actions_and_adds_up_rewards() -> None:
    torch.manual_seed(2)
    network, envs = patchwork_ppo.Network(32), patchwork_ppo.both_seats(4, 5, reward="margin")
    batch = patchwork_ppo.collect(network, envs, 60, decay=1.0)
    assert (batch.mask.gather(1, batch.action[:, None]) == 1).all()
    chances, _ = network(batch.obs, batch.mask)
    assert torch.allclose(chances.gather(1, batch.action[:, None]).squeeze(1), batch.chance, atol=1e-4)
    # Without decay the target of an episode's first decision is all that the episode pays: play the first ones again.
    games = patchwork_ppo.both_seats(4, 5, reward="margin")
    for step, actions in enumerate(batch.action.view(60, 2, 2).numpy()):
        for seat, env in enumerate(games):
            for i in range(2):
                row = 4 * step + 2 * seat + i
                assert np.array_equal(env.obs[i], batch.obs[row].numpy())
            env.step(actions[seat])
            for over in np.flatnonzero(env.terminated & (env.episode_id == 0)).tolist():
                margin = float(env.scores[over, seat] - env.scores[over, 1 - seat])
                assert np.isclose(float(batch.target[2 * seat + over]) * patchwork_ppo.POINTS, margin, atol=1e-3)
    assert all((env.episode_id > 0).all() for env in games)


def test_ppo_evaluates_with_one_game_an_env() -> None:
    torch.manual_seed(3)
    network = patchwork_ppo.Network(32)
    shares = patchwork_ppo.evaluate(network, 20, 7)
    won = np.zeros((2, 10))
    for seat in (0, 1):
        for i in range(10):
            rng, state = sw.Rng(sw.Rng(7, i).getstate()[0], 0), sw.load("patchwork").initial_state()
            while not state.is_terminal:
                if state.is_chance:
                    state = state.sample_chance(rng)
                elif state.current_player != seat:
                    state = state.apply(state.sample_action(rng))
                else:
                    obs, mask = state.observation(seat), state.legal_actions_mask()
                    chances, _ = network(torch.from_numpy(obs)[None], torch.from_numpy(mask)[None])
                    state = state.apply(int(chances.argmax()))
            won[seat, i] = seat in state.winners()
    assert shares == won.mean(axis=1).tolist()
