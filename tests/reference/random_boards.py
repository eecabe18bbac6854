"""Random valid board files of Trek 12: every special of TK-71 often, and in any combination (TK-34, TK-93)."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.reference.trek12_boards import OPERATIONS, SCHEMA, validate

COLOURS = ("red", "blue", "yellow", "purple", "green", "white")


def random_board_file(rng: random.Random) -> str:
    """The text of a board file with one board, or two or three; `validate` finds nothing in it."""
    count = rng.choice([1, 1, 1, 1, 2, 3])
    document = {"schema": SCHEMA, "boards": [random_board(rng, f"random_{k}") for k in range(count)]}
    text = json.dumps(document)
    errors = validate(text)
    assert not errors, errors
    return text


def random_board(rng: random.Random, name: str) -> dict[str, Any]:
    n = rng.choice([2, 3, rng.randint(2, 6), rng.randint(4, 12), rng.randint(8, 20), rng.randint(2, 32), 32])
    dangerous = rng.choice([0.0, 0.0, 0.2, 0.5, 1.0])
    circles: list[dict[str, Any]] = [{"id": k, "max": 6 if rng.random() < dangerous else 12} for k in range(n)]
    if rng.random() < 0.5:
        for circle in circles:
            circle["x"], circle["y"] = rng.uniform(-9, 9), rng.randint(-9, 9)
    rng.shuffle(circles)
    edges = _edges(rng, n)
    board: dict[str, Any] = {"id": name, "circles": circles, "edges": [list(edge) for edge in edges]}
    if rng.random() < 0.3:
        board["name"] = "Random"
        board["provenance"] = {"level": rng.choice(["verified", "reconstructed", "user"]), "note": "", "unknown": ["x"]}
    specials = _specials(rng, n, edges)
    board["start"] = None if rng.random() < 0.5 else _some(rng, list(range(n)))
    zones = _zones(rng, n) if rng.random() < 0.3 else None
    if zones is None:
        board["tables"] = [_table(rng, "all", n)]
    else:
        names = [zone for zone in zones if zone != "shared"]
        board["tables"] = [_table(rng, zone, len(zones[zone]) + len(zones.get("shared", []))) for zone in names]
        board["start"] = _some(rng, [circle for zone in names for circle in zones[zone]])
        specials["zones"] = zones
    if rng.random() < 0.5:
        isolated = rng.choice(["number", 0, 3, 5, rng.randint(0, 99)])
        board["penalties"] = {"face": rng.choice([0, 3, 5, rng.randint(0, 99)]), "isolated": isolated}
    if specials or rng.random() < 0.5:
        board["specials"] = specials
    return board


def _some(rng: random.Random, circles: list[int]) -> list[int]:
    """A few of the circles, more rarely many of them, in any order."""
    most = len(circles) if rng.random() < 0.25 else min(len(circles), 3)
    return rng.sample(circles, rng.randint(1, most))


def _edges(rng: random.Random, n: int) -> list[tuple[int, int]]:
    """A tree, long or bushy, and some more edges up to a dense graph (TK-68)."""
    near = rng.choice([1, 3, n])
    order = rng.sample(range(n), n)
    edges = [(order[k], order[rng.randint(max(0, k - near), k - 1)]) for k in range(1, n)]
    taken = {frozenset(edge) for edge in edges}
    for _ in range(rng.choice([0, n // 2, n, 2 * n, 4 * n])):
        a, b = rng.sample(range(n), 2)
        if frozenset((a, b)) not in taken:
            taken.add(frozenset((a, b)))
            edges.append((a, b))
    rng.shuffle(edges)
    return edges


def _zones(rng: random.Random, n: int) -> dict[str, list[int]]:
    """Two zones and perhaps some shared circles (TK-69)."""
    order = rng.sample(range(n), n)
    names = rng.choice([("left", "right"), ("b", "a"), ("", "Z w")])
    shared = rng.choice([0, 0, 1, n // 3, n - 2])
    shared = max(0, min(shared, n - 2))
    cut = rng.randint(1, n - shared - 1)
    zones = {names[0]: order[:cut], names[1]: order[cut : n - shared]}
    if shared or rng.random() < 0.3:
        zones["shared"] = order[n - shared :]
    return zones


def _table(rng: random.Random, zone: str, needed: int) -> dict[str, Any]:
    """Limits of 0 to 15 with at least as many boxes as needed, often just as many (TK-69)."""
    limits = dict.fromkeys(OPERATIONS, 0)
    weights = [rng.random() ** 2 + 0.01 for _ in OPERATIONS]
    more = rng.choice([0, 0, 1, 5])
    while sum(limits.values()) < min(75, needed + more):
        name = rng.choices(OPERATIONS, weights)[0]
        if limits[name] < 15:
            limits[name] += 1
    return {"zone": zone, "limits": limits}


def _specials(rng: random.Random, n: int, edges: list[tuple[int, int]]) -> dict[str, Any]:
    """TK-71, without zones; on some boards few of them, on others nearly all."""
    often = rng.choice([0.0, 0.15, 0.4, 0.8, 1.0])
    circles = list(range(n))

    def wanted() -> bool:
        return rng.random() < often

    specials: dict[str, Any] = {}
    if wanted():
        pairs = rng.sample(edges, rng.randint(1, min(len(edges), rng.choice([2, 5, len(edges)]))))
        specials["prelinked"] = [rng.sample(pair, 2) for pair in pairs]
    if wanted():
        specials["sofa"], specials["fridge"] = _some(rng, circles), _some(rng, circles)
    for key in ("desk", "entrance", "roses", "waves"):
        if wanted():
            specials[key] = _some(rng, circles)
    if "entrance" in specials and rng.random() < 0.8:
        specials["washbasin"] = _some(rng, circles)
    if wanted():
        specials["over12_loses"] = rng.random() < 0.9
    for key in ("flags", "top"):
        if wanted():
            specials[key] = {"circles": _some(rng, circles), "points": rng.choice([0, 5, 10, rng.randint(0, 99)])}
    if wanted():
        order = rng.sample(circles, n)
        lists = [order[k::7] for k in range(rng.randint(1, min(n, len(COLOURS))))]
        colours = {
            colour: ids[: rng.randint(1, len(ids))] for colour, ids in zip(rng.sample(COLOURS, 6), lists, strict=False)
        }
        points = [rng.choice([k * (k + 1) // 2, rng.randint(0, 99)]) for k in range(1, len(colours) + 1)]
        specials["ornaments"] = {"colours": colours, "points": points + [7] * rng.choice([0, 0, 2])}
        if rng.random() < 0.7:
            specials["gift_areas"] = rng.random() < 0.9
    return specials
