//! Study positions at random: numbers, faces and links anywhere they may stand, boxes that suffice, seats anywhere in a round (TK-96).

use super::plain::value;
use super::{coin, once_in, one_of};
use serde_json::{Value, json};
use spielwerk::trek12::Trek12;
use spielwerk::{Game, Rng};

/// A sheet while it is made up.
struct Sheet {
    numbers: Vec<Value>,
    links: Vec<[usize; 2]>,
    ticked: Vec<u64>,
}

impl Sheet {
    fn number(&self, circle: usize) -> Option<u64> {
        self.numbers[circle].as_u64()
    }

    fn empty(&self) -> Vec<usize> {
        (0..self.numbers.len()).filter(|&circle| self.numbers[circle].is_null()).collect()
    }
}

fn neighbours(game: &Trek12, circle: usize) -> Vec<usize> {
    let pairs = game.spec().edges.iter().map(|edge| edge.map(usize::from));
    pairs.filter(|edge| edge.contains(&circle)).map(|[a, b]| if a == circle { b } else { a }).collect()
}

fn is_wave(game: &Trek12, circle: usize) -> bool {
    game.spec().specials.waves.iter().any(|&wave| usize::from(wave) == circle)
}

/// Fills some circles, links some neighbours, ticks about as many boxes.
fn sheet(game: &Trek12, filled: usize, rng: &mut Rng) -> Sheet {
    let n = game.spec().circles.len();
    let limits: Vec<u64> = game.spec().tables.iter().flat_map(|table| table.limits).map(u64::from).collect();
    let mut sheet = Sheet { numbers: vec![Value::Null; n], links: Vec::new(), ticked: vec![0; limits.len()] };
    // Few different numbers, so that many are neighbours.
    let low = rng.below(5);
    for _ in 0..filled {
        let circle = one_of(&sheet.empty(), rng);
        let number = (low + rng.below(4)).min(game.spec().circles[circle].max.into());
        sheet.numbers[circle] = if once_in(6, rng) { json!("face") } else { json!(number) };
        let row = rng.below(limits.len() as u64) as usize;
        if sheet.ticked[row] < limits[row] && !once_in(10, rng) {
            sheet.ticked[row] += 1;
        }
    }
    for &[a, b] in &game.spec().edges {
        for [low, high] in [[a, b], [b, a]].map(|pair| pair.map(usize::from)) {
            let is_free = !sheet.links.iter().any(|&[below, above]| below == low || above == high);
            let is_step = sheet.number(low).is_some_and(|number| sheet.number(high) == Some(number + 1));
            if is_free && is_step && !is_wave(game, low) && !is_wave(game, high) && !once_in(4, rng) {
                sheet.links.push([low, high]);
            }
        }
    }
    sheet
}

/// Some of a list, two or more if there are so many.
fn some(list: &[usize], rng: &mut Rng) -> Vec<usize> {
    let chosen: Vec<usize> = list.iter().copied().filter(|_| !once_in(4, rng)).collect();
    if chosen.len() > 1 { chosen } else { list.to_vec() }
}

/// The move of the present round; an open choice in its place if the seat is in the middle of it.
fn write(game: &Trek12, sheet: &mut Sheet, roll: [i32; 2], in_the_middle: bool, rng: &mut Rng) -> (Value, Value) {
    let row = rng.below(sheet.ticked.len() as u64) as usize;
    let circle = one_of(&sheet.empty(), rng);
    let number = value(row % 5, (roll[0], roll[1])) as u64;
    sheet.ticked[row] += u64::from(!once_in(8, rng));
    let is_number = number <= game.spec().circles[circle].max.into() && (in_the_middle || !once_in(4, rng));
    sheet.numbers[circle] = if is_number { json!(number) } else { json!("face") };
    let mut choice = Value::Null;
    if is_number && in_the_middle {
        let beside = |wanted: Option<u64>| -> Vec<usize> {
            let holds = |&other: &usize| wanted.is_some() && sheet.number(other) == wanted && !is_wave(game, other);
            neighbours(game, circle).into_iter().filter(holds).collect()
        };
        let below: Vec<usize> =
            beside(number.checked_sub(1)).into_iter().filter(|&o| !sheet.links.iter().any(|link| link[0] == o)).collect();
        let above: Vec<usize> = beside(Some(number + 1)).into_iter().filter(|&o| !sheet.links.iter().any(|link| link[1] == o)).collect();
        let sides = [below, above].map(|side| if side.len() > 1 && !once_in(4, rng) { some(&side, rng) } else { Vec::new() });
        if sides.iter().any(|side| !side.is_empty()) {
            choice = json!({"circle": circle, "below": sides[0], "above": sides[1]});
        }
    }
    (json!({"row": row, "circle": circle}), choice)
}

