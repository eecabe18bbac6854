//! A map as its file says it: names and lists, in the form of TT-55. What the rules work with is made from it in [`super`].

use serde_json::{Map, Value, json};

/// A region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// For drawing.
    pub colour: Option<String>,
    /// How sure it is.
    pub status: Option<String>,
}

/// A city.
#[derive(Clone, Debug, PartialEq)]
pub struct City {
    /// Its name.
    pub name: String,
    /// Its region; a free city has none (TT-2).
    pub region: Option<u8>,
    /// How sure it is.
    pub status: Option<String>,
    /// Where it is drawn, y downwards.
    pub at: Option<(f64, f64)>,
}

/// What a stack asks for, with the ids of its regions (TT-56).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of TT-56")]
pub enum Kind {
    RouteLength(u8),
    AllCities(Vec<u8>),
    OneHouseInEach(Vec<u8>),
    GameEnd,
}

/// A stack of bonus tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackSpec {
    /// Its name.
    pub id: String,
    /// What it asks for.
    pub kind: Kind,
    /// Values in the order in which its tiles are taken.
    pub values: Vec<u8>,
    /// How sure it is.
    pub status: Option<String>,
}

/// A valid map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapSpec {
    /// Its name.
    pub name: String,
    /// How sure it is.
    pub status: Option<String>,
    /// Cards of each city (TT-3).
    pub copies: u8,
    /// Regions by id.
    pub regions: Vec<Region>,
    /// Cities by id.
    pub cities: Vec<City>,
    /// Pairs of city ids.
    pub roads: Vec<[u8; 2]>,
    /// Stacks by id.
    pub stacks: Vec<StackSpec>,
    /// Any JSON that the file says about its sources.
    pub provenance: Option<Value>,
    /// Any JSON.
    pub notes: Option<Value>,
}

fn put(map: &mut Map<String, Value>, key: &str, text: Option<&String>) {
    if let Some(text) = text {
        map.insert(key.to_owned(), json!(text));
    }
}

impl MapSpec {
    /// The map in the form of a file.
    pub fn to_value(&self) -> Value {
        let city_name = |id: u8| self.cities.get(usize::from(id)).map_or("", |city| city.name.as_str());
        let region_name = |id: u8| self.regions.get(usize::from(id)).map_or("", |region| region.name.as_str());
        let mut map = Map::new();
        map.insert("name".to_owned(), json!(self.name));
        put(&mut map, "status", self.status.as_ref());
        map.insert("copies_per_city_card".to_owned(), json!(self.copies));
        let region = |region: &Region| {
            let mut value = Map::new();
            put(&mut value, "name", Some(&region.name));
            put(&mut value, "colour", region.colour.as_ref());
            put(&mut value, "status", region.status.as_ref());
            value
        };
        map.insert("regions".to_owned(), json!(self.regions.iter().map(region).collect::<Vec<_>>()));
        let city = |city: &City| {
            let mut value = Map::new();
            put(&mut value, "name", Some(&city.name));
            value.insert("region".to_owned(), city.region.map_or(Value::Null, |id| json!(region_name(id))));
            put(&mut value, "status", city.status.as_ref());
            if let Some((x, y)) = city.at {
                value.insert("x".to_owned(), json!(x));
                value.insert("y".to_owned(), json!(y));
            }
            value
        };
        map.insert("cities".to_owned(), json!(self.cities.iter().map(city).collect::<Vec<_>>()));
        map.insert("roads".to_owned(), json!(self.roads.iter().map(|&[a, b]| [city_name(a), city_name(b)]).collect::<Vec<_>>()));
        let stack = |stack: &StackSpec| {
            let mut value = Map::new();
            put(&mut value, "id", Some(&stack.id));
            let names = |ids: &[u8]| json!(ids.iter().map(|&id| region_name(id)).collect::<Vec<_>>());
            let (kind, extra) = match &stack.kind {
                Kind::RouteLength(length) => ("route_length", Some(("min_len", json!(length)))),
                Kind::AllCities(ids) => ("all_cities", Some(("regions", names(ids)))),
                Kind::OneHouseInEach(ids) => ("one_house_in_each", Some(("regions", names(ids)))),
                Kind::GameEnd => ("game_end", None),
            };
            value.insert("kind".to_owned(), json!(kind));
            if let Some((key, extra)) = extra {
                value.insert(key.to_owned(), extra);
            }
            value.insert("values".to_owned(), json!(stack.values));
            put(&mut value, "status", stack.status.as_ref());
            value
        };
        map.insert("bonus_stacks".to_owned(), json!(self.stacks.iter().map(stack).collect::<Vec<_>>()));
        for (key, value) in [("provenance", &self.provenance), ("notes", &self.notes)] {
            if let Some(value) = value {
                map.insert(key.to_owned(), value.clone());
            }
        }
        Value::Object(map)
    }
}
