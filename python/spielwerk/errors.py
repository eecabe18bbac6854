"""The exceptions of the package.

They are Python classes, not classes of the compiled module, so that a worker process can pickle them and a caller can
import them by name. The compiled module raises these very classes; therefore this file imports nothing of the package.
"""

from collections.abc import Iterable

__all__ = [
    "DecodeError",
    "IllegalActionError",
    "InvalidStateError",
    "MatchError",
    "OptionError",
    "SpielwerkError",
]


class SpielwerkError(Exception):
    """What all errors of this package have in common."""


class IllegalActionError(SpielwerkError, ValueError):
    """An action or outcome that the state refuses; the message says why, and the state is what it was."""


class InvalidStateError(SpielwerkError, ValueError):
    """A position that cannot be: the message names all faults, and :attr:`faults` lists them one by one."""

    faults: list[str]

    def __init__(self, message: str = "", faults: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.faults = list(faults)

    def __reduce__(self) -> tuple[type["InvalidStateError"], tuple[str, list[str]]]:
        # The default would rebuild the error from its message alone and lose the faults between processes.
        return type(self), (str(self), self.faults)


class DecodeError(SpielwerkError, ValueError):
    """Bytes or a file that this package did not write, or that were damaged, cut short or made for another game or
    option.
    """


class OptionError(SpielwerkError, ValueError):
    """An unknown game, option or policy, or a value out of its range; the message lists what is accepted."""


class MatchError(SpielwerkError, ValueError):
    """Something a match cannot do, such as taking back more decisions than were made."""
