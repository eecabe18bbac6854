//! Same seed, same games, for good: one whole game of each track and each board is pinned, and two of each map. A change here is a change of results for every user:
//! it needs a new rules version, a note in the change log, and a reason.

use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::patchwork::Patchwork;
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::trek12::Trek12;
use spielwerk::{ActionId, Actor, Game, OptionValue, Options, Play, Rng};
use std::fmt::Write as _;

fn game(track: &str) -> Patchwork {
    let given = [("time_track".to_owned(), OptionValue::Text(track.to_owned()))];
    let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &given).expect("the track exists");
    Patchwork::with_options(options).expect("Patchwork has no files")
}

/// The game of seed 7, stream 0: its ids (of Patchwork the 32 draws first), the final scores, and the final state as bytes in hexadecimal digits.
fn played<G: Game>(game: &G, policy: usize) -> (Vec<ActionId>, Vec<i32>, String) {
    let (mut state, mut rng, mut ids) = (game.initial_state(), Rng::new(7, 0), Vec::new());
    loop {
        let id = match game.actor(&state) {
            Actor::Player(_) => game.policy_action(policy, &state, &mut rng),
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
    let (ids, scores, bytes) = played(&game("current"), 0);
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
    let (ids, scores, bytes) = played(&game("first_edition"), 0);
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

fn trek12(board: &str, players: i64) -> Trek12 {
    let given = [("board".to_owned(), OptionValue::Text(board.to_owned())), ("players".to_owned(), OptionValue::Int(players))];
    let options = Options::new(Trek12::NAME, &Trek12::option_specs(), &given).expect("the board exists");
    Trek12::with_options(options).expect("the board is built in")
}

/// A pinned game of Trek 12: board, players, policy, ids, scores, and the payload of the final state in hexadecimal digits.
type Pinned = (&'static str, i64, usize, &'static [ActionId], &'static [i32], &'static str);

/// One random game of each board, and a greedy one of two.
const TREK12: &[Pinned] = &[
    (
        "dunai",
        1,
        0,
        &[
            1, 16, 25, 52, 34, 51, 26, 34, 35, 12, 4, 17, 26, 11, 17, 28, 5, 29, 3, 79, 24, 46, 28, 59, 30, 19, 0, 42, 13, 63, 28, 58, 18,
            83, 12, 81, 9, 94,
        ],
        &[12],
        concat!(
            "000000000000000001000000ffffff1301001e97fbff0928fcff41d7fcff0600f8ff000000000000000000000000ffffffffff0408ffffffffffffff",
            "0fffffffff04040403040000000000ffff",
        ),
    ),
    (
        "kagkot",
        1,
        0,
        &[
            1, 16, 25, 53, 34, 52, 26, 36, 35, 11, 4, 18, 26, 13, 17, 29, 5, 27, 3, 80, 24, 44, 28, 57, 30, 20, 0, 41, 13, 62, 28, 59, 18,
            83, 12, 85, 9, 88,
        ],
        &[2],
        concat!(
            "000000000000000001000000ffffff1301005d0dffff1270f8ff629dfaff0500f8ff000000000000000000000000ffffffffffffffffffffffffffff",
            "ff11ffffff04040403040000000000ffff",
        ),
    ),
    (
        "jampa",
        1,
        0,
        &[
            1, 16, 25, 49, 34, 45, 26, 31, 35, 8, 4, 15, 26, 4, 17, 3, 5, 24, 3, 77, 24, 40, 28, 57, 30, 28, 0, 48, 13, 70, 28, 63, 18, 93,
            12, 94, 9, 90,
        ],
        &[-7],
        concat!(
            "000000000000000001000000ffffff1301006f95fbff9a42f8ff657bfaff4110faff000000000000000000000000ffffffff0109ff03ffffffffffff",
            "ffffffffff05030403040000000000ffff",
        ),
    ),
    (
        "stay_home",
        1,
        0,
        &[
            1, 16, 25, 49, 34, 37, 26, 31, 35, 8, 4, 15, 26, 10, 17, 24, 5, 32, 3, 80, 24, 58, 28, 57, 30, 40, 0, 45, 13, 55, 28, 60, 18,
            85, 12, 82, 9, 90,
        ],
        &[-2],
        concat!(
            "000000000000000001000000ffffff130100bbb1f9ff1444feff2679fcff0900f8ff000000000000000000000000ff02ffffffff07ffffffff0cffff",
            "ff0a11ffff04040403040000000000ffff",
        ),
    ),
    (
        "valentine",
        1,
        0,
        &[
            1, 16, 25, 48, 34, 43, 26, 30, 35, 4, 4, 15, 26, 14, 17, 28, 5, 36, 3, 77, 24, 51, 28, 64, 30, 21, 0, 44, 13, 65, 127, 2, 76,
            29, 75, 22, 69, 21, 79,
        ],
        &[11],
        concat!(
            "000000000000000001000000ffffff130100d2aafbff2740fcff1c2ffaff8810fcff000000000000000000000000ffffffffff01ffff0dff0bff07ff",
            "ff0effffff04040404030000000000ffff",
        ),
    ),
    (
        "fily_trek",
        1,
        0,
        &[
            1, 18, 25, 53, 34, 50, 26, 33, 35, 10, 4, 16, 26, 9, 17, 26, 5, 30, 3, 80, 24, 46, 28, 58, 30, 22, 0, 43, 13, 63, 124, 2, 76,
            29, 74, 22, 70, 21, 78,
        ],
        &[43],
        concat!(
            "000000000000000001000000ffffff130100b24dfdff1912faffcccdf8ff0620faff000000000300000000000000ffffffffff090a03ff04ffffffff",
            "ff0e0cffff04040404030000000000ffff",
        ),
    ),
    (
        "christmas",
        1,
        0,
        &[
            1, 18, 25, 55, 34, 52, 26, 32, 35, 11, 4, 15, 26, 10, 17, 26, 5, 31, 3, 79, 24, 46, 28, 58, 30, 19, 0, 43, 13, 63, 28, 59, 18,
            85, 12, 80, 9, 92,
        ],
        &[34],
        concat!(
            "000000000000000001000000ffffff130100aeb9fcff0944f9ffc139fbff0600f8ff000000000000000001000000ffffff06ffff07ffff05ffff10ff",
            "ff0effffff04040403040000000000ffff",
        ),
    ),
    (
        "mount_fuji",
        1,
        0,
        &[
            1, 36, 25, 51, 34, 47, 26, 24, 35, 3, 4, 10, 26, 58, 17, 63, 5, 97, 3, 159, 24, 125, 28, 141, 30, 76, 0, 99, 13, 129, 28, 90,
            18, 183, 12, 168, 9, 189,
        ],
        &[-19],
        concat!(
            "000000000000000001000000ffffff1301002ecdfbff0282fdffaa6cfcff404cf8ff00000000000000000000000002ffffff08ffffffffffffffffff",
            "ffffffffff02020202020202010202ffff",
        ),
    ),
    (
        "dhaulagiri",
        1,
        0,
        &[
            1, 16, 25, 48, 34, 49, 26, 33, 35, 7, 4, 15, 26, 6, 17, 23, 5, 24, 3, 77, 24, 47, 28, 57, 30, 21, 0, 46, 13, 69, 28, 60, 18,
            93, 12, 89, 9, 94,
        ],
        &[11],
        concat!(
            "000000000000000001000000ffffff130100bbc3f9ff4608fcffb556fcff0900f8ff000000000000000000000000ffffffffff02ffffffff0effff08",
            "ffff0bffff04040403040000000000ffff",
        ),
    ),
    (
        "christmas",
        2,
        1,
        &[
            1, 18, 75, 15, 55, 17, 26, 34, 52, 2, 14, 32, 26, 30, 10, 3, 48, 30, 3, 73, 69, 14, 84, 72, 30, 31, 35, 4, 44, 7, 28, 7, 9, 29,
            51, 46, 9, 22, 62, 26, 62, 23, 2, 77, 41, 20, 0, 44, 10, 85, 77, 19, 80, 78, 20, 59, 76,
        ],
        &[105, 117],
        concat!(
            "000000000000000003000000ffffff13020068c8fcff6f15f8ffb499f9ff0002f8ff000000000000000001000000ff03ff04ff09070b05ff0608ff0e",
            "0a0c0f12ff04040403040000000000ffffb8c8faff406cffff3492f9ff0300f8ff000000000000000000000000ffff0406ffffff0a07050b0c0f0eff",
            "10ffff1104040404030000000000ffff",
        ),
    ),
];

#[test]
fn games_on_the_boards_of_trek12() {
    assert_eq!(TREK12.len(), 10);
    for &(board, players, policy, ids, scores, payload) in TREK12 {
        let game = trek12(board, players);
        let (played_ids, played_scores, bytes) = played(&game, policy);
        assert_eq!((played_ids.as_slice(), played_scores.as_slice()), (ids, scores), "{board}, policy {policy}");
        // Header and length before it, checksum behind it.
        let head = 2 * (game.header().frame(0, |_| ()).len() - 4);
        assert_eq!(&bytes[head..bytes.len() - 8], payload, "{board}, policy {policy}");
    }
}

fn thurn_and_taxis(map: &str, players: i64, max_turns: Option<i64>) -> ThurnAndTaxis {
    let mut given = vec![("map".to_owned(), OptionValue::Text(map.to_owned())), ("players".to_owned(), OptionValue::Int(players))];
    given.extend(max_turns.map(|turns| ("max_turns".to_owned(), OptionValue::Int(turns))));
    let options = Options::new(ThurnAndTaxis::NAME, &ThurnAndTaxis::option_specs(), &given).expect("the map exists");
    ThurnAndTaxis::with_options(options).expect("the map is built in")
}

/// A pinned game of Thurn and Taxis: map, players, most turns, policy, number of ids, the first 40 of them, scores, and the fingerprints of
/// all ids and of the final state's bytes.
type PinnedRoutes = (&'static str, i64, Option<i64>, usize, usize, &'static [ActionId], &'static [i32], [u64; 2]);

/// One random game of each map, cut off after 60 turns, and a greedy one to its end.
const THURN_AND_TAXIS: &[PinnedRoutes] = &[
    (
        "map1",
        2,
        Some(60),
        0,
        308,
        &[
            1, 4, 15, 9, 21, 10, 21, 7, 22, 1, 69, 4, 16, 1, 11, 69, 9, 4, 4, 17, 89, 15, 17, 17, 18, 72, 7, 2, 16, 6, 84, 2, 11, 83, 41,
            18, 5, 33, 22, 16,
        ],
        &[-17, -20],
        [0x7bf8_595c_6fa9_2de9, 0x878b_a37d_639e_ca19],
    ),
    (
        "map2",
        3,
        Some(60),
        0,
        304,
        &[
            1, 4, 16, 10, 22, 10, 22, 7, 23, 1, 72, 4, 17, 1, 11, 72, 7, 4, 4, 18, 78, 16, 18, 18, 19, 87, 10, 2, 17, 6, 88, 2, 12, 73, 11,
            14, 12, 13, 93, 19,
        ],
        &[-17, -20, -17],
        [0x08f3_87c3_d40b_c740, 0x539f_7110_a147_12a1],
    ),
    (
        "map1",
        4,
        None,
        1,
        544,
        &[
            1, 4, 15, 9, 21, 10, 15, 7, 21, 1, 83, 1, 16, 4, 11, 69, 1, 4, 4, 17, 72, 10, 17, 11, 18, 78, 9, 2, 33, 2, 17, 26, 90, 22, 7,
            75, 16, 12, 35, 17,
        ],
        &[7, 0, 8, 6],
        [0x1b96_7dc4_7ef2_719d, 0xf3ef_0747_c725_b88f],
    ),
    (
        "map2",
        2,
        None,
        1,
        408,
        &[
            1, 4, 16, 10, 22, 10, 16, 7, 22, 1, 87, 1, 17, 4, 11, 72, 17, 4, 42, 10, 15, 35, 1, 12, 26, 95, 98, 113, 7, 6, 55, 95, 104,
            107, 10, 14, 81, 12, 19, 83,
        ],
        &[11, 3],
        [0x54bb_6084_11f4_2b9a, 0x1a08_a021_b45c_d5b6],
    ),
];

/// FNV-1a, 64 bits: part of the test, so that what is pinned depends on nothing else.
fn fingerprint(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn games_on_the_maps_of_thurn_and_taxis() {
    assert_eq!(THURN_AND_TAXIS.len(), 4);
    for &(map, players, max_turns, policy, length, first, scores, prints) in THURN_AND_TAXIS {
        let (ids, own, bytes) = played(&thurn_and_taxis(map, players, max_turns), policy);
        let found = [fingerprint(ids.iter().flat_map(|id| id.to_le_bytes())), fingerprint(bytes.bytes())];
        assert_eq!((ids.len(), &ids[..40], own.as_slice()), (length, first, scores), "{map}, policy {policy}");
        assert_eq!(found, prints, "{map}, policy {policy}: {found:#x?}");
    }
}

/// A pinned game of Dungeon Petz: players, doubled symbols, policy, number of ids, the first 40 of them, doubled scores, and the fingerprints of
/// all ids and of the final state's bytes.
type PinnedPets = (i64, bool, usize, usize, &'static [ActionId], &'static [i32], [u64; 2]);

/// A random, an eager and a greedy game.
const DUNGEON_PETZ: &[PinnedPets] = &[
    (
        2,
        false,
        0,
        154,
        &[
            0, 4, 13, 18, 27, 4, 13, 18, 27, 28, 36, 55, 62, 65, 68, 72, 74, 75, 0, 5, 14, 0, 67, 89, 242, 238, 29, 45, 48, 57, 63, 73, 82,
            86, 2, 12, 0, 4, 21, 2,
        ],
        &[22, 2],
        [0x70a5_8eee_39f6_cd72, 0x8cab_30fd_477c_f9e5],
    ),
    (
        3,
        true,
        1,
        342,
        &[
            0, 4, 13, 18, 27, 4, 13, 18, 27, 4, 10, 17, 26, 28, 39, 44, 46, 56, 55, 63, 69, 67, 85, 80, 86, 1, 11, 1, 11, 1, 11, 1, 11, 1,
            11, 1, 11, 4, 15, 2,
        ],
        &[28, 44, 4],
        [0x5578_fa7e_92a3_259e, 0x3a88_8ba7_dc50_b39f],
    ),
    (
        4,
        false,
        2,
        756,
        &[
            0, 4, 13, 18, 27, 4, 13, 18, 27, 4, 10, 17, 26, 4, 13, 17, 24, 29, 36, 51, 50, 58, 62, 59, 70, 65, 71, 74, 79, 77, 1, 13, 2,
            11, 1, 12, 1, 11, 1, 11,
        ],
        &[102, 138, 78, 98],
        [0x33de_ebd2_a14b_62bd, 0x951c_29e0_c3df_bd4b],
    ),
];

#[test]
fn games_of_dungeon_petz() {
    assert_eq!(DUNGEON_PETZ.len(), 3);
    for &(players, double, policy, length, first, scores, prints) in DUNGEON_PETZ {
        let given = [("players".to_owned(), OptionValue::Int(players)), ("double_symbols".to_owned(), OptionValue::Bool(double))];
        let options = Options::new(DungeonPetz::NAME, &DungeonPetz::option_specs(), &given).expect("the options exist");
        let game = DungeonPetz::with_options(options).expect("the tables are built in");
        let (ids, own, bytes) = played(&game, policy);
        let found = [fingerprint(ids.iter().flat_map(|id| id.to_le_bytes())), fingerprint(bytes.bytes())];
        assert_eq!((ids.len(), &ids[..40], own.as_slice()), (length, first, scores), "{players} players, policy {policy}, {found:#x?}");
        assert_eq!(found, prints, "{players} players, policy {policy}: {found:#x?}");
    }
}

/// The frame as a whole: title, versions and fingerprint of the board are what stored bytes are recognised by.
#[test]
fn bytes_of_a_game_on_dunai() {
    let expected = concat!(
        "5350574b010101002e0f55f148fdafec0d017472656b313228626f6172643d2264756e6169222c20626f6172645f66696c653d6e6f6e652c20706c61",
        "796572733d312c20626f6e75735f7461626c653d2273656564222c20666163655f70656e616c74793d2261735f69736f6c61746564222c2066616365",
        "5f636c61696d735f666c61673d66616c73652c20666163655f636c61696d735f746f703d747275652c207072656c696e6b5f6661696c7572653d2266",
        "616365222c20776176655f6661696c7572653d2266616365222c2066756a695f7461626c65733d22636972636c655f7a6f6e65222c206f7665723132",
        "3d226c6f73735f7768656e5f666f72636564222c20636f6d7061746962696c6974795f726f7365733d22616c6c22294d000000000000000000010000",
        "00ffffff1301001e97fbff0928fcff41d7fcff0600f8ff000000000000000000000000ffffffffff0408ffffffffffffff0fffffffff040404030400",
        "00000000ffffd0a39dc7",
    );
    assert_eq!(played(&trek12("dunai", 1), 0).2, expected);
}
