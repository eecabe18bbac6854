//! The nine boards, as `seeds/trek12.json` has them; a test compares the two (TK-32, TK-86, TK-87).

use super::LARGEST;
use super::spec::{BoardSpec, BoxTable, Circle, Claim, Level, Ornaments, Specials, Zones};

/// A board without specials: Dunai, Kagkot and Dhaulagiri have no more (TK-33); the others get theirs in [`shipped`].
struct Plain {
    id: &'static str,
    name: &'static str,
    level: Level,
    note: &'static str,
    unknown: &'static [&'static str],
    /// x and y of each circle, one after the other.
    at: &'static [f64],
    dangerous: &'static [u8],
    /// The two ends of each edge.
    edges: &'static [u8],
    limits: &'static [(&'static str, [u8; 5])],
    start: &'static [u8],
    prices: (u8, Option<u8>),
}

impl Plain {
    fn board(&self, specials: Specials) -> BoardSpec {
        let circle = |(id, &[x, y]): (usize, &[f64; 2])| Circle {
            max: LARGEST[usize::from(self.dangerous.contains(&(id as u8)))],
            at: Some((x, y)),
        };
        BoardSpec {
            id: self.id.to_owned(),
            name: self.name.to_owned(),
            level: self.level,
            note: Some(self.note.to_owned()),
            unknown: self.unknown.iter().map(|&part| part.to_owned()).collect(),
            circles: self.at.as_chunks::<2>().0.iter().enumerate().map(circle).collect(),
            edges: self.edges.as_chunks::<2>().0.to_vec(),
            tables: self.limits.iter().map(|&(zone, limits)| BoxTable { zone: zone.to_owned(), limits }).collect(),
            start: (!self.start.is_empty()).then(|| self.start.to_vec()),
            face: self.prices.0,
            isolated: self.prices.1,
            specials,
        }
    }
}

const DUNAI: Plain = Plain {
    id: "dunai",
    name: "Dunai",
    level: Level::Verified,
    note: "two independent readings of the printed sheet and a measurement of the complete sheet artwork agree on every one of the 32 adjacencies; no dangerous circle.",
    unknown: &[],
    at: &[
        -2.763, -1.543, -1.796, -1.779, -2.533, -0.565, -1.548, -0.357, -0.555, -0.137, 0.223, -0.771, -3.196, 0.179, -2.883, 1.138,
        -2.221, 0.403, -1.901, 1.351, -1.243, 0.614, -0.93, 1.577, -0.267, 0.829, 0.045, 1.779, 0.696, 1.042, 1.287, 0.241, 1.683, 1.151,
        2.259, 0.348, 3.196, 0.736,
    ],
    dangerous: &[],
    edges: &[
        0, 1, 0, 2, 2, 3, 2, 6, 2, 8, 3, 4, 3, 8, 3, 10, 4, 5, 4, 10, 4, 12, 6, 7, 6, 8, 7, 8, 7, 9, 8, 9, 8, 10, 9, 10, 9, 11, 10, 11, 10,
        12, 11, 12, 11, 13, 12, 13, 12, 14, 13, 14, 14, 15, 14, 16, 15, 16, 15, 17, 16, 17, 17, 18,
    ],
    limits: &[("all", [4, 4, 4, 4, 4])],
    start: &[],
    prices: (3, Some(3)),
};

const KAGKOT: Plain = Plain {
    id: "kagkot",
    name: "Kagkot",
    level: Level::Verified,
    note: "a reading of the printed sheet and a measurement of the complete sheet artwork agree on all 27 adjacencies and the 4 dangerous circles; the rulebook worked example replays on it.",
    unknown: &[],
    at: &[
        -0.631, -2.017, 0.31, -2.371, 1.796, -2.235, 0.996, -1.641, -1.14, -1.166, 1.916, -1.249, -0.18, -0.846, -1.884, -0.482, -0.925,
        -0.177, -2.571, 0.251, 0.042, 0.13, 1.034, 0.128, -1.94, 1.046, -0.448, 1.004, 0.548, 0.988, 1.539, 0.983, 2.464, 1.387, 1.655,
        1.973, 2.571, 2.371,
    ],
    dangerous: &[3, 4, 10, 15],
    edges: &[
        0, 1, 0, 4, 1, 3, 2, 3, 2, 5, 3, 5, 4, 6, 4, 7, 4, 8, 6, 8, 6, 10, 7, 8, 7, 9, 8, 10, 9, 12, 10, 11, 10, 13, 10, 14, 11, 14, 11,
        15, 13, 14, 14, 15, 15, 16, 15, 17, 16, 17, 16, 18, 17, 18,
    ],
    limits: &[("all", [4, 4, 4, 4, 4])],
    start: &[],
    prices: (3, Some(3)),
};

