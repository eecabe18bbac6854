//! Actions and positions as text.

use super::Trek12;
use super::actions::{Action, placements, row_name};
use super::scoring::{ITEMS, items_of};
use super::state::{EMPTY, FACE, NONE, Sheet, State};
use super::tables::{LARGEST, Mask, OPERATIONS, ROLLS, ROWS, VALUES, bit, circles, dice, outcome};
use crate::action::ActionId;
use crate::game::{Actor, Game as _};
use std::fmt::Write as _;

/// `sum 7 at 5`, with two tables `left sum 7 at 5`; `link below with 3`, `link above with 3`; a roll is `roll 6 4`.
pub(super) fn action_text(game: &Trek12, state: &State, id: ActionId) -> String {
    if state.seat == NONE {
        let (red, yellow) = dice(id.min(255) as u8);
        return format!("roll {red} {yellow}");
    }
    match Action::from_id(&game.board, id) {
        Some(Action::Place { row, circle }) => {
            let value = VALUES[usize::from(state.roll).min(ROLLS - 1)][usize::from(row) % ROWS];
            let operation = OPERATIONS[usize::from(row) % ROWS];
            format!("{}{operation} {value} at {circle}", table_word(game, row))
        }
        Some(Action::LinkBelow(circle)) => format!("link below with {circle}"),
        Some(Action::LinkAbove(circle)) => format!("link above with {circle}"),
        None => format!("action {id}"),
    }
}

/// What stands before the operation: the zone where there are two tables. Zones may have any names; those that are no plain word, or would
/// be taken for something else, are called by their numbers.
fn table_word(game: &Trek12, row: u8) -> String {
    let tables = &game.spec.tables;
    if tables.len() < 2 {
        return String::new();
    }
    let is_plain = |zone: &str| {
        let is_word = !zone.is_empty() && zone.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        is_word && !OPERATIONS.contains(&zone) && !["table", "link", "roll"].contains(&zone)
    };
    let table = usize::from(row) / ROWS;
    match tables.get(table) {
        Some(own) if tables.iter().all(|table| is_plain(&table.zone)) => format!("{} ", own.zone),
        _ => format!("table{table} "),
    }
}

const FORMS: &str = "OPERATION VALUE at CIRCLE, link below with CIRCLE, link above with CIRCLE";

/// The inverse of [`action_text`]; the value may be left out.
pub(super) fn parse_action(game: &Trek12, state: &State, text: &str) -> Result<ActionId, String> {
    let shown: String = text.chars().take(60).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    if state.seat == NONE {
        return match words[..] {
            ["roll", red, yellow] => match (number(red, 7), number(yellow, 6)) {
                (Some(red @ 1..), Some(yellow)) => Ok(outcome(red, yellow).into()),
                _ => Err(format!("{shown:?} is no roll: red shows 1 to 6, yellow 0 to 5 (TK-3)")),
            },
            _ => Err(format!("{shown:?} is no outcome; outcomes read roll RED YELLOW")),
        };
    }
    let circle = |word: &str| number(word, game.board.n);
    let action = match words[..] {
        ["link", "below", "with", other] => circle(other).map(Action::LinkBelow),
        ["link", "above", "with", other] => circle(other).map(Action::LinkAbove),
        [ref operation @ .., "at", at] => {
            let circle = circle(at);
            let row = (0..game.board.rows).find(|&row| {
                let name = format!("{}{}", table_word(game, row), OPERATIONS[usize::from(row) % ROWS]);
                let value = VALUES[usize::from(state.roll).min(ROLLS - 1)][usize::from(row) % ROWS];
                operation.join(" ") == name || operation.join(" ") == format!("{name} {value}")
            });
            row.zip(circle).map(|(row, circle)| Action::Place { row, circle })
        }
        _ => None,
    };
    action.map(|action| action.id(&game.board)).ok_or_else(|| {
        let first = format!("{}{}", table_word(game, 0), OPERATIONS[0]);
        format!("{shown:?} is no action; actions read {FORMS} (as in {first} at 0), with circles 0 to {}", game.board.n - 1)
    })
}

/// A number below `limit` in plain digits: what Rust's parser also takes, such as a plus sign, would give two texts to one action.
fn number(text: &str, limit: u8) -> Option<u8> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit()));
    text.parse().ok().filter(|&n: &u8| plain && n < limit)
}

