//! Set-up of the game and of a round (sections A, B and C).

use super::{Log, shopping};
use crate::action::ActionId;
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::id;
use crate::dungeon_petz::state::{Body, NEUTRAL, NONE, Phase, Point, Stands, State};
use crate::dungeon_petz::tables::spec::FarmToken;

/// The start player is drawn (DP-13).
pub(super) fn start(game: &DungeonPetz, state: &mut State, seat: u8, log: &mut impl Log) {
    log.event("start", seat, -1, 1);
    state.set_order(seat & 3);
    opening_hand(state, 0);
    draw_next(game, state, log);
}

/// A player draws one card of each colour (DP-9, DP-121).
pub(in crate::dungeon_petz) fn opening_hand(state: &mut State, seat: u8) {
    (state.point, state.seat, state.draw) = (Point::DealCard, seat, [1; 4]);
}

/// The colour of the next card to be drawn (DP-122).
#[inline(always)]
pub(in crate::dungeon_petz) fn next_colour(state: &State) -> Option<usize> {
    let next = |counts: &[u8; 4]| counts.iter().position(|&count| count > 0);
    next(&state.draw_first).or_else(|| next(&state.draw))
}

#[inline(always)]
fn drawn(state: &mut State, colour: usize) {
    let first = &mut state.draw_first[colour & 3];
    if *first > 0 {
        *first -= 1;
    } else {
        state.draw[colour & 3] = state.draw[colour & 3].saturating_sub(1);
    }
}

/// A card comes into the hand (DP-55).
#[inline(always)]
pub(super) fn card(game: &DungeonPetz, state: &mut State, index: u8, log: &mut impl Log) {
    let (colour, need) = (usize::from((index / 6) & 3), usize::from(index % 6));
    let count = &mut state.decks[colour][need];
    *count = count.wrapping_sub(1);
    state.own_mut().hand[colour][need] += 1;
    log.event("card", state.seat, colour as i32, need as i32);
    drawn(state, colour);
    draw_next(game, state, log);
}

/// Waits for the next card. An empty deck is refilled just before, and without any card a substitute of the dominant need is drawn (DP-56,
/// DP-168); neither is a chance event (DP-120, DP-176).
pub(super) fn draw_next(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    loop {
        let Some(colour) = next_colour(state) else {
            match state.phase {
                Phase::Setup => opening_drawn(game, state, log),
                Phase::Shopping => shopping::next_book(game, state, log),
                _ => super::arranging::drawn(game, state, log),
            }
            return;
        };
        if state.decks[colour] != [0; 6] {
            state.point = Point::DealCard;
            return;
        }
        let count: i32 = state.discards[colour].iter().map(|&count| i32::from(count)).sum();
        if count > 0 {
            log.event("refill", state.seat, colour as i32, count);
            state.decks[colour] = std::mem::take(&mut state.discards[colour]);
        } else {
            let need = game.fast.dominant[colour];
            log.event("substitute", state.seat, colour as i32, need as i32);
            state.substitutes[colour] = state.substitutes[colour].saturating_add(1);
            state.own_mut().hand[colour][need] += 1;
            drawn(state, colour);
        }
    }
}

fn opening_drawn(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    if state.seat + 1 < state.seats {
        opening_hand(state, state.seat + 1);
        draw_next(game, state, log);
    } else {
        fill_board(game, state);
        deal_from(game, state, Point::DealExhibition, log);
    }
}

/// The next round: start token, turn order, board; then the deals (DP-168).
pub(super) fn begin_round(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    state.round += 1;
    state.phase = Phase::Setup;
    turn_order(game, state);
    log.event("round", state.order[0], -1, state.round.into());
    fill_board(game, state);
    deal_from(game, state, Point::DealExhibition, log);
}

