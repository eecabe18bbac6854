"""Writing a file so that a failure never costs the one that was there before."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO

__all__ = ["replace_file"]


@contextlib.contextmanager
def replace_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A binary file that takes the place of ``path`` when the block ends well, and vanishes when it does not.

    The new content is written beside the target and renamed onto it, so other processes see the old file or the whole
    new one. A symbolic link stays a link. Raises OSError as :func:`open` and :meth:`write` do.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(f"{os.fspath(path)} is a folder")
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.part")
    with contextlib.ExitStack() as undo:
        try:
            # "x" and not tempfile: the file gets the permissions that the user's umask gives to any new file.
            file = part.open("x+b")
            undo.callback(lambda: part.unlink(missing_ok=True))
            with file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        except OSError as error:
            # The user knows the file he asked for, not the one beside it; a full disk names none at all.
            raise type(error)(error.errno, error.strerror or str(error), os.fspath(path)) from error
        undo.pop_all()
