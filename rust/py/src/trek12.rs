//! Trek 12's own vocabulary: single sheets, and boards of the user's own.

use crate::arguments::whole;
use crate::errors;
use crate::files;
use crate::game::Game;
use crate::value;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFrozenSet, PyInt, PyList, PyMapping, PySet, PyString, PyTuple};
use serde_json::{Map, Value};
use spielwerk::AnyGame;
use spielwerk::trek12::state::{EMPTY, FACE, Sheet};
use spielwerk::trek12::tables::{MAX_CIRCLES, Mask, OPERATIONS, RED, YELLOW, board_file, circles};
use spielwerk::trek12::vocabulary::{self, Given, NoSheet, Slot};
use spielwerk::trek12::{Trek12, scoring};
use std::ops::RangeInclusive;

/// What a caller writes for a face.
const FACE_WORD: &str = "face";
/// Entries of a list that is read; no sheet has so many, and an endless one ends here.
const MOST_ENTRIES: usize = 2 * MAX_CIRCLES + 1;

/// The game of Trek 12 in a `Game`.
fn trek12<'a>(game: &'a Bound<'_, Game>) -> PyResult<&'a Trek12> {
    if let AnyGame::Trek12(game) = game.get().any() {
        return Ok(game);
    }
    Err(PyTypeError::new_err(format!("a game of trek12 belongs here, not one of {}", game.get().name())))
}

/// What a caller gives as a sheet.
struct Parts<'a, 'py> {
    numbers: &'a Bound<'py, PyAny>,
    links: Option<&'a Bound<'py, PyAny>>,
    failed: Option<&'a Bound<'py, PyAny>>,
    flags: Option<&'a Bound<'py, PyAny>>,
    top: Option<&'a Bound<'py, PyAny>>,
}

impl<'a, 'py> Parts<'a, 'py> {
    /// Numbers with links, or with those that they leave no doubt about where None is given.
    fn new(numbers: &'a Bound<'py, PyAny>, links: &'a Bound<'py, PyAny>) -> Self {
        Self { links: (!links.is_none()).then_some(links), ..Self::without_links(numbers) }
    }

    /// Numbers alone.
    fn without_links(numbers: &'a Bound<'py, PyAny>) -> Self {
        Self { numbers, links: None, failed: None, flags: None, top: None }
    }

    /// The sheet, or the exception that lists all its faults.
    fn sheet(&self, game: &Trek12) -> PyResult<Sheet> {
        if let Some(sheet) = self.plain(game) {
            return Ok(sheet);
        }
        let py = self.numbers.py();
        vocabulary::sheet_from_value(game, &self.value()?).map_err(|error| match error {
            NoSheet::Faults(faults) => errors::invalid(py, "sheet", &faults),
            NoSheet::Ambiguous(slots) => ambiguous(py, &slots),
        })
    }

    /// The quick way for lists and tuples of plain numbers; whatever else there is, and all that is wrong, takes the other one.
    fn plain(&self, game: &Trek12) -> Option<Sheet> {
        let mut numbers = [EMPTY; MAX_CIRCLES];
        let mut count = 0;
        each(self.numbers, |entry| {
            let slot = numbers.get_mut(count)?;
            count += 1;
            *slot = number(entry)?;
            Some(())
        })?;
        let mut links = [[0; 2]; MAX_CIRCLES];
        let mut linked = 0;
        if let Some(given) = self.links {
            each(given, |pair| {
                let slot = links.get_mut(linked)?;
                linked += 1;
                let mut ends = slot.iter_mut();
                each(pair, |end| {
                    *ends.next()? = small(end)?;
                    Some(())
                })?;
                ends.next().is_none().then_some(())
            })?;
        }
        let given = Given {
            numbers: numbers.get(..count)?,
            links: if self.links.is_some() { Some(links.get(..linked)?) } else { None },
            failed: set(self.failed)?,
            flags: set(self.flags)?,
            top: set(self.top)?,
        };
        vocabulary::sheet(game, &given)
    }

