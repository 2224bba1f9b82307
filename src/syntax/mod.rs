//! What authors write: one record type for every table of the language.
//!
//! In: trees of values. Out: [`GameFiles`], records with the place of every value. This stage knows
//! shapes (keys, types, units) and nothing of what names mean.

mod cards;
mod counters;
mod defaults;
mod displays;
mod events;
mod examples;
mod expect;
pub mod export;
mod extends;
mod fill;
mod formations;
mod game;
mod map;
mod module;
mod operations;
mod print;
mod remembered;
mod renamed;
mod rules;
mod scenarios;
mod schema;
pub mod sheets;
mod specs;
mod tables;
mod template;

pub use cards::*;
pub use counters::*;
pub use displays::*;
pub use events::*;
pub use examples::*;
pub use expect::*;
pub use game::*;
pub use map::*;
pub use module::*;
pub use operations::*;
pub use print::*;
pub use remembered::Decoded;
pub use rules::*;
pub use scenarios::*;
pub use schema::schema;
pub use specs::*;
pub use tables::*;
pub use template::*;

use crate::diag::{Diagnostics, codes};
use crate::source::decode::{Cx, Decode, Meta};
use crate::source::{DataKey, DataNode, DataTable, DataValue, File, FileId, FileKind, Sources, Span, csv, read_toml};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A decoded file.
#[derive(Debug)]
pub struct InFile<T> {
    /// Which file it is.
    pub file: FileId,
    /// What it holds.
    pub content: Arc<T>,
}

/// All files of a game, decoded.
#[derive(Debug, Default)]
pub struct GameFiles {
    /// `game.toml`.
    pub game: Option<InFile<GameFile>>,
    /// Map files.
    pub maps: Vec<InFile<MapFile>>,
    /// Counter files.
    pub counters: Vec<InFile<CountersFile>>,
    /// Display files.
    pub displays: Vec<InFile<DisplaysFile>>,
    /// Card files.
    pub cards: Vec<InFile<CardsFile>>,
    /// Table files.
    pub tables: Vec<InFile<TablesFile>>,
    /// Rule files.
    pub rules: Vec<InFile<RulesFile>>,
    /// Scenario files.
    pub scenarios: Vec<InFile<ScenariosFile>>,
    /// Example files.
    pub examples: Vec<InFile<ExamplesFile>>,
    /// Files of promises.
    pub expects: Vec<InFile<ExpectFile>>,
    /// `print.toml`, and behind it what the command line says of printing.
    pub print: Vec<InFile<PrintFile>>,
    /// The examples as they were written, for engines to replay.
    pub written_examples: Vec<serde_json::Value>,
}

impl GameFiles {
    /// Decodes every file.
    pub fn decode(sources: &Sources, cx: &mut Cx) -> Self {
        Self::decode_kinds(&FileKind::ALL, sources, cx)
    }

    /// Decodes the files of some kinds. No file asks for one of another kind, but for the size of a picture.
    fn decode_kinds(kinds: &[FileKind], sources: &Sources, cx: &mut Cx) -> Self {
        let mut files = Self::default();
        for (id, file, mut node) in trees(kinds, sources, cx) {
            defaults::fill(&mut node, cx);
            if file.kind == FileKind::Game {
                formations::spread(&mut node, cx);
            }
            renamed::rename(file.kind, &mut node, cx);
            if file.kind == FileKind::Map {
                fill::map(&mut node, file, sources, cx);
            }
            match file.kind {
                FileKind::Game => {
                    if file.name == "game.toml" {
                        files.game = decode(id, &node, cx);
                    }
                }
                FileKind::Map => files.maps.extend(decode(id, &node, cx)),
                FileKind::Counters => files.counters.extend(decode(id, &node, cx)),
                FileKind::Displays => files.displays.extend(decode(id, &node, cx)),
                FileKind::Cards => files.cards.extend(decode(id, &node, cx)),
                FileKind::Tables => files.tables.extend(decode(id, &node, cx)),
                FileKind::Rules => files.rules.extend(decode(id, &node, cx)),
                FileKind::Scenarios => files.scenarios.extend(decode(id, &node, cx)),
                FileKind::Examples => {
                    files.written_examples.extend(written_examples(&node));
                    files.examples.extend(decode(id, &node, cx));
                }
                FileKind::Expect => files.expects.extend(decode(id, &node, cx)),
                FileKind::Print => files.print.extend(decode(id, &node, cx)),
                FileKind::Template | FileKind::Picture | FileKind::Rulebook | FileKind::Lock | FileKind::Carried => {}
            }
        }
        files
    }

