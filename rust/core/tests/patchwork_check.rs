//! The invariants of Patchwork at the door: what is refused and why, what a study position may be, and hostile input.

#![allow(clippy::panic, reason = "a test fails by a panic")]

use proptest::prelude::*;
use serde_json::{Value, json};
use spielwerk::codec::Reader;
use spielwerk::patchwork::Patchwork;
use spielwerk::{Actor, Fault, Game, OptionValue, Options, Play, Rng, Severity};
use std::hash::{DefaultHasher, Hash, Hasher};

type State = <Patchwork as Game>::State;

fn game(track: &str) -> Patchwork {
    let given = [("time_track".to_owned(), OptionValue::Text(track.to_owned()))];
    let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &given).expect("the track exists");
    Patchwork::with_options(options).expect("Patchwork has no files")
}

/// The position after some steps of a random game.
fn after(game: &Patchwork, seed: u64, steps: usize) -> State {
    let (mut state, mut rng) = (game.initial_state(), Rng::new(seed, 0));
    for _ in 0..steps {
        let Some(id) = step(game, &state, &mut rng) else { break };
        game.apply(&mut state, id).expect("what is drawn is accepted");
    }
    state
}

fn step(game: &Patchwork, state: &State, rng: &mut Rng) -> Option<u16> {
    match game.actor(state) {
        Actor::Player(_) => game.sample_action(state, rng),
        Actor::Chance => game.sample_outcome(state, rng),
        Actor::Terminal => None,
    }
}

/// What holds for every accepted position, to the end of a game played from it.
fn play_on(game: &Patchwork, mut state: State, rng: &mut Rng) {
    for _ in 0..200 {
        assert_eq!(game.check(&state), [], "{state:?}");
        assert_eq!(game.from_bytes(&game.to_bytes(&state)).as_ref(), Ok(&state));
        let value = game.to_value(&state);
        assert_eq!(game.from_value(&value, false).as_ref(), Ok(&state), "{value}");
        for seat in 0..2 {
            let seen = game.observation(&state, seat);
            for field in game.observation_spec().fields() {
                let entries = &seen[field.offset..field.offset + field.size()];
                assert!(entries.iter().all(|entry| (field.low..=field.high).contains(entry)), "{} is {entries:?}", field.name);
            }
        }
        let Some(id) = step(game, &state, rng) else {
            assert_eq!(game.winner_list(&state).len(), 1);
            return;
        };
        game.events(&state, id);
        game.apply(&mut state, id).expect("what is drawn is accepted");
    }
    panic!("no end: {state:?}");
}

fn refused(game: &Patchwork, value: &Value, strict: bool) -> Vec<Fault> {
    game.from_value(value, strict).expect_err(&value.to_string())
}

fn full_row() -> String {
    "#".repeat(9)
}

fn quilt(full_rows: usize) -> Vec<String> {
    (0..9).map(|row| if row < full_rows { full_row() } else { ".".repeat(9) }).collect()
}

/// A 7x7 window and one cell more: 50 cells.
fn tile_quilt() -> Vec<String> {
    let rows = ["#######..", ".........", "........#"];
    (0..9).map(|row: usize| rows[row.saturating_sub(6).min(2)].to_owned()).collect()
}

/// The whole circle, in the order of the ids (PW-5).
const CIRCLE: &[u16] =
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 0];

/// The circle without some patches.
fn circle_without(patches: &[u16]) -> Vec<u16> {
    CIRCLE.iter().copied().filter(|id| !patches.contains(id)).collect()
}

/// A copy with the value at a JSON pointer replaced.
fn with(value: &Value, pointer: &str, new: Value) -> Value {
    let mut value = value.clone();
    *value.pointer_mut(pointer).expect(pointer) = new;
    value
}

/// Faults by rule: each is named by exactly this rule at this path, is tolerated in a study or not, and is the only one.
fn only_fault(value: &Value, path: &str, rule: &str, severity: Severity) {
    let game = game("current");
    let faults = refused(&game, value, true);
    let found = faults.iter().any(|fault| fault.path == path && fault.message.contains(rule) && fault.severity == severity);
    assert!(found && faults.len() == 1, "{path} ({rule}): {faults:#?}");
    match severity {
        Severity::Malformed => assert_eq!(refused(&game, value, false), faults),
        Severity::Unreachable => {
            let state = game.from_value(value, false).expect("a study may be so (PW-79)");
            play_on(&game, state, &mut Rng::new(1, 0));
        }
    }
}

