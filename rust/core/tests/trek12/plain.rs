//! The rules of one sheet once more, from the digest and as plainly as possible: lists and loops instead of masks, nothing kept that
//! follows from numbers and links.

use serde_json::Value;
use spielwerk::Game;
use spielwerk::trek12::Trek12;
use spielwerk::trek12::tables::spec::{BoardSpec, Specials};
use std::collections::BTreeSet;

/// What stands in a circle (TK-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Face,
    Number(i32),
}

/// What the rules of a sheet depend on.
#[expect(clippy::struct_excessive_bools, reason = "an option is a choice of two")]
pub(crate) struct Plain<'a> {
    pub(crate) spec: &'a BoardSpec,
    neighbours: Vec<Vec<usize>>,
    partners: Vec<Vec<usize>>,
    number_stays: bool,
    no_link: bool,
    free_after_crossing: bool,
    loss_if_chosen: bool,
    printed: bool,
    three: bool,
}

/// A sheet: numbers, links as pairs of lower and higher circle, ticked boxes by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    pub(crate) cells: Vec<Cell>,
    pub(crate) links: BTreeSet<(usize, usize)>,
    pub(crate) ticked: Vec<u32>,
    pub(crate) failed: BTreeSet<usize>,
    pub(crate) flags: BTreeSet<usize>,
    pub(crate) top: BTreeSet<usize>,
    pub(crate) is_lost: bool,
}

/// A whole move (TK-64): row, circle, links below and above.
pub(crate) type Move = (usize, usize, Option<usize>, Option<usize>);

/// What a placement leaves to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Open {
    pub(crate) below: Vec<usize>,
    pub(crate) above: Vec<usize>,
}

/// The value of an operation (TK-4, TK-65).
pub(crate) fn value(operation: usize, (red, yellow): (i32, i32)) -> i32 {
    match operation {
        0 => red.min(yellow),
        1 => red.max(yellow),
        2 => (red - yellow).abs(),
        3 => red + yellow,
        _ => red * yellow,
    }
}

/// All rolls in the order of their indices (TK-3, TK-61).
pub(crate) fn rolls() -> impl Iterator<Item = (i32, i32)> {
    (1..=6).flat_map(|red| (0..=5).map(move |yellow| (red, yellow)))
}

fn set(value: &Value) -> BTreeSet<usize> {
    value.as_array().expect("a list").iter().map(|id| id.as_u64().expect("an id") as usize).collect()
}

impl Sheet {
    /// A player's map in the dict of a position.
    pub(crate) fn read(player: &Value) -> Self {
        let cell = |value: &Value| match value {
            Value::Null => Cell::Empty,
            Value::String(_) => Cell::Face,
            number => Cell::Number(number.as_i64().expect("a number") as i32),
        };
        let id = |value: &Value| value.as_u64().expect("an id") as usize;
        Self {
            cells: player["numbers"].as_array().expect("a list").iter().map(cell).collect(),
            links: player["links"].as_array().expect("a list").iter().map(|pair| (id(&pair[0]), id(&pair[1]))).collect(),
            ticked: player["ticked"]
                .as_array()
                .expect("a list")
                .iter()
                .flat_map(|table| table.as_array().expect("a list"))
                .map(|n| id(n) as u32)
                .collect(),
            failed: set(&player["failed"]),
            flags: set(&player["flags"]),
            top: set(&player["top"]),
            is_lost: player["lost"] == true,
        }
    }

    /// The number in a circle, if there is one.
    pub(crate) fn number(&self, circle: usize) -> Option<i32> {
        match self.cells[circle] {
            Cell::Number(number) => Some(number),
            _ => None,
        }
    }

    fn has_above(&self, circle: usize) -> bool {
        self.links.iter().any(|&(low, _)| low == circle)
    }

    fn has_below(&self, circle: usize) -> bool {
        self.links.iter().any(|&(_, high)| high == circle)
    }

    fn filled(&self) -> BTreeSet<usize> {
        (0..self.cells.len()).filter(|&circle| self.cells[circle] != Cell::Empty).collect()
    }

    /// The ropes, each from its lowest circle to its highest (TK-20).
    pub(crate) fn ropes(&self) -> Vec<Vec<usize>> {
        let bottoms = self.links.iter().map(|&(low, _)| low).filter(|&low| !self.has_below(low));
        let climb = |bottom| std::iter::successors(Some(bottom), |&low| self.links.iter().find(|link| link.0 == low).map(|link| link.1));
        bottoms.map(|bottom| climb(bottom).collect()).collect()
    }
}

