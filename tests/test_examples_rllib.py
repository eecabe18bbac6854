"""The example with RLlib trains, on legal actions only."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "rllib_patchwork.py"

# Every action is looked at on its way to the environment, apart from what the environment itself would say.
TRAIN = """
import runpy, sys
import spielwerk.rllib
step, steps = spielwerk.rllib.GameEnv.step, 0
def look(env, actions):
    global steps
    ((agent, action),) = actions.items()
    assert env.game_state.current_player == int(agent.removeprefix("player_"))
    assert env.game_state.is_legal(int(action)), action
    steps += 1
    return step(env, actions)
spielwerk.rllib.GameEnv.step = look
path, *sys.argv[1:] = sys.argv[1:]
runpy.run_path(path, run_name="__main__")
print("steps", steps)
"""


@pytest.mark.adapters
def test_ppo_trains_on_legal_actions() -> None:
    if sys.version_info >= (3, 15):
        pytest.importorskip("ray", reason="Ray has no wheel for this Python")
    done = subprocess.run(
        [sys.executable, "-c", TRAIN, str(EXAMPLE), "--iterations", "2", "--games", "8"],
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    told = re.findall(r"iteration (\d+): (\d+) games, mean score of a seat (\S+)", done.stdout)
    assert [int(iteration) for iteration, _, _ in told] == [1, 2]
    assert all(int(games) >= 8 for _, games, _ in told)
    assert all(math.isfinite(float(score)) and -81 * 2 <= float(score) <= 81 for _, _, score in told)
    steps = re.search(r"steps (\d+)", done.stdout)
    assert steps is not None
    # Every game of both iterations has at least twenty decisions.
    assert int(steps[1]) >= 20 * sum(int(games) for _, games, _ in told)
