//! The front door: from a folder of files to a game that outputs can be made of, or to everything that is wrong.
//!
//! Everybody comes in here: the command line, errata, tests and benches. Reading, checking, looks and numbers of
//! pieces are chained in this one place.

use crate::art::faces::FaceProblem;
use crate::art::{self, Forgetful, Sketchbook};
use crate::carried::Carried;
pub use crate::check::CheckMemory;
use crate::check::{self, Checked, Depth};
use crate::diag::{Diagnostics, FileId, Span, codes, render};
use crate::draw::Font;
use crate::identity::Identities;
use crate::look::Look;
use crate::model::Model;
use crate::model::print::Print;
use crate::source::Sources;
use crate::source::values::Colour;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// What is said about a game beside its files.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What messages print before the names of its files, such as `data/game/`.
    pub prefix: String,
    /// Settings that speak after `print.toml`: how messages call each, and its line of TOML.
    pub print: Vec<(String, String)>,
}

/// What became of compiling a game.
pub struct Compiled {
    /// The game; none if there are errors.
    pub game: Option<SoundGame>,
    /// Everything that was found: errors and warnings, in order of their places.
    pub diagnostics: Diagnostics,
    /// The files that it was compiled from; diagnostics point into them.
    pub sources: Sources,
}

/// A game without errors: all that outputs are made of.
pub struct SoundGame {
    /// The facts.
    pub model: Model,
    /// How it looks.
    pub look: Look,
    /// The numbers of its pieces.
    pub identities: Identities,
    /// How it is printed.
    pub print: Print,
    /// The rulebook that the module carries.
    pub rulebook: Option<Rulebook>,
    /// The module that it came from.
    pub carried: Option<Carried>,
    /// What is drawn of it already.
    pub sketchbook: Sketchbook,
}

/// A rulebook, as its author wrote it.
pub enum Rulebook {
    /// A PDF.
    Pdf(Vec<u8>),
    /// Plain text.
    Text(String),
}

impl Rulebook {
    fn of(model: &Model, sources: &Sources) -> Option<Self> {
        let name = model.game.rulebook_file.as_ref()?;
        let (_, file) = sources.own().find(|(_, file)| file.name == *name)?;
        Some(if file.text.is_empty() { Rulebook::Pdf(file.bytes.clone()) } else { Rulebook::Text(file.text.clone()) })
    }
}

impl Compiled {
    /// Everything that was found, in words for people, without colours.
    pub fn messages(&self) -> Vec<String> {
        self.diagnostics.iter().map(|diagnostic| render(diagnostic, &self.sources, false)).collect()
    }
}

/// Compiles the game in a folder. It fails only if the folder cannot be listed; a file that cannot be read is an
/// error among the others.
pub fn compile(folder: &Path, options: &Options) -> io::Result<Compiled> {
    Ok(compile_undrawn(folder, options)?.drawn(&Forgetful))
}

/// The same without drawing faces, which [`Undrawn::drawn`] does.
pub fn compile_undrawn(folder: &Path, options: &Options) -> io::Result<Undrawn> {
    let (mut sources, found) = Sources::load(folder, &options.prefix)?;
    for (name, toml) in &options.print {
        sources.add_option(name, toml);
    }
    Ok(undrawn(Depth::Whole, None, (sources, found)))
}

/// Compiles files that were read already, with what was found on reading them.
pub fn compile_sources(read: (Sources, Diagnostics)) -> Compiled {
    undrawn(Depth::Whole, None, read).drawn(&Forgetful)
}

/// The same for files that were compiled before and hardly changed since.
pub fn compile_again(memory: &CheckMemory, read: (Sources, Diagnostics)) -> Compiled {
    undrawn(Depth::Whole, Some(memory), read).drawn(&Forgetful)
}

/// Compiles files only as far as looks depend on it: a preview of what [`compile_sources`] will find out. Worked
/// examples and promises are not tried, and faces are not laid out.
pub fn preview(memory: &CheckMemory, read: (Sources, Diagnostics)) -> Compiled {
    undrawn(Depth::Looks, Some(memory), read).drawn(&Forgetful)
}

