//! Games with pictures, maps and counter sizes of the author's own.

use crate::common::desk::Desk;
use crate::common::small;
use punchboard::art::faces;
use punchboard::draw::{Item, Raster};
use punchboard::emit::{Artifacts, Emitter, EngineData, Game, Pictures, PrintKit};
use punchboard::source::Sources;
use punchboard::{Compiled, SoundGame, compile_sources};
use std::sync::Mutex;

const GAME: &str = r##"
src = "owner"
[game]
title = "Own art"
version = "1.0.0"
[[side]]
id = "red"
name = "Red"
colour = "#cfab78"
[[type]]
id = "infantry"
name = "Infantry"
"##;

const COUNTERS: &str = r#"
src = "owner"
[[units]]
side = "red"
type = "infantry"
independent = true
image = "art/{id}.png"
back-image = "art/backs/{side}.svg"
unit = [{ id = "191/71" }, { id = "Köln", count = 2 }]
[[units]]
side = "red"
type = "infantry"
independent = true
unit = [{ id = "big", image = "art/{id}.jpg", counter-size = "1in" }]
[[marker]]
id = "hit"
name = "Hit"
image = "art/hit.svg"
"#;

const CARDS: &str = r#"
src = "owner"
[[deck]]
id = "deck"
name = "Deck"
image = "art/{deck}-{id}.png"
back-image = "art/{deck}-back.png"
size = ["50mm", "70mm"]
[[card]]
id = "one"
deck = "deck"
title = "One"
[[card]]
id = "two"
deck = "deck"
title = "Two"
back-image = "art/two-back.png"
"#;

const SQUARE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10"><rect width="10" height="10" fill="#0000ff"/></svg>"##;

/// A picture of one colour.
fn pixels(width: u32, height: u32, format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(width, height, image::Rgb([200, 30, 30])).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    use image::ImageFormat::{Jpeg, Png};
    vec![
        ("game.toml", GAME.as_bytes().to_vec()),
        ("counters.toml", COUNTERS.as_bytes().to_vec()),
        ("cards.toml", CARDS.as_bytes().to_vec()),
        ("art/191%2F71.png", pixels(190, 190, Png)),
        ("art/K%C3%B6ln.png", pixels(190, 190, Png)),
        ("art/backs/red.svg", SQUARE.as_bytes().to_vec()),
        ("art/big.jpg", pixels(300, 300, Jpeg)),
        ("art/hit.svg", SQUARE.as_bytes().to_vec()),
        ("art/deck-one.png", pixels(500, 700, Png)),
        ("art/deck-two.png", pixels(500, 700, Png)),
        ("art/deck-back.png", pixels(500, 700, Png)),
        ("art/two-back.png", pixels(500, 700, Png)),
    ]
}

fn compiled(files: &[(&str, Vec<u8>)]) -> Compiled {
    compile_sources(Sources::from_bytes("game", files.iter().map(|(name, bytes)| (*name, bytes.as_slice()))))
}

fn game() -> SoundGame {
    let compiled = compiled(&files());
    assert!(compiled.messages().is_empty(), "{}", compiled.messages().join("\n"));
    compiled.game.unwrap()
}

fn made(emitter: &dyn Emitter, game: &Game<'_>) -> Artifacts {
    let sink: Mutex<Artifacts> = Mutex::default();
    emitter.emit(game, &sink).unwrap();
    sink.into_inner().unwrap()
}

