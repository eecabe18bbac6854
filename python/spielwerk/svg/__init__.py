"""States as pictures: self-contained SVG, without scripts or fonts from elsewhere."""

import importlib

from spielwerk._native import State

__all__ = ["state_svg"]


def state_svg(state: State) -> str:
    """A picture of a state. TypeError for what is no state, LookupError for a game without pictures."""
    if not isinstance(state, State):
        raise TypeError(f"a State belongs here, not {type(state).__name__}")
    name = state.game.name
    try:
        artist = importlib.import_module(f"spielwerk.svg.{name}")
    except ModuleNotFoundError as error:
        raise LookupError(f"there are no pictures of {name}") from error
    picture: str = artist.draw(state)
    return picture
