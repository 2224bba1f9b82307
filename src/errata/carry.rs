//! What of a saved game carries over into a new module.
//!
//! VASSAL keeps whole pieces in a save. Opened with a new module they are as they were; its refresher
//! (*Tools, Refresh Counters*) then makes each anew from the slot of the same number (gpid) and copies
//! the state of every trait whose type is the same text, and of layers that have the same name. Maps,
//! decks, boards and sides are found by their names. So this compares two build files, whoever made them.

use crate::emit::vassal::codec::Piece;
use crate::emit::vassal::codec::components::{Component, Node};
use crate::emit::vassal::codec::traits::Trait;
use crate::identity::Lock;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How much of a saved game is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Part of its state goes back to the start when it is refreshed.
    Reset,
    /// It does not carry over.
    Lost,
}

/// What becomes of something in a saved game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct CarryFinding {
    /// How much is concerned.
    pub fate: Fate,
    /// What, in a sentence.
    pub text: String,
    /// The pieces it is about, by the names of their slots.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
}

/// What of a saved game carries over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CarryOver {
    /// Pieces that are the same in both modules.
    pub same: usize,
    /// Pieces of which only the picture changed: saved games show the new one.
    pub redrawn: usize,
    /// Pieces that the refresher makes anew, with their state.
    pub refreshed: usize,
    /// Pieces that the old module does not have.
    pub added: usize,
    /// Everything to know before a new module is shipped; the worst first.
    pub findings: Vec<CarryFinding>,
}

impl CarryOver {
    /// Whether a game saved with the old module can go on with the new one.
    pub fn is_whole(&self) -> bool {
        self.findings.iter().all(|finding| finding.fate != Fate::Lost)
    }
}

/// What of a game saved with the old module carries over into the new one. `redrawn` are the keys of pieces that
/// look different.
pub fn carry_over(old: &Node, new: &Node, redrawn: &BTreeSet<String>) -> CarryOver {
    let (before, after) = (CarryModule::read(old), CarryModule::read(new));
    let mut carry = CarryOver { added: after.slots.len(), ..CarryOver::default() };
    let mut found: BTreeMap<(Fate, String), Vec<String>> = BTreeMap::new();
    for (number, slot) in &before.slots {
        let Some(next) = after.slots.get(number) else {
            found.entry((Fate::Lost, GONE.to_string())).or_default().push(slot.name.clone());
            continue;
        };
        carry.added -= 1;
        match slot.piece.type_text() == next.piece.type_text() {
            true if redrawn.contains(&next.key) => carry.redrawn += 1,
            true => carry.same += 1,
            false => carry.refreshed += 1,
        }
        // A piece that was renamed is gone under its old name; one that is still there has another number.
        if slot.key != next.key && after.slots.values().any(|other| !slot.key.is_empty() && other.key == slot.key) {
            let name = format!("{} \u{2192} {}", slot.name, next.name);
            found.entry((Fate::Lost, SWAPPED.to_string())).or_default().push(name);
        }
        for lost in lost_state(&slot.piece, &next.piece) {
            found.entry((Fate::Reset, lost)).or_default().push(slot.name.clone());
        }
        for image in images(&slot.piece).difference(&after.images) {
            let text = format!(
                "The picture {image} was removed: until they are refreshed, pieces of saved games that show it are blank"
            );
            found.entry((Fate::Reset, text)).or_default().push(slot.name.clone());
        }
    }
    carry.findings = named(&before, &after);
    carry.findings.extend(found.into_iter().map(|((fate, text), pieces)| CarryFinding { fate, text, pieces }));
    carry.findings.sort_by_key(|finding| std::cmp::Reverse(finding.fate));
    carry
}

/// The same, where no module is left but the numbers of its pieces: what is found by its name is not known.
pub fn carry_numbers(old: &Lock, new: &Lock) -> CarryOver {
    let known: BTreeSet<u32> = old.pieces.values().copied().collect();
    let numbers: BTreeSet<u32> = new.pieces.values().copied().collect();
    let gone: Vec<String> =
        old.pieces.iter().filter(|(_, number)| !numbers.contains(number)).map(|(key, _)| key.clone()).collect();
    let swapped =
        |(key, number): (&String, &u32)| new.pieces.get(key).is_some_and(|now| now != number).then(|| key.clone());
    let swapped: Vec<String> = old.pieces.iter().filter_map(swapped).collect();
    let lost = [(GONE, gone), (SWAPPED, swapped)].into_iter().filter(|(_, pieces)| !pieces.is_empty());
    let findings = lost.map(|(text, pieces)| CarryFinding { fate: Fate::Lost, text: text.to_string(), pieces });
    CarryOver {
        same: 0,
        redrawn: 0,
        refreshed: numbers.intersection(&known).count(),
        added: numbers.difference(&known).count(),
        findings: findings.collect(),
    }
}

