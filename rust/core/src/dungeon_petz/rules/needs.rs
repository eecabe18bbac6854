//! Phase 4: needs (section G), and the artifacts that help (section E).

use super::{Log, arranging, exhibition, lose_pet, next_place, own_plot, seat_at};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{GAPS, angers, due_colour, feeds, magics, own_pets, plays, shovels};
use crate::dungeon_petz::scoring::needs as needs_of;
use crate::dungeon_petz::state::{NONE, Phase, Point, State};

/// Places of the needs.
const HUNGER: usize = 0;
const POOP: usize = 1;
const PLAY: usize = 2;
const ANGER: usize = 3;
const MAGIC: usize = 4;
const DISEASE: usize = 5;

/// The steps of a turn (DP-62).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dungeon_petz) enum Step {
    Hunger,
    Poop,
    Play,
    Anger,
    Magic,
    Shovel,
    Disease,
    Potion,
    Exhibition,
}

/// The order of the seed (DP-62).
pub(in crate::dungeon_petz) const SEED_ORDER: [Step; 9] =
    [Step::Hunger, Step::Poop, Step::Play, Step::Anger, Step::Magic, Step::Shovel, Step::Disease, Step::Potion, Step::Exhibition];

/// The order of the rulebook: magic before anger (DP-109).
pub(in crate::dungeon_petz) const RULEBOOK_ORDER: [Step; 9] =
    [Step::Hunger, Step::Poop, Step::Play, Step::Magic, Step::Anger, Step::Shovel, Step::Disease, Step::Potion, Step::Exhibition];

/// All have assigned: each player has one turn (DP-61).
pub(super) fn begin(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    state.phase = Phase::Needs;
    begin_turn(state, 0, log);
    go_on(game, state, Step::Hunger, 0, log);
}

/// The assigned cards are revealed (DP-61).
fn begin_turn(state: &mut State, place: usize, log: &mut impl Log) {
    state.seat = seat_at(state, place);
    log.event("reveal", state.seat, -1, own_pets(state.own()).count_ones() as i32);
    state.own_mut().due = arranging::potions_used(state, state.seat);
}

/// From a step on, and in it from a plot on, up to the next decision: the rest of this turn, those of the others, phase 5.
fn go_on(game: &DungeonPetz, state: &mut State, step: Step, mut plot: usize, log: &mut impl Log) {
    let mut stage = game.steps.iter().position(|&other| other == step).unwrap_or(0);
    loop {
        while let Some(&step) = game.steps.get(stage) {
            if run(game, state, step, plot, log) {
                return;
            }
            (stage, plot) = (stage + 1, 0);
        }
        let next = next_place(state);
        if next >= usize::from(state.seats) {
            exhibition::award(game, state, log);
            return;
        }
        begin_turn(state, next, log);
        stage = 0;
    }
}

/// Goes on with the step after one.
pub(super) fn after(game: &DungeonPetz, state: &mut State, step: Step, log: &mut impl Log) {
    state.reset_step();
    let stage = game.steps.iter().position(|&other| other == step).unwrap_or(0);
    // After the exhibition, the last step, comes the turn of the next player.
    if let Some(&next) = game.steps.get(stage + 1) {
        go_on(game, state, next, 0, log);
        return;
    }
    let next = next_place(state);
    if next >= usize::from(state.seats) {
        exhibition::award(game, state, log);
    } else {
        begin_turn(state, next, log);
        go_on(game, state, Step::Hunger, 0, log);
    }
}

/// One step of a turn, in plot order (DP-62); whether a decision is due.
fn run(game: &DungeonPetz, state: &mut State, step: Step, first: usize, log: &mut impl Log) -> bool {
    if own_pets(state.own()) == 0 && !matches!(step, Step::Shovel | Step::Potion | Step::Exhibition) {
        return false;
    }
    match step {
        Step::Hunger => hunger(game, state, first, log),
        Step::Poop => poop(game, state, log),
        Step::Play => play_step(game, state, log),
        Step::Anger => escape(game, state, first, log),
        Step::Magic => mutate(game, state, first, log),
        Step::Shovel => shovels(game, state) != 0 && wait(state, Point::Shovel),
        Step::Disease => disease(game, state, log),
        Step::Potion => due_colour(state.own()).is_some() && wait(state, Point::Potion),
        Step::Exhibition => exhibition::show(game, state, log),
    }
}

