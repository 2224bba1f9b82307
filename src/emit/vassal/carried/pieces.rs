//! Slots of pieces and cards: as they are, changed, new, or gone.

use super::super::codec::components::{CardSlot, ListWidget, Node, PieceSlot, PieceWindow};
use super::super::codec::traits::{Delete, Embellishment};
use super::super::codec::{Basic, Piece};
use super::link;
use super::pictures::CarriedPictures;
use crate::carried::Link;
use crate::carried::facts::{Facts, Prototypes, WantedPiece};
use crate::carried::links::{attribute, set_attribute, set_text};
use crate::carried::made::{self, MADE};
use crate::carried::names::piece_name;
use crate::emit::Game;
use crate::model::{AttributeInfo, Attributes, Counter, Scalar, Shows};
use crate::syntax::AttributeOf;
use crate::vassal::RawPiece;
use std::collections::{BTreeMap, BTreeSet};

/// The palette of pieces that are new to the module.
const NEW: &str = "New pieces";

/// A record of a piece, whatever its kind.
struct PieceRecord<'a> {
    key: Link,
    was: &'a [String],
    extension: Option<&'a str>,
    name: &'a str,
    front: Option<&'a str>,
    back: Option<&'a str>,
    /// The back of its deck: for cards whose own could be read, and is not said.
    shared_back: Option<&'a str>,
    attributes: Option<(&'a Attributes, AttributeOf)>,
    /// What a new one is made like: another of the same side, or of the same deck.
    like: String,
}

/// What slots are built with.
pub(super) struct SlotScope<'a> {
    /// All prototypes.
    pub prototypes: &'a Prototypes,
    /// The records that have a slot, in the module or in an extension.
    pub linked: &'a BTreeSet<Link>,
    /// The extension that is built; none: the module.
    pub extension: Option<&'a str>,
}

/// The definition of every piece that has a record, as built, with its number.
pub(super) type BuiltPieces = BTreeMap<Link, (String, String)>;

/// Builds all slots of a tree.
pub(super) fn build(
    game: &Game<'_>,
    scope: &SlotScope<'_>,
    pictures: &mut CarriedPictures<'_>,
    tree: &mut Node,
) -> BuiltPieces {
    let prototypes = scope.prototypes;
    let records = records(game);
    let by_key: BTreeMap<&Link, &PieceRecord<'_>> = records.iter().map(|record| (&record.key, record)).collect();
    let mut by_old = BTreeMap::new();
    for record in &records {
        by_old.extend(record.was.iter().map(|id| (of_kind(&record.key, id), record)));
    }
    let attributes = &game.model.attributes;
    let mut work = PiecesWork {
        by_key,
        by_old,
        prototypes,
        linked: scope.linked,
        pictures,
        attributes,
        built: BuiltPieces::new(),
        nodes: BTreeMap::new(),
    };
    work.slots(tree);
    work.add(game, &records, scope, tree);
    work.built
}

fn of_kind(like: &Link, id: &str) -> Link {
    match like {
        Link::Marker(_) => Link::Marker(id.to_string()),
        Link::Card(_) => Link::Card(id.to_string()),
        _ => Link::Unit(id.to_string()),
    }
}

fn other_kind(key: &Link) -> Option<Link> {
    match key {
        Link::Unit(id) => Some(Link::Marker(id.clone())),
        Link::Marker(id) => Some(Link::Unit(id.clone())),
        _ => None,
    }
}

