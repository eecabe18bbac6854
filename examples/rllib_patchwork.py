"""PPO learns Patchwork against itself with RLlib, choosing among legal actions only.

    pip install "spielwerk[rllib]"
    python examples/rllib_patchwork.py --iterations 20

Both seats are played by the same network. Each line is one iteration: how many games it saw, and the mean of what a
seat scored in them. Random play scores about -11.
"""

import argparse
from collections.abc import Sequence
from typing import Any

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import spielwerk.rllib


class MaskedModule(ActionMaskingTorchRLModule):
    """RLlib's own module with action masking, fed with the bytes that Spielwerk's observations are."""

    def _preprocess_batch(self, batch: dict[str, Any], **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        mask, batch = super()._preprocess_batch(batch, **kwargs)
        # Most fields are 0 or 1, some are counts: small enough for a network as they are. In place, since RLlib goes on
        # with the same batch.
        batch[Columns.OBS] = batch[Columns.OBS].float()
        return mask, batch


def configuration(game: str, runners: int, games_an_iteration: int) -> PPOConfig:
    """The algorithm: one module for all seats, illegal actions an error, points as rewards."""
    spielwerk.rllib.register()
    return (
        PPOConfig()  # type: ignore[no-untyped-call]  # RLlib types some of its functions
        .environment(
            spielwerk.rllib.ENV_NAMES[game],
            env_config={"reward": "score", "illegal": "raise"},
            # RLlib's check of an environment tries any action, legal or not, and here one of those is an error.
            disable_env_checking=True,
        )
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=4, batch_mode="complete_episodes")
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={
                    "shared": RLModuleSpec(module_class=MaskedModule, model_config={"fcnet_hiddens": [128, 128]})
                }
            )
        )
        # A game of Patchwork has about 43 decisions.
        .training(train_batch_size_per_learner=43 * games_an_iteration, minibatch_size=256, num_epochs=4, lr=3e-4)
        .debugging(seed=1, log_level="ERROR")
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--games", type=int, default=100, help="games of an iteration")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: this one does")
    arguments = parser.parse_args(argv)
    algorithm: Any = configuration("patchwork", arguments.runners, arguments.games).build_algo()
    try:
        for iteration in range(1, arguments.iterations + 1):
            told = algorithm.train()["env_runners"]
            points = sum(told["agent_episode_returns_mean"].values()) / 2
            print(f"iteration {iteration}: {told['num_episodes']:.0f} games, mean score of a seat {points:.2f}")
    finally:
        algorithm.stop()


if __name__ == "__main__":
    main()
