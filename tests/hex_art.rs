//! Hex maps as they are drawn: everything is written once, inside the sheet, and over nothing else.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

use crate::common;

use crate::hex_game::{Plan, game};
use punchboard::art::map::{self, terrain};
use punchboard::draw::{Drawing, Item, Rect, TextMode, to_svg};
use punchboard::geometry::Point;
use punchboard::look::styles::Styles;
use punchboard::model::{Map, Model, PlaceKind};
use punchboard::syntax::{MapKind, TerrainLook};
use std::collections::BTreeMap;

const PLAN: Plan = Plan {
    stand: "pointy",
    columns: 30,
    rows: 20,
    hex: 15.0,
    number: "{column:2}{row:2}",
    shift: "even",
    columns_from: "west",
    rows_from: "north",
};

fn model(texts: &BTreeMap<String, String>) -> Model {
    common::sound_texts(texts).model
}

fn hex_map(model: &Model) -> &Map {
    model.maps.iter().find(|map| map.kind == MapKind::Hex).unwrap()
}

fn drawn(model: &Model) -> Drawing {
    map::draw(model, hex_map(model), &Styles::builtin().unwrap().map)
}

/// Every number and every name is there, inside the sheet and clear of all others.
fn holds(what: &str, model: &Model) {
    let map = hex_map(model);
    let drawing = drawn(model);
    let texts = drawing.texts();
    let sheet = Rect::new(0.0, 0.0, map.width, map.height);
    for text in &texts {
        assert!(sheet.contains(text.bounds, 0.0), "{what}: `{}` leaves the sheet: {:?}", text.text, text.bounds);
        assert!(text.size >= 5.4 * 25.4 / 72.0, "{what}: `{}` is too small: {}", text.text, text.size);
    }
    for (n, a) in texts.iter().enumerate() {
        for b in &texts[n + 1..] {
            assert!(!a.bounds.overlaps(b.bounds), "{what}: `{}` and `{}` overlap", a.text, b.text);
        }
    }
    let count = |text: &str| texts.iter().filter(|known| known.text == text).count();
    let written = |name: &str| name.split(' ').all(|word| texts.iter().any(|text| text.text.contains(word)));
    for place in model.places.iter().filter(|place| matches!(place.kind, PlaceKind::Hex { .. })) {
        assert_eq!(count(&place.label), 1, "{what}: the number {}", place.label);
    }
    let sites = map.sites.iter().filter_map(|site| site.name.as_ref());
    let lines = map.lines.iter().filter_map(|line| line.name.as_ref());
    let sides = map.borders.iter().filter_map(|border| border.name.as_ref());
    for name in sites.chain(lines).chain(sides).chain(map.edges.iter().map(|edge| &edge.name)) {
        assert!(written(name), "{what}: `{name}` is not written");
    }
}

#[test]
fn the_map_of_the_language_page_is_legible() {
    holds("ford", &common::ford().0);
}

#[test]
fn a_large_map_is_legible_whatever_its_stand_and_numbering() {
    for stand in ["pointy", "flat"] {
        for (number, columns_from, rows_from, shift) in [
            ("{column:2}{row:2}", "west", "north", "even"),
            ("{row:2}{column:2}", "east", "north", "odd"),
            ("{column}.{row}", "west", "south", "even"),
        ] {
            let plan = Plan { stand, number, shift, columns_from, rows_from, ..PLAN };
            holds(&format!("{stand} {number} {columns_from} {rows_from} {shift}"), &model(&game(&plan)));
        }
    }
}

#[test]
fn small_and_large_hexes_are_legible() {
    for stand in ["pointy", "flat"] {
        for hex in [12.0, 20.0, 30.0] {
            let plan = Plan { stand, hex, columns: 14, rows: 12, ..PLAN };
            holds(&format!("{stand} of {hex} mm"), &model(&game(&plan)));
        }
    }
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    let model = model(&game(&PLAN));
    let svg = || to_svg(&drawn(&model), TextMode::Outlined);
    assert_eq!(svg(), svg());
}

#[test]
fn a_map_of_thousands_of_hexes_stays_small() {
    let drawing = drawn(&model(&game(&Plan { columns: 60, rows: 40, hex: 14.0, ..PLAN })));
    let shapes = drawing.items.iter().filter(|item| matches!(item, Item::Shape(..))).count();
    assert!(shapes < 400, "{shapes} shapes");
    let live = to_svg(&drawing, TextMode::Live).len();
    assert!(live < 3_500_000, "{live} bytes");
}

#[test]
fn textures_of_outlines_that_touch_continue_each_other() {
    let style = Styles::builtin().unwrap().map.terrain;
    let rect =
        |x: f64, w: f64| [(x, 0.0), (x + w, 0.0), (x + w, 30.0), (x, 30.0)].map(|(x, y)| Point::new(x, y)).to_vec();
    for look in [TerrainLook::Forest, TerrainLook::Urban, TerrainLook::Marsh, TerrainLook::Water, TerrainLook::Rough] {
        let marks = |rings: Vec<Point>| -> String {
            let items = terrain(&[rings], look, &style).into_iter().skip(1);
            let path =
                |item: Item| if let Item::Shape(path, _) = item { path.data().to_string() } else { String::new() };
            items.map(path).collect()
        };
        let (whole, left) = (marks(rect(0.0, 40.0)), marks(rect(0.0, 20.0)));
        assert!(!left.is_empty());
        for mark in left.split('M').filter(|mark| !mark.is_empty()) {
            assert!(whole.contains(mark), "{look:?}: a mark of the part is not one of the whole");
        }
    }
}

/// Water beyond the hexes, its name, and an arrow from a box to a hex.
#[test]
fn scenery_and_links_are_drawn() {
    let mut files = common::examples(&["language"]);
    let plain = to_svg(&drawn(&model(&files)), TextMode::Outlined);
    let map = files.get_mut("map-hills.toml").unwrap();
    map.push_str("[[shape]]\nid = \"sea\"\nname = \"Sea\"\nlook = \"water\"\npolygon = [[118, 2], [148, 2], [148, 60], [118, 60]]\n");
    map.push_str("[[box]]\nid = \"camp\"\nname = \"Camp\"\nat = [60, 98]\nsize = [30, 18]\n");
    map.push_str("[[link]]\nfrom = \"camp\"\nto = [\"0503\"]\n");
    let drawing = drawn(&model(&files));
    let svg = to_svg(&drawing, TextMode::Outlined);
    let style = Styles::builtin().unwrap().map;
    for colour in [style.terrain.water.fill.value, style.link.stem.colour.value] {
        let count = |svg: &str| svg.matches(&colour.to_string()).count();
        assert!(count(&svg) > count(&plain), "{colour} is not drawn");
    }
    assert!(drawing.texts().iter().any(|text| text.text == "Sea"));
}
