//! What a valid board file is, once more and plainly: yes or no, without reasons (TK-66, TK-67, TK-68, TK-69, TK-70, TK-71).

use serde_json::{Map, Value};
use spielwerk::trek12::tables::OPERATIONS;
use spielwerk::trek12::tables::board_file::SCHEMA;
use std::collections::BTreeSet;

/// Whether a file is valid.
pub(crate) fn is_valid(file: &Value) -> bool {
    let boards = file["boards"].as_array();
    file.is_object()
        && file["schema"] == SCHEMA
        && boards.is_some_and(|boards| {
            let ids: BTreeSet<String> = boards.iter().map(|board| board["id"].to_string()).collect();
            !boards.is_empty() && ids.len() == boards.len() && boards.iter().all(|board| board_is_valid(board).is_some())
        })
}

fn when(condition: bool) -> Option<()> {
    condition.then_some(())
}

/// The object, if its keys are these.
fn keys<'a>(value: &'a Value, required: &[&str], optional: &[&str]) -> Option<&'a Map<String, Value>> {
    let map = value.as_object()?;
    when(required.iter().all(|key| map.contains_key(*key)))?;
    when(map.keys().all(|key| required.contains(&key.as_str()) || optional.contains(&key.as_str())))?;
    Some(map)
}

fn integers(value: &Value) -> Option<Vec<i64>> {
    value.as_array()?.iter().map(Value::as_i64).collect()
}

/// Different ids of circles.
fn ids(value: &Value, n: usize) -> Option<Vec<i64>> {
    let list = integers(value)?;
    when(list.iter().all(|&id| 0 <= id && id < n as i64))?;
    when(list.iter().collect::<BTreeSet<_>>().len() == list.len())?;
    Some(list)
}

fn some_ids(value: &Value, n: usize) -> Option<Vec<i64>> {
    ids(value, n).filter(|list| !list.is_empty())
}

fn up_to(value: &Value, most: i64) -> Option<i64> {
    value.as_i64().filter(|n| (0..=most).contains(n))
}

/// Pairs, the smaller id first.
fn pairs(value: &Value, n: usize) -> Option<Vec<(i64, i64)>> {
    let list: Option<Vec<(i64, i64)>> = value
        .as_array()?
        .iter()
        .map(|pair| {
            let pair = ids(pair, n).filter(|pair| pair.len() == 2)?;
            Some((pair[0].min(pair[1]), pair[0].max(pair[1])))
        })
        .collect();
    list.filter(|list| list.iter().collect::<BTreeSet<_>>().len() == list.len())
}

