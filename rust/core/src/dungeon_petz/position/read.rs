//! A position from a plain value: every fault of form is reported, then those of sense.

use super::read_player::read_players;
use super::{KEYS, MOST, MOST_GOLD, MOST_SUBSTITUTES, REMOVED_KEYS, STAND_KEYS, STEP_KEYS, derive};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::is_potion;
use crate::dungeon_petz::check::{cards_elsewhere, check, has_board, imps};
use crate::dungeon_petz::rules::arranging::set_draw;
use crate::dungeon_petz::state::{Cards, DEALS, NEUTRAL, NONE, PHASES, POINTS, Phase, Player, Plot, Point, Stands, State};
use crate::dungeon_petz::tables::{ADDONS, ARTIFACTS, CAGES, COLOURS, CUSTOMERS, EXHIBITIONS, PETS};
use crate::error::Fault;
use crate::value::{Fields, shown};
use serde_json::Value;

/// The position, if nothing is wrong with it: it satisfies the invariants, and how the players came there is not asked (DP-171). So
/// `strict` makes no difference.
pub(in crate::dungeon_petz) fn from_value(game: &DungeonPetz, value: &Value) -> Result<State, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut state = game.start;
    let mut fields = Fields::new(value, "", KEYS, &mut faults);
    state.round = fields.int("round", 1, game.rounds.into(), 1, "DP-1") as u8;
    read_point(&mut fields, &mut state);
    read_order(game, &mut fields, &mut state);
    if let Some(seat) = fields.seat("seat", state.seats, "DP-1") {
        state.seat = seat.unwrap_or(NONE);
    } else if state.point != game.start.point {
        state.seat = NONE;
    }
    state.left = fields.int("left", 0, 31, 0, "DP-120") as u8;
    read_draw(game, &mut fields, &mut state);
    read_step(&mut fields, &mut state);
    read_board(game, &mut fields, &mut state);
    state.decks = read_cards(&mut fields, "decks");
    let decks = fields.get("decks");
    state.discards = read_cards(&mut fields, "discards");
    if let Some(list) = numbers::<4>(&mut fields, "substitutes", 0, MOST_SUBSTITUTES.into()) {
        state.substitutes = list;
    }
    let homes = read_players(game, &mut fields, &mut state);
    if fields.get("potions").is_some() {
        state.potions = fields.int("potions", 0, 5, 0, "DP-136") as u8;
    } else {
        state.potions = 5_u8.saturating_sub(potions_out(&state));
    }
    for (colour, name) in COLOURS.iter().enumerate() {
        if decks.and_then(|decks| decks.get(name)).is_none() {
            rest_of_deck(game, &mut fields, &mut state, colour);
        }
    }
    rest_at_home(&mut state, homes);
    derive(game, &mut state);
    // Only a position without faults of form is worth checking for sense.
    if faults.is_empty() {
        faults = check(game, &state);
    }
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

/// A word of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// The key is left out.
    Missing,
    /// It is none of the list.
    Faulty,
    Null,
    /// Its place.
    Given(usize),
}

fn word(fields: &mut Fields<'_, '_>, key: &str, accepted: &[&str]) -> Word {
    let Some(value) = fields.get(key) else { return Word::Missing };
    if value.is_null() {
        return Word::Null;
    }
    if let Some(place) = value.as_str().and_then(|text| accepted.iter().position(|&word| word == text)) {
        return Word::Given(place);
    }
    fields.fault(key, format!("{} where one of {} belongs", shown(value), accepted.join(", ")));
    Word::Faulty
}

