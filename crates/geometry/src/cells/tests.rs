use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::{Point, polygon};
use super::*;

fn grid(stand: Stand, shift: Shift, pattern: &str) -> CellGrid {
    CellGrid {
        columns: 7,
        rows: 6,
        size_mm: 18.0,
        shape: CellShape::Hex(Offset { stand, shift }),
        origin: Point::new(20.0, 25.0),
        numbering: Numbering {
            pattern: pattern.parse().unwrap(),
            first_row: 1,
            first_column: 1,
            rows_from: RowsFrom::North,
            columns_from: ColumnsFrom::West,
        },
    }
}

fn all_grids() -> Vec<CellGrid> {
    let mut grids = Vec::new();
    for stand in [Stand::Pointy, Stand::Flat] {
        for shift in [Shift::Odd, Shift::Even] {
            grids.push(grid(stand, shift, "{row:2}{column:2}"));
        }
    }
    grids
}

#[test]
fn numbers_round_trip_in_every_orientation_and_direction() {
    let patterns = [
        "{row:2}{column:2}",
        "{column:2}.{row}",
        "{row}{column:2}",
        "Cell {column}-{row:3}!",
        "2{row:2}{column}",
        "{row}1a1{column}1",
        "{row:1}7{column:2}",
    ];
    for base in all_grids() {
        for pattern in patterns {
            for rows_from in [RowsFrom::North, RowsFrom::South] {
                for columns_from in [ColumnsFrom::West, ColumnsFrom::East] {
                    let mut grid = base.clone();
                    grid.numbering.pattern = pattern.parse().unwrap();
                    grid.numbering.rows_from = rows_from;
                    grid.numbering.columns_from = columns_from;
                    assert_eq!(grid.problems(), []);
                    let mut seen = BTreeSet::new();
                    for hex in grid.cells() {
                        let number = grid.number(hex);
                        assert_eq!(grid.parse(&number), Some(hex), "{pattern}: {number}");
                        assert!(seen.insert(number));
                    }
                }
            }
        }
    }
}

#[test]
fn numbers_count_from_the_edge_the_map_says() {
    let mut grid = grid(Stand::Pointy, Shift::Even, "{row:2}{column:2}");
    assert_eq!(grid.number(Cell::new(0, 0)), "0101");
    grid.numbering.columns_from = ColumnsFrom::East;
    assert_eq!(grid.number(Cell::new(0, 0)), "0107");
    grid.numbering.rows_from = RowsFrom::South;
    assert_eq!(grid.number(Cell::new(0, 0)), "0607");
    grid.numbering.first_row = 10;
    grid.numbering.first_column = 0;
    assert_eq!(grid.number(Cell::new(6, 5)), "1000");
}

#[test]
fn only_the_exact_printed_text_is_a_number() {
    let grid = grid(Stand::Flat, Shift::Odd, "{column:2}.{row}");
    assert_eq!(grid.parse("03.5"), Some(Cell::new(2, 4)));
    for wrong in ["3.5", "03.05", "+3.5", "08.1", "01.7", "00.1", "", ".", "03.5 ", "é.1"] {
        assert_eq!(grid.parse(wrong), None, "{wrong}");
    }
    assert_eq!(grid.parse("99999999999999999999999.1"), None);
}

