//! What a seat knows of the others' cards (TT-58, TT-59, TT-65, TT-66, TT-67, TT-98): exactly what resampling may change, and how often what
//! comes.

#![allow(clippy::cast_precision_loss, reason = "counts here fit a double exactly")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

mod thurn_and_taxis;

use serde_json::{Value, json};
use spielwerk::testing::{check_hidden, check_hidden_by};
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::thurn_and_taxis::actions::Action;
use spielwerk::{Game, LegalSet, Play, Rng};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use thurn_and_taxis::{State, after, counts, on, rest, step};

fn list(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|count| count.as_u64().expect("a count")).collect()
}

fn tagged(value: &Value, seat: usize, tag: &str) -> Vec<u64> {
    list(&value["players"][seat]["hand"][tag])
}

fn total(value: &Value, seat: usize, tag: &str) -> u64 {
    tagged(value, seat, tag).iter().sum()
}

/// The value without what an observer does not know: supply, and the others' cards drawn face down (TT-58, TT-59).
fn known_to(value: &Value, observer: usize) -> Value {
    let mut value = value.clone();
    value["supply"] = json!(list(&value["supply"]).iter().sum::<u64>());
    for (seat, player) in value["players"].as_array_mut().expect("players").iter_mut().enumerate() {
        for tag in ["new", "old"].into_iter().filter(|_| seat != observer) {
            player["hand"][tag] = json!(list(&player["hand"][tag]).iter().sum::<u64>());
        }
    }
    value
}

/// Supply and the others' new cards, and the others' old cards (TT-65).
fn pools(value: &Value, observer: usize) -> [Vec<u64>; 2] {
    let seats = value["players"].as_array().expect("players").len();
    let add = |mut sum: Vec<u64>, more: Vec<u64>| {
        sum.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
        sum
    };
    let others = || (0..seats).filter(|&seat| seat != observer);
    let old = others().fold(vec![0; list(&value["supply"]).len()], |sum, seat| add(sum, tagged(value, seat, "old")));
    [others().fold(list(&value["supply"]), |sum, seat| add(sum, tagged(value, seat, "new"))), old]
}

/// TT-58, TT-59, TT-65, TT-66: all else stays as it is, the pools do, and so do the numbers of cards.
#[test]
fn nothing_else_is_changed() {
    let mut changed = 0;
    for players in 2..=4 {
        let game = on("map1", players, Some(120));
        for seed in 0..60 {
            let mut rng = Rng::new(66, seed);
            let steps = rng.below(800) as usize;
            let state = after(&game, 0, seed, steps);
            let value = game.to_value(&state);
            for observer in 0..players as usize {
                for _ in 0..10 {
                    let other = game.to_value(&game.resample_hidden(&state, observer, &mut rng));
                    assert_eq!(known_to(&other, observer), known_to(&value, observer));
                    assert_eq!(pools(&other, observer), pools(&value, observer));
                    changed += u32::from(other != value);
                }
            }
        }
    }
    assert!(changed > 1000, "{changed}");
}

/// TT-67: the supply is known exactly as long as no opponent holds a new card; with two players the opponent's old cards are known. TT-62: so
/// they are right after a reshuffle, which makes all cards old.
#[test]
fn what_is_known_exactly() {
    let (mut exact, mut open, mut old_cards, mut reshuffles) = (0, 0, 0, 0);
    for players in [2, 3] {
        let game = on("map1", players, Some(150));
        for seed in 0..12 {
            let (mut state, mut rng) = (game.initial_state(), Rng::new(67, seed));
            loop {
                let value = game.to_value(&state);
                for observer in 0..players as usize {
                    let others: Vec<usize> = (0..players as usize).filter(|&seat| seat != observer).collect();
                    let news: u64 = others.iter().map(|&seat| total(&value, seat, "new")).sum();
                    let other = game.to_value(&game.resample_hidden(&state, observer, &mut rng));
                    if news == 0 {
                        assert_eq!(other["supply"], value["supply"]);
                        exact += 1;
                    } else {
                        open += u32::from(other["supply"] != value["supply"]);
                    }
                    if players == 2 {
                        assert_eq!(other["players"][others[0]]["hand"]["old"], value["players"][others[0]]["hand"]["old"]);
                        old_cards += total(&value, others[0], "old");
                    }
                    // Nothing of one's own cards is resampled.
                    assert_eq!(other["players"][observer], value["players"][observer]);
                }
                let Some(id) = step(&game, 0, &state, &mut rng) else { break };
                let events = game.events(&state, id);
                game.apply(&mut state, id).expect("what is drawn is accepted");
                if events.iter().any(|event| event.name == "reshuffle") {
                    let value = game.to_value(&state);
                    assert!((0..players as usize).all(|seat| total(&value, seat, "new") == 0), "TT-63: every new card is old now");
                    reshuffles += 1;
                }
            }
        }
    }
    assert!(exact > 1000 && open > 1000 && old_cards > 1000 && reshuffles > 50, "{exact}, {open}, {old_cards}, {reshuffles}");
}

