//! Trek 12, by Bruno Cathala and Corentin Lebrat, for 1 to 12 players. The rules are those of `seeds/trek12.md`.
//!
//! All players write the same roll on sheets of the same board, at the same time (TK-7, TK-59). A board is data (TK-34): nine are built in,
//! others come from a board file (TK-66).

pub mod actions;
mod check;
mod observation;
pub mod position;
pub mod rules;
pub mod scoring;
pub mod state;
pub mod tables;
mod text;
pub mod vocabulary;

use crate::action::{ActionId, Family, LegalSet as _};
use crate::codec::{Header, Reader, Writer, fingerprint};
use crate::error::{DecodeError, Fault, OptionError};
use crate::game::{Actor, Event, Game, Outcomes};
use crate::observation::ObservationSpec;
use crate::options::{OptionKind, OptionSpec, OptionValue, Options};
use crate::rng::Rng;
use crate::score::Score;
use serde_json::{Value, json};
use state::{NONE, Sheet, State};
use tables::spec::{BoardSpec, Level};
use tables::{BONUS, Board, IDS, LARGEST, MAX_CIRCLES, OPERATIONS, RED, ROLLS, YELLOW, board_file, shipped};

/// A game of Trek 12: a board, the options of TK-58, and what follows from them.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of TK-58 and has its name")]
pub struct Trek12 {
    options: Options,
    spec: BoardSpec,
    board: Board,
    players: usize,
    /// Which bonus table (TK-28).
    bonus: usize,
    /// TK-30.
    face_price: Score,
    /// TK-48.
    face_claims_flag: bool,
    /// TK-51.
    face_claims_top: bool,
    /// `prelink_failure="number_stays"` (TK-38).
    number_stays: bool,
    /// `wave_failure="no_link"` (TK-52).
    wave_makes_no_link: bool,
    /// `fuji_tables="free_after_crossing"` (TK-55).
    free_after_crossing: bool,
    /// `over12="loss_if_chosen"` (TK-42).
    loss_if_chosen: bool,
    /// `compatibility_roses="connected_only"` (TK-46).
    connected_roses_only: bool,
    /// One table of boxes, and no value that is withheld: every row with a free box offers the same circles.
    has_one_kind_of_row: bool,
    header: Header,
    observation: ObservationSpec,
    start: State,
}

const BONUS_TABLES: &[&str] = &["seed", "printed"];
const FACE_PENALTIES: &[&str] = &["as_isolated", "three"];
const PRELINK_FAILURES: &[&str] = &["face", "number_stays"];
const WAVE_FAILURES: &[&str] = &["face", "no_link"];
const FUJI_TABLES: &[&str] = &["circle_zone", "free_after_crossing"];
const OVER12: &[&str] = &["loss_when_forced", "loss_if_chosen"];
const COMPATIBILITY_ROSES: &[&str] = &["all", "connected_only"];
/// The price of a face under `face_penalty="three"` (TK-30).
const THREE: Score = 3;

impl Trek12 {
    /// The board as its file says it.
    pub fn spec(&self) -> &BoardSpec {
        &self.spec
    }

    /// The board as masks.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board that the options name (TK-93), and the id that it has.
    fn chosen_board(options: &Options) -> Result<BoardSpec, OptionError> {
        let wanted = options.text("board");
        let boards = match options.text("board_file") {
            None => shipped(),
            Some(text) => board_file::read(text.as_bytes()).map_err(|errors| wrong_file(&errors))?,
        };
        let ids: Vec<String> = boards.iter().map(|board| format!("{:?}", board.id)).collect();
        let found = boards.into_iter().find(|board| wanted.is_none_or(|id| id == board.id));
        found.ok_or_else(|| {
            let wanted = OptionValue::Text(crate::value::cut(wanted.unwrap_or_default()));
            OptionError(format!("option board of trek12 is one of {}, not {wanted}", ids.join(", ")))
        })
    }
}

/// All errors of a board file as one (TK-72).
fn wrong_file(errors: &[board_file::BoardError]) -> OptionError {
    let count = if errors.len() == 1 { "an error".to_owned() } else { format!("{} errors", errors.len()) };
    OptionError(format!("the board file of trek12 has {count}: {}", crate::value::listed(errors)))
}

