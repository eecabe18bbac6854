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

/// All 81 cells of a board (PW-1).
pub const FULL: Quilt = (1 << (SIDE * SIDE)) - 1;

/// All cells but those of the last column.
const NOT_LAST_COLUMN: Quilt = {
    let (mut row, mut cells) = (0, FULL);
    while row < SIDE {
        cells &= !(1 << (row * SIDE + SIDE - 1));
        row += 1;
    }
    cells
};

/// The empty cells of a board, shifted by 0 to 4 rows and columns towards the corner: the anchors of a shape are an AND of the windows of
/// its cells. What would look past the last row or column finds no empty cell there.
#[derive(Debug)]
pub struct Windows([Quilt; 32]);

impl Windows {
    /// Prepares a board.
    #[inline(always)]
    pub fn new(quilt: Quilt) -> Self {
        let mut all = [0; 32];
        let mut rows = !quilt & FULL;
        for row in all.as_chunks_mut::<MAX_LENGTH>().0.iter_mut().take(MAX_LENGTH) {
            let mut cells = rows;
            for window in row {
                *window = cells;
                cells = cells >> 1 & NOT_LAST_COLUMN;
            }
            rows >>= SIDE;
        }
        Self(all)
    }

    /// All cells where the corner of an oriented patch's bounding box can go (PW-23, PW-53).
    #[inline(always)]
    pub fn anchors(&self, shape: &Oriented) -> Quilt {
        // Patches with fewer than eight cells repeat their last one, which changes nothing and needs no branch. The mask is for the compiler,
        // which then needs no bounds check: there are 25 windows.
        let window = |cell: usize| self.0[usize::from(shape.windows[cell] & 31)];
        (window(0) & window(1) & window(2) & window(3)) & (window(4) & window(5) & window(6) & window(7))
    }
}

/// A patch in one orientation.
#[derive(Clone, Copy, Debug)]
pub struct Oriented {
    /// Its cells with the corner of the bounding box on cell 0.
    pub mask: Quilt,
    /// Rows of its bounding box.
    pub height: u8,
    /// Columns of its bounding box.
    pub width: u8,
    /// The cells that its corner can be on without its sticking out (PW-23).
    pub corners: Quilt,
    /// The window of each cell in [`Windows`]: `5 · row + col`.
    windows: [u8; MAX_CELLS],
}

impl Oriented {
    /// Its cells as (row, col), row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let mask = self.mask;
        (0..SIDE * SIDE).filter(move |cell| mask >> cell & 1 == 1).map(|cell| (cell / SIDE, cell % SIDE))
    }

    /// Whether a corner on this cell, `9 · row + col`, keeps it on the board.
    #[inline]
    pub fn fits(&self, cell: u8) -> bool {
        self.corners >> (cell & 127) & 1 == 1
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
    /// Bit k for each legal orientation k.
    legal_bits: u8,
}

impl Patch {
    /// The legal orientation numbers, ascending (PW-57).
    #[inline(always)]
    pub fn orientations(&self) -> &[u8] {
        &self.legal[..self.legal_count as usize]
    }

