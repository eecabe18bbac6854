//! Every tile and pet is in exactly one place (DP-138).

use super::Faults;
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::rules::setup::{due, unseen};
use crate::dungeon_petz::state::{NONE, PRINTED, Phase, Point, State};
use crate::dungeon_petz::tables::{ADDONS, ARTIFACTS, CAGES, CUSTOMERS, EXHIBITIONS, PETS};
use std::cmp::Ordering;

/// Counts how often each tile of a kind is somewhere.
struct Places {
    name: &'static str,
    counts: [u8; 32],
    end: usize,
    is_wrong: bool,
}

impl Places {
    fn new(name: &'static str, end: usize) -> Self {
        Self { name, counts: [0; 32], end, is_wrong: false }
    }

    fn one(&mut self, tile: u8) {
        match self.counts.get_mut(usize::from(tile)).filter(|_| usize::from(tile) < self.end) {
            Some(count) => *count += 1,
            None => self.is_wrong = true,
        }
    }

    fn set(&mut self, set: u32) {
        for tile in (0..32).filter(|tile| set >> tile & 1 != 0) {
            self.one(tile);
        }
    }

    /// An offer: known entries first, [`NONE`] behind them.
    fn list(&mut self, list: &[u8], count: u8) {
        self.is_wrong |= usize::from(count) > list.len();
        for (place, &tile) in list.iter().enumerate() {
            if place < usize::from(count) {
                self.one(tile);
            } else {
                self.is_wrong |= tile != NONE;
            }
        }
    }

    fn finish(&self, faults: &mut Faults) {
        for (tile, &count) in self.counts.iter().enumerate().take(self.end) {
            faults.ensure(count == 1, self.name, format_args!("{tile} is in {count} places (DP-138)"));
        }
        faults.ensure(!self.is_wrong, self.name, "something there is none of them (DP-138)");
    }
}

pub(super) fn check(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let mut artifacts = Places::new("artifacts", ARTIFACTS);
    let mut cages = Places::new("cages", CAGES);
    let mut addons = Places::new("addons", ADDONS);
    let mut pets = Places::new("pets", PETS);
    artifacts.set(state.unseen_artifacts.into());
    artifacts.set(state.offer_artifacts.into());
    artifacts.set(state.removed_artifacts.into());
    cages.set(state.unseen_cages.into());
    cages.set(state.removed_cages.into());
    cages.list(&state.cages, state.num_cages);
    addons.set(state.unseen_addons.into());
    addons.set(state.removed_addons.into());
    addons.list(&state.addons, state.num_addons);
    pets.set(state.unseen_pets);
    pets.set(state.removed_pets);
    pets.list(&state.young, state.num_young);
    pets.list(&state.old, state.num_old);
    let mut owned = 0_u32;
    for player in state.players() {
        artifacts.set(player.artifacts.into());
        cages.set(player.cages.into());
        addons.set(player.addons.into());
        pets.set(player.pets);
        owned |= player.pets;
        // Each player has one printed cage (DP-4); from outside it may lie on any plot (DP-179).
        cages.is_wrong |= player.plots.iter().filter(|plot| plot.cage == PRINTED).count() > 1;
        for plot in &player.plots {
            if plot.cage != NONE && plot.cage != PRINTED {
                cages.one(plot.cage);
            }
            if plot.addon != NONE {
                addons.one(plot.addon);
            }
            if plot.pet != NONE {
                pets.one(plot.pet);
                owned |= 1 << (plot.pet & 31);
            }
        }
    }
    for places in [&artifacts, &cages, &addons, &pets] {
        places.finish(faults);
    }
    for (pet, body) in state.bodies.iter().enumerate() {
        if owned >> pet & 1 != 0 {
            faults.ensure((2..=7).contains(&body.size), "players", format_args!("the size of pet {pet} is 2 to 7 (DP-139)"));
        } else {
            let is_bare = (body.size, body.suffering, body.mutation) == (0, 0, 0);
            faults.ensure(is_bare, "players", format_args!("pet {pet} is nobody's and has a size or tokens (DP-89)"));
        }
    }
    books(game, state, faults);
    shows(game, state, faults);
    deals(game, state, faults);
    hands(state, faults);
}

