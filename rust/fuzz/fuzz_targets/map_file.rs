//! Map files of Thurn and Taxis from anywhere: refused with errors in their order, each once, or a map on which a game is played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::thurn_and_taxis::tables::map_file::{Code, MapError, read};
use spielwerk::thurn_and_taxis::tables::shipped;
use spielwerk::thurn_and_taxis::tables::spec::MapSpec;
use spielwerk::{Game, OptionValue, Options};
use spielwerk_fuzz::files::{edit, parts};
use spielwerk_fuzz::{Input, MAP_WITH_ALL_KINDS, play_to_the_end};
use std::sync::OnceLock;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    match input.byte() % 4 {
        0 => file(input.0, &mut Input(&[])),
        1 => spliced(&mut input),
        _ => edited(&mut input),
    }
});

/// Good maps: those built in, and one with every kind of stack.
fn good() -> &'static [Value] {
    static GOOD: OnceLock<Vec<Value>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let all: Value = serde_json::from_str(MAP_WITH_ALL_KINDS).expect("it is JSON");
        std::iter::once(all).chain(shipped().iter().map(MapSpec::to_value)).collect()
    })
}

/// The input in the place of some bytes of a good text.
fn spliced(input: &mut Input<'_>) {
    let text = MAP_WITH_ALL_KINDS.as_bytes();
    let start = usize::from(input.word()) % text.len();
    let end = (start + usize::from(input.byte())).min(text.len());
    file(&[&text[..start], input.0, &text[end..]].concat(), &mut Input(&[]));
}

/// A good map in which some places are altered.
fn edited(input: &mut Input<'_>) {
    let mut value = good()[usize::from(input.byte()) % good().len()].clone();
    for _ in 0..input.byte() % 6 {
        edit(&mut value, input, &scalar);
    }
    file(value.to_string().as_bytes(), input);
}

fn scalar(input: &mut Input<'_>) -> Value {
    match input.byte() % 16 {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(0.5),
        5 => json!("low"),
        6 => json!("A"),
        7 => json!([]),
        8 => json!({}),
        9 => {
            let [a, b] = [input.byte(), input.byte()].map(|byte| ["A", "B", "C", "E", "H", "Ulm", "Bern"][usize::from(byte % 7)]);
            json!([a, b])
        }
        10 => json!({"id": "more", "kind": "route_length", "min_len": input.byte() % 34, "values": [input.byte() % 22]}),
        11 => json!({"name": "Z", "region": null}),
        12 => Value::from(["route_length", "all_cities", "one_house_in_each", "game_end", ""][usize::from(input.byte() % 5)]),
        _ => json!(input.byte() % 33),
    }
}

fn file(text: &[u8], input: &mut Input<'_>) {
    match read(text) {
        Err(errors) => check(&errors),
        Ok(map) => {
            let text = std::str::from_utf8(text).expect("what is no UTF-8 is E_JSON");
            // TT-54, TT-55: a map in the form of a file is the same map.
            assert_eq!(read(map.to_value().to_string().as_bytes()).as_ref(), Ok(&map), "{text}");
            play(text, &map, input);
        }
    }
}

/// TT-94, TT-95, TT-99: by place and code, each once; E_JSON alone.
fn check(errors: &[MapError]) {
    assert!(!errors.is_empty() && errors.iter().all(|error| !error.message.is_empty()), "{errors:?}");
    let is_json = |error: &MapError| error.code == Code::Json;
    assert!(errors.iter().all(|error| is_json(error) == error.place.is_empty() || error.code == Code::Key), "{errors:?}");
    assert!(errors.len() == 1 || !errors.iter().any(is_json), "{errors:?}");
    for pair in errors.windows(2) {
        let [a, b] = pair else { continue };
        if let (Some(first), Some(second)) = (parts(&a.place), parts(&b.place)) {
            assert!((first, a.code) < (second, b.code), "{a} before {b}");
        }
    }
}

fn play(text: &str, map: &MapSpec, input: &mut Input<'_>) {
    let players = 2 + i64::from(input.byte() % 3);
    let given = [
        ("map_file", OptionValue::Text(text.to_owned())),
        ("players", OptionValue::Int(players)),
        ("start_player", OptionValue::Int(i64::from(input.byte()) % players)),
        ("carrier_second_must_fit", OptionValue::Bool(input.byte().is_multiple_of(2))),
        ("max_turns", OptionValue::Int(1 + i64::from(input.byte() % 32))),
    ]
    .map(|(name, value)| (name.to_owned(), value));
    let options = Options::new(ThurnAndTaxis::NAME, &ThurnAndTaxis::option_specs(), &given).expect("these options are accepted");
    let game = ThurnAndTaxis::with_options(options).expect("the file is good");
    assert_eq!(game.spec(), map);
    play_to_the_end(&game, game.initial_state(), input);
}
