"""Plays the same ids of Trek 12 through the package and through the plain reference and compares what both can tell.

A difference raises :class:`DifferenceError`, whose message holds what it takes to see it again.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import spielwerk as sw
from tests.differential import SEED_VARIABLE, DifferenceError, plain
from tests.differential_parts import (
    Tally,
    compare_decision,
    compare_fields,
    compare_places,
    compare_refusals,
    compare_rows,
    compare_sheets,
    require,
)
from tests.reference import random_boards, trek12
from tests.reference.trek12 import (
    FACE,
    ITEMS,
    OPERATIONS,
    OPTION_VALUES,
    Board,
    Event,
    Mark,
    Rules,
    Sheet,
    State,
    Trek12,
)
from tests.reference.trek12_boards import read_boards
from tests.reference.trek12_positions import boxes_suffice
from tests.reference.trek12_rules import write

BOARDS: Final = tuple(board["id"] for board in trek12.TABLES["boards"])
Choose = Callable[[State, list[int], random.Random], int]


# ---- ways to choose ----


def uniform(state: State, legal: list[int], rng: random.Random) -> int:
    """Every id equally likely."""
    return rng.choice(legal)


def greedy(state: State, legal: list[int], rng: random.Random) -> int:
    """TK-97: long ropes and large areas."""
    return rng.choice(trek12.greedy_choices(state))


def rare(state: State, legal: list[int], rng: random.Random) -> int:
    """Of some ids one after which something happens that seldom does: choices, failures, areas, defeats."""
    return max(rng.sample(legal, min(len(legal), 12)), key=lambda action: (_rarity(state, action), rng.random()))


def _rarity(state: State, action: int) -> float:
    sheet, choice, events = state._decide(action)
    sides = 0 if choice is None else bool(choice.below) + bool(choice.above)
    names = Counter(name for name, _, _, _ in events)
    # Free slots are what choices are made of.
    usual = names["area"] + names["face"] / 4 - 2 * names["link"]
    return 4 * sides**2 + 2 * names["defeat"] + len(sheet.failed) + usual


def at_the_limit(state: State, legal: list[int], rng: random.Random) -> int:
    """Small values first, so that only sums and products are left: faces, and defeats where these lose."""
    n = state.rules.board.n
    places = [action for action in legal if action < state.first_link]
    if not places:
        return rng.choice(legal)
    row = min((action // n % 5, action // n) for action in places)[1]
    return rng.choice([action for action in places if action // n == row])


def first(state: State, legal: list[int], rng: random.Random) -> int:
    """The smallest id."""
    return legal[0]


CHOICES: Final[Sequence[tuple[Choose, float]]] = ((uniform, 5), (rare, 4), (greedy, 1), (at_the_limit, 2), (first, 0.5))


# ---- games ----


@cache
def _board(board: str) -> Trek12:
    return Trek12(board=board)


def shipped(board: str, players: int, options: dict[str, Any]) -> tuple[sw.Game, Trek12]:
    """Both makings of a game on a built-in board; the reference reads its table once, since that takes long."""
    reference = copy.copy(_board(board))
    reference.players = players
    reference.rules = Rules(reference.rules.board, {**reference.rules.options, **options})
    return sw.load("trek12", board=board, players=players, **options), reference


def random_options(rng: random.Random) -> dict[str, Any]:
    """All crossed; often the defaults, and only those that differ are passed (TK-58)."""
    if rng.random() < 0.2:
        return {}
    return {name: value for name, values in OPTION_VALUES.items() if (value := rng.choice(values)) != values[0]}


def random_game(rng: random.Random, index: int) -> tuple[sw.Game, Trek12, dict[str, Any]]:
    """Game ``index`` of a run: each built-in board in turn, every third time a board file; and its options."""
    options = random_options(rng)
    players = 12 if index % 60 == 17 else rng.choice([1, 1, 2, 2, 3, 4])
    if index % 3 != 2:
        board = BOARDS[(index // 3 * 2 + index % 3) % len(BOARDS)]
        pair = shipped(board, players, options)
        return *pair, {"board": board, "players": players, **options}
    text = random_boards.random_board_file(rng)
    ids = [board.id for board in read_boards(text)]
    given: dict[str, Any] = {"board_file": text, "players": players, **options}
    if (board := rng.choice([None, *ids])) is not None:
        given["board"] = board
    return sw.load("trek12", **given), Trek12(**given), given


# ---- composed positions ----


def composed(reference: Trek12, rng: random.Random) -> dict[str, Any]:
    """A study position (TK-96) such as random games hardly ever reach: crowded neighbourhoods, free slots, defeats."""
    filled = rng.randrange(reference.rules.board.n)
    return {
        "round": filled,
        "players": [_composed_sheet(reference.rules, filled, rng).to_dict() for _ in range(reference.players)],
    }


def _composed_sheet(rules: Rules, filled: int, rng: random.Random) -> Sheet:
    board, low = rules.board, rng.randrange(11)
    values = rng.choice([[low, low + 1, low + 2], [low, low + 2], list(range(13))])
    numbers: list[Mark] = [None] * board.n
    for circle in rng.sample(range(board.n), filled):
        value = rng.choice(values)
        numbers[circle] = FACE if value > board.largest[circle] or rng.random() < 0.05 else value
    links: list[tuple[int, int]] = []
    share = rng.choice([0.0, 0.3, 1.0])
    for pair in rng.sample(board.edges, len(board.edges)):
        below, above = pair if rng.random() < 0.5 else pair[::-1]
        joined = can_be_linked(board, numbers, links, below, above) and not board.waves & {below, above}
        if joined and rng.random() < share:
            links.append((below, above))
    ticked = [[0] * len(OPERATIONS) for _ in board.limits]
    sheet = Sheet(tuple(numbers), tuple(map(tuple, ticked)), tuple(sorted(links)))
    for _ in range(rng.choice([0, filled, filled])):
        table, operation = rng.randrange(len(ticked)), rng.randrange(len(OPERATIONS))
        if ticked[table][operation] < board.limits[table][operation]:
            ticked[table][operation] += 1
            more = replace(sheet, ticked=tuple(map(tuple, ticked)))
            if not boxes_suffice(rules, more):
                break
            sheet = more
    partners = [c for c in range(board.n) if board.partners[c] and isinstance(numbers[c], int)]
    stays = rules.options["prelink_failure"] == "number_stays"
    return replace(
        sheet,
        failed=tuple(c for c in partners if stays and rng.random() < 0.2),
        lost=rng.random() < 0.1,
        flags=tuple(c for c in board.flags if rng.random() < 0.2),
        top=tuple(c for c in board.top if rng.random() < 0.2),
    )


def can_be_linked(
    board: Board, numbers: Sequence[Mark], links: Sequence[tuple[int, int]], below: int, above: int
) -> bool:
    """TK-15, TK-16."""
    value = numbers[above]
    if not isinstance(value, int):
        return False
    candidates, _ = trek12.candidates(board, numbers, links, above, value)
    return below in candidates and all(above != high for _, high in links)


# ---- comparing ----


def compare(ours: sw.State, theirs: State) -> list[int]:
    """What each decision needs; returns the legal ids."""
    return compare_decision(ours, theirs, theirs.phase == "over", theirs.phase == "roll")


def compare_standings(ours: sw.State, theirs: State) -> None:
    """Scores, ranks, winners; and the sheets once more from the package's numbers and links alone (TK-76)."""
    rules = theirs.rules
    compare_places(ours, theirs)
    for seat, player in enumerate(ours.to_dict()["players"]):
        again = trek12.score_numbers(
            rules.board,
            player["numbers"],
            [(low, high) for low, high in player["links"]],
            bonus_table=rules.options["bonus_table"],
            face_penalty=rules.options["face_penalty"],
            **{key: player[key] for key in ("failed", "flags", "top", "lost")},
        )
        require(f"sheet of seat {seat} from numbers and links", ours.score_sheet(seat), again)