/// Books have a colour once it is chosen (DP-45), and the Magic Box food only in somebody's hands (DP-47).
fn books(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let is_choosing = state.point == Point::Book || state.point == Point::DealCard && state.phase == Phase::Shopping;
    let (mut owned, mut own) = (0, 0);
    for (seat, player) in state.players().iter().enumerate() {
        owned |= player.artifacts;
        if is_choosing && seat == usize::from(state.seat) {
            own = player.artifacts;
        }
    }
    for (artifact, &colour) in state.book_colours.iter().enumerate() {
        let is_owned_book = (owned & game.fast.books) >> artifact & 1 != 0;
        let is_open = own >> artifact & 1 != 0;
        let is_right = match (is_owned_book, colour) {
            (false, colour) => colour == NONE,
            (true, NONE) => is_open,
            (true, colour) => colour < 4 && game.fast.book_colours[artifact] >> colour & 1 != 0,
        };
        faults.ensure(
            is_right,
            "players",
            format_args!("the colour of artifact {artifact} is one of a book's two, null until it is chosen (DP-45)"),
        );
    }
    faults.ensure(!state.box_food || owned & game.fast.magic_box != 0, "players", "food lies on a Magic Box that somebody has (DP-47)");
}

/// Exhibitions and customers that are face up (DP-10, DP-21, DP-22).
fn shows(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    for (name, list, count, unseen, end, kind) in [
        ("exhibitions", &state.exhibitions, state.num_exhibitions, state.unseen_exhibitions, EXHIBITIONS, Point::DealExhibition),
        ("customers", &state.customers, state.num_customers, state.unseen_customers, CUSTOMERS, Point::DealCustomer),
    ] {
        let mut places = Places::new(name, end);
        places.list(list, count);
        places.set(unseen.into());
        places.finish(faults);
        let is_customer = kind == Point::DealCustomer;
        let visible = |round: u8| {
            let list = if is_customer { &game.visible_customers } else { &game.visible_exhibitions };
            if round == 0 { 0 } else { list[usize::from(round & 7)] }
        };
        let (now, before) = (visible(state.round), visible(state.round - 1));
        let expected = match state.phase {
            // No count fits where more are left than are due.
            Phase::Setup if state.point == kind => now.checked_sub(state.left).unwrap_or(u8::MAX),
            Phase::Setup if state.point < kind => before,
            _ => now,
        };
        faults.ensure(
            count == expected && count >= before,
            name,
            format_args!("{count} are face up where there are {expected} (DP-21, DP-22)"),
        );
    }
}

/// What is still to be dealt finds room (DP-11, DP-26 to DP-29).
fn deals(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let is_tile = state.point.is_deal() && !matches!(state.point, Point::DealStart | Point::DealCard);
    if !is_tile {
        faults.ensure(state.left == 0, "left", "no tile is dealt (DP-120)");
    } else if !matches!(state.point, Point::DealExhibition | Point::DealCustomer) {
        let most = due(game, state, state.point).min(unseen(state, state.point).count_ones().min(31) as u8);
        faults.ensure((1..=most).contains(&state.left), "left", format_args!("1 to {most} tiles are still to be dealt (DP-121)"));
    } else {
        faults.ensure(state.left >= 1, "left", "a tile is dealt (DP-121)");
    }
    let is_setup = state.phase == Phase::Setup;
    let is_opening = is_setup && !is_tile;
    for (name, kind, there, room) in [
        ("artifacts", Point::DealArtifact, state.offer_artifacts.count_ones() as u8, 2),
        ("cages", Point::DealCage, state.num_cages, 3),
        ("addons", Point::DealAddon, state.num_addons, 2),
        ("young", Point::DealYoung, state.num_young, 3),
        ("old", Point::DealOld, state.num_old, 3),
    ] {
        faults.ensure(there <= room, name, format_args!("{there} are offered, there is room for {room} (DP-11)"));
        if is_setup && is_tile {
            offered(game, state, kind, name, there, faults);
        }
        faults.ensure(!is_opening || there == 0, name, "nothing is offered before the opening hands are drawn (DP-168)");
    }
    // Farm tokens of the advanced stand are there with its option only (DP-115).
    let extra = state.stands.meat_stand_veg > 0 || state.stands.meat_stand_gold > 0;
    faults.ensure(!extra || game.advanced_meat_stand, "stands", "only with advanced_meat_stand (DP-115)");
    let closed = if is_opening { u16::MAX } else { state.busy };
    let stands = &state.stands;
    let is_empty = [
        stands.veg_stand == 0,
        stands.mixed_veg == 0 && stands.mixed_meat == 0,
        stands.meat_stand == 0 && stands.meat_stand_veg == 0 && stands.meat_stand_gold == 0,
    ];
    for (stand, is_empty) in is_empty.into_iter().enumerate() {
        faults.ensure(is_empty || closed >> stand & 1 == 0, "stands", "a blocked or visited stand is empty (DP-25, DP-38)");
    }
    let has_artifacts = state.offer_artifacts != 0;
    faults.ensure(!has_artifacts || closed >> 3 & 1 == 0, "artifacts", "there are none on a blocked or visited space (DP-26, DP-39)");
}