impl<'a> Plain<'a> {
    pub(crate) fn new(game: &'a Trek12) -> Self {
        let spec = game.spec();
        let is = |name: &str, word: &str| game.options().text(name) == Some(word);
        let beside = |pairs: &[[u8; 2]]| -> Vec<Vec<usize>> {
            (0..spec.circles.len())
                .map(|circle| {
                    let mut list: Vec<usize> = pairs
                        .iter()
                        .map(|pair| pair.map(usize::from))
                        .filter(|pair| pair.contains(&circle))
                        .map(|[a, b]| if a == circle { b } else { a })
                        .collect();
                    list.sort_unstable();
                    list
                })
                .collect()
        };
        Self {
            spec,
            neighbours: beside(&spec.edges),
            partners: beside(&spec.specials.prelinked),
            number_stays: is("prelink_failure", "number_stays"),
            no_link: is("wave_failure", "no_link"),
            free_after_crossing: is("fuji_tables", "free_after_crossing"),
            loss_if_chosen: is("over12", "loss_if_chosen"),
            printed: is("bonus_table", "printed"),
            three: is("face_penalty", "three"),
        }
    }

    fn specials(&self) -> &Specials {
        &self.spec.specials
    }

    /// An empty sheet.
    pub(crate) fn empty(&self) -> Sheet {
        Sheet {
            cells: vec![Cell::Empty; self.spec.circles.len()],
            links: BTreeSet::new(),
            ticked: vec![0; 5 * self.spec.tables.len()],
            failed: BTreeSet::new(),
            flags: BTreeSet::new(),
            top: BTreeSet::new(),
            is_lost: false,
        }
    }

    /// The circles where something may be written (TK-10).
    fn open(&self, sheet: &Sheet) -> Vec<usize> {
        let empty = (0..sheet.cells.len()).filter(|&circle| sheet.cells[circle] == Cell::Empty);
        if sheet.filled().is_empty() {
            let is_start = |circle: &usize| self.spec.start.as_ref().is_none_or(|start| start.iter().any(|&id| usize::from(id) == *circle));
            return empty.filter(is_start).collect();
        }
        empty.filter(|&circle| self.neighbours[circle].iter().any(|&other| sheet.cells[other] != Cell::Empty)).collect()
    }

    /// The zone of a circle: a table, or none if it is shared (TK-53).
    fn zone(&self, circle: usize) -> Option<usize> {
        let Some(zones) = &self.specials().zones else { return Some(0) };
        (0..2).find(|&table| zones.own[table].iter().any(|&id| usize::from(id) == circle))
    }

    /// Whether a circle may use a table's boxes (TK-54, TK-55).
    fn may_use(&self, sheet: &Sheet, table: usize, circle: usize) -> bool {
        let zone = self.zone(circle);
        let entered = [0, 1].map(|zone| sheet.filled().iter().any(|&filled| self.zone(filled) == Some(zone)));
        match entered {
            [true, true] if self.free_after_crossing => true,
            [true, false] | [false, true] if self.free_after_crossing && self.spec.tables.len() == 2 => {
                let home = usize::from(entered[1]);
                table == home || zone == Some(1 - home)
            }
            _ => zone.is_none_or(|zone| zone == table),
        }
    }

