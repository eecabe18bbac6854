//! The policies that a game brings along, by name.

use crate::error::OptionError;
use crate::game::Game;
use crate::value::cut;

/// The policy of a name, as an index into [`Game::POLICIES`].
///
/// # Errors
/// If the game has no such policy; the message lists those that it has.
pub fn policy<G: Game>(name: &str) -> Result<usize, OptionError> {
    G::POLICIES.iter().position(|&(known, _)| known == name).ok_or_else(|| {
        let known: Vec<&str> = G::POLICIES.iter().map(|&(known, _)| known).collect();
        OptionError(format!("{} has no policy {:?}; its policies are {}", G::NAME, cut(name), known.join(", ")))
    })
}

/// One for each seat.
///
/// # Errors
/// If a name is unknown or their number is wrong; the message lists what is accepted.
pub fn policies<G: Game>(game: &G, names: &[String]) -> Result<Vec<usize>, OptionError> {
    let seats = game.num_players();
    if names.len() != seats {
        return Err(OptionError(format!("{seats} seats need {seats} policies, not {}", names.len())));
    }
    names.iter().map(|name| policy::<G>(name)).collect()
}
