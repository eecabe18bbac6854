"""The vector environment does what gymnasium's own one does with as many single environments, and works with its
wrappers.
"""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

import spielwerk as sw
import spielwerk.gymnasium as sg
from tests.adapter_games import SOME, params
from tests.batch_twin import Twin

MODES = list(AutoresetMode)


def seeds_of(seed: int, num_envs: int) -> list[int]:
    """What the single environments are seeded with that play what env i of the vector environment plays."""
    return [sw.Rng(seed, i).getstate()[0] for i in range(num_envs)]


def some_actions(masks: Any, rng: np.random.Generator, illegal: float = 0.0) -> Any:
    """A random legal action of every env, and an illegal one now and then."""
    actions = (masks * rng.random(masks.shape)).argmax(axis=1)
    wrong = (np.where(masks, 0, 1) * rng.random(masks.shape)).argmax(axis=1)
    return np.where(rng.random(len(masks)) < illegal, wrong, actions)


def compare_step(own: Any, single: Any, seats: int, terminates: bool) -> None:
    """Everything that a step tells; ranks are told by single environments alone, returns by the vector one."""
    for number in range(4):
        assert np.array_equal(own[number], single[number]), number
        assert own[number].dtype == single[number].dtype
    infos, known = own[4], single[4]
    assert np.array_equal(infos["action_mask"], known["action_mask"])
    assert infos["action_mask"].dtype == known["action_mask"].dtype == np.int8
    assert infos["_action_mask"].all()
    assert infos.keys() & {"final_obs", "final_info"} == known.keys() & {"final_obs", "final_info"}
    if "final_obs" in infos:
        assert np.array_equal(infos["_final_obs"], known["_final_obs"])
        for i in np.flatnonzero(infos["_final_obs"]):
            assert np.array_equal(infos["final_obs"][i], known["final_obs"][i])
    for told, expected in [(infos, known), (infos.get("final_info", {}), known.get("final_info", {}))]:
        assert np.array_equal(told.get("illegal_action"), expected.get("illegal_action"))
        if "scores" in expected:
            assert np.array_equal(told["_scores"], expected["_scores"])
            for i in np.flatnonzero(told["_scores"]):
                assert told["scores"][i].tolist() == list(expected["scores"][i])
            assert told["returns"].shape == told["scores"].shape == (len(own[1]), seats)
            was_illegal = told.get("illegal_action", np.False_) & own[2] if terminates else np.False_
            assert np.array_equal(told["_returns"], told["_scores"] & ~was_illegal)
            assert not told["returns"][~told["_returns"]].any()


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_it_is_gymnasiums_vector_of_single_environments(name: str, options: dict[str, Any], mode: Any) -> None:
    game, rng = sw.load(name, **options), np.random.default_rng(3)
    ended = 0
    for number, (illegal, reward) in enumerate(
        [("terminate", "win"), ("resample", "score"), ("raise", "rank"), ("terminate", "margin")]
    ):
        arguments: dict[str, Any] = {"seat": game.num_players - 1, "illegal": illegal, "reward": reward}
        wrong = 0.0 if illegal == "raise" else 0.05
        envs = sg.SeatVectorEnv(game, 3, autoreset_mode=mode, **arguments)
        twin: Any = SyncVectorEnv([lambda given=arguments: sg.SeatEnv(game, **given)] * 3, autoreset_mode=mode)  # type: ignore[misc]
        assert envs.observation_space == twin.observation_space and envs.action_space == twin.action_space
        assert envs.metadata == twin.metadata
        observations, infos = envs.reset(seed=number)
        known, known_infos = twin.reset(seed=seeds_of(number, 3))
        assert np.array_equal(observations, known)
        assert np.array_equal(infos["action_mask"], known_infos["action_mask"])
        for _ in range(100):
            actions = some_actions(infos["action_mask"], rng, wrong)
            step = envs.step(actions)
            compare_step(step, twin.step(actions), game.num_players, illegal == "terminate")
            infos, over = step[4], step[2] | step[3]
            ended += int(over.sum())
            if mode is AutoresetMode.DISABLED and over.any():
                known, _ = twin.reset(options={"reset_mask": over})
                observations, infos = envs.reset(options={"reset_mask": over})
                assert np.array_equal(observations, known)
                assert np.array_equal(infos["action_mask"], envs.action_masks())
    assert ended > 5


