//! Phase 3: cages, addons and pets are arranged, cards drawn and assigned (section F). Each of the three steps is done by all players in
//! turn order before the next one starts (DP-48).

use super::setup::draw_next;
use super::{Log, discard, lose_points, needs, next_place, own_plot, seat_at};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{is_potion, next_bar};
use crate::dungeon_petz::state::{Body, NONE, POTION, PRINTED, Phase, Plot, Point, State};
use crate::dungeon_petz::tables::MAX_SIZE;

/// All groups are resolved.
pub(super) fn begin(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    state.phase = Phase::Arranging;
    begin_seat(game, state, 0, log);
}

fn begin_seat(game: &DungeonPetz, state: &mut State, place: usize, log: &mut impl Log) {
    if place < usize::from(state.seats) {
        state.seat = seat_at(state, place);
        next_tile(game, state, log);
    } else {
        begin_drawing(game, state, 0, log);
    }
}

/// First the new cages by index, then the new addon, then the pets.
fn next_tile(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    if state.own().cages != 0 {
        state.point = Point::Cage;
        return;
    }
    state.given = 0;
    if state.own().addons != 0 {
        state.point = Point::Addon;
    } else {
        lift_pets(state);
        next_pet(game, state, log);
    }
}

/// A new cage replaces an older one; pet, manure and addon stay (DP-49).
pub(super) fn cage(game: &DungeonPetz, state: &mut State, plot: u8, log: &mut impl Log) {
    let seat = state.seat;
    let own = state.own_mut();
    let cage = own.cages.trailing_zeros() as u8 & 15;
    own.cages &= own.cages.wrapping_sub(1);
    let before = std::mem::replace(&mut own_plot(state, seat, plot.into()).cage, cage);
    // The printed cage is only covered.
    if before < PRINTED {
        state.removed_cages |= 1 << before;
    }
    state.given |= 1 << (plot & 3);
    log.event("place_cage", seat, plot.into(), cage.into());
    next_tile(game, state, log);
}

/// A new addon replaces an older one (DP-50); neither moves later (DP-51).
pub(super) fn addon(game: &DungeonPetz, state: &mut State, plot: u8, log: &mut impl Log) {
    let seat = state.seat;
    let own = state.own_mut();
    let addon = own.addons.trailing_zeros() as u8 & 7;
    own.addons &= own.addons.wrapping_sub(1);
    let before = std::mem::replace(&mut own_plot(state, seat, plot.into()).addon, addon);
    if before != NONE {
        state.removed_addons |= 1 << (before & 7);
    }
    log.event("place_addon", seat, plot.into(), addon.into());
    next_tile(game, state, log);
}

/// Old pets are placed anew together with the new ones (DP-52); they are lifted when the first of them is asked for (DP-168).
fn lift_pets(state: &mut State) {
    let own = state.own_mut();
    for plot in &mut own.plots {
        if plot.pet != NONE {
            own.pets |= 1 << (plot.pet & 31);
            plot.pet = NONE;
        }
    }
}

fn next_pet(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    if state.own().pets != 0 {
        state.point = Point::Pet;
    } else {
        let next = next_place(state);
        begin_seat(game, state, next, log);
    }
}

/// A pet comes onto a plot with a cage, or is lost (DP-53).
pub(super) fn pet(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    let seat = state.seat;
    let own = state.own_mut();
    let pet = own.pets.trailing_zeros() as u8 & 31;
    own.pets &= own.pets.wrapping_sub(1);
    if choice < 4 {
        own.plots[usize::from(choice)].pet = pet;
        log.event("place_pet", seat, choice.into(), pet.into());
    } else {
        *state.body_mut(pet) = Body::default();
        state.removed_pets |= 1 << pet;
        lose_points(state, seat, -1, pet, log);
    }
    next_pet(game, state, log);
}

/// The second step: the Crystal Ball, then the cards.
fn begin_drawing(game: &DungeonPetz, state: &mut State, place: usize, log: &mut impl Log) {
    if place >= usize::from(state.seats) {
        begin_assigning(game, state, 0, log);
        return;
    }
    state.seat = seat_at(state, place);
    if state.own().artifacts & game.fast.crystal_ball != 0 {
        state.point = Point::Crystal;
    } else {
        draw_cards(game, state, log);
    }
}

