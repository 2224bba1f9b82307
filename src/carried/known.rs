//! Which record a piece of a saved game belongs to.

use super::Link;
use super::links::attribute;
use super::made::{LIKE, MADE, links};
use crate::vassal::components::Node;
use crate::vassal::{DecodeError, RawPiece};
use std::collections::BTreeMap;

/// The records of pieces, by what saved games know of them.
#[derive(Debug, Clone, Default)]
pub struct KnownPieces {
    /// None: a piece without a record.
    numbers: BTreeMap<String, Option<Link>>,
    /// None: several pieces have the name.
    names: BTreeMap<String, Option<Link>>,
    /// By name and picture or layer; of several, the first. Old saves have no numbers, and what a trait puts on the map
    /// has the number of the trait.
    faces: BTreeMap<(String, String), Link>,
    /// As imports knew pieces before they looked at layers and stacks.
    pub(super) older: bool,
}

impl KnownPieces {
    /// Those of trees with links.
    pub fn of<'a>(trees: impl IntoIterator<Item = &'a Node>) -> KnownPieces {
        let mut known = KnownPieces::default();
        let mut made = Vec::new();
        let mut waiting: Vec<&Node> = trees.into_iter().collect();
        waiting.reverse();
        while let Some(node) = waiting.pop() {
            waiting.extend(node.children.iter().rev());
            made.extend([MADE, LIKE].iter().flat_map(|list| links(node, list)));
            let link = attribute(node, super::LINK).and_then(Link::parse);
            let number = attribute(node, "gpid").unwrap_or_default();
            let Some(link @ (Link::Unit(_) | Link::Marker(_) | Link::Card(_))) = link else {
                known.numbers.entry(number.to_string()).or_default();
                continue;
            };
            let piece = RawPiece::decode(node.component.text()).unwrap_or_default();
            known.add(number, &piece, link);
        }
        known.numbers.remove("");
        for (number, link) in made {
            known.numbers.entry(number).or_insert(Some(link));
        }
        known
    }

    pub(super) fn add(&mut self, number: &str, piece: &RawPiece, link: Link) {
        if !number.is_empty() {
            self.numbers.entry(number.to_string()).or_default().get_or_insert_with(|| link.clone());
        }
        let name = piece.basic_type(3);
        for face in faces(piece) {
            self.faces.entry((name.clone(), face)).or_insert_with(|| link.clone());
        }
        self.names.entry(name).and_modify(|own| *own = None).or_insert(Some(link));
    }

    /// As older imports knew pieces: not by layers, and where they say themselves that they lie; and before that without
    /// what several have in common.
    pub fn before(&self) -> [KnownPieces; 2] {
        let pictures = self.faces.iter().filter(|((_, face), _)| !is_layer(face));
        let faces = pictures.map(|(key, link)| (key.clone(), link.clone())).collect();
        let older = KnownPieces { older: true, faces, ..self.clone() };
        [older.clone(), KnownPieces { faces: BTreeMap::new(), ..older }]
    }

    pub(super) fn numbered(&self) -> impl Fn(&str) -> bool {
        |number| self.numbers.contains_key(number)
    }

    pub(super) fn find(&self, piece: &RawPiece) -> Option<&Link> {
        let (number, name) = (piece.basic_state(3), piece.basic_type(3));
        if let Some(own) = self.numbers.get(&number) {
            return own.as_ref();
        }
        if let Some(own) = self.names.get(&name).and_then(Option::as_ref).filter(|_| number.is_empty()) {
            return Some(own);
        }
        if self.older && !number.is_empty() {
            return None;
        }
        faces(piece).into_iter().find_map(|face| self.faces.get(&(name.clone(), face)))
    }
}

/// What a piece looks like: the picture of the basic piece, or else its layers, the innermost first.
fn faces(piece: &RawPiece) -> Vec<String> {
    let picture = piece.basic_type(2);
    if !picture.is_empty() {
        return vec![picture];
    }
    piece.traits.iter().rev().map(|own| &own.type_text).filter(|own| is_layer(own)).cloned().collect()
}

fn is_layer(text: &str) -> bool {
    ["emb2;", "emb;"].iter().any(|start| text.starts_with(start))
}

/// A piece without its traits. Where only its layers say which it is, they stay.
pub(super) fn glimpse(text: &str, numbered: &dyn Fn(&str) -> bool) -> Result<RawPiece, DecodeError> {
    let piece = RawPiece::innermost(text)?;
    if !piece.is_piece() || numbered(&piece.basic_state(3)) || !piece.basic_type(2).is_empty() {
        return Ok(piece);
    }
    let mut piece = RawPiece::decode(text)?;
    piece.traits.retain(|own| is_layer(&own.type_text));
    Ok(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::{Basic, Piece};

    #[test]
    fn old_saves_know_pieces_by_their_faces() {
        let raw = |name: &str, image: &str| {
            let basic = Basic { name: name.into(), image: image.into(), ..Basic::default() };
            RawPiece::decode(&Piece { traits: Vec::new(), basic }.slot_text()).unwrap()
        };
        let mut known = KnownPieces::default();
        for (n, image) in ["a.gif", "b.gif", "b.gif"].iter().enumerate() {
            known.add("", &raw("Inf", image), Link::Unit(n.to_string()));
        }
        known.add("", &raw("Tank", ""), Link::Unit("tank".into()));
        let found = |known: &KnownPieces, name: &str, image: &str| {
            known.find(&raw(name, image)).map(|link| link.id().to_string())
        };
        assert_eq!(found(&known, "Inf", "a.gif").as_deref(), Some("0"));
        assert_eq!(found(&known, "Inf", "b.gif").as_deref(), Some("1"));
        assert_eq!(found(&known, "Inf", "c.gif"), None);
        assert_eq!(found(&known, "Tank", "").as_deref(), Some("tank"));
        assert_eq!(found(&known.before()[0], "Inf", "a.gif").as_deref(), Some("0"));
        assert_eq!(found(&known.before()[1], "Inf", "a.gif"), None);
    }

    #[test]
    fn what_a_trait_put_down_is_known_by_its_layers() {
        let layer =
            |image: &str| format!("+/9/emb2;;2;;;0;{image};\tprototype;P\\\tpiece;;;;Control/1\t\\\tMain;3;4;777");
        let mut known = KnownPieces::default();
        for (number, image) in [("1", "red.png"), ("2", "blue.png")] {
            let piece = RawPiece::decode(&layer(image)).unwrap();
            known.add(number, &piece, Link::Marker(number.into()));
        }
        let found = |known: &KnownPieces, text: &str| {
            let piece = glimpse(text, &known.numbered()).unwrap();
            known.find(&piece).map(|link| link.id().to_string())
        };
        assert_eq!(found(&known, &layer("blue.png")).as_deref(), Some("2"));
        assert_eq!(found(&known, &layer("green.png")), None);
        assert_eq!(found(&known.before()[0], &layer("blue.png")), None);
        // The number of a piece without a record.
        known.numbers.insert("777".into(), None);
        assert_eq!(found(&known, &layer("blue.png")), None);
    }
}
