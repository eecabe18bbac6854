//! What a roll and a decision do.

use super::Trek12;
use super::actions::{Action, is_forced_out};
use super::state::{FACE, NONE, Sheet, State};
use super::tables::{Board, LARGEST, Mask, ROLLS, ROWS, VALUES, bit, circles};
use crate::action::ActionId;
use crate::game::Event;

/// Points of a defeat (TK-57).
pub(super) const DEFEAT: i32 = -100;

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

/// Applies a roll or a decision. A seat's move is over before the next seat is asked (TK-7, TK-59).
#[inline(always)]
pub(super) fn apply(game: &Trek12, state: &mut State, id: ActionId, log: &mut impl Log) {
    let seat = usize::from(state.seat);
    if state.seat == NONE {
        state.roll = (id as u8).min(ROLLS as u8 - 1);
        next_seat(game, state, 0, log);
        return;
    }
    let (Some(action), Some(sheet)) = (Action::from_id(&game.board, id), state.sheets.get_mut(seat)) else { return };
    match action {
        Action::Place { row, circle } => {
            let placed = place(game, sheet, state.roll, row, circle, seat, log);
            sheet.row = row;
            sheet.circle = circle;
            if placed.is_loss {
                state.alive &= !(1 << seat);
                state.fallen |= 1 << seat;
            }
            (state.below, state.above) = (placed.below, placed.above);
            if placed.below | placed.above != 0 {
                state.writing = circle;
                return;
            }
        }
        Action::LinkBelow(circle) => {
            let value = sheet.value(state.writing);
            link(sheet, circle, state.writing, value);
            log.event("link", seat, circle.into(), i32::from(value) - 1);
            state.below = 0;
            if state.above != 0 {
                return;
            }
        }
        Action::LinkAbove(circle) => {
            let value = sheet.value(state.writing) + 1;
            link(sheet, state.writing, circle, value);
            log.event("link", seat, circle.into(), value.into());
            state.above = 0;
        }
    }
    state.writing = NONE;
    next_seat(game, state, seat + 1, log);
}

/// The first seat from `from` on that can move; those that cannot are defeated when their turn comes (TK-42). After the last one the round
/// is settled.
#[inline(always)]
fn next_seat(game: &Trek12, state: &mut State, from: usize, log: &mut impl Log) {
    for seat in from..usize::from(state.players) {
        if !state.is_alive(seat) {
            continue;
        }
        if !is_forced_out(game, &state.sheets[seat], state.roll) {
            state.seat = seat as u8;
            return;
        }
        state.alive &= !(1 << seat);
        state.fallen |= 1 << seat;
        log.event("defeat", seat, -1, DEFEAT);
    }
    settle(game, state, log);
}

/// The end of a round: moves and defeats are revealed, claims settled (TK-60). After n rounds, or when nobody is left, nothing is rolled
/// any more (TK-8, TK-56).
#[inline(always)]
fn settle(game: &Trek12, state: &mut State, log: &mut impl Log) {
    if game.board.flags | game.board.top != 0 {
        settle_claims(game, state, log);
    }
    let players = usize::from(state.players).min(state.sheets.len());
    for sheet in &mut state.sheets[..players] {
        sheet.row = NONE;
        sheet.circle = NONE;
    }
    state.fallen = 0;
    state.seat = NONE;
    state.roll = NONE;
    state.round += 1;
}

/// Flags and tops pay everyone who filled them in this round, if nobody had before (TK-48, TK-51, TK-78). Each circle counts by itself (TK-71).
fn settle_claims(game: &Trek12, state: &mut State, log: &mut impl Log) {
    let board = &game.board;
    let players = usize::from(state.players).min(state.sheets.len());
    let sheets = &mut state.sheets[..players];
    let claimed = claimed(sheets);
    for circle in circles(board.flags & !claimed.flags) {
        for (seat, sheet) in sheets.iter_mut().enumerate() {
            if sheet.circle == circle && claims(sheet.value(circle), game.face_claims_flag) {
                sheet.flags |= bit(circle);
                log.event("flag", seat, circle.into(), board.flag_points);
            }
        }
    }
    for circle in circles(board.top & !claimed.top) {
        for (seat, sheet) in sheets.iter_mut().enumerate() {
            if sheet.circle == circle && claims(sheet.value(circle), game.face_claims_top) {
                sheet.top |= bit(circle);
                log.event("top", seat, circle.into(), board.top_points);
            }
        }
    }
}

/// Circles that have been paid for.
#[derive(Clone, Copy, Default)]
pub(super) struct Claimed {
    pub(super) flags: Mask,
    pub(super) top: Mask,
}

