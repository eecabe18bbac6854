"""Hostile input at the doors that the states of every game have: what to ask of one state, whatever its game."""

from __future__ import annotations

import pickle
import random
import struct
import threading
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import spielwerk as sw
from tests import hostile
from tests.hostile import knock, refuses
from tests.test_hostile import wrong_arrays

Sound = Callable[[sw.State], None]


def assert_sound(state: sw.State, steps: int | None = None) -> None:
    """It and the next states, to the end if no number is given, hold what every state promises."""
    game, rng = state.game, sw.Rng(1)
    while steps is None or steps > 0:
        assert state.check() == [], state.to_dict()
        assert game.state_from_bytes(state.to_bytes()) == state
        assert game.state_from_dict(state.to_dict(), strict=False) == state
        for seat in range(game.num_players):
            seen = state.observation(seat)
            imagined = state.resample_hidden(seat, rng)
            assert imagined.check() == [] and np.array_equal(imagined.observation(seat), seen), state.to_dict()
        if state.is_terminal:
            assert len(state.ranks()) == game.num_players
            break
        assert state.is_chance or state.num_legal > 0
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
        steps = None if steps is None else steps - 1
    assert pickle.loads(pickle.dumps(state)) == state


def option_takes_anything(
    name: str, option: str, default: Any, partner: str, kinds: type | tuple[type, ...] | None = None
) -> None:
    """A value is accepted, as one of `kinds` (else the default's), or refused; that names the option or its partner."""
    for value in hostile.values():
        answer = knock(lambda value: sw.load(name, **{option: value}), value)
        if isinstance(answer, sw.Game):
            accepted = answer.options[option]
            assert accepted is default or isinstance(accepted, kinds or type(default)), (option, accepted)
        else:
            assert isinstance(answer, sw.OptionError | hostile.BoomError), (option, answer)
            assert isinstance(answer, hostile.BoomError) or partner in str(answer) or option in str(answer)


def refuses_options(name: str, all_options: Iterable[dict[str, Any]]) -> None:
    """Each of these sets of options is refused, in few words."""
    for options in all_options:
        answer = knock(lambda options: sw.load(name, **options), options)
        assert isinstance(answer, sw.OptionError) and len(str(answer)) < 2_000, (options, answer)


# ---- methods ----


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


def every_door_takes_anything(state: sw.State) -> None:
    """Whatever is given to a method, the state stays what it is."""
    before = state.to_bytes()
    for door in doors(state).values():
        for value in hostile.values():
            knock(door, value)
    assert state.to_bytes() == before and state.check() == []


def ids_of_no_action_are_illegal(state: sw.State, longest: int = 300) -> None:
    """Ids outside the space and inside it; a refusal has at most `longest` characters."""
    size = max(state.game.num_actions, state.game.num_outcomes)
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
        assert isinstance(answer, sw.State) or 10 < len(str(answer)) < longest, str(answer)


def seats_that_do_not_exist_are_refused(state: sw.State) -> None:
    """At each method that takes a seat."""
    players = state.game.num_players
    for door in (state.score_sheet, state.observation, state.observation_string):
        refuses(door, IndexError, -1, players, 12, 255, 256, 2**31, 2**32, -(2**63), 2**63 - 1, np.int64(players))
        refuses(door, (IndexError, OverflowError), 2**63, 2**64, 10**5000)
        refuses(door, TypeError, None, "0", 0.0, [0], sw.Rng(1))
    for seat in (-1, players, 12, 255):
        assert isinstance(knock(state.resample_hidden, seat, sw.Rng(1)), IndexError)


def texts(alphabet: str) -> st.SearchStrategy[str]:
    """Any text, texts of a game's own letters, and texts that are no Unicode."""
    surrogates = st.text(alphabet=st.characters(categories=["Cs"]), min_size=1, max_size=5)
    return st.text() | st.text(alphabet=alphabet, max_size=40) | surrogates


def text_is_refused_or_an_action(state: sw.State, text: str) -> None:
    """A text that is accepted leads to an action that has a text of its own."""
    answer = knock(state.string_to_action, text)
    if isinstance(answer, int):
        assert state.string_to_action(state.action_to_string(answer)) == answer
        state.apply(answer)
    else:
        assert isinstance(answer, sw.IllegalActionError) and len(str(answer)) < 2_000


def unwritable_arrays_are_refused_untouched(state: sw.State) -> None:
    """Arrays of a wrong kind at the methods that write into one."""
    writers: list[tuple[Callable[[Any], Any], int]] = [
        (state.legal_actions_mask, state.game.num_actions),
        (lambda out: state.observation(1, out), state.game.observation_size),
    ]
    for write, size in writers:
        for what, array in wrong_arrays(size).items():
            before = array.tobytes() if isinstance(array, np.ndarray) and array.dtype != object else None
            assert isinstance(knock(write, array), TypeError | ValueError), what
            assert before is None or array.tobytes() == before, what
        good = np.full(size, 77, np.uint8)
        assert np.array_equal(write(good), write(None)) and write(good) is good


# ---- positions ----


def nested(words: Iterable[str], samples: Sequence[str]) -> st.SearchStrategy[Any]:
    """Anything that JSON has, with a game's words as keys and among the values."""
    scalars = (
        st.none()
        | st.booleans()
        | st.integers(-3, 40)
        | st.integers()
        | st.floats()
        | st.text(max_size=8)
        | st.sampled_from([*samples, "\ud800", 10**300, -(10**300)])
    )
    keys = st.sampled_from([*words, ""])
    return st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4))


