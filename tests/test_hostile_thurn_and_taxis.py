"""Hostile input at the doors of Thurn and Taxis: options, states, positions, bytes, pickles, questions about routes."""

from __future__ import annotations

import copy
import dataclasses
import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import thurn_and_taxis
from tests import hostile, hostile_states
from tests.differential_thurn_and_taxis_positions import KEYS, PLAYER_KEYS, hurried
from tests.hostile import knock, refuses
from tests.hostile_states import assert_sound
from tests.reference.random_maps import random_map_file

INNER_KEYS = ("known", "new", "old")
DICTS = (*KEYS, *PLAYER_KEYS)
MAP_FILE = random_map_file(random.Random(5))
GAMES = {
    "two": sw.load("thurn_and_taxis"),
    "four": sw.load("thurn_and_taxis", map="map2", players=4, start_player=3, carrier_second_must_fit=False),
    "short": sw.load("thurn_and_taxis", players=3, max_turns=7),
    "file": sw.load("thurn_and_taxis", map_file=MAP_FILE, players=3, start_player=1, max_turns=60),
}
EVERY = pytest.mark.parametrize("name", GAMES)


@cache
def states(name: str) -> tuple[sw.State, ...]:
    """One at each point of a turn, of each kind of deal, and at the end."""
    game, found = GAMES[name], dict[str, sw.State]()
    n = game.num_outcomes
    for seed in range(12):
        rng, state, choices = sw.Rng(seed), game.initial_state(), random.Random(seed)
        for step in range(1_500):
            if state.is_terminal:
                break
            position = state.to_dict()
            if step > 40 or name == "short":
                found.setdefault(f"{position['point']} {position['deal']}", state)
            if state.is_chance:
                state = state.sample_chance(rng)
            else:
                state = state.apply(hurried(state, state.legal_actions(), n, choices))
        found["over"] = state
    assert {"first_draw None", "after_play None", "over"} <= set(found) and len(found) >= 7, found
    return tuple(found.values())


# ---- options ----


@pytest.mark.parametrize("option", GAMES["two"].options)
def test_any_value_of_an_option_is_accepted_or_named(option: str) -> None:
    default = GAMES["two"].options[option]
    kinds = object if default is None else None
    hostile_states.option_takes_anything("thurn_and_taxis", option, default, "map", kinds)


def test_options_that_do_not_belong_together() -> None:
    hostile_states.refuses_options(
        "thurn_and_taxis",
        (
            {"map": "map1", "map_file": MAP_FILE},
            {"players": 1},
            {"players": 5},
            {"players": -(2**63)},
            {"players": 2, "start_player": 2},
            {"start_player": 3},
            {"max_turns": 0},
            {"max_turns": 10**9 + 1},
            {"max_turns": 2**64},
            {"map": "Map1"},
            {"map": "map1\0"},
            {"map": "x" * 1_000_000},
            {"board": "dunai"},
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
    hostile_states.texts("drawplycostehufgi rightleft MannheimUlm_0123456789-\u00fc\u0308\u0661\u00a0\t"),
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 9),
)
def test_a_text_is_refused_or_leads_to_its_own_action(text: str, name: str, kind: int) -> None:
    hostile_states.text_is_refused_or_an_action(states(name)[kind % len(states(name))], text)


@pytest.mark.parametrize("name", ["four", "file"])
def test_arrays_that_cannot_be_written_are_refused_untouched(name: str) -> None:
    hostile_states.unwritable_arrays_are_refused_untouched(states(name)[1])


# ---- positions ----

nested = hostile_states.nested(DICTS, ["deal", "decide", "over", "place", "display"])


@hostile.examples(300)
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), nested, max_size=6), st.booleans())
def test_any_dict_is_refused_with_faults_or_sound(position: dict[str, Any], strict: bool) -> None:
    for name in ("two", "file"):
        hostile_states.dict_is_refused_or_sound(GAMES[name], position, strict, partial(assert_sound, steps=5))


@EVERY
def test_any_value_at_any_key(name: str) -> None:
    """In a position that is right but for it."""
    game = GAMES[name]
    for state in states(name)[::3]:
        good = state.to_dict()
        for key in (*KEYS, *PLAYER_KEYS):
            for value in hostile.values():
                position = copy.deepcopy(good)
                player = position["players"][-1]
                (position if key in KEYS else player["hand"] if key in INNER_KEYS else player)[key] = value
                answer = knock(game.state_from_dict, position, False)
                if isinstance(answer, sw.State):
                    assert_sound(answer, 1)
                else:
                    assert isinstance(answer, ValueError | TypeError | hostile.BoomError), (key, answer)


def test_positions_without_end_and_of_no_map_are_refused() -> None:
    hostile_states.positions_without_end_are_refused(
        GAMES["two"],
        DICTS,
        "deal",
        "over",
        lambda key, value: ({key: value}, {"players": [{key: value}]}, {"players": [{"hand": {key: value}}, {}]}),
    )


# ---- bytes and pickles ----


@EVERY
def test_every_cut_and_many_flipped_bits_are_refused(name: str) -> None:
    hostile_states.cuts_and_flips_are_refused(states(name), cuts=200, flips=500)


