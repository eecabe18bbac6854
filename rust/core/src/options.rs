//! Options of a game: what there is to choose, and what was chosen.

use crate::codec::fingerprint;
use crate::error::OptionError;
use crate::value::cut;
use std::fmt;

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// Not set.
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A word, or the text of a file.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Text(value) => write!(f, "{value:?}"),
        }
    }
}

/// What an option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number from the first to the second, both included.
    Integer(i64, i64),
    /// As `Integer`, or not set.
    OptionalInteger(i64, i64),
    /// This word, or a whole number from the first to the second.
    WordOrInteger(&'static str, i64, i64),
    /// True or false.
    Boolean,
    /// One of these words or, where a file replaces what they stand for, a name from that file; not set, the game chooses.
    Name(&'static [&'static str]),
    /// The text of a file, or not set. The core reads no files: whoever calls it does.
    File,
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(words) | Self::Name(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                let file = if matches!(self, Self::Name(_)) { ", or a name from the file that replaces them" } else { "" };
                write!(f, "one of {}{file}", words.join(", "))
            }
            Self::Integer(low, high) => write!(f, "a whole number from {low} to {high}"),
            Self::OptionalInteger(low, high) => write!(f, "none or a whole number from {low} to {high}"),
            Self::WordOrInteger(word, low, high) => write!(f, "{word:?} or a whole number from {low} to {high}"),
            Self::Boolean => f.write_str("true or false"),
            Self::File => f.write_str("the name of a file"),
        }
    }
}

impl OptionKind {
    fn accepts(self, value: &OptionValue) -> bool {
        match (self, value) {
            (Self::Choice(words), OptionValue::Text(text)) => words.contains(&text.as_str()),
            (Self::Integer(low, high) | Self::OptionalInteger(low, high) | Self::WordOrInteger(_, low, high), &OptionValue::Int(n)) => {
                (low..=high).contains(&n)
            }
            (Self::WordOrInteger(word, ..), OptionValue::Text(text)) => text == word,
            (Self::Name(_), OptionValue::Text(text)) => text.len() <= LONGEST_WORD,
            (Self::OptionalInteger(..) | Self::Name(_) | Self::File, OptionValue::None)
            | (Self::Boolean, OptionValue::Bool(_))
            | (Self::File, OptionValue::Text(_)) => true,
            _ => false,
        }
    }
}

/// One option of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it accepts.
    pub kind: OptionKind,
    /// Its value if it is not given.
    pub default: OptionValue,
    /// What it changes, and by which rule.
    pub help: &'static str,
}

/// A longer text is a file's; no choice has such a long word.
const LONGEST_WORD: usize = 40;

/// The chosen options of a game: every one of its specification, in that order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options(Vec<(&'static str, OptionValue)>);

