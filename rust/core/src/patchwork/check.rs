//! The invariants of every reachable state, kept apart from the fast code and written for clarity.

use super::rules::has_7x7;
use super::state::{NOBODY, Placed, Quilt, SIDE, Stage, State};
use super::tables::{FULL, INCOME_LINES, INCOME_PASSED, LAST_SPACE, PATCH_TABLE, PATCHES, SPECIAL_PASSED, STARTING_BUTTONS};
use crate::error::Fault;
use arrayvec::ArrayVec;

/// Beyond any game, and small enough that play from a study position never overflows. What is still to come counts: see [`prospects`].
pub(super) const MOST_BUTTONS: u16 = 12_000;
/// As with the buttons; 38 is all that is printed (PW-69).
pub(super) const MOST_INCOME: u8 = 150;
/// All income that is printed (PW-69).
const ALL_INCOME: u32 = 38;
/// The most buttons that the spaces and lines of a whole track can bring.
const MOST_TO_COME: u16 = LAST_SPACE as u16 + INCOME_LINES.len() as u16 * MOST_INCOME as u16;
/// The longest time of a patch is 6, and a purchase moves the token by at least one space (PW-62): what the last space may have cut off.
const MOST_CUT_OFF: i32 = 5;

/// All broken invariants; of a study position only those without which it has no meaning (PW-79).
pub(super) fn check(track: usize, state: &State) -> Vec<Fault> {
    let mut faults = Vec::new();
    fields(state, &mut faults);
    let on_boards = ring(state, &mut faults);
    if !faults.is_empty() {
        // What follows reads the fields as if they made sense.
        return faults;
    }
    if state.stage == Stage::Setup {
        setup(state, &mut faults);
        return faults;
    }
    turn(state, &mut faults);
    prospects(state, &mut faults);
    if faults.is_empty() {
        boards(track, state, &on_boards, &mut faults);
    }
    if !state.study {
        reachability(track, state, &mut faults);
    }
    faults
}

/// Each field for itself (PW-1, PW-6, PW-37).
fn fields(state: &State, faults: &mut Vec<Fault>) {
    for seat in 0..2 {
        let at = |field: &str| format!("players[{seat}].{field}");
        if state.position[seat] > LAST_SPACE {
            faults.push(Fault::malformed(at("position"), format!("{} is past the last space, 53 (PW-6)", state.position[seat])));
        }
        if state.buttons[seat] > MOST_BUTTONS {
            faults.push(Fault::malformed(at("buttons"), format!("{} is more than {MOST_BUTTONS}", state.buttons[seat])));
        }
        if state.income[seat] > MOST_INCOME {
            faults.push(Fault::malformed(at("income"), format!("{} is more than {MOST_INCOME}", state.income[seat])));
        }
        if state.quilts[seat] & !FULL != 0 {
            faults.push(Fault::malformed(at("quilt"), "it has more than 81 cells (PW-1)"));
        }
        let covered = state.quilts[seat].count_ones();
        if covered != u32::from(state.covered[seat]) {
            faults.push(Fault::malformed(at("quilt"), format!("{covered} cells are covered, {} are counted", state.covered[seat])));
        }
    }
    for (name, seat) in
        [("on_top", state.on_top), ("tile_owner", state.tile_owner), ("to_place", state.to_place), ("first_on_last", state.first_on_last)]
    {
        if seat > 1 && seat != NOBODY {
            faults.push(Fault::malformed(name, format!("{seat} is no seat")));
        }
    }
}

/// What lies on the boards.
#[derive(Default)]
struct Boards {
    /// By seat the patches whose places are known.
    known: [Known; 2],
    /// Patches of which only that is known.
    unknown: ArrayVec<u8, PATCHES>,
}

/// Sums over the patches that a seat is known to have.
#[derive(Clone, Copy, Default)]
struct Known {
    cells: Quilt,
    size: u16,
    income: u16,
    cost: u16,
    time: u16,
}

