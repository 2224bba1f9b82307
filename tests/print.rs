//! The print-and-play kit, looked at with other people's tools: poppler draws and reads the PDFs, qpdf checks
//! them. `tests/run` installs both.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{examples, root, small, sound_texts, texts};
use punchboard::emit::print::{KitPart, Print, Sides};
use punchboard::emit::{Artifacts, Emitter, PrintKit};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Side of Verdun's counters.
const COUNTER: f64 = 15.875;

/// The kit of a game, with `print.toml` as given.
fn kit(mut texts: BTreeMap<String, String>, settings: &str, pick: impl FnOnce(&mut Print)) -> Artifacts {
    texts.insert("print.toml".to_string(), settings.to_string());
    let mut made = sound_texts(&texts);
    pick(&mut made.print);
    let files: Mutex<Artifacts> = Mutex::default();
    PrintKit.emit(&small(&made), &files).unwrap();
    files.into_inner().unwrap()
}

fn verdun() -> BTreeMap<String, String> {
    texts(&root().join("data/verdun"))
}

/// A folder of its own for a test, emptied.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("print-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What a program prints; it must succeed.
fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}; tests/run installs it"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program} {arguments:?}: {out}{err}");
    format!("{out}{err}")
}

/// Writes a file of a kit where programs find it.
fn put(folder: &Path, files: &Artifacts, path: &str) -> String {
    let target = folder.join(path.replace('/', "-"));
    std::fs::write(&target, &files[path]).unwrap();
    target.to_string_lossy().into_owned()
}

fn pdfs(files: &Artifacts) -> Vec<&str> {
    files.keys().map(String::as_str).filter(|path| path.ends_with(".pdf")).collect()
}

/// A grey picture of a page.
struct Picture {
    /// Millimetres of a pixel: what is measured is as exact as that.
    pixel: f64,
    width: usize,
    height: usize,
    grey: Vec<u8>,
}

/// The pages of a PDF, from the first to one of them, as poppler draws them.
fn pages(pdf: &str, last: usize, dpi: u32) -> Vec<Picture> {
    let stem = format!("{pdf}-page");
    run("pdftoppm", &["-r", &dpi.to_string(), "-l", &last.to_string(), "-gray", "-png", pdf, &stem]);
    let folder = Path::new(pdf).parent().unwrap();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().starts_with(&stem));
    files.sort();
    files
        .iter()
        .map(|path| {
            let picture = image::open(path).unwrap().into_luma8();
            let (width, height) = picture.dimensions();
            Picture {
                pixel: 25.4 / f64::from(dpi),
                width: width as usize,
                height: height as usize,
                grey: picture.into_raw(),
            }
        })
        .collect()
}

/// A box in millimetres: left, top, right, bottom.
type Box4 = [f64; 4];

