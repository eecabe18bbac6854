//! What a seat may know (TT-58, TT-59, TT-102): everything but the cards that others drew face down, of which the two pools of TT-65 are known.

use super::ThurnAndTaxis;
use super::state::{Deal, End, NONE, OFFICIALS, POINTS, Player, Point, State};
use super::tables::{CARRIAGES, Counts, DISPLAY, HAND_LIMIT, HOUSES, MAX_CITIES, MAX_TILES, Map, Mask, bit, card_of_rank};
use crate::observation::{ObservationSpec, ObservationWriter};
use crate::rng::Rng;

/// The fields. Seats are relative: the observer first, then those after it in order, round the table.
pub(super) fn spec(map: &Map, seats: usize) -> ObservationSpec {
    let n = usize::from(map.n);
    let copies = map.copies;
    ObservationSpec::default()
        .with("hand_new", &[n], copies, "own hand: cards drawn face down since the last reshuffle, by city (TT-63)")
        .with("hand_old", &[n], copies, "own hand: cards drawn face down before it, by city")
        .with("known", &[seats, n], copies, "hand cards taken face up, by seat (observer first) and city (TT-63)")
        .with(
            "new_cards",
            &[seats, 2],
            255,
            "hand cards drawn face down since the last reshuffle, by seat (observer first): their number as low byte, high byte",
        )
        .with("old_cards", &[seats, 2], 255, "hand cards drawn face down before it, by seat (observer first): low byte, high byte")
        .with("current_pool", &[n], copies, "supply and the opponents' new cards together, by city (TT-65)")
        .with("old_pool", &[n], copies, "the opponents' old cards together, by city (TT-65)")
        .with("supply", &[2], 255, "cards of the supply: their number as low byte, high byte (TT-58)")
        .with("discard", &[n], copies, "the discard pile, by city (TT-58)")
        .with("display", &[n], copies, "the display, by city (TT-5)")
        .with("rows", &[seats, n], map.n, "by seat (observer first) the row from left to right: 1 + city, 0 behind its end (TT-25)")
        .with("houses", &[seats, n], 1, "by seat (observer first) and city: 1 where it has a house (TT-35)")
        .with("carriage", &[seats], CARRIAGES.1, "the highest carriage by seat (observer first), 0 without one (TT-32)")
        .with("closes", &[seats, 4], 255, "routes closed by seat (observer first): four bytes, the lowest first (TT-30)")
        .with(
            "tiles",
            &[map.stacks.len(), longest(map)],
            seats as u8,
            "by stack, in it from the top: 1 + the seat (observer first) that has the tile, 0 if nobody has it; equal tiles by seat (TT-39)",
        )
        .with("tile_points", &[seats, 2], 255, "points of the tiles by seat (observer first): low byte, high byte (TT-48)")
        .with("stacks", &[map.stacks.len()], MAX_TILES as u8, "tiles left by stack (TT-7)")
        .with("to_move", &[seats + 2], 1, "one-hot over the seats (observer first), chance, nobody: who decides")
        .with("owner", &[seats], 1, "one-hot over the seats (observer first): whose turn it is, after the end whose the last one was (TT-9)")
        .with("start_player", &[seats], 1, "one-hot over the seats (observer first): who had the first turn and begins each round (TT-9)")
        .with("turn", &[4], 255, "completed player turns: four bytes, the lowest first (TT-53, TT-102)")
        .with("point", &[POINTS.len()], 1, "one-hot over D1 to D7 and the end of a turn; while a card is dealt, what follows (TT-70)")
        .with("deal", &[2], 1, "one-hot: chance deals a card of the display, one drawn face down (TT-61)")
        .with("official", &[OFFICIALS.len()], 1, "one-hot over none, postmaster, administrator, carrier, cartwright (TT-11)")
        .with("began_empty", &[1], 1, "1 if the owner's hand was empty when the turn began (TT-15)")
        .with("placed", &[n], 1, "by city: 1 for each house of the present close (TT-72)")
        .with("last_discard", &[n], 1, "one-hot over the cities: the one discarded last in D7 (TT-73)")
        .with("ender", &[seats], 1, "one-hot over the seats (observer first): who has the game-end tile (TT-42)")
}