const GONE: &str = "Pieces that the new module does not have stay unchanged; the refresher does not find them";
const SWAPPED: &str = "Numbers of pieces now belong to other pieces (was punchboard.lock lost or edited?): \
                       saved games would show the wrong ones";

/// What is found by its name.
fn named(before: &CarryModule, after: &CarryModule) -> Vec<CarryFinding> {
    let mut findings = Vec::new();
    let mut say = |fate, text: String| findings.push(CarryFinding { fate, text, pieces: Vec::new() });
    if before.name != after.name {
        let text = format!(
            "The module is called \u{201c}{}\u{201d}, no longer \u{201c}{}\u{201d}: VASSAL treats old saves as those of another game",
            after.name, before.name
        );
        say(Fate::Lost, text);
    }
    type Gone = (fn(&CarryModule) -> &BTreeSet<String>, Fate, &'static str, &'static str);
    let kinds: [Gone; 4] = [
        (|module| &module.maps, Fate::Lost, "map", "the counters on it are no longer on any map"),
        (|module| &module.boards, Fate::Lost, "board", "VASSAL cannot show it, and its map is empty"),
        (
            |module| &module.decks,
            Fate::Lost,
            "deck",
            "its cards stay where they are, and commands that return cards to it do nothing",
        ),
        (|module| &module.sides, Fate::Reset, "side", "its players look on until they take another"),
    ];
    for (of, fate, what, why) in kinds {
        for name in of(before).difference(of(after)) {
            say(fate, format!("The {what} \u{201c}{name}\u{201d} no longer exists (removed or renamed): {why}"));
        }
    }
    let mut moved: BTreeMap<&str, usize> = BTreeMap::new();
    for (place @ (board, _), lies) in &before.places {
        if after.places.get(place).is_some_and(|now| now != lies) {
            *moved.entry(board).or_default() += 1;
        }
    }
    for (board, places) in moved {
        let what = if places == 1 { "A place".to_string() } else { format!("{places} places") };
        let text = format!(
            "{what} of the board \u{201c}{board}\u{201d} moved: counters of saved games keep their spot on the picture"
        );
        say(Fate::Reset, text);
    }
    if before.turns != after.turns && !before.turns.is_empty() {
        say(Fate::Reset, "The turn track changed: set the turn by hand after opening a saved game".to_string());
    }
    findings
}

/// State of the old piece that the refresher does not find a place for in the new one.
fn lost_state(old: &Piece, new: &Piece) -> Vec<String> {
    let mut lost = Vec::new();
    for one in &old.traits {
        let same = new.traits.iter().any(|other| other.type_text() == one.type_text());
        let text = match one {
            _ if same => continue,
            Trait::Embellishment(layer) => {
                let named = |other: &Trait| matches!(other, Trait::Embellishment(own) if own.name == layer.name);
                if new.traits.iter().any(named) {
                    continue;
                }
                format!("The layer \u{201c}{}\u{201d} was removed or renamed: its state is lost", layer.name)
            }
            Trait::DynamicProperty(property) => {
                format!("The property \u{201c}{}\u{201d} changed: it returns to its first value", property.name)
            }
            Trait::Obscurable(_) => "The mask changed: hidden pieces are shown".to_string(),
            Trait::Hideable(_) => "The invisibility changed: invisible pieces are shown".to_string(),
            _ => continue,
        };
        lost.push(text);
    }
    lost
}

/// The pictures that a piece shows.
fn images(piece: &Piece) -> BTreeSet<String> {
    let layers = piece.traits.iter().flat_map(|one| match one {
        Trait::Embellishment(layer) => layer.images.clone(),
        _ => Vec::new(),
    });
    layers.chain([piece.basic.image.clone()]).filter(|image| !image.is_empty()).collect()
}

/// A slot: its name, what it is, and its piece with all prototypes in it.
struct CarrySlot {
    name: String,
    /// What our modules call the piece, in a property of it; empty in modules of others.
    key: String,
    piece: Piece,
}

