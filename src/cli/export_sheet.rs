//! `punchboard export-sheet`.

use super::args::ExportSheetArgs;
use super::say::println;
use super::{Outcome, find};
use crate::diag::{Diagnostics, one_line};
use crate::dist::write_own;
use crate::source::read_toml;
use crate::syntax::export;
use std::fs;

pub fn run(args: &ExportSheetArgs) -> Outcome {
    let names: Vec<String> = args.game.iter().cloned().collect();
    let games = find::games(&names)?;
    let [game] = games.as_slice() else { return Err("say which game".to_string()) };
    let sources = game.load()?;
    let folder = &args.out;
    let cannot = |error: std::io::Error| format!("cannot write into {}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(cannot)?;
    let mut count = 0;
    for (id, file) in sources.own().filter(|(_, file)| file.kind.in_sheets() && file.name.ends_with(".toml")) {
        let mut diags = Diagnostics::default();
        let node = read_toml(id, &file.text, &mut diags);
        if diags.has_errors() {
            return Err(format!("{} cannot be read: `punchboard check` says why", one_line(&file.name)));
        }
        let (sheets, left) = export::sheets(file.kind, &node);
        for sheet in &sheets {
            let stem = file.name.trim_end_matches(".toml").replace('/', "-");
            let path = folder.join(format!("{stem}.{}.csv", sheet.sheet));
            write_own(&path, sheet.text.as_bytes(), |_| false).map_err(cannot)?;
            count += 1;
            println!("{}  {} rows", one_line(&path.to_string_lossy()), sheet.rows);
        }
        for why in left {
            println!("{}: {why}", one_line(&file.name));
        }
    }
    println!("{count} spreadsheets; to use one, move it beside its TOML file and delete those records there");
    Ok(0)
}
