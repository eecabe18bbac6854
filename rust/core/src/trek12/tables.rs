//! Dice, operations, bonus tables, and boards as masks of circles: bit c stands for circle c.

pub mod board_file;
mod shipped;
pub mod spec;

use crate::score::Score;
use arrayvec::ArrayVec;
use spec::BoardSpec;
use std::ops::RangeInclusive;

pub use shipped::{IDS, shipped};

/// The most circles of a board (TK-68).
pub const MAX_CIRCLES: usize = 32;
/// The operations in the order of their boxes (TK-4).
pub const OPERATIONS: [&str; 5] = ["min", "max", "diff", "sum", "prod"];
/// How many outcomes a roll has (TK-61).
pub const ROLLS: usize = 36;
/// What the red die shows (TK-3).
pub const RED: RangeInclusive<u8> = 1..=6;
/// What the yellow die shows.
pub const YELLOW: RangeInclusive<u8> = 0..=5;
/// The largest number of a normal and of a dangerous circle (TK-2).
pub const LARGEST: [u8; 2] = [12, 6];
/// Rows of boxes of one table: one for each operation.
pub const ROWS: usize = OPERATIONS.len();
/// Rows of boxes of two tables (TK-5, TK-63).
pub const MAX_ROWS: usize = 2 * ROWS;

/// The dice of an outcome: red 1..6 and yellow 0..5 (TK-3, TK-61).
#[inline(always)]
pub const fn dice(outcome: u8) -> (u8, u8) {
    (outcome / 6 + 1, outcome % 6)
}

/// The outcome of two dice (TK-61).
pub const fn outcome(red: u8, yellow: u8) -> u8 {
    6 * (red - 1) + yellow
}

/// Value by outcome and operation (TK-4, TK-65).
pub static VALUES: [[u8; ROWS]; ROLLS] = values();

const fn values() -> [[u8; ROWS]; ROLLS] {
    let mut table = [[0; ROWS]; ROLLS];
    let mut roll = 0;
    while roll < ROLLS {
        let (a, b) = dice(roll as u8);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        table[roll] = [low, high, high - low, low + high, low * high];
        roll += 1;
    }
    table
}

/// Bonus by circle count of the longest rope or the largest area: as in the SEED and as printed (TK-28).
pub static BONUS: [[u8; MAX_CIRCLES + 1]; 2] = [bonus(21), bonus(20)];

const fn bonus(eight: u8) -> [u8; MAX_CIRCLES + 1] {
    let mut table = [0; MAX_CIRCLES + 1];
    let first = [0, 0, 0, 1, 3, 6, 10, 15, eight, 25];
    let mut count = 0;
    while count <= MAX_CIRCLES {
        table[count] = if count < first.len() { first[count] } else { table[count - 1] + 5 };
        count += 1;
    }
    table
}

/// A set of circles.
pub type Mask = u32;

/// The set of one circle.
#[inline(always)]
pub const fn bit(circle: u8) -> Mask {
    1 << (circle & 31)
}

/// The set of some circles.
pub fn mask(circles: &[u8]) -> Mask {
    circles.iter().fold(0, |mask, &circle| mask | bit(circle))
}

/// The circles of a set, ascending.
#[inline(always)]
pub fn circles(mask: Mask) -> impl Iterator<Item = u8> + Clone {
    std::iter::successors((mask != 0).then_some(mask), |&rest| {
        let rest = rest & (rest - 1);
        (rest != 0).then_some(rest)
    })
    .map(|rest| rest.trailing_zeros() as u8)
}

/// A board as the rules read it (TK-2).
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether the board has something")]
pub struct Board {
    /// How many circles it has.
    pub n: u8,
    /// Rows of boxes: 5 or 10 (TK-63).
    pub rows: u8,
    /// 65536 / n, rounded up: an action number times this, shifted by 16, is the number divided by n, for all that there are.
    pub reciprocal: u32,
    /// All circles.
    pub all: Mask,
    /// Neighbours by circle (TK-6).
    pub adjacent: [Mask; MAX_CIRCLES],
    /// Circles with the largest number 6.
    pub dangerous: Mask,
    /// Where the first number may be written (TK-10): the lowest circles of `FilyTrek` and Christmas (TK-47, TK-49), the edges
    /// of Mount Fuji.
    pub start: Mask,
    /// Boxes by row (TK-5).
    pub limits: [u8; MAX_ROWS],
    /// With two tables, the circles of each zone without the shared ones; with one table all circles (TK-53).
    pub own: [Mask; 2],
    /// Circles that may use either table.
    pub shared: Mask,
    /// Price of a face (TK-30).
    pub face_price: Score,
    /// Price of an isolated circle, 10 on Valentine (TK-45); the number in it if there is none (TK-29, TK-43).
    pub isolated_price: Option<Score>,
    /// Whether a special of TK-35 to TK-52 is on the board that matters while a number is written.
    pub has_write_rules: bool,
    /// Whether the score sheet has items beyond ropes, areas, isolated circles and faces.
    pub has_items: bool,
    /// Pre-linked partners by circle (TK-35).
    pub partners: [Mask; MAX_CIRCLES],
    /// TK-39.
    pub sofa: Mask,
    /// TK-39.
    pub fridge: Mask,
    /// TK-40.
    pub desk: Mask,
    /// TK-41.
    pub entrance: Mask,
    /// TK-41.
    pub washbasin: Mask,
    /// Whether a value above 12 loses (TK-42).
    pub over12_loses: bool,
    /// TK-44.
    pub roses: Mask,
    /// TK-48.
    pub flags: Mask,
    /// What each flag pays.
    pub flag_points: Score,
    /// TK-51.
    pub top: Mask,
    /// What each top circle pays.
    pub top_points: Score,
    /// Ornament circles by colour (TK-50).
    pub colours: ArrayVec<Mask, MAX_CIRCLES>,
    /// The circles of all colours.
    pub ornaments: Mask,
    /// Points of a rope by its number of colours.
    pub ornament_points: [Score; MAX_CIRCLES + 1],
    /// Whether areas without an ornament pay again (TK-50).
    pub gift_areas: bool,
    /// TK-52.
    pub waves: Mask,
}

