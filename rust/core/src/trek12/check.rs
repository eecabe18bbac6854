//! The invariants of every reachable state, kept apart from the fast code and written for clarity: ropes, areas and all that the score
//! needs are found again from numbers and links alone (TK-76).

use super::Trek12;
use super::actions::{is_forced_out, row_name};
use super::observation::before_round;
use super::rules::{Written, candidates, claimed, claims, specials};
use super::state::{EMPTY, FACE, NONE, Sheet, State};
use super::tables::{Board, LARGEST, MAX_CIRCLES, MAX_ROWS, Mask, ROLLS, ROWS, VALUES, bit, circles};
use crate::error::{Fault, Severity};

/// A sheet without anything that follows from something else.
pub(super) struct Parts {
    pub(super) values: [u8; MAX_CIRCLES],
    /// The linked neighbour that holds one more, or [`NONE`].
    pub(super) up: [u8; MAX_CIRCLES],
    pub(super) failed: Mask,
    pub(super) flags: Mask,
    pub(super) top: Mask,
    pub(super) ticked: [u8; MAX_ROWS],
    pub(super) row: u8,
    pub(super) circle: u8,
}

impl Parts {
    /// An empty sheet's.
    pub(super) fn new() -> Self {
        Self {
            values: [EMPTY; MAX_CIRCLES],
            up: [NONE; MAX_CIRCLES],
            failed: 0,
            flags: 0,
            top: 0,
            ticked: [0; MAX_ROWS],
            row: NONE,
            circle: NONE,
        }
    }

    /// Those of a sheet.
    pub(super) fn of(sheet: &Sheet) -> Self {
        let mut parts = Self {
            failed: sheet.failed,
            flags: sheet.flags,
            top: sheet.top,
            ticked: sheet.ticked,
            row: sheet.row,
            circle: sheet.circle,
            ..Self::new()
        };
        for (circle, value) in parts.values.iter_mut().enumerate() {
            *value = sheet.value(circle as u8);
        }
        for (low, high) in sheet.links() {
            parts.up[usize::from(low)] = high;
        }
        parts
    }

    fn value(&self, circle: u8) -> u8 {
        self.values.get(usize::from(circle)).copied().unwrap_or(EMPTY)
    }
}

/// The sheet with these numbers and links. The links must be sound, or what follows from them has no meaning.
pub(super) fn recount(board: &Board, parts: &Parts) -> Sheet {
    let mut sheet = Sheet {
        failed: parts.failed,
        flags: parts.flags,
        top: parts.top,
        ticked: parts.ticked,
        row: parts.row,
        circle: parts.circle,
        ..Sheet::new(board)
    };
    for (circle, &value) in parts.values.iter().enumerate() {
        sheet.set(circle as u8, value);
    }
    let filled = sheet.filled() & board.all;
    if filled != 0 {
        sheet.reach = circles(filled).fold(0, |reach, circle| reach | board.adjacent[usize::from(circle)]);
    }
    for (low, &high) in parts.up.iter().enumerate() {
        if high != NONE {
            sheet.has_above |= bit(low as u8);
            sheet.has_below |= bit(high);
        }
    }
    for bottom in circles(sheet.has_above & !sheet.has_below) {
        let (mut top, mut length) = (bottom, 1_u8);
        while parts.up[usize::from(top & 31)] != NONE && usize::from(length) <= MAX_CIRCLES {
            sheet.up[usize::from(top & 31)] = parts.up[usize::from(top & 31)];
            top = parts.up[usize::from(top & 31)];
            length += 1;
        }
        sheet.up[usize::from(top & 31)] = bottom;
        // Highest number and circles - 1 (TK-25).
        sheet.ropes += u16::from(parts.value(top)) + u16::from(length) - 1;
        sheet.longest = sheet.longest.max(length);
    }
    let mut rest = sheet.numbers() & board.all;
    while rest != 0 {
        let circle = rest.trailing_zeros() as u8;
        let area = sheet.area(board, circle);
        rest &= !area;
        let size = area.count_ones() as u8;
        if size > 1 {
            // Number and circles - 1 (TK-26).
            sheet.areas += u16::from(parts.value(circle)) + u16::from(size) - 1;
            sheet.largest = sheet.largest.max(size);
            sheet.in_area |= area;
        }
    }
    sheet
}

