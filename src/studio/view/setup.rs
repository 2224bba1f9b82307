//! The pieces of a scenario in their places on a map.

use super::{index_of, rounded};
use crate::art::stacks::{self, LEAN};
use crate::check::Scene;
use crate::model::{Model, PlaceKind, Placement, Point, Scenario, Spot, What};
use crate::studio::game::Good;
use crate::studio::pictures::{BoardOf, DrawnBoard};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How far from a unit its markers lie in a hex, up and to the left, in widths of a counter.
const MARKER_BESIDE: f64 = 0.625;

/// A piece: what it is, and which face of which counter is up.
struct ShownPiece {
    thing: String,
    name: String,
    side: Option<usize>,
    unit: bool,
    counter: usize,
    back: bool,
    place: Option<usize>,
    note: String,
}

/// The pieces of a scenario: those on a map or display, and those beside it.
pub fn setup(good: &Good, drawn: &DrawnBoard, board: BoardOf, scenario: &str) -> Option<Value> {
    let model = &good.sound.model;
    let scenario = &model.scenarios[index_of(&model.scenarios, scenario)?];
    let pieces = all(scenario).flat_map(|(arrives, placement)| pieces(model, placement, arrives)).collect();
    let mut laid = laid(good, drawn, board, pieces);
    laid["scenario"] = json!(scenario.id);
    let out = scenario
        .unused
        .iter()
        .filter_map(|unit| Some(told(good, &unit_piece(model, unit.index, 0, None, Some("left out"))?, None)));
    laid["out"] = out.collect();
    Some(laid)
}

/// A unit with a step up, in a place or in none.
fn unit_piece(model: &Model, unit: usize, step: usize, place: Option<usize>, note: Option<&str>) -> Option<ShownPiece> {
    let own = model.units.get(unit)?;
    let step = own.steps.get(step)?;
    Some(ShownPiece {
        thing: format!("unit:{}", own.id),
        name: own.name.clone(),
        side: Some(own.side.index),
        unit: true,
        counter: step.counter.index,
        back: step.back,
        place,
        note: note.unwrap_or(&step.state).to_string(),
    })
}

/// What stands where in a position.
pub fn scene(good: &Good, drawn: &DrawnBoard, map: usize, scene: &Scene) -> Value {
    let model = &good.sound.model;
    let units = scene.units.iter();
    let units = units.filter_map(|(unit, place, step)| unit_piece(model, *unit, *step, Some(*place), None));
    let markers = scene.markers.iter().filter_map(|(marker, place, back)| {
        let own = model.markers.get(*marker)?;
        Some(ShownPiece {
            thing: format!("marker:{}", own.id),
            name: own.name.clone(),
            side: own.side.as_ref().map(|side| side.index),
            unit: false,
            counter: own.counter.index,
            back: *back,
            place: Some(*place),
            note: String::new(),
        })
    });
    laid(good, drawn, BoardOf::Map(map), units.chain(markers).collect())
}

fn laid(good: &Good, drawn: &DrawnBoard, board: BoardOf, pieces: Vec<ShownPiece>) -> Value {
    let model = &good.sound.model;
    let mut rooms: BTreeMap<usize, Vec<ShownPiece>> = BTreeMap::new();
    let mut beside = Vec::new();
    for piece in pieces {
        match piece.place {
            Some(place) if on(model, drawn, board, place) => rooms.entry(place).or_default().push(piece),
            _ => beside.push(piece),
        }
    }
    let mut placed = Vec::new();
    for (place, own) in rooms {
        lay(good, drawn, place, own, &mut placed);
    }
    let beside: Vec<Value> = beside.iter().map(|piece| told(good, piece, None)).collect();
    json!({ "scenario": null, "pieces": placed, "beside": beside, "out": [] })
}

fn all(scenario: &Scenario) -> impl Iterator<Item = (bool, &Placement)> {
    let now = scenario.setup.iter().map(|placement| (placement.turn.is_some(), placement));
    now.chain(scenario.reinforcements.iter().map(|placement| (true, placement)))
}

fn on(model: &Model, drawn: &DrawnBoard, board: BoardOf, place: usize) -> bool {
    match board {
        BoardOf::Map(map) => {
            model.places.get(place).and_then(|own| own.map.as_ref()).is_some_and(|own| own.index == map)
        }
        BoardOf::Display(_) => drawn.rooms.contains_key(&place),
    }
}

