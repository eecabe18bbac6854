"""The words of Dungeon Petz: tables, tables files, and questions about single pets, customers and displays."""

from __future__ import annotations

import copy
import doctest
import itertools
import json
import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import spielwerk as sw
from spielwerk import dungeon_petz
from spielwerk.dungeon_petz import (
    ADDONS,
    ARTIFACTS,
    CAGES,
    CUSTOMERS,
    EXHIBITIONS,
    PETS,
    PRINTED_CAGE,
    TABLES,
    FinalShows,
    NeedsOutcome,
    TablesError,
    awards,
    exhibition_score,
    final_shows,
    match,
    needs_outcome,
    tables_file,
    validate,
)
from tests.scenario_runner import ROOT

TEXT = (ROOT / "seeds" / "dungeon_petz.json").read_text(encoding="utf-8")
FILE = json.loads(TEXT)
LETTERS = {"G": "green", "R": "red", "Y": "yellow", "P": "purple"}


def changed(path: list[str | int], value: Any) -> dict[str, Any]:
    """The shipped file with one other value."""
    file = copy.deepcopy(FILE)
    place: Any = file
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return file  # type: ignore[no-any-return]


def animal(pet: Any, *cards: str, **more: Any) -> dict[str, Any]:
    """A plot with a pet in the printed cage."""
    tokens = {key: more.pop(key) for key in ("size", "suffering", "mutation") if key in more}
    return {"cage": "printed", "pet": {"pet": pet, "cards": list(cards), **tokens}, **more}


def test_examples() -> None:
    assert doctest.testmod(dungeon_petz).failed == 0


# ---- tables ----


def test_tables_are_those_of_the_data_file() -> None:
    """DP-150 to DP-160, DP-162."""
    assert [pet.name for pet in PETS] == [pet["name"] for pet in FILE["pets"]]
    for pet, own in zip(PETS, FILE["pets"], strict=True):
        assert pet.diet == own["diet"]
        assert list(pet.bars) == [LETTERS[bar] for bar in own["bars"]]
        assert pet.prices == {size: own["price_by_size"][str(size)] for size in (4, 5, 6, 7)}
        assert pet.farm_token == own["farm_token_advanced"]
    for tiles, own in ((CAGES, FILE["cages"]["tiles"]), (ADDONS, FILE["addons"]["tiles"])):
        for index, (tile, values) in enumerate(zip(tiles, own, strict=True)):
            found = tile._asdict()  # type: ignore[attr-defined]
            assert found.pop("id") == index
            assert found == {key: values[key] for key in found}
    assert PRINTED_CAGE == ("printed", 1, 1, 0, 0, 0)
    assert [(artifact.kind, list(artifact.colours)) for artifact in ARTIFACTS] == [
        (tile["kind"], tile.get("colours", [])) for tile in FILE["artifacts"]["tiles"]
    ]
    for shows, own in ((EXHIBITIONS, FILE["exhibitions"]), (CUSTOMERS, FILE["customers"])):
        for index, (show, values) in enumerate(zip(shows, own, strict=True)):
            form = show._asdict()  # type: ignore[attr-defined]
            assert form.pop("number") == index
            assert form == {key: values[key] for key in form}
    assert len(PETS) == 18 and len(CAGES) == 11 and len(ADDONS) == 6


def test_tables_are_values() -> None:
    assert {"PETS", "CAGES", "PRINTED_CAGE", "CUSTOMERS", "TABLES"} <= set(dir(dungeon_petz))
    for twin in (copy.copy(TABLES), copy.deepcopy(TABLES), pickle.loads(pickle.dumps(TABLES)), tables_file(TEXT)):
        assert twin == TABLES and hash(twin) == hash(TABLES)
    prices, plus, food = (
        cast("dict[Any, int]", part) for part in (PETS[0].prices, CUSTOMERS[0].plus, EXHIBITIONS[0].food)
    )
    changes: list[Callable[[], object]] = [
        lambda: prices.update({4: 9}),
        lambda: prices.__setitem__(4, 9),
        lambda: plus.clear(),
        lambda: food.__delitem__("veg_stand"),
    ]
    for change in changes:
        with pytest.raises(TypeError):
            change()
    with pytest.raises(AttributeError):
        PETS[0].name = "Uno"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        _ = dungeon_petz.NOTHING
    assert repr(TABLES) == "<Tables of dungeon_petz>"
    assert json.loads(json.dumps(PETS[0]))[4] == {"4": 2, "5": 3, "6": 4, "7": 5}


