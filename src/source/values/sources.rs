//! Where data come from.

use super::basic::text;
use crate::diag::nearest;
use crate::source::decode::{Cx, Decode};
use crate::source::{DataNode, DataValue, Span};
use schemars::{Schema, SchemaGenerator, json_schema};
use std::fmt;

/// Where a datum comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The rulebook states it, at these rules, pages or sections.
    Rules(Vec<String>),
    /// An example or remark at these rules shows it.
    Inferred(Vec<String>),
    /// Filled in from history and judgement.
    Reconstructed,
    /// Supplied by somebody who has the printed game.
    Owner,
}

impl Source {
    /// Reads a source as it is written.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "reconstructed" => return Some(Source::Reconstructed),
            "owner" => return Some(Source::Owner),
            _ => {}
        }
        let (inferred, rules) = match text.trim().strip_prefix("inferred:") {
            Some(rules) => (true, rules),
            None => (false, text),
        };
        let rules: Vec<String> = rules.split(',').map(|rule| rule.trim().to_string()).collect();
        if !rules.iter().all(|rule| is_citation(rule)) {
            return None;
        }
        Some(if inferred { Source::Inferred(rules) } else { Source::Rules(rules) })
    }

    /// The weaker of two sources: what two data state together is as sure as the less sure of them.
    pub fn weaker<'a>(a: Option<&'a Source>, b: Option<&'a Source>) -> Option<&'a Source> {
        let doubt = |source: &&Source| match source {
            Source::Rules(_) => 0,
            Source::Owner => 1,
            Source::Inferred(_) => 2,
            Source::Reconstructed => 3,
        };
        let (a, b) = (a?, b?);
        Some(if doubt(&b) > doubt(&a) { b } else { a })
    }

    /// The rules it cites.
    pub fn rules(&self) -> &[String] {
        match self {
            Source::Rules(rules) | Source::Inferred(rules) => rules,
            Source::Reconstructed | Source::Owner => &[],
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Rules(rules) => write!(f, "{}", rules.join(", ")),
            Source::Inferred(rules) => write!(f, "inferred: {}", rules.join(", ")),
            Source::Reconstructed => write!(f, "reconstructed"),
            Source::Owner => write!(f, "owner"),
        }
    }
}

/// Whether a text can name a rule, a page or a section: `9.3.4`, `page 12`, `Combat`. A slip in one of the words for
/// other sources is not a section.
fn is_citation(rule: &str) -> bool {
    let word = rule.trim_end_matches(':').to_lowercase();
    let slip = nearest(&word, WORDS).is_some() || WORDS.contains(&word.as_str());
    !rule.is_empty() && rule.chars().count() <= 60 && !rule.contains(':') && (is_number(rule) || !slip)
}

fn is_number(rule: &str) -> bool {
    rule.starts_with(|c: char| c.is_ascii_digit())
}

/// Sources that are not citations.
const WORDS: [&str; 3] = ["reconstructed", "owner", "inferred"];

/// `src` of a record: one source, or one per key.
#[derive(Debug, Clone, PartialEq)]
pub struct SrcSpec {
    /// Source of everything not named.
    pub rest: Option<Source>,
    /// Sources of single keys, with the place of the key.
    pub by_key: Vec<(String, Span, Source)>,
}

impl SrcSpec {
    /// The source of everything not named by key.
    pub fn rest(&self) -> Option<&Source> {
        self.rest.as_ref()
    }

    /// The source of one key.
    pub fn of(&self, key: &str) -> Option<&Source> {
        self.by_key.iter().find(|(k, ..)| k == key).map(|(.., source)| source).or(self.rest.as_ref())
    }
}

fn source(node: &DataNode, cx: &mut Cx) -> Option<Source> {
    let text = text(node, cx, "a source")?;
    let help = "write a rule number, page or section such as \"9.3.4\", \"page 12\" or \"Combat\", or \"inferred: 9.3.4\", \"reconstructed\" or \"owner\"";
    Source::parse(text).or_else(|| {
        let help = nearest(text, WORDS).map_or_else(|| help.to_string(), |word| format!("did you mean `{word}`?"));
        cx.bad_value(node.span, format!("`{text}` is not a source"), &help)
    })
}

impl Decode for SrcSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let DataValue::Table(table) = &node.value else {
            return Some(SrcSpec { rest: Some(source(node, cx)?), by_key: Vec::new() });
        };
        let mut spec = SrcSpec { rest: None, by_key: Vec::new() };
        for (key, node) in &table.entries {
            let Some(source) = source(node, cx) else { continue };
            if key.text == "rest" {
                spec.rest = Some(source);
            } else {
                spec.by_key.push((key.text.clone(), key.span, source));
            }
        }
        Some(spec)
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        let source = json_schema!({ "type": "string", "minLength": 1 });
        json_schema!({
            "description": "Where this comes from: a rule number, page or section, `inferred: ` one of these, `reconstructed` or `owner`; or a table of key and source, with `rest`.",
            "anyOf": [source, { "type": "object", "additionalProperties": source }]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_cited_inferred_or_admitted() {
        assert_eq!(Source::parse("6.2, 17.1"), Some(Source::Rules(vec!["6.2".into(), "17.1".into()])));
        assert_eq!(Source::parse("inferred: 11.4.4"), Some(Source::Inferred(vec!["11.4.4".into()])));
        assert_eq!(Source::parse("reconstructed"), Some(Source::Reconstructed));
        assert_eq!(Source::parse("page 12"), Some(Source::Rules(vec!["page 12".into()])));
        assert_eq!(Source::parse("inferred: Combat"), Some(Source::Inferred(vec!["Combat".into()])));
        for slip in ["reconstructd", "Owner", "inferred", "inferred:", "guess: 4", "", "4.1,"] {
            assert_eq!(Source::parse(slip), None, "{slip:?}");
        }
    }
}
