//! Made-up hex maps of every kind, for the tests.

use super::BoardCell;
use crate::geometry::Point;
use crate::geometry::cells::{
    self, CellGrid, CellShape, ColumnsFrom, Numbering, Offset, Pattern, RowsFrom, Shift, Stand,
};

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
    /// The centre of the first hex.
    pub origin: (f64, f64),
    /// Whether the row is written first.
    pub row_first: bool,
    /// How many digits columns and rows have at least.
    pub widths: (Option<usize>, Option<usize>),
    /// What stands before, between and after.
    pub around: [&'static str; 3],
    /// The first column and row.
    pub first: (u32, u32),
    /// Whether columns are counted from the right.
    pub from_east: bool,
    /// Whether rows are counted from the bottom.
    pub from_south: bool,
    /// Whether hexes are missing.
    pub holes: bool,
}

/// A map.
pub struct Case {
    /// What it is like.
    pub plan: Plan,
    /// The grid; a millimetre is a pixel.
    pub grid: CellGrid,
    /// Labels, hexes and centres.
    pub hexes: Vec<(String, cells::Cell, Point)>,
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
            widths: (Some(2), Some(2)),
            around: ["", "", ""],
            first: (1, 1),
            from_east: false,
            from_south: false,
            holes: false,
        }
    }
}

impl Plan {
    fn pattern(&self) -> Pattern {
        let part = |name: &str, width: Option<usize>| match width {
            Some(width) => format!("{{{name}:{width}}}"),
            None => format!("{{{name}}}"),
        };
        let (column, row) = (part("column", self.widths.0), part("row", self.widths.1));
        let (a, b) = if self.row_first { (row, column) } else { (column, row) };
        let [before, between, after] = self.around;
        Pattern::parse(&format!("{before}{a}{between}{b}{after}")).unwrap()
    }

    fn grid(&self) -> CellGrid {
        CellGrid {
            columns: self.size.0,
            rows: self.size.1,
            size_mm: self.flats,
            shape: CellShape::Hex(Offset {
                stand: if self.pointy { Stand::Pointy } else { Stand::Flat },
                shift: if self.first_moved { Shift::Odd } else { Shift::Even },
            }),
            origin: Point::new(self.origin.0, self.origin.1),
            numbering: Numbering {
                pattern: self.pattern(),
                first_row: self.first.1,
                first_column: self.first.0,
                rows_from: if self.from_south { RowsFrom::South } else { RowsFrom::North },
                columns_from: if self.from_east { ColumnsFrom::East } else { ColumnsFrom::West },
            },
        }
    }

    /// The map. Centres are rounded as the model's are.
    pub fn case(&self) -> Case {
        let grid = self.grid();
        let kept = grid.cells().filter(|hex| !self.holes || !(hex.column * 7 + hex.row * 5).is_multiple_of(3));
        let hexes: Vec<_> = kept.map(|hex| (grid.number(hex), hex, grid.centre(hex).rounded())).collect();
        let right = hexes.iter().map(|hex| hex.2.x).fold(0.0, f64::max) + self.flats;
        let bottom = hexes.iter().map(|hex| hex.2.y).fold(0.0, f64::max) + self.flats * 0.8;
        Case { plan: *self, grid, hexes, board: (right as u32, bottom as u32) }
    }
}

impl Case {
    /// The hexes as they are to be fitted.
    pub fn hexes(&self) -> Vec<BoardCell<'_>> {
        self.hexes.iter().map(|(label, hex, at)| BoardCell { label, cell: *hex, x: at.x, y: at.y }).collect()
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

/// Every combination of stand, shift, order and directions.
fn shapes() -> Vec<Plan> {
    let mut plans = vec![Plan::default()];
    let choices: [fn(&mut Plan, bool); 5] = [
        |plan, yes| plan.pointy = yes,
        |plan, yes| plan.first_moved = yes,
        |plan, yes| plan.row_first = yes,
        |plan, yes| plan.from_east = yes,
        |plan, yes| plan.from_south = yes,
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

/// Numbers of two and three digits from 0, 1 and 10, with and without a point, and with text around.
fn numbers() -> Vec<Plan> {
    let mut plans = Vec::new();
    for first in [(0, 0), (1, 1), (10, 10), (1, 10), (95, 1)] {
        let plan = Plan { first, ..Plan::default() };
        for widths in [(Some(3), Some(3)), (Some(3), Some(2)), (Some(3), None)] {
            plans.push(Plan { widths, ..plan });
        }
        plans.push(Plan { around: ["", ".", ""], ..plan });
        plans.push(Plan { widths: (None, None), around: ["", ".", ""], ..plan });
        plans.push(Plan { widths: (None, Some(2)), around: ["M1-", "/", " b"], ..plan });
        plans.push(Plan { widths: (Some(4), Some(1)), around: ["", "0", ""], ..plan });
    }
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
            let Plan { widths, around, first, .. } = number;
            cases.push(Plan { widths, around, first, flats, origin, size, holes, ..shape }.case());
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
