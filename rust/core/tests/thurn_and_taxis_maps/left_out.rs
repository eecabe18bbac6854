//! What is left out after another error, and what is not (TT-57, TT-95).

use super::{in_map, read, set, shipped_map, small_map};
use serde_json::{Value, json};

/// The small map with these values set, or removed.
fn changed(changes: &[(&str, Option<Value>)]) -> Value {
    let mut map = small_map();
    for (pointer, value) in changes {
        set(&mut map, pointer, value.clone());
    }
    map
}

fn has(changes: &[(&str, Value)], expected: &[&str]) {
    let changes: Vec<_> = changes.iter().map(|(pointer, value)| (*pointer, Some(value.clone()))).collect();
    assert_eq!(in_map(&changed(&changes)), expected, "{changes:?}");
}

#[test]
fn after_an_unreadable_city_name_no_road_names_a_wrong_city() {
    let roads = json!([["A", "Rom"], ["Rom", "A"], ["Rom", "Rom"], ["A", 1], ["Oslo", "Bonn"]]);
    let rest = ["roads[1] E_ROAD_DUP", "roads[2] E_ROAD_LOOP", "roads[3] E_TYPE"];
    for (pointer, value, first) in [
        ("/cities/3/name", Some(json!(null)), "cities[3].name E_TYPE"),
        ("/cities/3/name", None, "cities[3] E_KEY"),
        ("/cities/3", Some(json!([])), "cities[3] E_TYPE"),
        ("/cities", Some(json!({})), "cities E_TYPE"),
    ] {
        let map = changed(&[("/roads", Some(roads.clone())), (pointer, value)]);
        assert_eq!(in_map(&map), [&[first][..], &rest].concat());
    }
    // A missing key belongs to the object that lacks it.
    let map = changed(&[("/roads", Some(roads.clone())), ("/cities", None)]);
    assert_eq!(in_map(&map), [&[" E_KEY"][..], &rest].concat());
    // Empty and repeated names are names.
    let expected = [
        "cities[3].name E_NAME",
        "roads[0][1] E_REF",
        "roads[1][0] E_REF",
        "roads[2] E_ROAD_LOOP",
        "roads[2][0] E_REF",
        "roads[2][1] E_REF",
        "roads[3] E_TYPE",
        "roads[4][0] E_REF",
        "roads[4][1] E_REF",
    ];
    has(&[("/roads", roads.clone()), ("/cities/3/name", json!(""))], &expected);
    has(
        &[("/roads", roads), ("/cities/3/name", json!("Tal"))],
        &["cities[4].name E_NAME"].into_iter().chain(expected[1..].iter().copied()).collect::<Vec<_>>(),
    );
    has(
        &[("/cities/3/name", json!("")), ("/roads/2/1", json!("")), ("/roads/3/1", json!("")), ("/roads/6/1", json!(""))],
        &["cities[3].name E_NAME"],
    );
}

/// A wrong road is never a second one, and a second one is one each time.
#[test]
fn repeated_roads() {
    let roads = json!([["A", "D"], ["D", "A"], ["A", "D"], ["A", "A"], ["A", "A"], ["A", "Rom"], ["Rom", "A"]]);
    let expected = [
        "roads[1] E_ROAD_DUP",
        "roads[2] E_ROAD_DUP",
        "roads[3] E_ROAD_LOOP",
        "roads[4] E_ROAD_LOOP",
        "roads[5][1] E_REF",
        "roads[6][0] E_REF",
    ];
    has(&[("/roads", roads)], &expected);
}

