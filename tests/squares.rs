//! Maps of squares, plain and staggered.

use crate::common;
use punchboard::emit::vassal;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::vassal::codec::components::{Component, Distance, Node, from_xml};
use punchboard::model::{EdgeBy, Model, PlaceKind};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn texts() -> BTreeMap<String, String> {
    common::examples(&["howto/squares"])
}

fn model() -> Model {
    common::sound_texts(&texts()).model
}

fn messages(change: impl Fn(&mut BTreeMap<String, String>)) -> Vec<String> {
    let mut texts = texts();
    change(&mut texts);
    common::compile_texts(&texts).messages()
}

fn changed(from: &str, to: &str) -> Vec<String> {
    messages(|texts| {
        let found = texts.values().filter(|text| text.contains(from)).count();
        assert_eq!(found, 1, "`{from}` in {found} files");
        texts.values_mut().for_each(|text| *text = text.replacen(from, to, 1));
    })
}

fn neighbours<'m>(model: &'m Model, id: &str) -> BTreeSet<(&'m str, EdgeBy)> {
    let of = |edge: &&punchboard::model::Edge| &*edge.from.id == id;
    model.edges.iter().filter(of).map(|edge| (&*edge.to.id, edge.by)).collect()
}

#[test]
fn squares_are_places_with_terrain_attributes_and_neighbours() {
    let model = model();
    let squares = model.places.iter().filter(|place| matches!(place.kind, PlaceKind::Square { .. })).count();
    assert_eq!(squares, 69 + 20);
    let place = |id: &str| model.places.iter().find(|place| place.id == id).unwrap();
    assert_eq!(place("0501").kind.terrain(), Some("wood"));
    assert_eq!(place("0405").attributes["level"], punchboard::model::Scalar::Number(1));
    assert_eq!(place("0405").name.as_deref(), Some("Gallows Hill"));
    assert_eq!(place("0405").outline.len(), 4);
    let sides = ["0204", "0103", "0303", "0202"].map(|id| (id, EdgeBy::Side));
    let corners = ["0102", "0302", "0104", "0304"].map(|id| (id, EdgeBy::Corner));
    assert_eq!(neighbours(&model, "0203"), sides.into_iter().chain(corners).collect());
    let brook = model.edges.iter().find(|edge| &*edge.from.id == "0604" && &*edge.to.id == "0603").unwrap();
    assert_eq!((brook.boundary.as_deref(), brook.crossing.as_deref()), (Some("brook"), Some("bridge")));
    let lane = model.edges.iter().find(|edge| &*edge.from.id == "0204" && &*edge.to.id == "0305").unwrap();
    assert_eq!((lane.by, lane.ways.as_slice()), (EdgeBy::Corner, ["lane".to_string()].as_slice()));
}

