//! The invariants of Thurn and Taxis at the door, broken one at a time: where each fault is, by which rule, and how bad it is.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod thurn_and_taxis;

use serde_json::{Value, json};
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::thurn_and_taxis::tables::Goal;
use spielwerk::{Actor, Fault, Game, Play, Rng, Severity};
use thurn_and_taxis::{State, after, on, play_on};

const MALFORMED: Severity = Severity::Malformed;
const UNREACHABLE: Severity = Severity::Unreachable;

fn refused(game: &ThurnAndTaxis, value: &Value, strict: bool) -> Vec<Fault> {
    game.from_value(value, strict).expect_err(&value.to_string())
}

/// Payload and frame: everything between the shared header and the checksum.
fn payload(game: &ThurnAndTaxis, state: &State) -> Vec<u8> {
    let bytes = game.to_bytes(state);
    let start = game.header().frame(0, |_| ()).len() - 4;
    bytes[start..bytes.len() - 4].to_vec()
}

fn framed(game: &ThurnAndTaxis, payload: &[u8]) -> Vec<u8> {
    game.header().frame(payload.len(), |writer| writer.bytes(payload))
}

/// Where the payload says that a position is a study.
fn study_flag(game: &ThurnAndTaxis) -> usize {
    3 * game.spec().cities.len() + 5 * game.spec().stacks.len() + 8 + 9
}

/// A malformed position is refused by both doors. One that only no game leads to is refused when asked strictly; else it is a study, which
/// plays on, and which its bytes bring back; without the mark of a study the bytes are refused for the same reason.
fn only_fault(game: &ThurnAndTaxis, value: &Value, path: &str, rule: &str, severity: Severity) {
    let is_it = |fault: &Fault| fault.path == path && fault.message.contains(rule) && fault.severity == severity;
    let strict = refused(game, value, true);
    assert!(strict.iter().any(is_it), "{path} ({rule}): {strict:#?} of {value}");
    match severity {
        Severity::Malformed => {
            let faults = refused(game, value, false);
            assert!(faults.iter().any(is_it), "{path} ({rule}): {faults:#?} of {value}");
        }
        Severity::Unreachable => {
            assert!(strict.iter().all(|fault| fault.severity == severity), "{path} ({rule}): {strict:#?} of {value}");
            let state = game.from_value(value, false).unwrap_or_else(|faults| panic!("no study: {faults:?} {value}"));
            let mut bytes = payload(game, &state);
            assert_eq!(game.from_bytes(&framed(game, &bytes)), Ok(state));
            assert_eq!(std::mem::replace(&mut bytes[study_flag(game)], 0), 1);
            let error = game.from_bytes(&framed(game, &bytes)).expect_err("the mark is gone");
            assert!(error.to_string().contains(&strict[0].message), "{error}");
            play_on(game, state, 300, &mut Rng::new(1, 0));
        }
    }
}

/// A position of a game, to be altered.
struct Position<'a> {
    game: &'a ThurnAndTaxis,
    value: Value,
    rng: Rng,
}

impl Position<'_> {
    fn owner(&self) -> usize {
        self.value["owner"].as_u64().expect("a seat") as usize
    }

    fn count(&self, pile: &str, city: usize) -> u64 {
        self.value[pile][city].as_u64().expect("a count")
    }

    fn is_at(&self, point: &str) -> bool {
        self.value["phase"] == "decide" && self.value["point"] == point
    }

    fn list(&self, seat: usize, key: &str) -> Vec<usize> {
        let id = |value: &Value| value.as_u64().expect("an id") as usize;
        self.value["players"][seat][key].as_array().expect("a list").iter().map(id).collect()
    }

    fn hand(&self, seat: usize) -> u64 {
        let counts = |tag: &str| self.value["players"][seat]["hand"][tag].as_array().into_iter().flatten();
        ["known", "new", "old"].into_iter().flat_map(counts).filter_map(Value::as_u64).sum()
    }

    /// A city of which a pile has a card.
    fn card(&mut self, pile: &str) -> Option<usize> {
        let there: Vec<usize> = (0..self.game.spec().cities.len()).filter(|&city| self.count(pile, city) > 0).collect();
        (!there.is_empty()).then(|| there[self.rng.below(there.len() as u64) as usize])
    }

    /// Moves a card between piles.
    fn shift(&mut self, city: usize, from: &str, to: &str) {
        self.value[from][city] = json!(self.count(from, city) - 1);
        self.value[to][city] = json!(self.count(to, city) + 1);
    }

    fn seat(&mut self) -> usize {
        self.rng.below(self.game.num_players() as u64) as usize
    }
}

