//! What the tests of Trek 12 share: games with options, steps of random games, the rules once more in plain words, boards at random.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

pub(crate) mod boards;
pub(crate) mod plain;
pub(crate) mod studies;

use serde_json::Value;
use spielwerk::trek12::Trek12;
use spielwerk::{ActionId, Actor, Game, LegalSet as _, OptionValue, Options, Play, Rng};

pub(crate) type State = <Trek12 as Game>::State;

/// TK-32.
pub(crate) const BOARDS: [&str; 9] =
    ["dunai", "kagkot", "jampa", "stay_home", "valentine", "fily_trek", "christmas", "mount_fuji", "dhaulagiri"];

/// A game with some options; the others have their defaults.
pub(crate) fn game(given: &[(&str, OptionValue)]) -> Trek12 {
    let given: Vec<(String, OptionValue)> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let options = Options::new(Trek12::NAME, &Trek12::option_specs(), &given).unwrap_or_else(|error| panic!("{error}"));
    Trek12::with_options(options).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn text(word: &str) -> OptionValue {
    OptionValue::Text(word.to_owned())
}

/// A board for one player, with the defaults.
pub(crate) fn on(board: &str) -> Trek12 {
    game(&[("board", text(board))])
}

/// A board for several players, with some options.
pub(crate) fn on_with(board: &str, players: i64, given: &[(&str, OptionValue)]) -> Trek12 {
    let own = [("board", text(board)), ("players", OptionValue::Int(players))];
    game(&[&own, given].concat())
}

/// A game on the one board of a file.
pub(crate) fn on_file(board: &Value, given: &[(&str, OptionValue)]) -> Trek12 {
    let file = serde_json::json!({"schema": "trek12-boards/1", "boards": [board]}).to_string();
    game(&[&[("board_file", OptionValue::Text(file))], given].concat())
}

/// A random decision or roll; none at the end.
pub(crate) fn step(game: &Trek12, state: &State, rng: &mut Rng) -> Option<ActionId> {
    match game.actor(state) {
        Actor::Player(_) => Some(game.sample_action(state, rng).unwrap_or_else(|| panic!("nothing is legal: {state:?}"))),
        Actor::Chance => game.sample_outcome(state, rng),
        Actor::Terminal => None,
    }
}

/// The position after some steps of a random game.
pub(crate) fn after(game: &Trek12, seed: u64, steps: usize) -> State {
    let (mut state, mut rng) = (game.initial_state(), Rng::new(seed, 0));
    for _ in 0..steps {
        let Some(id) = step(game, &state, &mut rng) else { break };
        game.apply(&mut state, id).expect("what is drawn is accepted");
    }
    state
}

/// One of a list.
pub(crate) fn one_of<T: Copy>(list: &[T], rng: &mut Rng) -> T {
    list[rng.below(list.len() as u64) as usize]
}

/// True once in so many times.
pub(crate) fn once_in(times: u64, rng: &mut Rng) -> bool {
    rng.below(times) == 0
}

/// An event of probability 1 / 2.
pub(crate) fn coin(rng: &mut Rng) -> bool {
    once_in(2, rng)
}

/// What holds for every accepted position, and for what a seat may imagine in its place (TK-99).
pub(crate) fn sound(game: &Trek12, state: &State, rng: &mut Rng) {
    assert_eq!(game.check(state), [], "{}", game.to_value(state));
    assert_eq!(game.from_bytes(&game.to_bytes(state)).as_ref(), Ok(state));
    let value = game.to_value(state);
    assert_eq!(game.from_value(&value, false).as_ref(), Ok(state), "{value}");
    assert!(!Game::board(game, state).is_empty() && game.rank_list(state).contains(&1));
    for seat in 0..game.num_players() {
        let seen = game.observation(state, seat);
        for field in game.observation_spec().fields() {
            let entries = &seen[field.offset..field.offset + field.size()];
            assert!(entries.iter().all(|entry| (field.low..=field.high).contains(entry)), "{} is {entries:?}", field.name);
        }
        let other = game.resample_hidden(state, seat, rng);
        assert_eq!(game.check(&other), [], "seat {seat} imagines {} in the place of {value}", game.to_value(&other));
        assert_eq!(game.actor(&other), game.actor(state), "seat {seat}: {value}");
        assert_eq!(game.observation(&other, seat), seen, "seat {seat}: {value}");
        assert!(matches!(game.actor(&other), Actor::Player(_)) != game.legal_set(&other).is_empty(), "seat {seat}: {value}");
    }
}

/// The same for all positions of a game played from one to its end.
pub(crate) fn play_on(game: &Trek12, mut state: State, rng: &mut Rng) -> State {
    for _ in 0..32 * 12 * 4 {
        sound(game, &state, rng);
        let Some(id) = step(game, &state, rng) else { return state };
        game.events(&state, id);
        game.apply(&mut state, id).expect("what is drawn is accepted");
    }
    panic!("no end: {state:?}");
}
