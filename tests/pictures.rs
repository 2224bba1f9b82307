//! Pictures are as they were: each is compared, with a tolerance, with the one in `tests/ref`. What differs
//! is shown side by side on a page whose path the failure names. `UPDATE_REF=1 cargo test --test all pictures`
//! takes the new pictures as reference: look at them before you commit them.

use crate::common;

use image::{Rgba, RgbaImage};
use punchboard::art::{self, faces, symbol_sheet};
use punchboard::draw::{Affine, Drawing, Raster};
use punchboard::look::Set;
use punchboard::model::find;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A channel may differ by so much before a pixel counts as different: fonts and curves round a little
/// otherwise on other processors.
const TOLERATED: u8 = 24;
/// So many of a thousand pixels may be different.
const TOLERATED_PER_MILLE: usize = 2;

struct Case {
    name: String,
    drawing: Drawing,
    dpi: f64,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: &str, drawing: Drawing, dpi: f64| cases.push(Case { name: name.to_string(), drawing, dpi });
    let (model, look) = common::looked("verdun");
    for (id, back) in [
        ("191/71", false),
        ("191/71", true),
        ("PNR/389", false),
        ("54/100", false),
        ("34/13G", false),
        ("6GT", true),
        ("artillery-24pz", false),
        ("artillery-24pz", true),
        ("impulse", true),
        ("rubble", false),
        ("advantage", true),
    ] {
        let counter = find(&model.counters, id).unwrap();
        let name = format!("counter-{}-{}", id.replace('/', "-"), if back { "back" } else { "front" });
        add(&name, faces::counter(&model, &look, counter, back, 0.0), 160.0);
    }
    let map = art::map(&model, &look, &model.maps[0]);
    for (name, x, y) in [("north", 250.0, 80.0), ("river", 320.0, 400.0), ("legend", 430.0, 760.0)] {
        let mut part = Drawing::new(125.0, 100.0);
        part.place(map.clone(), Affine::shift(-x, -y));
        add(&format!("map-{name}"), part, 60.0);
    }
    for chart in art::charts(&model, &look) {
        if ["table-volga-crossing", "setup-standard-german", "display-soviet-reinforcements"]
            .contains(&chart.id.as_str())
        {
            add(&format!("chart-{}", chart.id), chart.drawing, 60.0);
        }
    }
    let files = common::ford_with_templates();
    let punchboard::SoundGame { model, look, .. } = common::sound_texts(&files);
    for id in ["guns", "lull"] {
        add(&format!("card-{id}"), faces::card(&model, &look, find(&model.cards, id).unwrap(), 0.0), 100.0);
    }
    add("card-back-night", faces::card_back(&model, &look, find(&model.decks, "night").unwrap(), 0.0), 100.0);
    for id in ["Mill guard", "Guard", "9TK", "9TK#2"] {
        let counter = find(&model.counters, id).unwrap();
        add(
            &format!("counter-{}", id.replace([' ', '#'], "-")),
            faces::counter(&model, &look, counter, false, 0.0),
            160.0,
        );
    }
    for map in &model.maps {
        add(&format!("map-{}", map.id), art::map(&model, &look, map), 60.0);
    }
    for set in Set::ALL {
        add(&format!("{}s", set.what()), symbol_sheet::draw(&look.library, set), 60.0);
    }
    cases
}

#[test]
fn pictures_are_as_they_were() {
    let folder = common::root().join("tests/ref");
    let update = std::env::var_os("UPDATE_REF").is_some();
    let cases = cases();
    if update {
        std::fs::create_dir_all(&folder).unwrap();
    }
    let mut failures = Vec::new();
    for case in &cases {
        let path = folder.join(format!("{}.png", case.name));
        let png = Raster::new(case.dpi).png(&case.drawing).unwrap();
        if update {
            std::fs::write(&path, &png).unwrap();
            continue;
        }
        let actual = image::load_from_memory(&png).unwrap().to_rgba8();
        let expected = image::open(&path).map(|image| image.to_rgba8()).unwrap_or_default();
        if let Some(what) = differs(&expected, &actual) {
            failures.push((case.name.clone(), what, expected, actual));
        }
    }
    let known: Vec<String> = cases.iter().map(|case| format!("{}.png", case.name)).collect();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(known.contains(&name), "tests/ref/{name} belongs to no case");
    }
    if !failures.is_empty() {
        let list: Vec<String> = failures.iter().map(|(name, what, ..)| format!("{name}: {what}")).collect();
        panic!("{}\nlook at {}", list.join("\n"), page(&failures).display());
    }
}

