"""All games for RLlib: :class:`GameEnv`, one seat after the other, with masks of what is legal.

Needs the extra ``rllib``; ``import spielwerk`` does not import it.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from spielwerk._native import Game, Rng, State, game_names
from spielwerk.bounds import observation_bounds
from spielwerk.checks import as_game, whole_number
from spielwerk.errors import IllegalActionError, MatchError, OptionError
from spielwerk.extras import missing_extra
from spielwerk.illegal import check_illegal, read_action

try:
    from gymnasium import spaces
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.tune.registry import register_env
except ImportError as error:
    library = (error.name or "ray").partition(".")[0]
    raise missing_extra(library, "rllib", "spielwerk.rllib") from error

__all__ = ["ENV_NAMES", "GameEnv", "register"]

Observation = dict[str, npt.NDArray[Any]]
"""``observations``: uint8, what the seat may know; ``action_mask``: int8, 1 = legal."""

ENV_NAMES: Final[dict[str, str]] = {name: f"spielwerk/{name}" for name in game_names()}
"""Name of the game -> name of its environment after :func:`register`."""

_U64 = 2**64 - 1


def register() -> None:
    """Make the games known to RLlib and Tune as ``"spielwerk/patchwork"`` and so on, see :data:`ENV_NAMES`: then
    ``config.environment("spielwerk/trek12", env_config={"players": 4})`` does not repeat the game.
    """
    for game, name in ENV_NAMES.items():
        # EnvContext knows which worker asks, so what is added goes into a copy of it.
        register_env(name, lambda config, game=game: GameEnv(config.copy_with_overrides({"game": game, **config})))


class GameEnv(MultiAgentEnv):
    """Any game as a ``MultiAgentEnv``: the seats ``player_0`` ... decide one atomic decision at a time, and only the
    seat that is to decide has an observation.

    An observation is a dict of ``observations``, the uint8 vector of :meth:`State.observation` for that seat (its own
    things first), and ``action_mask``, int8 of shape (num_actions,). Both are new arrays at each call. At the end all
    agents see the last position, with masks of 0.

    The argument is the ``env_config`` of an algorithm, or any map with these keys:

    - ``game``: a Game, or the name of one;
    - ``reward``: ``"win"`` (default), ``"zero_sum"``, ``"score"``, ``"rank"`` or ``"margin"``; rewards are 0 until the
      end and then those of ``State.returns``, so an agent's rewards sum to its return;
    - ``max_decisions``: a game is truncated after so many; one cut off by its own option ``max_turns`` is, too;
    - ``illegal``: what follows an illegal action: ``"terminate"`` (default) ends the episode with the reward
      ``penalty`` (-1) for the seat and 0 for the others, ``"resample"`` plays a random legal one instead, both with
      ``infos[agent]["illegal_action"]`` True; ``"raise"`` raises IllegalActionError and changes nothing;
    - every other key is an option of the game, such as ``players``, if ``game`` is a name.

    Chance and replacements come from the stream (seed, episode): ``reset(seed=...)`` starts episode 0, each ``reset()``
    after it the next one; without any seed one is drawn. To the seed, 2**32 is added for each worker before this one:
    ``config.debugging(seed=...)`` alone gives the second environment of a worker the seed of the next worker's first.

    ``infos`` have ``score`` and ``rank`` at the end. Raises OptionError for an unknown game, option or word, ValueError
    for a number out of range, TypeError for what is no map, game or number.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        if config is not None and not isinstance(config, Mapping):
            raise TypeError(
                f"the configuration must be a map such as {{'game': 'trek12'}}, not {type(config).__name__}"
            )
        options = dict(config or {})
        illegal, penalty = options.pop("illegal", "terminate"), options.pop("penalty", -1.0)
        if isinstance(penalty, bool) or not isinstance(penalty, int | float):
            raise TypeError(f"penalty must be a number, not {type(penalty).__name__}")
        check_illegal(illegal)
        reward, limit = (options.pop(key, None) for key in ("reward", "max_decisions"))
        self._illegal, self._penalty = illegal, float(penalty)
        self._reward = "win" if reward is None else reward
        self._limit = None if limit is None else whole_number("max_decisions", limit, 1, _U64)
        self._game = game = _game_of(options)
        game.initial_state().returns(self._reward)  # OptionError for a word that is no reward of this game
        self._names = [f"player_{seat}" for seat in range(game.num_players)]
        self.possible_agents = list(self._names)
        # RLlib's own checks look up agents here, also between episodes.
        self.agents = list(self._names)
        super().__init__()  # type: ignore[no-untyped-call]  # RLlib's has no types
        low, high = observation_bounds(game)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observations": spaces.Box(low, high, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (game.num_actions,), dtype=np.int8),
                }
            )
            for agent in self._names
        }
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self._names}
        self._seed: int | None = None
        self._episode = 0
        # Where to go on after an episode with a seed for itself alone.
        self._before: tuple[int | None, int] | None = None
        self._apart = 2**32 * int(getattr(config, "worker_index", 0) or 0)
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

    @property
    def seed(self) -> int | None:
        """The seed last given to ``reset``, or the one drawn in its stead; None before the first ``reset``."""
        return self._seed

    @property
    def episode(self) -> int:
        """How many times ``reset`` was called without a seed since; chance comes from the stream (seed, episode)."""
        return self._episode

    def reset(  # type: ignore[override]  # agents are texts here, anything hashable there
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start the next episode: the observation of the seat that is to decide, and its (empty) info.

        With ``options``, which are otherwise ignored, the seed is for this episode alone. RLlib's check of environments
        calls ``reset(seed=42, options={})``: all environments of a run without a seed would go on from there alike.

        Raises ValueError for a seed outside 0 .. 2**64 - 1, TypeError for what is no seed.
        """
        if seed is not None:
            seed = whole_number("seed", seed, 0, _U64)
        if self._before is not None:
            (self._seed, self._episode), self._before = self._before, None
        if seed is not None:
            self._before = None if options is None else (self._seed, self._episode)
            self._seed, self._episode = seed, 0
        elif self._seed is None:
            self._seed, self._episode = secrets.randbits(64), 0
        else:
            self._episode += 1
        self._rng = Rng((self._seed + self._apart) % 2**64, self._episode)
        self._state, self._decisions, self._over = self._past_chance(self._game.initial_state()), 0, False
        return self._observations(), self._infos()

    def step(  # type: ignore[override]  # as reset
        self,
        action_dict: dict[str, int],  # type: ignore[override]  # as reset
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One decision of the seat that is to decide: observations, rewards, terminateds, truncateds (both of
        ``__all__`` alone, for the game ends for all at once) and infos by agent.

        Raises MatchError before the first ``reset`` and after the end, IllegalActionError if the map has not exactly
        the agent that is to decide, or as the class says, TypeError for what is no whole number.
        """
        if self._over:
            raise MatchError("no game is in progress: call reset()")
        agent = self._agent()
        if set(action_dict) != {agent}:
            raise IllegalActionError(f"{agent} is to decide, and nobody else: got actions of {sorted(action_dict)}")
        action, refused = read_action(self._state, action_dict[agent], self._illegal)
        rewards = {agent: 0.0}
        if refused and self._illegal == "terminate":
            self._over, cut_off = True, False
            rewards = {**dict.fromkeys(self._names, 0.0), agent: self._penalty}
        else:
            played = self._state.sample_action(self._rng) if refused else action
            self._state = self._past_chance(self._state.apply(played))
            self._decisions += 1
            self._over = self._state.is_terminal or self._decisions == self._limit
            cut_off = self._over and (self._state.is_truncated or not self._state.is_terminal)
            if self._over:
                rewards = dict(zip(self._names, self._state.returns(self._reward), strict=True))
        infos = self._infos()
        if refused:
            infos.setdefault(agent, {})["illegal_action"] = True
        # Nothing for each agent: RLlib takes an episode for terminated in which every agent is truncated.
        terminateds, truncateds = {"__all__": self._over and not cut_off}, {"__all__": cut_off}
        return self._observations(), rewards, terminateds, truncateds, infos

    def _agent(self) -> str:
        return self._names[self._state.current_player]

    def _past_chance(self, state: State) -> State:
        while state.is_chance:
            state = state.sample_chance(self._rng)
        return state

    def _observations(self) -> dict[str, Observation]:
        if not self._over:
            mask = self._state.legal_actions_mask().view(np.int8)
            return {self._agent(): self._observation(self._state.current_player, mask)}
        nothing = np.zeros(self._game.num_actions, np.int8)
        return {agent: self._observation(seat, nothing.copy()) for seat, agent in enumerate(self._names)}

    def _observation(self, seat: int, mask: npt.NDArray[np.int8]) -> Observation:
        return {"observations": self._state.observation(seat), "action_mask": mask}

    def _infos(self) -> dict[str, dict[str, Any]]:
        if not self._over:
            return {self._agent(): {}}
        scores, ranks = self._state.scores(), self._state.ranks()
        return {agent: {"score": scores[seat], "rank": ranks[seat]} for seat, agent in enumerate(self._names)}


def _game_of(options: dict[str, Any]) -> Game:
    """The game of a configuration, of which other keys than the options are gone."""
    if "game" not in options:
        raise OptionError(f"the configuration has no 'game': give one of {', '.join(game_names())}, or a Game")
    return as_game(options.pop("game"), options)
