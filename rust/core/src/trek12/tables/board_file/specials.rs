//! The specials of a board (TK-71) and the zones of two tables (TK-69).

use super::super::MAX_CIRCLES;
use super::super::spec::{Claim, Ornaments, Specials, Zones};
use super::Code;
use super::layout::{Known, MOST_POINTS, circle, circle_list, distinct, has, join, quoted};
use super::place::{Faults, Object, Path, Place};

const KEYS: [&str; 14] = [
    "prelinked",
    "sofa",
    "fridge",
    "desk",
    "entrance",
    "washbasin",
    "over12_loses",
    "roses",
    "flags",
    "ornaments",
    "gift_areas",
    "top",
    "zones",
    "waves",
];
/// The name of the circles that belong to both zones.
const SHARED: &str = "shared";

/// Reads the specials; after a fault the rest of them is still read.
pub(super) fn specials<'a>(place: Option<Place<'a>>, known: &mut Known<'a>, faults: &mut Faults<'a>) -> Specials {
    let object = place.map(|place| place.object(&[], &KEYS, faults));
    if let Some(None) = object {
        // Not even whether there are zones is known.
        return Specials::default();
    }
    let get = |key| object.flatten().and_then(|object| object.get(key));
    let zones = zones(get("zones"), known, faults);
    let mut list = |key: &'static str, partner: Option<&'static str>| {
        let lacks = partner.filter(|partner| get(partner).is_none());
        get(key).and_then(|place| list(place, lacks, known.n, faults)).unwrap_or_default()
    };
    Specials {
        sofa: list("sofa", Some("fridge")),
        fridge: list("fridge", Some("sofa")),
        desk: list("desk", None),
        entrance: list("entrance", None),
        washbasin: list("washbasin", Some("entrance")),
        roses: list("roses", None),
        waves: list("waves", None),
        prelinked: get("prelinked").and_then(|place| prelinked(place, known, faults)).unwrap_or_default(),
        over12_loses: get("over12_loses").and_then(|place| place.boolean(faults)).unwrap_or_default(),
        gift_areas: get("gift_areas").is_some_and(|place| gift_areas(place, get("ornaments").is_some(), faults)),
        flags: get("flags").and_then(|place| claim(place, known.n, faults)),
        top: get("top").and_then(|place| claim(place, known.n, faults)),
        ornaments: get("ornaments").and_then(|place| ornaments(place, known.n, faults)),
        zones,
    }
}

/// Reports what is wrong with a special: one error, however much it is (TK-91).
fn checked<'a, T>(read: Result<T, String>, path: Path<'a>, accepted: &str, faults: &mut Faults<'a>) -> Option<T> {
    match read {
        Ok(value) => Some(value),
        Err(reason) => {
            faults.add(Code::BadSpecial, path, format!("{reason}; {accepted} (TK-71)"));
            None
        }
    }
}

/// A list of circles; `lacks` is a key without which it makes no sense, if that is missing.
fn list<'a>(place: Place<'a>, lacks: Option<&str>, n: Option<usize>, faults: &mut Faults<'a>) -> Option<Vec<u8>> {
    let ids = circle_list(place, n, faults)?.and_then(|ids| match lacks {
        None => Ok(ids),
        Some(key) => Err(format!("{key} is missing, without which this key makes no sense")),
    });
    checked(ids, place.path, "a list of different circles belongs there", faults)
}

/// Pairs of circles that are edges (TK-35).
fn prelinked<'a>(place: Place<'a>, known: &Known<'a>, faults: &mut Faults<'a>) -> Option<Vec<[u8; 2]>> {
    let lists = place.list_of(Place::integers, faults)?;
    let mut seen = [0; MAX_CIRCLES];
    let mut pair = |ids: &Vec<i64>| {
        let &[a, b] = ids.as_slice() else { return Err(format!("{} ids in a pair", ids.len())) };
        let Some(n) = known.n else { return Ok([0, 0]) };
        let (Some(a), Some(b)) = (circle(a, n), circle(b, n)) else { return Err(format!("{a} and {b}: circles are 0 to {}", n - 1)) };
        if known.adjacent.is_some_and(|adjacent| !has(&adjacent, a, b)) {
            return Err(format!("no edge joins {a} and {b}"));
        }
        if has(&seen, a, b) {
            return Err(format!("{a} and {b} twice"));
        }
        join(&mut seen, a, b);
        Ok([a, b])
    };
    let pairs: Result<Vec<_>, _> = lists.iter().map(&mut pair).collect();
    let pairs = if lists.is_empty() { Err("an empty list".to_owned()) } else { pairs };
    checked(pairs, place.path, "a list of different pairs of circles belongs there, each of them an edge", faults)
}

/// Whether areas without an ornament pay again (TK-50).
fn gift_areas<'a>(place: Place<'a>, has_ornaments: bool, faults: &mut Faults<'a>) -> bool {
    let is_set = place.boolean(faults).unwrap_or_default();
    if is_set && !has_ornaments {
        faults.add(Code::BadSpecial, place.path, "true without ornaments; it belongs only to a board with ornaments (TK-71)");
    }
    is_set
}

