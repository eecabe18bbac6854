//! Whole random games, recounted from one plain value to the next: what a move may change, and what it may not.

#![allow(clippy::panic, reason = "a test fails by a panic")]

use serde_json::Value;
use spielwerk::patchwork::Patchwork;
use spielwerk::{ActionId, Actor, Event, Game, LegalSet, OptionValue, Options, Play, Rng};
use std::collections::HashMap;

const INCOME_LINES: [i64; 9] = [5, 11, 17, 23, 29, 35, 41, 47, 53];

fn game(track: &str, starting_player: i64) -> Patchwork {
    let given =
        [("time_track".to_owned(), OptionValue::Text(track.to_owned())), ("starting_player".to_owned(), OptionValue::Int(starting_player))];
    let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &given).expect("track and seat exist");
    Patchwork::with_options(options).expect("Patchwork has no files")
}

fn int(value: &Value) -> i64 {
    value.as_i64().expect("a number belongs here")
}

fn circle(value: &Value) -> Vec<i64> {
    value["circle"].as_array().expect("a circle").iter().map(int).collect()
}

fn covered(player: &Value) -> usize {
    player["quilt"].as_array().into_iter().flatten().filter_map(Value::as_str).map(|row| row.matches('#').count()).sum()
}

fn position(value: &Value, seat: usize) -> i64 {
    int(&value["players"][seat]["position"])
}

fn amounts<'a>(events: &'a [Event], name: &'a str) -> impl Iterator<Item = i64> + 'a {
    events.iter().filter(move |event| event.name == name).map(|event| i64::from(event.amount))
}

/// One move of a seat, recounted.
fn recount(tables: &Value, special_lines: &[i64], seat: usize, action: ActionId, events: &[Event], before: &Value, after: &Value) {
    let (own, own_after) = (&before["players"][seat], &after["players"][seat]);
    // PW-24: the other player's board, income and money stay as they are; tokens and patches already placed never move.
    assert_eq!(before["players"][1 - seat], after["players"][1 - seat]);
    let placed = own["patches"].as_array().expect("a list");
    let placed_after = own_after["patches"].as_array().expect("a list");
    assert_eq!(*placed, placed_after[..placed.len()]);
    assert!(events.iter().all(|event| usize::from(event.seat) == seat));
    // PW-39, PW-40: the tile is given once, with the piece that completes a window, and keeps its owner.
    let got_tile = amounts(events, "bonus_tile").count();
    assert_eq!(got_tile == 1, before["tile_owner"].is_null() && !after["tile_owner"].is_null());
    assert!(before["tile_owner"].is_null() || before["tile_owner"] == after["tile_owner"]);
    let (from, to, other) = (position(before, seat), position(after, seat), position(after, 1 - seat));
    if (1..=81).contains(&action) {
        // PW-34, PW-13: one cell, and nothing else but the tile; the owner is ahead (PW-64).
        assert_eq!((before["circle"].clone(), from, own["buttons"].clone()), (after["circle"].clone(), to, own_after["buttons"].clone()));
        assert_eq!((covered(own_after), after["to_place"].is_null()), (covered(own) + 1, true));
        assert_eq!(events.len(), got_tile);
        assert!(to > other);
        return;
    }
    // PW-65, PW-41: a turn moves the token, which was not on 53.
    assert!(from < 53 && to > from && from <= other);
    let cells = if action == 0 {
        // PW-16, PW-18, PW-19: one space ahead of the opponent, nothing else moves.
        assert_eq!((to, &before["circle"]), (53.min(other + 1), &after["circle"]));
        assert!((1..=7).contains(&(to - from)), "PW-62");
        assert_eq!(amounts(events, "spaces").collect::<Vec<_>>(), [to - from], "PW-17");
        assert_eq!(own["income"], own_after["income"]);
        0
    } else {
        // PW-20, PW-21: the patch of the slot leaves, the skipped ones go to the end.
        let slot = usize::from(action - 82) / 648;
        let mut expected = circle(before);
        expected.rotate_left(slot);
        let patch = &tables["patches"][expected.remove(0) as usize];
        assert_eq!(circle(after), expected);
        // PW-22, PW-26, PW-28: price, income, time.
        assert_eq!(amounts(events, "pay").collect::<Vec<_>>(), [-int(&patch["button_cost"])]);
        assert!(int(&own["buttons"]) >= int(&patch["button_cost"]));
        assert_eq!(int(&own_after["income"]), int(&own["income"]) + int(&patch["income"]));
        assert_eq!(to, 53.min(from + int(&patch["time_cost"])));
        assert!((1..=6).contains(&(to - from)), "PW-62");
        int(&patch["size"]) as usize
    };
    assert_eq!(covered(own_after), covered(own) + cells, "PW-23");
    // PW-30, PW-31: each line crossed pays the whole income, the new patch included.
    let crossed = INCOME_LINES.iter().filter(|&&line| from < line && line <= to).count();
    assert_eq!(amounts(events, "income").collect::<Vec<_>>(), vec![int(&own_after["income"]); crossed]);
    // PW-61: nothing else moves buttons.
    let money: i64 = ["pay", "spaces", "income"].into_iter().flat_map(|name| amounts(events, name)).sum();
    assert_eq!(int(&own_after["buttons"]), int(&own["buttons"]) + money);
    // PW-32, PW-33, PW-36: a special patch exactly if a line that still holds one was crossed, never two.
    let taken = special_lines.iter().filter(|&&line| from < line && line <= to && line > other).count();
    assert!(taken <= 1);
    assert_eq!(amounts(events, "special_patch").count(), taken);
    assert_eq!(after["to_place"].is_null(), taken == 0 || covered(own_after) == 81);
    // PW-63: the lines ahead of both tokens hold their patches.
    let ahead: Vec<i64> = special_lines.iter().copied().filter(|&line| line > to.max(other)).collect();
    assert_eq!(after["special_patches"].as_array().map(|lines| lines.iter().map(int).collect()), Some(ahead));
    // PW-29: the order in which all of it happens.
    let order = ["pay", "patch", "bonus_tile", "spaces", "income", "special_patch"];
    let places: Vec<Option<usize>> = events.iter().map(|event| order.iter().position(|name| *name == event.name)).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{events:?}");
}

