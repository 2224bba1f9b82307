//! Printing diagnostics and progress.

use super::args::MessageFormat;
use super::say::{Stream, eprintln, raw};
use crate::diag::{Diagnostics, Severity, json, one_line, render};
use crate::dist::BuildMessages;
use crate::source::Sources;
use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// What was found in a game, in words: to be shown now or after a later build that changes nothing.
pub fn said(diags: &Diagnostics, sources: &Sources, title: String) -> BuildMessages {
    let human =
        |colour| diags.iter().take(SHOWN).map(|found| format!("{}\n\n", render(found, sources, colour))).collect();
    let json = diags.iter().take(SHOWN).map(|found| format!("{}\n", json(found, sources))).collect();
    let left = diags.iter().count().saturating_sub(SHOWN);
    let more = if left > 0 { format!("{left} more are not shown: fix those above first\n\n") } else { String::new() };
    BuildMessages { title, summary: summary(diags), plain: human(false), coloured: human(true), json, more }
}

/// Shows it.
pub fn show(said: &BuildMessages, format: MessageFormat) {
    let colour = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    match format {
        MessageFormat::Human if colour => raw(Stream::Err, &said.coloured),
        MessageFormat::Human => raw(Stream::Err, &said.plain),
        MessageFormat::Json => raw(Stream::Out, &said.json),
    }
    raw(Stream::Err, &said.more);
}

/// Nobody reads more; a file of another kind by mistake can have a fault in every line.
const SHOWN: usize = 1_000;

/// Prints what was found in a game.
pub fn diagnostics(diags: &Diagnostics, sources: &Sources, format: MessageFormat) {
    let colour = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    for diagnostic in diags.iter().take(SHOWN) {
        match format {
            MessageFormat::Human => raw(Stream::Err, &format!("{}\n\n", render(diagnostic, sources, colour))),
            MessageFormat::Json => raw(Stream::Out, &format!("{}\n", json(diagnostic, sources))),
        }
    }
    let left = diags.iter().count().saturating_sub(SHOWN);
    if left > 0 {
        raw(Stream::Err, &format!("{left} more are not shown: fix those above first\n\n"));
    }
}

/// `2 errors, 1 warning`, or nothing.
pub fn summary(diags: &Diagnostics) -> Option<String> {
    let count = |severity, word: &str| Some(diags.count(severity)).filter(|n| *n > 0).map(|n| counted(n, word));
    let parts: Vec<String> =
        [count(Severity::Error, "error"), count(Severity::Warning, "warning")].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// `1 error`, `2 errors`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Progress: a bar on a terminal, plain lines elsewhere, only results in CI.
pub struct Progress {
    bar: ProgressBar,
    lines: bool,
}

impl Progress {
    /// Progress over so many steps.
    pub fn new(steps: u64) -> Self {
        let quiet = std::env::var_os("CI").is_some();
        let terminal = std::io::stderr().is_terminal() && !quiet;
        let bar = ProgressBar::with_draw_target(
            Some(steps),
            if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() },
        );
        if let Ok(style) = ProgressStyle::with_template("{spinner:.green} [{bar:24}] {pos}/{len} {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        if terminal {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Self { bar, lines: !terminal && !quiet }
    }

    /// Says what is being done now.
    pub fn doing(&self, what: &str) {
        self.bar.set_message(one_line(what));
        if self.lines {
            eprintln!("  {what}");
        }
    }

    /// Says how far it is, to those who watch a bar.
    pub fn detail(&self, how_far: &str) {
        self.bar.set_message(one_line(how_far));
    }

    /// One step is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Prints while the bar is out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// All is done.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
