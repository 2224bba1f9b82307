//! What is on the disk after a build, a failed one, and one that was killed at any step.
#![allow(clippy::unwrap_used)]

use super::disk::Disk;
use super::{Claim, MARKER, Maker, NewLock, PublishError, Staging};
use crate::emit::{EmitError, Sink};
use crate::identity::Lock;
use crate::source::LOCK;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

type Files<'a> = &'a [(&'a str, &'a str)];

fn claim(disk: Disk, dist: &Path) -> io::Result<Claim> {
    Claim::on(disk, dist, "g", Maker::Build, &[], &|| {})
}

fn write(dist: &Path, files: Files<'_>, keep: &dyn Fn(&str) -> bool) -> Result<(), PublishError> {
    let staging = Staging::new(claim(Disk::default(), dist)?)?;
    for (name, text) in files {
        staging.put(name, text.as_bytes())?;
    }
    staging.finish(keep, None).map(drop)
}

/// Names in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn replaces_all_and_leaves_nothing_behind() {
    let dist = tempfile::tempdir().unwrap();
    write(dist.path(), &[("a.json", "1"), ("x/b.png", "2")], &|_| false).unwrap();
    write(dist.path(), &[("a.json", "3")], &|_| false).unwrap();
    assert_eq!(fs::read_to_string(dist.path().join("g/a.json")).unwrap(), "3");
    assert_eq!(names(&dist.path().join("g")), [MARKER, "a.json"]);
    assert_eq!(names(dist.path()), ["g"]);
}

/// A file that is written piece by piece is as one that is put at once, and one that fails leaves the old folder.
#[test]
fn takes_drafts() {
    let dist = tempfile::tempdir().unwrap();
    let fill = |draft: &mut dyn io::Write| -> Result<(), EmitError> {
        draft.write_all(b"abc_")?;
        Ok(draft.write_all(b"_d!")?)
    };
    let staging = Staging::new(claim(Disk::default(), dist.path()).unwrap()).unwrap();
    staging.put("whole", b"abc__d!").unwrap();
    staging.put("x/twice", b"other").unwrap();
    staging.put_draft("x/twice", &mut |draft| fill(draft)).unwrap();
    assert!(staging.put_draft("../out", &mut |draft| fill(draft)).is_err());
    assert_eq!(staging.size(), (2, 14));
    assert_eq!(staging.hashes()["whole"], staging.hashes()["x/twice"]);
    staging.finish(&|_| false, None).unwrap();
    assert_eq!(fs::read_to_string(dist.path().join("g/x/twice")).unwrap(), "abc__d!");

    let staging = Staging::new(claim(Disk::default(), dist.path()).unwrap()).unwrap();
    let failing = |draft: &mut dyn io::Write| -> Result<(), EmitError> {
        fill(draft)?;
        Err(io::Error::other("no more").into())
    };
    assert!(staging.put_draft("whole", &mut |draft| failing(draft)).is_err());
    drop(staging);
    assert_eq!(names(dist.path()), ["g"]);
    assert_eq!(fs::read_to_string(dist.path().join("g/whole")).unwrap(), "abc__d!");
}

#[test]
fn keeps_what_other_outputs_own() {
    let dist = tempfile::tempdir().unwrap();
    write(dist.path(), &[("a.json", "1"), ("x/b.png", "2")], &|_| false).unwrap();
    write(dist.path(), &[("a.json", "3")], &|path| path == "x/b.png").unwrap();
    assert_eq!(fs::read_to_string(dist.path().join("g/x/b.png")).unwrap(), "2");
}

