//! The choices of a decision: listed, and found by what somebody types.

/// As many choices as are listed one below the other, however wide the terminal is.
const SHORT: usize = 10;
/// Blanks between two columns.
const GAP: usize = 3;

/// A choice: as logs write it, and in words.
pub(super) struct Listed {
    pub label: String,
    pub words: String,
}

/// The choices with their numbers, in columns if there are many and the lines have room for so many characters.
pub(super) fn list(choices: &[Listed], width: Option<usize>) -> String {
    let entries: Vec<String> =
        choices.iter().enumerate().map(|(at, choice)| format!("{:>4}  {}", at + 1, choice.words)).collect();
    let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0);
    let columns = match width {
        Some(width) if entries.len() > SHORT => ((width + GAP) / (widest + GAP)).max(1),
        _ => 1,
    };
    let rows = entries.len().div_ceil(columns);
    let mut text = String::new();
    for row in 0..rows {
        let line: Vec<String> =
            entries.iter().skip(row).step_by(rows).map(|entry| format!("{entry:<widest$}")).collect();
        text.push_str(line.join(&" ".repeat(GAP)).trim_end());
        text.push('\n');
    }
    text
}

/// The choice that is meant: its number, how logs write it, its words, how they begin, or a part of them.
pub(super) fn find(choices: &[Listed], typed: &str) -> Result<usize, String> {
    if let Ok(number) = typed.parse::<usize>() {
        let at = number.checked_sub(1).filter(|at| *at < choices.len());
        return at.ok_or_else(|| format!("there is no choice {number}: they go from 1 to {}", choices.len()));
    }
    let typed = typed.to_lowercase();
    let fits = |how: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let by = |choice: &Listed| how(&choice.label.to_lowercase()) || how(&choice.words.to_lowercase());
        choices.iter().enumerate().filter(|(_, choice)| by(choice)).map(|(at, _)| at).collect()
    };
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|text| text == typed, &|text| text.starts_with(&typed), &|text| text.contains(&typed)];
    let found = ways.iter().map(|way| fits(*way)).find(|found| !found.is_empty()).unwrap_or_default();
    match found.as_slice() {
        [] => Err(format!("`{typed}` is not one of the choices; `help` says what can be typed")),
        [at] => Ok(*at),
        several => {
            let names: Vec<String> = several.iter().map(|at| format!("{} {}", at + 1, choices[*at].words)).collect();
            Err(format!("`{typed}` can be: {}", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(words: &[&str]) -> Vec<Listed> {
        words.iter().map(|own| Listed { label: own.to_lowercase(), words: (*own).to_string() }).collect()
    }

    #[test]
    fn a_choice_is_found_by_number_by_name_and_by_a_part_of_its_name() {
        let all = choices(&["Rynok", "Red Square", "Red Barracks", "no more", "Square"]);
        assert_eq!(find(&all, "2"), Ok(1));
        assert_eq!(find(&all, "rynok"), Ok(0));
        assert_eq!(find(&all, "ry"), Ok(0));
        assert_eq!(find(&all, "barracks"), Ok(2));
        assert_eq!(find(&all, "square"), Ok(4), "the whole name comes before a part");
        assert_eq!(find(&all, "RED"), Err("`red` can be: 2 Red Square, 3 Red Barracks".to_string()));
        assert_eq!(find(&all, "0"), Err("there is no choice 0: they go from 1 to 5".to_string()));
        assert!(find(&all, "mill").unwrap_err().contains("is not one of the choices"));
    }

    #[test]
    fn many_choices_stand_in_columns_where_there_is_room() {
        let names: Vec<String> = (1..=12).map(|number| format!("Area {number}")).collect();
        let all = choices(&names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(list(&all, None).lines().count(), 12, "programs read one per line");
        let wide = list(&all, Some(45));
        assert_eq!(wide.lines().next(), Some("   1  Area 1       5  Area 5       9  Area 9"));
        assert_eq!(wide.lines().count(), 4);
        assert_eq!(list(&all, Some(10)).lines().count(), 12);
        assert_eq!(list(&all[..3], Some(80)).lines().count(), 3, "a few are easier to read one below the other");
    }
}
