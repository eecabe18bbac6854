//! Random valid maps.

use serde_json::{Map, Value, json};
use spielwerk::Rng;
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// A name of its own, in one of several scripts; one of its forms.
fn name(rng: &mut Rng, k: u64) -> String {
    let beginnings = ["Ulm", "Köln", "Zürich", "Ç\u{301}", "한글", "😀", " ", "\u{0}", "K\u{212a}", "q\u{323}\u{307}"];
    let beginning = beginnings[rng.below(beginnings.len() as u64) as usize];
    form(rng, &format!("{beginning}{k}"))
}

/// A name in any form (TT-54).
fn form(rng: &mut Rng, name: &str) -> String {
    match rng.below(3) {
        0 => name.to_owned(),
        1 => name.nfd().collect(),
        _ => name.nfc().collect(),
    }
}

/// Puts in some optional strings.
fn decorate(rng: &mut Rng, keys: &[&str], value: &mut Value) {
    for key in keys {
        if rng.below(4) == 0 {
            value[*key] = json!(["", "guess", "Küste 😀"][rng.below(3) as usize]);
        }
    }
}

/// A valid map.
pub(crate) fn map(rng: &mut Rng) -> Value {
    let n = 7 + rng.below(26);
    let copies = if n < 14 { 2 + rng.below(8) } else { 1 + rng.below(9) };
    let regions: Vec<String> = (0..=rng.below(n.min(16))).map(|k| name(rng, k)).collect();
    let cities: Vec<String> = (0..n).map(|k| name(rng, k)).collect();
    let mut region_of: Vec<Option<&String>> = regions.iter().map(Some).collect();
    while region_of.len() < cities.len() {
        let region = rng.below(1 + regions.len() as u64) as usize;
        region_of.push(regions.get(region));
    }
    rng.shuffle(&mut region_of);
    let mut map = json!({"name": name(rng, 0), "copies_per_city_card": copies});
    let list = |rng: &mut Rng, name: &String| {
        let mut region = json!({"name": name});
        decorate(rng, &["status", "colour"], &mut region);
        region
    };
    map["regions"] = regions.iter().map(|name| list(rng, name)).collect();
    map["cities"] = cities.iter().zip(&region_of).map(|(name, region)| city(rng, name, *region)).collect();
    map["roads"] = roads(rng, &cities);
    map["bonus_stacks"] = stacks(rng, n, &regions);
    decorate(rng, &["status", "notes", "provenance"], &mut map);
    if rng.below(4) == 0 {
        map["notes"] = json!({"a": [null, 0.5, {"b": -1}], "": []});
    }
    map
}

fn city(rng: &mut Rng, name: &str, region: Option<&String>) -> Value {
    let mut city = json!({"name": name, "region": region.map(|region| form(rng, region))});
    decorate(rng, &["status"], &mut city);
    match rng.below(3) {
        0 => {}
        1 => (city["x"], city["y"]) = (json!(rng.below(9)), json!(-(rng.below(9) as i64))),
        _ => {
            // Any finite number, also one with seventeen digits or a large exponent.
            let mut number = || Some(f64::from_bits(rng.next_u64())).filter(|x| x.is_finite()).unwrap_or(0.1);
            (city["x"], city["y"]) = (json!(number()), json!(number()));
        }
    }
    city
}

fn roads(rng: &mut Rng, cities: &[String]) -> Value {
    let n = cities.len() as u64;
    let mut order: Vec<u64> = (0..n).collect();
    rng.shuffle(&mut order);
    let mut pairs = Vec::new();
    for k in 1..n {
        // Seven in a row, the others anywhere.
        let before = if k < 7 { k - 1 } else { rng.below(k) };
        pairs.push((order[k as usize], order[before as usize]));
    }
    for _ in 0..rng.below(3 * n) {
        let (a, b) = (rng.below(n), rng.below(n));
        if a != b && !pairs.contains(&(a, b)) && !pairs.contains(&(b, a)) {
            pairs.push((a, b));
        }
    }
    rng.shuffle(&mut pairs);
    pairs.iter().map(|&(a, b)| json!([form(rng, &cities[a as usize]), form(rng, &cities[b as usize])])).collect()
}

fn stacks(rng: &mut Rng, n: u64, regions: &[String]) -> Value {
    let mut seen = BTreeSet::new();
    let mut stacks = Vec::new();
    for k in 0..=rng.below(15) {
        let count = 1 + rng.below(16);
        let mut values: Vec<u64> = (0..count).map(|_| 1 + rng.below(20)).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        let mut stack = json!({"id": name(rng, k), "kind": "route_length", "values": values});
        let about = match rng.below(3) {
            0 => ("min_len", json!(3 + rng.below(n - 2))),
            kind => {
                stack["kind"] = json!(["all_cities", "one_house_in_each"][kind as usize - 1]);
                let mut some: Vec<&String> = regions.iter().collect();
                rng.shuffle(&mut some);
                some.truncate(1 + rng.below(some.len() as u64) as usize);
                some.sort_unstable();
                ("regions", json!(some))
            }
        };
        if !seen.insert((stack["kind"].to_string(), about.1.to_string())) {
            continue;
        }
        stack[about.0] = about.1;
        if let Some(names) = stack.get_mut("regions").and_then(Value::as_array_mut) {
            rng.shuffle(names);
            for name in names {
                *name = json!(form(rng, name.as_str().unwrap_or_default()));
            }
        }
        stacks.push(stack);
    }
    stacks.push(json!({"id": name(rng, 99), "kind": "game_end", "values": [1 + rng.below(20)]}));
    rng.shuffle(&mut stacks);
    for stack in &mut stacks {
        decorate(rng, &["status"], stack);
    }
    json!(stacks)
}

/// The same map with the keys of all objects in any order.
pub(crate) fn shuffled(rng: &mut Rng, value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(|item| shuffled(rng, item)).collect(),
        Value::Object(map) => {
            let mut entries: Vec<(String, Value)> = map.iter().map(|(key, item)| (key.clone(), shuffled(rng, item))).collect();
            rng.shuffle(&mut entries);
            Value::Object(entries.into_iter().collect::<Map<String, Value>>())
        }
        other => other.clone(),
    }
}