#[test]
fn connection_needs_sound_roads_and_cities() {
    let apart = ("/roads", json!([["A", "D"]]));
    has(std::slice::from_ref(&apart), &["roads E_CONNECTED"]);
    for (road, error) in [
        (json!("A"), "roads[1] E_TYPE"),
        (json!(["A", "Rom"]), "roads[1][1] E_REF"),
        (json!(["A", "A"]), "roads[1] E_ROAD_LOOP"),
        (json!(["D", "A"]), "roads[1] E_ROAD_DUP"),
    ] {
        has(&[apart.clone(), ("/roads/-", road)], &[error]);
    }
    for (pointer, value, error) in [
        ("/cities/2/status", json!(1), "cities[2].status E_TYPE"),
        ("/cities/2/x", json!(1), "cities[2] E_KEY"),
        ("/cities/0/x", json!("1"), "cities[0].x E_TYPE"),
        ("/cities/2/name", json!(""), "cities[2].name E_NAME"),
        ("/cities/2", json!(null), "cities[2] E_TYPE"),
        ("/copies_per_city_card", json!(1), "cities E_SIZE"),
    ] {
        has(&[apart.clone(), (pointer, value)], &[error]);
    }
    // A region, an unknown key and everything elsewhere leave cities and roads what they are.
    for (pointer, value, error) in [
        ("/cities/2/region", json!(1), "cities[2].region E_TYPE"),
        ("/cities/2/region", json!("Rom"), "cities[2].region E_REF"),
        ("/cities/2/X", json!(1), "cities[2].X E_KEY"),
    ] {
        has(&[apart.clone(), (pointer, value)], &[error, "roads E_CONNECTED"]);
    }
    let map = changed(&[("/roads", Some(apart.1.clone())), ("/cities/2/region", None)]);
    assert_eq!(in_map(&map), ["cities[2] E_KEY", "roads E_CONNECTED"]);
    has(&[apart.clone(), ("/copies_per_city_card", json!(0))], &["copies_per_city_card E_COPIES", "roads E_CONNECTED"]);
    has(&[apart, ("/regions", json!(0))], &["regions E_TYPE", "roads E_CONNECTED"]);
}

#[test]
fn only_connected_cities_need_a_route() {
    let star: Vec<Value> = ["A", "Bö", "C", "D", "F", "G"].iter().map(|name| json!(["Tal", name])).collect();
    has(&[("/roads", json!(star))], &["roads E_ROUTE7"]);
    has(&[("/roads", json!(star[1..]))], &["roads E_CONNECTED"]);
    has(&[("/roads", json!([star, ["A", "Tal"]]))], &["roads[0] E_TYPE"]);
    has(&[("/roads", json!(star)), ("/roads/-", json!(["A", "Tal"]))], &["roads[6] E_ROAD_DUP"]);
}

#[test]
fn after_an_unreadable_region_name_no_name_of_a_region_is_wrong() {
    let (city, stack) = (("/cities/2/region", json!("Rom")), ("/bonus_stacks/1/regions", json!(["Rom", "Rom"])));
    let rest = ["bonus_stacks[1].regions E_REGIONS"];
    for (pointer, value, error) in [
        ("/regions/2/name", json!(1), "regions[2].name E_TYPE"),
        ("/regions/2", json!("Rom"), "regions[2] E_TYPE"),
        ("/regions", json!(null), "regions E_TYPE"),
    ] {
        has(&[city.clone(), stack.clone(), (pointer, value)], &[rest[0], error]);
    }
    let map = changed(&[("/cities/2/region", Some(json!("Rom"))), ("/regions/0/name", None)]);
    assert_eq!(in_map(&map), ["regions[0] E_KEY"]);
    let both = [
        "bonus_stacks[1].regions E_REGIONS",
        "bonus_stacks[1].regions[0] E_REF",
        "bonus_stacks[1].regions[1] E_REF",
        "cities[2].region E_REF",
    ];
    has(&[city.clone(), stack.clone()], &both);
    has(&[city, stack, ("/regions/2/name", json!("Tal"))], &[&both[..], &["cities[3].region E_REF", "regions[2].name E_NAME"]].concat());
}

