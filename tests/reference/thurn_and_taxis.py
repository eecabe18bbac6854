"""Reference of Thurn and Taxis, written from `seeds/thurn_and_taxis.md` alone; ids like TT-16 are its rules.

Here: the game with its options, what a seat may know (section 9), and the policy of TT-89. The play itself is in
`thurn_and_taxis_parts.py` and `thurn_and_taxis_state.py`, map files are in `thurn_and_taxis_maps.py`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tests.reference.thurn_and_taxis_maps import Map, MapError, is_integer, make_map, read_map, validate
from tests.reference.thurn_and_taxis_parts import CHANCE, TERMINAL, Counts, Event, Player, Rules, listed, total
from tests.reference.thurn_and_taxis_positions import PositionError, read_position, unreachable
from tests.reference.thurn_and_taxis_state import State, initial_state

__all__ = [
    "CHANCE",
    "MAPS",
    "TABLES",
    "TERMINAL",
    "Event",
    "Map",
    "MapError",
    "Player",
    "PositionError",
    "Rules",
    "State",
    "ThurnAndTaxis",
    "builder_choices",
    "determinise",
    "load",
    "observe",
    "read_map",
    "unreachable",
    "validate",
]

TABLES: Final[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[2] / "seeds" / "thurn_and_taxis.json").read_text(encoding="utf-8")
)
OPTIONS: Final = ("map", "map_file", "players", "start_player", "carrier_second_must_fit", "max_turns")
MAPS: Final[dict[str, Map]] = {name: make_map(form) for name, form in TABLES["maps"].items()}


class ThurnAndTaxis:
    """The game with its options (TT-50 to TT-53); `map_file` is the text of a map file (TT-54)."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        unknown = set(options) - set(OPTIONS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)} (TT-50 to TT-53)")
        map_file, given = options.get("map_file"), options.get("map")
        if map_file is None:
            name = "map1" if given is None else given
            if not isinstance(name, str) or name not in MAPS:
                raise ValueError(f"map {name!r} (TT-50)")
            game_map = MAPS[name]
        else:
            if given is not None:
                raise ValueError("map and map_file exclude each other (TT-50)")
            if not isinstance(map_file, str) or not map_file.startswith("{"):
                raise ValueError("map_file is the text of a map file (TT-54)")
            game_map = read_map(map_file)
        players = options.get("players", 2)
        if not is_integer(players) or not 2 <= players <= 4:
            raise ValueError(f"players {players!r} (TT-1, TT-51)")
        start_player = options.get("start_player", 0)
        if not is_integer(start_player) or not 0 <= start_player < players:
            raise ValueError(f"start_player {start_player!r} (TT-51)")
        must_fit = options.get("carrier_second_must_fit", True)
        if not isinstance(must_fit, bool):
            raise ValueError(f"carrier_second_must_fit {must_fit!r} (TT-52)")
        max_turns = options.get("max_turns")
        if max_turns is not None and not (is_integer(max_turns) and max_turns >= 1):
            raise ValueError(f"max_turns {max_turns!r} (TT-53)")
        self.rules = Rules(game_map, players, start_player, must_fit, max_turns)

    def tables(self) -> dict[str, Any]:
        constants = {key: TABLES[key] for key in ("game", "schema_version", "common")}
        return {**constants, "map": self.rules.map.form}

    def initial_state(self) -> State:
        return initial_state(self.rules)

    def state_from_dict(self, d: Mapping[str, Any], strict: bool = True) -> State:
        """A position of the form of `tests/scenarios/README.md`; PositionError with all faults found."""
        return read_position(self.rules, d, strict)


def load(options: Mapping[str, Any]) -> ThurnAndTaxis:
    """The game with the options: this module is an engine of `scenario_runner`."""
    return ThurnAndTaxis(options)


# ---- hidden information ----


def observe(state: State, seat: int) -> dict[str, Any]:
    """What the seat may know and nothing else (TT-58, TT-59, TT-65).

    The dict of the position without `supply`, with `supply_size`, the two pools as counts by city, and for each other
    player, in the place of the hand, his known cards and the numbers of his new and old ones.
    """
    seen = state.to_dict()
    del seen["supply"]
    seen["seat"] = seat
    seen["supply_size"] = sum(state.supply)
    seen["old_pool"], seen["current_pool"] = (list(pool) for pool in pools(state, seat))
    for other, player in enumerate(state.players):
        shown = seen["players"][other]
        shown["hand_size"] = player.hand_size
        if other != seat:
            shown["hand"] = {"known": list(player.known), "new": sum(player.new), "old": sum(player.old)}
    return seen


def pools(state: State, seat: int) -> tuple[Counts, Counts]:
    """The old pool and the current pool (TT-65)."""
    nothing = (0,) * state.rules.n
    others = [player for other, player in enumerate(state.players) if other != seat]
    return total(nothing, *(p.old for p in others)), total(state.supply, *(p.new for p in others))


def determinise(state: State, seat: int, rng: random.Random) -> State:
    """The position with all that the seat cannot know dealt anew (TT-66)."""
    old_pool, current_pool = ([c for c, count in enumerate(pool) for _ in range(count)] for pool in pools(state, seat))
    rng.shuffle(old_pool)
    rng.shuffle(current_pool)
    players = list(state.players)
    n = state.rules.n
    for other, player in enumerate(state.players):
        if other != seat:
            old, new = sum(player.old), sum(player.new)
            players[other] = replace(player, old=listed(old_pool[:old], n), new=listed(current_pool[:new], n))
            old_pool, current_pool = old_pool[old:], current_pool[new:]
    assert not old_pool and len(current_pool) == sum(state.supply)
    return replace(state, players=tuple(players), supply=listed(current_pool, n))


# ---- the policy builder ----


def builder_choices(state: State) -> list[int]:
    """The legal actions of which the policy builder takes one, ascending (TT-89)."""
    legal = state.legal_actions()
    return next((chosen for chosen in _classes(state, legal) if chosen), [])


def _classes(state: State, legal: list[int]) -> Sequence[list[int]]:
    rules, me, game_map = state.rules, state.me, state.rules.map

    def among(first: int, count: int = 1) -> list[int]:
        return [action for action in legal if first <= action < first + count]

    if state.point in ("first_draw", "only_draw"):
        wanted = [c for c in among(0, rules.n) if me.hand[c] == 0 and (not me.row or me.fits(game_map, c))]
        return wanted, among(0, rules.n + 1)
    if state.point in ("draw_or_play", "play"):
        return among(rules.play_right, 2 * rules.n), among(rules.start, rules.n)
    if state.point == "after_play":
        stuck = not any(me.hand[city] > 0 and me.fits(game_map, city) for city in range(rules.n))
        enough = len(me.row) >= min(me.next_carriage, 7)
        close = among(rules.close) if enough or stuck else []
        return among(rules.close_with_cartwright), close, among(rules.end_turn)
    if state.point == "place":
        return among(rules.place, rules.n), among(rules.place_done)
    return (legal,)
