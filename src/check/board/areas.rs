//! Area maps: one planar subdivision with exactly shared borders, and what they are like.

use super::borders::{Areas, borders};
use super::{CheckedBoard, OnMap, SheetScale, spaces};
use crate::check::about::about;
use crate::check::names::one_of;
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::geometry::subdivision::{AreaShape, InputPart, ShapeProblem, SubdivisionInput, subdivide};
use crate::model::{Place, PlaceKind, Point, Ref};
use crate::source::Span;
use crate::source::decode::Cx;
use crate::syntax::{AreaDef, AttributeOf, BorderDef, MapFile};
use std::collections::BTreeMap;

/// Borders shorter than this are corners, unless the map says otherwise.
const MIN_BORDER: f64 = 3.0;

/// Vertices of given polygons this near are meant to be the same.
const SNAP: f64 = 0.3;

pub fn check(board: &mut CheckedBoard, on: &OnMap<'_>, cx: &mut Cx) {
    let OnMap { map, file, sheet, vocabulary } = *on;
    let first = board.places.len();
    let land = land(board, map, file, sheet, cx);
    let mut grown = Vec::new();
    for def in &file.areas {
        let shape = shape(def, sheet, cx);
        let rect = def.rect.as_ref().map(|rect| sheet.rect(rect.0)).unwrap_or_default();
        let rect = def.point.as_ref().map_or(rect, |point| spaces::outline(def, point, sheet, vocabulary, cx));
        if !rect.is_empty() {
            sheet.hold(&format!("the area `{}`", def.id.0), &rect, def.id.span, cx);
        }
        grown.extend(shape.map(|shape| (board.places.len(), shape)));
        let mut place = place(def, board, map, rect, vocabulary, file, cx);
        if let Some(point) = &def.point {
            place.centre = Some(sheet.point(point.value).rounded());
        }
        board.place_spans.push(def.id.span);
        board.places.push(place);
    }
    if let Some(def) = file.areas.iter().find(|def| def.site.is_some()).filter(|_| land.is_empty()) {
        let message = "an area with a `site` grows into the `[land]`, which this map does not have";
        cx.diags.push(codes::SITE.at(def.meta.span, message).help("write `[land]` with an `outline`"));
        return;
    }
    let places: Vec<usize> = grown.iter().map(|(place, _)| *place).collect();
    let min_border = file.map.min_border.as_ref().map_or(MIN_BORDER, |length| length.0);
    let soften = file.map.soften.as_ref().map_or(0.0, |soften| soften.value.clamp(0.0, 1.0));
    let shapes = grown.into_iter().map(|(_, shape)| shape).collect();
    let sub = subdivide(&SubdivisionInput { land, shapes, soften, snap: SNAP, min_border });
    let drawn =
        |def: &AreaDef| def.polygon.as_ref().map(|polygon| polygon.span).or(def.site.as_ref().map(|site| site.span));
    let spans: Vec<Span> =
        places.iter().map(|place| drawn(&file.areas[*place - first]).unwrap_or(board.place_spans[*place])).collect();
    let names: Vec<String> = places.iter().map(|place| board.places[*place].label.clone()).collect();
    let ignored: Vec<(usize, usize)> = declared_pairs(file, &places, board);
    for problem in sub.problems.iter().filter(|problem| !follows(problem, &sub.problems)) {
        report(problem, &spans, &names, &ignored, file, cx);
    }
    for (cell, place) in sub.cells.iter().zip(&places) {
        board.places[*place].outline = cell.outline.to_vec();
        board.places[*place].centre = Some(cell.label);
        sheet.hold(
            &format!("the area `{}`", board.places[*place].label),
            &board.places[*place].outline,
            board.place_spans[*place],
            cx,
        );
    }
    let ids: BTreeMap<&str, usize> =
        file.areas.iter().enumerate().map(|(n, def)| (def.id.0.as_str(), first + n)).collect();
    let areas = Areas { file, first, ids, places: &places };
    borders(board, map, &areas, &sub, min_border, cx);
}

