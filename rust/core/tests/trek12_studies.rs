//! Positions in the middle of a round, study positions at random, bytes, and hostile input: what is accepted is sound and plays to its end.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod trek12;

use proptest::prelude::*;
use serde_json::{Value, json};
use spielwerk::codec::Reader;
use spielwerk::trek12::Trek12;
use spielwerk::trek12::tables::VALUES;
use spielwerk::{Actor, Fault, Game, OptionValue, Play, Rng, Severity};
use trek12::studies::study;
use trek12::{BOARDS, State, after, boards, on, on_file, on_with, once_in, one_of, play_on, text};

#[track_caller]
fn refused(game: &Trek12, value: &Value, strict: bool) -> Vec<Fault> {
    game.from_value(value, strict).expect_err(&value.to_string())
}

/// That a position has this fault, as a study too if it is a malformed one; otherwise the study plays on to its end.
#[track_caller]
fn has_fault(game: &Trek12, value: &Value, path: &str, rule: &str, severity: Severity) {
    let is_it = |fault: &Fault| fault.path == path && fault.message.contains(rule) && fault.severity == severity;
    let faults = refused(game, value, true);
    assert!(faults.iter().any(is_it), "{path} ({rule}): {faults:#?} of {value}");
    match game.from_value(value, false) {
        Err(faults) => assert!(severity == Severity::Malformed && faults.iter().any(is_it), "{path} ({rule}): {faults:#?} of {value}"),
        Ok(state) => {
            assert_eq!(severity, Severity::Unreachable, "{path} ({rule}) is accepted in a study: {value}");
            play_on(game, state, &mut Rng::new(1, 0));
        }
    }
}

const MALFORMED: Severity = Severity::Malformed;
const UNREACHABLE: Severity = Severity::Unreachable;

/// Positions in the middle of a round in which seat 0 has moved and seat 1 is to.
fn middles(game: &Trek12, count: usize) -> Vec<Value> {
    let is_middle = |state: &State| game.actor(state) == Actor::Player(1);
    let values: Vec<Value> = (0..2_000)
        .map(|seed| after(game, seed, 8 + seed as usize % 40))
        .filter(is_middle)
        .map(|state| {
            let mut value = game.to_value(&state);
            // It follows from the rest.
            value.as_object_mut().expect("a map").shift_remove("phase");
            value
        })
        .filter(|value| value["choice"].is_null() && value["players"][0]["lost"] == false && value["players"][1]["lost"] == false)
        .take(count)
        .collect();
    assert_eq!(values.len(), count, "such positions are common");
    values
}

fn with(value: &Value, pointer: &str, new: Value) -> Value {
    let mut value = value.clone();
    *value.pointer_mut(pointer).expect(pointer) = new;
    value
}

/// TK-96, TK-59, TK-60, TK-3: a seat decides exactly while there is a roll; those before it have moved, those behind it have not.
#[test]
fn turns_are_in_order() {
    let game = on_with("dunai", 2, &[]);
    for value in middles(&game, 20) {
        has_fault(&game, &with(&value, "/seat", json!(0)), "players[0].move", "TK-59", MALFORMED);
        has_fault(&game, &with(&value, "/players/0/move", Value::Null), "players[0].move", "TK-59", MALFORMED);
        has_fault(&game, &with(&value, "/players/1/move", value["players"][0]["move"].clone()), "players[1].move", "TK-59", MALFORMED);
        has_fault(&game, &with(&value, "/seat", Value::Null), "roll", "TK-60", MALFORMED);
        has_fault(&game, &with(&value, "/roll", Value::Null), "seat", "TK-60", MALFORMED);
        has_fault(&game, &with(&value, "/seat", json!(2)), "seat", "TK-59", MALFORMED);
        for roll in [json!([0, 0]), json!([7, 0]), json!([1, 6]), json!([1, -1]), json!([1]), json!([1, 1, 1]), json!(7), json!([1.5, 0])] {
            has_fault(&game, &with(&value, "/roll", roll), "roll", "TK-3", MALFORMED);
        }
        let between = with(&with(&value, "/roll", Value::Null), "/seat", Value::Null);
        has_fault(&game, &between, "players[0].move", "TK-60", MALFORMED);
        for phase in ["roll", "over", "setup"] {
            let mut named = value.clone();
            named["phase"] = json!(phase);
            assert_eq!(refused(&game, &named, false)[0].path, "phase");
        }
        // Left out, seat and round follow from the sheets.
        let mut short = value.clone();
        for key in ["seat", "round", "choice"] {
            short.as_object_mut().expect("a map").shift_remove(key);
        }
        assert_eq!(game.from_value(&short, true), game.from_value(&value, true));
    }
    let mut end = game.to_value(&game.rollout(game.initial_state(), &mut Rng::new(1, 1)));
    (end["phase"], end["roll"], end["seat"]) = (json!("move"), json!([1, 1]), json!(0));
    has_fault(&game, &end, "seat", "TK-56", MALFORMED);
}

