//! Diagnostics for people, in the manner of rustc.

use super::plain::as_long;
use super::{Diagnostic, FileId, Label, Severity, Span, Texts, one_line, printable};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::borrow::Cow;
use std::ops::Range;

/// One diagnostic as text; `colour` adds terminal colours.
pub fn render(diagnostic: &Diagnostic, sources: &dyn Texts, colour: bool) -> String {
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
    let names: Vec<String> = files.iter().map(|file| one_line(&sources.shown_name(*file))).collect();
    let windows: Vec<LineWindow<'_>> = files.iter().map(|file| LineWindow::new(*file, diagnostic, sources)).collect();
    let clean = |label: &Label| Label { span: label.span, text: printable(&label.text) };
    let primary = clean(&diagnostic.primary);
    let secondary: Vec<Label> = diagnostic.secondary.iter().map(clean).collect();
    let message = printable(&diagnostic.message);
    let help: Vec<String> = diagnostic.help.iter().map(|text| printable(text)).collect();
    let mut group = Group::with_title(level.primary_title(message).id(diagnostic.code.id));
    for ((file, name), window) in files.iter().zip(&names).zip(&windows) {
        let mut snippet = Snippet::source(&*window.text).line_start(window.line).path(name.as_str()).fold(true);
        if diagnostic.primary.span.file == *file {
            snippet = snippet.annotation(window.annotate(AnnotationKind::Primary, &primary));
        }
        for label in secondary.iter().filter(|label| label.span.file == *file) {
            snippet = snippet.annotation(window.annotate(AnnotationKind::Context, label));
        }
        group = group.element(snippet);
    }
    for text in &help {
        group = group.element(Level::HELP.message(text.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The lines of a file that a diagnostic speaks of, from the first to the last. A snippet goes over all of its text,
/// and a large file may have many faults, so it gets no more than these.
struct LineWindow<'a> {
    whole: &'a str,
    text: Cow<'a, str>,
    start: usize,
    line: usize,
}

impl<'a> LineWindow<'a> {
    fn new(file: FileId, diagnostic: &Diagnostic, sources: &'a dyn Texts) -> Self {
        let whole = sources.text(file);
        let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
        let places = labels.filter(|label| label.span.file == file).map(|label| shown(label.span, whole));
        let all = places.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0);
        let start = whole[..all.start].rfind('\n').map_or(0, |n| n + 1);
        let end = whole[all.end..].find('\n').map_or(whole.len(), |n| all.end + n + 1);
        let line = 1 + whole[..start].matches('\n').count();
        Self { whole, text: as_long(&whole[start..end]), start, line }
    }

    fn annotate<'l>(&self, kind: AnnotationKind, label: &'l Label) -> annotate_snippets::Annotation<'l> {
        let shown = shown(label.span, self.whole);
        let annotation = kind.span(shown.start - self.start..shown.end - self.start);
        if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
    }
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
