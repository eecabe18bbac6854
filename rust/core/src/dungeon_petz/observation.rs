//! What a seat may know (DP-123, DP-124): everything but needs on the hand cards of others, their groups until all have grouped, and which
//! cards and potions lie on their pets until their turn of phase 4. Until that is known, grouped imps and gold count as at home, and
//! face-down cards as in hand (DP-175).

use super::DungeonPetz;
use super::actions::is_potion;
use super::position::MOST_SUBSTITUTES;
use super::state::{NEUTRAL, NO_SHOW, NONE, PHASES, POINTS, PRINTED, Phase, Player, Plot, Point, State};
use super::tables::{ADDONS, ARTIFACTS, CAGES, CUSTOMERS, EXHIBITIONS, MAX_SIZE, PETS};
use crate::observation::{ObservationSpec, ObservationWriter};

/// The fields. Seats are relative: the observer first, then those after it in order, round the table.
pub(super) fn spec(seats: usize) -> ObservationSpec {
    let s = seats;
    let tile = |count: usize| count as u8 + 1;
    ObservationSpec::default()
        .with("hand", &[4, 6], 255, "own hand cards by colour and need")
        .with("cards", &[s, 4], 255, "cards held by seat (observer first) and colour: of others with the face-down ones, the observer's own of these stand in plot_cards (DP-123)")
        .with("potions", &[s], 5, "potions held by seat (observer first): of others with the face-down ones (DP-123)")
        .with("unseen_cards", &[4, 6], 255, "cards of the decks, the others' hands and their face-down cards together (DP-124)")
        .with("decks", &[4, 2], 255, "cards of the decks by colour: their number as low byte, high byte (DP-123)")
        .with("discards", &[4, 6], 255, "discarded cards by colour and need (DP-123)")
        .with("substitutes", &[4], MOST_SUBSTITUTES, "living substitute cards by colour (DP-56)")
        .with("potion_stack", &[1], 5, "potions in the stack (DP-8)")
        .with("points", &[s, 5, 2], 255, "by seat (observer first) and item of the score sheet: doubled points plus 32768 as low byte, high byte (DP-166)")
        .with("gold", &[s, 2], 255, "gold by seat (observer first), with that in groups not known yet: low byte, high byte (DP-175)")
        .with("imps", &[s, 4], 10, "by seat (observer first): imps at home (with those in groups not known yet), used, in hospital, on the platform (DP-134)")
        .with("progress", &[s, 4], 10, "imps on the progress board by seat (observer first) and column (DP-2)")
        .with("groups", &[s, 6, 2], 33, "by seat (observer first) the groups that it has not resolved yet: imps, 1 + gold (33 while it is asked); 0 where none is known (DP-124)")
        .with("vegetables", &[s, 3], 255, "vegetables by seat (observer first) and chamber, the freshest one first (DP-5)")
        .with("meat", &[s, 2], 255, "meat by seat (observer first) and chamber, the freshest one first (DP-5)")
        .with("artifacts", &[s, ARTIFACTS], 1, "by seat (observer first) and artifact: 1 where it has it (DP-39)")
        .with("book_colours", &[ARTIFACTS], 4, "by artifact: 1 + the colour of a book, 0 without (DP-45)")
        .with("box_food", &[1], 1, "1 if food lies on the Magic Box (DP-47)")
        .with("potions_due", &[s, 4], 5, "cards to be discarded for potions by seat (observer first) and colour (DP-78)")
        .with("waiting_cages", &[s, CAGES], 1, "by seat (observer first) and cage: 1 if it is bought and not placed (DP-49)")
        .with("waiting_addons", &[s, ADDONS], 1, "by seat (observer first) and addon: 1 if it is bought and not placed (DP-50)")
        .with("waiting_pets", &[s, PETS], 1, "by seat (observer first) and pet: 1 if it is bought or lifted and not placed (DP-52)")
        .with("plot_cages", &[s, 4], tile(CAGES) + 1, "by seat (observer first) and plot: 0 no cage, 1 the printed one, 2 + index (DP-4)")
        .with("plot_addons", &[s, 4], tile(ADDONS), "by seat (observer first) and plot: 0 no addon, 1 + index (DP-50)")
        .with("plot_manure", &[s, 4], 255, "manure by seat (observer first) and plot (DP-66)")
        .with("plot_pets", &[s, 4], tile(PETS), "by seat (observer first) and plot: 0 no pet, 1 + index (DP-52)")
        .with(
            "plot_cards",
            &[s, 4, MAX_SIZE],
            64,
            "by seat (observer first) and plot, known cards on the bars: 1 + 16 x colour + 2 x need + (1 if doubled), of potions 13 + 16 x colour (DP-129)",
        )
        .with("pets", &[PETS, 3], 255, "by pet: size, suffering and mutation if somebody has it (DP-52)")
        .with("show", &[s, 2], 255, "by seat (observer first): doubled exhibition score of the round plus 32768 as low byte, high byte; 0 without (DP-61)")
        .with("armor_used", &[s], 2, "armor uses of the round by seat (observer first) (DP-76)")
        .with("employee_used", &[s], 1, "by seat (observer first): 1 if the Employee has counted as two in the round (DP-81)")
        .with("offer_artifacts", &[ARTIFACTS], 1, "by artifact: 1 if it is offered (DP-26)")
        .with("offer_cages", &[3], tile(CAGES), "cages offered from the top: 1 + index, 0 behind the last (DP-27)")
        .with("offer_addons", &[2], tile(ADDONS), "addons offered from the top: 1 + index, 0 behind the last (DP-28)")
        .with("young", &[3], tile(PETS), "pets of the young row from the left: 1 + index, 0 behind the last (DP-29)")
        .with("old", &[3], tile(PETS), "pets of the old row from the left: 1 + index, 0 behind the last (DP-29)")
        .with("removed_artifacts", &[ARTIFACTS], 1, "by artifact: 1 if it has left the game (DP-123)")
        .with("removed_cages", &[CAGES], 1, "by cage: 1 if it has left the game (DP-123)")
        .with("removed_addons", &[ADDONS], 1, "by addon: 1 if it has left the game (DP-123)")
        .with("removed_pets", &[PETS], 1, "by pet: 1 if it has left the game (DP-123)")
        .with("exhibitions", &[5], tile(EXHIBITIONS), "exhibitions face up by round: 1 + index, 0 behind the last (DP-21)")
        .with("customers", &[5], tile(CUSTOMERS), "customers face up by round: 1 + index, 0 behind the last (DP-22)")
        .with("stands", &[6], 255, "tokens: vegetables, vegetables and meat of the mixed one, meat, and vegetables and gold of the meat stand (DP-23, DP-115)")
        .with("spaces", &[14], 5, "by space: 0 free, 1 a neutral imp, 2 + seat (observer first) (DP-14, DP-16)")
        .with("space_imps", &[14], 10, "imps of the group there by space (DP-36)")
        .with("order", &[s], 4, "turn order by place: 1 + seat (observer first), 0 while the start player is drawn (DP-17)")
        .with("round", &[1], 6, "the round, from 1 (DP-1)")
        .with("phase", &[PHASES.len()], 1, "one-hot over set-up, shopping, arranging, needs, business, ageing, over")
        .with("point", &[POINTS.len()], 1, "one-hot over the deals of DP-120, the decisions of DP-126 and the end; of others the gold of a group is not told from the group")
        .with("to_move", &[s + 2], 1, "one-hot over the seats (observer first), chance, nobody: who decides")
        .with("seat", &[s], 1, "one-hot over the seats (observer first): who decides, or draws the card; 0 if nobody does")
        .with("left", &[1], 31, "tiles of the present kind still to be dealt (DP-121)")
        .with("draw", &[2, 4], 255, "cards to be drawn by colour: first a row of those replacements that come before the bars, then a row of all others (DP-122)")
        .with("size", &[1], 41, "imps + gold of the groups that are resolved, 0 while none is (DP-34)")
        .with("chosen", &[2], 31, "imps and gold of the group that is resolved (DP-36)")
        .with("given", &[4], 1, "by plot: 1 if the seat that decides has given it a cage in this round (DP-49)")
        .with("step_plot", &[4], 1, "one-hot over the plots: that of the pet in question; not while others assign (DP-124)")
        .with("step_open", &[4], 255, "needs that are still open by plot of the seat that decides (DP-64, DP-67, DP-69, DP-72)")
        .with("step_last", &[1], 24, "1 + the last choice that binds the next one, as its index in its family; 0 without (DP-126)")
        .with("step_count", &[1], 255, "manure removed so far (DP-132, DP-133)")
        .with("served", &[2], 1, "by customer of the round: 1 if the seat that decides has served it (DP-131)")
        .with("gold_before", &[2], 255, "gold before the sale to customer 1 as low byte, high byte; 0 until it is served (DP-169)")
        .with("platform_sold", &[1], 1, "1 if the seat that decides has sold from the platform in this round (DP-96)")
}

