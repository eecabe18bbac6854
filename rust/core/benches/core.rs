//! Times of the core's parts, each of which asserts the answer that it times. `make bench` runs them together with the Python benchmarks.

#![allow(clippy::panic, reason = "a benchmark whose answer is wrong stops")]

use criterion::{Criterion, criterion_group, criterion_main};
use spielwerk::patchwork::Patchwork;
use spielwerk::{Actor, Game, LegalSet as _, Options, Play, Rng};
use std::hint::black_box;

fn patchwork() -> Patchwork {
    let options = Options::new("patchwork", &Patchwork::option_specs(), &[]).expect("the defaults are accepted");
    Patchwork::with_options(options).expect("the defaults make a game")
}

/// A position in the middle of a game with many purchases.
fn middle(game: &Patchwork) -> <Patchwork as Game>::State {
    let mut rng = Rng::new(7, 0);
    let mut state = game.initial_state();
    let mut decisions = 0;
    loop {
        match game.actor(&state) {
            Actor::Chance => {
                let outcome = game.sample_outcome(&state, &mut rng).expect("chance decides");
                game.apply_unchecked(&mut state, outcome);
            }
            Actor::Player(_) if decisions >= 12 && game.legal_set(&state).len() >= 60 => return state,
            Actor::Player(_) => {
                let action = game.sample_action(&state, &mut rng).expect("a player decides");
                game.apply_unchecked(&mut state, action);
                decisions += 1;
            }
            Actor::Terminal => panic!("the game ended before a position with 60 legal actions came"),
        }
    }
}

fn games(criterion: &mut Criterion) {
    let game = patchwork();
    let play =
        |games: u64| -> u64 { (0..games).map(|index| u64::from(game.playout(&mut game.initial_state(), &mut Rng::new(1, index)))).sum() };
    assert_eq!(spielwerk::simd::dispatch(|| play(100)), 4222, "the first hundred games of seed 1");
    criterion.bench_function("patchwork/100 games, dispatched", |b| {
        b.iter(|| {
            spielwerk::simd::dispatch(
                #[inline(always)]
                || play(black_box(100)),
            )
        });
    });
    criterion.bench_function("patchwork/100 games, baseline", |b| b.iter(|| play(black_box(100))));
}

fn parts(criterion: &mut Criterion) {
    let game = patchwork();
    let state = middle(&game);
    let legal = game.legal_set(&state);
    let action = legal.nth(30).expect("there are 60 and more");
    let bytes = game.to_bytes(&state);
    assert_eq!(game.from_bytes(&bytes).as_ref(), Ok(&state));
    assert_eq!(game.check(&state), []);
    assert!(legal.ids().all(|id| game.is_legal(&state, id)));

    criterion.bench_function("patchwork/legal set", |b| b.iter(|| game.legal_set(black_box(&state))));
    criterion.bench_function("patchwork/sample action", |b| {
        let mut rng = Rng::new(1, 0);
        b.iter(|| game.sample_action(black_box(&state), &mut rng));
    });
    criterion.bench_function("patchwork/apply, checked", |b| {
        b.iter(|| {
            let mut next = black_box(state);
            game.apply(&mut next, black_box(action)).map(|()| next)
        });
    });
    criterion.bench_function("patchwork/check", |b| b.iter(|| game.check(black_box(&state))));
    criterion.bench_function("patchwork/to bytes", |b| b.iter(|| game.to_bytes(black_box(&state))));
    criterion.bench_function("patchwork/from bytes", |b| b.iter(|| game.from_bytes(black_box(&bytes))));
    criterion.bench_function("patchwork/observation", |b| b.iter(|| game.observation(black_box(&state), 0)));
}

criterion_group!(benches, games, parts);
criterion_main!(benches);
