"""Positions of Trek 12 given as dicts (`tests/scenarios/README.md`): no meaning, or no past (TK-96).

The second list is not complete: only what one position shows cheaply is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.reference.trek12_board_checks import is_integer
from tests.reference.trek12_boards import OPERATIONS, Board
from tests.reference.trek12_rules import (
    ROLLS,
    Choice,
    Roll,
    Rules,
    before_move,
    entered_zones,
    free_slots,
    place,
    placements,
)
from tests.reference.trek12_scoring import (
    FACE,
    Mark,
    Sheet,
    areas,
    candidates,
    isolated_circles,
    linked_above,
    linked_below,
    number_in,
    ropes,
)

KEYS: Final = ("phase", "round", "roll", "seat", "choice", "players")
SHEET_KEYS: Final = ("numbers", "links", "ticked", "failed", "lost", "flags", "top", "move")


class PositionError(ValueError):
    """A dict that is no position; `faults` says why."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = list(faults)


@dataclass(frozen=True)
class Reading:
    """What a dict says, with all that follows from it filled in."""

    sheets: tuple[Sheet, ...]
    round: int
    roll: Roll | None
    seat: int | None
    choice: Choice | None


def read_position(rules: Rules, players: int, d: Mapping[str, Any], strict: bool) -> Reading:
    """The position, or PositionError: of its form, then of its meaning, then (if strict) of its past."""
    _raise(list(_form_faults(rules, players, d)))
    maps = d.get("players", [{}] * players)
    sheets = tuple(_sheet(rules, m) for m in maps)
    roll = None if d.get("roll") is None else (d["roll"][0], d["roll"][1])
    given = d.get("choice")
    choice = None
    if given is not None:
        choice = Choice(given["circle"], tuple(sorted(given.get("below", ()))), tuple(sorted(given.get("above", ()))))
    _raise([f"player {seat}: {fault}" for seat, s in enumerate(sheets) for fault in _sheet_faults(rules, s)])

    playing = [sheet for sheet in sheets if not sheet.lost]
    # Those defeated in this round were in the game when it began (TK-60).
    rounds = {before_move(sheet).filled for sheet in sheets if not sheet.lost or sheet.move is not None}
    if len(rounds) > 1:
        _raise(["players in the game have not filled the same number of circles (TK-73, TK-96)"])
    # All defeated: the last of them in the round after those that filled its circles (TK-57).
    derived = rounds.pop() if rounds else min(rules.board.n, 1 + max(sheet.filled for sheet in sheets))
    number = d.get("round", derived)
    if number != derived and (playing or strict or not 0 <= number <= rules.board.n):
        _raise([f"round is {derived} (TK-73)"])
    seat = _seat(sheets, roll, choice)
    reading = Reading(sheets, number, roll, seat, choice)
    _raise(list(_turn_faults(rules, reading)))
    if d.get("seat", seat) != seat:
        _raise([f"seat is {seat} (TK-59)"])
    over = all(sheet.lost or None not in sheet.numbers for sheet in sheets)
    phase = "move" if roll is not None else "over" if over else "roll"
    if d.get("phase", phase) != phase:
        _raise([f"phase is {phase} (TK-56)"])
    if strict:
        _raise(list(unreachable(rules, reading)))
    return reading


def _raise(faults: list[str]) -> None:
    if faults:
        raise PositionError(faults)


# ---- form ----


def _integers(value: Any, length: int | None = None, most: int | None = None) -> bool:
    """A list of integers from 0 (to below `most`)."""
    right = isinstance(value, list | tuple) and all(is_integer(item) and item >= 0 for item in value)
    return right and (length is None or len(value) == length) and (most is None or all(item < most for item in value))


def _form_faults(rules: Rules, players: int, d: Mapping[str, Any]) -> Iterator[str]:
    n = rules.board.n
    yield from (f"unknown key {key!r}" for key in d if key not in KEYS)
    if d.get("phase", "roll") not in ("roll", "move", "over"):
        yield "phase is roll, move or over"
    if not is_integer(d.get("round", 0)):
        yield "round is a number"
    if d.get("seat") is not None and not (is_integer(d["seat"]) and 0 <= d["seat"] < players):
        yield "seat is a seat or null (TK-1)"
    roll = d.get("roll")
    if roll is not None and not (_integers(roll, 2) and (roll[0], roll[1]) in ROLLS):
        yield "roll is [red, yellow] (TK-3)"
    choice = d.get("choice")
    if choice is not None:
        if not isinstance(choice, Mapping) or not {"circle"} <= set(choice) <= {"circle", "below", "above"}:
            yield "choice is {circle, below, above}"
        elif not _integers([choice["circle"]], 1, n) or not all(_ids(choice.get(s, ()), n) for s in ("below", "above")):
            yield "choice has circle ids"
    maps = d.get("players", [{}] * players)
    if not isinstance(maps, list | tuple) or len(maps) != players:
        yield f"players are {players} maps (TK-1)"
        return
    for seat, m in enumerate(maps):
        if isinstance(m, Mapping):
            yield from (f"player {seat}: {fault}" for fault in _sheet_form_faults(rules, m))
        else:
            yield f"player {seat} is no map"


