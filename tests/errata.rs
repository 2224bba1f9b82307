//! Errata: what changed, what is printed anew, what of saved games carries over.

use crate::common::{examples, root, small, sound_texts, texts};
use punchboard::emit::vassal::codec::archive::{Limits, unpack};
use punchboard::emit::vassal::codec::components::{Component, Node, from_xml};
use punchboard::emit::vassal::codec::{Command as Saved, save};
use punchboard::emit::{Artifacts, EMITTERS, Emitter, EngineData, Game, VassalModule};
use punchboard::errata::{ChangeKind, Edition, Errata, Fate, Section, pack};
use punchboard::identity::Lock;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

type Files = BTreeMap<String, String>;

fn edition(files: &Files) -> Edition {
    Edition::of_data(sound_texts(files))
}

/// What emitters take: pictures small, nothing remembered.
fn game(edition: &Edition) -> Game<'_> {
    small(edition.made.as_ref().unwrap())
}

fn packed(errata: &Errata, old: &Edition, new: &Edition) -> (Artifacts, Vec<String>) {
    let sink = Mutex::new(Artifacts::new());
    let game = new.made.as_ref().map(|_| game(new));
    let lines = pack(errata, old, game.as_ref(), &sink).unwrap();
    (sink.into_inner().unwrap(), lines)
}

fn built(edition: &Edition, outputs: &[&dyn Emitter]) -> Artifacts {
    let sink = Mutex::new(Artifacts::new());
    for output in outputs {
        output.emit(&game(edition), &sink).unwrap();
    }
    sink.into_inner().unwrap()
}

fn edit(files: &Files, file: &str, old: &str, new: &str) -> Files {
    let mut files = files.clone();
    let text = files.get_mut(file).unwrap();
    assert!(text.contains(old), "{file} has no `{old}`");
    *text = text.replacen(old, new, 1);
    files
}

/// The small game of the documentation, at 1.0.0.
fn ford() -> Files {
    let mut files = examples(&["language"]);
    let text = files.get_mut("game.toml").unwrap();
    let line = text.lines().find(|line| line.starts_with("version")).unwrap().to_string();
    *text = text.replacen(&line, "version = \"1.0.0\"", 1);
    // With its numbers given out, as it is once it was built.
    let lock = edition(&files).lock().unwrap().text();
    files.insert("punchboard.lock".to_string(), lock);
    files
}

/// Applies the `diff` blocks of `docs/errata.md`: lines that go, lines that come; lines alone are added.
fn documented_edits(mut files: Files) -> Files {
    let page = std::fs::read_to_string(root().join("docs/errata.md")).unwrap();
    let mut lines = page.lines();
    let mut edits = 0;
    while let Some(line) = lines.next() {
        let Some(file) = line.strip_prefix("```diff ") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let of =
            |sign: char| block.iter().filter_map(move |line| line.strip_prefix(sign)).collect::<Vec<_>>().join("\n");
        let (gone, come) = (of('-'), of('+'));
        files = if gone.is_empty() {
            let text = files.get_mut(file).unwrap();
            text.push_str(&format!("{come}\n"));
            files
        } else {
            edit(&files, file, &gone, &come)
        };
        edits += 1;
    }
    assert_eq!(edits, 7);
    files
}

