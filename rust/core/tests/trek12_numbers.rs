//! Exact numbers of Trek 12: rolls, sizes, perft, bonus tables, the component tables, and a sheet of 98 points.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod trek12;

use serde_json::{Value, json};
use spielwerk::trek12::Trek12;
use spielwerk::trek12::tables::{BONUS, OPERATIONS, VALUES, dice, outcome};
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Play, Rng};
use std::collections::{BTreeSet, HashMap, HashSet};
use trek12::plain::{Plain, Sheet, rolls, value};
use trek12::{BOARDS, State, boards, on, on_file, on_with, step, text};

/// The start of a board with the first roll.
fn rolled(game: &Trek12, roll: u8) -> State {
    let mut state = game.initial_state();
    game.apply(&mut state, roll.into()).expect("there are 36 rolls");
    state
}

fn placements(game: &Trek12, roll: u8) -> usize {
    game.legal_set(&rolled(game, roll)).len() as usize
}

/// TK-79, TK-3, TK-4: what the five operations give for each roll, by the table and by what legal placements write.
#[test]
fn values_of_the_rolls() {
    let game = on("dunai");
    let (mut rolls_by_value, mut above_12, mut distinct) = ([0; 13], 0, 0);
    for (roll, faces) in (0..36_u8).zip(rolls()) {
        assert_eq!((i32::from(dice(roll).0), i32::from(dice(roll).1)), faces);
        assert_eq!(outcome(dice(roll).0, dice(roll).1), roll);
        let state = rolled(&game, roll);
        let mut values = BTreeSet::new();
        for operation in 0..5 {
            // Row x 19 circles: the operation in circle 0 (TK-63, TK-64).
            let id = operation as ActionId * 19;
            let event = game.events(&state, id)[1];
            let written = event.amount;
            assert_eq!((written, written), (value(operation, faces), i32::from(VALUES[usize::from(roll)][operation])), "{faces:?}");
            // TK-11: no circle holds more than 12.
            assert_eq!((event.name, event.place), (if written > 12 { "face" } else { "number" }, 0));
            assert_eq!(game.action_text(&state, id), format!("{} {written} at 0", OPERATIONS[operation]));
            values.insert(written);
        }
        for &value in values.iter().filter(|&&value| value <= 12) {
            rolls_by_value[value as usize] += 1;
        }
        above_12 += u32::from(values.iter().any(|&value| value > 12));
        distinct += values.len();
    }
    assert_eq!(rolls_by_value, [11, 18, 17, 17, 17, 16, 13, 5, 6, 4, 4, 1, 3]);
    assert_eq!((above_12, distinct), (9, 141));
    assert_eq!(format!("{:.3}", 141.0 / 36.0), "3.917");
    // TK-65: red and yellow may be exchanged where both dice can show it.
    assert_eq!(VALUES.iter().collect::<HashSet<_>>().len(), 26);
}

/// TK-80: placements on an empty sheet for each roll of each board, and the edges of the verified boards.
#[test]
fn placements_on_an_empty_sheet() {
    for board in BOARDS {
        let game = on(board);
        for (roll, (red, yellow)) in (0..36).zip(rolls()) {
            let expected = match board {
                "fily_trek" => 10,
                "christmas" => 5,
                "mount_fuji" => 30,
                "stay_home" if red * yellow > 12 => 76,
                _ => 95,
            };
            assert_eq!(placements(&game, roll), expected, "{board}, {red} and {yellow}");
        }
    }
    assert_eq!(rolls().filter(|(red, yellow)| red * yellow > 12).count(), 9);
    let edges = |board: &str| on(board).spec().edges.len();
    assert_eq!(["dunai", "kagkot", "dhaulagiri"].map(edges), [32, 27, 23]);
}

/// TK-42: with `loss_if_chosen` all 95 are offered, on other boards always.
#[test]
fn losing_placements_may_be_offered() {
    let game = on_with("stay_home", 1, &[("over12", text("loss_if_chosen"))]);
    assert!((0..36).all(|roll| placements(&game, roll) == 95));
}