def _ids(value: Any, n: int) -> bool:
    return _integers(value, None, n) and len(set(value)) == len(value)


def _sheet_form_faults(rules: Rules, m: Mapping[str, Any]) -> Iterator[str]:
    board = rules.board
    n, tables = board.n, len(board.limits)
    yield from (f"unknown key {key!r}" for key in m if key not in SHEET_KEYS)
    numbers = m.get("numbers", [None] * n)
    if not isinstance(numbers, list | tuple) or len(numbers) != n:
        yield f"numbers are {n} entries (TK-2)"
    elif not all(mark is None or mark == FACE or is_integer(mark) for mark in numbers):
        yield "numbers are numbers, 'face' or null (TK-6)"
    links = m.get("links", [])
    if not isinstance(links, list | tuple) or not all(_integers(link, 2, n) for link in links):
        yield "links are pairs of circle ids (TK-15)"
    ticked = m.get("ticked", [[0] * 5] * tables)
    if not isinstance(ticked, list | tuple) or len(ticked) != tables:
        yield f"ticked has {tables} tables (TK-5)"
    elif not all(_integers(counts, len(OPERATIONS)) for counts in ticked):
        yield "ticked has five numbers for a table (TK-4)"
    yield from (f"{key} is a list of circle ids" for key in ("failed", "flags", "top") if not _ids(m.get(key, []), n))
    if not isinstance(m.get("lost", False), bool):
        yield "lost is true or false (TK-57)"
    move = m.get("move")
    if move is None:
        return
    if not isinstance(move, Mapping) or not set(move) <= {"row", "circle"}:
        yield "move is {row, circle}"
    elif (move.get("row"), move.get("circle")) != (None, None) and not (
        _integers([move.get("row")], 1, len(OPERATIONS) * tables) and _integers([move.get("circle")], 1, n)
    ):
        yield "move has a row and a circle, or null twice (TK-63)"


def _sheet(rules: Rules, m: Mapping[str, Any]) -> Sheet:
    empty = rules.empty_sheet()
    move = m.get("move")
    return Sheet(
        numbers=tuple(m.get("numbers", empty.numbers)),
        ticked=tuple(tuple(counts) for counts in m.get("ticked", empty.ticked)),
        links=tuple(sorted((link[0], link[1]) for link in m.get("links", ()))),
        failed=tuple(sorted(m.get("failed", ()))),
        lost=m.get("lost", False),
        flags=tuple(sorted(m.get("flags", ()))),
        top=tuple(sorted(m.get("top", ()))),
        move=None if move is None else (move.get("row"), move.get("circle")),
    )


# ---- meaning: TK-96, first part ----


def _sheet_faults(rules: Rules, sheet: Sheet) -> Iterator[str]:
    board = rules.board
    for circle in range(board.n):
        number = number_in(sheet.numbers, circle)
        if number is not None and not 0 <= number <= board.largest[circle]:
            yield f"{number} does not fit circle {circle} (TK-2)"
    for low, high in sheet.links:
        if high not in board.neighbours[low]:
            yield f"link {low}-{high}: no neighbours (TK-15)"
        below, above = number_in(sheet.numbers, low), number_in(sheet.numbers, high)
        if below is None or above is None or above != below + 1:
            yield f"link {low}-{high}: the numbers do not differ by 1 (TK-15)"
        if low in board.waves or high in board.waves:
            yield f"link {low}-{high}: a wave (TK-52)"
    for ends, slot in (([low for low, _ in sheet.links], "above"), ([high for _, high in sheet.links], "below")):
        if len(set(ends)) < len(ends):
            yield f"two links on one slot {slot} (TK-15)"
    for counts, limits in zip(sheet.ticked, board.limits, strict=True):
        if any(count > limit for count, limit in zip(counts, limits, strict=True)):
            yield "more boxes ticked than there are (TK-5)"
    # A defeat of this round is not known to the others yet: they take the player to be in the game (TK-60, TK-99).
    before = before_move(sheet)
    if not all(one.lost or boxes_suffice(rules, one) for one in (sheet, before)):
        yield "too few boxes for the circles that are still empty (TK-69)"
    if any(number_in(sheet.numbers, circle) is None for circle in sheet.failed):
        yield "a failed circle without a number (TK-38)"
    if not set(sheet.flags) <= set(board.flags) or not set(sheet.top) <= set(board.top):
        yield "a claim on a circle that is none (TK-48, TK-51)"
    yield from _move_faults(sheet)