/// TK-9, TK-11, TK-96: the move of the round has its box, its circle and its value on the sheet, and was the last.
#[test]
fn moves_stand_on_the_sheet() {
    let game = on_with("dunai", 2, &[]);
    let (mut boxes, mut cuts) = (0, 0);
    for value in middles(&game, 60) {
        let player = &value["players"][0];
        let roll = [0, 1].map(|die| value["roll"][die].as_u64().expect("a die") as usize);
        let values = VALUES[6 * (roll[0] - 1) + roll[1]];
        let row = player["move"]["row"].as_u64().expect("a row") as usize;
        let numbers = player["numbers"].as_array().expect("a list");
        // Another circle that holds something else, an empty one.
        let other = numbers.iter().position(|number| number.as_u64().is_some_and(|number| number != u64::from(values[row])));
        let empty = numbers.iter().position(Value::is_null);
        for circle in [other, empty].into_iter().flatten() {
            has_fault(&game, &with(&value, "/players/0/move/circle", json!(circle)), "players[0].move", "TK-11", MALFORMED);
        }
        has_fault(&game, &with(&value, "/players/0/move/row", json!(5)), "players[0].move.row", "TK-63", MALFORMED);
        has_fault(&game, &with(&value, "/players/0/move/circle", json!(19)), "players[0].move.circle", "TK-63", MALFORMED);
        has_fault(&game, &with(&value, "/players/0/move/row", Value::Null), "players[0].move.row", "TK-63", MALFORMED);
        has_fault(&game, &with(&value, "/players/0/move", json!({})), "players[0].move.row", "TK-42", MALFORMED);
        // A box of another row was ticked in its place.
        let ticked: Vec<u64> = serde_json::from_value(player["ticked"][0].clone()).expect("boxes");
        if let (1, Some(free)) = (ticked[row], (0..5).find(|&free| free != row && ticked[free] < 4)) {
            let mut ticked = ticked.clone();
            ticked[row] -= 1;
            ticked[free] += 1;
            has_fault(&game, &with(&value, "/players/0/ticked/0", json!(ticked)), "players[0].move", "TK-9", UNREACHABLE);
            boxes += 1;
        }
        // A circle whose number fits, too, but which holds the others together.
        for (circle, number) in numbers.iter().enumerate() {
            let same = (0..5).find(|&row| number.as_u64() == Some(values[row].into()) && ticked[row] > 0);
            let Some(row) = same.filter(|_| is_cut(&game, numbers, circle)) else { continue };
            has_fault(
                &game,
                &with(&value, "/players/0/move", json!({"row": row, "circle": circle})),
                "players[0].numbers",
                "TK-73",
                UNREACHABLE,
            );
            cuts += 1;
        }
    }
    assert!(boxes > 3 && cuts > 3, "{boxes}, {cuts}");
    // TK-17: 4 and 5 side by side were not linked, so the 5 between them and another 4 was not written last.
    let numbers: Vec<Value> = (0..19)
        .map(|circle| match circle {
            0 => json!(4),
            1 | 2 => json!(5),
            _ => Value::Null,
        })
        .collect();
    let mover = json!({"numbers": numbers, "links": [[0, 1]], "ticked": [[1, 1, 1, 0, 0]], "move": {"row": 1, "circle": 1}});
    let other: Vec<Value> = (0..19).map(|circle| if circle < 2 { json!(0) } else { Value::Null }).collect();
    let value = json!({"round": 2, "roll": [5, 1], "seat": 1, "players": [mover, {"numbers": other, "ticked": [[1, 1, 0, 0, 0]]}]});
    has_fault(&game, &value, "players[0].links", "TK-17", UNREACHABLE);
    let mut fine = value.clone();
    (fine["players"][0]["move"]["circle"], fine["players"][0]["move"]["row"]) = (json!(2), json!(1));
    assert!(game.from_value(&fine, true).is_ok());
}

