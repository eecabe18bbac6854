//! The 2026 action numbers, and which of them are legal.

use super::state::{NOBODY, Quilt, SIDE, Stage, State};
use super::tables::{FULL, ORIENTATIONS, PATCH_TABLE, PATCHES, Patch, SLOTS, Windows};
use crate::action::{ActionId, Bits, Family, LegalSet, select_bit};
use crate::rng::Rng;

/// Size of the action space (PW-52).
pub const NUM_ACTIONS: usize = 2026;
/// The advance (PW-52).
pub const ADVANCE: ActionId = 0;
/// The first special-patch number (PW-52).
pub const SPECIAL: ActionId = 1;
/// The first purchase number (PW-52).
pub const BUY: ActionId = 82;
/// Cells of a board.
pub const CELLS: u16 = 81;

/// A set over the action space.
pub type Legal = Bits<32>;

/// What an action number means (PW-51, PW-52, PW-53); for example 1501 is slot 2, orientation 1, corner (4, 6) (PW-58).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Advance.
    Advance,
    /// Place a special patch on a cell.
    Special {
        /// 9·row + col.
        cell: u8,
    },
    /// Buy and place a patch.
    Buy {
        /// Which of the next three (PW-20).
        slot: u8,
        /// Orientation number (PW-56).
        orientation: u8,
        /// Corner of the bounding box (PW-53), 9·row + col.
        cell: u8,
    },
}

impl Action {
    /// The meaning of a number; `None` from 2026 on.
    #[inline(always)]
    pub fn from_id(id: ActionId) -> Option<Self> {
        match id {
            ADVANCE => Some(Self::Advance),
            SPECIAL..BUY => Some(Self::Special { cell: (id - SPECIAL) as u8 }),
            _ if usize::from(id) < NUM_ACTIONS => {
                let (turned, cell) = ((id - BUY) / CELLS, (id - BUY) % CELLS);
                Some(Self::Buy { slot: (turned / 8) as u8, orientation: (turned % 8) as u8, cell: cell as u8 })
            }
            _ => None,
        }
    }

    /// Its number.
    pub fn id(self) -> ActionId {
        match self {
            Self::Advance => ADVANCE,
            Self::Special { cell } => SPECIAL + u16::from(cell),
            Self::Buy { slot, orientation, cell } => buy_id(usize::from(slot), orientation) + u16::from(cell),
        }
    }
}

/// The number of a purchase at cell 0 (PW-52).
#[inline(always)]
fn buy_id(slot: usize, orientation: u8) -> ActionId {
    BUY + (slot as u16 * 8 + u16::from(orientation)) * CELLS
}

/// The families of PW-52.
pub fn families() -> Vec<Family> {
    vec![
        Family {
            name: "advance",
            first: ADVANCE,
            factors: vec![],
            meaning: "move one space ahead of the opponent and take the buttons",
            rule: "PW-16",
        },
        Family {
            name: "special",
            first: SPECIAL,
            factors: vec![("row", SIDE as u16), ("col", SIDE as u16)],
            meaning: "place the special patch just taken on this cell",
            rule: "PW-34",
        },
        Family {
            name: "buy",
            first: BUY,
            factors: vec![("slot", SLOTS as u16), ("orientation", ORIENTATIONS as u16), ("row", SIDE as u16), ("col", SIDE as u16)],
            meaning: "buy the patch in this slot and place it, turned by orientation, with the corner of its bounding box on this cell",
            rule: "PW-20",
        },
    ]
}

/// Set-up draws: the outcome is the id of the next patch of the circle (PW-76).
pub fn outcome_families() -> Vec<Family> {
    vec![Family {
        name: "patch",
        first: 0,
        factors: vec![("patch", PATCHES as u16)],
        meaning: "this patch is next in the circle, clockwise; patch 0 is never drawn",
        rule: "PW-76",
    }]
}

