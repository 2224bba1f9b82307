//! What several tests need.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

pub mod desk;
pub mod facts;
pub mod script;

use punchboard::check::{Checked, check};
use punchboard::emit::print::Print;
use punchboard::emit::{Forgetful, Game};
use punchboard::identity::Identities;
use punchboard::look::Look;
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

/// The data files of a game and its templates, by their path in its folder.
pub fn texts(game: &Path) -> BTreeMap<String, String> {
    let (mut texts, mut folders) = (BTreeMap::new(), vec![game.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(game).unwrap().to_string_lossy().into_owned();
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("toml" | "csv" | "lock" | "yaml" | "svg") => {
                    texts.insert(name, std::fs::read_to_string(&path).unwrap());
                }
                None if path.is_dir() => folders.push(path),
                _ => {}
            }
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

/// A game that outputs can be made of.
pub struct Made {
    pub model: Model,
    pub look: Look,
    pub identities: Identities,
    pub print: Print,
}

impl Made {
    /// What a check came to; nothing if there are errors.
    pub fn of(checked: Checked) -> Option<Self> {
        let (model, look, identities) = (checked.model?, checked.look?, checked.identities?);
        Some(Self { model, look, identities, print: checked.print? })
    }

    /// A game given as texts; it must be without errors.
    pub fn from_texts(texts: &BTreeMap<String, String>) -> Self {
        let (sources, checked) = check_texts(texts);
        let errors: Vec<String> = checked.diags.iter().map(|d| punchboard::diag::render(d, &sources, false)).collect();
        Self::of(checked).unwrap_or_else(|| panic!("{}", errors.join("\n")))
    }

    /// What emitters take: pictures small, nothing remembered.
    pub fn game(&self) -> Game<'_> {
        Game {
            model: &self.model,
            look: &self.look,
            identities: &self.identities,
            dpi: 72.0,
            module_dpi: 60.0,
            map_dpi: 72.0,
            print: &self.print,
            memory: &Forgetful,
            tick: &|_| {},
        }
    }
}

/// The model of a game in `data/`; it must be without errors.
pub fn model(name: &str) -> Model {
    looked(name).0
}

/// The model of a game in `data/`, and how it looks; it must be without errors.
pub fn looked(name: &str) -> (Model, Look) {
    let (sources, diags) = Sources::load(&root().join("data").join(name), "").unwrap();
    sound(&sources, check(&sources, diags))
}

fn sound(sources: &Sources, checked: Checked) -> (Model, Look) {
    let errors: Vec<String> = checked.diags.iter().map(|d| punchboard::diag::render(d, sources, false)).collect();
    checked.model.zip(checked.look).unwrap_or_else(|| panic!("{}", errors.join("\n")))
}

/// The fenced blocks of pages in `docs/` that name a file, by file; those of one file in their order.
pub fn examples(pages: &[&str]) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for page in pages {
        let text = std::fs::read_to_string(root().join(format!("docs/{page}.md"))).unwrap();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let inside = lines.by_ref().take_while(|line| !line.starts_with("```"));
            let block: String = inside.flat_map(|line| [line, "\n"]).collect();
            if let Some(file) = info.split_whitespace().nth(1) {
                files.entry(file.to_string()).or_default().push_str(&block);
            }
        }
    }
    files
}

/// The game that the examples of `docs/language.md` make.
pub fn ford() -> (Model, Look) {
    let (sources, checked) = check_texts(&examples(&["language"]));
    sound(&sources, checked)
}

/// The same with the templates and pictures of `docs/templates.md`. That page adds counters, so what the
/// game expects of itself is left out.
pub fn ford_with_templates() -> BTreeMap<String, String> {
    let mut files = examples(&["language", "templates"]);
    let game = files.get_mut("game.toml").unwrap();
    let start = game.find("[expect]").unwrap();
    let end = start + game[start..].find("\n]\n").unwrap() + 3;
    game.replace_range(start..end, "");
    files
}