/// The start token moves on (DP-18), by the option the other way round (DP-113); before the last round of four players the order is that of
/// the points (DP-19), which the option changes but for its first (DP-112).
fn turn_order(game: &DungeonPetz, state: &mut State) {
    let (seats, start) = (state.seats.max(1), state.order[0]);
    if game.players < 4 {
        let step = if game.is_counterclockwise { seats - 1 } else { 1 };
        state.set_order((start + step) % seats);
        return;
    }
    if state.round < game.rounds {
        state.set_order((start + 1) % seats);
        return;
    }
    let clockwise = |from: u8| [0, 1, 2, 3].map(|step| (from + step) % seats);
    let by_points = |mut order: [u8; 4]| {
        // A stable sort: equals stay in the order they are in.
        order.sort_by_key(|&seat| state.players[usize::from(seat & 3)].vp());
        order
    };
    let order = by_points(clockwise(start + 1));
    state.order = match game.last_round_order {
        LastRoundOrder::Points => order,
        LastRoundOrder::PointsFromStart => by_points(clockwise(order[0])),
        LastRoundOrder::Token => clockwise(order[0]),
    };
}

/// The option `last_round_order` (DP-112).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dungeon_petz) enum LastRoundOrder {
    /// `seed`.
    Points,
    /// `rulebook_variant`.
    PointsFromStart,
    /// `token_only`.
    Token,
}

/// Neutral imps, stands and offers, as far as nothing is dealt.
fn fill_board(game: &DungeonPetz, state: &mut State) {
    state.seat = NONE;
    let neutral = game.neutral(state.round);
    // An imp on a dummy blocks nothing (DP-16).
    state.busy = (neutral & 0x3fff) as u16;
    for (space, imp) in state.spaces.iter_mut().enumerate().take(14) {
        *imp = if neutral >> space & 1 != 0 { NEUTRAL } else { NONE };
    }
    fill_stands(game, state, neutral);
    if state.round > 1 {
        clear_offers(game, state);
    }
}

/// What is left is removed, and the food of the exhibition comes (DP-23), less by the dummies (DP-24); a stand that is blocked is empty
/// (DP-25).
fn fill_stands(game: &DungeonPetz, state: &mut State, neutral: u32) {
    let food = if state.round == 1 {
        game.tables.round1_food[(game.players - 2) & 3]
    } else {
        game.tables.exhibitions[usize::from(state.exhibition() & 7)].food
    };
    state.stands = Stands {
        veg_stand: food.veg_stand,
        mixed_veg: food.mixed_veg.saturating_sub((neutral >> 14 & 1) as u8),
        mixed_meat: food.mixed_meat.saturating_sub((neutral >> 15 & 1) as u8),
        meat_stand: food.meat_stand,
        ..Stands::default()
    };
    if neutral & 1 != 0 {
        state.stands.veg_stand = 0;
    }
    if neutral & 2 != 0 {
        (state.stands.mixed_veg, state.stands.mixed_meat) = (0, 0);
    }
    if neutral & 4 != 0 {
        state.stands.meat_stand = 0;
    }
}

/// From round 2: old offers go as far as they do (DP-26 to DP-29).
fn clear_offers(game: &DungeonPetz, state: &mut State) {
    state.removed_artifacts |= std::mem::take(&mut state.offer_artifacts);
    // The last cage becomes the first (DP-27).
    if let Some(last) = usize::from(state.num_cages).checked_sub(1) {
        let kept = state.cages[last.min(2)];
        for &cage in state.cages.iter().take(last) {
            state.removed_cages |= 1 << (cage & 15);
        }
        (state.cages, state.num_cages) = ([kept, NONE, NONE], 1);
    }
    // So with the addons, unless their space is blocked (DP-28).
    if state.busy >> 6 & 1 == 0
        && let Some(last) = usize::from(state.num_addons).checked_sub(1)
    {
        let kept = state.addons[last.min(1)];
        for &addon in state.addons.iter().take(last) {
            state.removed_addons |= 1 << (addon & 7);
        }
        (state.addons, state.num_addons) = ([kept, NONE], 1);
    }
    // Old pets leave for the farm, young ones become old (DP-29).
    for place in 0..usize::from(state.num_old).min(3) {
        let pet = state.old[place];
        state.removed_pets |= 1 << (pet & 31);
        farm_token(game, state, pet);
    }
    (state.old, state.num_old) = (state.young, state.num_young);
    (state.young, state.num_young) = ([NONE; 3], 0);
    if state.busy >> 9 & 1 != 0 && state.num_old > 0 {
        // Without a farm token (DP-30).
        state.removed_pets |= 1 << (state.old[0] & 31);
        take_out(&mut state.old, &mut state.num_old, 0);
    }
}

