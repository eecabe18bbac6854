"""Positions of Thurn and Taxis given as dicts (`tests/scenarios/README.md`): what they say, and their faults.

Two lists of faults: what gives a position no meaning is always refused (TT-100), what no play can lead to only if
strict (TT-101).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.reference.thurn_and_taxis_maps import is_integer
from tests.reference.thurn_and_taxis_parts import (
    CARRIAGE_POINTS,
    DECISIONS,
    DISPLAY,
    HAND_LIMIT,
    HOUSES,
    MOST_COUNTED,
    OFFICIALS,
    SHORTEST_CLOSE,
    TAGS,
    Player,
    Rules,
    listed,
    total,
)
from tests.reference.thurn_and_taxis_state import State, initial_state

POINTS = (*DECISIONS, "end_turn", None)
DEALS = ("display", "face_down", None)


class PositionError(ValueError):
    """A dict that is no position; `faults` says why."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = list(faults)


def read_position(rules: Rules, d: Mapping[str, Any], strict: bool) -> State:
    """The position, or PositionError: of its form, then of its meaning, then (if strict) of its past."""
    start = initial_state(rules).to_dict()
    given = dict(d)
    if given.get("phase") in ("decide", "over"):
        given.setdefault("deal", None)
    if given.get("phase") == "over":
        given.setdefault("point", None)
    _raise(list(_form_faults(rules, given, start)))
    whole = {**start, **given}
    if "stacks" not in given:
        # It follows from the tiles of the players (TT-100).
        held = [m["tiles"] for m in whole["players"] if "tiles" in m]
        taken = [sum(len(tiles[index]) for tiles in held) for index in range(len(rules.map.stacks))]
        whole["stacks"] = [max(0, len(s.values) - n) for s, n in zip(rules.map.stacks, taken, strict=True)]
    players = tuple(_player(m, start["players"][0]) for m in whole["players"])
    plain = ("owner", "turn", "point", "deal", "began_empty", "official", "game_end", "last_discard")
    lists = ("supply", "discard", "display", "stacks")
    values: dict[str, Any] = {key: whole[key] for key in plain} | {key: tuple(whole[key]) for key in lists}
    values["placed"] = tuple(sorted(whole["placed"]))
    state = State(rules, players, **values)
    _raise(list(_meaning_faults(state)))
    if given.get("phase", state.phase) != state.phase:
        _raise([f"phase is {state.phase}"])
    if strict:
        _raise(list(unreachable(state)))
    return state


def _raise(faults: list[str]) -> None:
    if faults:
        raise PositionError(faults)


# ---- form ----


def _integers(value: Any, length: int | None = None, below: int | None = None) -> bool:
    right = isinstance(value, list | tuple) and all(is_integer(item) and item >= 0 for item in value)
    return right and (length is None or len(value) == length) and (below is None or all(item < below for item in value))


def _optional(value: Any, below: int) -> bool:
    return value is None or (is_integer(value) and 0 <= value < below)


def _form_faults(rules: Rules, d: Mapping[str, Any], start: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"unknown key {key!r}" for key in d if key not in start)
    whole = {**start, **d}
    if whole["phase"] not in ("deal", "decide", "over"):
        yield "phase is deal, decide or over"
    if not is_integer(whole["turn"]) or not 0 <= whole["turn"] <= MOST_COUNTED:
        yield "turn is a number"
    if not is_integer(whole["owner"]) or not 0 <= whole["owner"] < rules.players:
        yield "owner is a seat (TT-1)"
    if whole["point"] not in POINTS or whole["deal"] not in DEALS:
        yield "point or deal is unknown"
    if not isinstance(whole["began_empty"], bool):
        yield "began_empty is true or false"
    if whole["official"] not in (*OFFICIALS, None):
        yield "official is unknown (TT-11)"
    for key in ("supply", "discard", "display"):
        if not _integers(whole[key], rules.n):
            yield f"{key} is a list of {rules.n} counts"
    if not _integers(whole["stacks"], len(rules.map.stacks)):
        yield f"stacks is a list of {len(rules.map.stacks)} counts"
    if not _optional(whole["game_end"], rules.players):
        yield "game_end is a seat or null"
    if not _optional(whole["last_discard"], rules.n) or not _integers(whole["placed"], None, rules.n):
        yield "placed and last_discard are of cities"
    maps = whole["players"]
    if not isinstance(maps, list | tuple) or len(maps) != rules.players:
        yield f"players are {rules.players} maps (TT-1)"
        return
    for seat, m in enumerate(maps):
        if isinstance(m, Mapping):
            yield from (f"player {seat}: {fault}" for fault in _player_form_faults(rules, m, start["players"][0]))
        else:
            yield f"player {seat} is no map"


