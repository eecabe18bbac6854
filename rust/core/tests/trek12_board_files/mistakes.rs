//! Single mistakes in a valid board, each with the one error that it must give (TK-72, TK-91) and what it hides (TK-92).

use super::json::{at, pointers, set};
use serde_json::{Map, Value, json};
use spielwerk::trek12::tables::OPERATIONS;
use spielwerk::trek12::tables::board_file::Code;

/// What a check needs, and what a mistake spoils.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The ids of circles and their number.
    Ids,
    /// All edges.
    Edges,
    /// How many tables there are.
    Tables,
    /// The names of two zones.
    Names,
    /// Which circle is in which zone.
    Zones,
}
use Need::{Edges, Ids, Names, Tables, Zones};

/// One mistake.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    pub(crate) code: Code,
    pub(crate) path: String,
    /// JSON pointers with the new value; without one the value is removed.
    pub(crate) edits: Vec<(String, Option<Value>)>,
    pub(crate) needs: Vec<Need>,
    pub(crate) spoils: Vec<Need>,
}

impl Mistake {
    /// The part of the board that it touches: no other mistake there is independent of it.
    pub(crate) fn part(&self) -> &str {
        let path = self.path.strip_prefix("specials.").unwrap_or(&self.path);
        let part = path.split(['.', '[']).next().unwrap_or_default();
        match part {
            "fridge" => "sofa",
            "washbasin" => "entrance",
            "gift_areas" => "ornaments",
            _ => part,
        }
    }

    /// Whether two of them are mistakes of their own.
    pub(crate) fn is_apart_from(&self, other: &Self) -> bool {
        let covers = |a: &Self, b: &Self| match a.part() {
            "" => true,
            "specials" => b.path.starts_with("specials"),
            part => part == b.part(),
        };
        !(covers(self, other) || covers(other, self))
    }

    /// The board with this mistake in it.
    pub(crate) fn put_into(&self, board: &mut Value) {
        for (pointer, value) in &self.edits {
            set(board, pointer, value.clone());
        }
    }
}

/// A collector of mistakes in one board.
struct Mistakes<'a> {
    board: &'a Value,
    list: Vec<Mistake>,
}

/// All mistakes that this file knows in a board.
pub(crate) fn mistakes(board: &Value) -> Vec<Mistake> {
    let mut mistakes = Mistakes { board, list: Vec::new() };
    mistakes.types();
    mistakes.keys();
    mistakes.names();
    mistakes.circles();
    mistakes.edges();
    mistakes.tables();
    mistakes.zones();
    mistakes.start();
    mistakes.specials();
    mistakes.list
}

