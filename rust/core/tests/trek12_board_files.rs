//! Board files of Trek 12: what is accepted, and every error with its place (TK-66, TK-67, TK-68, TK-69, TK-70, TK-71, TK-72, TK-89,
//! TK-90, TK-91, TK-92, TK-94).

#![allow(clippy::panic, reason = "a test fails by a panic")]

#[path = "files/cases.rs"]
mod cases;
#[path = "files/json.rs"]
mod json;
#[path = "trek12_board_files/mistakes.rs"]
mod mistakes;
#[path = "trek12_board_files/plain.rs"]
mod plain;
#[path = "trek12_board_files/properties.rs"]
mod properties;
#[path = "trek12_board_files/random.rs"]
mod random;
#[path = "trek12_board_files/skipped.rs"]
mod skipped;
#[path = "trek12_board_files/texts.rs"]
mod texts;

use json::set;
use mistakes::mistakes;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use random::file;
use serde_json::{Value, json};
use spielwerk::trek12::tables::board_file::{BoardError, Code, SCHEMA, find, read};
use spielwerk::trek12::tables::spec::{BoardSpec, Level};
use spielwerk::trek12::tables::{Board, IDS, shipped};
use std::collections::BTreeSet;

/// Position, id, code and path of an error.
type Found = (Option<usize>, Option<String>, Code, String);

fn shipped_text() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../seeds/trek12.json");
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn shipped_boards() -> Vec<Value> {
    let file: Value = serde_json::from_str(&shipped_text()).expect("the file is JSON");
    file["boards"].as_array().expect("it has boards").clone()
}

fn errors(file: &Value) -> Vec<BoardError> {
    read(file.to_string().as_bytes()).err().unwrap_or_default()
}

fn found(errors: Vec<BoardError>) -> Vec<Found> {
    errors.into_iter().map(|error| (error.board, error.id, error.code, error.path)).collect()
}

/// The errors of a board as `code path`.
fn in_board(board: &Value) -> Vec<String> {
    errors(&file(std::slice::from_ref(board))).into_iter().map(|error| format!("{} {}", error.code, error.path)).collect()
}

/// The steps of a path in their order (TK-89).
fn steps(path: &str) -> Vec<(Option<usize>, &str)> {
    if path.is_empty() {
        return vec![];
    }
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, positions) = part.split_once('[').map_or((part, ""), |(key, rest)| (key, rest));
        steps.push((None, key));
        let positions = positions.split('[').filter(|position| !position.is_empty());
        steps.extend(positions.map(|position| (position.trim_end_matches(']').parse().ok(), "")));
    }
    steps
}

fn in_order(a: &Found, b: &Found) -> std::cmp::Ordering {
    (a.0, a.2, steps(&a.3)).cmp(&(b.0, b.2, steps(&b.3)))
}

/// What holds for every answer (TK-72).
fn check_errors(errors: &[BoardError]) -> TestCaseResult {
    prop_assert!(!errors.is_empty());
    for error in errors {
        let stops = error.code <= Code::NoBoards;
        prop_assert_eq!(stops, error.board.is_none());
        prop_assert!(!stops || errors.len() == 1 && error.id.is_none());
        prop_assert!(!error.message.is_empty() && error.message.chars().count() < 300, "{}", error);
    }
    Ok(())
}

/// An accepted file is valid, and its boards come back from their own text (TK-66).
fn check_boards(value: &Value, boards: &[BoardSpec]) -> TestCaseResult {
    prop_assert!(plain::is_valid(value), "{}", value);
    prop_assert_eq!(value["boards"].as_array().map(Vec::len), Some(boards.len()));
    for (board, value) in boards.iter().zip(value["boards"].as_array().into_iter().flatten()) {
        let again = file(&[board.to_value()]);
        prop_assert!(plain::is_valid(&again), "{}", again);
        let read_again = read(again.to_string().as_bytes());
        prop_assert_eq!(read_again, Ok(vec![board.clone()]));
        check_board(board, value)?;
        // Its masks can be made.
        prop_assert_eq!(usize::from(Board::new(board).n), board.circles.len());
    }
    Ok(())
}

