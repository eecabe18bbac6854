//! Component tables as the rules read them: small integers in the order of the digest (DP-150). Made by the tables of the game and by
//! the reader of a file, both valid by DP-152 to DP-160.

use super::{ADDONS, ARTIFACTS, CAGES, CUSTOMERS, EXHIBITIONS, MAX_SIZE, PETS, SYMBOLS};

/// The need cards of a colour (DP-152).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// Cards by need. All but those of the dominant need are doubled with it under `double_symbols` (DP-60).
    pub counts: [u8; 6],
    /// The dominant need (DP-7).
    pub dominant: u8,
}

impl Deck {
    /// How many cards there are.
    pub fn size(&self) -> u16 {
        self.counts.iter().map(|&count| u16::from(count)).sum()
    }
}

/// What a pet eats (DP-65).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the digest")]
pub enum Diet {
    #[default]
    Herbivore,
    Carnivore,
    Omnivore,
}

impl Diet {
    /// All of them with their names in a file.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Herbivore, "herbivore"), (Self::Carnivore, "carnivore"), (Self::Omnivore, "omnivore")];

    /// Whether it eats vegetables.
    #[inline(always)]
    pub fn eats_vegetables(self) -> bool {
        self != Self::Carnivore
    }

    /// Whether it eats meat.
    #[inline(always)]
    pub fn eats_meat(self) -> bool {
        self != Self::Herbivore
    }

    /// Its name in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Herbivore => "herbivore",
            Self::Carnivore => "carnivore",
            Self::Omnivore => "omnivore",
        }
    }
}

/// What an old pet that leaves adds to the meat stand with `advanced_meat_stand` (DP-115).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the digest")]
pub enum FarmToken {
    #[default]
    Meat,
    Vegetable,
    Gold,
    Nothing,
}

impl FarmToken {
    /// All of them with their names in a file; nothing is null there.
    pub const NAMES: [(Self, Option<&'static str>); 4] =
        [(Self::Meat, Some("meat")), (Self::Vegetable, Some("vegetable")), (Self::Gold, Some("gold")), (Self::Nothing, None)];
}

/// A pet (DP-153).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pet {
    /// Its name.
    pub name: String,
    /// What it eats.
    pub diet: Diet,
    /// Colours of its bars; the first `size` of them are visible (DP-54).
    pub bars: [u8; MAX_SIZE],
    /// Prices at sizes 4, 5, 6 and 7 (DP-97).
    pub prices: [u8; 4],
    /// What it leaves with `advanced_meat_stand`; else it is meat (DP-30, DP-115).
    pub farm_token: FarmToken,
}

/// A cage, the printed one included (DP-154).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the digest")]
pub struct Cage {
    pub strength: u8,
    pub antimagic: u8,
    pub graze: u8,
    pub poop: u8,
    pub play: u8,
}

/// An addon (DP-155).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the digest")]
pub struct Addon {
    pub strength: u8,
    pub antimagic: u8,
    pub play: u8,
    pub meat: u8,
}

/// An artifact (DP-156).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the digest")]
pub enum Artifact {
    /// With its two colours, as the file has them.
    Book([u8; 2]),
    CrystalBall,
    Shovel,
    ImpArmor,
    Employee,
    #[default]
    Whip,
    MagicBox,
}

impl Artifact {
    /// Its kind in a file.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Book(_) => "book",
            Self::CrystalBall => "crystal_ball",
            Self::Shovel => "shovel",
            Self::ImpArmor => "imp_armor",
            Self::Employee => "employee",
            Self::Whip => "whip",
            Self::MagicBox => "magic_box",
        }
    }
}

/// Food for the stands (DP-23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the digest")]
pub struct Food {
    pub veg_stand: u8,
    pub mixed_veg: u8,
    pub mixed_meat: u8,
    pub meat_stand: u8,
}

/// An exhibition (DP-157).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhibition {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it scores one pet and not the whole display (DP-83).
    pub is_single: bool,
    /// Weights by place in [`SYMBOLS`], 0 where there is none.
    pub plus: [u8; SYMBOLS.len()],
    /// Weights that are subtracted.
    pub minus: [u8; SYMBOLS.len()],
    /// Food of its round (DP-23).
    pub food: Food,
}

impl Exhibition {
    /// By what one of a symbol changes the score, in exhibition points (not doubled).
    #[inline(always)]
    pub fn weight(&self, symbol: usize) -> i32 {
        i32::from(self.plus[symbol]) - i32::from(self.minus[symbol])
    }
}

/// A customer (DP-158).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Customer {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Weights of the needs, suffering and mutation (the first eight of [`SYMBOLS`]), 0 where there is none.
    pub plus: [u8; 8],
    /// Weights that are subtracted.
    pub minus: [u8; 8],
    /// Weights of the needs, once for each colour that carries one (DP-93).
    pub rainbow: [u8; 6],
}

impl Customer {
    /// By what one of a symbol changes the match.
    #[inline(always)]
    pub fn weight(&self, symbol: usize) -> i32 {
        i32::from(self.plus[symbol]) - i32::from(self.minus[symbol])
    }
}

/// What depends on the number of players (DP-159). Rounds of exhibitions and customers follow from the number of rounds (DP-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// Rounds of a game (DP-1).
    pub rounds: u8,
    /// Award by rank; 0 for a rank that there is not (DP-86).
    pub awards: [u8; 4],
    /// The rounds of the columns of the progress board (DP-2).
    pub extra_imps_rounds: [u8; 4],
}

/// All component tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// By colour.
    pub decks: [Deck; 4],
    /// By index.
    pub pets: [Pet; PETS],
    /// The printed cage of plot 0 (DP-4).
    pub printed_cage: Cage,
    /// By index.
    pub cages: [Cage; CAGES],
    /// By index.
    pub addons: [Addon; ADDONS],
    /// By index.
    pub artifacts: [Artifact; ARTIFACTS],
    /// By index.
    pub exhibitions: [Exhibition; EXHIBITIONS],
    /// By index.
    pub customers: [Customer; CUSTOMERS],
    /// Food of round 1 for two, three and four players (DP-11, DP-12).
    pub round1_food: [Food; 3],
    /// For two, three and four players.
    pub players: [Players; 3],
    /// The loops of the neutral imps, market, corral and town: spaces, then dummies from 14 (DP-15).
    pub loops: [[u8; 6]; 3],
}
