//! What the last build of a game was made from and what it made: by it the next one sees that nothing changed.
//!
//! A manifest lies in the memory beside the games, where it may be deleted at any time. It is believed only if
//! everything in it holds: the program, the options, the outputs, each file that is read, and each file that was made.
//! Files are compared by what the file system says of them; those that were touched are read and compared by hash.

use super::marker::{MARKER, bytes_of};
use super::stat::Stat;
use crate::source::{Sources, input_files, read_input};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

/// Raise it when what stands in a manifest changes.
const FORMAT: u32 = 1;
/// No manifest is longer.
const MOST_BYTES: u64 = 64 << 20;

/// A blake3 hash, as hexadecimal digits in files.
pub type Hash = blake3::Hash;

/// What a build is asked for, beside the data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildRequest {
    /// Everything else that the outputs depend on, such as resolutions.
    pub options: String,
    /// The words of the outputs.
    pub outputs: Vec<String>,
}

/// What the last build said of the data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildMessages {
    /// The game's title and version.
    pub title: String,
    /// `1 warning`, or nothing.
    pub summary: Option<String>,
    /// Warnings for people, without colours.
    pub plain: String,
    /// The same with colours.
    pub coloured: String,
    /// The same for editors.
    pub json: String,
    /// That there are more, if so.
    pub more: String,
}

/// A file that was read or made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedFile {
    hash: String,
    stat: Stat,
    /// Whether equal stats mean equal contents.
    settled: bool,
}

impl ListedFile {
    fn new(hash: &Hash, stat: Stat, now: SystemTime) -> Self {
        Self { hash: hash.to_hex().to_string(), stat, settled: stat.is_settled(now) }
    }

    /// Whether a file is that of the entry as far as its stat says.
    fn is(&self, stat: &Stat) -> bool {
        self.settled && self.stat == *stat
    }
}

/// The files that a game is read from, as the file system knew them before they were read.
pub struct Listing {
    files: BTreeMap<String, Option<Stat>>,
    taken: SystemTime,
}

impl Listing {
    /// The files of a game.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let taken = SystemTime::now();
        let stat = |path: &PathBuf| {
            // What a link leads to may change without it: its stat says nothing.
            let about = fs::symlink_metadata(folder.join(path)).ok().filter(fs::Metadata::is_file);
            about.map(|about| Stat::of_input(&about))
        };
        let files = input_files(folder)?.into_iter().map(|path| (name(&path), stat(&path))).collect();
        Ok(Self { files, taken })
    }
}

/// Everything about the last build of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    program: String,
    asked: BuildRequest,
    /// The game's id, which names its folder in `dist`.
    pub game: String,
    /// What was said.
    pub said: BuildMessages,
    inputs: BTreeMap<String, ListedFile>,
    made: BTreeMap<String, ListedFile>,
    /// The marker of the folder that was made: each build makes a new one.
    marker: Stat,
}

/// What became of comparing a manifest with the disk.
#[derive(Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Nothing changed.
    Fresh,
    /// Files were touched, but their contents are the same.
    Touched,
    /// Something changed.
    Stale,
}

/// What a build that was published was made from.
pub struct BuiltFrom<'a> {
    /// What was asked for.
    pub asked: BuildRequest,
    /// The game's id.
    pub game: &'a str,
    /// What was said.
    pub said: BuildMessages,
    /// The files as they were before they were read.
    pub listing: &'a Listing,
    /// What was read.
    pub sources: &'a Sources,
    /// Files that this build wrote beside the data, and their contents.
    pub wrote: Option<(&'a Path, &'a [u8])>,
    /// The files that were made.
    pub made: &'a BTreeMap<String, Hash>,
    /// The folder that they are in.
    pub target: &'a Path,
}

impl Manifest {
    /// The manifest of a build that was just published; none if files changed meanwhile.
    pub fn of(built: BuiltFrom<'_>) -> Option<Self> {
        let program = program()?.to_string();
        let mut inputs = BTreeMap::new();
        for (_, file) in built.sources.own() {
            let stat = (*built.listing.files.get(&file.name)?)?;
            inputs.insert(file.name.clone(), ListedFile::new(&file.hash(), stat, built.listing.taken));
        }
        let now = SystemTime::now();
        if let Some((path, bytes)) = built.wrote {
            let stat = Stat::of_input(&fs::symlink_metadata(path).ok()?);
            let name = path.file_name()?.to_string_lossy().into_owned();
            inputs.insert(name, ListedFile::new(&blake3::hash(bytes), stat, now));
        }
        let stat = |path: &Path| Some(Stat::of_output(&fs::symlink_metadata(path).ok()?));
        let entry = |(name, hash): (&String, &Hash)| {
            Some((name.clone(), ListedFile::new(hash, stat(&built.target.join(name))?, now)))
        };
        let made = built.made.iter().map(entry).collect::<Option<_>>()?;
        let marker = stat(&built.target.join(MARKER))?;
        let BuiltFrom { asked, said, .. } = built;
        Some(Self { format: FORMAT, program, asked, game: built.game.to_string(), said, inputs, made, marker })
    }

