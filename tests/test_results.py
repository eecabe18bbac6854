"""Results: columns, statistics, files, tables and pictures."""

import csv
import json
import math
import pickle
import resource
import struct
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

import spielwerk as sw
from spielwerk.summary import Moments, wilson_interval
from spielwerk.totals import Tally

GAMES = 200


@pytest.fixture(scope="module")
def results() -> sw.Results:
    return sw.simulate(sw.load("patchwork", time_track="first_edition"), GAMES, 11, threads=2, first_index=5)


def test_columns_have_their_shapes_and_agree_with_each_other(results: sw.Results) -> None:
    assert len(results) == results.games == GAMES
    assert (results.seed, results.first_index, results.policies) == (11, 5, ("random", "random"))
    assert results.index.tolist() == list(range(5, 5 + GAMES))
    wanted = {
        "index": (results.index, (GAMES,), np.int64),
        "scores": (results.scores, (GAMES, 2), np.int32),
        "ranks": (results.ranks, (GAMES, 2), np.uint8),
        "winner": (results.winner, (GAMES,), np.int8),
        "decisions": (results.decisions, (GAMES,), np.uint32),
        "truncated": (results.truncated, (GAMES,), np.bool_),
        "sheet": (results.sheet, (GAMES, 2, 3), np.int32),
    }
    for name, (column, shape, dtype) in wanted.items():
        assert (column.shape, column.dtype) == (shape, np.dtype(dtype)), name
    assert np.array_equal(results.sheet.sum(axis=2), results.scores)  # PW-77
    assert np.array_equal(results.ranks.argmin(axis=1), results.winner)  # PW-45: there is no draw
    assert np.array_equal(results.item("buttons"), results.sheet[:, :, 0])
    assert not results.truncated.any()


def test_columns_cannot_be_written(results: sw.Results) -> None:
    for column in (results.scores, results.ranks, results.winner, results.decisions, results.truncated, results.sheet):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0


def test_unknown_item_names_the_known_ones(results: sw.Results) -> None:
    with pytest.raises(KeyError, match="buttons, bonus_tile, empty_cells"):
        results.item("cheese")


def test_slices_are_runs_of_their_own(results: sw.Results) -> None:
    part = results[20:50]
    assert (len(part), part.first_index) == (30, 25)
    assert np.array_equal(part.scores, results.scores[20:50])
    assert part == sw.simulate(results.game, 30, 11, threads=1, first_index=25)
    assert len(results[-3:]) == 3
    assert len(results[50:20]) == 0
    with pytest.raises(ValueError, match="step"):
        results[::2]
    with pytest.raises(TypeError, match="slice"):
        results[3]  # type: ignore[index]
    with pytest.raises(TypeError, match="columns"):
        list(results)  # type: ignore[call-overload]


def test_concatenate_is_the_inverse_of_slicing(results: sw.Results) -> None:
    assert sw.Results.concatenate([results[:70], results[70:71], results[71:]]) == results
    with pytest.raises(ValueError, match="start with game 75"):
        sw.Results.concatenate([results[:70], results[71:]])
    with pytest.raises(ValueError, match="seed"):
        sw.Results.concatenate([results, sw.simulate(results.game, 1, 12, first_index=205)])
    with pytest.raises(ValueError, match="nothing"):
        sw.Results.concatenate([])


def test_results_compare_and_pickle(results: sw.Results) -> None:
    again = pickle.loads(pickle.dumps(results))
    assert again == results
    assert again != results[:10]
    assert results != "results"
    with pytest.raises(ValueError, match="read-only"):
        again.scores[0] = 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(results)
    assert "200 games of patchwork" in repr(results)


def test_constructor_refuses_columns_of_another_shape(results: sw.Results) -> None:
    columns: dict[str, Any] = results.units()
    for name, wrong in (
        ("scores", columns["scores"].astype(np.int64)),
        ("ranks", columns["ranks"][:, :1]),
        ("sheet", columns["sheet"][:5]),
    ):
        with pytest.raises(ValueError, match=f"column {name}"):
            sw.Results(results.game, 1, 0, ("random", "random"), **{**columns, name: wrong})
    with pytest.raises(ValueError, match="2 seats"):
        sw.Results(results.game, 1, 0, ("random",), **columns)


