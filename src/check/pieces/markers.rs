//! Markers.

use super::steps::printed;
use super::{Pieces, copies, declare};
use crate::check::about::about;
use crate::check::board::CheckedBoard;
use crate::check::vocabulary::Vocabulary;
use crate::check::{exprs, pictures};
use crate::diag::codes;
use crate::look::Set;
use crate::model::{
    About, Counter, Face, FaceValue, Formula, Marker, PlaceKind, Placement, Ref, Scenario, Shows, Spot, What,
};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{GameFiles, MarkerDef, MarkerFaceDef, MarkerUse};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn marker(pieces: &mut Pieces, def: &MarkerDef, vocabulary: &Vocabulary, cx: &mut Cx) {
    let others = pieces.unit_names.span(&def.id.0);
    let reference = declare(&mut pieces.marker_names, others, &def.id, cx);
    let copies = copies(def.count.as_ref(), cx);
    if def.front.is_none() && def.image.is_none() {
        let diag = codes::MISSING_KEY.at(def.meta.span, "this record needs the key `front`");
        cx.diags.push(diag.label("`front` is missing"));
    }
    let front = marker_face(def, def.front.as_ref().map(|face| &face.value), "front", vocabulary, cx);
    let has_back = def.back.is_some() || def.back_image.is_some();
    let back = has_back.then(|| marker_face(def, def.back.as_ref(), "back", vocabulary, cx));
    let counter = Ref::new(pieces.counters.len(), &def.id.0);
    pieces.counters.push(Counter {
        id: def.id.0.clone(),
        shows: Shows::Marker(reference),
        copies,
        replacement: false,
        size: def.counter_size.as_ref().map(|size| size.value.0),
        front,
        back,
    });
    let formation = vocabulary.formation_names.opt(def.formation.as_ref(), cx);
    let side = vocabulary.side_names.opt(def.side.as_ref(), cx);
    let side = side.or_else(|| formation.as_ref().map(|formation| vocabulary.formations[formation.index].side.clone()));
    let shown = [
        ("id", def.id.0.as_str()),
        ("side", side.as_ref().map_or("", |side| &side.id)),
        ("formation", formation.as_ref().map_or("", |formation| &formation.id)),
        ("type", ""),
    ];
    let own = &mut pieces.counters[counter.index..];
    let patterns = [&def.image, &def.back_image].map(|image| image.as_ref().map(|image| image.as_str()));
    pictures::dress(own, patterns[0], patterns[1], &shown);
    pieces.markers.push(Marker {
        id: def.id.0.clone(),
        was: def.was.iter().map(|id| id.0.clone()).collect(),
        extension: def.extension.as_ref().map(|name| name.0.clone()),
        name: def.name.value.clone(),
        secret: secret(def, side.is_some(), cx),
        side,
        formation,
        copies,
        role: def.role.as_ref().map_or(MarkerUse::Free, |role| role.value),
        group: def.group.as_ref().map(|group| group.value.clone()),
        changes: changes(def, vocabulary, cx),
        template: vocabulary.template("faces", def.template.as_ref(), "marker", cx),
        counter,
        about: about(&def.meta),
    });
}

/// Whether a marker is secret: then it has somebody who may look, and a back that others see.
fn secret(def: &MarkerDef, has_side: bool, cx: &mut Cx) -> bool {
    let Some(secret) = def.secret.as_ref().filter(|secret| secret.value) else { return false };
    let lacks = if def.back.is_none() && def.back_image.is_none() {
        ("has no `back` for others to see", "write `back` with what others see")
    } else if !has_side && def.side.is_none() && def.formation.is_none() {
        ("has no side that may see it", "write `side`")
    } else {
        return true;
    };
    let message = format!("the marker `{}` is secret, but {}", def.id.0, lacks.0);
    cx.diags.push(codes::CONFLICT.at(secret.span, message).label("secret").help(lacks.1));
    false
}

/// What values become while a marker lies on a unit. Only markers of that use lie on units.
fn changes(def: &MarkerDef, vocabulary: &Vocabulary, cx: &mut Cx) -> BTreeMap<String, Formula> {
    let scope = exprs::piece_scope(vocabulary);
    let mut changes = BTreeMap::new();
    let status = def.role.as_ref().is_some_and(|role| role.value == MarkerUse::Status);
    let for_units = [
        (def.changes.0.first().map(|(key, _)| key.span), "changes values"),
        (def.group.as_ref().map(|group| group.span), "has a `group`"),
    ];
    for (span, what) in for_units.into_iter().filter(|_| !status).filter_map(|(span, what)| Some((span?, what))) {
        let message = format!("the marker `{}` {what}, but is not placed on units", def.id.0);
        let diag = codes::CONFLICT.at(span, message).label("only for markers on units");
        cx.diags.push(diag.also(def.id.span, "this marker").help("write `use = \"status\"`"));
    }
    for (key, spec) in &def.changes.0 {
        let name = Sp::new(key.text.clone(), key.span);
        let known = vocabulary.value_names.get(&name, cx).is_some();
        if let Some(formula) = exprs::formula(spec, &scope, &crate::expr::Type::Number, cx).filter(|_| known) {
            changes.insert(key.text.clone(), formula);
        }
    }
    changes
}

/// A face of a marker. One whose picture says everything has the marker's name for a label.
fn marker_face(
    marker: &MarkerDef,
    def: Option<&MarkerFaceDef>,
    default: &str,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> Face {
    let Some(def) = def else {
        let (state, label) = (default.to_string(), marker.name.value.clone());
        return Face {
            state,
            label,
            glyph: None,
            side: None,
            image: None,
            values: Vec::new(),
            about: About::default(),
        };
    };
    let mut values = Vec::new();
    for (key, given) in &def.values.0 {
        let name = Sp::new(key.text.clone(), key.span);
        let Some(value) = vocabulary.value_names.get(&name, cx) else { continue };
        let kind = vocabulary.values[value.index].kind;
        values.push(FaceValue { value: key.text.clone(), printed: printed(given, &key.text, kind, key.span, cx) });
    }
    Face {
        state: def.state.as_ref().map_or_else(|| default.to_string(), |state| state.value.clone()),
        label: def.label.value.clone(),
        side: vocabulary.side_names.opt(def.side.as_ref(), cx),
        glyph: def.glyph.as_ref().and_then(|glyph| vocabulary.picture(Set::Glyph, glyph, cx)),
        image: None,
        values,
        about: about(&def.meta),
    }
}

/// Markers that do not say what they are used for and that a scenario places on a track move along it.
pub fn uses(pieces: &mut Pieces, files: &GameFiles, scenarios: &[Scenario], board: &CheckedBoard) {
    let on_track = |placement: &Placement| match &placement.spot {
        Some(Spot::At(place)) => matches!(board.places[place.index].kind, PlaceKind::Space { .. }),
        _ => false,
    };
    let placements = scenarios.iter().flat_map(|scenario| scenario.setup.iter().chain(&scenario.reinforcements));
    let tracked: BTreeSet<usize> = placements
        .filter(|placement| on_track(placement))
        .filter_map(|placement| match &placement.what {
            What::Marker(marker) => Some(marker.index),
            What::Unit(_) => None,
        })
        .collect();
    let defs = files.counters.iter().flat_map(|file| &file.content.markers);
    for (index, (marker, def)) in pieces.markers.iter_mut().zip(defs).enumerate() {
        if def.role.is_none() && tracked.contains(&index) {
            marker.role = MarkerUse::Track;
        }
    }
}
