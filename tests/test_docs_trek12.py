"""The figures of ``docs/trek12_questions.md`` come again from fewer games; the tables of both pages are complete."""

import json
import math
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import spielwerk as sw
from docs import trek12_plots
from docs.question_page import END, PICTURES, Figure
from docs.trek12_plots import BOARDS, OPERATIONS, POLICIES, QUESTION, ROUNDS

ROOT = Path(__file__).resolve().parent.parent
#: How many standard errors of both figures together they may lie apart.
ERRORS = 4
#: Groups of fewer games have no standard error worth the name.
FEWEST = 50

Choose = Callable[[sw.State, sw.Rng], int]


@cache
def published() -> trek12_plots.Figures:
    return QUESTION.figures()


def figure(totals: Sequence[float]) -> Figure:
    """Mean and standard error."""
    mean = sum(totals) / len(totals)
    variance = sum((total - mean) ** 2 for total in totals) / (len(totals) - 1)
    return Figure(mean, math.sqrt(variance / len(totals)), len(totals))


def agree(ours: Figure, theirs: Figure) -> bool:
    return abs(ours.value - theirs.value) <= ERRORS * math.hypot(ours.error, theirs.error)


def greedy(state: sw.State, rng: sw.Rng, operation: int | None = None) -> int:
    """TK-97 for a single player; with an operation, the best of its placements."""
    circles = len(state.to_dict()["players"][0]["numbers"]) if operation is not None else 1
    actions = [action for action in state.legal_actions() if operation is None or action // circles == operation]
    totals = [state.apply(action).scores()[0] for action in actions]
    return rng.choice([action for action, total in zip(actions, totals, strict=True) if total == max(totals)])


def random(state: sw.State, rng: sw.Rng) -> int:
    return state.sample_action(rng)


CHOOSE: dict[str, Choose] = {"random": random, "greedy": greedy}


def test_there_are_as_many_games_as_the_page_says() -> None:
    of = published()
    assert set(of.mean) == {(board, policy) for board in BOARDS for policy in POLICIES}
    assert sum(mean.games for mean in of.mean.values()) >= 10_000_000
    for key, mean in of.mean.items():
        assert sum(of.totals[key].values()) == mean.games
        recomputed = sum(total * games for total, games in of.totals[key].items()) / mean.games
        assert abs(recomputed - mean.value) < 1e-4
    for board in BOARDS:
        # Nineteen of twenty boxes are used in every game.
        uses = [trek12_plots.mean_uses(of, board, policy, name) for policy in POLICIES for name in OPERATIONS]
        assert abs(sum(uses) - 2 * len(ROUNDS)) < 0.01
    assert len(of.forced) == len(BOARDS) * len(ROUNDS) * len(OPERATIONS)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("policy", POLICIES)
def test_totals_come_again(board: str, policy: str) -> None:
    games = 20_000
    scores = sw.simulate(sw.load("trek12", board=board), games=games, seed=121, policies=policy).scores[:, 0]
    of = published()
    assert agree(figure(scores.tolist()), of.mean[board, policy])
    totals = of.totals[board, policy]
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        limit = trek12_plots.quantile(totals, share)
        theirs = sum(count for total, count in totals.items() if total <= limit) / sum(totals.values())
        ours = float((scores <= limit).mean())
        assert abs(ours - theirs) <= ERRORS * math.sqrt(theirs * (1 - theirs) / games), limit


@pytest.mark.parametrize(("policy", "games"), [("random", 4_000), ("greedy", 1_200)])
def test_the_worth_of_operations_comes_again(policy: str, games: int) -> None:
    """By the words of the page: games that used it, less games that had a box of it and used another one."""
    game = sw.load("trek12")
    circles = len(game.tables()["boards"][0]["circles"])
    used = defaultdict[tuple[int, str], list[float]](list)
    passed_over = defaultdict[tuple[int, str], list[float]](list)
    for index in range(games):
        rng = sw.Rng(122, index)
        state, rounds = game.initial_state(), []
        while not state.is_terminal:
            if state.is_chance:
                state = state.sample_chance(rng)
                offered = {OPERATIONS[action // circles] for action in state.legal_actions()}
                action = CHOOSE[policy](state, rng)
                rounds.append((OPERATIONS[action // circles], offered))
            else:
                action = CHOOSE[policy](state, rng)
            state = state.apply(action)
        (total,) = state.scores()
        assert len(rounds) == len(ROUNDS)
        for number, (taken, offered) in zip(ROUNDS, rounds, strict=True):
            used[number, taken].append(total)
            for name in offered - {taken}:
                passed_over[number, name].append(total)
    compared = 0
    for (number, name), totals in used.items():
        others = passed_over[number, name]
        if min(len(totals), len(others)) >= FEWEST:
            ours, other = figure(totals), figure(others)
            worth = Figure(ours.value - other.value, math.hypot(ours.error, other.error), len(totals))
            assert agree(worth, published().worth["dunai", policy, number, name]), (number, name, worth)
            compared += 1
    assert compared > 85


def test_kagkot_leads_through_two_circles_in_two_rounds() -> None:
    game, games = sw.load("trek12", board="kagkot"), 4_000
    written = {(4, 6): 0, (3, 17): 0}
    for index in range(games):
        rng = sw.Rng(124, index)
        state, number = game.initial_state(), 0
        while not state.is_terminal:
            if state.is_chance:
                state, number = state.sample_chance(rng), number + 1
            action = state.sample_action(rng)
            for name, _, place, _ in state.events(action):
                if name in {"number", "face"} and (place, number) in written:
                    written[place, number] += 1
            state = state.apply(action)
    for at, share in (((4, 6), 0.21), ((3, 17), 0.32)):
        assert abs(written[at] / games - share) < ERRORS * math.sqrt(share * (1 - share) / games) + 0.005


@pytest.mark.parametrize(("board", "number", "games"), [("dunai", 1, 1_000), ("kagkot", 8, 1_000)])
def test_the_worth_of_forced_operations_comes_again(board: str, number: int, games: int) -> None:
    """The same rolls with and without force, and everything else greedy."""

    def finish(state: sw.State, rolls: Sequence[int], rng: sw.Rng) -> int:
        left = iter(rolls)
        while not state.is_terminal:
            state = state.apply(next(left) if state.is_chance else greedy(state, rng))
        return int(state.scores()[0])

    differences = defaultdict[str, list[float]](list)
    for index in range(games):
        rng = sw.Rng(123, index)
        rolls = [rng.below(36) for _ in ROUNDS]
        state = sw.load("trek12", board=board).initial_state()
        rolled = iter(rolls)
        while state.to_dict()["round"] < number - 1:
            state = state.apply(next(rolled) if state.is_chance else greedy(state, rng))
        state = state.apply(next(rolled))
        left = list(rolled)
        free = finish(state, left, rng)
        for operation, name in enumerate(OPERATIONS):
            if any(action // 19 == operation for action in state.legal_actions()):
                forced = finish(state.apply(greedy(state, rng, operation)), left, rng)
                differences[name].append(forced - free)
    assert set(differences) == set(OPERATIONS)
    for name, values in differences.items():
        assert agree(figure(values), published().forced[board, number, name]), (name, figure(values))


def test_the_page_shows_the_figures() -> None:
    page = QUESTION.page.read_text(encoding="utf-8")
    assert QUESTION.updated(page, published()) == page
    assert published().about["command"] in page
    with pytest.raises(ValueError, match="lacks the line"):
        QUESTION.updated(page.replace(END, ""), published())


def test_the_pictures_can_be_drawn(tmp_path: Path) -> None:
    drawn = QUESTION.draw(published(), tmp_path)
    assert {path.name for path in drawn} == {path.name for path in PICTURES.glob("trek12_*.svg")}
    text = QUESTION.page.read_text(encoding="utf-8")
    for path in drawn:
        assert path.read_text(encoding="utf-8").lstrip().startswith("<?xml")
        assert f"img/{path.name}" in text


def test_new_figures_are_kept_with_where_they_are_from(tmp_path: Path) -> None:
    _, _, output = QUESTION.data.read_text(encoding="utf-8").partition("\n")
    (tmp_path / "new.csv").write_text(output, encoding="utf-8")
    question = replace(QUESTION, data=tmp_path / "figures.csv")
    question.keep(tmp_path / "new.csv", "a command", "a machine")
    of = question.figures()
    assert of.mean == published().mean
    assert (of.about["command"], of.about["machine"]) == ("a command", "a machine")


def test_every_error_code_of_a_board_file_is_on_the_page() -> None:
    page = (ROOT / "docs" / "trek12.md").read_text(encoding="utf-8")
    table = page.partition("| code | what is wrong | path |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    cases = json.loads((ROOT / "tests" / "scenarios" / "trek12_boards.json").read_text(encoding="utf-8"))["cases"]
    shown = {error["code"] for case in cases for error in case["errors"]}
    digest = (ROOT / "seeds" / "trek12.md").read_text(encoding="utf-8")
    (rule,) = re.findall(r"^- TK-72\. .*Codes: (.*?)\. A check", digest, re.MULTILINE)
    in_order = re.findall(r"`(\w+)`", rule)
    assert listed == in_order
    assert set(listed) == shown
    assert len(listed) == 23
