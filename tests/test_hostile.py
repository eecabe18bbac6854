"""Hostile input at the doors of a state: ids, texts, seats, depths, and arrays to write into."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from tests import hostile
from tests.hostile import knock, refuses

STATES = hostile.states()
SETUP, TURN, SPECIAL, OVER = (
    next(s for s in STATES if matches(s))
    for matches in (
        lambda s: s.is_chance,
        lambda s: not s.is_chance and not s.is_terminal and s.to_dict()["to_place"] is None,
        lambda s: s.to_dict()["to_place"] is not None,
        lambda s: s.is_terminal,
    )
)
GAME = TURN.game
ID_DOORS = ("apply", "events", "action_to_string")
SEAT_DOORS = ("score_sheet", "observation", "observation_string")
BEYOND = (-1, 2026, 2**16 - 1, 2**16, 2**16 + 1, 2**32, 2**63, 2**64, -(2**63), -(2**64), 10**5000, -(10**5000))


def doors(state: sw.State) -> dict[str, Callable[[Any], Any]]:
    """Every method that takes an argument, each with one of them open."""
    rng = sw.Rng(5)
    names = (
        *ID_DOORS,
        *SEAT_DOORS,
        "is_legal",
        "string_to_action",
        "legal_actions_mask",
        "sample_action",
        "sample_chance",
        "rollout",
    )
    table: dict[str, Callable[[Any], Any]] = {name: getattr(state, name) for name in names}
    table["observation out"] = lambda value: state.observation(0, value)
    table["resample_hidden seat"] = lambda value: state.resample_hidden(value, rng)
    table["resample_hidden rng"] = lambda value: state.resample_hidden(0, value)
    table["=="] = lambda value: state.__eq__(value)
    # Deep counts would take days; those of the few depths are tested elsewhere.
    table["perft"] = lambda value: state.perft(value) if _index(value) not in range(3, 65) else None
    return table


def _index(value: Any) -> int | None:
    try:
        return int(value.__index__())
    except Exception:
        return None


@pytest.mark.parametrize("kind", range(4))
def test_every_door_of_a_state_takes_anything(kind: int) -> None:
    state = STATES[kind]
    before, answered = state.to_bytes(), 0
    for door in doors(state).values():
        for value in hostile.values():
            knock(door, value)
            answered += 1
    assert answered > 900
    assert state.to_bytes() == before and state.check() == []


@pytest.mark.parametrize("name", ID_DOORS)
@pytest.mark.parametrize("kind", range(4))
def test_ids_of_no_action_are_illegal(name: str, kind: int) -> None:
    door = getattr(STATES[kind], name)
    refuses(
        door,
        sw.IllegalActionError,
        *BEYOND,
        hostile.HugeIndex(),
        hostile.MuteInt(70_000),
        np.int64(-1),
        np.uint64(2**64 - 1),
    )
    refuses(door, TypeError, None, "0", b"0", 0.0, float("nan"), 1j, [0], (0,), {}, object(), hostile.WrongIndex())
    refuses(door, hostile.BoomError, hostile.RaisingIndex())


@pytest.mark.parametrize("kind", range(4))
def test_is_legal_never_takes_an_id_for_another(kind: int) -> None:
    state = STATES[kind]
    assert not any(state.is_legal(number) for number in BEYOND)
    for action in state.legal_actions()[:5]:
        assert state.is_legal(action) and not state.is_legal(action + 2**16) and not state.is_legal(action - 2**16)
        assert state.is_legal(int(np.int64(action))) and state.is_legal(hostile.MuteInt(action))
    refuses(state.is_legal, TypeError, None, "0", 0.0, float("nan"), [0])


@hostile.examples(300)
@given(
    st.integers(min_value=-(2**70), max_value=2**70) | st.integers(min_value=-5, max_value=2100),
    st.sampled_from(range(4)),
)
def test_apply_accepts_exactly_what_is_listed(number: int, kind: int) -> None:
    state = STATES[kind]
    listed = {*state.legal_actions(), *(outcome for outcome, _ in state.chance_outcomes())}
    before = state.to_bytes()
    answer = knock(state.apply, number)
    assert isinstance(answer, sw.State) == (number in listed)
    assert isinstance(answer, sw.State | sw.IllegalActionError) and state.to_bytes() == before


def test_a_refusal_keeps_state_and_message_short() -> None:
    for state in STATES:
        before = state.to_bytes()
        for number in range(-3, 2040):
            answer = knock(state.apply, number)
            if not isinstance(answer, sw.State):
                assert isinstance(answer, sw.IllegalActionError) and 10 < len(str(answer)) < 300
                assert str(pickle.loads(pickle.dumps(answer))) == str(answer)
        assert state.to_bytes() == before


# ---- texts ----


@hostile.examples(400)
@given(
    st.text()
    | st.text(alphabet="advnce spilt buyorwh0123456789,-+\u0661\u00a0\t", max_size=40)
    | st.text(alphabet=st.characters(categories=["Cs"]), min_size=1, max_size=5)
    | st.builds(lambda *n: "buy {} orientation {} at {},{}".format(*n), *[st.integers(-2, 40)] * 4)
    | st.builds(lambda *n: "special at {},{}".format(*n), *[st.integers(-2, 12)] * 2),
    st.sampled_from(range(4)),
)
def test_a_text_is_refused_or_leads_to_its_own_action(text: str, kind: int) -> None:
    state = STATES[kind]
    answer = knock(state.string_to_action, text)
    if isinstance(answer, int):
        assert state.action_to_string(answer) == " ".join(text.split())
        state.apply(answer)
    else:
        assert isinstance(answer, sw.IllegalActionError) and len(str(answer)) < 600


@pytest.mark.parametrize("kind", range(4))
def test_no_text_is_a_type_error(kind: int) -> None:
    door = STATES[kind].string_to_action
    refuses(door, TypeError, None, 0, b"advance", ["advance"], 1.0, np.array(["advance"]))
    long = "advance " * 100_000
    refuses(
        door,
        sw.IllegalActionError,
        "",
        " ",
        "\0",
        "advance\0",
        "advance\ud800",
        "ADVANCE",
        "advance 0",
        long,
        "9" * 10**6,
    )
    assert len(str(knock(door, long))) < 600


# ---- seats and depths ----


@pytest.mark.parametrize("name", SEAT_DOORS)
@pytest.mark.parametrize("kind", range(4))
def test_seats_that_do_not_exist(name: str, kind: int) -> None:
    door = getattr(STATES[kind], name)
    refuses(door, IndexError, -1, 2, 255, 256, 2**31, 2**32, -(2**63), 2**63 - 1, np.int64(2))
    refuses(door, (IndexError, OverflowError), 2**63, 2**64, 10**5000, -(10**5000))
    refuses(door, TypeError, None, "0", 0.0, float("nan"), [0], sw.Rng(1))


@pytest.mark.parametrize("kind", range(4))
def test_depths_beyond_any_count(kind: int) -> None:
    state = STATES[kind]
    refuses(state.perft, ValueError, -1, 65, 2**32, 2**64, 2**64 + 1, 10**5000, -(10**5000))
    refuses(state.perft, TypeError, None, "1", 1.0, float("nan"), [1])
    assert state.perft(0) == 1
    assert state.perft(1) == len(state.legal_actions()) + len(state.chance_outcomes())
    assert OVER.perft(64) == 0


# ---- arrays to write into ----


def wrong_arrays(size: int) -> dict[str, Any]:
    """Arrays of which no legal mask and no observation can be written."""
    frozen = np.zeros(size, np.uint8)
    frozen.flags.writeable = False
    return {
        "one too short": np.zeros(size - 1, np.uint8),
        "one too long": np.zeros(size + 1, np.uint8),
        "empty": np.zeros(0, np.uint8),
        "no dimension": np.zeros((), np.uint8),
        "two dimensions": np.zeros((1, size), np.uint8),
        "two dimensions, turned": np.zeros((size, 1), np.uint8),
        "every second": np.zeros(2 * size, np.uint8)[::2],
        "backwards": np.zeros(size, np.uint8)[::-1],
        "one byte for all": np.lib.stride_tricks.as_strided(np.zeros(1, np.uint8), (size,), (0,)),
        "broadcast": np.broadcast_to(np.uint8(0), (size,)),
        "read-only": frozen,
        "bytes of another": np.frombuffer(bytes(size), np.uint8),
        "uint16": np.zeros(size, np.uint16),
        "big-endian": np.zeros(size, ">u2"),
        "float": np.zeros(size),
        "object": np.zeros(size, object),
        "text": np.zeros(size, "S1"),
        "text of Unicode": np.zeros(size, "U1"),
        "void": np.zeros(size, "V1"),
        "record": np.zeros(size, [("a", "u1")]),
        "time": np.zeros(size, "M8[s]"),
        "complex": np.zeros(size, complex),
        "list": [0] * size,
        "bytearray": bytearray(size),
        "memoryview": memoryview(bytearray(size)),
        "number": 0,
    }


WRITERS: dict[str, tuple[Callable[[sw.State, Any], Any], int]] = {
    "legal_actions_mask": (lambda state, out: state.legal_actions_mask(out), GAME.num_actions),
    "observation": (lambda state, out: state.observation(0, out), GAME.observation_size),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("kind", range(4))
def test_arrays_that_cannot_be_written_are_refused_untouched(name: str, kind: int) -> None:
    write, size = WRITERS[name]
    for what, array in wrong_arrays(size).items():
        before = array.tobytes() if isinstance(array, np.ndarray) and array.dtype != object else None
        try:
            write(STATES[kind], array)
        except (TypeError, ValueError):
            assert before is None or array.tobytes() == before, what
        else:
            raise AssertionError(f"{name} writes into an array: {what}")


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("kind", range(4))
def test_arrays_that_can_be_written_get_exactly_their_bytes(name: str, kind: int) -> None:
    write, size = WRITERS[name]
    expected = write(STATES[kind], None)
    around = np.full(size + 2, 77, np.uint8)
    frame = bytearray(size)
    for array in (
        around[1:-1],
        np.frombuffer(frame, np.uint8),
        np.full((3, size), 9, np.uint8)[1],
        np.ma.zeros(size, np.uint8),
    ):
        assert write(STATES[kind], array) is array
        assert np.array_equal(array, expected)
    assert (around[0], around[-1]) == (77, 77) and bytes(frame) == expected.tobytes()
    other = np.int8 if name == "legal_actions_mask" else None
    if other is not None:
        for dtype in (np.int8, np.bool_):
            assert np.array_equal(write(STATES[kind], np.ones(size, dtype)), expected)
