"""Hostile positions, bytes and pickles: refused as documented, or sound states that can be played to the end."""

from __future__ import annotations

import collections
import copy
import json
import pickle
import random
import resource
import struct
import time
import types
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from tests import differential, hostile
from tests.hostile import knock, refuses

GAME = sw.load("patchwork")
STATES = hostile.states()
KEYS = ["phase", "circle", "players", "on_top", "special_patches", "tile_owner", "to_place", "first_on_last"]
PLAYER_KEYS = ["position", "buttons", "income", "quilt", "patches"]
PATCH_KEYS = ["patch", "orientation", "row", "col"]


def assert_sound(state: sw.State, game: sw.Game = GAME) -> None:
    """It and all states on the way to its end hold what every state promises."""
    rng = sw.Rng(1)
    while True:
        assert state.check() == [], state.to_dict()
        assert game.state_from_bytes(state.to_bytes()) == state == pickle.loads(pickle.dumps(state))
        assert game.state_from_dict(state.to_dict(), strict=False) == state
        if state.is_terminal:
            break
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    assert len(state.winners()) == 1


# ---- dicts ----

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["setup", "play", "over", "." * 9, "#" * 9, "\ud800", 10**300, -(10**300)])
)
nested = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*KEYS, *PLAYER_KEYS, *PATCH_KEYS, ""]), inner, max_size=4)
    ),
)


@hostile.examples(300)
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), nested, max_size=6), st.booleans())
def test_any_dict_is_refused_with_faults_or_sound(position: dict[str, Any], strict: bool) -> None:
    answer = knock(GAME.state_from_dict, position, strict)
    if isinstance(answer, sw.State):
        assert_sound(answer)
    else:
        assert isinstance(answer, sw.InvalidStateError) and answer.faults, repr(answer)
        assert all(fault in str(answer) for fault in answer.faults)


players = st.fixed_dictionaries(
    {},
    optional={
        "position": st.integers(-1, 55),
        "buttons": st.integers(-1, 12_000),
        "income": st.integers(-1, 120),
        "quilt": st.lists(st.text(alphabet="#.", min_size=9, max_size=9), min_size=9, max_size=9),
    },
)
near = st.fixed_dictionaries(
    {"players": st.lists(players, min_size=2, max_size=2)},
    optional={
        "phase": st.sampled_from(["setup", "play", "over"]),
        "circle": st.lists(st.integers(0, 33), unique=True, max_size=33),
        "on_top": st.sampled_from([None, 0, 1, 2]),
        "tile_owner": st.sampled_from([None, 0, 1]),
        "to_place": st.sampled_from([None, 0, 1]),
        "first_on_last": st.sampled_from([None, 0, 1]),
    },
)


@hostile.examples(300)
@given(near, st.booleans())
def test_nearly_right_positions_are_refused_or_sound(position: dict[str, Any], strict: bool) -> None:
    before = copy.deepcopy(position)
    answer = knock(GAME.state_from_dict, position, strict)
    assert position == before
    if isinstance(answer, sw.State):
        assert_sound(answer)
    else:
        assert isinstance(answer, sw.InvalidStateError) and answer.faults


def test_what_is_accepted_at_the_limits_can_be_played_and_kept() -> None:
    """The most buttons and the highest income that the door lets in may grow by the play that follows."""
    circle, most = [*range(1, 33), 0], [0, 0]
    for place, (key, numbers) in enumerate({"buttons": range(9_500, 70_000, 500), "income": range(80, 260)}.items()):
        for number in numbers:
            position = {"circle": circle, "phase": "play", "players": [{key: number}, {key: number}]}
            answer = knock(GAME.state_from_dict, position, False)
            if isinstance(answer, sw.State):
                most[place] = number
                for action in (0, answer.legal_actions()[-1]):
                    assert_sound(answer.apply(action))
            refuses(GAME.state_from_dict, sw.InvalidStateError, position)
    assert most[0] >= 9_500 and most[1] >= 80


@pytest.mark.parametrize("key", KEYS)
def test_any_value_at_any_key(key: str) -> None:
    for strict in (True, False):
        for value in hostile.values():
            answer = knock(GAME.state_from_dict, {key: value}, strict)
            if isinstance(answer, sw.State):
                assert_sound(answer)


@pytest.mark.parametrize("key", [*PLAYER_KEYS, *PATCH_KEYS])
def test_any_value_at_any_inner_key(key: str) -> None:
    patch = {"patch": 3, "orientation": 0, "row": 0, "col": 0}
    for value in hostile.values():
        player = {"patches": [{**patch, key: value}]} if key in PATCH_KEYS else {key: value}
        answer = knock(GAME.state_from_dict, {"players": [player, {}], "phase": "play"}, False)
        if isinstance(answer, sw.State):
            assert_sound(answer)


