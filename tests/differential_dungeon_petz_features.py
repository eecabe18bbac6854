"""What a comparison of Dungeon Petz must have met: names of what a decision or a game did, told from the reference."""

from __future__ import annotations

from typing import Final

from tests.reference.dungeon_petz import CHOICES, SWITCHES, State
from tests.reference.dungeon_petz_parts import NEUTRAL, POTION, Event
from tests.reference.dungeon_petz_setup import clockwise

OPTIONS: Final = (
    *(f"{name} {word}" for name, words in CHOICES.items() for word in words),
    *(f"{name} {value}" for name in SWITCHES for value in (False, True)),
    *("exhibition_cap None", "exhibition_cap 10", "start drawn", "start given", "2 players", "3 players", "4 players"),
)
EVENTS: Final = (
    *("refill", "stay", "box", "book", "crystal", "catch", "discard", "spoil", "lose_vp", "potion", "earn", "send"),
    *("place_cage", "place_addon", "place_pet", "sale", "start", "round", "income", "award", "suffer", "display_show"),
)
COMMON: Final = (
    *OPTIONS,
    *EVENTS,
    *("substitute", "doubled card", "potion assigned", "pick"),
    *("armor for strength", "armor against magic", "employee plays"),
    *("shovel", "employee shovels", "employee cleans", "platform sale", "two sales", "sale that costs gold"),
    *("box as food", "box filled", "two books", "whip shown", "loss by mutation", "loss by suffering", "escape"),
    *("let go", "given away", "no room", "potion on a lost pet", "two lost at once", "hospital left", "new imps"),
    *("judge", "blocked space", "farm token", "old cage replaced", "old addon replaced", "no grouping", "six groups"),
    *("negative exhibition", "negative business show", "negative display show", "empty display shown"),
    *("equal exhibitions", "order by points", "equal points in order", "all imps of the board"),
    *("decisions skipped", "smallest size", "largest size", "addon without cage", "tables file"),
    *("all cards of a colour out", "three books", "all artifacts", "all pets away"),
)
"""What each run must have met."""
RARE: Final = (
    *("sale to 1, then to 0", "negative total", "much gold in a group", "employee in armor", "employee catches"),
    *("above the cap", "shared victory"),
)
"""What a long run must have met, too."""
REASONS: Final = {"suffer": "loss by suffering", "mutation": "loss by mutation", "": "escape"}


def features(before: State, action: int, events: list[Event], after: State) -> set[str]:
    """Of one decision or chance event."""
    names = [name for name, _, _, _ in events]
    found = set(names).intersection((*EVENTS, "substitute"))
    if after.round > before.round:
        found |= _round(after)
    if before.point == "deal":
        return found | _chance(before, after)
    me, seat, rules = before.me, before.acting, before.rules
    own = after.players[seat]
    amounts = {(name, amount) for name, _, _, amount in events}
    told = {
        "doubled card": 139 <= action <= 162,
        "potion assigned": 163 <= action <= 166,
        "pick": before.point == "pick",
        "armor for strength": before.point == "anger" and "armor" in names,
        "armor against magic": before.point == "magic" and "armor" in names,
        "employee in armor": ("armor", 2) in amounts,
        "employee plays": ("play", 2) in amounts,
        "employee catches": action == 182,
        "shovel": 188 <= action <= 191,
        "employee shovels": before.point == "shovel" and before.step.count == 2 and action < 192,
        "employee cleans": before.point == "clean" and own.employee_used and not me.employee_used,
        "platform sale": 221 <= action <= 236 and action % 2 == 0,
        "two sales": 221 <= action <= 236 and len(before.served) == 1,
        "sale to 1, then to 0": 221 <= action <= 228 and before.served == [1],
        "sale that costs gold": before.point == "sell" and any(n == "gold" and a < 0 for n, _, _, a in events),
        "box as food": ("feed", 3) in amounts,
        "box filled": action in (243, 244),
        "two books": before.point == "book" and _unread(before) == 2,
        "let go": action == 184,
        "no room": action == 89 and before.legal_actions() == [89],
        "given away": action == 89 and before.legal_actions() != [89],
        "much gold in a group": before.point == "gold" and action >= 31,
        "hospital left": action == 58 and "imps" in names,
        "new imps": action == 57 and "imps" in names,
        "judge": action == 59,
        "old cage replaced": 77 <= action <= 80 and me.plots[action - 77].cage is not None,
        "old addon replaced": 81 <= action <= 84 and me.plots[action - 81].addon is not None,
        "addon without cage": 81 <= action <= 84 and me.plots[action - 81].cage is None,
        "six groups": ("grouped", 6) in amounts,
        "no grouping": ("grouped", 0) in amounts,
        "decisions skipped": rules.skip_forced and _skipped(events),
        "smallest size": before.point == "send" and before.size == 1,
        "largest size": before.point == "send" and (before.size or 0) >= 10,
        "all pets away": before.point == "pet" and action == 89 and not own.pets() and own.waiting_pets == [],
    }
    return found | {name for name, so in told.items() if so} | _losses(before, events) | _shows(before, events)


