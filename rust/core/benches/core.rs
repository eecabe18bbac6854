//! Times of the core's parts, each of which asserts the answer that it times. `make bench` runs them together with the Python benchmarks.

#![allow(clippy::panic, reason = "a benchmark whose answer is wrong stops")]

use criterion::{Criterion, criterion_group, criterion_main};
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::patchwork::Patchwork;
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::trek12::Trek12;
use spielwerk::trek12::scoring::items;
use spielwerk::trek12::tables::IDS;
use spielwerk::trek12::vocabulary::{self, Given};
use spielwerk::{Actor, Game, LegalSet as _, OptionValue, Options, Play, Rng};
use std::hint::black_box;

/// Where the policies of Trek 12 and of Thurn and Taxis stand in their lists, and `greedy` in that of Dungeon Petz.
const RANDOM: usize = 0;
const GREEDY: usize = 1;
const KEEPER: usize = 2;

fn load<G: Game>(given: &[(&str, OptionValue)]) -> G {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let options = Options::new(G::NAME, &G::option_specs(), &given).expect("the options are accepted");
    G::with_options(options).expect("the options make a game")
}

fn trek12(board: &str, players: i64) -> Trek12 {
    load(&[("board", OptionValue::Text(board.to_owned())), ("players", OptionValue::Int(players))])
}

/// A position after so many decisions and more, the first with so many legal actions.
fn middle<G: Game>(game: &G, least_decisions: u32, least_legal: u32) -> G::State {
    let mut rng = Rng::new(7, 0);
    let mut state = game.initial_state();
    let mut decisions = 0;
    loop {
        match game.actor(&state) {
            Actor::Chance => {
                let outcome = game.sample_outcome(&state, &mut rng).expect("chance decides");
                game.apply_unchecked(&mut state, outcome);
            }
            Actor::Player(_) if decisions >= least_decisions && game.legal_set(&state).len() >= least_legal => return state,
            Actor::Player(_) => {
                let action = game.sample_action(&state, &mut rng).expect("a player decides");
                game.apply_unchecked(&mut state, action);
                decisions += 1;
            }
            Actor::Terminal => panic!("the game ended before a position with {least_legal} legal actions came"),
        }
    }
}

/// The decisions of the hundred games of a policy and of seed 1 from `first` on.
#[inline(always)]
fn play<G: Game>(game: &G, policy: usize, first: u64) -> u64 {
    let decisions = |index| {
        let (mut state, mut rng) = (game.initial_state(), Rng::new(1, index));
        u64::from(if policy == RANDOM {
            game.playout(&mut state, &mut rng)
        } else {
            game.playout_with(
                &mut state,
                &mut rng,
                #[inline(always)]
                |_, state, rng| game.policy_action(policy, state, rng),
            )
        })
    };
    (first..first + 100).map(decisions).sum()
}

/// A hundred games, the first of which have to come to so many decisions. Each time others: a processor learns the branches of games
/// that it sees again and again.
fn hundred<G: Game>(criterion: &mut Criterion, game: &G, policy: usize, label: &str, decisions: u64) {
    assert_eq!(spielwerk::simd::dispatch(|| play(game, policy, 0)), decisions, "the first hundred games of seed 1 of {label}");
    criterion.bench_function(&format!("{label}/100 games, dispatched"), |b| {
        let mut first = 0;
        b.iter(|| {
            first += 100;
            spielwerk::simd::dispatch(
                #[inline(always)]
                || play(game, policy, black_box(first)),
            )
        });
    });
}

fn baseline<G: Game>(criterion: &mut Criterion, game: &G, label: &str) {
    criterion.bench_function(&format!("{label}/100 games, baseline"), |b| {
        let mut first = 0;
        b.iter(|| {
            first += 100;
            play(game, RANDOM, black_box(first))
        });
    });
}

/// Single calls on one position.
fn parts<G: Game>(criterion: &mut Criterion, game: &G, label: &str, state: &G::State) {
    let legal = game.legal_set(state);
    let action = legal.nth(legal.len() / 2).expect("a player decides");
    let bytes = game.to_bytes(state);
    assert_eq!(game.from_bytes(&bytes).as_ref(), Ok(state));
    assert_eq!(game.check(state), []);
    assert!(legal.ids().all(|id| game.is_legal(state, id)));

    criterion.bench_function(&format!("{label}/legal set"), |b| b.iter(|| game.legal_set(black_box(state))));
    criterion.bench_function(&format!("{label}/sample action"), |b| {
        let mut rng = Rng::new(1, 0);
        b.iter(|| game.sample_action(black_box(state), &mut rng));
    });
    criterion.bench_function(&format!("{label}/apply, checked"), |b| {
        b.iter(|| {
            let mut next = *black_box(state);
            game.apply(&mut next, black_box(action)).map(|()| next)
        });
    });
    criterion.bench_function(&format!("{label}/check"), |b| b.iter(|| game.check(black_box(state))));
    criterion.bench_function(&format!("{label}/to bytes"), |b| b.iter(|| game.to_bytes(black_box(state))));
    criterion.bench_function(&format!("{label}/from bytes"), |b| b.iter(|| game.from_bytes(black_box(&bytes))));
    criterion.bench_function(&format!("{label}/observation"), |b| b.iter(|| game.observation(black_box(state), 0)));
}