/// All broken invariants; of a study position only those without which it has no meaning (TK-96).
pub(super) fn check(game: &Trek12, state: &State) -> Vec<Fault> {
    let mut faults = Vec::new();
    turn_fields(game, state, &mut faults);
    for (seat, sheet) in state.sheets().iter().enumerate() {
        let parts = Parts::of(sheet);
        let before = faults.len();
        sheet_parts(game, &parts, |field| format!("players[{seat}].{field}"), &mut faults);
        if faults.len() == before && recount(&game.board, &parts) != *sheet {
            let message = "what is kept of ropes and areas is not what numbers and links say (TK-76)";
            faults.push(Fault::malformed(format!("players[{seat}]"), message));
        }
    }
    if !faults.is_empty() {
        // What follows reads the fields as if they made sense.
        return faults;
    }
    for seat in 0..game.players {
        progress(game, state, seat, &mut faults);
    }
    choice(game, state, &mut faults);
    if !faults.iter().any(|fault| fault.severity == Severity::Malformed) {
        turn(game, state, &mut faults);
    }
    if state.is_study {
        faults.retain(|fault| fault.severity == Severity::Malformed);
        return faults;
    }
    for (seat, sheet) in state.sheets().iter().enumerate() {
        let known = faults.len();
        history(game, state, sheet, seat, &mut faults);
        let is_ticked = sheet.ticked.get(usize::from(sheet.row)).is_some_and(|&ticked| ticked > 0);
        if is_ticked && faults.len() == known {
            // The move of this round was the last: without it, too, the sheet is one of a game (TK-60).
            history(game, state, &before_round(game, sheet), seat, &mut faults);
        }
    }
    if state.alive == 0 {
        let filled = state.sheets().iter().map(|sheet| sheet.filled().count_ones()).max().unwrap_or(0);
        if u32::from(state.round) != filled + 1 {
            let message = format!("the last player was defeated in round {}, after which nothing is rolled (TK-56, TK-73)", filled + 1);
            faults.push(Fault::unreachable("round", message));
        }
    }
    claim_history(game, state, &mut faults);
    faults
}

/// Each field that is not on a sheet, for itself.
fn turn_fields(game: &Trek12, state: &State, faults: &mut Vec<Fault>) {
    let board = &game.board;
    let seats = (1_u32 << game.players) - 1;
    let mut refuse = |path: &str, message: String| faults.push(Fault::malformed(path, message));
    if usize::from(state.players) != game.players {
        refuse("players", format!("{} players where the game has {} (TK-1)", state.players, game.players));
    }
    if u32::from(state.alive | state.fallen) & !seats != 0 || state.alive & state.fallen != 0 {
        refuse("players", "defeats of seats that are not there, or that are still in the game (TK-57)".to_owned());
    }
    if state.round > board.n {
        refuse("round", format!("{} rounds are more than the {} circles (TK-8)", state.round, board.n));
    }
    let is_between = state.seat == NONE;
    if is_between != (state.roll == NONE) || (!is_between && (usize::from(state.seat) >= game.players || state.roll >= 36)) {
        refuse("roll", "a seat decides exactly while there is a roll of 1 to 6 and 0 to 5 (TK-3, TK-60)".to_owned());
    }
    if (state.writing == NONE) != (state.below | state.above == 0)
        || (state.writing != NONE && (is_between || state.writing >= board.n))
        || (state.below | state.above) & !board.all != 0
    {
        refuse("choice", "a link choice has a circle and candidates, and is open only while its seat decides (TK-62)".to_owned());
    }
}

