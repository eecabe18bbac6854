//! A value with its place in the file (TT-94), and the faults found so far.

use super::Code;
use crate::value::{shortened, shown};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;

/// A step of a path. The order is that of TT-99; nothing comes before everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Step<'a> {
    #[default]
    Nothing,
    Key(&'a str),
    Position(usize),
}

/// A path from the map. The longest one is `bonus_stacks[0].values[0]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path<'a>([Step<'a>; 4]);

impl<'a> Path<'a> {
    fn with(mut self, step: Step<'a>) -> Self {
        if let Some(free) = self.0.iter_mut().find(|step| **step == Step::Nothing) {
            *free = step;
        }
        self
    }

    /// The path of a key's value.
    pub(super) fn key(self, key: &'a str) -> Self {
        self.with(Step::Key(key))
    }

    /// The path of a list's item.
    pub(super) fn position(self, position: usize) -> Self {
        self.with(Step::Position(position))
    }
}

impl Path<'_> {
    /// The text of TT-94, with each key as `name` gives it.
    fn text(&self, name: impl Fn(&str) -> String) -> String {
        let mut text = String::new();
        for (k, step) in self.0.iter().enumerate() {
            match step {
                Step::Nothing => {}
                Step::Key(key) => {
                    text.push_str(if k == 0 { "" } else { "." });
                    text.push_str(&name(key));
                }
                Step::Position(k) => text.extend(["[", &k.to_string(), "]"]),
            }
        }
        text
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(shortened))
    }
}

/// The faults of a file.
#[derive(Debug, Default)]
pub(super) struct Faults<'a>(Vec<(Path<'a>, Code, String)>);

impl<'a> Faults<'a> {
    /// Adds one.
    pub(super) fn add(&mut self, code: Code, path: Path<'a>, message: impl Into<String>) {
        self.0.push((path, code, message.into()));
    }

    /// All of them in order (TT-99), those of one code at one place as one (TT-94). Two paths may be one place: an empty key adds nothing.
    pub(super) fn sorted(mut self) -> Vec<(Code, String, String)> {
        self.0.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
        let mut all: Vec<(Code, String, String)> = Vec::new();
        let mut known: HashMap<(Code, String), usize> = HashMap::new();
        for (path, code, message) in self.0 {
            // Long keys with one beginning are two places.
            let whole = (code, path.text(str::to_owned));
            if let Some((_, _, before)) = known.get(&whole).and_then(|&index| all.get_mut(index)) {
                before.push_str("; ");
                before.push_str(&message);
            } else {
                known.insert(whole, all.len());
                all.push((code, path.to_string(), message));
            }
        }
        all
    }
}

/// A value and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) value: &'a Value,
    pub(super) path: Path<'a>,
}

/// An object whose keys are checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'a> {
    map: &'a Map<String, Value>,
    pub(super) path: Path<'a>,
}

/// What cannot be used; why is reported already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrong;

impl<'a> Object<'a> {
    /// A key's value, if the key is there.
    pub(super) fn get(&self, key: &'a str) -> Option<Place<'a>> {
        self.map.get(key).map(|value| Place { value, path: self.path.key(key) })
    }

    /// A string that may be missing.
    pub(super) fn text(&self, key: &'a str, faults: &mut Faults<'a>) -> Result<Option<String>, Wrong> {
        self.get(key).map(|place| place.string(faults).map(str::to_owned).ok_or(Wrong)).transpose()
    }
}

// Each reader takes a value of one type and reports any other as E_TYPE (TT-55).
impl<'a> Place<'a> {
    /// The whole file.
    pub(super) fn root(value: &'a Value) -> Self {
        Self { value, path: Path::default() }
    }

    /// The error of a value of a wrong type.
    pub(super) fn wrong<T>(self, accepted: &str, faults: &mut Faults<'a>) -> Option<T> {
        faults.add(Code::Type, self.path, format!("{} where {accepted} belongs (TT-55)", shown(self.value)));
        None
    }

    /// An object with all of the `required` keys, some of the `optional` ones and no other.
    pub(super) fn object(self, required: &[&str], optional: &[&str], faults: &mut Faults<'a>) -> Option<Object<'a>> {
        let Some(map) = self.value.as_object() else { return self.wrong("an object", faults) };
        let missing: Vec<&str> = required.iter().filter(|&&key| !map.contains_key(key)).copied().collect();
        if !missing.is_empty() {
            let message = format!("without {}; required are {} (TT-55)", missing.join(", "), required.join(", "));
            faults.add(Code::Key, self.path, message);
        }
        for key in map.keys().filter(|key| !required.contains(&key.as_str()) && !optional.contains(&key.as_str())) {
            let message = format!("unknown key; the keys are {} (TT-55)", [required, optional].concat().join(", "));
            faults.add(Code::Key, self.path.key(key), message);
        }
        Some(Object { map, path: self.path })
    }

    /// A list's items.
    pub(super) fn list(self, faults: &mut Faults<'a>) -> Option<impl ExactSizeIterator<Item = Self> + use<'a>> {
        match self.value.as_array() {
            Some(list) => Some(list.iter().enumerate().map(move |(k, value)| Self { value, path: self.path.position(k) })),
            None => self.wrong("a list", faults),
        }
    }

    /// An integer (TT-99).
    pub(super) fn integer(self, faults: &mut Faults<'a>) -> Option<i64> {
        self.value.as_i64().or_else(|| self.wrong("an integer without point or exponent, of at most 64 bits,", faults))
    }

    /// A number, which is never infinite here (TT-99).
    pub(super) fn number(self, faults: &mut Faults<'a>) -> Option<f64> {
        self.value.as_f64().or_else(|| self.wrong("a number", faults))
    }

    /// A string.
    pub(super) fn string(self, faults: &mut Faults<'a>) -> Option<&'a str> {
        self.value.as_str().or_else(|| self.wrong("a string", faults))
    }
}