/// At most three cards are discarded, then as many of their colours drawn (DP-57).
pub(super) fn crystal(game: &DungeonPetz, state: &mut State, card: u8, log: &mut impl Log) {
    if card < 24 {
        let (colour, need) = (usize::from(card / 6), usize::from(card % 6));
        let count = &mut state.own_mut().hand[colour][need];
        *count = count.wrapping_sub(1);
        discard(game, state, colour, need);
        state.draw[colour] += 1;
        state.last = card;
        log.event("crystal", state.seat, colour as i32, need as i32);
        if state.draw.iter().sum::<u8>() < 3 {
            return;
        }
    }
    state.last = NONE;
    draw_cards(game, state, log);
}

/// One card of its colour for each visible bar of each pet (DP-54, DP-55), after those for the crystal discards (DP-122).
fn draw_cards(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    let mut bars = [0_u8; 4];
    for plot in state.own().plots.iter().filter(|plot| plot.pet != NONE) {
        let own = game.fast.bar_counts(plot.pet, state.body(plot.pet).size);
        for (sum, count) in bars.iter_mut().zip(own) {
            *sum += count;
        }
    }
    let discarded = state.draw;
    set_draw(state, discarded, bars);
    draw_next(game, state, log);
}

/// Two runs of colours; one, if the second goes on where the first ends: so the same list of colours is always the same value (DP-170).
pub(in crate::dungeon_petz) fn set_draw(state: &mut State, mut first: [u8; 4], mut then: [u8; 4]) {
    let last = first.iter().rposition(|&count| count > 0);
    let next = then.iter().position(|&count| count > 0);
    if last.is_none_or(|last| next.is_none_or(|next| last <= next)) {
        for (sum, count) in then.iter_mut().zip(std::mem::take(&mut first)) {
            *sum += count;
        }
    }
    (state.draw_first, state.draw) = (first, then);
}

/// The cards of a player are drawn.
pub(super) fn drawn(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    let next = next_place(state);
    begin_drawing(game, state, next, log);
}

/// The third step: who has a pet assigns cards to its bars.
fn begin_assigning(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) {
    for place in first..usize::from(state.seats) {
        state.seat = seat_at(state, place);
        if next_plot(state) {
            state.point = Point::Assign;
            return;
        }
    }
    state.reset_step();
    needs::begin(game, state, log);
}

/// The first plot whose pet has a bar without a card (DP-129).
#[inline(always)]
pub(in crate::dungeon_petz) fn next_plot(state: &mut State) -> bool {
    let own = state.own();
    let open = |plot: &u8| {
        let own = &own.plots[usize::from(*plot)];
        own.pet != NONE && own.len < state.body(own.pet).size.min(MAX_SIZE as u8)
    };
    let found = (0..4).find(open);
    state.plot = found.unwrap_or(NONE);
    found.is_some()
}

/// A card, a doubled card or a potion comes onto the next bar (DP-58); whether no bar is left.
#[inline(always)]
pub(super) fn put_card(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) -> bool {
    let (seat, plot) = (state.seat, state.plot);
    let (colour, _) = next_bar(game, state, plot);
    let own = state.own_mut();
    let key = if choice >= 48 {
        own.potions = own.potions.wrapping_sub(1);
        POTION
    } else {
        let need = choice % 6;
        let count = &mut own.hand[colour][usize::from(need)];
        *count = count.wrapping_sub(1);
        2 * need + u8::from(choice >= 24)
    };
    let own = own_plot(state, seat, plot.into());
    own.cards[usize::from(own.len).min(MAX_SIZE - 1)] = (colour as u8) << 4 | key;
    own.len = (own.len + 1).min(MAX_SIZE as u8);
    log.event("assign", seat, plot.into(), choice.into());
    !next_plot(state)
}

/// When all bars have cards, the next player assigns.
#[inline(always)]
pub(super) fn assign(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    if put_card(game, state, choice, log) {
        let next = next_place(state);
        begin_assigning(game, state, next, log);
    }
}

/// Potions used by colour: what is to be discarded for them later (DP-78).
pub(in crate::dungeon_petz) fn potions_used(state: &State, seat: u8) -> [u8; 4] {
    let mut used = [0; 4];
    let plots = &state.players[usize::from(seat & 3)].plots;
    for card in plots.iter().flat_map(Plot::cards).filter(|&&card| is_potion(card)) {
        used[usize::from(card >> 4 & 3)] += 1;
    }
    used
}
