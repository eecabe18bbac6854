//! Patchwork, by Uwe Rosenberg, for two players. The rules are those of `seeds/patchwork.md`.
//!
//! After the set-up nothing is hidden and nothing is left to chance (PW-48, PW-49). Rotating or mirroring one player's board with all its
//! placements changes nothing else (PW-67): nothing here looks at where on a board a patch lies, except whether it fits.

pub mod actions;
mod check;
mod observation;
mod position;
pub mod rules;
pub mod scoring;
pub mod state;
pub mod tables;
mod text;

use crate::action::{ActionId, Family};
use crate::codec::{Header, Reader, Writer, fingerprint};
use crate::error::{DecodeError, Fault, OptionError};
use crate::game::{Actor, Event, Game, Outcomes};
use crate::observation::ObservationSpec;
use crate::options::{OptionKind, OptionSpec, OptionValue, Options};
use crate::rng::Rng;
use crate::score::Score;
use serde_json::{Value, json};
use state::{Stage, State};
use tables::{INCOME_LINES, LAST_SPACE, PATCH_TABLE, PATCHES, SPECIAL_LINES};

/// The two printed tracks (PW-46).
const TRACKS: &[&str] = &["current", "first_edition"];

/// A game of Patchwork: its options (PW-46, PW-47) and what follows from them.
#[derive(Clone, Debug)]
pub struct Patchwork {
    options: Options,
    track: usize,
    starting_player: u8,
    header: Header,
    observation: ObservationSpec,
}

impl Game for Patchwork {
    type State = State;
    type Legal = actions::Legal;

