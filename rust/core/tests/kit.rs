//! The test kit on every game with every combination of its options, and proof that it notices what is wrong.

#![allow(clippy::panic, reason = "a test fails by a panic")]

#[path = "kit/liar.rs"]
mod liar;

use liar::{LIES, Liar, Lie};
use spielwerk::testing::{Report, check_game, check_hidden, check_simulation};
use spielwerk::{AnyGame, Game, OptionKind, OptionSpec, OptionValue, Rng, with_game};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many games with options are looked at; a new game or option raises it.
const VARIANTS: usize = 4 + 30 + MIXTURES + THURN_AND_TAXIS + DUNGEON_PETZ;

/// Thurn and Taxis: defaults, single options and those mixtures whose start player is at the table.
const THURN_AND_TAXIS: usize = 8 + 19;

/// Dungeon Petz: the same.
const DUNGEON_PETZ: usize = 16 + 16;

/// A game has at most so many combinations of options that all of them are looked at.
const MOST_COMBINATIONS: usize = 64;

/// Of a game with more, so many combinations drawn at random, besides the defaults with each single option changed.
const MIXTURES: usize = 24;

/// A limit on the turns of a game that would go on for thousands of them: a short one, and one in which the first routes are closed.
const MAX_TURNS: [i64; 2] = [16, 30];

/// An option as the kit uses it: no game goes on without a limit where there is one.
fn bounded(mut spec: OptionSpec) -> OptionSpec {
    if spec.name == "max_turns" {
        spec.kind = OptionKind::OptionalInteger(MAX_TURNS[0], MAX_TURNS[1]);
        spec.default = OptionValue::Int(MAX_TURNS[1]);
    }
    spec
}

/// Every value of an option; of wide ranges the ends, of files none.
fn values(kind: OptionKind, default: &OptionValue) -> Vec<OptionValue> {
    let mut values = match kind {
        OptionKind::Choice(words) => words.iter().map(|&word| OptionValue::Text(word.to_owned())).collect(),
        OptionKind::Integer(low, high) | OptionKind::OptionalInteger(low, high) if high - low < 12 => {
            (low..=high).map(OptionValue::Int).collect()
        }
        OptionKind::Integer(low, high) | OptionKind::OptionalInteger(low, high) => vec![OptionValue::Int(low), OptionValue::Int(high)],
        OptionKind::WordOrInteger(word, low, high) => {
            std::iter::once(OptionValue::Text(word.to_owned())).chain((low..=high).map(OptionValue::Int)).collect()
        }
        OptionKind::Name(words) => words.iter().map(|&word| OptionValue::Text(word.to_owned())).collect(),
        OptionKind::Boolean => vec![OptionValue::Bool(false), OptionValue::Bool(true)],
        OptionKind::File => Vec::new(),
    };
    if !values.contains(default) {
        values.push(default.clone());
    }
    values
}

type Given = Vec<(String, OptionValue)>;

/// Every combination of a game's options; where there are too many, each single value beside the defaults and a mixture.
fn combinations(specs: &[OptionSpec]) -> Vec<Given> {
    let values: Vec<Vec<OptionValue>> = specs.iter().map(|spec| values(spec.kind, &spec.default)).collect();
    let count: usize = values.iter().map(Vec::len).product();
    let given = |pick: &dyn Fn(usize) -> OptionValue| -> Given {
        specs.iter().enumerate().map(|(option, spec)| (spec.name.to_owned(), pick(option))).collect()
    };
    if count <= MOST_COMBINATIONS {
        let nth = |mut index: usize| {
            let mut chosen = Vec::new();
            for values in &values {
                chosen.push(values[index % values.len()].clone());
                index /= values.len();
            }
            given(&|option| chosen[option].clone())
        };
        return (0..count).map(nth).collect();
    }
    let mut all = vec![given(&|option| specs[option].default.clone())];
    for (changed, values) in values.iter().enumerate() {
        for value in values.iter().filter(|&value| *value != specs[changed].default) {
            all.push(given(&|option| if option == changed { value.clone() } else { specs[option].default.clone() }));
        }
    }
    let mut rng = Rng::new(12, 0);
    for _ in 0..MIXTURES {
        let picks: Vec<usize> = values.iter().map(|values| rng.below(values.len() as u64) as usize).collect();
        all.push(given(&|option| values[option][picks[option]].clone()));
    }
    all
}

/// Every game with its options. Options that exclude each other make no game.
fn variants() -> Vec<AnyGame> {
    let mut variants = Vec::new();
    for name in AnyGame::NAMES {
        let specs = AnyGame::option_specs(name).expect("the name is from the list");
        let combinations = combinations(&specs.into_iter().map(bounded).collect::<Vec<_>>());
        let before = variants.len();
        variants.extend(combinations.iter().filter_map(|given| AnyGame::load(name, given).ok()));
        assert!(variants.len() > before, "no options of {name} make a game");
    }
    variants
}

