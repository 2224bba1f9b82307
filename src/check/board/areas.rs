//! Area maps: one planar subdivision with exactly shared borders, and what they are like.

use super::{Board, OnMap, Sheet, spaces};
use crate::check::about::{about, pieced};
use crate::check::names::{one_of, unknown};
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::geometry::subdivision::{Input, Problem, Shape, Shared, Source, Subdivision, subdivide};
use crate::model::{About, Border, Edge, EdgeBy, Map, Place, PlaceKind, Point, Ref};
use crate::source::decode::Cx;
use crate::source::values;
use crate::source::{Sp, Span};
use crate::syntax::{AreaDef, AttributeOf, BorderDef, MapFile};
use std::collections::BTreeMap;

/// Borders shorter than this are corners, unless the map says otherwise.
const MIN_BORDER: f64 = 3.0;
/// Vertices of given polygons this near are meant to be the same.
const SNAP: f64 = 0.3;

pub fn check(board: &mut Board, on: &OnMap<'_>, cx: &mut Cx) {
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
    let sub = subdivide(&Input { land, shapes, soften, snap: SNAP, min_border });
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

fn land(board: &mut Board, map: usize, file: &MapFile, sheet: Sheet, cx: &mut Cx) -> Vec<Vec<Point>> {
    let Some(land) = &file.land else { return Vec::new() };
    let outline: Vec<Point> = land.outline.iter().map(|pair| sheet.point(pair.value)).collect();
    sheet.hold("the land", &outline, land.meta.span, cx);
    let geometry = outline.to_vec();
    board.maps[map].land = vec![outline];
    vec![geometry]
}

/// The shape of an area that takes part in the subdivision: not a `rect`.
fn shape(def: &AreaDef, sheet: Sheet, cx: &mut Cx) -> Option<Shape> {
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
        return Some(Shape::Polygon(polygon.iter().map(|pair| sheet.point(pair.value)).collect()));
    }
    def.site.as_ref().map(|site| Shape::Site(sheet.point(site.value)))
}

#[allow(clippy::too_many_arguments)]
fn place(
    def: &AreaDef,
    board: &Board,
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
fn declared_pairs(file: &MapFile, places: &[usize], board: &Board) -> Vec<(usize, usize)> {
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
fn follows(problem: &Problem, all: &[Problem]) -> bool {
    let Problem::SeveralParts { shape, .. } = problem else { return false };
    all.iter().any(
        |other| matches!(other, Problem::SelfIntersecting { source: Source::Shape(crossed), .. } if crossed == shape),
    )
}

fn report(
    problem: &Problem,
    spans: &[Span],
    names: &[String],
    ignored: &[(usize, usize)],
    file: &MapFile,
    cx: &mut Cx,
) {
    let land = file.land.as_ref().map_or(file.map.meta.span, |land| land.meta.span);
    let of = |source: Source| match source {
        Source::Land(_) => (land, "the land".to_string()),
        Source::Shape(n) => (spans[n], format!("the area `{}`", names[n])),
    };
    let near = |at: Point| format!("near ({:.1}, {:.1}) mm", at.x, at.y);
    let diag = match *problem {
        Problem::BadCoordinate { source, at, .. } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("{what} has a coordinate that is out of range: ({}, {})", at.x, at.y))
        }
        Problem::TooFewPoints { source, count, .. } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("{what} has {count} points; a polygon needs three"))
        }
        Problem::NoArea { source, at } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("{what} encloses nothing {}", near(at)))
        }
        Problem::SelfIntersecting { source, at } => {
            let (span, what) = of(source);
            codes::POLYGON.at(span, format!("the outline of {what} crosses itself {}", near(at)))
        }
        Problem::Overlap { a, b, area, at } => codes::OVERLAP
            .at(spans[b], format!("the areas `{}` and `{}` overlap by {area:.1} mm² {}", names[a], names[b], near(at)))
            .also(spans[a], "the other area"),
        Problem::Gap { ref around, area, width, at } => {
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
        Problem::ShortBorder { a, b, length, at } => {
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
        Problem::SeveralParts { shape, parts, at, .. } => codes::SPLIT
            .at(spans[shape], format!("the area `{}` is split into {parts} parts; one is {}", names[shape], near(at))),
        Problem::SiteOutsideLand { shape, at } => codes::SITE
            .at(spans[shape], format!("the site of `{}` is not on the land: {}", names[shape], near(at)))
            .also(land, "the land"),
        Problem::SiteInsidePolygon { shape, polygon, .. } => codes::SITE
            .at(spans[shape], format!("the site of `{}` lies in the polygon of `{}`", names[shape], names[polygon]))
            .also(spans[polygon], "the polygon"),
        Problem::SitesCoincide { a, b, distance, .. } => codes::SITE
            .at(spans[b], format!("the sites of `{}` and `{}` are {distance:.2} mm apart", names[a], names[b]))
            .also(spans[a], "the other site"),
    };
    cx.diags.push(diag.label("this area"));
}

