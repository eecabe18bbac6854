//! The seat that learns, as callers tell of it.

use crate::arguments::whole;
use crate::errors;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use spielwerk::batch::Learner;
use spielwerk::{Game, OptionError};

/// The seat that learns and who plays the others: one policy for all of them, or a mapping from seats, random where it says nothing.
pub(super) fn read_learner<G: Game>(
    py: Python<'_>,
    game: &G,
    seat: Option<u8>,
    opponents: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Learner>> {
    let Some(seat) = seat else {
        return match opponents {
            Some(_) => Err(errors::option(py, OptionError("opponents are those of the seat that learns: give seat, too".to_owned()))),
            None => Ok(None),
        };
    };
    let (seats, mut learner) = (game.num_players(), Learner::new(seat));
    let mut play =
        |seat, name: &Bound<'_, PyString>| learner.play(game, seat, &name.to_string_lossy()).map_err(|error| errors::option(py, error));
    if let Some(opponents) = opponents {
        if let Ok(name) = opponents.cast::<PyString>() {
            for other in (0..seats).filter(|&other| other != usize::from(seat)) {
                play(other, name)?;
            }
        } else if let Ok(named) = opponents.cast::<PyMapping>() {
            for entry in named.items()? {
                let (other, name): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry.extract()?;
                let other = whole(&other, "a seat of opponents", 0, seats as u64 - 1)? as usize;
                let Ok(name) = name.cast::<PyString>() else {
                    return Err(PyTypeError::new_err(format!("a policy of opponents must be a name, not {}", name.get_type().name()?)));
                };
                play(other, name)?;
            }
        } else {
            let given = opponents.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!(
                "opponents must be the name of a policy or a mapping from seats to names, not {given}"
            )));
        }
    }
    if !py.detach(|| learner.decides(game)) {
        return Err(errors::option(py, OptionError(format!("seat {seat} has nothing to decide before this game is over"))));
    }
    Ok(Some(learner))
}

/// Names of the policies of the other seats, by seat.
pub(super) fn names<'py, G: Game>(py: Python<'py>, game: &G, learner: &Learner) -> PyResult<Bound<'py, PyDict>> {
    let names = PyDict::new(py);
    for (seat, &policy) in learner.opponents().iter().enumerate().take(game.num_players()) {
        if seat != usize::from(learner.seat()) {
            names.set_item(seat, G::POLICIES.get(usize::from(policy)).map(|&(name, _)| name))?;
        }
    }
    Ok(names)
}
