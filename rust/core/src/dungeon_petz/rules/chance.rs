//! Chance events: each is one draw with weight = remaining count (DP-119, DP-120).

use super::setup::{next_colour, unseen};
use crate::action::{ActionId, select_bit};
use crate::dungeon_petz::actions::id;
use crate::dungeon_petz::state::{Point, State};
use crate::game::Outcomes;
use crate::rng::Rng;

/// The first id of a tile and the tiles that may turn up, all of weight 1; none for cards.
#[inline(always)]
fn tiles(state: &State) -> (ActionId, u32) {
    let first = match state.point {
        Point::DealStart => return (id::START, (1 << (state.seats & 7)) - 1),
        Point::DealExhibition => id::EXHIBITION,
        Point::DealCustomer => id::CUSTOMER,
        Point::DealArtifact => id::ARTIFACT,
        Point::DealCage => id::CAGE,
        Point::DealAddon => id::ADDON,
        Point::DealYoung | Point::DealOld => id::PET,
        _ => return (0, 0),
    };
    (first, unseen(state, state.point))
}

/// The colour of the card that is drawn.
#[inline(always)]
fn colour(state: &State) -> Option<usize> {
    if state.point == Point::DealCard { next_colour(state) } else { None }
}

/// The outcomes with their weights.
pub(in crate::dungeon_petz) fn outcomes(state: &State, outcomes: &mut Outcomes) {
    if let Some(colour) = colour(state) {
        let cards = (id::CARD + 6 * colour as ActionId..).zip(&state.decks[colour]).filter(|&(_, &count)| count > 0);
        outcomes.extend(cards.map(|(outcome, &count)| (outcome, count.into())));
    } else {
        let (first, set) = tiles(state);
        outcomes.extend((0..32).filter(|tile| set >> tile & 1 != 0).map(|tile| (first + tile, 1)));
    }
}

/// One of them by its weight.
#[inline(always)]
pub(in crate::dungeon_petz) fn sample(state: &State, rng: &mut Rng) -> Option<ActionId> {
    if let Some(colour) = colour(state) {
        let deck = &state.decks[colour];
        let total: u64 = deck.iter().map(|&count| u64::from(count)).sum();
        if total == 0 {
            return None;
        }
        let mut rest = rng.below(total) as u32;
        for (need, &count) in deck.iter().enumerate() {
            if rest < u32::from(count) {
                return Some(id::CARD + (6 * colour + need) as ActionId);
            }
            rest -= u32::from(count);
        }
        return None;
    }
    let (first, set) = tiles(state);
    let count = set.count_ones();
    if count == 0 { None } else { Some(first + select_bit(set.into(), rng.below(count.into()) as u32) as ActionId) }
}
