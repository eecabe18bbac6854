//! The stacks of bonus tiles (TT-55, TT-56).

use super::super::spec::{Kind, StackSpec};
use super::super::{MAX_STACKS, MAX_TILES};
use super::Code;
use super::names::{Found, Names, normal, quoted};
use super::place::{Faults, Object, Place};
use std::collections::{BTreeSet, HashMap};

/// The highest value of a tile (TT-57).
const HIGHEST: u8 = 20;
/// The shortest route that a stack may ask for (TT-57).
const SHORTEST: i64 = 3;

/// A kind by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Name {
    RouteLength,
    AllCities,
    OneHouseInEach,
    GameEnd,
}

const KINDS: [(&str, Name); 4] = [
    ("route_length", Name::RouteLength),
    ("all_cities", Name::AllCities),
    ("one_house_in_each", Name::OneHouseInEach),
    ("game_end", Name::GameEnd),
];

/// What was seen in the stacks before.
#[derive(Debug, Default)]
struct Seen {
    /// Positions by shortest route.
    lengths: HashMap<i64, usize>,
    /// Positions by kind and set of region names.
    regions: HashMap<(Name, BTreeSet<String>), usize>,
    /// How many end the game.
    game_ends: usize,
    /// Whether a kind is not known.
    has_unknown: bool,
}

/// Reads the stacks; `n` is the number of cities, if that is known.
pub(super) fn stacks<'a>(place: Option<Place<'a>>, n: Option<usize>, regions: &Names<'a>, faults: &mut Faults<'a>) -> Vec<StackSpec> {
    let Some((place, list)) = place.and_then(|place| Some((place, place.list(faults)?))) else { return Vec::new() };
    let count = list.len();
    if !(1..=MAX_STACKS).contains(&count) {
        faults.add(Code::Size, place.path, format!("{count} stacks where 1 to {MAX_STACKS} belong (TT-57)"));
    }
    let (mut names, mut seen, mut stacks) = (Names::new(true), Seen::default(), Vec::new());
    for (position, place) in list.enumerate() {
        let object = place.object(&["id", "kind", "values"], &["status", "min_len", "regions"], faults);
        let id = names.read(object.and_then(|object| object.get("id")), "stack id", faults);
        let Some(object) = object else {
            seen.has_unknown = true;
            continue;
        };
        let status = object.text("status", faults).ok().flatten();
        let values = object.get("values").and_then(|place| values(place, faults)).unwrap_or_default();
        match object.get("kind").and_then(|place| name(place, faults)) {
            None => seen.has_unknown = true,
            Some(name) => {
                let kind = seen.kind(position, name, &object, n, regions, faults);
                stacks.push(StackSpec { id, kind, values, status });
            }
        }
    }
    if !seen.has_unknown && seen.game_ends != 1 {
        let message = format!("{} stacks of kind game_end where exactly one belongs (TT-57)", seen.game_ends);
        faults.add(Code::GameEnd, place.path, message);
    }
    stacks
}

/// The kind that a stack names.
fn name<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Option<Name> {
    let text = place.string(faults)?;
    let found = KINDS.iter().find(|(known, _)| *known == text).map(|&(_, name)| name);
    if found.is_none() {
        let known = KINDS.map(|(name, _)| name).join(", ");
        faults.add(Code::Kind, place.path, format!("{} is no kind; the kinds are {known} (TT-56)", quoted(text)));
    }
    found
}

/// The tiles in the order in which they are taken (TT-56, TT-97).
fn values<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Option<Vec<u8>> {
    let list = place.list(faults)?;
    let count = list.len();
    let values: Vec<i64> = list.filter_map(|place| place.integer(faults)).collect();
    if values.len() < count {
        return None;
    }
    let wrong = values.iter().find(|value| !(1..=i64::from(HIGHEST)).contains(value));
    let rising = values.array_windows().find(|[before, after]| before < after);
    let reason = match (count, wrong, rising) {
        (0, ..) => "no value".to_owned(),
        (_, Some(value), _) => format!("the value {value}"),
        (.., Some([before, after])) => format!("{after} after {before}"),
        (MAX_TILES.., ..) if count > MAX_TILES => format!("{count} values"),
        _ => return Some(values.into_iter().map(|value| value as u8).collect()),
    };
    let accepted = format!("1 to {MAX_TILES} values from 1 to {HIGHEST} belong there, none higher than the one before it");
    faults.add(Code::Values, place.path, format!("{reason}; {accepted} (TT-57, TT-97)"));
    None
}

