//! A document with all there is, held against the pixels of the same drawing and against others' tools.

use super::*;
use crate::Colour;
use crate::{Font, Item, Path, Picture, Raster, Shared, Stroke, Style, TextStyle};
use std::io::ErrorKind;
use std::process::Command;

const INK: Colour = Colour([0x0b, 0x0c, 0x0e]);
const RED: Colour = Colour([200, 30, 40]);
const SAND: Colour = Colour([220, 200, 150]);
const DPI: f64 = 150.0;
/// The sample's sheet: 600 by 480 pixels, so that the grids of both pictures agree.
const SHEET: Rect = Rect::new(0.0, 0.0, 101.6, 81.28);

fn group(place: Affine, clip: Option<Path>, opacity: f64, items: Vec<Item>) -> Item {
    Item::Group { place, clip, opacity, items }
}

fn shapes(sheet: &mut Drawing) {
    sheet.shape(Path::rect(Rect::new(2.0, 2.0, 96.0, 76.0)), Style::fill(SAND));
    sheet.shape(
        Path::rounded(Rect::new(5.0, 5.0, 20.0, 12.0), 3.0),
        Style::fill(RED).with_stroke(Stroke::new(INK, 1.5)).with_opacity(0.5),
    );
    let zigzag = Path::polyline([(30.0, 15.0), (33.0, 6.0), (36.0, 15.0), (39.0, 6.0)]);
    sheet.shape(zigzag, Style::stroke(Stroke::new(INK, 1.2).sharp()));
    let zigzag = Path::polyline([(44.0, 15.0), (47.0, 6.0), (50.0, 15.0), (53.0, 6.0)]);
    sheet.shape(zigzag, Style::stroke(Stroke::new(RED, 1.2).dashed([2.0, 1.5])).with_opacity(0.6));
    let mut ring = Path::circle(66.0, 11.0, 6.0);
    ring.add(&Path::star(66.0, 11.0, 5.0));
    sheet.shape(ring, Style { even_odd: true, ..Style::fill(INK) });
    let mut curve = Path::new();
    curve.move_to(76.0, 16.0).cubic_to(80.0, 0.0, 84.0, 24.0, 88.0, 6.0).quad_to(94.0, 4.0, 95.0, 16.0).close();
    sheet.shape(curve, Style::fill(Colour([40, 90, 160])));
}

fn groups(sheet: &mut Drawing) {
    let square = || Item::Shape(Path::rect(Rect::new(0.0, 0.0, 10.0, 10.0)), Style::fill(RED));
    let disc = || Item::Shape(Path::circle(10.0, 10.0, 5.0), Style::fill(INK));
    let turned = Affine::shift(12.0, 20.0).after(Affine::turn(30.0, 5.0, 5.0));
    sheet.items.push(group(turned, Some(Path::circle(6.0, 6.0, 6.5)), 1.0, vec![square(), disc()]));
    let inner = group(Affine::scale_shift(0.5, 0.5, 6.0, 0.0), None, 0.5, vec![square(), disc()]);
    sheet.items.push(group(Affine::shift(32.0, 22.0), None, 0.5, vec![square(), disc(), inner]));
    sheet.items.push(group(Affine::IDENTITY, Some(Path::new()), 1.0, vec![square()]));
    sheet.items.push(group(Affine::scale_shift(0.0, 1.0, 0.0, 0.0), None, 1.0, vec![square()]));
    sheet.shape(Path::line(52.0, 22.0, 52.0, 36.0), Style::stroke(Stroke::new(INK, 0.0)));
}

