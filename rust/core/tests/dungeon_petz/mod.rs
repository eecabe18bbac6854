//! What the tests of Dungeon Petz share.

#![allow(dead_code, reason = "each test file uses its share")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

use spielwerk::dungeon_petz::DungeonPetz;
pub(crate) use spielwerk::dungeon_petz::state::State;
use spielwerk::{ActionId, Actor, Game, OptionValue, Options, Play, Rng};

/// The game with some options.
pub(crate) fn with(given: &[(&str, OptionValue)]) -> DungeonPetz {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let options = Options::new(DungeonPetz::NAME, &DungeonPetz::option_specs(), &given).expect("the options exist");
    DungeonPetz::with_options(options).expect("the options make a game")
}

/// The game for some players, with other options.
pub(crate) fn on(players: i64, others: &[(&str, OptionValue)]) -> DungeonPetz {
    let mut given = vec![("players", OptionValue::Int(players))];
    given.extend_from_slice(others);
    with(&given)
}

pub(crate) fn word(text: &str) -> OptionValue {
    OptionValue::Text(text.to_owned())
}

/// The position after an id, which is legal.
pub(crate) fn after(game: &DungeonPetz, state: &State, id: ActionId) -> State {
    let mut next = *state;
    game.apply(&mut next, id).unwrap_or_else(|error| panic!("{error}"));
    next
}

/// The next id of a policy or of chance; none at the end.
pub(crate) fn step(game: &DungeonPetz, policy: usize, state: &State, rng: &mut Rng) -> Option<ActionId> {
    match game.actor(state) {
        Actor::Player(_) => game.policy_action(policy, state, rng),
        Actor::Chance => game.sample_outcome(state, rng),
        Actor::Terminal => None,
    }
}

/// All positions of a game.
pub(crate) fn positions(game: &DungeonPetz, policy: usize, seed: u64, stream: u64) -> Vec<State> {
    let (mut state, mut rng) = (game.initial_state(), Rng::new(seed, stream));
    let mut all = vec![state];
    while let Some(id) = step(game, policy, &state, &mut rng) {
        game.apply(&mut state, id).expect("what is drawn is accepted");
        all.push(state);
    }
    all
}
