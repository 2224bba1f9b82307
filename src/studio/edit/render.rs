//! Values as text, in the way the author writes them.

use super::{EditValue, FilePoint, Refusal};

/// Longer texts are refused: nobody types them into a page.
const LONGEST: usize = 20_000;

/// A value as TOML.
pub fn toml(value: &EditValue) -> Result<String, Refusal> {
    Ok(match value {
        EditValue::Bool(value) => value.to_string(),
        EditValue::Whole(number) => number.to_string(),
        EditValue::Decimal(number) if number.is_finite() => toml_edit::Value::from(*number).to_string(),
        EditValue::Decimal(_) => return Err(Refusal::new("this is not a number")),
        EditValue::Text(text) => {
            sane(text)?;
            quoted(text)
        }
        EditValue::List(items) => {
            let items: Vec<String> = items.iter().map(toml).collect::<Result<_, _>>()?;
            format!("[{}]", items.join(", "))
        }
    })
}

/// A text as TOML.
pub fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

/// A key as TOML.
pub fn key(key: &str) -> String {
    toml_edit::Key::new(key).to_string()
}

/// A value in the place of another: a text keeps the quotes of the old one.
pub fn toml_like(old: &str, value: &EditValue, line_end: &str) -> Result<String, Refusal> {
    match value {
        EditValue::Text(text) if old.starts_with(['"', '\'']) => {
            sane(text)?;
            Ok(like(old, text, line_end).unwrap_or_else(|| quoted(text)))
        }
        _ => toml(value),
    }
}

/// A text with the quotes of another; none if they cannot hold it.
fn like(old: &str, text: &str, line_end: &str) -> Option<String> {
    let plain = |text: &str| !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
    if let Some(inside_old) = old.strip_prefix("\"\"\"") {
        if let Some(folded) = folded(old, text, line_end) {
            return Some(folded);
        }
        let first = if inside_old.starts_with(['\n', '\r']) || text.starts_with('\n') { line_end } else { "" };
        let inside = quotes_apart(text).replace('\n', line_end);
        return plain(text).then(|| format!("\"\"\"{first}{inside}\"\"\""));
    }
    if let Some(inside_old) = old.strip_prefix("'''") {
        let first = if inside_old.starts_with(['\n', '\r']) || text.starts_with('\n') { line_end } else { "" };
        let fits = plain(text) && !text.contains("'''") && !text.ends_with('\'');
        return fits.then(|| format!("'''{first}{}'''", text.replace('\n', line_end)));
    }
    if old.starts_with('\'') {
        return (plain(text) && !text.contains(['\'', '\n'])).then(|| format!("'{text}'"));
    }
    None
}

/// A text for between three quotes: no two of its own stand together, and none at its end.
fn quotes_apart(text: &str) -> String {
    let mut made = String::new();
    for (at, letter) in text.char_indices() {
        let close = made.ends_with('"') || at + 1 == text.len();
        match letter {
            '\\' => made.push_str("\\\\"),
            '"' if close => made.push_str("\\\""),
            letter => made.push(letter),
        }
    }
    made
}

/// A text over several lines whose ends are escaped, if the old one was written so.
fn folded(old: &str, text: &str, line_end: &str) -> Option<String> {
    const NARROWEST: usize = 60;
    let mut lines = old.lines();
    lines.next().filter(|line| line.trim_end() == "\"\"\"\\")?;
    let first = lines.clone().next()?;
    let indent = &first[..first.len() - first.trim_start().len()];
    let simple = !text.is_empty() && text.split(' ').all(|word| !word.is_empty() && !word.contains(char::is_control));
    if !simple {
        return None;
    }
    let width = lines.map(|line| line.chars().count()).max().unwrap_or(0).max(NARROWEST);
    let words = text.replace('\\', "\\\\").replace('"', "\\\"");
    let (mut made, mut line) = (format!("\"\"\"\\{line_end}"), indent.to_string());
    for word in words.split(' ') {
        let empty = line.len() == indent.len();
        // A line ends with a blank and a backslash.
        if !empty && line.chars().count() + 1 + word.chars().count() + 2 > width {
            made.push_str(&line);
            made.push_str(" \\");
            made.push_str(line_end);
            line = indent.to_string();
        } else if !empty {
            line.push(' ');
        }
        line.push_str(word);
    }
    Some(format!("{made}{line}\"\"\""))
}

