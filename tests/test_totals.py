"""Totals: exact, the same however the games were split and merged, and what summaries are made of."""

import itertools
import math
import pickle
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from spielwerk.summary import Moments
from spielwerk.totals import Tally
from tests.adapter_games import SOME, params


@pytest.fixture(scope="module")
def results() -> sw.Results:
    return sw.simulate("dungeon_petz", 300, 5)


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_totals_count_the_rows(name: str, options: dict[str, Any]) -> None:
    rows = sw.simulate(sw.load(name, **options), 120, 2)
    totals = sw.Totals.of(rows)
    assert len(totals) == totals.games == 120
    assert (totals.game, totals.seed, totals.first_index, totals.policies) == (rows.game, 2, 0, rows.policies)
    columns = rows.columns()
    assert ["index", *totals] == list(columns)
    for column in totals:
        tally = totals[column]
        values = columns[column].astype(np.float64)
        assert np.array_equal(np.sort(np.repeat(tally.values / tally.scale, tally.counts)), np.sort(values))
        moments = tally.moments()
        assert moments.mean == pytest.approx(values.mean(), rel=1e-12)
        assert moments.sd == pytest.approx(values.std(ddof=1), rel=1e-9, abs=1e-12)
        assert (moments.minimum, moments.maximum) == (values.min(), values.max())
    assert totals.wins == tuple(int((rows.winner == seat).sum()) for seat in range(rows.game.num_players))
    for seat, place in itertools.product(range(rows.game.num_players), repeat=2):
        assert totals.places[seat, place] == (rows.ranks[:, seat] == place + 1).sum()
    assert str(totals.summary()) == str(rows.summary())


def test_parts_merge_in_any_order(results: sw.Results) -> None:
    whole = sw.Totals.of(results)
    cuts = [0, 1, 1, 50, 51, 200, 300]
    parts = [sw.Totals.of(results[start:end]) for start, end in itertools.pairwise(cuts)]
    for seed in range(5):
        random.Random(seed).shuffle(parts)
        merged = sw.Totals.merge(parts)
        assert merged == whole
        assert merged.summary() == whole.summary()
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert sw.Totals.of(results[1:]) != whole
    assert whole != "totals"


def test_what_does_not_fit_is_not_merged(results: sw.Results) -> None:
    first, second = sw.Totals.of(results[:100]), sw.Totals.of(results[100:])
    with pytest.raises(ValueError, match="expected totals that start with game 100, not 0"):
        sw.Totals.merge([first, first])
    with pytest.raises(ValueError, match="expected totals that start with game 100, not 200"):
        sw.Totals.merge([first, sw.Totals.of(results[200:])])
    with pytest.raises(ValueError, match="totals differ in seed: 5 and 6"):
        sw.Totals.merge([first, sw.Totals.of(sw.simulate("dungeon_petz", 3, 6, first_index=100))])
    with pytest.raises(ValueError, match="nothing to merge"):
        sw.Totals.merge([])
    with pytest.raises(KeyError, match="dungeon_petz has no column 'points'; it has score_0, score_1"):
        second["points"]


def test_tallies_are_exact_beyond_floats() -> None:
    column = np.array([2**31 - 1, -(2**31), 5, 5], np.int32)
    tally = Tally.of(column, 2)
    for _ in range(40):
        tally = tally + tally
    games = 4 * 2**40
    assert tally.games == games
    assert tally.total == 9 * 2**40
    assert tally.squares == ((2**31 - 1) ** 2 + 2**62 + 50) * 2**40
    assert (tally.count(5), tally.count(6), len(tally)) == (2**41, 0, 3)
    moments = tally.moments()
    assert moments.mean == 9 / 8
    variance = Fraction(tally.squares * games - tally.total**2, games * (games - 1) * 4)
    assert moments.sd == math.sqrt(variance)
    assert moments.standard_error == moments.sd / math.sqrt(games)


def test_tallies_of_nothing_and_of_one_game() -> None:
    nothing, one = Tally.of(np.zeros(0, np.int32)), Tally.of(np.array([7]))
    assert math.isnan(nothing.moments().mean)
    assert math.isnan(one.moments().sd)
    assert nothing + one == one
    assert (one + one).moments() == Moments(7.0, 0.0, 0.0, 7.0, 7.0)
    assert one != Tally.of(np.array([7]), 2)
    with pytest.raises(ValueError, match="tallies differ in scale: 1 and 2"):
        one + Tally.of(np.array([7]), 2)
    with pytest.raises(ValueError, match="read-only"):
        one.counts[0] = 3
