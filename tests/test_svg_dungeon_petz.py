"""Pictures of Dungeon Petz: everything in the town and in the panels, at its place, whatever the tables file says."""

import copy
import itertools
import json
import os
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.svg import state_svg
from spielwerk.svg.dungeon_petz import position_svg
from spielwerk.svg.dungeon_petz_parts import card_chip, weights
from tests.scenario_runner import ROOT
from tests.trek12_pictures import drawn, of_class, texts, title

TABLES: dict[str, Any] = json.loads((ROOT / "seeds" / "dungeon_petz.json").read_text(encoding="utf-8"))
COLOURS = ("green", "red", "yellow", "purple")
NOTHING = {"cage": None, "addon": None, "manure": 0, "pet": None}


def states(seed: int, **options: Any) -> Iterator[sw.State]:
    """The states of a game of players who mostly do something."""
    rng = sw.Rng(seed)
    state = sw.load("dungeon_petz", **options).initial_state()
    yield state
    while not state.is_terminal:
        state = state.sample_chance(rng) if state.is_chance else state.apply(busy(state, rng))
        yield state


def busy(state: sw.State, rng: sw.Rng) -> int:
    """Any action but those that do nothing, as long as there are others (the "eager" player of DP-148)."""
    legal = [int(action) for action in state.legal_actions()]
    some = [action for action in legal if action not in (0, 61, 89, 237)]
    return rng.choice(some or legal)


def player(**more: Any) -> dict[str, Any]:
    start: dict[str, Any] = {
        "doubled": dict.fromkeys(("exhibitions", "sales", "lost_pets", "business_show", "display_show"), 0),
        "gold": 2,
        "home": 6,
        "used": 0,
        "hospital": 0,
        "platform": 0,
        "progress": [1, 1, 1, 1],
        "groups": [],
        "vegetables": [0, 0, 0],
        "meat": [0, 0],
        "artifacts": [],
        "hand": {colour: [0] * 6 for colour in COLOURS},
        "potions": 0,
        "potions_due": [0, 0, 0, 0],
        "waiting": {"cages": [], "addons": [], "pets": []},
        "plots": [{**NOTHING, "cage": "printed", "manure": 1}, NOTHING, NOTHING, NOTHING],
        "show": None,
        "armor_used": 0,
        "employee_used": False,
    }
    return start | more


