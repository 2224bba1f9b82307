//! Maps and the calibration pages.

use super::*;

fn map(width: f64, height: f64) -> Drawing {
    let mut drawing = Drawing::new(width, height);
    drawing.shape(Path::rect(Rect::new(0.0, 0.0, width, height)), Style::fill(Colour([90, 140, 90])));
    drawing
}

/// What of the map a tile shows and what is kept of it when it is cut, both on the map.
fn on_map(sheet: &PrintSheet) -> (Rect, Rect) {
    let (place, rects) = clips(&sheet.drawing).remove(0);
    let back = Affine::shift(-place.0[4], -place.0[5]);
    assert!(close(rects[0], sheet.bleed, WRITTEN), "{rects:?} {:?}", sheet.bleed);
    (back.apply_rect(sheet.bleed), back.apply_rect(sheet.trim))
}

#[test]
fn tiles_cover_the_map_and_overlap() {
    for paper in papers() {
        for (width, height) in [(560.0, 430.0), (80.0, 60.0), (5.0, 900.0), (863.6, 558.8), (190.0, 269.0)] {
            for overlap in [0.0, 8.0, 13.7] {
                let way = Settings { overlap, ..settings(Sides::LongEdge) };
                let sheets = map_tiles(&map(width, height), "Map", &paper, &way, FOOTER).unwrap();
                let whole = Rect::new(0.0, 0.0, width, height);
                let tiles: Vec<(Rect, Rect)> = sheets.iter().map(on_map).collect();
                let kept: f64 = tiles.iter().map(|(_, kept)| kept.w * kept.h).sum();
                assert!((kept - width * height).abs() < 1e-3, "{kept} {paper:?}");
                for (n, (shown, kept)) in tiles.iter().enumerate() {
                    assert!(whole.contains(*shown, NEAR) && shown.contains(*kept, NEAR));
                    for (other, other_kept) in &tiles[..n] {
                        assert!(!kept.inset(NEAR).overlaps(*other_kept));
                        // Neighbours side by side have the overlap in common.
                        if (shown.y - other.y).abs() < NEAR && shown.x > other.x && shown.x < other.right() - NEAR {
                            assert!((other.right() - shown.x - overlap).abs() < NEAR);
                        }
                    }
                    let page = Rect::new(0.0, 0.0, sheets[n].drawing.width, sheets[n].drawing.height);
                    assert!(page.inset(way.margin).contains(sheets[n].bleed, NEAR));
                }
            }
        }
    }
}

#[test]
fn tiles_are_named_know_their_neighbours_and_keep_words_apart() {
    let sheets = map_tiles(&map(560.0, 430.0), "Map", &papers()[0], &settings(Sides::LongEdge), FOOTER).unwrap();
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names[..5], ["Map A1", "Map B1", "Map C1", "Map D1", "Map A2"]);
    let texts: Vec<String> = sheets[1].drawing.texts().into_iter().map(|text| text.text).collect();
    for words in ["A1", "C1", "B2", "page 2 of 8", FOOTER, "50 mm at 100 %"] {
        assert!(texts.iter().any(|text| text == words), "{words} {texts:?}");
    }
    for sheet in &sheets {
        let solids = &sheet.drawing.solids;
        assert!(solids.iter().any(|(name, _)| name == "key"));
        for (n, (name, rect)) in solids.iter().enumerate() {
            assert!(!rect.overlaps(sheet.bleed), "{name}");
            assert!(solids[..n].iter().all(|(_, other)| !other.overlaps(*rect)), "{name} {rect:?}");
        }
    }
}

#[test]
fn a_wide_map_is_tiled_sideways_and_a_tiny_paper_refused() {
    let sheets = map_tiles(&map(270.0, 180.0), "Map", &papers()[0], &settings(Sides::LongEdge), FOOTER).unwrap();
    assert_eq!((sheets.len(), sheets[0].drawing.width), (1, 297.0));
    let error = map_tiles(&map(270.0, 180.0), "Map", &paper("label", 40.0, 30.0), &settings(Sides::LongEdge), FOOTER);
    assert!(error.unwrap_err().to_string().starts_with("no tile of Map fits on label (40 x 30 mm)"));
}

#[test]
fn a_whole_map_has_its_size_between_the_marks() {
    let sheet = map_whole(&map(558.8, 431.8), "Map", FOOTER);
    assert_eq!((sheet.trim.w, sheet.trim.h), (558.8, 431.8));
    let marks: Vec<Rect> = sheet.drawing.solids.iter().filter(|(name, _)| name == "crop mark").map(|m| m.1).collect();
    assert_eq!(marks.len(), 8);
    assert!(sheet.drawing.solids.iter().all(|(_, rect)| !rect.overlaps(sheet.trim)));
}

/// The middle of every cross or scale of a calibration page: where its lines meet.
fn centres(sheet: &PrintSheet, reach: f64) -> Vec<(f64, f64)> {
    let shape = |item: &Item| match item {
        Item::Shape(path, _) => Some(path.data().to_string()),
        _ => None,
    };
    let mut found = Vec::new();
    for data in sheet.drawing.items.iter().filter_map(shape) {
        for line in data.split('M').filter(|part| part.matches('L').count() == 1 && !part.contains('Z')) {
            let (from, to) = line.split_once('L').unwrap();
            let ((x1, y1), (x2, y2)) = (pair(from), pair(to));
            if (y1 - y2).abs() < NEAR && (x2 - x1 - 2.0 * reach).abs() < WRITTEN {
                found.push(((x1 + x2) / 2.0, y1));
            }
        }
    }
    found
}

#[test]
fn scales_lie_behind_the_crosses() {
    for paper in papers() {
        for sides in [Sides::LongEdge, Sides::ShortEdge] {
            let way = Settings { back_offset: (0.5, -0.25), ..settings(sides) };
            let sheets = calibration(&paper, &way, FOOTER);
            let (crosses, scales) = (centres(&sheets[0], 12.0), centres(&sheets[1], 1.0));
            assert_eq!((crosses.len(), scales.len()), (5, 5));
            let turn = Turn::duplex(sides, &paper).unwrap();
            for (cross, scale) in crosses.iter().zip(&scales) {
                let (x, y) = turn.point_behind(*cross, &paper);
                assert!((x + 0.5 - scale.0).abs() < WRITTEN && (y - 0.25 - scale.1).abs() < WRITTEN);
            }
        }
    }
}

#[test]
fn calibration_says_what_to_do() {
    for paper in papers() {
        for sides in SIDES {
            let sheets = calibration(&paper, &settings(sides), FOOTER);
            let pages = if matches!(sides, Sides::LongEdge | Sides::ShortEdge) { 2 } else { 1 };
            assert_eq!(sheets.len(), pages);
            let inner = Rect::new(0.0, 0.0, paper.width, paper.height).inset(5.0);
            for text in sheets.iter().flat_map(|sheet| sheet.drawing.texts()) {
                assert!(
                    text.size >= 5.0 * 25.4 / 72.0 - NEAR && inner.contains(text.bounds, 0.1),
                    "{text:?} {paper:?}"
                );
            }
            let words: String = sheets[0].drawing.texts().iter().map(|text| format!("{} ", text.text)).collect();
            assert!(words.contains("Measure both rulers") && words.contains(" 100 mm at 100 %"), "{paper:?} {words}");
            assert_eq!(words.contains("back-offset"), matches!(sides, Sides::LongEdge | Sides::ShortEdge));
        }
    }
}
