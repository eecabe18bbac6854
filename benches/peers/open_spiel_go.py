"""OpenSpiel's random rollouts of go on 9x9, in C++, against ours of Patchwork: decisions a second.

Go is the nearest thing there: a 9x9 board and about as many legal moves. OpenSpiel's search plays whole rollouts inside
C++, so no Python is timed.
"""

from __future__ import annotations

import random

import pyspiel

from benches.measure import Row, paired_rates
from benches.subjects import PATCHWORK

# A search of so many simulations with so many rollouts each: nearly all of its time is rollouts.
SIMULATIONS, ROLLOUTS = 20, 20


def mean_length(game: pyspiel.Game, games: int = 400) -> float:
    """Mean number of moves of a random game: the evaluator plays the same distribution but does not count."""
    rng = random.Random(1)
    moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / games


def rows() -> list[Row]:
    """Both rates and their ratio."""
    game = pyspiel.load_game("go(board_size=9)")
    length = mean_length(game)
    assert 50 < length <= game.max_game_length(), length
    start = game.new_initial_state()

    def theirs() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 100, False, 1, False)
        assert bot.step(start) in start.legal_actions()
        return round(SIMULATIONS * ROLLOUTS * length)

    games = 20_000

    def ours() -> int:
        assert len(PATCHWORK.simulate(games)) == games
        return games * PATCHWORK.decisions_of_1000 // 1000

    mine, other, ratio = paired_rates(ours, theirs)
    return [
        Row("Spielwerk, Patchwork", mine, "decisions/s"),
        Row(f"OpenSpiel, go(9), {length:.0f} moves a game", other, "decisions/s"),
        Row("Spielwerk / OpenSpiel", ratio, "x", ">= 6, aim 14"),
    ]
