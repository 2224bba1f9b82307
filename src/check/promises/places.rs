//! Places and their neighbours as promises see them. There are thousands: only fields that are asked for are made.

use super::records::List;
use crate::expr::{Names, Number, Record, Type, Value};
use crate::model::{About, Model, Place, PlaceKind, Ref};
use crate::play;
use std::collections::{BTreeMap, BTreeSet};

/// Lists of places.
pub const LISTS: &[&str] = &["places", "areas", "hexes", "boxes", "spaces", "slots"];

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
        PlaceKind::Box(_) => "box",
        PlaceKind::Space { .. } => "space",
        PlaceKind::Slot { .. } => "slot",
    }
}

/// The places of one kind, or all.
pub fn list(name: &str, model: &Model, wanted: &BTreeSet<String>, scope: &Names) -> List {
    let one = match name {
        "areas" => "area",
        "hexes" => "hex",
        "boxes" => "box",
        "spaces" => "space",
        "slots" => "slot",
        _ => "",
    };
    let regions = memberships(model, wanted.contains("regions"));
    let fits = |(_, place): &(usize, &Place)| one.is_empty() || kind(place) == one;
    let record = |(at, place): (usize, &Place)| {
        let mut fields = fields(place, model, wanted);
        if wanted.contains("regions") {
            let own = regions.get(&at).into_iter().flatten().map(|region| text(region));
            fields.insert("regions".into(), Value::List(own.collect()));
        }
        (place.id.clone(), fields)
    };
    let known: BTreeMap<String, Type> =
        scope.types.iter().filter(|(name, _)| wanted.contains(*name)).map(|(n, t)| (n.clone(), t.clone())).collect();
    List::new(model.places.iter().enumerate().filter(fits).map(record).collect(), &known)
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

fn fields(place: &Place, model: &Model, wanted: &BTreeSet<String>) -> Record {
    let mut fields = play::place_values(place, &model.attributes);
    let mut add = |name: &str, value: Value| {
        fields.insert(name.to_string(), value);
    };
    add("place", text(&place.id));
    add("kind", text(kind(place)));
    add("code", text(place.code.as_deref().unwrap_or_default()));
    match &place.kind {
        PlaceKind::Hex { column, row, .. } => {
            add("column", Value::Number(Number::new((*column).into(), 1)));
            add("row", Value::Number(Number::new((*row).into(), 1)));
        }
        PlaceKind::Box(own) => {
            add("box_kind", text(own.kind.word()));
            add("side", reference(own.side.as_ref()));
            add("display", reference(own.display.as_ref()));
        }
        PlaceKind::Space { track } => {
            add("track", text(&track.id));
            add("number", Value::Number(Number::new(place.label.parse().unwrap_or(0), 1)));
        }
        PlaceKind::Slot { unit } => add("unit", text(&unit.id)),
        PlaceKind::Area { .. } => {}
    }
    say(&place.about, wanted, &mut fields);
    fields.retain(|name, _| wanted.contains(name));
    fields
}

/// `note` and `src.KEY`.
fn say(about: &About, wanted: &BTreeSet<String>, fields: &mut Record) {
    fields.insert("note".into(), text(about.note.as_deref().unwrap_or_default()));
    for (name, key) in wanted.iter().filter_map(|name| Some((name, name.strip_prefix("src.")?))) {
        let source = about.source.as_ref();
        let said = source.and_then(|source| source.by_key.get(key).or(source.rest.as_ref()));
        fields.insert(name.clone(), text(said.map_or("", String::as_str)));
    }
}

/// Neighbours, each pair in both directions: `from` and `to` with the fields of both places.
pub fn edges(model: &Model, wanted: &BTreeSet<String>, scope: &Names) -> List {
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
    let record = |edge: &crate::model::Edge| {
        let mut fields = Record::new();
        for (end, place) in [("from", &edge.from), ("to", &edge.to)] {
            fields.insert(end.into(), text(&place.id));
            for (name, value) in of_places.records.get(place.index).into_iter().flatten() {
                fields.insert(format!("{end}.{name}"), value.clone());
            }
        }
        fields.insert("by".into(), text(edge.by.word()));
        fields.insert("boundary".into(), text(edge.boundary.as_deref().unwrap_or_default()));
        fields.insert("crossing".into(), text(edge.crossing.as_deref().unwrap_or_default()));
        fields.insert("ways".into(), Value::List(edge.ways.iter().map(|way| text(way)).collect()));
        say(&edge.about, wanted, &mut fields);
        fields.retain(|name, _| wanted.contains(name));
        (format!("{} {}", edge.from, edge.to), fields)
    };
    List::new(model.edges.iter().map(record).collect(), &known)
}
