//! What the present decision remembers is of that decision (DP-126 to DP-133).

use super::{Faults, asked};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{GAPS, open_book};
use crate::dungeon_petz::scoring::needs;
use crate::dungeon_petz::state::{MAX_GROUPS, NO_SHOW, NONE, Phase, Point, State};

/// The size of 10 imps with 31 gold.
const LARGEST: u8 = 41;

pub(super) fn check(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    groups(state, faults);
    shopping(game, state, faults);
    step(game, state, faults);
    shows(game, state, faults);
    let is_selling = state.point == Point::Sell;
    faults.ensure(
        is_selling || (state.served, state.gold_before, state.platform_sold) == (0, -1, false),
        "served",
        "there is no sale (DP-91)",
    );
    faults.ensure(
        state.served < 4 && (state.gold_before >= 0) == (state.served >> 1 & 1 != 0),
        "gold_before",
        "it is that before the sale to customer 1 (DP-169)",
    );
    faults.ensure(!is_selling || state.round >= 3, "point", "sales begin in round 3 (DP-91)");
    faults.ensure(!state.platform_sold || state.served != 0, "platform_sold", "nothing is sold yet (DP-96)");
}

/// Groups come in non-increasing (size, imps) (DP-127).
fn groups(state: &State, faults: &mut Faults) {
    for (seat, player) in state.players().iter().enumerate() {
        let path = format_args!("players[{seat}].groups");
        let count = usize::from(player.num_groups);
        if count > MAX_GROUPS || player.groups[count..].iter().any(|group| *group != [0; 2]) {
            faults.add(path, "at most six groups (DP-32)");
            continue;
        }
        let is_own = usize::from(state.seat) == seat;
        let is_later = state.place_of(seat as u8) > state.place_of(state.seat);
        let may_have = state.phase == Phase::Shopping && !(matches!(state.point, Point::Group | Point::Gold) && is_later);
        faults.ensure(may_have || count == 0, path, "groups are formed in turn order (DP-32)");
        let is_open = is_own && state.point == Point::Gold;
        faults.ensure(!is_open || count > 0, path, "a group waits for its gold (DP-126)");
        let last = count.wrapping_sub(1);
        let mut before = [u8::MAX; 2];
        for (index, &[imps, gold]) in player.groups().iter().enumerate() {
            let is_last_open = is_open && index == last;
            let is_formed = (1..=10).contains(&imps) && (gold == NONE) == is_last_open && (gold <= 31 || is_last_open);
            let size = if gold == NONE { imps } else { imps.saturating_add(gold) };
            // Without gold the last group must have room for none.
            let key = [size, imps];
            faults.ensure(is_formed && key <= before, path, "1 to 10 imps, at most 31 gold, sizes and imps not increasing (DP-127)");
            before = key;
        }
    }
}

/// Sizes, the chosen group and the book that is chosen.
fn shopping(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let is_resolving =
        matches!(state.point, Point::Pick | Point::Send | Point::Book) || state.phase == Phase::Shopping && state.point == Point::DealCard;
    faults.ensure((state.size > 0) == is_resolving, "size", "it is that of the groups that are resolved (DP-34)");
    faults.ensure((state.chosen != [0; 2]) == (state.point == Point::Send), "chosen", "a group is chosen where it is sent (DP-35)");
    if !is_resolving {
        return;
    }
    faults.ensure(state.size <= LARGEST, "size", "a group has at most 10 imps and 31 gold (DP-33, DP-127)");
    let size = |&[imps, gold]: &[u8; 2]| imps.saturating_add(gold);
    for (seat, player) in state.players().iter().enumerate() {
        let is_right = player.groups().iter().all(|group| size(group) <= state.size);
        faults.ensure(is_right, format_args!("players[{seat}].groups"), "larger groups are resolved first (DP-34)");
    }
    let own = state.own();
    let of_size: Vec<&[u8; 2]> = own.groups().iter().filter(|group| size(group) == state.size).collect();
    match state.point {
        Point::Send => faults.ensure(of_size.contains(&&state.chosen), "chosen", "it is a group of the present size (DP-34)"),
        Point::Pick => {
            let are_unlike = of_size.iter().any(|group| *group != of_size[0]);
            faults.ensure(are_unlike, "point", "only unlike groups of the present size are picked from (DP-35)");
        }
        Point::Book => {
            faults.ensure(open_book(game, own, &state.book_colours).is_some(), "point", "no book waits for its colour (DP-45)");
        }
        _ => {
            let colours: Vec<u8> = state.book_colours.iter().copied().filter(|&colour| colour != NONE).collect();
            let is_own = |colour: u8| (0..16).any(|book| own.artifacts >> book & 1 != 0 && state.book_colours[book] == colour);
            let drawn = state.draw.iter().position(|&count| count > 0).map(|colour| colour as u8);
            faults.ensure(
                drawn.is_some_and(|colour| colours.contains(&colour) && is_own(colour)),
                "draw",
                "a card of the book's colour is drawn (DP-45)",
            );
        }
    }
}

