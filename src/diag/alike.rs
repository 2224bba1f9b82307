//! Words that people use for the same thing.

const ALIKE: [&[&str]; 10] = [
    &["urban", "town", "city", "village", "built-up"],
    &["forest", "wood", "woods", "trees", "jungle"],
    &["clear", "open", "plain", "plains", "steppe", "field"],
    &["marsh", "swamp", "bog", "wetland"],
    &["rough", "hill", "hills", "mountain", "mountains", "broken"],
    &["water", "sea", "lake", "ocean"],
    &["rail", "railway", "railroad", "track"],
    &["river", "stream", "canal"],
    &["colour", "color", "tint"],
    &["area", "zone", "province"],
];

/// A known name that means the same as a wrong one.
pub fn alike<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let group = ALIKE.iter().find(|group| group.contains(&wrong.as_str()))?;
    names.iter().find(|name| group.contains(name)).copied()
}