def _move_faults(sheet: Sheet) -> Iterator[str]:
    if sheet.move is None:
        return
    row, circle = sheet.move
    if row is None or circle is None:
        if not sheet.lost:
            yield "only the defeated have no move (TK-42)"
        return
    if sheet.numbers[circle] is None and not sheet.lost:
        yield "a move fills its circle, unless it loses (TK-88)"


def boxes_suffice(rules: Rules, sheet: Sheet) -> bool:
    """Whether the boxes left are enough whatever comes (TK-13, TK-69)."""
    board = rules.board
    left = [sum(limits) - sum(counts) for counts, limits in zip(sheet.ticked, board.limits, strict=True)]
    empty = [board.zone_of[circle] for circle in range(board.n) if sheet.numbers[circle] is None]
    if sum(left) < len(empty):
        return False
    if len(left) == 1:
        return True
    needy = [0, 1]  # zones whose circles have no other table, shared ones besides (TK-54)
    if rules.options["fuji_tables"] == "free_after_crossing":
        entered = entered_zones(board, sheet)
        needy = [] if len(entered) == 2 else entered or [0, 1]  # TK-55
    return all(left[zone] >= empty.count(zone) + empty.count(None) for zone in needy)


def _seat(sheets: Sequence[Sheet], roll: Roll | None, choice: Choice | None) -> int | None:
    """Who decides: the first in the game without a move; with a choice open the last one who has moved (TK-59)."""
    if roll is None:
        return None
    if choice is not None:
        return max((seat for seat, sheet in enumerate(sheets) if sheet.move is not None), default=None)
    return next((seat for seat, sheet in enumerate(sheets) if not sheet.lost and sheet.move is None), None)


def _turn_faults(rules: Rules, reading: Reading) -> Iterator[str]:
    sheets, roll, seat, choice = reading.sheets, reading.roll, reading.seat, reading.choice
    if roll is None:
        if choice is not None or any(sheet.move is not None for sheet in sheets):
            yield "no move and no choice without a roll (TK-62)"
        return
    if seat is None:
        yield "nobody is left to decide in this round (TK-60)"
        return
    if any(sheet.move is not None for sheet in sheets[seat + 1 :]):
        yield "a later seat has moved already (TK-59)"
    if any(not sheet.lost and sheet.move is None for sheet in sheets[:seat]):
        yield "an earlier seat has not moved yet (TK-59)"
    if choice is not None:
        yield from _choice_faults(rules.board, sheets[seat], choice)
    elif None not in sheets[seat].numbers:
        yield "all circles are filled (TK-8)"
    if not placements(rules, before_move(sheets[seat]), roll):
        yield "the seat to decide is defeated by this roll (TK-42)"


def _choice_faults(board: Board, sheet: Sheet, choice: Choice) -> Iterator[str]:
    number = number_in(sheet.numbers, choice.circle)
    if sheet.move is None or sheet.move[1] != choice.circle or number is None or sheet.lost:
        yield "the choice is not that of the circle written last (TK-62)"
        return
    if not choice.below and not choice.above:
        yield "a choice with nothing to choose (TK-62)"
    below, above = candidates(board, sheet.numbers, sheet.links, choice.circle, number)
    if choice.below and linked_below(sheet.links, choice.circle) is not None:
        yield "the slot below is taken (TK-15)"
    if choice.above and linked_above(sheet.links, choice.circle) is not None:
        yield "the slot above is taken (TK-15)"
    if not set(choice.below) <= set(below) or not set(choice.above) <= set(above):
        yield "a choice that is no candidate (TK-16)"
    if board.waves & {*choice.below, *choice.above, choice.circle}:
        yield "a wave in a choice (TK-52)"


# ---- the past: TK-96, second part ----


