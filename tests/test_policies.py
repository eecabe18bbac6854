"""The policies that games bring along: from a state, in a rollout, and as opponents in every door that has some."""

import copy
import itertools
import pickle

import numpy as np
import pytest

import spielwerk as sw
import spielwerk.gymnasium as sg

GAMES = [
    sw.load("patchwork"),
    sw.load("trek12", board="kagkot", players=3),
    sw.load("thurn_and_taxis", players=3, max_turns=60),
    sw.load("dungeon_petz", players=3),
]
CASES = [
    pytest.param(game, policies, id=f"{game.name}-{'-'.join(policies)}")
    for game in GAMES
    for policies in itertools.islice(itertools.product(game.policies, repeat=game.num_players), 0, None, 4)
]


@pytest.mark.parametrize(("game", "policies"), CASES)
def test_a_game_by_hand_is_the_simulated_one(game: sw.Game, policies: tuple[str, ...]) -> None:
    simulated = sw.simulate(game, games=8, seed=5, policies=policies)
    for index in range(8):
        rng = sw.Rng(5, index)
        state, decisions = game.initial_state(), 0
        while not state.is_terminal:
            if state.is_chance:
                state = state.sample_chance(rng)
            else:
                state = state.apply(state.sample_action(rng, policies[state.current_player]))
                decisions += 1
        assert (state.scores(), decisions) == (simulated.scores[index].tolist(), simulated.decisions[index])
        assert game.initial_state().rollout(sw.Rng(5, index), policies) == state
        # From the middle of a game, with what the generator has become there.
        middle, rng = game.initial_state().sample_chance(rng), sw.Rng(5, index)
        assert middle.rollout(copy.copy(rng), list(policies)) == _played(middle, rng, policies)


def _played(state: sw.State, rng: sw.Rng, policies: tuple[str, ...]) -> sw.State:
    while not state.is_terminal:
        if state.is_chance:
            state = state.sample_chance(rng)
        else:
            state = state.apply(state.sample_action(rng, policies[state.current_player]))
    return state


def test_one_name_is_for_all_seats_and_none_is_random() -> None:
    for game in GAMES:
        start = game.initial_state()
        for policy in game.policies:
            assert start.rollout(sw.Rng(3), policy) == start.rollout(sw.Rng(3), [policy] * game.num_players)
        assert start.rollout(sw.Rng(3)) == start.rollout(sw.Rng(3), "random")
        decision = start
        while decision.is_chance:
            decision = decision.sample_chance(sw.Rng(1))
        one, two = sw.Rng(9), sw.Rng(9)
        assert [decision.sample_action(one) for _ in range(50)] == [
            decision.sample_action(two, "random") for _ in range(50)
        ]


