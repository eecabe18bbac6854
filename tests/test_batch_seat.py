"""``BatchEnv`` with one seat that learns, and steps of some envs alone."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from tests.batch_twin import GAMES, arrays, same


def by_name(game: sw.Game) -> str:
    return game.name


class Learner:
    """One env, decision by decision."""

    def __init__(self, game: sw.Game, seed: int, i: int, seat: int) -> None:
        self.game, self.seat, self.episode = game, seat, 0
        self.seed = sw.Rng(seed, i).getstate()[0]
        self.begin()

    def begin(self) -> None:
        self.rng = sw.Rng(self.seed, self.episode)
        self.state, self.decisions = self.game.initial_state(), 0
        self.play_on()

    def play_on(self) -> None:
        while not self.state.is_terminal and self.state.current_player != self.seat:
            if self.state.is_chance:
                self.state = self.state.sample_chance(self.rng)
            else:
                self.state, self.decisions = self.state.apply(self.state.sample_action(self.rng)), self.decisions + 1

    def step(self, action: int) -> None:
        self.state, self.decisions = self.state.apply(action), self.decisions + 1
        self.play_on()


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_the_others_play_at_random(game: sw.Game) -> None:
    ended = 0
    for seat in range(game.num_players):
        env = sw.BatchEnv(game, 3, seed=seat, seat=seat, reward="score", skip_forced=False)
        twins = [Learner(game, seat, i, seat) for i in range(3)]
        sums = np.zeros_like(env.rewards)
        for _ in range(120):
            actions = env.sample_actions()
            assert actions.tolist() == [twin.state.sample_action(twin.rng) for twin in twins]
            env.step(actions)
            sums += env.rewards
            for i, twin in enumerate(twins):
                twin.step(int(actions[i]))
                assert env.num_decisions[i] == twin.decisions and env.episode_id[i] == twin.episode
                assert (env.terminated | env.truncated)[i] == twin.state.is_terminal
                if twin.state.is_terminal:
                    assert np.array_equal(env.final_obs[i], twin.state.observation(seat))
                    assert sums[i].tolist() == env.scores[i].tolist() == list(twin.state.scores())
                    sums[i] = 0
                    ended, twin.episode = ended + 1, twin.episode + 1
                    twin.begin()
                assert env.state(i) == twin.state
                assert np.array_equal(env.obs[i], twin.state.observation(seat))
            assert (env.current_player == seat).all()
    assert ended > 3


def test_bytes_know_the_seat() -> None:
    env = sw.BatchEnv("patchwork", 3, seed=1, seat=1, skip_forced=True)
    env.step_random(20)
    back = pickle.loads(pickle.dumps(env))
    assert (back.seat, env.seat, sw.BatchEnv("patchwork", 1, seed=1).seat) == (1, 1, None)
    assert same(arrays(back), arrays(env))
    env.step_random(30)
    back.step_random(30)
    assert same(arrays(back), arrays(env))
    for other in (None, 0):
        with pytest.raises(sw.DecodeError, match="another skip_forced or seat"):
            sw.BatchEnv("patchwork", 3, seed=1, seat=other, skip_forced=True).load(env.save())


def test_a_position_of_another_seat_is_played_on() -> None:
    env = sw.BatchEnv("patchwork", 1, seed=1, seat=1)
    start = sw.Match("patchwork", seed=2).state
    assert start.current_player == 0
    env.set_state(0, start)
    assert env.state(0).current_player == 1 == env.current_player[0]
    assert env.num_decisions[0] > 0 and env.state(0) != start


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_envs_outside_the_mask_stand_still(autoreset: Any) -> None:
    env = sw.BatchEnv("patchwork", 3, seed=1, autoreset=autoreset, reward="score")
    other = sw.BatchEnv("patchwork", 3, seed=1, autoreset=autoreset, reward="score")
    mask, rng = np.array([True, False, True]), np.random.default_rng(1)
    still = env.state(1)
    ended = 0
    for _ in range(200):
        before = env.current_player.copy()
        if autoreset == "disabled" and (before[mask] < 0).any():
            break
        actions = (env.action_mask * rng.random(env.action_mask.shape)).argmax(axis=1)
        actions[1] = 2025
        env.step(actions, mask=mask)
        other.step(actions.tolist(), mask)
        assert env.state(1) == still
        assert not env.rewards[1].any() and not env.terminated[1]
        ended += int(env.terminated.sum())
    assert ended > 0
    assert same(arrays(env), arrays(other))
    # What a whole step does, the steps of two masks do.
    env.reset(seed=5)
    other.reset(seed=5)
    for _ in range(30):
        actions = env.sample_actions()
        halves = other.sample_actions(mask=mask) + other.sample_actions(mask=~mask)
        assert actions.tolist() == halves.tolist()
        env.step(actions)
        other.step(actions, mask=mask)
        other.step(actions, mask=~mask)
        assert np.array_equal(env.obs, other.obs)
        assert np.array_equal(env.action_mask, other.action_mask)


def test_a_refusal_under_a_mask_moves_no_env() -> None:
    env = sw.BatchEnv("patchwork", 3, seed=1)
    before = arrays(env)
    legal = env.action_mask.argmax(axis=1)
    bad = legal.copy()
    bad[2] = 2025
    with pytest.raises(sw.IllegalActionError, match="env 2: action 2025"):
        env.step(bad, mask=np.array([True, False, True]))
    assert same(arrays(env), before)
    for mask, error in [(np.ones(2, bool), ValueError), (np.ones(3, int), TypeError), ([True] * 3, TypeError)]:
        with pytest.raises(error, match="mask must"):
            env.step(legal, mask=mask)  # type: ignore[arg-type]
        with pytest.raises(error, match="mask must"):
            env.sample_actions(mask=mask)  # type: ignore[arg-type]


def test_seats_that_do_not_exist_or_never_decide_are_refused() -> None:
    for seat, error in [(2, ValueError), (-1, ValueError), (True, TypeError), ("0", TypeError)]:
        with pytest.raises(error, match="seat"):
            sw.BatchEnv("patchwork", 1, seed=1, seat=seat)  # type: ignore[arg-type]
    with pytest.raises(sw.OptionError, match="seat 1 has nothing to decide"):
        sw.BatchEnv(sw.load("thurn_and_taxis", max_turns=1), 1, seed=1, seat=1)