impl Mistakes<'_> {
    fn n(&self) -> usize {
        self.board["circles"].as_array().map_or(0, Vec::len)
    }

    fn has_zones(&self) -> bool {
        self.board["specials"].get("zones").is_some()
    }

    fn add(&mut self, code: Code, path: &str, edits: Vec<(String, Option<Value>)>) -> &mut Mistake {
        self.list.push(Mistake { code, path: path.to_owned(), edits, needs: vec![], spoils: vec![] });
        self.list.last_mut().expect("it was just added")
    }

    /// The value at the path of the error is replaced.
    fn replace(&mut self, code: Code, path: &str, value: Value) -> &mut Mistake {
        self.add(code, path, vec![(pointer(path), Some(value))])
    }

    /// What nobody can rely on after an error at this path.
    fn spoilt(&self, path: &str) -> Vec<Need> {
        let has_zones = self.has_zones();
        let is_item = path.ends_with(']');
        match path.split(['.', '[']).next() {
            Some("circles") if path == "circles" || is_item || last_key(path) == "id" => vec![Ids],
            Some("edges") => vec![Edges],
            Some("tables") if path == "tables" || is_item => vec![Tables, Names, Zones],
            Some("tables") if has_zones && last_key(path) == "zone" => vec![Names, Zones],
            Some("specials") if has_zones && (path == "specials" || path.starts_with("specials.zones")) => vec![Zones],
            _ => vec![],
        }
    }

    /// Every value, the board itself too, replaced by one of another type.
    fn types(&mut self) {
        let board = self.board;
        for (place, path) in pointers(board) {
            let value = at(board, &place);
            let accepted_too = if path == "penalties.isolated" || path == "start" { json!({}) } else { json!([]) };
            let others = match value {
                Value::Object(_) | Value::String(_) => [json!(1), json!([]), json!(null), json!(true)],
                Value::Array(_) => [json!({}), json!("0"), json!(0.5), json!(false)],
                Value::Bool(_) => [json!(0), json!(1), json!("true"), json!(null)],
                Value::Number(_) if ["x", "y"].contains(&last_key(&path)) => [json!("0"), json!(null), json!(true), json!([])],
                _ => [json!(1.0), json!(u64::MAX), json!(true), accepted_too],
            };
            for other in others {
                // An isolated circle may cost an integer, and the words of TK-70 are no other type.
                if path == "penalties.isolated" && other == json!(1) || path == "start" && other.is_null() {
                    continue;
                }
                let spoils = self.spoilt(&path);
                self.add(Code::WrongType, &path, vec![(place.clone(), Some(other))]).spoils = spoils;
            }
        }
    }

    /// Keys that are missing and keys that nobody knows.
    fn keys(&mut self) {
        let board = self.board;
        let required = |path: &str| -> &[&str] {
            match path {
                "" => &["id", "circles", "edges", "tables"],
                "penalties" => &["face", "isolated"],
                "specials.flags" | "specials.top" => &["circles", "points"],
                "specials.ornaments" => &["colours", "points"],
                _ if path.starts_with("circles[") => &["id", "max"],
                _ if last_key(path) == "limits" => &OPERATIONS,
                _ if path.starts_with("tables[") => &["zone", "limits"],
                _ => &[],
            }
        };
        let objects = pointers(board).into_iter().filter(|(place, _)| at(board, place).is_object());
        for (place, path) in objects.filter(|(_, path)| !["zones", "colours"].contains(&last_key(path))) {
            let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            for key in required(&path) {
                let spoils = self.spoilt(&below(key));
                self.add(Code::MissingKey, &below(key), vec![(format!("{place}/{key}"), None)]).spoils = spoils;
            }
            for key in ["", "Id", "zone_s", "Ünbekannt 😀", "limits2"] {
                self.add(Code::UnknownKey, &below(key), vec![(format!("{place}/{key}"), Some(json!([{"a": null}])))]);
            }
        }
    }

    fn names(&mut self) {
        for id in ["", "Dunai", "a-b", "a b", "é", "a\n", &"a".repeat(41), &"x".repeat(100)] {
            self.replace(Code::BadId, "id", json!(id));
        }
        for level in ["", "Verified", "sure"] {
            self.add(Code::BadProvenance, "provenance.level", vec![("/provenance".to_owned(), Some(json!({"level": level})))]);
        }
        for (key, value) in [("face", json!(-1)), ("face", json!(100)), ("face", json!(i64::MAX)), ("isolated", json!(100))] {
            self.replace(Code::BadPenalty, &format!("penalties.{key}"), value);
        }
        for word in ["", "Number", "3"] {
            self.replace(Code::BadPenalty, "penalties.isolated", json!(word));
        }
    }

    fn circles(&mut self) {
        let n = self.n();
        let one = |id: usize| json!({"id": id, "max": 12});
        for count in [0, 1, 33, 40] {
            let list: Vec<Value> = (0..count).map(one).collect();
            self.replace(Code::CircleCount, "circles", json!(list)).spoils = vec![Ids];
        }
        for k in [0, n / 2, n - 1] {
            for id in [json!(n), json!((k + 1) % n), json!(-1), json!(i64::MIN)] {
                self.add(Code::CircleIds, "circles", vec![(format!("/circles/{k}/id"), Some(id))]).spoils = vec![Ids];
            }
            for key in ["x", "y"] {
                self.add(Code::BadCoordinate, &format!("circles[{k}]"), vec![(format!("/circles/{k}/{key}"), None)]);
            }
            for max in [0, 7, 11, 13, -6] {
                self.replace(Code::BadMax, &format!("circles[{k}].max"), json!(max));
            }
        }
    }

    fn edges(&mut self) {
        let n = self.n();
        let edges = self.board["edges"].as_array().cloned().unwrap_or_default();
        for k in [0, edges.len() / 2, edges.len() - 1] {
            for bad in [json!([]), json!([1]), json!([0, 1, 2])] {
                self.replace(Code::BadEdge, &format!("edges[{k}]"), bad).spoils = vec![Edges];
            }
            for bad in [json!([0, 0]), json!([0, n]), json!([-1, 0]), json!([i64::MAX, 1])] {
                let mistake = self.replace(Code::BadEdge, &format!("edges[{k}]"), bad);
                (mistake.needs, mistake.spoils) = (vec![Ids], vec![Edges]);
            }
            let turned = json!([edges[k][1], edges[k][0]]);
            for again in [turned, edges[k].clone()] {
                self.add(Code::DuplicateEdge, &format!("edges[{}]", edges.len()), vec![("/edges/-".to_owned(), Some(again))]).needs =
                    vec![Ids];
            }
        }
        let prelinked = self.board["specials"]["prelinked"].to_string();
        for alone in (0..n).filter(|alone| !prelinked.contains(&alone.to_string())) {
            let rest: Vec<&Value> = edges.iter().filter(|edge| edge[0] != json!(alone) && edge[1] != json!(alone)).collect();
            let edits = vec![("/edges".to_owned(), Some(json!(rest)))];
            self.add(Code::NotConnected, "edges", edits).needs = vec![Ids];
        }
    }

    fn tables(&mut self) {
        let tables = self.board["tables"].as_array().cloned().unwrap_or_default();
        let named = |zone: &str| json!({"zone": zone, "limits": tables[0]["limits"]});
        let mut lists = vec![vec![], vec![named("left"), named("right"), named("middle")], vec![named("left")], vec![named("")]];
        for [a, b] in [["left", "left"], ["all", "left"], ["left", "all"], ["shared", "left"], ["left", "shared"], ["all", "all"]] {
            lists.push(vec![named(a), named(b)]);
        }
        for list in lists {
            self.replace(Code::BadTables, "tables", json!(list)).spoils = vec![Tables, Names, Zones];
        }
        for k in 0..tables.len() {
            for operation in OPERATIONS {
                for limit in [-1, 16, i64::MAX] {
                    self.replace(Code::BadLimit, &format!("tables[{k}].limits.{operation}"), json!(limit));
                }
            }
            let few = if tables.len() == 1 { [4, 4, 4, 4, 2] } else { [2, 2, 2, 2, 1] };
            for limits in [few, [0; 5], [15, 0, 0, 0, 0].map(|limit| limit * usize::from(tables.len() == 1))] {
                let limits: Map<String, Value> = OPERATIONS.iter().zip(limits).map(|(key, n)| ((*key).to_owned(), json!(n))).collect();
                let edits = vec![(format!("/tables/{k}/limits"), Some(Value::Object(limits)))];
                self.add(Code::TooFewBoxes, &format!("tables[{k}]"), edits).needs = vec![Ids, Tables, Zones];
            }
        }
    }

    fn zones(&mut self) {
        let n = self.n();
        let ids = |range: std::ops::Range<usize>| range.collect::<Vec<_>>();
        let [left, right] = [ids(0..n / 2), ids(n / 2..n)];
        let has_one_table = self.board["tables"].as_array().map_or(0, Vec::len) == 1;
        let mut bad = |zones: Option<Value>, needs: &[Need]| {
            let mistake = self.add(Code::BadZones, "specials.zones", vec![("/specials/zones".to_owned(), zones)]);
            (mistake.needs, mistake.spoils) = ([&[Tables], needs].concat(), vec![Zones]);
        };
        if has_one_table {
            for zones in [json!({}), json!({"all": ids(0..n)}), json!({"left": left, "right": right})] {
                bad(Some(zones), &[]);
            }
            return;
        }
        bad(None, &[]);
        for zones in [
            json!({}),
            json!({"left": ids(0..n)}),
            json!({"left": left, "right": right, "": []}),
            json!({"left": left, "Right": right}),
            json!({"left": [], "right": ids(0..n)}),
            json!({"left": left, "right": [], "shared": right}),
        ] {
            bad(Some(zones), &[Names]);
        }
        for zones in [
            json!({"left": left, "right": ids(n / 2 + 1..n)}),
            json!({"left": ids(0..n / 2 + 1), "right": right}),
            json!({"left": left, "right": right, "shared": [0]}),
            json!({"left": left, "right": ids(n / 2..n + 1)}),
            json!({"left": left, "right": ids(n / 2 + 1..n), "shared": [-1]}),
            json!({"left": left, "right": ids(n / 2 + 1..n), "shared": [n / 2, n / 2]}),
        ] {
            bad(Some(zones), &[Names, Ids]);
        }
    }

    fn start(&mut self) {
        let n = self.n();
        self.replace(Code::BadStart, "start", json!([]));
        for start in [json!([n]), json!([1, 2, 1]), json!([-1]), json!([1, i64::MAX])] {
            self.replace(Code::BadStart, "start", start).needs = vec![Ids];
        }
        if self.has_zones() {
            self.replace(Code::BadStart, "start", json!([1, 0])).needs = vec![Ids, Zones];
            self.replace(Code::BadStart, "start", json!(null)).needs = vec![Tables];
            self.add(Code::BadStart, "start", vec![("/start".to_owned(), None)]).needs = vec![Tables];
        }
    }

    fn specials(&mut self) {
        let n = self.n();
        let lists = [json!([n]), json!([0, 1, 0]), json!([-1])];
        let mut bad = |key: &str, with: &[(&str, Value)], value: Value, needs: &[Need]| {
            let mut edits = vec![(format!("/specials/{key}"), Some(value))];
            edits.extend(with.iter().map(|(key, value)| (format!("/specials/{key}"), Some(value.clone()))));
            self.add(Code::BadSpecial, &format!("specials.{key}"), edits).needs = needs.to_vec();
        };
        let partner = |key: &str| match key {
            "sofa" => vec![("fridge", json!([0]))],
            "fridge" => vec![("sofa", json!([0]))],
            "washbasin" => vec![("entrance", json!([0]))],
            _ => vec![],
        };
        for key in ["sofa", "fridge", "desk", "entrance", "washbasin", "roses", "waves"] {
            bad(key, &partner(key), json!([]), &[]);
            for list in &lists {
                bad(key, &partner(key), list.clone(), &[Ids]);
            }
        }
        for key in ["flags", "top"] {
            bad(key, &[], json!({"circles": [], "points": 5}), &[]);
            bad(key, &[], json!({"circles": [0], "points": 100}), &[]);
            bad(key, &[], json!({"circles": [n], "points": -1}), &[]);
            for list in &lists {
                bad(key, &[], json!({"circles": list, "points": 5}), &[Ids]);
            }
        }
        let ornaments = |colours: Value, points: Value| json!({"colours": colours, "points": points});
        for (colours, points, needs) in [
            (json!({}), json!([1]), &[][..]),
            (json!({"red": []}), json!([1]), &[]),
            (json!({"red": [0], "": [1]}), json!([1]), &[]),
            (json!({"red": [0]}), json!([]), &[]),
            (json!({"red": [0]}), json!([100]), &[]),
            (json!({"red": [0]}), json!([1, -1]), &[]),
            (json!({"red": [n]}), json!([1]), &[Ids]),
            (json!({"red": [0, 0]}), json!([1]), &[Ids]),
            (json!({"red": [0, 1], "blue": [2, 0]}), json!([1, 2]), &[Ids]),
        ] {
            bad("ornaments", &[], ornaments(colours, points), needs);
        }
        let edges = self.board["edges"].as_array().cloned().unwrap_or_default();
        let turned = json!([edges[0][1], edges[0][0]]);
        let is_edge = |a: usize, b: usize| edges.contains(&json!([a, b])) || edges.contains(&json!([b, a]));
        let apart = (1..n).find(|&b| !is_edge(0, b)).unwrap_or_default();
        for (pairs, needs) in [
            (json!([]), &[][..]),
            (json!([[]]), &[]),
            (json!([edges[0], [1]]), &[]),
            (json!([[0, 1, 2]]), &[]),
            (json!([edges[0], edges[0]]), &[Ids]),
            (json!([edges[0], turned]), &[Ids]),
            (json!([[0, n]]), &[Ids]),
            (json!([[-1, 0]]), &[Ids]),
            (json!([[0, apart]]), &[Ids, Edges]),
            (json!([edges[0], [2, 2]]), &[Ids, Edges]),
        ] {
            self.add(Code::BadSpecial, "specials.prelinked", vec![("/specials/prelinked".to_owned(), Some(pairs))]).needs = needs.to_vec();
        }
        self.partners();
    }

    /// Keys that need another one.
    fn partners(&mut self) {
        let specials = |key: &str| format!("/specials/{key}");
        for (key, partner) in [("sofa", "fridge"), ("fridge", "sofa"), ("washbasin", "entrance")] {
            let edits = vec![(specials(key), Some(json!([0]))), (specials(partner), None)];
            self.add(Code::BadSpecial, &format!("specials.{key}"), edits);
        }
        let edits = vec![(specials("gift_areas"), Some(json!(true))), (specials("ornaments"), None)];
        self.add(Code::BadSpecial, "specials.gift_areas", edits);
    }
}

/// The JSON pointer of a path without odd keys.
fn pointer(path: &str) -> String {
    format!("/{}", path.replace(['.', '['], "/").replace(']', ""))
}

/// The last key of a path.
fn last_key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}
