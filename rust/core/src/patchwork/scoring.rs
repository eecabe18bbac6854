//! Scores and places.

use super::state::{NOBODY, State};
use super::tables::{EMPTY_CELL_POINTS, LAST_SPACE, TILE_POINTS};
use crate::score::Score;

/// Items of the score sheet (PW-77).
pub const ITEMS: &[&str] = &["buttons", "bonus_tile", "empty_cells"];

/// The items from their parts (PW-43, PW-77).
pub fn sheet(buttons: u16, has_tile: bool, empty_cells: u8) -> [Score; 3] {
    [Score::from(buttons), if has_tile { TILE_POINTS } else { 0 }, EMPTY_CELL_POINTS * Score::from(empty_cells)]
}

/// A seat's items.
#[inline(always)]
pub(super) fn sheet_of(state: &State, seat: usize) -> [Score; 3] {
    sheet(state.buttons[seat], usize::from(state.tile_owner) == seat, 81 - state.covered[seat].min(81))
}

/// Places: the higher score first (PW-44); at the end the first on the last space wins a tie (PW-45), before it a tie is shared (PW-78).
#[inline(always)]
pub(super) fn ranks(state: &State, ranks: &mut [u8]) {
    let over = state.position == [LAST_SPACE; 2] && state.to_place == NOBODY;
    let key = |seat: usize| (sheet_of(state, seat).iter().sum::<Score>(), over && usize::from(state.first_on_last) == seat);
    let keys = [key(0), key(1)];
    for (seat, rank) in ranks.iter_mut().enumerate().take(2) {
        *rank = 1 + u8::from(keys[1 - seat] > keys[seat]);
    }
}
