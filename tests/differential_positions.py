"""Positions as dicts, good ones and damaged ones, read by the package and by the plain reference."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, Final

import spielwerk as sw
from tests import differential
from tests.differential import OPTIONS, SEED_VARIABLE, Difference, Tally
from tests.reference.patchwork import LAST, Patchwork
from tests.reference.patchwork import State as ReferenceState

SCALARS: Final[tuple[Any, ...]] = (None, 0, 1, 2, -1, 5, 26, 53, 54, 99, True, 0.5, "", "play", "setup", "over", [], {}, "#" * 9)


def good(rng: random.Random, track: str, starting_player: int) -> dict[str, Any]:
    """A position of a random game, or a composed one."""
    if rng.random() < 0.3:
        return differential.composed(rng)
    state = Patchwork(track, starting_player).initial_state()
    for _ in range(rng.choice([rng.randrange(33), rng.randrange(32, 100)])):
        if state.phase == "over":
            break
        legal = state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()]
        state = state.apply(rng.choice(legal))
    return copy.deepcopy(state.to_dict())


def damage(position: dict[str, Any], rng: random.Random) -> None:
    """One change, of a kind that people and programs make."""
    rng.choice(DAMAGES)(position, rng)


def _other_field(position: dict[str, Any], rng: random.Random) -> None:
    place = rng.choice([position, *position.get("players", [])]) if isinstance(position.get("players"), list) else position
    if isinstance(place, dict) and place:
        place[rng.choice(sorted(place))] = rng.choice(SCALARS)


def _lost_field(position: dict[str, Any], rng: random.Random) -> None:
    place = rng.choice([position, *position.get("players", [])]) if isinstance(position.get("players"), list) else position
    if isinstance(place, dict) and place:
        del place[rng.choice(sorted(place))]


def _near_number(position: dict[str, Any], rng: random.Random) -> None:
    player = _player(position, rng)
    key = rng.choice(["position", "buttons", "income"])
    if isinstance(player.get(key), int):
        player[key] += rng.choice([-60, -6, -1, 1, 2, 7])


def _cell(position: dict[str, Any], rng: random.Random) -> None:
    quilt = _player(position, rng).get("quilt")
    if isinstance(quilt, list) and quilt and all(isinstance(row, str) for row in quilt):
        row, col = rng.randrange(len(quilt)), rng.randrange(9)
        quilt[row] = quilt[row][:col] + rng.choice(["#", "#", ".", ".", "", "x", "##"]) + quilt[row][col + 1 :]


def _circle(position: dict[str, Any], rng: random.Random) -> None:
    circle = position.get("circle")
    if isinstance(circle, list):
        act = rng.randrange(4)
        if act == 0:
            circle.insert(rng.randrange(len(circle) + 1), rng.randrange(-1, 35))
        elif act == 1 and circle:
            circle.pop(rng.randrange(len(circle)))
        elif act == 2:
            rng.shuffle(circle)
        else:
            circle.clear()


def _patch(position: dict[str, Any], rng: random.Random) -> None:
    patches = _player(position, rng).get("patches")
    if isinstance(patches, list) and patches:
        patch = rng.choice(patches)
        act = rng.randrange(4)
        if act == 0:
            patches.remove(patch)
        elif act == 1:
            patches.append(copy.deepcopy(patch))
        elif isinstance(patch, dict) and patch:
            patch[rng.choice(sorted(patch))] = rng.randrange(-1, 10)


def _seat(position: dict[str, Any], rng: random.Random) -> None:
    position[rng.choice(["on_top", "tile_owner", "to_place", "first_on_last"])] = rng.choice([None, 0, 1])


def _lines(position: dict[str, Any], rng: random.Random) -> None:
    position["special_patches"] = rng.choice([[], [26, 32, 38, 44, 50], [50], [50, 44], [27], [44, 44, 50]])


def _phase(position: dict[str, Any], rng: random.Random) -> None:
    position["phase"] = rng.choice(["setup", "play", "over", "Play"])


DAMAGES: Final[list[Callable[[dict[str, Any], random.Random], None]]] = [
    _other_field,
    _lost_field,
    _near_number,
    _cell,
    _circle,
    _patch,
    _seat,
    _lines,
    _phase,
]


def _player(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    players = position.get("players")
    chosen = rng.choice(players) if isinstance(players, list) and players else None
    return chosen if isinstance(chosen, dict) else {}


def read(reference: Patchwork, position: dict[str, Any]) -> ReferenceState | None:
    """The reference checks no types: whatever it stumbles over counts as refused."""
    try:
        return reference.state_from_dict(position)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):
        return None