/// TK-63: sizes of the action space, and the families that it consists of.
#[test]
fn sizes_of_the_action_space() {
    for board in BOARDS {
        let game = on(board);
        let is_double = board == "mount_fuji";
        assert_eq!(game.num_actions(), if is_double { 228 } else { 133 }, "{board}");
        let firsts: Vec<ActionId> = game.action_families().iter().map(|family| family.first).collect();
        assert_eq!(firsts, if is_double { [0, 190, 209] } else { [0, 95, 114] });
        assert_eq!((game.num_outcomes(), game.spec().circles.len()), (36, 19));
    }
    let mut rng = Rng::new(63, 0);
    for _ in 0..100 {
        let game = boards::game(1, &mut rng);
        let (n, tables) = (game.spec().circles.len(), game.spec().tables.len());
        assert_eq!(game.num_actions(), 5 * tables * n + 2 * n);
    }
    // TK-68: the largest board with two tables.
    assert_eq!(spielwerk::trek12::actions::MAX_ACTIONS, 384);
}

/// TK-28, the whole table: by the formula of the digest, and on sheets with such a rope or area.
#[test]
fn bonus_tables() {
    let seed = |circles: usize| [0, 0, 0, 1, 3, 6, 10, 15, 21, 25].get(circles).copied().unwrap_or(25 + 5 * (circles as i32 - 9));
    for circles in 0..=32 {
        assert_eq!(i32::from(BONUS[0][circles]), seed(circles));
        assert_eq!(i32::from(BONUS[1][circles]), if circles == 8 { 20 } else { seed(circles) });
    }
    assert_eq!((seed(10), seed(11), seed(19)), (30, 35, 75));
    let edges: Vec<[usize; 2]> = (1..32).map(|circle| [circle - 1, circle]).collect();
    let circles: Vec<Value> = (0..32).map(|id| json!({"id": id, "max": 12})).collect();
    let limits = json!({"min": 15, "max": 15, "diff": 15, "sum": 15, "prod": 15});
    let path = json!({"id": "path", "circles": circles, "edges": edges, "tables": [{"zone": "all", "limits": limits}]});
    for (table, name) in ["seed", "printed"].into_iter().enumerate() {
        let game = on_file(&path, &[("bonus_table", text(name))]);
        let sheet = |numbers: Vec<Option<usize>>, links: Vec<[usize; 2]>| {
            let numbers: Vec<Option<usize>> = (0..32).map(|circle| numbers.get(circle).copied().flatten()).collect();
            let state = game.from_value(&json!({"players": [{"numbers": numbers, "links": links}]}), false);
            game.sheet(&state.expect("a study (TK-96)"), 0)
        };
        for count in 1..=32 {
            let area = sheet(vec![Some(5); count], Vec::new());
            let points = if count > 1 { 5 + count as i32 - 1 } else { 0 };
            assert_eq!(area[..4], [0, 0, points, i32::from(BONUS[table][count])], "{count} fives");
        }
        for count in 2..=13 {
            let rope = sheet((0..count).map(Some).collect(), (1..count).map(|high| [high - 1, high]).collect());
            assert_eq!(rope[..4], [2 * (count as i32 - 1), i32::from(BONUS[table][count]), 0, 0], "0 to {}", count - 1);
        }
    }
}

/// TK-85: nineteen fives on Dunai, each rolled and written: areas 23, bonus 75.
#[test]
fn nineteen_fives() {
    let game = on("dunai");
    // Rolls that give 5 by this operation, four boxes each (TK-5), three of the last.
    let rows = [((5, 5), 0), ((5, 5), 1), ((6, 1), 2), ((2, 3), 3), ((1, 5), 4)];
    let mut state = game.initial_state();
    for turn in 0..19 {
        let ((red, yellow), row) = rows[turn / 4];
        game.apply(&mut state, outcome(red, yellow).into()).expect("any roll may come");
        let legal = game.legal_set(&state);
        let id = legal.ids().find(|id| usize::from(*id) / 19 == row).expect("a box is free, and a circle is open");
        let events = game.events(&state, id);
        assert_eq!((events[1].name, events[1].amount), ("number", 5));
        game.apply(&mut state, id).expect("it is legal");
    }
    assert_eq!(game.actor(&state), Actor::Terminal);
    let items: HashMap<&str, i32> = Trek12::SCORE_ITEMS.iter().copied().zip(game.sheet(&state, 0)).collect();
    assert_eq!((items["areas"], items["largest_area_bonus"]), (23, 75));
    assert_eq!((game.score_list(&state)[..].to_vec(), items.values().filter(|&&points| points != 0).count()), (vec![98], 2));
}

fn perft(game: &Trek12, state: &State, depth: u32) -> u64 {
    game.perft(state, depth, &mut || false).expect("small numbers fit")
}