/// What is different, if too much is.
fn differs(expected: &RgbaImage, actual: &RgbaImage) -> Option<String> {
    if expected.dimensions() == (0, 0) {
        return Some("there is no reference".to_string());
    }
    if expected.dimensions() != actual.dimensions() {
        return Some(format!("the size was {:?} and is {:?}", expected.dimensions(), actual.dimensions()));
    }
    let other = expected.pixels().zip(actual.pixels()).filter(|(a, b)| apart(a, b) > TOLERATED).count();
    let all = actual.pixels().len();
    (other * 1000 > all * TOLERATED_PER_MILLE).then(|| format!("{other} of {all} pixels are different"))
}

fn apart(a: &Rgba<u8>, b: &Rgba<u8>) -> u8 {
    a.0.iter().zip(b.0).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// A page with expected, actual and difference of everything that failed.
fn page(failures: &[(String, String, RgbaImage, RgbaImage)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    let mut html = String::from(
        "<!doctype html><meta charset=utf-8><title>Pictures that differ</title><style>body{font:15px sans-serif;margin:2em}\
         figure{display:inline-block;margin:0 1em 1em 0}img{max-width:30vw;border:1px solid #999;image-rendering:pixelated}</style>\n",
    );
    for (name, what, expected, actual) in failures {
        writeln!(html, "<h2>{name}</h2><p>{what}</p>").unwrap();
        for (title, image) in
            [("expected", expected), ("actual", actual), ("difference", &difference(expected, actual))]
        {
            let file = format!("{name}-{title}.png");
            if image.dimensions() != (0, 0) {
                image.save(folder.join(&file)).unwrap();
                writeln!(html, "<figure><img src=\"{file}\"><figcaption>{title}</figcaption></figure>").unwrap();
            }
        }
    }
    let path = folder.join("index.html");
    std::fs::write(&path, html).unwrap();
    path
}

/// Red where pixels differ, pale elsewhere.
fn difference(expected: &RgbaImage, actual: &RgbaImage) -> RgbaImage {
    RgbaImage::from_fn(actual.width(), actual.height(), |x, y| {
        let new = actual.get_pixel(x, y);
        match expected.get_pixel_checked(x, y) {
            Some(old) if apart(old, new) <= TOLERATED => Rgba(new.0.map(|c| 200 + c / 5)),
            _ => Rgba([220, 0, 0, 255]),
        }
    })
}

#[test]
fn a_change_is_seen_and_shown() {
    let plain = RgbaImage::from_pixel(40, 40, Rgba([200, 200, 200, 255]));
    let mut changed = plain.clone();
    for x in 0..10 {
        changed.put_pixel(x, 3, Rgba([10, 10, 10, 255]));
    }
    assert_eq!(differs(&plain, &plain), None);
    assert!(differs(&plain, &changed).is_some());
    assert!(differs(&RgbaImage::default(), &plain).unwrap().contains("no reference"));
    let shown = difference(&plain, &changed);
    assert_eq!(shown.get_pixel(3, 3), &Rgba([220, 0, 0, 255]));
    let page = page(&[("case".to_string(), "different".to_string(), plain, changed)]);
    let html = std::fs::read_to_string(&page).unwrap();
    for word in ["expected", "actual", "difference"] {
        assert!(html.contains(word) && page.with_file_name(format!("case-{word}.png")).exists());
    }
}
