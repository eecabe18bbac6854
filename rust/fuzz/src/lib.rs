//! What the fuzz targets share: all games with all their options, an input read bit by bit, and what must hold for any state.

pub mod files;

use serde_json::{Value, json};
use spielwerk::{ActionId, Actor, AnyGame, Game, LegalSet, OptionKind, OptionSpec, OptionValue, Play, Rng, with_game};
use std::sync::OnceLock;

/// No game has so many steps; a play that takes longer would never end.
const MOST_STEPS: usize = 20_000;

/// A game has at most so many combinations of options that all of them are played.
const MOST_COMBINATIONS: usize = 64;

/// Of a game with more, so many combinations at random, besides the defaults with each single option changed. One byte names a game.
const MIXTURES: usize = 60;

/// A board of Trek 12 with every special that there is (TK-34, TK-71).
pub const BOARD_WITH_ALL_SPECIALS: &str = r#"{"schema": "trek12-boards/1", "boards": [{
    "id": "all", "name": "All specials", "provenance": {"level": "user", "note": "", "unknown": ["all"]},
    "circles": [{"id": 0, "max": 12, "x": 0, "y": 0.5}, {"id": 1, "max": 6}, {"id": 2, "max": 12}, {"id": 3, "max": 12}, {"id": 4, "max": 12},
        {"id": 5, "max": 6}, {"id": 6, "max": 12}, {"id": 7, "max": 12}],
    "edges": [[0, 1], [0, 2], [1, 2], [2, 3], [2, 4], [3, 4], [4, 5], [4, 6], [5, 6], [6, 7], [5, 7], [1, 3]],
    "tables": [{"zone": "low", "limits": {"min": 1, "max": 1, "diff": 1, "sum": 1, "prod": 1}},
        {"zone": "high", "limits": {"min": 1, "max": 1, "diff": 1, "sum": 1, "prod": 2}}],
    "start": [0, 7], "penalties": {"face": 2, "isolated": "number"},
    "specials": {"prelinked": [[0, 2], [4, 6], [2, 4]], "sofa": [0], "fridge": [4], "desk": [2, 5], "entrance": [6], "washbasin": [1],
        "over12_loses": true, "roses": [3, 7], "flags": {"circles": [1, 5], "points": 5}, "top": {"circles": [3], "points": 10},
        "ornaments": {"colours": {"red": [2], "blue": [4, 6]}, "points": [1, 3]}, "gift_areas": true,
        "zones": {"low": [0, 1, 2, 3], "high": [5, 6, 7], "shared": [4]}, "waves": [1]}
}]}"#;

/// A map of Thurn and Taxis with every kind of stack, free cities and a city at a dead end (TT-2, TT-55, TT-56).
pub const MAP_WITH_ALL_KINDS: &str = r#"{"name": "all", "status": "made up", "copies_per_city_card": 2, "notes": {"a": [null]},
    "regions": [{"name": "low", "colour": "white"}, {"name": "high"}, {"name": "end", "status": "guess"}],
    "cities": [{"name": "A", "region": "low", "x": 0, "y": 0.5}, {"name": "B", "region": "low"}, {"name": "C", "region": "high"},
        {"name": "D", "region": "high"}, {"name": "E", "region": "high"}, {"name": "F", "region": null}, {"name": "G", "region": null},
        {"name": "H", "region": "end", "status": "guess"}],
    "roads": [["A", "B"], ["B", "C"], ["C", "D"], ["D", "E"], ["E", "F"], ["F", "G"], ["G", "A"], ["G", "H"], ["B", "F"], ["C", "F"]],
    "bonus_stacks": [{"id": "short", "kind": "route_length", "min_len": 3, "values": [2, 1]},
        {"id": "long", "kind": "route_length", "min_len": 6, "values": [4, 3]},
        {"id": "low", "kind": "all_cities", "regions": ["low"], "values": [3, 3, 1]},
        {"id": "both", "kind": "all_cities", "regions": ["low", "end"], "values": [5]},
        {"id": "each", "kind": "one_house_in_each", "regions": ["low", "high", "end"], "values": [6, 5]},
        {"id": "last", "kind": "game_end", "values": [1]}]
}"#;

/// Tables of Dungeon Petz with decks of half the size, which run out (DP-56), and as much food, weight and gold as a file may have (DP-150).
pub fn tables_with_small_decks() -> Value {
    let mut tables = spielwerk::dungeon_petz::tables::shipped().to_value();
    for deck in members(&mut tables["decks"]) {
        let mut size = 0;
        for card in members(&mut deck["cards"]) {
            let count = card["count"].as_u64().unwrap_or_default().div_ceil(2);
            card["count"] = json!(count);
            size += count;
        }
        deck["size"] = json!(size);
    }
    for exhibition in members(&mut tables["exhibitions"]) {
        ["plus", "minus", "food"].into_iter().for_each(|key| fill(&mut exhibition[key], 9));
    }
    for customer in members(&mut tables["customers"]) {
        ["plus", "minus", "rainbow"].into_iter().for_each(|key| fill(&mut customer[key], 9));
    }
    for pet in members(&mut tables["pets"]) {
        fill(&mut pet["price_by_size"], 20);
    }
    tables
}

