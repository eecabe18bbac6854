//! A board without its specials: names, circles, edges, tables, start and prices (TK-67 to TK-70).

use super::super::spec::{BoardSpec, BoxTable, Circle, Level, Zones};
use super::super::{LARGEST, MAX_CIRCLES, Mask, OPERATIONS, bit};
use super::Code;
use super::place::{Faults, Path, Place};
use super::specials;
use crate::value::{cut, shown};
use serde_json::Value;
use std::collections::HashSet;

/// Most characters of an id (TK-67).
const LONGEST_ID: usize = 40;
/// Most boxes of an operation (TK-69).
const MOST_BOXES: i64 = 15;
/// The highest price, and the most points that something pays (TK-70, TK-71).
pub(super) const MOST_POINTS: i64 = 99;
/// The price of a face and of an isolated circle if the board names none (TK-29, TK-30).
const PRICE: u8 = 3;

/// What the specials and the other late checks need to know; a part found wrong is not there (TK-92).
#[derive(Debug, Default)]
pub(super) struct Known<'a> {
    /// The number of circles, if their ids can be used.
    pub(super) n: Option<usize>,
    /// Neighbours by circle, if all edges are sound.
    pub(super) adjacent: Option<Neighbours>,
    /// One table or two.
    pub(super) tables: Option<usize>,
    /// The names of two zones, if they are sound.
    pub(super) zones: Option<[&'a str; 2]>,
    /// Whether there was a `bad_zones`.
    pub(super) zones_are_bad: bool,
}

/// Neighbours by circle.
pub(super) type Neighbours = [Mask; MAX_CIRCLES];

/// Reads a board and reports all that is wrong with it; nothing is left out of a board without faults.
pub(super) fn board<'a>(value: &'a Value, ids: &mut HashSet<&'a str>, faults: &mut Faults<'a>) -> Option<BoardSpec> {
    let before = faults.len();
    let required = ["id", "circles", "edges", "tables"];
    let optional = ["name", "provenance", "start", "penalties", "specials"];
    let board = Place { value, path: Path::default() }.object(&required, &optional, faults)?;

    let id = board.get("id").and_then(|place| identifier(place, ids, faults)).unwrap_or_default();
    let name = board.get("name").map_or(Some(id), |place| place.string(faults)).unwrap_or_default();
    let provenance = board.get("provenance").map(|place| provenance(place, faults)).unwrap_or_default();

    let mut known = Known::default();
    let circles = board.get("circles").map(|place| circles(place, &mut known, faults)).unwrap_or_default();
    let edges = board.get("edges").map(|place| edges(place, &mut known, faults)).unwrap_or_default();
    let tables = board.get("tables").map(|place| tables(place, &mut known, faults)).unwrap_or_default();
    let specials = specials::specials(board.get("specials"), &mut known, faults);
    boxes(&tables, &known, specials.zones.as_ref(), faults);
    let start = start(board.get("start"), &known, specials.zones.as_ref(), faults);
    let (face, isolated) = board.get("penalties").map_or((PRICE, Some(PRICE)), |place| penalties(place, faults));

    (faults.len() == before).then(|| BoardSpec {
        id: id.to_owned(),
        name: name.to_owned(),
        level: provenance.level.unwrap_or(Level::User),
        note: provenance.note.map(str::to_owned),
        unknown: provenance.unknown.into_iter().map(str::to_owned).collect(),
        circles,
        edges,
        tables: tables.into_iter().map(|table| BoxTable { zone: table.zone.to_owned(), limits: table.limits }).collect(),
        start,
        face,
        isolated,
        specials,
    })
}

/// An id that no board before has (TK-67).
fn identifier<'a>(place: Place<'a>, ids: &mut HashSet<&'a str>, faults: &mut Faults<'a>) -> Option<&'a str> {
    let id = place.string(faults)?;
    let is_sound = (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    if !is_sound {
        let message = format!("{} where 1 to {LONGEST_ID} characters a-z, 0-9 and _ belong (TK-67)", shown(place.value));
        faults.add(Code::BadId, place.path, message);
    } else if !ids.insert(id) {
        faults.add(Code::DuplicateId, place.path, format!("a board before this one has the id {id}; each needs its own (TK-72)"));
    }
    Some(id)
}

#[derive(Debug, Default)]
struct Provenance<'a> {
    level: Option<Level>,
    note: Option<&'a str>,
    unknown: Vec<&'a str>,
}

