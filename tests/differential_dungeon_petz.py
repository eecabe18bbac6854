"""Plays the same ids of Dungeon Petz through the package and through the plain reference and compares both.

A difference raises :class:`DifferenceError`, whose message holds what it takes to see it again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import spielwerk as sw
from tests.differential import SEED_VARIABLE, DifferenceError, plain
from tests.differential_dungeon_petz_features import ended, features
from tests.differential_dungeon_petz_views import view_of
from tests.differential_dungeon_petz_words import compare_words
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
from tests.reference import dungeon_petz_views as views
from tests.reference.dungeon_petz import ACTIONS, CHOICES, SWITCHES, DungeonPetz, State
from tests.reference.dungeon_petz_setup import OUTCOMES
from tests.reference.random_tables import random_tables_file

FIRST_IDS: Final = (
    *(0, 1, 11, 43, 53, 61, 62, 65, 67, 70, 73, 77, 81, 85, 89, 90, 114, 115, 139, 163, 167, 171, 175, 179),
    *(180, 185, 188, 192, 193, 217, 221, 237, 238, 242, 243),
)
"""The first id of each family (section M)."""
IDLE: Final = {*views.DECLINING, 170, 179, 184, 187, 192, 242, 245}
"""Ids that decline, or leave something undone that could be done."""

Choose = Callable[[State, list[int], random.Random], int]


# ---- ways to choose ----


def uniform(state: State, legal: list[int], rng: random.Random) -> int:
    """Every id equally likely."""
    return rng.choice(legal)


def eager(state: State, legal: list[int], rng: random.Random) -> int:
    """DP-148: more groups, pets and sales."""
    return rng.choice([action for action in legal if action not in views.DECLINING] or legal)


def eager_with_slips(state: State, legal: list[int], rng: random.Random) -> int:
    return rng.choice(legal) if rng.random() < 0.15 else eager(state, legal, rng)


def by_family(state: State, legal: list[int], rng: random.Random) -> int:
    """Every family equally likely, then every id in it."""
    family = [max(first for first in FIRST_IDS if first <= action) for action in legal]
    chosen = rng.choice(sorted(set(family)))
    return rng.choice([action for action, one in zip(legal, family, strict=True) if one == chosen])


def carer(state: State, legal: list[int], rng: random.Random) -> int:
    """Keeps imps at home and does what keeps a pet: large displays, decks that run out (DP-56), tools in use."""
    if 0 in legal and rng.random() < 0.4:
        return 0
    return rng.choice([action for action in legal if action not in IDLE] or legal)


def collector(state: State, legal: list[int], rng: random.Random) -> int:
    """Artifacts and potions first, and potions in the place of cards (DP-78)."""
    liked = [action for action in legal if action in (56, 58) or 163 <= action <= 166 or 90 <= action <= 113]
    return rng.choice(liked) if liked and rng.random() < 0.6 else carer(state, legal, rng)


def miser(state: State, legal: list[int], rng: random.Random) -> int:
    """Many imps in small groups, food and gold unspent, nothing done for the pets."""
    if state.point in ("group", "gold"):
        return legal[min(1, len(legal) - 1)] if state.point == "group" and rng.random() < 0.7 else legal[0]
    if state.phase == "needs":
        return rng.choice([action for action in legal if action in IDLE] or legal)
    return eager(state, legal, rng)


def first(state: State, legal: list[int], rng: random.Random) -> int:
    """The smallest id."""
    return legal[0]


CHOICES_OF_PLAY: Final[Sequence[tuple[Choose, float]]] = (
    *((uniform, 3), (eager, 3), (eager_with_slips, 4), (by_family, 3), (carer, 4), (collector, 4), (miser, 1)),
    (first, 0.3),
)


# ---- games ----


def random_game(rng: random.Random, index: int) -> tuple[sw.Game, DungeonPetz, dict[str, Any]]:
    """Game ``index`` of a run: 2, 3 and 4 players in turn, any options crossed (section K), every third time tables of
    its own (DP-150).
    """
    players = 2 + index % 3
    options: dict[str, Any] = {"players": players}
    more: dict[str, Any] = {name: rng.choice(words) for name, words in CHOICES.items()}
    more |= {name: rng.random() < 0.4 for name in SWITCHES}
    more |= {"exhibition_cap": rng.choice([None, 10]), "start_player": rng.choice(["random", rng.randrange(players)])}
    # One that is left out has its default.
    options |= {name: value for name, value in more.items() if rng.random() < 0.8}
    if index // 3 % 3 == 2:
        options["tables_file"] = random_tables_file(rng).decode()
    return sw.load("dungeon_petz", **options), DungeonPetz(options), options


def enriched(theirs: State, rng: random.Random) -> dict[str, Any]:
    """The position before a round's grouping with more in it: artifacts, imps on the platform, food, gold, tokens. What
    is rare in games, and together rarer, is common in those that go on from here.
    """
    form = theirs.to_dict()
    kinds = theirs.rules.tables.artifacts
    owner = rng.choice(form["players"])  # some artifacts do more together
    for artifact in _left(theirs, form, "artifact", rng):
        box = int(kinds[artifact].kind == "magic_box" and rng.random() < 0.6)
        lucky = owner if rng.random() < 0.6 else rng.choice(form["players"])
        lucky["artifacts"].append({"artifact": artifact, "colour": None, "food": box})
    if theirs.round == theirs.rules.course.rounds:
        _more_pets(theirs, form, rng)
    for player in form["players"]:
        player["artifacts"].sort(key=lambda held: held["artifact"])
        player["gold"] = rng.choice([0, player["gold"], rng.randint(0, 5), rng.randint(20, 50)])
        for kind in ("vegetables", "meat"):
            player[kind] = [count + rng.choice([0, 0, 1, 3]) for count in player[kind]]
        for place in ("platform", "hospital"):
            if player["home"] > 1 and rng.random() < 0.5:
                player["home"] -= 1
                player[place] += 1
        for plot in player["plots"]:
            plot["manure"] += rng.choice([0, 0, 1, 4]) if plot["cage"] is not None else 0
            if plot["pet"] is not None:
                plot["pet"]["mutation"] = rng.choice([plot["pet"]["mutation"], 1])
                plot["pet"]["suffering"] = rng.randrange(plot["pet"]["size"] - 1)
    return form


def late_position(reference: DungeonPetz, rng: random.Random) -> State:
    """The grouping of the last round, seldom of an earlier one, in an enriched position."""
    state, last = reference.initial_state().copy(), reference.rules.course.rounds
    wanted = rng.choice([2, 3, last, last, last, last])
    while not (state.round == wanted and state.point == "group" and state.seat == state.order[0]):
        state.run(drawn(state, rng) if state.point == "deal" else eager(state, state.legal_actions(), rng))
        if state.round > wanted or state.point is None:
            return reference.initial_state()  # the first of the order was not asked: no imp was at home
    return reference.state_from_dict(enriched(state, rng))


def _left(theirs: State, form: dict[str, Any], kind: str, rng: random.Random) -> list[int]:
    """Most of the tiles that nobody will use any more, taken out of the game's box."""
    removed = form["removed"]["pets" if kind == "young" else f"{kind}s"]
    kinds = theirs.rules.tables.artifacts
    left = [tile for tile in (*theirs.unseen(kind), *removed) if rng.random() < 0.9]
    if kind == "artifact":
        left = [tile for tile in left if kinds[tile].kind != "book"]
    removed[:] = [tile for tile in removed if tile not in left]
    return rng.sample(left, len(left))