#[test]
fn a_region_is_empty_only_if_all_regions_are_known() {
    let empty = ("/regions/-", json!({"name": "Leer"}));
    has(std::slice::from_ref(&empty), &["regions[3] E_REGION_EMPTY"]);
    has(
        &[empty.clone(), ("/regions/-", json!({"name": "Öde", "colour": 1}))],
        &["regions[3] E_REGION_EMPTY", "regions[4] E_REGION_EMPTY", "regions[4].colour E_TYPE"],
    );
    for (pointer, value, error) in [
        ("/cities/2/region", json!(1), "cities[2].region E_TYPE"),
        ("/cities/2/region", json!("Rom"), "cities[2].region E_REF"),
        ("/cities/2", json!(0), "cities[2] E_TYPE"),
        ("/cities", json!(0), "cities E_TYPE"),
        ("/regions/-", json!({"name": ""}), "regions[4].name E_NAME"),
        ("/regions/-", json!({"name": "Tal"}), "regions[4].name E_NAME"),
        ("/regions/-", json!({"name": []}), "regions[4].name E_TYPE"),
        ("/regions/-", json!({}), "regions[4] E_KEY"),
        ("/regions/-", json!("x"), "regions[4] E_TYPE"),
    ] {
        has(&[empty.clone(), (pointer, value)], &[error]);
    }
    for (pointer, value, error) in [
        ("/cities/2/name", json!(1), "cities[2].name E_TYPE"),
        ("/cities/2/y", json!(1), "cities[2] E_KEY"),
        ("/copies_per_city_card", json!(1), "cities E_SIZE"),
        (
            "/bonus_stacks/-",
            json!({"id": "x", "kind": "all_cities", "regions": ["Leer", "Rom"], "values": [1]}),
            "bonus_stacks[6].regions[1] E_REF",
        ),
    ] {
        has(&[empty.clone(), (pointer, value)], &[error, "regions[3] E_REGION_EMPTY"]);
    }
    let map = changed(&[("/regions/-", Some(empty.1)), ("/cities/2/region", None)]);
    assert_eq!(in_map(&map), ["cities[2] E_KEY"]);
    // No city at all, and more regions than a byte can count.
    has(
        &[("/cities", json!([])), ("/roads", json!([])), ("/bonus_stacks/0/min_len", json!(3))],
        &[
            "bonus_stacks[0].min_len E_MIN_LEN",
            "bonus_stacks[5].min_len E_MIN_LEN",
            "cities E_SIZE",
            "regions[0] E_REGION_EMPTY",
            "regions[1] E_REGION_EMPTY",
            "regions[2] E_REGION_EMPTY",
        ],
    );
    let regions: Vec<Value> = (0..300).map(|k| json!({"name": k.to_string()})).collect();
    let cities: Vec<Value> = (0..300).filter(|&k| k != 256).map(|k| json!({"name": k.to_string(), "region": k.to_string()})).collect();
    let changes = [
        ("/regions", json!(regions)),
        ("/cities", json!(cities)),
        ("/roads", json!([])),
        ("/bonus_stacks", small_map()["bonus_stacks"][2].clone()),
    ];
    has(&changes, &["bonus_stacks E_TYPE", "cities E_SIZE", "regions E_SIZE", "regions[256] E_REGION_EMPTY"]);
}

#[test]
fn numbers_of_cities_and_cards() {
    let cities = |n: usize| (0..n).map(|k| json!({"name": k.to_string(), "region": null})).collect::<Value>();
    let map = |n: usize, copies: Value| {
        let roads: Value = (1..n).map(|k| json!([k.to_string(), (k - 1).to_string()])).collect();
        let stack = json!({"id": "end", "kind": "game_end", "values": [1]});
        let mut map = json!({
            "name": "x", "copies_per_city_card": copies, "regions": [{"name": "R"}], "cities": cities(n), "roads": roads,
            "bonus_stacks": [stack]
        });
        if n > 0 {
            map["cities"][0]["region"] = json!("R");
        }
        map
    };
    for (n, copies, expected) in [
        (6, json!(9), &["cities E_SIZE"][..]),
        (7, json!(2), &[]),
        (7, json!(1), &["cities E_SIZE"]),
        (13, json!(1), &["cities E_SIZE"]),
        (14, json!(1), &[]),
        (32, json!(9), &[]),
        (33, json!(1), &["cities E_SIZE"]),
        (6, json!(1), &["cities E_SIZE"]),
        (7, json!(0), &["copies_per_city_card E_COPIES"]),
        (7, json!(1.0), &["copies_per_city_card E_TYPE"]),
        (6, json!(-1), &["cities E_SIZE", "copies_per_city_card E_COPIES"]),
    ] {
        assert_eq!(in_map(&map(n, copies.clone())), expected, "{n} {copies}");
    }
    // What is in a list is no matter of its length (TT-95).
    let mut seven = map(7, json!(1));
    seven["cities"][3] = json!(null);
    assert_eq!(in_map(&seven), ["cities E_SIZE", "cities[3] E_TYPE"]);
    // 7 x 2 is enough even if a city cannot be read.
    seven["copies_per_city_card"] = json!(2);
    assert_eq!(in_map(&seven), ["cities[3] E_TYPE"]);
}