/// Whether the groups of a seat are not known to an observer (DP-124).
pub(super) fn hides_groups(state: &State, observer: usize, seat: usize) -> bool {
    seat != observer && matches!(state.point, Point::Group | Point::Gold)
}

/// Whether the cards on the pets of a seat are not known to an observer (DP-124): from its assigning to its turn of phase 4.
pub(super) fn hides_cards(state: &State, observer: usize, seat: usize) -> bool {
    let is_later = state.place_of(seat as u8) > state.place_of(state.seat);
    seat != observer && (state.phase == Phase::Arranging || state.phase == Phase::Needs && is_later)
}

/// Cards of the decks, the others' hands and their hidden face-down cards together.
pub(super) fn pool(state: &State, observer: usize) -> [[u16; 6]; 4] {
    let mut pool = state.decks.map(|needs| needs.map(u16::from));
    for (seat, player) in state.players().iter().enumerate().filter(|&(seat, _)| seat != observer) {
        for (pool, needs) in pool.iter_mut().zip(&player.hand) {
            for (sum, &count) in pool.iter_mut().zip(needs) {
                *sum += u16::from(count);
            }
        }
        if hides_cards(state, observer, seat) {
            for &card in player.plots.iter().flat_map(Plot::cards).filter(|&&card| !is_potion(card)) {
                pool[usize::from(card >> 4 & 3)][usize::from(card >> 1 & 7).min(5)] += 1;
            }
        }
    }
    pool
}