/// A position of a game with patches on both boards, nothing waiting, tokens apart, and no 7x7 window.
fn middle() -> Value {
    let game = game("current");
    let found = (0..200).map(|seed| game.to_value(&after(&game, seed, 60))).find(|value| {
        let space = |seat: usize| value["players"][seat]["position"].as_i64().unwrap_or_default();
        let has_patches = |seat: usize| value["players"][seat]["patches"].as_array().is_some_and(|list| list.len() > 2);
        let income = |seat: usize| value["players"][seat]["income"].as_i64().unwrap_or_default();
        let is_calm = value["to_place"].is_null() && value["phase"] == "play" && space(0) < 50 && space(1) < 50;
        is_calm && space(0) != space(1) && has_patches(0) && has_patches(1) && income(0) > 0
    });
    found.expect("such positions are common")
}

/// PW-59: every patch is in the circle or on a board, once; special patches on lines, placed and waiting are five.
#[test]
fn pieces_are_counted() {
    let middle = middle();
    let circle = middle["circle"].as_array().expect("a circle");
    let on_board = &middle["players"][0]["patches"][0]["patch"];
    let both = circle.iter().cloned().chain([on_board.clone()]).collect();
    only_fault(&with(&middle, "/circle", both), "players[0].patches", "PW-59", Severity::Malformed);
    let twice = circle.iter().cloned().chain([circle[0].clone()]).collect();
    only_fault(&with(&middle, "/circle", twice), &format!("circle[{}]", circle.len()), "PW-59", Severity::Malformed);
    let shared = with(&middle, "/players/1/patches", json!([middle["players"][0]["patches"][0]]));
    assert!(
        refused(&game("current"), &shared, true).iter().any(|fault| fault.path == "players[1].patches" && fault.message.contains("PW-59"))
    );
    // A patch that is nowhere is on a board, but its cells are not.
    only_fault(&with(&middle, "/circle", circle[1..].iter().cloned().collect()), "players", "PW-59", Severity::Unreachable);
    // A covered cell too many: no special patch is left to have covered it.
    let mut extra = middle.clone();
    let rows = extra["players"][0]["quilt"].as_array_mut().expect("rows");
    let row = rows.iter_mut().find(|row| row.as_str().is_some_and(|row| row.contains('.'))).expect("an empty cell");
    *row = json!(row.as_str().map(|row| row.replacen('.', "#", 1)));
    only_fault(&extra, "players", "PW-59", Severity::Unreachable);
    assert!(refused(&game("current"), &extra, true)[0].message.contains("PW-60"));
}

/// PW-60: covered cells and income are those of the patches, and both incomes together at most 38.
#[test]
fn boards_are_what_lies_on_them() {
    let middle = middle();
    let income = middle["players"][0]["income"].as_i64().expect("an income");
    only_fault(&with(&middle, "/players/0/income", json!(income + 1)), "players[0].income", "PW-60", Severity::Unreachable);
    only_fault(&with(&middle, "/players/0/income", json!(income - 1)), "players[0].income", "PW-60", Severity::Unreachable);
    // A patch on a cell that is not covered cannot even be drawn.
    only_fault(&with(&middle, "/players/0/quilt", json!(quilt(0))), "players[0].quilt", "PW-60", Severity::Malformed);
    // Owners that nobody told must be possible ones: patches 9 and 15 (6 + 5 cells) give the incomes 2 and 2.
    let unknown = |incomes: [u8; 2], cells: [usize; 2]| {
        let circle = circle_without(&[9, 15]);
        let rows = |count: usize| (0..9).map(|row| format!("{:.<9}", "#".repeat(count.saturating_sub(row * 9).min(9)))).collect::<Vec<_>>();
        let player = |seat: usize| json!({"position": 6, "buttons": 0, "income": incomes[seat], "quilt": rows(cells[seat])});
        json!({"phase": "play", "circle": circle, "players": [player(0), player(1)]})
    };
    let game = game("current");
    for (incomes, cells) in [([2, 2], [4, 5]), ([2, 2], [5, 4]), ([4, 0], [9, 0]), ([0, 4], [0, 9])] {
        assert!(game.from_value(&unknown(incomes, cells), true).is_ok(), "{incomes:?} {cells:?}");
    }
    for (incomes, cells) in [([4, 0], [4, 5]), ([2, 2], [9, 0]), ([3, 1], [4, 5]), ([2, 3], [4, 5]), ([2, 2], [3, 6])] {
        only_fault(&unknown(incomes, cells), "players", "PW-60", Severity::Unreachable);
    }
}

