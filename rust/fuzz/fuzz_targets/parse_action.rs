//! Texts from anywhere: refused with a reason, or an id whose own text leads back to it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spielwerk::{Game, LegalSet, Play, with_game};
use spielwerk_fuzz::{Input, pick};

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let any = input.game();
    with_game!(any, game => parse(&**game, &mut input));
});

fn parse<G: Game>(game: &G, input: &mut Input<'_>) {
    let state = input.state(game);
    let own = pick(game, &state, input.word());
    if let Some(id) = own {
        let text = game.action_text(&state, id);
        assert_eq!(game.parse_action(&state, &text), Ok(id), "{text:?} in {state:?}");
        assert!(game.parse_action(&state, &format!("{text} again")).is_err(), "{text:?} and more in {state:?}");
    }
    let text = match (input.byte() % 2, own) {
        (1, Some(id)) => altered(game.action_text(&state, id), input),
        _ => String::from_utf8_lossy(input.0).into_owned(),
    };
    match game.parse_action(&state, &text) {
        Ok(id) if game.accepts(&state, id) => {
            let plain = game.action_text(&state, id);
            assert_eq!(game.parse_action(&state, &plain), Ok(id), "{plain:?} from {text:?} in {state:?}");
        }
        Ok(id) => assert!(!game.legal_set(&state).contains(id) && !game.refusal(&state, id).is_empty(), "{id} from {text:?}"),
        Err(reason) => assert!(!reason.is_empty() && reason.len() < 4096, "{} bytes of reason for {text:?}", reason.len()),
    }
    assert!(game.refusal(&state, input.word()).len() < 4096, "a reason is a sentence");
}

/// Some letters of a text are others.
fn altered(text: String, input: &mut Input<'_>) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + input.byte() % 3 {
        let place = usize::from(input.byte()) % letters.len().max(1);
        match input.byte() % 4 {
            0 if !letters.is_empty() => drop(letters.remove(place)),
            1 => letters.insert(place, char::from(input.byte())),
            2 => letters.insert(place, char::from_u32(u32::from(input.word())).unwrap_or('\u{fffd}')),
            _ if !letters.is_empty() => letters[place] = char::from(b'0' + input.byte() % 12),
            _ => {}
        }
    }
    letters.into_iter().collect()
}
