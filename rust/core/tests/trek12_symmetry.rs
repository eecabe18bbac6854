//! What changes nothing: red and yellow exchanged, circles numbered in another way, options that no special of the board asks for.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod trek12;

use serde_json::{Value, json};
use spielwerk::trek12::Trek12;
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionKind, OptionValue, Play, Rng};
use trek12::boards::shuffle;
use trek12::{BOARDS, boards, coin, on, on_file, on_with, step, text};

/// TK-65: a roll with red and yellow exchanged, both in 1..5, leads to the same decisions with the same effects.
#[test]
fn red_and_yellow_may_be_exchanged() {
    let (mut exchanged, mut decisions) = (0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(65, seed);
        let game = match BOARDS.get(seed as usize % 12) {
            Some(board) => on_with(board, 2, &boards::options(2, &mut rng)[1..]),
            None => boards::game(3, &mut rng),
        };
        let (mut state, mut image) = (game.initial_state(), game.initial_state());
        while let Some(id) = step(&game, &state, &mut rng) {
            let mut mapped = id;
            if game.actor(&state) == Actor::Chance {
                let (red, yellow) = (id / 6 + 1, id % 6);
                if (1..=5).contains(&red) && (1..=5).contains(&yellow) && coin(&mut rng) {
                    mapped = 6 * (yellow - 1) + red;
                    exchanged += u32::from(red != yellow);
                }
            } else {
                assert_eq!(game.legal_set(&state), game.legal_set(&image));
                assert_eq!(game.greedy_actions(&state).0, game.greedy_actions(&image).0);
                decisions += 1;
            }
            assert_eq!(game.events(&state, id), game.events(&image, mapped));
            game.apply(&mut state, id).expect("what is drawn is accepted");
            game.apply(&mut image, mapped).expect("its image is accepted");
            let without_roll = |state| {
                let mut value = game.to_value(state);
                assert_eq!(value["roll"].is_null(), value["seat"].is_null());
                value["roll"].take();
                value
            };
            assert_eq!(without_roll(&state), without_roll(&image));
            for seat in 0..game.num_players() {
                assert_eq!(game.sheet(&state, seat), game.sheet(&image, seat));
            }
        }
        assert_eq!(state, image);
    }
    assert!(exchanged > 500 && decisions > 3_000, "{exchanged} rolls, {decisions} decisions");
}

/// A new number for each circle.
struct Relabelling(Vec<usize>);

impl Relabelling {
    fn new(n: usize, rng: &mut Rng) -> Self {
        let mut order: Vec<usize> = (0..n).collect();
        shuffle(&mut order, rng);
        Self(order)
    }

    fn id(&self, value: &Value) -> Value {
        json!(self.0[value.as_u64().expect("an id") as usize])
    }

    /// All ids in nested lists.
    fn ids(&self, value: &Value) -> Value {
        match value {
            Value::Array(list) => list.iter().map(|item| self.ids(item)).collect(),
            other => self.id(other),
        }
    }

    /// A board in the form of a file with the circles numbered anew, its lists in other orders.
    fn board(&self, board: &Value, rng: &mut Rng) -> Value {
        let mut new = board.clone();
        let mut mixed = |value: Value| {
            let mut list = value.as_array().expect("a list").clone();
            shuffle(&mut list, rng);
            json!(list)
        };
        let circles: Value = board["circles"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|circle| {
                let mut circle = circle.clone();
                circle["id"] = self.id(&circle["id"]);
                circle
            })
            .collect();
        new["circles"] = mixed(circles);
        let edges: Value = self.ids(&board["edges"]).as_array().expect("a list").iter().map(|edge| json!([edge[1], edge[0]])).collect();
        new["edges"] = mixed(edges);
        if !board["start"].is_null() {
            new["start"] = mixed(self.ids(&board["start"]));
        }
        for (key, value) in board["specials"].as_object().expect("specials are a map") {
            new["specials"][key] = match key.as_str() {
                "over12_loses" | "gift_areas" => value.clone(),
                "flags" | "top" => json!({"circles": self.ids(&value["circles"]), "points": value["points"]}),
                "zones" => value.as_object().expect("a map").iter().map(|(zone, ids)| (zone.clone(), self.ids(ids))).collect(),
                "ornaments" => {
                    let colours: Value =
                        value["colours"].as_object().expect("a map").iter().map(|(colour, ids)| (colour.clone(), self.ids(ids))).collect();
                    json!({"colours": colours, "points": value["points"]})
                }
                _ => mixed(self.ids(value)),
            };
        }
        new
    }