/// PW-61: no game gives more buttons than the spaces, the lines and the prices explain; never fewer than none (PW-37).
#[test]
fn buttons_are_explained() {
    let players = |first: Value, second: Value| json!({"phase": "play", "circle": CIRCLE, "players": [first, second]});
    let game = game("current");
    assert!(game.from_value(&players(json!({"position": 3, "buttons": 8}), json!({"position": 4, "buttons": 9})), true).is_ok());
    let rich = players(json!({"position": 3, "buttons": 9}), json!({"position": 4}));
    only_fault(&rich, "players[0].buttons", "PW-61", Severity::Unreachable);
    only_fault(&players(json!({}), json!({"buttons": 6})), "players[1].buttons", "PW-61", Severity::Unreachable);
    only_fault(&players(json!({"buttons": -1}), json!({})), "players[0].buttons", "PW-37", Severity::Malformed);
    // Patch 5 costs 3 buttons and 2 spaces and gives 1: on 6, beyond one income line, 5 - 3 + 4 + 1 are left at most.
    let circle = circle_without(&[5]);
    let bought = |buttons: u8, position: u8| {
        let own = json!({"position": position, "buttons": buttons, "patches": [{"patch": 5, "orientation": 0, "row": 0, "col": 0}]});
        json!({"phase": "play", "circle": circle, "players": [own, {"position": 1}]})
    };
    assert!(game.from_value(&bought(7, 6), true).is_ok());
    only_fault(&bought(8, 6), "players[0].buttons", "PW-61", Severity::Unreachable);
    // It moved the token by two spaces; standing on 1 nobody can have bought it.
    only_fault(&bought(2, 1), "players[0].position", "PW-61", Severity::Unreachable);
    // All positions of games are explained, at 53 too, where the last purchase may be cut short (PW-28).
    for seed in 0..300 {
        let mut rng = Rng::new(seed, 1);
        let mut state = game.initial_state();
        while let Some(id) = step(&game, &state, &mut rng) {
            game.apply(&mut state, id).expect("what is drawn is accepted");
            assert_eq!(game.check(&state), []);
        }
    }
}

/// PW-62: tokens are at most six spaces apart.
#[test]
fn tokens_are_close() {
    let apart = |spaces: u8| json!({"phase": "play", "circle": CIRCLE, "players": [{"position": spaces}, {}]});
    assert!(game("current").from_value(&apart(6), true).is_ok());
    only_fault(&apart(7), "players", "PW-62", Severity::Unreachable);
    only_fault(&apart(25), "players", "PW-62", Severity::Unreachable);
}

/// PW-63: the lines ahead of both tokens hold their patches, no others.
#[test]
fn special_lines_follow_from_the_tokens() {
    let value = json!({"phase": "play", "circle": CIRCLE, "special_patches": [26, 32, 38, 44, 50]});
    assert!(game("current").from_value(&value, true).is_ok());
    for lines in [json!([]), json!([32, 38, 44, 50]), json!([26, 32, 38, 44, 50, 51]), json!([32, 26, 38, 44, 50]), json!("26")] {
        only_fault(&with(&value, "/special_patches", lines), "special_patches", "PW-63", Severity::Malformed);
    }
    let fault = &refused(&game("first_edition"), &value, true)[0];
    assert!(fault.path == "special_patches" && fault.message.contains("[20, 26, 32, 44, 50]"), "{fault}");
    let end = json!({"circle": CIRCLE, "players": [{"position": 53}, {"position": 53}], "first_on_last": 0, "special_patches": [50]});
    only_fault(&end, "special_patches", "PW-63", Severity::Malformed);
}

/// PW-64: the owner of a waiting special patch is ahead, beyond a line, and has an empty cell.
#[test]
fn a_waiting_patch_has_an_owner_ahead() {
    let waiting = |owner: u8, position: u8| {
        let players = json!([{"position": position, "buttons": 0}, {"position": 25, "buttons": 0}]);
        json!({"phase": "play", "circle": CIRCLE, "players": players, "to_place": owner})
    };
    assert!(game("current").from_value(&waiting(0, 26), true).is_ok());
    // The other player is behind: the one special patch that left its line is not the behind player's to place.
    only_fault(&waiting(1, 26), "to_place", "PW-64", Severity::Unreachable);
    // Ahead, but not beyond a line: then none has left its line either.
    let faults = refused(&game("current"), &waiting(0, 24), true);
    assert!(faults.iter().any(|fault| fault.path == "to_place" && fault.message.contains("PW-64")), "{faults:?}");
    let full = with(&waiting(0, 26), "/players/0", json!({"position": 26, "buttons": 0, "quilt": quilt(9)}));
    let faults = refused(&game("current"), &full, false);
    assert!(faults.iter().any(|fault| fault.path == "to_place" && fault.message.contains("PW-64")), "{faults:?}");
}

