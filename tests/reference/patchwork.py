"""Reference of Patchwork, written from `seeds/patchwork.md` alone; ids like PW-23 are its rules.

Clarity before speed: every state is a frozen value, `apply` builds the next one, a board is a set of cell indices.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

Event = tuple[str, int, int, int]
Cells = frozenset[int]

CHANCE: Final = -1
TERMINAL: Final = -4

TABLES: Final[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[2] / "seeds" / "patchwork.json").read_text(encoding="utf-8")
)

SIZE: Final = 9  # PW-1: 9 rows and 9 columns
LAST: Final[int] = TABLES["time_track"]["last"]  # PW-6
INCOME_LINES: Final[tuple[int, ...]] = tuple(TABLES["time_track"]["income_markers"])  # PW-7
SPECIAL_LINES: Final[dict[str, tuple[int, ...]]] = {
    track: tuple(lines) for track, lines in TABLES["time_track"]["special_patch_markers"].items()
}  # PW-8
START_BUTTONS: Final[int] = TABLES["setup"]["starting_buttons"]  # PW-2
PATCHES: Final[list[dict[str, Any]]] = TABLES["patches"]  # PW-3
COST: Final[list[int]] = [patch["button_cost"] for patch in PATCHES]
TIME: Final[list[int]] = [patch["time_cost"] for patch in PATCHES]
INCOME: Final[list[int]] = [patch["income"] for patch in PATCHES]

# PW-52: the three families of action numbers.
ADVANCE: Final = 0
FIRST_SPECIAL: Final = 1
FIRST_BUY: Final = 82
SLOT_STRIDE: Final = 648
ORIENTATION_STRIDE: Final = 81


def oriented(cells: Iterable[Iterable[int]], orientation: int) -> list[tuple[int, int]]:
    """The shape in one orientation, bounding box at (0, 0), row by row (PW-56)."""
    shape = [(row, col) for row, col in cells]
    if orientation >= 4:
        width = 1 + max(col for _, col in shape)
        shape = [(row, width - 1 - col) for row, col in shape]
    for _ in range(orientation % 4):
        height = 1 + max(row for row, _ in shape)
        shape = [(col, height - 1 - row) for row, col in shape]
    return sorted(shape)


def legal_orientations(patch: int) -> list[int]:
    """Of orientations with the same cell set only the smallest number is legal (PW-57)."""
    seen: list[list[tuple[int, int]]] = []
    numbers = []
    for orientation in range(8):
        shape = oriented(PATCHES[patch]["cells"], orientation)
        if shape not in seen:
            seen.append(shape)
            numbers.append(orientation)
    return numbers


def placements_of(patch: int) -> dict[int, Cells]:
    """All placements inside an empty board (PW-23), by 81 * orientation + 9 * row + col (PW-52, PW-53), ascending."""
    found: dict[int, Cells] = {}
    for orientation in legal_orientations(patch):
        shape = oriented(PATCHES[patch]["cells"], orientation)
        for row in range(SIZE - max(r for r, _ in shape)):
            for col in range(SIZE - max(c for _, c in shape)):
                code = ORIENTATION_STRIDE * orientation + SIZE * row + col
                found[code] = frozenset(SIZE * (row + r) + col + c for r, c in shape)
    return found


PLACEMENTS: Final[list[dict[int, Cells]]] = [placements_of(patch) for patch in range(len(PATCHES))]

# PW-38: the nine 7x7 windows, top-left row 0..2 and col 0..2.
WINDOWS: Final[list[Cells]] = [
    frozenset(SIZE * (top + r) + left + c for r in range(7) for c in range(7)) for top in range(3) for left in range(3)
]


def qualifies(covered: Cells) -> bool:
    """Whether at least one 7x7 window is completely covered (PW-38)."""
    return any(window <= covered for window in WINDOWS)


@dataclass(frozen=True)
class Placed:
    """A bought patch on a board; row and col as in PW-53. Kept for drawing and for checks only (PW-80)."""

    patch: int
    orientation: int
    row: int
    col: int

    @property
    def code(self) -> int:
        return ORIENTATION_STRIDE * self.orientation + SIZE * self.row + self.col

    @property
    def cells(self) -> Cells:
        return PLACEMENTS[self.patch][self.code]


@dataclass(frozen=True)
class Player:
    """One player's part of the state (PW-50), with a record of the money for PW-61 (None: the past is unknown)."""

    position: int = 0  # PW-6
    buttons: int = START_BUTTONS  # PW-2
    income: int = 0
    covered: Cells = frozenset()  # PW-1
    patches: tuple[Placed, ...] = ()
    advanced: int | None = 0
    received: int | None = 0

    @property
    def special_cells(self) -> int:
        """How many covered cells belong to no bought patch, so are special patches of one cell (PW-9, PW-80)."""
        return len(self.covered) - sum(len(placed.cells) for placed in self.patches)

    def to_dict(self) -> dict[str, Any]:
        rows = [range(SIZE * row, SIZE * row + SIZE) for row in range(SIZE)]
        return {
            "position": self.position,
            "buttons": self.buttons,
            "income": self.income,
            "quilt": ["".join("#" if cell in self.covered else "." for cell in row) for row in rows],
            "patches": [
                {"patch": p.patch, "orientation": p.orientation, "row": p.row, "col": p.col} for p in self.patches
            ],
        }