/// How sure the board is (TK-67).
fn provenance<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Provenance<'a> {
    let Some(object) = place.object(&[], &["level", "note", "unknown"], faults) else { return Provenance::default() };
    let level = object.get("level").and_then(|place| {
        let name = place.string(faults)?;
        let level = Level::NAMES.iter().find(|(_, known)| *known == name).map(|&(level, _)| level);
        if level.is_none() {
            let message = format!("{} where verified, reconstructed or user belongs (TK-67)", shown(place.value));
            faults.add(Code::BadProvenance, place.path, message);
        }
        level
    });
    Provenance {
        level,
        note: object.get("note").and_then(|place| place.string(faults)),
        unknown: object.get("unknown").and_then(|place| place.list_of(Place::string, faults)).unwrap_or_default(),
    }
}

/// The circles by id (TK-68). Their number becomes known only if the ids are what they should be.
fn circles<'a>(place: Place<'a>, known: &mut Known<'a>, faults: &mut Faults<'a>) -> Vec<Circle> {
    let Some(list) = place.list(faults) else { return Vec::new() };
    let count = list.len();
    let (mut are_objects, mut ids) = (true, Vec::new());
    let mut by_id = [Circle { max: 0, at: None }; MAX_CIRCLES];
    for place in list {
        let Some(object) = place.object(&["id", "max"], &["x", "y"], faults) else {
            are_objects = false;
            continue;
        };
        let id = object.get("id").and_then(|place| place.integer(faults));
        let max = object.get("max").and_then(|place| largest(place, faults)).unwrap_or_default();
        let [x, y] = ["x", "y"].map(|key| object.get(key).map(|place| place.number(faults)));
        if let (Some(Some(_)), None) | (None, Some(Some(_))) = (x, y) {
            faults.add(Code::BadCoordinate, place.path, "only one of x and y; both belong there or none (TK-68)");
        }
        ids.extend(id);
        if let Some(circle) = id.and_then(|id| by_id.get_mut(usize::try_from(id).ok()?)) {
            *circle = Circle { max, at: x.flatten().zip(y.flatten()) };
        }
    }
    if !are_objects {
        return Vec::new();
    }
    if !(2..=MAX_CIRCLES).contains(&count) {
        faults.add(Code::CircleCount, place.path, format!("{count} circles where 2 to {MAX_CIRCLES} belong (TK-68)"));
        return Vec::new();
    }
    if ids.len() < count {
        return Vec::new();
    }
    if let Err(reason) = distinct(&ids, count) {
        faults.add(Code::CircleIds, place.path, format!("{reason}; the ids are 0 to {}, each once (TK-68)", count - 1));
        return Vec::new();
    }
    known.n = Some(count);
    by_id.into_iter().take(count).collect()
}

/// A circle's largest number (TK-2).
fn largest<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Option<u8> {
    let max = place.integer(faults)?;
    let largest = LARGEST.into_iter().find(|&largest| i64::from(largest) == max);
    if largest.is_none() {
        faults.add(Code::BadMax, place.path, format!("{max} where 12 (normal) or 6 (dangerous) belongs (TK-68)"));
    }
    largest
}

/// A circle's id, if it exists.
pub(super) fn circle(id: i64, n: usize) -> Option<u8> {
    u8::try_from(id).ok().filter(|&circle| usize::from(circle) < n)
}

/// Ids of existing circles, none of them twice; else what is wrong with them.
pub(super) fn distinct(ids: &[i64], n: usize) -> Result<Vec<u8>, String> {
    let mut seen: Mask = 0;
    ids.iter()
        .map(|&id| {
            let circle = circle(id, n).ok_or_else(|| format!("{id} is no circle of 0 to {}", n.saturating_sub(1)))?;
            let again = seen & bit(circle) != 0;
            seen |= bit(circle);
            if again { Err(format!("circle {id} twice")) } else { Ok(circle) }
        })
        .collect()
}

