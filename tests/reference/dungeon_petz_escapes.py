"""Anger and magic in phase 4 of Dungeon Petz: cages that are too weak, armor, catching (DP-69 to DP-77).

Ids like DP-69 are the rules of `seeds/dungeon_petz.md`.
"""

from __future__ import annotations

from tests.reference.dungeon_petz_cards import lose
from tests.reference.dungeon_petz_parts import ANGER, MAGIC, Pet, Step
from tests.reference.dungeon_petz_state import Position

MOST_ARMOR = 2  # DP-76
MUTATIONS = 2  # DP-73


def _ask(state: Position, point: str, seat: int, plot: int, excess: int, last: int | None) -> None:
    numbers = [0] * 4
    numbers[plot] = excess
    state.ask(point, seat, step=Step(plot=plot, open=numbers, last=last))


def _current(state: Position) -> tuple[int, Pet, int, int]:
    """Plot, pet, e, and the index below which no choice may go (DP-130)."""
    plot = state.step.plot
    assert plot is not None
    pet = state.me.plots[plot].pet
    assert pet is not None
    return plot, pet, state.step.open[plot], state.step.last or 0


def _armor(state: Position, excess: int) -> list[int]:
    """The two armor actions, 0 with the Employee (DP-77) and 1 without (DP-76)."""
    me = state.me
    usable = me.owned(state.rules, "imp_armor") is not None and me.home > 0 and me.armor_used < MOST_ARMOR
    if not usable:
        return []
    return [0, 1] if me.employee(state.rules) and excess >= 2 else [1]


def _use_armor(state: Position, plot: int, with_employee: bool) -> int:
    """By how much e is lower."""
    me = state.me
    me.use_imps(1)
    me.armor_used += 1
    me.employee_used = me.employee_used or with_employee
    lower = 2 if with_employee else 1
    state.tell("armor", state.acting, plot, lower)
    return lower


# ---- anger ----


def anger_from(state: Position, seat: int, first: int) -> bool:
    """DP-69, from this plot on; whether the player is asked something."""
    player, rules = state.players[seat], state.rules
    for index, pet in player.pets():
        plot = player.plots[index]
        excess = pet.needs(rules)[ANGER] - rules.cage(plot.cage).strength - rules.addon(plot.addon).strength
        if index >= first and excess > 0 and _ask_anger(state, seat, index, excess, None):
            return True
    return False


def _ask_anger(state: Position, seat: int, plot: int, excess: int, last: int | None) -> bool:
    """Whether there is something to do; without it the pet is let go (DP-130)."""
    _ask(state, "anger", seat, plot, excess, last)
    if anger_actions(state) != [184]:
        return True
    _, pet, _, _ = _current(state)
    lose(state, seat, pet, plot)
    return False


def anger_actions(state: Position) -> list[int]:
    """DP-130."""
    me = state.me
    _, _, excess, first = _current(state)
    indices = _armor(state, excess)
    if me.employee(state.rules) and excess >= 2 and me.home >= excess - 1:
        indices.append(2)  # DP-71
    if me.home >= excess:
        indices.append(3)  # DP-70
    return [180 + index for index in indices if index >= first] + [184]


def anger(state: Position, index: int) -> bool:
    """Whether the player is asked again about this pet."""
    seat, me = state.acting, state.me
    plot, pet, excess, _ = _current(state)
    if index <= 1:
        excess -= _use_armor(state, plot, index == 0)
        return excess > 0 and _ask_anger(state, seat, plot, excess, index)
    if index == 4:
        lose(state, seat, pet, plot)
        return False
    hurt = excess - 1 if index == 2 else excess
    me.employee_used = me.employee_used or index == 2
    me.home -= hurt
    me.hospital += hurt
    state.tell("catch", seat, plot, hurt)
    return False


# ---- magic ----


def magic_from(state: Position, seat: int, first: int) -> bool:
    """DP-72, from this plot on; whether the player is asked something."""
    player, rules = state.players[seat], state.rules
    for index, pet in player.pets():
        plot = player.plots[index]
        excess = pet.needs(rules)[MAGIC] - rules.cage(plot.cage).antimagic - rules.addon(plot.addon).antimagic
        if index >= first and excess > 0 and _ask_magic(state, seat, index, excess, None):
            return True
    return False


def _ask_magic(state: Position, seat: int, plot: int, excess: int, last: int | None) -> bool:
    """Whether armor is usable; without it the rest is accepted (DP-130)."""
    _ask(state, "magic", seat, plot, excess, last)
    if magic_actions(state) != [187]:
        return True
    _mutate(state, seat, plot, excess)
    return False


def magic_actions(state: Position) -> list[int]:
    """DP-130."""
    _, _, excess, first = _current(state)
    return [185 + index for index in _armor(state, excess) if index >= first] + [187]


def magic(state: Position, index: int) -> bool:
    """Whether the player is asked again about this pet."""
    seat = state.acting
    plot, _, excess, _ = _current(state)
    if index == 2:
        _mutate(state, seat, plot, excess)
        return False
    excess -= _use_armor(state, plot, index == 0)
    return excess > 0 and _ask_magic(state, seat, plot, excess, index)


def _mutate(state: Position, seat: int, plot: int, tokens: int) -> None:
    """DP-72, DP-73."""
    pet = state.players[seat].plots[plot].pet
    assert pet is not None
    pet.mutation += tokens
    state.tell("mutation", seat, plot, tokens)
    if pet.mutation >= MUTATIONS:
        lose(state, seat, pet, plot)
