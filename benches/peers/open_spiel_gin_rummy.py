"""OpenSpiel's random rollouts of gin rummy, in C++, against ours of Thurn and Taxis: decisions a second.

Gin rummy is the nearest thing there: two hands of cards, drawn from a stock or taken face up, and every deal a chance
node. On both sides only the decisions of players are counted; the cards that chance deals between them cost time and
count for nothing. OpenSpiel's search plays whole rollouts inside C++, so no Python is timed.
"""

from __future__ import annotations

import random

import pyspiel

from benches.measure import Row, paired_rates
from benches.subjects import THURN_AND_TAXIS

# A search of so many simulations with so many rollouts each: nearly all of its time is rollouts.
SIMULATIONS, ROLLOUTS = 20, 20


def deal(state: pyspiel.State, rng: random.Random) -> None:
    """Plays chance until somebody decides or the game is over."""
    while state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, probabilities)[0])


def mean_length(start: pyspiel.State, games: int = 400) -> float:
    """Mean number of decisions of a random game from here: the evaluator plays the same games but does not count."""
    rng = random.Random(1)
    decisions = 0
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
            deal(state, rng)
    return decisions / games


def rows() -> list[Row]:
    """Both rates and their ratio."""
    game = pyspiel.load_game("gin_rummy")
    start = game.new_initial_state()
    deal(start, random.Random(1))
    length = mean_length(start)
    assert 10 < length <= game.max_game_length(), length

    def theirs() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 100, False, 1, False)
        assert bot.step(start) in start.legal_actions()
        return round(SIMULATIONS * ROLLOUTS * length)

    games = 2_000

    def ours() -> int:
        results = THURN_AND_TAXIS.simulate(games)
        assert len(results) == games
        return int(results.decisions.sum())

    mine, other, ratio = paired_rates(ours, theirs)
    return [
        Row("Spielwerk, Thurn and Taxis, random", mine, "decisions/s"),
        Row(f"OpenSpiel, gin rummy, {length:.0f} decisions a game", other, "decisions/s"),
        Row("Spielwerk / OpenSpiel", ratio, "x", ">= 18, aim 40"),
    ]
