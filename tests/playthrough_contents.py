"""What a playthrough has to show: each test looks at one game step by step, and the seed is one for which it holds."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import spielwerk as sw
from tests.reference import thurn_and_taxis as reference


class Step(NamedTuple):
    """A position, the id that was chosen there, and what it did; the last position of a game has neither."""

    state: sw.State
    chosen: int | None
    events: Sequence[tuple[str, int, int, int]]


def at_random(state: sw.State, rng: sw.Rng) -> int:
    """Every legal action equally likely."""
    return state.sample_action(rng)


def builder(state: sw.State, rng: sw.Rng) -> int:
    """Thurn and Taxis: an action of the builder, found by the second implementation (TT-89)."""
    options = {name: value for name, value in state.game.options.items() if value is not None}
    twin = reference.load(options).state_from_dict(state.to_dict())
    choice: int = rng.choice(reference.builder_choices(twin))
    return choice


def eager(state: sw.State, rng: sw.Rng) -> int:
    """Dungeon Petz: any action but those that do nothing, as long as there are others (DP-148)."""
    legal = state.legal_actions()
    return rng.choice([action for action in legal if action not in (0, 61, 89, 237)] or legal)


def petz_at_work(steps: Sequence[Step]) -> bool:
    """Dungeon Petz: pets that are sold, caught, mutate and cost points; the crystal ball, a book and a potion
    that is paid for (DP-45, DP-57, DP-64 to DP-95).
    """
    seen = {event[0] for step in steps for event in step.events}
    return seen >= {"sale", "catch", "mutation", "lose_pet", "lose_vp", "play", "crystal", "book", "discard", "suffer"}


def doubled_card(steps: Sequence[Step]) -> bool:
    """Dungeon Petz: cards assigned with both needs (DP-60), a potion (DP-78) and a sale, all by the same player."""
    events = [event for step in steps for event in step.events]
    doubled = {event[1] for event in events if event[0] == "assign" and 24 <= event[3] < 48}
    paid, sold = ({event[1] for event in events if event[0] == name} for name in ("discard", "sale"))
    return bool(doubled & paid & sold)


def natural_end(steps: Sequence[Step]) -> bool:
    """Thurn and Taxis: a close with the cartwright (TT-33) and an end by the game-end tile (TT-46)."""
    officials = {event[2] for step in steps for event in step.events if event[0] == "official"}
    return 4 in officials and bool(steps[-1].state.winners())


def any_game(steps: Sequence[Step]) -> bool:
    """Every game will do."""
    return len(steps) > 1


def link_choices(steps: Sequence[Step]) -> bool:
    """Trek 12: one move that chooses below and then above (TK-62)."""
    return any(_links_open(step.state) == (True, True) for step in steps)


def defeat(steps: Sequence[Step]) -> bool:
    """Trek 12: one player is defeated without a move (TK-42) and the other finishes the sheet."""
    defeats = [event for step in steps for event in step.events if event[0] == "defeat"]
    lost = [player["lost"] for player in steps[-1].state.to_dict()["players"]]
    return [event[2] for event in defeats] == [-1] and lost.count(False) == 1


def shared_top(steps: Sequence[Step]) -> bool:
    """Trek 12: two players fill the top circle in the same round and are paid together (TK-51)."""
    return any(sorted(event[1] for event in step.events if event[0] == "top") == [0, 1] for step in steps)


def wave_face(steps: Sequence[Step]) -> bool:
    """Trek 12: a number that fits its circle becomes a face because it would be linked with a wave, and another one
    because it would be linked from a wave (TK-52).
    """
    board = steps[0].state.game.tables()["boards"][0]
    waves = set(board["specials"]["waves"])
    largest = {circle["id"]: circle["max"] for circle in board["circles"]}
    places = {
        circle
        for step in steps
        for name, seat, circle, value in step.events
        if name == "face"
        and value <= largest[circle]
        and any(
            (circle in waves or other in waves) and abs(number - value) == 1
            for other, number in _numbers_beside(step.state, board, seat, circle)
        )
    }
    return bool(places & waves) and bool(places - waves)


def _links_open(state: sw.State) -> tuple[bool, bool]:
    choice = state.to_dict()["choice"]
    return (bool(choice["below"]), bool(choice["above"])) if choice else (False, False)


def _numbers_beside(state: sw.State, board: dict[str, Any], seat: int, circle: int) -> list[tuple[int, int]]:
    """The neighbours of a circle that hold a number, each with it."""
    numbers = state.to_dict()["players"][seat]["numbers"]
    beside = [b if a == circle else a for a, b in board["edges"] if circle in (a, b)]
    return [(other, numbers[other]) for other in beside if isinstance(numbers[other], int)]