impl Picture {
    /// The boxes of all connected ink that is at least 10 mm wide and high.
    fn boxes(&self) -> Vec<Box4> {
        let (w, h) = (self.width, self.height);
        let ink = |at: usize| self.grey[at] < 250;
        let mut seen = vec![false; w * h];
        let mut found = Vec::new();
        for start in 0..w * h {
            if seen[start] || !ink(start) {
                continue;
            }
            let (mut left, mut top, mut right, mut bottom) = (w, h, 0, 0);
            let mut stack = vec![start];
            seen[start] = true;
            while let Some(at) = stack.pop() {
                let (x, y) = (at % w, at / w);
                (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
                let across = [(x > 0).then(|| at - 1), (x + 1 < w).then(|| at + 1)];
                let down = [(y > 0).then(|| at - w), (y + 1 < h).then(|| at + w)];
                for at in across.into_iter().chain(down).flatten() {
                    if !seen[at] && ink(at) {
                        seen[at] = true;
                        stack.push(at);
                    }
                }
            }
            let mm = |pixels: usize| pixels as f64 * self.pixel;
            if mm(right - left) > 10.0 && mm(bottom - top) > 10.0 {
                found.push([mm(left), mm(top), mm(right + 1), mm(bottom + 1)]);
            }
        }
        found
    }

    /// What is on the other side of a box when the paper is turned: like the page of a book, or of a calendar.
    fn turned(&self, [left, top, right, bottom]: Box4, book: bool) -> Box4 {
        let (width, height) = (self.width as f64 * self.pixel, self.height as f64 * self.pixel);
        if book { [width - right, top, width - left, bottom] } else { [left, height - bottom, right, height - top] }
    }
}

fn apart(a: &Box4, b: &Box4) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Settings with which every counter stands alone on white.
fn alone(sides: &str, paper: &str) -> String {
    format!(
        "papers = \"{paper}\"\nsides = \"{sides}\"\nblock = [1, 1]\ngap = \"3mm\"\nbleed = 0\n\
         crop-marks = false\npng = false\nparts = \"counters\"\n"
    )
}

/// Pairs of pages that are the front and the back of a sheet, and whether the paper is turned like a book.
fn faced(sides: &str, count: usize, upright: bool) -> Vec<(usize, usize, bool)> {
    match sides {
        "long-edge" => (0..count / 2).map(|n| (2 * n, 2 * n + 1, upright)).collect(),
        "short-edge" => (0..count / 2).map(|n| (2 * n, 2 * n + 1, !upright)).collect(),
        "single" => (0..count / 2).map(|n| (n, count / 2 + n, true)).collect(),
        _ => (0..count).map(|n| (n, n, true)).collect(),
    }
}

/// Every back of Verdun's counters lies behind a front, for every way to print; and there are as many fronts
/// and backs as there are counters with them.
#[test]
fn backs_lie_behind_their_fronts() {
    let counters = common::model("verdun").counters;
    let all: usize = counters.iter().map(|counter| counter.copies as usize).sum();
    let backed = counters.iter().filter(|counter| counter.back.is_some());
    let with_backs: usize = backed.map(|counter| counter.copies as usize).sum();
    for (sides, paper) in [
        ("long-edge", "A4"),
        ("short-edge", "Letter"),
        ("long-edge", "297mm x 210mm"),
        ("gutterfold", "A4"),
        ("single", "Letter"),
    ] {
        let folder = folder(&format!("behind-{sides}-{}", paper.len()));
        let files = kit(verdun(), &alone(sides, paper), |_| {});
        let pdf = put(&folder, &files, pdfs(&files)[0]);
        let pages = pages(&pdf, 999, 300);
        let (mut fronts, mut backs) = (0, 0);
        for (front, back, book) in faced(sides, pages.len(), paper != "297mm x 210mm") {
            let pixel = pages[front].pixel;
            let middle = pages[front].width as f64 * pixel / 2.0;
            let folded = sides == "gutterfold";
            let (mut front_boxes, mut back_boxes) = (pages[front].boxes(), pages[back].boxes());
            if folded {
                front_boxes.retain(|rect| rect[2] < middle);
                back_boxes.retain(|rect| rect[0] > middle);
            }
            for back_box in &back_boxes {
                let seen = pages[back].turned(*back_box, book);
                let nearest = front_boxes.iter().map(|front| apart(front, &seen)).fold(f64::MAX, f64::min);
                assert!(nearest < 2.0 * pixel, "{sides} {paper}: sheet {front}: {back_box:?} is {nearest} mm off");
            }
            fronts += front_boxes.len();
            backs += back_boxes.len();
        }
        assert_eq!((fronts, backs), (all, with_backs), "{sides} {paper}");
    }
}

#[test]
fn counters_are_as_large_as_they_should_be() {
    let folder = folder("size");
    for paper in ["A4", "Letter"] {
        let files = kit(verdun(), &alone("long-edge", paper), |_| {});
        let pdf = put(&folder, &files, pdfs(&files)[0]);
        for page in pages(&pdf, 2, 600) {
            let boxes = page.boxes();
            assert!(boxes.len() > 50);
            for [left, top, right, bottom] in boxes {
                let (width, height) = (right - left, bottom - top);
                assert!((width - COUNTER).abs() < 0.1 && (height - COUNTER).abs() < 0.1, "{width} x {height}");
            }
        }
    }
}

/// The numbers on a page, where they are, in points.
fn numbers(pdf: &str, page: usize) -> Vec<(String, (f64, f64))> {
    let page = page.to_string();
    let text = run("pdftotext", &["-f", &page, "-l", &page, "-bbox", pdf, "-"]);
    let value = |line: &str, name: &str| -> f64 {
        line.split_once(&format!("{name}=\"")).unwrap().1.split('"').next().unwrap().parse().unwrap()
    };
    let word = |line: &str| {
        let text = line.split_once('>')?.1.split('<').next()?.to_string();
        let x = (value(line, "xMin") + value(line, "xMax")) / 2.0;
        Some((text, (x, (value(line, "yMin") + value(line, "yMax")) / 2.0)))
    };
    let number = |(word, _): &(String, (f64, f64))| word.len() == 4 && word.starts_with('7');
    text.lines().filter(|line| line.contains("<word ")).filter_map(word).filter(number).collect()
}

/// A game of counters whose fronts and backs carry the same number and nothing else.
fn numbered() -> BTreeMap<String, String> {
    let game = String::from(
        "src = \"owner\"\n[game]\ntitle = \"N\"\nversion = \"1.0.0\"\n[warnings]\nallow = [\"unused-type\"]\n\
         [[side]]\nid = \"a\"\nname = \"A\"\ncolour = \"#ffffff\"\n[[value]]\nid = \"v\"\nname = \"V\"\n\
         [[type]]\nid = \"infantry\"\nname = \"I\"\n[[layout]]\nid = \"u\"\n\
         front = { state = \"full\", values = [\"v\"] }\nback = { state = \"half\", values = [\"v\"] }\n",
    );
    let mut counters =
        String::from("src = \"owner\"\n[[units]]\nlayout = \"u\"\nside = \"a\"\ntype = \"infantry\"\nunit = [\n");
    for n in 0..200 {
        let value = 7000 + n;
        counters += &format!("{{ id = \"u{n}\", front = [{value}], back = [{value}] }},\n");
    }
    counters += "]\n";
    BTreeMap::from([("game.toml".to_string(), game), ("counters.toml".to_string(), counters)])
}

/// The right back behind each front: counted words, not boxes, with bleed and blocks as they come.
#[test]
fn each_front_has_its_own_back() {
    let folder = folder("own");
    for sides in ["long-edge", "short-edge", "single", "gutterfold"] {
        let settings = format!("papers = \"A4\"\nsides = \"{sides}\"\npng = false\nparts = \"counters\"\n");
        let files = kit(numbered(), &settings, |_| {});
        let pdf = put(&folder, &files, pdfs(&files)[0]);
        let count = run("pdfinfo", &[&pdf]).lines().find_map(|line| line.strip_prefix("Pages:")?.trim().parse().ok());
        let (width, height) = (210.0 / 25.4 * 72.0, 297.0 / 25.4 * 72.0);
        let mut found = 0;
        for (front, back, book) in faced(sides, count.unwrap(), true) {
            let (mut front, mut back) = (numbers(&pdf, front + 1), numbers(&pdf, back + 1));
            if sides == "gutterfold" {
                front.retain(|(_, (x, _))| *x < width / 2.0);
                back.retain(|(_, (x, _))| *x > width / 2.0);
            }
            let back: BTreeMap<String, (f64, f64)> = back.into_iter().collect();
            for (word, (x, y)) in &front {
                let (bx, by) = back.get(word).unwrap_or_else(|| panic!("{sides}: {word} has no back on its sheet"));
                let (bx, by) = if book { (width - bx, *by) } else { (*bx, height - by) };
                // The art of a back that is turned upside down is not quite symmetrical: a millimetre.
                assert!((x - bx).abs() < 1.0 && (y - by).abs() < 3.0, "{sides}: {word} {x} {y} {bx} {by}");
                found += 1;
            }
        }
        assert_eq!(found, 200, "{sides}");
    }
}

/// What qpdf, pdffonts and pdfimages say of every PDF of the whole kit.
#[test]
fn pdfs_are_sound_vectors_with_embedded_fonts() {
    let folder = folder("sound");
    let mut games: Vec<(String, BTreeMap<String, String>)> = vec![("ford".to_string(), examples(&["language"]))];
    games.extend(common::games().iter().map(|game| (game.display().to_string(), texts(game))));
    for (game, texts) in games {
        let own = game == "ford";
        let files = kit(texts, "png = false\n", |_| {});
        let pdfs = pdfs(&files);
        for part in ["counters", "setup-cards", "player-aid", "calibration", "tiles"] {
            let of_part = pdfs.iter().filter(|path| path.contains(part)).count();
            assert!(of_part >= 2, "{game}: {part} is there for {of_part} papers");
        }
        for path in pdfs {
            let pdf = put(&folder, &files, path);
            let checked = run("qpdf", &["--check", &pdf]);
            assert!(checked.contains("No syntax or stream encoding errors found"), "{path}: {checked}");
            let fonts = run("pdffonts", &[&pdf]);
            let fonts: Vec<&str> = fonts.lines().skip(2).collect();
            assert!(!fonts.is_empty(), "{path}: no text");
            for font in fonts {
                // The columns after the encoding: emb sub uni.
                assert!(font.contains("yes yes yes"), "{path}: {font}");
                assert!(font.get(6..7) == Some("+"), "{path}: not a subset: {font}");
            }
            let images = run("pdfimages", &["-list", &pdf]);
            assert_eq!(images.lines().skip(2).count(), 0, "{path}: {images}");
            let words = run("pdftotext", &[&pdf, "-"]);
            let pages: Vec<&str> = words.split_terminator('\u{c}').collect();
            for (n, page) in pages.iter().enumerate() {
                // A game of the author's own has its title in the footer, and says nothing of its source.
                let footer = if own { "The Ford 1.0.0" } else { "unofficial" };
                assert!(page.contains(footer), "{path} page {}: no footer: {page}", n + 1);
                assert!(!own || !page.contains("unofficial"), "{path} page {}: {page}", n + 1);
                let ruler = page.contains("mm at 100 %") || page.contains("50 mm");
                assert!(ruler || page.contains("Calibration back"), "{path} page {}: no ruler", n + 1);
            }
            let info = run("pdfinfo", &[&pdf]);
            assert!(info.contains("Title:") && info.contains("Creator:") && !info.contains("CreationDate"), "{info}");
        }
    }
}

/// Boxes say what is left after the cut, inside the bleed, inside the paper.
#[test]
fn boxes_of_pages_nest() {
    let folder = folder("boxes");
    let files = kit(verdun(), "preset = \"print-service\"\npng = false\nparts = [\"counters\", \"maps\"]\n", |_| {});
    for path in pdfs(&files) {
        let pdf = put(&folder, &files, path);
        let info = run("pdfinfo", &["-box", "-l", "99", &pdf]);
        let boxes = |name: &str| -> Vec<Vec<f64>> {
            let numbers = |line: &str| -> Vec<f64> {
                line.split_once(':').unwrap().1.split_whitespace().map(|number| number.parse().unwrap()).collect()
            };
            info.lines().filter(|line| line.contains(name)).map(numbers).collect()
        };
        let (media, bleed, trim) = (boxes("MediaBox"), boxes("BleedBox"), boxes("TrimBox"));
        assert!(!media.is_empty() && media.len() == trim.len() && media.len() == bleed.len(), "{path}: {info}");
        for ((media, bleed), trim) in media.iter().zip(&bleed).zip(&trim) {
            let inside = |a: &[f64], b: &[f64]| a[0] >= b[0] && a[1] >= b[1] && a[2] <= b[2] && a[3] <= b[3];
            assert!(inside(trim, bleed) && inside(bleed, media), "{path}: {trim:?} {bleed:?} {media:?}");
            if path.contains("counters") {
                // An eighth of an inch, in points.
                assert!((trim[0] - bleed[0] - 9.0).abs() < 0.1, "{path}: {trim:?} {bleed:?}");
            }
        }
    }
}

#[test]
fn the_same_kit_has_the_same_bytes() {
    let small = "papers = \"A4\"\npng = 40\ncut = true\n";
    let (first, second) = (kit(verdun(), small, |_| {}), kit(verdun(), small, |_| {}));
    assert!(first.keys().any(|path| path.ends_with(".png")) && first.keys().any(|path| path.ends_with(".svg")));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (path, bytes) in &first {
        assert!(second[path] == *bytes, "{path}");
    }
}

/// A subset is just that, on the same grid, and nothing else is printed.
#[test]
fn picked_counters_alone_are_printed() {
    let folder = folder("picked");
    let pick = |print: &mut Print| {
        print.counters = vec!["34/13G".to_string()];
        print.parts = vec![KitPart::Counters];
        assert_eq!(print.settings.sides, Sides::LongEdge);
    };
    let files = kit(verdun(), &alone("long-edge", "A4"), pick);
    let [path] = pdfs(&files)[..] else { panic!("{:?}", files.keys()) };
    let pages = pages(&put(&folder, &files, path), 99, 300);
    assert_eq!(pages.len(), 2);
    assert_eq!((pages[0].boxes().len(), pages[1].boxes().len()), (1, 1));
}

/// Pages as pictures have the size of the paper, upright or, for charts that are wider than high, across.
#[test]
fn pages_are_pictures_too() {
    let files = kit(verdun(), "papers = \"A4\"\npng = 100\nparts = [\"counters\", \"aids\"]\n", |_| {});
    let pngs: Vec<_> = files.iter().filter(|(path, _)| path.ends_with(".png")).collect();
    assert!(pngs.len() > 8, "{:?}", files.keys());
    for (path, bytes) in pngs {
        let picture = image::load_from_memory(bytes).unwrap();
        let across = path.contains("player-aid") && picture.width() > picture.height();
        let paper = if across { (1169, 827) } else { (827, 1169) };
        assert_eq!((picture.width(), picture.height()), paper, "{path}");
    }
}