/// What `[[border]]` says of a pair.
struct Said {
    kind: Option<String>,
    crossing: Option<String>,
    none: bool,
    about: About,
    span: Span,
}

/// The areas of a map: their records, and the places that were made of them.
struct Areas<'a> {
    file: &'a MapFile,
    /// The place of the first area.
    first: usize,
    /// Places by id.
    ids: BTreeMap<&'a str, usize>,
    /// Places of the areas that take part in the subdivision.
    places: &'a [usize],
}

impl Areas<'_> {
    /// Where it is said what an area looks like, and so what it touches.
    fn shape_source(&self, place: usize) -> Option<&values::Source> {
        let def = &self.file.areas[place - self.first];
        let key = if def.polygon.is_some() { "polygon" } else { "site" };
        def.meta.source_of(key)
    }

    /// Areas that touch do so by their shapes.
    fn touch(&self, a: usize, b: Option<usize>) -> About {
        let a = self.shape_source(a);
        pieced(b.map_or(a, |b| values::Source::weaker(a, self.shape_source(b))), std::iter::empty(), [])
    }
}

/// What a `[[border]]` says about a pair of areas: that they touch, and what lies between them.
fn about_border(def: &BorderDef) -> About {
    let kind = def.kind.as_ref().map(|_| ("boundary", def.meta.source_of_both("between", "kind")));
    let crossing = def.crossing.as_ref().map(|_| ("crossing", def.meta.source_of_both("between", "crossing")));
    pieced(def.meta.source_of("between"), kind.into_iter().chain(crossing), [def.meta.note.as_deref()])
}

fn borders(board: &mut Board, map: usize, areas: &Areas<'_>, sub: &Subdivision, min_border: f64, cx: &mut Cx) {
    let (file, places) = (areas.file, areas.places);
    let shared: BTreeMap<(usize, usize), Shared> = sub
        .shared()
        .into_iter()
        .map(|shared| {
            let (a, b) = (places[shared.a], places[shared.b]);
            ((a.min(b), a.max(b)), shared)
        })
        .collect();
    let said = said(board, map, file, &shared, &areas.ids, cx);
    let default = default_boundary(file).map(str::to_string);
    let kind = |pair: &(usize, usize)| said.get(pair).and_then(|said| said.kind.clone()).or_else(|| default.clone());
    let crossing = |pair: &(usize, usize)| said.get(pair).and_then(|said| said.crossing.clone());
    let about = |a: usize, b: Option<usize>| {
        let own = b.and_then(|b| said.get(&(a.min(b), a.max(b))));
        own.map_or_else(|| areas.touch(a.min(b.unwrap_or(a)), b.map(|b| a.max(b))), |said| said.about.clone())
    };
    for border in &sub.borders {
        let a = places[border.a];
        let b = border.b.map(|b| places[b]);
        let pair = b.map(|b| (a.min(b), a.max(b)));
        board.maps[map].borders.push(Border {
            a: Ref::new(a, &board.places[a].id),
            b: b.map(|b| Ref::new(b, &board.places[b].id)),
            kind: pair.as_ref().and_then(kind),
            crossing: pair.as_ref().and_then(crossing),
            name: None,
            path: border.path.to_vec(),
            about: about(a, b),
        });
    }
    for (pair, shared) in &shared {
        let none = said.get(pair).is_some_and(|said| said.none);
        if shared.length < min_border || none {
            continue;
        }
        for (from, to) in [*pair, (pair.1, pair.0)] {
            board.edges.push(Edge {
                from: Ref::new(from, &board.places[from].id),
                to: Ref::new(to, &board.places[to].id),
                by: EdgeBy::Border,
                boundary: kind(pair),
                crossing: crossing(pair),
                ways: Vec::new(),
                length: Some((shared.length * 1000.0).round() / 1000.0),
                drawn: false,
                via: Vec::new(),
                about: about(from, Some(to)),
            });
        }
    }
}

