//! Map files of Thurn and Taxis: what is accepted, and every error with its place (TT-54, TT-55, TT-56, TT-57, TT-94, TT-95, TT-97,
//! TT-99).

#![allow(clippy::panic, reason = "a test fails by a panic")]

#[path = "files/cases.rs"]
mod cases;
#[path = "thurn_and_taxis_maps/drawing.rs"]
mod drawing;
#[path = "files/json.rs"]
mod json;
#[path = "thurn_and_taxis_maps/left_out.rs"]
mod left_out;
#[path = "thurn_and_taxis_maps/mistakes.rs"]
mod mistakes;
#[path = "thurn_and_taxis_maps/plain.rs"]
mod plain;
#[path = "thurn_and_taxis_maps/properties.rs"]
mod properties;
#[path = "thurn_and_taxis_maps/random.rs"]
mod random;
#[path = "thurn_and_taxis_maps/routes.rs"]
mod routes;
#[path = "thurn_and_taxis_maps/texts.rs"]
mod texts;

use json::set;
use mistakes::mistakes;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Value, json};
use spielwerk::thurn_and_taxis::tables::map_file::{Code, MapError, read};
use spielwerk::thurn_and_taxis::tables::spec::MapSpec;
use spielwerk::thurn_and_taxis::tables::{Map, NAMES, shipped};
use std::collections::BTreeSet;

/// Place and code of an error.
type Found = (String, Code);

/// A map of the data file.
fn shipped_map(name: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../seeds/thurn_and_taxis.json");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file: Value = serde_json::from_str(&text).expect("the file is JSON");
    file["maps"][name].clone()
}

/// A small map with everything that a map file may say.
fn small_map() -> Value {
    json!({
        "name": "Sieben", "status": "made up", "copies_per_city_card": 2, "notes": [1, {"a": null}], "provenance": "none",
        "regions": [{"name": "Tal", "colour": "green", "status": ""}, {"name": "Küste"}, {"name": "Höhe", "colour": ""}],
        "cities": [
            {"name": "A", "region": "Tal", "status": "guess", "x": 0, "y": -0.5}, {"name": "Bö", "region": "Küste", "x": 1e3, "y": 2},
            {"name": "C", "region": null}, {"name": "D", "region": "Höhe"}, {"name": "Tal", "region": "Tal"},
            {"name": "F", "region": null, "status": ""}, {"name": "G", "region": "Ku\u{308}ste"}
        ],
        "roads": [["A", "Bö"], ["C", "Bo\u{308}"], ["C", "D"], ["Tal", "D"], ["Tal", "F"], ["F", "G"], ["A", "D"]],
        "bonus_stacks": [
            {"id": "three", "kind": "route_length", "min_len": 3, "values": [20, 20, 1], "status": "guess"},
            {"id": "both", "kind": "all_cities", "regions": ["Tal", "Küste"], "values": [1]},
            {"id": "end", "kind": "game_end", "values": [3]},
            {"id": "coast", "kind": "all_cities", "regions": ["Küste"], "values": [2, 1], "status": ""},
            {"id": "each", "kind": "one_house_in_each", "regions": ["Küste", "Tal"], "values": [5]},
            {"id": "six", "kind": "route_length", "min_len": 6, "values": [9]}
        ]
    })
}

/// The maps in which mistakes are made.
fn bases() -> Vec<Value> {
    vec![shipped_map("map1"), shipped_map("map2"), small_map()]
}

fn errors(map: &Value) -> Vec<MapError> {
    read(map.to_string().as_bytes()).err().unwrap_or_default()
}

fn found(errors: Vec<MapError>) -> Vec<Found> {
    errors.into_iter().map(|error| (error.place, error.code)).collect()
}

/// The errors of a map as `place code`.
fn in_map(map: &Value) -> Vec<String> {
    errors(map).into_iter().map(|error| format!("{} {}", error.place, error.code)).collect()
}

/// The steps of a place in their order (TT-99).
fn steps(place: &str) -> Vec<(Option<usize>, &str)> {
    if place.is_empty() {
        return vec![];
    }
    let mut steps = Vec::new();
    for part in place.split('.') {
        let (key, positions) = part.split_once('[').map_or((part, ""), |(key, rest)| (key, rest));
        steps.push((None, key));
        let positions = positions.split('[').filter(|position| !position.is_empty());
        steps.extend(positions.map(|position| (position.trim_end_matches(']').parse().ok(), "")));
    }
    steps
}