def test_index_beyond_int64_is_unsigned(results: sw.Results) -> None:
    far = sw.Results(results.game, 1, 2**64 - GAMES, ("random", "random"), **results.units())
    assert far.index.dtype == np.uint64
    assert int(far.index[-1]) == 2**64 - 1


def test_summary_agrees_with_plain_arithmetic(results: sw.Results) -> None:
    summary = results.summary()
    assert summary.games == GAMES
    for seat in summary.seats:
        points = [int(p) for p in results.scores[:, seat.seat]]
        mean = sum(points) / GAMES
        sd = math.sqrt(sum((p - mean) ** 2 for p in points) / (GAMES - 1))
        assert seat.score.mean == pytest.approx(mean)
        assert seat.score.sd == pytest.approx(sd)
        assert seat.score.standard_error == pytest.approx(sd / math.sqrt(GAMES))
        assert (seat.score.minimum, seat.score.maximum) == (min(points), max(points))
        assert seat.wins == sum(1 for w in results.winner if w == seat.seat)
        assert seat.win_rate_low < seat.win_rate < seat.win_rate_high
        assert seat.mean_rank == pytest.approx(float(results.ranks[:, seat.seat].mean()))
        assert sum(item.mean for item in seat.items.values()) == pytest.approx(mean)
    assert summary.seats[0].wins + summary.seats[1].wins == GAMES
    assert (summary.tie_share, summary.truncated_share) == (0.0, 0.0)
    assert summary.decisions.mean == pytest.approx(float(results.decisions.mean()))


def test_summary_is_readable_in_three_forms(results: sw.Results) -> None:
    summary = results.summary()
    text = str(summary)
    assert "200 games, seed 11, games 5 .. 204" in text
    rows = text.splitlines()[1:12]
    assert len({len(row) for row in rows if "seat 0" in row or row.startswith("-")}) == 1, "the table is aligned"
    plain = json.loads(json.dumps(summary.to_dict(), allow_nan=False))
    assert plain["seats"][1]["items"]["empty_cells"]["mean"] == summary.seats[1].items["empty_cells"].mean
    assert summary._repr_html_().count("<tr>") == len(summary.rows())


def test_summary_of_nothing_and_of_one_game_has_no_spread(results: sw.Results) -> None:
    nothing = results[:0].summary()
    assert math.isnan(nothing.decisions.mean)
    assert "n/a" in str(nothing)
    assert nothing.to_dict()["tie_share"] is None
    one = results[:1].summary()
    assert math.isnan(one.seats[0].score.sd)
    assert one.seats[0].score.mean == results.scores[0, 0]
    assert "n/a" in str(one)


def test_wilson_interval_has_known_values() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)
    assert wilson_interval(20, 20)[1] == 1.0
    assert all(math.isnan(end) for end in wilson_interval(0, 0))


def test_moments_do_not_overflow_small_dtypes() -> None:
    column = np.full(1000, 250, np.uint8)
    assert Tally.of(column).moments() == Moments(250.0, 0.0, 0.0, 250.0, 250.0)