/// The values in a map or a list.
fn members(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(map) => map.values_mut().collect(),
        Value::Array(list) => list.iter_mut().collect(),
        _ => Vec::new(),
    }
}

fn fill(map: &mut Value, number: u8) {
    members(map).into_iter().for_each(|value| *value = json!(number));
}

/// A limit on the turns where a game knows one: without it a game of Thurn and Taxis may go on for thousands of turns, or for ever (TT-53).
const MAX_TURNS: [i64; 3] = [40, 1, 9];

/// Options by name.
pub type Given = Vec<(String, OptionValue)>;

/// Every game with its options: all combinations, or a mixture where there are too many; of wide ranges only the ends. Of files there is one.
pub fn games() -> &'static [AnyGame] {
    static GAMES: OnceLock<Vec<AnyGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let games: Vec<AnyGame> = AnyGame::NAMES.iter().flat_map(|name| variants(name)).collect();
        assert!(games.len() <= 256, "{} games for a byte", games.len());
        games
    })
}

/// Those in which something is hidden (TT-59, TK-60, DP-124): in Patchwork nothing is, and alone nobody hides anything from himself.
pub fn hidden_games() -> &'static [AnyGame] {
    static GAMES: OnceLock<Vec<AnyGame>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let names = AnyGame::NAMES.iter().filter(|&&name| name != "patchwork");
        let games = names.flat_map(|name| variants(name)).filter(|any| with_game!(any, game => game.num_players() > 1));
        games.collect()
    })
}

fn variants(name: &str) -> Vec<AnyGame> {
    // Options that exclude each other make no game.
    let loaded: Vec<AnyGame> = combinations(name).iter().filter_map(|given| AnyGame::load(name, given).ok()).collect();
    assert!(!loaded.is_empty(), "no options of {name} make a game");
    loaded
}

/// The values of an option, its default first, or what stands for it.
fn values(name: &str, spec: &OptionSpec) -> Vec<OptionValue> {
    if spec.name == "max_turns" {
        return MAX_TURNS.map(OptionValue::Int).to_vec();
    }
    let mut values = vec![spec.default.clone()];
    match spec.kind {
        OptionKind::Choice(words) | OptionKind::Name(words) => values.extend(words.iter().map(|&word| OptionValue::Text(word.to_owned()))),
        OptionKind::Integer(low, high) | OptionKind::OptionalInteger(low, high) => {
            values.extend([low, (low + 1).min(high), high].map(OptionValue::Int));
        }
        OptionKind::WordOrInteger(word, low, high) => {
            values.push(OptionValue::Text(word.to_owned()));
            values.extend([low, high].map(OptionValue::Int));
        }
        OptionKind::Boolean => values.extend([false, true].map(OptionValue::Bool)),
        OptionKind::File if name == "trek12" => values.push(OptionValue::Text(BOARD_WITH_ALL_SPECIALS.to_owned())),
        OptionKind::File if name == "thurn_and_taxis" => values.push(OptionValue::Text(MAP_WITH_ALL_KINDS.to_owned())),
        OptionKind::File if name == "dungeon_petz" => values.push(OptionValue::Text(tables_with_small_decks().to_string())),
        OptionKind::File => {}
    }
    let mut seen: Vec<OptionValue> = Vec::new();
    values.retain(|value| !seen.contains(value) && (seen.push(value.clone()), true).1);
    values
}

/// Combinations of a game's options.
pub fn combinations(name: &str) -> Vec<Given> {
    let specs = AnyGame::option_specs(name).expect("the name is from the list");
    let values: Vec<Vec<OptionValue>> = specs.iter().map(|spec| values(name, spec)).collect();
    let given = |pick: &dyn Fn(usize) -> usize| -> Given {
        specs.iter().enumerate().map(|(option, spec)| (spec.name.to_owned(), values[option][pick(option)].clone())).collect()
    };
    let count: usize = values.iter().map(Vec::len).product();
    if count <= MOST_COMBINATIONS {
        let stride = |option: usize| values[..option].iter().map(Vec::len).product::<usize>();
        return (0..count).map(|index| given(&|option| index / stride(option) % values[option].len())).collect();
    }
    let mut all = vec![given(&|_| 0)];
    for (changed, values) in values.iter().enumerate() {
        all.extend((1..values.len()).map(|value| given(&|option| if option == changed { value } else { 0 })));
    }
    let mut rng = Rng::new(12, 0);
    for mixture in 0..MIXTURES {
        let mut picks: Vec<usize> = values.iter().map(|values| rng.below(values.len() as u64) as usize).collect();
        for (option, spec) in specs.iter().enumerate() {
            // A file has boards of its own: half of the mixtures are on those built in, the other half on the one of the file.
            match spec.kind {
                OptionKind::File => picks[option] = mixture % 2 % values[option].len(),
                OptionKind::Name(_) if mixture % 2 == 1 => picks[option] = 0,
                _ => {}
            }
        }
        all.push(given(&|option| picks[option]));
    }
    all
}