/// Alters positions of games where the alteration finds what it needs, and expects that fault; the alteration names the path.
fn broken(rule: &str, severity: Severity, alter: impl Fn(&mut Position<'_>) -> Option<String>) {
    let games = [on("map1", 2, None), on("map1", 4, Some(300)), on("map2", 3, None)];
    let (wanted, mut found) = (9, 0);
    for seed in 0..4_000 {
        let game = &games[seed as usize % games.len()];
        let mut rng = Rng::new(75, seed);
        // Random games hardly close; the builder's are over after some 600 steps.
        let policy = rng.below(2) as usize;
        let steps = rng.below(900) as usize;
        let state = after(game, policy, seed, steps);
        let mut position = Position { game, value: game.to_value(&state), rng };
        if let Some(path) = alter(&mut position) {
            only_fault(game, &position.value, &path, rule, severity);
            found += 1;
        }
        if found == wanted {
            return;
        }
    }
    panic!("{rule}: only {found} positions could be altered");
}

/// TT-75: every card is in one place.
#[test]
fn cards_are_counted() {
    for pile in ["supply", "discard", "display"] {
        broken("TT-75", MALFORMED, |position| {
            let city = position.card(pile)?;
            position.value[pile][city] = json!(position.count(pile, city) - 1);
            Some("supply".to_owned())
        });
    }
    broken("TT-75", MALFORMED, |position| {
        let (seat, city) = (position.seat(), position.rng.below(22) as usize);
        let tag = ["known", "new", "old"][position.rng.below(3) as usize];
        let entry = &mut position.value["players"][seat]["hand"][tag][city];
        *entry = json!(entry.as_u64()? + 1);
        (*entry != 4).then(|| "supply".to_owned())
    });
    broken("TT-75", MALFORMED, |position| {
        let seat = position.seat();
        position.value["players"][seat]["row"].as_array_mut()?.pop()?;
        Some("supply".to_owned())
    });
    broken("TT-3", MALFORMED, |position| {
        let city = position.rng.below(22) as usize;
        position.value["supply"][city] = json!(4);
        Some(format!("supply[{city}]"))
    });
    broken("TT-5", MALFORMED, |position| {
        let city = position.card("supply")?;
        position.shift(city, "supply", "display");
        (position.is_at("first_draw")).then(|| "display".to_owned())
    });
}

/// TT-76: when a turn begins the display is full.
#[test]
fn the_display_is_full_when_a_turn_begins() {
    broken("TT-76", UNREACHABLE, |position| {
        let city = position.card("display")?;
        position.shift(city, "display", "discard");
        position.is_at("first_draw").then(|| "display".to_owned())
    });
    // Elsewhere in a turn it is so if nothing could be dealt.
    let game = on("map1", 2, None);
    let bare = json!({
        "point": "first_draw", "began_empty": false, "deal": null,
        "supply": vec![0; 22], "display": vec![0; 22],
        "players": [{"hand": {"known": vec![3; 22]}}, {}],
    });
    let faults = refused(&game, &bare, false);
    assert!(faults.iter().all(|fault| fault.path == "point" && fault.message.contains("TT-83")), "{faults:?}");
}

/// TT-77: rows are simple paths, houses stand in different cities and are at most 20.
#[test]
fn rows_and_houses_are_sound() {
    broken("TT-77", MALFORMED, |position| {
        let seat = position.seat();
        let row = position.list(seat, "row");
        let end = *row.last()?;
        let (adjacent, n) = (position.game.map().adjacent[end], position.game.spec().cities.len());
        let far: Vec<usize> =
            (0..n).filter(|city| adjacent >> city & 1 == 0 && !row.contains(city) && position.count("supply", *city) > 0).collect();
        let city = *far.first()?;
        position.value["supply"][city] = json!(position.count("supply", city) - 1);
        position.value["players"][seat]["row"].as_array_mut()?.push(json!(city));
        Some(format!("players[{seat}].row"))
    });
    broken("twice", MALFORMED, |position| {
        let seat = position.seat();
        let row = position.list(seat, "row");
        let city = *row.first()?;
        position.value["players"][seat]["row"].as_array_mut()?.push(json!(city));
        Some(format!("players[{seat}].row[{}]", row.len()))
    });
    broken("twice", MALFORMED, |position| {
        let seat = position.seat();
        let houses = position.list(seat, "houses");
        let city = *houses.first()?;
        position.value["players"][seat]["houses"].as_array_mut()?.push(json!(city));
        Some(format!("players[{seat}].houses[{}]", houses.len()))
    });
    broken("TT-77", MALFORMED, |position| {
        let seat = position.seat();
        position.value["players"][seat]["houses"] = (0..21).collect();
        Some(format!("players[{seat}].houses"))
    });
    // A house that was placed in this close has not left (TT-35).
    broken("TT-35", MALFORMED, |position| {
        let owner = position.owner();
        let placed = position.value["placed"].as_array()?.clone();
        let houses = position.value["players"][owner]["houses"].as_array_mut()?;
        houses.retain(|city| !placed.contains(city));
        (!placed.is_empty()).then(|| "placed".to_owned())
    });
}

/// TT-78: carriages have no gap, and each took a close.
#[test]
fn carriages_took_closes() {
    broken("TT-78", UNREACHABLE, |position| {
        let seat = position.seat();
        let carriage = position.value["players"][seat]["carriage"].as_u64()?;
        let is_closing = position.value["point"] == "place" && seat == position.owner();
        position.value["players"][seat]["closes"] = json!(carriage.checked_sub(3)?);
        (!is_closing).then(|| format!("players[{seat}].closes"))
    });
    broken("TT-78", UNREACHABLE, |position| {
        let seat = position.owner();
        let carriage = position.value["players"][seat]["carriage"].as_u64()?;
        // The close that goes on has brought one already, but no two (TT-32).
        position.value["players"][seat]["closes"] = json!(carriage.checked_sub(4)?);
        position.is_at("place").then(|| format!("players[{seat}].closes"))
    });
    for carriage in [1, 2] {
        broken("TT-6", MALFORMED, |position| {
            let seat = position.seat();
            position.value["players"][seat]["carriage"] = json!(carriage);
            Some(format!("players[{seat}].carriage"))
        });
    }
}

/// TT-79: tiles in stacks and of players are all that there are; of most stacks nobody has two; one game-end tile.
#[test]
fn tiles_are_counted() {
    let last_stack = |position: &Position<'_>| position.game.spec().stacks.len() - 1;
    broken("TT-79", MALFORMED, |position| {
        let stack = position.rng.below(last_stack(position) as u64) as usize;
        let left = position.value["stacks"][stack].as_u64()?;
        position.value["stacks"][stack] = json!(left + 1);
        Some("stacks".to_owned())
    });
    // A tile that was not on top.
    broken("TT-79", MALFORMED, |position| {
        let seat = position.seat();
        let tiles = position.value["players"][seat]["tiles"][0].as_array_mut()?;
        tiles.push(json!(9));
        position.value["stacks"] = Value::Null;
        Some("players".to_owned())
    });
    // Two tiles of a stack of which each gets one: the second belonged to the other player.
    broken("TT-79", MALFORMED, |position| {
        let stacks = position.game.map().stacks.len();
        let seats = position.game.num_players();
        let regions = (0..stacks).filter(|&stack| !matches!(position.game.map().stacks[stack].goal, Goal::Route(_)));
        for stack in regions {
            let of = |seat: usize| position.value["players"][seat]["tiles"][stack].as_array().map_or(0, Vec::len);
            let holders: Vec<usize> = (0..seats).filter(|&seat| of(seat) == 1).collect();
            if let &[a, b, ..] = holders.as_slice() {
                let second = position.value["players"][b]["tiles"][stack].take();
                position.value["players"][b]["tiles"][stack] = json!([]);
                let own = position.value["players"][a]["tiles"][stack].as_array_mut()?;
                own.push(second[0].clone());
                own.sort_by_key(|value| std::cmp::Reverse(value.as_u64()));
                return Some(format!("players[{a}].tiles[{stack}]"));
            }
        }
        None
    });
    broken("TT-42", MALFORMED, |position| {
        let given = position.value["game_end"].as_u64();
        position.value["game_end"] = given.map_or(json!(0), |seat| json!((seat + 1) % 2));
        Some("game_end".to_owned())
    });
    // A tile without what it asks for.
    broken("TT-42", UNREACHABLE, |position| {
        let seat = position.seat();
        let stack = position.game.map().game_end;
        if !position.value["game_end"].is_null() || position.value["players"][seat]["carriage"] == 7 || seat > position.owner() {
            return None;
        }
        position.value["game_end"] = json!(seat);
        position.value["players"][seat]["tiles"][stack] = json!([1]);
        position.value["stacks"][stack] = json!(0);
        Some(format!("players[{seat}].tiles[{stack}]"))
    });
    // Carriage 7 without the tile.
    broken("TT-42", UNREACHABLE, |position| {
        let seat = position.seat();
        position.value["players"][seat]["carriage"] = json!(7);
        position.value["players"][seat]["closes"] = json!(9);
        (position.value["game_end"].is_null() && position.value["point"] != "place").then(|| "game_end".to_owned())
    });
}

/// TT-81, TT-9, TT-46: whose turn it is follows from the turns; a natural end is after the last seat's turn.
#[test]
fn turns_go_round() {
    broken("TT-81", UNREACHABLE, |position| {
        let turn = position.value["turn"].as_u64()?;
        position.value["turn"] = json!(turn + 1);
        // The limit of one of the games is another fault.
        (turn < 290).then(|| "owner".to_owned())
    });
    // An end in the middle of a round is none by the tile, and one before the limit none by the limit.
    broken("TT-53", UNREACHABLE, |position| {
        let turn = position.value["turn"].as_u64()?;
        position.value["turn"] = json!(turn.checked_sub(1)?);
        position.value["owner"] = json!(position.owner().checked_sub(1)?);
        let (is_over, seats) = (position.value["phase"] == "over", position.game.num_players() as u64);
        let is_limited = position.game.options().int("max_turns").is_some();
        (is_over && is_limited && turn % seats == 0).then(|| "turn".to_owned())
    });
    broken("TT-53", MALFORMED, |position| {
        position.value["owner"] = json!(position.owner().checked_sub(1)?);
        let is_limited = position.game.options().int("max_turns").is_some();
        (position.value["phase"] == "over" && !is_limited).then(|| "phase".to_owned())
    });
    let game = on("map1", 2, Some(6));
    let state = after(&game, 0, 5, 40);
    let mut value = game.to_value(&state);
    value["turn"] = json!(8);
    let faults = refused(&game, &value, true);
    assert!(faults.iter().any(|fault| fault.path == "turn" && fault.message.contains("TT-53")), "{faults:?}");
}

/// TT-83, TT-70, TT-80: at each point there is something to decide. A reduction is of a hand of more than three.
#[test]
fn every_decision_has_an_action() {
    broken("TT-83", MALFORMED, |position| {
        position.value["point"] = json!("discard");
        (position.is_at("discard") && position.hand(position.owner()) <= 3 && position.value["last_discard"].is_null())
            .then(|| "point".to_owned())
    });
    broken("TT-83", MALFORMED, |position| {
        let is_short = position.list(position.owner(), "row").len() < 3;
        let is_after = position.is_at("after_play");
        position.value["point"] = json!("place");
        (is_short && is_after).then(|| "point".to_owned())
    });
    broken("TT-83", MALFORMED, |position| {
        // The whole hand goes to the discard pile.
        let owner = position.owner();
        for city in 0..position.game.spec().cities.len() {
            for tag in ["known", "new", "old"] {
                let count = position.value["players"][owner]["hand"][tag][city].take().as_u64()?;
                position.value["players"][owner]["hand"][tag][city] = json!(0);
                position.value["discard"][city] = json!(position.count("discard", city) + count);
            }
        }
        position.is_at("play").then(|| "point".to_owned())
    });
    broken("TT-83", MALFORMED, |position| {
        let is_first = position.is_at("first_draw");
        position.value["point"] = json!("end_turn");
        is_first.then(|| "point".to_owned())
    });
    // Chance, too, needs something to deal (TT-18, TT-60).
    broken("TT-60", MALFORMED, |position| {
        for city in 0..position.game.spec().cities.len() {
            position.value["discard"][city] = json!(position.count("discard", city) + position.count("supply", city));
            position.value["supply"][city] = json!(0);
        }
        (position.value["phase"] == "deal").then(|| "deal".to_owned())
    });
    // TT-11, TT-15: an official that cannot have been used by then.
    broken("TT-11", MALFORMED, |position| {
        let is_first = position.is_at("first_draw") && position.value["official"].is_null();
        position.value["official"] = json!("carrier");
        is_first.then(|| "official".to_owned())
    });
}

/// The bytes of a position that breaks an invariant are refused by it (TT-75, TT-77, TT-79, TT-83).
#[test]
fn altered_bytes_are_refused() {
    let game = on("map1", 2, None);
    let (n, stacks) = (22, game.spec().stacks.len());
    let players = study_flag(&game) + 1;
    let mut seen = [0; 5];
    for seed in 0..200 {
        let state = after(&game, 1, seed, 40 + seed as usize);
        let bytes = payload(&game, &state);
        assert_eq!(game.from_bytes(&framed(&game, &bytes)), Ok(state));
        let refuse = |index: usize, byte: u8, rule: &str| {
            let mut altered = bytes.clone();
            if std::mem::replace(&mut altered[index], byte) != byte {
                let error = game.from_bytes(&framed(&game, &altered)).expect_err(rule).to_string();
                assert!(error.contains(rule), "{error}");
                return 1;
            }
            0
        };
        seen[0] += refuse(seed as usize % n, bytes[seed as usize % n] + 1, "TT-75");
        // The first city of the first row, if there is one, is any other: no longer joined, and a card too many.
        seen[1] += refuse(players + 3 * n, (bytes[players + 3 * n] + 1) % 22, "(TT-");
        seen[2] += refuse(3 * n + 5 * (stacks - 1), 2, "TT-79");
        // The display may be dealt at the end of a turn, but nobody decides there.
        if matches!(game.actor(&state), Actor::Player(_)) {
            seen[3] += refuse(3 * n + 5 * stacks + 8 + 4, 7, "(TT-");
        }
        seen[4] += refuse(players + 4 * n + 2, 0xff, "TT-77");
    }
    assert!(seen.iter().all(|&count| count > 60), "{seen:?}");
}

/// Whatever a position or its bytes hold, nothing panics; what is accepted plays on (TT-83).
#[test]
fn garbage_never_panics() {
    let games = [on("map1", 2, Some(50)), on("map2", 4, None), on("map1", 3, None)];
    let (mut accepted, mut refusals) = ([0; 2], [0; 2]);
    for seed in 0..12_000_u64 {
        let game = &games[seed as usize % games.len()];
        let mut rng = Rng::new(99, seed);
        let (policy, steps) = (rng.below(2) as usize, rng.below(400) as usize);
        let state = after(game, policy, seed % 60, steps);
        let mut bytes = payload(game, &state);
        for _ in 0..=rng.below(3) {
            let index = rng.below(bytes.len() as u64) as usize;
            bytes[index] = if rng.below(2) == 0 { rng.next_u64() as u8 } else { bytes[index] ^ (1 << rng.below(8)) };
        }
        if rng.below(20) == 0 {
            bytes.truncate(rng.below(bytes.len() as u64) as usize);
        }
        // A study flag opens the door wider.
        if let Some(flag) = bytes.get_mut(study_flag(game)) {
            *flag = rng.below(2) as u8;
        }
        match game.from_bytes(&framed(game, &bytes)) {
            Ok(state) => {
                accepted[0] += 1;
                play_on(game, state, 60, &mut rng);
            }
            Err(_) => refusals[0] += 1,
        }
        let mut value = game.to_value(&state);
        for _ in 0..=rng.below(2) {
            mutate(&mut value, &mut rng);
        }
        assert!(game.from_value(&value, true).is_err() || game.from_value(&value, false).is_ok());
        match game.from_value(&value, false) {
            Ok(state) => {
                accepted[1] += 1;
                play_on(game, state, 60, &mut rng);
            }
            Err(faults) => {
                assert!(faults.iter().all(|fault| !fault.message.is_empty()));
                refusals[1] += 1;
            }
        }
    }
    assert!(accepted.iter().chain(&refusals).all(|&count| count > 100), "{accepted:?}, {refusals:?}");
}

/// Puts something hostile, or a number that may fit, somewhere into a value.
fn mutate(value: &mut Value, rng: &mut Rng) {
    let mut place = value;
    loop {
        let (go_on, size) = match place {
            Value::Array(list) => (rng.below(20) > 0, list.len()),
            Value::Object(map) => (rng.below(30) > 0, map.len()),
            _ => (false, 0),
        };
        if !go_on || size == 0 {
            break;
        }
        let pick = rng.below(size as u64) as usize;
        place = match place {
            Value::Array(list) => &mut list[pick],
            Value::Object(map) => map.values_mut().nth(pick).expect("it has so many"),
            _ => return,
        };
    }
    let hostile = [
        json!(null),
        json!(-1),
        json!(255),
        json!(u64::MAX),
        json!(2.5),
        json!("first_draw"),
        json!("over"),
        json!("place"),
        json!("carrier"),
        json!([]),
        json!([0, 1, 2]),
        json!({}),
        json!(true),
        json!(rng.below(8)),
        json!(rng.below(23)),
    ];
    *place = hostile[rng.below(hostile.len() as u64) as usize].clone();
}
