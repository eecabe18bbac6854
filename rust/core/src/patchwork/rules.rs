//! What an action does.

use super::actions::{Action, seat_to_decide};
use super::state::{NOBODY, Placed, Quilt, SIDE, Stage, State};
use super::tables::{INCOME_LINES, INCOME_PASSED, LAST_SPACE, PATCH_TABLE, PATCHES, SPECIAL_LINES, SPECIAL_PASSED, TILE_POINTS};
use crate::action::ActionId;
use crate::game::Event;

/// Receives the effects of an action as they happen; the hot loops pass one that does nothing and costs nothing.
pub(super) trait Log {
    /// One effect.
    fn event(&mut self, name: &'static str, seat: usize, place: i32, amount: i32);
}

/// No log.
pub(super) struct Silent;

impl Log for Silent {
    #[inline(always)]
    fn event(&mut self, _: &'static str, _: usize, _: i32, _: i32) {}
}

impl Log for Vec<Event> {
    fn event(&mut self, name: &'static str, seat: usize, place: i32, amount: i32) {
        self.push(Event { name, seat: seat as u8, place, amount });
    }
}

/// Plays an action or, in set-up, draws a patch. All effects are over before it is asked again who acts, but for the placing of a special
/// patch, which is a decision of its own and comes before any other (PW-15, PW-34, PW-51).
#[inline(always)]
pub(super) fn apply(track: usize, state: &mut State, id: ActionId, log: &mut impl Log) {
    if state.stage == Stage::Setup {
        draw(state, id);
        return;
    }
    let (Some(seat), Some(action)) = (seat_to_decide(state), Action::from_id(id)) else { return };
    match action {
        Action::Advance => advance(track, state, seat, log),
        Action::Special { cell } => place_special(state, seat, cell, log),
        Action::Buy { slot, orientation, cell } => buy(track, state, seat, usize::from(slot), orientation, cell, log),
    }
}

/// The next patch of the circle; after 32 draws patch 0 closes it and play begins (PW-4, PW-5, PW-76).
#[inline(always)]
fn draw(state: &mut State, patch: ActionId) {
    let drawn = usize::from(state.circle_len).min(PATCHES - 1);
    // The tail holds what is not drawn yet, ascending: it stays so when one is taken out.
    if let Some(offset) = state.ring[drawn..PATCHES - 1].iter().position(|&id| id == patch) {
        state.ring.copy_within(drawn..drawn + offset, drawn + 1);
        state.ring[drawn] = patch;
        state.circle_len += 1;
        if usize::from(state.circle_len) == PATCHES - 1 {
            state.circle_len = PATCHES as u8;
            state.stage = Stage::Play;
        }
    }
}

/// To the space in front of the opponent, a button for each space really moved, so none for a space past the last (PW-16, PW-17, PW-18).
/// Nothing but the token and the buttons changes, apart from the lines (PW-19).
#[inline(always)]
fn advance(track: usize, state: &mut State, seat: usize, log: &mut impl Log) {
    let from = state.position[seat];
    let to = LAST_SPACE.min(state.position[1 - seat] + 1);
    let spaces = to - from;
    state.buttons[seat] += u16::from(spaces);
    log.event("spaces", seat, i32::from(to), i32::from(spaces));
    move_token(track, state, seat, to, log);
}

/// Choose, move the neutral token, pay, place, raise the income, check the tile, move the time token, resolve lines (PW-21 to PW-29). The
/// patch need touch nothing, and what lies stays where it is (PW-24).
#[inline(always)]
fn buy(track: usize, state: &mut State, seat: usize, slot: usize, orientation: u8, cell: u8, log: &mut impl Log) {
    let Some(&id) = state.circle().get(slot) else { return };
    let patch = &PATCH_TABLE[usize::from(id) % PATCHES];
    take_from_circle(state, slot, Placed { patch: id as u8, place: Some((seat as u8, orientation, cell)) });
    // No refund and no credit: what was held before the action pays the whole price (PW-22, PW-28).
    state.buttons[seat] = state.buttons[seat].wrapping_sub(u16::from(patch.cost));
    log.event("pay", seat, i32::from(id), -i32::from(patch.cost));
    let shape = &patch.oriented[usize::from(orientation) % 8];
    state.quilts[seat] |= shape.mask << cell;
    state.covered[seat] += patch.size;
    state.income[seat] += patch.income;
    log.event("patch", seat, i32::from(id), i32::from(patch.income));
    check_tile(state, seat, log);
    let to = LAST_SPACE.min(state.position[seat] + patch.time);
    move_token(track, state, seat, to, log);
}

/// The neutral token moves to the place of the chosen patch: skipped patches go to the end of the list (PW-21).
#[inline(always)]
fn take_from_circle(state: &mut State, slot: usize, placed: Placed) {
    let count = usize::from(state.circle_len).min(PATCHES);
    let skipped = [state.ring[0], state.ring[1]];
    state.ring.copy_within(slot + 1..count, 0);
    for (index, &id) in skipped.iter().take(slot).enumerate() {
        state.ring[count - 1 - slot + index] = id;
    }
    state.ring[count - 1] = placed.code();
    state.circle_len -= 1;
}

/// A special patch goes on one cell, costs nothing and brings no income; neither tokens nor buttons change (PW-9, PW-34).
#[inline(always)]
fn place_special(state: &mut State, seat: usize, cell: u8, log: &mut impl Log) {
    state.quilts[seat] |= 1 << cell;
    state.covered[seat] += 1;
    state.to_place = NOBODY;
    check_tile(state, seat, log);
}

/// The first board with a covered 7x7 window takes the tile, once (PW-27, PW-38 to PW-40).
#[inline(always)]
fn check_tile(state: &mut State, seat: usize, log: &mut impl Log) {
    if state.tile_owner == NOBODY && state.covered[seat] >= 49 && has_7x7(state.quilts[seat]) {
        state.tile_owner = seat as u8;
        log.event("bonus_tile", seat, -1, TILE_POINTS);
    }
}

/// The nine 7x7 windows (PW-38).
const WINDOWS_7X7: [Quilt; 9] = {
    let (mut windows, mut index) = ([0; 9], 0);
    while index < 9 {
        let mut cell = 0;
        while cell < 49 {
            windows[index] |= 1 << ((index / 3 + cell / 7) * SIDE + index % 3 + cell % 7);
            cell += 1;
        }
        index += 1;
    }
    windows
};

/// Whether some 7x7 window is completely covered (PW-38).
pub fn has_7x7(quilt: Quilt) -> bool {
    WINDOWS_7X7.iter().any(|window| quilt & window == *window)
}

/// Moves a time token and resolves the lines that it crosses: a < m <= b (PW-30).
#[inline(always)]
fn move_token(track: usize, state: &mut State, seat: usize, to: u8, log: &mut impl Log) {
    let from = state.position[seat];
    let other = state.position[1 - seat];
    let space = |position: u8| usize::from(position.min(LAST_SPACE));
    state.position[seat] = to;
    // Who arrives last lies on top; apart from a tie below 53 that means nothing (PW-12, PW-50).
    state.on_top = if to == other && to < LAST_SPACE { seat as u8 } else { NOBODY };
    if to == LAST_SPACE && state.first_on_last == NOBODY {
        state.first_on_last = seat as u8;
    }
    // Every income line pays the whole current income, a patch just placed included (PW-31).
    let (first, past) = (INCOME_PASSED[space(from)], INCOME_PASSED[space(to)]);
    let income = u16::from(state.income[seat]);
    state.buttons[seat] += u16::from(past.saturating_sub(first)) * income;
    for line in first..past {
        log.event("income", seat, i32::from(INCOME_LINES[usize::from(line)]), i32::from(income));
    }
    // A line still holds its patch exactly if it is ahead of both tokens, and a move crosses at most one such line (PW-32, PW-36, PW-63).
    // That the income comes first makes no difference (PW-33).
    let (emptied, crossed) = (SPECIAL_PASSED[track][space(from.max(other))], SPECIAL_PASSED[track][space(to)]);
    if crossed > emptied {
        // A full board has no place for it: it is discarded (PW-35).
        let fits = u16::from(state.covered[seat]) < super::actions::CELLS;
        state.to_place = if fits { seat as u8 } else { NOBODY };
        log.event("special_patch", seat, i32::from(SPECIAL_LINES[track][usize::from(emptied)]), i32::from(fits));
    }
}
