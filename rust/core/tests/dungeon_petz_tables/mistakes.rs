//! Mistakes in the shipped file with the errors that they give (DP-152 to DP-160, DP-172).

use super::{after, errors, shipped_file};
use serde_json::{Value, json};

/// Edits, and the errors as `code path`.
type Mistake = (Vec<(&'static str, Option<Value>)>, Vec<&'static str>);

fn put(pointer: &'static str, value: Value) -> (&'static str, Option<Value>) {
    (pointer, Some(value))
}

fn one(pointer: &'static str, value: Value, expected: &[&'static str]) -> Mistake {
    (vec![put(pointer, value)], expected.to_vec())
}

/// One mistake each, and what it gives.
pub(crate) fn single() -> Vec<Mistake> {
    let mut all = cards();
    all.extend(pieces());
    all.extend(shows());
    all.extend(game());
    all
}

fn cards() -> Vec<Mistake> {
    vec![
        one("/decks", json!([]), &["E_TYPE decks"]),
        (vec![("/decks", None)], vec!["E_KEY decks"]),
        (vec![("/decks/red", None)], vec!["E_KEY decks.red"]),
        one("/decks/red/size", json!(11), &["E_RANGE decks.red.size"]),
        one("/decks/red/size", json!(23), &["E_SUM decks.red.size"]),
        one("/decks/red/size", json!(i64::MAX), &["E_SUM decks.red.size"]),
        one("/decks/red/size", json!(u64::MAX), &["E_TYPE decks.red.size"]),
        one("/decks/red/size", json!(24.0), &["E_TYPE decks.red.size"]),
        one("/decks/red/cards/0/count", json!(41), &["E_RANGE decks.red.cards[0].count"]),
        one("/decks/red/cards/1/count", json!(5), &["E_SUM decks.red.size"]),
        one("/decks/red/cards", json!([]), &["E_SUM decks.red.size", "E_VALUE decks.red.dominant"]),
        // A need twice has its doubling of the wrong need, too.
        (
            vec![put("/decks/green/cards/2/need", json!("poop")), put("/decks/green/cards/2/double", json!(["poop", "hunger"]))],
            vec!["E_TWICE decks.green.cards[2].need"],
        ),
        // DP-174: a dominant need without a card, and with none left.
        (vec![put("/decks/purple/cards/0/count", json!(0)), put("/decks/purple/size", json!(12))], vec!["E_VALUE decks.purple.dominant"]),
        // The same need twice, once without cards: there are cards of it.
        (
            vec![put("/decks/purple/cards/-", json!({"need": "magic", "count": 0, "double": null}))],
            vec!["E_TWICE decks.purple.cards[4].need"],
        ),
        one("/decks/green/cards/0/double", json!(["hunger", "hunger"]), &["E_TYPE decks.green.cards[0].double"]),
        one("/decks/green/cards/1/double", json!(null), &["E_TYPE decks.green.cards[1].double"]),
        one("/decks/green/cards/1/double", json!(["poop"]), &["E_SIZE decks.green.cards[1].double"]),
        one("/decks/green/cards/1/double/0", json!("play"), &["E_VALUE decks.green.cards[1].double[0]"]),
        one("/decks/green/cards/1/double/1", json!("poop"), &["E_VALUE decks.green.cards[1].double[1]"]),
        one("/decks/green/cards/1/double/1", json!("potion"), &["E_VALUE decks.green.cards[1].double[1]"]),
        one("/decks/green/dominant", json!("potion"), &["E_VALUE decks.green.dominant"]),
        one("/decks/green/cards/1/need", json!("potion"), &["E_VALUE decks.green.cards[1].need"]),
    ]
}

