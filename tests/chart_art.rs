//! Charts say what the data say, and can be read: for a whole game, for the game of `docs/language.md`,
//! and for one with wide tables and many types.

use crate::common;

use punchboard::art::charts::{Chart, all, wording};
use punchboard::draw::{Drawing, Font, Path, Rect, Style, TextMode, TextStyle, fit_line, to_svg};
use punchboard::look::styles::Styles;
use punchboard::model::{Counter, Model, PlaceKind, Placement, Shows, Spot};
use punchboard::source::values::Colour;
use std::collections::BTreeMap;

const POINT: f64 = 25.4 / 72.0;

/// The game that the examples of the language make.
fn ford() -> Model {
    common::ford().0
}

/// The same with a table of thirteen columns and two parts, many types and many strength tracks.
fn wide() -> Model {
    let mut model = ford();
    let table = model.tables.iter_mut().find(|table| !table.columns.is_empty()).unwrap();
    table.columns = table.columns.iter().cycle().take(13).cloned().collect();
    for row in table.parts.iter_mut().flat_map(|part| &mut part.rows) {
        row.cells = row.cells.iter().cycle().take(13).cloned().collect();
    }
    let part = punchboard::model::Part { band: Some(table.columns[1].clone()), ..table.parts[0].clone() };
    table.parts = vec![part.clone(), part];
    table.by_part = Some("odds".to_string());
    for n in 0..9 {
        let kind = model.types[0].clone();
        model.types.push(punchboard::model::UnitType { name: format!("Mountain cavalry {n}"), ..kind });
    }
    for n in 0..15 {
        let mut strength = model.displays[0].strengths[0].clone();
        strength.to = 3 + n % 5;
        model.displays[0].strengths.push(strength);
    }
    model
}

fn games() -> Vec<(&'static str, Model)> {
    vec![("verdun", common::model("verdun")), ("ford", ford()), ("wide", wide())]
}

/// A stand-in for the faces of counters: the side's colour and the counter's id.
fn face(model: &Model, counter: &Counter, back: bool) -> Drawing {
    let size = model.game.counter_size;
    let side = match &counter.shows {
        Shows::Unit(unit) => Some(&model.units[unit.index].side),
        Shows::Marker(marker) => model.markers[marker.index].side.as_ref(),
    };
    let ground = side.map_or(Colour([225, 225, 220]), |side| model.sides[side.index].colour);
    let mut drawing = Drawing::new(size, size);
    drawing.shape(Path::rect(Rect::new(0.0, 0.0, size, size)), Style::fill(ground));
    let letters = TextStyle::points(Font::NarrowBold, 7.5, Colour([20, 20, 20]));
    let text = format!("{}{}", counter.id, if back { "*" } else { "" });
    if let Some(run) = fit_line(&text, letters, letters.cap, Rect::new(0.5, 0.5, size - 1.0, size - 1.0)) {
        drawing.text(run);
    }
    drawing
}

fn charts(model: &Model) -> Vec<Chart> {
    all(model, &BTreeMap::new(), &Styles::builtin().unwrap().charts, &|counter, back| {
        face(model, &model.counters[counter], back).items
    })
}

/// All text of a drawing without spaces, in the order it was drawn.
fn run_together(drawing: &Drawing) -> String {
    drawing.texts().iter().map(|text| squeezed(&text.text)).collect()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[test]
fn every_row_of_every_table_is_on_its_chart() {
    for (game, model) in games() {
        let charts = charts(&model);
        for table in &model.tables {
            let chart = charts.iter().find(|chart| chart.id == format!("table-{}", table.id)).unwrap();
            let shown = run_together(&chart.drawing);
            let says =
                |text: &str| assert!(shown.contains(&squeezed(text)), "{game} {}: `{text}` in {shown}", table.id);
            says(&table.name);
            table.dice.iter().for_each(|dice| says(&dice.to_string()));
            for row in table.parts.iter().flat_map(|part| &part.rows) {
                says(&wording::band(&row.on));
                says(row.text.as_deref().or(row.result.as_deref()).unwrap_or_default());
                row.cells.iter().for_each(|cell| says(cell));
            }
            table.modifiers.iter().for_each(|modifier| says(&modifier.text));
            table.results.values().for_each(|meaning| says(meaning));
        }
    }
}

#[test]
fn aids_hold_every_table_and_rule() {
    for (game, model) in games() {
        let charts = charts(&model);
        let aids = charts.iter().filter(|chart| chart.id.starts_with("aid-"));
        let shown: String = aids.map(|chart| run_together(&chart.drawing)).collect();
        let rules = &model.rules;
        let names = model.tables.iter().map(|table| &table.name);
        let names = names.chain(rules.procedures.iter().map(|rule| &rule.name));
        let texts = rules.rules.iter().map(|rule| &rule.text).chain(rules.choices.iter().map(|choice| &choice.text));
        let texts = texts.chain(rules.victories.iter().map(|victory| &victory.text));
        let costs = rules.movement.iter().flat_map(|movement| movement.costs.iter().map(|cost| &cost.text));
        let numbers = rules.parameters.iter().map(|parameter| &parameter.name);
        for text in names.chain(texts).chain(costs).chain(numbers) {
            assert!(shown.contains(&squeezed(text)), "{game}: `{text}` is on no aid");
        }
    }
}

/// Counters on a sheet, copies counted.
fn counters(drawing: &Drawing) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    for (name, _) in &drawing.solids {
        let (counter, copies) = name.strip_prefix("counter ").unwrap().rsplit_once(" ×").unwrap();
        *found.entry(counter.to_string()).or_default() += copies.parse::<u32>().unwrap();
    }
    found
}

