//! A module brought into the language: a game folder with plain records for what the language knows, and everything
//! else carried along ([`crate::carried`]).
//!
//! Comes in: the bytes of a module. Goes out: the files of a folder, and what became of what. Nothing is written here.

mod art;
mod attributes;
mod cards;
mod grids;
mod made;
mod maps;
mod parts;
mod people;
mod places;
mod setups;
mod text;
mod walk;

use super::lint::{Finding, lint};
use super::module::{self, Module, ModuleError, extension_tree, saves as read_saves};
use super::outline::kind;
use crate::carried::facts::Prototypes;
use crate::carried::grids::text as grid_text;
use crate::carried::links::attribute;
use crate::carried::names::Safe;
use crate::carried::placed::Unplaced;
use crate::carried::{Contents, IMAGES, Summary, folder, split};
use crate::vassal::Piece;
use crate::vassal::archive::Limits;
use crate::vassal::components::{Component, Node};
use art::ModuleArt;
use std::collections::{BTreeMap, BTreeSet};
use walk::Records;

/// What to make of a module.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// The id of the game: the name of its folder.
    pub id: String,
    /// The side of the commonest counters, in millimetres.
    pub counter_size: Option<f64>,
    /// Extensions to read with the module: the name and the bytes of each.
    pub extensions: Vec<(String, Vec<u8>)>,
}

/// A module as a game.
#[derive(Debug)]
pub struct Brought {
    /// The files of its folder, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What became of what.
    pub account: Account,
    /// What looks like a mistake in the module.
    pub findings: Vec<Finding>,
    /// The module's name and version.
    pub title: (String, String),
}

/// What was found in a module, and what became of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    /// The VASSAL that it was made with.
    pub vassal: String,
    /// Extensions.
    pub extensions: usize,
    /// Slots of pieces and cards.
    pub slots: usize,
    /// Units that they became.
    pub units: usize,
    /// Markers.
    pub markers: usize,
    /// Cards.
    pub cards: usize,
    /// Decks.
    pub decks: usize,
    /// Pieces that traits define and put on a map.
    pub made: usize,
    /// Those of them that have a record of their own.
    pub made_records: usize,
    /// Those that look like another piece, and share its record.
    pub made_like: usize,
    /// Boards.
    pub boards: usize,
    /// Maps that they became.
    pub maps: usize,
    /// Zones and regions of boards that became boxes and points of maps.
    pub boxes: usize,
    /// Grids of boards that became those of maps.
    pub grids: usize,
    /// Sides.
    pub sides: usize,
    /// Setups.
    pub setups: usize,
    /// Scenarios that they became.
    pub scenarios: usize,
    /// Pieces in setups.
    pub placed: usize,
    /// Pieces that a scenario places.
    pub placements: usize,
    /// Pieces of setups that no scenario places, by the reason: they are carried with their save.
    pub unplaced: BTreeMap<Unplaced, usize>,
    /// Smaller parts: dice, turns, charts, pages, at-start stacks, properties.
    pub parts: usize,
    /// What they became, in words.
    pub parts_became: String,
    /// Pictures that a record shows.
    pub pictures: usize,
    /// Pictures that were drawn again for print.
    pub converted: usize,
    /// Components without a record, by their kind.
    pub carried: BTreeMap<String, usize>,
    /// What to know, in words.
    pub notes: Vec<String>,
}

/// A module or an extension, unpacked.
struct UnpackedVolume {
    /// The name of the extension; none: the module.
    name: Option<String>,
    entries: Vec<(String, Vec<u8>)>,
    build: String,
    tree: Node,
}

impl UnpackedVolume {
    fn by_name(&self) -> BTreeMap<&str, &[u8]> {
        self.entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect()
    }
}

