//! Map files of the user's own: reading and validation (TT-54 to TT-57, TT-94, TT-95, TT-97, TT-99).
//!
//! Every error of the file is reported. A check that needs a part already found faulty is left out, so that one mistake gives one error.

mod cities;
mod layout;
mod names;
mod place;
mod roads;
mod stacks;

use super::spec::MapSpec;
use crate::json;
use place::{Faults, Place};
use std::fmt;

pub(crate) use names::normal;

/// What is wrong, in the order of the table after TT-95.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the table after TT-95")]
pub enum Code {
    Json,
    Key,
    Type,
    Size,
    Copies,
    Name,
    Ref,
    RegionEmpty,
    RoadLoop,
    RoadDup,
    Connected,
    Route7,
    Kind,
    Values,
    MinLen,
    Regions,
    GameEnd,
}

impl Code {
    /// All of them in order.
    pub const ALL: [Self; 17] = [
        Self::Json,
        Self::Key,
        Self::Type,
        Self::Size,
        Self::Copies,
        Self::Name,
        Self::Ref,
        Self::RegionEmpty,
        Self::RoadLoop,
        Self::RoadDup,
        Self::Connected,
        Self::Route7,
        Self::Kind,
        Self::Values,
        Self::MinLen,
        Self::Regions,
        Self::GameEnd,
    ];

    /// Its name in the table after TT-95.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "E_JSON",
            Self::Key => "E_KEY",
            Self::Type => "E_TYPE",
            Self::Size => "E_SIZE",
            Self::Copies => "E_COPIES",
            Self::Name => "E_NAME",
            Self::Ref => "E_REF",
            Self::RegionEmpty => "E_REGION_EMPTY",
            Self::RoadLoop => "E_ROAD_LOOP",
            Self::RoadDup => "E_ROAD_DUP",
            Self::Connected => "E_CONNECTED",
            Self::Route7 => "E_ROUTE7",
            Self::Kind => "E_KIND",
            Self::Values => "E_VALUES",
            Self::MinLen => "E_MIN_LEN",
            Self::Regions => "E_REGIONS",
            Self::GameEnd => "E_GAME_END",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One error of a map file (TT-57).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// What is wrong.
    pub code: Code,
    /// Where: `bonus_stacks[4].values`, empty for the whole file (TT-94). Of a key of more than 100 characters only the first are given.
    pub place: String,
    /// What was wrong and what is accepted.
    pub message: String,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if !self.place.is_empty() {
            write!(f, " at {}", self.place.escape_debug())?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for MapError {}

/// The map of a file, or all errors of the file (TT-54, TT-57).
///
/// # Errors
///
/// At least one, ordered by place and then by code, no code twice at one place (TT-94, TT-99).
pub fn read(text: &[u8]) -> Result<MapSpec, Vec<MapError>> {
    let file = json::object(text).map_err(|reason| {
        let accepted = "a map file is UTF-8 JSON without byte order mark, one object, no key twice in one object, nested at most 127 deep";
        vec![MapError { code: Code::Json, place: String::new(), message: format!("{reason}; {accepted} (TT-54, TT-99)") }]
    })?;
    let mut faults = Faults::default();
    let map = layout::map(Place::root(&file), &mut faults);
    let errors: Vec<MapError> = faults.sorted().into_iter().map(|(code, place, message)| MapError { code, place, message }).collect();
    map.filter(|_| errors.is_empty()).ok_or(errors)
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_in_order() {
        assert!(Code::ALL.is_sorted_by(|a, b| a < b));
    }
}
