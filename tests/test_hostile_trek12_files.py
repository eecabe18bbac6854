"""Hostile board files of Trek 12, hostile names in them, and long work that is interrupted."""

from __future__ import annotations

import concurrent.futures
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unicodedata
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import trek12
from tests import hostile
from tests.hostile import knock, refuses
from tests.reference.trek12 import OPERATIONS

DOORS: dict[str, Callable[[Any], Any]] = {
    "load": lambda source: sw.load("trek12", board_file=source),
    "boards": trek12.boards,
    "validate": trek12.validate,
}
BOXES = dict.fromkeys(OPERATIONS, 4)
HEAD = '{"schema": "trek12-boards/1", "boards": ['


def board(**changes: Any) -> dict[str, Any]:
    """A board of four circles."""
    return {
        "id": "b",
        "circles": [{"id": k, "max": 12} for k in range(4)],
        "edges": [[0, 1], [1, 2], [2, 3], [0, 3], [1, 3], [0, 2]],
        "tables": [{"zone": "all", "limits": BOXES}],
        **changes,
    }


def text_of(*boards: dict[str, Any]) -> str:
    return json.dumps({"schema": "trek12-boards/1", "boards": boards})


def named(name: str, other: str = "other") -> str:
    """A file that has the name wherever a file may have one."""
    zones = {"zones": {name: [0, 1], other: [2], "shared": [3]}}
    colours = {"ornaments": {"colours": {name: [0], other: [1]}, "points": [1, 2]}}
    tables = [{"zone": name, "limits": BOXES}, {"zone": other, "limits": BOXES}]
    provenance = {"note": name, "unknown": [name]}
    specials = {**zones, **colours}
    return text_of(board(name=name, provenance=provenance, tables=tables, start=[0, 2], specials=specials))


# ---- what is no file of boards ----


@pytest.mark.parametrize("door", DOORS)
def test_paths_that_lead_to_no_board_file(door: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "latin").write_bytes('{"schema": "é"}'.encode("latin-1"))
    (tmp_path / "utf16").write_text(text_of(board()), "utf-16")
    (tmp_path / "marked").write_text(text_of(board()), "utf-8-sig")
    (tmp_path / "huge").write_bytes(b" " * 17_000_000)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "secret").write_text(text_of(board()))
    (tmp_path / "secret").chmod(0)
    names = (
        "empty",
        "latin",
        "utf16",
        "marked",
        "huge",
        "loop",
        "missing",
        "missing/further",
        "empty/further",
        ".",
        "..",
    )
    started = time.monotonic()
    for path in (*names, "n" * 300, "d/" * 3000, *(["secret"] if os.geteuid() else [])):
        for source in (tmp_path / path, f"{tmp_path}/{path}"):
            answer = knock(DOORS[door], source)
            if door == "validate" and isinstance(answer, list):
                assert [error.code for error in answer] == ["bad_json"], (path, answer)
            else:
                assert isinstance(answer, sw.OptionError) and 20 < len(str(answer)) < 1_000, (path, answer)
    for device in (
        "/dev/zero",
        "/dev/null",
        "/dev/urandom",
        "/dev/full",
        "/proc/self/mem",
        "/proc/self/maps",
        "/dev/tty",
    ):
        if Path(device).exists():
            answer = knock(DOORS[door], device)
            assert isinstance(answer, sw.OptionError) or [error.code for error in answer] == ["bad_json"], (
                device,
                answer,
            )
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("door", DOORS)
def test_texts_that_are_no_path_and_no_board_file(door: str) -> None:
    refuses(DOORS[door], sw.OptionError, "", " ", "\0", "a\0b", "\ud800", "x" * 100_000, "[1]", "\ufeff{", Path(" "))
    bad = (
        "{",
        "{}",
        " {",
        "\n\t{",
        '{"schema": 1}',
        "{\0",
        "{\ud800",
        "{" * 200_000,
        '{"a":' * 200_000,
        "{" + " " * 10**6,
    )
    for text in bad:
        answer = knock(DOORS[door], text)
        codes = [error.code for error in answer] if isinstance(answer, list) else []
        assert isinstance(answer, sw.OptionError) or codes in (["bad_json"], ["bad_schema"]), (text[:20], answer)
    refuses(DOORS[door], (sw.OptionError, TypeError), 0, 1.0, [1], {}, object(), {"schema": "trek12-boards/1"})
    assert isinstance(knock(DOORS[door], "{" + " " * 17_000_000), sw.OptionError)