fn land(board: &mut CheckedBoard, map: usize, file: &MapFile, sheet: SheetScale, cx: &mut Cx) -> Vec<Vec<Point>> {
    let Some(land) = &file.land else { return Vec::new() };
    let outline: Vec<Point> = land.outline.iter().map(|pair| sheet.point(pair.value)).collect();
    sheet.hold("the land", &outline, land.meta.span, cx);
    let geometry = outline.to_vec();
    board.maps[map].land = vec![outline];
    vec![geometry]
}

/// The shape of an area that takes part in the subdivision: not a `rect`.
fn shape(def: &AreaDef, sheet: SheetScale, cx: &mut Cx) -> Option<AreaShape> {
    let given: Vec<Span> = [
        def.site.as_ref().map(|s| s.span),
        def.polygon.as_ref().map(|p| p.span),
        def.rect.as_ref().map(|r| r.span),
        def.point.as_ref().map(|p| p.span),
    ]
    .into_iter()
    .flatten()
    .collect();
    match given.as_slice() {
        [] => {
            let message = format!("the area `{}` has no position on the map", def.id.0);
            cx.diags.push(
                codes::AREA_SHAPE
                    .at(def.id.span, message)
                    .label("this area")
                    .help("give it a `site`, a `polygon` or a `rect`"),
            );
            return None;
        }
        [_] => {}
        [first, second, ..] => {
            let message = format!("the area `{}` has more than one of `site`, `polygon` and `rect`", def.id.0);
            cx.diags.push(codes::AREA_SHAPE.at(*second, message).label("a second shape").also(*first, "the first"));
        }
    }
    if let Some(polygon) = &def.polygon {
        return Some(AreaShape::Polygon(polygon.iter().map(|pair| sheet.point(pair.value)).collect()));
    }
    def.site.as_ref().map(|site| AreaShape::Site(sheet.point(site.value)))
}

#[allow(clippy::too_many_arguments)]
fn place(
    def: &AreaDef,
    board: &CheckedBoard,
    map: usize,
    rect: Vec<Point>,
    vocabulary: &Vocabulary,
    file: &MapFile,
    cx: &mut Cx,
) -> Place {
    let info = &board.maps[map];
    let terrains = || info.terrains.iter().map(|terrain| terrain.id.as_str());
    let terrain = def.terrain.as_ref().and_then(|terrain| one_of("terrain", terrain, terrains(), cx));
    if def.terrain.is_none() && !info.terrains.is_empty() {
        let diag = codes::MISSING_KEY.at(def.meta.span, "this record needs the key `terrain`");
        cx.diags.push(diag.label("`terrain` is missing"));
    }
    let classes = || info.classes.iter().map(|class| class.id.as_str()).chain(["area"]);
    let class = def.class.as_ref().and_then(|class| one_of("class", class, classes(), cx));
    let centre =
        (rect.len() == 4).then(|| Point { x: (rect[0].x + rect[2].x) / 2.0, y: (rect[0].y + rect[2].y) / 2.0 });
    Place {
        id: def.id.0.clone(),
        label: def.id.0.clone(),
        name: def.name.as_ref().map(|name| name.value.clone()),
        code: def.code.as_ref().map(|code| code.0.clone()),
        map: Some(Ref::new(map, &file.map.id.0)),
        kind: PlaceKind::Area {
            class: class.unwrap_or_else(|| "area".to_string()),
            terrain: terrain.unwrap_or_default(),
            control: vocabulary.side_names.opt(def.control.as_ref(), cx),
            boxed: def.rect.is_some(),
            space: spaces::look(def, cx),
        },
        centre,
        outline: rect,
        enlarged: None,
        attributes: vocabulary.attributes_of(AttributeOf::Area, &def.attributes, None, def.meta.span, cx),
        about: about(&def.meta),
    }
}

/// Pairs that `[[border]]` records speak of, as cells: a short border is expected there.
fn declared_pairs(file: &MapFile, places: &[usize], board: &CheckedBoard) -> Vec<(usize, usize)> {
    let cell = |id: &str| places.iter().position(|place| board.places[*place].label == id);
    let pair = |def: &BorderDef| match def.between.as_slice() {
        [a, b] => Some((cell(a)?, cell(b)?)),
        _ => None,
    };
    file.borders
        .iter()
        .filter(|def| def.none == Some(true))
        .filter_map(pair)
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect()
}

