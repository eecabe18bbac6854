//! Ids from anywhere against `apply`: accepted exactly if listed, and a refused one leaves the state as it was.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spielwerk::{Game, LegalSet, Play, Rng, with_game};
use spielwerk_fuzz::{Input, assert_sound, pick};

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let any = input.game();
    with_game!(any, game => play(&**game, &mut input));
});

fn play<G: Game>(game: &G, input: &mut Input<'_>) {
    let mut state = game.initial_state();
    for step in 0.. {
        if input.is_empty() {
            break;
        }
        let (kind, number) = (input.byte(), input.word());
        let id = match kind % 4 {
            // Mostly accepted ids, or no game would get far.
            0..=1 => pick(game, &state, number).unwrap_or(number),
            2 => number % (game.num_actions() as u16).saturating_add(2),
            _ => number,
        };
        let legal = game.legal_set(&state);
        let outcomes = game.outcome_list(&state);
        let listed = legal.contains(id) || outcomes.iter().any(|&(outcome, _)| outcome == id);
        assert_eq!(game.accepts(&state, id), listed, "{id} in {state:?}");
        assert_eq!(game.is_legal(&state, id), legal.contains(id), "{id} in {state:?}");
        if let Some(action) = game.sample_action(&state, &mut Rng::new(u64::from(number), u64::from(kind))) {
            assert!(legal.contains(action), "sampled {action} in {state:?}");
        }
        let before = game.to_bytes(&state);
        match game.apply(&mut state, id) {
            Ok(()) => assert!(listed, "accepted {id} in {state:?}"),
            Err(refused) => {
                assert!(!listed && refused.action == u64::from(id) && !refused.reason.is_empty(), "{refused:?} in {state:?}");
                assert_eq!(game.to_bytes(&state), before, "the refused {id} changed the state");
            }
        }
        assert_eq!(game.check(&state), [], "{state:?}");
        // The round trips are much slower than all else here.
        if step % 16 == 0 {
            assert_sound(game, &state);
        }
    }
}
