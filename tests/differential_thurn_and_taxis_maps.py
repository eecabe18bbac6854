"""Map files of Thurn and Taxis, good ones and damaged ones, checked by the package and the plain reference (TT-57)."""

from __future__ import annotations

import copy
import json
import random
import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

import spielwerk as sw
from tests.differential import SEED_VARIABLE, DifferenceError
from tests.differential_parts import list_at, places_in
from tests.differential_trek12_boards import damaged_text
from tests.reference import random_maps, thurn_and_taxis, thurn_and_taxis_maps
from tests.reference.thurn_and_taxis_maps import KINDS

SHIPPED: Final[list[dict[str, Any]]] = [*thurn_and_taxis.TABLES["maps"].values()]
KEYS: Final = (
    *("name", "copies_per_city_card", "regions", "cities", "roads", "bonus_stacks", "status", "provenance", "notes"),
    *(
        "region",
        "colour",
        "x",
        "y",
        "id",
        "kind",
        "values",
        "min_len",
        "unknown",
        "",
        "a.b",
        "[0]",
        "Name",
        "nam\u00e9",
    ),
    *("\u00e9", "e\u0301", "\U0001f600", "\ue000", "k" * 99, "k" * 100, "k" * 101, "k" * 100 + "\u00e9"),
)
SCALARS: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, 2, -1, 3, 7, 9, 10, 13, 14, 16, 17, 20, 21, 32, 33, 2**31, 2**63 - 1, 2**63, -(2**63)),
    *(-(2**63) - 1, 2**64, 10**30, 0.0, 1.0, -0.0, 0.5, 3.0, 1e300, "", *KINDS, "Game_end", "guess", "x" * 300),
    *("\u00e9", "e\u0301", "\u212a", "K", "\0", [], {}, [[]], [0], [1], [2, 1], [1, 2], [20] * 16, [20] * 17, [None]),
    *(["a"], ["a", "a"], ["a", "b", "c"], [[], []], {"name": ""}, {"name": "a", "region": None}, {"": []}),
)

Damage = Callable[[dict[str, Any], random.Random], None]
Found = list[tuple[str, str]]


# ---- damages to the document ----


def _some(document: dict[str, Any], key: str, rng: random.Random) -> dict[str, Any]:
    """One of the objects of a list."""
    objects = [item for item in list_at(document, key) if isinstance(item, dict)]
    return rng.choice(objects) if objects else {}


def _names(document: dict[str, Any], key: str) -> list[Any]:
    return [item.get("name") for item in list_at(document, key) if isinstance(item, dict)]


def _other_value(document: dict[str, Any], rng: random.Random) -> None:
    """Mostly not in the long lists."""
    part = rng.choice(["cities", "roads", "regions", "bonus_stacks", "bonus_stacks", None])
    inside = list_at(document, part) if part else []
    places = places_in(rng.choice(inside)) if inside and rng.random() < 0.7 else places_in(inside or document)
    if places:
        container, key = rng.choice(places)
        container[key] = copy.deepcopy(rng.choice(SCALARS))


def _other_item(document: dict[str, Any], rng: random.Random) -> None:
    part = rng.choice([*document]) if document else "name"
    inside = list_at(document, part)
    if inside and rng.random() < 0.8:
        inside[rng.randrange(len(inside))] = copy.deepcopy(rng.choice(SCALARS))
    else:
        document[part] = copy.deepcopy(rng.choice(SCALARS))


def _lost_value(document: dict[str, Any], rng: random.Random) -> None:
    objects = [document, *(_some(document, key, rng) for key in ("regions", "cities", "bonus_stacks"))]
    chosen = rng.choice(objects)
    if chosen:
        del chosen[rng.choice([*chosen])]


def _more_keys(document: dict[str, Any], rng: random.Random) -> None:
    objects = [document, *(_some(document, key, rng) for key in ("regions", "cities", "cities", "bonus_stacks"))]
    rng.choice(objects)[rng.choice(KEYS)] = copy.deepcopy(rng.choice(SCALARS))


def _list_order(document: dict[str, Any], rng: random.Random) -> None:
    """One item more, less, twice, or another order."""
    lists = [c[k] for c, k in places_in({key: document[key] for key in document}) if isinstance(c[k], list)]
    lists = [chosen for chosen in lists if rng.random() < 0.3] or lists
    if not lists:
        return
    chosen, act = rng.choice(lists), rng.randrange(6)
    if act == 0:
        chosen.append(copy.deepcopy(rng.choice(SCALARS)))
    elif act == 1 and chosen:
        chosen.insert(rng.randrange(len(chosen) + 1), copy.deepcopy(rng.choice(chosen)))
    elif act in (2, 5) and chosen:
        chosen.pop(rng.randrange(len(chosen)))
    elif act == 3:
        rng.shuffle(chosen)
    elif rng.random() < 0.3:
        chosen.clear()


