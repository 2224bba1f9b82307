//! Markers that lie on units: a layer for each, and one for all of a group, of which a unit has at most one.

use super::codec::key::Key;
use super::codec::traits::{ChangeCommand, CommandChange, DynamicProperty, Embellishment, SubMenu, Trait};
use super::keys;
use super::names::{plain, property};
use super::parts::Parts;
use crate::model::Marker;
use crate::syntax::MarkerUse;

/// Markers of a use, with their places in the model.
pub fn of_use<'a>(parts: &'a Parts<'_>, role: MarkerUse) -> impl Iterator<Item = (usize, &'a Marker)> {
    parts.game.model.markers.iter().enumerate().filter(move |(_, marker)| marker.role == role)
}

/// The key that gives a status and takes it.
pub fn status_key(parts: &Parts<'_>, index: usize, marker: &Marker) -> Key {
    keys::of_marker(&parts.letters, index, "status", marker)
}

/// The property of a status or of a group of them: layers are called by it.
fn name_of(id: &str) -> String {
    format!("Status_{}", property(id))
}

/// Whether a unit has a status.
pub fn has_status(parts: &Parts<'_>, marker: &Marker) -> String {
    let Some(group) = &marker.group else {
        return super::shared_traits::is_true(&format!("{}_Active", name_of(&marker.id)));
    };
    let at = members(parts, group).iter().position(|(_, own)| own.id == marker.id).unwrap_or(0);
    format!("{} == {}", name_of(group), at + 1)
}

/// The markers of a group, oldest first: a new one changes no other's number.
fn members<'a>(parts: &'a Parts<'_>, group: &str) -> Vec<(usize, &'a Marker)> {
    let age = |marker: &Marker| parts.game.identities.gpid(&format!("marker/{}", marker.id));
    let own = of_use(parts, MarkerUse::Status).filter(|(_, marker)| marker.group.as_deref() == Some(group));
    let mut own: Vec<(usize, &Marker)> = own.collect();
    own.sort_by_key(|(n, marker)| (age(marker), *n));
    own
}

/// The commands of all statuses and places in menus of their own.
pub fn menus(parts: &Parts<'_>) -> impl Iterator<Item = Trait> {
    let menu = |title: &str, role: MarkerUse| {
        let commands: Vec<String> = of_use(parts, role).map(|(n, _)| parts.names.marker(n).to_string()).collect();
        (!commands.is_empty()).then(|| SubMenu { title: title.into(), commands, ..SubMenu::default() }.into())
    };
    [menu("Status", MarkerUse::Status), menu("Place", MarkerUse::Place)].into_iter().flatten()
}

/// The layers, and what their commands change.
pub fn traits(parts: &Parts<'_>) -> Vec<Trait> {
    let (mut traits, mut corner, mut done) = (Vec::new(), 0, Vec::new());
    for (index, marker) in of_use(parts, MarkerUse::Status) {
        match &marker.group {
            None => traits.push(alone(parts, index, marker, corner)),
            Some(group) if done.contains(&group) => continue,
            Some(group) => {
                done.push(group);
                traits.extend(one_of(parts, group, corner));
            }
        }
        corner += 1;
    }
    traits
}

/// What the name of a unit gets.
fn suffix(marker: &Marker) -> String {
    format!("+ ({})", plain(&marker.name.to_lowercase()))
}

/// A marker, small, on a corner of the unit.
fn layer(parts: &Parts<'_>, corner: usize) -> Embellishment {
    let offset = i32::try_from(parts.counter_pixels() * 3 / 8).unwrap_or(0);
    Embellishment {
        x: if corner.is_multiple_of(2) { offset } else { -offset },
        y: if (corner / 2).is_multiple_of(2) { -offset } else { offset },
        ..Embellishment::default()
    }
}

fn alone(parts: &Parts<'_>, index: usize, marker: &Marker, corner: usize) -> Trait {
    Embellishment {
        activate_command: parts.names.marker(index).into(),
        activate_key: status_key(parts, index, marker),
        always_active: false,
        images: vec![parts.pictures.status(index)],
        level_names: vec![suffix(marker)],
        name: name_of(&marker.id),
        level: -1,
        ..layer(parts, corner)
    }
    .into()
}

/// A number says which of a group lies on the unit, from 1; 0 for none. The layer shows it.
fn one_of(parts: &Parts<'_>, group: &str, corner: usize) -> [Trait; 2] {
    let (name, members) = (name_of(group), members(parts, group));
    let command = |(n, (index, marker)): (usize, &(usize, &Marker))| ChangeCommand {
        command: parts.names.marker(*index).into(),
        key: status_key(parts, *index, marker),
        change: CommandChange::Set(format!("{{{name} == {0} ? 0 : {0}}}", n + 1)),
    };
    let commands = members.iter().enumerate().map(command).collect();
    let none = || std::iter::once(String::new());
    let shown = Embellishment {
        activate_command: String::new(),
        activate_key: Key::None,
        always_active: true,
        images: none().chain(members.iter().map(|(index, _)| parts.pictures.status(*index))).collect(),
        level_names: none().chain(members.iter().map(|(_, marker)| suffix(marker))).collect(),
        follow: true,
        follow_expression: name.clone(),
        first_level: 0,
        name: format!("Shown_{}", property(group)),
        level: 1,
        ..layer(parts, corner)
    };
    let number = DynamicProperty { name, commands, value: "0".into(), ..DynamicProperty::default() };
    [number.into(), shown.into()]
}
