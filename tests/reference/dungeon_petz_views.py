"""What a seat may know of a position of Dungeon Petz, and worlds sampled for it (section L); the policy of DP-148.

Ids like DP-124 are the rules of `seeds/dungeon_petz.md`.
"""

from __future__ import annotations

import random
from typing import Any

from tests.reference import dungeon_petz_arranging as arranging
from tests.reference import dungeon_petz_shopping as shopping
from tests.reference.dungeon_petz import State
from tests.reference.dungeon_petz_parts import POTION
from tests.reference.dungeon_petz_tables import COLOURS

DECLINING = (0, 61, 89, 237)


def eager_choices(state: State) -> list[int]:
    """The legal ids without those that decline, if there are others (DP-148)."""
    legal = state.legal_actions()
    return [action for action in legal if action not in DECLINING] or legal


# ---- what is hidden ----


def grouping_hidden(state: State, seat: int, other: int) -> bool:
    """The groups of others until all have grouped (DP-124)."""
    return seat != other and state.phase == "shopping" and state.point in ("group", "gold")


def assignment_hidden(state: State, seat: int, other: int) -> bool:
    """Cards on pets until their owner's turn in phase 4 (DP-124, DP-175)."""
    if seat == other or state.phase not in ("arranging", "needs"):
        return False
    return state.phase == "arranging" or other in state.after(state.acting)


def seen_from(state: State, seat: int) -> State:
    """A copy in which hidden groups are at home, hidden cards in hand, and nobody is in the middle (DP-175)."""
    seen = state.copy()
    for other, player in enumerate(seen.players):
        if grouping_hidden(state, seat, other):
            player.home += sum(imps for imps, _ in player.groups)
            player.gold += sum(gold or 0 for _, gold in player.groups)
            player.groups = []
        if assignment_hidden(state, seat, other):
            for _, pet in player.pets():
                for colour, need, _doubled in pet.cards:
                    if need == POTION:
                        player.potions += 1
                    else:
                        player.hand[colour][need] += 1
                pet.cards = []
    if state.seat not in (None, seat):
        if state.point in ("group", "gold"):
            seen.ask("group", state.seat)
        elif state.point == "assign":
            plots = [index for index, _ in seen.me.pets()]
            seen.step.plot = plots[0]
    return seen


def pools(state: State, seat: int) -> list[list[int]]:
    """By colour and need the cards hidden from the seat: decks and the cards that others hold (DP-175)."""
    seen = seen_from(state, seat)
    others = [player for other, player in enumerate(seen.players) if other != seat]
    return [
        [seen.decks[colour][need] + sum(p.hand[colour][need] for p in others) for need in range(6)]
        for colour in range(4)
    ]


def observe(state: State, seat: int) -> dict[str, Any]:
    """What the seat may know and nothing else (DP-123, DP-124, DP-175).

    The dict of the position with hidden groups at home and hidden cards in hand; in the place of `decks` their sizes,
    in the place of others' hands the numbers of cards by colour, and `pool`, the hidden cards by colour and need.
    """
    seen = seen_from(state, seat)
    form = seen.to_dict()
    form["observer"] = seat
    form["decks"] = {colour: sum(counts) for colour, counts in zip(COLOURS, seen.decks, strict=True)}
    form["pool"] = dict(zip(COLOURS, pools(state, seat), strict=True))
    for other, player in enumerate(seen.players):
        if other != seat:
            hand = zip(COLOURS, player.hand, strict=True)
            form["players"][other]["hand"] = {colour: sum(counts) for colour, counts in hand}
    return form


# ---- sampled worlds ----


def determinise(state: State, seat: int, rng: random.Random) -> State:
    """A position that is possible for the seat: all that it cannot know drawn anew (DP-125, DP-175)."""
    new = _dealt(state, seat, rng)
    while new.point == "potion" and not new.legal_actions():
        new = _dealt(state, seat, rng)  # a card that may follow the last discard is on hand: all have seen that
    if state.seat is None:
        return new
    before = state.order[: state.order.index(state.seat)]
    for other in state.order:
        if grouping_hidden(state, seat, other) and other in before:
            _group_anew(new, other, rng)
        all_assigned = state.phase == "needs" or (state.point == "assign" and other in before)
        if assignment_hidden(state, seat, other) and all_assigned:
            _assign_anew(new, other, rng)
    return new


def _dealt(state: State, seat: int, rng: random.Random) -> State:
    """The hidden cards of each colour dealt uniformly to decks and hands, their sizes kept (DP-175)."""
    new = seen_from(state, seat)
    for colour, counts in enumerate(pools(state, seat)):
        cards = [need for need, count in enumerate(counts) for _ in range(count)]
        rng.shuffle(cards)
        for other, player in enumerate(new.players):
            if other != seat:
                size = sum(player.hand[colour])
                player.hand[colour] = _counted(cards[:size])
                cards = cards[size:]
        assert len(cards) == sum(new.decks[colour])
        new.decks[colour] = _counted(cards)
    return new


def _counted(cards: list[int]) -> list[int]:
    return [cards.count(need) for need in range(6)]


def _group_anew(state: State, seat: int, rng: random.Random) -> None:
    """A new grouping, decision by decision, uniformly over the legal ids."""
    twin = state.copy()
    if twin.players[seat].home == 0:
        return
    twin.ask("group", seat)
    while twin.seat == seat and twin.point in ("group", "gold"):
        shopping.act(twin, rng.choice(shopping.legal(twin)))
    mine, drawn = state.players[seat], twin.players[seat]
    mine.home, mine.gold, mine.groups = drawn.home, drawn.gold, drawn.groups


def _assign_anew(state: State, seat: int, rng: random.Random) -> None:
    """A new assignment, decision by decision, uniformly over the legal ids."""
    twin = state.copy()
    plots = [index for index, _ in twin.players[seat].pets()]
    if not plots:
        return
    twin.ask("assign", seat)
    twin.step.plot = plots[0]
    twin.order = [seat]  # nobody else assigns here
    while twin.players[seat].pets() and not arranging.act(twin, rng.choice(arranging.legal(twin))):
        pass
    state.players[seat] = twin.players[seat]
