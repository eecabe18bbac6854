//! Tables files of Dungeon Petz from anywhere: refused with errors in their order, each once, or tables with which a game is played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::dungeon_petz::tables::spec::Tables;
use spielwerk::dungeon_petz::tables::tables_file::{Code, TablesError, read};
use spielwerk::dungeon_petz::tables::{DUMMIES, NEEDS, SPACES, SYMBOLS, shipped};
use spielwerk::{Game, OptionValue, Options};
use spielwerk_fuzz::files::{Part, edit, parts};
use spielwerk_fuzz::{Input, play_to_the_end, tables_with_small_decks};
use std::collections::HashSet;
use std::sync::OnceLock;

/// The order of DP-150.
const SECTIONS: [&str; 10] =
    ["decks", "pets", "cages", "addons", "artifacts", "exhibitions", "customers", "round1_food", "players", "neutral_imps"];

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    match input.byte() % 4 {
        0 => file(input.0, &mut Input(&[])),
        1 => spliced(&mut input),
        _ => edited(&mut input),
    }
});

/// Good tables: those built in, and others at the bounds of what a file may have.
fn good() -> &'static [Value; 2] {
    static GOOD: OnceLock<[Value; 2]> = OnceLock::new();
    GOOD.get_or_init(|| [shipped().to_value(), tables_with_small_decks()])
}

/// The input in the place of some bytes of a good text.
fn spliced(input: &mut Input<'_>) {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| good()[0].to_string()).as_bytes();
    let start = usize::from(input.word()) % text.len();
    let end = (start + usize::from(input.byte())).min(text.len());
    file(&[&text[..start], input.0, &text[end..]].concat(), &mut Input(&[]));
}

/// Good tables in which some places are altered.
fn edited(input: &mut Input<'_>) {
    let mut value = good()[usize::from(input.byte() % 2)].clone();
    for _ in 0..input.byte() % 6 {
        edit(&mut value, input, &scalar);
    }
    file(value.to_string().as_bytes(), input);
}

fn scalar(input: &mut Input<'_>) -> Value {
    let word = |words: &[&str], number: u8| Value::from(words[usize::from(number) % words.len()]);
    match input.byte() % 20 {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(3.0),
        5 => json!(""),
        6 => json!("Uni"),
        7 => json!([]),
        8 => json!({}),
        9 => word(&["G", "R", "Y", "P"], input.byte()),
        10 => word(&["green", "red", "yellow", "purple"], input.byte()),
        11 => word(&NEEDS, input.byte()),
        12 => word(&SYMBOLS, input.byte()),
        13 => word(&SPACES, input.byte()),
        14 => word(&DUMMIES, input.byte()),
        15 => word(&["single", "full", "meat", "vegetable", "gold", "book", "whip", "omnivore", "carnivore"], input.byte()),
        16 => json!({"need": "play", "count": input.byte() % 42, "double": ["play", "magic"]}),
        _ => json!(input.byte() % 42),
    }
}

fn file(text: &[u8], input: &mut Input<'_>) {
    match read(text) {
        Err(errors) => check(&errors),
        Ok(tables) => {
            let text = std::str::from_utf8(text).expect("what is no UTF-8 is E_JSON");
            // DP-150: tables in the form of a file are the same tables.
            assert_eq!(read(tables.to_value().to_string().as_bytes()).as_ref(), Ok(&tables), "{text}");
            play(text, &tables, input);
        }
    }
}

/// DP-151, DP-172: each once, section by section and lists by place; E_JSON alone and without a path.
fn check(errors: &[TablesError]) {
    assert!(!errors.is_empty() && errors.iter().all(|error| !error.message.is_empty()), "{errors:?}");
    let is_json = |error: &TablesError| error.code == Code::Json;
    assert!(errors.iter().all(|error| is_json(error) == error.place.is_empty()), "{errors:?}");
    assert!(errors.len() == 1 || !errors.iter().any(is_json), "{errors:?}");
    let places: Vec<(Code, Vec<Part>)> = errors.iter().filter_map(|error| Some((error.code, parts(&error.place)?))).collect();
    let mut seen = HashSet::new();
    for (code, place) in &places {
        assert!(seen.insert(format!("{code} {place:?}")), "{code} twice at {place:?}");
    }
    for pair in places.windows(2) {
        let [(_, a), (_, b)] = pair else { continue };
        assert!(section(a) <= section(b), "{a:?} before {b:?}");
        let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        if let (Some(Part::Position(first)), Some(Part::Position(second))) = (a.get(common), b.get(common)) {
            assert!(first < second, "{a:?} before {b:?}");
        }
    }
}

fn section(place: &[Part]) -> usize {
    let found = SECTIONS.iter().position(|&name| place.first() == Some(&Part::Key(name.to_owned())));
    found.unwrap_or_else(|| panic!("an error at {place:?}, which nobody asks for"))
}

fn play(text: &str, tables: &Tables, input: &mut Input<'_>) {
    let players = 2 + i64::from(input.byte() % 3);
    let flags = input.byte();
    let given = [
        ("tables_file", OptionValue::Text(text.to_owned())),
        ("players", OptionValue::Int(players)),
        ("start_player", OptionValue::Int(i64::from(input.byte()) % players)),
        ("double_symbols", OptionValue::Bool(flags & 1 != 0)),
        ("advanced_meat_stand", OptionValue::Bool(flags & 2 != 0)),
        ("skip_forced", OptionValue::Bool(flags & 4 != 0)),
    ]
    .map(|(name, value)| (name.to_owned(), value));
    let options = Options::new(DungeonPetz::NAME, &DungeonPetz::option_specs(), &given).expect("these options are accepted");
    let game = DungeonPetz::with_options(options).expect("the file is good");
    assert_eq!(game.spec(), tables);
    play_to_the_end(&game, game.initial_state(), input);
}
