//! Whole games of Trek 12, recounted decision by decision with the rules in plain words; the vocabulary and the policy greedy likewise.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod trek12;

use serde_json::{Value, json};
use spielwerk::testing::check_game;
use spielwerk::trek12::Trek12;
use spielwerk::trek12::scoring::compatibility;
use spielwerk::trek12::tables::Mask;
use spielwerk::trek12::vocabulary::{self, Prospect, assumed_links, prospect};
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Play, Rng};
use std::collections::BTreeSet;
use trek12::plain::{Cell, Move, Plain, Sheet};
use trek12::{BOARDS, State, boards, coin, on, on_with, once_in, step, text};

/// A game of all seats in plain words: sheets, who has moved in the round, what is claimed.
struct Table<'a> {
    plain: Plain<'a>,
    sheets: Vec<Sheet>,
    /// The circle that each seat filled in the present round.
    written: Vec<Option<usize>>,
    roll: Option<(i32, i32)>,
    round: usize,
    claims: [bool; 2],
}

impl<'a> Table<'a> {
    fn new(game: &'a Trek12) -> Self {
        let plain = Plain::new(game);
        let sheets = vec![plain.empty(); game.num_players()];
        let written = vec![None; sheets.len()];
        let claims = ["face_claims_flag", "face_claims_top"].map(|name| game.options().get(name) == Some(&OptionValue::Bool(true)));
        Self { plain, sheets, written, roll: None, round: 0, claims }
    }

    /// The seat that decides after this one (TK-59); a seat without a placement is defeated when its turn comes (TK-42).
    fn next_seat(&mut self, from: usize) -> Option<usize> {
        let roll = self.roll?;
        for seat in from..self.sheets.len() {
            if self.sheets[seat].is_lost {
                continue;
            }
            if !self.plain.placements(&self.sheets[seat], roll).is_empty() {
                return Some(seat);
            }
            self.sheets[seat].is_lost = true;
        }
        self.settle();
        None
    }

    /// The end of a round: claims (TK-48, TK-51, TK-78, TK-60).
    fn settle(&mut self) {
        let special = &self.plain.spec.specials;
        for (is_top, claim) in [&special.flags, &special.top].into_iter().enumerate() {
            for circle in claim.iter().flat_map(|claim| &claim.circles).map(|&id| usize::from(id)) {
                let paid = |sheet: &Sheet| if is_top == 1 { sheet.top.contains(&circle) } else { sheet.flags.contains(&circle) };
                if self.sheets.iter().any(paid) {
                    continue;
                }
                for (sheet, written) in self.sheets.iter_mut().zip(&self.written) {
                    let counts = match sheet.cells[circle] {
                        Cell::Number(_) => true,
                        Cell::Face => self.claims[is_top],
                        Cell::Empty => false,
                    };
                    if *written == Some(circle) && counts {
                        if is_top == 1 {
                            sheet.top.insert(circle)
                        } else {
                            sheet.flags.insert(circle)
                        };
                    }
                }
            }
        }
        self.written.fill(None);
        self.roll = None;
        self.round += 1;
    }

    /// Places by seat: the defeated behind everyone, all on the last place (TK-56, TK-57).
    fn ranks(&self) -> Vec<u8> {
        let total = |sheet: &Sheet| self.plain.items(sheet).iter().sum::<i32>();
        let better = |own: &Sheet, other: &&Sheet| !other.is_lost && (own.is_lost || total(other) > total(own));
        self.sheets.iter().map(|own| 1 + self.sheets.iter().filter(|other| better(own, other)).count() as u8).collect()
    }

    /// That a state is this game.
    fn compare(&self, game: &Trek12, state: &State, seat: Option<usize>) {
        let value = game.to_value(state);
        for (seat, sheet) in self.sheets.iter().enumerate() {
            assert_eq!(Sheet::read(&value["players"][seat]), *sheet, "seat {seat}: {value}");
            // TK-76, TK-88: the breakdown at any time, also with a link still to be chosen.
            assert_eq!(game.sheet(state, seat), self.plain.items(sheet), "seat {seat}: {value}");
            partition(game, sheet, &self.plain);
        }
        assert_eq!(game.rank_list(state)[..], self.ranks(), "{value}");
        let is_over = self.roll.is_none() && (self.round == self.sheets[0].cells.len() || self.sheets.iter().all(|sheet| sheet.is_lost));
        let actor = match seat {
            Some(seat) => Actor::Player(seat as u8),
            None if is_over => Actor::Terminal,
            None => Actor::Chance,
        };
        assert_eq!((game.actor(state), value["round"].as_u64()), (actor, Some(self.round as u64)), "{value}");
        let wins = |seat: &u8| self.ranks()[usize::from(*seat)] == 1 && !self.sheets[usize::from(*seat)].is_lost;
        let winners: Vec<u8> = (0..self.sheets.len() as u8).filter(wins).collect();
        assert_eq!(game.winner_list(state)[..], winners[..if is_over { winners.len() } else { 0 }]);
    }
}

