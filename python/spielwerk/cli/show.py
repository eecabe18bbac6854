"""``spielwerk show``: a saved match or state as text or picture."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from spielwerk import _native, match_io
from spielwerk._native import Game, State
from spielwerk.cli.failure import USAGE, Failure
from spielwerk.cli.options import METAVAR, game_from_words
from spielwerk.errors import DecodeError, OptionError
from spielwerk.files import replace_file
from spielwerk.match import Match
from spielwerk.svg import state_svg

__all__ = ["command", "read"]

_STATE_KEYS = {"game", "options", "state"}
_MOST_VARIANTS = 4096


def command(
    file: Annotated[
        Path, typer.Argument(help="A saved match, a JSON map with game, options and state, or a state's bytes.")
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=f"[{METAVAR}]", help="The game of a state's bytes, if it cannot be guessed.", show_default=False
        ),
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the position into this .svg file.")] = None,
    transcript: Annotated[bool, typer.Option("--transcript", help="Print all that happened in a match.")] = False,
    study: Annotated[bool, typer.Option("--study", help="Accept a position that no game reaches.")] = False,
) -> None:
    """Show a saved match or position."""
    if svg is not None and svg.suffix.lower() != ".svg":
        raise Failure(f"a picture is saved as .svg, not as '{svg}'", USAGE)
    shown = read(file, game_from_words(words) if words else None, study)
    if isinstance(shown, Match):
        state = shown.state
        typer.echo(shown.transcript() + "\n" if transcript else f"{shown!r}\n")
    elif transcript:
        raise Failure(f"{file} holds a position: only a match has a transcript", USAGE)
    else:
        state = shown
    typer.echo(str(state))
    if svg is not None:
        try:
            picture = state_svg(state)
        except LookupError as error:
            raise Failure(str(error)) from error
        with replace_file(svg) as target:
            target.write(picture.encode())
        typer.echo(f"wrote {svg}", err=True)


def read(file: Path, game: Game | None, study: bool) -> Match | State:
    """What the file holds. Raises OSError, or DecodeError, InvalidStateError or OptionError with the reason."""
    with file.open("rb") as stream:
        content = stream.read(match_io.MAX_FILE_BYTES + 1)
    if content.lstrip()[:1] != b"{":
        return _from_bytes(content, file, game)
    data = match_io.parse_json(content, str(file))
    if data.get("format") == match_io.FORMAT:
        return Match.from_dict(data)
    if not _STATE_KEYS.issubset(data) or not isinstance(data["options"], dict) or not isinstance(data["state"], dict):
        raise DecodeError(f"{file} is neither a saved match nor a map with game, options and state")
    try:
        owner = _native._restore_game(data["game"], data["options"])
        return owner.state_from_dict(data["state"], strict=not study)
    except (TypeError, OverflowError) as error:
        raise DecodeError(f"{file} holds a value of the wrong type: {error}") from error


def _from_bytes(content: bytes, file: Path, game: Game | None) -> State:
    reasons = []
    for candidate in [game] if game is not None else _variants():
        try:
            return candidate.state_from_bytes(content)
        except DecodeError as error:
            reasons.append(str(error))
    told = reasons[0] if game is not None else "no game of this version wrote its bytes, or they are damaged"
    raise DecodeError(f"{file} is no saved match or state: {told}")


def _variants() -> Iterator[Game]:
    """Every game with the combinations of its options that can be listed, the usual ones first: bytes say whose they
    are only to their own game.
    """
    for name in _native.game_names():
        changes = {option["name"]: _others(option) for option in _native.game_info(name)["options"]}
        # Few games have more than a few options of their own.
        sets = (chosen for count in range(len(changes) + 1) for chosen in itertools.combinations(changes, count))
        variants = (
            dict(zip(chosen, values, strict=True))
            for chosen in sets
            for values in itertools.product(*(changes[key] for key in chosen))
        )
        for options in itertools.islice(variants, _MOST_VARIANTS):
            try:
                game = _native.load(name, **options)
            except OptionError:
                continue  # not every value goes with every other, such as the third seat with two players
            yield game


def _others(option: dict[str, Any]) -> list[Any]:
    """What the option may be besides its default, as far as it can be listed."""
    values: list[Any] = []
    if option["choices"] is not None:
        values = list(option["choices"])
    if option["kind"] == "boolean":
        values = [False, True]
    elif option["kind"] == "integer":
        values += list(range(option["low"], min(option["high"], option["low"] + 63) + 1))
    return [value for value in values if value != option["default"]]
