//! The components of a module in one list, each with the way to it, and their pieces taken apart.

use crate::vassal::components::{Component, Node};
use crate::vassal::{DecodeError, Piece, Trait};
use std::collections::{BTreeMap, BTreeSet};

/// Pieces inside of traits inside of pieces: more than anybody makes.
const MAX_NESTED: usize = 4;

/// A component, and what it stands in.
pub(super) struct OutlinePart<'a> {
    /// The component with its children.
    pub node: &'a Node,
    parent: Option<usize>,
}

/// A piece that the build file defines: in a slot, in a prototype, or inside of a trait that makes pieces.
pub(super) struct Defined {
    /// The part it stands in.
    pub part: usize,
    /// The piece.
    pub piece: Result<Piece, DecodeError>,
    /// It stands inside of a trait, not in a slot.
    pub nested: bool,
}

/// All components of a module.
pub(super) struct ModuleOutline<'a> {
    parts: Vec<OutlinePart<'a>>,
    pieces: Vec<Defined>,
    /// Prototypes that no piece comes to have, by their index.
    idle: BTreeSet<usize>,
}

impl<'a> ModuleOutline<'a> {
    /// Lists the components below a root, parents before children.
    pub fn new(root: &'a Node) -> Self {
        let mut parts = Vec::new();
        let mut waiting = vec![(root, None)];
        while let Some((node, parent)) = waiting.pop() {
            let index = parts.len();
            parts.push(OutlinePart { node, parent });
            waiting.extend(node.children.iter().rev().map(|child| (child, Some(index))));
        }
        let mut pieces = Vec::new();
        for (part, one) in parts.iter().enumerate() {
            if let Some(text) = definition(&one.node.component) {
                define(part, text, 0, &mut pieces);
            }
        }
        let idle = idle(&parts, &pieces);
        ModuleOutline { parts, pieces, idle }
    }

    /// Whether a component is a prototype that no piece comes to have: what is wrong in it is never seen in play.
    pub fn is_idle(&self, part: usize) -> bool {
        self.idle.contains(&part)
    }

    /// All components, with their index.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &OutlinePart<'a>)> {
        self.parts.iter().enumerate()
    }

    /// All pieces that the module defines.
    pub fn pieces(&self) -> &[Defined] {
        &self.pieces
    }

    /// The pieces that could be read, with the part they stand in.
    pub fn good_pieces(&self) -> impl Iterator<Item = (usize, &Piece)> {
        self.pieces.iter().filter_map(|one| Some((one.part, one.piece.as_ref().ok()?)))
    }

    /// All traits of all pieces, with the part they stand in.
    pub fn traits(&self) -> impl Iterator<Item = (usize, &Trait)> {
        self.good_pieces().flat_map(|(part, piece)| piece.traits.iter().map(move |one| (part, one)))
    }

    /// The component of an index.
    pub fn component(&self, part: usize) -> &'a Component {
        &self.parts[part].node.component
    }

    /// The nearest component around one, from the inside, for which a question has an answer.
    pub fn around<T>(&self, part: usize, ask: impl Fn(&'a Component) -> Option<T>) -> Option<T> {
        let mut at = self.parts[part].parent;
        while let Some(index) = at {
            if let Some(answer) = ask(self.component(index)) {
                return Some(answer);
            }
            at = self.parts[index].parent;
        }
        None
    }

    /// The way to a component, as its author sees it in VASSAL's editor.
    pub fn place(&self, part: usize) -> String {
        let mut titles = Vec::new();
        let mut at = Some(part);
        while let Some(index) = at {
            let part = &self.parts[index];
            if part.parent.is_some() || titles.is_empty() {
                titles.push(title(&part.node.component));
            }
            at = part.parent;
        }
        titles.reverse();
        titles.join(" > ")
    }
}

