//! Thurn and Taxis, by Karen and Andreas Seyfarth, for 2 to 4 players. The rules are those of `seeds/thurn_and_taxis.md`.
//!
//! Hands are private as far as their cards were drawn face down (TT-59); every card that is dealt is a chance node (TT-61). A map is data:
//! two are built in, others come from a map file (TT-54).

pub mod actions;
mod check;
mod observation;
mod position;
pub mod rules;
pub mod scoring;
pub mod state;
pub mod tables;
mod text;
pub mod vocabulary;

use crate::action::{ActionId, Family};
use crate::codec::{Header, Reader, Writer, fingerprint};
use crate::error::{DecodeError, Fault, OptionError};
use crate::game::{Actor, Event, Game, Outcomes};
use crate::observation::ObservationSpec;
use crate::options::{OptionKind, OptionSpec, OptionValue, Options};
use crate::rng::Rng;
use crate::score::Score;
use serde_json::{Value, json};
use state::{Deal, End, State};
use tables::spec::MapSpec;
use tables::{
    CARRIAGE_POINTS, CARRIAGES, CARTWRIGHT, DISPLAY, HAND_LIMIT, HOUSES, Map, NAMES, SHORTEST_ROUTE, card_of_rank, map_file, shipped,
};

/// A game of Thurn and Taxis: a map, the options of TT-51 to TT-53, and what follows from them.
#[derive(Clone, Debug)]
pub struct ThurnAndTaxis {
    options: Options,
    spec: MapSpec,
    map: Map,
    /// The cities' names as texts of actions have them.
    words: Vec<String>,
    players: usize,
    /// TT-9.
    start_player: u8,
    /// TT-28, TT-52.
    carrier_must_fit: bool,
    /// TT-53.
    max_turns: Option<u32>,
    header: Header,
    observation: ObservationSpec,
    start: State,
}

/// The most turns that an option may name.
const MOST_TURNS: i64 = 1_000_000_000;

/// The name of a map as the option has it: no option takes a long word.
fn short_name(name: &str) -> String {
    const LONGEST: usize = 40;
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let end = (0..=LONGEST - '…'.len_utf8()).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
    format!("{}…", &name[..end])
}

/// The errors of a map file in one (TT-57); of very many the first, since a message is read by somebody.
fn wrong_file(errors: &[map_file::MapError]) -> OptionError {
    let count = if errors.len() == 1 { "an error".to_owned() } else { format!("{} errors", errors.len()) };
    OptionError(format!("the map file of thurn_and_taxis has {count}: {}", crate::value::listed(errors)))
}

impl ThurnAndTaxis {
    /// The map as its file says it.
    pub fn spec(&self) -> &MapSpec {
        &self.spec
    }

    /// The map as masks.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The map that the options name (TT-50).
    fn chosen_map(options: &Options) -> Result<MapSpec, OptionError> {
        if let Some(text) = options.text("map_file") {
            let map = map_file::read(text.as_bytes()).map_err(|errors| wrong_file(&errors))?;
            return match options.text("map") {
                // A game's own options have a long name cut, and must lead to the same game again.
                Some(name) if name != map.name && name != short_name(&map.name) => {
                    let wanted = OptionValue::Text(crate::value::cut(name));
                    Err(OptionError(format!(
                        "option map of thurn_and_taxis is {wanted}, the map of the file {:?}",
                        crate::value::cut(&map.name)
                    )))
                }
                _ => Ok(map),
            };
        }
        let wanted = options.text("map").unwrap_or(NAMES[0]);
        shipped().into_iter().find(|map| map.name == wanted).ok_or_else(|| {
            let wanted = OptionValue::Text(crate::value::cut(wanted));
            OptionError(format!("option map of thurn_and_taxis is one of {NAMES:?}, not {wanted}"))
        })
    }
}

impl Game for ThurnAndTaxis {
    type State = State;
    type Legal = actions::Legal;