/// Whether what is filled falls apart without a circle.
fn is_cut(game: &Trek12, numbers: &[Value], circle: usize) -> bool {
    let filled: Vec<usize> = (0..19).filter(|&other| other != circle && !numbers[other].is_null()).collect();
    let mut found: Vec<usize> = filled.first().copied().into_iter().collect();
    let mut next = 0;
    while let Some(&here) = found.get(next) {
        for edge in game.spec().edges.iter().map(|edge| edge.map(usize::from)).filter(|edge| edge.contains(&here)) {
            found
                .extend(edge.into_iter().filter(|other| filled.contains(other)).filter(|other| !found.contains(other)).collect::<Vec<_>>());
        }
        next += 1;
    }
    found.len() < filled.len()
}

/// TK-42, TK-57, TK-96: a defeat has a roll that explains it, and the defeated have no further part.
#[test]
fn defeats_are_explained() {
    let dunai = on_with("dunai", 2, &[]);
    let home = on_with("stay_home", 2, &[]);
    let chosen = on_with("stay_home", 2, &[("over12", text("loss_if_chosen"))]);
    let nobody = json!({"row": null, "circle": null});
    let fallen = |value: &Value| with(&with(value, "/players/0/lost", json!(true)), "/players/0/move", nobody.clone());
    for value in middles(&home, 20) {
        // Defeated, though not by a roll of this round: the seat has no part in it. Its last move is one too many.
        has_fault(&home, &with(&value, "/players/1/lost", json!(true)), "seat", "TK-42", MALFORMED);
        has_fault(&home, &with(&value, "/players/1/lost", json!("yes")), "players[1].lost", "TK-57", MALFORMED);
        // There is a circle more than before the round.
        has_fault(&home, &fallen(&value), "players[0].numbers", "TK-73", MALFORMED);
        let late = with(&with(&value, "/players/1/lost", json!(true)), "/players/1/move", nobody.clone());
        has_fault(&home, &late, "players[1].lost", "TK-42", MALFORMED);
    }
    let n = |count: usize| -> Vec<Value> { (0..19).map(|circle| if circle < count { json!(5) } else { Value::Null }).collect() };
    let five = |count: usize, ticked: [u8; 5]| json!({"numbers": n(count), "ticked": [ticked]});
    let position = |roll: [u8; 2], first: Value, second: Value| json!({"round": 17, "roll": roll, "seat": 1, "players": [first, second]});
    let lost = |mut player: Value, last: Value| {
        (player["lost"], player["move"]) = (json!(true), last);
        player
    };
    // Products above 12 alone are left: sixteen other boxes and one product.
    let out = lost(five(17, [4, 4, 4, 4, 1]), nobody.clone());
    assert!(home.from_value(&position([6, 5], out.clone(), five(17, [4, 4, 4, 1, 4])), true).is_ok());
    has_fault(&home, &position([6, 2], out.clone(), five(17, [4, 4, 4, 1, 4])), "players[0].lost", "TK-42", UNREACHABLE);
    let free = lost(five(17, [4, 4, 4, 3, 2]), nobody.clone());
    has_fault(&home, &position([6, 5], free, five(17, [4, 4, 4, 1, 4])), "players[0].lost", "TK-42", UNREACHABLE);
    has_fault(&dunai, &position([6, 5], out, five(17, [4, 4, 4, 1, 4])), "players[0].lost", "TK-42", UNREACHABLE);
    // The one to decide has no such placement either.
    let second = five(17, [4, 4, 4, 4, 1]);
    has_fault(&home, &position([6, 5], five(18, [4, 4, 4, 3, 3]), second), "players[0].move", "TK-59", MALFORMED);
    let both = json!({"round": 17, "roll": [6, 5], "players": [five(17, [4, 4, 4, 4, 1]), five(17, [4, 4, 4, 4, 1])]});
    has_fault(&home, &both, "seat", "TK-42", MALFORMED);
    // A chosen loss has a box and an empty circle (TK-88).
    let chose = |row: u8, circle: u8, ticked: [u8; 5]| lost(five(17, ticked), json!({"row": row, "circle": circle}));
    let other = five(17, [4, 4, 4, 1, 4]);
    assert!(chosen.from_value(&position([6, 5], chose(4, 17, [4, 4, 4, 3, 3]), other.clone()), true).is_ok());
    has_fault(&chosen, &position([6, 5], chose(3, 17, [4, 4, 4, 3, 3]), other.clone()), "players[0].lost", "TK-42", UNREACHABLE);
    has_fault(&chosen, &position([6, 2], chose(4, 17, [4, 4, 4, 3, 3]), other.clone()), "players[0].lost", "TK-42", UNREACHABLE);
    has_fault(&home, &position([6, 5], chose(4, 17, [4, 4, 4, 3, 3]), other.clone()), "players[0].lost", "TK-42", UNREACHABLE);
    has_fault(&chosen, &position([6, 5], chose(4, 17, [4, 4, 4, 3, 2]), other.clone()), "players[0].ticked", "TK-73", UNREACHABLE);
    let mut filled = chose(4, 17, [4, 4, 4, 3, 3]);
    filled["numbers"][17] = json!("face");
    has_fault(&chosen, &position([6, 5], filled, other.clone()), "players[0].lost", "TK-42", UNREACHABLE);
    has_fault(&chosen, &position([6, 5], chose(4, 3, [4, 4, 4, 3, 3]), other), "players[0].numbers", "TK-73", MALFORMED);
    // Between rounds: nobody is defeated on Dunai, and a defeat in a past round has no move any more.
    let between = |first: Value| json!({"round": 17, "players": [first, five(17, [4, 4, 4, 1, 4])]});
    has_fault(&dunai, &between(lost(five(16, [4, 4, 4, 4, 0]), Value::Null)), "players[0].lost", "TK-42", UNREACHABLE);
    assert!(home.from_value(&between(lost(five(16, [4, 4, 4, 4, 0]), Value::Null)), true).is_ok());
    has_fault(&home, &between(lost(five(16, [4, 4, 4, 4, 0]), nobody)), "players[0].move", "TK-60", MALFORMED);
    has_fault(
        &home,
        &position([6, 5], lost(five(17, [4, 4, 4, 4, 1]), json!({"row": 0, "circle": null})), five(17, [4, 4, 4, 1, 4])),
        "players[0].move.circle",
        "TK-63",
        MALFORMED,
    );
}

