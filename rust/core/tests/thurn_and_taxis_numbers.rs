//! TT-84, TT-85, TT-86, TT-69: known numbers of the graph, of closes, of the first display and of the action space.

#![allow(clippy::cast_precision_loss, reason = "counts here fit a double exactly")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

mod thurn_and_taxis;

use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::thurn_and_taxis::actions::Action;
use spielwerk::thurn_and_taxis::tables::{Map, Mask, bit, cities};
use spielwerk::{ActionId, Game, LegalSet, Play, Rng};
use std::collections::BTreeSet;
use thurn_and_taxis::{State, closing, on, step};

/// Simple routes by the number of their cities, both directions counted, and what is done with each of a length that is asked for.
fn routes(map: &Map, longest: usize, each: &mut dyn FnMut(&[u8])) {
    fn extend(map: &Map, route: &mut Vec<u8>, set: Mask, longest: usize, each: &mut dyn FnMut(&[u8])) {
        each(route);
        let end = route.last().copied().expect("a route has cities");
        if route.len() < longest {
            for next in cities(map.adjacent[usize::from(end)] & !set) {
                route.push(next);
                extend(map, route, set | bit(next), longest, each);
                route.pop();
            }
        }
    }
    for first in cities(map.all) {
        extend(map, &mut vec![first], bit(first), longest, each);
    }
}

/// Routes of some cities, each in one direction.
fn routes_of(map: &Map, length: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    routes(map, length, &mut |route| {
        if route.len() == length && route.first() < route.last() {
            found.push(route.to_vec());
        }
    });
    found
}

/// Cities that can be reached without one road.
fn reached(map: &Map, from: u8, without: Option<(u8, u8)>) -> Mask {
    let mut set = bit(from);
    loop {
        let step = |city: u8| {
            let blocked = match without {
                Some((a, b)) if city == a => bit(b),
                Some((a, b)) if city == b => bit(a),
                _ => 0,
            };
            map.adjacent[usize::from(city)] & !blocked
        };
        let next = cities(set).fold(set, |next, city| next | step(city));
        if next == set {
            return set;
        }
        set = next;
    }
}

/// TT-84, TT-2: cities, roads, the bridge, the diameter, degrees.
#[test]
fn the_graph_of_map1() {
    let game = on("map1", 2, None);
    let (map, spec) = (game.map(), game.spec());
    let city = |name: &str| spec.cities.iter().position(|city| city.name == name).expect("the city exists") as u8;
    assert_eq!((map.n, spec.roads.len()), (22, 45));
    assert_eq!(reached(map, 0, None), map.all);
    let mut bridges = Vec::new();
    for a in cities(map.all) {
        for b in cities(map.adjacent[usize::from(a)]).filter(|&b| b > a) {
            if reached(map, a, Some((a, b))) & bit(b) == 0 {
                bridges.push((a, b));
            }
        }
    }
    let (lodz, pilsen) = (city("Lodz"), city("Pilsen"));
    assert_eq!(bridges, [(lodz.min(pilsen), lodz.max(pilsen))]);
    let eccentricity = |from: u8| {
        let (mut set, mut steps) = (bit(from), 0);
        while set != map.all {
            set = cities(set).fold(set, |next, city| next | map.adjacent[usize::from(city)]);
            steps += 1;
        }
        steps
    };
    assert_eq!(cities(map.all).map(eccentricity).max(), Some(6));
    let degree = |city: u8| map.adjacent[usize::from(city)].count_ones();
    assert_eq!((cities(map.all).map(degree).min(), degree(lodz)), (Some(1), 1));
    assert_eq!((cities(map.all).map(degree).max(), degree(city("Stuttgart"))), (Some(7), 7));
    assert_eq!(cities(map.all).map(degree).sum::<u32>(), 2 * 45);
}

