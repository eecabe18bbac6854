//! The hot loop: some envs in a row, one after another.

use super::reward::{pay, points, seat_score};
use super::rows::{Observations, Rows, Widths};
use super::{Autoreset, OVER, Settings, Slot, env_seed};
use crate::action::{ActionId, LegalSet};
use crate::game::{Actor, Game};
use crate::rng::Rng;
use crate::score::Score;

/// So many forced decisions in a row are made; a position that goes on like that is presented, so that every call comes to an end.
const MOST_FORCED: u32 = 1 << 16;

/// What all envs do.
#[derive(Debug)]
pub(super) enum Order<'a> {
    /// The action of each env, or of those in the mask, while the others stand still; all have been checked.
    Step { actions: &'a [ActionId], mask: Option<&'a [bool]> },
    /// So many random actions.
    Random(u32),
    /// The next episode, or the first one of a seed, of all envs or of those in the mask.
    Reset { seed: Option<u64>, mask: Option<&'a [bool]> },
    /// Nothing: observations and masks are written again and, if blank, a row on which nothing has happened yet.
    Show { is_blank: bool },
}

/// Envs in a row, and what belongs to them.
#[derive(Debug)]
pub(super) struct Chunk<'a, G: Game> {
    /// Number of the first one.
    pub(super) first: usize,
    pub(super) slots: &'a mut [Slot<G::State>],
    pub(super) legals: &'a mut [G::Legal],
    pub(super) paid: &'a mut [Score],
    pub(super) rows: Rows<'a>,
}

impl<S> Slot<S> {
    /// The start of its episode, before chance, when nothing has been paid.
    #[inline(always)]
    fn begin<G: Game<State = S>>(&mut self, game: &G, paid: &mut [Score]) {
        paid.fill(0);
        self.rng = Rng::new(self.seed, self.episode);
        self.state = game.initial_state();
        self.decisions = 0;
    }
}

/// A uniformly random legal action: the same one whether or not the legal set is at hand.
#[inline(always)]
pub(super) fn sample<G: Game>(game: &G, slot: &mut Slot<G::State>, legal: Option<&G::Legal>) -> Option<ActionId> {
    match legal {
        Some(legal) => match legal.len() {
            0 => None,
            count => legal.nth(slot.rng.below(u64::from(count)) as u32),
        },
        None => game.sample_action(&slot.state, &mut slot.rng),
    }
}

/// Plays `next`, then chance, forced decisions and those of seats that do not learn, until a decision is to be presented or the game is over.
#[inline(always)]
pub(super) fn settle<G: Game>(game: &G, settings: &Settings, slot: &mut Slot<G::State>, legal: &mut G::Legal, mut next: Option<ActionId>) {
    let mut forced = 0;
    loop {
        if let Some(id) = next {
            game.apply_unchecked(&mut slot.state, id);
        }
        next = match game.actor(&slot.state) {
            Actor::Player(seat) => match &settings.learner {
                Some(learner) if learner.seat() != seat => {
                    slot.decisions = slot.decisions.wrapping_add(1);
                    if settings.skip_forced {
                        game.legal(&slot.state, legal);
                    }
                    learner.opponent_action(game, seat, &slot.state, &mut slot.rng, settings.skip_forced.then_some(&*legal))
                }
                _ => {
                    if settings.has_masks || settings.skip_forced {
                        game.legal(&slot.state, legal);
                    }
                    if !settings.skip_forced || forced == MOST_FORCED || legal.len() != 1 {
                        slot.seat = seat as i8;
                        return;
                    }
                    forced += 1;
                    slot.decisions = slot.decisions.wrapping_add(1);
                    legal.nth(0)
                }
            },
            Actor::Chance => game.sample_outcome(&slot.state, &mut slot.rng),
            Actor::Terminal => None,
        };
        if next.is_none() {
            legal.clear();
            slot.seat = OVER;
            return;
        }
    }
}

