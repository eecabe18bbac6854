//! The component tables: patches with all their orientations, the time track. All of it is computed by the compiler from the printed shapes.

use super::state::{Quilt, SIDE};

/// Number of patches (PW-3).
pub const PATCHES: usize = 33;
/// The last space of the time track (PW-6).
pub const LAST_SPACE: u8 = 53;
/// Income lines; line m is printed between spaces m-1 and m (PW-7).
pub const INCOME_LINES: [u8; 9] = [5, 11, 17, 23, 29, 35, 41, 47, 53];
/// Special-patch lines of the two printed tracks (PW-8): `current` and `first_edition`.
pub const SPECIAL_LINES: [[u8; 5]; 2] = [[26, 32, 38, 44, 50], [20, 26, 32, 44, 50]];
/// Buttons of a player at the start (PW-2).
pub const STARTING_BUTTONS: u16 = 5;
/// Points of the 7x7 tile (PW-40).
pub const TILE_POINTS: i32 = 7;
/// Points of an empty cell at the end (PW-43).
pub const EMPTY_CELL_POINTS: i32 = -2;
/// Patches that a player may choose from (PW-20).
pub const SLOTS: usize = 3;
/// Orientation numbers of a patch (PW-56).
pub const ORIENTATIONS: usize = 8;
/// The longest side of a patch in any orientation.
pub const MAX_LENGTH: usize = 5;
/// The most cells that a patch has (PW-69).
pub const MAX_CELLS: usize = 8;

/// The first row of [`Shifted`] that a placement may look past: nine rows of the board and room for the tallest patch.
const ROWS_BELOW: usize = 20;

/// The empty cells of a board, shifted left by 0 to 4 columns, each with empty rows below: then one shape's anchors are an AND of windows.
#[derive(Debug)]
pub struct Shifted([u16; 144]);

/// Rows of sixteen bits, of which nine and nine are used: one vector register, or two.
pub type Rows = [u16; 16];

impl Shifted {
    /// Prepares a board.
    #[inline(always)]
    pub fn new(quilt: &Quilt) -> Self {
        let mut all = [0; 144];
        for col in 0..MAX_LENGTH {
            for row in 0..SIDE {
                all[col * ROWS_BELOW + row] = (!quilt[row] & FULL_ROW) >> col;
            }
        }
        Self(all)
    }

    /// All cells where the top-left corner of an oriented patch can go: bit c of row r for corner (r, c) (PW-23, PW-53).
    #[inline(always)]
    pub fn anchors(&self, shape: &Oriented) -> Rows {
        let mut anchors = self.window(shape.windows[0]);
        // Patches with fewer than eight cells repeat their last one, which changes nothing and needs no branch.
        for &window in &shape.windows[1..] {
            let other = self.window(window);
            for (anchor, free) in anchors.iter_mut().zip(other) {
                *anchor &= free;
            }
        }
        anchors
    }

    #[inline(always)]
    fn window(&self, start: u8) -> Rows {
        // The mask is for the compiler, which then needs no bounds check: starts are at most 84.
        let start = usize::from(start & 127);
        let mut rows = [0; 16];
        rows.copy_from_slice(&self.0[start..start + 16]);
        rows
    }
}

/// A row of the board with all nine columns.
pub const FULL_ROW: u16 = 0x1ff;

/// A patch in one orientation.
#[derive(Clone, Copy, Debug)]
pub struct Oriented {
    /// Its cells row by row, bit c for column c.
    pub rows: [u16; MAX_LENGTH],
    /// Rows of its bounding box.
    pub height: u8,
    /// Columns of its bounding box.
    pub width: u8,
    /// Where the window of each cell starts in [`Shifted`].
    windows: [u8; MAX_CELLS],
}

impl Oriented {
    /// Its cells as (row, col), row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..MAX_LENGTH).flat_map(|row| (0..MAX_LENGTH).map(move |col| (row, col))).filter(|&(row, col)| self.rows[row] >> col & 1 == 1)
    }

    /// Whether a corner at (row, col) keeps it on the board.
    pub fn fits(&self, row: usize, col: usize) -> bool {
        row + usize::from(self.height) <= SIDE && col + usize::from(self.width) <= SIDE
    }
}

/// One of the 33 patches.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// Its shape as printed, rows separated by a slash.
    pub shape: &'static str,
    /// Its price in buttons.
    pub cost: u8,
    /// Its price in spaces of the time track.
    pub time: u8,
    /// Buttons printed on it.
    pub income: u8,
    /// Its number of cells.
    pub size: u8,
    /// The shape in each orientation (PW-56); those not in `legal` repeat an earlier one.
    pub oriented: [Oriented; ORIENTATIONS],
    /// The legal orientations, ascending; the first `legal_count` entries count (PW-57).
    legal: [u8; ORIENTATIONS],
    legal_count: u8,
}

impl Patch {
    /// The legal orientation numbers, ascending (PW-57).
    #[inline(always)]
    pub fn orientations(&self) -> &[u8] {
        &self.legal[..self.legal_count as usize]
    }
}

