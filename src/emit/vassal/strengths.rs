//! Strength tracks: their markers step, units tell their markers to, and assets go where their unit goes.

use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::*;
use super::keys::{self, menu};
use super::parts::Parts;
use super::shared_traits::{name, quoted, report};
use crate::model::{Model, Place, PlaceKind, Unit};

/// The prototypes of a unit that has a strength track.
pub fn of_unit(model: &Model, unit: usize) -> Vec<String> {
    let own = || model.strengths().filter(|strength| strength.unit.index == unit);
    let marked = own().any(|strength| strength.marker.is_some()).then(|| name::STRENGTH.to_string());
    let assets = own().any(|strength| !strength.slots.is_empty()).then(|| name::ASSETS.to_string());
    marked.into_iter().chain(assets).collect()
}

/// What such units and their markers have in common.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let model = parts.game.model;
    let mut found = Vec::new();
    if model.strengths().any(|strength| strength.marker.is_some()) {
        found.push((name::STRENGTH.to_string(), unit()));
        found.push((name::STRENGTH_MARKER.to_string(), marker(parts)));
    }
    if model.strengths().any(|strength| !strength.slots.is_empty()) {
        let along = to_others("", keys::eliminate(), keys::eliminate(), "SlotOf == \"$Id$\"");
        found.push((name::ASSETS.to_string(), Piece::of([along])));
    }
    found
}

/// The marker of the unit that sends a command.
const ITS_MARKER: &str = "Shows == \"strength\" && TrackOf == \"$Id$\"";

/// The command that a lost unit's marker obeys.
fn lowest() -> Key {
    Key::named("strength-lowest")
}

/// The unit's own commands move its marker, which reports it.
fn unit() -> Piece {
    Piece::of([
        to_others(menu::WEAKER, keys::backward(), keys::backward(), ITS_MARKER),
        to_others(menu::STRONGER, keys::forward(), keys::forward(), ITS_MARKER),
        to_others("", keys::eliminate(), lowest(), ITS_MARKER),
    ])
}

fn to_others(command: &str, key: Key, sends: Key, condition: &str) -> Trait {
    CounterGlobalKeyCommand {
        command: command.into(),
        key,
        sends,
        condition: format!("{{{condition}}}"),
        quiet: false,
        ..CounterGlobalKeyCommand::default()
    }
    .into()
}

/// Steps along the track on which it stands: its zones know what comes before and after. Beside a track
/// VASSAL asks for a zone too, although the commands are not there: any does.
fn marker(parts: &Parts<'_>) -> Piece {
    let tracks = parts.game.model.strengths().filter_map(|strength| parts.game.model.tracks.get(strength.track.index));
    let some = tracks.filter_map(|track| track.spaces.first()).find_map(|space| parts.zone_of(space.index));
    let (board, other) = some.map_or(("", ""), |(board, zone)| (board.name.as_str(), zone));
    let send = |command: &str, key: Key, zone: &str| -> Trait {
        SendToLocation {
            command: command.into(),
            key,
            map: format!("{{TrackOf == \"\" ? {} : CurrentMap}}", quoted(board)),
            destination: Destination::Zone,
            zone: format!("{{TrackOf == \"\" ? {} : {zone}}}", quoted(other)),
            ..SendToLocation::default()
        }
        .into()
    };
    let steps = [keys::forward(), keys::backward(), lowest()];
    Piece::of([
        report(steps.clone(), "location".to_string(), "Strength"),
        RestrictCommands {
            description: "On a track only".into(),
            condition: "{TrackOf == \"\"}".into(),
            keys: steps.to_vec(),
            ..RestrictCommands::default()
        }
        .into(),
        send(menu::WEAKER, keys::backward(), "SpaceBefore"),
        send(menu::STRONGER, keys::forward(), "SpaceAfter"),
        send("", lowest(), "SpaceFirst"),
        Marker::new("Shows", "strength").into(),
    ])
}

fn id_of(unit: &Unit) -> String {
    format!("unit/{}", unit.id)
}

/// What zones of strength tracks and slots know: whose they are, and the spaces around them.
pub fn zone_properties(parts: &Parts<'_>, place: &Place) -> Vec<(String, String)> {
    let model = parts.game.model;
    let of = |unit: usize| model.units.get(unit).map(id_of).unwrap_or_default();
    let pair = |name: &str, value: String| (name.to_string(), value);
    match &place.kind {
        PlaceKind::Slot { unit } => vec![pair("SlotOf", of(unit.index))],
        PlaceKind::Space { track } => {
            let Some(track) = model.tracks.get(track.index) else { return Vec::new() };
            let Some(unit) = &track.unit else { return Vec::new() };
            let last = track.spaces.len().saturating_sub(1);
            let at = track.spaces.iter().position(|space| *space.id == *place.id).unwrap_or(0);
            let zone = |n: usize| track.spaces.get(n).map_or("", |space| parts.names.place(space.index)).to_string();
            vec![
                pair("TrackOf", of(unit.index)),
                pair("SpaceBefore", zone(at.saturating_sub(1))),
                pair("SpaceAfter", zone((at + 1).min(last))),
                pair("SpaceFirst", zone(0)),
            ]
        }
        _ => Vec::new(),
    }
}
