"""Pictures of Thurn and Taxis: everything on the map and in the panels, at its place, whatever the map file says."""

import itertools
import json
import math
import os
import random
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
from spielwerk.svg.layout import distance_to_line
from spielwerk.svg.thurn_and_taxis import map_svg, position_svg
from spielwerk.svg.thurn_and_taxis_panel import stack_name
from spielwerk.svg.thurn_and_taxis_parts import PLAYERS, tints
from spielwerk.svg.thurn_and_taxis_plan import DOT, HOUSE, Box, house_places, overlaps, plan
from spielwerk.svg.trek12_parts import ink_on, plain, text_width
from tests.reference import random_maps
from tests.reference import thurn_and_taxis as reference
from tests.trek12_pictures import drawn, of_class, place, texts, title

MAPS: dict[str, dict[str, Any]] = reference.TABLES["maps"]
Game = reference.ThurnAndTaxis
Position = reference.State


def without_coordinates(map_: dict[str, Any]) -> dict[str, Any]:
    cities = [{key: city[key] for key in ("name", "region")} for city in map_["cities"]]
    return map_ | {"cities": cities}


def user_maps() -> dict[str, dict[str, Any]]:
    found = {f"random {seed}": random_maps.random_map(random.Random(seed)) for seed in range(12)}
    return found | {f"{name} without places": without_coordinates(map_) for name, map_ in MAPS.items()}


USER_MAPS = user_maps()
ALL_MAPS = MAPS | USER_MAPS


def positions(seed: int, **options: Any) -> Iterator[tuple[Game, Position]]:
    """The positions of a game of players who mostly do what makes sense."""
    game, rng = reference.load(options), random.Random(seed)
    state = game.initial_state()
    yield game, state
    while state.phase != "over":
        if state.phase == "deal":
            outcomes = state.chance_outcomes()
            action = rng.choices([city for city, _ in outcomes], [count for _, count in outcomes])[0]
        else:
            action = rng.choice(reference.builder_choices(state) if rng.random() < 0.8 else state.legal_actions())
        state = state.apply(action)
        yield game, state


def picture(game: Game, state: Position, notes: tuple[str, ...] = ()) -> ET.Element:
    scores = [state.score_sheet(seat) for seat in range(game.rules.players)]
    map_ = game.tables()["map"]
    return drawn(position_svg(map_, state.to_dict(), scores, state.winners(), state.ranks(), notes))


def score(total: float = 0) -> dict[str, float]:
    return {"tiles": total, "carriage": 0, "houses": 0, "total": total}


# --- what every picture has to show ----------------------------------------------------------------------


def text_box(element: ET.Element) -> Box:
    """The room that a line of text fills at most."""
    x, y, size = (float(element.get(key, "nan")) for key in ("x", "y", "font-size"))
    width = text_width(element.text or "", size, bold=element.get("font-weight") == "bold")
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[element.get("text-anchor", "start")]
    return left, y - size * 0.78, left + width, y + size * 0.22


def disc(root: ET.Element, city: int) -> tuple[float, float]:
    (group,) = of_class(root, f"city-{city}")
    (dot,) = of_class(group, "dot")
    return place(dot)


