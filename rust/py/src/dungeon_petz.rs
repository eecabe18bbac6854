//! The vocabulary of Dungeon Petz: single pets, customers and displays, and tables of the user's own.

use crate::errors;
use crate::files;
use crate::game::Game;
use crate::value;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielwerk::AnyGame;
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::dungeon_petz::tables::tables_file;
use spielwerk::dungeon_petz::vocabulary;

/// The game of Dungeon Petz in a `Game`.
fn dungeon_petz<'a>(game: &'a Bound<'_, Game>) -> PyResult<&'a DungeonPetz> {
    if let AnyGame::DungeonPetz(game) = game.get().any() {
        return Ok(game);
    }
    Err(PyTypeError::new_err(format!("a game of dungeon_petz belongs here, not one of {}", game.get().name())))
}

/// The tables of a file, or those built in for None, as in a tables file.
#[pyfunction]
pub(crate) fn dungeon_petz_tables(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let file = if source.is_none() { None } else { Some(files::source("tables file", source)?) };
    let tables = vocabulary::tables(file.as_deref()).map_err(|error| errors::option(py, error))?;
    value::to_python(py, &tables)
}

/// All errors of a tables file as (code, place, message).
#[pyfunction]
pub(crate) fn dungeon_petz_validate(source: &Bound<'_, PyAny>) -> PyResult<Vec<(&'static str, String, String)>> {
    let errors = tables_file::read(&files::source("tables file", source)?).err().unwrap_or_default();
    Ok(errors.into_iter().map(|error| (error.code.name(), error.place, error.message)).collect())
}

/// What the needs of one pet come to if nobody does anything.
#[pyfunction]
pub(crate) fn dungeon_petz_needs_outcome<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    plot: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let outcome = vocabulary::needs_outcome(dungeon_petz(game)?, &value::from_python(plot)?);
    let outcome = outcome.map_err(|faults| errors::invalid(py, "plot", &faults))?;
    let dict = PyDict::new(py);
    for (name, number) in [
        ("hunger", outcome.hunger),
        ("manure", outcome.manure),
        ("play", outcome.play),
        ("anger", outcome.anger),
        ("mutation", outcome.mutation),
        ("disease", outcome.disease),
    ] {
        dict.set_item(name, number)?;
    }
    dict.set_item("lost_by", outcome.lost_by)?;
    Ok(dict)
}

/// The match of cards and tokens with a customer.
#[pyfunction]
pub(crate) fn dungeon_petz_match(py: Python<'_>, game: &Bound<'_, Game>, parts: &Bound<'_, PyAny>) -> PyResult<i32> {
    let points = vocabulary::matching(dungeon_petz(game)?, &value::from_python(parts)?);
    points.map_err(|faults| errors::invalid(py, "sale", &faults))
}

/// The score of a display in an exhibition, None if it has none.
#[pyfunction]
pub(crate) fn dungeon_petz_exhibition_score(py: Python<'_>, game: &Bound<'_, Game>, parts: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    let score = vocabulary::exhibition_score(dungeon_petz(game)?, &value::from_python(parts)?);
    Ok(score.map_err(|faults| errors::invalid(py, "display", &faults))?.map(points))
}

/// The awards of scores by seat.
#[pyfunction]
pub(crate) fn dungeon_petz_awards(py: Python<'_>, game: &Bound<'_, Game>, scores: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let awards = vocabulary::awards(dungeon_petz(game)?, &value::from_python(scores)?);
    awards.map_err(|faults| errors::invalid(py, "scores", &faults))
}

/// Both final exhibitions by seat as (business score, display score, business VP, display VP).
#[pyfunction]
pub(crate) fn dungeon_petz_final_shows(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    players: &Bound<'_, PyAny>,
) -> PyResult<Vec<(f64, f64, f64, f64)>> {
    let shows = vocabulary::final_shows(dungeon_petz(game)?, &value::from_python(players)?);
    let shows = shows.map_err(|faults| errors::invalid(py, "players", &faults))?;
    Ok(shows.iter().map(|show| (points(show.business), points(show.display), points(show.business_vp), points(show.display_vp))).collect())
}

/// Points of doubled ones.
fn points(doubled: impl Into<f64>) -> f64 {
    doubled.into() / f64::from(<DungeonPetz as spielwerk::Game>::SCORE_SCALE)
}
