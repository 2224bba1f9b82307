//! References to places.

use super::{CheckedBoard, GridPlaces};
use crate::check::names::unknown;
use crate::diag::codes;
use crate::model::{Place, PlaceKind, Ref, Spot};
use crate::source::decode::Cx;
use crate::source::{Sp, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Gives every place its id and makes it known by every text that names it.
pub fn name_places(board: &mut CheckedBoard, cx: &mut Cx) {
    let mut by_label: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, place) in board.places.iter().enumerate() {
        if !matches!(place.kind, PlaceKind::Space { .. }) {
            by_label.entry(place.label.clone()).or_default().push(index);
        }
    }
    for (label, indices) in &by_label {
        // Two places of one name are in order on two maps, not on one.
        for (n, index) in indices.iter().enumerate() {
            let map = |index: usize| board.places[index].map.as_ref().map(|map| map.index);
            if let Some(first) = indices[..n].iter().find(|first| map(**first) == map(*index)) {
                let message = format!("two places have the id `{label}`");
                let diag = codes::DUPLICATE.at(board.place_spans[*index], message).label("used again here");
                cx.diags.push(diag.also(board.place_spans[*first], "first used here"));
            }
        }
    }
    for index in 0..board.places.len() {
        let place = &board.places[index];
        let shared = by_label.get(&place.label).is_some_and(|indices| indices.len() > 1);
        let qualified = place.map.as_ref().map(|map| format!("{}:{}", map.id, place.label));
        let mut texts = Vec::new();
        match &place.kind {
            PlaceKind::Space { .. } => texts.push(place.id.clone()),
            _ => {
                texts.push(place.label.clone());
                texts.extend(place.code.clone().filter(|code| *code != place.label));
                texts.extend(qualified.clone());
                if shared && let Some(qualified) = qualified {
                    board.places[index].id = qualified;
                }
            }
        }
        for text in texts {
            board.by_text.entry(text).or_default().push(index);
        }
    }
    rename_references(board);
}

/// Edges and borders were made before shared ids were known.
fn rename_references(board: &mut CheckedBoard) {
    let ids: Vec<String> = board.places.iter().map(|place| place.id.clone()).collect();
    let renew = |reference: &mut Ref<Place>| *reference = Ref::new(reference.index, &ids[reference.index]);
    for edge in &mut board.edges {
        renew(&mut edge.from);
        renew(&mut edge.to);
    }
    for map in &mut board.maps {
        for border in &mut map.borders {
            renew(&mut border.a);
            border.b.iter_mut().for_each(renew);
        }
        for course in &mut map.courses {
            course.through.iter_mut().for_each(renew);
        }
        for line in &mut map.lines {
            line.path.iter_mut().for_each(renew);
        }
        for site in &mut map.sites {
            site.at.iter_mut().for_each(renew);
        }
    }
    for track in &mut board.tracks {
        track.spaces.iter_mut().for_each(renew);
    }
    for display in &mut board.displays {
        display.boxes.iter_mut().for_each(renew);
    }
}

impl CheckedBoard {
    /// A reference to a place.
    pub fn place_ref(&self, index: usize) -> Ref<Place> {
        Ref::new(index, &self.places[index].id)
    }

    /// Adds a place that comes of units, known by its id; reports one that is there already.
    pub fn add_place(&mut self, place: Place, span: Span, cx: &mut Cx) -> Ref<Place> {
        if let Some(first) = self.by_text.get(&place.id).and_then(|indices| indices.first()) {
            let diag =
                codes::DUPLICATE.at(span, format!("two places have the id `{}`", place.id)).label("used again here");
            cx.diags.push(diag.also(self.place_spans[*first], "first used here"));
        }
        let index = self.places.len();
        self.by_text.entry(place.id.clone()).or_default().push(index);
        self.place_spans.push(span);
        self.places.push(place);
        self.place_ref(index)
    }

    /// The place a text names; `near` is the map that the text stands on, if it stands on one.
    fn find(&self, text: &str, near: Option<usize>) -> FoundPlaces {
        let Some(indices) = self.by_text.get(text) else { return FoundPlaces::None };
        if let [index] = indices.as_slice() {
            return FoundPlaces::One(*index);
        }
        let on_map = |index: &&usize| near.is_some() && self.places[**index].map.as_ref().map(|map| map.index) == near;
        if let [index] = indices.iter().filter(on_map).collect::<Vec<_>>().as_slice() {
            return FoundPlaces::One(**index);
        }
        // A place that another map shows larger is one place.
        let played = |index: &usize| self.stand_ins.get(index).copied().unwrap_or(*index);
        match indices.iter().map(played).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().as_slice() {
            [index] => FoundPlaces::One(*index),
            _ => FoundPlaces::Several(indices.clone()),
        }
    }

    /// The place a reference names.
    pub fn place(&self, name: &Sp<String>, cx: &mut Cx) -> Option<Ref<Place>> {
        self.place_near(name, None, cx)
    }

