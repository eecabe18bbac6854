"""Each extra alone in a new environment: what it is for must work with it and nothing else.

``make test-extras`` builds a wheel and runs this; it takes minutes and, for PyTorch, gigabytes, so it is no part of
``make test``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

#: What is done with each extra, all others missing.
WORKS: Final = {
    "": "assert len(sw.simulate('dungeon_petz', 100, 1)) == 100",
    "arrow": "assert sw.simulate('trek12', 100, 1).to_arrow().num_rows == 100",
    "catanatron": "import catanatron; assert catanatron.Game",
    "gymnasium": (
        "import gymnasium, spielwerk.gymnasium\n"
        "env = gymnasium.make('spielwerk/Patchwork-v0')\n"
        "assert env.reset(seed=1)[0] in env.observation_space\n"
        "envs = gymnasium.make_vec('spielwerk/Trek12-v0', 3, vectorization_mode='vector_entry_point')\n"
        "assert envs.reset(seed=1)[0].shape[0] == 3"
    ),
    "open-spiel": (
        "import pyspiel, spielwerk.open_spiel\n"
        "for name in spielwerk.open_spiel.register():\n"
        "    assert pyspiel.load_game(name).new_initial_state().legal_actions()"
    ),
    "pettingzoo": (
        "import spielwerk.pettingzoo\n"
        "env = spielwerk.pettingzoo.env('thurn_and_taxis')\n"
        "env.reset(seed=1)\n"
        "assert env.last()[0]['action_mask'].any()"
    ),
    "pgx": "import pgx; assert pgx.make('backgammon').num_actions == 156",
    "plot": (
        "import pathlib\n"
        "sw.simulate('patchwork', 100, 1).plot(path='p.png')\n"
        "assert pathlib.Path('p.png').stat().st_size > 999"
    ),
    "ray": (
        "import os; os.environ['RAY_AUTH_MODE'] = 'disabled'\n"
        "import spielwerk.ray\n"
        "rows = spielwerk.ray.simulate('patchwork', 500, 1)\n"
        "assert (rows.scores == sw.simulate('patchwork', 500, 1).scores).all()"
    ),
    "render": (
        "import spielwerk.pixels\nassert spielwerk.pixels.rgb_array(sw.load('trek12').initial_state()).shape[2] == 3"
    ),
    "rllib": (
        "import spielwerk.rllib\nenv = spielwerk.rllib.GameEnv({'game': 'patchwork'})\nassert env.reset(seed=1)[0]"
    ),
    "torch": "import torch; assert torch.from_numpy(sw.BatchEnv('patchwork', 2, 1).obs).shape[0] == 2",
}


def extras() -> list[str]:
    """The extras that users install, from pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return [name for name in tomllib.load(file)["project"]["optional-dependencies"] if name != "dev"]


def try_alone(wheel: Path, extra: str) -> None:
    """In an environment made for it. Raises CalledProcessError if anything fails."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        what = f"{wheel}[{extra}]" if extra else str(wheel)
        subprocess.run([python, "-m", "pip", "install", "--quiet", what], check=True, cwd=folder)
        code = f"import spielwerk as sw\n{WORKS[extra]}"
        subprocess.run([python, "-W", "ignore", "-c", code], check=True, cwd=folder)


def main() -> int:
    """The wheel first, then the extras that are wanted; all if none is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.fresh_environments", description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("extras", nargs="*", help="all, and none at all, if none is named")
    arguments = parser.parse_args()
    failed = []
    for extra in arguments.extras or ["", *extras()]:
        start = time.perf_counter()
        try:
            try_alone(arguments.wheel.resolve(), extra)
        except subprocess.CalledProcessError:
            failed.append(extra)
        spent = time.perf_counter() - start
        sys.stdout.write(f"{extra or 'no extra'}: {'failed' if extra in failed else 'works'}, {spent:.0f} s\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