    /// Visits every record, with the kind of its file. How a game is printed comes from no source.
    pub fn walk(&self, visit: &mut dyn FnMut(FileKind, &Meta)) {
        fn all<T: Decode>(files: &[InFile<T>], kind: FileKind, visit: &mut dyn FnMut(FileKind, &Meta)) {
            for file in files {
                file.content.walk(&mut |meta| visit(kind, meta));
            }
        }
        if let Some(game) = &self.game {
            game.content.walk(&mut |meta| visit(FileKind::Game, meta));
        }
        all(&self.maps, FileKind::Map, visit);
        all(&self.counters, FileKind::Counters, visit);
        all(&self.displays, FileKind::Displays, visit);
        all(&self.cards, FileKind::Cards, visit);
        all(&self.tables, FileKind::Tables, visit);
        all(&self.rules, FileKind::Rules, visit);
        all(&self.scenarios, FileKind::Scenarios, visit);
        all(&self.examples, FileKind::Examples, visit);
        all(&self.expects, FileKind::Expect, visit);
    }

    /// What the game promises of itself, in all its files.
    pub fn promises(&self) -> impl Iterator<Item = &ExpectDef> {
        let own = self.game.iter().filter_map(|game| game.content.expect.as_ref());
        own.chain(self.expects.iter().map(|file| &file.content.expect.value))
    }
}

fn decode<T: Decode>(file: FileId, node: &DataNode, cx: &mut Cx) -> Option<InFile<T>> {
    Some(InFile { file, content: Arc::new(T::decode(node, cx)?) })
}

/// The examples of a file as JSON, each with its source.
fn written_examples(file: &DataNode) -> Vec<serde_json::Value> {
    let mut whole = file.to_json();
    let source = match &whole["src"] {
        serde_json::Value::Object(keys) => keys.get("example").or(keys.get("rest")).cloned().unwrap_or_default(),
        source => source.clone(),
    };
    let serde_json::Value::Array(mut examples) = whole["example"].take() else { return Vec::new() };
    for example in examples.iter_mut().filter_map(serde_json::Value::as_object_mut) {
        example.entry("src").or_insert_with(|| source.clone());
    }
    examples
}

/// Every file as a tree. The rows of a spreadsheet stand in the file that they belong to; where there is none, the
/// spreadsheet is a file by itself.
fn trees<'s>(kinds: &[FileKind], sources: &'s Sources, cx: &mut Cx) -> Vec<(FileId, &'s File, DataNode)> {
    let unread = cx.diags.iter().filter(|diag| diag.code == &codes::FILE).map(|diag| diag.primary.span.file);
    let unread: BTreeSet<FileId> = unread.collect();
    let data = || sources.iter().filter(|(id, file)| kinds.contains(&file.kind) && !unread.contains(id));
    let texts: Vec<(FileId, &File)> = data().filter(|(_, file)| !file.is_sheet()).collect();
    let read: Vec<(DataNode, Diagnostics)> = texts
        .par_iter()
        .map(|(id, file)| {
            let mut found = Diagnostics::default();
            (read_toml(*id, &file.text, &mut found), found)
        })
        .collect();
    let mut trees: Vec<(FileId, &File, DataNode)> = Vec::with_capacity(read.len());
    for ((id, file), (node, found)) in texts.into_iter().zip(read) {
        cx.diags.extend(found);
        trees.push((id, file, node));
    }
    for (id, file) in data().filter(|(_, file)| file.is_sheet()) {
        let rows = csv::read_csv(id, &file.text, &mut cx.diags);
        let span = Span::start_of(id);
        if rows.is_empty() && !cx.diags.iter().any(|diag| diag.primary.span.file == id) {
            cx.diags.push(codes::NOTHING.at(span, "this file has a header but no rows"));
        }
        let source = csv::source_of_file(id, &file.text);
        let source = source.map(|source| (DataKey { text: "src".to_string(), span: source.span }, source));
        let home = file.belongs_to();
        let at = trees.iter().position(|(_, other, _)| other.name == home && file.sheet.is_some());
        let at = at.unwrap_or_else(|| {
            // The source of a file of its own stands at its top, as in TOML.
            let entries = source.iter().cloned().collect();
            trees.push((id, file, DataNode { value: DataValue::Table(DataTable { entries }), span }));
            trees.len() - 1
        });
        let own = trees[at].0 == id;
        let rows = rows.into_iter().map(|row| sheets::with_source(row, source.as_ref().filter(|_| !own))).collect();
        sheets::attach(&mut trees[at].2, id, file, rows, cx);
    }
    trees.sort_by_key(|(id, ..)| *id);
    let rules = trees.iter_mut().filter(|(_, file, _)| file.kind == FileKind::Rules).map(|(.., node)| node);
    extends::supplies(&mut rules.collect::<Vec<_>>(), cx);
    trees
}