/// TT-84: simple routes of map1, direction ignored.
#[test]
fn the_routes_of_map1() {
    let game = on("map1", 2, None);
    let mut directed = [0_u64; 23];
    routes(game.map(), 22, &mut |route| directed[route.len()] += 1);
    let routes = |length: usize| if length == 1 { directed[1] } else { directed[length] / 2 };
    assert_eq!([3, 4, 5, 6, 7, 8].map(routes), [161, 526, 1629, 4726, 12_723, 31_713]);
    assert_eq!((1..=22).map(routes).sum::<u64>(), 11_637_049);
    assert_eq!((routes(1), routes(2), routes(22)), (22, 45, 7683));
}

/// Row cities by region, and those of no region.
fn groups(map: &Map, route: &[u8]) -> (Vec<u32>, u32) {
    let row = route.iter().fold(0, |set, &city| set | bit(city));
    (map.regions.iter().map(|region| (region & row).count_ones()).collect(), (map.free & row).count_ones())
}

/// TT-85: the number of house sets of a close without an own house on the row.
fn formula(map: &Map, route: &[u8]) -> u64 {
    let (regions, free) = groups(map, route);
    let product: u64 = regions.iter().chain([&free]).map(|&count| u64::from(count) + 1).product();
    product + regions.iter().map(|&count| (1_u64 << count) - 1 - u64::from(count)).sum::<u64>()
}

/// TT-35, TT-37 literally: the sets of row cities that lie in one region, or of which no two lie in one region and at most one is free.
fn allowed_sets(map: &Map, route: &[u8]) -> BTreeSet<Mask> {
    let subset = |choice: u32| (0..route.len()).filter(|index| choice >> index & 1 == 1).fold(0, |set, index| set | bit(route[index]));
    let is_allowed = |&set: &Mask| {
        let one_region = map.regions.iter().any(|region| set & !region == 0);
        let one_each = map.regions.iter().chain([&map.free]).all(|region| (region & set).count_ones() <= 1);
        one_region || one_each
    };
    (0..1_u32 << route.len()).map(subset).filter(is_allowed).collect()
}

/// The house sets that the legal actions of D6 lead to (TT-72, TT-74), each with the houses placed so far.
fn offered_sets(game: &ThurnAndTaxis, state: &State, placed: Mask, found: &mut Vec<Mask>) {
    let n = game.map().n;
    let done = Action::PlaceDone.id(n);
    found.push(placed);
    // Where nothing else can be placed the close goes on without a decision.
    if !game.is_legal(state, done) {
        return;
    }
    for id in game.legal_set(state).ids().filter(|&id| id != done) {
        let Some(Action::Place(city)) = Action::from_id(n, id) else { panic!("action {id} in D6") };
        assert_eq!(placed >> city, 0, "TT-72: places are named in rising order");
        let mut next = *state;
        game.apply(&mut next, id).expect("it is legal");
        offered_sets(game, &next, placed | bit(city), found);
    }
}