/// Cards by colour and potions that a seat holds, the hidden face-down ones included.
pub(super) fn held(state: &State, observer: usize, seat: usize) -> ([u16; 4], u8) {
    let player = &state.players[seat & 3];
    let mut cards = player.hand.map(|needs| needs.iter().map(|&count| u16::from(count)).sum::<u16>());
    let mut potions = player.potions;
    if hides_cards(state, observer, seat) {
        for &card in player.plots.iter().flat_map(Plot::cards) {
            if is_potion(card) {
                potions += 1;
            } else {
                cards[usize::from(card >> 4 & 3)] += 1;
            }
        }
    }
    (cards, potions)
}

fn shown(number: u16) -> u8 {
    number.min(255) as u8
}

/// What fits in two bytes; positions hold no more (DP-180).
fn wide(writer: &mut ObservationWriter<'_>, number: i32) {
    writer.wide(number.clamp(0, u16::MAX.into()) as u16);
}

fn set(writer: &mut ObservationWriter<'_>, size: usize, set: u32) {
    for (member, entry) in writer.field(size).iter_mut().enumerate() {
        *entry = (set >> member & 1) as u8;
    }
}

fn tiles(writer: &mut ObservationWriter<'_>, list: &[u8]) {
    for (entry, &tile) in writer.field(list.len()).iter_mut().zip(list) {
        *entry = if tile == NONE { 0 } else { tile + 1 };
    }
}

