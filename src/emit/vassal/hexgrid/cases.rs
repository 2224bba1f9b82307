//! Made-up hex maps of every kind, for the tests.

use super::Hex;

/// How a part of a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Digits, at least so many.
    Digits(usize),
    /// A to Z, AA to ZZ with one and the same letter.
    Letters,
    /// As the columns of a spreadsheet: A to Z, AA, AB. VASSAL has no such numbers.
    Spreadsheet,
}

/// What a map is like.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Whether rows are straight.
    pub pointy: bool,
    /// Whether the first row (pointy) or column is moved half a hex, and not the second.
    pub first_moved: bool,
    /// Columns and rows.
    pub size: (u32, u32),
    /// From flat side to flat side, in pixels.
    pub flats: f64,
    /// The centre of the first hex, were it not moved.
    pub origin: (f64, f64),
    /// Whether the row is written first.
    pub row_first: bool,
    /// How columns and rows are written.
    pub styles: (Style, Style),
    /// What stands before, between and after.
    pub around: [&'static str; 3],
    /// The first column and row.
    pub first: (u32, u32),
    /// Whether columns are counted from the right.
    pub from_east: bool,
    /// Whether rows are counted from the bottom.
    pub from_south: bool,
    /// Whether printed lines go the other way through the moved rows or columns.
    pub other_way: bool,
    /// Whether hexes are missing.
    pub holes: bool,
}

/// A map.
pub struct Case {
    /// What it is like.
    pub plan: Plan,
    /// Labels, columns, rows and centres.
    pub hexes: Vec<(String, u32, u32, f64, f64)>,
    /// Pixels.
    pub board: (u32, u32),
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            pointy: false,
            first_moved: false,
            size: (13, 11),
            flats: 64.0,
            origin: (40.0, 40.0),
            row_first: false,
            styles: (Style::Digits(2), Style::Digits(2)),
            around: ["", "", ""],
            first: (1, 1),
            from_east: false,
            from_south: false,
            other_way: false,
            holes: false,
        }
    }
}

impl Style {
    fn write(self, number: u32) -> String {
        let letter = |n: u32| char::from(b'A' + (n % 26) as u8);
        match self {
            Self::Digits(width) => format!("{number:0width$}"),
            Self::Letters => (0..=number / 26).map(|_| letter(number)).collect(),
            Self::Spreadsheet if number < 26 => letter(number).to_string(),
            Self::Spreadsheet => format!("{}{}", letter(number / 26 - 1), letter(number)),
        }
    }
}

impl Plan {
    fn moved(&self, line: u32) -> bool {
        line.is_multiple_of(2) == self.first_moved
    }

    fn centre(&self, column: u32, row: u32) -> (f64, f64) {
        let (line, place) = if self.pointy { (row, column) } else { (column, row) };
        let half = if self.moved(line) { 0.5 } else { 0.0 };
        let across = self.flats * 3f64.sqrt() / 2.0 * f64::from(line);
        let along = self.flats * (f64::from(place) + half);
        let (right, down) = if self.pointy { (along, across) } else { (across, along) };
        (self.origin.0 + right, self.origin.1 + down)
    }

    fn label(&self, column: u32, row: u32) -> String {
        let higher = |line: u32| u32::from(self.other_way && self.moved(line));
        let (column, row) = if self.pointy { (column + higher(row), row) } else { (column, row + higher(column)) };
        let extra = u32::from(self.other_way);
        let (columns, rows) = (self.size.0 + extra, self.size.1 + extra);
        let column = self.first.0 + if self.from_east { columns - 1 - column } else { column };
        let row = self.first.1 + if self.from_south { rows - 1 - row } else { row };
        let (column, row) = (self.styles.0.write(column), self.styles.1.write(row));
        let (a, b) = if self.row_first { (row, column) } else { (column, row) };
        let [before, between, after] = self.around;
        format!("{before}{a}{between}{b}{after}")
    }

    /// The map.
    pub fn case(&self) -> Case {
        let (columns, rows) = self.size;
        let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
        let kept = all.filter(|(column, row)| !self.holes || !(column * 7 + row * 5).is_multiple_of(3));
        let hex = |(column, row)| {
            let (x, y) = self.centre(column, row);
            (self.label(column, row), column, row, x, y)
        };
        let hexes: Vec<_> = kept.map(hex).collect();
        let right = hexes.iter().map(|hex| hex.3).fold(0.0, f64::max) + self.flats;
        let bottom = hexes.iter().map(|hex| hex.4).fold(0.0, f64::max) + self.flats * 0.8;
        Case { plan: *self, hexes, board: (right as u32, bottom as u32) }
    }
}