def compare_views(ours: sw.State, theirs: State) -> int:
    """What each seat may see (TK-60), field by field; returns how many views these are."""
    for seat in range(len(theirs.sheets)):
        compare_fields(ours, seat, view_of(theirs, seat))
    return len(theirs.sheets)


def view_of(state: State, seat: int) -> dict[str, list[int]]:
    """The fields as ``Game.observation_spec`` describes them, from what the reference lets the seat see."""
    board, n, players = state.rules.board, state.rules.board.n, len(state.sheets)
    seen = trek12.observe_sheets(state, seat)
    sheets = [seen[(seat + k) % players] for k in range(players)]
    limits = [limit for table in board.limits for limit in table]
    view: dict[str, list[int]] = {"numbers": [], "link_above": [], "failed": [], "boxes": [], "flags": [], "top": []}
    for sheet in sheets:
        marks = sheet["numbers"]
        view["numbers"] += [0 if mark is None else 14 if mark == FACE else 1 + mark for mark in marks]
        above = dict(sheet["links"])
        view["link_above"] += [1 + above[circle] if circle in above else 0 for circle in range(n)]
        for key in ("failed", "flags", "top"):
            view[key] += [int(circle in sheet[key]) for circle in range(n)]
        ticked = [count for table in sheet["ticked"] for count in table]
        view["boxes"] += [limit - count for limit, count in zip(limits, ticked, strict=True)]
    view["lost"] = [int(sheet["lost"]) for sheet in sheets]
    view["dice"] = [0, 0] if state.roll is None else list(state.roll)
    view["round"] = [state.round]
    turn = {trek12.CHANCE: players, trek12.TERMINAL: players + 1}
    actor = turn.get(state.current_player, (state.current_player - seat) % players)
    view["to_move"] = [int(actor == k) for k in range(players + 2)]
    choice = state.choice if state.seat == seat else None
    move = sheets[0]["move"]
    row, chosen = (None, None) if move is None else (move["row"], move["circle"])
    view["moved"] = [int(move is not None)]
    view["move_row"] = [int(k == row) for k in range(len(limits))]
    view["move_circle"] = [int(circle == chosen) for circle in range(n)]
    view["choice_below"] = [int(choice is not None and circle in choice.below) for circle in range(n)]
    view["choice_above"] = [int(choice is not None and circle in choice.above) for circle in range(n)]
    return view


