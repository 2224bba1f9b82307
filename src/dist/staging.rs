//! Filling a new folder, and putting it in the place of the old one.

use super::claim::Claim;
use super::disk::{is_there, settle};
use super::guard::MARKER;
use super::lock::{NewLock, write_lock};
use crate::emit::Sink;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The new folder of a game while it is filled. Dropped before [`Staging::finish`], it is gone and the
/// old folder is as it was.
pub struct Staging {
    folder: PathBuf,
    put: Mutex<Put>,
    // Dropped last: while it is held, nobody sweeps the folder away.
    claim: Claim,
}

/// What was put into it.
#[derive(Default)]
struct Put {
    /// Folders below it that were made.
    folders: BTreeSet<PathBuf>,
    /// Files, and how many bytes each has.
    files: BTreeMap<String, u64>,
}

/// Why the new folder did not take the place of the old one, which is as it was.
#[derive(Debug)]
pub enum PublishError {
    /// The lock could not be written.
    Lock(io::Error),
    /// The folder could not be filled or put in its place.
    Folder(io::Error),
}

impl From<io::Error> for PublishError {
    fn from(error: io::Error) -> Self {
        PublishError::Folder(error)
    }
}

impl Staging {
    /// An empty folder beside the one that was claimed.
    pub fn new(claim: Claim) -> io::Result<Self> {
        let folder = claim.new_folder()?;
        let staging = Self { folder, put: Mutex::default(), claim };
        staging.claim.disk.write(&staging.folder.join(MARKER), staging.claim.maker.marker().as_bytes())?;
        Ok(staging)
    }

    /// The place it is for.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// How many files were put into it, and their bytes.
    pub fn size(&self) -> (usize, u64) {
        let put = self.so_far();
        (put.files.len(), put.files.values().sum())
    }

    /// Puts it in the place of the old folder, whose files for which `keep` holds are taken over. The lock
    /// is written before: a module never has numbers that no lock knows.
    pub fn finish(self, keep: &dyn Fn(&str) -> bool, lock: Option<NewLock<'_>>) -> Result<(), PublishError> {
        self.claim.check()?;
        let target = self.claim.target();
        if target.is_dir() {
            self.copy_kept(&target, &PathBuf::new(), keep)?;
        }
        self.verify()?;
        settle(&self.folder, self.so_far().files.keys())?;
        if let Some(lock) = lock {
            write_lock(&self.claim.disk, &lock).map_err(PublishError::Lock)?;
        }
        // Afterwards what was the old folder has the new one's name, or is gone: dropping removes it.
        Ok(self.swap(&target)?)
    }

    fn so_far(&self) -> MutexGuard<'_, Put> {
        self.put.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the folders of a file. The folder that is filled is never made again: if it is gone, that is
    /// an error.
    fn make_folders(&self, path: &Path) -> io::Result<()> {
        let mut put = self.so_far();
        let mut below: Vec<&Path> = path.ancestors().skip(1).filter(|part| !part.as_os_str().is_empty()).collect();
        below.reverse();
        for folder in below {
            if !put.folders.contains(folder) {
                self.claim.disk.make_folder(&self.folder.join(folder))?;
                put.folders.insert(folder.to_path_buf());
            }
        }
        Ok(())
    }

    fn vanished(&self, error: io::Error) -> io::Error {
        if error.kind() != io::ErrorKind::NotFound {
            return error;
        }
        io::Error::new(error.kind(), format!("{} was deleted during the build; build again", self.folder.display()))
    }

    fn copy_kept(&self, from: &Path, below: &Path, keep: &dyn Fn(&str) -> bool) -> io::Result<()> {
        for entry in fs::read_dir(from.join(below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            let name = path.to_string_lossy().replace('\\', "/");
            if entry.file_type()?.is_dir() {
                self.copy_kept(from, &path, keep)?;
            } else if name != MARKER && keep(&name) {
                self.make_folders(&path).map_err(|error| self.vanished(error))?;
                let copied = self.claim.disk.copy(&entry.path(), &self.folder.join(&path));
                let bytes = copied.map_err(|error| self.vanished(error))?;
                if let Some(name) = path.to_str() {
                    self.so_far().files.insert(name.to_string(), bytes);
                }
            }
        }
        Ok(())
    }

    /// Checks that everything that was put into the folder is still there.
    fn verify(&self) -> io::Result<()> {
        for (name, bytes) in &self.so_far().files {
            let about = fs::symlink_metadata(self.folder.join(name)).map_err(|error| self.vanished(error))?;
            if !about.is_file() || about.len() != *bytes {
                let why = format!("{} was changed during the build; build again", self.folder.join(name).display());
                return Err(io::Error::other(why));
            }
        }
        Ok(())
    }

    /// Puts the new folder in the place of the old one.
    fn swap(&self, target: &Path) -> io::Result<()> {
        let disk = &self.claim.disk;
        if !is_there(target) {
            return disk.rename(&self.folder, target);
        }
        if disk.exchange(&self.folder, target)? {
            return Ok(());
        }
        // The old folder steps aside, and comes back on failure; if the build is killed, with the next one.
        let aside = self.claim.aside();
        disk.rename(target, &aside)?;
        if let Err(error) = disk.rename(&self.folder, target) {
            disk.rename(&aside, target)?;
            return Err(error);
        }
        disk.rename(&aside, &self.folder)
    }
}

impl Sink for Staging {
    fn put(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside || path.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{path}` leads out of the folder")));
        }
        self.make_folders(Path::new(path)).map_err(|error| self.vanished(error))?;
        self.claim.disk.write(&self.folder.join(path), bytes).map_err(|error| self.vanished(error))?;
        self.so_far().files.insert(path.to_string(), bytes.len() as u64);
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = self.claim.disk.remove(&self.folder);
    }
}
