"""Runs `scenarios/*.toml` and the recorded games against any engine; the form is described in `scenarios/README.md`.

An engine has `load(options) -> game`; a game has `initial_state()`, `state_from_dict(d, strict=bool)` and `tables()`;
a state has the methods named in `State` below. Nothing here knows a rule beyond the file formats.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parents[1]

SCENARIO_KEYS = {"id", "rules", "about", "options", "board", "strict", "draws", "position", "tables", "golden", "step"}
BOARD_KEYS = {"n", "edges", "dangerous", "limits", "tables", "start", "penalties", "specials"}
OPERATIONS = ("min", "max", "diff", "sum", "prod")
STEP_CHECKS = {
    "actor",
    "legal",
    "legal_count",
    "includes",
    "refuses",
    "outcomes",
    "state",
    "sheet",
    "scores",
    "ranks",
    "winners",
}
ACTORS = {"chance": -1, "terminal": -4}


class State(Protocol):
    @property
    def current_player(self) -> int: ...
    def legal_actions(self) -> Sequence[int]: ...
    def chance_outcomes(self) -> Sequence[tuple[int, float]]: ...
    def apply(self, action: int, /) -> State: ...
    def events(self, action: int, /) -> Sequence[tuple[Any, ...]]: ...
    def scores(self) -> Sequence[int]: ...
    def ranks(self) -> Sequence[int]: ...
    def winners(self) -> Sequence[int]: ...
    def score_sheet(self, seat: int, /) -> Mapping[str, int]: ...
    def to_dict(self) -> Mapping[str, Any]: ...


class Game(Protocol):
    def initial_state(self) -> State: ...
    def state_from_dict(self, d: Mapping[str, Any], /, *, strict: bool) -> State: ...
    def tables(self) -> Mapping[str, Any]: ...


class Engine(Protocol):
    def load(self, options: Mapping[str, Any], /) -> Game: ...


@dataclass(frozen=True)
class Scenario:
    """One scenario as read, its keys already verified."""

    id: str
    rules: tuple[str, ...]
    about: str
    options: Mapping[str, Any]
    strict: bool
    draws: tuple[int, ...]
    position: Mapping[str, Any] | None
    tables: tuple[Mapping[str, Any], ...]
    golden: Mapping[str, Any] | None
    steps: tuple[Mapping[str, Any], ...]


# ---- reading ----


def load(path: str | Path) -> list[Scenario]:
    """All scenarios of a file. ValueError on any key or shape that `run` would not check."""
    document = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    _only(document, {"game", "scenario"}, str(path))
    scenarios = [_scenario(raw) for raw in document["scenario"]]
    repeated = [name for name, count in Counter(s.id for s in scenarios).items() if count > 1]
    if repeated:
        raise ValueError(f"{path}: ids used twice: {repeated}")
    return scenarios


def _only(raw: Mapping[str, Any], allowed: set[str], where: str) -> None:
    unknown = set(raw) - allowed
    if unknown:
        raise ValueError(f"{where}: unknown keys {sorted(unknown)}")


def _scenario(raw: Mapping[str, Any]) -> Scenario:
    where = str(raw.get("id", "scenario without id"))
    _only(raw, SCENARIO_KEYS, where)
    missing = {"id", "rules", "about"} - set(raw)
    if missing:
        raise ValueError(f"{where}: missing keys {sorted(missing)}")
    steps = raw.get("step", [])
    if "draws" in raw and "position" in raw:
        raise ValueError(f"{where}: draws belong to the initial state, not to a position")
    if "golden" in raw:
        _only(raw["golden"], {"file", "swap_players"}, f"{where}: golden")
        if steps or "draws" in raw or "position" in raw or "options" in raw or "board" in raw:
            raise ValueError(f"{where}: golden stands in the place of options, board, draws, position and steps")
    for table in raw.get("tables", []):
        if set(table) != {"path", "equals"}:
            raise ValueError(f"{where}: a table check has path and equals, not {sorted(table)}")
    for number, step in enumerate(steps):
        here = f"{where} step {number}"
        _only(step, STEP_CHECKS | {"apply", "events"}, here)
        if not step or ("events" in step and "apply" not in step):
            raise ValueError(f"{here}: empty, or events without apply")
        if "outcomes" in step:
            _only(step["outcomes"], {"count", "weight", "excludes"}, f"{here}: outcomes")
    options = dict(raw.get("options", {}))
    if "board" in raw:
        if "board_file" in options:
            raise ValueError(f"{where}: a board and the option board_file exclude each other")
        options["board_file"] = board_file(raw["board"], where)
    return Scenario(
        id=raw["id"],
        rules=tuple(raw["rules"]),
        about=raw["about"],
        options=options,
        strict=raw.get("strict", True),
        draws=tuple(raw.get("draws", ())),
        position=raw.get("position"),
        tables=tuple(raw.get("tables", ())),
        golden=raw.get("golden"),
        steps=tuple(steps),
    )


def board_file(board: Mapping[str, Any], where: str) -> str:
    """The text of a board file of Trek 12 with this one board, whose id is `scenario`."""
    where = f"{where}: board"
    _only(board, BOARD_KEYS, where)
    missing = {"n", "edges"} - set(board)
    if missing:
        raise ValueError(f"{where}: missing keys {sorted(missing)}")
    if "limits" in board and "tables" in board:
        raise ValueError(f"{where}: tables stand in the place of limits")
    dangerous = board.get("dangerous", [])
    if not set(dangerous) <= set(range(board["n"])):
        raise ValueError(f"{where}: dangerous circles {dangerous} of {board['n']}")
    limits = board.get("limits", dict.fromkeys(OPERATIONS, 4))
    made = {
        "id": "scenario",
        "circles": [{"id": circle, "max": 6 if circle in dangerous else 12} for circle in range(board["n"])],
        "edges": board["edges"],
        "tables": board.get("tables", [{"zone": "all", "limits": limits}]),
        **{key: board[key] for key in ("start", "penalties", "specials") if key in board},
    }
    return json.dumps({"schema": "trek12-boards/1", "boards": [made]})


def without_none(value: Any) -> Any:
    """TOML has no null: the string "none" stands for it."""
    if isinstance(value, Mapping):
        return {key: without_none(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_none(item) for item in value]
    return None if value == "none" else value


# ---- comparing ----


def differences(expected: Any, actual: Any, where: str = "") -> list[str]:
    """Where `actual` differs: maps as subsets, lists of equal length item by item, "none" as null."""
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return [f"{where or '.'}: expected a map, got {actual!r}"]
        found = []
        for key, item in expected.items():
            here = f"{where}.{key}" if where else str(key)
            found += differences(item, actual[key], here) if key in actual else [f"{here}: missing"]
        return found
    if isinstance(expected, list | tuple):
        if not isinstance(actual, list | tuple):
            return [f"{where or '.'}: expected a list, got {actual!r}"]
        if len(expected) != len(actual):
            return [f"{where or '.'}: expected {len(expected)} items {expected!r}, got {len(actual)}: {actual!r}"]
        return [
            line
            for index, (e, a) in enumerate(zip(expected, actual, strict=True))
            for line in differences(e, a, f"{where}[{index}]")
        ]
    wanted = None if expected == "none" else expected
    same = wanted == actual and isinstance(wanted, bool) == isinstance(actual, bool)
    return [] if same else [f"{where or '.'}: expected {wanted!r}, got {actual!r}"]


def look_up(tables: Any, path: str) -> Any:
    """The value at a path like `patches[32].cells`."""
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
        tables = tables[int(index)] if index else tables[name]
    return tables


class _Checker:
    """Counts checks; a failed one names scenario, step, what was expected and what came."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.count = 0

    def equal(self, expected: Any, actual: Any, what: str) -> None:
        self.count += 1
        found = differences(expected, actual)
        if found:
            raise AssertionError(f"{self.where}: {what}: " + "; ".join(found))

    def true(self, condition: bool, what: str, expected: Any, actual: Any) -> None:
        self.count += 1
        if not condition:
            raise AssertionError(f"{self.where}: {what}: expected {expected!r}, got {actual!r}")


