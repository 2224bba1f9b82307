//! "Did you mean": the nearest of the words that would have been right.

/// The candidate nearest to what was written, if one is near enough to be meant. Capitals do not
/// count; among equally near ones the first in the alphabet wins, so the answer does not depend on
/// the order of the candidates.
pub fn nearest<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let folded = fold(written);
    let limit = (folded.len() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&folded, &fold(candidate)), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

fn fold(word: &str) -> Vec<char> {
    word.to_lowercase().chars().collect()
}

/// How many characters to insert, drop, replace or swap with their neighbour (optimal string
/// alignment, three rows of the table at a time).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = above[j] + usize::from(a[i] != b[j]);
            let mut best = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                let swapped: &Vec<usize> = &before;
                best = best.min(swapped[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_finds_its_word() {
        let words = ["terrain", "control", "name", "night"];
        assert_eq!(nearest("terain", words), Some("terrain"));
        assert_eq!(nearest("nihgt", words), Some("night"));
        assert_eq!(nearest("Control", words), Some("control"));
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("weather", words), None);
    }

    #[test]
    fn a_tie_does_not_depend_on_the_order() {
        assert_eq!(nearest("cat", ["hat", "bat"]), Some("bat"));
        assert_eq!(nearest("cat", ["bat", "hat"]), Some("bat"));
    }
}
