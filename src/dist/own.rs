//! Single files of our own in folders of the user's: schemas, pages.

use std::fs;
use std::io;
use std::path::Path;

/// Writes a file, unless something else of that name is there: a file for which `ours` does not hold, a
/// link, a folder.
pub fn write_own(path: &Path, bytes: &[u8], ours: impl Fn(&str) -> bool) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(about) => {
            let known = about.is_file() && fs::read(path).is_ok_and(|old| ours(&String::from_utf8_lossy(&old)));
            if !known {
                let why = "another file of that name is there, which punchboard did not make; move it, or choose \
                           another folder";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::write(path, bytes)
}
