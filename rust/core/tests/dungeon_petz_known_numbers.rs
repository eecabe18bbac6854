//! The known numbers of the digest (DP-143 to DP-148).

#![allow(clippy::panic, reason = "a test fails by a panic")]
#![allow(clippy::cast_precision_loss, reason = "counts here fit a double exactly")]

mod dungeon_petz;

use dungeon_petz::{State, after, on};
use serde_json::{Value, json};
use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::dungeon_petz::tables::spec::{Customer, Deck};
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Play, Rng};
use std::collections::{BTreeMap, BTreeSet};

/// DP-143, DP-120, DP-126, DP-161.
#[test]
fn sizes_of_the_spaces() {
    let game = on(4, &[]);
    assert_eq!((game.num_actions(), game.num_outcomes()), (246, 89));
    let firsts: Vec<ActionId> = game.action_families().iter().map(|family| family.first).collect();
    let digest = [
        0, 1, 11, 43, 53, 61, 62, 65, 67, 70, 73, 77, 81, 85, 89, 90, 114, 115, 139, 163, 167, 171, 175, 179, 180, 185, 188, 192, 193, 217,
        221, 237, 238, 242, 243,
    ];
    assert_eq!(firsts, digest);
    let firsts: Vec<ActionId> = game.outcome_families().iter().map(|family| family.first).collect();
    assert_eq!(firsts, [0, 4, 28, 36, 44, 54, 65, 71]);
}

/// The grouping of seat 0 with so many imps at home and so much gold.
fn grouping(game: &DungeonPetz, imps: u8, gold: u32) -> State {
    let hand = json!({"green": [1, 0, 0, 0, 0, 0], "red": [0, 0, 0, 1, 0, 0], "yellow": [0, 0, 1, 0, 0, 0], "purple": [0, 0, 0, 0, 1, 0]});
    let progress: Vec<u8> = (0..4).map(|column| u8::from(column < 10 - imps)).collect();
    let value = json!({
        "phase": "shopping",
        "point": "group",
        "seat": 0,
        "order": [0, 1],
        "cages": [8, 9, 10],
        "addons": [4, 5],
        "young": [15, 16, 17],
        "old": [14],
        "exhibitions": [0],
        "customers": [0],
        "players": [{"hand": hand, "home": imps, "gold": gold, "progress": progress}, {"hand": hand}],
    });
    game.from_value(&value, true).expect("the position is sound")
}

/// Ways to group, the most decisions of one, and the most legal actions in them.
fn groupings(game: &DungeonPetz, state: &State, decisions: u32) -> (u64, u32, u32) {
    if game.actor(state) != Actor::Player(0) {
        return (1, decisions, 0);
    }
    let legal = game.legal_set(state);
    let mut all = (0, 0, legal.len());
    for id in legal.ids() {
        let (ways, longest, widest) = groupings(game, &after(game, state, id), decisions + 1);
        all = (all.0 + ways, all.1.max(longest), all.2.max(widest));
    }
    all
}

/// DP-144, DP-143, DP-127.
#[test]
fn groupings_are_counted_as_in_the_digest() {
    let game = on(2, &[]);
    for (imps, gold, ways) in [(6, 0, 30), (6, 2, 154), (6, 3, 268), (6, 4, 435), (10, 10, 37_101)] {
        let (counted, longest, widest) = groupings(&game, &grouping(&game, imps, gold), 0);
        assert_eq!(counted, ways, "{imps} imps, {gold} gold");
        assert!(longest <= 12 && widest <= 32, "{longest} decisions, {widest} legal actions");
    }
    assert_eq!(groupings(&game, &grouping(&game, 6, 3), 0).1, 12, "six groups of one imp");
    let rich = after(&game, &grouping(&game, 10, 500), 10);
    assert_eq!(game.legal_set(&rich).len(), 32, "0 to 31 gold");
    // In round 1 the first two of four have one gold of income, the others two (DP-31).
    let game = on(4, &[]);
    let (mut state, mut rng) = (game.initial_state(), Rng::new(3, 3));
    while game.actor(&state) == Actor::Chance {
        let id = game.sample_outcome(&state, &mut rng).expect("chance decides");
        game.apply_unchecked(&mut state, id);
    }
    let order = game.to_value(&state)["order"].clone();
    for (place, ways) in [268, 268, 435, 435].into_iter().enumerate() {
        let seat = order[place].as_u64().expect("a seat") as u8;
        assert_eq!(game.actor(&state), Actor::Player(seat));
        assert_eq!(ways_of(&game, &state, seat), ways);
        state = after(&game, &state, 0);
    }
}

