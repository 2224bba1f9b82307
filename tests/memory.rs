//! What was made before is not made again, and what is remembered is the same to the byte as what is made anew.

use crate::common::{root, small, sound_texts};
use punchboard::art::Sketchbook;
use punchboard::art::faces::Sketch;
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::{Artifacts, Emitter, Game, Memory, Pictures, PrintKit, VassalModule};
use punchboard::{Compiled, Options, compile_undrawn};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what is made anew.
#[derive(Default)]
struct Counted {
    kept: Mutex<BTreeMap<[u8; 32], Vec<u8>>>,
    made: AtomicUsize,
    recalled: AtomicUsize,
}

impl Memory for Counted {
    fn recall(&self, hash: &[u8; 32]) -> Option<Cow<'_, [u8]>> {
        let found = self.kept.lock().unwrap().get(hash).cloned();
        self.recalled.fetch_add(usize::from(found.is_some()), Ordering::Relaxed);
        found.map(Cow::Owned)
    }

    fn remember(&self, hash: &[u8; 32], bytes: &[u8]) {
        self.kept.lock().unwrap().insert(*hash, bytes.to_vec());
        self.made.fetch_add(1, Ordering::Relaxed);
    }
}

impl Counted {
    /// How much was made and how much recalled since the last time.
    fn counts(&self) -> (usize, usize) {
        (self.made.swap(0, Ordering::Relaxed), self.recalled.swap(0, Ordering::Relaxed))
    }
}

const UNITS: usize = 24;

/// A game of two-sided units on a hex map; the strength of the last unit is given.
fn texts(strength: usize) -> BTreeMap<String, String> {
    let mut game = String::from(
        "src = \"reconstructed\"\n[game]\nid = \"g\"\ntitle = \"G\"\nversion = \"1.0.0\"\n[[side]]\nid = \"blue\"\n\
         name = \"Blue\"\ncolour = \"#a9c3d9\"\nink = \"#10202c\"\n[[size]]\nid = \"corps\"\nname = \"Corps\"\n\
         mark = \"XXX\"\n[[type]]\nid = \"infantry\"\nname = \"Infantry\"\n[[value]]\nid = \"a\"\nname = \"A\"\n\
         [[layout]]\nid = \"unit\"\nfront = { state = \"full\", values = [\"a\"] }\n\
         back = { state = \"reduced\", values = [\"a\"] }\n",
    );
    game.push_str("[[formation]]\nid = \"f\"\nname = \"F\"\nside = \"blue\"\ncolour = \"#2f6f9f\"\n");
    let mut units = String::from(
        "src = \"reconstructed\"\n[[units]]\nside = \"blue\"\nformation = \"f\"\ntype = \"infantry\"\nlayout = \"unit\"\n\
         size = \"corps\"\nunit = [\n",
    );
    for n in 1..=UNITS {
        let front = if n == UNITS { strength } else { n };
        writeln!(units, "{{ id = \"u{n}\", front = [{front}], back = [{n}] }},").unwrap();
    }
    units.push_str("]\n");
    let map = "src = \"reconstructed\"\n[map]\nid = \"m\"\nname = \"M\"\nkind = \"hex\"\nsize = [\"150mm\", \"120mm\"]\n\
               [grid]\ncolumns = 6\nrows = 5\nhex = \"18mm\"\nstand = \"pointy\"\nshift = \"even\"\norigin = [20, 20]\n\
               number = \"{row:2}{column:2}\"\nterrain = \"plain\"\n[[terrain]]\nid = \"plain\"\nname = \"Plain\"\n\
               look = \"clear\"\n";
    let print = "png = false\npapers = \"A4\"\n";
    let files = [("game.toml", game), ("counters.toml", units), ("map.toml", map.into()), ("print.toml", print.into())];
    files.map(|(name, text)| (name.to_string(), text)).into()
}

