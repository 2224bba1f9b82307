//! Maps are drawn whole, and nothing covers anything else.

use crate::common;

use crate::common::model;
use punchboard::art::map::draw;
use punchboard::draw::{Drawing, PlacedText, Rect, TextMode, to_svg};
use punchboard::geometry::{Point, polygon};
use punchboard::look::styles::Styles;
use punchboard::model::{Model, PlaceKind};

/// The game that the examples of the language make.
fn ford() -> Model {
    common::ford().0
}

#[test]
fn every_area_has_its_identifier_and_its_name() {
    let model = model("verdun");
    let drawing = draw(&model, &model.maps[0], &Styles::builtin().unwrap().map);
    let written: String = drawing.texts().iter().map(|text| text.text.clone() + " ").collect();
    for place in model.places.iter().filter(|place| matches!(place.kind, PlaceKind::Area { .. })) {
        let solid = format!("area {}", place.label);
        assert!(drawing.solids.iter().any(|(name, _)| *name == solid), "{solid} is not drawn");
        let name = place.name.as_ref().unwrap().to_uppercase();
        assert!(written.contains(&name), "{name} is not written");
    }
    for name in ["title", "legend"] {
        assert!(drawing.solids.iter().any(|(solid, _)| solid == name), "there is no {name}");
    }
}

#[test]
fn nothing_covers_anything_else() {
    let style = Styles::builtin().unwrap().map;
    let (verdun, ford) = (model("verdun"), ford());
    for model in [&verdun, &ford] {
        for map in &model.maps {
            tidy(&draw(model, map, &style), &map.name);
        }
    }
}

#[test]
fn names_keep_within_their_areas() {
    let model = model("verdun");
    let drawing = draw(&model, &model.maps[0], &Styles::builtin().unwrap().map);
    let texts = drawing.texts();
    let mut outside = Vec::new();
    for place in model.places.iter().filter(|place| matches!(place.kind, PlaceKind::Area { .. })) {
        let lines = name_lines(&texts, &place.label, &place.name.as_ref().unwrap().to_uppercase());
        let ring: Vec<Point> = place.outline.iter().map(|p| Point::new(p.x, p.y)).collect();
        let corners = |r: Rect| [(r.x, r.y), (r.right(), r.y), (r.x, r.bottom()), (r.right(), r.bottom())];
        let inside = |r: Rect| corners(r).iter().all(|(x, y)| polygon::contains(&ring, Point::new(*x, *y)));
        if !lines.iter().all(|line| inside(line.bounds)) {
            outside.push(place.label.clone());
        }
    }
    assert!(outside.is_empty(), "names leave {outside:?}");
}

#[test]
fn long_names_do_not_collide() {
    let model = long_names();
    let map = model.maps.iter().find(|map| map.id == "ford").unwrap();
    tidy(&draw(&model, map, &Styles::builtin().unwrap().map), "long names");
}

fn long_names() -> Model {
    let mut model = ford();
    let long = "The Extraordinarily Long Name Of An Unimportant Place Beyond The Northernmost Railway Embankment";
    for place in &mut model.places {
        place.name = Some(long.to_string());
    }
    for track in &mut model.tracks {
        track.name = long.to_string();
    }
    model
}

/// The lines of an area's name, found behind its label.
fn name_lines(texts: &[PlacedText], label: &str, name: &str) -> Vec<PlacedText> {
    for start in (0..texts.len()).filter(|n| texts[*n].text == label) {
        let behind = texts[start + 1..].iter().skip_while(|text| text.text.starts_with('+') || text.text.len() == 1);
        let lines: Vec<PlacedText> = behind.take(6).cloned().collect();
        for count in 1..=lines.len() {
            let joined: Vec<&str> = lines[..count].iter().map(|line| line.text.as_str()).collect();
            if joined.join(" ") == name {
                return lines[..count].to_vec();
            }
        }
    }
    panic!("{label} {name} is not written")
}

/// Texts do not overlap, stand in their rooms and on the sheet, and cross the edge of no solid.
fn tidy(drawing: &Drawing, what: &str) {
    const LEAST: f64 = 5.5 * 25.4 / 72.0;
    let sheet = Rect::new(0.0, 0.0, drawing.width, drawing.height);
    let texts = drawing.texts();
    assert!(!texts.is_empty(), "{what}");
    for (n, text) in texts.iter().enumerate() {
        let bounds = text.bounds;
        assert!(sheet.contains(bounds, 0.0), "{what}: `{}` leaves the sheet", text.text);
        assert!(text.room.is_none_or(|room| room.contains(bounds, 0.3)), "{what}: `{}` leaves its room", text.text);
        assert!(text.size > LEAST - 0.01, "{what}: `{}` is too small to read: {}", text.text, text.size);
        for other in &texts[n + 1..] {
            assert!(!bounds.overlaps(other.bounds), "{what}: `{}` covers `{}`", text.text, other.text);
        }
        for (name, solid) in &drawing.solids {
            let apart = !bounds.overlaps(*solid) || solid.contains(bounds, 0.3);
            assert!(apart, "{what}: `{}` crosses {name}", text.text);
        }
    }
    for (n, (name, solid)) in drawing.solids.iter().enumerate() {
        for (other, room) in &drawing.solids[n + 1..] {
            assert!(!solid.inset(0.05).overlaps(*room), "{what}: {name} covers {other}");
        }
    }
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    let model = ford();
    let style = Styles::builtin().unwrap().map;
    let svg = |map| to_svg(&draw(&model, map, &style), TextMode::Outlined);
    for map in &model.maps {
        assert_eq!(svg(map), svg(map));
    }
}
