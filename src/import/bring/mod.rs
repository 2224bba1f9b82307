//! A module brought into the language: a game folder with plain records for what the language knows, and everything
//! else carried along ([`crate::carried`]).
//!
//! Comes in: the bytes of a module. Goes out: the files of a folder, and what became of what. Nothing is written here.

mod art;
mod people;
mod setups;
mod text;
mod walk;

use super::lint::{Finding, lint};
use super::module::{Module, ModuleError};
use crate::carried::facts::Prototypes;
use crate::carried::links::attribute;
use crate::carried::names::Safe;
use crate::carried::{Contents, IMAGES, split};
use crate::vassal::Piece;
use crate::vassal::archive::{self, Limits};
use crate::vassal::components::Node;
use art::Art;
use std::collections::{BTreeMap, BTreeSet};
use walk::Records;

/// What to make of a module.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The id of the game: the name of its folder.
    pub id: String,
    /// The side of the commonest counters, in millimetres.
    pub counter_size: Option<f64>,
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
    /// Boards.
    pub boards: usize,
    /// Maps that they became.
    pub maps: usize,
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
    /// Pictures that a record shows.
    pub pictures: usize,
    /// Pictures that were drawn again for print.
    pub converted: usize,
    /// What is carried and why, in words.
    pub notes: Vec<String>,
}

/// Brings a module into the language.
pub fn bring(bytes: &[u8], options: &Options) -> Result<Brought, ModuleError> {
    let (entries, left_out) = archive::unpack_tolerantly(bytes, Limits::default())?;
    let entries = latest(entries);
    let module = Module::of_entries(&entries)?;
    let mut account = Account::default();
    for name in &left_out {
        account.notes.push(format!("the entry `{}` could not be unpacked and is left out", name.escape_debug()));
    }
    let findings = lint(&module);
    account.vassal = vassal_version(&module);
    let title = module.title();
    let Module { plain: mut tree, build_entry, .. } = module;
    let prototypes = prototypes(&tree);
    let by_name: BTreeMap<&str, &[u8]> =
        entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let mut records = Records::new(Art::new(&by_name), &prototypes);
    records.walk(&mut tree, &mut account);
    let mut files = BTreeMap::new();
    let setups = setups::read(&mut tree, &by_name, &mut account);
    let contents = contents(&entries, &build_entry, &records.art, &setups, &mut files);
    account.count(&records, &setups);
    text::write(&records, &setups, &tree, options, &title, &mut files);
    files.extend(split(&tree));
    files.insert(Contents::FILE.to_string(), contents.text().into_bytes());
    Ok(Brought { files, account, findings, title })
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
    own.or_else(|| attribute(&module.plain, "vassalVersion").map(str::to_string)).unwrap_or_default()
}

fn prototypes(tree: &Node) -> Prototypes {
    let mut prototypes = Prototypes::new();
    let mut waiting = vec![tree];
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
    entries: &[(String, Vec<u8>)],
    build: &str,
    art: &Art<'_>,
    setups: &[setups::Setup],
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Contents {
    let mut contents = Contents { build: build.to_string(), ..Contents::default() };
    let (mut images, mut others) = (Safe::default(), Safe::default());
    for (entry, bytes) in entries.iter().filter(|(entry, _)| entry != build) {
        let file = match art.taken(entry) {
            Some(file) => file.to_string(),
            None => {
                let (stem, extension) = entry.rsplit_once('.').unwrap_or((entry, ""));
                match stem.strip_prefix(IMAGES) {
                    Some(stem) => format!("module/images/{}", images.file(stem, &plain(extension))),
                    None => format!("module/files/{}", others.file(stem, &plain(extension))),
                }
            }
        };
        files.insert(file.clone(), bytes.clone());
        contents.entries.push((entry.clone(), file));
    }
    for (entry, file, png) in art.drawn() {
        files.insert(file.to_string(), png.to_vec());
        contents.drawn.insert(file.to_string(), entry.to_string());
    }
    contents.setups = setups.iter().map(|setup| (setup.id.clone(), setup.fingerprint())).collect();
    contents
}

/// An extension of letters and digits.
fn plain(extension: &str) -> String {
    extension.chars().filter(char::is_ascii_alphanumeric).take(8).collect()
}

impl Account {
    fn count(&mut self, records: &Records<'_>, setups: &[setups::Setup]) {
        self.units = records.counters.iter().filter(|counter| counter.side.is_some()).count();
        self.markers = records.counters.len() - self.units;
        self.cards = records.decks.iter().map(|deck| deck.cards.len()).sum();
        self.decks = records.decks.len();
        self.maps = records.maps.len();
        self.sides = records.sides.len();
        self.scenarios = setups.len();
        self.placements = setups.iter().map(|setup| setup.placed.len()).sum();
        self.pictures = records.art.count();
        self.converted = records.art.drawn().count();
    }

    /// What was found and what it became, line by line.
    pub fn rows(&self) -> Vec<(String, String, String)> {
        let row = |what: &str, found: usize, became: String| (what.to_string(), found.to_string(), became);
        vec![
            ("made with".to_string(), format!("VASSAL {}", self.vassal), String::new()),
            row(
                "pieces and cards",
                self.slots,
                format!("{} units, {} markers, {} cards in {} decks", self.units, self.markers, self.cards, self.decks),
            ),
            row("boards", self.boards, format!("{} maps", self.maps)),
            row("sides", self.sides, format!("{} sides", self.sides)),
            row("setups", self.setups, format!("{} scenarios", self.scenarios)),
            row("pieces in setups", self.placed, format!("{} placements", self.placements)),
            row(
                "pictures of counters, cards and maps",
                self.pictures,
                format!("{} drawn again as PNG for print", self.converted),
            ),
            row("share with a record", self.slots + self.boards + self.setups, format!("{} %", self.share())),
        ]
    }

    /// How much of the module has a record: pieces, cards, boards and setups.
    pub fn share(&self) -> u32 {
        let all = self.slots + self.boards + self.setups;
        let known = self.units + self.markers + self.cards + self.maps + self.scenarios;
        u32::try_from((known * 100).checked_div(all).unwrap_or(100)).unwrap_or(100)
    }
}
