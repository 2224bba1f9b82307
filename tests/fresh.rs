//! A build that finds nothing changed does nothing, and one that finds something changed does it: however files were
//! touched, edited, put back, added or deleted.

use crate::common::desk::{Desk, Run};
use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, SystemTime};

const BUILD: [&str; 8] = ["build", "my-game", "--only", "engine,vassal,images", "--dpi", "36", "--module-dpi", "48"];
const WARNING: &str = "[[type]]\nid = \"cavalry\"\nname = \"Cavalry\"\nsrc = \"1\"\n";

fn build(desk: &Desk, more: &[&str]) -> Run {
    let run = desk.run(&[&BUILD[..], &["--map-dpi", "24"], more].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

fn is_fresh(run: &Run) -> bool {
    let (fresh, built) = (run.err.contains("fresh  "), run.err.contains("built  "));
    assert!(fresh != built, "{}", run.err);
    fresh
}

/// A game that was built, and whose files are old enough to be trusted.
fn built() -> Desk {
    let desk = Desk::with_game();
    build(&desk, &[]);
    std::thread::sleep(Duration::from_millis(30));
    build(&desk, &[]);
    desk
}

/// Every file that was made, with its time and, where there is one, its number.
fn stats(desk: &Desk) -> BTreeMap<String, (SystemTime, u64)> {
    let stat = |name: String| {
        let about = fs::metadata(desk.path().join("dist/my-game").join(&name)).unwrap();
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&about);
        #[cfg(not(unix))]
        let number = 0;
        (name, (about.modified().unwrap(), number))
    };
    desk.files("dist/my-game").into_keys().map(stat).collect()
}

#[test]
fn nothing_changed_is_nothing_done() {
    let desk = built();
    let before = stats(&desk);
    for more in [&[][..], &["--locked"], &["--only", "engine"]] {
        assert!(is_fresh(&build(&desk, more)), "{more:?}");
        assert!(stats(&desk) == before, "{more:?}");
    }
    assert_eq!(desk.names("dist"), ["my-game"]);
    // What is asked for otherwise is made.
    assert!(!is_fresh(&build(&desk, &["--no-cache"])));
    assert!(!is_fresh(&build(&desk, &["--only", "print", "--set", "png=false"])));
}

#[test]
fn warnings_are_said_again() {
    let desk = Desk::with_game();
    let text = fs::read_to_string(desk.path().join("my-game/game.toml")).unwrap();
    desk.write("my-game/game.toml", text.replacen("[[type]]", &format!("{WARNING}\n[[type]]"), 1));
    let warnings = |err: &str| err[err.find("warning[").unwrap()..err.find("cavalry").unwrap()].to_string();
    let first = build(&desk, &[]);
    let json = desk.run(&[&BUILD[..], &["--map-dpi", "24", "--message-format", "json", "--no-cache"]].concat());
    build(&desk, &[]);
    let again = build(&desk, &[]);
    assert!(!is_fresh(&first) && is_fresh(&again));
    assert_eq!(warnings(&first.err), warnings(&again.err));
    assert!(again.err.contains("1 warning)"), "{}", again.err);
    let fresh = build(&desk, &["--message-format", "json"]);
    assert!(is_fresh(&fresh) && !fresh.err.contains("warning["), "{}", fresh.err);
    assert!(!json.out.is_empty());
    assert_eq!(json.out, fresh.out);
}

#[test]
fn files_that_were_only_touched_change_nothing() {
    let desk = built();
    let before = stats(&desk);
    for file in ["my-game/game.toml", "dist/my-game/engine.json"] {
        let bytes = fs::read(desk.path().join(file)).unwrap();
        desk.write(file, bytes);
    }
    assert!(is_fresh(&build(&desk, &[])));
    assert!(stats(&desk).keys().eq(before.keys()));
    // It is noted, so that it is not read every time.
    std::thread::sleep(Duration::from_millis(30));
    assert!(is_fresh(&build(&desk, &[])) && is_fresh(&build(&desk, &[])));
}

#[test]
fn every_change_of_the_data_is_seen() {
    let desk = built();
    desk.edit("my-game/game.toml", "name = \"Infantry\"", "name = \"Infanterie\"");
    assert!(!is_fresh(&build(&desk, &[])));
    assert!(is_fresh(&build(&desk, &[])));
    // Other content of the same size, with the time that the file had.
    let path = desk.path().join("my-game/game.toml");
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    desk.edit("my-game/game.toml", "name = \"Infanterie\"", "name = \"Infantrie \"");
    fs::File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
    assert!(!is_fresh(&build(&desk, &[])));
    // New files, and files that are gone.
    let more = "src = \"2\"\n[[marker]]\nid = \"smoke\"\nname = \"Smoke\"\nuse = \"free\"\nfront = { label = \"S\" }\n";
    desk.write("my-game/counters-more.toml", more);
    assert!(!is_fresh(&build(&desk, &[])));
    assert!(is_fresh(&build(&desk, &[])));
    desk.write("my-game/notes.txt", "nothing that is read");
    assert!(is_fresh(&build(&desk, &[])));
    fs::remove_file(desk.path().join("my-game/counters-more.toml")).unwrap();
    assert!(!is_fresh(&build(&desk, &[])));
    // The lock is read too.
    fs::remove_file(desk.path().join("my-game/punchboard.lock")).unwrap();
    let run = desk.run(&[&BUILD[..], &["--map-dpi", "24"]].concat());
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("punchboard.lock is missing"), "{}", run.err);
}