fn words(sheet: &mut Drawing) {
    let lines = ["Wolga Волга ½ × 3", "fire office 62 A", "Kalach Калач", "Narrow №17", "12-4-6 Pz"];
    for (n, (font, text)) in Font::ALL.into_iter().zip(lines).enumerate() {
        let y = 44.0 + 6.0 * n as f64;
        sheet.text(TextStyle::points(font, 12.0, INK).aligned(crate::Align::Left).at(text, 5.0, y));
    }
    sheet.text(TextStyle::points(Font::Bold, 12.0, RED).spaced(0.3).at("WIDE LETTERS", 70.0, 44.0));
    let mut halo = TextStyle::points(Font::Bold, 14.0, INK).at("Halo Ростов", 70.0, 54.0);
    halo.halo = Some((Colour([255; 3]), 0.6));
    sheet.text(halo);
    let turned = TextStyle::points(Font::Italic, 10.0, INK).at("turned about", 0.0, 0.0);
    sheet.items.push(group(
        Affine::shift(70.0, 64.0).after(Affine::turn(15.0, 0.0, 0.0)),
        None,
        0.7,
        vec![Item::Text(turned)],
    ));
}

fn picture(picture: Picture, size: (f64, f64), x: f64, width: f64) -> Item {
    let scale = width / size.0;
    Item::Picture { picture, size, place: Affine::scale_shift(scale, scale, x, 23.0), ink: RED }
}

fn pictures(sheet: &mut Drawing) {
    let plain = "<path d='M0 0L60 40M60 0L0 40' fill='none' stroke='currentColor' stroke-width='6'/>";
    sheet.items.push(picture(Picture::svg(plain), (60.0, 40.0), 54.0, 12.0));
    let fancy = "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue' stop-opacity='.4'/>\
        </linearGradient><rect width='40' height='40' rx='8' fill='url(#g)'/>\
        <g opacity='.5'><circle cx='20' cy='20' r='12'/><circle cx='26' cy='20' r='12' fill='currentColor'/></g>";
    sheet.items.push(picture(Picture::svg(fancy), (40.0, 40.0), 69.0, 9.0));
    sheet.items.push(picture(Picture::svg(""), (40.0, 40.0), 69.0, 9.0));
}

fn photo() -> image::RgbImage {
    image::RgbImage::from_fn(32, 32, |x, y| image::Rgb([(x * 8) as u8, (y * 8) as u8, 90]))
}

fn photos(sheet: &mut Drawing) {
    for (n, format) in [image::ImageFormat::Png, image::ImageFormat::Jpeg].into_iter().enumerate() {
        let mut bytes = std::io::Cursor::new(Vec::new());
        photo().write_to(&mut bytes, format).unwrap();
        let bytes = bytes.into_inner();
        let own = if n == 0 { Picture::png(&bytes) } else { Picture::jpeg(&bytes) };
        for twice in 0..2 {
            let x = 79.0 + 9.0 * n as f64 + 4.5 * twice as f64;
            sheet.items.push(picture(own.clone(), (32.0, 32.0), x, 4.0));
        }
    }
}

fn sample(with_photos: bool) -> Document<'static> {
    let mut sheet = Drawing::new(SHEET.w, SHEET.h);
    shapes(&mut sheet);
    groups(&mut sheet);
    words(&mut sheet);
    pictures(&mut sheet);
    if with_photos {
        photos(&mut sheet);
    }
    let trim = Some(Rect::new(5.0, 6.0, 90.0, 70.0));
    let first =
        Page { drawing: Cow::Owned(sheet.clone()), trim, bleed: Some(SHEET.inset(2.0)), label: Some("C1".into()) };
    let second = Page { drawing: Cow::Owned(sheet), ..Page::default() };
    let child = Bookmark { title: "Backs".into(), page: 1, children: Vec::new() };
    Document {
        about: PdfAbout {
            title: "Sample".into(),
            author: Some("Somebody".into()),
            subject: Some("Test".into()),
            keywords: vec!["a".into(), "b".into()],
            creator: "Punchboard".into(),
        },
        pages: vec![first, second],
        bookmarks: vec![Bookmark { title: "Fronts – Лицо".into(), page: 0, children: vec![child] }],
    }
}

