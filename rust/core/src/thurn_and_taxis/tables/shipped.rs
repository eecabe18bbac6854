//! The two maps, as `seeds/thurn_and_taxis.json` has them; a test compares the two (TT-2, TT-7, TT-8, TT-90 to TT-92).

use super::spec::{City, Kind, MapSpec, Region, StackSpec};
use serde_json::Value;

/// The names of the maps (TT-50).
pub const NAMES: &[&str] = &["map1", "map2"];

/// The region of a free city (TT-2).
const FREE: u8 = u8::MAX;

/// What a stack asks for.
#[derive(Clone, Copy)]
enum Asks {
    Route(u8),
    All(&'static [u8]),
    Each(&'static [u8]),
    End,
}
use Asks::{All, Each, End, Route};

/// A map. An empty text is none.
struct Plain {
    name: &'static str,
    status: &'static str,
    copies: u8,
    /// Name, colour and status.
    regions: &'static [(&'static str, &'static str, &'static str)],
    /// Name, region, x, y and status.
    cities: &'static [(&'static str, u8, f64, f64, &'static str)],
    /// The two ends of each road.
    roads: &'static [u8],
    /// Id, what it asks for, values and status.
    stacks: &'static [(&'static str, Asks, &'static [u8], &'static str)],
    /// Part and source.
    provenance: &'static [(&'static str, &'static str)],
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

impl Plain {
    fn map(&self) -> MapSpec {
        let region =
            |&(name, colour, status): &(&str, &str, &str)| Region { name: name.to_owned(), colour: text(colour), status: text(status) };
        let city = |&(name, region, x, y, status): &(&str, u8, f64, f64, &str)| City {
            name: name.to_owned(),
            region: (region != FREE).then_some(region),
            status: text(status),
            at: Some((x, y)),
        };
        let stack = |&(id, asks, values, status): &(&str, Asks, &[u8], &str)| StackSpec {
            id: id.to_owned(),
            kind: match asks {
                Route(length) => Kind::RouteLength(length),
                All(regions) => Kind::AllCities(regions.to_vec()),
                Each(regions) => Kind::OneHouseInEach(regions.to_vec()),
                End => Kind::GameEnd,
            },
            values: values.to_vec(),
            status: text(status),
        };
        MapSpec {
            name: self.name.to_owned(),
            status: text(self.status),
            copies: self.copies,
            regions: self.regions.iter().map(region).collect(),
            cities: self.cities.iter().map(city).collect(),
            roads: self.roads.as_chunks::<2>().0.to_vec(),
            stacks: self.stacks.iter().map(stack).collect(),
            provenance: Some(self.provenance.iter().map(|&(part, source)| (part.to_owned(), Value::from(source))).collect()),
            notes: None,
        }
    }
}

