//! The present question is one that is asked, and what was chosen before fits it (DP-126 to DP-133).

use super::Faults;
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{angers, can_group, cleaners, cleans, feeds, has_employee, magics, plays, sales, shovels, stored};
use crate::dungeon_petz::state::{NONE, Point, State};

pub(super) fn check(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    if state.point.is_deal() || state.point == Point::Over {
        return;
    }
    let own = state.own();
    // Something besides the id that declines.
    let is_asked = match state.point {
        Point::Group => can_group(own),
        Point::Crystal => own.artifacts & game.fast.crystal_ball != 0 && state.draw.iter().sum::<u8>() < 3,
        Point::Feed => feeds(game, state, state.plot) != 0,
        Point::Play => plays(game, state) != 0,
        Point::Anger => angers(game, state, state.plot) != 0,
        Point::Magic => magics(game, state, state.plot) != 0,
        Point::Shovel => shovels(game, state) != 0,
        Point::Sell => sales(game, state) != 0,
        Point::Clean => cleans(game, state) != 0,
        Point::Box => own.artifacts & game.fast.magic_box != 0 && !state.box_food && stored(own) != 0,
        _ => true,
    };
    faults.ensure(is_asked, "point", "nothing is asked here, for there is nothing to choose (DP-126)");
    match state.point {
        Point::Pet => {
            let placed = own.plots.iter().filter(|plot| plot.pet != NONE).map(|plot| plot.pet).max();
            let is_in_order = placed.is_none_or(|pet| u32::from(pet) < own.pets.trailing_zeros());
            faults.ensure(is_in_order, &format!("players[{}].waiting.pets", state.seat), "pets are placed in ascending order (DP-126)");
        }
        Point::Shovel => {
            let is_used = own.used > 0 && (state.count < 3 || own.employee_used);
            faults.ensure(
                state.count < 4 && (state.count == 0 || is_used),
                "step.count",
                "its imp is used, for a third token the Employee (DP-133)",
            );
        }
        Point::Clean => {
            let imps = cleaners(state.count, has_employee(game, own));
            faults.ensure(imps <= own.home, "step.count", &format!("it takes {imps} imps (DP-132)"));
        }
        _ => {}
    }
}

/// Food that was chosen before: the pet eats it, and some of its hunger is met (DP-64, DP-65).
pub(super) fn feed(game: &DungeonPetz, state: &State, most: u8, faults: &mut Faults) {
    let own = state.own();
    let plot = usize::from(state.plot & 3);
    faults.ensure(
        (state.last == NONE) == (state.open[plot] == most),
        &format!("step.open[{plot}]"),
        "it is all that icons leave, until one is fed (DP-64)",
    );
    let is_eaten = match state.last {
        NONE => true,
        2 => own.artifacts & game.fast.magic_box != 0 && !state.box_food,
        kind => game.fast.eats[usize::from(own.plots[plot].pet & 31)] >> kind & 1 != 0,
    };
    faults.ensure(is_eaten, "step.last", "the pet eats what it was given (DP-65)");
}

/// Imps that play are used, and without one all needs are open (DP-67).
pub(super) fn play(state: &State, most: [u8; 4], faults: &mut Faults) {
    let own = state.own();
    let has_begun = state.last != NONE || own.employee_used;
    faults.ensure(has_begun || state.open == most, "step.open", "it is all that icons leave, until an imp plays (DP-67)");
    faults.ensure(state.last == NONE || own.used > 0, "step.last", "an imp that plays is used (DP-67)");
}

/// What armor has lowered at this pet (DP-76, DP-77, DP-130).
pub(super) fn armor(state: &State, most: u8, faults: &mut Faults) {
    let own = state.own();
    let plot = usize::from(state.plot & 3);
    let lower = most.saturating_sub(state.open[plot]);
    // The Employee first, who counts as two.
    let uses = match (state.last, lower) {
        (NONE, 0) => 0,
        (0, 2) | (1, 1) => 1,
        (1, 2 | 3) => 2,
        _ => u8::MAX,
    };
    let is_employee = state.last == 0 || lower == 3;
    let is_right = own.armor_used >= uses && own.used >= uses && (!is_employee || own.employee_used);
    faults.ensure(
        is_right,
        &format!("step.open[{plot}]"),
        "it is lower by what armor was used for, and each use takes an imp (DP-76, DP-130)",
    );
}