def unreachable(rules: Rules, reading: Reading) -> Iterator[str]:
    """Signs that no game leads here."""
    for seat, sheet in enumerate(reading.sheets):
        choice = reading.choice if seat == reading.seat else None
        before = list(_past_faults(rules, before_move(sheet), None)) if sheet.move is not None else []
        faults = [*_past_faults(rules, sheet, choice), *before, *_round_faults(rules, reading, sheet, choice)]
        yield from (f"player {seat}: {fault}" for fault in faults)
    yield from _claim_faults(rules, reading.sheets)


def _past_faults(rules: Rules, sheet: Sheet, choice: Choice | None) -> Iterator[str]:
    board, options = rules.board, rules.options
    filled = {circle for circle in range(board.n) if sheet.numbers[circle] is not None}
    lost_by_move = sheet.lost and options["over12"] == "loss_if_chosen"  # TK-42: its box is ticked, its circle empty
    if sum(map(sum, sheet.ticked)) != len(filled) + lost_by_move:
        yield "not as many boxes ticked as circles filled (TK-73)"
    if len(board.limits) == 2 and options["fuji_tables"] == "circle_zone":
        for table, counts in enumerate(sheet.ticked):
            if sum(counts) < sum(1 for circle in filled if board.zone_of[circle] == table):
                yield "circles filled with boxes of the other zone (TK-54)"
    if filled:
        if not filled & set(board.start or range(board.n)):
            yield "no start circle is filled (TK-10)"
        reached = {min(filled)}
        for _ in filled:
            reached |= {c for circle in reached for c in board.neighbours[circle] if c in filled}
        if reached != filled:
            yield "the circles filled are not connected (TK-73)"
    for low, high in board.edges:
        yield from _pair_faults(rules, sheet, low, high, choice)
    for circle in sheet.failed:
        if options["prelink_failure"] == "face" or not filled & set(board.partners[circle]):
            yield f"circle {circle} cannot have failed (TK-38)"


def _pair_faults(rules: Rules, sheet: Sheet, a: int, b: int, choice: Choice | None) -> Iterator[str]:
    """A link that the two neighbours must have (TK-17, TK-37)."""
    board, options = rules.board, rules.options
    first, second = number_in(sheet.numbers, a), number_in(sheet.numbers, b)
    if first is None or second is None:
        return
    low, high = (a, b) if first < second else (b, a)
    apart = abs(first - second) != 1
    linked = (low, high) in sheet.links
    waves = board.waves & {a, b}
    # TK-77; with `no_link` a partner that is a wave, or has one, may be in order without a link (TK-52)
    strict = b in board.partners[a] and not {a, b} & set(sheet.failed)
    if strict and not linked and (apart or options["wave_failure"] == "face"):
        yield f"pre-linked circles {a} and {b} are not linked (TK-37)"
        return
    if apart or linked or not free_slots(sheet, low, high) or _open(choice, low, high):
        return
    # Both slots are free, so they always were: whichever number came later had to link, or could not be there.
    if options["wave_failure"] == "face" or not (waves or _wave_beside(board, sheet, low, high)):
        yield f"circles {low} and {high} must be linked, or a face (TK-17, TK-52)"


def _open(choice: Choice | None, low: int, high: int) -> bool:
    """Whether the pair is one of those still to choose from."""
    if choice is None:
        return False
    return (choice.circle == high and low in choice.below) or (choice.circle == low and high in choice.above)


def _wave_beside(board: Board, sheet: Sheet, low: int, high: int) -> bool:
    """Whether a wave may have kept the pair apart under `no_link` (TK-52)."""
    of_low = [c for c in board.neighbours[low] if c in board.waves and sheet.numbers[c] == sheet.numbers[high]]
    of_high = [c for c in board.neighbours[high] if c in board.waves and sheet.numbers[c] == sheet.numbers[low]]
    return bool(of_low or of_high)


