"""The games that the adapters are tested on: a few in `make test`, all of them in `make test-adapters`."""

import contextlib
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import spielwerk as sw

_BOARDS = ("dunai", "kagkot", "jampa", "stay_home", "valentine", "fily_trek", "christmas", "mount_fuji", "dhaulagiri")

Variant = tuple[str, dict[str, Any]]

SOME: list[Variant] = [
    ("patchwork", {}),
    ("trek12", {}),
    ("trek12", {"board": "mount_fuji", "players": 3}),
    ("trek12", {"board": "stay_home", "players": 2, "over12": "loss_if_chosen"}),
    # TT-53: random play hardly ever ends by itself.
    ("thurn_and_taxis", {"max_turns": 30}),
    ("thurn_and_taxis", {"map": "map2", "players": 4, "max_turns": 30}),
    ("dungeon_petz", {}),
    ("dungeon_petz", {"players": 3, "skip_forced": True}),
]
ALL: list[Variant] = [
    *(("patchwork", {"time_track": track}) for track in ("current", "first_edition")),
    *(("trek12", {"board": board, "players": players}) for board in _BOARDS for players in range(1, 13)),
    *(
        ("thurn_and_taxis", {"map": name, "players": players, "max_turns": 60})
        for name in ("map1", "map2")
        for players in (2, 3, 4)
    ),
    *(("dungeon_petz", {"players": players}) for players in (2, 3, 4)),
]


def label(variant: Variant) -> str:
    name, options = variant
    return "-".join([name, *(str(value) for key, value in options.items() if key != "max_turns")])


def params(variants: list[Variant]) -> list[Any]:
    return [pytest.param(*variant, id=label(variant)) for variant in variants]


@contextlib.contextmanager
def expected_warnings() -> Iterator[None]:
    """What PettingZoo's tests say to every environment whose observations are dicts with masks, its own included."""
    with warnings.catch_warnings():
        for message in (
            "Observation is not a NumPy array",
            "Observation space for each agent probably should be gymnasium.spaces.box",
            # Of agents whose game is over.
            "Action mask numpy array is all zeros",
        ):
            warnings.filterwarnings("ignore", message=message)
        yield


def test_all_boards_maps_and_numbers_are_there() -> None:
    for name in sw.game_names():
        info = sw.game_info(name)
        options = {option["name"]: option for option in info["options"]}
        found = {options_of.get("players", 2) for game, options_of in ALL if game == name}
        assert found == set(range(info["min_players"], info["max_players"] + 1))
        for key in {"board", "map", "time_track"} & options.keys():
            assert {options_of[key] for game, options_of in ALL if game == name} == set(options[key]["choices"])
    assert len(ALL) == 2 + 9 * 12 + 2 * 3 + 3
