//! Mistakes everywhere: at each value that is read, and anything at all in the place of the file.

use super::json::{at, pointers, set};
use super::mistakes::single;
use super::{SECTIONS, after, found};
use proptest::prelude::*;
use serde_json::{Value, json};
use spielwerk::dungeon_petz::tables::shipped;
use spielwerk::dungeon_petz::tables::tables_file::read;

/// The shipped tables with nothing but what is read, each value with its pointer and its path.
fn values() -> (Value, Vec<(String, String)>) {
    let file = shipped().to_value();
    let places = pointers(&file).split_off(1);
    (file, places)
}

fn edited(file: &Value, pointer: &str, value: Option<Value>) -> Vec<String> {
    let mut file = file.clone();
    set(&mut file, pointer, value);
    found(&file)
}

/// DP-172: true is of no type that belongs anywhere, and gives one error.
#[test]
fn a_value_of_a_wrong_type_is_one_error() {
    let (file, places) = values();
    assert!(places.len() > 800, "{}", places.len());
    for (pointer, path) in &places {
        assert_eq!(edited(&file, pointer, Some(json!(true))), [format!("E_TYPE {path}")]);
    }
}

#[test]
fn a_number_out_of_its_bounds_is_one_error() {
    let (file, places) = values();
    for (pointer, path) in places.iter().filter(|(pointer, _)| at(&file, pointer).is_number()) {
        for number in [i64::MIN, -1, 41, 300] {
            let code = if path.ends_with("size") && number > 0 { "E_SUM" } else { "E_RANGE" };
            assert_eq!(edited(&file, pointer, Some(json!(number))), [format!("{code} {path}")], "{number}");
        }
        for number in [json!(1.5), json!("1"), json!(1.0)] {
            assert_eq!(edited(&file, pointer, Some(number.clone())), [format!("E_TYPE {path}")], "{number}");
        }
    }
}

#[test]
fn a_word_that_is_not_accepted_is_one_error() {
    let (file, places) = values();
    for (pointer, path) in places.iter().filter(|(pointer, _)| at(&file, pointer).is_string()) {
        let is_free = ["/name", "/id"].iter().any(|key| pointer.ends_with(key));
        let expected = if is_free { vec![] } else { vec![format!("E_VALUE {path}")] };
        assert_eq!(edited(&file, pointer, Some(json!("Mixed"))), expected, "{path}");
        assert_eq!(edited(&file, pointer, Some(json!(""))), [format!("E_VALUE {path}")]);
    }
}

#[test]
fn a_missing_key_is_one_error() {
    let (file, places) = values();
    for (pointer, path) in &places {
        let (parent, key) = pointer.rsplit_once('/').expect("it is a pointer");
        if !at(&file, parent).is_object() {
            continue;
        }
        let is_weight = ["plus", "minus", "rainbow"].iter().any(|map| parent.ends_with(map));
        let is_show = parent.starts_with("/exhibitions") || parent.starts_with("/customers");
        let expected = match key {
            "suffering" if parent.starts_with("/customers") => vec![format!("E_KEY {path}")],
            "minus" if parent.starts_with("/customers") => vec![format!("E_KEY {path}.suffering")],
            "name" | "plus" | "minus" | "rainbow" if is_show => vec![],
            _ if is_weight => vec![],
            _ => vec![format!("E_KEY {path}")],
        };
        assert_eq!(edited(&file, pointer, None), expected, "{path}");
    }
}

/// Lists of another length are reported first, and their items are looked at all the same.
#[test]
fn a_list_of_the_wrong_length_is_reported_with_its_items() {
    let (file, places) = values();
    for (pointer, path) in places.iter().filter(|(pointer, _)| at(&file, pointer).is_array() && !pointer.ends_with("cards")) {
        let count = at(&file, pointer).as_array().map_or(0, Vec::len);
        assert_eq!(edited(&file, &format!("{pointer}/{}", count - 1), None), [format!("E_SIZE {path}")]);
        assert_eq!(
            edited(&file, &format!("{pointer}/-"), Some(json!({"a": true}))).iter().take(2).cloned().collect::<Vec<_>>()[0],
            format!("E_SIZE {path}")
        );
        assert_eq!(
            edited(&file, &format!("{pointer}/-"), Some(json!(false))),
            [format!("E_SIZE {path}"), format!("E_TYPE {path}[{count}]")]
        );
    }
}

/// Mistakes in different sections do not touch one another: their errors follow in the order of the sections.
#[test]
fn errors_of_different_sections_are_independent() {
    let section = |edits: &[(&'static str, Option<Value>)]| {
        let name = edits[0].0.split('/').nth(1).unwrap_or_default();
        SECTIONS.iter().position(|other| *other == name).expect("it is a section")
    };
    let all = single();
    for (edits, expected) in &all {
        for (others, other_expected) in all.iter().filter(|(others, _)| section(others) > section(edits)).step_by(37) {
            let both = [others.clone(), edits.clone()].concat();
            assert_eq!(after(&both), [expected.clone(), other_expected.clone()].concat(), "{both:?}");
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let words = ["green", "hunger", "arena", "whip", "G", "herbivore", "single", "mixed", "", "x"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..12).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
        ".{0,50}".prop_map(Value::from),
    ];
    let keys = ["hunger", "suffering", "plus", "minus", "kind", "colours", "id", "tiles", "4", "name", "need", "cards", "x"];
    leaf.prop_recursive(4, 40, 8, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            proptest::collection::vec((proptest::sample::select(keys.to_vec()), inner), 0..8)
                .prop_map(|entries| entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Value>()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever stands wherever: tables that are written as they were read, or errors of which none is empty or long.
    #[test]
    fn anything_anywhere_gives_tables_or_errors(edits in proptest::collection::vec((any::<prop::sample::Index>(), any_json()), 1..6)) {
        let (mut file, places) = values();
        for (index, value) in edits {
            let (pointer, _) = &places[index.index(places.len())];
            // An edit before may have taken the place away.
            if file.pointer(pointer).is_some() {
                set(&mut file, pointer, Some(value));
            }
        }
        match read(file.to_string().as_bytes()) {
            Ok(tables) => {
                let again = tables.to_value();
                prop_assert_eq!(read(again.to_string().as_bytes()), Ok(tables));
            }
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                let sections: Vec<usize> = errors.iter().map(|error| {
                    let name = error.place.split(['.', '[']).next().unwrap_or_default();
                    SECTIONS.iter().position(|other| *other == name).unwrap_or(SECTIONS.len())
                }).collect();
                prop_assert!(sections.is_sorted(), "{:?}", errors);
                for error in errors {
                    prop_assert!(!error.message.is_empty() && error.message.chars().count() < 600, "{}", error);
                }
            }
        }
    }
}