/// In a set-up of a round: what was dealt is there, unless there were no more of them, and what is not dealt yet is not, but what was left over
/// (DP-26 to DP-29).
fn offered(game: &DungeonPetz, state: &State, kind: Point, name: &str, there: u8, faults: &mut Faults) {
    let due = due(game, state, kind);
    let coming = match kind.cmp(&state.point) {
        Ordering::Less => 0,
        Ordering::Equal => state.left,
        Ordering::Greater => due,
    };
    let kept = match kind {
        _ if state.round == 1 => 0,
        Point::DealCage => 1,
        Point::DealAddon => 1 + u8::from(state.busy >> 6 & 1 != 0),
        Point::DealOld => 3,
        _ => 0,
    };
    let (least, most) = (due.saturating_sub(coming), (due + kept).saturating_sub(coming));
    let has_run_out = kind <= state.point && unseen(state, kind).count_ones() == u32::from(if kind == state.point { coming } else { 0 });
    faults.ensure(coming <= due, "left", format_args!("{due} are dealt in this round (DP-121)"));
    let is_right = there <= most && (there >= least || has_run_out);
    faults.ensure(is_right, name, format_args!("{there} are offered where there are {least} to {most} by now (DP-26 to DP-29, DP-121)"));
}

/// Pets are bought with size 2 or 3 and without tokens (DP-40), and are larger after their first phase 6 (DP-139): as long as they are not
/// lifted, those on plots are older and those that wait are new.
fn sizes(state: &State, seat: usize, faults: &mut Faults) {
    let player = &state.players[seat];
    let place = state.place_of(seat as u8).cmp(&state.place_of(state.seat));
    let is_arranged = match state.point {
        Point::Cage | Point::Addon => place.is_lt(),
        Point::Pet => place.is_le(),
        _ => true,
    };
    let is_lifted = match state.phase {
        Phase::Arranging => is_arranged,
        Phase::Needs | Phase::Business | Phase::Ageing => true,
        Phase::Setup | Phase::Shopping | Phase::Over => false,
    };
    if is_lifted {
        return;
    }
    let has_grown = player.plots.iter().all(|plot| plot.pet == NONE || state.body(plot.pet).size >= 4);
    faults.ensure(has_grown, format_args!("players[{seat}].plots"), "pets on plots have grown (DP-101, DP-139)");
    let mut waiting = (0..PETS as u8).filter(|&pet| player.pets >> pet & 1 != 0).map(|pet| state.body(pet));
    let are_new = waiting.all(|body| body.size <= 3 && body.suffering == 0 && body.mutation == 0);
    faults.ensure(are_new, format_args!("players[{seat}].waiting"), "pets just bought have size 2 or 3 and no tokens (DP-40)");
}

/// Tiles wait to be placed from the purchase to phase 3 (DP-49, DP-50, DP-52).
fn hands(state: &State, faults: &mut Faults) {
    let place = state.place_of(state.seat);
    for (seat, player) in state.players().iter().enumerate() {
        let own = state.place_of(seat as u8);
        let is_own = usize::from(state.seat) == seat;
        let is_before = |point: Point| state.point < point;
        let is_first_step = matches!(state.point, Point::Cage | Point::Addon | Point::Pet);
        // Tiles may wait for this seat: cages, addons, pets.
        let waits = match state.phase {
            Phase::Shopping => [!matches!(state.point, Point::Group | Point::Gold); 3],
            Phase::Arranging if is_first_step && own > place => [true; 3],
            Phase::Arranging if is_first_step && is_own => [state.point == Point::Cage, is_before(Point::Pet), true],
            _ => [false; 3],
        };
        let path = format_args!("players[{seat}].waiting");
        sizes(state, seat, faults);
        faults.ensure(waits[0] || player.cages == 0, path, "no cage waits here (DP-49)");
        faults.ensure(waits[1] || player.addons == 0, path, "no addon waits here (DP-50)");
        faults.ensure(waits[2] || player.pets == 0, path, "no pet waits here (DP-52)");
        let given = if is_own { state.given.count_ones() } else { 0 };
        faults.ensure(player.cages.count_ones() + given <= 2, path, "at most two cages a round (DP-40)");
        // Bought cages of other players count as bought only when they wait or lie there; spaces tell no more.
        let is_given_caged = (0..4).all(|plot| !is_own || state.given >> plot & 1 == 0 || player.plots[plot].cage < PRINTED);
        faults.ensure(is_given_caged, "given", "a plot that was given a cage has it (DP-49)");
        faults.ensure(!is_own || state.point != Point::Cage || player.cages != 0, path, "a cage is placed (DP-49)");
        faults.ensure(!is_own || state.point != Point::Addon || player.addons != 0, path, "an addon is placed (DP-50)");
        faults.ensure(!is_own || state.point != Point::Pet || player.pets != 0, path, "a pet is placed (DP-52)");
    }
    faults.ensure(state.given == 0 || state.point == Point::Cage, "given", "plots are given cages where cages are placed (DP-49)");
}