/// Nothing of a board is lost or changed on the way, and what it leaves out has its default (TK-67, TK-70).
fn check_board(board: &BoardSpec, value: &Value) -> TestCaseResult {
    let shown = board.to_value();
    let (default_prices, default_level, empty) = (json!({"face": 3, "isolated": 3}), json!("user"), json!({}));
    prop_assert_eq!(&shown["id"], &value["id"]);
    prop_assert_eq!(&shown["name"], value.get("name").unwrap_or(&value["id"]));
    prop_assert_eq!(&shown["edges"], &value["edges"]);
    prop_assert_eq!(&shown["tables"], &value["tables"]);
    prop_assert_eq!(&shown["start"], &value["start"]);
    prop_assert_eq!(&shown["penalties"], value.get("penalties").unwrap_or(&default_prices));
    let provenance = &value["provenance"];
    prop_assert_eq!(&shown["provenance"]["level"], provenance.get("level").unwrap_or(&default_level));
    prop_assert_eq!(&shown["provenance"]["note"], &provenance["note"]);
    prop_assert_eq!(json!(board.unknown), provenance.get("unknown").unwrap_or(&json!([])).clone());
    let mut circles = value["circles"].as_array().cloned().unwrap_or_default();
    circles.sort_by_key(|circle| circle["id"].as_u64());
    prop_assert_eq!(circles.len(), board.circles.len());
    for (circle, shown) in circles.iter().zip(&board.circles) {
        prop_assert_eq!(circle["max"].as_u64(), Some(u64::from(shown.max)));
        prop_assert_eq!(circle["x"].as_f64().zip(circle["y"].as_f64()), shown.at);
    }
    let mut specials = value.get("specials").unwrap_or(&empty).clone();
    if let Some(specials) = specials.as_object_mut() {
        // What says nothing may be left out.
        specials.retain(|_, value| *value != json!(false));
    }
    if specials["zones"]["shared"] == json!([])
        && let Some(zones) = specials["zones"].as_object_mut()
    {
        zones.remove("shared");
    }
    prop_assert_eq!(&shown["specials"], &specials);
    Ok(())
}

