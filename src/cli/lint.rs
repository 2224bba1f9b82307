//! `punchboard lint`.

use super::args::{LintArgs, MessageFormat};
use super::say::{self, Tone, println};
use super::{DATA_ERRORS, Outcome};
use crate::dist::write_own;
use crate::import::{Finding, Grade, Mistake, Module, PAGE_START, lint, page, summary};
use crate::vassal::archive::Limits;
use std::fs;
use std::path::Path;

/// Larger files are not modules: the largest that was ever published has less than half of it.
const MAX_FILE: u64 = 2 << 30;
/// Without `--all`, so many of one kind are listed.
const SHOWN: usize = 10;

pub fn run(args: &LintArgs) -> Outcome {
    let module = read(&args.module)?;
    let findings = lint(&module);
    match args.message_format {
        MessageFormat::Human => list(&findings, args.all),
        MessageFormat::Json => {
            for finding in &findings {
                println!("{}", serde_json::json!(finding));
            }
        }
    }
    if let Some(path) = &args.report {
        let ours = |text: &str| text.starts_with(PAGE_START);
        write_own(path, page(&module, &findings).as_bytes(), ours)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let (name, version) = module.title();
    let errors = findings.iter().any(|finding| finding.problem.grade() == Grade::Error);
    let tone = if errors { Tone::Bad } else { Tone::Good };
    say::head(tone, "looked over", format_args!(" {name} {version}: {}", summary(&findings)));
    Ok(if errors { DATA_ERRORS } else { 0 })
}

fn read(path: &Path) -> Result<Module, String> {
    let bytes = read_file(path)?;
    Module::read(&bytes, Limits::default()).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// The bytes of a plain file of sensible size.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let cannot = |why: String| format!("cannot read {}: {why}", path.display());
    let about = fs::metadata(path).map_err(|error| cannot(error.to_string()))?;
    if !about.is_file() {
        return Err(cannot("it is not a file".to_string()));
    }
    if about.len() > MAX_FILE {
        return Err(cannot(format!("it has more than {} GB", MAX_FILE >> 30)));
    }
    fs::read(path).map_err(|error| cannot(error.to_string()))
}

fn list(findings: &[Finding], all: bool) {
    for problem in Mistake::ALL {
        let of_kind: Vec<&Finding> = findings.iter().filter(|finding| finding.problem == *problem).collect();
        if of_kind.is_empty() {
            continue;
        }
        println!("{}: {} ({})", grade(problem.grade()), problem.title(), of_kind.len());
        println!("  {}", problem.advice());
        let shown = if all { of_kind.len() } else { SHOWN };
        for finding in of_kind.iter().take(shown) {
            println!("  - {}: {}", finding.place, finding.what);
        }
        if of_kind.len() > shown {
            println!("  and {} more; --all lists them", of_kind.len() - shown);
        }
        println!("");
    }
}

fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Error => "error",
        Grade::Warning => "warning",
        Grade::Note => "note",
    }
}
