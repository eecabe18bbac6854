//! Single mistakes in a valid map, each with the one error that it must give (TT-57, TT-94) and what it makes others leave out (TT-95).

use super::json::{at, pointers, set};
use serde_json::{Value, json};
use spielwerk::thurn_and_taxis::tables::map_file::Code;
use unicode_normalization::UnicodeNormalization;

/// What a check needs, and what a mistake spoils.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The names of all regions.
    RegionNames,
    /// The same, and none empty or twice.
    DistinctRegions,
    /// The names of all cities.
    CityNames,
    /// How many cities there are.
    CityCount,
    /// Everything of the cities but their regions.
    Cities,
    /// The region of every city.
    CityRegions,
    /// All roads.
    Roads,
    /// Cards of each city.
    Copies,
    /// The kinds of all stacks.
    Kinds,
}
use Need::{Cities, CityCount, CityNames, CityRegions, Copies, DistinctRegions, Kinds, RegionNames, Roads};

/// One mistake.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    pub(crate) code: Code,
    pub(crate) place: String,
    /// JSON pointers with the new value; without one the value is removed.
    pub(crate) edits: Vec<(String, Option<Value>)>,
    /// JSON pointers of what it relies on.
    pub(crate) touches: Vec<String>,
    pub(crate) needs: Vec<Need>,
    pub(crate) spoils: Vec<Need>,
}

impl Mistake {
    /// The parts of the map that it is about: no other mistake there is independent of it.
    fn parts(&self) -> impl Iterator<Item = Vec<&str>> {
        let pointers = self.edits.iter().map(|(pointer, _)| pointer).chain(&self.touches);
        pointers.map(|pointer| pointer.split('/').skip(1).take(2).collect())
    }

    /// Whether two of them are mistakes of their own.
    pub(crate) fn is_apart_from(&self, other: &Self) -> bool {
        self.parts().all(|a| other.parts().all(|b| !a.starts_with(&b) && !b.starts_with(&a)))
    }

    /// The map with this mistake in it.
    pub(crate) fn put_into(&self, map: &mut Value) {
        for (pointer, value) in &self.edits {
            set(map, pointer, value.clone());
        }
    }
}

/// A collector of mistakes in one map.
struct Mistakes<'a> {
    map: &'a Value,
    list: Vec<Mistake>,
}

/// All mistakes that this file knows in a map.
pub(crate) fn mistakes(map: &Value) -> Vec<Mistake> {
    let mut mistakes = Mistakes { map, list: Vec::new() };
    mistakes.types();
    mistakes.keys();
    mistakes.numbers();
    mistakes.names();
    mistakes.regions();
    mistakes.cities();
    mistakes.roads();
    mistakes.graphs();
    mistakes.stacks();
    mistakes.game_end();
    mistakes.pairs_of_stacks();
    mistakes.list
}

