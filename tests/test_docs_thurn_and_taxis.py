"""The figures of ``docs/thurn_and_taxis_questions.md`` come again from fewer games, and bear out what the page says."""

import math
import random
import re
from collections import Counter
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from docs import thurn_and_taxis_plots as plots
from docs.question_page import END, PICTURES, Figure
from docs.thurn_and_taxis_plots import CARRIAGES, GROUPS, ITEMS, MAPS, OTHER_REGIONS, PLAYERS, QUESTION, stacks
from tests.reference import thurn_and_taxis as reference

#: How many standard errors of both figures together they may lie apart.
ERRORS = 4
KEYS = tuple(product(MAPS, PLAYERS))
EACH_KEY = pytest.mark.parametrize(("map_name", "players"), KEYS)
#: TT-89 by number of players: turns, decisions and score with their errors, and the share of ends by carriage 7.
KNOWN = {
    2: ((78.22, 0.08), (219.87, 0.21), (6.753, 0.020), 0.936),
    3: ((102.27, 0.10), (288.48, 0.25), (2.960, 0.016), 0.979),
    4: ((124.33, 0.11), (351.55, 0.28), (0.893, 0.013), 0.992),
}


@cache
def published() -> plots.Figures:
    return QUESTION.figures()


def figure(values: Any) -> Figure:
    """Mean and standard error."""
    return Figure(float(np.mean(values)), float(np.std(values, ddof=1) / math.sqrt(len(values))), len(values))


def agree(ours: Figure, theirs: Figure) -> bool:
    return abs(ours.value - theirs.value) <= ERRORS * math.hypot(ours.error, theirs.error) + 5e-5


def shares_agree(part: int, of: int, theirs: float) -> bool:
    """Whether a count is as likely as the published share; a count of a few is Poisson, so one more is allowed."""
    return abs(part - theirs * of) <= ERRORS * math.sqrt(theirs * (1 - theirs) * of) + 1


# ---- the figures among themselves ----


@EACH_KEY
def test_everything_is_counted_once(map_name: str, players: int) -> None:
    of, games = published(), published().games(map_name, players)
    assert games >= 1_000_000
    seats = range(players)
    for kind in ("won", "ended"):
        assert sum(of.count(kind, map_name, players, f"seat{seat}") for seat in seats) == games
    ends = Counter(
        {group: sum(of.count("end", map_name, players, group, how) for how in plots.ENDS) for group in GROUPS}
    )
    assert sum(ends.values()) == games
    for group, each in (("winner", games), ("other", games * (players - 1))):
        assert of.mean[map_name, players, group, "score"].games == each
        assert sum(of.count("carriage", map_name, players, group, str(number)) for number in CARRIAGES) == each
        assert of.count("stack", map_name, players, group, "game_end") == ends[group]
        totals = plots.scores(of, map_name, players, group)
        assert sum(totals.values()) == each
        mean = sum(score * count for score, count in totals.items()) / each
        assert abs(mean - of.mean[map_name, players, group, "score"].value) < 1e-4
        assert min(totals) >= -20, "TT-81"
        for stack, (_, values) in stacks(map_name).items():
            by_value = sum(of.count("tile", map_name, players, group, stack, str(value)) for value in values)
            # Nobody has two tiles of a stack, except by routes (TT-39, TT-40).
            at_most_one = of.count("stack", map_name, players, group, stack)
            assert by_value == at_most_one or stack.startswith("route")
            assert by_value >= at_most_one


@pytest.mark.parametrize("players", PLAYERS)
def test_the_known_numbers_come_again(players: int) -> None:
    """TT-89, counted by another program."""
    of = published()
    turns, decisions, score, by_carriage = KNOWN[players]
    for name, (value, error) in (("turns", turns), ("decisions", decisions)):
        assert agree(Figure(value, error, 100_000), of.mean["map1", players, "all", name])
    mean = sum(of.mean["map1", players, f"seat{seat}", "score"].value for seat in range(players)) / players
    assert abs(mean - score[0]) <= ERRORS * score[1]
    ours = of.end("map1", players, "carriage") + of.end("map1", players, "both")
    assert abs(ours - by_carriage) <= ERRORS * math.sqrt(by_carriage * (1 - by_carriage) / 100_000) + 0.0005


# ---- fewer games, counted by the words of the page ----


