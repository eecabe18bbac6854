"""``NAME --option value ...``: a game from words of the command line, with the types that the game itself declares."""

import os
from typing import Any

import typer

from spielwerk import _native
from spielwerk._native import Game
from spielwerk.cli.failure import USAGE, Failure

__all__ = ["METAVAR", "WORDS_HELP", "describe_option", "game_from_words", "split_words"]

METAVAR = "NAME [--OPTION VALUE]..."
WORDS_HELP = (
    "Name of the game and its options, such as: patchwork --time-track first_edition. `spielwerk games` lists them."
)
_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def game_from_words(words: list[str]) -> Game:
    """The game that the words name. Raises Failure (usage) or OptionError with what is accepted."""
    names, pairs = split_words(words)
    if len(names) != 1:
        known = ", ".join(_native.game_names())
        told = f"one game at a time, not {' '.join(names)!r}" if names else "name a game"
        raise Failure(f"{told}; there are: {known}", USAGE)
    declared = {option["name"]: option for option in _native.game_info(names[0])["options"]}
    options = {}
    for flag, text in pairs:
        name = flag.removeprefix("--").replace("-", "_")
        if name not in declared and text is None and name.removeprefix("no_") in declared:
            name, text = name.removeprefix("no_"), "false"
        if name not in declared:
            known = "; ".join(describe_option(option) for option in declared.values()) or "none"
            raise Failure(f"unknown option {flag}; options of {names[0]}: {known}", USAGE)
        if name in options:
            raise Failure(f"option {flag} is given twice", USAGE)
        options[name] = _value(flag, text, declared[name])
    return _native.load(names[0], **options)


def split_words(words: list[str]) -> tuple[list[str], list[tuple[str, str | None]]]:
    """Plain words, and (flag, value) pairs; a flag's value is what follows ``=`` or the next word, None if there is
    none.
    """
    names: list[str] = []
    pairs: list[tuple[str, str | None]] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            names.append(word)
        elif "=" in word:
            flag, _, text = word.partition("=")
            pairs.append((flag, text))
        else:
            pairs.append((word, next(rest, None)))
    return names, pairs


def describe_option(option: dict[str, Any]) -> str:
    """An option with what it accepts, in the form of the command line."""
    flag = "--" + option["name"].replace("_", "-")
    if option["kind"] == "choice":
        accepted = "|".join(str(choice) for choice in option["choices"])
    elif option["kind"] == "integer":
        words = [str(choice) for choice in option["choices"] or ()]
        low, high = option["low"], option["high"]
        accepted = "|".join([*words, str(low) if low == high else f"{low}..{high}"])
    else:
        accepted = {"boolean": "true|false", "name": "NAME", "file": "FILE"}[option["kind"]]
    return f"{flag} {accepted}"


def _value(flag: str, text: str | None, option: dict[str, Any]) -> Any:
    if text is None:
        if option["kind"] == "boolean":
            return True
        raise Failure(f"option {flag} needs a value: {describe_option(option)}", USAGE)
    if option["kind"] == "boolean":
        if text.lower() not in _BOOLEANS:
            raise Failure(f"option {flag} is true or false, not {text!r}", USAGE)
        return _BOOLEANS[text.lower()]
    if option["kind"] == "integer":
        if text in (option["choices"] or ()):
            return text
        # The bounds are the game's to check, but a text that is no number would be an error of type there.
        try:
            return int(text)
        except ValueError:
            raise Failure(f"option {flag} is a whole number, not {text!r}: {describe_option(option)}", USAGE) from None
    if option["kind"] == "file" and text.lstrip().startswith("{"):
        # On a command line it is a path whatever it begins with; with a folder before it, nothing takes it for a text.
        return os.path.join(os.curdir, text)  # noqa: PTH118 - a Path would drop the dot again
    if option["kind"] == "choice":
        return next((choice for choice in option["choices"] if str(choice) == text), text)
    return text


def words_argument() -> Any:
    """The argument that takes a game's name and options."""
    return typer.Argument(metavar=METAVAR, help=WORDS_HELP, show_default=False)
