//! The invariants of Dungeon Petz at both doors (DP-134 to DP-142, DP-170, DP-171, DP-179): broken one at a time, and by chance.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod dungeon_petz;

use dungeon_petz::{State, on, positions, step};
use serde_json::{Value, json};
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::{Actor, Game, OptionValue, Play, Rng};

/// The first position of some eager games at a point, as a value.
fn at(game: &DungeonPetz, point: &str, is_right: impl Fn(&Value) -> bool) -> Value {
    let found = (0..60).flat_map(|stream| positions(game, 1, 21, stream)).map(|state| game.to_value(&state));
    found.into_iter().find(|value| value["point"] == point && is_right(value)).unwrap_or_else(|| panic!("no position at {point}"))
}

fn any(_: &Value) -> bool {
    true
}

/// Plays a position that was accepted to its end: nobody is ever stuck and nothing breaks, but that offers given too short may run out (DP-141).
fn play_on(game: &DungeonPetz, mut state: State, rng: &mut Rng) {
    loop {
        let faults = game.check(&state);
        let is_sound = faults.iter().all(|fault| fault.message.contains("DP-141"));
        assert!(is_sound, "{faults:?} {}", game.to_value(&state));
        for seat in 0..game.num_players() {
            let sampled = game.resample_hidden(&state, seat, rng);
            assert_eq!(game.observation(&sampled, seat), game.observation(&state, seat), "{}", game.to_value(&state));
        }
        let Some(id) = step(game, 1, &state, rng) else {
            assert_eq!(game.actor(&state), Actor::Terminal, "DP-142: {}", game.to_value(&state));
            return;
        };
        assert!(!game.action_text(&state, id).is_empty());
        game.apply(&mut state, id).expect("what is drawn is accepted");
    }
}

/// A value with one thing changed is refused, for this reason.
fn refused(game: &DungeonPetz, value: &Value, change: impl Fn(&mut Value), path: &str, rule: &str) {
    assert_eq!(game.from_value(value, true).map(|state| game.to_value(&state)), Ok(value.clone()));
    let mut changed = value.clone();
    change(&mut changed);
    for strict in [false, true] {
        let faults = game.from_value(&changed, strict).expect_err("it is refused, strictly or not (DP-171)");
        let is_it = faults.iter().any(|fault| fault.path.contains(path) && fault.message.contains(rule));
        assert!(is_it, "{path} ({rule}): {faults:#?} of {changed}");
    }
}

/// DP-134, DP-135, DP-136, DP-137, DP-140.
#[test]
fn what_players_have_is_counted() {
    let game = on(3, &[]);
    let group = at(&game, "group", |value| value["round"] == 3);
    refused(&game, &group, |value| value["players"][0]["home"] = json!(10), "players[0].home", "DP-134");
    refused(&game, &group, |value| value["players"][1]["progress"] = json!([5, 5, 5, 5]), "players[1].home", "DP-134");
    refused(&game, &group, |value| value["decks"]["green"] = json!([0, 0, 0, 0, 0, 0]), "decks.green", "DP-135");
    refused(&game, &group, |value| value["substitutes"] = json!([1, 0, 0, 0]), "decks.green[0]", "DP-135");
    refused(&game, &group, |value| value["potions"] = json!(6), "potions", "DP-136");
    refused(&game, &group, |value| value["potions"] = json!(u8::from(value["potions"] == 0)), "potions", "DP-136");
    refused(&game, &group, |value| value["players"][2]["hand"]["red"] = json!([9, 0, 0, 0, 0, 0]), "players[2].hand.red", "DP-137");
    refused(&game, &group, |value| value["players"][0]["doubled"]["sales"] = json!(1), "players[0].doubled", "DP-140");
    refused(&game, &group, |value| value["players"][0]["doubled"]["lost_pets"] = json!(-200), "players[0].doubled", "DP-140");
    refused(&game, &group, |value| value["players"][0]["gold"] = json!(-1), "players[0].gold", "DP-140");
    refused(&game, &group, |value| value["players"][0]["plots"][3] = json!({"manure": 1}), "players[0].plots[3].manure", "DP-140");
    refused(&game, &group, |value| value["players"][0]["used"] = json!(1), "players[0].used", "DP-63");
    refused(&game, &group, |value| value["players"][0]["armor_used"] = json!(1), "players[0].armor_used", "DP-76");
}

