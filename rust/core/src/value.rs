//! Reading a position from a plain value: every fault is collected, none hides the others.

use crate::error::Fault;
use serde_json::{Map, Value};

/// An object's fields under a path, with the faults found so far.
#[derive(Debug)]
pub struct Fields<'a, 'f> {
    object: Option<&'a Map<String, Value>>,
    path: String,
    faults: &'f mut Vec<Fault>,
}

/// A value's type in the words of the caller's language.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
    }
}

/// A caller's text for a message: its beginning, if it is long.
pub fn cut(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A caller's key or id in the path of an error, without the rest of it if it is very long (TK-94, TT-99, DP-178). No valid one is as long.
pub fn shortened(key: &str) -> String {
    const LONGEST: usize = 100;
    match key.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &key[..end]),
        None => key.to_owned(),
    }
}

/// A short form of a value for messages.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => kind(value).to_owned(),
        _ => printable(&cut(&value.to_string())),
    }
}

/// A text without signs that would move a terminal: JSON leaves some of them as they are.
pub fn printable(text: &str) -> String {
    let is_kept = |sign: char| matches!(sign, '"' | '\\' | '\'');
    text.chars().map(|sign| if is_kept(sign) { sign.to_string() } else { sign.escape_debug().to_string() }).collect()
}

/// The first of many messages in one; the rest are counted.
pub fn listed<T: std::fmt::Display>(all: &[T]) -> String {
    const MOST: usize = 50;
    let shown: Vec<String> = all.iter().take(MOST).map(ToString::to_string).collect();
    let more = if all.len() > MOST { format!("; and {} more", all.len() - MOST) } else { String::new() };
    shown.join("; ") + &more
}

impl<'a, 'f> Fields<'a, 'f> {
    /// The fields of `value`, of which only those in `keys` may exist.
    pub fn new(value: &'a Value, path: &str, keys: &[&str], faults: &'f mut Vec<Fault>) -> Self {
        let object = value.as_object();
        match object {
            None => faults.push(Fault::malformed(path, format!("{} where a map with the keys {} belongs", kind(value), keys.join(", ")))),
            Some(object) => {
                for key in object.keys().filter(|key| !keys.contains(&key.as_str())) {
                    let shown: String = key.chars().take(40).collect();
                    faults.push(Fault::malformed(join(path, &shown), format!("unknown key; the keys are {}", keys.join(", "))));
                }
            }
        }
        Self { object, path: path.to_owned(), faults }
    }

    /// A field's value, if the field is there.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.object?.get(key)
    }

    /// A field's path.
    pub fn path(&self, key: &str) -> String {
        join(&self.path, key)
    }

    /// Adds a fault at a field.
    pub fn fault(&mut self, key: &str, message: impl Into<String>) {
        let path = self.path(key);
        self.faults.push(Fault::malformed(path, message));
    }

    /// All faults found so far.
    pub fn faults(&mut self) -> &mut Vec<Fault> {
        self.faults
    }

    /// An integer field in a range; `default` if it is missing or faulty.
    pub fn int(&mut self, key: &str, low: i64, high: i64, default: i64, rule: &str) -> i64 {
        let Some(value) = self.get(key) else { return default };
        value.as_i64().filter(|n| (low..=high).contains(n)).unwrap_or_else(|| {
            self.fault(key, format!("{} where an integer from {low} to {high} belongs ({rule})", shown(value)));
            default
        })
    }

    /// A field that names a seat or nobody: `Some(None)` for null, `None` if it is missing or faulty.
    pub fn seat(&mut self, key: &str, seats: u8, rule: &str) -> Option<Option<u8>> {
        let value = self.get(key)?;
        if value.is_null() {
            return Some(None);
        }
        let seat = value.as_u64().filter(|&n| n < u64::from(seats)).map(|n| n as u8);
        if seat.is_none() {
            self.fault(key, format!("{} where a seat from 0 to {} or null belongs ({rule})", shown(value), seats - 1));
        }
        seat.map(Some)
    }

    /// A list field of at most `longest` entries; empty if it is missing or faulty.
    pub fn list(&mut self, key: &str, longest: usize) -> &'a [Value] {
        let Some(value) = self.get(key) else { return &[] };
        match value.as_array() {
            Some(list) if list.len() <= longest => list,
            Some(list) => {
                self.fault(key, format!("a list of {} where at most {longest} entries belong", list.len()));
                &[]
            }
            None => {
                self.fault(key, format!("{} where a list belongs", shown(value)));
                &[]
            }
        }
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
