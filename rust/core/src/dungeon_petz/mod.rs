//! Dungeon Petz, by Vlaada Chvátil, for 2 to 4 players. The rules are those of `seeds/dungeon_petz.md`.
//!
//! Grouping and assigning are secret (DP-124), every card and tile that turns up is a chance node (DP-120). The component tables are data: one
//! set is built in, others come from a file (DP-150).

pub mod actions;
mod check;
mod fast;
mod observation;
mod policies;
mod position;
mod refusal;
mod resample;
pub mod rules;
pub mod scoring;
pub mod state;
pub mod tables;
mod text;
pub mod vocabulary;

use crate::action::{ActionId, Family, select_bit};
use crate::codec::{Header, Reader, Writer, fingerprint};
use crate::error::{DecodeError, Fault, OptionError};
use crate::game::{Actor, Event, Game, Outcomes};
use crate::observation::ObservationSpec;
use crate::options::{OptionKind, OptionSpec, OptionValue, Options};
use crate::rng::Rng;
use crate::score::Score;
use fast::Fast;
use rules::needs::{RULEBOOK_ORDER, SEED_ORDER, Step};
use rules::setup::LastRoundOrder;
use serde_json::Value;
use state::{Point, State};
use tables::spec::Tables;
use tables::{PROVENANCE, shipped, tables_file};

/// A game of Dungeon Petz: tables, the options of DP-109 to DP-118, and what follows from them.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "options are independent of each other")]
pub struct DungeonPetz {
    options: Options,
    tables: Tables,
    fast: Fast,
    players: usize,
    /// Rounds of a game (DP-1).
    rounds: u8,
    /// DP-118.
    start_player: Option<u8>,
    /// DP-62, DP-109.
    steps: [Step; 9],
    /// DP-112.
    last_round_order: LastRoundOrder,
    /// DP-113.
    is_counterclockwise: bool,
    /// DP-114.
    double_symbols: bool,
    /// DP-115.
    advanced_meat_stand: bool,
    /// DP-116.
    is_capped: bool,
    /// DP-117.
    skip_forced: bool,
    /// Exhibitions that are face up in a round (DP-21, DP-111).
    visible_exhibitions: [u8; 8],
    /// Customers that are face up in a round (DP-22, DP-110, DP-111).
    visible_customers: [u8; 8],
    /// Positions of neutral imps by round (DP-15).
    neutral: [u32; 8],
    header: Header,
    observation: ObservationSpec,
    start: State,
}

/// All errors of a tables file in one (DP-151).
fn wrong_file(errors: &[tables_file::TablesError]) -> OptionError {
    let count = if errors.len() == 1 { "an error".to_owned() } else { format!("{} errors", errors.len()) };
    OptionError(format!("the tables file of dungeon_petz has {count}: {}", crate::value::listed(errors)))
}

impl DungeonPetz {
    /// The component tables as the rules read them.
    pub fn spec(&self) -> &Tables {
        &self.tables
    }

    /// The positions on which neutral imps stand: bit s for space s, then the dummies.
    #[inline(always)]
    fn neutral(&self, round: u8) -> u32 {
        self.neutral[usize::from(round & 7)]
    }

    /// The round of the customer at a place: one belongs to each from the third, a second one to the last (DP-10).
    #[inline(always)]
    fn customer_round(&self, place: u8) -> u8 {
        (place + 3).min(self.rounds)
    }

    /// The customers of the round in the order in which they were revealed (DP-91, DP-131).
    #[inline(always)]
    fn customers_of<'a>(&self, state: &'a State) -> &'a [u8] {
        let first = usize::from(state.round.saturating_sub(3)).min(4);
        let count = if state.round == self.rounds { 2 } else { 1 };
        let end = (first + count).min(usize::from(state.num_customers)).min(5);
        if state.round < 3 || first > end { &[] } else { &state.customers[first..end] }
    }
}

impl Game for DungeonPetz {
    type State = State;
    type Legal = actions::Legal;

