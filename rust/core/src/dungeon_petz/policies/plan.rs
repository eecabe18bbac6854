//! Groups with a purpose, and where they go.

use crate::action::ActionId;
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::id;
use crate::dungeon_petz::state::{MAX_GROUPS, NONE, Player, State};
use arrayvec::ArrayVec;

/// Pets that a player has or has bought.
fn pets(player: &Player) -> i32 {
    player.plots.iter().filter(|plot| plot.pet != NONE).count() as i32 + player.pets.count_ones() as i32
}

/// Plots with a cage, those to come included.
fn cages(player: &Player) -> i32 {
    player.plots.iter().filter(|plot| plot.cage != NONE).count() as i32 + player.cages.count_ones() as i32
}

/// Imps of the progress board that may come (DP-41).
fn newcomers(game: &DungeonPetz, state: &State, player: &Player) -> i32 {
    let columns = player.progress.iter().zip(&game.fast.extra_imps_rounds);
    columns.filter(|&(_, &column)| column <= state.round).map(|(&imps, _)| i32::from(imps)).sum()
}

/// The groups that the player wants before any is formed, in the order in which they are named (DP-127).
fn groups(game: &DungeonPetz, state: &State) -> ArrayVec<[u8; 2], MAX_GROUPS> {
    let own = state.own();
    let mut imps = own.home + own.groups().iter().map(|group| group[0]).sum::<u8>();
    let mut gold = own.gold + own.groups().iter().filter(|group| group[1] != NONE).map(|group| u16::from(group[1])).sum::<u16>();
    let purse = gold;
    let (pets, cages) = (pets(own), cages(own));
    let is_late = state.round + 1 >= game.rounds;
    // Imps that stay home play with pets and earn.
    let stay = u8::from(pets > 0) + u8::from(pets > 2);
    let mut plan = ArrayVec::new();
    let mut want = |group: [u8; 2]| {
        if imps >= group[0] + stay && gold >= u16::from(group[1]) && !plan.is_full() {
            imps -= group[0];
            gold -= u16::from(group[1]);
            plan.push(group);
        }
    };
    if pets < 3 && state.round < game.rounds {
        // More gold comes earlier.
        let most = if pets == 0 { 2 } else { 1 };
        want([1, purse.clamp(1, most) as u8]);
    }
    if cages < 4 && cages <= pets + 1 && !is_late {
        want([2, 0]);
    }
    if pets == 0 && state.round + 2 < game.rounds {
        want([1, 1]);
    }
    for _ in 0..MAX_GROUPS {
        want([1, 0]);
    }
    plan.sort_unstable_by_key(|&[imps, gold]| std::cmp::Reverse([imps + gold, imps]));
    plan
}

/// The imps of the next group of the plan, or the end of the grouping.
pub(super) fn imps(game: &DungeonPetz, state: &State) -> ActionId {
    let place = usize::from(state.own().num_groups);
    groups(game, state).get(place).map_or(id::GROUP_DONE, |&[imps, _]| id::GROUP_IMPS + ActionId::from(imps) - 1)
}

/// Gold of the group just begun.
pub(super) fn gold(game: &DungeonPetz, state: &State) -> u8 {
    let place = usize::from(state.own().num_groups).saturating_sub(1);
    groups(game, state).get(place).map_or(0, |&[_, gold]| gold)
}

/// What a destination is worth to the chosen group, in hundredths of a VP.
pub(super) fn send(game: &DungeonPetz, state: &State, action: ActionId) -> i32 {
    let own = state.own();
    let [imps, gold] = state.chosen;
    let left = i32::from(game.rounds) - i32::from(state.round);
    let (pets, cages) = (pets(own), cages(own));
    let spent = 40 * i32::from(gold) + 45 * i32::from(imps);
    let [vegetables, meat] = own.food().map(i32::from);
    let eaters = |bit: u8| {
        let plots = own.plots.iter().filter(|plot| plot.pet != NONE).map(|plot| plot.pet);
        let waiting = (0..32).filter(|&pet| own.pets >> pet & 1 != 0);
        plots.chain(waiting).filter(|&pet| game.fast.eats[usize::from(pet & 31)] & bit != 0).count() as i32
    };
    // Food is eaten as far as there are eaters; the rest is worth its place in the business show at the end.
    let food = |count: u8, stored: i32, bit: u8| {
        let useful = (2 * eaters(bit) - stored).clamp(0, count.into());
        90 * useful + if left == 0 { 45 } else { 10 } * (i32::from(count) - useful)
    };
    let pet = |index: usize, size: i32, list: &[u8; 3]| {
        let has_room = pets < cages;
        let diet = list.get(index).map_or(0, |&pet| game.fast.prices[usize::from(pet & 31)][7]);
        if left == 0 {
            // It is worth its two points in the display show.
            return if has_room { 80 } else { -500 };
        }
        if has_room { 350 + 150 * left.min(3) + 20 * i32::from(diet) + 40 * size - 100 * pets } else { -300 }
    };
    let at = |first: ActionId| usize::from(action - first);
    let stands = &state.stands;
    let worth = match action {
        id::SEND_HOME => return 0,
        id::SEND_CAGE..id::SEND_ADDON => {
            let own_cage = &game.tables.cages[usize::from(state.cages[at(id::SEND_CAGE).min(2)].min(10))];
            let quality = i32::from(own_cage.strength.min(2) + own_cage.antimagic.min(2) + own_cage.graze + own_cage.play);
            let need = if cages >= 4 {
                40
            } else if cages <= pets {
                500
            } else {
                220
            };
            need + 15 * quality
        }
        id::SEND_ADDON..id::SEND_YOUNG => 160,
        id::SEND_YOUNG..id::SEND_OLD => pet(at(id::SEND_YOUNG), 2, &state.young),
        id::SEND_OLD..id::BOOK => pet(at(id::SEND_OLD), 3, &state.old),
        _ => match action - id::SEND {
            0 => food(stands.veg_stand, vegetables, 1),
            1 => food(stands.mixed_veg, vegetables, 1) + food(stands.mixed_meat, meat, 2),
            2 => food(stands.meat_stand, meat, 2),
            3 => 120 + 60 * left.min(3),
            4 => newcomers(game, state, own) * (110 + 50 * left),
            5 => 60 * i32::from(state.potions > 0) + i32::from(own.hospital) * (110 + 30 * left),
            6 => {
                if state.round > 1 {
                    100 + 60 * i32::from(pets > 0)
                } else {
                    -100
                }
            }
            _ => platform(state, own, left, i32::from(imps)),
        },
    };
    worth - spent
}

/// An imp on the platform makes one sale half as good again, and costs two points in the business show until then (DP-105).
fn platform(state: &State, own: &Player, left: i32, imps: i32) -> i32 {
    let grown = own.plots.iter().filter(|plot| plot.pet != NONE && state.body(plot.pet).size >= 4).count() as i32;
    let is_selling = state.round >= 3 || left <= 1;
    let worth = if own.platform == 0 && grown > 0 && is_selling { 350 } else { 0 };
    worth - 80 * (imps - 1)
}
