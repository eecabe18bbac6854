"""The words of Thurn and Taxis: maps, map files, and questions about single routes and closes."""

from __future__ import annotations

import copy
import dataclasses
import doctest
import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from spielwerk import thurn_and_taxis
from spielwerk.thurn_and_taxis import (
    MAPS,
    MapError,
    Tile,
    extensions,
    house_options,
    map_file,
    score,
    tiles_for,
    validate,
)
from tests.reference.random_maps import random_map, random_map_file
from tests.scenario_runner import ROOT

TABLES = json.loads((ROOT / "seeds" / "thurn_and_taxis.json").read_text(encoding="utf-8"))["maps"]
ROUTE = ["Sigmaringen", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg"]
IDS = [8, 6, 15, 16, 17, 18]


def test_examples() -> None:
    assert doctest.testmod(thurn_and_taxis).failed == 0


# ---- maps ----


@pytest.mark.parametrize("name", ["map1", "map2"])
def test_maps_are_those_of_the_data_file(name: str) -> None:
    """TT-2, TT-3, TT-7, TT-8, TT-90, TT-91."""
    own, form = MAPS[name], TABLES[name]
    assert own.to_dict() == form
    assert [city.name for city in own.cities] == [city["name"] for city in form["cities"]]
    assert [city.region for city in own.cities] == [city["region"] for city in form["cities"]]
    assert all(city.id == k and city.x is not None and city.y is not None for k, city in enumerate(own.cities))
    assert len(own.roads) == len(form["roads"])
    assert own.game() == sw.load("thurn_and_taxis", map=name)
    assert own.game().tables()["map"] == form
    assert repr(own) == f"<Map {name}, {len(own.cities)} cities, {len(own.roads)} roads, {own.status}>"


def test_maps_of_the_box() -> None:
    """TT-2, TT-7, TT-84."""
    assert list(MAPS) == ["map1", "map2"] and "MAPS" in dir(thurn_and_taxis)
    map1, map2 = MAPS.values()
    assert (len(map1.cities), len(map1.roads), map1.copies_per_city_card) == (22, 45, 3)
    assert sum(len(stack.values) for stack in map1.stacks) == 30
    assert [city.name for city in map2.cities if city.region is None] == ["Frankfurt", "Hamburg", "Bremen", "Lübeck"]
    with pytest.raises(AttributeError):
        _ = thurn_and_taxis.NOTHING


def test_maps_are_values() -> None:
    own = MAPS["map1"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        own.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        MAPS["map3"] = own  # type: ignore[index]
    for twin in (copy.copy(own), copy.deepcopy(own), pickle.loads(pickle.dumps(own))):
        assert twin == own and hash(twin) == hash(own)
    assert own != MAPS["map2"]
    changed = dataclasses.replace(own, name="mine", copies_per_city_card=4)
    assert changed != own and changed.game().tables()["map"]["copies_per_city_card"] == 4
    with pytest.raises(sw.OptionError, match="E_COPIES"):
        dataclasses.replace(own, copies_per_city_card=10).game()


def test_pictures_of_maps() -> None:
    """TT-55: also of a map without places."""
    for own in (*MAPS.values(), map_file(random_map_file(random.Random(5)))):
        assert own.svg() == own._repr_svg_() and own.svg().startswith("<svg")


def test_games_on_a_map() -> None:
    """TT-50 to TT-53."""
    own = MAPS["map2"]
    assert own.game(players=3, max_turns=9) == sw.load("thurn_and_taxis", map="map2", players=3, max_turns=9)
    for options in ({"map": "map1"}, {"map_file": "{}"}, {"players": 5}):
        with pytest.raises(sw.OptionError):
            own.game(**options)


# ---- map files ----


def test_map_files(tmp_path: Path) -> None:
    """TT-54: path, text and bytes."""
    text = random_map_file(random.Random(5))
    path = tmp_path / "own.json"
    path.write_text(text, encoding="utf-8")
    data = text.encode()
    maps = [map_file(source) for source in (path, str(path), text, data, bytearray(data), memoryview(data))]
    assert all(own == maps[0] for own in maps) and maps[0].to_dict() == json.loads(text)
    assert validate(path) == validate(text) == validate(data) == []
    assert maps[0].game().tables() == sw.load("thurn_and_taxis", map_file=path).tables()
    assert extensions([0], maps[0]) == extensions([0], maps[0].game(players=4))


def test_what_is_no_map_file(tmp_path: Path) -> None:
    asks: list[Any] = [map_file, validate]
    for ask in asks:
        with pytest.raises(TypeError, match="path, its text or its bytes"):
            ask(None)
        with pytest.raises(TypeError, match="path, its text or its bytes"):
            ask(7)
        with pytest.raises(sw.OptionError, match="cannot be read"):
            ask(tmp_path / "none.json")
        with pytest.raises(sw.OptionError, match="2 MB"):
            ask(b" " * (2**21 + 1))
    with pytest.raises(sw.OptionError, match="E_JSON"):
        map_file(b"[]")
    assert [error.code for error in validate(b"[]")] == ["E_JSON"]


def test_all_errors_are_reported() -> None:
    """TT-57, TT-94, TT-99."""
    form = random_map(random.Random(6))
    form["copies_per_city_card"] = 0
    form["roads"].append(["nowhere", form["cities"][0]["name"]])
    form["colour"] = "red"
    errors = validate(json.dumps(form))
    last = len(form["roads"]) - 1
    places = [(error.code, error.place) for error in errors]
    assert places == [("E_KEY", "colour"), ("E_COPIES", "copies_per_city_card"), ("E_REF", f"roads[{last}][0]")]
    assert all(type(error) is MapError for error in errors) and all(error.message for error in errors)
    with pytest.raises(sw.OptionError, match=r"3 errors.*E_KEY.*E_COPIES.*E_REF"):
        map_file(json.dumps(form))


@pytest.mark.parametrize("name", ["y" * 41, "Zufällig" * 20, "map1"])
def test_a_game_on_a_map_with_a_long_name_is_restored(name: str) -> None:
    """Found while this was written: the option map holds a long name cut, which no map of the file had."""
    form = random_map(random.Random(8)) | {"name": name}
    game = sw.load("thurn_and_taxis", map_file=json.dumps(form))
    assert pickle.loads(pickle.dumps(game)) == game
    assert sw.load(game.name, **game.options) == game
    with pytest.raises(sw.OptionError, match="map"):
        sw.load("thurn_and_taxis", map_file=json.dumps(form), map="other")


# ---- routes ----


def test_extensions() -> None:
    """TT-25, TT-71, TT-84."""
    names = [city.name for city in MAPS["map1"].cities]
    left, right = extensions(ROUTE)
    joined: dict[int, set[int]] = {city: set() for city in range(22)}
    for a, b in MAPS["map1"].roads:
        joined[a].add(b)
        joined[b].add(a)
    assert set(left) == joined[IDS[0]] - set(IDS) and set(right) == joined[IDS[-1]] - set(IDS)
    assert extensions(IDS) == extensions(tuple(ROUTE)) == extensions(np.array(IDS)) == (left, right)
    assert extensions(reversed(IDS)) == (right, left), "TT-82"
    assert (
        [names[city] for city in extensions(["Lodz"]).left] == ["Pilsen"] == [names[c] for c in extensions([13]).right]
    )
    assert extensions([]) == ((), ())
    assert extensions(["Nu\u0308rnberg"]) == extensions(["Nürnberg"]), "TT-54: NFC"


def test_house_options() -> None:
    """TT-35, TT-36, TT-85: the counts of TC-13 and TC-14."""
    sets = house_options(ROUTE)
    assert len(sets) == len(set(sets)) == 31 and sets == sorted(sets) and sets[0] == ()
    assert (15, 16, 17, 18) in sets and (6, 8, 15) in sets and (6, 15, 16) not in sets
    blocked = house_options(ROUTE, ["Nürnberg"])
    assert len(blocked) == 20 and not any(15 in some for some in blocked)
    assert house_options(IDS, {15}) == blocked


def test_house_options_with_few_houses_or_free_cities() -> None:
    """TT-37, TT-38."""
    others = [city for city in range(22) if city not in IDS][:16]
    assert max(map(len, house_options(IDS, [*others, 15, 16]))) == 2
    all_placed = [*others, 15, 16, 17, 18]
    assert house_options(IDS, all_placed) == [()]
    free = {city.id for city in MAPS["map2"].cities if city.region is None}
    cities = MAPS["map2"].cities
    route = next(
        [a, b, c]
        for a in free
        for b in extensions([a], "map2").right
        for c in extensions([a, b], "map2").right
        if c not in free and cities[b].region != cities[c].region
    )
    for some in house_options(route, (), "map2"):
        assert len(free & set(some)) <= 1


def test_tiles_for() -> None:
    """TT-39 to TT-43, TT-47."""
    assert tiles_for(ROUTE, [], 4) == [Tile("route6", 3)]
    assert tiles_for(ROUTE, [], 4, left={"route6": 1}) == [Tile("route6", 1)]
    assert tiles_for(ROUTE, [], 4, left={"route6": 0}) == [Tile("route5", 2)]
    assert tiles_for(ROUTE[:3], [], 3) == []
    baiern = [city.id for city in MAPS["map1"].cities if city.region == "Baiern"]
    stack = next(s for s in MAPS["map1"].stacks if s.kind == "all_cities" and s.regions == ("Baiern",))
    assert tiles_for(ROUTE, baiern, 4) == [Tile("route6", 3), Tile(stack.id, stack.values[0])]
    assert tiles_for(ROUTE, baiern, 4, held=[stack.id]) == [Tile("route6", 3)]
    assert Tile("game_end", 1) in tiles_for(ROUTE, [], 7)
    assert Tile("game_end", 1) not in tiles_for(ROUTE, [], 7, left={"game_end": 0})
    assert Tile("game_end", 1) in tiles_for(ROUTE, range(20), 3), "TT-42: the last house"


def test_score() -> None:
    """TT-48, TT-96."""
    assert score([], 0, 0) == {"tiles": 0, "carriage": 0, "houses": -20, "total": -20}
    assert [score([], k, 20)["carriage"] for k in (0, 3, 4, 5, 6, 7)] == [0, 2, 3, 5, 7, 10]
    assert score((5, 3, 1), 5, 11) == {"tiles": 9, "carriage": 5, "houses": -9, "total": 5}


# ---- what is wrong ----


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: extensions(["Rom"]), "Rom"),
        (lambda: extensions([22]), "22"),
        (lambda: extensions([-1]), "-1"),
        (lambda: extensions([True]), "true"),
        (lambda: extensions([0.5]), r"0\.5"),  # type: ignore[list-item]
        (lambda: extensions(["Lodz", "Lodz"]), "twice"),
        (lambda: extensions(["Lodz", "Basel"]), "no road joins Lodz and Basel"),
        (lambda: house_options(["Lodz", "Pilsen"]), "TT-30"),
        (lambda: house_options(ROUTE, range(21)), "TT-4"),
        (lambda: tiles_for(ROUTE, [], 2), "carriage"),
        (lambda: tiles_for(ROUTE, [], 8), "carriage"),
        (lambda: tiles_for(ROUTE, [], 3, left={"route6": 4}), "route6"),
        (lambda: tiles_for(ROUTE, [], 3, left={"route9": 1}), "route9"),
        (lambda: tiles_for(ROUTE, [], 3, held=["route9"]), "route9"),
        (lambda: extensions(range(10**9)), "entries"),
    ],
)
def test_faults(ask: Any, words: str) -> None:
    with pytest.raises(sw.InvalidStateError, match=words) as caught:
        ask()
    assert caught.value.faults


