//! The payload of the bytes: the fields one after another, of the seats only those that play. What follows from them is not stored.

use super::derive;
use crate::codec::{Reader, Writer};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::state::{Body, Cards, MAX_SEATS, NO_SHOW, PHASES, POINTS, Player, Point, State};
use crate::dungeon_petz::tables::PETS;
use crate::error::DecodeError;

/// Bytes of a player.
const PLAYER: usize = 5 * 4 + 2 + 2 + 2 + 1 + 4 + 2 + 4 + 4 + 12 + 1 + 3 + 2 + 24 + 1 + 4 + 4 * 12 + 2;
/// Bytes of a payload at most.
pub(in crate::dungeon_petz) const PAYLOAD_SIZE: usize = MAX_SEATS * PLAYER
    + 3 * PETS
    + 48
    + 4
    + 1
    + 16
    + 1
    + 4
    + 2
    + 2
    + 1
    + 12
    + 2
    + 4
    + 3
    + 4
    + 4
    + 6
    + 28
    + 5
    + 4
    + 1
    + 8
    + 1
    + 2
    + 1
    + 1
    + 4
    + 3
    + 4
    + 1;

fn put_cards(writer: &mut Writer, cards: &Cards) {
    for needs in cards {
        writer.bytes(needs);
    }
}

fn get_cards(reader: &mut Reader<'_>) -> Result<Cards, DecodeError> {
    Ok([reader.array()?, reader.array()?, reader.array()?, reader.array()?])
}

pub(in crate::dungeon_petz) fn encode(state: &State, writer: &mut Writer) {
    for player in state.players() {
        put_player(writer, player);
    }
    for body in &state.bodies[..PETS] {
        writer.bytes(&[body.size, body.suffering, body.mutation]);
    }
    put_cards(writer, &state.decks);
    put_cards(writer, &state.discards);
    writer.bytes(&state.substitutes);
    writer.u8(state.potions);
    writer.bytes(&state.book_colours);
    writer.u8(state.box_food.into());
    writer.u32(state.removed_pets);
    writer.u16(state.removed_cages);
    writer.u16(state.removed_artifacts);
    writer.u8(state.removed_addons);
    writer.bytes(&state.exhibitions);
    writer.bytes(&state.customers);
    writer.bytes(&[state.num_exhibitions, state.num_customers]);
    writer.u16(state.offer_artifacts);
    writer.bytes(&state.cages);
    writer.bytes(&state.addons);
    writer.bytes(&state.young);
    writer.bytes(&state.old);
    writer.bytes(&[state.num_cages, state.num_addons, state.num_young, state.num_old]);
    let stands = &state.stands;
    let food = [stands.veg_stand, stands.mixed_veg, stands.mixed_meat, stands.meat_stand, stands.meat_stand_veg, stands.meat_stand_gold];
    writer.bytes(&food);
    writer.bytes(&state.spaces[..14]);
    writer.bytes(&state.space_imps[..14]);
    let phase = PHASES.iter().position(|&(phase, _)| phase == state.phase).unwrap_or(0);
    writer.bytes(&[phase as u8, state.point as u8, state.round, state.seat, state.seats]);
    writer.bytes(&state.order);
    writer.u8(state.left);
    writer.bytes(&state.draw_first);
    writer.bytes(&state.draw);
    writer.u8(state.size);
    writer.bytes(&state.chosen);
    writer.bytes(&[state.given, state.plot]);
    writer.bytes(&state.open);
    writer.bytes(&[state.last, state.count, state.served]);
    writer.u32(state.gold_before as u32);
    writer.u8(state.platform_sold.into());
}

fn put_player(writer: &mut Writer, player: &Player) {
    for points in player.score {
        writer.u32(points as u32);
    }
    writer.u16(player.gold);
    writer.u16(player.artifacts);
    writer.u16(player.cages);
    writer.u8(player.addons);
    writer.u32(player.pets);
    writer.u16(player.show as u16);
    writer.bytes(&[player.home, player.used, player.hospital, player.platform]);
    writer.bytes(&player.progress);
    for group in &player.groups {
        writer.bytes(group);
    }
    writer.u8(player.num_groups);
    writer.bytes(&player.vegetables);
    writer.bytes(&player.meat);
    put_cards(writer, &player.hand);
    writer.u8(player.potions);
    writer.bytes(&player.due);
    for plot in &player.plots {
        writer.bytes(&[plot.cage, plot.addon, plot.manure, plot.pet]);
        writer.bytes(&plot.cards);
        writer.u8(plot.len);
    }
    writer.bytes(&[player.armor_used, player.employee_used.into()]);
}

