//! Exhibitions, customers, the final shows, score sheets and places.

use super::DungeonPetz;
use super::state::{MAX_SEATS, NO_SHOW, NONE, Player, State};
use super::tables::{SYMBOLS, symbol};
use crate::score::Score;

/// Items of the score sheet (DP-166).
pub const ITEMS: &[&str] = &["exhibitions", "sales", "lost_pets", "business_show", "display_show"];
/// Places of [`ITEMS`].
pub(super) const EXHIBITIONS: usize = 0;
pub(super) const SALES: usize = 1;
pub(super) const LOST: usize = 2;
pub(super) const BUSINESS: usize = 3;
pub(super) const DISPLAY: usize = 4;
/// The space of the judge (DP-14).
const JUDGE: usize = 12;

/// The needs that the cards of a plot carry; a doubled one counts as two (DP-60).
#[inline(always)]
pub(super) fn needs(game: &DungeonPetz, cards: &[u8]) -> [u8; 6] {
    let mut counts = [0; 8];
    for &card in cards {
        let key = usize::from(card & 15);
        // A potion has no need: its place is past the last one.
        counts[key >> 1 & 7] += 1;
        if key & 1 != 0 {
            counts[game.fast.dominant[usize::from(card >> 4 & 3)]] += 1;
        }
    }
    let mut needs = [0; 6];
    needs.copy_from_slice(&counts[..6]);
    needs
}

/// Colours of cards as bits, and whether there is a potion.
fn colours(cards: &[u8]) -> (u8, bool) {
    cards.iter().fold(
        (0, false),
        |(set, potion), &card| {
            if super::actions::is_potion(card) { (set, true) } else { (set | 1 << (card >> 4 & 3), potion) }
        },
    )
}

/// The doubled score of an exhibition for one pet of a single tile (DP-84), or for the whole display of a full one (DP-85), by the weights of
/// the tile (DP-157), with judge and whip (DP-82).
pub(super) fn exhibition(game: &DungeonPetz, state: &State, seat: u8, tile: u8, plot: Option<u8>) -> i16 {
    let player = &state.players[usize::from(seat & 3)];
    let exhibition = &game.tables.exhibitions[usize::from(tile & 7)];
    let mut counts = [0_i32; SYMBOLS.len()];
    let scored = |index: usize| plot.is_none_or(|plot| usize::from(plot) == index);
    for (_, own) in player.plots.iter().enumerate().filter(|&(index, own)| own.pet != NONE && scored(index)) {
        let (own_needs, body) = (needs(game, own.cards()), state.body(own.pet));
        for (sum, &count) in counts.iter_mut().zip(&own_needs) {
            *sum += i32::from(count);
        }
        counts[symbol::SUFFERING] += i32::from(body.suffering);
        counts[symbol::MUTATION] += i32::from(body.mutation);
        counts[symbol::PETS] += 1;
        counts[symbol::BEST_NEED] = own_needs.iter().map(|&count| i32::from(count)).max().unwrap_or(0);
        let (colours, potion) = colours(own.cards());
        counts[symbol::NEED_TYPES] = own_needs.iter().filter(|&&count| count > 0).count() as i32 + i32::from(potion);
        counts[symbol::CARD_COLOURS] = colours.count_ones() as i32 + i32::from(potion);
        counts[symbol::MANURE_OWN] = own.manure.into();
    }
    counts[symbol::MANURE_ALL] = player.plots.iter().map(|own| i32::from(own.manure)).sum();
    let points: i32 = counts.iter().enumerate().map(|(symbol, &count)| count * exhibition.weight(symbol)).sum();
    // Two points for the judge (DP-43), half a point for the whip (DP-46).
    let judge = if state.spaces[JUDGE] == seat { 4 } else { 0 };
    let whip = i32::from(player.artifacts & game.fast.whip != 0);
    (2 * points + judge + whip).clamp(i32::from(NO_SHOW) + 1, i16::MAX.into()) as i16
}

/// What a sale brings: match (DP-93) and gold (DP-97).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sale {
    pub(super) points: i32,
    pub(super) gold: i32,
}

/// The sale of a plot's pet to a customer; `None` without a pet of size 4 (DP-92).
#[inline(always)]
pub(super) fn sale(game: &DungeonPetz, state: &State, player: &Player, plot: u8, customer: u8) -> Option<Sale> {
    let own = &player.plots[usize::from(plot & 3)];
    let body = state.body(own.pet);
    if own.pet == NONE || body.size < 4 {
        return None;
    }
    let customer = &game.tables.customers[usize::from(customer & 7)];
    let mut points =
        i32::from(body.suffering) * customer.weight(symbol::SUFFERING) + i32::from(body.mutation) * customer.weight(symbol::MUTATION);
    for (need, &count) in needs(game, own.cards()).iter().enumerate() {
        points += i32::from(count) * customer.weight(need);
    }
    points += rainbow(game, own.cards(), &customer.rainbow);
    let price = game.fast.prices[usize::from(own.pet & 31)][usize::from(body.size & 7)];
    Some(Sale { points, gold: i32::from(price) - if body.mutation > 0 { 2 } else { 0 } })
}

