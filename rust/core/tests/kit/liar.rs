//! Patchwork that breaks one promise of the trait at a time.

use spielwerk::codec::{Header, Reader, Writer};
use spielwerk::observation::ObservationSpec;
use spielwerk::patchwork::Patchwork;
use spielwerk::score::Score;
use spielwerk::{
    ActionId, Actor, DecodeError, Event, Family, Fault, Game, LegalSet, OptionError, OptionSpec, Options, Outcomes, Play, Rng,
};
use std::sync::atomic::{AtomicU32, Ordering};

type State = <Patchwork as Game>::State;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    None,
    ActorHasNoSeat,
    ApplyIsUnsteady,
    BoardIsEmpty,
    BytesAreOfAnother,
    BytesAreRefused,
    CheckFindsAFault,
    Clock,
    EventsAreOfNobody,
    EventsAreUnsteady,
    Families,
    HiddenIsSeen,
    LegalIsDirty,
    LegalLacksOne,
    LegalHasOneMore,
    NonsenseIsRead,
    ObservationIsOutOfBounds,
    ObservationIsShort,
    OutcomesAreDirty,
    OutcomesAreReversed,
    OutcomeWithoutWeight,
    Panic,
    PolicyPasses,
    RanksHaveAGap,
    RanksIgnoreScores,
    RefusalIsSilent,
    SampleDrawsMore,
    SampleIsTheFirst,
    SheetIsShort,
    TextIsShared,
    TieIsBroken,
    ValueIsOfAnother,
    ValueIsRefused,
}

/// Each lie and words of the message with which it must be noticed.
pub(crate) const LIES: &[(Lie, &str)] = &[
    (Lie::ActorHasNoSeat, "Player(5) decides"),
    (Lie::ApplyIsUnsteady, "with the same numbers differ"),
    (Lie::BoardIsEmpty, "the board is no text"),
    (Lie::BytesAreOfAnother, "bytes lead to another state"),
    (Lie::BytesAreRefused, "its own bytes are refused: a lie"),
    (Lie::CheckFindsAFault, "a state that play reached has the faults"),
    (Lie::Clock, "the score sheet of seat 0 is not written in full"),
    (Lie::EventsAreOfNobody, "the events of"),
    (Lie::EventsAreUnsteady, "differ from one call to the next"),
    (Lie::Families, "the action families end at 2026, the space at 2027"),
    (Lie::HiddenIsSeen, "can see what was resampled"),
    (Lie::LegalIsDirty, "reused buffer"),
    (Lie::LegalLacksOne, "the list says false"),
    (Lie::LegalHasOneMore, "the list says true"),
    (Lie::NonsenseIsRead, "\"\" reads as Ok(0)"),
    (Lie::ObservationIsOutOfBounds, "field quilts of seat 0"),
    (Lie::ObservationIsShort, "the observation of seat 0 is not written in full"),
    (Lie::OutcomesAreDirty, "reused buffer"),
    (Lie::OutcomesAreReversed, "are not ascending"),
    (Lie::OutcomeWithoutWeight, "an outcome without weight"),
    (Lie::Panic, "the game panicked: a lie"),
    (Lie::PolicyPasses, "policy random chose None"),
    (Lie::RanksHaveAGap, "has 1 seats before it"),
    (Lie::RanksIgnoreScores, "have the places [1, 1]"),
    (Lie::RefusalIsSilent, "the refusal of"),
    (Lie::SampleDrawsMore, "or it took other numbers"),
    (Lie::SampleIsTheFirst, "sample_action drew"),
    (Lie::SheetIsShort, "the score sheet of seat 0 is not written in full"),
    (Lie::TextIsShared, "which reads as Ok(0)"),
    (Lie::TieIsBroken, "is broken before the end"),
    (Lie::ValueIsOfAnother, "a value leads from"),
    (Lie::ValueIsRefused, "its own value is refused"),
];

#[derive(Debug)]
pub(crate) struct Liar {
    game: Patchwork,
    lie: Lie,
    calls: AtomicU32,
}

