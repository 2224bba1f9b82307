//! "Did you mean".

/// The name most like `wrong`, if any is like it at all.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let allowed = match wrong.chars().count() {
        0 => return None,
        1..=2 => 1,
        3..=5 => 2,
        n => n / 3 + 1,
    };
    names
        .into_iter()
        .filter(|name| *name != wrong)
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= allowed && *distance < name.chars().count().max(2))
        .min_by(|a, b| a.cmp(b))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_else() {
        assert_eq!(nearest("germn", ["german", "soviet"]), Some("german"));
        assert_eq!(nearest("Soviet", ["german", "soviet"]), Some("soviet"));
        assert_eq!(nearest("2721", ["2712", "3000"]), Some("2712"));
        assert_eq!(nearest("xylophone", ["german", "soviet"]), None);
        assert_eq!(nearest("", ["a"]), None);
    }
}
