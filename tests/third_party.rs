//! `THIRD-PARTY.md` lists what the binary is made of, as Cargo resolves it. After a change of dependencies:
//!
//! ```text
//! PUNCHBOARD_WRITE=1 cargo test --test all third_party
//! ```

use crate::common;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

const HEAD: &str = "\
# Third-party software

Punchboard is written in Rust and contains the crates below. This file is made from `Cargo.lock` by
`PUNCHBOARD_WRITE=1 cargo test --test all third_party`, and a test checks that it is current. Crates that only build
or test Punchboard are not listed; crates for other systems than yours are.

The fonts PT Sans and PT Sans Narrow (ParaType) in `crates/draw/fonts` are shipped in the binary under the SIL Open
Font License 1.1; `crates/draw/fonts/LICENSE.txt` is its text.

## Known advisories

`rustybuzz` (RUSTSEC-2026-0206) and `ttf-parser` (RUSTSEC-2026-0192) are no longer maintained. Punchboard itself
shapes text with `harfrust` and reads fonts with `skrifa`. The two old crates stay because `usvg`, `resvg`, `krilla`
and `krilla-svg` use them: `krilla-svg` asks for `usvg` with its text support, and offers no way to leave that out.
They are given nothing to read: SVG is read without fonts, and text in it is not drawn. They go when those crates move.

## Crates
";

/// What Cargo says of this project, as resolved by its lock.
fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let metadata = ["metadata", "--format-version", "1", "--locked"];
    let output = Command::new(cargo).args(metadata).current_dir(common::root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Ids of the packages that become part of the binary: those reached without build and test dependencies.
fn shipped(metadata: &Value) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").iter().map(|node| (text(node, "id"), node)).collect();
    let normal = |dep: &&Value| list(dep, "dep_kinds").iter().any(|kind| kind["kind"].is_null());
    let mut open = vec![text(&metadata["resolve"], "root")];
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        let below = list(nodes[id], "deps").iter().filter(normal).map(|dep| text(dep, "pkg"));
        open.extend(below.filter(|id| found.insert(*id)));
    }
    found
}

fn page(metadata: &Value) -> String {
    let shipped = shipped(metadata);
    // Crates of this project come from no registry.
    let foreign = |package: &&Value| shipped.contains(text(package, "id")) && !package["source"].is_null();
    let crates = list(metadata, "packages").iter().filter(foreign);
    let lines: BTreeSet<String> = crates
        .map(|package| {
            let (name, version, licence) = (text(package, "name"), text(package, "version"), text(package, "license"));
            assert!(!licence.is_empty(), "{name} {version} names no licence");
            format!("| [{name}](https://crates.io/crates/{name}/{version}) | {version} | {licence} |")
        })
        .collect();
    let mut page = HEAD.to_string();
    page.push_str("\n| crate | version | licence |\n| --- | --- | --- |\n");
    for line in &lines {
        writeln!(page, "{line}").unwrap();
    }
    page
}

#[test]
fn the_list_of_third_party_software_is_current() {
    let path = common::root().join("THIRD-PARTY.md");
    let page = page(&metadata());
    assert!(page.contains("[resvg]") && !page.contains("[proptest]"), "{page}");
    if std::env::var_os("PUNCHBOARD_WRITE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "THIRD-PARTY.md is out of date: run `PUNCHBOARD_WRITE=1 cargo test --test all third_party`"
    );
}
