"""What may be placed on a sheet of Trek 12 and what a placement does to it (`seeds/trek12.md`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from tests.reference.trek12_boards import OPERATIONS, Board
from tests.reference.trek12_scoring import (
    DEFEAT,
    FACE,
    Link,
    Mark,
    Sheet,
    areas,
    candidates,
    linked_above,
    linked_below,
    score_numbers,
)

Event = tuple[str, int, int, int]
Roll = tuple[int, int]

OPTION_VALUES: Final[dict[str, tuple[str | bool, ...]]] = {
    "bonus_table": ("seed", "printed"),
    "face_penalty": ("as_isolated", "three"),
    "face_claims_flag": (False, True),
    "face_claims_top": (True, False),
    "prelink_failure": ("face", "number_stays"),
    "wave_failure": ("face", "no_link"),
    "fuji_tables": ("circle_zone", "free_after_crossing"),
    "over12": ("loss_when_forced", "loss_if_chosen"),
    "compatibility_roses": ("all", "connected_only"),
}  # TK-58, default first
ROLLS: Final[list[Roll]] = [(red, yellow) for red in range(1, 7) for yellow in range(6)]  # TK-3, TK-61: by index


@dataclass(frozen=True)
class Rules:
    """A board with the options that play on it (TK-58)."""

    board: Board
    options: dict[str, Any]

    def score(self, sheet: Sheet) -> dict[str, int]:
        """TK-24 for this sheet."""
        return score_numbers(
            self.board,
            sheet.numbers,
            sheet.links,
            bonus_table=self.options["bonus_table"],
            face_penalty=self.options["face_penalty"],
            failed=sheet.failed,
            flags=sheet.flags,
            top=sheet.top,
            lost=sheet.lost,
        )

    def empty_sheet(self) -> Sheet:
        """TK-1."""
        return Sheet((None,) * self.board.n, tuple((0,) * len(OPERATIONS) for _ in self.board.limits))


@dataclass(frozen=True)
class Choice:
    """The link choices still open after a placement (TK-62); no circles where there is nothing to choose."""

    circle: int
    below: tuple[int, ...]
    above: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"circle": self.circle, "below": list(self.below), "above": list(self.above)}


def value_of(operation: int, roll: Roll) -> int:
    """TK-4, by the operation's place in that list (TK-65)."""
    red, yellow = roll
    return (min(roll), max(roll), abs(red - yellow), red + yellow, red * yellow)[operation]


# ---- what is offered ----


def open_circles(board: Board, sheet: Sheet) -> list[int]:
    """TK-10, ascending; a filled circle may hold a face."""
    if sheet.filled == 0:
        return sorted(board.start) or list(range(board.n))
    return [
        circle
        for circle in range(board.n)
        if sheet.numbers[circle] is None and any(sheet.numbers[c] is not None for c in board.neighbours[circle])
    ]


def tables_for(rules: Rules, sheet: Sheet, circle: int) -> list[int]:
    """The tables whose boxes the circle may use (TK-54, TK-55)."""
    board = rules.board
    own = board.zone_of[circle]
    if len(board.limits) == 1:
        return [0]
    entered = entered_zones(board, sheet)
    if rules.options["fuji_tables"] == "circle_zone" or not entered:
        return [0, 1] if own is None else [own]
    if len(entered) == 2 or own not in (None, entered[0]):
        return [0, 1]
    return entered  # home: the zone of the first circle, which is never a shared one (TK-69)


def entered_zones(board: Board, sheet: Sheet) -> list[int]:
    """The zones of the circles filled, shared ones left out (TK-53)."""
    filled = [circle for circle in range(board.n) if sheet.numbers[circle] is not None]
    return sorted({zone for circle in filled if (zone := board.zone_of[circle]) is not None})


def placements(rules: Rules, sheet: Sheet, roll: Roll) -> list[tuple[int, int]]:
    """The (row, circle) offered (TK-9, TK-10, TK-42, TK-54), ascending (TK-64); none means defeat (TK-42)."""
    board = rules.board
    circles = open_circles(board, sheet)
    found = []
    for table, limits in enumerate(board.limits):
        for operation, limit in enumerate(limits):
            if sheet.ticked[table][operation] < limit:
                row = len(OPERATIONS) * table + operation  # TK-63
                found += [(row, circle) for circle in circles if table in tables_for(rules, sheet, circle)]
    if board.over12_loses and rules.options["over12"] == "loss_when_forced":
        found = [(row, circle) for row, circle in found if not too_much(row, roll)]  # TK-42
    return found


def too_much(row: int, roll: Roll) -> bool:
    """Whether the row gives more than 12 (TK-42)."""
    return value_of(row % len(OPERATIONS), roll) > 12


# ---- what a placement does ----


def partners_linked(rules: Rules, sheet: Sheet, circle: int, below: list[int], above: list[int]) -> bool:
    """TK-36: every filled partner is a candidate, no two on the same side."""
    partners = [p for p in rules.board.partners[circle] if sheet.numbers[p] is not None]
    return all(p in below or p in above for p in partners) and all(
        sum(1 for p in partners if p in side) <= 1 for side in (below, above)
    )