/// Who acts next (PW-11, PW-12, PW-13, PW-15, PW-41, PW-42).
fn next_actor(value: &Value, last: usize) -> Actor {
    let [a, b] = [0, 1].map(|seat| position(value, seat));
    match value["to_place"].as_u64() {
        Some(seat) => Actor::Player(seat as u8),
        None if (a, b) == (53, 53) => Actor::Terminal,
        // The one who arrived last lies on top.
        None if a == b => Actor::Player(last as u8),
        None => Actor::Player(u8::from(a > b)),
    }
}

/// Every move of 150 games of each variant.
#[test]
fn moves_are_recounted() {
    let mut moves = 0;
    for (track, special_lines) in [("current", [26, 32, 38, 44, 50]), ("first_edition", [20, 26, 32, 44, 50])] {
        for starting_player in [0, 1] {
            let game = game(track, starting_player);
            let tables = game.tables();
            for stream in 0..150 {
                let mut rng = Rng::new(5, stream);
                let mut state = game.initial_state();
                while let Some(patch) = game.sample_outcome(&state, &mut rng) {
                    game.apply(&mut state, patch).expect("it was drawn");
                }
                assert_eq!(game.actor(&state), Actor::Player(starting_player as u8), "PW-6, PW-47");
                let mut value = game.to_value(&state);
                // PW-4, PW-5: patch 0 is last.
                assert_eq!(circle(&value).iter().position(|&patch| patch == 0), Some(32));
                while let Actor::Player(seat) = game.actor(&state) {
                    // PW-51, PW-54: a turn, or the placing of a special patch.
                    let legal: Vec<ActionId> = game.legal_set(&state).ids().collect();
                    let is_turn = value["to_place"].is_null();
                    assert!(legal.iter().all(|id| (1..=81).contains(id) != is_turn) && legal.contains(&0) == is_turn, "PW-14");
                    let action = game.sample_action(&state, &mut rng).expect("a player decides");
                    let events = game.events(&state, action);
                    game.apply(&mut state, action).expect("it was drawn");
                    let after = game.to_value(&state);
                    recount(&tables, &special_lines, seat.into(), action, &events, &value, &after);
                    // PW-49: after the set-up chance never decides.
                    assert_eq!(game.actor(&state), next_actor(&after, seat.into()));
                    // PW-77, PW-43: the sheet of each seat.
                    for seat in 0..2_usize {
                        let player = &after["players"][seat];
                        let tile = if after["tile_owner"] == seat { 7 } else { 0 };
                        let items = [int(&player["buttons"]), tile, -2 * (81 - covered(player) as i64)];
                        assert_eq!(game.sheet(&state, seat).into_iter().map(i64::from).collect::<Vec<_>>(), items);
                    }
                    value = after;
                    moves += 1;
                }
                // PW-44, PW-45, PW-66: the higher score wins, equal ones the first on 53; one winner.
                let scores = game.score_list(&state);
                let first = int(&value["first_on_last"]) as u8;
                let winner = if scores[0] == scores[1] { first } else { u8::from(scores[1] > scores[0]) };
                assert_eq!((game.winner_list(&state)[..].to_vec(), value["phase"].as_str()), (vec![winner], Some("over")));
            }
        }
    }
    assert!(moves > 4 * 150 * 32, "{moves} moves");
}

