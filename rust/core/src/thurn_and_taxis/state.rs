//! A position: flat bytes, counts of cards and masks of cities.

use super::tables::{CARRIAGES, Counts, DISPLAY, HOUSES, MAX_CITIES, MAX_SEATS, MAX_STACKS, Map, Mask, bit};
use std::hash::{Hash, Hasher};

/// A seat or city field that names none.
pub const NONE: u8 = 255;

/// Turns and closes are counted up to here (TT-100): no game has as many, but a study position may say so.
pub(super) const MOST_COUNTED: u32 = i32::MAX as u32;

/// A number of turns or closes after one more.
#[inline(always)]
pub(super) fn one_more(counted: u32) -> u32 {
    counted.saturating_add(1).min(MOST_COUNTED)
}

/// Where the owner's turn stands (TT-70).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    /// D1.
    FirstDraw,
    /// D2: after an administrator, or the second draw of a forced postmaster.
    OnlyDraw,
    /// D3: a further draw or the play.
    DrawOrPlay,
    /// D4.
    Play,
    /// D5.
    AfterPlay,
    /// D6.
    Place,
    /// D7.
    Discard,
    /// The turn is over but for the display (TT-21).
    EndTurn,
}

/// All points with their names.
pub(super) const POINTS: [(Point, &str); 8] = [
    (Point::FirstDraw, "first_draw"),
    (Point::OnlyDraw, "only_draw"),
    (Point::DrawOrPlay, "draw_or_play"),
    (Point::Play, "play"),
    (Point::AfterPlay, "after_play"),
    (Point::Place, "place"),
    (Point::Discard, "discard"),
    (Point::EndTurn, "end_turn"),
];

/// What chance is about to deal (TT-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deal {
    /// Nothing: the owner decides.
    Nothing,
    /// A card of the display.
    Display,
    /// A card that the owner draws face down.
    FaceDown,
}

/// The official of a turn (TT-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Official {
    /// None yet.
    Free,
    /// A further draw (TT-14, TT-15).
    Postmaster,
    /// A new display (TT-16).
    Administrator,
    /// A second play (TT-28).
    Carrier,
    /// A carriage for two cards less (TT-33).
    Cartwright,
}

/// All officials with their names; the first has none.
pub(super) const OFFICIALS: [(Official, &str); 5] = [
    (Official::Free, ""),
    (Official::Postmaster, "postmaster"),
    (Official::Administrator, "administrator"),
    (Official::Carrier, "carrier"),
    (Official::Cartwright, "cartwright"),
];

/// Whether and how the game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It goes on.
    NotYet,
    /// By the game-end tile (TT-46).
    Natural,
    /// By `max_turns` (TT-53).
    Truncated,
}

/// What one player has (TT-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// Hand cards taken face up, by city (TT-63).
    pub(super) known: Counts,
    /// Hand cards drawn face down since the last reshuffle.
    pub(super) new: Counts,
    /// Hand cards drawn face down before it.
    pub(super) old: Counts,
    /// The current route from left to right; 0 behind its end.
    pub(super) row: [u8; MAX_CITIES],
    /// Cities of which the hand has a card; follows from the counts.
    pub(super) hand: Mask,
    /// Cities of the row.
    pub(super) row_set: Mask,
    /// Cities with a house of the player.
    pub(super) houses: Mask,
    /// Hand cards; follows from the counts.
    pub(super) hand_size: u16,
    /// Of these the new ones.
    pub(super) new_size: u16,
    /// How many routes the player has closed.
    pub(super) closes: u32,
    /// Points of the tiles; follows from their owners.
    pub(super) tile_points: u16,
    /// Cards of the row.
    pub(super) row_len: u8,
    /// The highest carriage, or 0 (TT-32, TT-78).
    pub(super) carriage: u8,
}

impl Player {
    const NEW: Self = Self {
        known: [0; MAX_CITIES],
        new: [0; MAX_CITIES],
        old: [0; MAX_CITIES],
        row: [0; MAX_CITIES],
        hand: 0,
        row_set: 0,
        houses: 0,
        hand_size: 0,
        new_size: 0,
        closes: 0,
        tile_points: 0,
        row_len: 0,
        carriage: 0,
    };

    /// Cards of a city in the hand.
    #[inline(always)]
    pub fn hand_count(&self, city: u8) -> u8 {
        let city = usize::from(city & 31);
        self.known[city] + self.new[city] + self.old[city]
    }

    /// The row from left to right.
    pub fn row(&self) -> &[u8] {
        &self.row[..usize::from(self.row_len).min(MAX_CITIES)]
    }

    /// How many routes the player has closed.
    pub fn closes(&self) -> u32 {
        self.closes
    }

    /// The highest carriage, or 0 (TT-32).
    pub fn carriage(&self) -> u8 {
        self.carriage
    }

    /// Houses not placed yet.
    #[inline(always)]
    pub fn houses_left(&self) -> u8 {
        HOUSES.saturating_sub(self.houses.count_ones() as u8)
    }

    /// The number of the next carriage, 8 if there is none (TT-32).
    #[inline(always)]
    pub fn next_carriage(&self) -> u8 {
        if self.carriage == 0 { CARRIAGES.0 } else { self.carriage + 1 }
    }
}