/// A position that is refused only where it happens to be out of boxes or claims too much.
pub(crate) fn study(game: &Trek12, rng: &mut Rng) -> Value {
    let (n, seats) = (game.spec().circles.len(), game.num_players());
    let round = rng.below(n as u64 + 1) as usize;
    let deciding = if round < n && coin(rng) { Some(rng.below(seats as u64) as usize) } else { None };
    let roll = [1 + rng.below(6) as i32, rng.below(6) as i32];
    let mut choice = Value::Null;
    let mut players = Vec::new();
    for seat in 0..seats {
        let is_lost = once_in(if deciding == Some(seat) { 50 } else { 5 }, rng);
        let mut has_fallen = false;
        let filled = if is_lost && coin(rng) { rng.below(round as u64 + 1) as usize } else { round };
        let mut sheet = sheet(game, filled, rng);
        let mut last = Value::Null;
        if let Some(deciding) = deciding {
            let moves = seat < deciding || (seat == deciding && coin(rng));
            if is_lost && seat < deciding && coin(rng) {
                has_fallen = true;
                last = json!({"row": null, "circle": null});
                if coin(rng) {
                    let row = rng.below(sheet.ticked.len() as u64) as usize;
                    sheet.ticked[row] += 1;
                    let circles = sheet.empty();
                    if !circles.is_empty() {
                        last = json!({"row": row, "circle": one_of(&circles, rng)});
                    }
                }
            } else if moves && !is_lost {
                let (own, open) = write(game, &mut sheet, roll, seat == deciding, rng);
                if seat == deciding && open.is_null() {
                    // Nothing to choose: it stands before its move.
                    sheet = self::sheet(game, filled, rng);
                } else {
                    last = own;
                    choice = if seat == deciding { open } else { choice };
                }
            }
        }
        let marks = |claim: &Option<spielwerk::trek12::tables::spec::Claim>, rng: &mut Rng| -> Vec<u8> {
            claim.iter().flat_map(|claim| claim.circles.clone()).filter(|_| once_in(4, rng)).collect()
        };
        let failed: Vec<usize> =
            (0..n).filter(|&circle| sheet.number(circle).is_some() && is_failed(game, circle) && once_in(3, rng)).collect();
        players.push(json!({
            "numbers": sheet.numbers,
            "links": sheet.links,
            "ticked": sheet.ticked.chunks(5).collect::<Vec<_>>(),
            "failed": failed,
            "lost": is_lost || has_fallen,
            "flags": marks(&game.spec().specials.flags, rng),
            "top": marks(&game.spec().specials.top, rng),
            "move": last,
        }));
    }
    let (roll, seat) = if deciding.is_some() { (json!(roll), json!(deciding)) } else { (Value::Null, Value::Null) };
    json!({"round": round, "roll": roll, "seat": seat, "choice": choice, "players": players})
}

fn is_failed(game: &Trek12, circle: usize) -> bool {
    game.options().text("prelink_failure") == Some("number_stays")
        && game.spec().specials.prelinked.iter().flatten().any(|&id| usize::from(id) == circle)
}
