"""The command line: output, files, exit codes, one-line errors, Ctrl-C."""

import contextlib
import dataclasses
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import pytest

import spielwerk as sw
from spielwerk.cli import main
from spielwerk.cli.listing import complete, grouped
from spielwerk.cli.options import split_words


class Done(NamedTuple):
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def run(*words: str | Path, stdin: str = "") -> Done:
    """The command in this process, where it starts faster."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(stderr),
    ):
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        patch.setenv("COLUMNS", "120")
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
    code = ended.value.code
    assert isinstance(code, int)
    return Done(code, stdout.getvalue(), stderr.getvalue())


def run_process(*words: str | Path, stdin: bytes = b"", encoding: str = "utf-8") -> Done:
    """The command as a shell runs it."""
    command = [sys.executable, "-m", "spielwerk", *map(str, words)]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=60, env=environment, check=False)
    text = Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    assert "Traceback" not in text.stdout + text.stderr, text.stderr
    return text


def fails(code: int, message: str, *words: str | Path, stdin: str = "") -> None:
    """The command ends with this code and one line on standard error that says this."""
    done = run(*words, stdin=stdin)
    assert done.returncode == code, (words, done.stderr)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("spielwerk: "), done.stderr
    assert re.search(message, last), (words, last)


def test_games_lists_options_and_provenance() -> None:
    done = run("games")
    assert done.returncode == 0
    for word in ("Patchwork", "--time-track current|first_edition", "--starting-player 0..1", "verified", "inferred"):
        assert word in done.stdout
    for word in ("Trek 12, 1 to 12 players", "--board NAME", "dunai, kagkot,", "--board-file FILE", "default none"):
        assert word in done.stdout
    assert "--face-claims-top true|false                   default true" in done.stdout
    tables = done.stdout.partition("\ndungeon_petz: ")[2].partition("  tables\n")[2]
    sure = {row.split()[0]: row for row in re.split(r"^    (?=\S)", tables, flags=re.MULTILINE) if row}
    guessed = {table for table, row in sure.items() if "reconstructed" in row}
    assert guessed == {"pets", "cages", "addons", "exhibitions", "customers", "players", "neutral_imps"}
    assert "--exhibition-cap 10  " in done.stdout and "--start-player random|0..3" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 120


def test_help_and_version() -> None:
    for words in (
        ["--help"],
        ["describe", "--help"],
        ["simulate", "--help"],
        ["perft", "--help"],
        ["play", "-h"],
        ["show", "-h"],
        ["doctor", "-h"],
    ):
        done = run(*words)
        assert done.returncode == 0
        assert "Usage: spielwerk" in done.stdout
    assert "dealt by --seed" in " ".join(run("perft", "--help").stdout.split())
    assert run("--version").stdout.strip() == f"spielwerk {sw.__version__}"


def test_describe_prints_what_the_game_says_of_itself() -> None:
    done = run("describe", "trek12", "--board", "kagkot", "--players=3")
    assert done.returncode == 0
    assert done.stdout == sw.load("trek12", board="kagkot", players=3).describe() + "\n"
    assert "link_above" in run_process("describe", "trek12", encoding="ascii").stdout
    fails(2, r"unknown option --bord", "describe", "trek12", "--bord", "kagkot")


def test_simulate_prints_a_table_and_writes_files(tmp_path: Path) -> None:
    out, plot = tmp_path / "games.npz", tmp_path / "games.png"
    done = run(
        *("simulate", "patchwork", "--time-track", "first_edition", "--starting-player=1", "--games", "300"),
        *("--seed", "4", "--threads", "2", "--first-index", "10", "--policy", "random,random"),
        *("--out", out, "--plot", plot),
    )
    assert done.returncode == 0, done.stderr
    results = sw.Results.load(out)
    game = sw.load("patchwork", time_track="first_edition", starting_player=1)
    assert results == sw.simulate(game, 300, 4, first_index=10)
    assert str(results.summary()) in done.stdout
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert "300 of 300" in done.stderr
    assert "games/s" in done.stderr
    assert f"wrote 300 rows to {out}" in done.stderr


def test_options_may_stand_before_the_name(tmp_path: Path) -> None:
    done = run("simulate", "--time-track", "first_edition", "--games", "5", "patchwork")
    assert done.returncode == 0
    assert "time_track=first_edition" in done.stdout


def test_usage_errors_are_one_line_and_code_2(tmp_path: Path) -> None:
    fails(2, "no such command 'frobnicate'", "frobnicate")
    fails(2, "missing argument", "simulate")
    fails(2, "patchwork", "simulate", "chess")
    fails(2, "one game at a time", "simulate", "patchwork", "patchwork")
    fails(2, r"unknown option --gamse.*--time-track current\|first_edition", "simulate", "patchwork", "--gamse", "5")
    fails(2, "current", "simulate", "patchwork", "--time-track", "oval")
    fails(2, "needs a value", "simulate", "patchwork", "--time-track")
    fails(2, "whole number, not 'x'", "simulate", "patchwork", "--starting-player", "x")
    fails(2, "0 to 1", "simulate", "patchwork", "--starting-player", "7")
    fails(2, "twice", "simulate", "patchwork", "--starting-player", "0", "--starting-player", "1")
    fails(2, "--games", "simulate", "patchwork", "--games", "many")
    fails(2, "games must be", "simulate", "patchwork", "--games", "-3")
    fails(2, "games must be", "simulate", "patchwork", "--games", "1" + "0" * 30)
    fails(2, "GiB", "simulate", "patchwork", "--games", "2000000000")
    fails(2, "seed must be", "simulate", "patchwork", "--seed", "-1")
    fails(2, "threads must be", "simulate", "patchwork", "--threads", "0")
    fails(2, "unknown policy 'perfect'", "simulate", "patchwork", "--policy", "perfect")
    fails(2, "2 of them", "simulate", "patchwork", "--policy", "random,random,random")
    fails(2, r"\.npz, \.csv, \.parquet", "simulate", "patchwork", "--out", tmp_path / "games.xlsx")
    fails(2, r"\.png", "simulate", "patchwork", "--plot", tmp_path / "games.bogus")
    fails(2, r"0 \.\. 64", "perft", "patchwork", "--depth", "65")
    fails(2, "--seed", "perft", "patchwork", "--seed", "-1")
    fails(2, r"0 \.\. 1", "play", "patchwork", "--seat", "2")
    fails(2, "random, human", "play", "patchwork", "--opponent", "deepblue")
    fails(2, "seed must be", "play", "patchwork", "--seed", "-1")
    fails(2, "name a game", "play")
    fails(2, r"\.svg", "show", tmp_path / "x", "--svg", tmp_path / "x.png")


def test_numbers_that_may_be_a_word() -> None:
    """The start player of Dungeon Petz is a seat or drawn (DP-118, DP-167)."""
    for value in ("random", "1"):
        assert run("perft", "dungeon_petz", "--start-player", value, "--depth", "1").returncode == 0
    fails(2, "random|0..3", "perft", "dungeon_petz", "--start-player", "x")
    fails(2, "start_player", "perft", "dungeon_petz", "--start-player", "2")
    assert "--start-player random|0..3" in run("games").stdout


def test_files_that_cannot_be_are_failures(tmp_path: Path) -> None:
    fails(1, "no folder", "simulate", "patchwork", "--games", "5", "--out", tmp_path / "none" / "games.npz")
    (tmp_path / "folder.npz").mkdir()
    fails(1, "is a folder", "simulate", "patchwork", "--games", "5", "--out", tmp_path / "folder.npz")
    fails(1, "none.json", "show", tmp_path / "none.json")
    fails(1, "none.json", "play", "--resume", tmp_path / "none.json")


def test_a_full_disk_is_a_failure(tmp_path: Path) -> None:
    for words in (["games"], ["simulate", "patchwork", "--games", "10"], ["perft", "patchwork"], ["--version"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "spielwerk", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert done.returncode == 1, words
        assert done.stderr.splitlines()[-1] == "spielwerk: No space left on device"
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr


def test_a_closed_pipe_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "spielwerk", "games"], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert done.returncode == 1
    assert done.stderr == ""


def interrupted(seconds: float, *words: str) -> tuple[str, str]:
    """Output and errors of a command that gets Ctrl-C after so many seconds and ends with 130."""
    with subprocess.Popen(
        [sys.executable, "-m", "spielwerk", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            time.sleep(seconds)
            child.send_signal(signal.SIGINT)
            stdout, stderr = child.communicate(timeout=30)
        finally:
            child.kill()
    assert child.returncode == 130, stderr
    assert "Traceback" not in stderr
    return stdout, stderr


def test_ctrl_c_writes_what_is_done(tmp_path: Path) -> None:
    out = tmp_path / "games.npz"
    words = ["simulate", "patchwork", "--games", "100000000", "--seed", "1", "--out", str(out)]
    stdout, stderr = interrupted(2.0, *words)
    results = sw.Results.load(out)
    assert 0 < len(results) < 100_000_000
    assert f"{len(results):,} games" in stdout
    last = stderr.splitlines()[-1]
    assert last.startswith(f"spielwerk: interrupted after {len(results):,} of 100,000,000 games")
    assert results[:20] == sw.simulate("patchwork", 20, 1)


def test_ctrl_c_stops_perft() -> None:
    stdout, stderr = interrupted(1.5, "perft", "patchwork", "--depth", "9")
    assert stderr.startswith("spielwerk: interrupted at depth")
    assert "depth" in stdout


def test_perft_counts_after_the_circle_is_dealt() -> None:
    done = run("perft", "patchwork", "--depth", "2", "--seed", "3")
    assert done.returncode == 0
    state = sw.Match("patchwork", 3).state
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert [(int(row[0]), int(row[1].replace(",", ""))) for row in rows] == [(d, state.perft(d)) for d in range(3)]


def test_doctor_tells_what_is_here() -> None:
    done = run("doctor")
    assert done.returncode == 0
    info = sw.build_info()
    for word in (info["version"], info["profile"], info["dispatch"], info["target"], "numpy", "processors"):
        assert word in done.stdout
    assert "1000 games alike on 1 and 2 threads" in done.stdout


def test_play_a_whole_game_from_a_script(tmp_path: Path) -> None:
    done = run("play", "patchwork", "--seed", "5", stdin="random\n" * 80)
    assert done.returncode == 0
    assert re.search(r"Seat [01] wins\.", done.stdout)
    assert "seat 0 (you): place" in done.stdout
    assert re.search(r"^seat 1 plays ", done.stdout, re.MULTILINE)
    # The same seed and lines are the same game.
    assert run("play", "patchwork", "--seed", "5", stdin="random\n" * 80).stdout == done.stdout


def test_play_ends_cleanly_without_input() -> None:
    for stdin in ("", "help", "quit\n", "exit\n", "\n\n", "\x00\n"):
        done = run("play", "patchwork", stdin=stdin)
        assert done.returncode == 0, (stdin, done.stderr)
        assert done.stderr == ""


def test_play_survives_what_is_no_text() -> None:
    for stdin in (b"", b"\xff\xfe\n" * 3 + b"advance\n", b"\x00" * 100):
        done = run_process("play", "patchwork", stdin=stdin)
        assert done.returncode == 0, (stdin, done.stderr)
        assert done.stderr == ""
        assert ("you play advance" in done.stdout) == (b"advance" in stdin)


def test_terminals_of_little_encoding_do_no_harm() -> None:
    for words in (["simulate", "patchwork", "--games", "5"], ["play", "patchwork"], ["games"]):
        done = run_process(*words, stdin=b"legal\nlegal \xc3\xa9\nquit\n", encoding="ascii")
        assert done.returncode == 0, done.stderr


def test_play_listing_is_grouped_and_paged() -> None:
    done = run(
        "play", "patchwork", "--seed", "1", stdin="legal\nlegal buy\nmore\nlegal advance\nlegal at 8,0\nlegal xyzzy\n"
    )
    assert done.returncode == 0
    assert re.search(r"^\s+0  advance$", done.stdout, re.MULTILINE)
    assert re.search(r"^\s+buy .* … \(\d+\)$", done.stdout, re.MULTILINE)
    assert "No legal action has 'xyzzy' in it" in done.stdout
    # No listing floods the terminal.
    pages = done.stdout.split("seat 0> ")[1:]
    assert all(page.count("\n") < 30 for page in pages)


def test_play_takes_numbers_texts_and_beginnings() -> None:
    match = sw.Match("patchwork", 1)
    action = match.legal_actions()[1]
    text = match.state.action_to_string(action)
    for typed in (str(action), text, text.upper(), f"  {'   '.join(text.split())} "):
        done = run("play", "patchwork", "--seed", "1", stdin=f"{typed}\n")
        assert f"you play {text}" in done.stdout, typed
    done = run("play", "patchwork", "--seed", "1", stdin="adv\n")
    assert "you play advance" in done.stdout
    done = run("play", "patchwork", "--seed", "1", stdin="buy\n99999\n2025\nsing a song\n")
    assert "legal actions begin so" in done.stdout
    assert "Action 99999 is not legal here" in done.stdout
    assert "I do not know 'sing a song'" in done.stdout
    assert "you play" not in done.stdout


def test_play_undo_save_and_resume(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    script = f"undo\nadvance\nundo\nadvance\nsave {path}\nsave\nsave {tmp_path / 'none' / 'x'}\nboard\nmore\nquit\n"
    done = run("play", "patchwork", "--seed", "2", stdin=script)
    assert done.returncode == 0
    for words in (
        "There is nothing to take back.",
        f"saved to {path}",
        "Say where to",
        "That did not work",
        "nothing more",
    ):
        assert words in done.stdout
    match = sw.Match.load(path)
    assert match.current_player == 0
    assert [record.id for record in match.history if record.actor == 0] == [0]
    done = run("play", "--resume", path, stdin="random\n" * 80)
    assert done.returncode == 0
    assert "wins." in done.stdout
    fails(2, "leave the name out", "play", "patchwork", "--resume", path)


def test_play_both_seats() -> None:
    done = run("play", "patchwork", "--opponent", "human", "--seed", "2", stdin="advance\nadvance\nundo\nquit\n")
    assert "seat 1> advance" in done.stdout
    assert done.stdout.rstrip().endswith("seat 1> quit"), "undo takes back one decision of anybody"
    assert "plays" not in done.stdout


def test_play_as_the_second_seat() -> None:
    done = run("play", "patchwork", "--seat", "1", "--seed", "2", stdin="quit\n")
    assert re.match(r"seat 0 plays ", done.stdout)
    assert "seat 1> " in done.stdout


def test_show_matches_and_states(tmp_path: Path) -> None:
    game = sw.load("patchwork", time_track="first_edition", starting_player=1)
    match = sw.Match(game, 8)
    for _ in range(20):
        match.play_random()
    saved, plain, raw, svg = (tmp_path / name for name in ("match.json", "state.json", "state.bin", "state.svg"))
    match.save(saved)
    plain.write_text(json.dumps({"game": game.name, "options": game.options, "state": match.state.to_dict()}))
    raw.write_bytes(match.state.to_bytes())
    for path in (saved, plain, raw):
        done = run("show", path, "--svg", svg)
        assert done.returncode == 0, done.stderr
        assert str(match.state).strip() in done.stdout
        assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
        svg.unlink()
    assert match.transcript() in run("show", saved, "--transcript").stdout
    done = run("show", raw, "patchwork", "--time-track", "first_edition", "--starting-player", "1")
    assert done.returncode == 0
    fails(1, "no saved match or state", "show", raw, "patchwork")
    fails(2, "only a match", "show", raw, "--transcript")
    fails(1, "none", "show", raw, "--svg", tmp_path / "none" / "x.svg")


def test_show_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    state = sw.Match("patchwork", 8).state
    good = {"game": "patchwork", "options": {}, "state": state.to_dict()}
    for content, message in (
        (b"", "no saved match or state"),
        (b"\x00\xff" * 50, "no saved match or state"),
        (state.to_bytes()[:-1], "no saved match or state"),
        (b"{", "no JSON"),
        (b"{}", "neither"),
        (b'{"a":' * 100_000, "no JSON"),
        (b"[1]", "no saved match or state"),
        (b" " * (9 * 2**20) + b"{", "larger|no saved match"),
        (json.dumps({**good, "options": 3}).encode(), "neither"),
        (json.dumps({**good, "game": 3}).encode(), "wrong type|no saved"),
        (json.dumps({**good, "state": {"phase": "lunch"}}).encode(), "phase"),
        (json.dumps({"format": "spielwerk-match"}).encode(), "version"),
    ):
        path.write_bytes(content)
        fails(1, message, "show", path)
    for changes in ({"game": "chess"}, {"options": {"time_track": "oval"}}):
        path.write_text(json.dumps({**good, **changes}))
        fails(2, "patchwork|current", "show", path)


def test_show_takes_study_positions_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    position = {"circle": [*range(1, 33), 0], "players": [{"position": 30, "income": 9}, {}]}
    path.write_text(json.dumps({"game": "patchwork", "options": {}, "state": position}))
    fails(1, "PW-", "show", path)
    done = run("show", path, "--study")  # PW-79
    assert done.returncode == 0, done.stderr


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A board file with the boards ridge and peak."""
    entries = []
    for name in ("ridge", "peak"):
        board = dataclasses.replace(sw.trek12.BOARDS["stay_home"], id=name, start=(0,))
        entries.append(board.to_dict())
    path = tmp_path / "my boards.json"
    path.write_text(json.dumps({"schema": "trek12-boards/1", "boards": entries}))
    return path


