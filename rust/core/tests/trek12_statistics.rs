//! TK-81, TK-82, TK-83, TK-84: statistics of random play, within four standard errors of the digest's games.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod trek12;

use spielwerk::trek12::Trek12;
use spielwerk::{ActionId, Actor, Game, LegalSet, Play, Rng};
use std::fmt::Write as _;
use trek12::{State, on};

/// Games a board. Those of the digest have the larger error, whatever we play.
const GAMES: u32 = 100_000;

/// Games of the digest on the verified boards and on the reconstructed ones (TK-81, TK-84).
const TABLE_GAMES: [f64; 2] = [40_000.0, 15_000.0];

/// A quantity a game: its sums of powers.
#[derive(Clone, Copy, Default)]
struct Sample {
    count: f64,
    sums: [f64; 4],
    lowest: f64,
    highest: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        if self.count < 0.5 {
            (self.lowest, self.highest) = (value, value);
        }
        self.count += 1.0;
        self.lowest = self.lowest.min(value);
        self.highest = self.highest.max(value);
        for (power, sum) in (1..).zip(&mut self.sums) {
            *sum += value.powi(power);
        }
    }

    fn mean(&self) -> f64 {
        self.sums[0] / self.count
    }

    /// The second or fourth moment about the mean.
    fn moments(&self) -> (f64, f64) {
        let [a, b, c, d] = self.sums.map(|sum| sum / self.count);
        (b - a * a, d - 4.0 * a * c + 6.0 * a * a * b - 3.0 * a.powi(4))
    }

    fn deviation(&self) -> f64 {
        self.moments().0.max(0.0).sqrt()
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        self.deviation() / self.count.sqrt()
    }

    /// The standard error of the deviation.
    fn error_of_deviation(&self) -> f64 {
        let (variance, fourth) = self.moments();
        ((fourth - variance * variance) / self.count).sqrt() / (2.0 * variance.sqrt())
    }
}

/// A row of the digest: value, its standard error if it gives one, half a unit of its last digit.
struct Row(f64, Option<f64>, f64);

/// Collects what lies outside.
struct Comparison {
    rows: usize,
    /// Games of the digest, and of ours.
    games: (f64, f64),
    outside: String,
}

impl Comparison {
    fn new(table_games: f64, games: u32) -> Self {
        Self { rows: 0, games: (table_games, games.into()), outside: String::new() }
    }

    fn compare(&mut self, name: &str, (value, error): (f64, f64), Row(expected, table_error, rounding): Row) {
        self.rows += 1;
        // A row without an error has ours, of so many games.
        let table_error = table_error.unwrap_or(error * (self.games.1 / self.games.0).sqrt());
        let tolerance = 4.0 * error.hypot(table_error) + rounding;
        if (value - expected).abs() > tolerance || error <= 0.0 || error > table_error {
            let _ = writeln!(self.outside, "{name}: {value} ± {error}, the digest has {expected} (tolerance {tolerance})");
        }
    }

    fn mean(&mut self, name: &str, sample: &Sample, row: Row) {
        self.compare(name, (sample.mean(), sample.error()), row);
    }

    fn finish(self, rows: usize) {
        assert!(self.outside.is_empty(), "{}", self.outside);
        assert_eq!(self.rows, rows);
    }
}

/// What was counted over the games of one board.
#[derive(Default)]
struct Counts {
    total: Sample,
    decisions: Sample,
    items: [Sample; 15],
    /// Placements on offer by round.
    placements: [Sample; 19],
    /// Complete moves on offer in a turn (TK-62).
    most_moves: u32,
    /// Turns in which a placement on offer has a link choice, as a share of the turns of a game.
    choices: Sample,
    /// Turns in which the placement taken had one.
    taken: Sample,
    defeats: u32,
    earliest_defeat: Option<u8>,
}

/// How the move of a turn is drawn.
#[derive(Clone, Copy, PartialEq)]
enum Draw {
    /// Uniform over the legal decisions of each stage.
    Stage,
    /// Uniform over complete moves.
    Whole,
}