/// What we did not make stays, whatever is built; what has one of our names stops the build.
#[test]
fn keeps_what_others_put_into_the_folder() {
    let dist = tempfile::tempdir().unwrap();
    let at = |path: &str| dist.path().join("g").join(path);
    write(dist.path(), &[("a.json", "1"), ("x/b.png", "2")], &|_| false).unwrap();
    fs::write(at("notes.txt"), "mine").unwrap();
    fs::write(at("x/notes.txt"), "mine too").unwrap();
    for build in ["3", "4"] {
        write(dist.path(), &[("a.json", build)], &|_| false).unwrap();
        assert_eq!(fs::read_to_string(at("a.json")).unwrap(), build);
        assert_eq!(fs::read_to_string(at("notes.txt")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(at("x/notes.txt")).unwrap(), "mine too");
        assert!(!at("x/b.png").exists(), "ours");
    }
    for (in_the_way, put) in [("b.json", "b.json"), ("c", "c/d.json")] {
        fs::write(at(in_the_way), "mine").unwrap();
        assert!(write(dist.path(), &[(put, "5")], &|_| false).is_err(), "{put}");
        assert_eq!(fs::read_to_string(at(in_the_way)).unwrap(), "mine");
        assert_eq!(fs::read_to_string(at("a.json")).unwrap(), "4", "as it was");
        fs::remove_file(at(in_the_way)).unwrap();
    }
    fs::create_dir(at("e.json")).unwrap();
    fs::write(at("e.json/mine"), "mine").unwrap();
    assert!(write(dist.path(), &[("e.json", "5")], &|_| false).is_err());
    assert_eq!(fs::read_to_string(at("e.json/mine")).unwrap(), "mine");
    assert_eq!(names(dist.path()), ["g"]);
}

#[test]
fn a_failed_write_leaves_the_old_folder_whole() {
    let dist = tempfile::tempdir().unwrap();
    write(dist.path(), &[("a", "1")], &|_| false).unwrap();
    // A file cannot be both a file and a folder.
    assert!(write(dist.path(), &[("a", "2"), ("a/b", "3")], &|_| false).is_err());
    assert_eq!(fs::read_to_string(dist.path().join("g/a")).unwrap(), "1");
    assert_eq!(names(dist.path()), ["g"]);
}

#[test]
fn nothing_is_written_outside() {
    let dist = tempfile::tempdir().unwrap();
    for path in ["../x", "a/../../x", "/x", ""] {
        assert!(write(dist.path(), &[(path, "1")], &|_| false).is_err(), "{path}");
    }
    for game in ["../x", "/x/y", "..", "a/b", ""] {
        let claimed = Claim::new(dist.path(), game, Maker::Build, &[], &|| {});
        assert!(claimed.is_err(), "{game}");
    }
    assert!(names(dist.path()).is_empty());
}

/// What no build made stays: a file, a link, a folder with files in it.
#[test]
fn what_is_in_the_way_stays() {
    let dist = tempfile::tempdir().unwrap();
    let target = dist.path().join("g");
    fs::write(&target, "in the way").unwrap();
    assert!(write(dist.path(), &[("a", "1")], &|_| false).is_err());
    assert_eq!(fs::read_to_string(&target).unwrap(), "in the way");
    fs::remove_file(&target).unwrap();
    #[cfg(unix)]
    {
        fs::create_dir(dist.path().join("mine")).unwrap();
        std::os::unix::fs::symlink("mine", &target).unwrap();
        assert!(write(dist.path(), &[("a", "1")], &|_| false).is_err());
        assert!(target.is_symlink());
        fs::remove_file(&target).unwrap();
        fs::remove_dir(dist.path().join("mine")).unwrap();
    }
    fs::create_dir(&target).unwrap();
    fs::write(target.join("mine"), "1").unwrap();
    assert!(write(dist.path(), &[("a", "1")], &|_| false).is_err());
    assert_eq!(names(&target), ["mine"]);
    assert_eq!(names(dist.path()), ["g"]);
}

/// A folder that turns up during the build is not replaced either.
#[test]
fn what_comes_in_the_way_stays() {
    let dist = tempfile::tempdir().unwrap();
    let staging = Staging::new(claim(Disk::default(), dist.path()).unwrap()).unwrap();
    staging.put("a", b"1").unwrap();
    fs::create_dir(dist.path().join("g")).unwrap();
    fs::write(dist.path().join("g/game.toml"), "mine").unwrap();
    assert!(matches!(staging.finish(&|_| false, None), Err(PublishError::Folder(_))));
    assert_eq!(names(&dist.path().join("g")), ["game.toml"]);
    assert_eq!(names(dist.path()), ["g"]);
}

#[test]
fn sweeps_what_a_killed_build_left() {
    let dist = tempfile::tempdir().unwrap();
    // Whatever process has that number now.
    let halves = [format!(".g.new-{}", std::process::id()), ".g.new-1".to_string()];
    for half in halves {
        fs::create_dir_all(dist.path().join(half).join("x")).unwrap();
    }
    fs::create_dir_all(dist.path().join(".g.new-mine")).unwrap();
    write(dist.path(), &[("a", "1")], &|_| false).unwrap();
    assert_eq!(names(dist.path()), [".g.new-mine", "g"]);
}

/// A folder that vanishes while it is filled is not made again, and what vanished is not published.
#[test]
fn what_vanishes_is_an_error() {
    let dist = tempfile::tempdir().unwrap();
    write(dist.path(), &[("a", "1")], &|_| false).unwrap();
    type Harm = fn(&Path) -> io::Result<()>;
    let harms: [(Harm, bool); 4] = [
        (|folder| fs::remove_dir_all(folder), false),
        (|folder| fs::remove_dir_all(folder.join("x")), false),
        (|folder| fs::remove_file(folder.join("a")), true),
        (|folder| fs::write(folder.join("a"), ""), true),
    ];
    for (harm, later) in harms {
        let staging = Staging::new(claim(Disk::default(), dist.path()).unwrap()).unwrap();
        staging.put("a", b"2").unwrap();
        staging.put("x/b", b"2").unwrap();
        let half = names(dist.path()).into_iter().find(|name| name.contains(".new-")).unwrap();
        harm(&dist.path().join(&half)).unwrap();
        let put = staging.put("x/c", b"2");
        assert_eq!(put.is_ok(), later, "{put:?}");
        let finished = staging.finish(&|_| false, None).map(drop);
        assert!(matches!(finished, Err(PublishError::Folder(_))), "{finished:?}");
        assert_eq!(fs::read_to_string(dist.path().join("g/a")).unwrap(), "1");
        assert_eq!(names(dist.path()), ["g"]);
    }
}

/// Two builds of the same game take turns.
#[test]
fn one_build_at_a_time() {
    let dist = tempfile::tempdir().unwrap();
    let staging = Staging::new(claim(Disk::default(), dist.path()).unwrap()).unwrap();
    staging.put("a", b"1").unwrap();
    let (told, waiting) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let second = scope.spawn(|| {
            let tell = || told.send(()).unwrap();
            let claim = Claim::new(dist.path(), "g", Maker::Build, &[], &tell).unwrap();
            assert!(claim.waited());
            let staging = Staging::new(claim).unwrap();
            staging.put("a", b"2").unwrap();
            staging.finish(&|_| false, None).unwrap();
        });
        waiting.recv().unwrap();
        staging.finish(&|_| false, None).unwrap();
        second.join().unwrap();
    });
    assert_eq!(fs::read_to_string(dist.path().join("g/a")).unwrap(), "2");
    assert_eq!(names(dist.path()), ["g"]);
}

