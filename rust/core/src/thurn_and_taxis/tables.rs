//! Carriages, houses and hands, and maps as masks of cities: bit c stands for city c.

pub mod map_file;
mod shipped;
pub mod spec;

use crate::score::Score;
use arrayvec::ArrayVec;
use spec::{Kind, MapSpec};

pub use shipped::{NAMES, shipped};

/// The most cities, regions and stacks of a map, and the most tiles of a stack (TT-57, TT-97).
pub const MAX_CITIES: usize = 32;
/// The most regions of a map.
pub const MAX_REGIONS: usize = 16;
/// The most stacks of a map.
pub const MAX_STACKS: usize = 16;
/// The most tiles of a stack (TT-97).
pub const MAX_TILES: usize = 16;
/// Houses of each player (TT-4).
pub const HOUSES: u8 = 20;
/// Cards of a full display (TT-5).
pub const DISPLAY: u8 = 6;
/// Cards of a hand after a close (TT-44).
pub const HAND_LIMIT: u16 = 3;
/// Cards of a row that may be closed (TT-30).
pub const SHORTEST_ROUTE: u8 = 3;
/// By how many cards the cartwright makes a carriage cheaper (TT-33).
pub const CARTWRIGHT: u8 = 2;
/// The first and the last carriage (TT-6).
pub const CARRIAGES: (u8, u8) = (3, 7);
/// Points of the highest carriage, by its number (TT-48).
pub const CARRIAGE_POINTS: [Score; 8] = [0, 0, 0, 2, 3, 5, 7, 10];
/// The most players (TT-1).
pub const MAX_SEATS: usize = 4;

/// A set of cities.
pub type Mask = u32;

/// Cards by city.
pub type Counts = [u8; MAX_CITIES];

/// The set of one city.
#[inline(always)]
pub const fn bit(city: u8) -> Mask {
    1 << (city & 31)
}

/// The set of some cities.
pub fn mask(cities: &[u8]) -> Mask {
    cities.iter().fold(0, |mask, &city| mask | bit(city))
}

/// The cities of a set, ascending.
#[inline(always)]
pub fn cities(mask: Mask) -> impl Iterator<Item = u8> + Clone {
    std::iter::successors((mask != 0).then_some(mask), |&rest| {
        let rest = rest & (rest - 1);
        (rest != 0).then_some(rest)
    })
    .map(|rest| rest.trailing_zeros() as u8)
}

/// The city of the card with this rank, the cards lying in the order of their cities. `None` if there are not so many cards.
///
/// Eight cities at once: every card that is dealt asks for it.
#[inline(always)]
pub(super) fn card_of_rank(counts: &Counts, rank: u16) -> Option<u8> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let mut rest = u64::from(rank);
    for (first, eight) in (0_u8..).step_by(8).zip(counts.as_chunks().0) {
        // Each byte becomes the sum of those up to it: of eight cities at most 72 (TT-57), so that none carries into the next.
        let sums = u64::from_le_bytes(*eight).wrapping_mul(ONES);
        let all = sums >> 56;
        if rest < all {
            // The high bit of a byte outlasts the subtraction where the sum is above the rank.
            let above = (sums | HIGH).wrapping_sub((rest + 1).wrapping_mul(ONES)) & HIGH;
            return Some(first + (above.trailing_zeros() / 8) as u8);
        }
        rest -= all;
    }
    None
}

/// What a stack asks for (TT-56).
#[derive(Clone, Debug)]
pub enum Goal {
    /// A route of so many cards (TT-39).
    Route(u8),
    /// A house in every one of these cities (TT-40).
    Cities(Mask),
    /// A house in each of these groups of cities (TT-41).
    Groups(ArrayVec<Mask, MAX_REGIONS>),
    /// Carriage 7 or the last house, and nobody before (TT-42).
    GameEnd,
}

/// A stack of tiles, the next one first.
#[derive(Clone, Debug)]
pub struct Stack {
    /// What it asks for.
    pub goal: Goal,
    /// Values of its tiles in the order in which they are taken.
    pub values: ArrayVec<u8, MAX_TILES>,
}

