//! What the fuzz targets do with bytes: one function per target. None may panic, hang or take much memory.
//!
//! `fuzz_targets/` runs them under libFuzzer, `tests/fuzz_corpus.rs` replays `seeds/` and `crashes/` in every
//! ordinary test run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use punchboard::draw::pdf::{Document, Page, pdf};
use punchboard::draw::{Affine, Drawing, Item, Raster};
use punchboard::emit::Game;
use punchboard::emit::vassal::codec::archive::{Limits, pack, unpack};
use punchboard::emit::vassal::codec::components::{from_xml, to_xml};
use punchboard::emit::vassal::codec::moduledata::Metadata;
use punchboard::emit::vassal::codec::{Command, Key, Piece, TurnState, save as saves, sequence};
use punchboard::expr::{self, Env, JavaCode, Names, Number, Properties, Type, Value, Values};
use punchboard::identity::Identities;
use punchboard::import::{Module, lint, page};
use punchboard::source::values::Colour;
use punchboard::source::{FileId, Sources, csv as tables};
use punchboard::{Compiled, compile_sources};
use std::collections::BTreeMap;

/// What a target does with bytes.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 10] = [
    ("game", game),
    ("csv", csv),
    ("template", template),
    ("svg", svg),
    ("expression", expression),
    ("codec", codec),
    ("save", save),
    ("zip", zip),
    ("lock", lock),
    ("module", module),
];

/// The game of `punchboard new`, over which inputs are laid.
const SCAFFOLD: [(&str, &str); 8] = [
    ("counters.toml", include_str!("../../templates/new/counters.toml")),
    ("examples.toml", include_str!("../../templates/new/examples.toml")),
    ("game.toml", include_str!("../../templates/new/game.toml")),
    ("map.toml", include_str!("../../templates/new/map.toml")),
    ("rules-operations.toml", include_str!("../../templates/new/rules-operations.toml")),
    ("rules.toml", include_str!("../../templates/new/rules.toml")),
    ("scenarios.toml", include_str!("../../templates/new/scenarios.toml")),
    ("tables.toml", include_str!("../../templates/new/tables.toml")),
];

/// Compiles the scaffold with other files in it, or without it if they have a `game.toml` of their own. Every fault must
/// have a place and can be shown.
fn compiled<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Compiled {
    let filled = |text: &str| text.replace("{{id}}", "demo").replace("{{title}}", "Demo");
    let scaffold = SCAFFOLD.map(|(name, text)| (name, filled(text)));
    let mut all: BTreeMap<&str, &[u8]> = files.into_iter().collect();
    if !all.contains_key("game.toml") {
        for (name, text) in &scaffold {
            all.entry(name).or_insert(text.as_bytes());
        }
    }
    let compiled = compile_sources(Sources::from_bytes("game", all));
    for diagnostic in compiled.diagnostics.iter() {
        let file = compiled.sources.get(diagnostic.primary.span.file).expect("an error without a file");
        assert!(diagnostic.primary.span.range().end <= file.text.len().max(file.bytes.len()), "an error off its file");
        let shown = punchboard::diag::render(diagnostic, &compiled.sources, false);
        assert!(shown.contains(&file.name), "an error without a place: {shown}");
    }
    assert!(compiled.game.is_some() || compiled.diagnostics.has_errors(), "no game and no error");
    compiled
}

/// Makes of a game what can be made without drawing.
fn made(compiled: &Compiled) {
    let Some(sound) = &compiled.game else { return };
    let game = Game { dpi: 36.0, module_dpi: 36.0, map_dpi: 36.0, ..Game::new(sound) };
    punchboard::emit::engine(&sound.model, &sound.look);
    let tree = punchboard::emit::vassal::build_file(&game);
    assert!(from_xml(&to_xml(&tree)).expect("our own build file") == tree, "the build file reads otherwise");
}

