"""Phase 4 of Dungeon Petz: the steps of a player's turn but anger, magic and the exhibition (section G).

Ids like DP-64 are the rules of `seeds/dungeon_petz.md`. Anger and magic are in `dungeon_petz_escapes.py`, the show in
`dungeon_petz_exhibition.py`. Each step is a function of the position, the seat and the first plot to look at; it
returns whether the player is asked something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tests.reference import dungeon_petz_escapes as escapes
from tests.reference import dungeon_petz_exhibition as exhibition
from tests.reference.dungeon_petz_cards import discard, lose
from tests.reference.dungeon_petz_parts import DISEASE, GAPS, HUNGER, PLAY, POOP, POTION, Pet, Step
from tests.reference.dungeon_petz_state import Position

SHOVEL_TOKENS: Final = 4  # DP-133


def steps(state: Position) -> list[str]:
    """DP-62, DP-109."""
    middle = ["anger", "magic"] if state.rules.need_order == "seed" else ["magic", "anger"]
    return ["feed", "poop", "play", *middle, "shovel", "disease", "potion", "exhibit"]


def begin(state: Position) -> bool:
    state.phase = "needs"
    return _turns(state, state.order)


def _turns(state: Position, seats: Sequence[int]) -> bool:
    """One turn each (DP-61); then the awards (DP-86)."""
    for seat in seats:
        player = state.players[seat]
        state.tell("reveal", seat, -1, len(player.pets()))
        for _, pet in player.pets():
            for colour, need, _doubled in pet.cards:
                player.potions_due[colour] += need == POTION  # DP-78
        if _run(state, seat, "feed", 0):
            return False
    exhibition.give_awards(state)
    return True


def _run(state: Position, seat: int, step: str, plot: int) -> bool:
    """The turn from this step and plot on; returns whether the player is asked something."""
    names = steps(state)
    for name in names[names.index(step) :]:
        if STEPS[name](state, seat, plot):
            return True
        plot = 0
    return False


def _go_on(state: Position, seat: int, step: str, plot: int) -> bool:
    """After a decision; `plot` 4 is the end of the step. Returns whether the phase is finished."""
    if _run(state, seat, step, plot):
        return False
    return _turns(state, state.after(seat))


def legal(state: Position) -> list[int]:
    if state.point == "feed":
        return [167 + food for food in _foods(state)] + [170]
    if state.point == "play":
        return [171 + gap for gap in _employee_gaps(state)] + [175 + gap for gap in _gaps(state)] + [179]
    if state.point == "anger":
        return escapes.anger_actions(state)
    if state.point == "magic":
        return escapes.magic_actions(state)
    if state.point == "shovel":
        return [188 + plot for plot in _shovel_plots(state)] + [192]
    if state.point == "potion":
        return _potion_discards(state)
    assert state.point == "exhibit"
    return [217 + plot for plot, _ in state.me.pets()]


def act(state: Position, action: int) -> bool:
    seat, point, plot = state.acting, state.point, state.step.plot
    assert point is not None
    if point == "feed":
        assert plot is not None
        return False if _feed(state, action - 167) else _go_on(state, seat, "feed", plot + 1)
    if point == "play":
        return False if _play(state, action - 171) else _go_on(state, seat, "play", 4)
    if point in ("anger", "magic"):
        assert plot is not None
        asked = escapes.anger(state, action - 180) if point == "anger" else escapes.magic(state, action - 185)
        return False if asked else _go_on(state, seat, point, plot + 1)
    if point == "shovel":
        return False if _shovel(state, action - 188) else _go_on(state, seat, "disease", 0)
    if point == "potion":
        return False if _discard_for_potion(state, action - 193) else _go_on(state, seat, "exhibit", 0)
    exhibition.show(state, seat, action - 217)
    return _turns(state, state.after(seat))


def _suffer(state: Position, seat: int, plot: int, pet: Pet, tokens: int) -> None:
    pet.suffering += tokens
    state.tell("suffer", seat, plot, tokens)


def _deaths(state: Position, seat: int) -> None:
    """DP-75: at the end of the hunger, play and disease steps."""
    for plot, pet in state.players[seat].pets():
        if pet.suffering >= pet.size:
            lose(state, seat, pet, plot)


# ---- hunger (DP-64, DP-65) ----


def _hunger(state: Position, seat: int, first: int) -> bool:
    player, rules = state.players[seat], state.rules
    for index, pet in player.pets():
        if index < first:
            continue
        plot, kind = player.plots[index], pet.kind(rules)
        met = rules.cage(plot.cage).graze if kind.eats_vegetables else 0
        met += rules.addon(plot.addon).meat if kind.eats_meat else 0
        hungry = pet.needs(rules)[HUNGER] - met
        if hungry > 0 and _ask_to_feed(state, seat, index, hungry, None):
            return True
    _deaths(state, seat)
    return False


def _ask_to_feed(state: Position, seat: int, plot: int, hungry: int, last: int | None) -> bool:
    """Whether some feeding is possible; without it the pet suffers at once."""
    numbers = [0] * 4
    numbers[plot] = hungry
    state.ask("feed", seat, step=Step(plot=plot, open=numbers, last=last))
    if _foods(state):
        return True
    pet = state.me.plots[plot].pet
    assert pet is not None
    _suffer(state, seat, plot, pet, hungry)
    return False


def _foods(state: Position) -> list[int]:
    """Vegetable 0, meat 1, box 2: eaten and in stock, not below the last choice (section M)."""
    me, step = state.me, state.step
    assert step.plot is not None
    pet = me.plots[step.plot].pet
    assert pet is not None
    kind, box = pet.kind(state.rules), me.owned(state.rules, "magic_box")
    possible = (
        kind.eats_vegetables and sum(me.vegetables) > 0,
        kind.eats_meat and sum(me.meat) > 0,
        box is not None and box.food > 0,
    )
    return [food for food in range(3) if possible[food] and food >= (step.last or 0)]


def take_oldest(chambers: list[int]) -> None:
    """One token of the oldest chamber that holds any (DP-65)."""
    oldest = max(place for place, tokens in enumerate(chambers) if tokens > 0)
    chambers[oldest] -= 1


def _feed(state: Position, food: int) -> bool:
    """Whether the same pet is asked again."""
    seat, me, plot = state.acting, state.me, state.step.plot
    assert plot is not None
    hungry = state.step.open[plot]
    if food == 3:
        pet = me.plots[plot].pet
        assert pet is not None
        _suffer(state, seat, plot, pet, hungry)
        return False
    if food == 2:
        box = me.owned(state.rules, "magic_box")
        assert box is not None
        box.food = 0
    else:
        take_oldest(me.meat if food == 1 else me.vegetables)
    state.tell("feed", seat, plot, food + 1)
    return hungry > 1 and _ask_to_feed(state, seat, plot, hungry - 1, food)


# ---- poop (DP-66) ----


def _poop(state: Position, seat: int, first: int) -> bool:
    player = state.players[seat]
    for index, pet in player.pets():
        needs, plot = pet.needs(state.rules)[POOP], player.plots[index]
        if needs > 0:
            tokens = max(0, needs - state.rules.cage(plot.cage).poop)
            plot.manure += tokens
            state.tell("manure", seat, index, tokens)
    return False


# ---- play (DP-67, DP-68) ----


def _playing(state: Position, seat: int, first: int) -> bool:
    player, rules = state.players[seat], state.rules
    numbers = [0] * 4
    if first < 4:
        for index, pet in player.pets():
            plot = player.plots[index]
            icons = rules.cage(plot.cage).play + rules.addon(plot.addon).play
            numbers[index] = max(0, pet.needs(rules)[PLAY] - icons)
        if _ask_to_play(state, seat, numbers, None):
            return True
    _deaths(state, seat)
    return False


def _ask_to_play(state: Position, seat: int, numbers: list[int], last: int | None) -> bool:
    """Whether some placement is possible; without it the pets suffer at once."""
    state.ask("play", seat, step=Step(open=numbers, last=last))
    if _employee_gaps(state) or _gaps(state):
        return True
    _bored(state, seat, numbers)
    return False


def _bored(state: Position, seat: int, numbers: list[int]) -> None:
    for index, pet in state.players[seat].pets():
        _suffer(state, seat, index, pet, numbers[index])


def _employee_gaps(state: Position) -> list[int]:
    """DP-81: once a round, before any other imp, beside a pet with two open needs."""
    if state.me.home == 0 or not state.me.employee(state.rules) or state.step.last is not None:
        return []
    return [gap for gap in range(4) if any(state.step.open[plot] >= 2 for plot in GAPS[gap])]


def _gaps(state: Position) -> list[int]:
    if state.me.home == 0:
        return []
    return [gap for gap in range(state.step.last or 0, 4) if any(state.step.open[plot] >= 1 for plot in GAPS[gap])]


def _play(state: Position, index: int) -> bool:
    """Whether the player is asked again."""
    seat, me = state.acting, state.me
    numbers, last = list(state.step.open), state.step.last
    if index == 8:
        _bored(state, seat, numbers)
        return False
    gap = index % 4
    met = 2 if index < 4 else 1
    me.use_imps(1)
    if met == 2:
        me.employee_used = True
    else:
        last = gap
    for plot in GAPS[gap]:
        numbers[plot] = max(0, numbers[plot] - met)
    state.tell("play", seat, gap, met)
    return _ask_to_play(state, seat, numbers, last)


# ---- the shovel (DP-79, DP-80, DP-133) ----


def _shovelling(state: Position, seat: int, first: int) -> bool:
    state.ask("shovel", seat)
    return bool(_shovel_plots(state))


def _shovel_plots(state: Position) -> list[int]:
    me, step = state.me, state.step
    if me.owned(state.rules, "shovel") is None or step.count >= SHOVEL_TOKENS:
        return []
    if step.count == 0 and me.home == 0:
        return []
    if step.count == 2 and not me.employee(state.rules):
        return []
    return [plot for plot in range(step.last or 0, 4) if me.plots[plot].manure > 0]


def _shovel(state: Position, plot: int) -> bool:
    """Whether the player is asked again."""
    seat, me, count = state.acting, state.me, state.step.count
    if plot == 4:
        return False
    if count == 0:
        me.use_imps(1)
    if count == 2:
        me.employee_used = True
    me.plots[plot].manure -= 1
    state.tell("manure", seat, plot, -1)
    state.ask("shovel", seat, step=Step(last=plot, count=count + 1))
    return bool(_shovel_plots(state))


# ---- disease (DP-74) ----


def _disease(state: Position, seat: int, first: int) -> bool:
    player = state.players[seat]
    for index, pet in player.pets():
        needs = pet.needs(state.rules)[DISEASE]
        total = needs + player.plots[index].manure
        if needs > 0 and total >= 3:
            _suffer(state, seat, index, pet, total - 1)
    _deaths(state, seat)
    return False


# ---- potions (DP-78) ----


def _potion(state: Position, seat: int, first: int) -> bool:
    state.ask("potion", seat)
    return sum(state.me.potions_due) > 0


def _potion_discards(state: Position) -> list[int]:
    """Colours in order; enough cards must be left for the potions left (section M)."""
    me = state.me
    colour = next(colour for colour in range(4) if me.potions_due[colour] > 0)
    hand, due = me.hand[colour], me.potions_due[colour]
    first = state.step.last or 0
    return [193 + 6 * colour + need for need in range(first, 6) if hand[need] > 0 and sum(hand[need:]) >= due]


def _discard_for_potion(state: Position, index: int) -> bool:
    """Whether the player is asked again."""
    seat, me = state.acting, state.me
    colour, need = divmod(index, 6)
    me.hand[colour][need] -= 1
    me.potions_due[colour] -= 1
    discard(state, colour, need)
    state.tell("discard", seat, colour, need)
    state.ask("potion", seat, step=Step(last=need if me.potions_due[colour] > 0 else None))
    return sum(me.potions_due) > 0


def _exhibit(state: Position, seat: int, first: int) -> bool:
    return exhibition.ask_or_show(state, seat)


STEPS: Final[dict[str, Callable[[Position, int, int], bool]]] = {
    "feed": _hunger,
    "poop": _poop,
    "play": _playing,
    "anger": escapes.anger_from,
    "magic": escapes.magic_from,
    "shovel": _shovelling,
    "disease": _disease,
    "potion": _potion,
    "exhibit": _exhibit,
}