fn ways_of(game: &DungeonPetz, state: &State, seat: u8) -> u64 {
    let is_grouping = matches!(game.to_value(state)["point"].as_str(), Some("group" | "gold"));
    if game.actor(state) != Actor::Player(seat) || !is_grouping {
        return 1;
    }
    game.legal_set(state).ids().map(|id| ways_of(game, &after(game, state, id), seat)).sum()
}

/// DP-145, DP-6, DP-9.
#[test]
fn need_cards() {
    let game = on(2, &[]);
    let decks = &game.spec().decks;
    let by_need: Vec<u16> = (0..6).map(|need| decks.iter().map(|deck| u16::from(deck.counts[need])).sum()).collect();
    assert_eq!(by_need, [21, 15, 20, 20, 16, 12]);
    assert_eq!(decks.each_ref().map(Deck::size), [32, 24, 24, 24]);
    let kinds: usize = decks.iter().map(|deck| deck.counts.iter().filter(|&&count| count > 0).count()).product();
    assert_eq!(kinds, 400);
    let (healthy, all) = decks.iter().fold((1_u64, 1_u64), |(healthy, all), deck| {
        (healthy * u64::from(deck.size() - u16::from(deck.counts[5])), all * u64::from(deck.size()))
    });
    assert_eq!(healthy * 2304, all * 1375);
}

/// DP-146, DP-10, DP-11, DP-12, DP-15.
#[test]
fn tiles_dealt_in_a_game() {
    for (players, tiles, shows) in [(4, [11, 6, 10, 16], 4), (3, [11, 6, 10, 17], 5), (2, [9, 5, 8, 15], 5)] {
        let game = on(players, &[]);
        for seed in 0..20 {
            let (mut state, mut rng) = (game.initial_state(), Rng::new(seed, 1));
            let mut dealt: BTreeMap<&str, u32> = BTreeMap::new();
            loop {
                let id = match game.actor(&state) {
                    Actor::Chance => game.sample_outcome(&state, &mut rng),
                    Actor::Player(_) => game.sample_action(&state, &mut rng),
                    Actor::Terminal => break,
                };
                let id = id.expect("somebody decides");
                for event in game.events(&state, id) {
                    *dealt.entry(event.name).or_default() += 1;
                }
                game.apply_unchecked(&mut state, id);
            }
            let count = |name: &str| dealt.get(name).copied().unwrap_or(0);
            let pets = count("offer_young") + count("offer_old");
            assert_eq!([count("offer_cage"), count("offer_addon"), count("offer_artifact"), pets], tiles);
            assert_eq!((count("exhibition"), count("customer")), (shows, shows));
        }
        let orders: u64 = (0..u64::from(shows)).map(|place| 8 - place).product();
        assert_eq!(orders, if players == 4 { 1680 } else { 6720 });
    }
}