def _near(document: dict[str, Any], rng: random.Random) -> None:
    """A number a little off: rising values, lengths that no map has, too few cards."""
    numbers = [(c, k) for c, k in places_in(document) if type(c[k]) is int]
    if numbers:
        container, key = rng.choice(numbers)
        container[key] += rng.choice([-1, 1, -2, 2, 20])


def _same_name(document: dict[str, Any], rng: random.Random) -> None:
    """A name that is there already, perhaps in another form (TT-54)."""
    part = rng.choice(["regions", "cities", "bonus_stacks"])
    key = "id" if part == "bonus_stacks" else "name"
    one, other = _some(document, part, rng), _some(document, part, rng)
    if isinstance(name := one.get(key), str):
        forms = [name, *(unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC"))]
        other[key] = rng.choice([*forms, *forms, ""])


def _roads(document: dict[str, Any], rng: random.Random) -> None:
    """Roads that are lost, there twice, lead nowhere, or from a city to itself."""
    roads, names = list_at(document, "roads"), _names(document, "cities") or [None]
    act = rng.randrange(7)
    if act == 0:
        del roads[rng.randrange(len(roads) + 1) :]
    elif act == 1:
        # A city that no road leads to any more.
        alone = rng.choice(names)
        roads[:] = [road for road in roads if not (isinstance(road, list) and alone in road)]
    elif act == 2 and roads and isinstance(road := rng.choice(roads), list):
        roads.append(road[::-1] if rng.random() < 0.7 else [*road])
    elif act == 3:
        roads.append([rng.choice(names), rng.choice(names)])
    elif act == 4:
        roads.append([rng.choice([*names, "nowhere"]), rng.choice(["Nowhere", "", *names])])
    elif act == 5 and roads:
        roads.pop(rng.randrange(len(roads)))
    elif roads and isinstance(road := rng.choice(roads), list) and road:
        road[rng.randrange(len(road))] = rng.choice([*names, "nowhere", None])


def _star(document: dict[str, Any], rng: random.Random) -> None:
    """Every city beside one: no route of seven cities."""
    names = _names(document, "cities")
    if names:
        document["roads"] = [[names[0], name] for name in names[1:]]


def _regions(document: dict[str, Any], rng: random.Random) -> None:
    """Cities of other regions, regions without a city."""
    names = _names(document, "regions") or [None]
    if rng.random() < 0.6:
        _some(document, "cities", rng)["region"] = rng.choice([*names, *names, None, "nowhere"])
    else:
        old, new = rng.choice(names), rng.choice([*names, None])
        for city in list_at(document, "cities"):
            if isinstance(city, dict) and city.get("region") == old:
                city["region"] = new


def _stacks(document: dict[str, Any], rng: random.Random) -> None:
    stack, other = _some(document, "bonus_stacks", rng), _some(document, "bonus_stacks", rng)
    names = [*_names(document, "regions"), "nowhere"]
    act = rng.randrange(8)
    if act == 0:
        stack["kind"] = rng.choice([*KINDS, "all"])
    elif act == 1:
        stack["min_len"] = rng.choice([*range(2, 10), other.get("min_len"), len(list_at(document, "cities")) + 1])
    elif act == 2:
        stack["regions"] = rng.choices(names, k=rng.choice([0, 1, 2, 3]))
    elif act == 3 and isinstance(regions := other.get("regions"), list):
        stack["regions"] = rng.sample(regions, len(regions))
        stack["kind"] = rng.choice([stack.get("kind"), other.get("kind")])
    elif act == 4:
        stack["values"] = rng.choices(range(-1, 23), k=rng.choice([0, 1, 2, 3, 16, 17]))
    elif act == 5:
        stack.pop(rng.choice(["min_len", "regions"]), None)
    elif act == 6:
        list_at(document, "bonus_stacks").append({"id": "another", "kind": "game_end", "values": [1]})
    elif isinstance(values := stack.get("values"), list):
        values.reverse()


def _drawn(document: dict[str, Any], rng: random.Random) -> None:
    city = _some(document, "cities", rng)
    if rng.random() < 0.5:
        city.pop(rng.choice(["x", "y"]), None)
    else:
        city[rng.choice(["x", "y"])] = rng.choice([0, -0.0, 1e300, -(2**70), "0", None, True])


def _sizes(document: dict[str, Any], rng: random.Random) -> None:
    """Too many or too few of everything."""
    part = rng.choice(["regions", "cities", "bonus_stacks"])
    items = list_at(document, part)
    if rng.random() < 0.3:
        del items[rng.randrange(len(items) + 1) :]
        return
    for number in range(rng.choice([1, 10, 33])):
        name = f"more {number}"
        items.append({"name": name, "region": None} if part == "cities" else {"name": name})
    if part == "bonus_stacks":
        document[part] = [
            *items[: rng.randrange(17)],
            *({"id": f"s{k}", "kind": "route_length", "min_len": 3 + k, "values": [1]} for k in range(16)),
        ]


DAMAGES: Final[list[Damage]] = [
    *(_other_value, _other_value, _other_item, _lost_value, _more_keys, _list_order, _list_order, _near, _near),
    *(_same_name, _roads, _roads, _star, _regions, _regions, _stacks, _stacks, _stacks, _drawn, _sizes),
]


# ---- comparing ----


def file(rng: random.Random) -> str:
    """A valid file: a random map, or one that is built in."""
    if rng.random() < 0.7:
        return random_maps.random_map_file(rng)
    return json.dumps(rng.choice(SHIPPED), ensure_ascii=rng.random() < 0.5)


def broken(rng: random.Random) -> bytes:
    """A file with no, one or several things wrong with it."""
    document = json.loads(file(rng))
    for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 2, 3, 5, 9])):
        rng.choice(DAMAGES)(document, rng)
    text = json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, None, 1]))
    return damaged_text(text, rng, KEYS) if rng.random() < 0.25 else text.encode()


