//! Need cards, potions and hands (DP-135 to DP-137).

use super::{Faults, cards_elsewhere};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::is_potion;
use crate::dungeon_petz::position::MOST_SUBSTITUTES;
use crate::dungeon_petz::rules::arranging::potions_used;
use crate::dungeon_petz::state::{NONE, Phase, Player, Plot, Point, State};
use crate::dungeon_petz::tables::{COLOURS, MAX_SIZE};

pub(super) fn check(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    assigned(game, state, faults);
    if !faults.0.is_empty() {
        return;
    }
    let elsewhere = cards_elsewhere(state);
    for colour in 0..4 {
        for need in 0..6 {
            let substitutes = if need == game.fast.dominant[colour] { i32::from(state.substitutes[colour]) } else { 0 };
            let expected = i32::from(game.tables.decks[colour].counts[need]) + substitutes;
            let there = elsewhere[colour][need] + i32::from(state.decks[colour][need]);
            let path = format!("decks.{}[{need}]", COLOURS[colour]);
            faults.ensure(there == expected, &path, &format!("{there} cards are somewhere where there are {expected} (DP-135)"));
        }
    }
    let are_few = state.substitutes.iter().all(|&count| count <= MOST_SUBSTITUTES);
    faults.ensure(are_few, "substitutes", "no game needs so many (DP-56)");
    let potions: u32 = state.players().iter().map(|player| u32::from(player.potions) + used(player)).sum();
    faults.ensure(u32::from(state.potions) + potions == 5, "potions", "there are five of them (DP-136)");
    for seat in 0..usize::from(state.seats) {
        hand(game, state, seat, faults);
    }
    draws(state, faults);
}

fn used(player: &Player) -> u32 {
    player.plots.iter().flat_map(Plot::cards).filter(|&&card| is_potion(card)).count() as u32
}

/// How far a seat is with its cards in phase 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cards {
    /// As they were.
    Kept,
    /// Some are discarded for the Crystal Ball (DP-57).
    Discarding,
    /// Some are drawn.
    Drawing,
    /// One for each bar is there, none assigned.
    Drawn,
    /// Some are assigned.
    Assigning,
    /// All are assigned.
    Assigned,
    /// They are gone (DP-98).
    Gone,
}

fn stage(state: &State, seat: usize) -> Cards {
    let (own, place) = (state.place_of(seat as u8), state.place_of(state.seat));
    let compare = |before: Cards, at: Cards, after: Cards| match own.cmp(&place) {
        std::cmp::Ordering::Less => before,
        std::cmp::Ordering::Equal => at,
        std::cmp::Ordering::Greater => after,
    };
    match (state.phase, state.point) {
        (Phase::Arranging, Point::Crystal) => compare(Cards::Drawn, Cards::Discarding, Cards::Kept),
        (Phase::Arranging, Point::DealCard) => compare(Cards::Drawn, Cards::Drawing, Cards::Kept),
        (Phase::Arranging, Point::Assign) => compare(Cards::Assigned, Cards::Assigning, Cards::Drawn),
        (Phase::Needs, _) | (Phase::Business, Point::Sell) => Cards::Assigned,
        (Phase::Business | Phase::Ageing | Phase::Over, _) => Cards::Gone,
        _ => Cards::Kept,
    }
}

/// Cards lie on the bars of pets, in the order of DP-129, once they are assigned.
fn assigned(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    for (seat, player) in state.players().iter().enumerate() {
        let stage = stage(state, seat);
        let mut is_behind = false;
        for (index, plot) in player.plots.iter().enumerate() {
            let path = format!("players[{seat}].plots[{index}].pet.cards");
            let size = state.body(plot.pet).size;
            let len = usize::from(plot.len);
            if len > MAX_SIZE || plot.cards[len..].iter().any(|&card| card != 0) || plot.pet == NONE && len > 0 {
                faults.add(path, "cards lie on the bars of pets (DP-58)");
                continue;
            }
            let is_full = plot.pet == NONE || plot.len == size;
            let is_right = match stage {
                Cards::Assigned => is_full,
                Cards::Assigning => plot.len <= size && !(is_behind && plot.len > 0),
                _ => plot.len == 0,
            };
            is_behind |= !is_full;
            faults.ensure(is_right, &path, "each bar has one card once its owner has assigned (DP-58, DP-129)");
            faults.ensure(
                fits(game, plot, size),
                &path,
                "colours, then keys ascend on the bars of a pet, doubled cards by option (DP-60, DP-129)",
            );
        }
        let is_assigning = stage == Cards::Assigning;
        faults.ensure(!is_assigning || is_behind, "point", "a bar waits for a card (DP-129)");
    }
}

fn fits(game: &DungeonPetz, plot: &Plot, size: u8) -> bool {
    let mut last = 0;
    (0_u8..).zip(plot.cards()).all(|(bar, &card)| {
        let (colour, key) = (card >> 4, card & 15);
        let is_known = colour < 4 && key <= 12 && colour == game.fast.bar(plot.pet, size, bar);
        let is_double = key & 1 != 0;
        let may_double = game.double_symbols && usize::from(key >> 1) != game.fast.dominant[usize::from(colour & 3)];
        let ascends = card >= last;
        last = card;
        is_known && ascends && (!is_double || may_double)
    })
}

