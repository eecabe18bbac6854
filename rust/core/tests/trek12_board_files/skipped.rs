//! What is skipped after another error, and what is not (TK-92, TK-94).

use super::{errors, file, in_board, set, shipped_boards};
use serde_json::{Value, json};
use spielwerk::trek12::tables::board_file::SCHEMA;

/// A shipped board with these values set.
fn board(id: &str, changes: &[(&str, Value)]) -> Value {
    let mut board = shipped_boards().into_iter().find(|board| board["id"] == id).expect("it is shipped");
    for (pointer, value) in changes {
        set(&mut board, pointer, Some(value.clone()));
    }
    board
}

fn has(id: &str, changes: &[(&str, Value)], expected: &[&str]) {
    assert_eq!(in_board(&board(id, changes)), expected, "{id} {changes:?}");
}

#[test]
fn after_wrong_ids_nothing_that_uses_ids() {
    let circles = json!([{"id": 0, "max": 7}]);
    let with_ids = [
        ("/edges", json!([[0, 99], [5, 5], [5, 6], [6, 5], [1]])),
        ("/start", json!([99, 99])),
        ("/specials/zones", json!({"left": [99], "right": [99]})),
        ("/specials/desk", json!([99])),
        ("/specials/prelinked", json!([[0, 99], [0, 99]])),
        ("/specials/flags", json!({"circles": [99], "points": 100})),
        ("/tables/0/limits/min", json!(0)),
        ("/tables/0/limits/max", json!(0)),
    ];
    let mut changes = with_ids.to_vec();
    changes.push(("/circles", circles));
    // Points need no ids, nor does the length of a pair.
    let rest = ["bad_edge edges[4]", "bad_special specials.flags"];
    has("mount_fuji", &changes, &["circle_count circles", "bad_max circles[0].max", rest[0], rest[1]]);
    for (pointer, value, first) in [
        ("/circles/4/id", json!("4"), "wrong_type circles[4].id"),
        ("/circles/4/id", json!(3), "circle_ids circles"),
        ("/circles/4", json!([]), "wrong_type circles[4]"),
        ("/circles", json!({}), "wrong_type circles"),
    ] {
        let mut changes = with_ids.to_vec();
        changes.push((pointer, value));
        has("mount_fuji", &changes, &[first, rest[0], rest[1]]);
        // Types and empty lists are still found.
        let rest = ["wrong_type edges[0]", "wrong_type specials.desk[0]", "wrong_type start[1]", "bad_special specials.roses"];
        let mut changes = vec![
            ("/edges", json!(["x"])),
            ("/start", json!([99, null])),
            ("/specials/desk", json!([true])),
            ("/specials/roses", json!([])),
        ];
        changes.push((pointer, board("mount_fuji", &[]).pointer(pointer).map_or(json!(0), |_| json!(0.5))));
        let first = format!("wrong_type {}", pointer[1..].replacen('/', "[", 1).replacen('/', "].", 1));
        let first = if pointer.ends_with("/4") { first + "]" } else { first };
        has("mount_fuji", &changes, &[&first, rest[0], rest[1], rest[2], rest[3]]);
    }
}

#[test]
fn one_wrong_circle_of_too_many_is_two_mistakes() {
    let circles: Vec<Value> = (0..40).map(|id| json!({"id": if id == 3 { json!(null) } else { json!(id) }, "max": 6})).collect();
    has("dunai", &[("/circles", json!(circles))], &["wrong_type circles[3].id", "circle_count circles"]);
    // An item that is no circle: the length of the list says nothing.
    has("dunai", &[("/circles", json!([0]))], &["wrong_type circles[0]"]);
}

#[test]
fn after_a_wrong_edge_neither_connection_nor_pre_links() {
    let lonely = ("/edges", json!([[0, 1], [2, 2], [1, 0]]));
    let prelinked = ("/specials/prelinked", json!([[0, 18]]));
    has("jampa", &[lonely.clone(), prelinked.clone()], &["bad_edge edges[1]", "duplicate_edge edges[2]"]);
    has(
        "jampa",
        &[("/edges", json!([[0, 1], [1, 0]])), prelinked.clone()],
        &["duplicate_edge edges[1]", "not_connected edges", "bad_special specials.prelinked"],
    );
    has(
        "jampa",
        &[("/edges", json!([[0, 1], [1, 0], [0, 0.5], "x"])), prelinked],
        &["wrong_type edges[2][1]", "wrong_type edges[3]", "duplicate_edge edges[1]"],
    );
    // Ids that do not exist and repeats need no edges.
    has(
        "jampa",
        &[lonely, ("/specials/prelinked", json!([[0, 19]]))],
        &["bad_edge edges[1]", "duplicate_edge edges[2]", "bad_special specials.prelinked"],
    );
}