def test_what_is_no_map_is_a_type_error() -> None:
    refuses(
        GAME.state_from_dict,
        TypeError,
        None,
        0,
        1.0,
        "{}",
        b"{}",
        [],
        [("phase", "play")],
        (),
        {1},
        object(),
        STATES[0],
    )
    refuses(lambda value: GAME.state_from_dict({"circle": value}), TypeError, object(), 1j, {1}, b"", len, ...)


def test_positions_without_end_are_refused_at_once() -> None:
    items, table = hostile.self_containing()
    laughs: list[Any] = [1]
    for _ in range(13):
        laughs = [laughs] * 10
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    refuses(GAME.state_from_dict, sw.InvalidStateError, table)
    for value in (items, laughs, [[laughs] * 3], [0] * 10**6, {str(n): 0 for n in range(10**5)}):
        for key in ("players", "circle", "unknown"):
            refuses(GAME.state_from_dict, sw.InvalidStateError, {key: value})
    deep: Any = 0
    for _ in range(100_000):
        deep = [deep]
    refuses(GAME.state_from_dict, sw.InvalidStateError, {"players": deep})
    while deep:
        # A list this deep must be taken apart by hand: not every Python survives its end otherwise.
        deep = deep.pop()
    assert time.perf_counter() - started < 10
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # KiB


def test_long_texts_make_no_long_messages() -> None:
    long = "#" * 1_000_000
    for position in (
        {"phase": long},
        {long: 1},
        {"players": [{"quilt": [long] * 9}, {}]},
        {"circle": long},
        {"players": [{long: 1}, {}]},
    ):
        answer = knock(GAME.state_from_dict, position)
        assert isinstance(answer, sw.InvalidStateError) and len(str(answer)) < 5_000


class Raising(dict[str, Any]):
    def items(self) -> Any:
        raise hostile.BoomError


class Growing(collections.UserDict[Any, Any]):
    """Says of itself something new each time."""

    def items(self) -> Any:
        self.data[str(len(self.data))] = 1
        return super().items()


class OddItems(Mapping[str, Any]):
    def __init__(self, pairs: list[Any]) -> None:
        self.pairs = pairs

    def __getitem__(self, key: str) -> Any:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(("phase",))

    def __len__(self) -> int:
        return 2**40

    def items(self) -> Any:
        return self.pairs


def test_maps_of_other_makes() -> None:
    good = STATES[1].to_dict()
    for made in (
        types.MappingProxyType(good),
        collections.OrderedDict(good),
        collections.UserDict(good),
        collections.ChainMap(good),
    ):
        assert GAME.state_from_dict(made) == STATES[1]
    assert GAME.state_from_dict(OddItems(list(good.items()))) == STATES[1]
    refuses(GAME.state_from_dict, hostile.BoomError, Raising(good))
    refuses(
        GAME.state_from_dict,
        sw.InvalidStateError,
        Growing(good),
        {1: 2},
        {None: 1},
        {("phase",): "play"},
        OddItems([("phase", 1)]),
    )
    refuses(
        GAME.state_from_dict,
        (TypeError, ValueError),
        OddItems([1]),
        OddItems([("a",)]),
        OddItems([("a", 1, 2)]),
        OddItems(["ab", "abc"]),
    )


def test_as_json_and_back() -> None:
    for state in STATES:
        assert GAME.state_from_dict(json.loads(json.dumps(state.to_dict()))) == state


def test_composed_positions_are_drawn() -> None:
    rng = random.Random(8)
    for _ in range(60):
        state = GAME.state_from_dict(differential.composed(rng), strict=False)
        picture = ET.fromstring(state._repr_svg_())  # type: ignore[attr-defined]
        assert len(list(picture.iter())) > 50
        assert len(str(state).splitlines()) > 12


# ---- bytes ----

FRAME = STATES[1].to_bytes()
PAYLOAD_AT = FRAME.index(b")") + 3


def framed(payload: bytes, head: bytes = FRAME[: PAYLOAD_AT - 2]) -> bytes:
    """A frame with a right length and a right checksum around any payload."""
    content = head + struct.pack("<H", len(payload) & 0xFFFF) + payload
    return content + struct.pack("<I", zlib.crc32(content))


def test_the_form_of_a_frame_is_as_this_file_knows_it() -> None:
    assert framed(FRAME[PAYLOAD_AT:-4]) == FRAME


