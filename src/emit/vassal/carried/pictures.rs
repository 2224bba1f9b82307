//! Pictures that records ask for, as components name them.

use super::bare;
use crate::carried::names::Safe;
use crate::carried::{Contents, IMAGES, Index};
use std::collections::BTreeMap;

/// The pictures of a carried module, and those that are new to it.
pub(super) struct CarriedPictures<'a> {
    index: Index<'a>,
    /// What the module has: extensions show it, too.
    module: Index<'a>,
    /// The entry of each file.
    entries: BTreeMap<&'a str, &'a str>,
    names: Safe,
    new: BTreeMap<String, String>,
}

impl<'a> CarriedPictures<'a> {
    pub fn new(contents: &'a Contents, module: &'a Contents) -> Self {
        let mut names = Safe::default();
        for (entry, _) in &contents.entries {
            let (stem, extension) = entry.rsplit_once('.').unwrap_or((entry, ""));
            names.file(bare(stem), extension);
        }
        let mut entries = BTreeMap::new();
        for own in [module, contents] {
            entries.extend(own.entries.iter().map(|(entry, file)| (file.as_str(), entry.as_str())));
            entries.extend(own.drawn.iter().map(|(file, entry)| (file.as_str(), entry.as_str())));
        }
        CarriedPictures { index: contents.index(), module: module.index(), entries, names, new: BTreeMap::new() }
    }

    /// What a component has to name instead of `own` to show the file that its record wants; none if it shows it already.
    pub fn other(&mut self, own: &str, wanted: &str) -> Option<String> {
        (self.shown(own) != Some(wanted)).then(|| self.name(wanted))
    }

    /// Whether records could show what a component names.
    pub fn is_shown(&self, own: &str) -> bool {
        self.shown(own).is_some_and(|file| file.starts_with("art/"))
    }

    /// The file that records show for what a component names.
    fn shown(&self, own: &str) -> Option<&'a str> {
        let of = |index: &Index<'a>| index.picture(own).and_then(|entry| index.shown(entry));
        of(&self.index).or_else(|| of(&self.module))
    }

    /// How components name a file.
    pub fn name(&mut self, file: &str) -> String {
        if let Some(entry) = self.entries.get(file) {
            return bare(entry).to_string();
        }
        if let Some(name) = self.new.get(file) {
            return name.clone();
        }
        let base = file.rsplit('/').next().unwrap_or(file);
        let (stem, extension) = base.rsplit_once('.').unwrap_or((base, ""));
        let name = self.names.file(stem, extension);
        self.new.insert(file.to_string(), name.clone());
        name
    }

    /// Entries and files that are new.
    pub fn new_entries(self) -> Vec<(String, String)> {
        self.new.into_iter().map(|(file, name)| (format!("{IMAGES}{name}"), file)).collect()
    }
}
