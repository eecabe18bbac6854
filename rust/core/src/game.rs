//! What a game must say of itself. What every game is given in return is in [`crate::play`].

use crate::action::{ActionId, Family, LegalSet};
use crate::codec::{Header, Reader, Writer};
use crate::error::{DecodeError, Fault, OptionError};
use crate::observation::ObservationSpec;
use crate::options::{OptionSpec, Options};
use crate::rng::Rng;
use crate::score::Score;
use arrayvec::ArrayVec;
use serde_json::Value;
use std::fmt::Debug;
use std::hash::Hash;

/// Who decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A seat, counted from 0.
    Player(u8),
    /// Dice, cards or tiles: an outcome is drawn.
    Chance,
    /// Nobody: the game is over.
    Terminal,
}

/// The most outcomes that a chance node has in any game.
pub const MAX_OUTCOMES: usize = 96;

/// The most players of any game.
pub const MAX_PLAYERS: usize = 12;

/// Outcomes of a chance node with exact weights, ids ascending, weights positive.
pub type Outcomes = ArrayVec<(ActionId, u32), MAX_OUTCOMES>;

/// One effect of an action, for people and for comparison with a second implementation; the game's page lists the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub name: &'static str,
    /// To whom.
    pub seat: u8,
    /// Where, or to which piece; -1 where that says nothing.
    pub place: i32,
    /// How much.
    pub amount: i32,
}

