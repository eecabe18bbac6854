//! Pets, cages, addons and artifacts (DP-153 to DP-156).

use super::super::spec::{Addon, Artifact, Cage, Diet, FarmToken, Pet};
use super::super::{ADDONS, ARTIFACT_KINDS, ARTIFACTS, CAGES, COLOURS, LETTERS, PETS};
use super::Code;
use super::place::{Faults, Object, Place, quoted};
use std::collections::HashSet;

/// The keys of a pet's prices.
const SIZES: [&str; 4] = ["4", "5", "6", "7"];
/// The highest price.
const MOST_GOLD: u8 = 20;
/// The sum of a cage's numbers and of an addon's.
const SUMS: [u8; 2] = [3, 1];
/// How many artifacts there are of each kind.
const OF_KIND: [u8; ARTIFACT_KINDS.len()] = [4, 1, 1, 1, 1, 1, 1];

/// Names or ids that were there before.
#[derive(Debug, Default)]
pub(super) struct Names<'a>(HashSet<&'a str>);

impl<'a> Names<'a> {
    /// Reads a name of its own.
    pub(super) fn read(&mut self, place: Place<'a>, faults: &mut Faults) -> Option<&'a str> {
        let name = place.name(faults)?;
        if !self.0.insert(name) {
            faults.add(Code::Twice, place.path, format!("{} is there already", quoted(name)));
        }
        Some(name)
    }
}

/// Reads the pets.
pub(super) fn pets<'a>(place: Place<'a>, faults: &mut Faults) -> Option<[Pet; PETS]> {
    let mut names = Names::default();
    let words = Diet::NAMES.map(|(_, name)| name);
    place.array(faults, |place: Place<'a>, faults| {
        let object = place.object(faults)?;
        let name = object.required("name", faults).and_then(|place| names.read(place, faults));
        let diet = object.required("diet", faults).and_then(|place| place.word(&words, faults));
        let bars = object.required("bars", faults).and_then(|place| place.array(faults, |bar, faults| bar.word(&LETTERS, faults)));
        let prices = object.required("price_by_size", faults).and_then(|place| {
            let object = place.object(faults)?;
            all(SIZES.map(|size| object.required(size, faults).and_then(|place| place.number(0, MOST_GOLD, faults))))
        });
        let farm_token = object.required("farm_token_advanced", faults).and_then(|place| farm_token(place, faults));
        Some(Pet { name: name?.to_owned(), diet: Diet::NAMES[usize::from(diet?)].0, bars: bars?, prices: prices?, farm_token: farm_token? })
    })
}

fn farm_token(place: Place<'_>, faults: &mut Faults) -> Option<FarmToken> {
    let found = FarmToken::NAMES.iter().find(|(_, name)| place.value.as_str() == *name && (name.is_some() || place.value.is_null()));
    if found.is_none() {
        let accepted = "meat, vegetable, gold or null";
        if place.value.is_string() {
            place.unknown(accepted, faults);
        } else {
            return place.wrong(accepted, faults);
        }
    }
    found.map(|&(token, _)| token)
}

/// All values, if all are sound.
pub(super) fn all<T: Copy + Default, const N: usize>(values: [Option<T>; N]) -> Option<[T; N]> {
    values.iter().all(Option::is_some).then(|| values.map(Option::unwrap_or_default))
}

/// Numbers by key, which have a sum if one is given.
fn numbers<const N: usize>(place: Place<'_>, keys: [(&'static str, u8); N], sum: Option<u8>, faults: &mut Faults) -> Option<[u8; N]> {
    let object = place.object(faults)?;
    let numbers = all(keys.map(|(key, most)| object.required(key, faults).and_then(|place| place.number(0, most, faults))))?;
    let found: u8 = numbers.iter().sum();
    if let Some(sum) = sum.filter(|&sum| sum != found) {
        let keys = keys.map(|(key, _)| key).join(", ");
        faults.add(Code::Sum, object.path, format!("{found} is the sum of {keys} where {sum} belongs (DP-154, DP-155)"));
    }
    Some(numbers)
}

