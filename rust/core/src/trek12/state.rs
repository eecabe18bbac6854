//! A position: one sheet of 96 flat bytes for each player and a few fields for all.

use super::tables::{Board, MAX_CIRCLES, MAX_ROWS, Mask, bit, circles};
use crate::game::MAX_PLAYERS;
use std::hash::{Hash, Hasher};

/// Stands for a face among the numbers (TK-6); no number is so large.
pub const FACE: u8 = 13;
/// Stands for an empty circle among the numbers.
pub const EMPTY: u8 = 15;
/// A seat, circle, row or roll field that names none.
pub const NONE: u8 = 255;

/// By value, for each plane, what turns the circles that hold the value into ones: all ones where the value has a zero.
static FLIPS: [[Mask; 4]; 16] = flips();

const fn flips() -> [[Mask; 4]; 16] {
    let mut table = [[0; 4]; 16];
    let mut value = 0;
    while value < 16 {
        let mut k = 0;
        while k < 4 {
            table[value][k] = (value as Mask >> k & 1).wrapping_sub(1);
            k += 1;
        }
        value += 1;
    }
    table
}

/// One player's sheet (TK-1). What follows from numbers and links is kept beside them, so that nothing is counted twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// What stands in the circles, as four planes of bits: bit c of plane k is bit k of circle c's number, of [`FACE`] or of [`EMPTY`].
    pub(super) planes: [Mask; 4],
    /// The linked neighbour that holds one more. At the top of a rope, where there is none, its bottom; [`NONE`] for a circle in no rope.
    pub(super) up: [u8; MAX_CIRCLES],
    /// Circles whose above slot is taken (TK-15).
    pub(super) has_above: Mask,
    /// Circles whose below slot is taken.
    pub(super) has_below: Mask,
    /// Circles in an area (TK-21); they may be in a rope as well (TK-22).
    pub(super) in_area: Mask,
    /// Circles whose pre-link failed and whose number stayed (TK-38).
    pub(super) failed: Mask,
    /// The start circles, later the neighbours of all that is filled: what of it is empty is open (TK-10).
    pub(super) reach: Mask,
    /// Flag circles that have paid this player (TK-48).
    pub(super) flags: Mask,
    /// Top circles that have paid this player (TK-51).
    pub(super) top: Mask,
    /// Points of all ropes (TK-25).
    pub(super) ropes: u16,
    /// Points of all areas (TK-26).
    pub(super) areas: u16,
    /// Circles of the longest rope.
    pub(super) longest: u8,
    /// Circles of the largest area.
    pub(super) largest: u8,
    /// Ticked boxes by row (TK-9).
    pub(super) ticked: [u8; MAX_ROWS],
    /// The box and the circle of this seat's move in the present round, or [`NONE`].
    pub(super) row: u8,
    pub(super) circle: u8,
}

impl Sheet {
    /// The empty sheet.
    pub(super) fn new(board: &Board) -> Self {
        Self {
            planes: [Mask::MAX; 4],
            up: [NONE; MAX_CIRCLES],
            has_above: 0,
            has_below: 0,
            in_area: 0,
            failed: 0,
            reach: board.start,
            flags: 0,
            top: 0,
            ropes: 0,
            areas: 0,
            longest: 0,
            largest: 0,
            ticked: [0; MAX_ROWS],
            row: NONE,
            circle: NONE,
        }
    }

    /// The circles that hold this number, or [`FACE`].
    #[inline(always)]
    pub(super) fn at(&self, value: u8) -> Mask {
        let flip = &FLIPS[usize::from(value & 15)];
        (self.planes[0] ^ flip[0]) & (self.planes[1] ^ flip[1]) & (self.planes[2] ^ flip[2]) & (self.planes[3] ^ flip[3])
    }

    /// What a circle holds: a number, [`FACE`] or [`EMPTY`].
    #[inline(always)]
    pub fn value(&self, circle: u8) -> u8 {
        let plane = |k: usize| (self.planes[k] >> (circle & 31) & 1) as u8;
        plane(0) | plane(1) << 1 | plane(2) << 2 | plane(3) << 3
    }

    /// The filled circles.
    #[inline(always)]
    pub fn filled(&self) -> Mask {
        !(self.planes[0] & self.planes[1] & self.planes[2] & self.planes[3])
    }

    /// The circles with a face.
    #[inline(always)]
    pub fn faces(&self) -> Mask {
        self.at(FACE)
    }

    /// The circles with a number.
    #[inline(always)]
    pub fn numbers(&self) -> Mask {
        self.filled() & !self.faces()
    }

    /// Where the next number may be written (TK-10).
    #[inline(always)]
    pub fn open(&self) -> Mask {
        self.reach & !self.filled()
    }

    /// Numbers in no rope and no area, and those that count as such (TK-23, TK-38).
    #[inline(always)]
    pub fn isolated(&self) -> Mask {
        self.numbers() & (!(self.has_above | self.has_below | self.in_area) | self.failed)
    }

