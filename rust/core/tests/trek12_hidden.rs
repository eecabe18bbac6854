//! What a seat may know while a round is under way, what it may imagine in its place, and when two positions are the same.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod trek12;

use serde_json::{Value, json};
use spielwerk::trek12::Trek12;
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Play, Rng};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use trek12::plain::{Plain, Sheet};
use trek12::{BOARDS, State, after, boards, on_file, on_with, once_in, one_of, sound, step, text};

fn players(value: &Value) -> &Vec<Value> {
    value["players"].as_array().expect("a position has players")
}

/// What an observer may know, in plain words: its own sheet and move as they are, the others' sheets as they were when the round began, the
/// roll, whose turn it is, and its own open choice (TK-59, TK-60, TK-100).
fn view(position: &Value, at_start: &Value, observer: usize) -> Value {
    let without_move = |player: &Value| {
        let mut player = player.clone();
        player["move"] = Value::Null;
        player
    };
    let sheet = |(seat, (now, then)): (usize, (&Value, &Value))| if seat == observer { now.clone() } else { without_move(then) };
    let sheets: Vec<Value> = players(position).iter().zip(players(at_start)).enumerate().map(sheet).collect();
    let is_own = position["seat"] == observer;
    json!({
        "players": sheets,
        "roll": position["roll"],
        "round": position["round"],
        "seat": position["seat"],
        "phase": position["phase"],
        "choice": if is_own { position["choice"].clone() } else { Value::Null },
    })
}

/// Small boards on which much can happen twice, among them such with flags, tops, defeats, waves and pre-links.
fn small_game(rng: &mut Rng) -> Trek12 {
    loop {
        let board = boards::board(rng);
        if board["circles"].as_array().is_some_and(|circles| circles.len() <= 5) {
            return on_file(&board, &boards::options(2 + rng.below(2) as i64, rng));
        }
    }
}

/// The observation of a view, and the positions that have this view.
type Seen = (Vec<u8>, HashSet<String>);

/// TK-60, TK-61: an observation is the view of its seat. The same round is played many times: where views are the same, so are the
/// observations, whatever the others have done, and where they differ, so do the observations.
#[test]
fn observations_are_the_views_of_their_seats() {
    let (mut views, mut shared) = (0, 0);
    for seed in 0..120 {
        let mut rng = Rng::new(60, seed);
        let game = match BOARDS.get(seed as usize % 40) {
            Some(board) => on_with(board, 3, &[]),
            None => small_game(&mut rng),
        };
        let seats = game.num_players();
        let mut by_view: Vec<HashMap<String, Seen>> = vec![HashMap::new(); seats];
        let mut by_observation: Vec<HashMap<Vec<u8>, String>> = vec![HashMap::new(); seats];
        let mut state = game.initial_state();
        while game.actor(&state) == Actor::Chance {
            let start = game.to_value(&state);
            let roll = game.sample_outcome(&state, &mut rng).expect("chance decides");
            let mut ends = Vec::new();
            for _ in 0..12 {
                let mut round = state;
                let mut next = Some(roll);
                while let Some(id) = next {
                    game.apply(&mut round, id).expect("what is drawn is accepted");
                    let position = game.to_value(&round);
                    // After the last seat all is revealed.
                    let at_start = if position["roll"].is_null() { &position } else { &start };
                    for seat in 0..seats {
                        let (seen, view) = (game.observation(&round, seat), view(&position, at_start, seat).to_string());
                        let entry = by_view[seat].entry(view.clone()).or_insert_with(|| (seen.clone(), HashSet::new()));
                        assert_eq!(entry.0, seen, "one view, two observations of seat {seat}: {view}");
                        entry.1.insert(position.to_string());
                        let other = by_observation[seat].entry(seen).or_insert_with(|| view.clone());
                        assert_eq!(*other, view, "two views, one observation of seat {seat}");
                    }
                    next = (!position["roll"].is_null()).then(|| game.sample_action(&round, &mut rng)).flatten();
                }
                ends.push(round);
            }
            state = one_of(&ends, &mut rng);
        }
        views += by_view.iter().map(HashMap::len).sum::<usize>();
        shared += by_view.iter().flat_map(HashMap::values).filter(|(_, positions)| positions.len() > 1).count();
    }
    assert!(views > 10_000 && shared > 2_000, "{views} views, {shared} of them of several positions");
}

