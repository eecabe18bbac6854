//! A position: 128 flat bytes.

use super::tables::{PATCHES, STARTING_BUTTONS};
use std::hash::{Hash, Hasher};

/// Side of a board (PW-1).
pub const SIDE: usize = 9;

/// Covered cells of a board: bit 9·row + col (PW-1).
pub type Quilt = u128;

/// A seat field that names nobody.
pub const NOBODY: u8 = 255;

/// How far the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The circle is being drawn (PW-76).
    Setup,
    /// All else, the end included.
    Play,
}

/// A position of Patchwork (PW-50).
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Covered cells by seat.
    pub(super) quilts: [Quilt; 2],
    /// First the circle (`circle_len` patch ids, PW-5), behind it what is no longer in it: [`Placed`] codes, the newest first.
    /// While the circle is drawn, its tail holds the ids not drawn yet, ascending, and patch 0 last.
    pub(super) ring: [u16; PATCHES],
    /// Buttons by seat (PW-37).
    pub(super) buttons: [u16; 2],
    /// Spaces of the time tokens by seat (PW-6).
    pub(super) position: [u8; 2],
    /// Income by seat (PW-26).
    pub(super) income: [u8; 2],
    /// Number of covered cells by seat; follows from `quilts` and saves counting.
    pub(super) covered: [u8; 2],
    /// How many patches the circle has.
    pub(super) circle_len: u8,
    /// Set-up or play.
    pub(super) stage: Stage,
    /// The seat whose token is on top where both share a space below 53, else [`NOBODY`], so that equal positions have equal fields.
    pub(super) on_top: u8,
    /// Owner of the 7x7 tile, or [`NOBODY`].
    pub(super) tile_owner: u8,
    /// Who has a special patch to place, or [`NOBODY`].
    pub(super) to_place: u8,
    /// Who reached the last space first, or [`NOBODY`].
    pub(super) first_on_last: u8,
    /// Whether it began as a study position (PW-79), of which less is demanded.
    pub(super) study: bool,
}

impl State {
    /// The start: empty boards, five buttons, both tokens on 0, no patch drawn (PW-1, PW-2, PW-6, PW-10, PW-76).
    pub(super) fn new(starting_player: u8) -> Self {
        let mut ring = [0; PATCHES];
        for (index, entry) in ring.iter_mut().take(PATCHES - 1).enumerate() {
            *entry = index as u16 + 1;
        }
        Self {
            quilts: [0; 2],
            ring,
            buttons: [STARTING_BUTTONS; 2],
            position: [0; 2],
            income: [0; 2],
            covered: [0; 2],
            circle_len: 0,
            stage: Stage::Setup,
            on_top: starting_player,
            tile_owner: NOBODY,
            to_place: NOBODY,
            first_on_last: NOBODY,
            study: false,
        }
    }

    /// The circle in front of the neutral token; in set-up what is drawn of it.
    #[inline(always)]
    pub fn circle(&self) -> &[u16] {
        &self.ring[..usize::from(self.circle_len).min(PATCHES)]
    }

    /// What is on the boards, the newest first. Empty in set-up.
    pub fn placed(&self) -> impl DoubleEndedIterator<Item = Placed> {
        let start = if self.stage == Stage::Setup { PATCHES } else { usize::from(self.circle_len).min(PATCHES) };
        self.ring[start..].iter().map(|&code| Placed::from_code(code))
    }

    /// The fields that make two positions different (PW-50, PW-80).
    fn identity(&self) -> impl Hash + Eq + '_ {
        (
            (self.quilts, self.circle(), self.buttons, self.position, self.income),
            (self.stage, self.on_top, self.tile_owner, self.to_place, self.first_on_last),
        )
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

/// A patch that has left the circle, and where it lies if that is known (PW-80).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its id.
    pub patch: u8,
    /// Seat, orientation and corner cell (9·row + col); `None` in a study of a board whose patches nobody told.
    pub place: Option<(u8, u8, u8)>,
}

impl Placed {
    const PLACES: u16 = 8 * 81;
    const UNKNOWN: u16 = 2 * PATCHES as u16 * Self::PLACES;
    /// The first number that is no code.
    pub const END: u16 = Self::UNKNOWN + PATCHES as u16;

    /// As one number below [`Placed::END`].
    #[inline(always)]
    pub fn code(self) -> u16 {
        let patch = u16::from(self.patch);
        match self.place {
            Some((seat, orientation, cell)) => {
                (u16::from(seat) * PATCHES as u16 + patch) * Self::PLACES + u16::from(orientation) * 81 + u16::from(cell)
            }
            None => Self::UNKNOWN + patch,
        }
    }

    /// The inverse of [`Placed::code`].
    pub fn from_code(code: u16) -> Self {
        if code >= Self::UNKNOWN {
            return Self { patch: (code - Self::UNKNOWN) as u8, place: None };
        }
        let (owner, rest) = (code / Self::PLACES, code % Self::PLACES);
        let (seat, patch) = (owner / PATCHES as u16, owner % PATCHES as u16);
        Self { patch: patch as u8, place: Some((seat as u8, (rest / 81) as u8, (rest % 81) as u8)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_stays_small() {
        assert!(size_of::<State>() <= 128, "{} bytes", size_of::<State>());
    }

    #[test]
    fn every_code_is_a_place() {
        for code in 0..Placed::END {
            assert_eq!(Placed::from_code(code).code(), code);
        }
    }
}