/// Why an id is refused, in words.
pub(super) fn refusal_text(game: &Trek12, state: &State, id: ActionId) -> String {
    let board = &game.board;
    let actor = game.actor(state);
    if actor == Actor::Chance {
        return format!("the dice are to be rolled, and the outcomes are 0 to 35 (TK-61); {id} is none of them");
    }
    let Actor::Player(seat) = actor else { return "the game is over (TK-56)".to_owned() };
    let sheet = &state.sheets[usize::from(seat)];
    let choices = |mask: Mask| format!("{:?}", circles(mask).collect::<Vec<_>>());
    match Action::from_id(board, id) {
        None => format!("actions are numbered 0 to {} (TK-63)", game.num_actions() - 1),
        Some(Action::Place { .. }) if state.writing != NONE => {
            format!("circle {} waits to be linked {} (TK-62)", state.writing, open_links(state))
        }
        Some(Action::LinkBelow(_) | Action::LinkAbove(_)) if state.writing == NONE => "no link is to be chosen (TK-62)".to_owned(),
        Some(Action::LinkBelow(_)) if state.below == 0 => format!("the choice is between {} above (TK-62)", choices(state.above)),
        Some(Action::LinkAbove(_)) if state.below != 0 => {
            format!("the link below is chosen first, out of {} (TK-62)", choices(state.below))
        }
        Some(Action::LinkBelow(other)) => format!("circle {other} is none of the candidates {} (TK-16)", choices(state.below)),
        Some(Action::LinkAbove(other)) => format!("circle {other} is none of the candidates {} (TK-16)", choices(state.above)),
        Some(Action::Place { row, circle }) => {
            let name = row_name(game, row);
            if sheet.ticked[usize::from(row)] >= board.limits[usize::from(row)] {
                format!("no box of {name} is free (TK-9)")
            } else if sheet.filled() & bit(circle) != 0 {
                format!("circle {circle} is filled (TK-10)")
            } else if sheet.open() & bit(circle) == 0 {
                format!("circle {circle} is not open; open are {} (TK-10)", choices(sheet.open()))
            } else if placements(game, sheet, state.roll)[usize::from(row)] == 0 {
                format!("{name} gives more than 12, and there is another placement (TK-42)")
            } else {
                format!("circle {circle} cannot use the boxes of {name} (TK-54, TK-55)")
            }
        }
    }
}

fn open_links(state: &State) -> String {
    let (side, mask) = if state.below != 0 { ("below", state.below) } else { ("above", state.above) };
    format!("{side}, with one of {:?}", circles(mask).collect::<Vec<_>>())
}

/// The position as text: the sheets one below the other, each with its boxes, ropes, areas and points.
pub(super) fn board(game: &Trek12, state: &State) -> String {
    let mut text = format!(
        "{}, round {} of {}",
        game.spec.name.escape_debug(),
        (state.round + u8::from(state.seat != NONE)).min(game.board.n),
        game.board.n
    );
    match game.actor(state) {
        Actor::Chance => text.push_str(": the dice are to be rolled\n"),
        Actor::Terminal => text.push_str(": the game is over\n"),
        Actor::Player(seat) => {
            let (red, yellow) = dice(state.roll);
            let _ = write!(text, ": red {red}, yellow {yellow}");
            for (operation, value) in OPERATIONS.iter().zip(VALUES[usize::from(state.roll).min(ROLLS - 1)]) {
                let _ = write!(text, ", {operation} {value}");
            }
            let what = if state.writing == NONE {
                "to place".to_owned()
            } else {
                format!("to link circle {} {}", state.writing, open_links(state))
            };
            let _ = writeln!(text, "\nplayer {seat} {what}");
        }
    }
    for seat in 0..game.players {
        let sheet = &state.sheets[seat];
        let items = items_of(game, state, seat);
        let lost = if state.is_alive(seat) { "" } else { ", defeated" };
        let _ = writeln!(text, "\nplayer {seat}{lost}: {} points", items.iter().sum::<i32>());
        text.push_str(&picture(game, sheet));
        describe(game, sheet, &mut text);
        let named: Vec<String> =
            ITEMS.iter().zip(items).filter(|&(_, points)| points != 0).map(|(name, points)| format!("{name} {points}")).collect();
        if !named.is_empty() {
            let _ = writeln!(text, "  points: {}", named.join(", "));
        }
    }
    text
}

