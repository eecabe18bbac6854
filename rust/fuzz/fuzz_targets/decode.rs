//! Bytes from anywhere: refused, or a sound state that has exactly these bytes and can be played to its end.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spielwerk::{Game, Play, with_game};
use spielwerk_fuzz::{Input, play_to_the_end};

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let any = input.game();
    match input.byte() % 3 {
        0 => with_game!(any, game => whole(&**game, &mut input)),
        1 => with_game!(any, game => payload(&**game, &mut input)),
        _ => with_game!(any, game => altered(&**game, &mut input)),
    }
});

/// The frame itself is the input.
fn whole<G: Game>(game: &G, input: &mut Input<'_>) {
    decode(game, input.0, &mut Input(&[]));
}

/// The payload is the input, in a frame with the right checksum: past that door, too, nobody may come who does not belong there.
fn payload<G: Game>(game: &G, input: &mut Input<'_>) {
    let payload = &input.0[..input.0.len().min(4096)];
    decode(game, &game.header().frame(payload.len(), |writer| writer.bytes(payload)), &mut Input(&[]));
}

/// Some bytes of a good state's payload are altered, in a frame with the right checksum.
fn altered<G: Game>(game: &G, input: &mut Input<'_>) {
    let state = input.state(game);
    let frame = game.to_bytes(&state);
    let head = game.header().frame(0, |_| ()).len() - 4;
    let mut payload = frame[head..frame.len() - 4].to_vec();
    for _ in 0..input.byte() % 16 {
        let (place, value) = (usize::from(input.word()) % payload.len(), input.byte());
        payload[place] = value;
    }
    decode(game, &game.header().frame(payload.len(), |writer| writer.bytes(&payload)), input);
}

fn decode<G: Game>(game: &G, bytes: &[u8], input: &mut Input<'_>) {
    if let Ok(state) = game.from_bytes(bytes) {
        assert_eq!(game.to_bytes(&state), bytes, "one state, one form");
        play_to_the_end(game, state, input);
    }
}
