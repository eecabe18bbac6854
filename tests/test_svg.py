"""Pictures of states: well-formed, complete, and self-contained."""

import itertools
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.svg import state_svg
from spielwerk.svg.canvas import Canvas
from spielwerk.svg.fabric import fabric, outline
from spielwerk.svg.patchwork_track import spiral

SVG = "{http://www.w3.org/2000/svg}"


def drawn(state: sw.State) -> ET.Element:
    text = state_svg(state)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    # Nothing from elsewhere: no scripts, no links, no pictures, no fonts; patterns are its own.
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "defs", "pattern", "g", "rect", "circle", "line", "path", "text"),
    }
    names = {element.get("id") for element in root.iter(f"{SVG}pattern")}
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= names
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "nan" not in text
    return root


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def check(state: sw.State) -> dict[str, Any]:
    """Everything of the position is in the picture."""
    root, position = drawn(state), state.to_dict()
    for player in position["players"]:
        for placed in player["patches"]:
            (piece,) = of_class(root, f"patch-{placed['patch']}")
            title = piece.findtext(f"{SVG}title") or ""
            assert f"row {placed['row']}, column {placed['col']}" in title
            assert fabric(placed["patch"])[0] in {path.get("fill") for path in piece.iter(f"{SVG}path")}
            income = int(re.findall(r"income (\d+)", title)[0])
            assert len(of_class(piece, "button")) == income
        assert f"{player['buttons']} buttons" in texts(root)
        assert f"income {player['income']}" in texts(root)
    pieces = sum(len(player["patches"]) for player in position["players"])
    assert len(of_class(root, "patch")) == pieces
    covered = sum("".join(player["quilt"]).count("#") for player in position["players"])
    sizes = sum(
        sw.patchwork.PATCHES[placed["patch"]].size for player in position["players"] for placed in player["patches"]
    )
    assert len(of_class(root, "special")) + len(of_class(root, "covered")) == covered - sizes
    assert len(of_class(root, "card")) == min(3, len(position["circle"]))
    assert len(of_class(root, "waiting")) == max(0, len(position["circle"]) - 3)
    assert len(of_class(root, "special-line")) == len(position["special_patches"])
    # One token in each panel and one on the track.
    assert [len(of_class(root, f"token-{seat}")) for seat in (0, 1)] == [2, 2]
    for score in state.scores():
        assert f"{score} points".replace("-", "\N{MINUS SIGN}") in texts(root)
    return position


@pytest.mark.parametrize("track", ["current", "first_edition"])
def test_every_state_of_a_game_is_drawn_completely(track: str) -> None:
    game, rng = sw.load("patchwork", time_track=track), sw.Rng(2)
    state, phases, specials = game.initial_state(), set(), 0
    while True:
        position = check(state)
        phases.add(position["phase"])
        specials += position["to_place"] is not None
        if state.is_terminal:
            break
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    assert phases == {"setup", "play", "over"}
    assert specials > 0
    root = drawn(state)
    assert len(of_class(root, "special")) == 5, "all special patches taken are leather"
    assert any("wins" in text for text in texts(root))
    assert "winner" in texts(root)


def test_notebooks_get_the_picture() -> None:
    state = sw.Match("patchwork", 1).state
    assert state._repr_svg_() == state_svg(state)  # type: ignore[attr-defined]


def test_who_is_to_move_and_what_can_be_bought() -> None:
    game = sw.load("patchwork")
    circle = [29, 18, 0, *(n for n in range(1, 33) if n not in (29, 18))]
    position = {"circle": circle, "players": [{"buttons": 4}, {}]}
    root = drawn(game.state_from_dict(position, strict=False))
    # PWC-14: patches 29 and 18 cost 10, patch 0 costs 2.
    assert [card.get("opacity") for card in of_class(root, "card")] == ["0.5", "0.5", "1"]
    assert "Seat 0 to move" in texts(root)
    assert texts(root).count("to move") == 1


def test_upper_token_lies_on_the_lower_one() -> None:
    game = sw.load("patchwork", starting_player=1)
    state = game.initial_state()
    for number in range(1, 33):
        state = state.apply(number)
    order = [element.get("class") for element in of_class(drawn(state), "token")]
    assert order[-2:] == ["token token-0", "token token-1"], "the starting player's token is drawn last (PW-6)"


def test_cells_that_nobody_knows_are_neutral() -> None:
    game = sw.load("patchwork")
    quilt = ["#########"] * 7 + ["........."] * 2
    position = {"circle": [*range(1, 33), 0], "players": [{"quilt": quilt}, {}]}
    root = drawn(game.state_from_dict(position, strict=False))
    assert (len(of_class(root, "covered")), len(of_class(root, "special"))) == (63, 0)


def test_owner_of_the_tile_is_shown() -> None:
    game = sw.load("patchwork")
    position = {
        "circle": [*range(1, 33), 0],
        "players": [{}, {"quilt": ["#######.."] * 7 + ["........."] * 2}],
        "tile_owner": 1,
    }
    labels = texts(drawn(game.state_from_dict(position, strict=False)))
    assert any("seat 1" in label and "7×7" in label for label in labels)
    assert "7×7" in labels


def test_canvas_escapes_what_it_is_given() -> None:
    canvas = Canvas(10, 10, 'a < b & "c"')
    with canvas.group(title="<script>", class_='x" onload="y'):
        canvas.text(1, 2, "1 < 2 & 3", 9)
    text = canvas.to_string()
    root = ET.fromstring(text)
    assert root.findtext(f"{SVG}title") == 'a < b & "c"'
    assert "<script>" not in text
    assert root.find(f"{SVG}g").get("class") == 'x" onload="y'  # type: ignore[union-attr]
    assert "onload" not in {name for element in root.iter() for name in element.attrib}
    assert root.find(f".//{SVG}text").text == "1 < 2 & 3"  # type: ignore[union-attr]


def test_outline_walks_around_shapes_holes_and_touching_corners() -> None:
    assert outline([(0, 0)]) == [[(0, 0), (0, 1), (1, 1), (1, 0)]]
    assert outline([(0, 0), (0, 1), (1, 0)]) == [[(0, 0), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0)]]
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    loops = outline(ring)
    assert sorted(len(loop) for loop in loops) == [4, 4]
    assert [(1, 1), (2, 1), (2, 2), (1, 2)] in loops, "around a hole the other way round"
    assert sorted(len(loop) for loop in outline([(0, 0), (1, 1)])) == [4, 4]


def test_each_patch_has_a_fabric_of_its_own() -> None:
    assert len({fabric(number) for number in range(33)}) == 33


def test_spiral_visits_neighbours_once() -> None:
    for rows, cols in ((7, 8), (1, 5), (5, 1), (3, 3), (4, 4)):
        cells = spiral(rows, cols)
        assert sorted(cells) == [(r, c) for r in range(rows) for c in range(cols)]
        steps = itertools.pairwise(cells)
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in steps)
