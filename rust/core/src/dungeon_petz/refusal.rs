//! Why an id is refused, in words.

use super::DungeonPetz;
use super::actions::{families, id, options};
use super::state::{NONE, POINTS, Point, State};
use super::text::action_text;
use crate::action::ActionId;

/// The point at which an id is asked for.
fn asked_at(action: ActionId) -> Point {
    match action {
        id::GROUP_DONE..id::GROUP_GOLD => Point::Group,
        id::GROUP_GOLD..id::SEND_PICK => Point::Gold,
        id::SEND_PICK..id::SEND => Point::Pick,
        id::SEND..id::BOOK => Point::Send,
        id::BOOK..id::PLACE_CAGE => Point::Book,
        id::PLACE_CAGE..id::PLACE_ADDON => Point::Cage,
        id::PLACE_ADDON..id::PET_PLOT => Point::Addon,
        id::PET_PLOT..id::CRYSTAL => Point::Pet,
        id::CRYSTAL..id::ASSIGN => Point::Crystal,
        id::ASSIGN..id::FEED => Point::Assign,
        id::FEED..id::PLAY_EMPLOYEE => Point::Feed,
        id::PLAY_EMPLOYEE..id::ANGER => Point::Play,
        id::ANGER..id::MAGIC => Point::Anger,
        id::MAGIC..id::SHOVEL => Point::Magic,
        id::SHOVEL..id::POTION_DISCARD => Point::Shovel,
        id::POTION_DISCARD..id::EXHIBIT => Point::Potion,
        id::EXHIBIT..id::SELL => Point::Exhibit,
        id::SELL..id::CLEAN => Point::Sell,
        id::CLEAN..id::BOX => Point::Clean,
        _ => Point::Box,
    }
}

/// A sentence for an id that is not accepted here.
pub(super) fn refusal(game: &DungeonPetz, state: &State, action: ActionId) -> String {
    if state.point == Point::Over {
        return "the game is over (DP-108)".to_owned();
    }
    if state.point.is_deal() {
        let what = POINTS[state.point.index()].1;
        return format!("chance decides: {what}; an outcome is one that is still to come (DP-120), {action} is none of them");
    }
    if usize::from(action) >= id::ACTIONS {
        return format!("actions are numbered 0 to {} (DP-143)", id::ACTIONS - 1);
    }
    let name = families().iter().rev().find(|family| family.first <= action).map_or("", |family| family.name);
    if asked_at(action) != state.point {
        let asked = POINTS[state.point.index()].1;
        return format!("{name} is not asked for here, player {} decides at {asked} (DP-126)", state.seat);
    }
    let (first, bits) = options(game, state);
    let legal: Vec<String> = (0..64).filter(|bit| bits >> bit & 1 != 0).map(|bit| action_text(game, state, first + bit)).collect();
    format!("{}; legal are {}", reason(state, action), legal.join(", "))
}

/// What the rule is that stands against an id of the family that is asked for.
fn reason(state: &State, action: ActionId) -> String {
    let own = state.own();
    let [imps, gold] = state.chosen;
    let busy = |space: usize| state.busy >> space & 1 != 0;
    let words = match action {
        id::GROUP_DONE..id::GROUP_GOLD if own.home < action as u8 => return format!("there are {} imps at home (DP-32)", own.home),
        id::GROUP_DONE..id::GROUP_GOLD => "groups come in non-increasing size and number of imps (DP-127)",
        id::GROUP_GOLD..id::SEND_PICK if own.gold < action - id::GROUP_GOLD => return format!("there is {} gold (DP-32)", own.gold),
        id::GROUP_GOLD..id::SEND_PICK => "groups come in non-increasing size and number of imps (DP-127)",
        id::SEND_PICK..id::SEND => return format!("no group of size {} has so many imps (DP-35)", state.size),
        id::SEND..=id::SEND_HOME => "a neutral imp or a group stands on that space (DP-16)",
        id::SEND_CAGE..id::SEND_ADDON if busy(4) && busy(5) => "no cage space is free (DP-16)",
        id::SEND_CAGE..id::SEND_ADDON if imps < 2 => "a cage space needs at least 2 imps (DP-37)",
        id::SEND_ADDON..id::SEND_YOUNG if busy(6) => "the addon space is not free (DP-16)",
        id::SEND_YOUNG..id::SEND_OLD if busy(7) && busy(8) => "no space for young pets is free (DP-16)",
        id::SEND_OLD..id::BOOK if busy(9) => "the space for old pets is not free (DP-16)",
        id::SEND_YOUNG..id::BOOK if gold < 1 => "a pet space needs at least 1 gold (DP-37)",
        id::SEND_CAGE..id::BOOK => "so many are not offered (DP-40)",
        id::BOOK..id::PLACE_CAGE => "the book has two other colours (DP-45)",
        id::PLACE_CAGE..id::PLACE_ADDON => "two cages of one round go to different plots (DP-49)",
        id::PET_PLOT..id::CRYSTAL => "a pet goes to a plot with a cage and without a pet (DP-52)",
        id::CRYSTAL..id::ASSIGN => "the hand has no such card, or it comes before the last one discarded (DP-57)",
        id::ASSIGN..id::FEED => "it is not the colour of the bar, or not in hand, or out of order, or leaves too few cards (DP-58, DP-129)",
        id::FEED..id::PLAY_EMPLOYEE => "the pet does not eat it, or there is none, or it comes before the last kind (DP-64)",
        id::PLAY_EMPLOYEE..id::PLAY_GAP if state.last != NONE => "the Employee comes before all other imps (DP-126)",
        id::PLAY_EMPLOYEE..id::PLAY_GAP => "it needs the unused Employee and a pet beside with two open needs (DP-67)",
        id::PLAY_GAP..id::ANGER => "no pet beside has an open need, or the gap comes before the last one (DP-67)",
        id::ANGER..id::MAGIC => "it needs more imps, armor or the Employee, or comes before the last answer (DP-130)",
        id::MAGIC..id::SHOVEL => "it needs armor or the Employee, or comes before the last answer (DP-130)",
        id::SHOVEL..id::POTION_DISCARD => "there is no manure, or the plot comes before the last one (DP-133)",
        id::POTION_DISCARD..id::EXHIBIT => "no such card is in hand, or out of order, or it leaves too few cards (DP-78)",
        id::EXHIBIT..id::SELL => "no pet is there (DP-83)",
        id::SELL..id::CLEAN => "that sale is not possible: size, match, gold, customer, platform or order (DP-91 to DP-97, DP-131)",
        id::CLEAN..id::BOX => "a pet is there, or no manure, or the plot comes before the last one (DP-99)",
        _ => "none of it is in stock (DP-104)",
    };
    words.to_owned()
}
