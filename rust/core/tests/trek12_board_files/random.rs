//! Random valid boards with every special (TK-34).

use serde_json::{Map, Value, json};
use spielwerk::Rng;
use spielwerk::trek12::tables::OPERATIONS;
use spielwerk::trek12::tables::board_file::SCHEMA;

/// A file with these boards.
pub(crate) fn file(boards: &[Value]) -> Value {
    json!({"schema": SCHEMA, "boards": boards})
}

/// A valid board.
pub(crate) fn board(rng: &mut Rng, id: &str) -> Value {
    let n = 2 + rng.below(31);
    let mut ids: Vec<u64> = (0..n).collect();
    rng.shuffle(&mut ids);
    let circles: Vec<Value> = ids.iter().map(|&id| circle(rng, id)).collect();
    let mut edges = Vec::new();
    for k in 1..n {
        // A tree first, so that the circles are in one piece.
        edges.push((ids[k as usize], ids[rng.below(k) as usize]));
    }
    for _ in 0..rng.below(2 * n) {
        let (a, b) = (rng.below(n), rng.below(n));
        if a != b && !edges.contains(&(a, b)) && !edges.contains(&(b, a)) {
            edges.push((a, b));
        }
    }
    let mut specials = specials(rng, n, &edges);
    let mut board = json!({"id": id, "circles": circles, "edges": edges});
    if n > 3 && rng.below(2) == 0 {
        let shared = some(rng, n - 2);
        let rest: Vec<u64> = (0..n).filter(|id| !shared.contains(id)).collect();
        let (left, right) = rest.split_at(1 + rng.below(rest.len() as u64 - 1) as usize);
        let use_shared = rng.below(3) > 0;
        let left = if use_shared { left.to_vec() } else { [left, &shared].concat() };
        let both = if use_shared { shared } else { vec![] };
        board["tables"] = json!([table(rng, "Ost", left.len() + both.len()), table(rng, "", right.len() + both.len())]);
        board["start"] = json!([right[0], left[0]]);
        let mut zones = json!({"Ost": left, "": right});
        if use_shared || rng.below(2) == 0 {
            zones["shared"] = json!(both);
        }
        specials.insert("zones".to_owned(), zones);
    } else {
        board["tables"] = json!([table(rng, "all", n as usize)]);
        match rng.below(3) {
            0 => board["start"] = json!(null),
            1 => board["start"] = json!(some(rng, n)),
            _ => {}
        }
    }
    if !specials.is_empty() || rng.below(2) == 0 {
        board["specials"] = Value::Object(specials);
    }
    for (key, values) in [
        ("name", vec![json!(""), json!("Käse 😀")]),
        ("penalties", vec![json!({"face": 0, "isolated": 99}), json!({"face": 99, "isolated": "number"})]),
        ("provenance", vec![json!({}), json!({"level": "verified", "unknown": []}), json!({"note": "", "unknown": ["edges", ""]})]),
    ] {
        if let Some(value) = values.get(rng.below(4) as usize) {
            board[key] = value.clone();
        }
    }
    board
}

fn circle(rng: &mut Rng, id: u64) -> Value {
    let max = if rng.below(3) == 0 { 6 } else { 12 };
    match rng.below(3) {
        0 => json!({"id": id, "max": max}),
        1 => json!({"id": id, "max": max, "x": rng.below(9), "y": -(rng.below(9) as i64)}),
        _ => {
            // Any finite number, also one with seventeen digits or a large exponent.
            let mut number = || Some(f64::from_bits(rng.next_u64())).filter(|x| x.is_finite()).unwrap_or(0.1);
            json!({"id": id, "max": max, "x": number(), "y": number()})
        }
    }
}

/// Some of the first `n` ids, at least one, in any order.
fn some(rng: &mut Rng, n: u64) -> Vec<u64> {
    let mut ids: Vec<u64> = (0..n).collect();
    rng.shuffle(&mut ids);
    ids.truncate(1 + rng.below(n.min(5)) as usize);
    ids
}

/// A table with just enough boxes, or more.
fn table(rng: &mut Rng, zone: &str, circles: usize) -> Value {
    let mut limits = [0_u64; 5];
    let mut boxes = circles as u64 + [0, 0, 3][rng.below(3) as usize];
    while boxes > 0 {
        let limit = &mut limits[rng.below(5) as usize];
        if *limit < 15 {
            (*limit, boxes) = (*limit + 1, boxes - 1);
        }
    }
    let limits: Map<String, Value> = OPERATIONS.iter().zip(limits).map(|(key, n)| ((*key).to_owned(), json!(n))).collect();
    json!({"zone": zone, "limits": limits})
}

fn specials(rng: &mut Rng, n: u64, edges: &[(u64, u64)]) -> Map<String, Value> {
    let mut specials = Map::new();
    for keys in [&["sofa", "fridge"][..], &["desk"], &["entrance"], &["entrance", "washbasin"], &["roses"], &["waves"]] {
        if rng.below(3) == 0 {
            specials.extend(keys.iter().map(|key| ((*key).to_owned(), json!(some(rng, n)))));
        }
    }
    for key in ["over12_loses", "gift_areas"] {
        if rng.below(3) == 0 {
            specials.insert(key.to_owned(), json!(false));
        }
    }
    for key in ["flags", "top"] {
        if rng.below(3) == 0 {
            specials.insert(key.to_owned(), json!({"circles": some(rng, n), "points": rng.below(100)}));
        }
    }
    if rng.below(3) == 0 {
        let pairs: Vec<(u64, u64)> = edges.iter().step_by(3).map(|&(a, b)| if rng.below(2) == 0 { (a, b) } else { (b, a) }).collect();
        specials.insert("prelinked".to_owned(), json!(pairs));
    }
    if rng.below(3) == 0 {
        let ids = some(rng, n);
        let colours: Map<String, Value> = ids.chunks(2).enumerate().map(|(k, ids)| (format!("c{}", 9 - k), json!(ids))).collect();
        let points: Vec<u64> = (0..colours.len() as u64 + rng.below(3)).map(|_| rng.below(100)).collect();
        specials.insert("ornaments".to_owned(), json!({"colours": colours, "points": points}));
        specials.insert("gift_areas".to_owned(), json!(true));
    }
    specials
}
