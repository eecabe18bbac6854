//! The invariants of every state (section N), kept apart from the fast code and written for clarity.

mod asked;
mod cards;
mod tiles;
mod turn;

use super::DungeonPetz;
use super::actions::is_potion;
use super::position::MOST_POINTS;
use super::rules::setup::unseen;
use super::state::{MAX_SEATS, NEUTRAL, NO_SHOW, NONE, Phase, Player, Point, State};
use super::tables::PETS;
use crate::error::Fault;
use std::fmt::Display;

/// Collects faults.
struct Faults(Vec<Fault>);

impl Faults {
    #[cold]
    fn add(&mut self, path: impl Display, message: impl Display) {
        self.0.push(Fault::malformed(path.to_string(), message.to_string()));
    }

    /// A fault unless the condition holds; its texts are made only then, as `format_args!` does, since every state that is read is checked.
    fn ensure(&mut self, condition: bool, path: impl Display, message: impl Display) {
        if !condition {
            self.add(path, message);
        }
    }
}

/// All broken invariants. A position from outside must satisfy the same ones, whatever game could lead to it (DP-171).
pub(super) fn check(game: &DungeonPetz, state: &State) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    fields(game, state, &mut faults);
    if faults.0.is_empty() {
        tiles::check(game, state, &mut faults);
        cards::check(game, state, &mut faults);
        for seat in 0..usize::from(state.seats) {
            belongings(game, state, seat, &mut faults);
        }
        spaces(game, state, &mut faults);
    }
    if faults.0.is_empty() {
        turn::check(game, state, &mut faults);
    }
    if faults.0.is_empty() {
        asked::check(game, state, &mut faults);
        goes_on(game, state, &mut faults);
    }
    faults.0
}

/// Each field for itself, so that the rest may rely on it.
fn fields(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let seats = game.players as u8;
    faults.ensure(state.seats == seats, "players", "their number is that of the game (DP-1)");
    faults.ensure((1..=game.rounds).contains(&state.round), "round", "it is one of the game's (DP-1)");
    let has_seat = state.point == Point::DealCard || !(state.point.is_deal() || state.point == Point::Over);
    if has_seat {
        faults.ensure(state.seat < seats, "seat", "a seat decides or draws here");
    } else {
        faults.ensure(state.seat == NONE, "seat", "nobody decides or draws here");
    }
    let phases: &[Phase] = match state.point {
        Point::DealCard => &[Phase::Setup, Phase::Shopping, Phase::Arranging],
        point if point.is_deal() => &[Phase::Setup],
        Point::Group | Point::Gold | Point::Pick | Point::Send | Point::Book => &[Phase::Shopping],
        Point::Cage | Point::Addon | Point::Pet | Point::Crystal | Point::Assign => &[Phase::Arranging],
        Point::Feed | Point::Play | Point::Anger | Point::Magic | Point::Shovel | Point::Potion | Point::Exhibit => &[Phase::Needs],
        Point::Sell | Point::Clean => &[Phase::Business],
        Point::Box => &[Phase::Ageing],
        _ => &[Phase::Over],
    };
    faults.ensure(phases.contains(&state.phase), "phase", "it is that of the point");
    if state.point == Point::DealStart {
        faults.ensure(state.order == [0; 4], "order", "there is none while the start player is drawn (DP-13)");
    } else {
        order(game, state, faults);
    }
    let opening = state.point == Point::DealStart || state.point == Point::DealCard && state.phase == Phase::Setup;
    faults.ensure(!opening || state.round == 1, "round", "the game begins with round 1");
    faults.ensure(state.point != Point::DealStart || game.start_player.is_none(), "deal", "the option names the start player (DP-118)");
    faults.ensure(state.phase != Phase::Over || state.round == game.rounds, "round", "the game is over after its last round");
    let begins = game.start_player.is_none_or(|seat| !opening || state.order[0] == seat);
    faults.ensure(begins, "order", "it begins with the start player of the option (DP-118)");
    let absent = state.players.iter().skip(seats.into()).all(|player| *player == State::EMPTY.players[0]);
    faults.ensure(absent && state.bodies[PETS..].iter().all(|body| body.size == 0), "players", "nobody sits there");
}

/// Clockwise (DP-17), but in the last round of four players by points (DP-19, DP-112).
fn order(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let seats = state.seats;
    let mut sorted = state.order;
    sorted[..usize::from(seats)].sort_unstable();
    let is_permutation = sorted[..usize::from(seats)].iter().copied().eq(0..seats) && sorted[usize::from(seats)..].iter().all(|&n| n == 0);
    let is_clockwise = (0..usize::from(seats)).all(|place| state.order[place] == (state.order[0] + place as u8) % seats);
    let by_points = game.players == 4 && state.round == game.rounds && game.last_round_order != super::rules::setup::LastRoundOrder::Token;
    faults.ensure(is_permutation && (is_clockwise || by_points), "order", "each seat once, clockwise (DP-17)");
}

