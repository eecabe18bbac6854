//! The players of a position given as a plain value.

use super::read::{ascending, boolean, numbers, optional, pair, read_cards};
use super::{ARTIFACT_KEYS, ASSIGNED_KEYS, MOST, MOST_GOLD, MOST_POINTS, PET_KEYS, PLAYER_KEYS, PLOT_KEYS, WAITING_KEYS, card_of};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::scoring::ITEMS;
use crate::dungeon_petz::state::{Body, MAX_GROUPS, NO_SHOW, NONE, PRINTED, Plot, State};
use crate::dungeon_petz::tables::{ADDONS, ARTIFACTS, CAGES, MAX_SIZE, PETS};
use crate::value::{Fields, shown};
use serde_json::Value;

/// Reads all players; which of them have their imps at home given.
pub(super) fn read_players(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State) -> [bool; 4] {
    let mut homes = [false; 4];
    let Some(value) = fields.get("players") else { return homes };
    let seats = usize::from(state.seats);
    let Some(list) = value.as_array().filter(|list| list.len() == seats) else {
        fields.fault("players", format!("{} where a list of {seats} maps belongs, one for each player (DP-1)", shown(value)));
        return homes;
    };
    for (seat, value) in list.iter().enumerate() {
        let path = format!("players[{seat}]");
        let mut own = Fields::new(value, &path, PLAYER_KEYS, fields.faults());
        homes[seat & 3] = own.get("home").is_some();
        read_player(game, &mut own, state, seat & 3);
    }
    homes
}

fn read_player(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State, seat: usize) {
    let mut player = state.players[seat];
    if let Some(value) = fields.get("doubled") {
        let path = fields.path("doubled");
        let mut doubled = Fields::new(value, &path, ITEMS, fields.faults());
        for (points, item) in player.score.iter_mut().zip(ITEMS) {
            *points = doubled.int(item, -MOST_POINTS, MOST_POINTS, 0, "DP-166") as i32;
        }
    }
    player.gold = fields.int("gold", 0, MOST_GOLD, player.gold.into(), "DP-140") as u16;
    let mut imps = |key: &str, default: u8| fields.int(key, 0, 10, default.into(), "DP-134") as u8;
    (player.home, player.used, player.hospital, player.platform) =
        (imps("home", 0), imps("used", 0), imps("hospital", 0), imps("platform", 0));
    if let Some(list) = numbers(fields, "progress", 0, 10) {
        player.progress = list;
    }
    for (index, entry) in fields.list("groups", MAX_GROUPS).iter().enumerate() {
        let open = match entry.as_array().map(Vec::as_slice) {
            Some([imps, Value::Null]) => imps.as_u64().filter(|imps| (1..=10).contains(imps)).map(|imps| [imps as u8, NONE]),
            _ => None,
        };
        match pair(entry, 10, 31).or(open) {
            Some(group) => {
                player.groups[usize::from(player.num_groups)] = group;
                player.num_groups += 1;
            }
            None => fields.fault(&format!("groups[{index}]"), format!("{} where [imps, gold] belongs (DP-32, DP-127)", shown(entry))),
        }
    }
    if let Some(list) = numbers(fields, "vegetables", 0, MOST) {
        player.vegetables = list;
    }
    if let Some(list) = numbers(fields, "meat", 0, MOST) {
        player.meat = list;
    }
    player.artifacts = read_artifacts(game, fields, state);
    player.hand = read_cards(fields, "hand");
    player.potions = fields.int("potions", 0, 5, 0, "DP-136") as u8;
    if let Some(list) = numbers(fields, "potions_due", 0, 5) {
        player.due = list;
    }
    if let Some(value) = fields.get("waiting") {
        let path = fields.path("waiting");
        let mut waiting = Fields::new(value, &path, WAITING_KEYS, fields.faults());
        player.cages = ascending(&mut waiting, "cages", CAGES, CAGES as u8) as u16;
        player.addons = ascending(&mut waiting, "addons", ADDONS, ADDONS as u8) as u8;
        let mut last = None;
        for (index, entry) in waiting.list("pets", PETS).iter().enumerate() {
            let path = waiting.path(&format!("pets[{index}]"));
            let mut own = Fields::new(entry, &path, PET_KEYS, waiting.faults());
            let Some(pet) = read_pet(&mut own, state) else { continue };
            if last.is_some_and(|last| last >= pet) {
                own.fault("pet", "these ascend");
            }
            last = Some(pet);
            player.pets |= 1 << pet;
        }
    }
    read_plots(fields, state, &mut player.plots);
    player.show = match fields.get("show") {
        Some(Value::Null) | None => NO_SHOW,
        Some(_) => fields.int("show", i64::from(NO_SHOW) + 1, i16::MAX.into(), 0, "DP-61") as i16,
    };
    player.armor_used = fields.int("armor_used", 0, 2, 0, "DP-76") as u8;
    player.employee_used = boolean(fields, "employee_used");
    state.players[seat] = player;
}

