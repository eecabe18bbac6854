//! The cities of a map (TT-55).

use super::super::MAX_CITIES;
use super::super::spec::City;
use super::Code;
use super::names::{Found, Names};
use super::place::{Faults, Object, Place, Wrong};

/// The fewest cities of a map, and the fewest cards (TT-57).
const FEWEST: usize = 7;
const FEWEST_CARDS: usize = 14;

/// The cities, and what the later checks need to know of them (TT-95).
#[derive(Debug)]
pub(super) struct Cities<'a> {
    pub(super) list: Vec<City>,
    pub(super) names: Names<'a>,
    /// How many there are, if they are a list.
    pub(super) count: Option<usize>,
    /// Whether nothing but a region or an unknown key is faulty.
    pub(super) are_sound: bool,
    /// Whether the region of every city is known.
    regions_are_known: bool,
    /// Which regions have a city.
    has_city: Vec<bool>,
}

/// Reads the cities.
pub(super) fn cities<'a>(place: Option<Place<'a>>, copies: Option<u8>, regions: &Names<'a>, faults: &mut Faults<'a>) -> Cities<'a> {
    let Some((place, list)) = place.and_then(|place| Some((place, place.list(faults)?))) else {
        return Cities::new(None, regions);
    };
    let count = list.len();
    let mut cities = Cities::new(Some(count), regions);
    let few_cards = copies.map(|copies| count * usize::from(copies)).filter(|&cards| cards < FEWEST_CARDS);
    if !(FEWEST..=MAX_CITIES).contains(&count) {
        cities.are_sound = false;
        faults.add(Code::Size, place.path, format!("{count} cities where {FEWEST} to {MAX_CITIES} belong (TT-57)"));
    } else if let Some(cards) = few_cards {
        cities.are_sound = false;
        faults.add(Code::Size, place.path, format!("{cards} cards of all cities where at least {FEWEST_CARDS} belong (TT-57)"));
    }
    for place in list {
        let object = place.object(&["name", "region"], &["status", "x", "y"], faults);
        cities.read(object, regions, faults);
    }
    cities.are_sound &= cities.names.are_sound;
    cities
}

impl<'a> Cities<'a> {
    /// No city yet; nothing is known of cities that are no list.
    fn new(count: Option<usize>, regions: &Names<'a>) -> Self {
        let is_list = count.is_some();
        Self {
            list: Vec::new(),
            names: Names::new(is_list),
            count,
            are_sound: is_list,
            regions_are_known: is_list && regions.are_sound,
            has_city: vec![false; regions.count],
        }
    }

    /// Reads the next city.
    fn read(&mut self, object: Option<Object<'a>>, regions: &Names<'a>, faults: &mut Faults<'a>) {
        let name = self.names.read(object.and_then(|object| object.get("name")), "city name", faults);
        let region = object.and_then(|object| object.get("region")).map_or(Err(Wrong), |place| region(place, regions, faults));
        self.regions_are_known &= region.is_ok();
        let region = region.ok().flatten();
        if let Some(has_city) = region.and_then(|region| self.has_city.get_mut(region)) {
            *has_city = true;
        }
        // A city that is no object has no readable name either.
        let Some(object) = object else { return };
        let status = object.text("status", faults);
        let at = coordinates(&object, faults);
        self.are_sound &= status.is_ok() && at.is_ok();
        let (status, at) = (status.ok().flatten(), at.ok().flatten());
        self.list.push(City { name, region: region.map(|region| region as u8), status, at });
    }

    /// Regions without a city, if it is known where every city is (TT-95).
    pub(super) fn report_empty_regions(&self, map: &Object<'a>, faults: &mut Faults<'a>) {
        let Some(place) = map.get("regions").filter(|_| self.regions_are_known) else { return };
        for (k, _) in self.has_city.iter().enumerate().filter(|(_, has_city)| !**has_city) {
            faults.add(Code::RegionEmpty, place.path.position(k), "no city is in this region; each has at least one (TT-57)");
        }
    }
}

/// A city's region: none of a free city (TT-2), an error if it is not known.
fn region<'a>(place: Place<'a>, regions: &Names<'a>, faults: &mut Faults<'a>) -> Result<Option<usize>, Wrong> {
    if place.value.is_null() {
        return Ok(None);
    }
    let Some(name) = place.value.as_str() else { return place.wrong("null or the name of a region", faults).ok_or(Wrong) };
    match regions.find(name, place.path, "region", faults) {
        Found::At(region) => Ok(Some(region)),
        Found::Nowhere | Found::Unknown => Err(Wrong),
    }
}

/// Where a city is drawn: both numbers or none.
fn coordinates<'a>(object: &Object<'a>, faults: &mut Faults<'a>) -> Result<Option<(f64, f64)>, Wrong> {
    let [x, y] = ["x", "y"].map(|key| object.get(key).map(|place| place.number(faults).ok_or(Wrong)));
    match (x, y) {
        (None, None) => Ok(None),
        (Some(x), Some(y)) => Ok(Some((x?, y?))),
        _ => {
            faults.add(Code::Key, object.path, "only one of x and y; both belong there or none (TT-55)");
            Err(Wrong)
        }
    }
}