def by_package(data: bytes | str) -> Found:
    return [(error.code, error.place) for error in sw.thurn_and_taxis.validate(data)]


def by_reference(data: bytes | str) -> Found:
    return [(error.code, _shortened(error.place)) for error in thurn_and_taxis_maps.validate(data)]


def _shortened(place: str) -> str:
    """Of a key of more than 100 characters the package gives the first ones; such a key is the last part of a place."""
    inside = re.match(r"(regions|cities|bonus_stacks)\[\d+\]\.", place)
    start = inside.end() if inside else 0
    return f"{place[: start + 100]}\u2026" if len(place) > start + 100 else place


def compare(seed: int, index: int) -> Found:
    """File ``index`` of a run, checked by both: the same codes and places in the same order (TT-94, TT-99)."""
    data = broken(random.Random(f"{seed}/file/{index}"))
    try:
        ours, theirs = by_package(data), by_reference(data)
        if ours != theirs:
            raise DifferenceError(f"package {ours}, reference {theirs}")
        text = data.decode("utf-8", "surrogateescape")
        if index % 8 == 0 and text.lstrip().startswith("{") and by_package(text) != by_reference(text):
            raise DifferenceError(f"as text: package {by_package(text)}, reference {by_reference(text)}")
        if not ours:
            _compare_maps(data)
    except Exception as error:
        raise DifferenceError(f"{SEED_VARIABLE}={seed}, file {index}: {error!r} of {data!r}") from error
    return ours


def _compare_maps(data: bytes) -> None:
    """What a valid file says: the same map, whose names are compared after NFC (TT-54)."""
    mine, theirs = sw.thurn_and_taxis.map_file(data), thurn_and_taxis_maps.read_map(data)

    def nfc(name: str | None) -> str | None:
        return None if name is None else unicodedata.normalize("NFC", name)

    region = [None if number is None else theirs.regions[number] for number in theirs.region_of]
    stacks = [
        (s.id, s.kind, s.values, s.min_len or None, {theirs.regions[k] for k in s.regions}) for s in theirs.stacks
    ]
    expected = [theirs.copies, list(theirs.cities), region, list(theirs.roads), stacks]
    ours = [
        mine.copies_per_city_card,
        [nfc(city.name) for city in mine.cities],
        [nfc(city.region) for city in mine.cities],
        list(mine.roads),
        [(s.id, s.kind, s.values, s.min_len, {nfc(name) for name in s.regions}) for s in mine.stacks],
    ]
    if ours != expected:
        raise DifferenceError(f"package {ours}, reference {expected}")
    if sw.thurn_and_taxis.map_file(json.dumps(mine.to_dict())) != mine:
        raise DifferenceError("a map in the form of a file is another map")
