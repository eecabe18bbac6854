"""Phase 6 and the end of Dungeon Petz: the Magic Box, growing, ageing, imps home, final scoring (section J).

Ids like DP-102 are the rules of `seeds/dungeon_petz.md`. `begin` and `act` return whether the phase is finished.
"""

from __future__ import annotations

from tests.reference.dungeon_petz_exhibition import awards
from tests.reference.dungeon_petz_needs import take_oldest
from tests.reference.dungeon_petz_parts import SPACES, Player
from tests.reference.dungeon_petz_state import Position

GROWTH = {2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 0}  # DP-101


def begin(state: Position) -> bool:
    state.phase = "ageing"
    for seat, player in enumerate(state.players):
        box = player.owned(state.rules, "magic_box")
        if box is not None and box.food == 0 and sum(player.vegetables) + sum(player.meat) > 0:
            state.ask("box", seat)  # DP-104
            return False
    return _age(state)


def legal(state: Position) -> list[int]:
    stock = (state.me.vegetables, state.me.meat)
    return [243 + kind for kind in (0, 1) if sum(stock[kind]) > 0] + [245]


def act(state: Position, action: int) -> bool:
    """DP-104."""
    seat, me, kind = state.acting, state.me, action - 243
    if kind < 2:
        take_oldest(me.meat if kind == 1 else me.vegetables)
        box = me.owned(state.rules, "magic_box")
        assert box is not None
        box.food = 1
        state.tell("box", seat, kind, 1)
    return _age(state)


def _age(state: Position) -> bool:
    for seat, player in enumerate(state.players):
        for _, pet in player.pets():
            pet.size += GROWTH[pet.size]
        for kind, chambers in enumerate((player.vegetables, player.meat)):
            spoiled = chambers.pop()  # DP-102
            chambers.insert(0, 0)
            state.tell("spoil", seat, kind, spoiled)
        player.home += state.town(seat) + player.used  # DP-103
        player.used = 0
        player.armor_used, player.employee_used = 0, False
    state.spaces = [None] * len(SPACES)
    if state.round < state.rules.course.rounds:
        return True
    _final_scoring(state)
    return False


# ---- the end ----


def business_score(state: Position, player: Player) -> int:
    """DP-105, doubled."""
    food = sum(player.vegetables) + sum(player.meat) + sum(artifact.food for artifact in player.artifacts)
    away = player.hospital + player.platform + sum(player.progress)
    return 2 * (food + len(player.artifacts) + player.potions - 2 * away) + player.gold


def display_score(state: Position, player: Player) -> int:
    """DP-106, doubled."""
    pets = [pet for _, pet in player.pets()]
    cages = sum(1 for plot in player.plots if plot.cage is not None)
    addons = sum(1 for plot in player.plots if plot.addon is not None)
    tokens = sum(pet.suffering + pet.mutation for pet in pets) + sum(plot.manure for plot in player.plots)
    return 2 * (2 * len(pets) + cages + addons - tokens)


def _final_scoring(state: Position) -> None:
    """Both exhibitions (DP-107), then the winners (DP-108)."""
    for item, score_of in (("business_show", business_score), ("display_show", display_score)):
        scores = [score_of(state, player) for player in state.players]
        points = awards(state, scores)
        for seat, player in enumerate(state.players):
            player.doubled[item] = scores[seat] if scores[seat] < 0 else 2 * points[seat]
            state.tell(item, seat, -1, player.doubled[item])
    state.phase = "over"
    state.ask(None, None)
    totals = [player.vp_doubled for player in state.players]
    for seat, total in enumerate(totals):
        if total == max(totals):
            state.tell("over", seat, -1, total)