fn flag(byte: u8) -> Result<bool, DecodeError> {
    if byte > 1 { Err(DecodeError(format!("{byte} where a flag, 0 or 1, belongs"))) } else { Ok(byte == 1) }
}

fn number(reader: &mut Reader<'_>) -> Result<i32, DecodeError> {
    reader.u32().map(|number| number as i32)
}

/// Reads what [`encode`] wrote. Sense is checked afterwards, by the invariants.
pub(in crate::dungeon_petz) fn decode(game: &DungeonPetz, reader: &mut Reader<'_>) -> Result<State, DecodeError> {
    let mut state = State { seats: game.players as u8, ..State::EMPTY };
    for seat in 0..game.players.min(MAX_SEATS) {
        state.players[seat] = get_player(reader)?;
    }
    for body in &mut state.bodies[..PETS] {
        let [size, suffering, mutation] = reader.array()?;
        *body = Body { size, suffering, mutation };
    }
    state.decks = get_cards(reader)?;
    state.discards = get_cards(reader)?;
    state.substitutes = reader.array()?;
    state.potions = reader.u8()?;
    state.book_colours = reader.array()?;
    state.box_food = flag(reader.u8()?)?;
    state.removed_pets = reader.u32()?;
    state.removed_cages = reader.u16()?;
    state.removed_artifacts = reader.u16()?;
    state.removed_addons = reader.u8()?;
    state.exhibitions = reader.array()?;
    state.customers = reader.array()?;
    [state.num_exhibitions, state.num_customers] = reader.array()?;
    state.offer_artifacts = reader.u16()?;
    state.cages = reader.array()?;
    state.addons = reader.array()?;
    state.young = reader.array()?;
    state.old = reader.array()?;
    [state.num_cages, state.num_addons, state.num_young, state.num_old] = reader.array()?;
    let stands = &mut state.stands;
    [stands.veg_stand, stands.mixed_veg, stands.mixed_meat, stands.meat_stand, stands.meat_stand_veg, stands.meat_stand_gold] =
        reader.array()?;
    state.spaces[..14].copy_from_slice(reader.bytes(14)?);
    state.space_imps[..14].copy_from_slice(reader.bytes(14)?);
    let [phase, point, round, seat, seats] = reader.array()?;
    let no = |what: &str, byte: u8| DecodeError(format!("{byte} is no {what}"));
    state.phase = PHASES.get(usize::from(phase)).ok_or_else(|| no("phase", phase))?.0;
    state.point = POINTS.get(usize::from(point)).ok_or_else(|| no("point", point))?.0;
    if usize::from(seats) != game.players {
        return Err(DecodeError(format!("{seats} players where the game has {}", game.players)));
    }
    (state.round, state.seat) = (round, seat);
    if seat >= seats && state.point != Point::Over && !(state.point.is_deal() && state.point != Point::DealCard) {
        return Err(no("seat", seat));
    }
    state.order = reader.array()?;
    state.left = reader.u8()?;
    state.draw_first = reader.array()?;
    state.draw = reader.array()?;
    state.size = reader.u8()?;
    state.chosen = reader.array()?;
    [state.given, state.plot] = reader.array()?;
    state.open = reader.array()?;
    [state.last, state.count, state.served] = reader.array()?;
    state.gold_before = number(reader)?;
    state.platform_sold = flag(reader.u8()?)?;
    derive(game, &mut state);
    Ok(state)
}

fn get_player(reader: &mut Reader<'_>) -> Result<Player, DecodeError> {
    let mut player = Player { show: NO_SHOW, ..State::EMPTY.players[0] };
    for points in &mut player.score {
        *points = number(reader)?;
    }
    player.gold = reader.u16()?;
    player.artifacts = reader.u16()?;
    player.cages = reader.u16()?;
    player.addons = reader.u8()?;
    player.pets = reader.u32()?;
    player.show = reader.u16()? as i16;
    [player.home, player.used, player.hospital, player.platform] = reader.array()?;
    player.progress = reader.array()?;
    for group in &mut player.groups {
        *group = reader.array()?;
    }
    player.num_groups = reader.u8()?;
    player.vegetables = reader.array()?;
    player.meat = reader.array()?;
    player.hand = get_cards(reader)?;
    player.potions = reader.u8()?;
    player.due = reader.array()?;
    for plot in &mut player.plots {
        [plot.cage, plot.addon, plot.manure, plot.pet] = reader.array()?;
        plot.cards = reader.array()?;
        plot.len = reader.u8()?;
    }
    let [armor_used, employee_used] = reader.array()?;
    (player.armor_used, player.employee_used) = (armor_used, flag(employee_used)?);
    Ok(player)
}