# ---- tables files ----


def test_tables_files(tmp_path: Path) -> None:
    """DP-150, DP-167: path, text, bytes and map."""
    file = changed(["pets", 0, "name"], "Eins")
    text = json.dumps(file)
    path = tmp_path / "own.json"
    path.write_text(text, encoding="utf-8")
    data = text.encode()
    found = [tables_file(source) for source in (path, str(path), text, data, bytearray(data), memoryview(data), file)]
    assert all(own == found[0] for own in found) and found[0] != TABLES
    assert found[0].pets[0].name == "Eins" and repr(found[0]) == "<Tables of a file>"
    assert validate(path) == validate(text) == validate(file) == []
    assert tables_file(found[0].to_dict()) == found[0]
    game = found[0].game(players=3)
    assert {key: part for key, part in game.tables().items() if key != "game"} == found[0].to_dict()
    assert sw.load("dungeon_petz", tables_file=path, players=3).tables() == game.tables()
    assert TABLES.game() == sw.load("dungeon_petz")
    with pytest.raises(sw.OptionError, match="given already"):
        TABLES.game(tables_file=path)
    cards = ["yellow play", "purple magic"]
    assert needs_outcome("Eins", "printed", None, cards, game=found[0]) == needs_outcome("Uni", "printed", None, cards)
    assert needs_outcome("Eins", "printed", None, cards, game=game) == needs_outcome(0, "printed", None, cards)
    with pytest.raises(ValueError, match="Uni"):
        needs_outcome("Uni", "printed", None, cards, game=game)


def test_what_is_no_tables_file(tmp_path: Path) -> None:
    asks: list[Any] = [tables_file, validate]
    for ask in asks:
        with pytest.raises(TypeError, match="a path, its text"):
            ask(None)
        with pytest.raises(TypeError, match="a path, its text"):
            ask(7)
        with pytest.raises(sw.OptionError, match="cannot be read"):
            ask(tmp_path / "none.json")
        with pytest.raises(sw.OptionError, match="2 MB"):
            ask(b" " * (2**21 + 1))
    with pytest.raises(sw.OptionError, match="E_JSON"):
        tables_file(b"[]")
    assert [error.code for error in validate(b"[]")] == ["E_JSON"]
    # NaN is no JSON, also where Python has made a map of it.
    assert [error.code for error in validate({"decks": float("nan")})] == ["E_JSON"]


def test_all_errors_are_reported() -> None:
    """DP-151, DP-172."""
    file = changed(["pets", 3, "diet"], "vegan")
    file["decks"]["green"]["cards"][2]["count"] = 41
    file["neutral_imps"]["step"] = 1.5
    errors = validate(file)
    assert [(error.code, error.place) for error in errors] == [
        ("E_RANGE", "decks.green.cards[2].count"),
        ("E_VALUE", "pets[3].diet"),
        ("E_TYPE", "neutral_imps.step"),
    ]
    assert all(type(error) is TablesError and error.message for error in errors)
    with pytest.raises(sw.OptionError, match=r"3 errors.*E_RANGE.*E_VALUE.*E_TYPE"):
        tables_file(file)


# ---- needs ----


def test_needs_of_the_printed_cage() -> None:
    """DP-64 to DP-74: strength 1, antimagic 1, nothing else."""
    uni = ["yellow play", "purple magic", "green hunger", "yellow disease"]
    assert needs_outcome("Uni", "printed", None, uni) == NeedsOutcome(1, 0, 1, 0, 0, 0, None)
    # One disease need and two tokens of manure: 3 - 1 suffering, with two of hunger and play 4, which is its size.
    assert needs_outcome("Uni", "printed", None, uni, manure=2) == NeedsOutcome(1, 0, 1, 0, 0, 2, "disease")
    assert needs_outcome("Uni", "printed", None, uni, suffering=3).lost_by == "hunger"
    assert needs_outcome("Uni", "printed", None, uni, suffering=2).lost_by == "play"


