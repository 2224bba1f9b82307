//! "Did you mean".

/// The name nearest to what was written, if one is near enough to be meant. Capitals do not count;
/// among equally near ones the first in the alphabet wins, whatever their order.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let allowed = (lower.chars().count() / 3).max(1);
    names
        .into_iter()
        .filter(|name| *name != wrong && !wrong.is_empty())
        .map(|name| (strsim::osa_distance(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= allowed && *distance < name.chars().count().max(2))
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_else() {
        assert_eq!(nearest("yelow", ["yellow", "green"]), Some("yellow"));
        assert_eq!(nearest("Green", ["yellow", "green"]), Some("green"));
        assert_eq!(nearest("2721", ["2712", "3000"]), Some("2712"));
        assert_eq!(nearest("nihgt", ["terrain", "night"]), Some("night"));
        assert_eq!(nearest("xylophone", ["yellow", "green"]), None);
        assert_eq!(nearest("weather", ["terrain", "control"]), None);
        assert_eq!(nearest("", ["a"]), None);
    }

    #[test]
    fn a_tie_does_not_depend_on_the_order() {
        assert_eq!(nearest("cat", ["hat", "bat"]), Some("bat"));
        assert_eq!(nearest("cat", ["bat", "hat"]), Some("bat"));
    }
}
