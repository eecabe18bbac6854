//! States: a class a game, all with the same methods, so that a small game's state stays small.

use crate::arguments::{action_id, vector};
use crate::errors;
use crate::game::Game;
use crate::rng::{Rng, small_ints};
use crate::value;
use crate::{CHANCE, TERMINAL};
use numpy::{PyArray1, PyUntypedArray};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use spielwerk::batch::Reward;
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::patchwork::Patchwork;
use spielwerk::play::MAX_PERFT_DEPTH;
use spielwerk::score::Score;
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::trek12::Trek12;
use spielwerk::{Actor, AnyGame, Game as _, LegalSet as _, Play as _};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

/// One position of one game: immutable, comparable, hashable, copyable, picklable. Made by `Game`, never by itself.
///
/// Each game has a class of its own below this one, which has the methods: see `help(spielwerk.PatchworkState)`.
#[pyclass(frozen, subclass, module = "spielwerk._native")]
pub(crate) struct State;

/// Makes the Python object of a state.
pub(crate) trait Wrap: spielwerk::Game {
    fn wrap(self: &Arc<Self>, py: Python<'_>, state: Self::State) -> PyResult<Py<PyAny>>;

    /// The state in a Python object; `None` if it is none of this game with these options.
    fn unwrap_state(self: &Arc<Self>, object: &Bound<'_, PyAny>) -> Option<Self::State>;
}

/// Points for Python: whole numbers, or floats where the game has halves.
fn points(py: Python<'_>, score: Score, scale: Score) -> PyResult<Bound<'_, PyAny>> {
    if scale == 1 {
        score.into_pyobject(py).map(Bound::into_any).map_err(Into::into)
    } else {
        Ok(pyo3::types::PyFloat::new(py, f64::from(score) / f64::from(scale)).into_any())
    }
}

/// An action id or the exception for what is none.
#[inline]
fn id_of<G: spielwerk::Game>(py: Python<'_>, game: &G, action: &Bound<'_, PyAny>) -> PyResult<u16> {
    if let Some(id) = action_id(action)? {
        return Ok(id);
    }
    // Python refuses to write out numbers of thousands of digits.
    let shown = action.str().map_or_else(|_| "of so many digits".to_owned(), |text| text.to_string_lossy().chars().take(40).collect());
    Err(errors::illegal_action(py, format!("action {shown} is illegal: ids are 0 to {}", game.num_actions() - 1)))
}

/// An id that the state accepts, or the exception.
fn accepted<G: spielwerk::Game>(py: Python<'_>, game: &G, state: &G::State, action: &Bound<'_, PyAny>) -> PyResult<u16> {
    let id = id_of(py, game, action)?;
    if game.accepts(state, id) {
        return Ok(id);
    }
    Err(errors::illegal_action(py, format!("action {id} is illegal: {}", game.refusal(state, id))))
}

/// Declares the class of one game's states.
/// One policy for all seats, or a sequence of names, one for each seat.
fn read_policies<G: spielwerk::Game>(py: Python<'_>, game: &G, policies: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let names = if let Ok(name) = policies.cast::<PyString>() {
        vec![name.to_string_lossy().into_owned(); game.num_players()]
    } else {
        policies.extract().map_err(|_| PyTypeError::new_err("policies must be a name or a sequence of names, one for each seat"))?
    };
    spielwerk::policy::policies(game, &names).map_err(|error| errors::option(py, error))
}

macro_rules! state_class {
    ($class:ident, $game:ident, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(frozen, extends = State, module = "spielwerk._native")]
        pub(crate) struct $class {
            game: Arc<$game>,
            state: <$game as spielwerk::Game>::State,
        }

        impl $class {
            #[inline]
            fn with(&self, py: Python<'_>, state: <$game as spielwerk::Game>::State) -> PyResult<Py<Self>> {
                Py::new(py, PyClassInitializer::from(State).add_subclass(Self { game: Arc::clone(&self.game), state }))
            }

            fn is_same_game(&self, other: &Self) -> bool {
                Arc::ptr_eq(&self.game, &other.game) || self.game.options() == other.game.options()
            }
        }

        impl Wrap for $game {
            fn wrap(self: &Arc<Self>, py: Python<'_>, state: Self::State) -> PyResult<Py<PyAny>> {
                let state = $class { game: Arc::clone(self), state };
                Ok(Py::new(py, PyClassInitializer::from(State).add_subclass(state))?.into_any())
            }

            fn unwrap_state(self: &Arc<Self>, object: &Bound<'_, PyAny>) -> Option<Self::State> {
                let object = object.cast::<$class>().ok()?.get();
                let is_same = Arc::ptr_eq(self, &object.game) || self.options() == object.game.options();
                is_same.then_some(object.state)
            }
        }

        #[pymethods]
        impl $class {
            /// The game that it is a position of.
            #[getter]
            fn game(&self) -> Game {
                Game::new(AnyGame::$game(Arc::clone(&self.game)))
            }

            /// The seat to decide, CHANCE (-1) or TERMINAL (-4).
            #[getter]
            fn current_player(&self) -> i8 {
                match self.game.actor(&self.state) {
                    Actor::Player(seat) => seat as i8,
                    Actor::Chance => CHANCE,
                    Actor::Terminal => TERMINAL,
                }
            }

            /// Whether the game is over.
            #[getter]
            fn is_terminal(&self) -> bool {
                self.game.actor(&self.state) == Actor::Terminal
            }

            /// Whether chance decides.
            #[getter]
            fn is_chance(&self) -> bool {
                self.game.actor(&self.state) == Actor::Chance
            }

            /// How many actions are legal; 0 at a chance or terminal node.
            #[getter]
            fn num_legal(&self) -> u32 {
                self.game.legal_set(&self.state).len()
            }

            /// Ids of the legal actions, ascending; empty at a chance or terminal node.
            fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                let legal = self.game.legal_set(&self.state);
                let mut ids = Vec::with_capacity(legal.len() as usize);
                ids.extend(legal.ids());
                match small_ints(py).get(..self.game.num_actions()) {
                    Some(ints) => PyList::new(py, ids.iter().map(|&id| &ints[usize::from(id)])),
                    None => PyList::new(py, ids),
                }
            }

            /// One byte an action, 1 = legal, shape (num_actions,); into `out` (uint8, int8 or bool) if given.
            #[pyo3(signature = (out = None))]
            fn legal_actions_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyUntypedArray>>) -> PyResult<Bound<'py, PyAny>> {
                let legal = self.game.legal_set(&self.state);
                let count = self.game.num_actions();
                let Some(array) = out else {
                    let mut mask = vec![0_u8; count];
                    for id in legal.ids() {
                        mask[usize::from(id)] = 1;
                    }
                    return Ok(PyArray1::from_vec(py, mask).into_any());
                };
                if let Some(mut mask) = vector::<u8>(array, "out", count)? {
                    let mask = mask.as_slice_mut()?;
                    mask.fill(0);
                    legal.ids().for_each(|id| mask[usize::from(id)] = 1);
                } else if let Some(mut mask) = vector::<i8>(array, "out", count)? {
                    let mask = mask.as_slice_mut()?;
                    mask.fill(0);
                    legal.ids().for_each(|id| mask[usize::from(id)] = 1);
                } else if let Some(mut mask) = vector::<bool>(array, "out", count)? {
                    let mask = mask.as_slice_mut()?;
                    mask.fill(false);
                    legal.ids().for_each(|id| mask[usize::from(id)] = true);
                } else {
                    return Err(PyTypeError::new_err("out must have the dtype uint8, int8 or bool"));
                }
                Ok(array.as_any().clone())
            }

