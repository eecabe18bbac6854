"""What a game says of itself, section by section: ``Game.describe`` prints it and the games' pages are made of it."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from spielwerk import _native
from spielwerk._native import Game

__all__ = ["Section", "game_text", "sections"]

_WIDTH = 120
_NARROWEST = 24
_LONGEST_VALUE = 40


class Section(NamedTuple):
    """A heading, a sentence or nothing, and a table or nothing. Code is set in backticks, as in Markdown."""

    title: str
    about: str
    head: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()


def sections(game: Game, *, with_values: bool = True) -> list[Section]:
    """All that a game says of itself: options, actions, chance outcomes, observation, score sheet, policies,
    provenance. ``with_values`` puts the value that each option has beside its default.
    """
    return [
        _options(game, with_values),
        _families("Actions", f"{game.num_actions} ids, the same for every seat.", game.action_spec),
        _families("Chance outcomes", f"{game.num_outcomes} ids.", game.outcome_spec),
        _observation(game),
        _score_sheet(game),
        Section("Policies", "", ("name", "plays"), [(f"`{name}`", text) for name, text in game.policies.items()]),
        Section("Provenance", "", ("table", "how sure it is"), list(game.provenance.items())),
    ]


def game_text(game: Game) -> str:
    """A game as text to be printed, in lines of at most 120 characters unless a single word is longer."""
    players = "1 player" if game.num_players == 1 else f"{game.num_players} players"
    lines = [f"{game.title} ({game.name}), {players}"]
    for section in sections(game):
        lines += ["", section.title, "=" * len(section.title)]
        lines += textwrap.wrap(_plain(section.about), _WIDTH)
        if section.head:
            lines += (
                ["", *_aligned(section.head, section.rows)] if section.about else _aligned(section.head, section.rows)
            )
    return "\n".join(lines)


# ---- the sections ----


def _options(game: Game, with_values: bool) -> Section:
    info = _native.game_info(game.name)
    about = f"Rules version {info['rules_version']}, {_range(info['min_players'], info['max_players'])} players."
    rows = []
    for option in info["options"]:
        value = (_value(game.options[option["name"]]),) if with_values else ()
        rows.append((f"`{option['name']}`", *value, _accepted(option), _value(option["default"]), option["help"]))
    value_head = ("value",) if with_values else ()
    return Section("Options", about, ("option", *value_head, "values", "default", "meaning"), rows)


def _accepted(option: dict[str, Any]) -> str:
    if option["choices"] is not None:
        accepted = ", ".join(f"`{choice!r}`" for choice in option["choices"])
        accepted += ", or an id of the file" if option["kind"] == "name" else ""
        return accepted + (f", or {_range(option['low'], option['high'])}" if option["low"] is not None else "")
    if option["low"] is not None:
        return _range(option["low"], option["high"])
    return str(option["kind"])


def _value(value: Any) -> str:
    # The text of a file is cut: nobody wants to read it whole in a table.
    is_long = isinstance(value, str) and len(value) > _LONGEST_VALUE
    return f"`{value[:_LONGEST_VALUE] + '…' if is_long else value!r}`"


def _families(title: str, about: str, families: list[dict[str, Any]]) -> Section:
    rows = []
    for family in families:
        first, size = family["first"], family["size"]
        factors = " · ".join(f"{_one(name)} {count}" for name, count in family["factors"]) or "none"
        rows.append((family["family"], _range(first, first + size - 1), factors, family["meaning"], family["rule"]))
    about += " The slowest factor comes first: an id is `first` plus the factors written as digits."
    return Section(title, about, ("family", "ids", "factors", "meaning", "rule"), rows)


def _observation(game: Game) -> Section:
    about = (
        f"{game.observation_size} bytes, as `state.observation(player)` writes them: all that the seat may know and "
        "nothing else. Seats are relative to it: the observer first, then the others in order round the table."
    )
    rows = [
        (
            f"`{field['name']}`",
            str(field["offset"]),
            " × ".join(map(str, field["shape"])) or "1",
            field["dtype"],
            str(field["low"]),
            str(field["high"]),
            field["meaning"],
        )
        for field in game.observation_spec
    ]
    return Section("Observation", about, ("field", "offset", "shape", "dtype", "low", "high", "meaning"), rows)


def _score_sheet(game: Game) -> Section:
    points = "whole points" if game.score_scale == 1 else f"points, in steps of 1/{game.score_scale}"
    items = ", ".join(f"`{item}`" for item in game.score_items)
    return Section("Score sheet", f"Items in this order, in {points}: {items}; `total` is their sum.")


def _one(name: str) -> str:
    """A name that stays one thing when a number follows it."""
    return f"({name})" if " " in name else name


def _range(low: Any, high: Any) -> str:
    return str(low) if low == high else f"{low} to {high}"


# ---- as text ----


def _plain(text: str) -> str:
    return text.replace("`", "")


def _aligned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in columns; the widest ones are wrapped until it fits."""
    table = [list(head), *([_plain(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    room = _WIDTH - 2 * (len(head) - 1)
    while sum(widths) > room and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(table):
        cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in range(max(map(len, cells))):
            texts = [cell[line] if line < len(cell) else "" for cell in cells]
            yield "  ".join(text.ljust(width) for text, width in zip(texts, widths, strict=True)).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths)
