//! Maps are drawn whole, and nothing covers anything else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::model;
use punchboard::art::map::{MapStyle, SheetStyle, draw};
use punchboard::draw::{Drawing, Raster, TextMode, to_svg};
use punchboard::source::FileId;
use punchboard::source::decode::Cx;

/// The style in the folder, so that looking needs no compiling.
fn style() -> MapStyle {
    let mut style = MapStyle::builtin().unwrap();
    let text = std::fs::read_to_string(common::root().join("templates/styles/map.yaml")).unwrap();
    let mut cx = Cx::default();
    let sheet = SheetStyle::read(FileId(0), &text, &mut cx);
    for diag in cx.diags.iter() {
        println!("{}", diag.message);
    }
    style.sheet = sheet.unwrap();
    style
}

#[test]
#[ignore = "to look at"]
fn preview() {
    let folder = std::path::Path::new("/work/scratch/area");
    let style = style();
    let model = model("verdun");
    let start = std::time::Instant::now();
    let drawing = draw(&model, &model.maps[0], &style);
    let svg = to_svg(&drawing, TextMode::Outlined);
    println!("drawn in {:?}, {} bytes, {} texts", start.elapsed(), svg.len(), drawing.texts().len());
    save(&drawing, 150.0, &folder.join("verdun.png"));
}

fn save(drawing: &Drawing, dpi: f64, to: &std::path::Path) {
    let png = Raster::new(dpi).png(drawing).unwrap();
    std::fs::write(to, png).unwrap();
}
