//! Action numbers, and which of them are legal.

use super::Trek12;
use super::state::{NONE, Sheet, State};
use super::tables::{Board, LARGEST, MAX_CIRCLES, MAX_ROWS, Mask, OPERATIONS, ROLLS, ROWS, VALUES, bit};
use crate::action::{ActionId, Bits, Family, LegalSet as _, select_bit};
use crate::rng::Rng;

/// The most action numbers: two tables and 32 circles (TK-63).
pub const MAX_ACTIONS: usize = MAX_ROWS * MAX_CIRCLES + 2 * MAX_CIRCLES;

/// A set over the action space.
pub type Legal = Bits<{ MAX_ACTIONS / 64 }>;

/// What an action number means (TK-62).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Tick a box of a row and write its value in a circle.
    Place {
        /// 5 · table + operation (TK-63).
        row: u8,
        /// Where.
        circle: u8,
    },
    /// Link the circle just written with a neighbour that holds one less.
    LinkBelow(u8),
    /// Link it with a neighbour that holds one more.
    LinkAbove(u8),
}

impl Action {
    /// The meaning of a number; `None` past the end (TK-63).
    #[inline(always)]
    pub fn from_id(board: &Board, id: ActionId) -> Option<Self> {
        let n = u16::from(board.n);
        let places = u16::from(board.rows) * n;
        if id < places {
            // A division would take longer than all the rest.
            let row = ((u32::from(id) * board.reciprocal) >> 16) as u16;
            Some(Self::Place { row: row as u8, circle: (id - row * n) as u8 })
        } else if id < places + n {
            Some(Self::LinkBelow((id - places) as u8))
        } else if id < places + 2 * n {
            Some(Self::LinkAbove((id - places - n) as u8))
        } else {
            None
        }
    }

    /// Its number (TK-63).
    pub fn id(self, board: &Board) -> ActionId {
        let n = u16::from(board.n);
        let places = u16::from(board.rows) * n;
        match self {
            Self::Place { row, circle } => u16::from(row) * n + u16::from(circle),
            Self::LinkBelow(circle) => places + u16::from(circle),
            Self::LinkAbove(circle) => places + n + u16::from(circle),
        }
    }
}

/// Size of the action space (TK-63).
pub(super) fn num_actions(board: &Board) -> usize {
    (usize::from(board.rows) + 2) * usize::from(board.n)
}

/// The families of TK-63.
pub(super) fn families(board: &Board) -> Vec<Family> {
    let n = u16::from(board.n);
    let places = u16::from(board.rows) * n;
    let family = |name, first, factors, meaning| Family { name, first, factors, meaning, rule: "TK-62" };
    let tables = u16::from(board.rows) / ROWS as u16;
    vec![
        family(
            "place",
            0,
            vec![("table", tables), ("operation", ROWS as u16), ("circle", n)],
            "tick a box of this operation and write its value for the roll in this circle; a value too large for it leaves a face",
        ),
        family("link_below", places, vec![("circle", n)], "link the circle just written with this neighbour, which holds one less"),
        family("link_above", places + n, vec![("circle", n)], "link the circle just written with this neighbour, which holds one more"),
    ]
}

/// The rolls (TK-61).
pub(super) fn outcome_families() -> Vec<Family> {
    vec![Family {
        name: "roll",
        first: 0,
        factors: vec![("red - 1", 6), ("yellow", 6)],
        meaning: "the red die shows 1 to 6, the yellow one 0 to 5",
        rule: "TK-61",
    }]
}

/// Number of outcomes.
pub(super) const NUM_OUTCOMES: usize = ROLLS;

/// The circles that each row offers for a roll, and nothing for rows without a free box or whose value loses (TK-9, TK-10, TK-42).
/// It depends on the own sheet and the roll alone (TK-60).
#[inline(always)]
pub(super) fn placements(game: &Trek12, sheet: &Sheet, roll: u8) -> [Mask; MAX_ROWS] {
    let board = &game.board;
    let open = sheet.open();
    let values = &VALUES[usize::from(roll).min(ROLLS - 1)];
    // A value above 12 is not offered while there is another; where there is no other, the seat is defeated and is never asked (TK-42).
    let spares = board.over12_loses && !game.loss_if_chosen;
    let mut offered = [0; MAX_ROWS];
    for table in 0..2 {
        if table * ROWS >= usize::from(board.rows) {
            break;
        }
        let usable = open & served(game, sheet, table);
        for operation in 0..ROWS {
            let row = table * ROWS + operation;
            let has_box = sheet.ticked[row] < board.limits[row];
            let loses = spares && values[operation] > LARGEST[0];
            offered[row] = if has_box && !loses { usable } else { 0 };
        }
    }
    offered
}

