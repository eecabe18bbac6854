"""Short forms for people: options and places in a line of text."""

from collections.abc import Mapping
from typing import Any

from spielwerk._native import State

__all__ = ["options_text", "place"]

_LONGEST = 40
"""A longer text is a file's, of which the beginning is enough."""


def options_text(options: Mapping[str, Any], sign: str = "=") -> str:
    """``name=value, ...``; of a file's text only the beginning."""
    return ", ".join(f"{name}{sign}{_short(value)}" for name, value in options.items())


def place(state: State, seat: int) -> str:
    """``place 2``, with a word for a seat that is out of the game: then even the first place is no victory."""
    return f"place {state.ranks()[seat]}{', out of the game' if state.is_out(seat) else ''}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST else f"{' '.join(text[:_LONGEST].split())}…"