fn pieces() -> Vec<Mistake> {
    vec![
        one("/pets/1/name", json!("Uni"), &["E_TWICE pets[1].name"]),
        one("/pets/1/name", json!(""), &["E_VALUE pets[1].name"]),
        one("/pets/1/name", json!("ü".repeat(41)), &["E_VALUE pets[1].name"]),
        one("/pets/1/name", json!("ü".repeat(40)), &[]),
        (vec![("/pets/1/name", None)], vec!["E_KEY pets[1].name"]),
        one("/pets/1/diet", json!("vegan"), &["E_VALUE pets[1].diet"]),
        one("/pets/1/bars/6", json!("g"), &["E_VALUE pets[1].bars[6]"]),
        (vec![("/pets/1/bars/6", None)], vec!["E_SIZE pets[1].bars"]),
        one("/pets/1/bars", json!("GGGGGGG"), &["E_TYPE pets[1].bars"]),
        one("/pets/1/price_by_size/7", json!(21), &["E_RANGE pets[1].price_by_size.7"]),
        one("/pets/1/price_by_size/4", json!(null), &["E_TYPE pets[1].price_by_size.4"]),
        one("/pets/1/farm_token_advanced", json!("hay"), &["E_VALUE pets[1].farm_token_advanced"]),
        one("/pets/1/farm_token_advanced", json!(0), &["E_TYPE pets[1].farm_token_advanced"]),
        (vec![("/pets/17", None)], vec!["E_SIZE pets"]),
        one("/cages/tiles/2/strength", json!(2), &["E_SUM cages.tiles[2]"]),
        one("/cages/tiles/2/graze", json!(2), &["E_RANGE cages.tiles[2].graze"]),
        one("/cages/initial/strength", json!(9), &[]),
        one("/cages/initial/strength", json!(10), &["E_RANGE cages.initial.strength"]),
        (vec![("/cages/tiles/10", None)], vec!["E_SIZE cages.tiles"]),
        one("/addons/tiles/5/meat", json!(0), &["E_SUM addons.tiles[5]"]),
        one("/addons/tiles/5/meat", json!(-1), &["E_RANGE addons.tiles[5].meat"]),
        one("/addons/tiles", json!([]), &["E_SIZE addons.tiles"]),
        one("/artifacts/tiles/4/kind", json!("whip"), &["E_SUM artifacts.tiles"]),
        one("/artifacts/tiles/4/kind", json!("wand"), &["E_VALUE artifacts.tiles[4].kind"]),
        one("/artifacts/tiles/0/kind", json!("whip"), &["E_SUM artifacts.tiles"]),
        one("/artifacts/tiles/4", json!({"kind": "book"}), &["E_KEY artifacts.tiles[4].colours", "E_SUM artifacts.tiles"]),
        one("/artifacts/tiles/0/colours/1", json!("red"), &["E_TWICE artifacts.tiles[0].colours[1]"]),
        one("/artifacts/tiles/0/colours/1", json!("blue"), &["E_VALUE artifacts.tiles[0].colours[1]"]),
        one("/artifacts/tiles/0/colours/-", json!("blue"), &["E_SIZE artifacts.tiles[0].colours", "E_VALUE artifacts.tiles[0].colours[2]"]),
        (vec![("/artifacts/tiles/9", None)], vec!["E_SIZE artifacts.tiles"]),
    ]
}

fn shows() -> Vec<Mistake> {
    vec![
        one("/exhibitions/7/id", json!("arena"), &["E_TWICE exhibitions[7].id"]),
        one("/exhibitions/7/name", json!("Arena"), &[]),
        one("/exhibitions/7/name", json!(""), &["E_VALUE exhibitions[7].name"]),
        one("/exhibitions/7/scope", json!("double"), &["E_VALUE exhibitions[7].scope"]),
        one("/exhibitions/7/plus/magic", json!(0), &["E_RANGE exhibitions[7].plus.magic"]),
        one("/exhibitions/7/plus/best_single_need", json!(1), &["E_VALUE exhibitions[7].plus.best_single_need"]),
        one("/exhibitions/0/plus/best_single_need", json!(1), &[]),
        one("/exhibitions/0/plus/pets", json!(1), &[]),
        // A weight may stand on both sides of a tile.
        one("/exhibitions/0/minus/anger", json!(1), &[]),
        one("/exhibitions/0/food/veg_stand", json!(10), &["E_RANGE exhibitions[0].food.veg_stand"]),
        (vec![("/exhibitions/0/food", None)], vec!["E_KEY exhibitions[0].food"]),
        one("/customers/7/id", json!("warlock"), &["E_TWICE customers[7].id"]),
        one("/customers/0/plus/pets", json!(1), &["E_VALUE customers[0].plus.pets"]),
        one("/customers/0/rainbow/suffering", json!(1), &["E_VALUE customers[0].rainbow.suffering"]),
        one("/customers/0/rainbow/anger", json!(1), &["E_SUM customers[0]"]),
        one("/customers/0/plus/play", json!(1), &["E_SUM customers[0]"]),
        one("/customers/0/plus/play", json!(10), &["E_RANGE customers[0].plus.play", "E_SUM customers[0]"]),
        (vec![("/customers/0/minus/suffering", None)], vec!["E_KEY customers[0].minus.suffering"]),
        (vec![("/customers/0/minus", None)], vec!["E_KEY customers[0].minus.suffering"]),
        one("/customers/0/minus", json!([]), &["E_TYPE customers[0].minus"]),
        one("/round1_food/3/meat_stand", json!(10), &["E_RANGE round1_food.3.meat_stand"]),
        (vec![("/round1_food/4", None)], vec!["E_KEY round1_food.4"]),
    ]
}

