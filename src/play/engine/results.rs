//! What stands in the cells of a table.

/// All results of a table, those of cells too.
pub fn results(table: &crate::model::Table) -> impl Iterator<Item = &str> {
    let rows = table.parts.iter().flat_map(|part| &part.rows);
    rows.flat_map(|row| row.cells.iter().map(String::as_str).chain(row.result.as_deref()))
}

/// The number that a result begins with, and what stands behind it.
pub fn leading_number(result: &str) -> (i64, &str) {
    let sign = usize::from(result.starts_with('-'));
    let digits = result[sign..].find(|own: char| !own.is_ascii_digit()).map_or(result.len(), |end| sign + end);
    match result[..digits].parse() {
        Ok(number) => (number, &result[digits..]),
        Err(_) => (0, result),
    }
}

#[cfg(test)]
mod tests {
    use super::leading_number;

    #[test]
    fn results_begin_with_numbers() {
        assert_eq!(leading_number("5-R"), (5, "-R"));
        assert_eq!(leading_number("-2"), (-2, ""));
        assert_eq!(leading_number("12"), (12, ""));
        assert_eq!(leading_number("advance"), (0, "advance"));
        assert_eq!(leading_number("-"), (0, "-"));
        assert_eq!(leading_number(""), (0, ""));
        assert_eq!(leading_number("99999999999999999999 x"), (0, "99999999999999999999 x"));
    }
}
