//! The game's own words, for callers that have a route and no game in progress: its extensions, the houses and the tiles of a close.

use super::ThurnAndTaxis;
use super::actions::{ends, places};
use super::rules::{Earning, earned};
use super::state::Player;
use super::tables::spec::MapSpec;
use super::tables::{CARRIAGES, HOUSES, MAX_CITIES, MAX_STACKS, Mask, SHORTEST_ROUTE, bit, cities, map_file, shipped};
use crate::error::{Fault, OptionError};
use crate::value::{Fields, shown};
use serde_json::Value;

const KEYS: &[&str] = &["route", "houses", "carriage", "left", "held"];

/// The most house sets that are listed; no route of a real game has so many.
pub const MOST_SETS: usize = 250_000;

/// A route with what its owner has. It begins as a map with `route` and, where they matter, `houses` (cities), `carriage` (a number), `left`
/// (a map from stacks to tiles left, those not named are full) and `held` (stacks). Cities and stacks are positions or names.
#[derive(Clone, Debug)]
pub struct Route {
    player: Player,
    left: [u8; MAX_STACKS],
    held: u16,
}

impl Route {
    /// Reads the map.
    ///
    /// # Errors
    /// All faults: cities that do not exist or are there twice, a route that is none (TT-25), more than 20 houses (TT-4).
    pub fn from_value(game: &ThurnAndTaxis, value: &Value) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut fields = Fields::new(value, "", KEYS, &mut faults);
        let mut player = game.start.players[0];
        let row = read(game, &mut fields, "route", city_of);
        player.row[..row.len()].copy_from_slice(&row);
        (player.row_len, player.row_set) = (row.len() as u8, row.iter().fold(0, |set, &city| set | bit(city)));
        for (index, pair) in row.windows(2).enumerate() {
            if game.map.adjacent[usize::from(pair[0] & 31)] & bit(pair[1]) == 0 {
                let [from, to] = [pair[0], pair[1]].map(|city| game.spec.cities.get(usize::from(city)).map_or("", |city| &city.name));
                fields.fault(&format!("route[{}]", index + 1), format!("no road joins {from} and {to} (TT-25)"));
            }
        }
        player.houses = read(game, &mut fields, "houses", city_of).iter().fold(0, |set, &city| set | bit(city));
        if player.houses.count_ones() > HOUSES.into() {
            fields.fault("houses", format!("{} houses where there are {HOUSES} (TT-4)", player.houses.count_ones()));
        }
        player.carriage = fields.int("carriage", CARRIAGES.0.into(), CARRIAGES.1.into(), CARRIAGES.0.into(), "TT-32") as u8;
        let held = read(game, &mut fields, "held", stack_of).iter().fold(0, |set, &stack| set | 1 << (stack & 15));
        let left = read_left(game, &mut fields);
        if faults.is_empty() { Ok(Self { player, left, held }) } else { Err(faults) }
    }

    /// The cities of which a card could be added at the left and at the right end (TT-25). A single card has both ends; an empty route none.
    pub fn extensions(&self, game: &ThurnAndTaxis) -> (Mask, Mask) {
        let (right, left) = ends(&game.map, &self.player);
        // Play names only one of the two mirror images (TT-71).
        (if self.player.row_len == 1 { right } else { left }, right)
    }

    /// A close needs three cards (TT-30).
    fn closed(&self) -> Result<&Player, Vec<Fault>> {
        if self.player.row_len < SHORTEST_ROUTE {
            let message = format!("{} cards where a close needs {SHORTEST_ROUTE} (TT-30)", self.player.row_len);
            return Err(vec![Fault::malformed("route", message)]);
        }
        Ok(&self.player)
    }

    /// Every set of cities that may get houses when the route is closed (TT-35 to TT-38), the empty one included, in lexicographic order. They
    /// are named as in D6, so each comes once (TT-72).
    ///
    /// # Errors
    /// If the route is too short, or there are more than [`MOST_SETS`].
    pub fn house_options(&self, game: &ThurnAndTaxis) -> Result<Vec<Mask>, Vec<Fault>> {
        let mut sets = Vec::new();
        let mut open: Vec<Mask> = vec![0];
        let player = self.closed()?;
        while let Some(placed) = open.pop() {
            if sets.len() >= MOST_SETS {
                return Err(vec![Fault::malformed("route", format!("more than {MOST_SETS} sets of houses"))]);
            }
            sets.push(placed);
            let owner = Player { houses: player.houses | placed, ..*player };
            let next: Vec<u8> = cities(places(&game.map, &owner, placed)).collect();
            open.extend(next.iter().rev().map(|&city| placed | bit(city)));
        }
        Ok(sets)
    }

    /// The tiles that the close would earn, as stacks and values in the order of the map (TT-39 to TT-43). Houses and carriage are those after
    /// the close.
    ///
    /// # Errors
    /// If the route is too short.
    pub fn tiles(&self, game: &ThurnAndTaxis) -> Result<Vec<(usize, u8)>, Vec<Fault>> {
        let (map, player) = (&game.map, self.closed()?);
        let left = |stack: usize| self.left[stack & 15] > 0;
        let close = Earning { length: player.row_len, houses: player.houses, carriage: player.carriage, is_end_free: left(map.game_end) };
        let set = earned(map, &close, left, |stack| self.held >> (stack & 15) & 1 != 0);
        let stacks = map.stacks.iter().enumerate().filter(|&(index, _)| set >> index & 1 != 0);
        Ok(stacks
            .filter_map(|(index, stack)| Some((index, *stack.values.iter().nth_back(usize::from(self.left[index & 15]) - 1)?)))
            .collect())
    }
}

