"""Phase 5 of Dungeon Petz: selling, what becomes of the cards, cleaning and earning (section I).

Ids like DP-93 are the rules of `seeds/dungeon_petz.md`. `begin` and `act` return whether the phase is finished.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.dungeon_petz_cards import discard_cards_of
from tests.reference.dungeon_petz_parts import POTION, Pet, Player, Step
from tests.reference.dungeon_petz_state import Position
from tests.reference.dungeon_petz_tables import NEEDS, Customer

SMALLEST_SALE = 4  # DP-92
BLACK_MARKET = 2  # DP-95: VP for each point of match
PLATFORM = 3


def begin(state: Position) -> bool:
    state.phase = "business"
    return _sell_next(state, state.order)


def legal(state: Position) -> list[int]:
    if state.point == "sell":
        return [*_sales(state), 237]
    assert state.point == "clean"
    return [238 + plot for plot in _dirty_plots(state)] + [242]


def act(state: Position, action: int) -> bool:
    seat = state.acting
    if state.point == "sell":
        if action != 237:
            _sell(state, action - 221)
            if _sales(state):
                return False
        return _sell_next(state, state.after(seat))
    if action != 242 and _clean(state, action - 238):
        return False
    _settle(state, seat, state.step.count)
    return _clean_next(state, state.after(seat))


# ---- selling ----


def _sell_next(state: Position, seats: Sequence[int]) -> bool:
    """The next of these seats that can sell (DP-91); then all cards go to the piles (DP-98)."""
    for seat in seats:
        state.ask("sell", seat)
        if _sales(state):
            return False
    for player in state.players:
        for _, pet in player.pets():
            discard_cards_of(state, pet)
    return _clean_next(state, state.order)


def match(state: Position, pet: Pet, customer: Customer) -> int:
    """DP-93."""
    needs = pet.needs(state.rules)
    values = {word: needs[need] for need, word in enumerate(NEEDS)}
    values |= {"suffering": pet.suffering, "mutation": pet.mutation}
    points = sum(weight * values[word] for word, weight in customer.plus.items())
    points -= sum(weight * values[word] for word, weight in customer.minus.items())
    return points + sum(weight * _colours(state, pet, word) for word, weight in customer.rainbow.items())


def _colours(state: Position, pet: Pet, word: str) -> int:
    """How many colours carry this need."""
    wanted = NEEDS.index(word)
    dominant = state.rules.tables.dominant
    found = set()
    for colour, need, doubled in pet.cards:
        if need != POTION and (need == wanted or (doubled and dominant[colour] == wanted)):
            found.add(colour)
    return len(found)


def price(state: Position, pet: Pet) -> int:
    """DP-97; negative if it costs gold."""
    return pet.kind(state.rules).price_by_size[pet.size] - (2 if pet.mutation else 0)


def _customer(state: Position, number: int) -> Customer:
    return state.rules.tables.customers[state.customers[state.customers_now()[number]]]


def _sales(state: Position) -> list[int]:
    """The legal sales (DP-94, DP-131, DP-169)."""
    me = state.me
    actions = []
    for number in range(len(state.customers_now())):
        if number in state.served:
            continue
        for plot, pet in me.pets():
            if pet.size < SMALLEST_SALE or match(state, pet, _customer(state, number)) <= 0:
                continue
            gold = price(state, pet)
            if me.gold + gold < 0:
                continue
            if number == 0 and 1 in state.served:  # only what could not have been paid before
                assert state.gold_before is not None
                if gold >= 0 or state.gold_before + gold >= 0:
                    continue
            actions.append(221 + 8 * number + 2 * plot)
            if me.platform > 0 and not state.platform_sold:  # DP-96
                actions.append(221 + 8 * number + 2 * plot + 1)
    return actions


def _sell(state: Position, index: int) -> None:
    """DP-95, DP-97, DP-98."""
    seat, me = state.acting, state.me
    number, on_platform = index // 8, index % 2 == 1
    plot = index % 8 // 2
    pet = me.plots[plot].pet
    assert pet is not None
    points = (PLATFORM if on_platform else BLACK_MARKET) * match(state, pet, _customer(state, number))
    gold_before = me.gold if number == 1 else state.gold_before
    gold = price(state, pet)
    me.doubled["sales"] += 2 * points
    me.gold += gold
    if on_platform:
        me.platform -= 1
        me.used += 1
    state.tell("sale", seat, plot, 2 * points)
    state.tell("gold", seat, -1, gold)
    me.plots[plot].pet = None
    discard_cards_of(state, pet)
    state.remove("pets", pet.pet)
    state.ask(
        "sell",
        seat,
        served=sorted([*state.served, number]),
        gold_before=gold_before,
        platform_sold=state.platform_sold or on_platform,
    )


# ---- cleaning and earning (DP-99, DP-100, DP-132) ----


def _clean_next(state: Position, seats: Sequence[int]) -> bool:
    for seat in seats:
        state.ask("clean", seat)
        if _dirty_plots(state):
            return False
        _settle(state, seat, 0)
    return True


def _imps_for(state: Position, player: Player, tokens: int) -> int:
    """Imps it takes to remove so many tokens (DP-132)."""
    if tokens == 0:
        return 0
    if player.employee(state.rules):
        return 1 + max(0, tokens - 4 + 1) // 2
    return (tokens + 1) // 2


def _dirty_plots(state: Position) -> list[int]:
    me, step = state.me, state.step
    if _imps_for(state, me, step.count + 1) > me.home:
        return []
    plots = [plot for plot in range(step.last or 0, 4) if me.plots[plot].pet is None]
    return [plot for plot in plots if me.plots[plot].manure > 0]


def _clean(state: Position, plot: int) -> bool:
    """Whether the player is asked again."""
    seat = state.acting
    state.me.plots[plot].manure -= 1
    state.tell("manure", seat, plot, -1)
    state.ask("clean", seat, step=Step(last=plot, count=state.step.count + 1))
    return bool(_dirty_plots(state))


def _settle(state: Position, seat: int, tokens: int) -> None:
    """The imps that did not clean earn 1 gold each; all are used (DP-99)."""
    player = state.players[seat]
    gold = player.home - _imps_for(state, player, tokens)
    if tokens > 0 and player.employee(state.rules):
        player.employee_used = True
    player.use_imps(player.home)
    player.gold += gold
    state.tell("earn", seat, -1, gold)
