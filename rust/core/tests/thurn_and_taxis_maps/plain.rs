//! What a valid map file is, once more and plainly: yes or no, without reasons (TT-55, TT-56, TT-57, TT-97).

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// Whether a file is valid.
pub(crate) fn is_valid(map: &Value) -> bool {
    map_is_valid(map).is_some()
}

fn when(condition: bool) -> Option<()> {
    condition.then_some(())
}

/// A string as it is compared (TT-54).
fn name(value: &Value) -> Option<String> {
    value.as_str().map(|text| text.nfc().collect())
}

/// The map with every reference in its compared form, and every coordinate a double.
pub(crate) fn plain(map: &Value) -> Value {
    let mut map = map.clone();
    let refer = |value: &mut Value| *value = name(value).map_or(Value::Null, Value::from);
    for city in map["cities"].as_array_mut().into_iter().flatten() {
        refer(&mut city["region"]);
        for key in ["x", "y"].iter().filter(|key| city.get(**key).is_some()).collect::<Vec<_>>() {
            city[*key] = json!(city[*key].as_f64());
        }
    }
    map["roads"].as_array_mut().into_iter().flatten().filter_map(Value::as_array_mut).flatten().for_each(refer);
    for stack in map["bonus_stacks"].as_array_mut().into_iter().flatten() {
        stack.get_mut("regions").and_then(Value::as_array_mut).into_iter().flatten().for_each(refer);
    }
    map
}

/// The object, if its keys are these.
fn keys<'a>(value: &'a Value, required: &[&str], optional: &[&str]) -> Option<&'a Map<String, Value>> {
    let map = value.as_object()?;
    when(required.iter().all(|key| map.contains_key(*key)))?;
    when(map.keys().all(|key| required.contains(&key.as_str()) || optional.contains(&key.as_str())))?;
    let text = ["status", "colour"].iter().filter_map(|key| map.get(*key));
    when(text.into_iter().all(Value::is_string))?;
    Some(map)
}

/// Different names, none of them empty.
fn names(list: &[Value], key: &str) -> Option<Vec<String>> {
    let names: Vec<String> = list.iter().map(|item| name(&item[key])).collect::<Option<_>>()?;
    when(names.iter().collect::<BTreeSet<_>>().len() == names.len() && !names.contains(&String::new()))?;
    Some(names)
}

fn within(value: &Value, low: usize, high: usize) -> Option<usize> {
    value.as_i64().and_then(|n| usize::try_from(n).ok()).filter(|n| (low..=high).contains(n))
}

fn map_is_valid(map: &Value) -> Option<()> {
    let required = ["name", "copies_per_city_card", "regions", "cities", "roads", "bonus_stacks"];
    keys(map, &required, &["status", "provenance", "notes"])?;
    when(!map["name"].as_str()?.is_empty())?;
    let copies = within(&map["copies_per_city_card"], 1, 9)?;

    let list = map["regions"].as_array()?;
    when((1..=16).contains(&list.len()))?;
    when(list.iter().all(|region| keys(region, &["name"], &["colour", "status"]).is_some()))?;
    let regions = names(list, "name")?;

    let list = map["cities"].as_array()?;
    when((7..=32).contains(&list.len()) && list.len() * copies >= 14)?;
    let mut settled = BTreeSet::new();
    for city in list {
        let map = keys(city, &["name", "region"], &["status", "x", "y"])?;
        when(map.contains_key("x") == map.contains_key("y"))?;
        when(map.get("x").is_none_or(Value::is_number) && map.get("y").is_none_or(Value::is_number))?;
        if !city["region"].is_null() {
            settled.insert(name(&city["region"])?);
        }
    }
    when(settled == regions.iter().cloned().collect())?;
    let cities = names(list, "name")?;

    let mut roads = BTreeSet::new();
    for road in map["roads"].as_array()? {
        let [a, b] = road.as_array()?.as_slice() else { return None };
        let [a, b] = [name(a)?, name(b)?].map(|name| cities.iter().position(|city| *city == name));
        let (a, b) = (a?, b?);
        when(a != b && roads.insert((a.min(b), a.max(b))))?;
    }
    when(is_connected(cities.len(), &roads))?;
    when(has_path_anywhere(cities.len(), &roads))?;
    stacks_are_valid(map["bonus_stacks"].as_array()?, cities.len(), &regions)
}

/// Whether all cities are in one piece.
pub(crate) fn is_connected(n: usize, roads: &BTreeSet<(usize, usize)>) -> bool {
    let mut reached = BTreeSet::from([0]);
    for _ in 0..n {
        for &(a, b) in roads {
            if reached.contains(&a) || reached.contains(&b) {
                reached.extend([a, b]);
            }
        }
    }
    reached.len() == n
}

/// Whether there is a path of seven cities.
pub(crate) fn has_path_anywhere(n: usize, roads: &BTreeSet<(usize, usize)>) -> bool {
    (0..n).any(|city| has_path(roads, &mut vec![city], n))
}

/// Whether a path can be made seven cities long.
fn has_path(roads: &BTreeSet<(usize, usize)>, path: &mut Vec<usize>, n: usize) -> bool {
    if path.len() == 7 {
        return true;
    }
    let last = path[path.len() - 1];
    for next in (0..n).filter(|&next| roads.contains(&(last.min(next), last.max(next)))) {
        if !path.contains(&next) {
            path.push(next);
            if has_path(roads, path, n) {
                return true;
            }
            path.pop();
        }
    }
    false
}

fn stacks_are_valid(list: &[Value], n: usize, regions: &[String]) -> Option<()> {
    when((1..=16).contains(&list.len()))?;
    names(list, "id")?;
    let mut kinds = Vec::new();
    for stack in list {
        let kind = stack["kind"].as_str()?;
        let required = match kind {
            "route_length" => vec!["id", "kind", "values", "min_len"],
            "all_cities" | "one_house_in_each" => vec!["id", "kind", "values", "regions"],
            "game_end" => vec!["id", "kind", "values"],
            _ => return None,
        };
        keys(stack, &required, &["status"])?;
        let values: Vec<usize> = stack["values"].as_array()?.iter().map(|value| within(value, 1, 20)).collect::<Option<_>>()?;
        when((1..=16).contains(&values.len()) && values.is_sorted_by(|a, b| a >= b))?;
        let about = match kind {
            "route_length" => within(&stack["min_len"], 3, n)?.to_string(),
            "game_end" => {
                when(values.len() == 1)?;
                String::new()
            }
            _ => {
                let names: Vec<String> = stack["regions"].as_array()?.iter().map(name).collect::<Option<_>>()?;
                let set: BTreeSet<&String> = names.iter().collect();
                when(!names.is_empty() && set.len() == names.len() && names.iter().all(|name| regions.contains(name)))?;
                format!("{set:?}")
            }
        };
        kinds.push((kind, about));
    }
    when(kinds.iter().filter(|(kind, _)| *kind == "game_end").count() == 1)?;
    when(kinds.iter().collect::<BTreeSet<_>>().len() == kinds.len())
}
