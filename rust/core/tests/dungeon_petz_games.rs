//! Whole games: the options of DP-109 to DP-118, and what they change.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod dungeon_petz;

use dungeon_petz::{after, on, positions, step, with, word};
use serde_json::{Value, json};
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::testing::{check_game, check_hidden};
use spielwerk::{Actor, Game, LegalSet, OptionValue, Options, Play, Rng};

fn flag() -> OptionValue {
    OptionValue::Bool(true)
}

/// Options that are met together nowhere else in a test of this kind.
fn mixtures() -> Vec<DungeonPetz> {
    vec![
        on(
            2,
            &[
                ("double_symbols", flag()),
                ("skip_forced", flag()),
                ("need_order", word("rulebook")),
                ("start_token", word("counterclockwise")),
            ],
        ),
        on(3, &[("foresight", word("more")), ("advanced_meat_stand", flag()), ("start_player", OptionValue::Int(2))]),
        on(3, &[("start_token", word("counterclockwise")), ("skip_forced", flag()), ("customer_foresight", word("rulebook"))]),
        on(4, &[("last_round_order", word("rulebook_variant")), ("exhibition_cap", OptionValue::Int(10)), ("double_symbols", flag())]),
        on(
            4,
            &[
                ("last_round_order", word("token_only")),
                ("foresight", word("full")),
                ("skip_forced", flag()),
                ("advanced_meat_stand", flag()),
            ],
        ),
    ]
}

/// DP-134 to DP-142 hold in every position, and what is given back is what was taken.
#[test]
fn mixtures_pass_the_kit() {
    for game in mixtures() {
        let report = check_game(&game, 3, 5);
        assert_eq!(report.games, 3);
    }
}

/// The eager policy reaches what random games seldom do: sales, large pets, doubled cards.
#[test]
fn eager_games_keep_the_invariants() {
    for game in mixtures() {
        for stream in 0..12 {
            for state in positions(&game, 1, 77, stream) {
                assert_eq!(game.check(&state), [], "{}", game.to_value(&state));
            }
        }
    }
}

/// DP-141 of whole games, where the old row has it, too (positions from outside: DP-179).
#[test]
fn an_open_space_has_something_to_take() {
    let mut open_rows = 0;
    for game in mixtures() {
        for stream in 0..4 {
            for state in positions(&game, 1, 78, stream) {
                let value = game.to_value(&state);
                if value["phase"] != "shopping" {
                    continue;
                }
                for (spaces, offer) in [(4..6, "cages"), (6..7, "addons"), (7..9, "young"), (9..10, "old")] {
                    let is_open = value["spaces"].as_array().is_some_and(|all| all[spaces].iter().any(Value::is_null));
                    assert!(!is_open || value[offer].as_array().is_some_and(|tiles| !tiles.is_empty()), "{offer}: {value}");
                    open_rows += usize::from(is_open);
                }
            }
        }
    }
    assert!(open_rows > 1000, "{open_rows}");
}

/// DP-125, DP-175: with the options that change what is hidden and how decisions are presented.
#[test]
fn nothing_leaks_with_options() {
    for game in mixtures() {
        let report = check_hidden(&game, 2, 5);
        assert!(report.hidden > 0 && report.comparisons > report.hidden);
    }
}

/// DP-117, DP-176: with the same choices the same game, and never a decision with one legal action.
#[test]
fn forced_decisions_are_skipped() {
    let (plain, skipping) = (on(3, &[]), on(3, &[("skip_forced", flag())]));
    for stream in 0..20 {
        let mut rng = Rng::new(4, stream);
        let (mut a, mut b) = (plain.initial_state(), skipping.initial_state());
        while plain.actor(&a) != Actor::Terminal {
            let legal = plain.legal_set(&a);
            let is_forced = plain.actor(&a) != Actor::Chance && legal.len() == 1;
            let id = step(&plain, 1, &a, &mut rng).expect("the game goes on");
            if !is_forced {
                let mut told = skipping.events(&b, id);
                b = after(&skipping, &b, id);
                // What the forced decisions did is told with the move that leads to them.
                let own = plain.events(&a, id);
                told.truncate(own.len());
                assert_eq!(told, own);
            }
            a = after(&plain, &a, id);
            let next_is_forced = plain.actor(&a) != Actor::Chance && plain.legal_set(&a).len() == 1;
            assert!(next_is_forced || plain.to_value(&a) == skipping.to_value(&b));
        }
    }
}

/// The order of the last round, by seat and VP, of games that end with the one before it.
fn last_orders(order: &str, stream: u64) -> (Vec<u64>, Vec<u64>, Vec<i64>) {
    let game = on(4, &[("last_round_order", word(order))]);
    let values: Vec<Value> = positions(&game, 1, 31, stream).iter().map(|state| game.to_value(state)).collect();
    let last = values.iter().position(|value| value["round"] == 5).expect("five rounds");
    let list = |value: &Value| value["order"].as_array().expect("a list").iter().map(|seat| seat.as_u64().expect("a seat")).collect();
    let points = |value: &Value| {
        let doubled =
            |player: &Value| player["doubled"].as_object().expect("a map").values().map(|points| points.as_i64().expect("points")).sum();
        value["players"].as_array().expect("players").iter().map(doubled).collect()
    };
    (list(&values[last - 1]), list(&values[last]), points(&values[last]))
}

