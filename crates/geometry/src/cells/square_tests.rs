use std::collections::BTreeSet;

use super::super::{Point, polygon};
use super::*;

fn grid(shape: CellShape) -> CellGrid {
    CellGrid {
        columns: 6,
        rows: 5,
        size_mm: 20.0,
        shape,
        origin: Point::new(30.0, 30.0),
        numbering: Numbering {
            pattern: "{column:2}{row:2}".parse().unwrap(),
            first_row: 1,
            first_column: 1,
            rows_from: RowsFrom::North,
            columns_from: ColumnsFrom::West,
        },
    }
}

fn staggered(stand: Stand, shift: Shift) -> CellGrid {
    grid(CellShape::Staggered(Offset { stand, shift }))
}

fn all_grids() -> Vec<CellGrid> {
    let mut grids = vec![grid(CellShape::Square(Neighbours::Four)), grid(CellShape::Square(Neighbours::Eight))];
    for stand in [Stand::Pointy, Stand::Flat] {
        grids.extend([Shift::Odd, Shift::Even].map(|shift| staggered(stand, shift)));
    }
    grids
}

#[test]
fn squares_have_four_or_eight_neighbours_and_staggered_ones_six() {
    let count = |shape| grid(shape).neighbours(Cell::new(2, 2)).into_iter().flatten().count();
    assert_eq!(count(CellShape::Square(Neighbours::Four)), 4);
    assert_eq!(count(CellShape::Square(Neighbours::Eight)), 8);
    assert_eq!(count(CellShape::Staggered(Offset { stand: Stand::Pointy, shift: Shift::Even })), 6);
}

#[test]
fn neighbours_are_symmetric_and_share_their_side_exactly() {
    for grid in all_grids() {
        for cell in grid.cells() {
            for (direction, other) in grid.neighbours(cell).into_iter().enumerate() {
                let Some(other) = other else { continue };
                let back = grid.direction_between(other, cell).unwrap();
                assert_eq!(grid.direction_between(cell, other), Some(direction));
                assert_eq!(grid.distance(cell, other), 1);
                let side = grid.side(cell, direction);
                assert_eq!(side.map(|(from, to)| (to, from)), grid.side(other, back), "{:?}", grid.shape);
                assert_eq!(side.is_some(), grid.share_side(cell, other));
            }
        }
    }
}

#[test]
fn every_square_is_a_square_and_its_points_lie_in_it() {
    for grid in all_grids() {
        for cell in grid.cells() {
            let corners = grid.corners(cell);
            assert!((polygon::signed_area(&corners).abs() - 400.0).abs() < 1e-9, "{:?}", grid.shape);
            let centre = grid.centre(cell);
            assert_eq!(grid.cell_at(centre), Some(cell));
            for corner in corners {
                assert_eq!(grid.cell_at(centre.towards(corner, 0.95)), Some(cell), "{:?}", grid.shape);
            }
        }
        assert_eq!(grid.cell_at(Point::new(-100.0, 0.0)), None);
        assert_eq!(grid.cell_at(Point::new(f64::NAN, f64::INFINITY)), None);
        assert_eq!(grid.cell_at(Point::new(1e300, -1e300)), None);
    }
}

#[test]
fn the_shift_moves_the_rows_or_columns_it_names() {
    let at = |stand, shift, column, row| {
        let centre = staggered(stand, shift).centre(Cell::new(column, row));
        (centre.x, centre.y)
    };
    assert_eq!(at(Stand::Pointy, Shift::Even, 0, 1), (40.0, 50.0));
    assert_eq!(at(Stand::Pointy, Shift::Odd, 0, 1), (20.0, 50.0));
    assert_eq!(at(Stand::Flat, Shift::Even, 1, 0), (50.0, 40.0));
    assert_eq!(at(Stand::Flat, Shift::Odd, 1, 0), (50.0, 20.0));
}

#[test]
fn lines_go_from_neighbour_to_neighbour_by_the_shortest_way() {
    for grid in all_grids() {
        let cells: Vec<Cell> = grid.cells().collect();
        for from in &cells {
            for to in &cells {
                let line = grid.line(*from, *to);
                assert_eq!((line.first(), line.last()), (Some(from), Some(to)));
                assert_eq!(line.len() as u32, grid.distance(*from, *to) + 1, "{:?} {from:?} {to:?}", grid.shape);
                assert!(line.windows(2).all(|step| grid.distance(step[0], step[1]) == 1));
            }
        }
    }
}

#[test]
fn outlines_of_squares_that_touch_at_a_corner_are_two_rings() {
    let grid = grid(CellShape::Square(Neighbours::Eight));
    let rings = grid.outline_of(&[Cell::new(1, 1), Cell::new(2, 2)]);
    assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    let around: Vec<Cell> = grid.neighbours(Cell::new(2, 2)).into_iter().flatten().collect();
    let rings = grid.outline_of(&around);
    let areas: Vec<f64> = rings.iter().map(|ring| polygon::signed_area(ring).abs()).collect();
    assert_eq!(areas, [3600.0, 400.0]);
}

#[test]
fn the_grid_is_as_large_as_its_squares() {
    assert_eq!(grid(CellShape::Square(Neighbours::Four)).size(), (120.0, 100.0));
    assert_eq!(staggered(Stand::Pointy, Shift::Even).size(), (130.0, 100.0));
    let numbers: BTreeSet<String> = all_grids().iter().flat_map(|grid| grid.cells().map(|c| grid.number(c))).collect();
    assert_eq!(numbers.len(), 30);
}
