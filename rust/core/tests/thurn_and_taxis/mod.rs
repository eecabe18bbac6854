//! What the tests of Thurn and Taxis share.

#![allow(dead_code, reason = "each test file uses its share")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

use serde_json::{Value, json};
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
pub(crate) use spielwerk::thurn_and_taxis::state::State;
use spielwerk::{ActionId, Actor, Game, OptionValue, Options, Play, Rng};

/// The game with some options.
pub(crate) fn with(given: &[(&str, OptionValue)]) -> ThurnAndTaxis {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let options = Options::new(ThurnAndTaxis::NAME, &ThurnAndTaxis::option_specs(), &given).expect("the options exist");
    ThurnAndTaxis::with_options(options).expect("the options make a game")
}

/// A map for some players, cut off after some turns (TT-53), if at all.
pub(crate) fn on(map: &str, players: i64, max_turns: Option<i64>) -> ThurnAndTaxis {
    let mut given = vec![("map", OptionValue::Text(map.to_owned())), ("players", OptionValue::Int(players))];
    given.extend(max_turns.map(|turns| ("max_turns", OptionValue::Int(turns))));
    with(&given)
}

/// The next id of a policy or of chance; none at the end.
pub(crate) fn step(game: &ThurnAndTaxis, policy: usize, state: &State, rng: &mut Rng) -> Option<ActionId> {
    match game.actor(state) {
        Actor::Player(_) => game.policy_action(policy, state, rng),
        Actor::Chance => game.sample_outcome(state, rng),
        Actor::Terminal => None,
    }
}

/// The position after some steps of a game, or at its end.
pub(crate) fn after(game: &ThurnAndTaxis, policy: usize, seed: u64, steps: usize) -> State {
    let (mut state, mut rng) = (game.initial_state(), Rng::new(seed, 0));
    for _ in 0..steps {
        let Some(id) = step(game, policy, &state, &mut rng) else { break };
        game.apply(&mut state, id).expect("what is drawn is accepted");
    }
    state
}

/// Plays some steps at random; in each position there is something to do (TT-83) and nothing is malformed.
pub(crate) fn play_on(game: &ThurnAndTaxis, mut state: State, steps: usize, rng: &mut Rng) {
    for _ in 0..steps {
        assert_eq!(game.check(&state), [], "{}", game.to_value(&state));
        for seat in 0..game.num_players() {
            assert_eq!(game.observation(&state, seat).len(), game.observation_spec().size());
        }
        let Some(id) = step(game, 0, &state, rng) else {
            assert_eq!(game.actor(&state), Actor::Terminal, "TT-83: {}", game.to_value(&state));
            return;
        };
        game.apply(&mut state, id).expect("what is drawn is accepted");
    }
}

/// Cards by city, with some given.
pub(crate) fn counts(n: usize, cards: &[(usize, u8)]) -> Vec<u8> {
    let mut counts = vec![0; n];
    for &(city, count) in cards {
        counts[city] += count;
    }
    counts
}

/// The copies of each city that are nowhere else: what is left for one more pile.
pub(crate) fn rest(game: &ThurnAndTaxis, value: &Value, pile: &str) -> Vec<u64> {
    let n = game.spec().cities.len();
    let mut left = vec![u64::from(game.spec().copies); n];
    let take = |list: &Value, left: &mut Vec<u64>| {
        for (city, count) in list.as_array().into_iter().flatten().enumerate() {
            left[city] -= count.as_u64().expect("a count");
        }
    };
    for other in ["supply", "discard", "display"].into_iter().filter(|&other| other != pile) {
        take(&value[other], &mut left);
    }
    for player in value["players"].as_array().expect("players") {
        for tag in ["known", "new", "old"] {
            take(&player["hand"][tag], &mut left);
        }
        for city in player["row"].as_array().into_iter().flatten() {
            left[city.as_u64().expect("a city") as usize] -= 1;
        }
    }
    left
}

/// A position in the owner's close: a row, the cards that nobody has in the supply.
pub(crate) fn closing(game: &ThurnAndTaxis, row: &[u8]) -> State {
    let mut value = json!({
        "owner": 0, "turn": 0, "point": "place", "deal": null, "began_empty": false,
        "players": vec![json!({}); game.num_players()],
    });
    value["players"][0] = json!({"row": row, "closes": 5, "carriage": 6});
    value["supply"] = json!(rest(game, &value, "supply"));
    game.from_value(&value, false).unwrap_or_else(|faults| panic!("{faults:?} {value}"))
}
