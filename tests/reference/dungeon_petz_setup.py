"""Set-up of the game and phase 1 of Dungeon Petz: order, stands, offers, deals, income (sections A to C).

Ids like DP-16 are the rules of `seeds/dungeon_petz.md`. `begin` and `act` return whether the phase is finished.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.reference.dungeon_petz_cards import card_dealt, deal_next_card
from tests.reference.dungeon_petz_parts import NEUTRAL, SPACES, Rules
from tests.reference.dungeon_petz_state import Position

# DP-120: the first outcome id of each kind.
FIRST_OUTCOME: Final = {
    "start": 0,
    "card": 4,
    "exhibition": 28,
    "customer": 36,
    "artifact": 44,
    "cage": 54,
    "addon": 65,
    "young": 71,
    "old": 71,
}
OUTCOMES: Final = 89
KINDS: Final = ("exhibition", "customer", "artifact", "cage", "addon", "young", "old")  # in the order of DP-121


def outcomes(state: Position) -> list[tuple[int, int]]:
    """Outcome ids with their weights, ascending (DP-119, DP-120)."""
    assert state.deal is not None
    first = FIRST_OUTCOME[state.deal]
    if state.deal == "start":
        return [(first + seat, 1) for seat in range(state.rules.players)]  # DP-13
    if state.deal == "card":
        colour = state.draw[0]
        return [(first + 6 * colour + need, count) for need, count in enumerate(state.decks[colour]) if count > 0]
    return [(first + index, 1) for index in state.unseen(state.deal)]


def start_game(state: Position) -> None:
    """The first chance event (DP-13, DP-118)."""
    if state.rules.start_player is None:
        state.ask("deal", None, deal="start")
    else:
        _opening(state, state.rules.start_player)


def _opening(state: Position, start: int) -> None:
    """The start player is known: one card of each colour for seat 0, then the others (DP-9, DP-121)."""
    state.order = clockwise(start, state.rules.players)
    deal_next_card(state, 0, [0, 1, 2, 3])


def clockwise(start: int, players: int) -> list[int]:
    """DP-17."""
    return [(start + step) % players for step in range(players)]


def act(state: Position, outcome: int) -> bool:
    """A chance event of the set-up."""
    assert state.deal is not None
    index = outcome - FIRST_OUTCOME[state.deal]
    if state.deal == "start":
        state.tell("start", index, -1, 1)
        _opening(state, index)
        return False
    if state.deal == "card":
        left = card_dealt(state, index % 6)
        seat = state.acting
        if left or seat + 1 < state.rules.players:
            deal_next_card(state, seat if left else seat + 1, left or [0, 1, 2, 3])
            return False
        prepare(state)  # DP-168: after the opening hands
        return _deal_from(state, "exhibition")
    return _tile_dealt(state, state.deal, index)


def begin(state: Position) -> bool:
    """The next round (DP-18, DP-168)."""
    state.phase = "setup"
    state.order = next_order(state)
    state.round += 1
    state.tell("round", state.order[0], -1, state.round)
    prepare(state)
    return _deal_from(state, "exhibition")


def next_order(state: Position) -> list[int]:
    """Turn order of the next round (DP-17 to DP-19, DP-112, DP-113)."""
    rules, n, start = state.rules, state.rules.players, state.order[0]
    if n < 4:
        return clockwise((start + (1 if rules.start_token == "clockwise" else -1)) % n, n)
    if state.round + 1 < rules.course.rounds:
        return clockwise((start + 1) % n, n)

    def by_vp(first: int) -> list[int]:
        return sorted(range(n), key=lambda seat: (state.players[seat].vp_doubled, (seat - first) % n))

    order = by_vp((start + 1) % n)  # DP-19: from the left neighbour, the present start player last
    if rules.last_round_order == "rulebook_variant":
        return by_vp(order[0])
    if rules.last_round_order == "token_only":
        return clockwise(order[0], n)
    return order


# ---- what is done at once ----


def prepare(state: Position) -> None:
    """All of DP-15, DP-16, DP-23 to DP-30 but the deals."""
    neutral = state.rules.neutral_imps(state.round)
    state.spaces = [NEUTRAL if space in neutral else None for space in SPACES]
    state.stands = dict.fromkeys(state.stands, 0)
    state.stands |= _food(state, neutral)
    for artifact in state.artifacts:
        state.remove("artifacts", artifact)  # DP-26
    state.artifacts = []
    for cage in state.cages[:-1]:
        state.remove("cages", cage)  # DP-27
    state.cages = state.cages[-1:]
    if not state.blocked("addon"):
        for addon in state.addons[:-1]:
            state.remove("addons", addon)  # DP-28
        state.addons = state.addons[-1:]
    _move_pets(state)
    if state.blocked("veg"):  # DP-25
        state.stands["veg_stand"] = 0
    if state.blocked("mixed"):
        state.stands["mixed_veg"] = state.stands["mixed_meat"] = 0
    if state.blocked("meat"):
        state.stands["meat_stand"] = state.stands["meat_stand_veg"] = state.stands["meat_stand_gold"] = 0


def _food(state: Position, neutral: list[str]) -> dict[str, int]:
    """DP-11, DP-23, DP-24."""
    if state.round == 1:
        food = dict(state.rules.tables.round1_food[state.rules.players])
    else:
        exhibition = state.exhibition()
        assert exhibition is not None
        food = dict(exhibition.food)
    if "dummy_green" in neutral:
        food["mixed_veg"] = max(0, food["mixed_veg"] - 1)
    if "dummy_red" in neutral:
        food["mixed_meat"] = max(0, food["mixed_meat"] - 1)
    return food


def _move_pets(state: Position) -> None:
    """The rows of pets move on (DP-29), farm tokens (DP-30, DP-115)."""
    for pet in state.old:  # (1)
        state.remove("pets", pet)
        token = state.rules.tables.pets[pet].farm_token if state.rules.advanced_meat_stand else "meat"
        if token is not None:
            stand = {"meat": "meat_stand", "vegetable": "meat_stand_veg", "gold": "meat_stand_gold"}[token]
            state.stands[stand] += 1
    state.old, state.young = state.young, []  # (2)
    if state.blocked("pet_old") and state.old:  # (3)
        state.remove("pets", state.old.pop(0))


# ---- the deals ----


def _deal_from(state: Position, kind: str) -> bool:
    """The first kind from this one on of which tiles are to be dealt; the income after the last (DP-121, DP-168)."""
    for each in KINDS[KINDS.index(kind) :]:
        number = min(TO_DEAL[each](state), len(state.unseen(each)))  # less only in positions no play leads to
        if number > 0:
            state.ask("deal", None, deal=each, left=number)
            return False
    _income(state)
    return True


def exhibitions_due(rules: Rules, number: int) -> int:
    """How many exhibitions are face up in this round (DP-21, DP-111)."""
    rounds = rules.course.exhibition_rounds
    if rules.foresight == "full":
        return len(rounds)
    ahead = 2 if rules.foresight == "more" else 1
    return sum(1 for each in rounds if each <= number + ahead)


def customers_due(rules: Rules, number: int) -> int:
    """How many customers are face up in this round (DP-22, DP-110, DP-111)."""
    rounds = rules.course.customer_rounds
    if rules.foresight == "full":
        return len(rounds)
    if rules.foresight == "more":
        return sum(1 for each in rounds if each <= number + 3)
    ahead = 2 if rules.customer_foresight == "rulebook" else 1
    return sum(1 for each in rounds if each <= number + ahead or each == 3)


def _exhibitions(state: Position) -> int:
    return exhibitions_due(state.rules, state.round) - len(state.exhibitions)


def _customers(state: Position) -> int:
    return customers_due(state.rules, state.round) - len(state.customers)


def _artifacts(state: Position) -> int:
    return 0 if state.blocked("artifacts") else 2  # DP-11, DP-12, DP-26


def _cages(state: Position) -> int:
    return (3 if state.round == 1 else 2) - state.blocked("cage_a", "cage_b")  # DP-11, DP-12, DP-27


def _addons(state: Position) -> int:
    if state.round == 1:
        return 2  # DP-11, DP-12
    return 0 if state.blocked("addon") else 1  # DP-28


def _young(state: Position) -> int:
    return 3 - state.blocked("pet_young_a", "pet_young_b")  # DP-11, DP-12, DP-29 (4)


def _old(state: Position) -> int:
    return 1 if state.round == 1 else 0  # DP-11


TO_DEAL: Final[dict[str, Callable[[Position], int]]] = {
    "exhibition": _exhibitions,
    "customer": _customers,
    "artifact": _artifacts,
    "cage": _cages,
    "addon": _addons,
    "young": _young,
    "old": _old,
}


def _tile_dealt(state: Position, kind: str, index: int) -> bool:
    start = state.order[0]
    if kind == "exhibition":
        state.exhibitions.append(index)
        state.tell(kind, start, index, state.rules.course.exhibition_rounds[len(state.exhibitions) - 1])
    elif kind == "customer":
        state.customers.append(index)
        state.tell(kind, start, index, state.rules.course.customer_rounds[len(state.customers) - 1])
    else:
        offers = {"artifact": "artifacts", "cage": "cages", "addon": "addons", "young": "young", "old": "old"}
        offer: list[int] = getattr(state, offers[kind])
        offer.append(index)
        if kind == "artifact":
            offer.sort()
        state.tell(f"offer_{kind}", start, index, 1)
    if state.left > 1:
        state.ask("deal", None, deal=kind, left=state.left - 1)
        return False
    if kind == KINDS[-1]:
        _income(state)
        return True
    return _deal_from(state, KINDS[KINDS.index(kind) + 1])


def _income(state: Position) -> None:
    """DP-31."""
    poor = 2 if state.rules.players == 4 else 1
    for place, seat in enumerate(state.order):
        gold = 1 if place < poor else 2
        state.players[seat].gold += gold
        state.tell("income", seat, -1, gold)