/// What has been claimed by anyone; a defeat gives nothing back (TK-57).
pub(super) fn claimed(sheets: &[Sheet]) -> Claimed {
    sheets.iter().fold(Claimed::default(), |all, sheet| Claimed { flags: all.flags | sheet.flags, top: all.top | sheet.top })
}

/// Whether what stands in a circle claims it: a number does, a face where the option says so, a circle left empty by a loss never.
#[inline(always)]
pub(super) fn claims(value: u8, face_claims: bool) -> bool {
    value <= LARGEST[0] || (value == FACE && face_claims)
}

/// What a placement leaves to be decided.
pub(super) struct Placed {
    /// Members of B to choose from; 0 if there is nothing to choose (TK-62).
    pub(super) below: Mask,
    /// Members of A to choose from.
    pub(super) above: Mask,
    /// Whether the player is defeated by it (TK-42).
    pub(super) is_loss: bool,
}

impl Placed {
    const DONE: Self = Self { below: 0, above: 0, is_loss: false };
}

/// Ticks the box and fills the circle (TK-9, TK-88), in the order of TK-14.
#[inline(always)]
pub(super) fn place(game: &Trek12, sheet: &mut Sheet, roll: u8, row: u8, circle: u8, seat: usize, log: &mut impl Log) -> Placed {
    let board = &game.board;
    let row = usize::from(row);
    let value = VALUES[usize::from(roll).min(ROLLS - 1)][row % ROWS];
    sheet.ticked[row] += 1;
    log.event("tick", seat, row as i32, i32::from(board.limits[row]) - i32::from(sheet.ticked[row]));
    if board.over12_loses && value > LARGEST[0] {
        log.event("defeat", seat, circle.into(), DEFEAT);
        return Placed { is_loss: true, ..Placed::DONE };
    }
    write(game, sheet, circle, value, seat, log)
}

/// Writes a number, or a face where it cannot stay, and makes the links that leave no choice (TK-11 to TK-21).
#[inline(always)]
fn write(game: &Trek12, sheet: &mut Sheet, circle: u8, value: u8, seat: usize, log: &mut impl Log) -> Placed {
    let board = &game.board;
    let around = board.adjacent[usize::from(circle & 31)];
    // Only the first number looks at the start circles; a face opens its neighbours, too (TK-10).
    sheet.reach = if sheet.filled() == 0 { around } else { sheet.reach | around };
    let Some(Written { mut below, mut above, has_failed }) = written(game, sheet, circle, value) else {
        sheet.set(circle, FACE);
        log.event("face", seat, circle.into(), value.into());
        return Placed::DONE;
    };
    sheet.set(circle, value);
    log.event("number", seat, circle.into(), value.into());
    sheet.failed |= Mask::from(has_failed) << (circle & 31);
    // Links are mandatory; a single candidate is no choice (TK-17, TK-18, TK-62).
    if below.is_power_of_two() {
        let other = below.trailing_zeros() as u8;
        link(sheet, other, circle, value);
        log.event("link", seat, other.into(), i32::from(value) - 1);
        below = 0;
    }
    if above.is_power_of_two() {
        let other = above.trailing_zeros() as u8;
        link(sheet, circle, other, value + 1);
        log.event("link", seat, other.into(), i32::from(value) + 1);
        above = 0;
    }
    let same = around & sheet.at(value);
    if same != 0 {
        let size = grow_area(board, sheet, circle, value, same);
        log.event("area", seat, circle.into(), size.into());
    }
    Placed { below, above, is_loss: false }
}

/// What becomes of a number in an empty circle, in the order of TK-14; `None` if it is a face.
#[inline(always)]
pub(super) fn written(game: &Trek12, sheet: &Sheet, circle: u8, value: u8) -> Option<Written> {
    let board = &game.board;
    if value > board.largest(circle) {
        return None;
    }
    let (below, above) = candidates(board, sheet, circle, value);
    let plain = Written { below, above, has_failed: false };
    if board.has_write_rules { specials(game, sheet, circle, plain) } else { Some(plain) }
}

/// B and A for a number in an empty circle (TK-16): neighbours with a free slot that hold one less and one more. A face is neither (TK-12).
#[inline(always)]
pub(super) fn candidates(board: &Board, sheet: &Sheet, circle: u8, value: u8) -> (Mask, Mask) {
    let around = board.adjacent[usize::from(circle & 31)];
    let below = if value > 0 { around & sheet.at(value - 1) & !sheet.has_above } else { 0 };
    let above = if value < LARGEST[0] { around & sheet.at(value + 1) & !sheet.has_below } else { 0 };
    (below, above)
}

