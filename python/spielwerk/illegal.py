"""What the environments of other libraries make of an illegal action."""

from typing import SupportsIndex

from spielwerk._native import State
from spielwerk.checks import whole_number
from spielwerk.errors import IllegalActionError, OptionError

__all__ = ["ILLEGAL", "check_illegal", "read_action"]

ILLEGAL = ("terminate", "resample", "raise")
"""It ends the episode, is replaced by a random legal one, or raises."""

_U64 = 2**64 - 1


def check_illegal(illegal: str) -> None:
    """OptionError for a word that is none of :data:`ILLEGAL`."""
    if illegal not in ILLEGAL:
        raise OptionError(f"illegal must be one of {', '.join(map(repr, ILLEGAL))}, not {illegal!r}")


def read_action(state: State, action: SupportsIndex, illegal: str) -> tuple[int, bool]:
    """The action as an int, and whether it is refused. TypeError for what is no whole number; with ``"raise"``,
    IllegalActionError for a refused one, which says why.
    """
    chosen = whole_number("action", action, -_U64, _U64)
    is_id = 0 <= chosen < state.game.num_actions
    refused = not (is_id and state.is_legal(chosen))
    if refused and illegal == "raise":
        if is_id:
            state.apply(chosen)
        raise IllegalActionError(f"actions are 0 .. {state.game.num_actions - 1}, not {chosen}")
    return chosen, refused
