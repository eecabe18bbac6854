//! What the fuzz targets share: all games with all their options, an input read bit by bit, and what must hold for any state.

use spielwerk::{ActionId, Actor, AnyGame, Game, LegalSet, OptionKind, OptionValue, Play};
use std::sync::OnceLock;

/// No game has so many steps; a play that takes longer would never end.
const MOST_STEPS: usize = 20_000;

/// Every game with every combination of its options; of wide ranges only the ends, of files none.
pub fn games() -> &'static [AnyGame] {
    static GAMES: OnceLock<Vec<AnyGame>> = OnceLock::new();
    GAMES.get_or_init(|| AnyGame::NAMES.iter().flat_map(|name| variants(name)).collect())
}

fn variants(name: &str) -> Vec<AnyGame> {
    let mut choices: Vec<Vec<(String, OptionValue)>> = vec![Vec::new()];
    for spec in AnyGame::option_specs(name).expect("the name is from the list") {
        let mut values = vec![spec.default.clone()];
        match spec.kind {
            OptionKind::Choice(words) => values.extend(words.iter().map(|&word| OptionValue::Text(word.to_owned()))),
            OptionKind::Integer(low, high) | OptionKind::OptionalInteger(low, high) => values.extend([low, high].map(OptionValue::Int)),
            OptionKind::Boolean => values.extend([false, true].map(OptionValue::Bool)),
            OptionKind::File => {}
        }
        let mut seen: Vec<OptionValue> = Vec::new();
        values.retain(|value| !seen.contains(value) && (seen.push(value.clone()), true).1);
        let extended = choices
            .iter()
            .flat_map(|given| values.iter().map(|value| given.iter().cloned().chain([(spec.name.to_owned(), value.clone())]).collect()));
        choices = extended.collect();
    }
    // Options that exclude each other make no game.
    let loaded: Vec<AnyGame> = choices.iter().filter_map(|given| AnyGame::load(name, given).ok()).collect();
    assert!(!loaded.is_empty(), "no options of {name} make a game");
    loaded
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