#[inline(always)]
fn wait(state: &mut State, point: Point) -> bool {
    state.point = point;
    true
}

/// How often the cards of a plot carry a need, 0 without a pet.
#[inline(always)]
fn need(game: &DungeonPetz, state: &State, plot: usize, need: usize) -> u8 {
    let own = &state.own().plots[plot];
    if own.pet == NONE { 0 } else { needs_of(game, own.cards())[need] }
}

/// Tokens on a pet.
fn suffer(state: &mut State, plot: usize, tokens: u8, log: &mut impl Log) {
    let pet = state.own().plots[plot & 3].pet;
    let body = state.body_mut(pet);
    body.suffering = body.suffering.saturating_add(tokens);
    log.event("suffer", state.seat, plot as i32, tokens.into());
}

/// Pets that suffer too much are lost at the end of a step (DP-75).
fn losses(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    for plot in 0..4 {
        let pet = state.own().plots[plot].pet;
        let body = state.body(pet);
        if pet != NONE && body.suffering >= body.size {
            lose_pet(game, state, state.seat, plot, log);
        }
    }
}

/// Grazing and the meat of an addon meet a need each (DP-64).
fn hunger(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) -> bool {
    for plot in first..4 {
        let own = state.own().plots[plot];
        let eats = game.fast.eats[usize::from(own.pet & 31)];
        let cage = game.fast.place(&own);
        let free = if eats & 1 != 0 { cage.graze } else { 0 } + if eats & 2 != 0 { cage.meat } else { 0 };
        let open = need(game, state, plot, HUNGER).saturating_sub(free);
        if open == 0 {
            continue;
        }
        if feeds(game, state, plot as u8) != 0 {
            (state.plot, state.open[plot]) = (plot as u8, open);
            return wait(state, Point::Feed);
        }
        suffer(state, plot, open, log);
    }
    losses(game, state, log);
    false
}

/// A token of food for one need, or suffering for all that are left (DP-64).
pub(super) fn feed(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    let (seat, plot) = (state.seat, usize::from(state.plot & 3));
    if choice < 3 {
        match choice {
            2 => state.box_food = false,
            kind => eat(state, kind),
        }
        log.event("feed", seat, plot as i32, i32::from(choice) + 1);
        state.open[plot] = state.open[plot].saturating_sub(1);
        state.last = choice;
        if state.open[plot] > 0 && feeds(game, state, plot as u8) != 0 {
            return;
        }
    }
    let open = state.open[plot];
    if open > 0 {
        suffer(state, plot, open, log);
    }
    state.reset_step();
    go_on(game, state, Step::Hunger, plot + 1, log);
}

/// A token is taken from the oldest chamber that holds any (DP-65): kind 0 vegetables, 1 meat.
pub(super) fn eat(state: &mut State, kind: u8) {
    let own = state.own_mut();
    let chambers: &mut [u8] = if kind == 0 { &mut own.vegetables } else { &mut own.meat };
    if let Some(oldest) = chambers.iter_mut().rev().find(|count| **count > 0) {
        *oldest -= 1;
    }
}

/// Manure grows by the needs, less one with the icon; old manure stays (DP-66).
fn poop(game: &DungeonPetz, state: &mut State, log: &mut impl Log) -> bool {
    for plot in 0..4 {
        let icon = game.fast.place(&state.own().plots[plot]).poop;
        let tokens = need(game, state, plot, POOP).saturating_sub(icon);
        if tokens > 0 {
            let own = own_plot(state, state.seat, plot);
            own.manure = own.manure.saturating_add(tokens);
            log.event("manure", state.seat, plot as i32, tokens.into());
        }
    }
    false
}