fn in_order(a: &Found, b: &Found) -> std::cmp::Ordering {
    (steps(&a.0), a.1).cmp(&(steps(&b.0), b.1))
}

/// What holds for every answer (TT-57).
fn check_errors(errors: &[MapError]) -> TestCaseResult {
    prop_assert!(!errors.is_empty());
    for error in errors {
        prop_assert!(error.code != Code::Json || errors.len() == 1 && error.place.is_empty());
        prop_assert!(!error.message.is_empty() && error.message.chars().count() < 500, "{}", error);
    }
    Ok(())
}

/// An accepted file is valid, and its map comes back from its own text (TT-54).
fn check_map(value: &Value, map: &MapSpec) -> TestCaseResult {
    prop_assert!(plain::is_valid(value), "{}", value);
    let again = map.to_value();
    prop_assert!(plain::is_valid(&again), "{}", again);
    prop_assert_eq!(read(again.to_string().as_bytes()), Ok(map.clone()));
    prop_assert_eq!(plain::plain(value), plain::plain(&again));
    // Its masks can be made.
    let masks = Map::new(map);
    prop_assert_eq!((usize::from(masks.n), masks.copies), (map.cities.len(), map.copies));
    prop_assert_eq!((masks.regions.len(), masks.stacks.len()), (map.regions.len(), map.stacks.len()));
    Ok(())
}

/// TT-2, TT-7, TT-8, TT-50, TT-90, TT-91, TT-92.
#[test]
fn the_shipped_maps_are_those_of_the_file() {
    assert_eq!(shipped().len(), NAMES.len());
    for (map, name) in shipped().iter().zip(NAMES) {
        let value = shipped_map(name);
        assert_eq!(map.name, *name);
        assert_eq!(read(value.to_string().as_bytes()).as_ref(), Ok(map));
        check_map(&value, map).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The constants write names in the same form, and what the file says of its sources in the same order.
        assert_eq!(map.to_value(), value);
        assert_eq!(map.to_value()["provenance"].to_string(), value["provenance"].to_string());
        assert!(value["provenance"]["drawing"].as_str().is_some_and(|text| text.contains("own drawing") && text.contains("no source")));
    }
    let statuses: Vec<Option<String>> = shipped().into_iter().map(|map| map.status).collect();
    assert_eq!(statuses, [Some("verified".to_owned()), Some("reconstructed".to_owned())]);
}