const MAP1: Plain = Plain {
    name: "map1",
    status: "verified",
    copies: 3,
    regions: &[
        ("Baden", "purple", ""),
        ("Schweiz", "light_blue", ""),
        ("Tyrol", "blue", ""),
        ("Württemberg", "yellow_green", ""),
        ("Hohenzollern", "dark_green", ""),
        ("Böhmen", "orange", ""),
        ("Salzburg", "red", ""),
        ("Polen", "grey", ""),
        ("Baiern", "white", ""),
    ],
    cities: &[
        ("Mannheim", 0, 1.074, 1.549, ""),
        ("Carlsruhe", 0, 0.958, 2.635, ""),
        ("Freiburg", 0, 0.361, 4.187, ""),
        ("Basel", 1, 0.0, 5.216, ""),
        ("Zürich", 1, 1.228, 5.402, ""),
        ("Innsbruck", 2, 4.572, 5.57, ""),
        ("Stuttgart", 3, 2.397, 2.652, ""),
        ("Ulm", 3, 2.794, 3.665, ""),
        ("Sigmaringen", 4, 1.846, 4.216, ""),
        ("Pilsen", 5, 6.44, 1.287, ""),
        ("Budweis", 5, 7.95, 2.525, ""),
        ("Linz", 6, 7.824, 3.784, ""),
        ("Salzburg", 6, 6.334, 4.709, ""),
        ("Lodz", 7, 7.992, 0.0, ""),
        ("Würzburg", 8, 2.752, 1.172, ""),
        ("Nürnberg", 8, 4.294, 1.764, ""),
        ("Regensburg", 8, 5.387, 2.515, ""),
        ("Ingolstadt", 8, 4.347, 2.866, ""),
        ("Augsburg", 8, 3.873, 3.838, ""),
        ("München", 8, 4.933, 4.053, ""),
        ("Kempten", 8, 3.102, 4.857, ""),
        ("Passau", 8, 6.745, 3.342, ""),
    ],
    roads: &[
        18, 17, 18, 5, 18, 20, 18, 19, 18, 7, 3, 2, 3, 4, 10, 11, 10, 9, 1, 2, 1, 0, 1, 6, 2, 8, 2, 4, 17, 19, 17, 15, 17, 16, 17, 6, 17,
        7, 5, 20, 5, 19, 5, 12, 20, 8, 20, 7, 20, 4, 11, 21, 11, 12, 13, 9, 0, 6, 0, 14, 19, 21, 19, 16, 19, 12, 15, 9, 15, 16, 15, 6, 15,
        14, 21, 16, 21, 12, 9, 16, 8, 6, 8, 7, 8, 4, 6, 7, 6, 14,
    ],
    stacks: &[
        ("route5", Route(5), &[2, 1], ""),
        ("route6", Route(6), &[3, 2, 1], ""),
        ("route7", Route(7), &[4, 3, 2, 1], ""),
        ("all_regions", Each(&[0, 1, 2, 3, 4, 5, 6, 7]), &[6, 5, 4, 3], ""),
        ("baiern", All(&[8]), &[5, 4, 3, 2], ""),
        ("baden", All(&[0]), &[3, 2, 1], ""),
        ("schweiz_tyrol", All(&[1, 2]), &[3, 2, 1], ""),
        ("wuerttemberg_hohenzollern", All(&[3, 4]), &[3, 2, 1], ""),
        ("boehmen_salzburg", All(&[5, 6]), &[4, 3, 2], ""),
        ("game_end", End, &[1], ""),
    ],
    provenance: &[
        (
            "cities_regions",
            "verified: printed board art, card art and several independently typed public lists agree; spelling as on the board",
        ),
        (
            "roads",
            "verified: all 45 roads checked one by one against a scan of the board and against several independently typed lists; single-list deviations were typing slips contradicted by all others",
        ),
        (
            "bonus_stacks",
            "verified: tile counts from the official rulebook, top values and counts from SEED, remaining values fall by one (SEED)",
        ),
        (
            "drawing",
            "the coordinates x and y (x to the east, y to the south) are the project's own drawing, made from the real geography so that no two roads cross; they are no source's",
        ),
    ],
};

