"""``spielwerk games``: what there is to play."""

import shutil
import textwrap
from collections.abc import Sequence
from typing import Any

import typer

from spielwerk import _native
from spielwerk.cli.options import describe_option

__all__ = ["command"]


def command() -> None:
    """List the games with their options, and how sure the project is of their tables."""
    for number, name in enumerate(_native.game_names()):
        info = _native.game_info(name)
        low, high = info["min_players"], info["max_players"]
        players = f"{low} players" if low == high else f"{low} to {high} players"
        if number:
            typer.echo()
        typer.echo(f"{name}: {info['title']}, {players}, rules version {info['rules_version']}")
        typer.echo("  options")
        _table([(describe_option(option), f"default {_default(option)}", _help(option)) for option in info["options"]])
        typer.echo("  tables")
        _table([(table, sentence) for table, sentence in info["provenance"].items()])


def _default(option: dict[str, Any]) -> str:
    """The default as one types it."""
    default = option["default"]
    return "none" if default is None else str(default).lower() if isinstance(default, bool) else str(default)


def _help(option: dict[str, Any]) -> str:
    names = f": {', '.join(option['choices'])}" if option["kind"] == "name" else ""
    return f"{option['help']}{names}"


def _table(rows: Sequence[tuple[str, ...]]) -> None:
    """Columns as wide as their widest entry; the last one is wrapped to what is left of the terminal's width."""
    if not rows:
        typer.echo("    none")
        return
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    margin = 4 + sum(width + 2 for width in widths)
    room = max(30, shutil.get_terminal_size((120, 24)).columns - margin)
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        first, *others = textwrap.wrap(row[-1], room) or [""]
        typer.echo("    " + "  ".join([*cells, first]))
        for line in others:
            typer.echo(" " * margin + line)
