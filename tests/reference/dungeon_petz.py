"""Reference of Dungeon Petz, written from `seeds/dungeon_petz.md` alone; ids like DP-16 are its rules.

Here: the game with its options, and the state with all its questions. Each phase has a module of its own; positions
given from outside are in `dungeon_petz_positions.py`, what a seat may know in `dungeon_petz_views.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.reference import dungeon_petz_ageing as ageing
from tests.reference import dungeon_petz_arranging as arranging
from tests.reference import dungeon_petz_business as business
from tests.reference import dungeon_petz_needs as needs
from tests.reference import dungeon_petz_setup as setup
from tests.reference import dungeon_petz_shopping as shopping
from tests.reference.dungeon_petz_parts import CHANCE, TERMINAL, Event, Rules
from tests.reference.dungeon_petz_state import Position
from tests.reference.dungeon_petz_tables import make_tables
from tests.reference.dungeon_petz_tables_file import errors

TABLES: Final[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[2] / "seeds" / "dungeon_petz.json").read_text(encoding="utf-8")
)
ACTIONS: Final = 246  # DP-143
# Section K: the words allowed, the default first.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "need_order": ("seed", "rulebook"),
    "customer_foresight": ("seed", "rulebook"),
    "foresight": ("regular", "more", "full"),
    "last_round_order": ("seed", "rulebook_variant", "token_only"),
    "start_token": ("clockwise", "counterclockwise"),
}
SWITCHES: Final = ("double_symbols", "advanced_meat_stand", "skip_forced")
OPTIONS: Final = (
    *("players", *CHOICES, *SWITCHES, "exhibition_cap", "start_player", "tables_file"),
    "tables",  # of this reference: the tables already parsed
)
PHASES: Final = (setup, shopping, arranging, needs, business, ageing)
NAMES: Final = ("setup", "shopping", "arranging", "needs", "business", "ageing")


Points = Any  # int or float: halves are kept (DP-107)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class DungeonPetz:
    """The game with its options (section K); `tables_file` is the text of a tables file (DP-150, DP-167)."""

    def __init__(self, options: Mapping[str, Any] | None = None, **more: Any) -> None:
        options = {**(options or {}), **more}
        unknown = set(options) - set(OPTIONS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)} (section K)")
        players = options.get("players", 2)
        if not _is_integer(players) or not 2 <= players <= 4:
            raise ValueError(f"players {players!r} (DP-1)")
        values: dict[str, Any] = {}
        for name, words in CHOICES.items():
            values[name] = options.get(name, words[0])
            if values[name] not in words:
                raise ValueError(f"{name} {values[name]!r} (DP-109 to DP-113)")
        for name in SWITCHES:
            values[name] = options.get(name, False)
            if not isinstance(values[name], bool):
                raise ValueError(f"{name} {values[name]!r} (DP-114, DP-115, DP-117)")
        cap = options.get("exhibition_cap")
        cap = None if cap == "none" else cap
        if cap is not None and not (_is_integer(cap) and cap == 10):
            raise ValueError(f"exhibition_cap {cap!r} (DP-116, DP-167)")
        start_player = options.get("start_player", "random")
        start_player = None if start_player == "random" else start_player
        if start_player is not None and not (_is_integer(start_player) and 0 <= start_player < players):
            raise ValueError(f"start_player {start_player!r} (DP-118, DP-167)")
        form = options.get("tables")
        if options.get("tables_file") is not None:
            if form is not None:
                raise ValueError("tables and tables_file exclude each other")
            form = read_tables(options["tables_file"])
        self.form: Mapping[str, Any] = TABLES if form is None else form
        self.rules = Rules(make_tables(self.form), players, exhibition_cap=cap, start_player=start_player, **values)

    def tables(self) -> Mapping[str, Any]:
        return self.form

    def initial_state(self) -> State:
        state = State(self.rules)
        setup.start_game(state)
        state.log = []
        return state

    def state_from_dict(self, d: Mapping[str, Any], strict: bool = True) -> State:
        """A position of the form of the README; PositionError with all faults found (DP-171)."""
        from tests.reference.dungeon_petz_positions import read_position

        return read_position(self, d)


def read_tables(text: object) -> dict[str, Any]:
    """A tables file; refused with any error (DP-151)."""
    if not isinstance(text, str | bytes):
        raise ValueError("tables_file is the text of a tables file (DP-150)")
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    found = errors(data)
    if found:
        raise ValueError(f"tables_file: {found} (DP-151)")
    form: dict[str, Any] = json.loads(data)
    return form


def load(options: Mapping[str, Any]) -> DungeonPetz:
    """The game with the options: this module is an engine of `scenario_runner`."""
    return DungeonPetz(options)


class State(Position):
    """A position with what can be asked of it; it never changes once it is handed out."""

    @property
    def current_player(self) -> int:
        if self.point is None:
            return TERMINAL
        return CHANCE if self.point == "deal" else self.acting

    def legal_actions(self) -> list[int]:
        """All ids legal now, ascending (section M)."""
        if self.point is None or self.point == "deal":
            return []
        if self.phase == "shopping":
            return shopping.legal(self)
        if self.phase == "arranging":
            return arranging.legal(self)
        if self.phase == "needs":
            return needs.legal(self)
        if self.phase == "business":
            return business.legal(self)
        return ageing.legal(self)

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Outcome ids with their weights (DP-120)."""
        return setup.outcomes(self) if self.point == "deal" else []

    def apply(self, action: int) -> State:
        return self._act(action)[0]

    def events(self, action: int) -> list[Event]:
        return self._act(action)[1]

    def _act(self, action: int) -> tuple[State, list[Event]]:
        """The next state and what happens on the way; ValueError if not legal."""
        if self.point is None:
            raise ValueError("the game is over (DP-108)")
        if self.point == "deal":
            if action not in [outcome for outcome, _ in self.chance_outcomes()]:
                raise ValueError(f"outcome {action} is not possible (DP-120)")
        elif action not in self.legal_actions():
            raise ValueError(f"action {action} is not legal at {self.point} (DP-126)")
        new = self.copy()
        new.run(action)
        events, new.log = new.log, []
        return new, events

    def run(self, action: int) -> None:
        """The action and all that follows of itself, in place."""
        self._one(action)
        while self.rules.skip_forced and len(legal := self.legal_actions()) == 1:  # DP-117
            self._one(legal[0])

    def _one(self, action: int) -> None:
        number = NAMES.index(self.phase)
        finished = PHASES[number].act(self, action)
        while finished:
            number = (number + 1) % len(PHASES)
            finished = PHASES[number].begin(self)

    # ---- scoring ----

    def score_sheet(self, seat: int) -> dict[str, Points]:
        """In points (DP-166)."""
        sheet: dict[str, Points] = {item: doubled / 2 for item, doubled in self.players[seat].doubled.items()}
        sheet["total"] = sum(sheet.values())
        return sheet

    def scores(self) -> list[Points]:
        return [player.vp_doubled / 2 for player in self.players]

    def winners(self) -> list[int]:
        """All with the most VP (DP-108); nobody before the end."""
        if self.point is not None:
            return []
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def ranks(self) -> list[int]:
        """Equal scores share a rank (DP-108)."""
        scores = self.scores()
        return [1 + sum(1 for other in scores if other > score) for score in scores]