#[test]
fn the_shipped_boards_are_those_of_the_file() {
    let boards = read(shipped_text().as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let values = shipped_boards();
    assert_eq!((boards.len(), values.len(), IDS.len()), (9, 9, 9));
    for ((read, built_in), (value, id)) in boards.iter().zip(shipped()).zip(values.iter().zip(IDS)) {
        assert_eq!(built_in.id, *id);
        check_board(&built_in, value).unwrap_or_else(|error| panic!("{id}: {error}"));
        check_board(read, value).unwrap_or_else(|error| panic!("{id}: {error}"));
        check_boards(&file(std::slice::from_ref(value)), std::slice::from_ref(read)).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(built_in, *read, "{id}");
        assert_eq!(built_in.circles.iter().filter(|circle| circle.at.is_none()).count(), 0, "{id}");
    }
}

/// TK-86, TK-87.
#[test]
fn a_reconstructed_board_says_what_of_it_is_invented() {
    for board in shipped() {
        let is_verified = ["dunai", "kagkot", "dhaulagiri"].contains(&board.id.as_str());
        assert_eq!(board.level, if is_verified { Level::Verified } else { Level::Reconstructed }, "{}", board.id);
        assert_eq!(board.unknown.is_empty(), is_verified, "{}", board.id);
        assert!(board.note.is_some_and(|note| note.len() > 40), "{}", board.id);
        for part in ["circles", "edges"].iter().filter(|_| !is_verified) {
            assert!(board.unknown.iter().any(|unknown| unknown == part), "{} invents its {part}", board.id);
        }
        let specials: &[&str] = match board.id.as_str() {
            "jampa" => &["prelinked", "dangerous circles"],
            "stay_home" => &["furniture"],
            "valentine" => &["roses"],
            "fily_trek" => &["flags", "start circles"],
            "christmas" => &["ornaments", "start circles"],
            "mount_fuji" => &["waves", "zones", "shared", "limits"],
            _ => &[],
        };
        for special in specials {
            assert!(board.unknown.iter().any(|unknown| unknown.contains(special)), "{} invents its {special}", board.id);
        }
    }
}

/// TK-93.
#[test]
fn a_board_is_found_by_its_id() {
    let boards = shipped();
    assert_eq!(find(&boards, None).map(|board| board.id.as_str()), Some("dunai"));
    assert_eq!(find(&boards[3..], None).map(|board| board.id.as_str()), Some("stay_home"));
    for id in IDS {
        assert_eq!(find(&boards, Some(id)).map(|board| board.id.as_str()), Some(*id));
    }
    assert_eq!(find(&boards, Some("everest")), None);
    assert_eq!(find(&[], None), None);
}

/// Each mistake in each shipped board: exactly its error.
#[test]
fn one_mistake_gives_one_error() {
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for board in shipped_boards() {
        for mistake in mistakes(&board) {
            let mut wrong = board.clone();
            mistake.put_into(&mut wrong);
            let id = wrong.get("id").and_then(Value::as_str).map(str::to_owned);
            let expected = vec![(Some(0), id, mistake.code, mistake.path.clone())];
            assert_eq!(found(errors(&file(&[wrong]))), expected, "{} {mistake:?}", board["id"]);
            seen.insert(mistake.code);
            count += 1;
        }
    }
    assert!(count > 9_000, "{count} mistakes");
    // The others concern the whole file, or two boards.
    let others = [Code::BadJson, Code::BadSchema, Code::NoBoards, Code::DuplicateId];
    assert_eq!(Code::ALL.into_iter().filter(|code| !seen.contains(code)).collect::<Vec<_>>(), others);
}

/// TK-66, TK-72, TK-89: these three stop.
#[test]
fn errors_of_the_whole_file() {
    let board = shipped_boards().swap_remove(0);
    let file = |schema: Value, boards: Value| json!({"schema": schema, "boards": boards}).to_string();
    let (good, version) = (json!([board]), json!(SCHEMA));
    for (text, code, path) in [
        (String::new(), Code::BadJson, ""),
        ("{".to_owned(), Code::BadJson, ""),
        (format!("{} x", file(version.clone(), good.clone())), Code::BadJson, ""),
        ("[]".to_owned(), Code::BadSchema, "schema"),
        ("null".to_owned(), Code::BadSchema, "schema"),
        (json!({"boards": [board]}).to_string(), Code::BadSchema, "schema"),
        (file(json!("trek12-boards/2"), json!([])), Code::BadSchema, "schema"),
        (file(json!(null), json!(7)), Code::BadSchema, "schema"),
        (file(json!([SCHEMA]), good.clone()), Code::BadSchema, "schema"),
        (json!({"schema": SCHEMA}).to_string(), Code::NoBoards, "boards"),
        (file(version.clone(), json!([])), Code::NoBoards, "boards"),
        (file(version.clone(), json!(null)), Code::NoBoards, "boards"),
        (file(version.clone(), board.clone()), Code::NoBoards, "boards"),
    ] {
        let errors = read(text.as_bytes()).expect_err(&text);
        check_errors(&errors).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found(errors), [(None, None, code, path.to_owned())], "{text}");
    }
    assert!(read(file(version, good).as_bytes()).is_ok());
}

/// TK-89: part by part, positions as numbers, keys by code point, a beginning before its continuation; first by board and code.
#[test]
fn errors_are_in_order() {
    let mut board = shipped_boards().swap_remove(0);
    for (pointer, value) in
        [("/edges/2", json!(0)), ("/edges/10", json!([0, "a"])), ("/edges/10/0", json!(null)), ("/tables/0/limits/sum", json!(1.5))]
    {
        set(&mut board, pointer, Some(value));
    }
    for (pointer, value) in [
        ("/ä", json!(0)),
        ("/z", json!(0)),
        ("/Z", json!(0)),
        ("/\u{ffff}", json!(0)),
        ("/😀", json!(0)),
        ("/circles/9/a", json!(0)),
        ("/circles/10/a", json!(0)),
        ("/a.b", json!(0)),
    ] {
        set(&mut board, pointer, Some(value));
    }
    let expected = [
        "unknown_key Z",
        "unknown_key a.b",
        "unknown_key circles[9].a",
        "unknown_key circles[10].a",
        "unknown_key z",
        "unknown_key ä",
        "unknown_key \u{ffff}",
        "unknown_key 😀",
        "wrong_type edges[2]",
        "wrong_type edges[10][0]",
        "wrong_type edges[10][1]",
        "wrong_type tables[0].limits.sum",
    ];
    assert_eq!(in_board(&board), expected);
    let codes: Vec<(Option<usize>, Code)> =
        errors(&file(&[json!({"id": 1}), board, json!(1)])).iter().map(|error| (error.board, error.code)).collect();
    assert!(codes.is_sorted(), "{codes:?}");
    assert_eq!(codes.len(), 17);
}