/// The edges, each between two circles, none twice, all in one piece (TK-68).
fn edges<'a>(place: Place<'a>, known: &mut Known<'a>, faults: &mut Faults<'a>) -> Vec<[u8; 2]> {
    let Some(list) = place.list(faults) else { return Vec::new() };
    let (mut edges, mut adjacent, mut are_sound) = (Vec::new(), [0; MAX_CIRCLES], true);
    for place in list {
        let Some(ids) = place.integers(faults) else {
            are_sound = false;
            continue;
        };
        match edge(&ids, known.n) {
            Err(reason) => {
                faults.add(Code::BadEdge, place.path, format!("{reason}; an edge has the ids of two different circles (TK-68)"));
                are_sound = false;
            }
            Ok(Some([a, b])) if has(&adjacent, a, b) => {
                faults.add(Code::DuplicateEdge, place.path, format!("{a} and {b} are joined already; each edge is there once (TK-68)"));
            }
            Ok(Some([a, b])) => {
                join(&mut adjacent, a, b);
                edges.push([a, b]);
            }
            // Which ids exist is not known.
            Ok(None) => {}
        }
    }
    if let Some(n) = known.n
        && are_sound
    {
        known.adjacent = Some(adjacent);
        if reached(&adjacent).count_ones() as usize != n {
            let message = "the circles are in several pieces; the edges must lead from each circle to each other (TK-68)";
            faults.add(Code::NotConnected, place.path, message);
        }
    }
    edges
}

/// The two ends of an edge; none if it is not known which ids exist.
fn edge(ids: &[i64], n: Option<usize>) -> Result<Option<[u8; 2]>, String> {
    let &[a, b] = ids else { return Err(format!("{} ids", ids.len())) };
    let Some(n) = n else { return Ok(None) };
    match distinct(ids, n)?.as_slice() {
        &[a, b] => Ok(Some([a, b])),
        _ => Err(format!("{a} and {b}")),
    }
}

/// Whether two circles are joined.
pub(super) fn has(adjacent: &Neighbours, a: u8, b: u8) -> bool {
    adjacent.get(usize::from(a)).is_some_and(|neighbours| neighbours & bit(b) != 0)
}

/// Joins two circles.
pub(super) fn join(adjacent: &mut Neighbours, a: u8, b: u8) {
    for (from, to) in [(a, b), (b, a)] {
        if let Some(neighbours) = adjacent.get_mut(usize::from(from)) {
            *neighbours |= bit(to);
        }
    }
}

/// The circles that edges lead to from circle 0.
fn reached(adjacent: &Neighbours) -> Mask {
    let mut reached = bit(0);
    loop {
        let next =
            adjacent.iter().zip(0..).fold(reached, |mask, (neighbours, c)| if reached & bit(c) == 0 { mask } else { mask | neighbours });
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// A table as it was read.
#[derive(Debug)]
struct Table<'a> {
    zone: &'a str,
    limits: [u8; OPERATIONS.len()],
    /// How many boxes it has, and where to say that they are too few; nothing after an error in its limits (TK-92).
    boxes: Option<(usize, Path<'a>)>,
}

/// The tables of boxes (TK-69); whether their boxes suffice is seen when the zones are known.
fn tables<'a>(place: Place<'a>, known: &mut Known<'a>, faults: &mut Faults<'a>) -> Vec<Table<'a>> {
    let Some(list) = place.list(faults) else { return Vec::new() };
    let (count, mut zones) = (list.len(), Vec::new());
    let tables: Vec<Table<'a>> = list
        .filter_map(|place| {
            let object = place.object(&["zone", "limits"], &[], faults)?;
            let zone = object.get("zone").and_then(|place| place.string(faults));
            zones.extend(zone);
            let before = faults.len();
            let limits = object.get("limits").and_then(|place| limits(place, faults));
            let is_sound = limits.is_some() && faults.len() == before;
            let limits = limits.unwrap_or_default();
            let boxes = limits.iter().map(|&limit| usize::from(limit)).sum();
            Some(Table { zone: zone.unwrap_or_default(), limits, boxes: is_sound.then_some((boxes, place.path)) })
        })
        .collect();
    if tables.len() < count {
        return Vec::new();
    }
    let reason = match zones.as_slice() {
        _ if !(1..=2).contains(&count) => Some(format!("{count} tables where one or two belong")),
        // A zone's name has been found wrong, the others prove nothing.
        _ if zones.len() < count => None,
        ["all"] => None,
        [zone] => Some(format!("the zone of the only table is {} where \"all\" belongs", quoted(zone))),
        [first, second] if first == second => Some(format!("both tables have the zone {}", quoted(first))),
        [first, second] => {
            known.zones = Some([first, second]);
            let wrong = [first, second].into_iter().find(|zone| ["all", "shared"].contains(*zone));
            wrong.map(|zone| format!("{} is no name for one of two zones", quoted(zone)))
        }
        _ => None,
    };
    match reason {
        None => known.tables = Some(count),
        Some(reason) => {
            known.zones = None;
            let accepted = "one table has the zone \"all\", two have different zones other than \"all\" and \"shared\" (TK-69)";
            faults.add(Code::BadTables, place.path, format!("{reason}; {accepted}"));
        }
    }
    tables
}

