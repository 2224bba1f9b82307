//! What may be replaced: a folder that a build or an errata made, and nothing else.

use super::marker::{Maker, MarkerFile, bytes_of};
use crate::emit::EMITTERS;
use crate::identity::Lock;
use crate::source::{KindOrOther, LOCK, kind_of};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Who made a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Made {
    By(Maker),
    Empty,
    ByOthers,
}

/// An error that says what is in the way.
fn refused(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, why)
}

/// Refuses a name that is not that of a folder directly below another.
pub(super) fn plain_name(name: &str) -> io::Result<()> {
    let mut parts = Path::new(name).components();
    let plain = matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
    if plain && !name.contains(['/', '\\', ':']) && !name.starts_with('.') {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` is not the name of a folder")))
}

/// Refuses a folder that is, or holds, what is read, or that lies where a game would read it.
pub(super) fn spares_inputs(target: &Path, inputs: &[PathBuf]) -> io::Result<()> {
    let target = whole(target)?;
    for input in inputs {
        let Ok(whole) = input.canonicalize() else { continue };
        if whole.starts_with(&target) {
            let is = if whole == target { "is" } else { "holds" };
            let why = format!("this folder {is} {}, which is read and would be deleted", input.display());
            return Err(refused(format!("{why}; choose another folder with --out")));
        }
        let read = |below: &Path| {
            let file = |name: &str| matches!(kind_of(&below.join(name)), KindOrOther::Kind(_));
            file("x.toml") || file("x.svg")
        };
        if target.strip_prefix(&whole).is_ok_and(read) {
            let why = format!("the game in {} would read what is written there", input.display());
            return Err(refused(format!("{why}; choose another folder with --out")));
        }
    }
    Ok(())
}

/// The path without links, of something that need not be there yet.
fn whole(path: &Path) -> io::Result<PathBuf> {
    let mut missing = Vec::new();
    let mut there = std::path::absolute(path)?;
    loop {
        if let Ok(whole) = there.canonicalize() {
            return Ok(missing.iter().rev().fold(whole, |path, part| path.join(part)));
        }
        match (there.file_name().map(ToOwned::to_owned), there.pop()) {
            (Some(name), true) => missing.push(name),
            _ => return std::path::absolute(path),
        }
    }
}

/// Refuses to replace what that command did not make.
pub(super) fn replaceable(target: &Path, maker: Maker) -> io::Result<()> {
    let about = match fs::symlink_metadata(target) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !about.is_dir() {
        let what = if about.is_symlink() { "a link" } else { "a file" };
        return Err(refused(format!(
            "{what} of that name is in the way; move it, or choose another folder with --out"
        )));
    }
    if target.join("game.toml").exists() {
        return Err(refused("this folder holds a game (game.toml); choose another folder with --out".into()));
    }
    match made_by(target)? {
        Made::Empty => Ok(()),
        Made::By(made) if made == maker => Ok(()),
        Made::By(made) => {
            Err(refused(format!("`{}` made this folder; choose another folder with --out", made.command())))
        }
        Made::ByOthers => Err(refused(format!(
            "`{}` did not make this folder, and what is in it would be deleted; \
             move or delete it, or choose another folder with --out",
            maker.command()
        ))),
    }
}

/// Who made a folder: as its marker says or, before there were markers, what is in it.
pub(super) fn made_by(folder: &Path) -> io::Result<Made> {
    if let Some(marker) = MarkerFile::of(folder) {
        return Ok(marker.map_or(Made::ByOthers, |marker| Made::By(marker.maker)));
    }
    if fs::read_dir(folder)?.next().is_none() {
        return Ok(Made::Empty);
    }
    let json = |name: &str| -> Option<Value> {
        serde_json::from_slice::<Value>(&bytes_of(&folder.join(name), 64 << 20)?).ok().filter(|json| {
            json.get("format").is_some_and(Value::is_u64) && json.get("game").is_some_and(|game| !game.is_null())
        })
    };
    if json("engine.json").is_some() {
        return Ok(Made::By(Maker::Build));
    }
    if json("errata.json").is_some() {
        return Ok(Made::By(Maker::Errata));
    }
    Ok(if is_partial_build(folder) { Made::By(Maker::Build) } else { Made::ByOthers })
}

/// Whether a folder without a marker is what `build --only` left: all that is in it, and something that is
/// unmistakable.
fn is_partial_build(folder: &Path) -> bool {
    let (mut left, mut sure) = (vec![PathBuf::new()], false);
    while let Some(below) = left.pop() {
        let Ok(entries) = fs::read_dir(folder.join(&below)) else { return false };
        for entry in entries {
            let Ok((entry, kind)) = entry.and_then(|entry| entry.file_type().map(|kind| (entry, kind))) else {
                return false;
            };
            let path = below.join(entry.file_name());
            if kind.is_dir() {
                left.push(path);
                continue;
            }
            let name = path.to_string_lossy().replace('\\', "/");
            if !kind.is_file() || !is_output(&name) {
                return false;
            }
            sure |= match name.as_str() {
                LOCK => bytes_of(&entry.path(), 16 << 20)
                    .and_then(|bytes| Lock::parse(std::str::from_utf8(&bytes).ok()?))
                    .is_some(),
                "contact.png" => true,
                name => name.starts_with("print/") && name.ends_with(".pdf") && name.split('/').count() > 2,
            };
        }
    }
    sure
}

/// Whether a file has a name that a build gives.
pub(super) fn is_output(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let ends = |ends: &[&str]| Path::new(path).extension().is_some_and(|end| ends.iter().any(|known| end == *known));
    match parts[..] {
        ["images", folder, _] => ["counters", "cards", "maps", "charts"].contains(&folder) && ends(&["png", "svg"]),
        ["images", ..] => false,
        ["print", ..] => ends(&["pdf", "png", "svg"]),
        _ => EMITTERS.iter().any(|emitter| emitter.owns(path)) && !path.contains('/'),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::marker::MARKER;
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn only_plain_names() {
        for name in ["g", "my-game", "a.b"] {
            assert!(plain_name(name).is_ok(), "{name}");
        }
        for name in ["", ".", "..", "../x", "a/b", "/x", "a/", "a\\b", "c:x", ".cache", "./a"] {
            assert!(plain_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn builds_of_the_release_before_markers_are_known() {
        let lock = Lock::default().text();
        let built: [&[(&str, &str)]; 5] = [
            &[("engine.json", r#"{ "format": 1, "game": { "id": "g" } }"#), ("notes.txt", "")],
            &[("g-1.0.0.vmod", "PK"), (LOCK, &lock)],
            &[("print/a4/counters.pdf", ""), ("print/a4/png/counters-1.png", ""), ("print/map.pdf", "")],
            &[("contact.png", ""), ("images/counters/a.png", ""), ("images/counters/a.svg", "")],
            &[("contact.png", ""), ("contact-2.png", ""), ("images/maps/m.svg", ""), ("print/a4/c.pdf", "")],
        ];
        for files in built {
            let folder = folder(files);
            assert_eq!(made_by(folder.path()).unwrap(), Made::By(Maker::Build), "{files:?}");
            assert!(replaceable(folder.path(), Maker::Build).is_ok());
            assert!(replaceable(folder.path(), Maker::Errata).is_err());
        }
        let errata = folder(&[("errata.json", r#"{ "format": 1, "game": "g" }"#), ("errata.md", "")]);
        assert_eq!(made_by(errata.path()).unwrap(), Made::By(Maker::Errata));
        assert!(replaceable(errata.path(), Maker::Build).is_err());
    }

    #[test]
    fn folders_of_others_are_known() {
        let others: [&[(&str, &str)]; 9] = [
            &[("notes.txt", "")],
            &[("engine.json", "{}")],
            &[("engine.json", "")],
            &[("images/me.png", "")],
            &[("images/counters/a.png", "")],
            &[("print/a4/counters.pdf", ""), ("thesis.doc", "")],
            &[("print/thesis.pdf", "")],
            &[(MARKER, "")],
            &[("other.vmod", "")],
        ];
        for files in others {
            let folder = folder(files);
            assert_eq!(made_by(folder.path()).unwrap(), Made::ByOthers, "{files:?}");
            assert!(replaceable(folder.path(), Maker::Build).is_err(), "{files:?}");
        }
        let game = folder(&[(MARKER, "Made by `punchboard build`"), ("game.toml", "")]);
        assert!(replaceable(game.path(), Maker::Build).is_err(), "a game is a game");
        let empty = folder(&[]);
        assert!(replaceable(empty.path(), Maker::Build).is_ok());
    }

    #[test]
    fn inputs_are_spared() {
        let desk = folder(&[("data/g/game.toml", "")]);
        let at = |path: &str| desk.path().join(path);
        let inputs = [at("data/g")];
        for target in ["data/g", "data", ".", "data/g/templates/g", "data/g/maps", "data/g/art"] {
            assert!(spares_inputs(&at(target), &inputs).is_err(), "{target}");
        }
        for target in ["dist/g", "data/h", "data/g/dist/g", "data/g/g"] {
            assert!(spares_inputs(&at(target), &inputs).is_ok(), "{target}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("data"), at("link")).unwrap();
            assert!(spares_inputs(&at("link/g"), &inputs).is_err());
            assert!(spares_inputs(&at("data/g"), &[at("link/g")]).is_err());
        }
    }
}