/// The patch table of the digest (PW-3): shape, button cost, time cost, income.
const PRINTED: [(&str, u8, u8, u8); PATCHES] = [
    ("##", 2, 1, 0),
    ("##/#.", 1, 3, 0),
    ("###", 2, 2, 0),
    ("##/#.", 3, 1, 0),
    ("###/.#.", 2, 2, 0),
    ("##./.##", 3, 2, 1),
    ("####", 3, 3, 1),
    ("###/#..", 4, 2, 1),
    ("###/#..", 4, 6, 2),
    ("##/##", 6, 5, 2),
    ("##./.##", 7, 6, 3),
    ("###/#.#", 1, 2, 0),
    ("###/##.", 2, 2, 0),
    ("###./..##", 2, 3, 1),
    ("####/.#..", 3, 4, 1),
    (".#./###/.#.", 5, 4, 2),
    ("###/.#./.#.", 5, 5, 2),
    ("#####", 7, 1, 1),
    ("####/#...", 10, 3, 2),
    ("##./.##/..#", 10, 4, 3),
    (".#../####/.#..", 0, 3, 1),
    ("#.../####/...#", 1, 2, 0),
    ("####/#..#", 1, 5, 1),
    (".#../####/..#.", 2, 1, 0),
    ("##./.##/##.", 3, 6, 2),
    ("###./.###", 4, 2, 0),
    ("#.../####/#...", 7, 2, 2),
    ("####/.##.", 7, 4, 2),
    ("##./###/..#", 8, 6, 3),
    ("####/##..", 10, 5, 3),
    ("..#../#####/..#..", 1, 4, 1),
    ("###/.#./###", 2, 3, 0),
    (".##./####/.##.", 5, 3, 1),
];

/// All patches, by id.
pub static PATCH_TABLE: [Patch; PATCHES] = patch_table();

const fn patch_table() -> [Patch; PATCHES] {
    let mut table = [patch(PRINTED[0]); PATCHES];
    let mut id = 1;
    while id < PATCHES {
        table[id] = patch(PRINTED[id]);
        id += 1;
    }
    table
}

const fn patch((shape, cost, time, income): (&'static str, u8, u8, u8)) -> Patch {
    // The printed shape as rows of bits with its height and width.
    let text = shape.as_bytes();
    let (mut rows, mut row, mut col, mut width, mut size) = ([0_u16; MAX_LENGTH], 0, 0, 0, 0);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'/' => {
                row += 1;
                col = 0;
            }
            cell => {
                if cell == b'#' {
                    rows[row] |= 1 << col;
                    size += 1;
                }
                col += 1;
                if col > width {
                    width = col;
                }
            }
        }
        at += 1;
    }
    let printed = with_windows(rows, row + 1, width);
    let mut oriented = [printed; ORIENTATIONS];
    let (mut legal, mut legal_count) = ([0; ORIENTATIONS], 0);
    let mut k = 0;
    while k < ORIENTATIONS {
        if k == 4 {
            oriented[k] = mirrored(&printed);
        } else if k > 0 {
            oriented[k] = turned(&oriented[k - 1]);
        }
        let (mut earlier, mut is_new) = (0, true);
        while earlier < k {
            is_new &= !same_cells(&oriented[earlier], &oriented[k]);
            earlier += 1;
        }
        if is_new {
            legal[legal_count] = k as u8;
            legal_count += 1;
        }
        k += 1;
    }
    Patch { shape, cost, time, income, size, oriented, legal, legal_count: legal_count as u8 }
}

/// Left-right mirror: (r, c) to (r, W-1-c) (PW-56).
const fn mirrored(shape: &Oriented) -> Oriented {
    let mut rows = [0; MAX_LENGTH];
    let mut row = 0;
    while row < shape.height as usize {
        let mut col = 0;
        while col < shape.width as usize {
            if shape.rows[row] >> col & 1 == 1 {
                rows[row] |= 1 << (shape.width as usize - 1 - col);
            }
            col += 1;
        }
        row += 1;
    }
    with_windows(rows, shape.height as usize, shape.width as usize)
}

/// A clockwise quarter turn: (r, c) to (c, H-1-r) (PW-56).
const fn turned(shape: &Oriented) -> Oriented {
    let mut rows = [0; MAX_LENGTH];
    let mut row = 0;
    while row < shape.height as usize {
        let mut col = 0;
        while col < shape.width as usize {
            if shape.rows[row] >> col & 1 == 1 {
                rows[col] |= 1 << (shape.height as usize - 1 - row);
            }
            col += 1;
        }
        row += 1;
    }
    with_windows(rows, shape.width as usize, shape.height as usize)
}

const fn same_cells(a: &Oriented, b: &Oriented) -> bool {
    let (mut row, mut same) = (0, true);
    while row < MAX_LENGTH {
        same &= a.rows[row] == b.rows[row];
        row += 1;
    }
    same
}

