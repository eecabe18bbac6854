"""The test kit that every game goes through, with nothing but the public interface.

>>> import spielwerk as sw
>>> from spielwerk.testing import check_game
>>> check_game(sw.load("patchwork"), games=1, seed=0).games
1

:func:`check_game` plays random games and checks each state on the way; :func:`check_determinism` checks that a seed
gives the same games in any number of threads, in parts, and in other processes.
"""

import copy
import dataclasses
import json
import pickle
from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy as np

from spielwerk._native import CHANCE, TERMINAL, Game, Rng, State
from spielwerk.checks import whole_number
from spielwerk.determinism import check_determinism
from spielwerk.errors import IllegalActionError

__all__ = ["KitReport", "check_determinism", "check_game"]

_EXHAUSTIVE_GAMES = 2
"""In so many games legality is compared with ``apply`` at every state, afterwards at a few states."""
_EXHAUSTIVE_EVERY = 16
_TEXTS = 48
"""Most legal ids of one state whose text is read back, evenly spread; a state with fewer is checked in full."""


@dataclasses.dataclass(slots=True)
class KitReport:
    """How much :func:`check_game` checked: a kit that looked at nothing would pass, too."""

    game: str
    games: int = 0
    states: int = 0
    decisions: int = 0
    chance_nodes: int = 0
    terminal_states: int = 0
    exhaustive_states: int = 0
    """States at which every id of the action space was offered to ``apply``."""
    refusals: int = 0
    """Ids that ``apply`` had to refuse, and did."""
    texts: int = 0
    """Action texts that were read back."""
    round_trips: int = 0
    """Copies through bytes, dict, JSON, pickle and copy."""
    observations: int = 0
    """Observations compared with their specification."""

    def __str__(self) -> str:
        counts = ", ".join(
            f"{value:,} {field.name.replace('_', ' ')}"
            for field in dataclasses.fields(self)
            if isinstance(value := getattr(self, field.name), int)
        )
        return f"{self.game}: {counts}"


def check_game(game: Game, games: SupportsIndex, seed: SupportsIndex) -> KitReport:
    """Play ``games`` random games, game i with the stream (``seed``, i), and check every state.

    Raises AssertionError for the first thing that is wrong; the message has seed, game and the ids played, which
    reproduce the state.
    """
    number = whole_number("games", games, 1, 2**31 - 1)
    start = whole_number("seed", seed, 0, 2**64 - 1)
    report = KitReport(game.name)
    for index in range(number):
        history: list[int] = []
        try:
            final = _play(game, start, index, history, report)
            again = _replay(game, start, index)
            _require(again == (final, history), "the same stream played another game the second time")
        except AssertionError as failure:
            raise AssertionError(
                f"{game!r}, seed {start}, game {index}, after the ids {history}: {failure}"
            ) from failure
        report.games += 1
    return report


def _play(game: Game, seed: int, index: int, history: list[int], report: KitReport) -> State:
    rng = Rng(seed, index)
    # The checks draw from a generator of their own, so that the game is the one that the stream alone gives.
    aside = Rng(seed ^ 0xA5A5_A5A5, index)
    state = game.initial_state()
    while True:
        exhaustive = index < _EXHAUSTIVE_GAMES or report.states % _EXHAUSTIVE_EVERY == 0
        _check_state(game, state, aside, exhaustive, report)
        report.states += 1
        if state.is_terminal:
            return state
        before, frozen = state.to_bytes(), hash(state)
        action = _choose(state, rng)
        after = state.apply(action)
        _require(
            state.to_bytes() == before and hash(state) == frozen, f"apply({action}) changed the state it was called on"
        )
        history.append(action)
        state = after


def _choose(state: State, rng: Rng) -> int:
    """The next id: an action sampled, or the outcome that the sampler of chance took."""
    if not state.is_chance:
        action = state.sample_action(rng)
        _require(state.is_legal(action), f"sample_action gave {action}, which is not legal")
        return action
    drawn = state.sample_chance(rng)
    led = [outcome for outcome, _ in state.chance_outcomes() if state.apply(outcome) == drawn]
    _require(bool(led), "sample_chance led to a state that no outcome leads to")
    return led[0]


def _replay(game: Game, seed: int, index: int) -> tuple[State, list[int]]:
    rng, state, history = Rng(seed, index), game.initial_state(), list[int]()
    while not state.is_terminal:
        history.append(_choose(state, rng))
        state = state.apply(history[-1])
    return state, history