def _more_pets(theirs: State, form: dict[str, Any], rng: random.Random) -> None:
    """In the last round nothing is dealt any more, so that all that is left may lie on displays."""
    cages, pets, addons = (_left(theirs, form, kind, rng) for kind in ("cage", "young", "addon"))
    plots = [plot for player in form["players"] for plot in player["plots"]]
    for plot in rng.sample(plots, len(plots)):
        if plot["cage"] is None and cages:
            plot["cage"] = cages.pop()
        if plot["cage"] is not None and plot["pet"] is None and pets and rng.random() < 0.7:
            tokens = {"suffering": 0, "mutation": 0}
            plot["pet"] = {"pet": pets.pop(), "size": rng.choice([4, 4, 5, 6, 7]), **tokens, "cards": []}
        if plot["addon"] is None and addons and rng.random() < 0.5:
            plot["addon"] = addons.pop()


def drawn(state: State, rng: random.Random) -> int:
    """An outcome of a chance event, as likely as it is."""
    outcomes = state.chance_outcomes()
    return rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]


# ---- comparing ----


def compare(ours: sw.State, theirs: State) -> list[int]:
    """What each decision needs; returns the legal ids."""
    return compare_decision(ours, theirs, theirs.point is None, theirs.point == "deal")


def compare_standings(ours: sw.State, theirs: State) -> None:
    """Sheets with their items in order, scores, ranks, winners (DP-108, DP-166)."""
    compare_sheets(ours, theirs)
    compare_places(ours, theirs)
    require("cut off", ours.is_truncated, False)


def compare_views(ours: sw.State, theirs: State) -> int:
    """What each seat may know (DP-123, DP-124, DP-175), field by field; returns how many views these are."""
    for seat in range(theirs.rules.players):
        # A byte of 255 stands for more.
        clamped = {name: [min(number, 255) for number in entries] for name, entries in view_of(theirs, seat).items()}
        compare_fields(ours, seat, clamped)
    return theirs.rules.players


