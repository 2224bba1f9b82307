//! Holding a place: one program at a time fills it.

use super::disk::Disk;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A lock on an empty file, which lasts as long as this or until the program ends in any way. Where the
/// disk knows no locks, nothing is held.
#[derive(Debug)]
pub(super) struct Hold {
    disk: Disk,
    path: PathBuf,
    file: Option<File>,
    /// Whether another program held it first.
    pub waited: bool,
}

impl Hold {
    /// Takes hold. If another program holds it, `waiting` is called once, and then it is waited for.
    pub fn take(disk: &Disk, path: &Path, waiting: &dyn Fn()) -> io::Result<Self> {
        let mut waited = false;
        loop {
            if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
                let why = format!("{} is in the way: it is not a file", path.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
            let file = File::options().write(true).create(true).truncate(false).open(path)?;
            let held = match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    if !waited {
                        waiting();
                    }
                    waited = true;
                    file.lock()
                }
                Err(TryLockError::Error(error)) => Err(error),
                Ok(()) => Ok(()),
            };
            let file = match held {
                Ok(()) => Some(file),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // Not every disk knows locks.
                Err(_) => None,
            };
            // Who held it before has removed the file; others may hold a new one of that name by now.
            if file.as_ref().is_none_or(|file| same(file, path)) {
                return Ok(Self { disk: disk.clone(), path: path.to_path_buf(), file, waited });
            }
        }
    }

    /// Whether it holds against others.
    pub fn is_sure(&self) -> bool {
        self.file.is_some()
    }
}

/// Whether a file still has that name.
#[cfg(unix)]
fn same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Where files cannot be told apart they are not removed, so the name stays that of one file.
#[cfg(not(unix))]
fn same(_: &File, _: &Path) -> bool {
    true
}

impl Drop for Hold {
    fn drop(&mut self) {
        // Removed while it is held. What is not empty is not ours.
        if (cfg!(unix) || self.file.is_none()) && fs::symlink_metadata(&self.path).is_ok_and(|about| about.len() == 0) {
            let _ = self.disk.remove(&self.path);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Each of many takes its turn, alone, and nothing is left.
    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hold");
        let (inside, waited) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let count = || {
                            waited.fetch_add(1, Ordering::SeqCst);
                        };
                        let hold = Hold::take(&Disk::default(), &path, &count).unwrap();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(hold);
                    }
                });
            }
        });
        assert!(waited.load(Ordering::SeqCst) > 0);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), usize::from(!cfg!(unix)));
    }

    #[test]
    fn what_is_not_ours_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hold");
        fs::write(&path, "mine").unwrap();
        drop(Hold::take(&Disk::default(), &path, &|| {}).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(Hold::take(&Disk::default(), &path, &|| {}).is_err());
    }
}
