//! Games: loading them, and what they say of themselves.

use crate::errors;
use crate::files::{self, Paths};
use crate::spec;
use crate::state::Wrap;
use crate::value;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyMapping, PyMemoryView, PyString};
use spielwerk::{AnyGame, Game as _, OptionError, OptionKind, OptionValue, Options, Play as _, with_game};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Rules, options and tables of one game: immutable, hashable, picklable, shared by all its states. Made by `spielwerk.load`.
#[pyclass(frozen, module = "spielwerk._native")]
pub(crate) struct Game {
    any: AnyGame,
}

impl Game {
    pub(crate) fn new(any: AnyGame) -> Self {
        Self { any }
    }

    pub(crate) fn any(&self) -> &AnyGame {
        &self.any
    }

    fn core_options(&self) -> &Options {
        with_game!(&self.any, game => game.options())
    }

    fn core_name(&self) -> &'static str {
        fn name<G: spielwerk::Game>(_: &G) -> &'static str {
            G::NAME
        }
        with_game!(&self.any, game => name(&**game))
    }
}

/// Options from Python, with a message that names the type of what no option takes. Files are read.
fn given_options(game: &str, py: Python<'_>, options: &Bound<'_, PyDict>, paths: Paths) -> PyResult<Vec<(String, OptionValue)>> {
    let specs = AnyGame::option_specs(game).map_err(|error| errors::option(py, error))?;
    let mut given = Vec::new();
    for (name, value) in options.iter() {
        let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
        let is_file = specs.iter().any(|spec| spec.name == name && spec.kind == OptionKind::File);
        let file = if is_file { files::from_python(game, &name, &value, paths)? } else { None };
        let Some(value) = file.or_else(|| value::option_from_python(&value)) else {
            let kind = value.get_type().name()?;
            let message =
                format!("option {name} cannot be a {kind} of this value; options are words, whole numbers, booleans, files or None");
            return Err(errors::option(py, OptionError(message)));
        };
        given.push((name, value));
    }
    Ok(given)
}

/// A name as it was given; what is no text in Unicode cannot be the name of a game.
fn name_of(name: &Bound<'_, PyAny>) -> PyResult<String> {
    match name.cast::<PyString>() {
        Ok(name) => Ok(name.to_string_lossy().into_owned()),
        Err(_) => Err(PyTypeError::new_err(format!("the name of a game is a string, not {}", name.get_type().name()?))),
    }
}

/// Make a game: rules, options and component tables, immutable.
///
/// Raises OptionError for an unknown name or option or a value out of range; the message lists what is accepted.
#[pyfunction]
#[pyo3(signature = (name, **options))]
pub(crate) fn load(py: Python<'_>, name: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    load_from(py, name, options, Paths::Read)
}

fn load_from(py: Python<'_>, name: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>, paths: Paths) -> PyResult<Game> {
    let name = name_of(name)?;
    let given = options.map_or(Ok(Vec::new()), |options| given_options(&name, py, options, paths))?;
    let any = AnyGame::load(&name, &given).map_err(|error| errors::option(py, error))?;
    Ok(Game::new(any))
}

/// `load` for options that were stored, as by pickle: it reads no file.
#[pyfunction]
#[pyo3(name = "_restore_game")]
pub(crate) fn restore_game(py: Python<'_>, name: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Game> {
    load_from(py, name, Some(options), Paths::Refused)
}

/// Names that `load` accepts, in order of introduction.
#[pyfunction]
pub(crate) fn game_names() -> Vec<&'static str> {
    AnyGame::NAMES.to_vec()
}

/// What there is to say about a game before loading it: title, rules_version, players, options, provenance.
///
/// Raises OptionError for an unknown name; the message lists the known ones.
#[pyfunction]
pub(crate) fn game_info<'py>(py: Python<'py>, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let fail = |error| errors::option(py, error);
    let name = name_of(name)?;
    let game = Game::new(AnyGame::load(&name, &[]).map_err(fail)?);
    let (least, most) = AnyGame::player_range(&name).map_err(fail)?;
    let dict = PyDict::new(py);
    dict.set_item("name", game.name())?;
    dict.set_item("title", game.title())?;
    dict.set_item("rules_version", game.rules_version())?;
    dict.set_item("min_players", least)?;
    dict.set_item("max_players", most)?;
    dict.set_item("options", spec::option_specs(py, &AnyGame::option_specs(&name).map_err(fail)?)?)?;
    dict.set_item("provenance", game.provenance(py)?)?;
    Ok(dict)
}

