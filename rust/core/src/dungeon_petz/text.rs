//! Actions and positions as text.

use super::DungeonPetz;
use super::actions::id;
use super::position::card_text;
use super::state::{Cards, NEUTRAL, NONE, PHASES, POINTS, PRINTED, Player, Plot, Point, State};
use super::tables::spec::{Addon, Artifact, Cage};
use super::tables::{COLOURS, NEEDS, SPACES};
use crate::action::ActionId;
use crate::value::printable;
use std::fmt::Write as _;

/// Spaces of the family SEND.
const SENT: [&str; 8] = ["veg", "mixed", "meat", "artifacts", "new_imps", "hospital", "judge", "platform"];

/// A colour and a need of an index 6 x colour + need.
fn card(index: u16) -> String {
    format!("{} {}", COLOURS[usize::from(index / 6).min(3)], NEEDS[usize::from(index % 6)])
}

/// The text of an id that stands for the same thing in every position.
fn plain(action: ActionId) -> String {
    let at = |first: ActionId| action - first;
    match action {
        id::GROUP_DONE => "group_done".to_owned(),
        id::GROUP_IMPS..id::GROUP_GOLD => format!("group imps {}", at(id::GROUP_IMPS) + 1),
        id::GROUP_GOLD..id::SEND_PICK => format!("group gold {}", at(id::GROUP_GOLD)),
        id::SEND_PICK..id::SEND => format!("pick imps {}", at(id::SEND_PICK) + 1),
        id::SEND..id::SEND_HOME => format!("send {}", SENT[usize::from(at(id::SEND))]),
        id::SEND_HOME => "stay".to_owned(),
        id::SEND_CAGE..id::SEND_ADDON => format!("take cage {}", at(id::SEND_CAGE)),
        id::SEND_ADDON..id::SEND_YOUNG => format!("take addon {}", at(id::SEND_ADDON)),
        id::SEND_YOUNG..id::SEND_OLD => format!("take young {}", at(id::SEND_YOUNG)),
        id::SEND_OLD..id::BOOK => format!("take old {}", at(id::SEND_OLD)),
        id::BOOK..id::PLACE_CAGE => format!("book {}", COLOURS[usize::from(at(id::BOOK))]),
        id::PLACE_CAGE..id::PLACE_ADDON => format!("cage on {}", at(id::PLACE_CAGE)),
        id::PLACE_ADDON..id::PET_PLOT => format!("addon on {}", at(id::PLACE_ADDON)),
        id::PET_PLOT..id::PET_RELEASE => format!("pet on {}", at(id::PET_PLOT)),
        id::PET_RELEASE => "release".to_owned(),
        id::CRYSTAL..id::CRYSTAL_DONE => format!("crystal {}", card(at(id::CRYSTAL))),
        id::CRYSTAL_DONE => "crystal_done".to_owned(),
        id::ASSIGN..id::ASSIGN_DOUBLE => format!("assign {}", card(at(id::ASSIGN))),
        id::ASSIGN_DOUBLE..id::ASSIGN_POTION => format!("assign {} double", card(at(id::ASSIGN_DOUBLE))),
        id::ASSIGN_POTION..id::FEED => format!("assign {} potion", COLOURS[usize::from(at(id::ASSIGN_POTION))]),
        id::FEED..id::PLAY_EMPLOYEE => ["feed vegetable", "feed meat", "feed box", "suffer"][usize::from(at(id::FEED))].to_owned(),
        id::PLAY_EMPLOYEE..id::PLAY_GAP => format!("play {} employee", at(id::PLAY_EMPLOYEE)),
        id::PLAY_GAP..id::PLAY_DONE => format!("play {}", at(id::PLAY_GAP)),
        id::PLAY_DONE => "play_done".to_owned(),
        id::ANGER..id::MAGIC => {
            ["escape armor employee", "escape armor", "catch employee", "catch", "let_go"][usize::from(at(id::ANGER))].to_owned()
        }
        id::MAGIC..id::SHOVEL => ["mutation armor employee", "mutation armor", "accept"][usize::from(at(id::MAGIC))].to_owned(),
        id::SHOVEL..id::SHOVEL_DONE => format!("shovel {}", at(id::SHOVEL)),
        id::SHOVEL_DONE => "shovel_done".to_owned(),
        id::POTION_DISCARD..id::EXHIBIT => format!("discard {}", card(at(id::POTION_DISCARD))),
        id::EXHIBIT..id::SELL => format!("exhibit {}", at(id::EXHIBIT)),
        id::SELL..id::SELL_PASS => {
            let choice = at(id::SELL);
            let platform = if choice & 1 != 0 { " platform" } else { "" };
            format!("sell {} to {}{platform}", choice >> 1 & 3, choice >> 3)
        }
        id::SELL_PASS => "sell_pass".to_owned(),
        id::CLEAN..id::CLEAN_DONE => format!("clean {}", at(id::CLEAN)),
        id::CLEAN_DONE => "clean_done".to_owned(),
        id::BOX..246 => ["box vegetable", "box meat", "box none"][usize::from(at(id::BOX))].to_owned(),
        _ => format!("action {action}"),
    }
}

