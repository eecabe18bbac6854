"""What every comparison of a package's game with its plain reference does in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import spielwerk as sw
from tests.differential import DifferenceError, plain

BEYOND: Final = (-(2**70), -1, 2**8, 2**16 - 1, 2**16, 2**31, 2**63, 2**64, 2**70)
"""Ids that no action of a game with fewer than 256 has: they must be refused, not wrapped around."""


class Reference(Protocol):
    """What a state of any reference can do."""

    @property
    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def chance_outcomes(self) -> list[tuple[int, int]]: ...
    def apply(self, action: int) -> Any: ...
    def to_dict(self) -> dict[str, Any]: ...
    def score_sheet(self, seat: int) -> Mapping[str, Any]: ...
    def scores(self) -> list[Any]: ...
    def ranks(self) -> list[int]: ...
    def winners(self) -> list[int]: ...


@dataclass
class Tally:
    """How much was compared: a test that met nothing would pass, too."""

    games: int = 0
    #: Games that began in the middle.
    late: int = 0
    decisions: int = 0
    chance_nodes: int = 0
    refusals: int = 0
    words: int = 0
    views: int = 0
    #: Decisions of a policy that were made again.
    policy: int = 0
    copies: int = 0
    features: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True)))


def require(what: str, mine: object, reference: object) -> None:
    """DifferenceError unless both are equal."""
    if mine != reference:
        raise DifferenceError(f"{what}: package {mine!r}, reference {reference!r}")


def differing(mine: Any, reference: Any, path: str = "") -> list[str]:
    """Where two dicts differ: what the whole of them would hide."""
    if isinstance(mine, dict) and isinstance(reference, dict) and list(mine) == list(reference):
        return [line for key in mine for line in differing(mine[key], reference[key], f"{path}.{key}")]
    if isinstance(mine, list) and isinstance(reference, list) and len(mine) == len(reference):
        pairs = enumerate(zip(mine, reference, strict=True))
        return [line for k, (a, b) in pairs for line in differing(a, b, f"{path}[{k}]")]
    return [] if mine == reference else [f"{path}: package {mine!r}, reference {reference!r}"]


def compare_decision(ours: sw.State, theirs: Reference, is_over: bool, is_chance: bool) -> list[int]:
    """What each decision needs: actor, legal set, outcomes, the dict; returns the legal ids."""
    legal = theirs.legal_actions()
    require("actor", ours.current_player, theirs.current_player)
    require("legal ids", ours.legal_actions(), legal)
    require("count", ours.num_legal, len(legal))
    require("outcomes", plain(ours.chance_outcomes()), plain(theirs.chance_outcomes()))
    mine, reference = ours.to_dict(), theirs.to_dict()
    if mine != reference:
        raise DifferenceError(f"dicts: {'; '.join(differing(mine, reference)) or 'other keys or another order'}")
    require("end", ours.is_terminal, is_over)
    require("chance", ours.is_chance, is_chance)
    return legal


def compare_sheets(ours: sw.State, theirs: Reference) -> None:
    """The score sheets, with the items in their order."""
    for seat in range(ours.game.num_players):
        mine, reference = ours.score_sheet(seat), theirs.score_sheet(seat)
        require(f"sheet of seat {seat}", list(mine.items()), list(reference.items()))


def compare_places(ours: sw.State, theirs: Reference) -> None:
    """Scores, ranks and winners."""
    require("scores", list(ours.scores()), list(theirs.scores()))
    require("ranks", ours.ranks(), theirs.ranks())
    require("winners", ours.winners(), theirs.winners())


def compare_fields(ours: sw.State, seat: int, expected: Mapping[str, list[int]]) -> None:
    """The observation of a seat, field by field as ``Game.observation_spec`` names them."""
    spec, view = ours.game.observation_spec, ours.observation(seat)
    require("fields of a view", [entry["name"] for entry in spec], list(expected))
    for entry in spec:
        start, wanted = entry["offset"], expected[entry["name"]]
        require(f"seat {seat} sees {entry['name']}", view[start : start + len(wanted)].tolist(), wanted)
    require("size of a view", len(view), sum(map(len, expected.values())))


def compare_refusals(ours: sw.State, theirs: Reference, actions: int) -> int:
    """Every id, and some beyond, is accepted by both or refused by both; returns how many were refused."""
    require("size of the action space", ours.game.num_actions, actions)
    refused = 0
    for action in (*range(actions + 2), *BEYOND):
        accepts = accepted(ours, action), accepted(theirs, action)
        if accepts[0] != accepts[1]:
            raise DifferenceError(f"id {action}: accepted by package {accepts[0]}, by reference {accepts[1]}")
        if ours.is_legal(action) != (accepts[0] and not ours.is_chance):
            raise DifferenceError(f"id {action}: is_legal says {ours.is_legal(action)}, accepted {accepts[0]}")
        refused += not accepts[0]
    return refused


def accepted(state: sw.State | Reference, action: int) -> bool:
    """Whether an id can be applied."""
    try:
        state.apply(action)
    except ValueError:
        return False
    return True


def compare_rows(row: sw.Results, state: Reference, decisions: int, is_truncated: bool = False) -> None:
    """A simulated game and the end to which the reference came with the same choices."""
    players, winners = len(state.scores()), state.winners()
    require("decisions", row.decisions.tolist(), [decisions])
    require("sheets", row.sheet[0].tolist(), [list(state.score_sheet(s).values())[:-1] for s in range(players)])
    require("scores", row.scores[0].tolist(), state.scores())
    require("ranks", row.ranks[0].tolist(), state.ranks())
    require("winner", row.winner.tolist(), winners if len(winners) == 1 else [-1])
    require("cut off", row.truncated.tolist(), [is_truncated])


# ---- damages of positions and files ----


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """All (container, key or position) inside a value."""
    found: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += [(value, key), *places_in(item)]
    return found


def list_at(place: dict[str, Any], key: str) -> list[Any]:
    """The list there, or one that belongs to nobody."""
    value = place.get(key)
    return value if isinstance(value, list) else []


def read_by_package(game: sw.Game, position: dict[str, Any], strict: bool) -> sw.State | list[str]:
    """The state, or all faults."""
    try:
        return game.state_from_dict(position, strict)
    except sw.InvalidStateError as error:
        return error.faults