impl Mistakes<'_> {
    fn items(&self, key: &str) -> Vec<Value> {
        self.map[key].as_array().cloned().unwrap_or_default()
    }

    fn add(&mut self, code: Code, place: &str, edits: Vec<(String, Option<Value>)>) -> &mut Mistake {
        self.list.push(Mistake { code, place: place.to_owned(), edits, touches: vec![], needs: vec![], spoils: vec![] });
        self.list.last_mut().expect("it was just added")
    }

    /// The value at the place of the error is replaced.
    fn replace(&mut self, code: Code, place: &str, value: Value) -> &mut Mistake {
        self.add(code, place, vec![(pointer(place), Some(value))])
    }

    /// A value is added to a list.
    fn append(&mut self, code: Code, place: &str, list: &str, value: Value) -> &mut Mistake {
        self.add(code, place, vec![(format!("/{list}/-"), Some(value))])
    }

    /// Every value of a known type replaced by one of another type.
    fn types(&mut self) {
        let map = self.map;
        for (place, path) in pointers(map).into_iter().skip(1) {
            if ["notes", "provenance"].iter().any(|free| path.starts_with(free)) {
                continue;
            }
            let others = match at(map, &place) {
                Value::Null => vec![json!(0), json!([]), json!(false), json!({})],
                Value::String(_) | Value::Object(_) => vec![json!(1), json!([]), json!(null), json!(true)],
                Value::Array(_) => vec![json!({}), json!("0"), json!(0.5), json!(false), json!(null)],
                _ if ["x", "y"].contains(&last_key(&path)) => vec![json!("0"), json!(null), json!(true), json!([])],
                _ => vec![json!(1.0), json!(u64::MAX), json!(true), json!([]), json!("1"), json!(null)],
            };
            let is_road = path.starts_with("roads[");
            let shown = if is_road { path.split(']').next().unwrap_or_default().to_owned() + "]" } else { path.clone() };
            for other in others {
                if last_key(&path) == "region" && other.is_null() {
                    continue;
                }
                self.add(Code::Type, &shown, vec![(place.clone(), Some(other))]).spoils = spoilt(&path);
            }
            if is_road && path == shown {
                let [a, b] = [0, 1].map(|k: usize| at(map, &place)[k].clone());
                for other in [json!([]), json!([a]), json!([a, b, a]), json!([[a, b]]), json!([a, 1]), json!([null, "Rom"])] {
                    self.replace(Code::Type, &path, other).spoils = vec![Roads];
                }
            }
        }
    }

    /// Keys that are missing and keys that nobody knows.
    fn keys(&mut self) {
        let map = self.map;
        for (place, path) in pointers(map) {
            let value = at(map, &place);
            if !value.is_object() || ["notes", "provenance"].iter().any(|free| path.starts_with(free)) {
                continue;
            }
            let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            let required: &[&str] = match path.split('[').next().unwrap_or_default() {
                "" => &["name", "copies_per_city_card", "regions", "cities", "roads", "bonus_stacks"],
                "regions" => &["name"],
                "cities" => &["name", "region"],
                _ => &["id", "kind", "values", "min_len", "regions"],
            };
            for key in required.iter().filter(|key| value.get(**key).is_some()) {
                self.add(Code::Key, &path, vec![(format!("{place}/{key}"), None)]).spoils = spoilt(&below(key));
            }
            for key in ["Name", "colours", "ü 😀", "id_"] {
                self.add(Code::Key, &below(key), vec![(format!("{place}/{key}"), Some(json!([{"a": null}])))]);
            }
            if path.starts_with("cities") {
                for (key, other) in [("x", "y"), ("y", "x")] {
                    let edits = vec![(format!("{place}/{key}"), Some(json!(1))), (format!("{place}/{other}"), None)];
                    self.add(Code::Key, &path, edits).spoils = vec![Cities];
                }
            }
        }
    }

    fn numbers(&mut self) {
        for copies in [0, -1, 10, i64::MAX, i64::MIN] {
            self.replace(Code::Copies, "copies_per_city_card", json!(copies)).spoils = vec![Copies];
        }
        let (cities, regions, stacks) = (self.items("cities"), self.items("regions"), self.items("bonus_stacks"));
        let more = (cities.len()..33).map(|k| json!({"name": format!("new {k}"), "region": null}));
        let edits = vec![("/cities".to_owned(), Some(cities.iter().cloned().chain(more).collect()))];
        let mistake = self.add(Code::Size, "cities", edits);
        mistake.spoils = vec![Cities];
        if cities.len() == 7 {
            let edits = vec![("/copies_per_city_card".to_owned(), Some(json!(1)))];
            let mistake = self.add(Code::Size, "cities", edits);
            (mistake.needs, mistake.spoils) = (vec![CityCount, Copies], vec![Cities]);
        }
        if self.map["name"] == "Sieben" {
            let last = &cities[6]["name"];
            let roads: Value = self.items("roads").into_iter().filter(|road| road[0] != *last && road[1] != *last).collect();
            let edits = vec![("/cities".to_owned(), Some(json!(cities[..6]))), ("/roads".to_owned(), Some(roads))];
            self.add(Code::Size, "cities", edits).spoils = vec![Cities];
        }
        let more = (regions.len()..17).map(|k| json!({"name": format!("new {k}")}));
        let more: Value = regions.iter().cloned().chain(more).collect();
        if cities.len() >= 22 {
            // Each new region gets a city that is not the last one of its own.
            let mut edits = vec![("/regions".to_owned(), Some(more))];
            let mut left: Vec<&Value> = cities.iter().map(|city| &city["region"]).collect();
            let mut new = regions.len()..17;
            for (k, city) in cities.iter().enumerate() {
                let region = &city["region"];
                let is_last = region.is_string() && left.iter().filter(|other| **other == region).count() == 1;
                if !is_last && let Some(id) = new.next() {
                    left[k] = &Value::Null;
                    edits.push((format!("/cities/{k}/region"), Some(json!(format!("new {id}")))));
                }
            }
            if new.next().is_none() {
                self.add(Code::Size, "regions", edits);
            }
        }
        let lengths = (3..cities.len()).filter(|length| stacks.iter().all(|stack| stack["min_len"] != json!(length)));
        let more = lengths.map(|k| json!({"id": format!("new {k}"), "kind": "route_length", "min_len": k, "values": [1]}));
        let more: Vec<Value> = stacks.iter().cloned().chain(more).take(17).collect();
        if more.len() == 17 {
            self.replace(Code::Size, "bonus_stacks", json!(more));
        }
    }

    /// Names that are empty or there already, also in another form (TT-54).
    fn names(&mut self) {
        self.replace(Code::Name, "name", json!(""));
        for list in ["regions", "cities"] {
            let items = self.items(list);
            if items.len() == if list == "regions" { 16 } else { 32 } {
                continue;
            }
            let place = format!("{list}[{}].name", items.len());
            let spoils = if list == "regions" { vec![DistinctRegions] } else { vec![Cities] };
            let names = items.iter().enumerate().filter_map(|(k, item)| Some((Some(k), item["name"].as_str()?)));
            for (k, name) in names.chain([(None, "")]) {
                for name in [name.to_owned(), name.nfd().collect()] {
                    let item = if list == "regions" { json!({"name": name}) } else { json!({"name": name, "region": null}) };
                    let mistake = self.append(Code::Name, &place, list, item);
                    mistake.spoils.clone_from(&spoils);
                    mistake.touches = k.map(|k| format!("/{list}/{k}")).into_iter().collect();
                }
            }
        }
        let stacks = self.items("bonus_stacks");
        for k in 0..stacks.len() {
            let place = format!("bonus_stacks[{k}].id");
            self.replace(Code::Name, &place, json!(""));
            for before in 0..k {
                self.replace(Code::Name, &place, stacks[before]["id"].clone()).touches = vec![format!("/bonus_stacks/{before}")];
            }
        }
    }

    fn regions(&mut self) {
        let n = self.items("regions").len();
        if n == 16 {
            return;
        }
        for name in ["Neuland", "tal", "K", " "] {
            self.append(Code::RegionEmpty, &format!("regions[{n}]"), "regions", json!({"name": name})).needs =
                vec![DistinctRegions, CityRegions];
        }
    }

    fn cities(&mut self) {
        for k in 0..self.items("cities").len() {
            for name in ["?", "Nirgends", "baden", "Tal ", "Ulm"] {
                let mistake = self.replace(Code::Ref, &format!("cities[{k}].region"), json!(name));
                (mistake.needs, mistake.spoils) = (vec![RegionNames], vec![CityRegions]);
            }
        }
    }

    fn roads(&mut self) {
        let roads = self.items("roads");
        let after = format!("roads[{}]", roads.len());
        for (k, road) in roads.iter().enumerate() {
            for end in 0..2 {
                let place = format!("roads[{k}][{end}]");
                for name in [format!("Nirgends {k} {end}"), road[end].to_string() + " "] {
                    let mistake = self.replace(Code::Ref, &place, json!(name));
                    (mistake.needs, mistake.spoils) = (vec![CityNames], vec![Roads]);
                }
            }
            let [a, b] = [0, 1].map(|end| road[end].as_str().unwrap_or_default().to_owned());
            let other: String = a.nfd().collect();
            for loops in [json!([a, a]), json!([other, a])] {
                self.replace(Code::RoadLoop, &format!("roads[{k}]"), loops).spoils = vec![Roads];
            }
            for again in [json!([a, b]), json!([b, a]), json!([b, other])] {
                let mistake = self.append(Code::RoadDup, &after, "roads", again);
                (mistake.spoils, mistake.touches) = (vec![Roads], vec![format!("/roads/{k}")]);
            }
        }
    }

    fn graphs(&mut self) {
        let (cities, roads) = (self.items("cities"), self.items("roads"));
        for city in &cities {
            let name = &city["name"];
            let far: Value = roads.iter().filter(|road| road[0] != *name && road[1] != *name).cloned().collect();
            let star: Value = cities.iter().map(|other| json!([name, other["name"]])).filter(|road| road[0] != road[1]).collect();
            for (code, roads) in [(Code::Connected, far), (Code::Route7, star)] {
                // A road may name a city in another form.
                let is_plain = name.as_str().is_some_and(str::is_ascii);
                if is_plain || code == Code::Route7 {
                    self.replace(code, "roads", roads).needs = vec![Cities];
                }
            }
        }
        self.replace(Code::Connected, "roads", json!([])).needs = vec![Cities];
    }

    fn stacks(&mut self) {
        for (k, stack) in self.items("bonus_stacks").into_iter().enumerate() {
            let place = |key: &str| format!("bonus_stacks[{k}].{key}");
            for kind in ["", "Route_length", "game_end ", "routes"] {
                self.replace(Code::Kind, &place("kind"), json!(kind)).spoils = vec![Kinds];
            }
            for values in [json!([]), json!([0]), json!([21]), json!([-1]), json!([i64::MAX])] {
                self.replace(Code::Values, &place("values"), values);
            }
            let is_end = stack["kind"] == "game_end";
            for values in [json!([1, 2]), json!([20, 19, 19, 20]), json!(vec![1; 17]), json!([5, 0])] {
                if !is_end {
                    self.replace(Code::Values, &place("values"), values);
                }
            }
            let (length, regions) = (stack.get("min_len").is_some(), stack.get("regions").is_some());
            for (key, value) in
                [("min_len", json!(3)), ("min_len", json!("x")), ("regions", json!([])), ("regions", json!(["Nirgends", 7]))]
            {
                if stack.get(key).is_none() {
                    self.replace(Code::Key, &place(key), value);
                }
            }
            let position = k as i64;
            // Wrong for any number of cities, and for each stack another.
            for wrong in [2 - position, 34 + position, i64::MIN + position, i64::MAX - position] {
                if length {
                    self.replace(Code::MinLen, &place("min_len"), json!(wrong)).needs = vec![CityCount];
                }
            }
            if regions {
                let name = stack["regions"][0].as_str().unwrap_or_default();
                let other: String = name.nfd().collect();
                // No other stack of its kind has just this one.
                let others = self.items("bonus_stacks").into_iter().filter(|other| other["kind"] == stack["kind"]);
                let is_alone = others.filter(|stack| names(stack) == [name.nfc().to_string()]).count() == 0;
                self.replace(Code::Regions, &place("regions"), json!([]));
                for twice in [json!([name, name]), json!([name, other]), json!([other, name, other])] {
                    if is_alone {
                        self.replace(Code::Regions, &place("regions"), twice);
                    }
                }
                for end in 0..stack["regions"].as_array().map_or(0, Vec::len) {
                    let name = json!(format!("Nirgends {k}"));
                    self.replace(Code::Ref, &place(&format!("regions[{end}]")), name).needs = vec![RegionNames];
                }
            }
        }
    }

    fn game_end(&mut self) {
        let (cities, stacks) = (self.items("cities"), self.items("bonus_stacks"));
        let Some(k) = stacks.iter().position(|stack| stack["kind"] == "game_end") else { return };
        let place = format!("bonus_stacks[{k}].values");
        self.replace(Code::GameEnd, &place, json!([2, 1]));
        self.replace(Code::GameEnd, &place, json!(vec![1; 16]));
        let mut edits = Vec::new();
        if let Some(length) = (3..=cities.len()).find(|length| stacks.iter().all(|stack| stack["min_len"] != json!(length))) {
            let other = json!({"id": "other", "kind": "route_length", "min_len": length, "values": [1]});
            edits.push((format!("/bonus_stacks/{k}"), Some(other)));
        }
        if stacks.len() < 16 {
            edits.push(("/bonus_stacks/-".to_owned(), Some(json!({"id": "other", "kind": "game_end", "values": [1]}))));
        }
        for edit in edits {
            let mistake = self.add(Code::GameEnd, "bonus_stacks", vec![edit]);
            // The two would make up for each other, so only one of them is made.
            (mistake.needs, mistake.touches) = (vec![Kinds], vec!["/the end".to_owned()]);
        }
    }

    /// What two stacks must not have in common: the later one is named.
    fn pairs_of_stacks(&mut self) {
        let stacks = self.items("bonus_stacks");
        for (later, stack) in stacks.iter().enumerate() {
            for (before, other) in stacks[..later].iter().enumerate().filter(|(_, other)| other["kind"] == stack["kind"]) {
                let touches = vec![format!("/bonus_stacks/{before}")];
                if let Some(length) = other.get("min_len") {
                    self.replace(Code::MinLen, &format!("bonus_stacks[{later}].min_len"), length.clone()).touches.clone_from(&touches);
                }
                if let Some(names) = other["regions"].as_array() {
                    let turned: Vec<String> = names.iter().rev().map(|name| name.as_str().unwrap_or_default().nfd().collect()).collect();
                    for regions in [json!(names), json!(turned)] {
                        self.replace(Code::Regions, &format!("bonus_stacks[{later}].regions"), regions).touches.clone_from(&touches);
                    }
                }
            }
        }
    }
}