def _unread(state: State) -> int:
    """Books without a colour (DP-45)."""
    kinds = state.rules.tables.artifacts
    return sum(1 for a in state.me.artifacts if kinds[a.artifact].kind == "book" and a.colour is None)


def _skipped(events: list[Event]) -> bool:
    """DP-117: two decisions at least were carried out."""
    decisions = ("group", "send", "stay", "assign", "place_pet", "play", "feed", "sale", "crystal", "discard")
    return sum(1 for name, _, _, _ in events if name in decisions) > 1


def _losses(before: State, events: list[Event]) -> set[str]:
    """How pets were lost (section H)."""
    found, reasons = set(), {}
    lost: list[int] = []
    for name, seat, place, amount in events:
        if name in ("suffer", "mutation"):
            reasons[seat, place] = name
        if name != "lose_pet":
            continue
        lost.append(amount)
        if place >= 0:
            found.add(REASONS[reasons.get((seat, place), "")])
        pet = None if place < 0 else before.players[seat].plots[place].pet
        if pet is not None and any(need == POTION for _, need, _ in pet.cards):
            found.add("potion on a lost pet")
    return found | ({"two lost at once"} if len(lost) > 1 else set())


def _shows(before: State, events: list[Event]) -> set[str]:
    """Exhibitions (section G and DP-105 to DP-107)."""
    found: set[str] = set()
    awards = [amount for name, _, _, amount in events if name == "award"]
    for name, seat, place, amount in events:
        if name == "exhibit":
            found |= {"negative exhibition"} if amount < 0 else set()
            found |= {"above the cap"} if amount > 20 and before.rules.exhibition_cap else set()
            found |= {"whip shown"} if before.players[seat].owned(before.rules, "whip") is not None else set()
            found |= {"empty display shown"} if place < 0 and not before.players[seat].pets() else set()
        elif name in ("business_show", "display_show") and amount < 0:
            found.add(f"negative {name.replace('_', ' ')}")
    return found | ({"equal exhibitions"} if len(set(awards)) < len(awards) else set())


def _chance(before: State, after: State) -> set[str]:
    """Of a card drawn in phase 3."""
    if before.deal != "card" or before.phase != "arranging":
        return set()
    colour = before.draw[0]
    is_out = sum(after.decks[colour]) == sum(after.discards[colour]) == 0
    return {"all cards of a colour out"} if is_out else set()


def _round(after: State) -> set[str]:
    """Of a round's beginning."""
    rules, points = after.rules, [player.vp_doubled for player in after.players]
    is_last = rules.players == 4 and after.round == rules.course.rounds
    by_points = is_last and rules.last_round_order != "token_only"
    told = {
        "blocked space": NEUTRAL in after.spaces,
        "farm token": after.stands["meat_stand_veg"] + after.stands["meat_stand_gold"] > 0,
        "order by points": by_points and after.order != clockwise(after.order[0], 4),
        "equal points in order": by_points and len(set(points)) < 4,
    }
    return {name for name, so in told.items() if so}


def ended(state: State) -> set[str]:
    """Of a game that is over: its options, and how it ended."""
    rules, n = state.rules, state.rules.players
    found = {f"{n} players", f"exhibition_cap {rules.exhibition_cap}"}
    found |= {f"{name} {getattr(rules, name)}" for name in (*CHOICES, *SWITCHES)}
    found.add("start drawn" if rules.start_player is None else "start given")
    scores = state.scores()
    told = {
        "shared victory": len(state.winners()) > 1,
        "negative total": min(scores) < 0,
        "all imps of the board": any(sum(player.progress) == 0 for player in state.players),
        "all artifacts": sum(len(player.artifacts) for player in state.players) == 10,
        "three books": any(sum(a.colour is not None for a in player.artifacts) > 2 for player in state.players),
    }
    return found | {name for name, so in told.items() if so}
