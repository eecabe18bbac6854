"""What an end is worth to each seat, on ends that are known: `State.returns`, and what `BatchEnv` pays in all."""

from typing import Any

import numpy as np
import pytest

import spielwerk as sw


def ends(name: str, **options: object) -> list[sw.State]:
    start = sw.load(name, **options).initial_state()
    return [start.rollout(sw.Rng(1, stream)) for stream in range(200)]


def test_two_players_play_for_one_point() -> None:
    seen = set()
    for end in ends("trek12", players=2):
        alone = {"[0]": ([1.0, 0.0], [1.0, -1.0]), "[1]": ([0.0, 1.0], [-1.0, 1.0])}
        win, zero_sum = alone.get(str(end.winners()), ([0.5, 0.5], [0.0, 0.0]))
        assert (end.returns(), end.returns("zero_sum")) == (win, zero_sum)
        assert end.returns("rank") == ([1.0, 1.0] if win == [0.5, 0.5] else win)
        seen.add(tuple(win))
    assert len(seen) == 3


def test_more_players_share_one_point() -> None:
    shared = 0
    for end in ends("trek12", players=3):
        winners, scores = end.winners(), end.scores()
        assert end.returns("win") == [
            float(np.float32(1 / len(winners))) if seat in winners else 0 for seat in range(3)
        ]
        assert end.returns("score") == scores
        assert end.returns("margin")[1] == scores[1] - max(scores[0], scores[2])
        shared += len(winners) > 1
    assert shared >= 3


def test_places_are_equal_steps() -> None:
    end = next(end for end in ends("trek12", players=5) if sorted(end.ranks()) == [1, 2, 2, 4, 5])
    steps = {1: 1.0, 2: 0.75, 4: 0.25, 5: 0.0}
    assert end.returns("rank") == [steps[rank] for rank in end.ranks()]


def test_a_single_player_has_points() -> None:
    end = ends("trek12")[0]
    assert [end.returns(word) for word in ("win", "rank", "score", "margin")] == [
        [1.0],
        [1.0],
        end.scores(),
        end.scores(),
    ]


def test_nobody_wins_a_game_that_was_cut_off() -> None:
    for players in (2, 3):
        end = ends("thurn_and_taxis", players=players, max_turns=3)[0]
        assert end.is_truncated
        assert end.returns("win") == [0.0] * players
    assert ends("thurn_and_taxis", max_turns=3)[0].returns("zero_sum") == [0.0, 0.0]


def test_nobody_wins_when_all_are_out() -> None:
    found = ends("trek12", board="stay_home", players=2, over12="loss_if_chosen")
    end = next(end for end in found if end.is_out(0) and end.is_out(1))
    assert end.returns("win") == end.returns("zero_sum") == [0.0, 0.0]


def test_half_points_are_kept() -> None:
    found = [end for end in ends("dungeon_petz") if any(points % 1 for points in end.scores())]
    assert found and all(end.returns("score") == end.scores() for end in found)


@pytest.mark.parametrize("reward", ["win", "zero_sum", "rank", "score", "margin"])
def test_a_batch_pays_what_an_end_is_worth(reward: Any) -> None:
    env = sw.BatchEnv("patchwork", 8, seed=5, autoreset="disabled", reward=reward)
    paid = np.zeros((8, 2))
    while not (env.current_player == sw.TERMINAL).all():
        env.step_random()
        paid += env.rewards
    assert paid.tolist() == [env.state(number).returns(reward) for number in range(8)]


def test_an_unknown_reward_is_refused() -> None:
    state = sw.load("trek12", players=3).initial_state()
    with pytest.raises(
        sw.OptionError, match='reward cannot be "points"; it is one of win, zero_sum, rank, score, margin'
    ):
        state.returns("points")
    with pytest.raises(sw.OptionError, match="reward zero_sum is for two players; this game has 3"):
        state.returns("zero_sum")
    with pytest.raises(TypeError):
        state.returns(None)  # type: ignore[arg-type]