/// Imps of a seat wherever they are.
pub(super) fn imps(state: &State, seat: usize) -> u16 {
    let player = &state.players[seat & (MAX_SEATS - 1)];
    let grouped = player.groups().iter().map(|&[imps, _]| u16::from(imps)).sum::<u16>();
    // Those on the platform stand in its stock.
    let town: u16 = (0..13).filter(|&space| usize::from(state.spaces[space]) == seat).map(|space| u16::from(state.space_imps[space])).sum();
    let progress: u16 = player.progress.iter().map(|&imps| u16::from(imps)).sum();
    [player.home, player.used, player.hospital, player.platform].map(u16::from).iter().sum::<u16>() + grouped + town + progress
}

/// Cards by colour and need that are in no deck.
pub(super) fn cards_elsewhere(state: &State) -> [[i32; 6]; 4] {
    let mut sums = [[0; 6]; 4];
    let mut add = |cards: &super::state::Cards| {
        for (sums, needs) in sums.iter_mut().zip(cards) {
            for (sum, &count) in sums.iter_mut().zip(needs) {
                *sum += i32::from(count);
            }
        }
    };
    add(&state.discards);
    for player in state.players() {
        add(&player.hand);
    }
    for &card in
        state.players().iter().flat_map(|player| &player.plots).flat_map(super::state::Plot::cards).filter(|&&card| !is_potion(card))
    {
        sums[usize::from(card >> 4 & 3)][usize::from(card >> 1 & 7).min(5)] += 1;
    }
    sums
}

/// Whether neutral imps stand on the board: from the set-up of round 1 on, to the end of the game.
pub(super) fn has_board(state: &State) -> bool {
    !(state.point == Point::DealStart || state.point == Point::DealCard && state.phase == Phase::Setup || state.phase == Phase::Over)
}

/// Imps, points and tokens of one player.
fn belongings(game: &DungeonPetz, state: &State, seat: usize, faults: &mut Faults) {
    let player = &state.players[seat];
    let imps = imps(state, seat);
    faults.ensure(imps == 10, format_args!("players[{seat}].home"), format_args!("{imps} imps are somewhere where there are 10 (DP-134)"));
    let are_single = player.progress.iter().all(|&imps| imps <= 1);
    faults.ensure(are_single, format_args!("players[{seat}].progress"), "one imp stands in a column (DP-2)");
    points(state, player, seat, faults);
    let grouped = player.groups().iter().filter(|group| group[1] != NONE).map(|group| u32::from(group[1])).sum::<u32>();
    let is_little = u32::from(player.gold) + grouped <= u16::MAX.into();
    faults.ensure(is_little, format_args!("players[{seat}].gold"), "with that in groups it is at most 65535 (DP-180)");
    let is_over = state.phase == Phase::Over;
    for (plot, own) in player.plots.iter().enumerate() {
        faults.ensure(
            own.cage != NONE || own.manure == 0,
            format_args!("players[{seat}].plots[{plot}].manure"),
            "it lies in cages only (DP-140)",
        );
        faults.ensure(own.pet == NONE || own.cage != NONE, format_args!("players[{seat}].plots[{plot}].pet"), "it needs a cage (DP-138)");
        let body = state.body(own.pet);
        // A pet may have more until the hunger step ends (DP-75): in no other step is a decision between tokens and losses (DP-179).
        let is_behind = state.point == Point::Feed && usize::from(state.seat) == seat && plot < usize::from(state.plot);
        let is_well = own.pet == NONE || is_behind || body.suffering < body.size;
        let is_sound = own.pet == NONE || body.mutation <= 1;
        faults.ensure(
            is_well && is_sound,
            format_args!("players[{seat}].plots[{plot}].pet"),
            "suffering below the size, at most 1 mutation (DP-139)",
        );
    }
    let mut waiting = (0..PETS as u8).filter(|&pet| player.pets >> pet & 1 != 0).map(|pet| state.body(pet));
    let are_well = waiting.all(|body| body.suffering < body.size && body.mutation <= 1);
    faults.ensure(are_well, format_args!("players[{seat}].waiting.pets"), "suffering below the size, at most 1 mutation (DP-139)");
    let is_fresh = player.armor_used == 0 && !player.employee_used;
    let has_begun = state.phase == Phase::Needs && state.place_of(seat as u8) <= state.place_of(state.seat);
    let is_late = has_begun || matches!(state.phase, Phase::Business | Phase::Ageing);
    faults.ensure(is_late || is_fresh, format_args!("players[{seat}].armor_used"), "nothing is used before phase 4 (DP-76, DP-81)");
    faults.ensure(player.armor_used <= 2, format_args!("players[{seat}].armor_used"), "at most two uses a round (DP-76)");
    let has_armor = player.armor_used == 0 || player.artifacts & game.fast.armor != 0;
    faults.ensure(has_armor, format_args!("players[{seat}].armor_used"), "only who has the armor uses it (DP-76)");
    let has_employee = !player.employee_used || player.artifacts & game.fast.employee != 0;
    faults.ensure(has_employee, format_args!("players[{seat}].employee_used"), "only who has the Employee uses him (DP-81)");
    faults.ensure(is_late || player.used == 0, format_args!("players[{seat}].used"), "no imp is used before phase 4 (DP-63)");
    faults.ensure(!is_over || player.num_groups == 0, format_args!("players[{seat}].groups"), "there are groups in phase 2 only (DP-32)");
}

