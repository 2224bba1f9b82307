//! `punchboard symbols`.

use super::args::SymbolsArgs;
use super::say::println;
use super::{Outcome, find};
use crate::art::symbol_sheet;
use crate::check;
use crate::diag::Severity;
use crate::dist::write_own;
use crate::draw::{TextMode, to_svg};
use crate::look::{Library, Set};
use crate::source::Sources;
use std::path::Path;

pub fn run(args: &SymbolsArgs) -> Outcome {
    let library = match &args.game {
        Some(game) => of_game(game)?,
        None => check::library(&Sources::from_texts("", []).0).0,
    };
    match &args.out {
        Some(folder) => {
            write(&library, folder).map_err(|error| format!("cannot write {}: {error}", folder.display()))?
        }
        None => list(&library),
    }
    Ok(0)
}

fn of_game(name: &str) -> Result<Library, String> {
    let games = find::games(&[name.to_string()])?;
    let Some(game) = games.first() else { return Err(format!("there is no game `{name}`")) };
    let sources = game.load()?;
    let (library, diags) = check::library(&sources);
    super::report::diagnostics(&diags, &sources, super::args::MessageFormat::Human);
    match diags.count(Severity::Error) {
        0 => Ok(library),
        _ => Err(format!("the symbols of {name} cannot be read")),
    }
}

fn list(library: &Library) {
    for set in Set::ALL {
        for (group, members) in symbol_sheet::groups(library, set) {
            println!("{}s, {group}", set.what());
            for (name, symbol) in members {
                println!("  {name:26} {}", symbol.about);
            }
        }
    }
}

fn write(library: &Library, folder: &Path) -> std::io::Result<()> {
    // Only pages and sheets of ours are overwritten.
    let page = |text: &str| text.starts_with("# Symbols, glyphs and emblems\n") && text.contains("punchboard symbols");
    let sheet = |text: &str| text.starts_with("<svg xmlns=") && text.contains(" width=\"200mm\" ");
    std::fs::create_dir_all(folder.join("symbols"))?;
    write_own(&folder.join("symbols.md"), symbol_sheet::page(library).as_bytes(), page)?;
    for set in Set::ALL {
        let svg = to_svg(&symbol_sheet::draw(library, set), TextMode::Outlined);
        write_own(&folder.join(format!("symbols/{}s.svg", set.what())), svg.as_bytes(), sheet)?;
    }
    Ok(())
}
