"""Positions of Trek 12 as dicts, good ones and damaged ones, read by the package and by the plain reference (TK-96)."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from typing import Any, Final

import spielwerk as sw
from tests import differential_trek12
from tests.differential import SEED_VARIABLE, DifferenceError, plain
from tests.differential_parts import Tally, compare_sheets, list_at, places_in, read_by_package
from tests.differential_trek12 import can_be_linked, composed, random_game, rare, uniform
from tests.reference.trek12 import FACE, PositionError, State, Trek12

SCALARS: Final[tuple[Any, ...]] = (
    *(None, 0, 1, 2, -1, 5, 12, 13, 19, 31, 32, 255, 256, 2**63, -(2**63), 2**70, True, False, 0.5, 1.0, -0.0),
    *("", "face", "Face", "roll", "move", "over", [], {}, [0], [1, 0], [0, 1], [[0, 1]], [None], "0"),
)
KEYS: Final = ("phase", "round", "roll", "seat", "choice", "players")
SHEET_KEYS: Final = ("numbers", "links", "ticked", "failed", "lost", "flags", "top", "move")

Damage = Callable[[dict[str, Any], Trek12, random.Random], None]


def good(reference: Trek12, rng: random.Random) -> dict[str, Any]:
    """A position of a random game, or a composed one or one soon after it."""
    state, choose = reference.initial_state(), rng.choice([uniform, rare])
    steps = rng.randrange(1 + 2 * reference.players * reference.rules.board.n)
    if rng.random() < 0.4:
        state = reference.state_from_dict(composed(reference, rng), strict=False)
        steps = rng.randrange(1 + 2 * reference.players)
    for _ in range(steps):
        if state.phase == "over":
            break
        legal = state.legal_actions()
        # Where there is a choice, it is looked at more often than it comes.
        if state.choice is not None and rng.random() < 0.5:
            break
        state = state.apply(choose(state, legal, rng) if legal else rng.randrange(36))
    return copy.deepcopy(state.to_dict())


# ---- damages ----


def _player(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    players = position.get("players")
    chosen = rng.choice(players) if isinstance(players, list) and players else None
    return chosen if isinstance(chosen, dict) else {}


def _other_value(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    places = places_in(position)
    if places:
        container, key = rng.choice(places)
        container[key] = copy.deepcopy(rng.choice(SCALARS))


def _other_field(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    place = rng.choice([position, _player(position, rng)])
    keys = KEYS if place is position else SHEET_KEYS
    place[rng.choice([*keys, *keys, "colour"])] = copy.deepcopy(rng.choice(SCALARS))


def _lost_field(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    container, key = rng.choice([place for place in places_in(position) if isinstance(place[0], dict)] or [({0: 0}, 0)])
    del container[key]


def _derived_fields(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    """What follows from the rest is left out."""
    for key in ("phase", "round", "seat"):
        if rng.random() < 0.8:
            position.pop(key, None)


def _number(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    numbers = list_at(_player(position, rng), "numbers")
    if numbers:
        circle = rng.randrange(len(numbers))
        old = numbers[circle]
        near = [old - 1, old + 1] if type(old) is int else []
        numbers[circle] = rng.choice([*near, *near, None, FACE, rng.randrange(13), rng.randrange(-1, 14)])


def _swapped_numbers(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    """As many filled circles as before."""
    numbers = list_at(_player(position, rng), "numbers")
    if len(numbers) > 1:
        a, b = rng.sample(range(len(numbers)), 2)
        numbers[a], numbers[b] = numbers[b], numbers[a]


def _link(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    player, board = _player(position, rng), reference.rules.board
    links, numbers = list_at(player, "links"), list_at(player, "numbers")
    act = rng.randrange(5)
    if act == 0 and links:
        links.pop(rng.randrange(len(links)))
    elif act == 1 and links:
        links.append(copy.deepcopy(rng.choice(links)))
    elif act == 2 and links and isinstance(rng.choice(links), list):
        rng.choice(links).reverse()
    elif act == 3:
        links.append(list(rng.choice(board.edges)))
    else:
        try:
            pairs = [(a, b) for a, b in (*board.edges, *((b, a) for a, b in board.edges))]
            fitting = [p for p in pairs if can_be_linked(board, numbers, [(a, b) for a, b in links], *p)]
            links.extend(list(pair) for pair in fitting[:1])
        except (TypeError, ValueError, IndexError):
            links.clear()


def _boxes(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    table = rng.choice(list_at(_player(position, rng), "ticked") or [[]])
    if isinstance(table, list) and table:
        operation = rng.randrange(len(table))
        if type(table[operation]) is int:
            table[operation] += rng.choice([-1, 1, 1, 2, 15, -15])


def _marks(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    player, board = _player(position, rng), reference.rules.board
    key = rng.choice(["failed", "flags", "top"])
    marks = list_at(player, key)
    partners = [circle for circle in range(board.n) if board.partners[circle]]
    likely = {"failed": partners, "flags": board.flags, "top": board.top}[key] or [0]
    if marks and rng.random() < 0.4:
        marks.pop()
    else:
        marks.append(rng.choice([rng.choice(likely), rng.choice(likely), rng.randrange(-1, board.n + 1)]))


def _defeat(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    player = _player(position, rng)
    if player:
        player["lost"] = not player.get("lost")
        if player["lost"] and rng.random() < 0.3:
            player["move"] = {"row": None, "circle": None}


def _move(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    player, board = _player(position, rng), reference.rules.board
    if player:
        row, circle = rng.randrange(-1, 5 * len(board.limits) + 1), rng.randrange(-1, board.n + 1)
        moves = [
            None,
            {"row": None, "circle": None},
            {},
            {"row": row},
            {"circle": None},
            {"row": None, "circle": circle},
        ]
        player["move"] = rng.choice([*moves, {"row": row, "circle": circle}, {"row": row, "circle": circle}])


def _turn(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    key = rng.choice(["phase", "round", "roll", "seat"])
    values: dict[str, list[Any]] = {
        "phase": ["roll", "move", "over", "Roll", None],
        "round": [*range(-1, reference.rules.board.n + 2), None],
        "roll": [None, [rng.randrange(8), rng.randrange(7)], [rng.randrange(1, 7), rng.randrange(6)], [1], [1, 2, 3]],
        "seat": [None, *range(-1, reference.players + 1)],
    }
    position[key] = rng.choice(values[key])


def _choice(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    n = reference.rules.board.n
    choice = position.get("choice")
    if not isinstance(choice, dict) or rng.random() < 0.1:
        position["choice"] = {
            "circle": rng.randrange(n),
            "below": rng.sample(range(n), rng.choice([0, 1, 2]) if n > 2 else 0),
            "above": rng.sample(range(n), rng.choice([0, 0, 2]) if n > 2 else 0),
        }
        return
    side = list_at(choice, rng.choice(["below", "above"]))
    act = rng.randrange(5)
    if act == 0 and side:
        side.pop(rng.randrange(len(side)))
    elif act == 1:
        side.append(rng.randrange(n))
    elif act == 2:
        side.clear()
    elif act == 3:
        choice["circle"] = rng.randrange(n)
    else:
        position["choice"] = None


def _seats(position: dict[str, Any], reference: Trek12, rng: random.Random) -> None:
    players = position.get("players")
    if isinstance(players, list) and players:
        act = rng.randrange(4)
        if act == 0:
            players.append(copy.deepcopy(players[-1]))
        elif act == 1:
            players.pop()
        elif act == 2:
            rng.shuffle(players)
        else:
            players[rng.randrange(len(players))] = {}


DAMAGES: Final[list[Damage]] = [
    *(_other_value, _other_field, _lost_field, _derived_fields, _number, _number, _swapped_numbers, _link, _link),
    *(_boxes, _marks, _defeat, _move, _turn, _turn, _choice, _choice, _seats),
]


# ---- comparing ----


def read_theirs(reference: Trek12, position: dict[str, Any], strict: bool) -> State | list[str]:
    try:
        return reference.state_from_dict(position, strict)
    except PositionError as error:
        return error.faults


STRICTER: Final = re.compile(
    r"players\[\d+\]\.failed: only pre-linked circles "  # TK-38 knows no other failed circles; TK-96 does not name them
    r"|players\[\d+\]\.move: circle \d+ holds neither "  # nor whether the move's number is that of the roll
    r"|choice\.(below|above): it is two or more "  # TK-62: one candidate is no choice
)
"""What the package refuses even as a study, while the reference, by the words of TK-96, does not."""
LOOSER: Final = re.compile(
    r"player \d+: the roll does not give this move "  # a face where nothing fails
    r"|player \d+: pre-linked circles \d+ and \d+ are not linked "  # under no_link
)
"""What the reference sees to have no past, while the package does not look so far: its list is not complete."""


def compare(seed: int, index: int, tally: Tally) -> bool:
    """Position ``index`` of a run, read by both as a study and as one of a game, and one step of play from it; whether
    both accepted it as a study.
    """
    rng = random.Random(f"{seed}/position/{index}")
    game, reference, options = random_game(rng, index)
    position = good(reference, rng)
    for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3])):
        rng.choice(DAMAGES)(position, reference, rng)
    before = copy.deepcopy(position)
    try:
        studies = [_compare(game, reference, position, strict, rng, tally) for strict in (False, True)]
        if studies[1] and not studies[0]:
            raise DifferenceError("accepted as one of a game and not as a study")
        if position != before:
            raise DifferenceError("reading a position changed it")
    except Exception as error:
        where = f"{SEED_VARIABLE}={seed}, position {index}, options {options}"
        raise DifferenceError(f"{where}: {error!r} of {before}") from error
    return studies[0]


def _compare(
    game: sw.Game, reference: Trek12, position: dict[str, Any], strict: bool, rng: random.Random, tally: Tally
) -> bool:
    ours, theirs = read_by_package(game, position, strict), read_theirs(reference, position, strict)
    kind = "game" if strict else "study"
    if isinstance(ours, list) and isinstance(theirs, list):
        tally.features[f"refused as {kind}"] += 1
        return False
    if isinstance(ours, list):
        if strict or not any(STRICTER.match(fault) for fault in ours):
            raise DifferenceError(f"accepted as {kind} by the reference alone; the package says {ours}")
        tally.features["package stricter"] += 1
        return False
    if isinstance(theirs, list):
        if not strict or not all(LOOSER.match(fault) for fault in theirs):
            raise DifferenceError(f"accepted as {kind} by the package alone; the reference says {theirs}")
        tally.features["package looser"] += 1
        return True
    tally.features[f"accepted as {kind}"] += 1
    legal = differential_trek12.compare(ours, theirs)
    compare_sheets(ours, theirs)
    differential_trek12.compare_standings(ours, theirs)
    tally.views += differential_trek12.compare_views(ours, theirs)
    differential_trek12.compare_copies(ours, theirs, reference, rng, strict)
    if theirs.phase == "over":
        return True
    action = rng.choice(legal or range(36))
    after, events = theirs._play(action)
    if plain(ours.events(action)) != plain(events):
        raise DifferenceError(f"events of {action}: package {ours.events(action)}, reference {events}")
    differential_trek12.compare(ours.apply(action), after)
    tally.decisions += bool(legal)
    return True
