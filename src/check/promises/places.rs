//! Places and their neighbours as promises see them. There are thousands: only fields that are asked for are made.

use super::records::RecordList;
use crate::expr::{Names, Number, Type, Value};
use crate::model::{About, Model, Place, PlaceKind, Ref};
use crate::play;
use std::collections::{BTreeMap, BTreeSet};

/// Lists of places.
pub const LISTS: &[&str] = &["places", "areas", "hexes", "squares", "boxes", "spaces", "slots"];

fn text(text: &str) -> Value {
    Value::from(text)
}

fn reference<T>(reference: Option<&Ref<T>>) -> Value {
    text(reference.map_or("", |reference| &*reference.id))
}

fn kind(place: &Place) -> &'static str {
    match place.kind {
        PlaceKind::Area { .. } => "area",
        PlaceKind::Hex { .. } => "hex",
        PlaceKind::Square { .. } => "square",
        PlaceKind::Box(_) => "box",
        PlaceKind::Space { .. } => "space",
        PlaceKind::Slot { .. } => "slot",
    }
}

/// The places of one kind, or all.
pub fn list(name: &str, model: &Model, wanted: &BTreeSet<String>, scope: &Names) -> RecordList {
    let one = match name {
        "areas" => "area",
        "hexes" => "hex",
        "squares" => "square",
        "boxes" => "box",
        "spaces" => "space",
        "slots" => "slot",
        _ => "",
    };
    let regions = memberships(model, wanted.contains("regions"));
    let places: Vec<(usize, &Place)> =
        model.places.iter().enumerate().filter(|(_, place)| one.is_empty() || kind(place) == one).collect();
    let known: BTreeMap<String, Type> =
        scope.types.iter().filter(|(name, _)| wanted.contains(*name)).map(|(n, t)| (n.clone(), t.clone())).collect();
    let names = places.iter().map(|(_, place)| place.id.clone()).collect();
    RecordList::by_columns(names, wanted.iter(), &known, |at, name| {
        let (index, place) = places[at];
        if name == "regions" {
            let own = regions.get(&index).into_iter().flatten().map(|region| text(region));
            return Some(Value::List(own.collect()));
        }
        field(place, model, name)
    })
}

/// The regions of every place.
fn memberships(model: &Model, asked: bool) -> BTreeMap<usize, Vec<&str>> {
    let mut found: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for region in model.regions.iter().filter(|_| asked) {
        for place in &region.places {
            found.entry(place.index).or_default().push(&region.id);
        }
    }
    found
}

/// What a place has of that name.
fn field(place: &Place, model: &Model, name: &str) -> Option<Value> {
    let whole = |number: i64| Some(Value::Number(Number::new(number, 1)));
    if let Some(said) = said(&place.about, name) {
        return Some(said);
    }
    match (name, &place.kind) {
        ("place", _) => Some(text(&place.id)),
        ("kind", _) => Some(text(kind(place))),
        ("code", _) => Some(text(place.code.as_deref().unwrap_or_default())),
        ("column", PlaceKind::Hex { column, .. } | PlaceKind::Square { column, .. }) => whole((*column).into()),
        ("row", PlaceKind::Hex { row, .. } | PlaceKind::Square { row, .. }) => whole((*row).into()),
        ("box_kind", PlaceKind::Box(own)) => Some(text(own.kind.word())),
        ("side", PlaceKind::Box(own)) => Some(reference(own.side.as_ref())),
        ("display", PlaceKind::Box(own)) => Some(reference(own.display.as_ref())),
        ("track", PlaceKind::Space { track }) => Some(text(&track.id)),
        ("number", PlaceKind::Space { .. }) => whole(place.label.parse().unwrap_or(0)),
        ("unit", PlaceKind::Slot { unit }) => Some(text(&unit.id)),
        _ => play::PlaceFields { place, attributes: &model.attributes }.get(name),
    }
}

/// `note` and `src.KEY`.
fn said(about: &About, name: &str) -> Option<Value> {
    if name == "note" {
        return Some(text(about.note.as_deref().unwrap_or_default()));
    }
    let key = name.strip_prefix("src.")?;
    let source = about.source.as_ref();
    let said = source.and_then(|source| source.by_key.get(key).or(source.rest.as_ref()));
    Some(text(said.map_or("", String::as_str)))
}

/// Neighbours, each pair in both directions: `from` and `to` with the fields of both places.
pub fn edges(model: &Model, wanted: &BTreeSet<String>, scope: &Names) -> RecordList {
    let ends: BTreeSet<String> = wanted
        .iter()
        .filter_map(|name| name.strip_prefix("from.").or(name.strip_prefix("to.")))
        .map(Into::into)
        .collect();
    let of_places = list("places", model, &ends, scope);
    let known = of_places
        .fields
        .iter()
        .flat_map(|(name, type_)| [(format!("from.{name}"), type_.clone()), (format!("to.{name}"), type_.clone())]);
    let known: BTreeMap<String, Type> = known.collect();
    let names = model.edges.iter().map(|edge| format!("{} {}", edge.from, edge.to)).collect();
    // Only a few of the names are of edges, and there are thousands of those.
    let own = wanted.iter().filter(|name| {
        let name = name.as_str();
        known.contains_key(name) || EDGE.contains(&name) || name == "note" || name.starts_with("src.")
    });
    RecordList::by_columns(names, own, &known, |at, name| {
        let edge = &model.edges[at];
        let end = match name.split_once('.') {
            Some(("from", field)) => Some((&edge.from, field)),
            Some(("to", field)) => Some((&edge.to, field)),
            _ => None,
        };
        if let Some((place, field)) = end {
            return of_places.records.get(place.index, field).cloned();
        }
        match name {
            "from" => Some(text(&edge.from.id)),
            "to" => Some(text(&edge.to.id)),
            "by" => Some(text(edge.by.word())),
            "boundary" => Some(text(edge.boundary.as_deref().unwrap_or_default())),
            "crossing" => Some(text(edge.crossing.as_deref().unwrap_or_default())),
            "ways" => Some(Value::List(edge.ways.iter().map(|way| text(way)).collect())),
            _ => said(&edge.about, name),
        }
    })
}

/// Fields of neighbours.
const EDGE: [&str; 6] = ["from", "to", "by", "boundary", "crossing", "ways"];