/// PW-65: of two tokens on one space below 53 one lies on top.
#[test]
fn a_tie_says_who_acts() {
    for seat in [0, 1] {
        let value = json!({"phase": "play", "circle": CIRCLE, "on_top": seat});
        let state = game("current").from_value(&value, true).expect("either may be on top");
        assert_eq!(game("current").actor(&state), Actor::Player(seat));
    }
    only_fault(&json!({"phase": "play", "circle": CIRCLE, "on_top": null}), "on_top", "PW-65", Severity::Malformed);
    only_fault(&json!({"phase": "play", "circle": CIRCLE, "on_top": 2}), "on_top", "PW-12", Severity::Malformed);
}

/// PW-66: the tile has an owner exactly if a board qualifies; who came first to 53 is known exactly if somebody is there.
#[test]
fn tile_and_end_are_settled() {
    only_fault(&json!({"phase": "play", "circle": CIRCLE, "tile_owner": 0}), "tile_owner", "PW-66", Severity::Unreachable);
    let study =
        |tile_owner: Value| json!({"phase": "play", "circle": CIRCLE, "players": [{"quilt": tile_quilt()}, {}], "tile_owner": tile_owner});
    let named = |value: &Value| {
        refused(&game("current"), value, true).iter().any(|fault| fault.path == "tile_owner" && fault.message.contains("PW-66"))
    };
    assert!(named(&study(Value::Null)) && named(&study(json!(1))) && !named(&study(json!(0))));
    let end = |first: Value| json!({"circle": CIRCLE, "players": [{"position": 53}, {"position": 53}], "first_on_last": first});
    // No special patch was placed: a study, of which the rest is right.
    assert!(game("current").from_value(&end(json!(1)), false).is_ok());
    for value in [
        end(Value::Null),
        json!({"circle": CIRCLE, "players": [{"position": 53}, {"position": 50}], "first_on_last": 1}),
        json!({"circle": CIRCLE, "players": [{"position": 53}, {"position": 50}], "first_on_last": null}),
        json!({"phase": "play", "circle": CIRCLE, "first_on_last": 0}),
    ] {
        let faults = refused(&game("current"), &value, false);
        assert!(faults.len() == 1 && faults[0].path == "first_on_last" && faults[0].message.contains("PW-66"), "{faults:?}");
    }
    let state = game("current").from_value(&json!({"circle": CIRCLE, "players": [{"position": 53}, {"position": 50}]}), false);
    assert_eq!(state.map(|state| game("current").to_value(&state)["first_on_last"].clone()), Ok(json!(0)), "it follows (PW-45)");
}

/// Every fault is told at once, each at its place.
#[test]
fn all_faults_are_told_together() {
    let value = json!({
        "phase": "later",
        "circle": [1, 1, 33, "x"],
        "players": [
            {"position": 54, "buttons": -1, "income": 0.5, "quilt": ["#"], "patches": [{"patch": 9, "orientation": 1, "row": 0, "col": 0}, {"patch": 9}]},
            {"colour": "red", "patches": [{"patch": 17, "orientation": 0, "row": 0, "col": 5}]},
        ],
        "on_top": 2,
        "tile_owner": "me",
        "to_place": -1,
        "first_on_last": [],
        "special_patches": [1],
        "moves": 3,
    });
    let faults = refused(&game("current"), &value, false);
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    for path in [
        "phase",
        "circle[1]",
        "circle[2]",
        "circle[3]",
        "players[0].position",
        "players[0].buttons",
        "players[0].income",
        "players[0].quilt",
        "players[0].patches[0]",
        "players[0].patches[1].orientation",
        "players[0].patches[1].row",
        "players[0].patches[1].col",
        "players[1].colour",
        "players[1].patches[0]",
        "on_top",
        "tile_owner",
        "to_place",
        "first_on_last",
        "special_patches",
        "moves",
    ] {
        assert!(paths.contains(&path), "{path} is not among {paths:?}");
    }
    assert!(faults.iter().all(|fault| fault.severity == Severity::Malformed && !fault.message.is_empty()));
    // Faults of reach are told together, too (PW-61, PW-62, PW-66).
    let faults = refused(
        &game("current"),
        &json!({"phase": "play", "circle": CIRCLE, "players": [{"position": 9, "buttons": 99}, {}], "tile_owner": 1}),
        true,
    );
    for rule in ["PW-61", "PW-62", "PW-66"] {
        assert!(faults.iter().any(|fault| fault.message.contains(rule)), "{rule}: {faults:?}");
    }
    assert_eq!(refused(&game("current"), &json!([]), true)[0].path, "");
    assert!(refused(&game("current"), &json!({"players": [{}, {}, {}]}), false).iter().any(|fault| fault.message.contains("PW-1")));
}

