"""The plain reference of Dungeon Petz against scenarios, invariants and known numbers of its digest."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spielwerk as sw
from tests import scenario_runner
from tests.differential_parts import read_by_package
from tests.reference import dungeon_petz
from tests.reference import dungeon_petz_views as views
from tests.reference.dungeon_petz import ACTIONS, CHOICES, SWITCHES, TABLES, DungeonPetz, State
from tests.reference.dungeon_petz_parts import CHANCE
from tests.reference.dungeon_petz_positions import PositionError
from tests.reference.dungeon_petz_tables import make_tables
from tests.reference.dungeon_petz_tables_file import errors
from tests.reference.random_tables import random_tables
from tests.scenario_runner import Scenario

SCENARIO_FILE = Path(__file__).resolve().parent / "scenarios" / "dungeon_petz.toml"
SCENARIOS = scenario_runner.load(SCENARIO_FILE)
VALIDATOR = json.loads(SCENARIO_FILE.with_name("dungeon_petz_tables.json").read_text(encoding="utf-8"))
TABLE = make_tables(TABLES)


# ---- scenarios ----


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario(scenario: Scenario) -> None:
    assert scenario_runner.run(scenario, dungeon_petz) > 0


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_the_dict_form_loses_nothing(scenario: Scenario) -> None:
    """What a scenario starts from and what it leads to, taken from its dict and played on (DP-170)."""
    game = DungeonPetz(scenario.options)
    if scenario.position is None:
        state = game.initial_state()
        for outcome in scenario.draws:
            state = state.apply(outcome)
    else:
        state = game.state_from_dict(scenario_runner.without_none(scenario.position))
    for step in ({}, *scenario.steps):
        if "apply" in step:
            twin = game.state_from_dict(state.to_dict())
            assert twin.to_dict() == state.to_dict()
            assert twin.events(step["apply"]) == state.events(step["apply"])
            state = state.apply(step["apply"])


def test_every_case_has_a_scenario() -> None:
    found = {scenario.id.rstrip("abcdefghi") for scenario in SCENARIOS}
    assert {f"DPC-{number}" for number in range(1, 25)} <= found


# ---- tables files ----


def changed(changes: list[dict[str, Any]]) -> bytes:
    """The shipped tables with these changes; the form is described in `scenarios/README.md`."""
    document = copy.deepcopy(TABLES)
    for change in changes:
        *way, last = change["path"]
        place = document
        for part in way:
            place = place[part]
        if change["op"] == "set":
            place[last] = change["value"]
        elif change["op"] == "delete":
            del place[last]
        else:
            assert change["op"] == "append"
            place[last].append(change["value"])
    return json.dumps(document).encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("case", VALIDATOR["cases"], ids=lambda case: case["id"])
def test_tables_file(case: dict[str, Any]) -> None:
    """DP-151, DP-172."""
    if "changes" in case:
        data = changed(case["changes"])
    else:
        data = bytes.fromhex(case["bytes_hex"]) if "bytes_hex" in case else case["text"].encode("utf-8")
    assert [list(error) for error in errors(data)] == case["errors"]
    if case["errors"]:
        with pytest.raises(ValueError, match="DP-151"):
            DungeonPetz(tables_file=data)
    else:
        assert DungeonPetz(tables_file=data).initial_state().current_player == CHANCE


def test_random_tables_are_tables_files() -> None:
    """DP-150: parsed or as a text, they give the same game."""
    for seed in range(20):
        form = random_tables(random.Random(seed))
        text = json.dumps(form)
        assert DungeonPetz(tables_file=text).rules == DungeonPetz(tables=form).rules


# ---- whole games ----


def crossed_options(rng: random.Random) -> dict[str, Any]:
    players = rng.choice([2, 3, 4])
    options: dict[str, Any] = {name: rng.choice(words) for name, words in CHOICES.items()}
    options |= {name: rng.random() < 0.5 for name in SWITCHES}
    options["exhibition_cap"] = rng.choice([None, 10])
    options["start_player"] = rng.choice(["random", rng.randrange(players)])
    if rng.random() < 0.4:
        options["tables"] = random_tables(rng)
    return {"players": players, **options}


def chosen(state: State, rng: random.Random, policy: str) -> int:
    if state.point == "deal":
        outcomes = state.chance_outcomes()
        return rng.choices([o for o, _ in outcomes], [weight for _, weight in outcomes])[0]
    return rng.choice(state.legal_actions() if policy == "uniform" else views.eager_choices(state))


@pytest.mark.parametrize("index", range(24))
def test_games(index: int) -> None:
    """DP-134 to DP-142 at every state, by what the reader of positions refuses; DP-117, DP-143, DP-166, DP-171."""
    rng = random.Random(index)
    options = crossed_options(rng)
    game = DungeonPetz(options)
    state = game.initial_state()
    policy = rng.choice(["uniform", "eager", "eager"])
    while state.point is not None:
        form = state.to_dict()
        assert game.state_from_dict(json.loads(json.dumps(form))).to_dict() == form
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and len(legal) <= 32, "DP-143"
        assert (state.point == "deal") == bool(state.chance_outcomes()) == (not legal)
        assert legal == [] or not options["skip_forced"] or len(legal) > 1, "DP-117"
        if rng.random() < 0.02:
            assert_exactly_listed(state)
        for seat in range(game.rules.players):
            sheet = state.score_sheet(seat)
            assert sheet["total"] == sum(points for item, points in sheet.items() if item != "total"), "DP-166"
        after = state.apply(chosen(state, rng, policy))
        assert state.to_dict() == form, "a state never changes"
        state = after
    assert state.round == game.rules.course.rounds
    assert [seat for seat, rank in enumerate(state.ranks()) if rank == 1] == state.winners(), "DP-108"


def assert_exactly_listed(state: State) -> None:
    """Of all ids and some beyond, `events` accepts exactly the listed ones (DP-120, DP-126)."""
    accepted = []
    for action in range(-2, ACTIONS + 9):
        try:
            state.events(action)
        except ValueError:
            continue
        accepted.append(action)
    assert accepted == (state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()])


@pytest.mark.parametrize("index", range(6))
def test_a_sampled_world_looks_the_same(index: int) -> None:
    """DP-123 to DP-125, DP-175."""
    rng = random.Random(f"views/{index}")
    game = DungeonPetz(crossed_options(rng))
    state = game.initial_state()
    others = 0
    while state.point is not None:
        seat = rng.randrange(game.rules.players)
        seen = views.observe(state, seat)
        hand = state.to_dict()["players"][seat]["hand"]
        assert seen["players"][seat]["hand"] == hand
        world = views.determinise(state, seat, rng)
        assert views.observe(world, seat) == seen
        assert game.state_from_dict(world.to_dict()).to_dict() == world.to_dict()
        if state.current_player == seat:
            assert world.legal_actions() == state.legal_actions()
        others += world.to_dict() != state.to_dict()
        state = state.apply(chosen(state, rng, "eager"))
    assert others > 50


SEEN = {  # all of the README but `substitute`, for which 24 cards of a colour must be on hand
    *("start", "round", "card", "refill", "exhibition", "customer", "offer_artifact", "offer_cage", "offer_addon"),
    *("offer_young", "offer_old", "income", "group", "grouped", "send", "stay", "pay", "vegetable", "meat", "gold"),
    *("artifact", "cage", "addon", "pet", "box", "imps", "potion", "book", "place_cage", "place_addon", "place_pet"),
    *("crystal", "assign", "reveal", "feed", "suffer", "manure", "play", "armor", "catch", "mutation", "lose_pet"),
    *("lose_vp", "discard", "exhibit", "award", "sale", "earn", "spoil", "business_show", "display_show", "over"),
}


def test_events_tell_all() -> None:
    """VP, gold, food, manure and potions change as the events say, and by nothing else."""
    names: set[str] = set()
    for seed in range(80):
        rng = random.Random(f"events/{seed}")
        state = DungeonPetz(crossed_options(rng)).initial_state()
        while state.point is not None:
            after, events = state._act(chosen(state, rng, "eager"))
            names |= {name for name, _, _, _ in events}
            for seat in range(state.rules.players):
                mine = [(name, place, amount) for name, who, place, amount in events if who == seat]
                told = [0] * 4
                for name, place, amount in mine:
                    told[0] += amount * (name in ("award", "sale", "lose_vp", "business_show", "display_show"))
                    told[1] += amount * (name in ("income", "pay", "gold", "earn"))
                    told[2] += amount * (name in ("vegetable", "meat")) - amount * (name == "spoil")
                    told[2] += (name == "box" and place == -1) - (name == "feed")
                    told[3] += amount * (name == "manure")
                changes = zip(_totals(after, seat), _totals(state, seat), strict=True)
                assert [now - before for now, before in changes] == told
            state = after
    assert SEEN - names == set() and names <= SEEN | {"substitute"}


def _totals(state: State, seat: int) -> list[int]:
    player = state.players[seat]
    gold = player.gold + sum(gold or 0 for _, gold in player.groups)
    food = sum(player.vegetables) + sum(player.meat) + sum(artifact.food for artifact in player.artifacts)
    return [player.vp_doubled, gold, food, sum(plot.manure for plot in player.plots)]


def test_orders_of_choices() -> None:
    """DP-127, DP-129, DP-142: what a player can group and assign is reached in one order only."""
    rng = random.Random(9)
    game = DungeonPetz(players=2, double_symbols=True)
    for points in [("assign",)] * 12 + [("group", "gold")]:
        state = game.initial_state()
        while state.point != points[0]:
            state = state.apply(chosen(state, rng, "eager"))
            state = state if state.point is not None else game.initial_state()
        choices = [tuple(sorted(choice)) for choice in _choices(state, state.acting, points)]
        assert len(set(choices)) == len(choices)


def _choices(state: State, seat: int, points: tuple[str, ...]) -> Iterator[list[tuple[int, int]]]:
    """All series of these decisions: plot and id of each assigned card, or the groups."""
    if state.seat != seat or state.point not in points:
        yield []
        return
    for action in state.legal_actions():
        after = state.apply(action)
        events = [(place, amount) for name, _, place, amount in state.events(action) if name in ("group", "assign")]
        for rest in _choices(after, seat, points):
            yield events + rest


# ---- options and positions ----


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"players": 1}, "DP-1"),
        ({"players": 5}, "DP-1"),
        ({"players": True}, "DP-1"),
        ({"start_player": 2}, "DP-118"),
        ({"start_player": -1}, "DP-118"),
        ({"need_order": "none"}, "DP-109"),
        ({"customer_foresight": "more"}, "DP-109"),
        ({"foresight": "seed"}, "DP-109"),
        ({"last_round_order": "rulebook"}, "DP-109"),
        ({"start_token": "left"}, "DP-109"),
        ({"double_symbols": 1}, "DP-114"),
        ({"skip_forced": "yes"}, "DP-114"),
        ({"exhibition_cap": 9}, "DP-116"),
        ({"tables_file": "{}"}, "DP-151"),
        ({"tables_file": 3}, "DP-150"),
        ({"colour": "red"}, "section K"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        DungeonPetz(options)


def test_the_shipped_tables_are_a_tables_file() -> None:
    """DP-150, DP-161."""
    text = json.dumps(TABLES, ensure_ascii=False)
    assert errors(text.encode()) == []
    assert DungeonPetz({"tables_file": text}).rules.tables == TABLE == DungeonPetz(tables=TABLES).rules.tables


@pytest.mark.parametrize("start_player", ["random", 0, 1])
def test_an_empty_dict_is_the_start(start_player: int | str) -> None:
    game = DungeonPetz(players=3, start_player=start_player)
    assert game.state_from_dict({}).to_dict() == game.initial_state().to_dict()


@pytest.mark.parametrize(
    "nonsense",
    [
        {"colour": 1},
        {"home": 6},
        {"players": []},
        {"players": [{}, {"home": 7}]},
        {"players": [{}, {"gold": -1}]},
        {"players": [{"hand": {"green": [1, 0, 0, 0, 0, 0]}}, {}]},
        {"players": [{"plots": [{"cage": "printed"}, {"cage": "printed"}, {}, {}]}, {}]},
        {"round": 2},
        {"round": 0},
        {"phase": "lunch"},
        {"point": "send"},
        {"deal": "cage"},
        {"seat": 0},
        {"order": [0, 1]},
        {"left": 1},
        {"potions": 4},
        {"exhibitions": [0]},
        {"decks": {"green": [15, 10, 0, 4, 0, 2]}},
        {"spaces": ["neutral"] + [None] * 13},
        {"step": {"count": 1}},
    ],
)
def test_nonsense_is_refused(nonsense: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        DungeonPetz(players=2).state_from_dict(nonsense)


def test_a_changed_position_is_refused_or_playable() -> None:
    """DP-171: whatever the reader accepts can be played to its end."""
    rng = random.Random(5)
    accepted = refused = 0
    while accepted < 12 or refused < 100:
        game = DungeonPetz(players=rng.choice([2, 3, 4]))
        state = game.initial_state()
        while state.point is not None:
            if rng.random() < 0.1:
                form = state.to_dict()
                altered = _altered(json.loads(json.dumps(form)), rng)
                try:
                    other = game.state_from_dict(altered)
                except PositionError:
                    refused += 1
                else:
                    accepted += other.to_dict() != form
                    while other.point is not None:
                        other = other.apply(chosen(other, rng, "uniform"))
            state = state.apply(chosen(state, rng, "eager"))


def _altered(form: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One number, or one of the other values, is another."""
    place: Any = form
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        if not isinstance(place[key], dict | list) or not place[key]:
            break
        place = place[key]
    is_number = isinstance(place[key], int) and not isinstance(place[key], bool)
    place[key] = place[key] + rng.choice([-1, 1]) if is_number else rng.choice([None, 0, 1, True, "x", []])
    return form