/// The text of an outcome.
fn plain_outcome(outcome: ActionId) -> String {
    let at = |first: ActionId| outcome - first;
    match outcome {
        id::START..id::CARD => format!("start {outcome}"),
        id::CARD..id::EXHIBITION => format!("card {}", card(at(id::CARD))),
        id::EXHIBITION..id::CUSTOMER => format!("exhibition {}", at(id::EXHIBITION)),
        id::CUSTOMER..id::ARTIFACT => format!("customer {}", at(id::CUSTOMER)),
        id::ARTIFACT..id::CAGE => format!("artifact {}", at(id::ARTIFACT)),
        id::CAGE..id::ADDON => format!("cage {}", at(id::CAGE)),
        id::ADDON..id::PET => format!("addon {}", at(id::ADDON)),
        id::PET..89 => format!("pet {}", at(id::PET)),
        _ => format!("outcome {outcome}"),
    }
}

fn pet_name(game: &DungeonPetz, pet: u8) -> String {
    game.tables.pets.get(usize::from(pet)).map_or_else(|| format!("#{pet}"), |own| printable(&own.name))
}

fn exhibition_name(game: &DungeonPetz, tile: u8) -> String {
    game.tables.exhibitions.get(usize::from(tile)).map_or_else(String::new, |own| printable(&own.name))
}

fn customer_name(game: &DungeonPetz, tile: u8) -> String {
    game.tables.customers.get(usize::from(tile)).map_or_else(String::new, |own| printable(&own.name))
}

fn cage_words(cage: Cage) -> String {
    let icons = [(cage.graze, "grass"), (cage.poop, "poop"), (cage.play, "play")];
    let mut text = format!("{}/{}", cage.strength, cage.antimagic);
    for (count, icon) in icons.into_iter().filter(|&(count, _)| count > 0) {
        let _ = write!(text, " {count} {icon}");
    }
    text
}

fn cage_text(game: &DungeonPetz, cage: u8) -> String {
    match game.tables.cages.get(usize::from(cage)) {
        Some(own) => format!("cage {cage} [{}]", cage_words(*own)),
        None if cage == PRINTED => format!("printed cage [{}]", cage_words(game.tables.printed_cage)),
        None => "no cage".to_owned(),
    }
}

fn addon_text(game: &DungeonPetz, addon: u8) -> String {
    let words = |own: &Addon| {
        let kinds = [(own.strength, "strength"), (own.antimagic, "antimagic"), (own.play, "play"), (own.meat, "meat")];
        kinds.iter().find(|(count, _)| *count > 0).map_or("", |&(_, kind)| kind)
    };
    game.tables.addons.get(usize::from(addon)).map_or_else(String::new, |own| format!("addon {addon} [{}]", words(own)))
}

fn artifact_text(game: &DungeonPetz, artifact: u8) -> String {
    match game.tables.artifacts.get(usize::from(artifact)) {
        Some(Artifact::Book([a, b])) => format!("{artifact} book {}/{}", COLOURS[usize::from(a & 3)], COLOURS[usize::from(b & 3)]),
        Some(own) => format!("{artifact} {}", own.kind()),
        None => String::new(),
    }
}

