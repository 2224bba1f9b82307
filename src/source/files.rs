//! The files of a game: which there are and what each holds.

use super::FileId;
use crate::diag::{Diagnostics, codes, nearest};
use crate::source::Span;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What a file holds; its name says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The game itself.
    Game,
    /// One map.
    Map,
    /// Units and markers.
    Counters,
    /// Sheets beside the map.
    Displays,
    /// Decks and cards.
    Cards,
    /// Tables.
    Tables,
    /// Sequence of play, stacking, movement ...
    Rules,
    /// Scenarios.
    Scenarios,
    /// Worked examples.
    Examples,
}

impl Kind {
    /// All kinds, in the order in which they are checked.
    pub const ALL: [Kind; 9] = [
        Kind::Game,
        Kind::Map,
        Kind::Counters,
        Kind::Displays,
        Kind::Cards,
        Kind::Tables,
        Kind::Rules,
        Kind::Scenarios,
        Kind::Examples,
    ];

    /// The word that begins the file's name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Map => "map",
            Kind::Counters => "counters",
            Kind::Displays => "displays",
            Kind::Cards => "cards",
            Kind::Tables => "tables",
            Kind::Rules => "rules",
            Kind::Scenarios => "scenarios",
            Kind::Examples => "examples",
        }
    }
}

/// What [`kind_of`] made of a path.
pub enum KindOrOther {
    /// A data file.
    Kind(Kind),
    /// A file that is not data: a picture, a template, the lock file, a hidden file.
    Ignored,
    /// A TOML or CSV file whose name says nothing we know.
    Unknown(String),
}

/// What a file holds by its path inside the game's folder: the first folder or the first word of
/// its name says it.
pub fn kind_of(path: &Path) -> KindOrOther {
    let mut parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    let (Some(first), second) = (parts.next(), parts.next()) else {
        return KindOrOther::Ignored;
    };
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned());
    if !matches!(extension.as_deref(), Some("toml" | "csv"))
        || path.iter().any(|part| part.to_string_lossy().starts_with('.'))
        || ["art", "templates"].contains(&first.as_str())
        || first == "print.toml"
    {
        return KindOrOther::Ignored;
    }
    let stem = first.split(['-', '.']).next().unwrap_or_default();
    let word = if second.is_some() { first.as_str() } else { stem };
    let matches = |kind: &&Kind| word == kind.name() || (second.is_some() && word == format!("{}s", kind.name()));
    let csv_ok = |kind: &Kind| extension.as_deref() != Some("csv") || *kind == Kind::Counters;
    match Kind::ALL.iter().find(matches) {
        Some(Kind::Game) if first != "game.toml" => KindOrOther::Unknown(word.to_string()),
        Some(kind) if csv_ok(kind) => KindOrOther::Kind(*kind),
        _ => KindOrOther::Unknown(word.to_string()),
    }
}

/// One file: its name inside the game's folder and its text.
#[derive(Debug, Clone)]
pub struct File {
    /// Path with `/`, relative to the game's folder.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// The text.
    pub text: String,
}

/// All files of a game.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// What is printed before file names in messages, such as `data/game/`.
    pub prefix: String,
    /// The folder's own name, from which a game takes its id.
    pub folder: String,
    files: Vec<File>,
}

/// Larger files are refused: nobody writes them by hand.
const LARGEST_FILE: u64 = 16 << 20;

impl Sources {
    /// Sources made of texts: for tests, documentation and scaffolds.
    pub fn from_texts<'a>(folder: &str, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Diagnostics) {
        let mut sources = Self { prefix: String::new(), folder: folder.to_string(), files: Vec::new() };
        let mut diags = Diagnostics::default();
        let mut texts: Vec<_> = texts.into_iter().collect();
        texts.sort();
        for (name, text) in texts {
            sources.add(Path::new(name), text.to_string(), &mut diags);
        }
        (sources, diags)
    }

    /// Reads a game's folder.
    pub fn load(root: &Path, prefix: &str) -> io::Result<(Self, Diagnostics)> {
        let folder = root.canonicalize()?.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let mut sources = Self { prefix: prefix.to_string(), folder, files: Vec::new() };
        let mut diags = Diagnostics::default();
        let mut paths = Vec::new();
        list(root, Path::new(""), 0, &mut paths)?;
        paths.sort();
        for path in paths {
            if matches!(kind_of(&path), KindOrOther::Ignored) {
                continue;
            }
            match read(&root.join(&path)) {
                Ok(text) => sources.add(&path, text, &mut diags),
                Err(why) => {
                    let file = sources.place(&path, String::new());
                    diags.push(codes::FILE.at(Span::start_of(file), why));
                }
            }
        }
        Ok((sources, diags))
    }

    fn place(&mut self, path: &Path, text: String) -> FileId {
        let kind = match kind_of(path) {
            KindOrOther::Kind(kind) => kind,
            _ => Kind::Game,
        };
        let name = path.iter().map(|p| p.to_string_lossy()).collect::<Vec<_>>().join("/");
        self.files.push(File { name, kind, text });
        FileId(u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX))
    }

    fn add(&mut self, path: &Path, text: String, diags: &mut Diagnostics) {
        match kind_of(path) {
            KindOrOther::Kind(_) => {
                self.place(path, text);
            }
            KindOrOther::Ignored => {}
            KindOrOther::Unknown(word) => {
                let file = self.place(path, text);
                self.files[file.0 as usize].text.clear();
                let names = Kind::ALL.map(Kind::name);
                if path.extension().is_some_and(|extension| extension == "csv") && names.contains(&word.as_str()) {
                    let message = "only counters can be kept as CSV";
                    diags.push(codes::FILE.at(Span::start_of(file), message).help("write this file as TOML"));
                    return;
                }
                let mut diag = codes::FILE.at(
                    Span::start_of(file),
                    format!("the name of this file does not say what it holds: `{word}` is no kind of file"),
                );
                diag = match nearest(&word, names) {
                    Some(name) => diag.help(format!("did you mean `{name}`?")),
                    None => diag.help(format!("names begin with one of: {}", names.join(", "))),
                };
                diags.push(diag);
            }
        }
    }

    /// The files in order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.files.iter().enumerate().map(|(n, file)| (FileId(u32::try_from(n).unwrap_or(u32::MAX)), file))
    }

    /// A file.
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(id.0 as usize)
    }

    /// The name of a file as messages print it.
    pub fn display_name(&self, id: FileId) -> String {
        self.get(id).map_or_else(|| self.prefix.clone(), |file| format!("{}{}", self.prefix, file.name))
    }
}

/// The text of a file, or why there is none.
fn read(path: &Path) -> Result<String, String> {
    let cannot = |error: io::Error| format!("this file cannot be read: {error}");
    let about = fs::metadata(path).map_err(cannot)?;
    if !about.is_file() {
        return Err("this is not a file".to_string());
    }
    if about.len() > LARGEST_FILE {
        return Err("this file is larger than 16 MiB".to_string());
    }
    String::from_utf8(fs::read(path).map_err(cannot)?).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("this file is not UTF-8: line {line} has other bytes")
    })
}

fn list(root: &Path, below: &Path, depth: usize, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            if depth < 3 && !entry.file_name().to_string_lossy().starts_with('.') {
                list(root, &path, depth + 1, paths)?;
            }
        } else {
            paths.push(path);
        }
    }
    Ok(())
}