def test_manure_comes_before_disease() -> None:
    """DP-66, DP-74: what has just come counts, old manure is never absorbed."""
    cards = ["green poop", "green poop", "yellow disease"]
    lifffard = next(pet for pet in PETS if pet.name == "Lifffard")
    four = [*cards, "green hunger"]
    plain = needs_outcome(lifffard, 0, None, four)
    assert (plain.manure, plain.disease) == (2, 2)
    absorbed = needs_outcome(lifffard, CAGES[7], None, four)
    assert (absorbed.manure, absorbed.disease) == (1, 0)
    assert needs_outcome(lifffard, 7, None, four, manure=1).disease == 2


def test_diets() -> None:
    """DP-64, DP-65: grass for those who eat vegetables, the addon's meat for those who eat meat."""
    hungry = {diet: next(pet for pet in PETS if pet.diet == diet and "green" in pet.bars[:4]) for diet in
              ("herbivore", "carnivore", "omnivore")}  # fmt: skip
    any_card = {"green": "green hunger", "red": "red anger", "yellow": "yellow play", "purple": "purple magic"}

    def left(pet: Any, cage: int, addon: int | None) -> int:
        bars = pet.bars[:4]
        return int(bars.count("green")) - needs_outcome(pet, cage, addon, [any_card[bar] for bar in bars]).hunger

    assert [left(hungry[diet], 4, None) for diet in hungry] == [1, 0, 1]
    assert [left(hungry[diet], 0, 5) for diet in hungry] == [0, 1, 1]
    many = next(pet for pet in PETS if pet.diet == "omnivore" and pet.bars[:4].count("green") >= 2)
    assert left(many, 4, 5) == 2


def test_anger_and_magic() -> None:
    """DP-69, DP-72, DP-73, DP-109: which of them comes first is an option."""
    pet = next(pet for pet in PETS if {"red", "purple"} <= set(pet.bars[:5]))
    wild = {"green": "green anger", "red": "red anger", "yellow": "yellow magic", "purple": "purple magic"}
    cards = [wild[bar] for bar in pet.bars[:5]]
    anger, magic = (sum(card.endswith(need) for card in cards) for need in ("anger", "magic"))
    outcome = needs_outcome(pet, "printed", None, cards)
    assert (outcome.anger, outcome.mutation) == (max(0, anger - 1), max(0, magic - 1))
    stronger = needs_outcome(pet, "printed", 0, cards)
    assert (stronger.anger, stronger.mutation) == (max(0, anger - 2), max(0, magic - 1))
    assert needs_outcome(pet, "printed", 2, cards).mutation == max(0, magic - 2)
    both = [pet for pet in PETS if sum(bar in ("green", "red") for bar in pet.bars) >= 2]
    two = next(pet for pet in both if sum(bar in ("yellow", "purple") for bar in pet.bars) >= 3)
    cards = [wild[bar] for bar in two.bars]
    first = [needs_outcome(two, "printed", None, cards, game=sw.load("dungeon_petz", need_order=order)).lost_by
             for order in ("seed", "rulebook")]  # fmt: skip
    assert first == ["anger", "magic"]


def test_double_cards_and_potions() -> None:
    """DP-60, DP-78: a doubled card has both needs, a potion none."""
    single = needs_outcome("Uni", "printed", None, ["yellow magic", "purple magic"])
    double = needs_outcome("Uni", "printed", None, ["yellow magic double", "purple magic"])
    potion = needs_outcome("Uni", "printed", None, ["yellow potion", "purple potion"])
    assert (single.play, single.mutation) == (0, 1)
    assert (double.play, double.mutation) == (1, 1)
    assert potion == NeedsOutcome(0, 0, 0, 0, 0, 0, None)


def expected_events(outcome: NeedsOutcome, order: str) -> list[tuple[str, int]]:
    """What happens to a pet whose owner can do nothing."""
    steps = ["hunger", "poop", "play", *(("anger", "magic") if order == "seed" else ("magic", "anger")), "disease"]
    found: list[tuple[str, int]] = []
    for step in steps:
        event = {"poop": "manure", "magic": "mutation"}.get(step, "suffer")
        amount = {"poop": outcome.manure, "magic": outcome.mutation}.get(step, getattr(outcome, step, 0))
        if step != "anger":
            found += [(event, amount)] if amount else []
        if outcome.lost_by == step:
            return [*found, ("lose_pet", 1)]
    return found