    /// The sum of the numbers in a set of circles, of which none is empty or has a face.
    #[inline(always)]
    pub(super) fn sum(&self, set: Mask) -> u32 {
        let plane = |k: usize| (self.planes[k] & set).count_ones() << k;
        plane(0) + plane(1) + plane(2) + plane(3)
    }

    /// Fills an empty circle.
    #[inline(always)]
    pub(super) fn set(&mut self, circle: u8, value: u8) {
        // An empty circle has a one in every plane.
        for (plane, flip) in self.planes.iter_mut().zip(&FLIPS[usize::from(value & 15)]) {
            *plane &= !(flip & bit(circle));
        }
    }

    /// The links as pairs of the circle below and the one above, ascending.
    pub fn links(&self) -> impl Iterator<Item = (u8, u8)> {
        circles(self.has_above).map(|circle| (circle, self.up[usize::from(circle)]))
    }

    /// The ropes, each as its circles from the lowest number to the highest (TK-20); by their lowest circles, ascending.
    pub fn ropes(&self) -> impl Iterator<Item = Rope<'_>> {
        circles(self.has_above & !self.has_below).map(|bottom| Rope { sheet: self, next: bottom })
    }

    /// The set of the rope that begins at its lowest circle.
    #[inline(always)]
    pub(super) fn rope_set(&self, bottom: u8) -> Mask {
        Rope { sheet: self, next: bottom }.fold(0, |set, circle| set | bit(circle))
    }

    /// The circles with the same number that can be reached from one of them (TK-21).
    #[inline(always)]
    pub(super) fn area(&self, board: &Board, circle: u8) -> Mask {
        let same = self.at(self.value(circle));
        let (mut area, mut border) = (bit(circle), bit(circle));
        while border != 0 {
            let next = border.trailing_zeros() as usize;
            let new = board.adjacent[next & 31] & same & !area;
            area |= new;
            border = (border & (border - 1)) | new;
        }
        area
    }
}

/// Climbs a rope.
#[derive(Clone, Debug)]
pub struct Rope<'a> {
    sheet: &'a Sheet,
    next: u8,
}

impl Iterator for Rope<'_> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let circle = self.next;
        if circle == NONE {
            return None;
        }
        let goes_on = self.sheet.has_above & bit(circle) != 0;
        self.next = if goes_on { self.sheet.up[usize::from(circle & 31)] } else { NONE };
        Some(circle)
    }
}

/// A position of Trek 12 (TK-95).
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub(super) sheets: [Sheet; MAX_PLAYERS],
    /// Members of B and of A to choose from (TK-62); 0 where nothing is to be chosen, or not any more.
    pub(super) below: Mask,
    pub(super) above: Mask,
    /// Seats that are not defeated, as bits.
    pub(super) alive: u16,
    /// Seats defeated in the present round, which the others do not know yet (TK-60).
    pub(super) fallen: u16,
    /// The circle whose links are being chosen, or [`NONE`].
    pub(super) writing: u8,
    /// The outcome of the roll, or [`NONE`] between rounds.
    pub(super) roll: u8,
    /// The seat to decide, or [`NONE`].
    pub(super) seat: u8,
    /// How many rounds are complete.
    pub(super) round: u8,
    pub(super) players: u8,
    /// Whether it began as a study position (TK-96), of which less is demanded.
    pub(super) is_study: bool,
}

impl State {
    /// Empty sheets before the first roll.
    pub(super) fn new(board: &Board, players: usize) -> Self {
        Self {
            sheets: [Sheet::new(board); MAX_PLAYERS],
            below: 0,
            above: 0,
            alive: ((1_u32 << players) - 1) as u16,
            fallen: 0,
            writing: NONE,
            roll: NONE,
            seat: NONE,
            round: 0,
            players: players.min(MAX_PLAYERS) as u8,
            is_study: false,
        }
    }

    /// The sheets of the players.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets[..usize::from(self.players).min(MAX_PLAYERS)]
    }

    /// Whether a seat is still in the game.
    #[inline(always)]
    pub fn is_alive(&self, seat: usize) -> bool {
        self.alive >> (seat & 15) & 1 == 1
    }

    /// The seat in the middle of its move, if there is one.
    pub(super) fn writing_seat(&self) -> Option<usize> {
        (self.writing != NONE).then_some(usize::from(self.seat))
    }

    /// The fields that make two positions different; the sheets of seats that nobody has are none of them.
    fn identity(&self) -> impl Hash + Eq + '_ {
        (self.sheets(), (self.below, self.above, self.alive, self.fallen), (self.writing, self.roll, self.seat, self.round))
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.identity().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_small() {
        assert_eq!(size_of::<Sheet>(), 96);
        assert!(size_of::<State>() <= MAX_PLAYERS * 96 + 24);
    }
}