def write(rules: Rules, sheet: Sheet, circle: int, value: int) -> tuple[Mark, bool, list[int], list[int]]:
    """What stands in the circle, whether its pre-link failed (TK-38), and the candidates below and above (TK-14)."""
    board = rules.board
    face: tuple[Mark, bool, list[int], list[int]] = (FACE, False, [], [])
    if value > board.largest[circle]:
        return face  # TK-11
    below, above = candidates(board, sheet.numbers, sheet.links, circle, value)
    failed = not partners_linked(rules, sheet, circle, below, above)
    if failed and rules.options["prelink_failure"] == "face":
        return face  # TK-37
    if not failed:  # TK-37: a partner is the link on its side; after a failure TK-38 has ordinary links only
        below = [p for p in below if p in board.partners[circle]] or below
        above = [p for p in above if p in board.partners[circle]] or above
    # TK-52
    sides = []
    for side in (below, above):
        clash = bool(side) and (circle in board.waves or any(c in board.waves for c in side))
        if clash and rules.options["wave_failure"] == "face":
            return face
        sides.append([] if clash else side)
    return value, failed, sides[0], sides[1]


def place(
    rules: Rules, sheet: Sheet, seat: int, roll: Roll, row: int, circle: int
) -> tuple[Sheet, Choice | None, list[Event]]:
    """PLACE (TK-62): the sheet at once afterwards (TK-88), the choices it leaves, and what happens."""
    board = rules.board
    table, operation = divmod(row, len(OPERATIONS))
    value = value_of(operation, roll)
    counts = [list(counts) for counts in sheet.ticked]
    counts[table][operation] += 1  # TK-9
    sheet = replace(sheet, ticked=tuple(map(tuple, counts)), move=(row, circle))
    events: list[Event] = [("tick", seat, row, board.limits[table][operation] - counts[table][operation])]
    if board.over12_loses and value > 12:  # TK-42: offered only where taking it is a defeat
        return replace(sheet, lost=True), None, [*events, ("defeat", seat, circle, DEFEAT)]

    mark, failed, below, above = write(rules, sheet, circle, value)
    events.append(("face" if mark == FACE else "number", seat, circle, value))
    numbers = tuple(mark if c == circle else old for c, old in enumerate(sheet.numbers))
    sheet = replace(sheet, numbers=numbers)
    if failed:
        sheet = replace(sheet, failed=tuple(sorted((*sheet.failed, circle))))  # TK-38
    if len(below) == 1:  # TK-17, TK-62: single candidates are linked without a decision
        sheet = with_link(sheet, (below[0], circle))
        events.append(("link", seat, below[0], value - 1))
    if len(above) == 1:
        sheet = with_link(sheet, (circle, above[0]))
        events.append(("link", seat, above[0], value + 1))
    for area in areas(board, numbers):  # TK-21
        if circle in area:
            events.append(("area", seat, circle, len(area)))
    choice = Choice(circle, tuple(below) if len(below) > 1 else (), tuple(above) if len(above) > 1 else ())
    return sheet, choice if choice.below or choice.above else None, events


def with_link(sheet: Sheet, link: Link) -> Sheet:
    return replace(sheet, links=tuple(sorted((*sheet.links, link))))


def choose(sheet: Sheet, seat: int, choice: Choice, neighbour: int) -> tuple[Sheet, Choice | None, list[Event]]:
    """LINK_BELOW, or LINK_ABOVE when nothing is left to choose below (TK-62)."""
    number = sheet.numbers[neighbour]
    assert isinstance(number, int)
    events: list[Event] = [("link", seat, neighbour, number)]
    if choice.below:
        sheet = with_link(sheet, (neighbour, choice.circle))
        return sheet, replace(choice, below=()) if choice.above else None, events
    return with_link(sheet, (choice.circle, neighbour)), None, events


def before_move(sheet: Sheet) -> Sheet:
    """The sheet as it was at the start of the round (TK-60): the move of the round is taken back."""
    if sheet.move is None:
        return sheet
    row, circle = sheet.move
    sheet = replace(sheet, move=None, lost=False)
    if row is None or circle is None:
        return sheet  # a defeat without a move (TK-42)
    table, operation = divmod(row, len(OPERATIONS))
    counts = [list(counts) for counts in sheet.ticked]
    counts[table][operation] = max(0, counts[table][operation] - 1)  # a study may lack the tick (TK-96)
    return replace(
        sheet,
        numbers=tuple(None if c == circle else mark for c, mark in enumerate(sheet.numbers)),
        links=tuple(link for link in sheet.links if circle not in link),  # TK-19: its links are all of this round
        failed=tuple(c for c in sheet.failed if c != circle),
        ticked=tuple(map(tuple, counts)),
    )


def claims(rules: Rules, sheet: Sheet, circles: list[int], face_counts: bool) -> list[int]:
    """Which of the circles the move of the round has filled so that it claims them (TK-48, TK-51)."""
    if sheet.move is None:
        return []
    mark = None if sheet.move[1] is None else sheet.numbers[sheet.move[1]]
    return [c for c in circles if c == sheet.move[1] and mark is not None and (face_counts or mark != FACE)]


def free_slots(sheet: Sheet, low: int, high: int) -> bool:
    """Whether the above slot of the one and the below slot of the other are free (TK-15)."""
    return linked_above(sheet.links, low) is None and linked_below(sheet.links, high) is None