/// TK-96, TK-60, TK-99: what the others imagine of a seat that has moved, or fallen, in a round is played on as well, so the sheet at the
/// start of the round had boxes enough for it.
#[test]
fn sheets_at_the_start_of_the_round_can_be_played_on() {
    let board = json!({
        "id": "short",
        "circles": [{"id": 0, "max": 12}, {"id": 1, "max": 12}],
        "edges": [[0, 1]],
        "tables": [{"zone": "all", "limits": {"min": 2, "max": 0, "diff": 0, "sum": 0, "prod": 0}}],
        "specials": {"over12_loses": true},
    });
    let game = on_file(&board, &[("players", OptionValue::Int(2))]);
    // A box that does not exist was used: one is ticked, so before the move one was left for two circles.
    let mover = json!({"numbers": [6, null], "ticked": [[1, 0, 0, 0, 0]], "move": {"row": 3, "circle": 0}});
    let value = json!({"round": 0, "roll": [5, 1], "seat": 1, "players": [mover, {}]});
    has_fault(&game, &value, "players[0].ticked", "TK-69", MALFORMED);
    let fine = with(&with(&value, "/players/0/move/row", json!(0)), "/players/0/numbers/0", json!(1));
    assert!(game.from_value(&fine, true).is_ok());
    let fallen = json!({"ticked": [[1, 0, 0, 0, 0]], "lost": true, "move": {"row": null, "circle": null}});
    has_fault(&game, &with(&value, "/players/0", fallen), "players[0].ticked", "TK-69", MALFORMED);
}

