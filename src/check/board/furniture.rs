//! Tracks, boxes and displays.

use super::{CheckedBoard, OnMap, SheetScale};
use crate::check::about::{about, pieced};
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::geometry::{Point as Geo, polygon};
use crate::model::{About, BoxPlace, Display, Place, PlaceKind, Point, Ref, Track};
use crate::source::decode::{Cx, RawAttributes};
use crate::source::values::{Pair, Turns};
use crate::source::{Span, decode::Decode};
use crate::syntax::{AttributeOf, BoxDef, BoxKind, GameFiles, Holds, SpaceDef, TrackDef, TrackKind};

/// Where tracks and boxes stand.
struct StandsOn {
    map: Option<usize>,
    display: Option<Ref<Display>>,
    sheet: Option<SheetScale>,
}

pub fn of_map(board: &mut CheckedBoard, on: &OnMap<'_>, cx: &mut Cx) {
    let OnMap { map, file, sheet, vocabulary } = *on;
    let on = StandsOn { map: Some(map), display: None, sheet: Some(sheet) };
    for def in &file.tracks {
        track(board, def, &on, vocabulary, cx);
    }
    for def in &file.boxes {
        holding_box(board, def, &on, vocabulary, cx);
    }
}

/// Display sheets and what is on them. Strength tracks come later, when units are known.
pub fn displays(board: &mut CheckedBoard, files: &GameFiles, vocabulary: &Vocabulary, cx: &mut Cx) {
    for file in &files.displays {
        for def in &file.content.displays {
            let display = board.display_names.declare(&def.id, cx);
            let size = def.size.as_ref().map(|size| (size.0.0, size.1.0));
            let sheet = size.map(|(width, height)| SheetScale { factor: (1.0, 1.0), width, height });
            let on = StandsOn { map: None, display: Some(display), sheet };
            let tracks: Vec<Ref<Track>> = def.tracks.iter().map(|def| track(board, def, &on, vocabulary, cx)).collect();
            let boxes = def.boxes.iter().map(|def| holding_box(board, def, &on, vocabulary, cx)).collect();
            board.displays.push(Display {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                side: vocabulary.side_names.opt(def.side.as_ref(), cx),
                size,
                boxes,
                tracks,
                strengths: Vec::new(),
                about: about(&def.meta),
            });
        }
    }
}

fn map_ref(board: &CheckedBoard, on: &StandsOn) -> Option<Ref<crate::model::Map>> {
    on.map.map(|map| Ref::new(map, &board.maps[map].id))
}

fn track(board: &mut CheckedBoard, def: &TrackDef, on: &StandsOn, vocabulary: &Vocabulary, cx: &mut Cx) -> Ref<Track> {
    let track = board.track_names.declare(&def.id, cx);
    let spaces = spaces(def, cx);
    let missing = [("at", def.at.is_none()), ("cell", def.cell.is_none())].into_iter().find(|(_, missing)| *missing);
    if let Some((key, _)) = missing.filter(|_| on.map.is_some()) {
        let message = format!("the track `{}` is on a map: it needs `at` and `cell`", def.id.0);
        cx.diags.push(codes::MISSING_KEY.at(def.meta.span, message).lacks(key));
    }
    if let Some(cell) = &def.cell {
        has_extent(cell.value, cell.span, cx);
    }
    if let Some(columns) = def.columns.as_ref().filter(|columns| columns.value < 1) {
        cx.diags.push(codes::NUMBER.at(columns.span, "a track needs at least one space per row").label("here"));
    }
    let columns =
        def.columns.as_ref().map_or(spaces.len(), |columns| usize::try_from(columns.value).unwrap_or(0)).max(1);
    let mut places = Vec::new();
    for (n, space) in spaces.iter().enumerate() {
        let outline = match (&def.at, &def.cell, on.sheet) {
            (Some(at), Some(cell), Some(sheet)) => {
                #[allow(clippy::cast_precision_loss)]
                let (column, row) = ((n % columns) as f64, (n / columns) as f64);
                sheet.rect([at.0 + column * cell.0, at.1 + row * cell.1, cell.0, cell.1])
            }
            _ => Vec::new(),
        };
        if let Some(sheet) = on.sheet {
            sheet.hold(&format!("the track `{}`", def.id.0), &outline, def.id.span, cx);
        }
        places.push(board.places.len());
        board.place_spans.push(space.span);
        board.places.push(Place {
            id: format!("{}:{}", def.id.0, space.id),
            label: space.id.clone(),
            name: space.name.clone(),
            code: None,
            map: map_ref(board, on),
            kind: PlaceKind::Space { track: track.clone() },
            centre: middle(&outline),
            outline,
            enlarged: None,
            attributes: vocabulary.attributes_of(AttributeOf::Space, &space.attributes, None, space.span, cx),
            about: space.about.clone(),
        });
    }
    let spaces = places.into_iter().map(|place| board.place_ref(place)).collect();
    board.tracks.push(Track {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        kind: def.kind.as_ref().map_or(TrackKind::General, |kind| kind.value),
        side: vocabulary.side_names.opt(def.side.as_ref(), cx),
        unit: None,
        map: map_ref(board, on),
        display: on.display.clone(),
        spaces,
        reinforcements: def.reinforcements == Some(true),
        about: about(&def.meta),
    });
    track
}

