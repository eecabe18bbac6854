"""A batch made of single states, slow and plain: what :class:`spielwerk.BatchEnv` must equal."""

from __future__ import annotations

from typing import Any

import numpy as np

import spielwerk as sw

ARRAYS = (
    "obs",
    "final_obs",
    "action_mask",
    "action_mask_packed",
    "current_player",
    "rewards",
    "terminated",
    "truncated",
    "scores",
    "episode_id",
    "num_decisions",
)

#: A game that comes to its end soon, of each name.
GAMES = (
    sw.load("patchwork"),
    sw.load("trek12", players=3),
    sw.load("thurn_and_taxis", max_turns=20),
    sw.load("dungeon_petz"),
)


def arrays(env: sw.BatchEnv) -> dict[str, Any]:
    """Copies of all arrays that are not switched off."""
    shown = {name: getattr(env, name) for name in ARRAYS}
    return {name: array.copy() for name, array in shown.items() if array is not None}


def same(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether arrays are equal, and which are there."""
    return first.keys() == second.keys() and all(np.array_equal(first[name], second[name]) for name in first)


class Twin:
    """One env."""

    def __init__(self, game: sw.Game, seed: int, i: int, autoreset: str, reward: str, skip_forced: bool) -> None:
        self.game, self.autoreset, self.reward, self.skip_forced = game, autoreset, reward, skip_forced
        self.seed = sw.Rng(seed, i).getstate()[0]
        self.episode, self.observer = 0, 0
        self.scores = [0.0] * game.num_players
        self.final_obs = np.zeros(game.observation_size, np.uint8)
        self.begin()
        self.blank()

    def begin(self) -> None:
        self.rng = sw.Rng(self.seed, self.episode)
        self.state, self.decisions = self.game.initial_state(), 0
        self.paid = [0.0] * self.game.num_players
        self.settle()

    def blank(self) -> None:
        self.rewards = [0.0] * self.game.num_players
        self.terminated = self.truncated = False
        self.told = (self.episode, self.decisions)

    def settle(self) -> None:
        while not self.state.is_terminal:
            if self.state.is_chance:
                self.state = self.state.sample_chance(self.rng)
            elif self.skip_forced and self.state.num_legal == 1:
                self.state = self.state.apply(self.state.legal_actions()[0])
                self.decisions += 1
            else:
                return

    def sample(self) -> int:
        return 0 if self.state.is_terminal else self.state.sample_action(self.rng)

    def step(self, action: int) -> None:
        if self.state.is_terminal:
            if self.autoreset == "next_step":
                self.episode += 1
                self.begin()
                self.blank()
            else:
                self.rewards = [0.0] * self.game.num_players
            return
        mover = self.state.current_player
        self.state = self.state.apply(action)
        self.decisions += 1
        self.settle()
        self.pay()
        self.told = (self.episode, self.decisions)
        self.truncated = self.state.is_truncated
        self.terminated = self.state.is_terminal and not self.truncated
        if self.state.is_terminal:
            self.observer = mover
            self.scores = [float(points) for points in self.state.scores()]
            if self.autoreset == "same_step":
                self.final_obs = self.state.observation(mover)
                self.episode += 1
                self.begin()

    def pay(self) -> None:
        seats, scores = range(self.game.num_players), self.state.scores()
        if self.reward in {"score", "margin"}:
            best = [max((scores[other] for other in seats if other != seat), default=0) for seat in seats]
            now = [float(scores[seat]) - (best[seat] if self.reward == "margin" else 0) for seat in seats]
            self.rewards = [now[seat] - self.paid[seat] for seat in seats]
            self.paid = now
            return
        self.rewards = [0.0 for _ in seats]
        if not self.state.is_terminal:
            return
        winners, ranks = self.state.winners(), self.state.ranks()
        if self.reward == "rank":
            self.rewards = [(len(seats) - rank) / (len(seats) - 1) if len(seats) > 1 else 1.0 for rank in ranks]
        elif self.reward == "zero_sum" and len(winners) == 1:
            self.rewards = [1.0 if seat in winners else -1.0 for seat in seats]
        elif self.reward == "win":
            self.rewards = [1 / len(winners) if seat in winners else 0.0 for seat in seats]

    def row(self) -> dict[str, Any]:
        """The env's row of each array."""
        mask = self.state.legal_actions_mask()
        seat = self.observer if self.state.is_terminal else self.state.current_player
        return {
            "obs": self.state.observation(seat),
            "final_obs": self.final_obs,
            "action_mask": mask,
            "action_mask_packed": np.packbits(mask, bitorder="little"),
            "current_player": self.state.current_player,
            "rewards": np.array(self.rewards, np.float32),
            "terminated": self.terminated,
            "truncated": self.truncated,
            "scores": np.array(self.scores, np.float32),
            "episode_id": self.told[0],
            "num_decisions": self.told[1],
        }