@pytest.mark.parametrize("key", ["left", "round", "potions", "platform_sold", "substitutes", "decks", "stands", "draw"])
def test_null_is_not_the_same_as_left_out(key: str) -> None:
    """DP-171: null belongs only where the contract names it. A stack of null potions was once the rest of five."""
    game = sw.load("dungeon_petz")
    position = game.initial_state().to_dict()
    assert DungeonPetz().state_from_dict(position) is not None
    with pytest.raises(sw.InvalidStateError, match=key):
        game.state_from_dict({**position, key: None})
    with pytest.raises(PositionError, match=key):
        DungeonPetz().state_from_dict({**position, key: None})


def test_the_order_of_the_last_round_is_clockwise_if_the_token_alone_decides() -> None:
    """DP-17, DP-112, DP-179: any other was once accepted by the reference."""
    for word, is_right in (("seed", True), ("token_only", False)):
        game = sw.load("dungeon_petz", players=4, last_round_order=word)
        rng = sw.Rng(3)
        state = game.initial_state()
        while state.to_dict()["round"] < 5 or state.is_chance:
            state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
        position = {**state.to_dict(), "order": [3, 2, 1, 0], "seat": 3}
        assert isinstance(read_by_package(game, position, strict=True), sw.State) is is_right
        try:
            DungeonPetz(players=4, last_round_order=word).state_from_dict(position)
            assert is_right
        except PositionError:
            assert not is_right