fn lock(numbers: u32) -> Lock {
    Lock { pieces: (1..=numbers).map(|number| (format!("unit/{number}"), number)).collect(), ..Lock::default() }
}

/// A build that also writes the lock.
fn build(disk: Disk, desk: &Path, files: Files<'_>, new: &Lock) -> Result<(), PublishError> {
    let (dist, data) = (desk.join("dist"), desk.join("data"));
    let staging = Staging::new(claim(disk, &dist)?)?;
    staging.claim().sweep_locks(&data);
    for (name, text) in files {
        staging.put(name, text.as_bytes())?;
    }
    let before = fs::read_to_string(data.join(LOCK)).ok();
    let changed = before.as_deref() != Some(&new.text());
    let lock = changed.then_some(NewLock { folder: &data, lock: new, before: before.as_deref() });
    staging.finish(&|name| name == "kept", lock).map(drop)
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for name in names(folder) {
        match folder.join(&name) {
            path if path.is_dir() => {
                found.extend(files(&path).into_iter().map(|(below, text)| (format!("{name}/{below}"), text)));
            }
            path => drop(found.insert(name, fs::read_to_string(path).unwrap())),
        }
    }
    found
}

const OLD: Files<'static> = &[("a", "old"), ("kept", "kept"), ("x/gone", "old")];
const NEW: Files<'static> = &[("a", "new"), ("x/b", "new"), ("y/z/c", "new")];