struct Space {
    id: String,
    name: Option<String>,
    span: Span,
    attributes: RawAttributes,
    about: About,
}

fn spaces(def: &TrackDef, cx: &mut Cx) -> Vec<Space> {
    let listed = |def: &SpaceDef| Space {
        id: def.id.0.clone(),
        name: def.name.clone(),
        span: def.id.span,
        attributes: def.attributes.clone(),
        about: about(&def.meta),
    };
    match (&def.spaces, def.space.is_empty()) {
        (Some(range), true) => {
            let node = crate::source::DataNode {
                value: crate::source::DataValue::Text(range.value.clone()),
                span: range.span,
            };
            let Some(Turns { first, last }) = Turns::decode(&node, cx) else { return Vec::new() };
            let counted = pieced(def.meta.source_of("spaces"), std::iter::empty(), []);
            let numbered = |n: i64| Space {
                id: n.to_string(),
                name: None,
                span: range.span,
                attributes: RawAttributes::default(),
                about: counted.clone(),
            };
            (first..=last).map(numbered).collect()
        }
        (None, false) => {
            crate::check::names::unique("space", def.space.iter().map(|space| &space.id), cx);
            def.space.iter().map(listed).collect()
        }
        _ => {
            let message = format!("the track `{}` needs either `spaces` or `space`", def.id.0);
            cx.diags.push(codes::CONFLICT.at(def.id.span, message).label("this track"));
            Vec::new()
        }
    }
}

fn middle(outline: &[Point]) -> Option<Point> {
    if outline.is_empty() {
        return None;
    }
    let [left, top, right, bottom] = extent(outline);
    Some(Point { x: (left + right) / 2.0, y: (top + bottom) / 2.0 })
}

/// Reports a width or height that is nothing.
fn has_extent(size: Pair, span: Span, cx: &mut Cx) {
    if size.0 <= 0.0 || size.1 <= 0.0 {
        cx.diags.push(codes::NUMBER.at(span, "width and height must be larger than 0").label("here"));
    }
}

