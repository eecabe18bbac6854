//! The game's own words, for callers that have a sheet and no game in progress: reading it, its ropes, areas and open circles, and what
//! would become of a number.

use super::Trek12;
use super::check::{Parts, recount, sheet_parts};
use super::position::{links_value, numbers_value, read_ids, read_links, read_numbers};
use super::rules::written;
use super::state::{EMPTY, NONE, Sheet};
use super::tables::spec::BoardSpec;
use super::tables::{Board, LARGEST, Mask, OPERATIONS, RED, VALUES, YELLOW, board_file, circles, outcome, shipped};
use crate::error::{Fault, OptionError};
use crate::value::Fields;
use serde_json::{Value, json};
use std::fmt;

const KEYS: &[&str] = &["numbers", "links", "failed", "flags", "top"];

/// A slot that could hold one of several links (TK-98).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The circle that it belongs to.
    pub circle: u8,
    /// Whether it is the slot above (TK-15).
    pub is_above: bool,
    /// The neighbours that hold the number for it, ascending.
    pub candidates: Vec<u8>,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.is_above { "above" } else { "below" };
        let candidates: Vec<String> = self.candidates.iter().map(ToString::to_string).collect();
        write!(f, "circle {} {side}: {}", self.circle, candidates.join(" or "))
    }
}

/// Says that the links have to be given, and where they are not known (TK-98).
pub fn ambiguity(slots: &[Slot]) -> String {
    let list: Vec<String> = slots.iter().map(ToString::to_string).collect();
    format!("these numbers do not say which links were made, so give the links (TK-98): {}", list.join("; "))
}

/// Why there is no such sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSheet {
    /// All its faults.
    Faults(Vec<Fault>),
    /// The numbers do not say which links were made (TK-98).
    Ambiguous(Vec<Slot>),
}

/// A sheet as its owner wrote it, every part of it in its own short form.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// By circle: a number, [`super::state::FACE`] or [`EMPTY`].
    pub numbers: &'a [u8],
    /// Pairs of the lower and the higher circle; without them those of TK-98.
    pub links: Option<&'a [[u8; 2]]>,
    /// Circles whose pre-link failed (TK-38).
    pub failed: Mask,
    /// Flag circles that have paid (TK-48).
    pub flags: Mask,
    /// Top circles that have paid (TK-51).
    pub top: Mask,
}

/// Reads a sheet. As in a study position, what only history forbids is no fault (TK-96). Quick, and therefore silent about what is wrong:
/// [`sheet_from_value`] says it.
#[inline]
pub fn sheet(game: &Trek12, given: &Given<'_>) -> Option<Sheet> {
    let mut parts = Parts { failed: given.failed, flags: given.flags, top: given.top, ..Parts::new() };
    if given.numbers.len() != usize::from(game.board.n) {
        return None;
    }
    parts.values.get_mut(..given.numbers.len())?.copy_from_slice(given.numbers);
    for &[low, high] in given.links.unwrap_or_default() {
        let slot = parts.up.get_mut(usize::from(low)).filter(|slot| **slot == NONE)?;
        *slot = high;
    }
    finish(game, parts, given.links.is_none()).ok()
}

/// The same from a map with `numbers` and, if there are any, `links`, `failed`, `flags` and `top` as in the dict of a position. Links that
/// are missing or null are those of TK-98.
///
/// # Errors
/// All faults, or all slots for which the links have to be given.
pub fn sheet_from_value(game: &Trek12, value: &Value) -> Result<Sheet, NoSheet> {
    let mut faults = Vec::new();
    let mut parts = Parts::new();
    let mut fields = Fields::new(value, "", KEYS, &mut faults);
    read_numbers(game, &mut fields, &mut parts);
    let are_assumed = fields.get("links").is_none_or(Value::is_null);
    if !are_assumed {
        read_links(game, &mut fields, &mut parts);
    }
    parts.failed = read_ids(game, &mut fields, "failed");
    parts.flags = read_ids(game, &mut fields, "flags");
    parts.top = read_ids(game, &mut fields, "top");
    if faults.is_empty() { finish(game, parts, are_assumed) } else { Err(NoSheet::Faults(faults)) }
}

/// The inverse: all five fields.
pub fn sheet_to_value(game: &Trek12, sheet: &Sheet) -> Value {
    let list = |set: Mask| circles(set).collect::<Vec<_>>();
    json!({
        "numbers": numbers_value(game, sheet),
        "links": links_value(sheet),
        "failed": list(sheet.failed),
        "flags": list(sheet.flags),
        "top": list(sheet.top),
    })
}

fn finish(game: &Trek12, mut parts: Parts, are_assumed: bool) -> Result<Sheet, NoSheet> {
    let mut faults = Vec::new();
    sheet_parts(game, &parts, str::to_owned, &mut faults);
    if !faults.is_empty() {
        return Err(NoSheet::Faults(faults));
    }
    if are_assumed {
        for [low, high] in assumed_links(game, &recount(&game.board, &parts)).map_err(NoSheet::Ambiguous)? {
            if let Some(slot) = parts.up.get_mut(usize::from(low)) {
                *slot = high;
            }
        }
    }
    Ok(recount(&game.board, &parts))
}