    /// The sheet as plain data, for those who say what is wrong with it.
    fn value(&self) -> PyResult<Value> {
        let mut map = Map::new();
        let fields =
            [("numbers", Some(self.numbers)), ("links", self.links), ("failed", self.failed), ("flags", self.flags), ("top", self.top)];
        for (name, object) in fields.into_iter().filter_map(|(name, object)| Some((name, object?))) {
            let mut entries = Vec::new();
            for entry in entries_of(object, name)? {
                // A pair may be of any kind of sequence, as the list of pairs may be.
                let is_plain = name != "links" || entry.is_instance_of::<PyString>() || !entry.hasattr("__iter__")?;
                entries.push(if is_plain {
                    value::from_python(&entry)?
                } else {
                    Value::Array(entries_of(&entry, name)?.iter().map(value::from_python).collect::<PyResult<_>>()?)
                });
            }
            map.insert(name.to_owned(), Value::Array(entries));
        }
        Ok(Value::Object(map))
    }
}

/// Calls a function with each entry of a list or tuple; `None` for anything else, or if the function gives it.
#[inline]
fn each<'py>(object: &Bound<'py, PyAny>, mut take: impl FnMut(&Bound<'py, PyAny>) -> Option<()>) -> Option<()> {
    if let Ok(list) = object.cast::<PyList>() {
        list.iter().try_for_each(|entry| take(&entry))
    } else if let Ok(tuple) = object.cast::<PyTuple>() {
        tuple.iter_borrowed().try_for_each(|entry| take(&entry))
    } else {
        None
    }
}

/// A plain integer of a byte; a bool is none.
#[inline]
fn small(object: &Bound<'_, PyAny>) -> Option<u8> {
    if object.is_exact_instance_of::<PyInt>() { object.extract().ok() } else { None }
}

/// What stands in a circle.
#[inline]
fn number(object: &Bound<'_, PyAny>) -> Option<u8> {
    if let Some(number) = small(object) {
        // The signs for a face and for nothing are none that a caller may write.
        return (number < FACE).then_some(number);
    }
    if object.is_none() {
        return Some(EMPTY);
    }
    object.cast::<PyString>().ok().filter(|text| text.to_str().is_ok_and(|text| text == FACE_WORD)).map(|_| FACE)
}

/// A list of different circles as a set.
#[inline]
fn set(object: Option<&Bound<'_, PyAny>>) -> Option<Mask> {
    let Some(object) = object else { return Some(0) };
    let mut set: Mask = 0;
    each(object, |entry| {
        let bit = 1_u32.checked_shl(small(entry)?.into()).filter(|bit| set & bit == 0)?;
        set |= bit;
        Some(())
    })?;
    Some(set)
}

/// The entries of any sequence; of a set only where the order says nothing. The first of too many entries are enough to say that they are.
fn entries_of<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let is_text = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    let is_set = object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>();
    if is_text || object.cast::<PyMapping>().is_ok() || (is_set && name == "numbers") || !object.hasattr("__iter__")? {
        return Err(PyTypeError::new_err(format!("{name} must be a sequence, not {}", object.get_type().name()?)));
    }
    object.try_iter()?.take(MOST_ENTRIES).collect()
}

fn ambiguous(py: Python<'_>, slots: &[Slot]) -> PyErr {
    let side = |slot: &Slot| if slot.is_above { "above" } else { "below" };
    let plain = slots.iter().map(|slot| (slot.circle, side(slot), slot.candidates.iter().map(|&c| c.into()).collect())).collect();
    errors::ambiguous_links(py, vocabulary::ambiguity(slots), plain)
}

/// Circles for Python, where a list of bytes would be `bytes`.
fn list(set: Mask) -> Vec<u32> {
    circles(set).map(u32::from).collect()
}

