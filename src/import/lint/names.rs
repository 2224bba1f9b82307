//! Names that have to be unique.

use super::{Findings, Mistake};
use crate::import::outline::ModuleOutline;
use crate::vassal::components::Component;
use std::collections::BTreeMap;

/// Looks for names that occur twice in their place.
pub(super) fn check(outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    let mut seen = BTreeMap::<(&str, String, &str), usize>::new();
    for (part, one) in outline.parts() {
        let Some((kind, name, within)) = unique(&one.node.component) else { continue };
        let container = match within {
            Within::Module => String::new(),
            Within::Map => outline.around(part, map_name).unwrap_or_default(),
            // Boards of two maps may have one name.
            Within::Board => {
                [map_name, board_name].map(|name| outline.around(part, name).unwrap_or_default()).join("\n")
            }
        };
        if !name.is_empty() && seen.insert((kind, container, name), part).is_some() {
            findings.at(Mistake::SameName, part, format!("there is another {kind} called `{name}`"));
        }
    }
}

/// Where a name has to be unique.
enum Within {
    Module,
    Map,
    Board,
}

/// The kind of a component, its name, and where no other of its kind may have it.
fn unique(component: &Component) -> Option<(&'static str, &str, Within)> {
    Some(match component {
        Component::Map(map) => ("map", &map.name, Within::Module),
        Component::PrivateMap(map) => ("map", &map.map.name, Within::Module),
        Component::PlayerHand(map) => ("map", &map.map.name, Within::Module),
        Component::Board(board) => ("board", &board.name, Within::Map),
        Component::DrawPile(deck) => ("deck", &deck.name, Within::Module),
        Component::PrototypeDefinition(prototype) => ("prototype", &prototype.name, Within::Module),
        Component::Region(region) => ("region", &region.name, Within::Board),
        Component::PredefinedSetup(setup) => ("setup", &setup.name, Within::Module),
        _ => return None,
    })
}

/// The name of a map of any kind.
pub(super) fn map_name(component: &Component) -> Option<String> {
    match component {
        Component::Map(map) => Some(map.name.clone()),
        Component::PrivateMap(map) => Some(map.map.name.clone()),
        Component::PlayerHand(map) => Some(map.map.name.clone()),
        _ => None,
    }
}

/// The name of a board.
fn board_name(component: &Component) -> Option<String> {
    match component {
        Component::Board(board) => Some(board.name.clone()),
        _ => None,
    }
}
