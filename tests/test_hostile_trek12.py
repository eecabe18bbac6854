"""Hostile input at the doors of Trek 12: options, states, positions, bytes, pickles, questions about sheets."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random
import struct
import threading
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import trek12
from tests import differential_trek12, hostile
from tests.hostile import knock, refuses
from tests.reference import random_boards
from tests.test_hostile import wrong_arrays

KEYS = ("phase", "round", "roll", "seat", "choice", "players")
PLAYER_KEYS = ("numbers", "links", "ticked", "failed", "lost", "flags", "top", "move")
INNER_KEYS = ("circle", "below", "above", "row")
DICTS = (*KEYS, *PLAYER_KEYS, *INNER_KEYS)
N = 19
NUMBERS = [5, 6, 7, *[None] * (N - 3)]


def _wide() -> str:
    """A board file whose first board has all 32 circles, two tables and many specials."""
    for seed in range(10_000):
        text = random_boards.random_board_file(random.Random(seed))
        board = json.loads(text)["boards"][0]
        if len(board["circles"]) == 32 and {"zones", "prelinked", "waves", "flags"} <= set(board.get("specials", ())):
            return text
    raise AssertionError("no random board is wide")


WIDE = _wide()
OTHERS: dict[str, Any] = {
    "prelink_failure": "number_stays",
    "wave_failure": "no_link",
    "fuji_tables": "free_after_crossing",
    "over12": "loss_if_chosen",
}
GAMES = {
    "one": sw.load("trek12"),
    "two tables": sw.load("trek12", board="mount_fuji", players=3, **OTHERS),
    "defeats": sw.load("trek12", board="stay_home", players=3, over12="loss_if_chosen"),
    "pre-links": sw.load("trek12", board="jampa", players=2, prelink_failure="number_stays"),
    "claims": sw.load("trek12", board="fily_trek", players=12),
    "file": sw.load("trek12", board_file=WIDE, players=2, **OTHERS),
}
EVERY = pytest.mark.parametrize("name", GAMES)


@cache
def states(name: str) -> tuple[sw.State, ...]:
    """One of each kind: before a roll, before a move, in the middle of one, beside a defeated player, at the end."""
    found: dict[str, sw.State] = {}
    for seed in range(60):
        rng, state = sw.Rng(seed), GAMES[name].initial_state()
        for step in range(1000):
            position = state.to_dict()
            kind = str(position["phase"])
            if position["choice"] is not None:
                kind = "choice"
            elif kind == "move" and any(player["lost"] for player in position["players"]):
                kind = "lost"
            if step > 9 or kind != "move":
                found.setdefault(kind, state)
            if state.is_terminal:
                break
            state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    assert {"roll", "over"} <= set(found) and len(found) >= 3, found
    return tuple(found.values())


def assert_sound(state: sw.State) -> None:
    """It and all states on the way to its end hold what every state promises."""
    game, rng = state.game, sw.Rng(1)
    while True:
        assert state.check() == [], state.to_dict()
        assert game.state_from_bytes(state.to_bytes()) == state
        assert game.state_from_dict(state.to_dict(), strict=False) == state
        for seat in range(game.num_players):
            state.observation(seat)
        assert state.resample_hidden(0, rng).check() == []
        if state.is_terminal:
            break
        assert state.is_chance or state.num_legal > 0
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    assert pickle.loads(pickle.dumps(state)) == state
    assert len(state.ranks()) == game.num_players


# ---- options ----


@pytest.mark.parametrize("option", GAMES["one"].options)
def test_any_value_of_an_option_is_accepted_or_named(option: str) -> None:
    default = GAMES["one"].options[option]
    for value in hostile.values():
        answer = knock(lambda value: sw.load("trek12", **{option: value}), value)
        if isinstance(answer, sw.Game):
            accepted = answer.options[option]
            assert accepted is default or isinstance(accepted, type(default)), (option, accepted)
        else:
            assert isinstance(answer, sw.OptionError | hostile.BoomError), (option, answer)
            assert isinstance(answer, hostile.BoomError) or "board" in str(answer) or option in str(answer)


def test_options_that_do_not_belong_together() -> None:
    for options in (
        {"board": "dunai", "board_file": WIDE},
        {"board": "random_99", "board_file": WIDE},
        {"players": 0},
        {"players": 13},
        {"players": -(2**63)},
        {"board": "Dunai"},
        {"board": "dunai\0"},
        {"board": "dunai "},
        {"board": "x" * 1_000_000},
        {"time_track": "current"},
    ):
        answer = knock(lambda options: sw.load("trek12", **options), options)
        assert isinstance(answer, sw.OptionError) and len(str(answer)) < 2_000, (options, answer)


# ---- states ----


def doors(state: sw.State) -> dict[str, Callable[[Any], Any]]:
    """Every method that takes an argument, each with one of them open."""
    rng = sw.Rng(5)
    names = ("apply", "events", "action_to_string", "string_to_action", "is_legal", "score_sheet", "observation")
    more = ("observation_string", "legal_actions_mask", "sample_action", "sample_chance", "rollout")
    table: dict[str, Callable[[Any], Any]] = {name: getattr(state, name) for name in (*names, *more)}
    table["observation out"] = lambda value: state.observation(0, value)
    table["resample_hidden seat"] = lambda value: state.resample_hidden(value, rng)
    table["resample_hidden rng"] = lambda value: state.resample_hidden(0, value)
    table["=="] = lambda value: state.__eq__(value)
    return table


@EVERY
def test_every_door_of_a_state_takes_anything(name: str) -> None:
    for state in states(name):
        before = state.to_bytes()
        for door in doors(state).values():
            for value in hostile.values():
                knock(door, value)
        assert state.to_bytes() == before and state.check() == []


@EVERY
def test_ids_of_no_action_are_illegal(name: str) -> None:
    for state in states(name):
        size = max(state.game.num_actions, 36)
        beyond = (-1, size, size + 1, 255, 256, 2**16 - 1, 2**16, 2**16 + 1, 2**32, 2**63, 2**64, -(2**63), 10**5000)
        for action in beyond:
            assert not state.is_legal(action) or action < size
        for door in (state.apply, state.events, state.action_to_string):
            refuses(door, sw.IllegalActionError, *(action for action in beyond if not 0 <= action < size))
            refuses(door, sw.IllegalActionError, hostile.HugeIndex(), hostile.MuteInt(70_000), np.uint64(2**64 - 1))
            refuses(door, TypeError, None, "0", b"0", 0.0, float("nan"), 1j, [0], {}, object(), hostile.WrongIndex())
        listed = {*state.legal_actions(), *(outcome for outcome, _ in state.chance_outcomes())}
        for action in range(-2, size + 3):
            answer = knock(state.apply, action)
            assert isinstance(answer, sw.State if action in listed else sw.IllegalActionError)
            assert isinstance(answer, sw.State) or 10 < len(str(answer)) < 300


@EVERY
def test_seats_that_do_not_exist(name: str) -> None:
    players = GAMES[name].num_players
    for state in states(name):
        for door in (state.score_sheet, state.observation, state.observation_string):
            refuses(door, IndexError, -1, players, 12, 255, 256, 2**31, 2**32, -(2**63), 2**63 - 1, np.int64(players))
            refuses(door, (IndexError, OverflowError), 2**63, 2**64, 10**5000)
            refuses(door, TypeError, None, "0", 0.0, [0], sw.Rng(1))
        for seat in (-1, players, 12, 255):
            assert isinstance(knock(state.resample_hidden, seat, sw.Rng(1)), IndexError)


words = st.text(alphabet="minmaxdfsuprol link between0123456789,-+\u0661\u00a0\t", max_size=40)


@hostile.examples(300)
@given(
    st.text() | words | st.text(alphabet=st.characters(categories=["Cs"]), min_size=1, max_size=5),
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 9),
)
def test_a_text_is_refused_or_leads_to_its_own_action(text: str, name: str, kind: int) -> None:
    state = states(name)[kind % len(states(name))]
    answer = knock(state.string_to_action, text)
    if isinstance(answer, int):
        assert state.string_to_action(state.action_to_string(answer)) == answer
        state.apply(answer)
    else:
        assert isinstance(answer, sw.IllegalActionError) and len(str(answer)) < 2_000


@pytest.mark.parametrize("name", ["two tables", "claims"])
def test_arrays_that_cannot_be_written_are_refused_untouched(name: str) -> None:
    game, state = GAMES[name], states(name)[1]
    writers: list[tuple[Callable[[Any], Any], int]] = [
        (state.legal_actions_mask, game.num_actions),
        (lambda out: state.observation(1, out), game.observation_size),
    ]
    for write, size in writers:
        for what, array in wrong_arrays(size).items():
            before = array.tobytes() if isinstance(array, np.ndarray) and array.dtype != object else None
            assert isinstance(knock(write, array), TypeError | ValueError), what
            assert before is None or array.tobytes() == before, what
        good = np.full(size, 77, np.uint8)
        assert np.array_equal(write(good), write(None)) and write(good) is good


# ---- positions ----

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["roll", "move", "over", "face", "\ud800", 10**300, -(10**300)])
)
nested = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*DICTS, ""]), inner, max_size=4),
)


@hostile.examples(300)
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), nested, max_size=6), st.booleans())
def test_any_dict_is_refused_with_faults_or_sound(position: dict[str, Any], strict: bool) -> None:
    for name in ("one", "two tables"):
        answer = knock(GAMES[name].state_from_dict, position, strict)
        if isinstance(answer, sw.State):
            assert_sound(answer)
        else:
            assert isinstance(answer, sw.InvalidStateError) and answer.faults, repr(answer)
            assert all(fault in str(answer) for fault in answer.faults)


circles = st.integers(-1, 20)
sheets = st.fixed_dictionaries(
    {},
    optional={
        "numbers": st.lists(st.none() | st.integers(0, 13) | st.just("face"), min_size=N, max_size=N),
        "links": st.lists(st.lists(circles, min_size=2, max_size=2), max_size=4),
        "ticked": st.lists(st.lists(st.integers(0, 5), min_size=5, max_size=5), min_size=1, max_size=2),
        "failed": st.lists(circles, max_size=3),
        "lost": st.booleans(),
        "flags": st.lists(circles, max_size=3),
        "top": st.lists(circles, max_size=3),
        "move": st.none() | st.fixed_dictionaries({"row": st.integers(0, 10), "circle": circles}),
    },
)
near = st.fixed_dictionaries(
    {"players": st.lists(sheets, min_size=2, max_size=2)},
    optional={
        "phase": st.sampled_from(["roll", "move", "over"]),
        "round": st.integers(-1, 20),
        "roll": st.none() | st.lists(st.integers(0, 6), min_size=2, max_size=2),
        "seat": st.sampled_from([None, 0, 1, 2]),
        "choice": st.none()
        | st.fixed_dictionaries({"circle": circles, "below": st.lists(circles), "above": st.lists(circles)}),
    },
)


@hostile.examples(200)
@given(near, st.booleans())
def test_nearly_right_positions_are_refused_or_sound(position: dict[str, Any], strict: bool) -> None:
    before = copy.deepcopy(position)
    answer = knock(GAMES["pre-links"].state_from_dict, position, strict)
    assert position == before
    if isinstance(answer, sw.State):
        assert_sound(answer)
    else:
        assert isinstance(answer, sw.InvalidStateError) and answer.faults


@EVERY
def test_any_value_at_any_key(name: str) -> None:
    """In a position that is right but for it; what is accepted is played to its end."""
    game = GAMES[name]
    for state in states(name)[-2:]:
        good = state.to_dict()
        for key in (*KEYS, *PLAYER_KEYS):
            for value in hostile.values():
                position = copy.deepcopy(good)
                place = position if key in KEYS else position["players"][-1]
                place[key] = value
                answer = knock(game.state_from_dict, position, False)
                if isinstance(answer, sw.State):
                    assert_sound(answer)
                else:
                    assert isinstance(answer, ValueError | TypeError | hostile.BoomError), (key, answer)


@pytest.mark.parametrize("key", INNER_KEYS)
def test_any_value_at_any_inner_key(key: str) -> None:
    for value in hostile.values():
        inner = {"row": 0, "circle": 0, key: value} if key in ("row", "circle") else {"circle": 0, key: value}
        for position in ({"choice": inner, "roll": [1, 1]}, {"players": [{"move": inner}], "roll": [1, 1]}):
            answer = knock(GAMES["one"].state_from_dict, position, False)
            if isinstance(answer, sw.State):
                assert_sound(answer)


def test_positions_without_end_and_of_no_map_are_refused() -> None:
    game, (items, table) = GAMES["one"], hostile.self_containing()
    laughs: list[Any] = [1]
    for _ in range(13):
        laughs = [laughs] * 10
    refuses(game.state_from_dict, TypeError, None, 0, "{}", b"{}", [], [("phase", "roll")], {1}, game.initial_state())
    refuses(game.state_from_dict, sw.InvalidStateError, table)
    for value in (items, laughs, [0] * 10**5, {str(n): 0 for n in range(10**5)}, "face" * 10**6):
        for key in DICTS:
            for position in ({key: value}, {"players": [{key: value}]}, {"choice": {key: value}}):
                answer = knock(game.state_from_dict, position)
                assert isinstance(answer, sw.InvalidStateError) and len(str(answer)) < 20_000


def test_composed_positions_are_sound_and_drawn() -> None:
    rng = random.Random(8)
    for index in range(18):
        game, reference, _ = differential_trek12.random_game(rng, index)
        state = game.state_from_dict(differential_trek12.composed(reference, rng), strict=False)
        assert_sound(state)
        assert len(list(ET.fromstring(state._repr_svg_()).iter())) > 5  # type: ignore[attr-defined]
        assert len(str(state)) > 20 and len(state.observation_string(0)) > 20


# ---- bytes and pickles ----


@EVERY
def test_every_cut_and_many_flipped_bits_are_refused(name: str) -> None:
    game, rng = GAMES[name], random.Random(4)
    for state in states(name):
        frame = state.to_bytes()
        for end in range(0, len(frame), 1 + len(frame) // 400):
            refuses(game.state_from_bytes, sw.DecodeError, frame[:end], frame + frame[:end] if end else frame + b"\0")
        for bit in rng.sample(range(8 * len(frame)), 1_000):
            damaged = bytearray(frame)
            damaged[bit // 8] ^= 1 << bit % 8
            refuses(game.state_from_bytes, sw.DecodeError, bytes(damaged))


def resealed(frame: bytes) -> bytes:
    """The frame with a right checksum."""
    return frame[:-4] + struct.pack("<I", zlib.crc32(frame[:-4]))


@EVERY
def test_altered_payloads_with_a_right_checksum_are_refused_or_sound(name: str) -> None:
    game, rng, accepted = GAMES[name], random.Random(9), 0
    for state in states(name):
        frame = state.to_bytes()
        assert resealed(frame) == frame
        for place in range(len(frame) - 4):
            for value in {0, 1, 255, frame[place] ^ 1 << rng.randrange(8), rng.randrange(256)}:
                data = resealed(frame[:place] + bytes([value]) + frame[place + 1 :])
                answer = knock(game.state_from_bytes, data)
                if isinstance(answer, sw.State):
                    accepted += 1
                    assert answer.to_bytes() == data
                    if rng.random() < 0.03:
                        assert_sound(answer)
                else:
                    assert isinstance(answer, sw.DecodeError)
    assert accepted > 10


def test_bytes_of_other_games_options_and_boards_are_refused() -> None:
    shipped = json.dumps({"schema": "trek12-boards/1", "boards": [trek12.BOARDS["dunai"].to_dict()]})
    moved = json.loads(shipped)
    moved["boards"][0]["circles"][0]["x"] = 99
    games = [
        *GAMES.values(),
        sw.load("patchwork"),
        sw.load("trek12", players=2),
        sw.load("trek12", bonus_table="printed"),
        sw.load("trek12", board="kagkot"),
        *(sw.load("trek12", board_file=text) for text in (shipped, shipped + " ", json.dumps(moved))),
    ]
    for one in games:
        for other in games:
            answer = knock(other.state_from_bytes, one.initial_state().to_bytes())
            assert isinstance(answer, sw.State if one is other else sw.DecodeError), (one, other)
    refuses(GAMES["one"].state_from_bytes, TypeError, None, 0, "SPWK", [1], object(), GAMES["one"].initial_state())
    refuses(GAMES["one"].state_from_bytes, sw.DecodeError, b"", bytes(30_000_000), bytes(434))


@EVERY
def test_pickles_keep_the_board_and_are_checked(name: str) -> None:
    for state in states(name):
        data, frame = pickle.dumps(state), state.to_bytes()
        again = pickle.loads(data)
        assert again == state and again.game == state.game and hash(again) == hash(state)
        assert again.game.options == state.game.options
        start = data.index(frame)
        for place in range(start, start + len(frame), 5):
            damaged = data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]
            refuses(pickle.loads, sw.DecodeError, damaged)
    restore, arguments = GAMES[name].__reduce__()
    assert restore(*arguments) == GAMES[name]
    options = arguments[1]
    for wrong in ({"board_file": "/etc/passwd"}, {"board_file": "/dev/zero"}, {"board_file": "{"}, {"players": 99}):
        with pytest.raises(sw.OptionError) as caught:
            restore("trek12", {**options, **wrong})
        assert "root" not in str(caught.value)  # nothing of a file that somebody else named


# ---- questions about sheets ----

SHEET = trek12.Sheet("dunai", NUMBERS, ())
QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "score board": lambda v: trek12.score(v, NUMBERS, ()),
    "score numbers": lambda v: trek12.score("dunai", v),
    "score a number": lambda v: trek12.score("dunai", [v, *NUMBERS[1:]]),
    "score links": lambda v: trek12.score("dunai", NUMBERS, v),
    "score a link": lambda v: trek12.score("dunai", NUMBERS, [v]),
    "score an end": lambda v: trek12.score("dunai", NUMBERS, [(0, v)]),
    "score failed": lambda v: trek12.score("jampa", NUMBERS, (), failed=v, prelink_failure="number_stays"),
    "score one failed": lambda v: trek12.score("jampa", NUMBERS, (), failed=[v], prelink_failure="number_stays"),
    "score flags": lambda v: trek12.score("fily_trek", NUMBERS, (), flags=[v]),
    "score top": lambda v: trek12.score("christmas", NUMBERS, (), top=v),
    "score option": lambda v: trek12.score("dunai", NUMBERS, (), bonus_table=v),
    "score of a file": lambda v: trek12.score("dunai", NUMBERS, (), board_file=v),
    "score of a game": lambda v: trek12.score(GAMES["one"], NUMBERS, (), face_claims_flag=v),
    "assumed_links": lambda v: trek12.assumed_links("dunai", v),
    "ropes": lambda v: trek12.ropes("dunai", NUMBERS, v),
    "areas": lambda v: trek12.areas("dunai", v),
    "isolated": lambda v: trek12.isolated("dunai", NUMBERS, (), failed=v),
    "open_circles": lambda v: trek12.open_circles("dunai", v),
    "open_circles board": lambda v: trek12.open_circles(v, NUMBERS),
    "candidates circle": lambda v: trek12.candidates("dunai", NUMBERS, (), v, 3),
    "candidates value": lambda v: trek12.candidates("dunai", NUMBERS, (), 5, v),
    "compatibility": lambda v: trek12.compatibility(v, SHEET),
    "compatibility other": lambda v: trek12.compatibility(SHEET, v),
    "compatibility option": lambda v: trek12.compatibility(SHEET, SHEET, compatibility_roses=v),
    "value operation": lambda v: trek12.value(v, 1, 1),
    "value red": lambda v: trek12.value("min", v, 1),
    "value yellow": lambda v: trek12.value("min", 1, v),
    "sheets": trek12.sheets,
    "boards": trek12.boards,
    "validate": trek12.validate,
    "Sheet board": lambda v: trek12.Sheet(v, NUMBERS),
    "Sheet numbers": lambda v: trek12.Sheet("dunai", v),
    "Sheet marks": lambda v: trek12.Sheet("dunai", NUMBERS, (), v, v, v),
    "Sheet.score": lambda v: SHEET.score(face_penalty=v),
    "Board.game": lambda v: trek12.BOARDS["dunai"].game(players=v),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_take_anything(name: str) -> None:
    for value in hostile.values():
        knock(QUESTIONS[name], value)


def test_sheets_that_cannot_be_are_refused() -> None:
    def score(numbers: Any, links: Any = ()) -> dict[str, int]:
        return trek12.score("dunai", numbers, links)

    refuses(score, sw.InvalidStateError, [], [None] * 18, [None] * 20, [13] * N, [-1] * N)
    refuses(score, (sw.InvalidStateError, TypeError), [1.0] * N, ["Face"] * N, [[]] * N)
    refuses(lambda v: score(NUMBERS, v), sw.InvalidStateError, [(1, 0)], [(0, 2)], [(0, 1)] * 2, [(0, 99)])
    refuses(lambda v: trek12.value(v, 1, 1), ValueError, "", "Min", "min ", "prod\0", "\ud800")
    refuses(lambda v: trek12.value("min", v, 1), ValueError, 0, 7, -1, 2**64, 10**5000)
    refuses(lambda v: trek12.candidates("dunai", NUMBERS, (), 5, v), ValueError, -1, 31, 2**64)
    refuses(lambda v: trek12.candidates("dunai", NUMBERS, (), v, 5), ValueError, -1, 0, 19, 2**64)
    refuses(lambda v: trek12.compatibility(SHEET, v), ValueError, trek12.Sheet("kagkot", NUMBERS, ()))
    refuses(trek12.sheets, TypeError, None, 0, sw.load("patchwork").initial_state(), GAMES["one"])


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "Dunai"},
        {"id": "x" * 10**6},
        {"edges": ((0, 99),)},
        {"edges": ()},
        {"circles": ()},
        {"tables": ()},
        {"start": (99,)},
        {"level": "certain"},
        {"specials": {"nothing": 1}},
        {"penalties": trek12.Penalties(-1, "word")},  # type: ignore[arg-type]
        {"note": 5},
    ],
)
def test_changed_boards_are_checked_where_they_are_used(changes: dict[str, Any]) -> None:
    board = dataclasses.replace(trek12.BOARDS["dunai"], **changes)
    for door in (lambda board: board.game(), lambda board: trek12.score(board, NUMBERS, ())):
        answer = knock(door, board)
        assert isinstance(answer, sw.OptionError) and len(str(answer)) < 3_000, answer


# ---- threads ----


def test_threads_share_one_game_and_its_states() -> None:
    game = GAMES["file"]
    state = states("file")[-1]
    expected = state.legal_actions(), state.to_bytes(), str(state), state.to_dict()
    rows = sw.simulate(game, 200, 1, threads=1, policies="greedy")
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            rng = sw.Rng(number)
            for _ in range(30):
                assert (state.legal_actions(), state.to_bytes(), str(state), state.to_dict()) == expected
                assert game.initial_state().rollout(rng).is_terminal
                assert game.state_from_bytes(expected[1]) == state
                assert sw.load("trek12", board_file=WIDE, players=1 + number).num_players == 1 + number
                assert trek12.score("dunai", NUMBERS, (), bonus_table="printed")["isolated"] == -9
            assert sw.simulate(game, 200, 1, threads=2, policies="greedy") == rows
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failures and not any(thread.is_alive() for thread in threads)


def _told(game: sw.Game) -> str:
    return repr((game.tables(), game.options, game.observation_spec, game.action_spec, game.provenance))


def test_a_game_does_not_change_by_what_it_gave() -> None:
    for game in GAMES.values():
        before, start = _told(game), game.initial_state().to_bytes()
        for table in (game.tables(), game.options, game.provenance, game.policies):
            for value in table.values():
                if isinstance(value, list | dict):
                    value.clear()
            table.clear()
        for listed in (game.score_items, game.action_spec, game.outcome_spec, game.observation_spec):
            listed.clear()
        position = game.initial_state().to_dict()
        position["players"][0]["numbers"][0] = 7
        position["players"].clear()
        assert _told(game) == before and game.initial_state().to_bytes() == start
    with pytest.raises(TypeError):
        trek12.BOARDS["dunai"] = None  # type: ignore[index]
    assert tuple(trek12.BOARDS) == differential_trek12.BOARDS
