//! The tree of a module, walked once: what becomes a record is linked to it.

use super::Account;
use super::art::{FoundPicture, ModuleArt};
use super::grids;
use super::made::MadeLooks;
use super::parts::FoundParts;
use super::people;
use super::places::{FoundPlace, places};
use crate::carried::facts::{Facts, Inherited, Prototypes, Shown, inherited};
use crate::carried::links::{attribute, set_attribute};
use crate::carried::names::{Ids, line, piece_name};
use crate::carried::places::plain_size;
use crate::carried::{LINK, Link};
use crate::geometry::cells::CellGrid;
use crate::vassal::RawPiece;
use crate::vassal::components::{Component, Node};
use std::collections::BTreeMap;

/// A side of the player roster.
#[derive(Debug, Clone)]
pub(super) struct FoundSide {
    pub id: String,
    pub name: String,
}

/// A unit or a marker.
#[derive(Debug, Clone)]
pub(super) struct FoundCounter {
    pub id: String,
    pub name: String,
    /// Its side; none: it is a marker.
    pub side: Option<usize>,
    pub formation: Option<String>,
    pub kind: Option<String>,
    pub properties: Vec<(String, String)>,
    pub front: FoundPicture,
    pub back: Option<FoundPicture>,
    /// The palettes or maps it stands in, the outermost first.
    pub around: Vec<String>,
    pub gpid: String,
    pub extension: Option<String>,
}

impl FoundCounter {
    pub fn link(&self) -> Link {
        if self.side.is_some() { Link::Unit(self.id.clone()) } else { Link::Marker(self.id.clone()) }
    }
}

/// A deck with its cards.
#[derive(Debug, Clone)]
pub(super) struct FoundDeck {
    pub id: String,
    pub name: String,
    pub cards: Vec<FoundCard>,
}

/// A card.
#[derive(Debug, Clone)]
pub(super) struct FoundCard {
    pub id: String,
    pub name: String,
    pub front: FoundPicture,
    pub back: Option<FoundPicture>,
    pub properties: Vec<(String, String)>,
    pub gpid: String,
    pub extension: Option<String>,
}

/// A board.
#[derive(Debug, Clone)]
pub(super) struct FoundMap {
    pub id: String,
    pub name: String,
    /// Its picture; none: it is a plain surface.
    pub image: Option<FoundPicture>,
    /// Width and height in pixels.
    pub size: (f64, f64),
    /// Its grid of hexes or squares, in pixels.
    pub grid: Option<CellGrid>,
    pub places: Vec<FoundPlace>,
    /// The module, or the extension by its index.
    pub volume: usize,
}

/// What a module became.
pub(super) struct Records<'a> {
    pub art: ModuleArt<'a>,
    pub prototypes: &'a Prototypes,
    pub sides: Vec<FoundSide>,
    pub counters: Vec<FoundCounter>,
    pub decks: Vec<FoundDeck>,
    pub maps: Vec<FoundMap>,
    pub parts: FoundParts,
    /// Numbers of slots without a record, too: nothing new gets them.
    pub highest: u32,
    counter_ids: Ids,
    card_ids: Ids,
    deck_ids: Ids,
    map_ids: Ids,
    place_ids: Ids,
    without_picture: usize,
    boards_without_picture: usize,
    unreadable: usize,
    /// What told the sides of pieces, and of how many.
    told: BTreeMap<people::SideClue, usize>,
    /// The extension that is read now.
    extension: Option<String>,
    pub made: MadeLooks,
}

/// What stands around a component.
#[derive(Clone, Default)]
struct Around {
    names: Vec<String>,
    map: String,
    boards: usize,
    deck: Option<usize>,
}

impl<'a> Records<'a> {
    pub fn new(art: ModuleArt<'a>, prototypes: &'a Prototypes) -> Self {
        Records {
            art,
            prototypes,
            sides: Vec::new(),
            counters: Vec::new(),
            decks: Vec::new(),
            maps: Vec::new(),
            parts: FoundParts::default(),
            highest: 0,
            counter_ids: Ids::default(),
            card_ids: Ids::default(),
            deck_ids: Ids::default(),
            map_ids: Ids::default(),
            place_ids: Ids::default(),
            without_picture: 0,
            boards_without_picture: 0,
            unreadable: 0,
            told: BTreeMap::new(),
            extension: None,
            made: MadeLooks::default(),
        }
    }

    /// Walks the tree of a module.
    pub fn walk(&mut self, tree: &mut Node, account: &mut Account) {
        self.roster(tree);
        let next = attribute(tree, "nextPieceSlotId").and_then(|next| next.parse::<u32>().ok());
        self.highest = self.highest.max(next.map_or(0, |next| next.saturating_sub(1)));
        self.node(tree, &Around::default(), account);
        self.made_of(tree, &[], account);
        self.parts_of(tree);
    }

