//! Reading files that anyone may have put there.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file below a folder, or why there are none. Devices and pipes are not opened, links are not
/// followed out of the folder, and no more than `most` bytes are read.
pub fn read_below(folder: &Path, path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let cannot = |error: io::Error| format!("this file cannot be read: {error}");
    if fs::symlink_metadata(path).map_err(cannot)?.is_symlink() {
        let target = path.canonicalize().map_err(cannot)?;
        if !target.starts_with(folder.canonicalize().map_err(cannot)?) {
            return Err("this links to a file outside its folder: put a copy of the file here".to_string());
        }
    }
    if !fs::metadata(path).map_err(cannot)?.is_file() {
        return Err("this is not a file".to_string());
    }
    let mut bytes = Vec::new();
    // The size is not asked for: a file may grow while it is read, and some have none.
    File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(cannot)?;
    if bytes.len() as u64 > most {
        return Err(format!("this file is larger than {} MiB", most >> 20));
    }
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_files_of_the_folder_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, outside) = (folder.path().join("in"), folder.path().join("secret"));
        fs::create_dir(&inside).unwrap();
        fs::write(&outside, "secret").unwrap();
        fs::write(inside.join("a"), "12345").unwrap();
        symlink("a", inside.join("near")).unwrap();
        symlink("../secret", inside.join("far")).unwrap();
        symlink("/dev/zero", inside.join("zero")).unwrap();
        symlink("nothing", inside.join("broken")).unwrap();
        let read = |name: &str, most| read_below(&inside, &inside.join(name), most);
        assert_eq!(read("a", 5).unwrap(), b"12345");
        assert_eq!(read("near", 5).unwrap(), b"12345");
        assert!(read("a", 4).unwrap_err().contains("larger"));
        assert!(read("far", 99).unwrap_err().contains("outside"));
        assert!(read("zero", 99).unwrap_err().contains("outside"));
        assert!(read("broken", 99).unwrap_err().contains("cannot be read"));
        assert!(std::process::Command::new("mkfifo").arg(inside.join("pipe")).status().unwrap().success());
        assert!(read("pipe", 99).unwrap_err().contains("not a file"));
        assert!(read_below(&inside, &inside, 99).is_err());
    }
}
