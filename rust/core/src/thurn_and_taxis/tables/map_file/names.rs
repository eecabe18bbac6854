//! Names of cities, regions and stacks: equal if they are the same after Unicode NFC (TT-54).

use super::Code;
use super::place::{Faults, Path, Place};
use crate::value::cut;
use std::borrow::Cow;
use std::collections::HashMap;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A name in the form in which names are compared.
pub(crate) fn normal(name: &str) -> Cow<'_, str> {
    if is_nfc(name) { Cow::Borrowed(name) } else { Cow::Owned(name.nfc().collect()) }
}

/// A caller's name in quotes.
pub(super) fn quoted(name: &str) -> String {
    format!("{:?}", cut(name))
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is the one at this position of its list.
    At(usize),
    /// There is none: that is `E_REF`.
    Nowhere,
    /// A name of the list cannot be read, it might be that one (TT-95).
    Unknown,
}

/// The names of a list.
#[derive(Debug)]
pub(super) struct Names<'a> {
    /// Positions by name, the first one of equals.
    positions: HashMap<Cow<'a, str>, usize>,
    /// How many there are.
    pub(super) count: usize,
    /// Whether every one can be read.
    pub(super) are_known: bool,
    /// Whether every one can be read, none is empty and none a repetition.
    pub(super) are_sound: bool,
}

impl<'a> Names<'a> {
    /// No names yet; of a list that cannot be read nothing is known.
    pub(super) fn new(is_list: bool) -> Self {
        Self { positions: HashMap::new(), count: 0, are_known: is_list, are_sound: is_list }
    }

    /// Reads the name at the next position. Empty ones and repetitions are `E_NAME`.
    pub(super) fn read(&mut self, place: Option<Place<'a>>, what: &str, faults: &mut Faults<'a>) -> String {
        let position = self.count;
        self.count += 1;
        let Some((name, path)) = place.and_then(|place| Some((place.string(faults)?, place.path))) else {
            (self.are_known, self.are_sound) = (false, false);
            return String::new();
        };
        let first = *self.positions.entry(normal(name)).or_insert(position);
        let reason = match name {
            "" => Some(format!("an empty {what}")),
            _ if first < position => Some(format!("{} is the {what} at position {first} already", quoted(name))),
            _ => None,
        };
        if let Some(reason) = reason {
            self.are_sound = false;
            faults.add(Code::Name, path, format!("{reason}; each {what} is a string of its own, not empty (TT-57)"));
        }
        name.to_owned()
    }

    /// Where a name is in the list. If it is not there, that is `E_REF`.
    pub(super) fn find(&self, name: &str, path: Path<'a>, what: &str, faults: &mut Faults<'a>) -> Found {
        match self.positions.get(&normal(name)) {
            Some(&position) => Found::At(position),
            None if !self.are_known => Found::Unknown,
            None => {
                faults.add(Code::Ref, path, format!("{} is not the name of a {what} of this map (TT-57)", quoted(name)));
                Found::Nowhere
            }
        }
    }
}