pub(super) fn observe(game: &DungeonPetz, state: &State, observer: usize, out: &mut [u8]) {
    let seats = game.players;
    let mut writer = ObservationWriter::new(out);
    let order: Vec<usize> = (0..seats).map(|offset| (observer + offset) % seats).collect();
    let relative = |seat: u8| (usize::from(seat) < seats).then(|| (usize::from(seat) + seats - observer) % seats);
    for needs in &state.players[observer & 3].hand {
        writer.field(6).copy_from_slice(needs);
    }
    for &seat in &order {
        writer.field(4).copy_from_slice(&held(state, observer, seat).0.map(shown));
    }
    for &seat in &order {
        writer.put(held(state, observer, seat).1);
    }
    for needs in pool(state, observer) {
        writer.field(6).copy_from_slice(&needs.map(shown));
    }
    for needs in &state.decks {
        wide(&mut writer, needs.iter().map(|&count| i32::from(count)).sum());
    }
    for needs in &state.discards {
        writer.field(6).copy_from_slice(needs);
    }
    writer.field(4).copy_from_slice(&state.substitutes);
    writer.put(state.potions);
    let players: Vec<&Player> = order.iter().map(|&seat| &state.players[seat & 3]).collect();
    belongings(&mut writer, state, observer, &order);
    displays(&mut writer, state, observer, &order);
    for player in &players {
        wide(&mut writer, if player.show == NO_SHOW { 0 } else { i32::from(player.show) + 32_768 });
    }
    for player in &players {
        writer.put(player.armor_used);
    }
    for player in &players {
        writer.put(player.employee_used.into());
    }
    board(&mut writer, state, relative);
    turn(&mut writer, state, observer, seats, relative);
    debug_assert_eq!(writer.remaining(), 0);
}

/// Points, gold, imps, food, artifacts.
fn belongings(writer: &mut ObservationWriter<'_>, state: &State, observer: usize, order: &[usize]) {
    let players = || order.iter().map(|&seat| (seat, &state.players[seat & 3]));
    for (_, player) in players() {
        for points in player.score {
            wide(writer, points + 32_768);
        }
    }
    let hidden = |seat: usize, player: &Player| -> (u16, u8) {
        if !hides_groups(state, observer, seat) {
            return (player.gold, player.home);
        }
        let gold: u16 = player.groups().iter().filter(|group| group[1] != NONE).map(|group| u16::from(group[1])).sum();
        (player.gold.saturating_add(gold), player.home + player.groups().iter().map(|group| group[0]).sum::<u8>())
    };
    for (seat, player) in players() {
        wide(writer, hidden(seat, player).0.into());
    }
    for (seat, player) in players() {
        writer.field(4).copy_from_slice(&[hidden(seat, player).1, player.used, player.hospital, player.platform]);
    }
    for (_, player) in players() {
        writer.field(4).copy_from_slice(&player.progress);
    }
    for (seat, player) in players() {
        let groups = if hides_groups(state, observer, seat) { &[] } else { player.groups() };
        for (entry, &[imps, gold]) in writer.field(12).chunks_exact_mut(2).zip(groups) {
            entry.copy_from_slice(&[imps, if gold == NONE { 33 } else { 1 + gold }]);
        }
    }
    for (_, player) in players() {
        writer.field(3).copy_from_slice(&player.vegetables);
    }
    for (_, player) in players() {
        writer.field(2).copy_from_slice(&player.meat);
    }
    for (_, player) in players() {
        set(writer, ARTIFACTS, player.artifacts.into());
    }
    tiles(writer, &state.book_colours[..ARTIFACTS]);
    writer.put(state.box_food.into());
    for (_, player) in players() {
        writer.field(4).copy_from_slice(&player.due);
    }
    for (_, player) in players() {
        set(writer, CAGES, player.cages.into());
    }
    for (_, player) in players() {
        set(writer, ADDONS, player.addons.into());
    }
    for (_, player) in players() {
        set(writer, PETS, player.pets);
    }
}

