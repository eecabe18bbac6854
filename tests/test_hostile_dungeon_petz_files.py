"""Hostile tables files of Dungeon Petz, hostile names in them, and several faults at once."""

from __future__ import annotations

import contextlib
import io
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
from spielwerk import dungeon_petz
from spielwerk.cli import main
from tests import hostile
from tests.hostile import knock, refuses
from tests.playthrough_contents import eager

DOORS: dict[str, Callable[[Any], Any]] = {
    "load": lambda source: sw.load("dungeon_petz", tables_file=source),
    "tables_file": dungeon_petz.tables_file,
    "validate": dungeon_petz.validate,
}


def form(**changes: Any) -> dict[str, Any]:
    """The tables that are built in."""
    return {**dungeon_petz.TABLES.to_dict(), **changes}


def extended(addition: str) -> str:
    """Good tables with one more key, which is ignored if it is JSON at all (DP-150)."""
    return f'{json.dumps(form())[:-1]}, "notes": {addition}}}'


def named(name: str) -> str:
    """A file that has the name wherever a file may have one."""
    tables = form(notes={name: [name]})
    for number, pet in enumerate(tables["pets"]):
        pet["name"] = name + "_" * number
    for section in ("exhibitions", "customers"):
        for number, entry in enumerate(tables[section]):
            entry["id"], entry["name"] = name + "_" * number, name
    return json.dumps(tables)


# ---- several faults at once ----


def five() -> dict[str, Any]:
    """Five different mistakes in five sections."""
    tables = form()
    tables["decks"]["green"]["cards"][0]["count"] = 41
    tables["pets"][3]["diet"] = "vegan"
    tables["cages"]["tiles"][2]["play"] += 1
    tables["customers"][5]["id"] = tables["customers"][1]["id"]
    tables["players"]["4"]["awards"] = [8, 6, 6, 2]
    return tables


FIVE_ERRORS = [
    ("E_RANGE", "decks.green.cards[0].count"),
    ("E_VALUE", "pets[3].diet"),
    ("E_SUM", "cages.tiles[2]"),
    ("E_TWICE", "customers[5].id"),
    ("E_ORDER", "players.4.awards"),
]


def test_all_faults_of_a_file_are_told_at_once() -> None:
    """DP-151, DP-172: by `validate`, by the message of `load`, by `tables_file`."""
    text = json.dumps(five())
    errors = dungeon_petz.validate(text)
    assert [(error.code, error.place) for error in errors] == FIVE_ERRORS
    assert dungeon_petz.validate(five()) == errors
    for door in ("load", "tables_file"):
        message = str(knock(DOORS[door], text))
        assert message.startswith("the tables file of dungeon_petz has 5 errors: ")
        places = [message.index(f"{code} at {place}: ") for code, place in FIVE_ERRORS]
        assert places == sorted(places) and all(error.message in message for error in errors)


def test_all_faults_of_a_file_are_told_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "five.json").write_text(json.dumps(five()), encoding="utf-8")
    errors = io.StringIO()
    words = ["simulate", "dungeon_petz", "--games", "1", "--tables-file", str(tmp_path / "five.json")]
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
    """DP-151."""
    green = {**form()["decks"], "green": {**form()["decks"]["green"], "cards": [0] * 20_000}}
    granny = {**form()["customers"][1], "plus": {f"k{number}": 0 for number in range(50_000)}}
    for count, changes in (
        (100_000, {"pets": [*form()["pets"], *[0] * 100_000]}),
        (50_000, {"customers": [form()["customers"][0], granny, *form()["customers"][2:]]}),
        (20_000, {"decks": green}),
        (200_000, {"artifacts": {"tiles": [0] * 200_000}}),
    ):
        text = json.dumps(form(**changes))
        started = time.monotonic()
        errors = dungeon_petz.validate(text)
        assert count <= len(errors) <= count + 3 and time.monotonic() - started < 60
        answer = knock(DOORS["load"], text)
        assert isinstance(answer, sw.OptionError) and f" {len(errors)} errors: " in str(answer)
        assert str(answer).endswith(f"; and {len(errors) - 50} more") and len(str(answer)) < 100_000