def test_npz_round_trip(results: sw.Results, tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    results.save(path)
    assert sw.Results.load(path) == results
    assert sw.Results.load(str(path)).game.options["time_track"] == "first_edition"
    results[:0].save(path)
    assert len(sw.Results.load(path)) == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.npz"], "nothing is left beside the file"


def test_csv_holds_the_columns_and_the_metadata(results: sw.Results, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    results.save(path)
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(head.removeprefix("# ")) == results.metadata()
    rows = list(csv.DictReader(lines))
    assert list(rows[0]) == [
        *("index", "score_0", "score_1", "rank_0", "rank_1", "winner", "decisions", "truncated"),
        *("buttons_0", "buttons_1", "bonus_tile_0", "bonus_tile_1", "empty_cells_0", "empty_cells_1"),
    ]
    assert len(rows) == GAMES
    assert [int(row["score_1"]) for row in rows] == results.scores[:, 1].tolist()
    assert {row["truncated"] for row in rows} == {"0"}


def test_parquet_pandas_and_arrow_hold_the_same(results: sw.Results, tmp_path: Path) -> None:
    import pandas as pd
    import pyarrow.parquet as pq

    path = tmp_path / "games.parquet"
    results.save(path)
    table = pq.read_table(path)
    assert json.loads(table.schema.metadata[b"spielwerk"]) == results.metadata()
    frame: Any = results.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert frame.attrs["spielwerk"] == results.metadata()
    assert list(frame.columns) == table.column_names == list(results.columns())
    for name, column in results.columns().items():
        assert np.array_equal(frame[name].to_numpy(), column), name
        assert np.array_equal(table[name].to_numpy(), column), name


def test_missing_libraries_are_named(results: sw.Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in ("pandas", "pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    for act in (results.to_pandas, results.to_arrow, lambda: results.save(tmp_path / "x.parquet")):
        with pytest.raises(ImportError, match=r'pip install "spielwerk\[arrow\]"'):
            act()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r'pip install "spielwerk\[plot\]"'):
        results.plot()


def test_other_suffixes_are_refused(results: sw.Results, tmp_path: Path) -> None:
    for name in ("x.xlsx", "x", ".npz"):
        with pytest.raises(ValueError, match=r"\.npz, \.csv, \.parquet"):
            results.save(tmp_path / name)
    with pytest.raises(ValueError, match=r"\.png"):
        results.plot(path=tmp_path / "x.bogus")


@pytest.mark.parametrize("suffix", [".npz", ".csv", ".parquet"])
def test_a_failed_save_leaves_the_old_file(results: sw.Results, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    path.write_bytes(b"precious")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    # A limit on the size of files is what a full disk looks like to a process.
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match=r"games\."):
            results.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == b"precious"
    assert list(tmp_path.iterdir()) == [path], "no half-written file is left"


def test_save_into_nowhere_names_the_path(results: sw.Results, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="missing"):
        results.save(tmp_path / "missing" / "games.npz")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(IsADirectoryError):
        results.save(tmp_path / "folder.csv")


def _rewritten(path: Path, change: Callable[[dict[str, bytes]], None], compress: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w", compress) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def _array(shape: str, dtype: str, data: bytes) -> bytes:
    head = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data


@pytest.mark.parametrize("place", range(0, 100, 3))
def test_cut_files_are_refused(results: sw.Results, tmp_path: Path, place: int) -> None:
    path = tmp_path / "games.npz"
    results.save(path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * place // 100])
    with pytest.raises(sw.DecodeError):
        sw.Results.load(path)


def test_altered_files_are_refused_or_read_as_they_were(results: sw.Results, tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    results.save(path)
    content = bytearray(path.read_bytes())
    rng, refused = sw.Rng(3), 0
    for _ in range(300):
        place = rng.below(len(content))
        old, content[place] = content[place], rng.below(256)
        path.write_bytes(content)
        content[place] = old
        # Some bytes mean nothing to a reader, such as time stamps; all others must be noticed.
        try:
            assert sw.Results.load(path) == results
        except sw.DecodeError:
            refused += 1
    assert refused > 200


def test_hostile_files_are_refused_without_taking_memory(results: sw.Results, tmp_path: Path) -> None:
    path = tmp_path / "games.npz"

    def put(name: str, data: bytes) -> Callable[[dict[str, bytes]], None]:
        return lambda members: members.update({name: data})

    def meta(**changes: object) -> Callable[[dict[str, bytes]], None]:
        header = {"format": "spielwerk-results", "version": 1, **results.metadata(), **changes}
        data = json.dumps(header).encode()
        return put("metadata.npy", _array(f"({len(data)},)", "|u1", data))

    hostile: list[Callable[[dict[str, bytes]], None]] = [
        put("scores.npy", _array("(1099511627776, 2)", "<i4", b"")),
        put("scores.npy", _array("(-1, 2)", "<i4", b"")),
        put("scores.npy", _array("(200, 2)", "|O", b"\0" * 3200)),
        put("scores.npy", _array("(200, 2)", "<f4", b"\0" * 1600)),
        put("scores.npy", b""),
        put("metadata.npy", b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 70000),
        put("winner.npy", _array("(200,)", "|i1", b"\x07" * 200)),
        put("truncated.npy", _array("(200,)", "|b1", b"\x02" * 200)),
        put("ranks.npy", _array("(200, 2)", "|u1", b"\x09" * 400)),
        lambda members: members.__delitem__("sheet.npy"),
        meta(format="other"),
        meta(version=2),
        meta(seed=-1),
        meta(seed="1"),
        meta(first_index=2**64),
        meta(game="chess"),
        meta(game=7),
        meta(options=[]),
        meta(options={"time_track": "oval"}),
        meta(policies="random"),
        meta(policies=["random"]),
        meta(rules_version=999),
    ]
    for number, change in enumerate(hostile):
        results.save(path)
        _rewritten(path, change)
        with pytest.raises(sw.DecodeError):
            sw.Results.load(path)
        assert path.stat().st_size < 200_000, number
    results.save(path)
    _rewritten(path, lambda members: None)
    assert sw.Results.load(path) == results, "rewriting alone does no harm"
    # A small archive may unpack to gigabytes, so nothing packed is read at all.
    _rewritten(path, lambda members: None, zipfile.ZIP_DEFLATED)
    with pytest.raises(sw.DecodeError, match="compressed"):
        sw.Results.load(path)


def test_load_of_nothing_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sw.Results.load(tmp_path / "none.npz")


def test_plot_draws_four_pictures_and_saves(results: sw.Results, tmp_path: Path) -> None:
    figure = results.plot(path=tmp_path / "games.png")
    assert len(figure.axes) == 4
    assert (tmp_path / "games.png").read_bytes().startswith(b"\x89PNG")
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert titles[0].startswith("Score by seat")
    assert any("Lead of seat 0" in title for title in titles)
    heights = [float(bar.get_height()) for bar in figure.axes[1].patches]  # type: ignore[attr-defined]
    assert sum(heights) == pytest.approx(100.0), "the bars show every game once"
    results[:1].plot(path=tmp_path / "one.svg")
    assert b"<svg" in (tmp_path / "one.svg").read_bytes()
    with pytest.raises(ValueError, match="no game"):
        results[:0].plot()


def test_plot_into_axes_of_the_caller(results: sw.Results) -> None:
    figure = mpl.figure.Figure()
    ax = figure.add_subplot()
    assert results.plot(ax=ax) is figure
    assert len(figure.axes) == 1
    assert ax.get_xlabel() == "points"


@pytest.mark.parametrize("players", [1, 3, 12])
def test_plot_of_any_number_of_seats(players: int, tmp_path: Path) -> None:
    """Items that nobody ever had are left out, and a dozen seats have a legend that leaves room for the bars."""
    pytest.importorskip("matplotlib")
    results = sw.simulate(sw.load("trek12", players=players), 40, 1)
    figure = results.plot(path=tmp_path / "games.png")
    items = [label.get_text() for label in figure.axes[3].get_yticklabels()]
    assert "ropes" in items
    assert "desk" not in items
    columns = {name: np.zeros_like(column) for name, column in results.units().items()}
    nothing = sw.Results(results.game, 1, 0, results.policies, **{**columns, "ranks": columns["ranks"] + np.uint8(1)})
    nothing.plot(path=tmp_path / "nothing.png")


def test_a_victory_of_nobody_is_no_win() -> None:
    """Found when defeats came: all are out, share the first place, and nobody wins (TK-57)."""
    game = sw.load("trek12", board="stay_home", players=2, over12="loss_if_chosen")
    results = sw.simulate(game, 400, 1)
    nobody = (results.scores == -100).all(axis=1)
    assert nobody.any()
    assert (results.ranks[nobody] == 1).all()
    assert (results.winner[nobody] == -1).all()
    one = (results.scores == -100).sum(axis=1) == 1
    assert one.any()
    assert (results.winner[one] == results.scores[one].argmax(axis=1)).all()
    summary = results.summary()
    assert sum(seat.wins for seat in summary.seats) == int((results.winner >= 0).sum())
    assert summary.tie_share == float((results.winner == -1).mean())
