//! The 2026 action numbers, and which of them are legal.

use super::state::{NOBODY, SIDE, Stage, State};
use super::tables::{FULL_ROW, ORIENTATIONS, PATCH_TABLE, PATCHES, Patch, Rows, SLOTS, Shifted};
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

/// What an action number means (PW-52, PW-53).
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
        Family { name: "advance", first: ADVANCE, factors: vec![], meaning: "move one space ahead of the opponent and take the buttons", rule: "PW-16" },
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

/// The patches that the seat can pay, with their slots (PW-20, PW-22). Fewer than three are left when the circle ends.
#[inline(always)]
fn affordable(state: &State, seat: usize) -> impl Iterator<Item = (usize, &'static Patch)> {
    let buttons = state.buttons[seat];
    let slots = state.circle().iter().take(SLOTS).enumerate();
    slots.filter_map(|(slot, &id)| PATCH_TABLE.get(usize::from(id)).map(|patch| (slot, patch))).filter(move |(_, patch)| u16::from(patch.cost) <= buttons)
}

/// Writes the legal actions (PW-14, PW-54, PW-55).
pub(super) fn legal(state: &State, legal: &mut Legal) {
    legal.clear();
    let Some(seat) = (state.stage == Stage::Play).then(|| seat_to_decide(state)).flatten() else { return };
    let quilt = &state.quilts[seat];
    if state.to_place != NOBODY {
        for (row, &covered) in quilt.iter().enumerate() {
            legal.insert_bits(SPECIAL + 9 * row as u16, u64::from(!covered & FULL_ROW));
        }
        return;
    }
    legal.insert(ADVANCE);
    let mut free = None;
    for (slot, patch) in affordable(state, seat) {
        let free = free.get_or_insert_with(|| Shifted::new(quilt));
        for &orientation in patch.orientations() {
            let anchors = free.anchors(&patch.oriented[usize::from(orientation)]);
            let first = buy_id(slot, orientation);
            for (row, &bits) in anchors.iter().take(SIDE).enumerate() {
                if bits != 0 {
                    legal.insert_bits(first + 9 * row as u16, u64::from(bits));
                }
            }
        }
    }
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
    let quilt = &state.quilts[seat];
    let Some(action) = Action::from_id(id) else { return Some(Refusal::NoSuchNumber) };
    let waits = state.to_place != NOBODY;
    match action {
        Action::Special { .. } if !waits => Some(Refusal::NoSpecial),
        Action::Special { cell } => (quilt[usize::from(cell / 9)] >> (cell % 9) & 1 == 1).then_some(Refusal::Covered),
        _ if waits => Some(Refusal::SpecialFirst),
        Action::Advance => None,
        Action::Buy { slot, orientation, cell } => {
            let Some(&id) = state.circle().get(usize::from(slot)) else { return Some(Refusal::NoSuchSlot) };
            let patch = &PATCH_TABLE[usize::from(id) % PATCHES];
            let id = id as u8;
            if u16::from(patch.cost) > state.buttons[seat] {
                return Some(Refusal::TooDear(id));
            }
            if !patch.orientations().contains(&orientation) {
                return Some(Refusal::Repeated(id));
            }
            let shape = &patch.oriented[usize::from(orientation)];
            let (row, col) = (usize::from(cell / 9), usize::from(cell % 9));
            if !shape.fits(row, col) {
                return Some(Refusal::OffBoard(id));
            }
            let overlap = quilt[row..].iter().zip(shape.rows).fold(0, |overlap, (&covered, cells)| overlap | covered & cells << col);
            (overlap != 0).then_some(Refusal::Overlaps(id))
        }
    }
}

/// The anchors of one slot and orientation, packed four rows to a word.
#[derive(Clone, Copy)]
struct Group {
    first: ActionId,
    count: u32,
    words: [u64; 3],
}

/// Rows as words of four, sixteen bits a row; three words hold the nine rows.
#[inline(always)]
fn pack(rows: &Rows) -> [u64; 3] {
    let word = |w: usize| (0..4).map(|i| u64::from(rows[4 * w + i]) << (16 * i)).sum();
    [word(0), word(1), word(2)]
}

/// The cell of the set bit with this rank.
#[inline(always)]
fn select_cell(words: [u64; 3], mut rank: u32) -> u16 {
    let mut row = 0;
    for word in words {
        let count = word.count_ones();
        if rank < count {
            let bit = select_bit(word, rank);
            return (row + bit as u16 / 16) * 9 + bit as u16 % 16;
        }
        rank -= count;
        row += 4;
    }
    0
}

/// A uniformly random legal action: the same rank and the same action as by the whole set, without writing it.
#[inline(always)]
pub(super) fn sample(state: &State, rng: &mut Rng) -> Option<ActionId> {
    if state.stage != Stage::Play {
        return None;
    }
    let seat = seat_to_decide(state)?;
    let quilt = &state.quilts[seat];
    if state.to_place != NOBODY {
        let mut rows = [0; 16];
        for (row, covered) in rows.iter_mut().zip(quilt) {
            *row = !covered & FULL_ROW;
        }
        let words = pack(&rows);
        let count: u32 = words.iter().map(|word| word.count_ones()).sum();
        return (count > 0).then(|| SPECIAL + select_cell(words, rng.below(u64::from(count)) as u32));
    }
    let mut groups = [Group { first: 0, count: 0, words: [0; 3] }; SLOTS * ORIENTATIONS];
    let (mut used, mut total) = (0, 1);
    let mut patches = affordable(state, seat).peekable();
    if patches.peek().is_some() {
        let free = Shifted::new(quilt);
        for (slot, patch) in patches {
            for &orientation in patch.orientations() {
                let words = pack(&free.anchors(&patch.oriented[usize::from(orientation) % ORIENTATIONS]));
                let count = words.iter().map(|word| word.count_ones()).sum();
                total += count;
                if let Some(group) = groups.get_mut(used) {
                    *group = Group { first: buy_id(slot, orientation), count, words };
                }
                used += 1;
            }
        }
    }
    // The advance has rank 0; the purchases follow in the order of their numbers.
    let mut rank = rng.below(u64::from(total)) as u32;
    if rank == 0 {
        return Some(ADVANCE);
    }
    rank -= 1;
    for group in groups.iter().take(used) {
        if rank < group.count {
            return Some(group.first + select_cell(group.words, rank));
        }
        rank -= group.count;
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