/// Every fault of form is told at once, each at its place; so are those of sense.
#[test]
fn all_faults_are_told_together() {
    let game = on_with("kagkot", 2, &[]);
    let first = json!({
        "numbers": [13, 7.5, "faces"],
        "links": [[0, 0, 0], [0, 1], [0, 2]],
        "ticked": [[1, 2, 3, 4]],
        "failed": [19],
        "lost": 1,
        "flags": 3,
        "top": [-1],
        "move": {"row": 9, "circle": -1},
    });
    let value = json!({
        "phase": "later",
        "round": 20,
        "roll": [6, 6],
        "seat": 2,
        "choice": {"circle": 19, "below": [0, 0], "above": ["x"], "more": 1},
        "turn": 3,
        "players": [first, {"colour": "red"}],
    });
    let faults = refused(&game, &value, false);
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    for path in [
        "phase",
        "round",
        "roll",
        "seat",
        "turn",
        "choice.circle",
        "choice.below[1]",
        "choice.above[0]",
        "choice.more",
        "players[0].numbers",
        "players[0].numbers[0]",
        "players[0].numbers[1]",
        "players[0].numbers[2]",
        "players[0].links[0]",
        "players[0].links[2]",
        "players[0].ticked[0]",
        "players[0].failed[0]",
        "players[0].lost",
        "players[0].flags",
        "players[0].top[0]",
        "players[0].move.row",
        "players[0].move.circle",
        "players[1].colour",
    ] {
        assert!(paths.contains(&path), "{path} is not among {paths:?}");
    }
    assert!(faults.iter().all(|fault| fault.severity == MALFORMED && !fault.message.is_empty()));
    // Faults of reach are told together, too.
    let numbers = |at: usize| (0..19).map(|circle| if circle == at { json!(3) } else { Value::Null }).collect::<Vec<_>>();
    let value = json!({"players": [{"numbers": numbers(0), "lost": true}, {"numbers": numbers(1), "ticked": [[2, 0, 0, 0, 0]]}]});
    let faults = refused(&game, &value, true);
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(paths, ["players[0].numbers", "players[0].ticked", "players[0].lost", "players[1].ticked"]);
    assert_eq!(refused(&game, &json!([]), true)[0].path, "");
    for players in [json!([{}]), json!([{}, {}, {}]), json!({}), Value::Null] {
        let faults = refused(&game, &json!({"players": players}), false);
        assert!(faults[0].path == "players" && faults[0].message.contains("TK-1)"), "{faults:?}");
    }
}

/// A payload of one player's game on nineteen circles: where its parts are.
const WRITING: usize = 12;
const SHEET: usize = 18;
const FAILED: usize = SHEET + 16;
const UP: usize = SHEET + 28;
const TICKED: usize = UP + 19;

