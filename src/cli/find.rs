//! Finding games: by folder, by name in `data/`, or all there are.

use crate::art::Forgetful;
use crate::compile::{Compiled, Options, Undrawn, compile_undrawn};
use crate::diag::{nearest, one_line};
use crate::source::{LOCK, Sources};
use std::path::{Path, PathBuf};

/// A game that was found.
pub struct FoundGame {
    /// Its folder.
    pub folder: PathBuf,
    /// How messages name its files.
    pub prefix: String,
}

impl FoundGame {
    /// The game in a folder.
    pub fn new(folder: &Path) -> Self {
        let text = folder.to_string_lossy().replace('\\', "/");
        let prefix = if text == "." { String::new() } else { format!("{}/", text.trim_end_matches('/')) };
        Self { folder: folder.to_path_buf(), prefix }
    }

    /// How messages name it.
    pub fn name(&self) -> String {
        one_line(&self.folder.to_string_lossy())
    }

    /// How messages name its lock.
    pub fn lock_name(&self) -> String {
        one_line(&format!("{}{LOCK}", self.prefix))
    }

    /// Compiles it; messages name its files by its own prefix.
    pub fn compile(&self, options: Options) -> Result<Compiled, String> {
        Ok(self.compile_undrawn(options)?.drawn(&Forgetful))
    }

    /// The same without drawing faces.
    pub fn compile_undrawn(&self, options: Options) -> Result<Undrawn, String> {
        let options = Options { prefix: self.prefix.clone(), ..options };
        compile_undrawn(&self.folder, &options).map_err(|error| self.cannot_read(&error))
    }

    /// Reads its files and no more.
    pub fn load(&self) -> Result<Sources, String> {
        let read = Sources::load(&self.folder, &self.prefix).map_err(|error| self.cannot_read(&error))?;
        Ok(read.0)
    }

    fn cannot_read(&self, error: &std::io::Error) -> String {
        format!("cannot read {}: {error}", self.folder.display())
    }
}

/// The games that the command line names; without names, all.
pub fn games(names: &[String]) -> Result<Vec<FoundGame>, String> {
    if names.is_empty() {
        if Path::new("game.toml").is_file() {
            return Ok(vec![FoundGame::new(Path::new("."))]);
        }
        let all: Vec<FoundGame> = in_data().iter().map(|folder| FoundGame::new(folder)).collect();
        if all.is_empty() {
            return Err(nothing_here());
        }
        return Ok(all);
    }
    names.iter().map(|name| named(name)).collect()
}

fn nothing_here() -> String {
    let below: Vec<String> = games_below(Path::new(".")).iter().map(|folder| folder.display().to_string()).collect();
    let below: Vec<&str> = below.iter().map(|folder| folder.trim_start_matches("./")).collect();
    if below.is_empty() {
        "no game found here: there is no game.toml and no data/ folder with games; `punchboard new my-game` makes one"
            .into()
    } else {
        format!("no game.toml and no data/ folder here; name a game: {}", below.join(", "))
    }
}

fn named(name: &str) -> Result<FoundGame, String> {
    let in_data_folder = Path::new("data").join(name);
    // `my-game/game.toml` names the game as well as its folder does.
    let name = name.strip_suffix("/game.toml").unwrap_or(name);
    for folder in [Path::new(name), in_data_folder.as_path()] {
        if folder.join("game.toml").is_file() {
            return Ok(FoundGame::new(folder));
        }
    }
    if Path::new(name).is_dir() {
        return Err(format!("{name} is not a game folder: game.toml is missing"));
    }
    let known: Vec<String> =
        in_data().iter().filter_map(|f| f.file_name().map(|n| n.to_string_lossy().into_owned())).collect();
    let help = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => String::new(),
        None => format!("; there are: {}", known.join(", ")),
    };
    Err(format!("there is no game `{name}`{help}"))
}

/// Folders of games in `data/`, in order.
fn in_data() -> Vec<PathBuf> {
    games_below(Path::new("data"))
}

fn games_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let folders = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut games: Vec<PathBuf> = folders.filter(|folder| folder.join("game.toml").is_file()).collect();
    games.sort();
    games
}
