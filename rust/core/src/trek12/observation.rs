//! What a seat may know: its own sheet and move as they are, the sheets of the others as they were when the round began (TK-59, TK-60, TK-100).

use super::Trek12;
use super::actions::{is_forced_out, sample};
use super::check::{Parts, recount};
use super::rules::{Silent, place};
use super::state::{EMPTY, FACE, NONE, Sheet, State};
use super::tables::{Board, LARGEST, MAX_ROWS, Mask, bit, dice};
use crate::action::ActionId;
use crate::observation::{ObservationSpec, ObservationWriter};
use crate::rng::Rng;

/// The fields. Seats are relative: 0 is the observer, then those after it in order, round the table.
pub(super) fn spec(board: &Board, players: usize) -> ObservationSpec {
    let n = usize::from(board.n);
    let most_boxes = 15;
    ObservationSpec::default()
        .with("numbers", &[players, n], FACE + 1, "by seat (observer first) and circle: 0 empty, 1 + number, 14 a face (TK-6)")
        .with(
            "link_above",
            &[players, n],
            board.n,
            "by seat (observer first) and circle: 1 + the linked neighbour that holds one more, 0 without a link (TK-15)",
        )
        .with("failed", &[players, n], 1, "by seat (observer first) and circle: 1 where a pre-link failed and the number stayed (TK-38)")
        .with(
            "boxes",
            &[players, board.rows.into()],
            most_boxes,
            "free boxes by seat (observer first) and row, 5 * table + operation (TK-5, TK-63)",
        )
        .with("flags", &[players, n], 1, "by seat (observer first) and circle: 1 where a flag has paid this seat (TK-48)")
        .with("top", &[players, n], 1, "by seat (observer first) and circle: 1 where a top circle has paid this seat (TK-51)")
        .with("lost", &[players], 1, "by seat (observer first): 1 where it is defeated, of others once the round is over (TK-57, TK-60)")
        .with("dice", &[2], 6, "the roll: red 1 to 6, yellow 0 to 5; both 0 before it (TK-3)")
        .with("round", &[1], board.n, "completed rounds (TK-8)")
        .with("to_move", &[players + 2], 1, "one-hot over the seats (observer first), chance, nobody: who decides (TK-59)")
        .with("moved", &[1], 1, "1 once the observer has placed, or is defeated, in the present round; 0 when it is over (TK-100)")
        .with("move_row", &[board.rows.into()], 1, "one-hot: the row whose box the observer has ticked in the present round (TK-9, TK-63)")
        .with("move_circle", &[n], 1, "one-hot: the circle that the observer has chosen in the present round (TK-9)")
        .with(
            "choice_below",
            &[n],
            1,
            "1 for each neighbour that the observer may choose from and that holds one less than this circle (TK-62)",
        )
        .with(
            "choice_above",
            &[n],
            1,
            "1 for each neighbour that the observer may choose from and that holds one more than this circle (TK-62)",
        )
}

/// A sheet without the move of the present round.
pub(super) fn before_round(game: &Trek12, sheet: &Sheet) -> Sheet {
    if sheet.row == NONE {
        return *sheet;
    }
    let mut parts = Parts::of(sheet);
    let circle = usize::from(sheet.circle & 31);
    parts.values[circle] = EMPTY;
    parts.up[circle] = NONE;
    for above in &mut parts.up {
        if usize::from(*above) == circle {
            *above = NONE;
        }
    }
    parts.failed &= !bit(sheet.circle);
    if let Some(ticked) = parts.ticked.get_mut(usize::from(sheet.row)) {
        *ticked = ticked.saturating_sub(1);
    }
    (parts.row, parts.circle) = (NONE, NONE);
    recount(&game.board, &parts)
}

/// What an observer sees of a seat: the sheet, and whether it is defeated.
fn seen(game: &Trek12, state: &State, seat: usize, observer: usize) -> (Sheet, bool) {
    let sheet = &state.sheets[seat];
    if seat == observer {
        (*sheet, !state.is_alive(seat))
    } else {
        (before_round(game, sheet), (state.alive | state.fallen) >> seat & 1 == 0)
    }
}

fn put_mask(writer: &mut ObservationWriter<'_>, n: u8, mask: Mask) {
    for (circle, entry) in writer.field(n.into()).iter_mut().enumerate() {
        *entry = (mask >> circle & 1) as u8;
    }
}

