//! Many matches stepped together, in arrays.

mod arrays;
mod door;
mod learner;

use crate::arguments::{vector, whole};
use crate::errors;
use crate::game::{Game, bytes_of};
use arrays::{Arrays, Form, Forms};
use door::{Door, read_actions, read_mask, refusal};
use learner::{names, read_learner};
use numpy::{PyArray1, PyUntypedArray};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use spielwerk::batch::{Autoreset, Batch, BatchError, Learner, Reward, Rows, Settings};
use spielwerk::{AnyGame, Game as _, OptionError, with_game};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// Most envs of a batch.
const MOST_ENVS: u64 = 1 << 24;

/// Most threads of a batch.
const MOST_THREADS: u64 = 256;

/// Most memory of a batch and its arrays, in bytes.
const MOST_BYTES: usize = 16 << 30;

/// Calls of fewer decisions keep the GIL: giving it up and asking for it again would cost more than they take.
const FEW_DECISIONS: usize = 16;

/// Random decisions between two looks at the signals that came in.
const BLOCK: usize = 1 << 18;

/// Many matches of one game, stepped together; chance is sampled inside. The arrays keep their address: see the stub for their shapes.
///
/// Env i's episode k draws from the generator `Rng(Rng(seed, i).getstate()[0], k)` and from nothing else.
#[pyclass(frozen, module = "spielwerk._native")]
pub(crate) struct BatchEnv {
    game: AnyGame,
    num_envs: usize,
    options: Options,
    arrays: Arrays,
    inner: Mutex<Inner>,
}

struct Inner {
    door: Box<dyn Door>,
    /// Actions of the last step, kept for their memory.
    actions: Vec<u16>,
    /// Set by a panic, which leaves nothing to rely on.
    is_broken: bool,
}

/// What the constructor was told.
#[expect(clippy::struct_excessive_bools, reason = "one switch an array, as in the constructor")]
struct Options {
    num_threads: Option<usize>,
    autoreset: Autoreset,
    has_observation: bool,
    has_floats: bool,
    action_mask: bool,
    action_mask_packed: bool,
    reward: Reward,
    skip_forced: bool,
    learner: Option<Learner>,
}

/// A word of a list.
fn word<T>(py: Python<'_>, name: &str, given: &str, found: Option<T>, words: &[&str]) -> PyResult<T> {
    found.ok_or_else(|| {
        let shown: String = given.chars().take(40).collect();
        errors::option(py, OptionError(format!("{name} cannot be {shown:?}; it is one of {}", words.join(", "))))
    })
}

fn forms<G: spielwerk::Game>(game: &G, envs: usize, options: &Options) -> Forms {
    let form =
        |dtype, item_size, width: Option<usize>| Some(Form { dtype, item_size, shape: std::iter::once(envs).chain(width).collect() });
    let (seats, actions, size) = (game.num_players(), game.num_actions(), game.observation_spec().size());
    let obs = || {
        let (dtype, item_size) = if options.has_floats { ("float32", 4) } else { ("uint8", 1) };
        if options.has_observation { form(dtype, item_size, Some(size)) } else { None }
    };
    let has_final = options.autoreset == Autoreset::SameStep;
    [
        obs(),
        if has_final { obs() } else { None },
        if options.action_mask { form("uint8", 1, Some(actions)) } else { None },
        if options.action_mask_packed { form("uint8", 1, Some(actions.div_ceil(8))) } else { None },
        form("int8", 1, None),
        form("float32", 4, Some(seats)),
        form("bool", 1, None),
        form("bool", 1, None),
        form("float32", 4, Some(seats)),
        form("int64", 8, None),
        form("uint32", 4, None),
    ]
}

/// Refuses what would not fit into memory, before anything is made.
fn check_size<G: spielwerk::Game>(_: &Arc<G>, envs: usize, forms: &Forms) -> PyResult<()> {
    let need = envs.checked_mul(Batch::<G>::env_size()).and_then(|own| own.checked_add(arrays::total_size(forms)?));
    match need {
        Some(need) if need <= MOST_BYTES => Ok(()),
        _ => Err(PyValueError::new_err(format!("{envs} envs need more than {} GiB of memory", MOST_BYTES >> 30))),
    }
}

