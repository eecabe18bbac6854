//! Cards for the bars of one colour: every set of hand cards that fits is judged with what lies on the pet already, and the best begins.

use crate::action::ActionId;
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::{id, next_bar};
use crate::dungeon_petz::scoring::needs;
use crate::dungeon_petz::state::State;
use crate::dungeon_petz::tables::symbol;

/// The best first card in hundredths of a VP; doubled cards and potions are not thought of.
pub(super) fn best(game: &DungeonPetz, state: &State) -> ActionId {
    let own = state.own();
    let plot = own.plots[usize::from(state.plot & 3)];
    let (colour, least) = next_bar(game, state, state.plot);
    let bars = game.fast.bars_left(plot.pet, state.body(plot.pet).size, plot.len);
    let mut search = Search { game, state, hand: own.hand[colour], best: i32::MIN, first: 6 };
    search.extend(needs(game, plot.cards()), usize::from(least.div_ceil(2)), bars, 6);
    // Without enough cards a potion is needed: any legal action will do then.
    if search.first < 6 { id::ASSIGN + (6 * colour + search.first) as ActionId } else { ActionId::MAX }
}

struct Search<'a> {
    game: &'a DungeonPetz,
    state: &'a State,
    hand: [u8; 6],
    best: i32,
    first: usize,
}

impl Search<'_> {
    /// Goes through the non-decreasing lists of needs; `first` is the first one, 6 before there is one.
    fn extend(&mut self, counts: [u8; 6], least: usize, bars: u8, first: usize) {
        if bars == 0 {
            let value = worth(self.game, self.state, counts);
            if value > self.best {
                (self.best, self.first) = (value, first);
            }
            return;
        }
        for need in least..6 {
            if self.hand[need] == 0 {
                continue;
            }
            self.hand[need] -= 1;
            let mut next = counts;
            next[need] += 1;
            self.extend(next, need, bars - 1, if first == 6 { need } else { first });
            self.hand[need] += 1;
        }
    }
}

/// What a pet with these needs is worth to its owner in this round.
fn worth(game: &DungeonPetz, state: &State, counts: [u8; 6]) -> i32 {
    let own = state.own();
    let plot = &own.plots[usize::from(state.plot & 3)];
    let (body, place) = (state.body(plot.pet), game.fast.place(plot));
    let eats = game.fast.eats[usize::from(plot.pet & 31)];
    let [hunger, poop, play, anger, magic, disease] = counts.map(i32::from);
    let [vegetables, meat] = own.food().map(i32::from);
    let icons = if eats & 1 != 0 { i32::from(place.graze) } else { 0 } + if eats & 2 != 0 { i32::from(place.meat) } else { 0 };
    let food = if eats & 1 != 0 { vegetables } else { 0 } + if eats & 2 != 0 { meat } else { 0 };
    let imps = i32::from(own.home);
    let mut suffering = (hunger - icons - food).max(0);
    let playing = (play - i32::from(place.play)).max(0);
    suffering += (playing - imps).max(0);
    let escape = (anger - i32::from(place.strength)).max(0);
    let mutation = (magic - i32::from(place.antimagic)).max(0) + i32::from(body.mutation);
    let manure = i32::from(plot.manure) + (poop - i32::from(place.poop)).max(0);
    if disease > 0 && disease + manure >= 3 {
        suffering += disease + manure - 1;
    }
    suffering += i32::from(body.suffering);
    if escape > imps || mutation >= 2 || suffering >= i32::from(body.size) {
        return -3000 - 100 * (escape + mutation + suffering);
    }
    let mut value = -40 * playing.min(imps) - 250 * escape - 300 * mutation - 150 * suffering - 60 * manure - 20 * (hunger - icons).max(0);
    value += show(game, state, counts, suffering, mutation);
    value + sale(game, state, counts, suffering, mutation)
}

/// The exhibition of the round: a point of it is worth most of a VP.
fn show(game: &DungeonPetz, state: &State, counts: [u8; 6], suffering: i32, mutation: i32) -> i32 {
    if state.round < 2 {
        return 0;
    }
    let tile = &game.tables.exhibitions[usize::from(state.exhibition() & 7)];
    let mut points: i32 = counts.iter().enumerate().map(|(need, &count)| i32::from(count) * tile.weight(need)).sum();
    points += suffering * tile.weight(symbol::SUFFERING) + mutation * tile.weight(symbol::MUTATION);
    points += counts.iter().map(|&count| i32::from(count)).max().unwrap_or(0) * tile.weight(symbol::BEST_NEED);
    points += counts.iter().filter(|&&count| count > 0).count() as i32 * tile.weight(symbol::NEED_TYPES);
    80 * points
}

/// The best sale to a customer of the round.
fn sale(game: &DungeonPetz, state: &State, counts: [u8; 6], suffering: i32, mutation: i32) -> i32 {
    let own = state.own();
    if state.body(own.plots[usize::from(state.plot & 3)].pet).size < 4 {
        return 0;
    }
    let factor = if own.platform > 0 { 250 } else { 200 };
    let of = |&customer: &u8| {
        let customer = &game.tables.customers[usize::from(customer & 7)];
        let mut points: i32 = counts.iter().enumerate().map(|(need, &count)| i32::from(count) * customer.weight(need)).sum();
        points += suffering * customer.weight(symbol::SUFFERING) + mutation * customer.weight(symbol::MUTATION);
        points += counts.iter().zip(&customer.rainbow).map(|(&count, &weight)| i32::from(count.min(2)) * i32::from(weight)).sum::<i32>();
        (factor * points - 300).max(0)
    };
    game.customers_of(state).iter().map(of).max().unwrap_or(0)
}