/// Every promise of the trait, in every position of some games of each variant.
#[test]
fn every_game_passes_the_kit() {
    let variants = variants();
    assert_eq!(variants.len(), VARIANTS);
    for (index, any) in variants.iter().enumerate() {
        let seats = with_game!(any, game => game.num_players() as u64);
        // Every seat is asked what it sees in every position: the cost grows with the square of the seats.
        let games = (80 / (seats * seats)).clamp(2, 20);
        let report: Report = with_game!(any, game => check_game(&**game, games, 7 + index as u64));
        assert_eq!((report.games, report.terminal_states), (games, games));
        assert_eq!((report.round_trips, report.samples), (report.states(), 8 * report.states()));
        let least = games * seats;
        assert!(report.exhaustive_states > 20 * seats && report.accepted > 100 * least && report.refused > 1_000 * least, "{report:?}");
        assert!(report.texts > 100 * least && report.events > 50 * least, "{report:?}");
        assert_eq!(report.observations, seats * report.states());
    }
}

/// TT-66, TK-60: what resampling must not know is not to be found in what it draws; where nothing is hidden, nothing changes.
#[test]
fn nothing_hidden_leaks() {
    let variants = variants();
    assert_eq!(variants.len(), VARIANTS);
    for (index, any) in variants.iter().enumerate() {
        let (name, seats) = with_game!(any, game => (title(&**game), game.num_players() as u64));
        // The cost grows with the seats, and so do the views of a game.
        let games = if seats > 4 { 1 } else { 2 };
        let report = with_game!(any, game => check_hidden(&**game, games, 11 + index as u64));
        assert_eq!(report.views % seats, 0);
        assert!(report.views >= 12, "{report:?}");
        let has_secrets = match name {
            "patchwork" => false,
            "trek12" => seats > 1,
            _ => true,
        };
        assert_eq!(report.hidden > 0, has_secrets, "{name}: {report:?}");
        assert!(report.hidden == 0 || report.comparisons > 2 * report.hidden, "{report:?}");
    }
}

fn title<G: Game>(_: &G) -> &'static str {
    G::NAME
}

/// PW-76, PW-73: 32 draws a game, at most 63 decisions.
#[test]
fn the_kit_counts_what_it_saw() {
    let any = AnyGame::load("patchwork", &[]).expect("the defaults are accepted");
    let report = with_game!(&any, game => check_game(&**game, 3, 1));
    assert_eq!(report.chance_nodes, 3 * 32);
    assert!((3 * 21..=3 * 63).contains(&report.decisions), "{report:?}");
    assert_eq!(report.states(), report.decisions + 3 * 32 + 3);
    assert_eq!(report.observations, 2 * report.states());
    // One seed, one report.
    assert_eq!(report, with_game!(&any, game => check_game(&**game, 3, 1)));
    assert_ne!(report, with_game!(&any, game => check_game(&**game, 3, 2)));
}

/// Rows depend on seed and index alone, whatever the threads.
#[test]
fn every_game_is_simulated_reproducibly() {
    let variants = variants();
    assert_eq!(variants.len(), VARIANTS);
    for (index, any) in variants.iter().enumerate() {
        let rows = with_game!(any, game => check_simulation(&**game, 500, 90 + index as u64));
        assert!(rows >= 5 * 500 + 5, "{rows} rows");
    }
}

/// A kit that passes everything proves nothing: each of these games breaks one promise, and the kit says which.
#[test]
fn the_kit_notices_each_broken_promise() {
    let mut wrong = Vec::new();
    for &(lie, words) in LIES {
        let failure = catch_unwind(AssertUnwindSafe(|| check_game(&Liar::new(lie), 4, 3)));
        let message = failure.map_or_else(|payload| *payload.downcast::<String>().expect("the kit panics with a text"), |_| String::new());
        let where_it_was = if lie == Lie::Families { "" } else { "seed 3, game " };
        let is_whole = message.starts_with("patchwork(time_track=\"current\", starting_player=0): ")
            && message.contains(where_it_was)
            && (lie == Lie::Families || message.contains("\nids so far: ["));
        if !message.contains(words) || !is_whole {
            wrong.push((lie, words, message));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(LIES.len(), 32);
    assert_eq!(check_game(&Liar::new(Lie::None), 4, 3).games, 4);
}

/// A simulation whose rows are not those of the single games is noticed.
#[test]
fn the_kit_notices_a_simulation_that_differs() {
    let failure = catch_unwind(AssertUnwindSafe(|| check_simulation(&Liar::new(Lie::Clock), 200, 3)));
    let payload = failure.expect_err("a game that changes from call to call is noticed");
    let message = payload.downcast_ref::<String>().expect("the kit panics with a text");
    assert!(message.contains("seed 3, 1 threads: rows differ"), "{message}");
}
