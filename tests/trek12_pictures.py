"""Reading pictures of Trek 12, boards and positions to draw, and what every picture of them has to show."""

import itertools
import json
import math
import re
import weakref
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from spielwerk.svg.trek12_board import RADIUS, groups
from spielwerk.svg.trek12_layout import edges_of

SVG = "{http://www.w3.org/2000/svg}"
SEED = json.loads((Path(__file__).parents[1] / "seeds" / "trek12.json").read_text(encoding="utf-8"))
BOARDS: dict[str, dict[str, Any]] = {board["id"]: board for board in SEED["boards"]}
OPERATIONS = SEED["operations"]


# --- reading a picture -----------------------------------------------------------------------------------


def drawn(text: str) -> ET.Element:
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    # Nothing from elsewhere, nothing that needs an id, no number that is none.
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "g", "rect", "circle", "line", "path", "text"),
    }
    attributes = {(name, value) for element in root.iter() for name, value in element.attrib.items()}
    assert "id" not in {name for name, _ in attributes}
    assert not any(re.search(r"url\(|http|\bnan\b|\binf\b", value) for _, value in attributes)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", text)
    return root


_INDEX: weakref.WeakKeyDictionary[ET.Element, dict[str, list[ET.Element]]] = weakref.WeakKeyDictionary()


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    index = _INDEX.get(root)
    if index is None:
        index = _INDEX[root] = {}
        for element in root.iter():
            for word in (element.get("class") or "").split():
                index.setdefault(word, []).append(element)
    return index.get(name, [])


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def sheets(root: ET.Element) -> list[ET.Element]:
    return of_class(root, "sheet")


def disc(sheet: ET.Element, circle: int) -> ET.Element:
    (group,) = of_class(sheet, f"circle-{circle}")
    (found,) = of_class(group, "disc")
    return found


def place(element: ET.Element) -> tuple[float, float]:
    return float(element.get("cx", "nan")), float(element.get("cy", "nan"))


def transform(sheet: ET.Element) -> tuple[float, float, float]:
    found = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", sheet.get("transform", ""))
    assert found
    return float(found[1]), float(found[2]), float(found[3])


def edge_ends(sheet: ET.Element, a: int, b: int) -> list[tuple[float, float]]:
    (line,) = of_class(sheet, f"edge-{a}-{b}")
    points = re.findall(r"([-\d.]+) ([-\d.]+)", line.get("d", ""))
    return [(float(x), float(y)) for x, y in (points[0], points[-1])]


# --- boards ----------------------------------------------------------------------------------------------


def user_board(count: int, edges: list[tuple[int, int]], **more: Any) -> dict[str, Any]:
    tables = [{"zone": "all", "limits": dict.fromkeys(OPERATIONS, 7)}]
    circles = [{"id": circle, "max": 12} for circle in range(count)]
    return {"id": "mine", "circles": circles, "edges": [list(edge) for edge in edges], "tables": tables} | more


def grid(width: int, height: int) -> list[tuple[int, int]]:
    across = [(r * width + c, r * width + c + 1) for r in range(height) for c in range(width - 1)]
    return across + [(r * width + c, (r + 1) * width + c) for r in range(height - 1) for c in range(width)]


def without_coordinates(board: dict[str, Any]) -> dict[str, Any]:
    return board | {"circles": [{"id": circle["id"], "max": circle["max"]} for circle in board["circles"]]}


