//! Thurn and Taxis over whole games: TT-80, TT-81, TT-82, TT-76, TT-17, and the kit on games that come to their natural end.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod thurn_and_taxis;

use serde_json::{Value, json};
use spielwerk::testing::check_game;
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::thurn_and_taxis::actions::Action;
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Play, Rng};
use thurn_and_taxis::{after, on, step, with};

fn hand(value: &Value, seat: usize) -> u64 {
    let tags = ["known", "new", "old"].into_iter();
    tags.flat_map(|tag| value["players"][seat]["hand"][tag].as_array().into_iter().flatten()).filter_map(Value::as_u64).sum()
}

/// TT-80, TT-44, TT-45: after a turn with a close at most three cards are left; without one there is no limit (TT-17). TT-76: a turn begins
/// with a full display. TT-81: scores lie in -20..51, and at a natural end all had the same number of turns.
#[test]
fn games_keep_the_invariants() {
    let (mut closes, mut large, mut ends) = (0, 0, 0);
    for (players, policy, max_turns) in [(2, 0, Some(500)), (3, 0, None), (4, 1, None), (2, 1, None), (3, 1, None)] {
        let game = on("map1", players, max_turns);
        let games = match (policy, max_turns) {
            (0, None) => 1,
            (0, _) => 8,
            _ => 20,
        };
        for seed in 0..games {
            let (mut state, mut rng) = (game.initial_state(), Rng::new(80, seed));
            let mut before = game.to_value(&state);
            while let Some(id) = step(&game, policy, &state, &mut rng) {
                let is_close = game.events(&state, id).iter().any(|event| event.name == "close");
                let (turn, seat) = (state.turns(), before["owner"].as_u64().expect("a seat") as usize);
                game.apply(&mut state, id).expect("what is drawn is accepted");
                let value = game.to_value(&state);
                if state.turns() != turn && game.actor(&state) != Actor::Terminal {
                    large = large.max(hand(&value, seat));
                    let display: u64 = value["display"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
                    assert!(display == 6 || !game.outcome_list(&state).is_empty() || value["supply"] == value["discard"], "TT-76");
                }
                // A close goes on to the reduction or to the end of the turn at once.
                if is_close && value["point"] != "discard" && game.actor(&state) != Actor::Terminal {
                    assert!(hand(&value, seat) <= 3, "TT-80: {value}");
                    closes += 1;
                }
                assert!(game.score_list(&state).iter().all(|score| (-20..=51).contains(score)), "TT-81");
                before = value;
            }
            if !game.truncated(&state) {
                assert_eq!(state.turns() % players as u32, 0, "TT-81: {before}");
                assert_eq!(game.winner_list(&state).len(), 1, "TT-49");
                ends += 1;
            }
        }
    }
    assert!(closes > 500 && large > 3 && ends == 61, "{closes}, {large}, {ends}");
}

/// Rows read from the end that comes first in order: two positions that differ in the direction of rows only have the same form.
fn undirected(mut value: Value) -> Value {
    for player in value["players"].as_array_mut().expect("players") {
        let row = player["row"].as_array_mut().expect("a row");
        if row.first().and_then(Value::as_u64) > row.last().and_then(Value::as_u64) {
            row.reverse();
        }
    }
    value
}

/// TT-82: with all rows reversed, and left and right exchanged, the same is legal and leads to the same.
#[test]
fn reversed_rows_are_equivalent() {
    let (mut compared, mut of_two_ends) = (0, 0);
    for (map, players) in [("map1", 2), ("map2", 4)] {
        let game = on(map, players, None);
        let n = game.map().n;
        for seed in 0..600 {
            let policy = (seed % 3 > 0).into();
            let state = after(&game, policy, seed, 20 + seed as usize);
            if !matches!(game.actor(&state), Actor::Player(_)) {
                continue;
            }
            let mut value = game.to_value(&state);
            let owner = value["owner"].as_u64().expect("a seat") as usize;
            let is_single = value["players"][owner]["row"].as_array().is_some_and(|row| row.len() < 2);
            value["players"].as_array_mut().expect("players").iter_mut().for_each(|player| {
                player["row"].as_array_mut().expect("a row").reverse();
            });
            let mirror = game.from_value(&value, true).expect("it is as sound");
            let mirrored = |id: ActionId| match Action::from_id(n, id) {
                Some(Action::PlayRight(city)) if !is_single => Action::PlayLeft(city).id(n),
                Some(Action::PlayLeft(city)) => Action::PlayRight(city).id(n),
                _ => id,
            };
            let mut expected: Vec<ActionId> = game.legal_set(&state).ids().map(mirrored).collect();
            expected.sort_unstable();
            assert_eq!(game.legal_set(&mirror).ids().collect::<Vec<_>>(), expected);
            for id in game.legal_set(&state).ids() {
                let (mut one, mut other) = (state, mirror);
                game.apply(&mut one, id).expect("it is legal");
                game.apply(&mut other, mirrored(id)).expect("so is its mirror image");
                assert_eq!(undirected(game.to_value(&one)), undirected(game.to_value(&other)));
                compared += 1;
                of_two_ends += u32::from(mirrored(id) != id);
            }
        }
    }
    assert!(compared > 1000 && of_two_ends > 60, "{compared}, {of_two_ends}");
}

/// A map on which every city is joined to every other: routes grow and random games end soon.
fn dense(players: i64) -> ThurnAndTaxis {
    let name = |city: usize| ["A", "B", "C", "D", "E", "F", "G", "H"][city];
    let region = |city: usize| ["X", "Y", "Y"].get(city / 2).copied();
    let cities: Vec<Value> = (0..8).map(|city| json!({"name": name(city), "region": (region(city))})).collect();
    let roads: Vec<Value> = (0..8).flat_map(|b| (0..b).map(move |a| json!([name(a), name(b)]))).collect();
    let map = json!({
        "name": "dense", "copies_per_city_card": 2, "regions": [{"name": "X"}, {"name": "Y"}], "cities": cities, "roads": roads,
        "bonus_stacks": [
            {"id": "five", "kind": "route_length", "min_len": 5, "values": [2, 2, 1]},
            {"id": "all", "kind": "one_house_in_each", "regions": ["X", "Y"], "values": [3, 2]},
            {"id": "x", "kind": "all_cities", "regions": ["X"], "values": [2, 2]},
            {"id": "end", "kind": "game_end", "values": [1]}
        ]
    });
    with(&[("map_file", OptionValue::Text(map.to_string())), ("players", OptionValue::Int(players))])
}

/// TT-46, TT-20, TT-18: the kit on games without a limit, in which cards run out and that end by carriage 7.
#[test]
fn games_to_their_natural_end_pass_the_kit() {
    for players in 2..=4 {
        let game = dense(players);
        let report = check_game(&game, 2, 46);
        assert_eq!((report.games, report.terminal_states), (2, 2));
        assert!(report.states() > 200, "{report:?}");
    }
}
