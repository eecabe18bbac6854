"""Positions of Thurn and Taxis as dicts, good ones and damaged ones, read by the package and by the plain reference
(TT-100, TT-101).
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any, Final

import spielwerk as sw
from tests import differential_thurn_and_taxis
from tests.differential import SEED_VARIABLE, DifferenceError, plain
from tests.differential_parts import Tally, list_at, places_in, read_by_package
from tests.differential_thurn_and_taxis import random_game
from tests.reference.thurn_and_taxis import State, ThurnAndTaxis
from tests.reference.thurn_and_taxis_parts import DECISIONS, OFFICIALS, TAGS
from tests.reference.thurn_and_taxis_positions import PositionError

SCALARS: Final[tuple[Any, ...]] = (
    *(None, 0, 1, 2, -1, 3, 5, 6, 7, 8, 19, 31, 32, 255, 256, 2**32, 2**63, -(2**63), 2**70, True, False, 0.5, 1.0),
    *(-0.0, "", "deal", "decide", "over", "Over", "place", "display", "carrier", [], {}, [0], [1, 0], [0, 1], [[0]]),
    *([None], "0", {"known": []}, [[], []]),
)
KEYS: Final = (
    *("phase", "turn", "owner", "point", "deal", "began_empty", "official", "supply", "discard", "display", "stacks"),
    *("game_end", "placed", "last_discard", "players"),
)
PLAYER_KEYS: Final = ("hand", "row", "houses", "carriage", "tiles", "closes", "known", "new", "old")

Damage = Callable[[dict[str, Any], ThurnAndTaxis, random.Random], None]


def hurried(state: sw.State, legal: list[int], n: int, rng: random.Random) -> int:
    """Closes what can be closed and extends what can be extended: carriages, houses and tiles soon (ids of TT-69)."""
    closes = [action for action in legal if 4 * n + 3 <= action <= 4 * n + 4]
    extends = [action for action in legal if n + 2 <= action < 3 * n + 2]
    places = [action for action in legal if 4 * n + 5 <= action < 5 * n + 5]
    for wanted in (closes, extends, places):
        if wanted and rng.random() < 0.9:
            return rng.choice(wanted)
    return rng.choice(legal)


def good(game: sw.Game, rng: random.Random) -> dict[str, Any]:
    """A position of a game, often of one in which routes are closed."""
    state, n, haste = game.initial_state(), game.num_outcomes, rng.random() < 0.7
    steps = rng.randrange(rng.choice([3, 30, 200, 900]))
    while steps > 0 and not state.is_terminal:
        steps -= 1
        if state.is_chance:
            outcomes = state.chance_outcomes()
            state = state.apply(rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            legal = state.legal_actions()
            # Rare points are looked at more often than they come.
            if steps < 100 and legal[0] >= 4 * n + 5 and rng.random() < 0.3:
                break
            state = state.apply(hurried(state, legal, n, rng) if haste else rng.choice(legal))
    return state.to_dict()


# ---- damages of any kind ----


def _player(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    players = position.get("players")
    chosen = rng.choice(players) if isinstance(players, list) and players else None
    return chosen if isinstance(chosen, dict) else {}


def _other_value(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    places = places_in(position)
    if places:
        container, key = rng.choice(places)
        container[key] = copy.deepcopy(rng.choice(SCALARS))


def _other_field(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    place = rng.choice([position, _player(position, rng)])
    keys = KEYS if place is position else PLAYER_KEYS
    place[rng.choice([*keys, *keys, "colour"])] = copy.deepcopy(rng.choice(SCALARS))


def _lost_field(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    places = [place for place in places_in(position) if isinstance(place[0], dict)]
    if places:
        container, key = rng.choice(places)
        del container[key]


def _left_out(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    """Keys left out have their values at the start of a game."""
    for key in ("phase", "deal", "point", "official", "placed", "last_discard", "game_end", "began_empty", "stacks"):
        if rng.random() < 0.4:
            position.pop(key, None)


def _seats(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    players = position.get("players")
    if isinstance(players, list) and players:
        act = rng.randrange(4)
        if act == 0:
            players.append(copy.deepcopy(players[-1]))
        elif act == 1:
            players.pop()
        elif act == 2:
            rng.shuffle(players)
        else:
            players[rng.randrange(len(players))] = {}


# ---- damages to the cards ----


def _piles(position: dict[str, Any], rng: random.Random) -> list[list[Any]]:
    """All lists of counts by city."""
    piles = [list_at(position, key) for key in ("supply", "discard", "display")]
    for player in list_at(position, "players"):
        hand = player.get("hand") if isinstance(player, dict) else None
        piles += [list_at(hand, tag) for tag in TAGS] if isinstance(hand, dict) else []
    return [pile for pile in piles if pile and all(type(count) is int for count in pile)]


def _moved_cards(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    """Some cards, or all of one pile, are in another: all cards are there still (TT-75)."""
    piles = _piles(position, rng)
    if len(piles) < 2:
        return
    giver, taker = rng.sample(piles, 2)
    some = rng.choice([1, 1, 2, 7, 1000])
    for city in rng.sample(range(len(giver)), len(giver)):
        if giver[city] > 0 and some > 0 and city < len(taker):
            moved = min(giver[city], some)
            giver[city] -= moved
            taker[city] += moved
            some -= moved


def _wrong_count(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    piles = _piles(position, rng)
    if piles:
        pile = rng.choice(piles)
        pile[rng.randrange(len(pile))] += rng.choice([-1, 1, 300])


def _row(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    """Cards come to a row or leave it, mostly from or to a pile."""
    row, piles = list_at(_player(position, rng), "row"), _piles(position, rng)
    act, n = rng.randrange(6), reference.rules.n
    right = bool(row) and all(type(city) is int and 0 <= city < n for city in row)
    if act == 0:
        row.reverse()
    elif act == 1 and right and piles:
        city, pile = row.pop(rng.choice([0, -1])), rng.choice(piles)
        if city < len(pile):
            pile[city] += 1
    elif act == 2 and len(row) > 1:
        a, b = rng.sample(range(len(row)), 2)
        row[a], row[b] = row[b], row[a]
    elif act == 3:
        row.append(rng.randrange(-1, n + 1))
    elif piles:
        pile = rng.choice(piles)
        near = reference.rules.map.neighbours[row[-1]] if right else frozenset(range(n))
        some = [city for city in range(min(n, len(pile))) if pile[city] > 0 and (city in near or rng.random() < 0.1)]
        if some:
            city = rng.choice(some)
            pile[city] -= 1
            row.append(city)


# ---- damages to what is won ----


def _houses(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    houses, n = list_at(_player(position, rng), "houses"), reference.rules.n
    act = rng.randrange(5)
    if act == 0 and houses:
        houses.pop(rng.randrange(len(houses)))
    elif act == 1:
        houses.append(rng.randrange(-1, n + 1))
    elif act == 2:
        rng.shuffle(houses)
    else:
        more = {city for city in houses if type(city) is int} | {*rng.sample(range(n), rng.choice([1, 2, n]))}
        houses[:] = sorted(more)[: rng.choice([20, 20, 21, 32])]


def _tiles(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    """The next tile of a stack is taken, or the last one was not, or it is another player's."""
    index, stacks = rng.randrange(len(reference.rules.map.stacks)), list_at(position, "stacks")
    values = reference.rules.map.stacks[index].values
    players = [player for player in list_at(position, "players") if isinstance(player, dict)]
    held = [tiles[index] for tiles in (list_at(player, "tiles") for player in players) if index < len(tiles)]
    if not held or index >= len(stacks) or type(stacks[index]) is not int or not all(type(h) is list for h in held):
        return
    act, (giver, taker) = rng.randrange(6), (rng.choice(held), rng.choice(held))
    if act < 2 and giver:
        taker.append(giver.pop(rng.choice([0, -1])))
    elif act < 4 and 0 < stacks[index] <= len(values):
        taker.append(values[len(values) - stacks[index]])
        stacks[index] -= 1
    elif act == 4 and giver:
        giver.pop()
        stacks[index] += 1
    else:
        rng.choice([*held, stacks]).append(rng.randrange(-1, 22))


