//! The invariants of Trek 12 at the door, broken one at a time: where each fault is, by which rule, and how bad it is.

#![allow(clippy::panic, reason = "a test fails by a panic")]

mod trek12;

use serde_json::{Value, json};
use spielwerk::trek12::Trek12;
use spielwerk::{Actor, Fault, Game, OptionValue, Rng, Severity};
use trek12::{after, on, on_file, on_with, one_of, play_on, text};

fn refused(game: &Trek12, value: &Value, strict: bool) -> Vec<Fault> {
    game.from_value(value, strict).expect_err(&value.to_string())
}

/// The faults of a position are all at one place. A malformed one is the only one of the study, and among those of the position; one of
/// reach is all that is wrong with the position, and the study plays on to its end.
fn only_fault(game: &Trek12, value: &Value, path: &str, rule: &str, severity: Severity) {
    let is_it = |fault: &Fault| fault.path == path && fault.message.contains(rule) && fault.severity == severity;
    let faults = refused(game, value, true);
    assert!(faults.iter().any(is_it), "{path} ({rule}): {faults:#?} of {value}");
    match severity {
        Severity::Malformed => {
            let faults = refused(game, value, false);
            assert!(faults.len() == 1 && is_it(&faults[0]), "{path} ({rule}): {faults:#?} of {value}");
        }
        Severity::Unreachable => {
            assert!(faults.iter().all(|fault| fault.path == path && fault.severity == severity), "{path} ({rule}): {faults:#?} of {value}");
            let state = game.from_value(value, false).unwrap_or_else(|faults| panic!("no study (TK-96): {faults:?} {value}"));
            play_on(game, state, &mut Rng::new(1, 0));
        }
    }
}

const MALFORMED: Severity = Severity::Malformed;
const UNREACHABLE: Severity = Severity::Unreachable;

/// A position of a random game, to be altered.
struct Position<'a> {
    game: &'a Trek12,
    value: Value,
    rng: Rng,
}

impl Position<'_> {
    fn n(&self) -> usize {
        self.game.spec().circles.len()
    }

    fn is_between_rounds(&self) -> bool {
        self.value["roll"].is_null()
    }

    fn seats(&self) -> usize {
        self.game.num_players()
    }

    fn player(&mut self, seat: usize) -> &mut Value {
        &mut self.value["players"][seat]
    }

    fn number(&self, seat: usize, circle: usize) -> Option<u64> {
        self.value["players"][seat]["numbers"][circle].as_u64()
    }

    fn is_empty(&self, seat: usize, circle: usize) -> bool {
        self.value["players"][seat]["numbers"][circle].is_null()
    }

    fn links(&self, seat: usize) -> Vec<[usize; 2]> {
        let id = |value: &Value| value.as_u64().expect("an id") as usize;
        self.value["players"][seat]["links"].as_array().expect("a list").iter().map(|link| [id(&link[0]), id(&link[1])]).collect()
    }

    fn edges(&self) -> Vec<[usize; 2]> {
        let edges = self.game.spec().edges.iter().map(|edge| edge.map(usize::from));
        edges.flat_map(|[a, b]| [[a, b], [b, a]]).collect()
    }

    fn push_link(&mut self, seat: usize, link: [usize; 2]) {
        self.player(seat)["links"].as_array_mut().expect("a list").push(json!(link));
    }

    /// A circle of a seat for which something holds.
    fn circle(&mut self, holds: impl Fn(&Self, usize) -> bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.n()).filter(|&circle| holds(self, circle)).collect();
        (!all.is_empty()).then(|| one_of(&all, &mut self.rng))
    }
}