/// A number that stays, and whom it may be linked with.
#[derive(Clone, Copy)]
pub(super) struct Written {
    /// Members of B that the specials leave.
    pub(super) below: Mask,
    /// Members of A that they leave.
    pub(super) above: Mask,
    /// Whether its pre-link failed and it stays all the same (TK-38).
    pub(super) has_failed: bool,
}

/// Pre-links and waves; `None` if the circle gets a face.
pub(super) fn specials(game: &Trek12, sheet: &Sheet, circle: u8, plain: Written) -> Option<Written> {
    let board = &game.board;
    let Written { mut below, mut above, mut has_failed } = plain;
    let filled = board.partners[usize::from(circle & 31)] & sheet.filled();
    if filled != 0 {
        let sides = [filled & below, filled & above];
        let is_met = filled & !(below | above) == 0 && sides.iter().all(|side| side.count_ones() < 2);
        if is_met {
            // A partner is the link on its side, the other side is free (TK-36, TK-37).
            below = if sides[0] == 0 { below } else { sides[0] };
            above = if sides[1] == 0 { above } else { sides[1] };
        } else if game.number_stays {
            has_failed = true;
        } else {
            return None;
        }
    }
    let is_wave = board.waves & bit(circle) != 0;
    let touches = |side: Mask| if is_wave { side != 0 } else { side & board.waves != 0 };
    if touches(below) || touches(above) {
        if !game.wave_makes_no_link {
            return None;
        }
        // No link where a wave would be at an end of it (TK-52).
        below = if touches(below) { 0 } else { below };
        above = if touches(above) { 0 } else { above };
    }
    Some(Written { below, above, has_failed })
}

/// Points of a rope by its lowest and highest number (TK-25); a single number is no rope.
#[inline(always)]
fn rope_points(low: u8, high: u8) -> u16 {
    if low < high { 2 * u16::from(high) - u16::from(low) } else { 0 }
}

/// Joins the rope that ends at `low` and the one that begins at `high`, which holds `value` (TK-19, TK-20).
#[inline(always)]
pub(super) fn link(sheet: &mut Sheet, low: u8, high: u8, value: u8) {
    let bottom = if sheet.has_below & bit(low) == 0 { low } else { sheet.up[usize::from(low & 31)] };
    let mut top = high;
    while sheet.has_above & bit(top) != 0 {
        top = sheet.up[usize::from(top & 31)];
    }
    let (lowest, highest) = (sheet.value(bottom), sheet.value(top));
    let before = rope_points(lowest, value - 1) + rope_points(value, highest);
    // Two ropes may be worth more than the one they become.
    sheet.ropes = sheet.ropes + rope_points(lowest, highest) - before;
    sheet.longest = sheet.longest.max(highest - lowest + 1);
    sheet.up[usize::from(low & 31)] = high;
    sheet.up[usize::from(top & 31)] = bottom;
    sheet.has_above |= bit(low);
    sheet.has_below |= bit(high);
}

/// Joins the number just written with its equal neighbours and their areas (TK-21, TK-26); returns the size of the area.
#[inline(always)]
fn grow_area(board: &Board, sheet: &mut Sheet, circle: u8, value: u8, same: Mask) -> u8 {
    let mut area = bit(circle);
    let mut rest = same;
    let mut before = 0;
    while rest != 0 {
        let neighbour = rest.trailing_zeros() as u8;
        let part = if sheet.in_area & bit(neighbour) == 0 { bit(neighbour) } else { part_of(board, sheet, circle, value, neighbour) };
        let size = part.count_ones() as u16;
        before += if size > 1 { u16::from(value) + size - 1 } else { 0 };
        area |= part;
        rest &= !part;
    }
    let size = area.count_ones() as u8;
    sheet.areas = sheet.areas + u16::from(value) + u16::from(size) - 1 - before;
    sheet.largest = sheet.largest.max(size);
    sheet.in_area |= area;
    size
}

/// The area that a neighbour was in before the circle was written.
#[inline(always)]
fn part_of(board: &Board, sheet: &Sheet, circle: u8, value: u8, neighbour: u8) -> Mask {
    let same = sheet.at(value) & !bit(circle);
    let (mut part, mut border) = (bit(neighbour), bit(neighbour));
    while border != 0 {
        let next = border.trailing_zeros() as usize;
        let new = board.adjacent[next & 31] & same & !part;
        part |= new;
        border = (border & (border - 1)) | new;
    }
    part
}