def compare_copies(ours: sw.State, theirs: State, game: Trek12, rng: random.Random, strict: bool) -> None:
    """Each reads the other's dict as a position that a game leads to (TK-95, TK-96), and so is what a seat that does
    not know better takes for possible (TK-99).
    """
    require("copy of the reference's dict", ours.game.state_from_dict(theirs.to_dict(), strict), ours)
    require("copy of the package's dict", game.state_from_dict(ours.to_dict(), strict).to_dict(), theirs.to_dict())
    if strict:
        theirs.check()
    require("broken invariants", ours.check(), [])
    seat = rng.randrange(len(theirs.sheets))
    other = ours.resample_hidden(seat, sw.Rng(rng.getrandbits(64)))
    twin = game.state_from_dict(other.to_dict(), strict)
    require("resampled state", other.to_dict(), twin.to_dict())
    require("view of a resampled state", other.observation(seat).tolist(), ours.observation(seat).tolist())
    if theirs.seat == seat:
        require("legal ids of a resampled state", other.legal_actions(), theirs.legal_actions())
    require("own sheet in a resampled state", other.to_dict()["players"][seat], theirs.sheets[seat].to_dict())


def compare_words(game: sw.Game, theirs: State, rng: random.Random, reached: bool) -> None:
    """The questions that `spielwerk.trek12` answers about single sheets, those of two seats."""
    rules, words = theirs.rules, sw.trek12
    board = rules.board
    one, two = rng.choice(theirs.sheets), rng.choice(theirs.sheets)
    numbers, links, failed = one.numbers, one.links, one.failed
    score = rules.score(replace(one, lost=False))
    require("score", words.score(game, numbers, links, failed=failed, flags=one.flags, top=one.top), score)
    require("ropes", words.ropes(game, numbers, links), trek12.ropes(links))
    require("areas", words.areas(game, numbers), trek12.areas(board, numbers))
    alone = trek12.isolated_circles(board, numbers, links, failed)
    require("isolated", words.isolated(game, numbers, links, failed=failed), alone)
    require("open circles", words.open_circles(game, numbers), trek12.open_circles(board, one))
    sheets = [words.Sheet(game, s.numbers, s.links, s.failed, s.flags, s.top) for s in (one, two)]
    harmony = trek12.compatibility(board, one, two, rules.options["compatibility_roses"])
    require("compatibility", words.compatibility(*sheets), harmony)
    for circle in (c for c in range(board.n) if numbers[c] is None):
        for value in rng.sample(range(31), 3):
            mark, _, below, above = write(rules, one, circle, value)
            expected = (tuple(below), tuple(above), mark == FACE)
            if board.over12_loses and value > 12:
                expected = ((), (), False)
            found = words.candidates(game, numbers, links, circle, value)
            require(f"candidates of {value} in circle {circle}", tuple(found), expected)
    assumed = compare_assumed_links(game, theirs.rules, numbers)
    if reached and assumed is not None:
        require("the links that the numbers leave no doubt about", assumed, list(links))


