//! The grid of a board as a record says it, in pixels of the board's picture.

use crate::geometry::cells::{CellGrid, CellShape, ColumnsFrom, RowsFrom, Shift, Stand};

/// Pixels by which two grids may differ and still be the same: records round.
const SAME: f64 = 0.02;

/// A grid in a line, by which a build sees whether its author changed it.
pub fn text(grid: &CellGrid) -> String {
    let offset = |stand: Stand, shift: Shift| {
        let stand = if stand == Stand::Pointy { "pointy" } else { "flat" };
        format!("{stand} {}", if shift == Shift::Odd { "odd" } else { "even" })
    };
    let shape = match grid.shape {
        CellShape::Hex(own) => format!("hex {}", offset(own.stand, own.shift)),
        CellShape::Staggered(own) => format!("staggered {}", offset(own.stand, own.shift)),
        CellShape::Square(_) => "square".to_string(),
    };
    let numbering = &grid.numbering;
    let rows_from = if numbering.rows_from == RowsFrom::South { "south" } else { "north" };
    let columns_from = if numbering.columns_from == ColumnsFrom::East { "east" } else { "west" };
    [
        shape,
        grid.columns.to_string(),
        grid.rows.to_string(),
        format!("{:.3}", grid.size_mm),
        format!("{:.2}", grid.origin.x),
        format!("{:.2}", grid.origin.y),
        format!("{columns_from} {}", numbering.first_column),
        format!("{rows_from} {}", numbering.first_row),
        numbering.pattern.to_string(),
    ]
    .join(";")
}

/// Whether a grid is the one of a line, but for what rounding does.
pub fn same(line: &str, grid: &CellGrid) -> bool {
    let other = text(grid);
    let near = |(a, b): (&str, &str)| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= SAME,
        _ => a == b,
    };
    // A pattern may have semicolons itself.
    line.split(';').count() == other.split(';').count() && line.split(';').zip(other.split(';')).all(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::geometry::cells::{Numbering, Offset, Pattern};

    #[test]
    fn rounding_is_not_a_change() {
        let grid = CellGrid {
            columns: 20,
            rows: 12,
            size_mm: 61.25,
            shape: CellShape::Hex(Offset { stand: Stand::Flat, shift: Shift::Even }),
            origin: Point::new(40.0, 35.0),
            numbering: Numbering {
                pattern: Pattern::parse("{column:2}{row:2}").unwrap(),
                first_row: 1,
                first_column: 1,
                rows_from: RowsFrom::North,
                columns_from: ColumnsFrom::West,
            },
        };
        let line = text(&grid);
        assert_eq!(line, "hex flat even;20;12;61.250;40.00;35.00;west 1;north 1;{column:2}{row:2}");
        assert!(same(&line, &CellGrid { size_mm: 61.2504, ..grid.clone() }));
        assert!(!same(&line, &CellGrid { columns: 21, ..grid.clone() }));
        assert!(!same(&line, &CellGrid { origin: Point::new(40.5, 35.0), ..grid.clone() }));
    }
}
