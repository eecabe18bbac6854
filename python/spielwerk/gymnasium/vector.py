"""Many environments in arrays: a batch as Gymnasium's vector environments are."""

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from spielwerk._native import BatchEnv, Game, State
from spielwerk.bounds import observation_bounds
from spielwerk.checks import as_game, whole_number
from spielwerk.errors import OptionError
from spielwerk.illegal import check_illegal
from spielwerk.rendering import RENDER_MODES, check_render_mode, rendered

__all__ = ["SeatVectorEnv"]

_MODES: dict[AutoresetMode, Literal["same_step", "next_step", "disabled"]] = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "disabled",
}
_MOST_ENVS = 2**24
_U64 = 2**64 - 1

Observations = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Step = tuple[Observations, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]


class SeatVectorEnv(gymnasium.vector.VectorEnv[Observations, npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """``num_envs`` games at once, each as its seat ``seat`` meets it, played in native code: what :class:`SeatEnv` is
    for one game.

    A step is one decision of the seat in every env, and what chance and the others do until its next one. ``opponents``
    is a policy of ``game.policies`` for all others, or a map from seats to policies, random where it says nothing.

    Env i after ``reset(seed=s)`` plays episode by episode what ``SeatEnv`` plays after
    ``reset(seed=Rng(s, i).getstate()[0])``: neither ``num_envs`` nor ``num_threads`` changes it.

    With ``seat="all"`` each step is one decision of whoever is to move, ``infos["current_player"]``: the observation
    is that seat's, so that one program plays all seats, or gives some of them to other policies.

    ``game``, ``reward``, ``illegal`` and ``penalty`` are as for :class:`SeatEnv`; rewards are 0 until the end of an
    episode and then the return of the seat that made the last decision, those of all seats in ``infos["returns"]``.
    ``autoreset_mode`` is an ``AutoresetMode`` or its value. Observations are uint8, shape (num_envs,
    observation_size), rewards float64, shape (num_envs,). With ``copy=False`` observations and masks are the arrays
    that the next step writes, at the same address each time.

    ``infos`` has ``action_mask`` (int8, (num_envs, num_actions)), for ``seat="all"`` ``current_player`` (int8), and
    of envs that ended ``scores`` and ``returns`` (float, (num_envs, num_players)); each with its ``_`` mask of shape
    (num_envs,). With ``AutoresetMode.SAME_STEP`` these are in ``final_info``, beside ``final_obs``. ``illegal_action``
    is there if some env was given one.

    Raises OptionError for an unknown game, option or word, ValueError for a number out of range, TypeError for what is
    no game.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        render_mode: str | None = None,
        *,
        seat: int | Literal["all"] = 0,
        opponents: str | Mapping[int, str] = "random",
        reward: Literal["win", "zero_sum", "rank", "score", "margin"] = "win",
        illegal: str = "terminate",
        penalty: float = -1.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        num_threads: int | None = None,
        **options: Any,
    ) -> None:
        game = as_game(game, options)
        check_render_mode(render_mode)
        check_illegal(illegal)
        self.num_envs = whole_number("num_envs", num_envs, 1, _MOST_ENVS)
        if isinstance(seat, str) and seat != "all":
            raise OptionError(f"seat is a number or 'all', not {seat!r}")
        learner = None if isinstance(seat, str) else whole_number("seat", seat, 0, game.num_players - 1)
        _check_opponents(opponents, learner)
        mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1, "autoreset_mode": mode}
        self.render_mode = render_mode
        self._game, self._mode, self._copy = game, mode, bool(copy)
        self._illegal, self._penalty, self._is_dense = illegal, float(penalty), reward in {"score", "margin"}
        low, high = observation_bounds(game)
        self.single_observation_space = spaces.Box(low, high, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        others = None if learner is None else opponents
        self._batch = BatchEnv(
            game, self.num_envs, 0, num_threads, _MODES[mode], reward=reward, seat=learner, opponents=others
        )
        self._started = False
        # Rewards of the episode so far, by env and seat: points are paid as they change, the episode's return at once.
        self._sums = np.zeros((self.num_envs, game.num_players))
        # Envs whose episode is over and has no successor yet, and those of them that an illegal action ended: the
        # batch does not know of these.
        self._over, self._refused = np.zeros((2, self.num_envs), np.bool_)

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self._game

    @property
    def seat(self) -> int | Literal["all"]:
        """The seat that learns."""
        return "all" if self._batch.seat is None else self._batch.seat

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """What follows the end of an episode; also in ``metadata``."""
        return self._mode

    def game_state(self, i: int) -> State:
        """The position of env ``i`` as it stands, with all that is hidden in it. IndexError."""
        return self._batch.state(i)

    def action_masks(self) -> Flags:
        """True where an action is legal, shape (num_envs, num_actions); False everywhere after the end."""
        masks = self._batch.action_mask.view(np.bool_)
        return masks.copy() if self._copy else masks

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start the next episode of every env, or of those in ``options["reset_mask"]`` (bool, (num_envs,)); with a
        seed its episode 0.

        Raises ValueError for a seed outside 0 .. 2**64 - 1 or a mask of another shape or without True, TypeError for
        what is no seed or mask, ResetNeeded for a mask in the first reset.
        """
        self._check_open()
        if seed is not None:
            seed = whole_number("seed", seed, 0, _U64)
        mask = None if options is None else options.get("reset_mask")
        if mask is not None:
            _check_mask(mask, self.num_envs)
            if not self._started:
                raise ResetNeeded("the first reset is one of all environments, without reset_mask")
        super().reset(seed=seed, options=options)
        if seed is None and not self._started:
            seed = int(self.np_random.integers(2**63))
        self._batch.reset(seed=seed, mask=mask)
        begun = slice(None) if mask is None else mask
        self._sums[begun], self._over[begun], self._refused[begun] = 0, False, False
        self._started = True
        self._hide_masks()
        if self.render_mode == "human":
            self.render()
        return self._observations(), self._infos()

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> Step:
        """One decision in every env: observations, rewards, terminations, truncations, infos.

        Raises ResetNeeded before the first ``reset`` and, with ``AutoresetMode.DISABLED``, while an env is over;
        IllegalActionError as the class says, and then no env has moved; TypeError for what are no whole numbers,
        ValueError for another shape.
        """
        self._check_open()
        if not self._started:
            raise ResetNeeded("no game is in progress: call reset()")
        if self._mode is AutoresetMode.DISABLED and self._over.any():
            which = int(np.flatnonzero(self._over)[0])
            raise ResetNeeded(f"env {which} is over: call reset(options={{'reset_mask': terminations | truncations}})")
        batch, everyone = self._batch, np.arange(self.num_envs)
        chosen = _whole_numbers(actions, self.num_envs)
        is_id = (chosen >= 0) & (chosen < self._game.num_actions)
        ids = np.where(is_id, chosen, 0).astype(np.int64)
        refused = ~(is_id & (batch.action_mask[everyone, ids] != 0)) & ~self._over
        illegal = refused.copy()
        if refused.any():
            if self._illegal == "raise":
                batch.step(chosen)  # names the first one, and why
            if self._illegal == "resample":
                ids = np.where(refused, batch.sample_actions(mask=refused), ids)
                refused[:] = False
        movers = np.maximum(batch.current_player, 0)
        still = refused | self._refused
        if still.any():
            batch.step(ids, mask=~still)
        else:
            batch.step(ids)
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        returns = self._returns(terminated | truncated)
        rewards = returns[everyone, movers]
        rewards[refused] = self._penalty
        ended = terminated | truncated | refused
        told = self._told(ended, refused, returns) if ended.any() else {}
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            told |= _told_illegal(illegal & ended)
            infos = {**self._final(ended, refused, told), **_told_illegal(illegal & ~ended)}
        else:
            infos = {**told, **_told_illegal(illegal)}
        if self._mode is not AutoresetMode.SAME_STEP:
            if self._refused.any():
                self._restart(self._refused)
            self._over, self._refused = ended.copy(), refused.copy()
            self._hide_masks()
        if self.render_mode == "human":
            self.render()
        return self._observations(), rewards, terminated | refused, truncated, {**infos, **self._infos()}

    def render(self) -> tuple[Any, ...] | None:
        """The board of each env, as text (``ansi``) or as pixels of shape (height, width, 3) (``rgb_array``, needs the
        extra ``render``); ``human`` writes the text to standard output. None without a render mode.
        """
        pictures = tuple(rendered(self._batch.state(i), self.render_mode) for i in range(self.num_envs))
        return pictures if self.render_mode in ("ansi", "rgb_array") else None

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._hide_masks()

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("this environment has been closed")

    def _observations(self) -> Observations:
        return self._batch.obs.copy() if self._copy else self._batch.obs

    def _hide_masks(self) -> None:
        """Nothing is legal after an end; the batch does not know of those that illegal actions made."""
        if self._refused.any():
            self._batch.action_mask[self._refused] = 0

    def _restart(self, which: Flags) -> None:
        self._batch.reset(mask=which)
        self._sums[which] = 0

    def _returns(self, ended: Flags) -> npt.NDArray[np.float64]:
        """By env and seat; 0 for episodes that have not ended."""
        if not self._is_dense:
            return self._batch.rewards.astype(np.float64)
        self._sums += self._batch.rewards
        returns = np.where(ended[:, None], self._sums, 0)
        self._sums[ended] = 0
        return returns

    def _told(self, ended: Flags, refused: Flags, returns: npt.NDArray[np.float64]) -> dict[str, Any]:
        """What is known of episodes that have ended; a return only of those that the rules have ended."""
        scores = np.where(ended[:, None], self._batch.scores, 0)
        for i in np.flatnonzero(refused):
            scores[i] = self._batch.state(int(i)).scores()
        return {"scores": scores, "_scores": ended, "returns": returns, "_returns": ended & ~refused}

    def _final(self, ended: Flags, refused: Flags, told: dict[str, Any]) -> dict[str, Any]:
        """Starts the successors of episodes that illegal actions have ended, and puts aside what is told of all that
        have ended.
        """
        final_obs = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            final_obs[i] = (self._batch.obs if refused[i] else self._batch.final_obs)[i].copy()
        if refused.any():
            self._restart(refused)
        return {"final_obs": final_obs, "_final_obs": ended, "final_info": told, "_final_info": ended}

    def _infos(self) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, np.bool_)
        masks = self._batch.action_mask.view(np.int8)
        infos: dict[str, Any] = {"action_mask": masks.copy() if self._copy else masks, "_action_mask": everyone}
        if self._batch.seat is None:
            infos["current_player"], infos["_current_player"] = self._batch.current_player.copy(), everyone
        return infos


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    for mode, word in _MODES.items():
        if given in (mode, mode.value, word):
            return mode
    known = ", ".join(repr(mode.value) for mode in _MODES)
    raise OptionError(f"autoreset_mode is an AutoresetMode or one of {known}, not {given!r}")


def _check_opponents(opponents: Any, learner: int | None) -> None:
    """That the others are policies which the batch can play, if a seat learns."""
    told = opponents.values() if isinstance(opponents, Mapping) else [opponents]
    if any(callable(policy) for policy in told):
        raise OptionError(
            "opponents of many games at once are policies of the game, by name; for a function take seat='all' and "
            "decide for the others, too"
        )
    if learner is None and opponents != "random":
        raise OptionError("seat='all' has no opponents: every seat's decisions are yours")


def _told_illegal(which: Flags) -> dict[str, Any]:
    """Nothing, unless an illegal action was given."""
    return {"illegal_action": which.copy(), "_illegal_action": which} if which.any() else {}


def _check_mask(mask: Any, num_envs: int) -> None:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("options['reset_mask'] must be an array of booleans")
    if mask.shape != (num_envs,) or not mask.any():
        raise ValueError(f"options['reset_mask'] must have the shape ({num_envs},) and a True")


def _whole_numbers(actions: Any, num_envs: int) -> npt.NDArray[np.integer[Any]]:
    array = np.asarray(actions)
    if not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"actions must be whole numbers, not {array.dtype}")
    if array.shape != (num_envs,):
        raise ValueError(f"actions must have the shape ({num_envs},), not {array.shape}")
    return array