/// The prototypes that no slot uses, not even by way of others. A name that is computed in play may be any.
fn idle(parts: &[OutlinePart<'_>], pieces: &[Defined]) -> BTreeSet<usize> {
    let mut named = BTreeMap::new();
    for (index, part) in parts.iter().enumerate() {
        if let Component::PrototypeDefinition(prototype) = &part.node.component {
            named.insert(prototype.name.as_str(), index);
        }
    }
    let mut uses = BTreeMap::<usize, Vec<&str>>::new();
    for one in pieces {
        for used in one.piece.iter().flat_map(|piece| &piece.traits) {
            let Trait::UsePrototype(used) = used else { continue };
            if used.name.contains(['$', '{']) {
                return BTreeSet::new();
            }
            uses.entry(one.part).or_default().push(&used.name);
        }
    }
    let mut idle: BTreeSet<usize> = named.values().copied().collect();
    let mut waiting: Vec<usize> = uses.keys().copied().filter(|part| !idle.contains(part)).collect();
    while let Some(part) = waiting.pop() {
        let used = uses.get(&part).into_iter().flatten().filter_map(|name| named.get(name));
        waiting.extend(used.filter(|prototype| idle.remove(prototype)));
    }
    idle
}

/// The text of a piece that a component defines.
fn definition(component: &Component) -> Option<&str> {
    matches!(component, Component::PieceSlot(_) | Component::CardSlot(_) | Component::PrototypeDefinition(_))
        .then(|| component.text())
        .filter(|text| !text.is_empty())
}

fn define(part: usize, text: &str, depth: usize, pieces: &mut Vec<Defined>) {
    let piece = Piece::decode(text);
    let inner: Vec<String> = piece.iter().flat_map(|piece| &piece.traits).filter_map(made).collect();
    pieces.push(Defined { part, piece, nested: depth > 0 });
    if depth < MAX_NESTED {
        inner.iter().for_each(|text| define(part, text, depth + 1, pieces));
    }
}

/// The piece that a trait makes, if it holds it itself.
fn made(one: &Trait) -> Option<String> {
    match one {
        Trait::PlaceMarker(marker) => marker.text.clone(),
        Trait::Replace(replace) => replace.0.text.clone(),
        _ => None,
    }
    .filter(|text| !text.is_empty())
}

/// What a component is called: its kind, and its name if it has one.
pub(super) fn title(component: &Component) -> String {
    let kind = kind(component.class());
    match name(component) {
        Some(name) if !name.is_empty() => format!("{kind} \"{name}\""),
        _ => kind,
    }
}

/// The words of a class: `PieceSlot` is a piece slot.
pub(super) fn kind(class: &str) -> String {
    let word = class.rsplit(['.', '$']).next().unwrap_or(class);
    let mut kind = String::new();
    let mut before = ' ';
    for c in word.chars() {
        if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
            kind.push(' ');
        }
        kind.push(if before == ' ' { c } else { c.to_ascii_lowercase() });
        before = c;
    }
    kind
}

/// The name of a component: attributes that VASSAL's editor shows in its tree, in the order of their weight.
pub(super) fn name(component: &Component) -> Option<String> {
    const NAMES: [&str; 7] = ["mapName", "entryName", "name", "chartName", "title", "buttonText", "text"];
    let attributes = component.attributes();
    let value = |key: &&str| attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
    NAMES.iter().filter_map(value).find(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::components::{Board, BoardPicker, GameModule, Map};

    #[test]
    fn the_way_to_a_component_has_its_names() {
        let board = Board { name: "North".into(), ..Board::default() };
        let map = Map { name: "Main".into(), ..Map::default() };
        let module = Node::new(GameModule::default()).with(
            Node::new(map).with(Node::new(BoardPicker { title: String::new(), ..BoardPicker::default() }).with(board)),
        );
        let outline = ModuleOutline::new(&module);
        let last = outline.parts().last().map(|(index, _)| outline.place(index));
        assert_eq!(last.as_deref(), Some("Map \"Main\" > Board picker > Board \"North\""));
    }
}