/// A position of Thurn and Taxis.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub(super) players: [Player; MAX_SEATS],
    /// Cards not dealt yet, by city: no order exists (TT-60).
    pub(super) supply: Counts,
    pub(super) discard: Counts,
    pub(super) display: Counts,
    /// Owners of the tiles that are taken: two bits a tile, the first taken lowest.
    pub(super) tile_owners: [u32; MAX_STACKS],
    /// How many tiles of each stack are taken.
    pub(super) taken: [u8; MAX_STACKS],
    /// Cities of which the display has a card; follows from the counts.
    pub(super) display_set: Mask,
    /// Houses placed in the present close; they are named in rising order (TT-72).
    pub(super) placed: Mask,
    /// Completed player turns.
    pub(super) turn: u32,
    pub(super) supply_size: u16,
    pub(super) discard_size: u16,
    pub(super) display_size: u8,
    /// How many play.
    pub(super) seats: u8,
    /// Whose turn it is.
    pub(super) owner: u8,
    /// The seat with the game-end tile, or [`NONE`].
    pub(super) ender: u8,
    /// The city discarded last in D7, or [`NONE`] (TT-73).
    pub(super) last_discard: u8,
    /// Where the turn stands; while a card is dealt, where it goes on.
    pub(super) point: Point,
    pub(super) deal: Deal,
    pub(super) official: Official,
    /// Whether the owner's hand was empty when the turn began (TT-15).
    pub(super) began_empty: bool,
    pub(super) end: End,
    /// Whether it began as a study position, of which less is demanded.
    pub(super) is_study: bool,
}

impl State {
    /// All cards in the supply, the display still to be dealt (TT-4, TT-5).
    pub(super) fn new(map: &Map, seats: usize, start_player: u8) -> Self {
        let mut supply = [0; MAX_CITIES];
        for count in supply.iter_mut().take(map.n.into()) {
            *count = map.copies;
        }
        Self {
            players: [Player::NEW; MAX_SEATS],
            supply,
            discard: [0; MAX_CITIES],
            display: [0; MAX_CITIES],
            tile_owners: [0; MAX_STACKS],
            taken: [0; MAX_STACKS],
            display_set: 0,
            placed: 0,
            turn: 0,
            supply_size: u16::from(map.n) * u16::from(map.copies),
            discard_size: 0,
            display_size: 0,
            seats: seats.min(MAX_SEATS) as u8,
            owner: start_player,
            ender: NONE,
            last_discard: NONE,
            point: Point::FirstDraw,
            deal: Deal::Display,
            official: Official::Free,
            began_empty: true,
            end: End::NotYet,
            is_study: false,
        }
    }

    /// The player whose turn it is.
    #[inline(always)]
    pub(super) fn own(&self) -> &Player {
        &self.players[usize::from(self.owner & 3)]
    }

    #[inline(always)]
    pub(super) fn own_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.owner & 3)]
    }

    /// The players at the table.
    pub fn players(&self) -> &[Player] {
        &self.players[..usize::from(self.seats).min(MAX_SEATS)]
    }

    /// Cards of the supply, face down but counted by everybody (TT-58).
    pub fn supply_size(&self) -> u16 {
        self.supply_size
    }

    /// Player turns completed (TT-53).
    pub fn turns(&self) -> u32 {
        self.turn
    }

    /// Who has the game-end tile (TT-42).
    pub fn game_end_holder(&self) -> Option<u8> {
        (self.ender != NONE).then_some(self.ender)
    }

    /// Who has the tiles of a stack that are taken, the first taken first (TT-39 to TT-43).
    pub fn tile_holders(&self, stack: usize) -> impl Iterator<Item = u8> + '_ {
        (0..usize::from(self.taken[stack & 15])).map(move |tile| self.tile_owner(stack, tile))
    }

    /// Whether a card could be dealt (TT-20).
    #[inline(always)]
    pub(super) fn has_cards(&self) -> bool {
        self.supply_size != 0 || self.discard_size != 0
    }

    /// Whether the display is to be dealt up (TT-13).
    #[inline(always)]
    pub(super) fn is_short(&self) -> bool {
        self.display_size < DISPLAY && self.has_cards()
    }

    /// The owner of a tile that is taken.
    #[inline(always)]
    pub(super) fn tile_owner(&self, stack: usize, tile: usize) -> u8 {
        (self.tile_owners[stack & 15] >> (2 * (tile & 15)) & 3) as u8
    }

    /// Puts a card into the hand of a seat, with a tag (TT-63); a hand has no limit while cards are drawn and played (TT-17).
    #[inline(always)]
    pub(super) fn into_hand(&mut self, seat: u8, city: u8, is_known: bool) {
        let player = &mut self.players[usize::from(seat & 3)];
        let counts = if is_known { &mut player.known } else { &mut player.new };
        counts[usize::from(city & 31)] += 1;
        player.hand |= bit(city);
        player.hand_size += 1;
        player.new_size += u16::from(!is_known);
    }

    fn identity(&self) -> impl Hash + Eq + '_ {
        (
            (self.players(), self.supply, self.discard, self.display, self.tile_owners, self.taken),
            (self.placed, self.turn, self.owner, self.ender, self.last_discard),
            (self.point, self.deal, self.official, self.began_empty, self.end),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_small() {
        assert!(size_of::<State>() <= 812, "{}", size_of::<State>());
    }
}
