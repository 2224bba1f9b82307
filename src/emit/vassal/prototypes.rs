//! Prototypes: what pieces have in common, in flat layers. No piece repeats a trait.

use super::boards::{BoardKind, WindowBoard};
use super::codec::Expander;
use super::codec::components::GlobalProperty;
use super::codec::key::Key;
use super::codec::piece::Piece;
use super::codec::traits::*;
use super::keys::{self, menu};
use super::names::plain;
use super::parts::Parts;
use super::shared_traits::{LAYERS, PLACES, UNITS, is_true, name, quoted, report, to_zone};
use super::{palette, statuses};
use crate::model::{Formation, Marker as ModelMarker, Side, Track, UnitType};
use crate::syntax::MarkerUse;

/// All prototypes of a game, by name, in the order in which the module lists them.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    let model = parts.game.model;
    let mut all = vec![
        (name::PIECE.to_string(), piece("BasicName", "Step_Level")),
        (name::UNIT.to_string(), unit(parts)),
        (name::MARKER.to_string(), marker()),
    ];
    if model.markers.iter().any(|marker| marker.secret) {
        all.push((name::SECRET.to_string(), piece(VEILED_NAME, VEILED_STEP)));
    }
    let of_markers = LAYERS.iter().filter(|layer| **layer != UNITS);
    all.extend(of_markers.map(|layer| (name::layer(layer), layer_of(layer))));
    all.extend(model.sides.iter().map(|side| (name::side(&side.id), side_of(side))));
    for side in &model.sides {
        all.extend([false, true].map(|alone| (name::losses(&side.id, alone), losses(parts, side, alone))));
    }
    all.extend(
        model.formations.iter().map(|formation| (name::formation(&formation.id), formation_of(parts, formation))),
    );
    all.extend(model.types.iter().map(|kind| (name::kind(&kind.id), kind_of(kind))));
    all.extend(tracks(parts).into_iter().map(|track| (name::track(&track.id), track_of(parts, track))));
    all.extend(super::turns::prototypes(parts));
    all.extend(super::strengths::prototypes(parts));
    all.extend(super::actions::prototypes(parts));
    all.extend(super::ranges::prototypes(parts));
    all.extend(super::cards::prototypes(parts));
    all.extend(super::pool_decks::prototypes(parts));
    all.extend(super::sheets::prototypes(parts));
    all
}

/// The same by name.
pub fn by_name(prototypes: &[(String, Piece)]) -> Expander {
    prototypes.iter().cloned().collect()
}

/// Words that say where a piece is, with a comma before them.
const HERE: &str = "(location == \"\" || location == \"offboard\" ? \"\" : \", in \" + location)";

/// Words that say where it was before.
const THERE: &str = "(OldLocationName == \"\" || OldLocationName == \"offboard\" ? \"\" : \", in \" + OldLocationName)";

/// The name of a secret piece: while its back is up, that of the back.
const VEILED_NAME: &str = "(ObscuredToOthers == true ? newPieceName : BasicName)";

/// The face of a secret piece.
const VEILED_STEP: &str = "(ObscuredToOthers == true ? 2 : 1)";

/// Every piece. What it is called in reports, and which of its states is up, are expressions.
fn piece(name: &str, step: &str) -> Piece {
    Piece::of::<Trait>([
        report(
            [keys::flip(), keys::recover(), Key::named("clone")],
            format!("{name} + ({} ? \" is doubled\" : \" is now \" + State) + {HERE}", is_command(menu::CLONE)),
            "Faces",
        ),
        SubMenu {
            title: "More".into(),
            commands: vec![menu::TRAIL.into(), menu::CLONE.into(), menu::DELETE.into()],
            ..SubMenu::default()
        }
        .into(),
        CalculatedProperty {
            name: "State".into(),
            expression: format!("{{GetProperty(\"State_\" + {step})}}"),
            ..CalculatedProperty::default()
        }
        .into(),
        // A piece that is gone can say nothing: it reports first.
        report([Key::named("leave")], format!("{name} + \" is removed\" + {HERE}"), "Removed"),
        leave(menu::DELETE, Key::named("delete-command")),
        ClonePiece { command: menu::CLONE.into(), key: Key::named("clone"), ..ClonePiece::default() }.into(),
        Delete { command: String::new(), key: Key::named("delete"), ..Delete::default() }.into(),
    ])
}

