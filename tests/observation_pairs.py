"""Pairs of positions, and whether a seat tells them apart: by its observation, and by what it may know."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import spielwerk as sw
from tests.known import COLOURS, KNOWN


def positions(game: sw.Game, games: int, seed: int) -> Iterator[sw.State]:
    """Every position of whole games of random play."""
    for stream in range(games):
        rng, state = sw.Rng(seed, stream), game.initial_state()
        while not state.is_terminal:
            yield state
            state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
        yield state


def decisions(game: sw.Game, games: int, seed: int) -> Iterator[sw.State]:
    """The positions among them in which a seat has a choice."""
    return (state for state in positions(game, games, seed) if state.num_legal > 1)


class View(NamedTuple):
    """A position for a seat: what it may know of it, as text, and its observation, as vector and as text."""

    state: sw.State
    seat: int
    known: str
    seen: bytes
    told: str


def view(state: sw.State, seat: int) -> View:
    """The position for this seat."""
    known = json.dumps(KNOWN[state.game.name](state.to_dict(), seat), sort_keys=True)
    return View(state, seat, known, state.observation(seat).tobytes(), state.observation_string(seat))


class Ledger:
    """Compares observations with what may be known, and counts the pairs of each kind."""

    def __init__(self) -> None:
        #: Pairs of different positions of which the seat may know the same.
        self.alike = 0
        #: Pairs of which it may know that they are not the same.
        self.apart = 0
        self._known: dict[tuple[int, bytes], str] = {}
        self._seen: dict[tuple[int, str], bytes] = {}

    def __repr__(self) -> str:
        return f"<{self.alike} pairs alike, {self.apart} apart>"

    def enter(self, new: View) -> None:
        """Compare a position with all that were entered before it: one observation for each knowledge of this seat,
        and one knowledge for each observation.
        """
        known = self._known.setdefault((new.seat, new.seen), new.known)
        assert known == new.known, f"seat {new.seat} sees no difference between {known} and {new.known}"
        seen = self._seen.setdefault((new.seat, new.known), new.seen)
        assert seen == new.seen, f"seat {new.seat} sees what it may not: {new.known}"

    def compare(self, one: View, other: View) -> bool:
        """Whether the seat may know the same of both; its observations, as vectors and as texts, must agree."""
        is_alike = one.known == other.known
        seen, told = one.seen == other.seen, one.told == other.told
        assert seen == told == is_alike, f"seat {one.seat}: seen alike {seen}, told alike {told}, {one}, {other}"
        self.alike += is_alike and one.state != other.state
        self.apart += not is_alike
        return is_alike


def neighbours(state: sw.State, rng: random.Random, attempts: int) -> Iterator[sw.State]:
    """Positions that differ from this one in little, as far as they are positions at all, study positions too."""
    plain = state.to_dict()
    for player in plain["players"] if state.game.name == "patchwork" else ():
        del player["patches"]  # PW-80: otherwise no quilt could be changed
    for _ in range(attempts):
        position = copy.deepcopy(plain)
        rng.choice((_change, _change, _exchange, _move, _swap, _swap))(position, rng)
        try:
            other = state.game.state_from_dict(position, strict=False)
        except sw.InvalidStateError:
            continue
        if other != state:
            yield other


def _leaves(value: Any) -> list[tuple[Any, Any]]:
    """All (container, key or place) of what is no container itself."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[tuple[Any, Any]] = []
    for key, item in items:
        inner = _leaves(item)
        found += inner or [(value, key)]
    return found


def _change(position: Any, rng: random.Random) -> None:
    """Another value in one place."""
    container, key = rng.choice(_leaves(position))
    container[key] = _another(container[key], rng)


def _another(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + rng.choice((-256, -2, -1, 1, 2, 256, 65_536)))
    if isinstance(value, str) and set(value) <= {"#", "."}:
        place = rng.randrange(len(value))
        return value[:place] + ("." if value[place] == "#" else "#") + value[place + 1 :]
    if isinstance(value, list):
        return [*value, rng.randrange(8)]
    return rng.randrange(4) if value is None else None


def _exchange(position: Any, rng: random.Random) -> None:
    """Two entries of one kind change places."""
    leaves = _leaves(position)
    one, key = rng.choice(leaves)
    others = [(container, place) for container, place in leaves if type(container[place]) is type(one[key])]
    other, place = rng.choice(others)
    one[key], other[place] = other[place], one[key]


def _move(position: Any, rng: random.Random) -> None:
    """One of what lies in one place lies in another: a card, an imp, a token."""
    leaves = [(c, key) for c, key in _leaves(position) if isinstance(c[key], int) and not isinstance(c[key], bool)]
    full = [(container, key) for container, key in leaves if container[key] > 0]
    if full:
        one, key = rng.choice(full)
        other, place = rng.choice(leaves)
        # Counts of the same kind stand at the same place of their lists.
        same = [(container, key2) for container, key2 in leaves if key2 == key and isinstance(container, list)]
        if isinstance(one, list) and same:
            other, place = rng.choice(same)
        one[key] -= 1
        other[place] += 1


def _swap(position: Any, rng: random.Random) -> None:
    """Two cards change places: counts by city, or by need of one colour."""
    lists = [(key, value) for key, value in _lists(position) if len(value) > 4 and all(type(n) is int for n in value)]
    if lists:
        kind, one = rng.choice(lists)
        same = [value for key, value in lists if len(value) == len(one) and (key == kind or kind not in COLOURS)]
        other = rng.choice(same)
        here, there = ([place for place, count in enumerate(counts) if count > 0] for counts in (one, other))
        if here and there:
            for giver, taker, place in ((one, other, rng.choice(here)), (other, one, rng.choice(there))):
                giver[place] -= 1
                taker[place] += 1


def _lists(value: Any) -> list[tuple[Any, list[Any]]]:
    """All lists that hold no others, each with its key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[tuple[Any, list[Any]]] = []
    for key, item in items:
        is_flat = isinstance(item, list) and not any(isinstance(entry, list | dict) for entry in item)
        found += [(key, item)] if is_flat else _lists(item)
    return found