def compare_assumed_links(game: sw.Game, rules: Rules, numbers: Sequence[Mark]) -> object:
    """TK-98: the same links, or both say that the numbers do not tell (None)."""
    try:
        mine: object = sw.trek12.assumed_links(game, numbers)
    except sw.errors.AmbiguousLinksError:
        mine = None
    try:
        reference: object = trek12.assumed_links(rules.board, numbers, rules.options["wave_failure"])
    except ValueError:
        reference = None
    require(f"assumed links of {numbers}", mine, reference)
    return mine


# ---- whole games ----

COMMON: Final = (
    *("choice below", "choice above", "links on both sides", "area of three or more", "face over the limit"),
    *("face beside a partner", "face by a wave", "linked with a partner", "failed and stays", "wave without a link"),
    *("flag", "flag for several", "top", "top for several", "defeat chosen", "shared circle", "box of the other zone"),
    *("tie at the end", "start circle", "board file"),
    *(f"item {item}" for item in ITEMS if item != "sofa_fridge"),
)
"""What each run must have met."""
RARE: Final = (
    *("both choices", "top by a face", "flag by a face", "defeat at the roll", "defeat after another's move"),
    *("all defeated", "some defeated", "twelve players", "item sofa_fridge"),
)
"""What a long run must have met, too."""


def _features(before: State, action: int, events: list[Event], after: State) -> set[str]:
    """What the run must have met."""
    found = {name for name, seat, _, _ in events if name in ("flag", "top")}
    paid = Counter((name, place) for name, _, place, _ in events if name in ("flag", "top"))
    found |= {f"{name} for several" for (name, _), count in paid.items() if count > 1}
    for name, seat, place, _ in events:
        if name in ("flag", "top") and after.sheets[seat].numbers[place] == FACE:
            found.add(f"{name} by a face")
        if name == "defeat":
            moved = "defeat at the roll" if before.seat is None else "defeat after another's move"
            found.add(moved if place < 0 else "defeat chosen")
    if before.seat is not None and before.choice is None:
        found |= _placed(before, action, events, after)
    if after.phase == "over":
        found |= _ended(after)
    return found


