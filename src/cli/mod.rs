//! The command line.

mod args;
mod art;
mod build;
mod check;
mod editions;
mod errata;
mod export_sheet;
mod find;
mod import;
mod lint;
mod new;
mod play;
mod print;
mod report;
mod roll;
mod say;
mod schema;
mod serve;
mod setting;
mod symbols;
mod templates;
mod verify;

use args::{Cli, CliCommand};
use clap::{CommandFactory, Parser};
use say::{Stream, Tone, println};
use std::process::ExitCode;

/// Exit code when the data have errors.
pub const DATA_ERRORS: u8 = 1;

/// Exit code when the command cannot be carried out: wrong usage, no such game, unwritable folder.
/// clap uses the same for arguments it does not understand.
pub const CANNOT: u8 = 2;

/// Exit code when everything was done, but standard output or standard error could not take all that was to
/// be said: a closed pipe, a full disk.
pub const UNHEARD: u8 = 3;

/// What a command comes to: its exit code, or why it cannot be carried out.
type Outcome = Result<u8, String>;

/// Runs the program.
pub fn main() -> ExitCode {
    // Games are checked on worker threads, too: these get as much stack as the main thread has. A pool that is there already
    // stays.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(8 << 20).build_global();
    match Cli::try_parse() {
        Ok(cli) => say::end(run(cli.command)),
        Err(error) => say::end(say::clap(&error)),
    }
}

fn run(command: CliCommand) -> u8 {
    let outcome = match command {
        CliCommand::Build(args) => build::run(&args),
        CliCommand::Check(args) => check::run(&args),
        CliCommand::Errata(args) => errata::run(&args),
        CliCommand::Import(args) => import::run(&args),
        CliCommand::Lint(args) => lint::run(&args),
        CliCommand::Serve(args) => serve::run(&args),
        CliCommand::Roll(args) => roll::run(&args),
        CliCommand::Play(args) => play::run(&args),
        CliCommand::Verify(args) => verify::run(&args),
        CliCommand::Explain { code } => explain(code.as_deref()),
        CliCommand::Schema(args) => schema::run(&args),
        CliCommand::Symbols(args) => symbols::run(&args),
        CliCommand::Templates(args) => templates::run(&args),
        CliCommand::Art(args) => art::run(&args),
        CliCommand::ExportSheet(args) => export_sheet::run(&args),
        CliCommand::New { name, title } => new::run(&name, title),
        CliCommand::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "punchboard", &mut script);
            say::raw(Stream::Out, &String::from_utf8_lossy(&script));
            Ok(0)
        }
    };
    match outcome {
        Ok(code) => code,
        Err(message) => {
            say::head(Tone::Bad, "error", format_args!(": {message}"));
            CANNOT
        }
    }
}

fn explain(code: Option<&str>) -> Outcome {
    let Some(code) = code else {
        for code in crate::diag::codes::ALL {
            println!("{}  {:22} {}", code.id, code.name, code.summary);
        }
        return Ok(0);
    };
    let Some((_, page)) = crate::diag::explain(code) else {
        let help = crate::diag::nearest(code, crate::diag::page_names());
        let help = help.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        return Err(format!("there is no code `{code}`{help}"));
    };
    println!("{}", page.trim_end());
    Ok(0)
}