    /// Reads the manifest of the game in a folder.
    pub fn read(memory: &Path, folder: &Path) -> Option<Self> {
        let manifest: Self = serde_json::from_slice(&bytes_of(&path(memory, folder)?, MOST_BYTES)?).ok()?;
        (manifest.format == FORMAT && Some(manifest.program.as_str()) == program()).then_some(manifest)
    }

    /// Writes it, whole or not at all. Failing to is not an error: the next build does more then.
    pub fn write(&self, memory: &Path, folder: &Path) {
        let write = || -> io::Result<()> {
            let Some(path) = path(memory, folder) else { return Ok(()) };
            fs::create_dir_all(path.parent().unwrap_or(memory))?;
            let half = path.with_extension(format!("{}", std::process::id()));
            let written = fs::write(&half, serde_json::to_vec(self)?).and_then(|()| fs::rename(&half, &path));
            written.inspect_err(|_| drop(fs::remove_file(&half)))
        };
        let _ = write();
    }

    /// Whether the build that is asked for now was made already, if nothing changed.
    pub fn covers(&self, asked: &BuildRequest) -> bool {
        self.asked.options == asked.options && asked.outputs.iter().all(|output| self.asked.outputs.contains(output))
    }

    /// Compares it with the disk. What was touched but is the same is noted.
    pub fn check(&mut self, folder: &Path, target: &Path) -> Freshness {
        let now = SystemTime::now();
        let Ok(listing) = Listing::of(folder) else { return Freshness::Stale };
        if !listing.files.keys().eq(self.inputs.keys()) {
            return Freshness::Stale;
        }
        let about = |path: &Path| fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
        if about(&target.join(MARKER)).is_none_or(|about| Stat::of_output(&about) != self.marker) {
            return Freshness::Stale;
        }
        let mut touched = false;
        for (name, entry) in &mut self.inputs {
            let stat = listing.files.get(name).copied().flatten();
            if stat.is_some_and(|stat| entry.is(&stat)) {
                continue;
            }
            touched = true;
            let Ok(bytes) = read_input(folder, Path::new(name)) else { return Freshness::Stale };
            if !Self::renew(entry, stat, &bytes, now) {
                return Freshness::Stale;
            }
        }
        for (name, entry) in &mut self.made {
            let path = target.join(name);
            let Some(stat) = about(&path).map(|about| Stat::of_output(&about)) else { return Freshness::Stale };
            if entry.is(&stat) {
                continue;
            }
            touched = true;
            if stat.size() != entry.stat.size() {
                return Freshness::Stale;
            }
            let Ok(bytes) = fs::read(&path) else { return Freshness::Stale };
            if !Self::renew(entry, Some(stat), &bytes, now) {
                return Freshness::Stale;
            }
        }
        if touched { Freshness::Touched } else { Freshness::Fresh }
    }

    /// Notes the stat of a file whose content is as it was; says whether it is.
    fn renew(entry: &mut ListedFile, stat: Option<Stat>, bytes: &[u8], now: SystemTime) -> bool {
        let hash = blake3::hash(bytes);
        if hash.to_hex().as_str() != entry.hash {
            return false;
        }
        if let Some(stat) = stat {
            *entry = ListedFile::new(&hash, stat, now);
        }
        true
    }

    /// The file of that name in the old folder, if it is there as it was made and has that content.
    pub fn unchanged(&self, target: &Path, name: &str, hash: &Hash) -> Option<PathBuf> {
        let entry = self.made.get(name)?;
        let path = target.join(name);
        let about = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
        (entry.is(&Stat::of_output(&about)) && entry.hash == hash.to_hex().as_str()).then_some(path)
    }
}

/// The name of a file in manifests: with `/`, as in messages.
fn name(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Where manifests are.
pub(super) fn builds(memory: &Path) -> PathBuf {
    memory.join("builds")
}

/// Where the manifest of the game in a folder is: another folder is another game, whatever its id.
fn path(memory: &Path, folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let hash = blake3::hash(folder.as_os_str().as_encoded_bytes());
    Some(builds(memory).join(format!("{}.json", &hash.to_hex()[..32])))
}

/// What tells this program from any other that could have made the same: another compilation draws otherwise.
pub fn program() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    let find = || {
        let path = std::env::current_exe().ok()?;
        let stat = Stat::of_output(&fs::metadata(&path).ok()?);
        let mut hash = blake3::Hasher::new();
        hash.update(env!("CARGO_PKG_VERSION").as_bytes()).update(path.as_os_str().as_encoded_bytes());
        hash.update(&serde_json::to_vec(&stat).ok()?);
        Some(hash.finalize().to_hex().to_string())
    };
    PROGRAM.get_or_init(find).as_deref()
}
