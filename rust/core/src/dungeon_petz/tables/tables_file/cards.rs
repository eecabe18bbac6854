//! The decks of need cards (DP-152).

use super::super::spec::Deck;
use super::super::{COLOURS, NEEDS};
use super::Code;
use super::place::{Faults, Object, Place, quoted};

/// The fewest cards of a colour.
const FEWEST: i64 = 12;
/// The most cards of one need.
const MOST: u8 = 40;

/// What is known of an entry of `cards`.
struct Card {
    need: Option<u8>,
    count: Option<u8>,
}

/// Reads the decks.
pub(super) fn decks(place: Place<'_>, faults: &mut Faults) -> Option<[Deck; 4]> {
    let object = place.object(faults)?;
    let decks = COLOURS.map(|colour| object.required(colour, faults).and_then(|place| deck(place, faults)));
    let [Some(green), Some(red), Some(yellow), Some(purple)] = decks else { return None };
    Some([green, red, yellow, purple])
}

fn deck(place: Place<'_>, faults: &mut Faults) -> Option<Deck> {
    let object = place.object(faults)?;
    let accepted = format!("a number from {FEWEST} on");
    let size = object.required("size", faults).and_then(|place| place.integer(FEWEST, i64::MAX, &accepted, faults));
    let dominant = object.required("dominant", faults).and_then(|place| place.word(&NEEDS, faults));
    let cards = object.required("cards", faults).and_then(|place| cards(place, dominant, faults))?;
    let counts: Option<Vec<u8>> = cards.iter().map(|card| card.count).collect();
    if let (Some(size), Some(counts)) = (size, &counts) {
        // A list that fits into memory has a sum far below 64 bits.
        let sum: i64 = counts.iter().map(|&count| i64::from(count)).sum();
        if sum != size {
            let message = format!("{size} where the sum of the counts belongs, which is {sum} (DP-152)");
            faults.add(Code::Sum, object.path.key("size"), message);
        }
    }
    let needs: Vec<u8> = cards.iter().map(|card| card.need).collect::<Option<_>>()?;
    let mut deck = Deck { counts: [0; 6], dominant: dominant? };
    for (need, count) in needs.into_iter().zip(counts?) {
        let counted = &mut deck.counts[usize::from(need)];
        *counted = count.max(*counted);
    }
    if deck.counts[usize::from(deck.dominant)] == 0
        && let Some(place) = object.get("dominant")
    {
        let message = format!("{} has no card in this deck (DP-174)", quoted(NEEDS[usize::from(deck.dominant)]));
        faults.add(Code::Value, place.path, message);
    }
    Some(deck)
}

/// Reads the entries of a deck.
fn cards(place: Place<'_>, dominant: Option<u8>, faults: &mut Faults) -> Option<Vec<Card>> {
    let mut seen = [false; NEEDS.len()];
    Some(place.free_list(faults)?.map(|place| card(place, dominant, &mut seen, faults)).collect())
}

fn card(place: Place<'_>, dominant: Option<u8>, seen: &mut [bool; NEEDS.len()], faults: &mut Faults) -> Card {
    let Some(object) = place.object(faults) else { return Card { need: None, count: None } };
    let place = object.required("need", faults);
    let need = place.and_then(|place| place.word(&NEEDS, faults));
    if let (Some(need), Some(place)) = (need, place)
        && std::mem::replace(&mut seen[usize::from(need)], true)
    {
        faults.add(Code::Twice, place.path, format!("{} is there already (DP-152)", quoted(NEEDS[usize::from(need)])));
    }
    let count = object.required("count", faults).and_then(|place| place.number(0, MOST, faults));
    double(&object, need.zip(dominant), faults);
    Card { need, count }
}

/// Checks what a card is when it is doubled: itself and the dominant need, and nothing for the dominant need's own cards.
fn double(card: &Object<'_>, known: Option<(u8, u8)>, faults: &mut Faults) {
    let Some(place) = card.required("double", faults) else { return };
    let is_null = place.value.is_null();
    match known {
        Some((need, dominant)) if need == dominant => {
            if !is_null {
                place.wrong::<()>("null, as this is the dominant need,", faults);
            }
        }
        None if is_null => {}
        _ => {
            let Some((items, _)) = place.list(2, faults) else { return };
            let expected = known.map(|(need, dominant)| [need, dominant]);
            for (k, item) in items.enumerate() {
                let Some(word) = item.word(&NEEDS, faults) else { continue };
                if let Some(&right) = expected.as_ref().and_then(|pair| pair.get(k))
                    && word != right
                {
                    item.unknown(NEEDS[usize::from(right)], faults);
                }
            }
        }
    }
}
