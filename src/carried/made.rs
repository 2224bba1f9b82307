//! Pieces that stand inside of traits: what Place Marker and Replace put on a map where they define it themselves instead
//! of naming a slot. In saved games such a piece has the number of the trait.

use super::Link;
use super::facts::Facts;
use super::links::{attribute, set_attribute};
use super::names::piece_name;
use crate::vassal::components::Node;
use crate::vassal::traits::{PlaceMarker, Replace};
use crate::vassal::{RawPiece, RawTrait, Trait, sequence};

/// Links pieces inside of a component's traits to records of their own: `948 marker/mat, 949 unit/guard`. It never reaches
/// a module.
pub const MADE: &str = "punchboard-made";
/// Links those that look like another piece to its record.
pub const LIKE: &str = "punchboard-like";
/// What makes pieces may itself be made, but nobody goes deeper.
const DEEPEST: usize = 8;
/// The token with the piece in the type of a trait.
const PIECE: usize = 3;

/// Looks at each piece that the traits of a piece make, with its number. One without a number is left out, because no
/// saved game tells that it comes from there.
pub fn each(piece: &RawPiece, seen: &mut dyn FnMut(&str, &RawPiece)) {
    below(piece, 0, seen);
}

fn below(piece: &RawPiece, depth: usize, seen: &mut dyn FnMut(&str, &RawPiece)) {
    for (number, inner) in piece.traits.iter().filter_map(inside).filter(|_| depth < DEEPEST) {
        if is_number(&number) {
            seen(&number, &inner);
        }
        below(&inner, depth + 1, seen);
    }
}

/// Changes such pieces; `change` says whether it did. Goes out whether any is another now: all else stays as it is.
pub fn change(piece: &mut RawPiece, change: &mut dyn FnMut(&str, &mut RawPiece) -> bool) -> bool {
    change_below(piece, 0, change)
}

fn change_below(piece: &mut RawPiece, depth: usize, change: &mut dyn FnMut(&str, &mut RawPiece) -> bool) -> bool {
    let mut changed = false;
    for own in piece.traits.iter_mut().filter(|_| depth < DEEPEST) {
        let Some((number, mut inner)) = inside(own) else { continue };
        let here = is_number(&number) && change(&number, &mut inner);
        if change_below(&mut inner, depth + 1, change) || here {
            let mut tokens = sequence::decode(&own.type_text, ';');
            if let Some(token) = tokens.get_mut(PIECE) {
                *token = inner.text();
            }
            own.type_text = sequence::encode(tokens, ';');
            changed = true;
        }
    }
    changed
}

/// The piece inside of a trait, and its number.
fn inside(own: &RawTrait) -> Option<(String, RawPiece)> {
    let makes = ["placemark;", "replace;"].iter().any(|start| own.type_text.starts_with(start));
    let (Trait::PlaceMarker(made) | Trait::Replace(Replace(made))) = makes.then(|| own.read())? else { return None };
    let PlaceMarker { piece, gpid, .. } = made;
    // Any other text is the path of a slot.
    let piece = RawPiece::decode(&piece.filter(|text| text.starts_with("+/"))?).ok()?;
    piece.is_piece().then_some((gpid, piece))
}

/// Whether a text can stand in a list of links.
fn is_number(text: &str) -> bool {
    !text.is_empty() && !text.contains([',', ' ']) && !text.contains(char::is_control)
}

/// What such a piece is called: by its name, else by its picture.
pub fn name(facts: &Facts) -> String {
    let picture = facts.front.as_ref().map(|shown| shown.picture.as_str()).unwrap_or_default();
    piece_name(&facts.name, picture.rsplit_once('.').map_or(picture, |(stem, _)| stem))
}

/// The links of a component to such pieces: [`MADE`] or [`LIKE`].
pub fn links(node: &Node, list: &str) -> Vec<(String, Link)> {
    let pair = |pair: &str| {
        let (number, link) = pair.trim().split_once(' ')?;
        Some((number.to_string(), Link::parse(link)?))
    };
    attribute(node, list).unwrap_or_default().split(',').filter_map(pair).collect()
}

/// Sets the links of a component.
pub fn set_links(node: &mut Node, list: &str, links: &[(String, Link)]) {
    if !links.is_empty() {
        let pairs: Vec<String> = links.iter().map(|(number, link)| format!("{number} {link}")).collect();
        set_attribute(node, list, &pairs.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::components::Component;
    use crate::vassal::{Basic, Piece};

    fn piece(name: &str, traits: Vec<Trait>) -> Piece {
        Piece { traits, basic: Basic { name: name.into(), ..Basic::default() } }
    }

    fn places(number: &str, piece: &Piece) -> PlaceMarker {
        PlaceMarker { piece: Some(piece.slot_text()), gpid: number.into(), ..PlaceMarker::default() }
    }

    #[test]
    fn pieces_are_found_inside_of_traits_and_changed_there() {
        let inner = piece("Inner; 1/2", vec![]);
        let outer = piece("Outer", vec![Replace(places("8", &inner)).into()]);
        let path = PlaceMarker { piece: Some("Window:A/Slot:B".into()), gpid: "6".into(), ..PlaceMarker::default() };
        let traits = vec![path.into(), places("7", &outer).into(), places("", &inner).into()];
        let mut raw = RawPiece::decode(&piece("Unit", traits).slot_text()).unwrap();
        let found = |raw: &RawPiece| {
            let mut found = Vec::new();
            each(raw, &mut |number, piece| found.push(format!("{number} {}", piece.basic_type(3))));
            found
        };
        assert_eq!(found(&raw), ["7 Outer", "8 Inner; 1/2"]);
        let before = raw.clone();
        assert!(!change(&mut raw, &mut |_, _| false));
        assert_eq!(raw, before);
        assert!(change(&mut raw, &mut |number, piece| {
            piece.set_basic_type(3, "New; \\/");
            number == "8"
        }));
        assert_eq!(found(&raw), ["7 New; \\/", "8 New; \\/"]);
        assert_eq!((&raw.traits[0], &raw.traits[2]), (&before.traits[0], &before.traits[2]));
    }

    #[test]
    fn links_come_back() {
        let component = Component::Other { class: "a".into(), attributes: Vec::new(), text: String::new() };
        let mut node = Node { component, children: Vec::new() };
        set_links(&mut node, MADE, &[]);
        assert_eq!(attribute(&node, MADE), None);
        let all = [("7".to_string(), Link::Marker("mat".into())), ("x:8".to_string(), Link::Unit("a-2".into()))];
        set_links(&mut node, MADE, &all);
        assert_eq!(attribute(&node, MADE), Some("7 marker/mat, x:8 unit/a-2"));
        assert_eq!(links(&node, MADE), all);
        assert_eq!(links(&node, LIKE), []);
    }
}
