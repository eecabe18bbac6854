//! Positions as plain values and as bytes; `tests/scenarios/README.md` describes the value.

mod bytes;
mod read;
mod read_player;
mod write;

pub(super) use bytes::{PAYLOAD_SIZE, decode, encode};
pub(super) use read::from_value;
pub(super) use write::to_value;

use super::DungeonPetz;
use super::state::{NONE, POTION, State};
use super::tables::{ADDONS, ARTIFACTS, CAGES, COLOURS, CUSTOMERS, EXHIBITIONS, NEEDS, PETS};

const KEYS: &[&str] = &[
    "phase",
    "point",
    "deal",
    "left",
    "draw",
    "round",
    "seat",
    "order",
    "size",
    "chosen",
    "given",
    "step",
    "served",
    "gold_before",
    "platform_sold",
    "spaces",
    "stands",
    "artifacts",
    "cages",
    "addons",
    "young",
    "old",
    "exhibitions",
    "customers",
    "removed",
    "decks",
    "discards",
    "substitutes",
    "potions",
    "players",
];
const STEP_KEYS: &[&str] = &["plot", "open", "last", "count"];
const STAND_KEYS: &[&str] = &["veg_stand", "mixed_veg", "mixed_meat", "meat_stand", "meat_stand_veg", "meat_stand_gold"];
const REMOVED_KEYS: &[&str] = &["artifacts", "cages", "addons", "pets"];
const PLAYER_KEYS: &[&str] = &[
    "doubled",
    "gold",
    "home",
    "used",
    "hospital",
    "platform",
    "progress",
    "groups",
    "vegetables",
    "meat",
    "artifacts",
    "hand",
    "potions",
    "potions_due",
    "waiting",
    "plots",
    "show",
    "armor_used",
    "employee_used",
];
const ARTIFACT_KEYS: &[&str] = &["artifact", "colour", "food"];
const WAITING_KEYS: &[&str] = &["cages", "addons", "pets"];
const PLOT_KEYS: &[&str] = &["cage", "addon", "manure", "pet"];
const PET_KEYS: &[&str] = &["pet", "size", "suffering", "mutation"];
const ASSIGNED_KEYS: &[&str] = &["pet", "size", "suffering", "mutation", "cards"];

/// The largest number of food and of tokens of a kind: far more than any game sees, and what fits.
const MOST: i64 = u8::MAX as i64;
/// The most gold.
const MOST_GOLD: i64 = u16::MAX as i64;
/// The most points, doubled: no game has as many, and an observation has two bytes for each item (DP-180).
pub(super) const MOST_POINTS: i64 = i16::MAX as i64;
/// The most substitute cards of a colour: without any other card in deck and pile, all hands together do not need as many.
pub(super) const MOST_SUBSTITUTES: u8 = 160;

/// A card as text: `green hunger`, `green poop double`, `green potion`.
pub(super) fn card_text(card: u8) -> String {
    let (colour, key) = (COLOURS[usize::from(card >> 4 & 3)], card & 15);
    if key == POTION {
        return format!("{colour} potion");
    }
    let double = if key & 1 != 0 { " double" } else { "" };
    format!("{colour} {}{double}", NEEDS[usize::from(key >> 1).min(5)])
}

/// The inverse of [`card_text`].
fn card_of(text: &str) -> Option<u8> {
    let words: Vec<&str> = text.split(' ').collect();
    let place = |list: &[&str], word: &str| list.iter().position(|&own| own == word).map(|place| place as u8);
    let (colour, key) = match words[..] {
        [colour, "potion"] => (colour, Some(POTION)),
        [colour, need] => (colour, place(&NEEDS, need).map(|need| 2 * need)),
        [colour, need, "double"] => (colour, place(&NEEDS, need).map(|need| 2 * need + 1)),
        _ => return None,
    };
    Some(place(&COLOURS, colour)? << 4 | key?)
}

/// The members of a set, ascending.
fn members(set: u32) -> Vec<u8> {
    (0..32).filter(|&member| set >> member & 1 != 0).collect()
}

/// The set of the entries of a list that are there.
fn set_of(list: &[u8]) -> u32 {
    list.iter().filter(|&&entry| entry != NONE).fold(0, |set, &entry| set | 1 << (entry & 31))
}

/// Tiles that are in sight: artifacts, cages, addons, pets, exhibitions, customers.
pub(super) fn seen(state: &State) -> [u32; 6] {
    let mut sets = [
        u32::from(state.removed_artifacts | state.offer_artifacts),
        u32::from(state.removed_cages) | set_of(&state.cages),
        u32::from(state.removed_addons) | set_of(&state.addons),
        state.removed_pets | set_of(&state.young) | set_of(&state.old),
        set_of(&state.exhibitions),
        set_of(&state.customers),
    ];
    for player in state.players() {
        sets[0] |= u32::from(player.artifacts);
        sets[1] |= u32::from(player.cages) | player.plots.iter().fold(0, |set, plot| set | set_of(&[plot.cage]));
        sets[2] |= u32::from(player.addons) | player.plots.iter().fold(0, |set, plot| set | set_of(&[plot.addon]));
        sets[3] |= player.pets | player.plots.iter().fold(0, |set, plot| set | set_of(&[plot.pet]));
    }
    sets
}

/// What follows from the rest: tiles that nobody has seen, spaces that are not free.
fn derive(game: &DungeonPetz, state: &mut State) {
    let all = [ARTIFACTS, CAGES, ADDONS, PETS, EXHIBITIONS, CUSTOMERS].map(super::state::all);
    let [artifacts, cages, addons, pets, exhibitions, customers] = seen(state);
    state.unseen_artifacts = (all[0] & !artifacts) as u16;
    state.unseen_cages = (all[1] & !cages) as u16;
    state.unseen_addons = (all[2] & !addons) as u8;
    state.unseen_pets = all[3] & !pets;
    state.unseen_exhibitions = (all[4] & !exhibitions) as u8;
    state.unseen_customers = (all[5] & !customers) as u8;
    state.busy = (0..14).filter(|&space| state.spaces[space] != NONE).fold(0, |set, space| set | 1 << space);
    state.seats = game.players as u8;
}
