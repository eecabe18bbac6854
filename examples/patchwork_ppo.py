"""PPO learns Patchwork against random play, one network for both seats.

    python examples/patchwork_ppo.py --steps 300000

Needs the extra ``torch``. Half of the envs learn in seat 0 and half in seat 1, while the other seat plays at random
inside the batch. The reward is the change of the margin in points, so each patch is felt at once. At the end the
network plays its best action in ``--games`` games against uniform random play, half of them from each seat.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

import spielwerk as sw

GAME = sw.load("patchwork")
FIELDS = {field["name"]: field["offset"] for field in GAME.observation_spec}
SHAPE = 5  # no patch is longer
POINTS = 20.0  # rewards are in units of so many points

# A purchase is a patch turned in some way and a cell: their logits are a matrix of low rank, so that what is learned of
# one place serves for all patches. Actions are numbered slot by slot, then orientation, then cell.
BUY = next(family["first"] for family in GAME.action_spec if family["family"] == "buy")
CELLS, RANK = 81, 4
TURNED = (GAME.num_actions - BUY) // CELLS


def patch_tables() -> tuple[torch.Tensor, torch.Tensor]:
    """By patch id + 1: price, time, income and shape; and by orientation, how many edges face each cell around it."""
    patches = np.zeros((len(sw.patchwork.PATCHES) + 1, 3 + SHAPE * SHAPE), np.float32)
    outlines = np.zeros((len(patches), 8, SHAPE + 2, SHAPE + 2), np.float32)
    for number, patch in enumerate(sw.patchwork.PATCHES, 1):
        patches[number, :3] = patch.button_cost / 10, patch.time_cost / 6, patch.income / 3
        patches[number, [3 + row * SHAPE + col for row, col in patch.cells]] = 1
        for orientation, cells in patch.orientations.items():
            for row, col in cells:
                for beside in {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)} - set(cells):
                    outlines[number, orientation, beside[0] + 1, beside[1] + 1] += 1
    return torch.from_numpy(patches), torch.from_numpy(outlines)


PATCHES, OUTLINES = patch_tables()


class Network(nn.Module):
    """Log probabilities of all actions, and the points that are still to come."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        width = PATCHES.shape[1]
        size = FIELDS["circle"] + 3 * width + GAME.observation_size - FIELDS["buttons"]
        self.body = nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.patch = nn.Sequential(nn.Linear(width, 32), nn.ReLU(), nn.Linear(32, 1))
        self.touch = nn.Linear(hidden, 1)
        self.simple, self.value = nn.Linear(hidden, BUY), nn.Linear(hidden, 1)
        self.turned, self.cell = nn.Linear(hidden, TURNED * (RANK + 1)), nn.Linear(hidden, CELLS * (RANK + 1))

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of observations and masks, one a row. Illegal actions get a log probability that is next to none."""
        circle, buttons, flags = FIELDS["circle"], FIELDS["buttons"], FIELDS["special_patches"]
        seen, slots = obs.float(), obs[:, circle : circle + 3].long()
        offer = PATCHES[slots]
        parts = [seen[:, :circle], offer.flatten(1), seen[:, buttons:flags] / 20, seen[:, flags:]]
        hidden = self.body(torch.cat(parts, 1))
        # How many edges of the patch would touch what is covered, or the border.
        quilt = nn.functional.pad(seen[:, :CELLS].view(-1, 1, 9, 9), (1, SHAPE, 1, SHAPE), value=1.0)
        touching = OUTLINES[slots].view(len(obs), TURNED, -1) @ nn.functional.unfold(quilt, SHAPE + 2)
        turned = self.turned(hidden).view(-1, TURNED, RANK + 1)
        cell = self.cell(hidden).view(-1, RANK + 1, CELLS)
        fit = self.touch(hidden)[:, :, None] * touching + self.patch(offer).repeat_interleave(TURNED // 3, 1)
        buy = turned[..., :RANK] @ cell[:, :RANK] + turned[..., RANK:] + cell[:, RANK:] + fit
        logits = torch.cat([self.simple(hidden), buy.flatten(1)], 1).masked_fill(mask == 0, -1e9)
        return logits.log_softmax(1), self.value(hidden).squeeze(1)


class Batch(NamedTuple):
    """Decisions, one a row."""

    obs: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    chance: torch.Tensor
    advantage: torch.Tensor
    target: torch.Tensor


def both_seats(num_envs: int, seed: int, **options: Any) -> list[sw.BatchEnv]:
    """As many envs for each seat."""
    return [sw.BatchEnv(GAME, num_envs // 2, seed, seat=seat, **options) for seat in (0, 1)]


def look(envs: list[sw.BatchEnv]) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks of all envs."""
    obs, mask = ([getattr(env, name) for env in envs] for name in ("obs", "action_mask"))
    return torch.from_numpy(np.concatenate(obs)), torch.from_numpy(np.concatenate(mask))


