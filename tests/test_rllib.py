"""spielwerk.rllib: RLlib's own check and its episodes, and what they do not look at: masks, rewards, seeds, words."""

import copy
import pickle
import random
import sys
from typing import Any

import numpy as np
import pytest

import spielwerk as sw
from tests.adapter_games import ALL, SOME, params

if sys.version_info >= (3, 15):
    pytest.importorskip("ray", reason="Ray has no wheel for this Python")

from ray.rllib.env.env_context import EnvContext
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode
from ray.rllib.utils.pre_checks.env import check_multiagent_environments
from ray.tune import registry

import spielwerk.rllib as rl


def env_of(name: str, **config: Any) -> rl.GameEnv:
    return rl.GameEnv({"game": name, **config})


def registered(name: str, config: dict[str, Any], worker: int) -> Any:
    """What RLlib makes for a worker."""
    known: Any = registry._global_registry
    return known.get(registry.ENV_CREATOR, name)(EnvContext(config, worker_index=worker))


def legal(told: dict[str, rl.Observation], rng: random.Random) -> dict[str, int]:
    """A random legal action of the one agent that has an observation."""
    ((agent, seen),) = told.items()
    return {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))}


def episode(env: rl.GameEnv, seed: int | None, rng: random.Random) -> Any:
    """A game of random play, kept as RLlib does; the rewards that the environment paid are compared with it."""
    # Its types are wrong in places: agents are texts, and there is a space for each.
    kind: Any = MultiAgentEpisode
    kept = kind(observation_space=env.observation_spaces, action_space=env.action_spaces)
    told, infos = env.reset(seed=seed)
    kept.add_env_reset(observations=told, infos=infos)
    paid: dict[Any, float] = dict.fromkeys(env.possible_agents, 0.0)
    acted: set[str] = set()
    while not kept.is_done:
        for agent, seen in told.items():
            assert env.get_observation_space(agent).contains(seen)
        actions = legal(told, rng)
        acted.update(actions)
        told, rewards, terminateds, truncateds, infos = env.step(actions)
        for agent, reward in rewards.items():
            paid[agent] += reward
        kept.add_env_step(told, actions, rewards, infos, terminateds=terminateds, truncateds=truncateds)
    returns = kept.get_return()
    assert returns == sum(paid[agent] for agent in acted)
    for agent in acted:
        assert kept.agent_episodes[agent].get_return() == paid[agent]
    return kept


def rllib_accepts(name: str, options: dict[str, Any], episodes: int) -> None:
    env = env_of(name, **options)
    rng = random.Random(3)
    check_multiagent_environments(env)
    for seed in range(episodes):
        kept = episode(env, seed, rng)
        assert kept.is_terminated != kept.is_truncated
        assert kept.is_truncated == env.game_state.is_truncated


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_rllib_accepts_some_games(name: str, options: dict[str, Any]) -> None:
    rllib_accepts(name, options, episodes=1)


@pytest.mark.adapters
@pytest.mark.parametrize(("name", "options"), params(ALL))
def test_rllib_accepts_every_game(name: str, options: dict[str, Any]) -> None:
    rllib_accepts(name, options, episodes=3)


@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_an_episode_is_the_match_of_that_seed(name: str, options: dict[str, Any]) -> None:
    game = sw.load(name, **options)
    env, match, rng = env_of(name, **options), sw.Match(game, seed=5, stream=1), random.Random(1)
    env.reset(seed=5)
    told, infos = env.reset()
    assert (env.seed, env.episode, env.game) == (5, 1, game)
    while not match.is_terminal:
        seat = match.current_player
        agent = f"player_{seat}"
        assert env.game_state == match.state
        assert infos == {agent: {}}
        assert list(told) == [agent]
        assert np.array_equal(told[agent]["observations"], match.state.observation(seat))
        assert np.flatnonzero(told[agent]["action_mask"]).tolist() == match.legal_actions()
        action = rng.choice(match.legal_actions())
        told, rewards, terminateds, truncateds, infos = env.step({agent: action})
        match.apply(action)
        if not match.is_terminal:
            assert rewards == {agent: 0}
            assert not any([*terminateds.values(), *truncateds.values()])
    state = match.state
    assert env.game_state == state
    assert terminateds == {"__all__": not state.is_truncated}
    assert truncateds == {"__all__": state.is_truncated}
    assert list(rewards.values()) == state.returns("win")
    assert list(told) == list(infos) == env.possible_agents
    for seat, agent in enumerate(told):
        assert infos[agent] == {"score": state.scores()[seat], "rank": state.ranks()[seat]}
        assert np.array_equal(told[agent]["observations"], state.observation(seat))
        assert not told[agent]["action_mask"].any()