def test_every_cut_and_every_flipped_bit_is_refused() -> None:
    for state in STATES:
        frame = state.to_bytes()
        for end in range(len(frame)):
            refuses(GAME.state_from_bytes, sw.DecodeError, frame[:end], frame + frame[:end] if end else frame + b"\0")
        for bit in range(8 * len(frame)):
            damaged = bytearray(frame)
            damaged[bit // 8] ^= 1 << bit % 8
            refuses(GAME.state_from_bytes, sw.DecodeError, bytes(damaged))


def test_altered_payloads_with_a_right_checksum_are_refused_or_sound() -> None:
    rng, accepted = random.Random(9), 0
    for state in STATES:
        payload = state.to_bytes()[PAYLOAD_AT:-4]
        for place in range(len(payload)):
            for value in {0, 1, 2, 127, 255, payload[place] ^ 1 << rng.randrange(8), rng.randrange(256)}:
                data = framed(payload[:place] + bytes([value]) + payload[place + 1 :])
                answer = knock(GAME.state_from_bytes, data)
                if isinstance(answer, sw.State):
                    accepted += 1
                    assert answer.to_bytes() == data
                    if rng.random() < 0.05:
                        assert_sound(answer)
                else:
                    assert isinstance(answer, sw.DecodeError)
    assert accepted > 50


@hostile.examples(400)
@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_refused(data: bytes, in_a_frame: bool) -> None:
    refuses(GAME.state_from_bytes, sw.DecodeError, framed(data) if in_a_frame else data)


def test_lengths_are_never_believed() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for title in (0, 1, 255, 65_535):
        head = FRAME[:16] + struct.pack("<H", title)
        refuses(GAME.state_from_bytes, sw.DecodeError, head, head + FRAME[18:], head + bytes(65_535), framed(b"", head))
    refuses(GAME.state_from_bytes, sw.DecodeError, bytes(30_000_000), FRAME + bytes(30_000_000), framed(bytes(65_535)))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # KiB


def test_states_of_other_options_and_no_bytes_are_refused() -> None:
    for options in ({"time_track": "first_edition"}, {"starting_player": 1}):
        refuses(sw.load("patchwork", **options).state_from_bytes, sw.DecodeError, FRAME)
    refuses(
        GAME.state_from_bytes,
        TypeError,
        None,
        0,
        "SPWK",
        FRAME.decode("latin-1"),
        [1],
        list(FRAME),
        object(),
        STATES[0],
    )
    released = memoryview(bytearray(FRAME))
    released.release()
    refuses(GAME.state_from_bytes, ValueError, released)
    refuses(GAME.state_from_bytes, sw.DecodeError, memoryview(FRAME)[::-1], memoryview(FRAME)[::2])
    assert GAME.state_from_bytes(memoryview(FRAME + FRAME)[: len(FRAME)]) == STATES[1]
    twice = bytes(byte for byte in FRAME for _ in (0, 1))
    assert GAME.state_from_bytes(memoryview(twice)[::2]) == GAME.state_from_bytes(bytearray(FRAME)) == STATES[1]


# ---- pickles ----


def test_pickles_hold_nothing_but_bytes_that_are_checked() -> None:
    for state in STATES:
        restore, arguments = state.__reduce__()
        assert restore(*arguments) == state and [type(argument) for argument in arguments] == [bytes]
        refuses(restore, sw.DecodeError, b"", arguments[0][:-1], arguments[0] + b"\0", bytes(len(arguments[0])))
        refuses(restore, TypeError, None, "", 0)
    restore, arguments = GAME.__reduce__()
    assert restore(*arguments) == GAME
    wrong: list[tuple[Any, Any]] = [
        ("chess", {}),
        ("patchwork", {"colour": 1}),
        ("patchwork", {"time_track": None}),
        ("\ud800", {}),
    ]
    for name, options in wrong:
        with pytest.raises(sw.OptionError):
            restore(name, options)
    for name, options in ((None, {}), ("patchwork", []), ("patchwork", {1: 2}), (b"patchwork", {})):
        with pytest.raises(TypeError):
            restore(name, options)


def test_pickles_with_an_altered_payload_are_refused() -> None:
    """Only there: what the pickle machine makes of altered orders of its own is its affair."""
    for state in STATES:
        data, frame = pickle.dumps(state), state.to_bytes()
        start = data.index(frame)
        for place in range(start, start + len(frame)):
            damaged = data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]
            refuses(pickle.loads, sw.DecodeError, damaged)
    refuses(
        pickle.loads,
        sw.OptionError,
        pickle.dumps(GAME).replace(b"current", b"curtain"),
        pickle.dumps(GAME).replace(b"patch", b"match"),
    )