def parts(value: Any, place: str = "") -> list[tuple[Any, Any, str]]:
    """(container, key, path) of everything in it."""
    found: list[tuple[Any, Any, str]] = []
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        path = f"{place}[{key}]" if isinstance(value, list) else f"{place}.{key}" if place else str(key)
        found.append((value, key, path))
        if isinstance(item, dict | list):
            found += parts(item, path)
    return found


def innermost(value: Any) -> list[tuple[Any, Any, str]]:
    """Those that have no parts themselves."""
    return [part for part in parts(value) if not isinstance(part[0][part[1]], dict | list)]


@pytest.mark.parametrize(
    "wrong", [-1, 2**63, -(2**63), 2**64, 10**400, 1.0, 1e300, True, [], {}, "", "x" * 1000, [[[]]]]
)
def test_a_wrong_value_at_any_place_is_told_there_and_nowhere_else(wrong: Any) -> None:
    """DP-172. All that is in the form of the tables is asked for."""
    places = [path for _, _, path in innermost(form())]
    assert len(places) > 500
    for number, path in list(enumerate(places))[:: 7 if wrong in (-1, True) else 23]:
        tables = form()
        container, key, _ = innermost(tables)[number]
        container[key] = wrong
        if wrong == 10**400:
            assert [error.code for error in dungeon_petz.validate(json.dumps(tables))] == ["E_JSON"]
            continue
        errors = dungeon_petz.validate(tables)
        assert path in [error.place for error in errors] or errors[0].place.startswith(path), (path, errors)
        # A need that is missing in a deck or a space in a loop may be missed elsewhere too.
        section = path.partition(".")[0].partition("[")[0]
        assert len(errors) <= 3 and all(error.place.startswith(section) for error in errors), (path, errors)


def test_a_key_less_at_any_place_is_told_there() -> None:
    """DP-173: but for names, and maps of weights and what is in them."""
    tables, checked = form(), 0
    for container, key, path in parts(tables):
        is_weight = any(word in path for word in (".plus", ".minus", ".rainbow"))
        if isinstance(container, list) or is_weight or (key == "name" and not path.startswith("pets")):
            continue
        # Those of some entries of lists stand for those of the others.
        if "[" in path and not any(f"[{number}]" in path for number in (0, 4)):
            continue
        kept = dict(container)
        del container[key]
        errors = [(error.code, error.place) for error in dungeon_petz.validate(tables)]
        container.clear()
        container.update(kept)
        assert ("E_KEY", path) in errors, (path, errors)
        checked += 1
    assert checked > 100 and dungeon_petz.validate(tables) == []


# ---- what is no tables file ----


@pytest.mark.parametrize("door", DOORS)
def test_any_value_at_the_doors_of_a_file(door: str) -> None:
    for value in hostile.values():
        answer = knock(DOORS[door], value)
        if isinstance(answer, BaseException):
            assert isinstance(answer, sw.OptionError | TypeError | ValueError | hostile.BoomError), (door, answer)


@pytest.mark.parametrize("door", DOORS)
def test_paths_that_lead_to_no_tables_file(door: str, tmp_path: Path) -> None:
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
    "key twice": '{"decks": 1, "decks": 1}',
    "key twice, below": extended('[{"a": 0, "\\u0061": 0}]'),
    "key twice, in a deck": json.dumps(form()).replace('"size"', '"size": 32, "size"', 1),
    "NaN": extended("NaN"),
    "Infinity": extended("-Infinity"),
    "a number beyond a double": extended("1e999"),
    "a long number": extended("9" * 400),
    "half a pair": extended('"\\ud800"'),
    "deep list": extended("[" * 127 + "]" * 127),
    "very deep list": '{"notes": ' + "[" * 200_000,
    "very deep map": '{"a":' * 200_000,
    "two": json.dumps(form()) + "{}",
    "a zero byte": json.dumps(form()) + "\0",
    "a lonely surrogate": "{\ud800",
}


