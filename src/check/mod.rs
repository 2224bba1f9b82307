//! Checking: from records to the model, or to the list of everything that is wrong.
//!
//! In: the files of a game. Out: the [`Model`], or nothing, and all diagnostics. Every rule of the
//! language is one small function here and one code in [`crate::diag::codes`]. Nothing is drawn and
//! nothing is written.

mod about;
mod actions;
mod board;
mod cards;
pub mod coverage;
mod dice;
mod events;
mod examples;
mod expectations;
mod exprs;
mod follow_on;
mod identity;
mod memory;
mod module;
mod names;
mod operations;
pub mod pictures;
mod pieces;
mod print;
mod promises;
mod reach;
mod rule_scopes;
mod rules;
mod scenarios;
mod starts;
mod strengths;
mod supplied;
mod tables;
mod templates;
mod tracked;
mod vocabulary;

pub use examples::{Replay, ReplayedStep, Scene, replay};
pub use memory::CheckMemory;

use crate::diag::{Diagnostics, codes};
use crate::identity::{Identities, assign};
use crate::look::{self, Library, Look, WrittenLooks};
use crate::model::print::Print;
use crate::model::{FORMAT, Input, Model};
use crate::source::decode::Cx;
use crate::source::{FileId, Sources, Span};
use crate::syntax::GameFiles;

/// What came of checking a game.
pub struct Checked {
    /// The model, if there were no errors in it.
    pub model: Option<Model>,
    /// How it looks, if there were no errors up to there.
    pub look: Option<Look>,
    /// The numbers of its pieces, if there were no errors in it.
    pub identities: Option<Identities>,
    /// How it is printed, if there were no errors.
    pub print: Option<Print>,
    /// Everything found so far.
    pub diags: Diagnostics,
    /// The warnings that the game allows, by name.
    pub allowed: Vec<String>,
}

/// How far a game is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Everything.
    Whole,
    /// What its looks depend on: worked examples, promises and supply at the start are left for later.
    Looks,
}

/// Checks a game.
pub fn check(sources: &Sources, diags: Diagnostics) -> Checked {
    check_to(Depth::Whole, None, sources, diags)
}

/// Checks a game as far as is asked, with the help of what earlier checks found out.
pub fn check_to(depth: Depth, memory: Option<&CheckMemory>, sources: &Sources, diags: Diagnostics) -> Checked {
    let mut cx = Cx { diags, ..Cx::default() };
    let files = || match memory {
        Some(memory) => memory.files(sources, &mut cx),
        None => GameFiles::decode(sources, &mut cx),
    };
    let (files, written) = rayon::join(files, || WrittenLooks::read(sources));
    cx.suspect = follow_on::suspects(&cx.diags, &cx.dropped, sources);
    let shape = std::mem::take(&mut cx.diags);
    let (model, library) = resolve(depth, memory, sources, &files, &mut cx).unzip();
    let mut found = std::mem::replace(&mut cx.diags, shape);
    found.retain(|diagnostic| {
        let follows = follow_on::follows(diagnostic.code, &cx.suspect);
        !follows && (!cx.lacks_places || !follow_on::follows_from_places(diagnostic.code))
    });
    cx.diags.extend(found);
    let lock = identity::check(sources, &files, &mut cx).unwrap_or_default();
    let identities = model.as_ref().map(|model| assign(model, &lock));
    if let Some(identities) = &identities {
        identity::room(sources, identities, &lock, &mut cx);
    }
    // Examples are replayed and templates read on a sound model only: on any other they would fail for its faults.
    let mut look = None;
    if let Some(model) = model.as_ref().filter(|_| !cx.diags.has_errors()) {
        let mut own = cx.beside();
        let templates = || templates::check((sources, written), &files, model, library.unwrap_or_default(), &mut own);
        let played = || {
            if depth == Depth::Whole {
                supplied::check(&files, model, &mut cx);
                examples::check(&files, model, &mut cx);
            }
        };
        (look, ()) = rayon::join(templates, played);
        cx.join(own);
    }
    let sound = !cx.diags.has_errors();
    let print = print::check(sources, &files, model.as_ref(), &mut cx);
    let (model, look) = (model.filter(|_| sound), look.filter(|_| sound));
    let print = print.filter(|_| !cx.diags.has_errors());
    let allowed = allowed(&files);
    // Nobody waits until all records are taken apart.
    rayon::spawn(move || drop(files));
    Checked { model, look, identities, print, diags: cx.diags, allowed }
}

