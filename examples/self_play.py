"""Self-play data by the million decisions: one linear policy plays all seats of a batch.

    python examples/self_play.py patchwork --envs 256 --steps 500 --out games.npz

Each row of the file is one decision: ``obs`` (what the seat knew), ``action``, ``player`` (the seat), ``returns`` (what
the episode paid that seat in the end), ``env`` and ``episode``. Decisions of episodes that had not ended by the last
step are left out. The policy is a softmax over the legal actions of a linear function of the observation; put your own
in its place.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import spielwerk as sw


class LinearPolicy:
    """Logits are a linear function of the observation; actions are drawn from their softmax over what is legal."""

    def __init__(self, game: sw.Game, scale: float, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.weights = self.rng.normal(0, scale, (game.observation_size, game.num_actions)).astype(np.float32)

    def __call__(self, obs: npt.NDArray[np.float32], mask: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
        """An action for each row."""
        logits = np.where(mask, obs @ self.weights, -np.inf)
        # The largest of the logits, each with noise of Gumbel's, is a draw from their softmax.
        noise = -np.log(self.rng.standard_exponential(logits.shape, np.float32))
        return np.asarray((logits + noise).argmax(axis=1), np.int64)


def collect(env: sw.BatchEnv, policy: LinearPolicy, steps: int) -> dict[str, npt.NDArray[Any]]:
    """Plays ``steps`` decisions in every env; one row a decision of an episode that has ended."""
    shape = (steps, env.num_envs)
    obs = np.empty((*shape, env.game.observation_size), np.uint8)
    action, player = np.empty(shape, np.int64), np.empty(shape, np.int8)
    episode, returns = np.empty(shape, np.int64), np.full(shape, np.nan, np.float32)
    paid, first = np.zeros((env.num_envs, env.game.num_players), np.float32), np.zeros(env.num_envs, np.int64)
    for step in range(steps):
        obs[step], player[step] = env.obs, env.current_player
        action[step] = policy(env.obs, env.action_mask)
        env.step(action[step])
        paid += env.rewards
        episode[step] = env.episode_id
        for i in np.flatnonzero(env.terminated | env.truncated):
            # The whole episode belongs to this return: each decision gets that of the seat that made it.
            rows = slice(first[i], step + 1)
            returns[rows, i] = paid[i, player[rows, i]]
            paid[i], first[i] = 0, step + 1
    whole = ~np.isnan(returns)
    where = np.broadcast_to(np.arange(env.num_envs), shape)
    columns: dict[str, npt.NDArray[Any]] = {
        "obs": obs,
        "action": action,
        "player": player,
        "returns": returns,
        "env": where,
        "episode": episode,
    }
    return {name: column[whole] for name, column in columns.items()}


def main(argv: Sequence[str] | None = None) -> dict[str, npt.NDArray[Any]]:
    """Collects, writes the file if one is wanted, and returns the columns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="patchwork", choices=sw.game_names())
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--steps", type=int, default=200, help="decisions of each env")
    parser.add_argument("--reward", default="score", choices=["win", "zero_sum", "rank", "score", "margin"])
    parser.add_argument("--scale", type=float, default=0.01, help="of the policy's random weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="a file of numpy's, .npz")
    arguments = parser.parse_args(argv)
    # TT-53: random seats hardly ever end Thurn and Taxis.
    options = {"max_turns": 200} if arguments.game == "thurn_and_taxis" else {}
    env = sw.BatchEnv(
        sw.load(arguments.game, **options), arguments.envs, arguments.seed, obs_dtype="float32", reward=arguments.reward
    )
    start = time.perf_counter()
    columns = collect(env, LinearPolicy(env.game, arguments.scale, arguments.seed), arguments.steps)
    seconds = time.perf_counter() - start
    episodes = len(np.unique(np.stack([columns["env"], columns["episode"]]), axis=1).T)
    decisions = arguments.steps * arguments.envs
    print(f"{decisions:,} decisions in {seconds:.1f} s: {decisions / seconds:,.0f} a second")
    print(f"{len(columns['action']):,} rows of {episodes:,} whole episodes")
    if arguments.out is not None:
        np.savez_compressed(arguments.out, allow_pickle=False, **columns)
    return columns


if __name__ == "__main__":
    main(sys.argv[1:])