/// PW-76: in set-up nothing but the circle may differ from the start; nothing that is given is dropped.
#[test]
fn setup_is_untouched() {
    let game = game("current");
    assert!(game.from_value(&json!({"phase": "setup", "circle": [5, 7]}), true).is_ok());
    for value in [
        json!({"phase": "setup", "circle": [5, 0]}),
        json!({"phase": "setup", "circle": CIRCLE}),
        json!({"phase": "setup", "circle": [5], "players": [{"buttons": 4}, {}]}),
        json!({"phase": "setup", "circle": [5], "players": [{"position": 1}, {}]}),
        json!({"phase": "setup", "circle": [5], "tile_owner": 0}),
        // A patch on a board of which quilt and income do not tell.
        json!({"phase": "setup", "circle": [5], "players": [{"income": 0, "quilt": quilt(0), "patches": [{"patch": 2, "orientation": 0, "row": 0, "col": 0}]}, {}]}),
    ] {
        assert!(!refused(&game, &value, false).is_empty());
    }
}

/// PW-79: a study position plays on to its end, whatever money it has; the most is accepted all the way.
#[test]
fn rich_studies_play_to_the_end() {
    let game = game("current");
    for (income, buttons) in [(99, 10_000), (99, 0), (0, 10_000), (60, 500)] {
        for seed in 0..30 {
            let player = json!({"income": income, "buttons": buttons});
            let value = json!({"phase": "play", "circle": CIRCLE, "players": [player, player]});
            let state = game.from_value(&value, false).expect("it is a study");
            play_on(&game, state, &mut Rng::new(seed, 5));
        }
    }
    assert!(game.from_value(&json!({"phase": "play", "circle": CIRCLE, "players": [{"buttons": 100_000}, {}]}), false).is_err());
    assert!(game.from_value(&json!({"phase": "play", "circle": CIRCLE, "players": [{"income": 200}, {}]}), false).is_err());
}

