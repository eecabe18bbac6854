//! Positions as plain values and as bytes.

use super::check::{MOST_BUTTONS, MOST_INCOME, check};
use super::state::{NOBODY, Placed, Quilt, SIDE, Stage, State};
use super::tables::{LAST_SPACE, PATCH_TABLE, PATCHES, SPECIAL_LINES, STARTING_BUTTONS};
use crate::codec::{Reader, Writer};
use crate::error::{DecodeError, Fault, Severity};
use crate::value::{Fields, shown};
use serde_json::{Value, json};

const KEYS: &[&str] = &["phase", "circle", "players", "on_top", "special_patches", "tile_owner", "to_place", "first_on_last"];
const PLAYER_KEYS: &[&str] = &["position", "buttons", "income", "quilt", "patches"];
const PATCH_KEYS: &[&str] = &["patch", "orientation", "row", "col"];

/// Lines that still hold their special patch: those ahead of both tokens (PW-63).
pub(super) fn special_lines_left(track: usize, state: &State) -> impl Iterator<Item = u8> {
    let ahead = state.position[0].max(state.position[1]);
    SPECIAL_LINES[track].into_iter().filter(move |&line| line > ahead)
}

fn phase(state: &State) -> &'static str {
    if state.stage == Stage::Setup {
        "setup"
    } else if state.position == [LAST_SPACE; 2] && state.to_place == NOBODY {
        "over"
    } else {
        "play"
    }
}

fn seat(seat: u8) -> Value {
    if seat == NOBODY { Value::Null } else { json!(seat) }
}

pub(super) fn to_value(track: usize, state: &State) -> Value {
    let player = |seat: usize| {
        let cell = |cell: usize| if state.quilts[seat] >> cell & 1 == 1 { '#' } else { '.' };
        let quilt: Vec<String> = (0..SIDE).map(|row| (row * SIDE..(row + 1) * SIDE).map(cell).collect()).collect();
        let own = |placed: Placed| match placed.place {
            Some((owner, orientation, cell)) if usize::from(owner) == seat => {
                Some(json!({"patch": placed.patch, "orientation": orientation, "row": cell / 9, "col": cell % 9}))
            }
            _ => None,
        };
        // The ring holds the newest first; people read in the order of buying.
        let patches: Vec<Value> = state.placed().rev().filter_map(own).collect();
        json!({
            "position": state.position[seat],
            "buttons": state.buttons[seat],
            "income": state.income[seat],
            "quilt": quilt,
            "patches": patches,
        })
    };
    json!({
        "phase": phase(state),
        "circle": state.circle(),
        "players": [player(0), player(1)],
        "on_top": seat(state.on_top),
        "special_patches": special_lines_left(track, state).collect::<Vec<_>>(),
        "tile_owner": seat(state.tile_owner),
        "to_place": seat(state.to_place),
        "first_on_last": seat(state.first_on_last),
    })
}

/// What one player's map says.
#[derive(Default)]
struct Player {
    position: u8,
    buttons: u16,
    income: u8,
    quilt: Quilt,
    patches: Vec<Placed>,
}

pub(super) fn from_value(track: usize, starting_player: u8, value: &Value, strict: bool) -> Result<State, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut fields = Fields::new(value, "", KEYS, &mut faults);
    let circle = read_circle(&mut fields);
    let players = match fields.get("players").map(Value::as_array) {
        None => Some([&Value::Null; 2]),
        Some(list) => list.and_then(|list| <[&Value; 2]>::try_from(list.iter().collect::<Vec<_>>()).ok()),
    };
    if players.is_none() {
        fields.fault("players", "a list of exactly two maps belongs here (PW-1)");
    }
    let players = players.unwrap_or([&Value::Null; 2]);
    let players = [read_player(players[0], 0, fields.faults()), read_player(players[1], 1, fields.faults())];
    let mut state = State::new(starting_player);
    for (seat, player) in players.iter().enumerate() {
        state.position[seat] = player.position;
        state.buttons[seat] = player.buttons;
        state.income[seat] = player.income;
        state.quilts[seat] = player.quilt;
        state.covered[seat] = player.quilt.count_ones() as u8;
    }
    state.tile_owner = fields.seat("tile_owner", 2, "PW-39").flatten().unwrap_or(NOBODY);
    state.to_place = fields.seat("to_place", 2, "PW-34").flatten().unwrap_or(NOBODY);
    read_turn(&mut fields, &mut state, starting_player);
    let untouched = state == State::new(starting_player) && players.iter().all(|player| player.patches.is_empty());
    let named = fields.get("phase");
    let wanted = match named.map(Value::as_str) {
        None => {
            if untouched && !circle.contains(&0) {
                "setup"
            } else {
                ""
            }
        }
        Some(Some(name @ ("setup" | "play" | "over"))) => name,
        Some(_) => {
            fields.fault("phase", r#"it is one of "setup", "play", "over""#);
            ""
        }
    };
    state.stage = if wanted == "setup" { Stage::Setup } else { Stage::Play };
    fill_ring(&mut fields, &mut state, &circle, &players);
    if matches!(wanted, "play" | "over") && phase(&state) != wanted {
        fields.fault("phase", format!("the rest of the position says {:?} (PW-42)", phase(&state)));
    }
    if let Some(given) = fields.get("special_patches") {
        let left: Vec<u8> = special_lines_left(track, &state).collect();
        if *given != json!(left) {
            fields.fault("special_patches", format!("the lines ahead of both tokens hold their patches, here {left:?} (PW-63)"));
        }
    }
    // Only a position without faults of form is worth checking for sense.
    if faults.is_empty() {
        faults = check(track, &state);
        state.study = !strict && faults.iter().any(|fault| fault.severity == Severity::Unreachable);
    }
    crate::play::refuse_faults(faults, strict)?;
    Ok(state)
}

