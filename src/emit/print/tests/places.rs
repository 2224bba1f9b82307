//! Fronts, and the backs behind them.

use super::*;
use crate::emit::print::grid::CounterGrid;
use crate::emit::print::turn::Turn;

/// What lies behind a point of a page when the paper is turned, told from the edges alone.
fn through(paper: &Paper, sides: Sides, fold: Option<Turn>, (x, y): (f64, f64)) -> (f64, f64) {
    let long_is_upright = paper.height >= paper.width;
    let about_upright = match sides {
        Sides::LongEdge => long_is_upright,
        Sides::ShortEdge => !long_is_upright,
        Sides::Gutterfold => fold == Some(Turn::Book),
        Sides::Single => true,
    };
    if about_upright { (paper.width - x, y) } else { (x, paper.height - y) }
}

fn through_rect(paper: &Paper, sides: Sides, fold: Option<Turn>, rect: Rect) -> Rect {
    let corner = |x: f64, y: f64| {
        let (x, y) = through(paper, sides, fold, (x, y));
        Rect::new(x, y, 0.0, 0.0)
    };
    corner(rect.x, rect.y).union(corner(rect.right(), rect.bottom()))
}

fn fold_of(sheet: &PrintSheet) -> Option<Turn> {
    let narrow = sheet.upper.w < sheet.drawing.width - NEAR;
    (sheet.side == PaperSide::Fold).then_some(if narrow { Turn::Book } else { Turn::Calendar })
}

/// Every sheet's fronts and backs, as pages: the cuts, the clipped groups, and the fold if any.
fn pairs(sheets: &[PrintSheet]) -> Vec<([Vec<Rect>; 2], Option<Turn>)> {
    if sheets[0].side == PaperSide::Fold {
        let halves = |sheet: &PrintSheet| {
            let (fronts, backs) = sheet.cuts.split_at(sheet.holds.len());
            ([fronts.to_vec(), backs.to_vec()], fold_of(sheet))
        };
        return sheets.iter().map(halves).collect();
    }
    let backs = || sheets.iter().filter(|sheet| sheet.side == PaperSide::Back);
    let front =
        |back: &PrintSheet| sheets.iter().find(|sheet| sheet.side == PaperSide::Front && sheet.number == back.number);
    backs().map(|back| ([front(back).unwrap().cuts.clone(), back.cuts.clone()], None)).collect()
}

#[test]
fn a_back_lies_exactly_behind_its_front() {
    all_sheets(|paper, _, way, faces, sheets| {
        let any_back = faces.iter().any(|face| face.back.is_some());
        let duplex = matches!(way.sides, Sides::LongEdge | Sides::ShortEdge);
        assert_eq!(sheets.iter().all(|sheet| sheet.side == PaperSide::Front), !duplex && !any_back);
        for ([fronts, backs], fold) in pairs(sheets) {
            assert_eq!(fronts.len(), backs.len());
            for (front, back) in fronts.iter().zip(&backs) {
                let seen = through_rect(paper, way.sides, fold, *back);
                assert!(close(*front, seen, NEAR), "{paper:?} {:?}: {front:?} {seen:?}", way.sides);
            }
        }
    });
}

#[test]
fn an_offset_moves_every_back_that_a_printer_turns_by_just_that() {
    for paper in papers() {
        for sides in SIDES {
            let (x, y) = if matches!(sides, Sides::LongEdge | Sides::ShortEdge) { (0.7, -0.45) } else { (0.0, 0.0) };
            let (still, moved) = (settings(sides), Settings { back_offset: (0.7, -0.45), ..settings(sides) });
            let faces = faces(30, (15.875, 15.875), 1.0);
            let sheets = |way: &Settings| counter_sheets(&faces, (15.875, 15.875), &paper, way, FOOTER).unwrap();
            let (still, moved) = (sheets(&still), sheets(&moved));
            for (([fronts, backs], _), ([moved_fronts, moved_backs], _)) in pairs(&still).into_iter().zip(pairs(&moved))
            {
                assert_eq!(fronts, moved_fronts);
                for (back, moved) in backs.iter().zip(&moved_backs) {
                    assert!(close(Affine::shift(x, y).apply_rect(*back), *moved, NEAR));
                }
            }
        }
    }
}

#[test]
fn the_top_of_a_back_is_behind_the_top_of_its_front() {
    for paper in papers() {
        for sides in SIDES {
            let size = (20.0, 33.3);
            let mut faces = faces(9, size, 1.0);
            faces.iter_mut().for_each(|face| face.back = Some(art(size, 1.0)));
            let sheets = counter_sheets(&faces, size, &paper, &settings(sides), FOOTER).unwrap();
            let groups: Vec<_> = sheets.iter().flat_map(|sheet| clips(&sheet.drawing)).collect();
            let fold = fold_of(&sheets[0]);
            for n in 0..9 {
                // The middle of the upper edge, in the art's own measures, bleed included.
                let front = groups[n].0.apply(11.0, 0.0);
                let back = through(&paper, sides, fold, groups[n + 9].0.apply(11.0, 0.0));
                assert!((front.0 - back.0).abs() < NEAR && (front.1 - back.1).abs() < NEAR, "{sides:?} {paper:?}");
            }
        }
    }
}