/// One game of one player, counted.
fn play(game: &Trek12, draw: Draw, rng: &mut Rng, counts: &mut Counts) {
    let mut state = game.initial_state();
    let links = game.action_families()[1].first;
    let (mut decisions, mut round, mut with_choice, mut taken) = (0_u32, 0_u8, 0_u32, 0_u32);
    loop {
        let id = match game.actor(&state) {
            Actor::Terminal => break,
            Actor::Chance => {
                round += 1;
                game.sample_outcome(&state, rng)
            }
            Actor::Player(_) => {
                let legal = game.legal_set(&state);
                decisions += 1;
                let first = legal.nth(0).expect("a seat that decides has something to decide (TK-13)");
                taken += u32::from(first >= links);
                if first < links {
                    counts.placements[usize::from(round) - 1].add(legal.len().into());
                }
                if draw == Draw::Whole && first < links {
                    let (id, moves, has_choice) = whole_move(game, &state, &legal, rng);
                    counts.most_moves = counts.most_moves.max(moves);
                    with_choice += u32::from(has_choice);
                    Some(id)
                } else {
                    // Each link is one of its side's candidates, whichever of the draws it is.
                    legal.nth(rng.below(legal.len().into()) as u32)
                }
            }
        };
        game.apply_unchecked(&mut state, id.expect("somebody decides"));
    }
    let items = game.sheet(&state, 0);
    let is_lost = game.is_out(&state, 0);
    counts.decisions.add(decisions.into());
    counts.choices.add(f64::from(with_choice) / f64::from(round));
    counts.taken.add(f64::from(taken) / f64::from(round));
    if is_lost {
        counts.defeats += 1;
        counts.earliest_defeat = Some(counts.earliest_defeat.map_or(round, |earliest| earliest.min(round)));
        return;
    }
    assert_eq!(round, 19, "TK-8");
    counts.total.add(items.iter().sum::<i32>().into());
    for (sample, points) in counts.items.iter_mut().zip(items) {
        sample.add(points.into());
    }
}

/// A placement with the weight of its complete moves, the number of all complete moves, and whether any placement leads to a link choice.
fn whole_move(game: &Trek12, state: &State, legal: &<Trek12 as Game>::Legal, rng: &mut Rng) -> (ActionId, u32, bool) {
    let (mut total, mut chosen, mut has_choice) = (0, None, false);
    for id in legal.ids() {
        let mut next = *state;
        game.apply_unchecked(&mut next, id);
        let mut weight = 1;
        // The number of choices above does not depend on the one below (TK-62).
        while let Actor::Player(_) = game.actor(&next) {
            let links = game.legal_set(&next);
            weight *= links.len();
            has_choice = true;
            game.apply_unchecked(&mut next, links.nth(0).expect("a choice has candidates"));
        }
        total += weight;
        // Each later one replaces it with the probability that makes all of them equally likely.
        if rng.below(total.into()) < u64::from(weight) {
            chosen = Some(id);
        }
    }
    (chosen.expect("something is legal"), total, has_choice)
}

fn sampled(board: &str, draw: Draw, games: u32, seed: u64) -> Counts {
    let game = on(board);
    let mut counts = Counts::default();
    for index in 0..games {
        play(&game, draw, &mut Rng::new(seed, index.into()), &mut counts);
    }
    counts
}

/// TK-81, and TK-83 on Dunai: uniform over the legal decisions of each stage.
#[test]
fn random_play_on_the_verified_boards() {
    for (board, total, deviation, decisions, highest) in
        [("dunai", 6.04, 15.1, 19.29, 63.0), ("kagkot", -0.52, 15.5, 19.18, 59.0), ("dhaulagiri", -5.03, 16.0, 19.09, 52.0)]
    {
        let counts = sampled(board, Draw::Stage, GAMES, 81);
        let mut comparison = Comparison::new(TABLE_GAMES[0], GAMES);
        comparison.mean("total", &counts.total, Row(total, Some(0.08), 0.005));
        comparison.compare("deviation", (counts.total.deviation(), counts.total.error_of_deviation()), Row(deviation, None, 0.05));
        comparison.mean("decisions", &counts.decisions, Row(decisions, None, 0.005));
        // TK-76: nothing is below -57; the extremes of the digest are those of a smaller sample.
        assert!((-57.0..=-50.0).contains(&counts.total.lowest), "{board}: lowest {}", counts.total.lowest);
        assert!((highest - 10.0..=98.0).contains(&counts.total.highest), "{board}: highest {}", counts.total.highest);
        assert!(counts.decisions.lowest >= 19.0 && counts.decisions.highest <= 3.0 * 19.0);
        let mut rows = 3;
        if board == "dunai" {
            for (item, mean) in [17.30, 1.15, 10.44, 0.80, -20.82, -2.84].into_iter().enumerate() {
                comparison.mean(Trek12::SCORE_ITEMS[item], &counts.items[item], Row(mean, None, 0.005));
            }
            for (turn, mean) in [(2, 16.9), (5, 24.9), (7, 26.7), (10, 24.0), (15, 10.8), (19, 1.5)] {
                comparison.mean(&format!("placements in turn {turn}"), &counts.placements[turn - 1], Row(mean, None, 0.05));
            }
            rows += 12;
        }
        // TK-31: what the board lacks is 0 in every game.
        assert!(counts.items[6..].iter().all(|item| item.lowest == 0.0 && item.highest == 0.0), "{board}");
        comparison.finish(rows);
    }
}

