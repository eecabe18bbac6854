//! A value with its place in the file, and the faults found so far, in the order in which they are found (DP-172).

use super::Code;
use crate::value::{cut, shortened, shown};
use serde_json::{Map, Value};
use std::fmt;

/// The longest name or id (DP-173).
const LONGEST_NAME: usize = 40;

/// A step of a path.
#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Nothing,
    Key(&'a str),
    Position(usize),
}

/// A path from the file. The longest one is `decks.green.cards[0].double[0]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<'a>([Step<'a>; 6]);

impl<'a> Path<'a> {
    fn with(mut self, step: Step<'a>) -> Self {
        if let Some(free) = self.0.iter_mut().find(|step| matches!(step, Step::Nothing)) {
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
        for (k, step) in self.0.iter().enumerate() {
            let dot = if k == 0 { "" } else { "." };
            match step {
                Step::Nothing => {}
                Step::Key(key) => write!(f, "{dot}{}", shortened(key))?,
                Step::Position(k) => write!(f, "[{k}]")?,
            }
        }
        Ok(())
    }
}

/// A caller's word in quotes.
pub(super) fn quoted(word: &str) -> String {
    format!("{:?}", cut(word))
}

/// The faults of a file.
#[derive(Debug, Default)]
pub(super) struct Faults(pub(super) Vec<(Code, String, String)>);

impl Faults {
    /// Adds one.
    pub(super) fn add(&mut self, code: Code, path: Path<'_>, message: impl Into<String>) {
        self.0.push((code, path.to_string(), message.into()));
    }
}

/// A value and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) value: &'a Value,
    pub(super) path: Path<'a>,
}

/// An object, of which other keys than those asked for are ignored (DP-150).
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'a> {
    map: &'a Map<String, Value>,
    pub(super) path: Path<'a>,
}

impl<'a> Object<'a> {
    /// A key's value, if the key is there.
    pub(super) fn get(&self, key: &'a str) -> Option<Place<'a>> {
        self.map.get(key).map(|value| Place { value, path: self.path.key(key) })
    }

    /// A key's value; if it is missing, that is `E_KEY`.
    pub(super) fn required(&self, key: &'a str, faults: &mut Faults) -> Option<Place<'a>> {
        let place = self.get(key);
        if place.is_none() {
            self.missing(key, faults);
        }
        place
    }

    /// The error of a key that is missing.
    pub(super) fn missing(&self, key: &'a str, faults: &mut Faults) {
        faults.add(Code::Key, self.path.key(key), "this key is missing (DP-150, DP-173)");
    }

    /// The keys that are not among some, by code point.
    pub(super) fn others(&self, known: &[&str]) -> Vec<&'a str> {
        let mut keys: Vec<&str> = self.map.keys().map(String::as_str).filter(|key| !known.contains(key)).collect();
        keys.sort_unstable();
        keys
    }
}

// Each reader takes what it names and reports anything else at the value's place; what it returns is sound.
impl<'a> Place<'a> {
    /// The whole file.
    pub(super) fn root(value: &'a Value) -> Self {
        Self { value, path: Path([Step::Nothing; 6]) }
    }

    /// The error of a value of a wrong type.
    pub(super) fn wrong<T>(self, accepted: &str, faults: &mut Faults) -> Option<T> {
        faults.add(Code::Type, self.path, format!("{} where {accepted} belongs", shown(self.value)));
        None
    }

    /// An object.
    pub(super) fn object(self, faults: &mut Faults) -> Option<Object<'a>> {
        match self.value.as_object() {
            Some(map) => Some(Object { map, path: self.path }),
            None => self.wrong("an object", faults),
        }
    }

    /// A list's items, and whether there are as many as there should be.
    pub(super) fn list(self, length: usize, faults: &mut Faults) -> Option<(impl ExactSizeIterator<Item = Self> + use<'a>, bool)> {
        let items = self.free_list(faults)?;
        let count = items.len();
        if count != length {
            faults.add(Code::Size, self.path, format!("a list of {count} where one of {length} belongs"));
        }
        Some((items, count == length))
    }

    /// The items of a list of any length.
    pub(super) fn free_list(self, faults: &mut Faults) -> Option<impl ExactSizeIterator<Item = Self> + use<'a>> {
        match self.value.as_array() {
            Some(list) => {
                let item = move |(k, value)| Self { value, path: self.path.with(Step::Position(k)) };
                Some(list.iter().enumerate().map(item))
            }
            None => self.wrong("a list", faults),
        }
    }

    /// A list of so many items, each read by `item`; all of them are read, however many there are.
    pub(super) fn array<T, const N: usize>(
        self,
        faults: &mut Faults,
        mut item: impl FnMut(Self, &mut Faults) -> Option<T>,
    ) -> Option<[T; N]> {
        let (items, _) = self.list(N, faults)?;
        let mut all = Vec::new();
        let mut are_sound = true;
        for place in items {
            match item(place, faults) {
                Some(value) => all.push(value),
                None => are_sound = false,
            }
        }
        <[T; N]>::try_from(all).ok().filter(|_| are_sound)
    }

    /// A whole number (DP-151) in a range.
    pub(super) fn number(self, low: u8, high: u8, faults: &mut Faults) -> Option<u8> {
        self.integer(low.into(), high.into(), &format!("a number from {low} to {high}"), faults).map(|number| number as u8)
    }

    /// A whole number in a range that `accepted` names.
    pub(super) fn integer(self, low: i64, high: i64, accepted: &str, faults: &mut Faults) -> Option<i64> {
        let Some(number) = self.value.as_i64() else {
            return self.wrong("a whole number, without point or exponent and of at most 64 bits,", faults);
        };
        if !(low..=high).contains(&number) {
            faults.add(Code::Range, self.path, format!("{number} where {accepted} belongs"));
            return None;
        }
        Some(number)
    }

    /// The place of a word among those that are known.
    pub(super) fn word(self, known: &[&str], faults: &mut Faults) -> Option<u8> {
        let word = self.string(faults)?;
        let found = known.iter().position(|&other| other == word);
        if found.is_none() {
            self.unknown(&known.join(", "), faults);
        }
        found.map(|position| position as u8)
    }

    /// The error of a word that is not accepted.
    pub(super) fn unknown(self, accepted: &str, faults: &mut Faults) {
        faults.add(Code::Value, self.path, format!("{} where one of these belongs: {accepted}", shown(self.value)));
    }

    /// A name or an id (DP-173).
    pub(super) fn name(self, faults: &mut Faults) -> Option<&'a str> {
        let name = self.string(faults)?;
        let is_accepted = !name.is_empty() && name.chars().nth(LONGEST_NAME).is_none();
        if !is_accepted {
            let found = if name.is_empty() { "an empty text".to_owned() } else { quoted(name) };
            faults.add(Code::Value, self.path, format!("{found} where a text of 1 to {LONGEST_NAME} characters belongs (DP-173)"));
        }
        is_accepted.then_some(name)
    }

    /// A text.
    fn string(self, faults: &mut Faults) -> Option<&'a str> {
        self.value.as_str().or_else(|| self.wrong("a text", faults))
    }
}
