//! The seat that learns while policies play the others.

use crate::action::{ActionId, LegalSet};
use crate::error::OptionError;
use crate::game::{Actor, Game, MAX_PLAYERS};
use crate::policy::policy;
use crate::rng::Rng;

/// So many games are played to see whether a seat ever decides.
const TRIES: u64 = 100;

/// One seat, and who plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learner {
    seat: u8,
    /// By seat, as an index into [`Game::POLICIES`]; its own entry is 0.
    opponents: [u8; MAX_PLAYERS],
}

impl Learner {
    /// A seat against random ones.
    pub const fn new(seat: u8) -> Self {
        Self { seat, opponents: [0; MAX_PLAYERS] }
    }

    /// Gives another seat to a policy of the game.
    ///
    /// # Errors
    /// If the game has no such seat or policy, or this seat is the one that learns; the message says what is accepted.
    pub fn play<G: Game>(&mut self, game: &G, seat: usize, name: &str) -> Result<(), OptionError> {
        if seat == usize::from(self.seat) {
            return Err(OptionError(format!("seat {seat} is the one that learns: no policy plays it")));
        }
        let seats = game.num_players();
        match self.opponents.get_mut(..seats).and_then(|opponents| opponents.get_mut(seat)) {
            Some(opponent) => *opponent = policy::<G>(name)? as u8,
            None => return Err(OptionError(format!("seat {seat} does not exist; the seats are 0 to {}", seats - 1))),
        }
        Ok(())
    }

    /// The seat that learns.
    pub const fn seat(&self) -> u8 {
        self.seat
    }

    /// The policies of the others by seat, as indices into [`Game::POLICIES`].
    pub const fn opponents(&self) -> &[u8; MAX_PLAYERS] {
        &self.opponents
    }

    /// What another seat does; `legal` is its legal set where that is at hand.
    #[inline(always)]
    pub(super) fn opponent_action<G: Game>(
        &self,
        game: &G,
        seat: u8,
        state: &G::State,
        rng: &mut Rng,
        legal: Option<&G::Legal>,
    ) -> Option<ActionId> {
        if let Some(legal) = legal
            && legal.len() == 1
        {
            return legal.nth(0);
        }
        match self.opponents.get(usize::from(seat)) {
            Some(&policy) if policy != 0 => game.policy_action(policy.into(), state, rng),
            _ => game.sample_action(state, rng),
        }
    }

    /// Whether the seat has something to decide in some of a few games against these opponents: a batch in which it learns would else look
    /// for an episode for ever.
    pub fn decides<G: Game>(&self, game: &G) -> bool {
        (0..TRIES).any(|stream| {
            let (mut state, mut rng) = (game.initial_state(), Rng::new(0, stream));
            loop {
                let next = match game.actor(&state) {
                    Actor::Player(mover) if mover == self.seat => return true,
                    Actor::Player(mover) => self.opponent_action(game, mover, &state, &mut rng, None),
                    Actor::Chance => game.sample_outcome(&state, &mut rng),
                    Actor::Terminal => None,
                };
                let Some(next) = next else { return false };
                game.apply_unchecked(&mut state, next);
            }
        })
    }
}
