//! What a decision and a chance outcome do. The parts follow the sections of the digest.

pub(super) mod ageing;
pub(super) mod arranging;
mod business;
pub(super) mod chance;
mod exhibition;
pub(super) mod needs;
pub(super) mod setup;
mod shopping;

use super::DungeonPetz;
use super::actions::{id, is_potion, options};
use super::scoring;
use super::state::{Body, MAX_SEATS, NONE, Plot, Point, State};
use super::tables::MAX_SIZE;
use crate::action::ActionId;
use crate::game::Event;

/// Receives the effects of an action as they happen; the hot loops pass one that does nothing and costs nothing.
pub(super) trait Log {
    /// One effect.
    fn event(&mut self, name: &'static str, seat: u8, place: i32, amount: i32);

    /// One effect that is told only if there is something of it.
    #[inline(always)]
    fn some(&mut self, name: &'static str, seat: u8, place: i32, amount: i32) {
        if amount != 0 {
            self.event(name, seat, place, amount);
        }
    }
}

/// No log.
pub(super) struct Silent;

impl Log for Silent {
    #[inline(always)]
    fn event(&mut self, _: &'static str, _: u8, _: i32, _: i32) {}
}

impl Log for Vec<Event> {
    fn event(&mut self, name: &'static str, seat: u8, place: i32, amount: i32) {
        self.push(Event { name, seat, place, amount });
    }
}

/// Applies a decision or an outcome; with `skip_forced` the decisions after it that leave no choice as well (DP-117, DP-176).
#[inline(always)]
pub(super) fn apply(game: &DungeonPetz, state: &mut State, action: ActionId, log: &mut impl Log) {
    step(game, state, action, log);
    if !game.skip_forced {
        return;
    }
    loop {
        let (first, bits) = options(game, state);
        if !bits.is_power_of_two() {
            return;
        }
        step(game, state, first + bits.trailing_zeros() as ActionId, log);
    }
}

#[inline(always)]
fn step(game: &DungeonPetz, state: &mut State, action: ActionId, log: &mut impl Log) {
    let index = |first: ActionId| action.wrapping_sub(first) as u8;
    match state.point {
        Point::DealStart => setup::start(game, state, index(id::START), log),
        Point::DealCard => setup::card(game, state, index(id::CARD), log),
        Point::DealExhibition
        | Point::DealCustomer
        | Point::DealArtifact
        | Point::DealCage
        | Point::DealAddon
        | Point::DealYoung
        | Point::DealOld => setup::tile(game, state, action, log),
        Point::Group if action == id::GROUP_DONE => shopping::grouped(game, state, log),
        Point::Group => shopping::group_imps(state, index(id::GROUP_IMPS).wrapping_add(1)),
        Point::Gold => shopping::group_gold(game, state, index(id::GROUP_GOLD), log),
        Point::Pick => shopping::pick(state, index(id::SEND_PICK).wrapping_add(1)),
        Point::Send => shopping::send(game, state, action, log),
        Point::Book => shopping::book(game, state, index(id::BOOK), log),
        Point::Cage => arranging::cage(game, state, index(id::PLACE_CAGE), log),
        Point::Addon => arranging::addon(game, state, index(id::PLACE_ADDON), log),
        Point::Pet => arranging::pet(game, state, index(id::PET_PLOT), log),
        Point::Crystal => arranging::crystal(game, state, index(id::CRYSTAL), log),
        Point::Assign => arranging::assign(game, state, index(id::ASSIGN), log),
        Point::Feed => needs::feed(game, state, index(id::FEED), log),
        Point::Play => needs::play(game, state, index(id::PLAY_EMPLOYEE), log),
        Point::Anger => needs::anger(game, state, index(id::ANGER), log),
        Point::Magic => needs::magic(game, state, index(id::MAGIC), log),
        Point::Shovel => needs::shovel(game, state, index(id::SHOVEL), log),
        Point::Potion => needs::potion(game, state, index(id::POTION_DISCARD), log),
        Point::Exhibit => exhibition::exhibit(game, state, index(id::EXHIBIT), log),
        Point::Sell => business::sell(game, state, index(id::SELL), log),
        Point::Clean => business::clean(game, state, index(id::CLEAN), log),
        Point::Box => ageing::fill_box(game, state, index(id::BOX), log),
        Point::Over => {}
    }
}

/// A decision of grouping or assigning without what follows for the other players; whether it was the last of its seat.
pub(super) fn decide_alone(game: &DungeonPetz, state: &mut State, action: ActionId, log: &mut impl Log) -> bool {
    let index = |first: ActionId| action.wrapping_sub(first) as u8;
    match state.point {
        Point::Group if action != id::GROUP_DONE => {
            shopping::group_imps(state, index(id::GROUP_IMPS).wrapping_add(1));
            false
        }
        Point::Gold => shopping::form_group(state, index(id::GROUP_GOLD), log),
        Point::Assign => arranging::put_card(game, state, index(id::ASSIGN), log),
        _ => true,
    }
}

/// The seat at a place of the turn order.
#[inline(always)]
fn seat_at(state: &State, place: usize) -> u8 {
    state.order[place & (MAX_SEATS - 1)]
}

/// The place after that of the present seat.
#[inline(always)]
fn next_place(state: &State) -> usize {
    state.place_of(state.seat) + 1
}

/// A card goes to its pile. While there are substitutes, a dominant one leaves the game instead (DP-56).
#[inline(always)]
fn discard(game: &DungeonPetz, state: &mut State, colour: usize, need: usize) {
    if state.substitutes[colour & 3] > 0 && need == game.fast.dominant[colour & 3] {
        state.substitutes[colour & 3] -= 1;
    } else {
        state.discards[colour & 3][need.min(5)] += 1;
    }
}

/// The cards of a plot go to the piles, its potions to the stack (DP-89, DP-98).
#[inline(always)]
fn discard_cards(game: &DungeonPetz, state: &mut State, seat: u8, plot: usize) {
    let own = &mut state.players[usize::from(seat & 3)].plots[plot & 3];
    let (cards, len) = (own.cards, own.len);
    (own.cards, own.len) = ([0; MAX_SIZE], 0);
    for &card in cards.iter().take(len.into()) {
        if is_potion(card) {
            state.potions += 1;
        } else {
            discard(game, state, usize::from(card >> 4), usize::from(card >> 1 & 7));
        }
    }
}

/// A pet leaves the game with its tokens and cards; manure stays (DP-89, DP-98).
#[inline(always)]
fn remove_pet(game: &DungeonPetz, state: &mut State, seat: u8, plot: usize) {
    let pet = own_plot(state, seat, plot).pet;
    discard_cards(game, state, seat, plot);
    own_plot(state, seat, plot).pet = NONE;
    *state.body_mut(pet) = Body::default();
    state.removed_pets |= 1 << (pet & 31);
}

#[inline(always)]
fn own_plot(state: &mut State, seat: u8, plot: usize) -> &mut Plot {
    &mut state.players[usize::from(seat & 3)].plots[plot & 3]
}

/// A pet on a plot is lost (DP-89).
#[inline(never)]
fn lose_pet(game: &DungeonPetz, state: &mut State, seat: u8, plot: usize, log: &mut impl Log) {
    let pet = own_plot(state, seat, plot).pet;
    remove_pet(game, state, seat, plot);
    lose_points(state, seat, plot as i32, pet, log);
}

/// Each loss costs a point for every ten that the owner has (DP-90).
fn lose_points(state: &mut State, seat: u8, plot: i32, pet: u8, log: &mut impl Log) {
    log.event("lose_pet", seat, plot, pet.into());
    let player = &mut state.players[usize::from(seat & 3)];
    let loss = 2 * (player.vp() / 20).max(0);
    player.score[scoring::LOST] -= loss;
    log.some("lose_vp", seat, -1, -loss);
}
