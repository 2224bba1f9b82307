//! The files of a game: which there are and what each holds.

use super::kinds::{Kind, KindOrOther, kind_of};
use super::{FileId, csv, read_below, workbook};
use crate::diag::{Diagnostics, Texts, codes, nearest};
use crate::source::Span;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// One file: its name inside the game's folder and its text.
#[derive(Debug, Clone)]
pub struct File {
    /// Path with `/`, relative to the game's folder.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// The text; empty if it is not one.
    pub text: String,
    /// The bytes of a PNG, a JPEG, a PDF, or of what is carried along.
    pub bytes: Vec<u8>,
    /// What the rows of a spreadsheet are: the name of the sheet in a workbook, or `areas` of `map.areas.csv`.
    pub sheet: Option<String>,
}

impl File {
    /// The TOML file that the rows of a spreadsheet belong to: `map.toml` of `map.areas.csv` and of `map.xlsx`.
    pub fn belongs_to(&self) -> String {
        let book = self.name.split_once(": ").map_or(self.name.as_str(), |(book, _)| book);
        let stem = book.rsplit_once('.').map_or(book, |(stem, _)| stem);
        let own = self.sheet.as_ref().and_then(|sheet| stem.strip_suffix(sheet.as_str())?.strip_suffix('.'));
        format!("{}.toml", own.unwrap_or(stem))
    }

    /// Whether it is a spreadsheet.
    pub fn is_sheet(&self) -> bool {
        self.sheet.is_some() || self.name.to_lowercase().ends_with(".csv")
    }

    /// The hash of its content.
    pub fn hash(&self) -> blake3::Hash {
        blake3::Hasher::new().update(self.text.as_bytes()).update(&self.bytes).finalize()
    }
}

/// All files of a game, and the built-in templates that it does not replace.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// What is printed before file names in messages, such as `data/game/`.
    pub prefix: String,
    /// The folder's own name, from which a game takes its id.
    pub folder: String,
    files: Vec<File>,
    /// From here on files are built in.
    own: usize,
    /// From here on they are options of the command line.
    given: usize,
}

/// Larger files are refused: nobody writes them by hand.
const LARGEST_TEXT: u64 = 16 << 20;

/// Larger pictures are refused.
const LARGEST_PICTURE: u64 = 128 << 20;

/// All files together are not larger than this: they are kept in memory.
const LARGEST_GAME: u64 = 512 << 20;