/// Phase, point and deal; what is left out follows from the others as far as it can.
fn read_point(fields: &mut Fields<'_, '_>, state: &mut State) {
    let names: Vec<&str> = POINTS.iter().map(|&(_, name)| name).collect();
    let phases: Vec<&str> = PHASES.iter().map(|&(_, name)| name).collect();
    let asked: Vec<&str> = names[DEALS..names.len() - 1].iter().copied().chain(["deal"]).collect();
    let phase = word(fields, "phase", &phases);
    let point = word(fields, "point", &asked);
    let deal = word(fields, "deal", &names[..DEALS]);
    // Behind the decisions stands the word for chance.
    let last = asked.len() - 1;
    let own = match (point, deal) {
        (Word::Given(index), Word::Missing | Word::Null) if index < last => POINTS[DEALS + index].0,
        (Word::Missing, Word::Given(deal)) => POINTS[deal].0,
        (Word::Given(index), Word::Given(deal)) if index == last => POINTS[deal].0,
        (Word::Null, Word::Missing | Word::Null) => Point::Over,
        (Word::Missing, Word::Missing | Word::Null) if phase == Word::Given(PHASES.len() - 1) => Point::Over,
        (Word::Missing | Word::Given(_), Word::Missing) | (Word::Faulty, _) | (_, Word::Faulty) => state.point,
        _ => {
            fields.fault("deal", "it is named at a chance event, where point is deal, and null elsewhere (DP-120)");
            state.point
        }
    };
    state.point = own;
    let follows = match own {
        Point::DealStart
        | Point::DealCard
        | Point::DealExhibition
        | Point::DealCustomer
        | Point::DealArtifact
        | Point::DealCage
        | Point::DealAddon
        | Point::DealYoung
        | Point::DealOld => Phase::Setup,
        Point::Group | Point::Gold | Point::Pick | Point::Send | Point::Book => Phase::Shopping,
        Point::Cage | Point::Addon | Point::Pet | Point::Crystal | Point::Assign => Phase::Arranging,
        Point::Feed | Point::Play | Point::Anger | Point::Magic | Point::Shovel | Point::Potion | Point::Exhibit => Phase::Needs,
        Point::Sell | Point::Clean => Phase::Business,
        Point::Box => Phase::Ageing,
        Point::Over => Phase::Over,
    };
    state.phase = match phase {
        Word::Given(index) => PHASES[index].0,
        Word::Null => {
            fields.fault("phase", format!("null where one of {} belongs", phases.join(", ")));
            follows
        }
        Word::Missing | Word::Faulty => follows,
    };
}

/// Turn order; left out, clockwise from the start player (DP-17), nothing while he is drawn (DP-13).
fn read_order(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State) {
    state.order = [0; 4];
    let seats = state.seats;
    if fields.get("order").is_none() {
        if state.point != Point::DealStart {
            state.set_order(game.start_player.unwrap_or(0));
        }
        return;
    }
    let list = entries(fields, "order", 4, seats);
    let wanted = if state.point == Point::DealStart { 0 } else { usize::from(seats) };
    if list.len() == wanted {
        state.order[..wanted].copy_from_slice(&list);
    } else {
        fields.fault("order", format!("{} seats where {wanted} belong (DP-17)", list.len()));
    }
}

/// A list of different numbers below `end`.
pub(super) fn entries(fields: &mut Fields<'_, '_>, key: &str, longest: usize, end: u8) -> Vec<u8> {
    let mut found = Vec::new();
    for (index, entry) in fields.list(key, longest).iter().enumerate() {
        match entry.as_u64().filter(|&n| n < u64::from(end)).map(|n| n as u8) {
            Some(n) if found.contains(&n) => fields.fault(&format!("{key}[{index}]"), format!("{n} is there twice")),
            Some(n) => found.push(n),
            None => fields.fault(&format!("{key}[{index}]"), format!("{} where a number from 0 to {} belongs", shown(entry), end - 1)),
        }
    }
    found
}

/// As [`entries`], ascending.
pub(super) fn ascending(fields: &mut Fields<'_, '_>, key: &str, longest: usize, end: u8) -> u32 {
    let list = entries(fields, key, longest, end);
    if !list.is_sorted() {
        fields.fault(key, "these ascend");
    }
    list.iter().fold(0, |set, &entry| set | 1 << (entry & 31))
}

/// Exactly `N` numbers in a range; `None` if the key is missing or faulty.
pub(super) fn numbers<const N: usize>(fields: &mut Fields<'_, '_>, key: &str, low: i64, high: i64) -> Option<[u8; N]> {
    fields.get(key)?;
    let list = fields.list(key, 31);
    let mut found = [0; N];
    if list.len() != N {
        fields.fault(key, format!("a list of {N} numbers belongs here"));
        return None;
    }
    for (index, (entry, place)) in list.iter().zip(&mut found).enumerate() {
        match entry.as_i64().filter(|n| (low..=high).contains(n)) {
            Some(n) => *place = n as u8,
            None => fields.fault(&format!("{key}[{index}]"), format!("{} where a number from {low} to {high} belongs", shown(entry))),
        }
    }
    Some(found)
}

/// A map from colours to counts by need; colours left out have no card.
pub(super) fn read_cards(fields: &mut Fields<'_, '_>, key: &str) -> Cards {
    let mut cards = [[0; 6]; 4];
    if let Some(value) = fields.get(key) {
        let path = fields.path(key);
        let mut map = Fields::new(value, &path, &COLOURS, fields.faults());
        for (colour, needs) in COLOURS.iter().zip(&mut cards) {
            if let Some(list) = numbers(&mut map, colour, 0, 240) {
                *needs = list;
            }
        }
    }
    cards
}