    const NAME: &'static str = "patchwork";
    const TITLE: &'static str = "Patchwork";
    const PLAYERS: (usize, usize) = (2, 2);
    const RULES_VERSION: u16 = 1;
    const PAYLOAD_VERSION: u8 = 1;
    const PAYLOAD_SIZE: usize = position::PAYLOAD_SIZE;
    const SCORE_ITEMS: &'static [&'static str] = scoring::ITEMS;

    fn option_specs() -> Vec<OptionSpec> {
        vec![
            OptionSpec {
                name: "time_track",
                kind: OptionKind::Choice(TRACKS),
                default: OptionValue::Text(TRACKS[0].to_owned()),
                help: "where the special patches lie: on the track of today's boards or of the first edition (PW-46)",
            },
            OptionSpec {
                name: "starting_player",
                kind: OptionKind::Integer(0, 1),
                default: OptionValue::Int(0),
                help: "whose time token is on top at the start (PW-47)",
            },
        ]
    }

    fn with_options(options: Options) -> Result<Self, OptionError> {
        let track = options.text("time_track").and_then(|name| TRACKS.iter().position(|&track| track == name)).unwrap_or_default();
        let starting_player = options.int("starting_player").unwrap_or_default() as u8;
        let header = Header::new(&format!("{}({options})", Self::NAME), Self::PAYLOAD_VERSION, Self::RULES_VERSION, fingerprint(b""));
        Ok(Self { options, track, starting_player, header, observation: observation::spec() })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn num_players(&self) -> usize {
        2
    }

    fn action_families(&self) -> Vec<Family> {
        actions::families()
    }

    fn outcome_families(&self) -> Vec<Family> {
        actions::outcome_families()
    }

    fn num_actions(&self) -> usize {
        actions::NUM_ACTIONS
    }

    fn num_outcomes(&self) -> usize {
        PATCHES
    }

    fn observation_spec(&self) -> &ObservationSpec {
        &self.observation
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn provenance(&self) -> Vec<(&'static str, String)> {
        let say = |text: &str| text.to_owned();
        vec![
            ("patches", say("verified: shapes, costs and incomes agree in twelve independent lists, with single slips")),
            ("income_lines", say("verified: nine lines, counted on board scans")),
            (
                "special_lines",
                say(match self.track {
                    0 => "verified on a scan of a current board; that Board Game Arena uses this track is inferred",
                    _ => "verified on the rulebook's drawing and a scan of a first-edition board",
                }),
            ),
            ("circle_start", say("verified: the neutral token stands behind patch 0")),
            ("starting_player", say("inferred: the sources leave it open, so it is an option")),
        ]
    }

    fn tables(&self) -> Value {
        let patches: Vec<Value> = PATCH_TABLE.iter().enumerate().map(|(id, patch)| patch_value(id, patch)).collect();
        let total = |key: &str| patches.iter().filter_map(|patch| patch[key].as_u64()).sum::<u64>();
        let totals = json!({
            "patches": PATCHES,
            "cells": total("size"),
            "button_cost": total("button_cost"),
            "time_cost": total("time_cost"),
            "income": total("income"),
            "distinct_orientations": total("distinct_orientations"),
            "placements_empty_board": total("placements_empty_board"),
        });
        json!({
            "game": Self::NAME,
            "patches": patches,
            "totals": totals,
            "special_patch": {"cells": [[0, 0]], "size": 1, "button_cost": 0, "time_cost": 0, "income": 0, "count": SPECIAL_LINES[0].len()},
            "board": {"rows": state::SIDE, "cols": state::SIDE, "empty_penalty": -tables::EMPTY_CELL_POINTS},
            "time_track": {
                "start": 0,
                "last": LAST_SPACE,
                "spaces": LAST_SPACE + 1,
                "income_markers": INCOME_LINES,
                "special_patch_markers": {TRACKS[0]: SPECIAL_LINES[0], TRACKS[1]: SPECIAL_LINES[1]},
                "default": TRACKS[0],
            },
            "setup": {"players": 2, "starting_buttons": tables::STARTING_BUTTONS},
            "options": {"time_track": TRACKS, "starting_player": [0, 1]},
            "market": {"visible": tables::SLOTS},
            "bonus": {"square": 7, "points": tables::TILE_POINTS, "count": 1},
        })
    }

    fn initial_state(&self) -> State {
        State::new(self.starting_player)
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        match state.stage {
            Stage::Setup => Actor::Chance,
            Stage::Play => actions::seat_to_decide(state).map_or(Actor::Terminal, |seat| Actor::Player(seat as u8)),
        }
    }

    #[inline]
    fn legal(&self, state: &State, legal: &mut Self::Legal) {
        actions::legal(state, legal);
    }

    #[inline]
    fn is_legal(&self, state: &State, action: ActionId) -> bool {
        actions::is_legal(state, action)
    }

    fn refusal(&self, state: &State, action: ActionId) -> String {
        text::refusal_text(state, action)
    }

    /// The patches 1 to 32 not drawn yet, equally likely (PW-76).
    fn outcomes(&self, state: &State, outcomes: &mut Outcomes) {
        outcomes.clear();
        if state.stage == Stage::Setup {
            outcomes.extend(state.ring[usize::from(state.circle_len)..PATCHES - 1].iter().map(|&id| (id, 1)));
        }
    }

    #[inline(always)]
    fn sample_outcome(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        let left = state.ring.get(usize::from(state.circle_len)..PATCHES - 1)?;
        (state.stage == Stage::Setup).then(|| rng.below(left.len() as u64) as usize).and_then(|index| left.get(index).copied())
    }

    #[inline(always)]
    fn sample_action(&self, state: &State, rng: &mut Rng) -> Option<ActionId> {
        actions::sample(state, rng)
    }

    #[inline(always)]
    fn apply_unchecked(&self, state: &mut State, action: ActionId) {
        rules::apply(self.track, state, action, &mut rules::Silent);
    }

    fn events(&self, state: &State, action: ActionId) -> Vec<Event> {
        let mut events = Vec::new();
        rules::apply(self.track, &mut state.clone(), action, &mut events);
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

    fn observe(&self, state: &State, seat: usize, out: &mut [u8]) {
        observation::observe(self.track, state, seat, out);
    }

    fn encode(&self, state: &State, writer: &mut Writer) {
        position::encode(state, writer);
    }

    fn decode(&self, reader: &mut Reader<'_>) -> Result<State, DecodeError> {
        position::decode(reader)
    }

    fn check(&self, state: &State) -> Vec<Fault> {
        check::check(self.track, state)
    }

    fn to_value(&self, state: &State) -> Value {
        position::to_value(self.track, state)
    }

    fn from_value(&self, value: &Value, strict: bool) -> Result<State, Vec<Fault>> {
        position::from_value(self.track, self.starting_player, value, strict)
    }

    fn action_text(&self, state: &State, action: ActionId) -> String {
        text::action_text(state, action)
    }

    fn parse_action(&self, state: &State, text: &str) -> Result<ActionId, String> {
        text::parse_action(state, text)
    }

    fn board(&self, state: &State) -> String {
        text::board(self.track, state)
    }
}

/// A place for a patch on a board.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Orientation number (PW-56).
    pub orientation: u8,
    /// Row of the corner of the bounding box (PW-53).
    pub row: u8,
    /// Column of that corner.
    pub col: u8,
    shape: &'static tables::Oriented,
}

impl Placement {
    /// The cells that the patch would cover, as (row, col), row by row.
    pub fn cells(&self) -> Vec<(usize, usize)> {
        self.shape.cells().map(|(row, col)| (row + usize::from(self.row), col + usize::from(self.col))).collect()
    }
}

/// Every place for a patch on a board, each set of cells once, ascending as the action numbers (PW-23, PW-55, PW-57).
pub fn placements(quilt: state::Quilt, patch: &'static tables::Patch) -> impl Iterator<Item = Placement> {
    let free = tables::Windows::new(quilt);
    patch.orientations().iter().flat_map(move |&orientation| {
        let shape = &patch.oriented[usize::from(orientation)];
        let anchors = free.anchors(shape);
        (0..81_u8).filter(move |cell| anchors >> cell & 1 == 1).map(move |cell| Placement {
            orientation,
            row: cell / 9,
            col: cell % 9,
            shape,
        })
    })
}

/// One row of the patch table, as in `seeds/patchwork.json`.
fn patch_value(id: usize, patch: &tables::Patch) -> Value {
    let printed = &patch.oriented[0];
    let empty = tables::Windows::new(0);
    let places = |&k: &u8| empty.anchors(&patch.oriented[usize::from(k)]).count_ones();
    json!({
        "id": id,
        "cells": printed.cells().map(|(row, col)| [row, col]).collect::<Vec<_>>(),
        "size": patch.size,
        "height": printed.height,
        "width": printed.width,
        "button_cost": patch.cost,
        "time_cost": patch.time,
        "income": patch.income,
        "distinct_orientations": patch.orientations().len(),
        "placements_empty_board": patch.orientations().iter().map(places).sum::<u32>(),
        "ascii": patch.shape.split('/').collect::<Vec<_>>(),
        "orientation_ids": patch.orientations(),
    })
}
