//! What the library of modules asks for: within its limits, with pictures of what is in the module.

use crate::common::{examples, games, small, sound_texts, texts};
use punchboard::SoundGame;
use punchboard::emit::{Artifacts, Emitter, LibraryPage};
use serde_json::Value;
use std::sync::Mutex;

fn library(made: &SoundGame) -> Artifacts {
    let sink = Mutex::<Artifacts>::default();
    LibraryPage.emit(&small(made), &sink).unwrap();
    sink.into_inner().unwrap()
}

fn project(files: &Artifacts) -> Value {
    serde_json::from_slice(&files["library/project.json"]).unwrap()
}

/// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn every_game_keeps_to_the_limits() {
    for game in games() {
        let made = sound_texts(&texts(&game));
        let files = library(&made);
        let project = project(&files);
        let description = project["description"].as_str().unwrap();
        assert!(!description.is_empty() && description.len() <= 1024 && !description.contains('\n'), "{description}");
        assert!(files["library/README.md"].len() <= 65_536);
        let gallery = project["gallery"].as_array().unwrap();
        assert_eq!(gallery.len(), 3, "{}: map, start, chart", game.display());
        for picture in gallery {
            let png = &files[&format!("library/{}", picture["file"].as_str().unwrap())];
            let (width, height) = size(png);
            assert!(png.len() <= 5_000_000 && width.max(height) == 1600, "{picture} {width} x {height}");
            assert!(picture["description"].as_str().unwrap().len() <= 128, "{picture}");
        }
        let release = &project["release"];
        let (file, version) = (release["file"].as_str().unwrap(), release["version"].as_str().unwrap());
        assert!(file.ends_with(&format!("-{version}.vmod")), "{file}");
    }
}

#[test]
fn texts_of_an_author_are_brought_into_bounds() {
    let mut texts = examples(&["language"]);
    let long = format!("title = \"{}\"", "Слово ".repeat(33).trim());
    let game = texts.get_mut("game.toml").unwrap();
    let title = game.lines().find(|line| line.starts_with("title = ")).unwrap().to_string();
    *game = game.replacen(&title, &long, 1);
    let project = project(&library(&sound_texts(&texts)));
    let name = project["name"].as_str().unwrap();
    assert!(name.len() <= 256 && name.ends_with('…') && name == name.trim(), "{name}");
    assert!(project["game"]["publisher"].is_string());
}