class Pathlike:
    """A path of the caller's make."""

    def __init__(self, path: Any) -> None:
        self.path = path

    def __fspath__(self) -> Any:
        if self.path is None:
            raise hostile.BoomError
        return self.path


@pytest.mark.parametrize("door", DOORS)
def test_paths_of_the_callers_make(door: str, tmp_path: Path) -> None:
    file = tmp_path / "b\u00f6\u0142 \n.json"
    file.write_text(text_of(board()))
    expected = DOORS[door](str(file))
    for path in (file, Pathlike(str(file)), Pathlike(os.fsencode(file))):
        assert DOORS[door](path) == expected
    refuses(DOORS[door], hostile.BoomError, Pathlike(None))
    refuses(
        DOORS[door],
        (sw.OptionError, TypeError),
        Pathlike(0),
        Pathlike([]),
        Pathlike(Pathlike("x")),
        Pathlike("\0"),
        Pathlike(b"\xff"),
    )
    # A text is read from no file, even if there is one of that name.
    assert isinstance(knock(DOORS[door], Pathlike("{")), sw.OptionError)


@pytest.mark.parametrize("door", DOORS)
def test_a_pipe_gives_its_text(door: str, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=fifo.write_text, args=(text_of(board()),))
    writer.start()
    answer = DOORS[door](fifo)
    writer.join(30)
    assert answer == ([] if door == "validate" else DOORS[door](text_of(board())))


def run(script: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def interrupted(child: subprocess.Popen[str], wait: float) -> tuple[str, str, float]:
    """What the child says after Ctrl-C, and how long it took; it has to have been at work still."""
    with child:
        try:
            assert child.stdout is not None and child.stdout.readline() == "ready\n"
            time.sleep(wait)
            assert child.poll() is None, child.communicate()
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            output, errors = child.communicate(timeout=30)
        finally:
            child.kill()
    return output, errors, time.monotonic() - sent


def test_a_pipe_that_nobody_writes_to_can_be_left(tmp_path: Path) -> None:
    """As every program waits that opens one; Ctrl-C has to end it."""
    os.mkfifo(tmp_path / "fifo")
    child = run(
        """
        import sys
        import spielwerk as sw
        print("ready", flush=True)
        try:
            sw.load("trek12", board_file=sys.argv[1])
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        assert sw.load("trek12").num_players == 1
        print("well", flush=True)
        """,
        str(tmp_path / "fifo"),
    )
    output, errors, took = interrupted(child, 0.6)
    assert output == "interrupted\nwell\n" and took < 5, errors


# ---- hostile names ----

NAMES = (
    *(
        "",
        " ",
        "min",
        "sum",
        "in",
        "face",
        "place",
        "a",
        "a ",
        "a b",
        "a  b",
        "1",
        "0",
        "left\nright",
        "\t",
        "\r\n",
        "<b>",
    ),
    *("&amp;", "\"'", "]]>", "<script>alert(1)</script>", "--", "%s{}", "\\u0041", "$(x)", "; rm", "../../etc/passwd"),
    *("\u202eabc", "\u2028", "\u0661", "\u00e9", "e\u0301", "\ufeff", "\ufffe", "\uffff", "\U0010ffff", "\U0001f600"),
    *("\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\u200b", "\ue000", "x" * 100_000, "\u0600" * 1000),
)


def loud(text: str) -> bool:
    """Whether a terminal would do more than show it."""
    return any(unicodedata.category(sign) == "Cc" and sign != "\n" for sign in text)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])