#[test]
fn the_length_of_a_route_needs_the_number_of_cities() {
    let long = ("/bonus_stacks/5/min_len", json!(8));
    has(std::slice::from_ref(&long), &["bonus_stacks[5].min_len E_MIN_LEN"]);
    has(&[long.clone(), ("/cities/3", json!(0))], &["bonus_stacks[5].min_len E_MIN_LEN", "cities[3] E_TYPE"]);
    has(&[long.clone(), ("/cities", json!(0))], &["cities E_TYPE"]);
    has(&[("/bonus_stacks/5/min_len", json!(1)), ("/cities", json!("7"))], &["cities E_TYPE"]);
    // One more city than is allowed is one more than is needed.
    let cities: Vec<Value> = (0..33).map(|k| json!({"name": k.to_string(), "region": null})).collect();
    let map = changed(&[
        ("/cities", Some(json!(cities))),
        ("/roads", Some(json!([]))),
        ("/bonus_stacks/5/min_len", Some(json!(33))),
        ("/bonus_stacks/0/min_len", Some(json!(34))),
    ]);
    let empty = ["regions[0] E_REGION_EMPTY", "regions[1] E_REGION_EMPTY", "regions[2] E_REGION_EMPTY"];
    assert_eq!(in_map(&map), [&["bonus_stacks[0].min_len E_MIN_LEN", "cities E_SIZE"][..], &empty].concat());
    // Twice the same needs no cities; a wrong one is reported once.
    has(&[("/bonus_stacks/5/min_len", json!(3)), ("/cities", json!(0))], &["bonus_stacks[5].min_len E_MIN_LEN", "cities E_TYPE"]);
    has(
        &[("/bonus_stacks/0/min_len", json!(2)), ("/bonus_stacks/5/min_len", json!(2))],
        &["bonus_stacks[0].min_len E_MIN_LEN", "bonus_stacks[5].min_len E_MIN_LEN"],
    );
    has(
        &[("/bonus_stacks/5/min_len", json!(3.0)), ("/bonus_stacks/0/min_len", json!(3.0))],
        &["bonus_stacks[0].min_len E_TYPE", "bonus_stacks[5].min_len E_TYPE"],
    );
}

#[test]
fn a_stack_of_an_unknown_kind() {
    let any = json!({"id": "coast", "kind": "any", "values": [0], "min_len": "x", "regions": ["Rom", 7, "Rom"], "a": 0});
    let rest = ["bonus_stacks[4].id E_NAME", "bonus_stacks[4].values E_VALUES"];
    has(&[("/bonus_stacks/4", any.clone())], &["bonus_stacks[4].a E_KEY", rest[0], "bonus_stacks[4].kind E_KIND", rest[1]]);
    let mut wrong = any.clone();
    wrong["kind"] = json!(null);
    has(&[("/bonus_stacks/4", wrong.clone())], &["bonus_stacks[4].a E_KEY", rest[0], "bonus_stacks[4].kind E_TYPE", rest[1]]);
    set(&mut wrong, "/kind", None);
    has(&[("/bonus_stacks/4", wrong)], &["bonus_stacks[4] E_KEY", "bonus_stacks[4].a E_KEY", rest[0], rest[1]]);
    // Then nobody counts the stacks that end the game, nor compares with this one.
    let end = json!({"id": "again", "kind": "game_end", "values": [1]});
    has(&[("/bonus_stacks/-", end.clone())], &["bonus_stacks E_GAME_END"]);
    has(
        &[("/bonus_stacks/2/id", json!("again")), ("/bonus_stacks/-", end.clone())],
        &["bonus_stacks E_GAME_END", "bonus_stacks[6].id E_NAME"],
    );
    for (value, error) in [(json!("any"), "bonus_stacks[2].kind E_KIND"), (json!(0), "bonus_stacks[2].kind E_TYPE")] {
        has(&[("/bonus_stacks/2/kind", value)], &[error]);
    }
    has(&[("/bonus_stacks/2", json!("end"))], &["bonus_stacks[2] E_TYPE"]);
    has(&[("/bonus_stacks/-", end.clone()), ("/bonus_stacks/0/kind", json!("any"))], &["bonus_stacks[0].kind E_KIND"]);
    has(&[("/bonus_stacks/5/kind", json!("")), ("/bonus_stacks/0/min_len", json!(6))], &["bonus_stacks[5].kind E_KIND"]);
    has(&[("/bonus_stacks", json!([]))], &["bonus_stacks E_SIZE", "bonus_stacks E_GAME_END"]);
    has(&[("/bonus_stacks", json!([1]))], &["bonus_stacks[0] E_TYPE"]);
}

