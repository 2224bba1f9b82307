//! Which version comes next.

use super::carry::CarryOver;
use super::changes::{Change, ChangeKind};
use schemars::JsonSchema;
use semver::{BuildMetadata, Prerelease, Version};
use serde::Serialize;

/// How much of a version changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Nothing changed.
    None,
    /// What was there was put right.
    Patch,
    /// Something is new.
    Minor,
    /// Saved games do not carry over whole.
    Major,
}

/// The version that semantic versioning asks for, and why.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Bump {
    /// How much of it changes.
    pub size: Size,
    /// The version.
    pub version: String,
    /// Why.
    pub why: String,
}

/// The version after `from`. Before 1.0.0 a version promises less: what would be major is minor, and
/// what would be minor is a patch.
pub fn bump(from: &str, changes: &[Change], carry: &CarryOver) -> Bump {
    let is_new = |change: &&Change| change.kind == ChangeKind::Added;
    let (size, why) = match (carry.findings.first(), changes.iter().find(is_new)) {
        (Some(worst), _) if !carry.is_whole() => {
            (Size::Major, format!("saved games do not carry over completely: {}", lower(&worst.text)))
        }
        (_, Some(new)) => (Size::Minor, format!("there is a new {}: {}", new.what, new.name)),
        _ if !changes.is_empty() => (Size::Patch, "existing values were corrected".to_string()),
        _ => (Size::None, "nothing changed".to_string()),
    };
    Bump { size, version: next(from, size), why }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn next(from: &str, size: Size) -> String {
    let Ok(mut version) = Version::parse(from) else { return from.to_string() };
    let size = match (version.major, size) {
        (0, Size::Major) => Size::Minor,
        (0, Size::Minor) => Size::Patch,
        _ => size,
    };
    match size {
        Size::None => return from.to_string(),
        Size::Patch => version.patch += 1,
        Size::Minor => (version.minor, version.patch) = (version.minor + 1, 0),
        Size::Major => (version.major, version.minor, version.patch) = (version.major + 1, 0, 0),
    }
    (version.pre, version.build) = (Prerelease::EMPTY, BuildMetadata::EMPTY);
    version.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_follow_what_changed() {
        for (from, size, to) in [
            ("1.1.0", Size::None, "1.1.0"),
            ("1.1.0", Size::Patch, "1.1.1"),
            ("1.1.3", Size::Minor, "1.2.0"),
            ("1.1.3", Size::Major, "2.0.0"),
            ("0.1.4", Size::Patch, "0.1.5"),
            ("0.1.4", Size::Minor, "0.1.5"),
            ("0.1.4", Size::Major, "0.2.0"),
            ("1.0.0-rc.1+x", Size::Patch, "1.0.1"),
            ("odd", Size::Major, "odd"),
        ] {
            assert_eq!(next(from, size), to, "{from} {size:?}");
        }
    }
}
