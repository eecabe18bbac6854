//! The engine-independent scenarios of every game, and the recorded games.

#![allow(clippy::panic, reason = "a test fails by a panic")]

#[path = "scenarios/board.rs"]
mod board;
#[path = "scenarios/form.rs"]
mod form;
#[path = "scenarios/golden.rs"]
mod golden;
#[path = "scenarios/run.rs"]
mod run;

use form::{differences, look_up, read, root};
use serde_json::{Value, json};
use spielwerk::AnyGame;
use std::path::Path;

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The scenario files by game, and how many scenarios and checks each has at least.
const FILES: &[(&str, usize, usize)] =
    &[("patchwork", 80, 17_000), ("trek12", 200, 3_500), ("thurn_and_taxis", 100, 1_000), ("dungeon_petz", 300, 1_500)];

/// Every scenario of every game; all failures are reported together.
#[test]
fn every_scenario_of_every_game_holds() {
    assert_eq!(FILES.iter().map(|(name, ..)| *name).collect::<Vec<_>>(), AnyGame::NAMES, "every game has a file");
    for &(name, fewest_scenarios, fewest_checks) in FILES {
        let text = text(format!("tests/scenarios/{name}.toml"));
        let (game, scenarios) = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(game, name);
        // Counted in the text as well: a reader that skips scenarios would pass.
        let written = text.lines().filter(|line| line.trim() == "[[scenario]]").count();
        assert_eq!(scenarios.len(), written);
        assert!(scenarios.len() > fewest_scenarios, "{} scenarios of {name}", scenarios.len());
        let results: Vec<Result<usize, String>> = scenarios.iter().map(|scenario| run::run(name, scenario)).collect();
        let failures: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
        assert!(failures.is_empty(), "{} of {} scenarios fail: {failures:#?}", failures.len(), scenarios.len());
        for (scenario, result) in scenarios.iter().zip(&results) {
            assert!(result.as_ref().is_ok_and(|&checks| checks > 0), "{} checks nothing", scenario.id);
        }
        let checks: usize = results.into_iter().flatten().sum();
        assert!(checks > fewest_checks, "{checks} checks of {name}");
    }
}

/// All recorded games, as they were played and with the players exchanged (PWC-5).
#[test]
fn recorded_games_replay() {
    let text = text("tests/golden/patchwork.json");
    let file: Value = serde_json::from_str(&text).expect("the file is JSON");
    let recorded: usize =
        file["games"].as_array().expect("it has games").iter().map(|game| game["action_ids"].as_array().map_or(0, Vec::len)).sum();
    assert!(recorded > 800, "{recorded} decisions");
    for swap in [false, true] {
        let (checks, games) = golden::replay_all(&text, swap).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(games, 20);
        assert!(checks >= 8 * recorded, "{checks} checks of {recorded} decisions");
    }
}

/// A recorded game with one number changed does not replay.
#[test]
fn an_altered_record_is_noticed() {
    let file: Value = serde_json::from_str(&text("tests/golden/patchwork.json")).expect("the file is JSON");
    let first = json!({"games": [file["games"][0]]});
    assert_eq!(golden::replay_all(&first.to_string(), false).map(|(_, games)| games), Ok(1));
    let alter = |pointer: &str, value: Value, words: &str| {
        let mut altered = first.clone();
        let entry = altered.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        assert_ne!(*entry, value, "{pointer} is that already");
        *entry = value;
        let error = golden::replay_all(&altered.to_string(), false).expect_err(pointer);
        assert!(error.contains(words), "{pointer}: {error}");
    };
    alter("/games/0/trace/3/0", json!(1), "legal actions");
    alter("/games/0/trace/3/3", json!(99), "players[0].buttons");
    alter("/games/0/trace/3/7", json!(80), "filled");
    alter("/games/0/trace/3/9", json!(1), "tile_owner");
    alter("/games/0/trace/3/10", json!(1), "next");
    alter("/games/0/action_ids/3", json!(83), "action number");
    alter("/games/0/scores/0", json!(99), "scores");
    alter("/games/0/winner", json!(0), "winners");
    alter("/games/0/first_to_last_space", json!(1), "first_on_last");
    alter("/games/0/features/landed_on_opponent", json!(99), "features");
    alter("/games/0/time_track", json!("first_edition"), "PWG-1");
    let unrecorded = first.to_string().replace("landed_on_opponent", "landed_elsewhere");
    assert!(golden::replay_all(&unrecorded, false).expect_err("a feature is missing").contains("features"));
}