/// Colours of the cards still to be drawn: an ascending list, and another one behind it where replacements come first (DP-122).
fn read_draw(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State) {
    let default = if state.point == game.start.point { game.start.draw } else { [0; 4] };
    (state.draw_first, state.draw) = ([0; 4], default);
    if fields.get("draw").is_none() {
        return;
    }
    let (mut runs, mut run, mut last) = ([[0_u8; 4]; 2], 0, 0);
    for (index, entry) in fields.list("draw", 40).iter().enumerate() {
        let Some(colour) = entry.as_u64().filter(|&colour| colour < 4).map(|colour| colour as usize) else {
            fields.fault(&format!("draw[{index}]"), format!("{} where a colour from 0 to 3 belongs", shown(entry)));
            continue;
        };
        run += usize::from(colour < last);
        last = colour;
        let Some(counts) = runs.get_mut(run) else {
            fields.fault("draw", "replacements ascend, and so do bars behind them (DP-122)");
            return;
        };
        counts[colour] += 1;
    }
    let [first, then] = runs;
    set_draw(state, first, then);
}

/// What the present decision remembers.
fn read_step(fields: &mut Fields<'_, '_>, state: &mut State) {
    state.size = if fields.get("size").is_some_and(Value::is_null) { 0 } else { fields.int("size", 1, 41, 0, "DP-33") as u8 };
    if let Some(value) = fields.get("chosen").filter(|value| !value.is_null()) {
        match pair(value, 10, 31) {
            Some(chosen) => state.chosen = chosen,
            None => fields.fault("chosen", format!("{} where [imps, gold] or null belongs (DP-36)", shown(value))),
        }
    }
    if state.point == Point::Send && fields.get("size").is_none() {
        state.size = state.chosen[0] + state.chosen[1];
    }
    state.given = ascending(fields, "given", 4, 4) as u8;
    state.served = ascending(fields, "served", 2, 2) as u8;
    state.gold_before = if fields.get("gold_before").is_some_and(Value::is_null) {
        -1
    } else {
        fields.int("gold_before", 0, MOST_GOLD, -1, "DP-131") as i32
    };
    state.platform_sold = boolean(fields, "platform_sold");
    if let Some(value) = fields.get("step") {
        let mut step = Fields::new(value, "step", STEP_KEYS, fields.faults());
        state.plot = optional(&mut step, "plot", 4);
        state.last = optional(&mut step, "last", 24);
        state.count = step.int("count", 0, MOST, 0, "DP-132") as u8;
        if let Some(open) = numbers(&mut step, "open", 0, 20) {
            state.open = open;
        }
    }
}

/// `[imps, gold]`, imps from 1.
pub(super) fn pair(value: &Value, most_imps: u64, most_gold: u64) -> Option<[u8; 2]> {
    match value.as_array().map(Vec::as_slice) {
        Some([imps, gold]) => {
            let imps = imps.as_u64().filter(|imps| (1..=most_imps).contains(imps))?;
            let gold = gold.as_u64().filter(|&gold| gold <= most_gold)?;
            Some([imps as u8, gold as u8])
        }
        _ => None,
    }
}

/// A number below `end` or null.
pub(super) fn optional(fields: &mut Fields<'_, '_>, key: &str, end: u64) -> u8 {
    match fields.get(key) {
        None | Some(Value::Null) => NONE,
        Some(value) => value.as_u64().filter(|&n| n < end).map_or_else(
            || {
                fields.fault(key, format!("{} where null or a number from 0 to {} belongs", shown(value), end - 1));
                NONE
            },
            |n| n as u8,
        ),
    }
}

/// True or false, false if it is left out.
pub(super) fn boolean(fields: &mut Fields<'_, '_>, key: &str) -> bool {
    match fields.get(key) {
        None => false,
        Some(Value::Bool(flag)) => *flag,
        Some(other) => {
            fields.fault(key, format!("{} where true or false belongs", shown(other)));
            false
        }
    }
}

