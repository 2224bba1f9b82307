//! Adjacency: links, order, reachability.

use super::borders::boundary;
use super::{CheckedBoard, SheetScale};
use crate::check::about::pieced;
use crate::check::names::one_of;
use crate::diag::codes;
use crate::model::{Edge, EdgeBy, Point};
use crate::source::Span;
use crate::source::decode::Cx;
use crate::syntax::MapFile;
use std::collections::BTreeMap;

/// `[[link]]`: neighbours that do not touch.
pub fn links(board: &mut CheckedBoard, map: usize, file: &MapFile, cx: &mut Cx) {
    let sheet = SheetScale::of(file);
    let mut seen: BTreeMap<(usize, usize), Span> = BTreeMap::new();
    for def in &file.links {
        let kind = def.kind.as_ref().and_then(|kind| boundary(&board.maps[map], kind, cx));
        if def.to.is_empty() {
            cx.diags.push(codes::MISSING_KEY.at(def.meta.span, "a link needs `to`").label("`to` is missing"));
        }
        let ways = board.maps[map].ways.iter().map(|way| way.id.as_str());
        let way = def.way.as_ref().and_then(|way| one_of("way", way, ways, cx));
        let via: Vec<Point> = def.via.iter().map(|pair| sheet.point(pair.value)).collect();
        if let (Some(first), true) = (def.via.first(), def.to.len() > 1) {
            let message = "a link with `via` leads to one place";
            cx.diags
                .push(codes::CONFLICT.at(first.span, message).label("here").help("write a `[[link]]` for each end"));
        }
        let at = def.via.first().map_or(def.meta.span, |pair| pair.span);
        sheet.hold("this link", &via, at, cx);
        let like = def.kind.as_ref().map(|_| ("boundary", def.meta.source_of("kind")));
        let about = pieced(def.meta.source_of_both("from", "to"), like.into_iter(), [def.meta.note.as_deref()]);
        let Some(from) = board.place_near(&def.from, Some(map), cx) else { continue };
        for name in &def.to {
            let Some(to) = board.place_near(name, Some(map), cx) else { continue };
            if from == to {
                cx.diags
                    .push(codes::LINK.at(name.span, format!("a link from `{from}` to itself")).label("the same place"));
                continue;
            }
            let same = |edge: &&Edge| edge.from == from && edge.to == to && edge.by != EdgeBy::Link;
            if board.edges.iter().any(|edge| same(&edge)) {
                let message = format!("`{from}` and `{to}` are neighbours already: they share a border");
                cx.diags
                    .push(codes::LINK.at(name.span, message).label("no link needed").also(def.from.span, "from here"));
                continue;
            }
            let both = if def.one_way == Some(true) { vec![(&from, &to)] } else { vec![(&from, &to), (&to, &from)] };
            for (n, (from, to)) in both.into_iter().enumerate() {
                let via: Vec<Point> = if n == 0 { via.clone() } else { via.iter().rev().copied().collect() };
                if let Some(first) = seen.insert((from.index, to.index), name.span) {
                    let message = format!("`{from}` is linked to `{to}` twice");
                    cx.diags.push(codes::LINK.at(name.span, message).label("again").also(first, "here already"));
                    continue;
                }
                board.edges.push(Edge {
                    from: from.clone(),
                    to: to.clone(),
                    by: EdgeBy::Link,
                    boundary: kind.clone(),
                    crossing: None,
                    ways: way.iter().cloned().collect(),
                    length: None,
                    drawn: def.drawn != Some(false),
                    via,
                    about: about.clone(),
                });
            }
        }
    }
}

/// Puts edges in canonical order.
pub fn finish(board: &mut CheckedBoard) {
    let places = board.place_refs();
    for edge in &mut board.edges {
        edge.from = places[edge.from.index].clone();
        edge.to = places[edge.to.index].clone();
    }
    // Edges are large: their order is found before they are moved.
    board.edges.sort_by_cached_key(|edge| (edge.from.index, edge.to.index, edge.by));
}

/// Reports areas and hexes of a map that cannot be reached from its first one.
pub fn reachable(board: &CheckedBoard, cx: &mut Cx) {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); board.places.len()];
    for edge in &board.edges {
        neighbours[edge.from.index].push(edge.to.index);
        neighbours[edge.to.index].push(edge.from.index);
    }
    for map in 0..board.maps.len() {
        let here: Vec<usize> = (0..board.places.len())
            .filter(|place| {
                let place = &board.places[*place];
                // An area without an outline has no shape, which is reported where it is declared.
                place.map.as_ref().is_some_and(|on| on.index == map)
                    && !place.outline.is_empty()
                    && place.enlarged.is_none()
                    && place.kind.is_ground()
            })
            .collect();
        let Some(start) = here.first() else { continue };
        // Points over a picture, or in pixels of a window, of which nothing is said to be next to anything: their author
        // has not come that far.
        let alone = |place: &usize| neighbours[*place].is_empty() && board.places[*place].kind.is_point();
        let own = &board.maps[map];
        if (own.image.is_some() || own.pixels.is_some()) && here.iter().all(alone) {
            continue;
        }
        let mut reached = vec![false; board.places.len()];
        let mut open = vec![*start];
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut reached[place], true) {
                open.extend(neighbours[place].iter().filter(|next| !reached[**next]));
            }
        }
        let cut_off: Vec<usize> = here.iter().copied().filter(|place| !reached[*place]).collect();
        for (n, place) in cut_off.iter().enumerate() {
            let span = board.place_spans[*place];
            // Hexes have no place of their own in the file: one word for all of them.
            if cut_off[..n].iter().any(|other| board.place_spans[*other] == span) {
                continue;
            }
            let others = cut_off.iter().filter(|other| board.place_spans[**other] == span).count() - 1;
            let more = if others == 0 { String::new() } else { format!(" (and {others} more)") };
            let label = &board.places[*place].label;
            let start = &board.places[*start].label;
            let message = format!("`{label}`{more} cannot be reached: nothing leads there from `{start}`");
            let diag = codes::UNREACHABLE.at(span, message).label("cut off");
            cx.diags.push(diag.help("give it a shared border, or add a `[[link]]`"));
        }
    }
}
