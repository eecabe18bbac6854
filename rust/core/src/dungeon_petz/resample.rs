//! A world that a seat cannot tell from the true one (DP-125, DP-175). Only what the seat may know is read, and sums of the rest.

use super::DungeonPetz;
use super::actions::{can_group, due_colour, options};
use super::observation::{held, hides_cards, hides_groups, pool};
use super::rules::arranging::next_plot;
use super::rules::{Silent, decide_alone};
use super::state::{MAX_GROUPS, NONE, Needs, Phase, Plot, Point, State};
use super::tables::MAX_SIZE;
use crate::action::{ActionId, select_bit};
use crate::rng::Rng;

/// How often the hands are dealt until the player who discards for potions can go on with it.
const MOST_DEALS: u32 = 1000;

pub(super) fn resample(game: &DungeonPetz, state: &State, observer: usize, rng: &mut Rng) -> State {
    let mut sampled = *state;
    for seat in (0..usize::from(state.seats)).filter(|&seat| seat != observer) {
        if hides_cards(state, observer, seat) {
            hide_cards(&mut sampled, state, observer, seat);
        }
    }
    let bare = sampled;
    for attempt in 0..=MOST_DEALS {
        sampled = bare;
        deal(&mut sampled, state, observer, attempt == MOST_DEALS, rng);
        if state.point != Point::Potion || options(game, &sampled).1 != 0 {
            break;
        }
    }
    for seat in (0..usize::from(state.seats)).filter(|&seat| seat != observer) {
        if hides_groups(state, observer, seat) {
            regroup(game, &mut sampled, state, seat, rng);
        }
        if hides_cards(state, observer, seat) && has_assigned(state, seat) {
            reassign(game, &mut sampled, seat, rng);
        }
    }
    if state.point == Point::Assign && usize::from(state.seat) != observer {
        // Who is in the middle of assigning begins anew.
        next_plot(&mut sampled);
    }
    sampled
}

/// Whether a seat has assigned all its cards: in phase 4, or before the present one in phase 3.
fn has_assigned(state: &State, seat: usize) -> bool {
    let is_before = state.place_of(seat as u8) < state.place_of(state.seat);
    state.phase == Phase::Needs || state.point == Point::Assign && is_before
}

/// Face-down potions go back into the hand; cards are dealt anew.
fn hide_cards(sampled: &mut State, state: &State, observer: usize, seat: usize) {
    let (_, potions) = held(state, observer, seat);
    let player = &mut sampled.players[seat & 3];
    player.potions = potions;
    for plot in &mut player.plots {
        *plot = Plot { cards: [0; MAX_SIZE], len: 0, ..*plot };
    }
}

/// A card out of a pool, each card equally likely; or one of the highest need.
fn draw(pool: &mut [u16; 6], is_highest: bool, rng: &mut Rng) -> Option<usize> {
    let need = if is_highest {
        pool.iter().rposition(|&count| count > 0)?
    } else {
        let mut rest = rng.below(pool.iter().map(|&count| u64::from(count)).sum()) as u16;
        pool.iter().position(|&count| {
            let is_here = rest < count;
            rest = rest.saturating_sub(count);
            is_here
        })?
    };
    pool[need] -= 1;
    Some(need)
}

/// The unseen cards of each colour are dealt to the hands of the others; the deck has the rest.
fn deal(sampled: &mut State, state: &State, observer: usize, is_forced: bool, rng: &mut Rng) {
    for (colour, mut pool) in pool(state, observer).into_iter().enumerate() {
        let others = (0..usize::from(state.seats)).filter(|&seat| seat != observer);
        // Who discards for potions is served first if no deal has let him go on: he has cards high enough.
        let is_due = |seat: usize| is_forced && usize::from(state.seat) == seat && due_colour(&state.players[seat & 3]) == Some(colour);
        let (first, then): (Vec<usize>, Vec<usize>) = others.partition(|&seat| is_due(seat));
        for seat in first.into_iter().chain(then) {
            let mut hand: Needs = [0; 6];
            for _ in 0..held(state, observer, seat).0[colour] {
                if let Some(need) = draw(&mut pool, is_due(seat), rng) {
                    hand[need] += 1;
                }
            }
            sampled.players[seat & 3].hand[colour] = hand;
        }
        sampled.decks[colour] = pool.map(|count| count.min(255) as u8);
    }
}

/// Imps and gold go home, and who has grouped does so anew, by decisions that are uniform over the legal ones.
fn regroup(game: &DungeonPetz, sampled: &mut State, state: &State, seat: usize, rng: &mut Rng) {
    let player = &mut sampled.players[seat & 3];
    for [imps, gold] in player.groups().to_vec() {
        player.home += imps;
        player.gold = player.gold.saturating_add(if gold == NONE { 0 } else { gold.into() });
    }
    (player.groups, player.num_groups) = ([[0; 2]; MAX_GROUPS], 0);
    if usize::from(state.seat) == seat {
        // Who is in the middle of it begins anew.
        sampled.point = Point::Group;
    } else if state.place_of(seat as u8) < state.place_of(state.seat) && can_group(player) {
        alone(game, sampled, seat, Point::Group, rng);
    }
}

fn reassign(game: &DungeonPetz, sampled: &mut State, seat: usize, rng: &mut Rng) {
    let has_pet = sampled.players[seat & 3].plots.iter().any(|plot| plot.pet != NONE);
    if has_pet {
        alone(game, sampled, seat, Point::Assign, rng);
    }
}

/// The decisions of a seat at some point, as if it played alone: uniform over the legal ids.
fn alone(game: &DungeonPetz, sampled: &mut State, seat: usize, point: Point, rng: &mut Rng) {
    let mut own = *sampled;
    own.reset_step();
    (own.point, own.seat) = (point, seat as u8);
    if point == Point::Assign {
        next_plot(&mut own);
    }
    loop {
        let (first, bits) = options(game, &own);
        let count = bits.count_ones();
        if count == 0 {
            break;
        }
        let action = first + select_bit(bits, rng.below(count.into()) as u32) as ActionId;
        if decide_alone(game, &mut own, action, &mut Silent) {
            break;
        }
    }
    sampled.players[seat & 3] = own.players[seat & 3];
}
