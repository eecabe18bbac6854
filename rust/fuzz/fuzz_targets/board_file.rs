//! Board files of Trek 12 from anywhere: refused with errors in their order, each once, or boards on which games are played to their end.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use spielwerk::trek12::Trek12;
use spielwerk::trek12::tables::board_file::{BoardError, Code, SCHEMA, read};
use spielwerk::trek12::tables::shipped;
use spielwerk::trek12::tables::spec::BoardSpec;
use spielwerk::{Game, OptionValue, Options};
use spielwerk_fuzz::files::{edit, parts};
use spielwerk_fuzz::{BOARD_WITH_ALL_SPECIALS, Given, Input, combinations, play_to_the_end};
use std::sync::OnceLock;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    match input.byte() % 4 {
        0 => file(input.0, &mut Input(&[])),
        // The list of boards is the input.
        1 => file(&[br#"{"schema": "trek12-boards/1", "boards": ["#, input.0, b"]}"].concat(), &mut Input(&[])),
        _ => edited(&mut input),
    }
});

/// Good files with one board each: those built in, and one with every special.
fn good() -> &'static [Value] {
    static GOOD: OnceLock<Vec<Value>> = OnceLock::new();
    GOOD.get_or_init(|| {
        let all: Value = serde_json::from_str(BOARD_WITH_ALL_SPECIALS).expect("it is JSON");
        let built_in = shipped().into_iter().map(|board| json!({"schema": SCHEMA, "boards": [board.to_value()]}));
        std::iter::once(all).chain(built_in).collect()
    })
}

/// A good file in which some places are altered.
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
        5 => json!("number"),
        6 => json!("shared"),
        7 => json!([]),
        8 => json!({}),
        9 => json!([input.byte() % 8, input.byte() % 8]),
        10 => json!({"circles": [input.byte() % 8], "points": input.byte()}),
        _ => json!(input.byte() % 33),
    }
}

fn file(text: &[u8], input: &mut Input<'_>) {
    match read(text) {
        Err(errors) => check(&errors),
        Ok(boards) => {
            let text = std::str::from_utf8(text).expect("what is no UTF-8 is bad_json");
            assert!(!boards.is_empty(), "a file without boards");
            for board in &boards {
                same_again(board);
            }
            let board = &boards[usize::from(input.byte()) % boards.len()];
            play(text, board, input);
        }
    }
}

/// TK-72, TK-89: by board, code and path, each once; three of them stop.
fn check(errors: &[BoardError]) {
    assert!(!errors.is_empty() && errors.iter().all(|error| !error.message.is_empty() && error.message.len() < 4096), "{errors:?}");
    let stops = |error: &BoardError| error.code <= Code::NoBoards;
    assert!(
        errors.iter().all(|error| stops(error) == error.board.is_none()) && (errors.len() == 1 || !errors.iter().any(stops)),
        "{errors:?}"
    );
    for pair in errors.windows(2) {
        let [a, b] = pair else { continue };
        assert!((a.board, a.code) <= (b.board, b.code), "{a} before {b}");
        if (a.board, a.code) == (b.board, b.code)
            && let (Some(first), Some(second)) = (parts(&a.path), parts(&b.path))
        {
            assert!(first < second, "{a} before {b}");
        }
    }
}

/// TK-66, TK-67: a board in the form of a file is the same board.
fn same_again(board: &BoardSpec) {
    let text = json!({"schema": SCHEMA, "boards": [board.to_value()]}).to_string();
    assert_eq!(read(text.as_bytes()).as_deref(), Ok(std::slice::from_ref(board)), "{text}");
}

fn play(text: &str, board: &BoardSpec, input: &mut Input<'_>) {
    static ALL: OnceLock<Vec<Given>> = OnceLock::new();
    let all = ALL.get_or_init(|| combinations(Trek12::NAME));
    let mut given = all[usize::from(input.byte()) % all.len()].clone();
    for (name, value) in &mut given {
        match name.as_str() {
            "board" => *value = OptionValue::Text(board.id.clone()),
            "board_file" => *value = OptionValue::Text(text.to_owned()),
            "players" => *value = OptionValue::Int(1 + i64::from(input.byte() % 3)),
            _ => {}
        }
    }
    let options = Options::new(Trek12::NAME, &Trek12::option_specs(), &given).expect("these options are accepted");
    let game = Trek12::with_options(options).expect("the file is good, and the board is in it");
    assert_eq!(game.spec(), board, "the first board with an id is the only one");
    play_to_the_end(&game, game.initial_state(), input);
}