/// DP-138, DP-139, DP-141.
#[test]
fn tiles_are_in_one_place() {
    let game = on(4, &[]);
    let group =
        at(&game, "group", |value| value["round"] == 3 && value["removed"]["cages"].as_array().is_some_and(|list| !list.is_empty()));
    refused(&game, &group, |value| value["removed"]["cages"] = json!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), "cages", "DP-138");
    refused(&game, &group, |value| value["young"] = value["old"].clone(), "pets", "DP-138");
    refused(&game, &group, |value| value["cages"] = json!([]), "cages", "DP-141");
    refused(&game, &group, |value| value["addons"] = json!([]), "addons", "DP-141");
    refused(&game, &group, |value| value["young"] = json!([]), "young", "DP-141");
    refused(&game, &group, |value| value["cages"] = json!([value["cages"][0]]), "cages", "DP-141");
    refused(&game, &group, |value| value["young"] = json!([value["young"][0]]), "young", "DP-141");
    refused(&game, &group, |value| value["exhibitions"] = json!([0]), "exhibitions", "DP-21");
    refused(&game, &group, |value| value["order"] = json!([0, 2, 1, 3]), "order", "DP-17");
    refused(&game, &group, |value| value["spaces"][0] = json!("neutral"), "spaces[0]", "DP-15");
    let showing = at(&game, "exhibit", any);
    let seat = showing["seat"].as_u64().expect("a seat") as usize;
    let plot = showing["players"][seat]["plots"].as_array().and_then(|plots| plots.iter().position(|plot| !plot["pet"].is_null()));
    let plot = plot.expect("a pet");
    let path = format!("players[{seat}].plots[{plot}].pet");
    refused(&game, &showing, |value| value["players"][seat]["plots"][plot]["pet"]["suffering"] = json!(7), &path, "DP-139");
    refused(&game, &showing, |value| value["players"][seat]["plots"][plot]["pet"]["mutation"] = json!(2), &path, "DP-139");
    refused(&game, &showing, |value| value["players"][seat]["plots"][plot]["pet"]["size"] = json!(8), &path, "DP-139");
    refused(&game, &showing, |value| value["players"][seat]["plots"][plot]["pet"]["cards"] = json!([]), &path, "DP-58");
    refused(&game, &showing, |value| value["players"][seat]["show"] = json!(4), "show", "DP-61");
}

/// DP-126 to DP-133, DP-142: what the present decision remembers.
#[test]
fn decisions_remember_what_they_need() {
    let game = on(2, &[]);
    let send = at(&game, "send", any);
    refused(&game, &send, |value| value["chosen"] = json!([9, 9]), "chosen", "DP-34");
    refused(&game, &send, |value| value["size"] = Value::Null, "size", "DP-34");
    refused(&game, &send, |value| value["deal"] = json!("card"), "deal", "DP-120");
    refused(&game, &send, |value| value["point"] = json!("pick"), "chosen", "DP-35");
    refused(&game, &send, |value| value["step"]["plot"] = json!(1), "step.plot", "DP-126");
    let feed = at(&game, "feed", any);
    refused(&game, &feed, |value| value["step"]["open"] = json!([9, 9, 9, 9]), "step.open", "DP-126");
    refused(&game, &feed, |value| value["step"]["last"] = json!(3), "step.last", "DP-126");
    refused(&game, &feed, |value| value["draw"] = json!([1]), "draw", "DP-122");
    let sell = at(&game, "sell", any);
    refused(&game, &sell, |value| value["served"] = json!([1]), "gold_before", "DP-169");
    refused(&game, &sell, |value| value["platform_sold"] = json!(true), "platform_sold", "DP-96");
    let clean = at(&game, "clean", any);
    refused(&game, &clean, |value| value["step"]["count"] = json!(1), "step.last", "DP-132");
    let assign = at(&game, "assign", any);
    refused(&game, &assign, |value| value["step"]["plot"] = Value::Null, "step.plot", "DP-126");
    let group = at(&game, "group", any);
    refused(&game, &group, |value| value["served"] = json!([0]), "served", "DP-91");
    refused(&game, &group, |value| value["left"] = json!(1), "left", "DP-120");
    refused(&game, &group, |value| value["seat"] = Value::Null, "seat", "seat");
    let cage = game.to_value(&positions(&game, 1, 21, 0)[12]);
    assert_eq!(cage["deal"], "artifact".replace("artifact", cage["deal"].as_str().unwrap_or_default()));
    refused(&game, &cage, |value| value["left"] = json!(9), "left", "");
}

