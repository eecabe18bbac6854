//! Connection and the route of seven cities (`E_CONNECTED`, `E_ROUTE7`), also in graphs that are made to keep a search busy (TT-57).

use super::{in_map, plain};
use serde_json::{Value, json};
use spielwerk::Rng;
use std::collections::BTreeSet;

type Roads = BTreeSet<(usize, usize)>;

/// A map with these roads.
fn map(n: usize, roads: &Roads) -> Value {
    let cities: Vec<Value> = (0..n).map(|k| json!({"name": k.to_string(), "region": "R"})).collect();
    let roads: Vec<[String; 2]> = roads.iter().map(|&(a, b)| [a.to_string(), b.to_string()]).collect();
    json!({
        "name": "graph", "copies_per_city_card": 2, "regions": [{"name": "R"}], "cities": cities, "roads": roads,
        "bonus_stacks": [{"id": "end", "kind": "game_end", "values": [1]}]
    })
}

/// What is wrong with the roads.
fn wrong(n: usize, roads: &Roads) -> Vec<String> {
    in_map(&map(n, roads))
}

/// Roads between all of the first cities and between each of these and each of the rest.
fn joined(n: usize, few: usize) -> Roads {
    (0..few).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
}

/// Parts of some cities each, whose cities are all joined with each other and with city 0.
fn flower(n: usize, size: usize) -> Roads {
    let part = |k: usize| (k - 1) / size;
    (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).filter(|&(a, b)| a == 0 || part(a) == part(b)).collect()
}

#[test]
fn graphs_without_a_route_are_refused_at_once() {
    for n in 7..=32 {
        // The longest route in these takes turns between the few and the rest.
        assert_eq!(wrong(n, &joined(n, 1)), ["roads E_ROUTE7"], "{n}");
        assert_eq!(wrong(n, &joined(n, 2)), ["roads E_ROUTE7"], "{n}");
        assert_eq!(wrong(n, &joined(n, 3)), [""; 0], "{n}");
        // In and out of the centre: two parts and the centre.
        assert_eq!(wrong(n, &flower(n, 2)), ["roads E_ROUTE7"], "{n}");
        assert_eq!(wrong(n, &flower(n, 3)), [""; 0], "{n}");
        assert_eq!(wrong(n, &joined(n, n)), [""; 0], "{n}");
        // A road more makes one of them longer.
        let mut more = joined(n, 2);
        more.insert((2, 3));
        assert_eq!(wrong(n, &more).is_empty(), plain::has_path_anywhere(n, &more));
    }
}

#[test]
fn a_path_of_seven_is_enough_and_one_of_six_is_not() {
    let path: Roads = (0..6).map(|k| (k, k + 1)).collect();
    assert_eq!(wrong(7, &path), [""; 0]);
    // Six in a row, and the others beside the second of them.
    let mut short: Roads = (0..5).map(|k| (k, k + 1)).collect();
    short.extend((6..32).map(|k| (1, k)));
    assert_eq!(wrong(32, &short), ["roads E_ROUTE7"]);
    // Only the last two cities make it long enough.
    short.remove(&(1, 31));
    short.insert((5, 31));
    assert_eq!(wrong(32, &short), [""; 0]);
}

#[test]
fn many_pieces_are_not_searched() {
    for n in [7, 8, 31, 32] {
        assert_eq!(wrong(n, &Roads::new()), ["roads E_CONNECTED"]);
        let mut roads = joined(n, n);
        roads.retain(|&(_, b)| b != n - 1);
        assert_eq!(wrong(n, &roads), ["roads E_CONNECTED"], "{n}");
        roads.insert((n / 2, n - 1));
        assert_eq!(wrong(n, &roads), [""; 0], "{n}");
    }
}

/// Sparse random graphs, most of them with routes of six to eight cities at the most: the same answer as a plain search.
#[test]
fn random_graphs() {
    let mut rng = Rng::new(7, 57);
    let mut counts = [0; 3];
    for _ in 0..6_000 {
        let n = 7 + rng.below(26) as usize;
        let near = 1 + rng.below(5);
        let mut roads: Roads = (1..n).map(|k| (rng.below(near.min(k as u64)) as usize, k)).collect();
        for _ in 0..rng.below(4) {
            let (a, b) = (rng.below(n as u64) as usize, rng.below(n as u64) as usize);
            if a < b {
                roads.insert((a, b));
            }
        }
        if rng.below(8) == 0 {
            let gone = rng.below(roads.len() as u64) as usize;
            let gone = roads.iter().nth(gone).copied();
            gone.map(|gone| roads.remove(&gone));
        }
        let (kind, expected): (usize, &[&str]) = if !plain::is_connected(n, &roads) {
            (0, &["roads E_CONNECTED"])
        } else if plain::has_path_anywhere(n, &roads) {
            (1, &[])
        } else {
            (2, &["roads E_ROUTE7"])
        };
        counts[kind] += 1;
        assert_eq!(wrong(n, &roads), expected, "{roads:?}");
    }
    assert!(counts.into_iter().all(|count| count > 300), "{counts:?}");
}
