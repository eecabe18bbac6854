//! The vocabulary of Thurn and Taxis: single routes and closes, and maps of the user's own.

use crate::arguments::whole;
use crate::errors;
use crate::files;
use crate::game::Game;
use crate::value;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMapping, PyString};
use serde_json::{Map, Value};
use spielwerk::AnyGame;
use spielwerk::thurn_and_taxis::tables::{CARRIAGE_POINTS, HOUSES, MAX_STACKS, MAX_TILES, Mask, cities, map_file};
use spielwerk::thurn_and_taxis::vocabulary::{self, Route};
use spielwerk::thurn_and_taxis::{ThurnAndTaxis, scoring};

/// Entries of a list that are read: more than any route or hand of tiles has, and an endless list ends here.
const MOST_ENTRIES: usize = MAX_STACKS * MAX_TILES + 1;
/// The largest value of a tile (E_VALUES).
const MOST_POINTS: u64 = 20;

/// The game of Thurn and Taxis in a `Game`.
fn thurn_and_taxis<'a>(game: &'a Bound<'_, Game>) -> PyResult<&'a ThurnAndTaxis> {
    if let AnyGame::ThurnAndTaxis(game) = game.get().any() {
        return Ok(game);
    }
    Err(PyTypeError::new_err(format!("a game of thurn_and_taxis belongs here, not one of {}", game.get().name())))
}

/// The entries of anything that can be gone through, but of no text and no map.
fn entries<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let is_text = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    if is_text || object.cast::<PyMapping>().is_ok() || !object.hasattr("__iter__")? {
        return Err(PyTypeError::new_err(format!("{name} must be a sequence, not {}", object.get_type().name()?)));
    }
    object.try_iter()?.take(MOST_ENTRIES).collect()
}

/// A route from lists and other parts; what is wrong with them is for the core to say.
fn read(
    py: Python<'_>,
    game: &ThurnAndTaxis,
    lists: &[(&str, &Bound<'_, PyAny>)],
    others: &[(&str, &Bound<'_, PyAny>)],
) -> PyResult<Route> {
    let mut map = Map::new();
    for &(name, object) in lists {
        let list = entries(object, name)?.iter().map(value::from_python).collect::<PyResult<_>>()?;
        map.insert(name.to_owned(), Value::Array(list));
    }
    for &(name, object) in others.iter().filter(|(_, object)| !object.is_none()) {
        map.insert(name.to_owned(), value::from_python(object)?);
    }
    Route::from_value(game, &Value::Object(map)).map_err(|faults| errors::invalid(py, "route", &faults))
}

/// Cities for Python, where a list of bytes would be `bytes`.
fn list(set: Mask) -> Vec<u32> {
    cities(set).map(u32::from).collect()
}

/// The cities that could be added at the left and at the right end of a route.
#[pyfunction]
pub(crate) fn thurn_and_taxis_extensions<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    route: &Bound<'py, PyAny>,
) -> PyResult<(Vec<u32>, Vec<u32>)> {
    let game = thurn_and_taxis(game)?;
    let (left, right) = read(py, game, &[("route", route)], &[])?.extensions(game);
    Ok((list(left), list(right)))
}

/// All sets of cities that may get houses when a route is closed.
#[pyfunction]
pub(crate) fn thurn_and_taxis_house_options<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    route: &Bound<'py, PyAny>,
    houses: &Bound<'py, PyAny>,
) -> PyResult<Vec<Vec<u32>>> {
    let game = thurn_and_taxis(game)?;
    let route = read(py, game, &[("route", route), ("houses", houses)], &[])?;
    let sets = py.detach(|| route.house_options(game)).map_err(|faults| errors::invalid(py, "route", &faults))?;
    Ok(sets.into_iter().map(list).collect())
}

/// The tiles that a close would earn, as (stack, value).
#[pyfunction]
pub(crate) fn thurn_and_taxis_tiles<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    route: &Bound<'py, PyAny>,
    houses: &Bound<'py, PyAny>,
    carriage: &Bound<'py, PyAny>,
    left: &Bound<'py, PyAny>,
    held: &Bound<'py, PyAny>,
) -> PyResult<Vec<(usize, u8)>> {
    let game = thurn_and_taxis(game)?;
    let lists = [("route", route), ("houses", houses), ("held", held)];
    let route = read(py, game, &lists, &[("carriage", carriage), ("left", left)])?;
    route.tiles(game).map_err(|faults| errors::invalid(py, "route", &faults))
}

/// The score sheet from its parts: values of tiles, the highest carriage, the number of houses placed.
#[pyfunction]
pub(crate) fn thurn_and_taxis_score<'py>(
    py: Python<'py>,
    tiles: &Bound<'py, PyAny>,
    carriage: &Bound<'py, PyAny>,
    houses: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut points = 0;
    for tile in entries(tiles, "tiles")? {
        points += whole(&tile, "the value of a tile", 1, MOST_POINTS)? as u16;
    }
    let carriage = whole(carriage, "carriage", 0, CARRIAGE_POINTS.len() as u64 - 1)? as u8;
    if carriage > 0 && CARRIAGE_POINTS[usize::from(carriage)] == 0 {
        return Err(PyValueError::new_err(format!("carriage is 0 for none, or a number from 3 to 7, not {carriage}")));
    }
    let houses = whole(houses, "houses", 0, HOUSES.into())? as u8;
    let items = scoring::sheet(points, carriage, HOUSES - houses);
    let dict = PyDict::new(py);
    for (item, points) in scoring::ITEMS.iter().zip(items) {
        dict.set_item(item, points)?;
    }
    dict.set_item("total", items.iter().sum::<i32>())?;
    Ok(dict)
}

/// The map of a file, or those built in for None, as in a map file.
#[pyfunction]
pub(crate) fn thurn_and_taxis_maps<'py>(py: Python<'py>, source: &Bound<'py, PyAny>) -> PyResult<Vec<Py<PyAny>>> {
    let file = if source.is_none() { None } else { Some(files::source("map file", source)?) };
    let maps = vocabulary::maps(file.as_deref()).map_err(|error| errors::option(py, error))?;
    maps.iter().map(|map| value::to_python(py, map)).collect()
}

/// All errors of a map file as (code, place, message).
#[pyfunction]
pub(crate) fn thurn_and_taxis_validate(source: &Bound<'_, PyAny>) -> PyResult<Vec<(&'static str, String, String)>> {
    let errors = map_file::read(&files::source("map file", source)?).err().unwrap_or_default();
    Ok(errors.into_iter().map(|error| (error.code.name(), error.place, error.message)).collect())
}