/// The symbols, glyphs and emblems that a game can use, and what is wrong with its own.
pub fn library(sources: &Sources) -> (Library, Diagnostics) {
    let mut cx = Cx::default();
    let library = look::pictures::library(sources, &mut cx);
    (library, cx.diags)
}

/// The pictures that a game asks for or could, by name; none if its data are too faulty to say.
pub fn wanted_pictures(sources: &Sources) -> Option<Vec<pictures::WantedPicture>> {
    let mut cx = Cx::default();
    let files = GameFiles::decode(sources, &mut cx);
    let (model, library) = resolve(Depth::Whole, None, sources, &files, &mut cx)?;
    let sound = !cx.diags.has_errors();
    let look = sound.then(|| {
        let written = WrittenLooks::read(sources);
        templates::check((sources, written), &files, &model, library, &mut cx)
    });
    let look = look.flatten();
    let card_size = |template: &str| {
        let look = look.as_ref().and_then(|look| look.templates.get(template));
        look.map_or((63.0, 88.0), |template| template.units)
    };
    Some(pictures::wanted(&files, &model, &card_size))
}

/// What is wrong with options of printing, whatever the game. The sources hold nothing else.
pub fn print_options(sources: &Sources) -> Diagnostics {
    let mut cx = Cx::default();
    let files = GameFiles::decode(sources, &mut cx);
    print::values(&files, &mut cx);
    cx.diags.finish(&[]);
    cx.diags
}

/// The model, and the small pictures that its names were checked against.
fn resolve(
    depth: Depth,
    memory: Option<&CheckMemory>,
    sources: &Sources,
    files: &GameFiles,
    cx: &mut Cx,
) -> Option<(Model, Library)> {
    let Some(game_file) = &files.game else {
        let has_file = sources.iter().find(|(_, file)| file.name == "game.toml");
        let first = has_file.map(|(id, _)| id).or_else(|| sources.own().next().map(|(id, _)| id));
        if has_file.is_none() || !cx.suspect.contains(&crate::source::FileKind::Game) {
            let at = Span::start_of(first.unwrap_or(FileId(u32::MAX)));
            cx.diags.push(codes::NOTHING.at(at, "not a game folder: `game.toml` is missing"));
        }
        return None;
    };
    check_allowed(files, cx);
    let (game, missing) = vocabulary::game(&game_file.content, sources, cx);
    let vocabulary = vocabulary::check(&game_file.content, files, sources, cx);
    let (mut board, (mut pieces, starts)) = board_and_pieces(memory, sources, files, &vocabulary, cx);
    strengths::check(&mut board, files, &pieces, &vocabulary, cx);
    starts::check(&mut pieces, &starts, &board, cx);
    let conditions = tables::conditions(files, cx);
    let scopes = scopes(files, &vocabulary, &board, &pieces, &conditions, cx);
    let (decks, cards) = cards::check(files, &vocabulary, &scopes, cx);
    starts::filters(&mut pieces, &starts, &scopes, cx);
    let (dice, tables) = tables::check(files, &vocabulary, &scopes, cx);
    let events = events::check(files, &scopes, cx);
    let mut rules = rules::check(files, &vocabulary, &board, &pieces, (conditions, events), &scopes, cx);
    let states = pieces.units.iter().flat_map(|unit| unit.steps.iter().map(|step| step.state.clone())).collect();
    let known = operations::KnownRecords {
        vocabulary: &vocabulary,
        scopes: &scopes,
        places: &board.places,
        markers: &pieces.markers,
        decks: &decks,
        cards: &cards,
        tables: &tables,
        states,
    };
    operations::check(files, &known, &mut rules, cx);
    let scenarios = scenarios::check(files, &vocabulary, &board, &pieces, &rules, cx);
    pieces::uses(&mut pieces, files, &scenarios, &board);
    let counted = expectations::CountedGame {
        vocabulary: &vocabulary,
        board: &board,
        pieces: &pieces,
        cards: &cards,
        tables: &tables,
        scenarios: &scenarios,
    };
    for expect in files.promises() {
        expectations::check(expect, &counted, cx);
    }
    let asked = (exprs::unit_scope(&vocabulary), board::scope(&board, &vocabulary));
    let (coverage, ()) = rayon::join(|| coverage::count(files, &board), || about::check(files, cx));
    let model = Model {
        format: FORMAT,
        game,
        coverage,
        missing,
        sides: vocabulary.sides,
        sizes: vocabulary.sizes,
        types: vocabulary.types,
        formations: vocabulary.formations,
        values: vocabulary.values,
        layouts: vocabulary.layouts,
        attributes: vocabulary.attributes,
        units: pieces.units,
        markers: pieces.markers,
        counters: pieces.counters,
        decks,
        cards,
        maps: board.maps,
        places: board.places,
        edges: board.edges,
        regions: board.regions,
        tracks: board.tracks,
        displays: board.displays,
        dice,
        tables,
        rules: rules.rules,
        scenarios,
        examples: files.written_examples.clone(),
    };
    if cx.errors() == 0 && depth == Depth::Whole {
        promises::check(files.promises(), &model, asked, cx);
    }
    Some((model, vocabulary.library))
}

