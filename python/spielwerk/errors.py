"""The exceptions of the package.

They are Python classes, not classes of the compiled module, so that a worker process can pickle them and a caller can
import them by name. The compiled module raises these very classes; therefore this file imports nothing of the package.
"""

from collections.abc import Iterable

__all__ = [
    "AmbiguousLinksError",
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


class AmbiguousLinksError(SpielwerkError, ValueError):
    """Numbers of Trek 12 that do not say which links were made (TK-98): give the links.

    :attr:`slots` lists where more than one link is possible: (circle, ``"below"`` or ``"above"``, candidates).
    """

    slots: list[tuple[int, str, tuple[int, ...]]]

    def __init__(self, message: str = "", slots: Iterable[tuple[int, str, Iterable[int]]] = ()) -> None:
        super().__init__(message)
        self.slots = [(circle, side, tuple(candidates)) for circle, side, candidates in slots]

    def __reduce__(
        self,
    ) -> tuple[type["AmbiguousLinksError"], tuple[str, list[tuple[int, str, tuple[int, ...]]]]]:
        return type(self), (str(self), self.slots)
