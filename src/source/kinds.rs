//! Kinds of files: what a file of a game holds, by its name.

use std::path::Path;

/// What a file holds; its name says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The game itself.
    Game,
    /// One map.
    Map,
    /// Units and markers.
    Counters,
    /// Sheets beside the map.
    Displays,
    /// Decks and cards.
    Cards,
    /// Tables.
    Tables,
    /// Sequence of play, stacking, movement ...
    Rules,
    /// Scenarios.
    Scenarios,
    /// Worked examples.
    Examples,
    /// What the game promises of itself.
    Expect,
    /// How the game is printed.
    Print,
    /// A template, in YAML.
    Template,
    /// A picture or symbol.
    Picture,
    /// The rulebook itself, for the module.
    Rulebook,
    /// The lock: which pieces a module has, and their numbers.
    Lock,
    /// A part of the module that the game came from, carried along.
    Carried,
}

impl Kind {
    /// All kinds of data, in the order in which they are checked.
    pub const ALL: [Kind; 11] = [
        Kind::Game,
        Kind::Map,
        Kind::Counters,
        Kind::Displays,
        Kind::Cards,
        Kind::Tables,
        Kind::Rules,
        Kind::Scenarios,
        Kind::Examples,
        Kind::Expect,
        Kind::Print,
    ];

    /// The word that begins the file's name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Map => "map",
            Kind::Counters => "counters",
            Kind::Displays => "displays",
            Kind::Cards => "cards",
            Kind::Tables => "tables",
            Kind::Rules => "rules",
            Kind::Scenarios => "scenarios",
            Kind::Examples => "examples",
            Kind::Expect => "expect",
            Kind::Print => "print",
            Kind::Template => "template",
            Kind::Picture => "picture",
            Kind::Rulebook => "rulebook",
            Kind::Lock => "lock",
            Kind::Carried => "module",
        }
    }

    /// Whether its records can stand in spreadsheets.
    pub fn in_sheets(self) -> bool {
        matches!(self, Kind::Map | Kind::Counters | Kind::Cards | Kind::Tables | Kind::Scenarios)
    }

    /// Whether a game has one file of this kind, by one name.
    pub(super) fn single(self) -> bool {
        matches!(self, Kind::Game | Kind::Print)
    }
}

/// What a rulebook that the module carries can be called.
pub const RULEBOOKS: [&str; 2] = ["rulebook.pdf", "rulebook.txt"];

/// The folder of what a game carries along of the module that it came from.
pub const CARRIED: &str = "module";

/// The name of a game's lock.
pub const LOCK: &str = "punchboard.lock";

/// What [`kind_of`] made of a path.
pub enum KindOrOther {
    /// A file of the game.
    Kind(Kind),
    /// A file that is not ours: a hidden file, notes.
    Ignored,
    /// A TOML or CSV file whose name says nothing we know.
    Unknown(String),
}

/// What a file holds by its path inside the game's folder: the first folder or the first word of
/// its name says it.
pub fn kind_of(path: &Path) -> KindOrOther {
    let mut parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    let (Some(first), second) = (parts.next(), parts.next()) else {
        return KindOrOther::Ignored;
    };
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    if path.iter().any(|part| part.to_string_lossy().starts_with('.')) {
        return KindOrOther::Ignored;
    }
    if second.is_some() && ["art", "templates"].contains(&first.as_str()) {
        return match extension.as_deref() {
            Some("yaml" | "yml") if first == "templates" => KindOrOther::Kind(Kind::Template),
            Some("svg" | "png" | "jpg" | "jpeg") => KindOrOther::Kind(Kind::Picture),
            _ => KindOrOther::Ignored,
        };
    }
    if second.is_some() && first == CARRIED {
        return KindOrOther::Kind(Kind::Carried);
    }
    if path == Path::new(LOCK) {
        return KindOrOther::Kind(Kind::Lock);
    }
    if RULEBOOKS.iter().any(|name| path == Path::new(name)) {
        return KindOrOther::Kind(Kind::Rulebook);
    }
    // Excel leaves `~$counters.xlsx` beside a file that is open.
    if !matches!(extension.as_deref(), Some("toml" | "csv" | "xlsx" | "ods")) || first.starts_with("~$") {
        return KindOrOther::Ignored;
    }
    let stem = first.split(['-', '.']).next().unwrap_or_default();
    let word = if second.is_some() { first.as_str() } else { stem };
    let matches = |kind: &&Kind| word == kind.name() || (second.is_some() && word == format!("{}s", kind.name()));
    let csv_ok = |kind: &Kind| extension.as_deref() == Some("toml") || kind.in_sheets();
    match Kind::ALL.iter().find(matches) {
        Some(kind) if kind.single() && first != format!("{word}.toml") => KindOrOther::Unknown(word.to_string()),
        Some(kind) if csv_ok(kind) => KindOrOther::Kind(*kind),
        _ => KindOrOther::Unknown(word.to_string()),
    }
}
