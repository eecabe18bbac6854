//! PW-74: statistics of uniformly random play, within four standard errors of the digest's two million games a track.

#![allow(clippy::panic, reason = "a test fails by a panic")]

use spielwerk::patchwork::Patchwork;
use spielwerk::{Actor, Game, LegalSet, OptionValue, Options, Play, Rng};
use std::fmt::Write as _;

const GAMES: u32 = 200_000;

/// Games behind the numbers of the digest.
const TABLE_GAMES: f64 = 2_000_000.0;

/// A ratio of sums over games, such as actions a turn, and its standard error. Turns of one game resemble each other, so games are what is
/// counted as independent.
#[derive(Clone, Copy, Default)]
struct Ratio {
    games: f64,
    x: f64,
    n: f64,
    xx: f64,
    xn: f64,
    nn: f64,
}

impl Ratio {
    fn add(&mut self, x: f64, n: f64) {
        self.games += 1.0;
        self.x += x;
        self.n += n;
        self.xx += x * x;
        self.xn += x * n;
        self.nn += n * n;
    }

    fn mean(&self) -> f64 {
        self.x / self.n
    }

    fn error(&self) -> f64 {
        let mean = self.mean();
        (self.xx - 2.0 * mean * self.xn + mean * mean * self.nn).max(0.0).sqrt() / self.n
    }
}

/// Moments of a quantity, for its standard deviation.
#[derive(Default)]
struct Spread(Vec<f64>);

impl Spread {
    /// The standard deviation and its standard error, from the fourth moment.
    fn deviation(&self) -> (f64, f64) {
        let count = f64::from(self.0.len() as u32);
        let mean = self.0.iter().sum::<f64>() / count;
        let moment = |power: i32| self.0.iter().map(|value| (value - mean).powi(power)).sum::<f64>() / count;
        let variance = moment(2);
        let of_variance = ((moment(4) - variance * variance) / count).sqrt();
        (variance.sqrt(), of_variance / (2.0 * variance.sqrt()))
    }
}

#[derive(Default)]
struct Sample {
    decisions: Ratio,
    purchases: Ratio,
    advances: Ratio,
    left: Ratio,
    actions: Ratio,
    only_advance: Ratio,
    empty_before_special: Ratio,
    scores: [Ratio; 2],
    covered: Ratio,
    ties: Ratio,
    first_wins: Ratio,
    two_lines: Ratio,
    tiles: u32,
    spread_of_decisions: Spread,
    spread_of_score: Spread,
    /// How many turns had so many actions.
    turns_by_actions: Vec<u32>,
    fewest_decisions: u32,
    most_decisions: u32,
    lowest_score: i32,
    highest_score: i32,
    fewest_left: u32,
    most_buttons: i32,
    highest_income: i32,
}

fn flag(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

/// One game, counted.
fn play(game: &Patchwork, rng: &mut Rng, sample: &mut Sample) {
    let mut state = game.initial_state();
    while let Some(patch) = game.sample_outcome(&state, rng) {
        game.apply_unchecked(&mut state, patch);
    }
    let (mut purchases, mut advances, mut specials, mut actions, mut only_advance, mut empty) = (0, 0, 0, 0, 0, 0);
    let mut crossed_two = false;
    let mut incomes = [0; 2];
    while let Actor::Player(seat) = game.actor(&state) {
        let legal = game.legal_set(&state);
        let count = legal.len();
        let id = legal.nth(rng.below(u64::from(count)) as u32).expect("the rank is below the number of actions");
        if (1..=81).contains(&id) {
            specials += 1;
            empty += count;
        } else {
            actions += count;
            only_advance += u32::from(count == 1);
            sample.turns_by_actions[count as usize] += 1;
            let events = game.events(&state, id);
            crossed_two |= events.iter().filter(|event| event.name == "income").count() == 2;
            incomes[usize::from(seat)] += events.iter().filter(|event| event.name == "patch").map(|event| event.amount).sum::<i32>();
            sample.highest_income = sample.highest_income.max(incomes[usize::from(seat)]);
            if id == 0 { advances += 1 } else { purchases += 1 }
        }
        game.apply_unchecked(&mut state, id);
        sample.most_buttons = sample.most_buttons.max(game.sheet(&state, usize::from(seat))[0]);
    }
    let decisions = purchases + advances + specials;
    assert_eq!(specials, 5, "PW-75");
    let left = state.circle().len() as u32;
    assert_eq!(left + purchases, 33, "PW-59");
    let sheets = [0, 1].map(|seat| game.sheet(&state, seat));
    let scores = [0, 1].map(|seat| sheets[seat].iter().sum::<i32>());
    sample.decisions.add(decisions.into(), 1.0);
    sample.purchases.add(purchases.into(), 1.0);
    sample.advances.add(advances.into(), 1.0);
    sample.left.add(left.into(), 1.0);
    sample.actions.add(actions.into(), (purchases + advances).into());
    sample.only_advance.add(only_advance.into(), (purchases + advances).into());
    sample.empty_before_special.add(empty.into(), specials.into());
    for (ratio, score) in sample.scores.iter_mut().zip(scores) {
        ratio.add(score.into(), 1.0);
    }
    // An empty cell is -2 points (PW-43).
    sample.covered.add(sheets.iter().map(|sheet| f64::from(81 + sheet[2] / 2)).sum(), 2.0);
    sample.ties.add(flag(scores[0] == scores[1]), 1.0);
    sample.first_wins.add(flag(game.winner_list(&state)[..] == [0]), 1.0);
    sample.two_lines.add(flag(crossed_two), 1.0);
    sample.tiles += u32::from(sheets.iter().any(|sheet| sheet[1] == 7));
    sample.spread_of_decisions.0.push(decisions.into());
    sample.spread_of_score.0.push(scores[0].into());
    sample.fewest_decisions = sample.fewest_decisions.min(decisions);
    sample.most_decisions = sample.most_decisions.max(decisions);
    sample.lowest_score = sample.lowest_score.min(scores[0].min(scores[1]));
    sample.highest_score = sample.highest_score.max(scores[0].max(scores[1]));
    sample.fewest_left = sample.fewest_left.min(left);
}

fn sampled(track: &str, seed: u64) -> Sample {
    let given = [("time_track".to_owned(), OptionValue::Text(track.to_owned()))];
    let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &given).expect("the track exists");
    let game = Patchwork::with_options(options).expect("Patchwork has no files");
    let mut sample = Sample {
        turns_by_actions: vec![0; 1346],
        fewest_decisions: u32::MAX,
        lowest_score: i32::MAX,
        highest_score: i32::MIN,
        fewest_left: u32::MAX,
        ..Sample::default()
    };
    for index in 0..GAMES {
        play(&game, &mut Rng::new(seed, u64::from(index)), &mut sample);
    }
    sample
}

