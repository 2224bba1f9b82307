//! The waste: nothing in it touches anything else.

use super::*;

/// The ink of every counter on a page, bleed included, and the counters without any.
fn inked(sheet: &PrintSheet) -> Vec<Rect> {
    let mut ink: Vec<Rect> = clips(&sheet.drawing).into_iter().flat_map(|(_, rects)| rects).collect();
    ink.extend(&sheet.cuts);
    ink
}

#[test]
fn nothing_overlaps_counters_or_each_other() {
    all_sheets(|paper, _, way, _, sheets| {
        let whole = Rect::new(0.0, 0.0, paper.width, paper.height);
        for sheet in sheets {
            let ink = inked(sheet);
            let solids = &sheet.drawing.solids;
            for (n, (name, rect)) in solids.iter().enumerate() {
                let scanned = name == "registration";
                let marked = name == "crop mark" || scanned;
                // Marks have a width: half of it may lie over the line where the bleed ends.
                let hit = ink.iter().find(|ink| ink.overlaps(rect.inset(0.061)));
                assert!(hit.is_none(), "{name} {rect:?} on {hit:?} of {} {paper:?} {way:?}", sheet.name);
                let room = if marked { whole } else { whole.inset(way.margin) };
                assert!(room.contains(*rect, if name == "fold line" { 0.2 } else { NEAR }), "{name} {rect:?}");
                for (other, against) in &solids[..n] {
                    let marks = name == "crop mark" && other == "crop mark" || scanned && other == "registration";
                    assert!(marks || !rect.overlaps(*against), "{name} {rect:?} {other} {against:?} {way:?}");
                }
            }
        }
    });
}

#[test]
fn words_can_be_read_and_stand_where_they_were_given_room() {
    all_sheets(|paper, _, way, _, sheets| {
        let inner = Rect::new(0.0, 0.0, paper.width, paper.height).inset(way.margin);
        for sheet in sheets {
            for text in sheet.drawing.texts() {
                assert!(text.size >= 5.0 * 25.4 / 72.0 - NEAR, "{text:?}");
                assert!(inner.contains(text.bounds, 0.1), "{text:?}");
                let holder = sheet.drawing.solids.iter().any(|(_, rect)| rect.contains(text.bounds, 0.1));
                assert!(holder, "{text:?} {:?}", sheet.drawing.solids);
            }
        }
    });
}

fn texts(sheet: &PrintSheet) -> Vec<String> {
    sheet.drawing.texts().into_iter().map(|text| text.text).collect()
}

#[test]
fn every_page_says_what_it_is() {
    for paper in papers() {
        for sides in SIDES {
            let way = settings(sides);
            let sheets = counter_sheets(faces(300, SIZES[0], 1.0), SIZES[0], &paper, &way, FOOTER).unwrap();
            for (n, sheet) in sheets.iter().enumerate() {
                let texts = texts(sheet);
                let page = format!("page {} of {}", n + 1, sheets.len());
                for words in [sheet.name.as_str(), &page, FOOTER, "50 mm at 100 %"] {
                    assert!(texts.iter().any(|text| text == words), "{words} {paper:?} {sides:?} {texts:?}");
                }
            }
        }
    }
    let way = settings(Sides::LongEdge);
    let sheets = counter_sheets(faces(300, SIZES[0], 1.0), SIZES[0], &papers()[0], &way, FOOTER).unwrap();
    assert_eq!([&sheets[2].name, &sheets[3].name], ["Sheet 2 front", "Sheet 2 back"]);
    for words in ["A", "L", "1", "17", "Soviet 62nd Army", "Axis 6th Army"] {
        assert!(texts(&sheets[0]).iter().any(|text| text == words), "{words}");
    }
}

#[test]
fn a_back_has_the_letters_of_its_front() {
    let way = settings(Sides::LongEdge);
    let sheets = counter_sheets(faces(300, SIZES[0], 1.0), SIZES[0], &papers()[0], &way, FOOTER).unwrap();
    for (sheet, column) in [(&sheets[0], 0), (&sheets[1], 0)] {
        let letter = sheet.drawing.texts().into_iter().find(|text| text.text == "A").unwrap();
        assert!((letter.bounds.centre().0 - sheet.cuts[column].centre().0).abs() < 0.2);
    }
}

#[test]
fn marks_stand_at_the_ends_of_the_cuts() {
    let way = Settings { block: Some((4, 3)), gap: 6.0, ..settings(Sides::LongEdge) };
    let sheet = &counter_sheets(faces(300, SIZES[0], 1.0), SIZES[0], &papers()[0], &way, FOOTER).unwrap()[0];
    let marks = |sheet: &PrintSheet| {
        let marks = sheet.drawing.solids.iter().filter(|(name, _)| name == "crop mark");
        marks.map(|(_, rect)| *rect).collect::<Vec<_>>()
    };
    for mark in marks(sheet) {
        let (x, y) = mark.centre();
        let edges =
            |cut: &Rect| if mark.h > mark.w { [cut.x - x, cut.right() - x] } else { [cut.y - y, cut.bottom() - y] };
        assert!(sheet.cuts.iter().flat_map(edges).any(|off| off.abs() < NEAR), "{mark:?}");
    }
    let only = Settings { marks: Marks { margin_only: true, ..way.marks.clone() }, ..way.clone() };
    let bare = &counter_sheets(faces(300, SIZES[0], 1.0), SIZES[0], &papers()[0], &only, FOOTER).unwrap()[0];
    assert!(marks(bare).iter().all(|mark| !bare.trim.overlaps(*mark)));
    assert!(marks(sheet).iter().any(|mark| sheet.trim.overlaps(*mark)));
}

#[test]
fn the_corners_that_a_cutter_reads_stay_white() {
    let way = Settings { registration: Some(Registration::default()), ..settings(Sides::LongEdge) };
    let sheets = counter_sheets(faces(300, SIZES[0], 1.0), SIZES[0], &papers()[0], &way, FOOTER).unwrap();
    let corners =
        [Rect::new(10.0, 10.0, 20.0, 20.0), Rect::new(180.0, 10.0, 20.0, 20.0), Rect::new(10.0, 267.0, 20.0, 20.0)];
    for corner in corners {
        assert!(inked(&sheets[0]).iter().all(|ink| !ink.overlaps(corner)));
        let words = sheets[0].drawing.texts();
        assert!(words.iter().all(|text| !text.bounds.overlaps(corner)));
    }
    let marks = |sheet: &PrintSheet| sheet.drawing.solids.iter().filter(|(name, _)| name == "registration").count();
    assert_eq!((marks(&sheets[0]), marks(&sheets[1])), (3, 0));
}
