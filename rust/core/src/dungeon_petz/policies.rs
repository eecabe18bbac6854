//! Policies that are no rule.

mod assign;
mod greedy;
mod plan;

use super::DungeonPetz;
use super::actions::{id, options};
use super::state::State;
use crate::action::{ActionId, select_bit};
use crate::rng::Rng;

/// Names and descriptions; the first is always `random`.
pub(super) const POLICIES: &[(&str, &str)] = &[
    ("random", "every legal action equally likely"),
    ("eager", "as random, but it ends a grouping, stays home, gives a pet away or passes a sale only where nothing else is legal (DP-148)"),
    ("greedy", "the keeper: few groups with a purpose each, cards that suit the cage, the exhibition and the customers (DP-177)"),
];

/// Ids that `eager` leaves alone (DP-148).
const SHUNNED: [ActionId; 4] = [id::GROUP_DONE, id::SEND_HOME, id::PET_RELEASE, id::SELL_PASS];

/// The choice of the policy with this number.
pub(super) fn choose(game: &DungeonPetz, policy: usize, state: &State, rng: &mut Rng) -> Option<ActionId> {
    if policy == 2 { greedy::choose(game, state, rng) } else { eager(game, state, rng) }
}

fn eager(game: &DungeonPetz, state: &State, rng: &mut Rng) -> Option<ActionId> {
    let (first, bits) = options(game, state);
    let shunned = SHUNNED.iter().filter_map(|id| id.checked_sub(first)).filter(|&bit| bit < 64).fold(0, |set, bit| set | 1_u64 << bit);
    let kept = if bits & !shunned == 0 { bits } else { bits & !shunned };
    one_of(first, kept, rng)
}

/// One of some ids, each equally likely.
fn one_of(first: ActionId, bits: u64, rng: &mut Rng) -> Option<ActionId> {
    let count = bits.count_ones();
    if count == 0 { None } else { Some(first + select_bit(bits, rng.below(count.into()) as u32) as ActionId) }
}