const MAP2: Plain = Plain {
    name: "map2",
    status: "reconstructed",
    copies: 3,
    regions: &[
        ("Preussen", "white", "confirmed; Berlin, Halle and Münster are confirmed members, the size 7 is derived"),
        ("Hannover", "purple", "confirmed"),
        ("Mecklenburg", "", "guess"),
        ("Hessen", "light_blue", "guess (Kassel and its colour are confirmed)"),
        ("Baiern", "", "inferred from the city Würzburg"),
        ("Sachsen", "", "confirmed"),
        ("Thüringen", "", "confirmed"),
        ("Holland", "", "confirmed; its cities are guesses"),
        ("Belgien", "", "confirmed; its city is a guess"),
    ],
    cities: &[
        ("Cölln", 0, 1.794, 4.049, "confirmed"),
        ("Münster", 0, 2.319, 2.809, "confirmed"),
        ("Coblenz", 0, 2.008, 5.121, "guess"),
        ("Magdeburg", 0, 5.901, 2.259, "guess"),
        ("Halle", 0, 5.896, 3.336, "confirmed"),
        ("Berlin", 0, 7.384, 2.093, "confirmed"),
        ("Stettin", 0, 8.141, 0.748, "guess"),
        ("Hannover", 1, 4.161, 2.27, "confirmed"),
        ("Göttingen", 1, 4.625, 3.287, "confirmed"),
        ("Schwerin", 2, 6.117, 0.629, "guess"),
        ("Kassel", 3, 3.706, 3.847, "confirmed"),
        ("Fulda", 3, 4.267, 4.781, "guess"),
        ("Würzburg", 4, 4.442, 5.869, "confirmed"),
        ("Dresden", 5, 7.855, 3.996, "confirmed"),
        ("Leipzig", 5, 6.774, 3.927, "confirmed"),
        ("Weimar", 6, 5.559, 4.359, "confirmed"),
        ("Amsterdam", 7, 0.762, 1.908, "guess"),
        ("Utrecht", 7, 0.317, 2.896, "guess"),
        ("Brüssel", 8, 0.0, 4.508, "guess"),
        ("Frankfurt", FREE, 3.363, 5.398, "confirmed"),
        ("Hamburg", FREE, 4.375, 0.681, "confirmed"),
        ("Bremen", FREE, 2.871, 1.405, "confirmed"),
        ("Lübeck", FREE, 5.221, 0.0, "confirmed"),
    ],
    roads: &[
        16, 17, 16, 21, 17, 1, 17, 18, 17, 0, 18, 0, 18, 2, 0, 1, 0, 2, 0, 10, 2, 19, 19, 12, 19, 10, 19, 11, 11, 10, 11, 12, 11, 15, 12,
        15, 10, 8, 10, 1, 8, 7, 8, 4, 8, 15, 7, 1, 7, 21, 7, 20, 7, 3, 21, 20, 21, 1, 20, 22, 20, 9, 22, 9, 9, 6, 9, 5, 6, 5, 5, 3, 5, 13,
        3, 4, 4, 14, 4, 15, 14, 13, 14, 15, 5, 14,
    ],
    stacks: &[
        ("route5", Route(5), &[2, 1], "SEED"),
        ("route6", Route(6), &[3, 2, 1], "SEED"),
        ("route7", Route(7), &[4, 3, 2, 1], "SEED"),
        ("route8", Route(8), &[5, 4, 3, 2], "SEED: four tiles from 5 down"),
        ("all_regions", Each(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), &[6, 5, 4, 3], "SEED"),
        ("preussen", All(&[0]), &[5, 4, 3, 2], "inferred from map 1"),
        ("group_hannover", All(&[1, 2]), &[3, 2, 1], "reconstructed"),
        ("group_hessen", All(&[3, 4]), &[3, 2, 1], "reconstructed"),
        ("group_sachsen_thueringen", All(&[5, 6]), &[3, 2, 1], "group confirmed, values reconstructed"),
        ("group_holland_belgien", All(&[7, 8]), &[3, 2, 1], "reconstructed"),
        ("game_end", End, &[1], "SEED"),
    ],
    provenance: &[
        (
            "warning",
            "RECONSTRUCTED MAP. The roads were not found in any source; never present this as the official or the BGA board. The engine must treat it as data, so that a corrected table replaces it without a code change.",
        ),
        ("what_it_is", "the board of the 2007 expansion (Glanz und Gloria) played with the base rules, which is what SEED calls map 2"),
        (
            "cities",
            "number of cities (23), the four free cities and the cities marked confirmed: SEED and published reviews; cities marked guess are geographic guesses",
        ),
        (
            "regions",
            "Preussen in two separate parts, Sachsen with Thüringen, Holland and Belgien on the board: reviews; region sizes derived from a component count (4 free + 7 Preussen + 4 pairs of 2+1 = 23); names marked guess are guesses",
        ),
        ("roads", "reconstructed from geography; confidence very low"),
        ("route_stacks", "SEED (route8: four tiles from 5 down; the box count would also allow a fifth tile of value 1)"),
        ("all_regions", "SEED: every region, free cities not needed"),
        ("region_stacks", "Preussen assumed like Baiern (5,4,3,2); pairs assumed 3,2,1; SEED gives no separate map 2 list"),
        (
            "free_cities",
            "SEED: not a region, not needed for the all-regions tile. Placement limit in the rules digest is a ruling. The expansion's free-city chips are not in SEED and not used",
        ),
        (
            "extent",
            "a newspaper description gives Lübeck as the northern, Würzburg as the southern, Holland as the western and Sachsen as the eastern end of the board; the guess Stettin fits this badly",
        ),
        (
            "drawing",
            "the coordinates x and y (x to the east, y to the south) are the project's own drawing, made from the real geography so that no two roads cross; they are no source's",
        ),
    ],
};

/// The maps, each made anew.
pub fn shipped() -> Vec<MapSpec> {
    vec![MAP1.map(), MAP2.map()]
}
