//! Diagnostics: what is wrong, where, and what to do about it.
//!
//! Every check makes [`Diagnostic`]s through a [`Code`]; a diagnostic cannot be made without a
//! place. All of a run are collected in [`Diagnostics`]; [`render`] prints them for people,
//! [`json`] for editors.

mod alike;
pub mod codes;
mod explain;
mod follow;
mod json;
mod plain;
mod render;
mod span;

pub use crate::expr::nearest;
use alike::alike;
pub use explain::{explain, page_names};
pub use json::json;
pub use plain::{one_line, printable};
pub use render::render;

pub use span::{FileId, Span};

/// The files that messages point into.
pub trait Texts {
    /// The text of a file; empty if there is no such file.
    fn text(&self, file: FileId) -> &str;

    /// What messages call a file.
    fn shown_name(&self, file: FileId) -> String;
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is built.
    Error,
    /// Something is built; the author should look. Can be allowed by name in `game.toml`.
    Warning,
}

/// A rule of the language: its code, its name, how bad breaking it is.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `PB0123`.
    pub id: &'static str,
    /// `unknown-key`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The rule in one line.
    pub summary: &'static str,
}

impl Code {
    /// A diagnostic of this code at a place.
    pub fn at(&'static self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code: self,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            help: Vec::new(),
            cause: None,
        }
    }
}

/// A place and what there is to say about it.
#[derive(Debug, Clone)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say; may be empty.
    pub text: String,
}

/// One thing that is wrong.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule broken.
    pub code: &'static Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub primary: Label,
    /// Other places involved.
    pub secondary: Vec<Label>,
    /// What to do.
    pub help: Vec<String>,
    /// What it may come from, or what may come from it.
    pub cause: Option<Cause>,
}

/// Why something is wrong, where that makes other things look wrong as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// A word is misspelt: this one was meant.
    Meant(String),
    /// A record lacks this key.
    Lacks(String),
    /// Nothing of the kind is defined at all.
    NoneDefined,
    /// A map lacks places that its author described.
    NoPlaces,
}

impl Diagnostic {
    /// Says something at the place itself.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Shows another place involved.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// `did you mean ..`.
    #[must_use]
    pub fn meant(mut self, name: &str) -> Self {
        self.cause = Some(Cause::Meant(name.to_string()));
        self.help(format!("did you mean `{name}`?"))
    }

    /// Says that a key is missing here.
    #[must_use]
    pub fn lacks(mut self, key: &str) -> Self {
        self.cause = Some(Cause::Lacks(key.to_string()));
        self.label(format!("`{key}` is missing"))
    }

    /// Says that places are missing because of this.
    #[must_use]
    pub fn no_places(mut self) -> Self {
        self.cause = Some(Cause::NoPlaces);
        self
    }

    /// Says that nothing of the kind is defined; of several messages that say so of one kind, the first is enough.
    #[must_use]
    pub fn none_defined(mut self) -> Self {
        self.cause = Some(Cause::NoneDefined);
        self.help("none is defined: is a file missing?")
    }

    /// `did you mean ..` if one of the names is near, else a list of them if it is short.
    #[must_use]
    pub fn suggest<'a>(self, wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        match nearest(wrong, names.iter().copied()).or_else(|| alike(wrong, &names)) {
            Some(name) => self.meant(name),
            None if names.is_empty() => self.none_defined(),
            None if names.len() <= 12 => self.help(format!("there are: {}", names.join(", "))),
            None => self,
        }
    }
}

/// Everything found in a run.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds all of another collection.
    pub fn extend(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
    }

    /// Keeps those for which `keep` holds.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// Whether anything forbids building.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// How many of that severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|d| d.code.severity == severity).count()
    }

    /// Removes allowed warnings, sorts by place, drops exact repetitions and what only follows from something else.
    pub fn finish(&mut self, allowed: &[String]) {
        self.list.retain(|d| d.code.severity == Severity::Error || !allowed.iter().any(|name| name == d.code.name));
        self.list.sort_by(|a, b| (a.primary.span, a.code.id, &a.message).cmp(&(b.primary.span, b.code.id, &b.message)));
        self.list.dedup_by(|a, b| a.primary.span == b.primary.span && a.code == b.code && a.message == b.message);
        follow::hold_back(&mut self.list);
    }

    /// Names the cells of spreadsheets that messages point at.
    pub fn name_cells(&mut self, cell: impl Fn(Span) -> Option<String>) {
        for diagnostic in &mut self.list {
            let Diagnostic { primary, secondary, .. } = diagnostic;
            for label in std::iter::once(primary).chain(secondary) {
                if let Some(cell) = cell(label.span) {
                    let more = if label.text.is_empty() { String::new() } else { format!(": {}", label.text) };
                    label.text = format!("cell {cell}{more}");
                }
            }
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