    /// The place a reference names, on that map if two maps have it.
    pub fn place_near(&self, name: &Sp<String>, near: Option<usize>, cx: &mut Cx) -> Option<Ref<Place>> {
        match self.find(name, near) {
            FoundPlaces::One(index) if near.is_some() => Some(self.place_ref(index)),
            FoundPlaces::One(index) => Some(self.stand_in(self.place_ref(index))),
            FoundPlaces::Several(indices) => {
                let mut ids: Vec<&str> = indices.iter().map(|index| self.places[*index].id.as_str()).collect();
                ids.sort_unstable();
                ids.dedup();
                // Two places of one name on one map are reported where they are declared.
                if ids.len() < 2 {
                    return None;
                }
                let message = format!("`{}` is a place on {} maps", name.value, ids.len());
                cx.diags.push(
                    codes::AMBIGUOUS
                        .at(name.span, message)
                        .label("which?")
                        .help(format!("write one of: {}", ids.join(", "))),
                );
                None
            }
            FoundPlaces::None => {
                unknown("place", name, self.by_text.keys().map(String::as_str), cx);
                None
            }
        }
    }

    /// Places named by ids, regions and runs of hexes such as `0301-0305`.
    pub fn places_of(&self, names: &[Sp<String>], near: Option<usize>, cx: &mut Cx) -> Vec<Ref<Place>> {
        let mut places: Vec<Ref<Place>> = Vec::new();
        for name in names {
            let found = match (self.find(name, near), self.region_names.find(name)) {
                (FoundPlaces::None, Some(region)) => self.regions[region.index].places.clone(),
                (FoundPlaces::None, None) => match self.run(name, near) {
                    Some(run) => run,
                    None => self.place_or_region(name, cx).into_iter().collect(),
                },
                _ => self.place_near(name, near, cx).into_iter().collect(),
            };
            for place in found {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }

    fn place_or_region(&self, name: &Sp<String>, cx: &mut Cx) -> Option<Ref<Place>> {
        let known = self.by_text.keys().map(String::as_str).chain(self.region_names.ids());
        unknown("place or region", name, known, cx);
        None
    }

    fn run(&self, name: &Sp<String>, near: Option<usize>) -> Option<Vec<Ref<Place>>> {
        let grids = self.grids.iter().filter(|(map, _)| near.is_none() || near == Some(**map));
        grids
            .filter_map(|(_, grid)| grid.run(name))
            .next()
            .map(|run| run.into_iter().map(|index| self.place_ref(index)))
            .map(|run| if near.is_some() { run.collect() } else { run.map(|place| self.stand_in(place)).collect() })
    }

    /// Where a counter stands: one place, a choice, or a line of hexes.
    pub fn spot(&self, any: &[Sp<String>], line: &[Sp<String>], cx: &mut Cx) -> Option<Spot> {
        if let [from, to] = line {
            return self.line(from, to, cx).map(Spot::Line);
        }
        if let [first, ..] = line {
            let message = "a line runs between two hexes";
            cx.diags.push(codes::BAD_VALUE.at(first.span, message).label("two are needed"));
            return None;
        }
        if let [name] = any
            && self.region_names.find(name).is_none()
            && (self.by_text.contains_key(name.as_str()) || self.run(name, None).is_none())
        {
            return self.place(name, cx).map(Spot::At);
        }
        let regions = any.iter().filter_map(|name| match self.find(name, None) {
            FoundPlaces::None => self.region_names.find(name),
            _ => None,
        });
        let regions: Vec<_> = regions.collect();
        let before = cx.errors();
        let places = self.places_of(any, None, cx);
        if places.is_empty() {
            let first = any.first()?;
            // An empty region is reported where it is declared.
            if cx.errors() == before && regions.is_empty() {
                let message = "this leaves no place to choose from";
                cx.diags.push(codes::NO_CHOICE.at(first.span, message).label("empty"));
            }
            return None;
        }
        Some(Spot::Any { places, regions })
    }

    fn line(&self, from: &Sp<String>, to: &Sp<String>, cx: &mut Cx) -> Option<Vec<Ref<Place>>> {
        let (a, b) = (self.place(from, cx), self.place(to, cx));
        let (a, b) = (a?, b?);
        let hex = |place: &Ref<Place>| {
            self.grids.iter().find_map(|(map, grid)| {
                grid.places.iter().find(|(_, index)| **index == place.index).map(|(hex, _)| (*map, *hex))
            })
        };
        match (hex(&a), hex(&b)) {
            (Some((map, a)), Some((other, b))) if map == other => {
                let grid = &self.grids[&map];
                let line = grid.grid.line(a, b);
                let places = line.iter().filter_map(|hex| grid.places.get(hex));
                Some(places.map(|index| self.stand_in(self.place_ref(*index))).collect())
            }
            _ => {
                let message = "a line runs between two hexes of one map";
                cx.diags.push(codes::BAD_VALUE.at(from.span, message).label("from here").also(to.span, "to here"));
                None
            }
        }
    }
}

enum FoundPlaces {
    None,
    One(usize),
    Several(Vec<usize>),
}

impl GridPlaces {
    /// The places of a run such as `0301-0305`, those that are hexes.
    pub fn run(&self, text: &str) -> Option<Vec<usize>> {
        let dashes = text.match_indices('-').map(|(at, _)| at);
        let ends = dashes.filter_map(|at| Some((self.grid.parse(&text[..at])?, self.grid.parse(&text[at + 1..])?)));
        let (a, b) = ends.into_iter().next()?;
        let run = self.grid.run(a, b)?;
        Some(run.iter().filter_map(|hex| self.places.get(hex)).copied().collect())
    }
}