impl Case {
    /// The hexes as they are to be fitted.
    pub fn hexes(&self) -> Vec<Hex<'_>> {
        self.hexes
            .iter()
            .map(|(label, column, row, x, y)| Hex { label, column: *column, row: *row, x: *x, y: *y })
            .collect()
    }
}

/// A number from 0 to 1 that looks like chance.
pub fn chance(seed: u32) -> f64 {
    let mut h = seed.wrapping_mul(0x9e37_79b1) ^ 0x85eb_ca6b;
    for _ in 0..3 {
        h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    }
    f64::from(h >> 8) / f64::from(1 << 24)
}

fn both() -> [bool; 2] {
    [false, true]
}

/// Every combination of stand, shift, order, directions and way through moved lines.
fn shapes() -> Vec<Plan> {
    let mut plans = vec![Plan::default()];
    let choices: [fn(&mut Plan, bool); 6] = [
        |plan, yes| plan.pointy = yes,
        |plan, yes| plan.first_moved = yes,
        |plan, yes| plan.row_first = yes,
        |plan, yes| plan.from_east = yes,
        |plan, yes| plan.from_south = yes,
        |plan, yes| plan.other_way = yes,
    ];
    for choose in choices {
        let chosen = |plan: &Plan, yes| {
            let mut plan = *plan;
            choose(&mut plan, yes);
            plan
        };
        plans = plans.iter().flat_map(|plan| both().map(|yes| chosen(plan, yes))).collect();
    }
    plans
}

/// Numbers of two and three digits from 0, 1 and 10, with and without a point, in letters, and with text around.
fn numbers() -> Vec<Plan> {
    let digits = |columns, rows| (Style::Digits(columns), Style::Digits(rows));
    let mut plans = Vec::new();
    for first in [(0, 0), (1, 1), (10, 10), (1, 10)] {
        for styles in [digits(2, 2), digits(3, 3), digits(2, 3)] {
            plans.push(Plan { first, styles, ..Plan::default() });
        }
        plans.push(Plan { first, around: ["", ".", ""], ..Plan::default() });
        plans.push(Plan { first, styles: digits(1, 1), around: ["", ".", ""], ..Plan::default() });
        plans.push(Plan { first, styles: digits(1, 2), around: ["M1-", "", " b"], ..Plan::default() });
        plans.push(Plan { first, styles: (Style::Letters, Style::Digits(1)), ..Plan::default() });
    }
    plans.push(Plan { styles: (Style::Letters, Style::Digits(2)), first: (22, 1), ..Plan::default() });
    plans.push(Plan { styles: (Style::Digits(1), Style::Letters), first: (0, 20), ..Plan::default() });
    plans
}

/// The whole matrix: every shape with every number, each of a size and at a place of its own.
pub fn matrix() -> Vec<Case> {
    let mut cases = Vec::new();
    for shape in shapes() {
        for number in numbers() {
            let seed = cases.len() as u32 * 8;
            let flats = 30.0 + 120.0 * chance(seed);
            let origin = (flats * (0.6 + chance(seed + 1)), flats * (0.6 + chance(seed + 2)));
            let size = (2 + (chance(seed + 3) * 14.0) as u32, 2 + (chance(seed + 4) * 14.0) as u32);
            let holes = chance(seed + 5) > 0.6 && size.0.min(size.1) > 3;
            let Plan { styles, around, first, .. } = number;
            cases.push(Plan { styles, around, first, flats, origin, size, holes, ..shape }.case());
        }
    }
    cases
}

/// Large maps of awkward sizes.
pub fn large() -> Vec<Case> {
    let mut cases = Vec::new();
    for n in 0..48u32 {
        let flats = 40.0 + 2.0 * f64::from(n) + [0.98, 1.5, 1.99, 0.02, 1.0, 0.333][n as usize % 6];
        let origin = (flats + chance(n), flats + chance(n + 100));
        let plan = Plan { flats, origin, size: (60 + n % 5, 40 + n % 3), ..Plan::default() };
        cases.push(Plan { pointy: n % 2 == 1, first_moved: n / 2 % 2 == 1, from_south: n % 3 == 1, ..plan }.case());
    }
    cases
}