/// TK-60: what is legal depends on the own sheet and the roll, not on what the others have done in the round.
#[test]
fn legal_decisions_depend_on_the_own_sheet() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(61, seed);
        let game = boards::game(4, &mut rng);
        let mut state = game.initial_state();
        while let Some(id) = step(&game, &state, &mut rng) {
            if let Actor::Player(seat) = game.actor(&state) {
                let other = game.resample_hidden(&state, seat.into(), &mut rng);
                assert_eq!(game.legal_set(&other), game.legal_set(&state));
                assert_eq!(game.greedy_actions(&other).0, game.greedy_actions(&state).0);
                compared += usize::from(other != state);
            }
            game.apply(&mut state, id).expect("what is drawn is accepted");
        }
    }
    assert!(compared > 200, "{compared} positions");
}

/// The complete moves that a seat could have made in the present round, with their probabilities by uniform decisions.
fn possible_moves(game: &Trek12, position: &Value, at_start: &Value, seat: usize) -> HashMap<String, f64> {
    let plain = Plain::new(game);
    let roll = [0, 1].map(|die| position["roll"][die].as_i64().expect("a die") as i32);
    let sheet = Sheet::read(&players(at_start)[seat]);
    let placements = plain.placements(&sheet, (roll[0], roll[1]));
    let mut moves = HashMap::new();
    for &(row, circle) in &placements {
        let mut placed = sheet.clone();
        let open = plain.place(&mut placed, (roll[0], roll[1]), row, circle);
        let sides = [&open.below, &open.above].map(|side| side.len().max(1));
        let weight = 1.0 / f64::from((placements.len() * sides[0] * sides[1]) as u32);
        for below in 0..sides[0] {
            for above in 0..sides[1] {
                let mut after = placed.clone();
                after.links.extend(open.below.get(below).map(|&low| (low, circle)));
                after.links.extend(open.above.get(above).map(|&high| (circle, high)));
                *moves.entry(format!("{row} {circle} {after:?}")).or_insert(0.0) += weight;
            }
        }
    }
    moves
}

/// TK-99: what a seat may imagine is what it cannot tell from the truth: each possible move of another seat comes as often as uniform
/// decisions make it, whatever move was made; all else stays as it is.
#[test]
fn imagined_moves_are_uniform_over_the_decisions() {
    const SAMPLES: u32 = 2_000;
    let (mut compared, mut of_several, mut with_links) = (0, 0, 0);
    for seed in 0..12_000 {
        let mut rng = Rng::new(99, seed);
        let game = small_game(&mut rng);
        let mut state = game.initial_state();
        let mut start = state;
        for _ in 0..rng.below(6 * game.num_players() as u64) {
            let Some(id) = step(&game, &state, &mut rng) else { break };
            game.apply(&mut state, id).expect("what is drawn is accepted");
            if game.actor(&state) == Actor::Chance {
                start = state;
            }
        }
        let Actor::Player(deciding) = game.actor(&state) else { continue };
        let (position, at_start) = (game.to_value(&state), game.to_value(&start));
        let observer = rng.below(game.num_players() as u64) as usize;
        let own_view = view(&position, &at_start, observer);
        let is_mover = |&seat: &usize| seat != observer && at_start["players"][seat]["lost"] == false;
        let Some(mover) = (0..usize::from(deciding)).find(is_mover) else { continue };
        let possible = possible_moves(&game, &position, &at_start, mover);
        let shares: HashSet<u64> = possible.values().map(|share| (1e6 * share) as u64).collect();
        // Moves with and without a link choice are not equally likely; such positions are rare.
        if shares.len() < 2 && !once_in(36, &mut rng) {
            continue;
        }
        let mut seen: HashMap<String, u32> = HashMap::new();
        for _ in 0..SAMPLES {
            let other = game.resample_hidden(&state, observer, &mut rng);
            let value = game.to_value(&other);
            let player = &value["players"][mover];
            let own_move = format!("{} {} {:?}", player["move"]["row"], player["move"]["circle"], Sheet::read(player));
            *seen.entry(own_move).or_insert(0) += 1;
            if seen.len() < 3 {
                sound(&game, &other, &mut rng);
                assert_eq!(view(&value, &at_start, observer), own_view);
                assert!(observer != usize::from(deciding) || value["choice"] == position["choice"]);
                assert!(observer == usize::from(deciding) || value["choice"].is_null(), "it stands before its move again");
            }
        }
        if possible.is_empty() {
            // Defeated without a move, in every imagined position (TK-42).
            assert_eq!(seen.len(), 1);
            assert!(seen.keys().all(|key| key.starts_with("null null")), "{seen:?}");
            continue;
        }
        for (own_move, &count) in &seen {
            assert!(possible.contains_key(own_move), "{own_move} is no possible move: {possible:?}");
            assert!(count > 0);
        }
        for (own_move, share) in &possible {
            let count = f64::from(seen.get(own_move).copied().unwrap_or(0));
            let error = (share * (1.0 - share) * f64::from(SAMPLES)).sqrt();
            assert!(
                (count - share * f64::from(SAMPLES)).abs() < 5.0 * error + 1.0,
                "{own_move}: {count} of {SAMPLES} where {share} is due"
            );
        }
        compared += 1;
        of_several += usize::from(possible.len() > 1);
        with_links += usize::from(shares.len() > 1);
    }
    assert!(compared > 60 && of_several > 50 && with_links > 10, "{compared}, {of_several}, {with_links}");
}