def check_map(root: ET.Element, map_: dict[str, Any], players: int = 0) -> None:
    names = [city["name"] for city in map_["cities"]]
    spots = [disc(root, city) for city in range(len(names))]
    assert len(of_class(root, "city")) == len(names)
    assert len(of_class(root, "free")) >= sum(city["region"] is None for city in map_["cities"])
    for city, entry in enumerate(map_["cities"]):
        assert len(of_class(of_class(root, f"city-{city}")[0], "free")) == (entry["region"] is None)

    ids = {name: number for number, name in enumerate(names)}
    roads = {tuple(sorted((ids[a], ids[b]))) for a, b in map_["roads"]}
    assert len(of_class(root, "road")) == len(roads)
    for a, b in roads:
        (road,) = of_class(root, f"road-{a}-{b}")
        points = [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", road.get("d", ""))]
        assert math.dist(points[0], spots[a]) < 0.1 and math.dist(points[-1], spots[b]) < 0.1

    labels = [of_class(of_class(root, f"city-{city}")[0], "city-name")[0] for city in range(len(names))]
    boxes = [text_box(label) for label in labels]
    dots = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in spots]
    houses = []
    for spot in spots if players else ():
        row = house_places(spot, players)
        half = HOUSE[0] / 2
        houses.append((row[0][0] - half, row[0][1] - 16, row[-1][0] + half, row[0][1]))
    regions = [text_box(name) for name in of_class(root, "region-name")]
    for one, two in itertools.combinations([*boxes, *regions], 2):
        assert not overlaps(one, two)
    for box, other in itertools.product([*boxes, *regions], [*dots, *houses]):
        assert not overlaps(box, other)
    for one, two in itertools.combinations(dots, 2):
        assert not overlaps(one, two)
    for one, two in itertools.combinations(houses, 2):
        assert not overlaps(one, two)
    (ground,) = of_class(root, "ground")
    left, width, high = (float(ground.get(key, "nan")) for key in ("x", "width", "height"))
    for box in [*boxes, *regions, *houses]:
        assert left <= box[0] and box[2] <= left + width and box[1] >= 0 and box[3] <= high

    # Each region with a city has land and is named on it or in the key.
    used = {city["region"] for city in map_["cities"]} - {None}
    shown = [element.text or "" for element in of_class(root, "region-name")]
    shown += [line for entry in of_class(root, "key") for line in texts(entry)]
    numbers = {region["name"]: number for number, region in enumerate(map_["regions"])}
    for region in used:
        assert len(of_class(root, f"region-{numbers[region]}")) == 1
        assert any(plain(region)[:4].strip() in line for line in shown)


def check_players(root: ET.Element, map_: dict[str, Any], position: dict[str, Any]) -> None:
    names = [plain(city["name"]) for city in map_["cities"]]
    players = position["players"]
    wanted = {(seat, city) for seat, player in enumerate(players) for city in player["houses"]}
    found = [re.fullmatch(r"house house-(\d)-(\d+)", house.get("class", "")) for house in of_class(root, "house")]
    assert sorted((int(match[1]), int(match[2])) for match in found if match) == sorted(wanted)
    for seat, player in enumerate(players):
        (panel,) = of_class(root, f"panel-{seat}")
        row = player["row"]
        assert [texts(chip)[0] for chip in of_class(panel, "row-card")] == [names[city] for city in row]
        hand = [(names[city], count, mark) for key, mark in (("known", ""), ("new", "n"), ("old", "o"))
                for city, count in enumerate(player["hand"][key]) if count]  # fmt: skip
        chips = [texts(chip) for chip in of_class(panel, "hand-card")]
        assert chips == [
            [*([mark] if mark else []), name + (f" ×{count}" if count > 1 else "")] for name, count, mark in hand
        ]
        size = sum(sum(player["hand"][key]) for key in ("known", "new", "old"))
        assert {f"Hand {size}", f"Route {len(row)}", f"{20 - len(player['houses'])} houses left"} <= set(texts(panel))
        taken = of_class(panel, "taken")
        assert len(taken) == max(0, player["carriage"] - 2)
        assert len(of_class(panel, "highest")) == (player["carriage"] > 0)
        tiles = [texts(chip)[0].rsplit(": ", 1)[1] for chip in of_class(panel, "tile")]
        assert tiles == [", ".join(map(str, values)) for values in player["tiles"] if values]
        assert bool(of_class(panel, "game-end")) == (position["game_end"] == seat)
        assert bool(of_class(root, f"route-{seat}")) == bool(row)
        check_route(root, seat, row)
    display = [names[city] for city, count in enumerate(position["display"]) for _ in range(count)]
    assert [title(card).rsplit(" (", 1)[0] for card in of_class(root, "card")] == display
    assert texts(of_class(root, "pile-supply")[0]) == [str(sum(position["supply"])), "supply"]
    assert texts(of_class(root, "pile-discard")[0]) == [str(sum(position["discard"])), "discard"]
    for number, (stack, rest) in enumerate(zip(map_["bonus_stacks"], position["stacks"], strict=True)):
        (drawn_stack,) = of_class(root, f"stack-{number}")
        bonus = of_class(drawn_stack, "bonus")
        gone = [texts(tile)[0] for tile in bonus if "gone" in (tile.get("class") or "")]
        left = [texts(tile)[0] for tile in bonus if "gone" not in (tile.get("class") or "")]
        values = [str(value) for value in stack["values"]]
        assert gone == values[: len(values) - rest] and left == values[len(values) - rest :]
        assert len(of_class(drawn_stack, "next")) == (rest > 0)