/// TOML to model. The input is files, each behind a line `=== NAME`; they replace those of the scaffold.
pub fn game(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        made(&compiled_game(text));
    }
}

/// The game of an input of [`game`].
pub fn compiled_game(text: &str) -> Compiled {
    let files = text.split("=== ").skip(1).filter_map(|part| part.split_once('\n'));
    let files: Vec<_> = files.filter(|(name, _)| name.ends_with(".toml") || name.ends_with(".csv")).collect();
    compiled(files.into_iter().map(|(name, text)| (name, text.as_bytes())))
}

/// Counters as CSV.
pub fn csv(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut diags = punchboard::diag::Diagnostics::default();
    tables::read_csv(FileId(0), text, &mut diags);
    assert!(diags.iter().all(|diag| diag.primary.span.range().end <= text.len()), "an error off its file");
    compiled([("counters-more.csv", data)]);
}

/// A template of counters, and a style of maps: the same bytes as both.
pub fn template(data: &[u8]) {
    compiled([("templates/faces/unit.yaml", data)]);
    compiled([("templates/styles/map.yaml", data)]);
}

/// SVG art: as a symbol, and as a picture that is drawn and printed.
pub fn svg(data: &[u8]) {
    drop(compiled([("templates/symbols/own.svg", data)]));
    let Some(drawing) = picture(data) else { return };
    let _ = Raster::new(72.0).png(&drawing);
    let page = Page { drawing: std::borrow::Cow::Owned(drawing), ..Page::default() };
    let _ = pdf(&Document { pages: vec![page], ..Document::default() });
}

/// A drawing of the picture that an SVG is, if it is one.
pub fn picture(data: &[u8]) -> Option<Drawing> {
    let look = compiled([("art/own.svg", data)]).game?.look;
    let image = look.images.get("art/own.svg")?;
    let mut drawing = Drawing::new(20.0, 20.0);
    let (width, height) = image.size;
    let place = Affine([20.0 / width, 0.0, 0.0, 20.0 / height, 0.0, 0.0]);
    let picture = image.picture.clone();
    drawing.items.push(Item::Picture { picture, size: image.size, place, ink: Colour([0; 3]) });
    Some(drawing)
}

struct Position(Values);

impl Env for Position {
    fn value(&self, name: &str) -> Option<std::borrow::Cow<'_, Value>> {
        self.0.value(name)
    }
    fn lookup(&self, _: &str, arguments: &[Value]) -> Result<Value, String> {
        arguments.first().cloned().ok_or_else(|| "nothing to look up".to_string())
    }
}

/// An expression: parsed, checked, computed, written for engines and for VASSAL.
pub fn expression(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let unit = Type::collection([("attack", Type::Number), ("kind", Type::choice(["foot", "guns"]))]);
    let names = Names::new()
        .with("night", Type::Bool)
        .with("lead", Type::Number)
        .with("name", Type::Text)
        .with("terrain", Type::choice(["clear", "urban"]))
        .with("roads", Type::list(Type::choice(["main", "track"])))
        .with("units", unit)
        .with_table("combat", [Type::Number], Type::Number);
    let inside = |problems: &[expr::Problem]| {
        let fits = |span: &expr::TextSpan| span.end <= text.len() && text.get(span.clone()).is_some();
        assert!(problems.iter().all(|problem| fits(&problem.span)), "a problem off its text");
    };
    let tree = match expr::parse(text) {
        Ok(tree) => tree,
        Err(problems) => return inside(&problems),
    };
    let printed = tree.to_string();
    let again = expr::parse(&printed).unwrap_or_else(|_| panic!("not readable any more: {printed}"));
    assert!(again == tree, "`{printed}` reads otherwise");
    if let Err(problems) = expr::check(&tree, &names) {
        return inside(&problems);
    }
    let member =
        |attack: i32, kind: &str| expr::Record::from([("attack".into(), attack.into()), ("kind".into(), kind.into())]);
    let position = Position(Values::from([
        ("night".into(), true.into()),
        ("lead".into(), Number::new(7, 2).into()),
        ("name".into(), "Mill".into()),
        ("terrain".into(), "urban".into()),
        ("roads".into(), Value::List(vec!["main".into()])),
        ("units".into(), Value::collection([member(4, "foot"), member(1, "guns")])),
    ]));
    expr::eval(&tree, &position).expect("a checked expression has a value");
    drop(expr::to_json(&tree));
    let properties = Properties::from([
        ("night".to_string(), JavaCode::flag("Night")),
        ("lead".to_string(), JavaCode::whole("Lead")),
        ("name".to_string(), JavaCode::text("Name")),
        ("terrain".to_string(), JavaCode::text("Terrain")),
    ]);
    let _ = expr::to_beanshell(&tree, &properties);
}

