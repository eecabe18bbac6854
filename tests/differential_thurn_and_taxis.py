"""Plays the same ids of Thurn and Taxis through the package and through the plain reference and compares both.

A difference raises :class:`DifferenceError`, whose message holds what it takes to see it again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import spielwerk as sw
from tests.differential import SEED_VARIABLE, DifferenceError, plain
from tests.differential_parts import (
    Tally,
    compare_decision,
    compare_fields,
    compare_places,
    compare_refusals,
    compare_rows,
    compare_sheets,
    require,
)
from tests.reference import random_maps, thurn_and_taxis
from tests.reference.thurn_and_taxis import CHANCE, TERMINAL, Event, State, ThurnAndTaxis
from tests.reference.thurn_and_taxis_parts import DECISIONS, OFFICIALS

Choose = Callable[[State, list[int], random.Random], int]


# ---- ways to choose ----


def uniform(state: State, legal: list[int], rng: random.Random) -> int:
    """Every id equally likely."""
    return rng.choice(legal)


def builder(state: State, legal: list[int], rng: random.Random) -> int:
    """TT-89: carriages, houses and natural ends."""
    return rng.choice(thurn_and_taxis.builder_choices(state))


def builder_with_slips(state: State, legal: list[int], rng: random.Random) -> int:
    """Officials and hands that the builder never sees."""
    return rng.choice(legal) if rng.random() < 0.15 else builder(state, legal, rng)


def collector(state: State, legal: list[int], rng: random.Random) -> int:
    """Draws whatever it can and plays one card: full hands, discards, and cards that run out (TT-20, TT-44)."""
    rules = state.rules
    draws = [action for action in legal if action <= rules.draw_face_down]
    if draws:
        return rng.choice(draws)
    extends = [action for action in legal if rules.play_right <= action < rules.start]
    if extends and state.point == "play":
        return rng.choice(extends)
    if rules.close in legal:
        return rules.close if len(state.me.row) > 4 or rng.random() < 0.2 else rules.end_turn
    return rng.choice(legal)


def first(state: State, legal: list[int], rng: random.Random) -> int:
    """The smallest id."""
    return legal[0]


CHOICES: Final[Sequence[tuple[Choose, float]]] = (
    *((uniform, 4), (builder, 3), (builder_with_slips, 5), (collector, 3)),
    (first, 0.5),
)


# ---- games ----


def random_game(rng: random.Random, index: int) -> tuple[sw.Game, ThurnAndTaxis, dict[str, Any]]:
    """Game ``index`` of a run: map1, map2 and a map file in turn, with any options (TT-50 to TT-53)."""
    players = 2 + index // 3 % 3
    options: dict[str, Any] = {
        "players": players,
        "start_player": rng.randrange(players),
        "carrier_second_must_fit": rng.random() < 0.6,
        "max_turns": rng.choice([rng.randint(1, 9), *[rng.randint(10, 120)] * 3, 160, 160]),
    }
    if index % 3 == 2:
        options["map_file"] = random_maps.random_map_file(rng)
    else:
        options["map"] = ("map1", "map2")[index % 3]
    return sw.load("thurn_and_taxis", **options), ThurnAndTaxis(options), options


# ---- comparing ----


def compare(ours: sw.State, theirs: State) -> list[int]:
    """What each decision needs; returns the legal ids."""
    return compare_decision(ours, theirs, theirs.phase == "over", theirs.phase == "deal")


def compare_standings(ours: sw.State, theirs: State) -> None:
    """Sheets with their items in order, scores, ranks, winners (TT-48, TT-49, TT-53, TT-96)."""
    compare_sheets(ours, theirs)
    compare_places(ours, theirs)
    require("cut off", ours.is_truncated, theirs.phase == "over" and not theirs.last_turn)


def compare_views(ours: sw.State, theirs: State) -> int:
    """What each seat may know (TT-58, TT-59, TT-65), field by field; returns how many views these are."""
    for seat in range(theirs.rules.players):
        compare_fields(ours, seat, view_of(theirs, seat))
    return theirs.rules.players


def view_of(state: State, seat: int) -> dict[str, list[int]]:
    """The fields as ``Game.observation_spec`` describes them, from what the reference lets the seat know."""
    n, seats = state.rules.n, state.rules.players
    seen = thurn_and_taxis.observe(state, seat)
    own = seen["players"][seat]["hand"]
    players = [seen["players"][(seat + k) % seats] for k in range(seats)]
    # Of the own cards the cities are seen, of those of others how many there are.
    sizes = {tag: [sum(own[tag]), *(player["hand"][tag] for player in players[1:])] for tag in ("new", "old")}

    def one_hot(size: int, position: int | None) -> list[int]:
        return [int(k == position) for k in range(size)]

    def relative(other: int | None) -> int | None:
        return None if other is None else (other - seat) % seats

    actor = {CHANCE: seats, TERMINAL: seats + 1}.get(state.current_player, relative(state.current_player))
    points = (*DECISIONS, "end_turn")
    return {
        "hand_new": own["new"],
        "hand_old": own["old"],
        "known": [count for player in players for count in player["hand"]["known"]],
        "new_cards": [byte for size in sizes["new"] for byte in size.to_bytes(2, "little")],
        "old_cards": [byte for size in sizes["old"] for byte in size.to_bytes(2, "little")],
        "current_pool": seen["current_pool"],
        "old_pool": seen["old_pool"],
        "supply": list(seen["supply_size"].to_bytes(2, "little")),
        "discard": seen["discard"],
        "display": seen["display"],
        "rows": [c for p in players for c in (*(1 + city for city in p["row"]), *[0] * (n - len(p["row"])))],
        "houses": [int(city in player["houses"]) for player in players for city in range(n)],
        "carriage": [player["carriage"] for player in players],
        "closes": [byte for player in players for byte in player["closes"].to_bytes(4, "little")],
        "tiles": _tile_holders(state, players),
        "tile_points": [b for p in players for b in sum(map(sum, p["tiles"])).to_bytes(2, "little")],
        "stacks": seen["stacks"],
        "to_move": one_hot(seats + 2, actor),
        "owner": one_hot(seats, relative(seen["owner"])),
        "start_player": one_hot(seats, relative(state.rules.start_player)),
        "turn": list(seen["turn"].to_bytes(4, "little")),
        "point": one_hot(len(points), points.index(seen["point"] or "end_turn")),
        "deal": one_hot(2, None if seen["deal"] is None else ("display", "face_down").index(seen["deal"])),
        "official": one_hot(5, (None, *OFFICIALS).index(seen["official"])),
        "began_empty": [int(seen["began_empty"])],
        "placed": [int(city in seen["placed"]) for city in range(n)],
        "last_discard": one_hot(n, seen["last_discard"]),
        "ender": one_hot(seats, relative(seen["game_end"])),
    }


def _tile_holders(state: State, players: list[dict[str, Any]]) -> list[int]:
    """By stack and tile from the top 1 + the place of who has it among these players, equal tiles by place."""
    stacks = state.rules.map.stacks
    height = max(len(stack.values) for stack in stacks)
    holders = []
    for index, stack in enumerate(stacks):
        # The values of a stack never rise, so this is the order from the top.
        taken = sorted((-value, 1 + k) for k, player in enumerate(players) for value in player["tiles"][index])
        assert [-value for value, _ in taken] == list(stack.values[: len(taken)])
        holders += [holder for _, holder in taken] + [0] * (height - len(taken))
    return holders


def compare_copies(ours: sw.State, theirs: State, game: ThurnAndTaxis, rng: random.Random) -> None:
    """Each reads the other's dict as a position that a game leads to, and so is what a seat that does not know better
    takes for possible (TT-66). TT-98: a decision stays one, so the reference reads it as a study.
    """
    require("copy of the reference's dict", ours.game.state_from_dict(theirs.to_dict()), ours)
    require("copy of the package's dict", game.state_from_dict(ours.to_dict()).to_dict(), theirs.to_dict())
    require("copy through bytes", ours.game.state_from_bytes(ours.to_bytes()), ours)
    require("broken invariants", ours.check(), [])
    seat = rng.randrange(theirs.rules.players)
    other = ours.resample_hidden(seat, sw.Rng(rng.getrandbits(64)))
    twin = game.state_from_dict(other.to_dict(), strict=False)
    require("resampled state", other.to_dict(), twin.to_dict())
    seen = thurn_and_taxis.observe(theirs, seat)
    require("what a seat knows of a resampled state", thurn_and_taxis.observe(twin, seat), seen)
    require("view of a resampled state", other.observation(seat).tolist(), ours.observation(seat).tolist())
    require("legal ids of a resampled state", other.legal_actions(), twin.legal_actions())
    if theirs.current_player == seat:
        require("own legal ids of a resampled state", other.legal_actions(), theirs.legal_actions())


def compare_words(ours: sw.State, theirs: State) -> None:
    """The questions that `spielwerk.thurn_and_taxis` answers, about the rows of all seats (TT-25, TT-35, TT-48)."""
    rules, words = theirs.rules, sw.thurn_and_taxis
    cities = range(rules.n)
    for seat, player in enumerate(theirs.players):
        row, houses = player.row, player.houses
        expected = (
            tuple(c for c in cities if player.fits_left(rules.map, c)),
            tuple(c for c in cities if player.fits_right(rules.map, c)),
        )
        require(f"extensions of {row}", tuple(words.extensions(row, ours.game)), expected)
        if 3 <= len(row) <= 8:
            found = words.house_options(row, houses, ours.game)
            require(f"houses on {row}, some are on {houses}", found, house_sets(theirs, seat))
        values = [value for held in player.tiles for value in held]
        sheet = words.score(values, player.carriage, len(houses))
        require(f"score of seat {seat}", sheet, theirs.score_sheet(seat))


def house_sets(state: State, seat: int) -> list[tuple[int, ...]]:
    """Every set that TT-35 to TT-38 allow, by trying all."""
    player, region_of = state.players[seat], state.rules.map.region_of
    free = sorted(city for city in player.row if city not in player.houses)
    found = []
    for number in range(2 ** len(free)):
        some = tuple(city for k, city in enumerate(free) if number >> k & 1)
        regions = {region_of[city] for city in some}
        if len(some) <= player.houses_left and (
            len(regions) == len(some) or (len(regions) == 1 and None not in regions)
        ):
            found.append(some)
    return sorted(found)


def compare_tiles(ours: sw.State, theirs: State, events: list[Event]) -> None:
    """What a close was said to earn, and what it earned (TT-39 to TT-43)."""
    state, stacks = theirs, theirs.rules.map.stacks
    houses = {*state.me.houses, *(place for name, _, place, _ in events if name == "house")}
    found = sw.thurn_and_taxis.tiles_for(
        state.me.row,
        houses,
        max([state.me.carriage, *(place for name, _, place, _ in events if name == "carriage")]),
        ours.game,
        left={stack.id: state.stacks[index] for index, stack in enumerate(stacks)},
        held=[stack.id for index, stack in enumerate(stacks) if state.me.tiles[index]],
    )
    earned = [(stacks[place].id, amount) for name, _, place, amount in events if name == "tile"]
    require("tiles of a close", [tuple(tile) for tile in found], earned)


# ---- whole games ----

COMMON: Final = (
    *("administrator", "postmaster", "carrier", "cartwright", "forced postmaster", "take", "face_down", "reshuffle"),
    *("abandon", "play on the left", "carrier starts a row", "discard", "close", "turn"),
    *(f"carriage {number}" for number in range(3, 8)),
    *(f"tile {kind}" for kind in ("route_length", "all_cities", "one_house_in_each", "game_end")),
    *("house in a free city", "no house", "natural end", "cut off", "map file"),
)
"""What each run must have met."""
RARE: Final = (
    *("short display", "winner is not the holder", "reshuffle within a deal", "two houses in one region"),
    *("no draw left", "nothing to deal", "tie broken", "all houses", "empty stack", "hand of ten"),
)
"""What a long run must have met, too."""


def _features(before: State, action: int, events: list[Event], after: State) -> set[str]:
    """What the run must have met."""
    rules = before.rules
    names = [name for name, _, _, _ in events]
    found = {name for name in names if name in COMMON}
    for name, _, place, amount in events:
        if name == "official":
            found.add(OFFICIALS[place - 1])
        elif name == "carriage":
            found.add(f"carriage {place}")
        elif name == "tile":
            found.add(f"tile {rules.map.stacks[place].kind}")
        elif name == "play" and amount < 0:
            found.add("play on the left")
        elif name == "house" and rules.map.region_of[place] is None:
            found.add("house in a free city")
    placed = [rules.map.region_of[city] for city in after.placed]
    features = {
        "forced postmaster": before.began_empty and "postmaster" in found,
        "reshuffle within a deal": before.deal == "display" and "reshuffle" in names,
        "carrier starts a row": before.point == "after_play" and "abandon" in names,
        "two houses in one region": len(placed) > len(set(placed)),
        "no house": action == rules.place_done and not before.placed,
        "short display": after.point == "first_draw" and after.deal is None and sum(after.display) < 6,
        "no draw left": before.point == "first_draw" and not after.draw_possible and after.point == "play",
        "nothing to deal": not before.face_down_possible and before.point in DECISIONS[:4],
        "all houses": any(player.houses_left == 0 for player in after.players),
        "empty stack": 0 in after.stacks and "tile" in names,
        "hand of ten": after.me.hand_size >= 10,
    }
    found |= {name for name, so in features.items() if so}
    return found | (_ended(after) if after.phase == "over" else set())


def _ended(after: State) -> set[str]:
    """The same of a game that is over."""
    scores, winners = after.scores(), after.winners()
    if not winners:
        return {"cut off"}
    found = {"natural end"}
    found |= {"winner is not the holder"} if winners != [after.game_end] else set()
    return found | ({"tie broken"} if scores.count(max(scores)) > 1 else set())


@dataclass(frozen=True)
class Shares:
    """The shares of states at which more is compared than each decision needs: the reference takes its time."""

    standings: float = 0.1
    views: float = 0.1
    copies: float = 0.04
    words: float = 0.03
    refusals: float = 0.002


def play(seed: int, index: int, tally: Tally, shares: Shares) -> None:
    """Game ``index`` of a run."""
    rng = random.Random(f"{seed}/{index}")
    options: dict[str, Any] = {}
    ids: list[int] = []
    choose = rng.choices([choose for choose, _ in CHOICES], [weight for _, weight in CHOICES])[0]
    try:
        game, reference, options = random_game(rng, index)
        ours, theirs = game.initial_state(), reference.initial_state()
        while True:
            legal = compare(ours, theirs)
            over = theirs.phase == "over"
            if over or rng.random() < shares.standings:
                compare_standings(ours, theirs)
            if over or rng.random() < shares.views:
                tally.views += compare_views(ours, theirs)
            if over or rng.random() < shares.copies:
                compare_copies(ours, theirs, reference, rng)
                tally.copies += 1
            if over or rng.random() < shares.words:
                compare_words(ours, theirs)
                tally.words += 1
            if rng.random() < shares.refusals:
                tally.refusals += compare_refusals(ours, theirs, theirs.rules.discard + theirs.rules.n)
                require("size of the outcome space", game.num_outcomes, theirs.rules.n)
            if over:
                break
            if theirs.phase == "deal":
                action = rng.choice(theirs.chance_outcomes())[0]
                tally.chance_nodes += 1
            else:
                action = choose(theirs, legal, rng)
                tally.decisions += 1
            after, events = theirs._act(action)
            require(f"events of {action}", plain(ours.events(action)), plain(events))
            if any(name == "close" for name, _, _, _ in events):
                compare_tiles(ours, theirs, events)
            ids.append(action)
            tally.features.update(_features(theirs, action, events, after))
            ours, theirs = ours.apply(action), after
    except Exception as error:
        raise DifferenceError(
            f"{SEED_VARIABLE}={seed}, game {index}, options {options}, {choose.__name__}, "
            f"step {len(ids)}, after the ids {ids}: {error!r}"
        ) from error
    tally.games += 1
    tally.features["map file"] += "map_file" in options


def run(seed: int, first_game: int, decisions: int, shares: Shares) -> Tally:
    """Games ``first_game``, ``first_game + 1``, ... until so many decisions were compared."""
    tally = Tally()
    while tally.decisions < decisions:
        play(seed, first_game + tally.games, tally, shares)
    return tally


def replay_greedy(seed: int, index: int, tally: Tally) -> None:
    """A simulated game with the policy greedy, played again with the reference and the same generator (TT-89).

    The generator is asked for the rank of a card of the supply, of a legal action, or of one of the builder's choices.
    Whoever had other choices would soon be in another game.
    """
    rng = random.Random(f"{seed}/greedy/{index}")
    options: dict[str, Any] = {}
    ids: list[int] = []
    policies: list[str] = []
    try:
        game, reference, options = random_game(rng, index)
        players = reference.rules.players
        policies = [rng.choice(["greedy", "greedy", "random"]) for _ in range(players)]
        policies[rng.randrange(players)] = "greedy"
        row = sw.simulate(game, 1, seed, first_index=index, policies=policies, threads=1)
        stream, state, decisions = sw.Rng(seed, index), reference.initial_state(), 0
        while state.phase != "over":
            if state.phase == "deal":
                rank = stream.below(sum(state.supply))
                action = next(c for c in range(reference.rules.n) if rank < sum(state.supply[: c + 1]))
            else:
                is_greedy = policies[state.owner] == "greedy"
                action = stream.choice(thurn_and_taxis.builder_choices(state) if is_greedy else state.legal_actions())
                decisions += 1
                tally.policy += is_greedy
            ids.append(action)
            state = state.apply(action)
        compare_rows(row, state, decisions, not state.last_turn)
    except Exception as error:
        raise DifferenceError(
            f"{SEED_VARIABLE}={seed}, greedy game {index}, options {options}, {policies}, step {len(ids)}, "
            f"the reference's ids {ids}: {error!r}"
        ) from error
