"""Need cards, potions and lost pets of Dungeon Petz: what moves between decks, hands and discard piles.

Ids like DP-56 are the rules of `seeds/dungeon_petz.md`.
"""

from __future__ import annotations

from tests.reference.dungeon_petz_parts import POTION, Pet
from tests.reference.dungeon_petz_state import Position


def discard(state: Position, colour: int, need: int) -> None:
    """A card goes to the discard pile, or leaves the game in the place of a substitute (DP-56)."""
    if state.substitutes[colour] > 0 and need == state.rules.tables.dominant[colour]:
        state.substitutes[colour] -= 1
    else:
        state.discards[colour][need] += 1


def discard_cards_of(state: Position, pet: Pet) -> None:
    """The assigned cards go to the piles, the potions to the stack (DP-89, DP-98)."""
    for colour, need, _ in pet.cards:
        if need == POTION:
            state.potions += 1
        else:
            discard(state, colour, need)
    pet.cards = []


def lose(state: Position, seat: int, pet: Pet, place: int) -> None:
    """A pet is lost and its owner pays for it (DP-89, DP-90); `place` is its plot, or -1."""
    player = state.players[seat]
    if place >= 0:
        player.plots[place].pet = None  # its manure stays
    discard_cards_of(state, pet)
    state.remove("pets", pet.pet)
    state.tell("lose_pet", seat, place, pet.pet)
    paid = player.vp_doubled // 2 // 10 if player.vp_doubled >= 0 else 0  # true VP
    player.doubled["lost_pets"] -= 2 * paid
    state.tell("lose_vp", seat, -1, -2 * paid)


def deal_next_card(state: Position, seat: int, draw: list[int], size: int | None = None) -> bool:
    """On to the next card of these colours that chance has to deal; False if there is none (DP-56, DP-168)."""
    draw = list(draw)
    while draw:
        colour = draw[0]
        if sum(state.decks[colour]) == 0 and sum(state.discards[colour]) > 0:
            state.decks[colour], state.discards[colour] = state.discards[colour], [0] * 6
            state.tell("refill", seat, colour, sum(state.decks[colour]))
        if sum(state.decks[colour]) > 0:
            state.ask("deal", seat, deal="card", draw=draw, size=size)
            return True
        need = state.rules.tables.dominant[colour]  # both empty: a substitute (DP-56, DP-176)
        state.substitutes[colour] += 1
        state.players[seat].hand[colour][need] += 1
        state.tell("substitute", seat, colour, need)
        draw.pop(0)
    return False


def card_dealt(state: Position, need: int) -> list[int]:
    """Chance has dealt the first card of `draw`; returns the colours that are left (DP-120)."""
    colour = state.draw[0]
    state.decks[colour][need] -= 1
    state.me.hand[colour][need] += 1
    state.tell("card", state.acting, colour, need)
    return state.draw[1:]
