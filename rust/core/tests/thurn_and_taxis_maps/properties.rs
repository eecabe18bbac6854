//! Random maps, random mistakes and random damage.

use super::json::{at, pointers, set};
use super::mistakes::{Mistake, mistakes};
use super::random::{map, shuffled};
use super::{Found, bases, check_errors, check_map, errors, found, in_order, plain, read};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestCaseResult, TestRunner};
use serde_json::{Value, json};
use spielwerk::Rng;
use spielwerk::thurn_and_taxis::tables::map_file::Code;
use std::cell::Cell;
use std::collections::BTreeMap;

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() })
}

fn random_map(seed: u64) -> Value {
    map(&mut Rng::new(seed, 54))
}

/// A map is read without loss, whatever is optional in it; the order of keys says nothing (TT-55).
#[test]
fn random_maps_are_read() {
    let outcome = runner(2_000).run(&any::<u64>(), |seed| {
        let value = random_map(seed);
        let map = read(value.to_string().as_bytes()).map_err(|errors| TestCaseError::fail(format!("{errors:?} in {value}")))?;
        check_map(&value, &map)?;
        let turned = shuffled(&mut Rng::new(seed, 55), &value);
        prop_assert_eq!(read(turned.to_string().as_bytes()), Ok(map));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Each mistake in a random map, too: exactly its error.
#[test]
fn one_mistake_in_a_random_map_gives_one_error() {
    let outcome = runner(400).run(&(any::<u64>(), prop::collection::vec(any::<Index>(), 1..9)), |(seed, choices)| {
        let value = random_map(seed);
        let all = mistakes(&value);
        for index in choices {
            let mistake = index.get(&all);
            let mut wrong = value.clone();
            mistake.put_into(&mut wrong);
            prop_assert_eq!(found(errors(&wrong)), vec![(mistake.place.clone(), mistake.code)], "{:?} in {}", mistake, value);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// All mistakes in a map, by code, so that the many wrong types do not crowd out the rest.
fn by_code(map: &Value) -> Vec<Vec<Mistake>> {
    let mut groups: BTreeMap<Code, Vec<Mistake>> = BTreeMap::new();
    for mistake in mistakes(map) {
        groups.entry(mistake.code).or_default().push(mistake);
    }
    groups.into_values().collect()
}

/// Several mistakes in one map: all their errors in order, but for those that another one makes unknowable (TT-57, TT-95, TT-99).
#[test]
fn mistakes_together_give_their_errors_together() {
    let bases: Vec<(Value, Vec<Vec<Mistake>>)> = bases().into_iter().map(|map| (map.clone(), by_code(&map))).collect();
    let (shown, hidden, most) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let strategy = (any::<Index>(), prop::collection::vec(any::<(Index, Index)>(), 0..40));
    let outcome = runner(6_000).run(&strategy, |(index, choices)| {
        let (base, groups) = index.get(&bases);
        let mut chosen: Vec<&Mistake> = Vec::new();
        for (group, index) in choices {
            let group: &Vec<Mistake> = group.get(groups);
            let mistake = index.get(group);
            if chosen.iter().all(|other| other.is_apart_from(mistake)) {
                chosen.push(mistake);
            }
        }
        let mut map = base.clone();
        for mistake in &chosen {
            mistake.put_into(&mut map);
        }
        let spoils = |need| chosen.iter().any(|mistake| mistake.spoils.contains(&need));
        let open: Vec<&&Mistake> = chosen.iter().filter(|mistake| !mistake.needs.iter().any(|&need| spoils(need))).collect();
        hidden.set(hidden.get() + chosen.len() - open.len());
        shown.set(shown.get() + open.len());
        most.set(most.get().max(open.len()));
        let mut expected: Vec<Found> = open.iter().map(|mistake| (mistake.place.clone(), mistake.code)).collect();
        expected.sort_by(in_order);
        // Two keys may be missing in one object (TT-94).
        expected.dedup();
        let errors = errors(&map);
        if !expected.is_empty() {
            check_errors(&errors)?;
        }
        prop_assert_eq!(found(errors), expected, "{}", map);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let counts = (shown.get(), hidden.get(), most.get());
    assert!(counts.0 > 40_000 && counts.1 > 4_000 && counts.2 >= 15, "{counts:?}");
}

/// What is read is valid, what is refused is not, and refusals have their form.
fn through_the_door(text: &[u8]) -> Result<bool, TestCaseError> {
    let answer = read(text);
    let value = serde_json::from_slice::<Value>(text);
    match &answer {
        Ok(map) => {
            let value = value.map_err(|error| TestCaseError::fail(error.to_string()))?;
            check_map(&value, map)?;
        }
        Err(errors) => {
            check_errors(errors)?;
            let mut found = found(errors.clone());
            let all = found.len();
            found.sort_by(in_order);
            prop_assert_eq!(&found, &super::found(errors.clone()), "not in order");
            found.dedup();
            prop_assert_eq!(found.len(), all, "one error twice");
            let is_twice = errors[0].message.contains("twice in one object");
            prop_assert_eq!(!value.as_ref().is_ok_and(Value::is_object) || is_twice, errors[0].code == Code::Json);
            prop_assert!(is_twice || !value.is_ok_and(|value| plain::is_valid(&value)), "{:?}", errors);
        }
    }
    Ok(answer.is_ok())
}

/// Values that are likely to be right somewhere, and some that are right nowhere.
fn any_value() -> impl Strategy<Value = Value> {
    let names = ["Ulm", "Baden", "A", "D", "G", "Tal", "Bo\u{308}", "", "Zürich", "Polen", "game_end", "all_cities", "x", "end"];
    let name = prop::sample::select(names.to_vec());
    let flat = prop_oneof![
        4 => (0_u64..22).prop_map(|n| json!(n)),
        1 => any::<i64>().prop_map(|n| json!(n)),
        1 => any::<f64>().prop_map(|x| json!(x)),
        1 => prop::sample::select(vec![json!(null), json!(true), json!(1.0), json!({}), json!([]), json!(u64::MAX)]),
        3 => name.clone().prop_map(|text| json!(text)),
        1 => prop::collection::vec(0_u64..22, 0..4).prop_map(|list| json!(list)),
        1 => prop::collection::vec(name, 0..3).prop_map(|list| json!(list)),
    ];
    flat.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|list| json!(list)),
            prop::collection::hash_map(prop::sample::select(vec!["id", "name", "region", "kind", "values", "min_len"]), inner, 0..3)
                .prop_map(|map| json!(map)),
        ]
    })
}

/// One to three places of maps replaced, removed, added or exchanged for other places.
#[test]
fn damaged_values_are_refused_or_valid() {
    let valid = Cell::new(0);
    let change = (any::<Index>(), 0..6_u8, any::<Index>(), any_value());
    let strategy = (any::<u64>(), any::<bool>(), prop::collection::vec(change, 1..4));
    let bases = bases();
    let outcome = runner(6_000).run(&strategy, |(seed, is_base, changes)| {
        let mut value = if is_base { bases[seed as usize % 3].clone() } else { random_map(seed) };
        for (place, kind, other, new) in changes {
            let places = pointers(&value);
            let place = &place.get(&places).0;
            match kind {
                0 if !place.is_empty() => set(&mut value, place, None),
                1 => {
                    let other = at(&value, &other.get(&places).0).clone();
                    set(&mut value, place, Some(other));
                }
                2 if at(&value, place).is_array() => set(&mut value, &format!("{place}/-"), Some(new)),
                3 if at(&value, place).is_object() => {
                    let keys = ["status", "name", "notes", "colour", "region", "x", "min_len", "regions", "a b"];
                    set(&mut value, &format!("{place}/{}", other.get(&keys)), Some(new));
                }
                // Numbers for numbers leave more maps valid.
                4 if at(&value, place).is_number() => set(&mut value, place, Some(json!(seed % 14))),
                _ => set(&mut value, place, Some(new)),
            }
        }
        valid.set(valid.get() + u32::from(through_the_door(value.to_string().as_bytes())?));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(valid.get() > 150, "{} files stayed valid", valid.get());
}

/// One to four bytes changed, put in or cut out.
#[test]
fn damaged_bytes_are_refused_or_valid() {
    let (valid, readable) = (Cell::new(0), Cell::new(0));
    let change = (any::<Index>(), 0..4_u8, any::<u8>(), prop::sample::select(br#"0123456789-+.eE"[]{},: \tn"#.to_vec()));
    let strategy = (any::<u64>(), prop::collection::vec(change, 1..5));
    let test = |(seed, changes): (u64, Vec<(Index, u8, u8, u8)>)| -> TestCaseResult {
        let mut text = random_map(seed).to_string().into_bytes();
        for (place, kind, any, usual) in changes {
            let place = place.index(text.len());
            match kind {
                0 => text[place] = any,
                1 => text[place] = usual,
                2 => text.insert(place, usual),
                _ => drop(text.remove(place)),
            }
        }
        // The second opinion knows no integer -0 (TT-99).
        if text.windows(2).any(|pair| pair == b"-0") {
            return read(&text).err().map_or(Ok(()), |errors| check_errors(&errors));
        }
        valid.set(valid.get() + u32::from(through_the_door(&text)?));
        readable.set(readable.get() + u32::from(read(&text).err().is_some_and(|errors| errors[0].code != Code::Json)));
        Ok(())
    };
    runner(10_000).run(&strategy, test).unwrap_or_else(|error| panic!("{error}"));
    assert!(valid.get() > 100 && readable.get() > 500, "{} valid, {} readable", valid.get(), readable.get());
}

/// Any text at all.
#[test]
fn any_bytes_are_refused() {
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    let text = prop::collection::vec(prop::sample::select(br#"[]{}",:0123-.e\u true null"#.to_vec()), 0..40);
    let outcome = runner(5_000).run(&prop_oneof![bytes, text], |bytes| {
        let errors = read(&bytes).err().unwrap_or_default();
        prop_assert!(errors[0].place.is_empty());
        check_errors(&errors)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