@dataclass(frozen=True, eq=False)
class State:
    """A position, all of it public (PW-48): PW-50 plus the phase. Seats are 0 and 1."""

    track: str
    on_top: int | None  # None wherever PW-50 says that it means nothing
    special_patches: tuple[int, ...]  # lines that still hold their patch
    phase: str = "setup"
    circle: tuple[int, ...] = ()  # PW-5
    players: tuple[Player, Player] = field(default_factory=lambda: (Player(), Player()))
    tile_owner: int | None = None  # PW-10
    to_place: int | None = None
    first_on_last: int | None = None

    # ---- who acts, and what is legal ----

    @property
    def current_player(self) -> int:
        if self.phase == "setup":
            return CHANCE  # PW-76
        if self.phase == "over":
            return TERMINAL  # PW-42
        if self.to_place is not None:
            return self.to_place  # PW-13, PW-15: the action is not finished yet
        a, b = self.players[0].position, self.players[1].position
        if a != b:
            return 0 if a < b else 1  # PW-11; with PW-41 nobody on 53 is ever behind
        assert self.on_top is not None
        return self.on_top  # PW-12

    def legal_actions(self) -> list[int]:
        """All numbers legal now, ascending: a turn or the placing of a special patch (PW-51)."""
        if self.phase != "play":
            return []  # PW-42, PW-76
        me = self.players[self.current_player]
        if self.to_place is not None:  # PW-34, PW-54: any empty cell, nothing else
            return [FIRST_SPECIAL + cell for cell in range(SIZE * SIZE) if cell not in me.covered]
        actions = [ADVANCE]  # PW-14: always legal on a turn
        for slot, patch in enumerate(self.circle[:3]):  # PW-20
            if COST[patch] <= me.buttons:  # PW-22
                base = FIRST_BUY + SLOT_STRIDE * slot
                # PW-23, PW-24, PW-25, PW-55: free cells are all that is asked for
                actions += [base + code for code, cells in PLACEMENTS[patch].items() if cells.isdisjoint(me.covered)]
        return actions

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Patches 1..32 not drawn yet, all with weight 1 (PW-76); the only chance of the game (PW-49)."""
        if self.phase != "setup":
            return []
        return [(patch, 1) for patch in range(1, len(PATCHES)) if patch not in self.circle]

    def apply(self, action: int) -> State:
        return self._play(action)[0]

    def events(self, action: int) -> list[Event]:
        return self._play(action)[1]

    # ---- the actions ----

    def _play(self, action: int) -> tuple[State, list[Event]]:
        """The next state and what happens on the way, in the order of PW-29; ValueError if not legal."""
        if self.phase == "over":
            raise ValueError("the game is over (PW-42)")
        if self.phase == "setup":
            return self._draw(action), []
        if self.to_place is not None:
            return self._place_special(action)
        if action == ADVANCE:
            return self._advance()
        if action >= FIRST_BUY:
            return self._buy(action)
        raise ValueError(f"action {action} is none of a turn (PW-54)")

    def _draw(self, patch: int) -> State:
        if (patch, 1) not in self.chance_outcomes():
            raise ValueError(f"patch {patch} cannot be drawn (PW-76)")
        circle = (*self.circle, patch)
        if len(circle) < len(PATCHES) - 1:
            return replace(self, circle=circle)
        return replace(self, circle=(*circle, 0), phase="play")  # PW-4, PW-5, PW-76: patch 0 closes the circle

    def _advance(self) -> tuple[State, list[Event]]:
        seat = self.current_player
        me, other = self.players[seat], self.players[1 - seat]
        target = min(LAST, other.position + 1)  # PW-16, PW-18
        spaces = target - me.position  # PW-17, PW-18
        events: list[Event] = [("spaces", seat, target, spaces)]
        advanced = None if me.advanced is None else me.advanced + spaces
        state = self._with_player(seat, replace(me, buttons=me.buttons + spaces, advanced=advanced))
        return state._move(seat, target, events), events  # PW-19

    def _buy(self, action: int) -> tuple[State, list[Event]]:
        seat = self.current_player
        me = self.players[seat]
        slot, code = divmod(action - FIRST_BUY, SLOT_STRIDE)  # PW-52
        if slot >= min(3, len(self.circle)):  # PW-20
            raise ValueError(f"action {action}: there is no slot {slot} (PW-20)")
        patch = self.circle[slot]
        cells = PLACEMENTS[patch].get(code)
        if cells is None:
            raise ValueError(f"action {action}: no legal orientation or not inside the board (PW-23, PW-57)")
        if not cells.isdisjoint(me.covered):
            raise ValueError(f"action {action}: overlap (PW-23)")
        if COST[patch] > me.buttons:
            raise ValueError(f"action {action}: patch {patch} is too expensive (PW-22)")
        orientation, corner = divmod(code, ORIENTATION_STRIDE)
        row, col = divmod(corner, SIZE)
        events: list[Event] = [("pay", seat, patch, -COST[patch]), ("patch", seat, patch, INCOME[patch])]
        me = replace(
            me,
            buttons=me.buttons - COST[patch],  # PW-22
            covered=me.covered | cells,  # PW-23
            income=me.income + INCOME[patch],  # PW-26
            patches=(*me.patches, Placed(patch, orientation, row, col)),
        )
        # PW-21: skipped patches go to the end of the list
        state = replace(self._with_player(seat, me), circle=self.circle[slot + 1 :] + self.circle[:slot])
        state = state._check_tile(seat, events)  # PW-27
        return state._move(seat, min(LAST, me.position + TIME[patch]), events), events  # PW-28, PW-29

    def _place_special(self, action: int) -> tuple[State, list[Event]]:
        assert self.to_place is not None
        seat, cell = self.to_place, action - FIRST_SPECIAL
        me = self.players[seat]
        if not 0 <= cell < SIZE * SIZE or cell in me.covered:
            raise ValueError(f"action {action} is no empty cell for the special patch (PW-34, PW-54)")
        events: list[Event] = []
        state = replace(self._with_player(seat, replace(me, covered=me.covered | {cell})), to_place=None)
        state = state._check_tile(seat, events)  # PW-39
        return state._end_if_done(), events

    # ---- their parts ----

    def _with_player(self, seat: int, player: Player) -> State:
        other = self.players[1 - seat]
        return replace(self, players=(player, other) if seat == 0 else (other, player))

    def _check_tile(self, seat: int, events: list[Event]) -> State:
        """The first qualifying board takes the tile, once (PW-39, PW-40)."""
        if self.tile_owner is None and qualifies(self.players[seat].covered):
            events.append(("bonus_tile", seat, -1, TABLES["bonus"]["points"]))
            return replace(self, tile_owner=seat)
        return self

    def _move(self, seat: int, target: int, events: list[Event]) -> State:
        """Move the time token and resolve the lines crossed: income lines, then the special line (PW-29, PW-33)."""
        me, other = self.players[seat], self.players[1 - seat]
        start, income, received = me.position, 0, me.received
        for line in INCOME_LINES:
            if start < line <= target:  # PW-30
                events.append(("income", seat, line, me.income))
                income += me.income  # PW-31
        if received is not None:
            received += income
        state = self._with_player(seat, replace(me, position=target, buttons=me.buttons + income, received=received))
        # PW-12: the token that moves goes on top; PW-50: apart from a shared space below 53 that means nothing
        state = replace(state, on_top=seat if target == other.position and target < LAST else None)
        if target == LAST and state.first_on_last is None:
            state = replace(state, first_on_last=seat)  # PW-45
        for line in self.special_patches:  # by PW-36 at most one is crossed
            if start < line <= target:  # PW-30
                waits = len(me.covered) < SIZE * SIZE  # PW-35: a full board discards it
                events.append(("special_patch", seat, line, int(waits)))
                left = tuple(m for m in state.special_patches if m != line)  # PW-32
                state = replace(state, special_patches=left, to_place=seat if waits else None)
        return state._end_if_done()

    def _end_if_done(self) -> State:
        """Both tokens on 53 and no special patch waiting end the game (PW-42)."""
        if self.to_place is None and all(player.position == LAST for player in self.players):
            return replace(self, phase="over")
        return self

    # ---- scoring ----

    def score_sheet(self, seat: int) -> dict[str, int]:
        """PW-43 item by item, at any time (PW-77)."""
        me = self.players[seat]
        sheet = {
            "buttons": me.buttons,
            "bonus_tile": TABLES["bonus"]["points"] if self.tile_owner == seat else 0,
            "empty_cells": -2 * (SIZE * SIZE - len(me.covered)),
        }
        sheet["total"] = sum(sheet.values())
        return sheet

    def scores(self) -> list[int]:
        return [self.score_sheet(seat)["total"] for seat in (0, 1)]

    def ranks(self) -> list[int]:
        a, b = self.scores()
        if a == b:
            if self.phase != "over":
                return [1, 1]  # PW-78
            return [1, 2] if self.first_on_last == 0 else [2, 1]  # PW-45
        return [1, 2] if a > b else [2, 1]  # PW-44

    def winners(self) -> list[int]:
        return [self.ranks().index(1)] if self.phase == "over" else []  # PW-42, PW-78

    # ---- form and checks ----

    def to_dict(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "circle": list(self.circle),
            "players": [player.to_dict() for player in self.players],
            "on_top": self.on_top,
            "special_patches": list(self.special_patches),
            "tile_owner": self.tile_owner,
            "to_place": self.to_place,
            "first_on_last": self.first_on_last,
        }

    def check(self) -> None:
        """AssertionError unless PW-59 to PW-66 hold, as far as one state can show it."""
        a, b = (player.position for player in self.players)
        if self.phase == "setup":
            assert self._untouched(), "PW-76: nothing happens before the circle is complete"
            assert 0 not in self.circle and len(self.circle) < len(PATCHES) - 1, "PW-76"
        else:
            patches = [*self.circle, *(placed.patch for player in self.players for placed in player.patches)]
            assert sorted(patches) == list(range(len(PATCHES))), "PW-59: 33 patches in circle and boards"
        placed_specials = sum(player.special_cells for player in self.players)
        discarded = 5 - len(self.special_patches) - placed_specials - (self.to_place is not None)
        full = any(len(player.covered) == SIZE * SIZE for player in self.players)
        assert discarded == 0 or (discarded > 0 and full), "PW-59: five special patches, discarded only by PW-35"
        for player in self.players:
            of_patches: set[int] = set()
            for placed in player.patches:
                assert of_patches.isdisjoint(placed.cells), "PW-23: overlap"
                of_patches |= placed.cells
            assert of_patches <= player.covered and len(player.covered) <= SIZE * SIZE, "PW-60: cells"
            assert player.income == sum(INCOME[placed.patch] for placed in player.patches), "PW-60: income"
            self._check_money(player)
        assert sum(player.income for player in self.players) <= 38, "PW-60: both incomes"
        assert abs(a - b) <= 6, "PW-62"
        ahead = tuple(line for line in SPECIAL_LINES[self.track] if line > max(a, b))
        assert self.special_patches == ahead, "PW-63"
        if self.to_place is not None:
            owner, other = self.players[self.to_place], self.players[1 - self.to_place]
            assert owner.position > other.position, "PW-64: strictly ahead"
            assert len(owner.covered) < SIZE * SIZE, "PW-64: an empty cell"
            assert self.current_player == self.to_place, "PW-64: nobody else acts"
        assert (self.on_top is not None) == (a == b < LAST), "PW-50, PW-65"
        assert (self.tile_owner is not None) == any(qualifies(p.covered) for p in self.players), "PW-66: tile"
        assert (self.first_on_last is None) == (max(a, b) < LAST), "PW-66: first on 53"
        over = a == b == LAST and self.to_place is None
        assert (self.phase == "over") == over and len(self.winners()) == int(over), "PW-66: end"

    def _check_money(self, player: Player) -> None:
        """PW-61, exactly where the past is known; otherwise within the bounds that the patches leave."""
        costs = sum(COST[placed.patch] for placed in player.patches)
        least = player.position - sum(TIME[placed.patch] for placed in player.patches)
        most = least
        if player.position == LAST:  # PW-28: a purchase moves at least 1 space, so at most 5 are cut off
            least, most = max(0, least), least + 5
        assert player.buttons >= 0 and 0 <= least <= most, "PW-61: spaces"
        crossed = sum(1 for line in INCOME_LINES if line <= player.position)
        if player.advanced is not None and player.received is not None:
            assert least <= player.advanced <= most, "PW-61: spaces of advances"
            assert 0 <= player.received <= crossed * player.income, "PW-61: income received"
            assert player.buttons == START_BUTTONS + player.advanced + player.received - costs, "PW-61: buttons"
        lowest = START_BUTTONS + least - costs
        assert lowest <= player.buttons <= START_BUTTONS + most - costs + crossed * player.income, "PW-61: bounds"

    def _untouched(self) -> bool:
        """Whether everything but the circle is as at the start of a game."""
        at_start = all(
            (p.position, p.buttons, p.income, p.covered) == (0, START_BUTTONS, 0, frozenset()) for p in self.players
        )
        nobody = self.tile_owner is None and self.to_place is None and self.first_on_last is None
        return at_start and nobody and self.special_patches == SPECIAL_LINES[self.track]


class Patchwork:
    """The game with its options (PW-46, PW-47)."""

    def __init__(self, time_track: str = "current", starting_player: int = 0) -> None:
        if time_track not in SPECIAL_LINES:
            raise ValueError(f"time_track {time_track!r} (PW-46)")
        if starting_player not in (0, 1):
            raise ValueError(f"starting_player {starting_player!r} (PW-47)")
        self.time_track = time_track
        self.starting_player = starting_player

    def tables(self) -> dict[str, Any]:
        return TABLES

    def initial_state(self) -> State:
        """Before the first draw of the circle (PW-76); the starting player's token is on top (PW-6, PW-47)."""
        return State(self.time_track, self.starting_player, SPECIAL_LINES[self.time_track])

    def state_from_dict(self, d: Mapping[str, Any]) -> State:
        """A position of the README's form. Refuses only what cannot be played on (compare PW-79)."""
        keys = {"phase", "circle", "players", "on_top", "special_patches", "tile_owner", "to_place", "first_on_last"}
        _require(set(d) <= keys, f"unknown keys {sorted(set(d) - keys)}")
        player_dicts = d.get("players", [{}, {}])
        _require(len(player_dicts) == 2, "two players (PW-1)")
        players = (_player_from_dict(player_dicts[0]), _player_from_dict(player_dicts[1]))
        for key in ("on_top", "tile_owner", "to_place", "first_on_last"):
            _require(d.get(key) in (None, 0, 1), f"{key} is a seat or null (PW-1)")
        circle = tuple(d.get("circle", ()))
        patches = [*circle, *(placed.patch for player in players for placed in player.patches)]
        _require(len(set(patches)) == len(patches) and set(patches) <= set(range(len(PATCHES))), "patch ids (PW-3)")

        a, b = players[0].position, players[1].position
        on_top = d.get("on_top", self.starting_player) if a == b < LAST else None  # PW-50
        _require(on_top is not None or not a == b < LAST, "one of two tokens on a space is on top (PW-12)")
        on_last = [seat for seat in (0, 1) if players[seat].position == LAST]
        first = d.get("first_on_last")
        _require(first in on_last if on_last else first is None, "first_on_last (PW-45)")
        ahead = tuple(line for line in SPECIAL_LINES[self.time_track] if line > max(a, b))
        special = tuple(d.get("special_patches", ahead))
        # a patch behind a token could make two wait at once, which the form cannot say (PW-36, PW-63)
        _require(set(special) <= set(ahead) and list(special) == sorted(set(special)), "special lines (PW-8, PW-63)")
        to_place = d.get("to_place")
        _require(to_place is None or len(players[to_place].covered) < SIZE * SIZE, "no cell to place on (PW-64)")

        state = State(
            self.time_track, on_top, special, "play", circle, players, d.get("tile_owner"), to_place, first
        )._end_if_done()
        if state._untouched() and 0 not in circle and len(circle) < len(PATCHES) - 1 and d.get("phase") != "play":
            state = replace(state, phase="setup")  # PW-76: patch 0 has not closed the circle yet
        _require(d.get("phase", state.phase) == state.phase, f"phase is {state.phase} (PW-42, PW-76)")
        return state


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


