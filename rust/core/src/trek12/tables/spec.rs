//! A board as its file says it: lists and names, in the form of TK-66 to TK-71. What the rules work with is made from it in [`super`].

use serde_json::{Map, Value, json};

/// How sure the project, or the user, is of a board (TK-67).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Independent readings of the printed sheet agree.
    Verified,
    /// The rules are sourced, parts of the layout are invented.
    Reconstructed,
    /// A board of the user's own.
    User,
}

impl Level {
    /// All of them with their names in a file.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Verified, "verified"), (Self::Reconstructed, "reconstructed"), (Self::User, "user")];

    /// Its name in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Reconstructed => "reconstructed",
            Self::User => "user",
        }
    }
}

/// One circle (TK-68).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// The largest number that it holds: 12, or 6 where it is dangerous.
    pub max: u8,
    /// Where it is drawn, y downwards.
    pub at: Option<(f64, f64)>,
}

/// A table of boxes (TK-69).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxTable {
    /// `"all"`, or the name of one of two zones.
    pub zone: String,
    /// Boxes by operation, in the order of TK-4.
    pub limits: [u8; 5],
}

/// Circles that pay those who fill them first (TK-48, TK-51).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Their ids.
    pub circles: Vec<u8>,
    /// What each of them pays.
    pub points: u8,
}

/// Circles with ornaments (TK-50).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ornaments {
    /// Ids by colour.
    pub colours: Vec<(String, Vec<u8>)>,
    /// Points for 1, 2, 3 … different colours in one rope.
    pub points: Vec<u8>,
}

/// Which circles belong to which of two tables (TK-53).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zones {
    /// The circles of each zone, in the order of the tables.
    pub own: [Vec<u8>; 2],
    /// The circles of both.
    pub shared: Vec<u8>,
}

/// What a board has beyond circles and edges (TK-34, TK-71); empty where it has none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of TK-71")]
pub struct Specials {
    pub prelinked: Vec<[u8; 2]>,
    pub sofa: Vec<u8>,
    pub fridge: Vec<u8>,
    pub desk: Vec<u8>,
    pub entrance: Vec<u8>,
    pub washbasin: Vec<u8>,
    pub over12_loses: bool,
    pub roses: Vec<u8>,
    pub flags: Option<Claim>,
    pub ornaments: Option<Ornaments>,
    pub gift_areas: bool,
    pub top: Option<Claim>,
    pub zones: Option<Zones>,
    pub waves: Vec<u8>,
}

/// A valid board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardSpec {
    /// Its id in calls.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// How sure it is.
    pub level: Level,
    /// Why.
    pub note: Option<String>,
    /// What of it is invented.
    pub unknown: Vec<String>,
    /// The circles by id.
    pub circles: Vec<Circle>,
    /// Which circles touch.
    pub edges: Vec<[u8; 2]>,
    /// One table of boxes, or two.
    pub tables: Vec<BoxTable>,
    /// Where the first number may be written; anywhere if there is no list.
    pub start: Option<Vec<u8>>,
    /// The price of a face.
    pub face: u8,
    /// The price of an isolated circle; if there is none, the number in it (TK-43).
    pub isolated: Option<u8>,
    /// Its specials.
    pub specials: Specials,
}

impl BoardSpec {
    /// The board in the form of a file.
    pub fn to_value(&self) -> Value {
        let circle = |(id, circle): (usize, &Circle)| match circle.at {
            Some((x, y)) => json!({"id": id, "x": x, "y": y, "max": circle.max}),
            None => json!({"id": id, "max": circle.max}),
        };
        let table = |table: &BoxTable| {
            let limits: Map<String, Value> =
                super::OPERATIONS.iter().zip(table.limits).map(|(name, n)| ((*name).to_owned(), json!(n))).collect();
            json!({"zone": table.zone, "limits": limits})
        };
        let mut provenance = json!({"level": self.level.name()});
        if let Some(note) = &self.note {
            provenance["note"] = json!(note);
        }
        if !self.unknown.is_empty() {
            provenance["unknown"] = json!(self.unknown);
        }
        json!({
            "id": self.id,
            "name": self.name,
            "provenance": provenance,
            "circles": self.circles.iter().enumerate().map(circle).collect::<Vec<_>>(),
            "edges": self.edges,
            "tables": self.tables.iter().map(table).collect::<Vec<_>>(),
            "start": self.start,
            "penalties": {"face": self.face, "isolated": self.isolated.map_or(json!("number"), |n| json!(n))},
            "specials": self.specials_value(),
        })
    }

    fn specials_value(&self) -> Value {
        let s = &self.specials;
        let mut map = Map::new();
        let lists = [
            ("sofa", &s.sofa),
            ("fridge", &s.fridge),
            ("desk", &s.desk),
            ("entrance", &s.entrance),
            ("washbasin", &s.washbasin),
            ("roses", &s.roses),
            ("waves", &s.waves),
        ];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            map.insert(key.to_owned(), json!(list));
        }
        if !s.prelinked.is_empty() {
            map.insert("prelinked".to_owned(), json!(s.prelinked));
        }
        for (key, flag) in [("over12_loses", s.over12_loses), ("gift_areas", s.gift_areas)] {
            if flag {
                map.insert(key.to_owned(), json!(true));
            }
        }
        for (key, claim) in [("flags", &s.flags), ("top", &s.top)] {
            if let Some(claim) = claim {
                map.insert(key.to_owned(), json!({"circles": claim.circles, "points": claim.points}));
            }
        }
        if let Some(ornaments) = &s.ornaments {
            let colours: Map<String, Value> = ornaments.colours.iter().map(|(name, ids)| (name.clone(), json!(ids))).collect();
            map.insert("ornaments".to_owned(), json!({"colours": colours, "points": ornaments.points}));
        }
        if let Some(zones) = &s.zones {
            let mut value = Map::new();
            for (table, own) in self.tables.iter().zip(&zones.own) {
                value.insert(table.zone.clone(), json!(own));
            }
            if !zones.shared.is_empty() {
                value.insert("shared".to_owned(), json!(zones.shared));
            }
            map.insert("zones".to_owned(), Value::Object(value));
        }
        Value::Object(map)
    }
}