/// Alters positions of random games where the alteration finds what it needs, and expects that fault; it names the path.
fn broken(game: &Trek12, rule: &str, severity: Severity, alter: impl Fn(&mut Position<'_>) -> Option<String>) {
    let (wanted, mut found) = (8, 0);
    for seed in 0..6_000 {
        let mut rng = Rng::new(73, seed);
        let steps = rng.below(3 * game.spec().circles.len() as u64 * game.num_players() as u64) as usize;
        let state = after(game, seed, steps);
        let mut position = Position { game, value: game.to_value(&state), rng };
        if let Some(path) = alter(&mut position) {
            only_fault(game, &position.value, &path, rule, severity);
            found += 1;
        }
        if found == wanted {
            return;
        }
    }
    panic!("{rule}: only {found} positions could be altered");
}

/// TK-73, TK-5, TK-13, TK-69: as many boxes as circles, none past its limit, enough for what is empty.
#[test]
fn boxes_are_counted() {
    let ticked = |position: &mut Position<'_>, seat: usize, change: i64, limit: Option<u64>| -> Option<()> {
        let row = position.rng.below(5) as usize;
        let entry = &mut position.player(seat)["ticked"][0][row];
        let count = entry.as_i64()? + change;
        *entry = json!(limit.map_or(count, |limit| limit as i64 + 1));
        ((0..=4).contains(&count) || limit.is_some()).then_some(())
    };
    let dunai = on_with("dunai", 2, &[]);
    broken(&dunai, "TK-73", MALFORMED, |position| {
        let (seat, row) = (position.rng.below(2) as usize, position.rng.below(5) as usize);
        position.player(seat)["ticked"][0][row] = json!(5);
        Some(format!("players[{seat}].ticked[0][{row}]"))
    });
    broken(&on("mount_fuji"), "TK-73", MALFORMED, |position| {
        let row = position.rng.below(5) as usize;
        position.player(0)["ticked"][1][row] = json!(3);
        Some(format!("players[0].ticked[1][{row}]"))
    });
    // There are 20 boxes for 19 circles: one too many may be ticked.
    for change in [1, -1] {
        broken(&dunai, "TK-73", UNREACHABLE, |position| {
            ticked(position, 1, change, None)?;
            position.is_between_rounds().then(|| "players[1].ticked".to_owned())
        });
    }
    broken(&dunai, "TK-69", MALFORMED, |position| {
        ticked(position, 0, 1, None)?;
        ticked(position, 0, 1, None)?;
        (position.value["round"] != 19).then(|| "players[0].ticked".to_owned())
    });
    // TK-54: boxes of the other table are of no use. The right one has 10 boxes for its own nine circles and the shared one.
    broken(&on("mount_fuji"), "TK-69", MALFORMED, |position| {
        let table = position.rng.below(2) as usize;
        let zones = position.game.spec().specials.zones.clone()?;
        let is_left = zones.own[table].iter().chain(&zones.shared).any(|&circle| position.is_empty(0, circle.into()));
        position.player(0)["ticked"][table] = json!([2, 2, 2, 2, 2]);
        is_left.then(|| "players[0].ticked".to_owned())
    });
    // TK-54: a table that gave fewer boxes than its zone has filled circles.
    broken(&on("mount_fuji"), "TK-73", UNREACHABLE, |position| {
        let from = position.rng.below(5) as usize;
        let entry = &mut position.player(0)["ticked"][0][from];
        *entry = json!(entry.as_u64()?.checked_sub(1)?);
        position.is_between_rounds().then(|| "players[0].ticked".to_owned())
    });
}