def _player_from_dict(d: Mapping[str, Any]) -> Player:
    keys = {"position", "buttons", "income", "quilt", "patches"}
    _require(set(d) <= keys, f"unknown keys {sorted(set(d) - keys)}")
    patches = tuple(Placed(p["patch"], p["orientation"], p["row"], p["col"]) for p in d.get("patches", ()))
    known: set[int] = set()
    for placed in patches:
        in_range = placed.patch in range(len(PATCHES)) and placed.col in range(SIZE) and placed.row in range(SIZE)
        _require(in_range and placed.code in PLACEMENTS[placed.patch], f"{placed} (PW-23, PW-57)")
        _require(known.isdisjoint(placed.cells), f"{placed} overlaps (PW-23)")
        known |= placed.cells
    covered = frozenset(known)
    if "quilt" in d:
        rows = d["quilt"]
        _require(len(rows) == SIZE and all(len(row) == SIZE and set(row) <= {"#", "."} for row in rows), "quilt (PW-1)")
        covered = frozenset(SIZE * r + c for r in range(SIZE) for c in range(SIZE) if rows[r][c] == "#")
        _require(known <= covered, "patches outside the quilt")
    position, buttons = d.get("position", 0), d.get("buttons", START_BUTTONS)
    income = d.get("income", sum(INCOME[placed.patch] for placed in patches))
    _require(position in range(LAST + 1), f"position {position} (PW-6)")
    _require(buttons >= 0 and income >= 0, "money is never negative (PW-37)")
    return Player(position, buttons, income, covered, patches, advanced=None, received=None)
