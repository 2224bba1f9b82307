//! What several tests need.
#![allow(dead_code)]

use punchboard::check::{Checked, check};
use punchboard::model::Model;
use punchboard::source::Sources;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folders of the games in `data/`.
pub fn games() -> Vec<PathBuf> {
    let mut games: Vec<PathBuf> =
        std::fs::read_dir(root().join("data")).unwrap().map(|entry| entry.unwrap().path()).collect();
    games.sort();
    games
}

/// The data files of a game, by name.
pub fn texts(game: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for entry in std::fs::read_dir(game).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "toml" || e == "csv") {
            texts.insert(
                path.file_name().unwrap().to_string_lossy().into_owned(),
                std::fs::read_to_string(&path).unwrap(),
            );
        }
    }
    texts
}

/// Checks a game given as texts.
pub fn check_texts(texts: &BTreeMap<String, String>) -> (Sources, Checked) {
    let (sources, diags) = Sources::from_texts("game", texts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let checked = check(&sources, diags);
    (sources, checked)
}

/// The model of a game in `data/`; it must be without errors.
pub fn model(name: &str) -> Model {
    let (sources, diags) = Sources::load(&root().join("data").join(name), "").unwrap();
    let checked = check(&sources, diags);
    let errors: Vec<String> = checked.diags.iter().map(|d| punchboard::diag::render(d, &sources, false)).collect();
    checked.model.unwrap_or_else(|| panic!("{}", errors.join("\n")))
}
