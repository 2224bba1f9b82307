//! Errata: what changed between two editions of a game, and what that means for those who own the first.
//!
//! In: two [`Edition`]s. Out: [`Errata`], plain data, and from it the files of a pack: a sheet to read and
//! to print, the counters, cards and pages that changed, and a CHANGELOG entry. [`carry`] says what of a
//! saved game carries over; [`bump()`] proposes the version. Nothing is read or written here.

pub mod bump;
pub mod carry;
pub mod changes;
pub mod compare;
pub mod edition;
pub mod looks;
mod markdown;
mod notice;
mod pack;

pub use bump::{Bump, bump};
pub use carry::{CarryOver, Fate, carry_numbers, carry_over};
pub use changes::{Change, ChangeKind, ChangedField, Section};
pub use compare::compare;
pub use edition::Edition;
pub use looks::FaceChange;
pub use markdown::told;
pub use pack::pack;

use crate::emit::Game;
use crate::emit::vassal::build_file;
use crate::emit::vassal::codec::components::Node;
use crate::identity;
use edition::FacesOf;
use schemars::JsonSchema;
use serde::Serialize;

/// Version of the format of `errata.json`.
pub const FORMAT: u32 = 1;

/// What changed between two editions.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(title = "Punchboard errata")]
pub struct Errata {
    /// Version of this format.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The version of the old edition.
    pub from: String,
    /// The version of the new one.
    pub to: String,
    /// The version that the new one should have.
    pub proposed: Bump,
    /// What changed.
    pub changes: Vec<Change>,
    /// Counters to print anew, and those that are gone.
    pub counters: Vec<FaceChange>,
    /// Cards to print anew, and those that are gone.
    pub cards: Vec<FaceChange>,
    /// Charts that look different or are new.
    pub charts: Vec<String>,
    /// Maps that look different or are new.
    pub maps: Vec<String>,
    /// What of saved games carries over; none if the old module is not known.
    pub saved_games: Option<CarryOver>,
}

impl Errata {
    /// Compares two editions of a game.
    pub fn between(old: &Edition, new: &Edition) -> Result<Self, String> {
        let changes = compare(&old.engine, &new.engine);
        let counters = looks::faces(FacesOf::Counter, old, new, &changes);
        let cards = looks::faces(FacesOf::Card, old, new, &changes);
        let kinds = [
            (identity::PieceKind::Unit, &counters),
            (identity::PieceKind::Marker, &counters),
            (identity::PieceKind::Card, &cards),
        ];
        let looks = kinds.into_iter().flat_map(|(kind, faces)| faces.iter().map(move |face| (kind, face)));
        let looks = looks.filter(|(_, face)| face.kind == ChangeKind::Changed);
        let redrawn = looks.map(|(kind, face)| kind.key(face.id.split('#').next().unwrap_or(&face.id))).collect();
        let saved_games = match module(old)?.zip(module(new)?) {
            Some((before, after)) => Some(carry_over(&before, &after, &redrawn)),
            None => old.lock().zip(new.lock()).map(|(before, after)| carry_numbers(&before, &after)),
        };
        let known = saved_games.clone().unwrap_or_default();
        Ok(Self {
            format: FORMAT,
            game: new.id().to_string(),
            title: new.title().to_string(),
            from: old.version().to_string(),
            to: new.version().to_string(),
            proposed: bump(old.version(), &changes, &known),
            changes,
            counters,
            cards,
            charts: looks::sheets("charts", old, new),
            maps: looks::sheets("maps", old, new),
            saved_games,
        })
    }

    /// Whether nothing changed: neither data nor looks.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
            && self.counters.is_empty()
            && self.cards.is_empty()
            && self.charts.is_empty()
            && self.maps.is_empty()
    }

    /// The changes of a section that concern players.
    pub fn of(&self, section: Section) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(move |change| change.section == section && !change.is_editorial())
    }

    /// The faces of a section.
    fn faces(&self, section: Section) -> &[FaceChange] {
        match section {
            Section::Counters => &self.counters,
            Section::Cards => &self.cards,
            _ => &[],
        }
    }

    /// How many records changed in nothing but their sources and notes.
    pub fn editorial(&self) -> usize {
        self.changes.iter().filter(|change| change.is_editorial()).count()
    }
}

/// The build file of an edition's module.
fn module(edition: &Edition) -> Result<Option<Node>, String> {
    let Some(made) = &edition.made else { return edition.built_module() };
    Ok(Some(build_file(&Game::new(made))))
}

/// The JSON Schema of `errata.json`.
pub fn schema() -> serde_json::Value {
    schemars::generate::SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<Errata>()
        .to_value()
}

/// A rule in the words of a sheet: a number, or that it was filled in.
fn rule(source: &str) -> String {
    match source.strip_prefix("inferred:") {
        Some(rule) => format!("after rule {}", rule.trim()),
        None if source.starts_with(|first: char| first.is_ascii_digit()) => format!("rule {source}"),
        None => source.to_string(),
    }
}

/// What became of a thing, in a word.
fn fate(errata: &Errata, change: &Change) -> Option<String> {
    match change.kind {
        ChangeKind::Added => {
            let own = |face: &&FaceChange| face.id.split('#').next() == Some(change.id.as_str());
            let print: u32 = errata.faces(change.section).iter().filter(own).map(|face| face.print).sum();
            let print = if print > 0 { format!(", {print} to print") } else { String::new() };
            Some(format!("New {}{print}", change.what))
        }
        ChangeKind::Removed => Some("Removed".to_string()),
        ChangeKind::Renamed => change.was.as_ref().map(|was| format!("Renamed; the id was {was}")),
        ChangeKind::Changed => None,
    }
}

/// The name of a thing on a sheet. What has no name but a number says what it is.
fn heading(change: &Change) -> String {
    let named = change.name.to_lowercase().contains(&change.what) || change.name.chars().any(char::is_lowercase);
    match change.section {
        Section::Map | Section::Displays if !named => format!("{} {}", capital(&change.what), change.name),
        _ => change.name.clone(),
    }
}

/// A word with a capital.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
