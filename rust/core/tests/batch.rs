//! A batch plays what single games play, whatever the threads, and refuses without moving.

#![allow(clippy::panic, reason = "a test fails by a panic")]
#![allow(clippy::cast_precision_loss, reason = "scores and seats are small")]

use spielwerk::batch::{Autoreset, Batch, BatchError, Learner, OVER, Observations, Reward, Rows, Settings, env_seed, stream};
use spielwerk::{Actor, AnyGame, Game, LegalSet as _, OptionValue, Play as _, Rng, with_game};
use std::sync::Arc;

/// Arrays of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
struct Arrays {
    obs: Vec<u8>,
    final_obs: Vec<u8>,
    mask: Vec<u8>,
    packed: Vec<u8>,
    player: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
    scores: Vec<f32>,
    episode: Vec<i64>,
    decisions: Vec<u32>,
}

impl Arrays {
    fn new<G: Game>(game: &G, envs: usize) -> Self {
        let (seats, obs) = (game.num_players(), game.observation_spec().size());
        Self {
            obs: vec![7; envs * obs],
            final_obs: vec![7; envs * obs],
            mask: vec![7; envs * game.num_actions()],
            packed: vec![7; envs * game.num_actions().div_ceil(8)],
            player: vec![7; envs],
            rewards: vec![7.0; envs * seats],
            terminated: vec![7; envs],
            truncated: vec![7; envs],
            scores: vec![0.0; envs * seats],
            episode: vec![7; envs],
            decisions: vec![7; envs],
        }
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            obs: Observations::Bytes(&mut self.obs),
            final_obs: Observations::Bytes(&mut self.final_obs),
            action_mask: &mut self.mask,
            action_mask_packed: &mut self.packed,
            current_player: &mut self.player,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            scores: &mut self.scores,
            episode_id: &mut self.episode,
            num_decisions: &mut self.decisions,
        }
    }
}

fn settings(num_envs: usize, threads: usize) -> Settings {
    Settings {
        num_envs,
        seed: 11,
        threads: Some(threads),
        autoreset: Autoreset::SameStep,
        reward: Reward::Win,
        skip_forced: false,
        learner: None,
        has_masks: true,
    }
}

fn started<G: Game>(game: &Arc<G>, settings: Settings) -> (Batch<G>, Arrays) {
    let mut batch = Batch::new(Arc::clone(game), settings).expect("there is memory for a few envs");
    let mut arrays = Arrays::new(&**game, settings.num_envs);
    batch.reset(Some(settings.seed), None, arrays.rows()).expect("the arrays fit");
    (batch, arrays)
}

/// All games, those without end cut short.
fn games() -> Vec<AnyGame> {
    let option = |name: &str, value| (name.to_owned(), OptionValue::Int(value));
    let load = |name, options: &[_]| AnyGame::load(name, options).expect("the game exists");
    let games = vec![
        load("patchwork", &[]),
        load("trek12", &[option("players", 3)]),
        load("thurn_and_taxis", &[option("max_turns", 20)]),
        load("dungeon_petz", &[]),
    ];
    assert_eq!(games.len(), AnyGame::NAMES.len());
    games
}

#[test]
fn streams_are_pinned() {
    // Recorded experiments name (seed, env, episode) and expect the same games for ever.
    assert_eq!(env_seed(7, 3), Rng::new(7, 3).state()[0]);
    assert_eq!(stream(7, 3, 2), Rng::new(env_seed(7, 3), 2));
    let mut rng = stream(7, 3, 2);
    assert_eq!((env_seed(7, 3), rng.next_u64()), PINNED);
}

const PINNED: (u64, u64) = (14_582_227_585_987_741_824, 13_317_162_961_593_902_972);