/// DP-2, DP-126, DP-127, DP-132, DP-141: a question where nothing can be chosen is never asked.
#[test]
fn what_is_not_asked_is_refused() {
    let game = on(2, &[]);
    let group = at(&game, "group", |value| value["round"] == 4);
    refused(&game, &group, |value| value["players"][0]["progress"] = json!([2, 0, 0, 0]), "players[0].progress", "DP-2");
    refused(&game, &group, |value| value["players"][1]["waiting"]["cages"] = json!([3]), "players[1].waiting", "DP-49");
    let seat = |value: &Value| value["seat"].as_u64().expect("a seat") as usize;
    let idle = |value: &mut Value| {
        // All imps of the owner are used.
        let own = seat(value);
        let home = value["players"][own]["home"].as_u64().unwrap_or_default() + value["players"][own]["used"].as_u64().unwrap_or_default();
        (value["players"][own]["home"], value["players"][own]["used"]) = (json!(0), json!(home));
    };
    for point in ["play", "clean", "shovel"] {
        refused(&game, &at(&game, point, |value| value["step"]["last"].is_null()), idle, "point", "DP-126");
    }
    refused(&game, &at(&game, "sell", |value| value["round"] == 4), |value| value["served"] = json!([0]), "point", "DP-126");
    let clean = at(&game, "clean", |value| value["step"]["count"] == 1);
    refused(&game, &clean, |value| value["step"]["count"] = json!(21), "step.count", "DP-132");
    let owns = |value: &Value, artifact: u64| {
        value["players"][seat(value)]["artifacts"].as_array().is_some_and(|own| own.iter().any(|own| own["artifact"] == artifact))
    };
    let armor = (0..10).find(|&k| game.tables()["artifacts"]["tiles"][k as usize]["kind"] == "imp_armor").expect("there is one");
    let bare = at(&game, "clean", |value| !owns(value, armor));
    let own = seat(&bare);
    refused(&game, &bare, |value| value["players"][own]["armor_used"] = json!(1), "armor_used", "DP-76");
    let full = at(&game, "box", any);
    let bare = |value: &mut Value| {
        let own = seat(value);
        (value["players"][own]["vegetables"], value["players"][own]["meat"]) = (json!([0, 0, 0]), json!([0, 0]));
    };
    refused(&game, &full, bare, "point", "DP-126");
    let late = at(&game, "assign", |value| value["spaces"][6].is_null());
    refused(&game, &late, |value| value["addons"] = json!([]), "addons", "DP-141");
}

/// DP-64, DP-67, DP-76, DP-77, DP-133: what is open still is what was not done yet.
#[test]
fn what_was_chosen_before_fits() {
    let game = on(4, &[]);
    let fresh = |value: &Value| value["step"]["last"].is_null();
    let most = |value: &Value| value["step"]["open"].as_array().and_then(|open| open.iter().position(|open| open.as_u64() > Some(1)));
    let feed = at(&game, "feed", |value| fresh(value) && most(value).is_some());
    let plot = most(&feed).expect("it was looked for");
    refused(&game, &feed, |value| value["step"]["open"][plot] = json!(1), "step.open", "DP-64");
    refused(&game, &feed, |value| value["step"]["last"] = json!(0), "step", "DP-6");
    let play = at(&game, "play", |value| fresh(value) && most(value).is_some());
    let plot = most(&play).expect("it was looked for");
    refused(&game, &play, |value| value["step"]["open"][plot] = json!(1), "step.open", "DP-67");
    let anger = at(&game, "anger", |value| fresh(value) && most(value).is_some());
    let plot = most(&anger).expect("it was looked for");
    refused(&game, &anger, |value| value["step"]["open"][plot] = json!(1), "step.open", "DP-76");
    let shovel = at(&game, "shovel", |value| value["step"]["count"] == 1);
    refused(&game, &shovel, |value| value["step"]["count"] = json!(5), "step.count", "DP-133");
}