#[test]
fn after_wrong_tables_neither_zones_nor_boxes_nor_shared_circles() {
    let shared = ("/start", json!([0, 1]));
    let zones = ("/specials/zones", json!({"left": [], "east": [5]}));
    let few = json!({"min": 0, "max": 0, "diff": 0, "sum": 0, "prod": 0});
    has(
        "mount_fuji",
        &[shared.clone(), ("/tables/0/zone", json!("right")), zones.clone(), ("/tables/0/limits", few.clone())],
        &["bad_tables tables"],
    );
    has("mount_fuji", &[shared.clone(), ("/tables", json!([])), zones.clone()], &["bad_tables tables"]);
    has("mount_fuji", &[("/start", json!(null)), ("/tables/-", json!({"zone": "c", "limits": few}))], &["bad_tables tables"]);
    has("mount_fuji", &[shared.clone(), ("/tables/0", json!("left")), zones.clone()], &["wrong_type tables[0]"]);
    has("mount_fuji", &[shared.clone(), zones.clone(), ("/tables/0/limits", few.clone())], &["bad_zones specials.zones"]);
    has("mount_fuji", &[shared.clone(), ("/tables/0/limits", few.clone())], &["bad_start start", "too_few_boxes tables[0]"]);
    // With one table, boxes are counted unless the zones are wrong.
    has("dunai", &[("/tables/0/limits", few.clone()), ("/specials/zones", json!({}))], &["bad_zones specials.zones"]);
    has(
        "dunai",
        &[("/tables/0/limits", few.clone()), ("/specials/zones", json!(null))],
        &["wrong_type specials.zones", "too_few_boxes tables[0]"],
    );
    has("dunai", &[("/tables/0/limits", few.clone()), ("/specials", json!(null))], &["wrong_type specials", "too_few_boxes tables[0]"]);
    // The name of a zone is of another type: how many tables there are is known.
    has("mount_fuji", &[shared, ("/tables/0/zone", json!(null)), zones, ("/tables/0/limits", few)], &["wrong_type tables[0].zone"]);
    has(
        "mount_fuji",
        &[("/tables/0/zone", json!(null)), ("/start", json!(null)), ("/specials", json!({}))],
        &["wrong_type tables[0].zone", "bad_start start", "bad_zones specials.zones"],
    );
}

#[test]
fn after_an_error_in_its_limits_a_table_is_not_counted() {
    let few = json!({"min": 0, "max": 16, "diff": 0, "sum": 0, "prod": 0});
    let unknown = json!({"min": 0, "max": 0, "diff": 0, "sum": 0, "prod": 0, "pow": 0});
    has(
        "mount_fuji",
        &[("/tables/0/limits", few), ("/tables/1/limits/sum", json!(1))],
        &["bad_limit tables[0].limits.max", "too_few_boxes tables[1]"],
    );
    has("dunai", &[("/tables/0/limits", unknown)], &["unknown_key tables[0].limits.pow"]);
}

#[test]
fn a_list_with_a_wrong_type_in_it() {
    has("mount_fuji", &[("/start", json!([0, 0, "x", 99]))], &["wrong_type start[2]"]);
    has("dunai", &[("/specials/sofa", json!([99, null]))], &["wrong_type specials.sofa[1]"]);
    has(
        "dunai",
        &[("/specials/sofa", json!(null)), ("/specials/washbasin", json!(false))],
        &["wrong_type specials.sofa", "wrong_type specials.washbasin"],
    );
    // Its neighbours in an object are checked.
    has(
        "dunai",
        &[("/specials/flags", json!({"circles": [99, "x"], "points": 100}))],
        &["wrong_type specials.flags.circles[1]", "bad_special specials.flags"],
    );
    has(
        "dunai",
        &[("/specials/flags", json!({"circles": [99], "points": null}))],
        &["wrong_type specials.flags.points", "bad_special specials.flags"],
    );
    has(
        "dunai",
        &[("/specials/top", json!({"circles": [99], "point": 1}))],
        &["missing_key specials.top.points", "unknown_key specials.top.point", "bad_special specials.top"],
    );
    has("christmas", &[("/specials/ornaments/points", json!([100, 2.5]))], &["wrong_type specials.ornaments.points[1]"]);
    has(
        "christmas",
        &[("/specials/ornaments/colours/red", json!([3, "x"])), ("/specials/ornaments/points", json!([1]))],
        &["wrong_type specials.ornaments.colours.red[1]", "bad_special specials.ornaments"],
    );
    has("mount_fuji", &[("/specials/zones/left", json!([1, null])), ("/start", json!([0]))], &["wrong_type specials.zones.left[1]"]);
    has(
        "mount_fuji",
        &[("/specials/zones/left", json!([1, null])), ("/specials/zones/north", json!([]))],
        &["wrong_type specials.zones.left[1]", "bad_zones specials.zones"],
    );
}

