//! Phase 1's groups and what they buy (sections D and E).

use super::setup::{draw_next, new_body, take_out};
use super::{Log, arranging, next_place, seat_at};
use crate::action::ActionId;
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{can_group, id, open_book, picks};
use crate::dungeon_petz::state::{MAX_GROUPS, NONE, Phase, Point, State};

/// Players form their groups one after another in turn order (DP-32, DP-20), from a place of it on.
pub(super) fn begin(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) {
    state.phase = Phase::Shopping;
    for place in first..usize::from(state.seats) {
        state.seat = seat_at(state, place);
        if can_group(state.own()) {
            state.point = Point::Group;
            return;
        }
        log.event("grouped", state.seat, -1, state.own().num_groups.into());
    }
    resolve(game, state, 0, log);
}

/// The grouping of a player is done.
pub(super) fn grouped(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    log.event("grouped", state.seat, -1, state.own().num_groups.into());
    let next = next_place(state);
    begin(game, state, next, log);
}

/// Imps leave home for a new group (DP-127).
#[inline(always)]
pub(super) fn group_imps(state: &mut State, imps: u8) {
    let own = state.own_mut();
    own.home = own.home.wrapping_sub(imps);
    own.groups[usize::from(own.num_groups).min(MAX_GROUPS - 1)] = [imps, NONE];
    own.num_groups = (own.num_groups + 1).min(MAX_GROUPS as u8);
    state.point = Point::Gold;
}

/// And gold goes with them; whether no further group may follow.
#[inline(always)]
pub(super) fn form_group(state: &mut State, gold: u8, log: &mut impl Log) -> bool {
    let seat = state.seat;
    let own = state.own_mut();
    own.gold = own.gold.wrapping_sub(gold.into());
    let group = &mut own.groups[usize::from(own.num_groups).clamp(1, MAX_GROUPS) - 1];
    group[1] = gold;
    log.event("group", seat, group[0].into(), gold.into());
    let is_last = !can_group(own);
    state.point = Point::Group;
    is_last
}

/// A group is formed; grouping ends without a decision after six of them or with the last imp (DP-127).
#[inline(always)]
pub(super) fn group_gold(game: &DungeonPetz, state: &mut State, gold: u8, log: &mut impl Log) {
    if form_group(state, gold, log) {
        grouped(game, state, log);
    }
}

/// The next group is resolved: of the present size the next in turn order who has one, else of the next size the first (DP-34). The group
/// size is imps and gold together (DP-33).
#[inline(always)]
fn resolve(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) {
    let seats = usize::from(state.seats);
    let size = |&[imps, gold]: &[u8; 2]| imps.saturating_add(gold);
    let find = |state: &State, first: usize, wanted: u8| {
        let places = (0..seats).map(|step| (first + step) % seats.max(1));
        places.map(|place| seat_at(state, place)).find(|&seat| {
            let groups = state.players[usize::from(seat & 3)].groups();
            groups.iter().any(|group| size(group) == wanted)
        })
    };
    let mut next = if state.size == 0 { None } else { find(state, first, state.size) };
    if next.is_none() {
        state.size = state.players().iter().flat_map(|player| player.groups().iter().map(size)).max().unwrap_or(0);
        if state.size == 0 {
            arranging::begin(game, state, log);
            return;
        }
        next = find(state, 0, state.size);
    }
    state.seat = next.unwrap_or(0);
    let imps = picks(state);
    if imps.is_power_of_two() {
        choose(state, imps.trailing_zeros() as u8 + 1);
    } else {
        // Unlike groups of one size have different numbers of imps (DP-35).
        state.point = Point::Pick;
    }
}

#[inline(always)]
fn choose(state: &mut State, imps: u8) {
    state.chosen = [imps, state.size.wrapping_sub(imps)];
    state.point = Point::Send;
}

/// The player says which of unlike groups is resolved (DP-35).
#[inline(always)]
pub(super) fn pick(state: &mut State, imps: u8) {
    choose(state, imps);
}

/// The chosen group is no longer among those to be resolved.
#[inline(always)]
fn take_group(state: &mut State) -> [u8; 2] {
    let chosen = std::mem::take(&mut state.chosen);
    let own = state.own_mut();
    let place = own.groups().iter().position(|group| *group == chosen).unwrap_or(0);
    own.groups.copy_within(place + 1.., place);
    own.groups[MAX_GROUPS - 1] = [0; 2];
    own.num_groups = own.num_groups.saturating_sub(1);
    chosen
}

/// The space that an action leads to (DP-128): of two alike the first that is free.
#[inline(always)]
fn space_of(state: &State, action: ActionId) -> usize {
    let first_free = |a: usize| if state.busy >> a & 1 == 0 { a } else { a + 1 };
    match action {
        id::SEND_CAGE..id::SEND_ADDON => first_free(4),
        id::SEND_ADDON..id::SEND_YOUNG => 6,
        id::SEND_YOUNG..id::SEND_OLD => first_free(7),
        id::SEND_OLD.. => 9,
        _ => {
            let space = usize::from(action.wrapping_sub(id::SEND) & 7);
            if space < 4 { space } else { space + 6 }
        }
    }
}