/// The score sheet of a sheet: 15 items and `total`.
#[pyfunction]
pub(crate) fn trek12_score<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    numbers: &Bound<'py, PyAny>,
    links: &Bound<'py, PyAny>,
    failed: &Bound<'py, PyAny>,
    flags: &Bound<'py, PyAny>,
    top: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    static TEMPLATE: PyOnceLock<(Py<PyDict>, Vec<Py<PyString>>)> = PyOnceLock::new();
    let game = trek12(game)?;
    let parts = Parts { failed: Some(failed), flags: Some(flags), top: Some(top), ..Parts::new(numbers, links) };
    let items = scoring::items(game, &parts.sheet(game)?);
    // Most items are 0 on most sheets: a copy of a dict with nothing but zeros is made faster than one from its keys.
    let (zeros, keys) = TEMPLATE.get_or_try_init(py, || {
        let dict = PyDict::new(py);
        let keys: Vec<_> = scoring::ITEMS.iter().chain(&["total"]).map(|item| PyString::intern(py, item)).collect();
        keys.iter().try_for_each(|key| dict.set_item(key, 0))?;
        PyResult::Ok((dict.unbind(), keys.into_iter().map(Bound::unbind).collect()))
    })?;
    let dict = zeros.bind(py).copy()?;
    let total: i32 = items.iter().sum();
    for (key, points) in keys.iter().zip(items.into_iter().chain([total])).filter(|&(_, points)| points != 0) {
        dict.set_item(key, points)?;
    }
    Ok(dict)
}

/// The five fields of a sheet in their usual form.
#[pyfunction]
pub(crate) fn trek12_sheet<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    numbers: &Bound<'py, PyAny>,
    links: &Bound<'py, PyAny>,
    failed: &Bound<'py, PyAny>,
    flags: &Bound<'py, PyAny>,
    top: &Bound<'py, PyAny>,
) -> PyResult<Py<PyAny>> {
    let game = trek12(game)?;
    let parts = Parts { failed: Some(failed), flags: Some(flags), top: Some(top), ..Parts::new(numbers, links) };
    value::to_python(py, &vocabulary::sheet_to_value(game, &parts.sheet(game)?))
}

/// The links that numbers leave no doubt about, as (lower circle, higher circle), ascending.
#[pyfunction]
pub(crate) fn trek12_assumed_links(game: &Bound<'_, Game>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<(u8, u8)>> {
    let sheet = Parts::without_links(numbers).sheet(trek12(game)?)?;
    Ok(sheet.links().collect())
}

/// Circles from the lowest number to the highest, for each rope.
#[pyfunction]
pub(crate) fn trek12_ropes(game: &Bound<'_, Game>, numbers: &Bound<'_, PyAny>, links: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u32>>> {
    let sheet = Parts::new(numbers, links).sheet(trek12(game)?)?;
    Ok(sheet.ropes().map(|rope| rope.map(u32::from).collect()).collect())
}

/// Circles of each area, ascending.
#[pyfunction]
pub(crate) fn trek12_areas(game: &Bound<'_, Game>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<u32>>> {
    let game = trek12(game)?;
    let none = PyTuple::empty(numbers.py());
    let sheet = Parts::new(numbers, &none).sheet(game)?;
    Ok(sheet.areas(game.board()).map(list).collect())
}

/// Isolated circles, ascending.
#[pyfunction]
pub(crate) fn trek12_isolated<'py>(
    game: &Bound<'py, Game>,
    numbers: &Bound<'py, PyAny>,
    links: &Bound<'py, PyAny>,
    failed: &Bound<'py, PyAny>,
) -> PyResult<Vec<u32>> {
    let sheet = Parts { failed: Some(failed), ..Parts::new(numbers, links) }.sheet(trek12(game)?)?;
    Ok(list(sheet.isolated()))
}

