//! What some envs do while the others stand still.

use super::chunk::{self, Order};
use super::{Autoreset, Batch, BatchError, Rows};
use crate::action::{ActionId, LegalSet as _};
use crate::game::{Actor, Game};
use crate::rng::Rng;

/// So many games are played to see whether a seat ever decides.
const TRIES: u64 = 100;

impl<G: Game> Batch<G> {
    /// One decision in each env that `mask` names. The others stand still: their rewards are 0 and, unless their game is over, their flags
    /// as well; what they are told to do is not looked at.
    ///
    /// # Errors
    /// If one of these actions is illegal, or a length does not fit; then no env has moved.
    pub fn step_masked(&mut self, actions: &[ActionId], mask: &[bool], rows: Rows<'_>) -> Result<(), BatchError> {
        if actions.len() != self.slots.len() {
            return Err(BatchError::Length("the actions"));
        }
        if mask.len() != self.slots.len() {
            return Err(BatchError::Length("the entries of the mask"));
        }
        self.check_rows(&rows)?;
        let is_refused = |env: usize| {
            let (slot, action) = (&self.slots[env], actions[env]);
            if slot.seat < 0 {
                self.settings.autoreset == Autoreset::Disabled
            } else {
                match self.legals.get(env) {
                    Some(legal) => !legal.contains(action),
                    None => !self.game.is_legal(&slot.state, action),
                }
            }
        };
        if let Some(env) = (0..actions.len()).find(|&env| mask[env] && is_refused(env)) {
            return Err(self.refusal(env, actions[env]));
        }
        self.run(&Order::StepMasked { actions, mask }, rows);
        Ok(())
    }

    /// [`Batch::sample_actions`] of the envs that `mask` names; 0 for all others, whose generators stand still.
    ///
    /// # Errors
    /// If a length does not fit.
    pub fn sample_masked(&mut self, mask: &[bool], out: &mut [i64]) -> Result<(), BatchError> {
        if out.len() != self.slots.len() {
            return Err(BatchError::Length("the actions"));
        }
        if mask.len() != self.slots.len() {
            return Err(BatchError::Length("the entries of the mask"));
        }
        for (env, (slot, action)) in self.slots.iter_mut().zip(out).enumerate() {
            let legal = self.legals.get(env).filter(|_| self.settings.has_masks);
            let drawn = if slot.seat < 0 || !mask[env] { None } else { chunk::sample(&*self.game, slot, legal) };
            *action = drawn.map_or(0, i64::from);
        }
        Ok(())
    }
}

/// Whether a seat has something to decide in some of a few random games: a batch in which it learns would else look for an episode for ever.
pub fn seat_decides<G: Game>(game: &G, seat: u8) -> bool {
    (0..TRIES).any(|stream| {
        let (mut state, mut rng) = (game.initial_state(), Rng::new(0, stream));
        loop {
            let next = match game.actor(&state) {
                Actor::Player(mover) if mover == seat => return true,
                Actor::Player(_) => game.sample_action(&state, &mut rng),
                Actor::Chance => game.sample_outcome(&state, &mut rng),
                Actor::Terminal => None,
            };
            let Some(next) = next else { return false };
            game.apply_unchecked(&mut state, next);
        }
    })
}
