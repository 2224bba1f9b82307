//! Prototypes: what pieces have in common, in flat layers. No piece repeats a trait.

use super::boards::Board;
use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::*;
use super::keys::{self, menu};
use super::names::{plain, property};
use super::parts::Parts;
use crate::model::{Formation, Marker as ModelMarker, Side, Track, UnitType};
use crate::syntax::MarkerUse;
use std::collections::BTreeMap;

/// Names of prototypes.
pub mod name {
    pub const PIECE: &str = "Piece";
    pub const UNIT: &str = "Unit";
    pub const MARKER: &str = "Marker";
    pub const CARD: &str = "Card";
    pub const STRENGTH: &str = "Strength";
    pub const STRENGTH_MARKER: &str = "Strength marker";
    pub const ASSETS: &str = "Assets";

    pub fn side(id: &str) -> String {
        format!("Side {id}")
    }
    pub fn losses(id: &str) -> String {
        format!("Losses {id}")
    }
    pub fn formation(id: &str) -> String {
        format!("Formation {id}")
    }
    pub fn kind(id: &str) -> String {
        format!("Type {id}")
    }
    pub fn layer(id: &str) -> String {
        format!("Layer {id}")
    }
    pub fn track(id: &str) -> String {
        format!("Track {id}")
    }
    pub fn deck(id: &str) -> String {
        format!("Deck {id}")
    }
}

/// Layers of pieces on a map, lowest first: what lies on one does not stack with what lies on another.
pub const LAYERS: [&str; 3] = ["place", "unit", "marker"];

/// All prototypes of a game, by name, in the order in which the module lists them.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let model = parts.game.model;
    let mut all = vec![
        (name::PIECE.to_string(), piece(parts)),
        (name::UNIT.to_string(), unit(parts)),
        (name::MARKER.to_string(), marker()),
    ];
    all.extend(LAYERS.iter().map(|layer| (name::layer(layer), Piece::of([Marker::new("Layer", *layer)]))));
    all.extend(model.sides.iter().map(|side| (name::side(&side.id), side_of(side))));
    all.extend(model.sides.iter().map(|side| (name::losses(&side.id), losses(parts, side))));
    all.extend(model.formations.iter().map(|formation| (name::formation(&formation.id), formation_of(formation))));
    all.extend(model.types.iter().map(|kind| (name::kind(&kind.id), kind_of(kind))));
    all.extend(tracks(parts).into_iter().map(|track| (name::track(&track.id), track_of(parts, track))));
    all.extend(super::strengths::prototypes(parts));
    all.extend(super::actions::prototypes(parts));
    all.extend(super::ranges::prototypes(parts));
    all.extend(super::cards::prototypes(parts));
    all.extend(super::pools::prototypes(parts));
    all
}

/// The same by name.
pub fn by_name(prototypes: &[(String, Piece)]) -> BTreeMap<String, Piece> {
    prototypes.iter().cloned().collect()
}

/// A text in an expression.
pub fn quoted(text: &str) -> String {
    crate::expr::java_text(&plain(text))
}

/// A report: an expression, evaluated after the command was carried out.
pub fn report(keys: impl IntoIterator<Item = Key>, expression: String, about: &str) -> Trait {
    ReportState {
        keys: keys.into_iter().collect(),
        format: format!("{{{expression}}}"),
        description: about.to_string(),
        ..ReportState::default()
    }
    .into()
}

/// Words that say where a piece is, with a comma before them.
const HERE: &str = "(location == \"\" || location == \"offboard\" ? \"\" : \", in \" + location)";

/// Words that say where it was before.
const THERE: &str = "(OldLocationName == \"\" || OldLocationName == \"offboard\" ? \"\" : \", in \" + OldLocationName)";

/// Whether a unit has a status.
pub fn has_status(marker: &ModelMarker) -> String {
    is_true(&format!("{}_Active", status_name(marker)))
}