def _game_end(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    """Somebody else has ended the game, or nobody; mostly with the tile."""
    index = next(k for k, stack in enumerate(reference.rules.map.stacks) if stack.kind == "game_end")
    stacks, seat = list_at(position, "stacks"), rng.choice([None, *range(reference.rules.players)])
    position["game_end"] = seat
    if rng.random() < 0.2 or index >= len(stacks):
        return
    stacks[index] = int(seat is None)
    for number, player in enumerate(list_at(position, "players")):
        tiles = list_at(player, "tiles") if isinstance(player, dict) else []
        if index < len(tiles):
            tiles[index] = [*reference.rules.map.stacks[index].values] if number == seat else []
        if number == seat and rng.random() < 0.7 and isinstance(player, dict):
            player["carriage"], player["closes"] = 7, rng.randrange(4, 9)


def _means(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    player = _player(position, rng)
    if player:
        player[rng.choice(["carriage", "closes"])] = rng.choice([*range(-1, 9), 2**31, 2**32])


# ---- damages to the turn ----


def _turn(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    key = rng.choice(["phase", "turn", "owner", "point", "point", "deal", "official", "official", "began_empty"])
    values: dict[str, list[Any]] = {
        "phase": ["deal", "decide", "over"],
        "turn": [*range(-1, 9), 100, 159, 160, 2**32 - 9, 2**32],
        "owner": [*range(-1, reference.rules.players + 1), None],
        "point": [*DECISIONS, "end_turn", None],
        "deal": ["display", "face_down", None, "face down"],
        "official": [*OFFICIALS, None],
        "began_empty": [True, False, 0, None],
    }
    position[key] = rng.choice(values[key])


def _other_point(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    """The turn is elsewhere, in a way that may be right."""
    deal = rng.choice([None, None, None, "display", "face_down"])
    point = rng.choice([*DECISIONS, "place", "discard", *(["end_turn", "first_draw"] if deal else [])])
    over = rng.random() < 0.15
    position["phase"] = "over" if over else "decide" if deal is None else "deal"
    position["deal"], position["point"] = (None, None) if over else (deal, point)
    position["official"] = rng.choice([None, *OFFICIALS])
    position["began_empty"] = position["official"] == "postmaster" and rng.random() < 0.5
    position["placed"], position["last_discard"] = [], None


def _closing(position: dict[str, Any], reference: ThurnAndTaxis, rng: random.Random) -> None:
    """Houses placed and cards discarded so far."""
    owner, players = position.get("owner"), list_at(position, "players")
    me = players[owner] if type(owner) is int and 0 <= owner < len(players) else {}
    me = me if isinstance(me, dict) else {}
    if rng.random() < 0.3:
        position["last_discard"] = rng.choice([None, rng.randrange(reference.rules.n), reference.rules.n])
        return
    row = [city for city in list_at(me, "row") if type(city) is int]
    some = sorted(rng.sample(row, rng.randint(0, min(3, len(row)))))
    if rng.random() < 0.8:
        houses = {city for city in list_at(me, "houses") if type(city) is int}
        me["houses"] = sorted({*houses, *some})
    position["placed"] = some if rng.random() < 0.8 else some[::-1]


DAMAGES: Final[list[Damage]] = [
    *(_other_value, _other_field, _lost_field, _left_out, _left_out, _seats, _moved_cards, _moved_cards, _moved_cards),
    *(_wrong_count, _row, _row, _houses, _houses, _tiles, _tiles, _game_end, _game_end, _means, _turn, _turn),
    *(_other_point, _other_point, _closing, _closing),
]


# ---- comparing ----


def read_theirs(reference: ThurnAndTaxis, position: dict[str, Any], strict: bool) -> State | list[str]:
    try:
        return reference.state_from_dict(position, strict)
    except PositionError as error:
        return error.faults


def compare(seed: int, index: int, tally: Tally) -> bool:
    """Position ``index`` of a run, read by both as a study and as one of a game, and one step of play from it; whether
    both accepted it as a study.
    """
    rng = random.Random(f"{seed}/position/{index}")
    game, reference, options = random_game(rng, index)
    position = good(game, rng)
    damages = [rng.choice(DAMAGES) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3]))]
    for damage in damages:
        damage(position, reference, rng)
    before = copy.deepcopy(position)
    try:
        studies = [_compare(game, reference, position, strict, rng, tally) for strict in (False, True)]
        if studies[1] and not studies[0]:
            raise DifferenceError("accepted as one of a game and not as a study")
        if not damages and not studies[1]:
            raise DifferenceError("refused what a game led to")
        if position != before:
            raise DifferenceError("reading a position changed it")
    except Exception as error:
        where = f"{SEED_VARIABLE}={seed}, position {index}, options {options}"
        raise DifferenceError(f"{where}: {error!r} of {before}") from error
    return studies[0]


def _compare(
    game: sw.Game, reference: ThurnAndTaxis, position: dict[str, Any], strict: bool, rng: random.Random, tally: Tally
) -> bool:
    ours, theirs = read_by_package(game, position, strict), read_theirs(reference, position, strict)
    kind = "game" if strict else "study"
    if isinstance(ours, list) and isinstance(theirs, list):
        tally.features[f"refused as {kind}"] += 1
        return False
    if isinstance(ours, list):
        raise DifferenceError(f"accepted as {kind} by the reference alone; the package says {ours}")
    if isinstance(theirs, list):
        raise DifferenceError(f"accepted as {kind} by the package alone; the reference says {theirs}")
    tally.features[f"accepted as {kind}"] += 1
    legal = differential_thurn_and_taxis.compare(ours, theirs)
    differential_thurn_and_taxis.compare_standings(ours, theirs)
    tally.views += differential_thurn_and_taxis.compare_views(ours, theirs)
    if ours.game.state_from_bytes(ours.to_bytes()) != ours or ours.game.state_from_dict(ours.to_dict(), strict) != ours:
        raise DifferenceError(f"another {kind} after a round trip")
    if theirs.phase == "over":
        return True
    action = rng.choice(legal or [city for city, _ in theirs.chance_outcomes()])
    after, events = theirs._act(action)
    if plain(ours.events(action)) != plain(events):
        raise DifferenceError(f"events of {action}: package {ours.events(action)}, reference {events}")
    differential_thurn_and_taxis.compare(ours.apply(action), after)
    tally.decisions += bool(legal)
    return True