/// TK-75: faces, isolated numbers and numbers in a rope or an area are all that is filled; TK-74: a rope has one circle a number.
fn partition(game: &Trek12, sheet: &Sheet, plain: &Plain<'_>) {
    let numbers: Vec<usize> = (0..sheet.cells.len()).filter(|&circle| sheet.number(circle).is_some()).collect();
    for &circle in &numbers {
        assert!((0..=i32::from(plain.spec.circles[circle].max)).contains(&sheet.number(circle).expect("a number")));
    }
    for rope in sheet.ropes() {
        let ends = [rope[0], rope[rope.len() - 1]].map(|circle| sheet.number(circle).expect("a number"));
        assert_eq!(ends[1] - ends[0] + 1, rope.len() as i32);
        let is_dangerous = rope.iter().all(|&circle| plain.spec.circles[circle].max == 6);
        assert!(rope.len() <= if is_dangerous { 7 } else { 13 });
    }
    // The price of a single isolated number is known on these boards (TK-29).
    if let Some(price) = plain.spec.isolated.filter(|&price| price > 0 && !sheet.is_lost) {
        let isolated = plain.items(sheet)[4] / -i32::from(price);
        let grouped: BTreeSet<usize> = sheet.ropes().into_iter().chain(plain.areas(sheet)).flatten().collect();
        let failed = grouped.intersection(&sheet.failed).count();
        assert_eq!(isolated as usize + grouped.len() - failed, numbers.len(), "{}", game.options());
    }
}

/// All complete moves of a seat by the actions of the game, in the order of TK-64.
fn complete_moves(game: &Trek12, state: &State) -> Vec<Move> {
    let n = game.spec().circles.len();
    let [below, above] = [1, 2].map(|family| usize::from(game.action_families()[family].first));
    let seat = game.actor(state);
    let mut moves = Vec::new();
    for id in game.legal_set(state).ids() {
        let mut open = vec![(*state, (usize::from(id) / n, usize::from(id) % n, None, None))];
        game.apply(&mut open[0].0, id).expect("it is legal");
        while let Some((next, whole)) = open.pop() {
            let links = game.legal_set(&next);
            if game.actor(&next) != seat || links.nth(0).is_none_or(|link| usize::from(link) < below) {
                moves.push(whole);
                continue;
            }
            for link in links.ids() {
                let (mut after, mut whole, link) = (next, whole, usize::from(link));
                game.apply(&mut after, link as ActionId).expect("it is legal");
                if link < above {
                    whole.2 = Some(link - below);
                } else {
                    whole.3 = Some(link - above);
                }
                open.push((after, whole));
            }
        }
    }
    moves.sort_unstable();
    moves
}

/// What would become of each number in each empty circle, by the vocabulary and in plain words.
fn compare_prospects(game: &Trek12, state: &State, seat: usize, plain: &Plain<'_>, sheet: &Sheet) {
    let set = |mask: Mask| -> Vec<usize> { (0..32).filter(|circle| mask >> circle & 1 == 1).collect() };
    for circle in (0..sheet.cells.len()).filter(|&circle| sheet.cells[circle] == Cell::Empty) {
        for number in 0..=13_u8 {
            let mut after = sheet.clone();
            // Of a sum of these dice, whose box does not matter.
            let open = plain.place(&mut after, (number.into(), 0), 3, circle);
            let Prospect { below, above, is_face } = prospect(game, &state.sheets()[seat], circle as u8, number);
            let linked = |is_below: bool| -> Vec<usize> {
                let mut side = if is_below { open.below.clone() } else { open.above.clone() };
                let pairs = after.links.iter().filter(|pair| (if is_below { pair.1 } else { pair.0 }) == circle);
                side.extend(pairs.map(|pair| if is_below { pair.0 } else { pair.1 }));
                side
            };
            let expected =
                if after.is_lost { (vec![], vec![], false) } else { (linked(true), linked(false), after.cells[circle] == Cell::Face) };
            assert_eq!((set(below), set(above), is_face), expected, "{number} in {circle}: {sheet:?}");
        }
    }
}