def check_route(root: ET.Element, seat: int, row: list[int]) -> None:
    if len(row) == 1:
        (ring,) = of_class(of_class(root, f"route-{seat}")[0], "ring")
        assert place(ring) == disc(root, row[0])
        assert ring.get("stroke") == PLAYERS[seat]
    elif row:
        (line,) = of_class(of_class(root, f"route-{seat}")[0], "line")
        assert line.get("stroke") == PLAYERS[seat]
        points = [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", line.get("d", ""))]
        at = 0
        for city in row:  # the line passes its cities in their order, in a lane of its own
            spot = disc(root, city)
            at += next(k for k, point in enumerate(points[at:]) if math.dist(point, spot) < 11)
        assert math.dist(points[-1], disc(root, row[-1])) < 11
        assert len(of_class(root, f"route-tag-{seat}")) == 1


# --- maps ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL_MAPS)
def test_maps_are_drawn_completely(name: str) -> None:
    map_ = ALL_MAPS[name]
    root = drawn(map_svg(map_))
    check_map(root, map_)
    assert plain(map_["name"])[:10] in (root.findtext("{http://www.w3.org/2000/svg}title") or "")
    for number, stack in enumerate(map_["bonus_stacks"]):
        assert len(of_class(of_class(root, f"stack-{number}")[0], "bonus")) == len(stack["values"])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ALL_MAPS)
def test_names_keep_off_the_houses(name: str, players: int) -> None:
    map_ = ALL_MAPS[name]
    nothing = [0] * len(map_["cities"])
    player = {
        "hand": {"known": nothing, "new": nothing, "old": nothing},
        "row": [],
        "houses": list(range(len(nothing)))[:20],
        "carriage": 7,
        "tiles": [[] for _ in map_["bonus_stacks"]],
        "closes": 9,
    }
    where = {
        "phase": "decide",
        "turn": 8,
        "owner": 1,
        "point": "first_draw",
        "supply": nothing,
        "discard": nothing,
        "display": nothing,
        "stacks": [len(stack["values"]) for stack in map_["bonus_stacks"]],
        "game_end": None,
        "players": [player] * players,
    }
    root = drawn(position_svg(map_, where, [score()] * players))
    check_map(root, map_, players)
    check_players(root, map_, where)


def test_all_regions_of_the_given_maps_are_named_on_the_map() -> None:
    for map_ in MAPS.values():
        for players in (0, 2, 4):
            names = [{name.text for name in some} for some in plan(map_, players).region_names]
            assert names == [{region["name"]} for region in map_["regions"]]


def test_every_city_of_the_given_maps_has_its_full_name() -> None:
    for map_ in MAPS.values():
        for players in (0, 2, 3, 4):
            assert [name.text for name in plan(map_, players).names] == [city["name"] for city in map_["cities"]]


def test_given_places_are_kept() -> None:
    for map_ in MAPS.values():
        where = plan(map_)
        a, b, c = (map_["cities"][k] for k in (0, 7, 15))
        spots = [where.cities[k] for k in (0, 7, 15)]
        scale = (spots[1][0] - spots[0][0]) / (b["x"] - a["x"])
        assert math.isclose(spots[2][1] - spots[0][1], scale * (c["y"] - a["y"]), abs_tol=0.5)


def test_regions_do_not_overlap() -> None:
    for map_ in ALL_MAPS.values():
        where = plan(map_)
        for region, polygons in enumerate(where.regions):
            for polygon in polygons:
                # No land over a city of another region.
                for city, spot in enumerate(where.cities):
                    if where.region_of[city] != region:
                        inside = all(
                            (q[0] - p[0]) * (spot[1] - p[1]) - (q[1] - p[1]) * (spot[0] - p[0]) > 0
                            for p, q in itertools.pairwise([*polygon, polygon[0]])
                        )
                        assert not inside


def test_tints_are_different() -> None:
    for count in (1, 9, 16, 32):
        names = [f"r{number}" for number in range(count)]
        map_ = {"regions": [{"name": name} for name in names]}
        assert len(set(tints(map_))) == count
    assert (
        tints({"regions": [{"name": "a", "colour": "Light Blue"}, {"name": "b", "colour": "url(#x)"}]})[0]
        != (tints({"regions": [{"name": "a"}]})[0])
    )


