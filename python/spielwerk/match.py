"""One game in progress: a mutable match around immutable states."""

import copy
import os
from typing import Any, NamedTuple, Self, SupportsIndex

from spielwerk._native import CHANCE, Game, Rng, State
from spielwerk.checks import as_game, whole_number
from spielwerk.errors import IllegalActionError, MatchError
from spielwerk.words import options_text, place

__all__ = ["Match", "Record"]

_U64 = 2**64 - 1


class Record(NamedTuple):
    """One entry of a history: the seat that decided, or :data:`CHANCE`, and the id of the action or outcome."""

    actor: int
    id: int


RngState = tuple[int, int, int, int]


class _Decision(NamedTuple):
    """What it takes to undo a decision and to make it again.

    ``before`` is the generator's position before the decision, ``made`` the one after it: they differ if the generator
    itself chose. Chance that follows is sampled from ``made`` on.
    """

    length: int
    state: State
    before: RngState
    made: RngState


class Match:
    """A game in progress: a state, its history, and a generator that samples chance at once, so that only decisions
    are left to make.

    The generator is the stream (``seed``, ``stream``); with :meth:`play_random` alone, the match is game ``stream`` of
    :func:`simulate` with that seed. Matches are comparable, copyable and picklable, but neither hashable nor meant for
        several threads.
    """

    def __init__(self, game: Game | str, seed: SupportsIndex, *, stream: SupportsIndex = 0) -> None:
        """Start a match and sample the chance before the first decision.

        Raises TypeError for what is no game or whole number, ValueError for a seed or stream outside 0 .. 2**64 - 1,
        OptionError for an unknown game.
        """
        self._game = as_game(game)
        self._seed = whole_number("seed", seed, 0, _U64)
        self._stream = whole_number("stream", stream, 0, _U64)
        self._rng = Rng(self._seed, self._stream)
        self._state = self._game.initial_state()
        self._history: list[Record] = []
        self._decisions: list[_Decision] = []
        # (id, generator's position when it had been made) of decisions taken back, the next one to be made again at
        # the end.
        self._undone: list[tuple[int, RngState]] = []
        self._sample_chance()

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self._game

    @property
    def seed(self) -> int:
        """The seed of the generator."""
        return self._seed

    @property
    def stream(self) -> int:
        """The stream of the generator."""
        return self._stream

    @property
    def state(self) -> State:
        """The position as it stands: a decision of some seat, or the end."""
        return self._state

    @property
    def rng(self) -> Rng:
        """The generator of this match, at its position. What is drawn from it here is missing there: copy it to look
        ahead.
        """
        return self._rng

    @property
    def history(self) -> list[Record]:
        """All that happened, chance included, as (actor, id), in a new list."""
        return list(self._history)

    @property
    def num_decisions(self) -> int:
        """How many decisions were made, chance not counted."""
        return len(self._decisions)

    @property
    def current_player(self) -> int:
        """The seat to decide, or :data:`TERMINAL`."""
        return self._state.current_player

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state.is_terminal

    def legal_actions(self) -> list[int]:
        """Ids of the legal actions, ascending; empty at the end."""
        return self._state.legal_actions()

    def apply(self, action: int) -> State:
        """Make a decision, sample the chance after it, and return the new state. Raises IllegalActionError; then
        nothing changed.
        """
        if self._state.is_terminal:
            raise IllegalActionError("the game is over: nothing can be played any more")
        self._advance(action)
        return self._state

    def play(self, text: str) -> State:
        """As :meth:`apply`, with the text of the action (see :meth:`State.action_to_string`)."""
        return self.apply(self._state.string_to_action(text))

    def play_random(self) -> int:
        """Make a uniformly random decision with the generator of the match and return its id. Raises
        IllegalActionError at the end.
        """
        drawn = self._rng.getstate()
        action = self._state.sample_action(self._rng)
        self._advance(action, drawn)
        return action

    def finish(self) -> State:
        """Random decisions up to the end, and the terminal state."""
        while not self._state.is_terminal:
            self.play_random()
        return self._state

    def undo(self, n: SupportsIndex = 1, *, seat: int | None = None) -> State:
        """Back to before the n-th last decision, or the n-th last one of ``seat``, and return that state.

        All that came after it is undone, chance and the generator included, as if it had never been. Still, the same
        ids made again meet the same chance, even if the generator had chosen them. Raises MatchError, without any
        change, if there were fewer decisions; ValueError unless n >= 1.
        """
        count = whole_number("n", n, 1, _U64)
        places = [
            place
            for place, decision in enumerate(self._decisions)
            if seat is None or self._history[decision.length].actor == seat
        ]
        if len(places) < count:
            whose = "" if seat is None else f" of seat {seat}"
            raise MatchError(f"cannot take back {count}: there are {len(places)} decisions{whose}")
        first = places[-count]
        target = self._decisions[first]
        self._undone += [(self._history[d.length].id, d.made) for d in reversed(self._decisions[first:])]
        del self._decisions[first:]
        del self._history[target.length :]
        self._state, self._rng = target.state, Rng.from_state(target.before)
        return self._state

    def to_dict(self) -> dict[str, Any]:
        """The match as plain data, ready for ``json.dumps``: how it started, all ids, the generator, and the state
        they lead to.
        """
        from spielwerk import match_io

        return match_io.to_dict(self)

    @classmethod
    def from_dict(cls, data: Any) -> "Match":
        """The inverse of :meth:`to_dict`: replays all ids and compares the state they lead to. Raises DecodeError for
        anything else.
        """
        from spielwerk import match_io

        return match_io.from_dict(data)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write :meth:`to_dict` as JSON. A failed save leaves an old file as it was. Raises OSError."""
        from spielwerk import match_io

        match_io.save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Match":
        """A match that :meth:`save` wrote. Raises OSError, or DecodeError for any other, damaged or oversized file."""
        from spielwerk import match_io

        return match_io.load(path)

    def transcript(self) -> str:
        """What happened, line by line in the words of the game, and the result if it is over."""
        lines = [f"{self._game.title} ({options_text(self._game.options)}), seed {self._seed}, stream {self._stream}"]
        state, number, chance = self._game.initial_state(), 0, list[str]()
        for record in self._history:
            text = state.action_to_string(record.id)
            if record.actor == CHANCE:
                chance.append(text)
            else:
                lines += _chance_lines(chance)
                number += 1
                lines.append(f"{number:4}  seat {record.actor}  {text}")
            state = state.apply(record.id)
        lines += _chance_lines(chance)
        if state.is_terminal:
            lines += [
                f"      seat {seat}  {points:g} points, {place(state, seat)}"
                for seat, points in enumerate(state.scores())
            ]
        else:
            lines.append(f"      seat {state.current_player} is to decide")
        return "\n".join(lines)

    def copy(self) -> Self:
        """A match of its own at the same point."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._rng = copy.copy(self._rng)
        other._history, other._decisions = list(self._history), list(self._decisions)
        other._undone = list(self._undone)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # Records, states and games never change, so a copy of the lists is as deep as it gets.
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (self._game, self._seed, self._stream, self._history, self._rng, self._state) == (
            other._game,
            other._seed,
            other._stream,
            other._history,
            other._rng,
            other._state,
        )

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __repr__(self) -> str:
        if self._state.is_terminal:
            stand = f"over, scores {self._state.scores()}"
        else:
            stand = f"seat {self._state.current_player} to decide"
        return f"<Match of {self._game.name}, seed {self._seed}, {len(self._decisions)} decisions, {stand}>"

    def __str__(self) -> str:
        return str(self._state)

    def _repr_svg_(self) -> str:
        from spielwerk.svg import state_svg

        return state_svg(self._state)

    def _advance(self, action: int, drawn: RngState | None = None) -> None:
        """Make a decision; ``drawn`` is the generator's position before it if the generator chose it."""
        before, actor = self._state, self._state.current_player
        self._state = before.apply(action)
        if drawn is None and self._undone and self._undone[-1][0] == action:
            # An undone decision is made again: the chance after it starts from where it started then.
            drawn, (_, made) = self._rng.getstate(), self._undone.pop()
            self._rng = Rng.from_state(made)
        else:
            self._undone.clear()
        made = self._rng.getstate()
        self._decisions.append(_Decision(len(self._history), before, made if drawn is None else drawn, made))
        self._history.append(Record(actor, int(action)))
        self._sample_chance()

    def _sample_chance(self) -> None:
        while self._state.is_chance:
            after = self._state.sample_chance(self._rng)
            self._history.append(Record(CHANCE, _outcome_between(self._state, after)))
            self._state = after


def _outcome_between(before: State, after: State) -> int:
    """The outcome that leads from one state to the other.

    The sampler returns a state and no id; drawing here by the weights could come to differ from what :func:`simulate`
    draws.
    """
    return next(outcome for outcome, _ in before.chance_outcomes() if before.apply(outcome) == after)


def _chance_lines(chance: list[str]) -> list[str]:
    """One line for all outcomes in a row; empties the list."""
    if not chance:
        return []
    line = f"      chance  {'; '.join(chance)}"
    chance.clear()
    return [line]
