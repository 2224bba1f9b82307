//! `punchboard schema`.

use super::Outcome;
use super::args::SchemaArgs;
use super::say::println;
use crate::diag::nearest;
use crate::dist::write_own;
use crate::source::Kind;
use crate::{emit, errata, syntax};
use std::path::Path;

pub fn run(args: &SchemaArgs) -> Outcome {
    if let Some(folder) = &args.out {
        write(folder)?;
        return Ok(0);
    }
    let Some(kind) = &args.kind else {
        for (name, _) in all() {
            println!("{name}");
        }
        return Ok(0);
    };
    let Some((_, schema)) = all().find(|(name, _)| name == kind) else {
        let names: Vec<&str> = all().map(|(name, _)| name).collect();
        let help = nearest(kind, names.iter().copied())
            .map_or_else(|| format!("; there are: {}", names.join(", ")), |n| format!("; did you mean `{n}`?"));
        return Err(format!("there is no schema `{kind}`{help}"));
    };
    println!("{}", text(&schema).trim_end());
    Ok(0)
}

/// Writes all schemas into a folder. Only schemas of ours are overwritten.
pub fn write(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    for (name, schema) in all() {
        let path = folder.join(format!("{name}.schema.json"));
        write_own(&path, text(&schema).as_bytes(), is_ours)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// Whether a text is one of our schemas, of whatever version.
fn is_ours(text: &str) -> bool {
    let schema: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    schema["title"].as_str().is_some_and(|title| title.starts_with("Punchboard")) && schema["$schema"].is_string()
}

fn all() -> impl Iterator<Item = (&'static str, serde_json::Value)> {
    let inputs = Kind::ALL.into_iter().chain([Kind::Template]).map(|kind| (kind.name(), syntax::schema(kind)));
    inputs.chain([("engine", emit::engine_schema()), ("errata", errata::schema())])
}

/// As it is committed: two spaces, one line end.
fn text(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}