impl Sources {
    /// Sources made of texts: for tests, documentation and scaffolds.
    pub fn from_texts<'a>(folder: &str, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Diagnostics) {
        let texts: Vec<_> = texts.into_iter().map(|(name, text)| (name, text.as_bytes())).collect();
        Self::from_bytes(folder, texts)
    }

    /// Sources made of files in memory.
    pub fn from_bytes<'a>(folder: &str, files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> (Self, Diagnostics) {
        let mut sources = Self { folder: folder.to_string(), ..Self::default() };
        let mut diags = Diagnostics::default();
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort();
        for (name, bytes) in files {
            sources.add(Path::new(name), Ok(bytes.to_vec()), &mut diags);
        }
        sources.add_builtin();
        (sources, diags)
    }

    /// Reads a game's folder.
    pub fn load(root: &Path, prefix: &str) -> io::Result<(Self, Diagnostics)> {
        let folder = root.canonicalize()?.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let mut sources = Self { prefix: prefix.to_string(), folder, ..Self::default() };
        let mut diags = Diagnostics::default();
        let mut left = LARGEST_GAME;
        for path in input_files(root)? {
            let bytes = read_input(root, &path).and_then(|bytes| {
                left = left
                    .checked_sub(bytes.len() as u64)
                    .ok_or_else(|| format!("with this file, the game is larger than {} MiB", LARGEST_GAME >> 20))?;
                Ok(bytes)
            });
            sources.add(&path, bytes, &mut diags);
        }
        sources.add_builtin();
        Ok((sources, diags))
    }

    /// Adds the templates and symbols that are built in, except those that the game replaces.
    fn add_builtin(&mut self) {
        self.own = self.files.len();
        let own: BTreeSet<String> = self.files.iter().map(|file| file.name.clone()).collect();
        for (name, bytes) in super::builtin::files() {
            let text = String::from_utf8_lossy(bytes).into_owned();
            // Of a style a game says only what it changes, so the built-in one stays below it.
            if (!own.contains(&name) || name.starts_with("templates/styles/"))
                && let KindOrOther::Kind(kind) = kind_of(Path::new(&name))
            {
                self.files.push(File { name, kind, text, bytes: Vec::new(), sheet: None });
            }
        }
        self.given = self.files.len();
    }

    /// Adds what an option of the command line says of printing, as TOML; `name` is the option.
    pub fn add_option(&mut self, name: &str, text: &str) {
        let (name, text) = (name.to_string(), text.to_string());
        self.files.push(File { name, kind: Kind::Print, text, bytes: Vec::new(), sheet: None });
    }

    fn place(&mut self, path: &Path, text: String) -> FileId {
        let kind = match kind_of(path) {
            KindOrOther::Kind(kind) => kind,
            _ => Kind::Game,
        };
        let name = path.iter().map(|p| p.to_string_lossy()).collect::<Vec<_>>().join("/");
        let sheet = sheet_of(&name);
        self.files.push(File { name, kind, text, bytes: Vec::new(), sheet });
        FileId(u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX))
    }

    fn add(&mut self, path: &Path, bytes: Result<Vec<u8>, String>, diags: &mut Diagnostics) {
        let text = match bytes {
            Ok(bytes) if is_binary(path) => {
                let file = self.place(path, String::new());
                self.files[file.0 as usize].bytes = bytes;
                return;
            }
            Ok(bytes) if is_workbook(path) && matches!(kind_of(path), KindOrOther::Kind(_)) => {
                return self.workbook(path, &bytes, diags);
            }
            Ok(bytes) if is_workbook(path) => Ok(format!("({} bytes)", bytes.len())),
            Ok(bytes) => String::from_utf8(bytes).map_err(|error| not_utf8(&error)),
            Err(why) => Err(why),
        };
        let text = match text {
            Ok(text) => text,
            Err(why) => {
                let file = self.place(path, String::new());
                let diag = codes::FILE.at(Span::start_of(file), why.clone());
                diags.push(if why.contains("not UTF-8") { diag.help("save the file as UTF-8") } else { diag });
                return;
            }
        };
        match kind_of(path) {
            KindOrOther::Kind(_) => {
                self.place(path, text);
            }
            KindOrOther::Ignored => {}
            KindOrOther::Unknown(word) => {
                let file = self.place(path, text);
                self.files[file.0 as usize].text.clear();
                let names = Kind::ALL.map(Kind::name);
                let toml = path.extension().is_some_and(|extension| extension == "toml");
                if !toml && names.contains(&word.as_str()) {
                    let message = "only counters, cards, maps, tables and scenarios can be kept in spreadsheets";
                    diags.push(codes::FILE.at(Span::start_of(file), message).help("write this file as TOML"));
                    return;
                }
                if let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.single() && kind.name() == word) {
                    let message = format!("a game has only one `{word}` file, and this is not its name");
                    let help = format!("move its contents into `{}.toml`", kind.name());
                    diags.push(codes::FILE.at(Span::start_of(file), message).help(help));
                    return;
                }
                let mut diag = codes::FILE.at(
                    Span::start_of(file),
                    format!("the name of this file does not say what it holds: `{word}` is not a kind of file"),
                );
                diag = match nearest(&word, names) {
                    Some(name) => diag.help(format!("did you mean `{name}`?")),
                    None => diag.help(format!("start the name with one of: {}", names.join(", "))),
                };
                diags.push(diag);
            }
        }
    }

    /// Adds the sheets of a workbook, each as a file of its own.
    fn workbook(&mut self, path: &Path, bytes: &[u8], diags: &mut Diagnostics) {
        let ods = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ods"));
        let sheets = match workbook::read(bytes, ods) {
            Ok(sheets) => sheets,
            Err(why) => {
                let file = self.place(path, String::new());
                diags.push(codes::FILE.at(Span::start_of(file), why));
                return;
            }
        };
        for sheet in sheets.into_iter().filter(|sheet| !sheet.is_note()) {
            let file = self.place(path, sheet.text);
            let own = &mut self.files[file.0 as usize];
            own.name = format!("{}: {}", own.name, sheet.name);
            own.sheet = Some(sheet.name);
            for (row, column, fault) in sheet.faults {
                let at = csv::place_of(file, &own.text, (row as usize, column as usize));
                diags.push(codes::BAD_VALUE.at(at.unwrap_or(Span::start_of(file)), fault).label("here"));
            }
        }
    }

    /// The cell of a spreadsheet that a place lies in, such as `C7`.
    pub fn cell(&self, span: Span) -> Option<String> {
        let file = self.get(span.file).filter(|file| file.is_sheet())?;
        let (row, column) = csv::cell_at(&file.text, span.range().start)?;
        Some(format!("{}{}", workbook::column_letters(column), row + 1))
    }

    /// The same files, but only those of some kinds with what they hold: enough to decode these again.
    pub fn only(&self, kinds: &[Kind]) -> Self {
        let light = |file: &File| match kinds.contains(&file.kind) {
            true => file.clone(),
            false => {
                let (name, sheet) = (file.name.clone(), file.sheet.clone());
                File { name, kind: file.kind, text: String::new(), bytes: Vec::new(), sheet }
            }
        };
        let files = self.files.iter().map(light).collect();
        let (prefix, folder) = (self.prefix.clone(), self.folder.clone());
        Self { prefix, folder, files, own: self.own, given: self.given }
    }

    /// Gives a file another text.
    pub fn set_text(&mut self, id: FileId, text: String) {
        if let Some(file) = self.files.get_mut(id.0 as usize) {
            file.text = text;
        }
    }

    /// The files in order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.files.iter().enumerate().map(|(n, file)| (FileId(u32::try_from(n).unwrap_or(u32::MAX)), file))
    }

    /// The same without what is built in.
    pub fn own(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.iter().take(self.own)
    }

    /// The hash of all files of some kinds, with their names and places in the list.
    pub fn hash_of(&self, counts: impl Fn(Kind) -> bool) -> blake3::Hash {
        let mut hash = blake3::Hasher::new();
        for (id, file) in self.iter().filter(|(_, file)| counts(file.kind)) {
            hash.update(&id.0.to_le_bytes()).update(&(file.name.len() as u64).to_le_bytes());
            hash.update(file.name.as_bytes()).update(file.hash().as_bytes());
        }
        hash.finalize()
    }

    /// A file.
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(id.0 as usize)
    }

    /// The name of a file as messages print it.
    pub fn display_name(&self, id: FileId) -> String {
        match self.get(id) {
            Some(file) if (id.0 as usize) < self.own => format!("{}{}", self.prefix, file.name),
            Some(file) if (id.0 as usize) < self.given => format!("(built in) {}", file.name),
            Some(file) => file.name.clone(),
            None => self.prefix.clone(),
        }
    }
}

