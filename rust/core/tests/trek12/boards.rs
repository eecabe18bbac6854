//! Boards at random, with any combination of specials (TK-34), and games on them with any combination of options (TK-58).

use super::{coin, on_file, once_in, one_of, text};
use serde_json::{Map, Value, json};
use spielwerk::trek12::Trek12;
use spielwerk::{Game, OptionKind, OptionValue, Rng};

const OPERATIONS: [&str; 5] = ["min", "max", "diff", "sum", "prod"];

/// Some circles, at least one, no circle twice.
fn some(circles: &[u64], rng: &mut Rng) -> Vec<u64> {
    let mut chosen: Vec<u64> = circles.iter().copied().filter(|_| once_in(3, rng)).collect();
    if chosen.is_empty() {
        chosen.push(one_of(circles, rng));
    }
    shuffle(&mut chosen, rng);
    chosen
}

pub(crate) fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for end in (1..list.len()).rev() {
        list.swap(end, rng.below(end as u64 + 1) as usize);
    }
}

/// Boxes that sum to `needed` or a little more (TK-69).
fn limits(needed: u64, rng: &mut Rng) -> Value {
    let mut boxes = [0_u64; 5];
    let mut sum = 0;
    let spare = rng.below(4);
    while sum < needed + spare {
        let row = &mut boxes[rng.below(5) as usize];
        // 75 boxes are more than 32 circles ask for.
        if *row < 15 {
            *row += 1;
            sum += 1;
        }
    }
    OPERATIONS.iter().zip(boxes).map(|(name, count)| ((*name).to_owned(), json!(count))).collect()
}

/// A connected graph: a tree and some edges more.
fn edges(n: u64, rng: &mut Rng) -> Vec<[u64; 2]> {
    let mut edges: Vec<[u64; 2]> = Vec::new();
    for circle in 1..n {
        edges.push([rng.below(circle), circle]);
    }
    for _ in 0..rng.below(2 * n) {
        let pair = [rng.below(n), rng.below(n)];
        let is_new = pair[0] != pair[1] && !edges.iter().any(|edge| edge.contains(&pair[0]) && edge.contains(&pair[1]));
        if is_new {
            edges.push(pair);
        }
    }
    edges
}

/// The specials of TK-71, each of them with an even chance, but for the zones.
fn specials(n: u64, edges: &[[u64; 2]], rng: &mut Rng) -> Map<String, Value> {
    let all: Vec<u64> = (0..n).collect();
    let mut specials = Map::new();
    let mut put = |key: &str, value: Value| specials.insert(key.to_owned(), value);
    if coin(rng) {
        let pairs: Vec<[u64; 2]> = edges.iter().copied().filter(|_| once_in(4, rng)).collect();
        if !pairs.is_empty() {
            put("prelinked", json!(pairs));
        }
    }
    if coin(rng) {
        put("sofa", json!(some(&all, rng)));
        put("fridge", json!(some(&all, rng)));
    }
    if coin(rng) {
        put("entrance", json!(some(&all, rng)));
        if coin(rng) {
            put("washbasin", json!(some(&all, rng)));
        }
    }
    for key in ["desk", "roses", "waves"] {
        if coin(rng) {
            put(key, json!(some(&all, rng)));
        }
    }
    for key in ["flags", "top"] {
        if coin(rng) {
            put(key, json!({"circles": some(&all, rng), "points": rng.below(100)}));
        }
    }
    if once_in(3, rng) {
        put("over12_loses", json!(true));
    }
    if coin(rng) {
        let mut circles = some(&all, rng);
        let mut colours = Map::new();
        while !circles.is_empty() && colours.len() < 5 {
            let rest = circles.split_off(rng.below(circles.len() as u64) as usize);
            colours.insert(format!("colour {}", colours.len()), json!(rest));
        }
        let points: Vec<u64> = (0..colours.len() as u64 + rng.below(2)).map(|_| rng.below(20)).collect();
        put("ornaments", json!({"colours": colours, "points": points}));
        if coin(rng) {
            put("gift_areas", json!(true));
        }
    }
    specials
}

/// A valid board of 2 to 10 circles, or one with many. Numbers of a few circles come near each other often, so specials come into play.
pub(crate) fn board(rng: &mut Rng) -> Value {
    let n = if once_in(8, rng) { 11 + rng.below(22) } else { 2 + rng.below(9) };
    let edges = edges(n, rng);
    let mut specials = specials(n, &edges, rng);
    let all: Vec<u64> = (0..n).collect();
    let circles: Vec<Value> = all.iter().map(|&id| json!({"id": id, "max": if once_in(4, rng) { 6 } else { 12 }})).collect();
    let mut start = if once_in(3, rng) { json!(some(&all, rng)) } else { Value::Null };
    let tables = if once_in(3, rng) {
        let mut order = all.clone();
        shuffle(&mut order, rng);
        let shared = if n > 2 && coin(rng) { order.split_off(order.len() - 1 - rng.below(n - 2) as usize) } else { Vec::new() };
        let right = order.split_off(1 + rng.below(order.len() as u64 - 1) as usize);
        let needed = [&order, &right].map(|own| (own.len() + shared.len()) as u64);
        start = json!(some(&[&order[..], &right].concat(), rng));
        let mut zones = json!({"west": order, "east": right});
        if !shared.is_empty() || coin(rng) {
            zones["shared"] = json!(shared);
        }
        specials.insert("zones".to_owned(), zones);
        json!([{"zone": "west", "limits": limits(needed[0], rng)}, {"zone": "east", "limits": limits(needed[1], rng)}])
    } else {
        json!([{"zone": "all", "limits": limits(n, rng)}])
    };
    let isolated = if once_in(4, rng) { json!("number") } else { json!(rng.below(12)) };
    json!({
        "id": "random",
        "circles": circles,
        "edges": edges,
        "tables": tables,
        "start": start,
        "penalties": {"face": rng.below(12), "isolated": isolated},
        "specials": specials,
    })
}

/// All options but board and file, at random; `players` as given.
pub(crate) fn options(players: i64, rng: &mut Rng) -> Vec<(&'static str, OptionValue)> {
    let mut given = vec![("players", OptionValue::Int(players))];
    for spec in Trek12::option_specs() {
        match spec.kind {
            OptionKind::Choice(words) => given.push((spec.name, text(one_of(words, rng)))),
            OptionKind::Boolean => given.push((spec.name, OptionValue::Bool(coin(rng)))),
            _ => {}
        }
    }
    given
}

/// A game on a random board for so many players at most.
pub(crate) fn game(most_players: u64, rng: &mut Rng) -> Trek12 {
    let board = board(rng);
    let players = 1 + rng.below(most_players) as i64;
    on_file(&board, &options(players, rng))
}
