//! What every game is given: checked moves, playouts, perft, bytes. Final: a game cannot replace any of it.

use crate::action::{ActionId, LegalSet};
use crate::error::{DecodeError, Fault, IllegalAction, Severity};
use crate::game::{Actor, Game, MAX_PLAYERS, Outcomes};
use crate::rng::Rng;
use crate::score::Score;
use arrayvec::ArrayVec;

/// The deepest perft that is counted.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// Provided for all games.
pub trait Play: Game {
    /// Plays a legal action or a possible outcome; refuses any other id and leaves the state as it was.
    ///
    /// # Errors
    /// If the id is refused; the message says why.
    #[inline]
    fn apply(&self, state: &mut Self::State, action: ActionId) -> Result<(), IllegalAction> {
        if self.accepts(state, action) {
            self.apply_unchecked(state, action);
            Ok(())
        } else {
            Err(IllegalAction { action: u64::from(action), reason: self.refusal(state, action) })
        }
    }

    /// Whether [`Play::apply`] accepts an id: a legal action or, at a chance node, a possible outcome.
    #[inline]
    fn accepts(&self, state: &Self::State, action: ActionId) -> bool {
        match self.actor(state) {
            Actor::Player(_) => self.is_legal(state, action),
            Actor::Chance => self.outcome_list(state).iter().any(|&(id, _)| id == action),
            Actor::Terminal => false,
        }
    }

    /// The outcomes of a chance node; empty elsewhere.
    #[inline]
    fn outcome_list(&self, state: &Self::State) -> Outcomes {
        let mut outcomes = Outcomes::new();
        self.outcomes(state, &mut outcomes);
        outcomes
    }

    /// The legal actions.
    #[inline]
    fn legal_set(&self, state: &Self::State) -> Self::Legal {
        let mut legal = Self::Legal::default();
        self.legal(state, &mut legal);
        legal
    }

    /// Plays uniformly at random to the end, chance included; returns the number of decisions.
    #[inline(always)]
    fn playout(&self, state: &mut Self::State, rng: &mut Rng) -> u32 {
        self.playout_with(
            state,
            rng,
            #[inline(always)]
            |_, state, rng| self.sample_action(state, rng),
        )
    }

    /// Plays to the end; `choose` names the action of a seat. Ends early where it names none. Returns the number of decisions.
    #[inline(always)]
    fn playout_with(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        mut choose: impl FnMut(u8, &Self::State, &mut Rng) -> Option<ActionId>,
    ) -> u32 {
        let mut decisions = 0;
        loop {
            let next = match self.actor(state) {
                Actor::Player(seat) => {
                    decisions += 1;
                    choose(seat, state, rng)
                }
                Actor::Chance => self.sample_outcome(state, rng),
                Actor::Terminal => return decisions,
            };
            let Some(action) = next else { return decisions };
            self.apply_unchecked(state, action);
        }
    }

    /// The end of a uniformly random game from here.
    fn rollout(&self, mut state: Self::State, rng: &mut Rng) -> Self::State {
        crate::simd::dispatch(
            #[inline(always)]
            || self.playout(&mut state, rng),
        );
        state
    }

    /// The end of a game from here in which each seat plays by its policy of [`Game::POLICIES`], by index; random where none is given.
    fn rollout_by(&self, mut state: Self::State, rng: &mut Rng, policies: &[usize]) -> Self::State {
        crate::simd::dispatch(
            #[inline(always)]
            || {
                self.playout_with(
                    &mut state,
                    rng,
                    #[inline(always)]
                    |seat, state, rng| self.policy_action(policies.get(usize::from(seat)).copied().unwrap_or(0), state, rng),
                )
            },
        );
        state
    }

    /// The number of id sequences of length `depth` from here; chance outcomes count as ids. `None` if it does not fit 64 bits or
    /// `should_stop` says so.
    fn perft(&self, state: &Self::State, depth: u32, should_stop: &mut dyn FnMut() -> bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let (outcomes, legal);
        let ids: Box<dyn Iterator<Item = ActionId> + '_>;
        match self.actor(state) {
            Actor::Terminal => return Some(0),
            Actor::Chance => {
                outcomes = self.outcome_list(state);
                if depth == 1 {
                    return Some(outcomes.len() as u64);
                }
                ids = Box::new(outcomes.iter().map(|&(id, _)| id));
            }
            Actor::Player(_) => {
                legal = self.legal_set(state);
                if depth == 1 {
                    return Some(u64::from(legal.len()));
                }
                ids = Box::new(legal.ids());
            }
        }
        if should_stop() {
            return None;
        }
        let mut total = 0_u64;
        for id in ids {
            let mut next = *state;
            self.apply_unchecked(&mut next, id);
            total = total.checked_add(self.perft(&next, depth - 1, should_stop)?)?;
        }
        Some(total)
    }

    /// Scores by seat, in units of 1 / `SCORE_SCALE`.
    fn score_list(&self, state: &Self::State) -> ArrayVec<Score, MAX_PLAYERS> {
        (0..self.num_players()).map(|seat| self.sheet(state, seat).iter().sum()).collect()
    }

    /// The items of a seat's score sheet, in the order of `SCORE_ITEMS`.
    fn sheet(&self, state: &Self::State, seat: usize) -> Vec<Score> {
        let mut items = vec![0; Self::SCORE_ITEMS.len()];
        self.score_sheet(state, seat, &mut items);
        items
    }

    /// Places by seat.
    fn rank_list(&self, state: &Self::State) -> ArrayVec<u8, MAX_PLAYERS> {
        let mut ranks = [0; MAX_PLAYERS];
        let ranks = &mut ranks[..self.num_players()];
        self.ranks(state, ranks);
        ranks.iter().copied().collect()
    }

    /// Winning seats; none before the end, none of a truncated game, and never one that is out.
    fn winner_list(&self, state: &Self::State) -> ArrayVec<u8, MAX_PLAYERS> {
        if self.actor(state) != Actor::Terminal || self.truncated(state) {
            return ArrayVec::new();
        }
        let ranks = self.rank_list(state);
        let wins = |&seat: &u8| ranks[usize::from(seat)] == 1 && !self.is_out(state, seat.into());
        (0..ranks.len() as u8).filter(wins).collect()
    }

    /// What a seat may know.
    fn observation(&self, state: &Self::State, seat: usize) -> Vec<u8> {
        let mut out = vec![0; self.observation_spec().size()];
        self.observe(state, seat, &mut out);
        out
    }

    /// The state as framed bytes.
    fn to_bytes(&self, state: &Self::State) -> Vec<u8> {
        self.header().frame(Self::PAYLOAD_SIZE, |writer| self.encode(state, writer))
    }

    /// The inverse of [`Play::to_bytes`].
    ///
    /// # Errors
    /// For anything else: damaged bytes, another game, a state that breaks an invariant.
    fn from_bytes(&self, data: &[u8]) -> Result<Self::State, DecodeError> {
        let mut reader = self.header().open(data)?;
        let state = self.decode(&mut reader)?;
        reader.finish()?;
        match self.check(&state).first() {
            None => Ok(state),
            Some(fault) => Err(DecodeError(format!("the bytes are no possible state: {fault}"))),
        }
    }
}

impl<G: Game> Play for G {}

/// The faults that `strict` does not tolerate, or nothing if there is none.
///
/// # Errors
/// All of them.
pub fn refuse_faults(faults: Vec<Fault>, strict: bool) -> Result<(), Vec<Fault>> {
    let least = if strict { Severity::Unreachable } else { Severity::Malformed };
    let refused: Vec<Fault> = faults.into_iter().filter(|fault| fault.severity >= least).collect();
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}
