"""Match: history, undo, files, transcript."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import spielwerk as sw
from spielwerk.match import Record


def played(decisions: int, seed: int = 7) -> sw.Match:
    match = sw.Match("patchwork", seed, stream=2)
    for _ in range(decisions):
        match.play_random()
    return match


def test_chance_is_sampled_at_once() -> None:
    match = sw.Match("patchwork", 7)
    assert match.num_decisions == 0
    assert [record.actor for record in match.history] == [sw.CHANCE] * 32  # PW-76
    assert match.current_player == 0
    assert match.legal_actions() == match.state.legal_actions() != []


def test_history_replays_to_the_state() -> None:
    match = played(30)
    state = match.game.initial_state()
    for actor, number in match.history:
        assert actor == state.current_player
        state = state.apply(number)
    assert state == match.state
    match.history.clear()
    assert len(match.history) == 62, "the list is a copy"


def test_apply_and_play_do_the_same() -> None:
    one, two = sw.Match("patchwork", 3), sw.Match("patchwork", 3)
    while not one.is_terminal:
        action = one.legal_actions()[-1]
        text = one.state.action_to_string(action)
        assert one.apply(action) == two.play(text)
    assert one == two
    assert one.state.winners() != []


def test_refused_actions_change_nothing() -> None:
    match = played(5)
    before = copy.copy(match)
    refused: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: match.apply(match.game.num_actions), sw.IllegalActionError),
        (lambda: match.apply("advance"), TypeError),  # type: ignore[arg-type]
        (lambda: match.play("buy the moon"), sw.IllegalActionError),
        (lambda: match.undo(6), sw.MatchError),
        (lambda: match.undo(0), ValueError),
        (lambda: match.undo(True), TypeError),
    ]
    for act, error in refused:
        with pytest.raises(error):
            act()
        assert match == before
    match.finish()
    for act in (lambda: match.apply(0), match.play_random):
        with pytest.raises(sw.IllegalActionError):
            act()


def test_constructor_checks_its_arguments() -> None:
    game = sw.load("patchwork")
    for seed, stream, error in ((-1, 0, ValueError), (2**64, 0, ValueError), (1.0, 0, TypeError), (0, True, TypeError)):
        with pytest.raises(error):
            sw.Match(game, seed, stream=stream)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Game"):
        sw.Match(None, 1)  # type: ignore[arg-type]
    with pytest.raises(sw.OptionError, match="patchwork"):
        sw.Match("chess", 1)
    assert sw.Match(game, 2**64 - 1, stream=2**64 - 1).stream == 2**64 - 1


def test_undo_and_the_same_id_again_is_the_same_match() -> None:
    match = played(25)
    at_end = copy.copy(match)
    ids = [record.id for record in match.history if record.actor != sw.CHANCE]
    for back in (1, 2, 10, 25):
        match.undo(back)
        assert match.num_decisions == 25 - back
        for action in ids[25 - back :]:
            match.apply(action)
        assert match == at_end, "the generator included"
    match.undo(25)
    assert match.num_decisions == 0
    assert [record.actor for record in match.history] == [sw.CHANCE] * 32, "the circle stays dealt"


def test_undo_of_a_seat_goes_back_to_its_decision() -> None:
    match = played(25)
    places = [i for i, record in enumerate(match.history) if record.actor == 1]
    match.undo(2, seat=1)
    assert len(match.history) == places[-2]
    assert match.current_player == 1
    with pytest.raises(sw.MatchError, match="seat 1"):
        match.undo(100, seat=1)


def test_play_random_is_reproducible_and_undone_as_if_it_had_never_been() -> None:
    assert played(20) == played(20)
    assert played(20) != played(20, seed=8)
    match = played(20)
    match.undo(5)
    assert match == played(15)
    for _ in range(5):
        match.play_random()
    assert match == played(20)


def test_another_id_after_undo_forgets_the_old_ones() -> None:
    match = played(20)
    match.undo(2)
    other = next(action for action in match.legal_actions() if action != played(20).history[-2].id)
    at_choice = match.rng.getstate()
    match.apply(other)
    assert match.rng.getstate() == at_choice, "no decision of the generator's is repeated"


def test_copies_are_independent() -> None:
    match = played(10)
    for other in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match)), match.copy()):
        assert other == match
        assert other.rng == match.rng
        drawn = other.play_random()
        assert other != match
        assert match.num_decisions == 10
        assert drawn == copy.copy(match).play_random()
    assert match != "match"
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    for decisions in (0, 1, 30):
        match = played(decisions)
        match.save(path)
        again = sw.Match.load(path)
        assert again == match
        assert again.history == match.history
        assert all(isinstance(record, Record) for record in again.history)
        assert again.play_random() == match.play_random()
        again.undo(again.num_decisions)
        match.undo(match.num_decisions)
        assert again == match, "undo works after loading, generator included"
    match = sw.Match(sw.load("patchwork", time_track="first_edition", starting_player=1), 1)
    match.finish()
    match.save(path)
    assert sw.Match.load(path) == match
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.json"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    path.write_text("precious")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        played(1).save(path)
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def _damages() -> dict[str, Callable[[dict[str, Any]], object]]:
    return {
        "format": lambda d: d.update(format="chess"),
        "version": lambda d: d.update(version=2),
        "version true": lambda d: d.update(version=True),
        "missing": lambda d: d.pop("rng"),
        "more": lambda d: d.update(more=1),
        "game": lambda d: d.update(game="chess"),
        "game type": lambda d: d.update(game=[1]),
        "option": lambda d: d["options"].update(time_track="oval"),
        "option type": lambda d: d.update(options=None),
        "option unknown": lambda d: d["options"].update(cheese=1),
        "other option": lambda d: d["options"].update(time_track="first_edition"),
        "rules": lambda d: d.update(rules_version=99),
        "seed": lambda d: d.update(seed=-1),
        "seed type": lambda d: d.update(seed=1.5),
        "stream": lambda d: d.update(stream=2**64),
        "id": lambda d: d["ids"].__setitem__(40, 2025),
        "id negative": lambda d: d["ids"].__setitem__(40, -1),
        "id huge": lambda d: d["ids"].__setitem__(40, 10**40),
        "id type": lambda d: d["ids"].__setitem__(40, "0"),
        "id bool": lambda d: d["ids"].__setitem__(40, True),
        "cut": lambda d: d["ids"].pop(),
        "cut in set-up": lambda d: (d["ids"].__delitem__(slice(20, None)), d["draws"].clear()),
        "too long": lambda d: d["ids"].extend([0] * 20_000),
        "ids type": lambda d: d.update(ids={"0": 1}),
        "draws": lambda d: d["draws"].pop(),
        "draws more": lambda d: d["draws"].append(d["rng"]),
        "draws type": lambda d: d["draws"].__setitem__(0, 7),
        "rng zero": lambda d: d.update(rng="0" * 64),
        "rng short": lambda d: d.update(rng="12"),
        "rng sign": lambda d: d.update(rng="-" + "1" * 63),
        "rng type": lambda d: d.update(rng=[1, 2, 3, 4]),
        "state": lambda d: d["state"]["players"][0].update(buttons=99),
        "state type": lambda d: d.update(state=None),
    }


@pytest.mark.parametrize("damage", _damages())
def test_damaged_matches_are_refused(damage: str) -> None:
    data = json.loads(json.dumps(played(20).to_dict()))
    _damages()[damage](data)
    with pytest.raises(sw.DecodeError):
        sw.Match.from_dict(data)


def test_what_is_no_match_is_refused(tmp_path: Path) -> None:
    others: list[Any] = [None, 3, "x", [], {}, {"format": "spielwerk-match"}]
    for value in others:
        with pytest.raises(sw.DecodeError):
            sw.Match.from_dict(value)
    path = tmp_path / "match.json"
    content = json.dumps(played(3).to_dict()).encode()
    for data in (b"", b"{", b"\xff\xfe", content[:-20], b"[" * 200_000, b"9" * 10_000, b" " * (9 * 2**20), content * 2):
        path.write_bytes(data)
        with pytest.raises(sw.DecodeError):
            sw.Match.load(path)
    with pytest.raises(FileNotFoundError):
        sw.Match.load(tmp_path / "none.json")


def test_transcript_tells_the_whole_match() -> None:
    match = played(12)
    lines = match.transcript().splitlines()
    assert "seed 7, stream 2" in lines[0]
    assert lines[1].split()[0] == "chance"
    assert lines[1].count(";") == 31
    numbered = [line for line in lines if line.split()[0].isdecimal()]
    assert len(numbered) == 12
    state = match.game.initial_state()
    texts = []
    for record in match.history:
        if record.actor != sw.CHANCE:
            texts.append(f"seat {record.actor}  {state.action_to_string(record.id)}")
        state = state.apply(record.id)
    assert [line.split(maxsplit=1)[1] for line in numbered] == texts
    assert "is to decide" in lines[-1]
    match.finish()
    assert match.transcript().splitlines()[-1].endswith(f"place {match.state.ranks()[1]}")


def test_match_is_shown() -> None:
    match = played(4)
    assert "4 decisions" in repr(match)
    assert str(match) == str(match.state)
    assert match._repr_svg_().startswith("<svg")
    match.finish()
    assert "over" in repr(match)
