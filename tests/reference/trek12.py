"""Reference of Trek 12, written from `seeds/trek12.md` alone; ids like TK-16 are its rules.

Clarity before speed: every state is a frozen value, `apply` builds the next one, and all that can be known from numbers
and links is worked out anew each time it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tests.reference.trek12_boards import OPERATIONS, Board, BoardError, read_boards, validate
from tests.reference.trek12_positions import PositionError, Reading, check_state, read_position
from tests.reference.trek12_rules import (
    OPTION_VALUES,
    ROLLS,
    Choice,
    Event,
    Roll,
    Rules,
    before_move,
    choose,
    claims,
    open_circles,
    place,
    placements,
    value_of,
)
from tests.reference.trek12_scoring import (
    DEFEAT,
    FACE,
    ITEMS,
    TABLES,
    Link,
    Mark,
    Sheet,
    areas,
    assumed_links,
    bonus,
    candidates,
    compatibility,
    isolated_circles,
    ropes,
    score_numbers,
)

__all__ = [
    "CHANCE",
    "DEFEAT",
    "FACE",
    "ITEMS",
    "OPERATIONS",
    "OPTION_VALUES",
    "ROLLS",
    "TABLES",
    "TERMINAL",
    "Board",
    "BoardError",
    "Choice",
    "Event",
    "Link",
    "Mark",
    "PositionError",
    "Rules",
    "Sheet",
    "State",
    "Trek12",
    "areas",
    "assumed_links",
    "bonus",
    "candidates",
    "compatibility",
    "complete_moves",
    "greedy_choices",
    "isolated_circles",
    "load",
    "observe_sheets",
    "open_circles",
    "read_boards",
    "ropes",
    "score_numbers",
    "validate",
    "value_of",
]

CHANCE: Final = -1
TERMINAL: Final = -4
MOST_PLAYERS: Final = 12  # TK-1


@dataclass(frozen=True, eq=False)
class State:
    """A position; `roll` and `seat` are None between the rounds and at the end."""

    rules: Rules
    sheets: tuple[Sheet, ...]  # by seat (TK-1)
    round: int = 0  # completed ones (TK-7)
    roll: Roll | None = None
    seat: int | None = None  # TK-59
    choice: Choice | None = None

    # ---- who acts, and what is legal ----

    @property
    def phase(self) -> str:
        if self.roll is not None:
            return "move"
        return "over" if all(self._finished(sheet) for sheet in self.sheets) else "roll"

    def _finished(self, sheet: Sheet) -> bool:
        return sheet.lost or None not in sheet.numbers  # TK-8, TK-56

    @property
    def current_player(self) -> int:
        if self.seat is not None:
            return self.seat
        return TERMINAL if self.phase == "over" else CHANCE

    def legal_actions(self) -> list[int]:
        """All numbers legal now, ascending (TK-63, TK-64)."""
        if self.seat is None or self.roll is None:
            return []
        n, link_below = self.rules.board.n, self.first_link
        if self.choice is not None:  # TK-62: below before above
            if self.choice.below:
                return [link_below + circle for circle in sorted(self.choice.below)]
            return [link_below + n + circle for circle in sorted(self.choice.above)]
        return sorted(row * n + circle for row, circle in placements(self.rules, self.sheets[self.seat], self.roll))

    @property
    def first_link(self) -> int:
        """The first number of LINK_BELOW, n before that of LINK_ABOVE (TK-63)."""
        return len(OPERATIONS) * len(self.rules.board.limits) * self.rules.board.n

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """The 36 rolls (TK-61)."""
        return [(index, 1) for index in range(len(ROLLS))] if self.phase == "roll" else []

    def apply(self, action: int) -> State:
        return self._play(action)[0]

    def events(self, action: int) -> list[Event]:
        return self._play(action)[1]

    # ---- the rounds ----

    def _play(self, action: int) -> tuple[State, list[Event]]:
        """The next state and what happens on the way; ValueError if not legal."""
        if self.phase == "over":
            raise ValueError("the game is over (TK-56)")
        events: list[Event] = []
        if self.seat is None:
            if action not in range(len(ROLLS)):
                raise ValueError(f"there is no roll {action} (TK-61)")
            return replace(self, roll=ROLLS[action])._to_next_seat(0, events), events
        if action not in self.legal_actions():
            raise ValueError(f"action {action} is not legal (TK-9, TK-62)")
        sheet, choice, events = self._decide(action)
        state = replace(self._with_sheet(self.seat, sheet), choice=choice)
        if choice is None:
            state = state._to_next_seat(self.seat + 1, events)  # TK-59: the move is complete
        return state, events

    def _decide(self, action: int) -> tuple[Sheet, Choice | None, list[Event]]:
        """What a legal decision does to the own sheet (TK-62, TK-88)."""
        assert self.seat is not None and self.roll is not None
        sheet, n = self.sheets[self.seat], self.rules.board.n
        if self.choice is not None:
            return choose(sheet, self.seat, self.choice, (action - self.first_link) % n)
        row, circle = divmod(action, n)
        return place(self.rules, sheet, self.seat, self.roll, row, circle)

    def _with_sheet(self, seat: int, sheet: Sheet) -> State:
        return replace(self, sheets=(*self.sheets[:seat], sheet, *self.sheets[seat + 1 :]))

    def _to_next_seat(self, first: int, events: list[Event]) -> State:
        """To the next seat (from `first` on) that can move, with defeats on the way; else the round ends."""
        assert self.roll is not None
        state = self
        for seat in range(first, len(self.sheets)):
            sheet = self.sheets[seat]
            if sheet.lost:
                continue  # TK-42: takes no further part
            if placements(self.rules, sheet, self.roll):
                return replace(state, seat=seat)
            events.append(("defeat", seat, -1, DEFEAT))  # TK-42: without a move, when the seat's turn comes
            state = state._with_sheet(seat, replace(sheet, lost=True, move=(None, None)))
        return state._end_round(events)

    def _end_round(self, events: list[Event]) -> State:
        """Claims are settled (TK-60), the round is over (TK-7)."""
        board, options = self.rules.board, self.rules.options
        sheets = list(self.sheets)
        for circle in board.flags:  # TK-48
            for seat in self._winners_of(circle, "flags", options["face_claims_flag"]):
                events.append(("flag", seat, circle, board.flag_points))
                sheets[seat] = replace(sheets[seat], flags=tuple(sorted((*sheets[seat].flags, circle))))
        for circle in board.top:  # TK-51
            for seat in self._winners_of(circle, "top", options["face_claims_top"]):
                events.append(("top", seat, circle, board.top_points))
                sheets[seat] = replace(sheets[seat], top=tuple(sorted((*sheets[seat].top, circle))))
        sheets = [replace(sheet, move=None) for sheet in sheets]
        return replace(self, sheets=tuple(sheets), round=self.round + 1, roll=None, seat=None)

    def _winners_of(self, circle: int, item: str, face_counts: bool) -> list[int]:
        """The seats that fill an unclaimed circle in the present round (TK-48, TK-51, TK-78)."""
        if any(circle in getattr(sheet, item) for sheet in self.sheets):
            return []
        return [seat for seat, sheet in enumerate(self.sheets) if claims(self.rules, sheet, [circle], face_counts)]

    # ---- scoring ----

    def score_sheet(self, seat: int) -> dict[str, int]:
        """TK-24."""
        return self.rules.score(self.sheets[seat])

    def scores(self) -> list[int]:
        return [self.score_sheet(seat)["total"] for seat in range(len(self.sheets))]

    def ranks(self) -> list[int]:
        """TK-56; the defeated behind all others (TK-57)."""
        totals = self.scores()
        playing = [seat for seat, sheet in enumerate(self.sheets) if not sheet.lost]
        return [
            1 + sum(1 for other in playing if sheet.lost or totals[other] > totals[seat])
            for seat, sheet in enumerate(self.sheets)
        ]

    def winners(self) -> list[int]:
        """TK-56, once the game has ended; nobody if all are defeated (TK-57)."""
        if self.phase != "over":
            return []
        return [seat for seat, rank in enumerate(self.ranks()) if rank == 1 and not self.sheets[seat].lost]

    def compatibility(self, seat: int, other: int) -> int:
        """TK-46."""
        roses = self.rules.options["compatibility_roses"]
        return compatibility(self.rules.board, self.sheets[seat], self.sheets[other], roses)

    # ---- form and checks ----

    def to_dict(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "round": self.round,
            "roll": None if self.roll is None else list(self.roll),
            "seat": self.seat,
            "choice": None if self.choice is None else self.choice.to_dict(),
            "players": [sheet.to_dict() for sheet in self.sheets],
        }

    def check(self) -> None:
        """AssertionError unless TK-73 to TK-78 hold, as far as one state can show it."""
        check_state(self.rules, self.reading())

    def reading(self) -> Reading:
        return Reading(self.sheets, self.round, self.roll, self.seat, self.choice)


def observe_sheets(state: State, seat: int) -> list[dict[str, Any]]:
    """All sheets as the seat may see them (TK-60): its own as it is, the others as at the start of the round."""
    return [(sheet if s == seat else before_move(sheet)).to_dict() for s, sheet in enumerate(state.sheets)]


def greedy_choices(state: State) -> list[int]:
    """The legal decisions of which the policy greedy takes one (TK-97), ascending."""
    seat, rules = state.seat, state.rules
    if seat is None:
        return []
    values = {}
    for action in state.legal_actions():
        sheet, _, _ = state._decide(action)
        after = state._with_sheet(seat, sheet)
        flags = [
            c for c in rules.board.flags if seat in after._winners_of(c, "flags", rules.options["face_claims_flag"])
        ]
        top = [c for c in rules.board.top if seat in after._winners_of(c, "top", rules.options["face_claims_top"])]
        won = replace(sheet, flags=(*sheet.flags, *flags), top=(*sheet.top, *top))
        values[action] = rules.score(won)["total"]  # a losing placement: -100 (TK-57)
    return [action for action, value in values.items() if value == max(values.values())]


def complete_moves(state: State) -> list[tuple[int, int, int, int]]:
    """(row, circle, below, above) with -1 for no link, in canonical order (TK-64); from the start of a seat's move."""
    assert state.seat is not None and state.roll is not None and state.choice is None
    sheet, found = state.sheets[state.seat], []
    for row, circle in placements(state.rules, sheet, state.roll):
        after, choice, events = place(state.rules, sheet, state.seat, state.roll, row, circle)
        number = after.numbers[circle]
        linked = {after.numbers[place_]: place_ for name, _, place_, _ in events if name == "link"}
        below, above = [linked.get(_plus(number, -1), -1)], [linked.get(_plus(number, 1), -1)]
        if choice is not None:
            below, above = list(choice.below) or below, list(choice.above) or above
        found += [(row, circle, b, a) for b in below for a in above]
    return sorted(found)