fn choose(n: u64, k: u64) -> f64 {
    if k > n { 0.0 } else { (0..k).fold(1.0, |product, i| product * f64::from((n - i) as u32) / f64::from((i + 1) as u32)) }
}

/// Frequencies against probabilities, each within five standard errors.
fn fits(seen: &BTreeMap<Vec<u64>, u32>, draws: u32, share: impl Fn(&[u64]) -> f64) {
    let mut sum = 0.0;
    for (what, &count) in seen {
        let due = share(what);
        let error = (due * (1.0 - due) * f64::from(draws)).sqrt();
        assert!((f64::from(count) - due * f64::from(draws)).abs() < 5.0 * error + 1.0, "{what:?}: {count} of {draws} where {due} is due");
        sum += due;
    }
    assert!(sum > 0.98 && sum < 1.000_001, "{sum}: something never comes");
}

/// Three players; the second and third hold cards drawn face down, of six cities. The supply has two cards of each of four of these.
fn three_hands(game: &ThurnAndTaxis) -> State {
    let hand = |new: &[(usize, u8)], old: &[(usize, u8)]| json!({"hand": {"new": counts(22, new), "old": counts(22, old)}});
    let mut value = json!({
        "point": "first_draw", "deal": null, "began_empty": false, "owner": 0,
        "supply": counts(22, &[(0, 2), (1, 2), (2, 2), (3, 2)]),
        "display": counts(22, &[(10, 3), (11, 3)]),
        "players": [hand(&[(4, 1)], &[(5, 2)]), hand(&[(0, 1), (1, 1)], &[(6, 1), (7, 1)]), hand(&[(2, 1), (4, 1)], &[(6, 1), (8, 2)])],
    });
    value["discard"] = json!(rest(game, &value, "discard"));
    game.from_value(&value, true).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// TT-66, TT-65: uniformly without replacement, so by the multivariate hypergeometric distribution: for one hand, and for both together.
#[test]
fn hands_are_hypergeometric() {
    const DRAWS: u32 = 30_000;
    let game = on("map1", 3, None);
    let state = three_hands(&game);
    let mut rng = Rng::new(65, 0);
    let value = game.to_value(&state);
    let [current, old] = pools(&value, 0);
    assert_eq!((current.iter().sum::<u64>(), old.iter().sum::<u64>()), (12, 5));
    // Of two truths that look alike, too.
    for truth in [state, game.resample_hidden(&state, 0, &mut rng)] {
        let mut seen: [BTreeMap<Vec<u64>, u32>; 4] = Default::default();
        for _ in 0..DRAWS {
            let other = game.to_value(&game.resample_hidden(&truth, 0, &mut rng));
            let hand = |seat: usize, tag: &str| tagged(&other, seat, tag);
            let drawn = [hand(1, "new"), hand(1, "old"), hand(2, "old"), [hand(1, "new"), hand(2, "new")].concat()];
            for (seen, hand) in seen.iter_mut().zip(drawn) {
                *seen.entry(hand).or_default() += 1;
            }
        }
        let one = |pool: &[u64], hand: &[u64]| -> f64 {
            let ways: f64 = pool.iter().zip(hand).map(|(&there, &held)| choose(there, held)).product();
            ways / choose(pool.iter().sum(), hand.iter().sum())
        };
        fits(&seen[0], DRAWS, |hand| one(&current, hand));
        fits(&seen[1], DRAWS, |hand| one(&old, hand));
        fits(&seen[2], DRAWS, |hand| one(&old, hand));
        fits(&seen[3], DRAWS, |hands| {
            let (first, second) = hands.split_at(22);
            let left: Vec<u64> = current.iter().zip(first).map(|(&there, &held)| there.saturating_sub(held)).collect();
            one(&current, first) * one(&left, second)
        });
    }
}

/// Three old or new cards and one known one, in the middle of a reduction to three after a discard of city 5.
fn reducing(game: &ThurnAndTaxis) -> State {
    let mut value = json!({
        "point": "discard", "deal": null, "began_empty": false, "owner": 1, "turn": 1, "last_discard": 5,
        "supply": counts(22, &[(0, 2), (1, 2), (2, 2), (9, 1), (12, 2)]),
        "display": counts(22, &[(10, 3), (11, 3)]),
        "players": [{}, {"hand": {"known": counts(22, &[(3, 1)]), "new": counts(22, &[(4, 1), (6, 2), (7, 1)])}, "closes": 1, "carriage": 3}],
    });
    value["discard"] = json!(rest(game, &value, "discard"));
    game.from_value(&value, true).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// TT-98, TT-73, TT-83: who is in the middle of a reduction keeps a card that may follow the last one, and the deals are those of TT-66 of
/// which this is true.
#[test]
fn a_reduction_can_go_on() {
    const DRAWS: u32 = 40_000;
    let game = on("map1", 2, None);
    let state = reducing(&game);
    let mut rng = Rng::new(98, 0);
    let [current, _] = pools(&game.to_value(&state), 0);
    // Five cards are in the hand, two are still to go, none of them below city 5.
    let mut seen: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
    for _ in 0..DRAWS {
        let other = game.resample_hidden(&state, 0, &mut rng);
        assert_eq!(game.check(&other), []);
        let legal = game.legal_set(&other);
        assert!(!legal.is_empty() && legal.ids().all(|id| id >= Action::Discard(5).id(22)), "{:?}", game.to_value(&other));
        let new = tagged(&game.to_value(&other), 1, "new");
        assert!(new[5..].iter().sum::<u64>() >= 2);
        *seen.entry(new).or_default() += 1;
    }
    let ways = |hand: &[u64]| current.iter().zip(hand).map(|(&there, &held)| choose(there, held)).product::<f64>();
    // Of the 13 cards of the pool seven are of cities from 5 on: at least two of these are among the four.
    let high: u64 = current[5..].iter().sum();
    let low: u64 = current[..5].iter().sum();
    assert_eq!((high, low), (6, 7));
    let all: f64 = (2..=4).map(|count| choose(high, count) * choose(low, 4 - count)).sum();
    fits(&seen, DRAWS, |hand| ways(hand) / all);
    // The seat itself keeps its cards.
    assert_eq!(game.resample_hidden(&state, 1, &mut rng), state);
    // TT-98 in play: no position of a game leads to a deal in which nothing can be done.
    let mut reductions = 0;
    let long = on("map1", 3, Some(300));
    for seed in 0..60 {
        let (mut state, mut rng) = (long.initial_state(), Rng::new(73, seed));
        while let Some(id) = step(&long, 0, &state, &mut rng) {
            if id >= Action::Discard(0).id(22) && id <= Action::Discard(21).id(22) {
                for observer in 0..3 {
                    let other = long.resample_hidden(&state, observer, &mut rng);
                    assert!(!long.legal_set(&other).is_empty() && long.check(&other).is_empty(), "TT-83");
                    reductions += 1;
                }
            }
            long.apply(&mut state, id).expect("what is drawn is accepted");
        }
    }
    assert!(reductions > 100, "{reductions}");
}

fn message(resample: &dyn Fn(&State, usize, &mut Rng) -> State, game: &ThurnAndTaxis) -> String {
    let failure = catch_unwind(AssertUnwindSafe(|| check_hidden_by(game, resample, 3, 7)));
    failure.map_or_else(|payload| *payload.downcast::<String>().expect("the kit panics with a text"), |report| format!("{report:?}"))
}

/// The kit notices a resampling that knows too much, however little it shows (TT-66).
#[test]
fn the_kit_notices_leaks() {
    let game = on("map1", 3, Some(60));
    let report = check_hidden(&game, 3, 7);
    assert!(report.hidden > 10 && report.comparisons > 200, "{report:?}");
    let honest = |state: &State, seat: usize, rng: &mut Rng| game.resample_hidden(state, seat, rng);
    let agreement = |a: &State, b: &State| {
        let (a, b) = (game.to_bytes(a), game.to_bytes(b));
        a.iter().zip(&b).filter(|(a, b)| a == b).count()
    };
    // Now and then the truth itself.
    let truth = |state: &State, seat: usize, rng: &mut Rng| if rng.below(10) == 0 { *state } else { honest(state, seat, rng) };
    assert!(message(&truth, &game).contains("truth"), "{}", message(&truth, &game));
    // Of two draws now and then the one that is more like the truth.
    let alike = |state: &State, seat: usize, rng: &mut Rng| {
        let (a, b) = (honest(state, seat, rng), honest(state, seat, rng));
        if rng.below(2) == 0 && agreement(&b, state) > agreement(&a, state) { b } else { a }
    };
    assert!(message(&alike, &game).contains("truth"), "{}", message(&alike, &game));
    // Never the truth, which tells as much.
    let never = |state: &State, seat: usize, rng: &mut Rng| {
        let draws = [honest(state, seat, rng), honest(state, seat, rng), honest(state, seat, rng)];
        let least = draws.iter().min_by_key(|draw| agreement(draw, state));
        least.copied().unwrap_or(*state)
    };
    assert!(message(&never, &game).contains("truth"), "{}", message(&never, &game));
    // Another seat's cards.
    let other = |state: &State, seat: usize, rng: &mut Rng| honest(state, (seat + 1) % 3, rng);
    assert!(message(&other, &game).contains("can see what was resampled"), "{}", message(&other, &game));
    // The truth and nothing else: as if nothing were hidden.
    let identity = |state: &State, _: usize, _: &mut Rng| *state;
    assert!(message(&identity, &game).contains("hidden: 0"), "{}", message(&identity, &game));
}
