"""Gymnasium's own check, and what it does not look at: other seats, illegal actions, masks, copies."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import spielwerk as sw
import spielwerk.gymnasium as sg
from tests.adapter_games import ALL, SOME, params


def play(env: sg.SeatEnv, rng: sw.Rng, seed: int | None = None) -> list[Any]:
    """All that a random player is told in an episode."""
    told: list[Any] = [env.reset(seed=seed)]
    while True:
        told.append(env.step(np.int64(rng.choice(np.flatnonzero(env.action_masks()).tolist()))))
        if told[-1][2] or told[-1][3]:
            return told


def check(name: str, options: dict[str, Any], **arguments: Any) -> None:
    env = gymnasium.make(sg.ENV_IDS[name], **options, **arguments).unwrapped
    # Pictures do not depend on the seat, and take longer than all else.
    check_env(env, skip_render_check=arguments.get("seat", 0) != 0)


@pytest.mark.parametrize("illegal", ["terminate", "resample"])
@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_gymnasium_accepts_some_games(name: str, options: dict[str, Any], illegal: str) -> None:
    check(name, options, illegal=illegal, seat=sw.load(name, **options).num_players - 1 if illegal == "resample" else 0)


@pytest.mark.adapters
@pytest.mark.parametrize(("name", "options"), params(ALL))
def test_gymnasium_accepts_every_game(name: str, options: dict[str, Any]) -> None:
    for seat in range(sw.load(name, **options).num_players):
        check(name, options, seat=seat)


@pytest.mark.parametrize("env_id", sg.ENV_IDS.values())
def test_registered_games_play_to_the_end(env_id: str) -> None:
    env = gymnasium.make(env_id)
    observation, info = env.reset(seed=1)
    ended, steps, total = False, 0, 0.0
    while not ended:
        assert observation in env.observation_space
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        ended, steps, total = terminated or truncated, steps + 1, total + float(reward)
    assert "illegal_action" not in info
    state = env.get_wrapper_attr("game_state")
    assert state.is_terminal and state.is_truncated == truncated
    assert info["scores"] == state.scores() and info["ranks"] == state.ranks()
    assert not info["action_mask"].any() and not env.get_wrapper_attr("action_masks")().any()
    assert total == state.returns("score" if "Trek12" in env_id else "win")[0]
    assert steps > 10
    assert set(sg.ENV_IDS) == set(sw.game_names())


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_masks_are_those_of_the_state(name: str, options: dict[str, Any]) -> None:
    game = sw.load(name, **options)
    env = sg.SeatEnv(game, seat=game.num_players - 1)
    rng = sw.Rng(4)
    _, info = env.reset(seed=2)
    for _ in range(10):
        state = env.game_state
        assert state.current_player == game.num_players - 1
        assert np.flatnonzero(env.action_masks()).tolist() == state.legal_actions()
        assert env.action_masks().dtype == np.bool_ and info["action_mask"].dtype == np.int8
        assert np.array_equal(env.action_masks(), info["action_mask"])
        _, reward, terminated, truncated, info = env.step(state.sample_action(rng))
        if terminated or truncated:
            break
        assert reward == 0


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_a_copy_plays_on_alone_and_a_seed_comes_back(name: str, options: dict[str, Any]) -> None:
    env = sg.SeatEnv(name, reward="score", **options)
    first = play(env, sw.Rng(1), seed=5)
    end = env.game_state
    second = play(env, sw.Rng(1))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        again = play(twin, sw.Rng(1), seed=5)
        assert [step[1:4] for step in again[1:]] == [step[1:4] for step in first[1:]]
        assert all(np.array_equal(step[0], known[0]) for step, known in zip(again, first, strict=True))
        assert twin.game_state == end
        assert np.array_equal(play(twin, sw.Rng(1))[-1][0], second[-1][0])


def lowest(state: sw.State, rng: sw.Rng) -> int:
    return state.legal_actions()[0]


def test_other_seats_play_by_their_policies() -> None:
    asked: list[int] = []

    def watched(state: sw.State, rng: sw.Rng) -> int:
        asked.append(state.current_player)
        return lowest(state, rng)

    game = sw.load("trek12", players=4)
    choices: list[tuple[Any, set[int]]] = [(watched, {0, 2, 3}), ({3: watched}, {3}), ({0: watched, 2: "random"}, {0})]
    for opponents, seats in choices:
        asked.clear()
        play(sg.SeatEnv(game, seat=1, opponents=opponents), sw.Rng(1), seed=1)
        assert set(asked) == seats
    # Chance is the only stream left: all else is fixed.
    env = sg.SeatEnv(game, seat=1, opponents=lowest, reward="margin")
    env.reset(seed=9)
    match = sw.Match(game, seed=9)
    ended, reward = False, 0.0
    while not ended:
        _, reward, terminated, truncated, _ = env.step(env.game_state.legal_actions()[0])
        ended = terminated or truncated
    while not match.is_terminal:
        match.apply(match.legal_actions()[0])
    assert env.game_state == match.state
    assert reward == match.state.returns("margin")[1]


def test_an_illegal_action_ends_the_episode() -> None:
    env = sg.SeatEnv("patchwork", penalty=-3)
    env.reset(seed=1)
    before = env.game_state
    for action in (int(np.flatnonzero(~env.action_masks())[0]), -1, env.game.num_actions):
        env.reset(seed=1)
        observation, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated, info["illegal_action"]) == (-3.0, True, False, True)
        assert env.game_state == before and np.array_equal(observation, before.observation(0))
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(action)


def test_an_illegal_action_is_replaced() -> None:
    env = sg.SeatEnv("patchwork", illegal="resample")
    ends = set()
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        for _ in range(3):
            _, reward, terminated, _, info = env.step(int(np.flatnonzero(~env.action_masks())[0]))
            assert (reward, terminated, info["illegal_action"]) == (0.0, False, True)
        assert "illegal_action" not in env.step(env.game_state.legal_actions()[0])[4]
        ends.add(env.game_state)
    assert len(ends) == 2


def test_an_illegal_action_raises() -> None:
    env = sg.SeatEnv("patchwork", illegal="raise")
    env.reset(seed=1)
    before = env.game_state
    for action in (int(np.flatnonzero(~env.action_masks())[0]), -1, env.game.num_actions):
        with pytest.raises(sw.IllegalActionError):
            env.step(action)
        assert env.game_state == before
    for wrong in (True, 1.0, "buy", None):
        with pytest.raises(TypeError, match="action must be a whole number"):
            env.step(wrong)  # type: ignore[arg-type]


def test_a_limit_truncates() -> None:
    env = sg.SeatEnv("patchwork", reward="score", max_decisions=7)
    told = play(env, sw.Rng(1), seed=1)
    assert not env.game_state.is_terminal
    assert told[-1][1:4] == (float(env.game_state.scores()[0]), False, True)


def test_wrong_arguments_are_refused() -> None:
    game = sw.load("patchwork")
    wrong: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        (7, {}, TypeError, "game must be a Game"),
        ("chess", {}, sw.OptionError, "chess"),
        (game, {"time_track": "current"}, sw.OptionError, "loaded already"),
        (game, {"seat": 2}, ValueError, "seat must be 0 .. 1"),
        (game, {"illegal": "ignore"}, sw.OptionError, "illegal must be one of"),
        (game, {"reward": "points"}, sw.OptionError, "reward cannot be"),
        (game, {"render_mode": "svg"}, sw.OptionError, "unknown render mode"),
        (game, {"opponents": "greedy"}, sw.OptionError, "of seat 1; known are 'random', or give"),
        (game, {"opponents": {0: "random"}}, sw.OptionError, "seat 0 is the one that learns"),
        (game, {"opponents": {2: "random"}}, ValueError, "a seat in opponents must be 0 .. 1"),
        (game, {"opponents": 5}, TypeError, "a policy is"),
    ]
    for first, arguments, error, message in wrong:
        with pytest.raises(error, match=message):
            sg.SeatEnv(first, **arguments)
    env = sg.SeatEnv(game)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    with pytest.raises(ValueError, match="seed must be 0"):
        env.reset(seed=-1)


def test_pictures() -> None:
    env = gymnasium.make(sg.ENV_IDS["trek12"], render_mode="rgb_array")
    env.reset(seed=1)
    picture: Any = env.render()
    assert picture.dtype == np.uint8 and picture.shape[2] == 3
    assert sg.SeatEnv("trek12").render() is None
