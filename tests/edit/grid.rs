//! A grid laid over a scan: found again from three centres and two numbers, and written into the map.

use super::{Texts, data, edited, fresh, refused, sound_diff};
use crate::common::compile_texts;
use punchboard::geometry::Point;
use punchboard::geometry::cells::{
    Cell, CellGrid, CellShape, ColumnsFrom, Numbering, Offset, Pattern, RowsFrom, Shift, Stand,
};
use punchboard::studio::edit::{Clicked, GridFit, Printed, fit_grid};
use serde_json::json;

fn grid(stand: Stand, shift: Shift, pattern: &str, rows_from: RowsFrom, columns_from: ColumnsFrom) -> CellGrid {
    let numbering =
        Numbering { pattern: Pattern::parse(pattern).unwrap(), first_row: 1, first_column: 1, rows_from, columns_from };
    let origin = Point::new(31.5, 24.25);
    CellGrid {
        columns: 30,
        rows: 22,
        size_mm: 16.933,
        shape: CellShape::Hex(Offset { stand, shift }),
        origin,
        numbering,
    }
}

/// What a hand points at, a little off.
fn clicked(grid: &CellGrid, hexes: [(u32, u32); 3], off: f64) -> [Clicked; 3] {
    let mut number = 0.0;
    hexes.map(|(column, row)| {
        number += 1.0;
        let centre = grid.centre(Cell::new(column, row));
        let (x, y) = ((number * 2.4_f64).sin() * off, (number * 1.7_f64).cos() * off);
        Clicked { at: [centre.x + x, centre.y + y], column, row }
    })
}

fn printed(grid: &CellGrid, hexes: [(u32, u32); 2]) -> [Printed; 2] {
    hexes.map(|(column, row)| Printed { column, row, number: grid.number(Cell::new(column, row)) })
}

