//! Actions and positions as text.

use super::actions::{Action, Refusal, refusal, seat_to_decide};
use super::position::special_lines_left;
use super::scoring::sheet_of;
use super::state::{NOBODY, Placed, SIDE, Stage, State};
use super::tables::{PATCH_TABLE, PATCHES, SLOTS};
use crate::action::ActionId;
use std::fmt::Write as _;

/// `advance`, `special at 3,4`, `buy 24 orientation 1 at 3,4`; in set-up `patch 7`.
pub(super) fn action_text(state: &State, id: ActionId) -> String {
    if state.stage == Stage::Setup {
        return format!("patch {id}");
    }
    match Action::from_id(id) {
        Some(Action::Advance) => "advance".to_owned(),
        Some(Action::Special { cell }) => format!("special at {},{}", cell / 9, cell % 9),
        Some(Action::Buy { slot, orientation, cell }) => {
            let patch = state.circle().get(usize::from(slot)).copied().unwrap_or_default();
            format!("buy {patch} orientation {orientation} at {},{}", cell / 9, cell % 9)
        }
        None => format!("action {id}"),
    }
}

const FORMS: &str = "advance, special at ROW,COL, buy PATCH orientation K at ROW,COL";

/// The inverse of [`action_text`].
pub(super) fn parse_action(state: &State, text: &str) -> Result<ActionId, String> {
    let shown: String = text.chars().take(60).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    if state.stage == Stage::Setup {
        return match words[..] {
            ["patch", id] => number(id, PATCHES).ok_or_else(|| format!("{id:?} is no patch; patches are 1 to 32 here")),
            _ => Err(format!("{shown:?} is no outcome; outcomes read patch ID")),
        };
    }
    let cell = |at: &str| {
        let (row, col) = at.split_once(',')?;
        Some((number(row, SIDE)? * 9 + number(col, SIDE)?) as u8)
    };
    let action = match words[..] {
        ["advance"] => Some(Action::Advance),
        ["special", "at", at] => cell(at).map(|cell| Action::Special { cell }),
        ["buy", patch, "orientation", orientation, "at", at] => {
            let slots = state.circle().iter().take(SLOTS);
            match (number(patch, PATCHES), number(orientation, 8), cell(at)) {
                (Some(patch), Some(orientation), Some(cell)) => {
                    let Some(slot) = slots.clone().position(|&id| id == patch) else {
                        return Err(format!("patch {patch} is not among the next three, {:?} (PW-20)", slots.collect::<Vec<_>>()));
                    };
                    Some(Action::Buy { slot: slot as u8, orientation: orientation as u8, cell })
                }
                _ => None,
            }
        }
        _ => None,
    };
    action.map(Action::id).ok_or_else(|| format!("{shown:?} is no action; actions read {FORMS}, with rows and columns 0 to 8"))
}

/// A number below `limit` in plain digits: what Rust's parser also takes, such as a plus sign, would give two texts to one action.
fn number(text: &str, limit: usize) -> Option<u16> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit()));
    text.parse().ok().filter(|&n: &u16| plain && usize::from(n) < limit)
}

/// Why an id is refused, in words.
pub(super) fn refusal_text(state: &State, id: ActionId) -> String {
    if state.stage == Stage::Setup {
        return format!(
            "the circle is being drawn, and the outcomes left are the patches of 1 to 32 not in it yet (PW-76); {id} is none of them"
        );
    }
    let seat = seat_to_decide(state);
    let buttons = seat.map_or(0, |seat| state.buttons[seat]);
    match refusal(state, id) {
        None => "it is legal".to_owned(),
        Some(Refusal::NobodyDecides) => "the game is over (PW-42)".to_owned(),
        Some(Refusal::NoSuchNumber) => "actions are numbered 0 to 2025 (PW-52)".to_owned(),
        Some(Refusal::SpecialFirst) => "a special patch has to be placed first, with a number from 1 to 81 (PW-13, PW-54)".to_owned(),
        Some(Refusal::NoSpecial) => "no special patch waits to be placed (PW-54)".to_owned(),
        Some(Refusal::Covered) => "that cell is covered (PW-34)".to_owned(),
        Some(Refusal::NoSuchSlot) => format!(
            "the circle has only {} left (PW-20)",
            if state.circle_len == 1 { "1 patch".to_owned() } else { format!("{} patches", state.circle_len) }
        ),
        Some(Refusal::TooDear(patch)) => {
            let cost = counted(PATCH_TABLE[usize::from(patch)].cost, "button");
            format!("patch {patch} costs {cost}, the player has {buttons} (PW-22)")
        }
        Some(Refusal::Repeated(patch)) => {
            format!("patch {patch} has the orientations {:?} (PW-57)", PATCH_TABLE[usize::from(patch)].orientations())
        }
        Some(Refusal::OffBoard(patch)) => format!("patch {patch} would stick out of the board (PW-23)"),
        Some(Refusal::Overlaps(patch)) => format!("patch {patch} would overlap a covered cell (PW-23)"),
    }
}

