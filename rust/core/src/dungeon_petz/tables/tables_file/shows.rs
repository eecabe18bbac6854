//! Exhibitions, customers and food (DP-157 to DP-159).

use super::super::spec::{Customer, Exhibition, Food};
use super::super::{CUSTOMERS, EXHIBITIONS, SYMBOLS, symbol};
use super::Code;
use super::pieces::{Names, all};
use super::place::{Faults, Object, Place};

/// The highest weight and the most food of a stand.
const MOST: u8 = 9;
/// The words of a scope.
const SCOPES: [&str; 2] = ["single", "full"];
/// How many of the symbols are those of customers, of needs, and of full tiles.
const OF_CUSTOMERS: usize = 8;
const OF_NEEDS: usize = 6;
const OF_FULL: usize = 10;

/// Reads the exhibitions.
pub(super) fn exhibitions<'a>(place: Place<'a>, faults: &mut Faults) -> Option<[Exhibition; EXHIBITIONS]> {
    let mut ids = Names::default();
    place.array(faults, |place: Place<'a>, faults| {
        let object = place.object(faults)?;
        let id = object.required("id", faults).and_then(|place| ids.read(place, faults));
        let name = name(&object, id, faults);
        let scope = object.required("scope", faults).and_then(|place| place.word(&SCOPES, faults));
        let known = if scope == Some(1) { &SYMBOLS[..OF_FULL] } else { &SYMBOLS[..] };
        let plus = weights(&object, "plus", known, None, faults);
        let minus = weights(&object, "minus", known, None, faults);
        let food = object.required("food", faults).and_then(|place| food(place, faults));
        Some(Exhibition { id: id?.to_owned(), name: name?.to_owned(), is_single: scope? == 0, plus: plus?, minus: minus?, food: food? })
    })
}

/// Reads the customers.
pub(super) fn customers<'a>(place: Place<'a>, faults: &mut Faults) -> Option<[Customer; CUSTOMERS]> {
    let mut ids = Names::default();
    place.array(faults, |place: Place<'a>, faults| {
        let object = place.object(faults)?;
        let id = object.required("id", faults).and_then(|place| ids.read(place, faults));
        let name = name(&object, id, faults);
        let plus = weights(&object, "plus", &SYMBOLS[..OF_CUSTOMERS], None, faults);
        let minus = weights(&object, "minus", &SYMBOLS[..OF_CUSTOMERS], Some(SYMBOLS[symbol::SUFFERING]), faults);
        let rainbow = weights(&object, "rainbow", &SYMBOLS[..OF_NEEDS], None, faults);
        no_symbol_twice(&object, faults);
        Some(Customer { id: id?.to_owned(), name: name?.to_owned(), plus: plus?, minus: minus?, rainbow: rainbow? })
    })
}

/// A name, which may be left out (DP-173).
fn name<'a>(object: &Object<'a>, id: Option<&'a str>, faults: &mut Faults) -> Option<&'a str> {
    object.get("name").map_or(id, |place| place.name(faults))
}

/// Weights of known symbols, of which one may be required.
fn weights<const N: usize>(
    object: &Object<'_>,
    key: &'static str,
    known: &[&'static str],
    required: Option<&str>,
    faults: &mut Faults,
) -> Option<[u8; N]> {
    let place = object.get(key);
    let Some(place) = place else {
        if let Some(symbol) = required {
            let path = object.path.key(key);
            faults.add(Code::Key, path.key(symbol), MISSING);
        }
        return required.is_none().then_some([0; N]);
    };
    let map = place.object(faults)?;
    let mut weights = [0; N];
    let mut are_sound = true;
    for (&symbol, weight) in known.iter().zip(&mut weights) {
        match map.get(symbol).map(|place| place.number(1, MOST, faults)) {
            Some(Some(number)) => *weight = number,
            Some(None) => are_sound = false,
            None if required == Some(symbol) => {
                faults.add(Code::Key, map.path.key(symbol), MISSING);
                are_sound = false;
            }
            None => {}
        }
    }
    for key in map.others(known) {
        if let Some(place) = map.get(key) {
            let message = format!("no symbol of this list; the symbols are {} (DP-157, DP-158)", known.join(", "));
            faults.add(Code::Value, place.path, message);
            are_sound = false;
        }
    }
    are_sound.then_some(weights)
}

/// What is wrong if suffering is not among what a customer dislikes.
const MISSING: &str = "every customer subtracts suffering (DP-158)";

/// Checks that a customer's three maps share no symbol.
fn no_symbol_twice(object: &Object<'_>, faults: &mut Faults) {
    let mut maps = Vec::new();
    for (key, known) in [("plus", OF_CUSTOMERS), ("minus", OF_CUSTOMERS), ("rainbow", OF_NEEDS)] {
        match object.get(key).map(|place| place.value.as_object()) {
            Some(Some(map)) => maps.push((map, known)),
            // Why is reported already.
            Some(None) => return,
            None => {}
        }
    }
    let count = |k: usize| maps.iter().filter(|(map, known)| k < *known && map.contains_key(SYMBOLS[k])).count();
    let twice: Vec<&str> = (0..OF_CUSTOMERS).filter(|&k| count(k) > 1).map(|k| SYMBOLS[k]).collect();
    if !twice.is_empty() {
        let message = format!("{} in more than one of plus, minus and rainbow (DP-158)", twice.join(", "));
        faults.add(Code::Sum, object.path, message);
    }
}

/// Reads the food of a round.
pub(super) fn food(place: Place<'_>, faults: &mut Faults) -> Option<Food> {
    const KEYS: [&str; 4] = ["veg_stand", "mixed_veg", "mixed_meat", "meat_stand"];
    let object = place.object(faults)?;
    let numbers = all(KEYS.map(|key| object.required(key, faults).and_then(|place| place.number(0, MOST, faults))));
    numbers.map(|[veg_stand, mixed_veg, mixed_meat, meat_stand]| Food { veg_stand, mixed_veg, mixed_meat, meat_stand })
}