/// A row of the digest: value, standard error if it gives one, and half a unit of its last digit.
struct Row(f64, Option<f64>, f64);

/// Collects what lies outside.
#[derive(Default)]
struct Comparison {
    rows: usize,
    outside: String,
}

impl Comparison {
    fn compare(&mut self, name: &str, (value, error): (f64, f64), Row(expected, table_error, rounding): Row) {
        self.rows += 1;
        // A row without an error has ours, of so many more games.
        let table_error = table_error.unwrap_or(error * (f64::from(GAMES) / TABLE_GAMES).sqrt());
        let tolerance = 4.0 * error.hypot(table_error) + rounding;
        if (value - expected).abs() > tolerance || error <= 0.0 || error > 0.02 * expected.abs().max(1.0) {
            let _ = writeln!(self.outside, "{name}: {value} ± {error}, the digest has {expected} (tolerance {tolerance})");
        }
    }

    fn ratio(&mut self, name: &str, ratio: &Ratio, row: Row) {
        assert!((ratio.games - f64::from(GAMES)).abs() < 0.5);
        self.compare(name, (ratio.mean(), ratio.error()), row);
    }
}

/// The probability of at least `count` events where `mean` are expected.
fn poisson_tail(count: u32, mean: f64) -> f64 {
    let mut term = (-mean).exp();
    let mut below = 0.0;
    for k in 0..count {
        below += term;
        term *= mean / f64::from(k + 1);
    }
    1.0 - below
}

/// What both tracks share: bounds of every game, and rows that are equal in the digest.
fn common(sample: &Sample, comparison: &mut Comparison) {
    // Bounds of any game (PW-73, PW-43, PW-60, PW-61), and far enough from the mean that both tails were sampled.
    assert!(21 <= sample.fewest_decisions && sample.fewest_decisions <= 36, "{} decisions", sample.fewest_decisions);
    assert!(54 <= sample.most_decisions && sample.most_decisions <= 63, "{} decisions", sample.most_decisions);
    assert!(-162 <= sample.lowest_score && sample.lowest_score <= -50, "score {}", sample.lowest_score);
    assert!(25 <= sample.highest_score && sample.highest_score <= 5 + 53 + 9 * 38 + 7, "score {}", sample.highest_score);
    assert!(sample.fewest_left <= 8, "{} patches left", sample.fewest_left);
    assert!((60..=5 + 53 + 9 * 38).contains(&sample.most_buttons), "{} buttons", sample.most_buttons);
    assert!((20..=38).contains(&sample.highest_income), "income {}", sample.highest_income);
    let turns: u32 = sample.turns_by_actions.iter().sum();
    let mut seen = 0;
    let median = sample.turns_by_actions.iter().position(|&count| {
        seen += count;
        2 * seen >= turns
    });
    assert_eq!(median, Some(11), "actions on a turn, median");
    assert_eq!(sample.turns_by_actions[0], 0, "PW-14: advance is always legal");
    comparison.compare("decisions, sd", sample.spread_of_decisions.deviation(), Row(2.83, None, 0.005));
    comparison.compare("score of player 0, sd", sample.spread_of_score.deviation(), Row(11.35, None, 0.005));
    comparison.ratio("share of turns with advance only", &sample.only_advance, Row(0.343, None, 0.0005));
    // About four games of 200,000: what is less likely than four standard errors of a normal quantity is outside.
    let (rate, error) = (0.000_020_5, 0.000_003);
    let most = f64::from(GAMES) * (rate + 4.0 * error);
    assert!(poisson_tail(sample.tiles, most) > 3.2e-5, "{} games with the 7x7 tile, where {most} would be many", sample.tiles);
}