#[test]
fn a_coordinate_of_a_wrong_type_is_no_missing_one() {
    has("dunai", &[("/circles/0", json!({"id": 0, "max": 12, "x": null}))], &["wrong_type circles[0].x"]);
    has("dunai", &[("/circles/0", json!({"id": 0, "max": 12, "x": 1}))], &["bad_coordinate circles[0]"]);
}

/// TK-94: nothing else is said of a key that is missing, nor of what is below a wrong type.
#[test]
fn a_board_without_its_keys() {
    let missing = |key| format!("missing_key {key}");
    assert_eq!(in_board(&json!({})), ["circles", "edges", "id", "tables"].map(missing));
    let wrong = json!({"id": 1, "circles": {"id": true}, "edges": "x", "tables": 7, "name": [null], "provenance": [1], "start": {}, "penalties": [true], "specials": [9]});
    let keys = ["circles", "edges", "id", "name", "penalties", "provenance", "specials", "start", "tables"];
    assert_eq!(in_board(&wrong), keys.map(|key| format!("wrong_type {key}")));
    for value in [json!(null), json!([]), json!("dunai"), json!(0)] {
        assert_eq!(in_board(&value), ["wrong_type "]);
    }
    let empty = json!({"circles": [{}], "tables": [{}], "penalties": {}, "specials": {"flags": {}, "ornaments": {}, "top": {}}, "provenance": {}, "id": "a", "edges": []});
    let keys =
        ["circles[0].id", "circles[0].max", "penalties.face", "penalties.isolated", "specials.flags.circles", "specials.flags.points"];
    let more = [
        "specials.ornaments.colours",
        "specials.ornaments.points",
        "specials.top.circles",
        "specials.top.points",
        "tables[0].limits",
        "tables[0].zone",
    ];
    let expected: Vec<String> = keys.into_iter().chain(more).map(missing).chain(["circle_count circles".to_owned()]).collect();
    assert_eq!(in_board(&empty), expected);
}

/// A hostile file has an error for every few bytes: all of them are reported, in a time that does not grow with their square.
#[test]
fn a_million_errors_are_reported() {
    let long = "k".repeat(300_000);
    let list = |item: &str, count: usize| format!("[{}]", vec![item; count].join(","));
    let keys = |value: &str, count: usize| format!("{{{}}}", (0..count).map(|k| format!("\"{k}\":{value}")).collect::<Vec<_>>().join(","));
    for (board, count) in [
        (format!(r#"{{"circles":{}}}"#, list("{}", 300_000)), 3 + 600_000 + 1),
        (format!(r#"{{"circles":{}}}"#, list("0", 300_000)), 3 + 300_000),
        (format!(r#"{{"edges":{}}}"#, list("[0,null]", 300_000)), 3 + 300_000),
        (format!(r#"{{"edges":{}}}"#, list("[]", 300_000)), 3 + 300_000),
        (format!(r#"{{"start":{}}}"#, list("1e0", 300_000)), 4 + 300_000),
        (format!(r#"{{"start":{}}}"#, list("1", 300_000)), 4),
        (format!(r#"{{"tables":{}}}"#, list("{\"limits\":0}", 300_000)), 3 + 600_000 + 1),
        (format!(r#"{{"specials":{{"zones":{}}}}}"#, keys("0", 300_000)), 4 + 300_000),
        (format!(r#"{{"specials":{{"zones":{{"{long}":{}}}}}}}"#, list("null", 300_000)), 4 + 300_000),
        (format!(r#"{{"specials":{{"ornaments":{{"colours":{}}}}}}}"#, keys("[]", 300_000)), 4 + 2),
        (format!(r#"{{"specials":{{"prelinked":{}}}}}"#, list("[[]]", 300_000)), 4 + 300_000),
        (format!(r#"{{"id":"{long}","provenance":{{"unknown":{}}}}}"#, list("0", 300_000)), 3 + 300_000 + 1),
        (keys("0", 300_000), 4 + 300_000),
    ] {
        let text = format!(r#"{{"schema":"{SCHEMA}","boards":[{board}]}}"#);
        let errors = super::read(text.as_bytes()).expect_err("it is full of errors");
        assert_eq!(errors.len(), count, "{}", &board[..100]);
    }
    let boards = file(&vec![json!({"id": "a"}); 100_000]);
    assert_eq!(errors(&boards).len(), 3 * 100_000 + 99_999);
}
