//! Exact numbers of Patchwork: perft, combinatorics, bounds, and the component tables.

#![allow(clippy::panic, reason = "a test fails by a panic")]

use serde_json::Value;
use spielwerk::patchwork::state::Quilt;
use spielwerk::patchwork::tables::PATCH_TABLE;
use spielwerk::patchwork::{Patchwork, placements};
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Options, Play, Rng};
use std::collections::{BTreeSet, HashSet};

type State = <Patchwork as Game>::State;

fn game(track: &str, starting_player: i64) -> Patchwork {
    let given =
        [("time_track".to_owned(), OptionValue::Text(track.to_owned())), ("starting_player".to_owned(), OptionValue::Int(starting_player))];
    let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &given).expect("track and seat exist");
    Patchwork::with_options(options).expect("Patchwork has no files")
}

fn variants() -> Vec<Patchwork> {
    ["current", "first_edition"].into_iter().flat_map(|track| [0, 1].map(|seat| game(track, seat))).collect()
}

/// The start with these patches first in the circle, the others ascending behind them (PW-5, PW-76).
fn start(game: &Patchwork, first: &[ActionId]) -> State {
    let mut state = game.initial_state();
    let others = (1..=32).filter(|id| !first.contains(id));
    for id in first.iter().copied().chain(others) {
        game.apply(&mut state, id).expect("each patch is drawn once");
    }
    state
}

fn perft(game: &Patchwork, state: &State, depth: u32) -> u64 {
    game.perft(state, depth, &mut || false).expect("small numbers fit")
}

/// PW-71: action sequences from the start with the circle 1, 2, ..., 32, 0, whatever the options (PW-46, PW-47).
#[test]
fn action_sequences_of_length_one_to_three() {
    let variants = variants();
    for game in &variants {
        let state = start(game, &[]);
        assert_eq!([0, 1, 2].map(|depth| perft(game, &state, depth)), [1, 639, 387_453]);
    }
    // The longest is counted once: track and starting player differ later and by the seat only.
    assert_eq!(perft(&variants[0], &start(&variants[0], &[]), 3), 64_645_343);
}

/// PW-76: 32, then 31, then 30 patches may be drawn; a perft can be told to stop, and the end has no sequences.
#[test]
fn draws_are_counted_as_sequences() {
    let game = game("current", 0);
    assert_eq!([1, 2, 3].map(|depth| perft(&game, &game.initial_state(), depth)), [32, 32 * 31, 32 * 31 * 30]);
    assert_eq!(game.perft(&game.initial_state(), 3, &mut || true), None);
    let end = game.rollout(game.initial_state(), &mut Rng::new(1, 1));
    assert_eq!([0, 1, 2].map(|depth| perft(&game, &end, depth)), [1, 0, 0]);
    let mut almost = game.initial_state();
    for id in 1..=31 {
        game.apply(&mut almost, id).expect("each patch is drawn once");
    }
    assert_eq!([1, 2].map(|depth| perft(&game, &almost, depth)), [1, 639]);
}

/// PW-72, PW-68: patches 7, 8 and 12 in the slots give 1345 actions, and no three patches could give more.
#[test]
fn most_actions() {
    for game in variants() {
        assert_eq!(game.legal_set(&start(&game, &[7, 8, 12])).len(), 1345);
    }
    let mut places: Vec<usize> = PATCH_TABLE.iter().map(|patch| placements(Quilt::default(), patch).count()).collect();
    places.sort_unstable();
    assert_eq!(places[30..], [448; 3]);
    assert_eq!(1 + places[30..].iter().sum::<usize>(), 1345);
}

/// PW-69: placements on an empty board, and how many of them cover different cells.
#[test]
fn placements_on_an_empty_board() {
    let (mut count, mut cells) = (0, HashSet::new());
    for patch in &PATCH_TABLE {
        let own: Vec<Vec<(usize, usize)>> = placements(Quilt::default(), patch).map(|place| place.cells()).collect();
        // One patch never covers the same cells by two numbers (PW-57), and never sticks out (PW-23).
        assert_eq!(own.iter().collect::<HashSet<_>>().len(), own.len());
        assert!(own.iter().flatten().all(|&(row, col)| row < 9 && col < 9));
        count += own.len();
        cells.extend(own);
    }
    assert_eq!((count, cells.len()), (7349, 6421));
}