#[test]
fn pictures_are_the_faces_in_every_output() {
    let sound = game();
    let game = small(&sound);
    let (model, look) = (&sound.model, &sound.look);
    let big = model.counters.iter().find(|counter| counter.id == "big").unwrap();
    assert_eq!(big.size, Some(25.4));
    assert_eq!(big.front.image.as_deref(), Some("art/big.jpg"));
    for counter in &model.counters {
        let face = faces::counter(model, look, counter, false, 1.5);
        assert_eq!(face.width, model.side_of(counter));
        let drawn = face.items.iter().filter(|item| matches!(item, Item::Picture { .. })).count();
        assert_eq!(drawn, 2, "{}: the picture, and what bleeds below it", counter.id);
        assert!(face.texts().is_empty());
    }
    let engine: serde_json::Value = serde_json::from_slice(&made(&EngineData, &game)["engine.json"]).unwrap();
    assert_eq!(engine["counters"][0]["front"]["image"], "art/191%2F71.png");
    assert_eq!(engine["counters"][0]["back"]["image"], "art/backs/red.svg");
    assert_eq!(engine["cards"][1]["back_image"], "art/two-back.png");
    let images = made(&Pictures, &game);
    let red = |name: &str| {
        let picture = image::load_from_memory(&images[name]).unwrap().to_rgb8();
        let pixel = picture.get_pixel(picture.width() / 2, picture.height() / 2).0;
        (picture.dimensions(), pixel[0] > 180 && pixel[2] < 60)
    };
    assert_eq!(red("images/counters/191-71.png"), ((45, 45), true));
    assert_eq!(red("images/counters/big.png"), ((72, 72), true));
    assert_eq!(red("images/cards/one.png"), ((142, 198), true));
    assert_eq!(red("images/cards/two_own_back.png"), ((142, 198), true));
    let bytes = punchboard::emit::vassal::module(&game).unwrap();
    let module = punchboard::emit::vassal::codec::archive::unpack(&bytes, Default::default()).unwrap();
    for (file, side) in [("images/counter_big.png", 60), ("images/cardback_card_two.png", 118)] {
        let found = module.get(file).unwrap_or_else(|| panic!("{file} is not among {:?}", module.keys()));
        assert_eq!(image::load_from_memory(found).unwrap().width(), side);
    }
}

#[test]
fn sheets_hold_counters_of_one_size() {
    let sound = game();
    let kit = made(&PrintKit, &small(&sound));
    for sheets in ["print/a4/counters.pdf", "print/a4/counters-25.4mm.pdf"] {
        assert!(kit.contains_key(sheets), "{sheets} is not among {:?}", kit.keys());
    }
}

/// A card is cut to the size that its deck says, not to what is left of it without the bleed.
#[test]
fn cards_are_cut_to_their_size() {
    let mut sound = game();
    sound.print.cut = true;
    let kit = made(&PrintKit, &small(&sound));
    let svg = String::from_utf8_lossy(&kit["print/a4/cut/cards-1.svg"]).into_owned();
    let ends = svg.split("<path d=\"").skip(1).map(|path| {
        let data = path.split('"').next().unwrap();
        let numbers =
            data.split(|c: char| !(c.is_ascii_digit() || ".-".contains(c))).filter_map(|part| part.parse().ok());
        numbers.collect::<Vec<f64>>()
    });
    let down: Vec<f64> =
        ends.filter(|line| line.len() == 4 && line[0] == line[2]).map(|line| line[3] - line[1]).collect();
    assert!(!down.is_empty() && down.iter().all(|length| (length - 70.0).abs() < 0.01), "{down:?}\n{svg}");
}

#[test]
fn faults_of_pictures_are_told_by_name() {
    let mut files = files();
    files.retain(|(name, _)| !["art/K%C3%B6ln.png", "art/two-back.png"].contains(name));
    files.push(("art/Köln.png", pixels(190, 190, image::ImageFormat::Png)));
    for (name, bytes) in &mut files {
        match *name {
            "art/big.jpg" => *bytes = pixels(300, 200, image::ImageFormat::Jpeg),
            "art/191%2F71.png" => *bytes = pixels(40, 40, image::ImageFormat::Png),
            _ => {}
        }
    }
    let messages = compiled(&files).messages().join("\n");
    for wanted in [
        "the picture `art/K%C3%B6ln.png` (the front of `Köln`) is missing",
        "`art/two-back.png` (the back of the card `two`) is missing",
        "this picture does not fit 25.4 by 25.4 mm: `art/big.jpg` (300 by 200)",
        "look coarse in print",
        "`art/191%2F71.png` (40 by 40)",
        "nothing uses the picture `art/Köln.png`",
    ] {
        assert!(messages.contains(wanted), "{wanted} is not in\n{messages}");
    }
}

