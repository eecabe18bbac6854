//! TT-87, TT-88, TT-89: statistics of random and of builder's play, within four combined standard errors of the digest's games.

#![allow(clippy::cast_precision_loss, reason = "counts here fit a double exactly")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

mod thurn_and_taxis;

use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::{ActionId, Actor, Game, LegalSet, Play, Rng};
use std::fmt::Write as _;
use thurn_and_taxis::{State, on};

/// A quantity a game.
#[derive(Clone, Copy, Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
    highest: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
        self.highest = self.highest.max(value);
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        ((self.squares / self.count - self.mean().powi(2)).max(0.0) / self.count).sqrt()
    }
}

/// Collects what lies outside.
#[derive(Default)]
struct Comparison {
    rows: usize,
    outside: String,
}

impl Comparison {
    /// A row of the digest: value, standard error, half a unit of the last digit.
    fn compare(&mut self, name: &str, sample: &Sample, (expected, table_error, rounding): (f64, f64, f64)) {
        self.rows += 1;
        let (value, error) = (sample.mean(), sample.error());
        let tolerance = 4.0 * error.hypot(table_error) + rounding;
        if (value - expected).abs() > tolerance || error <= 0.0 || error.is_nan() {
            let _ = writeln!(self.outside, "{name}: {value} ± {error}, the digest has {expected} (tolerance {tolerance})");
        }
    }

    fn finish(self, rows: usize) {
        assert!(self.outside.is_empty(), "{}", self.outside);
        assert_eq!(self.rows, rows);
    }
}

/// What was counted over some games.
#[derive(Default)]
struct Counts {
    turns: Sample,
    decisions: Sample,
    closes: Sample,
    reshuffles: Sample,
    /// Mean over the seats of a game.
    score: Sample,
    /// Mean over the decisions of a game.
    legal: Sample,
    most_legal: u32,
    natural_ends: u32,
    /// In percent of the games.
    by_carriage: Sample,
}

/// One game, counted. The supply grows only by a reshuffle (TT-18).
fn play(game: &ThurnAndTaxis, choose: Choose, counts_legal: bool, rng: &mut Rng, counts: &mut Counts) {
    let mut state = game.initial_state();
    let (mut decisions, mut reshuffles, mut legal) = (0_u32, 0_u32, 0_u32);
    loop {
        let id = match game.actor(&state) {
            Actor::Terminal => break,
            Actor::Chance => game.sample_outcome(&state, rng),
            Actor::Player(_) => {
                decisions += 1;
                if counts_legal {
                    let count = game.legal_set(&state).len();
                    legal += count;
                    counts.most_legal = counts.most_legal.max(count);
                }
                choose(game, &state, rng)
            }
        };
        let before = state.supply_size();
        game.apply_unchecked(&mut state, id.expect("somebody decides"));
        reshuffles += u32::from(state.supply_size() > before);
    }
    let seats = f64::from(game.num_players() as u32);
    counts.turns.add(state.turns().into());
    counts.decisions.add(decisions.into());
    counts.closes.add(state.players().iter().map(|player| f64::from(player.closes())).sum());
    counts.reshuffles.add(reshuffles.into());
    counts.score.add(f64::from(game.score_list(&state).iter().sum::<i32>()) / seats);
    counts.legal.add(f64::from(legal) / f64::from(decisions));
    if !game.truncated(&state) {
        let holder = state.game_end_holder().expect("TT-46: the tile is taken");
        let is_by_carriage = state.players()[usize::from(holder)].next_carriage() == 8;
        counts.natural_ends += 1;
        counts.by_carriage.add(100.0 * f64::from(u8::from(is_by_carriage)));
    }
}

type Choose = fn(&ThurnAndTaxis, &State, &mut Rng) -> Option<ActionId>;

fn random(game: &ThurnAndTaxis, state: &State, rng: &mut Rng) -> Option<ActionId> {
    game.sample_action(state, rng)
}

fn greedy(game: &ThurnAndTaxis, state: &State, rng: &mut Rng) -> Option<ActionId> {
    game.policy_action(1, state, rng)
}

fn sampled(game: &ThurnAndTaxis, choose: Choose, counts_legal: bool, games: u64, seed: u64) -> Counts {
    let mut counts = Counts::default();
    for index in 0..games {
        play(game, choose, counts_legal, &mut Rng::new(seed, index), &mut counts);
    }
    counts
}

