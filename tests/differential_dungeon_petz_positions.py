"""Positions of Dungeon Petz as dicts, good ones and damaged ones, read by the package and by the plain reference."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any, Final

import spielwerk as sw
from tests import differential_dungeon_petz
from tests.differential import SEED_VARIABLE, DifferenceError, plain
from tests.differential_dungeon_petz import CHOICES_OF_PLAY, drawn, late_position, random_game
from tests.differential_parts import Tally, places_in, read_by_package
from tests.reference.dungeon_petz import DungeonPetz, State
from tests.reference.dungeon_petz_parts import CARDS, SPACES
from tests.reference.dungeon_petz_positions import DEALS, PHASES, POINTS, PositionError
from tests.reference.dungeon_petz_tables import COLOURS

SCALARS: Final[tuple[Any, ...]] = (
    *(None, 0, 1, 2, -1, 5, 6, 7, 10, 17, 18, 31, 32, 200, 256, 60_000, 65_536, 2**31, 2**63, -(2**63), 2**70, 0.5),
    *(True, False, 1.0, -0.0, "", "printed", "neutral", "deal", "green", "green hunger", "setup", [], {}, [0], [1, 0]),
    *([0, 1], [None], "0", [[0, 1]], {"pet": 0, "size": 4}, {"pet": 3, "size": 2}, {"cards": []}, {"artifact": 0}),
)
KEYS: Final = (
    *("phase", "point", "deal", "left", "draw", "round", "seat", "order", "size", "chosen", "given", "step", "served"),
    *("gold_before", "platform_sold", "spaces", "stands", "artifacts", "cages", "addons", "young", "old"),
    *("exhibitions", "customers", "removed", "decks", "discards", "substitutes", "potions", "players"),
)
PLAYER_KEYS: Final = (
    *("doubled", "gold", "home", "used", "hospital", "platform", "progress", "groups", "vegetables", "meat"),
    *("artifacts", "hand", "potions", "potions_due", "waiting", "plots", "show", "armor_used", "employee_used"),
)
# What the README says of keys that are left out.
DERIVED: Final = ("decks", "potions", "removed", "spaces", "order", "size", "step", "deal", "seat", "draw", "left")

# What a damage meets where an earlier one has put something else.
IN_THE_WAY: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError)

Damage = Callable[[dict[str, Any], DungeonPetz, random.Random], None]


def good(reference: DungeonPetz, rng: random.Random) -> dict[str, Any]:
    """A position of a random game, or one soon after a late position; seldom one that just deals cards or tiles."""
    choose = rng.choices([choose for choose, _ in CHOICES_OF_PLAY], [weight for _, weight in CHOICES_OF_PLAY])[0]
    steps = rng.choice([rng.randrange(30), rng.randrange(400), rng.randrange(400)])
    if rng.random() < 0.5:
        state, steps = late_position(reference, rng), rng.randrange(120)
    else:
        state = reference.initial_state()
    # Where something rare is asked, it is looked at more often than it comes.
    rare = rng.choice(
        [None, None, "crystal", "anger", "magic", "play", "shovel", "potion", "sell", "clean", "box", "book"]
    )
    for _ in range(steps):
        before = state
        state = state.copy()
        state.run(drawn(state, rng) if state.point == "deal" else choose(state, state.legal_actions(), rng))
        if state.point is None:
            state = state if rng.random() < 0.1 else before
            break
        if state.point == rare and rng.random() < 0.5:
            break
    return copy.deepcopy(state.to_dict())


# ---- damages ----


def _player(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    players = position.get("players")
    chosen = rng.choice(players) if isinstance(players, list) and players else None
    return chosen if isinstance(chosen, dict) else {}


def _inside(position: dict[str, Any], rng: random.Random) -> list[tuple[Any, Any]]:
    """Places under one key, so that long lists are not chosen more often than others."""
    whole = rng.choice([position, _player(position, rng)])
    if not whole:
        return []
    key = rng.choice(list(whole))
    return [(whole, key), *places_in(whole[key])]


def _other_value(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    if places := _inside(position, rng):
        container, key = rng.choice(places)
        container[key] = copy.deepcopy(rng.choice(SCALARS))


def _near(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """A number a little off."""
    numbers = [(c, k) for c, k in _inside(position, rng) if type(c[k]) is int]
    if numbers:
        container, key = rng.choice(numbers)
        container[key] += rng.choice([-1, 1, 1, -2, 2, 10])


def _two_near(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """One number less and another one of the same list or map more: sums stay."""
    places = _inside(position, rng)
    containers = [c for c, _ in places if sum(type(v) is int for v in (c.values() if isinstance(c, dict) else c)) > 1]
    if containers:
        container = rng.choice(containers)
        items = container.items() if isinstance(container, dict) else enumerate(container)
        a, b = rng.sample([key for key, value in items if type(value) is int], 2)
        container[a] -= 1
        container[b] += 1


def _other_field(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    place = rng.choice([position, _player(position, rng)])
    keys = KEYS if place is position else PLAYER_KEYS
    place[rng.choice([*keys, "colour"])] = copy.deepcopy(rng.choice(SCALARS))


def _lost_field(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    if places := [place for place in _inside(position, rng) if isinstance(place[0], dict)]:
        container, key = rng.choice(places)
        del container[key]


def _derived_fields(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """What follows from the rest is left out."""
    for key in rng.sample(DERIVED, rng.randint(1, 4)):
        position.pop(key, None)
    if rng.random() < 0.3:
        _player(position, rng).pop("home", None)


def _list(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """One item more, less, twice, or another order."""
    lists = [c[k] for c, k in _inside(position, rng) if isinstance(c[k], list)]
    if not lists:
        return
    chosen, act = rng.choice(lists), rng.randrange(5)
    if act == 0:
        chosen.append(copy.deepcopy(rng.choice(SCALARS)))
    elif act == 1 and chosen:
        chosen.append(copy.deepcopy(rng.choice(chosen)))
    elif act == 2 and chosen:
        chosen.pop(rng.randrange(len(chosen)))
    elif act == 3:
        rng.shuffle(chosen)
    else:
        chosen.clear()


def _swapped(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """Two players exchange what they have under a key: every sum over the game stays."""
    players = position.get("players")
    if isinstance(players, list) and len(players) > 1:
        a, b = rng.sample(players, 2)
        if isinstance(a, dict) and isinstance(b, dict):
            key = rng.choice(PLAYER_KEYS)
            a[key], b[key] = b.get(key), a.get(key)


def _frame(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    key = rng.choice(["phase", "point", "deal", "seat", "round", "size", "order", "left", "draw", "chosen", "given"])
    n = reference.rules.players
    values: dict[str, list[Any]] = {
        "phase": list(PHASES),
        "point": list(POINTS),
        "deal": list(DEALS),
        "seat": [None, *range(-1, n + 1)],
        "round": list(range(reference.rules.course.rounds + 2)),
        "size": [None, *range(8)],
        "order": [[(s + k) % n for k in range(n)] for s in range(n)] + [rng.sample(range(n), n), []],
        "left": [0, 1, 2, 3],
        "draw": [[], [rng.randrange(4)], sorted(rng.choices(range(4), k=3)), rng.choices(range(4), k=3)],
        "chosen": [None, [1, 0], [2, 0], [1, 1], [3, 2]],
        "given": [[], [rng.randrange(4)], [0, 1], [2, 1]],
    }
    position[key] = copy.deepcopy(rng.choice(values[key]))


def _turn(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """Where the owner of the turn is: the next question of the same kind, or another kind of the same phase."""
    kinds = {
        "shopping": ["group", "gold", "pick", "send", "book"],
        "arranging": ["cage", "addon", "pet", "crystal", "assign"],
        "needs": ["feed", "play", "anger", "magic", "shovel", "potion", "exhibit"],
        "business": ["sell", "clean"],
        "ageing": ["box"],
    }
    phase = position.get("phase")
    if isinstance(phase, str) and rng.random() < 0.6:
        position["point"] = rng.choice(kinds.get(phase, ["deal"]))
    position["seat"] = rng.randrange(reference.rules.players)
    if rng.random() < 0.5:
        position["step"] = {}


def _step(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    step = position.get("step")
    if not isinstance(step, dict):
        return
    key = rng.choice(["plot", "open", "last", "count"])
    number = rng.choice([None, *range(5), rng.randrange(24)])
    step[key] = number
    if key == "open":
        step[key] = [0] * 4
        step[key][rng.randrange(4)] = rng.randrange(5)
    elif key == "count":
        step[key] = rng.randrange(6)


def _card(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """A card goes from a hand, a pile or a deck to another: what there is of it stays."""
    colour = rng.choice(COLOURS)
    try:
        places = [position["decks"][colour], position["discards"][colour]]
        places += [player["hand"][colour] for player in position["players"]]
        a, b = rng.sample(places, 2)
        need = rng.randrange(6)
        if a[need] > 0:
            a[need] -= 1
            b[need] += 1
        if rng.random() < 0.3:  # and another one comes back
            need = rng.choice([need for need in range(6) if b[need] > 0])
            b[need] -= 1
            a[need] += 1
    except IN_THE_WAY:
        return


def _card_of_a_pet(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """One card more, less, or another one on a pet, mostly in exchange for one on hand."""
    try:
        player = _player(position, rng)
        pet = rng.choice([plot["pet"] for plot in player["plots"] if plot["pet"] is not None])
        act, k = rng.randrange(4), rng.randrange(len(pet["cards"]) + 1)
        if act == 0:
            pet["cards"].insert(k, rng.choice(list(CARDS)))
        elif act == 1:
            pet["cards"].pop(k)
        elif act == 2:
            pet["cards"][k] = rng.choice(list(CARDS))
        else:
            colour, need, doubled = CARDS[pet["cards"][k]]
            hand = player["hand"][COLOURS[colour]]
            other = rng.choice([other for other in range(6) if hand[other] > 0])
            hand[other] -= 1
            hand[need] += 1
            names = {(c, n): text for text, (c, n, d) in CARDS.items() if d == doubled}
            pet["cards"][k] = names.get((colour, other), pet["cards"][k])
    except IN_THE_WAY:
        return


def _imps(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    player = _player(position, rng)
    a, b = rng.sample(["home", "used", "hospital", "platform", "progress", "spaces"], 2)
    try:
        for place, by in ((a, -1), (b, 1)):
            if place == "progress":
                player[place][rng.randrange(4)] += by
            elif place == "spaces":
                seat = position["players"].index(player)
                index = rng.randrange(len(SPACES))
                entry = position["spaces"][index]
                position["spaces"][index] = [seat, (entry[1] if isinstance(entry, list) else 0) + by]
            else:
                player[place] += by
    except IN_THE_WAY:
        return


def _tile(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """A tile goes from one offer, display, pile or from nowhere to another."""
    try:
        kind = rng.choice(["cages", "addons", "pets", "artifacts"])
        lists = [position["removed"][kind]]
        lists += [position[key] for key in (("young", "old") if kind == "pets" else (kind,))]
        if kind != "artifacts":
            lists += [player["waiting"][kind] for player in position["players"]]
        chosen = rng.choice(lists)
        number = {"cages": 11, "addons": 6, "pets": 18, "artifacts": 10}[kind]
        tile: Any = rng.randrange(number)
        if rng.random() < 0.5 and (source := rng.choice(lists)):
            tile = source.pop(rng.randrange(len(source)))
        if kind == "pets" and any(chosen is player["waiting"]["pets"] for player in position["players"]):
            tile = {"pet": tile, "size": rng.choice([2, 3, 4, 7]), "suffering": 0, "mutation": 0}
        chosen.append(tile)
        if rng.random() < 0.7:
            chosen.sort(key=lambda held: held["pet"] if isinstance(held, dict) else held)
    except IN_THE_WAY:
        return


def _plot(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    try:
        player = _player(position, rng)
        a, b = rng.sample(player["plots"], 2)
        key = rng.choice(["cage", "addon", "manure", "pet"])
        act = rng.randrange(4)
        if act == 0:
            a[key], b[key] = b[key], a[key]
        elif act == 1:
            a["cage"] = rng.choice([None, "printed", rng.randrange(11)])
        elif act == 2:
            pet = {"pet": rng.randrange(18), "size": rng.randint(2, 7), "suffering": 0, "mutation": 0, "cards": []}
            a["pet"] = rng.choice([None, pet])
        else:
            pet = a["pet"] or b["pet"]
            pet[rng.choice(["size", "suffering", "mutation"])] = rng.randrange(8)
    except IN_THE_WAY:
        return


def _artifact(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    try:
        held = _player(position, rng)["artifacts"]
        if held and rng.random() < 0.6:
            one = rng.choice(held)
            one[rng.choice(["colour", "food"])] = rng.choice([None, 0, 0, 1, 1, 2, 3])
        else:
            held.append({"artifact": rng.randrange(10), "colour": rng.choice([None, 0, 1]), "food": rng.randrange(2)})
            held.sort(key=lambda one: one["artifact"])
    except IN_THE_WAY:
        return


def _group(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """Imps and gold of a player go into a group, or another group is chosen."""
    try:
        player = _player(position, rng)
        imps, gold = rng.randint(1, 3), rng.choice([0, 0, 1, 2, None])
        player["groups"].insert(rng.randrange(len(player["groups"]) + 1), [imps, gold])
        player["home"] -= imps
        if rng.random() < 0.3:
            position["size"] = imps + (gold or 0)
            position["chosen"] = [imps, gold]
    except IN_THE_WAY:
        return


def _points(position: dict[str, Any], reference: DungeonPetz, rng: random.Random) -> None:
    """Points and shows: halves, signs, and what is not there yet."""
    player = _player(position, rng)
    doubled = player.get("doubled")
    if isinstance(doubled, dict) and doubled and rng.random() < 0.6:
        doubled[rng.choice(list(doubled))] = rng.choice([0, 1, 2, 3, 10, -1, -2, -40, 100, 65536])
    else:
        player["show"] = rng.choice([None, 0, 1, -1, 7, 30, -30, 100_000])


DAMAGES: Final[list[Damage]] = [
    *(_other_value, _other_field, _lost_field, _derived_fields, _near, _near, _two_near, _two_near, _list, _list),
    *(_swapped, _frame, _frame, _turn, _step, _step, _card, _card_of_a_pet, _imps, _tile, _tile, _plot, _plot),
    *(_artifact, _group, _points),
]


# ---- comparing ----


def read_theirs(reference: DungeonPetz, position: dict[str, Any]) -> State | list[str]:
    try:
        return reference.state_from_dict(position)
    except PositionError as error:
        return error.faults


def compare(seed: int, index: int, tally: Tally) -> bool:
    """Position ``index`` of a run, read by both, and one step of play from it; whether both accepted it."""
    rng = random.Random(f"{seed}/position/{index}")
    game, reference, options = random_game(rng, index)
    position = good(reference, rng)
    damages = [rng.choice(DAMAGES) for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 2, 3]))]
    for damage in damages:
        damage(position, reference, rng)
    before = copy.deepcopy(position)
    try:
        accepted = _compare(game, reference, position, rng, tally)
        if position != before:
            raise DifferenceError("reading a position changed it")
    except Exception as error:
        names = [damage.__name__ for damage in damages]
        where = f"{SEED_VARIABLE}={seed}, position {index}, options {options}, damages {names}"
        raise DifferenceError(f"{where}: {error!r} of {before}") from error
    tally.features["accepted" if accepted else "refused"] += 1
    tally.features["accepted after damages"] += accepted and bool(damages)
    return accepted


def _compare(game: sw.Game, reference: DungeonPetz, position: dict[str, Any], rng: random.Random, tally: Tally) -> bool:
    ours, theirs = read_by_package(game, position, strict=True), read_theirs(reference, position)
    if isinstance(ours, list) != isinstance(read_by_package(game, position, strict=False), list):
        raise DifferenceError("strict makes a difference (DP-171)")
    if isinstance(ours, list) and isinstance(theirs, list):
        return False
    if isinstance(ours, list):
        raise DifferenceError(f"accepted by the reference alone; the package says {ours}")
    if isinstance(theirs, list):
        raise DifferenceError(f"accepted by the package alone; the reference says {theirs}")
    legal = differential_dungeon_petz.compare(ours, theirs)
    differential_dungeon_petz.compare_standings(ours, theirs)
    tally.views += differential_dungeon_petz.compare_views(ours, theirs)
    differential_dungeon_petz.compare_copies(ours, theirs, reference, rng)
    if theirs.point is None:
        return True
    action = rng.choice(legal) if legal else drawn(theirs, rng)
    after, events = theirs._act(action)
    if plain(ours.events(action)) != plain(events):
        raise DifferenceError(f"events of {action}: package {ours.events(action)}, reference {events}")
    differential_dungeon_petz.compare(ours.apply(action), after)
    tally.decisions += bool(legal)
    return True