fn records<'a>(game: &Game<'a>) -> Vec<PieceRecord<'a>> {
    let model = game.model;
    let mut units = BTreeMap::<usize, &Counter>::new();
    let mut markers = BTreeMap::<usize, &Counter>::new();
    for counter in &model.counters {
        match &counter.shows {
            Shows::Unit(unit) => units.entry(unit.index).or_insert(counter),
            Shows::Marker(marker) => markers.entry(marker.index).or_insert(counter),
        };
    }
    let front = |counter: Option<&&'a Counter>| counter.and_then(|counter| counter.front.image.as_deref());
    let back = |counter: Option<&&'a Counter>| counter.and_then(|counter| counter.back.as_ref()?.image.as_deref());
    let of_units = model.units.iter().enumerate().map(|(n, unit)| PieceRecord {
        key: Link::Unit(unit.id.clone()),
        was: &unit.was,
        extension: unit.extension.as_deref(),
        name: &unit.name,
        front: front(units.get(&n)),
        back: back(units.get(&n)),
        shared_back: None,
        attributes: Some((&unit.attributes, AttributeOf::Unit)),
        like: format!("side {}", unit.side),
    });
    let of_markers = model.markers.iter().enumerate().map(|(n, marker)| PieceRecord {
        key: Link::Marker(marker.id.clone()),
        was: &marker.was,
        extension: marker.extension.as_deref(),
        name: &marker.name,
        front: front(markers.get(&n)),
        back: back(markers.get(&n)),
        shared_back: None,
        attributes: None,
        like: "marker".to_string(),
    });
    let of_cards = model.cards.iter().map(|card| {
        let deck = model.decks.get(card.deck.index);
        PieceRecord {
            key: Link::Card(card.id.clone()),
            was: &card.was,
            extension: card.extension.as_deref(),
            name: &card.title,
            front: card.image.as_deref(),
            back: card.back_image.as_deref(),
            shared_back: deck.and_then(|deck| deck.back_image.as_deref()),
            attributes: Some((&card.attributes, AttributeOf::Card)),
            like: format!("deck {}", card.deck),
        }
    });
    of_units.chain(of_markers).chain(of_cards).collect()
}

struct PiecesWork<'a, 'p> {
    by_key: BTreeMap<&'a Link, &'a PieceRecord<'a>>,
    by_old: BTreeMap<Link, &'a PieceRecord<'a>>,
    prototypes: &'a Prototypes,
    linked: &'a BTreeSet<Link>,
    pictures: &'a mut CarriedPictures<'p>,
    attributes: &'a [AttributeInfo],
    built: BuiltPieces,
    /// The slot of each record, as built.
    nodes: BTreeMap<Link, Node>,
}