/// PW-56, PW-57, PW-70: orientations by the formula of the digest, from the cells of the seed; which of them repeat; which patches share a shape.
#[test]
fn orientations_follow_the_formula() {
    let seed = seed();
    let mut shapes: Vec<BTreeSet<BTreeSet<(usize, usize)>>> = Vec::new();
    for (id, patch) in PATCH_TABLE.iter().enumerate() {
        let printed: Vec<(usize, usize)> = cells(&seed["patches"][id]["cells"]);
        let (mut earlier, mut legal) = (Vec::new(), Vec::new());
        for k in 0..8_u8 {
            let (mut turned, mut height, mut width) = (printed.clone(), extent(&printed, |cell| cell.0), extent(&printed, |cell| cell.1));
            if k >= 4 {
                for cell in &mut turned {
                    cell.1 = width - 1 - cell.1;
                }
            }
            for _ in 0..k % 4 {
                for cell in &mut turned {
                    *cell = (cell.1, height - 1 - cell.0);
                }
                (height, width) = (width, height);
            }
            let turned: BTreeSet<(usize, usize)> = turned.into_iter().collect();
            assert_eq!(patch.oriented[usize::from(k)].cells().collect::<BTreeSet<_>>(), turned, "patch {id}, orientation {k}");
            if !earlier.contains(&turned) {
                legal.push(k);
            }
            earlier.push(turned);
        }
        assert_eq!(patch.orientations(), legal, "patch {id}");
        shapes.push(earlier.into_iter().collect());
    }
    let pairs: Vec<(usize, usize)> =
        (0..33).flat_map(|a| (a + 1..33).map(move |b| (a, b))).filter(|&(a, b)| shapes[a] == shapes[b]).collect();
    assert_eq!(pairs, [(1, 3), (5, 10), (7, 8)]);
}

fn extent(cells: &[(usize, usize)], side: impl Fn(&(usize, usize)) -> usize) -> usize {
    1 + cells.iter().map(side).max().unwrap_or_default()
}

fn cells(value: &Value) -> Vec<(usize, usize)> {
    let part = |cell: &Value, index: usize| cell[index].as_u64().expect("a cell is a pair of numbers") as usize;
    value.as_array().expect("cells are a list").iter().map(|cell| (part(cell, 0), part(cell, 1))).collect()
}

fn seed() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../seeds/patchwork.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the seed is there")).expect("the seed is JSON")
}

/// PW-3, PW-7, PW-8, PW-9: the tables are those of the seed, key by key. What a map of the seed has beyond them is listed here.
#[test]
fn tables_are_those_of_the_seed() {
    let (seed, tables) = (seed(), game("current", 0).tables());
    let (mut compared, mut left_out) = (0, Vec::new());
    compare(&tables, &seed, "", &mut compared, &mut left_out);
    left_out.sort_unstable();
    let prose = ["schema", "patch_order", "cell_convention", "orientation_convention", "scoring", "provenance"];
    let nested = ["bonus.name", "bonus.windows", "setup.bank_is_limit", "setup.circle", "setup.top_at_start", "time_track.convention"];
    let mut expected: Vec<&str> = prose.into_iter().chain(nested).collect();
    expected.sort_unstable();
    assert_eq!(left_out, expected);
    assert!(compared > 33 * 20, "{compared} numbers and words");
    for game in variants() {
        assert_eq!(game.tables(), tables);
    }
    // Scoring and windows are prose and a list in the seed; the rules apply them as numbers (PW-38, PW-43).
    assert_eq!((seed["bonus"]["windows"].as_array().map(Vec::len), &seed["board"]["empty_penalty"]), (Some(9), &Value::from(2)));
}