/// As [`plain`] with what the number stands for here in brackets.
pub(super) fn action_text(game: &DungeonPetz, state: &State, action: ActionId) -> String {
    if state.point.is_deal() {
        let text = plain_outcome(action);
        let at = |first: ActionId| (action - first) as u8;
        let note = match action {
            id::EXHIBITION..id::CUSTOMER => exhibition_name(game, at(id::EXHIBITION)),
            id::CUSTOMER..id::ARTIFACT => customer_name(game, at(id::CUSTOMER)),
            id::ARTIFACT..id::CAGE => artifact_text(game, at(id::ARTIFACT)),
            id::CAGE..id::ADDON => cage_text(game, at(id::CAGE)),
            id::ADDON..id::PET => addon_text(game, at(id::ADDON)),
            id::PET..89 => pet_name(game, at(id::PET)),
            _ => String::new(),
        };
        return noted(text, &note);
    }
    let text = plain(action);
    let offered = |list: &[u8], first: ActionId| list.get(usize::from(action - first)).copied().filter(|&tile| tile != NONE);
    let note = match action {
        id::SEND_CAGE..id::SEND_ADDON => offered(&state.cages, id::SEND_CAGE).map(|cage| cage_text(game, cage)),
        id::SEND_ADDON..id::SEND_YOUNG => offered(&state.addons, id::SEND_ADDON).map(|addon| addon_text(game, addon)),
        id::SEND_YOUNG..id::SEND_OLD => offered(&state.young, id::SEND_YOUNG).map(|pet| pet_name(game, pet)),
        id::SEND_OLD..id::BOOK => offered(&state.old, id::SEND_OLD).map(|pet| pet_name(game, pet)),
        id::PLACE_CAGE..id::PLACE_ADDON => Some(cage_text(game, state.own().cages.trailing_zeros() as u8)),
        id::PLACE_ADDON..id::PET_PLOT => Some(addon_text(game, state.own().addons.trailing_zeros() as u8)),
        id::PET_PLOT..=id::PET_RELEASE => Some(pet_name(game, state.own().pets.trailing_zeros() as u8)),
        id::SELL..id::SELL_PASS => {
            let choice = action - id::SELL;
            let customer = game.customers_of(state).get(usize::from(choice >> 3)).map(|&tile| customer_name(game, tile));
            let pet = state.own().plots[usize::from(choice >> 1 & 3)].pet;
            customer.map(|customer| format!("{} to {customer}", pet_name(game, pet)))
        }
        _ => None,
    };
    noted(text, &note.unwrap_or_default())
}

fn noted(text: String, note: &str) -> String {
    if note.is_empty() { text } else { format!("{text} ({note})") }
}

const FORMS: &str = "group_done, group imps N, group gold N, pick imps N, send SPACE, stay, take cage|addon|young|old N, book COLOUR, cage on PLOT, \
                     addon on PLOT, pet on PLOT, release, crystal COLOUR NEED, crystal_done, assign COLOUR NEED, assign COLOUR NEED double, \
                     assign COLOUR potion, feed vegetable|meat|box, suffer, play GAP, play GAP employee, play_done, escape armor, \
                     escape armor employee, catch, catch employee, let_go, mutation armor, mutation armor employee, accept, shovel PLOT, \
                     shovel_done, discard COLOUR NEED, exhibit PLOT, sell PLOT to CUSTOMER, sell PLOT to CUSTOMER platform, sell_pass, clean PLOT, \
                     clean_done, box vegetable|meat|none";
const OUTCOME_FORMS: &str = "start SEAT, card COLOUR NEED, exhibition N, customer N, artifact N, cage N, addon N, pet N";

