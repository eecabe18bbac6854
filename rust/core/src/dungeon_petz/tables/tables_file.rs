//! Tables files of the user's own: reading and validation (DP-150 to DP-160, DP-172, DP-173, DP-178).
//!
//! Every error of the file is reported, in the order of DP-172: the readers go through the file in that order and add what they find.
//! A check of several values is left out if one of them is faulty, so that one mistake gives one error.

mod cards;
mod game;
mod pieces;
mod place;
mod shows;

use super::spec::Tables;
use crate::json;
use place::{Faults, Place};
use std::fmt;

/// What is wrong, in the order in which DP-172 names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of DP-172")]
pub enum Code {
    Json,
    Key,
    Type,
    Range,
    Value,
    Size,
    Twice,
    Sum,
    Order,
    Blocked,
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 10] =
        [Self::Json, Self::Key, Self::Type, Self::Range, Self::Value, Self::Size, Self::Twice, Self::Sum, Self::Order, Self::Blocked];

    /// Its name in DP-172.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "E_JSON",
            Self::Key => "E_KEY",
            Self::Type => "E_TYPE",
            Self::Range => "E_RANGE",
            Self::Value => "E_VALUE",
            Self::Size => "E_SIZE",
            Self::Twice => "E_TWICE",
            Self::Sum => "E_SUM",
            Self::Order => "E_ORDER",
            Self::Blocked => "E_BLOCKED",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One error of a tables file (DP-151, DP-172).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablesError {
    /// What is wrong.
    pub code: Code,
    /// Where: `decks.green.cards[2].count`, empty for the whole file. Of a key of more than 100 characters only the first are given.
    pub place: String,
    /// What was wrong and what is accepted.
    pub message: String,
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if !self.place.is_empty() {
            write!(f, " at {}", self.place.escape_debug())?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for TablesError {}

/// The tables of a file, or all errors of the file (DP-151).
///
/// # Errors
///
/// At least one, in the order of DP-172.
pub fn read(text: &[u8]) -> Result<Tables, Vec<TablesError>> {
    let file = json::object(text).map_err(|reason| {
        let accepted =
            "a tables file is UTF-8 JSON without byte order mark, one object, no key twice in one object, nested at most 127 deep";
        vec![TablesError { code: Code::Json, place: String::new(), message: format!("{reason}; {accepted} (DP-172)") }]
    })?;
    let mut faults = Faults::default();
    let tables = tables(Place::root(&file), &mut faults);
    let errors: Vec<TablesError> = faults.0.into_iter().map(|(code, place, message)| TablesError { code, place, message }).collect();
    tables.filter(|_| errors.is_empty()).ok_or(errors)
}

/// Reads the sections in the order of DP-150.
fn tables(file: Place<'_>, faults: &mut Faults) -> Option<Tables> {
    let file = file.object(faults)?;
    let decks = file.required("decks", faults).and_then(|place| cards::decks(place, faults));
    let pets = file.required("pets", faults).and_then(|place| pieces::pets(place, faults));
    let cages = file.required("cages", faults).and_then(|place| pieces::cages(place, faults));
    let addons = file.required("addons", faults).and_then(|place| pieces::addons(place, faults));
    let artifacts = file.required("artifacts", faults).and_then(|place| pieces::artifacts(place, faults));
    let exhibitions = file.required("exhibitions", faults).and_then(|place| shows::exhibitions(place, faults));
    let customers = file.required("customers", faults).and_then(|place| shows::customers(place, faults));
    let round1_food = file.required("round1_food", faults).and_then(|place| game::round1_food(place, faults));
    let players = file.required("players", faults).and_then(|place| game::players(place, faults));
    let loops = file.required("neutral_imps", faults).and_then(|place| game::loops(place, faults));
    let (printed_cage, cages) = cages?;
    Some(Tables {
        decks: decks?,
        pets: pets?,
        printed_cage,
        cages,
        addons: addons?,
        artifacts: artifacts?,
        exhibitions: exhibitions?,
        customers: customers?,
        round1_food: round1_food?,
        players: players?,
        loops: loops?,
    })
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_in_order() {
        assert!(Code::ALL.is_sorted_by(|a, b| a < b));
    }
}