/// What another program prints about a PDF; none, and the test says nothing, if it is not there.
fn ask(program: &str, arguments: &[&str]) -> Option<String> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => {
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && complaint.is_empty(), "{program}: {complaint}");
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: there is no {program}");
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

/// A PDF as a file, for other programs.
fn file(document: &Document<'_>) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.pdf").to_str().unwrap().to_string();
    std::fs::write(&path, pdf(document).unwrap()).unwrap();
    (folder, path)
}

#[test]
fn the_same_document_gives_the_same_bytes_in_every_process() {
    const OUT: &str = "PUNCHBOARD_TEST_PDF";
    let bytes = pdf(&sample(true)).unwrap();
    if let Some(out) = std::env::var_os(OUT) {
        std::fs::write(out, bytes).unwrap();
        return;
    }
    assert!(bytes == pdf(&sample(true)).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("other.pdf");
    let name = "the_same_document_gives_the_same_bytes_in_every_process";
    let status = Command::new(std::env::current_exe().unwrap()).arg(name).env(OUT, &out).output().unwrap().status;
    assert!(status.success() && bytes == std::fs::read(out).unwrap());
}

#[test]
fn what_cannot_be_is_refused_without_panic() {
    let mut document = sample(false);
    document.bookmarks[0].children[0].page = 2;
    assert!(matches!(pdf(&document), Err(PdfError::Bookmark(_, 2))));
    let refused = |item: Item| {
        let items = vec![group(Affine::shift(1.0, 1.0), Some(Path::circle(0.0, 0.0, 9.0)), 0.5, vec![item])];
        let drawing = Drawing { items, ..Drawing::new(10.0, 10.0) };
        pdf(&Document { pages: vec![Page { drawing: Cow::Owned(drawing), ..Page::default() }], ..Document::default() })
            .err()
    };
    let svg = picture(Picture::svg("<g>"), (1.0, 1.0), 0.0, 1.0);
    assert!(matches!(refused(svg), Some(PdfError::Svg(_))));
    let png = picture(Picture::png(&[1, 2, 3]), (1.0, 1.0), 0.0, 1.0);
    assert!(matches!(refused(png), Some(PdfError::Image(_))));
    let nowhere = group(Affine::shift(f64::NAN, 0.0), None, 1.0, Vec::new());
    assert!(matches!(refused(nowhere), Some(PdfError::Place)));
    let unsized_page = Document { pages: vec![Page::default()], ..Document::default() };
    assert!(matches!(pdf(&unsized_page), Err(PdfError::Size(0))));
}

#[test]
fn others_read_the_file_its_fonts_and_its_words() {
    let (_folder, path) = file(&sample(false));
    if let Some(said) = ask("qpdf", &["--check", &path]) {
        assert!(said.contains("No syntax or stream encoding errors"), "{said}");
    }
    if let Some(fonts) = ask("pdffonts", &[&path]) {
        let rows: Vec<Vec<&str>> = fonts.lines().skip(2).map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows.len(), Font::ALL.len(), "{fonts}");
        // Name, type, encoding, then: embedded, subset, with a table of letters.
        assert!(rows.iter().all(|row| row[0].contains("+PT") && row[4..7] == ["yes", "yes", "yes"]), "{fonts}");
        assert!(rows.iter().all(|row| row[1..3] == ["CID", "TrueType"]), "{fonts}");
    }
    if let Some(images) = ask("pdfimages", &["-list", &path]) {
        assert_eq!(images.lines().count(), 2, "{images}");
    }
    if let Some(words) = ask("pdftotext", &["-raw", "-l", "1", &path, "-"]) {
        for text in ["Wolga Волга ½ × 3", "fire office 62 A", "Kalach Калач", "Narrow №17", "12-4-6 Pz", "WIDE LETTERS"]
        {
            assert_eq!(words.matches(text).count(), 1, "{text} in {words}");
        }
        for text in ["Halo Ростов", "turned about"] {
            assert_eq!(words.matches(text).count(), 1, "{text} in {words}");
        }
    }
    if let Some(info) = ask("pdfinfo", &["-box", &path]) {
        let said = info.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in ["Title: Sample", "Subject: Test", "Keywords: a, b", "Author: Somebody", "Creator: Punchboard"] {
            assert!(said.contains(part), "{said}");
        }
        // From below, as PDF counts.
        for part in ["MediaBox: 0.00 0.00 288.00 230.40", "TrimBox: 14.17 14.97 269.29 213.39"] {
            assert!(said.contains(part), "{said}");
        }
        assert!(said.contains("BleedBox: 5.67 5.67 282.33 224.73") && !said.contains("Date"), "{said}");
    }
}

