//! One meaning per name: no two types of the compiler and its crates are called the same.

use crate::{common, rooms};
use std::collections::BTreeMap;

/// Names that two types have, and why that misleads nobody.
const ALLOWED: [(&str, &str); 5] = [
    ("Chart", "VASSAL's class has this name; ours is what that class shows"),
    ("Map", "VASSAL's class has this name; ours is what that class shows"),
    ("Marker", "VASSAL's trait has this name, and players call the cardboard so"),
    ("Readme", "holds the examples of each crate's README, for its tests only"),
    ("Region", "VASSAL's class has this name, and rules call some places so"),
];

/// Macros whose bodies declare types: names four spaces from the margin.
const DECLARING: [&str; 7] =
    ["attribute_record", "choices", "component", "record", "token_record", "token_words", "words"];

/// The types that a file defines. Those that belong to an implementation of a trait are not its own.
fn types(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut declaring = false;
    for line in text.lines() {
        if let Some(opened) = line.strip_suffix("! {") {
            declaring = DECLARING.contains(&opened.rsplit(':').next().unwrap_or_default());
        } else if line.starts_with('}') {
            declaring = false;
        }
        let own = line.strip_prefix("    ").filter(|_| declaring).filter(|own| own.ends_with(['{', '}']));
        let name = defined(line).or(own).map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(""));
        found.extend(name.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())));
    }
    found
}

/// What stands behind the keyword of a definition.
fn defined(line: &str) -> Option<&str> {
    let plain = line.trim_start();
    let public = match plain.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => plain,
    };
    let (keyword, rest) = public.split_once(' ')?;
    let own = ["enum", "struct", "trait", "union"].contains(&keyword) || keyword == "type" && plain == line;
    own.then_some(rest)
}

#[test]
fn no_two_types_have_the_same_name() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut folders = vec![common::root().join("src")];
    for entry in std::fs::read_dir(common::root().join("crates")).unwrap() {
        folders.push(entry.unwrap().path().join("src"));
    }
    for (path, text) in folders.iter().flat_map(|folder| rooms::code(folder)) {
        let file = path.strip_prefix(common::root()).unwrap().display().to_string();
        for name in types(&text) {
            places.entry(name.to_string()).or_default().push(file.clone());
        }
    }
    assert!(places.len() > 1000, "only {} types were found", places.len());
    for (name, files) in places.iter().filter(|(_, files)| files.len() > 1) {
        assert!(
            ALLOWED.iter().any(|(allowed, _)| allowed == name),
            "`{name}` is defined in {}: say with the name what each is",
            files.join(" and ")
        );
    }
    for (name, _) in ALLOWED {
        assert!(places.get(name).is_some_and(|files| files.len() > 1), "`{name}` is not shared any more: take it out");
    }
}

#[test]
fn definitions_are_found_wherever_they_stand() {
    let text = "\
pub struct A<'a> {
pub(super) enum B {
type C = u8;
impl X for Y {
    type D = u8;
}
    trait E: F {
words! {
    /// G is a letter.
    H(\"a letter\") {
        I = \"i\",
    }
}
other! {
    J {
}
field::record! {
    K as \"key\" {
        \"l\" l: L,
    }
}
";
    assert_eq!(types(text), ["A", "B", "C", "E", "H", "K"]);
}