/// What a pet leaves on the meat stand (DP-30, DP-115), unless the stand is blocked (DP-25).
fn farm_token(game: &DungeonPetz, state: &mut State, pet: u8) {
    if state.busy >> 2 & 1 != 0 {
        return;
    }
    let token = if game.advanced_meat_stand { game.fast.farm[usize::from(pet & 31)] } else { FarmToken::Meat };
    let pile = match token {
        FarmToken::Meat => &mut state.stands.meat_stand,
        FarmToken::Vegetable => &mut state.stands.meat_stand_veg,
        FarmToken::Gold => &mut state.stands.meat_stand_gold,
        FarmToken::Nothing => return,
    };
    *pile = pile.saturating_add(1);
}

/// Takes an entry out of an offer; the rest close up (DP-27).
#[inline(always)]
pub(super) fn take_out<const N: usize>(list: &mut [u8; N], count: &mut u8, place: usize) -> u8 {
    let place = place.min(N - 1);
    let taken = list[place];
    list.copy_within(place + 1.., place);
    list[N - 1] = NONE;
    *count = count.saturating_sub(1);
    taken
}

/// How many tiles of a kind this round deals in all (DP-11, DP-12, DP-21, DP-22, DP-26 to DP-29).
pub(in crate::dungeon_petz) fn due(game: &DungeonPetz, state: &State, kind: Point) -> u8 {
    let is_first = state.round == 1;
    let is_blocked = |spaces: u16| state.busy & spaces != 0;
    match kind {
        Point::DealExhibition => game.visible_exhibitions[usize::from(state.round & 7)].saturating_sub(state.num_exhibitions),
        Point::DealCustomer => game.visible_customers[usize::from(state.round & 7)].saturating_sub(state.num_customers),
        Point::DealArtifact => {
            if is_blocked(1 << 3) {
                0
            } else {
                2
            }
        }
        Point::DealCage => 2 + u8::from(is_first) - u8::from(is_blocked(3 << 4)),
        Point::DealAddon if is_first => 2,
        Point::DealAddon => u8::from(!is_blocked(1 << 6)),
        Point::DealYoung => 3 - u8::from(is_blocked(3 << 7)),
        Point::DealOld => u8::from(is_first),
        _ => 0,
    }
}

/// How many tiles of a kind nobody has seen: a position from outside may have fewer than a round deals.
pub(in crate::dungeon_petz) fn unseen(state: &State, kind: Point) -> u32 {
    match kind {
        Point::DealExhibition => state.unseen_exhibitions.into(),
        Point::DealCustomer => state.unseen_customers.into(),
        Point::DealArtifact => state.unseen_artifacts.into(),
        Point::DealCage => state.unseen_cages.into(),
        Point::DealAddon => state.unseen_addons.into(),
        Point::DealYoung | Point::DealOld => state.unseen_pets,
        _ => 0,
    }
}

/// The kinds of tiles in the order in which they are dealt (DP-121).
const KINDS: [Point; 7] =
    [Point::DealExhibition, Point::DealCustomer, Point::DealArtifact, Point::DealCage, Point::DealAddon, Point::DealYoung, Point::DealOld];

