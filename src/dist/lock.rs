//! The lock, the one file that a build writes beside the data.

use super::disk::{Disk, settle_names};
use crate::identity::Lock;
use crate::source::LOCK;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A lock to be written.
#[derive(Clone, Copy)]
pub struct NewLock<'a> {
    /// The game's folder.
    pub folder: &'a Path,
    /// What to write.
    pub lock: &'a Lock,
    /// The text from which it was made; none if there was no lock.
    pub before: Option<&'a str>,
}

/// How a lock is named while it is written, before its number.
fn half_name() -> String {
    format!(".{LOCK}.new-")
}

/// Writes a lock, whole or not at all.
pub(super) fn write_lock(disk: &Disk, new: &NewLock<'_>) -> io::Result<()> {
    let path = new.folder.join(LOCK);
    let now = match fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if now.as_deref() != new.before.map(str::as_bytes) {
        return Err(io::Error::other("it was changed during the build; build again"));
    }
    let (half, mut file) = half_file(disk, new.folder)?;
    // Others see by this that it is not a leftover.
    let _ = file.try_lock();
    let written = disk.fill(&mut file, new.lock.text().as_bytes()).and_then(|()| disk.rename(&half, &path));
    if written.is_err() {
        let _ = disk.remove(&half);
    }
    settle_names(new.folder);
    written
}

/// A new file beside the lock.
fn half_file(disk: &Disk, folder: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = std::process::id();
    loop {
        let half = folder.join(format!("{}{number}", half_name()));
        match disk.make_file(&half) {
            Ok(file) => return Ok((half, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number = number.wrapping_add(1),
            Err(error) => return Err(error),
        }
    }
}

/// Removes half-written locks that builds left when they were killed. Failing to is not an error.
pub(super) fn sweep_locks(disk: &Disk, folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(&half_name()));
        if !number.is_some_and(is_number) || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if File::options().write(true).open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = disk.remove(&entry.path());
        }
    }
}

/// Whether a text is a number of a process.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn lock() -> Lock {
        let mut lock = Lock::default();
        lock.pieces.insert("unit/a".to_string(), 1);
        lock
    }

    fn write(folder: &Path, before: Option<&str>) -> io::Result<()> {
        write_lock(&Disk::default(), &NewLock { folder, lock: &lock(), before })
    }

    #[test]
    fn replaces_the_old_one_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "old").unwrap();
        write(folder.path(), Some("old")).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join(LOCK)).unwrap(), lock().text());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // A folder in its way stays, and so does nothing else.
        fs::remove_file(folder.path().join(LOCK)).unwrap();
        fs::create_dir_all(folder.path().join(LOCK).join("x")).unwrap();
        assert!(write(folder.path(), None).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write(&folder.path().join("nowhere"), None).is_err());
    }

    /// Numbers that another build gave out in the meantime are not forgotten.
    #[test]
    fn a_lock_that_changed_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "newer").unwrap();
        assert!(write(folder.path(), Some("old")).is_err());
        assert!(write(folder.path(), None).is_err());
        assert_eq!(fs::read_to_string(folder.path().join(LOCK)).unwrap(), "newer");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn leftovers_are_swept_unless_someone_writes_them() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".punchboard.lock.new-1", ".punchboard.lock.new-2", ".punchboard.lock.new-mine"] {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        let held = File::options().write(true).open(folder.path().join(".punchboard.lock.new-2")).unwrap();
        held.lock().unwrap();
        sweep_locks(&Disk::default(), folder.path());
        assert!(!folder.path().join(".punchboard.lock.new-1").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
