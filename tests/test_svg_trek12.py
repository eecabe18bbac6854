"""Pictures of Trek 12: everything on the sheet, at its place, whatever the board file says."""

import itertools
import json
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk.svg import state_svg
from spielwerk.svg.trek12 import board_svg, position_svg
from spielwerk.svg.trek12_board import RADIUS, UNIT
from spielwerk.svg.trek12_layout import edges_of, place_circles
from spielwerk.svg.trek12_parts import fitted, plain, text_width
from tests.trek12_pictures import (
    BOARDS,
    OPERATIONS,
    SHAPES,
    SVG,
    check_board,
    check_writing,
    disc,
    drawn,
    fresh,
    grid,
    of_class,
    place,
    position,
    rulebook,
    score,
    sheets,
    texts,
    title,
    transform,
    user_board,
    without_coordinates,
)

each_board = pytest.mark.parametrize("board", list(BOARDS.values()), ids=list(BOARDS))


# --- single boards ---------------------------------------------------------------------------------------


@each_board
def test_empty_boards(board: dict[str, Any]) -> None:
    root = drawn(board_svg(board))
    (sheet,) = sheets(root)
    check_board(sheet, board)
    check_writing(sheet, board, fresh(board))
    assert board["name"] in texts(root)
    first = disc(sheet, 0)
    for circle in board["circles"]:
        for axis, of_first, of_this in zip("xy", place(first), place(disc(sheet, circle["id"])), strict=True):
            apart = UNIT * (circle[axis] - board["circles"][0][axis])
            assert of_this - of_first == pytest.approx(apart, abs=0.02)


@each_board
def test_specials_are_on_the_board_and_in_the_legend(board: dict[str, Any]) -> None:
    root = drawn(board_svg(board))
    specials = board["specials"]
    ornaments = specials.get("ornaments", {}).get("colours", {})
    wanted = {
        "start": len(board["start"] or ()),
        "rose": len(specials.get("roses", ())),
        "wave": len(specials.get("waves", ())),
        "flag": len(specials.get("flags", {}).get("circles", ())),
        "top": len(specials.get("top", {}).get("circles", ())),
        "ornament": sum(map(len, ornaments.values())),
    } | {kind: len(specials.get(kind, ())) for kind in ("sofa", "fridge", "desk", "entrance", "washbasin")}
    (legend,) = of_class(root, "legend")
    words = " ".join(texts(legend))
    for kind, count in wanted.items():
        assert len(of_class(root, f"sign-{kind}")) == count
        assert ({"start": "first circle"}.get(kind, kind) in words) == (count > 0)
    assert all(f"ornament: {colour}" in words for colour in ornaments)
    assert len(of_class(root, "prelinked")) == len(specials.get("prelinked", ()))
    assert ("pre-linked" in words) == ("prelinked" in specials)
    zones = specials.get("zones", {})
    assert [title(zone) for zone in of_class(root, "zone")] == [f"zone {name}" for name in zones if name != "shared"]
    assert len(of_class(root, "shared")) == len(zones.get("shared", ()))
    assert sum(text.startswith("zone ") for text in texts(sheets(root)[0])) == len(board["tables"]) % 2 * 0 + 2 * bool(
        zones
    )
    assert ("at most 6" in words) == any(circle["max"] == 6 for circle in board["circles"])


def test_signs_lie_at_their_circles_and_not_upon_each_other() -> None:
    for board in BOARDS.values():
        (sheet,) = sheets(drawn(board_svg(board)))
        middles = {circle["id"]: place(disc(sheet, circle["id"])) for circle in board["circles"]}
        signs = [next(group.iter(f"{SVG}circle")) for group in of_class(sheet, "sign")]
        for sign in signs:
            near = sorted(math.dist(place(sign), middle) for middle in middles.values())
            assert near[0] < RADIUS + 3, "a sign touches its circle"
            assert near[1] > near[0] + 6, "and belongs to one only"
            assert near[0] > 24, "and leaves the number free"
        for one, two in itertools.combinations(signs, 2):
            assert math.dist(place(one), place(two)) > 23


