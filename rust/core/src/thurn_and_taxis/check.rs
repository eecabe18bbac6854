//! The invariants of every reachable state, kept apart from the fast code and written for clarity.

use super::ThurnAndTaxis;
use super::rules::has_tile;
use super::state::{Deal, End, MOST_COUNTED, NONE, Official, Player, Point, State};
use super::tables::{CARRIAGES, Counts, DISPLAY, Goal, HAND_LIMIT, HOUSES, MAX_CITIES, MAX_SEATS, Mask, SHORTEST_ROUTE, bit};
use crate::error::{Fault, Severity};

/// All broken invariants; of a study position only those without which it has no meaning.
pub(super) fn check(game: &ThurnAndTaxis, state: &State) -> Vec<Fault> {
    let mut faults = Vec::new();
    fields(game, state, &mut faults);
    if faults.is_empty() {
        cards(game, state, &mut faults);
        for (seat, player) in state.players().iter().enumerate() {
            belongings(game, player, seat, &mut faults);
        }
        tiles(game, state, &mut faults);
    }
    if faults.is_empty() {
        turn(game, state, &mut faults);
    }
    if faults.is_empty() {
        history(game, state, &mut faults);
    }
    if state.is_study {
        faults.retain(|fault| fault.severity == Severity::Malformed);
    }
    faults
}

/// Each field for itself.
fn fields(game: &ThurnAndTaxis, state: &State, faults: &mut Vec<Fault>) {
    let mut refuse = |path: &str, message: String| faults.push(Fault::malformed(path, message));
    let seats = game.players as u8;
    if state.seats != seats {
        refuse("players", format!("{} players where the game has {seats} (TT-1)", state.seats));
    }
    if state.owner >= seats {
        refuse("owner", format!("{} is no seat from 0 to {} (TT-9)", state.owner, seats - 1));
    }
    if state.ender != NONE && state.ender >= seats {
        refuse("game_end", format!("{} is no seat from 0 to {} (TT-42)", state.ender, seats - 1));
    }
    if state.last_discard != NONE && state.last_discard >= game.map.n {
        refuse("last_discard", format!("{} is no city (TT-73)", state.last_discard));
    }
    if state.turn > MOST_COUNTED {
        refuse("turn", format!("{} turns are more than {MOST_COUNTED} (TT-100)", state.turn));
    }
    for stack in 0..state.taken.len() {
        let there = game.map.stacks.get(stack).map_or(0, |stack| stack.values.len());
        if usize::from(state.taken[stack]) > there {
            refuse("stacks", format!("{} tiles are taken from stack {stack}, there were {there} (TT-79)", state.taken[stack]));
        }
    }
    for seat in 0..MAX_SEATS {
        let player = &state.players[seat];
        if player.closes > MOST_COUNTED {
            refuse(&format!("players[{seat}].closes"), format!("{} are more than {MOST_COUNTED} (TT-100)", player.closes));
        }
        let row = usize::from(player.row_len);
        if row > usize::from(game.map.n) || player.row.iter().take(row).any(|&city| city >= game.map.n) {
            refuse(&format!("players[{seat}].row"), "it has cities that are not there, or too many (TT-77)".to_owned());
        }
    }
}

fn sum(counts: &Counts) -> u32 {
    counts.iter().map(|&count| u32::from(count)).sum()
}

fn set_of(counts: &Counts) -> Mask {
    (0_u8..).zip(counts).filter(|&(_, &count)| count > 0).fold(0, |set, (city, _)| set | bit(city))
}

/// Every card is in one place (TT-75), and what is kept of sums and sets is so.
fn cards(game: &ThurnAndTaxis, state: &State, faults: &mut Vec<Fault>) {
    let copies = u32::from(game.map.copies);
    for city in 0..MAX_CITIES {
        let piles = [state.supply[city], state.discard[city], state.display[city]].map(u32::from);
        let player = |player: &Player| {
            let hand = [player.known[city], player.new[city], player.old[city]].map(u32::from);
            hand.iter().sum::<u32>() + player.row().iter().filter(|&&card| usize::from(card) == city).count() as u32
        };
        let all: u32 = piles.iter().sum::<u32>() + state.players.iter().map(player).sum::<u32>();
        let expected = if city < usize::from(game.map.n) { copies } else { 0 };
        if all != expected {
            let name = game.spec.cities.get(city).map_or_else(|| city.to_string(), |city| crate::value::cut(&city.name));
            faults.push(Fault::malformed("supply", format!("{all} cards of {name} are somewhere, there are {expected} (TT-75)")));
        }
    }
    let counted = (sum(&state.supply), sum(&state.discard), sum(&state.display), set_of(&state.display));
    if counted != (state.supply_size.into(), state.discard_size.into(), state.display_size.into(), state.display_set) {
        faults.push(Fault::malformed("supply", "what is kept of the sizes of the piles is not what they hold"));
    }
    if state.display_size > DISPLAY {
        faults.push(Fault::malformed("display", format!("{} cards are more than six (TT-5)", state.display_size)));
    }
    for (seat, player) in state.players().iter().enumerate() {
        let hand = sum(&player.known) + sum(&player.new) + sum(&player.old);
        let set = set_of(&player.known) | set_of(&player.new) | set_of(&player.old);
        if (hand, sum(&player.new), set) != (player.hand_size.into(), player.new_size.into(), player.hand) {
            faults.push(Fault::malformed(format!("players[{seat}].hand"), "what is kept of its size is not what it holds"));
        }
    }
}