def test_hostile_names_in_texts_and_pictures(name: str) -> None:
    text = named(name, name + "_")
    game = sw.load("trek12", board_file=text, players=2)
    (own,) = trek12.boards(text).values()
    assert own.name == name and own.note == name and own.unknown == (name,)
    assert set(own.specials["zones"]) == {name, name + "_", "shared"}
    state = game.initial_state().apply(7)
    state = state.apply(state.legal_actions()[0])
    for picture in (state._repr_svg_(), own.svg(), own.svg(trek12.sheets(state)[0])):  # type: ignore[attr-defined]
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(picture).iter()}
        assert tags and not tags & {"script", "b", "foreignObject", "image", "a"}
    for shown in (
        str(state),
        repr(state),
        repr(game),
        repr(own),
        state.observation_string(0),
        state.observation_string(1),
    ):
        assert not loud(shown) and len(shown) < 150 * len(name) + 20_000
    assert pickle.loads(pickle.dumps(state)) == state
    assert trek12.boards(json.dumps({"schema": "trek12-boards/1", "boards": [own.to_dict()]}))["b"] == own


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])
def test_actions_are_told_apart_whatever_the_zones_are_called(name: str) -> None:
    for other in ("a", "a ", "min", "", "1"):
        if other == name:
            continue
        state = sw.load("trek12", board_file=named(name, other)).initial_state().apply(9)
        texts = {}
        for action in state.legal_actions():
            text = state.action_to_string(action)
            assert state.string_to_action(text) == action and not loud(text)
            texts[text] = action
        assert len(texts) == state.num_legal > 5


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:20])
def test_hostile_names_in_errors(name: str) -> None:
    """At keys, ids and values that are wrong: errors come one by one, and short."""
    wrong = (
        text_of(board(**{name + "_": 1})),
        text_of(board(id=name + " ")),
        text_of(board(specials={name + "_": [0]})),
        text_of(board(start=[name])),
        text_of(board(tables=[{"zone": name, "limits": BOXES}])),
        text_of(board(specials={"ornaments": {"colours": {name: 0}, "points": [1]}})),
        text_of(board(provenance={"level": name})),
        text_of(board(specials={"zones": {name: [0]}})),
        json.dumps({"schema": name, "boards": [name]}),
    )
    for text in wrong:
        errors = trek12.validate(text)
        assert len(errors) == 1, (text, errors)
        answer = knock(DOORS["load"], text)
        assert isinstance(answer, sw.OptionError) and len(str(answer)) < 2_000
        assert len(errors[0].message) < 500 and len(errors[0].path) < 500
    answer = knock(lambda name: sw.load("trek12", board_file=text_of(board()), board=name), name)
    assert isinstance(answer, sw.OptionError) and len(str(answer)) < 500 and not loud(str(answer))


@pytest.mark.parametrize(
    "sign",
    [
        *("\0", "\t", "\n", "\x07", "\x1b"),
        *"\x7f\x85\x9b",
    ],
    ids=ascii,
)
def test_errors_show_no_sign_that_moves_a_terminal(sign: str) -> None:
    for text in (text_of(board(start=[sign])), text_of(board(id=sign)), text_of(board(**{sign: 1}))):
        answer = str(knock(DOORS["load"], text))
        assert answer.isprintable() and not loud(answer)
        assert trek12.validate(text)[0].message.isprintable()


@hostile.examples(150)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_name(name: str) -> None:
    if name not in ("all", "shared", "other"):
        state = sw.load("trek12", board_file=named(name)).initial_state().apply(9)
        ET.fromstring(state._repr_svg_())  # type: ignore[attr-defined]
        actions = state.legal_actions()
        assert [state.string_to_action(state.action_to_string(action)) for action in actions] == actions


@hostile.examples(150)
@given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_have_an_error(data: bytes) -> None:
    assert [error.code for error in trek12.validate(data)] in (["bad_json"], ["bad_schema"])
    assert trek12.validate(bytearray(data)) == trek12.validate(memoryview(data)) == trek12.validate(data)


# ---- very many errors ----


def test_a_file_full_of_errors_is_answered_in_full() -> None:
    """TK-72: each of them, in reasonable time."""
    for count, text in (
        (100_000, HEAD + ", ".join(["0"] * 100_000) + "]}"),
        (50_000, text_of(board(edges=[[0, 1], [1, 2], [2, 3], *[0] * 50_000]))),
        (50_000, text_of(board(**{f"{k:x}.": 0 for k in range(50_000)}))),
    ):
        started = time.monotonic()
        errors = trek12.validate(text)
        assert len(errors) == count and time.monotonic() - started < 30


def test_a_file_full_of_errors_has_a_short_message() -> None:
    text = HEAD + ", ".join(["{}"] * 50_000) + "]}"
    answer = knock(DOORS["load"], text)
    assert isinstance(answer, sw.OptionError) and len(str(answer)) < 1_000_000


# ---- processes ----

GAME = sw.load("trek12", board_file=named("left", "right"), players=3, fuji_tables="free_after_crossing")


def middle() -> sw.State:
    rng, state = sw.Rng(2), GAME.initial_state()
    for _ in range(9):
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
    return state


