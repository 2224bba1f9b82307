//! Writing: the only stage that touches the disk, once, at the end, all or nothing.
//!
//! The files of a game are written into a new folder beside the old one, which then takes its place
//! in one step. A build that fails or is killed leaves the old folder whole; what it left of the new
//! one is swept away by the next build. Beside the data it writes one file only, the game's lock.

mod lock;
mod memory;

pub use lock::write_lock;
pub use memory::Remembered;

use crate::emit::Sink;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The new folder of a game while it is filled. Dropped before [`Staging::finish`], it is gone and the
/// old folder is as it was.
pub struct Staging {
    folder: PathBuf,
    target: PathBuf,
    files: AtomicUsize,
    bytes: AtomicUsize,
}

impl Staging {
    /// An empty folder beside `dist/<game>`.
    pub fn new(dist: &Path, game: &str) -> io::Result<Self> {
        fs::create_dir_all(dist)?;
        sweep(dist, game)?;
        let folder = dist.join(format!(".{game}.new-{}", std::process::id()));
        remove(&folder)?;
        fs::create_dir_all(&folder)?;
        let (files, bytes) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Ok(Self { folder, target: dist.join(game), files, bytes })
    }

    /// How many files were put into it, and their bytes.
    pub fn size(&self) -> (usize, usize) {
        (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed))
    }

    /// Puts it in the place of the old folder, whose files for which `keep` holds are taken over.
    pub fn finish(self, keep: &dyn Fn(&str) -> bool) -> io::Result<()> {
        if self.target.is_dir() {
            copy_kept(&self.target, &self.folder, &PathBuf::new(), keep)?;
        }
        settle(&self.folder)?;
        // Afterwards what was the old folder has the new one's name, or is gone: dropping removes it.
        swap(&self.folder, &self.target)
    }
}

impl Sink for Staging {
    fn put(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{path}` leads out of the folder")));
        }
        let path = self.folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        File::create(path)?.write_all(bytes)?;
        self.files.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes.len(), Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = remove(&self.folder);
    }
}

/// Waits until the files are on the disk: a folder that takes the old one's place must be whole.
fn settle(folder: &Path) -> io::Result<()> {
    let handle = File::open(folder)?;
    #[cfg(target_os = "linux")]
    rustix::fs::syncfs(&handle)?;
    #[cfg(not(target_os = "linux"))]
    handle.sync_all()?;
    Ok(())
}

/// Removes a file or a folder, whichever is there.
fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Removes what killed builds left behind. A folder without a running process behind it is such;
/// builds of one game at the same time are told apart by their process.
fn sweep(dist: &Path, game: &str) -> io::Result<()> {
    let prefix = format!(".{game}.new-");
    for entry in fs::read_dir(dist)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(process) = name.strip_prefix(&prefix) else { continue };
        let alive = Path::new("/proc").exists() && Path::new("/proc").join(process).exists();
        if !alive {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

fn copy_kept(from: &Path, to: &Path, below: &Path, keep: &dyn Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(from.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_kept(from, to, &path, keep)?;
        } else if keep(&path.to_string_lossy().replace('\\', "/")) {
            let copy = to.join(&path);
            if let Some(parent) = copy.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}

/// Puts the new folder in the place of the old one.
fn swap(staging: &Path, target: &Path) -> io::Result<()> {
    if !target.exists() {
        return fs::rename(staging, target);
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, staging, CWD, target, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    // Elsewhere there is no exchange: the old folder steps aside first, and comes back on failure.
    let aside = staging.with_extension("old");
    fs::rename(target, &aside)?;
    if let Err(error) = fs::rename(staging, target) {
        fs::rename(&aside, target)?;
        return Err(error);
    }
    remove(&aside)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn write(dist: &Path, files: &[(&str, &str)], keep: &dyn Fn(&str) -> bool) -> io::Result<()> {
        let staging = Staging::new(dist, "g")?;
        for (name, text) in files {
            staging.put(name, text.as_bytes())?;
        }
        staging.finish(keep)
    }

    #[test]
    fn replaces_all_and_leaves_nothing_behind() {
        let dist = tempfile::tempdir().unwrap();
        write(dist.path(), &[("a.json", "1"), ("x/b.png", "2")], &|_| false).unwrap();
        write(dist.path(), &[("a.json", "3")], &|_| false).unwrap();
        assert_eq!(fs::read_to_string(dist.path().join("g/a.json")).unwrap(), "3");
        assert!(!dist.path().join("g/x").exists());
        assert_eq!(fs::read_dir(dist.path()).unwrap().count(), 1);
    }

    #[test]
    fn keeps_what_other_outputs_own() {
        let dist = tempfile::tempdir().unwrap();
        write(dist.path(), &[("a.json", "1"), ("x/b.png", "2")], &|_| false).unwrap();
        write(dist.path(), &[("a.json", "3")], &|path| path == "x/b.png").unwrap();
        assert_eq!(fs::read_to_string(dist.path().join("g/x/b.png")).unwrap(), "2");
    }

    #[test]
    fn a_failed_write_leaves_the_old_folder_whole() {
        let dist = tempfile::tempdir().unwrap();
        write(dist.path(), &[("a", "1")], &|_| false).unwrap();
        // A file cannot be both a file and a folder.
        assert!(write(dist.path(), &[("a", "2"), ("a/b", "3")], &|_| false).is_err());
        assert_eq!(fs::read_to_string(dist.path().join("g/a")).unwrap(), "1");
        assert_eq!(fs::read_dir(dist.path()).unwrap().count(), 1);
    }

    #[test]
    fn nothing_is_written_outside() {
        let dist = tempfile::tempdir().unwrap();
        for path in ["../x", "a/../../x", "/x", ""] {
            assert!(write(dist.path(), &[(path, "1")], &|_| false).is_err(), "{path}");
        }
        assert_eq!(fs::read_dir(dist.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_in_the_way_is_replaced() {
        let dist = tempfile::tempdir().unwrap();
        fs::write(dist.path().join("g"), "in the way").unwrap();
        write(dist.path(), &[("a", "1")], &|_| false).unwrap();
        assert_eq!(fs::read_to_string(dist.path().join("g/a")).unwrap(), "1");
        assert_eq!(fs::read_dir(dist.path()).unwrap().count(), 1);
    }

    #[test]
    fn sweeps_what_a_killed_build_left() {
        let dist = tempfile::tempdir().unwrap();
        fs::create_dir_all(dist.path().join(".g.new-999999999/x")).unwrap();
        write(dist.path(), &[("a", "1")], &|_| false).unwrap();
        assert_eq!(fs::read_dir(dist.path()).unwrap().count(), 1);
    }
}
