"""All games for PettingZoo: :func:`env`, one seat after the other, and :func:`parallel_env` for simultaneous rounds.

Needs the extra ``pettingzoo``; ``import spielwerk`` does not import it.
"""

import secrets
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from spielwerk._native import Game, Rng, State
from spielwerk.bounds import observation_bounds
from spielwerk.checks import as_game, whole_number
from spielwerk.errors import IllegalActionError, MatchError, OptionError
from spielwerk.extras import missing_extra
from spielwerk.rendering import RENDER_MODES, check_render_mode, rendered

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise missing_extra(error.name or "pettingzoo", "pettingzoo", "spielwerk.pettingzoo") from error

__all__ = ["GameEnv", "RoundEnv", "env", "parallel_env"]

Observation = dict[str, npt.NDArray[Any]]
"""``observation``: uint8, what the seat may know; ``action_mask``: int8, 1 = legal."""

_U64 = 2**64 - 1


def env(
    game: Game | str, render_mode: str | None = None, *, reward: str = "win", max_decisions: int | None = None
) -> "GameEnv":
    """An AEC environment of any game: see :class:`GameEnv`."""
    return GameEnv(game, render_mode, reward=reward, max_decisions=max_decisions)


def parallel_env(game: Game | str = "trek12", render_mode: str | None = None, *, reward: str = "win") -> "RoundEnv":
    """A parallel environment of Trek 12, whose players write at the same time: see :class:`RoundEnv`."""
    return RoundEnv(game, render_mode, reward=reward)


