"""One environment: one seat learns, policies play the others."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from spielwerk._native import Game, Rng, State
from spielwerk.bounds import observation_bounds
from spielwerk.checks import as_game, whole_number
from spielwerk.errors import OptionError
from spielwerk.illegal import check_illegal, read_action
from spielwerk.rendering import RENDER_MODES, check_render_mode, rendered

__all__ = ["Policy", "SeatEnv"]

Policy = Callable[[State, Rng], int]
"""Chooses a legal action of a state, with all chance taken from the generator. The state holds what is hidden, too: a
policy that should not know it looks at ``state.resample_hidden(state.current_player, rng)``.
"""

_U64 = 2**64 - 1
# So many games in a row may end before the seat has had anything to decide.
_MOST_EMPTY = 1000


def _random(state: State, rng: Rng) -> int:
    return state.sample_action(rng)


def _named(state: State, rng: Rng, *, policy: str) -> int:
    return state.sample_action(rng, policy)


class SeatEnv(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """Any game as its seat ``seat`` meets it: each step is one decision of that seat, and what the others and chance do
    until its next one is part of the step.

    ``game`` is a Game, or the name of one to be loaded with ``options``. Observations are new uint8 vectors of shape
    (observation_size,), :meth:`State.observation` of the seat; actions are the ids of the game. Which are legal is told
    by :meth:`action_masks`, which MaskablePPO asks, and by ``info["action_mask"]`` (int8, shape (num_actions,)).

    ``opponents`` is the name of one of ``game.policies`` for all other seats, a :data:`Policy`, or a map from seat to
    either, random where it says nothing. Rewards are 0 until the end and then the seat's of ``State.returns`` in the
    form ``reward``; ``info`` has ``scores`` and ``ranks`` of all seats at the end. A game cut off by its own option
    ``max_turns``, or after ``max_decisions`` decisions of all seats, is truncated instead of terminated.

    An illegal action (``illegal``) ends the episode with the reward ``penalty`` (``"terminate"``), is replaced by a
    random legal one (``"resample"``), in both cases with ``info["illegal_action"]`` True, or raises IllegalActionError
    and changes nothing (``"raise"``).

    Chance, random seats and replacements come from the stream (seed, episode): ``reset(seed=...)`` starts episode 0,
    each ``reset()`` after it the next one. Raises OptionError for an unknown game, option or word, ValueError for a
    number out of range, TypeError for what is no game or policy.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: Game | str,
        render_mode: str | None = None,
        *,
        seat: int = 0,
        opponents: str | Policy | Mapping[int, str | Policy] = "random",
        reward: str = "win",
        illegal: str = "terminate",
        penalty: float = -1.0,
        max_decisions: int | None = None,
        **options: Any,
    ) -> None:
        game = as_game(game, options)
        check_render_mode(render_mode)
        check_illegal(illegal)
        game.initial_state().returns(reward)  # OptionError for a word that is no reward of this game
        self._game = game
        self.render_mode = render_mode
        self._seat = whole_number("seat", seat, 0, game.num_players - 1)
        self._policies = _policies(opponents, game, self._seat)
        self._reward, self._illegal, self._penalty = reward, illegal, float(penalty)
        self._limit = None if max_decisions is None else whole_number("max_decisions", max_decisions, 1, _U64)
        low, high = observation_bounds(game)
        self.observation_space = spaces.Box(low, high, dtype=np.uint8)
        self.action_space = spaces.Discrete(game.num_actions)
        self._seed: int | None = None
        self._episode = 0
        self._rng = Rng(0)
        self._state = game.initial_state()
        self._decisions = 0
        self._over = True

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self._game

    @property
    def game_state(self) -> State:
        """The position as it stands, with all that is hidden in it."""
        return self._state

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """True where an action is legal, shape (num_actions,); False everywhere after the end."""
        if self._over:
            return np.zeros(self._game.num_actions, np.bool_)
        return self._state.legal_actions_mask(np.empty(self._game.num_actions, np.bool_))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Start the next episode and play up to the first decision of the seat; options are ignored.

        Raises ValueError for a seed outside 0 .. 2**64 - 1, TypeError for what is no seed, OptionError if the game is
        always over before this decision.
        """
        if seed is not None:
            seed = whole_number("seed", seed, 0, _U64)
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._seed, self._episode = seed, 0
        elif self._seed is None:
            self._seed = int(self.np_random.integers(2**63))
        else:
            self._episode += 1
        self._rng = Rng(self._seed, self._episode)
        for _ in range(_MOST_EMPTY):
            # Until the others leave the seat something to decide: else it is no episode. The same generator goes on.
            if self._begin():
                break
        else:
            raise OptionError(f"seat {self._seat} has nothing to decide before this game is over")
        if self.render_mode == "human":
            self.render()
        return self._state.observation(self._seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """One decision of the seat, and what follows up to its next one: observation, reward, terminated, truncated,
        info.

        Raises gymnasium.error.ResetNeeded before the first ``reset`` and after the end, IllegalActionError as the class
        says, TypeError for what is no whole number, and what a policy of another seat raises.
        """
        if self._over:
            raise ResetNeeded("no game is in progress: call reset()")
        chosen, refused = read_action(self._state, action, self._illegal)
        if refused and self._illegal == "terminate":
            self._over = True
            told = {**self._info(), "illegal_action": True}
            return self._state.observation(self._seat), self._penalty, True, False, told
        if refused:
            chosen = self._state.sample_action(self._rng)
        self._state = self._state.apply(chosen)
        self._decisions += 1
        over = self._play_on()
        told = self._info()
        if refused:
            told["illegal_action"] = True
        worth = self._state.returns(self._reward)[self._seat] if over else 0.0
        truncated = over and (self._state.is_truncated or not self._state.is_terminal)
        if self.render_mode == "human":
            self.render()
        return self._state.observation(self._seat), worth, over and not truncated, truncated, told

    def render(self) -> Any:
        """The board as text (``ansi``) or as pixels of shape (height, width, 3) (``rgb_array``, needs the extra
        ``render``); ``human`` writes the text to standard output. None without a render mode.
        """
        return rendered(self._state, self.render_mode)

    def _begin(self) -> bool:
        """Whether the seat has something to decide."""
        self._state, self._decisions, self._over = self._game.initial_state(), 0, False
        return not self._play_on()

    def _play_on(self) -> bool:
        """Chance and the other seats, up to a decision of the seat or the end; whether it is the end."""
        state = self._state
        while True:
            while state.is_chance:
                state = state.sample_chance(self._rng)
            if state.is_terminal or self._decisions == self._limit:
                self._over = True
                break
            policy = self._policies[state.current_player]
            if policy is None:
                break
            state = state.apply(policy(state, self._rng))
            self._decisions += 1
        self._state = state
        return self._over

    def _info(self) -> dict[str, Any]:
        told: dict[str, Any] = {"action_mask": self.action_masks().view(np.int8)}
        if self._over:
            told["scores"], told["ranks"] = self._state.scores(), self._state.ranks()
        return told


def _policies(opponents: str | Policy | Mapping[int, str | Policy], game: Game, seat: int) -> list[Policy | None]:
    """The policy of each seat, None for the one that learns."""
    players, known = game.num_players, game.policies
    given: dict[int, str | Policy]
    if isinstance(opponents, Mapping):
        given = {whole_number("a seat in opponents", other, 0, players - 1): who for other, who in opponents.items()}
        if seat in given:
            raise OptionError(f"seat {seat} is the one that learns: opponents has no policy for it")
    else:
        given = dict.fromkeys(range(players), opponents)
    found: list[Policy | None] = []
    for other in range(players):
        if other == seat:
            found.append(None)
            continue
        policy = given.get(other, "random")
        if isinstance(policy, str):
            if policy not in known:
                names = ", ".join(map(repr, known))
                raise OptionError(f"unknown policy {policy!r} of seat {other}; known are {names}, or give a function")
            # A partial function of this module can be pickled.
            policy = _random if policy == "random" else partial(_named, policy=policy)
        elif not callable(policy):
            raise TypeError(f"a policy is a name or a function of (state, rng), not {type(policy).__name__}")
        found.append(policy)
    return found
