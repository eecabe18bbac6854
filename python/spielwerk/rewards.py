"""What the end of a game is worth to each seat, in the four forms that learners ask for."""

from collections.abc import Callable
from typing import Final

from spielwerk._native import State
from spielwerk.errors import OptionError

__all__ = ["REWARDS", "check_reward", "rewards"]


def _win(state: State) -> list[float]:
    winners, players = state.winners(), state.game.num_players
    if players == 2:
        # Zero-sum: a shared victory is worth as little as none.
        return [0.0 if len(winners) != 1 else 1.0 if seat in winners else -1.0 for seat in range(2)]
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def _score(state: State) -> list[float]:
    return [float(points) for points in state.scores()]


def _rank(state: State) -> list[float]:
    ranks, players = state.ranks(), state.game.num_players
    if players == 1:
        return [0.0]
    # Seats that share a place share the places that they take up: two firsts are one and a half each.
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [(players + 1 - 2 * place) / (players - 1) for place in places]


def _margin(state: State) -> list[float]:
    scores = _score(state)
    if len(scores) == 1:
        return scores
    return [points - max(scores[:seat] + scores[seat + 1 :]) for seat, points in enumerate(scores)]


REWARDS: Final[dict[str, Callable[[State], list[float]]]] = {
    "win": _win,
    "score": _score,
    "rank": _rank,
    "margin": _margin,
}
"""Name -> rewards by seat of a finished game, as :func:`rewards` describes them."""


def check_reward(reward: str) -> str:
    """``reward`` itself. Raises OptionError for an unknown one; the message lists the known ones."""
    if reward not in REWARDS:
        raise OptionError(f"unknown reward {reward!r}; known are {', '.join(map(repr, REWARDS))}")
    return reward


def rewards(state: State, reward: str = "win") -> list[float]:
    """What a position is worth to each seat, by seat; meant for the end of a game.

    ``"win"``: with two players 1 for the winner and -1 for the other, 0 for both if there is no single winner; else 1,
    shared among the winners, and 0 for the others. ``"score"``: points. ``"rank"``: places from 1 (first) to -1 (last)
    in equal steps, ties in the middle of their places, so that the sum is 0; 0 for a single player. ``"margin"``:
    points minus those of the best other seat; points for a single player. Nobody has won before the end, or if the game
    was cut off. Raises OptionError for another word.
    """
    return REWARDS[check_reward(reward)](state)