            /// Whether an id is a legal action; False at a chance or terminal node.
            fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
                Ok(action_id(action)?.is_some_and(|id| self.game.is_legal(&self.state, id)))
            }

            /// (id, weight) pairs with exact integer weights; empty unless this is a chance node.
            fn chance_outcomes(&self) -> Vec<(u16, u32)> {
                self.game.outcome_list(&self.state).to_vec()
            }

            /// The state after an action or, at a chance node, an outcome. Raises IllegalActionError; this state never changes.
            fn apply(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
                let id = id_of(py, &*self.game, action)?;
                let mut next = self.state;
                match self.game.apply(&mut next, id) {
                    Ok(()) => self.with(py, next),
                    Err(error) => Err(errors::refused(py, &error)),
                }
            }

            /// A uniformly random legal action, found by rank without making a list; or the choice of another policy of the game.
            #[pyo3(signature = (rng, policy = None))]
            fn sample_action(&self, py: Python<'_>, rng: &Bound<'_, Rng>, policy: Option<&Bound<'_, PyString>>) -> PyResult<u16> {
                let policy = match policy {
                    None => 0,
                    Some(name) => spielwerk::policy::policy::<$game>(&name.to_string_lossy()).map_err(|error| errors::option(py, error))?,
                };
                let mut rng = rng.get().lock();
                let action = spielwerk::simd::dispatch(
                    #[inline(always)]
                    || match policy {
                        0 => self.game.sample_action(&self.state, &mut rng),
                        _ => self.game.policy_action(policy, &self.state, &mut rng),
                    },
                );
                action.ok_or_else(|| errors::illegal_action(py, "no player is to decide here".to_owned()))
            }

            /// The state after a random outcome. Raises IllegalActionError if this is no chance node.
            fn sample_chance(&self, py: Python<'_>, rng: &Bound<'_, Rng>) -> PyResult<Py<Self>> {
                let outcome = self.game.sample_outcome(&self.state, &mut rng.get().lock());
                let outcome = outcome.ok_or_else(|| errors::illegal_action(py, "this is no chance node".to_owned()))?;
                let mut next = self.state;
                self.game.apply_unchecked(&mut next, outcome);
                self.with(py, next)
            }

            /// Uniformly random play to the end, or that of other policies of the game: the terminal state.
            #[pyo3(signature = (rng, policies = None))]
            fn rollout(&self, py: Python<'_>, rng: &Bound<'_, Rng>, policies: Option<&Bound<'_, PyAny>>) -> PyResult<Py<Self>> {
                let end = match policies {
                    None => self.game.rollout(self.state, &mut rng.get().lock()),
                    Some(policies) => {
                        let policies = read_policies(py, &*self.game, policies)?;
                        self.game.rollout_by(self.state, &mut rng.get().lock(), &policies)
                    }
                };
                self.with(py, end)
            }

            /// Number of id sequences of length `depth` from here; chance outcomes count as ids. Can be interrupted.
            fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
                let depth = crate::arguments::whole(depth, "depth", 0, u64::from(MAX_PERFT_DEPTH))? as u32;
                let mut raised = None;
                let count = py.detach(|| {
                    let mut nodes = 0_u32;
                    self.game.perft(&self.state, depth, &mut || {
                        nodes = nodes.wrapping_add(1);
                        if nodes % (1 << 8) == 0 {
                            raised = Python::attach(|py| py.check_signals().err());
                        }
                        raised.is_some()
                    })
                });
                match (count, raised) {
                    (_, Some(error)) => Err(error),
                    (Some(count), None) => Ok(count),
                    (None, None) => Err(PyOverflowError::new_err("the count does not fit 64 bits")),
                }
            }

            /// Points by seat as they stand, at any time.
            fn scores<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
                self.game.score_list(&self.state).iter().map(|&score| points(py, score, $game::SCORE_SCALE)).collect()
            }

            /// Places by seat, 1 = best; ties are broken at the end only.
            fn ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                PyList::new(py, self.game.rank_list(&self.state))
            }

            /// Winning seats; empty before the end.
            fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                PyList::new(py, self.game.winner_list(&self.state))
            }

            /// What an episode that ends here pays in all, by seat; OptionError for a word that is no reward of this game.
            #[pyo3(signature = (reward = "win"))]
            fn returns<'py>(&self, py: Python<'py>, reward: &str) -> PyResult<Bound<'py, PyList>> {
                let reward = Reward::named(reward, self.game.num_players()).map_err(|error| errors::option(py, error))?;
                PyList::new(py, reward.returns(&*self.game, &self.state))
            }

            /// Whether the game was cut off before its end.
            #[getter]
            fn is_truncated(&self) -> bool {
                self.game.truncated(&self.state)
            }

            /// Whether a seat is out of the game: behind all others whatever its points, and never a winner. IndexError as below.
            fn is_out(&self, player: isize) -> PyResult<bool> {
                Ok(self.game.is_out(&self.state, errors::seat(player, self.game.num_players())?))
            }

            /// Points by name, `total` last. IndexError for a seat that does not exist.
            fn score_sheet<'py>(&self, py: Python<'py>, player: isize) -> PyResult<Bound<'py, PyDict>> {
                let seat = errors::seat(player, self.game.num_players())?;
                let sheet = self.game.sheet(&self.state, seat);
                let dict = PyDict::new(py);
                for (item, &score) in $game::SCORE_ITEMS.iter().zip(&sheet) {
                    dict.set_item(item, points(py, score, $game::SCORE_SCALE)?)?;
                }
                dict.set_item("total", points(py, sheet.iter().sum(), $game::SCORE_SCALE)?)?;
                Ok(dict)
            }

            /// What `apply(action)` does, in order, as (name, seat, place, amount). Raises as `apply`.
            fn events(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Vec<(&'static str, u8, i32, i32)>> {
                let id = accepted(py, &*self.game, &self.state, action)?;
                let events = self.game.events(&self.state, id);
                Ok(events.iter().map(|event| (event.name, event.seat, event.place, event.amount)).collect())
            }

            /// Readable text of a legal action or outcome of this state.
            fn action_to_string(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
                let id = accepted(py, &*self.game, &self.state, action)?;
                Ok(self.game.action_text(&self.state, id))
            }

            /// The inverse of `action_to_string`. Raises IllegalActionError with the reason.
            fn string_to_action(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<u16> {
                let text = text.to_string_lossy();
                let id = match self.game.parse_action(&self.state, &text) {
                    Ok(id) => id,
                    Err(reason) => return Err(errors::illegal_action(py, reason)),
                };
                if self.game.accepts(&self.state, id) {
                    return Ok(id);
                }
                let shown: String = text.chars().take(60).collect();
                Err(errors::illegal_action(py, format!("{shown:?} is illegal: {}", self.game.refusal(&self.state, id))))
            }

            /// The position as plain dicts, lists, strings and ints.
            fn to_dict(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                value::to_python(py, &self.game.to_value(&self.state))
            }

            /// The position as framed bytes.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, &self.game.to_bytes(&self.state))
            }

            /// What a seat may know, uint8, shape (observation_size,); into `out` if given.
            #[pyo3(signature = (player, out = None))]
            fn observation<'py>(
                &self,
                py: Python<'py>,
                player: isize,
                out: Option<&Bound<'py, PyUntypedArray>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let seat = errors::seat(player, self.game.num_players())?;
                let Some(array) = out else {
                    return Ok(PyArray1::from_vec(py, self.game.observation(&self.state, seat)).into_any());
                };
                match vector::<u8>(array, "out", self.game.observation_spec().size())? {
                    Some(mut vector) => self.game.observe(&self.state, seat, vector.as_slice_mut()?),
                    None => return Err(PyTypeError::new_err("out must have the dtype uint8")),
                }
                Ok(array.as_any().clone())
            }

            /// The same knowledge as text.
            fn observation_string(&self, player: isize) -> PyResult<String> {
                let seat = errors::seat(player, self.game.num_players())?;
                Ok(self.game.observation_spec().describe(&self.game.observation(&self.state, seat)))
            }

            /// A state drawn from those that this seat cannot tell apart.
            fn resample_hidden(&self, py: Python<'_>, player: isize, rng: &Bound<'_, Rng>) -> PyResult<Py<Self>> {
                let seat = errors::seat(player, self.game.num_players())?;
                let state = self.game.resample_hidden(&self.state, seat, &mut rng.get().lock());
                self.with(py, state)
            }

            /// Broken invariants of the digest, one sentence each; empty for every reachable state.
            fn check(&self) -> Vec<String> {
                self.game.check(&self.state).iter().map(ToString::to_string).collect()
            }

            /// A picture for notebooks: SVG text.
            fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                slf.py().import("spielwerk.svg")?.call_method1("state_svg", (slf,))
            }

            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }

            fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
                errors::equality(other, |other: &Self| self.state == other.state && self.is_same_game(other))
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                self.state.hash(&mut hasher);
                hasher.finish()
            }

            fn __str__(&self) -> String {
                // A game may have a method of its own of this name.
                spielwerk::Game::board(&*self.game, &self.state)
            }

            fn __repr__(&self) -> String {
                let actor = match self.game.actor(&self.state) {
                    Actor::Player(seat) => format!("player {seat} to decide"),
                    Actor::Chance => "chance to decide".to_owned(),
                    Actor::Terminal => "over".to_owned(),
                };
                format!("<{} {actor}, scores {:?}>", stringify!($class), self.game.score_list(&self.state).as_slice())
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
                let game = Bound::new(py, self.game())?;
                Ok((game.getattr("state_from_bytes")?, (self.to_bytes(py),)))
            }
        }
    };
}

state_class!(PatchworkState, Patchwork, "A position of Patchwork.");
state_class!(Trek12State, Trek12, "A position of Trek 12.");
state_class!(ThurnAndTaxisState, ThurnAndTaxis, "A position of Thurn and Taxis.");
state_class!(DungeonPetzState, DungeonPetz, "A position of Dungeon Petz.");