const JAMPA: Plain = Plain {
    id: "jampa",
    name: "Jampa",
    level: Level::Reconstructed,
    note: "the box limits 5/3/4/3/5 and the pre-link rule are sourced; the shape, the three dangerous circles and the five pre-linked pairs are invented.",
    unknown: &["circles", "edges", "dangerous circles", "prelinked"],
    at: &[
        4.0, 0.0, 3.5, 0.866, 4.5, 0.866, 1.0, 1.732, 3.0, 1.732, 4.0, 1.732, 6.0, 1.732, 1.5, 2.598, 2.5, 2.598, 4.5, 2.598, 5.5, 2.598,
        1.0, 3.464, 2.0, 3.464, 5.0, 3.464, 6.0, 3.464, 0.5, 4.33, 1.5, 4.33, 5.5, 4.33, 6.5, 4.33,
    ],
    dangerous: &[4, 11, 14],
    edges: &[
        0, 1, 0, 2, 1, 2, 1, 4, 1, 5, 2, 5, 3, 7, 4, 5, 4, 8, 5, 9, 6, 10, 7, 8, 7, 11, 7, 12, 8, 12, 9, 10, 9, 13, 10, 13, 10, 14, 11, 12,
        11, 15, 11, 16, 12, 16, 13, 14, 13, 17, 14, 17, 14, 18, 15, 16, 17, 18,
    ],
    limits: &[("all", [5, 3, 4, 3, 5])],
    start: &[],
    prices: (3, Some(3)),
};

const STAY_HOME: Plain = Plain {
    id: "stay_home",
    name: "Stay Home",
    level: Level::Reconstructed,
    note: "only the furniture rules are sourced; the shape, the rooms and one circle per piece of furniture are invented.",
    unknown: &["circles", "edges", "dangerous circles", "limits", "number and place of furniture circles"],
    at: &[
        0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0, 0.5, 0.866, 1.5, 0.866, 2.5, 0.866, 3.5, 0.866, 0.0, 1.732, 1.0, 1.732, 2.0,
        1.732, 3.0, 1.732, 4.0, 1.732, 0.5, 2.598, 1.5, 2.598, 2.5, 2.598, 3.5, 2.598, 2.0, 3.464,
    ],
    dangerous: &[],
    edges: &[
        0, 1, 0, 5, 1, 2, 1, 5, 1, 6, 2, 3, 2, 6, 2, 7, 3, 4, 3, 7, 3, 8, 4, 8, 5, 6, 5, 9, 5, 10, 6, 7, 6, 10, 6, 11, 7, 8, 7, 11, 7, 12,
        8, 12, 8, 13, 9, 10, 9, 14, 10, 11, 10, 14, 10, 15, 11, 12, 11, 15, 11, 16, 12, 13, 12, 16, 12, 17, 13, 17, 14, 15, 15, 16, 15, 18,
        16, 17, 16, 18,
    ],
    limits: &[("all", [4, 4, 4, 4, 4])],
    start: &[],
    prices: (3, None),
};

const VALENTINE: Plain = Plain {
    id: "valentine",
    name: "Valentine",
    level: Level::Reconstructed,
    note: "only the rose rules and the price 10 are sourced; the heart shape and the six roses are invented.",
    unknown: &["circles", "edges", "dangerous circles", "limits", "roses"],
    at: &[
        1.0, 0.0, 4.0, 0.0, 0.5, 0.866, 1.5, 0.866, 3.5, 0.866, 4.5, 0.866, 0.0, 1.732, 1.0, 1.732, 2.0, 1.732, 3.0, 1.732, 4.0, 1.732,
        5.0, 1.732, 0.5, 2.598, 1.5, 2.598, 2.5, 2.598, 3.5, 2.598, 4.5, 2.598, 2.0, 3.464, 3.0, 3.464,
    ],
    dangerous: &[],
    edges: &[
        0, 2, 0, 3, 1, 4, 1, 5, 2, 3, 2, 6, 2, 7, 3, 7, 3, 8, 4, 5, 4, 9, 4, 10, 5, 10, 5, 11, 6, 7, 6, 12, 7, 8, 7, 12, 7, 13, 8, 9, 8,
        13, 8, 14, 9, 10, 9, 14, 9, 15, 10, 11, 10, 15, 10, 16, 11, 16, 12, 13, 13, 14, 13, 17, 14, 15, 14, 17, 14, 18, 15, 16, 15, 18, 17,
        18,
    ],
    limits: &[("all", [4, 4, 4, 4, 4])],
    start: &[],
    prices: (10, Some(10)),
};