fn board_is_valid(board: &Value) -> Option<()> {
    let optional = ["name", "provenance", "start", "penalties", "specials"];
    let map = keys(board, &["id", "circles", "edges", "tables"], &optional)?;
    let id = board["id"].as_str()?;
    when((1..=40).contains(&id.len()) && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'))?;
    when(map.get("name").is_none_or(Value::is_string))?;
    if let Some(provenance) = map.get("provenance") {
        let provenance = keys(provenance, &[], &["level", "note", "unknown"])?;
        when(provenance.get("level").is_none_or(|level| ["verified", "reconstructed", "user"].iter().any(|known| level == known)))?;
        when(provenance.get("note").is_none_or(Value::is_string))?;
        when(provenance.get("unknown").is_none_or(|list| list.as_array().is_some_and(|list| list.iter().all(Value::is_string))))?;
    }

    let circles = board["circles"].as_array()?;
    let n = circles.len();
    when((2..=32).contains(&n))?;
    let mut seen = BTreeSet::new();
    for circle in circles {
        let map = keys(circle, &["id", "max"], &["x", "y"])?;
        seen.insert(up_to(&circle["id"], n as i64 - 1)?);
        when([Some(12), Some(6)].contains(&circle["max"].as_i64()))?;
        when(map.contains_key("x") == map.contains_key("y"))?;
        when(map.get("x").is_none_or(Value::is_number) && map.get("y").is_none_or(Value::is_number))?;
    }
    when(seen.len() == n)?;
    let edges = pairs(&board["edges"], n)?;
    let mut reached = BTreeSet::from([0]);
    for _ in 0..n {
        for &(a, b) in &edges {
            if reached.contains(&a) || reached.contains(&b) {
                reached.extend([a, b]);
            }
        }
    }
    when(reached.len() == n)?;

    if let Some(penalties) = map.get("penalties") {
        keys(penalties, &["face", "isolated"], &[])?;
        up_to(&penalties["face"], 99)?;
        when(penalties["isolated"] == "number" || up_to(&penalties["isolated"], 99).is_some())?;
    }
    let empty = Value::Object(Map::new());
    let specials = map.get("specials").unwrap_or(&empty);
    specials_are_valid(specials, n, &edges)?;

    let mut boxes = Vec::new();
    for table in board["tables"].as_array()? {
        keys(table, &["zone", "limits"], &[])?;
        keys(&table["limits"], &OPERATIONS, &[])?;
        let limits: Option<Vec<i64>> = OPERATIONS.iter().map(|operation| up_to(&table["limits"][operation], 15)).collect();
        boxes.push((table["zone"].as_str()?, limits?.iter().sum::<i64>()));
    }
    let start = match map.get("start") {
        None | Some(Value::Null) => None,
        Some(start) => Some(some_ids(start, n)?),
    };
    match (boxes.as_slice(), specials.get("zones")) {
        ([(zone, boxes)], None) => when(*zone == "all" && *boxes >= n as i64),
        ([(left, left_boxes), (right, right_boxes)], Some(zones)) => {
            when(left != right && !["all", "shared"].contains(left) && !["all", "shared"].contains(right))?;
            keys(zones, &[left, right], &["shared"])?;
            let (left, right) = (some_ids(&zones[left], n)?, some_ids(&zones[right], n)?);
            let shared = zones.get("shared").map_or(Some(Vec::new()), |list| ids(list, n))?;
            let all: BTreeSet<&i64> = left.iter().chain(&right).chain(&shared).collect();
            when(all.len() == n && left.len() + right.len() + shared.len() == n)?;
            when(*left_boxes >= (left.len() + shared.len()) as i64 && *right_boxes >= (right.len() + shared.len()) as i64)?;
            when(!start?.iter().any(|id| shared.contains(id)))
        }
        _ => None,
    }
}

fn specials_are_valid(specials: &Value, n: usize, edges: &[(i64, i64)]) -> Option<()> {
    const LISTS: [&str; 7] = ["sofa", "fridge", "desk", "entrance", "washbasin", "roses", "waves"];
    const OTHERS: [&str; 7] = ["prelinked", "over12_loses", "flags", "ornaments", "gift_areas", "top", "zones"];
    let map = keys(specials, &[], &[LISTS, OTHERS].concat())?;
    for list in LISTS.iter().filter_map(|key| map.get(*key)) {
        some_ids(list, n)?;
    }
    if let Some(list) = map.get("prelinked") {
        let list = pairs(list, n)?;
        when(!list.is_empty() && list.iter().all(|pair| edges.contains(pair)))?;
    }
    when(map.contains_key("sofa") == map.contains_key("fridge"))?;
    when(map.contains_key("entrance") || !map.contains_key("washbasin"))?;
    for flag in ["over12_loses", "gift_areas"] {
        when(map.get(flag).is_none_or(Value::is_boolean))?;
    }
    when(map.get("gift_areas") != Some(&Value::Bool(true)) || map.contains_key("ornaments"))?;
    for claim in ["flags", "top"].iter().filter_map(|key| map.get(*key)) {
        keys(claim, &["circles", "points"], &[])?;
        some_ids(&claim["circles"], n)?;
        up_to(&claim["points"], 99)?;
    }
    if let Some(ornaments) = map.get("ornaments") {
        keys(ornaments, &["colours", "points"], &[])?;
        let colours = ornaments["colours"].as_object()?;
        let lists: Option<Vec<Vec<i64>>> = colours.values().map(|list| some_ids(list, n)).collect();
        let all: Vec<i64> = lists?.concat();
        when(!colours.is_empty() && all.iter().collect::<BTreeSet<_>>().len() == all.len())?;
        let points: Option<Vec<i64>> = ornaments["points"].as_array()?.iter().map(|n| up_to(n, 99)).collect();
        when(points?.len() >= colours.len())?;
    }
    Some(())
}
