//! The cuts for a cutter.

use super::*;

type Cut = ((f64, f64), (f64, f64));

/// Horizontal and vertical lines of the group of cuts.
fn lines(svg: &str) -> Vec<Cut> {
    let cuts = svg.split("<g id=\"cuts\"").nth(1).unwrap().split("</g>").next().unwrap();
    let line = |text: &str| {
        let data = text.split("d=\"M").nth(1)?.split('"').next()?;
        let (from, to) = data.split_once('L')?;
        Some((pair(from), pair(to)))
    };
    cuts.lines().filter_map(line).collect()
}

/// How often the middle of an edge is cut.
fn times(lines: &[Cut], (x, y): (f64, f64)) -> usize {
    let on = |line: &&Cut| {
        let ((x1, y1), (x2, y2)) = **line;
        let within = |at: f64, from: f64, to: f64| at > from - WRITTEN && at < to + WRITTEN;
        within(x, x1, x2) && within(y, y1, y2)
    };
    lines.iter().filter(on).count()
}

#[test]
fn every_edge_is_cut_exactly_once() {
    all_sheets(|_, _, way, _, sheets| {
        for sheet in sheets {
            let lines = lines(&cut_svg(sheet, way));
            let cuts = &sheet.cuts[..if sheet.side == PaperSide::Fold { sheet.holds.len() } else { sheet.cuts.len() }];
            let mut across = 0.0;
            for cut in cuts {
                for part in [0.02, 0.5, 0.98] {
                    let (x, y) = (cut.x + part * cut.w, cut.y + part * cut.h);
                    for point in [(x, cut.y), (x, cut.bottom()), (cut.x, y), (cut.right(), y)] {
                        assert_eq!(times(&lines, point), 1, "{way:?} {point:?}");
                    }
                }
            }
            // Nothing else is cut: the lengths are those of the edges, shared ones once.
            let mut edges: Vec<(i64, i64)> = Vec::new();
            for cut in cuts {
                let key = |x: f64, y: f64| ((x * 1000.0).round() as i64, (y * 1000.0).round() as i64);
                for y in [cut.y, cut.bottom()] {
                    let key = key(cut.x, y);
                    let known = edges.iter().any(|edge| (edge.0 - key.0).abs() < 3 && (edge.1 - key.1).abs() < 3);
                    if !known {
                        edges.push(key);
                        across += cut.w;
                    }
                }
            }
            let cut: f64 = lines.iter().map(|((x1, _), (x2, _))| x2 - x1).sum();
            assert!((cut - across).abs() < 0.01 * lines.len() as f64, "{cut} {across} {way:?}");
        }
    });
}

#[test]
fn a_field_is_cut_in_long_lines_first_across_then_down() {
    let way = Settings { registration: None, ..settings(Sides::Single) };
    let sheets = counter_sheets(faces(500, SIZES[0], 1.0), SIZES[0], &papers()[0], &way, FOOTER).unwrap();
    let svg = cut_svg(&sheets[0], &way);
    let lines = lines(&svg);
    assert_eq!(lines.len(), 18 + 13);
    assert!(
        lines[..18].iter().all(|((_, y1), (_, y2))| y1 == y2) && lines[18..].iter().all(|((x1, _), (x2, _))| x1 == x2)
    );
    assert!(svg.starts_with(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">"
    ));
    assert!(!svg.contains("registration"));
}

#[test]
fn registration_marks_are_a_group_of_their_own() {
    let way = Settings { registration: Some(Registration::default()), ..settings(Sides::Gutterfold) };
    let sheets = counter_sheets(faces(30, SIZES[0], 1.0), SIZES[0], &papers()[0], &way, FOOTER).unwrap();
    let svg = cut_svg(&sheets[0], &way);
    // Cut when it is folded: half as wide, marks around the front half.
    assert!(svg.contains("width=\"105mm\" height=\"297mm\""));
    let marks = svg.split("<g id=\"registration\"").nth(1).unwrap();
    assert!(marks.contains("M10 10L15 10L15 15L10 15Z"), "{marks}");
    assert!(marks.contains("M95.25 9.75L75 9.75L75 10.25L94.75 10.25L94.75 30L95.25 30Z"), "{marks}");
    assert!(marks.contains("M9.75 287.25L30 287.25L30 286.75L10.25 286.75L10.25 267L9.75 267Z"), "{marks}");
}