const fn with_windows(rows: [u16; MAX_LENGTH], height: usize, width: usize) -> Oriented {
    let mut windows = [0; MAX_CELLS];
    let (mut row, mut count) = (0, 0);
    while row < height {
        let mut col = 0;
        while col < width {
            if rows[row] >> col & 1 == 1 {
                windows[count] = (col * ROWS_BELOW + row) as u8;
                count += 1;
            }
            col += 1;
        }
        row += 1;
    }
    let last = windows[count - 1];
    while count < MAX_CELLS {
        windows[count] = last;
        count += 1;
    }
    Oriented { rows, height: height as u8, width: width as u8, windows }
}

/// For each space the number of income lines at or before it.
pub const INCOME_PASSED: [u8; LAST_SPACE as usize + 1] = lines_passed(&INCOME_LINES);

/// For each track and space the number of special-patch lines at or before it.
pub const SPECIAL_PASSED: [[u8; LAST_SPACE as usize + 1]; 2] = [lines_passed(&SPECIAL_LINES[0]), lines_passed(&SPECIAL_LINES[1])];

const fn lines_passed(lines: &[u8]) -> [u8; LAST_SPACE as usize + 1] {
    let mut passed = [0; LAST_SPACE as usize + 1];
    let mut space = 0;
    while space <= LAST_SPACE as usize {
        let mut line = 0;
        while line < lines.len() {
            if lines[line] as usize <= space {
                passed[space] += 1;
            }
            line += 1;
        }
        space += 1;
    }
    passed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PW-58: patch 7 in orientation 1.
    #[test]
    fn orientation_one_is_a_clockwise_turn() {
        let cells: Vec<_> = PATCH_TABLE[7].oriented[1].cells().collect();
        assert_eq!(cells, [(0, 0), (0, 1), (1, 1), (2, 1)]);
    }

    /// PW-69: sums over the 33 patches, and how many have which size.
    #[test]
    fn sums_over_all_patches() {
        let sum = |of: fn(&Patch) -> usize| PATCH_TABLE.iter().map(of).sum::<usize>();
        assert_eq!(sum(|p| p.size.into()), 166);
        assert_eq!(sum(|p| p.cost.into()), 133);
        assert_eq!(sum(|p| p.time.into()), 107);
        assert_eq!(sum(|p| p.income.into()), 38);
        assert_eq!(sum(|p| p.orientations().len()), 144);
        let sizes: Vec<usize> = (2..=8).map(|n| PATCH_TABLE.iter().filter(|p| p.size == n).count()).collect();
        assert_eq!(sizes, [1, 3, 7, 9, 10, 2, 1]);
        let empty = Shifted::new(&[0; SIDE]);
        let places = |p: &Patch| p.orientations().iter().map(|&k| count(&empty.anchors(&p.oriented[usize::from(k)]))).sum::<u32>();
        assert_eq!(PATCH_TABLE.iter().map(places).sum::<u32>(), 7349);
        let mut sets: Vec<(Vec<(usize, usize)>, usize, usize)> = Vec::new();
        for patch in &PATCH_TABLE {
            for &k in patch.orientations() {
                let shape = &patch.oriented[usize::from(k)];
                for corner in 0..81 {
                    if shape.fits(corner / 9, corner % 9) {
                        sets.push((shape.cells().collect(), corner / 9, corner % 9));
                    }
                }
            }
        }
        assert_eq!(sets.len(), 7349);
        sets.sort();
        sets.dedup();
        assert_eq!(sets.len(), 6421);
    }

    fn count(rows: &Rows) -> u32 {
        rows.iter().map(|row| row.count_ones()).sum()
    }

    /// PW-70: three pairs share a shape, and (size, cost, time) is unique and ascending.
    #[test]
    fn pairs_and_order() {
        let pairs: Vec<(usize, usize)> = (0..PATCHES)
            .flat_map(|a| (a + 1..PATCHES).map(move |b| (a, b)))
            .filter(|&(a, b)| PATCH_TABLE[a].shape == PATCH_TABLE[b].shape)
            .collect();
        assert_eq!(pairs, [(1, 3), (5, 10), (7, 8)]);
        assert!(PATCH_TABLE.is_sorted_by(|a, b| (a.size, a.cost, a.time) < (b.size, b.cost, b.time)));
    }

    /// PW-23, PW-55: anchors agree with trying every cell, on boards of many kinds.
    #[test]
    fn anchors_agree_with_trying_every_cell() {
        let mut rng = crate::Rng::new(3, 0);
        for density in 0..40_u64 {
            let mut quilt = [0; SIDE];
            for row in &mut quilt {
                for col in 0..SIDE {
                    *row |= u16::from(rng.below(40) < density) << col;
                }
            }
            let shifted = Shifted::new(&quilt);
            for patch in &PATCH_TABLE {
                for shape in &patch.oriented {
                    let mut slow = [0_u16; 16];
                    for row in 0..SIDE {
                        for col in 0..SIDE {
                            let free = |(r, c): (usize, usize)| quilt[row + r] >> (col + c) & 1 == 0;
                            if shape.fits(row, col) && shape.cells().all(free) {
                                slow[row] |= 1 << col;
                            }
                        }
                    }
                    assert_eq!(shifted.anchors(shape), slow);
                }
            }
        }
    }
}