/// Random steps of a batch are the games of the same streams.
fn compare_with_single_games<G: Game>(game: &Arc<G>) {
    let (seats, size) = (game.num_players(), game.observation_spec().size());
    for env in 0..3 {
        let mut rng = stream(11, env as u64, 0);
        let (mut batch, mut arrays) = started(game, settings(3, 1));
        let mut episode = 0;
        let mut state = game.initial_state();
        for _ in 0..400 {
            while game.actor(&state) == Actor::Chance {
                let outcome = game.sample_outcome(&state, &mut rng).expect("chance decides");
                game.apply_unchecked(&mut state, outcome);
            }
            assert_eq!(batch.state(env), Some(&state));
            let Actor::Player(seat) = game.actor(&state) else { panic!("no decision") };
            assert_eq!(arrays.player[env], seat as i8);
            assert_eq!(arrays.obs[env * size..][..size], game.observation(&state, seat.into()));
            let legal = game.legal_set(&state);
            for id in 0..game.num_actions() {
                let is_legal = u8::from(legal.contains(id as u16));
                assert_eq!(arrays.mask[env * game.num_actions() + id], is_legal);
                assert_eq!(arrays.packed[env * game.num_actions().div_ceil(8) + id / 8] >> (id % 8) & 1, is_legal);
            }
            let action = game.sample_action(&state, &mut rng).expect("a player decides");
            game.apply_unchecked(&mut state, action);
            batch.step_random(1, arrays.rows()).expect("the arrays fit");
            while game.actor(&state) == Actor::Chance {
                let outcome = game.sample_outcome(&state, &mut rng).expect("chance decides");
                game.apply_unchecked(&mut state, outcome);
            }
            assert_eq!(arrays.episode[env], episode);
            let is_over = game.actor(&state) == Actor::Terminal;
            assert_eq!(arrays.terminated[env] + arrays.truncated[env], u8::from(is_over));
            if is_over {
                let scores: Vec<f32> = game.score_list(&state).iter().map(|&score| score as f32 / G::SCORE_SCALE as f32).collect();
                assert_eq!(arrays.scores[env * seats..][..seats], scores);
                assert_eq!(arrays.final_obs[env * size..][..size], game.observation(&state, seat.into()));
                let winners = game.winner_list(&state);
                for at in 0..seats {
                    let share = if winners.contains(&(at as u8)) { 1.0 / winners.len() as f32 } else { 0.0 };
                    assert!((arrays.rewards[env * seats + at] - share).abs() < f32::EPSILON);
                }
                episode += 1;
                rng = stream(11, env as u64, episode as u64);
                state = game.initial_state();
            }
        }
        assert!(episode > 0, "{} has not come to an end", G::NAME);
    }
}

#[test]
fn rows_are_those_of_single_games() {
    for any in games() {
        with_game!(&any, game => compare_with_single_games(game));
    }
}

/// Actions drawn and played are random steps; threads and repeats change nothing; bytes bring all of it back.
fn compare_ways<G: Game>(game: &Arc<G>) {
    let envs = 70;
    for (autoreset, reward, skip_forced) in [
        (Autoreset::SameStep, Reward::Margin, false),
        (Autoreset::NextStep, Reward::Rank, true),
        (Autoreset::Disabled, Reward::Score, false),
    ] {
        let of = |threads, has_masks| Settings { autoreset, reward, skip_forced, has_masks, ..settings(envs, threads) };
        let (mut one, mut rows_one) = started(game, of(1, true));
        let (mut many, mut rows_many) = started(game, of(3, true));
        let (mut drawn, mut rows_drawn) = started(game, of(2, true));
        let mut plain = Batch::new(Arc::clone(game), of(2, false)).expect("there is memory");
        let without = |arrays: &mut Arrays| {
            arrays.mask.clear();
            arrays.packed.clear();
        };
        let mut rows_plain = rows_one.clone();
        without(&mut rows_plain);
        plain.reset(Some(11), None, rows_plain.rows()).expect("the arrays fit");
        for round in 0..40 {
            let count = 1 + round % 3;
            one.step_random(count, rows_one.rows()).expect("the arrays fit");
            plain.step_random(count, rows_plain.rows()).expect("the arrays fit");
            for _ in 0..count {
                many.step_random(1, rows_many.rows()).expect("the arrays fit");
                let mut actions = vec![0; envs];
                drawn.sample_actions(None, &mut actions).expect("the actions fit");
                if autoreset == Autoreset::Disabled {
                    let over: Vec<bool> = rows_drawn.player.iter().map(|&player| player == OVER).collect();
                    if over.contains(&true) {
                        continue;
                    }
                }
                let actions: Vec<u16> = actions.iter().map(|&id| id as u16).collect();
                drawn.step(&actions, None, rows_drawn.rows()).expect("drawn actions are legal");
            }
            assert_eq!(rows_one, rows_many);
            if autoreset != Autoreset::Disabled {
                assert_eq!(rows_one, rows_drawn);
            }
            let mut seen = rows_one.clone();
            without(&mut seen);
            assert_eq!(seen, rows_plain);
        }
        let saved = one.save(&rows_one.rows()).expect("the arrays fit");
        let (mut back, mut rows_back) = started(game, of(2, true));
        back.load(&saved, rows_back.rows()).expect("the bytes are whole");
        assert_eq!(rows_back, rows_one);
        one.step_random(30, rows_one.rows()).expect("the arrays fit");
        back.step_random(30, rows_back.rows()).expect("the arrays fit");
        assert_eq!(rows_back, rows_one);
        for end in [0, 3, 20, saved.len() / 2, saved.len() - 1] {
            assert!(back.load(&saved[..end], rows_back.rows()).is_err());
        }
    }
}

