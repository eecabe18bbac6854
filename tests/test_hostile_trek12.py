"""Hostile input at the doors of Trek 12: options, states, positions, bytes, pickles, questions about sheets."""

from __future__ import annotations

import copy
import dataclasses
import json
import random
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import trek12
from tests import differential_trek12, hostile, hostile_states
from tests.hostile import knock, refuses
from tests.hostile_states import assert_sound
from tests.reference import random_boards

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


# ---- options ----


@pytest.mark.parametrize("option", GAMES["one"].options)
def test_any_value_of_an_option_is_accepted_or_named(option: str) -> None:
    hostile_states.option_takes_anything("trek12", option, GAMES["one"].options[option], "board")


def test_options_that_do_not_belong_together() -> None:
    hostile_states.refuses_options(
        "trek12",
        (
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
        ),
    )


# ---- states ----


@EVERY
def test_every_door_of_a_state_takes_anything(name: str) -> None:
    for state in states(name):
        hostile_states.every_door_takes_anything(state)


@EVERY
def test_ids_of_no_action_are_illegal(name: str) -> None:
    for state in states(name):
        hostile_states.ids_of_no_action_are_illegal(state)


@EVERY
def test_seats_that_do_not_exist(name: str) -> None:
    for state in states(name):
        hostile_states.seats_that_do_not_exist_are_refused(state)


@hostile.examples(300)
@given(
    hostile_states.texts("minmaxdfsuprol link between0123456789,-+\u0661\u00a0\t"),
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 9),
)
def test_a_text_is_refused_or_leads_to_its_own_action(text: str, name: str, kind: int) -> None:
    hostile_states.text_is_refused_or_an_action(states(name)[kind % len(states(name))], text)


@pytest.mark.parametrize("name", ["two tables", "claims"])
def test_arrays_that_cannot_be_written_are_refused_untouched(name: str) -> None:
    hostile_states.unwritable_arrays_are_refused_untouched(states(name)[1])


# ---- positions ----

nested = hostile_states.nested(DICTS, ["roll", "move", "over", "face"])


@hostile.examples(300)
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), nested, max_size=6), st.booleans())
def test_any_dict_is_refused_with_faults_or_sound(position: dict[str, Any], strict: bool) -> None:
    for name in ("one", "two tables"):
        hostile_states.dict_is_refused_or_sound(GAMES[name], position, strict, assert_sound)


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
    hostile_states.positions_without_end_are_refused(
        GAMES["one"],
        DICTS,
        "roll",
        "face",
        lambda key, value: ({key: value}, {"players": [{key: value}]}, {"choice": {key: value}}),
    )


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
    hostile_states.cuts_and_flips_are_refused(states(name), cuts=400, flips=1_000)


@EVERY
def test_altered_payloads_with_a_right_checksum_are_refused_or_sound(name: str) -> None:
    hostile_states.altered_payloads_are_refused_or_sound(states(name), assert_sound)


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
    hostile_states.bytes_belong_to_one_game(games)


@EVERY
def test_pickles_keep_the_board_and_are_checked(name: str) -> None:
    hostile_states.pickles_are_checked(states(name), every=5)
    hostile_states.pickled_games_open_no_file(GAMES[name], "board_file")


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
    def more(number: int) -> None:
        assert sw.load("trek12", board_file=WIDE, players=1 + number).num_players == 1 + number
        assert trek12.score("dunai", NUMBERS, (), bonus_table="printed")["isolated"] == -9

    hostile_states.threads_share(states("file")[-1], games=200, rounds=30, more=more)


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