#[test]
fn random_play_on_the_current_track() {
    let sample = sampled("current", 74);
    let mut comparison = Comparison::default();
    common(&sample, &mut comparison);
    comparison.ratio("decisions", &sample.decisions, Row(42.793, Some(0.002), 0.0005));
    comparison.ratio("purchases", &sample.purchases, Row(22.830, Some(0.001), 0.0005));
    comparison.ratio("advances", &sample.advances, Row(14.963, Some(0.0025), 0.0005));
    comparison.ratio("patches left", &sample.left, Row(10.170, Some(0.001), 0.0005));
    comparison.ratio("actions on a turn", &sample.actions, Row(84.25, Some(0.01), 0.005));
    comparison.ratio("empty cells before a special placement", &sample.empty_before_special, Row(35.37, None, 0.005));
    comparison.ratio("score of player 0", &sample.scores[0], Row(-11.309, Some(0.008), 0.0005));
    comparison.ratio("score of player 1", &sample.scores[1], Row(-11.131, Some(0.008), 0.0005));
    comparison.ratio("covered cells", &sample.covered, Row(56.63, None, 0.005));
    comparison.ratio("equal scores", &sample.ties, Row(0.0211, Some(0.0001), 0.000_05));
    comparison.ratio("player 0 wins", &sample.first_wins, Row(0.4963, Some(0.0004), 0.000_05));
    comparison.ratio("games with a move over two income lines", &sample.two_lines, Row(0.0078, Some(0.0001), 0.000_05));
    assert!(comparison.outside.is_empty(), "{}", comparison.outside);
    assert_eq!(comparison.rows, 15);
}

#[test]
fn random_play_on_the_first_edition_track() {
    let sample = sampled("first_edition", 74);
    let mut comparison = Comparison::default();
    common(&sample, &mut comparison);
    comparison.ratio("decisions", &sample.decisions, Row(42.800, Some(0.002), 0.0005));
    comparison.ratio("purchases", &sample.purchases, Row(22.804, Some(0.001), 0.0005));
    comparison.ratio("advances", &sample.advances, Row(14.996, Some(0.0025), 0.0005));
    comparison.ratio("patches left", &sample.left, Row(10.196, Some(0.001), 0.0005));
    comparison.ratio("actions on a turn", &sample.actions, Row(83.63, Some(0.01), 0.005));
    comparison.ratio("empty cells before a special placement", &sample.empty_before_special, Row(39.48, None, 0.005));
    comparison.ratio("score of player 0", &sample.scores[0], Row(-11.474, Some(0.008), 0.0005));
    comparison.ratio("score of player 1", &sample.scores[1], Row(-11.301, Some(0.008), 0.0005));
    comparison.ratio("covered cells", &sample.covered, Row(56.54, None, 0.005));
    comparison.ratio("equal scores", &sample.ties, Row(0.0212, Some(0.0001), 0.000_05));
    comparison.ratio("player 0 wins", &sample.first_wins, Row(0.4964, Some(0.0004), 0.000_05));
    comparison.ratio("games with a move over two income lines", &sample.two_lines, Row(0.0079, Some(0.0001), 0.000_05));
    assert!(comparison.outside.is_empty(), "{}", comparison.outside);
    assert_eq!(comparison.rows, 15);
}

/// The bounds are sharp enough to tell the tracks apart, and the formulas are right on numbers that can be checked by hand.
#[test]
fn the_comparison_can_fail() {
    let mut ratio = Ratio::default();
    for (x, n) in [(1.0, 1.0), (3.0, 1.0), (2.0, 1.0), (2.0, 1.0)] {
        ratio.add(x, n);
    }
    assert!((ratio.mean() - 2.0).abs() < 1e-12 && (ratio.error() - 2.0_f64.sqrt() / 4.0).abs() < 1e-12);
    let (deviation, _) = Spread(vec![1.0, 3.0, 1.0, 3.0]).deviation();
    assert!((deviation - 1.0).abs() < 1e-12);
    assert!((poisson_tail(1, 2.0) - (1.0 - (-2.0_f64).exp())).abs() < 1e-12 && (poisson_tail(0, 2.0) - 1.0).abs() < 1e-12);
    // With the errors that 200,000 games have, the other track's row of the empty cells is outside.
    let mut comparison = Comparison::default();
    comparison.compare("empty cells", (35.37, 0.02), Row(39.48, None, 0.005));
    comparison.compare("empty cells", (35.37, 0.02), Row(35.39, None, 0.005));
    assert_eq!((comparison.rows, comparison.outside.lines().count()), (2, 1));
}
