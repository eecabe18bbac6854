"""Arguments as this package takes them: whole numbers within bounds, never booleans or floats by accident."""

import operator
from collections.abc import Mapping
from typing import Any, SupportsIndex

from spielwerk import _native
from spielwerk._native import Game
from spielwerk.errors import OptionError

__all__ = ["as_game", "whole_number"]


def whole_number(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """``value`` as an int in ``low .. high``.

    Raises TypeError for a boolean, a float or anything else that is no whole number, and ValueError out of range.
    """
    # bool is an int to Python, but `games=True` is a slip of the hand, and one game would hide it.
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    number = operator.index(value)
    if not low <= number <= high:
        raise ValueError(f"{name} must be {low} .. {high}, not {number}")
    return number


def as_game(game: Game | str, options: Mapping[str, Any] | None = None) -> Game:
    """The game itself, or the one of that name with these options (by default its own). Raises TypeError for what is
    neither, OptionError for an unknown name or option, and for options of a game that is loaded.
    """
    if isinstance(game, str):
        return _native.load(game, **(options or {}))
    if not isinstance(game, Game):
        raise TypeError(f"game must be a Game or the name of one, not {type(game).__name__}")
    if options:
        raise OptionError(f"the game is loaded already: {', '.join(options)} cannot be chosen any more")
    return game