/// TK-73, TK-74, TK-75, TK-77, TK-96: bytes with a right checksum whose content cannot be.
#[test]
fn bytes_are_checked() {
    let game = on("mount_fuji");
    let state = (0..500)
        .map(|seed| after(&game, seed, 20))
        .find(|state| state.sheets()[0].links().count() > 1 && game.to_value(state)["choice"].is_null());
    let state = state.expect("links are common");
    let head = game.header().frame(0, |_| ()).len() - 4;
    let bytes = game.to_bytes(&state);
    let payload = &bytes[head..bytes.len() - 4];
    assert_eq!(payload.len(), TICKED + 10 + 2);
    let read = |payload: &[u8]| game.from_bytes(&game.header().frame(payload.len(), |writer| writer.bytes(payload)));
    assert_eq!(read(payload).as_ref(), Ok(&state));
    let (low, high) = state.sheets()[0].links().next().expect("there are links");
    let value = game.to_value(&state);
    let empty = (0..19).find(|&circle| value["players"][0]["numbers"][circle].is_null()).expect("ten circles are empty");
    let normal = (0..19).filter(|circle| ![10, 11, 14, 15].contains(circle));
    let far = normal.clone().find(|&circle| circle != usize::from(high) && circle != usize::from(low)).expect("there are others");
    let refuses = |changes: &[(usize, u8)], words: &str| {
        let mut payload = payload.to_vec();
        for &(at, byte) in changes {
            payload[at] = byte;
        }
        let error = read(&payload).expect_err(words).0;
        assert!(error.contains(words), "{changes:?}: {error} has no {words}");
    };
    let plane = |k: usize, circle: usize| SHEET + 4 * k + circle / 8;
    let without = |k: usize, circle: usize| (plane(k, circle), payload[plane(k, circle)] & !(1 << (circle % 8)));
    refuses(&[(0, 1)], "TK-62");
    refuses(&[(8, 0)], "TK-57");
    refuses(&[(8, 3)], "TK-57");
    refuses(&[(10, 1)], "TK-57");
    refuses(&[(WRITING, 3)], "TK-62");
    refuses(&[(WRITING + 1, 36)], "TK-3");
    refuses(&[(WRITING + 2, 1)], "TK-3");
    refuses(&[(WRITING + 3, 20)], "TK-8");
    refuses(&[(WRITING + 3, payload[WRITING + 3] + 1)], "TK-73");
    refuses(&[(WRITING + 4, 2)], "2 players");
    refuses(&[(WRITING + 5, 2)], "flag 2");
    // Circle 19 does not exist; an empty circle without its last bit holds a 14, which is nothing.
    refuses(&[(plane(0, 19), payload[plane(0, 19)] & !(1 << 3))], "only 19 circles");
    refuses(&[without(0, empty)], "TK-75");
    refuses(&[(FAILED, 1)], "TK-38");
    refuses(&[(FAILED + 4, 1)], "TK-48");
    refuses(&[(FAILED + 8, 1)], "TK-51");
    refuses(&[(UP + usize::from(low), far as u8)], "TK-");
    refuses(&[(UP + usize::from(low), 200)], "TK-16");
    refuses(&[(UP + usize::from(low), 255)], "TK-17");
    refuses(&[(TICKED, 3)], "TK-73");
    refuses(&[(TICKED + 10, 0)], "TK-62");
    refuses(&[(TICKED + 10, 0), (TICKED + 11, 0)], "TK-60");
    for length in 0..payload.len() {
        assert!(read(&payload[..length]).is_err(), "cut at {length}");
    }
    assert!(read(&[payload, &[0]].concat()).expect_err("one byte too many").0.contains("left over"));
    // A defeated player has no move, though the bytes could say so (TK-42).
    let home = on_with("stay_home", 2, &[]);
    let frame = home.to_bytes(&home.from_value(&middles(&home, 1)[0], true).expect("it is of a game"));
    let mut other = frame[home.header().frame(0, |_| ()).len() - 4..frame.len() - 4].to_vec();
    other[8] = 2;
    let error = home.from_bytes(&home.header().frame(other.len(), |writer| writer.bytes(&other))).expect_err("seat 0 is defeated").0;
    assert!(error.contains("players[0].move") && error.contains("TK-42"), "{error}");
    // A study says that it is one; without the flag it is a position that no game leads to.
    let mut study = payload.to_vec();
    study[UP + usize::from(low)] = 255;
    study[WRITING + 5] = 1;
    let state = read(&study).expect("a link may be missing in a study (TK-96)");
    play_on(&game, state, &mut Rng::new(1, 0));
}