/// The circle's ids, each a patch and none twice (PW-3, PW-59).
fn read_circle(fields: &mut Fields<'_, '_>) -> Vec<u16> {
    let mut circle: Vec<u16> = Vec::new();
    for (index, entry) in fields.list("circle", PATCHES).iter().enumerate() {
        match entry.as_u64().filter(|&id| id < PATCHES as u64) {
            Some(id) if circle.contains(&(id as u16)) => {
                fields.fault(&format!("circle[{index}]"), format!("patch {id} lies twice in it (PW-59)"));
            }
            Some(id) => circle.push(id as u16),
            None => fields.fault(&format!("circle[{index}]"), format!("{} where a patch from 0 to 32 belongs (PW-3)", shown(entry))),
        }
    }
    circle
}

/// Who is on top and who came first; what follows from the positions may be left out (PW-12, PW-45, PW-50).
fn read_turn(fields: &mut Fields<'_, '_>, state: &mut State, starting_player: u8) {
    let [a, b] = state.position;
    let on_top = fields.seat("on_top", 2, "PW-12");
    state.on_top = if a == b && a < LAST_SPACE { on_top.unwrap_or(Some(starting_player)).unwrap_or(NOBODY) } else { NOBODY };
    state.first_on_last = match (fields.seat("first_on_last", 2, "PW-45"), a == LAST_SPACE, b == LAST_SPACE) {
        (Some(first), ..) => first.unwrap_or(NOBODY),
        (None, true, false) => 0,
        (None, false, true) => 1,
        (None, ..) => NOBODY,
    };
}

/// Fills circle and placed patches into the ring; what is nowhere lies on a board that does not say where (PW-80).
fn fill_ring(fields: &mut Fields<'_, '_>, state: &mut State, circle: &[u16], players: &[Player; 2]) {
    state.circle_len = circle.len() as u8;
    let mut missing: Vec<u16> = (0..PATCHES as u16).filter(|id| !circle.contains(id)).collect();
    state.ring[..circle.len()].copy_from_slice(circle);
    if state.stage == Stage::Setup {
        // Ascending with patch 0 last, as the set-up keeps them; a circle with patch 0 in it is refused by the check.
        let has_zero = missing.first() == Some(&0);
        missing.rotate_left(usize::from(has_zero));
        state.ring[circle.len()..].copy_from_slice(&missing);
        for (seat, player) in players.iter().enumerate() {
            if !player.patches.is_empty() {
                fields.fault(&format!("players[{seat}].patches"), "while the circle is drawn nobody has a patch (PW-76)");
            }
        }
        return;
    }
    let mut placed: Vec<Placed> = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        for patch in &player.patches {
            let id = u16::from(patch.patch);
            if missing.contains(&id) {
                missing.retain(|&other| other != id);
                placed.push(*patch);
            } else {
                fields.fault(&format!("players[{seat}].patches"), format!("patch {id} is in the circle, or on boards twice (PW-59)"));
            }
        }
    }
    let unknown = missing.iter().map(|&id| Placed { patch: id as u8, place: None });
    let oldest_first: Vec<Placed> = unknown.chain(placed).collect();
    for (entry, placed) in state.ring.iter_mut().rev().zip(oldest_first) {
        *entry = placed.code();
    }
}

fn read_player(value: &Value, seat: usize, faults: &mut Vec<Fault>) -> Player {
    let path = format!("players[{seat}]");
    let mut player = Player { buttons: STARTING_BUTTONS, ..Player::default() };
    if value.is_null() {
        return player;
    }
    let mut fields = Fields::new(value, &path, PLAYER_KEYS, faults);
    player.position = fields.int("position", 0, LAST_SPACE.into(), 0, "PW-6") as u8;
    player.buttons = fields.int("buttons", 0, MOST_BUTTONS.into(), STARTING_BUTTONS.into(), "PW-37") as u16;
    let entries = fields.list("patches", PATCHES);
    for (index, entry) in entries.iter().enumerate() {
        let path = fields.path(&format!("patches[{index}]"));
        player.patches.extend(read_placed(entry, &path, seat as u8, fields.faults()));
    }
    let printed: i64 = player.patches.iter().map(|placed| i64::from(PATCH_TABLE[usize::from(placed.patch)].income)).sum();
    player.income = fields.int("income", 0, MOST_INCOME.into(), printed.min(MOST_INCOME.into()), "PW-26") as u8;
    if fields.get("quilt").is_some() {
        player.quilt = read_quilt(&mut fields);
    } else {
        for placed in &player.patches {
            if let Some((_, orientation, cell)) = placed.place {
                player.quilt |= PATCH_TABLE[usize::from(placed.patch)].oriented[usize::from(orientation)].mask << cell;
            }
        }
    }
    player
}