def position(players: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    start: dict[str, Any] = {
        "phase": "shopping",
        "point": "group",
        "deal": None,
        "round": 1,
        "seat": 0,
        "order": list(range(len(players))),
        "chosen": None,
        "spaces": [None] * 14,
        "stands": {"veg_stand": 2, "mixed_veg": 0, "mixed_meat": 0, "meat_stand": 2},
        "artifacts": [],
        "cages": [],
        "addons": [],
        "young": [],
        "old": [],
        "exhibitions": [],
        "customers": [],
        "decks": {colour: [4] * 6 for colour in COLOURS},
        "discards": {colour: [0] * 6 for colour in COLOURS},
        "substitutes": [0, 0, 0, 0],
        "potions": 5,
        "players": players,
    }
    return start | more


def score(total: float = 0) -> dict[str, float]:
    return {"total": total}


def picture(where: dict[str, Any], tables: dict[str, Any] = TABLES, **more: Any) -> ET.Element:
    return drawn(position_svg(tables, where, [score()] * len(where["players"]), **more))


def full(seat: int = 0) -> dict[str, Any]:
    """A player with something of everything."""
    cards = ["green poop", "yellow play double", "purple potion"]
    animal = {"pet": 2 * seat, "size": 4, "suffering": 2, "mutation": 1, "cards": [*cards, "red anger"]}
    return player(
        plots=[
            {"cage": "printed", "addon": 0, "manure": 3, "pet": animal},
            {"cage": 5, "addon": 5, "manure": 0, "pet": None},
            {**NOTHING, "addon": 2},
            NOTHING,
        ],
        hand={"green": [1, 2, 0, 0, 0, 1], "red": [0] * 6, "yellow": [0] * 6, "purple": [0, 0, 0, 0, 3, 0]},
        potions=2,
        artifacts=[{"artifact": 0, "colour": 1, "food": 0}, {"artifact": 9, "colour": None, "food": 1}],
        waiting={"cages": [3], "addons": [1], "pets": [{"pet": 7, "size": 2, "suffering": 0, "mutation": 0}]},
        groups=[[3, 2], [1, 0]],
        vegetables=[1, 0, 2],
        show=5,
    )


# --- what is on it ---------------------------------------------------------------------------------------


def test_the_town_is_drawn() -> None:
    """DP-11, DP-14: spaces, groups, neutral imps, offers."""
    spaces: list[Any] = [None] * 14
    spaces[1], spaces[4], spaces[12] = "neutral", [1, 3], [0, 2]
    where = position(
        [player(), player()],
        spaces=spaces,
        artifacts=[0, 9],
        cages=[2, 7],
        addons=[4],
        young=[0, 5, 17],
        old=[3],
        stands={"veg_stand": 1, "mixed_veg": 1, "mixed_meat": 2, "meat_stand": 2, "meat_stand_gold": 1},
        substitutes=[0, 2, 0, 0],
    )
    root = picture(where)
    (town,) = of_class(root, "town")
    assert len(of_class(town, "neutral")) == 1 and len(of_class(town, "group")) == 2
    assert len(of_class(town, "free")) == 11
    assert len(of_class(of_class(town, "space-4")[0], "group-1")) == 1, "cage_a stands beside cage_b"
    assert len(of_class(of_class(town, "space-12")[0], "group-0")) == 1
    assert {title(offer) for offer in of_class(town, "offer")} == {
        "cage 2",
        "cage 7",
        "addon 4: +play",
        "Uni, herbivore, size 2",
        *(f"{TABLES['pets'][index]['name']}, {TABLES['pets'][index]['diet']}, size 2" for index in (5, 17)),
        "Snakitty, carnivore, size 3",
    }
    words = texts(town)
    for line in ("1 vegetable", "2 meat", "1 gold", "potions: 5", "+2 spare", "magic box", "deck 24"):
        assert line in words, line
    assert len(of_class(town, "bar")) == 28 and len(of_class(town, "visible")) == 9


def test_exhibitions_and_customers_are_drawn() -> None:
    """DP-10, DP-21, DP-22."""
    root = picture(position([player()] * 3, round=3, exhibitions=[0, 7, 5], customers=[6, 1]))
    shows, guests = of_class(root, "exhibition"), of_class(root, "customer")
    assert [len(shows), len(guests)] == [5, 5]
    assert title(shows[0]) == "round 2: Arena: +2 anger, \N{MINUS SIGN}1 disease"
    assert title(shows[3]) == "round 5: face down"
    assert title(guests[0]) == "round 3: Farmer Troll: +1 magic, +3 poop by colour, \N{MINUS SIGN}2 suffering"
    assert [title(show)[:7] for show in of_class(root, "current")] == ["round 3", "round 3"]
    assert len(of_class(picture(position([player()] * 4)), "exhibition")) == 4


def test_displays_are_drawn() -> None:
    """DP-4, DP-54, DP-58."""
    root = picture(position([full(0), full(1)], phase="needs", point="feed"))
    for seat in range(2):
        (panel,) = of_class(root, f"panel-{seat}")
        (plot,) = of_class(panel, "plot-0")
        assert [title(chip) for chip in of_class(plot, "need-card")] == full()["plots"][0]["pet"]["cards"]
        assert [texts(chip) for chip in of_class(plot, "need-card")][1] == ["play+"]
        assert sorted(title(some) for some in of_class(plot, "token")) == ["manure: 3", "mutation: 1", "suffering: 2"]
        assert len(of_class(plot, "bar")) == 7 and len(of_class(plot, "visible")) == 4
        pet = TABLES["pets"][2 * seat]
        assert title(of_class(plot, "pet")[0]) == f"{pet['name']}, {pet['diet']}, size 4"
        assert {"printed cage", "strength 1", "antimagic 1"} <= set(texts(plot))
        assert {"cage 5", "grass", "meat", "no pet"} <= set(texts(of_class(panel, "plot-1")[0]))
        assert "no cage" in texts(of_class(panel, "plot-2")[0])


def test_belongings_are_drawn() -> None:
    root = picture(position([full(0), player()]))
    panel, other = of_class(root, "panel-0")[0], of_class(root, "panel-1")[0]
    assert [title(chip) for chip in of_class(of_class(panel, "hand")[0], "need-card")] == [
        *("green hunger", "green poop", "green poop", "green disease"),
        *["purple magic"] * 3,
    ]
    assert len(of_class(panel, "potion")) == 2
    assert [texts(chip)[0] for chip in of_class(panel, "artifact")] == ["book: red", "magic box + food"]
    assert [texts(chip)[1] for chip in of_class(panel, "waiting")] == [
        "cage 3",
        f"addon +{'strength 1'}",
        f"{TABLES['pets'][7]['name']}, size 2",
    ]
    assert [texts(chip)[1] for chip in of_class(panel, "group-chip")] == ["3 imps + 2 gold", "1 imp"]
    assert {title(count) for count in of_class(panel, "count")} == {
        *("home: 6", "used: 0", "hospital: 0", "platform: 0", "progress: 1-1-1-1", "in groups: 4"),
        *("gold: 2", "vegetables: 1-0-2", "meat: 0-0"),
    }
    assert "shows 2.5" in texts(panel) and "start player" in texts(panel) and "2. in turn order" in texts(other)
    assert texts(other).count("nothing") == 2


@pytest.mark.parametrize(("phase", "point"), [("arranging", "assign"), ("shopping", "gold"), ("needs", "feed")])
def test_one_seat_does_not_see_everything(phase: str, point: str) -> None:
    """DP-123, DP-124: hands, groups until all have grouped, and cards before their owner's turn of phase 4."""
    where = position([full(0), full(1), full(2)], phase=phase, point=point, seat=1)
    root = picture(where, viewer=1)
    open_plots = {"arranging": [1], "shopping": [0, 1, 2], "needs": [0, 1]}[phase]
    for seat in range(3):
        panel = of_class(root, f"panel-{seat}")[0]
        (hand,) = of_class(panel, "hand")
        assert bool(of_class(hand, "need-card")) == (seat == 1)
        groups_are_open = seat == 1 or phase != "shopping"
        assert bool(of_class(panel, "group-chip")) == groups_are_open
        counts = {title(count) for count in of_class(panel, "count")}
        assert ({"home: 6", "gold: 2"} if groups_are_open else {"home: 10", "gold: 4"}) <= counts
        (plot,) = of_class(panel, "plot-0")
        assert bool(of_class(plot, "need-card")) == (seat in open_plots)
        if seat != 1:
            # What lies on pets face down is counted with the hand, so that nobody sees how much of it is there.
            expected = ["4 green cards", "3 purple cards"]
            if seat not in open_plots:
                expected = ["5 green cards", "1 red cards", "1 yellow cards", "3 purple cards"]
            assert [title(chip) for chip in of_class(hand, "hidden-cards")] == expected
            assert len(of_class(hand, "potion")) == (2 if seat in open_plots else 3)
    # Also where the dict knows only how many there are.
    counted = player(hand=dict.fromkeys(COLOURS, 2))
    assert len(of_class(picture(position([counted, counted])), "hidden-cards")) == 8


def test_the_headline_says_what_is_asked() -> None:
    def said(winners: tuple[int, ...] = (), **more: Any) -> str:
        where = position([player(), player()], **more)
        root = drawn(position_svg(TABLES, where, [score(7.5), score(3)], winners))
        return "".join(texts(root)[1:2])

    assert said() == "Round 1, shopping, seat 0: form a group of imps"
    assert said(phase="setup", point="deal", deal="card") == "Round 1, setup, seat 0: a need card is drawn"
    assert said(phase="setup", point="deal", deal="pet", seat=None) == "Round 1, setup: pet"
    assert said(point="send", chosen=[3, 1]) == "Round 1, shopping, seat 0: where the group goes (3 imps + 1 gold)"
    assert said((0,), phase="over", point=None, seat=None) == "Over: seat 0 wins with 7.5"
    assert said((0, 1), phase="over", point=None, seat=None) == "Over: seat 0 and 1 wins with 7.5"
    assert said(phase="over", point=None, seat=None) == "Over"


def test_winners_and_ranks_are_shown() -> None:
    where = position([player()] * 3, phase="over", point=None, seat=None)
    root = drawn(position_svg(TABLES, where, [score(3), score(-9.5), score(9)], [2], [2, 3, 1]))
    labels = [texts(label)[0] if texts(label) else label.text for label in of_class(root, "label")]
    assert labels == ["rank 2", "rank 3", "winner"]
    assert [label.text for label in of_class(root, "total")] == ["3 VP", "\N{MINUS SIGN}9.5 VP", "9 VP"]


def test_no_show_is_cut_off() -> None:
    for index, show in enumerate(TABLES["exhibitions"]):
        root = picture(position([player()] * 2, round=2, exhibitions=[index]))
        said = texts(of_class(root, "exhibition")[0])
        assert said[1] == show["name"] and said[2].endswith(f"({show['scope']})"), said
    for index, show in enumerate(TABLES["customers"]):
        said = texts(of_class(picture(position([player()] * 2, customers=[index])), "customer")[0])
        assert said[1] == show["name"] and not said[2].endswith("…"), said


def test_words_of_parts() -> None:
    assert weights(TABLES["exhibitions"][6]).startswith("+2 play, \N{MINUS SIGN}2 mutation")
    assert card_chip("nonsense").text == "nonsense" and card_chip("blue  hunger").about == "blue  hunger"


# --- no label upon another -------------------------------------------------------------------------------


def parts_of(panel: ET.Element, wide: float) -> None:
    """Everything lies inside of its panel."""
    for element in panel.iter():
        x, width = element.get("x"), element.get("width")
        if x is not None and width is not None:
            assert float(x) >= -1 and float(x) + float(width) <= wide + 1, ET.tostring(element)


def test_full_panels_keep_their_width() -> None:
    """Seven cards on every pet, a long hand, every artifact."""
    cards = ["green disease", "green disease", "yellow disease", "red disease", "purple disease", "green hunger double"]
    plots = [
        {
            "cage": 6,
            "addon": 5,
            "manure": 9,
            "pet": {"pet": k, "size": 7, "suffering": 6, "mutation": 1, "cards": cards},
        }
        for k in range(4)
    ]
    artifacts = [{"artifact": index, "colour": 3 if index < 4 else None, "food": 1} for index in range(10)]
    hand = {colour: [2] * 6 for colour in COLOURS}
    busy_one = player(plots=plots, hand=hand, artifacts=artifacts, groups=[[1, 3]] * 6, gold=31, potions=5)
    for count in (2, 3, 4):
        root = picture(position([busy_one] * count, cages=[0, 1, 2], young=[1, 2, 3], old=[4, 5, 6]))
        for seat in range(count):
            parts_of(of_class(root, f"panel-{seat}")[0], 640)
        parts_of(of_class(root, "town")[0], 640)
        width, height = (float(root.get(side, "0")) for side in ("width", "height"))
        assert width == {2: 1338, 3: 1992, 4: 1992}[count] and height < 2000
        # Panels that stand upon each other would show in their groups' places.
        places = [tuple(map(float, found)) for found in re.findall(r"translate\(([\d.]+) ([\d.]+)\)",
                  ET.tostring(root).decode())]  # fmt: skip
        assert all(0 <= x < width and 0 <= y < height for x, y in places)


# --- hostile text ----------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    "]]>",
    "&amp;<!--",
    "\"' onload='x",
    "a\x00b\x01\x1f\x7f\x85",
    "line\nbreak\r\ttab\u2028",
    "\u202eesrever",
    "a" + "\u0301" * 30,
    "字" * 30,
    "W" * 100_000,
    " ",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name: str) -> None:
    tables = copy.deepcopy(TABLES)
    for number, entry in enumerate([*tables["pets"], *tables["exhibitions"], *tables["customers"]]):
        entry["name"] = f"{number}{name}"
    where = position([full(0), full(1)], young=[1, 2], exhibitions=[0, 1], customers=[2], round=2)
    text = position_svg(tables, where, [score()] * 2, notes=[name])
    root = drawn(text)
    assert "<script" not in text and len(text) < 300_000
    assert "onload" not in {attribute for element in root.iter() for attribute in element.attrib}
    lines = [unicodedata.normalize("NFC", line) for line in texts(root)]
    assert not any("\u202e" in line for line in lines) and max(map(len, lines)) < 200


