//! The tables of the game, as `seeds/dungeon_petz.json` has them; a test compares the two.

use super::spec::{Addon, Artifact, Cage, Customer, Deck, Diet, Exhibition, FarmToken, Food, Pet, Players, Tables};
use super::{CUSTOMERS, EXHIBITIONS, LETTERS, PETS, SYMBOLS};
use Diet::{Carnivore, Herbivore, Omnivore};

/// How sure each table is (DP-162 to DP-165): verified (a source says it), inferred (it follows from sources) or reconstructed (of the right
/// shape and size, to be replaced once it is known).
pub const PROVENANCE: [(&str, &str); 10] = [
    ("decks", "verified: component list and the rulebook's arithmetic"),
    ("pets", "names, prices and farm tokens verified; some diets and first bars inferred, most bars and the other diets reconstructed"),
    ("cages", "the printed cage and the sum of three verified; the tiles reconstructed"),
    ("addons", "count and kinds verified; how many there are of each kind reconstructed"),
    ("artifacts", "kinds, effects and count verified; colour pairs of the books inferred"),
    ("exhibitions", "names and scoring verified; food reconstructed"),
    (
        "customers",
        "names and tastes in words verified; weights of Dungeon Mistress, Dungeon Girl and Farmer Troll inferred, the others reconstructed",
    ),
    ("round1_food", "verified"),
    ("players", "rounds, awards and the progress board with four players verified; its columns with two and three reconstructed"),
    (
        "neutral_imps",
        "loops of six and steps verified; which spaces form a loop inferred; their order and direction, and all of the town loop, reconstructed: they decide which spaces are blocked in which round",
    ),
];

/// A pet by name, diet and bars; prices follow from the diet (DP-97), all but three leave meat (DP-115).
const PET_LIST: [(&str, Diet, &str); PETS] = [
    ("Uni", Herbivore, "YPGYPGR"),
    ("Ghosty", Omnivore, "PPYRPGY"),
    ("Trollie", Herbivore, "YGYRGYR"),
    ("Snakitty", Carnivore, "GYPRRGY"),
    ("Lifffard", Omnivore, "GGYGRGP"),
    ("Birdie", Herbivore, "YPPYGRG"),
    ("Bubl", Carnivore, "GRGRPGR"),
    ("Fiery Fairy", Omnivore, "PRYPRPG"),
    ("Snappy", Carnivore, "GRRGYRR"),
    ("Drago", Carnivore, "RGPRPGR"),
    ("Wormie", Herbivore, "GGRGPRP"),
    ("Stareplant", Herbivore, "PYPGYPG"),
    ("Baby Golem", Omnivore, "RPRPYRP"),
    ("Dunguin", Omnivore, "GYGPGYP"),
    ("Cthulie", Omnivore, "YGPYGPR"),
    ("Fluffy", Carnivore, "YRGYGYP"),
    ("Direbunny", Carnivore, "YRRYGRY"),
    ("Stegobully", Herbivore, "GRRGRGY"),
];

/// Strength, antimagic, graze, poop and play.
const CAGE_LIST: [[u8; 5]; 11] = [
    [3, 0, 0, 0, 0],
    [0, 3, 0, 0, 0],
    [1, 2, 0, 0, 0],
    [2, 1, 0, 0, 0],
    [2, 0, 1, 0, 0],
    [1, 1, 1, 0, 0],
    [1, 0, 0, 1, 1],
    [0, 2, 0, 1, 0],
    [0, 2, 0, 0, 1],
    [2, 0, 0, 0, 1],
    [1, 1, 0, 0, 1],
];

/// Strength, antimagic, play and meat.
const ADDON_LIST: [[u8; 4]; 6] = [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

/// Symbols and their weights.
type Weights = &'static [(&'static str, u8)];

/// Id, name, whether single, plus, minus and food.
type ExhibitionRow = (&'static str, &'static str, bool, Weights, Weights, [u8; 4]);

/// By index.
const EXHIBITION_LIST: [ExhibitionRow; EXHIBITIONS] = [
    ("arena", "Arena", true, &[("anger", 2)], &[("disease", 1)], [3, 1, 1, 2]),
    ("freestyle", "Freestyle", true, &[("best_single_need", 2)], &[("suffering", 2)], [2, 2, 1, 2]),
    ("moody_medley", "Moody Medley", true, &[("distinct_need_types", 2)], &[("suffering", 2)], [2, 1, 2, 2]),
    ("eating_contest", "Eating Contest", true, &[("hunger", 2)], &[("disease", 1)], [3, 1, 1, 3]),
    (
        "beauty_pageant",
        "Beauty Pageant",
        true,
        &[("distinct_card_colours", 1)],
        &[("suffering", 1), ("mutation", 1), ("manure_in_its_cage", 1)],
        [2, 1, 1, 3],
    ),
    ("breeders_prize", "Breeders' Prize", false, &[("pets", 2)], &[("mutation", 1)], [3, 2, 1, 2]),
    ("childrens_day", "Children's Day", false, &[("play", 2)], &[("mutation", 2), ("manure_all_cages", 1)], [2, 2, 2, 2]),
    ("magic_show", "Magic Show", false, &[("magic", 1)], &[], [4, 1, 1, 2]),
];