/// The input, taken from its front; zeros come when it is used up.
#[derive(Debug)]
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// The next two bytes.
    pub fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// Whether all of it was taken.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A game.
    pub fn game(&mut self) -> &'static AnyGame {
        let games = games();
        &games[usize::from(self.byte()) % games.len()]
    }

    /// A game with hidden information.
    pub fn hidden_game(&mut self) -> &'static AnyGame {
        let games = hidden_games();
        &games[usize::from(self.byte()) % games.len()]
    }

    /// A state of a game: as many accepted steps from the start as the next byte says, each by its rank in the following bytes.
    pub fn state<G: Game>(&mut self, game: &G) -> G::State {
        let mut state = game.initial_state();
        for _ in 0..self.byte() {
            let Some(id) = pick(game, &state, self.word()) else { break };
            game.apply_unchecked(&mut state, id);
        }
        state
    }
}

/// An accepted id by a number; `None` at the end of a game.
pub fn pick<G: Game>(game: &G, state: &G::State, number: u16) -> Option<ActionId> {
    match game.actor(state) {
        Actor::Player(_) => {
            let legal = game.legal_set(state);
            legal.nth(u32::from(number) % legal.len().max(1))
        }
        Actor::Chance => {
            let outcomes = game.outcome_list(state);
            outcomes.get(usize::from(number) % outcomes.len().max(1)).map(|&(id, _)| id)
        }
        Actor::Terminal => None,
    }
}

/// What must hold for every state that a door let in or that play reached: it is sound, and each of its forms leads back to it.
pub fn assert_sound<G: Game>(game: &G, state: &G::State) {
    assert_eq!(game.check(state), [], "{state:?}");
    let bytes = game.to_bytes(state);
    assert!(bytes.len() < 65_536 && game.from_bytes(&bytes).as_ref() == Ok(state), "bytes of {state:?}");
    let value = game.to_value(state);
    assert_eq!(game.from_value(&value, false).as_ref(), Ok(state), "{value}");
    match game.actor(state) {
        Actor::Player(seat) => {
            assert!(usize::from(seat) < game.num_players(), "seat {seat}");
            assert!(!game.legal_set(state).is_empty() && game.outcome_list(state).is_empty(), "{state:?}");
        }
        Actor::Chance => assert!(game.legal_set(state).is_empty() && !game.outcome_list(state).is_empty(), "{state:?}"),
        Actor::Terminal => assert!(game.legal_set(state).is_empty() && game.outcome_list(state).is_empty(), "{state:?}"),
    }
    assert!(!game.board(state).is_empty(), "no board");
    let spec = game.observation_spec();
    for seat in 0..game.num_players() {
        let seen = game.observation(state, seat);
        for field in spec.fields() {
            let entries = &seen[field.offset..field.offset + field.size()];
            assert!(entries.iter().all(|entry| (field.low..=field.high).contains(entry)), "{} is {entries:?} in {state:?}", field.name);
        }
        // What the seat may imagine in the place of what it does not know is played on like any other state.
        let other = game.resample_hidden(state, seat, &mut Rng::new(seat as u64, 0));
        assert_eq!(game.check(&other), [], "{other:?}, which seat {seat} imagines in the place of {state:?}");
        assert_eq!(game.actor(&other), game.actor(state), "{other:?}");
        assert_eq!(game.observation(&other, seat), seen, "{other:?}");
        assert_eq!(matches!(game.actor(&other), Actor::Player(_)), !game.legal_set(&other).is_empty(), "{other:?}");
    }
}

/// Plays on to the end, by the numbers of the input and then always the first that is accepted. Every state on the way must pass its
/// game's check; the slower round trips are made at the first, the last and some others.
pub fn play_to_the_end<G: Game>(game: &G, mut state: G::State, input: &mut Input<'_>) {
    for step in 0..MOST_STEPS {
        assert_eq!(game.check(&state), [], "{state:?}");
        if step % 16 == 0 || game.actor(&state) == Actor::Terminal {
            assert_sound(game, &state);
        }
        let Some(id) = pick(game, &state, input.word()) else {
            let ranks = game.rank_list(&state);
            assert_eq!(game.actor(&state), Actor::Terminal, "{state:?}");
            assert!(ranks.contains(&1) && ranks.iter().all(|&rank| usize::from(rank) <= ranks.len()), "ranks {ranks:?} of {state:?}");
            return;
        };
        game.events(&state, id);
        game.apply(&mut state, id).expect("what is picked is accepted");
    }
    panic!("no end after {MOST_STEPS} steps: {state:?}");
}