/// Whether a problem only follows from another: an outline that crosses itself falls into parts.
fn follows(problem: &ShapeProblem, all: &[ShapeProblem]) -> bool {
    let ShapeProblem::SeveralParts { shape, .. } = problem else { return false };
    all.iter().any(
        |other| matches!(other, ShapeProblem::SelfIntersecting { source: InputPart::Shape(crossed), .. } if crossed == shape),
    )
}

fn report(
    problem: &ShapeProblem,
    spans: &[Span],
    names: &[String],
    ignored: &[(usize, usize)],
    file: &MapFile,
    cx: &mut Cx,
) {
    let land = file.land.as_ref().map_or(file.map.meta.span, |land| land.meta.span);
    let of = |source: InputPart| match source {
        InputPart::Land(_) => (land, "the land".to_string()),
        InputPart::Shape(n) => (spans[n], format!("the area `{}`", names[n])),
    };
    let near = |at: Point| format!("near ({:.1}, {:.1}) mm", at.x, at.y);
    let diag = match *problem {
        ShapeProblem::BadCoordinate { source, at, .. } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("{what} has a coordinate that is out of range: ({}, {})", at.x, at.y))
        }
        ShapeProblem::TooFewPoints { source, count, .. } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("{what} has {count} points; a polygon needs three"))
        }
        ShapeProblem::NoArea { source, at } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("{what} encloses nothing {}", near(at)))
        }
        ShapeProblem::SelfIntersecting { source, at } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("the outline of {what} crosses itself {}", near(at)))
        }
        ShapeProblem::Overlap { a, b, area, at } => codes::OVERLAP
            .at(spans[b], format!("the areas `{}` and `{}` overlap by {area:.1} mm² {}", names[a], names[b], near(at)))
            .also(spans[a], "the other area"),
        ShapeProblem::Gap { ref around, area, width, at } => {
            let Some((first, rest)) = around.split_first() else { return };
            // A wide hole is a lake; a narrow one is a border that was meant to be shared.
            if width > 2.0 {
                return;
            }
            let mut diag = codes::GAP.at(
                spans[*first],
                format!("a sliver of {area:.1} mm², {width:.2} mm wide, is left between areas {}", near(at)),
            );
            for other in rest {
                diag = diag.also(spans[*other], format!("around it: `{}`", names[*other]));
            }
            diag.help("use the same points in both outlines")
        }
        ShapeProblem::ShortBorder { a, b, length, at } => {
            if ignored.contains(&(a.min(b), a.max(b))) {
                return;
            }
            codes::SHORT_BORDER
                .at(
                    spans[a],
                    format!(
                        "the areas `{}` and `{}` share only {length:.1} mm of border, {}",
                        names[a],
                        names[b],
                        near(at)
                    ),
                )
                .also(spans[b], "the other area")
                .help("move a site, or say `none = true` in a `[[border]]` between them")
        }
        ShapeProblem::SeveralParts { shape, parts, at, .. } => codes::SPLIT
            .at(spans[shape], format!("the area `{}` is split into {parts} parts; one is {}", names[shape], near(at))),
        ShapeProblem::SiteOutsideLand { shape, at } => codes::SITE
            .at(spans[shape], format!("the site of `{}` is not on the land: {}", names[shape], near(at)))
            .also(land, "the land"),
        ShapeProblem::SiteInsidePolygon { shape, polygon, .. } => codes::SITE
            .at(spans[shape], format!("the site of `{}` lies in the polygon of `{}`", names[shape], names[polygon]))
            .also(spans[polygon], "the polygon"),
        ShapeProblem::SitesCoincide { a, b, distance, .. } => codes::SITE
            .at(spans[b], format!("the sites of `{}` and `{}` are {distance:.2} mm apart", names[a], names[b]))
            .also(spans[a], "the other site"),
    };
    cx.diags.push(diag.label("this area"));
}