@pytest.mark.parametrize(("order", "players"), [("seed", 2), ("rulebook", 3), ("seed", 4)])
def test_outcomes_are_what_happens(order: str, players: int) -> None:
    """DP-61 to DP-75: in games, to pets whose owners have neither imps at home nor food."""
    game = sw.load("dungeon_petz", players=players, need_order=order, double_symbols=True)
    rng, compared = sw.Rng(players), Counter[str | None]()
    while sum(compared.values()) < 250:
        state = game.initial_state()
        while not state.is_terminal:
            if state.is_chance:
                state = state.sample_chance(rng)
                continue
            legal = [int(action) for action in state.legal_actions()]
            action = rng.choice([action for action in legal if action not in (0, 61, 89, 237)] or legal)
            events = state.events(action)
            reveals = [k for k, event in enumerate(events) if event[0] == "reveal"]
            before = state.to_dict() if reveals else {}
            for k in reveals:
                seat = events[k][1]
                own = before["players"][seat]
                has_box = any(artifact["food"] for artifact in own["artifacts"])
                pets = [plot for plot in own["plots"] if plot["pet"]]
                # Of the last one to assign, the last card is not there yet.
                are_all_there = all(len(plot["pet"]["cards"]) == plot["pet"]["size"] for plot in pets)
                if own["home"] or has_box or sum(own["vegetables"]) + sum(own["meat"]) or not are_all_there:
                    continue
                turn = events[k + 1 :]
                ends = [
                    j
                    for j, event in enumerate(turn)
                    if event[0] not in ("suffer", "manure", "mutation", "lose_pet", "lose_vp")
                ]
                turn = [event for event in turn[: ends[0] if ends else None] if event[1] == seat]
                for place, plot in enumerate(own["plots"]):
                    pet = plot["pet"]
                    if not pet:
                        continue
                    tokens = {key: pet[key] for key in ("suffering", "mutation")}
                    outcome = needs_outcome(
                        pet["pet"],
                        plot["cage"],
                        plot["addon"],
                        pet["cards"],
                        manure=plot["manure"],
                        game=game,
                        **tokens,
                    )
                    found = [(name, 1 if name == "lose_pet" else amount) for name, _, at, amount in turn if at == place]
                    assert found == expected_events(outcome, order), (pet, plot, turn)
                    compared[outcome.lost_by] += 1
            state = state.apply(action)
    assert len(compared) >= 5, compared


# ---- customers ----


def best_of_colour(colour: str, count: int, customer: Any, doubled: bool) -> int:
    """The most that so many cards of a colour bring; what they bring together is the sum over the colours (DP-93)."""
    deck = FILE["decks"][colour]
    kinds = [
        f"{colour} {card['need']}{suffix}"
        for card in deck["cards"]
        for suffix in (("", " double") if doubled and card["double"] else ("",))
    ]
    limits = {card["need"]: card["count"] for card in deck["cards"]}
    best = -999
    for cards in itertools.combinations_with_replacement(kinds, count):
        counts = Counter(card.split()[1] for card in cards)
        if all(counts[need] <= limits[need] for need in counts):
            best = max(best, match(cards, customer))
    return best


@pytest.mark.parametrize(("doubled", "expected"), [
    (False, [14, 14, 7, 14, 12, 14, 13, 15]),
    (True, [16, 15, 14, 15, 12, 20, 13, 16]),
])  # fmt: skip
def test_highest_matches(doubled: bool, expected: list[int]) -> None:
    """DP-147."""
    kinds = {tuple(sorted(Counter(pet.bars).items())) for pet in PETS}
    parts = {part for kind in kinds for part in kind if part[1] <= (7 if not doubled else 4)}
    found = []
    for customer in CUSTOMERS:
        best = {part: best_of_colour(*part, customer, doubled) for part in sorted(parts)}
        found.append(max(sum(best[part] for part in kind) for kind in kinds if set(kind) <= parts))
    assert found == expected