@pytest.mark.parametrize("name", NO_JSON)
def test_what_is_no_json(name: str) -> None:
    """DP-172: E_JSON alone, without a path."""
    text = NO_JSON[name]
    for source in (text, text.encode("utf-8", "surrogatepass")):
        (error,) = dungeon_petz.validate(source)
        assert (error.code, error.place) == ("E_JSON", "") and len(error.message) < 500
    answer = knock(DOORS["load"], text)
    # What is no text at all is refused before it is looked at as tables.
    beginning = (
        "the file for" if name == "a lonely surrogate" else "the tables file of dungeon_petz has an error: E_JSON: "
    )
    assert isinstance(answer, sw.OptionError) and str(answer).startswith(beginning)


def test_nesting_as_deep_as_is_accepted() -> None:
    """DP-172: 127 levels, with the tables themselves; more keys than are asked for are ignored (DP-150)."""
    assert dungeon_petz.tables_file(extended("[" * 126 + "]" * 126)) == dungeon_petz.TABLES
    assert (
        sw.load("dungeon_petz", tables_file=extended("[" * 126 + "]" * 126)).tables()
        == sw.load("dungeon_petz").tables()
    )


def test_maps_that_are_no_json() -> None:
    """What `json.load` never makes: found when a map nested too deeply came out as a RecursionError."""
    items, table = hostile.self_containing()
    deep: dict[str, Any] = {}
    for _ in range(200_000):
        deep = {"a": deep}
    for door in ("validate", "tables_file"):
        refuses(DOORS[door], sw.OptionError, {"decks": items}, table, deep)
        refuses(DOORS[door], TypeError, {"decks": {1, 2}}, {"decks": object()}, {"decks": b"{}"}, {(1, 2): 3})
    numbered: dict[Any, Any] = {1: 2}
    assert {error.code for error in dungeon_petz.validate(numbered)} == {"E_KEY"}
    assert [error.code for error in dungeon_petz.validate({"decks": float("nan")})] == ["E_JSON"]
    while deep:
        deep = deep["a"]


@hostile.examples(150)
@given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_have_an_error(data: bytes) -> None:
    assert {error.code for error in dungeon_petz.validate(data)} <= {"E_JSON", "E_KEY", "E_TYPE"}
    twice = dungeon_petz.validate(bytearray(data)), dungeon_petz.validate(memoryview(data))
    assert twice[0] == twice[1] == dungeon_petz.validate(data) != []


def test_cuts_of_a_file_are_no_json() -> None:
    data = json.dumps(form()).encode()
    for end in (*range(300), *range(300, len(data), 7), len(data) - 1):
        assert [error.code for error in dungeon_petz.validate(data[:end])] == ["E_JSON"]


def test_a_pipe_gives_its_text(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    writer = threading.Thread(target=(tmp_path / "fifo").write_text, args=(named("pipe"),))
    writer.start()
    answer = dungeon_petz.tables_file(tmp_path / "fifo")
    writer.join(30)
    assert answer == dungeon_petz.tables_file(named("pipe")) != dungeon_petz.TABLES


def test_no_source_but_text_path_bytes_and_map() -> None:
    for name, door in DOORS.items():
        refuses(door, (sw.OptionError, TypeError), 0, 1.0, [1], object(), True)
        if name != "load":
            refuses(door, TypeError, None)
        refuses(door, sw.OptionError, "", " ", "\0", "a\0b", "x" * 100_000, "[1]", "\ufeff{", Path(" "))
        assert isinstance(knock(door, "{" + " " * 17_000_000), sw.OptionError)
    refuses(DOORS["load"], sw.OptionError, {}, form())


# ---- hostile names ----

NAMES = (
    *(" ", "printed", "neutral", "green", "a", "a b", "a  b", "1", "0", "left\nright", "\t", "\r\n", "<b>", "&amp;"),
    *("\"'", "]]>", "<script>a()</script>", "--", "%s{}", "\\u0041", "$(x)", "; rm", "../../etc", "\u202eabc"),
    *("\u2028", "\u0661", "\u00e9", "e\u0301", "\ufeff", "\ufffe", "\uffff", "\U0010ffff", "\U0001f600", "\0", "\x07"),
    *("\x1b[31m", "\x7f", "\x85", "\u200b", "\ue000", "\u0600" * 20, "x" * 22),
)
NAMED = pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])


