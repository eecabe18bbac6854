//! Simulations compared with single games.

use crate::game::Game;
use crate::play::Play;
use crate::rng::Rng;
use crate::score::Score;
use crate::simulate::{Columns, Request, simulate};

/// The rows of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rows {
    scores: Vec<Score>,
    ranks: Vec<u8>,
    winners: Vec<i8>,
    decisions: Vec<u32>,
    truncated: Vec<bool>,
    sheet: Vec<Score>,
}

impl Rows {
    /// Room for rows; what stands in it before is no possible row.
    fn new<G: Game>(game: &G, games: usize) -> Self {
        let seats = game.num_players();
        Self {
            scores: vec![Score::MIN; games * seats],
            ranks: vec![0; games * seats],
            winners: vec![i8::MIN; games],
            decisions: vec![u32::MAX; games],
            truncated: vec![true; games],
            sheet: vec![Score::MIN; games * seats * G::SCORE_ITEMS.len()],
        }
    }

    fn columns(&mut self) -> Columns<'_> {
        let Self { scores, ranks, winners, decisions, truncated, sheet } = self;
        Columns { scores, ranks, winners, decisions, truncated, sheet }
    }

    /// Rows of one simulation behind those of another.
    fn extend(&mut self, other: Self) {
        self.scores.extend(other.scores);
        self.ranks.extend(other.ranks);
        self.winners.extend(other.winners);
        self.decisions.extend(other.decisions);
        self.truncated.extend(other.truncated);
        self.sheet.extend(other.sheet);
    }
}

fn simulated<G: Game>(game: &G, seed: u64, first_index: u64, games: usize, policy: usize, threads: usize) -> Rows {
    let mut rows = Rows::new(game, games);
    let request = Request { seed, first_index, policies: vec![policy; game.num_players()], threads };
    let is_whole = simulate(game, &request, rows.columns(), &mut || false);
    assert!(is_whole, "{}: a simulation that nobody stopped says that it was stopped", G::NAME);
    rows
}

/// Game by game, without threads: what a simulation must give.
fn one_by_one<G: Game>(game: &G, seed: u64, first_index: u64, games: usize) -> Rows {
    let mut rows = Rows::new(game, 0);
    for index in 0..games as u64 {
        let mut state = game.initial_state();
        rows.decisions.push(game.playout(&mut state, &mut Rng::new(seed, first_index.wrapping_add(index))));
        rows.scores.extend(game.score_list(&state));
        rows.ranks.extend(game.rank_list(&state));
        rows.truncated.push(game.truncated(&state));
        rows.winners.push(match game.winner_list(&state)[..] {
            [seat] => seat as i8,
            _ => -1,
        });
        for seat in 0..game.num_players() {
            rows.sheet.extend(game.sheet(&state, seat));
        }
    }
    rows
}

/// Simulates `games` games in several ways and compares row by row: one by one, with 1, 2, 3 and 8 threads, in two parts, across the end of
/// the indices. Then stops a long simulation. Returns how many rows it compared.
///
/// # Panics
/// If rows differ or a simulation does not stop; the message names seed and way.
pub fn check_simulation<G: Game>(game: &G, games: u64, seed: u64) -> u64 {
    let count = games as usize;
    let mut compared = 0;
    let mut compare = |expected: &Rows, rows: &Rows, way: &str| {
        let first = expected.decisions.iter().zip(&rows.decisions).position(|(a, b)| a != b);
        assert!(
            expected == rows,
            "{}({}): seed {seed}, {way}: rows differ, in length of the game first at {first:?}",
            G::NAME,
            game.options()
        );
        compared += rows.decisions.len() as u64;
    };
    let expected = one_by_one(game, seed, 0, count);
    for threads in [1, 2, 3, 8] {
        compare(&expected, &simulated(game, seed, 0, count, 0, threads), &format!("{threads} threads"));
    }
    // Not a multiple of any chunk.
    let part = count / 3 + 1;
    let mut parts = simulated(game, seed, 0, part.min(count), 0, 2);
    parts.extend(simulated(game, seed, part as u64, count.saturating_sub(part), 0, 2));
    compare(&expected, &parts, "in two parts");
    let last = u64::MAX - 2;
    compare(&one_by_one(game, seed, last, 5), &simulated(game, seed, last, 5, 0, 2), "across the last index");
    for policy in 1..G::POLICIES.len() {
        let alone = simulated(game, seed, 0, count, policy, 1);
        compare(&alone, &simulated(game, seed, 0, count, policy, 3), G::POLICIES[policy].0);
    }
    assert!(stops(game, seed), "{}: a simulation did not stop when it was told to", G::NAME);
    compared
}

/// Whether a simulation that is told to stop does so. A short one may be done before it is asked, so it grows.
fn stops<G: Game>(game: &G, seed: u64) -> bool {
    (12..=22).any(|size| {
        let mut rows = Rows::new(game, 1 << size);
        let request = Request { seed, first_index: 0, policies: vec![0; game.num_players()], threads: 2 };
        let mut asked = 0;
        let is_whole = simulate(game, &request, rows.columns(), &mut || {
            asked += 1;
            true
        });
        let written = rows.decisions.iter().filter(|&&decisions| decisions != u32::MAX).count();
        assert!(
            is_whole == (written == rows.decisions.len()) && (is_whole || asked > 0),
            "{}: stopped: {}, rows written: {written}",
            G::NAME,
            !is_whole
        );
        !is_whole
    })
}