impl Game for Trek12 {
    type State = State;
    type Legal = actions::Legal;

    const NAME: &'static str = "trek12";
    const TITLE: &'static str = "Trek 12";
    /// TK-1.
    const PLAYERS: (usize, usize) = (1, 12);
    const RULES_VERSION: u16 = 1;
    const PAYLOAD_VERSION: u8 = 1;
    const PAYLOAD_SIZE: usize = position::PAYLOAD_SIZE;
    const SCORE_ITEMS: &'static [&'static str] = scoring::ITEMS;
    const POLICIES: &'static [(&'static str, &'static str)] = &[
        ("random", "every legal action equally likely"),
        ("greedy", "an action after which the total of the own sheet is greatest, each of them equally likely (TK-97)"),
    ];

    /// The options of TK-58 and TK-93.
    fn option_specs() -> Vec<OptionSpec> {
        let choice = |name, words: &'static [&'static str], help| OptionSpec {
            name,
            kind: OptionKind::Choice(words),
            default: OptionValue::Text(words[0].to_owned()),
            help,
        };
        let flag = |name, default, help| OptionSpec { name, kind: OptionKind::Boolean, default: OptionValue::Bool(default), help };
        vec![
            OptionSpec {
                name: "board",
                kind: OptionKind::Name(IDS),
                default: OptionValue::None,
                help: "the board: dunai if nothing is said, with a board file its first one (TK-32, TK-93)",
            },
            OptionSpec {
                name: "board_file",
                kind: OptionKind::File,
                default: OptionValue::None,
                help: "a JSON file with boards of your own, which take the place of those built in (TK-66)",
            },
            OptionSpec {
                name: "players",
                kind: OptionKind::Integer(Self::PLAYERS.0 as i64, Self::PLAYERS.1 as i64),
                default: OptionValue::Int(1),
                help: "how many play (TK-1)",
            },
            choice("bonus_table", BONUS_TABLES, "what 8 circles bring: 21, or 20 as printed (TK-28)"),
            choice("face_penalty", FACE_PENALTIES, "the price of a face: that of an isolated circle, or 3 on every board (TK-30)"),
            flag("face_claims_flag", false, "whether a face claims a flag (TK-48)"),
            flag("face_claims_top", true, "whether a face claims a top circle (TK-51)"),
            choice(
                "prelink_failure",
                PRELINK_FAILURES,
                "a broken pre-link: a face, or the number stays and counts as isolated (TK-37, TK-38)",
            ),
            choice("wave_failure", WAVE_FAILURES, "a link that a wave forbids: a face, or the number stays without a link (TK-52)"),
            choice("fuji_tables", FUJI_TABLES, "which boxes a circle may use where there are two tables (TK-54, TK-55)"),
            choice("over12", OVER12, "a value above 12 where it loses: avoided while possible, or always on offer (TK-42)"),
            choice("compatibility_roses", COMPATIBILITY_ROSES, "which roses count when two sheets are compared (TK-46)"),
        ]
    }

    /// What is no text has the one error `bad_json` (TK-90).
    fn file_text(bytes: Vec<u8>) -> Result<String, OptionError> {
        String::from_utf8(bytes).map_err(|error| wrong_file(&board_file::read(error.as_bytes()).err().unwrap_or_default()))
    }

    fn with_options(mut options: Options) -> Result<Self, OptionError> {
        let spec = Self::chosen_board(&options)?;
        options.set("board", &OptionValue::Text(spec.id.clone()));
        let board = Board::new(&spec);
        let players = options.int("players").unwrap_or(1).clamp(1, 12) as usize;
        let is = |name: &str, word: &str| options.text(name) == Some(word);
        let flag = |name: &str| options.get(name) == Some(&OptionValue::Bool(true));
        let tables = fingerprint(spec.to_value().to_string().as_bytes());
        Ok(Self {
            players,
            bonus: usize::from(is("bonus_table", BONUS_TABLES[1])),
            face_price: if is("face_penalty", FACE_PENALTIES[1]) { THREE } else { board.face_price },
            face_claims_flag: flag("face_claims_flag"),
            face_claims_top: flag("face_claims_top"),
            number_stays: is("prelink_failure", PRELINK_FAILURES[1]),
            wave_makes_no_link: is("wave_failure", WAVE_FAILURES[1]),
            free_after_crossing: is("fuji_tables", FUJI_TABLES[1]),
            loss_if_chosen: is("over12", OVER12[1]),
            has_one_kind_of_row: usize::from(board.rows) == tables::ROWS && !board.over12_loses,
            connected_roses_only: is("compatibility_roses", COMPATIBILITY_ROSES[1]),
            header: Header::new(&format!("{}({options})", Self::NAME), Self::PAYLOAD_VERSION, Self::RULES_VERSION, tables),
            observation: observation::spec(&board, players),
            start: State::new(&board, players),
            options,
            spec,
            board,
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn num_players(&self) -> usize {
        self.players
    }

    fn action_families(&self) -> Vec<Family> {
        actions::families(&self.board)
    }

    fn outcome_families(&self) -> Vec<Family> {
        actions::outcome_families()
    }

    fn num_actions(&self) -> usize {
        actions::num_actions(&self.board)
    }

    fn num_outcomes(&self) -> usize {
        actions::NUM_OUTCOMES
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.observation
    }

    fn header(&self) -> &Header {
        &self.header
    }

    /// The level of the board (TK-86, TK-87), and how sure the rest is.
    fn provenance(&self) -> Vec<(&'static str, String)> {
        let invented = (!self.spec.unknown.is_empty()).then(|| format!("invented: {}", self.spec.unknown.join(", ")));
        let name = format!("{}: {}", self.spec.name, self.spec.level.name());
        let parts: Vec<String> = [Some(name), self.spec.note.clone(), invented].into_iter().flatten().collect();
        let mut list = vec![("board", parts.join("; "))];
        if self.options.text("board_file").is_none() {
            let of = |level: Level| {
                let names: Vec<String> = shipped().into_iter().filter(|board| board.level == level).map(|board| board.id).collect();
                names.join(", ")
            };
            list.push(("verified_boards", of(Level::Verified)));
            list.push((
                "reconstructed_boards",
                format!("{}: their rules are sourced, parts of their layout are invented", of(Level::Reconstructed)),
            ));
        }
        list.push(("dice_and_boxes", "verified: descriptions and board scans agree".to_owned()));
        list.push(("bonus_table", "inferred: for 8 circles the sources differ, so it is an option".to_owned()));
        list
    }

    fn tables(&self) -> Value {
        let bonus_table = |table: &[u8; MAX_CIRCLES + 1]| {
            let mut bonus: serde_json::Map<String, Value> = (3..=9).map(|count| (count.to_string(), json!(table[count]))).collect();
            bonus.insert("each_more".to_owned(), json!(table[10] - table[9]));
            bonus
        };
        json!({
            "game": Self::NAME,
            "schema": board_file::SCHEMA,
            "dice": {"red": RED.collect::<Vec<_>>(), "yellow": YELLOW.collect::<Vec<_>>()},
            "operations": OPERATIONS,
            "circle_max": {"normal": LARGEST[0], "dangerous": LARGEST[1]},
            "bonus_tables": {BONUS_TABLES[0]: bonus_table(&BONUS[0]), BONUS_TABLES[1]: bonus_table(&BONUS[1])},
            "boards": [self.spec.to_value()],
        })
    }

    fn initial_state(&self) -> State {
        self.start
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        if state.seat != NONE {
            Actor::Player(state.seat)
        } else if state.round >= self.board.n || state.alive == 0 {
            Actor::Terminal
        } else {
            Actor::Chance
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

    /// All 36 rolls, equally likely (TK-3, TK-61).
    fn outcomes(&self, state: &State, outcomes: &mut Outcomes) {
        outcomes.clear();
        if self.actor(state) == Actor::Chance {
            outcomes.extend((0..ROLLS as ActionId).map(|id| (id, 1)));
        }
    }

    #[inline(always)]
    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        (self.actor(state) == Actor::Chance).then(|| rng.below(ROLLS as u64) as ActionId)
    }

    #[inline(always)]
    fn sample_action(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        actions::sample(self, state, rng)
    }

    #[inline(always)]
    fn policy_action(&self, policy: usize, state: &State, rng: &mut Rng) -> Option<ActionId> {
        if policy == 0 { actions::sample(self, state, rng) } else { self.greedy_action(state, rng) }
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
        items.copy_from_slice(&scoring::items_of(self, state, seat));
    }

    #[inline(always)]
    fn ranks(&self, state: &State, ranks: &mut [u8]) {
        scoring::ranks(self, state, ranks);
    }

    #[inline(always)]
    fn is_out(&self, state: &State, seat: usize) -> bool {
        !state.is_alive(seat)
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

impl Trek12 {
    /// The policy `greedy` (TK-97).
    #[inline(always)]
    fn greedy_action(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        let (best, _) = self.greedy_actions(state);
        let count = best.len();
        if count == 0 { None } else { best.nth(rng.below(u64::from(count)) as u32) }
    }

    /// The legal actions after which the total of the own sheet is greatest (TK-97), and that total.
    #[inline(always)]
    pub fn greedy_actions(&self, state: &State) -> (actions::Legal, Score) {
        let mut best = Best::default();
        let Some(sheet) = state.sheets.get(usize::from(state.seat)) else { return (best.actions, 0) };
        let claimed = if self.board.flags | self.board.top == 0 { rules::Claimed::default() } else { rules::claimed(state.sheets()) };
        if state.writing == NONE {
            let offered = actions::placements(self, sheet, state.roll);
            let values = &tables::VALUES[usize::from(state.roll).min(ROLLS - 1)];
            let rows = usize::from(self.board.rows);
            let is_first = |row: usize| (0..row).all(|before| values[before % tables::ROWS] != values[row % tables::ROWS]);
            for row in (0..rows).filter(|&row| is_first(row)) {
                // The same value by another operation ticks another box and is worth the same: it is looked at once.
                let same = (row..rows).filter(|&other| values[other % tables::ROWS] == values[row % tables::ROWS]);
                let circles = same.clone().fold(0, |all, row| all | offered[row]);
                for circle in tables::circles(circles) {
                    let mut after = *sheet;
                    let placed = rules::place(self, &mut after, state.roll, row as u8, circle, 0, &mut rules::Silent);
                    let total = if placed.is_loss { rules::DEFEAT } else { self.total_with_claims(after, circle, claimed) };
                    for row in same.clone().filter(|&row| offered[row] & tables::bit(circle) != 0) {
                        best.offer(actions::Action::Place { row: row as u8, circle }.id(&self.board), total);
                    }
                }
            }
        } else {
            let value = sheet.value(state.writing);
            let is_below = state.below != 0;
            for other in tables::circles(if is_below { state.below } else { state.above }) {
                let mut after = *sheet;
                let action = if is_below {
                    rules::link(&mut after, other, state.writing, value);
                    actions::Action::LinkBelow(other)
                } else {
                    rules::link(&mut after, state.writing, other, value + 1);
                    actions::Action::LinkAbove(other)
                };
                best.offer(action.id(&self.board), self.total_with_claims(after, state.writing, claimed));
            }
        }
        (best.actions, best.total)
    }

    /// The total of a sheet whose last write was in `circle`, with the claims that it is sure of.
    #[inline(always)]
    fn total_with_claims(&self, mut sheet: Sheet, circle: u8, claimed: rules::Claimed) -> Score {
        if self.board.flags | self.board.top != 0 {
            let value = sheet.value(circle);
            if rules::claims(value, self.face_claims_flag) {
                sheet.flags |= tables::bit(circle) & self.board.flags & !claimed.flags;
            }
            if rules::claims(value, self.face_claims_top) {
                sheet.top |= tables::bit(circle) & self.board.top & !claimed.top;
            }
        }
        scoring::items(self, &sheet).iter().sum()
    }
}

/// The actions with the greatest total so far.
struct Best {
    actions: actions::Legal,
    total: Score,
}

impl Default for Best {
    fn default() -> Self {
        Self { actions: actions::Legal::default(), total: Score::MIN }
    }
}

impl Best {
    #[inline(always)]
    fn offer(&mut self, action: ActionId, total: Score) {
        if total > self.total {
            self.total = total;
            self.actions.clear();
        }
        if total == self.total {
            self.actions.insert(action);
        }
    }
}
