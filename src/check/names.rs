//! Ids and references to them.

use crate::diag::{codes, nearest};
use crate::model::{Named, Ref};
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::source::{FileKind, Sp, Span};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// The ids of one kind of thing, with the places where they are declared.
pub struct KnownIds<T> {
    by_id: BTreeMap<String, (usize, Span)>,
    count: usize,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for KnownIds<T> {
    fn clone(&self) -> Self {
        Self { by_id: self.by_id.clone(), count: self.count, of: PhantomData }
    }
}

impl<T> Default for KnownIds<T> {
    fn default() -> Self {
        Self { by_id: BTreeMap::new(), count: 0, of: PhantomData }
    }
}

impl<T: Named> KnownIds<T> {
    /// Declares an id; reports one that is there already.
    pub fn declare(&mut self, id: &Sp<Id>, cx: &mut Cx) -> Ref<T> {
        let index = self.count;
        self.count += 1;
        if let Some((_, first)) = self.by_id.get(&id.0) {
            duplicate(T::WHAT, id, *first, cx);
        } else {
            self.by_id.insert(id.0.clone(), (index, id.span));
        }
        Ref::new(index, &id.0)
    }

    /// The thing of that id, if there is one.
    pub fn find(&self, id: &str) -> Option<Ref<T>> {
        self.by_id.get(id).map(|(index, _)| Ref::new(*index, id))
    }

    /// The thing a reference names; reports one that names nothing.
    pub fn get(&self, name: &Sp<String>, cx: &mut Cx) -> Option<Ref<T>> {
        let found = self.find(name);
        if found.is_none() {
            unknown(T::WHAT, name, self.ids(), cx);
        }
        found
    }

    /// The same for a reference that may be left out.
    pub fn opt(&self, name: Option<&Sp<String>>, cx: &mut Cx) -> Option<Ref<T>> {
        name.and_then(|name| self.get(name, cx))
    }

    /// Those of several references that name something.
    pub fn all(&self, names: &[Sp<String>], cx: &mut Cx) -> Vec<Ref<T>> {
        names.iter().filter_map(|name| self.get(name, cx)).collect()
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.by_id.keys().map(String::as_str)
    }

    /// Where an id is declared.
    pub fn span(&self, id: &str) -> Option<Span> {
        self.by_id.get(id).map(|(_, span)| *span)
    }
}

/// Reports a reference that names nothing, unless what it names exists but is broken.
pub fn unknown<'a>(what: &str, name: &Sp<String>, known: impl Iterator<Item = &'a str>, cx: &mut Cx) {
    let may_be_in = |kind: FileKind| cx.suspect.contains(&kind) || (kind == FileKind::Map && cx.lacks_places);
    let may_be_there = super::follow_on::home(what).is_some_and(may_be_in);
    if cx.broken.contains(name.as_str()) || may_be_there {
        return;
    }
    let diag = codes::UNKNOWN_NAME
        .at(name.span, format!("there is no {what} `{}`", name.value))
        .label(format!("no such {what}"));
    cx.diags.push(diag.suggest(name, known));
}

/// Reports a reference to something that is built in unless it is declared; `meant` is what is built in and has that name
/// in other words.
pub fn not_built_in<'a>(
    what: &str,
    name: &Sp<String>,
    known: impl Iterator<Item = &'a str>,
    meant: Option<&str>,
    cx: &mut Cx,
) {
    if cx.broken.contains(name.as_str()) || cx.suspect.contains(&FileKind::Game) {
        return;
    }
    let diag = codes::UNKNOWN_NAME
        .at(name.span, format!("there is no {what} `{}`", name.value))
        .label(format!("no such {what}"));
    cx.diags.push(match nearest(name, known).or(meant) {
        Some(meant) => diag.meant(meant),
        None => diag.help(format!("`[[{what}]]` in game.toml declares one of your own")),
    });
}

/// Reports an id that is used twice.
pub fn duplicate(what: &str, id: &Sp<Id>, first: Span, cx: &mut Cx) {
    cx.diags.push(
        codes::DUPLICATE
            .at(id.span, format!("two records define the {what} `{}`", id.0))
            .label("used again here")
            .also(first, "first used here"),
    );
}

/// Reports ids that stand twice in a list where only the list matters (steps, terms, inputs).
pub fn unique<'a>(what: &str, ids: impl Iterator<Item = &'a Sp<Id>>, cx: &mut Cx) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for id in ids {
        match seen.get(id.0.as_str()) {
            Some(first) => duplicate(what, id, *first, cx),
            None => {
                seen.insert(&id.0, id.span);
            }
        }
    }
}

/// The word a reference names in a short list of words; reports one that names nothing.
pub fn one_of<'a>(
    what: &str,
    name: &Sp<String>,
    known: impl Iterator<Item = &'a str> + Clone,
    cx: &mut Cx,
) -> Option<String> {
    if known.clone().any(|id| id == name.as_str()) {
        return Some(name.value.clone());
    }
    unknown(what, name, known, cx);
    None
}