fn undrawn(depth: Depth, memory: Option<&CheckMemory>, (sources, found): (Sources, Diagnostics)) -> Undrawn {
    // Templates are measured with fonts at the end of a check.
    rayon::spawn(Font::prepare);
    Undrawn { checked: check::check_to(depth, memory, &sources, found), depth, sources }
}

/// A game that was checked, but for how its faces come out.
pub struct Undrawn {
    checked: Checked,
    depth: Depth,
    sources: Sources,
}

impl Undrawn {
    /// The id of the game; none if it is too faulty to have one.
    pub fn id(&self) -> Option<&str> {
        Some(&self.checked.model.as_ref()?.game.id)
    }

    /// Draws every face to see what does not fit. Faces of which the memory knows that they do are not drawn.
    pub fn drawn(self, memory: &dyn art::Memory) -> Compiled {
        let Self { checked: Checked { model, look, identities, print, mut diags, allowed }, depth, sources } = self;
        let sketchbook = match (&model, &look, depth) {
            (Some(model), Some(look), Depth::Whole) => {
                let (sketchbook, problems) = Sketchbook::of(model, look, memory);
                tell(problems, &sources, &mut diags);
                sketchbook
            }
            _ => Sketchbook::default(),
        };
        let carried = carried(model.as_ref(), &sources, &mut diags);
        diags.name_cells(|span| sources.cell(span));
        diags.finish(&allowed);
        let whole = model.zip(look).zip(identities).zip(print).filter(|_| !diags.has_errors());
        let game = whole.map(|(((model, look), identities), print)| {
            let rulebook = Rulebook::of(&model, &sources);
            SoundGame { model, look, identities, print, rulebook, carried, sketchbook }
        });
        Compiled { game, diagnostics: diags, sources }
    }
}

/// The module that a game carries along.
fn carried(model: Option<&Model>, sources: &Sources, diags: &mut Diagnostics) -> Option<Carried> {
    model?.game.module.as_ref()?;
    match Carried::read(sources) {
        Ok(carried) => Some(carried),
        Err((file, why)) => {
            let game = sources.own().find(|(_, file)| file.name == "game.toml").map(|(id, _)| id);
            let at = file.or(game).map_or_else(|| Span::start_of(FileId(u32::MAX)), Span::start_of);
            diags.push(codes::CARRIED.at(at, why).help("restore the file, or import the module again"));
            None
        }
    }
}

/// Tells what showed only when faces were drawn: texts that do not fit, colours that cannot be told apart.
fn tell(found: Vec<FaceProblem>, sources: &Sources, diags: &mut Diagnostics) {
    // A layer that fails on one face fails on many: a few examples say it.
    const SHOWN: usize = 3;
    let mut all: BTreeMap<(Span, &str), Vec<FaceProblem>> = BTreeMap::new();
    for problem in found {
        all.entry((problem.layer, problem.code.id)).or_default().push(problem);
    }
    for problems in all.into_values() {
        let more = problems.len().saturating_sub(SHOWN);
        for (n, problem) in problems.into_iter().take(SHOWN).enumerate() {
            // A colour of the author's own is what to change; the layer only uses it.
            let own = problem.colours.iter().find_map(|colour| written(*colour, sources));
            let mut diag = match own {
                Some(own) => {
                    problem.code.at(own, problem.message).label("this colour").also(problem.layer, "in this layer")
                }
                None => problem.code.at(problem.layer, problem.message).label("this layer"),
            };
            if let Some(help) = problem.help {
                diag = diag.help(help);
            }
            if n + 1 == SHOWN && more > 0 {
                diag = diag.help(format!("and {more} more like this"));
            }
            diags.push(diag);
        }
    }
}

/// Where the author wrote a colour.
fn written(colour: Colour, sources: &Sources) -> Option<Span> {
    let text = format!("\"{colour}\"");
    sources.own().find_map(|(id, file)| {
        let at = file.text.to_lowercase().find(&text)?;
        (file.text.is_char_boundary(at) && file.text.is_char_boundary(at + text.len()))
            .then(|| Span::new(id, at..at + text.len()))
    })
}