/// Artifacts, ascending; the colours of books and the food on the Magic Box stand with them (DP-45, DP-47).
fn read_artifacts(game: &DungeonPetz, fields: &mut Fields<'_, '_>, state: &mut State) -> u16 {
    let mut set: u16 = 0;
    for (index, entry) in fields.list("artifacts", ARTIFACTS).iter().enumerate() {
        let path = fields.path(&format!("artifacts[{index}]"));
        let mut own = Fields::new(entry, &path, ARTIFACT_KEYS, fields.faults());
        let artifact = optional(&mut own, "artifact", ARTIFACTS as u64);
        if artifact == NONE {
            own.fault("artifact", format!("a number from 0 to {} belongs here", ARTIFACTS - 1));
            continue;
        }
        if set >> artifact != 0 {
            own.fault("artifact", "these ascend");
        }
        set |= 1 << artifact;
        let colour = optional(&mut own, "colour", 4);
        if colour != NONE && game.fast.book_colours[usize::from(artifact & 15)] >> colour & 1 == 0 {
            own.fault("colour", "it is null, or one of the two colours of a book (DP-45)");
        }
        state.book_colours[usize::from(artifact & 15)] = colour;
        let food = own.int("food", 0, 1, 0, "DP-47");
        if food == 1 && game.fast.magic_box >> artifact & 1 == 0 {
            own.fault("food", "only the Magic Box carries food (DP-47)");
        }
        state.box_food |= food == 1;
    }
    set
}

/// Index and tokens of a pet.
fn read_pet(fields: &mut Fields<'_, '_>, state: &mut State) -> Option<u8> {
    let pet = optional(fields, "pet", PETS as u64);
    let size = fields.int("size", 2, MAX_SIZE as i64, 2, "DP-139") as u8;
    let suffering = fields.int("suffering", 0, MOST, 0, "DP-139") as u8;
    let mutation = fields.int("mutation", 0, MOST, 0, "DP-139") as u8;
    if pet == NONE {
        fields.fault("pet", format!("a number from 0 to {} belongs here", PETS - 1));
        return None;
    }
    if fields.get("size").is_none() {
        fields.fault("size", "a pet has a size (DP-101)");
    }
    if state.body(pet).size != 0 {
        fields.fault("pet", format!("pet {pet} is in two places (DP-138)"));
    }
    *state.body_mut(pet) = Body { size, suffering, mutation };
    Some(pet)
}

fn read_plots(fields: &mut Fields<'_, '_>, state: &mut State, plots: &mut [Plot; 4]) {
    let Some(value) = fields.get("plots") else { return };
    let Some(list) = value.as_array().filter(|list| list.len() == 4) else {
        fields.fault("plots", format!("{} where a list of four maps belongs (DP-4)", shown(value)));
        return;
    };
    for (index, (value, plot)) in list.iter().zip(plots).enumerate() {
        let path = fields.path(&format!("plots[{index}]"));
        let mut own = Fields::new(value, &path, PLOT_KEYS, fields.faults());
        let is_printed = own.get("cage").is_some_and(|cage| cage == "printed");
        plot.cage = if is_printed { PRINTED } else { optional(&mut own, "cage", CAGES as u64) };
        plot.addon = optional(&mut own, "addon", ADDONS as u64);
        plot.manure = own.int("manure", 0, MOST, 0, "DP-140") as u8;
        plot.pet = NONE;
        let Some(value) = own.get("pet").filter(|value| !value.is_null()) else { continue };
        let path = own.path("pet");
        let mut pet = Fields::new(value, &path, ASSIGNED_KEYS, own.faults());
        plot.pet = read_pet(&mut pet, state).unwrap_or(NONE);
        for (place, entry) in pet.list("cards", MAX_SIZE).iter().enumerate() {
            match entry.as_str().and_then(card_of) {
                Some(card) => {
                    plot.cards[usize::from(plot.len)] = card;
                    plot.len += 1;
                }
                None => pet.fault(
                    &format!("cards[{place}]"),
                    format!("{} where a card belongs, such as green hunger, green poop double or green potion", shown(entry)),
                ),
            }
        }
    }
}