impl Liar {
    pub(crate) fn new(lie: Lie) -> Self {
        let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &[]).expect("the defaults are accepted");
        let game = Patchwork::with_options(options).expect("the defaults make a game");
        Self { game, lie, calls: AtomicU32::new(0) }
    }

    /// Another number at each call.
    fn tick(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

impl Game for Liar {
    type State = State;
    type Legal = <Patchwork as Game>::Legal;

    const NAME: &'static str = Patchwork::NAME;
    const TITLE: &'static str = Patchwork::TITLE;
    const PLAYERS: (usize, usize) = Patchwork::PLAYERS;
    const RULES_VERSION: u16 = Patchwork::RULES_VERSION;
    const PAYLOAD_VERSION: u8 = Patchwork::PAYLOAD_VERSION;
    const PAYLOAD_SIZE: usize = Patchwork::PAYLOAD_SIZE;
    const SCORE_ITEMS: &'static [&'static str] = Patchwork::SCORE_ITEMS;

    fn option_specs() -> Vec<OptionSpec> {
        Patchwork::option_specs()
    }

    fn with_options(options: Options) -> Result<Self, OptionError> {
        Ok(Self { game: Patchwork::with_options(options)?, lie: Lie::None, calls: AtomicU32::new(0) })
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn num_players(&self) -> usize {
        self.game.num_players()
    }

    fn action_families(&self) -> Vec<Family> {
        self.game.action_families()
    }

    fn outcome_families(&self) -> Vec<Family> {
        self.game.outcome_families()
    }

    fn num_actions(&self) -> usize {
        self.game.num_actions() + usize::from(self.lie == Lie::Families)
    }

    fn num_outcomes(&self) -> usize {
        self.game.num_outcomes()
    }

    fn observation_spec(&self) -> &ObservationSpec {
        self.game.observation_spec()
    }

    fn header(&self) -> &Header {
        self.game.header()
    }

    fn provenance(&self) -> Vec<(&'static str, String)> {
        self.game.provenance()
    }

    fn tables(&self) -> serde_json::Value {
        self.game.tables()
    }

    fn initial_state(&self) -> State {
        self.game.initial_state()
    }

    fn actor(&self, state: &State) -> Actor {
        match self.game.actor(state) {
            Actor::Player(_) if self.lie == Lie::ActorHasNoSeat => Actor::Player(5),
            actor => actor,
        }
    }

    fn legal(&self, state: &State, legal: &mut Self::Legal) {
        let before = *legal;
        self.game.legal(state, legal);
        let ids: Vec<ActionId> = legal.ids().collect();
        match self.lie {
            Lie::LegalIsDirty => before.ids().for_each(|id| legal.insert(id)),
            Lie::LegalLacksOne if ids.len() > 1 => {
                legal.clear();
                ids[1..].iter().for_each(|&id| legal.insert(id));
            }
            // An orientation that repeats an earlier one, or a number that is legal at other times.
            Lie::LegalHasOneMore if !ids.is_empty() => legal.insert(2025),
            _ => {}
        }
    }

    fn is_legal(&self, state: &State, action: ActionId) -> bool {
        self.game.is_legal(state, action)
    }

    fn refusal(&self, state: &State, action: ActionId) -> String {
        if self.lie == Lie::RefusalIsSilent { String::new() } else { self.game.refusal(state, action) }
    }

    fn outcomes(&self, state: &State, outcomes: &mut Outcomes) {
        let before = outcomes.clone();
        self.game.outcomes(state, outcomes);
        match self.lie {
            Lie::OutcomesAreDirty if outcomes.is_empty() => *outcomes = before,
            Lie::OutcomesAreReversed => outcomes.reverse(),
            Lie::OutcomeWithoutWeight => outcomes.iter_mut().take(1).for_each(|(_, weight)| *weight = 0),
            _ => {}
        }
    }

    fn apply_unchecked(&self, state: &mut State, action: ActionId) {
        let is_purchase = self.game.actor(state) != Actor::Chance && action >= 82;
        let unsteady = self.lie == Lie::ApplyIsUnsteady && is_purchase && self.tick() % 2 == 1;
        self.game.apply_unchecked(state, if unsteady { 0 } else { action });
    }

    fn sample_action(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        let action = self.game.sample_action(state, rng)?;
        match self.lie {
            Lie::SampleDrawsMore => {
                rng.next_u64();
                Some(action)
            }
            Lie::SampleIsTheFirst => self.legal_set(state).nth(0),
            _ => Some(action),
        }
    }

    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        self.game.sample_outcome(state, rng)
    }

    fn policy_action(&self, _policy: usize, state: &State, rng: &mut Rng) -> Option<ActionId> {
        if self.lie == Lie::PolicyPasses { None } else { self.sample_action(state, rng) }
    }

    fn events(&self, state: &State, action: ActionId) -> Vec<Event> {
        let mut events = self.game.events(state, action);
        for event in &mut events {
            match self.lie {
                Lie::EventsAreOfNobody => event.seat = 7,
                Lie::EventsAreUnsteady => event.amount += self.tick() as i32,
                _ => {}
            }
        }
        events
    }

    fn score_sheet(&self, state: &State, seat: usize, items: &mut [Score]) {
        let last = items[items.len() - 1];
        self.game.score_sheet(state, seat, items);
        match self.lie {
            Lie::Clock => items[0] += self.tick() as Score,
            Lie::SheetIsShort => *items.last_mut().expect("the sheet has three items") = last,
            _ => {}
        }
    }

    fn ranks(&self, state: &State, ranks: &mut [u8]) {
        self.game.ranks(state, ranks);
        match self.lie {
            Lie::RanksIgnoreScores => ranks.fill(1),
            Lie::RanksHaveAGap => ranks.iter_mut().filter(|rank| **rank == 2).for_each(|rank| *rank = 3),
            Lie::TieIsBroken if *ranks == [1, 1] => ranks[1] = 2,
            _ => {}
        }
    }

    fn resample_hidden(&self, state: &State, _seat: usize, _rng: &mut Rng) -> State {
        if self.lie == Lie::HiddenIsSeen { self.initial_state() } else { *state }
    }

    fn observe(&self, state: &State, seat: usize, out: &mut [u8]) {
        let last = out[out.len() - 1];
        self.game.observe(state, seat, out);
        match self.lie {
            Lie::ObservationIsOutOfBounds => out[0] = 2,
            Lie::ObservationIsShort => *out.last_mut().expect("the observation has fields") = last,
            _ => {}
        }
    }

    fn encode(&self, state: &State, writer: &mut Writer) {
        let start = self.initial_state();
        self.game.encode(if self.lie == Lie::BytesAreOfAnother { &start } else { state }, writer);
    }

    fn decode(&self, reader: &mut Reader<'_>) -> Result<State, DecodeError> {
        if self.lie == Lie::BytesAreRefused { Err(DecodeError("a lie".to_owned())) } else { self.game.decode(reader) }
    }

    fn check(&self, state: &State) -> Vec<Fault> {
        if self.lie == Lie::CheckFindsAFault { vec![Fault::malformed("players", "a lie")] } else { self.game.check(state) }
    }

    fn to_value(&self, state: &State) -> serde_json::Value {
        self.game.to_value(state)
    }

    fn from_value(&self, value: &serde_json::Value, strict: bool) -> Result<State, Vec<Fault>> {
        match self.lie {
            Lie::ValueIsOfAnother => Ok(self.initial_state()),
            Lie::ValueIsRefused => Err(vec![Fault::malformed("players", "a lie")]),
            _ => self.game.from_value(value, strict),
        }
    }

    fn action_text(&self, state: &State, action: ActionId) -> String {
        let is_purchase = self.game.actor(state) != Actor::Chance && action >= 82;
        assert!(self.lie != Lie::Panic || !is_purchase, "a lie");
        if self.lie == Lie::TextIsShared && is_purchase { "advance".to_owned() } else { self.game.action_text(state, action) }
    }

    fn parse_action(&self, state: &State, text: &str) -> Result<ActionId, String> {
        if self.lie == Lie::NonsenseIsRead && text.is_empty() { Ok(0) } else { self.game.parse_action(state, text) }
    }

    fn board(&self, state: &State) -> String {
        if self.lie == Lie::BoardIsEmpty { String::new() } else { self.game.board(state) }
    }
}
