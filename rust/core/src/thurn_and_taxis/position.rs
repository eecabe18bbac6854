//! Positions as plain values and as bytes; `tests/scenarios/README.md` describes the value.

use super::ThurnAndTaxis;
use super::check::check;
use super::state::{Deal, End, MOST_COUNTED, NONE, OFFICIALS, Official, POINTS, Player, Point, State};
use super::tables::{CARRIAGES, Counts, MAX_CITIES, MAX_SEATS, MAX_STACKS, Mask, bit, cities};
use crate::codec::{Reader, Writer};
use crate::error::{DecodeError, Fault};
use crate::value::{Fields, shown};
use serde_json::{Value, json};

const KEYS: &[&str] = &[
    "phase",
    "turn",
    "owner",
    "point",
    "deal",
    "began_empty",
    "official",
    "supply",
    "discard",
    "display",
    "stacks",
    "game_end",
    "placed",
    "last_discard",
    "players",
];
const PLAYER_KEYS: &[&str] = &["hand", "row", "houses", "carriage", "tiles", "closes"];
const HAND_KEYS: &[&str] = &["known", "new", "old"];

fn optional(number: u8) -> Value {
    if number == NONE { Value::Null } else { json!(number) }
}

pub(super) fn to_value(game: &ThurnAndTaxis, state: &State) -> Value {
    let n = usize::from(game.map.n);
    let counts = |counts: &Counts| json!(counts[..n]);
    let phase = match (state.end, state.deal) {
        (End::NotYet, Deal::Nothing) => "decide",
        (End::NotYet, _) => "deal",
        _ => "over",
    };
    let point = POINTS.iter().find(|&&(point, _)| point == state.point && state.end == End::NotYet).map(|&(_, name)| name);
    let official = OFFICIALS.iter().find(|&&(official, name)| official == state.official && !name.is_empty()).map(|&(_, name)| name);
    let deal = match state.deal {
        Deal::Nothing => None,
        Deal::Display => Some("display"),
        Deal::FaceDown => Some("face_down"),
    };
    let stacks: Vec<usize> =
        game.map.stacks.iter().zip(&state.taken).map(|(stack, &taken)| stack.values.len() - usize::from(taken)).collect();
    let player = |(seat, player): (usize, &Player)| {
        let tiles: Vec<Vec<u8>> = game
            .map
            .stacks
            .iter()
            .enumerate()
            .map(|(index, stack)| {
                let taken = 0..usize::from(state.taken[index]);
                taken.filter(|&tile| usize::from(state.tile_owner(index, tile)) == seat).map(|tile| stack.values[tile]).collect()
            })
            .collect();
        json!({
            "hand": {"known": counts(&player.known), "new": counts(&player.new), "old": counts(&player.old)},
            "row": player.row(),
            "houses": cities(player.houses).collect::<Vec<_>>(),
            "carriage": player.carriage,
            "tiles": tiles,
            "closes": player.closes,
        })
    };
    json!({
        "phase": phase,
        "turn": state.turn,
        "owner": state.owner,
        "point": point,
        "deal": deal,
        "began_empty": state.began_empty,
        "official": official,
        "supply": counts(&state.supply),
        "discard": counts(&state.discard),
        "display": counts(&state.display),
        "stacks": stacks,
        "game_end": optional(state.ender),
        "placed": cities(state.placed).collect::<Vec<_>>(),
        "last_discard": optional(state.last_discard),
        "players": state.players().iter().enumerate().map(player).collect::<Vec<_>>(),
    })
}

pub(super) fn from_value(game: &ThurnAndTaxis, value: &Value, strict: bool) -> Result<State, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut state = State::new(&game.map, game.players, game.start_player);
    let mut fields = Fields::new(value, "", KEYS, &mut faults);
    state.turn = fields.int("turn", 0, MOST_COUNTED.into(), 0, "TT-53") as u32;
    state.owner = fields.int("owner", 0, game.players as i64 - 1, i64::from(game.start_player), "TT-9") as u8;
    read_turn(&mut fields, &mut state);
    let mut pile = |key: &str, counts: &mut Counts| read_counts(game, &mut fields, key, counts);
    pile("supply", &mut state.supply);
    pile("discard", &mut state.discard);
    pile("display", &mut state.display);
    state.ender = fields.seat("game_end", game.players as u8, "TT-42").flatten().unwrap_or(NONE);
    state.placed = read_cities(game, &mut fields, "placed").iter().fold(0, |set, &city| set | bit(city));
    if let Some(value) = fields.get("last_discard").filter(|value| !value.is_null()) {
        match value.as_u64().filter(|&city| city < game.map.n.into()) {
            Some(city) => state.last_discard = city as u8,
            None => fields.fault("last_discard", format!("{} where a city or null belongs (TT-73)", shown(value))),
        }
    }
    read_players(game, &mut fields, &mut state);
    if let Some(given) = fields.get("stacks") {
        let left: Vec<usize> =
            game.map.stacks.iter().zip(&state.taken).map(|(stack, &taken)| stack.values.len() - usize::from(taken)).collect();
        if *given != json!(left) {
            fields.fault("stacks", format!("with the tiles of the players {left:?} are left (TT-79)"));
        }
    }
    derive(&mut state);
    // Only a position without faults of form is worth checking for sense.
    if faults.is_empty() {
        faults = check(game, &state);
        state.is_study = !strict && !faults.is_empty();
    }
    crate::play::refuse_faults(faults, strict)?;
    Ok(state)
}

