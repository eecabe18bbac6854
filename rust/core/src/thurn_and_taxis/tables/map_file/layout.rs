//! The map as a whole, and its regions (TT-55).

use super::super::MAX_REGIONS;
use super::super::spec::{MapSpec, Region};
use super::Code;
use super::names::Names;
use super::place::{Faults, Object, Place};
use super::{cities, roads, stacks};

/// Reads the map and reports all that is wrong with it; nothing is left out of a map without faults.
pub(super) fn map<'a>(file: Place<'a>, faults: &mut Faults<'a>) -> Option<MapSpec> {
    let required = ["name", "copies_per_city_card", "regions", "cities", "roads", "bonus_stacks"];
    let map = file.object(&required, &["status", "provenance", "notes"], faults)?;
    let name = map.get("name").and_then(|place| name(place, faults)).unwrap_or_default();
    let status = map.text("status", faults).ok().flatten();
    let copies = map.get("copies_per_city_card").and_then(|place| copies(place, faults));

    let (regions, region_names) = regions(map.get("regions"), faults);
    let cities = cities::cities(map.get("cities"), copies, &region_names, faults);
    cities.report_empty_regions(&map, faults);
    let roads = roads::roads(map.get("roads"), &cities, faults);
    let stacks = stacks::stacks(map.get("bonus_stacks"), cities.count, &region_names, faults);

    let any = |key| map.get(key).map(|place| place.value.clone());
    let (provenance, notes) = (any("provenance"), any("notes"));
    Some(MapSpec { name, status, copies: copies.unwrap_or_default(), regions, cities: cities.list, roads, stacks, provenance, notes })
}

/// The map's name.
fn name<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Option<String> {
    let name = place.string(faults)?;
    if name.is_empty() {
        faults.add(Code::Name, place.path, "an empty string where the name of the map belongs (TT-57)");
    }
    Some(name.to_owned())
}

/// Cards of each city (TT-3).
fn copies<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Option<u8> {
    let copies = place.integer(faults)?;
    let sound = u8::try_from(copies).ok().filter(|copies| (1..=9).contains(copies));
    if sound.is_none() {
        faults.add(Code::Copies, place.path, format!("{copies} where an integer from 1 to 9 belongs (TT-55)"));
    }
    sound
}

/// The regions and their names.
fn regions<'a>(place: Option<Place<'a>>, faults: &mut Faults<'a>) -> (Vec<Region>, Names<'a>) {
    let Some((place, list)) = place.and_then(|place| Some((place, place.list(faults)?))) else { return (Vec::new(), Names::new(false)) };
    let count = list.len();
    if !(1..=MAX_REGIONS).contains(&count) {
        faults.add(Code::Size, place.path, format!("{count} regions where 1 to {MAX_REGIONS} belong (TT-57)"));
    }
    let mut names = Names::new(true);
    let mut regions = Vec::new();
    for place in list {
        let object = place.object(&["name"], &["colour", "status"], faults);
        let get = |object: Object<'a>| object.get("name");
        let name = names.read(object.and_then(get), "region name", faults);
        let mut text = |key| object.and_then(|object| object.text(key, faults).ok().flatten());
        regions.push(Region { name, colour: text("colour"), status: text("status") });
    }
    (regions, names)
}
