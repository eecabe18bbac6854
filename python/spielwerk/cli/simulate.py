"""``spielwerk simulate``: many games, a table, and files."""

from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.failure import INTERRUPTED, USAGE, Failure
from spielwerk.cli.options import game_from_words, words_argument
from spielwerk.results import Results
from spielwerk.simulation import SimulationInterrupted, simulate

__all__ = ["command"]


def command(
    words: Annotated[list[str], words_argument()],
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed, 0 .. 2**64 - 1; the same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Threads; by default all processors that may be used.")] = None,
    policy: Annotated[
        str, typer.Option(help="Policy of all seats, or one for each seat separated by commas.")
    ] = "random",
    first_index: Annotated[int, typer.Option(help="Number of the first game; game i is the same in every run.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write one row a game to this .npz, .csv or .parquet file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the results into this picture (.png, .svg, .pdf).")] = None,
) -> None:
    """Play many games and print a table of the results. Ctrl-C ends early and keeps what is done."""
    game = game_from_words(words)
    policies: str | list[str] = policy.split(",") if "," in policy else policy
    # All that can be wrong with the files is said before the work, not after it.
    _check_targets(out, plot)
    interrupted = None
    try:
        results = simulate(
            game, games, seed, threads=threads, policies=policies, first_index=first_index, progress=True
        )
    except SimulationInterrupted as interruption:
        results, interrupted = interruption.partial, str(interruption)
    except ValueError as error:
        raise Failure(str(error), USAGE) from error
    typer.echo(str(results.summary()))
    _write(results, out, plot)
    if interrupted is not None:
        raise Failure(f"{interrupted}; the table shows those that were finished", INTERRUPTED)


def _check_targets(out: Path | None, plot: Path | None) -> None:
    from spielwerk import results_io, results_plot

    for path, check in ((out, results_io.check_suffix), (plot, results_plot.check_suffix)):
        if path is None:
            continue
        try:
            check(path)
        except ValueError as error:
            raise Failure(str(error), USAGE) from error
        if not path.absolute().parent.is_dir():
            raise Failure(f"{path}: there is no folder {path.absolute().parent}; make it first")
        if path.is_dir():
            raise Failure(f"{path} is a folder; name a file")


def _write(results: Results, out: Path | None, plot: Path | None) -> None:
    if out is not None:
        results.save(out)
        typer.echo(f"wrote {results.games:,} rows to {out}", err=True)
    if plot is not None and results.games == 0:
        typer.echo(f"no picture in {plot}: there is no game to draw", err=True)
    elif plot is not None:
        results.plot(path=plot)
        typer.echo(f"wrote a picture to {plot}", err=True)