def _plus(mark: Mark, step: int) -> int | None:
    return mark + step if isinstance(mark, int) else None


class Trek12:
    """The game with its options (TK-58, TK-93); `board_file` is the text of a board file (TK-66)."""

    def __init__(
        self, players: int = 1, board: str | None = None, board_file: str | None = None, **options: str | bool
    ) -> None:
        if type(players) is not int or not 1 <= players <= MOST_PLAYERS:
            raise ValueError(f"players {players!r} (TK-1)")
        for name, value in options.items():
            if name not in OPTION_VALUES:
                raise ValueError(f"option {name!r} (TK-58)")
            if not any(type(value) is type(allowed) and value == allowed for allowed in OPTION_VALUES[name]):
                raise ValueError(f"{name} {value!r} (TK-58)")
        if board_file is not None and not str(board_file).startswith("{"):
            raise ValueError("board_file is the text of a board file (TK-66)")
        boards = read_boards(json.dumps(TABLES) if board_file is None else board_file)
        wanted = boards[0].id if board is None else board  # TK-93: dunai is the first
        chosen = [candidate for candidate in boards if candidate.id == wanted]
        if not chosen:
            raise ValueError(f"board {board!r} (TK-93)")
        self.players = players
        self.rules = Rules(chosen[0], {name: options.get(name, allowed[0]) for name, allowed in OPTION_VALUES.items()})

    def tables(self) -> dict[str, Any]:
        constants = {key: TABLES[key] for key in ("schema", "dice", "operations", "circle_max", "bonus_tables")}
        return {**constants, "boards": [self.rules.board.form]}

    def initial_state(self) -> State:
        """TK-1: empty sheets, before the first roll."""
        return State(self.rules, (self.rules.empty_sheet(),) * self.players)

    def state_from_dict(self, d: Mapping[str, Any], strict: bool = True) -> State:
        """A position of the README's form; PositionError with all faults found (TK-96)."""
        reading = read_position(self.rules, self.players, d, strict)
        return State(self.rules, reading.sheets, reading.round, reading.roll, reading.seat, reading.choice)


def load(options: Mapping[str, Any]) -> Trek12:
    """The game with the options: this module is an engine of `scenario_runner`."""
    return Trek12(**options)