/// A caller's name in quotes.
pub(super) fn quoted(name: &str) -> String {
    format!("{:?}", cut(name))
}

/// The boxes of a table by operation.
fn limits<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Option<[u8; OPERATIONS.len()]> {
    let object = place.object(&OPERATIONS, &[], faults)?;
    Some(OPERATIONS.map(|operation| {
        let limit = object.get(operation).and_then(|place| within(place, MOST_BOXES, Code::BadLimit, "TK-69", faults));
        limit.unwrap_or_default()
    }))
}

/// An integer of a range that begins with 0.
fn within<'a>(place: Place<'a>, most: i64, code: Code, rule: &str, faults: &mut Faults<'a>) -> Option<u8> {
    let n = place.integer(faults)?;
    let sound = u8::try_from(n).ok().filter(|&n| i64::from(n) <= most);
    if sound.is_none() {
        faults.add(code, place.path, format!("{n} where an integer from 0 to {most} belongs ({rule})"));
    }
    sound
}

/// Each table has a box for each circle that uses it (TK-69).
fn boxes<'a>(tables: &[Table<'a>], known: &Known<'a>, zones: Option<&Zones>, faults: &mut Faults<'a>) {
    let circles = match (known.tables, known.n, zones) {
        (Some(1), Some(n), None) if !known.zones_are_bad => [n, 0],
        (Some(2), _, Some(zones)) => [0, 1].map(|k: usize| zones.own.get(k).map_or(0, Vec::len) + zones.shared.len()),
        _ => return,
    };
    for (table, circles) in tables.iter().zip(circles) {
        if let Some((boxes, path)) = table.boxes
            && boxes < circles
        {
            faults.add(Code::TooFewBoxes, path, format!("{boxes} boxes for {circles} circles; each circle needs one (TK-69)"));
        }
    }
}

/// Where the first number may be written (TK-69, TK-70).
fn start<'a>(place: Option<Place<'a>>, known: &Known<'a>, zones: Option<&Zones>, faults: &mut Faults<'a>) -> Option<Vec<u8>> {
    let path = Path::default().key("start");
    let Some(place) = place.filter(|place| !place.value.is_null()) else {
        if known.tables == Some(2) {
            faults.add(Code::BadStart, path, "none; with two tables a list of circles that are not shared belongs there (TK-69)");
        }
        return None;
    };
    if !place.value.is_array() {
        return place.wrong("null or a list", faults);
    }
    let shared = zones.map_or(&[][..], |zones| &zones.shared);
    let ids = circle_list(place, known.n, faults)?.and_then(|ids| match ids.iter().find(|id| shared.contains(id)) {
        Some(id) => Err(format!("circle {id} is shared")),
        None => Ok(ids),
    });
    match ids {
        Ok(ids) => Some(ids),
        Err(reason) => {
            let accepted = "null or a list of different circles belongs there, with two tables a list of circles that are not shared";
            faults.add(Code::BadStart, path, format!("{reason}; {accepted} (TK-69, TK-70)"));
            None
        }
    }
}

/// A list of different circles, at least one (TK-70, TK-71); else what is wrong with it. Nothing if a type is wrong, and an empty list if
/// it is not known which ids exist.
pub(super) fn circle_list<'a>(place: Place<'a>, n: Option<usize>, faults: &mut Faults<'a>) -> Option<Result<Vec<u8>, String>> {
    let ids = place.integers(faults)?;
    if ids.is_empty() {
        return Some(Err("an empty list".to_owned()));
    }
    Some(n.map_or(Ok(Vec::new()), |n| distinct(&ids, n)))
}

/// The prices of a face and of an isolated circle (TK-70).
fn penalties<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> (u8, Option<u8>) {
    let Some(object) = place.object(&["face", "isolated"], &[], faults) else { return (PRICE, None) };
    let price = |place: Place<'a>, faults: &mut Faults<'a>| within(place, MOST_POINTS, Code::BadPenalty, "TK-70", faults);
    let face = object.get("face").and_then(|place| price(place, faults)).unwrap_or_default();
    let isolated = object.get("isolated").and_then(|place| match place.value {
        Value::Number(_) => price(place, faults),
        Value::String(word) if word == "number" => None,
        Value::String(_) => {
            let message = format!("{} where \"number\" or an integer from 0 to {MOST_POINTS} belongs (TK-70)", shown(place.value));
            faults.add(Code::BadPenalty, place.path, message);
            None
        }
        _ => place.wrong("\"number\" or an integer", faults),
    });
    (face, isolated)
}