def _player_form_faults(rules: Rules, m: Mapping[str, Any], start: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"unknown key {key!r}" for key in m if key not in start)
    whole = {**start, **m}
    hand = whole["hand"]
    if not isinstance(hand, Mapping) or not set(hand) <= set(TAGS):
        yield "hand is {known, new, old} (TT-63)"
    elif not all(_integers(counts, rules.n) for counts in hand.values()):
        yield f"hand has lists of {rules.n} counts"
    if not _integers(whole["row"], None, rules.n) or not _integers(whole["houses"], None, rules.n):
        yield "row and houses are lists of cities"
    if not is_integer(whole["carriage"]) or whole["carriage"] not in CARRIAGE_POINTS:
        yield "carriage is 0, or 3 to 7 (TT-6)"
    tiles, stacks = whole["tiles"], len(rules.map.stacks)
    if not isinstance(tiles, list | tuple) or len(tiles) != stacks or not all(_integers(held) for held in tiles):
        yield f"tiles are {stacks} lists of values"
    if not is_integer(whole["closes"]) or not 0 <= whole["closes"] <= MOST_COUNTED:
        yield "closes is a number"


def _player(m: Mapping[str, Any], start: Mapping[str, Any]) -> Player:
    whole = {**start, **m}
    hand = {**start["hand"], **whole["hand"]}
    return Player(
        **{tag: tuple(hand[tag]) for tag in TAGS},
        tiles=tuple(tuple(values) for values in whole["tiles"]),
        row=tuple(whole["row"]),
        houses=tuple(sorted(whole["houses"])),
        carriage=whole["carriage"],
        closes=whole["closes"],
    )


# ---- meaning ----


def _meaning_faults(state: State) -> Iterator[str]:
    rules, game_map = state.rules, state.rules.map
    rows = [listed(player.row, rules.n) for player in state.players]
    hands = [player.hand for player in state.players]
    if total(state.supply, state.discard, state.display, *hands, *rows) != (game_map.copies,) * rules.n:
        yield "not all cards, each once (TT-75)"
    if sum(state.display) > DISPLAY:
        yield "more than six cards in the display (TT-5)"
    for seat, player in enumerate(state.players):
        steps = zip(player.row, player.row[1:], strict=False)
        if len(set(player.row)) < len(player.row) or any(b not in game_map.neighbours[a] for a, b in steps):
            yield f"player {seat}: the row is no simple path (TT-77)"
        if len(player.houses) != len(set(player.houses)) or len(player.houses) > HOUSES:
            yield f"player {seat}: houses are distinct cities, at most {HOUSES} (TT-77)"
    for index, stack in enumerate(game_map.stacks):
        taken = sorted((value for p in state.players for value in p.tiles[index]), reverse=True)
        left = state.stacks[index]
        if left > len(stack.values) or taken != list(stack.values[: len(stack.values) - left]):
            yield f"stack {index}: its tiles are not those taken (TT-79)"
        if any(sorted(p.tiles[index], reverse=True) != list(p.tiles[index]) for p in state.players):
            yield f"stack {index}: tiles are not in the order taken (TT-56)"
        if stack.kind != "route_length" and any(len(p.tiles[index]) > 1 for p in state.players):
            yield f"stack {index}: two tiles of one player (TT-79)"
        if stack.kind == "game_end":
            holders = [seat for seat, player in enumerate(state.players) if player.tiles[index]]
            if holders != ([] if state.game_end is None else [state.game_end]):
                yield "game_end is not the holder of the tile (TT-42)"
    yield from _point_faults(state)


def _point_faults(state: State) -> Iterator[str]:
    me, point = state.me, state.point
    if point is None:
        if state.deal is not None:
            yield "nothing is dealt when the game is over"
        if not state.last_turn and state.rules.max_turns is None:
            yield "nothing has ended the game (TT-46, TT-53)"
    elif state.deal is not None:
        after = ("end_turn", *DECISIONS[:4]) if state.deal == "display" else DECISIONS[1:4]
        if point not in after or sum(state.supply) == 0:
            yield "no card can be dealt here (TT-61)"
        if state.deal == "display" and sum(state.display) >= DISPLAY:
            yield "the display is full (TT-5)"
    elif point == "end_turn" or not state.legal_actions() or (point == "draw_or_play" and not state.draw_possible):
        yield f"nothing to decide at {point} (TT-70, TT-83)"
    if point == "place":
        if len(me.row) < SHORTEST_CLOSE:
            yield "no row to close (TT-30)"
        placed = state.placed
        if not set(placed) <= set(me.houses) & set(me.row) or list(placed) != sorted(set(placed)):
            yield "placed are not houses of this close, rising (TT-72)"
        regions = [state.rules.map.region_of[city] for city in placed]
        if len(set(regions)) != len(regions) and (len(set(regions)) > 1 or None in regions):
            yield "placed in neither of the two ways (TT-35, TT-37)"
    elif state.placed:
        yield "placed outside of D6"
    if state.last_discard is not None and point != "discard":
        yield "last_discard outside of D7"
    if point == "discard" and (me.hand_size <= HAND_LIMIT or state.last_turn):
        yield "nothing to discard (TT-44, TT-45)"
    if point is not None:
        yield from _official_faults(state)


