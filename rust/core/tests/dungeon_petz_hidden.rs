//! What a seat knows of the others (DP-123, DP-124), and what a sampled world keeps and changes (DP-125, DP-175).

#![allow(clippy::cast_precision_loss, reason = "counts here fit a double exactly")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

mod dungeon_petz;

use dungeon_petz::{State, on, positions};
use serde_json::{Value, json};
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::{Game, LegalSet, OptionValue, Play, Rng};
use std::collections::BTreeMap;

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

const COLOURS: [&str; 4] = ["green", "red", "yellow", "purple"];

/// Whether the groups, and whether the cards on the pets, of a seat are not known to an observer (DP-124).
fn hidden(value: &Value, observer: usize, seat: usize) -> (bool, bool) {
    let place = |seat: u64| list(&value["order"]).iter().position(|own| number(own) == seat);
    let is_other = seat != observer;
    let is_later = value["seat"].as_u64().is_some_and(|own| place(seat as u64) > place(own));
    let groups = matches!(value["point"].as_str(), Some("group" | "gold"));
    let cards = value["phase"] == "arranging" || value["phase"] == "needs" && is_later;
    (is_other && groups, is_other && cards)
}

/// The value without what an observer does not know; what is hidden is counted as in hand and at home.
fn known_to(value: &Value, observer: usize) -> Value {
    let mut known = value.clone();
    for colour in COLOURS {
        known["decks"][colour] = json!(list(&value["decks"][colour]).iter().map(number).sum::<u64>());
    }
    for seat in (0..list(&value["players"]).len()).filter(|&seat| seat != observer) {
        let (groups, cards) = hidden(value, observer, seat);
        let own = &value["players"][seat];
        let player = &mut known["players"][seat];
        let mut potions = number(&own["potions"]);
        let mut counts = COLOURS.map(|colour| list(&own["hand"][colour]).iter().map(number).sum::<u64>());
        if cards {
            for plot in 0..4 {
                for card in own["plots"][plot]["pet"]["cards"].as_array().into_iter().flatten() {
                    let card = card.as_str().unwrap_or_default();
                    let colour = COLOURS.iter().position(|colour| card.starts_with(colour)).expect("a colour");
                    if card.ends_with("potion") {
                        potions += 1;
                    } else {
                        counts[colour] += 1;
                    }
                }
                if !own["plots"][plot]["pet"].is_null() {
                    player["plots"][plot]["pet"]["cards"] = json!("hidden");
                }
            }
        }
        player["hand"] = json!(counts);
        player["potions"] = json!(potions);
        if groups {
            let sum = |index: usize| list(&own["groups"]).iter().map(|group| group[index].as_u64().unwrap_or(0)).sum::<u64>();
            player["home"] = json!(number(&own["home"]) + sum(0));
            player["gold"] = json!(number(&own["gold"]) + sum(1));
            player["groups"] = json!("hidden");
        }
    }
    if value["seat"].as_u64() != Some(observer as u64) && matches!(value["point"].as_str(), Some("gold" | "assign")) {
        // How far another player is.
        known["point"] = json!(if value["point"] == "gold" { "group" } else { "assign" });
        known["step"] = json!("hidden");
    } else if value["point"] == "group" && value["seat"].as_u64() != Some(observer as u64) {
        known["step"] = json!("hidden");
    }
    known
}

