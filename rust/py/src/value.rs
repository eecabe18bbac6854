//! Plain values between the two languages.

use crate::errors;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use serde_json::{Map, Number, Value};
use spielwerk::{Fault, OptionValue};

/// Deeper than any position; a list that contains itself ends here instead of the stack.
const DEEPEST: u32 = 16;
/// More than any position has; a few small lists inside each other, each ten times, would fill the memory.
const MOST_VALUES: u32 = 50_000;

/// A value as dicts, lists, strings and numbers.
pub(crate) fn to_python(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Null => Ok(py.None()),
        Value::Bool(flag) => flag.into_py_any(py),
        Value::Number(number) => match number.as_i64() {
            Some(n) => n.into_py_any(py),
            None => number.as_f64().into_py_any(py),
        },
        Value::String(text) => text.into_py_any(py),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            list.into_py_any(py)
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, item) in entries {
                dict.set_item(key, to_python(py, item)?)?;
            }
            dict.into_py_any(py)
        }
    }
}

/// The inverse. Tuples count as lists, whole-number types of other packages as integers.
pub(crate) fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    convert(object, 0, &mut { MOST_VALUES })
}

fn convert(object: &Bound<'_, PyAny>, depth: u32, left: &mut u32) -> PyResult<Value> {
    let refused = |message: String| Err(errors::invalid_state(object.py(), &[Fault::malformed("", message)]));
    if depth > DEEPEST {
        return refused(format!("it is nested more than {DEEPEST} levels deep"));
    }
    if *left == 0 {
        return refused(format!("it has more than {MOST_VALUES} values"));
    }
    *left -= 1;
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::String(text.to_string_lossy().into_owned()));
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        return Ok(Number::from_f64(number.value()).map_or_else(|| Value::String("a number that is not finite".to_owned()), Value::Number));
    }
    if let Ok(list) = object.cast::<PyList>() {
        return list.iter().map(|item| convert(&item, depth + 1, left)).collect::<PyResult<_>>().map(Value::Array);
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return tuple.iter().map(|item| convert(&item, depth + 1, left)).collect::<PyResult<_>>().map(Value::Array);
    }
    if let Ok(mapping) = object.cast::<PyMapping>() {
        let mut entries = Map::new();
        for entry in mapping.items()?.iter() {
            let (key, item): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry.extract()?;
            entries.insert(key.str()?.to_string_lossy().into_owned(), convert(&item, depth + 1, left)?);
        }
        return Ok(Value::Object(entries));
    }
    match object.extract::<i64>() {
        Ok(number) => Ok(Value::from(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Value::String("an enormous integer".to_owned())),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            let kind = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("a position is made of dicts, lists, strings, integers and None, not of {kind}")))
        }
        Err(error) => Err(error),
    }
}

/// An option's value for Python.
pub(crate) fn option_to_python(py: Python<'_>, value: &OptionValue) -> PyResult<Py<PyAny>> {
    match value {
        OptionValue::None => Ok(py.None()),
        OptionValue::Bool(flag) => flag.into_py_any(py),
        OptionValue::Int(number) => number.into_py_any(py),
        OptionValue::Text(text) => text.into_py_any(py),
    }
}

/// An option's value from Python; `None` for a type or size that no option takes.
pub(crate) fn option_from_python(object: &Bound<'_, PyAny>) -> Option<OptionValue> {
    if object.is_none() {
        Some(OptionValue::None)
    } else if let Ok(flag) = object.cast::<PyBool>() {
        Some(OptionValue::Bool(flag.is_true()))
    } else if let Ok(text) = object.cast::<PyString>() {
        Some(OptionValue::Text(text.to_string_lossy().into_owned()))
    } else if object.cast::<PyFloat>().is_ok() {
        None
    } else {
        object.cast::<PyInt>().map_or_else(|_| object.extract().ok(), |number| number.extract().ok()).map(OptionValue::Int)
    }
}