    /// Smaller parts, wherever they stand.
    fn parts_of(&mut self, node: &mut Node) {
        self.parts.part(node, &mut self.art);
        node.children.iter_mut().for_each(|child| self.parts_of(child));
    }

    /// Goes on with another volume: the module, or an extension.
    pub fn volume(&mut self, index: usize, extension: Option<String>) {
        self.art.volume = index;
        self.extension = extension;
    }

    /// After all volumes: what has no record.
    pub fn settle(&mut self, account: &mut Account) {
        self.decks.retain(|deck| !deck.cards.is_empty());
        if !self.told.is_empty() {
            let told: Vec<String> = self.told.iter().map(|(told, count)| format!("{count} {}", told.words())).collect();
            account.notes.push(format!(
                "the side of a piece was guessed: {}; to change it, move its line to the `[[units]]` of another side, or make it a `[[marker]]`",
                told.join(", ")
            ));
        }
        if self.without_picture > 0 {
            account.notes.push(format!(
                "{} pieces show no picture of the module: they are carried without a record",
                self.without_picture
            ));
        }
        if self.boards_without_picture > 0 {
            let own = match self.boards_without_picture {
                1 => "1 board names a picture that is missing or broken: it is".to_string(),
                many => format!("{many} boards name pictures that are missing or broken: they are"),
            };
            account.notes.push(format!("{own} carried without a record"));
        }
        if self.unreadable > 0 {
            account
                .notes
                .push(format!("{} slots cannot be read as pieces: they are carried as they are", self.unreadable));
        }
    }

    /// The sides come first: pieces refer to them.
    fn roster(&mut self, node: &mut Node) {
        if node.component.class().ends_with(".PlayerRoster") {
            let mut ids = Ids::default();
            for entry in &mut node.children {
                let name = line(entry.component.text());
                if name.is_empty() || self.sides.iter().any(|side| side.name == name) {
                    continue;
                }
                let id = ids.id(&name, "side");
                set_attribute(entry, LINK, &Link::Side(id.clone()).to_string());
                self.sides.push(FoundSide { id, name });
            }
        }
        node.children.iter_mut().for_each(|child| self.roster(child));
    }

    fn node(&mut self, node: &mut Node, around: &Around, account: &mut Account) {
        let class = node.component.class().to_string();
        let word = class.rsplit(['.', '$']).next().unwrap_or_default();
        let mut inside = around.clone();
        match word {
            "PieceSlot" | "CardSlot" => {
                account.slots += 1;
                self.slot(node, around);
                return;
            }
            "Board" => {
                account.boards += 1;
                self.board(node, around);
                return;
            }
            "DrawPile" => {
                let name = piece_name(attribute(node, "name").unwrap_or_default(), "Deck");
                let id = self.deck_ids.id(&name, "deck");
                inside.deck = Some(self.decks.len());
                self.decks.push(FoundDeck { id, name, cards: Vec::new() });
            }
            _ => {}
        }
        if let Some(map) = attribute(node, "mapName") {
            inside.map = line(map);
            inside.boards = boards(node);
        }
        inside.names.extend(title(node));
        for child in &mut node.children {
            self.node(child, &inside, account);
        }
        if let Some(deck) = inside.deck.filter(|_| word == "DrawPile").and_then(|index| self.decks.get(index))
            && !deck.cards.is_empty()
        {
            set_attribute(node, LINK, &Link::Deck(deck.id.clone()).to_string());
        }
    }

    fn slot(&mut self, node: &mut Node, around: &Around) {
        let gpid = attribute(node, "gpid").unwrap_or_default().to_string();
        self.highest = self.highest.max(gpid.parse().unwrap_or(0));
        self.made.numbers.insert(gpid.clone());
        let Ok(piece) = RawPiece::decode(node.component.text()) else {
            self.unreadable += 1;
            return;
        };
        let facts = Facts::read(&piece, self.prototypes);
        let Some(front) = self.picture(facts.front.as_ref()) else {
            self.without_picture += 1;
            return;
        };
        let shown = facts.front.as_ref().map(|shown| shown.picture.clone()).unwrap_or_default();
        let back = self.picture(facts.back.as_ref());
        let name = piece_name(&facts.name, attribute(node, "entryName").unwrap_or_default());
        let link = if let Some(deck) = around.deck {
            let id = self.card_ids.id(&name, "card");
            let card = FoundCard {
                id: id.clone(),
                name,
                front,
                back,
                properties: facts.properties,
                gpid,
                extension: self.extension.clone(),
            };
            if let Some(deck) = self.decks.get_mut(deck) {
                deck.cards.push(card);
            }
            Link::Card(id)
        } else {
            let inherited = inherited(&piece, self.prototypes);
            let counter = self.counter(name, (facts.properties, inherited), (front, back), &around.names, gpid);
            let link = counter.link();
            self.counters.push(counter);
            link
        };
        set_attribute(node, LINK, &link.to_string());
        self.made.slot(&facts.name, &shown, &link);
    }