    /// The placements, by row and circle (TK-9, TK-42); none if the player is defeated.
    pub(crate) fn placements(&self, sheet: &Sheet, roll: (i32, i32)) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        for (table, boxes) in self.spec.tables.iter().enumerate() {
            for (operation, &limit) in boxes.limits.iter().enumerate() {
                let row = 5 * table + operation;
                let loses = self.specials().over12_loses && !self.loss_if_chosen && value(operation, roll) > 12;
                if sheet.ticked[row] < u32::from(limit) && !loses {
                    all.extend(self.open(sheet).into_iter().filter(|&c| self.may_use(sheet, table, c)).map(|circle| (row, circle)));
                }
            }
        }
        all
    }

    /// What is written for a placement, with the links that leave no choice (TK-14 to TK-20, TK-36, TK-52).
    pub(crate) fn place(&self, sheet: &mut Sheet, roll: (i32, i32), row: usize, circle: usize) -> Open {
        let number = value(row % 5, roll);
        sheet.ticked[row] += 1;
        if self.specials().over12_loses && number > 12 {
            sheet.is_lost = true;
            return Open::default();
        }
        let neighbours = || self.neighbours[circle].iter().copied();
        let holds = |other: usize, wanted: i32| sheet.number(other) == Some(wanted);
        let mut below: Vec<usize> = neighbours().filter(|&other| holds(other, number - 1) && !sheet.has_above(other)).collect();
        let mut above: Vec<usize> = neighbours().filter(|&other| holds(other, number + 1) && !sheet.has_below(other)).collect();
        let partners: Vec<usize> = self.partners[circle].iter().copied().filter(|&p| sheet.cells[p] != Cell::Empty).collect();
        let mut is_face = number > i32::from(self.spec.circles[circle].max);
        let mut has_failed = false;
        if !partners.is_empty() && !is_face {
            let of = |side: &[usize]| -> Vec<usize> { partners.iter().copied().filter(|partner| side.contains(partner)).collect() };
            let (low, high) = (of(&below), of(&above));
            if low.len() + high.len() == partners.len() && low.len() < 2 && high.len() < 2 {
                below = if low.is_empty() { below } else { low };
                above = if high.is_empty() { above } else { high };
            } else if self.number_stays {
                has_failed = true;
            } else {
                is_face = true;
            }
        }
        let waves = &self.specials().waves;
        let is_wave = |circle: usize| waves.iter().any(|&id| usize::from(id) == circle);
        for side in [&mut below, &mut above] {
            if !side.is_empty() && (is_wave(circle) || side.iter().any(|&other| is_wave(other))) {
                is_face |= !self.no_link;
                side.clear();
            }
        }
        if is_face {
            sheet.cells[circle] = Cell::Face;
            return Open::default();
        }
        sheet.cells[circle] = Cell::Number(number);
        if has_failed {
            sheet.failed.insert(circle);
        }
        if let [only] = below[..] {
            sheet.links.insert((only, circle));
            below.clear();
        }
        if let [only] = above[..] {
            sheet.links.insert((circle, only));
            above.clear();
        }
        Open { below, above }
    }

    /// All complete moves in the order of TK-64, each with the sheet that it leads to.
    pub(crate) fn complete_moves(&self, sheet: &Sheet, roll: (i32, i32)) -> Vec<(Move, Sheet)> {
        let choices =
            |side: &[usize]| -> Vec<Option<usize>> { if side.is_empty() { vec![None] } else { side.iter().copied().map(Some).collect() } };
        let mut moves = Vec::new();
        for (row, circle) in self.placements(sheet, roll) {
            let mut placed = sheet.clone();
            let open = self.place(&mut placed, roll, row, circle);
            for below in choices(&open.below) {
                for above in choices(&open.above) {
                    let mut after = placed.clone();
                    after.links.extend(below.map(|low| (low, circle)));
                    after.links.extend(above.map(|high| (circle, high)));
                    moves.push(((row, circle, below, above), after));
                }
            }
        }
        moves
    }

    /// The number of id sequences of a length from the moment before a roll, for one player.
    pub(crate) fn sequences(&self, sheet: &Sheet, depth: usize) -> u64 {
        if depth == 0 || sheet.is_lost || sheet.filled().len() == sheet.cells.len() {
            return u64::from(depth == 0);
        }
        rolls().map(|roll| self.sequences_of_move(sheet, roll, depth - 1)).sum()
    }

    /// The same from the moment after it; a player who has no placement then is defeated (TK-42).
    pub(crate) fn sequences_of_move(&self, sheet: &Sheet, roll: (i32, i32), depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let sides = |placed: &Sheet, circle: usize, open: &Open, depth: usize| -> u64 {
            // The sides with a choice, below first (TK-62).
            let mut stage = vec![placed.clone()];
            let mut rest = depth;
            for (side, is_below) in [(&open.below, true), (&open.above, false)] {
                if side.is_empty() {
                    continue;
                }
                if rest == 0 {
                    return stage.len() as u64;
                }
                let link = |other: usize| if is_below { (other, circle) } else { (circle, other) };
                stage = stage
                    .iter()
                    .flat_map(|sheet| {
                        side.iter().map(|&other| {
                            let mut after = sheet.clone();
                            after.links.insert(link(other));
                            after
                        })
                    })
                    .collect();
                rest -= 1;
            }
            stage.iter().map(|sheet| self.sequences(sheet, rest)).sum()
        };
        let placements = self.placements(sheet, roll);
        if depth == 1 {
            return placements.len() as u64;
        }
        placements
            .into_iter()
            .map(|(row, circle)| {
                let mut placed = sheet.clone();
                let open = self.place(&mut placed, roll, row, circle);
                sides(&placed, circle, &open, depth - 1)
            })
            .sum()
    }

    /// The items of TK-25 to TK-31 and TK-57, in the order of the score sheet.
    pub(crate) fn items(&self, sheet: &Sheet) -> Vec<i32> {
        let mut items = [0; 15];
        if sheet.is_lost {
            items[14] = -100;
            return items.to_vec();
        }
        let special = self.specials();
        let has = |list: &[u8], circle: usize| list.iter().any(|&id| usize::from(id) == circle);
        let number = |circle: usize| sheet.number(circle).expect("ropes and areas hold numbers");
        let ropes = sheet.ropes();
        let areas = self.areas(sheet);
        let points = |rope: &[usize]| number(rope[rope.len() - 1]) + rope.len() as i32 - 1;
        let longest = |groups: &[Vec<usize>]| self.bonus(groups.iter().map(Vec::len).max().unwrap_or(0));
        items[0] = ropes.iter().map(|rope| points(rope)).sum();
        items[1] = longest(&ropes);
        items[2] = areas.iter().map(|area| points(area)).sum();
        items[3] = longest(&areas);
        let is_isolated = |circle: usize| {
            sheet.number(circle).is_some()
                && (sheet.failed.contains(&circle) || !ropes.iter().chain(&areas).any(|group| group.contains(&circle)))
        };
        let isolated: Vec<usize> = (0..sheet.cells.len()).filter(|&circle| is_isolated(circle)).collect();
        items[4] = -isolated.iter().map(|&circle| self.spec.isolated.map_or_else(|| number(circle), i32::from)).sum::<i32>();
        let faces = sheet.cells.iter().filter(|&&cell| cell == Cell::Face).count() as i32;
        items[5] = -faces * if self.three { 3 } else { i32::from(self.spec.face) };
        let is_with = |rope: &[usize], list: &[u8]| rope.iter().any(|&circle| has(list, circle));
        items[6] = ropes.iter().filter(|r| is_with(r, &special.sofa) && is_with(r, &special.fridge)).map(|rope| points(rope)).sum();
        items[7] = areas.iter().filter(|area| is_with(area, &special.desk)).map(|area| number(area[0]) * area.len() as i32).sum();
        let is_washed = |circle: usize| ropes.iter().any(|rope| rope.contains(&circle) && is_with(rope, &special.washbasin));
        let sum = |list: &[u8], counts: &dyn Fn(usize) -> bool| -> i32 {
            list.iter().map(|&id| usize::from(id)).filter(|&circle| counts(circle)).filter_map(|circle| sheet.number(circle)).sum()
        };
        items[8] = -sum(&special.entrance, &|circle| !is_washed(circle));
        items[9] = sum(&special.roses, &|circle| !is_isolated(circle));
        items[10] = special.flags.as_ref().map_or(0, |claim| i32::from(claim.points)) * sheet.flags.len() as i32;
        if let Some(ornaments) = &special.ornaments {
            for rope in &ropes {
                let colours = ornaments.colours.iter().filter(|(_, ids)| is_with(rope, ids)).count();
                items[11] += colours.checked_sub(1).map_or(0, |index| i32::from(ornaments.points[index]));
            }
            let is_plain = |area: &&Vec<usize>| !ornaments.colours.iter().any(|(_, ids)| is_with(area, ids));
            if special.gift_areas {
                items[12] = areas.iter().filter(is_plain).map(|area| points(area)).sum();
            }
        }
        items[13] = special.top.as_ref().map_or(0, |claim| i32::from(claim.points)) * sheet.top.len() as i32;
        items.to_vec()
    }

    /// TK-28.
    pub(crate) fn bonus(&self, circles: usize) -> i32 {
        match circles {
            0..=2 => 0,
            8 if self.printed => 20,
            3..=8 => [1, 3, 6, 10, 15, 21][circles - 3],
            more => 25 + 5 * (more as i32 - 9),
        }
    }

    /// The areas (TK-21).
    pub(crate) fn areas(&self, sheet: &Sheet) -> Vec<Vec<usize>> {
        let mut areas: Vec<Vec<usize>> = Vec::new();
        for circle in 0..sheet.cells.len() {
            let Some(number) = sheet.number(circle) else { continue };
            if areas.iter().any(|area| area.contains(&circle)) {
                continue;
            }
            let mut area = vec![circle];
            let mut next = 0;
            while next < area.len() {
                let same = self.neighbours[area[next]].iter().copied().filter(|&other| sheet.number(other) == Some(number));
                let new: Vec<usize> = same.filter(|other| !area.contains(other)).collect();
                area.extend(new);
                next += 1;
            }
            if area.len() > 1 {
                areas.push(area);
            }
        }
        areas
    }
}