    const NAME: &'static str = "dungeon_petz";
    const TITLE: &'static str = "Dungeon Petz";
    /// DP-1.
    const PLAYERS: (usize, usize) = (2, 4);
    const RULES_VERSION: u16 = 1;
    const PAYLOAD_VERSION: u8 = 1;
    const PAYLOAD_SIZE: usize = position::PAYLOAD_SIZE;
    /// Half points come from the whip and the business exhibition (DP-46, DP-105).
    const SCORE_SCALE: Score = 2;
    const SCORE_ITEMS: &'static [&'static str] = scoring::ITEMS;
    const POLICIES: &'static [(&'static str, &'static str)] = policies::POLICIES;

    /// The options of DP-109 to DP-118, named by DP-167.
    fn option_specs() -> Vec<OptionSpec> {
        let spec = |name, kind, default, help| OptionSpec { name, kind, default, help };
        let word = |word: &str| OptionValue::Text(word.to_owned());
        let flag = |name, help| spec(name, OptionKind::Boolean, OptionValue::Bool(false), help);
        vec![
            spec(
                "players",
                OptionKind::Integer(Self::PLAYERS.0 as i64, Self::PLAYERS.1 as i64),
                OptionValue::Int(2),
                "how many play (DP-1)",
            ),
            spec(
                "need_order",
                OptionKind::Choice(&["seed", "rulebook"]),
                word("seed"),
                "anger before magic, or magic before anger (DP-109)",
            ),
            spec(
                "customer_foresight",
                OptionKind::Choice(&["seed", "rulebook"]),
                word("seed"),
                "customers are face up one round ahead, or two; only with regular foresight (DP-110)",
            ),
            spec(
                "foresight",
                OptionKind::Choice(&["regular", "more", "full"]),
                word("regular"),
                "how far ahead exhibitions and customers are face up (DP-111)",
            ),
            spec(
                "last_round_order",
                OptionKind::Choice(&["seed", "rulebook_variant", "token_only"]),
                word("seed"),
                "turn order of the last round of four players (DP-112)",
            ),
            spec(
                "start_token",
                OptionKind::Choice(&["clockwise", "counterclockwise"]),
                word("clockwise"),
                "where the start token of two or three players goes (DP-113)",
            ),
            flag("double_symbols", "whether cards may be assigned with both of their needs (DP-114)"),
            flag("advanced_meat_stand", "whether pets leave different things on the meat stand (DP-115)"),
            spec(
                "exhibition_cap",
                OptionKind::OptionalInteger(10, 10),
                OptionValue::None,
                "exhibition totals above it count as it; none compares them exactly (DP-116)",
            ),
            flag("skip_forced", "whether decisions with one legal action are applied without being presented (DP-117)"),
            spec(
                "start_player",
                OptionKind::WordOrInteger("random", 0, Self::PLAYERS.1 as i64 - 1),
                word("random"),
                "the seat that begins, or random (DP-118)",
            ),
            spec("tables_file", OptionKind::File, OptionValue::None, "a JSON file with component tables of your own (DP-118, DP-150)"),
        ]
    }

    fn with_options(options: Options) -> Result<Self, OptionError> {
        let tables = match options.text("tables_file") {
            Some(text) => tables_file::read(text.as_bytes()).map_err(|errors| wrong_file(&errors))?,
            None => shipped(),
        };
        let players = options.int("players").unwrap_or(2).clamp(2, 4) as usize;
        let start_player = options.int("start_player").map(|seat| seat.clamp(0, 3) as u8);
        if let Some(seat) = start_player.filter(|&seat| usize::from(seat) >= players) {
            let last = players - 1;
            return Err(OptionError(format!("option start_player of dungeon_petz is random or a seat from 0 to {last}, not {seat}")));
        }
        let is = |name: &str, word: &str| options.text(name) == Some(word);
        let flag = |name: &str| options.get(name) == Some(&OptionValue::Bool(true));
        let rounds = tables.players[players - 2].rounds.clamp(3, 6);
        let (ahead, customers_ahead) = match options.text("foresight") {
            Some("more") => (2, 3),
            Some("full") => (8, 8),
            _ => (1, if is("customer_foresight", "rulebook") { 2 } else { 1 }),
        };
        let mut visible_exhibitions = [0; 8];
        let mut visible_customers = [0; 8];
        for round in 1..=rounds {
            visible_exhibitions[usize::from(round)] = (round + ahead).min(rounds) - 1;
            // Both of the last round turn up together; the first one is there from the beginning (DP-22).
            let last = (round + customers_ahead).clamp(3, rounds);
            visible_customers[usize::from(round)] = last - 2 + u8::from(last == rounds);
        }
        let fast = Fast::new(&tables, players);
        let neutral = std::array::from_fn(|round| tables.neutral(players, round.clamp(1, 6) as u8));
        let tables_print = fingerprint(tables.to_value().to_string().as_bytes());
        let mut game = Self {
            steps: if is("need_order", "rulebook") { RULEBOOK_ORDER } else { SEED_ORDER },
            last_round_order: match options.text("last_round_order") {
                Some("rulebook_variant") => LastRoundOrder::PointsFromStart,
                Some("token_only") => LastRoundOrder::Token,
                _ => LastRoundOrder::Points,
            },
            is_counterclockwise: is("start_token", "counterclockwise"),
            double_symbols: flag("double_symbols"),
            advanced_meat_stand: flag("advanced_meat_stand"),
            is_capped: options.int("exhibition_cap").is_some(),
            skip_forced: flag("skip_forced"),
            header: Header::new(&format!("{}({options})", Self::NAME), Self::PAYLOAD_VERSION, Self::RULES_VERSION, tables_print),
            observation: observation::spec(players),
            start: State::EMPTY,
            players,
            rounds,
            start_player,
            visible_exhibitions,
            visible_customers,
            neutral,
            fast,
            tables,
            options,
        };
        game.start = State::new(&game);
        Ok(game)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn num_players(&self) -> usize {
        self.players
    }

    fn action_families(&self) -> Vec<Family> {
        actions::families()
    }

    fn outcome_families(&self) -> Vec<Family> {
        actions::outcome_families()
    }

    fn num_actions(&self) -> usize {
        actions::id::ACTIONS
    }

    fn num_outcomes(&self) -> usize {
        actions::id::OUTCOMES
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.observation
    }

    fn header(&self) -> &Header {
        &self.header
    }

    /// What is verified (DP-162), inferred (DP-163), and reconstructed: the loops (DP-164) and most tiles (DP-165).
    fn provenance(&self) -> Vec<(&'static str, String)> {
        let own = self.options.text("tables_file").is_some();
        let state = |state: &str| if own { "a file of the user's own".to_owned() } else { state.to_owned() };
        let mut list: Vec<_> = PROVENANCE.iter().map(|&(table, words)| (table, state(words))).collect();
        list.push(("rules", "verified but for the rulings named in the digest (DP-162); a second implementation agrees".to_owned()));
        list
    }

    fn tables(&self) -> Value {
        let mut tables = self.tables.to_value();
        if let Some(map) = tables.as_object_mut() {
            map.shift_insert(0, "game".to_owned(), Self::NAME.into());
        }
        tables
    }

    fn initial_state(&self) -> State {
        self.start
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        if state.point.is_deal() {
            Actor::Chance
        } else if state.point == Point::Over {
            Actor::Terminal
        } else {
            Actor::Player(state.seat)
        }
    }

    #[inline(always)]
    fn legal(&self, state: &State, legal: &mut Self::Legal) {
        use crate::action::LegalSet as _;
        let (first, bits) = actions::options(self, state);
        legal.clear();
        legal.insert_bits(first, bits);
    }

    #[inline(always)]
    fn is_legal(&self, state: &State, action: ActionId) -> bool {
        actions::is_legal(self, state, action)
    }

    fn refusal(&self, state: &State, action: ActionId) -> String {
        refusal::refusal(self, state, action)
    }

    fn outcomes(&self, state: &State, outcomes: &mut Outcomes) {
        outcomes.clear();
        rules::chance::outcomes(state, outcomes);
    }

    #[inline(always)]
    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        rules::chance::sample(state, rng)
    }

    #[inline(always)]
    fn sample_action(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        let (first, bits) = actions::options(self, state);
        let count = bits.count_ones();
        if count == 0 { None } else { Some(first + select_bit(bits, rng.below(count.into()) as u32) as ActionId) }
    }

    #[inline(always)]
    fn policy_action(&self, policy: usize, state: &State, rng: &mut Rng) -> Option<ActionId> {
        if policy == 0 { self.sample_action(state, rng) } else { policies::choose(self, policy, state, rng) }
    }

    #[inline(always)]
    fn apply_unchecked(&self, state: &mut State, action: ActionId) {
        rules::apply(self, state, action, &mut rules::Silent);
    }

    fn events(&self, state: &State, action: ActionId) -> Vec<Event> {
        let mut events = Vec::new();
        rules::apply(self, &mut state.clone(), action, &mut events);
        events
    }

    #[inline(always)]
    fn score_sheet(&self, state: &State, seat: usize, items: &mut [Score]) {
        items.copy_from_slice(&scoring::sheet(state, seat));
    }

    #[inline(always)]
    fn ranks(&self, state: &State, ranks: &mut [u8]) {
        scoring::ranks(state, ranks);
    }

    fn resample_hidden(&self, state: &State, seat: usize, rng: &mut Rng) -> State {
        resample::resample(self, state, seat, rng)
    }

    fn observe(&self, state: &State, seat: usize, out: &mut [u8]) {
        observation::observe(self, state, seat, out);
    }

    fn encode(&self, state: &State, writer: &mut Writer) {
        position::encode(state, writer);
    }

    fn decode(&self, reader: &mut Reader<'_>) -> Result<State, DecodeError> {
        position::decode(self, reader)
    }

    fn check(&self, state: &State) -> Vec<Fault> {
        check::check(self, state)
    }

    fn to_value(&self, state: &State) -> Value {
        position::to_value(self, state)
    }

    fn from_value(&self, value: &Value, _strict: bool) -> Result<State, Vec<Fault>> {
        position::from_value(self, value)
    }

    fn action_text(&self, state: &State, action: ActionId) -> String {
        text::action_text(self, state, action)
    }

    fn parse_action(&self, state: &State, text: &str) -> Result<ActionId, String> {
        text::parse_action(state, text)
    }

    fn board(&self, state: &State) -> String {
        text::board(self, state)
    }
}