@pytest.mark.parametrize("reward", ["win", "zero_sum", "rank", "score", "margin"])
def test_rewards_of_an_agent_sum_to_its_return(reward: str) -> None:
    games = [
        (name, options) for name, options in SOME if reward != "zero_sum" or sw.load(name, **options).num_players == 2
    ]
    assert len(games) >= 2
    for name, options in games:
        env = env_of(name, reward=reward, **options)
        kept = episode(env, 8, random.Random(4))
        wanted = env.game_state.returns(reward)
        returns = [kept.agent_episodes[agent].get_return() for agent in env.possible_agents]
        assert returns == wanted


def test_an_illegal_action_ends_is_replaced_or_raises() -> None:
    for illegal in ("terminate", "resample", "raise"):
        env = env_of("patchwork", illegal=illegal, penalty=-3)
        for action in (-1, env.game.num_actions, None):
            told, _ = env.reset(seed=1)
            before = env.game_state
            wrong = int(np.flatnonzero(told["player_0"]["action_mask"] == 0)[0]) if action is None else action
            if illegal == "raise":
                with pytest.raises(sw.IllegalActionError):
                    env.step({"player_0": wrong})
                assert env.game_state == before
                env.step(legal(told, random.Random(1)))
                continue
            told, rewards, terminateds, truncateds, infos = env.step({"player_0": wrong})
            assert infos["player_0"]["illegal_action"] is True
            if illegal == "terminate":
                assert env.game_state == before
                assert rewards == {"player_0": -3, "player_1": 0}
                assert terminateds["__all__"] and not truncateds["__all__"]
                with pytest.raises(sw.MatchError, match=r"call reset\(\)"):
                    env.step({"player_0": 0})
            else:
                assert env.game_state != before
                assert rewards == {"player_0": 0}
                assert not terminateds["__all__"]


def test_only_the_seat_that_is_to_decide_acts() -> None:
    env = env_of("patchwork")
    with pytest.raises(sw.MatchError, match=r"call reset\(\)"):
        env.step({"player_0": 0})
    told, _ = env.reset(seed=1)
    before, actions = env.game_state, legal(told, random.Random(1))
    wrong: list[dict[str, Any]] = [{}, {"player_1": actions["player_0"]}, {**actions, "player_1": 0}]
    for given in wrong:
        with pytest.raises(sw.IllegalActionError, match="player_0 is to decide, and nobody else"):
            env.step(given)
        assert env.game_state == before
    with pytest.raises(TypeError, match="action must be a whole number"):
        env.step({"player_0": 1.5})  # type: ignore[dict-item]


def test_a_limit_truncates() -> None:
    env = env_of("patchwork", reward="score", max_decisions=4)
    kept = episode(env, 1, random.Random(1))
    assert kept.is_truncated and not kept.is_terminated
    assert len(kept) == 4
    assert not env.game_state.is_terminal
    assert kept.get_return() == sum(env.game_state.scores())


def chance(env: rl.GameEnv, seed: int | None = None) -> sw.State:
    env.reset(seed=seed)
    return env.game_state


