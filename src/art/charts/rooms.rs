//! Names of the rooms for counters on setup cards and displays.

/// A box, a space of a track or a slot beside one.
pub fn place(id: &str) -> String {
    format!("place {id}")
}

/// The pale picture of a counter.
pub fn counter(id: &str) -> String {
    format!("counter {id}")
}

/// Counters of a setup card that start or arrive together.
pub fn group(label: &str, name: &str) -> String {
    format!("group {label} {name}").trim_end().to_string()
}