/// The circle and what has left it are the 33 patches, each once (PW-3, PW-59); in set-up only the circle's length and ids are looked at here.
/// Known places are on the board and without overlap (PW-23, PW-57). Returns what the boards hold.
fn ring(state: &State, faults: &mut Vec<Fault>) -> Boards {
    let mut boards = Boards::default();
    if usize::from(state.circle_len) > PATCHES {
        faults.push(Fault::malformed("circle", format!("{} patches are more than 33 (PW-3)", state.circle_len)));
        return boards;
    }
    let mut seen = 0_u64;
    for &id in state.circle() {
        if usize::from(id) >= PATCHES || seen >> id & 1 == 1 {
            RingFault::Circle(id).report(faults);
        } else {
            seen |= 1 << id;
        }
    }
    if state.stage == Stage::Setup {
        return boards;
    }
    for &code in &state.ring[usize::from(state.circle_len)..] {
        if code >= Placed::END {
            RingFault::NoCode(code).report(faults);
            continue;
        }
        let placed = Placed::from_code(code);
        if seen >> placed.patch & 1 == 1 {
            RingFault::Twice(placed).report(faults);
        }
        seen |= 1 << placed.patch;
        let Some((seat, orientation, cell)) = placed.place else {
            boards.unknown.push(placed.patch);
            continue;
        };
        let patch = &PATCH_TABLE[usize::from(placed.patch)];
        let shape = &patch.oriented[usize::from(orientation & 7)];
        if !patch.has_orientation(orientation) || !shape.fits(cell) {
            RingFault::Misplaced(placed).report(faults);
            continue;
        }
        let own = &mut boards.known[usize::from(seat)];
        let cells = shape.mask << cell;
        if own.cells & cells != 0 {
            RingFault::Overlaps(placed).report(faults);
        }
        own.cells |= cells;
        own.size += u16::from(patch.size);
        own.income += u16::from(patch.income);
        own.cost += u16::from(patch.cost);
        own.time += u16::from(patch.time);
    }
    boards
}

/// What can be wrong with an entry of the ring. The words are found apart from the loop, which every read of bytes runs.
enum RingFault {
    /// An entry of the circle that is no patch, or is there for the second time.
    Circle(u16),
    /// A number that means no placed patch.
    NoCode(u16),
    /// A patch that is elsewhere, too.
    Twice(Placed),
    /// A patch in an orientation it does not have, or sticking out.
    Misplaced(Placed),
    /// A patch on top of another.
    Overlaps(Placed),
}

impl RingFault {
    #[cold]
    #[inline(never)]
    fn report(self, faults: &mut Vec<Fault>) {
        let on_board = |placed: Placed| placed.place.map_or("players".to_owned(), |(seat, ..)| format!("players[{seat}].patches"));
        let (path, message) = match self {
            Self::Circle(id) if usize::from(id) >= PATCHES => {
                ("circle".to_owned(), format!("{id} is no patch; patches are 0 to 32 (PW-3)"))
            }
            Self::Circle(id) => ("circle".to_owned(), format!("patch {id} lies twice in it (PW-59)")),
            Self::NoCode(code) => ("players".to_owned(), format!("{code} is no code of a placed patch")),
            Self::Twice(placed) => {
                ("players".to_owned(), format!("patch {} is in the circle and on a board, or on boards twice (PW-59)", placed.patch))
            }
            Self::Misplaced(placed) => {
                let (_, orientation, cell) = placed.place.unwrap_or_default();
                let patch = &PATCH_TABLE[usize::from(placed.patch)];
                let message = if patch.has_orientation(orientation) {
                    format!("patch {} sticks out of the board at {},{} (PW-23)", placed.patch, cell / 9, cell % 9)
                } else {
                    format!("patch {} has no orientation {orientation}; it has {:?} (PW-57)", placed.patch, patch.orientations())
                };
                (on_board(placed), message)
            }
            Self::Overlaps(placed) => (on_board(placed), format!("patch {} overlaps another (PW-23)", placed.patch)),
        };
        faults.push(Fault::malformed(path, message));
    }
}

/// While the circle is drawn nothing else has happened (PW-76).
fn setup(state: &State, faults: &mut Vec<Fault>) {
    let drawn = usize::from(state.circle_len);
    let start = State::new(state.on_top);
    let untouched = state.on_top != NOBODY
        && (state.quilts, state.buttons, state.position, state.income) == (start.quilts, start.buttons, start.position, start.income)
        && [state.tile_owner, state.to_place, state.first_on_last] == [NOBODY; 3];
    if !untouched {
        faults.push(Fault::malformed("phase", "while the circle is drawn, all else is as at the start (PW-76)"));
    }
    if drawn >= PATCHES - 1 || state.circle().contains(&0) {
        faults.push(Fault::malformed("circle", "in set-up at most 31 patches are drawn, and patch 0 never is (PW-76)"));
        return;
    }
    let tail = &state.ring[drawn..PATCHES - 1];
    let in_order =
        tail.is_sorted_by(|a, b| a < b) && tail.iter().all(|id| (1..PATCHES as u16).contains(id) && !state.circle().contains(id));
    if !in_order || state.ring[PATCHES - 1] != 0 {
        faults.push(Fault::malformed("circle", "the patches not drawn yet are not the others in ascending order"));
    }
}

