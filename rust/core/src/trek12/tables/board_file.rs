//! Board files of the user's own: reading and validation (TK-66 to TK-72, TK-89 to TK-92, TK-94).
//!
//! Every error of the file is reported, in the order of TK-72 and TK-89. A check that needs a part already found wrong is skipped, so
//! that one mistake gives one error.

mod layout;
mod place;
mod specials;

use super::spec::BoardSpec;
use crate::negative_zero::without_negative_zeros;
use crate::value::{cut, kind, shortened, shown};
use place::Faults;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt;

/// The schema that a board file names (TK-66).
pub const SCHEMA: &str = "trek12-boards/1";

/// What is wrong, in the order of TK-72.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of TK-72")]
pub enum Code {
    BadJson,
    BadSchema,
    NoBoards,
    MissingKey,
    UnknownKey,
    WrongType,
    BadId,
    DuplicateId,
    CircleCount,
    CircleIds,
    BadCoordinate,
    BadMax,
    BadEdge,
    DuplicateEdge,
    NotConnected,
    BadStart,
    BadTables,
    BadLimit,
    BadZones,
    TooFewBoxes,
    BadPenalty,
    BadSpecial,
    BadProvenance,
}

impl Code {
    /// All of them in order.
    pub const ALL: [Self; 23] = [
        Self::BadJson,
        Self::BadSchema,
        Self::NoBoards,
        Self::MissingKey,
        Self::UnknownKey,
        Self::WrongType,
        Self::BadId,
        Self::DuplicateId,
        Self::CircleCount,
        Self::CircleIds,
        Self::BadCoordinate,
        Self::BadMax,
        Self::BadEdge,
        Self::DuplicateEdge,
        Self::NotConnected,
        Self::BadStart,
        Self::BadTables,
        Self::BadLimit,
        Self::BadZones,
        Self::TooFewBoxes,
        Self::BadPenalty,
        Self::BadSpecial,
        Self::BadProvenance,
    ];

    /// Its name in TK-72.
    pub fn name(self) -> &'static str {
        match self {
            Self::BadJson => "bad_json",
            Self::BadSchema => "bad_schema",
            Self::NoBoards => "no_boards",
            Self::MissingKey => "missing_key",
            Self::UnknownKey => "unknown_key",
            Self::WrongType => "wrong_type",
            Self::BadId => "bad_id",
            Self::DuplicateId => "duplicate_id",
            Self::CircleCount => "circle_count",
            Self::CircleIds => "circle_ids",
            Self::BadCoordinate => "bad_coordinate",
            Self::BadMax => "bad_max",
            Self::BadEdge => "bad_edge",
            Self::DuplicateEdge => "duplicate_edge",
            Self::NotConnected => "not_connected",
            Self::BadStart => "bad_start",
            Self::BadTables => "bad_tables",
            Self::BadLimit => "bad_limit",
            Self::BadZones => "bad_zones",
            Self::TooFewBoxes => "too_few_boxes",
            Self::BadPenalty => "bad_penalty",
            Self::BadSpecial => "bad_special",
            Self::BadProvenance => "bad_provenance",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One error of a board file (TK-72, TK-89).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// What is wrong.
    pub code: Code,
    /// The board's position in the file; none if the file itself is wrong.
    pub board: Option<usize>,
    /// The board's id, if it is a string. Of more than 100 characters only the first are given: a million errors would repeat them all.
    pub id: Option<String>,
    /// Where, relative to the board: `tables[0].limits.sum`. A key is shortened as the id is.
    pub path: String,
    /// What was wrong and what is accepted.
    pub message: String,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.board {
            write!(f, "boards[{position}]")?;
            if let Some(id) = &self.id {
                write!(f, " ({})", cut(id).escape_debug())?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{}", self.code)?;
        if !self.path.is_empty() {
            write!(f, " at {}", self.path.escape_debug())?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for BoardError {}

/// The boards of a file in its order, or all errors of all its boards (TK-66, TK-72).
///
/// # Errors
///
/// At least one, in the order board, code, path (TK-72).
pub fn read(text: &[u8]) -> Result<Vec<BoardSpec>, Vec<BoardError>> {
    let file: Value = serde_json::from_slice(&without_negative_zeros(text)).map_err(|error| {
        let accepted = "a board file is UTF-8 JSON without byte order mark, nested at most 127 deep (TK-66, TK-90, TK-94)";
        stop(Code::BadJson, "", format!("{error}; {accepted}"))
    })?;
    let boards = boards(&file)?;
    let mut ids = HashSet::new();
    let (mut specs, mut errors) = (Vec::new(), Vec::new());
    for (position, value) in boards.iter().enumerate() {
        let mut faults = Faults::default();
        specs.extend(layout::board(value, &mut ids, &mut faults));
        let id = value.get("id").and_then(Value::as_str).map(shortened);
        errors.extend(faults.sorted().map(|(code, path, message)| BoardError {
            code,
            board: Some(position),
            id: id.as_deref().map(str::to_owned),
            path,
            message,
        }));
    }
    if errors.is_empty() { Ok(specs) } else { Err(errors) }
}

/// The board with an id, the first one if none is asked for (TK-93).
pub fn find<'a>(boards: &'a [BoardSpec], id: Option<&str>) -> Option<&'a BoardSpec> {
    match id {
        None => boards.first(),
        Some(id) => boards.iter().find(|board| board.id == id),
    }
}

/// The list of boards, not looked into yet (TK-66).
fn boards(file: &Value) -> Result<&[Value], Vec<BoardError>> {
    let Some(object) = file.as_object() else {
        return Err(stop(
            Code::BadSchema,
            "schema",
            format!("{} where an object with \"schema\" and \"boards\" belongs (TK-66)", kind(file)),
        ));
    };
    let schema = object.get("schema");
    if schema.and_then(Value::as_str) != Some(SCHEMA) {
        let found = schema.map_or("nothing".to_owned(), shown);
        return Err(stop(Code::BadSchema, "schema", format!("{found} where \"{SCHEMA}\" belongs (TK-66)")));
    }
    let boards = object.get("boards");
    match boards.and_then(Value::as_array) {
        Some(list) if !list.is_empty() => Ok(list),
        Some(_) => Err(stop(Code::NoBoards, "boards", "an empty list where at least one board belongs (TK-66)".to_owned())),
        None => {
            let found = boards.map_or("nothing".to_owned(), shown);
            Err(stop(Code::NoBoards, "boards", format!("{found} where a list of boards belongs (TK-66)")))
        }
    }
}

/// An error after which nothing else can be checked (TK-72).
fn stop(code: Code, path: &str, message: String) -> Vec<BoardError> {
    vec![BoardError { code, board: None, id: None, path: path.to_owned(), message }]
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_in_order() {
        assert!(Code::ALL.is_sorted_by(|a, b| a < b));
    }
}