@pytest.mark.parametrize("env_id", sg.ENV_IDS.values())
def test_registered_games_are_made_as_vectors(env_id: str) -> None:
    envs = gymnasium.make_vec(env_id, num_envs=4, vectorization_mode="vector_entry_point", autoreset_mode="SameStep")
    assert isinstance(envs, sg.SeatVectorEnv) and envs.num_envs == 4
    default = gymnasium.make_vec(env_id, num_envs=2)
    assert isinstance(default, sg.SeatVectorEnv)
    assert default.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, infos = envs.reset(seed=1)
    single = gymnasium.make(env_id)
    _, known = single.reset(seed=seeds_of(1, 4)[3])
    assert np.array_equal(infos["action_mask"][3], known["action_mask"])
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(800):
        observations, rewards, terminations, truncations, infos = envs.step(some_actions(infos["action_mask"], rng))
        over = terminations | truncations
        ended += int(over.sum())
        assert observations in envs.observation_space
        assert not rewards[~over].any()
        if over.any():
            assert np.array_equal(infos["final_info"]["returns"][:, 0], rewards)
        if ended > 3:
            break
    assert ended > 3


def test_neither_threads_nor_the_number_of_envs_matter() -> None:
    played = []
    for num_envs, num_threads in [(300, 1), (300, 2), (40, None)]:
        envs = sg.SeatVectorEnv(
            "trek12", num_envs, players=3, seat=1, num_threads=num_threads, autoreset_mode="SameStep"
        )
        observations, infos = envs.reset(seed=5)
        told: list[Any] = [observations[:40]]
        for _ in range(30):
            # The lowest legal action depends on nothing else.
            observations, rewards, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
            told += [observations[:40], rewards[:40]]
        played.append(told)
    assert data_equivalence(played[0], played[1]) and data_equivalence(played[0], played[2])


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize(("name", "options"), params(SOME))
def test_with_all_seats_each_step_is_one_decision(name: str, options: dict[str, Any], mode: Any) -> None:
    game, rng = sw.load(name, **options), np.random.default_rng(4)
    envs = sg.SeatVectorEnv(game, 2, seat="all", reward="margin", autoreset_mode=mode)
    twins = [
        Twin(game, 8, i, {"S": "same_step", "N": "next_step", "D": "disabled"}[mode.value[0]], "margin", False)
        for i in range(2)
    ]
    observations, infos = envs.reset(seed=8)
    sums = np.zeros((2, game.num_players))
    ended = 0
    for _ in range(300):
        for i, twin in enumerate(twins):
            assert np.array_equal(observations[i], twin.row()["obs"])
            assert infos["current_player"][i] == twin.row()["current_player"]
        movers = infos["current_player"]
        actions = some_actions(infos["action_mask"], rng)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        over = terminations | truncations
        for i, twin in enumerate(twins):
            twin.step(int(actions[i]))
            sums[i] += twin.rewards
            assert (terminations[i], truncations[i]) == (twin.terminated, twin.truncated)
            if over[i]:
                told = infos.get("final_info", infos)
                assert told["returns"][i].tolist() == sums[i].tolist()
                assert told["scores"][i].tolist() == twin.scores
                assert rewards[i] == sums[i][movers[i]]
                sums[i] = 0
                ended += 1
            else:
                assert rewards[i] == 0
        if mode is AutoresetMode.DISABLED and over.any():
            observations, infos = envs.reset(options={"reset_mask": over})
            for other in np.flatnonzero(over):
                twins[other].episode += 1
                twins[other].begin()
                twins[other].blank()
    assert ended > 0 or name in {"dungeon_petz", "trek12"}


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP], ids=lambda mode: mode.name)
def test_wrappers_of_gymnasium_see_what_they_expect(mode: Any) -> None:
    envs = sg.SeatVectorEnv("patchwork", 4, reward="margin", autoreset_mode=mode)
    wrapped: Any = wrappers.RecordEpisodeStatistics(envs)
    flat: Any = wrappers.DictInfoToList(wrapped)
    # Versions of gymnasium do not agree on which steps of an episode count: its own vector environment is the measure.
    singles: Any = SyncVectorEnv([lambda: sg.SeatEnv("patchwork", reward="margin")] * 4, autoreset_mode=mode)
    twin: Any = wrappers.DictInfoToList(wrappers.RecordEpisodeStatistics(singles))
    observations, listed = flat.reset(seed=2)
    twin.reset(seed=seeds_of(2, 4))
    assert observations in flat.observation_space
    rng, ended = np.random.default_rng(2), 0
    for _ in range(120):
        actions = some_actions(np.array([told["action_mask"] for told in listed]), rng)
        observations, rewards, terminations, truncations, listed = flat.step(actions)
        known = twin.step(actions)[4]
        last = terminations | truncations
        for i in np.flatnonzero(last):
            told = listed[i]["final_info"] if mode is AutoresetMode.SAME_STEP else listed[i]
            assert listed[i]["episode"]["r"] == rewards[i] == told["returns"][0]
            assert rewards[i] == told["scores"][0] - told["scores"][1]
            assert listed[i]["episode"]["l"] == known[i]["episode"]["l"] > 10
            ended += 1
        for i in np.flatnonzero(~last):
            assert "final_info" not in listed[i] and "scores" not in listed[i]
    assert ended > 4
    assert wrapped.episode_count == ended