/// The best that so many cards of a colour bring: what may lie on the bars is enumerated need by need.
fn best_of_colour(game: &DungeonPetz, colour: usize, bars: u8, customer: &Customer, double: bool) -> i32 {
    let deck = &game.spec().decks[colour];
    let dominant = usize::from(deck.dominant);
    // All (bars used, needs carried) with their points.
    let mut ways: BTreeMap<(u8, u8), i32> = BTreeMap::from([((0, 0), 0)]);
    for need in 0..6 {
        let mut next: BTreeMap<(u8, u8), i32> = BTreeMap::new();
        for (&(used, carried), &points) in &ways {
            for count in 0..=deck.counts[need].min(bars - used) {
                let doubles = if double && need != dominant { count } else { 0 };
                for doubled in 0..=doubles {
                    let set = carried | u8::from(count > 0) << need | u8::from(doubled > 0) << dominant;
                    let more = i32::from(count) * customer.weight(need) + i32::from(doubled) * customer.weight(dominant);
                    let best = next.entry((used + count, set)).or_insert(i32::MIN);
                    *best = (*best).max(points + more);
                }
            }
        }
        ways = next;
    }
    let rainbow = |set: u8| (0..6).filter(|need| set >> need & 1 != 0).map(|need| i32::from(customer.rainbow[need])).sum::<i32>();
    ways.iter().filter(|((used, _), _)| *used == bars).map(|(&(_, set), &points)| points + rainbow(set)).max().expect("there are cards")
}

/// DP-147, DP-93, DP-149: for the shipped tables.
#[test]
fn highest_matches() {
    let game = on(2, &[]);
    let highest = |customer: &Customer, double: bool| {
        let of = |bars: &[u8; 7]| -> i32 {
            (0..4)
                .map(|colour| {
                    best_of_colour(&game, colour, bars.iter().filter(|&&bar| usize::from(bar) == colour).count() as u8, customer, double)
                })
                .sum()
        };
        game.spec().pets.iter().map(|pet| of(&pet.bars)).max().expect("there are pets")
    };
    let found: Vec<(i32, i32)> = game.spec().customers.iter().map(|customer| (highest(customer, false), highest(customer, true))).collect();
    assert_eq!(found, [(14, 16), (14, 15), (7, 14), (14, 15), (12, 12), (14, 20), (13, 13), (15, 16)]);
}

/// Mean and standard error.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(self) -> f64 {
        self.sum / self.count
    }

    fn error(self) -> f64 {
        ((self.squares / self.count - self.mean().powi(2)).max(0.0) / self.count).sqrt()
    }
}

/// What a line of DP-148 counts.
#[derive(Debug, Default)]
struct Line {
    decisions: Mean,
    ids: Mean,
    points: Mean,
    before: Mean,
    winner: Mean,
    sales: Mean,
    lost: Mean,
    extremes: (f64, f64),
}

fn play(game: &DungeonPetz, policy: usize, games: u64) -> Line {
    let mut line = Line { extremes: (f64::MAX, f64::MIN), ..Line::default() };
    for index in 0..games {
        let (mut state, mut rng) = (game.initial_state(), Rng::new(2024, index));
        let (mut decisions, mut sales, mut lost) = (0_u32, 0_u32, 0_u32);
        loop {
            let id = match game.actor(&state) {
                Actor::Terminal => break,
                Actor::Chance => game.sample_outcome(&state, &mut rng),
                Actor::Player(_) => {
                    decisions += 1;
                    line.ids.add(game.legal_set(&state).len().into());
                    game.policy_action(policy, &state, &mut rng)
                }
            };
            let id = id.expect("somebody decides");
            for event in game.events(&state, id) {
                sales += u32::from(event.name == "sale");
                // A pet that is given away is on no plot.
                lost += u32::from(event.name == "lose_pet" && event.place >= 0);
            }
            game.apply_unchecked(&mut state, id);
        }
        line.decisions.add(decisions.into());
        line.sales.add(sales.into());
        line.lost.add(lost.into());
        let mut best = f64::MIN;
        for seat in 0..game.num_players() {
            let sheet = game.sheet(&state, seat);
            let total = f64::from(sheet.iter().sum::<i32>()) / 2.0;
            line.points.add(total);
            line.before.add(f64::from(sheet[..3].iter().sum::<i32>()) / 2.0);
            line.extremes = (line.extremes.0.min(total), line.extremes.1.max(total));
            best = best.max(total);
        }
        line.winner.add(best);
    }
    line
}

/// A mean of the digest with its standard error.
type Known = (f64, f64);

/// A line of DP-148: players, policy, `double_symbols`, decisions, legal ids, final VP, VP before, winner, sales, pets lost.
type KnownLine = (i64, usize, bool, Known, f64, Known, Known, Known, f64, f64);

