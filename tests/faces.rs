//! Faces of counters and cards: everything that is said stands on them, inside its room, over nothing
//! else, and the second face is told from the first without reading.

use crate::common;

use punchboard::art::faces;
use punchboard::draw::{Drawing, Raster, Rect, TextMode, to_svg};
use punchboard::look::{Look, Set};
use punchboard::model::{Counter, Model, Shows};
use punchboard::source::values::Colour;
use std::collections::BTreeSet;

fn games() -> Vec<(&'static str, Model, Look)> {
    let (verdun, look) = common::looked("verdun");
    let (ford, ford_look) = common::ford();
    let punchboard::SoundGame { model: templates, look: own_look, .. } =
        common::sound_texts(&common::ford_with_templates());
    vec![("verdun", verdun, look), ("ford", ford, ford_look), ("templates", templates, own_look)]
}

/// Every face of a game, with a name for messages.
fn all(game: &str, model: &Model, look: &Look) -> Vec<(String, Drawing)> {
    let mut faces = Vec::new();
    for counter in &model.counters {
        faces.push((format!("{game}, front of {}", counter.id), faces::counter(model, look, counter, false, 0.0)));
        faces.push((format!("{game}, back of {}", counter.id), faces::counter(model, look, counter, true, 0.0)));
    }
    for card in &model.cards {
        faces.push((format!("{game}, card {}", card.id), faces::card(model, look, card, 0.0)));
    }
    for deck in &model.decks {
        faces.push((format!("{game}, back of {}", deck.id), faces::card_back(model, look, deck, 0.0)));
    }
    faces
}

#[test]
fn text_stays_in_its_room_off_the_cut_and_off_other_text() {
    for (game, model, look) in games() {
        for (what, face) in all(game, &model, &look) {
            let whole = Rect::new(0.0, 0.0, face.width, face.height);
            let texts = face.texts();
            for (n, text) in texts.iter().enumerate() {
                assert!(whole.inset(0.1).contains(text.bounds, 0.0), "{what}: `{}` leaves the face", text.text);
                // Ink may reach a little below the baseline of its room: commas, descenders.
                let slack = 0.35 * text.size;
                let room = text.room.unwrap_or(whole);
                assert!(room.contains(text.bounds, slack), "{what}: `{}` leaves its room", text.text);
                assert!(
                    text.bounds.w <= room.w + 0.05 || text.bounds.h <= room.w + 0.05,
                    "{what}: `{}` is too long",
                    text.text
                );
                for other in &texts[n + 1..] {
                    let apart = !text.bounds.inset(0.02).overlaps(other.bounds);
                    assert!(apart, "{what}: `{}` and `{}` overlap", text.text, other.text);
                }
            }
        }
    }
}

#[test]
fn a_counter_says_what_the_data_say() {
    for (game, model, look) in games() {
        for counter in &model.counters {
            let sides = [(false, Some(&counter.front)), (true, counter.back.as_ref())];
            for (back, face) in sides.into_iter().filter_map(|(back, face)| Some((back, face?))) {
                let drawing = faces::counter(&model, &look, counter, back, 0.0);
                let texts: BTreeSet<String> =
                    drawing.texts().into_iter().map(|text| text.text.to_uppercase()).collect();
                let says = |wanted: &str| {
                    assert!(
                        texts.contains(&wanted.to_uppercase()),
                        "{game}, {}: `{wanted}` is not in {texts:?}",
                        counter.id
                    );
                };
                if face.label.split(' ').count() == 1 {
                    says(&face.label);
                }
                for value in &face.values {
                    says(&punchboard::look::fields::printed(value.printed.as_ref()));
                }
                if let Shows::Unit(unit) = &counter.shows {
                    let unit = &model.units[unit.index];
                    // Only the counter that enters play says where and when.
                    if !counter.replacement {
                        unit.setup.iter().for_each(|setup| says(&setup.code));
                    }
                    if !counter.replacement && unit.layout == "unit" {
                        unit.arrives.iter().for_each(|arrives| says(&arrives.code));
                    }
                }
            }
        }
    }
}

/// Values can be read at 5/8 inch: capitals of more than 3 mm; names and codes of more than 1 mm.
#[test]
fn type_is_large_enough_for_cardboard() {
    let (model, look) = common::looked("verdun");
    for counter in &model.counters {
        let drawing = faces::counter(&model, &look, counter, false, 0.0);
        let cap = |size: f64| size * 0.7;
        let printed: BTreeSet<String> = counter
            .front
            .values
            .iter()
            .map(|value| punchboard::look::fields::printed(value.printed.as_ref()))
            .collect();
        let texts = drawing.texts();
        assert!(texts.iter().all(|text| cap(text.size) > 1.0), "{}", counter.id);
        let largest =
            texts.iter().filter(|text| printed.contains(&text.text)).map(|text| cap(text.size)).fold(0.0, f64::max);
        assert!(printed.is_empty() || largest > 3.0, "{}: {largest}", counter.id);
    }
}

/// The mean lightness of the lower third, where a weakened step has its band, and of the whole face.
fn lightness(model: &Model, look: &Look, counter: &Counter, back: bool) -> (f64, f64) {
    let drawing = faces::counter(model, look, counter, back, 0.0);
    let raster = Raster::new(60.0 * 25.4 / model.game.counter_size);
    let mean = |pixels: &[u8]| {
        let sum: u64 = pixels.chunks(4).map(|p| u64::from(p[0]) + u64::from(p[1]) + u64::from(p[2])).sum();
        sum as f64 / (pixels.len() as f64 * 0.75)
    };
    raster.with_pixels(&drawing, |_, _, rgba| (mean(&rgba[rgba.len() * 2 / 3..]), mean(rgba))).unwrap()
}