/// Whether a property is true.
fn is_true(property: &str) -> String {
    format!("GetProperty(\"{property}\") == true")
}

/// Every piece.
fn piece(parts: &Parts<'_>) -> Piece {
    let mut traits: Vec<Trait> = vec![
        report([keys::flip(), keys::recover()], format!("BasicName + \" is now \" + State + {HERE}"), "Faces"),
        SubMenu {
            title: "More".into(),
            commands: vec![menu::TRAIL.into(), menu::CLONE.into(), menu::DELETE.into()],
            ..SubMenu::default()
        }
        .into(),
        CalculatedProperty {
            name: "State".into(),
            expression: "{GetProperty(\"State_\" + Step_Level)}".into(),
            ..CalculatedProperty::default()
        }
        .into(),
        // A piece that is gone can say nothing: it reports first.
        report([Key::named("leave")], format!("BasicName + \" is removed\" + {HERE}"), "Removed"),
        leave(menu::DELETE, Key::named("delete-command")),
        report([Key::named("clone")], format!("BasicName + \" is doubled\" + {HERE}"), "Cloned"),
        ClonePiece { command: menu::CLONE.into(), key: Key::named("clone"), ..ClonePiece::default() }.into(),
        Delete { command: String::new(), key: Key::named("delete"), ..Delete::default() }.into(),
    ];
    // What the stack viewer adds up for each side: every piece has it, or the sum would say "+?".
    for side in &parts.game.model.sides {
        traits.extend(parts.summed().map(|value| {
            let (own, side_id) = (property(&value.id), quoted(&side.id));
            CalculatedProperty {
                name: parts.sum_property(value, side),
                expression: format!("{{Layer == \"unit\" && Side == {side_id} ? {own} : 0}}"),
                ..CalculatedProperty::default()
            }
            .into()
        }));
    }
    Piece::of(traits)
}

fn unit(parts: &Parts<'_>) -> Piece {
    let model = parts.game.model;
    let of_use = |role: MarkerUse| model.markers.iter().enumerate().filter(move |(_, marker)| marker.role == role);
    let mut traits: Vec<Trait> = vec![
        report(
            [keys::moved()],
            format!(
                "BasicName + ({} ? \" is marked as moved\" : \" is no longer marked as moved\") + {HERE}",
                is_true("Moved")
            ),
            "Moved",
        ),
        report([keys::eliminate()], format!("BasicName + \" is eliminated\" + {THERE}"), "Eliminated"),
        report([keys::back_from_eliminated()], format!("BasicName + \" is back\" + {HERE}"), "Back"),
    ];
    traits.extend(of_use(MarkerUse::Status).map(|(n, marker)| status_report(parts, n, marker)));
    traits.extend(of_use(MarkerUse::Place).map(|(n, marker)| place_report(parts, n, marker)));
    let menu_of = |title: &str, names: Vec<String>| {
        (!names.is_empty()).then(|| SubMenu { title: title.into(), commands: names, ..SubMenu::default() }.into())
    };
    traits.extend(menu_of("Status", of_use(MarkerUse::Status).map(|(n, _)| parts.names.marker(n).into()).collect()));
    traits.extend(menu_of("Place", of_use(MarkerUse::Place).map(|(n, _)| parts.names.marker(n).into()).collect()));
    for (n, marker) in of_use(MarkerUse::Status) {
        traits.extend(alone_of_group(parts, n, marker));
        traits.push(status(parts, n, marker));
    }
    traits.extend(of_use(MarkerUse::Place).filter_map(|(n, marker)| place(parts, n, marker)));
    traits.extend(super::counting::traits(parts));
    traits.extend(super::exits::traits(parts));
    traits.push(moved(parts));
    traits.push(trail());
    traits.extend(super::changes::label(parts));
    traits.extend(model.values.iter().flat_map(|value| super::changes::value_of(parts, value)));
    Piece::of(traits)
}

