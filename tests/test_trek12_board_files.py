"""Board files of the user's own: read from anywhere, validated with all errors, kept with the game."""

import copy
import dataclasses
import json
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from spielwerk import trek12
from spielwerk.trek12 import BoardError
from tests.scenario_runner import board_file
from tests.trek12_small import ROOT

VALIDATOR: dict[str, Any] = json.loads(
    (ROOT / "tests" / "scenarios" / "trek12_boards.json").read_text(encoding="utf-8")
)
LIMITS = dict.fromkeys(trek12.OPERATIONS, 4)


def entry(own_id: str, **more: Any) -> dict[str, Any]:
    circles = [{"id": circle, "max": 12} for circle in range(4)]
    edges = [[0, 1], [1, 2], [2, 3]]
    return {"id": own_id, "circles": circles, "edges": edges, "tables": [{"zone": "all", "limits": LIMITS}], **more}


def text_of(*boards: dict[str, Any]) -> str:
    return json.dumps({"schema": "trek12-boards/1", "boards": list(boards)})


TEXT = text_of(entry("ridge", name="The Ridge"), entry("peak", start=[3]), entry("dunai"))


class Elsewhere:
    """A path that is no Path."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __fspath__(self) -> str:
        return str(self._path)


@dataclasses.dataclass(frozen=True)
class Bytewise(os.PathLike[bytes]):
    """A path of bytes."""

    path: Path

    def __fspath__(self) -> bytes:
        return os.fsencode(self.path)


# ---- where the text comes from ----


def test_a_file_comes_as_path_or_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "boards of mine ä.json"
    path.write_text(TEXT, encoding="utf-8")
    wanted = sw.load("trek12", board_file=TEXT)
    assert wanted.options["board_file"] == TEXT
    monkeypatch.chdir(tmp_path)
    for form in (path, str(path), path.name, Elsewhere(path), Bytewise(path), f" \n\t{TEXT}"):
        game = sw.load("trek12", board_file=form)
        assert game.tables() == wanted.tables()
        assert (game == wanted) == (not isinstance(form, str) or not form.startswith(" "))
        assert trek12.boards(form).keys() == {"ridge", "peak", "dunai"}  # type: ignore[arg-type]
        assert trek12.validate(form) == []  # type: ignore[arg-type]
    for bytes_form in (TEXT.encode(), bytearray(TEXT.encode()), memoryview(TEXT.encode())):
        assert trek12.boards(bytes_form).keys() == {"ridge", "peak", "dunai"}
        assert trek12.validate(bytes_form) == []
    path.unlink()
    assert game.initial_state().rollout(sw.Rng(1)).is_terminal, "the file is read once"


def test_a_board_is_chosen_by_its_id() -> None:
    def load(**options: Any) -> sw.Game:
        return sw.load("trek12", board_file=TEXT, **options)

    assert load().options["board"] == "ridge"  # TK-93
    assert load(board="peak").tables()["boards"][0]["start"] == [3]
    assert len(load(board="dunai").tables()["boards"][0]["circles"]) == 4, "a file may reuse an id (TK-66)"
    with pytest.raises(sw.OptionError, match='"ridge", "peak", "dunai", not "kagkot"'):
        load(board="kagkot")
    with pytest.raises(sw.OptionError, match="kagkot"):
        sw.load("trek12", board="ridge")
    assert "The Ridge: user" in load().provenance["board"]


def unreadable(tmp_path: Path) -> dict[str, tuple[Any, str]]:
    huge, empty, latin, plain = (tmp_path / name for name in ("huge.json", "empty.json", "latin.json", "plain.json"))
    with huge.open("wb") as file:
        file.write(b"{")
        file.truncate(1 << 34)
    empty.write_bytes(b"")
    latin.write_bytes(TEXT.replace("The", "Thé").encode("latin-1"))
    plain.write_text("no JSON", encoding="utf-8")
    found = {
        "missing": (tmp_path / "none.json", r"none\.json.* cannot be read: .*[Nn]o such file"),
        "missing by name": ("none.json", r'"none\.json" cannot be read'),
        "folder": (tmp_path, "cannot be read"),
        "no name": ("", "cannot be read"),
        "huge": (huge, r"huge\.json.* more than 2 MB"),
        "huge text": ("{" + " " * (3 << 20) + "}", "the text has more than 2 MB"),
        "empty": (empty, "bad_json"),
        "not UTF-8": (latin, "an error: bad_json: .*UTF-8"),
        "half a surrogate pair": (TEXT.replace("The", "\ud800"), "bad_json"),
        "half a surrogate pair as path": ("\ud800", "cannot be read"),
        "no JSON": (plain, "bad_json"),
        "a list": ("[1]", "cannot be read"),
        "a zero": ("a\0b", "cannot be read"),
        "long name": ("x" * 100_000, "cannot be read"),
    }
    if sys.platform == "linux":
        found["device"] = (Path("/dev/zero"), "more than 2 MB")
        found["memory"] = (Path("/proc/self/mem"), "cannot be read")
    return found


def test_files_that_cannot_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for case, (source, message) in unreadable(tmp_path).items():
        with pytest.raises(sw.OptionError, match=message) as caught:
            sw.load("trek12", board_file=source)
        assert len(str(caught.value)) < 1000, case
        with pytest.raises(sw.OptionError, match=message):
            trek12.boards(source)
        if "bad_json" in message:
            assert [error.code for error in trek12.validate(source)] == ["bad_json"]
        else:
            with pytest.raises(sw.OptionError, match=message):
                trek12.validate(source)
    with pytest.raises(sw.OptionError, match="2 MB"):
        trek12.validate(b" " * (3 << 20))


def test_what_is_no_file() -> None:
    for value in (3, 1.5, True, b"{}", [], {}, object()):
        with pytest.raises(sw.OptionError, match="board_file"):
            sw.load("trek12", board_file=value)
    wrong: list[Any] = [3, None, 1.5, True, [], {}, object()]
    for value in wrong:
        for door in (trek12.boards, trek12.validate):
            with pytest.raises(TypeError, match="a board file is a path, its text or its bytes"):
                door(value)
    assert sw.load("trek12", board_file=None) == sw.load("trek12")


# ---- a game with a file ----


def test_a_game_keeps_its_file(tmp_path: Path) -> None:
    game = sw.load("trek12", board_file=TEXT, board="peak", players=2)
    twins = {
        "options": sw.load(game.name, **game.options),
        "pickle": pickle.loads(pickle.dumps(game)),
        "copy": copy.copy(game),
        "deepcopy": copy.deepcopy(game),
    }
    for way, twin in twins.items():
        assert twin == game and hash(twin) == hash(game), way
        assert twin.options == game.options
    assert game != sw.load("trek12", board_file=TEXT, board="ridge", players=2)
    assert game != sw.load("trek12", board_file=text_of(entry("peak", start=[3])), players=2)
    shown = repr(game)
    assert "board='peak'" in shown and "players=2" in shown and len(shown) < 500, "a file is not shown whole"
    state = game.initial_state().rollout(sw.Rng(1))
    assert pickle.loads(pickle.dumps(state)) == state
    assert twins["options"].state_from_bytes(state.to_bytes()) == state
    with pytest.raises(sw.DecodeError):
        sw.load("trek12", board_file=TEXT, board="ridge", players=2).state_from_bytes(state.to_bytes())


def test_results_and_matches_keep_the_file(tmp_path: Path) -> None:
    game = sw.load("trek12", board_file=TEXT, board="peak", players=2)
    results = sw.simulate(game, 50, 1)
    results.save(tmp_path / "games.npz")
    again = sw.Results.load(tmp_path / "games.npz")
    assert again == results and again.game == game
    assert pickle.loads(pickle.dumps(results)) == results
    assert len(results.summary().heading()) < 500
    results.save(tmp_path / "games.csv")
    match = sw.Match(game, 3)
    for _ in range(3):
        match.play_random()
    match.save(tmp_path / "match.json")
    loaded = sw.Match.load(tmp_path / "match.json")
    assert loaded == match and loaded.game.options["board_file"] == TEXT
    assert max(map(len, match.transcript().splitlines())) < 500


def test_what_was_stored_reads_no_file(tmp_path: Path) -> None:
    """A match or a table from somebody else must not be able to ask for files of this machine."""
    path = tmp_path / "boards.json"
    path.write_text(TEXT, encoding="utf-8")
    game = sw.load("trek12", board_file=path, board="peak")
    data = sw.Match(game, 3).to_dict()
    assert sw.Match.from_dict(data).game == game
    data["options"]["board_file"] = str(path)
    with pytest.raises(sw.DecodeError, match="not its name"):
        sw.Match.from_dict(data)
    saved = tmp_path / "games.npz"
    sw.simulate(game, 5, 1).save(saved)
    with np.load(saved) as archive:
        columns = {name: archive[name] for name in archive.files}
    header = json.loads(columns["metadata"].tobytes())
    header["options"]["board_file"] = str(path)
    columns["metadata"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(saved, **columns)
    with pytest.raises(sw.DecodeError, match="not its name"):
        sw.Results.load(saved)
    restore, (name, options) = game.__reduce__()
    assert restore(name, options) == game
    with pytest.raises(sw.OptionError, match="not its name"):
        restore(name, {**options, "board_file": str(path)})


def test_the_largest_file_is_small_enough_for_a_saved_match(tmp_path: Path) -> None:
    """Found while this was written: a match with a large file was saved and could not be read again."""
    filler = "ä" * ((2 << 20) // 2 - len(TEXT))
    text = json.dumps({**json.loads(TEXT), "filler": filler}, ensure_ascii=False)
    assert 2**21 - 1000 < len(text.encode()) <= 2**21
    match = sw.Match(sw.load("trek12", board_file=text), 1)
    match.finish()
    match.save(tmp_path / "match.json")
    assert sw.Match.load(tmp_path / "match.json") == match


# ---- errors ----


def test_five_mistakes_give_five_errors() -> None:
    wrong = entry("wrong", name=7, edges=[[0, 1], [1, 2], [2, 3], [3, 9]], start=[4], penalties={"face": 3})
    wrong["circles"][2]["max"] = 7
    errors = trek12.validate(text_of(entry("right"), wrong))
    assert [(error.code, error.board, error.id, error.path) for error in errors] == [
        ("missing_key", 1, "wrong", "penalties.isolated"),
        ("wrong_type", 1, "wrong", "name"),
        ("bad_max", 1, "wrong", "circles[2].max"),
        ("bad_edge", 1, "wrong", "edges[3]"),
        ("bad_start", 1, "wrong", "start"),
    ]  # TK-72, TK-89
    assert {type(error) for error in errors} == {BoardError}
    assert all(error.message for error in errors)
    for door in (lambda: sw.load("trek12", board_file=text_of(wrong)), lambda: trek12.boards(text_of(wrong))):
        with pytest.raises(sw.OptionError, match="has 5 errors") as caught:
            door()
        assert all(error.path in str(caught.value) for error in errors)


@pytest.mark.parametrize("case", VALIDATOR["cases"], ids=lambda case: str(case["id"]))
def test_validator_cases(case: dict[str, Any], tmp_path: Path) -> None:
    content = content_of(case)
    wanted = [(error["code"], error["board"], error["id"], error["path"]) for error in case["errors"]]
    path = tmp_path / "boards.json"
    path.write_bytes(content)
    for source in (content, path, str(path)):
        assert [error[:4] for error in trek12.validate(source)] == wanted
    loads: list[Callable[[], object]] = [lambda: sw.load("trek12", board_file=path), lambda: trek12.boards(content)]
    for load in loads:
        if not wanted:
            load()
            continue
        with pytest.raises(sw.OptionError, match=r"has an error|has [0-9]+ errors") as caught:
            load()
        assert all(code in str(caught.value) for code, *_ in wanted)


def content_of(case: dict[str, Any]) -> bytes:
    """The file of a case; the form is described in tests/scenarios/README.md."""
    if "text" in case:
        return str(case["text"]).encode()
    if "bytes_hex" in case:
        return bytes.fromhex(case["bytes_hex"])
    file = copy.deepcopy(VALIDATOR["base"])
    for change in case["changes"]:
        *way, last = change["path"]
        place = file
        for key in way:
            place = place[key]
        if change["op"] == "delete":
            del place[last]
        elif change["op"] == "append":
            place[last].append(change["value"])
        else:
            place[last] = change["value"]
    return json.dumps(file).encode()


def test_a_scenario_board_is_a_file() -> None:
    game = sw.load("trek12", board_file=board_file({"n": 2, "edges": [[0, 1]]}, "here"))
    assert game.options["board"] == "scenario"
