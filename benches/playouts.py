"""Whole random games: the core against the plain-Python reference, and two threads against one."""

from __future__ import annotations

import random

import spielwerk as sw
from benches.measure import Row, best_rate, paired_rates
from tests.reference.patchwork import Patchwork as Reference

# Decisions of the first thousand games of seed 1: what the timed calls have to come to.
DECISIONS_OF_1000 = 42_813


def core(games: int, threads: int = 1) -> sw.Results:
    """Games of the core on so many threads."""
    return sw.simulate("patchwork", games=games, seed=1, threads=threads)


def reference_games(games: int) -> int:
    """The same kind of games by the reference; every one must end with 20 to 63 decisions."""
    rng = random.Random(1)
    game = Reference()
    for _ in range(games):
        state = game.initial_state()
        decisions = 0
        while state.current_player != -4:
            if state.current_player == -1:
                outcomes = state.chance_outcomes()
                state = state.apply(outcomes[rng.randrange(len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state = state.apply(legal[rng.randrange(len(legal))])
                decisions += 1
        assert 20 <= decisions <= 63, decisions
        assert len(state.winners()) == 1
    return games


def rows() -> list[Row]:
    """Rates of whole games."""
    assert int(core(1000).decisions.sum()) == DECISIONS_OF_1000
    games = 40_000

    def one() -> int:
        assert len(core(games)) == games
        return games

    def two() -> int:
        assert len(core(games, threads=2)) == games
        return games

    ours, theirs, ratio = paired_rates(one, lambda: reference_games(60))
    fast, slow, scaling = paired_rates(two, one)
    per_game = DECISIONS_OF_1000 / 1000
    return [
        Row("random games, one thread", ours, "games/s"),
        Row("random games, one thread", ours * per_game, "decisions/s"),
        Row("random games, two threads", max(fast, slow), "games/s"),
        Row("plain-Python reference", theirs, "games/s"),
        Row("one thread / reference", ratio, "x", ">= 300, aim 1000"),
        Row("two threads / one", scaling, "x", ">= 1.7"),
        Row("best single-thread rate seen", best_rate(one, 3), "games/s"),
    ]