def _check_state(game: Game, state: State, aside: Rng, exhaustive: bool, report: KitReport) -> None:
    _require(state.game == game, "state.game is another game")
    faults = state.check()
    _require(faults == [], f"check() found {faults}")
    actor = state.current_player
    _require(state.is_chance == (actor == CHANCE), "is_chance and current_player differ")
    _require(state.is_terminal == (actor == TERMINAL), "is_terminal and current_player differ")
    _require(actor in (CHANCE, TERMINAL) or 0 <= actor < game.num_players, f"current_player is {actor}")
    _check_actions(game, state, report)
    if exhaustive:
        _check_exhaustively(game, state, report)
    if state.is_chance:
        report.chance_nodes += 1
        _check_chance(game, state)
    elif state.is_terminal:
        report.terminal_states += 1
        _check_end(game, state)
    else:
        report.decisions += 1
        _require(state.winners() == [], "there are winners before the end")
        _require(not state.is_truncated, "a game that goes on was cut off")
    _check_texts(state, report)
    _check_scores(game, state)
    _check_round_trips(game, state, report)
    _check_observations(game, state, aside, report)


def _check_actions(game: Game, state: State, report: KitReport) -> None:
    legal = state.legal_actions()
    _require(legal == sorted(set(legal)), "legal_actions is not ascending and unique")
    _require(all(type(a) is int and 0 <= a < game.num_actions for a in legal), "a legal id is outside the action space")
    _require(state.num_legal == len(legal), f"num_legal is {state.num_legal}, the list has {len(legal)}")
    _require(
        bool(legal) == (state.current_player >= 0), "a player to decide has no legal action, or somebody else has one"
    )
    mask = state.legal_actions_mask()
    _require(mask.shape == (game.num_actions,), f"the mask has shape {mask.shape}")
    _require(np.flatnonzero(mask).tolist() == legal and set(mask.tolist()) <= {0, 1}, "the mask differs from the list")
    ones: list[Any] = [np.ones(game.num_actions, dtype) for dtype in (np.uint8, np.int8, np.bool_)]
    for out in ones:
        _require(state.legal_actions_mask(out=out) is out, "legal_actions_mask does not return its out")
        _require(np.array_equal(out, mask.astype(out.dtype)), f"the mask written into {out.dtype} differs")


def _check_exhaustively(game: Game, state: State, report: KitReport) -> None:
    """Every id of the space is offered to ``apply``, and a few beyond it: it takes exactly the legal ones, or the
    outcomes at a chance node.
    """
    allowed = set(state.legal_actions()) if not state.is_chance else {outcome for outcome, _ in state.chance_outcomes()}
    before = state.to_bytes()
    space = game.num_outcomes if state.is_chance else game.num_actions
    for action in range(space + 3):
        _require(state.is_chance or state.is_legal(action) == (action in allowed), f"is_legal({action}) is wrong")
        try:
            after = state.apply(action)
        except IllegalActionError as error:
            _require(action not in allowed, f"apply refused {action}, which is legal: {error}")
            _require(bool(str(error)), f"apply refused {action} without a reason")
            report.refusals += 1
        else:
            _require(action in allowed, f"apply took {action}, which is not legal")
            _require(after != state, f"apply({action}) gave the same state")
    _require(state.to_bytes() == before, "a call of apply changed the state")
    report.exhaustive_states += 1


def _check_chance(game: Game, state: State) -> None:
    outcomes = state.chance_outcomes()
    ids = [outcome for outcome, _ in outcomes]
    _require(bool(outcomes), "a chance node without outcomes")
    _require(ids == sorted(set(ids)), "chance outcomes are not ascending and unique")
    _require(all(0 <= outcome < game.num_outcomes for outcome in ids), "an outcome is outside the space of outcomes")
    _require(
        all(type(weight) is int and weight > 0 for _, weight in outcomes), "a weight is not a positive whole number"
    )
    try:
        state.sample_action(Rng(0))
    except IllegalActionError:
        return
    raise AssertionError("sample_action gave an action at a chance node")


def _check_end(game: Game, state: State) -> None:
    ranks, winners = state.ranks(), state.winners()
    first = [seat for seat, rank in enumerate(ranks) if rank == 1 and not state.is_out(seat)]
    if state.is_truncated:
        _require(winners == [], f"winners {winners} of a game that was cut off")
    else:
        _require(winners == first, f"winners {winners}, ranks {ranks}")
        everybody_is_out = all(state.is_out(seat) for seat in range(game.num_players))
        _require(bool(winners) or everybody_is_out, "the game is over and nobody has won")
    _require(state.chance_outcomes() == [], "a terminal state has chance outcomes")
    _require(state.rollout(Rng(0)) == state, "a rollout of a terminal state leads elsewhere")
    _require(state.perft(0) == 1 and state.perft(3) == 0, "perft goes on after the end")
    for sample in (state.sample_action, state.sample_chance):
        try:
            sample(Rng(0))
        except IllegalActionError:
            continue
        raise AssertionError(f"{sample.__name__} works at a terminal state")


