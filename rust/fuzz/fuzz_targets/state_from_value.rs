//! Positions from anywhere: refused with faults, or a sound state that can be played to its end.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use spielwerk::{Game, Severity, with_game};
use spielwerk_fuzz::{Input, play_to_the_end};

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let any = input.game();
    match input.byte() % 2 {
        0 => with_game!(any, game => text(&**game, &mut input)),
        _ => with_game!(any, game => edited(&**game, &mut input)),
    }
});

/// JSON as it comes.
fn text<G: Game>(game: &G, input: &mut Input<'_>) {
    if let Ok(value) = serde_json::from_slice::<Value>(input.0) {
        read(game, &value, &mut Input(&[]));
    }
}

/// A good position in which some places are altered.
fn edited<G: Game>(game: &G, input: &mut Input<'_>) {
    let mut value = game.to_value(&input.state(game));
    for _ in 0..input.byte() % 8 {
        edit(&mut value, input);
    }
    read(game, &value, input);
}

/// Walks down by the input and alters what it finds there.
fn edit(value: &mut Value, input: &mut Input<'_>) {
    let choice = input.byte();
    let number = usize::from(input.byte());
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(number % map.len()).cloned().unwrap_or_default();
            match choice % 8 {
                0 => drop(map.shift_remove(&key)),
                1 => drop(map.insert("unknown".to_owned(), Value::Null)),
                _ => edit(&mut map[&key], input),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let index = number % list.len();
            match choice % 8 {
                0 => drop(list.remove(index)),
                1 => list.insert(index, list[index].clone()),
                2 => list.swap(0, index),
                3 => list.push(scalar(input)),
                _ => edit(&mut list[index], input),
            }
        }
        Value::String(text) if !choice.is_multiple_of(4) => {
            let mut letters: Vec<char> = text.chars().collect();
            let place = number % letters.len().max(1);
            match letters.get_mut(place) {
                Some(letter) => {
                    *letter = if choice % 4 == 1 {
                        char::from(input.byte())
                    } else if *letter == '#' {
                        '.'
                    } else {
                        '#'
                    }
                }
                None => letters.push('#'),
            }
            *text = letters.into_iter().collect();
        }
        other => *other = scalar(input),
    }
}

fn scalar(input: &mut Input<'_>) -> Value {
    match input.byte() % 14 {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(i64::MIN),
        5 => json!(0.5),
        6 => json!(input.word()),
        7 => json!("over"),
        8 => json!([]),
        9 => json!({}),
        10 => json!("face"),
        11 => json!([input.byte() % 20, input.byte() % 20]),
        _ => json!(input.byte() % 64),
    }
}

fn read<G: Game>(game: &G, value: &Value, input: &mut Input<'_>) {
    let (strict, study) = (game.from_value(value, true), game.from_value(value, false));
    match (&strict, &study) {
        (Ok(a), Ok(b)) => assert_eq!(a, b, "{value}"),
        (Ok(_), Err(faults)) => panic!("accepted as a reachable position and refused as any: {faults:?} {value}"),
        (Err(faults), _) => assert!(!faults.is_empty(), "refused without a fault: {value}"),
    }
    match study {
        Ok(state) => play_to_the_end(game, state, input),
        Err(faults) => {
            assert!(!faults.is_empty() && faults.iter().all(|fault| fault.severity == Severity::Malformed), "{faults:?} {value}")
        }
    }
}