const HEAD: &str = "game = \"patchwork\"\n[[scenario]]\nid = \"T\"\nrules = [\"PW-1\"]\nabout = \"t\"\n";

/// Files with a key that nobody would check, or with shapes that make no sense, are refused.
#[test]
fn unknown_keys_and_wrong_shapes_are_refused() {
    assert!(read(HEAD).is_ok());
    for (rest, words) in [
        ("colour = 1", "unknown keys [\"colour\"]"),
        ("[[scenario.step]]", "empty"),
        ("[[scenario.step]]\nevents = []", "events without apply"),
        ("[[scenario.step]]\nactors = 0", "unknown keys [\"actors\"]"),
        ("[[scenario.step]]\noutcomes = { counts = 3 }", "unknown keys [\"counts\"]"),
        ("golden = { file = \"x\", swap = true }", "unknown keys [\"swap\"]"),
        ("golden = { file = \"x\" }\n[[scenario.step]]\nactor = 0", "in the place of"),
        ("golden = { file = \"x\" }\ndraws = [1]", "in the place of"),
        ("draws = [1]\nposition = {}", "draws belong to the initial state"),
        ("tables = [{ path = \"x\" }]", "path and equals"),
        ("tables = [{ path = \"x\", equals = 1, about = 2 }]", "unknown keys [\"about\"]"),
        ("strict = 1", "neither true nor false"),
        ("[[scenario]]\nid = \"T\"\nrules = [\"PW-1\"]\nabout = \"t\"", "used twice"),
        ("[[scenario]]\nid = \"U\"\nrules = [\"PW-1\"]", "about is missing"),
        ("[[scenario]]\nid = \"U\"\nabout = \"t\"", "rules"),
        ("[[scenario]]\nid = \"U\"\nrules = [\"PWX-1\"]\nabout = \"t\"", "no rules"),
        ("board = { n = 2 }", "edges are missing"),
        ("board = { edges = [[0, 1]] }", "n is missing"),
        ("board = { n = 2, edges = [[0, 1]], roses = [1] }", "unknown keys [\"roses\"]"),
        ("board = { n = 2, edges = [[0, 1]], dangerous = [2] }", "dangerous circle 2"),
        ("board = { n = 2, edges = [[0, 1]], limits = {}, tables = [] }", "in the place of limits"),
        ("board = { n = 2, edges = [[0, 1]] }\noptions = { board_file = \"{}\" }", "exclude each other"),
        ("board = { n = 2, edges = [[0, 1]] }\ngolden = { file = \"x\" }", "in the place of"),
    ] {
        let error = read(&format!("{HEAD}{rest}")).expect_err(rest);
        assert!(error.contains(words), "{rest}: {error}");
    }
    assert!(read("game = \"patchwork\"\nscenarios = []").expect_err("another name").contains("unknown keys"));
}

/// A scenario's own board reaches the game as the option `board_file`, with what is left out filled in.
#[test]
fn a_board_becomes_a_board_file() {
    let board = "board = { n = 2, edges = [[0, 1]], dangerous = [1], start = [0], specials = { desk = [1] } }\noptions = { players = 2 }";
    let (_, scenarios) = read(&format!("{HEAD}{board}")).expect("the scenario is right");
    assert_eq!(scenarios[0].options["players"], 2);
    let text = scenarios[0].options["board_file"].as_str().expect("a board file is a text");
    let expected = json!({"schema": "trek12-boards/1", "boards": [{
        "id": "scenario",
        "circles": [{"id": 0, "max": 12}, {"id": 1, "max": 6}],
        "edges": [[0, 1]],
        "tables": [{"zone": "all", "limits": {"min": 4, "max": 4, "diff": 4, "sum": 4, "prod": 4}}],
        "start": [0],
        "specials": {"desk": [1]},
    }]});
    assert_eq!(serde_json::from_str::<Value>(text).expect("it is JSON"), expected);
}

