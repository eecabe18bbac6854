//! Scenario files as they are read: any key or shape that would not be checked is an error.

use crate::board::board_file;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

const KEYS: &[&str] = &["id", "rules", "about", "options", "board", "strict", "draws", "position", "tables", "golden", "step"];
const STEP_KEYS: &[&str] = &[
    "actor",
    "legal",
    "legal_count",
    "includes",
    "refuses",
    "outcomes",
    "state",
    "sheet",
    "scores",
    "ranks",
    "winners",
    "apply",
    "events",
];

/// One scenario.
#[derive(Clone, Debug)]
pub(crate) struct Scenario {
    pub(crate) id: String,
    pub(crate) options: Map<String, Value>,
    pub(crate) strict: bool,
    pub(crate) draws: Vec<Value>,
    pub(crate) position: Option<Value>,
    /// Path and expected value.
    pub(crate) tables: Vec<(String, Value)>,
    /// File and whether the players are exchanged.
    pub(crate) golden: Option<(String, bool)>,
    pub(crate) steps: Vec<Map<String, Value>>,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The game of a file's text and all its scenarios.
pub(crate) fn read(text: &str) -> Result<(String, Vec<Scenario>), String> {
    let document: Map<String, Value> = toml::from_str(text).map_err(|error| error.to_string())?;
    only(&document, &["game", "scenario"], "the file")?;
    let game = text_of(&document, "game", "the file")?;
    let list = document.get("scenario").and_then(Value::as_array).ok_or("the file has no scenarios")?;
    let scenarios = list.iter().map(scenario).collect::<Result<Vec<_>, _>>()?;
    for (index, scenario) in scenarios.iter().enumerate() {
        if scenarios[..index].iter().any(|other| other.id == scenario.id) {
            return Err(format!("the id {} is used twice", scenario.id));
        }
    }
    Ok((game, scenarios))
}

pub(crate) fn only(map: &Map<String, Value>, keys: &[&str], at: &str) -> Result<(), String> {
    let unknown: Vec<&String> = map.keys().filter(|key| !keys.contains(&key.as_str())).collect();
    if unknown.is_empty() { Ok(()) } else { Err(format!("{at}: unknown keys {unknown:?}")) }
}

fn map_of<'a>(value: &'a Value, at: &str) -> Result<&'a Map<String, Value>, String> {
    value.as_object().ok_or_else(|| format!("{at}: {value} where a map belongs"))
}

fn list_of(value: &Value, at: &str) -> Result<Vec<Value>, String> {
    value.as_array().cloned().ok_or_else(|| format!("{at}: {value} where a list belongs"))
}

fn text_of(map: &Map<String, Value>, key: &str, at: &str) -> Result<String, String> {
    map.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| format!("{at}: {key} is missing or no text"))
}

fn flag_of(map: &Map<String, Value>, key: &str, default: bool, at: &str) -> Result<bool, String> {
    map.get(key).map_or(Ok(default), |value| value.as_bool().ok_or_else(|| format!("{at}: {key} is neither true nor false")))
}