/// TT-85, TT-35, TT-37, TT-72: formula, definition and legal actions agree on every route of map1 of 3 to 6 cities, and on map2 on some.
#[test]
fn the_house_sets_of_a_close() {
    let mut compared = 0;
    for (name, longest, share) in [("map1", 6, 1), ("map2", 7, 5)] {
        let game = on(name, 2, None);
        let map = game.map();
        for length in 3..=longest {
            for route in routes_of(map, length).into_iter().step_by(share) {
                let mut found = Vec::new();
                offered_sets(&game, &closing(&game, &route), 0, &mut found);
                let distinct: BTreeSet<Mask> = found.iter().copied().collect();
                assert_eq!(found.len(), distinct.len(), "a set is offered in two ways: {route:?}");
                assert_eq!(found.len() as u64, formula(map, &route), "{route:?}");
                assert_eq!(distinct, allowed_sets(map, &route), "{route:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 7042 + 1000, "{compared} routes");
}

/// TT-85: means and largest numbers over all routes of map1.
#[test]
fn how_many_house_sets_there_are() {
    let game = on("map1", 2, None);
    let expected = [(7.45, 8), (13.09, 16), (21.87, 32), (35.16, 64), (55.06, 128), (84.78, 256)];
    for (length, (mean, largest)) in (3..).zip(expected) {
        let sets: Vec<u64> = routes_of(game.map(), length).iter().map(|route| formula(game.map(), route)).collect();
        let found = f64::from(sets.iter().sum::<u64>() as u32) / f64::from(sets.len() as u32);
        assert!((found - mean).abs() < 0.005, "{length}: {found}");
        assert_eq!(sets.iter().max(), Some(&largest));
    }
}

/// TT-86, TT-16: different cities of the first display; each is an action, and so is the draw face down, but no administrator is.
#[test]
fn the_first_display() {
    const GAMES: u32 = 60_000;
    let choose = |n: u32, k: u32| (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1));
    let expected = 22.0 * (1.0 - choose(63, 6) / choose(66, 6));
    assert!((expected - 5.5481_f64).abs() < 0.000_05);
    let game = on("map1", 2, None);
    let (mut rng, mut sum, mut squares) = (Rng::new(86, 0), 0.0, 0.0);
    for _ in 0..GAMES {
        let mut state = game.initial_state();
        for _ in 0..6 {
            let id = step(&game, 0, &state, &mut rng).expect("a card is dealt");
            game.apply(&mut state, id).expect("the supply has it");
        }
        let legal = game.legal_set(&state);
        assert!(legal.contains(Action::DrawFaceDown.id(22)) && !legal.contains(Action::Administrator.id(22)));
        let count = f64::from(legal.len());
        sum += count;
        squares += count * count;
    }
    let mean = sum / f64::from(GAMES);
    let error = ((squares / f64::from(GAMES) - mean * mean) / f64::from(GAMES)).sqrt();
    assert!((mean - (expected + 1.0)).abs() < 4.0 * error && error < 0.01, "{mean} ± {error}");
}

/// TT-69, TT-68: every index of the table, on both maps.
#[test]
fn the_action_table() {
    for (name, n, size) in [("map1", 22_u16, 138), ("map2", 23, 144)] {
        let game = on(name, 2, None);
        assert_eq!((game.num_actions(), game.num_outcomes()), (size, usize::from(n)));
        let mut table: Vec<(ActionId, Action)> = vec![
            (n, Action::DrawFaceDown),
            (n + 1, Action::Administrator),
            (4 * n + 2, Action::EndTurn),
            (4 * n + 3, Action::Close),
            (4 * n + 4, Action::CloseWithCartwright),
            (5 * n + 5, Action::PlaceDone),
        ];
        for city in 0..n {
            let c = city as u8;
            table.extend([
                (city, Action::DrawCity(c)),
                (n + 2 + city, Action::PlayRight(c)),
                (2 * n + 2 + city, Action::PlayLeft(c)),
                (3 * n + 2 + city, Action::Start(c)),
                (4 * n + 5 + city, Action::Place(c)),
                (5 * n + 6 + city, Action::Discard(c)),
            ]);
        }
        table.sort_unstable_by_key(|&(id, _)| id);
        assert!(table.iter().enumerate().all(|(index, &(id, _))| index == usize::from(id)) && table.len() == size);
        for (id, action) in table {
            assert_eq!((Action::from_id(n as u8, id), action.id(n as u8)), (Some(action), id));
        }
        assert!((size as ActionId..=ActionId::MAX).all(|id| Action::from_id(n as u8, id).is_none()));
        let families: Vec<(&str, ActionId)> = game.action_families().iter().map(|family| (family.name, family.first)).collect();
        assert_eq!(families[..4], [("draw_city", 0), ("draw_face_down", n), ("administrator", n + 1), ("play_right", n + 2)]);
        assert_eq!(families[4..8], [("play_left", 2 * n + 2), ("start", 3 * n + 2), ("end_turn", 4 * n + 2), ("close", 4 * n + 3)]);
        assert_eq!(
            families[8..],
            [("close_with_cartwright", 4 * n + 4), ("place", 4 * n + 5), ("place_done", 5 * n + 5), ("discard", 5 * n + 6)]
        );
    }
}
