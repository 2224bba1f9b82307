//! The program as its users run it, in a folder of their own.
#![allow(clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder of the user's own, far from `data/`.
pub struct Desk(TempDir);

/// What a run of the program left: its exit code and what it printed.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A desk with the scaffold on it, in `my-game`.
    pub fn with_game() -> Self {
        let desk = Self::new();
        assert_eq!(desk.run(&["new", "my-game"]).code, 0);
        desk
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punchboard"));
        command.current_dir(self.path()).args(args);
        for variable in ["CI", "COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "RUST_BACKTRACE"] {
            command.env_remove(variable);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Run::of(&self.command(args).output().unwrap())
    }

    /// A run of somebody who types these lines.
    pub fn type_in(&self, args: &[&str], typed: &str) -> Run {
        self.write(".typed", typed);
        let typed = fs::File::open(self.path().join(".typed")).unwrap();
        Run::of(&self.command(args).stdin(typed).output().unwrap())
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces the one place where `old` stands in a file.
    pub fn edit(&self, path: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path().join(path)).unwrap();
        assert!(text.contains(old), "{path} has no `{old}`");
        self.write(path, text.replacen(old, new, 1));
    }

    /// A file of every level below a folder, with its bytes.
    pub fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        fn walk(base: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    walk(base, &path, found);
                } else {
                    let name = path.strip_prefix(base).unwrap().to_string_lossy().replace('\\', "/");
                    found.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        let mut found = BTreeMap::new();
        let folder = self.path().join(folder);
        walk(&folder, &folder, &mut found);
        found
    }

    /// Names in a folder, hidden ones too.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path().join(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        // The memory of what was drawn lies beside the games; it may be deleted at any time.
        names.retain(|name| name != ".cache");
        names.sort();
        names
    }
}

impl Run {
    pub fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let run = Self {
            code: output.status.code().expect("not ended by a signal"),
            out: text(&output.stdout),
            err: text(&output.stderr),
        };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'), "no colours where nobody sees them");
        run
    }
}