#[test]
fn four_neighbours_share_sides_and_staggered_squares_have_six() {
    let mut texts = texts();
    let map = texts.get_mut("map.toml").unwrap();
    *map = map
        .replace("neighbours = 8 ", "neighbours = 4 ")
        .replace(r#""0204", "0305", "0405", "0504","#, r#""0204", "0205", "0305", "0405", "0505", "0504","#)
        .replace(r#""0702", "0801"]"#, r#""0702"]"#);
    let model = common::sound_texts(&texts).model;
    assert_eq!(neighbours(&model, "0203"), ["0204", "0103", "0303", "0202"].map(|id| (id, EdgeBy::Side)).into());
    let six = ["C1-2", "C1-3", "C2-1", "C2-3", "C3-2", "C3-3"].map(|id| (id, EdgeBy::Side));
    assert_eq!(neighbours(&model, "C2-2"), six.into());
}

#[test]
fn the_engine_data_say_what_the_grid_is() {
    let game = common::sound_texts(&texts());
    let json: Value = serde_json::from_slice(&punchboard::emit::engine(&game.model, &game.look)).unwrap();
    let (farm, cellar) = (&json["maps"][1], &json["maps"][0]);
    assert_eq!((&farm["kind"], &cellar["kind"]), (&"square".into(), &"square".into()));
    assert_eq!((&farm["grid"]["square"], &farm["grid"]["neighbours"]), (&20.0.into(), &8.into()));
    assert!(farm["grid"].get("hex").is_none() && farm["grid"].get("stand").is_none());
    assert_eq!((&cellar["grid"]["staggered"], &cellar["grid"]["shift"]), (&"rows".into(), &"even".into()));
    assert_eq!(cellar["grid"]["neighbours"], 6);
}

#[test]
fn every_number_and_name_is_written_once_inside_the_sheet() {
    let game = common::sound_texts(&texts());
    for map in &game.model.maps {
        let drawing = punchboard::art::map(&game.model, &game.look, map);
        let texts = drawing.texts();
        for (n, a) in texts.iter().enumerate() {
            let inside = a.bounds.x >= 0.0 && a.bounds.right() <= map.width && a.bounds.bottom() <= map.height;
            assert!(inside, "`{}` leaves the sheet", a.text);
            for b in &texts[n + 1..] {
                assert!(!a.bounds.overlaps(b.bounds), "`{}` and `{}` overlap", a.text, b.text);
            }
        }
        let here = game.model.places.iter().filter(|place| place.map.as_ref().is_some_and(|own| *own.id == *map.id));
        for place in here.filter(|place| place.kind.cell().is_some()) {
            assert_eq!(texts.iter().filter(|text| text.text == place.label).count(), 1, "{}", place.label);
        }
    }
}

fn components<'n>(node: &'n Node, found: &mut Vec<&'n Component>) {
    found.push(&node.component);
    node.children.iter().for_each(|child| components(child, found));
}

#[test]
fn a_module_has_a_rectangular_grid_or_named_points() {
    let game = common::sound_texts(&texts());
    let bytes = vassal::module(&common::small(&game)).unwrap();
    let build = unpack(&bytes, Limits::default()).unwrap().remove("buildFile.xml").unwrap();
    let build = from_xml(&build).unwrap();
    let mut found = Vec::new();
    components(&build, &mut found);
    let square = found.iter().find_map(|one| if let Component::SquareGrid(grid) = one { Some(grid) } else { None });
    let square = square.unwrap();
    assert_eq!((square.x0, square.y0, square.range), (59, 59, Distance::Metric));
    assert!((square.width - 20.0 / 25.4 * 60.0).abs() < 1e-9);
    assert!(found.iter().any(|one| matches!(one, Component::SquareGridNumbering(_))));
    let point = |one: &&&Component| matches!(one, Component::Region(region) if region.name == "C4-5");
    assert_eq!(found.iter().filter(point).count(), 1);
    assert!(found.iter().all(|one| !matches!(one, Component::Other { .. }) && one.unknown().is_empty()));
}

/// Mistakes that an author of squares makes, and what each is told.
#[test]
fn mistakes_are_told_in_words_of_squares() {
    for (from, to, told) in [
        ("neighbours = 8 ", "neighbours = 5 ", "a square has 4 or 8 neighbours, not 5"),
        ("neighbours = 8 ", "neighbours = 4 ", "the line jumps from `0204` to `0305`"),
        ("square = \"20mm\"                #", "hex = \"20mm\"                #", "`neighbours` is for squares"),
        ("square = \"20mm\"                #", "#", "a grid needs `hex` or `square`"),
        ("neighbours = 8 ", "neighbours = 8\norientation = \"flat\" ", "squares have no `orientation`"),
        ("neighbours = 8 ", "neighbours = 8\nshift = \"odd\" ", "these squares are not staggered"),
        ("neighbours = 8 ", "neighbours = 8\nhex = \"20mm\" ", "a grid has hexes or squares, not both"),
        ("shift = \"even\"   ", "neighbours = 8 ", "staggered squares have 6 neighbours"),
        ("at = [\"0603/0604\"]", "at = [\"0603/0704\"]", "the squares of `0603/0704` share a corner, but not a side"),
        ("at = [\"0603/0604\"]", "at = [\"0603\"]", "`0603` is not a side"),
        ("at = [\"0405\"]\n\n[[edge", "at = [\"0499\"]\n\n[[edge", "the square `0499` is not on the map"),
        ("at = [\"0102-0107\"]", "at = [\"0304\"]", "the square `0304` has neighbours on all sides"),
        ("[[squares]]", "[[hexes]]", "`hexes` belongs on a map of kind `hex`"),
        ("size = [\"230mm\"", "kind = \"hex\"\nsize = [\"230mm\"", "`square` is for a map of kind `square`"),
    ] {
        let messages = changed(from, to);
        assert!(messages.iter().any(|message| message.contains(told)), "{told}:\n{}", messages.join("\n"));
    }
}

#[test]
fn squares_and_their_sides_come_from_spreadsheets_too() {
    let messages = messages(|texts| {
        texts.insert("map.squares.csv".into(), "at,level\n0707,2\n".into());
        texts.insert("map.square-sides.csv".into(), "kind,at\nbrook,0907/1007\n".into());
    });
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}