fn open<G: crate::state::Wrap>(game: &Arc<G>, settings: Settings) -> PyResult<Box<dyn Door>> {
    match Batch::new(Arc::clone(game), settings) {
        Ok(batch) => Ok(Box::new(batch)),
        Err(error) => Err(PyMemoryError::new_err(error.to_string())),
    }
}

impl BatchEnv {
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Inner>> {
        let inner = match self.inner.try_lock() {
            Ok(inner) => inner,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // Waiting would hold the GIL, for which the other thread may be waiting.
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err("this BatchEnv is at work in another thread; give each thread its own"));
            }
        };
        if inner.is_broken {
            return Err(errors::internal(py, "this BatchEnv was left unusable by an internal error".to_owned()));
        }
        Ok(inner)
    }

    /// Does something in all envs, without the GIL if it takes long enough.
    fn work<R: Send>(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        decisions: usize,
        work: impl FnOnce(&mut dyn Door, &[u16], Rows<'_>) -> R + Send,
    ) -> PyResult<R> {
        let Inner { door, actions, is_broken } = inner;
        let door = door.as_mut();
        self.arrays.with_rows(py, |rows| {
            // A panic would be a defect of ours; the caller gets an exception that `except Exception` catches.
            let guarded = AssertUnwindSafe(|| work(door, actions, rows));
            let outcome = if decisions < FEW_DECISIONS { catch_unwind(guarded) } else { py.detach(|| catch_unwind(guarded)) };
            outcome.map_err(|_| {
                *is_broken = true;
                errors::internal(py, "an internal error ended the step; please report it".to_owned())
            })
        })
    }

    fn env(&self, i: isize) -> PyResult<usize> {
        usize::try_from(i)
            .ok()
            .filter(|&env| env < self.num_envs)
            .ok_or_else(|| PyIndexError::new_err(format!("env {i} does not exist; the envs are 0 to {}", self.num_envs - 1)))
    }

    fn num_actions(&self) -> usize {
        with_game!(&self.game, game => game.num_actions())
    }
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (
        game, num_envs, seed, num_threads = None, autoreset = "same_step", observation = Some("player"), obs_dtype = "uint8",
        action_mask = true, action_mask_packed = false, reward = "win", skip_forced = false, out = None, seat = None,
        opponents = None
    ), text_signature = "(game, num_envs, seed, num_threads=None, autoreset='same_step', observation='player', obs_dtype='uint8', action_mask=True, action_mask_packed=False, reward='win', skip_forced=False, out=None, seat=None, opponents=None)")]
    #[expect(clippy::too_many_arguments, reason = "one argument a choice, named by the caller")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        num_envs: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        num_threads: Option<&Bound<'_, PyAny>>,
        autoreset: &str,
        observation: Option<&str>,
        obs_dtype: &str,
        action_mask: bool,
        action_mask_packed: bool,
        reward: &str,
        skip_forced: bool,
        out: Option<&Bound<'_, PyAny>>,
        seat: Option<&Bound<'_, PyAny>>,
        opponents: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let any = game_of(game)?;
        let num_envs = whole(num_envs, "num_envs", 1, MOST_ENVS)? as usize;
        let seed = whole(seed, "seed", 0, u64::MAX)?;
        let num_threads = num_threads.map(|threads| whole(threads, "num_threads", 1, MOST_THREADS)).transpose()?;
        let seats = with_game!(&any, game => game.num_players());
        let seat = seat.map(|seat| whole(seat, "seat", 0, seats as u64 - 1)).transpose()?.map(|seat| seat as u8);
        let learner = with_game!(&any, game => read_learner(py, &**game, seat, opponents)?);
        let options = Options {
            num_threads: num_threads.map(|threads| threads as usize),
            autoreset: word(py, "autoreset", autoreset, Autoreset::from_name(autoreset), &Autoreset::NAMES)?,
            has_observation: match observation {
                Some(given) => word(py, "observation", given, (given == "player").then_some(true), &["player", "None"])?,
                None => false,
            },
            has_floats: word(
                py,
                "obs_dtype",
                obs_dtype,
                ["uint8", "float32"].iter().position(|&dtype| dtype == obs_dtype).map(|index| index == 1),
                &["uint8", "float32"],
            )?,
            action_mask,
            action_mask_packed,
            reward: Reward::named(reward, seats).map_err(|error| errors::option(py, error))?,
            skip_forced,
            learner,
        };
        let forms = with_game!(&any, game => {
            let forms = forms(&**game, num_envs, &options);
            check_size(game, num_envs, &forms)?;
            forms
        });
        let arrays = Arrays::new(py, &forms, out)?;
        let settings = Settings {
            num_envs,
            seed,
            threads: options.num_threads,
            autoreset: options.autoreset,
            reward: options.reward,
            skip_forced,
            learner,
            has_masks: action_mask || action_mask_packed,
        };
        let door = with_game!(&any, game => open(game, settings)?);
        let inner = Inner { door, actions: Vec::new(), is_broken: false };
        let made = Self { game: any, num_envs, options, arrays, inner: Mutex::new(inner) };
        made.restart(py, Some(seed), None)?;
        Ok(made)
    }

    /// Start the next episode of every env, or with a seed episode 0 of that seed; of the envs in `mask` alone if it is given.
    #[pyo3(signature = (seed = None, mask = None))]
    fn reset(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = seed.map(|seed| whole(seed, "seed", 0, u64::MAX)).transpose()?;
        let mask = mask.map(|mask| read_mask(mask, self.num_envs)).transpose()?;
        self.restart(py, seed, mask.as_deref())
    }

    /// Make one decision in every env, or in those of `mask` alone: `actions`, shape (num_envs,), whole numbers. Raises
    /// IllegalActionError, and then no env has moved.
    #[pyo3(signature = (actions, mask = None))]
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = mask.map(|mask| read_mask(mask, self.num_envs)).transpose()?;
        let mut inner = self.lock(py)?;
        read_actions(actions, self.num_envs, &mut inner.actions)?;
        self.work(py, &mut inner, self.num_envs, |door, actions, rows| door.step(actions, mask.as_deref(), rows))?
            .map_err(|error| refusal(py, error, self.num_actions(), Some(actions)))
    }

    /// Make `n` uniformly random decisions in every env; returns how many episodes ended. Can be interrupted between steps.
    #[pyo3(signature = (n = None), text_signature = "($self, n=1)")]
    fn step_random(&self, py: Python<'_>, n: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        let mut left = n.map_or(Ok(1), |n| whole(n, "n", 1, u64::MAX))?;
        let mut inner = self.lock(py)?;
        let mut ended = 0;
        loop {
            let block = left.min((BLOCK / self.num_envs).max(1) as u64) as usize;
            let decisions = block * self.num_envs;
            let outcome = self.work(py, &mut inner, decisions, |door, _, rows| door.step_random(block as u32, rows))?;
            ended += outcome.map_err(|error| refusal(py, error, self.num_actions(), None))?;
            left -= block as u64;
            if left == 0 {
                return Ok(ended);
            }
            py.check_signals()?;
        }
    }

    /// Draw a uniformly random legal action of every env, or of those in `mask` alone: int64, shape (num_envs,), 0 elsewhere and where the
    /// game is over; into `out` if given.
    #[pyo3(signature = (out = None, mask = None))]
    fn sample_actions<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyUntypedArray>>,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = mask.map(|mask| read_mask(mask, self.num_envs)).transpose()?;
        let mut inner = self.lock(py)?;
        let draw = |inner: &mut Inner, actions: &mut [i64]| {
            inner.door.sample_actions(mask.as_deref(), actions).map_err(|error| refusal(py, error, self.num_actions(), None))
        };
        let Some(array) = out else {
            let mut actions = Vec::new();
            door::reserve(&mut actions, self.num_envs)?;
            actions.resize(self.num_envs, 0);
            draw(&mut inner, &mut actions)?;
            return Ok(PyArray1::from_vec(py, actions).into_any());
        };
        match vector::<i64>(array, "out", self.num_envs)? {
            Some(mut actions) => draw(&mut inner, actions.as_slice_mut()?)?,
            None => return Err(PyTypeError::new_err("out must have the dtype int64")),
        }
        Ok(array.as_any().clone())
    }

    /// The position of env `i`. IndexError for one that does not exist.
    fn state(&self, py: Python<'_>, i: isize) -> PyResult<Py<PyAny>> {
        let env = self.env(i)?;
        let state = self.lock(py)?.door.state(py, env)?;
        Ok(state.unwrap_or_else(|| py.None()))
    }

    /// Put env `i` at a position of this game; chance there is drawn at once. ValueError if the game is over there.
    fn set_state(&self, py: Python<'_>, i: isize, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let env = self.env(i)?;
        if !state.is_instance_of::<crate::state::State>() {
            return Err(PyTypeError::new_err(format!("state must be a State, not {}", state.get_type().name()?)));
        }
        let mut inner = self.lock(py)?;
        let outcome = self.arrays.with_rows(py, |rows| Ok(inner.door.set_state(env, state, rows)))?;
        match outcome {
            Ok(true) => Ok(()),
            Ok(false) => Err(PyValueError::new_err("the state is one of another game or of other options")),
            Err(error) => Err(refusal(py, error, self.num_actions(), None)),
        }
    }

    /// Everything that it takes to go on, as framed bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut inner = self.lock(py)?;
        let saved = self.work(py, &mut inner, self.num_envs, |door, _, rows| door.save(&rows))?;
        let saved = saved.map_err(|error| refusal(py, error, self.num_actions(), None))?;
        PyBytes::new_with(py, saved.len(), |bytes| {
            bytes.copy_from_slice(&saved);
            Ok(())
        })
    }

    /// The inverse of `save`. Raises DecodeError for anything else, and then nothing has changed.
    fn load(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let owned;
        let bytes = if let Ok(bytes) = data.cast::<PyBytes>() {
            bytes.as_bytes()
        } else {
            owned = bytes_of(data)?;
            &owned
        };
        let mut inner = self.lock(py)?;
        self.work(py, &mut inner, self.num_envs, |door, _, rows| door.load(bytes, rows))?.map_err(|error| errors::decode(py, error))
    }

    /// The game of all envs.
    #[getter]
    fn game(&self) -> Game {
        Game::new(self.game.clone())
    }

    /// Number of envs.
    #[getter]
    fn num_envs(&self) -> usize {
        self.num_envs
    }

    /// Seed of the last reset of all envs that had one.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.lock(py)?.door.seed())
    }

    /// How many threads share a step.
    #[getter]
    fn num_threads(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.lock(py)?.door.threads())
    }

    /// What follows the end of an episode.
    #[getter]
    fn autoreset(&self) -> &'static str {
        self.options.autoreset.name()
    }

    /// Whose observation is written: "player" or None.
    #[getter]
    fn observation(&self) -> Option<&'static str> {
        self.options.has_observation.then_some("player")
    }

    /// The dtype of observations.
    #[getter]
    fn obs_dtype(&self) -> &'static str {
        if self.options.has_floats { "float32" } else { "uint8" }
    }

    /// What is paid.
    #[getter]
    fn reward(&self) -> &'static str {
        self.options.reward.name()
    }

    /// Whether decisions with one legal action are made without being presented.
    #[getter]
    fn skip_forced(&self) -> bool {
        self.options.skip_forced
    }

    /// The seat that learns while policies play the others, or None.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.options.learner.map(|learner| learner.seat())
    }

    /// Names of the policies of the other seats by seat, or None.
    #[getter]
    fn opponents<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.options.learner.map(|learner| with_game!(&self.game, game => names(py, &**game, &learner))).transpose()
    }

    /// What the seat to decide may know; None if switched off.
    #[getter]
    fn obs(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 0)
    }

    /// The last observation of the last episode that ended; None unless autoreset is "same_step".
    #[getter]
    fn final_obs(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 1)
    }

    /// One byte an action, 1 = legal; None if switched off.
    #[getter]
    fn action_mask(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 2)
    }

    /// One bit an action, the lowest first; None if switched off.
    #[getter]
    fn action_mask_packed(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 3)
    }

    /// The seat to decide, or TERMINAL (-4).
    #[getter]
    fn current_player(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 4)
    }

    /// What the last step paid, by seat.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 5)
    }

    /// Whether the last step ended the game.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 6)
    }

    /// Whether a limit ended it.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 7)
    }

    /// Points by seat at the end of the last episode that ended.
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 8)
    }

    /// Number of the episode in which the last step was made.
    #[getter]
    fn episode_id(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 9)
    }

    /// Decisions of that episode so far, forced ones included.
    #[getter]
    fn num_decisions(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.show(py, 10)
    }

    fn __len__(&self) -> usize {
        self.num_envs
    }

    fn __repr__(&self) -> String {
        fn name<G: spielwerk::Game>(_: &G) -> &'static str {
            G::NAME
        }
        let name = with_game!(&self.game, game => name(&**game));
        format!("<BatchEnv of {} envs of {name}, autoreset {}, reward {}>", self.num_envs, self.autoreset(), self.reward())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>, Bound<'py, PyBytes>))> {
        let options = PyDict::new(py);
        options.set_item("game", Bound::new(py, self.game())?)?;
        options.set_item("num_envs", self.num_envs)?;
        options.set_item("seed", self.seed(py)?)?;
        options.set_item("num_threads", self.options.num_threads)?;
        options.set_item("autoreset", self.autoreset())?;
        options.set_item("observation", self.observation())?;
        options.set_item("obs_dtype", self.obs_dtype())?;
        options.set_item("action_mask", self.options.action_mask)?;
        options.set_item("action_mask_packed", self.options.action_mask_packed)?;
        options.set_item("reward", self.reward())?;
        options.set_item("skip_forced", self.options.skip_forced)?;
        options.set_item("seat", self.seat())?;
        if let Some(opponents) = self.opponents(py)? {
            options.set_item("opponents", opponents)?;
        }
        let restore = py.import("spielwerk._native")?.getattr("_restore_batch")?;
        Ok((restore, (options, self.save(py)?)))
    }
}

