"""What one point of a position of Dungeon Petz asks for: that its question is asked, and its keys fit (section M).

Ids like DP-130 are the rules of `seeds/dungeon_petz.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.reference.dungeon_petz_parts import ANGER, HUNGER, MAGIC, PLAY, PRINTED, Pet, Plot
from tests.reference.dungeon_petz_shopping import MOST_GROUPS
from tests.reference.dungeon_petz_state import Position

# Points at which something besides declining must be possible.
WITH_CHOICE = ("feed", "play", "anger", "magic", "shovel", "sell", "clean", "box")


def point_faults(state: Position, legal: Callable[[], list[int]]) -> Iterator[str]:
    """The frame and the counts are right (DP-126, DP-142)."""
    find = {
        "deal": _deal,
        "group": _grouping,
        "gold": _grouping,
        "pick": _resolving,
        "send": _resolving,
        "book": _resolving,
        "cage": _placing,
        "addon": _placing,
        "pet": _placing,
        "crystal": _crystal,
        "assign": _assign,
        "feed": _feed,
        "play": _play,
        "anger": _escape,
        "magic": _escape,
        "shovel": _shovel,
        "potion": _potion,
        "exhibit": _exhibit,
        "sell": _sell,
        "clean": _clean,
        "box": _box,
    }.get(state.point or "")
    found = list(find(state)) if find is not None else []
    yield from found
    if found or state.point in ("deal", None):
        return
    number = len(legal())
    if number == 0 or (number == 1 and state.point in WITH_CHOICE):
        yield f"nothing to decide at {state.point} (DP-126, DP-142)"


def _sizes(state: Position) -> list[int]:
    return [imps + (gold or 0) for player in state.players for imps, gold in player.groups]


# ---- deals and shopping ----


def _deal(state: Position) -> Iterator[str]:
    """DP-121, DP-122, DP-168."""
    if state.deal != "card":
        return
    draw = state.draw
    if sum(state.decks[draw[0]]) == 0:
        yield "the deck is empty (DP-168)"
    if state.phase == "setup":
        if draw != list(range(draw[0], 4)):
            yield "draw is not the rest of the opening hand (DP-9)"
    elif state.phase == "shopping":
        if len(draw) != 1 or all(artifact.colour != draw[0] for artifact in state.me.artifacts):
            yield "draw is not the colour of a book (DP-45)"
        yield from _resolving(state)
    else:
        if sum(1 for before, after in pairwise(draw) if after < before) > 1:
            yield "draw is the colours of crystal discards, then of bars, each ascending (DP-122)"


def _grouping(state: Position) -> Iterator[str]:
    """DP-127."""
    me = state.me
    if state.point == "group" and (me.home == 0 or len(me.groups) >= MOST_GROUPS):
        yield "the grouping is over (DP-127)"
    if state.point == "gold" and not me.groups:
        yield "no group to put gold in"
    if state.point == "gold" and len(me.groups) > 1:
        imps, (before, gold) = me.groups[-1][0], me.groups[-2]
        size = before + (gold or 0)
        if not (imps < size or imps == size == before):
            yield "groups are non-increasing (DP-127)"


def _resolving(state: Position) -> Iterator[str]:
    """DP-34, DP-35."""
    assert state.size is not None
    groups = [(imps, gold or 0) for imps, gold in state.me.groups]
    largest = max(_sizes(state), default=0)
    if state.point in ("pick", "send") and largest != state.size:
        yield "size is that of the largest group (DP-34)"
    if largest > state.size or state.size == 0:
        yield "a larger group is left (DP-34)"
    if state.point == "pick" and len({group for group in groups if sum(group) == state.size}) < 2:
        yield "nothing to pick (DP-35)"
    if state.point == "send":
        assert state.chosen is not None
        if state.chosen not in groups or sum(state.chosen) != state.size:
            yield "chosen is one of the own groups of this size"
    if state.point == "book" and all(
        artifact.colour is not None or state.rules.tables.artifacts[artifact.artifact].kind != "book"
        for artifact in state.me.artifacts
    ):
        yield "no book to choose for (DP-45)"


# ---- arranging ----


def _placing(state: Position) -> Iterator[str]:
    """DP-48, DP-49, DP-168."""
    me, point = state.me, state.point
    asked = {"cage": me.waiting_cages, "addon": me.waiting_addons, "pet": me.waiting_pets}
    assert point is not None
    if not asked[point]:
        yield f"no {point} to place"
        return
    if (point != "cage" and me.waiting_cages) or (point == "pet" and me.waiting_addons):
        yield "cages come first, then addons (DP-48)"
    given = state.given
    if given:
        cages = [me.plots[plot].cage for plot in given]
        newest = [cage for cage in cages if cage is not None and cage != PRINTED and cage < me.waiting_cages[0]]
        if given != sorted(set(given)) or len(newest) < len(given):
            yield "given are plots that got a cage in this round (DP-49)"
    if len(given) + len(me.waiting_cages) > 4:
        yield "more cages than plots (DP-49)"
    if point == "pet" and any(pet.pet > me.waiting_pets[0].pet for _, pet in me.pets()):
        yield "pets are placed in ascending order (section M)"


def _crystal(state: Position) -> Iterator[str]:
    """DP-57."""
    draw, last = state.draw, state.step.last
    if state.me.owned(state.rules, "crystal_ball") is None or len(draw) > 2:
        yield "no crystal ball to use (DP-57)"
    if (last is None) != (not draw) or draw != sorted(draw) or (last is not None and last // 6 != draw[-1]):
        yield "step.last is the last card discarded (DP-57)"


def _assign(state: Position) -> Iterator[str]:
    """DP-58, DP-129: the bars before this one have their cards, the others not."""
    seat, rules = state.acting, state.rules
    assert state.step.plot is not None
    place = state.order.index(seat), state.step.plot
    for other in state.order:
        for index, pet in state.players[other].pets():
            bars, cards = len(pet.bars(rules)), len(pet.cards)
            here = state.order.index(other), index
            right = cards == bars if here < place else cards == 0 if here > place else cards < bars
            if not right:
                yield f"pet {pet.pet} has the wrong number of cards (DP-129)"
    if state.me.plots[state.step.plot].pet is None:
        yield "no pet on step.plot"


# ---- needs ----


def _pet_and_open(state: Position, need: int) -> tuple[Plot, Pet, int, int] | None:
    """Plot, pet, how much it needs, how much is open; None where `open` names other plots or no pet is there."""
    step = state.step
    assert step.plot is not None
    plot = state.me.plots[step.plot]
    others = [number for index, number in enumerate(step.open) if index != step.plot]
    if plot.pet is None or any(others):
        return None
    return plot, plot.pet, plot.pet.needs(state.rules)[need], step.open[step.plot]


def _feed(state: Position) -> Iterator[str]:
    """DP-64, DP-65."""
    found, last, rules = _pet_and_open(state, HUNGER), state.step.last, state.rules
    if found is None:
        yield "step.open is of the pet on step.plot"
        return
    plot, pet, hungry, still = found
    kind, box = pet.kind(rules), state.me.owned(rules, "magic_box")
    hungry -= rules.cage(plot.cage).graze if kind.eats_vegetables else 0
    hungry -= rules.addon(plot.addon).meat if kind.eats_meat else 0
    if not 1 <= still <= hungry or (last is None) != (still == hungry):
        yield "step.open or step.last does not fit the hunger (DP-64)"
    eaten = (kind.eats_vegetables, kind.eats_meat, box is not None and box.food == 0)
    if last is not None and (last > 2 or not eaten[last]):
        yield "step.last is no food of this pet (DP-65)"


def _play(state: Position) -> Iterator[str]:
    """DP-67, DP-81."""
    me, step, rules = state.me, state.step, state.rules
    wanted = [0] * 4
    for index, pet in me.pets():
        plot = me.plots[index]
        icons = rules.cage(plot.cage).play + rules.addon(plot.addon).play
        wanted[index] = max(0, pet.needs(rules)[PLAY] - icons)
    if any(still > need for still, need in zip(step.open, wanted, strict=True)):
        yield "step.open is more than the needs (DP-67)"
    if step.last is None and not me.employee_used and step.open != wanted:
        yield "nobody has played yet (DP-67)"
    if step.last is not None and (step.last > 3 or me.used == 0):
        yield "step.last is the gap of a used imp (DP-67)"


def _escape(state: Position) -> Iterator[str]:
    """DP-69, DP-72, DP-76, DP-130."""
    need = ANGER if state.point == "anger" else MAGIC
    found, last, me = _pet_and_open(state, need), state.step.last, state.me
    if found is None:
        yield "step.open is of the pet on step.plot"
        return
    plot, _, excess, still = found
    cage, addon = state.rules.cage(plot.cage), state.rules.addon(plot.addon)
    if need == ANGER:
        excess -= cage.strength + addon.strength
    else:
        excess -= cage.antimagic + addon.antimagic
    lower = excess - still
    if still < 1 or lower < 0:
        yield "step.open does not fit the needs (DP-69, DP-72)"
        return
    ways = {None: {0: 0}, 0: {2: 1}, 1: {1: 1, 2: 2, 3: 2}}  # last choice: by how much e is lower, armor uses
    if last not in ways or lower not in ways[last]:
        yield "step.last does not fit step.open (DP-130)"
    elif me.armor_used < ways[last][lower] or me.used < ways[last][lower]:
        yield "armor was not used so often (DP-76)"
    elif (last == 0 or lower == 3) and not me.employee_used:
        yield "the Employee was not used (DP-77)"


def _shovel(state: Position) -> Iterator[str]:
    """DP-79, DP-133."""
    me, step = state.me, state.step
    if me.owned(state.rules, "shovel") is None:
        yield "no shovel (DP-79)"
    if (step.count == 0) != (step.last is None) or step.count > 3 or (step.last or 0) > 3:
        yield "step.last is the plot of the last of at most three tokens (DP-133)"
    if (step.count > 0 and me.used == 0) or (step.count > 2 and not me.employee_used):
        yield "the shovel needs its imp (DP-133)"


def _potion(state: Position) -> Iterator[str]:
    """DP-78."""
    if not any(state.me.potions_due):
        yield "no card to discard (DP-78)"
    if (state.step.last or 0) > 5:
        yield "step.last is a need"


def _exhibit(state: Position) -> Iterator[str]:
    """DP-83."""
    tile = state.exhibition()
    if tile is None or not tile.single:
        yield "no pet is chosen in this round (DP-83)"


# ---- business and ageing ----


def _sell(state: Position) -> Iterator[str]:
    """DP-91, DP-131."""
    served = state.served
    if served != sorted(set(served)) or any(number >= len(state.customers_now()) for number in served):
        yield "served are customers of this round (DP-91)"
    if (state.gold_before is not None) != (1 in served):
        yield "gold_before is the gold before the sale to customer 1 (DP-131)"
    if state.platform_sold and (not served or state.me.used == 0):
        yield "no sale from the platform (DP-95, DP-96)"


def _clean(state: Position) -> Iterator[str]:
    """DP-132."""
    me, step = state.me, state.step
    if (step.count == 0) != (step.last is None) or (step.last or 0) > 3:
        yield "step.last is the plot of the last token (DP-132)"
    imps = (step.count + 1) // 2
    if me.employee(state.rules) and step.count > 0:
        imps = 1 + max(0, step.count - 3) // 2
    if imps > me.home:
        yield "more tokens removed than the imps can (DP-132)"


def _box(state: Position) -> Iterator[str]:
    """DP-104."""
    box = state.me.owned(state.rules, "magic_box")
    if box is None or box.food:
        yield "no empty Magic Box (DP-104)"
