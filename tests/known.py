"""What a seat may know of a position, written from the digests alone: the dict of the position without what is hidden
from that seat, and with what the seat knows of it as a whole. No observation is asked here: this is what it must tell.
"""

import copy
from collections.abc import Callable
from typing import Any

Position = dict[str, Any]
Counts = list[int]

COLOURS = ("green", "red", "yellow", "purple")
NEEDS = ("hunger", "poop", "play", "anger", "magic", "disease")


def known_to(name: str, position: Position, seat: int) -> Position:
    """What the seat may know of a position of this game; ``position`` stays as it is."""
    return KNOWN[name](copy.deepcopy(position), seat)


def patchwork(position: Position, _seat: int) -> Position:
    """PW-48: everything; which patch covers a cell is no part of a position (PW-80)."""
    for player in position["players"]:
        del player["patches"]
    return position


def trek12(position: Position, seat: int) -> Position:
    """TK-60, TK-100: its own sheet and move, the sheets of the others as at the start of the round."""
    if position["seat"] != seat:
        position["choice"] = None
    for other, player in enumerate(position["players"]):
        if other != seat and player["move"] is not None:
            _take_back(player)
    return position


def _take_back(player: Position) -> None:
    """The sheet before the move: whoever has one in this round was in the game when the round began (TK-59)."""
    row, circle = player["move"]["row"], player["move"]["circle"]
    player["move"], player["lost"] = None, False
    if row is not None:
        ticked = player["ticked"][row // 5]  # TK-63
        ticked[row % 5] = max(0, ticked[row % 5] - 1)  # TK-96: a study position may say that none is ticked
        player["numbers"][circle] = None
        player["links"] = [link for link in player["links"] if circle not in link]  # TK-19
        player["failed"] = [failed for failed in player["failed"] if failed != circle]


def thurn_and_taxis(position: Position, seat: int) -> Position:
    """TT-58, TT-59, TT-102: all but the cards that the others have drawn face down, of which TT-65 tells the pools."""
    others = [player["hand"] for other, player in enumerate(position["players"]) if other != seat]
    supply: Counts = position.pop("supply")
    position["supply_size"] = sum(supply)
    position["current_pool"] = _sums([supply, *(hand["new"] for hand in others)])
    position["old_pool"] = _sums([[0] * len(supply), *(hand["old"] for hand in others)])
    for hand in others:
        hand["new"], hand["old"] = sum(hand["new"]), sum(hand["old"])
    return position


def dungeon_petz(position: Position, seat: int) -> Position:
    """DP-123, DP-124, DP-175: all but the needs on the cards of others, groups until all have grouped, and what lies
    on a pet until its owner's turn of phase 4; of the hidden cards it is known which there are in all.
    """
    is_own = position["seat"] == seat
    for other, player in enumerate(position["players"]):
        if other == seat:
            continue
        if position["point"] in ("group", "gold"):
            for imps, gold in player.pop("groups"):
                player["home"] += imps
                player["gold"] += gold or 0
        if position["phase"] == "arranging" or (position["phase"] == "needs" and _comes_later(position, other)):
            _take_up(player)
    if position["point"] == "gold" and not is_own:
        position["point"] = "group"
    if position["point"] == "assign" and not is_own:
        position["step"]["plot"] = None
    hidden = [position["decks"], *(p["hand"] for other, p in enumerate(position["players"]) if other != seat)]
    position["unseen"] = {colour: _sums([cards[colour] for cards in hidden]) for colour in COLOURS}
    for cards in hidden:
        for colour in COLOURS:
            cards[colour] = sum(cards[colour])
    return position


def _comes_later(position: Position, seat: int) -> bool:
    """Whether its turn of phase 4 is still to come (DP-61)."""
    order: list[int] = position["order"]
    return order.index(seat) > order.index(position["seat"])


def _take_up(player: Position) -> None:
    """Cards and potions that lie on pets, back in the hand."""
    for plot in player["plots"]:
        pet = plot["pet"]
        for colour, need, *_double in (card.split() for card in pet.pop("cards")) if pet else ():
            if need == "potion":
                player["potions"] += 1
            else:
                player["hand"][colour][NEEDS.index(need)] += 1


def _sums(lists: list[Counts]) -> Counts:
    return [sum(counts) for counts in zip(*lists, strict=True)]


KNOWN: dict[str, Callable[[Position, int], Position]] = {
    "patchwork": patchwork,
    "trek12": trek12,
    "thurn_and_taxis": thurn_and_taxis,
    "dungeon_petz": dungeon_petz,
}


def turned(name: str, position: Position) -> Position:
    """The position with each player one seat further on: seat 0 is now seat 1, the last one seat 0."""
    position = copy.deepcopy(position)
    seats = len(position["players"])

    def on(seat: int | None) -> int | None:
        return None if seat is None else (seat + 1) % seats

    position["players"] = [position["players"][seat - 1] for seat in range(seats)]
    for key in SEATS[name]:
        position[key] = on(position[key])
    if name == "dungeon_petz":
        position["order"] = [on(seat) for seat in position["order"]]
        for space in position["spaces"]:
            if isinstance(space, list):
                space[0] = on(space[0])
    return position


SEATS = {
    "patchwork": ("on_top", "tile_owner", "to_place", "first_on_last"),
    "trek12": ("seat",),
    "thurn_and_taxis": ("owner", "game_end"),
    "dungeon_petz": ("seat",),
}