def test_all_faults_are_listed() -> None:
    with pytest.raises(sw.InvalidStateError) as caught:
        tiles_for(["Rom", "Lodz", "Basel"], ["Paris", 99], 9, left={"x": 1})
    assert len(caught.value.faults) == 6


@pytest.mark.parametrize(
    "ask",
    [
        lambda: extensions("Lodz"),
        lambda: extensions(7),  # type: ignore[arg-type]
        lambda: extensions({0: 1}),
        lambda: extensions([0], map=3),  # type: ignore[arg-type]
        lambda: extensions([0], map=sw.load("patchwork")),
        lambda: score(3, 3, 3),  # type: ignore[arg-type]
        lambda: score([1.5], 3, 3),  # type: ignore[list-item]
        lambda: score([], True, 3),
    ],
)
def test_wrong_types(ask: Any) -> None:
    with pytest.raises(TypeError):
        ask()


@pytest.mark.parametrize(
    "parts", [([21], 3, 0), ([0], 3, 0), ([], 1, 0), ([], 2, 0), ([], 8, 0), ([], 3, 21), ([], 3, -1)]
)
def test_scores_that_cannot_be(parts: tuple[list[int], int, int]) -> None:
    with pytest.raises(ValueError, match=r"tile|carriage|houses"):
        score(*parts)


def test_an_unknown_map() -> None:
    with pytest.raises(sw.OptionError, match="map1"):
        extensions([0], "map3")


def test_too_many_sets_are_refused() -> None:
    """A route through 32 cities in 16 regions has 3 ** 16 sets and more (TT-85)."""
    form = random_map(random.Random(9))
    form["regions"] = [{"name": f"r{k}"} for k in range(16)]
    form["cities"] = [{"name": str(k), "region": f"r{k // 2}"} for k in range(32)]
    form["roads"] = [[str(k), str(k + 1)] for k in range(31)]
    form["bonus_stacks"] = [{"id": "end", "kind": "game_end", "values": [1]}]
    own = map_file(json.dumps(form))
    assert len(house_options(range(10), map=own)) == 3**5 + 5
    with pytest.raises(sw.InvalidStateError, match="250000"):
        house_options(range(32), map=own)