@EACH_KEY
def test_seats_scores_and_carriages_come_again(map_name: str, players: int) -> None:
    of, games = published(), 20_000
    game = sw.load("thurn_and_taxis", map=map_name, players=players)
    results = sw.simulate(game, games=games, seed=891, policies="greedy")
    assert agree(figure(results.decisions), of.mean[map_name, players, "all", "decisions"])
    scores = results.scores.astype(float)
    winners = results.winner
    is_winner = np.arange(players) == winners[:, None]
    tied = int(((scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
    assert shares_agree(tied, games, of.count("tied", map_name, players, "all") / of.games(map_name, players))
    for seat in range(players):
        group = f"seat{seat}"
        lead = scores[:, seat] - (scores.sum(axis=1) - scores[:, seat]) / (players - 1)
        assert agree(figure(scores[:, seat]), of.mean[map_name, players, group, "score"])
        assert agree(figure(lead), of.mean[map_name, players, group, "lead"])
        assert shares_agree(int((winners == seat).sum()), games, of.won(map_name, players, seat).value)
    points = {number: int(sw.load("thurn_and_taxis").tables()["common"]["no_carriage_points"]) for number in CARRIAGES}
    points |= {each["number"]: each["points"] for each in game.tables()["common"]["carriages"]}
    for group, mask in zip(GROUPS, (is_winner, ~is_winner), strict=True):
        for item in ITEMS:
            values = (scores if item == "score" else results.item(item))[mask]
            assert agree(figure(values), of.mean[map_name, players, group, item]), (group, item)
        carriages = results.item("carriage")[mask]
        for number in CARRIAGES:
            theirs = of.among(group, "carriage", map_name, players, str(number))
            assert shares_agree(int((carriages == points[number]).sum()), len(carriages), theirs), (group, number)


@pytest.mark.parametrize(("map_name", "players"), [("map1", 2), ("map1", 4), ("map2", 3)])
def test_tiles_and_ends_come_again(map_name: str, players: int) -> None:
    """By the second implementation, whose players hold their tiles as lists of values."""
    of, games = published(), 100
    game = reference.ThurnAndTaxis({"map": map_name, "players": players})
    rng = random.Random(f"{map_name}, {players}")
    held = Counter[tuple[str, str, str]]()
    for _ in range(games):
        state = game.initial_state()
        while state.phase != "over":
            outcomes = state.chance_outcomes()
            if outcomes:
                action = rng.choices(outcomes, [weight for _, weight in outcomes])[0][0]
            else:
                action = rng.choice(reference.builder_choices(state))
            state = state.apply(action)
        (winner,) = state.winners()
        for seat, player in enumerate(state.players):
            group = GROUPS[seat != winner]
            for stack, tiles in zip(stacks(map_name), player.tiles, strict=True):
                held.update((group, stack, str(value)) for value in tiles)
                held[group, stack, ""] += bool(tiles)
            if seat == state.game_end:
                reached = (player.carriage == max(CARRIAGES)) + 2 * (player.houses_left == 0)
                held[group, "end", plots.ENDS[reached - 1]] += 1
    assert len(held) > 20
    for group, everybody in zip(GROUPS, (games, games * (players - 1)), strict=True):
        for how in plots.ENDS:
            theirs = of.count("end", map_name, players, group, how) / of.games(map_name, players)
            assert shares_agree(held[group, "end", how], games, theirs), (group, how)
        for stack, (_, values) in stacks(map_name).items():
            for tile in ("", *(str(value) for value in values)):
                theirs = of.among(group, "tile" if tile else "stack", map_name, players, stack, tile)
                assert shares_agree(held[group, stack, tile], everybody, theirs), (group, stack, tile)


# ---- what the page says ----


def test_the_start_seat_is_worth_little_but_something() -> None:
    of = published()
    for map_name, players in KEYS:
        won = [of.won(map_name, players, seat) for seat in range(players)]
        assert 5 * won[0].error < won[0].value - 1 / players < 0.01
        assert 0 < of.mean[map_name, players, "seat0", "lead"].value < 0.1
        for seat, following in pairwise(won):
            assert seat.value - following.value > ERRORS * math.hypot(seat.error, following.error)


def test_winners_are_known_by_the_carriage_and_by_all_regions() -> None:
    of = published()
    for map_name, players in KEYS:
        assert of.among("winner", "carriage", map_name, players, "7") > 0.7
        assert of.among("other", "carriage", map_name, players, "7") < 0.1
        assert all(plots.gap(of, map_name, players, item) > 0 for item in ITEMS)
        # Five cards are closed for carriage 7 alone, and six by nobody: only the route tiles of five are taken.
        assert [stack for stack in plots.held_stacks(of, map_name) if stack.startswith("route")] == ["route5"]
        for group in GROUPS:
            tiles = of.count("stack", map_name, players, group, "route5")
            assert tiles <= of.count("carriage", map_name, players, group, "7")
        with_tiles = sum(of.count("stack", map_name, players, group, "route5") for group in GROUPS)
        with_carriage = sum(of.count("carriage", map_name, players, group, "7") for group in GROUPS)
        assert with_tiles == with_carriage if players == 2 else 0.98 * with_carriage < with_tiles < with_carriage
    for players in PLAYERS:
        rest = {stack: of.lift("map1", players, stack) for stack in OTHER_REGIONS}
        assert of.lift("map1", players, "all_regions") > of.lift("map1", players, "baiern") > max(rest.values())
        regions = ("all_regions", "baiern", *OTHER_REGIONS)
        shares = {stack: of.among("winner", "stack", "map1", players, stack) for stack in regions}
        assert max(shares, key=lambda stack: shares[stack]) == plots.MOST_HELD
        for stack in regions:
            first, second = (str(value) for value in stacks("map1")[stack][1][:2])
            assert int(first) - int(second) == 1
            assert of.lift("map1", players, stack, first) > of.lift("map1", players, stack, second)
    assert {*regions, "route5", "game_end"} == set(plots.held_stacks(of, "map1"))


def test_the_page_shows_the_figures_and_no_others() -> None:
    page = QUESTION.page.read_text(encoding="utf-8")
    assert QUESTION.updated(page, published()) == page
    assert published().about["command"] in page
    with pytest.raises(ValueError, match="lacks the line"):
        QUESTION.updated(page.replace(END, ""), published())
    # What is typed by hand holds no percentage and no fraction: each figure comes from the data.
    typed = re.sub(r"<!-- made by.*?<!-- to here -->", "", page, flags=re.DOTALL)
    assert len(typed) > 2000
    assert re.findall(r"\d+[.,]\d+|\d+ ?%", typed) == []


def test_the_pictures_can_be_drawn(tmp_path: Path) -> None:
    drawn = QUESTION.draw(published(), tmp_path)
    assert {path.name for path in drawn} == {path.name for path in PICTURES.glob("thurn_and_taxis_*.svg")}
    text = QUESTION.page.read_text(encoding="utf-8")
    for path in drawn:
        assert path.read_text(encoding="utf-8").lstrip().startswith("<?xml")
        assert f"img/{path.name}" in text