/// The seat to decide, if any: the owner of a waiting special patch (PW-13), else the one further back (PW-11), else the one on top (PW-12).
/// Both tokens on the last space is the end, then nobody decides (PW-42).
#[inline(always)]
pub(super) fn seat_to_decide(state: &State) -> Option<usize> {
    if state.to_place != NOBODY {
        return Some(usize::from(state.to_place));
    }
    let [a, b] = state.position;
    if a == b { (state.on_top != NOBODY).then_some(usize::from(state.on_top)) } else { Some(usize::from(a > b)) }
}

/// The patch in a slot, if there is one and the seat can pay it (PW-20, PW-22): fewer than three are left when the circle ends.
#[inline(always)]
fn affordable(state: &State, seat: usize, slot: usize) -> Option<&'static Patch> {
    if slot >= usize::from(state.circle_len) {
        return None;
    }
    let patch = PATCH_TABLE.get(usize::from(state.ring[slot]))?;
    if u16::from(patch.cost) <= state.buttons[seat] { Some(patch) } else { None }
}

/// Writes the legal actions (PW-14, PW-54, PW-55): from 1 to 1345 (PW-68). A patch that fits nowhere has none (PW-25).
pub(super) fn legal(state: &State, legal: &mut Legal) {
    legal.clear();
    let Some(seat) = (state.stage == Stage::Play).then(|| seat_to_decide(state)).flatten() else { return };
    let quilt = state.quilts[seat];
    if state.to_place != NOBODY {
        insert_cells(legal, SPECIAL, !quilt & FULL);
        return;
    }
    legal.insert(ADVANCE);
    let free = Windows::new(quilt);
    for slot in 0..SLOTS {
        let Some(patch) = affordable(state, seat, slot) else { continue };
        for &orientation in patch.orientations() {
            insert_cells(legal, buy_id(slot, orientation), free.anchors(&patch.oriented[usize::from(orientation)]));
        }
    }
}

/// Puts in `first` + cell for every cell of a set.
fn insert_cells(legal: &mut Legal, first: ActionId, cells: Quilt) {
    legal.insert_bits(first, cells as u64);
    legal.insert_bits(first + 64, (cells >> 64) as u64);
}

/// Whether one number is legal, without the others (PW-54, PW-55).
#[inline]
pub(super) fn is_legal(state: &State, id: ActionId) -> bool {
    refusal(state, id).is_none()
}

/// Why a number is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The circle is not drawn yet, or the game is over.
    NobodyDecides,
    /// From 2026 on.
    NoSuchNumber,
    /// A special patch waits (PW-13).
    SpecialFirst,
    /// None waits.
    NoSpecial,
    /// The cell is covered (PW-34).
    Covered,
    /// The slot is empty (PW-20).
    NoSuchSlot,
    /// The patch, which costs more than there is (PW-22).
    TooDear(u8),
    /// The patch, of which this orientation repeats an earlier one (PW-57).
    Repeated(u8),
    /// The patch, which sticks out (PW-23).
    OffBoard(u8),
    /// The patch, which overlaps (PW-23).
    Overlaps(u8),
}

/// Why a number is refused; `None` if it is legal.
#[inline]
pub(super) fn refusal(state: &State, id: ActionId) -> Option<Refusal> {
    let Some(seat) = (state.stage == Stage::Play).then(|| seat_to_decide(state)).flatten() else { return Some(Refusal::NobodyDecides) };
    let quilt = state.quilts[seat];
    let Some(action) = Action::from_id(id) else { return Some(Refusal::NoSuchNumber) };
    let waits = state.to_place != NOBODY;
    match action {
        Action::Special { .. } if !waits => Some(Refusal::NoSpecial),
        Action::Special { cell } => (quilt >> cell & 1 == 1).then_some(Refusal::Covered),
        _ if waits => Some(Refusal::SpecialFirst),
        Action::Advance => None,
        Action::Buy { slot, orientation, cell } => {
            let Some(&id) = state.circle().get(usize::from(slot)) else { return Some(Refusal::NoSuchSlot) };
            let patch = &PATCH_TABLE[usize::from(id) % PATCHES];
            let id = id as u8;
            if u16::from(patch.cost) > state.buttons[seat] {
                return Some(Refusal::TooDear(id));
            }
            if !patch.has_orientation(orientation) {
                return Some(Refusal::Repeated(id));
            }
            let shape = &patch.oriented[usize::from(orientation)];
            if !shape.fits(cell) {
                return Some(Refusal::OffBoard(id));
            }
            (quilt & shape.mask << cell != 0).then_some(Refusal::Overlaps(id))
        }
    }
}

