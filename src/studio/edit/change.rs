//! Changes of files, written and taken back.

use crate::source::read_input;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

/// A file and its new text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileChange {
    /// The file, by its name in the game's folder.
    pub file: String,
    /// The hash of the text that the edit was made for, in hexadecimal.
    pub before: String,
    /// The new text.
    pub text: String,
}

/// What takes written changes back. Taking it back gives what makes them again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undo {
    files: Vec<WrittenFile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct WrittenFile {
    file: String,
    before: Vec<u8>,
    after: String,
}

/// Why changes were not written. All files are as they were.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WriteError {
    /// The file, by its name in the game's folder.
    pub file: String,
    /// What is in the way.
    pub message: String,
    /// Whether somebody else changed the file meanwhile: compile again, and make the edit again.
    pub changed: bool,
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

impl std::error::Error for WriteError {}

/// The hash of a file's bytes, in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Writes changes into a game's folder, all or none. A file that is not what it was when the edit was made is not
/// overwritten.
pub fn write(folder: &Path, changes: &[FileChange]) -> Result<Undo, WriteError> {
    put(folder, changes.iter().map(|change| (change.file.as_str(), change.before.as_str(), change.text.as_bytes())))
}

impl Undo {
    /// The files that it restores.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|written| written.file.as_str())
    }

    /// Restores the files, unless somebody changed one of them since. What comes back makes the changes again.
    pub fn restore(&self, folder: &Path) -> Result<Undo, WriteError> {
        let files = self.files.iter();
        put(folder, files.map(|written| (written.file.as_str(), written.after.as_str(), written.before.as_slice())))
    }
}

/// Replaces files whose hash is as expected.
fn put<'a>(folder: &Path, files: impl Iterator<Item = (&'a str, &'a str, &'a [u8])>) -> Result<Undo, WriteError> {
    let mut ready: Vec<(PathBuf, half::HalfWritten)> = Vec::new();
    let mut undo = Undo { files: Vec::new() };
    for (file, expected, bytes) in files {
        let path = path_of(folder, file)?;
        let before = current(folder, file, expected)?;
        let half = half::HalfWritten::write(&path, bytes).map_err(|error| cannot(file, &error))?;
        ready.push((path, half));
        undo.files.push(WrittenFile { file: file.to_string(), before, after: hash(bytes) });
    }
    // Nothing is replaced before everything is written; a last look, because writing takes time.
    for (written, (path, _)) in undo.files.iter().zip(&ready) {
        if fs::read(path).ok().as_deref() != Some(written.before.as_slice()) {
            return Err(changed(&written.file));
        }
    }
    let mut done: Vec<(PathBuf, &WrittenFile)> = Vec::new();
    for ((path, half), written) in ready.into_iter().zip(&undo.files) {
        if let Err(error) = half.take_the_place_of(&path) {
            for (path, written) in done {
                if let Ok(half) = half::HalfWritten::write(&path, &written.before) {
                    let _ = half.take_the_place_of(&path);
                }
            }
            return Err(cannot(&written.file, &error));
        }
        done.push((path, written));
    }
    Ok(undo)
}

/// The path of a file that an edit may change: a data file of the folder itself, not a link.
fn path_of(folder: &Path, file: &str) -> Result<PathBuf, WriteError> {
    let refused = |message: &str| WriteError { file: file.to_string(), message: message.to_string(), changed: false };
    let relative = Path::new(file);
    if file.is_empty() || !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(refused("this is not the name of a file in the game's folder"));
    }
    let name = file.to_lowercase();
    if !name.ends_with(".toml") && !name.ends_with(".csv") {
        return Err(refused("edits change TOML and CSV files only"));
    }
    let mut path = folder.to_path_buf();
    for part in relative.components() {
        path.push(part);
        let link = fs::symlink_metadata(&path).map_err(|error| cannot(file, &error))?.is_symlink();
        if link {
            return Err(refused("this is a link: edit the file that it links to"));
        }
    }
    Ok(path)
}

fn current(folder: &Path, file: &str, expected: &str) -> Result<Vec<u8>, WriteError> {
    let bytes = read_input(folder, Path::new(file)).map_err(|message| WriteError {
        file: file.to_string(),
        message,
        changed: false,
    })?;
    if hash(&bytes) == expected { Ok(bytes) } else { Err(changed(file)) }
}

fn changed(file: &str) -> WriteError {
    let message = "this file was changed meanwhile: nothing was written".to_string();
    WriteError { file: file.to_string(), message, changed: true }
}

fn cannot(file: &str, error: &std::io::Error) -> WriteError {
    WriteError { file: file.to_string(), message: format!("this file cannot be written: {error}"), changed: false }
}

/// New files that are not yet in their places.
mod half {
    use super::{Path, PathBuf, Write, fs};
    use std::io;

    /// A file beside the one that it will replace. Dropped before that, it is gone.
    pub struct HalfWritten {
        path: Option<PathBuf>,
    }

    impl HalfWritten {
        pub fn write(place: &Path, bytes: &[u8]) -> io::Result<Self> {
            let name = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            // Hidden, so that neither a compiler nor a watcher takes it for a file of the game.
            let tries = (0..100).map(|n| place.with_file_name(format!(".{name}.{}.{n}.new", std::process::id())));
            for path in tries {
                let mut file = match fs::File::options().write(true).create_new(true).open(&path) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                    other => other?,
                };
                let half = Self { path: Some(path) };
                file.write_all(bytes)?;
                if let Ok(old) = fs::metadata(place) {
                    file.set_permissions(old.permissions())?;
                }
                file.sync_all()?;
                return Ok(half);
            }
            Err(io::Error::other("there are too many half-written files beside it"))
        }

        pub fn take_the_place_of(mut self, place: &Path) -> io::Result<()> {
            let Some(path) = &self.path else { return Ok(()) };
            fs::rename(path, place)?;
            self.path = None;
            Ok(())
        }
    }

    impl Drop for HalfWritten {
        fn drop(&mut self) {
            if let Some(path) = &self.path {
                let _ = fs::remove_file(path);
            }
        }
    }
}
