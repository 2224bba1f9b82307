//! Saying something: the only door to standard output and standard error.
//!
//! Texts of others, such as titles and names of files, pass it without what steers a terminal. A reader
//! who is gone and a disk that is full are not a reason to stop what is being made: [`end`] tells them by the
//! exit code.

use super::{CANNOT, UNHEARD};
use crate::diag::printable;
use anstream::AutoStream;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where something is said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output: what was asked for.
    Out,
    /// Standard error: how it went.
    Err,
}

/// The colour of a first word.
#[derive(Clone, Copy)]
pub enum Tone {
    /// Done.
    Good,
    /// To be looked at.
    Doubtful,
    /// Not done.
    Bad,
}

impl Tone {
    fn code(self) -> &'static str {
        match self {
            Tone::Good => "\x1b[1;32m",
            Tone::Doubtful => "\x1b[1;33m",
            Tone::Bad => "\x1b[1;31m",
        }
    }
}

/// A line on standard output.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::say::line($crate::cli::say::Stream::Out, format_args!($($text)*)) };
}
/// A line on standard error.
macro_rules! tell {
    ($($text:tt)*) => { $crate::cli::say::line($crate::cli::say::Stream::Err, format_args!($($text)*)) };
}
pub(crate) use {say as println, tell as eprintln};

/// Whether a stream could not take what was said.
static UNHEARD_OUT: AtomicBool = AtomicBool::new(false);
static UNHEARD_ERR: AtomicBool = AtomicBool::new(false);

impl Stream {
    fn unheard(self) -> &'static AtomicBool {
        match self {
            Stream::Out => &UNHEARD_OUT,
            Stream::Err => &UNHEARD_ERR,
        }
    }
}

/// Says a line.
pub fn line(stream: Stream, text: fmt::Arguments<'_>) {
    raw(stream, &format!("{}\n", printable(&text.to_string())));
}

/// Says a line on standard error whose first word has a colour.
pub fn head(tone: Tone, word: &str, rest: fmt::Arguments<'_>) {
    raw(Stream::Err, &format!("{}{word}\x1b[0m{}\n", tone.code(), printable(&rest.to_string())));
}

/// Says what holds nothing of others any more, colours and all; they are taken out where nobody sees them.
pub fn raw(stream: Stream, text: &str) {
    if stream.unheard().load(Ordering::Relaxed) {
        return;
    }
    let said = match stream {
        Stream::Out => write(AutoStream::auto(io::stdout()), text),
        Stream::Err => write(AutoStream::auto(io::stderr()), text),
    };
    if let Err(error) = said {
        stream.unheard().store(true, Ordering::Relaxed);
        // A reader who has seen enough is not an error.
        if stream == Stream::Out && error.kind() != io::ErrorKind::BrokenPipe {
            head(Tone::Bad, "error", format_args!(": cannot write to standard output: {error}"));
        }
    }
}

fn write(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

/// What clap has to say: help, the version, or what is wrong with the arguments.
pub fn clap(error: &clap::Error) -> u8 {
    let text = error.render();
    // Arguments may be names of files, which clap repeats as they are.
    let steers = std::env::args_os().any(|argument| {
        let argument = argument.to_string_lossy();
        printable(&argument) != *argument
    });
    let text = if steers { printable(&text.to_string()) } else { text.ansi().to_string() };
    raw(if error.use_stderr() { Stream::Err } else { Stream::Out }, &text);
    u8::try_from(error.exit_code()).unwrap_or(CANNOT)
}

/// The exit code of a program that would end with `code`.
pub fn end(code: u8) -> ExitCode {
    let unheard = [Stream::Out, Stream::Err].iter().any(|stream| stream.unheard().load(Ordering::Relaxed));
    ExitCode::from(if code == 0 && unheard { UNHEARD } else { code })
}
