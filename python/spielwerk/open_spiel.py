"""All games for OpenSpiel, with explicit chance.

After :func:`register`, ``pyspiel.load_game("spielwerk_trek12(players=3)")`` works.

Needs the extra ``open-spiel``; ``import spielwerk`` does not import it.
"""

from typing import Any, ClassVar

import numpy as np

from spielwerk._native import State, game_info, game_names, load
from spielwerk.errors import OptionError
from spielwerk.extras import missing_extra

try:
    import pyspiel
except ImportError as error:
    raise missing_extra(error.name or "pyspiel", "open-spiel", "spielwerk.open_spiel") from error

__all__ = ["SpielGame", "SpielObserver", "SpielState", "register"]

_UNSET = -1
"""An integer parameter that leaves the option at its default, where that is no integer."""
_TURNS = 200
"""Turns after which Thurn and Taxis is cut off unless told otherwise: random play hardly ever ends it (TT-53)."""
# With room above what games reach; OpenSpiel asks for bounds, not for extremes.
_DECISIONS_A_TURN = 64
_LONGEST = 2_000
_MOST_POINTS = 1_000.0


def register() -> list[str]:
    """Make all games known to OpenSpiel as ``spielwerk_NAME`` and return these names; again is harmless.

    Their parameters are the options of the game and ``reward``, as in ``State.returns``. A file is
    given by its path; -1 or an empty text leaves an option at its default. Thurn and Taxis is cut off after 200 turns,
    unless ``max_turns`` says another number.
    """
    names = []
    known = set(pyspiel.registered_names())
    for name in game_names():
        game_type = _game_type(name)
        if game_type.short_name not in known:
            # A class, since OpenSpiel drops what is registered when the interpreter is gone already: the last reference
            # to a function would go there and take the process with it. A class is kept by what it is made of.
            pyspiel.register_game(game_type, type(game_type.short_name, (SpielGame,), {"name": name}))
        names.append(game_type.short_name)
    return names


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game as OpenSpiel sees it; ``pyspiel.load_game`` makes one of the class of its name.

    Action and outcome ids are those of the game. ``game`` is the Game itself. Raises OptionError for options that the
    game refuses.
    """

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name = self.name
        defaults = _parameters(name)
        given = {key: value for key, value in (params or {}).items() if value != defaults.get(key)}
        unknown = given.keys() - defaults.keys()
        if unknown:
            raise OptionError(f"unknown parameter {', '.join(sorted(unknown))}; known are {', '.join(defaults)}")
        self.reward = str(given.get("reward", defaults["reward"]))
        options = {key: value for key, value in {**defaults, **given}.items() if value not in ("", _UNSET)}
        del options["reward"]
        self.game = load(name, **options)
        self.game.initial_state().returns(self.reward)  # OptionError for a word that is no reward of this game
        players = self.game.num_players
        zero_sum = players == 2 and self.reward in ("zero_sum", "margin")
        low, high = _utilities(self.reward)
        decisions, self._chance_nodes = _lengths(name, options, self.game.tables(), players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self.game.num_outcomes,
            num_players=players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=decisions,
        )
        super().__init__(_game_type(name, zero_sum), info, given)

    def new_initial_state(self) -> "SpielState":
        """The state before all chance."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound, with room."""
        return self._chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "SpielObserver":
        """What a seat may know at the moment. Raises ValueError for perfect recall and for parameters."""
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            raise ValueError("observations are of the moment: there are none with perfect recall")
        return SpielObserver(self)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position as OpenSpiel sees it; ``state`` is the State itself."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state: State = game.game.initial_state()
        self._reward = game.reward

    def current_player(self) -> int:
        """The seat to decide, or ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``, which are the numbers of this package,
        too.
        """
        return self.state.current_player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.is_terminal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(id, probability), ascending."""
        outcomes = sorted(self.state.chance_outcomes())
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def returns(self) -> list[float]:
        """0 until the end, then the rewards by seat."""
        return self.state.returns(self._reward) if self.state.is_terminal else [0.0] * self.state.game.num_players

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.state = self.state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(action)

    def __str__(self) -> str:
        return str(self.state)


class SpielObserver:
    """Observations in the form that OpenSpiel asks for: ``tensor`` is float32 of shape (observation_size,), ``dict``
    its parts by the names of ``game.observation_spec``.
    """

    def __init__(self, game: SpielGame) -> None:
        self.tensor = np.zeros(game.game.observation_size, np.float32)
        self.dict = {
            field["name"]: self.tensor[field["offset"] :][: int(np.prod(field["shape"]))].reshape(field["shape"])
            for field in game.game.observation_spec
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Make ``tensor`` and ``dict`` what a seat may know."""
        self.tensor[:] = state.state.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        return state.state.observation_string(player)


def _game_type(name: str, zero_sum: bool = False) -> Any:
    info = game_info(name)
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"spielwerk_{name}",
        long_name=info["title"],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if name == "patchwork"
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=info["max_players"],
        min_num_players=info["min_players"],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(name),
        default_loadable=True,
    )


def _parameters(name: str) -> dict[str, Any]:
    """Parameters with their defaults: one type each, as OpenSpiel wants them."""
    found: dict[str, Any] = {"reward": "win"}
    for option in game_info(name)["options"]:
        default = option["default"]
        if option["kind"] == "integer" and type(default) is not int:
            default = _UNSET
        found[option["name"]] = "" if default is None else default
    if name == "thurn_and_taxis":
        found["max_turns"] = _TURNS
    return found


def _utilities(reward: str) -> tuple[float, float]:
    """Lower and upper bound of the returns."""
    if reward in ("win", "rank"):
        return 0.0, 1.0
    return (-1.0, 1.0) if reward == "zero_sum" else (-_MOST_POINTS, _MOST_POINTS)


def _lengths(name: str, options: dict[str, Any], tables: dict[str, Any], players: int) -> tuple[int, int]:
    """Upper bounds of the numbers of decisions and of chance nodes."""
    if name == "trek12":
        rounds = len(tables["boards"][0]["circles"])
        return 3 * rounds * players, rounds  # TK-8, TK-62
    if name == "thurn_and_taxis":
        most = _DECISIONS_A_TURN * (options.get("max_turns", _TURNS) + 1)
        return most, most
    return _LONGEST, _LONGEST
