"""Phase 3 of Dungeon Petz: arranging the display, crystal ball and drawing, assigning (section F).

Ids like DP-52 are the rules of `seeds/dungeon_petz.md`. `begin` and `act` return whether the phase is finished.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.dungeon_petz_cards import card_dealt, deal_next_card, discard, lose
from tests.reference.dungeon_petz_parts import PLOTS, POTION, PRINTED, Card, Pet, Step
from tests.reference.dungeon_petz_state import Position

MOST_CRYSTAL = 3  # DP-57


def begin(state: Position) -> bool:
    """The three steps, each by all players before the next (DP-48)."""
    state.phase = "arranging"
    return _arrange(state, state.order)


def legal(state: Position) -> list[int]:
    if state.point == "cage":
        return [77 + plot for plot in PLOTS if plot not in state.given]  # DP-49
    if state.point == "addon":
        return [81 + plot for plot in PLOTS]  # DP-50
    if state.point == "pet":
        plots = state.me.plots
        return [85 + plot for plot in PLOTS if plots[plot].cage is not None and plots[plot].pet is None] + [89]  # DP-52
    if state.point == "crystal":
        first = 0 if state.step.last is None else state.step.last
        return [90 + index for index in range(first, 24) if state.me.hand[index // 6][index % 6] > 0] + [114]
    assert state.point == "assign"
    return _assignments(state)


def act(state: Position, action: int) -> bool:
    seat = state.acting
    if state.point == "deal":
        left = card_dealt(state, (action - 4) % 6)
        return _draw_on(state, seat, left)
    if state.point == "cage":
        return _place_cage(state, action - 77)
    if state.point == "addon":
        return _place_addon(state, action - 81)
    if state.point == "pet":
        return _place_pet(state, None if action == 89 else action - 85)
    if state.point == "crystal":
        return _crystal(state, None if action == 114 else action - 90)
    return _assign(state, action)


# ---- arrange ----


def _arrange(state: Position, seats: Sequence[int]) -> bool:
    """The next of these seats with something to arrange; then all draw."""
    for seat in seats:
        player = state.players[seat]
        if player.waiting_cages:
            state.ask("cage", seat)
            return False
        if _addon_or_pets(state, seat):
            return False
    return _prepare_to_draw(state, state.order)


def _addon_or_pets(state: Position, seat: int) -> bool:
    """After the cages (DP-48); returns whether something is asked."""
    if state.players[seat].waiting_addons:
        state.ask("addon", seat)
        return True
    return _lift_pets(state, seat)


def _lift_pets(state: Position, seat: int) -> bool:
    """All pets are lifted off their plots and placed anew (DP-52, DP-168); returns whether something is asked."""
    player = state.players[seat]
    for plot in player.plots:
        if plot.pet is not None:
            player.waiting_pets.append(plot.pet)
            plot.pet = None
    player.waiting_pets.sort(key=lambda pet: pet.pet)
    if player.waiting_pets:
        state.ask("pet", seat)
    return bool(player.waiting_pets)


def _place_cage(state: Position, plot: int) -> bool:
    """An older cage is discarded; pet, manure and addon stay (DP-49, DP-51)."""
    seat, me, given = state.acting, state.me, state.given
    cage = me.waiting_cages.pop(0)
    older = me.plots[plot].cage
    if older is not None and older != PRINTED:
        state.remove("cages", older)
    me.plots[plot].cage = cage
    state.tell("place_cage", seat, plot, cage)
    if me.waiting_cages:
        state.ask("cage", seat, given=sorted([*given, plot]))
        return False
    return False if _addon_or_pets(state, seat) else _arrange(state, state.after(seat))


def _place_addon(state: Position, plot: int) -> bool:
    """DP-50."""
    seat, me = state.acting, state.me
    addon = me.waiting_addons.pop(0)
    older = me.plots[plot].addon
    if older is not None:
        state.remove("addons", older)
    me.plots[plot].addon = addon
    state.tell("place_addon", seat, plot, addon)
    if me.waiting_addons:
        state.ask("addon", seat)
        return False
    return False if _lift_pets(state, seat) else _arrange(state, state.after(seat))


def _place_pet(state: Position, plot: int | None) -> bool:
    """DP-52; None releases the pet (DP-53)."""
    seat, me = state.acting, state.me
    pet = me.waiting_pets.pop(0)
    if plot is None:
        lose(state, seat, pet, -1)
    else:
        me.plots[plot].pet = pet
        state.tell("place_pet", seat, plot, pet.pet)
    if me.waiting_pets:
        state.ask("pet", seat)
        return False
    return _arrange(state, state.after(seat))


# ---- crystal ball and drawing ----


def _prepare_to_draw(state: Position, seats: Sequence[int]) -> bool:
    """The next of these seats that has something to draw or the Crystal Ball (DP-57); then all assign."""
    for seat in seats:
        player = state.players[seat]
        if player.owned(state.rules, "crystal_ball") is not None:
            state.ask("crystal", seat)
            return False
        if deal_next_card(state, seat, _bars(state, seat)):
            return False
    return _assign_next(state, state.order)


def _bars(state: Position, seat: int) -> list[int]:
    """Colours of all visible bars of all own pets, all green first (DP-54, DP-55, DP-122)."""
    return sorted(colour for _, pet in state.players[seat].pets() for colour in pet.bars(state.rules))


def _draw_on(state: Position, seat: int, colours: list[int]) -> bool:
    if deal_next_card(state, seat, colours):
        return False
    return _prepare_to_draw(state, state.after(seat))


def _crystal(state: Position, index: int | None) -> bool:
    """A card is discarded, or all are chosen: then as many of the same colours are drawn (DP-57, DP-122)."""
    seat, me, chosen = state.acting, state.me, list(state.draw)
    if index is not None:
        colour, need = divmod(index, 6)
        me.hand[colour][need] -= 1
        discard(state, colour, need)
        state.tell("crystal", seat, colour, need)
        chosen.append(colour)
        if len(chosen) < MOST_CRYSTAL:
            state.ask("crystal", seat, draw=chosen, step=Step(last=index))
            return False
    return _draw_on(state, seat, chosen + _bars(state, seat))


# ---- assigning ----


def _assign_next(state: Position, seats: Sequence[int]) -> bool:
    """The next bar of the first of these seats that has one without a card (DP-58, DP-129)."""
    for seat in seats:
        for index, pet in state.players[seat].pets():
            if len(pet.cards) < len(pet.bars(state.rules)):
                state.ask("assign", seat, step=Step(plot=index))
                return False
    return True


def _current(state: Position) -> tuple[Pet, int]:
    """The pet that gets a card now and the colour of the bar."""
    assert state.step.plot is not None
    pet = state.me.plots[state.step.plot].pet
    assert pet is not None
    return pet, pet.bars(state.rules)[len(pet.cards)]


def _key(card: Card) -> int:
    """DP-129: 2 x need + (1 if doubled), potion 12."""
    return 2 * card[1] + card[2]


def _assignments(state: Position) -> list[int]:
    """DP-58 to DP-60, DP-129: never so that the rest of this colour's bars could not be covered."""
    pet, colour = _current(state)
    hand, potions = state.me.hand[colour], state.me.potions
    bars_left = pet.bars(state.rules).count(colour) - sum(1 for card in pet.cards if card[0] == colour) - 1
    before = [_key(card) for card in pet.cards if card[0] == colour]
    lowest = before[-1] if before else 0
    actions = []
    for need in range(6):
        if hand[need] == 0 or sum(hand[need:]) - 1 + potions < bars_left:
            continue
        if _key((colour, need, False)) >= lowest:
            actions.append(115 + 6 * colour + need)
        can_double = state.rules.double_symbols and need != state.rules.tables.dominant[colour]
        if can_double and _key((colour, need, True)) >= lowest:
            actions.append(139 + 6 * colour + need)
    if potions > 0 and potions - 1 >= bars_left:
        actions.append(163 + colour)
    return sorted(actions)


def _assign(state: Position, action: int) -> bool:
    """DP-58 to DP-60."""
    seat, me = state.acting, state.me
    pet, colour = _current(state)
    assert state.step.plot is not None
    state.tell("assign", seat, state.step.plot, action - 115)
    if action >= 163:
        me.potions -= 1
        pet.cards.append((colour, POTION, False))
    else:
        need = (action - 115) % 6
        me.hand[colour][need] -= 1
        pet.cards.append((colour, need, action >= 139))
    return _assign_next(state, [seat, *state.after(seat)])