def test_seeds_are_kept_apart() -> None:
    first, second = env_of("patchwork"), env_of("patchwork")
    assert [chance(first, 3), chance(first), chance(first)] == [chance(second, 3), chance(second), chance(second)]
    assert chance(first) != chance(second, 3)
    workers = [rl.GameEnv(EnvContext({"game": "patchwork"}, worker_index=index)) for index in (0, 1, 2)]
    # RLlib gives the second environment of a worker the seed of the first one of the next worker.
    states = [chance(env, 5) for env in workers]
    assert states[0] == chance(first, 5)
    assert len(set(states)) == 3


def test_environments_go_their_own_ways_after_the_check_of_rllib() -> None:
    """It resets all of them with one seed."""
    environments = [env_of("patchwork") for _ in range(3)]
    for env in environments:
        check_multiagent_environments(env)
        assert env.seed == 42
    assert len({chance(env) for env in environments}) == 3
    env = environments[0]
    states = [chance(env, 7), chance(env)]
    assert chance(env, 7) == states[0]
    env.reset(seed=42, options={})
    assert chance(env) == states[1]


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_plays_on_alone(how: Any) -> None:
    env = env_of("trek12", players=2)
    told, _ = env.reset(seed=3)
    other, before = how(env), env.game_state
    rng, twin = random.Random(2), random.Random(2)
    theirs = told
    for _ in range(5):
        theirs = other.step(legal(theirs, twin))[0]
    assert env.game_state == before
    for _ in range(5):
        told = env.step(legal(told, rng))[0]
    assert env.game_state == other.game_state != before


def test_registered_names_take_the_options_of_their_game() -> None:
    rl.register()
    assert set(rl.ENV_NAMES) == set(sw.game_names())
    for game, name in rl.ENV_NAMES.items():
        env = registered(name, {"reward": "rank"}, 2)
        assert env.game == sw.load(game)
        assert chance(env, 1) == chance(rl.GameEnv(EnvContext({"game": game}, worker_index=2)), 1)
    four = registered("spielwerk/trek12", {"players": 4}, 0)
    assert four.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert rl.GameEnv({"game": sw.load("trek12", players=4)}).game == four.game


@pytest.mark.parametrize(
    ("config", "error", "message"),
    [
        (None, sw.OptionError, "the configuration has no 'game': give one of .*patchwork"),
        ({}, sw.OptionError, "the configuration has no 'game'"),
        ("patchwork", TypeError, "the configuration must be a map such as {'game': 'trek12'}, not str"),
        ({"game": "chess"}, sw.OptionError, "patchwork"),
        ({"game": 3}, TypeError, "game must be a Game or the name of one, not int"),
        ({"game": "trek12", "rounds": 3}, sw.OptionError, "rounds"),
        ({"game": sw.load("trek12"), "players": 3}, sw.OptionError, "loaded already: players cannot be chosen"),
        ({"game": "trek12", "reward": "points"}, sw.OptionError, 'reward cannot be "points"'),
        ({"game": "trek12", "players": 3, "reward": "zero_sum"}, sw.OptionError, "zero_sum"),
        (
            {"game": "trek12", "illegal": "ignore"},
            sw.OptionError,
            "illegal must be one of 'terminate', 'resample', 'raise'",
        ),
        ({"game": "trek12", "max_decisions": 0}, ValueError, r"max_decisions must be 1 \.\."),
        ({"game": "trek12", "max_decisions": True}, TypeError, "max_decisions must be a whole number"),
        ({"game": "trek12", "penalty": "much"}, TypeError, "penalty must be a number, not str"),
    ],
)
def test_wrong_configurations_are_refused(config: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        rl.GameEnv(config)


@pytest.mark.parametrize(
    ("seed", "error"), [(-1, ValueError), (2**64, ValueError), (True, TypeError), ("1", TypeError)]
)
def test_wrong_seeds_are_refused(seed: Any, error: type[Exception]) -> None:
    env = env_of("trek12")
    before = chance(env, 4)
    with pytest.raises(error, match="seed must be"):
        env.reset(seed=seed)
    assert env.game_state == before
    chance(env)
    assert (env.seed, env.episode) == (4, 1)