fn scenario(raw: &Value) -> Result<Scenario, String> {
    let raw = map_of(raw, "a scenario")?;
    let id = text_of(raw, "id", "a scenario")?;
    only(raw, KEYS, &id)?;
    text_of(raw, "about", &id)?;
    let rules = list_of(raw.get("rules").unwrap_or(&Value::Null), &format!("{id}: rules"))?;
    if !rules.iter().all(|rule| rule.as_str().is_some_and(is_rule)) {
        return Err(format!("{id}: {rules:?} are no rules"));
    }
    let has = |key| raw.contains_key(key);
    if has("draws") && has("position") {
        return Err(format!("{id}: draws belong to the initial state, not to a position"));
    }
    if has("golden") && ["options", "board", "draws", "position", "step"].into_iter().any(has) {
        return Err(format!("{id}: golden stands in the place of options, board, draws, position and steps"));
    }
    let list = |key: &str| raw.get(key).map_or(Ok(Vec::new()), |value| list_of(value, &format!("{id}: {key}")));
    let golden = match raw.get("golden") {
        None => None,
        Some(golden) => {
            let golden = map_of(golden, &id)?;
            only(golden, &["file", "swap_players"], &format!("{id}: golden"))?;
            Some((text_of(golden, "file", &id)?, flag_of(golden, "swap_players", false, &id)?))
        }
    };
    let mut tables = Vec::new();
    for table in list("tables")? {
        let table = map_of(&table, &id)?;
        only(table, &["path", "equals"], &format!("{id}: tables"))?;
        let equals = table.get("equals").ok_or_else(|| format!("{id}: a table check has path and equals"))?;
        tables.push((text_of(table, "path", &id)?, equals.clone()));
    }
    let mut steps = Vec::new();
    for (number, step) in list("step")?.iter().enumerate() {
        let at = format!("{id} step {number}");
        let step = map_of(step, &at)?;
        only(step, STEP_KEYS, &at)?;
        if step.is_empty() || step.contains_key("events") && !step.contains_key("apply") {
            return Err(format!("{at}: empty, or events without apply"));
        }
        if let Some(outcomes) = step.get("outcomes") {
            only(map_of(outcomes, &at)?, &["count", "weight", "excludes"], &format!("{at}: outcomes"))?;
        }
        steps.push(step.clone());
    }
    let mut options = raw.get("options").map_or(Ok(Map::new()), |options| map_of(options, &id).cloned())?;
    if let Some(board) = raw.get("board") {
        if options.contains_key("board_file") {
            return Err(format!("{id}: a board and the option board_file exclude each other"));
        }
        options.insert("board_file".to_owned(), json!(board_file(map_of(board, &id)?, &id)?));
    }
    let strict = flag_of(raw, "strict", true, &id)?;
    Ok(Scenario { draws: list("draws")?, position: raw.get("position").cloned(), options, strict, tables, golden, steps, id })
}

/// Two capitals, a hyphen, a number.
fn is_rule(text: &str) -> bool {
    let (prefix, number) = text.split_once('-').unwrap_or_default();
    prefix.len() == 2 && prefix.chars().all(|c| c.is_ascii_uppercase()) && number.parse::<u16>().is_ok_and(|number| number > 0)
}

/// TOML has no null: the text "none" stands for it.
pub(crate) fn without_none(value: &Value) -> Value {
    match value {
        Value::Object(map) => map.iter().map(|(key, item)| (key.clone(), without_none(item))).collect(),
        Value::Array(list) => list.iter().map(without_none).collect(),
        Value::String(text) if text == "none" => Value::Null,
        _ => value.clone(),
    }
}

/// Where `actual` differs: maps as subsets, lists of equal length item by item, "none" as null.
pub(crate) fn differences(expected: &Value, actual: &Value, at: &str) -> Vec<String> {
    let here = if at.is_empty() { "." } else { at };
    match (expected, actual) {
        (Value::Object(wanted), Value::Object(found)) => wanted
            .iter()
            .flat_map(|(key, item)| {
                let path = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
                found.get(key).map_or_else(|| vec![format!("{path}: missing")], |actual| differences(item, actual, &path))
            })
            .collect(),
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            wanted.iter().zip(found).enumerate().flat_map(|(i, (e, a))| differences(e, a, &format!("{at}[{i}]"))).collect()
        }
        (Value::String(text), Value::Null) if text == "none" => Vec::new(),
        (Value::String(text), _) if text == "none" => vec![format!("{here}: expected null, got {actual}")],
        _ if expected == actual => Vec::new(),
        _ => vec![format!("{here}: expected {expected}, got {actual}")],
    }
}

/// The value at a path such as `patches[32].cells`.
pub(crate) fn look_up<'a>(tables: &'a Value, path: &str) -> Result<&'a Value, String> {
    let parts: Vec<&str> = path.split(['.', '[']).map(|part| part.trim_end_matches(']')).collect();
    tables.pointer(&format!("/{}", parts.join("/"))).ok_or_else(|| format!("the tables have no {path}"))
}