/// Tiles of the highest stack.
fn longest(map: &Map) -> usize {
    map.stacks.iter().map(|stack| stack.values.len()).max().unwrap_or(0)
}

fn put_counts(writer: &mut ObservationWriter<'_>, n: usize, counts: &Counts) {
    writer.field(n).copy_from_slice(&counts[..n]);
}

fn put_mask(writer: &mut ObservationWriter<'_>, n: usize, mask: Mask) {
    for (city, entry) in writer.field(n).iter_mut().enumerate() {
        *entry = (mask >> city & 1) as u8;
    }
}

/// The two pools of an observer (TT-65): current, old. Right after a reshuffle the current one is the supply alone (TT-62).
fn pools(state: &State, observer: usize) -> [Counts; 2] {
    let mut pools = [state.supply, [0; MAX_CITIES]];
    for (_, player) in state.players().iter().enumerate().filter(|&(seat, _)| seat != observer) {
        for (pool, counts) in pools.iter_mut().zip([&player.new, &player.old]) {
            for (sum, count) in pool.iter_mut().zip(counts) {
                *sum += count;
            }
        }
    }
    pools
}

fn old_size(player: &Player) -> u16 {
    player.old.iter().map(|&count| u16::from(count)).sum()
}

pub(super) fn observe(game: &ThurnAndTaxis, state: &State, observer: usize, out: &mut [u8]) {
    let map = &game.map;
    let (n, seats) = (usize::from(map.n), game.players);
    let mut writer = ObservationWriter::new(out);
    let order: Vec<&Player> = (0..seats).map(|offset| &state.players[(observer + offset) % seats]).collect();
    let relative = |seat: u8| (usize::from(seat) < seats).then(|| (usize::from(seat) + seats - observer) % seats);
    put_counts(&mut writer, n, &state.players[observer].new);
    put_counts(&mut writer, n, &state.players[observer].old);
    for player in &order {
        put_counts(&mut writer, n, &player.known);
    }
    for player in &order {
        writer.wide(player.new_size);
    }
    for player in &order {
        writer.wide(old_size(player));
    }
    for pool in pools(state, observer) {
        put_counts(&mut writer, n, &pool);
    }
    writer.wide(state.supply_size);
    put_counts(&mut writer, n, &state.discard);
    put_counts(&mut writer, n, &state.display);
    for player in &order {
        for (entry, &city) in writer.field(n).iter_mut().zip(player.row()) {
            *entry = city + 1;
        }
    }
    for player in &order {
        put_mask(&mut writer, n, player.houses);
    }
    for player in &order {
        writer.put(player.carriage.min(CARRIAGES.1));
    }
    for player in &order {
        writer.long(player.closes);
    }
    let height = longest(map);
    for (index, stack) in map.stacks.iter().enumerate() {
        let taken = usize::from(state.taken[index]).min(stack.values.len());
        let entries = &mut writer.field(height)[..taken];
        for (tile, entry) in entries.iter_mut().enumerate() {
            *entry = relative(state.tile_owner(index, tile)).map_or(0, |seat| seat as u8 + 1);
        }
        // The state has the owners of equal tiles by seat; each observer counts the seats from another one.
        for tile in 1..taken {
            let mut place = tile;
            while place > 0 && stack.values[place - 1] == stack.values[place] && entries[place - 1] > entries[place] {
                entries.swap(place - 1, place);
                place -= 1;
            }
        }
    }
    for player in &order {
        writer.wide(player.tile_points);
    }
    for (stack, entry) in writer.field(map.stacks.len()).iter_mut().enumerate() {
        *entry = (map.stacks[stack].values.len() as u8).saturating_sub(state.taken[stack]);
    }
    let turn = if state.end != End::NotYet {
        Some(seats + 1)
    } else if state.deal != Deal::Nothing {
        Some(seats)
    } else {
        relative(state.owner)
    };
    writer.one_hot(seats + 2, turn);
    writer.one_hot(seats, relative(state.owner));
    writer.one_hot(seats, relative(game.start_player));
    writer.long(state.turn);
    writer.one_hot(POINTS.len(), POINTS.iter().position(|&(point, _)| point == state.point));
    writer.one_hot(
        2,
        match state.deal {
            Deal::Nothing => None,
            Deal::Display => Some(0),
            Deal::FaceDown => Some(1),
        },
    );
    writer.one_hot(OFFICIALS.len(), OFFICIALS.iter().position(|&(official, _)| official == state.official));
    writer.put(state.began_empty.into());
    put_mask(&mut writer, n, state.placed);
    writer.one_hot(n, (state.last_discard != NONE).then_some(state.last_discard.into()));
    writer.one_hot(seats, relative(state.ender));
    debug_assert_eq!(writer.remaining(), 0);
}

