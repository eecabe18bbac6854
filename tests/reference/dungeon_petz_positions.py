"""Positions of Dungeon Petz given as dicts (`tests/scenarios/README.md`): their form, and what is left out.

Only the form is looked at here, everything else by `dungeon_petz_invariants.py` (DP-171). Ids like DP-171 are the
rules of `seeds/dungeon_petz.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tests.reference.dungeon_petz import DungeonPetz, State
from tests.reference.dungeon_petz_invariants import POINTS_OF, faults_of
from tests.reference.dungeon_petz_parts import (
    CARDS,
    IMPS,
    ITEMS,
    NEUTRAL,
    POTION,
    POTIONS,
    PRINTED,
    SPACES,
    Artifact,
    Pet,
    Player,
    Plot,
    Rules,
    Step,
)
from tests.reference.dungeon_petz_setup import clockwise
from tests.reference.dungeon_petz_state import REMOVED, STANDS
from tests.reference.dungeon_petz_tables import COLOURS

PHASES: Final = ("setup", "shopping", "arranging", "needs", "business", "ageing", "over")
POINTS: Final = (
    *("group", "gold", "pick", "send", "book", "cage", "addon", "pet", "crystal", "assign", "feed", "play", "anger"),
    *("magic", "shovel", "potion", "exhibit", "sell", "clean", "box", "deal", None),
)
DEALS: Final = ("start", "card", "exhibition", "customer", "artifact", "cage", "addon", "young", "old", None)
TILES: Final = ("artifacts", "cages", "addons", "pets", "exhibitions", "customers")
OFFERS: Final = {"artifacts": "artifacts", "cages": "cages", "addons": "addons", "young": "pets", "old": "pets"}
LEFT_OUT: Final = object()  # no value that a dict can give; null is a fault
MOST: Final = 65_535  # gold
MOST_POINTS: Final = 32_767  # of any sign, doubled (DP-180)
MOST_SHOW: Final = 32_767
MOST_TOKENS: Final = 255  # food in a stand or chamber, manure, tokens of a pet


class PositionError(ValueError):
    """A dict that is no position; `faults` says why."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = list(faults)


def read_position(game: DungeonPetz, d: Mapping[str, Any]) -> State:
    """The position, or PositionError: of its form, then of its meaning (DP-171)."""
    given = _with_defaults(game, d)
    faults = list(_form_faults(game.rules, given, game.initial_state().to_dict()))
    if faults:
        raise PositionError(faults)
    state = _state(game.rules, given)
    faults = list(faults_of(state, state.legal_actions))
    if faults:
        raise PositionError(faults)
    return state


def _with_defaults(game: DungeonPetz, d: Mapping[str, Any]) -> dict[str, Any]:
    """Keys left out that do not simply have their value at the start of a game."""
    given, rules = dict(d), game.rules
    if given.get("phase") == "over":
        given.setdefault("point", None)
    if "point" in given or given.get("deal") is not None:
        # The phase follows from what is asked; a chance event is one of the set-up unless it says otherwise.
        asked = given.get("point", "deal")
        found = [phase for phase, points in POINTS_OF.items() if asked in points]
        given.setdefault("phase", found[0] if found else "setup")
    start = game.initial_state().to_dict()
    if "point" in given and given["point"] != "deal":
        given.setdefault("deal", None)
    if given.get("deal", start["deal"]) != start["deal"]:
        for key, value in (("seat", None), ("draw", [])):
            given.setdefault(key, value)
    if given.get("deal", start["deal"]) != "start":
        given.setdefault("order", clockwise(rules.start_player or 0, rules.players))
    opening = given.get("phase", "setup") == "setup" and given.get("deal", start["deal"]) in ("start", "card")
    number = given.get("round", 1)
    if "spaces" not in given and _is_count(number) and not opening and given.get("phase") != "over":
        neutral = rules.neutral_imps(number)
        given["spaces"] = [NEUTRAL if space in neutral else None for space in SPACES]
    chosen = given.get("chosen")
    if "size" not in given and given.get("point") == "send" and _counts(chosen, 2):
        assert isinstance(chosen, list | tuple)
        given["size"] = sum(chosen)
    return {**start, "decks": {}, "home": None, "potions": LEFT_OUT, "players": [{}] * rules.players, **given}


