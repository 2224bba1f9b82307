//! Writing zips: the same entries are the same bytes, and nothing that was written is mended afterwards.

use super::{ArchiveError, check_name, is_harmless};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// How well entries are compressed. Fixed: another level makes other bytes. The highest takes half as long again for
/// a saved game, and makes a module 2 % smaller at most.
const LEVEL: Compression = Compression::new(6);

/// What the heads of entries begin with, and the parts of the directory at the end.
const LOCAL: u32 = 0x0403_4b50;
const LISTED: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const LARGE_END: u32 = 0x0606_4b50;
const LARGE_END_PLACE: u32 = 0x0706_4b50;

/// The first day that a zip can name, 1 January 1980: every entry is as old as that.
const DAY: u16 = 1 << 5 | 1;
/// Made on Unix; a file that all can read and its owner can write.
const UNIX: u16 = 3 << 8;
const MODE: u32 = 0o100_644 << 16;
/// Set where a name is not ASCII.
const UTF_8: u16 = 1 << 11;

/// Packs entries in the order given. Every entry is from 1980 and can be read by all; pictures and zips,
/// which do not get smaller, are stored.
pub fn pack<N: AsRef<str>, B: AsRef<[u8]>>(entries: impl IntoIterator<Item = (N, B)>) -> Result<Vec<u8>, ArchiveError> {
    let mut packer = Packer::new();
    for (name, bytes) in entries {
        packer.add(name.as_ref(), bytes.as_ref())?;
    }
    packer.end()
}

/// An entry as it stands in a zip. Entries can be made side by side, before it is known where they go.
pub struct PackedEntry<'a> {
    name: String,
    method: Method,
    check: u32,
    size: u64,
    content: Cow<'a, [u8]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Stored = 0,
    Deflated = 8,
}

impl Method {
    /// The version of the format that it came with.
    fn version(self) -> u16 {
        match self {
            Method::Stored => 10,
            Method::Deflated => 20,
        }
    }
}

impl<'a> PackedEntry<'a> {
    /// An entry as [`pack`] makes it.
    pub fn new(name: &str, bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, ArchiveError> {
        check_name(name)?;
        Self::of(name, bytes.into())
    }

    /// An entry of somebody else's zip, whose name we do not choose: see [`super::unpack_tolerantly`].
    pub fn as_named(name: &str, bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, ArchiveError> {
        if is_harmless(name) { Self::of(name, bytes.into()) } else { Err(ArchiveError::Name(name.to_string())) }
    }

    fn of(name: &str, bytes: Cow<'a, [u8]>) -> Result<Self, ArchiveError> {
        if !is_packed(name) {
            let mut open = OpenEntry::of(name);
            open.write_all(&bytes)?;
            return open.close();
        }
        let (check, size) = (crc32fast::hash(&bytes), bytes.len() as u64);
        Ok(Self { name: name.to_string(), method: Method::Stored, check, size, content: bytes })
    }

    /// What the head of an entry and its line in the directory say alike.
    fn head(&self) -> io::Result<Vec<u8>> {
        let size = |size: u64| u32::try_from(size).map_err(|_| too_large());
        let flags = if self.name.is_ascii() { 0 } else { UTF_8 };
        let mut head = Vec::with_capacity(26);
        for short in [self.method.version(), flags, self.method as u16, 0, DAY] {
            head.extend(short.to_le_bytes());
        }
        for long in [self.check, size(self.content.len() as u64)?, size(self.size)?] {
            head.extend(long.to_le_bytes());
        }
        // Its length was checked with the name; nothing else is said of it.
        head.extend((self.name.len() as u16).to_le_bytes());
        head.extend([0; 2]);
        Ok(head)
    }
}

/// An entry whose content comes piece by piece and is compressed at once, so that it is never in memory whole.
pub struct OpenEntry {
    name: String,
    check: crc32fast::Hasher,
    size: u64,
    content: DeflateEncoder<Vec<u8>>,
}

impl OpenEntry {
    /// An entry without content yet.
    pub fn new(name: &str) -> Result<Self, ArchiveError> {
        check_name(name)?;
        Ok(Self::of(name))
    }

    fn of(name: &str) -> Self {
        let content = DeflateEncoder::new(Vec::new(), LEVEL);
        Self { name: name.to_string(), check: crc32fast::Hasher::new(), size: 0, content }
    }

    /// The entry with all that was written.
    pub fn close(self) -> Result<PackedEntry<'static>, ArchiveError> {
        let (check, content) = (self.check.finalize(), self.content.finish()?.into());
        Ok(PackedEntry { name: self.name, method: Method::Deflated, check, size: self.size, content })
    }
}

impl Write for OpenEntry {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.content.write(bytes)?;
        self.check.update(&bytes[..taken]);
        self.size += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Packs entries one by one, so that none has to wait in memory for the others.
pub struct Packer<W: Write = Vec<u8>> {
    out: W,
    /// Bytes written.
    at: u64,
    directory: Vec<u8>,
    names: BTreeSet<String>,
}

impl Default for Packer {
    fn default() -> Self {
        Packer::over(Vec::new())
    }
}

impl Packer {
    /// A zip in memory, without entries yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<W: Write> Packer<W> {
    /// A zip that is written to something else.
    pub fn over(out: W) -> Self {
        Packer { out, at: 0, directory: Vec::new(), names: BTreeSet::new() }
    }