/// The maps that are built in, or the one of a file, in the form of a file (TT-55).
///
/// # Errors
/// One that lists all errors of the file (TT-57).
pub fn maps(file: Option<&[u8]>) -> Result<Vec<Value>, OptionError> {
    let specs = file
        .map_or_else(|| Ok(shipped()), |text| map_file::read(text).map(|spec| vec![spec]).map_err(|errors| super::wrong_file(&errors)))?;
    Ok(specs.iter().map(MapSpec::to_value).collect())
}

fn position<'a>(value: &Value, mut names: impl ExactSizeIterator<Item = &'a str>) -> Option<u8> {
    match value {
        Value::String(text) => {
            let wanted = map_file::normal(text);
            names.position(|name| map_file::normal(name) == wanted).map(|position| position as u8)
        }
        _ => value.as_u64().filter(|&position| position < names.len() as u64).map(|position| position as u8),
    }
}

/// A city by its position or its name (TT-54).
fn city_of(game: &ThurnAndTaxis, value: &Value) -> Option<u8> {
    position(value, game.spec.cities.iter().map(|city| city.name.as_str()))
}

/// A stack by its position or its id.
fn stack_of(game: &ThurnAndTaxis, value: &Value) -> Option<u8> {
    position(value, game.spec.stacks.iter().map(|stack| stack.id.as_str()))
}

/// A list of different cities or stacks.
fn read(game: &ThurnAndTaxis, fields: &mut Fields<'_, '_>, key: &str, find: impl Fn(&ThurnAndTaxis, &Value) -> Option<u8>) -> Vec<u8> {
    let mut found = Vec::new();
    for (index, entry) in fields.list(key, MAX_CITIES).iter().enumerate() {
        match find(game, entry) {
            Some(id) if found.contains(&id) => fields.fault(&format!("{key}[{index}]"), format!("{} is there twice", shown(entry))),
            Some(id) => found.push(id),
            None => fields.fault(&format!("{key}[{index}]"), format!("there is no {} on {}", shown(entry), game.spec.name)),
        }
    }
    found
}

