//! Positions as plain values and as bytes; `tests/scenarios/README.md` describes the value.

use super::Trek12;
use super::check::{Parts, check, recount};
use super::state::{EMPTY, FACE, NONE, Sheet, State};
use super::tables::{LARGEST, MAX_CIRCLES, MAX_ROWS, Mask, ROWS, circles, dice, mask, outcome};
use crate::codec::{Reader, Writer};
use crate::error::{DecodeError, Fault};
use crate::game::{Actor, Game as _, MAX_PLAYERS};
use crate::value::{Fields, shown};
use serde_json::{Value, json};

const KEYS: &[&str] = &["phase", "round", "roll", "seat", "choice", "players"];
const PLAYER_KEYS: &[&str] = &["numbers", "links", "ticked", "failed", "lost", "flags", "top", "move"];
const CHOICE_KEYS: &[&str] = &["circle", "below", "above"];
const MOVE_KEYS: &[&str] = &["row", "circle"];

fn list(mask: Mask) -> Vec<u8> {
    circles(mask).collect()
}

fn phase(game: &Trek12, state: &State) -> &'static str {
    match game.actor(state) {
        Actor::Player(_) => "move",
        Actor::Chance => "roll",
        Actor::Terminal => "over",
    }
}

pub(super) fn to_value(game: &Trek12, state: &State) -> Value {
    let choice = if state.writing == NONE {
        Value::Null
    } else {
        json!({"circle": state.writing, "below": list(state.below), "above": list(state.above)})
    };
    let roll = if state.roll == NONE {
        Value::Null
    } else {
        let (red, yellow) = dice(state.roll);
        json!([red, yellow])
    };
    json!({
        "phase": phase(game, state),
        "round": state.round,
        "roll": roll,
        "seat": if state.seat == NONE { Value::Null } else { json!(state.seat) },
        "choice": choice,
        "players": (0..game.players).map(|seat| player_value(game, state, seat)).collect::<Vec<_>>(),
    })
}

/// What stands in the circles.
pub(super) fn numbers_value(game: &Trek12, sheet: &Sheet) -> Value {
    let number = |circle: u8| match sheet.value(circle) {
        EMPTY => Value::Null,
        FACE => json!("face"),
        value => json!(value),
    };
    (0..game.board.n).map(number).collect()
}

/// Pairs of the lower and the higher circle.
pub(super) fn links_value(sheet: &Sheet) -> Value {
    sheet.links().map(|(low, high)| json!([low, high])).collect()
}

fn player_value(game: &Trek12, state: &State, seat: usize) -> Value {
    let sheet = &state.sheets[seat];
    let last = if sheet.row != NONE {
        json!({"row": sheet.row, "circle": sheet.circle})
    } else if state.fallen >> seat & 1 == 1 {
        json!({"row": null, "circle": null})
    } else {
        Value::Null
    };
    json!({
        "numbers": numbers_value(game, sheet),
        "links": links_value(sheet),
        "ticked": sheet.ticked[..usize::from(game.board.rows)].chunks(ROWS).collect::<Vec<_>>(),
        "failed": list(sheet.failed),
        "lost": !state.is_alive(seat),
        "flags": list(sheet.flags),
        "top": list(sheet.top),
        "move": last,
    })
}

pub(super) fn from_value(game: &Trek12, value: &Value, strict: bool) -> Result<State, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut state = State::new(&game.board, game.players);
    let mut fields = Fields::new(value, "", KEYS, &mut faults);
    read_players(game, &mut fields, &mut state);
    state.roll = read_roll(&mut fields);
    read_turn(game, &mut fields, &mut state);
    read_choice(game, &mut fields, &mut state);
    match fields.get("phase").map(Value::as_str) {
        None => {}
        Some(Some(name @ ("roll" | "move" | "over"))) => {
            let says = phase(game, &state);
            if name != says {
                fields.fault("phase", format!("the rest of the position says {says:?} (TK-7, TK-56)"));
            }
        }
        Some(_) => fields.fault("phase", r#"it is one of "roll", "move", "over""#),
    }
    // Only a position without faults of form is worth checking for sense.
    if faults.is_empty() {
        faults = check(game, &state);
        state.is_study = !strict && !faults.is_empty();
    }
    crate::play::refuse_faults(faults, strict)?;
    Ok(state)
}