fn said(
    board: &Board,
    map: usize,
    file: &MapFile,
    shared: &BTreeMap<(usize, usize), Shared>,
    ids: &BTreeMap<&str, usize>,
    cx: &mut Cx,
) -> BTreeMap<(usize, usize), Said> {
    let mut all: BTreeMap<(usize, usize), Said> = BTreeMap::new();
    for def in &file.borders {
        let Some((a, b)) = two_areas(def, ids, cx) else { continue };
        let pair = (a.min(b), a.max(b));
        let info = &board.maps[map];
        let kind = def.kind.as_ref().and_then(|kind| boundary(info, kind, cx));
        if let Some(first) = all.get(&pair) {
            let message = format!(
                "the border between `{}` and `{}` is declared twice",
                board.places[a].label, board.places[b].label
            );
            cx.diags.push(
                codes::BORDER_TWICE.at(def.between.span, message).label("again").also(first.span, "here already"),
            );
            continue;
        }
        let boxed = |place: usize| matches!(board.places[place].kind, PlaceKind::Area { boxed: true, .. });
        let shapeless = |place: usize| board.places[place].outline.is_empty();
        if !shared.contains_key(&pair) && !shapeless(a) && !shapeless(b) {
            let message =
                format!("the areas `{}` and `{}` share no border", board.places[a].label, board.places[b].label);
            let mut diag = codes::NO_BORDER.at(def.between.span, message).label("these do not touch");
            diag = diag.also(board.place_spans[a], "one area").also(board.place_spans[b], "the other");
            diag = diag.help(match boxed(a) || boxed(b) {
                true => "boxes touch nothing: use a `[[link]]`",
                false => {
                    "correct the ids, move a site, or use a `[[link]]` to make neighbours of areas that do not touch"
                }
            });
            cx.diags.push(diag);
        }
        if let Some(crossing) = &def.crossing {
            check_crossing(
                info,
                kind.as_deref().or(default_boundary(file)),
                crossing,
                def.kind.as_ref().map(|kind| kind.span),
                cx,
            );
        }
        all.insert(
            pair,
            Said {
                kind,
                crossing: def.crossing.as_ref().map(|crossing| crossing.value.clone()),
                none: def.none == Some(true),
                about: about_border(def),
                span: def.between.span,
            },
        );
    }
    all
}

/// The boundary that borders are of unless they say otherwise.
pub fn default_boundary(file: &MapFile) -> Option<&str> {
    let default = file.boundaries.iter().find(|def| def.default.as_ref().is_some_and(|default| default.value));
    default.map(|def| def.id.0.as_str())
}

/// The boundary kind a record names; reports one that does not exist.
pub fn boundary(map: &Map, name: &Sp<String>, cx: &mut Cx) -> Option<String> {
    one_of("boundary", name, map.boundaries.iter().map(|boundary| boundary.id.as_str()), cx)
}

/// Reports a crossing that its boundary does not allow.
pub fn check_crossing(map: &Map, kind: Option<&str>, crossing: &Sp<String>, kind_span: Option<Span>, cx: &mut Cx) {
    let Some(boundary) = kind.and_then(|kind| map.boundaries.iter().find(|boundary| boundary.id == kind)) else {
        if kind.is_none() {
            let message = "a crossing needs the `kind` of boundary that it crosses";
            cx.diags.push(codes::CROSSING.at(crossing.span, message).label("crosses what?"));
        }
        return;
    };
    if !boundary.crossings.contains(&crossing.value) {
        let message = format!("the boundary `{}` has no crossing `{}`", boundary.id, crossing.value);
        let mut diag = codes::CROSSING.at(crossing.span, message).label("no such crossing");
        if let Some(span) = kind_span {
            diag = diag.also(span, "the boundary");
        }
        cx.diags.push(diag.suggest(crossing, boundary.crossings.iter().map(String::as_str)));
    }
}

fn two_areas(def: &BorderDef, ids: &BTreeMap<&str, usize>, cx: &mut Cx) -> Option<(usize, usize)> {
    let [a, b] = def.between.as_slice() else {
        let message = format!("a border has two areas, not {}", def.between.len());
        cx.diags.push(codes::BAD_VALUE.at(def.between.span, message).label("needs two ids"));
        return None;
    };
    let find = |name: &Sp<String>, cx: &mut Cx| {
        let found = ids.get(name.as_str()).copied();
        if found.is_none() {
            unknown("area on this map", name, ids.keys().copied(), cx);
        }
        found
    };
    let (first, second) = (find(a, cx), find(b, cx));
    let (first, second) = (first?, second?);
    if first == second {
        cx.diags
            .push(codes::NO_BORDER.at(def.between.span, "an area cannot border itself").label("the same area twice"));
        return None;
    }
    Some((first, second))
}