/// Numbers, links, boxes and marks of one sheet, each for itself (TK-73 to TK-75, TK-77, TK-96). `path` says where a field stands.
pub(super) fn sheet_parts(game: &Trek12, parts: &Parts, path: impl Fn(&str) -> String, faults: &mut Vec<Fault>) {
    let board = &game.board;
    for (circle, &value) in (0_u8..).zip(&parts.values) {
        let largest = if circle < board.n { Some(board.largest(circle)) } else { None };
        let fits = value == EMPTY || largest.is_some_and(|largest| value <= largest || value == FACE);
        if !fits {
            let message = match largest {
                Some(largest) => format!("{value} where a number from 0 to {largest}, a face or nothing belongs (TK-75)"),
                None => format!("the board has only {} circles", board.n),
            };
            faults.push(Fault::malformed(path(&format!("numbers[{circle}]")), message));
        }
    }
    let mut tops: Mask = 0;
    for (low, &high) in (0_u8..).zip(&parts.up).filter(|&(_, &high)| high != NONE) {
        if let Some(message) = wrong_link(board, parts, low, high, tops) {
            faults.push(Fault::malformed(path("links"), message));
        }
        tops |= if high < board.n { bit(high) } else { 0 };
    }
    for (row, (&ticked, &limit)) in parts.ticked.iter().zip(&board.limits).enumerate() {
        if ticked > limit {
            let message = format!("{ticked} boxes of {} are ticked, there are {limit} (TK-5, TK-73)", row_name(game, row as u8));
            faults.push(Fault::malformed(path(&format!("ticked[{}][{}]", row / ROWS, row % ROWS)), message));
        }
    }
    if parts.failed != 0 {
        let fits = circle_set(parts, |value| value <= LARGEST[0])
            & (0..board.n).filter(|&c| board.partners[usize::from(c)] != 0).fold(0, |set, c| set | bit(c));
        if parts.failed & !fits != 0 || !game.number_stays {
            let message = r#"only pre-linked circles with a number can be in it, and only under prelink_failure="number_stays" (TK-38)"#;
            faults.push(Fault::malformed(path("failed"), message));
        }
    }
    for (name, marks, there) in [("flags", parts.flags, board.flags), ("top", parts.top, board.top)] {
        if marks & !there != 0 {
            let rule = if name == "flags" { "TK-48" } else { "TK-51" };
            faults.push(Fault::malformed(path(name), format!("the board has these at {:?} ({rule})", circles(there).collect::<Vec<_>>())));
        }
    }
    let has_move = parts.row != NONE;
    if has_move != (parts.circle != NONE) || (has_move && (parts.row >= board.rows || parts.circle >= board.n)) {
        faults.push(Fault::malformed(path("move"), "it names a row of boxes and a circle, or neither (TK-62)"));
    }
}

/// The circles whose value is such.
fn circle_set(parts: &Parts, is_such: impl Fn(u8) -> bool) -> Mask {
    (0_u8..).zip(&parts.values).filter(|&(_, &value)| is_such(value)).fold(0, |set, (circle, _)| set | bit(circle))
}

/// What is wrong with a link (TK-15, TK-74, TK-77).
fn wrong_link(board: &Board, parts: &Parts, low: u8, high: u8, tops: Mask) -> Option<String> {
    let wrong = if low >= board.n || high >= board.n || board.adjacent[usize::from(low)] & bit(high) == 0 {
        "these circles are no neighbours (TK-16)"
    } else if parts.value(high) > LARGEST[0] || parts.value(low).checked_add(1) != Some(parts.value(high)) {
        "the second circle has to hold one more than the first (TK-15, TK-74)"
    } else if tops & bit(high) != 0 {
        "the second circle has two links below (TK-15, TK-74)"
    } else if board.waves & (bit(low) | bit(high)) != 0 {
        "a wave is never in a rope (TK-52, TK-77)"
    } else {
        return None;
    };
    Some(format!("[{low}, {high}]: {wrong}"))
}

/// How far a seat is: filled circles, boxes left, its move in this round (TK-7, TK-59, TK-73).
fn progress(game: &Trek12, state: &State, seat: usize, faults: &mut Vec<Fault>) {
    let sheet = &state.sheets[seat];
    let path = |field: &str| format!("players[{seat}].{field}");
    let has_fallen = state.fallen >> seat & 1 == 1;
    let deciding = usize::from(state.seat);
    if state.seat == NONE && (sheet.row != NONE || has_fallen) {
        faults.push(Fault::malformed(path("move"), "between rounds nobody has a move to hide (TK-60)"));
        return;
    }
    if has_fallen {
        fallen(game, state, seat, faults);
        return;
    }
    if !state.is_alive(seat) {
        if sheet.row != NONE {
            faults.push(Fault::malformed(path("move"), "a defeated player takes no further part (TK-42)"));
        }
        if sheet.filled().count_ones() >= u32::from(state.round) {
            let message = format!("more circles are filled than before a defeat in one of {} rounds (TK-57, TK-73)", state.round);
            faults.push(Fault::unreachable(path("numbers"), message));
        }
        return;
    }
    let is_writing = state.writing_seat() == Some(seat);
    let should_have_moved = state.seat != NONE && (seat < deciding || is_writing);
    if should_have_moved != (sheet.row != NONE) {
        let message = "the seats before the one that decides have moved in this round, those behind it have not (TK-59)";
        faults.push(Fault::malformed(path("move"), message));
        return;
    }
    if sheet.row != NONE {
        last_move(state, seat, faults);
    }
    let filled = sheet.filled().count_ones();
    let expected = u32::from(state.round) + u32::from(sheet.row != NONE);
    if filled != expected {
        let message = format!("{filled} circles are filled where {expected} belong after this many rounds and moves (TK-73)");
        faults.push(Fault::malformed(path("numbers"), message));
    }
    // The others see the sheet as it was at the start of the round, and what they imagine is played on, too (TK-60, TK-99).
    if !boxes_suffice(game, sheet) || (sheet.row != NONE && !boxes_suffice(game, &before_round(game, sheet))) {
        faults.push(Fault::malformed(path("ticked"), "the boxes left do not suffice for the empty circles (TK-13, TK-69)"));
    }
}

