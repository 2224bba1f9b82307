//! What was drawn in earlier builds, by the hash of what it was drawn from.

use super::lock::is_number;
use super::manifest::{builds, program};
use super::pack::{Pack, SEAL, sealed};
use crate::emit::Memory;
use std::borrow::Cow;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// A folder of files named by hash, and one pack of small things per game. It may be deleted at any time. What is named
/// otherwise is not ours.
///
/// What is remembered belongs to the program that made it: another compilation may draw the same thing otherwise.
pub struct Remembered {
    folder: PathBuf,
    pack: Option<Pack>,
    program: [u8; 32],
    wrote: AtomicBool,
}

/// Files not used for so long are forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(30 * 24 * 3600);
/// When the folder holds more, the files unused for longest are forgotten.
const MOST_BYTES: u64 = 512 << 20;

impl Remembered {
    /// The memory in that folder, with the pack of a game.
    pub fn new(folder: &Path, game: &str) -> Self {
        let pack = Pack::open(&packs(folder).join(format!("{game}.pack")));
        Self { pack: Some(pack), ..Self::without_pack(folder) }
    }

    fn without_pack(folder: &Path) -> Self {
        // Where nobody knows which program this is, nothing that was made before is found again.
        let program = program().map_or_else(|| format!("{:?}", SystemTime::now()), str::to_string);
        let program = *blake3::hash(program.as_bytes()).as_bytes();
        Self { folder: folder.to_path_buf(), pack: None, program, wrote: AtomicBool::new(false) }
    }

    /// Writes what is kept in the pack. Failing to is not an error.
    pub fn save(&self) {
        self.pack.iter().for_each(Pack::save);
    }

    /// Whether files were added, so that it is worth tidying.
    pub fn grew(&self) -> bool {
        self.wrote.load(Ordering::Relaxed)
    }

    /// The key of this program for a hash.
    fn key(&self, hash: &[u8; 32]) -> [u8; 32] {
        *blake3::keyed_hash(&self.program, hash).as_bytes()
    }

    fn path(&self, hash: &[u8; 32]) -> PathBuf {
        let name: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(&name[..2]).join(&name[2..])
    }