/// Row, houses and carriages of one player (TT-77).
fn belongings(game: &ThurnAndTaxis, player: &Player, seat: usize, faults: &mut Vec<Fault>) {
    let path = |field: &str| format!("players[{seat}].{field}");
    let row = player.row();
    let set = row.iter().fold(0, |set, &city| set | bit(city));
    if set.count_ones() as usize != row.len() || set != player.row_set || player.row[row.len()..].iter().any(|&city| city != 0) {
        faults.push(Fault::malformed(path("row"), "a city is in it twice (TT-25, TT-77)"));
    }
    for pair in row.windows(2) {
        if let &[a, b] = pair
            && game.map.adjacent[usize::from(a & 31)] & bit(b) == 0
        {
            faults.push(Fault::malformed(path("row"), format!("no road joins the cities {a} and {b} (TT-25, TT-77)")));
        }
    }
    if player.houses & !game.map.all != 0 || player.houses.count_ones() > HOUSES.into() {
        faults.push(Fault::malformed(path("houses"), "they stand in different cities of the map, at most 20 (TT-4, TT-77)"));
    }
    if player.carriage != 0 && !(CARRIAGES.0..=CARRIAGES.1).contains(&player.carriage) {
        faults.push(Fault::malformed(path("carriage"), format!("{} is not 0 or 3 to 7 (TT-6)", player.carriage)));
    }
}

/// Tiles in stacks and of players are all that there are; of most stacks nobody has two (TT-40, TT-79).
fn tiles(game: &ThurnAndTaxis, state: &State, faults: &mut Vec<Fault>) {
    let mut points = [0_u32; MAX_SEATS];
    for (index, stack) in game.map.stacks.iter().enumerate() {
        let mut owned = [0_u32; MAX_SEATS];
        for tile in 0..usize::from(state.taken[index]) {
            let owner = usize::from(state.tile_owner(index, tile));
            points[owner] += u32::from(stack.values[tile]);
            owned[owner] += 1;
            if owner >= game.players {
                faults.push(Fault::malformed("players", format!("a tile of stack {index} belongs to nobody at the table (TT-79)")));
            }
        }
        let is_sorted = (1..usize::from(state.taken[index]))
            .all(|tile| stack.values[tile - 1] != stack.values[tile] || state.tile_owner(index, tile - 1) <= state.tile_owner(index, tile));
        if !is_sorted {
            faults.push(Fault::malformed("players", format!("equal tiles of stack {index} are not in the order of the seats")));
        }
        let may_repeat = matches!(stack.goal, Goal::Route(_));
        if let Some(seat) = owned.iter().position(|&count| count > 1 && !may_repeat) {
            let path = format!("players[{seat}].tiles[{index}]");
            faults.push(Fault::malformed(path, "nobody takes two tiles of this stack (TT-40, TT-41, TT-79)"));
        }
        if index == game.map.game_end {
            let holder = owned.iter().position(|&count| count > 0).map_or(NONE, |seat| seat as u8);
            if holder != state.ender {
                faults.push(Fault::malformed("game_end", "it names the player who has the game-end tile, or nobody (TT-42)"));
            }
        }
    }
    // Owners of tiles that are not taken are zero.
    let unused = |index: usize| u64::from(state.tile_owners[index]) >> (2 * u32::from(state.taken[index]).min(16)) != 0;
    if (0..state.taken.len()).any(unused) {
        faults.push(Fault::malformed("stacks", "a tile that lies in its stack has an owner"));
    }
    for (seat, player) in state.players.iter().enumerate() {
        if u32::from(player.tile_points) != points[seat] {
            faults.push(Fault::malformed(format!("players[{seat}].tiles"), "what is kept of their points is not what they have (TT-48)"));
        }
    }
}