#[test]
fn ids_must_differ_between_boards() {
    let boards = shipped_boards();
    let mut three = vec![boards[0].clone(); 3];
    let duplicate = |position| (Some(position), Some("dunai".to_owned()), Code::DuplicateId, "id".to_owned());
    assert_eq!(found(errors(&file(&three))), [duplicate(1), duplicate(2)]);
    // A board counts even if it is wrong otherwise; a wrong id is no id.
    three[0]["edges"] = json!([]);
    let apart = (Some(0), Some("dunai".to_owned()), Code::NotConnected, "edges".to_owned());
    assert_eq!(found(errors(&file(&three))), [apart.clone(), duplicate(1), duplicate(2)]);
    three[1]["id"] = json!("Dunai");
    three[2]["id"] = json!("Dunai");
    let bad = |position| (Some(position), Some("Dunai".to_owned()), Code::BadId, "id".to_owned());
    assert_eq!(found(errors(&file(&three))), [apart, bad(1), bad(2)]);
}

/// An error says in words what was wrong, and repeats little of what was given.
#[test]
fn errors_are_readable() {
    let mut board = shipped_boards().swap_remove(0);
    board["circles"][3]["max"] = json!(7);
    board["tables"][0]["limits"]["sum"] = json!(null);
    let texts: Vec<String> = errors(&file(&[board.clone()])).iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "boards[0] (dunai): wrong_type at tables[0].limits.sum: null where an integer without point or exponent, of at most 64 bits, belongs",
            "boards[0] (dunai): bad_max at circles[3].max: 7 where 12 (normal) or 6 (dangerous) belongs (TK-68)",
        ]
    );
    board["id"] = json!("a\n\u{1b}");
    board["name"] = json!(null);
    let texts: Vec<String> = errors(&file(&[board.clone()])).iter().map(ToString::to_string).collect();
    assert_eq!(texts[0], r"boards[0] (a\n\u{1b}): wrong_type at name: null where a string belongs");
    assert_eq!(texts[2], r#"boards[0] (a\n\u{1b}): bad_id at id: "a\n\u001b" where 1 to 40 characters a-z, 0-9 and _ belong (TK-67)"#);
    let long = "x".repeat(1_000_000);
    board["id"] = json!(long);
    board[&long] = json!(0);
    board["name"] = json!([long]);
    board["provenance"] = json!({"level": long});
    board["tables"][0]["zone"] = json!(long);
    for error in errors(&file(&[board])) {
        assert!(error.to_string().len() < 400, "{error}");
        assert!(error.id.is_some_and(|id| id.starts_with("xxxx") && id.chars().count() == 101), "{}", error.message);
    }
}

/// The cases that the reference runs, too (TK-72, TK-89).
#[test]
fn every_case_of_the_file_holds() {
    let count = cases::every_case("trek12_boards.json", None, |bytes| match read(bytes) {
        Err(errors) => Ok(errors
            .iter()
            .map(|error| json!({"code": error.code.name(), "board": error.board, "id": error.id, "path": error.path}))
            .collect()),
        Ok(boards) => {
            let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
            // The second opinion knows no integer -0 (TK-94).
            if plain::is_valid(&value) || !bytes.windows(2).any(|pair| pair == b"-0") {
                check_boards(&value, &boards).map_err(|error| error.to_string())?;
            }
            Ok(Vec::new())
        }
    });
    assert!(count >= 244, "{count} cases");
}