impl Seen {
    /// Reads what a stack asks for.
    fn kind<'a>(
        &mut self,
        position: usize,
        name: Name,
        object: &Object<'a>,
        n: Option<usize>,
        names: &Names<'a>,
        faults: &mut Faults<'a>,
    ) -> Kind {
        let takes = match name {
            Name::RouteLength => Some("min_len"),
            Name::AllCities | Name::OneHouseInEach => Some("regions"),
            Name::GameEnd => None,
        };
        for key in ["min_len", "regions"] {
            match object.get(key) {
                Some(place) if takes != Some(key) => {
                    faults.add(Code::Key, place.path, format!("no stack of this kind has {key} (TT-55)"));
                }
                None if takes == Some(key) => faults.add(Code::Key, object.path, format!("a stack of this kind has {key} (TT-55)")),
                _ => {}
            }
        }
        let regions = takes.filter(|&key| key == "regions").and_then(|key| object.get(key));
        let mut regions = || regions.map(|place| self.regions(position, name, place, names, faults)).unwrap_or_default();
        match name {
            Name::AllCities => Kind::AllCities(regions()),
            Name::OneHouseInEach => Kind::OneHouseInEach(regions()),
            Name::RouteLength => {
                Kind::RouteLength(object.get("min_len").and_then(|place| self.length(position, place, n, faults)).unwrap_or_default())
            }
            Name::GameEnd => {
                self.game_ends += 1;
                if let Some(place) = object.get("values")
                    && let Some(count) = place.value.as_array().map(Vec::len).filter(|&count| count > 1)
                {
                    faults.add(Code::GameEnd, place.path, format!("{count} values of the stack that ends the game, it has one (TT-57)"));
                }
                Kind::GameEnd
            }
        }
    }

    /// The shortest route of a stack.
    fn length<'a>(&mut self, position: usize, place: Place<'a>, n: Option<usize>, faults: &mut Faults<'a>) -> Option<u8> {
        let length = place.integer(faults)?;
        let first = *self.lengths.entry(length).or_insert(position);
        let reason = match n {
            // So many cities are a fault of their own, and 64 bits hold their number.
            Some(n) if !(SHORTEST..=n as i64).contains(&length) => {
                format!("{length} where {SHORTEST} to {n}, the number of cities, belongs")
            }
            _ if first < position => format!("{length} is that of the stack at position {first} already"),
            _ => return u8::try_from(length).ok(),
        };
        faults.add(Code::MinLen, place.path, format!("{reason} (TT-57)"));
        None
    }

    /// The regions of a stack.
    fn regions<'a>(&mut self, position: usize, kind: Name, place: Place<'a>, names: &Names<'a>, faults: &mut Faults<'a>) -> Vec<u8> {
        let Some(list) = place.list(faults) else { return Vec::new() };
        let count = list.len();
        let read: Vec<(&str, Place<'a>)> = list.filter_map(|place| Some((place.string(faults)?, place))).collect();
        let mut ids = Vec::new();
        for (name, place) in &read {
            if let Found::At(region) = names.find(name, place.path, "region", faults) {
                ids.push(region as u8);
            }
        }
        if read.len() < count {
            return ids;
        }
        let set: BTreeSet<String> = read.iter().map(|(name, _)| normal(name).into_owned()).collect();
        let has_repetition = set.len() < count;
        let first = *self.regions.entry((kind, set)).or_insert(position);
        let reason = match count {
            0 => "no region".to_owned(),
            _ if has_repetition => "a region twice".to_owned(),
            _ if first < position => format!("the same regions as those of the stack at position {first}, which is of the same kind"),
            _ => return ids,
        };
        let accepted = "different regions, at least one, belong there, no other stack of the kind has the same";
        faults.add(Code::Regions, place.path, format!("{reason}; {accepted} (TT-57)"));
        ids
    }
}
