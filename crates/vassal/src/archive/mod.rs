//! Zips: written so that the same entries are the same bytes, read so that no zip can do harm.

mod pack;

pub use pack::{OpenEntry, PackedEntry, Packer, pack};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Cursor, Read};
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

/// What a zip may have at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Entries.
    pub entries: usize,
    /// Bytes of all entries together, unpacked.
    pub bytes: u64,
}

impl Default for Limits {
    /// More than the largest published modules have, and no more than fits into memory.
    fn default() -> Self {
        Limits { entries: 100_000, bytes: 2 << 30 }
    }
}

/// Why a zip was refused.
#[derive(Debug)]
pub enum ArchiveError {
    /// It is not a zip, or a broken one, or packed in a way we do not know.
    Zip(String),
    /// It has more entries than this.
    TooMany(usize),
    /// Unpacked, it is larger than this.
    TooLarge(u64),
    /// An entry has a name that could mean a file elsewhere.
    Name(String),
    /// Two entries have the same name.
    Duplicate,
    /// An entry is encrypted.
    Encrypted(String),
    /// It could not be written.
    Io(io::Error),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Zip(why) => write!(f, "not a usable zip file: {why}"),
            ArchiveError::TooMany(limit) => write!(f, "the zip has more than {limit} entries"),
            ArchiveError::TooLarge(limit) => write!(f, "unpacked, the zip has more than {limit} bytes"),
            ArchiveError::Name(name) => write!(f, "`{}` is not a valid name for a zip entry", name.escape_debug()),
            ArchiveError::Duplicate => write!(f, "the zip has two entries with the same name"),
            ArchiveError::Encrypted(name) => write!(f, "the entry `{}` is encrypted", name.escape_debug()),
            ArchiveError::Io(error) => write!(f, "the zip cannot be written: {error}"),
        }
    }
}

impl std::error::Error for ArchiveError {}

impl From<ZipError> for ArchiveError {
    fn from(error: ZipError) -> Self {
        ArchiveError::Zip(error.to_string())
    }
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> Self {
        ArchiveError::Io(error)
    }
}

/// Unpacks a zip that may come from anywhere. Folders are left out.
pub fn unpack(bytes: &[u8], limits: Limits) -> Result<BTreeMap<String, Vec<u8>>, ArchiveError> {
    unpack_some(bytes, limits, |_| true)
}

/// Entries with their contents, in their order.
pub type Entries = Vec<(String, Vec<u8>)>;

/// Unpacks a zip of which no entry ever becomes a file by its own name: names that could mean a file elsewhere are no
/// danger then. In the order of the zip; of entries with one name, the last. Also returns the names of entries that
/// cannot be unpacked, or not be packed again.
pub fn unpack_tolerantly(bytes: &[u8], limits: Limits) -> Result<(Entries, Vec<String>), ArchiveError> {
    let mut zip = ZipArchive::new(Cursor::new(bytes))?;
    if zip.len() > limits.entries {
        return Err(ArchiveError::TooMany(limits.entries));
    }
    let (mut files, mut left_out, mut left) = (Vec::new(), Vec::new(), limits.bytes);
    for index in 0..zip.len() {
        let raw = zip.by_index_raw(index)?;
        let (name, folder, closed) = (name_of(&raw), raw.is_dir(), raw.encrypted());
        drop(raw);
        if folder || name.ends_with('/') {
            continue;
        }
        if closed || !is_harmless(&name) {
            left_out.push(name);
            continue;
        }
        let mut content = Vec::new();
        let entry = zip.by_index(index).map_err(io::Error::other);
        match entry.and_then(|entry| entry.take(left.saturating_add(1)).read_to_end(&mut content)) {
            Ok(read) => left = left.checked_sub(read as u64).ok_or(ArchiveError::TooLarge(limits.bytes))?,
            Err(_) => {
                left_out.push(name);
                continue;
            }
        }
        files.push((name, content));
    }
    Ok((files, left_out))
}

/// The name of an entry as Java reads it: UTF-8, whether or not the zip says so. Zips of old versions of Java are, and do
/// not say so.
fn name_of<R: Read>(entry: &ZipFile<'_, R>) -> String {
    let raw = entry.name_raw();
    match std::str::from_utf8(raw) {
        Ok(name) => name.to_string(),
        Err(_) => entry.name().map_or_else(|_| String::from_utf8_lossy(raw).into_owned(), |name| name.into_owned()),
    }
}

/// Whether a name stays below where it starts, on the systems that VASSAL runs on. Inside a module, colons and
/// backslashes are letters like others.
fn is_harmless(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part != "." && part != "..";
    name.split(['/', '\\']).all(part) && !name.contains('\0') && name.len() <= usize::from(u16::MAX)
}