fn read_roll(fields: &mut Fields<'_, '_>) -> u8 {
    let Some(value) = fields.get("roll").filter(|value| !value.is_null()) else { return NONE };
    let pair: Option<Vec<u64>> = value.as_array().and_then(|dice| dice.iter().map(Value::as_u64).collect());
    if let Some(&[red @ 1..=6, yellow @ 0..=5]) = pair.as_deref() {
        return outcome(red as u8, yellow as u8);
    }
    fields.fault("roll", format!("{} where null or [red 1 to 6, yellow 0 to 5] belongs (TK-3)", shown(value)));
    NONE
}

/// Whose turn it is and how many rounds are complete; both follow from the sheets when left out.
fn read_turn(game: &Trek12, fields: &mut Fields<'_, '_>, state: &mut State) {
    let waiting = (0..game.players).find(|&seat| state.is_alive(seat) && state.sheets[seat].row == NONE);
    let writing = fields.get("choice").is_some_and(|choice| !choice.is_null());
    let last = (0..game.players).rev().find(|&seat| state.is_alive(seat) && state.sheets[seat].row != NONE);
    let next = if writing { last } else { waiting }.map_or(NONE, |seat| seat as u8);
    let given = fields.seat("seat", game.players as u8, "TK-59");
    state.seat = if state.roll == NONE { NONE } else { given.unwrap_or(Some(next)).unwrap_or(NONE) };
    if state.roll == NONE && given.flatten().is_some() {
        fields.fault("seat", "without a roll nobody decides (TK-60)");
    }
    let filled = |seat: usize| {
        let sheet = &state.sheets[seat];
        i64::from(sheet.filled().count_ones()) - i64::from(sheet.row != NONE && state.is_alive(seat))
    };
    // Those still in the game have filled a circle a round; if nobody is, the last one was defeated in the round after the last circle.
    let alive = (0..game.players).find(|&seat| state.is_alive(seat)).map(filled);
    let most = alive.unwrap_or_else(|| (0..game.players).map(filled).max().unwrap_or(0) + 1).min(game.board.n.into());
    state.round = fields.int("round", 0, game.board.n.into(), most, "TK-8") as u8;
}

fn read_choice(game: &Trek12, fields: &mut Fields<'_, '_>, state: &mut State) {
    let Some(value) = fields.get("choice").filter(|value| !value.is_null()) else { return };
    let path = fields.path("choice");
    let faults = fields.faults();
    let before = faults.len();
    let mut choice = Fields::new(value, &path, CHOICE_KEYS, faults);
    if value.is_object() && choice.get("circle").is_none() {
        choice.fault("circle", "it is missing");
    }
    state.writing = choice.int("circle", 0, i64::from(game.board.n) - 1, 0, "TK-62") as u8;
    state.below = read_ids(game, &mut choice, "below");
    state.above = read_ids(game, &mut choice, "above");
    if state.below | state.above == 0 && faults.len() == before {
        faults.push(Fault::malformed(path, "a choice has candidates, below or above (TK-62)"));
    }
}

fn read_players(game: &Trek12, fields: &mut Fields<'_, '_>, state: &mut State) {
    let Some(value) = fields.get("players") else { return };
    let Some(players) = value.as_array().filter(|players| players.len() == game.players) else {
        let message = format!("{} where a list of {} maps belongs, one for each player (TK-1)", shown(value), game.players);
        fields.fault("players", message);
        return;
    };
    for (seat, value) in players.iter().enumerate() {
        let path = format!("players[{seat}]");
        let before = fields.faults().len();
        let (parts, has_fallen, is_lost) = read_player(game, value, &path, fields.faults());
        if is_lost {
            state.alive &= !(1 << seat);
        }
        if has_fallen {
            state.fallen |= 1 << seat;
        }
        // Faults in links or numbers leave nothing to count.
        if fields.faults().len() == before {
            let mut faults = Vec::new();
            super::check::sheet_parts(game, &parts, |field| format!("players[{seat}].{field}"), &mut faults);
            if faults.is_empty() {
                state.sheets[seat] = recount(&game.board, &parts);
            }
            fields.faults().append(&mut faults);
        }
    }
}