/// What every unit has. One report speaks for all commands: it knows them by their name in the menu.
fn unit(parts: &Parts<'_>) -> Piece {
    let mut traits: Vec<Trait> = vec![unit_report(parts)];
    traits.extend(statuses::menus(parts));
    traits.extend(statuses::traits(parts));
    traits.extend(statuses::of_use(parts, MarkerUse::Place).filter_map(|(n, marker)| place(parts, n, marker)));
    traits.extend(super::counting::traits(parts));
    traits.extend(super::exits::traits(parts));
    traits.extend(set_up(parts));
    traits.push(moved(parts));
    traits.push(trail());
    traits.extend(super::changes::label(parts));
    traits.extend(parts.game.model.values.iter().flat_map(|value| super::changes::value_of(parts, value)));
    Piece::of(traits)
}

/// Whether the command that is reported has a name: VASSAL gives it to reports as `menuCommand`.
fn is_command(name: &str) -> String {
    format!("menuCommand == {}", quoted(name))
}

fn unit_report(parts: &Parts<'_>) -> Trait {
    let moved =
        format!("({} ? \" is marked as moved\" : \" is no longer marked as moved\") + {HERE}", is_true("Moved"));
    let mut keys = vec![keys::moved(), keys::eliminate(), keys::back_from_eliminated()];
    let mut says = vec![
        (is_command(menu::MOVED), format!("BasicName + {moved}")),
        (is_command(menu::ELIMINATE), format!("BasicName + \" is eliminated\" + {THERE}")),
        (is_command(menu::RETURN), format!("BasicName + \" is back\" + {HERE}")),
    ];
    let roles = super::counting::roles(parts);
    if !roles.is_empty() {
        let tests: Vec<String> = roles.iter().map(|(_, _, command)| is_command(command)).collect();
        keys.extend(roles.into_iter().map(|(_, key, _)| key));
        says.push((tests.join(" || "), format!("BasicName + {}", super::counting::words(parts))));
    }
    let places = statuses::of_use(parts, MarkerUse::Place);
    let places: Vec<String> = places.map(|(n, _)| is_command(parts.names.marker(n))).collect();
    if !places.is_empty() {
        says.push((places.join(" || "), format!("menuCommand + \" is placed\" + {HERE}")));
    }
    let status = |(n, marker): (usize, &ModelMarker)| {
        format!("{} ? {} : ", is_command(parts.names.marker(n)), statuses::has_status(parts, marker))
    };
    let on: String = statuses::of_use(parts, MarkerUse::Status).map(status).collect();
    let otherwise =
        format!("BasicName + (({on}false) ? \" is now \" : \" is no longer \") + menuCommand.toLowerCase() + {HERE}");
    let both = [(MarkerUse::Status, "status"), (MarkerUse::Place, "place")];
    for (role, word) in both {
        let own = statuses::of_use(parts, role);
        keys.extend(own.map(|(n, marker)| keys::of_marker(&parts.letters, n, word, marker)));
    }
    let tests: String = says.iter().map(|(test, words)| format!("{test} ? {words} : ")).collect();
    let last = if on.is_empty() { "\"\"".to_string() } else { otherwise };
    report(keys, format!("{tests}{last}"), "Commands")
}

fn place(parts: &Parts<'_>, index: usize, marker: &ModelMarker) -> Option<Trait> {
    let gpid = parts.game.identities.gpid(&format!("place/{}", marker.id))?;
    let own = PlaceMarker {
        command: parts.names.marker(index).into(),
        key: keys::of_marker(&parts.letters, index, "place", marker),
        piece: Some(palette::marker_path(parts, index)),
        gpid: gpid.to_string(),
        x: format!("-{}", beside(parts)),
        y: beside(parts).to_string(),
        placement: MarkerPlacement::Bottom,
        ..PlaceMarker::default()
    };
    Some(own.into())
}