/// TK-42, TK-60: who is defeated in a round is still in the game for the others until the round is over.
#[test]
fn defeats_are_hidden_until_the_end_of_the_round() {
    let mut hidden = 0;
    for over12 in ["loss_when_forced", "loss_if_chosen"] {
        let game = on_with("stay_home", 3, &[("over12", text(over12))]);
        let lost = game.observation_spec().fields().iter().find(|field| field.name == "lost").expect("the field is there").offset;
        for seed in 0..400 {
            let (mut state, mut rng) = (game.initial_state(), Rng::new(42, seed));
            let mut known = [false; 3];
            while let Some(id) = step(&game, &state, &mut rng) {
                game.apply(&mut state, id).expect("what is drawn is accepted");
                let is_lost = [0, 1, 2].map(|seat| game.is_out(&state, seat));
                if !matches!(game.actor(&state), Actor::Player(_)) {
                    known = is_lost;
                }
                for observer in 0..3 {
                    let seen = game.observation(&state, observer);
                    for offset in 0..3 {
                        let seat = (observer + offset) % 3;
                        let expected = if seat == observer { is_lost[seat] } else { known[seat] };
                        assert_eq!(seen[lost + offset], u8::from(expected), "seat {seat} seen by {observer}");
                        hidden += usize::from(expected != is_lost[seat]);
                    }
                    // TK-57: the score sheet says it to those who ask the state.
                    assert_eq!(game.sheet(&state, observer)[14] == -100, is_lost[observer]);
                }
            }
        }
    }
    assert!(hidden > 100, "{hidden} defeats were hidden");
}

/// TK-48, TK-51, TK-60, TK-78: claims are settled when the last seat has decided, and all who filled the circle in that round are paid.
#[test]
fn claims_are_settled_at_the_end_of_the_round() {
    let (mut claims, mut shared, mut missed) = (0, 0, 0);
    for (board, key) in [("fily_trek", "flags"), ("christmas", "top")] {
        for seed in 0..300 {
            let game = on_with(board, 4, &[]);
            let (mut state, mut rng) = (game.initial_state(), Rng::new(48, seed));
            let mut claimed: HashMap<u64, u64> = HashMap::new();
            let mut before = game.to_value(&state);
            while let Some(id) = step(&game, &state, &mut rng) {
                let events = game.events(&state, id);
                game.apply(&mut state, id).expect("what is drawn is accepted");
                let value = game.to_value(&state);
                let paid = |value: &Value| -> Vec<Value> { players(value).iter().map(|player| player[key].clone()).collect() };
                let is_settled = value["roll"].is_null();
                assert!(is_settled || paid(&value) == paid(&before), "nothing is settled within a round");
                for (seat, player) in players(&value).iter().enumerate() {
                    for circle in player[key].as_array().expect("a list").iter().filter_map(Value::as_u64) {
                        let round = *claimed.entry(circle).or_insert_with(|| value["round"].as_u64().expect("a round"));
                        let is_new = !before["players"][seat][key].as_array().expect("a list").contains(&circle.into());
                        assert!(!is_new || Some(round) == value["round"].as_u64(), "TK-78: circle {circle} is paid in two rounds");
                        claims += usize::from(is_new);
                    }
                    let filled = |value: &Value, circle: usize| !value["players"][seat]["numbers"][circle].is_null();
                    for circle in game.spec().specials.flags.iter().chain(&game.spec().specials.top).flat_map(|claim| &claim.circles) {
                        let is_late = filled(&value, (*circle).into()) && claimed.contains_key(&u64::from(*circle));
                        missed += usize::from(is_settled && is_late && !player[key].as_array().expect("a list").contains(&json!(circle)));
                    }
                }
                let told = events.iter().filter(|event| event.name == key.trim_end_matches('s')).count();
                let new = players(&value).iter().zip(players(&before)).filter(|(now, then)| now[key] != then[key]).count();
                assert_eq!(told, new, "{events:?}");
                shared += usize::from(told > 1);
                before = value;
            }
        }
    }
    assert!(claims > 800 && shared > 10 && missed > 100, "{claims} claims, {shared} rounds with several, {missed} that came too late");
}

