"""Every error of a board file of Trek 12, written from `seeds/trek12.md` alone (TK-66 and the following).

A check that needs a part already found wrong is skipped (TK-72, TK-92): such a part is passed on as None.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

SCHEMA: Final = "trek12-boards/1"  # TK-66
OPERATIONS: Final = ("min", "max", "diff", "sum", "prod")  # TK-4
CODES: Final = (
    *("bad_json", "bad_schema", "no_boards", "missing_key", "unknown_key", "wrong_type", "bad_id", "duplicate_id"),
    *("circle_count", "circle_ids", "bad_coordinate", "bad_max", "bad_edge", "duplicate_edge", "not_connected"),
    *("bad_start", "bad_tables", "bad_limit", "bad_zones", "too_few_boxes", "bad_penalty", "bad_special"),
    "bad_provenance",
)  # TK-72, in this order
BOARD_KEYS: Final = ("id", "circles", "edges", "tables")  # TK-67, required
MORE_BOARD_KEYS: Final = ("name", "provenance", "start", "penalties", "specials")
ID_LISTS: Final = ("sofa", "fridge", "desk", "entrance", "washbasin", "roses", "waves")  # TK-71
SPECIALS: Final = (*ID_LISTS, "prelinked", "over12_loses", "flags", "ornaments", "gift_areas", "top", "zones")
DEEPEST: Final = 127  # TK-94

Parts = tuple[str | int, ...]
Edge = tuple[int, int]
Names = list[str | None]
"""The zones of the tables, each None where it is not known."""


@dataclass(frozen=True)
class BoardError:
    """One error of a board file (TK-72); `index` and `id` are None where no board is meant (TK-89)."""

    code: str
    index: int | None
    id: str | None
    path: str
    message: str


# ---- the text ----


def parse(data: bytes | str) -> Any:
    """The JSON value of a file; ValueError for all that TK-90 and TK-94 call `bad_json`."""
    text = data.decode("utf-8") if isinstance(data, bytes) else data
    text.encode("utf-8")  # a str may hold half a surrogate pair, which is no UTF-8
    if text.startswith("\ufeff"):
        raise ValueError("byte order mark")
    if _depth(text) > DEEPEST:
        raise ValueError(f"nested deeper than {DEEPEST} levels")
    value = json.loads(
        text, parse_constant=_no_constant, parse_int=_integer, parse_float=_float, object_pairs_hook=_object
    )
    _no_half_pairs(value)
    return value


def _depth(text: str) -> int:
    """How deep lists and objects are nested; in a text that is no JSON anything, it is refused anyway."""
    deepest = depth = 0
    for token in re.findall(r'"(?:\\.|[^"\\])*"|[\[\]{}]', text, re.DOTALL):
        if token in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif token in ("]", "}"):
            depth -= 1
    return deepest


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number beyond a double")
    return value


def _integer(text: str) -> int:
    _float(text)
    return int(text)  # "-0" is 0 (TK-94)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, value in pairs:  # here, for a value replaced by a later one is part of the text, too
        _no_half_pairs(key)
        _no_half_pairs(value)
    return dict(pairs)  # TK-90: the last counts


def _no_half_pairs(value: Any) -> None:
    if isinstance(value, list):
        for item in value:
            _no_half_pairs(item)
    elif isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("half a surrogate pair")


# ---- the checks ----


def validate(data: bytes | str) -> list[BoardError]:
    """All errors of a board file in the order of TK-72: board, code, path; empty for a valid file."""
    try:
        document = parse(data)
    except (ValueError, RecursionError) as error:
        return [BoardError("bad_json", None, None, "", str(error))]
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return [BoardError("bad_schema", None, None, "schema", f"not {SCHEMA!r}")]
    boards = document.get("boards")
    if not isinstance(boards, list) or not boards:
        return [BoardError("no_boards", None, None, "boards", "no non-empty list of boards")]
    errors: list[BoardError] = []
    seen: set[str] = set()
    for index, raw in enumerate(boards):
        check = _Check(index, raw)
        check.board(seen)
        errors += check.sorted()
    return errors


def path_text(parts: Parts) -> str:
    """TK-89: keys joined by a point, list positions in brackets."""
    text = ""
    for part in parts:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def is_integer(value: Any) -> bool:
    """TK-72, TK-90: no boolean, no point or exponent, 64 signed bits."""
    return type(value) is int and -(2**63) <= value < 2**63


class _Check:
    """All errors of one board."""

    def __init__(self, index: int, raw: Any) -> None:
        self.index = index
        self.raw = raw
        self.found: list[tuple[str, Parts, str]] = []

    def report(self, code: str, path: Parts, message: str) -> None:
        self.found.append((code, path, message))

    def sorted(self) -> list[BoardError]:
        name = self.raw.get("id") if isinstance(self.raw, dict) else None
        board_id = name if isinstance(name, str) else None  # TK-89

        def order(error: tuple[str, Parts, str]) -> tuple[Any, ...]:
            code, path, _ = error
            return CODES.index(code), [(0, part, "") if isinstance(part, int) else (1, 0, part) for part in path]

        return [
            BoardError(code, self.index, board_id, path_text(path), message)
            for code, path, message in sorted(self.found, key=order)
        ]

    # ---- types ----

    def typed(self, value: Any, kind: str, path: Parts) -> bool:
        right = {
            "object": isinstance(value, dict),
            "list": isinstance(value, list),
            "string": isinstance(value, str),
            "boolean": isinstance(value, bool),
            "integer": is_integer(value),
            "number": type(value) in (int, float),
        }[kind]
        if not right:
            self.report("wrong_type", path, f"not of type {kind}")
        return right

    def object(
        self, value: Any, path: Parts, required: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, Any] | None:
        """The object with its keys checked; None if it is none."""
        if not self.typed(value, "object", path):
            return None
        for key in required:
            if key not in value:
                self.report("missing_key", (*path, key), f"{key} is missing")
        for key in value:
            if key not in required and key not in optional:
                self.report("unknown_key", (*path, key), f"{key} is unknown")
        return dict(value)

    def list_of(self, value: Any, kind: str, path: Parts) -> list[Any] | None:
        """The list if all its items are of the kind, else None (TK-92: its other checks are skipped)."""
        if not self.typed(value, "list", path):
            return None
        right = [self.typed(item, kind, (*path, k)) for k, item in enumerate(value)]
        return list(value) if all(right) else None

    # ---- the board ----

    def board(self, seen: set[str]) -> None:
        board = self.object(self.raw, (), BOARD_KEYS, MORE_BOARD_KEYS)  # TK-67
        if board is None:
            return
        self.name(board, seen)
        if "provenance" in board:
            self.provenance(board["provenance"])
        n = self.circles(board["circles"]) if "circles" in board else None
        edges = self.edges(board["edges"], n) if "edges" in board else None
        sums: list[int | None] = []
        zones = self.tables(board["tables"], sums) if "tables" in board else None
        specials = self.object(board.get("specials", {}), ("specials",), (), SPECIALS)
        parts = None if specials is None else self.zones(specials, zones, n)
        self.start(board.get("start"), n, zones, parts)
        self.boxes(sums, zones, n, parts)
        if "penalties" in board:
            self.penalties(board["penalties"])
        if specials is not None:
            self.specials(specials, n, edges)

    def name(self, board: dict[str, Any], seen: set[str]) -> None:
        """TK-67."""
        if "id" in board and self.typed(board["id"], "string", ("id",)):
            if not re.fullmatch(r"[a-z0-9_]{1,40}", board["id"]):
                self.report("bad_id", ("id",), "1 to 40 characters a-z, 0-9, _")
            elif board["id"] in seen:
                self.report("duplicate_id", ("id",), "an earlier board has this id")
            else:
                seen.add(board["id"])
        if "name" in board:
            self.typed(board["name"], "string", ("name",))

    def provenance(self, value: Any) -> None:
        """TK-67."""
        given = self.object(value, ("provenance",), (), ("level", "note", "unknown"))
        if given is None:
            return
        levels = ("verified", "reconstructed", "user")
        path: Parts = ("provenance", "level")
        if "level" in given and self.typed(given["level"], "string", path) and given["level"] not in levels:
            self.report("bad_provenance", path, f"not one of {levels}")
        if "note" in given:
            self.typed(given["note"], "string", ("provenance", "note"))
        if "unknown" in given:
            self.list_of(given["unknown"], "string", ("provenance", "unknown"))

    def circles(self, value: Any) -> int | None:
        """TK-68. The number of circles, None if ids cannot be relied on (TK-92)."""
        if not self.typed(value, "list", ("circles",)):
            return None
        ids: list[int] = []
        objects = 0
        for k, item in enumerate(value):
            path: Parts = ("circles", k)
            circle = self.object(item, path, ("id", "max"), ("x", "y"))
            if circle is None:
                continue
            objects += 1
            if "id" in circle and self.typed(circle["id"], "integer", (*path, "id")):
                ids.append(circle["id"])
            right = "max" in circle and self.typed(circle["max"], "integer", (*path, "max"))
            if right and circle["max"] not in (6, 12):
                self.report("bad_max", (*path, "max"), "not 12 or 6")
            typed = [self.typed(circle[axis], "number", (*path, axis)) for axis in ("x", "y") if axis in circle]
            if typed == [True]:  # TK-94: not after a wrong type
                self.report("bad_coordinate", path, "only one of x and y")
        if objects < len(value):
            return None  # TK-92: a list with a wrong type in it
        if not 2 <= len(value) <= 32:
            self.report("circle_count", ("circles",), "not 2 to 32 circles")
            return None
        if len(ids) < len(value):
            return None
        if sorted(ids) != list(range(len(value))):
            self.report("circle_ids", ("circles",), "ids are not 0 to n-1")
            return None
        return len(value)

    def pair(self, value: Any, path: Parts) -> list[int] | None:
        return self.list_of(value, "integer", path)

    def edges(self, value: Any, n: int | None) -> set[Edge] | None:
        """TK-68. The pairs, smaller id first; None if they are not all known (TK-92)."""
        if not self.typed(value, "list", ("edges",)):
            return None
        edges: set[Edge] = set()
        wrong = False
        for k, item in enumerate(value):
            pair = self.pair(item, ("edges", k))
            if pair is None:
                wrong = True
            elif len(pair) != 2 or (n is not None and not _two_ids(pair, n)):
                self.report("bad_edge", ("edges", k), "not two different existing ids")
                wrong = True
            elif n is not None:
                edge = (min(pair), max(pair))
                if edge in edges:
                    self.report("duplicate_edge", ("edges", k), "an earlier edge is the same")
                edges.add(edge)
        if n is None or wrong:
            return None
        if len(_reached(n, edges)) < n:
            self.report("not_connected", ("edges",), "some circles cannot be reached")
        return edges

    def tables(self, value: Any, sums: list[int | None]) -> Names | None:
        """TK-69. The zone names, each None where it is not known; None after `bad_tables` or where not even the number
        of tables is known. `sums` gets the boxes.
        """
        if not self.typed(value, "list", ("tables",)):
            return None
        names: Names = []
        objects = 0
        for k, item in enumerate(value):
            path: Parts = ("tables", k)
            table = self.object(item, path, ("zone", "limits"))
            if table is None:
                continue
            objects += 1
            right = "zone" in table and self.typed(table["zone"], "string", (*path, "zone"))
            names.append(table["zone"] if right else None)
            sums.append(self.limits(table["limits"], (*path, "limits")) if "limits" in table else None)
        if objects < len(value):
            return None
        if len(value) not in (1, 2):
            self.report("bad_tables", ("tables",), "one or two tables")
            return None
        if None in names:
            return names  # what needs no name is still checked
        if len(names) == 1 and names != ["all"]:
            self.report("bad_tables", ("tables",), "the zone of one table is 'all'")
            return None
        if len(names) == 2 and (names[0] == names[1] or "all" in names or "shared" in names):
            self.report("bad_tables", ("tables",), "two different zones, neither 'all' nor 'shared'")
            return None
        return names

    def limits(self, value: Any, path: Parts) -> int | None:
        """TK-69. The sum, None after any error in it (TK-92)."""
        before = len(self.found)
        limits = self.object(value, path, OPERATIONS)
        for name in OPERATIONS:
            boxes = 0 if limits is None else limits.get(name, 0)
            if self.typed(boxes, "integer", (*path, name)) and not 0 <= boxes <= 15:
                self.report("bad_limit", (*path, name), "not 0 to 15")
        if limits is None or len(self.found) > before:
            return None
        return sum(int(limits[name]) for name in OPERATIONS)

    def zones(self, specials: dict[str, Any], names: Names | None, n: int | None) -> dict[str, list[int]] | None:
        """TK-69, TK-71. The circles by zone, None where they are not known."""
        path: Parts = ("specials", "zones")
        if "zones" not in specials:
            if names is not None and len(names) == 2:
                self.report("bad_zones", path, "two tables and no zones")
            return None
        if not self.typed(specials["zones"], "object", path):
            return None
        lists = {key: self.list_of(value, "integer", (*path, key)) for key, value in specials["zones"].items()}
        if names is None:
            return None  # TK-92
        known = {key: ids for key, ids in lists.items() if ids is not None}
        held = [circle for ids in known.values() for circle in ids]
        if len(names) == 1:
            problem = "one table and zones"
        elif None in names:
            return None
        elif not set(names) <= set(lists) <= {*names, "shared"}:
            problem = "not the zones of the two tables"
        elif any(known.get(str(name)) == [] for name in names):
            problem = "a zone without circles"
        elif n is not None and known == lists and sorted(held) != list(range(n)):
            problem = "not every circle exactly once"
        else:
            return known if n is not None and known == lists else None
        self.report("bad_zones", path, problem)
        return None

    def start(self, value: Any, n: int | None, names: Names | None, parts: dict[str, list[int]] | None) -> None:
        """TK-69, TK-70."""
        if value is None:
            if names is not None and len(names) == 2:
                self.report("bad_start", ("start",), "two tables need start circles")
            return
        ids = self.list_of(value, "integer", ("start",))
        if ids is None:
            return
        shared = [] if parts is None else parts.get("shared", [])
        if not _good_ids(ids, n) or any(circle in shared for circle in ids):
            self.report("bad_start", ("start",), "not different existing ids, none of them shared")

    def boxes(
        self, sums: list[int | None], names: Names | None, n: int | None, parts: dict[str, list[int]] | None
    ) -> None:
        """TK-69, not after `bad_zones` (TK-92)."""
        if any(code == "bad_zones" for code, _, _ in self.found):
            return
        for k, name in enumerate(names or []):
            boxes = sums[k]
            if len(names or []) == 1:
                needed = None if any(code == "bad_zones" for code, _, _ in self.found) else n  # TK-92
            else:
                needed = None if parts is None else len(parts[str(name)]) + len(parts.get("shared", []))
            if boxes is not None and needed is not None and boxes < needed:
                self.report("too_few_boxes", ("tables", k), f"{boxes} boxes for {needed} circles")

    def penalties(self, value: Any) -> None:
        """TK-70."""
        penalties = self.object(value, ("penalties",), ("face", "isolated"))
        if penalties is None:
            return
        for key in penalties:
            path: Parts = ("penalties", key)
            price = penalties[key]
            if key == "isolated" and isinstance(price, str):
                if price != "number":
                    self.report("bad_penalty", path, "not 'number'")
            elif key in ("face", "isolated") and self.typed(price, "integer", path) and not 0 <= price <= 99:
                self.report("bad_penalty", path, "not 0 to 99")

    # ---- specials: TK-71 ----

    def specials(self, specials: dict[str, Any], n: int | None, edges: set[Edge] | None) -> None:
        for key, value in specials.items():
            path: Parts = ("specials", key)
            if key in ID_LISTS:
                ids = self.list_of(value, "integer", path)
                if ids is None:
                    continue  # TK-94: nor whether its partner is there
                good = _good_ids(ids, n)
            elif key == "prelinked":
                good = self.prelinked(value, path, n, edges)
            elif key in ("over12_loses", "gift_areas"):
                self.typed(value, "boolean", path)
                good = key != "gift_areas" or value is not True or "ornaments" in specials
            elif key in ("flags", "top"):
                good = self.prize(value, path, n)
            elif key == "ornaments":
                good = self.ornaments(value, path, n)
            else:
                continue  # `zones` has its own check; another key is unknown
            other = {"sofa": "fridge", "fridge": "sofa", "washbasin": "entrance"}.get(key)
            if not good or (other is not None and other not in specials):
                self.report("bad_special", path, f"{key} is not as it must be")

    def prelinked(self, value: Any, path: Parts, n: int | None, edges: set[Edge] | None) -> bool:
        if not self.typed(value, "list", path):
            return True
        pairs = [self.pair(item, (*path, k)) for k, item in enumerate(value)]
        if None in pairs:
            return True  # TK-92: its other checks are skipped
        known = [pair for pair in pairs if pair is not None]
        if not known or any(len(pair) != 2 for pair in known):
            return False
        if n is None:
            return True
        sorted_pairs = [(min(pair), max(pair)) for pair in known]
        # That a pair has two different ids is part of being an edge (TK-71).
        good = len(set(sorted_pairs)) == len(sorted_pairs) and all(0 <= c < n for pair in known for c in pair)
        return good and (edges is None or set(sorted_pairs) <= edges)

    def prize(self, value: Any, path: Parts, n: int | None) -> bool:
        prize = self.object(value, path, ("circles", "points"))
        good = True
        if prize is not None and "circles" in prize:
            ids = self.list_of(prize["circles"], "integer", (*path, "circles"))
            good = ids is None or _good_ids(ids, n)
        if prize is not None and "points" in prize and self.typed(prize["points"], "integer", (*path, "points")):
            good = good and 0 <= prize["points"] <= 99
        return good

    def ornaments(self, value: Any, path: Parts, n: int | None) -> bool:
        ornaments = self.object(value, path, ("colours", "points"))
        if ornaments is None:
            return True
        good = True
        colours: int | None = None
        if "colours" in ornaments and self.typed(ornaments["colours"], "object", (*path, "colours")):
            colours = len(ornaments["colours"])
            lists = [
                self.list_of(ids, "integer", (*path, "colours", colour)) for colour, ids in ornaments["colours"].items()
            ]
            known = [ids for ids in lists if ids is not None]
            held = [circle for ids in known for circle in ids]
            good = colours > 0 and all(_good_ids(ids, n) for ids in known)
            good = good and (n is None or len(set(held)) == len(held))  # disjoint
        if "points" in ornaments:
            points = self.list_of(ornaments["points"], "integer", (*path, "points"))
            if points is not None:
                good = good and all(0 <= p <= 99 for p in points) and (colours is None or len(points) >= colours)
        return good


def _two_ids(pair: Sequence[int], n: int) -> bool:
    return pair[0] != pair[1] and all(0 <= circle < n for circle in pair)


def _good_ids(ids: Sequence[int], n: int | None) -> bool:
    """Not empty; and different existing ids, where ids can be relied on (TK-92)."""
    if n is None:
        return len(ids) > 0
    return len(ids) > 0 and len(set(ids)) == len(ids) and all(0 <= circle < n for circle in ids)


def _reached(n: int, edges: Iterable[Edge]) -> set[int]:
    """The circles that hang together with circle 0."""
    reached = {0}
    for _ in range(n):
        for a, b in edges:
            if a in reached or b in reached:
                reached |= {a, b}
    return reached