/// TK-54, TK-55, TK-69: which boxes are left for what, where there are two tables.
#[test]
fn boxes_serve_their_zones() {
    let free = on_with("mount_fuji", 1, &[("fuji_tables", text("free_after_crossing"))]);
    let position = |circles: &[usize], ticked: [[u8; 5]; 2]| {
        let numbers: Value = (0..19).map(|circle| if circles.contains(&circle) { json!(5) } else { Value::Null }).collect();
        json!({"players": [{"numbers": numbers, "ticked": ticked}]})
    };
    let none = [0; 5];
    // Both zones are entered: 17 circles want 17 boxes of either table.
    let crossed = |ticked| position(&[9, 5, 3, 1, 0, 2], ticked);
    assert!(free.from_value(&crossed([[2, 2, 2, 0, 0], none]), true).is_ok());
    only_fault(&free, &crossed([[2, 2, 2, 2, 0], none]), "players[0].ticked", "TK-69", MALFORMED);
    // One zone only: its table has to do for it and the shared circle, and both for all.
    assert!(free.from_value(&position(&[9], [[1, 0, 0, 0, 0], none]), true).is_ok());
    only_fault(&free, &position(&[9], [[2, 0, 0, 0, 0], none]), "players[0].ticked", "TK-69", MALFORMED);
    assert!(free.from_value(&position(&[12], [none, [1, 0, 0, 0, 0]]), true).is_ok());
    only_fault(&free, &position(&[12], [[2, 0, 0, 0, 0], [1, 0, 0, 0, 0]]), "players[0].ticked", "TK-69", MALFORMED);
    only_fault(&free, &position(&[12], [none, [2, 0, 0, 0, 0]]), "players[0].ticked", "TK-69", MALFORMED);
    // A circle of one zone took no box of the other; once both are entered it may have.
    let limits = json!({"min": 3, "max": 3, "diff": 3, "sum": 3, "prod": 3});
    let board = json!({
        "id": "path",
        "circles": (0..4).map(|id| json!({"id": id, "max": 12})).collect::<Vec<_>>(),
        "edges": [[0, 1], [1, 2], [2, 3]],
        "tables": [{"zone": "west", "limits": limits}, {"zone": "east", "limits": limits}],
        "start": [0, 3],
        "specials": {"zones": {"west": [0, 1], "east": [2, 3]}},
    });
    let value = json!({"players": [{"numbers": [5, 5, 5, null], "ticked": [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]]}]});
    only_fault(&on_file(&board, &[]), &value, "players[0].ticked", "TK-54", UNREACHABLE);
    assert!(on_file(&board, &[("fuji_tables", text("free_after_crossing"))]).from_value(&value, true).is_ok());
}

/// TK-73, TK-59: all who are in the game have filled the same number of circles, one more after the move of the round.
#[test]
fn circles_are_counted() {
    let dunai = on_with("dunai", 2, &[]);
    broken(&dunai, "TK-73", MALFORMED, |position| {
        let links = position.links(1).concat();
        let circle = position.circle(|position, circle| !position.is_empty(1, circle) && !links.contains(&circle))?;
        position.player(1)["numbers"][circle] = Value::Null;
        position.is_between_rounds().then(|| "players[1].numbers".to_owned())
    });
    broken(&dunai, "TK-73", MALFORMED, |position| {
        let circle = position.circle(|position, circle| position.is_empty(0, circle))?;
        position.player(0)["numbers"][circle] = json!("face");
        position.is_between_rounds().then(|| "players[0].numbers".to_owned())
    });
    broken(&on("dunai"), "TK-73", MALFORMED, |position| {
        let round = position.value["round"].as_u64()?;
        position.value["round"] = json!(round + 1);
        (round < 18).then(|| "players[0].numbers".to_owned())
    });
    broken(&on("dunai"), "TK-8", MALFORMED, |position| {
        position.value["round"] = json!(20);
        Some("round".to_owned())
    });
}

/// TK-42, TK-57, TK-73: a player defeated in a past round has filled fewer circles than there were rounds, and some roll explains it.
#[test]
fn past_defeats_are_explained() {
    let home = on_with("stay_home", 2, &[]);
    let fives = |count: usize| -> Value { (0..19).map(|circle| if circle < count { json!(5) } else { Value::Null }).collect() };
    let player = |count: usize, ticked: [u8; 5], is_lost: bool| json!({"numbers": fives(count), "ticked": [ticked], "lost": is_lost});
    let position = |round: u8, lost: Value, other: Value| json!({"round": round, "players": [lost, other]});
    let out = |count: usize| player(count, [4, 4, 4, 4, count as u8 - 16], true);
    let fine = player(18, [4, 4, 4, 3, 3], false);
    assert!(home.from_value(&position(18, out(16), fine.clone()), true).is_ok());
    assert!(home.from_value(&position(18, out(17), fine.clone()), true).is_ok());
    only_fault(&home, &position(18, out(18), fine.clone()), "players[0].numbers", "TK-73", UNREACHABLE);
    only_fault(&home, &position(18, player(17, [4, 4, 4, 3, 2], true), fine.clone()), "players[0].lost", "TK-42", UNREACHABLE);
    only_fault(&home, &position(18, player(3, [1, 1, 1, 0, 0], true), fine.clone()), "players[0].lost", "TK-42", UNREACHABLE);
    // With `loss_if_chosen` a product was ticked and nothing written for it.
    let chosen = on_with("stay_home", 2, &[("over12", text("loss_if_chosen"))]);
    assert!(chosen.from_value(&position(18, player(3, [1, 1, 1, 0, 1], true), fine.clone()), true).is_ok());
    only_fault(&chosen, &position(18, player(3, [2, 1, 1, 0, 0], true), fine), "players[0].lost", "TK-42", UNREACHABLE);
    // Nobody is left: the last one was defeated in the round that came after the last circle, and the sheets tell it.
    for round in [16, 18, 19] {
        let value = position(round, out(16), out(16));
        if round == 16 {
            assert!(refused(&home, &value, true).iter().all(|fault| fault.severity == UNREACHABLE));
        } else {
            only_fault(&home, &value, "round", "TK-73", UNREACHABLE);
        }
    }
    let end = home.from_value(&json!({"players": [out(16), out(17)]}), true).expect("both are explained");
    assert_eq!((home.actor(&end), &home.to_value(&end)["round"]), (Actor::Terminal, &json!(18)));
}

