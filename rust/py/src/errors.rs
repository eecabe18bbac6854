//! The exceptions of `spielwerk.errors`. They are Python classes, so that they can be imported and pickled under their own names.

use pyo3::PyClass;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyType};
use spielwerk::{DecodeError, Fault, IllegalAction, OptionError};

macro_rules! exception {
    ($function:ident, $class:literal) => {
        fn $function(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            CLASS.import(py, "spielwerk.errors", $class)
        }
    };
}

exception!(base_class, "SpielwerkError");
exception!(illegal_action_class, "IllegalActionError");
exception!(invalid_state_class, "InvalidStateError");
exception!(decode_class, "DecodeError");
exception!(option_class, "OptionError");
exception!(ambiguous_links_class, "AmbiguousLinksError");

fn make(class: PyResult<&Bound<'_, PyType>>, message: String) -> PyErr {
    match class {
        Ok(class) => PyErr::from_type(class.clone(), (message,)),
        Err(error) => error,
    }
}

pub(crate) fn internal(py: Python<'_>, message: String) -> PyErr {
    make(base_class(py), message)
}

pub(crate) fn illegal_action(py: Python<'_>, message: String) -> PyErr {
    make(illegal_action_class(py), message)
}

pub(crate) fn refused(py: Python<'_>, error: &IllegalAction) -> PyErr {
    illegal_action(py, error.to_string())
}

pub(crate) fn decode(py: Python<'_>, error: DecodeError) -> PyErr {
    make(decode_class(py), error.0)
}

pub(crate) fn option(py: Python<'_>, error: OptionError) -> PyErr {
    make(option_class(py), error.0)
}

/// All faults, in the message and one by one.
pub(crate) fn invalid_state(py: Python<'_>, faults: &[Fault]) -> PyErr {
    invalid(py, "position", faults)
}

/// The same of a part of a position, called by its name.
pub(crate) fn invalid(py: Python<'_>, what: &str, faults: &[Fault]) -> PyErr {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let message = match faults.as_slice() {
        [only] => format!("this is no {what}: {only}"),
        all => format!("this is no {what}, it has {} faults: {}", all.len(), all.join("; ")),
    };
    match invalid_state_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, faults)),
        Err(error) => error,
    }
}

/// Links that have to be given, with the slots in question: circle, side, candidates.
pub(crate) fn ambiguous_links(py: Python<'_>, message: String, slots: Vec<(u8, &'static str, Vec<u32>)>) -> PyErr {
    match ambiguous_links_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, slots)),
        Err(error) => error,
    }
}

/// The seat, if there is such a one.
pub(crate) fn seat(player: isize, seats: usize) -> PyResult<usize> {
    usize::try_from(player)
        .ok()
        .filter(|&seat| seat < seats)
        .ok_or_else(|| PyIndexError::new_err(format!("player {player} does not exist; the players are 0 to {}", seats - 1)))
}

/// The answer of `==`: True or False for another of the same class, else NotImplemented, so that the other side is asked.
pub(crate) fn equality<'py, T>(other: &Bound<'py, PyAny>, same: impl FnOnce(&T) -> bool) -> Bound<'py, PyAny>
where
    T: PyClass<Frozen = True> + Sync,
{
    match other.cast::<T>() {
        Ok(other) => PyBool::new(other.py(), same(other.get())).to_owned().into_any(),
        Err(_) => other.py().NotImplemented().into_bound(other.py()),
    }
}