#[test]
fn every_photo_is_embedded_once() {
    let (_folder, path) = file(&sample(true));
    if let Some(images) = ask("pdfimages", &["-list", &path]) {
        let mut objects: Vec<&str> = images.lines().skip(2).filter_map(|row| row.split_whitespace().nth(10)).collect();
        objects.sort_unstable();
        objects.dedup();
        assert_eq!(objects.len(), 2, "{images}");
    }
}

#[test]
fn the_page_looks_as_our_own_pixels_do() {
    let document = sample(true);
    let (folder, path) = file(&document);
    let stem = folder.path().join("page").to_str().unwrap().to_string();
    if ask("pdftoppm", &["-r", "150", "-png", "-singlefile", &path, &stem]).is_none() {
        return;
    }
    let theirs = image::open(format!("{stem}.png")).unwrap().to_rgb8();
    let ours = Raster::new(DPI).png(&document.pages[0].drawing).unwrap();
    let mut ours = image::load_from_memory(&ours).unwrap().to_rgba8();
    for pixel in ours.pixels_mut() {
        let alpha = u32::from(pixel.0[3]);
        pixel.0 = pixel.0.map(|channel| ((u32::from(channel) * alpha + 255 * (255 - alpha)) / 255) as u8);
    }
    let ours = image::DynamicImage::from(ours).to_rgb8();
    if let Some(keep) = std::env::var_os("PUNCHBOARD_KEEP") {
        let keep = std::path::PathBuf::from(keep);
        ours.save(keep.join("ours.png")).unwrap();
        theirs.save(keep.join("theirs.png")).unwrap();
        std::fs::copy(&path, keep.join("sample.pdf")).unwrap();
    }
    assert_eq!(ours.dimensions(), theirs.dimensions());
    let (missing, added) = (strangers(&ours, &theirs), strangers(&theirs, &ours));
    // Shapes, groups and symbols stand above the text and left of the photos: they leave no excuse.
    let shapes = |found: &[(u32, u32)]| found.iter().filter(|(x, y)| *x < 460 && *y < 224).count();
    assert_eq!((shapes(&missing), shapes(&added)), (0, 0), "{missing:?} {added:?}");
    // Thin strokes of letters and rims of photos are smoothed otherwise; a hundred pixels of 288 000 are usual.
    assert!(missing.len().max(added.len()) < 250, "{} {}", missing.len(), added.len());
}

/// The pixels of a picture that have nothing like them in the other, there or next to there: poppler puts
/// letters and photos on whole pixels, so edges may be off by one.
fn strangers(own: &image::RgbImage, other: &image::RgbImage) -> Vec<(u32, u32)> {
    let alike = |a: &image::Rgb<u8>, b: &image::Rgb<u8>| a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= 64);
    let met = |x: u32, y: u32, pixel: &image::Rgb<u8>| {
        let columns = x.saturating_sub(1)..=(x + 1).min(other.width() - 1);
        let mut near =
            columns.flat_map(|x| (y.saturating_sub(1)..=(y + 1).min(other.height() - 1)).map(move |y| (x, y)));
        near.any(|(x, y)| alike(pixel, other.get_pixel(x, y)))
    };
    own.enumerate_pixels().filter(|(x, y, pixel)| !met(*x, *y, pixel)).map(|(x, y, _)| (x, y)).collect()
}

