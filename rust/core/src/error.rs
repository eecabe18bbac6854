//! What can go wrong, each with a message that says what was wrong and what is accepted.

use std::fmt;

/// An action or outcome id that the position does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The refused id.
    pub action: u64,
    /// Why it is refused, and what is accepted.
    pub reason: String,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {} is illegal: {}", self.action, self.reason)
    }
}

impl std::error::Error for IllegalAction {}

/// How bad a fault of a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The position can be played on, but no game leads to it (PW-79).
    Unreachable,
    /// The position has no meaning, or play from it would have none.
    Malformed,
}

/// One fault of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is, as a path into the position's dict, such as `players[0].buttons`.
    pub path: String,
    /// What is wrong, what is accepted, and by which rule.
    pub message: String,
}

impl Fault {
    /// A fault that makes the position meaningless.
    pub fn malformed(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Malformed, path: path.into(), message: message.into() }
    }

    /// A fault that only says that no game leads here.
    pub fn unreachable(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Unreachable, path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// Bytes that are no state of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError(pub String);

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DecodeError {}

/// An option, game or policy name, or a value of one, that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(pub String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}
