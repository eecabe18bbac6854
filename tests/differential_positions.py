"""Positions as dicts, good ones and damaged ones, read by the package and by the plain reference."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from typing import Any, Final

import spielwerk as sw
from tests import differential
from tests.differential import OPTIONS, SEED_VARIABLE, DifferenceError, Tally
from tests.reference.patchwork import LAST, Patchwork
from tests.reference.patchwork import State as ReferenceState

SCALARS: Final[tuple[Any, ...]] = (
    None,
    0,
    1,
    2,
    -1,
    5,
    26,
    53,
    54,
    99,
    True,
    0.5,
    "",
    "play",
    "setup",
    "over",
    [],
    {},
    "#" * 9,
)


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
    place = (
        rng.choice([position, *position.get("players", [])]) if isinstance(position.get("players"), list) else position
    )
    if isinstance(place, dict) and place:
        place[rng.choice(sorted(place))] = rng.choice(SCALARS)


def _lost_field(position: dict[str, Any], rng: random.Random) -> None:
    place = (
        rng.choice([position, *position.get("players", [])]) if isinstance(position.get("players"), list) else position
    )
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


# Where the package asks for more than the reference does. The lines that still hold their patch follow from the
# positions (PW-63), so the package, which does not store them, takes no others; and True, 1.0 or an empty string are no
# numbers or lists to it.
_STRICTER: Final = re.compile(r"special_patches: |.*: (true|-?\d+\.\d+|\"\"|a map) where ")


def compare(seed: int, index: int, tally: Tally) -> bool:
    """Position ``index`` of a run, read by both, and one step of play from it; whether both accepted it."""
    rng = random.Random(f"{seed}/{index}")
    track, starting_player = OPTIONS[index % len(OPTIONS)]
    game, reference = (
        sw.load("patchwork", time_track=track, starting_player=starting_player),
        Patchwork(track, starting_player),
    )
    position = good(rng, track, starting_player)
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        damage(position, rng)
    before = copy.deepcopy(position)
    theirs = read(reference, position)
    try:
        try:
            ours = game.state_from_dict(position, strict=False)
        except sw.InvalidStateError as error:
            if theirs is not None and not all(_STRICTER.match(fault) for fault in error.faults):
                raise DifferenceError(f"accepted by the reference alone; the package says {error.faults}") from error
            return False
        if theirs is None:
            # Who was first is clear where one token alone has arrived; the reference wants to be told.
            theirs = read(reference, {**position, "first_on_last": _alone_on_last(position)})
        if theirs is None:
            raise DifferenceError("accepted by the package alone")
        legal = differential.compare(ours, theirs)
        again = reference.state_from_dict(ours.to_dict())
        if again.to_dict() != theirs.to_dict():
            raise DifferenceError(f"the package's form of it means another position: {again.to_dict()}")
        ids = legal or [outcome for outcome, _ in theirs.chance_outcomes()]
        if ids:
            action = rng.choice(ids)
            if differential.plain(ours.events(action)) != differential.plain(theirs.events(action)):
                raise DifferenceError(
                    f"events of {action}: package {ours.events(action)}, reference {theirs.events(action)}"
                )
            differential.compare(ours.apply(action), theirs.apply(action))
            tally.decisions += bool(legal)
        if position != before:
            raise DifferenceError("reading a position changed it")
    except Exception as error:
        where = f"{SEED_VARIABLE}={seed}, position {index}, time_track {track}, starting_player {starting_player}"
        raise DifferenceError(f"{where}: {error!r} of {before}") from error
    return True


def _alone_on_last(position: dict[str, Any]) -> int | None:
    there = [seat for seat, player in enumerate(position.get("players", [])) if player.get("position") == LAST]
    return there[0] if len(there) == 1 else None