def loud(text: str) -> bool:
    """Whether a terminal would do more than show it."""
    return any(unicodedata.category(sign) == "Cc" and sign != "\n" for sign in text)


@NAMED
def test_hostile_names_in_texts_and_pictures(name: str) -> None:
    text = named(name)
    game, own = sw.load("dungeon_petz", tables_file=text, players=3), dungeon_petz.tables_file(text)
    assert [own.pets[0].name, own.exhibitions[0].id, own.exhibitions[7].name, own.customers[7].name] == [name] * 4
    assert dungeon_petz.tables_file(own.to_dict()) == own and own.game(players=3).tables() == game.tables()
    assert dungeon_petz.needs_outcome(name, 0, None, ["yellow play", "purple magic"], game=own).play == 1
    state, rng = game.initial_state(), sw.Rng(1)
    for step in range(300):
        if state.is_terminal:
            break
        legal = state.legal_actions()
        texts = [state.action_to_string(action) for action in legal]
        assert [state.string_to_action(text) for text in texts] == legal and not any(map(loud, texts))
        if step % 20 == 0:
            tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(state._repr_svg_()).iter()}  # type: ignore[attr-defined]
            assert tags and not tags & {"script", "b", "foreignObject", "image", "a"}
            for shown in (str(state), repr(state), repr(game), *(state.observation_string(seat) for seat in range(3))):
                assert not loud(shown) and len(shown) < 400 * len(name) + 20_000
        state = state.sample_chance(rng) if state.is_chance else state.apply(eager(state, rng))
    assert pickle.loads(pickle.dumps(state)) == state


@NAMED
def test_hostile_names_in_errors(name: str) -> None:
    """At keys, names and values that are wrong: errors come one by one, and short."""
    for section, key in (("pets", "diet"), ("exhibitions", "scope"), ("pets", "farm_token_advanced")):
        tables = form()
        tables[section][2][key] = name + "_"
        one_error(tables)
    tables = form()
    tables["customers"][0]["plus"][name + "_"] = 1
    one_error(tables)
    tables = form()
    tables["pets"][1]["name"] = tables["pets"][0]["name"] = name
    one_error(tables)
    tables = form()
    tables["exhibitions"][3]["id"] = name * 41
    one_error(tables)
    tables = form()
    tables["neutral_imps"]["step"] = name * 10_000
    one_error(tables)


def one_error(tables: dict[str, Any]) -> None:
    (error,) = dungeon_petz.validate(json.dumps(tables))
    assert len(error.message) < 500 and len(error.place) < 500
    answer = str(knock(DOORS["load"], json.dumps(tables)))
    assert len(answer) < 2_000 and not loud(answer) and answer.isprintable()


# ---- processes ----


def test_saved_matches_take_the_tables_along_and_follow_no_path(tmp_path: Path) -> None:
    match = sw.Match(sw.load("dungeon_petz", tables_file=named("left")), seed=7)
    match.finish()
    match.save(tmp_path / "match")
    assert sw.Match.load(tmp_path / "match") == match
    (tmp_path / "tables").write_text(named("left"))
    data = json.loads(json.dumps(match.to_dict()))
    for path in (str(tmp_path / "tables"), "/etc/passwd", "/dev/zero", "{", ""):
        wrong = json.loads(json.dumps(data))
        wrong["options"]["tables_file"] = path
        assert isinstance(knock(sw.Match.from_dict, wrong), sw.DecodeError), path