/// TK-73, TK-10: what is filled is connected and has a start circle in it.
#[test]
fn filled_circles_are_connected() {
    broken(&on("dunai"), "TK-73", UNREACHABLE, |position| {
        let edges = position.edges();
        let is_beside = |position: &Position<'_>, circle: usize| edges.iter().any(|&[a, b]| a == circle && !position.is_empty(0, b));
        let from = position.circle(|position, circle| position.number(0, circle).is_some() && position.links(0).is_empty())?;
        let to = position.circle(|position, circle| position.is_empty(0, circle) && !is_beside(position, circle))?;
        let numbers = &mut position.player(0)["numbers"];
        numbers[to] = numbers[from].take();
        let is_alone = position.value["round"] == 1;
        (position.is_between_rounds() && !is_alone).then(|| "players[0].numbers".to_owned())
    });
    for (board, start) in [("fily_trek", vec![17, 18]), ("christmas", vec![18]), ("mount_fuji", vec![9, 12, 13, 16, 17, 18])] {
        // TK-47, TK-49, TK-53.
        let game = on(board);
        assert_eq!(game.spec().start.as_ref(), Some(&start));
        // Circles 0 and 1 would have been paid on two of these boards.
        for circle in 2..19 {
            let numbers: Value = (0..19).map(|other| if other == circle { json!(5) } else { Value::Null }).collect();
            let value = json!({"round": 1, "players": [{"numbers": numbers, "ticked": one_box(&game, circle)}]});
            if start.contains(&(circle as u8)) {
                assert!(game.from_value(&value, true).is_ok(), "{board} {circle}");
            } else {
                only_fault(&game, &value, "players[0].numbers", "TK-73", UNREACHABLE);
            }
        }
    }
}

/// One box of the table that serves a circle.
fn one_box(game: &Trek12, circle: usize) -> Value {
    let is_right = game.spec().specials.zones.as_ref().is_some_and(|zones| zones.own[1].contains(&(circle as u8)));
    let mut ticked = vec![[0; 5]; game.spec().tables.len()];
    ticked[usize::from(is_right)][0] = 1;
    json!(ticked)
}

