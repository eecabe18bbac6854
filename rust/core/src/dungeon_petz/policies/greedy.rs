//! The policy `greedy` (DP-177): the legal action that an estimate in hundredths of a VP likes best, a random one of equals.

use super::{assign, one_of, plan};
use crate::action::ActionId;
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{GAPS, id, options};
use crate::dungeon_petz::scoring::{exhibition, sale};
use crate::dungeon_petz::state::{NONE, Plot, Point, State};
use crate::rng::Rng;

/// Places of needs in a hand.
const ANGER: u16 = 3;
const DISEASE: u16 = 5;

pub(super) fn choose(game: &DungeonPetz, state: &State, rng: &mut Rng) -> Option<ActionId> {
    let (first, bits) = options(game, state);
    if bits.count_ones() < 2 {
        return one_of(first, bits, rng);
    }
    let best_card = (state.point == Point::Assign).then(|| assign::best(game, state));
    let (mut best, mut set) = (i32::MIN, 0);
    for bit in (0..64).filter(|&bit| bits >> bit & 1 != 0) {
        let action = first + bit;
        let value = if best_card == Some(action) { 1 } else { value(game, state, action) };
        if value > best {
            (best, set) = (value, 0);
        }
        if value == best {
            set |= 1 << bit;
        }
    }
    one_of(first, set, rng)
}

/// What an action is worth; only the actions of one decision are compared.
fn value(game: &DungeonPetz, state: &State, action: ActionId) -> i32 {
    let index = |first: ActionId| action.wrapping_sub(first);
    let plot = |first: ActionId| usize::from(index(first) & 3);
    let own = state.own();
    match state.point {
        Point::Group => i32::from(plan::imps(game, state) == action),
        Point::Gold => i32::from(plan::gold(game, state) == u8::try_from(index(id::GROUP_GOLD)).unwrap_or(NONE)),
        Point::Send => plan::send(game, state, action),
        Point::Cage => -strength(game, &own.plots[plot(id::PLACE_CAGE)]),
        Point::Addon => addon(&own.plots[plot(id::PLACE_ADDON)]),
        Point::Pet if action == id::PET_RELEASE => -1000,
        Point::Pet => home(game, state, plot(id::PET_PLOT)),
        // A sick or an angry card goes back.
        Point::Crystal if action != id::CRYSTAL_DONE => {
            if index(id::CRYSTAL) % 6 == DISEASE {
                1
            } else {
                -1
            }
        }
        // Food first, the box last, suffering never.
        Point::Feed => -i32::from(index(id::FEED)),
        Point::Play if action != id::PLAY_DONE => {
            let most = if action < id::PLAY_GAP { 2 } else { 1 };
            GAPS[plot(id::PLAY_EMPLOYEE)].iter().map(|&plot| i32::from(state.open[plot].min(most))).sum()
        }
        // Armor, then imps as long as they are few, rather than a lost pet.
        Point::Anger => match index(id::ANGER) {
            0 | 1 => 5,
            2 | 3 if state.open[usize::from(state.plot & 3)] <= 3 => 4,
            4 => 3,
            _ => 2,
        },
        Point::Magic => -i32::from(index(id::MAGIC)),
        Point::Shovel => i32::from(action != id::SHOVEL_DONE),
        Point::Potion => match index(id::POTION_DISCARD) % 6 {
            DISEASE => 2,
            ANGER => 1,
            _ => 0,
        },
        Point::Exhibit => exhibition(game, state, state.seat, state.exhibition(), Some(plot(id::EXHIBIT) as u8)).into(),
        Point::Sell if action != id::SELL_PASS => selling(game, state, index(id::SELL)),
        Point::Clean => i32::from(action != id::CLEAN_DONE),
        Point::Box => -i32::from(index(id::BOX)),
        _ => 0,
    }
}

/// How much a cage does; nothing for an empty plot, which gets the next cage.
fn strength(game: &DungeonPetz, plot: &Plot) -> i32 {
    let place = game.fast.place(plot);
    let worth = i32::from(place.strength + place.antimagic + place.graze + place.poop + place.play);
    if plot.cage == NONE { 0 } else { 10 + worth }
}

/// An addon goes where there is none, best on a cage.
fn addon(plot: &Plot) -> i32 {
    i32::from(plot.cage != NONE) - 2 * i32::from(plot.addon != NONE)
}

/// How well a cage suits the bars of the pet that is placed.
fn home(game: &DungeonPetz, state: &State, plot: usize) -> i32 {
    let own = state.own();
    let pet = own.pets.trailing_zeros() as u8;
    let [green, red, yellow, purple] = game.fast.bar_counts(pet, state.body(pet).size).map(i32::from);
    let place = game.fast.place(&own.plots[plot]);
    let eats = game.fast.eats[usize::from(pet & 31)];
    let feeds = if eats & 1 != 0 { i32::from(place.graze) } else { 0 } + if eats & 2 != 0 { i32::from(place.meat) } else { 0 };
    20 * i32::from(place.strength).min(red)
        + 20 * i32::from(place.antimagic).min(purple)
        + 15 * i32::from(place.play).min(yellow)
        + 15 * feeds.min(green)
        - 4 * i32::from(own.plots[plot].manure)
}

/// A sale against what the pet is worth if it stays: little in the last round, later and larger sales before.
fn selling(game: &DungeonPetz, state: &State, choice: u16) -> i32 {
    let (number, plot) = (usize::from(choice >> 3), (choice >> 1 & 3) as u8);
    let Some(sale) = game.customers_of(state).get(number).and_then(|&customer| sale(game, state, state.own(), plot, customer)) else {
        return -1;
    };
    let points = sale.points * if choice & 1 != 0 { 300 } else { 200 };
    let size = i32::from(state.body(state.own().plots[usize::from(plot)].pet).size);
    let kept = if state.round == game.rounds { 200 } else { 300 + 60 * (7 - size) };
    points + 40 * sale.gold - kept
}