/// Every key of the tables is in the seed with the same value; the seed's other keys are collected.
fn compare(ours: &Value, seed: &Value, at: &str, compared: &mut usize, left_out: &mut Vec<String>) {
    let join = |key: &str| if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
    match (ours, seed) {
        (Value::Object(ours), Value::Object(seed)) => {
            for (key, value) in ours {
                let other = seed.get(key).unwrap_or_else(|| panic!("the seed has no {}", join(key)));
                compare(value, other, &join(key), compared, left_out);
            }
            left_out.extend(seed.keys().filter(|key| !ours.contains_key(*key)).map(|key| join(key)));
        }
        (Value::Array(ours), Value::Array(seed)) => {
            assert_eq!(ours.len(), seed.len(), "{at}");
            for (index, (ours, seed)) in ours.iter().zip(seed).enumerate() {
                compare(ours, seed, &join(&index.to_string()), compared, left_out);
            }
        }
        _ => {
            assert_eq!(ours, seed, "{at}");
            *compared += 1;
        }
    }
}

/// Plays to the end; `choose` picks among the legal actions of a turn, special patches go to the first empty cell.
/// Returns turns, advances and special placements.
fn play(game: &Patchwork, mut state: State, mut choose: impl FnMut(&State, &[ActionId]) -> ActionId) -> (u32, u32, u32) {
    let (mut turns, mut advances, mut specials) = (0, 0, 0);
    while let Actor::Player(_) = game.actor(&state) {
        let legal: Vec<ActionId> = game.legal_set(&state).ids().collect();
        assert!((1..=1345).contains(&legal.len()), "PW-68: {} actions", legal.len());
        let action = if legal[0] == 0 { choose(&state, &legal) } else { legal[0] };
        match action {
            1..=81 => specials += 1,
            0 => (turns, advances) = (turns + 1, advances + 1),
            _ => turns += 1,
        }
        game.apply(&mut state, action).expect("it is legal");
    }
    assert_eq!(game.actor(&state), Actor::Terminal);
    (turns, advances, specials)
}

/// PW-73: if both players only advance, a game has 54 advances and 5 special placements.
#[test]
fn only_advancing_takes_59_decisions() {
    for game in variants() {
        assert_eq!(play(&game, start(&game, &[]), |_, _| 0), (54, 54, 5));
    }
}

/// PW-73, PW-75: no game has more than 63 decisions, and each has five special placements; random games, and games made to last.
#[test]
fn no_game_has_more_than_63_decisions() {
    let mut most = 0;
    for (index, game) in variants().iter().enumerate() {
        for stream in 0..400 {
            let mut rng = Rng::new(63 + index as u64, stream);
            let mut state = game.initial_state();
            while let Some(id) = game.sample_outcome(&state, &mut rng) {
                game.apply(&mut state, id).expect("it was drawn");
            }
            // Short moves: a patch of time 1 if there is one, else an advance, which is short where the tokens are close.
            let short = |state: &State, legal: &[ActionId]| {
                let time = |id: ActionId| PATCH_TABLE[usize::from(state.circle()[usize::from(id - 82) / 648])].time;
                legal[1..].iter().copied().rfind(|&id| time(id) <= 1).unwrap_or(0)
            };
            let random = |_: &State, legal: &[ActionId]| legal[rng.below(legal.len() as u64) as usize];
            let games = [play(game, state, short), play(game, state, random)];
            for (turns, _, specials) in games {
                assert_eq!(specials, 5);
                assert!(turns + specials <= 63, "{turns} turns");
                most = most.max(turns + specials);
            }
        }
    }
    assert!(most > 55, "{most}: the long games are not long");
}

/// PW-75, PW-35: on a full board the special patch is discarded, and the game has fewer special placements.
#[test]
fn a_full_board_takes_no_special_patch() {
    let game = game("current", 0);
    let full = vec!["#########"; 9];
    let players = serde_json::json!([{"position": 24, "quilt": full}, {"position": 25}]);
    let circle: Vec<u16> = (0..33).collect();
    let value = serde_json::json!({"circle": circle, "players": players, "tile_owner": 0});
    let state = game.from_value(&value, false).expect("a study");
    // Player 0 reaches each line first, in steps of two from 24 to 52 and one more; player 1 in steps of two from 25 to 53.
    assert_eq!(play(&game, state, |_, _| 0), (15 + 14, 15 + 14, 0));
}