fn pieces(model: &Model, placement: &Placement, arrives: bool) -> Vec<ShownPiece> {
    let found = match &placement.what {
        What::Unit(unit) => model.units.get(unit.index).and_then(|own| {
            let step = own.steps.iter().find(|step| step.state == placement.state).or(own.steps.first())?;
            Some((
                format!("unit:{}", own.id),
                own.name.clone(),
                Some(own.side.index),
                true,
                step.counter.index,
                step.back,
            ))
        }),
        What::Marker(marker) => model.markers.get(marker.index).and_then(|own| {
            let counter = model.counters.get(own.counter.index)?;
            let back = counter.front.state != placement.state
                && counter.back.as_ref().is_some_and(|back| back.state == placement.state);
            let side = own.side.as_ref().map(|side| side.index);
            Some((format!("marker:{}", own.id), own.name.clone(), side, false, own.counter.index, back))
        }),
    };
    let Some((thing, name, side, unit, counter, back)) = found else { return Vec::new() };
    let place = match &placement.spot {
        Some(Spot::At(place)) if !arrives => Some(place.index),
        _ => None,
    };
    let note = note(placement, arrives);
    let piece = || ShownPiece {
        thing: thing.clone(),
        name: name.clone(),
        side,
        unit,
        counter,
        back,
        place,
        note: note.clone(),
    };
    (0..placement.copies.min(200)).map(|_| piece()).collect()
}

/// Where and when a piece comes, in words.
fn note(placement: &Placement, arrives: bool) -> String {
    let list = |ids: Vec<&str>| {
        let more = if ids.len() > 4 { format!(" and {} more", ids.len() - 4) } else { String::new() };
        format!("{}{more}", ids.iter().take(4).copied().collect::<Vec<_>>().join(", "))
    };
    let place = match &placement.spot {
        Some(Spot::At(place)) => format!("at {}", place.id),
        Some(Spot::Any { regions, .. }) if !regions.is_empty() => {
            format!("anywhere in {}", list(regions.iter().map(|own| &*own.id).collect()))
        }
        Some(Spot::Any { places, .. }) => format!("any of {}", list(places.iter().map(|own| &*own.id).collect())),
        Some(Spot::Line(places)) => format!("on the line {}", list(places.iter().map(|own| &*own.id).collect())),
        Some(Spot::With(unit)) => format!("with {}", unit.id),
        None => "by the entry rule".to_string(),
    };
    match placement.turn {
        Some(turn) if arrives => format!("turn {turn}, {place}"),
        _ if arrives => format!("arrives {place}"),
        _ => place,
    }
}

/// Stacks in a place: of units of each side and of markers.
fn lay(good: &Good, drawn: &DrawnBoard, place: usize, pieces: Vec<ShownPiece>, placed: &mut Vec<Value>) {
    let (model, taken) = (&good.sound.model, &drawn.taken);
    let Some(own) = model.places.get(place) else { return };
    let room = drawn.rooms.get(&place).copied().unwrap_or_else(|| stacks::bounds(&own.outline));
    let middle = own.centre.unwrap_or_else(|| Point { x: room.centre().0, y: room.centre().1 });
    let mut groups: BTreeMap<(bool, Option<usize>), Vec<ShownPiece>> = BTreeMap::new();
    for piece in pieces {
        let key = if piece.unit { (false, piece.side) } else { (true, None) };
        groups.entry(key).or_default().push(piece);
    }
    let hex = matches!(own.kind, PlaceKind::Hex { .. } | PlaceKind::Square { .. });
    let heights: Vec<u32> = groups.values().map(|group| u32::try_from(group.len()).unwrap_or(1)).collect();
    let size = model.game.counter_size;
    let spots: Vec<Point> = match own.kind {
        PlaceKind::Hex { .. } | PlaceKind::Square { .. } => Vec::new(),
        PlaceKind::Area { .. } => stacks::of_area(model, place, taken),
        _ => stacks::in_box(room, room, taken, size, &heights).piles.into_iter().map(|pile| pile.at).collect(),
    };
    for (n, ((markers, _), group)) in groups.into_iter().enumerate() {
        let beside = if hex && markers && n > 0 { size * MARKER_BESIDE } else { 0.0 };
        let spot = spots.get(n).copied().unwrap_or(middle);
        let at = Point { x: spot.x - beside, y: spot.y - beside };
        for (level, piece) in group.iter().enumerate() {
            #[allow(clippy::cast_precision_loss)]
            let up = level as f64;
            let at = Point { x: at.x + LEAN.0 * up, y: at.y - LEAN.1 * up };
            placed.push(told(good, piece, Some(at)));
        }
    }
}

fn told(good: &Good, piece: &ShownPiece, at: Option<Point>) -> Value {
    let model = &good.sound.model;
    let counter = &model.counters[piece.counter];
    let keys = good.faces.counters.get(piece.counter);
    let (front, back) = keys.map_or(("", None), |(front, back)| (front.as_str(), back.as_deref()));
    let (up, down) = if piece.back { (back.unwrap_or(front), Some(front)) } else { (front, back) };
    json!({
        "thing": piece.thing, "name": piece.name, "counter": counter.id, "unit": piece.unit,
        "side": piece.side.and_then(|side| model.sides.get(side)).map(|side| &side.id),
        "up": up, "down": down, "size": model.side_of(counter),
        "place": piece.place.and_then(|place| model.places.get(place)).map(|place| &place.id),
        "at": at.map(|at| [rounded(at.x), rounded(at.y)]),
        "note": piece.note,
    })
}
