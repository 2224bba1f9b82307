//! Finding editions of a game: a folder of data, a git revision of it, or what an earlier build left.

use super::args::MessageFormat;
use super::find::FoundGame;
use super::report::{diagnostics, summary};
use super::say::eprintln;
use crate::compile::{Options, compile_sources};
use crate::diag::Diagnostics;
use crate::emit::Artifacts;
use crate::emit::vassal::codec::archive::{Limits, unpack};
use crate::errata::Edition;
use crate::errata::edition::{LARGEST, READ, largest};
use crate::source::{Sources, read_below};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where an edition is.
pub enum EditionPlace {
    /// A folder of data.
    Data(PathBuf),
    /// A folder that a build made.
    Build(PathBuf),
    /// A git revision of the data in a folder.
    Revision(String, PathBuf),
}

/// What became of reading an edition.
pub enum ReadEdition {
    /// The edition.
    Edition(Box<Edition>),
    /// Its data have errors; they were reported.
    Errors,
}

impl EditionPlace {
    /// Whether a text names a game's folder by itself.
    pub fn direct(name: &str) -> Option<Self> {
        let folder = PathBuf::from(name.strip_suffix("/game.toml").unwrap_or(name));
        if folder.join("game.toml").is_file() {
            Some(EditionPlace::Data(folder))
        } else if folder.join("engine.json").is_file() {
            Some(EditionPlace::Build(folder))
        } else {
            None
        }
    }

    /// What a text means for the game in a folder: the game's own folder, a folder with several games in it,
    /// or a revision of that folder. `id` is the game's.
    pub fn of(name: &str, game: &Path, id: &str) -> Result<Self, String> {
        if let Some(place) = Self::direct(name) {
            return Ok(place);
        }
        let folder = Path::new(name);
        if folder.is_dir() {
            let own = game.file_name().map(|own| own.to_string_lossy().into_owned()).unwrap_or_default();
            let below = [own.as_str(), id].map(|own| folder.join(own).to_string_lossy().into_owned());
            return below.iter().find_map(|below| Self::direct(below)).ok_or_else(|| {
                format!("{name} has neither a game.toml nor an engine.json, nor a folder `{id}` with one")
            });
        }
        let revision = resolved(name, game)?;
        Ok(EditionPlace::Revision(revision, game.to_path_buf()))
    }

    /// The folder that it is read from.
    pub fn folder(&self) -> &Path {
        match self {
            EditionPlace::Data(folder) | EditionPlace::Build(folder) | EditionPlace::Revision(_, folder) => folder,
        }
    }

    /// Reads the edition. Errors in its data are reported under `name`.
    pub fn read(&self, name: &str, format: MessageFormat) -> Result<ReadEdition, String> {
        let compiled = match self {
            EditionPlace::Build(folder) => {
                let files = built(folder)?;
                let edition = Edition::of_build(files).map_err(|why| format!("{}: {why}", folder.display()))?;
                return Ok(ReadEdition::Edition(Box::new(edition)));
            }
            EditionPlace::Data(folder) => FoundGame::new(folder).compile(Options::default())?,
            EditionPlace::Revision(revision, folder) => {
                let (mut sources, found) = at_revision(revision, folder, name)?;
                sources.prefix = format!("{name}:{}/", folder.display());
                compile_sources((sources, found))
            }
        };
        match compiled.game {
            Some(game) => Ok(ReadEdition::Edition(Box::new(Edition::of_data(game)))),
            None => {
                diagnostics(&compiled.diagnostics, &compiled.sources, format);
                let found = summary(&compiled.diagnostics).unwrap_or_default();
                eprintln!("{found} in {}", compiled.sources.prefix);
                Ok(ReadEdition::Errors)
            }
        }
    }
}

/// Runs git in a folder.
fn git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let cannot = |error: std::io::Error| format!("cannot run git: {error}");
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(cannot)?;
    let mut answer = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(LARGEST + 1).read_to_end(&mut answer).map_err(cannot)?;
    }
    if answer.len() as u64 > LARGEST {
        child.kill().map_err(cannot)?;
        child.wait().map_err(cannot)?;
        return Err(format!("there are more than {} MiB", LARGEST >> 20));
    }
    let output = child.wait_with_output().map_err(cannot)?;
    if output.status.success() {
        return Ok(answer);
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(why.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ").to_string())
}

/// The commit, or the folder in one (`REVISION:PATH`), that a text names.
fn resolved(name: &str, folder: &Path) -> Result<String, String> {
    let object = if name.contains(':') { name.to_string() } else { format!("{name}^{{commit}}") };
    let found = git(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &object]);
    let found = found.map_err(|why| {
        let why = if why == "git failed" || why.is_empty() { String::new() } else { format!(" ({why})") };
        format!("`{name}` is neither a folder nor a git revision{why}")
    })?;
    Ok(String::from_utf8_lossy(&found).trim().to_string())
}

/// The files of a game at a revision.
fn at_revision(revision: &str, folder: &Path, name: &str) -> Result<(Sources, Diagnostics), String> {
    let archive = ["archive", "--format=zip", revision];
    let zip = if name.contains(':') {
        // What a path names is whole; inside a folder, git would look for that folder in it.
        let top = git(folder, &["rev-parse", "--show-toplevel"])?;
        git(Path::new(String::from_utf8_lossy(&top).trim_end()), &archive)
    } else {
        git(folder, &[&archive[..], &["."]].concat())
    };
    let zip = zip.map_err(|why| format!("cannot read {} at {name}: {why}", folder.display()))?;
    let files = unpack(&zip, Limits::default()).map_err(|error| format!("{} at {name}: {error}", folder.display()))?;
    if !files.contains_key("game.toml") {
        return Err(format!(
            "there is no game.toml in {} at {name}; if the game was in another folder then, write REVISION:PATH",
            folder.display()
        ));
    }
    let own = folder.canonicalize().ok().and_then(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
    let files = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    Ok(Sources::from_bytes(&own.unwrap_or_default(), files))
}

/// The last commit of the repository that a folder is in.
pub fn last_commit(folder: &Path) -> Option<String> {
    resolved("HEAD", folder).ok()
}

/// The files of a game at the last commit, if its folder is in a repository that has them.
pub fn committed(folder: &Path) -> Option<(Sources, Diagnostics)> {
    let revision = resolved("HEAD", folder).ok()?;
    at_revision(&revision, folder, "HEAD").ok()
}

/// The files of a build that an edition is read from.
fn built(folder: &Path) -> Result<Artifacts, String> {
    let (mut files, mut bytes) = (Artifacts::new(), 0);
    let mut left = vec![PathBuf::new()];
    while let Some(below) = left.pop() {
        let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.join(&below).display());
        for entry in std::fs::read_dir(folder.join(&below)).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let path = below.join(entry.file_name());
            let name = path.to_string_lossy().replace('\\', "/");
            if entry.file_type().map_err(cannot)?.is_dir() {
                left.push(path);
            } else if READ.iter().any(|start| name.starts_with(start)) || name.ends_with(".vmod") {
                let file = read_below(folder, &entry.path(), largest(&name));
                let file = file.map_err(|why| format!("cannot read {}: {why}", entry.path().display()))?;
                bytes += file.len() as u64;
                if bytes > LARGEST {
                    return Err(format!("{} has more than {} MiB to read", folder.display(), LARGEST >> 20));
                }
                files.insert(name, file);
            }
        }
    }
    Ok(files)
}
