//! Sources: who says so, and how much of a game rests on what.

use crate::diag::codes;
use crate::model::{About, Coverage, Sources, Tally};
use crate::source::decode::{Cx, Meta};
use crate::source::values::Source;
use crate::syntax::GameFiles;
use std::collections::{BTreeMap, BTreeSet};

/// The source that records of a file or group inherit.
#[derive(Clone, Copy, Default)]
pub struct Inherited<'a>(Option<&'a Source>);

impl<'a> Inherited<'a> {
    /// What the members of this file or group inherit.
    pub fn within(self, meta: &'a Meta) -> Self {
        Inherited(meta.src.as_ref().and_then(|src| src.rest()).or(self.0))
    }

    /// What the model says about a record.
    pub fn about(self, meta: &Meta) -> About {
        let own = meta.src.as_ref();
        let rest = own.and_then(|src| src.rest()).or(self.0).map(ToString::to_string);
        let by_key: BTreeMap<String, String> = own
            .map(|src| src.by_key.iter().map(|(key, _, source)| (key.clone(), source.to_string())).collect())
            .unwrap_or_default();
        let source = (rest.is_some() || !by_key.is_empty()).then_some(Sources { rest, by_key });
        About { source, note: meta.note.clone() }
    }
}

/// Counts the keys written in all records by their source, and checks every citation.
pub fn coverage(files: &GameFiles, cx: &mut Cx) -> Coverage {
    let rulebook = files.game.as_ref().and_then(|game| game.content.rulebook.as_ref());
    let rules: BTreeSet<&str> = rulebook.iter().flat_map(|book| &book.rules).map(|rule| rule.as_str()).collect();
    let mut coverage = Coverage::default();
    files.walk(&mut |meta, inherited| {
        check_citations(meta, &rules, cx);
        check_keys(meta, cx);
        if meta.name.ends_with("file") || BOOKKEEPING.contains(&meta.name) {
            return;
        }
        let mut tally = Tally::default();
        for key in &meta.keys {
            let own = meta.src.as_ref().and_then(|src| src.of(&key.text));
            count(&mut tally, own.or(inherited));
        }
        if tally.unsaid > 0 {
            cx.diags.push(
                codes::NO_SOURCE
                    .at(meta.span, format!("the record `{}` does not say where it comes from", meta.name))
                    .help("write `src` here, on its group or at the top of the file"),
            );
        }
        coverage.total.add(&tally);
        coverage.by_record.entry(meta.name.to_string()).or_default().add(&tally);
    });
    coverage
}

/// Records about the data, and examples that test them: not data of the game.
const BOOKKEEPING: &[&str] = &[
    "game",
    "rulebook",
    "missing",
    "warnings",
    "expect",
    "expectation",
    "attribute",
    "example",
    "control",
    "stand",
    "mark",
    "example step",
    "take",
    "outcome",
];

fn count(tally: &mut Tally, source: Option<&Source>) {
    match source {
        Some(Source::Rules(_)) => tally.rulebook += 1,
        Some(Source::Inferred(_)) => tally.inferred += 1,
        Some(Source::Reconstructed) => tally.reconstructed += 1,
        Some(Source::Owner) => tally.owner += 1,
        None => tally.unsaid += 1,
    }
}

fn check_citations(meta: &Meta, rules: &BTreeSet<&str>, cx: &mut Cx) {
    let Some(src) = &meta.src else { return };
    if rules.is_empty() {
        return;
    }
    let by_key = src.by_key.iter().map(|(_, span, source)| (*span, source));
    for (span, source) in src.rest.iter().map(|source| (src.span, source)).chain(by_key) {
        for rule in source.rules().iter().filter(|rule| !rules.contains(rule.as_str())) {
            let diag = codes::CITATION.at(span, format!("the rulebook has no rule `{rule}`")).label("cited here");
            cx.diags.push(diag.suggest(rule, rules.iter().copied()));
        }
    }
}

fn check_keys(meta: &Meta, cx: &mut Cx) {
    let Some(src) = &meta.src else { return };
    for (key, span, _) in &src.by_key {
        // `front.attack` is one value of the face `front`.
        let whole = key.split_once('.').map_or(key.as_str(), |(whole, _)| whole);
        if !meta.keys.iter().chain(&meta.nested).any(|written| written.text == whole) {
            let diag = codes::UNKNOWN_KEY
                .at(*span, format!("`src` names the key `{key}`, which this {} does not have", meta.name))
                .label("no such key here");
            cx.diags.push(diag.suggest(key, meta.keys.iter().map(|key| key.text.as_str()).chain(["rest"])));
        }
    }
}