const FILY_TREK: Plain = Plain {
    id: "fily_trek",
    name: "FilyTrek",
    level: Level::Reconstructed,
    note: "two start circles in the lowest row and two flags in the upper part are sourced; the shape and all positions are invented.",
    unknown: &["circles", "edges", "dangerous circles", "limits", "places of start circles and flags"],
    at: &[
        0.5, 0.0, 3.5, 0.0, 0.0, 0.866, 1.0, 0.866, 3.0, 0.866, 4.0, 0.866, 0.5, 1.732, 1.5, 1.732, 2.5, 1.732, 3.5, 1.732, 1.0, 2.598,
        2.0, 2.598, 3.0, 2.598, 0.5, 3.464, 1.5, 3.464, 2.5, 3.464, 3.5, 3.464, 1.0, 4.33, 3.0, 4.33,
    ],
    dangerous: &[],
    edges: &[
        0, 2, 0, 3, 1, 4, 1, 5, 2, 3, 2, 6, 3, 6, 3, 7, 4, 5, 4, 8, 4, 9, 5, 9, 6, 7, 6, 10, 7, 8, 7, 10, 7, 11, 8, 9, 8, 11, 8, 12, 9, 12,
        10, 11, 10, 13, 10, 14, 11, 12, 11, 14, 11, 15, 12, 15, 12, 16, 13, 14, 13, 17, 14, 15, 14, 17, 15, 16, 15, 18, 16, 18,
    ],
    limits: &[("all", [4, 4, 4, 4, 4])],
    start: &[17, 18],
    prices: (3, Some(3)),
};

const CHRISTMAS: Plain = Plain {
    id: "christmas",
    name: "Christmas",
    level: Level::Reconstructed,
    note: "a start at the bottom, one top circle, ornaments in at least four colours are sourced; the tree shape, eight ornaments in four colours and one single start circle are invented.",
    unknown: &["circles", "edges", "dangerous circles", "limits", "number of start circles", "ornaments"],
    at: &[
        2.0, 0.0, 1.5, 0.866, 2.5, 0.866, 1.0, 1.732, 2.0, 1.732, 3.0, 1.732, 0.5, 2.598, 1.5, 2.598, 2.5, 2.598, 3.5, 2.598, 1.0, 3.464,
        2.0, 3.464, 3.0, 3.464, 0.5, 4.33, 1.5, 4.33, 2.5, 4.33, 3.5, 4.33, 2.0, 5.196, 2.0, 6.196,
    ],
    dangerous: &[],
    edges: &[
        0, 1, 0, 2, 1, 2, 1, 3, 1, 4, 2, 4, 2, 5, 3, 4, 3, 6, 3, 7, 4, 5, 4, 7, 4, 8, 5, 8, 5, 9, 6, 7, 6, 10, 7, 8, 7, 10, 7, 11, 8, 9, 8,
        11, 8, 12, 9, 12, 10, 11, 10, 13, 10, 14, 11, 12, 11, 14, 11, 15, 12, 15, 12, 16, 13, 14, 14, 15, 14, 17, 15, 16, 15, 17, 17, 18,
    ],
    limits: &[("all", [4, 4, 4, 4, 4])],
    start: &[18],
    prices: (5, Some(5)),
};

