//! A grid laid over a scan is written into the map.

use super::{Texts, data, edited, fresh, refused, sound_diff};
use crate::common::compile_texts;
use punchboard::geometry::cells::{ColumnsFrom, RowsFrom, Shift, Stand};
use punchboard::studio::edit::GridFit;
use serde_json::json;

fn fitted() -> GridFit {
    GridFit {
        columns: 30,
        rows: 22,
        hex: Some(16.933),
        square: None,
        staggered: false,
        orientation: Stand::Flat,
        shift: Shift::Even,
        origin: [31.5, 24.25],
        number: "{column:2}{row:2}".to_string(),
        first_row: 1,
        first_column: 1,
        columns_from: ColumnsFrom::West,
        rows_from: RowsFrom::North,
    }
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