/// Sequences of 1 to 5 rolls and decisions from the start: two moves, which leave no link to choose, and three rolls.
const PERFT: [(&str, [u64; 5]); 9] = [
    ("dunai", [36, 3_420, 123_120, 2_073_600, 74_649_600]),
    ("kagkot", [36, 3_420, 123_120, 1_749_600, 62_985_600]),
    ("jampa", [36, 3_420, 123_120, 1_879_200, 67_651_200]),
    ("stay_home", [36, 3_249, 116_964, 2_339_280, 84_214_080]),
    ("valentine", [36, 3_420, 123_120, 2_462_400, 88_646_400]),
    ("fily_trek", [36, 360, 12_960, 129_600, 4_665_600]),
    ("christmas", [36, 180, 6_480, 32_400, 1_166_400]),
    ("mount_fuji", [36, 1_080, 38_880, 518_400, 18_662_400]),
    ("dhaulagiri", [36, 3_420, 123_120, 1_490_400, 53_654_400]),
];

/// TK-80, TK-62, TK-61: pinned, and counted once more by the rules in plain words.
#[test]
fn sequences_from_the_start() {
    for (board, expected) in PERFT {
        let game = on(board);
        let counted: Vec<u64> = (1..=5).map(|depth| perft(&game, &game.initial_state(), depth)).collect();
        assert_eq!(counted, expected, "{board}");
        let plain = Plain::new(&game);
        for depth in (1..=4).filter(|&depth| expected[depth - 1] < 1_000_000) {
            assert_eq!(plain.sequences(&plain.empty(), depth), expected[depth - 1], "{board}, {depth}");
        }
        // By hand: a roll and an operation for a start circle, the same for a neighbour of it.
        let spec = game.spec();
        let starts: Vec<u8> = spec.start.clone().unwrap_or_else(|| (0..19).collect());
        let ends = spec.edges.iter().flatten().filter(|end| starts.contains(end)).count() as u64;
        let moves: u64 = if board == "stay_home" { 27 * 5 + 9 * 4 } else { 36 * 5 };
        if spec.tables.len() == 1 {
            let [one, two] = [moves * starts.len() as u64, moves * moves * ends];
            assert_eq!(expected, [36, one, one * 36, two, two * 36], "{board}");
        }
    }
}

/// TK-16, TK-18, TK-37, TK-42, TK-52, TK-54, TK-55, TK-62: from positions of random games, most of them with a link choice ahead.
#[test]
fn sequences_from_the_middle() {
    let (mut positions, mut with_choice, mut sequences) = (0, 0, 0);
    for seed in 0..200 {
        let mut rng = Rng::new(16, seed);
        let game = match BOARDS.get(seed as usize % 20) {
            Some(board) => on_with(board, 1, &boards::options(1, &mut rng)[1..]),
            None => boards::game(1, &mut rng),
        };
        let plain = Plain::new(&game);
        let mut state = game.initial_state();
        while let Some(id) = step(&game, &state, &mut rng) {
            game.apply(&mut state, id).expect("what is drawn is accepted");
            // The middle of a move has no plain form.
            let position = game.to_value(&state);
            let has_choice = has_choice(&game, &state);
            if !position["choice"].is_null() || !(has_choice || rng.below(30) == 0) {
                continue;
            }
            let sheet = Sheet::read(&position["players"][0]);
            for depth in 1..=4 {
                let expected = match game.actor(&state) {
                    Actor::Player(_) => {
                        let roll = [0, 1].map(|die| position["roll"][die].as_i64().expect("a die") as i32);
                        plain.sequences_of_move(&sheet, (roll[0], roll[1]), depth)
                    }
                    Actor::Chance => plain.sequences(&sheet, depth),
                    Actor::Terminal => 0,
                };
                assert_eq!(perft(&game, &state, depth as u32), expected, "{} depth {depth}: {position}", game.options());
                sequences += expected;
                // Wide positions are left to the smaller depths.
                if expected > 400 {
                    break;
                }
            }
            with_choice += usize::from(has_choice);
            positions += 1;
        }
    }
    assert!(positions > 200 && with_choice > 100 && sequences > 400_000, "{positions}, {with_choice}, {sequences}");
}

/// Whether a legal placement leads to a link choice.
fn has_choice(game: &Trek12, state: &State) -> bool {
    let is_player = |state: &State| matches!(game.actor(state), Actor::Player(_));
    is_player(state)
        && game.legal_set(state).ids().any(|id| {
            let mut next = *state;
            game.apply(&mut next, id).expect("it is legal");
            is_player(&next)
        })
}