#[test]
fn counters_are_as_large_as_told_inside_the_margin_and_apart() {
    all_sheets(|paper, size, way, _, sheets| {
        let inner = Rect::new(0.0, 0.0, paper.width, paper.height).inset(way.margin);
        for sheet in sheets {
            for (n, cut) in sheet.cuts.iter().enumerate() {
                assert!((cut.w - size.0).abs() < NEAR && (cut.h - size.1).abs() < NEAR);
                assert!(inner.contains(*cut, NEAR), "{paper:?} {way:?} {cut:?}");
                assert!(sheet.trim.contains(*cut, NEAR) && sheet.bleed.contains(*cut, NEAR));
                assert!(!sheet.cuts[..n].iter().any(|other| other.overlaps(cut.inset(NEAR))));
            }
        }
    });
}

#[test]
fn fronts_fill_rows_from_the_left_and_every_counter_is_there_once() {
    all_sheets(|_, size, way, faces, sheets| {
        let fronts: Vec<&PrintSheet> = sheets.iter().filter(|sheet| sheet.side != PaperSide::Back).collect();
        let held: Vec<&String> = fronts.iter().flat_map(|sheet| &sheet.holds).collect();
        assert!(held.iter().copied().eq(faces.iter().map(|face| &face.id)));
        for (n, sheet) in fronts.iter().enumerate() {
            assert_eq!(sheet.number, n + 1);
            for pair in sheet.cuts[..sheet.holds.len()].windows(2) {
                let same_row = (pair[1].y - pair[0].y).abs() < NEAR && pair[1].x > pair[0].x;
                assert!(same_row || pair[1].y > pair[0].y + size.1 - NEAR, "{way:?}");
            }
            // A sheet that is not full begins where a full one does; on a folded one counters keep to the fold.
            let (first, full) = (&sheet.cuts[..sheet.holds.len()], &fronts[0].cuts[..fronts[0].holds.len()]);
            if way.sides == Sides::Gutterfold {
                let end =
                    |cuts: &[Rect]| cuts.iter().fold((0.0f64, 0.0f64), |far, cut| (far.0.max(cut.x), far.1.max(cut.y)));
                let (own, whole) = (end(first), end(full));
                assert!((own.0 - whole.0).abs() < NEAR || (own.1 - whole.1).abs() < NEAR, "{way:?}");
            } else {
                assert!(close(first[0], full[0], NEAR));
            }
        }
    });
}

#[test]
fn a_full_grid_is_centred_and_a_fold_keeps_its_gutter() {
    let faces = faces(400, (15.875, 15.875), 1.0);
    for paper in papers() {
        let sheets = counter_sheets(&faces, (15.875, 15.875), &paper, &settings(Sides::LongEdge), FOOTER).unwrap();
        let (x, y) = sheets[0].trim.centre();
        assert!((x - paper.width / 2.0).abs() < NEAR && (y - paper.height / 2.0).abs() < NEAR);
        let folded = counter_sheets(&faces, (15.875, 15.875), &paper, &settings(Sides::Gutterfold), FOOTER).unwrap();
        let (fronts, backs) = folded[0].cuts.split_at(folded[0].holds.len());
        let (front, back) = [fronts, backs].map(|half| half.iter().copied().reduce(Rect::union).unwrap()).into();
        let gutter =
            if fold_of(&folded[0]) == Some(Turn::Book) { back.x - front.right() } else { back.y - front.bottom() };
        assert!((gutter - 8.0).abs() < NEAR, "{gutter}");
    }
}

#[test]
fn a_fold_goes_where_more_counters_fit() {
    let a4 = &papers()[0];
    let held = |size: (f64, f64)| {
        let sheets = counter_sheets(faces(90, size, 1.0), size, a4, &settings(Sides::Gutterfold), FOOTER).unwrap();
        (fold_of(&sheets[0]), sheets[0].holds.len())
    };
    assert_eq!(held((60.0, 40.0)), (Some(Turn::Calendar), 9));
    assert_eq!(held((40.0, 60.0)), (Some(Turn::Calendar), 10));
    assert_eq!(held((48.0, 28.0)), (Some(Turn::Book), 18));
}

