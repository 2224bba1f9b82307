//! Many small things in one file: opening thousands of files takes longer than drawing what is in them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The first bytes of a pack.
const HEAD: &[u8] = b"punchboard pack 2\n";
/// Bytes of a record before its content: key, length, seal.
const RECORD: usize = 32 + 4 + SEAL;
/// Larger things are not packed.
pub const LARGEST: usize = 64 << 10;
/// No pack is larger: it is read as a whole.
const MOST_BYTES: usize = 64 << 20;
/// Bytes that bind a content to its key.
pub const SEAL: usize = 8;

/// What binds a content to its key: one that is cut short, damaged or of another key is not believed. Against accidents
/// check sums are enough, and thousands of contents are checked in each build.
pub fn sealed(key: &[u8; 32], content: &[u8]) -> [u8; SEAL] {
    let content = crc32fast::hash(content).to_le_bytes();
    let mut both = crc32fast::Hasher::new();
    both.update(key);
    both.update(&content);
    let mut seal = [0; SEAL];
    seal[..4].copy_from_slice(&content);
    seal[4..].copy_from_slice(&both.finalize().to_le_bytes());
    seal
}

/// A pack: what it held when it was opened, and what is new. New things are added at its end; where too much is there
/// in vain it is written anew as a whole, and takes the place of the old one in one step. Of two programs that do so at
/// the same time, one wins.
pub struct Pack {
    path: PathBuf,
    bytes: Vec<u8>,
    places: BTreeMap<[u8; 32], Range<usize>>,
    now: Mutex<Now>,
}

/// What a build used and made.
#[derive(Default)]
struct Now {
    used: BTreeSet<[u8; 32]>,
    new: BTreeMap<[u8; 32], Vec<u8>>,
    new_bytes: usize,
}

impl Pack {
    /// Opens a pack; one that is not there, or not a pack, is empty.
    pub fn open(path: &Path) -> Self {
        let fits = fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= 2 * MOST_BYTES as u64);
        let bytes = if fits { fs::read(path).unwrap_or_default() } else { Vec::new() };
        let places = places(&bytes);
        Self { path: path.to_path_buf(), bytes, places, now: Mutex::default() }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The content of a key.
    pub fn recall(&self, key: &[u8; 32]) -> Option<Cow<'_, [u8]>> {
        if let Some(content) = self.now().new.get(key) {
            return Some(content.clone().into());
        }
        let place = self.places.get(key)?;
        let content = self.bytes.get(place.clone())?;
        if self.bytes.get(place.start - SEAL..place.start)? != sealed(key, content) {
            return None;
        }
        self.now().used.insert(*key);
        Some(content.into())
    }

    /// Takes a content; says whether there is room for it.
    pub fn remember(&self, key: &[u8; 32], content: &[u8]) -> bool {
        let mut now = self.now();
        if content.len() > LARGEST || now.new_bytes + content.len() > MOST_BYTES {
            return false;
        }
        now.new_bytes += content.len();
        now.new.insert(*key, content.to_vec());
        true
    }

    /// Writes it, if there is anything new. What was not used is kept as long as it is no more than what was.
    /// Failing to is not an error.
    pub fn save(&self) {
        let now = self.now();
        if now.new.is_empty() {
            if !now.used.is_empty() {
                self.touch();
            }
            return;
        }
        let mut wanted: usize = now.new.values().map(Vec::len).sum();
        let (mut used, mut unused) = (Vec::new(), Vec::new());
        for (key, place) in &self.places {
            if now.used.contains(key) && !now.new.contains_key(key) {
                wanted += place.len();
                used.push(place);
            } else if !now.new.contains_key(key) {
                unused.push(place);
            }
        }
        let spare: usize = unused.iter().map(|place| place.len()).sum();
        let new = records(&now.new);
        // Most of it is as it was: what is new goes behind it, until too much is there in vain.
        if spare <= wanted + wanted / 2 && self.is_whole() && self.append(&new).is_ok() {
            return;
        }
        let mut left = wanted.min(MOST_BYTES);
        // The newest lie at the end.
        unused.sort_by_key(|place| std::cmp::Reverse(place.start));
        unused.retain(|place| {
            let fits = place.len() <= left;
            left -= if fits { place.len() } else { 0 };
            fits
        });
        let mut kept: Vec<&Range<usize>> = used.into_iter().chain(unused).collect();
        kept.sort_by_key(|place| place.start);
        let _ = self.write(&kept, &new);
    }

    /// Whether nothing but records that were found is in it.
    fn is_whole(&self) -> bool {
        let records: usize = self.places.values().map(|place| RECORD + place.len()).sum();
        !self.places.is_empty() && HEAD.len() + records == self.bytes.len() && self.bytes.len() <= MOST_BYTES
    }

    /// Adds records to the file that was opened; fails if that is another one by now. Half a record at its end, be it of a
    /// full disk or of two programs at once, is not believed, and gone when it is written anew.
    fn append(&self, new: &[u8]) -> io::Result<()> {
        let mut file = File::options().append(true).open(&self.path)?;
        if file.metadata()?.len() != self.bytes.len() as u64 {
            return Err(io::Error::other("it was written meanwhile"));
        }
        file.write_all(new)
    }

    /// Writes it anew: records at these places, each with the seal that it has, and new ones.
    fn write(&self, kept: &[&Range<usize>], new: &[u8]) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let (half, file) = self.half()?;
        let written = || {
            let mut file = io::BufWriter::with_capacity(1 << 20, file);
            file.write_all(HEAD)?;
            for place in kept {
                file.write_all(self.bytes.get(place.start - RECORD..place.end).unwrap_or_default())?;
            }
            file.write_all(new)?;
            file.into_inner().map_err(io::IntoInnerError::into_error)?;
            fs::rename(&half, &self.path)
        };
        written().inspect_err(|_| drop(fs::remove_file(&half)))
    }

    /// A new file beside it.
    fn half(&self) -> io::Result<(PathBuf, File)> {
        let mut number = std::process::id();
        loop {
            let half = self.path.with_extension(format!("pack-{number}"));
            match File::options().write(true).create_new(true).open(&half) {
                Ok(file) => return Ok((half, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number = number.wrapping_add(1),
                Err(error) => return Err(error),
            }
        }
    }

    /// Notes once a day that it is used, so that it is not swept.
    fn touch(&self) {
        const DAY: Duration = Duration::from_secs(24 * 3600);
        let used = fs::metadata(&self.path).and_then(|about| about.modified());
        if used.is_ok_and(|used| used.elapsed().is_ok_and(|ago| ago > DAY)) {
            let file = File::options().append(true).open(&self.path);
            let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
        }
    }
}

/// New contents as records.
fn records(contents: &BTreeMap<[u8; 32], Vec<u8>>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(contents.values().map(|content| RECORD + content.len()).sum());
    for (key, content) in contents {
        let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
        bytes.extend_from_slice(key);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&sealed(key, content));
        bytes.extend_from_slice(content);
    }
    bytes
}