/// A defeat of this round comes from an option and a value that lead to one (TK-42). Until the round is over the others think that the player
/// is still in the game (TK-60), so the sheet is one to play from.
fn fallen(game: &Trek12, state: &State, seat: usize, faults: &mut Vec<Fault>) {
    let sheet = &state.sheets[seat];
    let path = format!("players[{seat}].lost");
    if seat >= usize::from(state.seat) {
        faults.push(Fault::malformed(path, "a seat whose turn has not come in this round cannot have been defeated in it (TK-42)"));
        return;
    }
    let before = before_round(game, sheet);
    let filled = before.filled().count_ones();
    if filled != u32::from(state.round) {
        let message = format!("{filled} circles were filled when the round began, {} rounds were complete (TK-73)", state.round);
        faults.push(Fault::malformed(format!("players[{seat}].numbers"), message));
    }
    if !boxes_suffice(game, &before) {
        let message = "the boxes left did not suffice for the empty circles when the round began (TK-13, TK-69)";
        faults.push(Fault::malformed(format!("players[{seat}].ticked"), message));
    }
    let is_explained = if sheet.row == NONE {
        is_forced_out(game, sheet, state.roll)
    } else {
        let value = VALUES[usize::from(state.roll)][usize::from(sheet.row) % ROWS];
        game.board.over12_loses && game.loss_if_chosen && value > LARGEST[0] && sheet.value(sheet.circle) == EMPTY
    };
    if !is_explained {
        faults.push(Fault::unreachable(path, "no rule defeats this player with this roll (TK-42)"));
    }
}

/// The move of this round stands on the sheet: its box, its circle, its value (TK-9, TK-11).
fn last_move(state: &State, seat: usize, faults: &mut Vec<Fault>) {
    let sheet = &state.sheets[seat];
    let value = VALUES[usize::from(state.roll)][usize::from(sheet.row) % ROWS];
    let stands = sheet.value(sheet.circle);
    if stands == EMPTY || (stands != FACE && stands != value) {
        let message = format!("circle {} holds neither the value {value} of the move nor a face (TK-11)", sheet.circle);
        faults.push(Fault::malformed(format!("players[{seat}].move"), message));
    }
    if sheet.ticked[usize::from(sheet.row)] == 0 {
        faults.push(Fault::unreachable(format!("players[{seat}].move"), "its box is not ticked (TK-9)"));
    }
}

/// Whether every circle left can have a box, whatever is chosen on the way (TK-54, TK-55, TK-69).
fn boxes_suffice(game: &Trek12, sheet: &Sheet) -> bool {
    let board = &game.board;
    let empty = board.all & !sheet.filled();
    let left = |table: usize| -> u32 {
        let rows = table * ROWS..(table + 1) * ROWS;
        rows.map(|row| u32::from(board.limits[row].saturating_sub(sheet.ticked[row]))).sum()
    };
    let needs = |table: usize| ((board.own[table] | board.shared) & empty).count_ones();
    if board.own[1] == 0 {
        return left(0) >= needs(0);
    }
    let entered = board.own.map(|zone| zone & sheet.filled() != 0);
    let both = left(0) + left(1) >= empty.count_ones();
    match (game.free_after_crossing, entered) {
        (true, [true, true]) => both,
        (true, [true, false]) => both && left(0) >= needs(0),
        (true, [false, true]) => both && left(1) >= needs(1),
        _ => left(0) >= needs(0) && left(1) >= needs(1),
    }
}