/// What saved games find in a module.
#[derive(Default)]
struct CarryModule {
    name: String,
    slots: BTreeMap<String, CarrySlot>,
    maps: BTreeSet<String>,
    boards: BTreeSet<String>,
    decks: BTreeSet<String>,
    sides: BTreeSet<String>,
    images: BTreeSet<String>,
    /// How places lie, by their boards and names.
    places: BTreeMap<(String, String), String>,
    turns: String,
}

impl CarryModule {
    fn read(root: &Node) -> Self {
        let mut prototypes = BTreeMap::new();
        gather_prototypes(root, &mut prototypes);
        let mut module = Self { name: attribute(root, "name"), ..Self::default() };
        module.walk(root, &prototypes, "");
        module
    }

    fn walk(&mut self, node: &Node, prototypes: &BTreeMap<String, Piece>, board: &str) {
        let own = match &node.component {
            Component::PieceSlot(_) | Component::CardSlot(_) => {
                self.slot(node, prototypes);
                None
            }
            Component::Map(_) | Component::PrivateMap(_) | Component::PlayerHand(_) => {
                self.maps.insert(attribute(node, "mapName"));
                None
            }
            Component::DrawPile(_) => {
                self.decks.insert(attribute(node, "name"));
                None
            }
            Component::PlayerRoster(_) => {
                self.sides.extend(node.children.iter().map(|entry| entry.component.text().to_string()));
                None
            }
            Component::Board(_) => {
                let name = attribute(node, "name");
                self.boards.insert(name.clone());
                Some(name)
            }
            Component::TurnTracker(_) => {
                self.turns.push_str(&shape(node));
                None
            }
            _ => None,
        };
        let board = own.as_deref().unwrap_or(board);
        if !board.is_empty() && own.is_none() {
            let lies = ["dx", "dy", "x0", "y0", "sideways", "path", "originx", "originy", "hOff", "vOff"];
            let place = format!("{} {}", node.component.class(), attribute(node, "name"));
            self.places.insert((board.to_string(), place), some(node, &lies));
        }
        for child in &node.children {
            self.walk(child, prototypes, board);
        }
    }

    fn slot(&mut self, node: &Node, prototypes: &BTreeMap<String, Piece>) {
        let Ok(piece) = Piece::decode(node.component.text()) else { return };
        let piece = piece.expanded(prototypes);
        self.images.extend(images(&piece));
        // Markers that a command lays have numbers of their own.
        for one in &piece.traits {
            if let Trait::PlaceMarker(laid) = one
                && !laid.gpid.is_empty()
            {
                let slot = CarrySlot { name: laid.command.clone(), key: String::new(), piece: Piece::default() };
                self.slots.entry(laid.gpid.clone()).or_insert(slot);
            }
        }
        let key = piece.traits.iter().find_map(|one| match one {
            Trait::Marker(marker) => marker.properties.iter().find(|(name, _)| name == "Id").map(|(_, id)| id.clone()),
            _ => None,
        });
        let slot = CarrySlot { name: attribute(node, "entryName"), key: key.unwrap_or_default(), piece };
        self.slots.insert(attribute(node, "gpid"), slot);
    }
}

fn gather_prototypes(node: &Node, prototypes: &mut BTreeMap<String, Piece>) {
    if let Component::PrototypeDefinition(definition) = &node.component
        && let Ok(piece) = Piece::decode(&definition.text)
    {
        prototypes.insert(definition.name.clone(), piece);
    }
    node.children.iter().for_each(|child| gather_prototypes(child, prototypes));
}

fn attribute(node: &Node, key: &str) -> String {
    let attributes = node.component.attributes();
    attributes.into_iter().find(|(own, _)| own == key).map(|(_, value)| value).unwrap_or_default()
}

/// Some attributes of a component, as text.
fn some(node: &Node, keys: &[&str]) -> String {
    let own = node.component.attributes().into_iter().filter(|(key, _)| keys.contains(&key.as_str()));
    own.map(|(key, value)| format!("{key}={value} ")).collect()
}

/// A turn track with all its levels, as text.
fn shape(node: &Node) -> String {
    let children: String = node.children.iter().map(shape).collect();
    let keys = ["name", "property", "start", "incr", "loop", "loopLimit", "list", "turnFormat"];
    format!("{}({}{children})", node.component.class(), some(node, &keys))
}
