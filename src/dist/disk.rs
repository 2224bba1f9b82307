//! Changes to the disk, one step each. Tests end them after any step, as a power cut would.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The disk.
#[derive(Debug, Clone, Default)]
pub(super) struct Disk {
    /// Whether two folders can change places in one step is not even tried.
    no_exchange: bool,
    #[cfg(test)]
    fuse: Option<std::sync::Arc<std::sync::atomic::AtomicUsize>>,
}

impl Disk {
    /// A disk on which nothing happens any more after so many steps.
    #[cfg(test)]
    pub fn failing_after(steps: usize, exchange: bool) -> Self {
        Self { no_exchange: !exchange, fuse: Some(std::sync::Arc::new(steps.into())) }
    }

    #[cfg(test)]
    fn step(&self) -> io::Result<()> {
        use std::sync::atomic::Ordering::SeqCst;
        let left = self.fuse.as_ref().map(|fuse| fuse.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)));
        if matches!(left, Some(Err(_))) { Err(io::Error::other("the power was cut")) } else { Ok(()) }
    }

    #[cfg(not(test))]
    #[allow(clippy::unused_self, clippy::unnecessary_wraps)]
    fn step(&self) -> io::Result<()> {
        Ok(())
    }

    /// Makes a folder in one that exists.
    pub fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        fs::create_dir(path)
    }

    /// Writes a file.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.step()?;
        let mut file = File::create(path)?;
        self.step()?;
        file.write_all(bytes)
    }

    /// Makes a file that is written piece by piece.
    pub fn begin(&self, path: &Path) -> io::Result<File> {
        self.step()?;
        let file = File::options().write(true).create(true).truncate(true).open(path)?;
        self.step()?;
        Ok(file)
    }

    /// Fills a new file that is open, and waits until it is on the disk.
    pub fn fill(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        self.step()?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    /// Makes a file that is not there yet.
    pub fn make_file(&self, path: &Path) -> io::Result<File> {
        self.step()?;
        File::options().write(true).create_new(true).open(path)
    }

    /// Gives a file a second name, in a folder on the same disk. Not every disk can do it.
    pub fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        fs::hard_link(from, to)
    }

    /// Puts a file into another folder too: by a second name or, where that cannot be done, as a copy.
    pub fn carry(&self, from: &Path, to: &Path) -> io::Result<()> {
        if self.link(from, to).is_ok() {
            return Ok(());
        }
        self.step()?;
        fs::copy(from, to).map(drop)
    }

    /// Gives a file or folder another name.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        fs::rename(from, to)
    }

    /// Lets two folders change places in one step. Says whether they did: not every disk can do it.
    pub fn exchange(&self, one: &Path, other: &Path) -> io::Result<bool> {
        if self.no_exchange {
            return Ok(false);
        }
        self.step()?;
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{CWD, RenameFlags, renameat_with};
            Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok())
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = (one, other);
            Ok(false)
        }
    }

    /// Removes a file or a folder, whichever is there.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        match fs::symlink_metadata(path) {
            Ok(about) if about.is_dir() => fs::remove_dir_all(path),
            Ok(_) => fs::remove_file(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Waits until the files of a folder are on the disk: what takes an old folder's place must be whole.
#[cfg(target_os = "linux")]
pub(super) fn settle<'a>(folder: &Path, _: impl Iterator<Item = &'a String>) -> io::Result<()> {
    // All at once is much faster than one by one.
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}

/// Waits until the files of a folder are on the disk: what takes an old folder's place must be whole.
#[cfg(not(target_os = "linux"))]
pub(super) fn settle<'a>(folder: &Path, mut files: impl Iterator<Item = &'a String>) -> io::Result<()> {
    files.try_for_each(|file| File::options().write(true).open(folder.join(file))?.sync_all())
}

/// Waits until the names in a folder are on the disk, where folders can be asked for that.
pub(super) fn settle_names(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Whether anything has that name, be it a link that leads nowhere.
pub(super) fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}
