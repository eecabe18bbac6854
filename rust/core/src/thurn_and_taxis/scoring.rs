//! Score sheets, the winner and places.

use super::state::{End, NONE, State};
use super::tables::{CARRIAGE_POINTS, MAX_SEATS};
use crate::score::Score;

/// Items of the score sheet (TT-96).
pub const ITEMS: &[&str] = &["tiles", "carriage", "houses"];

/// The items of a player from their parts (TT-48): tiles, the highest carriage alone, and a point less for each house not placed.
pub fn sheet(tile_points: u16, carriage: u8, houses_left: u8) -> [Score; 3] {
    [tile_points.into(), CARRIAGE_POINTS[usize::from(carriage & 7)], -Score::from(houses_left)]
}

/// A seat's items.
#[inline(always)]
pub(super) fn sheet_of(state: &State, seat: usize) -> [Score; 3] {
    let player = &state.players[seat];
    sheet(player.tile_points, player.carriage, player.houses_left())
}

#[inline(always)]
fn total(state: &State, seat: usize) -> Score {
    sheet_of(state, seat).iter().sum()
}

/// The winner at a natural end: of those with the highest score the holder of the game-end tile, else the first clockwise from him (TT-49).
pub(super) fn winner(state: &State) -> Option<u8> {
    if state.end != End::Natural || state.ender == NONE {
        return None;
    }
    let seats = state.seats.clamp(1, MAX_SEATS as u8);
    let best = (0..usize::from(seats)).map(|seat| total(state, seat)).max()?;
    (0..seats).map(|step| (state.ender + step) % seats).find(|&seat| total(state, seat.into()) == best)
}

/// Places: the higher score first; at a natural end one seat alone is first (TT-49), other ties share.
#[inline(always)]
pub(super) fn ranks(state: &State, ranks: &mut [u8]) {
    let winner = winner(state);
    let mut keys = [(0, false); MAX_SEATS];
    for (seat, key) in keys.iter_mut().enumerate().take(ranks.len()) {
        *key = (total(state, seat), winner == Some(seat as u8));
    }
    let keys = &keys[..ranks.len().min(MAX_SEATS)];
    for (rank, own) in ranks.iter_mut().zip(keys) {
        *rank = 1 + keys.iter().filter(|key| *key > own).count() as u8;
    }
}