/// Plays a random game and its plain form side by side; the decisions, and how many of them were links.
fn recount(game: &Trek12, rng: &mut Rng) -> (u32, u32) {
    let mut table = Table::new(game);
    let n = game.spec().circles.len();
    let [below, above] = [1, 2].map(|family| usize::from(game.action_families()[family].first));
    let mut state = game.initial_state();
    let (mut seat, mut open, mut writing) = (None, None, 0);
    let (mut decisions, mut links) = (0, 0);
    table.compare(game, &state, None);
    while let Some(id) = step(game, &state, rng) {
        if let Some(own) = seat {
            let sheet = &table.sheets[own];
            let roll = table.roll.expect("a seat decides after a roll");
            let legal: Vec<usize> = game.legal_set(&state).ids().map(usize::from).collect();
            decisions += 1;
            match &mut open {
                None => {
                    // TK-9, TK-10, TK-54, TK-63, TK-64.
                    let expected: Vec<usize> =
                        table.plain.placements(sheet, roll).into_iter().map(|(row, circle)| row * n + circle).collect();
                    assert_eq!(legal, expected, "{sheet:?}");
                    if once_in(8, rng) {
                        let whole: Vec<Move> = table.plain.complete_moves(sheet, roll).into_iter().map(|(whole, _)| whole).collect();
                        assert!(whole.is_sorted());
                        assert_eq!(complete_moves(game, &state), whole, "{sheet:?}");
                        compare_prospects(game, &state, own, &table.plain, sheet);
                    }
                    let (row, circle) = (usize::from(id) / n, usize::from(id) % n);
                    writing = circle;
                    let left = table.plain.place(&mut table.sheets[own], roll, row, circle);
                    table.written[own] = Some(circle);
                    open = (!left.below.is_empty() || !left.above.is_empty()).then_some(left);
                }
                // TK-62: below first, each among its candidates.
                Some(left) => {
                    links += 1;
                    let (side, first) = if left.below.is_empty() { (&mut left.above, above) } else { (&mut left.below, below) };
                    assert_eq!(legal, side.iter().map(|&other| first + other).collect::<Vec<_>>());
                    let other = usize::from(id) - first;
                    table.sheets[own].links.insert(if first == below { (other, writing) } else { (writing, other) });
                    side.clear();
                    if left.above.is_empty() {
                        open = None;
                    }
                }
            }
            if open.is_none() {
                seat = table.next_seat(own + 1);
            }
        } else {
            table.roll = Some((i32::from(id) / 6 + 1, i32::from(id) % 6));
            seat = table.next_seat(0);
        }
        let events = game.events(&state, id);
        assert!(game.actor(&state) != Actor::Chance || events.iter().all(|event| ["defeat", "flag", "top"].contains(&event.name)));
        game.apply(&mut state, id).expect("what is drawn is accepted");
        table.compare(game, &state, seat);
        let choice = &game.to_value(&state)["choice"];
        let expected = open.as_ref().map_or(Value::Null, |open| json!({"circle": writing, "below": open.below, "above": open.above}));
        assert_eq!(*choice, expected);
    }
    (decisions, links)
}

/// TK-7 to TK-57 in games of one to four on every board and on random ones, under all options.
#[test]
fn games_are_recounted() {
    let (mut decisions, mut links) = (0, 0);
    for seed in 0..700 {
        let mut rng = Rng::new(7, seed);
        let players = 1 + rng.below(4) as i64;
        let game = match BOARDS.get(seed as usize % 14) {
            Some(board) if coin(&mut rng) => on_with(board, players, &[]),
            Some(board) => on_with(board, players, &boards::options(players, &mut rng)[1..]),
            None => boards::game(4, &mut rng),
        };
        let (own, of_links) = recount(&game, &mut rng);
        decisions += own;
        links += of_links;
    }
    assert!(decisions > 20_000 && links > 250, "{decisions} decisions, {links} links");
}

/// TK-34, TK-58, TK-93: what the trait promises holds on boards that combine the specials at will, under any options.
#[test]
fn random_boards_pass_the_kit() {
    let mut decisions = 0;
    for seed in 0..150 {
        let game = boards::game(4, &mut Rng::new(34, seed));
        decisions += check_game(&game, 3, seed).decisions;
    }
    assert!(decisions > 5_000, "{decisions} decisions");
}

