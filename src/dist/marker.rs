//! The marker in a folder that we made: which command made it, and which files.

use super::guard::is_output;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The file that says who made a folder.
pub const MARKER: &str = ".punchboard";

/// No marker is longer.
const MOST_BYTES: u64 = 64 << 20;

/// Which command makes a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    /// `punchboard build`.
    Build,
    /// `punchboard errata`.
    Errata,
}

impl Maker {
    /// The command.
    pub fn command(self) -> &'static str {
        match self {
            Maker::Build => "punchboard build",
            Maker::Errata => "punchboard errata",
        }
    }

    /// How its markers begin.
    fn words(self) -> String {
        format!("Made by `{}`", self.command())
    }
}

/// What a marker says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkerFile {
    pub maker: Maker,
    /// The files of the folder that were made, by their path below it.
    pub files: BTreeSet<String>,
}

impl MarkerFile {
    /// Its text.
    pub fn text(&self) -> String {
        let mut text = format!("{}, which next time replaces these files and keeps all others:\n", self.maker.words());
        for file in &self.files {
            text.push_str(file);
            text.push('\n');
        }
        text
    }

    /// The marker of a folder. `Some(None)` is a file of that name that says something else.
    pub fn of(folder: &Path) -> Option<Option<Self>> {
        let text = bytes_of(&folder.join(MARKER), MOST_BYTES)?;
        Some(String::from_utf8(text).ok().and_then(|text| Self::parse(&text)))
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let first = lines.next()?;
        let maker = [Maker::Build, Maker::Errata].into_iter().find(|maker| first.starts_with(&maker.words()))?;
        Some(Self { maker, files: lines.map(ToOwned::to_owned).collect() })
    }
}

/// Whether a file in a folder of that maker was made by us. Before there were markers, builds are known by
/// the names of their files; errata owned their whole folder.
pub(super) fn is_ours(maker: Maker, marker: Option<&MarkerFile>, path: &str) -> bool {
    let by_name = || maker == Maker::Errata || is_output(path);
    path == MARKER || marker.map_or_else(by_name, |marker| marker.files.contains(path))
}

/// The bytes of a plain file, if it has no more than so many.
pub(super) fn bytes_of(path: &Path, most: u64) -> Option<Vec<u8>> {
    let about = fs::symlink_metadata(path).ok()?;
    if !about.is_file() || about.len() > most {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(MarkerFile::of(folder.path()), None);
        for maker in [Maker::Build, Maker::Errata] {
            let files = ["a.json", "print/a4/b c.pdf"].map(str::to_string).into();
            let marker = MarkerFile { maker, files };
            fs::write(folder.path().join(MARKER), marker.text()).unwrap();
            assert_eq!(MarkerFile::of(folder.path()), Some(Some(marker)));
        }
        for other in ["", "Made by hand", "\u{0}"] {
            fs::write(folder.path().join(MARKER), other).unwrap();
            assert_eq!(MarkerFile::of(folder.path()), Some(None));
        }
    }

    #[test]
    fn files_of_others_are_told_apart() {
        let marker = MarkerFile { maker: Maker::Build, files: ["engine.json".to_string()].into() };
        let listed = |path: &str| is_ours(Maker::Build, Some(&marker), path);
        assert!(listed("engine.json") && listed(MARKER) && !listed("contact.png"));
        let named = |path: &str| is_ours(Maker::Build, None, path);
        assert!(named("contact.png") && !named("notes.txt"));
    }
}
