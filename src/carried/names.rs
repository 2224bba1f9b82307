//! Names that are safe: of files, of ids, of texts. They come from modules, which may call things as they like.

use super::IMAGES;
use crate::source::values::is_device;
use std::collections::BTreeSet;

/// Longest name of a file, without its extension.
const LONGEST: usize = 60;

/// Names of files that were given out. No two differ only in capitals, which are one file on Windows and macOS.
#[derive(Debug, Clone, Default)]
pub struct Safe {
    taken: BTreeSet<String>,
}

impl Safe {
    /// A name of letters, digits, `-`, `_` and `.` that nobody has yet.
    pub fn file(&mut self, name: &str, extension: &str) -> String {
        let stem = safe(name);
        let dot = if extension.is_empty() { String::new() } else { format!(".{extension}") };
        let first = format!("{stem}{dot}");
        let mut all = std::iter::once(first).chain((2..).map(|n: u32| format!("{stem}-{n}{dot}")));
        // The names never end.
        let free = all.find(|name| !self.taken.contains(&name.to_lowercase())).unwrap_or_default();
        self.taken.insert(free.to_lowercase());
        free
    }
}

fn safe(name: &str) -> String {
    let mut stem = String::new();
    for c in name.chars() {
        let c = if c.is_ascii_alphanumeric() || matches!(c, '_' | '.') { c } else { '-' };
        if c != '-' || !stem.ends_with('-') {
            stem.push(c);
        }
    }
    let stem: String = stem.trim_matches(['-', '.']).chars().take(LONGEST).collect();
    let stem = stem.trim_matches(['-', '.']).to_string();
    if stem.is_empty() || is_device(&stem) { format!("x{stem}") } else { stem }
}

/// Ids that were given out within one kind of record.
#[derive(Debug, Clone, Default)]
pub struct Ids {
    taken: BTreeSet<String>,
}

impl Ids {
    /// An id made of a name; if somebody has it, with a number.
    pub fn id(&mut self, name: &str, otherwise: &str) -> String {
        let id = slug(name);
        let id = if id.is_empty() { otherwise.to_string() } else { id };
        let mut all = std::iter::once(id.clone()).chain((2..).map(|n: u32| format!("{id}-{n}")));
        let free = all.find(|id| !self.taken.contains(id)).unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }

    /// Keeps an id from being given out.
    pub fn keep(&mut self, id: &str) {
        self.taken.insert(id.to_string());
    }
}

/// A name as an id: small letters and digits with `-` between.
pub fn slug(name: &str) -> String {
    let mut id = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            id.push(c);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.chars().take(48).collect::<String>().trim_matches('-').to_string()
}

/// The entries that a component may mean by the name of a picture, the likeliest first. Older modules leave `.gif` out,
/// and a module that was zipped on an old Mac has its accents apart from their letters.
pub fn picture_entries(name: &str) -> Vec<String> {
    let name = name.strip_prefix(IMAGES).unwrap_or(name);
    let mut entries = vec![format!("{IMAGES}{name}")];
    let apart = decomposed(name);
    if apart != name {
        entries.push(format!("{IMAGES}{apart}"));
    }
    entries.push(format!("{IMAGES}{name}.gif"));
    entries
}

/// Accents, letters, and the letters that they make together: those of the languages of Europe.
const ACCENTS: [(char, &str, &str); 13] = [
    ('\u{300}', "AEIOUaeiou", "ÀÈÌÒÙàèìòù"),
    ('\u{301}', "ACEILNORSUYZaceilnorsuyz", "ÁĆÉÍĹŃÓŔŚÚÝŹáćéíĺńóŕśúýź"),
    ('\u{302}', "ACEGHIJOSUWYaceghijosuwy", "ÂĈÊĜĤÎĴÔŜÛŴŶâĉêĝĥîĵôŝûŵŷ"),
    ('\u{303}', "AINOUainou", "ÃĨÑÕŨãĩñõũ"),
    ('\u{304}', "AEIOUaeiou", "ĀĒĪŌŪāēīōū"),
    ('\u{306}', "AEGIOUaegiou", "ĂĔĞĬŎŬăĕğĭŏŭ"),
    ('\u{307}', "CEGIZcegz", "ĊĖĠİŻċėġż"),
    ('\u{308}', "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"),
    ('\u{30a}', "AUau", "ÅŮåů"),
    ('\u{30b}', "OUou", "ŐŰőű"),
    ('\u{30c}', "CDENRSTZcdenrstz", "ČĎĚŇŘŠŤŽčďěňřšťž"),
    ('\u{327}', "CGKLNRSTcgklnrst", "ÇĢĶĻŅŖŞŢçģķļņŗşţ"),
    ('\u{328}', "AEIUaeiu", "ĄĘĮŲąęįų"),
];

/// A text whose accents stand apart from their letters.
fn decomposed(text: &str) -> String {
    let mut apart = String::with_capacity(text.len());
    for c in text.chars() {
        let parts = ACCENTS.iter().find_map(|(accent, letters, both)| {
            let at = both.chars().position(|own| own == c).filter(|_| !c.is_ascii())?;
            Some([letters.chars().nth(at)?, *accent])
        });
        match parts {
            Some(parts) => apart.extend(parts),
            None => apart.push(c),
        }
    }
    apart
}

/// A text of one line, as names are in the language: without control characters, at most 200 letters.
pub fn line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.trim().chars().take(200).collect::<String>().trim().to_string()
}

/// What a piece is called: by its own name, else by that of its slot.
pub fn piece_name(own: &str, slot: &str) -> String {
    let names = [line(own), line(slot)];
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| "Piece".to_string())
}

/// The letter of a byte on Windows in most of Europe and America.
pub fn of_windows(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let high = usize::from(byte).checked_sub(0x80).and_then(|at| HIGH.get(at));
    high.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_their_own() {
        let mut safe = Safe::default();
        assert_eq!(safe.file("../../etc/passwd", "xml"), "etc-passwd.xml");
        assert_eq!(safe.file("ETC:passwd", "xml"), "ETC-passwd-2.xml");
        assert_eq!(safe.file("con", "png"), "xcon.png");
        assert_eq!(safe.file("", ""), "x");
        assert!(safe.file(&"é".repeat(300), "png").len() < 80);
        let mut ids = Ids::default();
        assert_eq!(
            [ids.id("3/52 Inf.", "piece"), ids.id("3 52 inf", "piece"), ids.id("!", "piece")],
            ["3-52-inf", "3-52-inf-2", "piece"]
        );
        assert_eq!(line(" a\tb\n"), "a b");
        assert!(ACCENTS.iter().all(|(_, letters, both)| letters.chars().count() == both.chars().count()));
        assert_eq!(
            picture_entries("Évêque.png"),
            ["images/Évêque.png", "images/E\u{301}ve\u{302}que.png", "images/Évêque.png.gif"]
        );
        assert_eq!(picture_entries("images/a"), ["images/a", "images/a.gif"]);
    }
}
