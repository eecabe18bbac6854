//! Phase 5: sales, cleaning, earning (section I).

use super::{Log, ageing, discard_cards, needs::remove_manure, next_place, remove_pet, seat_at};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{cleaners, cleans, has_employee, sales};
use crate::dungeon_petz::scoring::{SALES, sale};
use crate::dungeon_petz::state::{Phase, Point, State};

/// Sales, from round 3 (DP-91).
pub(super) fn begin(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    state.phase = Phase::Business;
    sell_from(game, state, 0, log);
}

fn sell_from(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) {
    (state.served, state.gold_before, state.platform_sold) = (0, -1, false);
    if state.round >= 3 {
        for place in first..usize::from(state.seats) {
            state.seat = seat_at(state, place);
            if sales(game, state) != 0 {
                state.point = Point::Sell;
                return;
            }
        }
    }
    // After all sales the cards of the other pets follow (DP-98).
    for seat in 0..state.seats {
        for plot in 0..4 {
            discard_cards(game, state, seat, plot);
        }
    }
    clean_from(game, state, 0, log);
}

/// A sale on the black market or from the platform (DP-95), once from there (DP-96), at the pet's price (DP-97).
pub(super) fn sell(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    let seat = state.seat;
    if choice < 16 {
        let (number, plot, is_platform) = (choice >> 3, choice >> 1 & 3, choice & 1 != 0);
        let customer = game.customers_of(state).get(usize::from(number)).copied().unwrap_or(0);
        if let Some(sale) = sale(game, state, state.own(), plot, customer) {
            if number == 1 {
                state.gold_before = state.own().gold.into();
            }
            remove_pet(game, state, seat, plot.into());
            let own = state.own_mut();
            let points = 2 * sale.points * if is_platform { 3 } else { 2 };
            own.score[SALES] += points;
            own.gold = (i32::from(own.gold) + sale.gold).clamp(0, u16::MAX.into()) as u16;
            if is_platform {
                own.platform = own.platform.wrapping_sub(1);
                own.used += 1;
                state.platform_sold = true;
            }
            log.event("sale", seat, plot.into(), points);
            log.some("gold", seat, -1, sale.gold);
        }
        state.served |= 1 << number;
        // Asked again while a sale is possible (DP-131).
        if sales(game, state) != 0 {
            return;
        }
    }
    let next = next_place(state);
    sell_from(game, state, next, log);
}

/// Cleaning in turn order; plots of pets just sold or lost are empty (DP-99, DP-100).
fn clean_from(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) {
    for place in first..usize::from(state.seats) {
        state.seat = seat_at(state, place);
        if cleans(game, state) != 0 {
            state.point = Point::Clean;
            return;
        }
        settle(game, state, log);
    }
    ageing::begin(game, state, log);
}

/// A token is removed, or the cleaning ends.
pub(super) fn clean(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    if choice < 4 {
        remove_manure(state, choice, log);
        if cleans(game, state) != 0 {
            return;
        }
    }
    settle(game, state, log);
    let next = next_place(state);
    clean_from(game, state, next, log);
}

/// Imps and gold when the cleaning of a player ends (DP-132): who has not cleaned earns, and all are used (DP-99).
fn settle(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    let (seat, count) = (state.seat, state.count);
    let own = state.own_mut();
    let is_employee = has_employee(game, own);
    let earned = own.home.saturating_sub(cleaners(count, is_employee));
    own.employee_used |= is_employee && count > 0;
    own.used += std::mem::take(&mut own.home);
    own.gold = own.gold.saturating_add(earned.into());
    log.some("earn", seat, -1, earned.into());
    state.reset_step();
}