def dict_is_refused_or_sound(game: sw.Game, position: dict[str, Any], strict: bool, sound: Sound) -> None:
    """A refusal tells all faults."""
    answer = knock(game.state_from_dict, position, strict)
    if isinstance(answer, sw.State):
        sound(answer)
    else:
        assert isinstance(answer, sw.InvalidStateError) and answer.faults, repr(answer)
        assert all(fault in str(answer) for fault in answer.faults)


def positions_without_end_are_refused(
    game: sw.Game, keys: Iterable[str], phase: str, word: str, around: Callable[[str, Any], Iterable[Any]]
) -> None:
    """Values that contain themselves or are very many, at each of the keys, in the positions that `around` makes."""
    items, table = hostile.self_containing()
    laughs: list[Any] = [1]
    for _ in range(13):
        laughs = [laughs] * 10
    refuses(game.state_from_dict, TypeError, None, 0, "{}", b"{}", [], [("phase", phase)], {1}, game.initial_state())
    refuses(game.state_from_dict, sw.InvalidStateError, table)
    for value in (items, laughs, [0] * 10**5, {str(n): 0 for n in range(10**5)}, word * 10**6):
        for key in keys:
            for position in around(key, value):
                answer = knock(game.state_from_dict, position)
                assert isinstance(answer, sw.InvalidStateError) and len(str(answer)) < 20_000


# ---- bytes and pickles ----


def cuts_and_flips_are_refused(states: Iterable[sw.State], cuts: int, flips: int) -> None:
    """About so many cuts, and as many damaged bits, of each state's bytes."""
    rng = random.Random(4)
    for state in states:
        game, frame = state.game, state.to_bytes()
        for end in range(0, len(frame), 1 + len(frame) // cuts):
            refuses(game.state_from_bytes, sw.DecodeError, frame[:end], frame + frame[:end] if end else frame + b"\0")
        for bit in rng.sample(range(8 * len(frame)), flips):
            damaged = bytearray(frame)
            damaged[bit // 8] ^= 1 << bit % 8
            refuses(game.state_from_bytes, sw.DecodeError, bytes(damaged))


def resealed(frame: bytes) -> bytes:
    """The frame with a right checksum."""
    return frame[:-4] + struct.pack("<I", zlib.crc32(frame[:-4]))


def altered_payloads_are_refused_or_sound(states: Iterable[sw.State], sound: Sound) -> None:
    """Every byte altered in five ways, under a right checksum; three in a hundred of the accepted ones go on."""
    rng, accepted = random.Random(9), 0
    for state in states:
        frame = state.to_bytes()
        assert resealed(frame) == frame
        for place in range(len(frame) - 4):
            for value in {0, 1, 255, frame[place] ^ 1 << rng.randrange(8), rng.randrange(256)}:
                data = resealed(frame[:place] + bytes([value]) + frame[place + 1 :])
                answer = knock(state.game.state_from_bytes, data)
                if isinstance(answer, sw.State):
                    accepted += 1
                    assert answer.to_bytes() == data
                    if rng.random() < 0.03:
                        sound(answer)
                else:
                    assert isinstance(answer, sw.DecodeError)
    assert accepted > 10


def bytes_belong_to_one_game(games: Sequence[sw.Game]) -> None:
    """Each of these games reads its own bytes and no other's; the first one refuses what is no bytes at all."""
    for one in games:
        for other in games:
            answer = knock(other.state_from_bytes, one.initial_state().to_bytes())
            assert isinstance(answer, sw.State if one is other else sw.DecodeError), (one, other)
    first = games[0]
    size = len(first.initial_state().to_bytes())
    refuses(first.state_from_bytes, TypeError, None, 0, "SPWK", [1], object(), first.initial_state())
    refuses(first.state_from_bytes, sw.DecodeError, b"", bytes(30_000_000), bytes(434), bytes(size))


def pickles_are_checked(states: Iterable[sw.State], every: int) -> None:
    """Pickles come back whole; one with a bit damaged in each `every`th byte of the state is refused."""
    for state in states:
        data, frame = pickle.dumps(state), state.to_bytes()
        again = pickle.loads(data)
        assert again == state and again.game == state.game and hash(again) == hash(state)
        assert again.game.options == state.game.options
        start = data.index(frame)
        for place in range(start, start + len(frame), every):
            damaged = data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]
            refuses(pickle.loads, sw.DecodeError, damaged)


def pickled_games_open_no_file(game: sw.Game, file_option: str) -> None:
    """What a pickle has of a file is its text: a path in its place is no way to read somebody's files."""
    restore, arguments = game.__reduce__()
    assert restore(*arguments) == game
    name, options = arguments
    for wrong in ({file_option: "/etc/passwd"}, {file_option: "/dev/zero"}, {file_option: "{"}, {"players": 99}):
        with pytest.raises(sw.OptionError) as caught:
            restore(name, {**options, **wrong})
        assert "root" not in str(caught.value)


# ---- threads ----


def threads_share(state: sw.State, games: int, rounds: int, more: Callable[[int], None]) -> None:
    """Eight threads use one state and its game, and each does `more(number)` beside."""
    game = state.game
    expected = state.legal_actions(), state.to_bytes(), str(state), state.to_dict()
    rows = sw.simulate(game, games, 1, threads=1, policies="greedy")
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            rng = sw.Rng(number)
            for _ in range(rounds):
                assert (state.legal_actions(), state.to_bytes(), str(state), state.to_dict()) == expected
                assert game.initial_state().rollout(rng).is_terminal
                assert game.state_from_bytes(expected[1]) == state
                more(number)
            assert sw.simulate(game, games, 1, threads=2, policies="greedy") == rows
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failures and not any(thread.is_alive() for thread in threads)