SHAPES = {
    "two": user_board(2, [(0, 1)]),
    "path": user_board(32, [(i, i + 1) for i in range(31)]),
    "ring": user_board(32, [(i, (i + 1) % 32) for i in range(32)]),
    "star": user_board(32, [(0, i) for i in range(1, 32)]),
    "tree": user_board(31, [((i - 1) // 2, i) for i in range(1, 31)], start=[29, 30]),
    "grid": user_board(32, grid(8, 4)),
    "cube": user_board(32, [(i, i ^ 1 << k) for i in range(32) for k in range(5) if i < i ^ 1 << k]),
    "everything": user_board(32, list(itertools.combinations(range(32), 2))),
} | {name: without_coordinates(board) for name, board in BOARDS.items()}


def fresh(board: dict[str, Any], **more: Any) -> dict[str, Any]:
    player: dict[str, Any] = {
        "numbers": [None] * len(board["circles"]),
        "links": [],
        "ticked": [[0] * 5 for _ in board["tables"]],
        "failed": [],
        "lost": False,
        "flags": [],
        "top": [],
        "move": None,
    }
    return player | more


def position(players: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    start = {"phase": "roll", "round": 0, "roll": None, "seat": None, "choice": None, "players": players}
    return start | more


def score(total: int = 0, **items: int) -> dict[str, int]:
    usual = ("ropes", "longest_rope_bonus", "areas", "largest_area_bonus", "isolated", "faces")
    return dict.fromkeys(usual, 0) | items | {"total": total}


def rulebook() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The finished sheet of the rulebook's example."""
    (example,) = SEED["examples"]
    board = BOARDS[example["board"]]
    player = fresh(board)
    for step in example["steps"]:
        player["numbers"][step["circle"]] = step["value"]
        player["ticked"][0][OPERATIONS.index(step["op"])] += 1
        for other, pair in (
            (step["below"], [step["below"], step["circle"]]),
            (step["above"], [step["circle"], step["above"]]),
        ):
            if other is not None:
                player["links"].append(pair)
    return board, player, example["expect"]


def check_board(sheet: ET.Element, board: dict[str, Any]) -> None:
    """Every circle once, none upon another, thick outlines for the dangerous ones, each edge from middle to middle."""
    count = len(board["circles"])
    assert len(of_class(sheet, "circle")) == count
    discs = {circle["id"]: disc(sheet, circle["id"]) for circle in board["circles"]}
    for one, two in itertools.combinations(discs.values(), 2):
        assert math.dist(place(one), place(two)) > 2 * RADIUS + 4
    for circle in board["circles"]:
        found = discs[circle["id"]]
        outline = float(found.get("stroke-width", "0"))
        assert float(found.get("r", "0")) + outline / 2 == pytest.approx(RADIUS)
        assert (outline > 4) == (circle["max"] == 6)
        assert bool(of_class(sheet, f"circle-{circle['id']}")[0].get("class", "").count("dangerous")) == (outline > 4)
    assert len(of_class(sheet, "edge")) == len(board["edges"])
    for a, b in board["edges"]:
        a, b = min(a, b), max(a, b)
        assert edge_ends(sheet, a, b) == [place(discs[a]), place(discs[b])]


def check_writing(sheet: ET.Element, board: dict[str, Any], player: dict[str, Any]) -> None:
    """Numbers, faces, ropes, areas, isolated numbers and ticked boxes of a player."""
    alone = {circle for circle, value in enumerate(player["numbers"]) if isinstance(value, int)}
    for circle, value in enumerate(player["numbers"]):
        if value is None:
            assert [text.text for text in of_class(sheet, f"empty-{circle}")] == [str(circle)]
            assert of_class(sheet, f"written-{circle}") == []
            continue
        (written,) = of_class(sheet, f"written-{circle}")
        if value == "face":
            assert "face" in written.get("class", "").split()
            assert texts(written) == []
        else:
            (text,) = written.iter(f"{SVG}text")
            assert text.text == str(value)
            assert float(text.get("font-size", "0")) >= 20
            assert float(text.get("x", "nan")) == pytest.approx(place(disc(sheet, circle))[0])
    links = {(a, b) for a, b in player["links"]}
    assert sorted(name for group in of_class(sheet, "link") for name in group.get("class", "").split()[1:]) == sorted(
        f"link-{a}-{b}" for a, b in links
    )
    ropes = groups(links)
    assert len(of_class(sheet, "rope")) == len(ropes)
    numbers = player["numbers"]
    same = [(a, b) for a, b in edges_of(board) if isinstance(numbers[a], int) and numbers[a] == numbers[b]]
    areas = groups(same)
    assert sorted(title(area) for area in of_class(sheet, "area")) == sorted(
        f"area of {len(area)} circles with the number {numbers[area[0]]}" for area in areas
    )
    alone -= {circle for group in (*ropes, *areas) for circle in group} - set(player["failed"])
    assert {title(group) for group in of_class(sheet, "isolated")} == {
        title(group) for circle in alone for group in of_class(sheet, f"written-{circle}")
    }
    for number, table in enumerate(board["tables"]):
        for operation, ticked in zip(OPERATIONS, player["ticked"][number], strict=True):
            (boxes,) = of_class(sheet, f"boxes-{number}-{operation}")
            assert len(of_class(boxes, "box")) == table["limits"][operation]
            assert len(of_class(boxes, "ticked")) == ticked
            assert operation in texts(boxes)