/// The links of numbers that came without (TK-98), ascending.
///
/// Two neighbours in a row are linked unless a slot of theirs went to another circle, which then stands there as a second candidate: the later
/// one had to be linked on that side (TK-17), if only with a pre-linked partner (TK-37). Under `wave_failure="no_link"` a wave that holds the
/// same number as one end may have kept the other end's slot empty (TK-52), so it counts as a candidate there.
///
/// # Errors
/// All slots with more than one candidate.
pub fn assumed_links(game: &Trek12, sheet: &Sheet) -> Result<Vec<[u8; 2]>, Vec<Slot>> {
    let board = &game.board;
    let (mut links, mut open) = (Vec::new(), Vec::new());
    let linkable = sheet.numbers() & board.all & !board.waves;
    for circle in circles(linkable) {
        let value = sheet.value(circle);
        for (is_above, next) in [(false, value.checked_sub(1)), (true, Some(value + 1).filter(|&next| next <= LARGEST[0]))] {
            let beside = next.map_or(0, |next| board.adjacent[usize::from(circle)] & sheet.at(next));
            let partners = beside & linkable;
            let candidates = if game.wave_makes_no_link { beside } else { partners };
            // Waves alone are nothing to be linked with.
            if partners != 0 && candidates.count_ones() > 1 {
                open.push(Slot { circle, is_above, candidates: circles(candidates).collect() });
            } else if is_above && partners != 0 {
                links.push([circle, partners.trailing_zeros() as u8]);
            }
        }
    }
    if open.is_empty() { Ok(links) } else { Err(open) }
}

/// What would become of a number in an empty circle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// Neighbours of which one would be linked below: B, as TK-37 and TK-52 leave it.
    pub below: Mask,
    /// Neighbours of which one would be linked above: A, as they leave it.
    pub above: Mask,
    /// Whether the circle would get a face (TK-11, TK-37, TK-52).
    pub is_face: bool,
}

/// The prospect of a number, in the order of TK-14. One that loses the game writes nothing (TK-42); neither does one in a filled circle or
/// in one that is not on the board.
pub fn prospect(game: &Trek12, sheet: &Sheet, circle: u8, value: u8) -> Prospect {
    let is_loss = game.board.over12_loses && value > LARGEST[0];
    if is_loss || circle >= game.board.n || sheet.value(circle) != EMPTY {
        return Prospect::default();
    }
    match written(game, sheet, circle, value) {
        Some(written) => Prospect { below: written.below, above: written.above, is_face: false },
        None => Prospect { is_face: true, ..Prospect::default() },
    }
}

/// The value of an operation (TK-4); `None` if there is none of this name, or if the dice show more or less than they have (TK-3).
pub fn value(operation: &str, red: u8, yellow: u8) -> Option<u8> {
    let operation = OPERATIONS.iter().position(|&name| name == operation)?;
    (RED.contains(&red) && YELLOW.contains(&yellow)).then(|| VALUES[usize::from(outcome(red, yellow))][operation])
}

/// The largest value of any roll.
pub fn largest_value() -> u8 {
    VALUES.iter().flatten().copied().max().unwrap_or(0)
}

/// The boards of a file, or those built in, each in the form of a file (TK-66).
///
/// # Errors
/// One that lists all errors of the file (TK-72).
pub fn boards(file: Option<&[u8]>) -> Result<Vec<Value>, OptionError> {
    let specs = file.map_or_else(|| Ok(shipped()), |text| board_file::read(text).map_err(|errors| super::wrong_file(&errors)))?;
    Ok(specs.iter().map(BoardSpec::to_value).collect())
}

