"""spielwerk.patchwork: parts, placements, tile, score."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from spielwerk import patchwork

TABLES: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "seeds" / "patchwork.json").read_text(encoding="utf-8")
)
EMPTY = np.zeros((9, 9), np.bool_)


def test_patches_are_those_of_the_table() -> None:
    assert len(patchwork.PATCHES) == 33  # PW-3
    for number, (patch, entry) in enumerate(zip(patchwork.PATCHES, TABLES["patches"], strict=True)):
        assert patch.id == number == entry["id"]
        assert [list(cell) for cell in patch.cells] == entry["cells"]
        for name in ("size", "height", "width", "button_cost", "time_cost", "income"):
            assert getattr(patch, name) == entry[name], (number, name)
        assert list(patch.orientations) == entry["orientation_ids"]  # PW-57
        assert str(patch).splitlines() == entry["ascii"]


def test_sums_of_the_digest() -> None:
    patches = patchwork.PATCHES  # PW-69
    assert sum(p.size for p in patches) == 166
    assert sum(p.button_cost for p in patches) == 133
    assert sum(p.time_cost for p in patches) == 107
    assert sum(p.income for p in patches) == 38
    assert sum(len(p.orientations) for p in patches) == 144
    assert sum(len(patchwork.placements(EMPTY, p)) for p in patches) == 7349


def test_orientations_turn_and_mirror_as_the_digest_says() -> None:
    for patch in patchwork.PATCHES:  # PW-56
        for number, cells in patch.orientations.items():
            turned, height, width = set(patch.cells), patch.height, patch.width
            if number >= 4:
                turned = {(r, width - 1 - c) for r, c in turned}
            for _ in range(number % 4):
                turned = {(c, height - 1 - r) for r, c in turned}
                height, width = width, height
            assert set(cells) == turned, (patch.id, number)


def test_track_is_that_of_the_table() -> None:
    track = patchwork.TRACK  # PW-6, PW-7, PW-8
    assert (track.positions, track.last) == (54, 53)
    assert track.income_lines == (5, 11, 17, 23, 29, 35, 41, 47, 53)
    assert track.special_lines == {"current": (26, 32, 38, 44, 50), "first_edition": (20, 26, 32, 44, 50)}


def test_parts_are_values() -> None:
    assert pickle.loads(pickle.dumps(patchwork.PATCHES)) == patchwork.PATCHES
    assert len(set(patchwork.PATCHES)) == 33
    assert hash(patchwork.TRACK) == hash(pickle.loads(pickle.dumps(patchwork.TRACK)))
    with pytest.raises(AttributeError):
        patchwork.PATCHES[0].income = 3  # type: ignore[misc]
    assert {"PATCHES", "TRACK", "score"} <= set(dir(patchwork))
    with pytest.raises(AttributeError, match="NOTHING"):
        patchwork.NOTHING  # noqa: B018


def test_placements_agree_with_brute_force() -> None:
    rng = sw.Rng(5)
    for _ in range(20):
        board = np.array([[rng.below(3) == 0 for _ in range(9)] for _ in range(9)])
        for patch in patchwork.PATCHES:
            wanted = [
                (number, row, col)
                for number, cells in patch.orientations.items()
                for row in range(9)
                for col in range(9)
                if all(row + r < 9 and col + c < 9 and not board[row + r, col + c] for r, c in cells)
            ]
            found = patchwork.placements(board, patch)
            assert [(p.orientation, p.row, p.col) for p in found] == wanted  # PW-23, PW-57
            for p in found:
                assert set(p.cells) == {(p.row + r, p.col + c) for r, c in patch.orientations[p.orientation]}


def test_boards_come_in_many_forms() -> None:
    board = np.zeros((9, 9), np.int64)
    board[4] = 1
    wanted = patchwork.placements(board.astype(bool), 17)
    forms: list[Any] = [
        board,
        board.tolist(),
        board.astype(np.float32),
        board.astype(np.uint8),
        np.asfortranarray(board),
        np.pad(board, 2)[2:-2, 2:-2],
        ["#########" if row == 4 else "........." for row in range(9)],
        tuple(tuple(bool(cell) for cell in row) for row in board),
    ]
    for form in forms:
        assert patchwork.placements(form, 17) == wanted
        assert patchwork.placements(form, patchwork.PATCHES[17]) == wanted
    frozen = board.astype(bool)
    frozen.flags.writeable = False
    assert patchwork.placements(frozen, np.int64(17)) == wanted
    assert len(wanted) == 8 * 5, "only the rows beside the covered one and no column take a strip of five"


def test_quilt_of_a_state_can_be_asked() -> None:
    match = sw.Match("patchwork", 3)
    for _ in range(15):
        match.play_random()
    position = match.state.to_dict()
    seat = match.current_player
    for slot, patch in enumerate(position["circle"][:3]):
        first = 82 + 648 * slot
        legal = [a - first for a in match.legal_actions() if first <= a < first + 648]
        if legal:
            found = patchwork.placements(position["players"][seat]["quilt"], patch)
            assert legal == [81 * p.orientation + 9 * p.row + p.col for p in found]  # PW-52


def test_7x7_windows() -> None:
    for top in range(3):
        for left in range(3):
            board = EMPTY.copy()
            board[top : top + 7, left : left + 7] = True
            assert patchwork.has_7x7(board)  # PW-38
            for cell in ((top, left), (top + 6, left + 6), (top + 3, left + 2)):
                holed = board.copy()
                holed[cell] = False
                assert not patchwork.has_7x7(holed)
    assert not patchwork.has_7x7(EMPTY)
    assert patchwork.has_7x7(~EMPTY)


def test_score_sheet() -> None:
    sheet = {"buttons": 14, "bonus_tile": 7, "empty_cells": -10, "total": 11}
    assert patchwork.score(14, 5, True) == sheet  # PWC-26, PW-77
    assert patchwork.score(14, 5, False)["total"] == 4
    assert patchwork.score(np.int32(0), 81, bonus_tile=np.False_)["total"] == -162  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "board",
    [
        np.zeros((9, 8)),
        np.zeros(81),
        np.zeros((9, 9, 1)),
        np.full((9, 9), 2),
        np.full((9, 9), np.nan),
        np.full((9, 9), -1),
        np.full((9, 9), "#"),
        np.full((9, 9), None),
        ["#" * 9] * 8,
        ["#" * 8] * 9,
        ["x" * 9] * 9,
        [[0] * 9] * 8 + [[0] * 8],
        None,
        "#" * 81,
        5,
        {},
    ],
)
def test_other_boards_are_refused(board: Any) -> None:
    with pytest.raises(ValueError, match="quilt"):
        patchwork.placements(board, 0)
    with pytest.raises(ValueError, match="quilt"):
        patchwork.has_7x7(board)


@pytest.mark.parametrize(
    ("patch", "error"),
    [
        (-1, ValueError),
        (33, ValueError),
        (10**30, ValueError),
        ("7", TypeError),
        (True, TypeError),
        (1.0, TypeError),
        (None, TypeError),
    ],
)
def test_other_patches_are_refused(patch: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="patch"):
        patchwork.placements(EMPTY, patch)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((-1, 0, False), ValueError),
        ((0, -1, False), ValueError),
        ((0, 82, False), ValueError),
        ((10**30, 0, False), ValueError),
        ((1.0, 0, False), TypeError),
        ((1, True, False), TypeError),
        ((1, 0, 1), TypeError),
        ((1, 0, None), TypeError),
    ],
)
def test_other_scores_are_refused(arguments: tuple[Any, Any, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        patchwork.score(*arguments)