# ---- running ----


def run(scenario: Scenario, engine: Engine) -> int:
    """All checks of one scenario; returns how many were made."""
    check = _Checker(scenario.id)
    if scenario.golden is not None:
        file = ROOT / scenario.golden["file"]
        check.count += replay_golden(file, engine, scenario.golden.get("swap_players", False))
    game = engine.load(scenario.options)
    for table in scenario.tables:
        check.equal(table["equals"], look_up(game.tables(), table["path"]), f"table {table['path']}")
    if scenario.position is not None:
        state = game.state_from_dict(without_none(scenario.position), strict=scenario.strict)
    else:
        state = game.initial_state()
        for outcome in scenario.draws:
            state = state.apply(outcome)
    for number, step in enumerate(scenario.steps):
        check.where = f"{scenario.id} step {number}"
        _check_step(step, state, check)
        if "apply" in step:
            if "events" in step:
                check.equal(step["events"], list(state.events(step["apply"])), f"events of {step['apply']}")
            state = state.apply(step["apply"])
    return check.count


def _check_step(step: Mapping[str, Any], state: State, check: _Checker) -> None:
    if "actor" in step:
        check.equal(ACTORS.get(step["actor"], step["actor"]), state.current_player, "actor")
    legal = list(state.legal_actions())
    check.true(legal == sorted(set(legal)), "legal actions", "ascending, each once", legal)
    if "legal" in step:
        check.equal(step["legal"], legal, "legal")
    if "legal_count" in step:
        check.equal(step["legal_count"], len(legal), "legal_count")
    for action in step.get("includes", []):
        check.true(action in legal, "includes", action, legal)
    for action in step.get("refuses", []):
        _check_refused(action, state, check)
    if "outcomes" in step:
        _check_outcomes(step["outcomes"], state, check)
    if "state" in step:
        check.equal(step["state"], state.to_dict(), "state")
    if "sheet" in step:
        check.equal(step["sheet"], [state.score_sheet(seat) for seat in range(len(step["sheet"]))], "sheet")
    if "scores" in step:
        check.equal(step["scores"], list(state.scores()), "scores")
    if "ranks" in step:
        check.equal(step["ranks"], list(state.ranks()), "ranks")
    if "winners" in step:
        check.equal(step["winners"], list(state.winners()), "winners")