/// Whoever decides has something to decide, and what chance deals is there (TT-70, TT-76, TT-83, TT-100).
fn turn(game: &ThurnAndTaxis, state: &State, faults: &mut Vec<Fault>) {
    let mut refuse = |path: &str, message: &str| faults.push(Fault::malformed(path, message));
    let own = state.own();
    if state.end != End::NotYet {
        if state.deal != Deal::Nothing || state.point != Point::EndTurn {
            refuse("deal", "after the end nothing is dealt (TT-46)");
        }
        if state.end == End::Natural && state.ender == NONE {
            refuse("game_end", "a natural end needs the game-end tile (TT-46)");
        }
        if state.end == End::Truncated && game.max_turns.is_none() {
            refuse("phase", "this game has no max_turns that could cut it off (TT-53)");
        }
        if state.placed != 0 {
            refuse("placed", "houses are placed while a route is closed (TT-35)");
        }
        if state.last_discard != NONE {
            refuse("last_discard", "only a hand that is being reduced has one (TT-73)");
        }
        return;
    }
    let draws = [Point::OnlyDraw, Point::DrawOrPlay, Point::Play];
    match state.deal {
        Deal::Nothing => {
            let can_draw = state.display_size > 0 || state.has_cards();
            let is_sound = match state.point {
                Point::FirstDraw | Point::OnlyDraw | Point::DrawOrPlay => can_draw,
                Point::Play => own.hand != 0,
                Point::AfterPlay => true,
                Point::Place => own.row_len >= SHORTEST_ROUTE,
                Point::Discard => {
                    own.hand_size > HAND_LIMIT
                        && super::actions::options(game, state).discards != 0
                        && !super::rules::is_natural_end(game, state)
                }
                Point::EndTurn => false,
            };
            if !is_sound {
                refuse("point", "at this point there is nothing to decide (TT-70, TT-83)");
            }
        }
        Deal::Display => {
            if state.supply_size == 0 || state.display_size >= DISPLAY {
                refuse("deal", "a card is dealt to a display of less than six, out of a supply that is not empty (TT-18, TT-60)");
            }
            if !draws.contains(&state.point) && ![Point::FirstDraw, Point::EndTurn].contains(&state.point) {
                refuse(
                    "point",
                    "the display is dealt before the first turn, after a draw, and at the end of a turn (TT-5, TT-13, TT-16, TT-21)",
                );
            }
        }
        Deal::FaceDown => {
            if state.supply_size == 0 || !draws.contains(&state.point) {
                refuse("deal", "a card is drawn face down out of a supply that is not empty, and a draw or a play follows (TT-60, TT-70)");
            }
        }
    }
    if state.placed != 0 && (state.point != Point::Place || state.placed & !(own.row_set & own.houses) != 0) {
        refuse("placed", "while a route is closed it names cities of the row with a house of the owner, else none (TT-35)");
    } else if state.placed != 0 && !is_placeable(game, state) {
        refuse("placed", "these houses are neither in one region nor one a region (TT-35, TT-37)");
    }
    if state.last_discard != NONE && state.point != Point::Discard {
        refuse("last_discard", "only a hand that is being reduced has one (TT-73)");
    }
    if state.point == Point::FirstDraw && state.deal == Deal::Nothing && state.began_empty != (own.hand_size == 0) {
        refuse("began_empty", "it says whether the hand is empty before the first draw (TT-15)");
    }
    if !official_fits(state) {
        refuse("official", "this official has not been used at this point of a turn (TT-11, TT-14 to TT-16, TT-28, TT-33)");
    }
}

/// The houses of a close are in one region, or in different ones (TT-35, TT-37).
fn is_placeable(game: &ThurnAndTaxis, state: &State) -> bool {
    let map = &game.map;
    let regions: Vec<u32> = map.regions.iter().map(|region| (region & state.placed).count_ones()).collect();
    let free = (map.free & state.placed).count_ones();
    let is_one_region = free == 0 && regions.iter().filter(|&&count| count > 0).count() <= 1;
    is_one_region || (free <= 1 && regions.iter().all(|&count| count <= 1))
}

/// Which officials can have been used by when (TT-11, TT-15, TT-70).
fn official_fits(state: &State) -> bool {
    if state.began_empty {
        // The forced postmaster stands there from the beginning; before the first turn nobody does. His second draw is no choice.
        let is_setup = state.point == Point::FirstDraw && state.deal != Deal::Nothing && state.official == Official::Free;
        return is_setup || (state.official == Official::Postmaster && state.point != Point::DrawOrPlay);
    }
    match state.official {
        Official::Free => state.point != Point::OnlyDraw,
        Official::Postmaster => state.point >= Point::Play,
        Official::Administrator => state.point >= Point::OnlyDraw && state.point != Point::DrawOrPlay,
        Official::Carrier => state.point >= Point::AfterPlay,
        Official::Cartwright => state.point >= Point::Place,
    }
}

