//! What a seat may know: all of it (PW-48), the observer's side first.

use super::actions::seat_to_decide;
use super::check::{MOST_BUTTONS, MOST_INCOME};
use super::position::special_lines_left;
use super::state::{NOBODY, SIDE, Stage, State};
use super::tables::{LAST_SPACE, PATCHES, SPECIAL_LINES};
use crate::observation::{ObservationSpec, ObservationWriter};

/// The fields (PW-50). Seats are relative: the observer first, then the opponent. Which patch covers a cell is no part of them (PW-80).
pub(super) fn spec() -> ObservationSpec {
    ObservationSpec::default()
        .with("quilts", &[2, SIDE, SIDE], 1, "1 where a cell is covered, by seat (observer first), row, column (PW-1)")
        .with(
            "circle",
            &[PATCHES],
            PATCHES as u8,
            "patch id + 1, clockwise from the first in front of the neutral token; 0 behind the last (PW-5)",
        )
        .with("buttons", &[2], 255, "buttons by seat (observer first), modulo 256 (PW-37)")
        .with(
            "buttons_256",
            &[2],
            (MOST_BUTTONS / 256) as u8,
            "buttons by seat (observer first), divided by 256: 0 in every game ever seen, but study positions may hold more",
        )
        .with("position", &[2], LAST_SPACE, "space of the time token by seat (observer first), 0 to 53 (PW-6)")
        .with("income", &[2], MOST_INCOME, "income by seat (observer first), in buttons a line (PW-26)")
        .with("special_patches", &[5], 1, "1 where a special-patch line still holds its patch, in the order of the track (PW-8)")
        .with("to_move", &[4], 1, "one-hot over the seats (observer first), chance, nobody: who decides (PW-11 to PW-13)")
        .with("on_top", &[3], 1, "one-hot over the seats (observer first), nobody: whose token is on top of the other (PW-12, PW-50)")
        .with("tile_owner", &[3], 1, "one-hot over the seats (observer first), nobody: owner of the 7x7 tile (PW-39)")
        .with("to_place", &[3], 1, "one-hot over the seats (observer first), nobody: who has a special patch to place (PW-34)")
        .with("first_on_last", &[3], 1, "one-hot over the seats (observer first), nobody: who came to space 53 first (PW-45)")
}

pub(super) fn observe(track: usize, state: &State, seat: usize, out: &mut [u8]) {
    let mut writer = ObservationWriter::new(out);
    let seats = [seat, 1 - seat];
    for seat in seats {
        let cells = writer.field(SIDE * SIDE);
        for (index, cell) in cells.iter_mut().enumerate() {
            *cell = (state.quilts[seat] >> index & 1) as u8;
        }
    }
    for (entry, &id) in writer.field(PATCHES).iter_mut().zip(state.circle()) {
        *entry = id as u8 + 1;
    }
    for seat in seats {
        writer.put((state.buttons[seat] % 256) as u8);
    }
    for seat in seats {
        writer.put((state.buttons[seat] / 256) as u8);
    }
    for seat in seats {
        writer.put(state.position[seat]);
    }
    for seat in seats {
        writer.put(state.income[seat]);
    }
    let lines = writer.field(SPECIAL_LINES[track].len());
    for line in special_lines_left(track, state) {
        for (entry, own) in lines.iter_mut().zip(SPECIAL_LINES[track]) {
            *entry |= u8::from(own == line);
        }
    }
    let relative = |absolute: usize| usize::from(absolute != seat);
    writer.one_hot(4, Some(if state.stage == Stage::Setup { 2 } else { seat_to_decide(state).map_or(3, relative) }));
    for field in [state.on_top, state.tile_owner, state.to_place, state.first_on_last] {
        writer.one_hot(3, Some(if field == NOBODY { 2 } else { relative(field.into()) }));
    }
    debug_assert_eq!(writer.remaining(), 0);
}
