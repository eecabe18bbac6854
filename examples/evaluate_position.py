"""What each legal action of a position is worth: the mean result of random playouts for the seat to decide.

    python examples/evaluate_position.py patchwork --seed 7 --moves 20 --playouts 500
    python examples/evaluate_position.py --match saved.json --reward margin
    python examples/evaluate_position.py trek12 --option board=kagkot --position position.json

A position is that of a saved match, a JSON file of ``State.to_dict``, a file of ``State.to_bytes``, or the one after
some random decisions. Playout i of every action starts from the same state, drawn from those that the seat cannot tell
apart (``State.resample_hidden``), so that hidden things are not peeked at, and actions are compared on the same deals.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import spielwerk as sw


class Worth(NamedTuple):
    """An action, the mean result of its playouts, and the standard error of that mean."""

    action: int
    mean: float
    error: float


def evaluate(state: sw.State, playouts: int, reward: str, seed: int) -> list[Worth]:
    """All legal actions, the best first."""
    seat, actions = state.current_player, state.legal_actions()
    results = np.empty((len(actions), playouts))
    for i in range(playouts):
        deal = state.resample_hidden(seat, sw.Rng(seed, i))
        for row, action in enumerate(actions):
            # Each playout has a stream of its own, whatever the other actions are.
            rng = sw.Rng(sw.Rng(seed, i).getstate()[0], action)
            results[row, i] = deal.apply(action).rollout(rng).returns(reward)[seat]
    errors = results.std(axis=1, ddof=1) / playouts**0.5
    found = [
        Worth(action, float(mean), float(error))
        for action, mean, error in zip(actions, results.mean(axis=1), errors, strict=True)
    ]
    return sorted(found, key=lambda worth: (-worth.mean, worth.action))


def option(text: str) -> tuple[str, object]:
    """``name=value``; the value is JSON, or else the text as it stands."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"an option is name=value, not {text!r}")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def position(arguments: argparse.Namespace) -> sw.State:
    """The position that the arguments name."""
    if arguments.match is not None:
        return sw.Match.load(arguments.match).state
    game = sw.load(arguments.game, **dict(arguments.option))
    if arguments.position is not None:
        data = Path(arguments.position).read_bytes()
        is_json = data.lstrip().startswith(b"{")
        return game.state_from_dict(json.loads(data), strict=False) if is_json else game.state_from_bytes(data)
    match, rng = sw.Match(game, seed=arguments.seed), sw.Rng(arguments.seed, 1)
    for _ in range(arguments.moves):
        match.apply(match.state.sample_action(rng))
    return match.state


def main(argv: Sequence[str] | None = None) -> list[Worth]:
    """Prints the table, and returns it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="patchwork", choices=sw.game_names())
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--match", help="a file of Match.save")
    parser.add_argument("--position", help="a file of State.to_dict as JSON, or of State.to_bytes")
    parser.add_argument("--moves", type=int, default=10, help="random decisions before the position, without a file")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--playouts", type=int, default=200, help="of each action, two or more")
    parser.add_argument("--reward", default="win", choices=["win", "zero_sum", "rank", "score", "margin"])
    parser.add_argument("--top", type=int, default=10, help="lines to print")
    arguments = parser.parse_args(argv)
    state = position(arguments)
    if arguments.playouts < 2:
        parser.error("--playouts must be 2 or more: one says nothing about its error")
    if state.is_terminal or state.is_chance:
        parser.error("no seat is to decide in this position")
    table = evaluate(state, arguments.playouts, arguments.reward, arguments.seed)
    print(
        f"seat {state.current_player} decides: {arguments.reward}, "
        f"{arguments.playouts} playouts an action, {len(table)} actions"
    )
    for worth in table[: arguments.top]:
        print(f"{worth.mean:>8.3f} ± {worth.error:.3f}  {worth.action:>5}  {state.action_to_string(worth.action)}")
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