fn patchwork(criterion: &mut Criterion) {
    let game: Patchwork = load(&[]);
    hundred(criterion, &game, RANDOM, "patchwork", 4222);
    baseline(criterion, &game, "patchwork");
    parts(criterion, &game, "patchwork", &middle(&game, 12, 60));
}

/// Random games on each board with one player, and on one with all twelve.
fn trek12_games(criterion: &mut Criterion) {
    const DECISIONS: [u64; 9] = [1930, 1914, 1912, 1920, 1946, 1943, 1939, 1910, 1910];
    for (board, decisions) in IDS.iter().zip(DECISIONS) {
        hundred(criterion, &trek12(board, 1), RANDOM, &format!("trek12 {board}"), decisions);
    }
    baseline(criterion, &trek12("dunai", 1), "trek12 dunai");
    hundred(criterion, &trek12("dunai", 12), RANDOM, "trek12 dunai, 12 players", 23_184);
}

fn trek12_parts(criterion: &mut Criterion) {
    let game = trek12("dunai", 1);
    let state = middle(&game, 6, 20);
    parts(criterion, &game, "trek12 dunai", &state);
    let twelve = trek12("dunai", 12);
    parts(criterion, &twelve, "trek12 dunai, 12 players", &middle(&twelve, 72, 20));
    criterion.bench_function("trek12 dunai/greedy action", |b| {
        let mut rng = Rng::new(1, 0);
        b.iter(|| game.policy_action(GREEDY, black_box(&state), &mut rng));
    });
}

/// A finished sheet from its numbers and links, and its score.
fn trek12_sheet(criterion: &mut Criterion) {
    let game = trek12("dunai", 1);
    let end = game.rollout(game.initial_state(), &mut Rng::new(1, 0));
    let sheet = end.sheets().first().expect("a player has a sheet");
    let numbers: Vec<u8> = (0..game.board().n).map(|circle| sheet.value(circle)).collect();
    let links: Vec<[u8; 2]> = sheet.links().map(|(low, high)| [low, high]).collect();
    let score = |numbers: &[u8], links: &[[u8; 2]]| {
        let given = Given { numbers, links: Some(links), failed: 0, flags: 0, top: 0 };
        vocabulary::sheet(&game, &given).map(|sheet| items(&game, &sheet))
    };
    assert_eq!(score(&numbers, &links).map(|items| items.to_vec()), Some(game.sheet(&end, 0)));
    criterion.bench_function("trek12 dunai/score of a finished sheet", |b| b.iter(|| score(black_box(&numbers), black_box(&links))));
}

/// Random games are cut off after 200 turns, as the digest counts them (TT-87); builders play to the natural end (TT-89).
fn thurn_and_taxis(criterion: &mut Criterion) {
    const DECISIONS: [u64; 2] = [63_119, 62_056];
    for (players, decisions) in [2, 4].into_iter().zip(DECISIONS) {
        let game: ThurnAndTaxis = load(&[("players", OptionValue::Int(players)), ("max_turns", OptionValue::Int(200))]);
        let label = format!("thurn_and_taxis, {players} players, 200 turns");
        hundred(criterion, &game, RANDOM, &label, decisions);
        baseline(criterion, &game, &label);
    }
    let game: ThurnAndTaxis = load(&[]);
    hundred(criterion, &game, GREEDY, "thurn_and_taxis, builders", 22_025);
    let state = middle(&game, 60, 12);
    parts(criterion, &game, "thurn_and_taxis", &state);
    criterion.bench_function("thurn_and_taxis/greedy action", |b| {
        let mut rng = Rng::new(1, 0);
        b.iter(|| game.policy_action(GREEDY, black_box(&state), &mut rng));
    });
    criterion.bench_function("thurn_and_taxis/resample hidden", |b| {
        let mut rng = Rng::new(1, 0);
        b.iter(|| game.resample_hidden(black_box(&state), 0, &mut rng));
    });
}

/// Random games (DP-148) and those of the policy `greedy` (DP-177).
fn dungeon_petz(criterion: &mut Criterion) {
    const DECISIONS: [u64; 2] = [9_355, 14_290];
    for (players, decisions) in [2, 4].into_iter().zip(DECISIONS) {
        let game: DungeonPetz = load(&[("players", OptionValue::Int(players))]);
        let label = format!("dungeon_petz, {players} players");
        hundred(criterion, &game, RANDOM, &label, decisions);
        baseline(criterion, &game, &label);
    }
    let game: DungeonPetz = load(&[("players", OptionValue::Int(4))]);
    hundred(criterion, &game, KEEPER, "dungeon_petz, 4 greedy players", 56_930);
    let state = middle(&game, 60, 12);
    parts(criterion, &game, "dungeon_petz, 4 players", &state);
    criterion.bench_function("dungeon_petz, 4 players/greedy action", |b| {
        let mut rng = Rng::new(1, 0);
        b.iter(|| game.policy_action(KEEPER, black_box(&state), &mut rng));
    });
    criterion.bench_function("dungeon_petz, 4 players/resample hidden", |b| {
        let mut rng = Rng::new(1, 0);
        b.iter(|| game.resample_hidden(black_box(&state), 0, &mut rng));
    });
}

criterion_group!(benches, patchwork, trek12_games, trek12_parts, trek12_sheet, thurn_and_taxis, dungeon_petz);
criterion_main!(benches);