    /// Adds an entry, as [`pack`] does.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        self.put(&PackedEntry::new(name, bytes)?)
    }

    /// Adds an entry that is made already.
    pub fn put(&mut self, entry: &PackedEntry<'_>) -> Result<(), ArchiveError> {
        if !self.names.insert(entry.name.clone()) {
            return Err(ArchiveError::Duplicate);
        }
        let place = u32::try_from(self.at).map_err(|_| too_large())?;
        let (head, name) = (entry.head()?, entry.name.as_bytes());
        let local = [&LOCAL.to_le_bytes(), head.as_slice(), name].concat();
        self.write(&local)?;
        self.write(&entry.content)?;
        let listed = &mut self.directory;
        listed.extend(LISTED.to_le_bytes());
        listed.extend((UNIX | entry.method.version()).to_le_bytes());
        listed.extend(head);
        // No comment, on the first disk, of no kind.
        listed.extend([0; 6]);
        listed.extend(MODE.to_le_bytes());
        listed.extend(place.to_le_bytes());
        listed.extend(name);
        Ok(())
    }

    /// Completes the zip; returns what it was written to.
    pub fn end(mut self) -> Result<W, ArchiveError> {
        let (place, count, directory) = (self.at, self.names.len() as u64, std::mem::take(&mut self.directory));
        let size = directory.len() as u64;
        self.write(&directory)?;
        let large = count > u16::MAX.into() || place.max(size) > u32::MAX.into();
        if large {
            self.write(&large_end(place, size, count))?;
        }
        let count = count.min(u16::MAX.into()) as u16;
        let size = if large { u32::MAX } else { size as u32 };
        let mut end = END.to_le_bytes().to_vec();
        end.extend([0; 4]);
        end.extend(count.to_le_bytes());
        end.extend(count.to_le_bytes());
        end.extend(size.to_le_bytes());
        end.extend((place.min(u32::MAX.into()) as u32).to_le_bytes());
        end.extend([0; 2]);
        self.write(&end)?;
        Ok(self.out)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}

/// Nothing beyond 4 GB can be found in a zip as we write it.
fn too_large() -> io::Error {
    io::ErrorKind::FileTooLarge.into()
}

/// The end of a directory that is too large for the usual one, and where it stands.
fn large_end(place: u64, size: u64, count: u64) -> Vec<u8> {
    let mut end = LARGE_END.to_le_bytes().to_vec();
    end.extend(44u64.to_le_bytes());
    // Made by a version that knows it, and to be read by one.
    end.extend(45u16.to_le_bytes());
    end.extend(45u16.to_le_bytes());
    end.extend([0; 8]);
    for long in [count, count, size, place] {
        end.extend(long.to_le_bytes());
    }
    end.extend(LARGE_END_PLACE.to_le_bytes());
    end.extend([0; 4]);
    end.extend((place + size).to_le_bytes());
    end.extend(1u32.to_le_bytes());
    end
}

/// Whether a file is compressed by itself.
fn is_packed(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("png" | "jpg" | "jpeg" | "gif" | "vsav" | "vlog" | "vmod" | "zip" | "mp3"))
}