def test_boards_are_named_or_come_from_a_file(boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("simulate", "trek12", "--board", "kagkot", "--players", "3", "--games", "300", "--seed", "1")
    assert done.returncode == 0
    assert str(sw.simulate(sw.load("trek12", board="kagkot", players=3), 300, 1).summary()) in done.stdout
    out = tmp_path / "games.npz"
    words = ("trek12", "--board-file", boards, "--board", "peak", "--players", "2")
    done = run("simulate", *words, "--games", "50", "--out", out)
    assert done.returncode == 0, done.stderr
    game = sw.load("trek12", board_file=boards, board="peak", players=2)
    assert sw.Results.load(out) == sw.simulate(game, 50, 0)
    assert "board=peak, board_file={" in done.stdout
    assert max(map(len, done.stdout.splitlines())) < 500, "a file is not printed whole"
    assert "board=ridge" in run("simulate", "trek12", f"--board-file={boards}", "--games", "5").stdout
    assert run("perft", *words, "--depth", "1").returncode == 0
    # What begins as a text would is the name of a file all the same.
    monkeypatch.chdir(tmp_path)
    boards.rename("{1}.json")
    done = run("simulate", "trek12", "--board-file", "{1}.json", "--games", "5")
    assert done.returncode == 0, done.stderr


def test_boards_that_cannot_be(boards: Path, tmp_path: Path) -> None:
    fails(2, "dunai.*kagkot.*not .everest", "simulate", "trek12", "--board", "everest")
    fails(2, "ridge.*peak.*not .kagkot", "simulate", "trek12", "--board-file", boards, "--board", "kagkot")
    fails(2, r"none\.json.* cannot be read", "simulate", "trek12", "--board-file", tmp_path / "none.json")
    fails(2, "cannot be read", "simulate", "trek12", "--board-file", tmp_path)
    fails(2, "needs a value: --board-file FILE", "simulate", "trek12", "--board-file")
    fails(2, "needs a value: --board NAME", "play", "trek12", "--board")
    boards.write_text('{"schema": "trek12-boards/1", "boards": [{"id": 3}, {}]}')
    fails(2, "has 8 errors: .*missing_key", "play", "trek12", "--board-file", boards)
    fails(2, "1 to 12", "simulate", "trek12", "--players", "13")


def test_play_save_and_show_with_a_board_file(boards: Path, tmp_path: Path) -> None:
    words = ("trek12", "--board-file", boards, "--board", "peak", "--players", "2")
    saved, svg = tmp_path / "match.json", tmp_path / "match.svg"
    done = run("play", *words, "--seed", "3", stdin=f"legal\nrandom\nsave {saved}\n" + "random\n" * 80)
    assert done.returncode == 0, done.stderr
    assert re.search(r"Seat [01] wins|share the victory|Nobody wins", done.stdout)
    match = sw.Match.load(saved)
    boards.unlink()
    done = run("show", saved, "--svg", svg, "--transcript")
    assert done.returncode == 0, done.stderr
    assert match.transcript() in done.stdout
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    done = run("play", "--resume", saved, stdin="random\n" * 80)
    assert done.returncode == 0
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"game": "trek12", "options": match.game.options, "state": match.state.to_dict()}))
    assert run("show", state).returncode == 0
    options = {**match.game.options, "board_file": str(boards)}
    state.write_text(json.dumps({"game": "trek12", "options": options, "state": match.state.to_dict()}))
    fails(2, "not its name", "show", state)


