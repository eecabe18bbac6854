//! Tables files of Dungeon Petz: what is accepted, and every error with its place (DP-150, DP-151, DP-152, DP-153, DP-154, DP-155, DP-156,
//! DP-157, DP-158, DP-159, DP-160, DP-172, DP-173, DP-174, DP-178).

#![allow(clippy::panic, reason = "a test fails by a panic")]

#[path = "files/cases.rs"]
mod cases;
#[path = "files/json.rs"]
mod json;
#[path = "dungeon_petz_tables/mistakes.rs"]
mod mistakes;
#[path = "dungeon_petz_tables/properties.rs"]
mod properties;
#[path = "dungeon_petz_tables/texts.rs"]
mod texts;

use json::{pointers, set};
use serde_json::{Value, json};
use spielwerk::dungeon_petz::tables::tables_file::{Code, TablesError, read};
use spielwerk::dungeon_petz::tables::{PROVENANCE, dealt, neutral, shipped};

/// The sections in the order of DP-150.
const SECTIONS: [&str; 10] =
    ["decks", "pets", "cages", "addons", "artifacts", "exhibitions", "customers", "round1_food", "players", "neutral_imps"];

fn shipped_text() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../seeds/dungeon_petz.json");
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn shipped_file() -> Value {
    serde_json::from_str(&shipped_text()).expect("the file is JSON")
}

fn errors(file: &Value) -> Vec<TablesError> {
    read(file.to_string().as_bytes()).err().unwrap_or_default()
}

/// The errors of a file as `code path`.
fn found(file: &Value) -> Vec<String> {
    errors(file).into_iter().map(|error| format!("{} {}", error.code, error.place)).collect()
}

/// The errors of the shipped file after some edits: a pointer with its new value, or without it.
fn after(edits: &[(&str, Option<Value>)]) -> Vec<String> {
    let mut file = shipped_file();
    for (pointer, value) in edits {
        set(&mut file, pointer, value.clone());
    }
    found(&file)
}