/// What pages share is told apart by where it is; of pages that are gone, something else may be there.
#[test]
fn pages_may_be_gone_once_they_are_written() {
    let drawing = |n: u8| {
        let mut inside = Drawing::new(10.0, 10.0);
        inside.shape(Path::rect(Rect::new(1.0, 1.0, 5.0, 5.0)), Style::fill(Colour([n, 0, 0])));
        let mut drawing = Drawing::new(50.0, 50.0);
        drawing.items.push(Item::Shared(Shared::new(inside.items)));
        drawing
    };
    let numbers = [10, 20, 30, 40, 50];
    let mut writer = PdfWriter::new(&PdfAbout::default(), false);
    for n in numbers {
        writer.page(&Page { drawing: Cow::Owned(drawing(n)), ..Page::default() }).unwrap();
    }
    let pages = numbers.map(|n| Page { drawing: Cow::Owned(drawing(n)), ..Page::default() });
    let whole = pdf(&Document { pages: pages.into(), ..Document::default() }).unwrap();
    assert!(writer.finish(&[]).unwrap() == whole);
}

/// Items that are inlined are painted as if they stood there.
#[test]
fn inlined_items_are_the_same_bytes() {
    let plain = page_of(3);
    let mut inlined = Drawing::new(plain.width, plain.height);
    inlined.items.push(Item::Inlined(Shared::new(plain.items.clone())));
    let file = |drawing: &Drawing| {
        let page = Page { drawing: Cow::Borrowed(drawing), ..Page::default() };
        pdf(&Document { pages: vec![page], ..Document::default() }).unwrap()
    };
    assert!(file(&inlined) == file(&plain));
    let raster = Raster::new(50.0);
    assert!(raster.png(&inlined).unwrap() == raster.png(&plain).unwrap());
    assert_eq!(inlined.texts(), plain.texts());
    let mut other = page_of(3);
    other.items.pop();
    other.items = vec![Item::Inlined(Shared::new(other.items))];
    assert_ne!(inlined.fingerprint(), other.fingerprint());
}

/// A page of a game: text of two fonts, a rim, a picture, something half clear.
fn page_of(n: usize) -> Drawing {
    let mut drawing = Drawing::new(210.0, 297.0);
    let ink = Colour([10, 20, 30]);
    for at in 0..=n {
        let y = 20.0 + 10.0 * at as f64;
        let mut run = TextStyle::points(Font::Bold, 12.0, ink).at(&format!("Sheet {n}, line {at}"), 20.0, y);
        run.halo = Some((Colour([255; 3]), 0.3));
        drawing.items.push(Item::Text(run));
        drawing.items.push(Item::Text(TextStyle::points(Font::Narrow, 9.0, ink).at("\u{e9}e\u{301} ffi 1/2", 80.0, y)));
        let picture = Picture::svg("<path d='M0 0 L10 10' stroke='currentColor'/>");
        let place = Affine::shift(120.0, y);
        drawing.items.push(Item::Picture { picture, size: (10.0, 10.0), place, ink });
    }
    drawing
}

fn leaf_page(drawing: &Drawing) -> Page<'_> {
    let trim = Some(crate::Rect::new(10.0, 10.0, 100.0, 100.0));
    Page { drawing: std::borrow::Cow::Borrowed(drawing), trim, bleed: trim, label: None }
}

