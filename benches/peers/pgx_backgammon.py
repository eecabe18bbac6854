"""Pgx on the CPU, random games of its backgammon at the batch that suits it best, against ours of Patchwork: steps/s.

Backgammon is a game of two with dice between the decisions, as Patchwork has its markers. Both sides step many games at
once, sample a random legal action of each and begin a game anew where one has ended. Pgx computes a fresh game at every
step, which is how its own wrapper starts the next one; its rate without that is measured, too, and the better of both
counts. Compiling is not timed. Pgx may use all cores, ours uses one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx

import spielwerk as sw
from benches.batch import bare, random_steps
from benches.measure import Row, paired_rates

#: Games at once that are tried.
SIZES = (64, 1024, 8192)
#: Steps of one timed call: none of the games of backgammon that begin with it are over so soon.
STEPS = 12


def renewed(env: Any, games: int, state: Any, key: Any) -> Any:
    """The state with new games where one is over."""
    fresh = jax.vmap(env.init)(jax.random.split(key, games))
    over = state.terminated | state.truncated
    return jax.tree_util.tree_map(
        lambda new, old: jnp.where(over.reshape((games,) + (1,) * (old.ndim - 1)), new, old), fresh, state
    )


def playing(env: Any, games: int, *, resets: bool) -> Callable[[Any, Any], Any]:
    """A compiled function that makes random steps in all games; it also counts how many actions were legal."""

    def step(carry: Any, _: None) -> Any:
        state, key, legal = carry
        key, chosen, chance, begun = jax.random.split(key, 4)
        action = jax.random.categorical(chosen, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        legal += jnp.take_along_axis(state.legal_action_mask, action[:, None], axis=-1).sum()
        state = jax.vmap(env.step)(state, action, jax.random.split(chance, games))
        if resets:
            state = renewed(env, games, state, begun)
        return (state, key, legal), None

    # Named, since without JAX in the environment its types are unknown.
    compiled: Callable[[Any, Any], Any] = jax.jit(
        lambda state, key: jax.lax.scan(step, (state, key, 0), None, length=STEPS)[0]
    )
    return compiled


def theirs(env: Any, games: int, *, resets: bool) -> Callable[[], int]:
    """A call to be timed, compiled already; each begins with new games."""
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games))
    play = playing(env, games, resets=resets)

    def call() -> int:
        state, _, legal = jax.block_until_ready(play(start, jax.random.PRNGKey(2)))
        assert int(legal) == games * STEPS, "every action was legal"
        assert not state.terminated.any(), "no game is over so soon"
        return games * STEPS

    call()
    return call


def rows() -> list[Row]:
    """Their rate at each batch, ours, and the ratio to the best of theirs."""
    env = pgx.make("backgammon")
    ours = bare(sw.load("patchwork"), 1024)
    table, ratios = [], []
    mine = 0.0
    for games in SIZES:
        for resets in (True, False):
            mine, other, ratio = paired_rates(partial(random_steps, ours), theirs(env, games, resets=resets))
            ratios.append(ratio)
            how = "" if resets else ", games not begun anew"
            table.append(Row(f"Pgx, backgammon, {games} games at once{how}", other, "steps/s"))
    return [
        Row("Spielwerk, Patchwork, 1024 envs, step_random, one thread", mine, "steps/s"),
        *table,
        Row("Spielwerk / Pgx at its best", min(ratios), "x", ">= 50"),
    ]
