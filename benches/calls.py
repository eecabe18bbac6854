"""Single calls from Python, and loops of them."""

from __future__ import annotations

from typing import Any

import numpy as np

import spielwerk as sw
from benches.measure import Row, best_nanoseconds, best_rate
from benches.positions import middle, starts
from benches.subjects import PATCHWORK, TREK12, Subject

#: What is wanted of Patchwork's figures.
WANTED = {
    "state.current_player": "<= 60, aim 30",
    "state.apply(action)": "<= 250, aim 125",
    "state.to_bytes()": "<= 150, aim 75",
    "game.state_from_bytes(data)": "<= 400, aim 200",
    "rng.choice(state.legal_actions()), apply": ">= 400 k, aim 700 k",
    "state.sample_action(rng), apply": ">= 1.2 M, aim 2.5 M",
}


def list_loop(states: list[sw.State], subject: Subject) -> int:
    """Games to their end by choosing from lists of legal actions."""
    rng = sw.Rng(1)
    decisions, has_chance = 0, subject.has_chance
    for state in states:
        while not state.is_terminal:
            if has_chance and state.is_chance:
                state = state.sample_chance(rng)
                continue
            state = state.apply(rng.choice(state.legal_actions()))
            decisions += 1
        assert len(state.winners()) in subject.winners
    return decisions


def sample_loop(states: list[sw.State], subject: Subject) -> int:
    """The same games without lists: the same ranks are drawn, so the same actions are played."""
    rng = sw.Rng(1)
    decisions, has_chance = 0, subject.has_chance
    for state in states:
        while not state.is_terminal:
            if has_chance and state.is_chance:
                state = state.sample_chance(rng)
                continue
            state = state.apply(state.sample_action(rng))
            decisions += 1
        assert len(state.winners()) in subject.winners
    return decisions


def rows(subject: Subject) -> list[Row]:
    """Times of single calls and rates of loops."""
    game = subject.load()
    state = middle(game, *subject.middle)
    wanted = WANTED if subject is PATCHWORK else {}
    legal = state.legal_actions()
    action = legal[len(legal) // 2]
    data = state.to_bytes()
    mask = np.zeros(game.num_actions, dtype=np.uint8)
    seen = np.zeros(game.observation_size, dtype=np.uint8)
    rng = sw.Rng(1)

    assert game.state_from_bytes(data) == state
    assert state.apply(action).check() == []
    assert np.flatnonzero(state.legal_actions_mask(mask)).tolist() == legal
    assert state.observation(0, seen) is seen
    assert state.sample_action(rng) in legal

    begun = starts(game, 400)
    assert list_loop(begun, subject) == sample_loop(begun, subject)
    nanoseconds = {
        "state.current_player": best_nanoseconds(lambda: state.current_player),
        "state.apply(action)": best_nanoseconds(lambda: state.apply(action)),
        "state.to_bytes()": best_nanoseconds(state.to_bytes),
        "game.state_from_bytes(data)": best_nanoseconds(lambda: game.state_from_bytes(data)),
        f"state.legal_actions(), {len(legal)} ids": best_nanoseconds(state.legal_actions),
        "state.legal_actions_mask(out)": best_nanoseconds(lambda: state.legal_actions_mask(mask)),
        "state.sample_action(rng)": best_nanoseconds(lambda: state.sample_action(rng)),
        "state.observation(0, out)": best_nanoseconds(lambda: state.observation(0, seen)),
    }
    rates = {
        "rng.choice(state.legal_actions()), apply": best_rate(lambda: list_loop(begun, subject)),
        "state.sample_action(rng), apply": best_rate(lambda: sample_loop(begun, subject)),
    }
    return [
        *(Row(name, value, "ns", wanted.get(name, "")) for name, value in nanoseconds.items()),
        *(Row(name, value, "decisions/s", wanted.get(name, "")) for name, value in rates.items()),
    ]


def sheet_rows() -> list[Row]:
    """Trek 12: scores of finished sheets from their numbers and links alone."""
    board = "dunai"
    sheets: list[tuple[Any, Any]] = []
    for start in starts(TREK12.load(), 100):
        end = start.rollout(sw.Rng(1, len(sheets)))
        (player,) = end.to_dict()["players"]
        numbers, links = player["numbers"], player["links"]
        assert sw.trek12.score(board, numbers, links) == end.score_sheet(0)
        sheets.append((numbers, links))

    def all_sheets() -> None:
        for numbers, links in sheets:
            sw.trek12.score(board, numbers, links)

    return [
        Row("sw.trek12.score(board, numbers, links)", best_nanoseconds(all_sheets, 200) / len(sheets), "ns"),
    ]
