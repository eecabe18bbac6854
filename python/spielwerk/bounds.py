"""The bounds of observations, for libraries that ask for them."""

import numpy as np
import numpy.typing as npt

from spielwerk._native import Game

__all__ = ["observation_bounds"]


def observation_bounds(game: Game) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Lowest and highest values of an observation by ``game.observation_spec``, each of shape (observation_size,)."""
    low, high = np.zeros((2, game.observation_size), np.uint8)
    for field in game.observation_spec:
        span = slice(field["offset"], field["offset"] + int(np.prod(field["shape"])))
        low[span], high[span] = field["low"], field["high"]
    return low, high
