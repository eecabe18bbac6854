"""The command ``spielwerk``: one module a command. Exit codes: 0 fine, 1 failure, 2 wrong usage, 130 interrupted."""

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import typer

from spielwerk._native import __version__
from spielwerk.cli import describe, doctor, games, perft, play, show, simulate
from spielwerk.cli.failure import INTERRUPTED, USAGE, Failure
from spielwerk.errors import OptionError, SpielwerkError

__all__ = ["app", "main"]

app = typer.Typer(
    name="spielwerk",
    help="Board games with exact rules: simulate, count, play and look at them.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# Options of a game are not known before its name is: what typer does not know stays among the words of the argument.
_LOOSE = {"ignore_unknown_options": True}
app.command("games")(games.command)
app.command("describe", context_settings=_LOOSE)(describe.command)
app.command("simulate", context_settings=_LOOSE)(simulate.command)
app.command("perft", context_settings=_LOOSE)(perft.command)
app.command("play", context_settings=_LOOSE)(play.command)
app.command("show", context_settings=_LOOSE)(show.command)
app.command("doctor")(doctor.command)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"spielwerk {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    """Board games with exact rules: simulate, count, play and look at them."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line with ``arguments`` (by default those of the process) and exit with its code."""
    sys.exit(_run(list(sys.argv[1:] if arguments is None else arguments)))


def _run(arguments: list[str]) -> int:
    # A terminal that cannot show a sign, or a pipe that sends what is no text, gets question marks and not a traceback.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # Typer would raise its help as an error, in one line.
        code = app(args=arguments or ["--help"], prog_name="spielwerk", standalone_mode=False)
        # Here and not at the interpreter's exit, where a full disk could only be reported by a traceback.
        sys.stdout.flush()
    except Failure as failure:
        return _complain(str(failure), failure.code)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", INTERRUPTED)
    except OptionError as error:
        return _complain(str(error), USAGE)
    except BrokenPipeError:
        # The reader has seen enough: `spielwerk games | head -1` is no mistake of anybody.
        _silence(sys.stdout)
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return _complain(f"{where}{error.strerror or error}", 1)
    except MemoryError:
        return _complain("not enough memory: ask for fewer games at a time", 1)
    except (SpielwerkError, ImportError) as error:
        return _complain(str(error), 1)
    except Exception as error:
        # Typer's own errors about the command line; which class they are of differs between its versions.
        if not hasattr(error, "format_message"):
            raise
        text = str(error.format_message())
        return _complain(f"{text[:1].lower()}{text[1:].rstrip('.')}; see spielwerk --help", USAGE) if text else USAGE
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    """One line on standard error, after what was printed so far."""
    try:
        sys.stdout.flush()
    except OSError:
        _silence(sys.stdout)
    with contextlib.suppress(OSError):
        sys.stderr.write(f"spielwerk: {' '.join(message.split())}\n")
        sys.stderr.flush()
    return code


def _silence(stream: object) -> None:
    """Let what is left in a stream's buffer go nowhere, so that the interpreter's exit finds nothing to fail on."""
    with contextlib.suppress(OSError, AttributeError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[attr-defined]  # streams that lack it are suppressed
        os.close(nowhere)