def test_the_example_of_the_rulebook() -> None:
    board, player, expect = rulebook()
    root = drawn(board_svg(board, player, score=score(89, ropes=45, areas=25, isolated=-3)))
    (sheet,) = sheets(root)
    check_board(sheet, board)
    check_writing(sheet, board, player)
    assert sorted(title(rope) for rope in of_class(sheet, "rope")) == sorted(
        f"rope of {length} circles from {low} to {low + length - 1}"
        for length, low in ((8, 0), (2, 11), (2, 11), (3, 1))
    )
    assert [title(group) for group in of_class(sheet, "isolated")] == ["circle 5: 7, isolated"]
    assert expect["isolated_circles"] == [5]
    items = {name: texts(of_class(root, f"item-{name}")[0])[1] for name in ("ropes", "areas", "isolated", "total")}
    assert items == {"ropes": "45", "areas": "25", "isolated": "\N{MINUS SIGN}3", "total": "89"}


@st.composite
def written(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A board with any numbers on it and any set of links that the slots allow."""
    board = draw(st.sampled_from([*BOARDS.values(), SHAPES["grid"], SHAPES["star"], SHAPES["cube"]]))
    count = len(board["circles"])
    # Few numbers, so that there is something to link.
    values = st.one_of(st.none(), st.just("face"), st.integers(0, 12), st.integers(3, 5))
    numbers: list[Any] = draw(st.lists(values, min_size=count, max_size=count))
    links: list[list[int]] = []
    for edge in draw(st.permutations(edges_of(board))):
        for low, high in (edge, edge[::-1]):
            fits = isinstance(numbers[high], int) and numbers[low] == numbers[high] - 1
            if fits and all(low != other[0] and high != other[1] for other in links):
                links.append([low, high])
    ticked = [[draw(st.integers(0, table["limits"][name])) for name in OPERATIONS] for table in board["tables"]]
    failed = [circle for circle, value in enumerate(numbers) if isinstance(value, int)][: draw(st.integers(0, 2))]
    return board, fresh(board, numbers=numbers, links=sorted(links), ticked=ticked, failed=failed)


@settings(deadline=None, max_examples=60)
@given(written())
def test_whatever_is_written_is_drawn(case: tuple[dict[str, Any], dict[str, Any]]) -> None:
    board, player = case
    root = drawn(board_svg(board, player))
    (sheet,) = sheets(root)
    check_board(sheet, board)
    check_writing(sheet, board, player)
    assert len(of_class(sheet, "sign-broken")) == len(player["failed"])


def test_a_player_map_may_leave_keys_out() -> None:
    board = BOARDS["dunai"]
    assert board_svg(board, {}) == board_svg(board)
    numbers = [None] * 18 + [4]
    root = drawn(board_svg(board, {"numbers": numbers}))
    check_writing(sheets(root)[0], board, fresh(board, numbers=numbers))


def test_neighbouring_areas_have_different_tints() -> None:
    board = BOARDS["stay_home"]
    numbers = [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 4, 4, 6, 6, 6, 4, 6]
    (sheet,) = sheets(drawn(board_svg(board, {"numbers": numbers})))
    tints = {circle: disc(sheet, circle).get("fill") for circle in range(19)}
    for a, b in board["edges"]:
        if "#ffffff" not in (tints[a], tints[b]):
            assert (tints[a] == tints[b]) == (numbers[a] == numbers[b])


# --- layouts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", list(SHAPES.values()), ids=list(SHAPES))
def test_boards_without_coordinates_are_laid_out(board: dict[str, Any]) -> None:
    root = drawn(board_svg(board))
    check_board(sheets(root)[0], board)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    assert max(width, height) < 1400, "a page that can be looked at"
    places = place_circles(board)
    lengths = [math.dist(places[a], places[b]) for a, b in board["edges"]]
    if len(board["edges"]) <= 46 and len(board["circles"]) < 32:
        assert max(lengths) < 2, "neighbours are near each other"
    if board.get("start"):
        assert sum(places[circle][1] for circle in board["start"]) >= 0, "the way leads up"


def test_one_missing_coordinate_is_none() -> None:
    board = BOARDS["kagkot"]
    circles = [dict(circle) for circle in board["circles"]]
    del circles[3]["x"], circles[3]["y"]
    assert place_circles(board | {"circles": circles}) == place_circles(without_coordinates(board))


@pytest.mark.parametrize("unit", [0.01, 0.5, 40, 1e6])
def test_coordinates_in_another_unit(unit: float) -> None:
    board = BOARDS["kagkot"]
    circles = [circle | {"x": unit * circle["x"], "y": unit * circle["y"]} for circle in board["circles"]]
    expected, found = place_circles(board), place_circles(board | {"circles": circles})
    stretch = math.dist(found[0], found[1]) / math.dist(expected[0], expected[1])
    assert 0.95 < stretch < 1.05
    for (x, y), (other_x, other_y) in zip(expected, found, strict=True):
        assert (other_x, other_y) == pytest.approx((x * stretch, y * stretch))


@pytest.mark.parametrize("far", [0.0, 1e-9, 1e3, 1e12, 1e308, -1e308])
def test_useless_coordinates_are_not_used(far: float) -> None:
    board = BOARDS["kagkot"]
    for axis in "xy":
        circles = [circle | {axis: 0.0 if circle["id"] else far} for circle in board["circles"]]
        circles = [circle | {("y" if axis == "x" else "x"): 0.0} for circle in circles]
        check_board(sheets(drawn(board_svg(board | {"circles": circles})))[0], board)


def test_circles_may_come_in_any_order() -> None:
    board = BOARDS["dhaulagiri"]
    turned = board | {"circles": board["circles"][::-1], "edges": [edge[::-1] for edge in board["edges"][::-1]]}
    assert board_svg(turned) == board_svg(board)


def test_a_line_avoids_circles_that_it_does_not_join() -> None:
    circles = [{"id": circle, "max": 12, "x": circle, "y": 0} for circle in range(3)]
    board = user_board(3, [(0, 1), (1, 2), (0, 2)]) | {"circles": circles}
    (sheet,) = sheets(drawn(board_svg(board)))
    (line,) = of_class(sheet, "edge-0-2")
    points = [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", line.get("d", ""))]
    assert len(points) > 2
    assert min(math.dist(point, place(disc(sheet, 1))) for point in points) > RADIUS + 4


# --- pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 7, 9, 10, 12])
@each_board
def test_sheets_stand_side_by_side(board: dict[str, Any], players: int) -> None:
    position_ = position([fresh(board) for _ in range(players)], phase="move", seat=0, roll=[6, 0])
    root = drawn(position_svg(board, position_, [score()] * players))
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    assert width <= 1900
    assert height <= 1500
    corners = []
    for seat, sheet in enumerate(sheets(root)):
        x, y, scale = transform(sheet)
        frame = next(sheet.iter(f"{SVG}rect"))
        wide, high = float(frame.get("width", "0")) * scale, float(frame.get("height", "0")) * scale
        assert x > 0
        assert x + wide < width
        assert y > 0
        assert y + high < height
        assert 25 * scale >= 14, "numbers can be read"
        corners.append((x, y, x + wide, y + high))
        assert f"Seat {seat}" in texts(sheet)
        for circle in board["circles"]:
            cx, cy = place(disc(sheet, circle["id"]))
            assert RADIUS < cx < float(frame.get("width", "0")) - 214
            assert RADIUS + 40 < cy < float(frame.get("height", "0")) - RADIUS
    assert len(corners) == players
    for (left, top, right, bottom), (left2, top2, right2, bottom2) in itertools.combinations(corners, 2):
        assert right < left2 or right2 < left or bottom < top2 or bottom2 < top


@pytest.mark.parametrize(("red", "yellow"), list(itertools.product((1, 6), (0, 5))))
def test_the_roll(red: int, yellow: int) -> None:
    board = BOARDS["dunai"]
    root = drawn(position_svg(board, position([fresh(board)], phase="move", seat=0, roll=[red, yellow]), [score()]))
    assert texts(of_class(root, "die-red")[0]) == [str(red)]
    assert texts(of_class(root, "die-yellow")[0]) == [str(yellow)]
    values = [texts(of_class(root, f"value-{operation}")[0]) for operation in OPERATIONS]
    assert values == [
        [str(value)] for value in (min(red, yellow), max(red, yellow), abs(red - yellow), red + yellow, red * yellow)
    ]
    assert "Round 1 of 19: seat 0 to move" in texts(root)


def test_before_the_roll_the_dice_are_empty() -> None:
    board = BOARDS["dunai"]
    root = drawn(position_svg(board, position([fresh(board)], round=3), [score()]))
    assert [texts(die) for die in of_class(root, "die")] == [[], []]
    assert of_class(root, "value-sum") == []
    assert "Round 4 of 19: before the roll" in texts(root)


def test_the_move_of_the_round() -> None:
    board = BOARDS["mount_fuji"]
    numbers = [None] * 19
    moved = fresh(board, numbers=[*numbers[:18], 5], ticked=[[0] * 5, [0, 0, 0, 1, 0]], move={"row": 8, "circle": 18})
    players = [moved, fresh(board)]
    root = drawn(position_svg(board, position(players, phase="move", seat=1, roll=[3, 2]), [score()] * 2))
    first, second = sheets(root)
    (halo,) = of_class(first, "last")
    assert place(next(halo.iter(f"{SVG}circle"))) == place(disc(first, 18))
    (box,) = of_class(first, "new")
    assert box in of_class(of_class(first, "boxes-1-sum")[0], "ticked")
    assert of_class(second, "last") + of_class(second, "new") == []
    assert ["has moved" in texts(sheet) for sheet in (first, second)] == [True, False]
    assert ["to move" in texts(sheet) for sheet in (first, second)] == [False, True]


def test_an_open_choice_of_links() -> None:
    board = BOARDS["dunai"]
    numbers: list[Any] = [None] * 19
    for circle, value in {2: 4, 3: 3, 6: 3, 8: 5, 0: 5}.items():
        numbers[circle] = value
    player = fresh(board, numbers=numbers, move={"row": 3, "circle": 2}, ticked=[[0, 0, 0, 1, 0]])
    choice = {"circle": 2, "below": [3, 6], "above": [0, 8]}
    where = position([player, fresh(board)], phase="move", seat=0, roll=[4, 0], choice=choice)
    root = drawn(position_svg(board, where, [score()] * 2))
    first, second = sheets(root)
    for side in ("below", "above"):
        rings = [next(group.iter(f"{SVG}circle")) for group in of_class(first, f"candidate-{side}")]
        assert [place(ring) for ring in rings] == [place(disc(first, circle)) for circle in choice[side]]  # type: ignore[attr-defined]
    assert of_class(second, "candidate") == []
    assert "Round 1 of 19: seat 0 links below, to circle 3 or 6" in texts(root)
    where["choice"] = {"circle": 2, "below": [], "above": [0, 8]}
    assert "Round 1 of 19: seat 0 links above, to circle 0 or 8" in texts(
        drawn(position_svg(board, where, [score()] * 2))
    )


def test_what_is_paid_to_the_first() -> None:
    board = BOARDS["fily_trek"]
    players = [fresh(board, flags=[0]), fresh(board)]
    first, second = sheets(drawn(position_svg(board, position(players), [score(), score()])))
    assert [title(sign) for sign in of_class(first, "sign-flag")] == ["flag, 5 points, paid", "flag, 5 points, open"]
    assert [title(sign) for sign in of_class(second, "sign-flag")] == [
        "flag, 5 points, paid to others",
        "flag, 5 points, open",
    ]


def test_defeat_and_victory() -> None:
    board = BOARDS["stay_home"]
    players = [fresh(board, lost=True), fresh(board), fresh(board)]
    scores = [score(-100, defeat=-100), score(12), score(12)]
    root = drawn(position_svg(board, position(players, phase="over", round=19), scores, [1, 2]))
    labels = [{"defeated", "winner"}.intersection(texts(sheet)) for sheet in sheets(root)]
    assert labels == [{"defeated"}, {"winner"}, {"winner"}]
    assert "Seats 1 and 2 share the win with 12" in texts(root)
    assert texts(of_class(sheets(root)[0], "item-defeat")[0]) == ["Defeat", "\N{MINUS SIGN}100"]
    assert of_class(root, "die") == []
    over = position(players[:1], phase="over", round=19)
    assert "Over: nobody wins" in texts(drawn(position_svg(board, over, scores[:1])))


def test_score_items_are_those_of_the_board() -> None:
    items = {"sofa_fridge": 0, "desk": 0, "roses": 0, "flags": 5, "something_new": 2}
    root = drawn(board_svg(BOARDS["stay_home"], score=score(7, **items)))
    names = [texts(item)[0] for item in of_class(root, "item")]
    usual = ["Ropes", "Longest rope", "Areas", "Largest area", "Isolated", "Faces"]
    assert names == [*usual, "Sofa and fridge", "Desk", "Flags", "Something new", "Total"]


# --- hostile text ----------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>",
    "]]>",
    "&amp;<!--",
    "\"' onload='x",
    "a\x00b\x01\x1f\x7f\x85",
    "\ud800",
    "\ufffe\uffff\U0001ffff",
    "line\nbreak\r\ttab\u2028",
    "\u202eesrever",
    "a" + "\u0301" * 500,
    "字" * 400,
    "W" * 100_000,
    "",
    " ",
]


def hostile_board(name: str) -> dict[str, Any]:
    other = f"{name}2"
    tables = [
        {"zone": name, "limits": dict.fromkeys(OPERATIONS, 15)},
        {"zone": other, "limits": dict.fromkeys(OPERATIONS, 0) | {"sum": 15}},
    ]
    everywhere = {key: [0] for key in ("sofa", "fridge", "desk", "entrance", "washbasin", "roses", "waves")}
    paid = {"circles": [0], "points": 99}
    specials = everywhere | {
        "zones": {name: [0, 1, 2], other: [3, 4], "shared": [5]},
        "ornaments": {"colours": {name: [0, 1], other: [2]}, "points": [1, 2]},
        "flags": paid,
        "top": paid,
        "prelinked": [[0, 1]],
        "over12_loses": True,
    }
    more = {"name": name, "start": [0], "specials": specials, "provenance": {"level": "reconstructed", "note": name}}
    return user_board(6, grid(3, 2)) | more | {"tables": tables, "penalties": {"face": 99, "isolated": "number"}}


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name: str) -> None:
    board = hostile_board(name)
    player = fresh(board, numbers=[12, "face", 11, 10, 3, 3], failed=[0], flags=[0])
    for text in (
        board_svg(board),
        board_svg(board, player, score=score(-1)),
        position_svg(board, position([player] * 2), [score()] * 2, [], [name]),
    ):
        root = drawn(text)
        assert "<script" not in text
        assert "onload" not in {attribute for element in root.iter() for attribute in element.attrib}
        assert len(text) < 150_000
        assert not any("\u202e" in line for line in texts(root))
        for sheet in sheets(root):
            check_board(sheet, board)


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet=st.characters(codec=None)) | st.text())
def test_any_text_can_be_written(name: str) -> None:
    assert ET.fromstring(f"<a>{plain(name).replace('&', '').replace('<', '').replace('>', '')}</a>") is not None
    plain(name).encode()
    short = fitted(name, 20, 200)
    assert text_width(short, 20) <= 200
    board = user_board(2, [(0, 1)], name=name)
    drawn(board_svg(board))


def test_names_are_given_as_they_are() -> None:
    for name in ("Ötztal & Söhne <3>", "富士山", "Эверест"):
        root = drawn(board_svg(user_board(2, [(0, 1)], name=name)))
        assert name in texts(root)
        assert (root.findtext(f"{SVG}title") or "").startswith(f"Trek 12, {name}:")


# --- the same picture every time -------------------------------------------------------------------------


def test_pictures_do_not_depend_on_the_process() -> None:
    script = (
        "import hashlib, json, sys; from spielwerk.svg.trek12 import board_svg; boards = json.load(sys.stdin);"
        "print(hashlib.sha256(''.join(map(board_svg, boards)).encode()).hexdigest())"
    )
    boards = json.dumps([*BOARDS.values(), SHAPES["grid"], SHAPES["tree"], SHAPES["christmas"]])
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            input=boards,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


# --- states ----------------------------------------------------------------------------------------------


def states(board: str, players: int, seed: int, **options: Any) -> Iterator[sw.State]:
    rng = sw.Rng(seed)
    state = sw.load("trek12", board=board, players=players, **options).initial_state()
    yield state
    while not state.is_terminal:
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
        yield state


@pytest.mark.parametrize(
    ("name", "players"), [*((name, 1) for name in BOARDS), ("fily_trek", 3), ("stay_home", 3), ("mount_fuji", 2)]
)
def test_every_state_of_a_game_is_drawn_completely(name: str, players: int) -> None:
    phases = set()
    for state in states(name, players, seed=players):
        root, where = drawn(state_svg(state)), state.to_dict()
        board = state.game.tables()["boards"][0]
        phases.add(where["phase"])
        assert len(sheets(root)) == players
        for seat, (sheet, player) in enumerate(zip(sheets(root), where["players"], strict=True)):
            check_board(sheet, board)
            check_writing(sheet, board, player)
            shown = {
                name: texts(of_class(sheet, f"item-{name}")[0])[1]
                for name in ("ropes", "areas", "isolated", "faces", "total")
            }
            points = state.score_sheet(seat)
            assert shown == {name: str(points[name]).replace("-", "\N{MINUS SIGN}") for name in shown}
            assert ("defeated" in texts(sheet)) == player["lost"]
            assert ("winner" in texts(sheet)) == (seat in state.winners() and not player["lost"])
            assert len(of_class(sheet, "last")) == (player["move"] is not None and player["move"]["circle"] is not None)
        choice = where["choice"] or {"below": [], "above": []}
        assert len(of_class(root, "candidate")) == len(choice["below"]) + len(choice["above"])
    assert phases == {"roll", "move", "over"}


def test_notebooks_get_the_picture() -> None:
    state = sw.Match("trek12", 1).state
    assert state._repr_svg_() == state_svg(state)  # type: ignore[attr-defined]


def test_options_that_are_not_the_usual_ones_are_named() -> None:
    usual = sw.load("trek12").initial_state()
    other = sw.load("trek12", bonus_table="printed").initial_state()
    assert not any("bonus table" in line for line in texts(drawn(state_svg(usual))))
    assert any("bonus table: printed" in line for line in texts(drawn(state_svg(other))))


def test_a_board_of_the_users_own() -> None:
    board = SHAPES["tree"] | {"name": "<b>Baum</b>"}
    text = json.dumps({"schema": "trek12-boards/1", "boards": [board]})
    for state in states("mine", 2, seed=1, board_file=text):
        root = drawn(state_svg(state))
        for sheet, player in zip(sheets(root), state.to_dict()["players"], strict=True):
            check_board(sheet, board)
            check_writing(sheet, board, player)
        assert "<b>Baum</b>" in texts(root)
