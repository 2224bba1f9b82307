//! Filling a new folder, and putting it in the place of the old one.

use super::claim::Claim;
use super::disk::{is_there, settle};
use super::lock::{NewLock, write_lock};
use super::manifest::{Hash, Manifest};
use super::marker::{MARKER, MarkerFile, is_ours};
use crate::emit::{EmitError, Sink};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The new folder of a game while it is filled. Dropped before [`Staging::finish`], it is gone and the
/// old folder is as it was.
pub struct Staging {
    folder: PathBuf,
    put: Mutex<Staged>,
    /// What the last build of the same data made, of which unchanged files are taken over.
    before: Option<Manifest>,
    // Dropped last: while it is held, nobody sweeps the folder away.
    claim: Claim,
}

/// What was put into it.
#[derive(Default)]
struct Staged {
    /// Folders below it that were made.
    folders: BTreeSet<PathBuf>,
    /// Files: how many bytes each has, and their hash.
    files: BTreeMap<String, (u64, Hash)>,
    /// How many of them were written; the others were taken over.
    written: usize,
}

/// The folder that was there before.
struct Old<'a> {
    folder: &'a Path,
    marker: Option<MarkerFile>,
    /// Which of our files stay.
    keep: &'a dyn Fn(&str) -> bool,
}

/// A folder that took its place. While this is there, nobody else changes it.
pub struct Published {
    staging: Staging,
}