/// Waits for the next tile, from a kind on; after the last one comes the income.
fn deal_from(game: &DungeonPetz, state: &mut State, first: Point, log: &mut impl Log) {
    for kind in KINDS.into_iter().filter(|&kind| kind >= first) {
        let left = due(game, state, kind).min(unseen(state, kind).count_ones() as u8);
        if left > 0 {
            (state.point, state.left) = (kind, left);
            return;
        }
    }
    state.left = 0;
    income(game, state, log);
    shopping::begin(game, state, 0, log);
}

/// A tile is dealt.
#[inline(always)]
pub(super) fn tile(game: &DungeonPetz, state: &mut State, outcome: ActionId, log: &mut impl Log) {
    let start = state.order[0];
    let index = |first: ActionId| outcome.wrapping_sub(first) as u8;
    let put = |list: &mut [u8], count: &mut u8, tile: u8| {
        if let Some(place) = list.get_mut(usize::from(*count)) {
            *place = tile;
            *count += 1;
        }
    };
    let kind = state.point;
    match kind {
        Point::DealExhibition => {
            let tile = index(id::EXHIBITION) & 7;
            log.event("exhibition", start, tile.into(), i32::from(state.num_exhibitions) + 2);
            state.unseen_exhibitions &= !(1 << tile);
            put(&mut state.exhibitions, &mut state.num_exhibitions, tile);
        }
        Point::DealCustomer => {
            let tile = index(id::CUSTOMER) & 7;
            log.event("customer", start, tile.into(), game.customer_round(state.num_customers).into());
            state.unseen_customers &= !(1 << tile);
            put(&mut state.customers, &mut state.num_customers, tile);
        }
        Point::DealArtifact => {
            let tile = index(id::ARTIFACT) & 15;
            log.event("offer_artifact", start, tile.into(), 1);
            state.unseen_artifacts &= !(1 << tile);
            state.offer_artifacts |= 1 << tile;
        }
        Point::DealCage => {
            let tile = index(id::CAGE) & 15;
            log.event("offer_cage", start, tile.into(), 1);
            state.unseen_cages &= !(1 << tile);
            put(&mut state.cages, &mut state.num_cages, tile);
        }
        Point::DealAddon => {
            let tile = index(id::ADDON) & 7;
            log.event("offer_addon", start, tile.into(), 1);
            state.unseen_addons &= !(1 << tile);
            put(&mut state.addons, &mut state.num_addons, tile);
        }
        _ => {
            let tile = index(id::PET) & 31;
            state.unseen_pets &= !(1 << tile);
            if kind == Point::DealYoung {
                log.event("offer_young", start, tile.into(), 1);
                put(&mut state.young, &mut state.num_young, tile);
            } else {
                log.event("offer_old", start, tile.into(), 1);
                put(&mut state.old, &mut state.num_old, tile);
            }
        }
    }
    state.left = state.left.saturating_sub(1);
    if state.left == 0 {
        match KINDS.iter().position(|&other| other == kind).and_then(|place| KINDS.get(place + 1)) {
            Some(&next) => deal_from(game, state, next, log),
            None => deal_from(game, state, Point::Over, log),
        }
    }
}

/// 1 gold for the first in turn order, with four players for the second as well, 2 for the others (DP-31).
fn income(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    let poor = if game.players == 4 { 2 } else { 1 };
    for place in 0..usize::from(state.seats) {
        let seat = super::seat_at(state, place);
        let gold = if place < poor { 1 } else { 2 };
        let player = &mut state.players[usize::from(seat & 3)];
        player.gold = player.gold.saturating_add(gold);
        log.event("income", seat, -1, gold.into());
    }
}

/// A pet comes into the hands of a player (DP-40): a young one has size 2, an old one 3.
#[inline(always)]
pub(super) fn new_body(size: u8) -> Body {
    Body { size, suffering: 0, mutation: 0 }
}
