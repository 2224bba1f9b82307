//! What was drawn in earlier builds, by the hash of what it was drawn from.

use crate::emit::Memory;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A folder of files named by hash. It may be deleted at any time.
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
            for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
                if let Ok(about) = file.metadata() {
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

impl Memory for Remembered {
    fn recall(&self, hash: &[u8; 32]) -> Option<Vec<u8>> {
        let path = self.path(hash);
        let bytes = fs::read(&path).ok()?;
        // The last eight bytes are a check: a file cut short by a full disk is not believed.
        let (content, check) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
        if blake3::hash(content).as_bytes()[..8] != *check {
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
            let thread = format!("{:?}", std::thread::current().id());
            let half = path.with_extension(format!("{}-{}", std::process::id(), thread.replace(['(', ')'], "")));
            let mut file = fs::File::create(&half)?;
            file.write_all(bytes)?;
            file.write_all(&blake3::hash(bytes).as_bytes()[..8])?;
            fs::rename(&half, &path)
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
}
