//! Names of the rooms for counters on setup cards and displays.

/// A box or a space of a track.
pub fn place(id: &str) -> String {
    format!("place {id}")
}

/// The pale picture of a counter.
pub fn counter(id: &str) -> String {
    format!("counter {id}")
}

/// A number of a unit's strength track.
pub fn strength(unit: &str, number: i64) -> String {
    format!("strength {number} of {unit}")
}

/// A box for assets beside a unit's strength track, counted from 1.
pub fn slot(unit: &str, number: usize) -> String {
    format!("slot {number} of {unit}")
}

/// Counters of a setup card that start or arrive together.
pub fn group(label: &str, name: &str) -> String {
    format!("group {label} {name}").trim_end().to_string()
}