/// Phase, point, deal, official.
fn read_turn(fields: &mut Fields<'_, '_>, state: &mut State) {
    let word = |fields: &mut Fields<'_, '_>, key: &str, accepted: &[&str]| -> Option<Option<usize>> {
        let value = fields.get(key)?;
        if value.is_null() {
            return Some(None);
        }
        let found = value.as_str().and_then(|text| accepted.iter().position(|&word| word == text && !word.is_empty()));
        if found.is_none() {
            let words: Vec<&str> = accepted.iter().copied().filter(|word| !word.is_empty()).collect();
            fields.fault(key, format!("{} where one of {} belongs", shown(value), words.join(", ")));
        }
        found.map(Some)
    };
    let phase = word(fields, "phase", &["deal", "decide", "over"]);
    if phase == Some(None) {
        fields.fault("phase", "null where one of deal, decide, over belongs (TT-100)");
    }
    let phase = phase.flatten();
    let points: Vec<&str> = POINTS.iter().map(|&(_, name)| name).collect();
    let point = word(fields, "point", &points);
    let deal = word(fields, "deal", &["display", "face_down"]);
    let officials: Vec<&str> = OFFICIALS.iter().map(|&(_, name)| name).collect();
    let official = word(fields, "official", &officials);
    if let Some(Some(index)) = point {
        state.point = POINTS[index].0;
    }
    // The phase follows from point and deal (TT-100); a deal that is left out is that of the start, unless the phase has none.
    let is_over = point.map_or(phase == Some(2), |point| point.is_none());
    state.deal = match deal {
        Some(None) => Deal::Nothing,
        Some(Some(0)) => Deal::Display,
        Some(Some(_)) => Deal::FaceDown,
        None if matches!(phase, Some(1 | 2)) => Deal::Nothing,
        None => Deal::Display,
    };
    if is_over {
        if state.deal != Deal::Nothing {
            fields.fault("deal", "after the end nothing is dealt (TT-46)");
        }
        // How it ended follows from the game-end tile; see `read_players`.
        (state.end, state.point, state.deal) = (End::Truncated, Point::EndTurn, Deal::Nothing);
    }
    let says = if is_over { 2 } else { usize::from(state.deal == Deal::Nothing) };
    if phase.is_some_and(|phase| phase != says) {
        fields.fault("phase", "point and deal say something else (TT-61, TT-100)");
    }
    state.official = official.flatten().map_or(Official::Free, |index| OFFICIALS[index].0);
    match fields.get("began_empty") {
        None => {}
        Some(Value::Bool(flag)) => state.began_empty = *flag,
        Some(other) => fields.fault("began_empty", format!("{} where true or false belongs (TT-15)", shown(other))),
    }
}

fn read_counts(game: &ThurnAndTaxis, fields: &mut Fields<'_, '_>, key: &str, counts: &mut Counts) {
    if fields.get(key).is_none() {
        return;
    }
    let n = usize::from(game.map.n);
    let list = fields.list(key, n);
    *counts = [0; MAX_CITIES];
    if list.len() != n {
        fields.fault(key, format!("a list with one number for each of the {n} cities belongs here"));
        return;
    }
    for (city, entry) in list.iter().enumerate() {
        match entry.as_u64().filter(|&count| count <= game.map.copies.into()) {
            Some(count) => counts[city] = count as u8,
            None => fields.fault(&format!("{key}[{city}]"), format!("{} where 0 to {} cards belong (TT-3)", shown(entry), game.map.copies)),
        }
    }
}

fn read_cities(game: &ThurnAndTaxis, fields: &mut Fields<'_, '_>, key: &str) -> Vec<u8> {
    let mut ids = Vec::new();
    for (index, entry) in fields.list(key, MAX_CITIES).iter().enumerate() {
        match entry.as_u64().filter(|&id| id < game.map.n.into()).map(|id| id as u8) {
            Some(id) if ids.contains(&id) => fields.fault(&format!("{key}[{index}]"), format!("city {id} is there twice")),
            Some(id) => ids.push(id),
            None => fields.fault(&format!("{key}[{index}]"), format!("{} where a city from 0 to {} belongs", shown(entry), game.map.n - 1)),
        }
    }
    ids
}