def _placed(before: State, action: int, events: list[Event], after: State) -> set[str]:
    """The same of a placement."""
    seat, board = before.seat, before.rules.board
    assert seat is not None
    old, new = before.sheets[seat], after.sheets[seat]
    row, circle = divmod(action, board.n)
    below, above = (after.choice.below, after.choice.above) if after.choice is not None else ((), ())
    value = {name: amount for name, _, _, amount in events}
    links = {place for name, _, place, _ in events if name == "link"}
    partners = [p for p in board.partners[circle] if old.numbers[p] is not None]
    fits = "face" in value and value["face"] <= board.largest[circle]
    sides = trek12.candidates(board, old.numbers, old.links, circle, value.get("number", -9))
    rivals = [c for side in sides for c in side]
    found = {
        "choice below": bool(below),
        "choice above": bool(above),
        "both choices": bool(below and above),
        "links on both sides": len(links) == 2,
        "area of three or more": value.get("area", 0) > 2,
        "face over the limit": "face" in value and not fits,
        "face beside a partner": fits and bool(partners),
        "face by a wave": fits and not partners,
        "linked with a partner": bool(links & set(partners)),
        "failed and stays": len(new.failed) > len(old.failed),
        "wave without a link": "number" in value and bool(rivals) and not links and not below and not above,
        "shared circle": board.zone_of[circle] is None,
        "box of the other zone": board.zone_of[circle] not in (None, row // 5),
        "start circle": old.filled == 0 and bool(board.start),
    }
    return {name for name, so in found.items() if so}


def _ended(after: State) -> set[str]:
    """The same of a game that is over."""
    lost = [sheet.lost for sheet in after.sheets]
    sheets = [after.score_sheet(seat) for seat in range(len(lost))]
    found = {f"item {item}" for item in ITEMS if any(sheet[item] for sheet in sheets)}
    found |= {"all defeated"} if all(lost) else {"some defeated"} if any(lost) else set()
    found |= {"tie at the end"} if len(after.winners()) > 1 else set()
    return found | ({"twelve players"} if len(lost) == 12 else set())


@dataclass(frozen=True)
class Shares:
    """The shares of states at which more is compared than each decision needs: the reference takes its time."""

    sheets: float = 0.25
    standings: float = 0.05
    views: float = 0.1
    copies: float = 0.03
    words: float = 0.02
    refusals: float = 0.001


def play(seed: int, index: int, tally: Tally, shares: Shares) -> None:
    """Game ``index`` of a run."""
    rng = random.Random(f"{seed}/{index}")
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    ids: list[int] = []
    choose = rng.choices([choose for choose, _ in CHOICES], [weight for _, weight in CHOICES])[0]
    try:
        game, reference, options = random_game(rng, index)
        if rng.random() < 0.25:
            position = composed(reference, rng)
            ours, theirs = (
                game.state_from_dict(position, strict=False),
                reference.state_from_dict(position, strict=False),
            )
        else:
            ours, theirs = game.initial_state(), reference.initial_state()
        while True:
            legal = compare(ours, theirs)
            over = theirs.phase == "over"
            if over or rng.random() < shares.sheets:
                compare_sheets(ours, theirs)
            if over or rng.random() < shares.standings:
                compare_standings(ours, theirs)
            if rng.random() < shares.views:
                tally.views += compare_views(ours, theirs)
            if rng.random() < shares.copies:
                compare_copies(ours, theirs, reference, rng, position is None)
                tally.copies += 1
            if rng.random() < shares.words:
                compare_words(game, theirs, rng, position is None)
                tally.words += 1
            if rng.random() < shares.refusals:
                tally.refusals += compare_refusals(ours, theirs, theirs.first_link + 2 * theirs.rules.board.n)
            if over:
                break
            if theirs.phase == "roll":
                action = rng.choice(theirs.chance_outcomes())[0]
                tally.chance_nodes += 1
            else:
                action = choose(theirs, legal, rng)
                tally.decisions += 1
            after, events = theirs._play(action)
            require(f"events of {action}", plain(ours.events(action)), plain(events))
            ids.append(action)
            tally.features.update(_features(theirs, action, events, after))
            ours, theirs = ours.apply(action), after
    except Exception as error:
        raise DifferenceError(
            f"{SEED_VARIABLE}={seed}, game {index}, options {options}, {choose.__name__}, position {position}, "
            f"step {len(ids)}, after the ids {ids}: {error!r}"
        ) from error
    tally.games += 1
    tally.features["board file"] += "board_file" in options


def run(seed: int, first: int, decisions: int, shares: Shares) -> Tally:
    """Games ``first``, ``first + 1``, ... until so many decisions were compared."""
    tally = Tally()
    while tally.decisions < decisions:
        play(seed, first + tally.games, tally, shares)
    return tally


def replay_greedy(seed: int, index: int, tally: Tally) -> None:
    """A simulated game with the policy greedy, played again with the reference and the same generator (TK-97).

    The generator is asked for a roll, for the rank of a legal action, or for the rank among the greedy choices. Whoever
    had other choices would soon be in another game.
    """
    rng = random.Random(f"{seed}/greedy/{index}")
    options: dict[str, Any] = {}
    ids: list[int] = []
    policies: list[str] = []
    try:
        game, reference, options = random_game(rng, 3 * index + rng.randrange(3))
        players = reference.players
        policies = [rng.choice(["greedy", "greedy", "random"]) for _ in range(players)]
        policies[rng.randrange(players)] = "greedy"
        row = sw.simulate(game, 1, seed, first_index=index, policies=policies, threads=1)
        stream, state, decisions = sw.Rng(seed, index), reference.initial_state(), 0
        while state.phase != "over":
            if state.seat is None:
                action = stream.below(36)
            else:
                is_greedy = policies[state.seat] == "greedy"
                action = stream.choice(trek12.greedy_choices(state) if is_greedy else state.legal_actions())
                decisions += 1
                tally.policy += is_greedy
            ids.append(action)
            state = state.apply(action)
        compare_rows(row, state, decisions)
    except Exception as error:
        raise DifferenceError(
            f"{SEED_VARIABLE}={seed}, greedy game {index}, options {options}, {policies}, step {len(ids)}, "
            f"the reference's ids {ids}: {error!r}"
        ) from error