fn holding_box(
    board: &mut CheckedBoard,
    def: &BoxDef,
    on: &StandsOn,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> Ref<Place> {
    if let Some((polygon, other)) = def.polygon.as_ref().zip(def.at.as_ref().or(def.size.as_ref())) {
        let message = format!("the box `{}` has a `polygon`: it needs no `at` and `size`", def.id.0);
        cx.diags.push(codes::CONFLICT.at(other.span, message).label("here").also(polygon.span, "its outline"));
    }
    let outline = match (&def.at, &def.size, on.sheet) {
        (_, _, Some(sheet)) if def.polygon.is_some() => {
            let corners = def.polygon.iter().flat_map(|polygon| &polygon.value);
            let outline: Vec<Point> = corners.map(|pair| sheet.point(pair.value)).collect();
            if outline.len() < 3 {
                let message = format!("the box `{}` needs at least three corners", def.id.0);
                cx.diags.push(codes::POLYGON.at(def.id.span, message).label("this box"));
            }
            sheet.hold(&format!("the box `{}`", def.id.0), &outline, def.id.span, cx);
            outline
        }
        (Some(at), Some(size), Some(sheet)) => {
            has_extent(size.value, size.span, cx);
            let outline = sheet.rect([at.0, at.1, size.0, size.1]);
            sheet.hold(&format!("the box `{}`", def.id.0), &outline, def.id.span, cx);
            outline
        }
        _ if on.map.is_some() => {
            let message = format!("the box `{}` is on a map: it needs `at` and `size`", def.id.0);
            let key = if def.at.is_none() { "at" } else { "size" };
            cx.diags.push(codes::MISSING_KEY.at(def.meta.span, message).lacks(key));
            Vec::new()
        }
        _ => Vec::new(),
    };
    if let Some(kind) = def.kind.as_ref().filter(|kind| kind.value == BoxKind::Private) {
        let lacks = if on.display.is_none() { "must be on a display" } else { "needs a `side`" };
        if on.display.is_none() || def.side.is_none() {
            let message = format!("the box `{}` is private, so it {lacks}", def.id.0);
            cx.diags.push(codes::CONFLICT.at(kind.span, message).label("private"));
        }
    }
    if let Some(draw) = &def.draw
        && let Some(kind) = def.kind.as_ref().filter(|kind| hidden_already(kind.value))
    {
        let message = format!("the box `{}` is {}: units are not drawn from it", def.id.0, kind.value.word());
        cx.diags
            .push(codes::CONFLICT.at(draw.span, message).label("only for boxes of units").also(kind.span, "its kind"));
    }
    let kind = PlaceKind::Box(BoxPlace {
        id: def.id.0.clone(),
        kind: def.kind.as_ref().map_or(BoxKind::Holding, |kind| kind.value),
        draw: def.draw.as_ref().map(|draw| draw.value),
        holds: holds(def, cx),
        side: vocabulary.side_names.opt(def.side.as_ref(), cx),
        display: on.display.clone(),
    });
    let index = board.places.len();
    board.place_spans.push(def.id.span);
    board.places.push(Place {
        id: def.id.0.clone(),
        label: def.id.0.clone(),
        name: Some(def.name.value.clone()),
        code: None,
        map: map_ref(board, on),
        kind,
        centre: middle(&outline),
        outline,
        enlarged: None,
        attributes: vocabulary.attributes_of(
            AttributeOf::Space,
            &RawAttributes::default(),
            None,
            def.meta.span,
            &mut Cx::default(),
        ),
        about: about(&def.meta),
    });
    board.place_ref(index)
}

/// Boxes for cards, and those that are windows of their own.
fn hidden_already(kind: BoxKind) -> bool {
    matches!(kind, BoxKind::Private | BoxKind::Deck | BoxKind::Hand | BoxKind::Discard)
}

/// Reports boxes, spaces and boxed areas that lie on each other or on the land.
pub fn crowded(board: &CheckedBoard, cx: &mut Cx) {
    let boxed =
        |place: &Place| !matches!(place.kind, PlaceKind::Area { boxed: false, .. }) && place.kind.cell().is_none();
    let ring = |place: &Place| -> Vec<Geo> { place.outline.iter().map(|p| Geo::new(p.x, p.y)).collect() };
    let extents: Vec<[f64; 4]> = board.places.iter().map(|place| extent(&place.outline)).collect();
    for (index, place) in board.places.iter().enumerate() {
        if !boxed(place) || place.outline.len() != 4 || place.map.is_none() {
            continue;
        }
        let own = ring(place);
        let hit = board.places.iter().enumerate().position(|(other, at)| {
            at.map == place.map
                && at.outline.len() >= 3
                && (other < index || !boxed(at))
                && other != index
                && meet(&extents[index], &extents[other])
                && overlap(&own, &ring(at))
        });
        if let Some(other) = hit {
            let message = format!("`{}` overlaps `{}`", place.id, board.places[other].id);
            cx.diags.push(
                codes::CROWDED
                    .at(board.place_spans[index], message)
                    .label("this")
                    .also(board.place_spans[other], "on this"),
            );
        }
    }
}

/// Left, top, right and bottom of an outline.
fn extent(outline: &[Point]) -> [f64; 4] {
    let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    outline.iter().fold(none, |[a, b, c, d], p| [a.min(p.x), b.min(p.y), c.max(p.x), d.max(p.y)])
}

fn meet(one: &[f64; 4], other: &[f64; 4]) -> bool {
    one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]
}

/// Whether a rectangle and a polygon have more than an edge in common.
fn overlap(rect: &[Geo], other: &[Geo]) -> bool {
    let [a, _, c, _] = rect else { return false };
    let slack = 0.05;
    let within = |p: &Geo| p.x > a.x + slack && p.x < c.x - slack && p.y > a.y + slack && p.y < c.y - slack;
    let inner = [
        (a.x + slack, a.y + slack),
        (c.x - slack, a.y + slack),
        (c.x - slack, c.y - slack),
        (a.x + slack, c.y - slack),
    ];
    let middle = Geo::new((a.x + c.x) / 2.0, (a.y + c.y) / 2.0);
    other.iter().any(within)
        || polygon::contains(other, middle)
        || inner.iter().any(|(x, y)| polygon::contains(other, Geo::new(*x, *y)))
}

/// Which units a box is for: only boxes of eliminated units tell.
fn holds(def: &BoxDef, cx: &mut Cx) -> Option<Holds> {
    let holds = def.holds.as_ref()?;
    if def.kind.as_ref().is_none_or(|kind| kind.value != BoxKind::Eliminated) {
        let message = format!("the box `{}` is not for eliminated units", def.id.0);
        let diag = codes::CONFLICT.at(holds.span, message).label("for eliminated units only");
        cx.diags.push(diag.help("write `kind = \"eliminated\"`, or leave `holds` out"));
    }
    Some(holds.value)
}