def test_colours_of_players_can_be_read() -> None:
    assert len(set(PLAYERS)) == 4
    assert all(ink_on(colour) for colour in PLAYERS)


def test_names_of_stacks() -> None:
    map_ = MAPS["map1"]
    names = [stack_name(map_, stack) for stack in map_["bonus_stacks"]]
    assert names[:5] == ["Route of 5", "Route of 6", "Route of 7", "Each but Baiern", "Baiern"]
    assert names[-2:] == ["Böhmen + Salzburg", "Game end"]
    assert stack_name(MAPS["map2"], MAPS["map2"]["bonus_stacks"][4]) == "Every region"


# --- positions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("map1", 2), ("map1", 4), ("map2", 3), ("map2", 4)])
def test_positions_of_a_game_are_drawn_completely(name: str, players: int) -> None:
    points = set()
    for number, (game, state) in enumerate(positions(players, map=name, players=players)):
        if number % 17 and state.phase != "over" and state.point in points:
            continue
        points.add(state.point)
        root, map_ = picture(game, state), game.tables()["map"]
        check_map(root, map_, players)
        check_players(root, map_, state.to_dict())
        over = state.phase == "over"
        for seat in range(players):
            panel = of_class(root, f"panel-{seat}")[0]
            sheet = state.score_sheet(seat)
            assert texts(of_class(root, f"panel-{seat}")[0]).count("to move") == (not over and seat == state.owner)
            assert ("winner" in texts(panel)) == (over and seat in state.winners())
            assert [element.text for element in of_class(panel, "total")] == [
                f"{sheet['total']}".replace("-", "\N{MINUS SIGN}")
            ]
    assert points >= {"first_draw", "only_draw", "draw_or_play", "play", "after_play", "place", None}


@pytest.mark.parametrize("seed", range(6))
def test_games_on_maps_of_the_users_own(seed: int) -> None:
    text = random_maps.random_map_file(random.Random(seed))
    played = list(itertools.islice(positions(seed, map_file=text, players=2 + seed % 3), 300))
    for game, state in played[::60] + played[-1:]:
        root, map_ = picture(game, state), game.tables()["map"]
        check_map(root, map_, game.rules.players)
        check_players(root, map_, state.to_dict())


def headline(root: ET.Element) -> str:
    (found,) = of_class(root, "headline")
    return found.text or ""


def fresh(map_: dict[str, Any], **more: Any) -> dict[str, Any]:
    nothing = [0] * len(map_["cities"])
    player = {
        "hand": {"known": nothing, "new": nothing, "old": nothing},
        "row": [],
        "houses": [],
        "carriage": 0,
        "tiles": [[] for _ in map_["bonus_stacks"]],
        "closes": 0,
    }
    return player | more


