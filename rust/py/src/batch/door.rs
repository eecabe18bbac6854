//! A batch of any game behind one interface, and the actions and masks that callers give.

use crate::arguments::action_id;
use crate::errors;
use crate::state::Wrap;
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use spielwerk::DecodeError;
use spielwerk::batch::{Batch, BatchError, Rows};

/// What a batch of every game can do; called once for all envs.
pub(super) trait Door: Send {
    fn seed(&self) -> u64;
    fn threads(&self) -> usize;
    fn reset(&mut self, seed: Option<u64>, mask: Option<&[bool]>, rows: Rows<'_>) -> Result<(), BatchError>;
    fn step(&mut self, actions: &[u16], mask: Option<&[bool]>, rows: Rows<'_>) -> Result<(), BatchError>;
    fn step_random(&mut self, count: u32, rows: Rows<'_>) -> Result<u64, BatchError>;
    fn sample_actions(&mut self, mask: Option<&[bool]>, out: &mut [i64]) -> Result<(), BatchError>;
    fn save(&self, rows: &Rows<'_>) -> Result<Vec<u8>, BatchError>;
    fn load(&mut self, data: &[u8], rows: Rows<'_>) -> Result<(), DecodeError>;
    /// The state of an env that exists.
    fn state(&self, py: Python<'_>, env: usize) -> PyResult<Option<Py<PyAny>>>;
    /// False for what is no state of this game.
    fn set_state(&mut self, env: usize, state: &Bound<'_, PyAny>, rows: Rows<'_>) -> Result<bool, BatchError>;
}

impl<G: Wrap> Door for Batch<G> {
    fn seed(&self) -> u64 {
        self.settings().seed
    }

    fn threads(&self) -> usize {
        self.threads()
    }

    fn reset(&mut self, seed: Option<u64>, mask: Option<&[bool]>, rows: Rows<'_>) -> Result<(), BatchError> {
        self.reset(seed, mask, rows)
    }

    fn step(&mut self, actions: &[u16], mask: Option<&[bool]>, rows: Rows<'_>) -> Result<(), BatchError> {
        self.step(actions, mask, rows)
    }

    fn step_random(&mut self, count: u32, rows: Rows<'_>) -> Result<u64, BatchError> {
        self.step_random(count, rows)
    }

    fn sample_actions(&mut self, mask: Option<&[bool]>, out: &mut [i64]) -> Result<(), BatchError> {
        self.sample_actions(mask, out)
    }

    fn save(&self, rows: &Rows<'_>) -> Result<Vec<u8>, BatchError> {
        self.save(rows)
    }

    fn load(&mut self, data: &[u8], rows: Rows<'_>) -> Result<(), DecodeError> {
        self.load(data, rows)
    }

    fn state(&self, py: Python<'_>, env: usize) -> PyResult<Option<Py<PyAny>>> {
        self.state(env).map(|state| self.game().wrap(py, *state)).transpose()
    }

    fn set_state(&mut self, env: usize, state: &Bound<'_, PyAny>, rows: Rows<'_>) -> Result<bool, BatchError> {
        match self.game().unwrap_state(state) {
            Some(state) => self.set_state(env, &state, rows).map(|()| true),
            None => Ok(false),
        }
    }
}

/// Makes room in an empty list, or raises MemoryError.
pub(super) fn reserve<T>(list: &mut Vec<T>, count: usize) -> PyResult<()> {
    list.try_reserve_exact(count).map_err(|_| PyMemoryError::new_err(format!("there is no memory for {count} numbers")))
}

/// The exception for a refusal. `given` are the actions as the caller gave them.
pub(super) fn refusal(py: Python<'_>, error: BatchError, num_actions: usize, given: Option<&Bound<'_, PyAny>>) -> PyErr {
    match error {
        BatchError::Illegal { env, action, reason } => {
            // An id that does not fit its type was replaced by the largest one, which no game has.
            let shown = given.filter(|_| action == u16::MAX).and_then(|given| given.get_item(env).ok()?.str().ok());
            let shown = shown.map_or_else(|| action.to_string(), |text| text.to_string_lossy().chars().take(40).collect());
            let reason = if usize::from(action) >= num_actions { format!("ids are 0 to {}", num_actions - 1) } else { reason };
            errors::illegal_action(py, format!("env {env}: action {shown} is illegal: {reason}; no env has moved"))
        }
        BatchError::Memory => PyMemoryError::new_err(error.to_string()),
        BatchError::State(_) => PyValueError::new_err(error.to_string()),
        BatchError::Length(_) => errors::internal(py, error.to_string()),
    }
}

/// Reads an array of one integer type; an id that does not fit becomes the largest one.
fn read_as<T: Element + Copy + TryInto<u16>>(array: &Bound<'_, PyUntypedArray>, out: &mut Vec<u16>) -> PyResult<bool> {
    let Ok(typed) = array.cast::<PyArray1<T>>() else { return Ok(false) };
    let typed = typed.try_readonly().map_err(|error| PyValueError::new_err(format!("actions are in use elsewhere: {error}")))?;
    out.extend(typed.as_array().iter().map(|&id| id.try_into().unwrap_or(u16::MAX)));
    Ok(true)
}

/// Reads one action an env: an array of integers, a list or a tuple, or what numpy makes an array of.
pub(super) fn read_actions(actions: &Bound<'_, PyAny>, count: usize, out: &mut Vec<u16>) -> PyResult<()> {
    out.clear();
    reserve(out, count)?;
    let wrong_length = |length: &str| Err(PyValueError::new_err(format!("actions must have the shape ({count},), not {length}")));
    if let Ok(array) = actions.cast::<PyUntypedArray>() {
        if array.shape() != [count] {
            return wrong_length(&format!("{:?}", array.shape()));
        }
        let is_read = read_as::<i64>(array, out)?
            || read_as::<i32>(array, out)?
            || read_as::<u16>(array, out)?
            || read_as::<u8>(array, out)?
            || read_as::<u32>(array, out)?
            || read_as::<u64>(array, out)?
            || read_as::<i16>(array, out)?
            || read_as::<i8>(array, out)?;
        return if is_read {
            Ok(())
        } else {
            Err(PyTypeError::new_err(format!("actions must be whole numbers in the machine's byte order, not {}", array.dtype())))
        };
    }
    if actions.is_instance_of::<PyList>() || actions.is_instance_of::<PyTuple>() {
        for item in actions.try_iter()? {
            if out.len() == count {
                return wrong_length("more");
            }
            out.push(action_id(&item?)?.unwrap_or(u16::MAX));
        }
        return if out.len() == count { Ok(()) } else { wrong_length(&format!("({},)", out.len())) };
    }
    if actions.hasattr("__array__")? {
        let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
        if array.cast::<PyUntypedArray>().is_ok() {
            return read_actions(&array, count, out);
        }
    }
    Err(PyTypeError::new_err(format!("actions must be an array or a list of whole numbers, not {}", actions.get_type().name()?)))
}

/// Copies a mask of envs, which may be one of the batch's own arrays.
pub(super) fn read_mask(mask: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<bool>> {
    let Ok(array) = mask.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("mask must be an array of booleans, not {}", mask.get_type().name()?)));
    };
    if array.shape() != [count] {
        return Err(PyValueError::new_err(format!("mask must have the shape ({count},), not {:?}", array.shape())));
    }
    if array.cast::<PyArray1<bool>>().is_err() {
        return Err(PyTypeError::new_err(format!("mask must have the dtype bool, not {}", array.dtype())));
    }
    // As bytes: a view of something else may hold other ones than 0 and 1.
    let bytes = array.call_method1("view", ("uint8",))?.cast_into::<PyArray1<u8>>()?;
    let bytes = bytes.try_readonly().map_err(|error| PyValueError::new_err(format!("mask is in use elsewhere: {error}")))?;
    let mut list = Vec::new();
    reserve(&mut list, count)?;
    list.extend(bytes.as_array().iter().map(|&byte| byte != 0));
    Ok(list)
}