/// The cell with `rank` smaller ones in a set.
#[inline(always)]
fn select_cell(cells: Quilt, rank: u32) -> u16 {
    let (low, high) = (cells as u64, (cells >> 64) as u64);
    let count = low.count_ones();
    let cell = if rank < count { select_bit(low, rank) } else { 64 + select_bit(high, rank - count) };
    cell as u16
}

/// A uniformly random legal action: the same rank and the same action as by the whole set, without writing it.
#[inline(always)]
pub(super) fn sample(state: &State, rng: &mut Rng) -> Option<ActionId> {
    if state.stage != Stage::Play {
        return None;
    }
    let seat = seat_to_decide(state)?;
    let quilt = state.quilts[seat];
    if state.to_place != NOBODY {
        let empty = !quilt & FULL;
        let count = empty.count_ones();
        return if count > 0 { Some(SPECIAL + select_cell(empty, rng.below(u64::from(count)) as u32)) } else { None };
    }
    // The advance has rank 0; the purchases follow in the order of their numbers.
    let patches = [affordable(state, seat, 0), affordable(state, seat, 1), affordable(state, seat, 2)];
    if patches.iter().all(Option::is_none) {
        // The rank of a single action is drawn all the same, as from the whole set: the numbers that follow stay the same ones.
        rng.below(1);
        return Some(ADVANCE);
    }
    let free = Windows::new(quilt);
    let mut counts = [[0_u8; ORIENTATIONS]; SLOTS];
    let mut totals = [0_u32; SLOTS];
    for slot in 0..SLOTS {
        let Some(patch) = patches[slot] else { continue };
        for &orientation in patch.orientations() {
            let orientation = usize::from(orientation) % ORIENTATIONS;
            let count = free.anchors(&patch.oriented[orientation]).count_ones();
            counts[slot][orientation] = count as u8;
            totals[slot] += count;
        }
    }
    let mut rank = rng.below(1 + u64::from(totals[0] + totals[1] + totals[2])) as u32;
    if rank == 0 {
        return Some(ADVANCE);
    }
    rank -= 1;
    for slot in 0..SLOTS {
        if rank >= totals[slot] {
            rank -= totals[slot];
            continue;
        }
        let patch = patches[slot]?;
        for orientation in 0..ORIENTATIONS {
            let count = u32::from(counts[slot][orientation]);
            if rank < count {
                // Cheaper found again, once, than kept for all of them.
                let anchors = free.anchors(&patch.oriented[orientation]);
                return Some(buy_id(slot, orientation as u8) + select_cell(anchors, rank));
            }
            rank -= count;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PW-52, PW-53: numbers and meanings correspond; the example of PW-58 is 1501.
    #[test]
    fn numbers_and_meanings_correspond() {
        for id in 0..NUM_ACTIONS as u16 {
            assert_eq!(Action::from_id(id).unwrap().id(), id);
        }
        assert_eq!(Action::from_id(NUM_ACTIONS as u16), None);
        assert_eq!(Action::Buy { slot: 2, orientation: 1, cell: 42 }.id(), 1501);
        assert_eq!(families().iter().map(Family::size).sum::<usize>(), NUM_ACTIONS);
    }
}