/// A group stays home or goes to a space, and what that brings happens at once (DP-36).
#[inline(always)]
pub(super) fn send(game: &DungeonPetz, state: &mut State, action: ActionId, log: &mut impl Log) {
    let seat = state.seat;
    let [imps, gold] = take_group(state);
    if action == id::SEND_HOME {
        let own = state.own_mut();
        own.home += imps;
        own.gold = own.gold.saturating_add(gold.into());
        log.event("stay", seat, -1, imps.into());
    } else {
        let space = space_of(state, action);
        state.busy |= 1 << space;
        (state.spaces[space], state.space_imps[space]) = (seat, imps);
        log.event("send", seat, space as i32, imps.into());
        // All gold is spent, even if less would do (DP-37).
        log.some("pay", seat, -1, -i32::from(gold));
        visit(game, state, space, action, log);
        if space == 3 {
            next_book(game, state, log);
            return;
        }
    }
    let next = next_place(state);
    resolve(game, state, next, log);
}

#[inline(always)]
fn visit(game: &DungeonPetz, state: &mut State, space: usize, action: ActionId, log: &mut impl Log) {
    let seat = state.seat;
    let place = |first: ActionId| usize::from(action.wrapping_sub(first));
    match space {
        0..=2 => food(state, space, log),
        3 => artifacts(game, state, log),
        4 | 5 => {
            let cage = take_out(&mut state.cages, &mut state.num_cages, place(id::SEND_CAGE));
            state.own_mut().cages |= 1 << (cage & 15);
            log.event("cage", seat, cage.into(), 1);
        }
        6 => {
            let addon = take_out(&mut state.addons, &mut state.num_addons, place(id::SEND_ADDON));
            state.own_mut().addons |= 1 << (addon & 7);
            log.event("addon", seat, addon.into(), 1);
        }
        7..=9 => {
            let (pet, size) = if space == 9 {
                (take_out(&mut state.old, &mut state.num_old, place(id::SEND_OLD)), 3)
            } else {
                (take_out(&mut state.young, &mut state.num_young, place(id::SEND_YOUNG)), 2)
            };
            state.own_mut().pets |= 1 << (pet & 31);
            *state.body_mut(pet) = new_body(size);
            log.event("pet", seat, pet.into(), size.into());
        }
        10 => {
            // Imps of the columns of this and earlier rounds (DP-41).
            let round = state.round;
            let mut joined = 0;
            for (imps, &column) in state.own_mut().progress.iter_mut().zip(&game.fast.extra_imps_rounds) {
                if column <= round {
                    joined += std::mem::take(imps);
                }
            }
            join(state, space, joined, log);
        }
        11 => {
            // A potion if there is one, and the imps that are there (DP-42).
            if state.potions > 0 {
                state.potions -= 1;
                state.own_mut().potions += 1;
                log.event("potion", seat, -1, 1);
            }
            let joined = std::mem::take(&mut state.own_mut().hospital);
            join(state, space, joined, log);
        }
        13 => {
            // The imps do not come home (DP-44).
            let imps = state.space_imps[13];
            state.own_mut().platform += imps;
        }
        // The judge counts when the exhibition does (DP-43).
        _ => {}
    }
}

#[inline(always)]
fn join(state: &mut State, space: usize, imps: u8, log: &mut impl Log) {
    state.space_imps[space & 15] += imps;
    log.some("imps", state.seat, -1, imps.into());
}

/// Everything in the stand is taken (DP-38); farm tokens of the advanced stand lie on the meat stand (DP-115).
#[inline(always)]
fn food(state: &mut State, space: usize, log: &mut impl Log) {
    let stands = &mut state.stands;
    let (vegetables, meat, gold) = match space {
        0 => (std::mem::take(&mut stands.veg_stand), 0, 0),
        1 => (std::mem::take(&mut stands.mixed_veg), std::mem::take(&mut stands.mixed_meat), 0),
        _ => (
            std::mem::take(&mut stands.meat_stand_veg),
            std::mem::take(&mut stands.meat_stand),
            std::mem::take(&mut stands.meat_stand_gold),
        ),
    };
    let seat = state.seat;
    let own = state.own_mut();
    own.vegetables[0] = own.vegetables[0].saturating_add(vegetables);
    own.meat[0] = own.meat[0].saturating_add(meat);
    own.gold = own.gold.saturating_add(gold.into());
    log.some("vegetable", seat, -1, vegetables.into());
    log.some("meat", seat, -1, meat.into());
    log.some("gold", seat, -1, gold.into());
}

/// Both tiles are taken (DP-39), and the Magic Box comes with food on it (DP-47).
#[inline(always)]
fn artifacts(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    let seat = state.seat;
    let taken = std::mem::take(&mut state.offer_artifacts);
    state.own_mut().artifacts |= taken;
    for artifact in (0..16).filter(|artifact| taken >> artifact & 1 != 0) {
        log.event("artifact", seat, artifact, 1);
    }
    if taken & game.fast.magic_box != 0 {
        state.box_food = true;
        log.event("box", seat, -1, 1);
    }
}

/// Book decisions follow when both tiles are taken, by ascending index (DP-45).
#[inline(always)]
pub(super) fn next_book(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    if open_book(game, state.own(), &state.book_colours).is_some() {
        state.point = Point::Book;
    } else {
        let next = next_place(state);
        resolve(game, state, next, log);
    }
}

/// A card of the colour is drawn at once (DP-45).
pub(super) fn book(game: &DungeonPetz, state: &mut State, colour: u8, log: &mut impl Log) {
    if let Some(book) = open_book(game, state.own(), &state.book_colours) {
        state.book_colours[book & 15] = colour & 3;
        log.event("book", state.seat, book as i32, (colour & 3).into());
    }
    state.draw[usize::from(colour & 3)] = 1;
    draw_next(game, state, log);
}