/// Circles that may be filled next, ascending.
#[pyfunction]
pub(crate) fn trek12_open_circles(game: &Bound<'_, Game>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let none = PyTuple::empty(numbers.py());
    let sheet = Parts::new(numbers, &none).sheet(trek12(game)?)?;
    Ok(list(sheet.open()))
}

/// Candidates for a link below and above, and whether the value would be a face.
#[pyfunction]
pub(crate) fn trek12_candidates<'py>(
    game: &Bound<'py, Game>,
    numbers: &Bound<'py, PyAny>,
    links: &Bound<'py, PyAny>,
    circle: &Bound<'py, PyAny>,
    value: &Bound<'py, PyAny>,
) -> PyResult<(Vec<u32>, Vec<u32>, bool)> {
    let game = trek12(game)?;
    let sheet = Parts::new(numbers, links).sheet(game)?;
    let circle = whole(circle, "circle", 0, u64::from(game.board().n) - 1)? as u8;
    let value = whole(value, "value", 0, vocabulary::largest_value().into())? as u8;
    if sheet.value(circle) != EMPTY {
        return Err(PyValueError::new_err(format!("circle {circle} is filled already")));
    }
    let prospect = vocabulary::prospect(game, &sheet, circle, value);
    Ok((list(prospect.below), list(prospect.above), prospect.is_face))
}

/// The value that an operation makes of two dice.
#[pyfunction]
pub(crate) fn trek12_value(operation: &Bound<'_, PyString>, red: &Bound<'_, PyAny>, yellow: &Bound<'_, PyAny>) -> PyResult<u8> {
    let die = |value, name, sides: RangeInclusive<u8>| whole(value, name, (*sides.start()).into(), (*sides.end()).into());
    let (red, yellow) = (die(red, "red", RED)? as u8, die(yellow, "yellow", YELLOW)? as u8);
    let operation = operation.to_string_lossy();
    vocabulary::value(&operation, red, yellow).ok_or_else(|| {
        let known = OPERATIONS.join(", ");
        PyValueError::new_err(format!("there is no operation {:?}; the operations are {known}", spielwerk::value::cut(&operation)))
    })
}

/// How well two sheets of one board go together. Each is (game, numbers, links, failed).
#[pyfunction]
pub(crate) fn trek12_compatibility<'py>(
    game: &Bound<'py, Game>,
    first: (Bound<'py, Game>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>),
    second: (Bound<'py, Game>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>),
) -> PyResult<i32> {
    let game = trek12(game)?;
    let mut sheets = Vec::new();
    for (own, numbers, links, failed) in [&first, &second] {
        let own = trek12(own)?;
        if own.spec() != game.spec() {
            return Err(PyValueError::new_err("the two sheets are of different boards"));
        }
        sheets.push(Parts { failed: Some(failed), ..Parts::new(numbers, links) }.sheet(own)?);
    }
    Ok(scoring::compatibility(game, &sheets[0], &sheets[1]))
}

/// The boards of a file, or those built in for None, as in a board file.
#[pyfunction]
pub(crate) fn trek12_boards<'py>(py: Python<'py>, source: &Bound<'py, PyAny>) -> PyResult<Vec<Py<PyAny>>> {
    let file = if source.is_none() { None } else { Some(files::source("board file", source)?) };
    let boards = vocabulary::boards(file.as_deref()).map_err(|error| errors::option(py, error))?;
    boards.iter().map(|board| value::to_python(py, board)).collect()
}

/// All errors of a board file as (code, board, id, path, message).
#[pyfunction]
pub(crate) fn trek12_validate(source: &Bound<'_, PyAny>) -> PyResult<Vec<(&'static str, Option<usize>, Option<String>, String, String)>> {
    let errors = board_file::read(&files::source("board file", source)?).err().unwrap_or_default();
    Ok(errors.into_iter().map(|error| (error.code.name(), error.board, error.id, error.path, error.message)).collect())
}