/// What a circle shows: brackets are square where it is dangerous; an empty one shows its id behind a dot.
fn label(game: &Trek12, sheet: &Sheet, circle: u8) -> String {
    let (open, close) = if game.board.largest(circle) == LARGEST[0] { ('(', ')') } else { ('[', ']') };
    match sheet.value(circle) {
        EMPTY => format!("{open}  {close}"),
        FACE => format!("{open}:({close}"),
        value => format!("{open}{value:2}{close}"),
    }
}

/// The circles at their places, each with its id below it; a list where the board has no places for them.
fn picture(game: &Trek12, sheet: &Sheet) -> String {
    const WIDTH: f64 = 7.0;
    const HEIGHT: f64 = 2.6;
    let places: Option<Vec<(f64, f64)>> = game.spec.circles.iter().map(|circle| circle.at).collect();
    let bounds = places.as_deref().map(|places| {
        let ends = |of: fn(&(f64, f64)) -> f64| {
            let values = places.iter().map(of);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        (ends(|place| place.0), ends(|place| place.1))
    });
    let grid = match (places, bounds) {
        // A page of text holds only so much; a board drawn in kilometres is listed.
        (Some(places), Some(((left, right), (top, bottom)))) if right - left < 20.0 && bottom - top < 20.0 => {
            let spot = |(x, y): (f64, f64)| (((x - left) * WIDTH).round() as usize, ((y - top) * HEIGHT).round() as usize);
            draw(game, sheet, &places.into_iter().map(spot).collect::<Vec<_>>())
        }
        _ => None,
    };
    grid.unwrap_or_else(|| list(game, sheet))
}

/// The grid of text, or nothing if two circles would cover each other.
fn draw(game: &Trek12, sheet: &Sheet, spots: &[(usize, usize)]) -> Option<String> {
    let width = spots.iter().map(|spot| spot.0).max()? + 5;
    let height = spots.iter().map(|spot| spot.1).max()? + 2;
    let mut grid = vec![vec![' '; width]; height];
    for (circle, &(col, row)) in spots.iter().enumerate() {
        let id = circle.to_string();
        let lines = [(row, label(game, sheet, circle as u8)), (row + 1, format!("{id:^4}"))];
        for (row, line) in lines {
            for (offset, character) in line.chars().enumerate() {
                let cell = grid.get_mut(row)?.get_mut(col + offset)?;
                if *cell != ' ' && character != ' ' {
                    return None;
                }
                if character != ' ' {
                    *cell = character;
                }
            }
        }
    }
    let lines: Vec<String> =
        grid.into_iter().map(|line| format!("  {}", line.into_iter().collect::<String>()).trim_end().to_owned()).collect();
    Some(lines.join("\n") + "\n")
}

fn list(game: &Trek12, sheet: &Sheet) -> String {
    let mut text = String::new();
    for circle in 0..game.board.n {
        let neighbours: Vec<u8> = circles(game.board.adjacent[usize::from(circle)]).collect();
        let _ = writeln!(text, "  {circle:2} {} beside {neighbours:?}", label(game, sheet, circle));
    }
    text
}

/// Boxes, ropes and areas in words.
fn describe(game: &Trek12, sheet: &Sheet, text: &mut String) {
    let board = &game.board;
    let boxes: Vec<String> = (0..board.rows)
        .map(|row| {
            let (ticked, limit) = (usize::from(sheet.ticked[usize::from(row)]), usize::from(board.limits[usize::from(row)]));
            format!("{} {}{}", row_name(game, row).escape_debug(), "x".repeat(ticked), "-".repeat(limit.saturating_sub(ticked)))
        })
        .collect();
    let _ = writeln!(text, "  boxes: {}", boxes.join(", "));
    let ropes: Vec<String> = sheet
        .ropes()
        .map(|rope| {
            let ids: Vec<String> = rope.clone().map(|circle| circle.to_string()).collect();
            let numbers: Vec<String> = rope.map(|circle| sheet.value(circle).to_string()).collect();
            format!("{} at {}", numbers.join("-"), ids.join(","))
        })
        .collect();
    if !ropes.is_empty() {
        let _ = writeln!(text, "  ropes: {}", ropes.join("; "));
    }
    let areas: Vec<String> = sheet
        .areas(board)
        .map(|area| {
            let ids: Vec<String> = circles(area).map(|circle| circle.to_string()).collect();
            format!("{} at {}", sheet.value(area.trailing_zeros() as u8), ids.join(","))
        })
        .collect();
    if !areas.is_empty() {
        let _ = writeln!(text, "  areas: {}", areas.join("; "));
    }
}