pub(super) fn observe(game: &Trek12, state: &State, observer: usize, out: &mut [u8]) {
    let board = &game.board;
    let (n, players) = (board.n, game.players);
    let mut writer = ObservationWriter::new(out);
    let sheets: Vec<(Sheet, bool)> = (0..players).map(|offset| seen(game, state, (observer + offset) % players, observer)).collect();
    for (sheet, _) in &sheets {
        for (circle, entry) in writer.field(n.into()).iter_mut().enumerate() {
            let value = sheet.value(circle as u8);
            *entry = if value == EMPTY { 0 } else { value + 1 };
        }
    }
    for (sheet, _) in &sheets {
        let entries = writer.field(n.into());
        for (low, high) in sheet.links() {
            if let Some(entry) = entries.get_mut(usize::from(low)) {
                *entry = high + 1;
            }
        }
    }
    for (sheet, _) in &sheets {
        put_mask(&mut writer, n, sheet.failed);
    }
    for (sheet, _) in &sheets {
        for (row, entry) in writer.field(board.rows.into()).iter_mut().enumerate().take(MAX_ROWS) {
            *entry = board.limits[row].saturating_sub(sheet.ticked[row]);
        }
    }
    for (sheet, _) in &sheets {
        put_mask(&mut writer, n, sheet.flags);
    }
    for (sheet, _) in &sheets {
        put_mask(&mut writer, n, sheet.top);
    }
    for &(_, is_lost) in &sheets {
        writer.put(is_lost.into());
    }
    let (red, yellow) = if state.roll == NONE { (0, 0) } else { dice(state.roll) };
    writer.put(red);
    writer.put(yellow);
    writer.put(state.round.min(n));
    let turn = match crate::game::Game::actor(game, state) {
        crate::game::Actor::Player(seat) => (usize::from(seat) + players - observer) % players,
        crate::game::Actor::Chance => players,
        crate::game::Actor::Terminal => players + 1,
    };
    writer.one_hot(players + 2, Some(turn));
    // The others do not know that a seat is in the middle of its move.
    let is_own = usize::from(state.seat) == observer && state.writing != NONE;
    let own = |mask: Mask| if is_own { mask } else { 0 };
    let sheet = &sheets[0].0;
    let chosen = |place: u8| (place != NONE).then_some(usize::from(place));
    writer.put((sheet.row != NONE || state.fallen >> observer & 1 == 1).into());
    writer.one_hot(board.rows.into(), chosen(sheet.row));
    writer.one_hot(n.into(), chosen(sheet.circle));
    put_mask(&mut writer, n, own(state.below));
    put_mask(&mut writer, n, own(state.above));
    debug_assert_eq!(writer.remaining(), 0);
}

/// Every other seat that has moved in this round moves again from its old sheet; one in the middle of its move stands before it (TK-99).
pub(super) fn resample(game: &Trek12, state: &State, observer: usize, rng: &mut Rng) -> State {
    let mut sampled = *state;
    if state.seat == NONE {
        return sampled;
    }
    let deciding = usize::from(state.seat);
    for seat in (0..game.players).filter(|&seat| seat != observer && seat <= deciding) {
        let was_in = (state.alive | state.fallen) >> seat & 1 == 1;
        if !was_in {
            continue;
        }
        sampled.sheets[seat] = before_round(game, &state.sheets[seat]);
        if seat == deciding {
            (sampled.writing, sampled.below, sampled.above) = (NONE, 0, 0);
        } else {
            let (alive, fallen) = (1_u16 << seat, 1_u16 << seat);
            sampled.alive |= alive;
            sampled.fallen &= !fallen;
            if !move_again(game, &mut sampled, seat, rng) {
                sampled.alive &= !alive;
                sampled.fallen |= fallen;
            }
        }
    }
    sampled
}

/// A random move of one seat within its round; whether it is still in the game afterwards.
fn move_again(game: &Trek12, state: &mut State, seat: usize, rng: &mut Rng) -> bool {
    if is_forced_out(game, &state.sheets[seat], state.roll) {
        return false;
    }
    // A state in which this seat alone decides: what it draws from is its own sheet and the roll (TK-60).
    let mut alone = State { seat: seat as u8, writing: NONE, below: 0, above: 0, ..*state };
    let Some(super::actions::Action::Place { row, circle }) = sample(game, &alone, rng).and_then(|id| action(game, id)) else {
        return true;
    };
    let placed = place(game, &mut alone.sheets[seat], state.roll, row, circle, seat, &mut Silent);
    (alone.sheets[seat].row, alone.sheets[seat].circle) = (row, circle);
    (alone.below, alone.above) = (placed.below, placed.above);
    let value = alone.sheets[seat].value(circle);
    while alone.below | alone.above != 0 {
        alone.writing = circle;
        match sample(game, &alone, rng).and_then(|id| action(game, id)) {
            Some(super::actions::Action::LinkBelow(other)) => {
                super::rules::link(&mut alone.sheets[seat], other, circle, value);
                alone.below = 0;
            }
            Some(super::actions::Action::LinkAbove(other)) => {
                super::rules::link(&mut alone.sheets[seat], circle, other, value + 1);
                alone.above = 0;
            }
            _ => break,
        }
    }
    state.sheets[seat] = alone.sheets[seat];
    debug_assert!(placed.is_loss || value <= LARGEST[0] || value == FACE);
    !placed.is_loss
}

fn action(game: &Trek12, id: ActionId) -> Option<super::actions::Action> {
    super::actions::Action::from_id(&game.board, id)
}
