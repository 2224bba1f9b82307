//! The lock, the one file that a build writes beside the data.

use crate::identity::Lock;
use crate::source::LOCK;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes the lock into a game's folder, whole or not at all.
pub fn write_lock(folder: &Path, lock: &Lock) -> io::Result<()> {
    let new = folder.join(format!(".{LOCK}.new-{}", std::process::id()));
    let written = write(&new, &lock.text()).and_then(|()| fs::rename(&new, folder.join(LOCK)));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn replaces_the_old_one_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK), "old").unwrap();
        let mut lock = Lock::default();
        lock.pieces.insert("unit/a".to_string(), 1);
        write_lock(folder.path(), &lock).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join(LOCK)).unwrap(), lock.text());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // A folder in its way stays, and so does nothing else.
        fs::remove_file(folder.path().join(LOCK)).unwrap();
        fs::create_dir_all(folder.path().join(LOCK).join("x")).unwrap();
        assert!(write_lock(folder.path(), &lock).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_lock(&folder.path().join("nowhere"), &lock).is_err());
    }
}
