//! A scenario's own board, written into a board file of Trek 12 (TK-66).

use crate::form::only;
use serde_json::{Map, Value, json};

const KEYS: &[&str] = &["n", "edges", "dangerous", "limits", "tables", "start", "penalties", "specials"];

/// The text of a board file with this one board, whose id is `scenario`.
pub(crate) fn board_file(board: &Map<String, Value>, at: &str) -> Result<String, String> {
    let at = format!("{at}: board");
    only(board, KEYS, &at)?;
    let n = board.get("n").and_then(Value::as_u64).ok_or_else(|| format!("{at}: n is missing or no number"))?;
    let edges = board.get("edges").ok_or_else(|| format!("{at}: edges are missing"))?;
    if board.contains_key("limits") && board.contains_key("tables") {
        return Err(format!("{at}: tables stand in the place of limits"));
    }
    let none = json!([]);
    let dangerous = board.get("dangerous").unwrap_or(&none).as_array().ok_or_else(|| format!("{at}: dangerous is no list"))?;
    if let Some(circle) = dangerous.iter().find(|circle| circle.as_u64().is_none_or(|circle| circle >= n)) {
        return Err(format!("{at}: dangerous circle {circle} of {n}"));
    }
    let circles: Vec<Value> = (0..n).map(|id| json!({"id": id, "max": if dangerous.contains(&json!(id)) { 6 } else { 12 }})).collect();
    let four_each = json!({"min": 4, "max": 4, "diff": 4, "sum": 4, "prod": 4});
    let one_table = json!([{"zone": "all", "limits": board.get("limits").unwrap_or(&four_each)}]);
    let mut made = json!({
        "id": "scenario",
        "circles": circles,
        "edges": edges,
        "tables": board.get("tables").unwrap_or(&one_table),
    });
    for key in ["start", "penalties", "specials"] {
        if let Some(value) = board.get(key) {
            made[key] = value.clone();
        }
    }
    Ok(json!({"schema": "trek12-boards/1", "boards": [made]}).to_string())
}