def work(payload: tuple[sw.Game, sw.State, sw.Rng]) -> tuple[Any, ...]:
    """What a worker does with all that can be sent to it."""
    game, state, rng = payload
    results = sw.simulate(game, 300, seed=4, threads=2, policies=["greedy", "random", "greedy"])
    sheet = trek12.sheets(state)[0]
    return game, state, state.rollout(rng), rng, results, sheet.score(), str(state)


def fail(kind: int) -> Any:
    doors: list[Any] = [
        lambda: middle().apply(-1),
        lambda: GAME.state_from_dict({"phase": 1, "round": -2}),
        lambda: GAME.state_from_bytes(b""),
        lambda: sw.load("trek12", board_file="{}"),
        lambda: trek12.assumed_links("dunai", [5, 6, *[6] * 17]),
    ]
    return doors[kind]()


@pytest.mark.parametrize("method", sorted(multiprocessing.get_all_start_methods()))
def test_workers_of_every_kind_agree(method: str) -> None:
    """A state takes its board file along: no worker needs the file."""
    rng = sw.Rng(3)
    expected = work((GAME, middle(), pickle.loads(pickle.dumps(rng))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
            answers = list(pool.map(work, [(GAME, middle(), rng)] * 2))
            errors = [pool.submit(fail, kind).exception(60) for kind in range(5)]
    assert answers == [expected] * 2
    classes = [sw.IllegalActionError, sw.InvalidStateError, sw.DecodeError, sw.OptionError]
    assert [type(error) for error in errors] == [*classes, sw.errors.AmbiguousLinksError]
    assert str(errors[-1]) == str(knock(fail, 4))


def test_a_fork_beside_threads_does_not_hang() -> None:
    stop, state = threading.Event(), middle()

    def busy() -> None:
        while not stop.is_set():
            sw.simulate(GAME, 200, 1, threads=2, policies="greedy")
            sw.load("trek12", board_file=named("left", "right"))

    threads = [threading.Thread(target=busy) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(6):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                code = 1
                try:
                    rows = [sw.simulate(GAME, 100, 1, threads=count, policies="greedy") for count in (1, 2)]
                    code = 0 if rows[0] == rows[1] and state.rollout(sw.Rng(1)).is_terminal else 2
                finally:
                    os._exit(code)
            deadline = time.monotonic() + 60
            while (answer := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < deadline:
                time.sleep(0.01)
            if answer[0] == 0:
                os.kill(child, signal.SIGKILL)
            assert answer[0] and os.waitstatus_to_exitcode(answer[1]) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)


INTERRUPTED = {
    "perft": ("state.perft(9)", "KeyboardInterrupt"),
    "greedy": ('sw.simulate(game, 20_000_000, 1, threads=2, policies="greedy")', "SimulationInterrupted"),
    "random": ("sw.simulate(game, 5_000_000, 1, threads=1)", "SimulationInterrupted"),
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interrupt_ends_long_work_soon(name: str) -> None:
    act, wanted = INTERRUPTED[name]
    child = run(
        f"""
        import spielwerk as sw
        game = sw.load("trek12", board="mount_fuji", players=4)
        state = game.initial_state()
        print("ready", flush=True)
        try:
            {act}
        except KeyboardInterrupt as interrupt:
            print("interrupted", type(interrupt).__name__, flush=True)
        # The process goes on as before.
        assert state.perft(1) == 36 and len(sw.simulate(game, 100, 1, threads=2)) == 100
        print("well", flush=True)
        """
    )
    output, errors, took = interrupted(child, 0.8)
    assert output == f"interrupted {wanted}\nwell\n" and child.returncode == 0 and took < 8, errors


def test_saved_matches_take_the_board_along_and_follow_no_path(tmp_path: Path) -> None:
    match = sw.Match(GAME, seed=7)
    match.finish()
    match.save(tmp_path / "match")
    assert sw.Match.load(tmp_path / "match") == match
    (tmp_path / "boards").write_text(named("left", "right"))
    data = json.loads(json.dumps(match.to_dict()))
    for path in (str(tmp_path / "boards"), "/etc/passwd", "/dev/zero", "{", "", None):
        wrong = json.loads(json.dumps(data))
        wrong["options"]["board_file"] = path
        assert isinstance(knock(sw.Match.from_dict, wrong), sw.DecodeError), path
    results = sw.simulate(GAME, 5, 1)
    results.save(tmp_path / "rows.npz")
    assert sw.Results.load(tmp_path / "rows.npz") == results