/// A hand holds one card of each colour and one for each book of it (DP-137), in phases 3 and 4 those for bars and potions as well (DP-59).
fn hand(game: &DungeonPetz, state: &State, seat: usize, faults: &mut Faults) {
    let player = &state.players[seat];
    let is_opening = state.phase == Phase::Setup && (state.point == Point::DealCard || state.point == Point::DealStart);
    let stage = stage(state, seat);
    let is_own = usize::from(state.seat) == seat;
    let potions = potions_used(state, seat as u8);
    // Whether the own turn of phase 4 has begun: from then on the potions of pets lost since count, too (DP-78).
    let has_begun = state.phase > Phase::Needs || state.phase == Phase::Needs && state.place_of(seat as u8) <= state.place_of(state.seat);
    let is_in_turn = state.phase == Phase::Needs && is_own;
    for colour in 0..4 {
        let there: i32 = player.hand[colour].iter().map(|&count| i32::from(count)).sum();
        let books =
            (0..16).filter(|&book| player.artifacts >> book & 1 != 0 && usize::from(state.book_colours[book]) == colour).count() as i32;
        let bars: i32 = player
            .plots
            .iter()
            .filter(|plot| plot.pet != NONE)
            .map(|plot| i32::from(game.fast.bar_counts(plot.pet, state.body(plot.pet).size)[colour]))
            .sum();
        let lying: i32 =
            player.plots.iter().flat_map(Plot::cards).filter(|&&card| usize::from(card >> 4) == colour && !is_potion(card)).count() as i32;
        let to_draw = i32::from(state.draw_first[colour]) + i32::from(state.draw[colour]);
        let expected = if is_opening {
            let is_before = state.point == Point::DealCard && seat < usize::from(state.seat);
            let is_drawing = state.point == Point::DealCard && is_own;
            if is_before {
                1
            } else if is_drawing {
                1 - to_draw
            } else {
                0
            }
        } else {
            let kept = 1 + books;
            match stage {
                // The card of a book is drawn right after its colour is chosen.
                Cards::Kept if is_own && state.point == Point::DealCard => kept - to_draw,
                Cards::Discarding => kept - to_draw,
                Cards::Drawing => kept + bars - to_draw,
                Cards::Drawn | Cards::Assigning => kept + bars - lying,
                Cards::Assigned if has_begun => kept + i32::from(player.due[colour]),
                Cards::Assigned => kept + i32::from(potions[colour]),
                Cards::Kept | Cards::Gone => kept,
            }
        };
        let path = format!("players[{seat}].hand.{}", COLOURS[colour]);
        faults.ensure(there == expected, &path, &format!("{there} cards where {expected} belong (DP-59, DP-137)"));
        let due = player.due[colour];
        // Only pets of this turn lost since make it more than the potions that lie there.
        let is_due = due == 0 || is_in_turn && due <= 5;
        faults.ensure(is_due, &format!("players[{seat}].potions_due"), "cards are due for potions in the own turn of phase 4 (DP-78)");
        let is_whole = !is_in_turn || state.point >= Point::Potion || due >= potions[colour];
        faults.ensure(is_whole, &format!("players[{seat}].potions_due"), "a card is due for each potion on a pet (DP-78)");
    }
    let is_exhibiting = is_in_turn && state.point == Point::Exhibit;
    faults.ensure(!is_exhibiting || player.due == [0; 4], &format!("players[{seat}].potions_due"), "the potion step is over (DP-62)");
}

/// What is to be drawn (DP-122): after a Crystal Ball at most three replacements (DP-57).
fn draws(state: &State, faults: &mut Faults) {
    let count = |counts: &[u8; 4]| counts.iter().map(|&count| u32::from(count)).sum::<u32>();
    let (first, then) = (count(&state.draw_first), count(&state.draw));
    let is_right = match (state.phase, state.point) {
        (Phase::Setup, Point::DealCard) => {
            // One of each colour from some colour on.
            let start = state.draw.iter().position(|&count| count > 0).unwrap_or(4);
            first == 0 && then > 0 && (0..4).all(|colour| state.draw[colour] == u8::from(colour >= start))
        }
        (Phase::Shopping, Point::DealCard) => first == 0 && then == 1,
        (Phase::Arranging, Point::DealCard) => first <= 3 && first + then > 0,
        (_, Point::Crystal) => first == 0 && then < 3,
        _ => first == 0 && then == 0,
    };
    faults.ensure(is_right, "draw", "the cards that are to be drawn (DP-121, DP-122, DP-57)");
    let last = state.draw_first.iter().rposition(|&count| count > 0);
    let next = state.draw.iter().position(|&count| count > 0);
    let is_split = match (last, next) {
        (Some(last), Some(next)) => last > next,
        (Some(_), None) => false,
        (None, _) => true,
    };
    faults.ensure(is_split, "draw", "two runs of colours that are one");
}