/// Plot, open needs, last choice and count have their start values but where they say something.
fn step(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let has_plot = matches!(state.point, Point::Assign | Point::Feed | Point::Anger | Point::Magic);
    let has_pet = state.plot < 4 && state.seat < state.seats && state.own().plots[usize::from(state.plot & 3)].pet != NONE;
    faults.ensure(if has_plot { has_pet } else { state.plot == NONE }, "step.plot", "it is that of the pet in question (DP-126)");
    let counts = matches!(state.point, Point::Shovel | Point::Clean);
    faults.ensure(state.count == 0 || counts, "step.count", "no manure is removed (DP-132)");
    let ends = [
        (Point::Crystal, 24),
        (Point::Feed, 3),
        (Point::Play, 4),
        (Point::Anger, 2),
        (Point::Magic, 2),
        (Point::Shovel, 4),
        (Point::Potion, 6),
        (Point::Clean, 4),
    ];
    let end = ends.iter().find(|&&(point, _)| point == state.point).map_or(0, |&(_, end)| end);
    faults.ensure(state.last == NONE || state.last < end, "step.last", "no such choice binds the next one (DP-126)");
    if counts {
        faults.ensure((state.last == NONE) == (state.count == 0), "step.last", "it is the plot of the last token removed (DP-132, DP-133)");
    }
    if state.point == Point::Crystal {
        let is_first = state.draw == [0; 4];
        let fits = if is_first {
            state.last == NONE
        } else {
            state.last < 24 && state.draw.iter().rposition(|&n| n > 0) == Some(usize::from(state.last / 6))
        };
        faults.ensure(fits, "step.last", "it is the last card discarded (DP-57)");
    }
    if has_plot && has_pet && state.point == Point::Assign {
        let first = (0..4).find(|&plot| {
            state.own().plots[plot].pet != NONE && state.own().plots[plot].len < state.body(state.own().plots[plot].pet).size
        });
        faults.ensure(first == Some(usize::from(state.plot)), "step.plot", "it is the first with a bar without a card (DP-129)");
    }
    open(game, state, faults);
}

/// Open needs are at most those that the cards carry and cage and addon do not meet (DP-64, DP-67, DP-69, DP-72).
fn open(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let is_open = matches!(state.point, Point::Feed | Point::Play | Point::Anger | Point::Magic);
    let mut all = [0; 4];
    for plot in 0..4 {
        let path = format_args!("step.open[{plot}]");
        let is_here = is_open && (state.point == Point::Play || usize::from(state.plot) == plot);
        if !is_here {
            faults.ensure(state.open[plot] == 0, path, "nothing is open there (DP-126)");
            continue;
        }
        let own = &state.own().plots[plot];
        let (cards, place) = (needs(game, own.cards()), game.fast.place(own));
        let eats = game.fast.eats[usize::from(own.pet & 31)];
        let (need, met) = match state.point {
            Point::Feed => (cards[0], if eats & 1 != 0 { place.graze } else { 0 } + if eats & 2 != 0 { place.meat } else { 0 }),
            Point::Play => (cards[2], place.play),
            Point::Anger => (cards[3], place.strength),
            _ => (cards[4], place.antimagic),
        };
        let most = need.saturating_sub(met);
        all[plot] = most;
        let least = u8::from(state.point != Point::Play);
        faults.ensure((least..=most).contains(&state.open[plot]), path, format_args!("{least} to {most} needs are open (DP-126)"));
    }
    let here = all[usize::from(state.plot & 3)];
    match state.point {
        Point::Feed => asked::feed(game, state, here, faults),
        Point::Play => asked::play(state, all, faults),
        Point::Anger | Point::Magic => asked::armor(state, here, faults),
        _ => {}
    }
    if state.point == Point::Play {
        let is_any = GAPS.iter().flatten().any(|&plot| state.open[plot] > 0);
        faults.ensure(is_any, "step.open", "a need is open (DP-67)");
    }
}

/// Exhibition scores stand with those whose turn of phase 4 is over (DP-61, DP-83).
fn shows(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    if state.phase != Phase::Needs {
        return;
    }
    let exhibition = &game.tables.exhibitions[usize::from(state.exhibition() & 7)];
    for (seat, player) in state.players().iter().enumerate() {
        let is_over = state.place_of(seat as u8) < state.place_of(state.seat) && state.round > 1;
        let has_pet = player.plots.iter().any(|plot| plot.pet != NONE);
        let expected = is_over && (!exhibition.is_single || has_pet);
        let path = format_args!("players[{seat}].show");
        faults.ensure((player.show != NO_SHOW) == expected, path, "it is fixed at the end of the own turn (DP-61, DP-83)");
    }
    let is_showing = state.point == Point::Exhibit;
    faults.ensure(!is_showing || state.round > 1 && exhibition.is_single, "point", "a pet is chosen for single tiles only (DP-83)");
}