/// Refuses what no file of a game should hold.
fn sane(text: &str) -> Result<(), Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::new(format!("this text has {} bytes; {LONGEST} are allowed", text.len())));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Refusal::new("this text has control characters in it"));
    }
    Ok(())
}

/// A value as the cell of a spreadsheet.
pub fn cell(value: &EditValue) -> Result<String, Refusal> {
    Ok(match value {
        EditValue::Text(text) => {
            sane(text)?;
            text.clone()
        }
        EditValue::List(items) if items.iter().any(|item| matches!(item, EditValue::List(_))) => {
            let rows: Vec<String> = items.iter().map(words).collect::<Result<_, _>>()?;
            rows.join("; ")
        }
        EditValue::List(items) if items.iter().all(|item| matches!(item, EditValue::Text(_))) => {
            let items: Vec<String> = items.iter().map(cell).collect::<Result<_, _>>()?;
            items.join("; ")
        }
        EditValue::List(_) => words(value)?,
        _ => toml(value)?,
    })
}

fn words(value: &EditValue) -> Result<String, Refusal> {
    let EditValue::List(items) = value else { return cell(value) };
    let items: Vec<String> = items.iter().map(cell).collect::<Result<_, _>>()?;
    Ok(items.join(" "))
}

/// A coordinate, rounded to what a hand can point at; `places` are decimal places.
pub fn coordinate(value: f64, places: usize) -> Result<EditValue, Refusal> {
    if !value.is_finite() || value.abs() > 1e6 {
        return Err(Refusal::new("coordinate out of range"));
    }
    let scale = 10f64.powi(i32::try_from(places).unwrap_or(0));
    let rounded = (value * scale).round() / scale;
    Ok(if rounded.fract() == 0.0 { EditValue::Whole(rounded as i64) } else { EditValue::Decimal(rounded) })
}

/// A point.
pub fn point(point: FilePoint, places: usize) -> Result<EditValue, Refusal> {
    Ok(EditValue::List(vec![coordinate(point[0], places)?, coordinate(point[1], places)?]))
}

impl EditValue {
    /// A text.
    pub(super) fn text(text: impl Into<String>) -> Self {
        EditValue::Text(text.into())
    }

    /// A list of texts.
    pub(super) fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        EditValue::List(texts.into_iter().map(|text| EditValue::Text(text.into())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(old: &str, new: &str) -> String {
        let made = toml_like(old, &EditValue::text(new), "\n").unwrap();
        let parsed: toml::Table = format!("x = {made}\n").parse().unwrap();
        assert_eq!(parsed["x"].as_str().unwrap(), new, "{made}");
        made
    }

    #[test]
    fn texts_keep_their_quotes() {
        assert_eq!(text("\"a\"", "b"), "\"b\"");
        assert_eq!(text("'a'", "b"), "'b'");
        assert_eq!(text("'a'", "it's"), "\"it's\"");
        assert_eq!(text("\"\"\"\na\n\"\"\"", "b\nc"), "\"\"\"\nb\nc\"\"\"");
        assert_eq!(text("'''a'''", "b\nc"), "'''b\nc'''");
        text("\"\"\"a\"\"\"", "\"\"\"\"quoted\\\"\"");
        text("\"\"\"a\"\"\"", "ends with \"");
        text("'''a'''", "it '''is'");
    }

    #[test]
    fn a_folded_text_is_folded_again() {
        let old = format!("\"\"\"\\\n  {} \\\n  end.\"\"\"", "word ".repeat(12).trim_end());
        let new = "seven ".repeat(20);
        let made = text(&old, new.trim_end());
        assert!(made.starts_with("\"\"\"\\\n  seven seven"), "{made}");
        assert!(made.lines().all(|line| line.chars().count() <= 65), "{made}");
        // What cannot be folded is written as it is.
        text(&old, "two  blanks\nand lines");
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(toml(&EditValue::text("x".repeat(1 << 20))).is_err());
        assert!(toml(&EditValue::text("bell \u{7}")).is_err());
        assert!(toml(&EditValue::Decimal(f64::NAN)).is_err());
        assert!(coordinate(f64::INFINITY, 1).is_err());
        assert_eq!(
            point([1.04, 2.26], 1).unwrap(),
            EditValue::List(vec![EditValue::Whole(1), EditValue::Decimal(2.3)])
        );
    }
}