#[test]
fn names_of_pictures_are_checked() {
    let with = |from: &str, to: &str| {
        let mut files = files();
        files[1].1 = COUNTERS.replace(from, to).into_bytes();
        compiled(&files).messages().join("\n")
    };
    let messages = with("art/{id}.jpg", "art/{name}.jpg");
    assert!(messages.contains("cannot ask for `name`") && messages.contains("`{id}`"), "{messages}");
    let messages = with("art/{id}.jpg", "pictures/{id}.jpg");
    assert!(messages.contains("is not in the folder `art/`"), "{messages}");
    let messages = with("{ id = \"191/71\" }", "{ id = \"köln\", image = \"art/KÖLN.png\" }, { id = \"191/71\" }");
    assert!(messages.contains("art/KÖLN.png"), "{messages}");
}

#[test]
fn the_program_lists_pictures() {
    let desk = Desk::with_game();
    for (name, bytes) in files().iter().filter(|(name, _)| *name != "art/big.jpg") {
        desk.write(&format!("own/{name}"), bytes);
    }
    let run = desk.run(&["art", "--list", "own"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let line = |name: &str| run.out.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_string();
    assert!(
        line("art/191%2F71.png ").contains("188 x 188") && line("art/191%2F71.png ").contains("there"),
        "{}",
        run.out
    );
    assert!(line("art/big.jpg").contains("300 x 300") && line("art/big.jpg").contains("missing"), "{}", run.out);
    let run = desk.run(&["art", "--list", "my-game"]);
    assert!(run.out.contains("art/1%2F1-back.png") && run.out.contains("drawn"), "{}", run.out);
    assert_eq!(desk.run(&["art", "--list", "nowhere"]).code, 2);
}

#[test]
fn a_rendered_picture_fills_the_counter() {
    let sound = game();
    let counter = &sound.model.counters[0];
    let face = faces::counter(&sound.model, &sound.look, counter, true, 0.0);
    let png = Raster::new(150.0).png(&face).unwrap();
    let picture = image::load_from_memory(&png).unwrap().to_rgb8();
    assert!(picture.pixels().all(|pixel| pixel.0[2] > 250 && pixel.0[0] < 5));
}

fn map_game(map: &str, more: &[(&'static str, Vec<u8>)]) -> Compiled {
    let mut files = vec![("game.toml", GAME.as_bytes().to_vec()), ("map-front.toml", map.as_bytes().to_vec())];
    files.extend(more.iter().cloned());
    compiled(&files)
}

/// A scan as wide and high as an A5 page at 300 dots per inch.
fn scan() -> Vec<(&'static str, Vec<u8>)> {
    let unit = "src = \"owner\"\n[[units]]\nside = \"red\"\ntype = \"infantry\"\nindependent = true\nunit = [{ id = \"a\", image = \"art/a.png\" }]";
    vec![
        ("art/scan.jpg", pixels(1181, 590, image::ImageFormat::Jpeg)),
        ("art/a.png", pixels(188, 188, image::ImageFormat::Png)),
        ("counters.toml", unit.as_bytes().to_vec()),
    ]
}

#[test]
fn a_picture_alone_is_a_map() {
    let compiled = map_game("src = \"owner\"\n[map]\nimage = \"art/scan.jpg\"\n", &scan());
    assert!(compiled.messages().is_empty(), "{}", compiled.messages().join("\n"));
    let sound = compiled.game.unwrap();
    let map = &sound.model.maps[0];
    assert_eq!((map.id.as_str(), map.name.as_str()), ("front", "Front"));
    assert!((map.width - 99.991).abs() < 0.01 && (map.height - 49.953).abs() < 0.01, "{} x {}", map.width, map.height);
    let game = small(&sound);
    let kit = made(&PrintKit, &game);
    assert!(kit.keys().any(|name| name == "print/map-front.pdf"), "{:?}", kit.keys());
    let bytes = punchboard::emit::vassal::module(&game).unwrap();
    let files = punchboard::emit::vassal::codec::archive::unpack(&bytes, Default::default()).unwrap();
    assert!(files.keys().any(|name| name.contains("board_front")), "{:?}", files.keys());
}

#[test]
fn places_come_over_a_scan_step_by_step() {
    let map = "src = \"owner\"\n[map]\nimage = \"art/scan.jpg\"\n";
    let steps = [
        "[[box]]\nid = \"pool\"\nname = \"Pool\"\nat = [5, 5]\nsize = [20, 20]\n",
        "[grid]\ncolumns = 3\nrows = 2\nhex = \"12mm\"\norigin = [20, 15]\n",
        "[[area]]\nid = \"A\"\npoint = [20, 20]\n[[area]]\nid = \"B\"\npoint = [60, 20]\n[[link]]\nfrom = \"A\"\nto = \"B\"\n",
        "[[area]]\nid = \"A\"\nrect = [5, 5, 20, 20]\n[[area]]\nid = \"B\"\npolygon = [[30, 5], [60, 5], [60, 40]]\n[[link]]\nfrom = \"A\"\nto = \"B\"\n",
    ];
    for step in steps {
        let compiled = map_game(&format!("{map}{step}"), &scan());
        assert!(compiled.messages().is_empty(), "{step}\n{}", compiled.messages().join("\n"));
        let sound = compiled.game.unwrap();
        assert!(!sound.model.places.is_empty());
        punchboard::emit::vassal::module(&small(&sound)).unwrap();
    }
}

#[test]
fn a_map_whose_picture_is_missing_says_so_and_no_more() {
    let compiled = map_game("src = \"owner\"\n[map]\nimage = \"art/scam.jpg\"\n", &scan());
    let messages = compiled.messages();
    assert_eq!(messages.len(), 1, "{}", messages.join("\n"));
    assert!(messages[0].contains("there is no picture `art/scam.jpg`") && messages[0].contains("art/scan.jpg"));
}

/// Every connection ends at the edges of its spaces, and no name stands on one.
#[test]
fn connections_end_at_the_edge_of_spaces() {
    let (model, look) = crate::common::ford();
    let map = model.maps.iter().find(|map| map.id == "front").unwrap();
    let drawing = punchboard::art::map(&model, &look, map);
    let spaces: Vec<_> = model.places.iter().filter(|place| place.space().is_some()).collect();
    assert_eq!(spaces.len(), 4);
    let inside = |x: f64, y: f64| {
        let point = punchboard::model::Point { x, y };
        spaces.iter().any(|place| {
            let centre = place.centre.unwrap();
            let near =
                punchboard::model::Point { x: centre.x + (x - centre.x) * 1.06, y: centre.y + (y - centre.y) * 1.06 };
            punchboard::geometry::polygon::contains(&place.outline, point)
                && punchboard::geometry::polygon::contains(&place.outline, near)
        })
    };
    let mut lines = 0;
    for item in &drawing.items {
        let Item::Shape(path, style) = item else { continue };
        let Some(bounds) = path.bounds() else { continue };
        if style.fill.is_none() && style.stroke.is_some() && bounds.w.max(bounds.h) > 20.0 {
            lines += 1;
            for point in straight(path) {
                assert!(!inside(point.0, point.1), "a line ends inside a space at {point:?}");
            }
        }
    }
    assert!(lines >= 4, "only {lines} lines");
    let texts = drawing.texts();
    for name in ["ALTSTADT", "ALTDORF", "ECKHOF"] {
        let text = texts.iter().find(|text| text.text == name).unwrap_or_else(|| panic!("{name} is missing"));
        let (x, y) = text.bounds.centre();
        assert!(!inside(x, y), "{name} stands on a space");
    }
    let one_way = model.edges.iter().filter(|edge| &*edge.from.id == "Eck" && &*edge.to.id == "Dorf").count();
    assert_eq!(one_way, 0);
    let canal = model.edges.iter().find(|edge| &*edge.from.id == "Alt" && &*edge.to.id == "Dorf").unwrap();
    assert_eq!(canal.ways, ["canal"]);
}

/// The points of a path of straight lines; none of others.
fn straight(path: &punchboard::draw::Path) -> Vec<(f64, f64)> {
    let data = path.data();
    if data.contains(['Q', 'C', 'A', 'Z']) {
        return Vec::new();
    }
    let numbers =
        data.split(|c: char| !(c.is_ascii_digit() || "-.".contains(c))).filter_map(|number| number.parse().ok());
    let numbers: Vec<f64> = numbers.collect();
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}
