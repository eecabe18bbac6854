"""Random valid map files of Thurn and Taxis: free cities and every kind of stack often, in any combination (TT-54)."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.reference.thurn_and_taxis_maps import connected, has_route, neighbours, validate


def random_map_file(rng: random.Random) -> str:
    """The text of a map file; `validate` finds nothing in it."""
    text = json.dumps(random_map(rng), ensure_ascii=rng.random() < 0.5)
    errors = validate(text)
    assert not errors, errors
    return text


def random_map(rng: random.Random) -> dict[str, Any]:
    n = rng.choice([7, 8, rng.randint(7, 12), rng.randint(10, 24), rng.randint(20, 32), 32])
    copies = rng.choice([3, 3, rng.randint(2, 9), 2, rng.randint(2, 4)])
    if n >= 14 and rng.random() < 0.2:
        copies = 1
    cities = [f"{rng.choice(['Bad ', 'Sankt ', 'Groß', 'Ö', ''])}{k}" for k in range(n)]
    region_of = _regions(rng, n)
    regions = [
        f"{rng.choice(['Land ', 'Mark ', 'Ü'])}{k}" for k in range(1 + max(r for r in region_of if r is not None))
    ]
    form: dict[str, Any] = {
        "name": rng.choice(["random", "Zufällig", "x" * 40]),
        "copies_per_city_card": copies,
        "regions": [{"name": name} for name in regions],
        "cities": [
            {"name": name, "region": None if region is None else regions[region]}
            for name, region in zip(cities, region_of, strict=True)
        ],
        "roads": [rng.sample([cities[a], cities[b]], 2) for a, b in _roads(rng, n)],
        "bonus_stacks": _stacks(rng, n, regions),
    }
    if rng.random() < 0.5:
        for city in form["cities"]:
            if rng.random() < 0.8:
                city["x"], city["y"] = rng.uniform(-9, 9), rng.randint(-9, 9)
    if rng.random() < 0.3:
        form["status"] = "guess"
        form["notes"] = {"anything": [1, None]}
        form["provenance"] = "made up"
        form["regions"][0]["colour"] = "white"
        form["cities"][0]["status"] = form["bonus_stacks"][0]["status"] = ""
    return form


def _regions(rng: random.Random, n: int) -> list[int | None]:
    """A region of each city, every region with a city; None for free cities (TT-2)."""
    free = rng.choice([0, 0, 1, rng.randint(0, n // 3), n // 2])
    count = rng.randint(1, min(16, n - free, rng.choice([3, 9, 16])))
    found: list[int | None] = [
        *range(count),
        *(rng.randrange(count) for _ in range(n - free - count)),
        *([None] * free),
    ]
    if rng.random() < 0.7:
        rng.shuffle(found)
    return found


def _roads(rng: random.Random, n: int) -> list[tuple[int, int]]:
    """A tree, long or bushy, and some more roads, until there is a route of seven cities."""
    while True:
        near = rng.choice([1, 3, n])
        order = rng.sample(range(n), n)
        roads = [(order[k], order[rng.randint(max(0, k - near), k - 1)]) for k in range(1, n)]
        taken = {frozenset(road) for road in roads}
        for _ in range(rng.choice([0, n // 2, n, 2 * n])):
            a, b = rng.sample(range(n), 2)
            if frozenset((a, b)) not in taken:
                taken.add(frozenset((a, b)))
                roads.append((a, b))
        joined = neighbours(n, roads)
        if connected(joined) and has_route(joined, 7):
            rng.shuffle(roads)
            return roads


def _values(rng: random.Random) -> list[int]:
    """Values that never rise; equal ones may follow one another."""
    most = rng.choice([3, 6, 20])
    return sorted((rng.randint(1, most) for _ in range(rng.choice([1, 2, 3, 4, 6]))), reverse=True)


def _stacks(rng: random.Random, n: int, regions: list[str]) -> list[dict[str, Any]]:
    """One game-end stack and up to 15 others of every kind (TT-56), in any order."""
    stacks: list[dict[str, Any]] = []
    longest = rng.choice([9, n])
    for length in rng.sample(range(3, min(n, longest) + 1), rng.randint(0, min(5, n - 2, longest - 2))):
        stacks.append({"kind": "route_length", "min_len": length, "values": _values(rng)})
    for kind in ("all_cities", "one_house_in_each"):
        sets: list[set[str]] = []
        for _ in range(rng.randint(0, 5)):
            some = set(rng.sample(regions, rng.randint(1, min(len(regions), rng.choice([1, 2, len(regions)])))))
            if some not in sets:
                sets.append(some)
                stacks.append({"kind": kind, "regions": rng.sample(sorted(some), len(some)), "values": _values(rng)})
    stacks.append({"kind": "game_end", "values": [rng.choice([1, 1, rng.randint(1, 20)])]})
    if rng.random() < 0.5:
        rng.shuffle(stacks)
    return [{"id": f"s{k}", **stack} for k, stack in enumerate(stacks)]
