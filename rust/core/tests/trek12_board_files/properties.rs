//! Random boards, random mistakes and random damage.

use super::json::{at, pointers, set};
use super::mistakes::{Mistake, mistakes};
use super::random::{board, file};
use super::{Found, check_boards, check_errors, errors, found, in_order, plain, read, shipped_boards};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestCaseResult, TestRunner};
use serde_json::{Value, json};
use spielwerk::Rng;
use spielwerk::trek12::tables::board_file::Code;
use std::cell::Cell;
use std::collections::BTreeMap;

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() })
}

/// A file of one to three random boards.
fn random_file(seed: u64) -> Value {
    let mut rng = Rng::new(seed, 12);
    let boards: Vec<Value> = (0..=rng.below(3)).map(|k| board(&mut rng, &format!("board_{k}"))).collect();
    file(&boards)
}

/// A board with any combination of specials is read without loss (TK-34); the order of its circles says nothing.
#[test]
fn random_boards_are_read() {
    let outcome = runner(2_000).run(&(any::<u64>(), any::<Index>()), |(seed, index)| {
        let mut value = random_file(seed);
        let boards = read(value.to_string().as_bytes());
        let boards = boards.map_err(|errors| TestCaseError::fail(format!("{errors:?} in {value}")))?;
        check_boards(&value, &boards)?;
        if let Some(circles) = value["boards"][0]["circles"].as_array_mut() {
            let middle = index.index(circles.len());
            circles.rotate_left(middle);
        }
        prop_assert_eq!(read(value.to_string().as_bytes()), Ok(boards));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// All mistakes in a board, by code, so that the many wrong types do not crowd out the rest.
fn by_code(board: &Value) -> Vec<Vec<Mistake>> {
    let mut groups: BTreeMap<Code, Vec<Mistake>> = BTreeMap::new();
    for mistake in mistakes(board) {
        groups.entry(mistake.code).or_default().push(mistake);
    }
    groups.into_values().collect()
}

/// Mistakes that are apart from each other.
fn choose(groups: &[Vec<Mistake>], choices: &[(Index, Index)]) -> Vec<Mistake> {
    let mut chosen: Vec<Mistake> = Vec::new();
    for (group, index) in choices {
        let group: &Vec<Mistake> = group.get(groups);
        let mistake = index.get(group);
        if chosen.iter().all(|other| other.is_apart_from(mistake)) {
            chosen.push(mistake.clone());
        }
    }
    chosen
}

/// Several mistakes in several boards: all their errors in order, but for those that another one hides.
#[test]
fn mistakes_together_give_their_errors_together() {
    let shipped: Vec<(Value, Vec<Vec<Mistake>>)> = shipped_boards().into_iter().map(|board| (board.clone(), by_code(&board))).collect();
    let (shown, hidden, most) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let in_a_board = (any::<Index>(), prop::collection::vec(any::<(Index, Index)>(), 0..25));
    let outcome = runner(3_000).run(&prop::collection::vec(in_a_board, 1..4), |choices| {
        let (mut boards, mut expected): (Vec<Value>, Vec<Found>) = (Vec::new(), Vec::new());
        for (position, (index, choices)) in choices.iter().enumerate() {
            let (board, groups) = index.get(&shipped);
            let mut board = board.clone();
            board["id"] = json!(format!("board_{position}"));
            let chosen = choose(groups, choices);
            for mistake in &chosen {
                mistake.put_into(&mut board);
            }
            let id = board.get("id").and_then(Value::as_str).map(str::to_owned);
            let spoils = |need| chosen.iter().any(|mistake| mistake.spoils.contains(&need));
            let open: Vec<&Mistake> = chosen.iter().filter(|mistake| !mistake.needs.iter().any(|&need| spoils(need))).collect();
            hidden.set(hidden.get() + chosen.len() - open.len());
            shown.set(shown.get() + open.len());
            most.set(most.get().max(open.len()));
            expected.extend(open.iter().map(|mistake| (Some(position), id.clone(), mistake.code, mistake.path.clone())));
            boards.push(board);
        }
        expected.sort_by(in_order);
        let file = file(&boards);
        let errors = errors(&file);
        if !expected.is_empty() {
            check_errors(&errors)?;
        }
        prop_assert_eq!(found(errors), expected, "{}", file);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let counts = (shown.get(), hidden.get(), most.get());
    assert!(counts.0 > 20_000 && counts.1 > 2_000 && counts.2 >= 10, "{counts:?}");
}

/// What is read is valid, what is refused is not, and refusals have their form.
fn through_the_door(text: &[u8]) -> Result<bool, TestCaseError> {
    let answer = read(text);
    let value = serde_json::from_slice::<Value>(text);
    match &answer {
        Ok(boards) => {
            let value = value.map_err(|error| TestCaseError::fail(error.to_string()))?;
            check_boards(&value, boards)?;
        }
        Err(errors) => {
            check_errors(errors)?;
            let mut found = found(errors.clone());
            let all = found.len();
            found.sort_by(in_order);
            prop_assert_eq!(&found, &super::found(errors.clone()), "not in order");
            found.dedup();
            prop_assert_eq!(found.len(), all, "one error twice");
            prop_assert_eq!(value.is_err(), errors[0].code == Code::BadJson);
            prop_assert!(!value.is_ok_and(|value| plain::is_valid(&value)), "{:?}", errors);
        }
    }
    Ok(answer.is_ok())
}

/// Values that are likely to be right somewhere, and some that are right nowhere.
fn any_value() -> impl Strategy<Value = Value> {
    let flat = prop_oneof![
        4 => (0_u64..20).prop_map(|n| json!(n)),
        1 => any::<i64>().prop_map(|n| json!(n)),
        1 => any::<f64>().prop_map(|x| json!(x)),
        1 => prop::sample::select(vec![json!(null), json!(true), json!(false), json!(1.0), json!({}), json!([]), json!(u64::MAX), json!("number")]),
        1 => prop::sample::select(vec!["all", "left", "shared", "user", "zones", "dunai", "😀"]).prop_map(|text| json!(text)),
        2 => prop::collection::vec(0_u64..20, 0..4).prop_map(|list| json!(list)),
        1 => prop::collection::vec(prop::collection::vec(0_u64..20, 1..3), 0..3).prop_map(|list| json!(list)),
    ];
    flat.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|list| json!(list)),
            prop::collection::hash_map(prop::sample::select(vec!["id", "max", "circles", "points", "face", "left"]), inner, 0..3)
                .prop_map(|map| json!(map)),
        ]
    })
}

/// One to four places of random boards replaced, removed, added or exchanged for other places.
#[test]
fn damaged_values_are_refused_or_valid() {
    let valid = Cell::new(0);
    let change = (any::<Index>(), 0..6_u8, any::<Index>(), any_value());
    let strategy = (any::<u64>(), any::<bool>(), prop::collection::vec(change, 1..4));
    let outcome = runner(6_000).run(&strategy, |(seed, is_shipped, changes)| {
        let mut value = if is_shipped { file(&shipped_boards()[seed as usize % 9..][..1]) } else { random_file(seed) };
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
                    let keys = ["start", "name", "specials", "waves", "sofa", "gift_areas", "x", "shared", "top"];
                    set(&mut value, &format!("{place}/{}", other.get(&keys)), Some(new));
                }
                // Numbers for numbers leave more boards valid.
                4 if at(&value, place).is_number() => set(&mut value, place, Some(json!(seed % 14))),
                _ => set(&mut value, place, Some(new)),
            }
        }
        valid.set(valid.get() + u32::from(through_the_door(value.to_string().as_bytes())?));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(valid.get() > 300, "{} files stayed valid", valid.get());
}

