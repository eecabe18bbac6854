"""Matches as JSON: written so that nothing is taken on trust when it is read back."""

import json
import os
import re
from pathlib import Path
from typing import Any

from spielwerk import _native
from spielwerk._native import CHANCE, Rng
from spielwerk.checks import whole_number
from spielwerk.errors import DecodeError, IllegalActionError, OptionError
from spielwerk.files import replace_file
from spielwerk.match import Match, Record, RngState, _Decision

__all__ = ["FORMAT", "MAX_FILE_BYTES", "MAX_RECORDS", "from_dict", "load", "parse_json", "save", "to_dict"]

FORMAT = "spielwerk-match"
VERSION = 1
MAX_FILE_BYTES = 8 * 2**20
"""A file beyond this size is refused unread; a long match takes some tens of kilobytes."""
MAX_RECORDS = 20_000
"""Most actions and outcomes of a match that is read; the games end within hundreds."""

_KEYS = {"format", "version", "game", "options", "rules_version", "seed", "stream", "ids", "draws", "rng", "state"}
_RNG = re.compile(r"[0-9a-f]{64}")


def to_dict(match: Match) -> dict[str, Any]:
    """See :meth:`Match.to_dict`."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.name,
        "options": match.game.options,
        "rules_version": match.game.rules_version,
        "seed": match.seed,
        "stream": match.stream,
        "ids": [record.id for record in match._history],
        # The generator before and after each decision: without it a match that was read back could not be undone
        # faithfully.
        "draws": [_draw_text(decision) for decision in match._decisions],
        "rng": _rng_text(match.rng.getstate()),
        "state": match.state.to_dict(),
    }


def from_dict(data: Any) -> Match:
    """See :meth:`Match.from_dict`."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DecodeError(f"this is no saved match: it lacks format {FORMAT!r}")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise DecodeError(f"the match is of format version {data.get('version')!r}; this package reads {VERSION}")
    if data.keys() != _KEYS:
        odd = ", ".join(sorted(str(key) for key in data.keys() ^ _KEYS))
        raise DecodeError(f"the match has missing or unknown keys: {odd}")
    match = Match.__new__(Match)
    match._game = _game(data)
    try:
        match._seed = whole_number("seed", data["seed"], 0, 2**64 - 1)
        match._stream = whole_number("stream", data["stream"], 0, 2**64 - 1)
    except (TypeError, ValueError) as error:
        raise DecodeError(f"the match is damaged: {error}") from error
    match._rng = Rng.from_state(_rng_state(data["rng"]))
    _replay(match, _list(data, "ids"), _list(data, "draws"))
    # Through JSON, since tuples become lists there; a state without this form cannot have been saved.
    if json.loads(json.dumps(match.state.to_dict())) != data["state"]:
        raise DecodeError("the match is damaged: its ids lead to another state than the one that was saved")
    return match


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """See :meth:`Match.save`."""
    text = json.dumps(to_dict(match), indent=1)
    with replace_file(path) as file:
        file.write(text.encode() + b"\n")


def load(path: str | os.PathLike[str]) -> Match:
    """See :meth:`Match.load`."""
    with Path(path).open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
    return from_dict(parse_json(content, os.fspath(path)))


def parse_json(content: bytes, name: str) -> Any:
    """The value of a JSON file's content. DecodeError if it is larger than :data:`MAX_FILE_BYTES` or no JSON."""
    if len(content) > MAX_FILE_BYTES:
        raise DecodeError(f"{name} is larger than {MAX_FILE_BYTES // 2**20} MiB and thus no saved match or state")
    try:
        return json.loads(content)
    # ValueError also covers bytes that are no UTF-8 and numbers with thousands of digits; deep nesting ends in
    # RecursionError.
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"{name} is no JSON file: {error}") from error


def _game(data: dict[str, Any]) -> _native.Game:
    name, options = data["game"], data["options"]
    if not isinstance(name, str) or not isinstance(options, dict):
        raise DecodeError("the match is damaged: game must be a name and options a map")
    try:
        game = _native._restore_game(name, options)
    except (OptionError, TypeError, ValueError, OverflowError) as error:
        raise DecodeError(f"the match is of a game or option that this version does not have: {error}") from error
    if type(data["rules_version"]) is not int or data["rules_version"] != game.rules_version:
        raise DecodeError(
            f"the match follows rules version {data['rules_version']!r} of {name}; this is {game.rules_version}"
        )
    return game


def _replay(match: Match, ids: list[Any], draws: list[Any]) -> None:
    """Plays all ids and thereby sets state, history and decisions."""
    match._history, match._decisions, match._undone = [], [], []
    state, positions = match.game.initial_state(), iter(draws)
    for place, number in enumerate(ids):
        if type(number) is not int:
            raise DecodeError(f"the match is damaged: id {place} is no whole number")
        actor = state.current_player
        if actor != CHANCE:
            match._decisions.append(_Decision(place, state, *_draw(next(positions, None))))
        try:
            state = state.apply(number)
        except (IllegalActionError, OverflowError, ValueError) as error:
            raise DecodeError(f"the match is damaged: id {place} cannot be played: {error}") from error
        match._history.append(Record(actor, number))
    if next(positions, None) is not None:
        raise DecodeError("the match is damaged: it has more draws than decisions")
    if state.is_chance:
        raise DecodeError("the match is cut short: chance has not been drawn")
    match._state = state


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data[key]
    if not isinstance(value, list):
        raise DecodeError(f"the match is damaged: {key} must be a list")
    if len(value) > MAX_RECORDS:
        raise DecodeError(f"the match is damaged: {len(value)} {key} are more than any match has")
    return value


def _draw_text(decision: _Decision) -> str:
    """One position where the generator did not choose, two where it did."""
    before, made = _rng_text(decision.before), _rng_text(decision.made)
    return before if before == made else before + made


def _draw(text: Any) -> tuple[RngState, RngState]:
    if isinstance(text, str) and len(text) == 128:
        return _rng_state(text[:64]), _rng_state(text[64:])
    before = _rng_state(text)
    return before, before


def _rng_text(state: RngState) -> str:
    return "".join(f"{word:016x}" for word in state)


def _rng_state(text: Any) -> RngState:
    if not isinstance(text, str) or not _RNG.fullmatch(text) or set(text) == {"0"}:
        raise DecodeError(
            "the match is damaged: the generator's state must be 64 hexadecimal digits, not all of them 0"
        )
    a, b, c, d = (int(text[start : start + 16], 16) for start in range(0, 64, 16))
    return a, b, c, d
