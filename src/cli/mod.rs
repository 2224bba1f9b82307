//! The command line.

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
mod symbols;
mod templates;
mod verify;

use crate::emit::{EMITTERS, Emitter, emitter};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use say::{Stream, Tone, println};
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit code when the data have errors.
pub const DATA_ERRORS: u8 = 1;
/// Exit code when the command cannot be carried out: wrong usage, no such game, unwritable folder.
/// clap uses the same for arguments it does not understand.
pub const CANNOT: u8 = 2;
/// Exit code when everything was done, but standard output or standard error could not take all that was to
/// be said: a closed pipe, a full disk.
pub const UNHEARD: u8 = 3;

/// A compiler for board wargames.
///
/// A game is a folder of TOML files. `punchboard build` checks it and emits what players and
/// programs use. Start with `punchboard new my-game`.
#[derive(Parser)]
#[command(version, about, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Exit codes: 0 done; 1 the data have errors; 2 the command cannot be carried out; 3 done, but not all
that it says could be printed (a closed pipe, a full disk).
A GAME is a folder with a game.toml, or a name in data/; without one, all games in data/ are meant,
or the game in the current folder.";

#[derive(Subcommand)]
enum Command {
    /// Check games and write their outputs to dist/
    Build(BuildArgs),
    /// Check games and report all errors and warnings
    Check(CheckArgs),
    /// Compare two editions of a game and write what changed: a sheet, replacement counters, a changelog
    Errata(ErrataArgs),
    /// Bring a VASSAL module into the language: a game folder that builds back into the module
    Import(ImportArgs),
    /// Look a VASSAL module over for mistakes, whoever made it
    Lint(LintArgs),
    /// Open the studio: see a game in the browser while you write it
    Serve(ServeArgs),
    /// Roll on a table: modifiers, total, result
    Roll(RollArgs),
    /// Play a game in the terminal, by its rules
    Play(PlayArgs),
    /// Replay logs of games: is every choice by the rules, and the state the one that is written?
    Verify(VerifyArgs),
    /// Explain an error code, such as PB0201
    Explain {
        /// A code or its name; without one, all codes are listed
        code: Option<String>,
    },
    /// Print or write the JSON Schemas of the input files and of the engine data
    Schema(SchemaArgs),
    /// List the symbols, glyphs and emblems that counters can show
    Symbols(SymbolsArgs),
    /// Print or write the built-in templates of counters, cards, maps and charts
    Templates(TemplatesArgs),
    /// List the pictures of a game's own: which file is which counter or card, and which are missing
    Art(ArtArgs),
    /// Write the counters, cards, places, setups and tables of a game as spreadsheets (CSV)
    ExportSheet(ExportSheetArgs),
    /// Make a small game that builds, to start from
    New {
        /// Folder of the new game; its last part becomes the game's id
        name: PathBuf,
        /// The game's title; default: made from the name
        #[arg(long)]
        title: Option<String>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
struct Common {
    /// Games: folders, or names in data/ (default: all)
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// How to print errors and warnings
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    message_format: MessageFormat,
}

#[derive(Args)]
struct BuildArgs {
    #[command(flatten)]
    common: Common,
    /// Build only these outputs; the others stay as they are
    #[arg(long, value_name = "OUTPUT", value_delimiter = ',', value_parser = output_parser())]
    only: Vec<&'static dyn Emitter>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "dist")]
    out: PathBuf,
    /// Resolution of counters and cards, in dots per inch
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(24..=2400))]
    dpi: u16,
    /// Resolution of maps and charts, in dots per inch
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u16).range(24..=1200))]
    map_dpi: u16,
    /// Resolution of the VASSAL module, in dots per inch: at 150, a 5/8 inch counter has 94 pixels
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u16).range(48..=400))]
    module_dpi: u16,
    /// Redraw every picture instead of reusing unchanged ones from DIR/.cache
    #[arg(long)]
    no_cache: bool,
    /// Fail if punchboard.lock would change (for CI)
    #[arg(long)]
    locked: bool,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Args)]