/// A rainbow need counts once for each colour that carries it (DP-93); a doubled card carries two needs in one colour (DP-60).
#[inline(always)]
fn rainbow(game: &DungeonPetz, cards: &[u8], weights: &[u8; 6]) -> i32 {
    if *weights == [0; 6] {
        return 0;
    }
    let mut carriers = [0_u8; 8];
    for &card in cards {
        let (colour, key) = (card >> 4 & 3, usize::from(card & 15));
        carriers[key >> 1 & 7] |= 1 << colour;
        if key & 1 != 0 {
            carriers[game.fast.dominant[usize::from(colour)]] |= 1 << colour;
        }
    }
    weights.iter().zip(&carriers).map(|(&weight, set)| i32::from(weight) * set.count_ones() as i32).sum()
}

/// Doubled awards by seat for doubled scores (DP-86, DP-87): those of 0 and less take no part. Totals are compared exactly (DP-88).
pub(super) fn awards(game: &DungeonPetz, scores: &[i32]) -> [i32; MAX_SEATS] {
    let mut won = [0; MAX_SEATS];
    for (seat, &score) in scores.iter().enumerate().filter(|&(_, &score)| score > 0) {
        let better = scores.iter().filter(|&&other| other > score).count();
        let equal = scores.iter().filter(|&&other| other == score).count() as i32;
        won[seat & 3] = 2 * (i32::from(game.fast.awards[better & 3]) - (equal - 1));
    }
    won
}

/// Doubled awards of the round's exhibition (DP-86): who has no score takes no part (DP-83); with the option no total is above 10 (DP-116).
pub(super) fn show_awards(game: &DungeonPetz, state: &State) -> [i32; MAX_SEATS] {
    let mut scores = [0; MAX_SEATS];
    for (score, player) in scores.iter_mut().zip(state.players()) {
        let show = if player.show == NO_SHOW { 0 } else { i32::from(player.show) };
        *score = if game.is_capped { show.min(20) } else { show };
    }
    awards(game, &scores[..state.players().len()])
}

/// The doubled score of the business exhibition (DP-105).
pub(super) fn business(game: &DungeonPetz, state: &State, player: &Player) -> i32 {
    let [vegetables, meat] = player.food();
    let boxed = player.artifacts & game.fast.magic_box != 0 && state.box_food;
    let goods =
        i32::from(vegetables) + i32::from(meat) + i32::from(boxed) + player.artifacts.count_ones() as i32 + i32::from(player.potions);
    let away = i32::from(player.hospital) + i32::from(player.platform) + player.progress.iter().map(|&imps| i32::from(imps)).sum::<i32>();
    2 * goods + i32::from(player.gold) - 4 * away
}

/// The doubled score of the display exhibition (DP-106).
pub(super) fn display(state: &State, player: &Player) -> i32 {
    let plot = |own: &super::state::Plot| {
        let pet = if own.pet == NONE { 0 } else { 2 - i32::from(state.body(own.pet).suffering) - i32::from(state.body(own.pet).mutation) };
        pet + i32::from(own.cage != NONE) + i32::from(own.addon != NONE) - i32::from(own.manure)
    };
    2 * player.plots.iter().map(plot).sum::<i32>()
}

/// What a final show changes, doubled, by seat: an award, or the score itself if it is negative (DP-107).
pub(super) fn final_show(game: &DungeonPetz, scores: &[i32]) -> [i32; MAX_SEATS] {
    let mut won = awards(game, scores);
    for (won, &score) in won.iter_mut().zip(scores).filter(|&(_, &score)| score < 0) {
        *won = score;
    }
    won
}

/// A seat's items, doubled (DP-166).
#[inline(always)]
pub(super) fn sheet(state: &State, seat: usize) -> [Score; 5] {
    state.players[seat & 3].score
}

/// Places: most VP first, equal ones share (DP-108).
#[inline(always)]
pub(super) fn ranks(state: &State, ranks: &mut [u8]) {
    let mut points = [0; MAX_SEATS];
    for (points, player) in points.iter_mut().zip(state.players()) {
        *points = player.vp();
    }
    let points = &points[..ranks.len().min(MAX_SEATS)];
    for (rank, own) in ranks.iter_mut().zip(points) {
        *rank = 1 + points.iter().filter(|&other| other > own).count() as u8;
    }
}
