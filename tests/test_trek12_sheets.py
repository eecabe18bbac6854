"""spielwerk.trek12: links that numbers tell, candidates, ropes and areas, sheets and their compatibility."""

import dataclasses
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from spielwerk import trek12
from spielwerk.trek12 import FACE, Candidates, Sheet
from tests.reference import trek12_scoring as reference
from tests.reference.random_boards import random_board_file
from tests.reference.trek12_boards import read_boards
from tests.trek12_small import EMPTY, path, prices, rulebook, small

# ---- links that numbers leave no doubt about ----


def test_assumed_links_are_those_of_states() -> None:
    """TK-98, in games with all failures and on any board: where the links are assumed, they are the real ones."""
    rng = random.Random(8)
    boards = [*trek12.BOARDS.values()]
    for _ in range(60):
        boards += trek12.boards(random_board_file(rng)).values()
    known = unknown = 0
    for board in boards:
        for options in (
            {},
            {"wave_failure": "no_link"},
            {"prelink_failure": "number_stays", "wave_failure": "no_link"},
        ):
            game = board.game(**options)
            for stream in range(6):
                sheet = trek12.sheets(game.initial_state().rollout(sw.Rng(4, stream)))[0]
                try:
                    links = trek12.assumed_links(game, sheet.numbers)
                except sw.AmbiguousLinksError as error:
                    slots = error.slots
                    unknown += 1
                else:
                    slots = []
                    known += 1
                    assert links == list(sheet.links)
                    assert trek12.score(game, sheet.numbers, failed=sheet.failed)["ropes"] == sheet.score()["ropes"]
                assert all(len(candidates) > 1 for _, _, candidates in slots)
    assert known > 200 and unknown > 200


def test_assumed_links_agree_with_the_reference() -> None:
    """TK-98, on any numbers, also such as no game leads to."""
    rng = random.Random(21)
    known = unknown = 0
    for _ in range(300):
        text = random_board_file(rng)
        for board, plain in zip(trek12.boards(text).values(), read_boards(text), strict=True):
            low = rng.randint(0, 4)
            for failure in ("face", "no_link"):
                numbers: list[Any] = [
                    FACE if rng.random() < 0.1 else None if rng.random() < 0.1 else rng.randint(low, low + 2)
                    for _ in board.circles
                ]
                try:
                    wanted = reference.assumed_links(plain, numbers, failure)
                except ValueError as doubtful:
                    told = {str(line).removesuffix(" (TK-98)") for line in doubtful.args[0]}
                    with pytest.raises(sw.AmbiguousLinksError) as caught:
                        trek12.assumed_links(board, numbers, wave_failure=failure)
                    slots = caught.value.slots
                    assert {f"circle {circle}: more than one candidate {side}" for circle, side, _ in slots} == told
                    unknown += 1
                else:
                    assert trek12.assumed_links(board, numbers, wave_failure=failure) == wanted
                    known += 1
    assert known > 100
    assert unknown > 100


def test_assumed_links_and_what_they_cannot_know() -> None:
    assert trek12.assumed_links("dunai", EMPTY) == []
    assert trek12.assumed_links(path(4), [4, 5, 6, FACE]) == [(0, 1), (1, 2)]
    assert trek12.assumed_links(path(4), [6, 5, 4, 9]) == [(1, 0), (2, 1)]
    fork = small(3, [(0, 1), (0, 2)])
    with pytest.raises(sw.AmbiguousLinksError, match=r"TK-98\): circle 0 above: 1 or 2$") as caught:
        trek12.assumed_links(fork, [4, 5, 5])
    assert caught.value.slots == [(0, "above", (1, 2))]
    assert {ValueError, sw.SpielwerkError} <= set(sw.AmbiguousLinksError.__mro__)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.slots) == (str(caught.value), caught.value.slots)
    both = small(5, [(0, 1), (0, 2), (0, 3), (0, 4)])
    with pytest.raises(sw.AmbiguousLinksError) as caught:
        trek12.score(both, [5, 4, 4, 6, 6])
    assert caught.value.slots == [(0, "below", (1, 2)), (0, "above", (3, 4))]
    assert trek12.score(both, [5, 4, 4, 6, 6], [(1, 0), (0, 4)])["ropes"] == 8