    /// The number of the same decision (TK-63).
    fn action(&self, game: &Trek12, id: ActionId) -> ActionId {
        let n = self.0.len();
        let (row, circle) = (usize::from(id) / n, usize::from(id) % n);
        assert_eq!(game.num_actions() % n, 0);
        (row * n + self.0[circle]) as ActionId
    }

    /// A position with its circles numbered anew.
    fn position(&self, position: &Value) -> Value {
        let mut new = position.clone();
        let sorted = |value: Value| {
            let mut list = value.as_array().expect("a list").clone();
            list.sort_by_key(|item| item.as_u64().or_else(|| item[0].as_u64()));
            json!(list)
        };
        if !position["choice"].is_null() {
            new["choice"]["circle"] = self.id(&position["choice"]["circle"]);
            for side in ["below", "above"] {
                new["choice"][side] = sorted(self.ids(&position["choice"][side]));
            }
        }
        for (seat, player) in position["players"].as_array().expect("players").iter().enumerate() {
            for circle in 0..self.0.len() {
                new["players"][seat]["numbers"][self.0[circle]] = player["numbers"][circle].clone();
            }
            for key in ["links", "failed", "flags", "top"] {
                new["players"][seat][key] = sorted(self.ids(&player[key]));
            }
            if !player["move"]["circle"].is_null() {
                new["players"][seat]["move"]["circle"] = self.id(&player["move"]["circle"]);
            }
        }
        new
    }
}

/// TK-66, TK-68: the numbers of the circles are names. With other ones the same game has the same decisions, scores and places.
#[test]
fn circles_may_be_numbered_in_another_way() {
    let mut decisions = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(68, seed);
        let board = match BOARDS.get(seed as usize % 18) {
            Some(board) => on(board).spec().to_value(),
            None => boards::board(&mut rng),
        };
        let players = 1 + rng.below(3) as i64;
        let options = boards::options(players, &mut rng);
        let labels = Relabelling::new(board["circles"].as_array().map_or(0, Vec::len), &mut rng);
        let (game, other) = (on_file(&board, &options), on_file(&labels.board(&board, &mut rng), &options));
        let (mut state, mut image) = (game.initial_state(), other.initial_state());
        while let Some(id) = step(&game, &state, &mut rng) {
            let is_roll = game.actor(&state) == Actor::Chance;
            if !is_roll {
                let mapped = |set: &<Trek12 as Game>::Legal| {
                    let mut ids: Vec<ActionId> = set.ids().map(|id| labels.action(&game, id)).collect();
                    ids.sort_unstable();
                    ids
                };
                assert_eq!(mapped(&game.legal_set(&state)), other.legal_set(&image).ids().collect::<Vec<_>>());
                let (best, total) = game.greedy_actions(&state);
                let (best_of_image, total_of_image) = other.greedy_actions(&image);
                assert_eq!((mapped(&best), total), (best_of_image.ids().collect(), total_of_image), "TK-97");
                decisions += 1;
            }
            game.apply(&mut state, id).expect("what is drawn is accepted");
            other.apply(&mut image, if is_roll { id } else { labels.action(&game, id) }).expect("its image is accepted");
            assert_eq!(labels.position(&game.to_value(&state)), other.to_value(&image), "{}", game.options());
            for seat in 0..game.num_players() {
                assert_eq!(game.sheet(&state, seat), other.sheet(&image, seat));
            }
            assert_eq!(game.rank_list(&state), other.rank_list(&image));
        }
        assert_eq!((other.actor(&image), game.winner_list(&state)), (Actor::Terminal, other.winner_list(&image)));
    }
    assert!(decisions > 5_000, "{decisions} decisions");
}

/// What an option matters on (TK-58, with TK-30 for the prices of a face).
fn matters(option: &str, board: &str) -> bool {
    match option {
        "bonus_table" => true,
        "face_penalty" => ["valentine", "christmas"].contains(&board),
        "face_claims_flag" => board == "fily_trek",
        "face_claims_top" => board == "christmas",
        "prelink_failure" => board == "jampa",
        "wave_failure" | "fuji_tables" => board == "mount_fuji",
        "over12" => board == "stay_home",
        "compatibility_roses" => board == "valentine",
        _ => panic!("a new option: {option}"),
    }
}

