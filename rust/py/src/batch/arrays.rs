//! The arrays that a batch writes: its own, or the caller's, always at the same address.

use crate::errors;
use bytemuck::{AnyBitPattern, NoUninit};
use numpy::{PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyString, PyTuple};
use spielwerk::batch::{Observations, Rows};
use std::ops::Range;

/// Number of arrays, those included that are switched off.
pub(super) const FIELDS: usize = 11;

/// Own arrays begin at multiples of this, each on a cache line of its own.
const ALIGNMENT: usize = 64;

/// Names of the arrays, in the order in which they are laid out.
pub(super) const NAMES: [&str; FIELDS] = [
    "obs",
    "final_obs",
    "action_mask",
    "action_mask_packed",
    "current_player",
    "rewards",
    "terminated",
    "truncated",
    "scores",
    "episode_id",
    "num_decisions",
];

/// What an array must be like.
pub(super) struct Form {
    pub(super) dtype: &'static str,
    pub(super) item_size: usize,
    pub(super) shape: Vec<usize>,
}

impl Form {
    fn size(&self) -> Option<usize> {
        self.shape.iter().try_fold(self.item_size, |size, &length| size.checked_mul(length))
    }
}

/// The forms of all arrays; `None` for one that is switched off.
pub(super) type Forms = [Option<Form>; FIELDS];

/// Bytes of all arrays; `None` for more than can be counted.
pub(super) fn total_size(forms: &Forms) -> Option<usize> {
    forms.iter().flatten().try_fold(0_usize, |sum, form| sum.checked_add(form.size()?.checked_next_multiple_of(ALIGNMENT)?))
}

/// Where an array lies.
struct Span {
    source: usize,
    bytes: Range<usize>,
}

/// All arrays. Each is also a stretch of bytes in one of the sources, so that a single borrow covers all of a batch's own.
pub(super) struct Arrays {
    sources: Vec<Py<PyArray1<u8>>>,
    spans: [Option<Span>; FIELDS],
    shown: [Option<Py<PyAny>>; FIELDS],
    has_floats: bool,
}

impl Arrays {
    /// Makes the arrays that the caller does not give, after checking those that are given.
    pub(super) fn new(py: Python<'_>, forms: &Forms, out: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut spans = [const { None }; FIELDS];
        let mut shown = [const { None }; FIELDS];
        let mut sources = Vec::new();
        if let Some(out) = out {
            let given =
                out.cast::<PyDict>().map_err(|_| PyTypeError::new_err(format!("out must be a dict of arrays, not {}", kind(out))))?;
            for (name, array) in given.iter() {
                let field = field_of(&name, forms)?;
                let Some(form) = &forms[field] else { continue };
                let bytes = as_bytes(py, NAMES[field], form, &array)?;
                let length = bytes.len();
                spans[field] = Some(Span { source: sources.len(), bytes: 0..length });
                sources.push(bytes.unbind());
                shown[field] = Some(array.unbind());
            }
            lie_apart(py, &sources)?;
        }
        let own: Vec<usize> = (0..FIELDS).filter(|&field| forms[field].is_some() && spans[field].is_none()).collect();
        let mut end = 0;
        for &field in &own {
            let size = forms[field].as_ref().and_then(Form::size).unwrap_or(0);
            spans[field] = Some(Span { source: sources.len(), bytes: end..end + size });
            end += size.next_multiple_of(ALIGNMENT);
        }
        if !own.is_empty() {
            // numpy raises MemoryError where there is none.
            let base = py.import("numpy")?.call_method1("zeros", (end, "uint8"))?;
            for &field in &own {
                if let (Some(form), Some(span)) = (&forms[field], &spans[field]) {
                    let slice = PySlice::new(py, span.bytes.start as isize, span.bytes.end as isize, 1);
                    let view = base.get_item(slice)?.call_method1("view", (form.dtype,))?;
                    shown[field] = Some(view.call_method1("reshape", (PyTuple::new(py, &form.shape)?,))?.unbind());
                }
            }
            sources.push(base.cast_into::<PyArray1<u8>>()?.unbind());
        }
        let has_floats = forms[0].as_ref().is_some_and(|form| form.item_size > 1);
        Ok(Self { sources, spans, shown, has_floats })
    }

    /// The array of a name as the caller sees it, or None.
    pub(super) fn show(&self, py: Python<'_>, field: usize) -> Py<PyAny> {
        self.shown[field].as_ref().map_or_else(|| py.None(), |array| array.clone_ref(py))
    }

