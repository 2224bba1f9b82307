//! `punchboard templates`.

use super::Outcome;
use super::args::TemplatesArgs;
use super::say::{Tone, head, println};
use crate::diag::nearest;
use crate::dist::write_own;
use crate::source::builtin_files;
use std::path::Path;

pub fn run(args: &TemplatesArgs) -> Outcome {
    if let Some(folder) = &args.out {
        return write(folder);
    }
    let Some(wanted) = &args.name else {
        templates().iter().for_each(|(name, _)| println!("{name}"));
        return Ok(0);
    };
    let wanted = wanted.trim_end_matches(".yaml");
    let Some((_, text)) = templates().into_iter().find(|(name, _)| name == wanted) else {
        let names = templates();
        let near = nearest(wanted, names.iter().map(|(name, _)| name.as_str()));
        let help = near
            .map_or_else(|| "; `punchboard templates` lists them".into(), |near| format!("; did you mean `{near}`?"));
        return Err(format!("there is no template `{wanted}`{help}"));
    };
    println!("{}", text.trim_end());
    Ok(0)
}

/// Templates and styles by name, such as `faces/unit`, with their texts.
fn templates() -> Vec<(String, &'static str)> {
    let template = |(name, bytes): (String, &'static [u8])| {
        let name = name.strip_prefix("templates/")?.strip_suffix(".yaml")?.to_string();
        Some((name, std::str::from_utf8(bytes).ok()?))
    };
    builtin_files().into_iter().filter_map(template).collect()
}

/// Writes all of them into a folder. A file that is there with other contents is somebody's own, and stops it.
fn write(folder: &Path) -> Outcome {
    let all = templates();
    for (name, text) in &all {
        let path = folder.join(format!("{name}.yaml"));
        let cannot = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(cannot)?;
        }
        write_own(&path, text.as_bytes(), |there| there == *text).map_err(cannot)?;
    }
    head(Tone::Good, "wrote", format_args!("  {} templates to {}", all.len(), folder.display()));
    Ok(0)
}
