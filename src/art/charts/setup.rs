use super::{Chart, Job};
pub fn charts(_: &Job<'_>) -> Vec<Chart> { Vec::new() }
