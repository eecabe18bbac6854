"""How a command gives up: one line for a person, and an exit code for a script."""

from typing import Final

__all__ = ["FAILED", "INTERRUPTED", "USAGE", "Failure"]

FAILED: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130
"""What shells report for a process that Ctrl-C ended: 128 + SIGINT."""


class Failure(Exception):  # noqa: N818 - the end of a command, not an error of the program
    """The command ends here; the message says what to do."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