/// What only the moves before could have made (TT-101).
fn history(game: &ThurnAndTaxis, state: &State, faults: &mut Vec<Fault>) {
    let seats = u32::from(state.seats);
    let since = |seat: u8| (u32::from(seat) + seats - u32::from(game.start_player)) % seats;
    // After the end the last turn is counted already.
    let begun = if state.end == End::NotYet { state.turn } else { state.turn.wrapping_sub(1) };
    if state.turn == 0 && state.end != End::NotYet {
        faults.push(Fault::unreachable("turn", "no game is over before its first turn (TT-46, TT-53)"));
    } else if begun % seats != since(state.owner) {
        let message = format!("it is not this seat's turn after {} turns (TT-9, TT-81)", state.turn);
        faults.push(Fault::unreachable("owner", message));
    }
    if game.max_turns.is_some_and(|limit| state.turn > limit || (state.turn == limit && state.end == End::NotYet)) {
        faults.push(Fault::unreachable("turn", "the game would have been cut off before (TT-53)"));
    }
    if state.end == End::Truncated && (game.max_turns != Some(state.turn) || super::rules::is_natural_end(game, state)) {
        faults.push(Fault::unreachable("turn", "a game is cut off by its limit, and only if it is not over (TT-53)"));
    }
    if state.end == End::Natural && since(state.owner) != seats - 1 {
        faults.push(Fault::unreachable("owner", "the last turn is that of the seat before the start player (TT-46)"));
    }
    if state.ender != NONE && since(state.owner) < since(state.ender) {
        faults.push(Fault::unreachable("game_end", "the round in which the tile was taken is over (TT-46)"));
    }
    this_turn(game, state, faults);
    for (seat, player) in state.players().iter().enumerate() {
        let is_closing = seat == usize::from(state.owner) && state.point == Point::Place;
        let ends = player.carriage == CARRIAGES.1 || player.houses_left() == 0;
        // A close counts when it is over; its carriage comes first (TT-31).
        let closes = player.closes.saturating_add(is_closing.into());
        if u32::from(player.carriage).saturating_sub(2) > closes {
            let message = format!("{closes} closes cannot have brought carriage {} (TT-32, TT-78)", player.carriage);
            faults.push(Fault::unreachable(format!("players[{seat}].closes"), message));
        }
        if closes > 0 && player.carriage == 0 {
            faults.push(Fault::unreachable(format!("players[{seat}].carriage"), "the first close gives carriage 3 (TT-32)"));
        }
        if closes == 0 && player.houses != 0 {
            faults.push(Fault::unreachable(format!("players[{seat}].houses"), "houses are placed in a close (TT-35)"));
        }
        if ends && state.ender == NONE && !is_closing {
            faults.push(Fault::unreachable("game_end", format!("player {seat} would have taken the tile (TT-42)")));
        }
        for (index, stack) in game.map.stacks.iter().enumerate() {
            let is_met = match &stack.goal {
                Goal::Cities(all) => player.houses & all == *all,
                Goal::Groups(groups) => groups.iter().all(|group| player.houses & group != 0),
                Goal::Route(_) => player.closes > 0,
                Goal::GameEnd => ends,
            };
            if has_tile(state, seat as u8, index) && !is_met {
                faults.push(Fault::unreachable(format!("players[{seat}].tiles[{index}]"), "the tile was not earned (TT-39 to TT-42)"));
            }
        }
    }
}

/// What the moves of this turn could not have led to (TT-101).
fn this_turn(game: &ThurnAndTaxis, state: &State, faults: &mut Vec<Fault>) {
    if state.end != End::NotYet {
        return;
    }
    let mut refuse = |path: &str, message: &str| faults.push(Fault::unreachable(path, message));
    let own = state.own();
    if state.point == Point::FirstDraw && state.deal != Deal::Nothing {
        let start = State::new(&game.map, game.players, game.start_player);
        let is_start = state.turn == 0 && state.began_empty && state.official == Official::Free;
        if !is_start || (state.players, state.discard, state.taken) != (start.players, start.discard, start.taken) {
            refuse("deal", "before a first draw only the first display is dealt, when nobody has anything (TT-4, TT-5, TT-21)");
        }
    }
    let is_dealt_up = state.supply_size != 0 || (state.point <= Point::Play && state.discard_size != 0);
    if state.deal != Deal::Display && state.display_size < DISPLAY && is_dealt_up {
        refuse("display", "there would be six cards, or nothing is left to deal (TT-13, TT-21, TT-76)");
    }
    if state.point == Point::Place && super::actions::options(game, state).places == 0 {
        refuse("point", "the close would be over: there is no house to place (TT-74)");
    }
    if state.point == Point::Discard && own.row_len != 0 {
        refuse("point", "hands are reduced after the row was discarded (TT-31)");
    }
}
