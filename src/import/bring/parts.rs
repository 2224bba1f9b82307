//! Smaller parts of a module as records: dice, turns, charts, pages, inventories, at-start stacks, properties.

use super::art::ModuleArt;
use crate::carried::links::set_attribute;
use crate::carried::names::Ids;
use crate::carried::parts::{PartKind, Said, read};
use crate::carried::{LINK, Link, quoted};
use crate::vassal::components::Node;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A part with a record.
#[derive(Debug, Clone)]
pub(super) struct FoundPart {
    pub kind: PartKind,
    id: String,
    said: Vec<(&'static str, Said)>,
    /// The module, or the extension by its index.
    volume: usize,
}

/// The parts of a module.
#[derive(Default)]
pub(super) struct FoundParts {
    pub list: Vec<FoundPart>,
    ids: BTreeMap<PartKind, Ids>,
    /// How many components there are that could have a record.
    pub found: usize,
    /// The file of each entry, by volume.
    pub files: Vec<BTreeMap<String, String>>,
}

impl FoundParts {
    /// Reads a component, if it is such a part, and links it.
    pub fn part(&mut self, node: &mut Node, art: &mut ModuleArt<'_>) {
        self.found += usize::from(PartKind::of(node).is_some());
        let Some((kind, mut said)) = read(node) else { return };
        for (key, value) in &mut said {
            let Said::Text(text) = value else { continue };
            let shown = match *key {
                "image" => art.show(text).map(|picture| picture.file),
                "file" => art.has(text).then(|| text.trim_start_matches('/').to_string()),
                _ => continue,
            };
            let Some(shown) = shown else { return };
            *text = shown;
        }
        let name = said.iter().find_map(|(key, value)| match value {
            Said::Text(text) if ["name", "title"].contains(key) => Some(text.clone()),
            _ => None,
        });
        let id = self.ids.entry(kind).or_default().id(&name.unwrap_or_default(), kind.word());
        set_attribute(node, LINK, &Link::Part(kind, id.clone()).to_string());
        self.list.push(FoundPart { kind, id, said, volume: art.volume });
    }

    /// `3 dice buttons, 2 charts`.
    pub fn counted(&self) -> String {
        let counted = PartKind::ALL.iter().filter_map(|kind| {
            let count = self.list.iter().filter(|part| part.kind == *kind).count();
            let (one, many) = match kind {
                PartKind::Dice => ("dice button", "dice buttons"),
                PartKind::Symbols => ("button of symbol dice", "buttons of symbol dice"),
                PartKind::Face => ("face of a die", "faces of dice"),
                PartKind::Turn => ("level of turns", "levels of turns"),
                PartKind::Chart => ("chart", "charts"),
                PartKind::Page => ("page", "pages"),
                PartKind::Inventory => ("inventory", "inventories"),
                PartKind::Stack => ("at-start stack", "at-start stacks"),
                PartKind::Property => ("property", "properties"),
            };
            (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
        });
        counted.collect::<Vec<_>>().join(", ")
    }

    /// As records of `[module]`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for kind in PartKind::ALL {
            let mut own = self.list.iter().filter(|part| part.kind == kind).peekable();
            if own.peek().is_none() {
                continue;
            }
            let _ = writeln!(text, "\n{} = [", kind.word());
            for part in own {
                let _ = writeln!(text, "  {{ {} }},", part.keys(&self.files));
            }
            text.push_str("]\n");
        }
        text
    }
}

impl FoundPart {
    fn keys(&self, files: &[BTreeMap<String, String>]) -> String {
        let mut keys = vec![format!("id = {}", quoted(&self.id))];
        for (key, value) in &self.said {
            let value = match value {
                Said::Text(entry) if *key == "file" => {
                    let file = files.get(self.volume).and_then(|files| files.get(entry));
                    quoted(file.unwrap_or(entry))
                }
                Said::Text(text) => quoted(text),
                Said::List(items) => {
                    format!("[{}]", items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", "))
                }
                other => other.text(),
            };
            keys.push(format!("{key} = {value}"));
        }
        keys.join(", ")
    }
}