def test_statistics_follow_a_reset_of_some_envs() -> None:
    envs: Any = wrappers.RecordEpisodeStatistics(sg.SeatVectorEnv("trek12", 3, autoreset_mode="Disabled"))
    _, infos = envs.reset(seed=1)
    for _ in range(5):
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    before = [envs.unwrapped.game_state(i) for i in range(3)]
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    after = [envs.unwrapped.game_state(i) for i in range(3)]
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, False, True]
    assert envs.episode_lengths.tolist() == [5, 0, 5]


def test_observations_can_be_wrapped() -> None:
    envs: Any = wrappers.FlattenObservation(sg.SeatVectorEnv("trek12", 2))
    plain = sg.SeatVectorEnv("trek12", 2)
    _, infos = envs.reset(seed=1)
    plain.reset(seed=1)
    ended = 0
    for _ in range(60):
        actions = infos["action_mask"].argmax(axis=1)
        observations, _, terminations, _, infos = envs.step(actions)
        known, *_ = plain.step(actions)
        assert np.array_equal(observations, known)
        ended += int(terminations.sum())
    assert ended > 0


def test_arrays_may_be_kept_unless_told_otherwise() -> None:
    kept, shared = (sg.SeatVectorEnv("patchwork", 3, copy=copied) for copied in (True, False))
    first, infos = kept.reset(seed=1)
    second, views = shared.reset(seed=1)
    before = first.copy(), infos["action_mask"].copy()
    masks = shared.action_masks()
    again, _, _, _, infos_after = kept.step(infos["action_mask"].argmax(axis=1))
    _, _, _, _, views_after = shared.step(views["action_mask"].argmax(axis=1))
    assert np.array_equal(first, before[0]) and np.array_equal(infos["action_mask"], before[1])
    assert not np.shares_memory(again, first)
    assert np.array_equal(second, again) and not np.array_equal(second, first)
    assert np.shares_memory(views["action_mask"], views_after["action_mask"])
    assert np.array_equal(masks, infos_after["action_mask"])


def test_copies_play_on_alone() -> None:
    for mode in MODES:
        envs = sg.SeatVectorEnv("patchwork", 3, reward="score", autoreset_mode=mode)
        _, infos = envs.reset(seed=4)
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        # An illegal action has ended the game of env 1, and nothing is legal there.
        actions = infos["action_mask"].argmax(axis=1)
        actions[1] = -1
        *_, infos = envs.step(actions)
        twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
        if mode is AutoresetMode.DISABLED:
            for one in (envs, *twins):
                assert not one.action_masks()[1].any()
                _, infos = one.reset(options={"reset_mask": np.array([False, True, False])})
        for _ in range(60):
            step = envs.step(infos["action_mask"].argmax(axis=1))
            assert all(data_equivalence(step, twin.step(infos["action_mask"].argmax(axis=1))) for twin in twins)
            infos = step[4]
            if mode is AutoresetMode.DISABLED and step[2].any():
                break
        assert step[2].any() or mode is not AutoresetMode.DISABLED