/// PW-45: equal scores are won by the first on 53, PW-78: and shared before the end. Both seats, both orders.
#[test]
fn ties_go_to_the_first_on_the_last_space() {
    let game = game("current", 0);
    let circle: Vec<u16> = (0..33).collect();
    for first in [0_u8, 1] {
        let player = serde_json::json!({"position": 53, "buttons": 40});
        let end = serde_json::json!({"circle": circle, "players": [player, player], "first_on_last": first});
        let state = game.from_value(&end, false).expect("a study");
        assert_eq!((game.winner_list(&state)[..].to_vec(), game.rank_list(&state)[usize::from(first)]), (vec![first], 1));
        let mut before = end.clone();
        before["players"][usize::from(1 - first)]["position"] = 50.into();
        let state = game.from_value(&before, false).expect("a study");
        assert_eq!((game.winner_list(&state).len(), game.rank_list(&state)[..].to_vec()), (0, vec![1, 1]));
    }
}

/// PW-48, PW-50: everything is public. Each seat's observation tells any two positions apart, and says nothing more than the position.
#[test]
fn observations_tell_positions_apart() {
    let game = game("current", 0);
    let (mut by_observation, mut positions) = (HashMap::new(), 0);
    for stream in 0..60 {
        let mut rng = Rng::new(48, stream / 2);
        let mut state = game.initial_state();
        loop {
            for seat in 0..2 {
                let other = by_observation.insert((seat, game.observation(&state, seat)), state);
                assert!(other.is_none_or(|other| other == state), "one observation of two positions: {other:?}, {state:?}");
            }
            positions += 1;
            let next = match game.actor(&state) {
                Actor::Player(_) => game.sample_action(&state, &mut rng),
                Actor::Chance => game.sample_outcome(&state, &mut rng),
                Actor::Terminal => break,
            };
            game.apply(&mut state, next.expect("somebody decides")).expect("it was drawn");
        }
    }
    // Each game was played twice: equal positions have equal observations, so half of them came up again.
    assert!(by_observation.len() <= positions && positions > 60 * 64, "{} of {positions}", by_observation.len());
}

/// A study position from the start of play with some entries changed.
fn study(game: &Patchwork, changes: &[(&str, Value)]) -> <Patchwork as Game>::State {
    let mut value = serde_json::json!({"circle": (0..33).collect::<Vec<u16>>(), "players": [{}, {}]});
    for (pointer, new) in changes {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
        value.pointer_mut(parent).expect(parent)[key] = new.clone();
    }
    game.from_value(&value, false).unwrap_or_else(|faults| panic!("{value}: {faults:?}"))
}