#[test]
fn every_placement_is_on_a_setup_card() {
    for (game, model) in games() {
        let charts = charts(&model);
        for scenario in &model.scenarios {
            let cards = charts.iter().filter(|chart| chart.id.starts_with(&format!("setup-{}-", scenario.id)));
            let shown: u32 = cards.flat_map(|chart| counters(&chart.drawing).into_values()).sum();
            // Markers of strength tracks stand on displays, where every unit has its own.
            let on_track = |placement: &&Placement| match &placement.spot {
                Some(Spot::At(place)) => match &model.places[place.index].kind {
                    PlaceKind::Space { track } => model.tracks[track.index].unit.is_some(),
                    _ => false,
                },
                _ => false,
            };
            let all = scenario.setup.iter().chain(&scenario.reinforcements);
            let placed = all.filter(|placement| !on_track(placement)).map(|placement| placement.copies);
            assert_eq!(shown, placed.sum::<u32>(), "{game} {}", scenario.id);
        }
    }
}

#[test]
fn units_stand_with_the_face_of_their_state_up() {
    let charts = charts(&ford());
    let long = charts.iter().filter(|chart| chart.id.starts_with("setup-long-"));
    let shown: BTreeMap<String, u32> = long.flat_map(|chart| counters(&chart.drawing)).collect();
    assert!(shown.contains_key("2/1 back"), "{shown:?}");
}

#[test]
fn text_is_legible_and_keeps_apart() {
    for (game, model) in games() {
        for chart in charts(&model) {
            let page = Rect::new(0.0, 0.0, chart.drawing.width, chart.drawing.height);
            let texts = chart.drawing.texts();
            for (n, text) in texts.iter().enumerate() {
                let at = format!("{game} {}: `{}`", chart.id, text.text);
                assert!(page.contains(text.bounds, 0.0), "{at} leaves the page: {:?}", text.bounds);
                assert!(text.size >= 7.0 * POINT, "{at} has {} points", text.size / POINT);
                assert!(text.room.is_none_or(|room| room.contains(text.bounds, 0.05)), "{at} leaves its room");
                let over = texts[..n].iter().find(|other| other.bounds.overlaps(text.bounds));
                assert!(over.is_none(), "{at} overlaps `{}`", over.unwrap().text);
            }
            for (name, solid) in &chart.drawing.solids {
                assert!(page.contains(*solid, 0.0), "{game} {}: {name} leaves the page", chart.id);
            }
        }
    }
}

#[test]
fn counters_keep_apart_and_captions_off_them() {
    for (game, model) in games() {
        for chart in charts(&model) {
            let solids = &chart.drawing.solids;
            for (n, (name, solid)) in solids.iter().enumerate() {
                let over = solids[..n].iter().find(|(_, other)| other.overlaps(solid.inset(0.01)));
                assert!(over.is_none(), "{game} {}: {name} overlaps {}", chart.id, over.unwrap().0);
                let texts = chart.drawing.texts();
                let hidden =
                    texts.iter().find(|text| text.bounds.overlaps(*solid) && !solid.contains(text.bounds, 0.0));
                assert!(hidden.is_none(), "{game} {}: {name} covers `{}`", chart.id, hidden.unwrap().text);
            }
        }
    }
}

#[test]
fn the_same_game_gives_the_same_charts() {
    let drawn = || charts(&ford()).iter().map(|chart| to_svg(&chart.drawing, TextMode::Live)).collect::<Vec<_>>();
    assert_eq!(drawn(), drawn());
}

#[test]
fn a_game_without_rules_and_tables_has_no_empty_charts() {
    let mut model = ford();
    model.tables.clear();
    model.scenarios.clear();
    model.displays.clear();
    model.tracks.clear();
    model.rules = punchboard::model::Rules::default();
    assert!(charts(&model).is_empty());
}

/// Players read names and words. Ids of units that have names, and the text of expressions, are for authors.
#[test]
fn charts_print_names_and_words() {
    let mut games: Vec<(&str, Model)> =
        ["verdun", "storm", "pivot", "iron-ring"].map(|name| (name, common::model(name))).into();
    let mut named = ford();
    named
        .units
        .iter_mut()
        .filter(|unit| unit.arrives.is_some())
        .for_each(|unit| unit.name = format!("Named {}", unit.id));
    games.push(("named", named));
    for (game, model) in games {
        let charts = charts(&model);
        for chart in &charts {
            for text in chart.drawing.texts() {
                let source = [" == ", " != ", " >= ", "['", "']"].iter().any(|sign| text.text.contains(sign));
                assert!(!source, "{game} {}: {}", chart.id, text.text);
            }
        }
        let records: Vec<&Chart> = charts.iter().filter(|chart| chart.id.starts_with("turn-record")).collect();
        if game == "named" {
            assert!(run_together(&records[0].drawing).contains(&squeezed("Named 9TK")));
        }
        if game == "iron-ring" {
            assert!(records.len() > 1, "scenarios with other turns have records of their own");
        }
    }
}