# ---- form ----


def _is_count(value: object, most: int = MOST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_number(value: object, most: int) -> bool:
    """Points of any sign."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= most


def _counts(value: object, length: int | None = None, most: int = MOST) -> bool:
    if not isinstance(value, list | tuple) or not all(_is_count(item, most) for item in value):
        return False
    return length is None or len(value) == length


def _optional(value: object, most: int) -> bool:
    return value is None or _is_count(value, most)


def _tile_count(rules: Rules, kind: str) -> int:
    tiles: Sequence[Any] = getattr(rules.tables, kind)
    return len(tiles)


def _form_faults(rules: Rules, d: Mapping[str, Any], start: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"unknown key {key!r}" for key in d if key not in start and key != "home")
    if d["home"] is not None:
        yield "unknown key 'home'"
    if d["phase"] not in PHASES:
        yield "phase is unknown"
    if d["point"] not in POINTS or d["deal"] not in DEALS:
        yield "point or deal is unknown"
    if not _is_count(d["round"]) or not 1 <= d["round"] <= rules.course.rounds:
        yield f"round is 1 to {rules.course.rounds} (DP-1)"
    for key, right in (
        ("left", _is_count(d["left"])),
        ("draw", _counts(d["draw"], None, 3)),
        ("seat", _optional(d["seat"], rules.players - 1)),
        ("order", _counts(d["order"], None, rules.players - 1)),
        ("size", _optional(d["size"], MOST)),
        ("chosen", d["chosen"] is None or _counts(d["chosen"], 2)),
        ("given", _counts(d["given"], None, 3)),
        ("served", _counts(d["served"], None, 1)),
        ("gold_before", _optional(d["gold_before"], MOST)),
        ("platform_sold", isinstance(d["platform_sold"], bool)),
        ("substitutes", _counts(d["substitutes"], 4)),
        ("potions", d["potions"] is LEFT_OUT or _is_count(d["potions"], POTIONS)),
        ("exhibitions", _counts(d["exhibitions"], None, _tile_count(rules, "exhibitions") - 1)),
        ("customers", _counts(d["customers"], None, _tile_count(rules, "customers") - 1)),
        *((key, _counts(d[key], None, _tile_count(rules, kind) - 1)) for key, kind in OFFERS.items()),
        ("stands", _map_of_counts(d["stands"], STANDS)),
        ("decks", _card_counts(d["decks"])),
        ("discards", _card_counts(d["discards"])),
    ):
        if not right:
            yield f"{key} is malformed"
    yield from _step_faults(d["step"])
    spaces = d["spaces"]
    if not isinstance(spaces, list | tuple) or len(spaces) != len(SPACES):
        yield f"spaces is a list of {len(SPACES)} (DP-14)"
    elif not all(entry in (None, NEUTRAL) or _group(entry, rules.players - 1) for entry in spaces):
        yield "spaces are null, neutral or [seat, imps]"
    removed = d["removed"]
    if not isinstance(removed, Mapping) or not set(removed) <= set(REMOVED):
        yield "removed is {artifacts, cages, addons, pets}"
    elif not all(_counts(each, None, _tile_count(rules, kind) - 1) for kind, each in removed.items()):
        yield "removed has lists of indices"
    maps = d["players"]
    if not isinstance(maps, list | tuple) or len(maps) != rules.players:
        yield f"players are {rules.players} maps (DP-1)"
        return
    for seat, m in enumerate(maps):
        if isinstance(m, Mapping):
            yield from (f"player {seat}: {fault}" for fault in _player_faults(rules, m, start["players"][0]))
        else:
            yield f"player {seat} is no map"


def _group(value: object, most_seat: int) -> bool:
    return _counts(value, 2) and isinstance(value, list | tuple) and value[0] <= most_seat and 1 <= value[1] <= IMPS


def _map_of_counts(value: object, keys: Sequence[str]) -> bool:
    return isinstance(value, Mapping) and set(value) <= set(keys) and _counts(list(value.values()), None, MOST_TOKENS)


def _card_counts(value: object) -> bool:
    right = isinstance(value, Mapping) and set(value) <= set(COLOURS)
    return right and isinstance(value, Mapping) and all(_counts(counts, 6) for counts in value.values())


def _step_faults(step: object) -> Iterator[str]:
    if not isinstance(step, Mapping) or not set(step) <= {"plot", "open", "last", "count"}:
        yield "step is {plot, open, last, count}"
    elif not (
        _optional(step.get("plot"), 3)
        and _counts(step.get("open", [0] * 4), 4)
        and _optional(step.get("last"), 23)
        and _is_count(step.get("count", 0))
    ):
        yield "step is malformed"


def _player_faults(rules: Rules, m: Mapping[str, Any], start: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"unknown key {key!r}" for key in m if key not in start)
    doubled = m.get("doubled", {})
    if not isinstance(doubled, Mapping) or not set(doubled) <= set(ITEMS):
        yield f"doubled is a map of {ITEMS}"
    elif not all(_is_number(value, MOST_POINTS) for value in doubled.values()):
        yield "doubled has whole numbers"
    whole = {**start, **m}
    show = whole["show"]
    for key, right in (
        *((key, _is_count(whole[key], IMPS)) for key in ("home", "used", "hospital", "platform")),
        ("gold", _is_count(whole["gold"])),
        ("progress", _counts(whole["progress"], 4, 1)),
        ("vegetables", _counts(whole["vegetables"], 3, MOST_TOKENS)),
        ("meat", _counts(whole["meat"], 2, MOST_TOKENS)),
        ("hand", _card_counts(whole["hand"])),
        ("potions", _is_count(whole["potions"], POTIONS)),
        ("potions_due", _counts(whole["potions_due"], 4, POTIONS)),
        ("show", show is None or _is_number(show, MOST_SHOW)),
        ("armor_used", _is_count(whole["armor_used"], 2)),
        ("employee_used", isinstance(whole["employee_used"], bool)),
        ("groups", isinstance(whole["groups"], list | tuple) and all(map(_is_group, whole["groups"]))),
        ("artifacts", _artifacts_right(rules, whole["artifacts"])),
    ):
        if not right:
            yield f"{key} is malformed"
    waiting = whole["waiting"]
    if not isinstance(waiting, Mapping) or not set(waiting) <= {"cages", "addons", "pets"}:
        yield "waiting is {cages, addons, pets}"
    else:
        for kind in ("cages", "addons"):
            if not _counts(waiting.get(kind, []), None, _tile_count(rules, kind) - 1):
                yield f"waiting.{kind} are indices"
        pets = waiting.get("pets", [])
        if not isinstance(pets, list | tuple) or not all(_is_pet(rules, pet, with_cards=False) for pet in pets):
            yield "waiting.pets is malformed"
    plots = whole["plots"]
    if not isinstance(plots, list | tuple) or len(plots) != 4 or not all(_is_plot(rules, plot) for plot in plots):
        yield "plots is malformed"


def _is_group(group: object) -> bool:
    if not isinstance(group, list | tuple) or len(group) != 2:
        return False
    imps, gold = group
    return _is_count(imps, IMPS) and imps > 0 and _optional(gold, MOST)


def _artifacts_right(rules: Rules, value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(m, Mapping)
        and set(m) <= {"artifact", "colour", "food"}
        and _is_count(m.get("artifact"), _tile_count(rules, "artifacts") - 1)
        and _optional(m.get("colour"), 3)
        and _is_count(m.get("food", 0), 1)
        for m in value
    )


def _is_pet(rules: Rules, m: object, with_cards: bool) -> bool:
    keys = {"pet", "size", "suffering", "mutation"} | ({"cards"} if with_cards else set())
    if not isinstance(m, Mapping) or not set(m) <= keys:
        return False
    cards = m.get("cards", [])
    if not isinstance(cards, list | tuple) or not all(isinstance(card, str) and card in CARDS for card in cards):
        return False
    right = _is_count(m.get("pet"), _tile_count(rules, "pets") - 1) and _is_count(m.get("size"), 7)
    return right and m["size"] >= 2 and all(_is_count(m.get(key, 0), MOST_TOKENS) for key in ("suffering", "mutation"))


def _is_plot(rules: Rules, m: object) -> bool:
    if not isinstance(m, Mapping) or not set(m) <= {"cage", "addon", "manure", "pet"}:
        return False
    cage, addon, pet = m.get("cage"), m.get("addon"), m.get("pet")
    if cage != "printed" and not _optional(cage, _tile_count(rules, "cages") - 1):
        return False
    right = _optional(addon, _tile_count(rules, "addons") - 1) and _is_count(m.get("manure", 0), MOST_TOKENS)
    return right and (pet is None or _is_pet(rules, pet, with_cards=True))


# ---- the state ----


def _state(rules: Rules, d: Mapping[str, Any]) -> State:
    state = State(rules)
    for key in ("phase", "point", "deal", "left", "round", "seat", "size", "gold_before", "platform_sold"):
        setattr(state, key, d[key])
    for key in ("draw", "order", "given", "served", "exhibitions", "customers", "substitutes", *OFFERS):
        setattr(state, key, list(d[key]))
    state.chosen = None if d["chosen"] is None else (d["chosen"][0], d["chosen"][1])
    state.step = Step(**{**d["step"], "open": list(d["step"].get("open", [0] * 4))})
    state.spaces = [(entry[0], entry[1]) if isinstance(entry, list | tuple) else entry for entry in d["spaces"]]
    state.stands = {key: d["stands"].get(key, 0) for key in STANDS}
    state.removed = {key: list(d["removed"].get(key, [])) for key in REMOVED}
    state.players = [_player(m) for m in d["players"]]
    for seat, (player, m) in enumerate(zip(state.players, d["players"], strict=True)):
        if "home" not in m:  # the rest of ten imps
            grouped = sum(imps for imps, _ in player.groups)
            away = player.used + player.hospital + player.platform + sum(player.progress)
            player.home = IMPS - grouped - away - state.town(seat)
    pets = [pet for player in state.players for _, pet in player.pets()]
    assigned = [card for pet in pets for card in pet.cards]
    state.discards = _piles(d["discards"])
    for colour, name in enumerate(COLOURS):
        if name in d["decks"]:
            state.decks[colour] = list(d["decks"][name])
            continue
        for need in range(6):  # what is nowhere else
            there = state.discards[colour][need] + sum(player.hand[colour][need] for player in state.players)
            there += sum(1 for card in assigned if card[:2] == (colour, need))
            total = rules.tables.cards[colour][need]
            if need == rules.tables.dominant[colour]:
                total += state.substitutes[colour]
            state.decks[colour][need] = total - there
    if d["potions"] is LEFT_OUT:  # the rest of five
        used = sum(player.potions for player in state.players) + sum(1 for card in assigned if card[1] == POTION)
        state.potions = POTIONS - used
    else:
        state.potions = d["potions"]
    return state


def _piles(m: Mapping[str, Any]) -> list[list[int]]:
    return [list(m.get(name, [0] * 6)) for name in COLOURS]


def _player(m: Mapping[str, Any]) -> Player:
    player = Player()
    player.doubled |= m.get("doubled", {})
    for key in ("gold", "home", "used", "hospital", "platform", "potions", "show", "armor_used", "employee_used"):
        if key in m:
            setattr(player, key, m[key])
    for key in ("progress", "vegetables", "meat", "potions_due"):
        if key in m:
            setattr(player, key, list(m[key]))
    player.groups = [(imps, gold) for imps, gold in m.get("groups", [])]
    player.artifacts = [Artifact(a["artifact"], a.get("colour"), a.get("food", 0)) for a in m.get("artifacts", [])]
    player.hand = _piles(m.get("hand", {}))
    waiting = m.get("waiting", {})
    player.waiting_cages = list(waiting.get("cages", []))
    player.waiting_addons = list(waiting.get("addons", []))
    player.waiting_pets = [_pet(pet) for pet in waiting.get("pets", [])]
    if "plots" in m:
        player.plots = [_plot(plot) for plot in m["plots"]]
    return player


def _pet(m: Mapping[str, Any]) -> Pet:
    cards = [CARDS[text] for text in m.get("cards", [])]
    return Pet(m["pet"], m["size"], m.get("suffering", 0), m.get("mutation", 0), cards)


def _plot(m: Mapping[str, Any]) -> Plot:
    cage = PRINTED if m.get("cage") == "printed" else m.get("cage")
    pet = None if m.get("pet") is None else _pet(m["pet"])
    return Plot(cage, m.get("addon"), m.get("manure", 0), pet)
