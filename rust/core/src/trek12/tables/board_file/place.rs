//! A value with its place in the board, and the faults found so far.

use super::Code;
use crate::value::{shortened, shown};
use serde_json::{Map, Value};
use std::fmt;

/// A step of a path. The order is that of TK-89; nothing comes before everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Step<'a> {
    #[default]
    Nothing,
    Key(&'a str),
    /// A key of the board's own choice, by its place among the sorted keys of its object: a million errors below one long key are in
    /// order without comparing it a million times.
    Chosen(usize),
    Position(usize),
}

/// A path from the board (TK-89). The longest one is `specials.ornaments.colours.red[0]`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Path<'a> {
    steps: [Step<'a>; 5],
    /// The key of the one step that is chosen.
    chosen: &'a str,
}

impl<'a> Path<'a> {
    fn with(mut self, step: Step<'a>) -> Self {
        if let Some(free) = self.steps.iter_mut().find(|step| **step == Step::Nothing) {
            *free = step;
        }
        self
    }

    /// The path of a key's value.
    pub(super) fn key(self, key: &'a str) -> Self {
        self.with(Step::Key(key))
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, step) in self.steps.iter().enumerate() {
            let dot = if k == 0 { "" } else { "." };
            match step {
                Step::Nothing => {}
                Step::Key(key) => write!(f, "{dot}{}", shortened(key))?,
                Step::Chosen(_) => write!(f, "{dot}{}", shortened(self.chosen))?,
                Step::Position(k) => write!(f, "[{k}]")?,
            }
        }
        Ok(())
    }
}

/// The faults of one board.
#[derive(Debug, Default)]
pub(super) struct Faults<'a>(Vec<(Code, Path<'a>, String)>);

impl<'a> Faults<'a> {
    /// Adds one.
    pub(super) fn add(&mut self, code: Code, path: Path<'a>, message: impl Into<String>) {
        self.0.push((code, path, message.into()));
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them in order (TK-72, TK-89).
    pub(super) fn sorted(mut self) -> impl Iterator<Item = (Code, String, String)> {
        self.0.sort_unstable_by(|a, b| (a.0, a.1.steps).cmp(&(b.0, b.1.steps)));
        self.0.into_iter().map(|(code, path, message)| (code, path.to_string(), message))
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
    path: Path<'a>,
}

impl<'a> Object<'a> {
    /// A key's value, if the key is there.
    pub(super) fn get(&self, key: &'a str) -> Option<Place<'a>> {
        self.map.get(key).map(|value| Place { value, path: self.path.key(key) })
    }

    /// All keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.map.keys().map(String::as_str)
    }

    /// All keys and values of an object with keys of its own choice, by key.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'a str, Place<'a>)> + use<'a> {
        let path = self.path;
        let mut entries: Vec<(&'a str, &'a Value)> = self.map.iter().map(|(key, value)| (key.as_str(), value)).collect();
        entries.sort_unstable_by_key(|&(key, _)| key);
        entries.into_iter().enumerate().map(move |(rank, (key, value))| {
            let path = Path { chosen: key, ..path.with(Step::Chosen(rank)) };
            (key, Place { value, path })
        })
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.map.len()
    }
}

// Each reader takes a value of one type and reports any other as `wrong_type` (TK-91).
impl<'a> Place<'a> {
    /// The error of a value of a wrong type.
    pub(super) fn wrong<T>(self, accepted: &str, faults: &mut Faults<'a>) -> Option<T> {
        faults.add(Code::WrongType, self.path, format!("{} where {accepted} belongs", shown(self.value)));
        None
    }

    /// An object with keys of its own choice (TK-90).
    pub(super) fn free_object(self, faults: &mut Faults<'a>) -> Option<Object<'a>> {
        match self.value.as_object() {
            Some(map) => Some(Object { map, path: self.path }),
            None => self.wrong("an object", faults),
        }
    }

    /// An object with all of the `required` keys, some of the `optional` ones and no other.
    pub(super) fn object(self, required: &[&'a str], optional: &[&'a str], faults: &mut Faults<'a>) -> Option<Object<'a>> {
        let object = self.free_object(faults)?;
        for &key in required.iter().filter(|&&key| !object.map.contains_key(key)) {
            let message = format!("a required key is missing; these are required: {}", required.join(", "));
            faults.add(Code::MissingKey, self.path.key(key), message);
        }
        for key in object.map.keys().filter(|key| !required.contains(&key.as_str()) && !optional.contains(&key.as_str())) {
            let message = format!("unknown key; the keys are {}", [required, optional].concat().join(", "));
            faults.add(Code::UnknownKey, self.path.key(key), message);
        }
        Some(object)
    }

    /// A list's items.
    pub(super) fn list(self, faults: &mut Faults<'a>) -> Option<impl ExactSizeIterator<Item = Place<'a>> + use<'a>> {
        match self.value.as_array() {
            Some(list) => Some(list.iter().enumerate().map(move |(k, value)| Place { value, path: self.path.with(Step::Position(k)) })),
            None => self.wrong("a list", faults),
        }
    }

    /// A list of one type. None, too, if an item is of another type.
    pub(super) fn list_of<T>(self, item: impl Fn(Place<'a>, &mut Faults<'a>) -> Option<T>, faults: &mut Faults<'a>) -> Option<Vec<T>> {
        let list = self.list(faults)?;
        let count = list.len();
        let items: Vec<T> = list.filter_map(|place| item(place, faults)).collect();
        (items.len() == count).then_some(items)
    }

    /// A list of integers.
    pub(super) fn integers(self, faults: &mut Faults<'a>) -> Option<Vec<i64>> {
        self.list_of(Self::integer, faults)
    }

    /// An integer (TK-90).
    pub(super) fn integer(self, faults: &mut Faults<'a>) -> Option<i64> {
        self.value.as_i64().or_else(|| self.wrong("an integer without point or exponent, of at most 64 bits,", faults))
    }

    /// A number, which is never infinite here.
    pub(super) fn number(self, faults: &mut Faults<'a>) -> Option<f64> {
        self.value.as_f64().or_else(|| self.wrong("a number", faults))
    }

    /// A string.
    pub(super) fn string(self, faults: &mut Faults<'a>) -> Option<&'a str> {
        self.value.as_str().or_else(|| self.wrong("a string", faults))
    }

    /// A boolean.
    pub(super) fn boolean(self, faults: &mut Faults<'a>) -> Option<bool> {
        self.value.as_bool().or_else(|| self.wrong("true or false", faults))
    }
}
