//! Which version comes next.

use super::carry::CarryOver;
use super::changes::{Change, ChangeKind};
use schemars::JsonSchema;
use semver::{BuildMetadata, Prerelease, Version};
use serde::Serialize;

/// How much of a version changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Size")]
pub enum BumpSize {
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
    pub size: BumpSize,
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
            (BumpSize::Major, format!("saved games do not carry over completely: {}", lower(&worst.text)))
        }
        (_, Some(new)) => (BumpSize::Minor, format!("there is a new {}: {}", new.what, new.name)),
        _ if !changes.is_empty() => (BumpSize::Patch, "existing values were corrected".to_string()),
        _ => (BumpSize::None, "nothing changed".to_string()),
    };
    Bump { size, version: next(from, size), why }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn next(from: &str, size: BumpSize) -> String {
    let Ok(mut version) = Version::parse(from) else { return from.to_string() };
    let size = match (version.major, size) {
        (0, BumpSize::Major) => BumpSize::Minor,
        (0, BumpSize::Minor) => BumpSize::Patch,
        _ => size,
    };
    match size {
        BumpSize::None => return from.to_string(),
        BumpSize::Patch => version.patch += 1,
        BumpSize::Minor => (version.minor, version.patch) = (version.minor + 1, 0),
        BumpSize::Major => (version.major, version.minor, version.patch) = (version.major + 1, 0, 0),
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
            ("1.1.0", BumpSize::None, "1.1.0"),
            ("1.1.0", BumpSize::Patch, "1.1.1"),
            ("1.1.3", BumpSize::Minor, "1.2.0"),
            ("1.1.3", BumpSize::Major, "2.0.0"),
            ("0.1.4", BumpSize::Patch, "0.1.5"),
            ("0.1.4", BumpSize::Minor, "0.1.5"),
            ("0.1.4", BumpSize::Major, "0.2.0"),
            ("1.0.0-rc.1+x", BumpSize::Patch, "1.0.1"),
            ("odd", BumpSize::Major, "odd"),
        ] {
            assert_eq!(next(from, size), to, "{from} {size:?}");
        }
    }
}