/// Killed after any step, with or without an old build, on disks of both kinds: the old or the new folder is
/// there or comes back, its numbers are known, and the next build works and leaves nothing behind.
#[test]
fn killed_at_any_step() {
    for (exchange, first) in [(true, false), (false, false), (true, true), (false, true)] {
        let whole = |built: Files<'_>| {
            let desk = tempfile::tempdir().unwrap();
            fs::create_dir(desk.path().join("data")).unwrap();
            if !first {
                build(Disk::default(), desk.path(), OLD, &lock(1)).unwrap();
            }
            build(Disk::default(), desk.path(), built, &lock(1)).unwrap();
            files(&desk.path().join("dist/g"))
        };
        let (old, new) = (whole(OLD), whole(NEW));
        assert_ne!(old, new);
        let (mut steps, mut seen) = (0, [0, 0, 0]);
        loop {
            let desk = tempfile::tempdir().unwrap();
            let (dist, data) = (desk.path().join("dist"), desk.path().join("data"));
            fs::create_dir(&data).unwrap();
            if !first {
                build(Disk::default(), desk.path(), OLD, &lock(1)).unwrap();
            }
            let done = build(Disk::failing_after(steps, exchange), desk.path(), NEW, &lock(2)).is_ok();
            let killed = !done || names(&dist) != ["g"] || names(&data) != [LOCK];
            // The next program begins, and does nothing.
            drop(claim(Disk::default(), &dist).unwrap());
            let now = files(&dist.join("g"));
            let known = fs::read_to_string(data.join(LOCK)).ok();
            match () {
                () if now == new => {
                    seen[0] += 1;
                    assert_eq!(known, Some(lock(2).text()), "step {steps}: numbers that no lock knows");
                }
                () if now == old && !first => seen[1] += 1,
                () if first => assert!(!dist.join("g").exists(), "step {steps}: {now:?}"),
                () => panic!("step {steps}: neither old nor new: {now:?}"),
            }
            seen[2] += usize::from(killed);
            build(Disk::failing_after(usize::MAX, exchange), desk.path(), NEW, &lock(2)).unwrap();
            assert_eq!(files(&dist.join("g")), new);
            assert_eq!(fs::read_to_string(data.join(LOCK)).unwrap(), lock(2).text());
            assert_eq!((names(&dist), names(&data)), (vec!["g".to_string()], vec![LOCK.to_string()]), "step {steps}");
            if !killed {
                break;
            }
            steps += 1;
        }
        assert!(steps >= 12 && seen[0] > 1, "{steps} steps, {seen:?}");
    }
}

/// A build of an earlier release that was killed between two renames: its folder comes back.
#[test]
fn what_stepped_aside_comes_back() {
    let dist = tempfile::tempdir().unwrap();
    write(dist.path(), &[("a", "1")], &|_| false).unwrap();
    fs::rename(dist.path().join("g"), dist.path().join(".g.old")).unwrap();
    write(dist.path(), &[("b", "2")], &|name| name == "a").unwrap();
    assert_eq!(names(&dist.path().join("g")), [MARKER, "a", "b"]);
    // One that is not ours does not go away.
    fs::create_dir(dist.path().join(".g.old")).unwrap();
    fs::write(dist.path().join(".g.old/mine"), "1").unwrap();
    assert!(write(dist.path(), &[("b", "3")], &|_| false).is_err());
    assert_eq!(names(dist.path()), [".g.old", "g"]);
}

/// The lock cannot be written: the old folder stays.
#[test]
fn without_a_lock_nothing_is_published() {
    let desk = tempfile::tempdir().unwrap();
    fs::create_dir(desk.path().join("data")).unwrap();
    build(Disk::default(), desk.path(), OLD, &lock(1)).unwrap();
    let (before, dist) = (files(&desk.path().join("dist")), desk.path().join("dist"));
    fs::remove_file(desk.path().join("data").join(LOCK)).unwrap();
    fs::create_dir(desk.path().join("data").join(LOCK)).unwrap();
    assert!(matches!(build(Disk::default(), desk.path(), NEW, &lock(2)), Err(PublishError::Lock(_))));
    assert_eq!(files(&dist), before);
    assert_eq!(names(&dist), ["g"]);
}