def test_show_guesses_the_options_of_a_state(tmp_path: Path) -> None:
    path = tmp_path / "state.bin"
    for options in (
        {},
        {"board": "jampa"},
        {"players": 7},
        {"board": "mount_fuji", "players": 3, "wave_failure": "no_link"},
    ):
        state = sw.load("trek12", **options).initial_state().rollout(sw.Rng(1))
        path.write_bytes(state.to_bytes())
        done = run("show", path)
        assert done.returncode == 0, (options, done.stderr)
        assert str(state).strip() in done.stdout


def test_play_to_an_end_without_a_winner() -> None:
    words = ("trek12", "--board", "stay_home", "--over12", "loss_if_chosen", "--players", "2", "--opponent", "human")
    game = sw.load("trek12", board="stay_home", over12="loss_if_chosen", players=2)
    seed = next(seed for seed in range(200) if not sw.Match(game, seed).finish().winners())
    done = run("play", *words, "--seed", str(seed), stdin="random\n" * 200)
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("Nobody wins.")  # TK-57
    assert done.stdout.count("place 1, out of the game;") == 2
    match = sw.Match(game, seed)
    match.finish()
    assert match.transcript().count("-100 points, place 1, out of the game") == 2


def test_grouped_listing_keeps_to_its_size() -> None:
    texts = [
        (i, f"buy {p} turn {o} at {c}")
        for i, (p, o, c) in enumerate((p, o, c) for p in (3, 12) for o in "ab" for c in range(20))
    ]
    assert len(grouped(texts, 100)) == 80
    assert [line.split("  ")[-1] for line in grouped([*texts, (99, "advance")], 10)] == [
        "buy 3 turn a at … (20)",
        "buy 3 turn b at … (20)",
        "buy 12 turn a at … (20)",
        "buy 12 turn b at … (20)",
        "advance",
    ]
    assert grouped([], 10) == []


def test_completion_goes_word_by_word() -> None:
    texts = [(1, "buy 1 at 2,3"), (2, "buy 12 at 2,3"), (3, "advance"), (4, "buy 1 at 2,3 twice")]
    assert complete(texts, "a") == [(3, "advance")]
    assert complete(texts, "buy 1 at") == [texts[0], texts[3]]
    assert complete(texts, "buy 1") == [texts[0], texts[1], texts[3]]
    assert complete(texts, "BUY 1 AT 2,3") == [texts[0]], "a whole text means itself"
    assert complete(texts, "buy 2") == []
    assert complete(texts, "") == texts


def test_words_are_split_into_names_and_options() -> None:
    assert split_words(["a", "--b", "c", "--d=e=f", "--g"]) == (["a"], [("--b", "c"), ("--d", "e=f"), ("--g", None)])
