//! Where a batch writes: one row an env in each array.

use super::BatchError;
use crate::game::Game;

/// Observations as bytes or floats, or none.
#[derive(Debug)]
pub enum Observations<'a> {
    /// Not wanted.
    None,
    /// As the game writes them.
    Bytes(&'a mut [u8]),
    /// The same numbers as floats.
    Floats(&'a mut [f32]),
}

/// The arrays, each with the envs' rows one after another. What is not wanted is empty.
///
/// Rewards, `terminated`, `truncated`, `episode_id` and `num_decisions` tell of the episode in which the last step was made; observation,
/// masks and `current_player` of the decision to come, which may be the first of a new episode.
#[derive(Debug)]
pub struct Rows<'a> {
    /// What the seat to decide may know; after the end, what the seat that decided last may.
    pub obs: Observations<'a>,
    /// The last observation of the last episode that ended in a step that also started the next.
    pub final_obs: Observations<'a>,
    /// One byte an action, 1 = legal; all 0 after the end.
    pub action_mask: &'a mut [u8],
    /// One bit an action, the lowest first; rows begin at whole bytes.
    pub action_mask_packed: &'a mut [u8],
    /// The seat to decide, or [`super::OVER`].
    pub current_player: &'a mut [i8],
    /// By seat.
    pub rewards: &'a mut [f32],
    /// 1 if the game came to its end.
    pub terminated: &'a mut [u8],
    /// 1 if a limit ended it.
    pub truncated: &'a mut [u8],
    /// Points by seat at the end of the last episode that ended.
    pub scores: &'a mut [f32],
    /// Number of the episode.
    pub episode_id: &'a mut [i64],
    /// Decisions of the episode so far, forced ones included.
    pub num_decisions: &'a mut [u32],
}

/// Entries of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub(super) seats: usize,
    pub(super) actions: usize,
    pub(super) packed: usize,
    pub(super) obs: usize,
}

impl Widths {
    pub(super) fn of<G: Game>(game: &G) -> Self {
        let actions = game.num_actions();
        Self { seats: game.num_players(), actions, packed: actions.div_ceil(8), obs: game.observation_spec().size() }
    }
}

/// The first `count` entries, or as many as there are; `rest` keeps the others.
#[expect(clippy::mut_mut, reason = "the slice itself is made shorter")]
pub(super) fn take<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let whole = std::mem::take(rest);
    let (head, tail) = whole.split_at_mut(count.min(whole.len()));
    *rest = tail;
    head
}

impl Observations<'_> {
    fn take(&mut self, count: usize) -> Self {
        match self {
            Self::None => Self::None,
            Self::Bytes(rest) => Self::Bytes(take(rest, count)),
            Self::Floats(rest) => Self::Floats(take(rest, count)),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Bytes(rest) => rest.len(),
            Self::Floats(rest) => rest.len(),
        }
    }

    /// Writes what a seat may know into a row; `scratch` is as long as an observation where floats are wanted.
    #[inline(always)]
    pub(super) fn write<G: Game>(&mut self, row: usize, size: usize, game: &G, state: &G::State, seat: usize, scratch: &mut [u8]) {
        match self {
            Self::None => (),
            Self::Bytes(bytes) => game.observe(state, seat, &mut bytes[row * size..][..size]),
            Self::Floats(floats) => {
                game.observe(state, seat, scratch);
                for (float, &byte) in floats[row * size..][..size].iter_mut().zip(scratch.iter()) {
                    *float = f32::from(byte);
                }
            }
        }
    }
}

impl Rows<'_> {
    /// The rows of the next `count` envs, taken out.
    pub(super) fn take(&mut self, count: usize, widths: &Widths) -> Self {
        Self {
            obs: self.obs.take(count * widths.obs),
            final_obs: self.final_obs.take(count * widths.obs),
            action_mask: take(&mut self.action_mask, count * widths.actions),
            action_mask_packed: take(&mut self.action_mask_packed, count * widths.packed),
            current_player: take(&mut self.current_player, count),
            rewards: take(&mut self.rewards, count * widths.seats),
            terminated: take(&mut self.terminated, count),
            truncated: take(&mut self.truncated, count),
            scores: take(&mut self.scores, count * widths.seats),
            episode_id: take(&mut self.episode_id, count),
            num_decisions: take(&mut self.num_decisions, count),
        }
    }

    /// That all have the lengths of `count` envs.
    pub(super) fn check(&self, count: usize, widths: &Widths, has_masks: bool) -> Result<(), BatchError> {
        let optional = |length: usize, width: usize| length == 0 || length == count * width;
        let wanted_masks = self.action_mask.is_empty() && self.action_mask_packed.is_empty() || has_masks;
        let fits = wanted_masks
            && (matches!(self.obs, Observations::None) || self.obs.len() == count * widths.obs)
            && (matches!(self.final_obs, Observations::None) || self.final_obs.len() == count * widths.obs)
            && optional(self.action_mask.len(), widths.actions)
            && optional(self.action_mask_packed.len(), widths.packed)
            && [self.rewards.len(), self.scores.len()] == [count * widths.seats; 2]
            && [self.current_player.len(), self.terminated.len(), self.truncated.len()] == [count; 3]
            && [self.episode_id.len(), self.num_decisions.len()] == [count; 2];
        if fits { Ok(()) } else { Err(BatchError::Length("the rows")) }
    }
}
