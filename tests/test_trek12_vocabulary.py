"""spielwerk.trek12: boards, operations, and the score of a sheet with all that may be wrong with it."""

import dataclasses
import json
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from spielwerk import trek12
from spielwerk.trek12 import FACE, Board, Sheet
from tests import hostile
from tests.reference.random_boards import random_board_file
from tests.scenario_runner import board_file
from tests.trek12_small import EMPTY, ROOT, SEED, nonzero, path, prices, rulebook, small

# ---- boards ----


def test_boards_are_those_of_the_table() -> None:
    assert list(trek12.BOARDS) == [entry["id"] for entry in SEED["boards"]]  # TK-32
    for entry in SEED["boards"]:
        board = trek12.BOARDS[entry["id"]]
        assert (board.name, board.level) == (entry["name"], entry["provenance"]["level"])  # TK-86, TK-87
        assert board.note == entry["provenance"]["note"]
        assert list(board.unknown) == entry["provenance"].get("unknown", [])
        assert [c._asdict() for c in board.circles] == sorted(entry["circles"], key=lambda circle: circle["id"])
        assert [circle.id for circle in board.circles] == list(range(len(board.circles)))
        assert [list(pair) for pair in board.edges] == entry["edges"]
        assert [(table.zone, table.limits) for table in board.tables] == [
            (table["zone"], table["limits"]) for table in entry["tables"]
        ]
        assert board.start == (None if entry["start"] is None else tuple(entry["start"]))
        assert board.penalties._asdict() == entry["penalties"]
        assert json.loads(json.dumps(board.specials)) == json.loads(json.dumps(entry.get("specials", {})))
    assert {board.id for board in trek12.BOARDS.values() if board.level == "verified"} == {
        "dunai",
        "kagkot",
        "dhaulagiri",
    }


def test_known_numbers_of_boards() -> None:
    edges = {name: len(trek12.BOARDS[name].edges) for name in ("dunai", "kagkot", "dhaulagiri")}
    assert edges == {"dunai": 32, "kagkot": 27, "dhaulagiri": 23}  # TK-80
    dangerous = {name: [c.id for c in board.circles if c.max == 6] for name, board in trek12.BOARDS.items()}
    assert dangerous["dunai"] == []  # TK-33
    assert dangerous["kagkot"] == [3, 4, 10, 15]
    assert dangerous["dhaulagiri"] == [0, 4, 7, 10, 11, 16]


def test_boards_are_values() -> None:
    for board in trek12.BOARDS.values():
        again = pickle.loads(pickle.dumps(board))
        assert again == board and hash(again) == hash(board)
        assert again != dataclasses.replace(board, name="another")
        assert board.id in repr(board) and len(repr(board)) < 60
        assert board.game(players=3).num_players == 3
        assert board.game().options["board"] == board.id
        assert board.game() == sw.load("trek12", board=board.id)
        with pytest.raises(AttributeError):
            board.id = "x"  # type: ignore[misc]
    assert len(set(trek12.BOARDS.values())) == 9
    with pytest.raises(TypeError):
        trek12.BOARDS["mine"] = trek12.BOARDS["dunai"]  # type: ignore[index]
    assert {"BOARDS", "OPERATIONS", "score"} <= set(dir(trek12))
    with pytest.raises(AttributeError, match="NOTHING"):
        trek12.NOTHING  # noqa: B018


def test_a_board_goes_through_a_file_and_comes_back() -> None:
    text = json.dumps({"schema": "trek12-boards/1", "boards": [board.to_dict() for board in trek12.BOARDS.values()]})
    assert trek12.boards(text) == dict(trek12.BOARDS)  # TK-66
    assert trek12.boards(text.encode()) == dict(trek12.BOARDS)
    assert trek12.boards((ROOT / "seeds" / "trek12.json").read_bytes()) == dict(trek12.BOARDS)
    assert trek12.boards(str(ROOT / "seeds" / "trek12.json")) == dict(trek12.BOARDS)
    rng = random.Random(7)
    for _ in range(30):
        for board in trek12.boards(random_board_file(rng)).values():
            file = {"schema": "trek12-boards/1", "boards": [board.to_dict()]}
            assert trek12.boards(json.dumps(file)) == {board.id: board}
            assert board.game().tables()["boards"] == [board.to_dict()]