#[test]
fn bleed_ends_where_a_neighbour_begins_and_nowhere_else() {
    all_sheets(|paper, _, way, faces, sheets| {
        let whole = Rect::new(0.0, 0.0, paper.width, paper.height);
        for sheet in sheets {
            let first = if sheet.number == 1 { 0 } else { sheets[0].holds.len() * (sheet.number - 1) };
            let fronts = (0..sheet.holds.len()).filter(|_| sheet.side != PaperSide::Back);
            let has_back = |n: &usize| faces[first + n].back.is_some();
            let backs = (0..sheet.holds.len()).filter(|_| sheet.side != PaperSide::Front).filter(has_back);
            let shift = if sheet.side == PaperSide::Fold { sheet.holds.len() } else { 0 };
            let drawn: Vec<usize> = fronts.chain(backs.map(|n| n + shift)).collect();
            let seen = clips(&sheet.drawing);
            assert_eq!(seen.len(), drawn.len());
            for (n, (_, rects)) in drawn.iter().zip(&seen) {
                let cut = sheet.cuts[*n];
                let around = rects.iter().copied().reduce(Rect::union).unwrap();
                assert!(around.contains(cut, WRITTEN) && cut.inset(-way.bleed).contains(around, WRITTEN));
                let others: Vec<Rect> = (0..sheet.cuts.len()).filter(|m| m != n).map(|m| sheet.cuts[m]).collect();
                for rect in rects {
                    assert!(whole.contains(*rect, WRITTEN));
                    assert!(others.iter().all(|other| !other.inset(WRITTEN).overlaps(*rect)), "{way:?} {rect:?}");
                }
                // To the left: all of the bleed if nobody is near.
                let near = Rect::new(cut.x - 2.0 * way.bleed - NEAR, cut.y, 2.0 * way.bleed + NEAR, cut.h);
                let free = !others.iter().any(|other| other.inset(NEAR).overlaps(near));
                let at_fold = sheet.side == PaperSide::Fold && way.gutter < 2.0 * way.bleed;
                if free && !at_fold && cut.x >= way.bleed {
                    assert!((cut.x - around.x - way.bleed).abs() < WRITTEN, "{way:?} {cut:?} {around:?}");
                }
            }
        }
    });
}

#[test]
fn what_does_not_fit_is_said() {
    let (small, way) = (paper("A6", 105.0, 148.0), settings(Sides::Gutterfold));
    let error = counter_sheets(faces(3, (63.0, 88.0), 1.0), (63.0, 88.0), &small, &way, FOOTER).unwrap_err();
    let said =
        "63 x 88 mm does not fit twice, with a fold between front and back, on A6 (105 x 148 mm) inside its margins";
    assert_eq!(error.to_string(), said);
    let nothing = counter_sheets(faces(1, (f64::NAN, 3.0), 1.0), (f64::NAN, 3.0), &small, &way, FOOTER);
    assert!(nothing.is_err());
    assert!(counter_sheets(&[], (63.0, 88.0), &small, &way, FOOTER).unwrap().is_empty());
    assert!(
        counter_sheets(faces(3, (63.0, 88.0), 1.0), (63.0, 88.0), &small, &settings(Sides::Single), FOOTER).is_ok()
    );
}

#[test]
fn cards_are_nine_up_on_a4_and_letter() {
    for (paper, gap) in [(&papers()[0], 0.0), (&papers()[1], 0.0), (&papers()[0], 4.0)] {
        let way = Settings { card_gap: gap, bleed: 2.0, ..settings(Sides::LongEdge) };
        let sheets = card_sheets(faces(14, (63.0, 88.0), 2.0), (63.0, 88.0), paper, &way, FOOTER).unwrap();
        assert_eq!(sheets.iter().map(|sheet| sheet.holds.len()).collect::<Vec<_>>(), [9, 9, 5, 5]);
        assert!((sheets[0].cuts[1].x - sheets[0].cuts[0].right() - gap).abs() < NEAR);
    }
}

#[test]
fn a_folded_page_with_few_counters_has_them_next_to_the_fold() {
    for paper in papers() {
        for size in SIZES {
            let way = settings(Sides::Gutterfold);
            let Some(grid) = CounterGrid::new(size, &paper, &way, Sides::Gutterfold) else { continue };
            let fold = grid.fold.unwrap();
            let from_fold = |slot: &(usize, usize)| match fold {
                Turn::Book => grid.xs.len() - 1 - slot.0,
                Turn::Calendar => grid.ys.len() - 1 - slot.1,
            };
            for count in 1..grid.slots.len() {
                let few = grid.filled(count);
                assert_eq!(few.slots.len(), count);
                let farthest = few.slots.iter().map(from_fold).max().unwrap();
                let unused = grid.slots.iter().filter(|slot| !few.slots.contains(slot));
                assert!(unused.map(from_fold).min().unwrap() >= farthest, "{paper:?} {size:?} {count}");
                assert!(few.slots.is_sorted_by_key(|(column, row)| (*row, *column)), "reading order");
            }
            assert_eq!(grid.filled(grid.slots.len()).slots, grid.slots);
        }
    }
}