impl BatchEnv {
    fn restart(&self, py: Python<'_>, seed: Option<u64>, mask: Option<&[bool]>) -> PyResult<()> {
        let mut inner = self.lock(py)?;
        self.work(py, &mut inner, self.num_envs, |door, _, rows| door.reset(seed, mask, rows))?
            .map_err(|error: BatchError| refusal(py, error, self.num_actions(), None))
    }
}

/// A game, or the one of a name with default options.
fn game_of(game: &Bound<'_, PyAny>) -> PyResult<AnyGame> {
    if let Ok(game) = game.cast::<Game>() {
        return Ok(game.get().any().clone());
    }
    let Ok(name) = game.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("game must be a Game or the name of one, not {}", game.get_type().name()?)));
    };
    AnyGame::load(&name.to_string_lossy(), &[]).map_err(|error| errors::option(game.py(), error))
}

/// A batch from what pickle stored: arguments of `BatchEnv`, and bytes of `BatchEnv.save`.
#[pyfunction]
#[pyo3(name = "_restore_batch")]
pub(crate) fn restore_batch<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyDict>,
    data: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, BatchEnv>> {
    let made = py.get_type::<BatchEnv>().call((), Some(options))?.cast_into::<BatchEnv>()?;
    made.get().load(py, data)?;
    Ok(made)
}