fn made(texts: &BTreeMap<String, String>, memory: Option<&dyn Memory>, outputs: &[&dyn Emitter]) -> Artifacts {
    let game = sound_texts(texts);
    let sink = Mutex::new(Artifacts::new());
    for output in outputs {
        let game = match memory {
            Some(memory) => Game { memory, ..small(&game) },
            None => small(&game),
        };
        output.emit(&game, &sink).unwrap();
    }
    sink.into_inner().unwrap()
}

/// One counter changed: one face is drawn and one page of the kit written, and of the module one picture and the build
/// file are other.
#[test]
fn one_changed_counter_is_one_face() {
    let memory = Counted::default();
    let outputs: [&dyn Emitter; 2] = [&VassalModule, &PrintKit];
    let first = made(&texts(7), Some(&memory), &outputs);
    let (cold, _) = memory.counts();
    assert!(cold > 2 * UNITS, "{cold}");
    let again = made(&texts(7), Some(&memory), &outputs);
    let (nothing, all) = memory.counts();
    assert_eq!(nothing, 0, "nothing changed, so nothing is drawn");
    assert!(again == first);
    let changed = made(&texts(8), Some(&memory), &outputs);
    let (one, rest) = memory.counts();
    // Of a page its letters are remembered too.
    assert_eq!((one, rest), (3, all - 3), "one face and one page are made, everything else is remembered");
    assert!(changed == made(&texts(8), None, &outputs));

    let differ = |a: &Artifacts, b: &Artifacts| -> BTreeSet<String> {
        assert!(a.keys().eq(b.keys()));
        a.iter().filter(|(name, bytes)| b[*name] != **bytes).map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(differ(&first, &changed), ["g-1.0.0.vmod", "print/a4/counters.pdf"].map(String::from).into());
    let entries = |files: &Artifacts| unpack(&files["g-1.0.0.vmod"], Limits::default()).unwrap();
    let (old, new) = (entries(&first), entries(&changed));
    let other: Vec<&String> = old.keys().filter(|name| old[*name] != new[*name]).collect();
    assert_eq!(other, ["buildFile.xml", &format!("images/counter_u{UNITS}.png")]);
}

/// A face that was in order once is not drawn again to see whether it is. What is wrong with others is told each time.
#[test]
fn faces_are_judged_once_unless_something_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let judged = |texts: &BTreeMap<String, String>, memory: &dyn Memory| {
        for (name, text) in texts {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        compile_undrawn(folder.path(), &Options::default()).unwrap().drawn(memory)
    };
    let memory = Counted::default();
    let first = judged(&texts(7), &memory);
    assert_eq!(memory.counts(), (2 * UNITS, 0));
    let again = judged(&texts(7), &memory);
    assert_eq!(memory.counts(), (0, 2 * UNITS));
    judged(&texts(8), &memory);
    assert_eq!(memory.counts(), (1, 2 * UNITS - 1));
    // Those that were not drawn then are drawn when somebody asks for them.
    let items = |compiled: &Compiled| {
        let game = compiled.game.as_ref().unwrap();
        let face = |n: usize, back: bool| game.sketchbook.counter(&game.model, &game.look, n, back);
        format!("{:?}", (0..UNITS).map(|n| [face(n, false), face(n, true)]).collect::<Vec<_>>())
    };
    assert_eq!(items(&first), items(&again));

    let mut faint = texts(7);
    let game = faint.get_mut("game.toml").unwrap();
    *game = game.replace("ink = \"#10202c\"", "ink = \"#a0b9d0\"");
    let found = judged(&faint, &memory).messages();
    assert!(found.iter().any(|message| message.contains("contrast")), "{found:#?}");
    let made = memory.counts().0;
    assert_eq!(judged(&faint, &memory).messages(), found);
    assert!(made < UNITS && memory.counts().0 == 0, "{made}");
}

/// The same with two scenarios that have half of the units each, on their setup cards.
fn with_scenarios(strength: usize) -> BTreeMap<String, String> {
    let mut scenarios = String::from("src = \"reconstructed\"\n");
    for (name, units) in [("early", 1..=UNITS / 2), ("late", UNITS / 2 + 1..=UNITS)] {
        let without: Vec<String> = (1..=UNITS).filter(|n| !units.contains(n)).map(|n| format!("u{n}")).collect();
        writeln!(
            scenarios,
            "[[scenario]]\nid = \"{name}\"\nname = \"{name}\"\nwithout = [{{ units = {without:?} }}]\nplace = ["
        )
        .unwrap();
        for n in units {
            writeln!(scenarios, "{{ units = [\"u{n}\"], any = [\"0101\", \"0{}0{}\"] }},", n % 5 + 1, n % 5 + 2)
                .unwrap();
        }
        scenarios.push_str("]\n");
    }
    let mut texts = texts(strength);
    texts.insert("scenarios.toml".to_string(), scenarios);
    texts
}

/// One counter changed that stands in one of two scenarios: besides its face, the setup card that shows it is drawn.
/// The map, the other setup card and the other saved game stay as they are.
#[test]
fn one_changed_counter_changes_only_what_shows_it() {
    let memory = Counted::default();
    let outputs: [&dyn Emitter; 2] = [&VassalModule, &PrintKit];
    let first = made(&with_scenarios(7), Some(&memory), &outputs);
    memory.counts();
    assert!(made(&with_scenarios(7), Some(&memory), &outputs) == first);
    let (nothing, all) = memory.counts();
    assert_eq!(nothing, 0);
    let changed = made(&with_scenarios(8), Some(&memory), &outputs);
    let made_again =
        "a face, a board, a page of counters and one of setup cards are made, everything else is remembered";
    assert_eq!(memory.counts(), (6, all - 6), "{made_again}");
    assert!(changed == made(&with_scenarios(8), None, &outputs));
    let entries = |files: &Artifacts| unpack(&files["g-1.0.0.vmod"], Limits::default()).unwrap();
    let (old, new) = (entries(&first), entries(&changed));
    assert!(old.keys().eq(new.keys()));
    let other: Vec<&str> = old.keys().filter(|name| old[*name] != new[*name]).map(String::as_str).collect();
    let face = format!("images/counter_u{UNITS}.png");
    let drawn = ["images/board_late-blue-setup.png", &face];
    assert_eq!(other, [&["buildFile.xml"], &drawn[..], &["scenario-late.vsav"]].concat());
}

/// Cold and warm, on one thread and on eight.
#[test]
fn the_same_bytes_however_they_are_made() {
    let outputs: [&dyn Emitter; 3] = [&VassalModule, &PrintKit, &Pictures];
    let texts = with_scenarios(7);
    let plain = made(&texts, None, &outputs);
    for threads in [1, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let memory = Counted::default();
        for warm in [false, true] {
            let files = pool.install(|| made(&texts, Some(&memory), &outputs));
            assert!(files == plain, "{threads} threads, {}", if warm { "warm" } else { "cold" });
        }
    }
}

/// Another colour of a side, another template, another size: every face is another one.
#[test]
fn whatever_a_face_shows_is_part_of_its_key() {
    let memory = Counted::default();
    let outputs: [&dyn Emitter; 1] = [&Pictures];
    let base = texts(7);
    made(&base, Some(&memory), &outputs);
    memory.counts();
    let edits: [(&str, &str, &str); 4] = [
        ("game.toml", "#a9c3d9", "#b9c3d9"),
        ("game.toml", "mark = \"XXX\"", "mark = \"XX\""),
        ("game.toml", "version = \"1.0.0\"", "version = \"1.0.0\"\ncounter-size = \"20mm\""),
        ("game.toml", "colour = \"#2f6f9f\"", "colour = \"#3f6f9f\""),
    ];
    for (file, from, to) in edits {
        let mut other = base.clone();
        let text = other.get_mut(file).unwrap();
        assert!(text.contains(from));
        *text = text.replacen(from, to, 1);
        let files = made(&other, Some(&memory), &outputs);
        assert!(memory.counts().0 >= 2 * UNITS, "{to}");
        assert!(files == made(&other, None, &outputs), "{to}");
    }
    let mut own = base.clone();
    let template = "draws: unit\nlayers:\n  - fill: '#f1ece0'\n  - text: '{a}'\n    at: [10, 10, 80, 80]\n";
    own.insert("templates/faces/unit.yaml".to_string(), template.to_string());
    let files = made(&own, Some(&memory), &outputs);
    assert!(memory.counts().0 >= 2 * UNITS);
    assert!(files == made(&own, None, &outputs));
}

/// Keys of faces are taken once, when faces are drawn to see what does not fit: they are those of the sketches.
#[test]
fn what_is_known_of_a_face_is_the_key_of_its_sketch() {
    let game = sound_texts(&texts(7));
    let (model, look, none) = (&game.model, &game.look, Sketchbook::default());
    let mut keys = BTreeSet::new();
    for (n, counter) in model.counters.iter().enumerate() {
        for back in [false, true] {
            for (bleed, edge) in [(0.0, false), (0.0, true), (1.5, false)] {
                let sketch = Sketch::counter(model, look, counter, back, bleed);
                let key = if edge { sketch.edged() } else { sketch }.key();
                assert_eq!(game.sketchbook.key(model, look, (n, back), bleed, edge), key);
                assert_eq!(none.key(model, look, (n, back), bleed, edge), key);
                keys.insert(key);
            }
        }
    }
    assert_eq!(keys.len(), 2 * 3 * UNITS);
}

/// The key of a map covers what maps are drawn from. Who draws more must add it to `MapSketch`.
#[test]
fn maps_are_drawn_from_what_their_key_covers() {
    let covered = ["game", "sides", "formations", "attributes", "maps", "places", "edges", "regions", "tracks"];
    let mut folders = vec![root().join("src/art/map")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let own = text.split("#[cfg(test)]").next().unwrap();
            for (at, _) in own.match_indices("model.") {
                let field: String = own[at + 6..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                // The end of a sentence, and what looks through the maps.
                if !["", "edge_colour"].contains(&field.as_str()) {
                    assert!(covered.contains(&field.as_str()), "{} reads model.{field}", path.display());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 5, "{seen}");
}

/// Changes to a file, as somebody makes them while writing: a line less, half of it, another name, a remark.
fn changes(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let third = lines.len() / 3;
    vec![
        [&lines[..third], &lines[(third + 1).min(lines.len())..]].concat().join("\n"),
        lines[..lines.len() / 2].join("\n"),
        text.replacen("id = \"", "id = \"x", 1),
        text.replacen("name = \"", "name = \"New ", 1),
        format!("# A remark.\n{text}"),
        text.to_string(),
    ]
}

#[test]
fn what_is_remembered_of_files_changes_nothing_that_is_found_in_them() {
    use punchboard::compile::{self, compile_again, compile_sources, preview};
    let desk = crate::common::desk::Desk::with_game();
    for folder in [desk.path().join("my-game"), root().join("data/storm")] {
        let (whole, found) = punchboard::source::Sources::load(&folder, "").unwrap();
        let memory = compile::CheckMemory::default();
        let data: Vec<_> = whole.own().filter(|(_, file)| file.name.ends_with(".toml") || file.is_sheet()).collect();
        for (id, file) in data {
            for text in changes(&file.text) {
                let mut sources = whole.clone();
                sources.set_text(id, text);
                preview(&memory, (sources.clone(), found.clone()));
                let again = compile_again(&memory, (sources.clone(), found.clone()));
                let anew = compile_sources((sources, found.clone()));
                assert_eq!(again.messages(), anew.messages(), "{}", file.name);
                let told = |game: Option<compile::SoundGame>| game.map(|game| format!("{:?}", game.model));
                assert!(told(again.game) == told(anew.game), "{} makes another game", file.name);
            }
        }
    }
}