def _check_refused(action: int, state: State, check: _Checker) -> None:
    before = state.to_dict()
    listed = {*state.legal_actions(), *(outcome for outcome, _ in state.chance_outcomes())}
    check.true(action not in listed, "refuses", f"{action} not listed", "listed")
    for name, method in (("apply", state.apply), ("events", state.events)):
        try:
            method(action)
        except ValueError:
            check.count += 1
        else:
            raise AssertionError(f"{check.where}: refuses: expected ValueError of {name}({action}), got a result")
    check.true(state.to_dict() == before, f"state after the refused {action}", before, state.to_dict())


def _check_outcomes(expected: Mapping[str, Any], state: State, check: _Checker) -> None:
    outcomes = list(state.chance_outcomes())
    ids = [outcome for outcome, _ in outcomes]
    if "count" in expected:
        check.true(expected["count"] == len(set(ids)) == len(ids), "outcomes.count", expected["count"], ids)
    if "weight" in expected:
        weights = {weight for _, weight in outcomes}
        check.true(weights == {expected["weight"]}, "outcomes.weight", expected["weight"], weights)
    for outcome in expected.get("excludes", []):
        check.true(outcome not in ids, "outcomes.excludes", outcome, ids)


# ---- recorded games of Patchwork ----


def replay_golden(path: str | Path, engine: Engine, swap_players: bool = False) -> int:
    """Replays every recorded game step by step (and with the players exchanged: PWC-5); returns the decisions."""
    games = json.loads(Path(path).read_text(encoding="utf-8"))["games"]
    return sum(_replay(game, engine, swap_players) for game in games)