impl Options {
    /// Fills what is given into the specification's defaults.
    ///
    /// # Errors
    /// If a name is unknown or given twice or a value is not accepted; the message says what is.
    pub fn new(game: &str, specs: &[OptionSpec], given: &[(String, OptionValue)]) -> Result<Self, OptionError> {
        for (index, (name, value)) in given.iter().enumerate() {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
                return Err(OptionError(format!("{game} has no option {:?}; its options are {}", cut(name), names.join(", "))));
            };
            if !spec.kind.accepts(value) {
                return Err(OptionError(format!("option {name} of {game} is {}, not {}", spec.kind, cut(&value.to_string()))));
            }
            if given.iter().take(index).any(|(other, _)| other == name) {
                return Err(OptionError(format!("option {name} of {game} is given twice")));
            }
        }
        let value = |spec: &OptionSpec| {
            let chosen = given.iter().find(|(name, _)| name == spec.name).map(|(_, value)| value);
            (spec.name, chosen.unwrap_or(&spec.default).clone())
        };
        Ok(Self(specs.iter().map(value).collect()))
    }

    /// Names and values in the order of the specification.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// Replaces the value of an option that is there: what a game made of one that was not set.
    pub fn set(&mut self, name: &str, value: &OptionValue) {
        for (_, own) in self.0.iter_mut().filter(|(other, _)| *other == name) {
            *own = value.clone();
        }
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// A number option's value; `None` if it is not set or no number.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(&OptionValue::Int(n)) => Some(n),
            _ => None,
        }
    }

    /// A word's or file's text; `None` if it is not set or no text.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(OptionValue::Text(text)) => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for Options {
    /// As in `time_track="current", starting_player=0`: the form that framed bytes carry. A file's text stands as its fingerprint.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            match value {
                OptionValue::Text(text) if text.len() > LONGEST_WORD => {
                    write!(f, "{comma}{name}=#{:016x}", fingerprint(text.as_bytes()))?;
                }
                _ => write!(f, "{comma}{name}={value}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &[&str] = &["a", "b"];

    fn specs() -> Vec<OptionSpec> {
        let spec = |name, kind, default| OptionSpec { name, kind, default, help: "" };
        vec![
            spec("word", OptionKind::Choice(WORDS), OptionValue::Text("a".into())),
            spec("number", OptionKind::Integer(0, 3), OptionValue::Int(0)),
            spec("limit", OptionKind::OptionalInteger(1, 9), OptionValue::None),
            spec("flag", OptionKind::Boolean, OptionValue::Bool(false)),
            spec("seat", OptionKind::WordOrInteger("random", 0, 1), OptionValue::Text("random".into())),
            spec("file", OptionKind::File, OptionValue::None),
        ]
    }

    fn options(given: &[(&str, OptionValue)]) -> Result<Options, String> {
        let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Options::new("test", &specs(), &given).map_err(|error| error.0)
    }

    #[test]
    fn defaults_fill_what_is_not_given() {
        let chosen = options(&[("number", OptionValue::Int(3))]).expect("3 is in range");
        assert_eq!(chosen.to_string(), r#"word="a", number=3, limit=none, flag=false, seat="random", file=none"#);
        assert_eq!((chosen.int("number"), chosen.int("limit"), chosen.text("word")), (Some(3), None, Some("a")));
    }

    #[test]
    fn a_file_stands_as_its_fingerprint() {
        let with = |text: &str| options(&[("file", OptionValue::Text(text.repeat(100)))]).expect("any text is accepted").to_string();
        assert!(with("a").contains(", file=#"), "{}", with("a"));
        assert!(with("a").len() < 100);
        assert_ne!(with("a"), with("b"));
    }

    #[test]
    fn messages_say_what_is_accepted() {
        let refused = |name, value| options(&[(name, value)]).expect_err("it is not accepted");
        assert!(refused("colour", OptionValue::Int(1)).contains("word, number, limit, flag, seat, file"));
        assert!(refused("word", OptionValue::Text("c".into())).contains(r#"one of "a", "b", not "c""#));
        assert!(refused("number", OptionValue::Int(4)).contains("from 0 to 3, not 4"));
        assert!(refused("number", OptionValue::Bool(true)).contains("whole number"));
        assert!(refused("limit", OptionValue::Int(0)).contains("none or a whole number from 1 to 9"));
        assert!(refused("flag", OptionValue::Int(0)).contains("true or false"));
        assert!(refused("seat", OptionValue::Int(2)).contains(r#""random" or a whole number from 0 to 1, not 2"#));
        assert!(refused("seat", OptionValue::Text("0".into())).contains("random"));
        assert!(options(&[("seat", OptionValue::Int(1))]).is_ok());
        assert!(refused("file", OptionValue::Int(0)).contains("name of a file"));
        let twice = options(&[("number", OptionValue::Int(1)), ("number", OptionValue::Int(2))]);
        assert!(twice.expect_err("given twice").contains("twice"));
        assert!(
            options(&[("limit", OptionValue::None), ("file", OptionValue::Text("{}".into())), ("flag", OptionValue::Bool(true))]).is_ok()
        );
    }
}
