"""Optional libraries stay optional: none is imported before it is used, and a missing one says what to install."""

import subprocess
import sys

import pytest

from tests import fresh_environments

OPTIONAL = [
    "pettingzoo",
    "gymnasium",
    "pyspiel",
    "open_spiel",
    "resvg_py",
    "PIL",
    "matplotlib",
    "pandas",
    "pyarrow",
    "ray",
]


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_package_imports_no_optional_library() -> None:
    code = f"import sys, spielwerk, spielwerk.svg, spielwerk.pixels; print(sorted(set({OPTIONAL}) & set(sys.modules)))"
    assert run(code) == "[]"


def test_each_extra_has_something_to_do_alone_in_a_new_environment() -> None:
    assert set(fresh_environments.WORKS) == {"", *fresh_environments.extras()}
    assert len(fresh_environments.WORKS) > 10


@pytest.mark.parametrize(
    ("library", "act", "extra"),
    [
        ("pettingzoo", "import spielwerk.pettingzoo", "pettingzoo"),
        ("gymnasium", "import spielwerk.gymnasium", "gymnasium"),
        ("pyspiel", "import spielwerk.open_spiel", "open-spiel"),
        ("ray", "import spielwerk.ray", "ray"),
        ("ray", "import spielwerk.rllib", "rllib"),
        ("resvg_py", "spielwerk.pixels.rgb_array(spielwerk.load('trek12').initial_state())", "render"),
        ("PIL", "spielwerk.pixels.rgb_array(spielwerk.load('trek12').initial_state())", "render"),
    ],
)
def test_a_missing_library_says_what_to_install(library: str, act: str, extra: str) -> None:
    # None in sys.modules is what Python itself takes for "not there".
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "import spielwerk, spielwerk.pixels\n"
        f"try:\n    {act}\nexcept ImportError as error:\n    print(error)"
    )
    said = run(code)
    assert said.startswith(f"{library} is needed for ")
    assert said.endswith(f'pip install "spielwerk[{extra}]"')


@pytest.mark.parametrize(
    ("module", "act", "needed"),
    [
        ("pettingzoo", "spielwerk.pettingzoo.env('trek12', 'ansi').reset(seed=1)", {"pettingzoo", "gymnasium"}),
        ("gymnasium", "spielwerk.gymnasium.SeatEnv('trek12', 'ansi').reset(seed=1)", {"gymnasium"}),
        ("open_spiel", "spielwerk.open_spiel.register()", {"pyspiel", "open_spiel"}),
        ("ray", "spielwerk.ray.simulate('trek12', 0, 1)", {"ray"}),
    ],
)
def test_an_extra_needs_no_other(module: str, act: str, needed: set[str]) -> None:
    others = sorted(set(OPTIONAL) - needed)
    code = f"import sys; sys.modules.update(dict.fromkeys({others}))\nimport spielwerk.{module}\n{act}\nprint('done')"
    assert run(code) == "done"
