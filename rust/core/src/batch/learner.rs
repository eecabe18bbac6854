//! The seat that learns while the others play at random.

use crate::game::{Actor, Game};
use crate::rng::Rng;

/// So many games are played to see whether a seat ever decides.
const TRIES: u64 = 100;

/// Whether a seat has something to decide in some of a few random games: a batch in which it learns would else look for an episode for ever.
pub fn seat_decides<G: Game>(game: &G, seat: u8) -> bool {
    (0..TRIES).any(|stream| {
        let (mut state, mut rng) = (game.initial_state(), Rng::new(0, stream));
        loop {
            let next = match game.actor(&state) {
                Actor::Player(mover) if mover == seat => return true,
                Actor::Player(_) => game.sample_action(&state, &mut rng),
                Actor::Chance => game.sample_outcome(&state, &mut rng),
                Actor::Terminal => None,
            };
            let Some(next) = next else { return false };
            game.apply_unchecked(&mut state, next);
        }
    })
}