/// PW-50, PW-48: two positions that differ in one thing only are different, for both seats to see.
#[test]
fn each_part_of_a_position_counts() {
    let game = game("current", 0);
    let to = |pointer: &'static str, value: Value| (pointer, value);
    let quilt = |row: &str| Value::from([vec![Value::from(row)], vec![Value::from("........."); 8]].concat());
    let circle: Vec<u16> = [1, 0].into_iter().chain(2..33).collect();
    let last = || vec![to("/players/0/position", 53.into()), to("/players/1/position", 53.into())];
    let pairs = [
        (vec![], vec![to("/on_top", 1.into())]),
        (vec![], vec![to("/circle", circle.into())]),
        (vec![], vec![to("/circle", (0..32).collect::<Vec<u16>>().into())]),
        (vec![], vec![to("/tile_owner", 0.into())]),
        (vec![to("/tile_owner", 0.into())], vec![to("/tile_owner", 1.into())]),
        (vec![], vec![to("/to_place", 0.into())]),
        (vec![to("/to_place", 0.into())], vec![to("/to_place", 1.into())]),
        ([last(), vec![to("/first_on_last", 0.into())]].concat(), [last(), vec![to("/first_on_last", 1.into())]].concat()),
        (vec![], vec![to("/players/0/buttons", 6.into())]),
        (vec![], vec![to("/players/1/buttons", (256 + 5).into())]),
        (vec![], vec![to("/players/0/income", 1.into())]),
        (vec![], vec![to("/players/1/income", 1.into())]),
        (vec![to("/players/1/position", 9.into())], vec![to("/players/1/position", 10.into())]),
        (vec![], vec![to("/players/0/quilt", quilt("#........"))]),
        (vec![to("/players/1/quilt", quilt(".#......."))], vec![to("/players/1/quilt", quilt("#........"))]),
    ];
    for (one, other) in &pairs {
        let (a, b) = (study(&game, one), study(&game, other));
        assert!(a != b && a == study(&game, one), "{one:?} and {other:?}");
        for seat in 0..2 {
            assert_ne!(game.observation(&a, seat), game.observation(&b, seat), "seat {seat}: {one:?} and {other:?}");
        }
        assert_ne!(game.to_bytes(&a), game.to_bytes(&b));
    }
    let drawn = game.from_value(&serde_json::json!({"circle": [5]}), true).expect("set-up has such positions");
    assert!(drawn != game.initial_state() && game.observation(&drawn, 0) != game.observation(&game.initial_state(), 0));
}

/// An observation is the observer's own view: with the players exchanged, each sees what the other saw.
#[test]
fn observations_are_relative() {
    let game = game("first_edition", 0);
    let mut compared = 0;
    for stream in 0..40 {
        let mut rng = Rng::new(49, stream);
        let mut state = game.initial_state();
        loop {
            let mut value = game.to_value(&state);
            value["players"].as_array_mut().expect("two players").reverse();
            for key in ["on_top", "tile_owner", "to_place", "first_on_last"] {
                if let Some(seat) = value[key].as_u64() {
                    value[key] = (1 - seat).into();
                }
            }
            let exchanged = game.from_value(&value, true).expect("the players may be exchanged");
            for seat in 0..2 {
                assert_eq!(game.observation(&state, seat), game.observation(&exchanged, 1 - seat), "{state:?}");
            }
            compared += 1;
            let next = match game.actor(&state) {
                Actor::Player(_) => game.sample_action(&state, &mut rng),
                Actor::Chance => game.sample_outcome(&state, &mut rng),
                Actor::Terminal => break,
            };
            game.apply(&mut state, next.expect("somebody decides")).expect("it was drawn");
        }
    }
    assert!(compared > 40 * 64, "{compared} positions");
}