/// Needs beyond the icons of cage and addon are open (DP-67).
fn play_step(game: &DungeonPetz, state: &mut State, log: &mut impl Log) -> bool {
    for plot in 0..4 {
        let icons = game.fast.place(&state.own().plots[plot]).play;
        state.open[plot] = need(game, state, plot, PLAY).saturating_sub(icons);
    }
    if plays(game, state) != 0 {
        return wait(state, Point::Play);
    }
    end_play(game, state, log);
    false
}

/// Each need still open gives 1 suffering (DP-67).
fn end_play(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    for plot in 0..4 {
        let open = state.open[plot];
        if open > 0 {
            suffer(state, plot, open, log);
        }
    }
    state.reset_step();
    losses(game, state, log);
}

/// An imp is used (DP-63).
#[inline(always)]
fn use_imp(state: &mut State) {
    let own = state.own_mut();
    own.home = own.home.wrapping_sub(1);
    own.used = own.used.wrapping_add(1);
}

/// An imp plays in a gap with the pets on both sides (DP-67); the Employee counts as two (DP-81).
pub(super) fn play(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    if choice < 8 {
        let gap = choice & 3;
        let imps = if choice < 4 { 2 } else { 1 };
        use_imp(state);
        if imps == 2 {
            state.own_mut().employee_used = true;
        } else {
            state.last = gap;
        }
        for plot in GAPS[usize::from(gap)] {
            state.open[plot] = state.open[plot].saturating_sub(imps);
        }
        log.event("play", state.seat, gap.into(), imps.into());
        if plays(game, state) != 0 {
            return;
        }
    }
    end_play(game, state, log);
    after(game, state, Step::Play, log);
}

/// Anger beyond the strength of cage and addon makes a pet escape (DP-69), if nothing can be done at once (DP-70).
fn escape(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) -> bool {
    for plot in first..4 {
        let strength = game.fast.place(&state.own().plots[plot]).strength;
        let open = need(game, state, plot, ANGER).saturating_sub(strength);
        if open == 0 {
            continue;
        }
        state.open[plot] = open;
        if angers(game, state, plot as u8) != 0 {
            state.plot = plot as u8;
            return wait(state, Point::Anger);
        }
        state.open[plot] = 0;
        lose_pet(game, state, state.seat, plot, log);
    }
    false
}

/// An armor use: an imp is used, the Employee counts as two (DP-76, DP-77).
fn armor(state: &mut State, is_employee: bool, log: &mut impl Log) {
    let plot = usize::from(state.plot & 3);
    use_imp(state);
    let own = state.own_mut();
    own.armor_used += 1;
    own.employee_used |= is_employee;
    let worth = if is_employee { 2 } else { 1 };
    state.open[plot] = state.open[plot].saturating_sub(worth);
    state.last = u8::from(!is_employee);
    log.event("armor", state.seat, plot as i32, worth.into());
}

/// Armor, imps for the hospital (DP-70, with the Employee one fewer, DP-71), or the pet is gone.
pub(super) fn anger(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    let (seat, plot) = (state.seat, usize::from(state.plot & 3));
    let mut is_lost = choice >= 4;
    match choice {
        0 | 1 => {
            armor(state, choice == 0, log);
            if state.open[plot] > 0 {
                if angers(game, state, plot as u8) != 0 {
                    return;
                }
                is_lost = true;
            }
        }
        2 | 3 => {
            let is_employee = choice == 2;
            let imps = state.open[plot].saturating_sub(u8::from(is_employee));
            let own = state.own_mut();
            own.home = own.home.wrapping_sub(imps);
            own.hospital = own.hospital.wrapping_add(imps);
            own.employee_used |= is_employee;
            log.event("catch", seat, plot as i32, imps.into());
        }
        _ => {}
    }
    state.reset_step();
    if is_lost {
        lose_pet(game, state, seat, plot, log);
    }
    go_on(game, state, Step::Anger, plot + 1, log);
}