#[test]
fn threads_repeats_masks_and_bytes_change_nothing() {
    for any in games() {
        with_game!(&any, game => compare_ways(game));
    }
}

/// Env 1 of a batch in which the last seat learns is a single game in which policies play the others; env 0 stands still in every other step.
fn compare_learner<G: Game>(game: &Arc<G>, policies: &[usize]) {
    let learner = game.num_players() as u8 - 1;
    let mut settled = Learner::new(learner);
    for (seat, &policy) in policies.iter().enumerate().take(learner.into()) {
        settled.play(&**game, seat, G::POLICIES[policy].0).expect("seat and policy are there");
    }
    assert!(settled.decides(&**game) && !Learner::new(learner + 1).decides(&**game));
    let (mut batch, mut arrays) = started(game, Settings { learner: Some(settled), ..settings(2, 1) });
    let play_on = |state: &mut G::State, rng: &mut Rng| {
        loop {
            let next = match game.actor(state) {
                Actor::Player(seat) if seat != learner => game.policy_action(policies[usize::from(seat)], state, rng),
                Actor::Chance => game.sample_outcome(state, rng),
                _ => return,
            };
            game.apply_unchecked(state, next.expect("something can happen"));
        }
    };
    let mut episode = 0;
    let (mut state, mut rng) = (game.initial_state(), stream(11, 1, episode));
    play_on(&mut state, &mut rng);
    for step in 0..300 {
        assert_eq!(batch.state(1), Some(&state));
        assert_eq!(arrays.player, [learner as i8; 2]);
        let (mask, before) = ([step % 2 == 0, true], batch.state(0).copied());
        let mut drawn = [0; 2];
        batch.sample_actions(Some(&mask), &mut drawn).expect("the actions fit");
        batch.step(&drawn.map(|id| id as u16), Some(&mask), arrays.rows()).expect("drawn actions are legal");
        if !mask[0] {
            assert_eq!((batch.state(0).copied(), drawn[0]), (before, 0));
            assert_eq!((arrays.terminated[0], arrays.truncated[0]), (0, 0));
            assert!(arrays.rewards[..game.num_players()].iter().all(|&reward| reward == 0.0));
        }
        let action = game.sample_action(&state, &mut rng).expect("a player decides");
        assert_eq!(i64::from(action), drawn[1]);
        game.apply_unchecked(&mut state, action);
        play_on(&mut state, &mut rng);
        assert_eq!(arrays.terminated[1] + arrays.truncated[1], u8::from(game.actor(&state) == Actor::Terminal));
        if game.actor(&state) == Actor::Terminal {
            let size = game.observation_spec().size();
            assert_eq!(arrays.final_obs[size..], game.observation(&state, learner.into()));
            episode += 1;
            (state, rng) = (game.initial_state(), stream(11, 1, episode));
            play_on(&mut state, &mut rng);
        }
    }
    assert!(episode > 0, "{} has not come to an end", G::NAME);
    assert!(batch.step(&[0, 0], Some(&[true]), arrays.rows()).is_err());
    assert!(batch.step(&[u16::MAX, 0], Some(&[true, false]), arrays.rows()).is_err());
    assert!(batch.step(&[u16::MAX, 0], Some(&[false, false]), arrays.rows()).is_ok());
}

