//! Same seed, same games, for good: one whole game of each track is pinned. A change here is a change of results for every user: it needs a
//! new rules version, a note in the change log, and a reason.

use spielwerk::patchwork::Patchwork;
use spielwerk::{ActionId, Actor, Game, OptionValue, Options, Play, Rng};
use std::fmt::Write as _;

fn game(track: &str) -> Patchwork {
    let given = [("time_track".to_owned(), OptionValue::Text(track.to_owned()))];
    let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &given).expect("the track exists");
    Patchwork::with_options(options).expect("Patchwork has no files")
}

/// The game of seed 7, stream 0: its ids (the 32 draws first), the final scores, and the final state as bytes in hexadecimal digits.
fn played(game: &Patchwork) -> (Vec<ActionId>, Vec<i32>, String) {
    let (mut state, mut rng, mut ids) = (game.initial_state(), Rng::new(7, 0), Vec::new());
    loop {
        let id = match game.actor(&state) {
            Actor::Player(_) => game.sample_action(&state, &mut rng),
            Actor::Chance => game.sample_outcome(&state, &mut rng),
            Actor::Terminal => break,
        };
        let id = id.expect("somebody decides");
        game.apply(&mut state, id).expect("what is drawn is accepted");
        ids.push(id);
    }
    let mut hex = String::new();
    for byte in game.to_bytes(&state) {
        let _ = write!(hex, "{byte:02x}");
    }
    (ids, game.score_list(&state).to_vec(), hex)
}

/// The circle of seed 7, stream 0: the same on both tracks (PW-76).
const DRAWS: &[ActionId] =
    &[2, 7, 24, 15, 31, 16, 23, 11, 32, 3, 5, 8, 25, 6, 18, 4, 10, 12, 9, 28, 26, 19, 27, 20, 29, 1, 13, 14, 21, 17, 30, 22];

#[test]
fn a_game_on_the_current_track() {
    let (ids, scores, bytes) = played(&game("current"));
    let actions: &[ActionId] = &[
        1104, 1428, 1474, 1409, 0, 0, 1494, 957, 0, 0, 744, 0, 0, 121, 0, 0, 335, 0, 4, 0, 334, 1658, 1398, 1476, 1381, 23, 1435, 0, 136,
        64, 1378, 1666, 0, 151, 8, 0, 1542, 2, 283, 0, 0, 0,
    ];
    assert_eq!(ids, [DRAWS, actions].concat());
    assert_eq!(scores, [-12, -27]);
    let expected = concat!(
        "5350574b0101010025232284e49cf2cb32007061746368776f726b2874696d655f747261636b3d2263757272656e74222c207374617274696e675f70",
        "6c617965723d30297100bafc7992ff11ffe57d920100000000001bdadbb549b7ff93761f0000000000000e0015001e00160002001800170020000800",
        "190013001b00d9560c4a95193882205bb62831268b53f27efc204087cc42659bef16f6718b5ea40f4f60381c32a22e132e002100353511080c01ffff",
        "ff0000a91822e6",
    );
    assert_eq!(bytes, expected);
}

#[test]
fn a_game_on_the_first_edition_track() {
    let (ids, scores, bytes) = played(&game("first_edition"));
    let actions: &[ActionId] = &[
        1104, 1428, 1474, 1409, 0, 0, 1494, 957, 0, 0, 744, 0, 0, 121, 0, 0, 22, 830, 1379, 998, 434, 79, 514, 838, 857, 19, 0, 177, 88,
        1578, 141, 1930, 1306, 84, 9, 0, 0, 0, 33, 0, 0, 0, 0,
    ];
    assert_eq!(ids, [DRAWS, actions].concat());
    assert_eq!(scores, [2, -34]);
    let expected = concat!(
        "5350574b0101010025232284e49cf2cb38007061746368776f726b2874696d655f747261636b3d2266697273745f65646974696f6e222c2073746172",
        "74696e675f706c617965723d30297100c4fdb5eafff17ff1f6fe0000000000000cf7bdbbfde69d17741c0000000000001c0013001b001d0015001e00",
        "18000f00200003001900da6c58836816733ad07c16055f002f38742ba87848221c57a132bc95ef16f6718b5ea40f4f60381c32a22e1330001e003535",
        "0a0b0b01ffffff0100c8e3f802",
    );
    assert_eq!(bytes, expected);
}