def _check_texts(state: State, report: KitReport) -> None:
    ids = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
    every = max(1, len(ids) // _TEXTS)
    texts = set()
    for action in ids[::every]:
        text = state.action_to_string(action)
        _require(bool(text.strip()), f"the text of {action} is empty")
        _require(text not in texts, f"two actions have the text {text!r}")
        _require(
            state.string_to_action(text) == action, f"the text {text!r} of {action} is read back as another action"
        )
        texts.add(text)
    report.texts += len(texts)


def _check_scores(game: Game, state: State) -> None:
    scores, ranks = state.scores(), state.ranks()
    _require(len(scores) == len(ranks) == game.num_players, "scores and ranks are not one a seat")
    _require(all((score * game.score_scale) % 1 == 0 for score in scores), "a score is finer than score_scale")
    _require(min(ranks) == 1 and all(1 <= rank <= game.num_players for rank in ranks), f"ranks are {ranks}")
    out = [state.is_out(seat) for seat in range(game.num_players)]
    # Who is out is behind all others, whatever its points; what is equal beyond that is parted by tie-breaks alone.
    keys = [(not is_out, score) for is_out, score in zip(out, scores, strict=True)]
    for seat, score in enumerate(scores):
        behind = [rank for key, rank in zip(keys, ranks, strict=True) if key < keys[seat]]
        _require(all(ranks[seat] < rank for rank in behind), f"scores {scores}, out {out}: places {ranks}")
        better = sum(rank < ranks[seat] for rank in ranks)
        _require(ranks[seat] == better + 1, f"{ranks}: seat {seat} has {better} seats before it")
        sheet = state.score_sheet(seat)
        _require(list(sheet) == [*game.score_items, "total"], f"the score sheet has {list(sheet)}")
        *items, total = sheet.values()
        _require(sum(items) == total == score, f"seat {seat}: items {items}, total {total}, score {score}")
    for ask in (state.score_sheet, state.is_out):
        try:
            ask(game.num_players)
        except IndexError:
            continue
        raise AssertionError(f"{ask.__name__} answers for a seat that does not exist")


def _check_round_trips(game: Game, state: State, report: KitReport) -> None:
    plain = state.to_dict()
    through_json: dict[str, Any] = json.loads(json.dumps(plain))
    copies = {
        "to_bytes": game.state_from_bytes(state.to_bytes()),
        "to_dict": game.state_from_dict(plain),
        "JSON": game.state_from_dict(through_json),
        "pickle": pickle.loads(pickle.dumps(state)),
        "copy": copy.copy(state),
        "deepcopy": copy.deepcopy(state),
    }
    for way, other in copies.items():
        _require(state == other, f"the copy through {way} differs: {other.to_dict()}")
        _require(not (state != other), f"the copy through {way} is equal and unequal at once")  # noqa: SIM202
        _require(hash(other) == hash(state), f"the copy through {way} has another hash")
        _require(other.to_dict() == plain, f"the copy through {way} has another dict")
        _require(type(other) is type(state), f"the copy through {way} is a {type(other).__name__}")
    _require(bool(str(state).strip()), "str() is empty")
    report.round_trips += len(copies)


def _check_observations(game: Game, state: State, aside: Rng, report: KitReport) -> None:
    for seat in range(game.num_players):
        seen, told = state.observation(seat), state.observation_string(seat)
        _require(seen.shape == (game.observation_size,) and seen.dtype == np.uint8, f"an observation is {seen.shape}")
        out = np.full(game.observation_size, 255, np.uint8)
        _require(state.observation(seat, out=out) is out, "observation does not return its out")
        _require(np.array_equal(out, seen), "the observation written into out differs")
        _check_fields(game, seen)
        _require(
            _numbers(told) == [*map(str, seen.tolist())], f"the observation's text is {told!r}, not {seen.tolist()}"
        )
        other = state.resample_hidden(seat, aside)
        _require(np.array_equal(other.observation(seat), seen), f"resample_hidden({seat}) changed what the seat sees")
        _require(other.observation_string(seat) == told, f"resample_hidden({seat}) changed the observation's text")
        _require(other.current_player == state.current_player, f"resample_hidden({seat}) changed who decides")
        _require(other.check() == [], f"resample_hidden({seat}) gave a broken state: {other.check()}")
        report.observations += 1


def _check_fields(game: Game, seen: "np.typing.NDArray[np.uint8]") -> None:
    end = 0
    for field in game.observation_spec:
        size = _product(field["shape"])
        values = seen[field["offset"] : field["offset"] + size]
        _require(
            field["offset"] == end, f"field {field['name']} begins at {field['offset']}, the one before ends at {end}"
        )
        inside = len(values) == size and (size == 0 or (field["low"] <= values.min() and values.max() <= field["high"]))
        _require(inside, f"field {field['name']} is outside {field['low']} .. {field['high']}: {values.tolist()}")
        end += size
    _require(end == game.observation_size, f"the fields end at {end} of {game.observation_size}")


def _numbers(told: str) -> list[str]:
    """The vector that an observation's text spells: so equal texts are equal vectors, and the other way round."""
    return [word for line in told.splitlines() for word in line.partition(":")[2].split() if word != "|"]


def _product(numbers: Iterable[int]) -> int:
    result = 1
    for number in numbers:
        result *= number
    return result


def _require(holds: bool, message: str) -> None:
    # Not `assert`: the kit must also work where Python runs with -O.
    if not holds:
        raise AssertionError(message)