def test_what_is_out_of_order_is_refused() -> None:
    game = sw.load("patchwork")
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"num_envs": 0}, ValueError, "num_envs must be"),
        ({"num_envs": 2.0}, TypeError, "num_envs must be a whole number"),
        ({"seat": 2}, ValueError, "seat must be 0 .. 1"),
        ({"seat": "both"}, sw.OptionError, "seat is a number or 'all'"),
        ({"opponents": lambda state, rng: 0}, sw.OptionError, "take seat='all'"),
        ({"opponents": {1: lambda state, rng: 0}}, sw.OptionError, "take seat='all'"),
        ({"opponents": "greedy"}, sw.OptionError, "its policies are random"),
        ({"opponents": {0: "random"}}, sw.OptionError, "seat 0 is the one that learns"),
        ({"opponents": "greedy", "seat": "all"}, sw.OptionError, "has no opponents"),
        ({"opponents": 5}, TypeError, "a mapping from seats to names"),
        ({"autoreset_mode": "Later"}, sw.OptionError, "NextStep"),
        ({"illegal": "ignore"}, sw.OptionError, "illegal must be one of"),
        ({"reward": "points"}, sw.OptionError, "reward cannot be"),
        ({"render_mode": "svg"}, sw.OptionError, "unknown render mode"),
        ({"time_track": "current"}, sw.OptionError, "loaded already"),
        ({"num_threads": 0}, ValueError, "num_threads"),
    ]
    for arguments, error, message in wrong:
        with pytest.raises(error, match=message):
            sg.SeatVectorEnv(game, **arguments)
    envs = sg.SeatVectorEnv(game, 2, illegal="raise")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(2, int))
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.reset(options={"reset_mask": np.array([True, False])})
    _, infos = envs.reset(seed=1)
    before = [envs.game_state(i) for i in range(2)]
    bad: list[tuple[Any, type[Exception], str]] = [
        (np.zeros(2), TypeError, "whole numbers"),
        (np.zeros(2, np.bool_), TypeError, "whole numbers"),
        (np.zeros(3, int), ValueError, "shape"),
        (np.array([infos["action_mask"][0].argmax(), -1]), sw.IllegalActionError, "env 1: action -1"),
    ]
    for actions, error, message in bad:
        with pytest.raises(error, match=message):
            envs.step(actions)
        assert [envs.game_state(i) for i in range(2)] == before
    for mask, refusal in [([True], TypeError), (np.ones(2, int), TypeError), (np.ones(3, bool), ValueError)]:
        with pytest.raises(refusal, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    waiting = sg.SeatVectorEnv(game, 2, autoreset_mode="Disabled")
    waiting.reset(seed=1)
    waiting.step(np.array([-1, -1]))
    with pytest.raises(gymnasium.error.ResetNeeded, match="env 0 is over"):
        waiting.step(np.array([0, 0]))
    waiting.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        waiting.reset()


def test_boards_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for render_mode in ("ansi", "rgb_array", "human", None):
        envs = sg.SeatVectorEnv("trek12", 2, render_mode)
        envs.reset(seed=1)
        shown: Any = envs.render()
        if render_mode == "ansi":
            assert shown == (str(envs.game_state(0)), str(envs.game_state(1)))
        elif render_mode == "rgb_array":
            assert [(picture.dtype, picture.shape[2]) for picture in shown] == [(np.uint8, 3)] * 2
        else:
            assert shown is None
    assert capsys.readouterr().out.count(str(envs.game_state(0))) == 2


def test_a_seat_without_decisions_is_refused() -> None:
    game = sw.load("thurn_and_taxis", max_turns=1)
    with pytest.raises(sw.OptionError, match="seat 1 has nothing to decide"):
        sg.SeatVectorEnv(game, 2, seat=1)
    with pytest.raises(sw.OptionError, match="seat 1 has nothing to decide"):
        sg.SeatEnv(game, seat=1).reset(seed=1)
