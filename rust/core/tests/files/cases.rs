//! The validator cases that the references run, too: `tests/scenarios/{trek12_boards,thurn_and_taxis_maps,dungeon_petz_tables}.json`.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The parent of a change's place, and its last step.
fn parent<'a, 'b>(file: &'a mut Value, path: &'b [Value]) -> Result<(&'a mut Value, &'b Value), String> {
    let (last, before) = path.split_last().ok_or("an empty path")?;
    before.iter().try_fold(file, |value, step| below(value, step)).map(|value| (value, last))
}

fn below<'a>(value: &'a mut Value, step: &Value) -> Result<&'a mut Value, String> {
    let found = match (value, step) {
        (Value::Object(map), Value::String(key)) => map.get_mut(key),
        (Value::Array(list), Value::Number(k)) => k.as_u64().and_then(|k| list.get_mut(k as usize)),
        _ => None,
    };
    found.ok_or_else(|| format!("nothing at {step}"))
}

/// Applies one change.
fn change(file: &mut Value, change: &Value) -> Result<(), String> {
    let change = only(change, &["op", "path", "value"])?;
    let path = change.get("path").and_then(Value::as_array).ok_or("a change has a path")?;
    let value = change.get("value").cloned();
    match (change.get("op").and_then(Value::as_str), value) {
        (Some("append"), Some(value)) => {
            let list = path.iter().try_fold(file, below)?;
            list.as_array_mut().ok_or("append is for lists")?.push(value);
        }
        (Some("set"), Some(value)) => match parent(file, path)? {
            (Value::Object(map), Value::String(key)) => drop(map.insert(key.clone(), value)),
            (place, step) => *below(place, step)? = value,
        },
        (Some("delete"), None) => match parent(file, path)? {
            (Value::Object(map), Value::String(key)) => drop(map.shift_remove(key).ok_or_else(|| format!("no {key} to delete"))?),
            (Value::Array(list), Value::Number(k)) => {
                let k = k.as_u64().filter(|&k| k < list.len() as u64).ok_or_else(|| format!("no {k} to delete"))?;
                list.remove(k as usize);
            }
            (_, step) => return Err(format!("nothing to delete at {step}")),
        },
        (op, _) => return Err(format!("{op:?} is no change")),
    }
    Ok(())
}

fn only<'a>(value: &'a Value, keys: &[&str]) -> Result<&'a Map<String, Value>, String> {
    let map = value.as_object().ok_or("not an object")?;
    match map.keys().find(|key| !keys.contains(&key.as_str())) {
        None => Ok(map),
        Some(key) => Err(format!("the key {key} would not be looked at")),
    }
}

/// The bytes of a case's file.
fn bytes(base: &Value, case: &Map<String, Value>) -> Result<Vec<u8>, String> {
    match (case.get("text"), case.get("bytes_hex"), case.get("changes")) {
        (Some(Value::String(text)), None, None) => Ok(text.clone().into_bytes()),
        (None, Some(Value::String(hex)), None) => {
            let bytes = hex.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or("?"), 16));
            bytes.collect::<Result<_, _>>().map_err(|error| error.to_string())
        }
        (None, None, Some(Value::Array(changes))) => {
            let mut file = base.clone();
            changes.iter().try_for_each(|entry| change(&mut file, entry))?;
            Ok(file.to_string().into_bytes())
        }
        _ => Err("a case has one of text, bytes_hex and changes".to_owned()),
    }
}

/// Runs a case: `errors_of` reads a file and gives its errors in the form of the cases, or what is wrong with what it read.
fn run(base: &Value, case: &Value, errors_of: &impl Fn(&[u8]) -> Result<Vec<Value>, String>) -> Result<(), String> {
    let case = only(case, &["id", "rules", "about", "text", "bytes_hex", "changes", "errors"])?;
    let expected = case.get("errors").and_then(Value::as_array).ok_or("a case has errors")?;
    let found = errors_of(&bytes(base, case)?)?;
    if found != *expected {
        return Err(format!("expected {expected:#?}, found {found:#?}"));
    }
    Ok(())
}

/// Every case of a file of `tests/scenarios/` holds; their base is `base`, or the file's own. Returns how many there are.
pub(crate) fn every_case(name: &str, base: Option<&Value>, errors_of: impl Fn(&[u8]) -> Result<Vec<Value>, String>) -> usize {
    let path = format!("{}/../../tests/scenarios/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let cases = file["cases"].as_array().expect("it has cases");
    let ids: BTreeSet<&str> = cases.iter().filter_map(|case| case["id"].as_str()).collect();
    assert_eq!(ids.len(), cases.len(), "an id is missing or used twice");
    let base = base.unwrap_or(&file["base"]);
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| run(base, case, &errors_of).err().map(|error| format!("{} {}: {error}", case["id"], case["about"])))
        .collect();
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
    // Counted in the text as well: a reader that skips cases would pass.
    assert_eq!(cases.len(), text.matches(r#""rules": ["#).count());
    cases.len()
}