const LINES: &[KnownLine] = &[
    (2, 0, false, (88.15, 0.28), 5.26, (6.17, 0.10), (4.68, 0.06), (12.00, 0.10), 0.121, 0.55),
    (3, 0, false, (129.7, 0.35), 5.60, (7.75, 0.09), (5.38, 0.05), (17.17, 0.10), 0.158, 0.79),
    (4, 0, false, (144.2, 0.34), 5.88, (7.72, 0.07), (4.59, 0.04), (18.66, 0.09), 0.145, 0.87),
    (2, 1, false, (158.8, 0.45), 3.84, (11.23, 0.12), (9.81, 0.08), (19.11, 0.13), 0.531, 2.09),
    (3, 1, false, (228.2, 0.54), 4.08, (12.75, 0.11), (10.57, 0.07), (24.84, 0.12), 0.743, 2.93),
    (4, 1, false, (253.8, 0.52), 4.25, (12.21, 0.09), (9.12, 0.06), (26.12, 0.11), 0.725, 3.13),
    (4, 1, true, (246.3, 0.50), 4.42, (11.14, 0.09), (7.92, 0.05), (24.52, 0.10), 0.447, 3.79),
];

/// DP-148, DP-149: within four standard errors of the difference.
#[test]
fn means_of_random_games() {
    assert_eq!(DungeonPetz::POLICIES[1].0, "eager");
    for &(players, policy, double, decisions, ids, points, before, winner, sales, lost) in LINES {
        let game = on(players, &[("double_symbols", OptionValue::Bool(double))]);
        let line = play(&game, policy, 5000);
        let near = |what: &str, own: Mean, (mean, error): Known| {
            let deviations = (own.mean() - mean).abs() / (own.error().powi(2) + error.powi(2)).sqrt();
            let (found, own_error) = (own.mean(), own.error());
            assert!(
                deviations < 4.0,
                "{players} players, policy {policy}: {what} {found:.3} ({own_error:.3}), in the digest {mean} ({error})"
            );
        };
        near("decisions", line.decisions, decisions);
        near("final VP", line.points, points);
        near("VP before", line.before, before);
        near("winner", line.winner, winner);
        // Their errors are about ours: as many games were played.
        near("sales", line.sales, (sales, line.sales.error()));
        near("pets lost", line.lost, (lost, line.lost.error()));
        assert!(
            (line.ids.mean() - ids).abs() < 0.04,
            "{players} players, policy {policy}: {:.3} legal ids, in the digest {ids}",
            line.ids.mean()
        );
        let (low, high) = line.extremes;
        assert!((-35.0..-15.0).contains(&low) && (35.0..80.0).contains(&high), "{low}, {high}");
    }
}

/// DP-143: no position of these games has more legal actions, and all are reached by ids of the families.
#[test]
fn no_more_than_32_actions_are_legal() {
    let mut families = BTreeSet::new();
    let mut most = 0;
    for players in 2..=4 {
        let game = on(players, &[("double_symbols", OptionValue::Bool(true))]);
        for index in 0..150 {
            let (mut state, mut rng) = (game.initial_state(), Rng::new(9, index));
            loop {
                let id = match game.actor(&state) {
                    Actor::Chance => game.sample_outcome(&state, &mut rng),
                    Actor::Player(_) => {
                        let legal = game.legal_set(&state);
                        most = most.max(legal.len());
                        let family_of = |id: ActionId| game.action_families().iter().rposition(|family| family.first <= id);
                        families.extend(legal.ids().filter_map(family_of));
                        game.policy_action(1, &state, &mut rng)
                    }
                    Actor::Terminal => break,
                };
                game.apply_unchecked(&mut state, id.expect("somebody decides"));
            }
        }
    }
    assert!(most <= 32, "{most} legal actions");
    assert_eq!(families.len(), 35, "every family was legal somewhere: {families:?}");
    assert!(Value::from(most).as_u64() > Some(10));
}