#[test]
fn the_small_map_is_valid() {
    let value = small_map();
    let map = read(value.to_string().as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    check_map(&value, &map).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(map.roads, [[0, 1], [2, 1], [2, 3], [4, 3], [4, 5], [5, 6], [0, 3]]);
    assert_eq!(map.cities.iter().map(|city| city.region).collect::<Vec<_>>(), [Some(0), Some(1), None, Some(2), Some(0), None, Some(1)]);
    assert_eq!(map.notes, Some(json!([1, {"a": null}])));
}

/// Each mistake in each map: exactly its error (TT-57, TT-94).
#[test]
fn one_mistake_gives_one_error() {
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for map in bases() {
        for mistake in mistakes(&map) {
            let mut wrong = map.clone();
            mistake.put_into(&mut wrong);
            assert_eq!(found(errors(&wrong)), [(mistake.place.clone(), mistake.code)], "{} {mistake:?}", map["name"]);
            seen.insert(mistake.code);
            count += 1;
        }
    }
    assert!(count > 5_000, "{count} mistakes");
    assert_eq!(Code::ALL.into_iter().filter(|code| !seen.contains(code)).collect::<Vec<_>>(), [Code::Json]);
}

/// TT-99: part by part, positions as numbers, keys by code point, a beginning before its continuation; then by code.
#[test]
fn errors_are_in_order() {
    let mut map = shipped_map("map1");
    for (pointer, value) in [
        ("/ä", json!(0)),
        ("/z", json!(0)),
        ("/Z", json!(0)),
        ("/\u{ffff}", json!(0)),
        ("/😀", json!(0)),
        ("/a.b", json!(0)),
        ("/", json!(0)),
        ("/cities/9/a", json!(0)),
        ("/cities/10/a", json!(0)),
        ("/roads/2", json!(0)),
        ("/roads/10/1", json!("Rom")),
        ("/roads/10/0", json!("Athen")),
        ("/roads/11", json!(["Ulm", "Ulm"])),
        ("/bonus_stacks/9/values", json!([1, 2])),
        ("/bonus_stacks/9/values_", json!([])),
        ("/bonus_stacks/9/id", json!("")),
        ("/bonus_stacks/3/regions", json!(["Rom", "Rom"])),
        ("/copies_per_city_card", json!(0)),
    ] {
        set(&mut map, pointer, Some(value));
    }
    set(&mut map, "/name", None);
    let expected = [
        // Of the missing name and of the empty key, whose place is no other one (TT-94).
        " E_KEY",
        "Z E_KEY",
        "a.b E_KEY",
        "bonus_stacks[3].regions E_REGIONS",
        "bonus_stacks[3].regions[0] E_REF",
        "bonus_stacks[3].regions[1] E_REF",
        "bonus_stacks[9].id E_NAME",
        "bonus_stacks[9].values E_VALUES",
        "bonus_stacks[9].values E_GAME_END",
        "bonus_stacks[9].values_ E_KEY",
        "cities[9].a E_KEY",
        "cities[10].a E_KEY",
        "copies_per_city_card E_COPIES",
        "roads[2] E_TYPE",
        "roads[10][0] E_REF",
        "roads[10][1] E_REF",
        "roads[11] E_ROAD_LOOP",
        "z E_KEY",
        "ä E_KEY",
        "\u{ffff} E_KEY",
        "😀 E_KEY",
    ];
    assert_eq!(in_map(&map), expected);
}

/// An error says in words what was wrong, and repeats little of what was given (TT-99).
#[test]
fn errors_are_readable() {
    let mut map = shipped_map("map1");
    for (pointer, value) in
        [("/cities/3/x", Some(json!(null))), ("/roads/7/1", Some(json!("Rom\n"))), ("/name", None), ("/roads/5", Some(json!(["Ulm"])))]
    {
        set(&mut map, pointer, value);
    }
    set(&mut map, "/cities/4/x", None);
    set(&mut map, "/cities/4/region", None);
    let texts: Vec<String> = errors(&map).iter().map(ToString::to_string).collect();
    let required = "name, copies_per_city_card, regions, cities, roads, bonus_stacks";
    assert_eq!(
        texts,
        [
            &format!("E_KEY: without name; required are {required} (TT-55)"),
            "E_TYPE at cities[3].x: null where a number belongs (TT-55)",
            "E_KEY at cities[4]: without region; required are name, region (TT-55); only one of x and y; both belong there or none (TT-55)",
            "E_TYPE at roads[5]: a list where a list of exactly two strings belongs (TT-55)",
            r#"E_REF at roads[7][1]: "Rom\n" is not the name of a city of this map (TT-57)"#,
        ]
    );
    let long = "x".repeat(1_000_000);
    let places = ["/name", "/status", "/regions/0/name", "/cities/3/region", "/bonus_stacks/4/kind", "/roads/3/0", "/bonus_stacks/5/id"];
    for pointer in places {
        set(&mut map, pointer, Some(json!(long)));
    }
    set(&mut map, "/bonus_stacks/6/regions", Some(json!([long, long])));
    set(&mut map, "/bonus_stacks/6/id", Some(json!(long)));
    set(&mut map, "/roads/4", Some(json!([long, long])));
    map[&long] = json!(0);
    set(&mut map, &format!("/cities/2/{long}"), Some(json!(0)));
    for error in errors(&map) {
        assert!(error.to_string().len() < 500, "{error}");
        assert!(error.place.chars().count() <= 101 + "cities[2].".len(), "{}", error.place);
    }
    let shown = format!("{}…", "x".repeat(100));
    let all = in_map(&map);
    for place in [shown.clone(), format!("cities[2].{shown}")] {
        assert!(all.contains(&format!("{place} E_KEY")), "{all:?}");
    }
}

/// The cases that the reference runs, too (TT-55, TT-94).
#[test]
fn every_case_of_the_file_holds() {
    let count = cases::every_case("thurn_and_taxis_maps.json", None, |bytes| match read(bytes) {
        Err(errors) => Ok(errors.iter().map(|error| json!({"code": error.code.name(), "place": error.place})).collect()),
        Ok(map) => {
            let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
            // The second opinion knows no integer -0 (TT-99).
            if plain::is_valid(&value) || !bytes.windows(2).any(|pair| pair == b"-0") {
                check_map(&value, &map).map_err(|error| error.to_string())?;
            }
            Ok(Vec::new())
        }
    });
    assert!(count >= 130, "{count} cases");
}