fn hash_of(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// TK-95: two positions are the same exactly if their plain values are, whatever the rounds that led there; hash and bytes agree.
#[test]
fn positions_are_the_same_if_their_values_are() {
    let (mut visits, mut by_value) = (0, HashMap::new());
    for seed in 0..40 {
        let mut rng = Rng::new(95, seed);
        let game = small_game(&mut rng);
        let mut seen: HashMap<State, (String, u64, Vec<u8>)> = HashMap::new();
        for _ in 0..150 {
            let mut state = game.initial_state();
            loop {
                let form = (game.to_value(&state).to_string(), hash_of(&state), game.to_bytes(&state));
                by_value.entry((seed, form.0.clone())).or_insert(state);
                assert!(by_value[&(seed, form.0.clone())] == state, "one value, two positions: {}", form.0);
                let known = seen.entry(state).or_insert_with(|| form.clone());
                assert_eq!(*known, form, "one position, two values");
                visits += 1;
                let Some(id) = step(&game, &state, &mut rng) else { break };
                game.apply(&mut state, id).expect("what is drawn is accepted");
            }
        }
    }
    assert!(by_value.len() * 10 < visits * 9, "{} positions in {visits} visits: too few came again", by_value.len());
}

/// TK-95: the same circles filled in another order are the same position.
#[test]
fn past_rounds_do_not_matter() {
    let game = trek12::on("dunai");
    // Three in circle 0 (3 and 0: max), five in circle 1 (5 and 0: sum), in one order and the other; they make no rope.
    let written = |moves: [(ActionId, ActionId); 2]| {
        let mut state = game.initial_state();
        for (roll, id) in moves {
            game.apply(&mut state, roll).expect("any roll may come");
            game.apply(&mut state, id).expect("it is legal");
        }
        state
    };
    let (three, five) = ((6 * 2, 19), (6 * 4, 3 * 19 + 1));
    let (a, b) = (written([three, five]), written([five, three]));
    assert!(a == b && hash_of(&a) == hash_of(&b) && game.to_bytes(&a) == game.to_bytes(&b));
    // The value by another operation ticks another box (TK-64).
    assert!(written([three, (6 * 4, 19 + 1)]) != a);
}

/// TK-95: two positions that differ in one thing only are different, to the last part that counts.
#[test]
fn each_part_of_a_position_counts() {
    let game = on_file(
        &json!({
            "id": "small",
            "circles": (0..5).map(|id| json!({"id": id, "max": 12})).collect::<Vec<_>>(),
            "edges": [[0, 1], [1, 2], [2, 3], [3, 4], [0, 2]],
            "tables": [{"zone": "all", "limits": {"min": 4, "max": 4, "diff": 4, "sum": 4, "prod": 4}}],
            "specials": {
                "prelinked": [[3, 4]],
                "flags": {"circles": [0], "points": 5},
                "top": {"circles": [1], "points": 7},
                "over12_loses": true,
            },
        }),
        &[("players", OptionValue::Int(2)), ("prelink_failure", text("number_stays"))],
    );
    let state = |changes: &[(&str, Value)]| {
        let sheets = json!([{"numbers": [3, 4, null, null, null]}, {"numbers": [4, 3, null, null, null]}]);
        let mut value = json!({"round": 2, "roll": [2, 2], "seat": 0, "players": sheets});
        for (pointer, new) in changes {
            let (parent, key) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
            value.pointer_mut(parent).expect(parent)[key] = new.clone();
        }
        let state = game.from_value(&value, false).unwrap_or_else(|faults| panic!("{value}: {faults:?}"));
        assert_eq!(game.from_value(&game.to_value(&state), false), Ok(state));
        state
    };
    let moved = || {
        vec![("/seat", json!(1)), ("/players/0/numbers", json!([3, 4, 4, null, null])), ("/players/0/move", json!({"row": 3, "circle": 2}))]
    };
    let and = |mut list: Vec<(&'static str, Value)>, more: (&'static str, Value)| {
        list.push(more);
        list
    };
    let fallen = || vec![("/seat", json!(1)), ("/players/0/lost", json!(true)), ("/players/0/move", json!({"row": null, "circle": null}))];
    let choice = |below: Value| {
        vec![
            ("/players/0/numbers", json!([3, 3, 4, 3, null])),
            ("/players/0/move", json!({"row": 3, "circle": 2})),
            ("/players/1/numbers", json!([3, 3, null, null, 0])),
            ("/round", json!(3)),
            ("/choice", json!({"circle": 2, "below": below, "above": []})),
        ]
    };
    let pairs: Vec<[Vec<(&str, Value)>; 2]> = vec![
        [vec![], vec![("/roll", json!([2, 3]))]],
        [vec![("/roll", json!([2, 3]))], vec![("/roll", json!([3, 2]))]],
        [vec![], vec![("/roll", Value::Null), ("/seat", Value::Null)]],
        [vec![], vec![("/players/0/numbers", json!([3, 5, null, null, null]))]],
        [vec![], vec![("/players/1/numbers", json!([4, null, null, 3, null]))]],
        [vec![], vec![("/players/1/numbers", json!([4, "face", null, null, null]))]],
        [vec![], vec![("/players/0/links", json!([[0, 1]]))]],
        [vec![], vec![("/players/0/ticked", json!([[0, 0, 1, 0, 0]]))]],
        [vec![("/players/1/ticked", json!([[0, 1, 0, 0, 0]]))], vec![("/players/1/ticked", json!([[0, 0, 1, 0, 0]]))]],
        [vec![], vec![("/players/1/flags", json!([0]))]],
        [vec![], vec![("/players/0/top", json!([1]))]],
        [vec![("/players/0/top", json!([1]))], vec![("/players/1/top", json!([1]))]],
        [vec![], vec![("/players/1/lost", json!(true))]],
        [
            vec![("/players/0/numbers", json!([null, null, null, 1, 4]))],
            vec![("/players/0/numbers", json!([null, null, null, 1, 4])), ("/players/0/failed", json!([4]))],
        ],
        [moved(), and(moved(), ("/players/0/move", json!({"row": 4, "circle": 2})))],
        [fallen(), vec![("/seat", json!(1)), ("/players/0/lost", json!(true))]],
        [choice(json!([0, 1])), choice(json!([0, 1, 3]))],
        [choice(json!([0, 1])), and(choice(json!([0, 1])), ("/players/0/move", json!({"row": 4, "circle": 2})))],
    ];
    for [one, other] in &pairs {
        let (a, b) = (state(one), state(other));
        assert!(a != b && a == state(one) && hash_of(&a) == hash_of(&state(one)), "{one:?} and {other:?}");
        assert_ne!(game.to_bytes(&a), game.to_bytes(&b));
        assert_ne!(game.to_value(&a), game.to_value(&b));
    }
    // Rounds of players who are all defeated count, too: they say how far the game is.
    let lost = |round: u8| {
        state(&[
            ("/roll", Value::Null),
            ("/seat", Value::Null),
            ("/players/0/lost", json!(true)),
            ("/players/1/lost", json!(true)),
            ("/round", json!(round)),
        ])
    };
    assert!(lost(3) != lost(4));
}

/// An observation is relative: with the players turned round the table, each sees what its neighbour saw.
#[test]
fn observations_are_relative() {
    let mut compared = 0;
    for seed in 0..40 {
        let mut rng = Rng::new(49, seed);
        let game = boards::game(4, &mut rng);
        let seats = game.num_players();
        let steps = rng.below(60) as usize;
        let state = after(&game, seed, steps);
        // Between rounds any seat may be the first.
        if matches!(game.actor(&state), Actor::Player(_)) {
            continue;
        }
        let mut value = game.to_value(&state);
        value["players"].as_array_mut().expect("players").rotate_left(1);
        let turned = game.from_value(&value, true).expect("the players may change places");
        for seat in 0..seats {
            assert_eq!(game.observation(&state, (seat + 1) % seats), game.observation(&turned, seat), "{value}");
            assert_eq!(game.sheet(&state, (seat + 1) % seats), game.sheet(&turned, seat));
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared} positions");
    assert!(on_with("dunai", 2, &[]).legal_set(&on_with("dunai", 2, &[]).initial_state()).is_empty());
}
