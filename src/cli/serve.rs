//! `punchboard serve`.

use super::args::ServeArgs;
use super::say::{eprintln, println};
use super::{Outcome, editions, find};
use crate::compile::compile_sources;
use crate::studio::{Committed, Folder, Studio, StudioOptions};
use std::process::{Command, Stdio};

/// What editors understand without further ado.
const EDITOR: &str = "vscode://file/{path}:{line}:{column}";

pub fn run(args: &ServeArgs) -> Outcome {
    let names: Vec<String> = args.game.iter().cloned().collect();
    let games = find::games(&names)?;
    let folders = games.into_iter().map(|found| Folder { path: found.folder, prefix: found.prefix }).collect();
    let options = StudioOptions {
        port: args.port,
        editor: args.editor.clone().unwrap_or_else(|| EDITOR.to_string()),
        committed: Committed {
            revision: Box::new(editions::last_commit),
            compile: Box::new(|folder| editions::committed(folder).map(compile_sources)),
        },
    };
    let studio = Studio::open(folders, options)?;
    for (name, errors) in studio.games().filter(|(_, errors)| *errors > 0) {
        eprintln!("{name} has {errors} {}", if errors == 1 { "error" } else { "errors" });
    }
    let url = studio.url();
    println!("{url}");
    eprintln!("The studio is open at this address. Ctrl+C ends it.");
    if args.open {
        open(&url);
    }
    studio.run()?;
    Ok(0)
}

/// Opens an address in the browser; whoever sees the address printed can open it too.
fn open(url: &str) {
    let command = if cfg!(target_os = "macos") {
        ("open", vec![url])
    } else if cfg!(target_os = "windows") {
        ("cmd", vec!["/C", "start", "", url])
    } else {
        ("xdg-open", vec![url])
    };
    let (program, arguments) = command;
    let quiet =
        |command: &mut Command| command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(why) = quiet(Command::new(program).args(arguments)) {
        eprintln!("cannot open a browser ({program}: {why}): open the address yourself");
    }
}