#[test]
fn every_change_of_what_was_made_is_mended() {
    let desk = built();
    let whole = desk.files("dist/my-game");
    let harms: [&dyn Fn(); 5] = [
        &|| fs::remove_file(desk.path().join("dist/my-game/engine.json")).unwrap(),
        &|| desk.edit("dist/my-game/engine.json", "\"my-game\"", "\"my-gams\""),
        &|| fs::remove_dir_all(desk.path().join("dist/my-game/images")).unwrap(),
        &|| fs::remove_file(desk.path().join("dist/my-game/.punchboard")).unwrap(),
        &|| fs::remove_dir_all(desk.path().join("dist/my-game")).unwrap(),
    ];
    for (n, harm) in harms.iter().enumerate() {
        harm();
        assert!(!is_fresh(&build(&desk, &[])), "{n}");
        assert!(desk.files("dist/my-game") == whole, "{n}");
        assert!(is_fresh(&build(&desk, &[])), "{n}");
    }
    // What others put there stays.
    desk.write("dist/my-game/notes.txt", "mine");
    assert!(is_fresh(&build(&desk, &[])));
    desk.edit("my-game/game.toml", "name = \"Infantry\"", "name = \"Foot\"");
    assert!(!is_fresh(&build(&desk, &[])));
    assert_eq!(desk.files("dist/my-game")["notes.txt"], b"mine");
}

/// Only what changed is written; everything else is taken over as it is.
#[cfg(unix)]
#[test]
fn files_that_did_not_change_are_not_written() {
    let desk = built();
    let (before, files) = (stats(&desk), desk.files("dist/my-game"));
    desk.edit("my-game/counters.toml", "front = [4, 4, 3]", "front = [5, 4, 3]");
    let _ = fs::remove_file(desk.path().join("my-game/examples.toml"));
    build(&desk, &[]);
    let (after, now) = (stats(&desk), desk.files("dist/my-game"));
    let mut kept = 0;
    for (name, stat) in &after {
        let same = files.get(name) == now.get(name);
        assert_eq!(same && name != ".punchboard", before.get(name) == Some(stat), "{name}");
        kept += usize::from(same);
    }
    assert!(kept > 5 && kept < after.len(), "{kept} of {}", after.len());
}

/// A memory that was damaged or is of another program is not believed.
#[test]
fn a_manifest_that_says_something_else_is_not_believed() {
    let desk = built();
    let folder = desk.path().join("dist/.cache/builds");
    let manifest = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(&manifest).unwrap();
    let program = text.find("\"program\":\"").unwrap() + 11;
    let other = format!("{}00000000{}", &text[..program], &text[program + 8..]);
    for damaged in ["", "{}", &text[..text.len() / 2], &other, &text.replace("\"format\":1", "\"format\":99")] {
        fs::write(&manifest, damaged).unwrap();
        assert!(!is_fresh(&build(&desk, &[])));
        assert!(is_fresh(&build(&desk, &[])));
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(!is_fresh(&build(&desk, &[])));
}
