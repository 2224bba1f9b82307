//! Diagnostics for people, in the manner of rustc.

use super::plain::as_long;
use super::{Diagnostic, Label, Severity, one_line, printable};
use crate::source::{FileId, Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::borrow::Cow;
use std::ops::Range;

/// One diagnostic as text; `colour` adds terminal colours.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let level = match diagnostic.code.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut files = vec![diagnostic.primary.span.file];
    for label in &diagnostic.secondary {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    let names: Vec<String> = files.iter().map(|file| one_line(&sources.display_name(*file))).collect();
    let text = |file: &FileId| sources.get(*file).map_or(Cow::Borrowed(""), |file| as_long(&file.text));
    let texts: Vec<Cow<'_, str>> = files.iter().map(text).collect();
    let clean = |label: &Label| Label { span: label.span, text: printable(&label.text) };
    let primary = clean(&diagnostic.primary);
    let secondary: Vec<Label> = diagnostic.secondary.iter().map(clean).collect();
    let message = printable(&diagnostic.message);
    let help: Vec<String> = diagnostic.help.iter().map(|text| printable(text)).collect();
    let mut group = Group::with_title(level.primary_title(message).id(diagnostic.code.id));
    for ((file, name), text) in files.iter().zip(&names).zip(&texts) {
        let mut snippet = Snippet::source(&**text).line_start(1).path(name.as_str()).fold(true);
        if diagnostic.primary.span.file == *file {
            snippet = snippet.annotation(annotate(AnnotationKind::Primary, &primary, text));
        }
        for label in secondary.iter().filter(|label| label.span.file == *file) {
            snippet = snippet.annotation(annotate(AnnotationKind::Context, label, text));
        }
        group = group.element(snippet);
    }
    for text in &help {
        group = group.element(Level::HELP.message(text.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

fn annotate<'a>(kind: AnnotationKind, label: &'a Label, text: &str) -> annotate_snippets::Annotation<'a> {
    let annotation = kind.span(shown(label.span, text));
    if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
}

/// The part of a span to underline: on character boundaries, inside the text, on its first line.
pub(super) fn shown(span: Span, text: &str) -> Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.range().start);
    let end = floor(span.range().end.max(start));
    let line = text[start..end].find('\n').map_or(end, |n| start + n);
    start..line
}
