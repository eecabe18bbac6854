"""Positions that the benchmarks share."""

from __future__ import annotations

import spielwerk as sw


def middle(game: sw.Game, least_decisions: int, least_legal: int) -> sw.State:
    """A position after so many decisions and more, the first with so many legal actions; always the same."""
    rng = sw.Rng(7)
    state = game.initial_state()
    decisions = 0
    while decisions < least_decisions or state.num_legal < least_legal:
        if state.is_chance:
            state = state.sample_chance(rng)
        else:
            state = state.apply(state.sample_action(rng))
            decisions += 1
    return state


def starts(game: sw.Game, games: int) -> list[sw.State]:
    """First decisions of the games 0, 1, ... of seed 1."""
    states = []
    for index in range(games):
        rng = sw.Rng(1, index)
        state = game.initial_state()
        while state.is_chance:
            state = state.sample_chance(rng)
        states.append(state)
    return states