/// A perft can be told to stop, and the end has no sequences.
#[test]
fn a_perft_stops() {
    let game = on("christmas");
    assert_eq!(game.perft(&game.initial_state(), 3, &mut || true), None);
    let end = game.rollout(game.initial_state(), &mut Rng::new(1, 1));
    assert_eq!([0, 1, 2].map(|depth| perft(&game, &end, depth)), [1, 0, 0]);
}

fn seed() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../seeds/trek12.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the seed is there")).expect("the seed is JSON")
}

/// Whether two values say the same: 4 and 4.0 are one number.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b))),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// TK-32, TK-33, TK-2, TK-5, TK-28, TK-66: tables and boards are those of the seed, key by key, and the seed is a board file.
#[test]
fn tables_are_those_of_the_seed() {
    let seed = seed();
    let mut boards = Vec::new();
    for (index, board) in BOARDS.into_iter().enumerate() {
        let game = on(board);
        let mut tables = game.tables();
        let own = tables["boards"][0].take();
        boards.push(own["id"].clone());
        let mut expected = seed["boards"][index].clone();
        // Where the seed leaves a default out, the tables say it.
        for (key, value) in own.as_object().expect("a board is a map") {
            if expected.get(key).is_none() {
                expected[key] = value.clone();
            }
        }
        assert!(is_same(&own, &expected), "{board}: {own} and {expected}");
        for (key, value) in
            tables.as_object().expect("tables are a map").iter().filter(|(key, _)| !["game", "boards"].contains(&key.as_str()))
        {
            assert_eq!(*value, seed[key], "{key}");
        }
        let file = on_with(board, 1, &[("board_file", OptionValue::Text(seed.to_string()))]);
        assert_eq!((file.spec(), file.tables()), (game.spec(), game.tables()), "{board}");
    }
    assert_eq!(boards, BOARDS);
    let prose = ["note", "examples"];
    let keys: Vec<&str> = seed.as_object().expect("a map").keys().map(String::as_str).filter(|key| !prose.contains(key)).collect();
    assert_eq!(keys, ["schema", "dice", "operations", "circle_max", "bonus_tables", "boards"]);
    let dangerous = |board: &str| -> Vec<usize> {
        let spec = on(board).spec().clone();
        (0..19).filter(|&circle| spec.circles[circle].max == 6).collect()
    };
    assert!(dangerous("dunai").is_empty());
    assert_eq!(dangerous("kagkot"), [3, 4, 10, 15]);
    assert_eq!(dangerous("dhaulagiri"), [0, 4, 7, 10, 11, 16]);
    for board in ["dunai", "kagkot", "dhaulagiri"] {
        let spec = on(board).spec().clone();
        assert!(spec.specials == spielwerk::trek12::tables::spec::Specials::default() && spec.start.is_none());
        assert_eq!((spec.face, spec.isolated, spec.tables[0].limits), (3, Some(3), [4; 5]));
    }
}

/// TK-86, TK-87: which boards are verified, and that each reconstructed one says what is invented.
#[test]
fn boards_say_how_sure_they_are() {
    for board in BOARDS {
        let game = on(board);
        let is_verified = ["dunai", "kagkot", "dhaulagiri"].contains(&board);
        assert_eq!((game.spec().level.name() == "verified", game.spec().unknown.is_empty()), (is_verified, is_verified), "{board}");
        let told = &game.provenance()[0].1;
        assert!(game.spec().unknown.iter().all(|part| told.contains(part.as_str())) && told.contains(game.spec().level.name()), "{told}");
    }
}

/// TK-8, TK-7: a game of one player has n rounds, each with one roll and one placement.
#[test]
fn a_game_has_as_many_rounds_as_circles() {
    for board in BOARDS.into_iter().filter(|&board| board != "stay_home") {
        let game = on(board);
        let (mut state, mut rng) = (game.initial_state(), Rng::new(8, 0));
        let (mut rolls, mut placements) = (0, 0);
        while let Some(id) = step(&game, &state, &mut rng) {
            let is_roll = game.actor(&state) == Actor::Chance;
            rolls += u32::from(is_roll);
            placements += u32::from(!is_roll && id < game.action_families()[1].first);
            game.apply(&mut state, id).expect("what is drawn is accepted");
        }
        assert_eq!((rolls, placements), (19, 19), "{board}");
    }
}