def test_a_changed_board_is_a_board() -> None:
    board = dataclasses.replace(trek12.BOARDS["dunai"], start=(18,))
    assert trek12.open_circles("dunai", EMPTY) == list(range(19))
    assert trek12.open_circles(board, EMPTY) == [18]  # TK-10
    assert board.game().options["board"] == "dunai" and board.game() != sw.load("trek12")
    wrong = dataclasses.replace(board, edges=((0, 0),))
    with pytest.raises(sw.OptionError, match="bad_edge"):
        trek12.open_circles(wrong, EMPTY)
    with pytest.raises(sw.OptionError, match="bad_edge"):
        wrong.game()


def test_boards_are_drawn() -> None:
    board = trek12.BOARDS["christmas"]
    assert board.svg() == board._repr_svg_()
    assert board.svg().startswith("<svg")
    sheet = Sheet(board, [5, 6, *[None] * 17], ())
    assert sheet.svg() == sheet._repr_svg_() == board.svg(sheet) != board.svg()
    with pytest.raises(ValueError, match="dunai"):
        board.svg(Sheet("dunai", EMPTY))


# ---- operations ----


def test_operations_and_values() -> None:
    assert trek12.OPERATIONS == ("min", "max", "diff", "sum", "prod")  # TK-4
    plain: dict[str, Callable[[int, int], int]] = {
        "min": min,
        "max": max,
        "diff": lambda red, yellow: abs(red - yellow),
        "sum": lambda red, yellow: red + yellow,
        "prod": lambda red, yellow: red * yellow,
    }
    for operation in trek12.OPERATIONS:
        for red in range(1, 7):  # TK-3
            for yellow in range(6):
                assert trek12.value(operation, red, yellow) == plain[operation](red, yellow)
    assert trek12.value("sum", np.int64(6), np.uint8(5)) == 11  # TK-65


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("plus", 1, 1), ValueError, "min, max, diff, sum, prod"),
        (("", 1, 1), ValueError, "operation"),
        (("sum", 0, 1), ValueError, "red must be a whole number from 1 to 6"),
        (("sum", 7, 1), ValueError, "red"),
        (("sum", 1, 6), ValueError, "yellow must be a whole number from 0 to 5"),
        (("sum", 1, -1), ValueError, "yellow"),
        (("sum", 1, 10**30), ValueError, "yellow"),
        (("sum", True, 1), TypeError, "red"),
        (("sum", 1.0, 1), TypeError, "red"),
        (("sum", 1, None), TypeError, "yellow"),
        ((3, 1, 1), TypeError, "operation"),
    ],
)
def test_other_operations_and_dice_are_refused(arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        trek12.value(*arguments)


# ---- scores: the cases of the list ----


def test_rulebook_example_on_kagkot() -> None:
    numbers, links = rulebook()
    wanted = {"ropes": 45, "longest_rope_bonus": 21, "areas": 25, "largest_area_bonus": 1, "isolated": -3, "total": 89}
    assert nonzero(trek12.score("kagkot", numbers, links)) == wanted  # TKC-1, TK-25, TK-26, TK-27, TK-29
    printed = trek12.score("kagkot", numbers, links, bonus_table="printed")
    assert (printed["longest_rope_bonus"], printed["total"]) == (20, 88)  # TK-28
    assert sorted(map(len, trek12.ropes("kagkot", numbers, links))) == [2, 2, 3, 8]
    assert trek12.isolated("kagkot", numbers, links) == [5]
    assert trek12.open_circles("kagkot", numbers) == []


def test_second_rulebook_example() -> None:
    numbers = [*range(8), 12, 11, 10, 12, 11, 2, 1, 11, 11, 11, 3, 3, 9, FACE]
    links = [*((k, k + 1) for k in range(7)), (9, 8), (10, 9), (12, 11), (14, 13)]
    board = path(22, limits=dict.fromkeys(trek12.OPERATIONS, 5))
    wanted = {"ropes": 44, "longest_rope_bonus": 21, "areas": 17, "largest_area_bonus": 1, "isolated": -3, "faces": -3}
    assert nonzero(trek12.score(board, numbers, links)) == {**wanted, "total": 77}  # TKC-2, TK-30
    assert trek12.score(board, numbers, links, bonus_table="printed")["total"] == 76


SEED_ROPES = small(7, [(0, 1), (2, 3), (3, 4), (0, 5), (2, 5), (1, 6), (4, 6)])
SEED_NUMBERS = [6, 7, 6, 7, 8, 5, 0]


@pytest.mark.parametrize(
    ("case", "board", "numbers", "links", "wanted"),
    [
        ("TKC-3", path(2), [4, 5], None, {"ropes": 6, "total": 6}),
        ("TKC-4", small(3, [(0, 1), (0, 2)]), [4, 5, 5], [(0, 1)], {"ropes": 6, "isolated": -3, "total": 3}),
        (
            "TKC-5 A=0",
            SEED_ROPES,
            SEED_NUMBERS,
            [(0, 1), (2, 3), (3, 4), (5, 0)],
            {"ropes": 19, "longest_rope_bonus": 1, "isolated": -3, "total": 17},
        ),
        (
            "TKC-5 A=2",
            SEED_ROPES,
            SEED_NUMBERS,
            [(0, 1), (2, 3), (3, 4), (5, 2)],
            {"ropes": 19, "longest_rope_bonus": 3, "isolated": -3, "total": 19},
        ),
        (
            "TKC-6",
            small(7, [(k, (k + 1) % 7) for k in range(7)]),
            [0, 1, 2, 3, 4, 5, 9],
            None,
            {"ropes": 10, "longest_rope_bonus": 10, "isolated": -3, "total": 17},
        ),
        (
            "TKC-7",
            small(4, [(0, 1), (1, 2), (0, 3), (2, 3)]),
            [4, 4, 4, 9],
            None,
            {"areas": 6, "largest_area_bonus": 1, "isolated": -3, "total": 4},
        ),
        ("TKC-11 after one", path(4), [None, 5, None, None], None, {"isolated": -3, "total": -3}),
        ("TKC-11 after two", path(4), [None, 5, 6, None], None, {"ropes": 7, "total": 7}),
        ("TKC-11 after three", path(4), [None, 5, 6, 7], None, {"ropes": 9, "longest_rope_bonus": 1, "total": 10}),
        ("TKC-11", path(4), [4, 5, 6, 7], None, {"ropes": 10, "longest_rope_bonus": 3, "total": 13}),
        ("TKC-12", path(3), [4, 5, 5], [(0, 1)], {"ropes": 6, "areas": 6, "total": 12}),
        (
            "TKC-13",
            small(7, [(0, 1), (1, 2), (2, 6), (6, 3), (3, 4), (4, 5)]),
            [2, 3, 4, 7, 8, 9, 12],
            None,
            {"ropes": 17, "longest_rope_bonus": 1, "isolated": -3, "total": 15},
        ),
        ("TKC-14 rope", path(4), [9, 8, 7, 6], None, {"ropes": 12, "longest_rope_bonus": 3, "total": 15}),
        ("TKC-14 area", path(5), [6] * 5, None, {"areas": 10, "largest_area_bonus": 6, "total": 16}),
        ("TKC-15", path(2, prelinked=[[0, 1]]), [6, 7], None, {"ropes": 8, "total": 8}),
        ("TKC-15 face", path(2, prelinked=[[0, 1]]), [6, FACE], None, {"isolated": -3, "faces": -3, "total": -6}),
        (
            "TKC-16",
            path(4, sofa=[0], fridge=[3], **prices(3, "number")),
            [3, 4, 5, 6],
            None,
            {"ropes": 9, "longest_rope_bonus": 3, "sofa_fridge": 9, "total": 21},
        ),
        ("TKC-17", path(3, desk=[1]), [5] * 3, None, {"areas": 7, "largest_area_bonus": 1, "desk": 15, "total": 23}),
        (
            "TKC-18 clean",
            path(3, entrance=[0], washbasin=[2], **prices(3, "number")),
            [4, 5, 6],
            None,
            {"ropes": 8, "longest_rope_bonus": 1, "total": 9},
        ),
        (
            "TKC-18",
            path(3, entrance=[0], washbasin=[2], **prices(3, "number")),
            [4, 5, 1],
            None,
            {"ropes": 6, "entrance": -4, "isolated": -1, "total": 1},
        ),
        ("TKC-19", path(2, **prices(3, "number")), [0, 7], None, {"isolated": -7, "total": -7}),
        (
            "TKC-21",
            small(3, [(0, 1), (0, 2)], roses=[0, 2], **prices(10, 10)),
            [3, 4, 5],
            None,
            {"ropes": 5, "isolated": -10, "roses": 3, "total": -2},
        ),
        ("TKC-22", path(3, start=[2], flags={"circles": [0], "points": 5}), [4, 5, 6], None, {"ropes": 8, "total": 14}),
        (
            "TKC-24",
            small(4, [(0, 1), (0, 2), (1, 3), (2, 3)], waves=[1]),
            [FACE, 6, 6, 9],
            None,
            {"isolated": -9, "faces": -3, "total": -12},
        ),
        (
            "TKC-24 without the wave",
            small(4, [(0, 1), (0, 2), (1, 3), (2, 3)], waves=[1]),
            [5, 3, 6, 9],
            None,
            {"ropes": 7, "isolated": -6, "total": 1},
        ),
        (
            "TKC-25",
            SEED_ROPES,
            SEED_NUMBERS,
            [(0, 1), (2, 3), (3, 4)],
            {"ropes": 18, "longest_rope_bonus": 1, "isolated": -6, "total": 13},
        ),
    ],
)
def test_cases(case: str, board: Board, numbers: list[Any], links: Any, wanted: dict[str, int]) -> None:
    flags = [0] if case == "TKC-22" else []
    if flags:
        wanted = {**wanted, "longest_rope_bonus": 1, "flags": 5}  # TK-48
    for form in (board, board.game(), board.game(players=12)):
        assert nonzero(trek12.score(form, numbers, links, flags=flags)) == wanted


def test_bonuses_by_length() -> None:
    """TKC-13: every length from 0 to 19, as an area on Dunai and as far as possible as a rope (TK-28, TK-85)."""
    bonuses = [0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75]
    line = path(19)
    for count, bonus in enumerate(bonuses):
        area = trek12.score(line, [5] * count + [None] * (19 - count))
        assert area["largest_area_bonus"] == bonus
        assert area["areas"] == (5 + count - 1 if count > 1 else 0)
        printed = trek12.score(line, [5] * count + [None] * (19 - count), bonus_table="printed")
        assert printed["largest_area_bonus"] == (20 if count == 8 else bonus)
        if count <= 13:
            rope = trek12.score(line, [*range(count), *[None] * (19 - count)])
            assert rope["longest_rope_bonus"] == bonus
    assert trek12.score("dunai", [5] * 19)["total"] == 98


def test_failed_numbers() -> None:
    board = path(3, prelinked=[[0, 1]])
    stays: dict[str, Any] = {"prelink_failure": "number_stays"}
    sheet = trek12.score(board, [6, 9, None], failed=[1], **stays)
    assert nonzero(sheet) == {"isolated": -6, "total": -6}  # TKC-15, TK-38
    both = trek12.score(board, [6, 9, 10], failed=[1], **stays)
    assert nonzero(both) == {"ropes": 11, "isolated": -6, "total": 5}, "once, although it is in a rope"
    assert trek12.isolated(board, [6, 9, 10], failed=(1,), **stays) == [0, 1]
    with pytest.raises(sw.InvalidStateError, match="TK-38"):
        trek12.score(board, [6, 9, None], failed=[1])
    with pytest.raises(sw.InvalidStateError, match="TK-38"):
        trek12.score(board, [6, 9, None], failed=[2], **stays)


def test_ornaments_and_gifts() -> None:
    def christmas(n: int, red: list[int], blue: list[int]) -> Board:
        ornaments = {"colours": {"red": red, "blue": blue}, "points": [1, 3, 6, 10]}
        return path(n, ornaments=ornaments, gift_areas=True, **prices(5, 5))

    rope = trek12.score(christmas(3, [0, 1], [2]), [3, 4, 5])
    assert nonzero(rope) == {"ropes": 7, "longest_rope_bonus": 1, "ornaments": 3, "total": 11}  # TKC-23, TK-50
    board = christmas(4, [0], [3])
    assert nonzero(trek12.score(board, [9, 6, 6, 2])) == {"areas": 7, "gift_areas": 7, "isolated": -10, "total": 4}
    assert nonzero(trek12.score(board, [6, 6, 9, 2])) == {"areas": 7, "isolated": -10, "total": -3}


def test_options_change_the_score() -> None:
    numbers = [FACE, *[None] * 18]
    assert trek12.score("valentine", numbers)["faces"] == -10  # TK-45
    assert trek12.score("valentine", numbers, face_penalty="three")["faces"] == -3  # TK-30
    game = sw.load("trek12", board="valentine", face_penalty="three", players=4)
    assert trek12.score(game, numbers)["faces"] == -3, "a game's options hold"
    assert trek12.score(game, numbers, face_penalty="as_isolated")["faces"] == -10
    assert trek12.score("christmas", [None] * 19, top=())["top"] == 0
    top = trek12.BOARDS["christmas"].specials["top"]
    filled: list[Any] = [FACE if circle in top["circles"] else None for circle in range(19)]
    assert trek12.score("christmas", filled, top=top["circles"])["top"] == top["points"]  # TK-51


def test_scores_are_those_of_states() -> None:
    rng = random.Random(3)
    games = [sw.load("trek12", board=name, players=2) for name in trek12.BOARDS]
    games += [sw.load("trek12", board_file=random_board_file(rng), players=2) for _ in range(20)]
    loose = {"prelink_failure": "number_stays", "wave_failure": "no_link", "face_claims_flag": True}
    games += [sw.load(game.name, **{**game.options, **loose}) for game in games]
    for number, game in enumerate(games):
        state = game.initial_state()
        stream = sw.Rng(9, number)
        while not state.is_terminal:
            state = state.sample_chance(stream) if state.is_chance else state.apply(state.sample_action(stream))
            for seat, (sheet, player) in enumerate(zip(trek12.sheets(state), state.to_dict()["players"], strict=True)):
                if state.is_out(seat):
                    continue
                wanted = state.score_sheet(seat)
                assert sheet.score() == wanted
                parts = {key: player[key] for key in ("failed", "flags", "top")}
                assert trek12.score(game, player["numbers"], player["links"], **parts) == wanted
                filled = sum(entry is not None for entry in sheet.numbers)
                kinds = {c for rope in sheet.ropes() for c in rope} | {c for area in sheet.areas() for c in area}
                faces = player["numbers"].count(FACE)
                assert len(kinds - set(player["failed"])) + len(sheet.isolated()) + faces == filled  # TK-75


# ---- what may stand for a sheet, and what may not ----


def test_numbers_and_links_come_in_many_forms() -> None:
    numbers: list[Any] = [4, 5, FACE, None]
    links = [(0, 1)]
    board = path(4)
    wanted = trek12.score(board, numbers, links)
    forms: list[tuple[Any, Any]] = [
        (tuple(numbers), tuple(links)),
        (numbers, [[0, 1]]),
        (numbers, ([0, 1],)),
        (iter(numbers), iter(links)),
        ((entry for entry in numbers), {(0, 1)}),
        ([np.int8(4), np.int64(5), np.str_(FACE), None], np.array([[0, 1]])),
        (np.array(numbers, dtype=object), [np.array([0, 1], np.uint8)]),
        (numbers, [range(2)]),
    ]
    for form, pairs in forms:
        assert trek12.score(board, form, pairs) == wanted
    assert trek12.score(board, np.array([4, 5, 6, 7])) == trek12.score(board, [4, 5, 6, 7])
    failed: list[Any] = [[1], (1,), {1}, frozenset({1}), iter([1]), np.array([1]), range(1, 2)]
    for form in failed:
        pair = path(2, prelinked=[[0, 1]])
        assert trek12.score(pair, [6, 9], failed=form, prelink_failure="number_stays")["isolated"] == -6


@pytest.mark.parametrize(
    ("numbers", "links", "faults"),
    [
        ([4, 5], None, [r"numbers: 2 entries where the board has 4 circles"]),
        ([4, 5, 6, 7, 8], None, ["numbers"]),
        ([], [], ["numbers"]),
        ([13, 5, None, -1], [], [r"numbers\[0\]: 13 where", r"numbers\[3\]: -1 where"]),
        ([10**30, None, None, None], [], [r"numbers\[0\]"]),
        ([14, None, None, None], [], [r"numbers\[0\]: 14"]),
        ([15, None, None, None], [], [r"numbers\[0\]: 15"]),
        ([True, 1.0, "faces", 2], [], [r"numbers\[0\]: true", r"numbers\[1\]: 1\.0", r"numbers\[2\]: .*faces"]),
        ([4, 9, 5, 6], [(0, 1)], [r"links: \[0, 1\].*TK-15"]),
        ([4, 5, 6, 7], [(0, 2)], [r"links: \[0, 2\].*neighbours"]),
        ([4, 5, 6, 7], [(1, 0)], ["links"]),
        ([4, 5, 6, 7], [(0, 0)], ["links"]),
        ([4, 5, 4, 7], [(0, 1), (2, 1)], [r"links: \[2, 1\].*two links below"]),
        ([5, 4, 5, 7], [(1, 0), (1, 2)], [r"links\[1\].*two links above"]),
        ([4, 5, 6, 7], [(0, 1), (0, 1)], [r"links\[1\].*two"]),
        ([4, None, 6, 7], [(0, 1)], ["links"]),
        ([4, FACE, 6, 7], [(0, 1)], ["links"]),
        ([4, 5, 6, 7], [(0, 4)], [r"links\[0\]"]),
        ([4, 5, 6, 7], [(0, -1)], [r"links\[0\]"]),
        ([4, 5, 6, 7], [(0, 1, 2), (0,), 3, "01"], [r"links\[0\]", r"links\[1\]", r"links\[2\]", r"links\[3\]"]),
        ([4, 5, 6, 7], [(0, True), (1.0, 2)], [r"links\[0\]", r"links\[1\]"]),
        ([7, 13, 6, 7], [(0, 9)], [r"numbers\[1\]", r"links\[0\]"]),
    ],
)
def test_faulty_sheets_have_all_their_faults(numbers: Any, links: Any, faults: list[str]) -> None:
    board = path(4, dangerous=[0])
    doors: list[Callable[[], Any]] = [
        lambda: trek12.score(board, numbers, links),
        lambda: trek12.score(board, tuple(numbers), links),
        lambda: trek12.ropes(board, numbers, links),
        lambda: trek12.isolated(board, numbers, links),
        lambda: trek12.candidates(board, numbers, links, 0, 0),
        lambda: Sheet(board, numbers, links),
    ]
    if not links:
        doors += [
            lambda: trek12.areas(board, numbers),
            lambda: trek12.open_circles(board, numbers),
            lambda: trek12.assumed_links(board, numbers),
        ]
    for door in doors:
        with pytest.raises(sw.InvalidStateError, match="this is no sheet") as caught:
            door()
        found = caught.value.faults
        assert len(found) == len(faults), found
        for fault, pattern in zip(found, faults, strict=True):
            assert re.match(pattern, fault), (fault, pattern)


def test_dangerous_circles_and_marks_are_looked_at() -> None:
    with pytest.raises(sw.InvalidStateError, match=r"numbers\[3\]: 7 where a number from 0 to 6.*TK-75"):
        trek12.score("kagkot", [None] * 3 + [7] + [None] * 15)
    for name in ("flags", "top", "failed"):
        marks: dict[str, Any] = {name: [0]}
        with pytest.raises(sw.InvalidStateError, match=f"^this is no sheet: {name}"):
            trek12.score("dunai", [4, *[None] * 18], **marks)
        wrong: Any
        for wrong in ([19], [-1], [0.0], [True], ["0"], [10**30], [33], [64]):
            with pytest.raises(sw.InvalidStateError, match=rf"{name}\[0\]"):
                trek12.score("fily_trek", EMPTY, **{name: wrong})
        with pytest.raises(sw.InvalidStateError, match=rf"{name}\[1\].*twice"):
            trek12.score("fily_trek", EMPTY, **{name: [0, 0]})  # type: ignore[arg-type]
    wave = small(2, [(0, 1)], waves=[1])
    with pytest.raises(sw.InvalidStateError, match="TK-52"):
        trek12.score(wave, [4, 5], [(0, 1)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, EMPTY), "a board is"),
        ((None, EMPTY), "a board is"),
        (("dunai", None), "numbers must be a sequence"),
        (("dunai", 5), "numbers must be a sequence"),
        (("dunai", "5" * 19), "numbers must be a sequence"),
        (("dunai", bytes(19)), "numbers must be a sequence"),
        (("dunai", dict.fromkeys(range(19))), "numbers must be a sequence"),
        (("dunai", set(range(12))), "numbers must be a sequence"),
        (("dunai", EMPTY, 5), "links must be a sequence"),
        (("dunai", EMPTY, "01"), "links must be a sequence"),
        (("dunai", [object()] * 19), "not of object"),
        (("dunai", EMPTY, [(object(), 1)]), "not of object"),
        ((sw.load("patchwork"), EMPTY), "trek12"),
    ],
)
def test_what_is_no_sheet_at_all(arguments: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        trek12.score(*arguments)


def test_other_boards_and_options_are_refused() -> None:
    with pytest.raises(sw.OptionError, match='"dunai", "kagkot"'):
        trek12.score("everest", EMPTY)
    with pytest.raises(sw.OptionError, match="bonus_table"):
        trek12.score("dunai", EMPTY, bonus_table="none")
    with pytest.raises(sw.OptionError, match="bonus_table"):
        trek12.score("dunai", EMPTY, bonus_table=["seed"])
    with pytest.raises(sw.OptionError, match="no option"):
        trek12.score("dunai", EMPTY, colour="red")
    assert trek12.score("dunai", EMPTY, players=1)["total"] == 0
    for players in (True, 1.0, "1"):
        with pytest.raises(sw.OptionError, match="players"):
            trek12.score("dunai", EMPTY, players=players)
    text = board_file({"n": 2, "edges": [[0, 1]]}, "here")
    assert trek12.score("scenario", [4, 5], board_file=text)["ropes"] == 6
    for board in (trek12.BOARDS["dunai"], sw.load("trek12")):
        with pytest.raises(sw.OptionError, match="given already"):
            trek12.score(board, EMPTY, board_file=text)
    with pytest.raises(TypeError):
        trek12.sheets(sw.load("patchwork").initial_state())


def test_nothing_hostile_comes_through() -> None:
    for value in hostile.values():
        for door in (
            lambda value: trek12.score(value, EMPTY),
            lambda value: trek12.score("dunai", value),
            lambda value: trek12.score("dunai", [value] * 19),
            lambda value: trek12.score("dunai", EMPTY, value),
            lambda value: trek12.score("dunai", EMPTY, [value]),
            lambda value: trek12.score("dunai", EMPTY, [(value, 1)]),
            lambda value: trek12.score("dunai", EMPTY, failed=value),
            lambda value: trek12.score("dunai", EMPTY, flags=[value]),
            lambda value: trek12.candidates("dunai", EMPTY, None, value, 1),
            lambda value: trek12.candidates("dunai", EMPTY, None, 1, value),
            lambda value: trek12.value(value, 1, 1),
            lambda value: trek12.value("sum", value, 1),
            lambda value: trek12.compatibility(value, value),
            lambda value: trek12.boards(value),
            lambda value: trek12.validate(value),
            lambda value: sw.load("trek12", board=value),
            lambda value: sw.load("trek12", board_file=value),
            lambda value: sw.load("trek12", players=value),
        ):
            hostile.knock(door, value)