#[test]
fn keys_of_the_other_kinds() {
    let regions = |regions: Value| json!({"id": "x", "kind": "route_length", "min_len": 4, "values": [1], "regions": regions});
    // Nobody looks at what does not belong there.
    for value in [json!([]), json!(["Rom", "Rom", 1]), json!(0), json!(["Tal"])] {
        has(&[("/bonus_stacks/0", regions(value))], &["bonus_stacks[0].regions E_KEY"]);
    }
    let both = json!({"id": "x", "kind": "game_end", "values": [2, 3], "min_len": 3, "regions": []});
    let expected = [
        "bonus_stacks[2].min_len E_KEY",
        "bonus_stacks[2].regions E_KEY",
        "bonus_stacks[2].values E_VALUES",
        "bonus_stacks[2].values E_GAME_END",
    ];
    has(&[("/bonus_stacks/2", both)], &expected);
    let wrong = json!({"kind": "one_house_in_each", "min_len": 3});
    has(&[("/bonus_stacks/4", wrong)], &["bonus_stacks[4] E_KEY", "bonus_stacks[4].min_len E_KEY"]);
    let map = changed(&[("/bonus_stacks/4/regions", None), ("/bonus_stacks/1/regions", None)]);
    assert_eq!(in_map(&map), ["bonus_stacks[1] E_KEY", "bonus_stacks[4] E_KEY"]);
}

#[test]
fn lists_with_a_wrong_type_in_them() {
    has(&[("/bonus_stacks/0/values", json!([0, 25, "x"]))], &["bonus_stacks[0].values[2] E_TYPE"]);
    has(&[("/bonus_stacks/0/values", json!([null, 1.0, 3]))], &["bonus_stacks[0].values[0] E_TYPE", "bonus_stacks[0].values[1] E_TYPE"]);
    has(&[("/bonus_stacks/3/regions", json!(["Tal", "Tal", 1]))], &["bonus_stacks[3].regions[2] E_TYPE"]);
    // Each name is its own.
    has(&[("/bonus_stacks/3/regions", json!(["Rom", 1]))], &["bonus_stacks[3].regions[0] E_REF", "bonus_stacks[3].regions[1] E_TYPE"]);
    // How many there are needs no types of theirs.
    has(&[("/bonus_stacks/2/values", json!([1, null]))], &["bonus_stacks[2].values E_GAME_END", "bonus_stacks[2].values[1] E_TYPE"]);
    has(&[("/bonus_stacks/2/values", json!(null))], &["bonus_stacks[2].values E_TYPE"]);
    has(&[("/bonus_stacks/2/values", json!([]))], &["bonus_stacks[2].values E_VALUES"]);
}

#[test]
fn sets_of_regions() {
    let set = |k: usize, names: Value| (["/bonus_stacks/0/regions", "/bonus_stacks/1/regions", "", "/bonus_stacks/3/regions"][k], names);
    has(&[set(3, json!(["Küste", "Tal"]))], &["bonus_stacks[3].regions E_REGIONS"]);
    // A set is what it is even if a region is twice in it; another kind is another matter.
    has(
        &[set(1, json!(["Tal", "Tal"])), set(3, json!(["Tal"]))],
        &["bonus_stacks[1].regions E_REGIONS", "bonus_stacks[3].regions E_REGIONS"],
    );
    has(
        &[set(1, json!(["Rom"])), set(3, json!(["Rom"]))],
        &["bonus_stacks[1].regions[0] E_REF", "bonus_stacks[3].regions E_REGIONS", "bonus_stacks[3].regions[0] E_REF"],
    );
    has(&[("/bonus_stacks/4/regions", json!(["Küste"]))], &[]);
}

/// Tiles of a stack (TT-97).
#[test]
fn sixteen_tiles_are_the_most() {
    has(&[("/bonus_stacks/0/values", json!(vec![7; 16]))], &[]);
    has(&[("/bonus_stacks/0/values", json!(vec![7; 17]))], &["bonus_stacks[0].values E_VALUES"]);
    has(&[("/bonus_stacks/2/values", json!(vec![7; 17]))], &["bonus_stacks[2].values E_VALUES", "bonus_stacks[2].values E_GAME_END"]);
}