/// TK-98: where the numbers of a sheet say which links there are, they are the links that were made.
#[test]
fn assumed_links_are_those_that_were_made() {
    let (mut told, mut open) = (0, 0);
    for seed in 0..1_500 {
        let mut rng = Rng::new(98, seed);
        let game = match BOARDS.get(seed as usize % 18) {
            Some(board) => on_with(board, 1, &boards::options(1, &mut rng)[1..]),
            None => boards::game(1, &mut rng),
        };
        let mut state = game.initial_state();
        while let Some(id) = step(&game, &state, &mut rng) {
            game.apply(&mut state, id).expect("what is drawn is accepted");
            let value = game.to_value(&state);
            // In the middle of a move a link is still to come.
            if !value["choice"].is_null() {
                continue;
            }
            let sheet = &state.sheets()[0];
            match assumed_links(&game, sheet) {
                Ok(links) => {
                    let made: Vec<[u8; 2]> = sheet.links().map(|(low, high)| [low, high]).collect();
                    assert_eq!(links, made, "{} {value}", game.options());
                    told += usize::from(!made.is_empty());
                }
                Err(slots) => {
                    assert!(!slots.is_empty() && slots.iter().all(|slot| slot.candidates.len() > 1), "{slots:?}");
                    open += 1;
                }
            }
        }
    }
    assert!(told > 5_000 && open > 1_000, "{told} sheets tell their links, {open} do not");
    assert_eq!((vocabulary::value("prod", 6, 5), vocabulary::value("sum", 6, 6), vocabulary::largest_value()), (Some(30), None, 30));
}

/// TK-46, under both options: roses of both sheets, and three for each circle with the same number.
#[test]
fn sheets_are_compared() {
    for option in ["all", "connected_only"] {
        let game = on_with("valentine", 2, &[("compatibility_roses", text(option))]);
        let plain = Plain::new(&game);
        let roses: Vec<usize> = game.spec().specials.roses.iter().map(|&id| id.into()).collect();
        assert_eq!(roses, [0, 1, 8, 9, 13, 15]);
        for seed in 0..60 {
            let end = game.rollout(game.initial_state(), &mut Rng::new(46, seed));
            let value = game.to_value(&end);
            let sheets = [0, 1].map(|seat| Sheet::read(&value["players"][seat]));
            let all = |sheet: &Sheet| roses.iter().filter_map(|&circle| sheet.number(circle)).sum::<i32>();
            // What TK-44 counts are the roses that are not isolated.
            let own: i32 = sheets.iter().map(|sheet| if option == "all" { all(sheet) } else { plain.items(sheet)[9] }).sum();
            let same = (0..19).filter(|&circle| sheets[0].number(circle).is_some_and(|n| sheets[1].number(circle) == Some(n))).count();
            let [a, b] = [0, 1].map(|seat| &end.sheets()[seat]);
            assert_eq!(compatibility(&game, a, b), own + 3 * same as i32, "{value}");
            assert_eq!(compatibility(&game, a, b), compatibility(&game, b, a));
        }
    }
}

fn total(game: &Trek12, state: &State) -> i32 {
    game.score_list(state)[0]
}

/// TK-97 for one player, by force: the decisions after which the total is greatest, each of them as often as the others.
#[test]
fn greedy_takes_what_is_worth_most() {
    let (mut decisions, mut of_several) = (0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(97, seed);
        let game = match BOARDS.get(seed as usize % 12) {
            Some(board) => on_with(board, 1, &boards::options(1, &mut rng)[1..]),
            None => boards::game(1, &mut rng),
        };
        let mut state = game.initial_state();
        while let Some(mut id) = step(&game, &state, &mut rng) {
            if let Actor::Player(_) = game.actor(&state) {
                let after = |id: ActionId| {
                    let mut next = state;
                    game.apply(&mut next, id).expect("it is legal");
                    total(&game, &next)
                };
                let totals: Vec<(ActionId, i32)> = game.legal_set(&state).ids().map(|id| (id, after(id))).collect();
                let most = totals.iter().map(|pair| pair.1).max().expect("something is legal");
                let best: Vec<ActionId> = totals.iter().filter(|pair| pair.1 == most).map(|pair| pair.0).collect();
                let (actions, score) = game.greedy_actions(&state);
                assert_eq!((actions.ids().collect::<Vec<_>>(), score), (best.clone(), most), "{}", game.to_value(&state));
                let rank = rng.clone().below(best.len() as u64) as usize;
                id = game.policy_action(1, &state, &mut rng).expect("a player decides");
                assert_eq!(id, best[rank], "one number is drawn, for the rank");
                decisions += 1;
                of_several += u32::from(best.len() > 1 && best.len() < totals.len());
            }
            game.apply(&mut state, id).expect("it is legal");
        }
    }
    assert!(decisions > 4_000 && of_several > 500, "{decisions} decisions, {of_several} with a choice of several");
}

