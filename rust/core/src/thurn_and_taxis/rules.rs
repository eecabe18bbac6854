//! What a decision and a dealt card do.

use super::ThurnAndTaxis;
use super::actions::{Action, ends, places};
use super::state::{Deal, End, NONE, Official, Player, Point, State, one_more};
use super::tables::{CARRIAGE_POINTS, CARRIAGES, CARTWRIGHT, Goal, HAND_LIMIT, HOUSES, MAX_CITIES, Map, Mask, SHORTEST_ROUTE, bit, cities};
use crate::action::ActionId;
use crate::game::Event;

/// Receives the effects of an action as they happen; the hot loops pass one that does nothing and costs nothing.
pub(super) trait Log {
    /// One effect.
    fn event(&mut self, name: &'static str, seat: u8, place: i32, amount: i32);
}

/// No log.
pub(super) struct Silent;

impl Log for Silent {
    #[inline(always)]
    fn event(&mut self, _: &'static str, _: u8, _: i32, _: i32) {}
}

impl Log for Vec<Event> {
    fn event(&mut self, name: &'static str, seat: u8, place: i32, amount: i32) {
        self.push(Event { name, seat, place, amount });
    }
}

/// Applies a decision of the owner or the card that chance deals.
#[inline(always)]
pub(super) fn apply(game: &ThurnAndTaxis, state: &mut State, id: ActionId, log: &mut impl Log) {
    match state.deal {
        Deal::Display => deal_display(game, state, id as u8, log),
        Deal::FaceDown => {
            take_from_supply(state, id as u8);
            state.into_hand(state.owner, id as u8, false);
            log.event("card", state.owner, id.into(), 1);
            state.deal = Deal::Nothing;
            proceed(game, state, log);
        }
        Deal::Nothing => decide(game, state, id, log),
    }
}

#[inline(always)]
fn take_from_supply(state: &mut State, city: u8) {
    let count = &mut state.supply[usize::from(city & 31)];
    *count = count.wrapping_sub(1);
    state.supply_size = state.supply_size.wrapping_sub(1);
}

/// One card of the display is dealt (TT-5, TT-13, TT-16, TT-21), and the next one if it is still short: a reshuffle may fall between the two
/// (TT-19).
#[inline(always)]
fn deal_display(game: &ThurnAndTaxis, state: &mut State, city: u8, log: &mut impl Log) {
    take_from_supply(state, city);
    state.display[usize::from(city & 31)] += 1;
    state.display_set |= bit(city);
    state.display_size += 1;
    log.event("deal", state.owner, city.into(), 1);
    state.deal = Deal::Nothing;
    fill_display(game, state, log);
}

/// Deals the display up to six as far as the cards go, then goes on.
#[inline(always)]
fn fill_display(game: &ThurnAndTaxis, state: &mut State, log: &mut impl Log) {
    if state.is_short() {
        state.deal = Deal::Display;
        reshuffle_if_empty(state, log);
    } else {
        proceed(game, state, log);
    }
}

/// Only when a card has to be dealt and the supply is empty, the discard pile becomes the supply (TT-18). What was drawn face down before is
/// old from now on (TT-63).
#[inline(always)]
fn reshuffle_if_empty(state: &mut State, log: &mut impl Log) {
    if state.supply_size == 0 {
        reshuffle(state, log);
    }
}

fn reshuffle(state: &mut State, log: &mut impl Log) {
    log.event("reshuffle", state.owner, -1, state.discard_size.into());
    state.supply = state.discard;
    state.supply_size = state.discard_size;
    state.discard = [0; MAX_CITIES];
    state.discard_size = 0;
    for player in &mut state.players {
        for (old, new) in player.old.iter_mut().zip(&mut player.new) {
            *old += std::mem::take(new);
        }
        player.new_size = 0;
    }
}

fn decide(game: &ThurnAndTaxis, state: &mut State, id: ActionId, log: &mut impl Log) {
    let owner = state.owner;
    let Some(action) = Action::from_id(game.map.n, id) else { return };
    match action {
        Action::DrawCity(city) => {
            next_draw(state, log);
            let count = &mut state.display[usize::from(city & 31)];
            *count = count.wrapping_sub(1);
            if *count == 0 {
                state.display_set &= !bit(city);
            }
            state.display_size = state.display_size.wrapping_sub(1);
            state.into_hand(owner, city, true);
            log.event("take", owner, city.into(), 1);
            fill_display(game, state, log);
        }
        Action::DrawFaceDown => {
            next_draw(state, log);
            log.event("face_down", owner, -1, 1);
            state.deal = Deal::FaceDown;
            reshuffle_if_empty(state, log);
        }
        Action::Administrator => {
            state.official = Official::Administrator;
            log.event("official", owner, 2, 1);
            log.event("administrator", owner, -1, state.display_size.into());
            for (discard, display) in state.discard.iter_mut().zip(&mut state.display) {
                *discard += std::mem::take(display);
            }
            state.discard_size += u16::from(state.display_size);
            (state.display_size, state.display_set) = (0, 0);
            state.point = Point::OnlyDraw;
            fill_display(game, state, log);
        }
        Action::PlayRight(city) => play(game, state, city, 1, log),
        Action::PlayLeft(city) => play(game, state, city, -1, log),
        Action::Start(city) => play(game, state, city, 0, log),
        Action::EndTurn => finish_turn(game, state, log),
        Action::Close => close(game, state, 0, log),
        Action::CloseWithCartwright => {
            state.official = Official::Cartwright;
            log.event("official", owner, 4, 1);
            close(game, state, CARTWRIGHT, log);
        }
        Action::Place(city) => {
            state.placed |= bit(city);
            let own = state.own_mut();
            own.houses |= bit(city);
            let left = own.houses_left();
            log.event("house", owner, city.into(), left.into());
            proceed(game, state, log);
        }
        Action::PlaceDone => place_done(game, state, log),
        Action::Discard(city) => {
            from_hand(state.own_mut(), city);
            state.discard[usize::from(city & 31)] += 1;
            state.discard_size += 1;
            state.last_discard = city;
            log.event("discard", owner, city.into(), 1);
            proceed(game, state, log);
        }
    }
}

/// Where a draw leads (TT-70), and whether it spends the postmaster (TT-14, TT-15).
#[inline(always)]
fn next_draw(state: &mut State, log: &mut impl Log) {
    state.point = match state.point {
        Point::FirstDraw if state.began_empty => Point::OnlyDraw,
        Point::FirstDraw => Point::DrawOrPlay,
        Point::DrawOrPlay => {
            state.official = Official::Postmaster;
            log.event("official", state.owner, 1, 1);
            Point::Play
        }
        _ => {
            if state.official == Official::Postmaster {
                log.event("official", state.owner, 1, 1);
            }
            Point::Play
        }
    };
}

/// A card leaves a hand: a known copy first, else an old, else a new one (TT-64).
#[inline(always)]
fn from_hand(player: &mut Player, city: u8) {
    let index = usize::from(city & 31);
    if player.known[index] > 0 {
        player.known[index] -= 1;
    } else if player.old[index] > 0 {
        player.old[index] -= 1;
    } else {
        player.new[index] = player.new[index].wrapping_sub(1);
        player.new_size = player.new_size.wrapping_sub(1);
    }
    player.hand_size = player.hand_size.wrapping_sub(1);
    if player.hand_count(city) == 0 {
        player.hand &= !bit(city);
    }
}

/// A play: at an end of the row, or as the first card of a new one (TT-23 to TT-28). Nothing is inserted or taken back (TT-26).
#[inline(always)]
fn play(game: &ThurnAndTaxis, state: &mut State, city: u8, end: i32, log: &mut impl Log) {
    let owner = state.owner;
    if state.point == Point::AfterPlay {
        state.official = Official::Carrier;
        log.event("official", owner, 3, 1);
    }
    if end == 0 && state.own().row_len > 0 {
        log.event("abandon", owner, -1, state.own().row_len.into());
        discard_row(state);
    }
    let own = state.own_mut();
    from_hand(own, city);
    let length = usize::from(own.row_len).min(MAX_CITIES - 1);
    if end < 0 {
        own.row.copy_within(0..length, 1);
        own.row[0] = city;
    } else {
        own.row[length] = city;
    }
    own.row_len += 1;
    own.row_set |= bit(city);
    log.event("play", owner, city.into(), end);
    state.point = Point::AfterPlay;
    proceed(game, state, log);
}

/// The whole row goes to the discard pile.
#[inline(always)]
fn discard_row(state: &mut State) {
    let row = state.own().row_set;
    let length = state.own().row_len;
    for city in cities(row) {
        state.discard[usize::from(city)] += 1;
    }
    state.discard_size += u16::from(length);
    let own = state.own_mut();
    own.row = [0; MAX_CITIES];
    (own.row_set, own.row_len) = (0, 0);
}

/// A close begins with the carriage, which is automatic (TT-31, TT-32); the cartwright makes it cheaper (TT-33).
#[inline(always)]
fn close(game: &ThurnAndTaxis, state: &mut State, allowance: u8, log: &mut impl Log) {
    let owner = state.owner;
    let own = state.own_mut();
    let next = own.next_carriage();
    if next <= CARRIAGES.1 && own.row_len + allowance >= next {
        own.carriage = next;
        log.event("carriage", owner, next.into(), CARRIAGE_POINTS[usize::from(next & 7)]);
    }
    state.placed = 0;
    state.point = Point::Place;
    proceed(game, state, log);
}

/// Tiles, the row, the hand limit (TT-31, TT-39 to TT-45).
fn place_done(game: &ThurnAndTaxis, state: &mut State, log: &mut impl Log) {
    let owner = state.owner;
    let length = state.own().row_len;
    log.event("close", owner, -1, length.into());
    tiles(game, state, length, log);
    discard_row(state);
    state.own_mut().closes = one_more(state.own().closes);
    state.placed = 0;
    // A natural end needs no hand limit (TT-45).
    if is_natural_end(game, state) {
        finish_turn(game, state, log);
    } else {
        state.point = Point::Discard;
        proceed(game, state, log);
    }
}

/// What decides which tiles a close earns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Earning {
    /// Cards of the closed row.
    pub(super) length: u8,
    /// Houses of the owner once those of the close are placed.
    pub(super) houses: Mask,
    /// His highest carriage once that of the close is taken.
    pub(super) carriage: u8,
    /// Whether nobody has the game-end tile yet (TT-47).
    pub(super) is_end_free: bool,
}

/// The stacks of which a close gives a tile (TT-39 to TT-43), as a set of bits; of a stack a tile must be left, and the owner may have some.
#[inline(always)]
pub(super) fn earned(map: &Map, close: &Earning, left: impl Fn(usize) -> bool, has: impl Fn(usize) -> bool) -> u16 {
    // The longest stack that the route is long enough for and that has a tile left (TT-39).
    let route = (0..map.stacks.len())
        .filter(|&stack| left(stack))
        .filter_map(|stack| match map.stacks[stack].goal {
            Goal::Route(least) if least <= close.length => Some((least, stack)),
            _ => None,
        })
        .max();
    let mut set = 0;
    for (index, stack) in map.stacks.iter().enumerate() {
        let is_earned = match &stack.goal {
            Goal::Route(_) => route.is_some_and(|(_, best)| best == index),
            Goal::Cities(all) => close.houses & all == *all && !has(index),
            Goal::Groups(groups) => groups.iter().all(|group| close.houses & group != 0) && !has(index),
            // The first to have carriage 7 or no house left (TT-42); there is no second one (TT-47).
            Goal::GameEnd => close.is_end_free && (close.carriage == CARRIAGES.1 || close.houses.count_ones() >= u32::from(HOUSES)),
        };
        set |= u16::from(is_earned && left(index)) << (index & 15);
    }
    set
}

/// Every tile that this close earns, in the order of the map (TT-43).
fn tiles(game: &ThurnAndTaxis, state: &mut State, length: u8, log: &mut impl Log) {
    let map = &game.map;
    let own = state.own();
    let close = Earning { length, houses: own.houses, carriage: own.carriage, is_end_free: state.ender == NONE };
    let left = |stack: usize| usize::from(state.taken[stack]) < map.stacks[stack].values.len();
    let set = earned(map, &close, left, |stack| has_tile(state, state.owner, stack));
    for (index, stack) in map.stacks.iter().enumerate().filter(|&(index, _)| set >> index & 1 != 0) {
        let tile = state.taken[index];
        let value = stack.values[usize::from(tile)];
        state.taken[index] += 1;
        give_tile(state, index, &stack.values, tile);
        state.own_mut().tile_points += u16::from(value);
        if matches!(stack.goal, Goal::GameEnd) {
            state.ender = state.owner;
        }
        log.event("tile", state.owner, index as i32, value.into());
    }
}

/// Notes who takes the next tile. Which of several tiles of one value somebody has makes no difference, so they stand in the order of the
/// seats: positions in which the same players have the same values are equal.
#[inline(always)]
fn give_tile(state: &mut State, stack: usize, values: &[u8], tile: u8) {
    let mut place = usize::from(tile);
    while place > 0 && values[place - 1] == values[place] && state.tile_owner(stack, place - 1) > state.owner {
        let other = state.tile_owner(stack, place - 1);
        set_tile_owner(state, stack, place, other);
        place -= 1;
    }
    set_tile_owner(state, stack, place, state.owner);
}

#[inline(always)]
fn set_tile_owner(state: &mut State, stack: usize, tile: usize, seat: u8) {
    let owners = &mut state.tile_owners[stack & 15];
    let shift = 2 * (tile & 15);
    *owners = *owners & !(3 << shift) | u32::from(seat & 3) << shift;
}

/// Whether a seat has a tile of a stack.
pub(super) fn has_tile(state: &State, seat: u8, stack: usize) -> bool {
    (0..usize::from(state.taken[stack & 15])).any(|tile| state.tile_owner(stack, tile) == seat)
}

/// Whether the game is over with this turn: the tile is taken, and the owner is the last of the round (TT-9, TT-46).
#[inline(always)]
pub(super) fn is_natural_end(game: &ThurnAndTaxis, state: &State) -> bool {
    state.ender != NONE && (state.owner + 1) % state.seats.max(1) == game.start_player
}

/// The turn's last act: the end, or the display for the next turn (TT-21).
#[inline(always)]
fn finish_turn(game: &ThurnAndTaxis, state: &mut State, log: &mut impl Log) {
    state.last_discard = NONE;
    if is_natural_end(game, state) {
        state.turn = one_more(state.turn);
        end(state, End::Natural, log);
        return;
    }
    state.point = Point::EndTurn;
    fill_display(game, state, log);
}

fn end(state: &mut State, end: End, log: &mut impl Log) {
    state.end = end;
    state.point = Point::EndTurn;
    let winner = super::scoring::winner(state).unwrap_or(state.owner);
    log.event("over", winner, -1, state.turn as i32);
}

/// Goes on to the next point at which somebody decides or chance deals; what can be skipped is skipped (TT-20, TT-22, TT-70, TT-74).
#[inline(always)]
fn proceed(game: &ThurnAndTaxis, state: &mut State, log: &mut impl Log) {
    let can_draw = state.display_size > 0 || state.has_cards();
    match state.point {
        // The set-up is dealt: the first turn begins.
        Point::FirstDraw => begin_turn(state, log),
        Point::OnlyDraw | Point::DrawOrPlay if can_draw => {}
        Point::OnlyDraw | Point::DrawOrPlay | Point::Play => to_play(game, state, log),
        Point::AfterPlay => {
            if is_end_turn_all(game, state) {
                finish_turn_now(game, state, log);
            }
        }
        Point::Place => {
            if places(&game.map, state.own(), state.placed) == 0 {
                place_done(game, state, log);
            }
        }
        Point::Discard => {
            // After a close only (TT-80): while cards are drawn and played there is no limit (TT-17).
            if state.own().hand_size <= HAND_LIMIT {
                finish_turn_now(game, state, log);
            }
        }
        Point::EndTurn => next_turn(game, state, log),
    }
}

/// D4, or what follows a play phase that an empty hand skips (TT-22).
#[inline(always)]
fn to_play(game: &ThurnAndTaxis, state: &mut State, log: &mut impl Log) {
    state.point = Point::Play;
    if state.own().hand == 0 {
        state.point = Point::AfterPlay;
        if is_end_turn_all(game, state) {
            finish_turn_now(game, state, log);
        }
    }
}

/// Whether `end_turn` is the only action of D5 and needs no decision (TT-74).
#[inline(always)]
fn is_end_turn_all(game: &ThurnAndTaxis, state: &State) -> bool {
    let own = state.own();
    if own.row_len >= SHORTEST_ROUTE {
        return false;
    }
    if state.official != Official::Free || own.hand == 0 {
        return true;
    }
    let (right, left) = ends(&game.map, own);
    game.carrier_must_fit && (right | left) & own.hand == 0
}

/// As [`finish_turn`], with the recursion that the compiler cannot inline kept in one place.
#[inline(never)]
fn finish_turn_now(game: &ThurnAndTaxis, state: &mut State, log: &mut impl Log) {
    state.last_discard = NONE;
    if is_natural_end(game, state) {
        state.turn = one_more(state.turn);
        end(state, End::Natural, log);
    } else {
        state.point = Point::EndTurn;
        if state.is_short() {
            state.deal = Deal::Display;
            reshuffle_if_empty(state, log);
        } else {
            next_turn(game, state, log);
        }
    }
}

/// The next player's turn, or the end by the limit on turns (TT-9, TT-53).
fn next_turn(game: &ThurnAndTaxis, state: &mut State, log: &mut impl Log) {
    state.turn = one_more(state.turn);
    if game.max_turns.is_some_and(|limit| state.turn >= limit) {
        end(state, End::Truncated, log);
        return;
    }
    state.owner = (state.owner + 1) % state.seats.max(1);
    begin_turn(state, log);
    // Without any card to draw the turn goes on at once; nobody could have played for ever without one.
    if state.point == Point::FirstDraw && state.display_size == 0 && !state.has_cards() {
        to_play(game, state, log);
    }
}

/// A turn begins: an empty hand forces the postmaster (TT-15).
#[inline(always)]
fn begin_turn(state: &mut State, log: &mut impl Log) {
    state.point = Point::FirstDraw;
    state.began_empty = state.own().hand_size == 0;
    state.official = if state.began_empty { Official::Postmaster } else { Official::Free };
    log.event("turn", state.owner, -1, state.turn as i32);
}