def test_waves_are_no_candidates_but_may_have_prevented_a_link() -> None:
    board = small(3, [(0, 1), (0, 2)], waves=[1])
    assert trek12.assumed_links(board, [5, 6, None]) == [], "a wave is never linked"
    assert trek12.assumed_links(board, [5, 6, 6]) == [(0, 2)]  # TK-98
    with pytest.raises(sw.AmbiguousLinksError) as caught:
        trek12.assumed_links(board, [5, 6, 6], wave_failure="no_link")
    assert caught.value.slots == [(0, "above", (1, 2))]
    assert trek12.assumed_links(board, [5, 6, 7], wave_failure="no_link") == []
    assert trek12.assumed_links(board, [5, 7, 6], wave_failure="no_link") == [(0, 2)]


# ---- what would become of a number ----


def moves(game: sw.Game, streams: int) -> Iterator[tuple[sw.State, int, int, str]]:
    """States of random games in which a seat may place, with the circle and the operation of each placement."""
    n = len(game.tables()["boards"][0]["circles"])
    for stream in range(streams):
        rng, state = sw.Rng(6, stream), game.initial_state()
        while not state.is_terminal:
            if not state.is_chance and state.to_dict()["choice"] is None:
                for action in state.legal_actions():
                    yield state, action, action % n, trek12.OPERATIONS[action // n % 5]  # TK-63
            state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))


def test_candidates_are_those_of_states() -> None:
    rng = random.Random(5)
    games = [sw.load("trek12", board=name) for name in ("dunai", "jampa", "mount_fuji")]
    games += [sw.load("trek12", board="stay_home", over12="loss_if_chosen", players=2)]
    games += [sw.load("trek12", board_file=random_board_file(rng)) for _ in range(15)]
    loose = {"prelink_failure": "number_stays", "wave_failure": "no_link"}
    games += [sw.load(game.name, **{**game.options, **loose}) for game in games]
    seen = dict.fromkeys(("face", "choice", "link", "loss"), 0)
    for game in games:
        loses = game.tables()["boards"][0]["specials"].get("over12_loses")
        for state, action, circle, operation in moves(game, 2):
            position = state.to_dict()
            value, seat = trek12.value(operation, *position["roll"]), position["seat"]
            sheet = trek12.sheets(state)[seat]
            found = sheet.candidates(circle, value)
            assert found == trek12.candidates(game, sheet.numbers, sheet.links, circle, value)
            after = state.apply(action).to_dict()
            player = after["players"][seat]
            if loses and value > 12:
                assert found == ((), (), False) and player["numbers"][circle] is None  # TK-42
                seen["loss"] += 1
                continue
            assert player["numbers"][circle] == (FACE if found.is_face else value)  # TK-11, TK-37, TK-52
            seen["face"] += found.is_face
            choice = after["choice"] or {"below": [], "above": []}
            for side, candidates in (("below", found.below), ("above", found.above)):
                made = [
                    low if side == "below" else high
                    for low, high in player["links"]
                    if (high if side == "below" else low) == circle
                ]
                assert made == (list(candidates) if len(candidates) == 1 else [])  # TK-17, TK-88
                assert choice[side] == (list(candidates) if len(candidates) > 1 else [])  # TK-18, TK-62
                seen["link"] += bool(made)
                seen["choice"] += bool(choice[side])
    assert all(count > 20 for count in seen.values()), seen