/// A wrong expectation of every kind is noticed.
#[test]
fn a_wrong_scenario_fails() {
    let run = |rest: &str| -> Result<usize, String> {
        let (name, scenarios) = read(&format!("{HEAD}{rest}"))?;
        scenarios.iter().map(|scenario| run::run(&name, scenario)).sum()
    };
    let start = "position = { circle = [1, 2, 3, 0] }\nstrict = false\n[[scenario.step]]\n";
    assert_eq!(run(&format!("{start}actor = 0\nlegal_count = 639\napply = 0\nevents = [[\"spaces\", 0, 1, 1]]")), Ok(4));
    for (rest, words) in [
        ("actor = 1", "actor: .: expected 1, got 0"),
        ("actor = \"chance\"", "expected -1, got 0"),
        ("actor = \"terminal\"", "expected -4, got 0"),
        ("legal = [0]", "expected [0]"),
        ("legal_count = 638", "expected 638, got 639"),
        ("includes = [1]", "1 is not among"),
        ("refuses = [0]", "0 should be refused"),
        ("outcomes = { count = 1 }", "expected 1, got 0"),
        ("outcomes = { weight = 1 }", "outcomes.weight"),
        ("state = { players = [{ buttons = 6 }, {}] }", "players[0].buttons: expected 6, got 5"),
        ("state = { players = [{}] }", "expected [{}]"),
        ("state = { tile_owner = 0 }", "tile_owner: expected 0, got null"),
        ("state = { on_top = \"none\" }", "on_top: expected null, got 0"),
        ("state = { colour = 0 }", "colour: missing"),
        ("sheet = [{ total = 0 }]", "total: expected 0, got -157"),
        ("scores = [0, 0]", "scores"),
        ("ranks = [1, 2]", "ranks"),
        ("winners = [0]", "winners"),
        ("apply = 1", "action 1 is illegal"),
        ("apply = 0\nevents = []", "events of 0"),
        ("apply = 0\nevents = [[\"spaces\", 0, 1, 2]]", "[0][3]: expected 2, got 1"),
    ] {
        let error = run(&format!("{start}{rest}")).expect_err(rest);
        assert!(error.contains(words), "{rest}: {error}");
    }
    for (rest, words) in [
        ("draws = [1, 1]", "draws: action 1 is illegal"),
        ("draws = [70000]", "no id"),
        ("position = { circle = [1, 2, 3, 0] }", "position refused"),
        ("position = { colour = 1 }", "position refused"),
        ("options = { time_track = \"round\" }", "time_track"),
        ("tables = [{ path = \"patches[0].size\", equals = 3 }]", "expected 3, got 2"),
        ("tables = [{ path = \"patches[33].size\", equals = 3 }]", "the tables have no patches[33].size"),
        ("golden = { file = \"tests/golden/nothing.json\" }", "tests/golden/nothing.json"),
        ("[[scenario.step]]\noutcomes = { weight = 2 }", "outcomes.weight"),
        ("[[scenario.step]]\noutcomes = { excludes = [1] }", "outcome 1 is listed"),
        ("[[scenario.step]]\nrefuses = [1]", "1 should be refused"),
    ] {
        let error = run(rest).expect_err(rest);
        assert!(error.contains(words), "{rest}: {error}");
    }
}

/// Maps are compared as subsets, lists item by item, and none is null.
#[test]
fn comparison_is_as_the_form_says() {
    let same = |expected: Value, actual: Value| differences(&expected, &actual, "").is_empty();
    assert!(same(json!({"a": 1}), json!({"a": 1, "b": 2})));
    assert!(same(json!([{}, 1]), json!([{"a": 1}, 1])));
    assert!(same(json!("none"), Value::Null) && !same(json!("none"), json!("none")));
    assert!(!same(json!({"a": 1}), json!({"b": 1})) && !same(json!([1]), json!([1, 2])));
    assert!(!same(json!(true), json!(1)) && !same(json!(1), json!(true)) && !same(json!({}), json!([])));
    let tables = json!({"a": [{"b": [1, 2]}]});
    assert_eq!(look_up(&tables, "a[0].b[1]"), Ok(&json!(2)));
    assert!(look_up(&tables, "a[1]").is_err());
}
