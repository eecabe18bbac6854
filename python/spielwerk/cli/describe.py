"""``spielwerk describe``: options, ids, observation and the rest of one game."""

from typing import Annotated

import typer

from spielwerk.cli.options import game_from_words, words_argument

__all__ = ["command"]


def command(words: Annotated[list[str], words_argument()]) -> None:
    """Print all that a game says of itself: options, action ids, chance outcomes, observation, tables."""
    typer.echo(game_from_words(words).describe())
