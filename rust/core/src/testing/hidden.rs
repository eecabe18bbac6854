//! Whether `resample_hidden` knows more than the seat it asks for.
//!
//! What a seat cannot tell from the truth must lead to the same draws: a state that was drawn is taken as the other truth, and the draws from
//! both are compared. What is read of the truth shows as a difference, however well it is hidden in a single draw.

use super::{ActionId, Actor, Checked, Game, Play, Rng, ensure, hash_of, panic_any};
use std::collections::BTreeMap;

/// Positions of a game that are asked about.
const POSITIONS: usize = 6;
/// Draws that decide whether anything is hidden at all.
const TRIALS: usize = 12;
/// Draws from each of two truths.
const DRAWS: u32 = 300;
/// Buckets for the hash of a whole state.
const BUCKETS: u64 = 16;
/// Fewer draws than these of a value are taken together with others.
const LEAST: u32 = 16;
/// So many standard deviations are no chance: a test run makes some hundred thousand comparisons.
const FAR: f64 = 6.0;

/// A way to resample: from a truth, for a seat.
pub type Resample<'a, G> = dyn Fn(&<G as Game>::State, usize, &mut Rng) -> <G as Game>::State + 'a;

/// What [`check_hidden`] looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenReport {
    /// Positions as seen by one seat.
    pub views: u64,
    /// Of these, where something is hidden from that seat.
    pub hidden: u64,
    /// States drawn.
    pub draws: u64,
    /// Distributions compared: bytes of the payload that vary, and the hash of the whole.
    pub comparisons: u64,
}

/// A sum of differences that are 0 in the mean if nothing leaks, with its variance.
#[derive(Clone, Copy, Default)]
struct Drift {
    sum: f64,
    variance: f64,
}

impl Drift {
    fn add(&mut self, difference: f64, variance: f64) {
        self.sum += difference;
        self.variance += variance;
    }

    /// In standard deviations; a few draws more or less are nothing.
    fn deviations(self) -> f64 {
        self.sum / (self.variance + 4.0).sqrt()
    }
}

/// Over all positions of a call.
#[derive(Default)]
struct Pooled {
    /// How often the truth itself comes back, beyond its share.
    truth: Drift,
    /// How many bytes agree with the truth, beyond their share.
    agreement: Drift,
    /// Chi-square of the hashes and its degrees of freedom.
    hashes: (f64, f64),
}

/// Asks of some positions of random games, and of each seat, whether [`Game::resample_hidden`] reads what is hidden from that seat.
///
/// Where nothing is hidden the state itself must come back. Elsewhere: every draw looks to the seat as the truth does; draws from the truth
/// and draws from another state that the seat cannot tell from it have the same distribution; and the truth comes back no more often than
/// any state of its kind.
///
/// # Panics
/// If not; the message names seed, game, step and seat.
pub fn check_hidden<G: Game>(game: &G, games: u64, seed: u64) -> HiddenReport {
    check_hidden_by(game, &|state, seat, rng| game.resample_hidden(state, seat, rng), games, seed)
}

/// [`check_hidden`] of any other way to resample.
///
/// # Panics
/// As [`check_hidden`].
#[expect(clippy::panic, reason = "this is test code: a failed check is a panic")]
pub fn check_hidden_by<G: Game>(game: &G, resample: &Resample<'_, G>, games: u64, seed: u64) -> HiddenReport {
    let mut report = HiddenReport::default();
    let mut pooled = Pooled::default();
    let title = format!("{}({})", G::NAME, game.options());
    for index in 0..games {
        let mut questions = Rng::new(!seed, index);
        for (step, state) in positions(game, &mut Rng::new(seed, index), &mut questions) {
            for seat in 0..game.num_players() {
                if let Err(fault) = (View { game, resample, state: &state, seat }).check(&mut questions, &mut report, &mut pooled) {
                    panic_any(format!("{title}: seed {seed}, game {index}, step {step}, seat {seat}: {fault}"));
                }
            }
        }
    }
    for (what, deviations) in [
        ("the truth comes back too often", pooled.truth.deviations()),
        ("draws are like the truth", pooled.agreement.deviations()),
        ("the draws depend on the truth", far(pooled.hashes.0, pooled.hashes.1)),
    ] {
        if deviations > FAR {
            panic_any(format!("{title}: seed {seed}, all positions: {what}, by {deviations:.1} standard deviations"));
        }
    }
    report
}