@torch.no_grad()
def collect(network: Network, envs: list[sw.BatchEnv], length: int, decay: float = 0.95) -> Batch:
    """Plays ``length`` decisions in every env; advantages by generalised advantage estimation, without discount."""
    kept: list[list[torch.Tensor]] = []
    for _ in range(length):
        obs, mask = look(envs)
        chances, value = network(obs, mask)
        below = chances.exp().cumsum(1)
        drawn = torch.rand(len(below), 1) * (1 - 1e-6) * below[:, -1:]
        action = torch.searchsorted(below, drawn, right=True).squeeze(1)
        for env, chosen in zip(envs, action.numpy().reshape(2, -1), strict=True):
            env.step(chosen)
        reward = torch.from_numpy(np.concatenate([env.rewards[:, seat] for seat, env in enumerate(envs)])) / POINTS
        over = torch.from_numpy(np.concatenate([env.terminated for env in envs])).float()
        kept.append([obs, mask, action, chances.gather(1, action[:, None]).squeeze(1), value, reward, over])
    obs, mask, action, chance, value, reward, over = (torch.stack(column) for column in zip(*kept, strict=True))
    following, carried, advantage = network(*look(envs))[1], torch.zeros(len(value[0])), torch.zeros_like(value)
    for step in reversed(range(length)):
        goes_on = 1 - over[step]
        carried = reward[step] + goes_on * following - value[step] + decay * goes_on * carried
        advantage[step], following = carried, value[step]
    return Batch(*(column.flatten(0, 1) for column in (obs, mask, action, chance, advantage, advantage + value)))


def update(network: Network, optimizer: torch.optim.Optimizer, batch: Batch, epochs: int = 3) -> float:
    """PPO's clipped steps; returns the last loss."""
    loss = torch.zeros(())
    for _ in range(epochs):
        for rows in torch.split(torch.randperm(len(batch.action)), 1024):
            part = Batch(*(column[rows] for column in batch))
            chances, value = network(part.obs, part.mask)
            ratio = (chances.gather(1, part.action[:, None]).squeeze(1) - part.chance).exp()
            worth = (part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-6)
            gain = torch.min(ratio * worth, ratio.clamp(0.8, 1.2) * worth).mean()
            entropy = -(chances.exp() * chances).sum(1).mean()
            loss = 0.5 * (value - part.target).square().mean() - gain - 0.003 * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    return loss.item()


@torch.no_grad()
def evaluate(network: Network, games: int, seed: int) -> list[float]:
    """The share of ``games`` games that the best actions win against random play, from each seat."""
    envs = both_seats(games, seed, autoreset="disabled")
    running = [np.ones(env.num_envs, np.bool_) for env in envs]
    won = np.zeros((2, games // 2))
    while any(mask.any() for mask in running):
        best = network(*look(envs))[0].argmax(1).numpy().reshape(2, -1)
        for seat, env in enumerate(envs):
            env.step(best[seat], mask=running[seat])
            won[seat] += env.rewards[:, seat]
            running[seat] &= ~env.terminated
    return [float(wins.mean()) for wins in won]


def main(argv: Sequence[str] | None = None) -> dict[str, float]:
    """Trains, evaluates, and returns the figures that it prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=300_000, help="decisions to learn from")
    parser.add_argument("--envs", type=int, default=128, help="games at once, an even number")
    parser.add_argument("--length", type=int, default=32, help="decisions of each env between two updates")
    parser.add_argument("--hidden", type=int, default=256, help="units of each hidden layer")
    parser.add_argument("--games", type=int, default=2000, help="games to evaluate on, an even number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    arguments = parser.parse_args(argv)
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    network = Network(arguments.hidden)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    envs, start, loss = both_seats(arguments.envs, arguments.seed, reward="margin"), time.perf_counter(), 0.0
    rounds = max(1, arguments.steps // (arguments.envs * arguments.length))
    for number in range(1, rounds + 1):
        batch = collect(network, envs, arguments.length)
        loss = update(network, optimizer, batch)
        if number % 10 == 0 or number == rounds:
            minutes = (time.perf_counter() - start) / 60
            margin = np.mean([(env.scores[:, seat] - env.scores[:, 1 - seat]).mean() for seat, env in enumerate(envs)])
            learned = number * len(batch.action)
            print(f"{learned:>8} decisions, {minutes:4.1f} min, loss {loss:6.3f}, last margins {margin:+6.1f}")
    minutes = (time.perf_counter() - start) / 60
    # Another seed than that of learning: other circles, other opponents.
    shares = evaluate(network, arguments.games, arguments.seed + 1)
    share = sum(shares) / 2
    error = (share * (1 - share) / arguments.games) ** 0.5
    print(f"won {share:.1%} ± {error:.1%} of {arguments.games} games against random play, after {minutes:.1f} min")
    print(f"from seat 0 {shares[0]:.1%}, from seat 1 {shares[1]:.1%}")
    return {"loss": loss, "share": share, "error": error, "minutes": minutes, "games": float(arguments.games)}


if __name__ == "__main__":
    main(sys.argv[1:])
