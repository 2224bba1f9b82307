//! The engine data: valid by its published schema, the same bytes every time.

use crate::common;

use punchboard::art::stacks;
use punchboard::emit::{engine, engine_schema};
use punchboard::model::{PlaceKind, Point};
use punchboard::source::FileKind;
use punchboard::syntax;
use serde_json::Value;

fn committed(name: &str) -> Value {
    let path = common::root().join(format!("schema/{name}.schema.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn of_data(name: &str) -> Vec<u8> {
    let (model, look) = common::looked(name);
    engine(&model, &look)
}

#[test]
fn every_game_is_valid_by_the_committed_schema() {
    let validator = jsonschema::validator_for(&committed("engine")).unwrap();
    for game in common::games() {
        let name = game.file_name().unwrap().to_string_lossy().into_owned();
        let files = of_data(&name);
        let json: Value = serde_json::from_slice(&files).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|e| format!("{} at {}", e, e.instance_path())).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

#[test]
fn the_schema_is_strict_enough_to_notice_a_lie() {
    let validator = jsonschema::validator_for(&committed("engine")).unwrap();
    let files = of_data("verdun");
    let mut json: Value = serde_json::from_slice(&files).unwrap();
    json["units"][0]["copies"] = "two".into();
    assert!(!validator.is_valid(&json));
}

#[test]
fn same_input_same_bytes() {
    for game in common::games() {
        let name = game.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(of_data(&name), of_data(&name), "{name}");
    }
}

#[test]
fn committed_schemas_are_up_to_date() {
    let help = "run `cargo run -- schema --out schema` and commit the result";
    for kind in FileKind::ALL {
        assert_eq!(committed(kind.name()), syntax::schema(kind), "schema/{}.schema.json is stale: {help}", kind.name());
    }
    assert_eq!(committed("engine"), engine_schema(), "schema/engine.schema.json is stale: {help}");
}

#[test]
fn presets_and_the_example_of_print_are_valid_by_their_schema() {
    let validator = jsonschema::validator_for(&committed("print")).unwrap();
    let example = common::examples(&["print"]).remove("print.toml").unwrap();
    for text in punchboard::source::presets().iter().map(|(_, text)| *text).chain([example.as_str()]) {
        let data = serde_json::to_value(toml::from_str::<toml::Value>(text).unwrap()).unwrap();
        let errors: Vec<String> = validator.iter_errors(&data).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?} in\n{text}");
    }
}

#[test]
fn every_data_file_is_valid_by_the_schema_its_first_line_names() {
    for game in common::games() {
        for (name, text) in common::texts(&game) {
            if !name.ends_with(".toml") {
                continue;
            }
            let first = text.lines().next().unwrap();
            let schema = first.strip_prefix("#:schema ").unwrap_or_else(|| panic!("{name} has no `#:schema` line"));
            let path = game.join(schema);
            let schema: Value =
                serde_json::from_str(&std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name}: no {schema}")))
                    .unwrap();
            let data: toml::Value = toml::from_str(&text).unwrap();
            let data = serde_json::to_value(data).unwrap();
            let validator = jsonschema::validator_for(&schema).unwrap();
            let errors: Vec<String> =
                validator.iter_errors(&data).map(|e| format!("{} at {}", e, e.instance_path())).take(5).collect();
            assert!(errors.is_empty(), "{name}: {errors:#?}");
        }
    }
}

#[test]
fn keys_that_defaults_can_give_are_asked_for_only_where_there_are_none() {
    let validator = jsonschema::validator_for(&committed("counters")).unwrap();
    let valid =
        |text: &str| validator.is_valid(&serde_json::to_value(toml::from_str::<toml::Value>(text).unwrap()).unwrap());
    assert!(valid("marker = [{ id = 'a', name = 'A' }]"));
    assert!(!valid("marker = [{ id = 'a' }]"), "a marker needs a name");
    assert!(valid("defaults.marker.name = 'A'\nmarker = [{ id = 'a' }]"));
    assert!(!valid("defaults.marker.nam = 'A'\nmarker = [{ id = 'a', name = 'A' }]"), "no marker has such a key");
    assert!(!valid("defaults.markers.name = 'A'\nmarker = [{ id = 'a', name = 'A' }]"), "there are no such records");
    assert!(!valid("units = [{ side = 'a', unit = [{ front = [1] }] }]"), "a unit in a group needs an id, too");
}

#[test]
fn edges_run_both_ways_unless_they_are_one_way() {
    let model = common::model("verdun");
    for edge in &model.edges {
        assert!(
            model
                .edges
                .iter()
                .any(|back| back.from == edge.to && back.to == edge.from && back.boundary == edge.boundary),
            "{} -> {}",
            edge.from,
            edge.to
        );
    }
}

#[test]
fn hex_maps_carry_their_grid_and_the_grid_gives_every_hex_its_place() {
    for name in ["pivot", "iron-ring"] {
        let (model, look) = common::looked(name);
        let json: Value = serde_json::from_slice(&engine(&model, &look)).unwrap();
        for (map, written) in model.maps.iter().zip(json["maps"].as_array().unwrap()) {
            let grid = map.grid.as_ref().unwrap();
            assert_eq!(written["grid"]["number"], "{row:2}{column:2}");
            assert_eq!(written["grid"]["columns_from"], "east");
            assert_eq!(written["grid"]["columns"], grid.grid.columns);
            let here = model.places.iter().filter(|place| place.map.as_ref().is_some_and(|own| *own.id == *map.id));
            for place in here {
                let punchboard::model::PlaceKind::Hex { column, row, .. } = place.kind else { continue };
                let hex = punchboard::geometry::cells::Cell::new(column, row);
                assert_eq!(grid.grid.number(hex), place.label);
                let (at, centre) = (grid.grid.centre(hex), place.centre.unwrap());
                assert!((at.x - centre.x).abs() < 0.001 && (at.y - centre.y).abs() < 0.001);
            }
        }
        assert!(json["maps"][0].get("grid").is_some());
    }
    let json: Value = serde_json::from_slice(&of_data("verdun")).unwrap();
    assert!(json["maps"][0].get("grid").is_none(), "a map of areas has none");
}

/// Where an author's eye would look for a stack: inside its place, apart from the others, and not on the name.
#[test]
fn every_area_has_a_spot_for_each_side_and_for_markers() {
    for name in ["verdun", "storm"] {
        let (model, look) = common::looked(name);
        let json: Value = serde_json::from_slice(&engine(&model, &look)).unwrap();
        let spots = json["spots"].as_array().unwrap();
        let drawing = punchboard::art::map(&model, &look, &model.maps[0]);
        let taken = stacks::taken(&drawing);
        let (mut areas, mut covering) = (0, Vec::new());
        for place in &model.places {
            let own = spots.iter().find(|own| own["place"] == place.id.as_str());
            let PlaceKind::Area { .. } = place.kind else { continue };
            areas += 1;
            let at = own.unwrap_or_else(|| panic!("{name} {}", place.id))["at"].as_array().unwrap();
            assert_eq!(at.len(), model.sides.len() + 1);
            let point = |own: &Value| Point { x: own["x"].as_f64().unwrap(), y: own["y"].as_f64().unwrap() };
            let first = stacks::footprint(model.game.counter_size, 3).at(point(&at[0]));
            let whole = stacks::bounds(&place.outline);
            let on = taken.iter().filter(|label| !label.contains(whole, 1.0));
            if on.into_iter().any(|label| first.inset(0.3).common(*label) > 0.5) {
                covering.push(&place.id);
            }
        }
        assert!(areas > 30);
        assert!(covering.len() * 20 <= areas, "{name}: stacks cover labels in {covering:?}");
    }
}