impl Texts for Sources {
    fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |file| file.text.as_str())
    }

    fn shown_name(&self, file: FileId) -> String {
        self.display_name(file)
    }
}

/// What the rows of a CSV file are, by its name: `areas` of `map.areas.csv`.
fn sheet_of(name: &str) -> Option<String> {
    let stem = name.strip_suffix(".csv").or_else(|| name.strip_suffix(".CSV"))?;
    let last = stem.rsplit('/').next().unwrap_or(stem);
    last.rsplit_once('.').map(|(_, sheet)| sheet.to_string())
}

/// Whether a file is a spreadsheet of Excel or LibreOffice, by its name.
fn is_workbook(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    matches!(extension.as_deref(), Some("xlsx" | "ods"))
}

/// Whether a file is kept as bytes, by its name.
fn is_binary(path: &Path) -> bool {
    if matches!(kind_of(path), KindOrOther::Kind(Kind::Carried)) {
        return true;
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    matches!(extension.as_deref(), Some("png" | "jpg" | "jpeg" | "pdf"))
}

fn not_utf8(error: &std::string::FromUtf8Error) -> String {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
    format!("this file is not UTF-8: line {line} has a letter in another encoding")
}

/// The files that a game's folder is read from, by their paths in it, in order.
pub fn input_files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    list(root, Path::new(""), 0, &mut paths)?;
    paths.retain(|path| !matches!(kind_of(path), KindOrOther::Ignored));
    paths.sort();
    Ok(paths)
}

/// Reads a file of a game, by its path in the game's folder.
pub fn read_input(root: &Path, path: &Path) -> Result<Vec<u8>, String> {
    let most = if is_binary(path) { LARGEST_PICTURE } else { LARGEST_TEXT };
    read_below(root, &root.join(path), most)
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