/// DP-123, DP-125, DP-175: all that is known stays; and of what is hidden something changes.
#[test]
fn nothing_known_is_changed() {
    let mut changed: BTreeMap<String, u32> = BTreeMap::new();
    for (players, double) in [(2, false), (3, true), (4, false)] {
        let game = on(players, &[("double_symbols", OptionValue::Bool(double))]);
        let mut rng = Rng::new(1, 1);
        for stream in 0..10 {
            for state in positions(&game, 1, 15, stream).iter().step_by(2) {
                let value = game.to_value(state);
                for observer in 0..players as usize {
                    let sampled = game.to_value(&game.resample_hidden(state, observer, &mut rng));
                    assert_eq!(known_to(&sampled, observer), known_to(&value, observer), "{observer} of {value}");
                    assert_eq!(sampled["players"][observer], value["players"][observer]);
                    if sampled != value {
                        *changed.entry(value["point"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
                    }
                }
            }
        }
    }
    for point in ["group", "gold", "send", "assign", "feed", "deal", "clean"] {
        assert!(changed.get(point).is_some_and(|&count| count > 20), "{point}: {changed:?}");
    }
}

/// A position of an eager game in which a seat has assigned and another one is about to.
fn assigning(game: &DungeonPetz, others_are_done: bool) -> State {
    let mut all = (0..40).flat_map(|stream| positions(game, 1, 3, stream));
    let is_right = |state: &State| {
        let value = game.to_value(state);
        if value["point"] != "assign" {
            return false;
        }
        let first = number(&value["order"][0]) as usize;
        let plots = list(&value["players"][first]["plots"]);
        let cards = plots.iter().map(|plot| plot["pet"]["cards"].as_array().map_or(0, Vec::len)).sum::<usize>();
        (number(&value["seat"]) as usize != first) == others_are_done && cards >= 2
    };
    all.find(is_right).expect("somebody assigns")
}

/// DP-175: who has assigned gets a whole new assignment that is legal, who is in the middle of it begins anew.
#[test]
fn assignments_are_drawn_anew() {
    let game = on(2, &[]);
    let mut rng = Rng::new(2, 2);
    let state = assigning(&game, true);
    let value = game.to_value(&state);
    let (first, second) = (number(&value["order"][0]) as usize, number(&value["order"][1]) as usize);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..300 {
        let sampled = game.resample_hidden(&state, second, &mut rng);
        assert_eq!(game.check(&sampled), []);
        *seen.entry(game.to_value(&sampled)["players"][first]["plots"].to_string()).or_default() += 1;
    }
    assert!(seen.len() > 5, "{seen:?}");
    // The one who decides, seen by the other.
    for _ in 0..50 {
        let sampled = game.to_value(&game.resample_hidden(&state, first, &mut rng));
        let lying = list(&sampled["players"][second]["plots"])
            .iter()
            .filter_map(|plot| plot["pet"]["cards"].as_array())
            .map(Vec::len)
            .sum::<usize>();
        assert_eq!((lying, &sampled["point"]), (0, &json!("assign")));
    }
}

/// DP-175: of those who have grouped new groups are drawn decision by decision; who is in the middle of it begins anew.
#[test]
fn groups_are_drawn_anew() {
    let game = on(2, &[]);
    let mut rng = Rng::new(4, 4);
    let all = positions(&game, 1, 3, 1);
    let is_right = |state: &&State| {
        let value = game.to_value(state);
        value["point"] == "gold" && value["seat"] == value["order"][1]
    };
    let state = all.iter().find(is_right).expect("the second player groups");
    let value = game.to_value(state);
    let (first, second) = (number(&value["order"][0]) as usize, number(&value["order"][1]) as usize);
    let (mut none, mut draws) = (0, 0);
    for _ in 0..3000 {
        let sampled = game.to_value(&game.resample_hidden(state, second, &mut rng));
        assert_eq!((&sampled["point"], &sampled["players"][second]), (&json!("gold"), &value["players"][second]));
        draws += 1;
        none += u32::from(list(&sampled["players"][first]["groups"]).is_empty());
        let other = game.resample_hidden(state, first, &mut rng);
        let begun = game.to_value(&other);
        assert_eq!((&begun["point"], list(&begun["players"][second]["groups"]).len()), (&json!("group"), 0));
        assert!(game.legal_set(&other).contains(0));
    }
    // With six imps at home one of seven decisions forms no group at all.
    let share = f64::from(none) / f64::from(draws);
    assert!((share - 1.0 / 7.0).abs() < 0.03, "{share}");
}

/// DP-125: each unseen card of a colour is as likely in another's hand as in the deck.
#[test]
fn hands_are_dealt_from_the_unseen_cards() {
    let game = on(2, &[]);
    let mut rng = Rng::new(5, 5);
    let all = positions(&game, 0, 6, 0);
    let state = all.iter().find(|state| game.to_value(state)["point"] == "group").expect("it begins with groups");
    let value = game.to_value(state);
    let unseen: Vec<u64> =
        (0..6).map(|need| number(&value["decks"]["green"][need]) + number(&value["players"][1]["hand"]["green"][need])).collect();
    let mut drawn = [0.0; 6];
    let draws = 20_000;
    for _ in 0..draws {
        let sampled = game.to_value(&game.resample_hidden(state, 0, &mut rng));
        let need = list(&sampled["players"][1]["hand"]["green"]).iter().position(|count| number(count) == 1).expect("one green card");
        drawn[need] += 1.0;
    }
    let total: u64 = unseen.iter().sum();
    for (need, &count) in unseen.iter().enumerate() {
        let expected = f64::from(draws) * count as f64 / total as f64;
        let deviation = (drawn[need] - expected).abs();
        assert!(deviation <= 5.0 * expected.sqrt(), "need {need}: {} draws, expected {expected}", drawn[need]);
    }
}

/// DP-124: a player's observation does not tell how far another is with groups and cards.
#[test]
fn secrets_look_the_same() {
    let game = on(3, &[]);
    let mut rng = Rng::new(6, 6);
    let mut pairs = 0;
    for stream in 0..10 {
        let all = positions(&game, 1, 18, stream);
        for pair in all.windows(2) {
            let values = [game.to_value(&pair[0]), game.to_value(&pair[1])];
            let is_secret = |value: &Value| matches!(value["point"].as_str(), Some("group" | "gold" | "assign"));
            if !(is_secret(&values[0]) && is_secret(&values[1]) && values[0]["seat"] == values[1]["seat"]) {
                continue;
            }
            let seat = number(&values[0]["seat"]) as usize;
            for observer in (0..3).filter(|&observer| observer != seat) {
                assert_eq!(game.observation(&pair[0], observer), game.observation(&pair[1], observer));
                pairs += 1;
            }
            assert_ne!(game.observation(&pair[0], seat), game.observation(&pair[1], seat));
        }
    }
    assert!(pairs > 500 && rng.below(2) < 2, "{pairs}");
}