/// Some positions of a random game, each with the number of steps before it; all are equally likely.
fn positions<G: Game>(game: &G, rng: &mut Rng, questions: &mut Rng) -> Vec<(usize, G::State)> {
    let mut chosen: Vec<(usize, G::State)> = Vec::new();
    let mut state = game.initial_state();
    for step in 0.. {
        if chosen.len() < POSITIONS {
            chosen.push((step, state));
        } else if let Some(place) = chosen.get_mut(questions.below(step as u64 + 1) as usize) {
            *place = (step, state);
        }
        let next: Option<ActionId> = match game.actor(&state) {
            Actor::Player(_) => game.sample_action(&state, rng),
            Actor::Chance => game.sample_outcome(&state, rng),
            Actor::Terminal => None,
        };
        let Some(id) = next else { break };
        game.apply_unchecked(&mut state, id);
    }
    chosen
}

/// A position as seen by a seat.
struct View<'a, G: Game> {
    game: &'a G,
    resample: &'a Resample<'a, G>,
    state: &'a G::State,
    seat: usize,
}

impl<G: Game> View<'_, G> {
    /// A draw from a truth, which looks as the position does.
    fn draw(&self, truth: &G::State, rng: &mut Rng, report: &mut HiddenReport) -> Result<G::State, String> {
        let Self { game, state, seat, .. } = *self;
        let drawn = (self.resample)(truth, seat, rng);
        report.draws += 1;
        ensure!(game.observation(&drawn, seat) == game.observation(state, seat), "the seat can see what was resampled: {drawn:?}");
        ensure!(game.actor(&drawn) == game.actor(state), "another actor after resampling: {drawn:?}");
        let faults = game.check(&drawn);
        ensure!(faults.is_empty(), "a resampled state has the faults {faults:?}: {drawn:?}");
        Ok(drawn)
    }

    /// The state's own bytes, without the frame that all states share.
    fn payload(&self, state: &G::State) -> Vec<u8> {
        let bytes = self.game.to_bytes(state);
        let empty = self.game.header().frame(0, |_| ()).len();
        // The checksum, four bytes, stands at the end.
        bytes[empty - 4..bytes.len() - 4].to_vec()
    }

    fn check(&self, rng: &mut Rng, report: &mut HiddenReport, pooled: &mut Pooled) -> Checked {
        report.views += 1;
        let mut other = None;
        for _ in 0..TRIALS {
            other = other.or(Some(self.draw(self.state, rng, report)?).filter(|drawn| drawn != self.state));
        }
        let Some(other) = other else { return Ok(()) };
        report.hidden += 1;
        let truths = [*self.state, other].map(|truth| (truth, self.payload(&truth)));
        let mut drawn: [Vec<Vec<u8>>; 2] = [Vec::new(), Vec::new()];
        let mut hits = [[0_u32; 2]; 2];
        for (from, (truth, _)) in truths.iter().enumerate() {
            for _ in 0..DRAWS {
                let next = self.draw(truth, rng, report)?;
                for (hit, (truth, _)) in hits[from].iter_mut().zip(&truths) {
                    *hit += u32::from(next == *truth);
                }
                drawn[from].push(self.payload(&next));
            }
        }
        for own in 0..2 {
            // The share of a truth among its own draws, and among those of the other.
            let (a, b) = (f64::from(hits[own][own]), f64::from(hits[1 - own][own]));
            let variance = (a + b) * (1.0 - (a + b) / (2.0 * f64::from(DRAWS)));
            let mut here = Drift::default();
            here.add(a - b, variance);
            ensure!(is_chance(here.deviations()), "the truth comes back in {a} of {DRAWS} draws, from another truth in {b}");
            pooled.truth.add(a - b, variance);
        }
        compare(&truths.map(|(_, bytes)| bytes), &drawn, report, pooled)
    }
}

