//! What a seat may imagine in the place of what is hidden from it, at positions that any ids lead to: sound, and to that seat as before.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spielwerk::{Actor, Game, Play, Rng, with_game};
use spielwerk_fuzz::{Input, assert_sound, pick};

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let any = input.hidden_game();
    with_game!(any, game => play(&**game, &mut input));
});

/// Steps and resamplings in any order, so that what was imagined is imagined again.
fn play<G: Game>(game: &G, input: &mut Input<'_>) {
    let mut state = game.initial_state();
    while !input.is_empty() {
        // Mostly steps, or no game would get far.
        let kind = input.byte();
        if kind.is_multiple_of(8) {
            let seats = game.num_players();
            let seed = u64::from(input.byte());
            for seat in 0..seats {
                let other = imagine(game, &state, seat, seed);
                if usize::from(kind / 8) % (seats + 1) == seat {
                    state = other;
                }
            }
        } else {
            let Some(id) = pick(game, &state, input.word()) else { break };
            game.apply(&mut state, id).expect("what is picked is accepted");
        }
        assert_eq!(game.check(&state), [], "{state:?}");
    }
    assert_sound(game, &state);
}

/// TT-66, TK-60, DP-125.
fn imagine<G: Game>(game: &G, state: &G::State, seat: usize, seed: u64) -> G::State {
    let before = game.to_bytes(state);
    let other = game.resample_hidden(state, seat, &mut Rng::new(seed, seat as u64));
    assert_eq!(game.to_bytes(state), before, "resampling changed the truth");
    let again = game.resample_hidden(state, seat, &mut Rng::new(seed, seat as u64));
    assert_eq!(game.to_bytes(&other), game.to_bytes(&again), "one seed, one draw");
    assert_eq!(game.check(&other), [], "{other:?}, which seat {seat} imagines in the place of {state:?}");
    assert_eq!(
        game.observation(&other, seat),
        game.observation(state, seat),
        "{other:?}, which seat {seat} imagines in the place of {state:?}"
    );
    assert_eq!(game.actor(&other), game.actor(state), "{other:?}");
    if game.actor(state) == Actor::Player(seat as u8) {
        assert_eq!(game.legal_set(&other), game.legal_set(state), "a seat knows what it may do: {other:?} in the place of {state:?}");
    }
    other
}