impl<'a> PiecesWork<'a, '_> {
    /// Every slot with a link: changed where its record says otherwise, gone where there is none any more.
    fn slots(&mut self, node: &mut Node) {
        node.children.retain_mut(|child| {
            if let Some(key @ (Link::Unit(_) | Link::Marker(_) | Link::Card(_))) = link(child) {
                let Some(record) = self.record(&key) else { return false };
                set_attribute(child, crate::carried::LINK, &record.key.to_string());
                self.slot(child, record);
            }
            self.made(child);
            true
        });
        node.children.iter_mut().for_each(|child| self.slots(child));
    }

    /// The record of a link.
    fn record(&self, key: &Link) -> Option<&'a PieceRecord<'a>> {
        // A unit that its author made a marker is still the same piece, and the other way round.
        let other = other_kind(key).filter(|other| !self.linked.contains(other));
        let other = other.and_then(|other| self.by_key.get(&other));
        self.by_key.get(key).or_else(|| self.by_old.get(key)).or(other).copied()
    }

    /// Pieces that the traits of a component make, and that have records of their own: changed where these say otherwise. One
    /// whose record is gone stays as it is, because the trait does.
    fn made(&mut self, node: &mut Node) {
        let records: BTreeMap<String, &PieceRecord<'_>> = made::links(node, MADE)
            .into_iter()
            .filter_map(|(number, key)| Some((number, self.record(&key)?)))
            .collect();
        let Some(mut piece) = RawPiece::decode(node.component.text()).ok().filter(|_| !records.is_empty()) else {
            return;
        };
        let changed = made::change(&mut piece, &mut |number, own| {
            let Some(record) = records.get(number).filter(|record| !self.built.contains_key(&record.key)) else {
                return false;
            };
            let facts = Facts::read(own, self.prototypes);
            let wanted = self.wanted(&facts, &made::name(&facts), record);
            if !wanted.is_nothing() {
                facts.apply(&wanted, own);
            }
            self.built.insert(record.key.clone(), (own.text(), number.to_string()));
            !wanted.is_nothing()
        });
        if changed {
            set_text(node, piece.text());
        }
    }

    fn slot(&mut self, node: &mut Node, record: &PieceRecord<'_>) {
        if let Ok(mut piece) = RawPiece::decode(node.component.text()) {
            let facts = Facts::read(&piece, self.prototypes);
            let entry = attribute(node, "entryName").unwrap_or_default().to_string();
            let wanted = self.wanted(&facts, &piece_name(&facts.name, &entry), record);
            if !wanted.is_nothing() {
                facts.apply(&wanted, &mut piece);
                set_text(node, piece.text());
                if let Some(name) = wanted.name.filter(|_| entry == facts.name) {
                    set_attribute(node, "entryName", &name);
                }
            }
        }
        let number = attribute(node, "gpid").unwrap_or_default().to_string();
        self.built.insert(record.key.clone(), (node.component.text().to_string(), number));
        self.nodes.insert(record.key.clone(), node.clone());
    }

    /// What a record says otherwise than its piece.
    fn wanted(&mut self, facts: &Facts, name: &str, record: &PieceRecord<'_>) -> WantedPiece {
        let picture = |shown: &Option<crate::carried::facts::Shown>| {
            shown.as_ref().map(|shown| shown.picture.clone()).unwrap_or_default()
        };
        let (front, back) = (picture(&facts.front), picture(&facts.back));
        let wanted_back = record.back.or(record.shared_back.filter(|_| self.pictures.is_shown(&back)));
        let values = record.attributes.into_iter().flat_map(|(values, of)| {
            let named = move |info: &&AttributeInfo| info.of == of;
            self.attributes.iter().filter(named).filter_map(move |info| Some((&info.name, text(values.get(&info.id)?))))
        });
        let differs = |(name, value): (&String, String)| {
            let own = facts.properties.iter().find(|(own, _)| own == name)?;
            (own.1 != value).then(|| (name.clone(), value))
        };
        WantedPiece {
            properties: values.filter_map(differs).collect(),
            name: (name != record.name).then(|| record.name.to_string()),
            front: record.front.and_then(|wanted| self.pictures.other(&front, wanted)),
            back: wanted_back.and_then(|wanted| self.pictures.other(&back, wanted)),
        }
    }

    /// Pieces that are new: each stands behind the one it is made like, or in a palette of their own.
    fn add(&mut self, game: &Game<'_>, records: &'a [PieceRecord<'a>], scope: &SlotScope<'_>, tree: &mut Node) {
        let mut last = BTreeMap::<&str, Link>::new();
        let mut behind = BTreeMap::<Link, Vec<Node>>::new();
        let mut alone = Vec::new();
        for record in records {
            if self.nodes.contains_key(&record.key) {
                last.insert(&record.like, record.key.clone());
                continue;
            }
            if self.built.contains_key(&record.key) {
                continue;
            }
            let old = record.was.iter().map(|id| of_kind(&record.key, id));
            let before = other_kind(&record.key).filter(|other| !self.by_key.contains_key(other));
            let elsewhere =
                std::iter::once(record.key.clone()).chain(old).chain(before).any(|key| scope.linked.contains(&key));
            if record.extension != scope.extension || elsewhere {
                continue;
            }
            let Some(gpid) = game.identities.gpid(&record.key.to_string()).map(|number| number.to_string()) else {
                continue;
            };
            let model = last.get(record.like.as_str());
            let mut node = match model.and_then(|key| self.nodes.get(key)) {
                Some(like) => like.clone(),
                None => self.plain(record),
            };
            self.make(&mut node, record, &gpid);
            match model {
                Some(key) => behind.entry(key.clone()).or_default().push(node),
                None => alone.push(node),
            }
        }
        let added = !alone.is_empty() || !behind.is_empty();
        place(tree, &mut behind);
        alone.extend(behind.into_values().flatten());
        if !alone.is_empty() {
            let list = Node::new(ListWidget { name: NEW.to_string(), ..ListWidget::default() }).with_all(alone);
            let window = PieceWindow { name: NEW.to_string(), ..PieceWindow::default() };
            tree.children.push(Node::new(window).with(list));
        }
        if added {
            self.raise(tree);
        }
    }

    /// A slot of a piece that is like no other: its picture, its back, and a way to delete it.
    fn plain(&mut self, record: &PieceRecord<'_>) -> Node {
        let front = record.front.map(|file| self.pictures.name(file)).unwrap_or_default();
        let back = record.back.or(record.shared_back).map(|file| self.pictures.name(file));
        let mut piece = Piece::default();
        piece.traits.push(Delete::default().into());
        piece.basic = Basic { name: record.name.to_string(), ..Basic::default() };
        match back {
            Some(back) => piece.traits.push(
                Embellishment {
                    images: vec![front, back],
                    increase_command: "Flip".to_string(),
                    increase_key: super::super::codec::Key::ctrl('F'),
                    name: "Side".to_string(),
                    ..Embellishment::default()
                }
                .into(),
            ),
            None => piece.basic.image = front,
        }
        let (name, text) = (record.name.to_string(), piece.slot_text());
        if matches!(record.key, Link::Card(_)) {
            as_it_stands(&Node::new(CardSlot { name, text, ..CardSlot::default() }))
        } else {
            as_it_stands(&Node::new(PieceSlot { name, text, ..PieceSlot::default() }))
        }
    }

    /// Makes a copy of a slot the slot of a record.
    fn make(&mut self, node: &mut Node, record: &PieceRecord<'_>, gpid: &str) {
        set_attribute(node, crate::carried::LINK, &record.key.to_string());
        set_attribute(node, "gpid", gpid);
        set_attribute(node, "entryName", record.name);
        if let Ok(mut piece) = RawPiece::decode(node.component.text()) {
            piece.set_basic_state(3, gpid);
            piece.set_basic_type(3, record.name);
            set_text(node, piece.text());
        }
        self.slot(node, record);
    }

    /// VASSAL gives the next new piece a number that no other has.
    fn raise(&self, tree: &mut Node) {
        let highest = self.built.values().filter_map(|(_, gpid)| gpid.parse::<i64>().ok()).max().unwrap_or(0);
        let next = attribute(tree, "nextPieceSlotId").and_then(|next| next.parse::<i64>().ok());
        // Old modules count nothing; extensions have no need to.
        let is_extension = tree.component.class().ends_with(".ModuleExtension");
        if next.map_or(!is_extension, |next| next <= highest) {
            set_attribute(tree, "nextPieceSlotId", &(highest + 1).to_string());
        }
    }
}

/// Puts new slots behind those they are like, in palettes and decks. In an at-start stack a new piece would lie on the
/// map; those stay for a palette of their own.
fn place(node: &mut Node, behind: &mut BTreeMap<Link, Vec<Node>>) {
    let on_map = node.component.class().ends_with(".SetupStack");
    let mut at = 0;
    while at < node.children.len() {
        at += 1;
        if on_map {
            continue;
        }
        if let Some(new) = link(&node.children[at - 1]).and_then(|key| behind.remove(&key)) {
            let count = new.len();
            node.children.splice(at..at, new);
            at += count;
        }
    }
    node.children.iter_mut().for_each(|child| place(child, behind));
}

/// A component as the carried ones are: its attributes by name.
fn as_it_stands(node: &Node) -> Node {
    use super::super::codec::components::Component;
    let component = Component::Other {
        class: node.component.class().to_string(),
        attributes: node.component.attributes(),
        text: node.component.text().to_string(),
    };
    Node { component, children: node.children.clone() }
}

fn text(value: &Scalar) -> String {
    match value {
        Scalar::Bool(value) => value.to_string(),
        Scalar::Number(value) => value.to_string(),
        Scalar::Text(value) => value.clone(),
    }
}