/// An open choice is one between candidates for a free slot of the circle just written (TK-16, TK-62).
fn choice(game: &Trek12, state: &State, faults: &mut Vec<Fault>) {
    let Some(sheet) = state.sheets.get(usize::from(state.seat)).filter(|_| state.writing != NONE) else { return };
    let circle = state.writing;
    let value = sheet.value(circle);
    if sheet.circle != circle || value > LARGEST[0] {
        faults.push(Fault::malformed("choice.circle", format!("circle {circle} is not where a number was just written (TK-62)")));
        return;
    }
    let (below, above) = candidates(&game.board, sheet, circle, value);
    let plain = Written { below, above, has_failed: false };
    // The sheet is as it was when they were fixed, but for this circle and the links it has made.
    let fixed = specials(game, sheet, circle, plain).unwrap_or(plain);
    let sides = [("below", state.below, below, fixed.below, sheet.has_below), ("above", state.above, above, fixed.above, sheet.has_above)];
    for (name, open, all, fixed, taken) in sides {
        let path = format!("choice.{name}");
        if open == 0 {
            if taken & bit(circle) == 0 && fixed != 0 {
                faults.push(Fault::unreachable(path, format!("a link {name} is mandatory (TK-17)")));
            }
            continue;
        }
        if open & !all != 0 || open.count_ones() < 2 || taken & bit(circle) != 0 || (open | bit(circle)) & game.board.waves != 0 {
            let message =
                format!("it is two or more of the candidates {:?} for a free slot (TK-16, TK-62)", circles(all).collect::<Vec<_>>());
            faults.push(Fault::malformed(path, message));
        } else if open != fixed {
            let message = format!("the choice is between {:?} (TK-17, TK-37)", circles(fixed).collect::<Vec<_>>());
            faults.push(Fault::unreachable(path, message));
        }
    }
}

/// The seat that decides is in the game and has something to decide (TK-42, TK-59).
fn turn(game: &Trek12, state: &State, faults: &mut Vec<Fault>) {
    if state.seat == NONE {
        return;
    }
    let seat = usize::from(state.seat);
    if !state.is_alive(seat) {
        faults.push(Fault::malformed("seat", format!("player {seat} is defeated (TK-42)")));
    } else if state.round >= game.board.n {
        faults.push(Fault::malformed("seat", "the game is over (TK-56)"));
    } else if is_forced_out(game, &before_round(game, &state.sheets[seat]), state.roll) {
        faults.push(Fault::malformed("seat", format!("player {seat} has no placement with this roll and is defeated (TK-42)")));
    }
}

/// What only the moves before could have made (TK-96).
fn history(game: &Trek12, state: &State, sheet: &Sheet, seat: usize, faults: &mut Vec<Fault>) {
    let board = &game.board;
    let mut refuse = |field: &str, message: String| faults.push(Fault::unreachable(format!("players[{seat}].{field}"), message));
    let filled = sheet.filled();
    let ticked: u32 = sheet.ticked.iter().map(|&ticked| u32::from(ticked)).sum();
    let is_lost = !state.is_alive(seat);
    // The placement that lost the game ticked a box and filled nothing (TK-88).
    let lost_by_choice = u32::from(is_lost && game.loss_if_chosen && (sheet.row != NONE || state.fallen >> seat & 1 == 0));
    if ticked != filled.count_ones() + lost_by_choice {
        refuse("ticked", format!("{ticked} boxes are ticked for {} filled circles (TK-73)", filled.count_ones()));
    }
    if is_lost && !board.over12_loses {
        refuse("lost", "nobody is defeated on this board (TK-42)".to_owned());
    } else if is_lost && state.fallen >> seat & 1 == 0 && !could_be_defeated(game, sheet) {
        refuse("lost", "no roll defeats a player with these boxes (TK-42)".to_owned());
    }
    for circle in circles(sheet.failed).filter(|&circle| board.partners[usize::from(circle)] & filled == 0) {
        refuse("failed", format!("circle {circle} has no pre-linked partner that is filled (TK-36, TK-38)"));
    }
    if filled != 0 && (filled & board.start == 0 || !is_connected(board, filled)) {
        refuse("numbers", "the filled circles are not connected, or no start circle is among them (TK-10, TK-73)".to_owned());
    }
    for table in 0..usize::from(board.rows) / ROWS {
        let used: u32 = sheet.ticked[table * ROWS..(table + 1) * ROWS].iter().map(|&ticked| u32::from(ticked)).sum();
        let own = (board.own[table] & filled).count_ones();
        if !game.free_after_crossing && used < own && board.own[1] != 0 {
            refuse("ticked", format!("{used} boxes of table {table} are ticked for {own} circles of its zone (TK-54)"));
        }
    }
    let open_circle = if state.writing_seat() == Some(seat) { bit(state.writing) } else { 0 };
    for low in circles(sheet.numbers() & !sheet.has_above & !open_circle) {
        let value = sheet.value(low);
        let missing =
            if value < LARGEST[0] { board.adjacent[usize::from(low)] & sheet.at(value + 1) & !sheet.has_below & !open_circle } else { 0 };
        if let Some(high) = circles(missing).find(|&high| is_mandatory(game, sheet, low, high)) {
            refuse("links", format!("[{low}, {high}] is missing: links are mandatory (TK-17, TK-77)"));
        }
    }
    for circle in 0..board.n {
        for partner in circles(board.partners[usize::from(circle)] & filled).filter(|&partner| partner > circle) {
            // The later one of a pair has failed if its number stayed without the link (TK-38).
            let is_excused = game.wave_makes_no_link || sheet.failed & (bit(circle) | bit(partner)) != 0;
            let is_fine = is_excused || is_linked(sheet, circle, partner) || has_face(sheet, circle, partner);
            if filled & bit(circle) != 0 && !is_fine {
                refuse("links", format!("[{circle}, {partner}] is pre-linked: neither a link nor a face is there (TK-37, TK-77)"));
            }
        }
    }
}

