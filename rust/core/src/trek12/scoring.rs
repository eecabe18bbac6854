//! Score sheets and places.

use super::Trek12;
use super::rules::DEFEAT;
use super::state::{FACE, Sheet, State};
use super::tables::{BONUS, Mask, circles};
use crate::score::Score;

/// Items of the score sheet, in the order of TK-25 to TK-31; all of them on every board (TK-24).
pub const ITEMS: &[&str] = &[
    "ropes",
    "longest_rope_bonus",
    "areas",
    "largest_area_bonus",
    "isolated",
    "faces",
    "sofa_fridge",
    "desk",
    "entrance",
    "roses",
    "flags",
    "ornaments",
    "gift_areas",
    "top",
    "defeat",
];

/// How many items there are.
pub const NUM_ITEMS: usize = 15;

const SOFA_FRIDGE: usize = 6;
const DESK: usize = 7;
const ENTRANCE: usize = 8;
const ROSES: usize = 9;
const FLAGS: usize = 10;
const ORNAMENTS: usize = 11;
const GIFT_AREAS: usize = 12;
const TOP: usize = 13;

/// The sheet of a defeated player: -100 and nothing else (TK-57).
const LOST: [Score; NUM_ITEMS] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, DEFEAT];

/// A seat's items.
#[inline(always)]
pub(super) fn items_of(game: &Trek12, state: &State, seat: usize) -> [Score; NUM_ITEMS] {
    if state.is_alive(seat) { items(game, &state.sheets[seat]) } else { LOST }
}

/// The items of a sheet as it stands; empty circles count nothing (TK-24).
#[inline(always)]
pub fn items(game: &Trek12, sheet: &Sheet) -> [Score; NUM_ITEMS] {
    let bonus = &BONUS[game.bonus];
    let isolated = sheet.isolated();
    let price = match game.board.isolated_price {
        Some(price) => price * isolated.count_ones() as Score,
        None => sheet.sum(isolated) as Score,
    };
    let mut items = [0; NUM_ITEMS];
    items[0] = sheet.ropes.into();
    // Each length bonus is paid once, whatever the ties (TK-27, TK-28).
    items[1] = bonus[usize::from(sheet.longest).min(bonus.len() - 1)].into();
    items[2] = sheet.areas.into();
    items[3] = bonus[usize::from(sheet.largest).min(bonus.len() - 1)].into();
    items[4] = -price;
    items[5] = -game.face_price * sheet.faces().count_ones() as Score;
    if game.board.has_items {
        special_items(game, sheet, isolated, &mut items);
    }
    items
}

/// The items that only some boards have (TK-31).
fn special_items(game: &Trek12, sheet: &Sheet, isolated: Mask, items: &mut [Score; NUM_ITEMS]) {
    let board = &game.board;
    items[ROSES] = sheet.sum(board.roses & sheet.numbers() & !isolated) as Score;
    items[FLAGS] = board.flag_points * (sheet.flags & board.flags).count_ones() as Score;
    items[TOP] = board.top_points * (sheet.top & board.top).count_ones() as Score;
    if board.sofa | board.entrance | board.ornaments != 0 {
        let mut clean = 0;
        for bottom in circles(sheet.has_above & !sheet.has_below) {
            let rope = sheet.rope_set(bottom);
            if rope & board.sofa != 0 && rope & board.fridge != 0 {
                let length = rope.count_ones() as Score;
                items[SOFA_FRIDGE] += Score::from(sheet.value(bottom)) + 2 * (length - 1);
            }
            if rope & board.washbasin != 0 {
                clean |= rope;
            }
            let colours = board.colours.iter().filter(|&&colour| rope & colour != 0).count();
            items[ORNAMENTS] += board.ornament_points[colours];
        }
        items[ENTRANCE] = -(sheet.sum(board.entrance & sheet.numbers() & !clean) as Score);
    }
    if board.desk != 0 || board.gift_areas {
        let mut rest = sheet.in_area;
        while rest != 0 {
            let area = sheet.area(board, rest.trailing_zeros() as u8);
            let number = Score::from(sheet.value(rest.trailing_zeros() as u8));
            rest &= !area;
            let size = area.count_ones() as Score;
            if area & board.desk != 0 {
                items[DESK] += number * size;
            }
            if board.gift_areas && area & board.ornaments == 0 {
                items[GIFT_AREAS] += number + size - 1;
            }
        }
    }
}

/// Two sheets of one board: the numbers in the roses of both, and 3 for each circle with the same number on both (TK-46).
pub fn compatibility(game: &Trek12, a: &Sheet, b: &Sheet) -> Score {
    let roses = |sheet: &Sheet| {
        let counted = if game.connected_roses_only { !sheet.isolated() } else { Mask::MAX };
        sheet.sum(game.board.roses & sheet.numbers() & counted)
    };
    let differ = a.planes.iter().zip(&b.planes).fold(0, |differ, (a, b)| differ | (a ^ b));
    let same = a.numbers() & b.numbers() & !differ;
    (roses(a) + roses(b) + 3 * same.count_ones()) as Score
}

/// Places: the higher total first, equal totals share; the defeated behind everyone, all on the last place (TK-56, TK-57).
#[inline(always)]
pub(super) fn ranks(game: &Trek12, state: &State, ranks: &mut [u8]) {
    if let [only] = ranks {
        *only = 1;
        return;
    }
    let mut keys = [(false, 0); crate::game::MAX_PLAYERS];
    for (seat, key) in keys.iter_mut().enumerate().take(ranks.len()) {
        let is_alive = state.is_alive(seat);
        // What the defeated have does not matter among them.
        *key = (is_alive, if is_alive { items(game, &state.sheets[seat]).iter().sum() } else { 0 });
    }
    let keys = &keys[..ranks.len()];
    for (rank, own) in ranks.iter_mut().zip(keys) {
        *rank = 1 + keys.iter().filter(|key| *key > own).count() as u8;
    }
}

const _: () = assert!(FACE > 12 && ITEMS.len() == NUM_ITEMS);