/// A game on any board with any options, for few enough players that all of them can be asked at every step.
fn any_game(rng: &mut Rng) -> Trek12 {
    if once_in(3, rng) {
        let players = 1 + rng.below(3) as i64;
        let given = boards::options(players, rng);
        on_with(one_of(&BOARDS, rng), players, &given[1..])
    } else {
        boards::game(3, rng)
    }
}

/// TK-96: most studies made up at random are accepted, and all of those play on to their end, as what any seat imagines does.
#[test]
fn studies_at_random_play_on() {
    let (mut accepted, mut in_the_middle, mut strictly) = (0, 0, 0);
    for seed in 0..1_500 {
        let mut rng = Rng::new(96, seed);
        let game = any_game(&mut rng);
        for _ in 0..4 {
            let value = study(&game, &mut rng);
            strictly += usize::from(game.from_value(&value, true).is_ok());
            if let Ok(state) = game.from_value(&value, false) {
                play_on(&game, state, &mut rng);
                accepted += 1;
                in_the_middle += usize::from(!value["choice"].is_null());
            }
        }
    }
    assert!(accepted > 4_800 && in_the_middle > 8 && strictly > 100, "{accepted} accepted, {in_the_middle} of a move, {strictly} strictly");
}

/// All places in a value, as JSON pointers.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(map) => map.iter().for_each(|(key, item)| pointers(item, &format!("{at}/{key}"), found)),
        Value::Array(list) => list.iter().enumerate().for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), found)),
        _ => {}
    }
}

/// One small change, of a kind that people and programs make.
fn alter(value: &mut Value, n: u64, rng: &mut Rng) {
    let mut places = Vec::new();
    pointers(value, "", &mut places);
    let place = places[rng.below(places.len() as u64) as usize].clone();
    let spot = value.pointer_mut(&place).expect("it was just found");
    match spot {
        Value::Array(list) if !list.is_empty() && !once_in(4, rng) => {
            let index = rng.below(list.len() as u64) as usize;
            let item = list[index].clone();
            match rng.below(3) {
                0 => drop(list.remove(index)),
                1 => list.push(item),
                _ => list.insert(0, item),
            }
        }
        Value::Array(list) => list.push(if once_in(2, rng) { json!(rng.below(n)) } else { json!([rng.below(n), rng.below(n)]) }),
        Value::Bool(flag) => *flag = !*flag,
        Value::Object(_) => {}
        other => {
            let near = other.as_i64().unwrap_or(0) + if once_in(2, rng) { 1 } else { -1 };
            let choices = [
                json!(near),
                json!(rng.below(n.max(13))),
                Value::Null,
                json!("face"),
                json!({"row": rng.below(10), "circle": rng.below(n)}),
            ];
            *other = choices[rng.below(5) as usize].clone();
        }
    }
}

/// Whatever a door lets in is sound and plays to its end; strictly is never more than as a study.
fn through_the_door(game: &Trek12, value: &Value, rng: &mut Rng) -> Result<bool, TestCaseError> {
    let (strict, study) = (game.from_value(value, true), game.from_value(value, false));
    match (&strict, &study) {
        (Ok(a), Ok(b)) => prop_assert_eq!(a, b),
        (Ok(_), Err(faults)) => prop_assert!(false, "accepted as a position, refused as a study: {:?}", faults),
        (Err(faults), _) => prop_assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.message.is_empty())),
    }
    for state in strict.iter().chain(&study) {
        play_on(game, *state, rng);
    }
    Ok(study.is_ok())
}