fn game() -> Vec<Mistake> {
    vec![
        one("/players/4/rounds", json!(6), &["E_RANGE players.4.rounds"]),
        one("/players/4/exhibition_rounds", json!([2, 3, 5, 4]), &["E_ORDER players.4.exhibition_rounds"]),
        one("/players/4/exhibition_rounds", json!([2, 3, 4, 6]), &["E_RANGE players.4.exhibition_rounds[3]"]),
        one("/players/4/exhibition_rounds", json!([2, 3, 4]), &["E_SIZE players.4.exhibition_rounds"]),
        one("/players/4/customer_rounds", json!([3, 4, 4, 5]), &["E_ORDER players.4.customer_rounds"]),
        one("/players/4/customer_rounds", json!([2, 4, 5, 5]), &["E_RANGE players.4.customer_rounds[0]"]),
        one("/players/3/awards", json!([7, 7, 2]), &["E_ORDER players.3.awards"]),
        one("/players/3/awards", json!([7, 4, 0]), &["E_RANGE players.3.awards[2]"]),
        one("/players/3/awards", json!([7, 4]), &["E_SIZE players.3.awards"]),
        one("/players/3/awards", json!([3, 2, 1]), &[]),
        one("/players/2/extra_imps_rounds", json!([1, 3, 2, 4]), &["E_ORDER players.2.extra_imps_rounds"]),
        one("/players/2/extra_imps_rounds", json!([1, 1, 6, 6]), &[]),
        one(
            "/players/4/extra_imps_rounds",
            json!([1, 1, 6, 6]),
            &["E_RANGE players.4.extra_imps_rounds[2]", "E_RANGE players.4.extra_imps_rounds[3]"],
        ),
        // A space twice: another one is missing.
        one("/neutral_imps/groups/town/0", json!("mixed"), &["E_TWICE neutral_imps.groups.town[0]", "E_SUM neutral_imps.groups"]),
        one("/neutral_imps/groups/town/0", json!("castle"), &["E_VALUE neutral_imps.groups.town[0]"]),
        (vec![("/neutral_imps/groups/town/0", None)], vec!["E_SIZE neutral_imps.groups.town"]),
        // Both young spaces three apart: blocked together with two players.
        one(
            "/neutral_imps/groups/corral",
            json!(["pet_young_a", "addon", "cage_a", "pet_young_b", "pet_old", "cage_b"]),
            &["E_BLOCKED neutral_imps.groups"],
        ),
        // The cage spaces in two loops, at the same step.
        (vec![put("/neutral_imps/groups/corral/5", json!("dummy_c2")), put("/neutral_imps/groups/town/5", json!("cage_a"))], vec![]),
        (
            vec![
                put("/neutral_imps/groups/corral/5", json!("hospital")),
                put("/neutral_imps/groups/town/3", json!("cage_a")),
                put("/neutral_imps/groups/town/4", json!("platform")),
            ],
            vec!["E_BLOCKED neutral_imps.groups"],
        ),
        one("/neutral_imps/start_index_3p", json!([1]), &["E_RANGE neutral_imps.start_index_3p[0]"]),
        one("/neutral_imps/start_index_3p", json!([]), &["E_SIZE neutral_imps.start_index_3p"]),
        one(
            "/neutral_imps/start_index_2p",
            json!([3, 0]),
            &["E_RANGE neutral_imps.start_index_2p[0]", "E_RANGE neutral_imps.start_index_2p[1]"],
        ),
        one("/neutral_imps/step", json!(2), &["E_RANGE neutral_imps.step"]),
        one("/neutral_imps/step", json!(1.0), &["E_TYPE neutral_imps.step"]),
    ]
}

#[test]
fn each_mistake_gives_its_errors() {
    for (edits, expected) in single() {
        assert_eq!(after(&edits), expected, "{edits:?}");
    }
}

/// DP-151: all errors, in file order; those of a list after that of its length, checks of several values after their parts.
#[test]
fn several_mistakes_give_all_their_errors() {
    let mut file = shipped_file();
    for (section, value) in [("decks", json!(1)), ("pets", json!({})), ("neutral_imps", json!(null))] {
        file[section] = value;
    }
    file.as_object_mut().and_then(|map| map.shift_remove("addons")).expect("it is there");
    file["exhibitions"] =
        json!([{}, 7, {"id": "a", "scope": "full", "plus": {"b": 0, "Z": 0, "é": 0, "magic": 99, "hunger": 1}, "minus": 3}]);
    let found: Vec<String> = errors(&file).iter().map(|error| format!("{} {}", error.code, error.place)).collect();
    assert_eq!(
        found,
        [
            "E_TYPE decks",
            "E_TYPE pets",
            "E_KEY addons",
            "E_SIZE exhibitions",
            "E_KEY exhibitions[0].id",
            "E_KEY exhibitions[0].scope",
            "E_KEY exhibitions[0].food",
            "E_TYPE exhibitions[1]",
            "E_RANGE exhibitions[2].plus.magic",
            "E_VALUE exhibitions[2].plus.Z",
            "E_VALUE exhibitions[2].plus.b",
            "E_VALUE exhibitions[2].plus.é",
            "E_TYPE exhibitions[2].minus",
            "E_KEY exhibitions[2].food",
            "E_TYPE neutral_imps",
        ]
    );
}

/// A file without anything lacks its ten sections.
#[test]
fn an_empty_file_lacks_every_section() {
    let expected: Vec<String> = super::SECTIONS.iter().map(|section| format!("E_KEY {section}")).collect();
    assert_eq!(super::found(&json!({})), expected);
}