/// VASSAL's texts: what is read can be written and reads the same.
pub fn codec(data: &[u8]) {
    if let Ok(tree) = from_xml(data) {
        assert!(from_xml(&to_xml(&tree)).expect("our own XML") == tree, "the components read otherwise");
    }
    if let Ok(about) = Metadata::from_xml(data) {
        assert!(Metadata::from_xml(&about.to_xml()).expect("our own XML") == about, "the metadata read otherwise");
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(piece) = Piece::decode(text) {
        let again = Piece::from_parts(&piece.type_text(), &piece.state_text()).expect("our own piece");
        assert!(again == piece, "the piece reads otherwise: {piece:?} {again:?}");
    }
    if let Ok(command) = Command::decode(text) {
        let again = Command::decode(&command.text()).expect("our own command");
        assert!(again == command, "the command reads otherwise: {command:?} {again:?}");
    }
    if let Some(turn) = TurnState::decode(text) {
        assert!(TurnState::decode(&turn.encode()) == Some(turn), "the turn reads otherwise");
    }
    let key = Key::decode(text);
    assert!(Key::decode(&key.encode()) == key, "the key reads otherwise: {key:?}");
    for delimiter in [';', ',', '\t'] {
        let tokens = sequence::decode(text, delimiter);
        assert!(
            sequence::decode(&sequence::encode(&tokens, delimiter), delimiter) == tokens,
            "other tokens: {tokens:?}"
        );
    }
}

/// A saved game.
pub fn save(data: &[u8]) {
    let Ok(commands) = saves::decode(data) else { return };
    let again = saves::decode(&saves::encode(&commands, 0x5a)).expect("our own save");
    assert!(again == commands, "the save reads otherwise: {commands:?} {again:?}");
}

/// A zip, such as a module.
pub fn zip(data: &[u8]) {
    let limits = Limits { entries: 1_000, bytes: 16 << 20 };
    let Ok(files) = unpack(data, limits) else { return };
    let packed = pack(&files).expect("names that were read");
    assert!(unpack(&packed, limits).expect("our own zip") == files, "the zip reads otherwise");
}

/// A lock, and the one that comes of it.
pub fn lock(data: &[u8]) {
    let Some(identities) = numbered(data) else { return };
    let next = identities.lock.text();
    let again = numbered(next.as_bytes());
    assert!(again.is_some_and(|again| again.lock == identities.lock), "the lock reads otherwise:\n{next}");
}

/// The numbers of the scaffold's pieces with a lock.
pub fn numbered(lock: &[u8]) -> Option<Identities> {
    compiled([("punchboard.lock", lock)]).game.map(|game| game.identities)
}

/// The build file of somebody else's module: looked over, and what is found shown on a page.
pub fn module(data: &[u8]) {
    let Ok(build) = from_xml(data) else { return };
    let (plain, build_entry) = (build.clone(), "buildFile.xml".to_string());
    let (entries, files, saves) = Default::default();
    let module = Module { metadata: None, build, plain, build_entry, entries, files, saves };
    let findings = lint(&module);
    assert!(page(&module, &findings).ends_with("</html>\n"));
}
