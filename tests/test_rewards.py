"""Rewards by seat, on ends that are known."""

import pytest

import spielwerk as sw
from spielwerk.rewards import REWARDS, rewards


def ends(name: str, **options: object) -> list[sw.State]:
    start = sw.load(name, **options).initial_state()
    return [start.rollout(sw.Rng(1, stream)) for stream in range(200)]


def test_two_players_play_for_one_point() -> None:
    seen = set()
    for end in ends("trek12", players=2):
        worth = rewards(end)
        assert worth == rewards(end, "rank")
        assert worth == (
            [0.0, 0.0] if end.winners() == [0, 1] else [1.0, -1.0] if end.winners() == [0] else [-1.0, 1.0]
        )
        seen.add(tuple(worth))
    assert len(seen) == 3


def test_more_players_share_one_point() -> None:
    shared = 0
    for end in ends("trek12", players=3):
        winners = end.winners()
        assert rewards(end, "win") == [1 / len(winners) if seat in winners else 0 for seat in range(3)]
        assert sum(rewards(end, "rank")) == pytest.approx(0)
        scores = end.scores()
        assert rewards(end, "score") == scores
        assert rewards(end, "margin")[1] == scores[1] - max(scores[0], scores[2])
        shared += len(winners) > 1
    assert shared >= 3


def test_places_are_equal_steps() -> None:
    end = next(end for end in ends("trek12", players=4) if sorted(end.ranks()) == [1, 2, 2, 4])
    steps = {1: 1.0, 2: 0.0, 4: -1.0}
    assert rewards(end, "rank") == [steps[rank] for rank in end.ranks()]


def test_a_single_player_has_points() -> None:
    end = ends("trek12")[0]
    assert [rewards(end, kind) for kind in REWARDS] == [[1.0], end.scores(), [0.0], end.scores()]


def test_nobody_wins_a_game_that_was_cut_off() -> None:
    for players in (2, 3):
        end = ends("thurn_and_taxis", players=players, max_turns=3)[0]
        assert end.is_truncated
        assert rewards(end, "win") == [0.0] * players


def test_nobody_wins_when_all_are_out() -> None:
    found = ends("trek12", board="stay_home", players=2, over12="loss_if_chosen")
    end = next(end for end in found if end.is_out(0) and end.is_out(1))
    assert rewards(end, "win") == rewards(end, "rank") == [0.0, 0.0]


def test_half_points_are_floats() -> None:
    assert all(isinstance(value, float) for kind in REWARDS for value in rewards(ends("dungeon_petz")[0], kind))


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(sw.OptionError, match="unknown reward 'points'; known are 'win', 'score', 'rank', 'margin'"):
        rewards(ends("patchwork")[0], "points")
