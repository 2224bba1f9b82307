//! What was drawn in earlier builds, by the hash of what it was drawn from.

use crate::emit::Memory;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// A folder of files named by hash. It may be deleted at any time. What is named otherwise is not ours.
pub struct Remembered {
    folder: PathBuf,
}

/// Files not used for so long are forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(30 * 24 * 3600);
/// When the folder holds more, the files unused for longest are forgotten.
const MOST_BYTES: u64 = 512 << 20;

impl Remembered {
    /// The memory in that folder.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf() }
    }

    fn path(&self, hash: &[u8; 32]) -> PathBuf {
        let name: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(&name[..2]).join(&name[2..])
    }

    /// Forgets what nobody asked for in a long time. Failing to is no error.
    pub fn tidy(&self) {
        let mut files = Vec::new();
        for folder in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
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

/// Bytes at the end of a file that bind it to its hash.
const SEAL: usize = 8;

fn sealed(hash: &[u8; 32], content: &[u8]) -> [u8; SEAL] {
    let mut seal = [0; SEAL];
    let whole = blake3::Hasher::new().update(hash).update(content).finalize();
    seal.copy_from_slice(&whole.as_bytes()[..SEAL]);
    seal
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
    fn recall(&self, hash: &[u8; 32]) -> Option<Vec<u8>> {
        let path = self.path(hash);
        let bytes = fs::read(&path).ok()?;
        // The last bytes are a check: a file cut short by a full disk, or of another hash, is not believed.
        let (content, seal) = bytes.split_at_checked(bytes.len().checked_sub(SEAL)?)?;
        if sealed(hash, content) != *seal {
            let _ = fs::remove_file(&path);
            return None;
        }
        let now = fs::File::options().append(true).open(&path);
        let _ = now.and_then(|file| file.set_modified(SystemTime::now()));
        Some(content.to_vec())
    }

    fn remember(&self, hash: &[u8; 32], bytes: &[u8]) {
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
        let memory = Remembered::new(folder.path());
        let hash = [7; 32];
        assert_eq!(memory.recall(&hash), None);
        memory.remember(&hash, b"picture");
        assert_eq!(memory.recall(&hash).as_deref(), Some(&b"picture"[..]));
        memory.tidy();
        assert!(memory.recall(&hash).is_some());
        fs::write(memory.path(&hash), b"pictu").unwrap();
        assert_eq!(memory.recall(&hash), None);
    }

    #[test]
    fn what_belongs_to_another_hash_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Remembered::new(folder.path());
        memory.remember(&[1; 32], b"one");
        memory.remember(&[2; 32], b"two");
        fs::rename(memory.path(&[1; 32]), memory.path(&[2; 32])).unwrap();
        assert_eq!(memory.recall(&[2; 32]), None);
        memory.remember(&[2; 32], b"two");
        assert_eq!(memory.recall(&[2; 32]).as_deref(), Some(&b"two"[..]));
    }

    /// Old files go, ours only.
    #[test]
    fn tidying_touches_nothing_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Remembered::new(folder.path());
        memory.remember(&[7; 32], b"picture");
        let ours = memory.path(&[7; 32]);
        let half = ours.with_extension("12-ThreadId3");
        fs::write(&half, "half").unwrap();
        let others = ["07/notes.txt", "photos/me.png", "07/07.txt", "me.png"].map(|name| folder.path().join(name));
        for path in &others {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "mine").unwrap();
        }
        let long_ago = SystemTime::now() - 2 * FORGET_AFTER;
        for path in others.iter().chain([&ours, &half]) {
            fs::File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
        }
        memory.tidy();
        assert!(!ours.exists() && !half.exists());
        assert!(others.iter().all(|path| path.exists()));
    }
}