#[command(next_help_heading = "Printing (docs/print.md)")]
struct PrintArgs {
    /// Use this print preset instead of the one in print.toml
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Set a key of print.toml, such as gap=3mm or crop-marks.length=4mm; may be given more than once
    #[arg(long, value_name = "KEY=VALUE", value_parser = print::Setting::parse)]
    set: Vec<print::Setting>,
    /// Print only these counters: ids of units, markers or counters
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    counters: Vec<String>,
    /// Print only the counters of these formations and the formations below them
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    formation: Vec<String>,
}

#[derive(Args)]
#[command(after_help = ERRATA_HELP)]
struct ErrataArgs {
    /// Games: folders, or names in data/ (default: all)
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// The old edition: a folder of data, a git revision, or a folder that a build made
    #[arg(long, value_name = "OLD")]
    from: String,
    /// The new edition, in the same forms; default: the game as it is now
    #[arg(long, value_name = "NEW")]
    to: Option<String>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "errata")]
    out: PathBuf,
    /// Write nothing; print the version that semantic versioning calls for
    #[arg(long)]
    bump: bool,
    /// Exit with 1 if games saved with the old module do not carry over completely
    #[arg(long)]
    check_saves: bool,
    /// How to print errors and warnings
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    message_format: MessageFormat,
}

const ERRATA_HELP: &str = "\
Examples:
  punchboard errata my-game --from v1.1.0             since the tag v1.1.0
  punchboard errata my-game --from v1.0.0 --to v1.1.0 between two tags
  punchboard errata my-game --from released/dist      since a build that was kept
  punchboard errata my-game --from v1.1.0 --bump      which version is next?
A game that was elsewhere in the repository is REVISION:PATH.";

#[derive(Args)]
struct CheckArgs {
    #[command(flatten)]
    common: Common,
    /// Also print how much of each game comes from which kind of source
    #[arg(long)]
    coverage: bool,
}

#[derive(Args)]
#[command(after_help = LINT_HELP)]
struct LintArgs {
    /// The module: a .vmod file
    module: PathBuf,
    /// List everything, not only the first of each kind
    #[arg(long)]
    all: bool,
    /// Also write the report as a page of HTML
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    message_format: MessageFormat,
}

#[derive(Args)]
#[command(after_help = IMPORT_HELP)]
struct ImportArgs {
    /// The module: a .vmod file
    module: PathBuf,
    /// The folder to make; default: the module's name, in the current folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Also write a page of HTML: what became of what, what is carried, and what looks like a mistake
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// An extension of the module (.vmdx) to import with it; may be given more than once
    #[arg(long, value_name = "FILE")]
    extension: Vec<PathBuf>,
    /// The side of the commonest counters in millimetres; others are in proportion
    #[arg(long, value_name = "MM", value_parser = millimetres)]
    counter_size: Option<f64>,
}

const IMPORT_HELP: &str = "\
The folder has plain records for sides, maps, counters, cards and setups, and carries everything else of the module along:
`punchboard build` makes the module again, in which saved games of the old one still open. docs/import.md says more.";

/// The side of a counter.
fn millimetres(text: &str) -> Result<f64, String> {
    match text.trim().trim_end_matches("mm").trim().parse::<f64>() {
        Ok(size) if (5.0..=100.0).contains(&size) => Ok(size),
        _ => Err("a counter has 5 to 100 millimetres".to_string()),
    }
}

const LINT_HELP: &str = "\
The module is only read. Errors are what VASSAL will complain about, warnings what does not do what it says, notes what
is worth knowing; with errors the exit code is 1.";

#[derive(Args)]
#[command(after_help = SERVE_HELP)]
struct ServeArgs {
    /// The game: a folder, or a name in data/ (default: all)
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Open the pages in your browser
    #[arg(long)]
    open: bool,
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// The address that opens a place in your editor, with {path}, {line} and {column}
    #[arg(long, value_name = "ADDRESS")]
    editor: Option<String>,
}