/// Magic beyond the antimagic of cage and addon mutates a pet (DP-72).
fn mutate(game: &DungeonPetz, state: &mut State, first: usize, log: &mut impl Log) -> bool {
    for plot in first..4 {
        let antimagic = game.fast.place(&state.own().plots[plot]).antimagic;
        let open = need(game, state, plot, MAGIC).saturating_sub(antimagic);
        if open == 0 {
            continue;
        }
        state.open[plot] = open;
        if magics(game, state, plot as u8) != 0 {
            state.plot = plot as u8;
            return wait(state, Point::Magic);
        }
        accept(game, state, plot, log);
    }
    false
}

/// Tokens; with two or more the pet is lost at once (DP-73).
fn accept(game: &DungeonPetz, state: &mut State, plot: usize, log: &mut impl Log) {
    let tokens = std::mem::take(&mut state.open[plot]);
    let pet = state.own().plots[plot].pet;
    let body = state.body_mut(pet);
    body.mutation = body.mutation.saturating_add(tokens);
    let is_lost = body.mutation >= 2;
    log.event("mutation", state.seat, plot as i32, tokens.into());
    if is_lost {
        lose_pet(game, state, state.seat, plot, log);
    }
}

/// Armor against magic (DP-76), or tokens.
pub(super) fn magic(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    let plot = usize::from(state.plot & 3);
    if choice < 2 {
        armor(state, choice == 0, log);
        if state.open[plot] > 0 && magics(game, state, plot as u8) != 0 {
            return;
        }
    }
    if state.open[plot] > 0 {
        accept(game, state, plot, log);
    }
    state.reset_step();
    go_on(game, state, Step::Magic, plot + 1, log);
}

/// An imp removes up to two tokens (DP-79) in the one window right before disease (DP-80); the Employee, who is that imp, up to four (DP-133).
pub(super) fn shovel(game: &DungeonPetz, state: &mut State, choice: u8, log: &mut impl Log) {
    if choice < 4 {
        match state.count {
            0 => use_imp(state),
            2 => state.own_mut().employee_used = true,
            _ => {}
        }
        remove_manure(state, choice, log);
        if shovels(game, state) != 0 {
            return;
        }
    }
    after(game, state, Step::Shovel, log);
}

/// One token less on a plot.
pub(super) fn remove_manure(state: &mut State, plot: u8, log: &mut impl Log) {
    let own = own_plot(state, state.seat, plot.into());
    own.manure = own.manure.saturating_sub(1);
    state.count = state.count.saturating_add(1);
    state.last = plot;
    log.event("manure", state.seat, plot.into(), -1);
}

/// Disease and manure together, less one, from three on (DP-74).
fn disease(game: &DungeonPetz, state: &mut State, log: &mut impl Log) -> bool {
    for plot in 0..4 {
        let needs = need(game, state, plot, DISEASE);
        let total = needs.saturating_add(state.own().plots[plot].manure);
        if needs > 0 && total >= 3 {
            suffer(state, plot, total - 1, log);
        }
    }
    losses(game, state, log);
    false
}

/// For each potion used, on a pet lost since as well, one card of the colour that it stood for goes (DP-78).
pub(super) fn potion(game: &DungeonPetz, state: &mut State, card: u8, log: &mut impl Log) {
    let (colour, need) = (usize::from((card / 6) & 3), usize::from(card % 6));
    let own = state.own_mut();
    own.hand[colour][need] = own.hand[colour][need].wrapping_sub(1);
    own.due[colour] = own.due[colour].saturating_sub(1);
    let is_done = own.due[colour] == 0;
    super::discard(game, state, colour, need);
    log.event("discard", state.seat, colour as i32, need as i32);
    state.last = if is_done { NONE } else { need as u8 };
    if due_colour(state.own()).is_none() {
        after(game, state, Step::Potion, log);
    }
}