def test_matches() -> None:
    """DP-93: a rainbow need once for each colour."""
    troll = next(customer for customer in CUSTOMERS if customer.rainbow)
    assert troll.id == "farmer_troll"
    cards = ["green poop", "green poop", "red poop", "purple magic"]
    assert match(cards, troll) == match(cards, "farmer_troll") == match(tuple(cards), troll.number) == 7
    assert match(cards, np.int64(troll.number), suffering=1) == 5, "the rulebook's example has one magic and one token"
    assert match(["green poop double"], "farmer_troll") == 3
    assert match([], "warlock", mutation=1) == -2
    assert match(["red potion"], "warlock") == 0


# ---- exhibitions ----


def test_single_tiles() -> None:
    """DP-83, DP-84."""
    uni = animal("Uni", "yellow play", "yellow disease", "purple anger", "green hunger", suffering=1, manure=1)
    scores = {show.id: exhibition_score(show, [uni]) for show in EXHIBITIONS if show.scope == "single"}
    assert scores == {"arena": 1, "freestyle": 0, "moody_medley": 6, "eating_contest": 1, "beauty_pageant": 1}
    bird = {"cage": 0, "pet": {"pet": "Birdie", "cards": ["yellow play", "purple anger"]}}
    assert exhibition_score("arena", [uni, bird]) == 2, "the better one"
    assert exhibition_score("arena", [uni, bird], plot=0) == 1
    assert exhibition_score("arena", [uni, bird], plot=1, judge=True, whip=True) == 4.5, "DP-43, DP-46"
    assert exhibition_score("arena", [{"cage": "printed", "manure": 1}, {}]) is None
    assert exhibition_score("moody_medley", [animal("Uni", "yellow potion", "purple potion")]) == 2


def test_full_tiles() -> None:
    """DP-83, DP-85: also an empty display is scored."""
    plots = [
        animal("Uni", "yellow play", "purple magic", manure=2, mutation=1),
        {"cage": 3, "manure": 1},
        {"cage": 4, "addon": 1, "pet": {"pet": 5, "cards": ["yellow play", "purple play"]}},
    ]
    assert exhibition_score("breeders_prize", plots) == 3
    assert exhibition_score("childrens_day", plots) == 2 * 3 - 2 - 3
    assert exhibition_score("magic_show", plots, judge=True) == 1 + 2
    assert exhibition_score("childrens_day", [{"cage": "printed", "manure": 1}]) == -1
    assert exhibition_score("breeders_prize", [], whip=True) == 0.5


def test_awards() -> None:
    """DP-86, DP-87, DP-88, DP-116."""
    assert awards([5, 3, 2, 1]) == [8, 6, 4, 2]
    assert awards([5, 5, 2, 1]) == [7, 7, 4, 2]
    assert awards([2, 2, 2, 2]) == [5, 5, 5, 5]
    assert awards([1, 0, -3, None]) == [8, 0, 0, 0]
    assert awards([1, 1, 0.5]) == [6, 6, 2]
    assert awards([3, 3]) == [5, 5]
    assert awards((11, np.float64(12.5))) == [2, 6]
    assert awards([11, 12.5], game=sw.load("dungeon_petz", exhibition_cap=10)) == [5, 5]


def test_final_shows() -> None:
    """DP-105, DP-106, DP-107."""
    rich = {
        "gold": 3,
        "vegetables": [1, 0, 2],
        "meat": [0, 1],
        "artifacts": [{"artifact": 9, "colour": None, "food": 1}, {"artifact": 0, "colour": "red", "food": 0}],
        "potions": 1,
        "hospital": 1,
        "platform": 1,
        "progress": [0, 0, 1, 1],
        "plots": [{"cage": 0, "addon": 0, "manure": 1, "pet": {"pet": 3, "size": 5, "suffering": 1, "mutation": 1}}],
    }
    poor = {"progress": [1, 1, 1, 1], "plots": [{"cage": "printed", "manure": 4}, {"addon": 3}]}
    # 5 food, 2 artifacts, 1 potion, 1.5 gold, 8 for four imps away; 2 for the pet, 2 tiles, 3 tokens.
    assert final_shows([rich, poor]) == [FinalShows(1.5, 1, 6, 6), FinalShows(-8, -2, -8, -2)]
    assert final_shows([rich, {}, {}, {}])[0] == FinalShows(1.5, 1, 8, 8)
    assert final_shows([{"plots": []}, {}]) == [FinalShows(0, 0, 0, 0)] * 2