/// One player's sheet, whether the player was defeated in this round, and whether at all.
fn read_player(game: &Trek12, value: &Value, path: &str, faults: &mut Vec<Fault>) -> (Parts, bool, bool) {
    let mut parts = Parts::new();
    let mut fields = Fields::new(value, path, PLAYER_KEYS, faults);
    let n = usize::from(game.board.n);
    read_numbers(game, &mut fields, &mut parts);
    read_links(game, &mut fields, &mut parts);
    read_ticked(game, &mut fields, &mut parts);
    parts.failed = read_ids(game, &mut fields, "failed");
    parts.flags = read_ids(game, &mut fields, "flags");
    parts.top = read_ids(game, &mut fields, "top");
    let is_lost = match fields.get("lost") {
        None | Some(Value::Bool(false)) => false,
        Some(Value::Bool(true)) => true,
        Some(other) => {
            fields.fault("lost", format!("{} where true or false belongs (TK-57)", shown(other)));
            false
        }
    };
    let mut has_move = false;
    if let Some(value) = fields.get("move").filter(|value| !value.is_null()) {
        has_move = true;
        let path = fields.path("move");
        let mut last = Fields::new(value, &path, MOVE_KEYS, fields.faults());
        let is_set = |last: &Fields<'_, '_>, key: &str| last.get(key).is_some_and(|value| !value.is_null());
        if is_set(&last, "row") || is_set(&last, "circle") {
            parts.row = last.int("row", 0, i64::from(game.board.rows) - 1, i64::from(NONE), "TK-63") as u8;
            parts.circle = last.int("circle", 0, n as i64 - 1, i64::from(NONE), "TK-63") as u8;
        } else if !is_lost && value.is_object() {
            last.fault("row", "only a defeat has neither row nor circle (TK-42)");
        }
    }
    (parts, is_lost && has_move, is_lost)
}

pub(super) fn read_numbers(game: &Trek12, fields: &mut Fields<'_, '_>, parts: &mut Parts) {
    let n = usize::from(game.board.n);
    if fields.get("numbers").is_none() {
        return;
    }
    let numbers = fields.list("numbers", n);
    if numbers.len() != n && fields.get("numbers").is_some_and(|value| value.as_array().is_some_and(|list| list.len() < n)) {
        fields.fault("numbers", format!("{} entries where the board has {n} circles", numbers.len()));
    }
    for (circle, entry) in numbers.iter().enumerate() {
        if let Some(value) = read_number(entry) {
            parts.values[circle] = value;
        } else {
            let message = format!("{} where a number from 0 to 12, \"face\" or null belongs (TK-6)", shown(entry));
            fields.fault(&format!("numbers[{circle}]"), message);
        }
    }
}

/// What stands for a number, a face or nothing.
fn read_number(value: &Value) -> Option<u8> {
    match value {
        Value::Null => Some(EMPTY),
        Value::String(text) if text == "face" => Some(FACE),
        _ => value.as_u64().filter(|&number| number <= LARGEST[0].into()).map(|number| number as u8),
    }
}

pub(super) fn read_links(game: &Trek12, fields: &mut Fields<'_, '_>, parts: &mut Parts) {
    for (index, entry) in fields.list("links", MAX_CIRCLES).iter().enumerate() {
        let ids: Option<Vec<u64>> = entry.as_array().and_then(|pair| pair.iter().map(Value::as_u64).collect());
        let message = match ids.as_deref() {
            Some(&[low, high]) if low < game.board.n.into() && high < game.board.n.into() => {
                let slot = &mut parts.up[low as usize];
                if *slot == NONE {
                    *slot = high as u8;
                    continue;
                }
                format!("circle {low} has two links above (TK-15, TK-74)")
            }
            _ => format!("{} where a pair of circles from 0 to {} belongs", shown(entry), game.board.n - 1),
        };
        fields.fault(&format!("links[{index}]"), message);
    }
}

fn read_ticked(game: &Trek12, fields: &mut Fields<'_, '_>, parts: &mut Parts) {
    let tables = usize::from(game.board.rows) / ROWS;
    if fields.get("ticked").is_none() {
        return;
    }
    let given = fields.list("ticked", tables);
    if given.len() != tables {
        fields.fault("ticked", format!("a list for each table belongs here, {tables} in all (TK-5)"));
    }
    for (table, value) in given.iter().enumerate() {
        let counts: Option<Vec<u64>> = value.as_array().and_then(|counts| counts.iter().map(Value::as_u64).collect());
        match counts.filter(|counts| counts.len() == ROWS && counts.iter().all(|&count| count <= 15)) {
            Some(counts) => {
                for (row, &count) in parts.ticked[table * ROWS..].iter_mut().zip(&counts) {
                    *row = count as u8;
                }
            }
            None => fields.fault(&format!("ticked[{table}]"), "five numbers from 0 to 15 belong here, in the order of TK-4"),
        }
    }
}