/// Takes a card out of a pool, each card equally likely.
fn draw(pool: &mut Counts, size: &mut u16, rng: &mut Rng) -> Option<u8> {
    let city = card_of_rank(pool, rng.below((*size).into()) as u16)?;
    let count = pool.get_mut(usize::from(city))?;
    *count = count.checked_sub(1)?;
    *size -= 1;
    Some(city)
}

/// How often hands are dealt anew until the owner of a half-made reduction can go on with it.
const MOST_DEALS: u32 = 1000;

/// The current pool is dealt anew to the opponents' new places and the supply, the old pool to their old places, uniformly without replacement
/// (TT-66, TT-67). Who is in the middle of a reduction to three still holds cards that may follow the last one (TT-73, TT-98).
pub(super) fn resample(game: &ThurnAndTaxis, state: &State, observer: usize, rng: &mut Rng) -> State {
    let mut sampled = *state;
    for _ in 0..MOST_DEALS {
        deal_pools(state, &mut sampled, observer, rng);
        if can_go_on(game, &sampled) {
            return sampled;
        }
    }
    // So rare that nobody will ever see it: the reduction is taken to begin anew.
    sampled.last_discard = NONE;
    sampled
}

fn can_go_on(game: &ThurnAndTaxis, state: &State) -> bool {
    state.point != Point::Discard || state.deal != Deal::Nothing || state.own().hand_size <= HAND_LIMIT || {
        super::actions::options(game, state).discards != 0
    }
}

/// Only the pools and the numbers of hidden cards are read, never who holds what.
fn deal_pools(state: &State, sampled: &mut State, observer: usize, rng: &mut Rng) {
    let [mut current, mut old] = pools(state, observer);
    let size = |pool: &Counts| pool.iter().map(|&count| u16::from(count)).sum::<u16>();
    let (mut current_size, mut old_left) = (size(&current), size(&old));
    for seat in (0..usize::from(state.seats)).filter(|&seat| seat != observer) {
        let (news, olds) = (state.players[seat].new_size, old_size(&state.players[seat]));
        let player = &mut sampled.players[seat];
        player.new = [0; MAX_CITIES];
        player.old = [0; MAX_CITIES];
        for _ in 0..news {
            if let Some(city) = draw(&mut current, &mut current_size, rng) {
                player.new[usize::from(city)] += 1;
            }
        }
        for _ in 0..olds {
            if let Some(city) = draw(&mut old, &mut old_left, rng) {
                player.old[usize::from(city)] += 1;
            }
        }
        player.hand = (0..MAX_CITIES as u8).filter(|&city| player.hand_count(city) > 0).fold(0, |set, city| set | bit(city));
    }
    sampled.supply = current;
    debug_assert!(sampled.players().iter().all(|player| player.houses.count_ones() <= HOUSES.into()) && sampled.display_size <= DISPLAY);
}
