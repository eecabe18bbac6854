"""All games for Gymnasium: one seat learns, and others play the rest; one game, or many in arrays.

Needs the extra ``gymnasium``; ``import spielwerk`` does not import it. Importing this module registers
``spielwerk/Patchwork-v0``, ``spielwerk/Trek12-v0``, ``spielwerk/ThurnAndTaxis-v0`` and ``spielwerk/DungeonPetz-v0`` for
``gymnasium.make`` (:class:`SeatEnv`) and ``gymnasium.make_vec`` (:class:`SeatVectorEnv`).
"""

from typing import Any, Final

from spielwerk.extras import missing_extra

try:
    import gymnasium

    from spielwerk.gymnasium.seat import Policy, SeatEnv
    from spielwerk.gymnasium.vector import SeatVectorEnv
except ImportError as error:
    raise missing_extra(error.name or "gymnasium", "gymnasium", "spielwerk.gymnasium") from error

__all__ = ["ENV_IDS", "Policy", "SeatEnv", "SeatVectorEnv"]

ENV_IDS: Final[dict[str, str]] = {
    "patchwork": "spielwerk/Patchwork-v0",
    "trek12": "spielwerk/Trek12-v0",
    "thurn_and_taxis": "spielwerk/ThurnAndTaxis-v0",
    "dungeon_petz": "spielwerk/DungeonPetz-v0",
}
"""Name of the game -> id for ``gymnasium.make`` and ``gymnasium.make_vec``, which take the other arguments of
:class:`SeatEnv` and :class:`SeatVectorEnv`.
"""

_DEFAULTS: dict[str, dict[str, Any]] = {
    # A single player always wins, so points are what there is to learn.
    "trek12": {"reward": "score"},
    # Random seats hardly ever end it (TT-53).
    "thurn_and_taxis": {"max_turns": 200},
}

for _name, _env_id in ENV_IDS.items():
    if _env_id not in gymnasium.registry:
        gymnasium.register(
            id=_env_id,
            entry_point="spielwerk.gymnasium:SeatEnv",
            vector_entry_point="spielwerk.gymnasium:SeatVectorEnv",
            kwargs={"game": _name, **_DEFAULTS.get(_name, {})},
        )