const SERVE_HELP: &str = "\
The studio answers on this machine only. It shows what is on the disk: save a file, and the pages change.
Addresses of editors:
  vscode://file/{path}:{line}:{column}            Visual Studio Code (this is used if nothing is said)
  zed://file/{path}:{line}:{column}               Zed
  idea://open?file={path}&line={line}             IntelliJ";

#[derive(Args)]
struct RollArgs {
    /// The table's id
    table: String,
    /// Answers to what the table asks for, as input=value
    #[arg(long, value_delimiter = ',', value_name = "INPUT=VALUE")]
    with: Vec<String>,
    /// Who rolls, where each side has dice of its own
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Use this roll instead of rolling the dice
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    dice: Option<i64>,
    /// Seed for the dice: the same seed gives the same rolls
    #[arg(long, value_name = "N", conflicts_with = "dice")]
    seed: Option<u64>,
    /// The game: a folder, or a name in data/; default: the first that has the table
    #[arg(long)]
    game: Option<String>,
}

#[derive(Args)]
struct PlayArgs {
    /// The game: a folder, or a name in data/; default: that in the current folder
    game: Option<String>,
    /// The scenario; default: the first
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// Seed of the dice and cards: the same seed and choices give the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Who plays a side: human (default), random or greedy; may be given more than once
    #[arg(long, value_name = "SIDE=WHO")]
    side: Vec<String>,
    /// Go on from this log
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Write the game to this log when it is over or left
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Play so many games by themselves, with one seed after the other, verify each, and print a table
    #[arg(long, value_name = "N")]
    games: Option<u64>,
}

#[derive(Args)]
struct VerifyArgs {
    /// The game: a folder, or a name in data/
    game: String,
    /// Logs
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
}

#[derive(Args)]
struct SchemaArgs {
    /// Which schema: a kind of file, or `engine`; without one, all are listed
    kind: Option<String>,
    /// Write all schemas into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    out: Option<PathBuf>,
}

#[derive(Args)]
struct TemplatesArgs {
    /// Which template, such as faces/unit; without one, all are listed
    name: Option<String>,
    /// Write all templates into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    out: Option<PathBuf>,
}

#[derive(Args)]
struct SymbolsArgs {
    /// Include those of this game: a folder, or a name in data/
    game: Option<String>,
    /// Write a page with pictures, symbols.md, into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Args)]
struct ExportSheetArgs {
    /// The game: a folder, or a name in data/; default: that in the current folder
    game: Option<String>,
    /// Where to write; files that are there are not overwritten
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Args)]
struct ArtArgs {
    /// Print the file name of every counter's and card's picture, and whether it is there
    #[arg(long, required = true)]
    list: bool,
    /// The game: a folder, or a name in data/; default: that in the current folder
    game: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    /// For people, in the style of rustc
    Human,
    /// For editors: one JSON object per line, on standard output
    Json,
}

/// Reads the word of an output.
fn output_parser() -> impl TypedValueParser<Value = &'static dyn Emitter> {
    let words = EMITTERS.map(|emitter| PossibleValue::new(emitter.word()).help(emitter.about()));
    PossibleValuesParser::new(words).try_map(|word| emitter(&word).ok_or("unknown output"))
}

/// What a command comes to: its exit code, or why it cannot be carried out.
type Outcome = Result<u8, String>;

/// Runs the program.
pub fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => say::end(run(cli.command)),
        Err(error) => say::end(say::clap(&error)),
    }
}

fn run(command: Command) -> u8 {
    let outcome = match command {
        Command::Build(args) => build::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Errata(args) => errata::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Roll(args) => roll::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Explain { code } => explain(code.as_deref()),
        Command::Schema(args) => schema::run(&args),
        Command::Symbols(args) => symbols::run(&args),
        Command::Templates(args) => templates::run(&args),
        Command::Art(args) => art::run(&args),
        Command::ExportSheet(args) => export_sheet::run(&args),
        Command::New { name, title } => new::run(&name, title),
        Command::Completions { shell } => {
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