/// TK-82: uniform over complete moves, and how often there is a link to choose; TK-80: complete moves on offer.
#[test]
fn random_play_by_complete_moves() {
    const GAMES: u32 = 50_000;
    for (board, total, share) in [("dunai", 6.50, 13.7), ("kagkot", -0.23, 6.8), ("dhaulagiri", -4.76, 3.0)] {
        let counts = sampled(board, Draw::Whole, GAMES, 82);
        let mut comparison = Comparison::new(TABLE_GAMES[0], GAMES);
        comparison.mean("total", &counts.total, Row(total, Some(0.08), 0.005));
        let percent = |sample: &Sample| (100.0 * sample.mean(), 100.0 * sample.error());
        comparison.compare("turns with a link choice on offer", percent(&counts.choices), Row(share, None, 0.05));
        assert!(
            percent(&counts.taken).0 < share / 4.0,
            "{board}: {} % of the placements taken have a link choice",
            percent(&counts.taken).0
        );
        assert!((95..=110).contains(&counts.most_moves), "{board}: {} complete moves", counts.most_moves);
        assert_eq!((counts.placements[0].lowest, counts.placements[0].highest), (95.0, 95.0));
        comparison.finish(2);
    }
}

/// TK-84: the reconstructed layouts.
#[test]
fn random_play_on_the_reconstructed_boards() {
    for (board, total, error) in [
        ("jampa", -12.3, 0.12),
        ("stay_home", 5.2, 0.19),
        ("valentine", -20.9, 0.28),
        ("fily_trek", 21.3, 0.12),
        ("christmas", 15.6, 0.17),
        ("mount_fuji", -11.8, 0.13),
    ] {
        let counts = sampled(board, Draw::Stage, GAMES, 84);
        let mut comparison = Comparison::new(TABLE_GAMES[1], GAMES);
        comparison.mean("total", &counts.total, Row(total, Some(error), 0.05));
        if board == "stay_home" {
            let share = f64::from(counts.defeats) / f64::from(GAMES);
            let error = (share * (1.0 - share) / f64::from(GAMES)).sqrt();
            comparison.compare("defeats", (100.0 * share, 100.0 * error), Row(9.0, None, 0.05));
            // Only products are above 12, so a defeat takes sixteen rounds that use up all other boxes.
            assert_eq!(counts.earliest_defeat, Some(17));
        } else {
            assert_eq!((counts.defeats, counts.earliest_defeat), (0, None), "{board}: TK-42");
        }
        comparison.finish(if board == "stay_home" { 2 } else { 1 });
    }
}

/// The formulas are right on numbers that can be checked by hand, and the bounds are sharp enough to tell the boards and the draws apart.
#[test]
fn the_comparison_can_fail() {
    let mut sample = Sample::default();
    for value in [1.0, 3.0, 2.0, 2.0] {
        sample.add(value);
    }
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(sample.mean(), 2.0) && near(sample.error(), 0.125_f64.sqrt()) && near(sample.deviation(), 0.5_f64.sqrt()));
    // Fourth moment 1/2, variance 1/2.
    assert!(near(sample.error_of_deviation(), (0.25_f64 / 4.0).sqrt() / (2.0 * 0.5_f64.sqrt())));
    assert!(near(sample.lowest, 1.0) && near(sample.highest, 3.0));
    let mut comparison = Comparison::new(40_000.0, 100_000);
    comparison.compare("by stages", (6.04, 0.05), Row(6.50, Some(0.08), 0.005));
    comparison.compare("by stages", (6.04, 0.05), Row(6.20, Some(0.08), 0.005));
    comparison.compare("nothing", (6.04, 0.0), Row(6.04, Some(0.08), 0.005));
    comparison.compare("a smaller sample", (6.04, 0.1), Row(6.04, Some(0.08), 0.005));
    assert_eq!((comparison.rows, comparison.outside.lines().count()), (4, 3));
}
