"""Small boards and sheets for the tests of Trek 12, as the list of cases writes them."""

import json
from pathlib import Path
from typing import Any

from spielwerk import trek12
from spielwerk.trek12 import Board
from tests.scenario_runner import board_file

ROOT = Path(__file__).parents[1]
SEED: dict[str, Any] = json.loads((ROOT / "seeds" / "trek12.json").read_text(encoding="utf-8"))
ITEMS = (
    *("ropes", "longest_rope_bonus", "areas", "largest_area_bonus", "isolated", "faces", "sofa_fridge", "desk"),
    *("entrance", "roses", "flags", "ornaments", "gift_areas", "top", "defeat"),
)
EMPTY: list[Any] = [None] * 19


def small(n: int, edges: list[tuple[int, int]], **more: Any) -> Board:
    """A board as the case list writes it; specials beside limits, start and penalties."""
    own: dict[str, Any] = {key: more.pop(key) for key in ("limits", "start", "penalties", "dangerous") if key in more}
    text = board_file({"n": n, "edges": edges, "specials": more, **own}, "here")
    return trek12.boards(text)["scenario"]


def path(n: int, **more: Any) -> Board:
    return small(n, [(circle, circle + 1) for circle in range(n - 1)], **more)


def prices(face: int, isolated: int | str) -> dict[str, Any]:
    return {"penalties": {"face": face, "isolated": isolated}}


def nonzero(sheet: dict[str, int]) -> dict[str, int]:
    assert tuple(sheet) == (*ITEMS, "total")  # TK-24
    assert sum(sheet[item] for item in ITEMS) == sheet["total"]
    return {item: points for item, points in sheet.items() if points or item == "total"}


def rulebook() -> tuple[list[Any], list[tuple[int, int]]]:
    """Numbers and links of the example that the rulebook works out on Kagkot."""
    numbers, links = EMPTY.copy(), []
    for step in next(example for example in SEED["examples"] if example["id"] == "kagkot_rulebook")["steps"]:
        numbers[step["circle"]] = step["value"]
        if step["below"] is not None:
            links.append((step["below"], step["circle"]))
        if step["above"] is not None:
            links.append((step["circle"], step["above"]))
    return numbers, links
