//! The arguments of each command.

use super::setting::Setting;
use crate::emit::{EMITTERS, Emitter, emitter};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A compiler for board wargames.
///
/// A game is a folder of TOML files. `punchboard build` checks it and emits what players and
/// programs use. Start with `punchboard new my-game`.
#[derive(Parser)]
#[command(version, about, after_help = AFTER_HELP)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: CliCommand,
}

const AFTER_HELP: &str = "\
Exit codes: 0 done; 1 the data have errors; 2 the command cannot be carried out; 3 done, but not all
that it says could be printed (a closed pipe, a full disk).
A GAME is a folder with a game.toml, or a name in data/; without one, all games in data/ are meant,
or the game in the current folder.";

#[derive(Subcommand)]
pub(super) enum CliCommand {
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
pub(super) struct Common {
    /// Games: folders, or names in data/ (default: all)
    #[arg(value_name = "GAME")]
    pub(super) games: Vec<String>,
    /// How to print errors and warnings
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub(super) message_format: MessageFormat,
}

#[derive(Args)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    pub(super) common: Common,
    /// Build only these outputs; the others stay as they are
    #[arg(long, value_name = "OUTPUT", value_delimiter = ',', value_parser = output_parser())]
    pub(super) only: Vec<&'static dyn Emitter>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub(super) out: PathBuf,
    /// Resolution of counters and cards, in dots per inch
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(24..=2400))]
    pub(super) dpi: u16,
    /// Resolution of maps and charts, in dots per inch
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u16).range(24..=1200))]
    pub(super) map_dpi: u16,
    /// Resolution of the VASSAL module, in dots per inch: at 150, a 5/8 inch counter has 94 pixels
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u16).range(48..=400))]
    pub(super) module_dpi: u16,
    /// Redraw every picture instead of reusing unchanged ones from DIR/.cache
    #[arg(long)]
    pub(super) no_cache: bool,
    /// Fail if punchboard.lock would change (for CI)
    #[arg(long)]
    pub(super) locked: bool,
    #[command(flatten)]
    pub(super) print: PrintArgs,
}

#[derive(Args)]
#[command(next_help_heading = "Printing (docs/print.md)")]
pub(super) struct PrintArgs {
    /// Use this print preset instead of the one in print.toml
    #[arg(long, value_name = "NAME")]
    pub(super) preset: Option<String>,
    /// Set a key of print.toml, such as gap=3mm or crop-marks.length=4mm; may be given more than once
    #[arg(long, value_name = "KEY=VALUE", value_parser = Setting::parse)]
    pub(super) set: Vec<Setting>,
    /// Print only these counters: ids of units, markers or counters
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub(super) counters: Vec<String>,
    /// Print only the counters of these formations and the formations below them
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub(super) formation: Vec<String>,
}

#[derive(Args)]
#[command(after_help = ERRATA_HELP)]
pub(super) struct ErrataArgs {
    /// Games: folders, or names in data/ (default: all)
    #[arg(value_name = "GAME")]
    pub(super) games: Vec<String>,
    /// The old edition: a folder of data, a git revision, or a folder that a build made
    #[arg(long, value_name = "OLD")]
    pub(super) from: String,
    /// The new edition, in the same forms; default: the game as it is now
    #[arg(long, value_name = "NEW")]
    pub(super) to: Option<String>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "errata")]
    pub(super) out: PathBuf,
    /// Write nothing; print the version that semantic versioning calls for
    #[arg(long)]
    pub(super) bump: bool,
    /// Exit with 1 if games saved with the old module do not carry over completely
    #[arg(long)]
    pub(super) check_saves: bool,
    /// How to print errors and warnings
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub(super) message_format: MessageFormat,
}

const ERRATA_HELP: &str = "\
Examples:
  punchboard errata my-game --from v1.1.0             since the tag v1.1.0
  punchboard errata my-game --from v1.0.0 --to v1.1.0 between two tags
  punchboard errata my-game --from released/dist      since a build that was kept
  punchboard errata my-game --from v1.1.0 --bump      which version is next?
A game that was elsewhere in the repository is REVISION:PATH.";

#[derive(Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) common: Common,
    /// Also print how much of each game comes from which kind of source
    #[arg(long)]
    pub(super) coverage: bool,
}

#[derive(Args)]
#[command(after_help = LINT_HELP)]
pub(super) struct LintArgs {
    /// The module: a .vmod file
    pub(super) module: PathBuf,
    /// List everything, not only the first of each kind
    #[arg(long)]
    pub(super) all: bool,
    /// Also write the report as a page of HTML
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    pub(super) message_format: MessageFormat,
}

