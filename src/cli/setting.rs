//! A setting as the command line gives it: `--set gap=3mm`.

use crate::diag::Diagnostics;
use crate::source::{DataNode, DataValue, FileId, read_toml};

/// A setting as the command line gives it: a key, maybe with dots in it, and a value.
#[derive(Clone)]
pub struct Setting {
    key: String,
    value: String,
}

impl Setting {
    /// `gap=3mm`.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                Ok(Self { key: key.trim().to_string(), value: value.trim().to_string() })
            }
            _ => Err("write key=value, such as gap=3mm".to_string()),
        }
    }

    /// The setting as a line of `print.toml`. What is not TOML is a text or, with commas in it, a list.
    pub(super) fn toml(&self) -> String {
        let line = |value: &str| format!("{} = {value}", self.key);
        if is_entry(&line(&self.value)) {
            return line(&self.value);
        }
        if self.value.contains(',') && !self.value.contains(['[', '{', '"']) {
            let items = self.value.split(',').map(|item| match item.trim() {
                item if is_entry(&format!("item = {item}")) => item.to_string(),
                item => quoted(item),
            });
            return line(&format!("[{}]", items.collect::<Vec<_>>().join(", ")));
        }
        line(&quoted(&self.value))
    }
}

/// Whether a text is one key with a value.
fn is_entry(text: &str) -> bool {
    let mut diags = Diagnostics::default();
    let node = read_toml(FileId(u32::MAX), text, &mut diags);
    matches!(node, DataNode { value: DataValue::Table(table), .. } if table.entries.len() == 1) && diags.is_empty()
}

/// A text of TOML.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use super::Setting;

    #[test]
    fn values_need_no_quotes() {
        for (given, line) in [
            ("gap=3mm", "gap = \"3mm\""),
            ("gap = 1/8in", "gap = \"1/8in\""),
            ("gap=\"3mm\"", "gap = \"3mm\""),
            ("crop-marks.length=4mm", "crop-marks.length = \"4mm\""),
            ("crop-marks={ on = false }", "crop-marks = { on = false }"),
            ("png=false", "png = false"),
            ("png=150", "png = 150"),
            ("png=all", "png = \"all\""),
            ("papers=100mm x 200mm", "papers = \"100mm x 200mm\""),
            ("papers=A4,Letter", "papers = [\"A4\", \"Letter\"]"),
            ("back-offset=0.3mm, -0.5mm", "back-offset = [\"0.3mm\", \"-0.5mm\"]"),
            ("block=8,5", "block = [8, 5]"),
            ("parts=[\"maps\"]", "parts = [\"maps\"]"),
            ("sides=", "sides = \"\""),
        ] {
            assert_eq!(Setting::parse(given).unwrap().toml(), line, "{given}");
        }
        assert!(Setting::parse("gap").is_err() && Setting::parse("=3mm").is_err());
    }
}