/// Reads the printed cage and the cages to buy.
pub(super) fn cages(place: Place<'_>, faults: &mut Faults) -> Option<(Cage, [Cage; CAGES])> {
    const KEYS: [(&str, u8); 5] = [("strength", 9), ("antimagic", 9), ("graze", 1), ("poop", 1), ("play", 3)];
    let cage = |[strength, antimagic, graze, poop, play]: [u8; 5]| Cage { strength, antimagic, graze, poop, play };
    let object = place.object(faults)?;
    let printed = object.required("initial", faults).and_then(|place| numbers(place, KEYS, None, faults)).map(cage);
    let tiles = object.required("tiles", faults);
    let tiles = tiles.and_then(|place| place.array(faults, |tile, faults| numbers(tile, KEYS, Some(SUMS[0]), faults).map(cage)));
    Some((printed?, tiles?))
}

/// Reads the addons.
pub(super) fn addons(place: Place<'_>, faults: &mut Faults) -> Option<[Addon; ADDONS]> {
    const KEYS: [(&str, u8); 4] = [("strength", 1), ("antimagic", 1), ("play", 1), ("meat", 1)];
    let tiles = place.object(faults)?.required("tiles", faults)?;
    tiles.array(faults, |tile, faults| {
        let [strength, antimagic, play, meat] = numbers(tile, KEYS, Some(SUMS[1]), faults)?;
        Some(Addon { strength, antimagic, play, meat })
    })
}

/// Reads the artifacts.
pub(super) fn artifacts(place: Place<'_>, faults: &mut Faults) -> Option<[Artifact; ARTIFACTS]> {
    let tiles = place.object(faults)?.required("tiles", faults)?;
    let (mut of_kind, mut unknown) = ([0_u8; ARTIFACT_KINDS.len()], false);
    let artifacts = tiles.array(faults, |tile, faults| {
        let object = tile.object(faults);
        let kind = object.and_then(|object| object.required("kind", faults)).and_then(|place| place.word(&ARTIFACT_KINDS, faults));
        let (Some(object), Some(kind)) = (object, kind) else {
            unknown = true;
            return None;
        };
        let count = &mut of_kind[usize::from(kind)];
        *count = count.saturating_add(1);
        artifact(&object, kind, faults)
    });
    let is_right_long = tiles.value.as_array().is_some_and(|list| list.len() == ARTIFACTS);
    if is_right_long && !unknown && of_kind != OF_KIND {
        let wrong = ARTIFACT_KINDS.iter().zip(of_kind.iter().zip(OF_KIND)).filter(|(_, (found, right))| **found != *right);
        let wrong: Vec<String> = wrong.map(|(kind, (found, right))| format!("{found} of kind {kind} where {right} belong")).collect();
        faults.add(Code::Sum, tiles.path, format!("{} (DP-156)", wrong.join(", ")));
    }
    artifacts
}

fn artifact(object: &Object<'_>, kind: u8, faults: &mut Faults) -> Option<Artifact> {
    Some(match kind {
        0 => Artifact::Book(colours(object.required("colours", faults)?, faults)?),
        1 => Artifact::CrystalBall,
        2 => Artifact::Shovel,
        3 => Artifact::ImpArmor,
        4 => Artifact::Employee,
        5 => Artifact::Whip,
        _ => Artifact::MagicBox,
    })
}

/// The two different colours of a book; of a longer list each colour that was there is reported.
fn colours(place: Place<'_>, faults: &mut Faults) -> Option<[u8; 2]> {
    let mut seen = [false; COLOURS.len()];
    place.array(faults, |item, faults| {
        let colour = item.word(&COLOURS, faults)?;
        if std::mem::replace(&mut seen[usize::from(colour)], true) {
            faults.add(Code::Twice, item.path, format!("{} is there already (DP-156)", quoted(COLOURS[usize::from(colour)])));
        }
        Some(colour)
    })
}
