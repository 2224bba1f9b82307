//! `punchboard schema`.

use super::{Outcome, SchemaArgs};
use crate::diag::nearest;
use crate::source::Kind;
use crate::{emit, errata, syntax};
use anstream::println;
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

/// Writes all schemas into a folder.
pub fn write(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    for (name, schema) in all() {
        let path = folder.join(format!("{name}.schema.json"));
        std::fs::write(&path, text(&schema)).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

fn all() -> impl Iterator<Item = (&'static str, serde_json::Value)> {
    let inputs = Kind::ALL.into_iter().chain([Kind::Template]).map(|kind| (kind.name(), syntax::schema(kind)));
    inputs.chain([("engine", emit::engine_schema()), ("errata", errata::schema())])
}

/// As it is committed: two spaces, one line end.
fn text(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}