/// The inverse of [`action_text`]; what stands in brackets at the end is not read.
pub(super) fn parse_action(state: &State, text: &str) -> Result<ActionId, String> {
    let read = text.split_once(" (").filter(|(_, note)| note.trim_end().ends_with(')')).map_or(text, |(read, _)| read);
    let words: Vec<&str> = read.split_whitespace().collect();
    let wanted = words.join(" ");
    let shown = crate::value::cut(text);
    if state.point.is_deal() {
        let found = (0..id::OUTCOMES as ActionId).find(|&outcome| plain_outcome(outcome) == wanted);
        return found.ok_or_else(|| format!("{shown:?} is no outcome; outcomes read {OUTCOME_FORMS}"));
    }
    let found = (0..id::ACTIONS as ActionId).find(|&action| plain(action) == wanted);
    found.ok_or_else(|| format!("{shown:?} is no action; actions read {FORMS}"))
}

fn joined(list: &[String]) -> String {
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

fn cards_text(cards: &Cards) -> String {
    let of = |colour: usize, need: usize| {
        let count = cards[colour][need];
        (count > 0).then(|| format!("{count} {} {}", COLOURS[colour], NEEDS[need]))
    };
    joined(&(0..4).flat_map(|colour| (0..6).filter_map(move |need| of(colour, need))).collect::<Vec<_>>())
}

fn offer(list: &[u8], name: impl Fn(u8) -> String) -> String {
    joined(&list.iter().filter(|&&tile| tile != NONE).map(|&tile| name(tile)).collect::<Vec<_>>())
}

/// Points from doubled ones.
pub(super) fn half(doubled: i32) -> String {
    let sign = if doubled < 0 { "-" } else { "" };
    let rest = if doubled % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{rest}", doubled.abs() / 2)
}

/// The position as text: all of it, hands included.
pub(super) fn board(game: &DungeonPetz, state: &State) -> String {
    let phase = PHASES.iter().find(|&&(phase, _)| phase == state.phase).map_or("", |&(_, name)| name);
    let mut text = format!("round {} of {}, {phase}: ", state.round, game.rounds);
    let point = POINTS[state.point.index()].1;
    let _ = match state.point {
        Point::Over => writeln!(text, "the game is over"),
        Point::DealCard => writeln!(text, "player {} draws a card", state.seat),
        deal if deal.is_deal() => writeln!(text, "{point} is dealt"),
        _ => writeln!(text, "player {} at {point}", state.seat),
    };
    if state.point != Point::DealStart {
        let order: Vec<String> = state.order().iter().map(u8::to_string).collect();
        let _ = writeln!(text, "turn order: {}", order.join(", "));
    }
    town(game, state, &mut text);
    for (seat, player) in state.players().iter().enumerate() {
        describe(game, state, seat, player, &mut text);
    }
    text
}

fn town(game: &DungeonPetz, state: &State, text: &mut String) {
    let who = |space: usize| match state.spaces[space] {
        NONE => None,
        NEUTRAL => Some(format!("{} neutral", SPACES[space])),
        seat => Some(format!("{} player {seat} with {}", SPACES[space], state.space_imps[space])),
    };
    let _ = writeln!(text, "exhibitions: {}", offer(&state.exhibitions, |tile| exhibition_name(game, tile)));
    let _ = writeln!(text, "customers: {}", offer(&state.customers, |tile| customer_name(game, tile)));
    let _ = writeln!(text, "town: {}", joined(&(0..14).filter_map(who).collect::<Vec<_>>()));
    let food = &state.stands;
    let extra = if game.advanced_meat_stand {
        format!(" + vegetables {} + gold {}", food.meat_stand_veg, food.meat_stand_gold)
    } else {
        String::new()
    };
    let _ = writeln!(
        text,
        "stands: vegetables {}; vegetables {} + meat {}; meat {}{extra}",
        food.veg_stand, food.mixed_veg, food.mixed_meat, food.meat_stand
    );
    let artifacts: Vec<u8> = (0..10).filter(|&artifact| state.offer_artifacts >> artifact & 1 != 0).collect();
    let _ = writeln!(text, "artifacts: {}", offer(&artifacts, |artifact| artifact_text(game, artifact)));
    let _ = writeln!(text, "cages: {}", offer(&state.cages, |cage| cage_text(game, cage)));
    let _ = writeln!(text, "addons: {}", offer(&state.addons, |addon| addon_text(game, addon)));
    let _ = writeln!(text, "young pets: {}", offer(&state.young, |pet| pet_name(game, pet)));
    let _ = writeln!(text, "old pets: {}", offer(&state.old, |pet| pet_name(game, pet)));
    let sizes: Vec<String> =
        (0..4).map(|colour| format!("{} {}", COLOURS[colour], state.decks[colour].iter().map(|&n| u32::from(n)).sum::<u32>())).collect();
    let _ = writeln!(text, "decks: {}; potions {}", sizes.join(", "), state.potions);
}

fn describe(game: &DungeonPetz, state: &State, seat: usize, player: &Player, text: &mut String) {
    let _ = writeln!(text, "\nplayer {seat}: {} VP, {} gold", half(player.vp()), player.gold);
    let progress: u8 = player.progress.iter().fold(0, |sum, &imps| sum.saturating_add(imps));
    let _ = writeln!(
        text,
        "  imps: {} home, {} used, {} hospital, {} platform, {progress} to come",
        player.home, player.used, player.hospital, player.platform
    );
    let group = |&[imps, gold]: &[u8; 2]| {
        let gold = if gold == NONE { "?".to_owned() } else { gold.to_string() };
        format!("{imps} imp{} + {gold} gold", if imps == 1 { "" } else { "s" })
    };
    if player.num_groups > 0 {
        let _ = writeln!(text, "  groups: {}", joined(&player.groups().iter().map(group).collect::<Vec<_>>()));
    }
    let _ = writeln!(text, "  food (fresh to old): vegetables {:?}, meat {:?}", player.vegetables, player.meat);
    let artifacts: Vec<String> = (0..10_u8)
        .filter(|&artifact| player.artifacts >> artifact & 1 != 0)
        .map(|artifact| match COLOURS.get(usize::from(state.book_colours[usize::from(artifact)])) {
            Some(colour) => format!("{artifact} {colour} book"),
            None if game.fast.magic_box >> artifact & 1 != 0 && state.box_food => format!("{artifact} magic_box with food"),
            None => artifact_text(game, artifact),
        })
        .collect();
    if !artifacts.is_empty() {
        let _ = writeln!(text, "  artifacts: {}", artifacts.join(", "));
    }
    let _ = writeln!(text, "  hand: {}; potions {}", cards_text(&player.hand), player.potions);
    waiting(game, state, player, text);
    for (index, plot) in player.plots.iter().enumerate() {
        let _ = writeln!(text, "  plot {index}: {}", plot_text(game, state, plot));
    }
}

fn waiting(game: &DungeonPetz, state: &State, player: &Player, text: &mut String) {
    let mut list: Vec<String> = (0..11).filter(|&cage| player.cages >> cage & 1 != 0).map(|cage| cage_text(game, cage)).collect();
    list.extend((0..6).filter(|&addon| player.addons >> addon & 1 != 0).map(|addon| addon_text(game, addon)));
    list.extend((0..18).filter(|&pet| player.pets >> pet & 1 != 0).map(|pet| pet_text(game, state, pet)));
    if !list.is_empty() {
        let _ = writeln!(text, "  to be placed: {}", list.join(", "));
    }
}

fn pet_text(game: &DungeonPetz, state: &State, pet: u8) -> String {
    let body = state.body(pet);
    let mut text = format!("{} size {}", pet_name(game, pet), body.size);
    for (count, name) in [(body.suffering, "suffering"), (body.mutation, "mutation")] {
        if count > 0 {
            let _ = write!(text, ", {count} {name}");
        }
    }
    text
}

fn plot_text(game: &DungeonPetz, state: &State, plot: &Plot) -> String {
    let mut parts = vec![cage_text(game, plot.cage)];
    if plot.addon != NONE {
        parts.push(addon_text(game, plot.addon));
    }
    if plot.manure > 0 {
        parts.push(format!("{} manure", plot.manure));
    }
    if plot.pet != NONE {
        parts.push(pet_text(game, state, plot.pet));
    }
    if plot.len > 0 {
        parts.push(format!("cards {}", plot.cards().iter().map(|&card| card_text(card)).collect::<Vec<_>>().join(", ")));
    }
    parts.join("; ")
}