/// Spaces, stands, offers, what is face up and what has left the game.
fn read_board(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State) {
    read_spaces(game, fields, state);
    if let Some(value) = fields.get("stands") {
        let mut stands = Fields::new(value, "stands", STAND_KEYS, fields.faults());
        let mut food = |key: &str| stands.int(key, 0, MOST, 0, "DP-23") as u8;
        state.stands = Stands {
            veg_stand: food("veg_stand"),
            mixed_veg: food("mixed_veg"),
            mixed_meat: food("mixed_meat"),
            meat_stand: food("meat_stand"),
            meat_stand_veg: food("meat_stand_veg"),
            meat_stand_gold: food("meat_stand_gold"),
        };
    }
    state.offer_artifacts = ascending(fields, "artifacts", 2, ARTIFACTS as u8) as u16;
    let mut offer = |key: &str, list: &mut [u8], count: &mut u8, end: usize| {
        let found = entries(fields, key, list.len(), end as u8);
        list.fill(NONE);
        list[..found.len()].copy_from_slice(&found);
        *count = found.len() as u8;
    };
    offer("cages", &mut state.cages, &mut state.num_cages, CAGES);
    offer("addons", &mut state.addons, &mut state.num_addons, ADDONS);
    offer("young", &mut state.young, &mut state.num_young, PETS);
    offer("old", &mut state.old, &mut state.num_old, PETS);
    offer("exhibitions", &mut state.exhibitions, &mut state.num_exhibitions, EXHIBITIONS);
    offer("customers", &mut state.customers, &mut state.num_customers, CUSTOMERS);
    if let Some(value) = fields.get("removed") {
        let mut removed = Fields::new(value, "removed", REMOVED_KEYS, fields.faults());
        state.removed_artifacts = ascending(&mut removed, "artifacts", ARTIFACTS, ARTIFACTS as u8) as u16;
        state.removed_cages = ascending(&mut removed, "cages", CAGES, CAGES as u8) as u16;
        state.removed_addons = ascending(&mut removed, "addons", ADDONS, ADDONS as u8) as u8;
        state.removed_pets = ascending(&mut removed, "pets", PETS, PETS as u8);
    }
}

/// Spaces; left out, the neutral imps of the round stand there (DP-15) once the board is set up.
fn read_spaces(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State) {
    if fields.get("spaces").is_none() {
        if has_board(state) {
            let neutral = game.neutral(state.round);
            for (space, imp) in state.spaces.iter_mut().enumerate().take(14) {
                *imp = if neutral >> space & 1 != 0 { NEUTRAL } else { NONE };
            }
        }
        return;
    }
    let list = fields.list("spaces", 14);
    if list.len() != 14 {
        fields.fault("spaces", "a list of 14 entries, one for each space, belongs here (DP-14)");
        return;
    }
    for (space, entry) in list.iter().enumerate() {
        let seat_and_imps = entry.as_array().and_then(|pair| match pair.as_slice() {
            [seat, imps] => {
                let seat = seat.as_u64().filter(|&seat| seat < u64::from(state.seats))?;
                Some((seat as u8, imps.as_u64().filter(|&imps| (1..=10).contains(&imps))? as u8))
            }
            _ => None,
        });
        match (entry, seat_and_imps) {
            (Value::Null, _) => {}
            (Value::String(text), _) if text == "neutral" => state.spaces[space] = NEUTRAL,
            (_, Some((seat, imps))) => (state.spaces[space], state.space_imps[space]) = (seat, imps),
            _ => fields.fault(&format!("spaces[{space}]"), format!("{} where null, neutral or [seat, imps] belongs (DP-16)", shown(entry))),
        }
    }
}

/// Potions in hands and on pets.
fn potions_out(state: &State) -> u8 {
    let of = |player: &Player| {
        let assigned = player.plots.iter().flat_map(Plot::cards).filter(|&&card| is_potion(card));
        player.potions.saturating_add(assigned.count() as u8)
    };
    state.players().iter().map(of).fold(0, u8::saturating_add)
}

/// A deck holds what is nowhere else (DP-135).
fn rest_of_deck(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State, colour: usize) {
    let elsewhere = cards_elsewhere(state)[colour];
    for need in 0..6 {
        let substitutes = if need == game.fast.dominant[colour] { i32::from(state.substitutes[colour]) } else { 0 };
        let all = i32::from(game.tables.decks[colour].counts[need]) + substitutes;
        let left = all - elsewhere[need];
        state.decks[colour][need] = left.clamp(0, 255) as u8;
        if left < 0 {
            let message = format!("{} cards are outside of the deck where there are {all} (DP-135)", elsewhere[need]);
            fields.fault(&format!("decks.{}[{need}]", COLOURS[colour]), message);
        }
    }
}

/// Who has no number of imps at home has the rest of ten there (DP-134).
fn rest_at_home(state: &mut State, homes: [bool; 4]) {
    for seat in (0..usize::from(state.seats)).filter(|&seat| !homes[seat & 3]) {
        state.players[seat].home = 0;
        state.players[seat].home = 10_u8.saturating_sub(imps(state, seat).min(255) as u8);
    }
}