/// Id, name, plus, minus and rainbow.
const CUSTOMER_LIST: [(&str, &str, Weights, Weights, Weights); CUSTOMERS] = [
    ("dungeon_master", "Dungeon Master", &[("anger", 2), ("magic", 1)], &[("play", 1), ("suffering", 1)], &[]),
    ("dungeon_granny", "Dungeon Granny", &[("hunger", 2), ("play", 1)], &[("magic", 1), ("suffering", 1)], &[]),
    ("dungeon_mistress", "Dungeon Mistress", &[("play", 1), ("anger", 1), ("magic", 1)], &[("poop", 1), ("suffering", 1)], &[]),
    ("dungeon_girl", "Dungeon Girl", &[("hunger", 1), ("play", 2)], &[("anger", 1), ("suffering", 1)], &[]),
    ("warlock", "Warlock", &[("hunger", 1), ("magic", 2)], &[("suffering", 1), ("mutation", 2)], &[]),
    ("porky_orky", "Porky Orky", &[("hunger", 2), ("poop", 2)], &[("play", 1), ("suffering", 1)], &[]),
    ("farmer_troll", "Farmer Troll", &[("magic", 1)], &[("suffering", 2)], &[("poop", 3)]),
    ("lich_lord", "Lich Lord", &[("magic", 1)], &[("hunger", 2), ("suffering", 1)], &[("disease", 3)]),
];

fn weights<const N: usize>(list: Weights) -> [u8; N] {
    let mut weights = [0; N];
    for (weight, symbol) in weights.iter_mut().zip(SYMBOLS) {
        *weight = list.iter().find(|(name, _)| *name == symbol).map_or(0, |&(_, weight)| weight);
    }
    weights
}

fn pet((name, diet, bars): (&str, Diet, &str)) -> Pet {
    let lowest = match diet {
        Carnivore => 3,
        Herbivore => 2,
        Omnivore => 1,
    };
    let mut pet = Pet { name: name.to_owned(), diet, prices: [lowest, lowest + 1, lowest + 2, lowest + 3], ..Pet::default() };
    for (bar, letter) in pet.bars.iter_mut().zip(bars.split("").filter(|letter| !letter.is_empty())) {
        *bar = LETTERS.iter().position(|other| *other == letter).map_or(0, |colour| colour as u8);
    }
    pet.farm_token = match name {
        "Stareplant" => FarmToken::Vegetable,
        "Baby Golem" => FarmToken::Gold,
        "Ghosty" => FarmToken::Nothing,
        _ => FarmToken::Meat,
    };
    pet
}

fn cage([strength, antimagic, graze, poop, play]: [u8; 5]) -> Cage {
    Cage { strength, antimagic, graze, poop, play }
}

fn food([veg_stand, mixed_veg, mixed_meat, meat_stand]: [u8; 4]) -> Food {
    Food { veg_stand, mixed_veg, mixed_meat, meat_stand }
}

/// The tables of the game, each time made anew.
pub fn shipped() -> Tables {
    let few = Players { rounds: 6, awards: [0; 4], extra_imps_rounds: [1, 2, 3, 4] };
    Tables {
        decks: [
            Deck { counts: [16, 10, 0, 4, 0, 2], dominant: 0 },
            Deck { counts: [3, 3, 4, 12, 0, 2], dominant: 3 },
            Deck { counts: [2, 2, 12, 0, 4, 4], dominant: 2 },
            Deck { counts: [0, 0, 4, 4, 12, 4], dominant: 4 },
        ],
        pets: PET_LIST.map(pet),
        printed_cage: cage([1, 1, 0, 0, 0]),
        cages: CAGE_LIST.map(cage),
        addons: ADDON_LIST.map(|[strength, antimagic, play, meat]| Addon { strength, antimagic, play, meat }),
        artifacts: [
            Artifact::Book([1, 0]),
            Artifact::Book([1, 3]),
            Artifact::Book([2, 0]),
            Artifact::Book([3, 2]),
            Artifact::CrystalBall,
            Artifact::Shovel,
            Artifact::ImpArmor,
            Artifact::Employee,
            Artifact::Whip,
            Artifact::MagicBox,
        ],
        exhibitions: EXHIBITION_LIST.map(|(id, name, is_single, plus, minus, portions)| Exhibition {
            id: id.to_owned(),
            name: name.to_owned(),
            is_single,
            plus: weights(plus),
            minus: weights(minus),
            food: food(portions),
        }),
        customers: CUSTOMER_LIST.map(|(id, name, plus, minus, rainbow)| Customer {
            id: id.to_owned(),
            name: name.to_owned(),
            plus: weights(plus),
            minus: weights(minus),
            rainbow: weights(rainbow),
        }),
        round1_food: [[2, 0, 0, 2], [2, 0, 0, 2], [2, 1, 1, 2]].map(food),
        players: [
            Players { awards: [6, 2, 0, 0], ..few },
            Players { awards: [7, 4, 2, 0], ..few },
            Players { rounds: 5, awards: [8, 6, 4, 2], ..few },
        ],
        loops: [[1, 15, 2, 3, 0, 14], [7, 6, 8, 5, 9, 4], [12, 10, 16, 13, 11, 17]],
    }
}