    /// Forgets what nobody asked for in a long time. Failing to is not an error.
    pub fn tidy(folder: &Path) {
        let mut files = Vec::new();
        for file in [packs(folder), builds(folder)].iter().flat_map(fs::read_dir).flatten().flatten() {
            let ours = Path::new(&file.file_name()).extension().and_then(|end| end.to_str()).is_some_and(is_note);
            if let Some(about) = file.metadata().ok().filter(|about| ours && about.is_file()) {
                files.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len(), file.path()));
            }
        }
        for folder in fs::read_dir(folder).into_iter().flatten().flatten() {
            if !folder.file_name().to_str().is_some_and(|name| is_hex(name, 2)) {
                continue;
            }
            for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
                let ours = file.file_name().to_str().is_some_and(is_ours);
                if let Some(about) = file.metadata().ok().filter(|about| ours && about.is_file()) {
                    files.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len(), file.path()));
                }
            }
        }
        files.sort_by(|a, b| b.cmp(a));
        let mut bytes = 0;
        for (used, size, path) in files {
            bytes += size;
            let old = used.elapsed().is_ok_and(|unused| unused > FORGET_AFTER);
            if old || bytes > MOST_BYTES {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Where packs are.
fn packs(folder: &Path) -> PathBuf {
    folder.join("packs")
}

/// Whether a file of packs or manifests has that ending, be it half written.
fn is_note(ending: &str) -> bool {
    ["pack", "json"].contains(&ending) || is_number(ending.strip_prefix("pack-").unwrap_or(ending))
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a file has a name that it has here: the rest of a hash and, while it is written, who writes it.
fn is_ours(name: &str) -> bool {
    let (hash, writer) = name.split_once('.').unwrap_or((name, "0-0"));
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let writer = writer
        .split_once('-')
        .is_some_and(|(process, count)| number(process) && number(count.strip_prefix("ThreadId").unwrap_or(count)));
    is_hex(hash, 62) && writer
}

impl Memory for Remembered {
    fn recall(&self, hash: &[u8; 32]) -> Option<Cow<'_, [u8]>> {
        let hash = &self.key(hash);
        if let Some(content) = self.pack.as_ref().and_then(|pack| pack.recall(hash)) {
            return Some(content);
        }
        let path = self.path(hash);
        let mut bytes = fs::read(&path).ok()?;
        // The last bytes are a check: a file cut short by a full disk, or of another hash, is not believed.
        let (content, seal) = bytes.split_at_checked(bytes.len().checked_sub(SEAL)?)?;
        if sealed(hash, content) != *seal {
            let _ = fs::remove_file(&path);
            return None;
        }
        let now = fs::File::options().append(true).open(&path);
        let _ = now.and_then(|file| file.set_modified(SystemTime::now()));
        bytes.truncate(bytes.len() - SEAL);
        Some(bytes.into())
    }

    fn remember(&self, hash: &[u8; 32], bytes: &[u8]) {
        let hash = &self.key(hash);
        if self.pack.as_ref().is_some_and(|pack| pack.remember(hash, bytes)) {
            return;
        }
        self.wrote.store(true, Ordering::Relaxed);
        let path = self.path(hash);
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            // Written beside and renamed, so that builds at the same time never see half a file.
            static COUNT: AtomicUsize = AtomicUsize::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let half = path.with_extension(format!("{}-{count}", std::process::id()));
            let written = || {
                let mut file = fs::File::create(&half)?;
                file.write_all(bytes)?;
                file.write_all(&sealed(hash, bytes))?;
                fs::rename(&half, &path)
            };
            written().inspect_err(|_| drop(fs::remove_file(&half)))
        };
        let _ = write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_and_believes_only_whole_files() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Remembered::without_pack(folder.path());
        let hash = [7; 32];
        assert_eq!(memory.recall(&hash), None);
        memory.remember(&hash, b"picture");
        assert_eq!(memory.recall(&hash).as_deref(), Some(&b"picture"[..]));
        Remembered::tidy(folder.path());
        assert!(memory.recall(&hash).is_some());
        fs::write(memory.path(&memory.key(&hash)), b"pictu").unwrap();
        assert_eq!(memory.recall(&hash), None);
    }

    #[test]
    fn what_belongs_to_another_hash_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Remembered::without_pack(folder.path());
        memory.remember(&[1; 32], b"one");
        memory.remember(&[2; 32], b"two");
        fs::rename(memory.path(&memory.key(&[1; 32])), memory.path(&memory.key(&[2; 32]))).unwrap();
        assert_eq!(memory.recall(&[2; 32]), None);
        memory.remember(&[2; 32], b"two");
        assert_eq!(memory.recall(&[2; 32]).as_deref(), Some(&b"two"[..]));
    }

    /// Old files go, ours only.
    #[test]
    fn tidying_touches_nothing_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Remembered::without_pack(folder.path());
        memory.remember(&[7; 32], b"picture");
        let ours = memory.path(&memory.key(&[7; 32]));
        let half = ours.with_extension("12-ThreadId3");
        fs::write(&half, "half").unwrap();
        let others = ["07/notes.txt", "photos/me.png", "07/07.txt", "me.png", "packs/me.png", "builds/mine"]
            .map(|name| folder.path().join(name));
        for path in &others {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "mine").unwrap();
        }
        let long_ago = SystemTime::now() - 2 * FORGET_AFTER;
        for path in others.iter().chain([&ours, &half]) {
            fs::File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
        }
        Remembered::tidy(folder.path());
        assert!(!ours.exists() && !half.exists());
        assert!(others.iter().all(|path| path.exists()));
    }

    #[test]
    fn small_things_are_packed_and_large_ones_are_files() {
        let folder = tempfile::tempdir().unwrap();
        let (small, large) = (vec![1; 100], vec![2; 100_000]);
        let memory = Remembered::new(folder.path(), "g");
        memory.remember(&[1; 32], &small);
        memory.remember(&[2; 32], &large);
        assert!(memory.grew());
        memory.save();
        let memory = Remembered::new(folder.path(), "g");
        assert_eq!(memory.recall(&[1; 32]).as_deref(), Some(&*small));
        assert_eq!(memory.recall(&[2; 32]).as_deref(), Some(&*large));
        assert!(!memory.grew());
        assert!(folder.path().join("packs/g.pack").exists() && memory.path(&memory.key(&[2; 32])).exists());
        assert_eq!(Remembered::new(folder.path(), "h").recall(&[1; 32]), None);
        // What another program made is not known.
        let other = Remembered { program: [9; 32], ..Remembered::new(folder.path(), "g") };
        assert_eq!((other.recall(&[1; 32]), other.recall(&[2; 32])), (None, None));
    }
}
