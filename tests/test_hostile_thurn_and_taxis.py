"""Hostile input at the doors of Thurn and Taxis: options, states, positions, bytes, pickles, questions about routes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
import struct
import threading
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import thurn_and_taxis
from tests import hostile
from tests.differential_thurn_and_taxis_positions import KEYS, PLAYER_KEYS, hurried
from tests.hostile import knock, refuses
from tests.reference.random_maps import random_map_file
from tests.test_hostile import wrong_arrays

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


def assert_sound(state: sw.State, steps: int = 40) -> None:
    """It and the next states hold what every state promises."""
    game, rng = state.game, sw.Rng(1)
    for _ in range(steps):
        assert state.check() == [], state.to_dict()
        assert game.state_from_bytes(state.to_bytes()) == state
        assert game.state_from_dict(state.to_dict(), strict=False) == state
        for seat in range(game.num_players):
            state.observation(seat)
        assert state.resample_hidden(0, rng).check() == []
        if state.is_terminal:
            assert len(state.ranks()) == game.num_players
            break
        assert state.is_chance or state.num_legal > 0
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    assert pickle.loads(pickle.dumps(state)) == state


# ---- options ----


@pytest.mark.parametrize("option", GAMES["two"].options)
def test_any_value_of_an_option_is_accepted_or_named(option: str) -> None:
    default = GAMES["two"].options[option]
    for value in hostile.values():
        answer = knock(lambda value: sw.load("thurn_and_taxis", **{option: value}), value)
        if isinstance(answer, sw.Game):
            accepted = answer.options[option]
            assert accepted is default or default is None or isinstance(accepted, type(default)), (option, accepted)
        else:
            assert isinstance(answer, sw.OptionError | hostile.BoomError), (option, answer)
            assert isinstance(answer, hostile.BoomError) or "map" in str(answer) or option in str(answer)


def test_options_that_do_not_belong_together() -> None:
    for options in (
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
    ):
        answer = knock(lambda options: sw.load("thurn_and_taxis", **options), options)
        assert isinstance(answer, sw.OptionError) and len(str(answer)) < 2_000, (options, answer)


# ---- states ----


def doors(state: sw.State) -> dict[str, Callable[[Any], Any]]:
    """Every method that takes an argument, each with one of them open; a rollout only where it ends soon."""
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
        size = state.game.num_actions
        beyond = (-1, size, size + 1, 255, 256, 2**16 - 1, 2**16, 2**16 + 1, 2**32, 2**63, 2**64, -(2**63), 10**5000)
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


words = st.text(alphabet="drawplycostehufgi rightleft MannheimUlm_0123456789-\u00fc\u0308\u0661\u00a0\t", max_size=40)


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


@pytest.mark.parametrize("name", ["four", "file"])
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
    | st.sampled_from(["deal", "decide", "over", "place", "display", "\ud800", 10**300, -(10**300)])
)
nested = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*DICTS, ""]), inner, max_size=4),
)


@hostile.examples(300)
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), nested, max_size=6), st.booleans())
def test_any_dict_is_refused_with_faults_or_sound(position: dict[str, Any], strict: bool) -> None:
    for name in ("two", "file"):
        answer = knock(GAMES[name].state_from_dict, position, strict)
        if isinstance(answer, sw.State):
            assert_sound(answer, 5)
        else:
            assert isinstance(answer, sw.InvalidStateError) and answer.faults, repr(answer)
            assert all(fault in str(answer) for fault in answer.faults)


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
    game, (items, table) = GAMES["two"], hostile.self_containing()
    laughs: list[Any] = [1]
    for _ in range(13):
        laughs = [laughs] * 10
    refuses(game.state_from_dict, TypeError, None, 0, "{}", b"{}", [], [("phase", "deal")], {1}, game.initial_state())
    refuses(game.state_from_dict, sw.InvalidStateError, table)
    for value in (items, laughs, [0] * 10**5, {str(n): 0 for n in range(10**5)}, "over" * 10**6):
        for key in DICTS:
            for position in ({key: value}, {"players": [{key: value}]}, {"players": [{"hand": {key: value}}, {}]}):
                answer = knock(game.state_from_dict, position)
                assert isinstance(answer, sw.InvalidStateError) and len(str(answer)) < 20_000


# ---- bytes and pickles ----


@EVERY
def test_every_cut_and_many_flipped_bits_are_refused(name: str) -> None:
    game, rng = GAMES[name], random.Random(4)
    for state in states(name):
        frame = state.to_bytes()
        for end in range(0, len(frame), 1 + len(frame) // 200):
            refuses(game.state_from_bytes, sw.DecodeError, frame[:end], frame + frame[:end] if end else frame + b"\0")
        for bit in rng.sample(range(8 * len(frame)), 500):
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
                        assert_sound(answer, 20)
                else:
                    assert isinstance(answer, sw.DecodeError)
    assert accepted > 10


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
    for one in games:
        for other in games:
            answer = knock(other.state_from_bytes, one.initial_state().to_bytes())
            assert isinstance(answer, sw.State if one is other else sw.DecodeError), (one, other)
    refuses(GAMES["two"].state_from_bytes, TypeError, None, 0, "SPWK", [1], object(), GAMES["two"].initial_state())
    refuses(GAMES["two"].state_from_bytes, sw.DecodeError, b"", bytes(30_000_000), bytes(434))


@EVERY
def test_pickles_keep_the_map_and_are_checked(name: str) -> None:
    for state in states(name):
        data, frame = pickle.dumps(state), state.to_bytes()
        again = pickle.loads(data)
        assert again == state and again.game == state.game and hash(again) == hash(state)
        assert again.game.options == state.game.options
        start = data.index(frame)
        for place in range(start, start + len(frame), 9):
            damaged = data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]
            refuses(pickle.loads, sw.DecodeError, damaged)
    restore, arguments = GAMES[name].__reduce__()
    assert restore(*arguments) == GAMES[name]
    options = arguments[1]
    for wrong in ({"map_file": "/etc/passwd"}, {"map_file": "/dev/zero"}, {"map_file": "{"}, {"players": 99}):
        with pytest.raises(sw.OptionError) as caught:
            restore("thurn_and_taxis", {**options, **wrong})
        assert "root" not in str(caught.value)  # nothing of a file that somebody else named


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
    game = GAMES["file"]
    state = states("file")[-2]
    expected = state.legal_actions(), state.to_bytes(), str(state), state.to_dict()
    rows = sw.simulate(game, 100, 1, threads=1, policies="greedy")
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            rng = sw.Rng(number)
            for _ in range(20):
                assert (state.legal_actions(), state.to_bytes(), str(state), state.to_dict()) == expected
                assert game.initial_state().rollout(rng).is_terminal
                assert game.state_from_bytes(expected[1]) == state
                assert (
                    sw.load("thurn_and_taxis", map_file=MAP_FILE, players=2 + number % 3).num_players == 2 + number % 3
                )
                assert len(thurn_and_taxis.house_options(ROUTE)) > 1
            assert sw.simulate(game, 100, 1, threads=2, policies="greedy") == rows
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failures and not any(thread.is_alive() for thread in threads)