/// The rules of one game: options and component tables, immutable, shared by all its states.
///
/// A state is a flat value: no heap, no pointer, no generator in it. States are equal exactly if the digest counts them as the same position.
pub trait Game: Sized + Send + Sync + 'static {
    /// A position.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A set over this game's action space.
    type Legal: LegalSet;

    /// Its name in calls.
    const NAME: &'static str;
    /// Its name on the box.
    const TITLE: &'static str;
    /// Fewest and most players.
    const PLAYERS: (usize, usize);
    /// Rises when an outcome can change.
    const RULES_VERSION: u16;
    /// Rises when the payload of framed bytes changes.
    const PAYLOAD_VERSION: u8;
    /// The size of that payload, in bytes, at most.
    const PAYLOAD_SIZE: usize;
    /// Units of a point in [`Score`]: 2 where there are half points.
    const SCORE_SCALE: Score = 1;
    /// Items of the score sheet, without the total.
    const SCORE_ITEMS: &'static [&'static str];
    /// Names and descriptions of the policies of [`Game::policy_action`]; the first is always `random`.
    const POLICIES: &'static [(&'static str, &'static str)] = &[("random", "every legal action equally likely")];

    /// The options that there are.
    fn option_specs() -> Vec<OptionSpec>;

    /// The text of a file that an option names; the core reads none itself.
    ///
    /// # Errors
    /// If it is not UTF-8.
    fn file_text(bytes: Vec<u8>) -> Result<String, OptionError> {
        String::from_utf8(bytes).map_err(|_| OptionError(format!("the file for {} is not UTF-8", Self::NAME)))
    }

    /// The game with these options, which fit [`Game::option_specs`].
    ///
    /// # Errors
    /// If a table file among them is faulty; the message lists every fault.
    fn with_options(options: Options) -> Result<Self, OptionError>;

    /// The options it has.
    fn options(&self) -> &Options;

    /// Number of seats.
    fn num_players(&self) -> usize;

    /// Families of action ids, ascending, without gaps.
    fn action_families(&self) -> Vec<Family>;

    /// Families of outcome ids, ascending, without gaps.
    fn outcome_families(&self) -> Vec<Family>;

    /// Size of the action space.
    fn num_actions(&self) -> usize;

    /// Size of the outcome space.
    fn num_outcomes(&self) -> usize;

    /// The fields of an observation.
    fn observation_spec(&self) -> &ObservationSpec;

    /// The header of this game's frames.
    fn header(&self) -> &Header;

    /// Table name and how sure the project is of it.
    fn provenance(&self) -> Vec<(&'static str, String)>;

    /// The component tables in the schema of `seeds/GAME.json`, as far as the rules use them.
    fn tables(&self) -> Value;

    /// The position before anything has happened.
    fn initial_state(&self) -> Self::State;

    /// Who decides.
    fn actor(&self, state: &Self::State) -> Actor;

    /// Writes the legal actions; none unless a player decides.
    fn legal(&self, state: &Self::State, legal: &mut Self::Legal);

    /// Whether an id is a legal action; faster than the whole set.
    fn is_legal(&self, state: &Self::State, action: ActionId) -> bool;

    /// Why an id is refused, for a message.
    fn refusal(&self, state: &Self::State, action: ActionId) -> String;

    /// Writes the outcomes; none unless chance decides.
    fn outcomes(&self, state: &Self::State, outcomes: &mut Outcomes);

    /// Plays a legal action or a possible outcome. With any other id the state afterwards has no meaning, but nothing panics in release
    /// builds; [`crate::Play::apply`] is the checked way.
    fn apply_unchecked(&self, state: &mut Self::State, action: ActionId);

    /// A uniformly random legal action: the one whose rank among them is drawn from `rng`. `None` unless a player decides.
    ///
    /// A game that replaces this with something faster must draw the same rank and pick the same action.
    #[inline(always)]
    fn sample_action(&self, state: &Self::State, rng: &mut Rng) -> Option<ActionId> {
        let mut legal = Self::Legal::default();
        self.legal(state, &mut legal);
        let count = legal.len();
        if count == 0 { None } else { legal.nth(rng.below(u64::from(count)) as u32) }
    }

    /// An outcome by its weight: the one that holds a number drawn below the sum of weights. `None` unless chance decides.
    #[inline(always)]
    fn sample_outcome(&self, state: &Self::State, rng: &mut Rng) -> Option<ActionId> {
        let mut outcomes = Outcomes::new();
        self.outcomes(state, &mut outcomes);
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if total == 0 {
            return None;
        }
        let mut rest = rng.below(total);
        for &(id, weight) in &outcomes {
            if rest < u64::from(weight) {
                return Some(id);
            }
            rest -= u64::from(weight);
        }
        None
    }

    /// The choice of a policy of [`Game::POLICIES`]; `None` unless a player decides.
    #[inline(always)]
    fn policy_action(&self, _policy: usize, state: &Self::State, rng: &mut Rng) -> Option<ActionId> {
        self.sample_action(state, rng)
    }

    /// What a legal action or possible outcome does, in order. A game without events has none to tell.
    fn events(&self, _state: &Self::State, _action: ActionId) -> Vec<Event> {
        Vec::new()
    }

    /// Writes the items of a seat's score sheet; the seat's score is their sum.
    fn score_sheet(&self, state: &Self::State, seat: usize, items: &mut [Score]);

    /// Writes the places by seat, 1 = best; ties are broken at the end only.
    fn ranks(&self, state: &Self::State, ranks: &mut [u8]);

    /// Whether a seat is out of the game: behind all others whatever its score, and never a winner.
    fn is_out(&self, _state: &Self::State, _seat: usize) -> bool {
        false
    }

    /// Whether the game was ended by a limit on its length, without a winner.
    fn truncated(&self, _state: &Self::State) -> bool {
        false
    }

    /// A state drawn from those that `seat` cannot tell apart. It must not read what is hidden from that seat.
    fn resample_hidden(&self, state: &Self::State, _seat: usize, _rng: &mut Rng) -> Self::State {
        *state
    }

    /// Writes what `seat` may know; `out` is as long as the specification says.
    fn observe(&self, state: &Self::State, seat: usize, out: &mut [u8]);

    /// Appends the payload.
    fn encode(&self, state: &Self::State, writer: &mut Writer);

    /// Reads a payload. Invariants are checked by the caller; here only what could not be stored at all is refused.
    ///
    /// # Errors
    /// If the bytes end too early or hold a value that has no meaning.
    fn decode(&self, reader: &mut Reader<'_>) -> Result<Self::State, DecodeError>;

    /// The broken invariants of the digest; none for any state that play reaches.
    fn check(&self, state: &Self::State) -> Vec<Fault>;

    /// The position as a plain value.
    fn to_value(&self, state: &Self::State) -> Value;

    /// A position from a plain value; keys left out have their value at the start of a game.
    ///
    /// # Errors
    /// All faults. Those that only say that no game leads here are tolerated unless `strict`.
    fn from_value(&self, value: &Value, strict: bool) -> Result<Self::State, Vec<Fault>>;

    /// Text of a legal action or possible outcome; different ones have different texts.
    fn action_text(&self, state: &Self::State, action: ActionId) -> String;

    /// The inverse of [`Game::action_text`]; the id need not be legal.
    ///
    /// # Errors
    /// If the text has no meaning in this position; the message says what is accepted.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<ActionId, String>;

    /// The position as text that a player can read.
    fn board(&self, state: &Self::State) -> String;
}
