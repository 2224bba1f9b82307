//! Borders of areas: what is said of each, and what leads over it.

use super::CheckedBoard;
use crate::check::about::pieced;
use crate::check::names::{one_of, unknown};
use crate::diag::codes;
use crate::geometry::subdivision::{CommonBorder, Subdivision};
use crate::model::{About, Border, Edge, EdgeBy, Map, PlaceKind, Ref};
use crate::source::decode::Cx;
use crate::source::{Sp, Span, values};
use crate::syntax::{BorderDef, MapFile};
use std::collections::BTreeMap;

/// What `[[border]]` says of a pair.
struct SaidOfBorder {
    kind: Option<String>,
    crossing: Option<String>,
    none: bool,
    about: About,
    span: Span,
}

/// The areas of a map: their records, and the places that were made of them.
pub(super) struct Areas<'a> {
    pub(super) file: &'a MapFile,
    /// The place of the first area.
    pub(super) first: usize,
    /// Places by id.
    pub(super) ids: BTreeMap<&'a str, usize>,
    /// Places of the areas that take part in the subdivision.
    pub(super) places: &'a [usize],
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

pub(super) fn borders(
    board: &mut CheckedBoard,
    map: usize,
    areas: &Areas<'_>,
    sub: &Subdivision,
    min_border: f64,
    cx: &mut Cx,
) {
    let (file, places) = (areas.file, areas.places);
    let shared: BTreeMap<(usize, usize), CommonBorder> = sub
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
    board: &CheckedBoard,
    map: usize,
    file: &MapFile,
    shared: &BTreeMap<(usize, usize), CommonBorder>,
    ids: &BTreeMap<&str, usize>,
    cx: &mut Cx,
) -> BTreeMap<(usize, usize), SaidOfBorder> {
    let mut all: BTreeMap<(usize, usize), SaidOfBorder> = BTreeMap::new();
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
            SaidOfBorder {
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