const MOUNT_FUJI: Plain = Plain {
    id: "mount_fuji",
    name: "Mount Fuji",
    level: Level::Reconstructed,
    note: "two zones with their own tables, start circles on both edges and wave circles are sourced; the shape, two boxes per operation and zone, three start circles and two wave circles per side and the shared summit are invented.",
    unknown: &["circles", "edges", "dangerous circles", "zones", "limits", "start", "waves", "whether any circle is shared"],
    at: &[
        4.0, 0.0, 3.5, 0.866, 4.5, 0.866, 3.0, 1.732, 5.0, 1.732, 2.5, 2.598, 3.5, 2.598, 4.5, 2.598, 5.5, 2.598, 2.0, 3.464, 3.0, 3.464,
        5.0, 3.464, 6.0, 3.464, 1.5, 4.33, 2.5, 4.33, 5.5, 4.33, 6.5, 4.33, 1.0, 5.196, 7.0, 5.196,
    ],
    dangerous: &[],
    edges: &[
        0, 1, 0, 2, 1, 2, 1, 3, 2, 4, 3, 5, 3, 6, 4, 7, 4, 8, 5, 6, 5, 9, 5, 10, 6, 7, 6, 10, 7, 8, 7, 11, 8, 11, 8, 12, 9, 10, 9, 13, 9,
        14, 10, 14, 11, 12, 11, 15, 12, 15, 12, 16, 13, 14, 13, 17, 15, 16, 16, 18,
    ],
    limits: &[("left", [2, 2, 2, 2, 2]), ("right", [2, 2, 2, 2, 2])],
    start: &[9, 12, 13, 16, 17, 18],
    prices: (3, Some(3)),
};

const DHAULAGIRI: Plain = Plain {
    id: "dhaulagiri",
    name: "Dhaulagiri",
    level: Level::Verified,
    note: "a reading of the printed sheet and a measurement of the complete sheet artwork agree on all 23 adjacencies and the 6 dangerous circles. Third sheet of the base game; not in the board list of the SEED, included as an extra.",
    unknown: &[],
    at: &[
        -0.315, -2.152, 0.274, -1.336, -1.609, -0.779, -0.615, -0.886, 1.185, -0.934, -1.62, 0.225, -0.633, 0.114, 1.274, 0.075, -3.268,
        0.88, -2.281, 0.975, 0.072, 0.843, 1.65, 0.99, 2.646, 1.123, -2.853, 1.791, -0.709, 1.469, 0.03, 2.152, 0.804, 1.532, 2.29, 2.052,
        3.268, 1.88,
    ],
    dangerous: &[0, 4, 7, 10, 11, 16],
    edges: &[
        0, 1, 1, 3, 1, 4, 2, 3, 2, 5, 3, 6, 4, 7, 5, 6, 5, 9, 6, 10, 7, 11, 8, 9, 8, 13, 9, 13, 10, 14, 10, 16, 11, 12, 11, 16, 12, 17, 12,
        18, 14, 15, 15, 16, 17, 18,
    ],
    limits: &[("all", [4, 4, 4, 4, 4])],
    start: &[],
    prices: (3, Some(3)),
};

/// The shipped boards in the order of the file, each made anew.
pub fn shipped() -> Vec<BoardSpec> {
    vec![
        DUNAI.board(Specials::default()),
        KAGKOT.board(Specials::default()),
        JAMPA.board(Specials { prelinked: vec![[0, 1], [3, 7], [6, 10], [12, 16], [13, 17]], ..Specials::default() }),
        STAY_HOME.board(Specials {
            sofa: vec![3],
            fridge: vec![0],
            desk: vec![4],
            entrance: vec![18],
            washbasin: vec![10],
            over12_loses: true,
            ..Specials::default()
        }),
        VALENTINE.board(Specials { roses: vec![0, 1, 8, 9, 13, 15], ..Specials::default() }),
        FILY_TREK.board(Specials { flags: Some(Claim { circles: vec![0, 1], points: 5 }), ..Specials::default() }),
        CHRISTMAS.board(Specials {
            ornaments: Some(Ornaments {
                colours: vec![
                    ("blue".to_owned(), vec![8, 13]),
                    ("purple".to_owned(), vec![6, 12]),
                    ("red".to_owned(), vec![3, 15]),
                    ("yellow".to_owned(), vec![2, 10]),
                ],
                points: vec![1, 3, 6, 10],
            }),
            gift_areas: true,
            top: Some(Claim { circles: vec![0], points: 10 }),
            ..Specials::default()
        }),
        MOUNT_FUJI.board(Specials {
            waves: vec![10, 11, 14, 15],
            zones: Some(Zones { own: [vec![1, 3, 5, 6, 9, 10, 13, 14, 17], vec![2, 4, 7, 8, 11, 12, 15, 16, 18]], shared: vec![0] }),
            ..Specials::default()
        }),
        DHAULAGIRI.board(Specials::default()),
    ]
}

/// Their ids, in the same order.
pub const IDS: &[&str] = &["dunai", "kagkot", "jampa", "stay_home", "valentine", "fily_trek", "christmas", "mount_fuji", "dhaulagiri"];