/// TK-74, TK-15, TK-16, TK-17: links join neighbours, by one, one on each slot, wherever they are due.
#[test]
fn links_are_sound() {
    let dunai = on_with("dunai", 2, &[]);
    broken(&dunai, "TK-17", UNREACHABLE, |position| {
        let links = position.player(0)["links"].as_array_mut()?;
        let index = links.len().checked_sub(1)?;
        links.remove(index);
        (position.is_between_rounds()).then(|| "players[0].links".to_owned())
    });
    broken(&dunai, "TK-16", MALFORMED, |position| {
        let (edges, links) = (position.edges(), position.links(1).concat());
        let low = position.circle(|position, circle| position.number(1, circle).is_some() && !links.contains(&circle))?;
        let is_far = |position: &Position<'_>, high: usize| {
            position.number(1, high) == position.number(1, low).map(|n| n + 1) && !edges.contains(&[low, high])
        };
        let high = position.circle(|position, high| is_far(position, high) && !links.contains(&high))?;
        position.push_link(1, [low, high]);
        Some("players[1].links".to_owned())
    });
    // Equal numbers, two apart, the wrong way round, a face, nothing at all.
    for difference in [0, 2, -1] {
        broken(&dunai, "TK-74", MALFORMED, |position| {
            let links = position.links(0).concat();
            let number = |position: &Position<'_>, circle: usize| position.number(0, circle).map(|number| number as i64);
            let edges: Vec<[usize; 2]> = position.edges().into_iter().filter(|[a, b]| !links.contains(a) && !links.contains(b)).collect();
            let pair =
                edges.into_iter().find(|&[a, b]| number(position, a).is_some_and(|n| number(position, b) == Some(n + difference)))?;
            position.push_link(0, pair);
            Some("players[0].links".to_owned())
        });
    }
    broken(&dunai, "TK-74", MALFORMED, |position| {
        let links = position.links(0).concat();
        let pair = position
            .edges()
            .into_iter()
            .find(|&[a, b]| position.number(0, a).is_some() && position.number(0, b).is_none() && !links.contains(&a))?;
        position.push_link(0, pair);
        Some("players[0].links".to_owned())
    });
    // Two links above one circle, two below one.
    broken(&dunai, "TK-74", MALFORMED, |position| {
        let links = position.links(0);
        let [low, high] = *links.first()?;
        position.push_link(0, [low, high]);
        Some(format!("players[0].links[{}]", links.len()))
    });
    broken(&dunai, "TK-74", MALFORMED, |position| {
        let links = position.links(0);
        let has_above = |circle: usize| links.iter().any(|link| link[0] == circle);
        let second = |position: &Position<'_>, [low, high]: [usize; 2]| {
            let is_step = position.number(0, low).is_some_and(|number| position.number(0, high) == Some(number + 1));
            is_step && !has_above(low) && links.iter().any(|link| link[1] == high)
        };
        let pair = position.edges().into_iter().find(|&pair| second(position, pair))?;
        position.push_link(0, pair);
        Some("players[0].links".to_owned())
    });
    let value = |link: Value| json!({"players": [{"links": [link]}, {}]});
    for link in [json!([0, 19]), json!([0]), json!([0, 1, 2]), json!(["a", 1]), json!(3), Value::Null] {
        let faults = refused(&dunai, &value(link), false);
        assert_eq!((faults.len(), faults[0].path.as_str()), (1, "players[0].links[0]"), "{faults:?}");
    }
}

/// TK-75, TK-2, TK-6: a number fits its circle.
#[test]
fn numbers_fit_their_circles() {
    broken(&on_with("kagkot", 2, &[]), "TK-75", MALFORMED, |position| {
        let circle = one_of(&[3, 4, 10, 15], &mut position.rng);
        let linked = position.links(1).concat().contains(&circle);
        let number = 7 + position.rng.below(6);
        position.player(1)["numbers"][circle] = json!(number);
        (!linked).then(|| format!("players[1].numbers[{circle}]"))
    });
    for number in [json!(13), json!(14), json!(15), json!(-1), json!(2.5), json!("Face"), json!([]), json!(true)] {
        broken(&on("dunai"), "TK-6", MALFORMED, |position| {
            let links = position.links(0).concat();
            let circle = position.circle(|_, circle| !links.contains(&circle))?;
            position.player(0)["numbers"][circle] = number.clone();
            Some(format!("players[0].numbers[{circle}]"))
        });
    }
}