/// Byte by byte, by the hash of all, and by the number of bytes that agree with a truth.
fn compare(truths: &[Vec<u8>; 2], drawn: &[Vec<Vec<u8>>; 2], report: &mut HiddenReport, pooled: &mut Pooled) -> Checked {
    let longest = drawn.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let at = |bytes: &Vec<u8>, index: usize| bytes.get(index).map_or(u64::MAX, |&byte| byte.into());
    let varying: Vec<usize> =
        (0..longest).filter(|&index| drawn.iter().flatten().any(|bytes| at(bytes, index) != at(&drawn[0][0], index))).collect();
    for &index in &varying {
        let [a, b] = [0, 1].map(|from| drawn[from].iter().map(|bytes| at(bytes, index)));
        let (chi, freedom) = chi_square(a, b);
        ensure!(is_chance(far(chi, freedom)), "byte {index} of the payload depends on the truth: chi-square {chi:.1}, {freedom} degrees");
        report.comparisons += 1;
    }
    let [a, b] = [0, 1].map(|from| drawn[from].iter().map(|bytes| hash_of(bytes) % BUCKETS));
    let (chi, freedom) = chi_square(a, b);
    ensure!(is_chance(far(chi, freedom)), "the draws depend on the truth: chi-square {chi:.1}, {freedom} degrees");
    report.comparisons += 1;
    pooled.hashes.0 += chi;
    pooled.hashes.1 += freedom;
    for own in 0..2 {
        let agreement =
            |bytes: &Vec<u8>| varying.iter().map(|&index| f64::from(u8::from(at(bytes, index) == at(&truths[own], index)))).sum();
        let [(mean, variance), (other, its_variance)] = [own, 1 - own].map(|from| moments(drawn[from].iter().map(agreement)));
        let mut here = Drift::default();
        let scale = f64::from(DRAWS);
        here.add((mean - other) * scale, (variance + its_variance) * scale);
        ensure!(is_chance(here.deviations()), "draws are like the truth: {mean:.3} bytes agree with it, from another truth {other:.3}");
        pooled.agreement.add(here.sum, here.variance);
    }
    Ok(())
}

fn is_chance(deviations: f64) -> bool {
    deviations < FAR
}

/// Mean and variance.
fn moments(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    let mean = sum / count;
    (mean, (squares / count - mean * mean).max(0.0))
}

/// Chi-square of two samples of the same size and its degrees of freedom; rare values are taken together.
fn chi_square(a: impl Iterator<Item = u64>, b: impl Iterator<Item = u64>) -> (f64, f64) {
    let mut table: BTreeMap<u64, [u32; 2]> = BTreeMap::new();
    for value in a {
        table.entry(value).or_default()[0] += 1;
    }
    for value in b {
        table.entry(value).or_default()[1] += 1;
    }
    let mut rare = [0; 2];
    let mut rows = Vec::new();
    for [a, b] in table.into_values() {
        if a + b < LEAST {
            rare = [rare[0] + a, rare[1] + b];
        } else {
            rows.push([a, b]);
        }
    }
    if rare[0] + rare[1] >= LEAST {
        rows.push(rare);
    }
    let part = |[a, b]: [u32; 2]| (f64::from(a) - f64::from(b)).powi(2) / f64::from(a + b);
    let freedom = f64::from(rows.len().saturating_sub(1) as u32);
    (rows.into_iter().map(part).sum(), freedom)
}

/// A chi-square in standard deviations of the normal distribution (Wilson and Hilferty 1931).
fn far(chi: f64, freedom: f64) -> f64 {
    if freedom < 1.0 {
        return 0.0;
    }
    let step = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - step)) / step.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_of_two_samples() {
        let (chi, freedom) = chi_square([1; 60].into_iter().chain([2; 40]), [1; 40].into_iter().chain([2; 60]));
        assert!((chi - 8.0).abs() < 1e-12 && (freedom - 1.0).abs() < 1e-12);
        // 8.0 with one degree of freedom is passed by chance once in 214 times: 2.6 deviations on one side.
        assert!((far(chi, freedom) - 2.6).abs() < 0.1, "{}", far(chi, freedom));
        // 18.3 with ten is passed once in 20 times.
        assert!((far(18.307, 10.0) - 1.645).abs() < 0.02);
        // Rare values are one row, or none.
        assert_eq!(chi_square([1, 2].into_iter().chain(3..23), [1, 2].into_iter().chain(23..43)), (0.0, 0.0));
        assert_eq!(chi_square(0..3, 10..13), (0.0, 0.0));
        assert!(far(5.0, 0.0).abs() < 1e-12);
    }

    #[test]
    fn moments_and_drifts() {
        assert_eq!(moments([1.0, 3.0].into_iter()), (2.0, 1.0));
        let mut drift = Drift::default();
        drift.add(3.0, 2.0);
        drift.add(6.0, 3.0);
        assert!((drift.deviations() - 3.0).abs() < 1e-12);
    }
}
