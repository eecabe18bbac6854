"""Single calls from Python, and loops of them."""

from __future__ import annotations

import numpy as np

import spielwerk as sw
from benches.measure import Row, best_nanoseconds, best_rate
from benches.positions import middle, starts


def list_loop(states: list[sw.State]) -> int:
    """Games to their end by choosing from lists of legal actions."""
    rng = sw.Rng(1)
    decisions = 0
    for state in states:
        while not state.is_terminal:
            state = state.apply(rng.choice(state.legal_actions()))
            decisions += 1
        assert len(state.winners()) == 1
    return decisions


def sample_loop(states: list[sw.State]) -> int:
    """The same games without lists: the same ranks are drawn, so the same actions are played."""
    rng = sw.Rng(1)
    decisions = 0
    for state in states:
        while not state.is_terminal:
            state = state.apply(state.sample_action(rng))
            decisions += 1
        assert len(state.winners()) == 1
    return decisions


def rows() -> list[Row]:
    """Times of single calls and rates of loops."""
    game = sw.load("patchwork")
    state = middle(game)
    legal = state.legal_actions()
    action = legal[len(legal) // 2]
    data = state.to_bytes()
    mask = np.zeros(game.num_actions, dtype=np.uint8)
    seen = np.zeros(game.observation_size, dtype=np.uint8)
    rng = sw.Rng(1)

    assert game.state_from_bytes(data) == state
    assert state.apply(action).check() == []
    assert np.flatnonzero(state.legal_actions_mask(mask)).tolist() == legal
    assert state.observation(0, seen) is seen
    assert state.sample_action(rng) in legal

    begun = starts(game, 400)
    assert list_loop(begun) == sample_loop(begun)
    return [
        Row("state.current_player", best_nanoseconds(lambda: state.current_player), "ns", "<= 60, aim 30"),
        Row("state.apply(action)", best_nanoseconds(lambda: state.apply(action)), "ns", "<= 250, aim 125"),
        Row("state.to_bytes()", best_nanoseconds(state.to_bytes), "ns", "<= 150, aim 75"),
        Row(
            "game.state_from_bytes(data)",
            best_nanoseconds(lambda: game.state_from_bytes(data)),
            "ns",
            "<= 400, aim 200",
        ),
        Row(f"state.legal_actions(), {len(legal)} ids", best_nanoseconds(state.legal_actions), "ns"),
        Row("state.legal_actions_mask(out)", best_nanoseconds(lambda: state.legal_actions_mask(mask)), "ns"),
        Row("state.sample_action(rng)", best_nanoseconds(lambda: state.sample_action(rng)), "ns"),
        Row("state.observation(0, out)", best_nanoseconds(lambda: state.observation(0, seen)), "ns"),
        Row(
            "rng.choice(state.legal_actions()), apply",
            best_rate(lambda: list_loop(begun)),
            "decisions/s",
            ">= 400 k, aim 700 k",
        ),
        Row(
            "state.sample_action(rng), apply",
            best_rate(lambda: sample_loop(begun)),
            "decisions/s",
            ">= 1.2 M, aim 2.5 M",
        ),
    ]