# ---- the past ----


def unreachable(state: State) -> Iterator[str]:
    """Why no play leads here."""
    rules, turn, point = state.rules, state.turn, state.point
    over = point is None
    owner = (rules.start_player + turn - over) % rules.players
    if state.owner != owner:
        yield f"owner is {owner} (TT-9)"
    if rules.max_turns is not None and turn + (not over) > rules.max_turns:
        yield "more turns than max_turns (TT-53)"
    if over and not state.last_turn and turn != rules.max_turns:
        yield "the game cannot be over (TT-46, TT-53)"
    if turn == 0 and (over or state.game_end not in (None, state.owner)):
        yield "too early (TT-46)"
    first = turn == 0 and point == "first_draw" and state.deal is not None
    if first:
        start = initial_state(rules)
        same = all(getattr(state, key) == getattr(start, key) for key in ("players", "discard", "stacks", "official"))
        if not same or not state.began_empty:
            yield "the game has not begun (TT-4, TT-5)"
    elif point == "first_draw" and state.deal is not None:
        yield "nothing is dealt before a first draw (TT-21)"
    else:
        yield from _turn_faults(state)
    short = not over and state.deal != "display" and sum(state.display) < DISPLAY
    if short and (sum(state.supply) > 0 or (point in DECISIONS[:4] and state.face_down_possible)):
        yield "the display is short (TT-21, TT-76)"
    for seat, player in enumerate(state.players):
        closing = seat == state.owner and point == "place"
        if player.carriage and player.closes + closing < player.carriage - 2:
            yield f"player {seat}: fewer closes than carriages (TT-78)"
        if player.closes + closing and not player.carriage:
            yield f"player {seat}: the first close gives a carriage (TT-32)"
        if (player.houses or any(player.tiles)) and player.closes + closing == 0:
            yield f"player {seat}: houses or tiles without a close (TT-35)"
        for index in range(len(rules.map.stacks)):
            if player.tiles[index] and not _earned(rules, player, index):
                yield f"player {seat}: a tile of stack {index} is not earned (TT-39 to TT-42)"
        ends = player.carriage == max(CARRIAGE_POINTS) or player.houses_left == 0
        if ends and not closing and state.game_end is None:
            yield f"player {seat}: nobody has the game-end tile (TT-42)"
    if state.game_end is not None:
        since_start = [(seat - rules.start_player) % rules.players for seat in (state.owner, state.game_end)]
        if since_start[0] < since_start[1]:
            yield "the round in which the game-end tile was taken is over (TT-46)"


def _earned(rules: Rules, player: Player, index: int) -> bool:
    """Whether the player's houses and closes are those of a holder of the stack's tiles (TT-39 to TT-42)."""
    stack = rules.map.stacks[index]
    if stack.kind == "route_length":
        return player.closes > 0
    if stack.kind == "game_end":
        return player.carriage == max(CARRIAGE_POINTS) or player.houses_left == 0
    regions = [{c for c in range(rules.n) if rules.map.region_of[c] == region} for region in stack.regions]
    if stack.kind == "all_cities":
        return all(region <= set(player.houses) for region in regions)
    return all(region & set(player.houses) for region in regions)


def _official_faults(state: State) -> Iterator[str]:
    """Official and hand at each point of the turn (TT-11, TT-15, TT-70)."""
    me, point, official = state.me, state.point, state.official
    if point == "first_draw" and state.deal is not None and state.began_empty:
        if official not in (None, "postmaster"):
            yield "before the first turn no official is used (TT-11)"
        return
    if state.began_empty and official != "postmaster":
        yield "an empty hand forces the postmaster (TT-15)"
    allowed: dict[str | None, tuple[str | None, ...]] = {
        "first_draw": (None,),
        "only_draw": ("administrator",),
        "draw_or_play": (None,),
        "play": (None, "postmaster", "administrator"),
        "after_play": (None, "postmaster", "administrator", "carrier"),
    }
    if not state.began_empty and official not in allowed.get(point, (*OFFICIALS, None)):
        yield f"official {official} at {point} (TT-11, TT-70)"
    if state.began_empty and point == "draw_or_play":
        yield "the second draw was forced (TT-15)"
    if point == "first_draw" and state.deal is None and state.began_empty != (me.hand_size == 0):
        yield "began_empty is wrong (TT-15)"


def _turn_faults(state: State) -> Iterator[str]:
    """What this turn could not have led to; an end_turn that is the only action may remain (TT-98)."""
    me, point = state.me, state.point
    if point == "place" and state.legal_actions() == [state.rules.place_done]:
        yield "the close ends of itself (TT-74)"
    if point == "discard" and me.row:
        yield "the row was closed (TT-31)"