/// One to four bytes changed, put in or cut out.
#[test]
fn damaged_bytes_are_refused_or_valid() {
    let (valid, readable) = (Cell::new(0), Cell::new(0));
    let change = (any::<Index>(), 0..4_u8, any::<u8>(), prop::sample::select(br#"0123456789-+.eE"[]{},: \tn"#.to_vec()));
    let strategy = (any::<u64>(), prop::collection::vec(change, 1..5));
    let test = |(seed, changes): (u64, Vec<(Index, u8, u8, u8)>)| -> TestCaseResult {
        let mut text = random_file(seed).to_string().into_bytes();
        for (place, kind, any, usual) in changes {
            let place = place.index(text.len());
            match kind {
                0 => text[place] = any,
                1 => text[place] = usual,
                2 => text.insert(place, usual),
                _ => drop(text.remove(place)),
            }
        }
        // The second opinion knows no integer -0 (TK-94).
        let is_plain = !text.windows(2).any(|pair| pair == b"-0");
        if is_plain {
            valid.set(valid.get() + u32::from(through_the_door(&text)?));
        }
        if let Err(errors) = read(&text) {
            check_errors(&errors)?;
            readable.set(readable.get() + u32::from(errors[0].code != Code::BadJson));
        }
        Ok(())
    };
    runner(12_000).run(&strategy, test).unwrap_or_else(|error| panic!("{error}"));
    assert!(valid.get() > 200 && readable.get() > 500, "{} valid, {} readable", valid.get(), readable.get());
}

/// Any text at all.
#[test]
fn any_bytes_are_refused() {
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    let text = prop::collection::vec(prop::sample::select(br#"[]{}",:0123-.e\u true null"#.to_vec()), 0..40);
    let outcome = runner(5_000).run(&prop_oneof![bytes, text], |bytes| {
        let errors = read(&bytes).err().unwrap_or_default();
        prop_assert!(errors.len() == 1 && errors[0].board.is_none());
        check_errors(&errors)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
