"""Hostile map files of Thurn and Taxis, hostile names in them, and several faults at once."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import pickle
import threading
import time
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import thurn_and_taxis
from spielwerk.cli import main
from tests import hostile
from tests.hostile import knock, refuses

DOORS: dict[str, Callable[[Any], Any]] = {
    "load": lambda source: sw.load("thurn_and_taxis", map_file=source),
    "map_file": thurn_and_taxis.map_file,
    "validate": thurn_and_taxis.validate,
}


def form(**changes: Any) -> dict[str, Any]:
    """A map of seven cities on a line."""
    names = [f"c{k}" for k in range(7)]
    return {
        "name": "line",
        "copies_per_city_card": 2,
        "regions": [{"name": "r"}],
        "cities": [{"name": name, "region": "r"} for name in names],
        "roads": [[a, b] for a, b in itertools.pairwise(names)],
        "bonus_stacks": [
            {"id": "long", "kind": "route_length", "min_len": 5, "values": [2, 1]},
            {"id": "end", "kind": "game_end", "values": [1]},
        ],
        **changes,
    }


def named(name: str) -> str:
    """A file that has the name wherever a file may have one."""
    line = form(name=name, status=name, notes={name: [name]}, provenance=name)
    line["regions"] = [{"name": name, "colour": name, "status": name}]
    line["cities"] = [{"name": name + "_" * k, "region": name, "status": name} for k in range(7)]
    line["roads"] = [[name + "_" * k, name + "_" * (k + 1)] for k in range(6)]
    line["bonus_stacks"][0] = {"id": name, "kind": "all_cities", "regions": [name], "values": [3], "status": name}
    return json.dumps(line)


# ---- several faults at once ----

FIVE = form(
    copies_per_city_card=10,
    roads=[*form()["roads"], ["c0", "c0"], ["c1", "c0"], ["c0", "nowhere"]],
    bonus_stacks=[{"id": "end", "kind": "game_end", "values": [1, 2]}],
)
FIVE_ERRORS = [
    ("E_VALUES", "bonus_stacks[0].values"),
    ("E_GAME_END", "bonus_stacks[0].values"),
    ("E_COPIES", "copies_per_city_card"),
    ("E_ROAD_LOOP", "roads[6]"),
    ("E_ROAD_DUP", "roads[7]"),
    ("E_REF", "roads[8][1]"),
]


def test_all_faults_of_a_file_are_told_at_once() -> None:
    """TT-57, TT-94, TT-99: by `validate`, by the message of `load`, by `map_file`."""
    text = json.dumps(FIVE)
    errors = thurn_and_taxis.validate(text)
    assert [(error.code, error.place) for error in errors] == FIVE_ERRORS
    for door in ("load", "map_file"):
        message = str(knock(DOORS[door], text))
        assert message.startswith("the map file of thurn_and_taxis has 6 errors: ")
        places = [message.index(f"{code} at {place}: ") for code, place in FIVE_ERRORS]
        assert places == sorted(places) and all(error.message in message for error in errors)


def test_all_faults_of_a_file_are_told_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "five.json").write_text(json.dumps(FIVE), encoding="utf-8")
    errors = io.StringIO()
    words = ["simulate", "thurn_and_taxis", "--games", "1", "--map-file", str(tmp_path / "five.json")]
    with (
        contextlib.redirect_stderr(errors),
        contextlib.redirect_stdout(io.StringIO()),
        pytest.raises(SystemExit) as ended,
    ):
        main(words)
    shown = errors.getvalue()
    assert ended.value.code and "Traceback" not in shown
    # A terminal's width may break a line anywhere but in a word.
    assert all(code in shown and place in shown for code, place in FIVE_ERRORS), shown


def test_a_hundred_thousand_faults_are_answered_in_full_and_in_time() -> None:
    """TT-57."""
    for count, changes in (
        (100_000, {"roads": [*form()["roads"], *[0] * 100_000]}),
        (50_000, {f"k{number}": 0 for number in range(50_000)}),
        (20_000, {"cities": [*form()["cities"], *[0] * 20_000]}),
    ):
        text = json.dumps(form(**changes))
        started = time.monotonic()
        errors = thurn_and_taxis.validate(text)
        assert count <= len(errors) <= count + 3 and time.monotonic() - started < 60
        answer = knock(DOORS["load"], text)
        assert isinstance(answer, sw.OptionError) and f" {len(errors)} errors: " in str(answer)
        assert str(answer).endswith(f"; and {len(errors) - 50} more") and len(str(answer)) < 100_000


# ---- what is no map file ----


@pytest.mark.parametrize("door", DOORS)
def test_any_value_at_the_doors_of_a_file(door: str) -> None:
    for value in hostile.values():
        answer = knock(DOORS[door], value)
        if isinstance(answer, BaseException):
            assert isinstance(answer, sw.OptionError | TypeError | hostile.BoomError), (door, answer)


@pytest.mark.parametrize("door", DOORS)
def test_paths_that_lead_to_no_map_file(door: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "latin").write_bytes('{"name": "é"}'.encode("latin-1"))
    (tmp_path / "utf16").write_text(json.dumps(form()), "utf-16")
    (tmp_path / "marked").write_text(json.dumps(form()), "utf-8-sig")
    (tmp_path / "huge").write_bytes(b" " * 17_000_000)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    names = ("empty", "latin", "utf16", "marked", "huge", "loop", "missing", "empty/further", ".", "..", "n" * 300)
    for path in (*(tmp_path / name for name in names), "/dev/zero", "/dev/null", "/proc/self/mem"):
        for source in (path, str(path)):
            answer = knock(DOORS[door], source)
            if door == "validate" and isinstance(answer, list):
                assert [error.code for error in answer] == ["E_JSON"], (path, answer)
            else:
                assert isinstance(answer, sw.OptionError) and 20 < len(str(answer)) < 1_000, (path, answer)


NO_JSON = {
    "half": "{",
    "key twice": '{"name": 1, "name": 1}',
    "key twice, below": json.dumps(form())[:-1] + ', "notes": [{"a": 0, "\\u0061": 0}]}',
    "NaN": json.dumps(form(notes=float("nan"))),
    "Infinity": json.dumps(form(notes=float("inf"))),
    "a number beyond a double": json.dumps(form())[:-1] + ', "notes": 1e999}',
    "a long number": json.dumps(form())[:-1] + ', "notes": ' + "9" * 400 + "}",
    "half a pair": json.dumps(form())[:-1] + ', "notes": "\\ud800"}',
    "deep list": json.dumps(form())[:-1] + ', "notes": ' + "[" * 127 + "]" * 127 + "}",
    "very deep list": '{"notes": ' + "[" * 200_000,
    "very deep map": '{"a":' * 200_000,
    "two": json.dumps(form()) + "{}",
    "a zero byte": json.dumps(form()) + "\0",
    "a lonely surrogate": "{\ud800",
}


@pytest.mark.parametrize("name", NO_JSON)
def test_what_is_no_json(name: str) -> None:
    """TT-54, TT-99, E_JSON alone."""
    text = NO_JSON[name]
    for source in (text, text.encode("utf-8", "surrogatepass")):
        (error,) = thurn_and_taxis.validate(source)
        assert (error.code, error.place) == ("E_JSON", "") and len(error.message) < 500
    answer = knock(DOORS["load"], text)
    # What is no text at all is refused before it is looked at as a map.
    beginning = (
        "the file for" if name == "a lonely surrogate" else "the map file of thurn_and_taxis has an error: E_JSON: "
    )
    assert isinstance(answer, sw.OptionError) and str(answer).startswith(beginning)


def test_nesting_as_deep_as_is_accepted() -> None:
    """TT-99: 127 levels, with the map itself."""
    notes = json.loads("[" * 126 + "]" * 126)
    assert thurn_and_taxis.map_file(json.dumps(form(notes=notes))).to_dict()["notes"] == notes


@hostile.examples(150)
@given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_have_an_error(data: bytes) -> None:
    assert {error.code for error in thurn_and_taxis.validate(data)} <= {"E_JSON", "E_KEY", "E_TYPE"}
    twice = thurn_and_taxis.validate(bytearray(data)), thurn_and_taxis.validate(memoryview(data))
    assert twice[0] == twice[1] == thurn_and_taxis.validate(data) != []


def test_every_cut_of_a_file_is_no_json() -> None:
    data = json.dumps(form()).encode()
    for end in range(len(data)):
        assert [error.code for error in thurn_and_taxis.validate(data[:end])] == ["E_JSON"]


def test_a_pipe_gives_its_text(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    writer = threading.Thread(target=(tmp_path / "fifo").write_text, args=(json.dumps(form()),))
    writer.start()
    answer = thurn_and_taxis.map_file(tmp_path / "fifo")
    writer.join(30)
    assert answer == thurn_and_taxis.map_file(json.dumps(form()))


def test_no_source_but_text_path_and_bytes() -> None:
    for door in DOORS.values():
        refuses(door, (sw.OptionError, TypeError), 0, 1.0, [1], {}, object(), form())
        refuses(door, sw.OptionError, "", " ", "\0", "a\0b", "x" * 100_000, "[1]", "\ufeff{", Path(" "))
        assert isinstance(knock(door, "{" + " " * 17_000_000), sw.OptionError)


# ---- hostile names ----

NAMES = (
    *(" ", "right", "left", "card", "a", "a b", "a  b", "1", "0", "left\nright", "\t", "\r\n", "<b>", "&amp;", "\"'"),
    *("]]>", "<script>alert(1)</script>", "--", "%s{}", "\\u0041", "$(x)", "; rm", "../../etc/passwd", "\u202eabc"),
    *("\u2028", "\u0661", "\u00e9", "e\u0301", "\ufeff", "\ufffe", "\uffff", "\U0010ffff", "\U0001f600", "\0", "\x07"),
    *("\x1b[31m", "\x7f", "\x85", "\u200b", "\ue000", "x" * 20_000, "\u0600" * 1000),
)
NAMED = pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])


def loud(text: str) -> bool:
    """Whether a terminal would do more than show it."""
    return any(unicodedata.category(sign) == "Cc" and sign != "\n" for sign in text)


@NAMED
def test_hostile_names_in_texts_and_pictures(name: str) -> None:
    text = named(name)
    game, own = sw.load("thurn_and_taxis", map_file=text, max_turns=20), thurn_and_taxis.map_file(text)
    assert own.name == own.status == own.provenance == name
    state, rng = game.initial_state(), sw.Rng(1)
    for _ in range(30):
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    for picture in (state._repr_svg_(), own.svg()):  # type: ignore[attr-defined]
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(picture).iter()}
        assert tags and not tags & {"script", "b", "foreignObject", "image", "a"}
    for shown in (str(state), repr(state), repr(game), state.observation_string(0), state.observation_string(1)):
        assert not loud(shown) and len(shown) < 400 * len(name) + 20_000
    assert pickle.loads(pickle.dumps(state)) == state
    assert thurn_and_taxis.map_file(json.dumps(own.to_dict())) == own


@NAMED
def test_actions_are_told_apart_whatever_the_cities_are_called(name: str) -> None:
    state, rng = sw.load("thurn_and_taxis", map_file=named(name), max_turns=20).initial_state(), sw.Rng(2)
    while not state.is_terminal:
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert [state.string_to_action(text) for text in texts] == state.legal_actions() and not any(map(loud, texts))
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))


@NAMED
def test_hostile_names_in_errors(name: str) -> None:
    """At keys, names and values that are wrong: errors come one by one, and short."""
    for wrong in (
        form(**{name + "_": 1}),
        form(roads=[*form()["roads"], [name + "_", "c0"]]),
        form(cities=[{"name": f"c{k}", "region": name + "_" if k else "r"} for k in range(2)] + form()["cities"][2:]),
        form(copies_per_city_card=name),
        form(bonus_stacks=[*form()["bonus_stacks"], {"id": "a", "kind": name, "values": [1]}]),
        form(regions=[{"name": "r", name + "_": name}]),
    ):
        (error,) = thurn_and_taxis.validate(json.dumps(wrong))
        assert len(error.message) < 500 and len(error.place) < 500
        answer = str(knock(DOORS["load"], json.dumps(wrong)))
        assert len(answer) < 2_000 and not loud(answer) and answer.isprintable()


# ---- processes ----


def test_saved_matches_take_the_map_along_and_follow_no_path(tmp_path: Path) -> None:
    match = sw.Match(sw.load("thurn_and_taxis", map_file=named("left"), max_turns=12), seed=7)
    match.finish()
    match.save(tmp_path / "match")
    assert sw.Match.load(tmp_path / "match") == match
    (tmp_path / "map").write_text(named("left"))
    data = json.loads(json.dumps(match.to_dict()))
    for path in (str(tmp_path / "map"), "/etc/passwd", "/dev/zero", "{", "", None):
        wrong = json.loads(json.dumps(data))
        wrong["options"]["map_file"] = path
        assert isinstance(knock(sw.Match.from_dict, wrong), sw.DecodeError), path
