//! Links from carried components to records.

use super::made::{LIKE, MADE};
use super::parts::PartKind;
use crate::vassal::components::{Component, Node, XmlAttributes};
use std::fmt;

/// The attribute that links a component to its record. It never reaches a module.
pub const LINK: &str = "punchboard";

/// The record of a component.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    /// A unit.
    Unit(String),
    /// A marker.
    Marker(String),
    /// A card.
    Card(String),
    /// A deck.
    Deck(String),
    /// A map: one board.
    Map(String),
    /// A side: an entry of the player roster.
    Side(String),
    /// A scenario: a predefined setup.
    Scenario(String),
    /// A box or an area of a map: a zone or a region of its board.
    Place(String),
    /// The grid of a map, by the id of the map.
    Grid(String),
    /// A smaller part: dice, a chart, a page.
    Part(PartKind, String),
}

impl Link {
    /// The link of a text such as `unit/191`.
    pub fn parse(text: &str) -> Option<Link> {
        let (kind, id) = text.split_once('/')?;
        let id = id.to_string();
        Some(match kind {
            "unit" => Link::Unit(id),
            "marker" => Link::Marker(id),
            "card" => Link::Card(id),
            "deck" => Link::Deck(id),
            "map" => Link::Map(id),
            "side" => Link::Side(id),
            "scenario" => Link::Scenario(id),
            "place" => Link::Place(id),
            "grid" => Link::Grid(id),
            _ => Link::Part(PartKind::ALL.into_iter().find(|part| part.word() == kind)?, id),
        })
    }

    /// The id of the record.
    pub fn id(&self) -> &str {
        match self {
            Link::Unit(id)
            | Link::Marker(id)
            | Link::Card(id)
            | Link::Deck(id)
            | Link::Map(id)
            | Link::Side(id)
            | Link::Scenario(id)
            | Link::Place(id)
            | Link::Grid(id)
            | Link::Part(_, id) => id,
        }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Link::Unit(_) => "unit",
            Link::Marker(_) => "marker",
            Link::Card(_) => "card",
            Link::Deck(_) => "deck",
            Link::Map(_) => "map",
            Link::Side(_) => "side",
            Link::Scenario(_) => "scenario",
            Link::Place(_) => "place",
            Link::Grid(_) => "grid",
            Link::Part(kind, _) => kind.word(),
        };
        write!(f, "{kind}/{}", self.id())
    }
}

/// An attribute of a component that is kept as it stands.
pub fn attribute<'a>(node: &'a Node, name: &str) -> Option<&'a str> {
    let Component::Other { attributes, .. } = &node.component else { return None };
    attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
}

/// Sets an attribute; a new one comes last.
pub fn set_attribute(node: &mut Node, name: &str, value: &str) {
    let Some(attributes) = attributes_mut(node) else { return };
    match attributes.iter_mut().find(|(own, _)| own == name) {
        Some((_, own)) => *own = value.to_string(),
        None => attributes.push((name.to_string(), value.to_string())),
    }
}

/// The text of a component that is kept as it stands.
pub fn set_text(node: &mut Node, new: String) {
    if let Component::Other { text, .. } = &mut node.component {
        *text = new;
    }
}

/// Takes the links off a component.
pub fn take(node: &mut Node) {
    if let Some(attributes) = attributes_mut(node) {
        attributes.retain(|(name, _)| ![LINK, MADE, LIKE].contains(&name.as_str()));
    }
}

fn attributes_mut(node: &mut Node) -> Option<&mut XmlAttributes> {
    match &mut node.component {
        Component::Other { attributes, .. } => Some(attributes),
        _ => None,
    }
}
