"""Whole random games: the core against the plain-Python reference, two threads against one, twelve players and one."""

from __future__ import annotations

import random
from functools import partial

import spielwerk as sw
from benches.measure import Row, best_rate, paired_rates
from benches.subjects import TREK12, Subject

#: Boards of Trek 12 with the decisions of the first thousand games of seed 1, one player.
BOARDS = {
    "dunai": TREK12.decisions_of_1000,
    "kagkot": 19_189,
    "jampa": 19_129,
    "stay_home": 19_349,
    "valentine": 19_440,
    "fily_trek": 19_403,
    "christmas": 19_436,
    "mount_fuji": 19_083,
    "dhaulagiri": 19_088,
}


def reference_games(subject: Subject, games: int) -> int:
    """The same kind of games by the reference; every one must have a possible number of decisions and of winners."""
    rng = random.Random(1)
    game = subject.reference()
    fewest, most = subject.length
    for _ in range(games):
        state = game.initial_state()
        decisions = 0
        while state.current_player != sw.TERMINAL:
            if state.current_player == sw.CHANCE:
                outcomes = state.chance_outcomes()
                weights = [weight for _, weight in outcomes] if subject.is_weighted else None
                state = state.apply(rng.choices(outcomes, weights)[0][0])
            else:
                state = state.apply(rng.choice(subject.choices(state)))
                decisions += 1
        assert fewest <= decisions <= most, decisions
        assert len(state.winners()) in subject.winners
    return games


def rows(subject: Subject) -> list[Row]:
    """Rates of whole games."""
    assert int(subject.simulate(1000).decisions.sum()) == subject.decisions_of_1000
    games = subject.games

    def one() -> int:
        assert len(subject.simulate(games)) == games
        return games

    def two() -> int:
        assert len(subject.simulate(games, threads=2)) == games
        return games

    ours, theirs, ratio = paired_rates(one, lambda: reference_games(subject, subject.reference_games))
    fast, slow, scaling = paired_rates(two, one)
    per_game = subject.decisions_of_1000 / 1000
    return [
        Row(f"{subject.policy} games, one thread", ours, "games/s"),
        Row(f"{subject.policy} games, one thread", ours * per_game, "decisions/s", subject.wanted_decisions),
        Row(f"{subject.policy} games, two threads", max(fast, slow), "games/s"),
        Row("plain-Python reference", theirs, "games/s"),
        Row("one thread / reference", ratio, "x", subject.wanted),
        Row("two threads / one", scaling, "x", ">= 1.7"),
        Row("best single-thread rate seen", best_rate(one, 3), "games/s"),
    ]


def trek12_rows() -> list[Row]:
    """Twelve players against one, greedy play against random, and each board with one player."""
    single, twelve = sw.load("trek12"), sw.load("trek12", players=12)

    def played(game: sw.Game, games: int, decisions: tuple[int, int], policy: str = "random") -> int:
        results = sw.simulate(game, games=games, seed=1, threads=1, policies=policy)
        assert len(results) == games
        assert decisions[0] <= results.decisions.min() <= results.decisions.max() <= decisions[1]
        return games

    def one() -> int:
        return played(single, 50_000, (19, 57))

    _, crowded, times = paired_rates(one, lambda: played(twelve, 5_000, (12 * 19, 12 * 57)))
    _, greedy, slower = paired_rates(one, lambda: played(single, 5_000, (19, 57), "greedy"))
    result = [
        Row("random games of twelve players, one thread", crowded, "games/s"),
        Row("time of a game, twelve players / one", times, "x", "<= 13"),
        Row("greedy games of one player, one thread", greedy, "games/s"),
        Row("time of a game, greedy / random", slower, "x"),
    ]
    for board, decisions in BOARDS.items():
        game = sw.load("trek12", board=board)
        assert int(sw.simulate(game, games=1000, seed=1, threads=1).decisions.sum()) == decisions, board
        rate = best_rate(partial(played, game, 50_000, (15, 57)))
        result.append(Row(f"random games on {board}, one thread", rate, "games/s"))
    return result