/// Who is to decide is well defined (PW-12, PW-41, PW-50, PW-64).
fn turn(state: &State, faults: &mut Vec<Fault>) {
    let tie = state.position[0] == state.position[1] && state.position[0] < LAST_SPACE;
    if tie != (state.on_top != NOBODY) {
        let message = if tie {
            "both tokens share a space: 0 or 1 lies on top (PW-12, PW-65)"
        } else {
            "it means nothing unless both tokens share a space (PW-50)"
        };
        faults.push(Fault::malformed("on_top", message));
    }
    let on_last = state.position.map(|space| space == LAST_SPACE);
    let first = usize::from(state.first_on_last);
    let first_is_sound = if on_last == [false; 2] { state.first_on_last == NOBODY } else { on_last.get(first) == Some(&true) };
    if !first_is_sound {
        faults.push(Fault::malformed("first_on_last", "it names a player on 53, and somebody exactly if a player is there (PW-45, PW-66)"));
    }
    if let Some(&covered) = state.covered.get(usize::from(state.to_place))
        && usize::from(covered) == SIDE * SIDE
    {
        faults.push(Fault::malformed("to_place", "the board has no empty cell for a special patch (PW-35, PW-64)"));
    }
}

/// Income and buttons stay within bounds to the end, even if one player gets all that is left: a move turns income of the circle, spaces and
/// lines ahead into what a player has, and never makes their sum greater. So no move leads past a bound.
fn prospects(state: &State, faults: &mut Vec<Fault>) {
    // No game comes near: adding up the circle is for studies.
    let is_modest = |seat: usize| {
        u32::from(state.income[seat]) + ALL_INCOME <= u32::from(MOST_INCOME) && state.buttons[seat] <= MOST_BUTTONS - MOST_TO_COME
    };
    if is_modest(0) && is_modest(1) {
        return;
    }
    // Not all that is printed: what lies on a board already is in an income.
    let in_circle: u32 = state.circle().iter().map(|&id| u32::from(PATCH_TABLE[usize::from(id)].income)).sum();
    for seat in 0..2 {
        let income = u32::from(state.income[seat]) + in_circle;
        if income > u32::from(MOST_INCOME) {
            let message = format!("{} and the {in_circle} of the circle are more than {MOST_INCOME}", state.income[seat]);
            faults.push(Fault::malformed(format!("players[{seat}].income"), message));
        }
        let lines = INCOME_LINES.len() as u32 - u32::from(INCOME_PASSED[usize::from(state.position[seat])]);
        let to_come = u32::from(LAST_SPACE - state.position[seat]) + lines * income;
        if u32::from(state.buttons[seat]) + to_come > u32::from(MOST_BUTTONS) {
            let message = format!("{} and the {to_come} that may come are more than {MOST_BUTTONS}", state.buttons[seat]);
            faults.push(Fault::malformed(format!("players[{seat}].buttons"), message));
        }
    }
}

/// Buttons are those of the start, one for each space that no purchase explains, and income, without the prices paid: no game gives more
/// (PW-61). The patches of a seat cost so many buttons and spaces; of those whose owner is unknown nothing is taken.
fn money(state: &State, seat: usize, cost: u16, time: u16, faults: &mut Vec<Fault>) {
    let position = state.position[seat];
    let cut_off = if position == LAST_SPACE { MOST_CUT_OFF } else { 0 };
    let spaces = i32::from(position) + cut_off - i32::from(time);
    if spaces < 0 {
        let message = format!("the token is on {position}, the player's patches moved it by {time} spaces (PW-28, PW-61)");
        faults.push(Fault::unreachable(format!("players[{seat}].position"), message));
        return;
    }
    let received = i32::from(INCOME_PASSED[usize::from(position)]) * i32::from(state.income[seat]);
    let most = i32::from(STARTING_BUTTONS) + spaces.min(position.into()) + received - i32::from(cost);
    if i32::from(state.buttons[seat]) > most {
        let message = format!("{} where no game gives more than {most} (PW-61)", state.buttons[seat]);
        faults.push(Fault::unreachable(format!("players[{seat}].buttons"), message));
    }
}

