"""Exhibitions of Dungeon Petz: what a display scores, and the awards (DP-82 to DP-88).

Ids like DP-82 are the rules of `seeds/dungeon_petz.md`. All scores here are doubled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.reference.dungeon_petz_parts import POTION, SPACES, Pet
from tests.reference.dungeon_petz_state import Position
from tests.reference.dungeon_petz_tables import NEEDS

JUDGE = 4  # DP-43, doubled
WHIP = 1  # DP-46, doubled


def ask_or_show(state: Position, seat: int) -> bool:
    """The last step of a turn (DP-83); whether the player has to choose a pet."""
    tile = state.exhibition()
    if tile is None:
        return False
    if not tile.single:
        _fix(state, seat, -1, [pet for _, pet in state.players[seat].pets()], 0)
        return False
    if not state.players[seat].pets():
        return False
    state.ask("exhibit", seat)
    return True


def show(state: Position, seat: int, plot: int) -> None:
    """The pet on this plot is shown."""
    place = state.players[seat].plots[plot]
    assert place.pet is not None
    _fix(state, seat, plot, [place.pet], place.manure)


def _fix(state: Position, seat: int, plot: int, pets: Sequence[Pet], manure: int) -> None:
    """DP-82: the tile's score, the judge, the whip."""
    player, tile = state.players[seat], state.exhibition()
    assert tile is not None
    values = _values(state, pets, tile.single)
    values["manure_in_its_cage"] = manure
    values["manure_all_cages"] = sum(each.manure for each in player.plots)
    score = 2 * (_weighted(tile.plus, values) - _weighted(tile.minus, values))
    judge = state.spaces[SPACES.index("judge")]
    if isinstance(judge, tuple) and judge[0] == seat:
        score += JUDGE
    if player.owned(state.rules, "whip") is not None:
        score += WHIP
    player.show = score
    state.tell("exhibit", seat, plot, score)


def _weighted(weights: Mapping[str, int], values: Mapping[str, int]) -> int:
    return sum(weight * values[word] for word, weight in weights.items())


def _values(state: Position, pets: Sequence[Pet], single: bool) -> dict[str, int]:
    """What the words of a tile count over the pets scored (DP-84, DP-85, DP-157)."""
    needs = [pet.needs(state.rules) for pet in pets]
    totals = [sum(each[need] for each in needs) for need in range(6)]
    values = {word: totals[need] for need, word in enumerate(NEEDS)}
    values["suffering"] = sum(pet.suffering for pet in pets)
    values["mutation"] = sum(pet.mutation for pet in pets)
    values["pets"] = len(pets)
    if single:
        cards = [card for pet in pets for card in pet.cards]
        potion = any(need == POTION for _, need, _ in cards)  # one type and one colour more
        values["best_single_need"] = max(totals)
        values["distinct_need_types"] = sum(1 for count in totals if count > 0) + potion
        values["distinct_card_colours"] = len({colour for colour, need, _ in cards if need != POTION}) + potion
    return values


# ---- awards ----


def awards(state: Position, scores: Sequence[int | None]) -> list[int]:
    """True VP by seat (DP-86, DP-87); None and scores <= 0 take no part."""
    table = state.rules.course.awards
    given = []
    for score in scores:
        if score is None or score <= 0:
            given.append(0)
            continue
        better = sum(1 for other in scores if other is not None and other > score)
        equal = sum(1 for other in scores if other == score)
        given.append(table[better] - (equal - 1))
    return given


def give_awards(state: Position) -> None:
    """When all have shown (DP-86)."""
    cap = state.rules.exhibition_cap
    scores = [player.show for player in state.players]
    if cap is not None:  # DP-116; without it totals are compared exactly (DP-88)
        scores = [None if score is None else min(score, 2 * cap) for score in scores]
    points = awards(state, scores)
    for seat in state.order:
        player = state.players[seat]
        player.doubled["exhibitions"] += 2 * points[seat]
        player.show = None
        state.tell("award", seat, -1, 2 * points[seat])