/// Brings a module into the language, with its extensions.
pub fn bring(bytes: &[u8], options: &ImportOptions) -> Result<Brought, ModuleError> {
    let mut account = Account::default();
    let entries = unpacked(bytes, &mut account)?;
    let module = Module::of_entries(&entries)?;
    let findings = lint(&module);
    account.vassal = vassal_version(&module);
    let title = module.title();
    let mut saves = vec![module.saves];
    let mut volumes = vec![UnpackedVolume { name: None, entries, build: module.build_entry, tree: module.plain }];
    let mut names = Safe::default();
    for (name, bytes) in &options.extensions {
        let entries = unpacked(bytes, &mut account)?;
        let (build, tree) = extension_tree(&entries)?;
        saves.push(read_saves(&tree, &entries));
        volumes.push(UnpackedVolume { name: Some(names.file(name, "").to_lowercase()), entries, build, tree });
    }
    let mut trees: Vec<Node> =
        volumes.iter_mut().map(|volume| std::mem::replace(&mut volume.tree, nothing())).collect();
    let prototypes = prototypes(&trees);
    let by_name: Vec<BTreeMap<&str, &[u8]>> = volumes.iter().map(UnpackedVolume::by_name).collect();
    let mut records = Records::new(ModuleArt::new(by_name.iter().collect()), &prototypes);
    for (n, tree) in trees.iter_mut().enumerate() {
        records.volume(n, volumes[n].name.clone());
        records.walk(tree, &mut account);
    }
    records.settle(&mut account);
    let setups = setups::read(&mut trees, &saves, &mut account);
    let mut files = BTreeMap::new();
    for (n, (volume, tree)) in volumes.iter().zip(&trees).enumerate() {
        let mut contents = contents(volume, n, &records.art, &setups, &mut files);
        let own = records.maps.iter().filter(|map| map.volume == n);
        contents.grids = own.filter_map(|map| Some((map.id.clone(), grid_text(map.grid.as_ref()?)))).collect();
        files.extend(split(tree, &folder(volume.name.as_deref())));
        files.insert(Contents::file(volume.name.as_deref()), contents.text().into_bytes());
        records.parts.files.push(contents.entries.into_iter().collect());
    }
    account.count(&records, &setups);
    let kinds = Summary::of(&trees).kinds.into_iter();
    account.carried = kinds.map(|(class, count)| (kind(&class), count)).collect();
    account.extensions = options.extensions.len();
    let names: Vec<Option<String>> = volumes.iter().map(|volume| volume.name.clone()).collect();
    text::write(&records, (&setups, &names), &trees[0], options, &title, &mut files);
    Ok(Brought { files, account, findings, title })
}

fn nothing() -> Node {
    let component = Component::Other { class: String::new(), attributes: Vec::new(), text: String::new() };
    Node { component, children: Vec::new() }
}

/// All entries of a module or extension.
fn unpacked(bytes: &[u8], account: &mut Account) -> Result<Vec<(String, Vec<u8>)>, ModuleError> {
    let (entries, left_out) = module::unpacked(bytes, Limits::default())?;
    for name in &left_out {
        account.notes.push(format!("the entry `{}` could not be unpacked and is left out", name.escape_debug()));
    }
    Ok(latest(entries))
}

/// Of entries with one name, the last.
fn latest(entries: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let mut seen = BTreeSet::new();
    let mut kept: Vec<_> = entries.into_iter().rev().filter(|(name, _)| seen.insert(name.clone())).collect();
    kept.reverse();
    kept
}

fn vassal_version(module: &Module) -> String {
    let own = module.metadata.as_ref().map(|about| about.vassal_version.clone()).filter(|own| !own.is_empty());
    own.or_else(|| attribute(&module.plain, "VassalVersion").map(str::to_string)).unwrap_or_default()
}

fn prototypes(trees: &[Node]) -> Prototypes {
    let mut prototypes = Prototypes::new();
    let mut waiting: Vec<&Node> = trees.iter().collect();
    while let Some(node) = waiting.pop() {
        waiting.extend(&node.children);
        if node.component.class().ends_with(".PrototypeDefinition")
            && let (Some(name), Ok(piece)) = (attribute(node, "name"), Piece::decode(node.component.text()))
        {
            prototypes.insert(name.to_string(), piece);
        }
    }
    prototypes
}

