//! `punchboard import`.

use super::Outcome;
use super::args::ImportArgs;
use super::lint::read_file;
use super::say::{Tone, eprintln, head};
use crate::dist::write_own;
use crate::import::{Brought, ImportOptions, PAGE_START, bring, import_page, summary};
use crate::source::values::{is_device, is_game_id};
use std::fs;
use std::path::{Path, PathBuf};

pub fn run(args: &ImportArgs) -> Outcome {
    let out = match &args.out {
        Some(out) => out.clone(),
        None => PathBuf::from(id_of(&args.module)),
    };
    vacant(&out)?;
    let bytes = read_file(&args.module)?;
    let mut extensions = Vec::new();
    for path in &args.extension {
        extensions.push((id_of(path), read_file(path)?));
    }
    let options = ImportOptions { id: id_of(&out), counter_size: args.counter_size, extensions };
    let brought = bring(&bytes, &options).map_err(|error| format!("cannot read {}: {error}", args.module.display()))?;
    write(&out, &brought)?;
    if let Some(path) = &args.report {
        write_own(path, import_page(&brought).as_bytes(), |text| text.starts_with(PAGE_START))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let (name, version) = &brought.title;
    for (what, found, became) in brought.account.rows() {
        eprintln!("  {what:<38} {found:>8}  {became}");
    }
    for note in &brought.account.notes {
        eprintln!("  {note}");
    }
    head(Tone::Good, "imported", format_args!(" {name} {version} into {}", out.display()));
    eprintln!("       in the module: {} (punchboard lint says where)", summary(&brought.findings));
    eprintln!("       next: punchboard build {}", out.display());
    Ok(0)
}

/// Nothing is overwritten: the folder is new, or empty.
fn vacant(out: &Path) -> Result<(), String> {
    match fs::read_dir(out) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(format!("{} exists already and is not empty", out.display())),
        },
        Err(_) if out.symlink_metadata().is_ok() => Err(format!("{} exists already", out.display())),
        Err(_) => Ok(()),
    }
}

/// The id of a game, from the name of its folder or of a module.
fn id_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    let mut id = String::new();
    for c in stem.chars() {
        if c.is_ascii_alphanumeric() {
            id.push(c);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    let id: String = id.trim_matches('-').chars().take(60).collect();
    if is_game_id(&id) && !is_device(&id) { id } else { format!("game-{id}").trim_end_matches('-').to_string() }
}

/// Writes the folder whole, or not at all.
fn write(out: &Path, brought: &Brought) -> Result<(), String> {
    let there = out.exists();
    let cannot = |path: &Path, error: std::io::Error| format!("cannot write {}: {error}", path.display());
    let fill = || {
        for (name, bytes) in &brought.files {
            let path = out.join(name);
            let folder = path.parent().unwrap_or(out);
            fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
            fs::write(&path, bytes).map_err(|error| cannot(&path, error))?;
        }
        super::schema::write(&out.join(".schema"))
    };
    fill().inspect_err(|_| {
        // The folder was empty or not there: all that is in it is ours.
        let _ = fs::remove_dir_all(out);
        if there {
            let _ = fs::create_dir(out);
        }
    })
}