/// A number with its noun.
fn counted(number: impl Into<u32>, noun: &str) -> String {
    let number = number.into();
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The letter of a patch on a printed board.
fn letter(patch: u8) -> char {
    char::from(if patch < 26 { b'A' + patch } else { b'a' + patch - 26 })
}

/// A board row by row: letters for patches, `*` for special patches, `#` for cells of which nobody told the patch, `.` for empty ones.
fn picture(state: &State, seat: usize) -> [[char; SIDE]; SIDE] {
    let all_known = state.placed().all(|placed| placed.place.is_some());
    let mut cells = [['.'; SIDE]; SIDE];
    for (index, cell) in cells.as_flattened_mut().iter_mut().enumerate() {
        if state.quilts[seat] >> index & 1 == 1 {
            *cell = if all_known { '*' } else { '#' };
        }
    }
    for placed in state.placed() {
        let Placed { patch, place: Some((owner, orientation, corner)) } = placed else { continue };
        if usize::from(owner) == seat {
            for (row, col) in PATCH_TABLE[usize::from(patch)].oriented[usize::from(orientation)].cells() {
                cells[usize::from(corner / 9) + row][usize::from(corner % 9) + col] = letter(patch);
            }
        }
    }
    cells
}

/// Both boards side by side, the track, the circle, and the next three patches with shape and price.
pub(super) fn board(track: usize, state: &State) -> String {
    let mut text = String::new();
    let turn = match (state.stage, seat_to_decide(state)) {
        (Stage::Setup, _) => format!("the circle is drawn, {} of 32", state.circle_len),
        (Stage::Play, Some(seat)) if state.to_place != NOBODY => format!("player {seat} places a special patch"),
        (Stage::Play, Some(seat)) => format!("player {seat} to move"),
        (Stage::Play, None) => "the game is over".to_owned(),
    };
    let _ = writeln!(text, "Patchwork: {turn}\n");
    let column = |seat: usize| {
        let score: i32 = sheet_of(state, seat).iter().sum();
        let mut notes = String::new();
        if usize::from(state.on_top) == seat {
            notes.push_str("  on top");
        }
        if usize::from(state.tile_owner) == seat {
            notes.push_str("  7x7");
        }
        if usize::from(state.first_on_last) == seat {
            notes.push_str("  first on 53");
        }
        [
            format!("player {seat}{notes}"),
            format!("space {}, {}", state.position[seat], counted(state.buttons[seat], "button")),
            format!("income {}, score {score}", state.income[seat]),
            "  0 1 2 3 4 5 6 7 8".to_owned(),
        ]
    };
    let lines = |seat: usize| -> Vec<String> {
        let rows = picture(state, seat)
            .into_iter()
            .enumerate()
            .map(|(index, row)| format!("{index}{}", row.map(|cell| format!(" {cell}")).concat()));
        column(seat).into_iter().chain(rows).collect()
    };
    for (left, right) in lines(0).iter().zip(lines(1)) {
        let _ = writeln!(text, "{}", format!("{left:<34}{right}").trim_end());
    }
    let left: Vec<String> = special_lines_left(track, state).map(|line| line.to_string()).collect();
    let _ = writeln!(text, "\nspecial patches on {}", if left.is_empty() { "no line".to_owned() } else { left.join(", ") });
    let ids: Vec<String> = state.circle().iter().map(|&id| format!("{}{id}", letter(id as u8))).collect();
    let _ = writeln!(text, "circle {}", if ids.is_empty() { "empty".to_owned() } else { ids.join(" ") });
    if state.stage == Stage::Play {
        for &id in state.circle().iter().take(SLOTS) {
            let patch = &PATCH_TABLE[usize::from(id)];
            let shape = patch.shape.replace('/', " / ");
            let _ = writeln!(
                text,
                "  {}{id}: costs {} and {}, income {}: {shape}",
                letter(id as u8),
                counted(patch.cost, "button"),
                counted(patch.time, "space"),
                patch.income
            );
        }
    }
    text
}