#[test]
fn every_grid_is_found_again() {
    for stand in [Stand::Pointy, Stand::Flat] {
        for shift in [Shift::Odd, Shift::Even] {
            for rows_from in [RowsFrom::North, RowsFrom::South] {
                for columns_from in [ColumnsFrom::West, ColumnsFrom::East] {
                    for pattern in ["{column:2}{row:2}", "{row:2}{column:2}", "{column}.{row}"] {
                        let grid = grid(stand, shift, pattern, rows_from, columns_from);
                        let clicks = clicked(&grid, [(1, 2), (24, 3), (7, 19)], 0.6);
                        let fit = fit_grid(&clicks, &printed(&grid, [(1, 2), (24, 19)]), 30, 22).unwrap();
                        let found = (fit.orientation, fit.shift, fit.rows_from, fit.columns_from);
                        assert_eq!(found, (stand, shift, rows_from, columns_from), "{pattern}");
                        assert_eq!((fit.number.as_str(), fit.first_row, fit.first_column), (pattern, 1, 1));
                        assert!((fit.hex - 16.933).abs() < 0.06, "{}", fit.hex);
                        assert!(
                            (fit.origin[0] - 31.5).abs() < 1.0 && (fit.origin[1] - 24.25).abs() < 1.0,
                            "{:?}",
                            fit.origin
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn exact_centres_give_the_exact_grid() {
    let grid = grid(Stand::Flat, Shift::Even, "{column:2}{row:2}", RowsFrom::North, ColumnsFrom::West);
    let clicks = clicked(&grid, [(0, 0), (29, 1), (2, 21)], 0.0);
    let fit = fit_grid(&clicks, &printed(&grid, [(0, 0), (29, 21)]), 30, 22).unwrap();
    assert_eq!((fit.hex, fit.origin), (16.933, [31.5, 24.25]));
}

#[test]
fn numbers_may_begin_anywhere() {
    let mut grid = grid(Stand::Pointy, Shift::Odd, "{row:2}{column:2}", RowsFrom::North, ColumnsFrom::East);
    (grid.numbering.first_row, grid.numbering.first_column) = (36, 2);
    (grid.columns, grid.rows) = (4, 5);
    let clicks = clicked(&grid, [(0, 0), (3, 1), (1, 4)], 0.4);
    let fit = fit_grid(&clicks, &printed(&grid, [(0, 0), (2, 3)]), 4, 5).unwrap();
    assert_eq!((fit.number.as_str(), fit.first_row, fit.first_column), ("{row:2}{column:2}", 36, 2));
    assert_eq!(fit.columns_from, ColumnsFrom::East);
}

#[test]
fn what_does_not_fit_is_said() {
    let grid = grid(Stand::Pointy, Shift::Odd, "{column:2}{row:2}", RowsFrom::North, ColumnsFrom::West);
    let numbers = printed(&grid, [(1, 2), (24, 19)]);
    let told = |clicks: [Clicked; 3]| fit_grid(&clicks, &numbers, 30, 22).unwrap_err().to_string();
    let mut wrong = clicked(&grid, [(1, 2), (24, 3), (7, 19)], 0.0);
    wrong[2].row = 12;
    assert!(told(wrong).contains("no grid of hexes fits"));
    assert!(told(clicked(&grid, [(1, 2), (24, 4), (7, 18)], 0.0)).contains("moved by half a hex"));
    assert!(told(clicked(&grid, [(1, 2), (1, 2), (1, 2)], 0.0)).contains("three different ones"));
    let mut far = clicked(&grid, [(1, 2), (24, 3), (7, 19)], 0.0);
    far[0].column = 99;
    assert!(told(far).contains("not on the grid"));
    let mut nan = clicked(&grid, [(1, 2), (24, 3), (7, 19)], 0.0);
    nan[0].at = [f64::NAN, 1.0];
    assert!(told(nan).contains("not on the grid"));
    let clicks = clicked(&grid, [(1, 2), (24, 3), (7, 19)], 0.0);
    let mut odd = numbers.clone();
    odd[1].number = "9999".to_string();
    assert!(fit_grid(&clicks, &odd, 30, 22).unwrap_err().to_string().contains("no numbering"));
    odd[0].number = "Ж{}".to_string();
    assert!(fit_grid(&clicks, &odd, 30, 22).is_err());
    assert!(fit_grid(&clicks, &numbers, 0, 22).is_err());
}

fn fitted() -> GridFit {
    let grid = grid(Stand::Flat, Shift::Even, "{column:2}{row:2}", RowsFrom::North, ColumnsFrom::West);
    let clicks = clicked(&grid, [(0, 0), (29, 1), (2, 21)], 0.0);
    fit_grid(&clicks, &printed(&grid, [(0, 0), (29, 21)]), 30, 22).unwrap()
}

#[test]
fn a_grid_is_written_into_a_map_without_one() {
    let mut texts: Texts = fresh();
    texts.retain(|name, _| name == "game.toml");
    texts.insert(
        "map.toml".to_string(),
        "# My scan.\n[map]\nsize = [\"500mm\", \"450mm\"] # A2\n\n[[terrain]]\nid = \"plain\"\nname = \"Plain\"\n"
            .to_string(),
    );
    let made = edited(&texts, json!({ "edit": "grid", "map": "map", "grid": fitted() })).unwrap();
    assert_eq!(
        made["map.toml"],
        "# My scan.\n[map]\nsize = [\"500mm\", \"450mm\"] # A2\n\n\
         [grid]\ncolumns = 30\nrows = 22\nhex = \"16.933mm\"\norientation = \"flat\"\nshift = \"even\"\norigin = [31.5, 24.25]\n\
         number = \"{column:2}{row:2}\"\n\n[[terrain]]\nid = \"plain\"\nname = \"Plain\"\n"
    );
    let told = compile_texts(&made).messages().join("\n");
    assert!(!told.contains("grid cannot"), "{told}");
}

#[test]
fn a_grid_that_is_there_changes_where_it_differs() {
    let pivot = data("pivot");
    let mut fit = fitted();
    (fit.columns, fit.rows, fit.hex, fit.origin) = (18, 12, Some(20.5), [42.65, 21.004]);
    (fit.orientation, fit.shift, fit.number) = (Stand::Pointy, Shift::Odd, "{row:2}{column:2}".to_string());
    fit.columns_from = ColumnsFrom::East;
    assert_eq!(
        sound_diff(&pivot, json!({ "edit": "grid", "map": "volga", "grid": fit })),
        "map.toml\n-hex = \"21mm\"\n+hex = \"20.5mm\"\n-origin = [42.65, 21]\n+origin = [42.65, 21.004]\n"
    );
    fit.number = "{row}{row}".to_string();
    assert!(refused(&pivot, json!({ "edit": "grid", "map": "volga", "grid": fit })).contains("cannot be numbered"));
}

#[test]
fn a_grid_of_squares_is_written_and_changed() {
    let mut texts: Texts = fresh();
    texts.retain(|name, _| name == "game.toml");
    let map = "[map]\nsize = [\"500mm\", \"450mm\"]\n\n[[terrain]]\nid = \"plain\"\nname = \"Plain\"\n";
    texts.insert("map.toml".to_string(), map.to_string());
    let mut fit = fitted();
    (fit.columns, fit.rows, fit.hex, fit.square) = (10, 8, None, Some(22.5));
    let plain = edited(&texts, json!({ "edit": "grid", "map": "map", "grid": fit })).unwrap();
    assert_eq!(
        plain["map.toml"],
        "[map]\nsize = [\"500mm\", \"450mm\"]\n\n\
         [grid]\ncolumns = 10\nrows = 8\nsquare = \"22.5mm\"\norigin = [31.5, 24.25]\nnumber = \"{column:2}{row:2}\"\n\n\
         [[terrain]]\nid = \"plain\"\nname = \"Plain\"\n"
    );
    (fit.staggered, fit.square) = (true, Some(20.0));
    let moved = edited(&plain, json!({ "edit": "grid", "map": "map", "grid": fit })).unwrap();
    assert!(
        moved["map.toml"].contains("square = \"20mm\"\nstaggered = \"columns\"\nshift = \"even\"\norigin"),
        "{}",
        moved["map.toml"]
    );
    fit.staggered = false;
    let back = edited(&moved, json!({ "edit": "grid", "map": "map", "grid": fit })).unwrap();
    assert_eq!(back["map.toml"], plain["map.toml"].replace("22.5mm", "20mm"));
    (fit.hex, fit.square) = (Some(20.0), None);
    let told = edited(&plain, json!({ "edit": "grid", "map": "map", "grid": fit })).unwrap_err().to_string();
    assert!(told.contains("has squares"), "{told}");
    fit.square = Some(1.0);
    let told = edited(&plain, json!({ "edit": "grid", "map": "map", "grid": fit })).unwrap_err().to_string();
    assert!(told.contains("either hexes or squares"), "{told}");
}