fn read_players(game: &ThurnAndTaxis, fields: &mut Fields<'_, '_>, state: &mut State) {
    // A tile taken in the last turn of `max_turns` is no natural end unless the round is over, too (TT-46, TT-53).
    if state.end != End::NotYet && super::rules::is_natural_end(game, state) {
        state.end = End::Natural;
    }
    let Some(value) = fields.get("players") else { return };
    let Some(list) = value.as_array().filter(|list| list.len() == game.players) else {
        fields.fault("players", format!("{} where a list of {} maps belongs, one for each player (TT-1)", shown(value), game.players));
        return;
    };
    let mut held: Vec<Vec<Vec<u8>>> = Vec::new();
    for (seat, value) in list.iter().enumerate() {
        let path = format!("players[{seat}]");
        held.push(read_player(game, value, &path, &mut state.players[seat], fields.faults()));
    }
    for (index, stack) in game.map.stacks.iter().enumerate() {
        hand_out(index, &stack.values, &held, fields, state);
    }
}

/// Which tile of a stack is whose: the highest go first, and of equal ones it does not matter.
fn hand_out(index: usize, values: &[u8], held: &[Vec<Vec<u8>>], fields: &mut Fields<'_, '_>, state: &mut State) {
    let mut left: Vec<Vec<u8>> = held.iter().map(|stacks| stacks.get(index).cloned().unwrap_or_default()).collect();
    let total: usize = left.iter().map(Vec::len).sum();
    if total > values.len() {
        fields.fault("players", format!("{total} tiles of stack {index} where there are {} (TT-79)", values.len()));
        return;
    }
    for (tile, value) in values.iter().take(total).enumerate() {
        let owner = left.iter().position(|tiles| tiles.first() == Some(value));
        let Some(owner) = owner else {
            fields.fault("players", format!("the tiles taken from stack {index} are not its first ones, {:?} (TT-79)", &values[..total]));
            return;
        };
        left[owner].remove(0);
        state.tile_owners[index & 15] |= (owner as u32 & 3) << (2 * (tile & 15));
        state.taken[index & 15] += 1;
        state.players[owner & 3].tile_points += u16::from(*value);
    }
}

fn read_player(game: &ThurnAndTaxis, value: &Value, path: &str, player: &mut Player, faults: &mut Vec<Fault>) -> Vec<Vec<u8>> {
    let mut fields = Fields::new(value, path, PLAYER_KEYS, faults);
    let row = read_cities(game, &mut fields, "row");
    player.row_len = row.len() as u8;
    player.row[..row.len()].copy_from_slice(&row);
    player.houses = read_cities(game, &mut fields, "houses").iter().fold(0, |set, &city| set | bit(city));
    player.carriage = fields.int("carriage", 0, CARRIAGES.1.into(), 0, "TT-6") as u8;
    player.closes = fields.int("closes", 0, MOST_COUNTED.into(), 0, "TT-78") as u32;
    if let Some(hand) = fields.get("hand") {
        let path = fields.path("hand");
        let mut hand = Fields::new(hand, &path, HAND_KEYS, fields.faults());
        read_counts(game, &mut hand, "known", &mut player.known);
        read_counts(game, &mut hand, "new", &mut player.new);
        read_counts(game, &mut hand, "old", &mut player.old);
    }
    let stacks = game.map.stacks.len();
    let mut tiles = Vec::new();
    let list = fields.list("tiles", stacks);
    if fields.get("tiles").is_some() && list.len() != stacks {
        fields.fault("tiles", format!("a list for each of the {stacks} stacks belongs here (TT-79)"));
    }
    for (index, entry) in list.iter().enumerate() {
        let values: Option<Vec<u8>> =
            entry.as_array().and_then(|values| values.iter().map(|value| value.as_u64().and_then(|n| u8::try_from(n).ok())).collect());
        match values {
            Some(values) => tiles.push(values),
            None => fields.fault(&format!("tiles[{index}]"), format!("{} where a list of values belongs (TT-79)", shown(entry))),
        }
    }
    tiles
}

/// What follows from counts and rows.
fn derive(state: &mut State) {
    let sum = |counts: &Counts| counts.iter().map(|&count| u16::from(count)).sum::<u16>();
    let set = |counts: &Counts| (0_u8..).zip(counts).filter(|&(_, &count)| count > 0).fold(0, |set: Mask, (city, _)| set | bit(city));
    state.supply_size = sum(&state.supply);
    state.discard_size = sum(&state.discard);
    state.display_size = sum(&state.display).min(255) as u8;
    state.display_set = set(&state.display);
    for player in &mut state.players {
        player.hand = set(&player.known) | set(&player.new) | set(&player.old);
        player.hand_size = sum(&player.known) + sum(&player.new) + sum(&player.old);
        player.new_size = sum(&player.new);
        player.row_set = player.row().iter().fold(0, |set, &city| set | bit(city));
    }
}