/// Whether some roll explains the defeat of a player with this sheet (TK-42): one that leaves only losing placements, or one that was taken.
fn could_be_defeated(game: &Trek12, sheet: &Sheet) -> bool {
    let can_lose = |row: usize| VALUES.iter().any(|values| values[row % ROWS] > LARGEST[0]);
    if game.loss_if_chosen {
        (0..usize::from(game.board.rows)).any(|row| sheet.ticked[row] > 0 && can_lose(row))
    } else {
        (0..ROLLS as u8).any(|roll| is_forced_out(game, sheet, roll))
    }
}

/// Whether these two would have been linked: under `no_link` a wave beside one of them may have left its slot empty (TK-52), and a
/// pre-linked partner may have taken the side's only link away (TK-37).
fn is_mandatory(game: &Trek12, sheet: &Sheet, low: u8, high: u8) -> bool {
    let board = &game.board;
    if (bit(low) | bit(high)) & board.waves != 0 {
        // With faces for failures, the later of the two would have been a face.
        return !game.wave_makes_no_link;
    }
    let beside =
        (board.adjacent[usize::from(low)] & sheet.at(sheet.value(high))) | (board.adjacent[usize::from(high)] & sheet.at(sheet.value(low)));
    !(game.wave_makes_no_link && beside & board.waves != 0)
}

fn is_linked(sheet: &Sheet, a: u8, b: u8) -> bool {
    sheet.links().any(|pair| pair == (a, b) || pair == (b, a))
}

fn has_face(sheet: &Sheet, a: u8, b: u8) -> bool {
    sheet.faces() & (bit(a) | bit(b)) != 0
}

fn is_connected(board: &Board, set: Mask) -> bool {
    let mut found = set & set.wrapping_neg();
    loop {
        let more = circles(found).fold(found, |more, circle| more | (board.adjacent[usize::from(circle)] & set));
        if more == found {
            return found == set;
        }
        found = more;
    }
}

/// A claim needs what claims it, and what could be claimed in an earlier round was (TK-48, TK-51, TK-78).
fn claim_history(game: &Trek12, state: &State, faults: &mut Vec<Fault>) {
    let board = &game.board;
    let all = claimed(state.sheets());
    for (seat, sheet) in state.sheets().iter().enumerate() {
        let sides = [
            ("flags", sheet.flags, all.flags, board.flags, game.face_claims_flag, "TK-48"),
            ("top", sheet.top, all.top, board.top, game.face_claims_top, "TK-51"),
        ];
        for (name, paid, all, there, by_face, rule) in sides {
            let claiming = circles(there).filter(|&circle| claims(sheet.value(circle), by_face)).fold(0, |set, circle| set | bit(circle));
            let unsettled = if sheet.circle == NONE { 0 } else { bit(sheet.circle) };
            let path = format!("players[{seat}].{name}");
            if paid & !(claiming & !unsettled) != 0 {
                faults.push(Fault::unreachable(
                    path.clone(),
                    format!("a circle is paid that this player has not claimed in a past round ({rule})"),
                ));
            }
            if claiming & !unsettled & !all != 0 {
                faults.push(Fault::unreachable(path, format!("a circle is claimed and paid to nobody ({rule}, TK-78)")));
            }
        }
    }
}