/// TK-77, TK-52, TK-36, TK-37: waves are in no rope, and pre-linked pairs are linked or have a face.
#[test]
fn waves_and_prelinks_are_kept() {
    let free_pair = |position: &mut Position<'_>, is_such: &dyn Fn([usize; 2]) -> bool| -> Option<[usize; 2]> {
        let links = position.links(0).concat();
        let filled = |position: &Position<'_>, [a, b]: [usize; 2]| !position.is_empty(0, a) && !position.is_empty(0, b);
        let pairs: Vec<[usize; 2]> = position.edges().into_iter().filter(|&pair| is_such(pair) && filled(position, pair)).collect();
        let pair = pairs.into_iter().find(|pair| !pair.iter().any(|circle| links.contains(circle)))?;
        position.is_between_rounds().then_some(pair)
    };
    let fuji = on("mount_fuji");
    let waves = fuji.spec().specials.waves.clone();
    let is_wave = |circle: usize| waves.iter().any(|&wave| usize::from(wave) == circle);
    for (is_linked, severity) in [(true, MALFORMED), (false, UNREACHABLE)] {
        broken(&fuji, "TK-77", severity, |position| {
            let pair = free_pair(position, &|[a, b]| is_wave(a) || is_wave(b))?;
            (position.player(0)["numbers"][pair[0]], position.player(0)["numbers"][pair[1]]) = (json!(3), json!(4));
            if is_linked {
                position.push_link(0, pair);
            }
            Some("players[0].links".to_owned())
        });
    }
    // TK-52: under `no_link` the wave may stand beside such a number, but a link is none of its own.
    let no_link = on_with("mount_fuji", 1, &[("wave_failure", text("no_link"))]);
    broken(&no_link, "TK-77", MALFORMED, |position| {
        let pair = free_pair(position, &|[a, b]| is_wave(a) || is_wave(b))?;
        (position.player(0)["numbers"][pair[0]], position.player(0)["numbers"][pair[1]]) = (json!(3), json!(4));
        position.push_link(0, pair);
        Some("players[0].links".to_owned())
    });
    let jampa = on("jampa");
    let pairs = jampa.spec().specials.prelinked.clone();
    let is_pair = |[a, b]: [usize; 2]| pairs.contains(&[a as u8, b as u8]);
    broken(&jampa, "TK-77", UNREACHABLE, |position| {
        let pair = free_pair(position, &is_pair)?;
        (position.player(0)["numbers"][pair[0]], position.player(0)["numbers"][pair[1]]) = (json!(2), json!(2));
        Some("players[0].links".to_owned())
    });
    // TK-38: with `number_stays` one of such a pair has failed, and failed circles are pre-linked ones with a number and a filled partner.
    let stays = on_with("jampa", 1, &[("prelink_failure", text("number_stays"))]);
    broken(&stays, "TK-77", UNREACHABLE, |position| {
        let pair = free_pair(position, &is_pair)?;
        (position.player(0)["numbers"][pair[0]], position.player(0)["numbers"][pair[1]]) = (json!(2), json!(2));
        position.player(0)["failed"] = json!([]);
        let failed = position.game.spec().specials.prelinked.iter().filter(|other| other.iter().all(|&c| !position.is_empty(0, c.into())));
        (failed.count() == 1).then(|| "players[0].links".to_owned())
    });
    broken(&stays, "TK-36", UNREACHABLE, |position| {
        let pairs = position.game.spec().specials.prelinked.clone().into_iter().map(|pair| pair.map(usize::from));
        let alone = |position: &Position<'_>, [a, b]: [usize; 2]| position.number(0, a).is_some() && position.is_empty(0, b);
        let [circle, _] = pairs.flat_map(|[a, b]| [[a, b], [b, a]]).find(|&pair| alone(position, pair))?;
        let mut failed: Vec<usize> = serde_json::from_value(position.player(0)["failed"].clone()).ok()?;
        failed.push(circle);
        position.player(0)["failed"] = json!(failed);
        position.is_between_rounds().then(|| "players[0].failed".to_owned())
    });
    let linked: Vec<u8> = pairs.concat();
    broken(&stays, "TK-38", MALFORMED, |position| {
        let circle = position.circle(|position, circle| position.number(0, circle).is_none() || !linked.contains(&(circle as u8)))?;
        position.player(0)["failed"] = json!([circle]);
        Some("players[0].failed".to_owned())
    });
    broken(&jampa, "TK-38", MALFORMED, |position| {
        let circle = position.circle(|position, circle| position.number(0, circle).is_some() && linked.contains(&(circle as u8)))?;
        position.player(0)["failed"] = json!([circle]);
        Some("players[0].failed".to_owned())
    });
}