/// What nobody can rely on if the value at this path is missing or of a wrong type.
fn spoilt(path: &str) -> Vec<Need> {
    let is_item = path.ends_with(']') && path.matches('[').count() == 1;
    match (path.split('[').next().unwrap_or_default(), last_key(path)) {
        ("regions", "name") => vec![RegionNames, DistinctRegions],
        ("regions", _) if is_item || path == "regions" => vec![RegionNames, DistinctRegions],
        ("cities", _) if path == "cities" => vec![CityNames, CityCount, Cities, CityRegions],
        ("cities", _) if is_item => vec![CityNames, Cities, CityRegions],
        ("cities", "name") => vec![CityNames, Cities],
        ("cities", "region") => vec![CityRegions],
        ("cities", "x" | "y" | "status") => vec![Cities],
        ("roads", _) => vec![Roads],
        ("copies_per_city_card", _) => vec![Copies],
        ("bonus_stacks", "kind") => vec![Kinds],
        ("bonus_stacks", _) if is_item || path == "bonus_stacks" => vec![Kinds],
        _ => vec![],
    }
}

/// The names of a stack's regions as they are compared.
fn names(stack: &Value) -> Vec<String> {
    let names = stack["regions"].as_array().into_iter().flatten();
    names.map(|name| name.as_str().unwrap_or_default().nfc().collect()).collect()
}

/// The JSON pointer of a path without odd keys.
fn pointer(path: &str) -> String {
    format!("/{}", path.replace(['.', '['], "/").replace(']', ""))
}

/// The last key of a path.
fn last_key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}