/// TK-58: an option without a matching special has no effect: the same ids, the same positions, the same scores. With one it has.
#[test]
fn options_without_their_special_have_no_effect() {
    let mut changed = Vec::new();
    for spec in Trek12::option_specs() {
        let values = match spec.kind {
            OptionKind::Choice(words) => words.iter().map(|word| text(word)).collect(),
            OptionKind::Boolean => vec![OptionValue::Bool(false), OptionValue::Bool(true)],
            _ => continue,
        };
        let other = values.into_iter().find(|value| *value != spec.default).expect("an option has two values");
        for board in BOARDS {
            let [plain, game] = [on_with(board, 2, &[]), on_with(board, 2, &[(spec.name, other.clone())])];
            let mut differences = 0;
            for seed in 0..60 {
                let mut rng = [Rng::new(58, seed), Rng::new(58, seed)];
                let mut states = [plain.initial_state(), game.initial_state()];
                let is_same = loop {
                    let [id, same] = [step(&plain, &states[0], &mut rng[0]), step(&game, &states[1], &mut rng[1])];
                    if id != same || plain.legal_set(&states[0]) != game.legal_set(&states[1]) {
                        break false;
                    }
                    let Some(id) = id else {
                        let are_sheets_same = (0..2).all(|seat| plain.sheet(&states[0], seat) == game.sheet(&states[1], seat));
                        break are_sheets_same && plain.to_value(&states[0]) == game.to_value(&states[1]);
                    };
                    plain.apply(&mut states[0], id).expect("what is drawn is accepted");
                    game.apply(&mut states[1], id).expect("what is drawn is accepted");
                };
                differences += u32::from(!is_same);
            }
            // Compatibility is no part of a game (TK-46); eight circles in one rope are rare in random play (TK-28).
            if differences > 0 {
                assert!(matters(spec.name, board), "{} changes {differences} games on {board}", spec.name);
                changed.push((spec.name, board));
            }
        }
    }
    for (option, board) in [
        ("face_penalty", "valentine"),
        ("face_penalty", "christmas"),
        ("face_claims_flag", "fily_trek"),
        ("face_claims_top", "christmas"),
        ("prelink_failure", "jampa"),
        ("wave_failure", "mount_fuji"),
        ("fuji_tables", "mount_fuji"),
        ("over12", "stay_home"),
    ] {
        assert!(changed.contains(&(option, board)), "{option} has no effect on {board}");
    }
}

/// TK-93: the default board, the default number of players, and ids of a file.
#[test]
fn boards_are_chosen_by_their_ids() {
    let own = trek12::game(&[]);
    assert_eq!((own.spec().id.as_str(), own.num_players()), ("dunai", 1));
    let [mut one, mut two] = [on("kagkot").spec().to_value(), on("jampa").spec().to_value()];
    (one["id"], two["id"]) = (json!("jampa"), json!("my_own"));
    let file = OptionValue::Text(json!({"schema": "trek12-boards/1", "boards": [one, two], "more": 1}).to_string());
    let with = |board: Option<&str>| {
        let board = board.map_or(OptionValue::None, text);
        let given = [("board_file".to_owned(), file.clone()), ("board".to_owned(), board)];
        let options = spielwerk::Options::new(Trek12::NAME, &Trek12::option_specs(), &given)?;
        Trek12::with_options(options)
    };
    let id = |game: Trek12| (game.spec().id.clone(), game.spec().edges.len());
    assert_eq!(with(None).map(id), Ok(("jampa".to_owned(), 27)), "the first board of the file, not the one built in");
    assert_eq!(with(Some("jampa")).map(id), Ok(("jampa".to_owned(), 27)));
    assert_eq!(with(Some("my_own")).map(id), Ok(("my_own".to_owned(), 29)));
    let refused = with(Some("dunai")).map(id).expect_err("a shipped board is none of the file").0;
    assert!(refused.contains(r#"one of "jampa", "my_own", not "dunai""#), "{refused}");
}