/// Version, profile, target, compiler and the instruction-set path that hot loops take on this machine.
#[pyfunction]
pub(crate) fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("version", env!("CARGO_PKG_VERSION"))?;
    dict.set_item("profile", crate::build_profile())?;
    dict.set_item("target", env!("SPIELWERK_TARGET"))?;
    dict.set_item("rustc", env!("SPIELWERK_RUSTC"))?;
    dict.set_item("dispatch", spielwerk::simd::path())?;
    dict.set_item("pointer_width", usize::BITS)?;
    Ok(dict)
}

/// A copy of the bytes of a bytearray or memoryview, which others may change.
pub(crate) fn bytes_of(data: &Bound<'_, PyAny>) -> PyResult<PyBackedBytes> {
    if let Ok(array) = data.cast::<PyByteArray>() {
        return Ok(array.clone().into());
    }
    if data.cast::<PyMemoryView>().is_ok() {
        let copy = data.call_method0("tobytes")?;
        return Ok(copy.cast::<PyBytes>()?.clone().into());
    }
    Err(PyTypeError::new_err(format!("bytes, a bytearray or a memoryview belong here, not {}", data.get_type().name()?)))
}

#[pymethods]
impl Game {
    /// The name that `load` knows it by.
    #[getter]
    pub(crate) fn name(&self) -> &'static str {
        self.core_name()
    }

    /// The name as printed on the box.
    #[getter]
    fn title(&self) -> &'static str {
        fn title<G: spielwerk::Game>(_: &G) -> &'static str {
            G::TITLE
        }
        with_game!(&self.any, game => title(&**game))
    }

    /// Every option with its value, defaults included.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        spec::options(py, self.core_options())
    }

    /// Number of seats.
    #[getter]
    pub(crate) fn num_players(&self) -> usize {
        with_game!(&self.any, game => game.num_players())
    }

    /// Size of the action space.
    #[getter]
    fn num_actions(&self) -> usize {
        with_game!(&self.any, game => game.num_actions())
    }

    /// Size of the space of chance outcomes.
    #[getter]
    fn num_outcomes(&self) -> usize {
        with_game!(&self.any, game => game.num_outcomes())
    }

    /// Rises when an outcome can change.
    #[getter]
    fn rules_version(&self) -> u16 {
        fn version<G: spielwerk::Game>(_: &G) -> u16 {
            G::RULES_VERSION
        }
        with_game!(&self.any, game => version(&**game))
    }

    /// Table name -> how sure the project is of it.
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (table, sentence) in with_game!(&self.any, game => game.provenance()) {
            dict.set_item(table, sentence)?;
        }
        Ok(dict)
    }

    /// Names of the items of a score sheet, in order, without the total.
    #[getter]
    pub(crate) fn score_items(&self) -> Vec<&'static str> {
        fn items<G: spielwerk::Game>(_: &G) -> Vec<&'static str> {
            G::SCORE_ITEMS.to_vec()
        }
        with_game!(&self.any, game => items(&**game))
    }

    /// Units of a point in simulation columns.
    #[getter]
    fn score_scale(&self) -> i32 {
        fn scale<G: spielwerk::Game>(_: &G) -> i32 {
            G::SCORE_SCALE
        }
        with_game!(&self.any, game => scale(&**game))
    }

    /// Name -> description of each policy of `simulate`.
    #[getter]
    fn policies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        fn list<G: spielwerk::Game>(_: &G) -> &'static [(&'static str, &'static str)] {
            G::POLICIES
        }
        let dict = PyDict::new(py);
        for &(name, text) in with_game!(&self.any, game => list(&**game)) {
            dict.set_item(name, text)?;
        }
        Ok(dict)
    }

    /// Families of actions.
    #[getter]
    fn action_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        spec::families(py, &with_game!(&self.any, game => game.action_families()))
    }

    /// Families of chance outcomes.
    #[getter]
    fn outcome_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        spec::families(py, &with_game!(&self.any, game => game.outcome_families()))
    }

    /// Fields of an observation.
    #[getter]
    fn observation_spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        spec::observation(py, with_game!(&self.any, game => game.observation_spec()))
    }

    /// Length of the flat vector of `State.observation`.
    #[getter]
    fn observation_size(&self) -> usize {
        with_game!(&self.any, game => game.observation_spec().size())
    }

    /// Everything the game says of itself as text to be printed: options, ids, chance outcomes, observation, score sheet, policies, provenance.
    fn describe<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("spielwerk.description")?.call_method1("game_text", (slf,))
    }

    /// The component tables, in the schema of `seeds/GAME.json` as far as the rules use them.
    fn tables(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        value::to_python(py, &with_game!(&self.any, game => game.tables()))
    }

    /// The state before anything has happened.
    fn initial_state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        with_game!(&self.any, game => game.wrap(py, game.initial_state()))
    }

    /// A state from the form of `State.to_dict`; keys left out have their value at the start of a game.
    ///
    /// Raises InvalidStateError with all faults in its message and in `.faults`. With `strict=False` a study position is accepted.
    #[pyo3(signature = (position, strict = true))]
    fn state_from_dict(&self, py: Python<'_>, position: &Bound<'_, PyAny>, strict: bool) -> PyResult<Py<PyAny>> {
        if position.cast::<PyMapping>().is_err() {
            return Err(PyTypeError::new_err(format!("a position is a dict, not {}", position.get_type().name()?)));
        }
        let value = value::from_python(position)?;
        with_game!(&self.any, game => match game.from_value(&value, strict) {
            Ok(state) => game.wrap(py, state),
            Err(faults) => Err(errors::invalid_state(py, &faults)),
        })
    }

    /// The inverse of `State.to_bytes`. Raises DecodeError for anything else.
    fn state_from_bytes(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let owned;
        let bytes = if let Ok(bytes) = data.cast::<PyBytes>() {
            bytes.as_bytes()
        } else {
            owned = bytes_of(data)?;
            &owned
        };
        with_game!(&self.any, game => match game.from_bytes(bytes) {
            Ok(state) => game.wrap(py, state),
            Err(error) => Err(errors::decode(py, error)),
        })
    }

    /// Play games and write a row for each into the arrays; see the stub for shapes. Used by `spielwerk.simulate`.
    #[expect(clippy::too_many_arguments, reason = "one array a column, named by the caller")]
    fn simulate_into(
        &self,
        py: Python<'_>,
        games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        first_index: &Bound<'_, PyAny>,
        policies: Vec<String>,
        threads: &Bound<'_, PyAny>,
        scores: numpy::PyReadwriteArray2<'_, i32>,
        ranks: numpy::PyReadwriteArray2<'_, u8>,
        winners: numpy::PyReadwriteArray1<'_, i8>,
        decisions: numpy::PyReadwriteArray1<'_, u32>,
        truncated: numpy::PyReadwriteArray1<'_, bool>,
        sheet: numpy::PyReadwriteArray3<'_, i32>,
    ) -> PyResult<usize> {
        let numbers = crate::simulate::Numbers::new(games, seed, first_index, threads)?;
        let arrays = crate::simulate::Arrays { scores, ranks, winners, decisions, truncated, sheet };
        with_game!(&self.any, game => crate::simulate::simulate_into(py, &**game, &numbers, &policies, arrays))
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        errors::equality(other, |other: &Self| self.core_name() == other.core_name() && self.core_options() == other.core_options())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.core_name(), self.core_options()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("spielwerk.load('{}'", self.core_name());
        for (name, value) in self.core_options().iter() {
            // A file's text is cut: nobody wants to read it whole where a name would do.
            let shown = match value {
                OptionValue::Text(text) => OptionValue::Text(spielwerk::value::cut(text)),
                _ => value.clone(),
            };
            let _ = write!(text, ", {name}={}", value::option_to_python(py, &shown)?.bind(py).repr()?);
        }
        text.push(')');
        Ok(text)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, Bound<'py, PyDict>))> {
        let restore = py.import("spielwerk._native")?.getattr("_restore_game")?;
        Ok((restore, (self.core_name(), spec::options(py, self.core_options())?)))
    }
}
