//! A map: its places, what lies between them, and what is drawn through them.

use super::{about, flat, rounded, source_kind, terrain_name};
use crate::diag::Diagnostics;
use crate::model::{EdgeBy, Map, Model, Place, PlaceKind};
use crate::source::values::millimetres;
use crate::source::{DataNode, DataValue, FileKind, Sources, read_toml};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many millimetres a unit of length has in the file of a map.
fn unit(sources: &Sources, map: usize) -> f64 {
    // Maps of the model stand in the order of their files.
    let files = sources.own().filter(|(_, file)| file.kind == FileKind::Map && !file.is_sheet());
    let node = files.map(|(id, file)| read_toml(id, &file.text, &mut Diagnostics::default())).nth(map);
    let within = |node: DataNode, key: &str| match node.value {
        DataValue::Table(table) => table.get(key).cloned(),
        _ => None,
    };
    let unit = node.and_then(|node| within(node, "map")).and_then(|node| within(node, "unit"));
    match unit.map(|node| node.value) {
        Some(DataValue::Text(word)) => millimetres(&word).unwrap_or(1.0),
        _ => 1.0,
    }
}

/// A map with everything on it but counters.
pub fn board(model: &Model, sources: &Sources, index: usize) -> Option<Value> {
    let map = model.maps.get(index)?;
    let here = |place: &&Place| place.map.as_ref().is_some_and(|own| own.index == index);
    let mut regions: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for region in &model.regions {
        for place in &region.places {
            regions.entry(place.index).or_default().push(&region.name);
        }
    }
    let numbered = model.places.iter().enumerate().filter(|(_, place)| here(place));
    let places: Vec<Value> =
        numbered.map(|(n, place)| one(model, place, regions.get(&n).map_or(&[][..], Vec::as_slice))).collect();
    let on_map = |n: usize| model.places.get(n).is_some_and(|place| here(&place));
    // Each pair once, and what leads off the map.
    let edges = model.edges.iter().filter(|edge| on_map(edge.from.index));
    let edges: Vec<Value> = edges
        .filter(|edge| edge.from.index < edge.to.index || !on_map(edge.to.index) || edge.by == EdgeBy::Link)
        .map(|edge| {
            json!([
                &*edge.from.id,
                &*edge.to.id,
                edge.by.word(),
                edge.boundary,
                edge.crossing,
                edge.ways,
                edge.length.map(rounded),
                source_kind(&edge.about)
            ])
        })
        .collect();
    Some(json!({
        "id": map.id, "name": map.name, "kind": map.kind, "width": map.width, "height": map.height,
        "scale": map.scale, "image": map.image.is_some(), "counter": model.game.counter_size,
        "places": places, "edges": edges, "borders": borders(map), "lines": lines(model, map),
        "terrains": map.terrains.iter().map(|own| json!({ "id": own.id, "name": own.name })).collect::<Vec<_>>(),
        "boundaries": map.boundaries.iter()
            .map(|own| json!({ "id": own.id, "name": own.name, "crossings": own.crossings })).collect::<Vec<_>>(),
        "ways": map.ways.iter().map(|own| json!({ "id": own.id, "name": own.name })).collect::<Vec<_>>(),
        "features": map.features.iter().map(|own| json!({ "id": own.id, "name": own.name })).collect::<Vec<_>>(),
        "unit": unit(sources, index),
        "grid": map.grid.as_ref().and_then(|_| serde_json::to_value(map).ok()?.get("grid").cloned()),
        "near": near_misses(model, index),
    }))
}

/// A place, for pages.
pub fn one(model: &Model, place: &Place, regions: &[&str]) -> Value {
    let (kind, terrain, class, control) = match &place.kind {
        PlaceKind::Area { class, terrain, control, .. } => ("area", Some(terrain), Some(class), control.as_ref()),
        PlaceKind::Hex { terrain, control, .. } => ("hex", Some(terrain), None, control.as_ref()),
        PlaceKind::Square { terrain, control, .. } => ("square", Some(terrain), None, control.as_ref()),
        PlaceKind::Box(_) => ("box", None, None, None),
        PlaceKind::Space { .. } => ("space", None, None, None),
        PlaceKind::Slot { .. } => ("slot", None, None, None),
    };
    json!({
        "id": place.id, "label": place.label, "name": place.name, "kind": kind,
        "terrain": terrain, "terrainName": terrain.map(|id| terrain_name(model, id)), "class": class,
        "control": control.map(|side| &*side.id), "code": place.code,
        "at": place.centre.map(|point| [rounded(point.x), rounded(point.y)]),
        "outline": flat(&place.outline),
        "attributes": place.attributes,
        "regions": regions,
        "about": about(&place.about),
    })
}

fn borders(map: &Map) -> Vec<Value> {
    let said = map.borders.iter().filter(|border| border.kind.is_some() && border.b.is_some());
    said.map(|border| {
        json!([
            &*border.a.id,
            border.b.as_ref().map(|b| &*b.id),
            border.kind,
            border.crossing,
            border.name,
            flat(&border.path)
        ])
    })
    .collect()
}

fn lines(model: &Model, map: &Map) -> Vec<Value> {
    let centre = |place: &crate::model::Ref<Place>| model.places.get(place.index).and_then(|place| place.centre);
    let line = |line: &crate::model::Line| {
        let points: Vec<_> = line.path.iter().filter_map(centre).collect();
        json!([line.kind, line.name, flat(&points)])
    };
    map.lines.iter().map(line).collect()
}

/// Areas that nearly touch: no border between them, but corners closer than this, in millimetres.
const NEAR: f64 = 1.5;

fn near_misses(model: &Model, map: usize) -> Vec<Value> {
    let areas: Vec<(usize, &Place)> = model
        .places
        .iter()
        .enumerate()
        .filter(|(_, place)| place.map.as_ref().is_some_and(|own| own.index == map))
        .filter(|(_, place)| matches!(place.kind, PlaceKind::Area { boxed: false, space: None, .. }))
        .collect();
    let touch = |a: usize, b: usize| model.edges.iter().any(|edge| edge.from.index == a && edge.to.index == b);
    let mut found = Vec::new();
    for (n, (a, first)) in areas.iter().enumerate() {
        for (b, second) in &areas[n + 1..] {
            let close = first.outline.iter().find_map(|p| {
                let near = |q: &&crate::model::Point| (p.x - q.x).hypot(p.y - q.y) < NEAR;
                second.outline.iter().find(near).map(|_| *p)
            });
            if let Some(point) = close.filter(|_| !touch(*a, *b)) {
                found.push(json!([first.id, second.id, rounded(point.x), rounded(point.y)]));
            }
        }
    }
    found
}