#[derive(Args)]
#[command(after_help = IMPORT_HELP)]
pub(super) struct ImportArgs {
    /// The module: a .vmod file
    pub(super) module: PathBuf,
    /// The folder to make; default: the module's name, in the current folder
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// Also write a page of HTML: what became of what, what is carried, and what looks like a mistake
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// An extension of the module (.vmdx) to import with it; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(super) extension: Vec<PathBuf>,
    /// The side of the commonest counters in millimetres; others are in proportion
    #[arg(long, value_name = "MM", value_parser = millimetres)]
    pub(super) counter_size: Option<f64>,
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
pub(super) struct ServeArgs {
    /// The game: a folder, or a name in data/ (default: all)
    #[arg(value_name = "GAME")]
    pub(super) game: Option<String>,
    /// Open the pages in your browser
    #[arg(long)]
    pub(super) open: bool,
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) port: u16,
    /// The address that opens a place in your editor, with {path}, {line} and {column}
    #[arg(long, value_name = "ADDRESS")]
    pub(super) editor: Option<String>,
}

const SERVE_HELP: &str = "\
The studio answers on this machine only. It shows what is on the disk: save a file, and the pages change.
Addresses of editors:
  vscode://file/{path}:{line}:{column}            Visual Studio Code (this is used if nothing is said)
  zed://file/{path}:{line}:{column}               Zed
  idea://open?file={path}&line={line}             IntelliJ";

#[derive(Args)]
pub(super) struct RollArgs {
    /// The table's id
    pub(super) table: String,
    /// Answers to what the table asks for, as input=value
    #[arg(long, value_delimiter = ',', value_name = "INPUT=VALUE")]
    pub(super) with: Vec<String>,
    /// Who rolls, where each side has dice of its own
    #[arg(long, value_name = "SIDE")]
    pub(super) side: Option<String>,
    /// Use this roll instead of rolling the dice
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) dice: Option<i64>,
    /// Seed for the dice: the same seed gives the same rolls
    #[arg(long, value_name = "N", conflicts_with = "dice")]
    pub(super) seed: Option<u64>,
    /// The game: a folder, or a name in data/; default: the first that has the table
    #[arg(long)]
    pub(super) game: Option<String>,
}

#[derive(Args)]
pub(super) struct PlayArgs {
    /// The game: a folder, or a name in data/; default: that in the current folder
    pub(super) game: Option<String>,
    /// The scenario; default: the first
    #[arg(long, value_name = "ID")]
    pub(super) scenario: Option<String>,
    /// Seed of the dice and cards: the same seed and choices give the same game
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Who plays a side: human (default), random or greedy; may be given more than once
    #[arg(long, value_name = "SIDE=WHO")]
    pub(super) side: Vec<String>,
    /// Go on from this log
    #[arg(long, value_name = "FILE")]
    pub(super) load: Option<PathBuf>,
    /// Write the game to this log when it is over or left
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Play so many games by themselves, with one seed after the other, verify each, and print a table
    #[arg(long, value_name = "N")]
    pub(super) games: Option<u64>,
}

#[derive(Args)]
pub(super) struct VerifyArgs {
    /// The game: a folder, or a name in data/
    pub(super) game: String,
    /// Logs
    #[arg(value_name = "LOG", required = true)]
    pub(super) logs: Vec<PathBuf>,
}

#[derive(Args)]
pub(super) struct SchemaArgs {
    /// Which schema: a kind of file, or `engine`; without one, all are listed
    pub(super) kind: Option<String>,
    /// Write all schemas into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct TemplatesArgs {
    /// Which template, such as faces/unit; without one, all are listed
    pub(super) name: Option<String>,
    /// Write all templates into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct SymbolsArgs {
    /// Include those of this game: a folder, or a name in data/
    pub(super) game: Option<String>,
    /// Write a page with pictures, symbols.md, into this folder
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct ExportSheetArgs {
    /// The game: a folder, or a name in data/; default: that in the current folder
    pub(super) game: Option<String>,
    /// Where to write; files that are there are not overwritten
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
}

#[derive(Args)]
pub(super) struct ArtArgs {
    /// Print the file name of every counter's and card's picture, and whether it is there
    #[arg(long, required = true)]
    pub(super) list: bool,
    /// The game: a folder, or a name in data/; default: that in the current folder
    pub(super) game: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
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