/// Carries out an order; returns how many episodes ended.
#[inline(always)]
pub(super) fn run<G: Game>(game: &G, settings: &Settings, order: &Order<'_>, chunk: Chunk<'_, G>) -> u64 {
    let Chunk { first, slots, legals, paid, mut rows } = chunk;
    let widths = Widths::of(game);
    let seats = widths.seats;
    let has_floats = matches!(rows.obs, Observations::Floats(_)) || matches!(rows.final_obs, Observations::Floats(_));
    let mut scratch = if has_floats { vec![0; widths.obs] } else { Vec::new() };
    let mut spare = G::Legal::default();
    let mut ended = 0;
    for (row, slot) in slots.iter_mut().enumerate() {
        let env = first + row;
        let legal = legals.get_mut(row).unwrap_or(&mut spare);
        let paid = paid.get_mut(row * seats..(row + 1) * seats).unwrap_or_default();
        let repeats = if let Order::Random(count) = order { *count } else { 1 };
        for _ in 0..repeats {
            let mover = slot.seat;
            let mut action = None;
            match order {
                Order::Show { is_blank } => {
                    if *is_blank {
                        rows.blank(row, seats, slot);
                    }
                    break;
                }
                Order::Reset { seed, mask } => {
                    if mask.is_some_and(|mask| !mask[env]) {
                        break;
                    }
                    if let Some(seed) = *seed {
                        slot.seed = env_seed(seed, env as u64);
                        slot.episode = 0;
                    } else {
                        slot.episode = slot.episode.wrapping_add(1);
                    }
                }
                Order::Step { mask: Some(mask), .. } if !mask[env] => {
                    rows.stand_still(row, seats, slot);
                    break;
                }
                Order::Step { .. } | Order::Random(_) if mover < 0 => {
                    if settings.autoreset == Autoreset::Disabled {
                        rows.stand_still(row, seats, slot);
                        break;
                    }
                    slot.episode = slot.episode.wrapping_add(1);
                }
                Order::Step { actions, .. } => action = Some(actions[env]),
                Order::Random(_) => action = sample(game, slot, settings.has_masks.then_some(&*legal)),
            }
            let is_start = action.is_none();
            if is_start {
                slot.begin(game, paid);
            } else {
                slot.decisions = slot.decisions.wrapping_add(1);
            }
            let mut has_ended = false;
            loop {
                settle(game, settings, slot, legal, action.take());
                if slot.seat < 0 && settings.learner.is_some() && (is_start || has_ended) {
                    // The others ended it before the one that learns had anything to decide: no episode. The same generator goes on.
                    slot.state = game.initial_state();
                    slot.decisions = 0;
                    continue;
                }
                if is_start {
                    rows.blank(row, seats, slot);
                    break;
                }
                if has_ended {
                    // The row tells of the episode that has ended; what is shown is the start of the next one.
                    break;
                }
                has_ended = slot.seat < 0;
                pay(game, settings.reward, &slot.state, has_ended, paid, &mut rows.rewards[row * seats..][..seats]);
                let is_truncated = has_ended && game.truncated(&slot.state);
                rows.tell(row, slot, has_ended && !is_truncated, is_truncated);
                if !has_ended {
                    break;
                }
                ended += 1;
                slot.observer = mover as u8;
                for (seat, score) in rows.scores[row * seats..][..seats].iter_mut().enumerate() {
                    *score = points::<G>(seat_score(game, &slot.state, seat));
                }
                if settings.autoreset != Autoreset::SameStep {
                    break;
                }
                rows.final_obs.write(row, widths.obs, game, &slot.state, mover as usize, &mut scratch);
                slot.episode = slot.episode.wrapping_add(1);
                slot.begin(game, paid);
            }
        }
        rows.current_player[row] = slot.seat;
        let seat = if slot.seat < 0 { slot.observer.into() } else { slot.seat as usize };
        rows.obs.write(row, widths.obs, game, &slot.state, seat, &mut scratch);
        if !rows.action_mask_packed.is_empty() {
            pack(legal.words(), &mut rows.action_mask_packed[row * widths.packed..][..widths.packed]);
        }
        if !rows.action_mask.is_empty() {
            spread(legal.words(), &mut rows.action_mask[row * widths.actions..][..widths.actions]);
        }
    }
    ended
}

impl Rows<'_> {
    /// A row on which nothing has happened yet.
    #[inline(always)]
    fn blank<S>(&mut self, row: usize, seats: usize, slot: &Slot<S>) {
        self.rewards[row * seats..][..seats].fill(0.0);
        self.tell(row, slot, false, false);
    }

    /// How far the episode is, and whether and how it has ended.
    #[inline(always)]
    fn tell<S>(&mut self, row: usize, slot: &Slot<S>, is_terminated: bool, is_truncated: bool) {
        self.episode_id[row] = slot.episode as i64;
        self.num_decisions[row] = slot.decisions;
        self.terminated[row] = u8::from(is_terminated);
        self.truncated[row] = u8::from(is_truncated);
    }

    /// A row of an env that does nothing in this step; what is told of an end stays until a reset.
    #[inline(always)]
    fn stand_still<S>(&mut self, row: usize, seats: usize, slot: &Slot<S>) {
        if slot.seat < 0 {
            self.rewards[row * seats..][..seats].fill(0.0);
        } else {
            self.blank(row, seats, slot);
        }
    }
}

/// Bits as they lie in the words, cut at the end of the row.
#[inline(always)]
fn pack(words: &[u64], out: &mut [u8]) {
    for (bytes, word) in out.chunks_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
    }
}

/// A byte for each bit, cut at the end of the row.
#[inline(always)]
fn spread(words: &[u64], out: &mut [u8]) {
    for (bytes, &word) in out.chunks_mut(64).zip(words) {
        if word == 0 {
            bytes.fill(0);
            continue;
        }
        for (bytes, eight) in bytes.chunks_mut(8).zip(word.to_le_bytes()) {
            // Each of the eight bytes keeps its own bit, which is then moved to the lowest place.
            let kept = u64::from(eight).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
            let ones = (kept.wrapping_add(0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101;
            bytes.copy_from_slice(&ones.to_le_bytes()[..bytes.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn masks_are_the_bits(words: [u64; 3], actions in 1_usize..=192) {
            let bit = |id: usize| (words[id / 64] >> (id % 64) & 1) as u8;
            let (mut bytes, mut bits) = (vec![9; actions], vec![9; actions.div_ceil(8)]);
            spread(&words, &mut bytes);
            pack(&words, &mut bits);
            for id in 0..actions {
                prop_assert_eq!(bytes[id], bit(id));
                prop_assert_eq!(bits[id / 8] >> (id % 8) & 1, bit(id));
            }
        }
    }
}