def position(map_: dict[str, Any], players: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    count = len(map_["cities"])
    usual = {
        "phase": "decide",
        "turn": 4,
        "owner": 0,
        "point": "first_draw",
        "deal": None,
        "began_empty": False,
        "official": None,
        "supply": [3] * count,
        "discard": [0] * count,
        "display": [0] * count,
        "stacks": [len(stack["values"]) for stack in map_["bonus_stacks"]],
        "game_end": None,
        "placed": [],
        "last_discard": None,
        "players": players,
    }
    return usual | more


def test_headlines() -> None:
    map_ = MAPS["map1"]
    players, scores = [fresh(map_), fresh(map_)], [score(7), score(-3)]

    def said(winners: tuple[int, ...] = (), **more: Any) -> str:
        return headline(drawn(position_svg(map_, position(map_, players, **more), scores, winners)))

    assert said() == "Turn 5, seat 0: first draw"
    assert (
        said(owner=1, point="only_draw", official="administrator") == "Turn 5, seat 1: draw · official: administrator"
    )
    assert said(phase="deal", deal="display") == "Turn 5, seat 0: the display is dealt"
    assert said(phase="deal", deal="face_down") == "Turn 5, seat 0: a card is drawn face down"
    assert said(point="discard", last_discard=7) == "Turn 5, seat 0: discard to the hand limit (last: Ulm)"
    assert said((0,), phase="over", point=None) == "Seat 0 wins with 7 after 4 turns"
    assert said(phase="over", point=None) == "Over after 4 turns, nobody wins"


def test_ranks_and_the_game_end_tile_are_shown() -> None:
    map_ = MAPS["map1"]
    where = position(map_, [fresh(map_) for _ in range(3)], phase="over", point=None, game_end=2)
    root = drawn(position_svg(map_, where, [score(3), score(9), score(9)], [2], [3, 2, 1]))
    labels = [
        {"winner", "rank 2", "rank 3", "game end"} & set(texts(of_class(root, f"panel-{k}")[0])) for k in range(3)
    ]
    assert labels == [{"rank 3"}, {"rank 2"}, {"winner", "game end"}]


def test_several_routes_and_houses_at_one_city() -> None:
    map_ = MAPS["map1"]
    ids = {city["name"]: number for number, city in enumerate(map_["cities"])}
    ulm, augsburg, munich = ids["Ulm"], ids["Augsburg"], ids["München"]
    rows = ([ulm, augsburg, munich], [munich, augsburg, ulm], [ulm], [ulm])
    players = [fresh(map_, row=row, houses=[ulm]) for row in rows]
    root = drawn(position_svg(map_, position(map_, players), [score()] * 4))
    check_players(root, map_, position(map_, players))
    lines = [of_class(of_class(root, f"route-{seat}")[0], "line")[0].get("d", "") for seat in (0, 1)]
    ends = [[(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", line)] for line in lines]
    # Side by side, in whatever direction they go.
    assert distance_to_line(ends[0][0], ends[1][-2], ends[1][-1]) > 5
    rings = [of_class(of_class(root, f"route-{seat}")[0], "ring")[0].get("r") for seat in (2, 3)]
    assert rings[0] != rings[1]


def test_placed_houses_stand_out() -> None:
    map_ = MAPS["map1"]
    players = [fresh(map_, houses=[3, 4], row=[3, 4, 8]), fresh(map_, houses=[4])]
    root = drawn(position_svg(map_, position(map_, players, point="place", placed=[4]), [score()] * 2))
    strokes = [
        {path.get("stroke") for path in of_class(root, f"house-{seat}-{city}")[0].iter()} & {"#f0a202"}
        for seat, city in ((0, 3), (0, 4), (1, 4))
    ]
    assert strokes == [set(), {"#f0a202"}, set()]


def test_what_one_seat_sees_can_be_drawn() -> None:
    for game, state in itertools.islice(positions(3, players=3), 150, 400, 50):
        seen = reference.observe(state, 1)
        scores = [state.score_sheet(seat) for seat in range(3)]
        root = drawn(position_svg(game.tables()["map"], seen, scores))
        assert texts(of_class(root, "pile-supply")[0]) == [str(sum(state.supply)), "supply"]
        for seat in (0, 2):
            hidden = [texts(chip) for chip in of_class(of_class(root, f"panel-{seat}")[0], "hand-card")]
            new, old = (sum(cards) for cards in (state.players[seat].new, state.players[seat].old))
            assert (["n", f"{new} hidden"] in hidden) == (new > 0) or new == 0
            assert (["o", f"{old} hidden"] in hidden) == (old > 0) or old == 0


# --- hostile text ----------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    "]]>",
    "&amp;<!--",
    "\"' onload='x",
    "a\x00b\x01\x1f\x7f\x85",
    "\ud800",
    "\ufffe\uffff\U0001ffff",
    "line\nbreak\r\ttab\u2028",
    "\u202eesrever",
    "a" + "\u0301" * 500,
    "字" * 400,
    "W" * 100_000,
    "",
    " ",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name: str) -> None:
    map_ = json.loads(json.dumps(MAPS["map2"]))
    cities = {city["name"]: f"{number}{name}" for number, city in enumerate(map_["cities"])}
    regions = {region["name"]: f"{name}{number}" for number, region in enumerate(map_["regions"])}
    map_ |= {"name": name, "status": name}
    for city in map_["cities"]:
        city["name"] = cities[city["name"]]
        city["region"] = regions.get(city["region"])
    for region in map_["regions"]:
        region |= {"name": regions[region["name"]], "colour": name}
    map_["roads"] = [[cities[a], cities[b]] for a, b in map_["roads"]]
    for stack in map_["bonus_stacks"]:
        stack |= {"id": name, "regions": [regions[region] for region in stack.get("regions") or ()]}
    cards = [1] * len(cities)
    player = fresh(map_, hand={"known": cards, "new": cards, "old": cards}, row=[0, 2, 19], houses=[0, 2])
    where = position(map_, [player] * 4, display=cards, point="discard", last_discard=0)
    for text in (map_svg(map_), position_svg(map_, where, [score(-1)] * 4, [0], [1, 2, 2, 2], [name])):
        root = drawn(text)
        assert "<script" not in text
        assert "onload" not in {attribute for element in root.iter() for attribute in element.attrib}
        assert len(text) < 1_000_000
        assert not any("\u202e" in line for line in texts(root))
        lines = [unicodedata.normalize("NFC", line) for line in texts(root)]
        assert max(map(len, lines)) < 200
    labels = [text_box(label) for label in of_class(root, "city-name")]
    assert len(labels) == len(cities)
    assert not any(overlaps(one, two) for one, two in itertools.combinations(labels, 2))


def test_hostile_places() -> None:
    """Coordinates that nobody can use are not used."""
    for x, y in ((0.0, 0.0), (1e300, 1.0), (1e-300, 1e-300)):
        map_ = json.loads(json.dumps(MAPS["map1"]))
        for number, city in enumerate(map_["cities"]):
            city["x"], city["y"] = (x, y) if number < 3 else (number * x, y)
        check_map(drawn(map_svg(map_)), map_)


def test_long_names_everywhere() -> None:
    map_ = json.loads(json.dumps(USER_MAPS["random 3"]))
    renamed = {city["name"]: f"{number} Mmmmmmmmmmmm am Wwwwwwwwwwww" for number, city in enumerate(map_["cities"])}
    for city in map_["cities"]:
        city["name"] = renamed[city["name"]]
    map_["roads"] = [[renamed[a], renamed[b]] for a, b in map_["roads"]]
    check_map(drawn(map_svg(map_)), map_)


def test_names_are_the_same_in_any_normal_form() -> None:
    map_ = json.loads(json.dumps(MAPS["map1"]))
    for city in map_["cities"]:
        city["region"] = unicodedata.normalize("NFD", city["region"])
    map_["roads"] = [[unicodedata.normalize("NFD", name) for name in road] for road in map_["roads"]]
    for stack in map_["bonus_stacks"]:
        stack["regions"] = [unicodedata.normalize("NFD", name) for name in stack.get("regions") or ()]
    where = position(map_, [fresh(map_)] * 2, display=[1] * 6 + [0] * 16)
    root = drawn(position_svg(map_, where, [score()] * 2))
    assert len(of_class(root, "road")) == 45
    assert stack_name(map_, map_["bonus_stacks"][3]) == "Each but Baiern"


# --- the same picture every time -------------------------------------------------------------------------


def test_pictures_do_not_depend_on_the_process() -> None:
    script = (
        "import hashlib, json, sys; from spielwerk.svg.thurn_and_taxis import map_svg; maps = json.load(sys.stdin);"
        "print(hashlib.sha256(''.join(map(map_svg, maps)).encode()).hexdigest())"
    )
    maps = json.dumps([*MAPS.values(), USER_MAPS["random 0"], USER_MAPS["map1 without places"]])
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            input=maps,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


# --- states ----------------------------------------------------------------------------------------------


def states(seed: int, **options: Any) -> Iterator[sw.State]:
    rng = sw.Rng(seed)
    state = sw.load("thurn_and_taxis", **options).initial_state()
    yield state
    while not state.is_terminal:
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
        yield state


@pytest.mark.parametrize(("name", "players"), [("map1", 2), ("map2", 4)])
def test_states_are_drawn_completely(name: str, players: int) -> None:
    played = list(states(players, map=name, players=players, max_turns=120))
    for state in [*played[::80], played[-1]]:
        root, map_ = drawn(state_svg(state)), state.game.tables()["map"]
        check_map(root, map_, players)
        check_players(root, map_, state.to_dict())
        assert any("max turns: 120" in line for line in texts(root))


def test_notebooks_get_the_picture() -> None:
    state = sw.Match("thurn_and_taxis", 1).state
    assert state._repr_svg_() == state_svg(state)  # type: ignore[attr-defined]


def test_a_map_of_the_users_own() -> None:
    map_ = without_coordinates(MAPS["map1"]) | {"name": "<b>Karte</b>"}
    state = sw.load("thurn_and_taxis", map_file=json.dumps(map_)).initial_state()
    root = drawn(state_svg(state))
    check_map(root, map_, 2)
    assert "<b>Karte</b>" in texts(root)
