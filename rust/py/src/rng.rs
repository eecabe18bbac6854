//! The generator as a Python object.

use crate::arguments::whole;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// xoshiro256++ seeded by SplitMix64 from (seed, stream). Its numbers are a promise: they never change.
///
/// Args:
///     seed: 0 .. 2**64 - 1.
///     stream: 0 .. 2**64 - 1; game i of a simulation uses stream i.
///
/// Safe to share between threads; picklable and copyable with its position.
#[pyclass(frozen, module = "spielwerk._native")]
pub(crate) struct Rng(Mutex<spielwerk::Rng>);

impl Rng {
    fn wrap(rng: spielwerk::Rng) -> Self {
        Self(Mutex::new(rng))
    }

    /// The generator, for one call.
    pub(crate) fn lock(&self) -> MutexGuard<'_, spielwerk::Rng> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Rng {
    #[new]
    #[pyo3(signature = (seed, stream = None), text_signature = "(seed, stream=0)")]
    fn new(seed: &Bound<'_, PyAny>, stream: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = whole(seed, "seed", 0, u64::MAX)?;
        let stream = stream.map_or(Ok(0), |stream| whole(stream, "stream", 0, u64::MAX))?;
        Ok(Self::wrap(spielwerk::Rng::new(seed, stream)))
    }

    /// The next 64 bits.
    fn next_u64(&self) -> u64 {
        self.lock().next_u64()
    }

    /// A uniform integer 0 .. n - 1 without bias. ValueError unless 1 <= n < 2**64.
    fn below(&self, n: &Bound<'_, PyAny>) -> PyResult<u64> {
        let n = whole(n, "n", 1, u64::MAX)?;
        Ok(self.lock().below(n))
    }

    /// A uniform float in [0, 1) with 53 bits.
    fn random(&self) -> f64 {
        self.lock().unit()
    }

    /// A uniformly random item of a sequence. IndexError if it is empty.
    fn choice<'py>(&self, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let empty = || PyIndexError::new_err("there is nothing to choose from");
        if let Ok(list) = items.cast::<PyList>() {
            if list.is_empty() {
                return Err(empty());
            }
            let index = self.lock().below(list.len() as u64) as usize;
            return list.get_item(index);
        }
        let count = items.len()?;
        if count == 0 {
            return Err(empty());
        }
        let index = self.lock().below(count as u64);
        items.get_item(index)
    }

    /// Fisher-Yates, in place.
    fn shuffle(&self, items: &Bound<'_, PyList>) -> PyResult<()> {
        for last in (1..items.len()).rev() {
            let other = self.lock().below(last as u64 + 1) as usize;
            let (a, b) = (items.get_item(last)?, items.get_item(other)?);
            items.set_item(last, b)?;
            items.set_item(other, a)?;
        }
        Ok(())
    }

    /// The position as four integers, for `Rng.from_state`.
    fn getstate(&self) -> (u64, u64, u64, u64) {
        let [a, b, c, d] = self.lock().state();
        (a, b, c, d)
    }

    /// The inverse of `getstate`. ValueError for the all-zero state, which is no state.
    #[staticmethod]
    fn from_state(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let state = state.cast::<PyTuple>()?;
        let words: Vec<u64> = state.iter().map(|word| whole(&word, "a word of the state", 0, u64::MAX)).collect::<PyResult<_>>()?;
        let words: [u64; 4] = words.try_into().map_err(|_| PyValueError::new_err("a state has four words"))?;
        let rng = spielwerk::Rng::from_state(words).ok_or_else(|| PyValueError::new_err("four zeros are no state"))?;
        Ok(Self::wrap(rng))
    }

    fn __copy__(&self) -> Self {
        Self::wrap(self.lock().clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        // One lock at a time: a generator compared with itself must not wait for itself.
        crate::errors::equality(other, |other: &Self| {
            let own = self.lock().state();
            own == other.lock().state()
        })
    }

    fn __repr__(&self) -> String {
        let [a, b, c, d] = self.lock().state();
        format!("Rng.from_state(({a}, {b}, {c}, {d}))")
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, ((u64, u64, u64, u64),))> {
        let restore = slf.get_type().getattr("from_state")?;
        Ok((restore.unbind(), (slf.get().getstate(),)))
    }
}

/// Python integers of action ids, made once: a list of legal actions then only counts references.
pub(crate) fn small_ints(py: Python<'_>) -> &[Py<PyInt>] {
    const COUNT: u16 = 4096;
    static INTS: pyo3::sync::PyOnceLock<Vec<Py<PyInt>>> = pyo3::sync::PyOnceLock::new();
    INTS.get_or_init(py, || (0..COUNT).map(|n| PyInt::new(py, n).unbind()).collect())
}
