"""Plays the same ids through the package and through the plain reference and compares all that both can tell.

A difference raises :class:`DifferenceError`, whose message holds what it takes to see it again.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import spielwerk as sw
from tests.reference.patchwork import COST, INCOME_LINES, LAST, PATCHES, PLACEMENTS, SIZE, TIME, WINDOWS, Patchwork
from tests.reference.patchwork import State as ReferenceState

SEED_VARIABLE: Final = "SPIELWERK_DIFFERENTIAL_SEED"
OPTIONS: Final = [(track, seat) for track in ("current", "first_edition") for seat in (0, 1)]
ACTIONS: Final = 2026
BEYOND: Final = (-(2**70), -1, ACTIONS, ACTIONS + 1, 2**16 - 1, 2**16, 2**31, 2**63, 2**64, 2**70)
"""Ids that no action has: they must be refused, not wrapped around."""

Choice = Callable[[ReferenceState, list[int], random.Random], int]


class DifferenceError(AssertionError):
    """Package and reference disagree."""


def fresh_seed() -> int:
    """The seed of this run: that of the environment variable, else a new one."""
    given = os.environ.get(SEED_VARIABLE)
    return int.from_bytes(os.urandom(6)) if given is None else int(given)


@dataclass
class Tally:
    """How much was compared: a test that met nothing would pass, too."""

    games: int = 0
    decisions: int = 0
    chance_nodes: int = 0
    refusals: int = 0
    features: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.decisions + other.decisions,
            self.chance_nodes + other.chance_nodes,
            self.refusals + other.refusals,
            self.features + other.features,
        )


# ---- ways to choose ----


def uniform(state: ReferenceState, legal: list[int], rng: random.Random) -> int:
    """Every id equally likely."""
    return rng.choice(legal)


def by_family(state: ReferenceState, legal: list[int], rng: random.Random) -> int:
    """Advance or buy equally likely: longer games with fewer patches than `uniform`."""
    buys = [action for action in legal if action >= 82]
    return (
        rng.choice(buys) if buys and rng.random() < 0.5 else legal[0] if state.to_place is None else rng.choice(legal)
    )


def buy_if_possible(state: ReferenceState, legal: list[int], rng: random.Random) -> int:
    """Money runs out, boards fill, and purchases are cut short at the end of the track."""
    return rng.choice([action for action in legal if action >= 82] or legal)


def advance(state: ReferenceState, legal: list[int], rng: random.Random) -> int:
    """The smallest id: the longest game, and special patches from the top left corner on."""
    return legal[0]


def small_and_tight(state: ReferenceState, legal: list[int], rng: random.Random) -> int:
    """The smallest patch, where it touches most: boards without holes, for the 7x7 tile."""
    covered = state.players[state.current_player].covered
    buys = [action for action in legal if action >= 82]
    if not buys:
        return (
            max(legal, key=lambda action: _contact(frozenset({action - 1}), covered))
            if state.to_place is not None
            else 0
        )
    size = min(PATCHES[state.circle[(action - 82) // 648]]["size"] for action in buys)
    small = [action for action in buys if PATCHES[state.circle[(action - 82) // 648]]["size"] == size]
    tries = rng.sample(small, min(len(small), 30))
    return max(tries, key=lambda a: _contact(PLACEMENTS[state.circle[(a - 82) // 648]][(a - 82) % 648], covered))


def _contact(cells: frozenset[int], covered: frozenset[int]) -> int:
    """How many edges the cells share with covered ones or with the frame."""
    shared = 0
    for cell in cells:
        row, col = divmod(cell, SIZE)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            shared += not (0 <= r < SIZE and 0 <= c < SIZE) or SIZE * r + c in covered
    return shared


CHOICES: Final[Sequence[Choice]] = (uniform, by_family, buy_if_possible, small_and_tight, advance)


# ---- composed positions ----


def composed(rng: random.Random) -> dict[str, Any]:
    """A study position (PW-79) such as random games hardly ever reach: crowded boards, money, tokens anywhere."""
    positions = [rng.randrange(LAST + 1), 0]
    positions[1] = min(LAST, max(0, positions[0] + rng.choice([-6, -3, -1, 0, 0, 1, 2, 5, 20])))
    quilts = [_crowded(rng), _crowded(rng)]
    on_last = [seat for seat in (0, 1) if positions[seat] == LAST]
    waiting = [seat for seat in (0, 1) if len(quilts[seat]) < SIZE * SIZE] if rng.random() < 0.2 else []
    return {
        "circle": rng.sample(range(33), rng.choice([0, 1, 2, 3, 10, 20, 33])),
        "players": [
            {
                "position": position,
                "buttons": rng.choice([0, 3, 10, 50]),
                "income": rng.randrange(30),
                "quilt": [
                    "".join("#" if SIZE * row + col in quilt else "." for col in range(SIZE)) for row in range(SIZE)
                ],
            }
            for position, quilt in zip(positions, quilts, strict=True)
        ],
        "on_top": rng.randrange(2) if positions[0] == positions[1] < LAST else None,
        "tile_owner": rng.choice([None, None, None, 0, 1]),
        "to_place": rng.choice(waiting) if waiting else None,
        "first_on_last": rng.choice(on_last) if on_last else None,
        "phase": "over" if len(on_last) == 2 and not waiting else "play",
    }


def _crowded(rng: random.Random) -> frozenset[int]:
    density = rng.choice([0.2, 0.8, 0.95, 0.99, 1.0])
    cells = {cell for cell in range(SIZE * SIZE) if rng.random() < density}
    if rng.random() < 0.3:
        window = rng.choice(WINDOWS)
        cells |= window
        cells -= set(rng.sample(sorted(window), rng.choice([0, 1, 1, 2, 4])))
    return frozenset(cells)


# ---- comparing ----


def plain(value: Any) -> Any:
    """Tuples as lists, so that both sides can be compared."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def compare(ours: sw.State, theirs: ReferenceState) -> list[int]:
    """All that a position says of itself; returns the legal ids."""
    legal = theirs.legal_actions()
    pairs = {
        "actor": (ours.current_player, theirs.current_player),
        "legal ids": (ours.legal_actions(), legal),
        "count": (ours.num_legal, len(legal)),
        "outcomes": (plain(ours.chance_outcomes()), plain(theirs.chance_outcomes())),
        "tables": (plain(ours.to_dict()), plain(theirs.to_dict())),
        "scores": (list(ours.scores()), theirs.scores()),
        "ranks": (ours.ranks(), theirs.ranks()),
        "winners": (ours.winners(), theirs.winners()),
        "sheets": (
            [list(ours.score_sheet(seat).items()) for seat in (0, 1)],
            [list(theirs.score_sheet(seat).items()) for seat in (0, 1)],
        ),
        "end": (ours.is_terminal, theirs.phase == "over"),
        "chance": (ours.is_chance, theirs.phase == "setup"),
    }
    for name, (mine, reference) in pairs.items():
        if mine != reference:
            raise DifferenceError(f"{name}: package {mine!r}, reference {reference!r}")
    return legal