/// Every entry gets a file: pictures that records show in `art`, all others in `module`.
fn contents(
    volume: &UnpackedVolume,
    index: usize,
    art: &ModuleArt<'_>,
    setups: &[setups::FoundSetup],
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Contents {
    let folder = folder(volume.name.as_deref());
    let mut contents = Contents { build: volume.build.clone(), ..Contents::default() };
    let (mut images, mut others) = (Safe::default(), Safe::default());
    for (entry, bytes) in volume.entries.iter().filter(|(entry, _)| *entry != volume.build) {
        let file = match art.taken(index, entry) {
            Some(file) => file.to_string(),
            None => {
                let (stem, extension) = entry.rsplit_once('.').unwrap_or((entry, ""));
                match stem.strip_prefix(IMAGES) {
                    Some(stem) => format!("{folder}/images/{}", images.file(stem, &plain(extension))),
                    None => format!("{folder}/files/{}", others.file(stem, &plain(extension))),
                }
            }
        };
        files.insert(file.clone(), bytes.clone());
        contents.entries.push((entry.clone(), file));
    }
    for (entry, file, png) in art.drawn(index) {
        files.insert(file.to_string(), png.to_vec());
        contents.drawn.insert(file.to_string(), entry.to_string());
    }
    let own = setups.iter().filter(|setup| setup.volume == index);
    contents.setups = own.map(|setup| (setup.id.clone(), setup.fingerprint())).collect();
    contents
}

/// An extension of letters and digits.
fn plain(extension: &str) -> String {
    extension.chars().filter(char::is_ascii_alphanumeric).take(8).collect()
}

impl Account {
    fn count(&mut self, records: &Records<'_>, setups: &[setups::FoundSetup]) {
        self.units = records.counters.iter().filter(|counter| counter.side.is_some()).count();
        self.markers = records.counters.len() - self.units;
        self.cards = records.decks.iter().map(|deck| deck.cards.len()).sum();
        self.decks = records.decks.len();
        self.maps = records.maps.len();
        self.grids = records.maps.iter().filter(|map| map.grid.is_some()).count();
        self.boxes = records.maps.iter().map(|map| map.places.len()).sum();
        self.sides = records.sides.len();
        self.scenarios = setups.len();
        self.placements = setups.iter().map(|setup| setup.placed.len()).sum();
        self.parts = records.parts.found;
        self.parts_became = records.parts.counted();
        self.pictures = records.art.count();
        self.converted = records.art.converted();
    }

    /// What was found and what it became, line by line.
    pub fn rows(&self) -> Vec<(String, String, String)> {
        let row = |what: &str, found: usize, became: String| (what.to_string(), found.to_string(), became);
        let mut rows = vec![
            ("made with".to_string(), format!("VASSAL {}", self.vassal), String::new()),
            row(
                "pieces and cards",
                self.slots,
                format!("{} units, {} markers, {} cards in {} decks", self.units, self.markers, self.cards, self.decks),
            ),
            row(
                "boards",
                self.boards,
                format!("{} maps with {} boxes and points, {} grids", self.maps, self.boxes, self.grids),
            ),
            row("sides", self.sides, format!("{} sides", self.sides)),
            row("setups", self.setups, format!("{} scenarios", self.scenarios)),
            row("pieces in setups", self.placed, format!("{} placements{}", self.placements, self.unplaced())),
            row("dice, turns, charts, pages, properties", self.parts, self.parts_became.clone()),
            row("pictures of records", self.pictures, format!("{} drawn again as PNG for print", self.converted)),
            row("share with a record", self.slots + self.boards + self.setups, format!("{} %", self.share())),
        ];
        if self.made > 0 {
            let words = format!("{} of these units and markers, {} like others", self.made_records, self.made_like);
            rows.insert(2, row("pieces that traits make", self.made, words));
        }
        if self.extensions > 0 {
            rows.insert(1, row("extensions", self.extensions, "each is built again".to_string()));
        }
        rows
    }

    /// `; 12 in decks`.
    fn unplaced(&self) -> String {
        let words = |why: &Unplaced| match why {
            Unplaced::InDeck => "in decks",
            Unplaced::Card => "cards on maps",
            Unplaced::OffMap => "on no map",
            Unplaced::NoRecord => "without a record",
        };
        let counts: Vec<String> = self.unplaced.iter().map(|(why, count)| format!("{count} {}", words(why))).collect();
        if counts.is_empty() { String::new() } else { format!("; carried: {}", counts.join(", ")) }
    }

    /// How much of the module has a record: pieces of slots, cards, boards and setups.
    pub fn share(&self) -> u32 {
        let all = self.slots + self.boards + self.setups;
        let known = self.units + self.markers - self.made_records + self.cards + self.maps + self.scenarios;
        u32::try_from((known * 100).checked_div(all).unwrap_or(100)).unwrap_or(100)
    }
}