fn at_version(files: &Files, version: &str) -> Files {
    let line = files["game.toml"].lines().find(|line| line.starts_with("version = ")).unwrap().to_string();
    edit(files, "game.toml", &line, &format!("version = \"{version}\""))
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output =
        Command::new(program).args(arguments).output().unwrap_or_else(|_| panic!("{program}: tests/run installs it"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// All slots of a build file, by number: what each is.
fn slots(node: &Node, found: &mut BTreeMap<String, String>) {
    if matches!(node.component, Component::PieceSlot(_) | Component::CardSlot(_)) {
        let attributes: BTreeMap<String, String> = node.component.attributes().into_iter().collect();
        found.insert(attributes["gpid"].clone(), attributes["entryName"].clone());
    }
    node.children.iter().for_each(|child| slots(child, found));
}

fn module_of(files: &Artifacts) -> BTreeMap<String, Vec<u8>> {
    let (_, bytes) = files.iter().find(|(name, _)| name.ends_with(".vmod")).unwrap();
    unpack(bytes, Limits::default()).unwrap()
}

/// The living-rules case of `docs/errata.md`, from edit to pack.
#[test]
fn the_living_rules_case() {
    let data = texts(&root().join("data/iron-ring"));
    let (before, after) = (at_version(&data, "1.1.0"), at_version(&documented_edits(data), "1.2.0"));
    let (old, new) = (edition(&before), edition(&after));
    let errata = Errata::between(&old, &new).unwrap();
    assert_eq!(errata.proposed.version, "1.2.0", "{}", errata.proposed.why);

    let told: Vec<(Section, &str, ChangeKind)> =
        errata.changes.iter().map(|change| (change.section, change.id.as_str(), change.kind)).collect();
    let (counters, changed) = (Section::Counters, ChangeKind::Changed);
    let expected = [
        (counters, "191/71", changed),
        (counters, "212/79", changed),
        (counters, "no-attack", ChangeKind::Added),
        (Section::Map, "0334/0434", changed),
        (Section::Tables, "combat", changed),
        (Section::Scenarios, "campaign", changed),
    ];
    let expected: Vec<_> = expected
        .into_iter()
        .map(|(section, id, kind)| (section, if id == "campaign" { told[5].1 } else { id }, kind))
        .collect();
    assert_eq!(told, expected);
    let value = &errata.changes[1].fields[0];
    assert_eq!((value.path.as_str(), &value.old, &value.new), ("steps/full/values/attack", &2.into(), &3.into()));
    let cell = &errata.changes[4].fields[0];
    assert_eq!((cell.was.as_str(), cell.now.as_str(), cell.name.as_str()), ("1/2", "1/1", "row 7, column 3:1"));

    // The sheet of the documentation is the one that is made.
    let (files, _) = packed(&errata, &old, &new);
    let sheet = String::from_utf8(files["errata.md"].clone()).unwrap();
    let shown = examples(&["errata"]).remove("errata.md").unwrap();
    if std::env::var_os("UPDATE_REF").is_some() {
        let page = root().join("docs/errata.md");
        let text = std::fs::read_to_string(&page).unwrap();
        let block = |inside: &str| format!("```markdown errata.md\n{inside}```");
        std::fs::write(&page, text.replacen(&block(&shown), &block(&sheet), 1)).unwrap();
    } else {
        assert_eq!(shown, sheet, "UPDATE_REF=1 writes it");
    }

    // The changed counters and nothing else, on the grid of the kit.
    let printed: BTreeMap<&str, u32> = errata.counters.iter().map(|face| (face.id.as_str(), face.print)).collect();
    assert_eq!(printed, BTreeMap::from([("191/71", 1), ("212/79", 1), ("no-attack", 6)]));
    let desk = tempfile::tempdir().unwrap();
    let pdf = desk.path().join("counters.pdf");
    std::fs::write(&pdf, &files["a4/counters.pdf"]).unwrap();
    let pdf = pdf.to_string_lossy().into_owned();
    run("qpdf", &["--check", &pdf]);
    let front = run("pdftotext", &["-f", "1", "-l", "1", &pdf, "-"]);
    let count = |word: &str| front.matches(word).count();
    assert_eq!((count("191/71"), count("212/79"), count("NO ATT")), (1, 1, 6), "{front}");
    assert_eq!((count("2-3-6"), count("3-3-6")), (1, 1), "{front}");
    assert!(front.contains("changes since 1.1.0"), "{front}");
    let sheet_pdf = desk.path().join("errata.pdf");
    std::fs::write(&sheet_pdf, &files["letter/errata.pdf"]).unwrap();
    let sheet_pdf = sheet_pdf.to_string_lossy().into_owned();
    run("qpdf", &["--check", &sheet_pdf]);
    let words = run("pdftotext", &[&sheet_pdf, "-"]);
    assert!(words.contains("rule 6.3") && words.contains("(was: 1/2)"), "{words}");
    // One hexside is on few pages of the map.
    let tiles = desk.path().join("tiles.pdf");
    std::fs::write(&tiles, &files["a4/map-campaign-tiles.pdf"]).unwrap();
    let info = run("pdfinfo", &[&tiles.to_string_lossy()]);
    let pages: usize = info.lines().find_map(|line| line.strip_prefix("Pages:")).unwrap().trim().parse().unwrap();
    assert!((1..=4).contains(&pages), "{pages} pages of the map");
    assert!(!files.contains_key("a4/calibration.pdf") && !files.contains_key("a4/displays.pdf"));

    // A game saved with the old module: the new one has every piece of it.
    let carry = errata.saved_games.as_ref().unwrap();
    assert!(carry.is_whole() && carry.findings.is_empty(), "{:?}", carry.findings);
    assert_eq!(carry.added, 1);
    let outputs: [&dyn Emitter; 1] = [&VassalModule];
    let (old_files, new_files) = (built(&old, &outputs), built(&new, &outputs));
    let (old_module, new_module) = (module_of(&old_files), module_of(&new_files));
    let mut known = BTreeMap::new();
    slots(&from_xml(&new_module["buildFile.xml"]).unwrap(), &mut known);
    let mut pieces = 0;
    for (name, bytes) in old_module.iter().filter(|(name, _)| name.ends_with(".vsav")) {
        let saved = unpack(bytes, Limits::default()).unwrap();
        for command in save::decode(&saved["savedGame"]).unwrap() {
            let Saved::Piece { piece, .. } = command else { continue };
            assert!(known.contains_key(&piece.basic.gpid), "{name}: {} is not found", piece.basic.name);
            pieces += 1;
        }
    }
    assert!(pieces > 600, "{pieces}");
    // For others to read: tests/run lets pywargame look at them.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("errata");
    std::fs::create_dir_all(&folder).unwrap();
    for (files, name) in [(&old_files, "old.vmod"), (&new_files, "new.vmod")] {
        let (_, bytes) = files.iter().find(|(name, _)| name.ends_with(".vmod")).unwrap();
        std::fs::write(folder.join(name), bytes).unwrap();
    }
}

#[test]
fn no_change_is_an_empty_errata_and_the_same_bytes() {
    let files = ford();
    let (old, new) = (edition(&files), edition(&files));
    let errata = Errata::between(&old, &new).unwrap();
    assert!(errata.is_empty(), "{:?}", errata.changes);
    assert_eq!(errata.proposed.version, "1.0.0");
    let (files, lines) = packed(&errata, &old, &new);
    assert!(lines.is_empty());
    assert_eq!(files.keys().collect::<Vec<_>>(), ["CHANGELOG.md", "errata.json", "errata.md"]);
    assert!(String::from_utf8_lossy(&files["errata.md"]).contains("Nothing changed."));
    assert_eq!(built(&old, &EMITTERS), built(&new, &EMITTERS));
}

/// A piece of which only the picture changed is not counted as one that is the same.
#[test]
fn pieces_whose_picture_changed_are_counted_as_redrawn() {
    let files = ford();
    let same = Errata::between(&edition(&files), &edition(&files)).unwrap().saved_games.unwrap();
    assert_eq!((same.redrawn, same.refreshed, same.added), (0, 0, 0));
    // The colour in the symbol box of one brigade.
    let recoloured = edit(&files, "game.toml", "colour = \"#2f6f9f\"", "colour = \"#2f7f6f\"");
    let (old, new) = (edition(&files), edition(&recoloured));
    let errata = Errata::between(&old, &new).unwrap();
    let changed: BTreeSet<&str> = errata.counters.iter().map(|face| face.id.split('#').next().unwrap()).collect();
    assert!(!changed.is_empty() && changed.len() < same.same, "{changed:?}");
    let carried = errata.saved_games.unwrap();
    assert_eq!(carried.redrawn, changed.len(), "{carried:?} {changed:?}");
    assert_eq!(carried.same + carried.redrawn, same.same);
    assert_eq!((carried.refreshed, carried.added), (0, 0));
}

/// An edition of which only a build is left says the same as its data.
#[test]
fn a_build_is_an_edition_too() {
    let files = ford();
    let old = edition(&files);
    let unit = files["counters.toml"].lines().find(|line| line.contains("front = [")).unwrap().to_string();
    let value = unit.split_once("front = [").unwrap().1.split([',', ']']).next().unwrap();
    let stronger = unit.replacen(
        &format!("front = [{value}"),
        &format!("front = [{}", value.trim().parse::<i64>().unwrap() + 4),
        1,
    );
    let new = edition(&at_version(&edit(&files, "counters.toml", &unit, &stronger), "1.0.1"));
    let by_data = Errata::between(&old, &new).unwrap();
    let kept = Edition::of_build(built(&old, &EMITTERS)).unwrap();
    let by_build = Errata::between(&kept, &new).unwrap();
    let json = |errata: &Errata| serde_json::to_value(errata).unwrap();
    let (a, b) = (json(&by_data), json(&by_build));
    assert_eq!(by_data.counters.len(), 1, "{a:#}");
    for key in ["changes", "counters", "cards", "charts", "maps", "proposed"] {
        assert_eq!(a[key], b[key], "{key}");
    }
    assert!(by_build.saved_games.is_some());
    // Both builds: all is said, nothing can be printed.
    let now = Edition::of_build(built(&new, &EMITTERS)).unwrap();
    let errata = Errata::between(&kept, &now).unwrap();
    assert_eq!(json(&errata)["changes"], a["changes"]);
    let (files, lines) = packed(&errata, &kept, &now);
    assert!(lines.is_empty() && files.keys().all(|name| !name.ends_with(".pdf")));
    // Without a module the numbers are known still; without them nothing.
    let without = |start: &str| {
        let mut files = built(&old, &[&EngineData, &VassalModule]);
        files.retain(|name, _| !name.ends_with(".vmod") && !name.starts_with(start));
        Errata::between(&Edition::of_build(files).unwrap(), &new).unwrap().saved_games
    };
    assert!(without("x").unwrap().is_whole());
    assert!(without("punchboard").is_none());
    for bad in ["{}", "[]", "x", "{\"format\": 99}"] {
        assert!(Edition::of_build(Artifacts::from([("engine.json".to_string(), bad.into())])).is_err(), "{bad}");
    }
}

/// Data and schema agree.
#[test]
fn the_json_is_as_its_schema_says() {
    let data = texts(&root().join("data/storm"));
    let card = data["cards.toml"].lines().find(|line| line.starts_with("title = ")).unwrap().to_string();
    let edited = edit(&data, "cards.toml", &card, "title = \"Another title\"");
    let (old, new) = (edition(&data), edition(&edited));
    let errata = Errata::between(&old, &new).unwrap();
    assert_eq!(errata.cards.len(), 1, "{:?}", errata.changes);
    let (files, _) = packed(&errata, &old, &new);
    assert!(files.contains_key("a4/cards.pdf") && !files.contains_key("a4/counters.pdf"));
    let json: serde_json::Value = serde_json::from_slice(&files["errata.json"]).unwrap();
    let schema: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(root().join("schema/errata.schema.json")).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(schema, punchboard::errata::schema(), "`punchboard schema --out schema` writes it");
}

fn lost(old: &Files, new: &Files) -> Vec<(Fate, String)> {
    let errata = Errata::between(&edition(old), &edition(new)).unwrap();
    errata.saved_games.unwrap().findings.into_iter().map(|finding| (finding.fate, finding.text)).collect()
}

/// What does not carry over is said before anybody ships it.
#[test]
fn what_saved_games_lose_is_said() {
    let storm = texts(&root().join("data/storm"));
    let deck = |text: &str| {
        let start = text.find("[[deck]]").unwrap();
        text[start..].lines().find(|line| line.starts_with("name = ")).unwrap().to_string()
    };
    let name = deck(&storm["cards.toml"]);
    let renamed = edit(&storm, "cards.toml", &name, "name = \"Another deck\"");
    let found = lost(&storm, &renamed);
    assert!(found.iter().any(|(fate, text)| *fate == Fate::Lost && text.contains("deck")), "{found:?}");
    let errata = Errata::between(&edition(&storm), &edition(&renamed)).unwrap();
    assert_eq!(errata.proposed.size, punchboard::errata::bump::BumpSize::Major);

    // A lock that was lost gives other numbers.
    let mut files = ford();
    let before = files.clone();
    let mut lock = Lock::parse(&files["punchboard.lock"]).unwrap();
    let units: Vec<String> = lock.pieces.keys().filter(|key| key.starts_with("unit/")).cloned().collect();
    let (first, second) = (lock.pieces[&units[0]], lock.pieces[&units[1]]);
    lock.pieces.insert(units[0].clone(), second);
    lock.pieces.insert(units[1].clone(), first);
    files.insert("punchboard.lock".to_string(), lock.text());
    let found = lost(&before, &files);
    assert!(found.iter().any(|(fate, text)| *fate == Fate::Lost && text.contains("lock")), "{found:?}");
}

/// A renamed unit is one change, not one gone and one new, and its counter keeps its number.
#[test]
fn renames_are_followed() {
    let data = texts(&root().join("data/iron-ring"));
    let renamed = edit(&data, "counters-axis.toml", "{ id = \"191/71\",", "{ id = \"IR191\", was = [\"191/71\"],");
    // Examples and rules that name it are not the matter here.
    let renamed: Files =
        renamed
            .into_iter()
            .map(|(name, text)| {
                if name.starts_with("counters") {
                    (name, text)
                } else {
                    (name, text.replace("\"191/71\"", "\"IR191\""))
                }
            })
            .collect();
    let errata = Errata::between(&edition(&data), &edition(&renamed)).unwrap();
    let units: Vec<_> =
        errata.of(Section::Counters).map(|change| (change.id.as_str(), change.was.as_deref(), change.kind)).collect();
    assert_eq!(units, [("IR191", Some("191/71"), ChangeKind::Renamed)]);
    assert!(errata.of(Section::Scenarios).next().is_none(), "{:?}", errata.of(Section::Scenarios).collect::<Vec<_>>());
    let faces: Vec<_> = errata.counters.iter().map(|face| (face.id.as_str(), face.was.as_deref(), face.kind)).collect();
    assert_eq!(faces, [("IR191", Some("191/71"), ChangeKind::Changed)]);
    assert!(errata.saved_games.unwrap().is_whole());
}

/// A folder with a repository in it.
struct Repository(tempfile::TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Self(tempfile::tempdir().unwrap());
        let new = repository.punchboard(&["new", "data/my-game"]);
        assert!(new.status.success());
        assert!(repository.punchboard(&["build", "--only", "vassal,engine", "--module-dpi", "48"]).status.success());
        repository.git(&["init", "-q"]);
        repository.git(&["add", "data"]);
        repository.git(&["commit", "-qm", "first"]);
        repository.git(&["tag", "v0.1.0"]);
        repository
    }

    fn path(&self) -> PathBuf {
        self.0.path().to_path_buf()
    }

    fn git(&self, arguments: &[&str]) {
        let who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"];
        let done = Command::new("git").current_dir(self.path()).args(who).args(arguments).status().unwrap();
        assert!(done.success(), "git {arguments:?}");
    }

    fn punchboard(&self, arguments: &[&str]) -> std::process::Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punchboard"));
        command.current_dir(self.path()).args(arguments).env("NO_COLOR", "1").output().unwrap()
    }

    /// Exit code, standard output, standard error.
    fn errata(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.punchboard(&[&["errata"], arguments].concat());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    fn edit(&self, file: &str, old: &str, new: &str) {
        let path = self.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file} has no `{old}`:\n{text}");
        std::fs::write(path, text.replacen(old, new, 1)).unwrap();
    }
}

#[test]
fn the_command_finds_editions() {
    let here = Repository::new();
    let (code, _, said) = here.errata(&["--from", "v0.1.0"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("nothing changed"), "{said}");
    let game = std::fs::read_to_string(here.path().join("data/my-game/game.toml")).unwrap();
    let title = game.lines().find(|line| line.starts_with("title = ")).unwrap().to_string();
    let units = std::fs::read_to_string(here.path().join("data/my-game/counters.toml")).unwrap();
    let line = units.lines().find(|line| line.contains("front = [")).unwrap().to_string();
    let value = line.split_once("front = [").unwrap().1.split([',', ']']).next().unwrap().to_string();
    here.edit("data/my-game/counters.toml", &format!("front = [{value}"), "front = [9");
    for (from, extra) in [
        ("v0.1.0", None),
        ("HEAD", Some("my-game")),
        ("v0.1.0:data/my-game", None),
        ("dist", None),
        ("dist/my-game", None),
    ] {
        let arguments: Vec<&str> = extra.into_iter().chain(["--from", from]).collect();
        let (code, _, said) = here.errata(&arguments);
        assert_eq!(code, 0, "{from}: {said}");
        assert!(said.contains("1 change in") && said.contains("Counters 1"), "{from}: {said}");
        assert!(said.contains("these changes call for 0.1.1"), "{from}: {said}");
        let found: BTreeSet<String> = std::fs::read_dir(here.path().join("errata/my-game"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        for file in ["errata.md", "errata.json", "CHANGELOG.md", "a4", "letter", "images"] {
            assert!(found.contains(file), "{from}: {found:?}");
        }
    }
    let (code, out, said) = here.errata(&["--from", "v0.1.0", "--bump"]);
    assert_eq!((code, out.as_str()), (0, "0.1.1\n"), "{said}");
    // Between two revisions, whatever the folder holds.
    here.git(&["commit", "-qam", "second"]);
    here.edit("data/my-game/game.toml", &title, "title = \"Other\"");
    let (code, _, said) = here.errata(&["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("1 change in"), "{said}");
    // A module of another name: VASSAL would not take the saves.
    let (code, _, said) = here.errata(&["--from", "HEAD", "--check-saves"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("lost") && said.contains("no longer"), "{said}");
}

#[test]
fn what_is_no_edition_is_said() {
    let here = Repository::new();
    let before = |args: &[&str]| {
        let (code, _, said) = here.errata(args);
        assert_ne!(code, 0, "{args:?}");
        assert!(!here.path().join("errata").exists(), "{args:?}");
        (code, said)
    };
    assert!(before(&["--from", "nowhere"]).1.contains("neither a folder nor a git revision"));
    assert!(before(&["--from", "--output=x"]).1.contains("--from"));
    assert!(before(&["--from", "v0.1.0:data"]).1.contains("no game.toml"));
    std::fs::create_dir(here.path().join("empty")).unwrap();
    assert!(before(&["--from", "empty"]).1.contains("neither a game.toml nor an engine.json"));
    std::fs::create_dir(here.path().join("broken")).unwrap();
    std::fs::write(here.path().join("broken/engine.json"), "{").unwrap();
    assert!(before(&["--from", "broken"]).1.contains("engine.json"));
    let mut build = here.path();
    build.push("dist/my-game");
    let module = std::fs::read_dir(&build)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "vmod"))
        .unwrap();
    std::fs::write(module, "no zip").unwrap();
    assert!(before(&["--from", "dist"]).1.contains(".vmod"));
    // Errors of the old data are told with the revision.
    here.edit("data/my-game/game.toml", "title", "titel");
    here.git(&["commit", "-qam", "broken"]);
    here.git(&["tag", "broken-data"]);
    here.edit("data/my-game/game.toml", "titel", "title");
    let (code, said) = before(&["--from", "broken-data"]);
    assert_eq!(code, 1);
    assert!(said.contains("broken-data:data/my-game/game.toml"), "{said}");
}
