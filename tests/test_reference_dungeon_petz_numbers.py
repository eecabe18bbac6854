"""The plain reference of Dungeon Petz against the known numbers of its digest (section O)."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations_with_replacement, permutations
from statistics import fmean, stdev
from typing import Final

import pytest

from tests.reference import dungeon_petz_views as views
from tests.reference.dungeon_petz import ACTIONS, TABLES, DungeonPetz, State
from tests.reference.dungeon_petz_setup import OUTCOMES
from tests.reference.dungeon_petz_tables import COLOURS, NEEDS, make_tables

TABLE: Final = make_tables(TABLES)


def chosen(state: State, rng: random.Random, policy: str) -> int:
    if state.point == "deal":
        outcomes = state.chance_outcomes()
        return rng.choices([o for o, _ in outcomes], [weight for _, weight in outcomes])[0]
    return rng.choice(state.legal_actions() if policy == "uniform" else views.eager_choices(state))


# ---- known numbers ----


def groupings(imps: int, gold: int) -> int:
    """DP-127, by playing all of them; `home` and `gold` are set by hand."""
    state = DungeonPetz(players=2, start_player=0).initial_state()
    while state.point == "deal":
        state = state.apply(state.chance_outcomes()[0][0])
    state = state.copy()
    state.me.home, state.me.gold = imps, gold

    def count(state: State, left: int) -> int:
        if state.seat != 0:
            return 1
        assert left > 0, "DP-143: longest grouping"
        return sum(count(state.apply(action), left - 1) for action in state.legal_actions())

    return count(state, 12)


@pytest.mark.parametrize(
    ("imps", "gold", "number"), [(6, 0, 30), (6, 2, 154), (6, 3, 268), (6, 4, 435), (10, 10, 37101)]
)
def test_legal_groupings(imps: int, gold: int, number: int) -> None:
    """DP-143, DP-144."""
    assert groupings(imps, gold) == number


def test_the_longest_grouping_takes_12_decisions() -> None:
    """DP-143."""
    state = DungeonPetz(players=2, start_player=0).initial_state()
    while state.point == "deal":
        state = state.apply(state.chance_outcomes()[0][0])
    decisions = 0
    while state.seat == 0:
        state = state.apply(1 if state.point == "group" else 11)
        decisions += 1
    assert decisions == 12


def test_ids() -> None:
    """DP-120, DP-143."""
    assert (246, 71 + len(TABLE.pets)) == (ACTIONS, OUTCOMES)
    state = DungeonPetz(players=2, start_player=0).initial_state()
    while state.point == "deal":
        state = state.apply(state.chance_outcomes()[0][0])
    state = state.copy()
    state.me.gold = 1000
    assert len(state.apply(1).legal_actions()) == 32


def test_groupings_of_round_1() -> None:
    """DP-31, DP-144: by gold."""
    for start in range(4):
        state = DungeonPetz(players=4, start_player=start).initial_state()
        while state.point == "deal":
            state = state.apply(state.chance_outcomes()[0][0])
        assert state.order == [(start + step) % 4 for step in range(4)]
        assert [state.players[seat].gold for seat in state.order] == [3, 3, 4, 4]
        assert all(player.home == 6 for player in state.players)


def test_need_cards() -> None:
    """DP-6, DP-145."""
    assert [sum(colour[need] for colour in TABLE.cards) for need in range(6)] == [21, 15, 20, 20, 16, 12]
    assert [sum(colour) for colour in TABLE.cards] == [32, 24, 24, 24]
    assert math.prod(sum(count > 0 for count in colour) for colour in TABLE.cards) == 400
    healthy = math.prod(sum(colour) - colour[5] for colour in TABLE.cards)
    assert healthy * 2304 == 1375 * math.prod(sum(colour) for colour in TABLE.cards)


@pytest.mark.parametrize(
    ("players", "dealt", "orders"), [(4, [11, 6, 10, 16], 1680), (3, [11, 6, 10, 17], 6720), (2, [9, 5, 8, 15], 6720)]
)
def test_tiles_dealt(players: int, dealt: list[int], orders: int) -> None:
    """DP-146."""
    for seed in range(8):
        rng = random.Random(seed)
        state = DungeonPetz(players=players).initial_state()
        found: Counter[str] = Counter()
        while state.point is not None:
            state, events = state._act(chosen(state, rng, ("eager", "uniform")[seed % 2]))
            found.update(name for name, _, _, _ in events)
        names = ("offer_cage", "offer_addon", "offer_artifact", "offer_young")
        pets = found["offer_young"] + found["offer_old"]
        assert [found[name] for name in names[:3]] + [pets] == dealt
        course = state.rules.course
        assert found["exhibition"] == len(course.exhibition_rounds) and found["customer"] == len(course.customer_rounds)
        assert len(list(permutations(range(8), found["exhibition"]))) == orders
        assert len(list(permutations(range(8), found["customer"]))) == orders


def highest_match(customer: int, doubled: bool) -> int:
    """DP-147: best cards for each colour of a pet of size 7, by trying all; colours add up, rainbow needs, too."""
    tastes = TABLE.customers[customer]

    def worth(colour: int, cards: tuple[tuple[int, bool], ...]) -> int:
        counts = [0] * 6
        for need, double in cards:
            counts[need] += 1
            counts[TABLE.dominant[colour]] += double
        value = sum(
            (tastes.plus.get(word, 0) - tastes.minus.get(word, 0)) * counts[need] for need, word in enumerate(NEEDS)
        )
        return value + sum(tastes.rainbow.get(word, 0) for need, word in enumerate(NEEDS) if counts[need] > 0)

    def best(colour: int, bars: int) -> int:
        deck = TABLE.cards[colour]
        kinds = [(need, False) for need in range(6) if deck[need] > 0]
        kinds += [(need, True) for need, _ in kinds if doubled and need != TABLE.dominant[colour]]
        hands = combinations_with_replacement(kinds, bars)
        return max(
            worth(colour, cards)
            for cards in hands
            if all(sum(1 for card in cards if card[0] == need) <= deck[need] for need in range(6))
        )

    table = {(colour, bars): best(colour, bars) for colour in range(4) for bars in range(5)}
    return max(sum(table[colour, pet.bars.count(colour)] for colour in range(4)) for pet in TABLE.pets)


def test_highest_match() -> None:
    """DP-93, DP-147."""
    assert max(pet.bars.count(colour) for pet in TABLE.pets for colour in range(4)) <= 4
    assert [highest_match(customer, False) for customer in range(8)] == [14, 14, 7, 14, 12, 14, 13, 15]
    assert [highest_match(customer, True) for customer in range(8)] == [16, 15, 14, 15, 12, 20, 13, 16]


# ---- means of random play (DP-148) ----

MEANS = {  # mean and standard error, None where the digest gives none
    (2, "uniform"): (
        (88.15, 0.28),
        (5.26, None),
        (6.17, 0.10),
        (4.68, 0.06),
        (12.00, 0.10),
        (0.121, None),
        (0.55, None),
    ),
    (3, "uniform"): (
        (129.7, 0.35),
        (5.60, None),
        (7.75, 0.09),
        (5.38, 0.05),
        (17.17, 0.10),
        (0.158, None),
        (0.79, None),
    ),
    (4, "uniform"): (
        (144.2, 0.34),
        (5.88, None),
        (7.72, 0.07),
        (4.59, 0.04),
        (18.66, 0.09),
        (0.145, None),
        (0.87, None),
    ),
    (2, "eager"): (
        (158.8, 0.45),
        (3.84, None),
        (11.23, 0.12),
        (9.81, 0.08),
        (19.11, 0.13),
        (0.531, None),
        (2.09, None),
    ),
    (3, "eager"): (
        (228.2, 0.54),
        (4.08, None),
        (12.75, 0.11),
        (10.57, 0.07),
        (24.84, 0.12),
        (0.743, None),
        (2.93, None),
    ),
    (4, "eager"): (
        (253.8, 0.52),
        (4.25, None),
        (12.21, 0.09),
        (9.12, 0.06),
        (26.12, 0.11),
        (0.725, None),
        (3.13, None),
    ),
    (4, "double"): (
        (246.3, 0.50),
        (4.42, None),
        (11.14, 0.09),
        (7.92, 0.05),
        (24.52, 0.10),
        (0.447, None),
        (3.79, None),
    ),
}
GAMES = 100
LONG_GAMES = 2_000
ROUNDING = (0.05, 0.005, 0.005, 0.005, 0.005, 0.0005, 0.005)


def figures(game: DungeonPetz, rng: random.Random, policy: str) -> list[float]:
    """Decisions, legal ids, final VP a player, before the final scoring, winner, sales, pets lost in phase 4."""
    state = game.initial_state().copy()
    decisions = ids = sales = lost = 0
    while state.point is not None:
        if state.point != "deal":
            decisions += 1
            ids += len(state.legal_actions())
        action = chosen(state, rng, policy)
        state.log = []
        state.run(action)
        sales += sum(1 for name, _, _, _ in state.log if name == "sale")
        lost += sum(1 for name, _, place, _ in state.log if name == "lose_pet" and place >= 0)
    final = state.scores()
    before = [
        vp - p.doubled["business_show"] / 2 - p.doubled["display_show"] / 2
        for vp, p in zip(final, state.players, strict=True)
    ]
    return [decisions, ids, fmean(final), fmean(before), max(final), sales, lost]


@pytest.mark.parametrize(("players", "policy"), MEANS)
def test_means(players: int, policy: str) -> None:
    """DP-148, DP-149, in a few games: the long run looks closer."""
    assert_means(players, policy, GAMES)


@pytest.mark.long
@pytest.mark.parametrize(("players", "policy"), MEANS)
def test_means_of_many_games(players: int, policy: str) -> None:
    """DP-148, DP-149."""
    assert_means(players, policy, LONG_GAMES)


def assert_means(players: int, policy: str, games: int) -> None:
    """Within four standard errors, those of the digest and those of these games."""
    game = DungeonPetz(players=players, double_symbols=policy == "double")
    rng = random.Random(f"{players}/{policy}")
    rows = [figures(game, rng, policy) for _ in range(games)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    ratio = sum(columns[1]) / sum(columns[0])  # legal ids a decision, over all games
    scale = fmean(columns[0])
    columns[1] = [
        ratio + (ids - ratio * decisions) / scale for decisions, ids in zip(columns[0], columns[1], strict=True)
    ]
    for column, (mean, error), rounding in zip(columns, MEANS[players, policy], ROUNDING, strict=True):
        spread = stdev(column)
        theirs = spread / math.sqrt(5000) if error is None else error
        allowed = 4 * math.hypot(spread / math.sqrt(games), theirs) + rounding
        assert abs(fmean(column) - mean) <= allowed


def test_colours_and_needs_are_in_order() -> None:
    assert tuple(TABLES["decks"]["colours"]) == COLOURS and tuple(TABLES["needs"]["types"]) == NEEDS
