//! The fuzz targets, run on what is kept for them: seeds, and inputs that once did harm. `fuzz/README.md` says how to
//! look for more.

use crate::common;
use crate::targets;

use std::panic::catch_unwind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn kept(folder: &str, target: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(common::root().join("fuzz").join(folder).join(target)).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_kept_input_does_harm() {
    for (name, target) in targets::TARGETS {
        assert!(!kept("seeds", name).is_empty(), "{name} has no seeds");
        for file in [kept("seeds", name), kept("crashes", name)].concat() {
            let bytes = std::fs::read(&file).unwrap();
            let start = Instant::now();
            assert!(catch_unwind(|| target(&bytes)).is_ok(), "{} on {}", name, file.display());
            // Without optimisation and beside other tests, a second of a release build is many.
            assert!(start.elapsed() < Duration::from_secs(60), "{} took {:?}", file.display(), start.elapsed());
        }
    }
}

/// Inputs that are in order must come as far as their targets look, or they prove nothing.
#[test]
fn seeds_reach_what_they_are_for() {
    let seed = |path: &str| std::fs::read(common::root().join("fuzz/seeds").join(path)).unwrap();
    assert!(targets::compiled_game("").game.is_some(), "the game below all inputs");
    for path in ["game/scaffold", "game/ford"] {
        let compiled = targets::compiled_game(&String::from_utf8(seed(path)).unwrap());
        assert!(compiled.game.is_some(), "{path}: {:?}", compiled.messages());
    }
    assert!(targets::picture(&seed("svg/picture")).is_some());
    assert!(targets::numbered(&seed("lock/scaffold")).is_some());
}

#[test]
fn every_target_has_a_program() {
    let programs = std::fs::read_dir(common::root().join("fuzz/fuzz_targets")).unwrap();
    let mut programs: Vec<String> =
        programs.map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    programs.sort();
    let mut names: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    assert_eq!(programs, names);
}