/// Whole VP, not below 0, before the final scoring (DP-140, DP-166).
fn points(state: &State, player: &Player, seat: usize, faults: &mut Faults) {
    let path = format_args!("players[{seat}].doubled");
    let [exhibitions, sales, lost, business, display] = player.score;
    let is_small = player.score.iter().all(|points| i64::from(points.unsigned_abs()) <= MOST_POINTS);
    faults.ensure(is_small, path, "no game has so many points (DP-180)");
    if !is_small {
        return;
    }
    let is_whole = [exhibitions, sales, lost].iter().all(|points| points % 2 == 0);
    faults.ensure(is_whole && exhibitions >= 0 && sales >= 0 && lost <= 0, path, "whole points, lost ones negative (DP-140, DP-166)");
    faults.ensure(exhibitions + sales + lost >= 0, path, "VP are not below 0 before the final scoring (DP-140)");
    faults.ensure(state.phase == Phase::Over || business == 0 && display == 0, path, "the final shows come at the end (DP-107)");
    faults.ensure(player.show == NO_SHOW || state.phase == Phase::Needs, format_args!("players[{seat}].show"), "it is of phase 4 (DP-61)");
}

/// Who stands on which space (DP-14, DP-16).
fn spaces(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    let neutral = if has_board(state) { game.neutral(state.round) } else { 0 };
    for space in 0..16 {
        let path = format_args!("spaces[{space}]");
        let (who, imps) = (state.spaces[space], state.space_imps[space]);
        let blocked = space < 14 && neutral >> space & 1 != 0;
        faults.ensure((who == NEUTRAL) == blocked, path, "neutral imps stand where the round has them (DP-15)");
        if who < NEUTRAL {
            let is_open = has_board(state) && state.phase != Phase::Setup && !(state.point == Point::Group || state.point == Point::Gold);
            faults.ensure(is_open && who < state.seats && space < 14, path, "groups go to spaces when all are formed (DP-34, DP-36)");
            faults.ensure((1..=10).contains(&imps), path, "a group has 1 to 10 imps (DP-32)");
        } else {
            faults.ensure(imps == 0, path, "nobody's imps stand there");
        }
    }
    let platform = state.spaces[13];
    if platform < state.seats && matches!(state.phase, Phase::Shopping | Phase::Arranging | Phase::Needs) {
        let stock = state.players[usize::from(platform & 3)].platform;
        faults.ensure(stock >= state.space_imps[13], "spaces[13]", "these imps are in the platform stock (DP-44)");
    }
    let busy = (0..14).filter(|&space| state.spaces[space] != NONE).fold(0, |set, space| set | 1 << space);
    faults.ensure(busy == state.busy, "spaces", "what is kept of them is not what they are");
    // An open space always has a tile to take (DP-141). With none unseen the set-up may have dealt fewer than it should; the old row was the young
    // one of a round before (DP-179).
    if !matches!(state.phase, Phase::Setup | Phase::Over) {
        let open = |spaces: std::ops::Range<usize>| spaces.filter(|&space| state.spaces[space] == NONE).count();
        for (spaces, offered, kind, path) in [
            (4..6, state.num_cages, Point::DealCage, "cages"),
            (6..7, state.num_addons, Point::DealAddon, "addons"),
            (7..9, state.num_young, Point::DealYoung, "young"),
        ] {
            let is_enough = usize::from(offered) >= open(spaces) || unseen(state, kind) == 0;
            faults.ensure(is_enough, path, "there are as many tiles as open spaces (DP-141)");
        }
    }
}

/// Somebody can go on (DP-142).
fn goes_on(game: &DungeonPetz, state: &State, faults: &mut Faults) {
    if state.point.is_deal() {
        let is_possible = match state.point {
            Point::DealStart => true,
            Point::DealCard => super::rules::setup::next_colour(state).is_some_and(|colour| state.decks[colour] != [0; 6]),
            kind => unseen(state, kind) != 0,
        };
        faults.ensure(is_possible, "deal", "there is nothing to deal (DP-120, DP-168)");
    } else if state.point != Point::Over {
        faults.ensure(super::actions::options(game, state).1 != 0, "point", "no action is legal (DP-142)");
    }
}