impl Sheet {
    /// The areas (TK-21), by their smallest circles.
    pub fn areas(&self, board: &Board) -> impl Iterator<Item = Mask> {
        let mut rest = self.in_area;
        std::iter::from_fn(move || {
            let area = (rest != 0).then(|| self.area(board, rest.trailing_zeros() as u8))?;
            rest &= !area;
            Some(area)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::options::{OptionValue, Options};
    use crate::trek12::state::FACE;

    /// A game on a board with these edges and, if there is one, this wave.
    fn game(n: u8, edges: &Value, wave: Option<u8>, failure: &str) -> Trek12 {
        let circles: Vec<Value> = (0..n).map(|id| json!({"id": id, "max": 12})).collect();
        let limits: serde_json::Map<String, Value> = OPERATIONS.iter().map(|&name| (name.to_owned(), json!(4))).collect();
        let specials = wave.map_or(json!({}), |wave| json!({"waves": [wave]}));
        let board =
            json!({"id": "t", "circles": circles, "edges": edges, "tables": [{"zone": "all", "limits": limits}], "specials": specials});
        let file = json!({"schema": board_file::SCHEMA, "boards": [board]}).to_string();
        let given = [("board_file", file), ("wave_failure", failure.to_owned())];
        let given = given.map(|(name, text)| (name.to_owned(), OptionValue::Text(text)));
        Trek12::with_options(Options::new("trek12", &Trek12::option_specs(), &given).expect("both exist")).expect("the file is valid")
    }

    fn given<'a>(numbers: &'a [u8], links: Option<&'a [[u8; 2]]>) -> Given<'a> {
        Given { numbers, links, failed: 0, flags: 0, top: 0 }
    }

    fn links(game: &Trek12, numbers: &[u8]) -> Result<Vec<[u8; 2]>, Vec<Slot>> {
        assumed_links(game, &sheet(game, &given(numbers, Some(&[]))).expect("the numbers fit"))
    }

    /// TK-98.
    #[test]
    fn links_are_assumed_where_no_slot_has_a_second_candidate() {
        let path = game(4, &json!([[0, 1], [1, 2], [2, 3]]), None, "face");
        assert_eq!(links(&path, &[4, 5, 6, FACE]), Ok(vec![[0, 1], [1, 2]]));
        assert_eq!(links(&path, &[6, 5, EMPTY, 5]), Ok(vec![[1, 0]]));
        let fork = game(3, &json!([[0, 1], [0, 2]]), None, "face");
        let slot = Slot { circle: 0, is_above: true, candidates: vec![1, 2] };
        assert_eq!(links(&fork, &[4, 5, 5]), Err(vec![slot.clone()]));
        assert!(sheet(&fork, &given(&[4, 5, 5], None)).is_none());
        assert!(sheet(&fork, &given(&[4, 5, 5], Some(&[[0, 2]]))).is_some());
        // A wave is no candidate, but under `no_link` it may have prevented the link.
        for (failure, expected) in [("face", Ok(vec![[0, 2]])), ("no_link", Err(vec![slot]))] {
            assert_eq!(links(&game(3, &json!([[0, 1], [0, 2]]), Some(1), failure), &[4, 5, 5]), expected);
        }
    }

    /// The quick way and the one that explains take the same sheets (TK-96).
    #[test]
    fn wrong_sheets_are_refused_both_ways() {
        let path = game(3, &json!([[0, 1], [1, 2]]), None, "face");
        for (numbers, pairs, is_fine) in [
            (json!([4, 5, null]), json!([[0, 1]]), true),
            (json!([4, 5, "face"]), json!([]), true),
            (json!([4, 5]), json!([]), false),
            (json!([4, 5, 14]), json!([]), false),
            (json!([4, 6, 5]), json!([[0, 1]]), false),
            (json!([4, 5, 4]), json!([[0, 1], [2, 1]]), false),
            (json!([5, 4, 5]), json!([[1, 0], [1, 2]]), false),
            (json!([4, 9, 5]), json!([[0, 2]]), false),
        ] {
            let bytes = |value: &Value| value.as_u64().map_or(if value.is_null() { EMPTY } else { FACE }, |number| number as u8);
            let list: Vec<u8> = numbers.as_array().into_iter().flatten().map(bytes).collect();
            let own: Vec<[u8; 2]> = pairs.as_array().into_iter().flatten().map(|pair| [bytes(&pair[0]), bytes(&pair[1])]).collect();
            let plain = Given { numbers: &list, links: Some(&own), failed: 0, flags: 0, top: 0 };
            assert_eq!(sheet(&path, &plain).is_some(), is_fine, "{numbers} {pairs}");
            let told = sheet_from_value(&path, &json!({"numbers": numbers, "links": pairs}));
            assert_eq!(told.is_ok(), is_fine, "{numbers} {pairs}");
            if let Ok(told) = told {
                assert_eq!(sheet_to_value(&path, &told)["numbers"], numbers);
                assert_eq!(sheet_to_value(&path, &told)["links"], pairs);
            }
        }
    }

    /// TK-3, TK-4, TK-11, TK-42.
    #[test]
    fn values_and_prospects() {
        assert_eq!((value("prod", 6, 5), value("diff", 1, 5), value("sum", 0, 1), value("plus", 1, 1)), (Some(30), Some(4), None, None));
        assert_eq!((value("sum", 7, 1), value("sum", 1, 6), largest_value()), (None, None, 30));
        let path = game(3, &json!([[0, 1], [1, 2]]), None, "face");
        let numbers = sheet(&path, &given(&[4, EMPTY, 6], None)).expect("it fits");
        assert_eq!(prospect(&path, &numbers, 1, 5), Prospect { below: 1, above: 4, is_face: false });
        assert_eq!(prospect(&path, &numbers, 1, 13), Prospect { is_face: true, ..Prospect::default() });
        for circle in [0, 3, 255] {
            assert_eq!(prospect(&path, &numbers, circle, 5), Prospect::default());
        }
    }
}
