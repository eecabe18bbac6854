//! The roads of a map, and what they lead to (TT-55, TT-57).

use super::super::{MAX_CITIES, Mask, bit, cities as each};
use super::Code;
use super::cities::Cities;
use super::names::{Found, normal, quoted};
use super::place::{Faults, Place};
use std::borrow::Cow;
use std::collections::HashMap;

/// Neighbours by city.
type Neighbours = [Mask; MAX_CITIES];

/// Cities of the route that every map must have (TT-57).
const ROUTE: u32 = 7;

/// Reads the roads as pairs of city ids.
pub(super) fn roads<'a>(place: Option<Place<'a>>, cities: &Cities<'a>, faults: &mut Faults<'a>) -> Vec<[u8; 2]> {
    let Some((place, list)) = place.and_then(|place| Some((place, place.list(faults)?))) else { return Vec::new() };
    let mut are_sound = true;
    let mut first: HashMap<[Cow<'a, str>; 2], usize> = HashMap::new();
    let mut roads = Vec::new();
    for (position, place) in list.enumerate() {
        let Some(names) = pair(place, faults) else {
            are_sound = false;
            continue;
        };
        let ends = [0, 1].map(|k: usize| cities.names.find(names[k], place.path.position(k), "city", faults));
        let mut pair = names.map(normal);
        pair.sort_unstable();
        if pair[0] == pair[1] {
            are_sound = false;
            faults.add(Code::RoadLoop, place.path, format!("from {0} to {0}; a road joins two different cities (TT-57)", quoted(names[0])));
        } else if ends.contains(&Found::Nowhere) {
            are_sound = false;
        } else {
            let first = *first.entry(pair).or_insert(position);
            if first < position {
                are_sound = false;
                let ends = names.map(quoted).join(" and ");
                faults.add(Code::RoadDup, place.path, format!("the road at position {first} joins {ends} already (TT-57)"));
            }
            if let [Found::At(a), Found::At(b)] = ends {
                roads.push([a as u8, b as u8]);
            }
        }
    }
    if are_sound && cities.are_sound {
        let n = cities.list.len();
        if !is_connected(&neighbours(&roads), n) {
            faults.add(
                Code::Connected,
                place.path,
                "the cities are in several pieces; the roads must lead from each to each other (TT-57)",
            );
        } else if !has_route(&roads, n) {
            faults.add(Code::Route7, place.path, format!("no route of {ROUTE} different cities, each joined to the next, exists (TT-57)"));
        }
    }
    roads
}

/// The two names of a road.
fn pair<'a>(place: Place<'a>, faults: &mut Faults<'a>) -> Option<[&'a str; 2]> {
    let names = match place.value.as_array().map(Vec::as_slice) {
        Some([a, b]) => a.as_str().zip(b.as_str()),
        _ => None,
    };
    names.map(<[&str; 2]>::from).or_else(|| place.wrong("a list of exactly two strings", faults))
}

/// Neighbours of each city.
fn neighbours(roads: &[[u8; 2]]) -> Neighbours {
    let mut neighbours = [0; MAX_CITIES];
    for &[a, b] in roads {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(neighbours) = neighbours.get_mut(usize::from(from)) {
                *neighbours |= bit(to);
            }
        }
    }
    neighbours
}

/// The neighbours of a city.
fn around(neighbours: &Neighbours, city: u8) -> Mask {
    neighbours.get(usize::from(city)).copied().unwrap_or_default()
}

/// Whether the roads lead from city 0 to every other one.
fn is_connected(neighbours: &Neighbours, n: usize) -> bool {
    let mut reached = bit(0);
    loop {
        let next = each(reached).fold(reached, |mask, city| mask | around(neighbours, city));
        if next == reached {
            return reached.count_ones() as usize == n;
        }
        reached = next;
    }
}

/// Whether there is a simple route of seven cities.
///
/// A graph with more than 5n/2 edges has one (Erdős and Gallai: more than (k-1)n/2 edges make a path of k edges). One with at most
/// 5n/2 <= 80 edges has at most 160³ routes of six cities, as three of their steps choose all of them: the search is over in a moment.
fn has_route(roads: &[[u8; 2]], n: usize) -> bool {
    let neighbours = neighbours(roads);
    2 * roads.len() > 5 * n || (0..n).any(|city| goes_on(&neighbours, city as u8, bit(city as u8), ROUTE - 1))
}

/// Whether a route that visited some cities and is at one of them goes on through so many others.
fn goes_on(neighbours: &Neighbours, city: u8, visited: Mask, more: u32) -> bool {
    let next = around(neighbours, city) & !visited;
    match more {
        0 => true,
        1 => next != 0,
        _ => each(next).any(|city| goes_on(neighbours, city, visited | bit(city), more - 1)),
    }
}