    /// Whether an orientation number is legal (PW-57).
    #[inline]
    pub fn has_orientation(&self, orientation: u8) -> bool {
        self.legal_bits >> (orientation & 7) & 1 == 1 && orientation < 8
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
    let text = shape.as_bytes();
    let (mut mask, mut row, mut col, mut width, mut size) = (0, 0, 0, 0, 0);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'/' => {
                row += 1;
                col = 0;
            }
            cell => {
                if cell == b'#' {
                    mask |= 1 << (row * SIDE + col);
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
    let printed = with_windows(mask, row + 1, width);
    let mut oriented = [printed; ORIENTATIONS];
    let (mut legal, mut legal_count, mut legal_bits) = ([0; ORIENTATIONS], 0, 0);
    let mut k = 0;
    while k < ORIENTATIONS {
        if k == 4 {
            oriented[k] = mirrored(&printed);
        } else if k > 0 {
            oriented[k] = turned(&oriented[k - 1]);
        }
        let (mut earlier, mut is_new) = (0, true);
        while earlier < k {
            is_new &= oriented[earlier].mask != oriented[k].mask;
            earlier += 1;
        }
        if is_new {
            legal[legal_count] = k as u8;
            legal_count += 1;
            legal_bits |= 1 << k;
        }
        k += 1;
    }
    Patch { shape, cost, time, income, size, oriented, legal, legal_count: legal_count as u8, legal_bits }
}

/// Left-right mirror: (r, c) to (r, W-1-c) (PW-56).
const fn mirrored(shape: &Oriented) -> Oriented {
    let (height, width) = (shape.height as usize, shape.width as usize);
    let (mut mask, mut cell) = (0, 0);
    while cell < SIDE * SIDE {
        if shape.mask >> cell & 1 == 1 {
            mask |= 1 << (cell / SIDE * SIDE + width - 1 - cell % SIDE);
        }
        cell += 1;
    }
    with_windows(mask, height, width)
}

/// A clockwise quarter turn: (r, c) to (c, H-1-r) (PW-56).
const fn turned(shape: &Oriented) -> Oriented {
    let (height, width) = (shape.height as usize, shape.width as usize);
    let (mut mask, mut cell) = (0, 0);
    while cell < SIDE * SIDE {
        if shape.mask >> cell & 1 == 1 {
            mask |= 1 << (cell % SIDE * SIDE + height - 1 - cell / SIDE);
        }
        cell += 1;
    }
    with_windows(mask, width, height)
}

const fn with_windows(mask: Quilt, height: usize, width: usize) -> Oriented {
    let mut windows = [0; MAX_CELLS];
    let (mut cell, mut count) = (0, 0);
    while cell < SIDE * SIDE {
        if mask >> cell & 1 == 1 {
            windows[count] = (cell / SIDE * MAX_LENGTH + cell % SIDE) as u8;
            count += 1;
        }
        cell += 1;
    }
    let last = windows[count - 1];
    while count < MAX_CELLS {
        windows[count] = last;
        count += 1;
    }
    let (mut corners, mut corner) = (0, 0);
    while corner < SIDE * SIDE {
        if corner / SIDE + height <= SIDE && corner % SIDE + width <= SIDE {
            corners |= 1 << corner;
        }
        corner += 1;
    }
    Oriented { mask, height: height as u8, width: width as u8, corners, windows }
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
        let empty = Windows::new(0);
        let places = |p: &Patch| p.orientations().iter().map(|&k| empty.anchors(&p.oriented[usize::from(k)]).count_ones()).sum::<u32>();
        assert_eq!(PATCH_TABLE.iter().map(places).sum::<u32>(), 7349);
        let mut sets: Vec<(usize, Quilt)> = Vec::new();
        for (id, patch) in PATCH_TABLE.iter().enumerate() {
            for &k in patch.orientations() {
                let shape = &patch.oriented[usize::from(k)];
                sets.extend((0..81).filter(|&cell| shape.fits(cell)).map(|cell| (id, shape.mask << cell)));
            }
        }
        assert_eq!(sets.len(), 7349);
        let mut cells: Vec<Quilt> = sets.iter().map(|&(_, cells)| cells).collect();
        // PW-57: within a patch no set of cells comes twice; across patches of one shape it does.
        sets.sort_unstable();
        sets.dedup();
        assert_eq!(sets.len(), 7349);
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 6421);
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
            let quilt = (0..81).fold(0, |quilt, cell| quilt | Quilt::from(rng.below(40) < density) << cell);
            let free = Windows::new(quilt);
            for patch in &PATCH_TABLE {
                for shape in &patch.oriented {
                    let lies = |cell: &u8| shape.fits(*cell) && quilt & shape.mask << cell == 0;
                    let slow = (0..81).filter(lies).fold(0, |anchors: Quilt, cell| anchors | 1 << cell);
                    assert_eq!(free.anchors(shape), slow);
                }
            }
        }
    }
}