#[test]
fn the_second_face_is_told_from_the_first_in_black_and_white() {
    let (model, look) = common::looked("verdun");
    for counter in model.counters.iter().filter(|counter| counter.back.is_some()) {
        let ((front_low, front), (back_low, back)) =
            (lightness(&model, &look, counter, false), lightness(&model, &look, counter, true));
        let marker = matches!(counter.shows, Shows::Marker(_));
        let used = counter.back.as_ref().is_some_and(|back| back.state == "used");
        if !marker {
            assert!(back_low - front_low > 25.0, "{}: {front_low:.0} {back_low:.0}", counter.id);
        } else if used {
            assert!((back - front).abs() > 15.0, "{}: {front:.0} {back:.0}", counter.id);
        }
    }
}

/// Formations of one side that look alike to somebody: same colour and same emblem. Colours that stand next
/// to each other in the list stay apart for those who do not see red and green.
#[test]
fn formations_are_told_apart_by_the_colour_blind_too() {
    for (game, model, _) in games() {
        for side in &model.sides {
            let formations: Vec<_> =
                model.formations.iter().filter(|f| f.side.id.as_ref() == side.id && f.colour.is_some()).collect();
            for (n, a) in formations.iter().enumerate() {
                for b in &formations[n + 1..] {
                    assert!((a.colour, &a.emblem) != (b.colour, &b.emblem), "{game}: {} and {} look alike", a.id, b.id);
                }
            }
            for pair in formations.windows(2) {
                let (a, b) = (lab(deuteranopia(pair[0].colour.unwrap())), lab(deuteranopia(pair[1].colour.unwrap())));
                let apart = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
                assert!(apart > 12.0, "{game}: {} and {} are {apart:.1} apart", pair[0].id, pair[1].id);
            }
        }
    }
}

fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// How a colour looks without the pigment for green, after Machado, Oliveira and Fernandes (2009).
fn deuteranopia(colour: Colour) -> [f64; 3] {
    const SEEN: [[f64; 3]; 3] =
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]];
    let rgb = colour.0.map(linear);
    SEEN.map(|row| row.iter().zip(rgb).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
}

/// CIE L*a*b* of linear sRGB.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn faces_are_the_same_every_time() {
    let draw = || -> Vec<String> {
        let (model, look) = common::ford();
        all("ford", &model, &look).into_iter().map(|(_, face)| to_svg(&face, TextMode::Outlined)).collect()
    };
    assert_eq!(draw(), draw());
}

#[test]
fn every_built_in_picture_is_drawn_inside_its_box() {
    let (_, look) = common::ford();
    for set in Set::ALL {
        assert!(look.library.of(set).count() >= 25, "{} pictures", set.what());
        for (name, symbol) in look.library.of(set) {
            assert!(!symbol.title.is_empty() && !symbol.about.is_empty() && !symbol.group.is_empty(), "{name}");
        }
    }
}

/// The page of symbols and its pictures are those that the program makes.
#[test]
fn the_page_of_symbols_is_up_to_date() {
    use punchboard::art::symbol_sheet;
    let (library, diags) = punchboard::check::library(&punchboard::source::Sources::from_texts("", []).0);
    assert!(diags.is_empty());
    let docs = common::root().join("docs");
    let same = |path: &str, now: &str| {
        let committed = std::fs::read_to_string(docs.join(path)).unwrap_or_default();
        assert!(committed == now, "docs/{path} is out of date: run `punchboard symbols --out docs`");
    };
    same("symbols.md", &symbol_sheet::page(&library));
    for set in Set::ALL {
        let svg = to_svg(&symbol_sheet::draw(&library, set), TextMode::Outlined);
        same(&format!("symbols/{}s.svg", set.what()), &svg);
    }
}

/// Whatever is done to a template, the answer is a picture or an error with its place, never a panic.
#[test]
fn broken_templates_are_told() {
    let files = common::examples(&["language"]);
    let mut faults = 0;
    for name in ["templates/faces/unit.yaml", "templates/cards/card.yaml"] {
        let text = std::fs::read_to_string(common::root().join(name)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (n, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let key = line.split_once(':').map_or(*line, |(key, _)| key);
            let changes = [
                String::new(),
                format!("{key}: -1"),
                format!("{key}: [1, 2"),
                format!("{key}: \"{{nothing}} {{\""),
                format!("{key}: [0, 0, 1e300, .nan]"),
                format!("{key}: 'x'"),
                line.replace("{", "{ ("),
            ];
            for change in changes {
                let mut changed = lines.clone();
                changed[n] = &change;
                let mut game = files.clone();
                game.insert(name.to_string(), changed.join("\n"));
                let compiled = common::compile_texts(&game);
                assert!(compiled.game.is_some() || compiled.diagnostics.has_errors(), "{name}:{}: {change}", n + 1);
                for message in compiled.messages() {
                    assert!(!message.is_empty());
                    faults += 1;
                }
            }
        }
    }
    assert!(faults > 200, "only {faults} faults were found");
}