#[test]
fn the_shipped_tables_are_those_of_the_file() {
    let tables = read(shipped_text().as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(tables, shipped());
}

/// What is written is read again, and what is written of the file is in the file.
#[test]
fn the_tables_come_back_from_their_own_form() {
    let written = shipped().to_value();
    assert_eq!(read(written.to_string().as_bytes()), Ok(shipped()));
    let file = shipped_file();
    // The cards of a deck are in the order of the needs there.
    for (pointer, path) in pointers(&written).into_iter().filter(|(pointer, _)| !pointer.contains("/cards/")) {
        let (value, original) = (json::at(&written, &pointer), json::at(&file, &pointer));
        if !value.is_object() && !value.is_array() {
            assert_eq!(value, original, "{path}");
        }
    }
    assert_eq!(written.as_object().map(|map| map.keys().map(String::as_str).collect::<Vec<_>>()), Some(SECTIONS.to_vec()));
}

/// DP-162, DP-163, DP-164, DP-165.
#[test]
fn each_table_says_how_sure_it_is() {
    assert_eq!(PROVENANCE.map(|(section, _)| section), SECTIONS);
    for (section, text) in PROVENANCE {
        assert!(text.contains("verified"), "{section}");
        let is_in_doubt = ["inferred", "reconstructed"].iter().any(|word| text.contains(word));
        assert_eq!(is_in_doubt, !["decks", "round1_food"].contains(&section), "{section}");
    }
}

/// DP-146: cages, addons, artifacts and pets dealt in a game.
#[test]
fn as_many_tiles_are_dealt_as_there_are() {
    let loops = shipped().loops;
    assert_eq!(dealt(&loops, 4), [11, 6, 10, 16]);
    assert_eq!(dealt(&loops, 3), [11, 6, 10, 17]);
    assert_eq!(dealt(&loops, 2), [9, 5, 8, 15]);
}

/// DP-15: where the neutral imps stand in round 1, and that they come back after six steps.
#[test]
fn neutral_imps_go_round_their_loops() {
    let loops = shipped().loops;
    let set = |positions: &[u32]| positions.iter().fold(0, |set, position| set | 1_u32 << position);
    // The mixed stand, a young space, the judge; and with two players also the artifacts, a cage, the platform.
    assert_eq!(neutral(&loops, 3, 1), set(&[1, 7, 12]));
    assert_eq!(neutral(&loops, 2, 1), set(&[1, 7, 12, 3, 5, 13]));
    assert_eq!(neutral(&loops, 4, 1), 0);
    for players in [2, 3] {
        let all = (1..=6).fold(0, |all, round| all | neutral(&loops, players, round));
        assert_eq!(all, (1 << 18) - 1, "{players}");
        assert_eq!(neutral(&loops, players, 1), neutral(&loops, players, 7), "{players}");
    }
    assert_eq!(neutral(&loops, 2, 1), neutral(&loops, 2, 4));
}

/// DP-150: what is not read does not matter.
#[test]
fn other_keys_are_ignored() {
    let mut file = shipped_file();
    for key in ["meta", "components", "needs", "potions", "pet_rules", "board", "setup", "burrow", "scoring"] {
        set(&mut file, &format!("/{key}"), None);
    }
    for pointer in ["/x", "/decks/blue", "/decks/green/x", "/decks/green/cards/0/x", "/pets/0/price_by_size/8", "/cages/tiles/0/meat"] {
        set(&mut file, pointer, Some(json!([{"a": null}])));
    }
    // Colours belong to books only.
    set(&mut file, "/artifacts/tiles/9/colours", Some(json!(7)));
    assert_eq!(read(file.to_string().as_bytes()), Ok(shipped()));
}

/// DP-173: a name that is left out is the id, an empty map may be left out.
#[test]
fn what_may_be_left_out() {
    let mut file = shipped_file();
    for pointer in ["/exhibitions/0/name", "/customers/2/name", "/exhibitions/7/minus", "/customers/0/rainbow"] {
        set(&mut file, pointer, None);
    }
    let mut expected = shipped();
    expected.exhibitions[0].name = "arena".to_owned();
    expected.customers[2].name = "dungeon_mistress".to_owned();
    assert_eq!(read(file.to_string().as_bytes()), Ok(expected));
}

#[test]
fn errors_are_readable() {
    let mut file = shipped_file();
    set(&mut file, "/decks/red/size", Some(json!(25)));
    set(&mut file, "/pets/3/bars/2", Some(json!("B")));
    set(&mut file, "/cages/tiles/4/play", Some(json!(4)));
    let texts: Vec<String> = errors(&file).iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "E_SUM at decks.red.size: 25 where the sum of the counts belongs, which is 24 (DP-152)",
            "E_VALUE at pets[3].bars[2]: \"B\" where one of these belongs: G, R, Y, P",
            "E_RANGE at cages.tiles[4].play: 4 where a number from 0 to 3 belongs",
        ]
    );
}

/// A caller's text comes back cut and without signs that move a terminal.
#[test]
fn errors_repeat_little() {
    let long = "\u{1b}[2J".repeat(100_000);
    let mut file = shipped_file();
    for pointer in ["/decks/green/dominant", "/pets/0/name", "/pets/1/diet", "/artifacts/tiles/0/kind", "/customers/1/id"] {
        set(&mut file, pointer, Some(json!(long)));
    }
    file["customers"][0]["plus"][&long] = json!(0);
    let errors = errors(&file);
    assert_eq!(errors.len(), 6);
    for error in errors {
        let text = error.to_string();
        assert!(text.len() < 700 && !text.contains('\u{1b}'), "{text}");
    }
}

/// Every code comes up somewhere here; which ones a single edit gives is in `mistakes.rs`.
#[test]
fn no_code_is_without_a_mistake() {
    let reached = mistakes::single().into_iter().map(|(_, expected)| expected).collect::<Vec<_>>().concat();
    for code in Code::ALL {
        let is_reached = reached.iter().any(|error| error.split(' ').next() == Some(code.name()));
        assert!(is_reached || code == Code::Json, "{code}");
    }
    assert_eq!(errors(&json!([])).iter().map(|error| (error.code, error.place.as_str())).collect::<Vec<_>>(), [(Code::Json, "")]);
}

/// The cases that the reference runs, too (DP-151, DP-172).
#[test]
fn every_case_of_the_file_holds() {
    let count = cases::every_case("dungeon_petz_tables.json", Some(&shipped_file()), |bytes| match read(bytes) {
        Err(errors) => Ok(errors.iter().map(|error| json!([error.code.name(), error.place])).collect()),
        Ok(tables) if read(tables.to_value().to_string().as_bytes()).as_ref() == Ok(&tables) => Ok(Vec::new()),
        Ok(_) => Err("the tables do not come back from their own form".to_owned()),
    });
    assert!(count >= 199, "{count} cases");
}
