//! Patchwork's own vocabulary: boards as arrays.

use crate::arguments::whole;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielwerk::patchwork::state::{Quilt, SIDE};
use spielwerk::patchwork::{Placement, actions, placements, rules, scoring, tables};

/// A board from an array, True = covered.
fn board(array: &PyReadonlyArray2<'_, bool>) -> PyResult<Quilt> {
    if array.shape() != [SIDE, SIDE] {
        return Err(PyValueError::new_err(format!("a quilt has the shape ({SIDE}, {SIDE}), not {:?}", array.shape())));
    }
    // As bytes: an array over foreign memory may hold others than 0 and 1, and a `bool` must not.
    let bytes: PyReadonlyArray2<'_, u8> = array.call_method1("view", ("uint8",))?.extract()?;
    let mut quilt = 0;
    for ((row, col), &covered) in bytes.as_array().indexed_iter() {
        quilt |= Quilt::from(covered != 0) << (row * SIDE + col);
    }
    Ok(quilt)
}

/// (orientation, row, col, cells) of every place of a patch on a board, ascending as the action ids.
#[pyfunction]
pub(crate) fn patchwork_placements(
    quilt: PyReadonlyArray2<'_, bool>,
    patch: &Bound<'_, PyAny>,
) -> PyResult<Vec<(u8, u8, u8, Vec<(usize, usize)>)>> {
    let quilt = board(&quilt)?;
    let patch = whole(patch, "patch", 0, tables::PATCHES as u64 - 1)? as usize;
    let plain = |place: Placement| (place.orientation, place.row, place.col, place.cells());
    Ok(placements(quilt, &tables::PATCH_TABLE[patch]).map(plain).collect())
}

/// Whether some 7x7 window is completely covered.
#[pyfunction]
pub(crate) fn patchwork_has_7x7(quilt: PyReadonlyArray2<'_, bool>) -> PyResult<bool> {
    Ok(rules::has_7x7(board(&quilt)?))
}

/// The score sheet from its parts.
#[pyfunction]
pub(crate) fn patchwork_score<'py>(
    py: Python<'py>,
    buttons: &Bound<'py, PyAny>,
    empty_cells: &Bound<'py, PyAny>,
    bonus_tile: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let buttons = whole(buttons, "buttons", 0, u64::from(u16::MAX))? as u16;
    let empty_cells = whole(empty_cells, "empty_cells", 0, u64::from(actions::CELLS))? as u8;
    let sheet = scoring::sheet(buttons, bonus_tile, empty_cells);
    let dict = PyDict::new(py);
    for (item, score) in scoring::ITEMS.iter().zip(sheet) {
        dict.set_item(item, score)?;
    }
    dict.set_item("total", sheet.iter().sum::<i32>())?;
    Ok(dict)
}
