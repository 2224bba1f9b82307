//! Options of printing: `--preset`, `--set`, `--counters` and `--formation`.

use super::args::{Common, PrintArgs};
use super::find::Found;
use super::report::{diagnostics, summary};
use crate::check;
use crate::compile::{Options, SoundGame};
use crate::diag::{Diagnostics, nearest};
use crate::emit::print::{Part, Print};
use crate::model::{Model, Named, Shows};
use crate::source::{FileId, Node, Sources, Value, read_toml};
use std::collections::BTreeSet;

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

    /// The setting as a line of `print.toml`. What is no TOML is a text or, with commas in it, a list.
    fn toml(&self) -> String {
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
    matches!(node, Node { value: Value::Table(table), .. } if table.entries.len() == 1) && diags.is_empty()
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

/// The options as settings that speak after the files of a game.
pub fn options(args: &PrintArgs) -> Options {
    let preset = args.preset.iter().map(|preset| ("--preset".to_string(), format!("preset = {}", quoted(preset))));
    let settings = args.set.iter().map(|setting| ("--set".to_string(), setting.toml()));
    Options { print: preset.chain(settings).collect(), ..Options::default() }
}

/// Checks what can be checked of the options once for all games.
pub fn check(args: &PrintArgs, common: &Common, games: &[Found]) -> Result<(), String> {
    let mut sources = Sources::default();
    for (name, toml) in &options(args).print {
        sources.add_option(name, toml);
    }
    let diags = check::print_options(&sources);
    diagnostics(&diags, &sources, common.message_format);
    if let Some(found) = summary(&diags) {
        return Err(format!("{found} in the options --preset and --set"));
    }
    check_ids(args, games)
}

/// An id that no game has is an error, unless a game that may have it cannot be read.
fn check_ids(args: &PrintArgs, games: &[Found]) -> Result<(), String> {
    if args.counters.is_empty() && args.formation.is_empty() {
        return Ok(());
    }
    let (mut counters, mut formations) = (BTreeSet::new(), BTreeSet::new());
    for game in games {
        let Some(SoundGame { model, .. }) = game.compile(Options::default())?.game else { return Ok(()) };
        counters.extend(counter_ids(&model));
        formations.extend(model.formations.iter().map(|formation| formation.id().to_string()));
    }
    let options = [
        ("--counters", "counter", &args.counters, counters),
        ("--formation", "formation", &args.formation, formations),
    ];
    for (option, what, ids, known) in options {
        if let Some(id) = ids.iter().map(|id| id.trim()).find(|id| !known.contains(*id)) {
            let help = match nearest(id, known.iter().map(String::as_str)) {
                Some(name) => format!("; did you mean `{name}`?"),
                None if known.is_empty() => String::new(),
                None if known.len() <= 12 => {
                    format!("; there are: {}", known.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
                }
                None => format!("; ids are those of the data, such as `{}`", known.first().map_or("", String::as_str)),
            };
            return Err(format!("{option}: there is no {what} `{id}`{help}"));
        }
    }
    Ok(())
}

/// The ids by which counters can be picked: their own, and those of their units and markers.
fn counter_ids(model: &Model) -> impl Iterator<Item = String> + '_ {
    model.counters.iter().flat_map(|counter| {
        let shown = match &counter.shows {
            Shows::Unit(unit) => &unit.id,
            Shows::Marker(marker) => &marker.id,
        };
        [counter.id.clone(), shown.to_string()]
    })
}

/// What a game prints, cut down to what the options pick: who picks counters wants nothing else.
pub fn picked(args: &PrintArgs, print: Print) -> Print {
    let trimmed = |ids: &[String]| ids.iter().map(|id| id.trim().to_string()).collect();
    let picks = !args.counters.is_empty() || !args.formation.is_empty();
    let parts = if picks { vec![Part::Counters] } else { print.parts.clone() };
    Print { counters: trimmed(&args.counters), formations: trimmed(&args.formation), parts, ..print }
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