def test_unknown_policies_are_refused_and_draw_nothing() -> None:
    state, rng = sw.load("thurn_and_taxis").initial_state(), sw.Rng(1)
    before = rng.getstate()
    with pytest.raises(sw.OptionError, match=r"no policy \"eager\"; its policies are random, greedy"):
        state.rollout(rng, "eager")
    with pytest.raises(sw.OptionError, match='no policy ""; its policies are random, greedy'):
        state.sample_action(rng, "")
    with pytest.raises(sw.OptionError, match="2 seats need 2 policies, not 3"):
        state.rollout(rng, ["random"] * 3)
    for wrong in (5, [5, 6], {"random": 1}, b"greedy"):
        with pytest.raises(TypeError, match="a name or a sequence of names"):
            state.rollout(rng, wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        state.sample_action(rng, 5)  # type: ignore[arg-type]
    with pytest.raises(sw.IllegalActionError, match="no player is to decide"):
        state.sample_action(rng, "greedy")
    assert rng.getstate() == before


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize(("game", "policies"), CASES)
def test_a_batch_plays_against_policies(game: sw.Game, policies: tuple[str, ...], skip_forced: bool) -> None:
    """Against a loop over states with the generator that is documented."""
    seat = game.num_players - 1
    opponents = dict(enumerate(policies[:seat]))
    batch = sw.BatchEnv(game, 3, 7, seat=seat, opponents=opponents, skip_forced=skip_forced, reward="score")
    assert (batch.seat, batch.opponents) == (seat, opponents)

    def settle(state: sw.State, rng: sw.Rng) -> sw.State:
        while not state.is_terminal:
            if state.is_chance:
                state = state.sample_chance(rng)
            elif skip_forced and state.num_legal == 1:
                state = state.apply(state.legal_actions()[0])
            elif state.current_player == seat:
                break
            else:
                state = state.apply(state.sample_action(rng, policies[state.current_player]))
        return state

    generators = [sw.Rng(sw.Rng(7, i).getstate()[0], 0) for i in range(3)]
    states = [settle(game.initial_state(), rng) for rng in generators]
    ended = 0
    for _ in range(60):
        assert [batch.state(i) for i in range(3)] == states
        batch.step(batch.sample_actions())
        for i, rng in enumerate(generators):
            states[i] = settle(states[i].apply(states[i].sample_action(rng)), rng)
            assert states[i].is_terminal == batch.terminated[i] | batch.truncated[i]
            if states[i].is_terminal:
                ended += 1
                assert batch.scores[i].tolist() == states[i].scores()
                generators[i] = sw.Rng(sw.Rng(7, i).getstate()[0], int(batch.episode_id[i]) + 1)
                states[i] = settle(game.initial_state(), generators[i])
    assert ended > 0


@pytest.mark.parametrize(("game", "policies"), CASES)
def test_a_vector_of_games_is_one_game_many_times(game: sw.Game, policies: tuple[str, ...]) -> None:
    opponents = dict(enumerate(policies[1:], 1))
    many = sg.SeatVectorEnv(game, 2, opponents=opponents, reward="rank", autoreset_mode="Disabled")
    single = [pickle.loads(pickle.dumps(sg.SeatEnv(game, opponents=opponents, reward="rank"))) for _ in range(2)]
    observations, infos = many.reset(seed=4)
    for i, env in enumerate(single):
        assert np.array_equal(env.reset(seed=sw.Rng(4, i).getstate()[0])[0], observations[i])
    rng, over = sw.Rng(2), [False, False]
    while not any(over):
        actions = np.array([rng.choice(np.flatnonzero(mask).tolist()) for mask in infos["action_mask"]])
        observations, rewards, terminations, truncations, infos = many.step(actions)
        for i, env in enumerate(single):
            seen, reward, *ends, _ = env.step(actions[i])
            assert np.array_equal(seen, observations[i]) and ends == [terminations[i], truncations[i]]
            assert reward == pytest.approx(rewards[i])
            over[i] = any(ends)


def test_greedy_opponents_are_stronger_than_random_ones() -> None:
    for name in ("trek12", "thurn_and_taxis", "dungeon_petz"):
        won = {}
        for policy in ("random", "greedy"):
            batch = sw.BatchEnv(sw.load(name, players=2), 64, 1, seat=0, opponents=policy, observation=None)
            wins, episodes = 0.0, 0
            while episodes < 200:
                batch.step(batch.sample_actions())
                wins += float(batch.rewards[:, 1].sum())
                episodes += int((batch.terminated | batch.truncated).sum())
            won[policy] = wins / episodes
        assert won["greedy"] > 0.9 > won["random"], (name, won)


def test_a_batch_keeps_its_opponents() -> None:
    game = sw.load("dungeon_petz", players=3)
    batch = sw.BatchEnv(game, 2, 1, seat=1, opponents={2: "eager"})
    assert batch.opponents == {0: "random", 2: "eager"}
    for twin in (copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert (twin.seat, twin.opponents, twin.save()) == (1, batch.opponents, batch.save())
    other = sw.BatchEnv(game, 2, 1, seat=1, opponents={0: "eager"})
    before = other.save()
    with pytest.raises(sw.DecodeError, match="other opponents"):
        other.load(batch.save())
    assert other.save() == before
    assert sw.BatchEnv(game, 2, 1).opponents is None
    named = sw.BatchEnv(game, 2, 1, seat=1, opponents="greedy")
    assert named.opponents == {0: "greedy", 2: "greedy"}


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"opponents": "random"}, sw.OptionError, "give seat, too"),
        ({"seat": 0, "opponents": "eager"}, sw.OptionError, "its policies are random, greedy"),
        ({"seat": 0, "opponents": {0: "greedy"}}, sw.OptionError, "seat 0 is the one that learns"),
        ({"seat": 0, "opponents": {3: "greedy"}}, ValueError, "a seat of opponents must be .* 0 to 2"),
        ({"seat": 0, "opponents": {-1: "greedy"}}, ValueError, "a seat of opponents must be .* 0 to 2"),
        ({"seat": 0, "opponents": {"1": "greedy"}}, TypeError, "a seat of opponents"),
        ({"seat": 0, "opponents": {1: 5}}, TypeError, "must be a name, not int"),
        ({"seat": 0, "opponents": ["greedy", "greedy"]}, TypeError, "a mapping from seats to names, not list"),
        ({"seat": 0, "opponents": lambda state, rng: 0}, TypeError, "a mapping from seats to names, not function"),
    ],
)
def test_wrong_opponents_of_a_batch(options: dict[str, object], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        sw.BatchEnv(sw.load("trek12", players=3), 2, 1, **options)  # type: ignore[arg-type]


def test_opponents_that_leave_the_seat_nothing_to_decide() -> None:
    game = sw.load("thurn_and_taxis", start_player=0, max_turns=1)
    with pytest.raises(sw.OptionError, match="seat 1 has nothing to decide"):
        sw.BatchEnv(game, 2, 1, seat=1, opponents="greedy")
