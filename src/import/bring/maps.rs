//! Maps as an author would write them: picture, grid, boxes and points.

use super::places::FoundPlace;
use super::text::number;
use super::walk::FoundMap;
use crate::carried::places::BoardSpot;
use crate::carried::quoted;
use crate::geometry::cells::{CellGrid, CellShape, ColumnsFrom, RowsFrom, Shift, Stand};
use std::fmt::Write;

/// No map is printed wider or higher than this, in millimetres.
const LARGEST_MAP: f64 = 2_400.0;
/// If a map may be as wide and as high as this, it is: some boards are a pixel wide.
const SMALLEST_MAP: f64 = 10.0;

/// The file of a map on which a pixel of a counter has so many millimetres.
pub(super) fn text(map: &FoundMap, scale: f64) -> String {
    let (width, height) = map.size;
    let least = scale.max(SMALLEST_MAP / width.min(height)).min(LARGEST_MAP / width.max(height));
    let mut own = String::from("src = \"owner\"\n\n[map]\n");
    let _ = writeln!(own, "id = {}\nname = {}", quoted(&map.id), quoted(&map.name));
    let _ = match &map.image {
        Some(image) => writeln!(own, "image = {}", quoted(&image.file)),
        None => writeln!(own, "pixels = [{}, {}]", number(width), number(height)),
    };
    let _ = writeln!(own, "size = [{}, {}]\nunit = \"px\"", length(width * least), length(height * least));
    own.extend(map.grid.as_ref().map(|grid| grid_text(grid, least)));
    for place in &map.places {
        own.push_str(&place_text(place, map.grid.is_some()));
    }
    own
}

/// A length of a sheet, so exact that a grid on it is where it was to the pixel.
fn length(millimetres: f64) -> String {
    let text = format!("{millimetres:.6}");
    format!("\"{}mm\"", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A grid as a record: places are in pixels, sizes in millimetres.
fn grid_text(grid: &CellGrid, scale: f64) -> String {
    let mut text = format!("\n[grid]\ncolumns = {}\nrows = {}\n", grid.columns, grid.rows);
    let size = format!("{:.6}", grid.size_mm * scale);
    let size = size.trim_end_matches('0').trim_end_matches('.');
    match grid.shape {
        CellShape::Hex(own) => {
            let stand = if own.stand == Stand::Pointy { "pointy" } else { "flat" };
            let shift = if own.shift == Shift::Odd { "odd" } else { "even" };
            let _ = writeln!(text, "hex = \"{size}mm\"\norientation = \"{stand}\"\nshift = \"{shift}\"");
        }
        CellShape::Square(_) | CellShape::Staggered(_) => {
            let _ = writeln!(text, "square = \"{size}mm\"");
        }
    }
    let numbering = &grid.numbering;
    let _ = writeln!(text, "origin = [{}, {}]", number(grid.origin.x), number(grid.origin.y));
    let _ = writeln!(text, "number = {}", quoted(&numbering.pattern.to_string()));
    let _ = writeln!(text, "first-column = {}\nfirst-row = {}", numbering.first_column, numbering.first_row);
    if numbering.columns_from == ColumnsFrom::East {
        text.push_str("columns-from = \"east\"\n");
    }
    if numbering.rows_from == RowsFrom::South {
        text.push_str("rows-from = \"south\"\n");
    }
    text
}

/// A zone or region as a record: coordinates are pixels of the map's picture.
fn place_text(place: &FoundPlace, on_grid: bool) -> String {
    let names = format!("id = {}\nname = {}", quoted(&place.id), quoted(&place.name));
    let pair = |(x, y): (f64, f64)| format!("[{}, {}]", number(x), number(y));
    match (&place.spot, place.spot.room()) {
        (_, Some([x, y, width, height])) => {
            format!("\n[[box]]\n{names}\nat = {}\nsize = {}\n", pair((x, y)), pair((width, height)))
        }
        (BoardSpot::Outline(corners), None) => {
            let corners: Vec<String> = corners.iter().map(|corner| pair(*corner)).collect();
            format!("\n[[box]]\n{names}\npolygon = [{}]\n", corners.join(", "))
        }
        // A map of hexes or squares has no points beside them.
        (BoardSpot::Point(x, y), None) if on_grid => {
            let (corner, size) = ((x - place.side / 2.0, y - place.side / 2.0), (place.side, place.side));
            format!("\n[[box]]\n{names}\nat = {}\nsize = {}\n", pair(corner), pair(size))
        }
        (BoardSpot::Point(x, y), None) => {
            format!("\n[[area]]\n{names}\npoint = {}\nsize = {}\n", pair((*x, *y)), pair((place.side, place.side)))
        }
    }
}