fn hash_of(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// PW-80: where the patches lie is no part of a state: equal quilts are equal states, in hash and observation.
#[test]
fn layout_is_no_part_of_a_state() {
    let game = game("current");
    // Patches 1 and 3 have the same shape, and no income (PW-70): exchanged, nothing that counts differs.
    let circle = circle_without(&[1, 3]);
    let laid = |first: u8, second: u8| {
        let at = |patch: u8, col: u8| json!({"patch": patch, "orientation": 0, "row": 0, "col": col});
        json!({"phase": "play", "circle": circle, "players": [{"position": 4, "buttons": 1, "patches": [at(first, 0), at(second, 4)]}, {"position": 4}], "on_top": 0})
    };
    let [a, b] = [laid(1, 3), laid(3, 1)].map(|value| game.from_value(&value, true).expect("both are reachable"));
    assert!(a == b && hash_of(&a) == hash_of(&b));
    assert_ne!(game.to_bytes(&a), game.to_bytes(&b), "yet the layout is kept for drawing");
    assert_eq!((game.observation(&a, 0), game.observation(&a, 1)), (game.observation(&b, 0), game.observation(&b, 1)));
    // Nobody told: equal all the same, in every position of games.
    let mut compared = 0;
    for seed in 0..40 {
        for steps in [33, 45, 60, 80] {
            let state = after(&game, seed, steps);
            let mut value = game.to_value(&state);
            for player in value["players"].as_array_mut().expect("two players") {
                player["patches"] = json!([]);
            }
            let unknown = game.from_value(&value, true).expect("a layout that exists is not needed");
            assert!(unknown == state && hash_of(&unknown) == hash_of(&state));
            assert_eq!(game.observation(&unknown, 1), game.observation(&state, 1));
            let (mut a, mut b) = (state, unknown);
            if let Some(id) = step(&game, &state, &mut Rng::new(seed, 9)) {
                game.apply(&mut a, id).expect("it was drawn");
                game.apply(&mut b, id).expect("equal states accept the same");
                assert!(a == b && game.check(&b).is_empty());
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 160);
}

/// Any JSON, small and near to what positions are made of.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..60).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(vec!["play", "setup", "over", "", "#########", ".........", "#.#.#.#.#"]).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    let keys = vec![
        "phase",
        "circle",
        "players",
        "on_top",
        "special_patches",
        "tile_owner",
        "to_place",
        "first_on_last",
        "position",
        "buttons",
        "income",
        "quilt",
        "patches",
        "patch",
        "orientation",
        "row",
        "col",
        "x",
    ];
    leaf.prop_recursive(4, 40, 9, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..10).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(keys.clone()), inner), 0..8)
                .prop_map(|entries| entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
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

/// Whatever a door lets in is sound and plays to its end.
fn through_the_door(game: &Patchwork, value: &Value, strict: bool, seed: u64) -> Result<bool, TestCaseError> {
    match game.from_value(value, strict) {
        Ok(state) => {
            prop_assert_eq!(game.check(&state), []);
            play_on(game, state, &mut Rng::new(seed, 0));
            Ok(true)
        }
        Err(faults) => {
            prop_assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.message.is_empty()));
            Ok(false)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_value_is_refused_or_sound(value in any_json(), strict: bool) {
        through_the_door(&game("current"), &value, strict, 1)?;
    }

    /// Real positions with one to three places replaced.
    #[test]
    fn altered_values_are_refused_or_sound(
        seed in 0_u64..40,
        steps in 0_usize..100,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any_json()), 1..4),
        strict: bool,
    ) {
        let game = game("first_edition");
        let mut value = game.to_value(&after(&game, seed, steps));
        for (index, new) in changes {
            let mut places = Vec::new();
            pointers(&value, "", &mut places);
            let place = &places[1 + index.index(places.len() - 1)];
            *value.pointer_mut(place).expect("it was just found") = new;
        }
        through_the_door(&game, &value, strict, seed)?;
    }

    /// Small numbers for the numbers of a position: many of these are studies.
    #[test]
    fn altered_numbers_are_refused_or_sound(
        seed in 0_u64..40,
        steps in 30_usize..100,
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_u64..100), 1..4),
    ) {
        let game = game("current");
        let mut value = game.to_value(&after(&game, seed, steps));
        for (index, new) in changes {
            let mut places = Vec::new();
            pointers(&value, "", &mut places);
            places.retain(|place| value.pointer(place).is_some_and(Value::is_number));
            *value.pointer_mut(&places[index.index(places.len())]).expect("it was just found") = json!(new);
        }
        through_the_door(&game, &value, false, seed)?;
    }

    /// Frames with a right checksum around an altered payload; the payload itself is read and checked without the frame, too.
    #[test]
    fn altered_payloads_are_refused_or_sound(
        seed in 0_u64..40,
        steps in 0_usize..100,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        length in prop::option::weighted(0.1, 0_usize..300),
    ) {
        let game = game("current");
        let bytes = game.to_bytes(&after(&game, seed, steps));
        let start = game.header().frame(0, |_| ()).len() - 4;
        let mut payload = bytes[start..bytes.len() - 4].to_vec();
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
            prop_assert_eq!(game.check(&state), []);
            play_on(&game, state, &mut Rng::new(seed, 0));
        }
    }

    #[test]
    fn random_payloads_never_panic(payload in prop::collection::vec(any::<u8>(), 100..140)) {
        let game = game("current");
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
    let game = game("current");
    let (mut accepted, mut refused, mut rng) = (0, 0, Rng::new(11, 0));
    for seed in 0..200 {
        let mut value = game.to_value(&after(&game, seed, 33 + seed as usize % 40));
        let mut places = Vec::new();
        pointers(&value, "", &mut places);
        places.retain(|place| value.pointer(place).is_some_and(Value::is_number));
        let place = &places[rng.below(places.len() as u64) as usize];
        *value.pointer_mut(place).expect("it was just found") = json!(rng.below(60));
        match game.from_value(&value, false) {
            Ok(_) => accepted += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(accepted > 10 && refused > 50, "{accepted} accepted, {refused} refused");
}