/// The patches lie where their cells are covered; who has which explains cells, incomes and buttons (PW-59 to PW-61).
fn boards(track: usize, state: &State, boards: &Boards, faults: &mut Vec<Fault>) {
    let Boards { known, unknown } = boards;
    for seat in 0..2 {
        if known[seat].cells & !state.quilts[seat] != 0 {
            faults.push(Fault::malformed(format!("players[{seat}].quilt"), "a patch lies on a cell that is not covered (PW-60)"));
        }
    }
    if !faults.is_empty() || state.study {
        return;
    }
    for seat in 0..2 {
        money(state, seat, known[seat].cost, known[seat].time, faults);
    }
    let unknown_cells: u16 = unknown.iter().map(|&id| u16::from(PATCH_TABLE[usize::from(id)].size)).sum();
    let covered = u16::from(state.covered[0]) + u16::from(state.covered[1]);
    // Signed, since a position from outside may cover fewer cells than its patches have.
    let specials = i32::from(covered) - i32::from(known[0].size + known[1].size + unknown_cells);
    let passed = i32::from(SPECIAL_PASSED[track][usize::from(state.position[0].max(state.position[1]))]);
    let due = passed - i32::from(state.to_place != NOBODY);
    let may_lack = state.covered.contains(&81);
    if specials > due || specials < 0 || (specials < due && !may_lack) {
        faults.push(Fault::unreachable(
            "players",
            format!("the boards cover {covered} cells: {specials} more than their patches, where {due} special patches lie (PW-59, PW-60)"),
        ));
    } else if unknown.is_empty() {
        for seat in 0..2 {
            if u16::from(state.income[seat]) != known[seat].income {
                let message = format!("{} where the patches have {} (PW-60)", state.income[seat], known[seat].income);
                faults.push(Fault::unreachable(format!("players[{seat}].income"), message));
            }
            if u16::from(state.covered[seat]) < known[seat].size {
                faults.push(Fault::unreachable(format!("players[{seat}].quilt"), "fewer cells are covered than its patches have (PW-60)"));
            }
        }
    } else if !can_be_shared(state, unknown, known, specials) {
        let message = format!(
            "the {} patches on the boards whose places are unknown cannot be shared so that cells and incomes come out (PW-60)",
            unknown.len()
        );
        faults.push(Fault::unreachable("players", message));
    }
}

/// Whether the patches of unknown owner can be shared so that each income and each number of covered cells comes out.
fn can_be_shared(state: &State, unknown: &[u8], known: &[Known; 2], specials: i32) -> bool {
    // Bit s of reachable[i]: some of them have s cells and income i together.
    let mut reachable = [0_u128; MOST_INCOME as usize + 1];
    reachable[0] = 1;
    let (mut all_cells, mut all_income) = (0, 0);
    for &id in unknown {
        let patch = &PATCH_TABLE[usize::from(id)];
        all_cells += i32::from(patch.size);
        all_income += i32::from(patch.income);
        for income in (usize::from(patch.income)..reachable.len()).rev() {
            // Sets of more than 127 cells fall off the end, and none of them fits on a board.
            reachable[income] |= reachable[income - usize::from(patch.income)] << patch.size;
        }
    }
    let wanted = i32::from(state.income[0]) - i32::from(known[0].income);
    if wanted < 0 || i32::from(state.income[1]) - i32::from(known[1].income) != all_income - wanted {
        return false;
    }
    let room = |seat: usize| i32::from(state.covered[seat]) - i32::from(known[seat].size);
    // What is not a patch is a special patch: from none to all of them on the first board.
    let least = (room(0) - specials).max(all_cells - room(1)).max(0);
    (least..=room(0).min(all_cells)).any(|cells| reachable.get(wanted as usize).is_some_and(|sets| *sets >> cells & 1 == 1))
}

/// What only says that no game leads here (PW-62, PW-64, PW-66).
fn reachability(track: usize, state: &State, faults: &mut Vec<Fault>) {
    let [a, b] = state.position;
    if a.abs_diff(b) > 6 {
        faults
            .push(Fault::unreachable("players", format!("the tokens are {} spaces apart, at most 6 are possible (PW-62)", a.abs_diff(b))));
    }
    if state.to_place != NOBODY {
        let owner = usize::from(state.to_place);
        let passed = |seat: usize| SPECIAL_PASSED[track][usize::from(state.position[seat])];
        if passed(owner) <= passed(1 - owner) {
            faults.push(Fault::unreachable("to_place", "its owner is not ahead beyond a special-patch line (PW-64)"));
        }
    }
    let qualifies = [0, 1].map(|seat| state.covered[seat] >= 49 && has_7x7(state.quilts[seat]));
    let sound = match state.tile_owner {
        NOBODY => qualifies == [false; 2],
        seat => qualifies[usize::from(seat)],
    };
    if !sound {
        faults.push(Fault::unreachable(
            "tile_owner",
            "it has an owner, one with a covered 7x7 window, exactly if some board has one (PW-66)",
        ));
    }
}
