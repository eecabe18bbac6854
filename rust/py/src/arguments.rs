//! Numbers and arrays that callers give.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// A whole number from `low` to `high`: TypeError for what is none, ValueError for any other.
pub(crate) fn whole(value: &Bound<'_, PyAny>, name: &str, low: u64, high: u64) -> PyResult<u64> {
    let wrong = || {
        let kind = value.get_type().name().map_or_else(|_| "this type".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("{name} must be a whole number, not {kind}"))
    };
    // A bool is an int to Python, but as a number it is a slip of the hand.
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    let outside = || PyValueError::new_err(format!("{name} must be a whole number from {low} to {high}"));
    match value.extract::<u64>() {
        Ok(n) if (low..=high).contains(&n) => Ok(n),
        Ok(_) => Err(outside()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(outside()),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Err(wrong()),
        Err(error) => Err(error),
    }
}

/// An action id; `None` for an integer that no id can be.
#[inline]
pub(crate) fn action_id(value: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    if !value.is_instance_of::<PyBool>()
        && let Ok(id) = value.extract::<u16>()
    {
        return Ok(Some(id));
    }
    match whole(value, "an action id", 0, u64::from(u16::MAX)) {
        Ok(id) => Ok(Some(id as u16)),
        Err(error) if error.is_instance_of::<PyValueError>(value.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A writable, contiguous vector of `size` elements of one type; `None` if its elements are of another.
pub(crate) fn vector<'py, T: Element>(
    array: &Bound<'py, PyUntypedArray>,
    name: &str,
    size: usize,
) -> PyResult<Option<PyReadwriteArray1<'py, T>>> {
    if array.shape() != [size] {
        return Err(PyValueError::new_err(format!("{name} must have the shape ({size},), not {:?}", array.shape())));
    }
    let Ok(typed) = array.cast::<PyArray1<T>>() else { return Ok(None) };
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{name} must be contiguous")));
    }
    match typed.try_readwrite() {
        Ok(writable) => Ok(Some(writable)),
        Err(error) => Err(PyValueError::new_err(format!("{name} must be writable and not in use elsewhere: {error}"))),
    }
}