/// A list of different circles.
pub(super) fn read_ids(game: &Trek12, fields: &mut Fields<'_, '_>, key: &str) -> Mask {
    let mut ids = Vec::new();
    for (index, entry) in fields.list(key, MAX_CIRCLES).iter().enumerate() {
        match entry.as_u64().filter(|&id| id < game.board.n.into()).map(|id| id as u8) {
            Some(id) if ids.contains(&id) => fields.fault(&format!("{key}[{index}]"), format!("circle {id} is there twice")),
            Some(id) => ids.push(id),
            None => {
                let message = format!("{} where a circle from 0 to {} belongs", shown(entry), game.board.n - 1);
                fields.fault(&format!("{key}[{index}]"), message);
            }
        }
    }
    mask(&ids)
}

/// Bytes of the fields for all, and of one player's sheet without its links, which are as many as circles.
const HEAD: usize = 3 * 4 + 5 + 1;
const FIXED: usize = 4 * 4 + 3 * 4 + MAX_ROWS + 2;
/// Bytes of a payload at most.
pub(super) const PAYLOAD_SIZE: usize = HEAD + MAX_PLAYERS * (FIXED + MAX_CIRCLES);

pub(super) fn encode(game: &Trek12, state: &State, writer: &mut Writer) {
    writer.u32(state.below);
    writer.u32(state.above);
    writer.u16(state.alive);
    writer.u16(state.fallen);
    for byte in [state.writing, state.roll, state.seat, state.round, state.players, state.is_study.into()] {
        writer.u8(byte);
    }
    for sheet in state.sheets() {
        for word in sheet.planes.iter().chain(&[sheet.failed, sheet.flags, sheet.top]) {
            writer.u32(*word);
        }
        let mut up = [NONE; MAX_CIRCLES];
        for (low, high) in sheet.links() {
            up[usize::from(low & 31)] = high;
        }
        writer.bytes(&up[..usize::from(game.board.n)]);
        writer.bytes(&sheet.ticked);
        writer.bytes(&[sheet.row, sheet.circle]);
    }
}

pub(super) fn decode(game: &Trek12, reader: &mut Reader<'_>) -> Result<State, DecodeError> {
    let mut state = State::new(&game.board, game.players);
    state.below = reader.u32()?;
    state.above = reader.u32()?;
    state.alive = reader.u16()?;
    state.fallen = reader.u16()?;
    let [writing, roll, seat, round, players, study] = reader.array()?;
    (state.writing, state.roll, state.seat, state.round) = (writing, roll, seat, round);
    if usize::from(players) != game.players || study > 1 {
        return Err(DecodeError(format!("{players} players, flag {study}: the game has {} players, and a flag is 0 or 1", game.players)));
    }
    state.is_study = study == 1;
    for seat in 0..game.players {
        state.sheets[seat] = decode_sheet(game, seat, reader)?;
    }
    Ok(state)
}

fn decode_sheet(game: &Trek12, seat: usize, reader: &mut Reader<'_>) -> Result<Sheet, DecodeError> {
    let mut parts = Parts::new();
    let planes = [reader.u32()?, reader.u32()?, reader.u32()?, reader.u32()?];
    let empty = Sheet { planes, ..Sheet::new(&game.board) };
    for (circle, value) in parts.values.iter_mut().enumerate() {
        *value = empty.value(circle as u8);
    }
    parts.failed = reader.u32()?;
    parts.flags = reader.u32()?;
    parts.top = reader.u32()?;
    for (slot, &high) in parts.up.iter_mut().zip(reader.bytes(game.board.n.into())?) {
        *slot = high;
    }
    parts.ticked = reader.array()?;
    [parts.row, parts.circle] = reader.array()?;
    // Only sound links can be followed.
    let mut faults = Vec::new();
    super::check::sheet_parts(game, &parts, |field| format!("players[{seat}].{field}"), &mut faults);
    match faults.first() {
        None => Ok(recount(&game.board, &parts)),
        Some(fault) => Err(DecodeError(format!("the bytes are no possible state: {fault}"))),
    }
}
