"""Catanatron's random players of Catan, in Python, against ours of Dungeon Petz, four on each side: decisions/s.

Catan with four players is the nearest thing there: buildings, hands and dice, and many kinds of decisions. Every action
of a player counts, on both sides also those without a choice; chance counts on neither side, and Catanatron's dice are
rolled within the action that asks for them.
"""

from __future__ import annotations

from catanatron import Color, Game, RandomPlayer

from benches.measure import Row, paired_rates
from benches.subjects import DUNGEON_PETZ

#: Catanatron gives up a game after so many turns.
TURNS = 1000


def play(seed: int) -> Game:
    """A game of four random players; a seed of 0 would be none."""
    game = Game([RandomPlayer(color) for color in Color], seed=1 + seed)
    winner = game.play()
    assert winner in game.state.colors or game.state.num_turns == TURNS
    return game


def rows() -> list[Row]:
    """Both rates and their ratio."""
    again = [play(0).state.actions for _ in range(2)]
    assert again[0] == again[1] and len(again[0]) > 100, "the same seed plays the same game"
    length = sum(len(play(seed).state.actions) for seed in range(20)) / 20

    def theirs() -> int:
        return sum(len(play(seed).state.actions) for seed in range(10))

    games = 5_000

    def ours() -> int:
        results = DUNGEON_PETZ.simulate(games)
        assert len(results) == games
        return int(results.decisions.sum())

    mine, other, ratio = paired_rates(ours, theirs)
    return [
        Row("Spielwerk, Dungeon Petz, four random players", mine, "decisions/s"),
        Row(f"Catanatron, four random players, {length:.0f} decisions a game", other, "decisions/s"),
        Row("Spielwerk / Catanatron", ratio, "x", ">= 30, aim 100"),
    ]