/// Tiles left by stack (TT-7).
fn read_left(game: &ThurnAndTaxis, fields: &mut Fields<'_, '_>) -> [u8; MAX_STACKS] {
    let mut left = [0; MAX_STACKS];
    for (left, stack) in left.iter_mut().zip(&game.map.stacks) {
        *left = stack.values.len() as u8;
    }
    let Some(value) = fields.get("left") else { return left };
    let Some(given) = value.as_object() else {
        fields.fault("left", format!("{} where a map from stacks to tiles left belongs", shown(value)));
        return left;
    };
    for (name, count) in given {
        let path = format!("left.{}", crate::value::cut(name));
        let Some(stack) = stack_of(game, &Value::String(name.clone())).map(usize::from) else {
            fields.fault(&path, format!("there is no such stack on {}", game.spec.name));
            continue;
        };
        let all = game.map.stacks[stack].values.len() as u64;
        match count.as_u64().filter(|&count| count <= all) {
            Some(count) => left[stack & 15] = count as u8,
            None => fields.fault(&path, format!("{} where 0 to {all} tiles belong (TT-7)", shown(count))),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::options::Options;
    use serde_json::json;

    fn game() -> ThurnAndTaxis {
        let options = Options::new("thurn_and_taxis", &ThurnAndTaxis::option_specs(), &[]).expect("all are defaults");
        ThurnAndTaxis::with_options(options).expect("the map is built in")
    }

    fn route(value: &Value) -> Route {
        Route::from_value(&game(), value).expect("it is a route")
    }

    /// TT-25, TT-71.
    #[test]
    fn both_ends_of_a_single_card_are_ends() {
        let game = game();
        let lodz = route(&json!({"route": ["Lodz"]}));
        let (left, right) = lodz.extensions(&game);
        assert_eq!((left, left.count_ones()), (right, 1), "TT-84: one road");
        assert_eq!(route(&json!({"route": []})).extensions(&game), (0, 0));
    }

    /// TT-35, TT-36, TT-72, TT-85: the numbers of TC-13 and TC-14.
    #[test]
    fn house_options_are_counted_as_in_the_digest() {
        let game = game();
        let row = json!([8, 6, 15, 16, 17, 18]);
        for (houses, count) in [(json!([]), 31), (json!([15]), 20)] {
            let sets = route(&json!({"route": row, "houses": houses})).house_options(&game).expect("it can be closed");
            assert_eq!(sets.len(), count);
            let lists: Vec<Vec<u8>> = sets.iter().map(|&set| cities(set).collect()).collect();
            assert!(lists.is_sorted_by(|a, b| a < b));
        }
    }

    /// TT-39 to TT-43.
    #[test]
    fn tiles_of_a_close() {
        let game = game();
        let row = json!([8, 6, 15, 16, 17, 18]);
        assert_eq!(route(&json!({"route": row})).tiles(&game), Ok(vec![(1, 3)]));
        assert_eq!(route(&json!({"route": row, "left": {"route6": 0}})).tiles(&game), Ok(vec![(0, 2)]));
        let last = route(&json!({"route": row, "left": {"route6": 1}, "carriage": 7})).tiles(&game).expect("six cards");
        assert_eq!((last[0], last.len()), ((1, 1), 2));
        assert_eq!(route(&json!({"route": row, "left": {"game_end": 0}, "carriage": 7})).tiles(&game).map(|tiles| tiles.len()), Ok(1));
    }

    #[test]
    fn all_faults_are_listed() {
        let wrong =
            json!({"route": ["Lodz", "Basel", 99, 0, 0], "houses": ["Rom"], "carriage": 2, "left": {"route6": 4, "x": 1}, "held": [16]});
        let faults = Route::from_value(&game(), &wrong).expect_err("nothing of it is right");
        assert!(faults.len() >= 8, "{faults:?}");
        assert!(route(&json!({"route": [8, 6]})).house_options(&game()).is_err(), "TT-30");
    }
}
