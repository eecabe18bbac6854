"""What a seat sees of Dungeon Petz: the bytes of an observation, made from what the plain reference lets it know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tests.reference import dungeon_petz_views as views
from tests.reference.dungeon_petz import State
from tests.reference.dungeon_petz_parts import CHANCE, ITEMS, NEUTRAL, PRINTED, TERMINAL, Card, Pet, Player
from tests.reference.dungeon_petz_positions import DEALS, PHASES, POINTS
from tests.reference.dungeon_petz_state import STANDS

DEALT: Final = tuple(deal for deal in DEALS if deal)
ASKED: Final = (*(point for point in POINTS if point not in ("deal", None)), "over")


def _wide(number: int) -> list[int]:
    return list(number.to_bytes(2, "little"))


def _one_hot(size: int, position: int | None) -> list[int]:
    return [int(k == position) for k in range(size)]


def _bits(size: int, members: Iterable[int]) -> list[int]:
    held = set(members)
    return [int(k in held) for k in range(size)]


def _row(size: int, indices: list[int]) -> list[int]:
    return [*(1 + index for index in indices), *[0] * (size - len(indices))]


def _cards(cards: list[Card]) -> list[int]:
    return [*(1 + 16 * colour + 2 * need + doubled for colour, need, doubled in cards), *[0] * (7 - len(cards))]


def _groups(player: Player) -> list[int]:
    told = [number for imps, gold in player.groups for number in (imps, 33 if gold is None else 1 + gold)]
    return [*told, *[0] * (12 - len(told))]


def _draw(state: State) -> list[int]:
    """Replacements of the crystal ball, then the bars (DP-122); what does not tell itself apart is of the bars."""
    draw = state.draw
    falls = next((k for k in range(1, len(draw)) if draw[k] < draw[k - 1]), 0)
    return [some.count(colour) for some in (draw[:falls], draw[falls:]) for colour in range(4)]


def view_of(state: State, seat: int) -> dict[str, list[int]]:
    """The fields as ``Game.observation_spec`` describes them; seats are relative to the observer."""
    n = state.rules.players
    seen = views.seen_from(state, seat)
    players = [seen.players[(seat + k) % n] for k in range(n)]
    plots = [plot for player in players for plot in player.plots]
    owned: list[Pet] = [p for player in players for p in (*player.waiting_pets, *(pet for _, pet in player.pets()))]
    bodies = {pet.pet: [pet.size, pet.suffering, pet.mutation] for pet in owned}
    colours = {a.artifact: a.colour for player in players for a in player.artifacts}

    def relative(other: int | None) -> int | None:
        return None if other is None else (other - seat) % n

    def space(entry: str | tuple[int, int] | None) -> int:
        if isinstance(entry, tuple):
            return 2 + (entry[0] - seat) % n
        return int(entry == NEUTRAL)

    who = state.current_player
    actor = {CHANCE: n, TERMINAL: n + 1}.get(who, (who - seat) % n)
    asked = DEALT.index(seen.deal) if seen.deal else len(DEALT) + ASKED.index(seen.point or "over")
    plot = None if state.point == "assign" and state.seat != seat else seen.step.plot
    return {
        "hand": [count for counts in players[0].hand for count in counts],
        "cards": [sum(counts) for player in players for counts in player.hand],
        "potions": [player.potions for player in players],
        "unseen_cards": [count for counts in views.pools(state, seat) for count in counts],
        "decks": [half for counts in seen.decks for half in _wide(sum(counts))],
        "discards": [count for counts in seen.discards for count in counts],
        "substitutes": seen.substitutes,
        "potion_stack": [seen.potions],
        "points": [half for p in players for item in ITEMS for half in _wide(p.doubled[item] + 32768)],
        "gold": [half for player in players for half in _wide(player.gold)],
        "imps": [count for p in players for count in (p.home, p.used, p.hospital, p.platform)],
        "progress": [count for player in players for count in player.progress],
        "groups": [number for player in players for number in _groups(player)],
        "vegetables": [count for player in players for count in player.vegetables],
        "meat": [count for player in players for count in player.meat],
        "artifacts": [bit for player in players for bit in _bits(10, (a.artifact for a in player.artifacts))],
        "book_colours": [0 if (colour := colours.get(k)) is None else 1 + colour for k in range(10)],
        "box_food": [sum(a.food for player in players for a in player.artifacts)],
        "potions_due": [count for player in players for count in player.potions_due],
        "waiting_cages": [bit for player in players for bit in _bits(11, player.waiting_cages)],
        "waiting_addons": [bit for player in players for bit in _bits(6, player.waiting_addons)],
        "waiting_pets": [bit for player in players for bit in _bits(18, (pet.pet for pet in player.waiting_pets))],
        "plot_cages": [0 if p.cage is None else 1 if p.cage == PRINTED else 2 + p.cage for p in plots],
        "plot_addons": [0 if p.addon is None else 1 + p.addon for p in plots],
        "plot_manure": [p.manure for p in plots],
        "plot_pets": [0 if p.pet is None else 1 + p.pet.pet for p in plots],
        "plot_cards": [card for p in plots for card in _cards([] if p.pet is None else p.pet.cards)],
        "pets": [number for pet in range(18) for number in bodies.get(pet, [0, 0, 0])],
        "show": [half for p in players for half in _wide(0 if p.show is None else p.show + 32768)],
        "armor_used": [player.armor_used for player in players],
        "employee_used": [int(player.employee_used) for player in players],
        "offer_artifacts": _bits(10, seen.artifacts),
        "offer_cages": _row(3, seen.cages),
        "offer_addons": _row(2, seen.addons),
        "young": _row(3, seen.young),
        "old": _row(3, seen.old),
        "removed_artifacts": _bits(10, seen.removed["artifacts"]),
        "removed_cages": _bits(11, seen.removed["cages"]),
        "removed_addons": _bits(6, seen.removed["addons"]),
        "removed_pets": _bits(18, seen.removed["pets"]),
        "exhibitions": _row(5, seen.exhibitions),
        "customers": _row(5, seen.customers),
        "stands": [seen.stands[stand] for stand in STANDS],
        "spaces": [space(entry) for entry in seen.spaces],
        "space_imps": [entry[1] if isinstance(entry, tuple) else 0 for entry in seen.spaces],
        "order": [1 + (other - seat) % n for other in seen.order] or [0] * n,
        "round": [seen.round],
        "phase": _one_hot(len(PHASES), PHASES.index(seen.phase)),
        "point": _one_hot(len(DEALT) + len(ASKED), asked),
        "to_move": _one_hot(n + 2, actor),
        "seat": _one_hot(n, relative(seen.seat)),
        "left": [seen.left],
        "draw": _draw(seen),
        "size": [seen.size or 0],
        "chosen": list(seen.chosen or (0, 0)),
        "given": _bits(4, seen.given),
        "step_plot": _one_hot(4, plot),
        "step_open": seen.step.open,
        "step_last": [0 if seen.step.last is None else 1 + seen.step.last],
        "step_count": [seen.step.count],
        "served": _bits(2, seen.served),
        "gold_before": _wide(seen.gold_before or 0),
        "platform_sold": [int(seen.platform_sold)],
    }
