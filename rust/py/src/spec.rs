//! Specifications and options as plain Python values.

use crate::value::option_to_python;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use spielwerk::observation::{DTYPE, ObservationSpec};
use spielwerk::{Family, OptionKind, OptionSpec, Options};

pub(crate) fn families<'py>(py: Python<'py>, families: &[Family]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for family in families {
        let dict = PyDict::new(py);
        dict.set_item("family", family.name)?;
        dict.set_item("first", family.first)?;
        dict.set_item("size", family.size())?;
        dict.set_item("factors", family.factors.clone())?;
        dict.set_item("meaning", family.meaning)?;
        dict.set_item("rule", family.rule)?;
        list.append(dict)?;
    }
    Ok(list)
}

pub(crate) fn observation<'py>(py: Python<'py>, spec: &ObservationSpec) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for field in spec.fields() {
        let dict = PyDict::new(py);
        dict.set_item("name", field.name)?;
        dict.set_item("offset", field.offset)?;
        dict.set_item("shape", PyTuple::new(py, &field.shape)?)?;
        dict.set_item("dtype", DTYPE)?;
        dict.set_item("low", field.low)?;
        dict.set_item("high", field.high)?;
        dict.set_item("meaning", field.meaning)?;
        list.append(dict)?;
    }
    Ok(list)
}

pub(crate) fn options<'py>(py: Python<'py>, options: &Options) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in options.iter() {
        dict.set_item(name, option_to_python(py, value)?)?;
    }
    Ok(dict)
}

pub(crate) fn option_specs<'py>(py: Python<'py>, specs: &[OptionSpec]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for spec in specs {
        let (kind, choices, low, high) = match spec.kind {
            OptionKind::Choice(words) => ("choice", Some(words), None, None),
            OptionKind::Integer(low, high) | OptionKind::OptionalInteger(low, high) => ("integer", None, Some(low), Some(high)),
            OptionKind::WordOrInteger(word, low, high) => ("integer", Some(&[word][..]), Some(low), Some(high)),
            OptionKind::Boolean => ("boolean", None, None, None),
            OptionKind::Name(words) => ("name", Some(words), None, None),
            OptionKind::File => ("file", None, None, None),
        };
        let dict = PyDict::new(py);
        dict.set_item("name", spec.name)?;
        dict.set_item("kind", kind)?;
        dict.set_item("choices", choices)?;
        dict.set_item("low", low)?;
        dict.set_item("high", high)?;
        dict.set_item("default", option_to_python(py, &spec.default)?)?;
        dict.set_item("help", spec.help)?;
        list.append(dict)?;
    }
    Ok(list)
}