impl Published {
    /// Removes the folder that was there before. Dropping this does so too, and lets go of the place.
    pub fn sweep(&self) {
        let _ = self.staging.claim.disk.remove(&self.staging.folder);
    }
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
        Ok(Self { folder, put: Mutex::default(), before: None, claim })
    }

    /// Files that are as that build made them are taken over, not written again.
    #[must_use]
    pub fn over(mut self, before: Option<Manifest>) -> Self {
        self.before = before;
        self
    }

    /// The place it is for.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// How many files were put into it, and their bytes.
    pub fn size(&self) -> (usize, u64) {
        let put = self.so_far();
        (put.files.len(), put.files.values().map(|(bytes, _)| bytes).sum())
    }

    /// The files that were put into it, and the hash of each.
    pub fn hashes(&self) -> BTreeMap<String, Hash> {
        self.so_far().files.iter().map(|(name, (_, hash))| (name.clone(), *hash)).collect()
    }

    /// Puts it in the place of the old folder. Of the old folder's files, those for which `keep` holds and
    /// those that we did not make are taken over. The lock is written before: a module never has numbers
    /// that no lock knows.
    pub fn finish(self, keep: &dyn Fn(&str) -> bool, lock: Option<NewLock<'_>>) -> Result<Published, PublishError> {
        self.claim.check()?;
        let target = self.claim.target();
        let mut files: BTreeSet<String> = self.so_far().files.keys().cloned().collect();
        if target.is_dir() {
            let old = Old { marker: MarkerFile::of(&target).flatten(), folder: &target, keep };
            self.take_over(&old, Path::new(""), &mut files)?;
        }
        self.verify()?;
        let marker = MarkerFile { maker: self.claim.maker, files };
        self.claim.disk.write(&self.folder.join(MARKER), marker.text().as_bytes())?;
        settle(&self.folder, self.so_far().files.keys())?;
        if let Some(lock) = lock {
            write_lock(&self.claim.disk, &lock).map_err(PublishError::Lock)?;
        }
        self.swap(&target)?;
        // What was the old folder has the new one's name by now, or is gone: dropping removes it.
        Ok(Published { staging: self })
    }

    fn so_far(&self) -> MutexGuard<'_, Staged> {
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

    /// Copies what stays of the old folder; adds to `made` what we made of it.
    fn take_over(&self, old: &Old<'_>, below: &Path, made: &mut BTreeSet<String>) -> io::Result<()> {
        for entry in fs::read_dir(old.folder.join(below))? {
            let entry = entry?;
            let (path, kind) = (below.join(entry.file_name()), entry.file_type()?);
            if kind.is_dir() {
                self.take_over(old, &path, made)?;
                continue;
            }
            let name = path.to_string_lossy().replace('\\', "/");
            let ours = is_ours(self.claim.maker, old.marker.as_ref(), &name);
            if ours && (name == MARKER || !(old.keep)(&name)) {
                continue;
            }
            if !ours && (!kind.is_file() || self.is_taken(&path)) {
                let why = format!("{} is in the way, and punchboard did not make it; move it", entry.path().display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
            self.make_folders(&path).map_err(|error| self.vanished(error))?;
            self.claim.disk.carry(&entry.path(), &self.folder.join(&path)).map_err(|error| self.vanished(error))?;
            if ours {
                made.insert(name);
            }
        }
        Ok(())
    }

    /// Whether something was put where that file would be, or where one of its folders would be.
    fn is_taken(&self, path: &Path) -> bool {
        let below = path.ancestors().skip(1).filter(|part| !part.as_os_str().is_empty());
        is_there(&self.folder.join(path)) || below.into_iter().any(|part| self.folder.join(part).is_file())
    }

    /// Checks that everything that was put into the folder is still there.
    fn verify(&self) -> io::Result<()> {
        for (name, (bytes, _)) in &self.so_far().files {
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
        let new = self.place_for(path)?;
        let hash = blake3::hash(bytes);
        let linked = self.is_linked(path, &hash, &new);
        if !linked {
            self.make_way(path, &new)?;
            self.claim.disk.write(&new, bytes).map_err(|error| self.vanished(error))?;
        }
        self.took(path, bytes.len() as u64, hash, !linked);
        Ok(())
    }

    fn put_draft(
        &self,
        path: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), EmitError>,
    ) -> Result<(), EmitError> {
        let new = self.place_for(path)?;
        self.make_way(path, &new)?;
        let file = self.claim.disk.begin(&new).map_err(|error| self.vanished(error))?;
        let mut draft = io::BufWriter::with_capacity(1 << 20, Hashing { file, hash: blake3::Hasher::new() });
        write(&mut draft)?;
        let Hashing { hash, .. } = draft.into_inner().map_err(io::IntoInnerError::into_error)?;
        let (bytes, hash) = (hash.count(), hash.finalize());
        // Written in vain, if the old file is the same: it stays, as old as it is.
        let same = self.before.as_ref().and_then(|before| before.unchanged(&self.claim.target(), path, &hash));
        if let Some(old) = &same {
            self.claim.disk.remove(&new)?;
            self.claim.disk.carry(old, &new)?;
        }
        self.took(path, bytes, hash, same.is_none());
        Ok(())
    }
}

/// A file, and the hash of what was written to it.
struct Hashing {
    file: fs::File,
    hash: blake3::Hasher,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Staging {
    /// Where a file goes; its folders are made.
    fn place_for(&self, path: &str) -> io::Result<PathBuf> {
        let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside || path.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{path}` points outside the folder")));
        }
        self.make_folders(Path::new(path)).map_err(|error| self.vanished(error))?;
        Ok(self.folder.join(path))
    }

    /// Whether the file of the last build is as this one is to be, and could be taken over.
    fn is_linked(&self, path: &str, hash: &Hash, new: &Path) -> bool {
        let old = self.before.as_ref().and_then(|before| before.unchanged(&self.claim.target(), path, hash));
        old.is_some_and(|old| self.claim.disk.link(&old, new).is_ok())
    }

    /// Removes what was put there before: it may be a second name of the old file, which stays as it is.
    fn make_way(&self, path: &str, new: &Path) -> io::Result<()> {
        if self.so_far().files.contains_key(path) { self.claim.disk.remove(new) } else { Ok(()) }
    }

    fn took(&self, path: &str, bytes: u64, hash: Hash, written: bool) {
        let mut put = self.so_far();
        put.files.insert(path.to_string(), (bytes, hash));
        put.written += usize::from(written);
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = self.claim.disk.remove(&self.folder);
    }
}