/// TK-78, TK-48, TK-51: what is paid was claimed, what was claimed is paid.
#[test]
fn claims_are_paid_once() {
    for (board, key, rule) in [("fily_trek", "flags", "TK-48"), ("christmas", "top", "TK-51")] {
        let circles: Vec<usize> = if key == "flags" { vec![0, 1] } else { vec![0] };
        for players in [1, 3] {
            let game = on_with(board, players, &[]);
            // Paid for a circle that the player has not filled.
            broken(&game, rule, UNREACHABLE, |position| {
                let seat = position.rng.below(players as u64) as usize;
                let circle = one_of(&circles, &mut position.rng);
                let mut paid: Vec<usize> = serde_json::from_value(position.player(seat)[key].clone()).ok()?;
                paid.push(circle);
                paid.sort_unstable();
                position.player(seat)[key] = json!(paid);
                position.is_empty(seat, circle).then(|| format!("players[{seat}].{key}"))
            });
            // Filled in a past round, and nobody was paid.
            broken(&game, "TK-78", UNREACHABLE, |position| {
                let mut filled = Vec::new();
                for seat in 0..position.seats() {
                    position.player(seat)[key] = json!([]);
                    // A face claims a top circle, too.
                    let counts = |circle: usize| {
                        if key == "top" { !position.is_empty(seat, circle) } else { position.number(seat, circle).is_some() }
                    };
                    filled.extend(circles.iter().filter(|&&circle| counts(circle)).map(|_| seat));
                }
                let seat = *filled.first()?;
                (position.is_between_rounds() && filled.iter().all(|&other| other == seat) && filled.len() == 1)
                    .then(|| format!("players[{seat}].{key}"))
            });
            broken(&game, rule, MALFORMED, |position| {
                position.player(0)[key] = json!([7]);
                Some(format!("players[0].{key}"))
            });
        }
        // A circle written in this very round is settled at its end (TK-60).
        let game = on_with(board, 2, &[]);
        broken(&game, rule, UNREACHABLE, |position| {
            let circle = position.value["players"][0]["move"]["circle"].as_u64()? as usize;
            let is_first = position.number(1, circle).is_none() && position.value["players"][1][key].as_array()?.is_empty();
            let is_new =
                circles.contains(&circle) && position.value["players"][0][key] == json!([]) && position.number(0, circle).is_some();
            position.player(0)[key] = json!([circle]);
            (is_first && is_new).then(|| format!("players[0].{key}"))
        });
        assert!(refused(&on("dunai"), &json!({"players": [{key: [0]}]}), false)[0].message.contains(rule));
    }
    // TK-48: a face claims no flag unless the option says so; TK-51: it claims the top unless the option says otherwise.
    for (board, key, option, rule) in
        [("fily_trek", "flags", "face_claims_flag", "TK-48"), ("christmas", "top", "face_claims_top", "TK-51")]
    {
        for by_face in [false, true] {
            let game = on_with(board, 1, &[(option, OptionValue::Bool(by_face))]);
            let has_face = |value: &Value| value["players"][0]["numbers"][0] == "face" && value["roll"].is_null();
            let mut value = (0..4_000).map(|seed| game.to_value(&after(&game, seed, 38))).find(has_face).expect("faces there are common");
            let mut paid: Vec<u64> = serde_json::from_value(value["players"][0][key].clone()).expect("a list of ids");
            assert_eq!(paid.contains(&0), by_face);
            if by_face {
                paid.retain(|&circle| circle != 0);
            } else {
                paid.insert(0, 0);
            }
            value["players"][0][key] = json!(paid);
            only_fault(&game, &value, &format!("players[0].{key}"), if by_face { "TK-78" } else { rule }, UNREACHABLE);
        }
    }
}

