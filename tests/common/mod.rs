//! What several tests need.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

pub mod desk;
pub mod script;

use punchboard::emit::Game;
use punchboard::look::Look;
use punchboard::model::Model;
use punchboard::source::Sources;
use punchboard::{Compiled, Options, SoundGame, compile, compile_sources};
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

/// Compiles a game given as texts.
pub fn compile_texts(texts: &BTreeMap<String, String>) -> Compiled {
    compile_sources(Sources::from_texts("game", texts.iter().map(|(name, text)| (name.as_str(), text.as_str()))))
}

/// The game that was compiled; it must be without errors.
pub fn sound(compiled: Compiled) -> SoundGame {
    let messages = compiled.messages();
    compiled.game.unwrap_or_else(|| panic!("{}", messages.join("\n")))
}

/// A game given as texts; it must be without errors.
pub fn sound_texts(texts: &BTreeMap<String, String>) -> SoundGame {
    sound(compile_texts(texts))
}

/// What emitters take: pictures small, nothing remembered.
pub fn small(game: &SoundGame) -> Game<'_> {
    Game { dpi: 72.0, module_dpi: 60.0, map_dpi: 72.0, ..Game::new(game) }
}

/// Compiles a game in `data/`.
pub fn compile_data(name: &str) -> Compiled {
    compile(&root().join("data").join(name), &Options::default()).unwrap()
}

/// The model of a game in `data/`; it must be without errors.
pub fn model(name: &str) -> Model {
    looked(name).0
}

/// The model of a game in `data/`, and how it looks; it must be without errors.
pub fn looked(name: &str) -> (Model, Look) {
    let game = sound(compile_data(name));
    (game.model, game.look)
}

/// The pages that describe the language, in their order; together they are the page `language`.
pub const LANGUAGE: [&str; 13] = [
    "files",
    "sources",
    "game",
    "counters",
    "maps",
    "displays",
    "cards",
    "tables",
    "rule-records",
    "scenarios",
    "expect",
    "lock",
    "expressions",
];

/// A page of `docs/`.
pub fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("docs/{name}.md"))).unwrap()
}

/// The fenced blocks of pages in `docs/` that name a file, by file; those of one file in their order. `language` stands
/// for all pages of the language.
pub fn examples(pages: &[&str]) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let pages = pages.iter().flat_map(|name| if *name == "language" { LANGUAGE.to_vec() } else { vec![*name] });
    for page in pages {
        let text = self::page(page);
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

/// The game that the examples of the pages of the language make.
pub fn ford() -> (Model, Look) {
    let game = sound_texts(&examples(&["language"]));
    (game.model, game.look)
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
