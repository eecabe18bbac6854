//! What a step pays.

use crate::error::OptionError;
use crate::game::{Game, MAX_PLAYERS};
use crate::play::Play;
use crate::score::Score;
use crate::value::cut;
use arrayvec::ArrayVec;

/// What the rewards of an episode sum to. Only scores and margins are paid as they change; the others at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// 1, shared among the winners, and 0 for all others; 0 for all without a winner.
    Win,
    /// Of two players: 1 and -1; 0 for both without a single winner.
    ZeroSum,
    /// (seats - place) / (seats - 1): 1 for the first, 0 for the last; of one player 1.
    Rank,
    /// The score in points.
    Score,
    /// The score less the best of the others; of one player the score.
    Margin,
}

/// A game with more items on its sheet is summed on the heap.
const MOST_ITEMS: usize = 32;

impl Reward {
    /// All of them, in the order of their numbers in saved bytes.
    pub const ALL: [Self; 5] = [Self::Win, Self::ZeroSum, Self::Rank, Self::Score, Self::Margin];

    /// The reward of a name, for a game of so many seats.
    ///
    /// # Errors
    /// If the name is none of those in [`Reward::ALL`], or that of two players only; the message says so.
    pub fn named(name: &str, seats: usize) -> Result<Self, OptionError> {
        match Self::ALL.into_iter().find(|reward| reward.name() == name) {
            Some(Self::ZeroSum) if seats != 2 => Err(OptionError(format!("reward zero_sum is for two players; this game has {seats}"))),
            Some(reward) => Ok(reward),
            None => {
                let known = Self::ALL.map(Self::name).join(", ");
                Err(OptionError(format!("reward cannot be {:?}; it is one of {known}", cut(name))))
            }
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::ZeroSum => "zero_sum",
            Self::Rank => "rank",
            Self::Score => "score",
            Self::Margin => "margin",
        }
    }

    /// What an episode that ends in `state` pays in all, by seat. Before the end of a game scores and margins are those of the moment, and
    /// the others those of the ranks and winners of the moment (nobody has won yet).
    pub fn returns<G: Game>(self, game: &G, state: &G::State) -> ArrayVec<f32, MAX_PLAYERS> {
        let seats = game.num_players().min(MAX_PLAYERS);
        let mut out = ArrayVec::from([0.0; MAX_PLAYERS]);
        out.truncate(seats);
        if self.is_dense() {
            let mut now = [0; MAX_PLAYERS];
            standing(game, self, state, &mut now[..seats]);
            for (entry, &score) in out.iter_mut().zip(&now) {
                *entry = points::<G>(score);
            }
        } else {
            pay_at_end(game, self, state, &mut out);
        }
        out
    }

    /// Whether it is paid as it changes.
    pub(super) const fn is_dense(self) -> bool {
        matches!(self, Self::Score | Self::Margin)
    }
}

/// Points as a float; exact, since scores are far below 2^24.
pub(super) fn points<G: Game>(score: Score) -> f32 {
    (f64::from(score) / f64::from(G::SCORE_SCALE)) as f32
}

pub(super) fn seat_score<G: Game>(game: &G, state: &G::State, seat: usize) -> Score {
    let mut items = [0; MOST_ITEMS];
    match items.get_mut(..G::SCORE_ITEMS.len()) {
        Some(items) => {
            game.score_sheet(state, seat, items);
            items.iter().sum()
        }
        None => game.sheet(state, seat).iter().sum(),
    }
}

/// What a dense reward would have paid in all, by seat, if the game were over here.
pub(super) fn standing<G: Game>(game: &G, reward: Reward, state: &G::State, out: &mut [Score]) {
    let mut scores = [0; MAX_PLAYERS];
    let scores = &mut scores[..game.num_players().min(MAX_PLAYERS)];
    for (seat, score) in scores.iter_mut().enumerate() {
        *score = seat_score(game, state, seat);
    }
    for (seat, entry) in out.iter_mut().enumerate() {
        let others = scores.iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &score)| score);
        let best = if reward == Reward::Margin { others.max().unwrap_or(0) } else { 0 };
        *entry = scores[seat] - best;
    }
}

/// Writes the rewards of a step that led to `state`; `paid` holds what has been paid, if the reward is dense.
pub(super) fn pay<G: Game>(game: &G, reward: Reward, state: &G::State, is_over: bool, paid: &mut [Score], out: &mut [f32]) {
    if reward.is_dense() {
        let mut now = [0; MAX_PLAYERS];
        let now = &mut now[..out.len()];
        standing(game, reward, state, now);
        for ((entry, paid), &now) in out.iter_mut().zip(paid).zip(now.iter()) {
            *entry = points::<G>(now.wrapping_sub(*paid));
            *paid = now;
        }
    } else {
        out.fill(0.0);
        if is_over {
            pay_at_end(game, reward, state, out);
        }
    }
}

#[inline(never)]
fn pay_at_end<G: Game>(game: &G, reward: Reward, state: &G::State, out: &mut [f32]) {
    let seats = out.len() as u8;
    if reward == Reward::Rank {
        for (entry, &rank) in out.iter_mut().zip(&game.rank_list(state)) {
            *entry = if seats < 2 { 1.0 } else { f32::from(seats.saturating_sub(rank)) / f32::from(seats - 1) };
        }
        return;
    }
    let winners = game.winner_list(state);
    if reward == Reward::ZeroSum {
        if let [winner] = winners[..] {
            for (seat, entry) in out.iter_mut().enumerate() {
                *entry = if seat == usize::from(winner) { 1.0 } else { -1.0 };
            }
        }
        return;
    }
    for &winner in &winners {
        out[usize::from(winner)] = 1.0 / f32::from(winners.len() as u8);
    }
}