/// TK-97 at a table of several: the own sheet alone counts, and a flag or top circle that nobody has yet is sure at once.
#[test]
fn greedy_is_sure_of_what_it_claims() {
    let (mut decisions, mut claims) = (0, 0);
    for seed in 0..150 {
        let mut rng = Rng::new(98, seed);
        let board = ["fily_trek", "christmas", "stay_home"].get(seed as usize % 5);
        let game = match board {
            Some(board) => on_with(board, 3, &boards::options(3, &mut rng)[1..]),
            None => boards::game(3, &mut rng),
        };
        let plain = Plain::new(&game);
        let n = game.spec().circles.len();
        let by_face = ["face_claims_flag", "face_claims_top"].map(|name| game.options().get(name) == Some(&OptionValue::Bool(true)));
        let special = &game.spec().specials;
        let mut state = game.initial_state();
        while let Some(id) = step(&game, &state, &mut rng) {
            let value = game.to_value(&state);
            if let (Actor::Player(seat), true) = (game.actor(&state), value["choice"].is_null()) {
                let sheets: Vec<Sheet> = value["players"].as_array().expect("players").iter().map(Sheet::read).collect();
                let roll = [0, 1].map(|die| value["roll"][die].as_i64().expect("a die") as i32);
                let own = &sheets[usize::from(seat)];
                let worth = |(row, circle): (usize, usize)| {
                    let mut after = own.clone();
                    plain.place(&mut after, (roll[0], roll[1]), row, circle);
                    let has = |claim: &Option<spielwerk::trek12::tables::spec::Claim>| {
                        claim.as_ref().is_some_and(|claim| claim.circles.iter().any(|&id| usize::from(id) == circle))
                    };
                    let counts =
                        |by_face: bool| matches!(after.cells[circle], Cell::Number(_)) || (after.cells[circle] == Cell::Face && by_face);
                    if has(&special.flags) && counts(by_face[0]) && !sheets.iter().any(|sheet| sheet.flags.contains(&circle)) {
                        after.flags.insert(circle);
                    }
                    if has(&special.top) && counts(by_face[1]) && !sheets.iter().any(|sheet| sheet.top.contains(&circle)) {
                        after.top.insert(circle);
                    }
                    (plain.items(&after).iter().sum::<i32>(), after.flags.len() + after.top.len() > own.flags.len() + own.top.len())
                };
                let all: Vec<((usize, usize), (i32, bool))> =
                    plain.placements(own, (roll[0], roll[1])).into_iter().map(|place| (place, worth(place))).collect();
                let most = all.iter().map(|(_, (total, _))| *total).max().expect("something is legal");
                let best = all.iter().filter(|(_, (total, _))| *total == most);
                let ids: Vec<ActionId> = best.clone().map(|((row, circle), _)| (row * n + circle) as ActionId).collect();
                let (actions, score) = game.greedy_actions(&state);
                assert_eq!((actions.ids().collect::<Vec<_>>(), score), (ids, most), "{value}");
                decisions += 1;
                claims += best.filter(|(_, (_, claims))| *claims).count();
            }
            game.apply(&mut state, id).expect("it is legal");
        }
    }
    assert!(decisions > 3_000 && claims > 100, "{decisions} decisions, {claims} claims");
}

/// TK-97: on each board its mean total is far above that of random play.
#[test]
fn greedy_plays_better_than_at_random() {
    const GAMES: u32 = 1_500;
    for board in BOARDS {
        let game = on(board);
        let mean = |policy: usize| {
            let totals: Vec<f64> = (0..GAMES)
                .map(|index| {
                    let (mut state, mut rng) = (game.initial_state(), Rng::new(97, index.into()));
                    game.playout_with(&mut state, &mut rng, |_, state, rng| game.policy_action(policy, state, rng));
                    total(&game, &state).into()
                })
                .collect();
            let mean = totals.iter().sum::<f64>() / f64::from(GAMES);
            let variance = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / f64::from(GAMES);
            (mean, variance / f64::from(GAMES))
        };
        let ((random, a), (greedy, b)) = (mean(0), mean(1));
        let errors = (greedy - random) / (a + b).sqrt();
        assert!(errors > 12.0, "{board}: {random} at random, {greedy} greedy, {errors} standard errors apart");
    }
}