    /// Borrows all arrays for one call.
    pub(super) fn with_rows<R>(&self, py: Python<'_>, work: impl FnOnce(Rows<'_>) -> PyResult<R>) -> PyResult<R> {
        let in_use = |error| PyValueError::new_err(format!("an array of this batch cannot be written: {error}"));
        let mut guards: Vec<PyReadwriteArray1<'_, u8>> =
            self.sources.iter().map(|source| source.bind(py).try_readwrite().map_err(in_use)).collect::<PyResult<_>>()?;
        let mut rests = Vec::with_capacity(guards.len());
        for guard in &mut guards {
            let bytes = guard.as_slice_mut().map_err(|error| PyValueError::new_err(format!("an array of this batch: {error}")))?;
            rests.push((bytes, 0));
        }
        let mut pieces = [const { None }; FIELDS];
        for (piece, span) in pieces.iter_mut().zip(&self.spans) {
            let Some(span) = span else { continue };
            // Stretches of one source are in order and do not overlap.
            let Some((rest, begun)) = rests.get_mut(span.source) else { continue };
            let gap = span.bytes.start - *begun;
            let (_, tail) = std::mem::take(rest).split_at_mut_checked(gap).ok_or_else(resized)?;
            let (head, tail) = tail.split_at_mut_checked(span.bytes.len()).ok_or_else(resized)?;
            (*rest, *begun) = (tail, span.bytes.end);
            *piece = Some(head);
        }
        let [obs, final_obs, mask, packed, player, rewards, terminated, truncated, scores, episode, decisions] = pieces;
        work(Rows {
            obs: self.observations(obs)?,
            final_obs: self.observations(final_obs)?,
            action_mask: mask.unwrap_or_default(),
            action_mask_packed: packed.unwrap_or_default(),
            current_player: cast(player.unwrap_or_default())?,
            rewards: cast(rewards.unwrap_or_default())?,
            terminated: terminated.unwrap_or_default(),
            truncated: truncated.unwrap_or_default(),
            scores: cast(scores.unwrap_or_default())?,
            episode_id: cast(episode.unwrap_or_default())?,
            num_decisions: cast(decisions.unwrap_or_default())?,
        })
    }

    fn observations<'a>(&self, bytes: Option<&'a mut [u8]>) -> PyResult<Observations<'a>> {
        Ok(match bytes {
            None => Observations::None,
            Some(bytes) if self.has_floats => Observations::Floats(cast(bytes)?),
            Some(bytes) => Observations::Bytes(bytes),
        })
    }
}

fn resized() -> PyErr {
    PyValueError::new_err("an array of this batch has been made smaller")
}

fn kind(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "this type".to_owned(), |name| name.to_string())
}

/// Bytes as elements of another type; their alignment was checked when the array was taken.
fn cast<T: AnyBitPattern + NoUninit>(bytes: &mut [u8]) -> PyResult<&mut [T]> {
    bytemuck::try_cast_slice_mut(bytes).map_err(|error| PyValueError::new_err(format!("an array of this batch: {error}")))
}

/// The number of the array of a name that the caller gives.
fn field_of(name: &Bound<'_, PyAny>, forms: &Forms) -> PyResult<usize> {
    let wanted: Vec<&str> = NAMES.iter().zip(forms).filter(|(_, form)| form.is_some()).map(|(&name, _)| name).collect();
    let text = name.cast::<PyString>().map(|name| name.to_string_lossy().into_owned());
    let text = text.map_err(|_| PyTypeError::new_err(format!("the keys of out are strings, not {}", kind(name))))?;
    let field = NAMES.iter().position(|&known| known == text).filter(|&field| forms[field].is_some());
    field.ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        PyValueError::new_err(format!("this batch writes no array {shown:?}; its arrays are {}", wanted.join(", ")))
    })
}

/// The memory of a caller's array, if it can be written as this array.
fn as_bytes<'py>(py: Python<'py>, name: &str, form: &Form, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let refused = |what: String| Err(PyValueError::new_err(format!("out[{name:?}] must {what}")));
    let Ok(untyped) = array.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("out[{name:?}] must be a numpy array, not {}", kind(array))));
    };
    if !untyped.dtype().is_equiv_to(&PyArrayDescr::new(py, form.dtype)?) {
        return Err(PyTypeError::new_err(format!("out[{name:?}] must have the dtype {}, not {}", form.dtype, untyped.dtype())));
    }
    if untyped.shape() != form.shape {
        return refused(format!("have the shape {:?}, not {:?}", form.shape, untyped.shape()));
    }
    if !untyped.is_c_contiguous() {
        return refused("be C-contiguous".to_owned());
    }
    let flags = array.getattr("flags")?;
    for (flag, what) in [("writeable", "be writeable"), ("aligned", "be aligned")] {
        if !flags.getattr(flag)?.is_truthy()? {
            return refused(what.to_owned());
        }
    }
    // As the plain class: a subclass may have its own idea of a view.
    let numpy = py.import("numpy")?;
    let class = numpy.getattr("ndarray")?;
    let plain = class.getattr("view")?.call1((array, class.clone()))?;
    let flat = plain.call_method1("reshape", (-1,))?.call_method1("view", ("uint8",))?.cast_into::<PyArray1<u8>>()?;
    let size = form.size().unwrap_or(0);
    if flat.len() != size || flat.data() as usize != array_address(array)? {
        return Err(errors::internal(py, format!("out[{name:?}] has no memory of its own that could be written")));
    }
    Ok(flat)
}

fn array_address(array: &Bound<'_, PyAny>) -> PyResult<usize> {
    array.getattr("__array_interface__")?.get_item("data")?.get_item(0)?.extract()
}

/// No two arrays share memory. Arrays over one foreign buffer do not know of each other, so the addresses decide.
fn lie_apart(py: Python<'_>, sources: &[Py<PyArray1<u8>>]) -> PyResult<()> {
    let mut ranges: Vec<(usize, usize)> = sources
        .iter()
        .map(|source| {
            let source = source.bind(py);
            let first = source.data() as usize;
            (first, first + source.len())
        })
        .collect();
    ranges.sort_unstable();
    if ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0) {
        Ok(())
    } else {
        Err(PyValueError::new_err("the arrays of out must not share memory"))
    }
}
