"""Sheets of Trek 12 and what they are worth, always from numbers and links alone (`seeds/trek12.md`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.reference.trek12_boards import Board

Mark = int | str | None
"""What a circle holds: a number, `FACE`, or None while it is empty (TK-6)."""
Link = tuple[int, int]
"""Circle with the smaller number, circle with the greater one (TK-15)."""
Move = tuple[int | None, int | None]
"""Row and circle (TK-63); both None for a defeat without a move (TK-42)."""

FACE: Final = "face"
TABLES: Final[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[2] / "seeds" / "trek12.json").read_text(encoding="utf-8")
)

ITEMS: Final = (
    *("ropes", "longest_rope_bonus", "areas", "largest_area_bonus", "isolated", "faces", "sofa_fridge", "desk"),
    *("entrance", "roses", "flags", "ornaments", "gift_areas", "top", "defeat"),
)  # TK-24
DEFEAT: Final = -100  # TK-57


@dataclass(frozen=True)
class Sheet:
    """One player's sheet with the move of the present round."""

    numbers: tuple[Mark, ...]
    ticked: tuple[tuple[int, ...], ...]  # by table, then operation
    links: tuple[Link, ...] = ()  # ascending
    failed: tuple[int, ...] = ()  # TK-38, ascending
    lost: bool = False
    flags: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    move: Move | None = None

    @property
    def filled(self) -> int:
        return sum(1 for mark in self.numbers if mark is not None)

    def to_dict(self) -> dict[str, Any]:
        """The map of `tests/scenarios/README.md`."""
        return {
            "numbers": list(self.numbers),
            "links": [list(link) for link in self.links],
            "ticked": [list(table) for table in self.ticked],
            "failed": list(self.failed),
            "lost": self.lost,
            "flags": list(self.flags),
            "top": list(self.top),
            "move": None if self.move is None else {"row": self.move[0], "circle": self.move[1]},
        }


def number_in(numbers: Sequence[Mark], circle: int) -> int | None:
    """The number in the circle, None if there is none: a face is no number (TK-12)."""
    mark = numbers[circle]
    return mark if isinstance(mark, int) else None


def linked_above(links: Iterable[Link], circle: int) -> int | None:
    """The circle in the above slot (TK-15)."""
    return next((high for low, high in links if low == circle), None)


def linked_below(links: Iterable[Link], circle: int) -> int | None:
    """The circle in the below slot (TK-15)."""
    return next((low for low, high in links if high == circle), None)


def candidates(
    board: Board, numbers: Sequence[Mark], links: Sequence[Link], circle: int, value: int
) -> tuple[list[int], list[int]]:
    """B and A of TK-16 for the value in the circle, waves included (TK-52), ascending."""
    neighbours = [c for c in board.neighbours[circle] if number_in(numbers, c) is not None]
    below = [c for c in neighbours if numbers[c] == value - 1 and linked_above(links, c) is None]
    above = [c for c in neighbours if numbers[c] == value + 1 and linked_below(links, c) is None]
    return below, above


def ropes(links: Sequence[Link]) -> list[list[int]]:
    """The maximal chains of links (TK-20), each from its lowest circle to its highest, by lowest circle."""
    found = []
    for low in sorted({low for low, _ in links}):
        if linked_below(links, low) is not None:
            continue
        rope = [low]
        while (above := linked_above(links, rope[-1])) is not None:
            rope.append(above)
        found.append(rope)
    return found


def areas(board: Board, numbers: Sequence[Mark]) -> list[list[int]]:
    """The connected groups of two or more circles with the same number (TK-21), each ascending, by smallest circle."""
    found: list[list[int]] = []
    for circle in range(board.n):
        if number_in(numbers, circle) is None or any(circle in area for area in found):
            continue
        area = {circle}
        grown = True
        while grown:
            more = {c for member in area for c in board.neighbours[member] if numbers[c] == numbers[circle]}
            grown = not more <= area
            area |= more
        if len(area) > 1:
            found.append(sorted(area))
    return found


def isolated_circles(
    board: Board, numbers: Sequence[Mark], links: Sequence[Link], failed: Sequence[int] = ()
) -> list[int]:
    """Numbers in no rope and no area (TK-23), and those that count as such (TK-38), ascending."""
    grouped = {circle for group in [*ropes(links), *areas(board, numbers)] for circle in group}
    return [
        circle
        for circle in range(board.n)
        if number_in(numbers, circle) is not None and (circle not in grouped or circle in failed)
    ]


def bonus(circles: int, table: str = "seed") -> int:
    """TK-28."""
    entries = TABLES["bonus_tables"][table]
    if circles < 3:
        return 0
    if circles <= 9:
        return int(entries[str(circles)])
    return int(entries["9"] + entries["each_more"] * (circles - 9))