def _replay(record: Mapping[str, Any], engine: Engine, swap: bool) -> int:
    check = _Checker(record["id"] + (" swapped" if swap else ""))

    def seat(recorded: int) -> int:
        return 1 - recorded if swap and recorded >= 0 else recorded

    def pair(recorded: Sequence[int]) -> list[int]:
        return [recorded[seat(0)], recorded[seat(1)]]

    circle = record["circle"]
    options = {"time_track": record["time_track"], "starting_player": seat(record["starting_player"])}
    game = engine.load(options)
    time_costs = [patch["time_cost"] for patch in game.tables()["patches"]]
    state = game.initial_state()
    for patch in circle[:-1]:
        check.equal(ACTORS["chance"], state.current_player, "actor of the set-up")
        state = state.apply(patch)
    check.equal({"circle": circle, "first_on_last": "none"}, state.to_dict(), "start")
    rows = list(zip(record["actions"], record["action_ids"], record["trace"], strict=True))
    features: Counter[str] = Counter()
    for number, (readable, action, row) in enumerate(rows):
        check.where = f"{record['id']}{' swapped' if swap else ''} action {number}"
        player = seat(readable[0])
        check.equal(player, state.current_player, "player")
        before = state.to_dict()
        check.equal(action, _number(readable, before["circle"]), "action number")
        legal = list(state.legal_actions())
        check.equal(row[0], len(legal), "legal actions")
        check.true(action in legal, "action", action, legal)
        events = list(state.events(action))
        state = state.apply(action)
        after = state.to_dict()
        players = [
            {"position": p, "buttons": b, "income": i}
            for p, b, i in zip(pair(row[1:3]), pair(row[3:5]), pair(row[5:7]), strict=True)
        ]
        owner = seat(row[9]) if row[9] >= 0 else None
        check.equal({"players": players, "tile_owner": owner}, after, "row")
        check.equal(pair(row[7:9]), ["".join(p["quilt"]).count("#") for p in after["players"]], "filled")
        # the row gives -1 for nobody, as at the end of the game
        check.equal(seat(row[10]) if row[10] >= 0 else -4, state.current_player, "next")
        gain = after["players"][player]["buttons"] - before["players"][player]["buttons"]
        money = [e[3] for e in events if e[0] in ("pay", "spaces", "income")]
        check.equal(gain, sum(money), "buttons of the events")
        features.update(_features(readable, player, time_costs, len(legal), events, before, after))
    check.where = f"{record['id']}{' swapped' if swap else ''} end"
    check.equal(pair(record["scores"]), list(state.scores()), "scores")
    check.equal([seat(record["winner"])], list(state.winners()), "winners")
    check.equal([1 if s == seat(record["winner"]) else 2 for s in (0, 1)], list(state.ranks()), "ranks")
    check.equal({"phase": "over", "first_on_last": seat(record["first_to_last_space"])}, state.to_dict(), "end")
    check.equal([], list(state.legal_actions()), "legal actions at the end")
    if len(set(record["scores"])) == 1:
        features["score_tie"] += 1
    names = sorted({*record["features"], *features})
    check.equal({name: record["features"].get(name, 0) for name in names}, {n: features[n] for n in names}, "features")
    return len(rows)


def _number(readable: Sequence[Any], circle: Sequence[int]) -> int:
    """The number of a readable action (PW-52)."""
    kind = readable[1]
    if kind == "A":
        return 0
    if kind == "S":
        return int(1 + 9 * readable[2] + readable[3])
    patch, orientation, row, col = readable[2:]
    return int(82 + 648 * list(circle).index(patch) + 81 * orientation + 9 * row + col)


def _features(
    readable: Sequence[Any],
    player: int,
    time_costs: Sequence[int],
    legal: int,
    events: Sequence[tuple[Any, ...]],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> list[str]:
    """The noteworthy events of one action, under their names in the file of recorded games."""
    kind = readable[1]
    names = [event[0] for event in events]
    tile = "bonus_tile" in names
    if kind == "S":
        return ["special_patches_placed"] + ["tile_by_special_patch"] * tile
    start, here = before["players"][player]["position"], after["players"][player]["position"]
    other = after["players"][1 - player]["position"]
    income = names.count("income")
    found = {
        "income_and_special_in_one_move": income > 0 and "special_patch" in names,
        "landed_on_opponent": here == other < 53,
        "two_income_lines_in_one_move": income == 2,
        "tile_by_patch": tile,
    }
    if kind == "A":
        found["advance_was_only_action"] = legal == 1
        found["advance_behind_finished_opponent"] = other == 53
    else:
        found["purchase_cut_short_at_53"] = start + time_costs[readable[2]] > 53
        found["new_patch_income_counted_in_same_move"] = (
            income > 0 and next(e[3] for e in events if e[0] == "patch") > 0
        )
    return [name for name, is_so in found.items() if is_so]
