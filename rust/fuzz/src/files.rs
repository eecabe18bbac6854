//! What the targets for files share: a good file in which some places are altered, and the order of places in a list of errors.

use crate::Input;
use serde_json::Value;

/// Walks down by the input and alters what it finds there; `scalar` gives what belongs to no file, or to another place of it.
pub fn edit(value: &mut Value, input: &mut Input<'_>, scalar: &dyn Fn(&mut Input<'_>) -> Value) {
    let (choice, number) = (input.byte(), usize::from(input.byte()));
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(number % map.len()).cloned().unwrap_or_default();
            match choice % 16 {
                0 => drop(map.shift_remove(&key)),
                1 => drop(map.insert(format!("key {number}"), scalar(input))),
                2 => map[&key] = scalar(input),
                _ => edit(&mut map[&key], input, scalar),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let index = number % list.len();
            match choice % 16 {
                0 => drop(list.remove(index)),
                1 => list.insert(index, list[index].clone()),
                2 => list.swap(0, index),
                3 => list.push(scalar(input)),
                4 => list[index] = scalar(input),
                _ => edit(&mut list[index], input, scalar),
            }
        }
        other => *other = scalar(input),
    }
}

/// A part of a path: a key, or a position in a list.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Before any position.
    Key(String),
    /// From 0.
    Position(usize),
}

/// The parts of a path; nothing if a key is no plain word, or was shortened.
pub fn parts(path: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    // An empty key is no plain word either.
    if path.ends_with('.') {
        return None;
    }
    for step in path.split_terminator('.') {
        let (key, positions) = step.split_at(step.find('[').unwrap_or(step.len()));
        if !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            || key.len() > 50
            || (key.is_empty() && positions.is_empty())
        {
            return None;
        }
        parts.extend((!key.is_empty()).then(|| Part::Key(key.to_owned())));
        for position in positions.split_terminator(']') {
            parts.push(Part::Position(position.strip_prefix('[')?.parse().ok()?));
        }
    }
    Some(parts)
}