/// Nine rows of nine characters (PW-1).
fn read_quilt(fields: &mut Fields<'_, '_>) -> Quilt {
    let mut quilt = 0;
    let rows = fields.list("quilt", SIDE);
    if rows.len() != SIDE {
        fields.fault("quilt", format!("{} rows where nine belong (PW-1)", rows.len()));
    }
    for (index, row) in rows.iter().enumerate() {
        match row.as_str().filter(|text| text.len() == SIDE && text.bytes().all(|cell| matches!(cell, b'#' | b'.'))) {
            Some(text) => {
                for (col, cell) in text.bytes().enumerate() {
                    quilt |= Quilt::from(cell == b'#') << (index * SIDE + col);
                }
            }
            None => fields.fault(&format!("quilt[{index}]"), format!("{} where nine characters # or . belong (PW-1)", shown(row))),
        }
    }
    quilt
}

fn read_placed(value: &Value, path: &str, seat: u8, faults: &mut Vec<Fault>) -> Option<Placed> {
    let before = faults.len();
    let mut fields = Fields::new(value, path, PATCH_KEYS, faults);
    for key in PATCH_KEYS {
        if value.is_object() && fields.get(key).is_none() {
            fields.fault(key, "it is missing");
        }
    }
    let patch = fields.int("patch", 0, PATCHES as i64 - 1, 0, "PW-3") as u8;
    let orientation = fields.int("orientation", 0, 7, 0, "PW-56") as u8;
    let row = fields.int("row", 0, SIDE as i64 - 1, 0, "PW-53") as u8;
    let col = fields.int("col", 0, SIDE as i64 - 1, 0, "PW-53") as u8;
    if faults.len() > before {
        return None;
    }
    let table = &PATCH_TABLE[usize::from(patch)];
    if !table.has_orientation(orientation) {
        faults.push(Fault::malformed(
            path,
            format!("patch {patch} has the orientations {:?}, not {orientation} (PW-57)", table.orientations()),
        ));
        return None;
    }
    if !table.oriented[usize::from(orientation)].fits(row * 9 + col) {
        faults.push(Fault::malformed(path, format!("patch {patch} sticks out of the board there (PW-23)")));
        return None;
    }
    Some(Placed { patch, place: Some((seat, orientation, row * 9 + col)) })
}

/// Bytes of a payload: boards, ring, buttons, and eleven small fields.
pub(super) const PAYLOAD_SIZE: usize = 2 * 16 + 2 * PATCHES + 2 * 2 + 11;

pub(super) fn encode(state: &State, writer: &mut Writer) {
    let mut bytes = [0; PAYLOAD_SIZE];
    let (boards, rest) = bytes.split_at_mut(32);
    for (bytes, quilt) in boards.chunks_exact_mut(16).zip(state.quilts) {
        bytes.copy_from_slice(&quilt.to_le_bytes());
    }
    let (words, _) = rest.as_chunks_mut::<2>();
    for (pair, word) in words.iter_mut().zip(state.ring) {
        *pair = word.to_le_bytes();
    }
    for (pair, word) in words.iter_mut().skip(PATCHES).zip(state.buttons) {
        *pair = word.to_le_bytes();
    }
    let [a, b] = state.position;
    let [c, d] = state.income;
    let stage = u8::from(state.stage == Stage::Play);
    let tail =
        [a, b, c, d, state.circle_len, stage, state.on_top, state.tile_owner, state.to_place, state.first_on_last, state.study.into()];
    bytes[PAYLOAD_SIZE - tail.len()..].copy_from_slice(&tail);
    writer.bytes(&bytes);
}

pub(super) fn decode(reader: &mut Reader<'_>) -> Result<State, DecodeError> {
    let mut state = State::new(0);
    state.quilts = [reader.u128()?, reader.u128()?];
    state.covered = state.quilts.map(|quilt| quilt.count_ones() as u8);
    for (code, pair) in state.ring.iter_mut().zip(reader.bytes(2 * PATCHES)?.as_chunks::<2>().0) {
        *code = u16::from_le_bytes(*pair);
    }
    state.buttons = [reader.u16()?, reader.u16()?];
    let [a, b, c, d, circle_len, stage, on_top, tile_owner, to_place, first_on_last, study] = reader.array()?;
    state.position = [a, b];
    state.income = [c, d];
    state.circle_len = circle_len;
    state.stage = if flag(stage)? { Stage::Play } else { Stage::Setup };
    state.on_top = on_top;
    state.tile_owner = tile_owner;
    state.to_place = to_place;
    state.first_on_last = first_on_last;
    state.study = flag(study)?;
    Ok(state)
}

fn flag(byte: u8) -> Result<bool, DecodeError> {
    match byte {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(DecodeError(format!("{other} where a flag, 0 or 1, belongs"))),
    }
}