def test_candidates_in_words() -> None:
    board = small(5, [(0, 1), (0, 2), (0, 3), (0, 4)])
    assert trek12.candidates(board, [None, 4, 4, 6, 12], None, 0, 5) == Candidates((1, 2), (3,), False)  # TK-16
    assert trek12.candidates(board, [None, 4, 4, 6, 12], None, 0, 13) == Candidates((), (), True)  # TK-11
    assert trek12.candidates(board, [None, FACE, None, 0, 12], None, 0, 1) == Candidates((3,), (), False)  # TK-12
    assert trek12.candidates("stay_home", EMPTY, None, 0, 30) == Candidates((), (), False)
    pair = path(2, prelinked=[[0, 1]])
    assert trek12.candidates(pair, [6, None], None, 1, 9).is_face
    stays = trek12.candidates(pair, [6, None], None, 1, 9, prelink_failure="number_stays")
    assert stays == Candidates((), (), False)  # TK-38
    assert trek12.candidates(pair, [6, None], (), np.int64(1), np.int8(7)) == ((0,), (), False)


@pytest.mark.parametrize(
    ("circle", "value", "error", "message"),
    [
        (0, 5, ValueError, "circle 0 is filled"),
        (-1, 5, ValueError, "circle must be a whole number from 0 to 18"),
        (19, 5, ValueError, "circle"),
        (1, -1, ValueError, "value must be a whole number from 0 to 30"),
        (1, 31, ValueError, "value"),
        (True, 5, TypeError, "circle"),
        (1, 5.0, TypeError, "value"),
        (None, 5, TypeError, "circle"),
    ],
)
def test_other_candidates_are_refused(circle: Any, value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        trek12.candidates("dunai", [5, *[None] * 18], None, circle, value)


# ---- ropes, areas, open circles ----


def test_open_circles() -> None:
    numbers = EMPTY.copy()
    numbers[5] = FACE
    assert trek12.open_circles("dunai", numbers) == [4]  # TKC-9, TK-10
    assert trek12.open_circles("christmas", EMPTY) == list(trek12.BOARDS["christmas"].start or ())  # TK-49
    assert trek12.open_circles("dunai", [1] * 19) == []
    game = sw.load("trek12")
    for state, _, _, _ in moves(game, 3):
        placed = {action % 19 for action in state.legal_actions()}
        assert trek12.open_circles(game, state.to_dict()["players"][0]["numbers"]) == sorted(placed)


def test_ropes_and_areas() -> None:
    board = small(7, [(k, (k + 1) % 7) for k in range(7)])
    assert trek12.ropes(board, [0, 1, 2, 3, 4, 5, 9]) == [[0, 1, 2, 3, 4, 5]]  # TK-20
    assert trek12.ropes(board, [5, 4, 3, 9, 1, 2, 3]) == [[2, 1, 0], [4, 5, 6]]
    assert trek12.ropes(board, [5, 4, 3, 9, 1, 2, 3], ()) == []
    assert trek12.areas(board, [5, 5, 3, 3, 1, 5, 5]) == [[0, 1, 5, 6], [2, 3]]  # TK-21
    assert trek12.areas(board, [FACE] * 7) == [] == trek12.isolated(board, [FACE] * 7)
    assert trek12.isolated(board, [5, 9, 5, 9, 5, 9, 6], ()) == [0, 1, 2, 3, 4, 5, 6]  # TK-23


# ---- sheets ----


def test_sheets_are_values() -> None:
    numbers, links = rulebook()
    sheet = Sheet("kagkot", numbers, links)
    assert sheet.board is trek12.BOARDS["kagkot"]
    assert sheet.numbers == tuple(numbers) and sheet.links == tuple(sorted(links))
    assert sheet == Sheet(trek12.BOARDS["kagkot"], numbers, links) == Sheet("kagkot", iter(numbers), reversed(links))
    assert sheet == Sheet(sw.load("trek12", board="kagkot", players=2), numbers, links)
    assert sheet != Sheet("kagkot", numbers, links[1:])
    assert hash(sheet) == hash(pickle.loads(pickle.dumps(sheet)))
    assert pickle.loads(pickle.dumps(sheet)) == sheet
    assert sheet.score() == trek12.score("kagkot", numbers, links)
    assert sheet.score(bonus_table="printed")["total"] == 88
    assert sheet.ropes() == trek12.ropes("kagkot", numbers, links)
    assert sheet.areas() == trek12.areas("kagkot", numbers)
    assert sheet.isolated() == [5] and sheet.open_circles() == []
    assert repr(sheet) == "<Sheet of kagkot, 19 of 19 circles filled, 11 links>"
    with pytest.raises(AttributeError):
        sheet.numbers = ()  # type: ignore[misc]
    assert Sheet(path(3), [4, 5, 6]).links == ((0, 1), (1, 2))
    assert dataclasses.replace(Sheet(path(3), [4, 5, 6]), links=()).links == ()
    game = sw.load("trek12", board="kagkot", bonus_table="printed")
    assert Sheet(game, numbers, links).score()["total"] == 88, "a game's options hold"


def test_sheets_of_states() -> None:
    game = sw.load("trek12", board="stay_home", players=3)
    for stream in range(30):
        end = game.initial_state().rollout(sw.Rng(2, stream))
        found = trek12.sheets(end)
        assert len(found) == 3
        for seat, sheet in enumerate(found):
            player = end.to_dict()["players"][seat]
            assert list(sheet.numbers) == player["numbers"]
            assert sheet.score()["defeat"] == 0, "a sheet does not say whether its owner was defeated (TK-57)"
            assert end.is_out(seat) or sheet.score() == end.score_sheet(seat)
    study = game.state_from_dict({"players": [{"numbers": [4, *[None] * 18]}] * 3}, strict=False)
    assert [sheet.numbers[0] for sheet in trek12.sheets(study)] == [4, 4, 4]


# ---- two sheets ----


def test_compatibility() -> None:
    board = path(4, roses=[0, 2], **prices(10, 10))
    a, b = Sheet(board, [3, 4, 8, 1], ((0, 1),)), Sheet(board, [3, 5, 2, 1], ())
    # Roses 3 + 8 and 3 + 2, and the circles 0 and 3 hold the same numbers.
    assert trek12.compatibility(a, b) == trek12.compatibility(b, a) == 16 + 3 * 2  # TK-46
    assert trek12.compatibility(a, b, compatibility_roses="all") == 22
    assert trek12.compatibility(a, b, compatibility_roses="connected_only") == 3 + 3 * 2
    connected = board.game(compatibility_roses="connected_only")
    c = Sheet(connected, a.numbers, a.links)
    assert c == a
    assert trek12.compatibility(c, b) == 9 and trek12.compatibility(b, c) == 22, "the first sheet's option holds"
    assert trek12.compatibility(c, b, compatibility_roses="all") == 22
    # Two faces are no match, and neither are two empty circles.
    d = Sheet(board, [FACE, FACE, None, 1])
    assert trek12.compatibility(d, d) == 3
    assert trek12.compatibility(d, a) == 11 + 3
    dunai = Sheet("dunai", [5] * 19)
    assert trek12.compatibility(dunai, dunai) == 57, "without roses only the matches count"


def test_compatibility_counts_failed_roses_as_isolated() -> None:
    board = path(3, prelinked=[[0, 1]], roses=[1, 2])
    game = board.game(prelink_failure="number_stays", compatibility_roses="connected_only")
    failed = Sheet(game, [6, 9, 10], None, [1])
    assert failed.failed == (1,)
    assert trek12.compatibility(failed, Sheet(board, [None] * 3)) == 10  # TK-38, TK-46
    assert trek12.compatibility(failed, failed, compatibility_roses="all") == 2 * 19 + 9


def test_compatibility_of_what_is_no_pair() -> None:
    dunai, kagkot = Sheet("dunai", EMPTY), Sheet("kagkot", EMPTY)
    with pytest.raises(ValueError, match="different boards"):
        trek12.compatibility(dunai, kagkot)
    with pytest.raises(TypeError, match="Sheet"):
        trek12.compatibility(dunai, EMPTY)  # type: ignore[arg-type]
    with pytest.raises(sw.OptionError, match="compatibility_roses"):
        trek12.compatibility(dunai, dunai, compatibility_roses="some")