    const NAME: &'static str = "thurn_and_taxis";
    const TITLE: &'static str = "Thurn and Taxis";
    /// TT-1.
    const PLAYERS: (usize, usize) = (2, 4);
    const RULES_VERSION: u16 = 1;
    const PAYLOAD_VERSION: u8 = 1;
    const PAYLOAD_SIZE: usize = position::PAYLOAD_SIZE;
    const SCORE_ITEMS: &'static [&'static str] = scoring::ITEMS;
    const POLICIES: &'static [(&'static str, &'static str)] = &[
        ("random", "every legal action equally likely"),
        ("greedy", "the builder: draws what extends the own row, closes as soon as a carriage is due, places every house (TT-89)"),
    ];

    /// The options of TT-50 to TT-53.
    fn option_specs() -> Vec<OptionSpec> {
        vec![
            OptionSpec {
                name: "map",
                kind: OptionKind::Name(NAMES),
                default: OptionValue::None,
                help: "the map: map1 if nothing is said, with a map file that of the file (TT-50)",
            },
            OptionSpec {
                name: "map_file",
                kind: OptionKind::File,
                default: OptionValue::None,
                help: "a JSON file with a map of your own (TT-54)",
            },
            OptionSpec {
                name: "players",
                kind: OptionKind::Integer(Self::PLAYERS.0 as i64, Self::PLAYERS.1 as i64),
                default: OptionValue::Int(2),
                help: "how many play (TT-1)",
            },
            OptionSpec {
                name: "start_player",
                kind: OptionKind::Integer(0, Self::PLAYERS.1 as i64 - 1),
                default: OptionValue::Int(0),
                help: "the seat with the first turn (TT-9)",
            },
            OptionSpec {
                name: "carrier_second_must_fit",
                kind: OptionKind::Boolean,
                default: OptionValue::Bool(true),
                help: "whether the postal carrier's second card must extend the row (TT-28)",
            },
            OptionSpec {
                name: "max_turns",
                kind: OptionKind::OptionalInteger(1, MOST_TURNS),
                default: OptionValue::None,
                help: "player turns after which a game that is not over is cut off without a winner (TT-53)",
            },
        ]
    }

    fn with_options(mut options: Options) -> Result<Self, OptionError> {
        let spec = Self::chosen_map(&options)?;
        options.set("map", &OptionValue::Text(short_name(&spec.name)));
        let map = Map::new(&spec);
        let players = options.int("players").unwrap_or(2).clamp(2, 4) as usize;
        let start_player = options.int("start_player").unwrap_or(0).clamp(0, 3) as u8;
        if usize::from(start_player) >= players {
            return Err(OptionError(format!(
                "option start_player of thurn_and_taxis is a seat from 0 to {}, not {start_player}",
                players - 1
            )));
        }
        let tables = fingerprint(spec.to_value().to_string().as_bytes());
        Ok(Self {
            players,
            start_player,
            carrier_must_fit: options.get("carrier_second_must_fit") != Some(&OptionValue::Bool(false)),
            max_turns: options.int("max_turns").map(|turns| turns.clamp(1, MOST_TURNS) as u32),
            header: Header::new(&format!("{}({options})", Self::NAME), Self::PAYLOAD_VERSION, Self::RULES_VERSION, tables),
            observation: observation::spec(&map, players),
            start: State::new(&map, players, start_player),
            words: text::city_words(&spec),
            options,
            spec,
            map,
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn num_players(&self) -> usize {
        self.players
    }

    fn action_families(&self) -> Vec<Family> {
        actions::families(&self.map)
    }

    fn outcome_families(&self) -> Vec<Family> {
        actions::outcome_families(&self.map)
    }

    fn num_actions(&self) -> usize {
        actions::num_actions(&self.map)
    }

    fn num_outcomes(&self) -> usize {
        self.map.n.into()
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.observation
    }

    fn header(&self) -> &Header {
        &self.header
    }

    /// TT-90 to TT-93.
    fn provenance(&self) -> Vec<(&'static str, String)> {
        let status = self.spec.status.as_deref().unwrap_or("a map of the user's own");
        let mut list = vec![("map", format!("{}: {status}", self.spec.name))];
        if self.options.text("map_file").is_none() {
            list.push(("map1", "verified: cities, regions, roads and tiles agree with a board scan and several lists (TT-90)".to_owned()));
            let map2 = "reconstructed: region sizes are derived, several names and all roads are guesses, stack values are assumed (TT-91, TT-92); \
                        never to be taken for the official or the Board Game Arena board";
            list.push(("map2", map2.to_owned()));
        }
        list.push(("rules", "known numbers agree with a second simulation that was written separately (TT-93)".to_owned()));
        list
    }

    fn tables(&self) -> Value {
        let carriage = |number: u8| json!({"number": number, "points": CARRIAGE_POINTS[usize::from(number & 7)]});
        json!({
            "game": Self::NAME,
            "schema_version": 1,
            "common": {
                "players": [2, 3, 4],
                "houses_per_player": HOUSES,
                "display_size": DISPLAY,
                "initial_hand": 0,
                "hand_limit_after_close": HAND_LIMIT,
                "min_route_to_close": SHORTEST_ROUTE,
                "officials_per_turn": 1,
                "carriages": (CARRIAGES.0..=CARRIAGES.1).map(carriage).collect::<Vec<_>>(),
                "no_carriage_points": CARRIAGE_POINTS[0],
                "cartwright_allowance": CARTWRIGHT,
                "points_per_unplaced_house": -1,
            },
            "map": self.spec.to_value(),
        })
    }

    fn initial_state(&self) -> State {
        self.start
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        if state.end != End::NotYet {
            Actor::Terminal
        } else if state.deal != Deal::Nothing {
            Actor::Chance
        } else {
            Actor::Player(state.owner)
        }
    }

    #[inline]
    fn legal(&self, state: &State, legal: &mut Self::Legal) {
        actions::legal(self, state, legal);
    }

    #[inline]
    fn is_legal(&self, state: &State, action: ActionId) -> bool {
        actions::is_legal(self, state, action)
    }

    fn refusal(&self, state: &State, action: ActionId) -> String {
        text::refusal_text(self, state, action)
    }

    /// The cities of which the supply has a card, each weighted by how many (TT-60).
    fn outcomes(&self, state: &State, outcomes: &mut Outcomes) {
        outcomes.clear();
        if self.actor(state) == Actor::Chance {
            let cards = state.supply.iter().take(self.map.n.into()).enumerate();
            outcomes.extend(cards.filter(|&(_, &count)| count > 0).map(|(city, &count)| (city as ActionId, count.into())));
        }
    }

    #[inline(always)]
    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        if self.actor(state) != Actor::Chance || state.supply_size == 0 {
            return None;
        }
        card_of_rank(&state.supply, rng.below(state.supply_size.into()) as u16).map(ActionId::from)
    }

    #[inline(always)]
    fn sample_action(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        actions::sample(self, state, rng)
    }

    #[inline(always)]
    fn policy_action(&self, policy: usize, state: &State, rng: &mut Rng) -> Option<ActionId> {
        if policy == 0 { actions::sample(self, state, rng) } else { actions::build(self, state, rng) }
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
        items.copy_from_slice(&scoring::sheet_of(state, seat));
    }

    #[inline(always)]
    fn ranks(&self, state: &State, ranks: &mut [u8]) {
        scoring::ranks(state, ranks);
    }

    fn truncated(&self, state: &State) -> bool {
        state.end == End::Truncated
    }

    fn resample_hidden(&self, state: &State, seat: usize, rng: &mut Rng) -> State {
        observation::resample(self, state, seat, rng)
    }

    fn observe(&self, state: &State, seat: usize, out: &mut [u8]) {
        observation::observe(self, state, seat, out);
    }

    fn encode(&self, state: &State, writer: &mut Writer) {
        position::encode(self, state, writer);
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

    fn from_value(&self, value: &Value, strict: bool) -> Result<State, Vec<Fault>> {
        position::from_value(self, value, strict)
    }

    fn action_text(&self, state: &State, action: ActionId) -> String {
        text::action_text(self, state, action)
    }

    fn parse_action(&self, state: &State, text: &str) -> Result<ActionId, String> {
        text::parse_action(self, state, text)
    }

    fn board(&self, state: &State) -> String {
        text::board(self, state)
    }
}