/// A page has the same bytes whether it is written alone or with others, and as often as one likes.
#[test]
fn leaves_depend_on_their_page_and_the_letters_only() {
    let pages: Vec<Drawing> = (0..5).map(page_of).collect();
    let mut letters = Letters::default();
    pages.iter().rev().for_each(|page| letters.add(&Letters::of(page)));
    assert!(!letters.is_entangled());
    assert_eq!(Letters::from_bytes(&letters.to_bytes()).as_ref(), Some(&letters));
    let all: Vec<Page<'_>> = pages.iter().map(leaf_page).collect();
    let together = leaves(&all, &letters).unwrap();
    for (n, page) in all.iter().enumerate() {
        let alone = leaves(std::slice::from_ref(page), &letters).unwrap();
        assert!(alone[0] == together[n], "page {n}");
    }
    // Kept and brought back: what pages share is handed over once by its hash.
    let mut kept = std::collections::BTreeMap::new();
    let bytes = together[2].to_bytes(&mut |hash, own| drop(kept.insert(hash, own.to_vec())));
    assert!(!kept.is_empty());
    assert!(Leaf::from_bytes(&bytes, &mut |hash| kept.get(hash).cloned()).unwrap() == together[2]);
    assert!(Leaf::from_bytes(&bytes, &mut |_| None).is_none());
    for cut in 0..bytes.len() {
        let cut = Leaf::from_bytes(&bytes[..cut], &mut |hash| kept.get(hash).cloned());
        assert!(cut.is_none_or(|cut| cut != together[2]));
    }
}

/// The bound file says the same as one that was written at once, and is as large.
#[test]
fn bound_leaves_are_a_file() {
    let pages: Vec<Drawing> = (0..40).map(|n| page_of(n % 6)).collect();
    let mut letters = Letters::default();
    pages.iter().for_each(|page| letters.add(&Letters::of(page)));
    let all: Vec<Page<'_>> = pages.iter().map(leaf_page).collect();
    let about = PdfAbout { title: "T".to_string(), author: Some("A (B)".to_string()), ..PdfAbout::default() };
    let bookmark = |page| Bookmark { title: format!("Page ({page} 0 R)"), page, children: Vec::new() };
    let bookmarks: Vec<Bookmark> = (0..40).map(bookmark).collect();
    let label = |n: usize| format!("Sheet {n}");
    let own: Vec<(Leaf, String)> =
        leaves(&all, &letters).unwrap().into_iter().enumerate().map(|(n, leaf)| (leaf, label(n))).collect();
    let file = bound(&about, &own, &bookmarks).unwrap();
    assert!(file == bound(&about, &own, &bookmarks).unwrap());
    let labelled = all.into_iter().enumerate().map(|(n, page)| Page { label: Some(label(n)), ..page });
    let whole =
        pdf(&Document { about: about.clone(), pages: labelled.collect(), bookmarks: bookmarks.clone() }).unwrap();
    assert!(file.len() < whole.len() * 21 / 20, "{} and {}", file.len(), whole.len());
    let fonts = |file: &[u8]| String::from_utf8_lossy(file).matches("/FontFile2").count();
    assert_eq!(fonts(&file), fonts(&whole));
    // Another page makes another edition.
    let other = bound(&about, &own[..39], &bookmarks[..39]).unwrap();
    let id = |file: &[u8]| String::from_utf8_lossy(file).rsplit("/ID[").next().unwrap().to_string();
    assert_ne!(id(&file), id(&other));
    // Read again, it is what was bound.
    let text = String::from_utf8_lossy(&file);
    assert_eq!(text.matches("/Type/Page/").count() + text.matches("/Type/Page>").count(), 40);
    assert!(text.contains("/Count 40") && text.contains("(Page (7 0 R))"));
    assert!(matches!(bound(&about, &own[..3], &bookmarks), Err(PdfError::Bookmark(..))));
}

#[test]
fn pages_with_text_or_effects_in_pictures_are_entangled() {
    for (svg, entangled) in [("<path d='M0 0L1 1'/>", false), ("<text>a</text>", true), ("<g filter='url(#a)'/>", true)]
    {
        let mut drawing = Drawing::new(10.0, 10.0);
        let (picture, ink) = (Picture::svg(svg), Colour([0; 3]));
        drawing.items.push(Item::Picture { picture, size: (1.0, 1.0), place: Affine::IDENTITY, ink });
        assert_eq!(Letters::of(&drawing).is_entangled(), entangled, "{svg}");
    }
}
