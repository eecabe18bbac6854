//! A position as a plain value.

use super::{card_text, members};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::scoring::ITEMS;
use crate::dungeon_petz::state::{Cards, NEUTRAL, NO_SHOW, NONE, PHASES, POINTS, PRINTED, Player, Plot, Point, State};
use crate::dungeon_petz::tables::COLOURS;
use serde_json::{Map, Value, json};

fn optional(number: u8) -> Value {
    if number == NONE { Value::Null } else { json!(number) }
}

fn known(list: &[u8]) -> Vec<u8> {
    list.iter().copied().filter(|&entry| entry != NONE).collect()
}

fn cards(cards: &Cards) -> Value {
    Value::Object(COLOURS.iter().zip(cards).map(|(colour, needs)| ((*colour).to_owned(), json!(needs))).collect())
}

/// Colours of the cards still to be drawn, in order.
fn draw(state: &State) -> Vec<u8> {
    let run = |counts: &[u8; 4]| -> Vec<u8> { (0..4).flat_map(|colour| vec![colour; usize::from(counts[usize::from(colour)])]).collect() };
    let mut list = run(&state.draw_first);
    list.extend(run(&state.draw));
    list
}

pub(in crate::dungeon_petz) fn to_value(game: &DungeonPetz, state: &State) -> Value {
    let phase = PHASES.iter().find(|&&(phase, _)| phase == state.phase).map(|&(_, name)| name);
    let own = POINTS[state.point.index()].1;
    let (point, deal) = match state.point {
        Point::Over => (None, None),
        deal if deal.is_deal() => (Some("deal"), Some(own)),
        _ => (Some(own), None),
    };
    let space = |(space, &who): (usize, &u8)| match who {
        NONE => Value::Null,
        NEUTRAL => json!("neutral"),
        seat => json!([seat, state.space_imps[space]]),
    };
    let stands = &state.stands;
    let order: &[u8] = if state.point == Point::DealStart { &[] } else { state.order() };
    json!({
        "phase": phase,
        "point": point,
        "deal": deal,
        "left": state.left,
        "draw": draw(state),
        "round": state.round,
        "seat": optional(state.seat),
        "order": order,
        "size": if state.size == 0 { Value::Null } else { json!(state.size) },
        "chosen": if state.point == Point::Send { json!(state.chosen) } else { Value::Null },
        "given": members(state.given.into()),
        "step": {"plot": optional(state.plot), "open": state.open, "last": optional(state.last), "count": state.count},
        "served": members(state.served.into()),
        "gold_before": if state.gold_before < 0 { Value::Null } else { json!(state.gold_before) },
        "platform_sold": state.platform_sold,
        "spaces": state.spaces.iter().take(14).enumerate().map(space).collect::<Vec<_>>(),
        "stands": {
            "veg_stand": stands.veg_stand,
            "mixed_veg": stands.mixed_veg,
            "mixed_meat": stands.mixed_meat,
            "meat_stand": stands.meat_stand,
            "meat_stand_veg": stands.meat_stand_veg,
            "meat_stand_gold": stands.meat_stand_gold,
        },
        "artifacts": members(state.offer_artifacts.into()),
        "cages": known(&state.cages),
        "addons": known(&state.addons),
        "young": known(&state.young),
        "old": known(&state.old),
        "exhibitions": known(&state.exhibitions),
        "customers": known(&state.customers),
        "removed": {
            "artifacts": members(state.removed_artifacts.into()),
            "cages": members(state.removed_cages.into()),
            "addons": members(state.removed_addons.into()),
            "pets": members(state.removed_pets),
        },
        "decks": cards(&state.decks),
        "discards": cards(&state.discards),
        "substitutes": state.substitutes,
        "potions": state.potions,
        "players": state.players().iter().map(|own| player(game, state, own)).collect::<Vec<_>>(),
    })
}

fn player(game: &DungeonPetz, state: &State, player: &Player) -> Value {
    let doubled: Map<String, Value> = ITEMS.iter().zip(player.score).map(|(item, points)| ((*item).to_owned(), json!(points))).collect();
    let group = |&[imps, gold]: &[u8; 2]| json!([imps, optional(gold)]);
    let artifact = |artifact: u8| {
        let boxed = game.fast.magic_box >> artifact & 1 != 0 && state.box_food;
        json!({"artifact": artifact, "colour": optional(state.book_colours[usize::from(artifact & 15)]), "food": u8::from(boxed)})
    };
    let waiting = |pet: u8| {
        let body = state.body(pet);
        json!({"pet": pet, "size": body.size, "suffering": body.suffering, "mutation": body.mutation})
    };
    json!({
        "doubled": doubled,
        "gold": player.gold,
        "home": player.home,
        "used": player.used,
        "hospital": player.hospital,
        "platform": player.platform,
        "progress": player.progress,
        "groups": player.groups().iter().map(group).collect::<Vec<_>>(),
        "vegetables": player.vegetables,
        "meat": player.meat,
        "artifacts": members(player.artifacts.into()).into_iter().map(artifact).collect::<Vec<_>>(),
        "hand": cards(&player.hand),
        "potions": player.potions,
        "potions_due": player.due,
        "waiting": {
            "cages": members(player.cages.into()),
            "addons": members(player.addons.into()),
            "pets": members(player.pets).into_iter().map(waiting).collect::<Vec<_>>(),
        },
        "plots": player.plots.iter().map(|own| plot(state, own)).collect::<Vec<_>>(),
        "show": if player.show == NO_SHOW { Value::Null } else { json!(player.show) },
        "armor_used": player.armor_used,
        "employee_used": player.employee_used,
    })
}

fn plot(state: &State, plot: &Plot) -> Value {
    let cage = match plot.cage {
        PRINTED => json!("printed"),
        cage => optional(cage),
    };
    let pet = if plot.pet == NONE {
        Value::Null
    } else {
        let body = state.body(plot.pet);
        let cards: Vec<String> = plot.cards().iter().map(|&card| card_text(card)).collect();
        json!({"pet": plot.pet, "size": body.size, "suffering": body.suffering, "mutation": body.mutation, "cards": cards})
    };
    json!({"cage": cage, "addon": optional(plot.addon), "manure": plot.manure, "pet": pet})
}