/// TK-96, TK-16, TK-62: an open choice has the circle written last, a free slot, and candidates, of which none is missing.
#[test]
fn choices_are_between_candidates() {
    let dunai = on_with("dunai", 2, &[]);
    let side = |position: &Position<'_>| -> Option<(&'static str, Vec<usize>)> {
        let choice = &position.value["choice"];
        let ids = |side: &str| -> Vec<usize> {
            choice[side].as_array().into_iter().flatten().filter_map(Value::as_u64).map(|id| id as usize).collect()
        };
        ["below", "above"].into_iter().map(|side| (side, ids(side))).find(|(_, ids)| !ids.is_empty())
    };
    let circle = |position: &Position<'_>| position.value["choice"]["circle"].as_u64().map(|circle| circle as usize);
    let seat = |position: &Position<'_>| position.value["seat"].as_u64().map(|seat| seat as usize);
    broken(&dunai, "TK-62", MALFORMED, |position| {
        let (written, seat) = (circle(position)?, seat(position)?);
        let other = position.circle(|position, circle| circle != written && position.number(seat, circle).is_some())?;
        position.value["choice"]["circle"] = json!(other);
        Some("choice.circle".to_owned())
    });
    broken(&dunai, "TK-16", MALFORMED, |position| {
        let (name, mut ids) = side(position)?;
        let written = circle(position)?;
        let other = position.circle(|_, circle| circle != written && !ids.contains(&circle))?;
        ids.push(other);
        position.value["choice"][name] = json!(ids);
        Some(format!("choice.{name}"))
    });
    // One candidate is no choice; one that is linked already is none.
    broken(&dunai, "TK-16", MALFORMED, |position| {
        let (name, ids) = side(position)?;
        position.value["choice"][name] = json!([ids[0]]);
        Some(format!("choice.{name}"))
    });
    broken(&dunai, "TK-16", MALFORMED, |position| {
        let ((name, ids), written, seat) = (side(position)?, circle(position)?, seat(position)?);
        position.push_link(seat, if name == "below" { [ids[0], written] } else { [written, ids[0]] });
        Some(format!("choice.{name}"))
    });
    broken(&dunai, "TK-62", MALFORMED, |position| {
        side(position)?;
        (position.value["choice"]["below"], position.value["choice"]["above"]) = (json!([]), json!([]));
        Some("choice".to_owned())
    });
    // Twice the same candidate.
    broken(&dunai, "twice", MALFORMED, |position| {
        let (name, ids) = side(position)?;
        position.value["choice"][name] = json!([ids[0], ids[1], ids[0]]);
        Some(format!("choice.{name}[2]"))
    });
    let game = on_file(&star(), &[]);
    // TK-17: all candidates are offered, on both sides, and a single one would have been linked.
    let value = |below: Value, above: Value, numbers: Value| {
        json!({
            "round": 4, "roll": [4, 4], "seat": 0, "choice": {"circle": 0, "below": below, "above": above},
            "players": [{"numbers": numbers, "ticked": [[5, 0, 0, 0, 0]], "move": {"row": 0, "circle": 0}}],
        })
    };
    let all = json!([4, 3, 3, 3, 5, null]);
    let linked = |mut value: Value| {
        value["players"][0]["links"] = json!([[0, 4]]);
        value
    };
    assert!(game.from_value(&linked(value(json!([1, 2, 3]), json!([]), all.clone())), true).is_ok());
    only_fault(&game, &linked(value(json!([1, 3]), json!([]), all.clone())), "choice.below", "TK-17", UNREACHABLE);
    only_fault(&game, &value(json!([1, 2, 3]), json!([]), all.clone()), "choice.above", "TK-17", UNREACHABLE);
    // The slot is taken by a third one.
    let mut taken = linked(value(json!([1, 2]), json!([]), all));
    taken["players"][0]["links"] = json!([[0, 4], [3, 0]]);
    only_fault(&game, &taken, "choice.below", "TK-16", MALFORMED);
    let both = json!([4, 3, 3, 5, 5, null]);
    assert!(game.from_value(&value(json!([1, 2]), json!([3, 4]), both.clone()), true).is_ok());
    only_fault(&game, &value(json!([]), json!([3, 4]), both.clone()), "choice.below", "TK-17", UNREACHABLE);
    only_fault(&game, &value(json!([1, 2]), json!([]), both.clone()), "choice.above", "TK-17", UNREACHABLE);
    // TK-52: a wave has no link to choose, in a study neither.
    let mut board = star();
    board["specials"] = json!({"waves": [0]});
    let game = on_file(&board, &[("wave_failure", text("no_link"))]);
    let faults = refused(&game, &value(json!([1, 2]), json!([3, 4]), both), false);
    assert_eq!(faults.iter().map(|fault| fault.path.as_str()).collect::<Vec<_>>(), ["choice.below", "choice.above"], "{faults:?}");
}

/// Circle 0 in the middle of five others, which are joined in a ring.
fn star() -> Value {
    json!({
        "id": "star",
        "circles": (0..6).map(|id| json!({"id": id, "max": 12})).collect::<Vec<_>>(),
        "edges": [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 2], [2, 3], [3, 4], [4, 5], [5, 1]],
        "tables": [{"zone": "all", "limits": {"min": 9, "max": 9, "diff": 9, "sum": 9, "prod": 9}}],
    })
}
