"""``spielwerk perft``: counting sequences of decisions, the usual proof of a move generator."""

import time
from typing import Annotated

import typer

from spielwerk._native import Rng
from spielwerk.checks import whole_number
from spielwerk.cli.failure import INTERRUPTED, USAGE, Failure
from spielwerk.cli.options import game_from_words, words_argument

__all__ = ["command"]


def command(
    words: Annotated[list[str], words_argument()],
    depth: Annotated[int, typer.Option(help="Longest sequence, 0 .. 64.")] = 2,
    seed: Annotated[int, typer.Option(help="Seed of the chance before the first decision.")] = 0,
) -> None:
    """Count the sequences of ids of each length from 0 to --depth.

    Chance before the first decision (Patchwork: the order of the circle) is dealt by --seed and not counted; chance
    that comes later is.
    """
    game = game_from_words(words)
    try:
        whole_number("--depth", depth, 0, 64)
        rng = Rng(whole_number("--seed", seed, 0, 2**64 - 1))
    except ValueError as error:
        raise Failure(str(error), USAGE) from error
    state = game.initial_state()
    while state.is_chance:
        state = state.sample_chance(rng)
    typer.echo(f"{'depth':>5}  {'sequences':>22}  {'seconds':>9}  {'a second':>15}")
    for length in range(depth + 1):
        start = time.perf_counter()
        try:
            count = state.perft(length)
        except KeyboardInterrupt:
            raise Failure(f"interrupted at depth {length}; the lines above are complete", INTERRUPTED) from None
        except OverflowError as error:
            raise Failure(f"depth {length}: {error}") from error
        spent = time.perf_counter() - start
        typer.echo(f"{length:>5}  {count:>22,}  {spent:>9.3f}  {count / max(spent, 1e-9):>15,.0f}")