def compare_refusals(ours: sw.State, theirs: ReferenceState) -> int:
    """Every id, and some beyond, is accepted by both or refused by both; returns how many were refused."""
    refused = 0
    for action in (*range(ACTIONS), *BEYOND):
        accepts = _accepts(ours, action), _accepts(theirs, action)
        if accepts[0] != accepts[1]:
            raise DifferenceError(f"id {action}: accepted by package {accepts[0]}, by reference {accepts[1]}")
        if ours.is_legal(action) != (accepts[0] and not ours.is_chance):
            raise DifferenceError(f"id {action}: is_legal says {ours.is_legal(action)}, accepted {accepts[0]}")
        refused += not accepts[0]
    return refused


def _accepts(state: sw.State | ReferenceState, action: int) -> bool:
    try:
        state.apply(action)
    except ValueError:
        return False
    return True


def _features(theirs: ReferenceState, action: int, events: list[Any], after: ReferenceState) -> list[str]:
    """What the run must have met."""
    names = [event[0] for event in events]
    seat = theirs.current_player
    me, other = theirs.players[seat], theirs.players[1 - seat]
    buys = action >= 82 and theirs.to_place is None
    found = {
        "bonus tile": "bonus_tile" in names,
        "special patch placed": theirs.to_place is not None,
        "special patch discarded": any(event[0] == "special_patch" and event[3] == 0 for event in events),
        "full board": len(after.players[seat].covered) == SIZE * SIZE > len(me.covered),
        "upper token decides": theirs.to_place is None and me.position == other.position,
        "lands on the other token": after.on_top is not None and theirs.on_top is None,
        "cut short at the end": buys and me.position + TIME[theirs.circle[(action - 82) // 648]] > LAST,
        "costs all": buys and COST[theirs.circle[(action - 82) // 648]] == me.buttons > 0,
        "two income lines": names.count("income") == 2,
        "last income line": any(event[0] == "income" and event[2] == INCOME_LINES[-1] for event in events),
        "alone after the other's end": other.position == LAST and theirs.to_place is None,
        "fewer than three slots": theirs.to_place is None and len(theirs.circle) < 3,
        "equal scores at the end": after.phase == "over" and len(set(after.scores())) == 1,
    }
    return [name for name, so in found.items() if so]


FEATURES: Final = (
    "bonus tile",
    "special patch placed",
    "special patch discarded",
    "full board",
    "upper token decides",
    "lands on the other token",
    "cut short at the end",
    "costs all",
    "two income lines",
    "last income line",
    "alone after the other's end",
    "fewer than three slots",
    "equal scores at the end",
)


def play(seed: int, index: int, tally: Tally, refusals: float) -> None:
    """Game ``index`` of a run: a whole game, or every fourth time one from a composed position.

    ``refusals`` is the share of states at which all ids are offered.
    """
    rng = random.Random(f"{seed}/{index}")
    track, starting_player = OPTIONS[index % len(OPTIONS)]
    game, reference = (
        sw.load("patchwork", time_track=track, starting_player=starting_player),
        Patchwork(track, starting_player),
    )
    position = composed(rng) if index // len(OPTIONS) % 4 == 3 else None
    # The advance alone is always the same game but for its special patches: a little of it is enough.
    choose = rng.choices(CHOICES, [4, 4, 4, 3, 1])[0]
    ids: list[int] = []
    try:
        if position is None:
            ours, theirs = game.initial_state(), reference.initial_state()
        else:
            ours, theirs = game.state_from_dict(position, strict=False), reference.state_from_dict(position)
        while True:
            legal = compare(ours, theirs)
            if rng.random() < refusals:
                tally.refusals += compare_refusals(ours, theirs)
            if theirs.phase == "over":
                break
            if theirs.phase == "setup":
                action = rng.choice(theirs.chance_outcomes())[0]
                tally.chance_nodes += 1
            else:
                action = choose(theirs, legal, rng)
                tally.decisions += 1
            events = plain(theirs.events(action))
            if plain(ours.events(action)) != events:
                raise DifferenceError(f"events of {action}: package {ours.events(action)}, reference {events}")
            ids.append(action)
            after = theirs.apply(action)
            if theirs.phase == "play":
                tally.features.update(_features(theirs, action, events, after))
            if position is None:
                after.check()
            ours, theirs = ours.apply(action), after
            if position is None and ours.check():
                raise DifferenceError(f"check of the package: {ours.check()}")
    except Exception as error:
        where = f"{SEED_VARIABLE}={seed}, game {index}, time_track {track}, starting_player {starting_player}"
        raise DifferenceError(
            f"{where}, {choose.__name__}, position {position}, after the ids {ids}: {error!r}"
        ) from error
    tally.games += 1


def run(seed: int, first: int, decisions: int, refusals: float) -> Tally:
    """Games ``first``, ``first + 1``, ... until so many decisions were compared."""
    tally = Tally()
    while tally.decisions < decisions:
        play(seed, first + tally.games, tally, refusals)
    return tally