/// Points that are paid.
fn points(n: i64) -> Result<u8, String> {
    u8::try_from(n).ok().filter(|&n| i64::from(n) <= MOST_POINTS).ok_or_else(|| format!("{n} points"))
}

/// Circles that pay those who fill them first (TK-48, TK-51).
fn claim<'a>(place: Place<'a>, n: Option<usize>, faults: &mut Faults<'a>) -> Option<Claim> {
    let object = place.object(&["circles", "points"], &[], faults)?;
    let circles = object.get("circles").and_then(|place| circle_list(place, n, faults)).unwrap_or(Ok(Vec::new()));
    let points = object.get("points").and_then(|place| place.integer(faults)).map_or(Ok(0), points);
    let claim = circles.and_then(|circles| Ok(Claim { circles, points: points? }));
    checked(claim, place.path, "a list of different circles and points from 0 to 99 belong there", faults)
}

/// Circles with ornaments (TK-50).
fn ornaments<'a>(place: Place<'a>, n: Option<usize>, faults: &mut Faults<'a>) -> Option<Ornaments> {
    let object = place.object(&["colours", "points"], &[], faults)?;
    let lists = object.get("colours").and_then(|place| place.free_object(faults));
    let points_read = object.get("points").and_then(|place| place.integers(faults));

    let colours = lists.map_or(Ok(Vec::new()), |lists| {
        let read: Vec<_> = lists.entries().filter_map(|(name, place)| Some((name, circle_list(place, n, faults)?))).collect();
        let mut seen = Vec::new();
        for (name, list) in &read {
            let list = list.as_ref().map_err(|reason| format!("{}: {reason}", quoted(name)))?;
            seen.extend(list.iter().map(|&circle| i64::from(circle)));
        }
        if lists.len() == 0 {
            return Err("no colour".to_owned());
        }
        // Unknown ids are no circles here: the lists are empty then.
        distinct(&seen, n.unwrap_or_default())?;
        Ok(read.into_iter().filter_map(|(name, list)| Some((name.to_owned(), list.ok()?))).collect())
    });
    let points = points_read.map_or(Ok(Vec::new()), |list| {
        if let Some(lists) = lists
            && list.len() < lists.len()
        {
            return Err(format!("{} points for {} colours", list.len(), lists.len()));
        }
        list.into_iter().map(points).collect()
    });
    let ornaments = colours.and_then(|colours| Ok(Ornaments { colours, points: points? }));
    let accepted = "a list of different circles for each colour, no circle in two of them, \
        and points from 0 to 99 for each number of colours belong there";
    checked(ornaments, place.path, accepted, faults)
}

/// Which circles use which table (TK-53, TK-69). There are zones if and only if there are two tables.
fn zones<'a>(place: Option<Place<'a>>, known: &mut Known<'a>, faults: &mut Faults<'a>) -> Option<Zones> {
    let path = Path::default().key("specials").key("zones");
    let object = match place {
        None => None,
        Some(place) => Some(place.free_object(faults)?),
    };
    let mut lists = Vec::new();
    for (name, place) in object.iter().flat_map(Object::entries) {
        lists.extend(place.integers(faults).map(|ids| (name, ids)));
    }
    let zones = match (known.tables, object) {
        (Some(1), Some(_)) => Err("zones of a board with one table".to_owned()),
        (Some(2), None) => Err("no zones of a board with two tables".to_owned()),
        (Some(2), Some(object)) => known.zones.map_or(Ok(None), |names| split(object, &lists, names, known.n)),
        _ => Ok(None),
    };
    match zones {
        Ok(zones) => zones,
        Err(reason) => {
            let accepted = "with two tables, and only then, each circle belongs to the zone of one of them or is shared (TK-69)";
            faults.add(Code::BadZones, path, format!("{reason}; {accepted}"));
            known.zones_are_bad = true;
            None
        }
    }
}

/// The circles of two zones and of both; nothing if it cannot be known that every circle is there once.
fn split(object: Object<'_>, lists: &[(&str, Vec<i64>)], names: [&str; 2], n: Option<usize>) -> Result<Option<Zones>, String> {
    if let Some(name) = names.into_iter().find(|name| !object.keys().any(|key| key == *name)) {
        return Err(format!("no zone {}", quoted(name)));
    }
    if let Some(name) = object.keys().find(|name| *name != SHARED && !names.contains(name)) {
        return Err(format!("{} is the zone of no table", quoted(name)));
    }
    if let Some((name, _)) = lists.iter().find(|(name, ids)| *name != SHARED && ids.is_empty()) {
        return Err(format!("no circle is only in {}", quoted(name)));
    }
    let Some(n) = n.filter(|_| lists.len() == object.len()) else { return Ok(None) };
    let all: Vec<i64> = lists.iter().flat_map(|(_, ids)| ids).copied().collect();
    let all = distinct(&all, n)?;
    if let Some(missing) = (0..n).find(|&circle| !all.contains(&(circle as u8))) {
        return Err(format!("circle {missing} is in no zone"));
    }
    let circles = |name: &str| {
        let ids = lists.iter().filter(|(key, _)| *key == name).flat_map(|(_, ids)| ids);
        ids.filter_map(|&id| circle(id, n)).collect()
    };
    Ok(Some(Zones { own: names.map(circles), shared: circles(SHARED) }))
}