def _round_faults(rules: Rules, reading: Reading, sheet: Sheet, choice: Choice | None) -> Iterator[str]:
    """Whether the roll explains the move of the round, and some roll an earlier defeat (TK-42)."""
    before = before_move(sheet)
    if sheet.lost and sheet.filled + (sheet.move is None) > reading.round:
        yield "defeated in a round that has not come yet (TK-57)"
    if sheet.lost and sheet.move is not None and sheet.filled != reading.round:
        yield "defeated now with circles missing (TK-57)"
    if sheet.lost and not _defeat_explained(rules, sheet):
        yield "no roll explains the defeat (TK-42)"
    if sheet.move is None or reading.roll is None:
        return
    row, circle = sheet.move
    if row is not None and sheet.ticked[row // len(OPERATIONS)][row % len(OPERATIONS)] == 0:
        yield "a move ticks its box (TK-9)"
    offered = placements(rules, before, reading.roll)
    if row is None or circle is None:
        if offered:
            yield "defeated with a move left (TK-42)"
        return
    if (row, circle) not in offered:
        yield "the move was not offered (TK-9)"
        return
    after, choices, _ = place(rules, before, 0, reading.roll, row, circle)
    if (after.numbers, after.failed, after.lost) != (sheet.numbers, sheet.failed, sheet.lost):
        yield "the roll does not give this move (TK-65)"
        return
    below, above = (choices.below, choices.above) if choices else ((), ())
    made = set(sheet.links) - set(after.links)
    if not set(after.links) <= set(sheet.links):
        yield "a link of the move is missing (TK-17)"
    chosen_below = [low for low, high in made if high == circle]
    chosen_above = [high for low, high in made if low == circle]
    left_below, left_above = (choice.below, choice.above) if choice else ((), ())
    right_below = left_below == below and not chosen_below if left_below else _settled(below, chosen_below)
    right_above = left_above == above and not chosen_above if left_above else _settled(above, chosen_above)
    if not right_below or not right_above or (left_below and chosen_above):
        yield "the links are not those that the move could choose (TK-62)"


def _settled(offered: tuple[int, ...], chosen: list[int]) -> bool:
    return len(chosen) == 1 and chosen[0] in offered if offered else not chosen


def _defeat_explained(rules: Rules, sheet: Sheet) -> bool:
    if not rules.board.over12_loses or None not in sheet.numbers:
        return False
    if rules.options["over12"] == "loss_if_chosen":
        return any(counts[OPERATIONS.index("prod")] > 0 for counts in sheet.ticked)
    return any(not placements(rules, before_move(sheet), roll) for roll in ROLLS)


def _claim_faults(rules: Rules, sheets: Sequence[Sheet]) -> Iterator[str]:
    """TK-48, TK-51: a circle filled in earlier rounds has a claimant, and only those who filled it claim."""
    for item, circles, face_counts in (
        ("flags", rules.board.flags, rules.options["face_claims_flag"]),
        ("top", rules.board.top, rules.options["face_claims_top"]),
    ):
        for circle in circles:
            marks: list[Mark] = [before_move(sheet).numbers[circle] for sheet in sheets]
            able = [mark is not None and (face_counts or mark != FACE) for mark in marks]
            claimed = [circle in getattr(sheet, item) for sheet in sheets]
            if any(claim and not can for claim, can in zip(claimed, able, strict=True)):
                yield f"{item}: circle {circle} claimed without filling it (TK-48, TK-51)"
            if any(able) and not any(claimed):
                yield f"{item}: circle {circle} is claimed by nobody (TK-48, TK-51)"


# ---- invariants ----


def check_state(rules: Rules, reading: Reading) -> None:
    """AssertionError unless what TK-73 to TK-78 say of one position holds."""
    faults = [fault for sheet in reading.sheets for fault in _sheet_faults(rules, sheet)]
    faults += [*_turn_faults(rules, reading), *unreachable(rules, reading)]
    assert not faults, faults
    board = rules.board
    plain = not board.form["specials"] and (board.face_price, board.isolated_price) == (3, 3)
    for sheet in reading.sheets:
        if not sheet.lost:
            assert sheet.filled == reading.round + (sheet.move is not None), "TK-73"
        all_ropes = ropes(sheet.links)
        for rope in all_ropes:
            numbers = [number_in(sheet.numbers, circle) or 0 for circle in rope]
            assert numbers == list(range(numbers[0], numbers[0] + len(rope))), "TK-74: one up at every step"
            largest = max(board.largest[circle] for circle in rope)
            assert len(rope) == max(numbers) - min(numbers) + 1 <= largest + 1, "TK-74: at most 13 circles"
        in_ropes = [circle for rope in all_ropes for circle in rope]
        assert len(in_ropes) == len(set(in_ropes)), "TK-20: a circle is in one rope"
        grouped = {*in_ropes, *(circle for area in areas(board, sheet.numbers) for circle in area)}
        alone = isolated_circles(board, sheet.numbers, sheet.links, sheet.failed)
        faces = sheet.numbers.count(FACE)
        assert faces + len(alone) + len(grouped - set(alone)) == sheet.filled, "TK-75"
        score = rules.score(sheet)
        assert score["total"] == sum(score[item] for item in score if item != "total"), "TK-24"
        if plain and None not in sheet.numbers:
            assert score["total"] >= -3 * board.n, "TK-76"