/// DP-11, DP-26, DP-27, DP-29, DP-121: tiles are dealt one kind after the other.
#[test]
fn offers_grow_in_their_order() {
    let game = on(4, &[]);
    let deal = |deal: &'static str, round: u64, left: u64| {
        at(&game, "deal", move |value| value["deal"] == deal && value["round"] == round && value["left"] == left)
    };
    let addon = deal("addon", 1, 2);
    refused(&game, &addon, |value| value["left"] = json!(1), "addons", "DP-121");
    refused(&game, &addon, |value| value["artifacts"] = json!([]), "artifacts", "DP-121");
    refused(&game, &addon, |value| value["cages"].as_array_mut().expect("a list").truncate(1), "cages", "DP-121");
    let free = addon["removed"]["pets"].as_array().map_or(0, Vec::len);
    refused(&game, &addon, |value| value["young"] = json!([free]), "young", "DP-121");
    let customer = at(&game, "deal", |value| value["deal"] == "customer" && value["round"] == 3);
    refused(&game, &customer, |value| value["left"] = json!(9), "customers", "DP-22");
}

/// Pets are placed in ascending order (DP-126).
#[test]
fn pets_are_placed_in_ascending_order() {
    let game = on(4, &[]);
    let seat = |value: &Value| value["seat"].as_u64().expect("a seat") as usize;
    let placed = |value: &Value| {
        value["players"][seat(value)]["plots"].as_array().and_then(|plots| plots.iter().position(|plot| !plot["pet"].is_null()))
    };
    let pet = at(&game, "pet", |value| placed(value).is_some());
    let (own, plot) = (seat(&pet), placed(&pet).expect("it was looked for"));
    let exchange = |value: &mut Value| {
        for key in ["pet", "size", "suffering", "mutation"] {
            let first = value["players"][own]["plots"][plot]["pet"][key].clone();
            value["players"][own]["plots"][plot]["pet"][key] = value["players"][own]["waiting"]["pets"][0][key].clone();
            value["players"][own]["waiting"]["pets"][0][key] = first;
        }
        let waiting = value["players"][own]["waiting"]["pets"].as_array_mut().expect("a list");
        waiting.sort_by_key(|pet| pet["pet"].as_u64());
    };
    refused(&game, &pet, exchange, "waiting.pets", "DP-126");
}

/// All faults of form come together.
#[test]
fn all_faults_of_form_are_listed() {
    let game = on(2, &[]);
    let wrong = json!({"round": 0, "colour": 1, "order": [0, 0], "decks": {"blue": []}, "stands": 3, "players": [{"gold": "much", "plots": [{}]}, {"hand": {"green": [1]}}]});
    let faults = game.from_value(&wrong, true).expect_err("nothing of it is right");
    for path in ["round", "colour", "order[1]", "decks.blue", "stands", "players[0].gold", "players[0].plots", "players[1].hand.green"] {
        assert!(faults.iter().any(|fault| fault.path == path), "{path}: {faults:#?}");
    }
    for wrong in [json!(null), json!([]), json!({"players": []}), json!({"phase": 1, "point": "deals", "deal": []})] {
        assert!(game.from_value(&wrong, true).is_err(), "{wrong}");
    }
}

/// DP-170: an empty map is the start of a game; keys left out are what the others leave.
#[test]
fn what_is_left_out_follows() {
    for given in [vec![], vec![("start_player", OptionValue::Int(1))]] {
        let game = on(3, &given);
        assert_eq!(game.from_value(&json!({}), true), Ok(game.initial_state()));
        for state in positions(&game, 1, 4, 4).iter().step_by(7) {
            let full = game.to_value(state);
            let mut shorter = full.clone();
            let map = shorter.as_object_mut().expect("a map");
            for key in ["decks", "potions", "phase"] {
                if key != "phase" || full["deal"] != "card" {
                    map.remove(key);
                }
            }
            for player in map["players"].as_array_mut().expect("players") {
                player.as_object_mut().expect("a map").remove("home");
            }
            assert_eq!(game.from_value(&shorter, true).map(|state| game.to_value(&state)), Ok(full));
        }
    }
}