def compare_copies(ours: sw.State, theirs: State, game: DungeonPetz, rng: random.Random) -> None:
    """Each reads the other's dict, and so is what a seat that does not know better takes for possible (DP-170, DP-171,
    DP-175).
    """
    require("copy of the reference's dict", ours.game.state_from_dict(theirs.to_dict()), ours)
    require("copy of the package's dict", game.state_from_dict(ours.to_dict()).to_dict(), theirs.to_dict())
    require("copy through bytes", ours.game.state_from_bytes(ours.to_bytes()), ours)
    require("broken invariants", ours.check(), [])
    seat = rng.randrange(theirs.rules.players)
    other = ours.resample_hidden(seat, sw.Rng(rng.getrandbits(64)))
    twin = game.state_from_dict(other.to_dict())
    require("resampled state", other.to_dict(), twin.to_dict())
    require("what a seat knows of a resampled state", views.observe(twin, seat), views.observe(theirs, seat))
    require("view of a resampled state", other.observation(seat).tolist(), ours.observation(seat).tolist())
    require("legal ids of a resampled state", other.legal_actions(), twin.legal_actions())
    if theirs.current_player == seat:
        require("own legal ids of a resampled state", other.legal_actions(), theirs.legal_actions())


# ---- whole games ----


@dataclass(frozen=True)
class Shares:
    """The shares of states at which more is compared than each decision needs: the reference takes its time."""

    standings: float = 0.1
    views: float = 0.05
    copies: float = 0.03
    words: float = 0.05
    refusals: float = 0.002


def play(seed: int, index: int, tally: Tally, shares: Shares) -> None:
    """Game ``index`` of a run, three of four from a late position on."""
    rng = random.Random(f"{seed}/{index}")
    options: dict[str, Any] = {}
    ids: list[int] = []
    position: dict[str, Any] | None = None
    late = False
    choose = rng.choices([choose for choose, _ in CHOICES_OF_PLAY], [weight for _, weight in CHOICES_OF_PLAY])[0]
    try:
        game, reference, options = random_game(rng, index)
        ours, theirs = game.initial_state(), reference.initial_state()
        if late := index % 4 != 0:
            theirs = late_position(reference, rng)
            choose = rng.choice([carer, carer, choose])  # there is much to do
            position = theirs.to_dict()
            ours = game.state_from_dict(position)
        while True:
            legal = compare(ours, theirs)
            over = theirs.point is None
            if over or rng.random() < shares.standings:
                compare_standings(ours, theirs)
            if over or rng.random() < shares.views:
                tally.views += compare_views(ours, theirs)
            if over or rng.random() < shares.copies:
                compare_copies(ours, theirs, reference, rng)
                tally.copies += 1
            if over or rng.random() < shares.words:
                tally.words += compare_words(ours, theirs, rng)
            if rng.random() < shares.refusals:
                tally.refusals += compare_refusals(ours, theirs, ACTIONS)
                require("size of the outcome space", game.num_outcomes, OUTCOMES)
            if over:
                break
            if theirs.point == "deal":
                action = drawn(theirs, rng)
                tally.chance_nodes += 1
            else:
                action = choose(theirs, legal, rng)
                tally.decisions += 1
            after, events = theirs._act(action)
            require(f"events of {action}", plain(ours.events(action)), plain(events))
            ids.append(action)
            tally.features.update(features(theirs, action, events, after))
            ours, theirs = ours.apply(action), after
    except Exception as error:
        raise DifferenceError(
            f"{SEED_VARIABLE}={seed}, game {index}, options {options}, {choose.__name__}, position {position}, "
            f"step {len(ids)}, after the ids {ids}: {error!r}"
        ) from error
    tally.games += 1
    tally.late += late
    tally.features.update(ended(theirs))
    tally.features["tables file"] += "tables_file" in options


def run(seed: int, first_game: int, decisions: int, shares: Shares) -> Tally:
    """Games ``first_game``, ``first_game + 1``, ... until so many decisions were compared."""
    tally = Tally()
    while tally.decisions < decisions:
        play(seed, first_game + tally.games, tally, shares)
    return tally


def replay_eager(seed: int, index: int, tally: Tally) -> None:
    """A simulated game with the policy eager, played again with the reference and the same generator (DP-148).

    The generator is asked for the rank of an outcome by its weight, of a legal action, or of one of the eager choices.
    Whoever had other choices would soon be in another game.
    """
    rng = random.Random(f"{seed}/eager/{index}")
    options: dict[str, Any] = {}
    ids: list[int] = []
    policies: list[str] = []
    try:
        game, reference, options = random_game(rng, index)
        players = reference.rules.players
        policies = [rng.choice(["eager", "eager", "random"]) for _ in range(players)]
        policies[rng.randrange(players)] = "eager"
        row = sw.simulate(game, 1, seed, first_index=index, policies=policies, threads=1)
        stream, state, decisions = sw.Rng(seed, index), reference.initial_state(), 0
        while state.point is not None:
            if state.point == "deal":
                outcomes = [outcome for outcome, weight in state.chance_outcomes() for _ in range(weight)]
                action = outcomes[stream.below(len(outcomes))]
            else:
                is_eager = policies[state.acting] == "eager"
                action = stream.choice(views.eager_choices(state) if is_eager else state.legal_actions())
                decisions += 1
                tally.policy += is_eager
            ids.append(action)
            state = state.apply(action)
        compare_rows(row, state, decisions)
    except Exception as error:
        raise DifferenceError(
            f"{SEED_VARIABLE}={seed}, eager game {index}, options {options}, {policies}, step {len(ids)}, "
            f"the reference's ids {ids}: {error!r}"
        ) from error
