//! The games that are damaged: those in `data/`, and the docs' example with a file of every kind.

use crate::common;
use std::collections::BTreeMap;
use std::path::Path;

/// A game as texts, its files by kind.
pub struct Subject {
    pub name: String,
    pub texts: BTreeMap<String, String>,
    /// Names of files by what they hold: the kind of data, `templates/styles`, `art` ...
    pub kinds: BTreeMap<String, Vec<String>>,
    /// How many runs in a thousand.
    pub share: usize,
}

impl Subject {
    fn new(name: &str, mut texts: BTreeMap<String, String>) -> Self {
        texts.entry("print.toml".to_string()).or_insert_with(print_settings);
        if !texts.contains_key("punchboard.lock") {
            let lock = common::sound_texts(&texts).identities.lock.text();
            texts.insert("punchboard.lock".to_string(), lock);
        }
        let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in texts.keys() {
            kinds.entry(kind(file)).or_default().push(file.clone());
        }
        Self { name: name.to_string(), texts, kinds, share: 0 }
    }
}

fn kind(file: &str) -> String {
    match file.rsplit_once('/') {
        Some((folder, _)) => folder.to_string(),
        None if file.ends_with(".csv") => "csv".to_string(),
        None => file.split(['-', '.']).next().unwrap().to_string(),
    }
}

/// `print.toml` of the docs, without the parts that leave something out.
fn print_settings() -> String {
    let settings = common::examples(&["print"]).remove("print.toml").unwrap();
    settings.replace("png = false\nparts = [\"counters\", \"setup\", \"maps\", \"calibration\"]\n", "")
}

/// The example game, with templates, styles and pictures of its own.
fn ford() -> BTreeMap<String, String> {
    let mut texts = common::ford_with_templates();
    let built_in = |folder: &str, name: &str| {
        let path = format!("templates/{folder}/{name}");
        let text = std::fs::read_to_string(common::root().join(&path)).unwrap();
        (path, text)
    };
    for (folder, name) in [
        ("faces", "unit.yaml"),
        ("faces", "marker.yaml"),
        ("cards", "card.yaml"),
        ("cards", "back.yaml"),
        ("styles", "map.yaml"),
        ("styles", "charts.yaml"),
        ("styles", "terrain.yaml"),
        ("symbols", "infantry.svg"),
        ("emblems", "star.svg"),
    ] {
        let (path, text) = built_in(folder, name);
        texts.entry(path).or_insert(text);
    }
    // The same spreadsheet once more, as other programs save it: quoted, with line ends of Windows.
    let late = texts["counters-late.csv"].clone();
    let quoted = |cell: &str| if cell.is_empty() { String::new() } else { format!("\"{cell}\"") };
    let row = |line: &str| line.split(',').map(quoted).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = late.replace("4/1", "4/9").replace("Partisans", "Rangers").lines().map(row).collect();
    texts.insert("counters-later.csv".to_string(), rows.join("\r\n"));
    texts
}

/// All games, with the share that each gets: small games are quicker, so they get more, but none less than a
/// twentieth.
pub fn all() -> Vec<Subject> {
    let data = common::games().into_iter().map(|folder: std::path::PathBuf| {
        let name = Path::new(&folder).file_name().unwrap().to_string_lossy().into_owned();
        Subject::new(&name, common::texts(&folder))
    });
    let mut subjects: Vec<Subject> = data.chain([Subject::new("the docs' example", ford())]).collect();
    let size = |subject: &Subject| subject.texts.values().map(String::len).sum::<usize>().max(1);
    // By the square: a game twice as large has twice as much to check and draw, and meets more that is slow.
    let quickness = |subject: &Subject| 1_000_000_000_000 / size(subject).pow(2);
    let quick: usize = subjects.iter().map(quickness).sum();
    for subject in &mut subjects {
        subject.share = (1_000 * quickness(subject) / quick).max(50);
    }
    subjects
}