/// Bytes of a payload at most.
pub(super) const PAYLOAD_SIZE: usize = 3 * MAX_CITIES + MAX_STACKS * 5 + 4 + 4 + 10 + MAX_SEATS * (4 * MAX_CITIES + 4 + 4 + 2 + 2);

pub(super) fn encode(game: &ThurnAndTaxis, state: &State, writer: &mut Writer) {
    let n = usize::from(game.map.n);
    for counts in [&state.supply, &state.discard, &state.display] {
        writer.bytes(&counts[..n]);
    }
    for stack in 0..game.map.stacks.len() {
        writer.u8(state.taken[stack]);
        writer.u32(state.tile_owners[stack]);
    }
    writer.u32(state.placed);
    writer.u32(state.turn);
    let point = POINTS.iter().position(|&(point, _)| point == state.point).unwrap_or_default() as u8;
    let official = OFFICIALS.iter().position(|&(official, _)| official == state.official).unwrap_or_default() as u8;
    let deal = [Deal::Nothing, Deal::Display, Deal::FaceDown].iter().position(|&deal| deal == state.deal).unwrap_or_default() as u8;
    let end = [End::NotYet, End::Natural, End::Truncated].iter().position(|&end| end == state.end).unwrap_or_default() as u8;
    let small = [state.seats, state.owner, state.ender, state.last_discard, point, official, deal, end];
    writer.bytes(&small);
    writer.bytes(&[state.began_empty.into(), state.is_study.into()]);
    for player in state.players() {
        for list in [&player.known, &player.new, &player.old, &player.row] {
            writer.bytes(&list[..n]);
        }
        writer.u32(player.houses);
        writer.u32(player.closes);
        writer.u16(player.tile_points);
        writer.bytes(&[player.row_len, player.carriage]);
    }
}

pub(super) fn decode(game: &ThurnAndTaxis, reader: &mut Reader<'_>) -> Result<State, DecodeError> {
    let n = usize::from(game.map.n);
    let mut state = State::new(&game.map, game.players, game.start_player);
    let read = |reader: &mut Reader<'_>| -> Result<Counts, DecodeError> {
        let mut counts = [0; MAX_CITIES];
        counts[..n].copy_from_slice(reader.bytes(n)?);
        // More than there are of a city would not fit the sums.
        match counts.iter().find(|&&count| count > 9.max(game.map.n)) {
            None => Ok(counts),
            Some(count) => Err(DecodeError(format!("{count} where a number of cards or a city belongs"))),
        }
    };
    state.supply = read(reader)?;
    state.discard = read(reader)?;
    state.display = read(reader)?;
    for stack in 0..game.map.stacks.len().min(MAX_STACKS) {
        state.taken[stack] = reader.u8()?;
        state.tile_owners[stack] = reader.u32()?;
    }
    state.placed = reader.u32()?;
    state.turn = reader.u32()?;
    let [seats, owner, ender, last_discard, point, official, deal, end, began_empty, study] = reader.array()?;
    if usize::from(seats) != game.players {
        return Err(DecodeError(format!("{seats} players where the game has {}", game.players)));
    }
    (state.owner, state.ender, state.last_discard) = (owner, ender, last_discard);
    let no = |what: &str, byte: u8| DecodeError(format!("{byte} is no {what}"));
    state.point = POINTS.get(usize::from(point)).ok_or_else(|| no("point of a turn", point))?.0;
    state.official = OFFICIALS.get(usize::from(official)).ok_or_else(|| no("official", official))?.0;
    state.deal = *[Deal::Nothing, Deal::Display, Deal::FaceDown].get(usize::from(deal)).ok_or_else(|| no("deal", deal))?;
    state.end = *[End::NotYet, End::Natural, End::Truncated].get(usize::from(end)).ok_or_else(|| no("end", end))?;
    if began_empty > 1 || study > 1 {
        return Err(DecodeError("a flag is 0 or 1".to_owned()));
    }
    (state.began_empty, state.is_study) = (began_empty == 1, study == 1);
    for seat in 0..game.players {
        let [known, new, old, row] = [read(reader)?, read(reader)?, read(reader)?, read(reader)?];
        let player = &mut state.players[seat];
        (player.known, player.new, player.old, player.row) = (known, new, old, row);
        player.houses = reader.u32()?;
        player.closes = reader.u32()?;
        player.tile_points = reader.u16()?;
        [player.row_len, player.carriage] = reader.array()?;
    }
    derive(&mut state);
    Ok(state)
}