/// The circles that may use a table's boxes (TK-54, TK-55).
#[inline(always)]
fn served(game: &Trek12, sheet: &Sheet, table: usize) -> Mask {
    let board = &game.board;
    let own = board.own[table] | board.shared;
    if !game.free_after_crossing || board.own[1] == 0 {
        return own;
    }
    let filled = sheet.filled();
    let [here, there] = [table, 1 - table].map(|zone| filled & board.own[zone] != 0);
    match (here, there) {
        // Both zones have been entered, and any circle may use any table; or this is the home table, which the other zone may use, too.
        (true, _) => board.all,
        // This is the other table: only the circles of its zone may use it until one of them is filled.
        (false, true) => board.own[table],
        // The first circle makes its zone the home.
        (false, false) => own,
    }
}

/// Writes the legal actions (TK-13: there is always one where a seat decides; TK-64: ascending numbers are the canonical order).
#[inline(always)]
pub(super) fn legal(game: &Trek12, state: &State, legal: &mut Legal) {
    legal.clear();
    let Some(sheet) = state.sheets.get(usize::from(state.seat)) else { return };
    let n = u16::from(game.board.n);
    let places = u16::from(game.board.rows) * n;
    if state.below != 0 {
        legal.insert_bits(places, state.below.into());
    } else if state.above != 0 {
        legal.insert_bits(places + n, state.above.into());
    } else {
        for (row, &usable) in placements(game, sheet, state.roll).iter().enumerate() {
            legal.insert_bits(row as u16 * n, usable.into());
        }
    }
}

/// Whether a number is legal.
#[inline]
pub(super) fn is_legal(game: &Trek12, state: &State, id: ActionId) -> bool {
    let Some(sheet) = state.sheets.get(usize::from(state.seat)) else { return false };
    let Some(action) = Action::from_id(&game.board, id) else { return false };
    match action {
        Action::Place { row, circle } => state.writing == NONE && placements(game, sheet, state.roll)[usize::from(row)] & bit(circle) != 0,
        Action::LinkBelow(circle) => state.below & bit(circle) != 0,
        Action::LinkAbove(circle) => state.below == 0 && state.above & bit(circle) != 0,
    }
}

/// A legal action, each equally likely: the one whose rank is drawn.
#[inline(always)]
pub(super) fn sample(game: &Trek12, state: &State, rng: &mut Rng) -> Option<ActionId> {
    let sheet = state.sheets.get(usize::from(state.seat))?;
    let n = u16::from(game.board.n);
    if state.writing != NONE {
        let (first, choices) = if state.below != 0 { (0, state.below) } else { (n, state.above) };
        let rank = rng.below(choices.count_ones().into()) as u32;
        return Some(u16::from(game.board.rows) * n + first + select_bit(choices.into(), rank) as u16);
    }
    if game.has_one_kind_of_row {
        return sample_plain(game, sheet, rng);
    }
    let offered = placements(game, sheet, state.roll);
    let counts = offered.map(Mask::count_ones);
    let total: u32 = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let mut rank = rng.below(total.into()) as u32;
    for (row, (&usable, &count)) in offered.iter().zip(&counts).enumerate() {
        if rank < count {
            return Some(row as u16 * n + select_bit(usable.into(), rank) as u16);
        }
        rank -= count;
    }
    None
}

/// The same where every row with a free box offers all open circles.
#[inline(always)]
fn sample_plain(game: &Trek12, sheet: &Sheet, rng: &mut Rng) -> Option<ActionId> {
    let open = sheet.open();
    let count = open.count_ones();
    let mut free = 0_u32;
    for row in 0..ROWS {
        free |= u32::from(sheet.ticked[row] < game.board.limits[row]) << row;
    }
    let total = count * free.count_ones();
    if total == 0 {
        return None;
    }
    let mut rank = rng.below(total.into()) as u32;
    while rank >= count {
        rank -= count;
        free &= free - 1;
    }
    Some(free.trailing_zeros() as u16 * u16::from(game.board.n) + select_bit(open.into(), rank) as u16)
}

/// Whether a seat has no placement but such that lose, and is defeated at its turn (TK-42).
#[inline(always)]
pub(super) fn is_forced_out(game: &Trek12, sheet: &Sheet, roll: u8) -> bool {
    game.board.over12_loses && !game.loss_if_chosen && placements(game, sheet, roll).iter().all(|&usable| usable == 0)
}

/// A row in words: the operation, with the zone before it where there are two tables.
pub(super) fn row_name(game: &Trek12, row: u8) -> String {
    let operation = OPERATIONS[usize::from(row) % ROWS];
    match game.spec.tables.get(usize::from(row) / ROWS) {
        Some(table) if game.spec.tables.len() > 1 => format!("{} {operation}", table.zone),
        _ => operation.to_owned(),
    }
}