/// Maps and displays, and pieces, side by side: all that pieces ask of maps is whether one is faulty.
fn board_and_pieces<'f>(
    memory: Option<&CheckMemory>,
    sources: &Sources,
    files: &'f GameFiles,
    vocabulary: &vocabulary::Vocabulary,
    cx: &mut Cx,
) -> (board::CheckedBoard, (pieces::Pieces, Vec<pieces::UnitStart<'f>>)) {
    let mut own = cx.beside();
    let board = || match memory {
        Some(memory) => memory.board(sources, files, vocabulary, cx),
        None => board::check(files, vocabulary, cx),
    };
    let (board, found) = rayon::join(board, || pieces::check(files, vocabulary, &mut own));
    cx.lacks_places = follow_on::lacks_places(&cx.diags);
    if cx.lacks_places {
        return (board, pieces::check(files, vocabulary, cx));
    }
    cx.join(own);
    (board, found)
}

/// What names mean in rules. Conditions and events may not have the name of anything else.
fn scopes(
    files: &GameFiles,
    vocabulary: &vocabulary::Vocabulary,
    board: &board::CheckedBoard,
    pieces: &pieces::Pieces,
    conditions: &[Input],
    cx: &mut Cx,
) -> rule_scopes::RuleScopes {
    let defs = || files.rules.iter().map(|file| &file.content);
    let supplies = defs().flat_map(|file| &file.supplies).map(|def| def.id.0.as_str()).collect();
    let attacks = defs().flat_map(|file| &file.attacks).map(|def| def.id.0.as_str()).collect();
    let mut declared = rule_scopes::DeclaredRules { conditions, events: &[], supplies, attacks };
    let without = rule_scopes::RuleScopes::new(vocabulary, board, pieces, &declared);
    let events = events::fields(files);
    declared.events = &events;
    let scenarios = files.scenarios.iter().flat_map(|file| &file.content.scenarios).map(|def| def.id.0.as_str());
    let scopes =
        rule_scopes::RuleScopes::new(vocabulary, board, pieces, &declared).with_scenarios(scenarios).with_computed(
            defs().flat_map(|file| &file.procedures).map(|def| def.id.0.as_str()),
            defs().flat_map(|file| &file.parameters).map(|def| def.id.0.as_str()),
        );
    let conditions =
        defs().flat_map(|file| &file.conditions).map(|def| (&def.id, "condition", scopes.taken(&def.id.0)));
    let events = defs().flat_map(|file| &file.events).map(|def| (&def.id, "event", without.known(&def.id.0)));
    for (id, what, _) in conditions.chain(events).filter(|(.., taken)| *taken) {
        let message = format!("the {what} `{}` has a name that rules use already", id.0);
        cx.diags.push(codes::DUPLICATE.at(id.span, message).label("choose another id"));
    }
    scopes
}

fn allowed(files: &GameFiles) -> Vec<String> {
    let warnings = files.game.as_ref().and_then(|game| game.content.warnings.as_ref());
    warnings.map(|warnings| warnings.allow.iter().map(|name| name.value.clone()).collect()).unwrap_or_default()
}

/// Only warnings that exist can be allowed; errors never can.
fn check_allowed(files: &GameFiles, cx: &mut Cx) {
    use crate::diag::Severity::Warning;
    let warnings = files.game.as_ref().and_then(|game| game.content.warnings.as_ref());
    for name in warnings.iter().flat_map(|warnings| &warnings.allow) {
        let known = || codes::ALL.iter().filter(|code| code.severity == Warning).map(|code| code.name);
        if !known().any(|known| known == name.value) {
            names::unknown("warning", name, known(), cx);
        }
    }
}