class _Episodes:
    """What both kinds of environment have: a game, a generator for each episode, spaces, pictures."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(self, game: Game | str, render_mode: str | None, reward: str, waits: int) -> None:
        self._game = as_game(game)
        self._game.initial_state().returns(reward)  # OptionError for a word that is no reward of this game
        self._reward = reward
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._game.num_players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._num_actions = self._game.num_actions + waits
        low, high = observation_bounds(self._game)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._num_actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Discrete[Any]] = {
            agent: spaces.Discrete(self._num_actions) for agent in self.possible_agents
        }
        self._seed: int | None = None
        self._episode = 0
        self._rng = Rng(0)
        self._state = self._game.initial_state()

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self._game

    @property
    def seed(self) -> int | None:
        """The seed last given to ``reset``, or the one drawn in its stead; None before the first ``reset``."""
        return self._seed

    @property
    def episode(self) -> int:
        """How many times ``reset`` was called without a seed since; chance comes from the stream (seed, episode)."""
        return self._episode

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same space at each call: ``observation`` with the bounds of ``game.observation_spec``, and
        ``action_mask``.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":
        """The same space at each call."""
        return self.action_spaces[agent]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as text (``ansi``) or as pixels of shape (height, width, 3) (``rgb_array``, needs the extra
        ``render``); ``human`` writes the text to standard output. None without a render mode.
        """
        return rendered(self._state, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._seed, self._episode = whole_number("seed", seed, 0, _U64), 0
        elif self._seed is None:
            self._seed = secrets.randbits(64)
        else:
            self._episode += 1
        self._rng = Rng(self._seed, self._episode)
        self._state = self._past_chance(self._game.initial_state())

    def _past_chance(self, state: State) -> State:
        while state.is_chance:
            state = state.sample_chance(self._rng)
        return state

    def _infos_at_end(self) -> dict[str, dict[str, Any]]:
        scores, ranks = self._state.scores(), self._state.ranks()
        return {agent: {"score": scores[seat], "rank": ranks[seat]} for agent, seat in self._seats.items()}


class GameEnv(_Episodes, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Any game as an AEC environment: the seats ``player_0`` ... decide one atomic decision at a time.

    An observation is a dict of ``observation``, the uint8 vector of :meth:`State.observation` for that seat (its own
    things first), and ``action_mask``, int8 of shape (num_actions,), all 0 for a seat that is not to decide. Both are
    new arrays at each call. Chance is sampled inside, from the stream (seed, episode): ``reset(seed=...)`` starts
    episode 0, each ``reset()`` after it the next one.

    Rewards are 0 until the end and then those of ``State.returns`` in the form ``reward``. A game cut
    off by its own option ``max_turns``, or after ``max_decisions`` decisions, is truncated instead of terminated.
    ``infos`` have ``score`` and ``rank`` at the end. Environments can be pickled and deep-copied in any position, and
    the copy plays on as the original would.

    Raises OptionError for an unknown game, render mode or reward.
    """

    metadata: ClassVar[dict[str, Any]] = {**_Episodes.metadata, "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str,
        render_mode: str | None = None,
        *,
        reward: str = "win",
        max_decisions: int | None = None,
    ) -> None:
        super().__init__(game, render_mode, reward, waits=0)
        self._limit = None if max_decisions is None else whole_number("max_decisions", max_decisions, 1, _U64)
        self.metadata = {**self.metadata, "name": f"{self._game.name}_v{self._game.rules_version}"}  # type: ignore[misc]
        self._decisions = 0
        self._over = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the next episode. ``options={"state": state}`` starts it from a position of this game; other options
        are ignored.

        Raises ValueError for a seed outside 0 .. 2**64 - 1 or a position that is over or of another game, TypeError for
        what is no seed or no state.
        """
        start = None if options is None else options.get("state")
        if start is not None:
            self._check_start(start)
        self._begin(seed)
        if start is not None:
            self._state = self._past_chance(start)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._decisions = 0
        self._over = False
        self._select()
        if self.render_mode == "human":
            self.render()

    @property
    def game_state(self) -> State:
        """The position as it stands, with all that is hidden in it."""
        return self._state

    def observe(self, agent: str) -> Observation:
        """What a seat may know, and its mask. KeyError for an agent that does not exist."""
        seat = self._seats[agent]
        state = self._state
        if seat == state.current_player and not self._over:
            mask = state.legal_actions_mask().view(np.int8)
        else:
            mask = np.zeros(self._num_actions, np.int8)
        return {"observation": state.observation(seat), "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """The observations of all seats one after the other, shape (num_players * observation_size,), uint8."""
        return np.concatenate([self._state.observation(seat) for seat in range(self._game.num_players)])

    def step(self, action: int | None) -> None:
        """Play an action for ``agent_selection``; after the end, None for each agent in turn.

        Raises IllegalActionError, which says why, for an action that is not legal: then nothing has changed, and the
        seat is still to decide. MatchError before the first ``reset`` and when all agents have left.
        """
        if self._over or not self.agents:
            if not self.agents:
                raise MatchError("no game is in progress: call reset()")
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalActionError(f"{self.agent_selection} is to decide: None is for agents whose game is over")
        state = self._state.apply(action)
        while state.is_chance:
            state = state.sample_chance(self._rng)
        self._state = state
        self._decisions += 1
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        state = self._state
        if not state.is_terminal and self._decisions != self._limit:
            self.agent_selection = self.possible_agents[state.current_player]
            return
        self._over = True
        self.agent_selection = self.agents[0]
        cut_off = state.is_truncated or not state.is_terminal
        ended = dict.fromkeys(self.agents, True)
        if cut_off:
            self.truncations = ended
        else:
            self.terminations = ended
        self.infos = self._infos_at_end()
        self.rewards = dict(zip(self.agents, state.returns(self._reward), strict=True))
        self._accumulate_rewards()

    def _check_start(self, start: Any) -> None:
        if not isinstance(start, State):
            raise TypeError(f"options['state'] must be a State, not {type(start).__name__}")
        if start.game != self._game:
            raise OptionError("options['state'] is a position of another game or of other options")
        if start.is_terminal:
            raise OptionError("options['state'] is a position whose game is over")


class RoundEnv(_Episodes, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Trek 12 as a parallel environment: in each round all seats write at the same time, none seeing what the others
    write before all have written (TK-59, TK-60).

    A move is up to three decisions (TK-62): the placement, then a link below and a link above where there is a choice.
    Each step asks every seat for the next decision of its move: the first step of a round for all placements, a second
    and a third one for the links, if any seat has some to choose. A seat whose move is complete waits for them with the
    extra action ``wait`` = ``game.num_actions``, the only one that its mask allows, and sees what it saw at its last
    decision. So ``action_mask`` has shape (num_actions + 1,), and every mask allows something. Seats that are out of
    the game wait to its end.

    Chance, rewards, infos, rendering and copies are as in :class:`GameEnv`, and the same decisions with the same seed
    are the same game. Raises OptionError for a game without simultaneous rounds.
    """

    metadata: ClassVar[dict[str, Any]] = {**_Episodes.metadata}

    def __init__(self, game: Game | str = "trek12", render_mode: str | None = None, *, reward: str = "win") -> None:
        super().__init__(game, render_mode, reward, waits=1)
        if self._game.name != "trek12":
            raise OptionError(f"only trek12 has simultaneous rounds, {self._game.name} has none: use env()")
        self.metadata = {**self.metadata, "name": f"{self._game.name}_parallel_v{self._game.rules_version}"}  # type: ignore[misc]
        self.wait = self._game.num_actions
        self._made: list[list[int]] = []
        # By seat: the position in which it is to decide, or None while it waits; and what it saw last.
        self._views: list[State | None] = []
        self._seen: list[npt.NDArray[np.uint8]] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start the next episode and return observations and (empty) infos by agent; options are ignored. Raises
        ValueError for a seed outside 0 .. 2**64 - 1, TypeError for what is no seed.
        """
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self._made = [[] for _ in self.agents]
        self._seen = [self._state.observation(seat) for seat in range(len(self.agents))]
        self._look()
        if self.render_mode == "human":
            self.render()
        return self._observations(), {agent: {} for agent in self.agents}

    @property
    def game_state(self) -> State:
        """The position at the start of the present round, after the roll, or at the end of the game."""
        return self._state

    def state(self) -> npt.NDArray[np.uint8]:
        """What all seats see, one after the other, shape (num_players * observation_size,), uint8."""
        return np.concatenate(self._seen)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One decision of each seat that is to decide: observations, rewards, terminations, truncations and infos by
        agent. Seats that wait may be left out.

        Raises IllegalActionError, which names the agent, if one is missing, unknown or not legal: then nothing has
        changed. MatchError before the first ``reset`` and after the end.
        """
        if not self.agents:
            raise MatchError("no game is in progress: call reset()")
        made = self._checked(actions)
        for seat, action in made.items():
            self._made[seat].append(action)
        self._look()
        agents, over = self.agents, self._state.is_terminal
        worth = self._state.returns(self._reward) if over else [0.0] * len(agents)
        infos: dict[str, dict[str, Any]] = self._infos_at_end() if over else {agent: {} for agent in agents}
        observations = self._observations()
        truncated = over and self._state.is_truncated
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            dict(zip(agents, worth, strict=True)),
            dict.fromkeys(agents, over and not truncated),
            dict.fromkeys(agents, truncated),
            infos,
        )

    def _checked(self, actions: dict[str, int]) -> dict[int, int]:
        """The decisions by seat, waiting left out."""
        unknown = [agent for agent in actions if agent not in self._seats]
        if unknown:
            raise IllegalActionError(f"no such agent: {', '.join(map(repr, unknown))}")
        made = {}
        for agent, seat in self._seats.items():
            view = self._views[seat]
            if view is None:
                if actions.get(agent, self.wait) != self.wait:
                    raise IllegalActionError(f"{agent} waits in this step: only the action {self.wait} is legal")
                continue
            if agent not in actions:
                raise IllegalActionError(f"the action of {agent} is missing")
            action = actions[agent]
            try:
                view.apply(action)
            except IllegalActionError as error:
                raise IllegalActionError(f"{agent}: {error}") from error
            made[seat] = action
        return made

    def _look(self) -> None:
        """Find out who is to decide what, and begin the next round when nobody is.

        The core asks one seat after the other. What a seat may do and see depends on its own sheet and the roll alone
        until the round is over (TK-60), so any legal completion of the moves before it leads to its view.
        """
        while True:
            state, pending = self._state, False
            self._views = [None for _ in self._made]
            while state.current_player >= 0:
                seat = state.current_player
                for action in self._made[seat]:
                    state = state.apply(action)
                if state.current_player != seat:
                    continue
                pending = True
                self._views[seat] = state
                self._seen[seat] = state.observation(seat)
                while state.current_player == seat:
                    state = state.apply(state.legal_actions()[0])
            if pending:
                return
            self._state = self._past_chance(state)
            self._made = [[] for _ in self._made]
            if self._state.is_terminal:
                self._seen = [self._state.observation(seat) for seat in range(len(self._made))]
                return

    def _observations(self) -> dict[str, Observation]:
        found = {}
        for agent, seat in self._seats.items():
            mask, view = np.zeros(self._num_actions, np.int8), self._views[seat]
            if view is None:
                mask[self.wait] = 1
            else:
                view.legal_actions_mask(mask[: self.wait])
            found[agent] = {"observation": self._seen[seat].copy(), "action_mask": mask}
        return found
