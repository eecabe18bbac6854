//! The drawings of the two maps: no two roads cross, and nothing is drawn over something else (TT-55).

use spielwerk::thurn_and_taxis::tables::shipped;

type Point = (f64, f64);

/// Twice the area of a triangle, positive if it turns to the left.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

/// How far a point is from a road.
fn distance(point: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let t = ((point.0 - a.0) * dx + (point.1 - a.1) * dy) / (dx * dx + dy * dy);
    let t = t.clamp(0.0, 1.0);
    (point.0 - a.0 - t * dx).hypot(point.1 - a.1 - t * dy)
}

#[test]
fn no_two_roads_cross() {
    for map in shipped() {
        let at: Vec<Point> = map.cities.iter().map(|city| city.at.expect("it is drawn")).collect();
        let roads: Vec<(usize, usize)> = map.roads.iter().map(|&[a, b]| (usize::from(a), usize::from(b))).collect();
        for (k, &(a, b)) in roads.iter().enumerate() {
            let length = (at[a].0 - at[b].0).hypot(at[a].1 - at[b].1);
            assert!((1.0..2.3).contains(&length), "{} road {k}: {length}", map.name);
            for &(c, d) in roads[..k].iter().filter(|&&(c, d)| ![a, b].contains(&c) && ![a, b].contains(&d)) {
                assert!(!cross(at[a], at[b], at[c], at[d]), "{}: {a}-{b} and {c}-{d}", map.name);
            }
            for city in (0..at.len()).filter(|&city| city != a && city != b) {
                let distance = distance(at[city], at[a], at[b]);
                assert!(distance > 0.6, "{}: {city} is {distance} from {a}-{b}", map.name);
            }
        }
        for (k, a) in at.iter().enumerate() {
            assert!(a.0 >= 0.0 && a.1 >= 0.0 && a.0 < 9.0 && a.1 < 9.0);
            assert!(at[..k].iter().all(|b| (a.0 - b.0).hypot(a.1 - b.1) > 0.8), "{} city {k}", map.name);
        }
    }
}

/// North is up, west is left.
#[test]
fn the_drawings_are_maps() {
    let maps = shipped();
    let at = |map: usize, name: &str| {
        let city = maps[map].cities.iter().find(|city| city.name == name);
        city.and_then(|city| city.at).unwrap_or_else(|| panic!("{name} is not drawn"))
    };
    for (map, west, east) in [(0, "Mannheim", "Lodz"), (0, "Basel", "Innsbruck"), (0, "Ulm", "Passau"), (1, "Brüssel", "Dresden")] {
        assert!(at(map, west).0 + 2.0 < at(map, east).0, "{west} {east}");
    }
    for (map, north, south) in [(0, "Würzburg", "Innsbruck"), (0, "Lodz", "Linz"), (0, "Mannheim", "Basel"), (1, "Lübeck", "Würzburg")] {
        assert!(at(map, north).1 + 2.0 < at(map, south).1, "{north} {south}");
    }
}