/// A map as the rules read it (TT-2).
#[derive(Clone, Debug)]
pub struct Map {
    /// How many cities it has.
    pub n: u8,
    /// All cities.
    pub all: Mask,
    /// Cards of each city (TT-3).
    pub copies: u8,
    /// Neighbours by city.
    pub adjacent: [Mask; MAX_CITIES],
    /// The cities that share a region with a city; for a free city all free ones (TT-37).
    pub group: [Mask; MAX_CITIES],
    /// Cities of no region.
    pub free: Mask,
    /// Cities by region.
    pub regions: ArrayVec<Mask, MAX_REGIONS>,
    /// Stacks in the order of the map.
    pub stacks: ArrayVec<Stack, MAX_STACKS>,
    /// The stack with the game-end tile.
    pub game_end: usize,
}

impl Map {
    /// The masks of a valid map.
    pub fn new(spec: &MapSpec) -> Self {
        let n = spec.cities.len().min(MAX_CITIES) as u8;
        let mut adjacent = [0; MAX_CITIES];
        for &[a, b] in &spec.roads {
            adjacent[usize::from(a & 31)] |= bit(b);
            adjacent[usize::from(b & 31)] |= bit(a);
        }
        let of_region = |region: usize| {
            let own = spec.cities.iter().enumerate().filter(|(_, city)| city.region == Some(region as u8));
            own.fold(0, |set, (id, _)| set | bit(id as u8))
        };
        let regions: ArrayVec<Mask, MAX_REGIONS> = (0..spec.regions.len().min(MAX_REGIONS)).map(of_region).collect();
        let all = (u64::from(u32::MAX) >> (MAX_CITIES - usize::from(n))) as Mask;
        let free = all & !regions.iter().fold(0, |set, region| set | region);
        let mut group = [0; MAX_CITIES];
        for city in cities(all) {
            group[usize::from(city)] = regions.iter().copied().find(|region| region & bit(city) != 0).unwrap_or(free);
        }
        let named =
            |ids: &[u8]| ids.iter().filter_map(|&id| regions.get(usize::from(id)).copied()).collect::<ArrayVec<Mask, MAX_REGIONS>>();
        let stacks: ArrayVec<Stack, MAX_STACKS> = spec
            .stacks
            .iter()
            .take(MAX_STACKS)
            .map(|stack| Stack {
                goal: match &stack.kind {
                    Kind::RouteLength(length) => Goal::Route(*length),
                    Kind::AllCities(ids) => Goal::Cities(named(ids).iter().fold(0, |set, region| set | region)),
                    Kind::OneHouseInEach(ids) => Goal::Groups(named(ids)),
                    Kind::GameEnd => Goal::GameEnd,
                },
                values: stack.values.iter().copied().take(MAX_TILES).collect(),
            })
            .collect();
        let game_end = stacks.iter().position(|stack| matches!(stack.goal, Goal::GameEnd)).unwrap_or(0);
        Self { n, all, copies: spec.copies, adjacent, group, free, regions, stacks, game_end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain way: city by city.
    fn by_counting(counts: &Counts, rank: u16) -> Option<u8> {
        let mut cards = (0_u8..).zip(counts).flat_map(|(city, &count)| std::iter::repeat_n(city, count.into()));
        cards.nth(rank.into())
    }

    #[test]
    fn cards_have_the_ranks_that_counting_gives() {
        let mut rng = crate::rng::Rng::new(60, 0);
        let mut some = [0; MAX_CITIES];
        for most in [1, 2, 4, 10] {
            for _ in 0..50 {
                for count in &mut some {
                    *count = rng.below(most) as u8;
                }
                let size: u16 = some.iter().map(|&count| u16::from(count)).sum();
                for rank in 0..=size {
                    assert_eq!(card_of_rank(&some, rank), by_counting(&some, rank), "{some:?}, {rank}");
                }
            }
        }
        assert_eq!(card_of_rank(&[9; MAX_CITIES], 9 * 32 - 1), Some(31));
        assert_eq!(card_of_rank(&[0; MAX_CITIES], 0), None);
    }
}