/// All places of numbers, words, flags and nulls in a value.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| leaves(value, format!("{path}/{key}"), found)),
        Value::Array(list) => list.iter().enumerate().for_each(|(index, value)| leaves(value, format!("{path}/{index}"), found)),
        _ => found.push(path),
    }
}

/// DP-171, DP-142: one or two leaves changed by chance: either there are faults, or the position comes back as it is and plays to its end.
#[test]
fn altered_values_are_refused_or_play_on() {
    let (mut accepted, mut refused) = (0, 0);
    let mut rng = Rng::new(5, 5);
    for (players, double) in [(2, true), (3, false), (4, true)] {
        let game = on(players, &[("double_symbols", OptionValue::Bool(double)), ("advanced_meat_stand", OptionValue::Bool(double))]);
        for stream in 0..3 {
            for state in positions(&game, 1, 6, stream).iter().step_by(9) {
                let value = game.to_value(state);
                let mut places = Vec::new();
                leaves(&value, String::new(), &mut places);
                for _ in 0..20 {
                    let mut altered = value.clone();
                    for _ in 0..=rng.below(2) {
                        let place = &places[rng.below(places.len() as u64) as usize];
                        let leaf = altered.pointer_mut(place).expect("it is there");
                        *leaf = match (leaf.as_i64(), rng.below(4)) {
                            (Some(number), 0) => json!(number + 1),
                            (Some(number), 1) => json!(number - 1),
                            (_, 2) => Value::Null,
                            _ => json!(rng.below(6)),
                        };
                    }
                    match game.from_value(&altered, true) {
                        Ok(state) => {
                            accepted += 1;
                            assert_eq!(game.from_bytes(&game.to_bytes(&state)), Ok(state));
                            assert_eq!(game.from_value(&game.to_value(&state), true), Ok(state));
                            play_on(&game, state, &mut rng);
                        }
                        Err(faults) => {
                            refused += 1;
                            assert!(!faults.is_empty());
                        }
                    }
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 1_000, "{accepted} accepted, {refused} refused");
}

/// Payloads with bytes changed by chance: refused, or a position that plays to its end.
#[test]
fn altered_bytes_are_refused_or_play_on() {
    let (mut accepted, mut refused) = (0, 0);
    let mut rng = Rng::new(6, 6);
    let game = on(3, &[]);
    let start = game.header().frame(0, |_| ()).len() - 4;
    for stream in 0..3 {
        for state in positions(&game, 1, 6, stream).iter().step_by(7) {
            let bytes = game.to_bytes(state);
            let payload = &bytes[start..bytes.len() - 4];
            for _ in 0..12 {
                let mut altered = payload.to_vec();
                let place = rng.below(altered.len() as u64) as usize;
                altered[place] = match rng.below(3) {
                    0 => altered[place].wrapping_add(1),
                    1 => altered[place].wrapping_sub(1),
                    _ => rng.below(256) as u8,
                };
                match game.from_bytes(&game.header().frame(altered.len(), |writer| writer.bytes(&altered))) {
                    Ok(state) => {
                        accepted += 1;
                        assert_eq!(game.from_value(&game.to_value(&state), true), Ok(state));
                        play_on(&game, state, &mut rng);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 1_000, "{accepted} accepted, {refused} refused");
}

/// DP-33, DP-127: found when the bytes of a position took a size of 255 at a book, and its dict did not.
#[test]
fn no_group_is_larger_than_ten_imps_and_all_the_gold() {
    let game = on(2, &[]);
    let book = at(&game, "book", any);
    refused(&game, &book, |value| value["size"] = json!(42), "size", "DP-33");
    let frame = game.to_bytes(&game.from_value(&book, true).expect("it is sound"));
    let head = game.header().frame(0, |_| ()).len() - 4;
    for place in 0..frame.len() - 4 - head {
        let mut payload = frame[head..frame.len() - 4].to_vec();
        payload[place] = 255;
        if let Ok(state) = game.from_bytes(&game.header().frame(payload.len(), |writer| writer.bytes(&payload))) {
            assert_eq!(game.from_value(&game.to_value(&state), true), Ok(state), "byte {place}");
        }
    }
}
