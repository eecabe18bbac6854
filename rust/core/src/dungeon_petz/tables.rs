//! Colours, needs and spaces, and what the component tables say about a round.

mod shipped;
pub mod spec;
pub mod tables_file;
mod written;

use spec::Tables;

pub use shipped::{PROVENANCE, shipped};

/// The colours of bars, cards and decks, in order.
pub const COLOURS: [&str; 4] = ["green", "red", "yellow", "purple"];
/// The letters by which the bars of a pet name their colours, in the same order (DP-153).
pub const LETTERS: [&str; 4] = ["G", "R", "Y", "P"];
/// The needs, in order.
pub const NEEDS: [&str; 6] = ["hunger", "poop", "play", "anger", "magic", "disease"];
/// The spaces, in order (DP-14).
pub const SPACES: [&str; 14] = [
    "veg",
    "mixed",
    "meat",
    "artifacts",
    "cage_a",
    "cage_b",
    "addon",
    "pet_young_a",
    "pet_young_b",
    "pet_old",
    "new_imps",
    "hospital",
    "judge",
    "platform",
];
/// The positions of the loops that are no spaces; they are numbered after the spaces (DP-16, DP-24).
pub const DUMMIES: [&str; 4] = ["dummy_green", "dummy_red", "dummy_c1", "dummy_c2"];
/// The kinds of artifacts (DP-156).
pub const ARTIFACT_KINDS: [&str; 7] = ["book", "crystal_ball", "shovel", "imp_armor", "employee", "whip", "magic_box"];
/// What weights of exhibitions and customers may stand on, in the order of the digest (DP-157, DP-158). The first eight are those of
/// customers, the first eleven those of every exhibition, the last four those of single tiles.
pub const SYMBOLS: [&str; 14] = [
    "hunger",
    "poop",
    "play",
    "anger",
    "magic",
    "disease",
    "suffering",
    "mutation",
    "pets",
    "manure_all_cages",
    "best_single_need",
    "distinct_need_types",
    "distinct_card_colours",
    "manure_in_its_cage",
];

/// Places of [`SYMBOLS`] after the six needs.
pub mod symbol {
    /// Suffering tokens.
    pub const SUFFERING: usize = 6;
    /// Mutation tokens.
    pub const MUTATION: usize = 7;
    /// Pets scored.
    pub const PETS: usize = 8;
    /// Manure on all own plots.
    pub const MANURE_ALL: usize = 9;
    /// The most frequent of the six needs.
    pub const BEST_NEED: usize = 10;
    /// Different needs, a potion being one more.
    pub const NEED_TYPES: usize = 11;
    /// Different card colours, a potion being one more.
    pub const CARD_COLOURS: usize = 12;
    /// Manure in the cage of the pet.
    pub const MANURE_OWN: usize = 13;
}

/// How many tiles, pets, exhibitions and customers there are (DP-153 to DP-158).
pub const PETS: usize = 18;
/// Cages to buy.
pub const CAGES: usize = 11;
/// Addons.
pub const ADDONS: usize = 6;
/// Artifacts.
pub const ARTIFACTS: usize = 10;
/// Exhibitions.
pub const EXHIBITIONS: usize = 8;
/// Customers.
pub const CUSTOMERS: usize = 8;
/// Visible bars of a pet at most, and its largest size (DP-54, DP-101).
pub const MAX_SIZE: usize = 7;

/// Bits of the spaces that come in pairs, and of those whose blocking changes what is dealt (DP-12, DP-26 to DP-29).
mod space {
    pub(super) const ARTIFACTS: u32 = 1 << 3;
    pub(super) const CAGES: u32 = 0b11 << 4;
    pub(super) const ADDON: u32 = 1 << 6;
    pub(super) const YOUNG: u32 = 0b11 << 7;
}

/// Rounds of a game (DP-1).
pub const fn rounds(players: usize) -> u8 {
    if players == 4 { 5 } else { 6 }
}

/// The positions on which neutral imps stand in a round: bit s for space s, then the dummies (DP-15). None with four players.
pub fn neutral(loops: &[[u8; 6]; 3], players: usize, round: u8) -> u32 {
    let starts: &[usize] = match players {
        2 => &[0, 3],
        3 => &[0],
        _ => &[],
    };
    let step = usize::from(round.max(1) - 1);
    let imps = loops.iter().flat_map(|positions| starts.iter().map(move |start| positions[(start + step) % positions.len()]));
    imps.fold(0, |mask, position| mask | 1 << (position & 31))
}

/// How many cages, addons, artifacts and pets are dealt in a game (DP-11, DP-12, DP-26 to DP-29, DP-146).
pub fn dealt(loops: &[[u8; 6]; 3], players: usize) -> [usize; 4] {
    let mut dealt = [0; 4];
    for round in 1..=rounds(players) {
        let blocked = neutral(loops, players, round);
        let is_free = |space: u32| usize::from(blocked & space == 0);
        let is_first = usize::from(round == 1);
        // In round 1 a blocked addon space changes nothing (DP-12), and the old pet comes on top of the young ones.
        let of_round = [
            1 + is_first + is_free(space::CAGES),
            if round == 1 { 2 } else { is_free(space::ADDON) },
            2 * is_free(space::ARTIFACTS),
            2 + is_first + is_free(space::YOUNG),
        ];
        for (sum, count) in dealt.iter_mut().zip(of_round) {
            *sum += count;
        }
    }
    dealt
}

impl Tables {
    /// The positions on which neutral imps stand in a round of these tables.
    pub fn neutral(&self, players: usize, round: u8) -> u32 {
        neutral(&self.loops, players, round)
    }
}
