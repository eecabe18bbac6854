//! Many games to their end: rows that depend on (seed, index) alone, whatever the threads and their order.

use crate::game::{Game, MAX_PLAYERS};
use crate::play::Play;
use crate::rng::Rng;
use crate::score::Score;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

/// Games that a thread takes at once: long enough to make the queue's lock invisible, short enough to share the last ones fairly.
const CHUNK: usize = 64;

/// How long the calling thread waits before it asks again whether to stop.
const POLL: Duration = Duration::from_millis(20);

/// What to play.
#[derive(Clone, Debug)]
pub struct Request {
    /// Seed of all games.
    pub seed: u64,
    /// Index of the first game; game i uses the stream i of the seed.
    pub first_index: u64,
    /// The policy of each seat, as an index into `POLICIES`.
    pub policies: Vec<usize>,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// Where the rows go. All columns have one row a game, seats and items side by side in a row.
#[derive(Debug)]
pub struct Columns<'a> {
    /// Scores by seat.
    pub scores: &'a mut [Score],
    /// Places by seat.
    pub ranks: &'a mut [u8],
    /// The winning seat; -1 if the win is shared or nobody's.
    pub winners: &'a mut [i8],
    /// Decisions, chance not counted.
    pub decisions: &'a mut [u32],
    /// Whether a limit ended the game.
    pub truncated: &'a mut [bool],
    /// Score sheets by seat and item.
    pub sheet: &'a mut [Score],
}

struct Chunk<'a> {
    first_index: u64,
    columns: Columns<'a>,
}

/// Splits the columns into chunks of rows.
fn chunks(columns: Columns<'_>, first_index: u64, seats: usize, items: usize) -> Vec<Chunk<'_>> {
    // A game with no seat or no item does not exist; `max` keeps the chunk size from being 0 all the same.
    let row = |width: usize| (CHUNK * width).max(1);
    let Columns { scores, ranks, winners, decisions, truncated, sheet } = columns;
    let mut scores = scores.chunks_mut(row(seats));
    let mut ranks = ranks.chunks_mut(row(seats));
    let mut decisions = decisions.chunks_mut(row(1));
    let mut truncated = truncated.chunks_mut(row(1));
    let mut sheet = sheet.chunks_mut(row(seats * items));
    let mut chunks = Vec::with_capacity(winners.len().div_ceil(CHUNK));
    for winners in winners.chunks_mut(CHUNK) {
        let first_index = first_index.wrapping_add((chunks.len() * CHUNK) as u64);
        let (Some(scores), Some(ranks), Some(decisions), Some(truncated), Some(sheet)) =
            (scores.next(), ranks.next(), decisions.next(), truncated.next(), sheet.next())
        else {
            break;
        };
        chunks.push(Chunk { first_index, columns: Columns { scores, ranks, winners, decisions, truncated, sheet } });
    }
    chunks
}

/// Plays the games of one chunk, in order. Returns whether it came to the chunk's end before the stop.
#[inline(always)]
fn play_chunk<G: Game>(game: &G, request: &Request, chunk: Chunk<'_>, stop: &AtomicBool) -> bool {
    let seats = game.num_players();
    let items = G::SCORE_ITEMS.len();
    let Columns { scores, ranks, winners, decisions, truncated, sheet } = chunk.columns;
    let all_random = request.policies.iter().all(|&policy| policy == 0);
    for row in 0..winners.len() {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let mut rng = Rng::new(request.seed, chunk.first_index.wrapping_add(row as u64));
        let mut state = game.initial_state();
        decisions[row] = if all_random {
            game.playout(&mut state, &mut rng)
        } else {
            game.playout_with(
                &mut state,
                &mut rng,
                #[inline(always)]
                |seat, state, rng| game.policy_action(request.policies[usize::from(seat)], state, rng),
            )
        };
        let row_scores = &mut scores[row * seats..][..seats];
        for (seat, score) in row_scores.iter_mut().enumerate() {
            let row_items = &mut sheet[(row * seats + seat) * items..][..items];
            game.score_sheet(&state, seat, row_items);
            *score = row_items.iter().sum();
        }
        let row_ranks = &mut ranks[row * seats..][..seats];
        game.ranks(&state, row_ranks);
        truncated[row] = game.truncated(&state);
        let wins = |&(seat, &rank): &(usize, &u8)| rank == 1 && !game.is_out(&state, seat);
        let mut first = row_ranks.iter().enumerate().filter(wins).map(|(seat, _)| seat as i8);
        winners[row] = match (first.next(), first.next()) {
            (Some(seat), None) if !truncated[row] => seat,
            _ => -1,
        };
    }
    true
}

/// Plays one game for each row of the columns. `should_stop` is asked on the calling thread, many times a second.
/// Returns whether all rows were written; if not, their content is a mixture and worth nothing.
///
/// The columns must have lengths that fit one another and one policy a seat, as [`policies`](crate::policy::policies) makes them.
pub fn simulate<G: Game>(game: &G, request: &Request, columns: Columns<'_>, should_stop: &mut dyn FnMut() -> bool) -> bool {
    debug_assert!(game.num_players() <= MAX_PLAYERS);
    let chunks = chunks(columns, request.first_index, game.num_players(), G::SCORE_ITEMS.len());
    // What was asked to stop may have come to its end all the same: only the chunks tell.
    let unfinished = AtomicUsize::new(chunks.len());
    let queue = Mutex::new(chunks.into_iter());
    let stop = AtomicBool::new(false);
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        for _ in 0..request.threads.max(1) {
            let done = done.clone();
            let (queue, stop, unfinished) = (&queue, &stop, &unfinished);
            scope.spawn(move || {
                // Dropped when the thread ends, however it ends: that is what the calling thread waits for.
                let _done = done;
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(chunk) = next else { return };
                    let is_whole = crate::simd::dispatch(
                        #[inline(always)]
                        || play_chunk(game, request, chunk, stop),
                    );
                    if !is_whole {
                        return;
                    }
                    unfinished.fetch_sub(1, Ordering::Relaxed);
                }
            });
        }
        drop(done);
        while let Err(mpsc::RecvTimeoutError::Timeout) = finished.recv_timeout(POLL) {
            if should_stop() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    unfinished.load(Ordering::Relaxed) == 0
}