/// Any JSON, small and near to what positions are made of.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..21).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(vec!["roll", "move", "over", "face", ""]).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    let keys = vec![
        "phase", "round", "roll", "seat", "choice", "players", "numbers", "links", "ticked", "failed", "lost", "flags", "top", "move",
        "row", "circle", "below", "above", "x",
    ];
    leaf.prop_recursive(4, 40, 9, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..10).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(keys.clone()), inner), 0..8)
                .prop_map(|entries| entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_value_is_refused_or_sound(value in any_json(), seed: u64) {
        let mut rng = Rng::new(seed, 0);
        through_the_door(&on_with("jampa", 2, &[]), &value, &mut rng)?;
    }

    /// Real positions, and studies, with one to four places altered.
    #[test]
    fn altered_values_are_refused_or_sound(seed: u64, changes in 1..5, from_study: bool) {
        let mut rng = Rng::new(seed, 1);
        let game = any_game(&mut rng);
        let n = game.spec().circles.len() as u64;
        let steps = rng.below(3 * n * game.num_players() as u64) as usize;
        let mut value = if from_study { study(&game, &mut rng) } else { game.to_value(&after(&game, seed, steps)) };
        for _ in 0..changes {
            alter(&mut value, n, &mut rng);
        }
        through_the_door(&game, &value, &mut rng)?;
    }

    /// A place of a real position with anything in it.
    #[test]
    fn values_with_anything_inside_are_refused_or_sound(seed: u64, at: prop::sample::Index, new in any_json()) {
        let mut rng = Rng::new(seed, 2);
        let game = any_game(&mut rng);
        let mut value = game.to_value(&after(&game, seed, rng.below(40) as usize));
        let mut places = Vec::new();
        pointers(&value, "", &mut places);
        *value.pointer_mut(&places[at.index(places.len())]).expect("it was just found") = new;
        through_the_door(&game, &value, &mut rng)?;
    }

    /// Frames with a right checksum around an altered payload; the payload itself is read and checked without the frame, too.
    #[test]
    fn altered_payloads_are_refused_or_sound(
        seed: u64,
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![any::<u8>(), 0_u8..20, Just(255)]), 1..5),
        length in prop::option::weighted(0.05, 0_usize..300),
        study_flag: bool,
    ) {
        let mut rng = Rng::new(seed, 3);
        let game = any_game(&mut rng);
        let steps = rng.below(80) as usize;
        let bytes = game.to_bytes(&after(&game, seed, steps));
        let start = game.header().frame(0, |_| ()).len() - 4;
        let mut payload = bytes[start..bytes.len() - 4].to_vec();
        payload[WRITING + 5] = study_flag.into();
        for (index, byte) in changes {
            let at = index.index(payload.len());
            payload[at] = byte;
        }
        if let Some(length) = length {
            payload.resize(length, 7);
        }
        if let Ok(state) = game.decode(&mut Reader::new(&payload)) {
            let faults = game.check(&state);
            prop_assert!(faults.iter().all(|fault| !fault.message.is_empty()));
        }
        let frame = game.header().frame(payload.len(), |writer| writer.bytes(&payload));
        if let Ok(state) = game.from_bytes(&frame) {
            prop_assert_eq!(game.to_bytes(&state), frame, "one state, one form");
            play_on(&game, state, &mut rng);
        }
    }

    #[test]
    fn random_payloads_never_panic(payload in prop::collection::vec(any::<u8>(), 60..140), seed: u64) {
        let game = any_game(&mut Rng::new(seed, 4));
        if let Ok(state) = game.decode(&mut Reader::new(&payload)) {
            game.check(&state);
        }
        let frame = game.header().frame(payload.len(), |writer| writer.bytes(&payload));
        prop_assert!(game.from_bytes(&frame).is_err());
    }
}

/// The alterations above do reach both answers: were all refused, nothing would have been played.
#[test]
fn altered_positions_are_both_refused_and_accepted() {
    let mut answers = [0; 3];
    for seed in 0..400 {
        let mut rng = Rng::new(11, seed);
        let game = any_game(&mut rng);
        let mut value = game.to_value(&after(&game, seed, 20));
        alter(&mut value, game.spec().circles.len() as u64, &mut rng);
        let [strict, study] = [true, false].map(|strict| game.from_value(&value, strict).is_ok());
        answers[usize::from(strict) + usize::from(study)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 15), "{answers:?} refused, accepted as studies, accepted");
}