/// The property of a status: its layer is called by it.
fn status_name(marker: &ModelMarker) -> String {
    format!("Status_{}", property(&marker.id))
}

/// The key that gives a status and takes it.
pub fn status_key(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Key {
    keys::of_marker(&parts.letters, index, "status", marker)
}

fn status_report(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Trait {
    let on = has_status(marker);
    let name = quoted(&marker.name.to_lowercase());
    report(
        [status_key(parts, index, marker)],
        format!("BasicName + ({on} ? \" is now \" : \" is no longer \") + {name} + {HERE}"),
        &plain(&marker.name),
    )
}

/// The key that lays the marker itself on a unit or takes it off. Of a group, one takes the others off first.
fn layer_key(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Key {
    match marker.group {
        Some(_) => Key::named(format!("show-{}", status_name(marker))),
        None => status_key(parts, index, marker),
    }
}

/// A command for a marker of a group, which takes the others of the group off.
fn alone_of_group(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Vec<Trait> {
    if marker.group.is_none() {
        return Vec::new();
    }
    let off = |marker: &ModelMarker| Key::named(format!("drop-{}", status_name(marker)));
    let rivals = parts.game.model.markers.iter().filter(|other| other.group == marker.group && other.id != marker.id);
    let own = layer_key(parts, index, marker);
    vec![
        TriggerAction {
            command: parts.names.marker(index).into(),
            key: status_key(parts, index, marker),
            actions: rivals.map(off).chain([own.clone()]).collect(),
            ..TriggerAction::default()
        }
        .into(),
        TriggerAction {
            command: String::new(),
            key: off(marker),
            condition: format!("{{{}}}", has_status(marker)),
            actions: vec![own],
            ..TriggerAction::default()
        }
        .into(),
    ]
}

/// The marker, small, on the upper right corner of the unit.
fn status(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Trait {
    let offset = i32::try_from(parts.counter_pixels() * 3 / 8).unwrap_or(0);
    let place = parts.status_place(index);
    Embellishment {
        activate_command: if marker.group.is_some() { String::new() } else { parts.names.marker(index).into() },
        activate_key: layer_key(parts, index, marker),
        always_active: false,
        x: if place.is_multiple_of(2) { offset } else { -offset },
        y: if (place / 2).is_multiple_of(2) { -offset } else { offset },
        images: vec![parts.pictures.status(index)],
        level_names: vec![format!("+ ({})", plain(&marker.name.to_lowercase()))],
        name: status_name(marker),
        level: -1,
        ..Embellishment::default()
    }
    .into()
}

fn place_report(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Trait {
    let name = quoted(&marker.name);
    report(
        [keys::of_marker(&parts.letters, index, "place", marker)],
        format!("{name} + \" is placed\" + {HERE}"),
        &plain(&marker.name),
    )
}

fn place(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Option<Trait> {
    let gpid = parts.game.identities.gpid(&format!("place/{}", marker.id))?;
    let own = PlaceMarker {
        command: parts.names.marker(index).into(),
        key: keys::of_marker(&parts.letters, index, "place", marker),
        piece: Some(parts.slot_path(index)),
        gpid: gpid.to_string(),
        placement: Placement::Bottom,
        ..PlaceMarker::default()
    };
    Some(own.into())
}

fn moved(parts: &Parts<'_>) -> Trait {
    let size = i32::try_from(parts.counter_pixels()).unwrap_or(0);
    MovementMarkable {
        image: super::icons::file("moved"),
        x: -size / 2 - 2,
        y: size / 2 - 14,
        command: menu::MOVED.into(),
        key: keys::moved(),
        ignore_same_location: true,
        mark_command: String::new(),
        unmark_command: String::new(),
        unmark_key: Key::named("unmoved"),
        ..MovementMarkable::default()
    }
    .into()
}

fn trail() -> Trait {
    let trail = Trail {
        key: keys::trail(),
        command: menu::TRAIL.into(),
        radius: 6,
        fill: "246,241,228".into(),
        line: "184,53,42".into(),
        line_width: 3.0,
        ..Trail::default()
    };
    Footprint { trail, ..Footprint::default() }.into()
}

/// A command that reports and then deletes.
fn leave(command: &str, key: Key) -> Trait {
    let actions = vec![Key::named("leave"), Key::named("delete")];
    TriggerAction { command: command.into(), key, actions, ..TriggerAction::default() }.into()
}

fn marker() -> Piece {
    Piece::of([leave(menu::REMOVE, keys::remove())])
}

fn side_of(side: &Side) -> Piece {
    let properties = vec![("Side".into(), side.id.clone()), ("SideName".into(), plain(&side.name))];
    Piece::of([Marker { properties }])
}

/// To the box of the eliminated and back.
fn losses(parts: &Parts<'_>, side: &Side) -> Piece {
    let send = parts.eliminated(side).map(|(board, zone)| SendToLocation {
        back_command: menu::RETURN.into(),
        back_key: keys::back_from_eliminated(),
        ..to_zone(menu::ELIMINATE, keys::eliminate(), board, zone)
    });
    Piece::of(send)
}

/// A command that sends a piece to a zone.
pub fn to_zone(command: &str, key: Key, board: &Board, zone: &str) -> SendToLocation {
    SendToLocation {
        command: command.into(),
        key,
        map: board.name.clone(),
        board: board.name.clone(),
        destination: Destination::Zone,
        zone: zone.to_string(),
        ..SendToLocation::default()
    }
}

fn formation_of(formation: &Formation) -> Piece {
    let properties = vec![("Formation".into(), formation.id.clone()), ("FormationName".into(), plain(&formation.name))];
    Piece::of([Marker { properties }])
}

fn kind_of(kind: &UnitType) -> Piece {
    let properties = vec![("Type".into(), kind.id.clone()), ("TypeName".into(), plain(&kind.name))];
    Piece::of([Marker { properties }])
}

/// Tracks along which markers step.
fn tracks<'a>(parts: &'a Parts<'_>) -> Vec<&'a Track> {
    let model = parts.game.model;
    let used = |index: usize| parts.tracks.values().any(|track| *track == index);
    model.tracks.iter().enumerate().filter(|(n, _)| used(*n)).map(|(_, track)| track).collect()
}

/// Steps along a track; from anywhere else, to its first space.
fn track_of(parts: &Parts<'_>, track: &Track) -> Piece {
    let Some(board) = track.spaces.first().and_then(|space| parts.board_of(space.index)) else {
        return Piece::default();
    };
    let spaces: Vec<String> = track.spaces.iter().map(|space| quoted(parts.names.place(space.index))).collect();
    let first = spaces.first().cloned().unwrap_or_else(|| "\"\"".into());
    let chain = |pairs: Vec<(&String, &String)>| {
        let tests: String = pairs.iter().map(|(from, to)| format!("CurrentZone == {from} ? {to} : ")).collect();
        format!("{{{tests}{first}}}")
    };
    let after = spaces.iter().zip(spaces.iter().skip(1)).chain(spaces.last().map(|last| (last, last)));
    let before = spaces.iter().skip(1).zip(spaces.iter()).chain(spaces.first().map(|first| (first, first)));
    let calculated = |name: &str, expression: String| -> Trait {
        CalculatedProperty { name: name.into(), expression, ..CalculatedProperty::default() }.into()
    };
    Piece::of([
        report([keys::forward(), keys::backward()], "BasicName + \" moves to \" + location".to_string(), "Steps"),
        to_zone(menu::FORWARD, keys::forward(), board, "{SpaceAfter}").into(),
        to_zone(menu::BACK, keys::backward(), board, "{SpaceBefore}").into(),
        calculated("SpaceAfter", chain(after.collect())),
        calculated("SpaceBefore", chain(before.collect())),
    ])
}