@EVERY
def test_altered_payloads_with_a_right_checksum_are_refused_or_sound(name: str) -> None:
    hostile_states.altered_payloads_are_refused_or_sound(states(name), partial(assert_sound, steps=20))


def test_bytes_of_other_games_options_and_maps_are_refused() -> None:
    shipped = thurn_and_taxis.MAPS["map1"]
    moved = dataclasses.replace(shipped, cities=(shipped.cities[0]._replace(x=99.0), *shipped.cities[1:]))
    games = [
        *GAMES.values(),
        sw.load("patchwork"),
        sw.load("trek12"),
        sw.load("thurn_and_taxis", players=3),
        sw.load("thurn_and_taxis", start_player=1),
        sw.load("thurn_and_taxis", max_turns=200),
        sw.load("thurn_and_taxis", map="map2"),
        moved.game(),
    ]
    hostile_states.bytes_belong_to_one_game(games)


@EVERY
def test_pickles_keep_the_map_and_are_checked(name: str) -> None:
    hostile_states.pickles_are_checked(states(name), every=9)
    hostile_states.pickled_games_open_no_file(GAMES[name], "map_file")


# ---- questions about routes ----

ROUTE = [8, 6, 15, 16, 17]
QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "extensions": thurn_and_taxis.extensions,
    "extensions of a city": lambda v: thurn_and_taxis.extensions([v]),
    "extensions map": lambda v: thurn_and_taxis.extensions(ROUTE, v),
    "house_options": thurn_and_taxis.house_options,
    "house_options houses": lambda v: thurn_and_taxis.house_options(ROUTE, v),
    "house_options a house": lambda v: thurn_and_taxis.house_options(ROUTE, [v]),
    "house_options map": lambda v: thurn_and_taxis.house_options(ROUTE, (), v),
    "tiles_for": lambda v: thurn_and_taxis.tiles_for(v, (), 3),
    "tiles_for houses": lambda v: thurn_and_taxis.tiles_for(ROUTE, v, 3),
    "tiles_for carriage": lambda v: thurn_and_taxis.tiles_for(ROUTE, (), v),
    "tiles_for left": lambda v: thurn_and_taxis.tiles_for(ROUTE, (), 3, left=v),
    "tiles_for left of a stack": lambda v: thurn_and_taxis.tiles_for(ROUTE, (), 3, left={"route5": v}),
    "tiles_for held": lambda v: thurn_and_taxis.tiles_for(ROUTE, (), 3, held=v),
    "tiles_for held one": lambda v: thurn_and_taxis.tiles_for(ROUTE, (), 3, held=[v]),
    "score tiles": lambda v: thurn_and_taxis.score(v, 3, 0),
    "score a tile": lambda v: thurn_and_taxis.score([v], 3, 0),
    "score carriage": lambda v: thurn_and_taxis.score([], v, 0),
    "score houses": lambda v: thurn_and_taxis.score([], 3, v),
    "map_file": thurn_and_taxis.map_file,
    "validate": thurn_and_taxis.validate,
    "Map.game": lambda v: thurn_and_taxis.MAPS["map2"].game(players=v),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_take_anything(name: str) -> None:
    for value in hostile.values():
        knock(QUESTIONS[name], value)


def test_routes_that_cannot_be_are_refused() -> None:
    refuses(thurn_and_taxis.extensions, sw.InvalidStateError, [0, 0], [0, 21], [22], [-1], ["Ulm", "Ulm"], ["ulm"])
    refuses(thurn_and_taxis.extensions, (sw.InvalidStateError, TypeError), [1.0], [None], [[]], "Ulm", None, 5)
    refuses(thurn_and_taxis.house_options, sw.InvalidStateError, [], [8, 6], list(range(22)))
    refuses(lambda v: thurn_and_taxis.tiles_for(ROUTE, (), v), sw.InvalidStateError, -1, 1, 2, 8, 2**31)
    refuses(lambda v: thurn_and_taxis.tiles_for(ROUTE, (), v), (sw.InvalidStateError, OverflowError), 2**64, 10**5000)
    refuses(lambda v: thurn_and_taxis.tiles_for(ROUTE, (), 3, held=v), sw.InvalidStateError, ["no stack"])
    refuses(lambda v: thurn_and_taxis.score([], v, 0), ValueError, -1, 1, 2, 8, 2**64, 10**5000)
    refuses(lambda v: thurn_and_taxis.score([], 3, v), ValueError, -1, 21, 2**64)
    refuses(lambda v: thurn_and_taxis.score([v], 3, 0), ValueError, -1, 0, 21, 2**64)
    refuses(lambda v: thurn_and_taxis.extensions(ROUTE, v), TypeError, None, 0, [], sw.load("patchwork"))
    refuses(lambda v: thurn_and_taxis.extensions(ROUTE, v), sw.OptionError, "", "map3", "map1\0", "x" * 10**6)


# ---- threads ----


def test_threads_share_one_game_and_its_states() -> None:
    def more(number: int) -> None:
        players = 2 + number % 3
        assert sw.load("thurn_and_taxis", map_file=MAP_FILE, players=players).num_players == players
        assert len(thurn_and_taxis.house_options(ROUTE)) > 1

    hostile_states.threads_share(states("file")[-2], games=100, rounds=20, more=more)
