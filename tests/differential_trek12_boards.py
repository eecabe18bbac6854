"""Board files of Trek 12, good ones and damaged ones, checked by the package and by the plain reference (TK-72)."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

import spielwerk as sw
from tests.differential import SEED_VARIABLE, DifferenceError
from tests.differential_parts import places_in
from tests.reference import random_boards, trek12
from tests.reference.trek12 import OPERATIONS
from tests.reference.trek12_board_checks import SPECIALS

SHIPPED: Final[list[dict[str, Any]]] = trek12.TABLES["boards"]
KEYS: Final = (
    *("id", "name", "provenance", "circles", "edges", "tables", "start", "penalties", "specials", *SPECIALS),
    *("level", "note", "unknown", "max", "x", "y", "zone", "limits", *OPERATIONS, "face", "isolated", "circles"),
    *("points", "colours", "shared", "all", "left", "red", "", "colour", "a.b", "[0]"),
    *("\u00e9", "\U0001f600", "\ue000"),
)
SCALARS: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, 2, -1, 3, 5, 6, 7, 12, 13, 15, 16, 31, 32, 33, 99, 100, 2**31, 2**63 - 1, 2**63),
    *(-(2**63), -(2**63) - 1, 2**64, 10**30, 0.0, 1.0, -0.0, 0.5, 6.0, 1e300, "", "all", "shared", "left", "number"),
    *("user", "verified", "Verified", "Board", "x" * 40, "x" * 41, "a b", "id\n", "\u0661", "\u00e9", "\U0001f600"),
    *("\0", [], {}, [[]], [0], [0, 1], [0, 0], [0, 1, 2], [[0, 1]], [[0, 1], [1, 0]], [[1, 1]], [None], ["0"], [True]),
    *([0.0], {"": []}, {"circles": [0], "points": 5}, {"colours": {"red": [0]}, "points": [1]}),
    {"face": 3, "isolated": "number"},
)

Damage = Callable[[Any, random.Random], None]


# ---- damages to the document ----


def _boards(document: Any) -> list[Any]:
    boards = document.get("boards")
    return boards if isinstance(boards, list) else []


def _board(document: Any, rng: random.Random) -> dict[str, Any]:
    boards = [board for board in _boards(document) if isinstance(board, dict)]
    return rng.choice(boards) if boards else {}


def _place(document: Any, rng: random.Random) -> tuple[Any, Any] | None:
    """Mostly inside a board, and not always in its long lists."""
    board = _board(document, rng)
    if rng.random() < 0.5:
        places = [(board, key) for key in board]
        specials = board.get("specials")
        places += [(specials, key) for key in specials] if isinstance(specials, dict) else []
    else:
        places = places_in(board)
    return rng.choice(places) if places else None


def _other_value(document: Any, rng: random.Random) -> None:
    if (place := _place(document, rng)) is not None:
        place[0][place[1]] = copy.deepcopy(rng.choice(SCALARS))


def _other_value_below(document: Any, rng: random.Random) -> None:
    """One of the document itself, rarely: after most of them nothing else is checked."""
    if rng.random() < 0.2:
        document[rng.choice(["schema", "boards", "name"])] = copy.deepcopy(rng.choice(SCALARS))
    elif boards := _boards(document):
        boards[rng.randrange(len(boards))] = copy.deepcopy(rng.choice(SCALARS))


def _lost_value(document: Any, rng: random.Random) -> None:
    if (place := _place(document, rng)) is not None:
        del place[0][place[1]]


def _more_keys(document: Any, rng: random.Random) -> None:
    objects = [item for item in (_board(document, rng),) if item]
    objects += [container[key] for container, key in places_in(objects) if isinstance(container[key], dict)]
    if objects:
        rng.choice(objects)[rng.choice(KEYS)] = copy.deepcopy(rng.choice(SCALARS))


def _special(document: Any, rng: random.Random) -> None:
    specials = _board(document, rng).setdefault("specials", {})
    if isinstance(specials, dict):
        specials[rng.choice(SPECIALS)] = copy.deepcopy(rng.choice(SCALARS))


def _list(document: Any, rng: random.Random) -> None:
    """One item more, less, twice, or another order."""
    lists = [c[k] for c, k in places_in(_board(document, rng)) if isinstance(c[k], list)]
    if not lists:
        return
    chosen, act = rng.choice(lists), rng.randrange(5)
    if act == 0:
        chosen.append(copy.deepcopy(rng.choice(SCALARS)))
    elif act == 1 and chosen:
        chosen.append(copy.deepcopy(rng.choice(chosen)))
    elif act == 2 and chosen:
        chosen.pop(rng.randrange(len(chosen)))
    elif act == 3:
        rng.shuffle(chosen)
    else:
        chosen.clear()


def _near(document: Any, rng: random.Random) -> None:
    """A number a little off: ids out of range, ids twice, too few boxes, prices too high."""
    numbers = [(c, k) for c, k in places_in(_board(document, rng)) if type(c[k]) is int]
    if numbers:
        container, key = rng.choice(numbers)
        container[key] += rng.choice([-1, 1, -16, 16, 100])


def _edges(document: Any, rng: random.Random) -> None:
    """Edges lost or doubled: pieces, and pre-links that are no edges any more."""
    edges = _board(document, rng).get("edges")
    if isinstance(edges, list) and edges:
        act = rng.randrange(3)
        if act == 0:
            del edges[rng.randrange(len(edges)) :]
        elif act == 1 and isinstance(edge := rng.choice(edges), list):
            edges.append(edge[::-1])
        else:
            edges.pop(rng.randrange(len(edges)))


def _tables(document: Any, rng: random.Random) -> None:
    """Other numbers of tables, other zones, no boxes."""
    board = _board(document, rng)
    tables, specials = board.get("tables"), board.get("specials")
    act = rng.randrange(6)
    if not isinstance(tables, list) or not tables:
        return
    if act == 0:
        tables.append(copy.deepcopy(rng.choice(tables)))
    elif act == 1:
        tables.pop()
    elif act == 2 and isinstance(table := rng.choice(tables), dict):
        table["zone"] = rng.choice(["all", "shared", "left", "", 0])
    elif act == 3 and isinstance(table := rng.choice(tables), dict):
        table["limits"] = dict.fromkeys(OPERATIONS, rng.choice([0, 1, 3, 15]))
    elif act == 4 and isinstance(specials, dict):
        specials.pop("zones", None)
    elif isinstance(specials, dict) and isinstance(zones := specials.get("zones", {}), dict):
        zones[rng.choice(["all", "left", "shared", "b", *zones])] = rng.choice([[], [0], [0, 1], [99], ["0"]])
        specials["zones"] = zones


def _twice(document: Any, rng: random.Random) -> None:
    """A board again: its id is there already."""
    if (boards := _boards(document)) and len(boards) < 5:
        boards.append(copy.deepcopy(rng.choice(boards)))


DAMAGES: Final[list[Damage]] = [
    *(_other_value, _other_value, _other_value, _other_value_below, _lost_value, _lost_value, _more_keys, _special),
    *(_list, _list, _near, _near, _edges, _tables, _twice),
]


# ---- damages to the text ----

TOKENS: Final = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 400, "-0", "-0.0", "0e0", "-0e0", "1e2", "1E+2"),
    *("00", "01", "-", "-1", "+1", ".5", "5.", "0x1", "1_0", "1e", "true", "True", "nul", "null", "'a'", '"a'),
    *("[", "{", "]", "}", ",", ":", "", " ", "\t", "\n", "\r", "\v", "\f", "\u00a0", "\u2028", "\ufeff", "\0", "//"),
    *("/**/", "\\", '"\\u0000"', '"\\ud800"', '"\\udc00"', '"\\ud83d\\ude00"', '"\\ude00\\ud83d"', '"\\ud800\\u0041"'),
    *('"\\u12"', '"\\x41"', '"\\/"', '"\t"', '"\u0001"', '"\x7f"', "9007199254740993", "9223372036854775807"),
    *("9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615"),
    *("18446744073709551616", "1.7976931348623157e308", "1.7976931348623159e308", "5e-324", "1e-400"),
    *("1" + "0" * 308, "1" + "0" * 309, "2" + "0" * 308, '{"a":' * 130 + "0" + "}" * 130),
    *("[" * 122 + "]" * 122, "[" * 126 + "]" * 126, "[" * 127 + "]" * 127, "[" * 128 + "]" * 128),
)
BAD_BYTES: Final = (b"\xff", b"\xc3", b"\x80", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\x80", b"\xef\xbb\xbf")


def damaged_text(text: str, rng: random.Random, keys: Sequence[str] = KEYS) -> bytes:
    """The text as bytes, with a few signs or bytes changed, most often in the place of a value; ``keys`` are those that
    may come twice.
    """
    data = text.encode()
    for _ in range(rng.choice([1, 1, 1, 2])):
        act, at = rng.randrange(9), rng.randrange(len(data) + 1)
        if act == 0:
            data = data[:at] + rng.choice(BAD_BYTES) + data[at:]
        elif act == 1:
            data = rng.choice([b"\xef\xbb\xbf", b" ", b"\xff\xfe", b"[", b"\n\r\t "]) + data
        elif act == 2:
            data = data[:at]
        elif act == 3:
            data += rng.choice([b"x", b" ", b"\n", b"}", b"\0", b"{}"])
        elif act == 4:
            end = min(len(data), at + rng.choice([1, 1, 2, 10]))
            data = data[:at] + data[end:]
        elif act == 5 and (at := data.find(b"{", at)) >= 0:
            # A key that may be there a second time, before or after this one.
            data = data[: at + 1] + f'"{rng.choice(keys)}": {rng.choice(TOKENS)}, '.encode() + data[at + 1 :]
        else:
            data = _other_token(data, rng)
    return data


def _other_token(data: bytes, rng: random.Random) -> bytes:
    """A number, a string or a bracket is another token."""
    starts = [k for k, byte in enumerate(data) if byte in b'0123456789"[]{}:,']
    if not starts:
        return data
    start = rng.choice(starts)
    end = start + 1
    if data[start] in b"0123456789":
        while end < len(data) and data[end] in b"0123456789.":
            end += 1
    elif data[start] == ord('"') and rng.random() < 0.7:
        end = max(end, data.find(b'"', end) + 1)
    return data[:start] + rng.choice(TOKENS).encode("utf-8", "surrogatepass") + data[end:]


def file(rng: random.Random) -> str:
    """A valid file: random boards, or some of the built-in ones."""
    if rng.random() < 0.7:
        return random_boards.random_board_file(rng)
    boards = rng.sample(SHIPPED, rng.choice([1, 1, 2]))
    return json.dumps({"schema": "trek12-boards/1", "boards": boards})


def broken(rng: random.Random) -> bytes:
    """A file with no, one or several things wrong with it."""
    document = json.loads(file(rng))
    for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 2, 3, 5, 9])):
        rng.choice(DAMAGES)(document, rng)
    if rng.random() < 0.3:
        return damaged_text(json.dumps(document, ensure_ascii=rng.random() < 0.5), rng)
    return json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, None, 1])).encode()


Found = list[tuple[str, int | None, str | None, str]]


def by_package(data: bytes | str) -> Found:
    errors = sw.trek12.validate(data)
    return [(error.code, error.board, _cut(error.id), _cut(error.path) or "") for error in errors]


def by_reference(data: bytes | str) -> Found:
    errors = trek12.validate(data)
    return [(error.code, error.index, _cut(error.id), _cut(error.path) or "") for error in errors]


def _cut(text: str | None) -> str | None:
    """The package shortens ids and keys of more than 100 characters."""
    return text if text is None or len(text) <= 100 else text[:100]


def compare(seed: int, index: int) -> Found:
    """File ``index`` of a run, checked by both: the same codes, boards, ids and paths in the same order."""
    data = broken(random.Random(f"{seed}/file/{index}"))
    try:
        ours, theirs = by_package(data), by_reference(data)
        if ours != theirs:
            raise DifferenceError(f"package {ours}, reference {theirs}")
        text = data.decode("utf-8", "surrogateescape")
        if index % 8 == 0 and text.lstrip().startswith("{") and by_package(text) != by_reference(text):
            raise DifferenceError(f"as text: package {by_package(text)}, reference {by_reference(text)}")
        if not ours:
            _compare_boards(data)
    except Exception as error:
        raise DifferenceError(f"{SEED_VARIABLE}={seed}, file {index}: {error!r} of {data!r}") from error
    return ours


def _compare_boards(data: bytes) -> None:
    """What a valid file says, with all that it may leave out (TK-67)."""
    for mine, board in zip(sw.trek12.boards(data).values(), trek12.read_boards(data), strict=True):
        form = {**board.form, "circles": sorted(board.form["circles"], key=lambda circle: int(circle["id"]))}
        if _sorted(mine.to_dict()) != _sorted(form):
            raise DifferenceError(f"package {_sorted(mine.to_dict())}, reference {_sorted(form)}")


def _sorted(board: dict[str, Any]) -> dict[str, Any]:
    """Without what says nothing: no shared circles, a special that is off, an empty list of what is invented."""
    specials = {key: value for key, value in board["specials"].items() if value is not False}
    if "zones" in specials:
        specials["zones"] = {name: ids for name, ids in specials["zones"].items() if ids}
    provenance = {key: value for key, value in board["provenance"].items() if value != []}
    # An integer of any size is a number (TK-68), and the package keeps it as a double.
    numbers = {"x": float, "y": float}
    circles = [{key: numbers.get(key, int)(number) for key, number in circle.items()} for circle in board["circles"]]
    return {**board, "circles": circles, "specials": specials, "provenance": provenance}