def test_final_shows_take_names_and_objects() -> None:
    """As everything else does: a pet is its name, its index or itself."""
    shows = [
        final_shows([{"plots": [{"cage": cage, "pet": {"pet": pet, "size": 4}}]}, {}], game=game)
        for pet, cage in ((0, 2), ("Uni", CAGES[2]), (PETS[0], 2))
        for game in (None, TABLES, TABLES.game())
    ]
    assert shows == [shows[0]] * len(shows)
    with pytest.raises(ValueError, match="no pet 'Uno'"):
        final_shows([{"plots": [{"pet": {"pet": "Uno"}}]}, {}])


def test_final_shows_of_a_state() -> None:
    """DP-2, DP-3, DP-4: four imps on the progress board, two gold, the printed cage with its manure."""
    state = sw.load("dungeon_petz", players=3).initial_state()
    assert final_shows(state) == [FinalShows(-7, 0, -7, 0)] * 3


def shown(state: sw.State, action: int) -> tuple[float | None, float]:
    """The score of a pet that is shown, by this module and by the game."""
    before = state.to_dict()
    seat, plots = before["seat"], before["players"][before["seat"]]["plots"]
    (event,) = (event for event in state.events(action) if event[:2] == ("exhibit", seat))
    whip = any(ARTIFACTS[own["artifact"]].kind == "whip" for own in before["players"][seat]["artifacts"])
    judge = before["spaces"][12] is not None and before["spaces"][12][0] == seat
    tile = before["exhibitions"][before["round"] - 2]
    place = event[2]
    return exhibition_score(tile, plots, plot=place, judge=judge, whip=whip, game=state.game), event[3] / 2


def sold(state: sw.State, action: int) -> tuple[int, int]:
    """The match of a pet that is sold, by this module and by the game (DP-95)."""
    before = state.to_dict()
    (event,) = (event for event in state.events(action) if event[0] == "sale")
    pet = before["players"][before["seat"]]["plots"][event[2]]["pet"]
    customers = before["customers"][before["round"] - 3 :]
    number, is_platform = (action - 221) // 8, action % 2 == 0
    points = match(
        pet["cards"], customers[number], suffering=pet["suffering"], mutation=pet["mutation"], game=state.game
    )
    return points, event[3] // (6 if is_platform else 4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scores_are_those_of_games(players: int) -> None:
    """DP-82 to DP-87, DP-93, DP-105 to DP-107."""
    game, rng = sw.load("dungeon_petz", players=players, double_symbols=players == 3), sw.Rng(40 + players)
    counts: Counter[str] = Counter()
    while min(counts[kind] for kind in ("shown", "sold", "ended")) < 5:
        state = game.initial_state()
        while not state.is_terminal:
            if state.is_chance:
                state = state.sample_chance(rng)
                continue
            legal = [int(action) for action in state.legal_actions()]
            action = rng.choice([action for action in legal if action not in (0, 61, 89, 237)] or legal)
            for kind, first, last, compare in (("shown", 217, 220, shown), ("sold", 221, 236, sold)):
                if first <= action <= last:
                    ours, theirs = compare(state, action)
                    assert ours == theirs, state.to_dict()
                    counts[kind] += 1
            state = state.apply(action)
        counts["ended"] += 1
        sheets = [state.score_sheet(seat) for seat in range(players)]
        found = final_shows(state)
        assert [(show.business_vp, show.display_vp) for show in found] == [
            (sheet["business_show"], sheet["display_show"]) for sheet in sheets
        ]