/// How far from a unit its markers are laid: they stay in sight at its upper left corner.
fn beside(parts: &Parts<'_>) -> u32 {
    parts.counter_pixels() * 5 / 8
}

/// What comes from a setup card is set up, not moved. Which maps are such cards says a property of the module: so
/// it costs a unit little.
fn set_up(parts: &Parts<'_>) -> Option<Trait> {
    let trigger = TriggerAction {
        command: String::new(),
        key: keys::arrived(),
        condition: format!("{{{SETUP_CARDS}.contains(\"|\"+OldMap+\"|\")}}"),
        actions: vec![keys::unmoved()],
        ..TriggerAction::default()
    };
    parts.boards.iter().any(is_card).then(|| trigger.into())
}

fn is_card(board: &WindowBoard) -> bool {
    matches!(board.kind, BoardKind::Setup(_))
}

/// The property that names the setup cards.
const SETUP_CARDS: &str = "SetupCards";

/// The names of all setup cards, with bars around them.
pub fn setup_cards(parts: &Parts<'_>) -> Option<GlobalProperty> {
    let names: Vec<&str> =
        parts.boards.iter().filter(|board| is_card(board)).map(|board| board.name.as_str()).collect();
    let initial_value = format!("|{}|", names.join("|"));
    (!names.is_empty()).then(|| GlobalProperty { name: SETUP_CARDS.into(), initial_value, ..GlobalProperty::default() })
}

fn moved(parts: &Parts<'_>) -> Trait {
    let size = i32::try_from(parts.counter_pixels()).unwrap_or(0);
    MovementMarkable {
        image: super::icons::file("moved").0,
        x: -size / 2 - 2,
        y: size / 2 - 14,
        command: menu::MOVED.into(),
        key: keys::moved(),
        ignore_same_location: true,
        mark_command: String::new(),
        unmark_command: String::new(),
        unmark_key: keys::unmoved(),
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

/// What tells a side.
fn side_properties(side: &Side) -> [(String, String); 2] {
    [("Side".into(), side.id.clone()), ("SideName".into(), plain(&side.name))]
}

fn side_of(side: &Side) -> Piece {
    Piece::of([Marker { properties: side_properties(side).into() }])
}

/// To the box of the eliminated and back.
fn losses(parts: &Parts<'_>, side: &Side, independent: bool) -> Piece {
    let send = parts.eliminated(side, independent).map(|(board, zone)| SendToLocation {
        back_command: menu::RETURN.into(),
        back_key: keys::back_from_eliminated(),
        ..to_zone(menu::ELIMINATE, keys::eliminate(), board, zone)
    });
    Piece::of(send)
}

/// A layer of markers. What lies on places lies beside units: the grid does not draw it under them.
fn layer_of(layer: &str) -> Piece {
    let free = Immobilized { ignore_grid: true, stacks: true, ..Immobilized::default() };
    let free = (layer == PLACES).then(|| Trait::from(free));
    Piece::of(free.into_iter().chain([Marker::new("Layer", layer).into()]))
}

/// A formation and its side.
fn formation_of(parts: &Parts<'_>, formation: &Formation) -> Piece {
    let mut properties =
        vec![("Formation".into(), formation.id.clone()), ("FormationName".into(), plain(&formation.name))];
    properties.extend(parts.game.model.sides.get(formation.side.index).into_iter().flat_map(side_properties));
    Piece::of([Marker { properties }])
}

/// A type of units, and their layer.
fn kind_of(kind: &UnitType) -> Piece {
    let properties = vec![
        ("Type".into(), kind.id.clone()),
        ("TypeName".into(), plain(&kind.name)),
        ("Layer".into(), UNITS.to_string()),
    ];
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