/// Whether there is only one of them does not depend on what it is.
#[test]
fn one_coordinate_alone() {
    has(&[("/cities/2/x", json!(0))], &["cities[2] E_KEY"]);
    has(&[("/cities/2/y", json!(null))], &["cities[2] E_KEY", "cities[2].y E_TYPE"]);
    has(&[("/cities/0/x", json!(null)), ("/cities/0/y", json!([]))], &["cities[0].x E_TYPE", "cities[0].y E_TYPE"]);
    let map = changed(&[("/cities/2/x", Some(json!(0))), ("/cities/2/name", None), ("/cities/2/region", None)]);
    assert_eq!(in_map(&map), ["cities[2] E_KEY"]);
}

#[test]
fn nothing_below_a_wrong_type() {
    assert_eq!(in_map(&json!({})), [" E_KEY"]);
    let map = json!({
        "name": 1, "copies_per_city_card": [9], "regions": {"name": ""}, "cities": "", "roads": null, "bonus_stacks": true, "status": []
    });
    let keys = ["bonus_stacks", "cities", "copies_per_city_card", "name", "regions", "roads", "status"];
    assert_eq!(in_map(&map), keys.map(|key| format!("{key} E_TYPE")));
    let empty = json!({"name": "", "copies_per_city_card": 3, "regions": [{}], "cities": [{}], "roads": [], "bonus_stacks": [{}]});
    assert_eq!(in_map(&empty), ["bonus_stacks[0] E_KEY", "cities E_SIZE", "cities[0] E_KEY", "name E_NAME", "regions[0] E_KEY"]);
}

/// A hostile file has an error for every few bytes: all of them are reported, in a time that does not grow with their square.
#[test]
fn a_hundred_thousand_errors_are_reported() {
    let long = "k".repeat(100_000);
    let list = |item: &str, count: usize| format!("[{}]", vec![item; count].join(","));
    let keys = |value: &str, count: usize| format!("{{{}}}", (0..count).map(|k| format!("\"{k}\":{value}")).collect::<Vec<_>>().join(","));
    let marks = format!("\"{}\"", "\u{301}\u{323}".repeat(100_000));
    let stack = |regions: &str| format!(r#"{{"id":"","kind":"all_cities","values":[],"regions":{regions}}}"#);
    for (map, count) in [
        (keys("0", 100_000), 100_000 + 1),
        (format!(r#"{{"cities":{}}}"#, list("{}", 100_000)), 100_000 + 2),
        (format!(r#"{{"cities":{}}}"#, list("0", 100_000)), 100_000 + 2),
        (format!(r#"{{"cities":{}}}"#, list(r#"{"name":"","x":1}"#, 100_000)), 200_000 + 2),
        (format!(r#"{{"regions":{}}}"#, list(r#"{"name":"a","colour":null}"#, 100_000)), 199_999 + 2),
        (format!(r#"{{"cities":[],"roads":{}}}"#, list(r#"["a","b"]"#, 100_000)), 200_000 + 2),
        (format!(r#"{{"roads":{}}}"#, list(r#"["a","b"]"#, 100_000)), 99_999 + 1),
        (format!(r#"{{"roads":{}}}"#, list("[]", 100_000)), 100_000 + 1),
        (format!(r#"{{"roads":[[{marks},{marks}]],"name":{marks}}}"#), 2),
        (format!(r#"{{"bonus_stacks":{}}}"#, list("{}", 100_000)), 100_000 + 2),
        (format!(r#"{{"bonus_stacks":{}}}"#, list(&stack("[]"), 100_000)), 300_000 + 3),
        (format!(r#"{{"bonus_stacks":{}}}"#, list(&stack(r#"["a","b"]"#), 100_000)), 299_999 + 3),
        (format!(r#"{{"bonus_stacks":[{}],"regions":[]}}"#, stack(&list("\"\"", 100_000))), 100_000 + 6),
        (format!(r#"{{"bonus_stacks":[{{"values":{}}}]}}"#, list("1.0", 100_000)), 100_000 + 2),
        (format!(r#"{{"cities":[{{"{long}":0}}],"{long}":0}}"#), 5),
    ] {
        let errors = read(map.as_bytes()).expect_err("it is full of errors");
        assert_eq!(errors.len(), count, "{} {:?}", &map[..100], &errors[..2]);
    }
}

/// The maps of the project's own, each with its name changed to that of the other.
#[test]
fn any_name_will_do() {
    for name in ["map1", "map2", "thurn_and_taxis", " ", "\u{0}"] {
        let mut map = shipped_map("map2");
        map["name"] = json!(name);
        assert_eq!(read(map.to_string().as_bytes()).map(|map| map.name), Ok(name.to_owned()));
    }
}