# ---- what is wrong ----


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: needs_outcome("Uni", "printed", None, ["yellow play", "yellow play"]), "1 yellow, 1 purple"),
        (lambda: needs_outcome("Uni", "printed", None, []), "DP-58"),
        (lambda: needs_outcome("Uni", "printed", None, ["yellow anger", "purple magic"]), "no card"),
        (lambda: needs_outcome("Uni", "printed", None, ["yellow play double", "purple magic"]), "DP-60"),
        (lambda: needs_outcome("Uni", "printed", None, ["blue play", "purple magic"]), "green hunger"),
        (lambda: needs_outcome("Uni", "printed", None, ["yellow  play", "purple magic"]), "no card"),
        (lambda: needs_outcome("Uni", "printed", None, [7, "purple magic"]), "card"),  # type: ignore[list-item]
        (lambda: needs_outcome(18, "printed", None, ["yellow play"]), "0 to 17"),
        (lambda: needs_outcome(True, "printed", None, ["yellow play"]), "true"),
        (lambda: needs_outcome("Uni", 11, None, ["yellow play", "purple magic"]), "0 to 10"),
        (lambda: needs_outcome("Uni", "golden", None, ["yellow play", "purple magic"]), "golden"),
        (lambda: needs_outcome("Uni", 0, 6, ["yellow play", "purple magic"]), "0 to 5"),
        (lambda: needs_outcome("Uni", 0, None, ["yellow play", "purple magic"], manure=-1), "manure"),
        (lambda: needs_outcome("Uni", 0, None, ["yellow play", "purple magic"], suffering=2), "suffering"),
        (lambda: needs_outcome("Uni", 0, None, ["yellow play", "purple magic"], mutation=2), "mutation"),
        (lambda: needs_outcome("Uni", None, None, ["yellow play", "purple magic"]), "DP-52"),  # type: ignore[arg-type]
        (lambda: needs_outcome("Uni", 0, None, itertools.repeat("yellow play")), "at most 7"),
        (lambda: match(["green play"], 0), "no card"),
        (lambda: match([], 8), "0 to 7"),
        (lambda: match([], -1), "0 to 7"),
        (lambda: match([], 0, suffering=7), "suffering"),
        (lambda: exhibition_score("arena", [animal("Uni"), {"cage": 1, "pet": {"pet": 0}}]), "DP-138"),
        (lambda: exhibition_score("arena", [{"cage": 1}, {"cage": 1}]), "DP-138"),
        (lambda: exhibition_score("arena", [{"cage": "printed"}] * 2), "DP-138"),
        (lambda: exhibition_score("arena", [{"manure": 1}]), "DP-140"),
        (lambda: exhibition_score("arena", [{}] * 5), "at most 4"),
        (lambda: exhibition_score("arena", [animal("Uni")], plot=1), "DP-83"),
        (lambda: exhibition_score("magic_show", [animal("Uni")], plot=0), "DP-83"),
        (lambda: exhibition_score("arena", [{"cake": 1}]), "cake"),
        (lambda: exhibition_score("arena", [], judge=1), "true or false"),  # type: ignore[arg-type]
        (lambda: awards([1, 0.25]), "points"),
        (lambda: awards([1, "1"]), "points"),  # type: ignore[list-item]
        (lambda: awards([1, float("nan")]), "points"),
        (lambda: awards([1, True]), "points"),
        (lambda: final_shows([{"artifacts": [10]}, {}]), "artifact"),
        (lambda: final_shows([{"artifacts": [1]}, {"artifacts": [1]}]), "DP-138"),
        (lambda: final_shows([{"gold": "much"}, {"cellar": 1}]), "2 faults|cellar"),
    ],
)
def test_faults(ask: Any, words: str) -> None:
    with pytest.raises(sw.InvalidStateError, match=words) as caught:
        ask()
    assert caught.value.faults


@pytest.mark.parametrize(
    "ask",
    [
        lambda: needs_outcome("Uno", "printed", None, []),
        lambda: match([], "dungeon_keeper"),
        lambda: exhibition_score("opera", []),
        lambda: awards([1]),
        lambda: awards([1] * 5),
        lambda: final_shows([{}]),
        lambda: needs_outcome(PETS[0]._replace(name="Uno"), "printed", None, []),
        lambda: needs_outcome(0, CAGES[0]._replace(play=1), None, []),
    ],
)
def test_unknown_names(ask: Any) -> None:
    with pytest.raises(ValueError, match=r"there is no|players|is no"):
        ask()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: match("green hunger", 0),
        lambda: match(7, 0),  # type: ignore[arg-type]
        lambda: match([], 0, game=3),  # type: ignore[arg-type]
        lambda: match([], 0, game=sw.load("patchwork")),
        lambda: awards([1, 2], game=sw.load("patchwork")),
        lambda: final_shows(sw.load("patchwork").initial_state()),
        lambda: exhibition_score("arena", ["plot"]),  # type: ignore[list-item]
    ],
)
def test_wrong_types(ask: Any) -> None:
    with pytest.raises(TypeError):
        ask()
