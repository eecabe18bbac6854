//! What the rules ask of the tables at every step, as small arrays whose lengths no index can pass.

use super::state::{NONE, PRINTED, Plot};
use super::tables::spec::{Artifact, FarmToken, Tables};
use super::tables::{CAGES, MAX_SIZE, PETS};

/// Cage and addon of a plot together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) strength: u8,
    pub(super) antimagic: u8,
    pub(super) graze: u8,
    pub(super) poop: u8,
    pub(super) play: u8,
    pub(super) meat: u8,
}

/// Tables in the form in which the rules read them.
#[derive(Clone, Debug)]
pub(super) struct Fast {
    /// The dominant need by colour (DP-7).
    pub(super) dominant: [usize; 4],
    /// Artifacts by kind.
    pub(super) books: u16,
    pub(super) crystal_ball: u16,
    pub(super) shovel: u16,
    pub(super) armor: u16,
    pub(super) employee: u16,
    pub(super) whip: u16,
    pub(super) magic_box: u16,
    /// Colours of the books as bits.
    pub(super) book_colours: [u8; 16],
    /// What pets eat: bit 0 vegetables, bit 1 meat (DP-65).
    pub(super) eats: [u8; 32],
    /// Prices by pet and size (DP-97).
    pub(super) prices: [[u8; 8]; 32],
    /// What pets leave on the meat stand (DP-115).
    pub(super) farm: [FarmToken; 32],
    /// Awards by rank (DP-86).
    pub(super) awards: [u8; 4],
    /// Rounds of the columns of the progress board (DP-2).
    pub(super) extra_imps_rounds: [u8; 4],
    /// The k-th bar of a pet of some size in the order of DP-129: its colour, and 16 x how many of that colour are left from it on.
    bars: Box<[[[u8; 8]; 8]; 32]>,
    /// Visible bars by pet, size and colour (DP-54).
    counts: [[[u8; 4]; 8]; 32],
    /// Cages, the printed one behind the others, and nothing behind that.
    cages: [Place; 16],
    /// Addons.
    addons: [Place; 8],
}

impl Fast {
    /// The form for so many players of these tables.
    pub(super) fn new(tables: &Tables, players: usize) -> Self {
        let of_kind = |kind: Artifact| {
            let own = tables.artifacts.iter().enumerate().filter(|&(_, &artifact)| artifact == kind);
            own.fold(0, |set, (index, _)| set | 1 << index)
        };
        let (mut books, mut book_colours) = (0, [0; 16]);
        for (index, artifact) in tables.artifacts.iter().enumerate() {
            if let Artifact::Book([a, b]) = *artifact {
                books |= 1 << index;
                book_colours[index & 15] = 1 << (a & 3) | 1 << (b & 3);
            }
        }
        let own = &tables.players[(players - 2) % 3];
        let mut fast = Self {
            dominant: tables.decks.each_ref().map(|deck| deck.dominant.min(5).into()),
            books,
            crystal_ball: of_kind(Artifact::CrystalBall),
            shovel: of_kind(Artifact::Shovel),
            armor: of_kind(Artifact::ImpArmor),
            employee: of_kind(Artifact::Employee),
            whip: of_kind(Artifact::Whip),
            magic_box: of_kind(Artifact::MagicBox),
            book_colours,
            eats: [0; 32],
            prices: [[0; 8]; 32],
            farm: [FarmToken::Nothing; 32],
            awards: own.awards,
            extra_imps_rounds: own.extra_imps_rounds,
            bars: Box::new([[[0; 8]; 8]; 32]),
            counts: [[[0; 4]; 8]; 32],
            cages: [Place::default(); 16],
            addons: [Place::default(); 8],
        };
        for (index, pet) in tables.pets.iter().enumerate().take(PETS) {
            fast.eats[index] = u8::from(pet.diet.eats_vegetables()) | u8::from(pet.diet.eats_meat()) << 1;
            fast.prices[index][4..].copy_from_slice(&pet.prices);
            fast.farm[index] = pet.farm_token;
            for size in 0..=MAX_SIZE {
                let mut place = 0;
                for colour in 0..4_u8 {
                    let count = pet.bars[..size].iter().map(|&bar| u8::from(bar == colour)).sum();
                    fast.counts[index][size][usize::from(colour)] = count;
                    for left in (1..=count).rev() {
                        fast.bars[index][size][place] = colour | left << 4;
                        place += 1;
                    }
                }
            }
        }
        let printed = std::iter::once(&tables.printed_cage);
        for (place, cage) in fast.cages.iter_mut().zip(tables.cages.iter().take(CAGES).chain(printed)) {
            *place =
                Place { strength: cage.strength, antimagic: cage.antimagic, graze: cage.graze, poop: cage.poop, play: cage.play, meat: 0 };
        }
        for (place, addon) in fast.addons.iter_mut().zip(&tables.addons) {
            *place = Place { strength: addon.strength, antimagic: addon.antimagic, play: addon.play, meat: addon.meat, ..Place::default() };
        }
        fast
    }

    /// The colour of a bar.
    #[inline(always)]
    pub(super) fn bar(&self, pet: u8, size: u8, place: u8) -> u8 {
        self.bars[usize::from(pet & 31)][usize::from(size & 7)][usize::from(place & 7)] & 15
    }

    /// Bars of that colour from it on.
    #[inline(always)]
    pub(super) fn bars_left(&self, pet: u8, size: u8, place: u8) -> u8 {
        self.bars[usize::from(pet & 31)][usize::from(size & 7)][usize::from(place & 7)] >> 4
    }

    /// Visible bars by colour (DP-54).
    #[inline(always)]
    pub(super) fn bar_counts(&self, pet: u8, size: u8) -> [u8; 4] {
        self.counts[usize::from(pet & 31)][usize::from(size & 7)]
    }

    /// What cage and addon of a plot do; an addon without a cage does nothing (DP-50).
    #[inline(always)]
    pub(super) fn place(&self, plot: &Plot) -> Place {
        if plot.cage > PRINTED {
            return Place::default();
        }
        let cage = self.cages[usize::from(plot.cage & 15)];
        if plot.addon == NONE {
            return cage;
        }
        let addon = self.addons[usize::from(plot.addon & 7)];
        Place {
            strength: cage.strength + addon.strength,
            antimagic: cage.antimagic + addon.antimagic,
            play: cage.play + addon.play,
            meat: addon.meat,
            ..cage
        }
    }
}