/// As [`unpack`], but entries whose names are not wanted are not unpacked.
pub fn unpack_some(
    bytes: &[u8],
    limits: Limits,
    wanted: impl Fn(&str) -> bool,
) -> Result<BTreeMap<String, Vec<u8>>, ArchiveError> {
    let mut zip = ZipArchive::new(Cursor::new(bytes))?;
    // The reader keeps one entry of each name; other readers may keep another.
    if zip.has_duplicate_names() {
        return Err(ArchiveError::Duplicate);
    }
    if zip.len() > limits.entries {
        return Err(ArchiveError::TooMany(limits.entries));
    }
    let (mut files, mut left) = (BTreeMap::new(), limits.bytes);
    for index in 0..zip.len() {
        let raw = zip.by_index_raw(index)?;
        let (name, folder) = (name_of(&raw), raw.is_dir());
        if raw.encrypted() {
            return Err(ArchiveError::Encrypted(name));
        }
        drop(raw);
        check_name(name.strip_suffix('/').unwrap_or(&name))?;
        if folder || !wanted(&name) {
            continue;
        }
        // What the headers say of sizes is not believed: bytes are counted as they come.
        let mut content = Vec::new();
        let read = zip.by_index(index)?.take(left.saturating_add(1)).read_to_end(&mut content);
        let read = read.map_err(ZipError::Io)? as u64;
        left = left.checked_sub(read).ok_or(ArchiveError::TooLarge(limits.bytes))?;
        if files.insert(name, content).is_some() {
            return Err(ArchiveError::Duplicate);
        }
    }
    Ok(files)
}

