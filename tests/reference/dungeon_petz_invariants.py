"""What every position of Dungeon Petz satisfies (DP-134 to DP-142), and what its keys say of one another (DP-171).

Here: what holds at every point; what one point asks for is in `dungeon_petz_points.py`. Faults are found in rounds:
the frame first, then all that can be counted, then the point, each only if the one before has none. Ids like DP-134
are the rules of `seeds/dungeon_petz.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tests.reference.dungeon_petz_parts import (
    IMPS,
    NEUTRAL,
    POTION,
    POTIONS,
    PRINTED,
    SPACES,
    Pet,
    Player,
)
from tests.reference.dungeon_petz_points import point_faults
from tests.reference.dungeon_petz_setup import KINDS, TO_DEAL, clockwise, customers_due, exhibitions_due
from tests.reference.dungeon_petz_shopping import MOST_GOLD, MOST_GROUPS, STAND_OF
from tests.reference.dungeon_petz_state import Position

PURSE: Final = 65_535  # gold of a player, that in groups included
POINTS_OF: Final[dict[str, tuple[str | None, ...]]] = {
    "setup": ("deal",),
    "shopping": ("group", "gold", "pick", "send", "book", "deal"),
    "arranging": ("cage", "addon", "pet", "crystal", "assign", "deal"),
    "needs": ("feed", "play", "anger", "magic", "shovel", "potion", "exhibit"),
    "business": ("sell", "clean"),
    "ageing": ("box",),
    "over": (None,),
}
OFFER_OF: Final = {"artifact": "artifacts", "cage": "cages", "addon": "addons", "young": "young", "old": "old"}
SPACES_OF: Final = {"cage": ("cage_a", "cage_b"), "addon": ("addon",), "young": ("pet_young_a", "pet_young_b")}
MOST_OFFERED: Final = {"artifact": 2, "cage": 3, "addon": 2, "young": 3, "old": 3}
PLACING: Final = ("cage", "addon", "pet")


def faults_of(state: Position, legal: Callable[[], list[int]]) -> Iterator[str]:
    """All faults of a position whose form is right."""
    for find in (_frame, _boards, _players, lambda position: point_faults(position, legal)):
        found = list(find(state))
        if found:
            yield from found
            return


# ---- the frame: phase, point, seat, order, and what is empty where it means nothing ----


def opening(state: Position) -> bool:
    """Before the first tile of the game: nothing of DP-168 is done yet."""
    return state.phase == "setup" and state.deal in ("start", "card")


def _frame(state: Position) -> Iterator[str]:
    n, point, deal, last = state.rules.players, state.point, state.deal, state.rules.course.rounds
    if point not in POINTS_OF[state.phase]:
        yield f"point {point} in phase {state.phase}"
        return
    if (point == "deal") != (deal is not None) or (state.phase != "setup" and deal not in ("card", None)):
        yield f"deal {deal} at {point} in phase {state.phase}"
        return
    if (opening(state) or deal == "old") and state.round != 1:
        yield "this is dealt in round 1 only (DP-11, DP-121)"
    if state.phase == "over" and state.round != last:
        yield f"the game ends after round {last} (DP-1)"
    if (state.seat is None) != (point is None or deal not in ("card", None)):
        yield "seat is who decides or draws the card"
        return
    if deal == "start":
        if state.order or state.rules.start_player is not None:
            yield "the start player is known (DP-118)"
        if state.exhibitions or state.customers:
            yield "exhibitions and customers are turned up later (DP-121)"
    elif sorted(state.order) != list(range(n)):
        yield "order holds each seat once (DP-17)"
    elif state.order != clockwise(state.order[0], n) and not (
        n == 4 and state.round == last and state.rules.last_round_order != "token_only"
    ):
        yield "order is clockwise (DP-17)"
    if opening(state) and state.rules.start_player is not None and state.order[:1] != [state.rules.start_player]:
        yield "another seat starts (DP-118)"
    yield from _empty_keys(state)


def _empty_keys(state: Position) -> Iterator[str]:
    """Keys that mean nothing at this point."""
    point, step = state.point, state.step
    if (state.size is not None) != (state.phase == "shopping" and point in ("pick", "send", "book", "deal")):
        yield f"size at {point}"
    if (state.chosen is not None) != (point == "send"):
        yield f"chosen at {point}"
    if state.given and point != "cage":
        yield f"given at {point}"
    if point != "sell" and (state.served or state.gold_before is not None or state.platform_sold):
        yield f"served, gold_before or platform_sold at {point}"
    if (state.deal == "card" and not state.draw) or (state.draw and state.deal != "card" and point != "crystal"):
        yield f"draw at {point}"
    if (state.left > 0) != (state.deal is not None and state.deal not in ("start", "card")):
        yield f"left at {point}"
    if (step.plot is not None) != (point in ("assign", "feed", "anger", "magic")):
        yield f"step.plot at {point}"
    if any(step.open) and point not in ("feed", "play", "anger", "magic"):
        yield f"step.open at {point}"
    with_last = ("feed", "play", "anger", "magic", "shovel", "clean", "crystal", "potion")
    if step.last is not None and point not in with_last:
        yield f"step.last at {point}"
    if step.count and point not in ("shovel", "clean"):
        yield f"step.count at {point}"


# ---- what can be counted ----


def _boards(state: Position) -> Iterator[str]:
    yield from _tile_faults(state)
    yield from _board_faults(state)
    yield from _deal_faults(state)


def _players(state: Position) -> Iterator[str]:
    yield from _card_faults(state)
    for seat, player in enumerate(state.players):
        yield from (f"player {seat}: {fault}" for fault in _player_faults(state, seat, player))


def _tile_faults(state: Position) -> Iterator[str]:
    """DP-138."""
    players = state.players
    plots = [plot for player in players for plot in player.plots]
    cages = [plot.cage for plot in plots if plot.cage not in (None, PRINTED)]
    addons = [plot.addon for plot in plots if plot.addon is not None]
    pets = [pet.pet for player in players for _, pet in player.pets()]
    waiting_pets = [pet.pet for player in players for pet in player.waiting_pets]
    for name, places in (
        ("exhibition", [state.exhibitions]),
        ("customer", [state.customers]),
        ("artifact", [state.artifacts, state.removed["artifacts"], [a.artifact for p in players for a in p.artifacts]]),
        ("cage", [state.cages, state.removed["cages"], cages, *(p.waiting_cages for p in players)]),
        ("addon", [state.addons, state.removed["addons"], addons, *(p.waiting_addons for p in players)]),
        ("pet", [state.young, state.old, state.removed["pets"], pets, waiting_pets]),
    ):
        indices = [index for place in places for index in place]
        if len(set(indices)) < len(indices):
            yield f"a {name} is in two places (DP-138)"
    ascending = [state.artifacts, *state.removed.values()]
    for player in players:
        ascending += [player.waiting_cages, player.waiting_addons, [pet.pet for pet in player.waiting_pets]]
        ascending += [[artifact.artifact for artifact in player.artifacts]]
    if any(list(indices) != sorted(indices) for indices in ascending):
        yield "a list of tiles or pets is not ascending"


def _board_faults(state: Position) -> Iterator[str]:
    """Spaces, stands, offers (DP-14 to DP-16, DP-25, DP-38, DP-141)."""
    nothing_yet = opening(state) or state.phase == "over"
    neutral = [] if nothing_yet else state.rules.neutral_imps(state.round)
    if [entry == NEUTRAL for entry in state.spaces] != [space in neutral for space in SPACES]:
        yield "the neutral imps stand elsewhere (DP-15)"
    groups = [entry for entry in state.spaces if isinstance(entry, tuple)]
    if groups and (state.phase in ("setup", "over") or state.point in ("group", "gold")):
        yield "groups on spaces before the shopping or after the end (DP-34, DP-168)"
    for space, stands in STAND_OF.items():
        free = state.spaces[SPACES.index(space)] is None and not opening(state)
        if not free and any(stand is not None and state.stands[stand] > 0 for stand in stands):
            yield f"the stand {space} is empty (DP-25, DP-38)"
    if not state.rules.advanced_meat_stand and (state.stands["meat_stand_veg"] or state.stands["meat_stand_gold"]):
        yield "vegetables or gold on the meat stand (DP-115)"
    if state.artifacts and state.spaces[SPACES.index("artifacts")] is not None:
        yield "the artifacts are taken or blocked (DP-26, DP-39)"
    for kind, offer in OFFER_OF.items():
        if len(getattr(state, offer)) > MOST_OFFERED[kind]:
            yield f"too many tiles in {offer} (DP-11, DP-26 to DP-29)"
    if state.phase not in ("setup", "over"):
        for kind, offered in (("cage", state.cages), ("addon", state.addons), ("young", state.young)):
            open_spaces = sum(state.spaces[SPACES.index(space)] is None for space in SPACES_OF[kind])
            # With none unseen the set-up may have dealt fewer than it should; the old row was the young one before.
            if len(offered) < open_spaces and state.unseen(kind):
                yield f"fewer in {OFFER_OF[kind]} than open spaces (DP-141, DP-179)"


def _deal_faults(state: Position) -> Iterator[str]:
    """How much is turned up (DP-21, DP-22), offered and left."""
    rules, kind = state.rules, state.deal
    rank = KINDS.index(kind) if kind in KINDS else len(KINDS)
    rank = -1 if opening(state) else rank
    for place, (due, up) in enumerate(((exhibitions_due, state.exhibitions), (customers_due, state.customers))):
        wanted = due(rules, state.round)
        before = 0 if state.round == 1 else due(rules, state.round - 1)
        if rank == place:
            wanted -= state.left
        elif rank < place:
            wanted = before
        if len(up) != wanted or wanted < before:
            yield f"{('exhibitions', 'customers')[place]}: {wanted} are up (DP-21, DP-22)"
    if kind in KINDS and len(state.unseen(kind)) < state.left:
        yield "too few tiles to deal (DP-160)"
    if state.phase != "setup" or opening(state):
        if opening(state) and any(getattr(state, offer) for offer in OFFER_OF.values()):
            yield "nothing is offered yet (DP-121)"
        return
    for place, each in enumerate(KINDS):
        if each not in OFFER_OF:
            continue
        number = TO_DEAL[each](state)
        dealt = number if place < rank else number - state.left if place == rank else 0
        kept = 0
        if state.round > 1:
            kept = {"cage": 1, "addon": 2 if state.blocked("addon") else 1, "old": 3}.get(each, 0)
        offered = len(getattr(state, OFFER_OF[each]))
        ran_out = place <= rank and len(state.unseen(each)) == (state.left if place == rank else 0)
        if dealt < 0 or offered > dealt + kept or (offered < dealt and not ran_out):
            yield f"{OFFER_OF[each]} or left does not fit the deal (DP-11, DP-26 to DP-29, DP-121)"


# ---- cards ----


def _card_faults(state: Position) -> Iterator[str]:
    """DP-135, DP-136, and the cards on pets (DP-129)."""
    tables = state.rules.tables
    pets = [pet for player in state.players for _, pet in player.pets()]
    assigned = [card for pet in pets for card in pet.cards]
    for colour in range(4):
        for need in range(6):
            there = state.decks[colour][need] + state.discards[colour][need]
            there += sum(player.hand[colour][need] for player in state.players)
            there += sum(1 for card in assigned if card[:2] == (colour, need))
            is_dominant = need == tables.dominant[colour]
            wanted = tables.cards[colour][need] + (state.substitutes[colour] if is_dominant else 0)
            if there != wanted or state.decks[colour][need] < 0:
                yield f"not all cards of colour {colour} and need {need} (DP-135)"
    potions = sum(player.potions for player in state.players) + sum(1 for card in assigned if card[1] == POTION)
    if state.potions < 0 or state.potions + potions != POTIONS:
        yield "not all potions (DP-136)"
    for pet in pets:
        if not cards_fit(state, pet):
            yield f"the cards on pet {pet.pet} (DP-58 to DP-60, DP-129)"


def cards_fit(state: Position, pet: Pet) -> bool:
    """Whether the cards lie on the first bars, in the order of DP-129."""
    bars = pet.bars(state.rules)
    keys = [(colour, 2 * need + doubled) for colour, need, doubled in pet.cards]
    for colour, need, doubled in pet.cards:
        if doubled and (not state.rules.double_symbols or need == state.rules.tables.dominant[colour]):
            return False
    return [colour for colour, _, _ in pet.cards] == bars[: len(pet.cards)] and keys == sorted(keys)


def _hand_size(state: Position, seat: int, player: Player, colour: int) -> int:
    """Cards of the colour that the hand holds (DP-55, DP-57, DP-59, DP-137)."""
    mine = seat == state.seat
    if opening(state):
        if state.seat is None or seat > state.seat:
            return 0
        return 1 - state.draw.count(colour) if mine else 1
    size = 1 + sum(1 for artifact in player.artifacts if artifact.colour == colour)
    cards = [card for _, pet in player.pets() for card in pet.cards if card[0] == colour]
    potions = sum(1 for card in cards if card[1] == POTION)
    later = state.seat is not None and seat in state.after(state.seat)
    if state.phase == "arranging" and state.point not in PLACING:
        drawn = not later and not (mine and state.point == "crystal")
        if drawn or state.point == "assign":
            size += sum(pet.bars(state.rules).count(colour) for _, pet in player.pets())
            size -= len(cards) - potions
    if state.phase == "needs":
        size += potions if later else player.potions_due[colour]
    return size - (state.draw.count(colour) if mine else 0)


# ---- one player ----


def _player_faults(state: Position, seat: int, player: Player) -> Iterator[str]:
    rules, phase = state.rules, state.phase
    grouped = sum(imps for imps, _ in player.groups)
    away = player.used + player.hospital + player.platform + sum(player.progress)
    if player.home < 0 or player.home + grouped + state.town(seat) + away != IMPS:
        yield "not ten imps (DP-134)"
    if player.gold + sum(gold or 0 for _, gold in player.groups) > PURSE:
        yield f"more than {PURSE} gold (DP-180)"
    entry = state.spaces[SPACES.index("platform")]
    on_platform = entry[1] if isinstance(entry, tuple) and entry[0] == seat else 0
    if phase in ("shopping", "arranging", "needs") and on_platform > player.platform:
        yield "the imps on the platform went into the stock, which shrinks by sales only (DP-44)"
    for colour in range(4):
        if sum(player.hand[colour]) != _hand_size(state, seat, player, colour):
            yield f"cards of colour {colour} on hand (DP-59, DP-137)"
    exhibitions, sales, lost, *shows = player.doubled.values()
    if exhibitions < 0 or sales < 0 or lost > 0 or exhibitions % 2 or sales % 2 or lost % 2:
        yield "awards and sales bring whole VP, losses take whole ones (DP-140, DP-166)"
    if exhibitions + sales + lost < 0 or (phase != "over" and any(shows)):
        yield "VP are not negative before the final scoring (DP-140)"
    begun = phase in ("business", "ageing") or (
        phase == "needs" and state.seat is not None and seat not in state.after(state.seat)
    )
    if not begun and (player.used or player.armor_used or player.employee_used):
        yield "used imps, armor or Employee before phase 4 (DP-63)"
    if player.armor_used and player.owned(rules, "imp_armor") is None:
        yield "no armor (DP-76)"
    if player.employee_used and player.owned(rules, "employee") is None:
        yield "no Employee (DP-81)"
    yield from _show_faults(state, seat, player)
    yield from _due_faults(state, seat, player)
    yield from _artifact_faults(state, seat, player)
    yield from _group_faults(state, seat, player)
    yield from _waiting_faults(state, seat, player)
    yield from _plot_faults(state, seat, player)


def _show_faults(state: Position, seat: int, player: Player) -> Iterator[str]:
    """DP-61, DP-83."""
    tile = state.exhibition() if state.phase == "needs" else None
    assert state.phase != "needs" or state.seat is not None
    over = tile is not None and state.seat is not None and seat not in [state.seat, *state.after(state.seat)]
    has_score = over and tile is not None and (not tile.single or bool(player.pets()))
    if (player.show is not None) != has_score:
        yield "show (DP-83)"


def _due_faults(state: Position, seat: int, player: Player) -> Iterator[str]:
    """DP-78."""
    if state.phase != "needs" or seat != state.seat or state.point == "exhibit":
        if any(player.potions_due):
            yield "potions_due outside of the own turn (DP-78)"
    elif state.point != "potion":
        cards = [card for _, pet in player.pets() for card in pet.cards if card[1] == POTION]
        if any(player.potions_due[colour] < [card[0] for card in cards].count(colour) for colour in range(4)):
            yield "potions_due is less than the potions on pets (DP-78)"


def _artifact_faults(state: Position, seat: int, player: Player) -> Iterator[str]:
    """DP-45, DP-47."""
    choosing = seat == state.seat and state.phase == "shopping" and state.point in ("book", "deal")
    for artifact in player.artifacts:
        tile = state.rules.tables.artifacts[artifact.artifact]
        open_book = artifact.colour is None and choosing and tile.kind == "book"
        if artifact.colour not in (tile.colours or (None,)) and not open_book:
            yield f"colour of artifact {artifact.artifact} (DP-45)"
        if artifact.food and tile.kind != "magic_box":
            yield f"food on artifact {artifact.artifact} (DP-47)"


def _group_faults(state: Position, seat: int, player: Player) -> Iterator[str]:
    """DP-32, DP-127."""
    groups = player.groups
    asked = seat == state.seat
    later = state.point in ("group", "gold") and state.seat is not None and seat in state.after(state.seat)
    if groups and (state.phase != "shopping" or later):
        yield "groups outside of phase 2 (DP-32)"
    if len(groups) > MOST_GROUPS:
        yield "more than six groups (DP-32)"
    whole = groups[:-1] if state.point == "gold" and asked else groups
    if len(whole) < len(groups) and groups[-1][1] is not None:
        yield "the gold of the last group is not chosen yet"
    known = [(imps, gold) for imps, gold in whole if gold is not None]
    if len(known) < len(whole):
        yield "a group without its gold"
    elif any(gold > MOST_GOLD for _, gold in known):
        yield "more than 31 gold in a group (DP-127)"
    order = [(imps + gold, imps) for imps, gold in known]
    if order != sorted(order, reverse=True):
        yield "groups are non-increasing (DP-127)"


def _waiting_faults(state: Position, seat: int, player: Player) -> Iterator[str]:
    """What was bought or lifted and not yet placed (DP-48, DP-168)."""
    waiting = bool(player.waiting_cages or player.waiting_addons or player.waiting_pets)
    placing = state.phase == "arranging" and state.point in PLACING
    later = placing and state.seat is not None and seat in [state.seat, *state.after(state.seat)]
    bought = state.phase == "shopping" and state.point not in ("group", "gold")
    if waiting and not bought and not later:
        yield "nothing waits to be placed (DP-48)"
    lifted = seat == state.seat and state.point == "pet"
    for pet in player.waiting_pets:
        if not lifted and (pet.size > 3 or pet.suffering or pet.mutation):
            yield f"pet {pet.pet} was bought in this round (DP-11)"
        if pet.suffering >= pet.size or pet.mutation > 1:
            yield f"pet {pet.pet} is lost (DP-73, DP-75)"


def _plot_faults(state: Position, seat: int, player: Player) -> Iterator[str]:
    """DP-138 to DP-140."""
    mine = seat == state.seat
    feeding = state.step.plot if mine and state.point == "feed" else None
    placing = state.phase == "arranging" and state.point in PLACING
    not_lifted = placing and state.seat is not None and seat in state.after(state.seat)
    not_lifted = not_lifted or (placing and mine and state.point != "pet")
    grown = not_lifted or state.phase in ("setup", "shopping", "over")
    if sum(1 for plot in player.plots if plot.cage == PRINTED) > 1:
        yield "there is one printed cage (DP-4, DP-138)"
    for index, plot in enumerate(player.plots):
        if plot.cage is None and (plot.manure or plot.pet is not None):
            yield f"pet or manure on plot {index} without a cage (DP-138, DP-140)"
        pet = plot.pet
        if pet is None:
            continue
        if pet.mutation > 1 or (pet.suffering >= pet.size and not (feeding is not None and index < feeding)):
            yield f"pet {pet.pet} is lost (DP-73, DP-75, DP-139)"
        if grown and pet.size < 4:
            yield f"pet {pet.pet} has grown (DP-101, DP-139)"
        bars = len(pet.bars(state.rules))
        with_cards = state.phase == "needs" or state.point in ("sell", "assign")
        if state.point != "assign" and len(pet.cards) != (bars if with_cards else 0):
            yield f"pet {pet.pet} has the wrong number of cards (DP-58, DP-98)"
