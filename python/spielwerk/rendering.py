"""The render modes of the environments of other libraries."""

import sys

import numpy as np
import numpy.typing as npt

from spielwerk._native import State
from spielwerk.errors import OptionError
from spielwerk.pixels import rgb_array

__all__ = ["RENDER_MODES", "check_render_mode", "rendered"]

RENDER_MODES = ("human", "ansi", "rgb_array")


def check_render_mode(render_mode: str | None) -> None:
    """OptionError for a word that is none of :data:`RENDER_MODES`; None is no picture at all."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise OptionError(f"unknown render mode {render_mode!r}; known are None, {', '.join(RENDER_MODES)}")


def rendered(state: State, render_mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """The board as text (``ansi``) or as pixels, uint8, shape (height, width, 3) (``rgb_array``, needs the extra
    ``render``); ``human`` writes the text to standard output. None without a render mode.
    """
    if render_mode == "ansi":
        return str(state)
    if render_mode == "rgb_array":
        return rgb_array(state)
    if render_mode == "human":
        sys.stdout.write(f"{state}\n")
    return None