/// Names are relative, with `/`, and stay below where they start.
fn check_name(name: &str) -> Result<(), ArchiveError> {
    let part = |part: &str| !part.is_empty() && part != "." && part != "..";
    let good = name.split('/').all(part) && !name.contains(['\\', ':', '\0']) && name.len() <= usize::from(u16::MAX);
    if good { Ok(()) } else { Err(ArchiveError::Name(name.to_string())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Write;
    use zip::CompressionMethod;

    fn small() -> Limits {
        Limits { entries: 100, bytes: 1 << 20 }
    }

    #[test]
    fn names_are_utf_8_even_if_the_zip_does_not_say_so() {
        // As old versions of Java wrote them: the bytes of an accent, and no mark.
        let mut bytes = pack([("images/fum@@e.png", &b"x"[..])]).unwrap();
        let at: Vec<usize> = (0..bytes.len() - 1).filter(|at| bytes[*at..].starts_with(b"@@")).collect();
        assert_eq!(at.len(), 2);
        for at in at {
            bytes[at..at + 2].copy_from_slice("é".as_bytes());
        }
        let (entries, left_out) = unpack_tolerantly(&bytes, small()).unwrap();
        assert_eq!((entries[0].0.as_str(), left_out.len()), ("images/fumée.png", 0));
        assert!(unpack(&bytes, small()).unwrap().contains_key("images/fumée.png"));
    }

    #[test]
    fn an_entry_that_is_packed_in_another_way_is_left_out() {
        let mut bytes = pack([("a.png", &b"x"[..]), ("b.png", &b"y"[..])]).unwrap();
        // The method stands in the local head and in the directory; 99 is none.
        let head = bytes.windows(4).position(|four| four == b"PK\x03\x04").unwrap();
        let listed = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        bytes[head + 8] = 98;
        bytes[listed + 10] = 98;
        let (entries, left_out) = unpack_tolerantly(&bytes, small()).unwrap();
        assert_eq!((entries[0].0.as_str(), left_out), ("b.png", vec!["a.png".to_string()]));
    }

    #[test]
    fn comes_back_and_is_stable() {
        let entries = [("moduledata", &b"x"[..]), ("buildFile.xml", &[b'a'; 5000]), ("images/ä.png", &[0; 300])];
        let bytes = pack(entries).unwrap();
        assert_eq!(bytes, pack(entries).unwrap());
        let files = unpack(&bytes, small()).unwrap();
        assert_eq!(files.len(), 3);
        assert!(entries.iter().all(|(name, content)| files[*name] == *content));
        let mut zip = ZipArchive::new(Cursor::new(&bytes)).unwrap();
        let names: Vec<String> = (0..3).map(|n| zip.by_index(n).unwrap().name().unwrap().into_owned()).collect();
        assert_eq!(names, ["moduledata", "buildFile.xml", "images/ä.png"]);
        for n in 0..3 {
            let file = zip.by_index(n).unwrap();
            assert_eq!(file.last_modified().unwrap().to_string(), "1980-01-01 00:00:00");
            assert_eq!(file.unix_mode(), Some(0o100644));
            assert!(file.extra_data().unwrap_or_default().is_empty());
            let stored = file.name().unwrap().ends_with("png");
            assert_eq!(file.compression() == CompressionMethod::Stored, stored);
        }
    }

    #[test]
    fn an_entry_may_come_piece_by_piece() {
        let mut open = OpenEntry::new("savedGame").unwrap();
        for piece in [&b"be"[..], b"gin_", b"save"] {
            open.write_all(piece).unwrap();
        }
        let mut packer = Packer::new();
        packer.put(&open.close().unwrap()).unwrap();
        assert_eq!(packer.end().unwrap(), pack([("savedGame", "begin_save")]).unwrap());
    }

    #[test]
    fn a_zip_of_many_entries_has_a_large_directory() {
        let many = 70_000;
        let bytes = pack((0..many).map(|n| (format!("{n}.png"), n.to_string()))).unwrap();
        let mut zip = ZipArchive::new(Cursor::new(&bytes)).unwrap();
        assert_eq!(zip.len(), many);
        let mut last = String::new();
        zip.by_name("69999.png").unwrap().read_to_string(&mut last).unwrap();
        assert_eq!(last, "69999");
        let other = pack((0..65_535).map(|n| (format!("{n}.png"), ""))).unwrap();
        assert_eq!(ZipArchive::new(Cursor::new(&other)).unwrap().len(), 65_535);
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        assert!(matches!(Packer::over(Full).add("a", b"1"), Err(ArchiveError::Io(_))));
    }

    #[test]
    fn bombs_are_refused() {
        let bomb = pack([("a", vec![0; 2 << 20])]).unwrap();
        assert!(bomb.len() < 10_000);
        assert!(matches!(unpack(&bomb, small()), Err(ArchiveError::TooLarge(_))));
        // The same with headers that say one byte.
        let size = (2u32 << 20).to_le_bytes();
        let mut liar = bomb.clone();
        for at in 0..liar.len() - 4 {
            if liar[at..at + 4] == size {
                liar[at..at + 4].copy_from_slice(&1u32.to_le_bytes());
            }
        }
        assert_ne!(liar, bomb);
        assert!(unpack(&liar, small()).is_err());
        let sum = pack((0..3).map(|n| (format!("f{n}"), vec![0; 400_000]))).unwrap();
        assert!(matches!(unpack(&sum, small()), Err(ArchiveError::TooLarge(_))));
        let many = pack((0..101).map(|n| (format!("f{n}"), ""))).unwrap();
        assert!(matches!(unpack(&many, small()), Err(ArchiveError::TooMany(100))));
    }

    #[test]
    fn what_is_not_wanted_costs_nothing() {
        let zip = pack([("a", vec![0; 2 << 20]), ("b", b"1".to_vec())]).unwrap();
        let files = unpack_some(&zip, small(), |name| name == "b").unwrap();
        assert_eq!(files.into_iter().collect::<Vec<_>>(), [("b".to_string(), b"1".to_vec())]);
    }

    /// A zip made by hand from one that is right: the name `aa` is replaced.
    fn renamed(names: &[&str]) -> Vec<u8> {
        let mut bytes = pack([("aa", "1"), ("bb", "2")]).unwrap();
        for (old, new) in ["aa", "bb"].iter().zip(names) {
            for at in 0..bytes.len() - 1 {
                if &bytes[at..at + 2] == old.as_bytes() {
                    bytes[at..at + 2].copy_from_slice(new.as_bytes());
                }
            }
        }
        bytes
    }

    #[test]
    fn bad_names_are_refused() {
        for name in ["..", "/a", "a\\", "C:", "./"] {
            assert!(matches!(unpack(&renamed(&[name]), small()), Err(ArchiveError::Name(_))), "{name}");
        }
        assert!(matches!(unpack(&renamed(&["bb"]), small()), Err(ArchiveError::Duplicate)));
        assert!(matches!(pack([("../x", "")]), Err(ArchiveError::Name(_))));
        assert!(matches!(pack([("x", ""), ("x", "")]), Err(ArchiveError::Duplicate)));
        assert_eq!(unpack(&renamed(&["d/"]), small()).unwrap().len(), 1);
    }

    #[test]
    fn encrypted_entries_are_refused() {
        let mut bytes = pack([("a", "1")]).unwrap();
        // Bit 0 of the flags, in both headers.
        bytes[6] |= 1;
        let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        bytes[directory + 8] |= 1;
        assert!(matches!(unpack(&bytes, small()), Err(ArchiveError::Encrypted(_))));
    }

    proptest! {
        #[test]
        fn no_input_is_a_panic(changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 0..6)) {
            let mut bytes = pack([("aa", "1"), ("b/b.png", "2"), ("c", "333333333333333333333")]).unwrap();
            for (at, byte) in changes {
                let at = usize::from(at) % bytes.len();
                bytes[at] = byte;
            }
            let _ = unpack(&bytes, small());
        }
    }
}
