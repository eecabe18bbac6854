"""Patchwork and other modern board games with exact rules, a Rust core and a search interface.

>>> import spielwerk as sw
>>> game = sw.load("patchwork")
>>> rng = sw.Rng(seed=7)
>>> state = game.initial_state()
>>> while not state.is_terminal:
...     state = state.sample_chance(rng) if state.is_chance else state.apply(state.sample_action(rng))
>>> len(state.scores())
2

A :class:`Game` holds rules and options, a :class:`State` is an immutable position, :class:`Rng` is the generator,
:class:`Match` is a game in progress, :class:`BatchEnv` many of them in arrays, and :func:`simulate` plays many games to
their end. Each game also has a module of its own vocabulary, such as ``sw.patchwork`` and ``sw.trek12``.
"""

from spielwerk import dungeon_petz, errors, patchwork, thurn_and_taxis, trek12
from spielwerk._native import (
    CHANCE,
    TERMINAL,
    BatchEnv,
    DungeonPetzState,
    Game,
    PatchworkState,
    Rng,
    State,
    ThurnAndTaxisState,
    Trek12State,
    __version__,
    build_info,
    build_profile,
    game_info,
    game_names,
    load,
)
from spielwerk.errors import (
    AmbiguousLinksError,
    DecodeError,
    IllegalActionError,
    InvalidStateError,
    MatchError,
    OptionError,
    SpielwerkError,
)
from spielwerk.match import Match
from spielwerk.results import Results
from spielwerk.simulation import SimulationInterrupted, simulate
from spielwerk.totals import Totals

__all__ = [
    "CHANCE",
    "TERMINAL",
    "AmbiguousLinksError",
    "BatchEnv",
    "DecodeError",
    "DungeonPetzState",
    "Game",
    "IllegalActionError",
    "InvalidStateError",
    "Match",
    "MatchError",
    "OptionError",
    "PatchworkState",
    "Results",
    "Rng",
    "SimulationInterrupted",
    "SpielwerkError",
    "State",
    "ThurnAndTaxisState",
    "Totals",
    "Trek12State",
    "__version__",
    "build_info",
    "build_profile",
    "dungeon_petz",
    "errors",
    "game_info",
    "game_names",
    "load",
    "patchwork",
    "simulate",
    "thurn_and_taxis",
    "trek12",
]
