"""Phase 2 of Dungeon Petz: grouping, resolving the groups, what the spaces give (sections D and E).

Ids like DP-16 are the rules of `seeds/dungeon_petz.md`. `begin` and `act` return whether the phase is finished.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.dungeon_petz_cards import card_dealt, deal_next_card
from tests.reference.dungeon_petz_parts import SPACES, Artifact, Pet
from tests.reference.dungeon_petz_state import Position

MOST_GROUPS = 6  # DP-32
MOST_GOLD = 31  # DP-127
PLAIN_SPACES = ("veg", "mixed", "meat", "artifacts", "new_imps", "hospital", "judge", "platform")  # ids from 53
STAND_OF = {  # DP-38: space -> vegetables, meat, gold
    "veg": ("veg_stand", None, None),
    "mixed": ("mixed_veg", "mixed_meat", None),
    "meat": ("meat_stand_veg", "meat_stand", "meat_stand_gold"),
}


def begin(state: Position) -> bool:
    state.phase = "shopping"
    return _group_next(state, state.order)


def legal(state: Position) -> list[int]:
    if state.point == "group":
        return [0, *(imps for imps in range(1, state.me.home + 1) if _imps_fit(state, imps))]
    if state.point == "gold":
        return [11 + gold for gold in range(min(state.me.gold, MOST_GOLD) + 1) if _gold_fits(state, gold)]
    if state.point == "pick":
        return sorted({43 + imps - 1 for imps, _ in _of_size(state, state.acting)})
    if state.point == "send":
        return _sends(state)
    assert state.point == "book"
    return [73 + colour for colour in state.rules.tables.artifacts[_open_book(state).artifact].colours]


def act(state: Position, action: int) -> bool:
    if state.point == "deal":
        card_dealt(state, (action - 4) % 6)  # the card of a book
        return _after_sending(state)
    if state.point == "group":
        return _group(state, action)
    if state.point == "gold":
        return _gold(state, action - 11)
    if state.point == "pick":
        imps = action - 43 + 1
        assert state.size is not None
        state.ask("send", state.acting, size=state.size, chosen=(imps, state.size - imps))
        return False
    if state.point == "send":
        return _send(state, action)
    return _choose_colour(state, action - 73)


# ---- grouping ----


def _group_next(state: Position, seats: Sequence[int]) -> bool:
    """The next of these seats that can form a group is asked (DP-32, DP-127); then all are resolved."""
    for seat in seats:
        if state.players[seat].home > 0:
            state.ask("group", seat)
            return False
        state.tell("grouped", seat, -1, 0)
    return _resolve_next(state)


def _last(state: Position, place: int) -> tuple[int, int] | None:
    """Size (DP-33) and imps of the group at this place from the end."""
    groups = state.me.groups
    if len(groups) < place:
        return None
    imps, gold = groups[-place]
    assert gold is not None
    return imps + gold, imps


def _imps_fit(state: Position, imps: int) -> bool:
    """DP-127: non-increasing size and imps."""
    last = _last(state, 1)
    return last is None or imps < last[0] or imps == last[0] == last[1]


def _gold_fits(state: Position, gold: int) -> bool:
    imps = state.me.groups[-1][0]
    last = _last(state, 2)
    return last is None or imps + gold < last[0] or (imps + gold == last[0] and imps <= last[1])


def _group(state: Position, imps: int) -> bool:
    seat, me = state.acting, state.me
    if imps == 0:
        return _grouped(state, seat)
    me.home -= imps
    me.groups.append((imps, None))
    state.ask("gold", seat)
    return False


def _gold(state: Position, gold: int) -> bool:
    seat, me = state.acting, state.me
    imps = me.groups[-1][0]
    me.gold -= gold
    me.groups[-1] = (imps, gold)
    state.tell("group", seat, imps, gold)
    if len(me.groups) < MOST_GROUPS and me.home > 0:
        state.ask("group", seat)
        return False
    return _grouped(state, seat)  # DP-127


def _grouped(state: Position, seat: int) -> bool:
    state.tell("grouped", seat, -1, len(state.players[seat].groups))
    return _group_next(state, state.after(seat))


# ---- resolving ----


def _sizes(state: Position, seat: int) -> list[int]:
    return [imps + (gold or 0) for imps, gold in state.players[seat].groups]


def _of_size(state: Position, seat: int) -> list[tuple[int, int]]:
    groups = [(imps, gold or 0) for imps, gold in state.players[seat].groups]
    return [group for group in groups if sum(group) == state.size]


def _resolve_next(state: Position, after: int | None = None) -> bool:
    """The next group: of the same size in turn order from the seat that had the last one, else of the next (DP-34)."""
    seats = list(state.order)
    if after is not None:
        seats = [*state.after(after), *seats]  # and from the first one again
    for seat in seats:
        if state.size in _sizes(state, seat):
            return _offer(state, seat)
    sizes = [size for seat in state.order for size in _sizes(state, seat)]
    if not sizes:
        return True
    state.size = max(sizes)
    return _resolve_next(state)


def _offer(state: Position, seat: int) -> bool:
    """A player with unlike groups of the size chooses one (DP-35)."""
    unlike = sorted(set(_of_size(state, seat)))
    if len(unlike) > 1:
        state.ask("pick", seat, size=state.size)
    else:
        state.ask("send", seat, size=state.size, chosen=unlike[0])
    return False


def _free(state: Position, space: str) -> bool:
    """DP-14, DP-16."""
    return state.spaces[SPACES.index(space)] is None


def _first_free(state: Position, *spaces: str) -> str | None:
    """DP-128."""
    return next((space for space in spaces if _free(state, space)), None)


def _sends(state: Position) -> list[int]:
    """DP-36, DP-37."""
    assert state.chosen is not None
    imps, gold = state.chosen
    actions = [53 + place for place, space in enumerate(PLAIN_SPACES) if _free(state, space)]
    actions.append(61)
    if imps >= 2 and _first_free(state, "cage_a", "cage_b"):
        actions += [62 + place for place in range(len(state.cages))]
    if _free(state, "addon"):
        actions += [65 + place for place in range(len(state.addons))]
    if gold >= 1 and _first_free(state, "pet_young_a", "pet_young_b"):
        actions += [67 + place for place in range(len(state.young))]
    if gold >= 1 and _free(state, "pet_old"):
        actions += [70 + place for place in range(len(state.old))]
    return actions


def _space_of(state: Position, action: int) -> str:
    if action < 61:
        return PLAIN_SPACES[action - 53]
    if action < 65:
        space = _first_free(state, "cage_a", "cage_b")
    elif action < 67:
        space = "addon"
    elif action < 70:
        space = _first_free(state, "pet_young_a", "pet_young_b")
    else:
        space = "pet_old"
    assert space is not None
    return space


def _send(state: Position, action: int) -> bool:
    """The group stays home or goes to a space, and the action happens at once (DP-36)."""
    assert state.chosen is not None
    seat, me, (imps, gold) = state.acting, state.me, state.chosen
    me.groups.remove((imps, gold))
    if action == 61:
        me.home += imps
        me.gold += gold
        state.tell("stay", seat, -1, imps)
        return _resolve_next(state, seat)
    space = _space_of(state, action)
    place = SPACES.index(space)
    state.tell("send", seat, place, imps)
    state.tell("pay", seat, -1, -gold)
    if space == "platform":
        me.platform += imps  # DP-44
    elif space in STAND_OF:
        _take_food(state, space)
    elif space == "artifacts":
        _take_artifacts(state)
    elif space == "hospital":
        imps += _hospital(state)
    elif space == "new_imps":
        imps += _new_imps(state)
    elif space in ("cage_a", "cage_b"):
        me.waiting_cages = sorted([*me.waiting_cages, _take(state, "cage", state.cages, action - 62)])  # DP-40
    elif space == "addon":
        me.waiting_addons = sorted([*me.waiting_addons, _take(state, "addon", state.addons, action - 65)])
    elif space == "pet_old":
        _take_pet(state, state.old, action - 70, 3)
    elif space != "judge":  # the judge's effect comes with the exhibition (DP-43)
        _take_pet(state, state.young, action - 67, 2)
    state.spaces[place] = (seat, imps)
    return _after_sending(state)


def _after_sending(state: Position) -> bool:
    """Books want a colour, in ascending order (DP-45); then the next group."""
    seat = state.acting
    if any(_is_open_book(state, artifact) for artifact in state.me.artifacts):
        state.ask("book", seat, size=state.size)
        return False
    return _resolve_next(state, seat)


# ---- what the spaces give ----


def _take_food(state: Position, space: str) -> None:
    """DP-38, DP-115."""
    me, seat = state.me, state.acting
    vegetables, meat, gold = (0 if stand is None else state.stands[stand] for stand in STAND_OF[space])
    for stand in STAND_OF[space]:
        if stand is not None:
            state.stands[stand] = 0
    me.vegetables[0] += vegetables
    me.meat[0] += meat
    me.gold += gold
    state.tell("vegetable", seat, -1, vegetables)
    state.tell("meat", seat, -1, meat)
    state.tell("gold", seat, -1, gold)


def _take_artifacts(state: Position) -> None:
    """DP-39, DP-45, DP-47."""
    me, seat = state.me, state.acting
    box = False
    for index in state.artifacts:
        is_box = state.rules.tables.artifacts[index].kind == "magic_box"
        box = box or is_box
        me.artifacts.append(Artifact(index, food=int(is_box)))
        state.tell("artifact", seat, index, 1)
    me.artifacts.sort(key=lambda artifact: artifact.artifact)
    state.artifacts = []
    if box:
        state.tell("box", seat, -1, 1)


def _is_open_book(state: Position, artifact: Artifact) -> bool:
    return state.rules.tables.artifacts[artifact.artifact].kind == "book" and artifact.colour is None


def _open_book(state: Position) -> Artifact:
    return next(artifact for artifact in state.me.artifacts if _is_open_book(state, artifact))


def _choose_colour(state: Position, colour: int) -> bool:
    """DP-45."""
    seat, book = state.acting, _open_book(state)
    book.colour = colour
    state.tell("book", seat, book.artifact, colour)
    if deal_next_card(state, seat, [colour], size=state.size):
        return False
    return _after_sending(state)


def _hospital(state: Position) -> int:
    """DP-42; returns the imps that join the group."""
    me, seat = state.me, state.acting
    if state.potions > 0:
        state.potions -= 1
        me.potions += 1
        state.tell("potion", seat, -1, 1)
    joining, me.hospital = me.hospital, 0
    state.tell("imps", seat, -1, joining)
    return joining


def _new_imps(state: Position) -> int:
    """DP-41; returns the imps that join the group."""
    me = state.me
    joining = 0
    for column, number in enumerate(state.rules.course.extra_imps_rounds):
        if number <= state.round:
            joining += me.progress[column]
            me.progress[column] = 0
    state.tell("imps", state.acting, -1, joining)
    return joining


def _take(state: Position, name: str, offer: list[int], place: int) -> int:
    """The rest of the offer closes up (DP-27)."""
    index = offer.pop(place)
    state.tell(name, state.acting, index, 1)
    return index


def _take_pet(state: Position, row: list[int], place: int, size: int) -> None:
    """DP-11, DP-40."""
    index = row.pop(place)
    state.tell("pet", state.acting, index, size)
    state.me.waiting_pets = sorted([*state.me.waiting_pets, Pet(index, size)], key=lambda pet: pet.pet)
