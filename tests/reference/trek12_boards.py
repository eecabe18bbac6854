"""Plain boards of Trek 12 from a valid board file (TK-66 to TK-71)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.reference.trek12_board_checks import OPERATIONS, SCHEMA, BoardError, Edge, parse, validate

__all__ = ["OPERATIONS", "SCHEMA", "Board", "BoardError", "read_boards", "validate"]


@dataclass
class Board:
    """A board in plain lists and sets; what a board lacks is empty."""

    id: str
    name: str
    n: int  # TK-2
    largest: list[int]  # by circle, 12 or 6
    edges: list[Edge]
    neighbours: list[list[int]]  # ascending
    zones: list[str]  # by table
    limits: list[list[int]]  # by table, then operation (TK-5)
    zone_of: list[int | None]  # the table of each circle's zone, None for a shared one (TK-53)
    start: list[int]  # empty: every circle (TK-10)
    face_price: int
    isolated_price: int | str  # or "number" (TK-43)
    form: dict[str, Any]  # as in a board file, with all optional keys
    partners: list[list[int]] = field(default_factory=list)  # pre-linked ones (TK-35)
    sofa: set[int] = field(default_factory=set)
    fridge: set[int] = field(default_factory=set)
    desk: set[int] = field(default_factory=set)
    entrance: set[int] = field(default_factory=set)
    washbasin: set[int] = field(default_factory=set)
    over12_loses: bool = False
    roses: set[int] = field(default_factory=set)
    flags: list[int] = field(default_factory=list)
    flag_points: int = 0
    top: list[int] = field(default_factory=list)
    top_points: int = 0
    colours: dict[str, set[int]] = field(default_factory=dict)
    ornament_points: list[int] = field(default_factory=list)
    gift_areas: bool = False
    waves: set[int] = field(default_factory=set)


def read_boards(data: bytes | str) -> list[Board]:
    """All boards of a valid file; ValueError for any other."""
    errors = validate(data)
    if errors:
        raise ValueError([f"board {e.index} {e.id}: {e.code} at {e.path or '.'}: {e.message}" for e in errors])
    return [_board(raw) for raw in parse(data)["boards"]]


def _board(raw: dict[str, Any]) -> Board:
    form = {
        "id": raw["id"],
        "name": raw.get("name", raw["id"]),
        "provenance": {"level": "user", **raw.get("provenance", {})},
        "circles": raw["circles"],
        "edges": raw["edges"],
        "tables": raw["tables"],
        "start": raw.get("start"),
        "penalties": raw.get("penalties", {"face": 3, "isolated": 3}),
        "specials": raw.get("specials", {}),
    }  # TK-67: the defaults
    n = len(raw["circles"])
    specials = form["specials"]
    edges = [(a, b) for a, b in raw["edges"]]
    circles = sorted(raw["circles"], key=lambda circle: int(circle["id"]))
    zones = [table["zone"] for table in raw["tables"]]
    zone_of: list[int | None] = [0] * n
    for name, ids in specials.get("zones", {}).items():
        for circle in ids:
            zone_of[circle] = None if name == "shared" else zones.index(name)
    flags, top = specials.get("flags", {}), specials.get("top", {})
    ornaments = specials.get("ornaments", {"colours": {}, "points": []})
    return Board(
        id=form["id"],
        name=form["name"],
        n=n,
        largest=[circle["max"] for circle in circles],
        edges=edges,
        neighbours=_joined(n, edges),
        zones=zones,
        limits=[[table["limits"][name] for name in OPERATIONS] for table in raw["tables"]],
        zone_of=zone_of,
        start=form["start"] or [],
        face_price=form["penalties"]["face"],
        isolated_price=form["penalties"]["isolated"],
        form=form,
        partners=_joined(n, [(a, b) for a, b in specials.get("prelinked", [])]),
        sofa=set(specials.get("sofa", [])),
        fridge=set(specials.get("fridge", [])),
        desk=set(specials.get("desk", [])),
        entrance=set(specials.get("entrance", [])),
        washbasin=set(specials.get("washbasin", [])),
        over12_loses=specials.get("over12_loses", False),
        roses=set(specials.get("roses", [])),
        flags=sorted(flags.get("circles", [])),
        flag_points=flags.get("points", 0),
        top=sorted(top.get("circles", [])),
        top_points=top.get("points", 0),
        colours={colour: set(ids) for colour, ids in ornaments["colours"].items()},
        ornament_points=ornaments["points"],
        gift_areas=specials.get("gift_areas", False),
        waves=set(specials.get("waves", [])),
    )


def _joined(n: int, pairs: Iterable[Edge]) -> list[list[int]]:
    joined: list[list[int]] = [[] for _ in range(n)]
    for a, b in pairs:
        joined[a].append(b)
        joined[b].append(a)
    return [sorted(others) for others in joined]