/// TT-87, TT-53: uniformly random play for 200 turns.
fn random_for_200_turns(players: i64, rows: [(f64, f64); 4]) {
    let counts = sampled(&on("map1", players, Some(200)), random, false, 20_000, 87);
    let mut comparison = Comparison::default();
    let [decisions, closes, reshuffles, score] = rows;
    comparison.compare("decisions", &counts.decisions, (decisions.0, decisions.1, 0.005));
    comparison.compare("closes", &counts.closes, (closes.0, closes.1, 0.0005));
    comparison.compare("reshuffles", &counts.reshuffles, (reshuffles.0, reshuffles.1, 0.0005));
    comparison.compare("score per player", &counts.score, (score.0, score.1, 0.0005));
    comparison.finish(4);
    assert_eq!((counts.turns.highest, counts.turns.count), (200.0, 20_000.0));
}

#[test]
fn two_play_at_random_for_200_turns() {
    random_for_200_turns(2, [(629.91, 0.10), (7.739, 0.016), (9.129, 0.005), (-12.815, 0.015)]);
}

#[test]
fn three_play_at_random_for_200_turns() {
    random_for_200_turns(3, [(625.27, 0.10), (7.439, 0.016), (10.984, 0.008), (-14.843, 0.010)]);
}

#[test]
fn four_play_at_random_for_200_turns() {
    random_for_200_turns(4, [(620.54, 0.10), (7.129, 0.016), (13.734, 0.015), (-15.955, 0.008)]);
}

/// TT-88: uniformly random play to the natural end (TT-46).
#[test]
fn random_play_to_the_natural_end() {
    for (players, turns, score, seed) in
        [(2, (1742.0, 6.0), (17.68, 0.05), 880), (3, (2379.0, 8.0), (14.26, 0.05), 881), (4, (3000.0, 9.0), (12.01, 0.04), 882)]
    {
        const GAMES: u64 = 3_000;
        let counts = sampled(&on("map1", players, None), random, true, GAMES, seed);
        let mut comparison = Comparison::default();
        comparison.compare("turns", &counts.turns, (turns.0, turns.1, 0.5));
        comparison.compare("score per player", &counts.score, (score.0, score.1, 0.005));
        comparison.finish(2);
        assert_eq!(u64::from(counts.natural_ends), GAMES);
        assert!((8.35..8.55).contains(&counts.legal.mean()), "{players}: {} legal actions", counts.legal.mean());
        assert!((28..=45).contains(&counts.most_legal), "{players}: {} legal actions", counts.most_legal);
        assert!((3_000.0..8_000.0).contains(&counts.turns.highest), "{players}: {} turns", counts.turns.highest);
    }
}

/// TT-89: the policy of the builder, which the game calls greedy.
#[test]
fn the_builder_plays_to_the_end() {
    type Rows = [(f64, f64); 5];
    let table: [(i64, Rows, f64); 3] = [
        (2, [(78.22, 0.08), (219.87, 0.21), (18.376, 0.020), (0.837, 0.002), (6.753, 0.020)], 93.6),
        (3, [(102.27, 0.10), (288.48, 0.25), (24.120, 0.024), (1.348, 0.002), (2.960, 0.016)], 97.9),
        (4, [(124.33, 0.11), (351.55, 0.28), (29.418, 0.026), (1.805, 0.002), (0.893, 0.013)], 99.2),
    ];
    for (players, [turns, decisions, closes, reshuffles, score], by_carriage) in table {
        const GAMES: u64 = 25_000;
        let counts = sampled(&on("map1", players, None), greedy, false, GAMES, 89);
        let mut comparison = Comparison::default();
        comparison.compare("turns", &counts.turns, (turns.0, turns.1, 0.005));
        comparison.compare("decisions", &counts.decisions, (decisions.0, decisions.1, 0.005));
        comparison.compare("closes", &counts.closes, (closes.0, closes.1, 0.0005));
        comparison.compare("reshuffles", &counts.reshuffles, (reshuffles.0, reshuffles.1, 0.0005));
        comparison.compare("score per player", &counts.score, (score.0, score.1, 0.0005));
        // The digest played 100,000 games; its error is half of ours.
        comparison.compare("end by carriage 7", &counts.by_carriage, (by_carriage, counts.by_carriage.error() / 2.0, 0.05));
        comparison.finish(6);
        assert_eq!(u64::from(counts.natural_ends), GAMES);
    }
}

/// The comparison notices a mean that is off, and a sample in which nothing varies.
#[test]
fn the_comparison_can_fail() {
    let mut sample = Sample::default();
    for value in [1.0, 3.0, 2.0, 2.0] {
        sample.add(value);
    }
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(sample.mean(), 2.0) && near(sample.error(), 0.125_f64.sqrt()) && near(sample.highest, 3.0));
    let mut comparison = Comparison::default();
    comparison.compare("right", &sample, (3.0, 0.1, 0.005));
    comparison.compare("wrong", &sample, (3.6, 0.1, 0.005));
    let mut constant = Sample::default();
    constant.add(4.0);
    comparison.compare("constant", &constant, (4.0, 0.1, 0.005));
    assert_eq!((comparison.rows, comparison.outside.lines().count()), (3, 2));
}