/// Where the contents of a pack lie, as far as it is whole.
fn places(bytes: &[u8]) -> BTreeMap<[u8; 32], Range<usize>> {
    let mut found = BTreeMap::new();
    let mut at = HEAD.len();
    if !bytes.starts_with(HEAD) {
        return found;
    }
    while let Some(record) = bytes.get(at..at + RECORD) {
        let (Ok(key), Ok(length)) = (record[..32].try_into(), record[32..36].try_into()) else { break };
        let start = at + RECORD;
        let end = start + u32::from_le_bytes(length) as usize;
        if end > bytes.len() {
            break;
        }
        found.insert(key, start..end);
        at = end;
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn key(n: u8) -> [u8; 32] {
        [n; 32]
    }

    fn saved(path: &Path, things: &[(u8, &[u8])]) {
        let pack = Pack::open(path);
        for (n, content) in things {
            assert!(pack.remember(&key(*n), content));
        }
        pack.save();
    }

    #[test]
    fn remembers_what_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("packs/g.pack");
        saved(&path, &[(1, b"one"), (2, b""), (3, b"three")]);
        saved(&path, &[(4, b"four")]);
        let pack = Pack::open(&path);
        for (n, content) in [(2, &b""[..]), (4, b"four")] {
            assert_eq!(pack.recall(&key(n)).as_deref(), Some(content), "{n}");
        }
        assert_eq!(pack.recall(&key(5)), None);
        assert!(!pack.remember(&key(6), &vec![0; LARGEST + 1]));
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn what_is_damaged_or_of_another_key_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.pack");
        saved(&path, &[(1, b"one"), (2, b"two"), (3, b"six")]);
        let whole = fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let pack = Pack::open(&path);
            let known: Vec<_> = (1..=3).map(|n| pack.recall(&key(n))).collect();
            assert!(known[2].is_none(), "{cut}");
            assert!(known[0].is_none() || known[0].as_deref() == Some(b"one"), "{cut}");
        }
        for at in 0..whole.len() {
            let mut harmed = whole.clone();
            harmed[at] ^= 1;
            fs::write(&path, &harmed).unwrap();
            let pack = Pack::open(&path);
            for (n, content) in [(1, b"one"), (2, b"two"), (3, b"six")] {
                let known = pack.recall(&key(n));
                assert!(known.is_none() || known.as_deref() == Some(content), "{at}: {known:?}");
            }
        }
        // Two records that changed places, contents and seals, but not keys.
        let (one, two) = (HEAD.len(), HEAD.len() + RECORD + 3);
        let mut swapped = whole.clone();
        swapped[one + 36..two].copy_from_slice(&whole[two + 36..two + RECORD + 3]);
        swapped[two + 36..two + RECORD + 3].copy_from_slice(&whole[one + 36..two]);
        fs::write(&path, &swapped).unwrap();
        let pack = Pack::open(&path);
        assert!(pack.recall(&key(1)).is_none() && pack.recall(&key(2)).is_none());
        assert_eq!(pack.recall(&key(3)).as_deref(), Some(&b"six"[..]));
    }

    /// What nobody uses any more goes; what was used stays.
    #[test]
    fn it_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.pack");
        for round in 0..50_u8 {
            let pack = Pack::open(&path);
            if round > 0 {
                assert!(pack.recall(&key(0)).is_some());
            } else {
                pack.remember(&key(0), &[7; 1000]);
            }
            pack.remember(&key(round + 1), &[round; 1000]);
            pack.save();
        }
        assert!(fs::metadata(&path).unwrap().len() < 5 * 1100, "{}", fs::metadata(&path).unwrap().len());
        let pack = Pack::open(&path);
        assert!(pack.recall(&key(0)).is_some() && pack.recall(&key(50)).is_some());
    }

    #[test]
    fn builds_at_the_same_time_leave_a_whole_pack() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.pack");
        let packs: Vec<Pack> = (0..8).map(|_| Pack::open(&path)).collect();
        for (n, pack) in packs.iter().enumerate() {
            pack.remember(&key(n as u8), &vec![n as u8; 10_000]);
        }
        std::thread::scope(|scope| {
            for pack in &packs {
                scope.spawn(|| pack.save());
            }
        });
        let pack = Pack::open(&path);
        assert!((0..8).any(|n| pack.recall(&key(n)).is_some()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// What is new goes behind what is there.
    #[test]
    fn what_was_there_is_not_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.pack");
        saved(&path, &[(1, &[1; 5000]), (2, &[2; 5000])]);
        let before = fs::read(&path).unwrap();
        let pack = Pack::open(&path);
        assert!(pack.recall(&key(1)).is_some());
        pack.remember(&key(3), b"three");
        pack.save();
        let after = fs::read(&path).unwrap();
        assert!(after.starts_with(&before) && after.len() == before.len() + RECORD + 5);
        let pack = Pack::open(&path);
        assert!((1..=3).all(|n| pack.recall(&key(n)).is_some()));
        // Half a record at the end, and behind it what another build added: nothing false is believed, and it mends.
        fs::write(&path, [&after[..after.len() - 2], &after[before.len()..]].concat()).unwrap();
        let pack = Pack::open(&path);
        assert!(pack.recall(&key(1)).is_some() && pack.recall(&key(3)).is_none());
        pack.remember(&key(3), b"three");
        pack.save();
        let pack = Pack::open(&path);
        assert!((1..=3).all(|n| pack.recall(&key(n)).is_some()) && pack.is_whole());
    }

    /// What was damaged stays so when the pack is written anew, used or not.
    #[test]
    fn damage_is_not_sealed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.pack");
        saved(&path, &[(1, &[1; 100]), (2, &[2; 100])]);
        let mut harmed = fs::read(&path).unwrap();
        let last = harmed.len() - 1;
        harmed[last] ^= 1;
        harmed.extend_from_slice(b"half");
        fs::write(&path, &harmed).unwrap();
        saved(&path, &[(3, &[3; 1000])]);
        let pack = Pack::open(&path);
        assert!(pack.recall(&key(1)).is_some() && pack.recall(&key(3)).is_some());
        assert_eq!(pack.recall(&key(2)), None);
    }
}