#[test]
fn a_pattern_is_written_as_it_was_read() {
    for text in ["{row:2}{column:2}", "{column:2}.{row}", "Cell {column}-{row:3}!", "2{row:2}{column}"] {
        assert_eq!(Pattern::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn columns_and_rows_are_printed_as_in_the_numbers_of_their_hexes() {
    for base in all_grids() {
        for (rows_from, columns_from) in [(RowsFrom::North, ColumnsFrom::East), (RowsFrom::South, ColumnsFrom::West)] {
            let mut grid = base.clone();
            grid.numbering.pattern = Pattern::parse("{column}.{row}").unwrap();
            (grid.numbering.rows_from, grid.numbering.columns_from) = (rows_from, columns_from);
            for hex in grid.cells() {
                let parts = (grid.printed(Axis::Column, hex.column), grid.printed(Axis::Row, hex.row));
                assert_eq!(grid.number(hex), format!("{}.{}", parts.0, parts.1));
            }
        }
    }
}

#[test]
fn bad_patterns_say_why() {
    let error = |text: &str| Pattern::parse(text).unwrap_err();
    assert_eq!(error("{row}{column}"), PatternError::Ambiguous);
    assert_eq!(error("{row}0{column}"), PatternError::Ambiguous);
    assert_eq!(error("{row:2}"), PatternError::MissingColumn);
    assert_eq!(error("{column}"), PatternError::MissingRow);
    assert_eq!(error(""), PatternError::MissingRow);
    assert_eq!(error("{line}"), PatternError::UnknownField("line".into()));
    assert_eq!(error("{row:0}{column}"), PatternError::BadWidth("0".into()));
    assert_eq!(error("{row:x}{column}"), PatternError::BadWidth("x".into()));
    assert_eq!(error("{row"), PatternError::UnmatchedBrace);
    assert_eq!(error("row}{column}"), PatternError::UnmatchedBrace);
    assert_eq!(error("{row}.{row}"), PatternError::Repeated("row".into()));
    assert_eq!(error("{row}.{column}.{column}"), PatternError::Repeated("column".into()));
}

#[test]
fn a_width_that_cannot_hold_is_a_problem() {
    let mut grid = grid(Stand::Pointy, Shift::Odd, "{row:2}{column:2}");
    grid.rows = 100;
    assert_eq!(grid.problems(), [GridProblem::NumberTooWide { largest: 100, width: 2 }]);
    grid.numbering.pattern = "{row:2}.{column:2}".parse().unwrap();
    assert_eq!(grid.problems(), []);
    assert_eq!(grid.parse("100.01"), Some(Cell::new(0, 99)));
}

#[test]
fn neighbours_are_symmetric_and_share_their_side_exactly() {
    for grid in all_grids() {
        for hex in grid.cells() {
            for (direction, neighbour) in grid.neighbours(hex).into_iter().enumerate() {
                let Some(other) = neighbour else { continue };
                assert_eq!(grid.neighbour(other, (direction + 3) % 6), Some(hex));
                assert_eq!(grid.direction_between(hex, other), Some(direction));
                let (from, to) = grid.side(hex, direction).unwrap();
                assert_eq!(grid.side(other, (direction + 3) % 6), Some((to, from)));
                let apart = grid.centre(hex).distance(grid.centre(other));
                assert!((apart - grid.size_mm).abs() < 1e-9);
            }
            assert_eq!(grid.direction_between(hex, hex), None);
        }
    }
}

#[test]
fn directions_point_where_they_say() {
    let pointy = grid(Stand::Pointy, Shift::Odd, "{row:2}{column:2}");
    let flat = grid(Stand::Flat, Shift::Odd, "{row:2}{column:2}");
    let hex = Cell::new(3, 3);
    let step = |grid: &CellGrid, direction| {
        let (a, b) = (grid.centre(hex), grid.centre(grid.neighbour(hex, direction).unwrap()));
        ((b.x - a.x).round() as i64, (b.y - a.y).round() as i64)
    };
    let steps = |grid: &CellGrid| (0..6).map(|d| step(grid, d)).collect::<Vec<_>>();
    assert_eq!(steps(&pointy), [(9, -16), (18, 0), (9, 16), (-9, 16), (-18, 0), (-9, -16)]);
    assert_eq!(steps(&flat), [(0, -18), (16, -9), (16, 9), (0, 18), (-16, 9), (-16, -9)]);
}

#[test]
fn the_shift_moves_the_rows_or_columns_it_names() {
    let at = |stand, shift, column, row| {
        let grid = grid(stand, shift, "{row:2}{column:2}");
        let (a, b) = (grid.centre(Cell::new(0, 0)), grid.centre(Cell::new(column, row)));
        assert_eq!(a, grid.origin);
        (b.x - a.x, b.y - a.y)
    };
    assert_eq!(at(Stand::Pointy, Shift::Odd, 0, 1).0, -9.0);
    assert_eq!(at(Stand::Pointy, Shift::Even, 0, 1).0, 9.0);
    assert_eq!(at(Stand::Flat, Shift::Odd, 1, 0).1, -9.0);
    assert_eq!(at(Stand::Flat, Shift::Even, 1, 0).1, 9.0);
}

#[test]
fn distance_counts_the_steps_of_the_shortest_way() {
    for grid in all_grids() {
        for start in grid.cells() {
            let reached = steps_from(&grid, start);
            for (&hex, &steps) in &reached {
                assert_eq!(grid.distance(start, hex), steps);
            }
            assert_eq!(reached.len(), 42);
        }
    }
}

fn steps_from(grid: &CellGrid, start: Cell) -> BTreeMap<Cell, u32> {
    let mut reached = BTreeMap::from([(start, 0)]);
    let mut open = VecDeque::from([start]);
    while let Some(hex) = open.pop_front() {
        let steps = reached[&hex] + 1;
        for next in grid.neighbours(hex).into_iter().flatten() {
            reached.entry(next).or_insert_with(|| {
                open.push_back(next);
                steps
            });
        }
    }
    reached
}

#[test]
fn lines_step_from_neighbour_to_neighbour_on_the_grid() {
    for grid in all_grids() {
        for a in grid.cells() {
            for b in grid.cells() {
                let line = grid.line(a, b);
                assert_eq!((line.first(), line.last()), (Some(&a), Some(&b)));
                assert_eq!(line.len() as u32, grid.distance(a, b) + 1);
                for pair in line.windows(2) {
                    assert!(grid.direction_between(pair[0], pair[1]).is_some());
                }
            }
        }
        assert!(grid.line(Cell::new(0, 0), Cell::new(9, 0)).is_empty());
    }
}

#[test]
fn runs_follow_rows_and_columns() {
    let grid = grid(Stand::Pointy, Shift::Even, "{row:2}{column:2}");
    let run = |a: &str, b: &str| {
        let hexes = grid.run(grid.parse(a).unwrap(), grid.parse(b).unwrap())?;
        Some(hexes.iter().map(|&h| grid.number(h)).collect::<Vec<_>>())
    };
    assert_eq!(run("0303", "0305").unwrap(), ["0303", "0304", "0305"]);
    assert_eq!(run("0304", "0104").unwrap(), ["0304", "0204", "0104"]);
    assert_eq!(run("0304", "0304").unwrap(), ["0304"]);
    assert_eq!(run("0304", "0405"), None);
    assert_eq!(grid.run(Cell::new(0, 0), Cell::new(7, 0)), None);
}

#[test]
fn a_centre_lies_in_its_hex_and_nowhere_else() {
    for grid in all_grids() {
        for hex in grid.cells() {
            let centre = grid.centre(hex);
            assert_eq!(grid.cell_at(centre), Some(hex));
            for corner in grid.corners(hex) {
                assert_eq!(grid.cell_at(centre.towards(corner, 0.95)), Some(hex));
            }
        }
        assert_eq!(grid.cell_at(Point::new(-100.0, 0.0)), None);
        assert_eq!(grid.cell_at(Point::new(f64::NAN, f64::INFINITY)), None);
        assert_eq!(grid.cell_at(Point::new(1e300, -1e300)), None);
    }
}

#[test]
fn the_outline_holds_all_hexes() {
    for grid in all_grids() {
        let one = polygon::signed_area(&grid.corners(Cell::new(1, 1)));
        assert!(one > 0.0);
        let outline = grid.outline();
        assert!((polygon::signed_area(&outline) - 42.0 * one).abs() < 1e-6);
        let (least, greatest) = polygon::bounds(&outline).unwrap();
        let (width, height) = grid.size();
        assert!((greatest.x - least.x - width).abs() < 1e-9);
        assert!((greatest.y - least.y - height).abs() < 1e-9);
        let ring: Vec<Cell> = grid.neighbours(Cell::new(3, 3)).into_iter().flatten().collect();
        let rings = grid.outline_of(&ring);
        let area: f64 = rings.iter().map(|r| polygon::signed_area(r)).sum();
        assert_eq!(rings.len(), 2);
        assert!((area - 6.0 * one).abs() < 1e-6);
    }
}

#[test]
fn nonsense_grids_do_not_panic() {
    for size_mm in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for (columns, rows) in [(0, 0), (1, 1), (3, 0)] {
            let mut grid = grid(Stand::Flat, Shift::Odd, "{row:2}{column:2}");
            (grid.columns, grid.rows, grid.size_mm) = (columns, rows, size_mm);
            grid.origin.x = f64::NAN;
            assert!(grid.problems().len() >= 2);
            let _ = (grid.outline(), grid.size(), grid.cell_at(Point::new(0., 0.)));
            let far = Cell::new(u32::MAX, u32::MAX);
            let _ = (grid.number(far), grid.corners(far), grid.neighbours(far));
            let _ = (grid.distance(far, Cell::new(0, 0)), grid.line(far, far));
        }
    }
}