#[test]
fn one_seat_learns_while_policies_play_the_others() {
    fn policies<G: Game>(_: &Arc<G>) -> usize {
        G::POLICIES.len()
    }
    for any in games() {
        with_game!(&any, game => {
            let (seats, known) = (game.num_players(), policies(game));
            for shift in 0..known {
                let mixed: Vec<usize> = (0..seats).map(|seat| (seat + shift) % known).collect();
                compare_learner(game, &mixed);
            }
        });
    }
}

#[test]
fn a_policy_plays_a_seat_that_there_is_and_that_does_not_learn() {
    let any = AnyGame::load("trek12", &[("players".to_owned(), OptionValue::Int(3))]).expect("the game exists");
    with_game!(&any, game => {
        let mut learner = Learner::new(1);
        assert_eq!(learner.play(&**game, 2, "greedy"), Ok(()));
        let as_it_was = learner;
        for (seat, name, told) in [(1, "greedy", "learns"), (3, "greedy", "0 to 2"), (12, "greedy", "0 to 2"), (0, "eager", "random, greedy")] {
            let error = learner.play(&**game, seat, name).expect_err("this is refused").to_string();
            assert!(error.contains(told), "{error}");
        }
        assert_eq!(learner, as_it_was);
        assert_eq!(learner.opponents()[..3], [0, 0, 1]);
    });
}

fn load_among<G: Game>(game: &Arc<G>, others: &[Learner]) {
    let batch = |learner| started(game, Settings { learner: Some(learner), ..settings(3, 1) });
    for (saver, &learner) in others.iter().enumerate() {
        let (mut saved, mut arrays) = batch(learner);
        saved.step_random(7, arrays.rows()).expect("the rows fit");
        let bytes = saved.save(&arrays.rows()).expect("the rows fit");
        for (loader, &learner) in others.iter().enumerate() {
            let (mut back, mut rows) = batch(learner);
            assert_eq!(back.load(&bytes, rows.rows()).is_ok(), saver == loader);
        }
    }
}

#[test]
fn saved_envs_go_on_against_the_same_opponents_only() {
    let any = AnyGame::load("thurn_and_taxis", &[]).expect("the game exists");
    with_game!(&any, game => {
        let mut greedy = Learner::new(0);
        greedy.play(&**game, 1, "greedy").expect("seat and policy are there");
        load_among(game, &[Learner::new(0), Learner::new(1), greedy]);
    });
}

#[test]
fn an_illegal_action_moves_no_env() {
    let any = AnyGame::load("patchwork", &[]).expect("the game exists");
    with_game!(&any, game => {
        for (envs, threads) in [(5, 1), (3000, 2)] {
            let (mut batch, mut arrays) = started(game, settings(envs, threads));
            let mut actions = vec![0_u16; envs];
            let before = (arrays.clone(), batch.save(&arrays.rows()));
            actions[envs - 1] = u16::MAX;
            actions[3] = 2025;
            match batch.step(&actions, None, arrays.rows()) {
                Err(BatchError::Illegal { env: 3, action: 2025, reason }) => assert!(!reason.is_empty()),
                other => panic!("{other:?}"),
            }
            assert_eq!((arrays.clone(), batch.save(&arrays.rows())), before);
            assert!(batch.step(&actions[1..], None, arrays.rows()).is_err());
            let mut short = arrays.clone();
            short.scores.pop();
            assert!(batch.step_random(1, short.rows()).is_err());
        }
    });
}

#[test]
fn a_damaged_batch_is_refused_and_nothing_changes() {
    let any = AnyGame::load("trek12", &[]).expect("the game exists");
    with_game!(&any, game => {
        let (mut batch, mut arrays) = started(game, settings(2, 1));
        let saved = batch.save(&arrays.rows()).expect("the arrays fit");
        let before = arrays.clone();
        for bit in 0..saved.len() * 8 {
            let mut damaged = saved.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(batch.load(&damaged, arrays.rows()).is_err());
            // With a checksum that fits, whatever is accepted must go on in order.
            let end = damaged.len() - 4;
            let checksum = crc32fast::hash(&damaged[..end]).to_le_bytes();
            damaged[end..].copy_from_slice(&checksum);
            let (mut other, mut rows) = started(game, settings(2, 1));
            if other.load(&damaged, rows.rows()).is_ok() {
                other.step_random(5, rows.rows()).expect("the arrays fit");
            }
        }
        assert_eq!(arrays, before);
    });
}