impl Board {
    /// The masks of a valid board (TK-34: its specials may be any combination).
    pub fn new(spec: &BoardSpec) -> Self {
        let n = spec.circles.len() as u8;
        let specials = &spec.specials;
        let all = (u64::from(u32::MAX) >> (MAX_CIRCLES - usize::from(n).min(MAX_CIRCLES))) as Mask;
        let mut adjacent = [0; MAX_CIRCLES];
        let mut partners = [0; MAX_CIRCLES];
        for (table, pairs) in [(&mut adjacent, &spec.edges), (&mut partners, &specials.prelinked)] {
            for &[a, b] in pairs {
                table[usize::from(a & 31)] |= bit(b);
                table[usize::from(b & 31)] |= bit(a);
            }
        }
        let mut limits = [0; MAX_ROWS];
        for (row, &limit) in limits.iter_mut().zip(spec.tables.iter().flat_map(|table| &table.limits)) {
            *row = limit;
        }
        let (own, shared) = match &specials.zones {
            Some(zones) => ([mask(&zones.own[0]), mask(&zones.own[1])], mask(&zones.shared)),
            None => ([all, 0], 0),
        };
        let mut ornament_points = [0; MAX_CIRCLES + 1];
        let mut colours = ArrayVec::new();
        if let Some(ornaments) = &specials.ornaments {
            colours = ornaments.colours.iter().take(MAX_CIRCLES).map(|(_, ids)| mask(ids)).collect();
            for (points, &printed) in ornament_points.iter_mut().skip(1).zip(&ornaments.points) {
                *points = Score::from(printed);
            }
        }
        let claim = |claim: &Option<spec::Claim>| claim.as_ref().map_or((0, 0), |claim| (mask(&claim.circles), Score::from(claim.points)));
        let (flags, flag_points) = claim(&specials.flags);
        let (top, top_points) = claim(&specials.top);
        let largest_is_six = |&(_, circle): &(usize, &spec::Circle)| circle.max == LARGEST[1];
        Self {
            n,
            reciprocal: 65_536_u32.div_ceil(u32::from(n.max(1))),
            rows: (spec.tables.len() * ROWS).min(MAX_ROWS) as u8,
            all,
            adjacent,
            dangerous: spec.circles.iter().enumerate().filter(largest_is_six).fold(0, |mask, (id, _)| mask | bit(id as u8)),
            start: spec.start.as_deref().map_or(all, mask),
            limits,
            own,
            shared,
            face_price: Score::from(spec.face),
            isolated_price: spec.isolated.map(Score::from),
            has_write_rules: !specials.prelinked.is_empty() || !specials.waves.is_empty(),
            has_items: *specials
                != spec::Specials {
                    prelinked: specials.prelinked.clone(),
                    zones: specials.zones.clone(),
                    waves: specials.waves.clone(),
                    over12_loses: specials.over12_loses,
                    ..spec::Specials::default()
                },
            partners,
            sofa: mask(&specials.sofa),
            fridge: mask(&specials.fridge),
            desk: mask(&specials.desk),
            entrance: mask(&specials.entrance),
            washbasin: mask(&specials.washbasin),
            over12_loses: specials.over12_loses,
            roses: mask(&specials.roses),
            flags,
            flag_points,
            top,
            top_points,
            ornaments: colours.iter().fold(0, |mask, colour| mask | colour),
            colours,
            ornament_points,
            gift_areas: specials.gift_areas,
            waves: mask(&specials.waves),
        }
    }

    /// The largest number of a circle (TK-2).
    #[inline(always)]
    pub fn largest(&self, circle: u8) -> u8 {
        LARGEST[usize::from(self.dangerous & bit(circle) != 0)]
    }
}
