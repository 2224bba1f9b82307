//! Diagnostics for editors: one JSON object a line.

use super::{Diagnostic, Label, Severity, Texts, render::shown};
use serde::Serialize;

#[derive(Serialize)]
struct Message<'a> {
    code: &'a str,
    name: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    related: Vec<JsonPlace<'a>>,
    help: &'a [String],
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    label: &'a str,
}

/// One diagnostic as a JSON object. Lines and columns count from 1, columns in characters.
pub fn json(diagnostic: &Diagnostic, sources: &dyn Texts) -> String {
    let message = Message {
        code: diagnostic.code.id,
        name: diagnostic.code.name,
        severity: match diagnostic.code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: &diagnostic.message,
        place: place(&diagnostic.primary, sources),
        related: diagnostic.secondary.iter().map(|label| place(label, sources)).collect(),
        help: &diagnostic.help,
    };
    // JSON escapes what steers a terminal below 0x80 only.
    let mut json = String::new();
    for c in serde_json::to_string(&message).unwrap_or_default().chars() {
        match c {
            '\u{7f}'..='\u{9f}' => json.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => json.push(c),
        }
    }
    json
}

fn place<'a>(label: &'a Label, sources: &dyn Texts) -> JsonPlace<'a> {
    let text = sources.text(label.span.file);
    let range = shown(label.span, text);
    let (line, column) = line_and_column(text, range.start);
    let (end_line, end_column) = line_and_column(text, range.end);
    JsonPlace { file: sources.shown_name(label.span.file), line, column, end_line, end_column, label: &label.text }
}

fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |n| n + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}