/// DP-18, DP-19, DP-112.
#[test]
fn turn_order_of_the_last_round() {
    for stream in 0..40 {
        let (before, order, points) = last_orders("seed", stream);
        let start = before[0];
        let distance = |from: u64, seat: u64| (seat + 4 - from) % 4;
        // The present start player is counted last.
        let mut expected: Vec<u64> = (0..4).collect();
        expected.sort_by_key(|&seat| (points[seat as usize], distance(start + 1, seat)));
        assert_eq!(order, expected);
        let mut from_start = expected.clone();
        from_start.sort_by_key(|&seat| (points[seat as usize], distance(expected[0], seat)));
        assert_eq!(last_orders("rulebook_variant", stream).1, from_start);
        let clockwise: Vec<u64> = (0..4).map(|step| (expected[0] + step) % 4).collect();
        assert_eq!(last_orders("token_only", stream).1, clockwise);
    }
}

/// DP-18, DP-113, DP-118: the token moves, turn order stays clockwise.
#[test]
fn the_start_token_moves_as_the_option_says() {
    for (direction, second) in [("clockwise", [1, 2, 0]), ("counterclockwise", [2, 0, 1])] {
        let game = on(3, &[("start_token", word(direction)), ("start_player", OptionValue::Int(0))]);
        let values: Vec<Value> = positions(&game, 0, 2, 0).iter().map(|state| game.to_value(state)).collect();
        assert_eq!(values[0]["deal"], "card");
        assert_eq!(values[0]["order"], json!([0, 1, 2]));
        assert_eq!(values.iter().find(|value| value["round"] == 2).expect("six rounds")["order"], json!(second));
    }
}

/// DP-21, DP-22, DP-110, DP-111: how many exhibitions and customers are face up in each round.
#[test]
fn foresight() {
    let shown = |given: &[(&str, OptionValue)]| -> Vec<(usize, usize)> {
        let game = on(4, given);
        let values: Vec<Value> = positions(&game, 0, 8, 0).iter().map(|state| game.to_value(state)).collect();
        let count = |value: &Value, key: &str| value[key].as_array().map_or(0, Vec::len);
        let at = |round: u64| values.iter().find(|value| value["round"] == round && value["phase"] == "shopping").expect("it is played");
        (1..=5).map(|round| (count(at(round), "exhibitions"), count(at(round), "customers"))).collect()
    };
    assert_eq!(shown(&[]), [(1, 1), (2, 1), (3, 2), (4, 4), (4, 4)]);
    assert_eq!(shown(&[("customer_foresight", word("rulebook"))]), [(1, 1), (2, 2), (3, 4), (4, 4), (4, 4)]);
    assert_eq!(shown(&[("foresight", word("more"))]), [(2, 2), (3, 4), (4, 4), (4, 4), (4, 4)]);
    assert_eq!(shown(&[("foresight", word("full")), ("customer_foresight", word("rulebook"))]), [(4, 4); 5]);
}

/// DP-118, DP-167: what the options accept.
#[test]
fn options_are_checked() {
    let load = |given: &[(&str, OptionValue)]| {
        let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Options::new(DungeonPetz::NAME, &DungeonPetz::option_specs(), &given).and_then(DungeonPetz::with_options)
    };
    let refused = |given: &[(&str, OptionValue)]| load(given).expect_err("it is not accepted").0;
    assert!(refused(&[("start_player", OptionValue::Int(2))]).contains("a seat from 0 to 1, not 2"));
    assert!(refused(&[("start_player", word("first"))]).contains("\"random\" or a whole number from 0 to 3"));
    assert!(refused(&[("exhibition_cap", OptionValue::Int(9))]).contains("none or a whole number from 10 to 10"));
    assert!(refused(&[("players", OptionValue::Int(5))]).contains("from 2 to 4"));
    assert!(refused(&[("tables_file", word("{}"))]).contains("E_KEY at decks"));
    assert!(load(&[("exhibition_cap", OptionValue::Int(10)), ("start_player", OptionValue::Int(1))]).is_ok());
    assert_eq!(with(&[]).num_players(), 2);
}

/// DP-150, DP-173: the tables of a game are a file that gives the same game.
#[test]
fn tables_lead_back_to_the_game() {
    let plain = on(3, &[]);
    let text = plain.tables().to_string();
    let again = on(3, &[("tables_file", OptionValue::Text(text))]);
    assert_eq!(again.tables(), plain.tables());
    for (a, b) in positions(&plain, 1, 5, 5).iter().zip(positions(&again, 1, 5, 5)) {
        assert_eq!(*a, b);
    }
    assert!(again.provenance().iter().any(|(_, state)| state.contains("own")), "{:?}", again.provenance());
    assert!(plain.provenance().iter().any(|(table, state)| *table == "neutral_imps" && state.contains("reconstructed")), "DP-164");
}
