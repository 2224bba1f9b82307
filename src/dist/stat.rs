//! What the file system says about a file without reading it, and how far that can be trusted.

use serde::{Deserialize, Serialize};
use std::fs::Metadata;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Size, times and number of a file. Two that are equal are of the same content, unless the file was changed in the
/// very moment in which it was looked at: see [`Stat::is_settled`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    size: u64,
    /// When it was changed, in nanoseconds since 1970.
    changed: u128,
    /// When its entry was changed; 0 where it is not known or does not count.
    entry: i128,
    /// Its number on the disk; 0 where it is not known.
    number: u64,
}

impl Stat {
    /// Of a file that is read: everything counts.
    pub fn of_input(about: &Metadata) -> Self {
        Self { entry: entry_time(about), ..Self::of_output(about) }
    }

    /// Of a file that we made: it may get other names, which changes the time of its entry.
    pub fn of_output(about: &Metadata) -> Self {
        let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Self { size: about.len(), changed: changed.map_or(0, |time| time.as_nanos()), entry: 0, number: number(about) }
    }

    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether it was changed long enough before `now` that any later change gives it another time. File systems
    /// count in steps: of milliseconds, or of two seconds where no fractions are seen.
    pub fn is_settled(&self, now: SystemTime) -> bool {
        let whole = self.changed.is_multiple_of(1_000_000_000);
        let step = if whole { Duration::from_secs(2) } else { Duration::from_millis(20) };
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.changed > 0 && self.changed + step.as_nanos() < now.as_nanos()
    }
}

#[cfg(unix)]
fn entry_time(about: &Metadata) -> i128 {
    use std::os::unix::fs::MetadataExt;
    i128::from(about.ctime()) * 1_000_000_000 + i128::from(about.ctime_nsec())
}

#[cfg(unix)]
fn number(about: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(about)
}

#[cfg(not(unix))]
fn entry_time(_: &Metadata) -> i128 {
    0
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_just_changed_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "1").unwrap();
        let now = SystemTime::now();
        let file = fs::File::options().append(true).open(&path).unwrap();
        let settled = |ago: Duration| {
            file.set_modified(now - ago).unwrap();
            Stat::of_input(&fs::metadata(&path).unwrap()).is_settled(now)
        };
        assert!(!settled(Duration::ZERO) && !settled(Duration::from_millis(5)));
        assert!(settled(Duration::from_secs(60)));
        // On a disk that counts in whole seconds.
        let whole = UNIX_EPOCH + Duration::from_secs(now.duration_since(UNIX_EPOCH).unwrap().as_secs());
        file.set_modified(whole).unwrap();
        let stat = Stat::of_input(&fs::metadata(&path).unwrap());
        assert!(!stat.is_settled(whole + Duration::from_secs(1)) && stat.is_settled(whole + Duration::from_secs(3)));
    }

    #[test]
    fn another_content_is_another_stat() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let stat = || Stat::of_input(&fs::metadata(&path).unwrap());
        fs::write(&path, "1").unwrap();
        let first = stat();
        assert_eq!(first, stat());
        fs::write(&path, "12").unwrap();
        assert_ne!(first, stat());
        // A file put in its place with the same size and time.
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        let before = stat();
        let other = folder.path().join("b");
        fs::write(&other, "21").unwrap();
        fs::File::options().append(true).open(&other).unwrap().set_modified(time).unwrap();
        fs::rename(&other, &path).unwrap();
        assert_eq!(cfg!(unix), before != stat());
    }
}
