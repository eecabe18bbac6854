//! Whole games with the options of DP-109 to DP-118.

#![allow(clippy::panic, reason = "a test fails by a panic")]

use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::testing::{check_game, check_hidden};
use spielwerk::{Game, OptionValue, Options};

fn game(given: &[(&str, OptionValue)]) -> DungeonPetz {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let options = Options::new(DungeonPetz::NAME, &DungeonPetz::option_specs(), &given).expect("the options exist");
    DungeonPetz::with_options(options).expect("the tables are built in")
}

#[test]
fn kit_quick() {
    for players in 2..=4 {
        for skip in [false, true] {
            let game = game(&[("players", OptionValue::Int(players)), ("skip_forced", OptionValue::Bool(skip)), ("double_symbols", OptionValue::Bool(skip)), ("advanced_meat_stand", OptionValue::Bool(skip))]);
            println!("{:?}", check_game(&game, 6, 5));
        }
    }
}

#[test]
fn hidden_quick() {
    for players in 2..=4 {
        for skip in [false, true] {
            let game = game(&[("players", OptionValue::Int(players)), ("skip_forced", OptionValue::Bool(skip)), ("double_symbols", OptionValue::Bool(skip))]);
            println!("{:?}", check_hidden(&game, 3, 5));
        }
    }
}
