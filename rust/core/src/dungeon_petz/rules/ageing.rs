//! Phase 6, the end of a round, and the end of the game (section J).

use super::{Log, needs, setup};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::stored;
use crate::dungeon_petz::scoring::{BUSINESS, DISPLAY, business, display, final_show};
use crate::dungeon_petz::state::{MAX_SEATS, NONE, Phase, Point, State};

/// The first act is that of the owner of an empty Magic Box (DP-104).
pub(super) fn begin(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    state.phase = Phase::Ageing;
    let owner = state.players().iter().position(|player| player.artifacts & game.fast.magic_box != 0);
    if let Some(owner) = owner
        && !state.box_food
        && stored(&state.players[owner & 3]) != 0
    {
        (state.seat, state.point) = (owner as u8, Point::Box);
        return;
    }
    age(game, state, log);
}

/// A stored token, the oldest of its kind, or nothing.
pub(super) fn fill_box(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    if choice < 2 {
        needs::eat(state, choice);
        state.box_food = true;
        log.event("box", state.seat, choice.into(), 1);
    }
    age(game, state, log);
}

/// The size after one phase 6 (DP-101).
#[inline(always)]
pub(in crate::dungeon_petz) const fn grown(size: u8) -> u8 {
    match size {
        2 | 3 => size + 2,
        4..=6 => size + 1,
        _ => size,
    }
}

fn age(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    state.seat = NONE;
    for seat in 0..usize::from(state.seats).min(MAX_SEATS) {
        for plot in 0..4 {
            let pet = state.players[seat].plots[plot].pet;
            if pet != NONE {
                let body = state.body_mut(pet);
                body.size = grown(body.size);
            }
        }
        spoil(state, seat, log);
        come_home(state, seat);
    }
    // The judge's bonus ends with the group that stands there (DP-103).
    (state.spaces, state.space_imps, state.busy) = ([NONE; 16], [0; 16], 0);
    if state.round < game.rounds {
        setup::begin_round(game, state, log);
    } else {
        final_scoring(game, state, log);
    }
}

/// Food grows older by a chamber; what was in the oldest one is lost (DP-102).
fn spoil(state: &mut State, seat: usize, log: &mut impl Log) {
    let player = &mut state.players[seat & 3];
    let [a, b, vegetables] = player.vegetables;
    player.vegetables = [0, a, b];
    let [a, meat] = player.meat;
    player.meat = [0, a];
    log.some("spoil", seat as u8, 0, vegetables.into());
    log.some("spoil", seat as u8, 1, meat.into());
}

/// Imps in town, but for those on the platform, and used ones come home (DP-103).
fn come_home(state: &mut State, seat: usize) {
    let town: u8 = (0..13).filter(|&space| usize::from(state.spaces[space]) == seat).map(|space| state.space_imps[space]).sum();
    let player = &mut state.players[seat & 3];
    player.home += town + std::mem::take(&mut player.used);
    (player.armor_used, player.employee_used) = (0, false);
}

/// The two final shows, ranked and awarded separately (DP-105 to DP-107).
fn final_scoring(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    let seats = usize::from(state.seats).min(MAX_SEATS);
    let mut shows = [[0; MAX_SEATS]; 2];
    for (seat, player) in state.players().iter().enumerate() {
        shows[0][seat] = business(game, state, player);
        shows[1][seat] = display(state, player);
    }
    for (scores, (item, name)) in shows.iter().zip([(BUSINESS, "business_show"), (DISPLAY, "display_show")]) {
        let won = final_show(game, &scores[..seats]);
        for seat in 0..seats {
            state.players[seat].score[item] += won[seat];
            log.event(name, seat as u8, -1, won[seat]);
        }
    }
    (state.phase, state.point) = (Phase::Over, Point::Over);
    // Most points win, and equal players share the victory (DP-108).
    let best = state.players().iter().map(super::super::state::Player::vp).max().unwrap_or(0);
    for (seat, player) in state.players().iter().enumerate().filter(|(_, player)| player.vp() == best) {
        log.event("over", seat as u8, -1, player.vp());
    }
}