def score_numbers(
    board: Board,
    numbers: Sequence[Mark],
    links: Sequence[Link],
    *,
    bonus_table: str = "seed",
    face_penalty: str = "as_isolated",
    failed: Sequence[int] = (),
    flags: Sequence[int] = (),
    top: Sequence[int] = (),
    lost: bool = False,
) -> dict[str, int]:
    """The breakdown of TK-24 from numbers and links (and claims, failed circles and defeat, which they do not show)."""
    sheet = dict.fromkeys(ITEMS, 0)
    if lost:
        sheet["defeat"] = DEFEAT  # TK-57: every other item is 0
        return {**sheet, "total": DEFEAT}

    all_ropes = ropes(links)
    all_areas = areas(board, numbers)
    alone = isolated_circles(board, numbers, links, failed)

    def value(circle: int) -> int:
        return number_in(numbers, circle) or 0

    def rope_points(rope: list[int]) -> int:
        return value(rope[-1]) + len(rope) - 1  # TK-25

    def area_points(area: list[int]) -> int:
        return value(area[0]) + len(area) - 1  # TK-26

    sheet["ropes"] = sum(map(rope_points, all_ropes))
    sheet["areas"] = sum(map(area_points, all_areas))
    sheet["longest_rope_bonus"] = bonus(max(map(len, all_ropes), default=0), bonus_table)  # TK-27
    sheet["largest_area_bonus"] = bonus(max(map(len, all_areas), default=0), bonus_table)  # TK-27

    price = board.isolated_price  # TK-29
    sheet["isolated"] = -sum(price if isinstance(price, int) else value(circle) for circle in alone)  # TK-43
    face_price = board.face_price if face_penalty == "as_isolated" else 3  # TK-30
    sheet["faces"] = -face_price * sum(1 for mark in numbers if mark == FACE)

    for rope in all_ropes:
        if board.sofa & set(rope) and board.fridge & set(rope):
            sheet["sofa_fridge"] += rope_points(rope)  # TK-39
        colours = sum(1 for circles in board.colours.values() if circles & set(rope))
        if colours:
            sheet["ornaments"] += board.ornament_points[colours - 1]  # TK-50
    ornamented = {circle for circles in board.colours.values() for circle in circles}
    for area in all_areas:
        if board.desk & set(area):
            sheet["desk"] += value(area[0]) * len(area)  # TK-40
        if board.gift_areas and not ornamented & set(area):
            sheet["gift_areas"] += area_points(area)  # TK-50
    for circle in board.entrance:  # TK-41; a face there costs nothing here
        if not any(circle in rope and board.washbasin & set(rope) for rope in all_ropes):
            sheet["entrance"] -= value(circle)
    sheet["roses"] = sum(value(circle) for circle in board.roses if circle not in alone)  # TK-44
    sheet["flags"] = board.flag_points * len(flags)  # TK-48
    sheet["top"] = board.top_points * len(top)  # TK-51
    return {**sheet, "total": sum(sheet.values())}


def compatibility(board: Board, one: Sheet, other: Sheet, roses: str = "all") -> int:
    """TK-46: of any two sheets, part of no total. `roses` is the option `compatibility_roses`."""
    points = 0
    for sheet in (one, other):
        left_out = isolated_circles(board, sheet.numbers, sheet.links, sheet.failed) if roses != "all" else []
        points += sum(number_in(sheet.numbers, circle) or 0 for circle in board.roses if circle not in left_out)
    for circle in range(board.n):
        number = number_in(one.numbers, circle)
        if number is not None and number == number_in(other.numbers, circle):
            points += 3  # two faces are no match
    return points


def assumed_links(board: Board, numbers: Sequence[Mark], wave_failure: str = "face") -> list[Link]:
    """The links of numbers that came without (TK-98), ascending; ValueError with the slots that leave a choice.

    Pairs that a pre-link left apart need no care of their own: their slot has the partner as a second candidate.
    A wave never has a link, but under `no_link` it may have left apart what its number competes with (TK-52).
    """
    links = []
    doubtful = []
    for circle in range(board.n):
        number = number_in(numbers, circle)
        if number is None or circle in board.waves:
            continue
        for step in (-1, 1):
            rivals = [c for c in board.neighbours[circle] if number_in(numbers, c) == number + step]
            joined = [c for c in rivals if c not in board.waves]
            if joined and len(rivals if wave_failure == "no_link" else joined) > 1:
                doubtful.append((circle, "below" if step < 0 else "above"))
            elif joined and step > 0:
                links.append((circle, joined[0]))
    if doubtful:
        raise ValueError([f"circle {circle}: more than one candidate {side} (TK-98)" for circle, side in doubtful])
    return sorted(links)