/// What stands on the plots.
fn displays(writer: &mut ObservationWriter<'_>, state: &State, observer: usize, order: &[usize]) {
    let plots = || order.iter().flat_map(|&seat| state.players[seat & 3].plots.iter().map(move |plot| (seat, plot)));
    for (_, plot) in plots() {
        writer.put(match plot.cage {
            NONE => 0,
            PRINTED => 1,
            cage => cage + 2,
        });
    }
    for (_, plot) in plots() {
        tiles(writer, &[plot.addon]);
    }
    for (_, plot) in plots() {
        writer.put(plot.manure);
    }
    for (_, plot) in plots() {
        tiles(writer, &[plot.pet]);
    }
    for (seat, plot) in plots() {
        let cards = if hides_cards(state, observer, seat) { &[] } else { plot.cards() };
        for (entry, &card) in writer.field(MAX_SIZE).iter_mut().zip(cards) {
            *entry = card + 1;
        }
    }
    for body in &state.bodies[..PETS] {
        writer.field(3).copy_from_slice(&[body.size, body.suffering, body.mutation]);
    }
}

/// Offers, stands and spaces.
fn board(writer: &mut ObservationWriter<'_>, state: &State, relative: impl Fn(u8) -> Option<usize>) {
    set(writer, ARTIFACTS, state.offer_artifacts.into());
    for list in [&state.cages[..], &state.addons, &state.young, &state.old] {
        tiles(writer, list);
    }
    set(writer, ARTIFACTS, state.removed_artifacts.into());
    set(writer, CAGES, state.removed_cages.into());
    set(writer, ADDONS, state.removed_addons.into());
    set(writer, PETS, state.removed_pets);
    tiles(writer, &state.exhibitions);
    tiles(writer, &state.customers);
    let stands = &state.stands;
    let food = [stands.veg_stand, stands.mixed_veg, stands.mixed_meat, stands.meat_stand, stands.meat_stand_veg, stands.meat_stand_gold];
    writer.field(6).copy_from_slice(&food);
    for &who in &state.spaces[..14] {
        writer.put(match who {
            NONE => 0,
            NEUTRAL => 1,
            seat => relative(seat).map_or(0, |seat| seat as u8 + 2),
        });
    }
    writer.field(14).copy_from_slice(&state.space_imps[..14]);
}

/// Whose turn it is, and what is asked.
fn turn(writer: &mut ObservationWriter<'_>, state: &State, observer: usize, seats: usize, relative: impl Fn(u8) -> Option<usize>) {
    for &seat in state.order() {
        writer.put(if state.point == Point::DealStart { 0 } else { relative(seat).map_or(0, |seat| seat as u8 + 1) });
    }
    writer.put(state.round);
    writer.one_hot(PHASES.len(), PHASES.iter().position(|&(phase, _)| phase == state.phase));
    let is_own = usize::from(state.seat) == observer;
    // How far another player is with his groups is not known.
    let point = if state.point == Point::Gold && !is_own { Point::Group } else { state.point };
    writer.one_hot(POINTS.len(), Some(point.index()));
    let to_move = if state.point == Point::Over {
        Some(seats + 1)
    } else if state.point.is_deal() {
        Some(seats)
    } else {
        relative(state.seat)
    };
    writer.one_hot(seats + 2, to_move);
    writer.one_hot(seats, relative(state.seat));
    writer.put(state.left);
    writer.field(4).copy_from_slice(&state.draw_first);
    writer.field(4).copy_from_slice(&state.draw);
    writer.put(state.size);
    writer.field(2).copy_from_slice(&state.chosen);
    set(writer, 4, state.given.into());
    let is_hidden = state.point == Point::Assign && !is_own;
    writer.one_hot(4, (state.plot != NONE && !is_hidden).then_some(state.plot.into()));
    writer.field(4).copy_from_slice(&state.open);
    tiles(writer, &[state.last]);
    writer.put(state.count);
    set(writer, 2, state.served.into());
    wide(writer, state.gold_before.max(0));
    writer.put(state.platform_sold.into());
}
