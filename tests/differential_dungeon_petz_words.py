"""The questions that `spielwerk.dungeon_petz` answers, asked of the plain reference, too."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import spielwerk as sw
from tests.differential import DifferenceError
from tests.reference.dungeon_petz import State
from tests.reference.dungeon_petz_ageing import business_score, display_score
from tests.reference.dungeon_petz_business import match
from tests.reference.dungeon_petz_exhibition import ask_or_show as show_all
from tests.reference.dungeon_petz_exhibition import awards, show
from tests.reference.dungeon_petz_parts import ANGER, DISEASE, HUNGER, MAGIC, PLAY, POOP, SPACES, Artifact, Pet, Plot

JUDGE: Final = SPACES.index("judge")


def compare_words(ours: sw.State, theirs: State, rng: random.Random) -> int:
    """One of the players, and scores that nobody has; returns how many answers were compared."""
    seat = rng.randrange(theirs.rules.players)
    pairs = [*_of_pets(ours, theirs, seat), *_of_shows(ours, theirs, seat, rng), *_of_awards(ours, theirs, rng)]
    for what, mine, reference in pairs:
        if mine != reference:
            raise DifferenceError(f"{what}: package {mine!r}, reference {reference!r}")
    return len(pairs)


Answer = tuple[str, Any, Any]


def _assigned(theirs: State, seat: int) -> list[tuple[Plot, Pet]]:
    """Plots whose pets have all their cards, and are not about to be lost at the end of a step (DP-75)."""
    pets = [(plot, plot.pet) for plot in theirs.players[seat].plots if plot.pet is not None]
    return [(plot, pet) for plot, pet in pets if len(pet.cards) == pet.size > pet.suffering]


def _of_pets(ours: sw.State, theirs: State, seat: int) -> list[Answer]:
    """DP-64 to DP-75, DP-93."""
    words, game = sw.dungeon_petz, ours.game
    found: list[Answer] = []
    for plot, pet in _assigned(theirs, seat):
        cards = pet.to_dict()["cards"]
        tokens = {"suffering": pet.suffering, "mutation": pet.mutation}
        for number, customer in enumerate(theirs.rules.tables.customers):
            mine: Any = words.match(cards, number, game=game, **tokens)
            found.append((f"match of {cards} {tokens} with {number}", mine, match(theirs, pet, customer)))
        cage = plot.to_dict()["cage"]
        mine = words.needs_outcome(pet.pet, cage, plot.addon, cards, manure=plot.manure, game=game, **tokens)
        found.append((f"needs of pet {pet.pet} with {cards} in {plot}", tuple(mine), needs_outcome(theirs, plot, pet)))
    return found


def needs_outcome(state: State, plot: Plot, pet: Pet) -> tuple[Any, ...]:
    """Hunger, manure, play, anger, mutation, disease, and by what the pet is lost, if nobody does anything."""
    rules, needs, kind = state.rules, pet.needs(state.rules), pet.kind(state.rules)
    cage, addon = rules.cage(plot.cage), rules.addon(plot.addon)
    eaten = cage.graze * kind.eats_vegetables + addon.meat * kind.eats_meat
    hunger = max(0, needs[HUNGER] - eaten)
    manure = max(0, needs[POOP] - cage.poop)
    play = max(0, needs[PLAY] - cage.play - addon.play)
    anger = max(0, needs[ANGER] - cage.strength - addon.strength)
    mutation = max(0, needs[MAGIC] - cage.antimagic - addon.antimagic)
    dirt = needs[DISEASE] + plot.manure + manure
    disease = dirt - 1 if needs[DISEASE] > 0 and dirt >= 3 else 0
    lost = {
        "hunger": pet.suffering + hunger >= pet.size,
        "play": pet.suffering + hunger + play >= pet.size,
        "anger": anger > 0,
        "magic": pet.mutation + mutation >= 2,
        "disease": pet.suffering + hunger + play + disease >= pet.size,
    }
    order = ["hunger", "play", "anger", "magic", "disease"]
    if rules.need_order == "rulebook":  # DP-109
        order = ["hunger", "play", "magic", "anger", "disease"]
    return hunger, manure, play, anger, mutation, disease, next((need for need in order if lost[need]), None)


def _of_shows(ours: sw.State, theirs: State, seat: int, rng: random.Random) -> list[Answer]:
    """DP-82 to DP-85, DP-105 to DP-107."""
    words, game = sw.dungeon_petz, ours.game
    found: list[Answer] = []
    pets = theirs.players[seat].pets()
    if len(_assigned(theirs, seat)) == len(pets):
        number, judge, whip = rng.randrange(8), rng.random() < 0.5, rng.random() < 0.5
        plots = theirs.to_dict()["players"][seat]["plots"]
        shows = _shows(theirs, seat, number, judge, whip)
        mine: Any = words.exhibition_score(number, plots, judge=judge, whip=whip, game=game)
        what = f"exhibition {number}, judge {judge}, whip {whip}, {plots}"
        found.append((what, mine, max(shows.values()) / 2 if shows else None))
        if theirs.rules.tables.exhibitions[number].single and pets:
            plot = rng.choice(pets)[0]
            mine = words.exhibition_score(number, plots, plot=plot, judge=judge, whip=whip, game=game)
            found.append((f"{what}, plot {plot}", mine, shows[plot] / 2))
    scores = [[business_score(theirs, p), display_score(theirs, p)] for p in theirs.players]
    won = [awards(theirs, [pair[k] for pair in scores]) for k in (0, 1)]
    expected = [
        (*(score / 2 for score in pair), *(pair[k] / 2 if pair[k] < 0 else won[k][other] for k in (0, 1)))
        for other, pair in enumerate(scores)
    ]
    found.append(("final shows", [tuple(one) for one in words.final_shows(ours)], expected))
    return found


def _shows(theirs: State, seat: int, number: int, judge: bool, whip: bool) -> dict[int, int]:
    """Doubled scores by plot that may be shown, of a full tile by -1."""
    state = theirs.copy()
    state.round, state.exhibitions = 2, [number] * len(state.rules.course.exhibition_rounds)
    state.spaces[JUDGE] = (seat, 1) if judge else None
    kinds = state.rules.tables.artifacts
    player = state.players[seat]
    player.artifacts = [a for a in player.artifacts if kinds[a.artifact].kind != "whip"]
    if whip:
        player.artifacts.append(Artifact(next(k for k, kind in enumerate(kinds) if kind.kind == "whip")))
    found: dict[int, int] = {}
    plots: Sequence[int] = [plot for plot, _ in player.pets()]
    if not state.rules.tables.exhibitions[number].single:
        plots = [-1]
    for plot in plots:
        if plot < 0:
            show_all(state, seat)
        else:
            show(state, seat, plot)
        assert player.show is not None
        found[plot] = player.show
    return found


def _of_awards(ours: sw.State, theirs: State, rng: random.Random) -> list[Answer]:
    """DP-86, DP-87, DP-116."""
    n, cap = theirs.rules.players, theirs.rules.exhibition_cap
    doubled = [rng.choice([None, 0, -3, 5, 5, 19, 20, 21, 24, rng.randrange(-9, 40)]) for _ in range(n)]
    halves = [None if score is None else score / 2 for score in doubled]
    capped = [score if cap is None or score is None else min(score, 2 * cap) for score in doubled]
    return [(f"awards of {halves}", sw.dungeon_petz.awards(halves, game=ours.game), awards(theirs, capped))]
