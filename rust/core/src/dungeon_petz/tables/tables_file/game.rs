//! What depends on the number of players, and the loops of the neutral imps (DP-159, DP-160).

use super::super::spec::{Food, Players};
use super::super::{ADDONS, ARTIFACTS, CAGES, DUMMIES, PETS, SPACES, dealt, neutral, rounds, space};
use super::Code;
use super::pieces::all;
use super::place::{Faults, Object, Place, quoted};
use super::shows::food;

/// The numbers of players.
const PLAYERS: [(&str, usize); 3] = [("2", 2), ("3", 3), ("4", 4)];
/// The highest award.
const MOST: u8 = 20;
const LOOPS: [&str; 3] = ["market", "corral", "town"];
/// Positions of a loop.
const LENGTH: usize = 6;

/// Reads the food of round 1.
pub(super) fn round1_food(place: Place<'_>, faults: &mut Faults) -> Option<[Food; 3]> {
    let object = place.object(faults)?;
    all(PLAYERS.map(|(key, _)| object.required(key, faults).and_then(|place| food(place, faults))))
}

/// Reads what depends on the number of players.
pub(super) fn players(place: Place<'_>, faults: &mut Faults) -> Option<[Players; 3]> {
    let object = place.object(faults)?;
    all(PLAYERS.map(|(key, n)| object.required(key, faults).and_then(|place| of_number(place, n, faults))))
}

fn of_number(place: Place<'_>, n: usize, faults: &mut Faults) -> Option<Players> {
    let object = place.object(faults)?;
    // All bounds are those of the digest, whatever `rounds` says.
    let last = rounds(n);
    let found = object.required("rounds", faults).and_then(|place| place.number(last, last, faults));
    let exhibitions: Vec<u8> = (2..=last).collect();
    let customers: Vec<u8> = (3..=last).chain([last]).collect();
    rounds_of_tiles(&object, "exhibition_rounds", &exhibitions, faults);
    rounds_of_tiles(&object, "customer_rounds", &customers, faults);
    let awards = numbers(&object, "awards", n, 1, MOST, faults);
    // Awards that decrease down to 1 or more are never below 0 when ties are subtracted from them (DP-87).
    if let Some(awards) = &awards
        && !awards.is_sorted_by(|before, after| before > after)
    {
        faults.add(Code::Order, object.path.key("awards"), "each award is lower than the one before it (DP-159)");
    }
    let extra = numbers(&object, "extra_imps_rounds", 4, 1, last, faults);
    if extra.as_ref().is_some_and(|extra| !extra.is_sorted()) {
        faults.add(Code::Order, object.path.key("extra_imps_rounds"), "no round is lower than the one before it (DP-159)");
    }
    let mut of_number = Players { rounds: found?, ..Players::default() };
    for (award, read) in of_number.awards.iter_mut().zip(awards?) {
        *award = read;
    }
    for (round, read) in of_number.extra_imps_rounds.iter_mut().zip(extra?) {
        *round = read;
    }
    Some(of_number)
}

/// Checks the rounds of exhibitions or customers, which DP-10 fixes.
fn rounds_of_tiles(object: &Object<'_>, key: &'static str, right: &[u8], faults: &mut Faults) {
    let (Some(&low), Some(&high)) = (right.first(), right.last()) else { return };
    let found = numbers(object, key, right.len(), low, high, faults);
    if found.is_some_and(|found| found != right) {
        faults.add(Code::Order, object.path.key(key), format!("{right:?} belongs there (DP-10, DP-159)"));
    }
}

/// A list of numbers in a range; nothing if one of them or the length is wrong.
fn numbers(object: &Object<'_>, key: &'static str, length: usize, low: u8, high: u8, faults: &mut Faults) -> Option<Vec<u8>> {
    let (items, is_right_long) = object.required(key, faults)?.list(length, faults)?;
    let count = items.len();
    let numbers: Vec<u8> = items.filter_map(|item| item.number(low, high, faults)).collect();
    (is_right_long && numbers.len() == count).then_some(numbers)
}

/// Reads the loops of the neutral imps.
pub(super) fn loops(place: Place<'_>, faults: &mut Faults) -> Option<[[u8; LENGTH]; 3]> {
    let object = place.object(faults)?;
    let loops = object.required("groups", faults).and_then(|place| groups(place, faults));
    for (key, starts) in [("start_index_3p", &[0][..]), ("start_index_2p", &[0, 3])] {
        let Some((items, _)) = object.required(key, faults).and_then(|place| place.list(starts.len(), faults)) else { continue };
        for (k, item) in items.enumerate() {
            // What is too much needs no other error than that of the length.
            match starts.get(k) {
                Some(&start) => drop(item.number(start, start, faults)),
                None => drop(item.integer(i64::MIN, i64::MAX, "a whole number", faults)),
            }
        }
    }
    if let Some(step) = object.required("step", faults) {
        step.number(1, 1, faults);
    }
    loops
}

fn groups(place: Place<'_>, faults: &mut Faults) -> Option<[[u8; LENGTH]; 3]> {
    let object = place.object(faults)?;
    let words: Vec<&str> = SPACES.iter().chain(&DUMMIES).copied().collect();
    let mut seen = 0_u32;
    let loops = LOOPS.map(|key| {
        object.required(key, faults)?.array(faults, |item, faults| {
            let position = item.word(&words, faults)?;
            if seen & 1 << position != 0 {
                faults.add(Code::Twice, item.path, format!("{} is there already (DP-160)", quoted(words[usize::from(position)])));
            }
            seen |= 1 << position;
            Some(position)
        })
    });
    let loops = all(loops)?;
    let missing: Vec<&str> = (0..words.len()).filter(|k| seen & 1 << k == 0).map(|k| words[k]).collect();
    if !missing.is_empty() {
        faults.add(Code::Sum, object.path, format!("{} in none of the loops (DP-160)", missing.join(", ")));
        return None;
    }
    let reasons = blocked(&loops);
    if !reasons.is_empty() {
        faults.add(Code::Blocked, object.path, format!("{} (DP-160)", reasons.join("; ")));
    }
    Some(loops)
}

/// Why loops that name every space once cannot be played.
fn blocked(loops: &[[u8; LENGTH]; 3]) -> Vec<String> {
    let mut reasons = Vec::new();
    for n in [2, 3] {
        for round in 1..=rounds(n) {
            let imps = neutral(loops, n, round);
            for (pair, what) in [(space::CAGES, "cage"), (space::YOUNG, "young")] {
                if imps & pair == pair {
                    reasons.push(format!("both {what} spaces are blocked in round {round} with {n} players"));
                }
            }
        }
    }
    for n in [2, 3, 4] {
        let most = [CAGES, ADDONS, ARTIFACTS, PETS];
        for ((count, most), what) in dealt(loops, n).into_iter().zip(most).zip(["cages", "addons", "artifacts", "pets"]) {
            if count > most {
                reasons.push(format!("{count} {what} are dealt with {n} players where there are {most}"));
            }
        }
    }
    reasons
}