# --- the same picture every time -------------------------------------------------------------------------


def test_pictures_do_not_depend_on_the_process() -> None:
    script = (
        "import hashlib, json, sys; from spielwerk.svg.dungeon_petz import position_svg; parts = json.load(sys.stdin);"
        "print(hashlib.sha256(position_svg(*parts).encode()).hexdigest())"
    )
    parts = json.dumps([TABLES, position([full(0), full(1)]), [score()] * 2])
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            input=parts,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


# --- states ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_states_are_drawn_completely(players: int) -> None:
    played = list(states(players, players=players, double_symbols=players == 4, start_player=1))
    for state in [*played[::97], played[-1]]:
        root, where = drawn(state_svg(state)), state.to_dict()
        (town,) = of_class(root, "town")
        offers = [len(where[key]) for key in ("cages", "addons", "young", "old")]
        assert len(of_class(town, "offer")) == sum(offers)
        assert len(of_class(town, "neutral")) == where["spaces"].count("neutral")
        for seat, own in enumerate(where["players"]):
            (panel,) = of_class(root, f"panel-{seat}")
            parts_of(panel, 640)
            pets = [plot["pet"] for plot in own["plots"] if plot["pet"]]
            assert len(of_class(panel, "pet")) == len(pets)
            on_pets = [card for pet in pets for card in pet["cards"]]
            in_hand = sum(sum(cards) for cards in own["hand"].values())
            assert len(of_class(panel, "need-card")) == len(on_pets) + in_hand
            assert len(of_class(panel, "artifact")) == len(own["artifacts"])
            assert len(of_class(panel, "group-chip")) == len(own["groups"])
        assert any("start player: 1" in line for line in texts(root))


def test_notebooks_get_the_picture() -> None:
    state = next(itertools.islice(states(1), 60, None))
    assert state._repr_svg_() == state_svg(state)  # type: ignore[attr-defined]


def test_tables_of_the_users_own() -> None:
    tables = copy.deepcopy(TABLES)
    tables["pets"][0]["name"] = "<b>Hund</b>"
    state = sw.load("dungeon_petz", tables_file=json.dumps(tables)).initial_state()
    root = drawn(state_svg(state))
    assert any("tables: a file" in line for line in texts(root))