    pub(super) fn counter(
        &mut self,
        name: String,
        (properties, inherited): (Vec<(String, String)>, Inherited),
        (front, back): (FoundPicture, Option<FoundPicture>),
        around: &[String],
        gpid: String,
    ) -> FoundCounter {
        let known = people::PieceClues {
            own: &properties,
            inherited: &inherited.properties,
            around,
            prototypes: &inherited.prototypes,
            picture: front.file.strip_prefix("art/").unwrap_or(&front.file),
        };
        let side = people::side(&self.sides, &known).map(|(side, told)| {
            *self.told.entry(told).or_default() += 1;
            side
        });
        // A layer that only marks the piece is smaller than its other side would be.
        let like = |own: &f64, other: &f64| (own / other - 1.0).abs() < 0.1;
        let back = back.filter(|back| like(&back.size.0, &front.size.0) && like(&back.size.1, &front.size.1));
        FoundCounter {
            id: self.counter_ids.id(&name, "piece"),
            name,
            side,
            formation: people::formation(&properties).map(line).filter(|_| side.is_some()),
            kind: people::kind(&properties)
                .or(people::kind(&inherited.properties))
                .map(line)
                .filter(|_| side.is_some()),
            properties,
            front,
            back,
            around: around.to_vec(),
            gpid,
            extension: self.extension.clone(),
        }
    }

    pub(super) fn picture(&mut self, shown: Option<&Shown>) -> Option<FoundPicture> {
        self.art.show(&shown?.picture)
    }

    fn board(&mut self, node: &mut Node, around: &Around) {
        let image = attribute(node, "image").filter(|image| !image.is_empty()).map(str::to_string);
        let image = match image.map(|image| self.art.show(&image)) {
            Some(None) => {
                self.boards_without_picture += 1;
                return;
            }
            Some(image) => image,
            None => None,
        };
        let Some(size) = image.as_ref().map(|image| image.size).or_else(|| plain_size(node)) else { return };
        let own = line(attribute(node, "name").unwrap_or_default());
        let name = match (around.boards, own.as_str(), around.map.as_str()) {
            (_, "", "") => "Map".to_string(),
            (0 | 1, _, map) if !map.is_empty() => map.to_string(),
            (_, own, "") => own.to_string(),
            (_, own, map) => format!("{map}: {own}"),
        };
        let id = self.map_ids.id(&name, "map");
        set_attribute(node, LINK, &Link::Map(id.clone()).to_string());
        let grid = grids::grid(node, size, &id);
        for cell in grid.iter().flat_map(CellGrid::cells) {
            self.place_ids.keep(&grid.as_ref().map(|grid| grid.number(cell)).unwrap_or_default());
        }
        let places = places(node, size, &mut self.place_ids);
        self.maps.push(FoundMap { id, name: line(&name), image, size, grid, places, volume: self.art.volume });
    }

    /// How many pixels wide or high most counters are.
    pub fn common_pixels(&self) -> f64 {
        let mut counts = BTreeMap::<u64, usize>::new();
        for counter in &self.counters {
            // Pixels are whole and small.
            *counts.entry(largest(&counter.front).round() as u64).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(pixels, count)| (*count, std::cmp::Reverse(*pixels)));
        most.map_or(75.0, |(pixels, _)| (pixels as f64).max(1.0))
    }
}

/// The longer edge of a picture.
pub(super) fn largest(picture: &FoundPicture) -> f64 {
    picture.size.0.max(picture.size.1)
}

/// What a palette, a tab of one or a map is called: by that, pieces inside are grouped.
pub(super) fn title(node: &Node) -> Option<String> {
    let class = node.component.class();
    let is_map = attribute(node, "mapName").is_some();
    let shown = class.contains(".widget.") || class.rsplit(['.', '$']).next() == Some("PieceWindow") || is_map;
    let title = ["mapName", "entryName", "name"].iter().find_map(|key| attribute(node, key)).map(line);
    title.filter(|title| shown && !title.is_empty())
}

/// The boards inside of a map.
fn boards(node: &Node) -> usize {
    let own =
        usize::from(node.component.class().ends_with(".Board") && matches!(node.component, Component::Other { .. }));
    own + node.children.iter().map(boards).sum::<usize>()
}
