//! Simulation into the caller's arrays, with the GIL released.

use crate::arguments::whole;
use crate::errors;
use numpy::{Element, PyArrayMethods, PyReadwriteArray, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use spielwerk::Game;
use spielwerk::policy::policies;
use spielwerk::simulate::{Columns, Request, simulate};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More threads than any machine has that this is run on.
const MOST_THREADS: u64 = 1024;

/// The numbers of a request, checked.
pub(crate) struct Numbers {
    games: usize,
    seed: u64,
    first_index: u64,
    threads: usize,
}

impl Numbers {
    pub(crate) fn new(
        games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        first_index: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Ok(Self {
            games: whole(games, "games", 0, isize::MAX as u64)? as usize,
            seed: whole(seed, "seed", 0, u64::MAX)?,
            first_index: whole(first_index, "first_index", 0, u64::MAX)?,
            threads: whole(threads, "threads", 1, MOST_THREADS)? as usize,
        })
    }
}

/// The caller's columns.
pub(crate) struct Arrays<'py> {
    pub(crate) scores: PyReadwriteArray2<'py, i32>,
    pub(crate) ranks: PyReadwriteArray2<'py, u8>,
    pub(crate) winners: PyReadwriteArray1<'py, i8>,
    pub(crate) decisions: PyReadwriteArray1<'py, u32>,
    pub(crate) truncated: PyReadwriteArray1<'py, bool>,
    pub(crate) sheet: PyReadwriteArray3<'py, i32>,
}

impl Arrays<'_> {
    /// No two columns share memory. Arrays over one foreign buffer do not know of each other, so the addresses decide.
    fn lie_apart(&self) -> PyResult<()> {
        fn range<T: Element, D: numpy::ndarray::Dimension>(array: &PyReadwriteArray<'_, T, D>) -> (usize, usize) {
            let first = array.data() as usize;
            (first, first + array.len() * size_of::<T>())
        }
        let mut ranges = [
            range(&self.scores),
            range(&self.ranks),
            range(&self.winners),
            range(&self.decisions),
            range(&self.truncated),
            range(&self.sheet),
        ];
        ranges.sort_unstable();
        if ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0) {
            Ok(())
        } else {
            Err(PyValueError::new_err("the columns must not share memory"))
        }
    }
}

/// An array's elements, if it has this shape and is contiguous.
fn column<'a, T: Element, D: numpy::ndarray::Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    name: &str,
    shape: &[usize],
) -> PyResult<&'a mut [T]> {
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!("{name} must have the shape {shape:?}, not {:?}", array.shape())));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{name} must be C-contiguous")));
    }
    array.as_slice_mut().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// Plays and writes; returns the number of rows.
pub(crate) fn simulate_into<G: Game>(
    py: Python<'_>,
    game: &G,
    numbers: &Numbers,
    names: &[String],
    mut arrays: Arrays<'_>,
) -> PyResult<usize> {
    let (games, seats, items) = (numbers.games, game.num_players(), G::SCORE_ITEMS.len());
    let policies = policies(game, names).map_err(|error| errors::option(py, error))?;
    arrays.lie_apart()?;
    let request = Request { seed: numbers.seed, first_index: numbers.first_index, policies, threads: numbers.threads };
    let columns = Columns {
        scores: column(&mut arrays.scores, "scores", &[games, seats])?,
        ranks: column(&mut arrays.ranks, "ranks", &[games, seats])?,
        winners: column(&mut arrays.winners, "winners", &[games])?,
        decisions: column(&mut arrays.decisions, "decisions", &[games])?,
        truncated: column(&mut arrays.truncated, "truncated", &[games])?,
        sheet: column(&mut arrays.sheet, "sheet", &[games, seats, items])?,
    };
    let mut raised = None;
    let outcome = py.detach(|| {
        let mut should_stop = || {
            raised = Python::attach(|py| py.check_signals().err());
            raised.is_some()
        };
        // A panic would be a defect of ours; the caller gets an exception that `except Exception` catches.
        catch_unwind(AssertUnwindSafe(|| simulate(game, &request, columns, &mut should_stop)))
    });
    match (outcome, raised) {
        (_, Some(error)) => Err(error),
        (Ok(_), None) => Ok(games),
        (Err(_), None) => Err(errors::internal(py, "an internal error ended the simulation; please report it".to_owned())),
    }
}
