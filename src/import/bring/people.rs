//! Who a piece belongs to: sides, formations and types, where properties or palettes say so.

use super::walk::FoundSide;
use crate::carried::names::slug;

/// Properties that name a side.
const SIDES: [&str; 10] =
    ["side", "nation", "nationality", "player", "owner", "faction", "country", "power", "allegiance", "team"];
/// Properties that name a formation.
const FORMATIONS: [&str; 8] = ["formation", "division", "corps", "army", "brigade", "regiment", "parent", "command"];
/// Properties that name a type.
const TYPES: [&str; 5] = ["type", "unittype", "unit type", "unit_type", "class"];

/// Words in the names of sides that say nothing of which one it is.
const PLAIN: [&str; 12] =
    ["a", "army", "commander", "faction", "forces", "of", "player", "players", "side", "team", "the", "units"];

/// What told the side of a piece.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SideClue {
    /// A property of its own.
    Property(String),
    /// A property of a prototype.
    Inherited(String),
    /// The name of a palette or window around it.
    Palette,
    /// The name of a prototype.
    Prototype,
    /// The name of its picture.
    Picture,
}

impl SideClue {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            SideClue::Property(name) => format!("by its property `{name}`"),
            SideClue::Inherited(name) => format!("by the property `{name}` of a prototype"),
            SideClue::Palette => "by the name of its palette or map".to_string(),
            SideClue::Prototype => "by the name of a prototype".to_string(),
            SideClue::Picture => "by the name of its picture".to_string(),
        }
    }
}

/// What is known of a piece.
pub(super) struct PieceClues<'a> {
    /// Its own properties.
    pub own: &'a [(String, String)],
    /// Those of its prototypes.
    pub inherited: &'a [(String, String)],
    /// The palettes or windows around it, the outermost first.
    pub around: &'a [String],
    /// The names of its prototypes.
    pub prototypes: &'a [String],
    /// The name of its picture.
    pub picture: &'a str,
}

/// The value of the first property with one of these names.
fn named<'a>(properties: &'a [(String, String)], names: &[&str]) -> Option<&'a str> {
    property(properties, names).map(|(_, value)| value.as_str())
}

fn property<'a>(properties: &'a [(String, String)], names: &[&str]) -> Option<&'a (String, String)> {
    let found = |name: &&str| properties.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    names.iter().find_map(found).filter(|(_, value)| !slug(value).is_empty())
}

/// The words of a name that tell: those of `The Axis Player` are `axis`, that of `Teutons` is `teuton`. None tell: all do.
fn telling(name: &str) -> String {
    let id = slug(name);
    let words: Vec<&str> = id.split('-').filter(|word| !PLAIN.contains(word)).collect();
    let told = if words.is_empty() { id } else { words.join("-") };
    told.strip_suffix('s').filter(|one| one.len() > 4).map_or(told.clone(), str::to_string)
}

/// The first letters of a name of several words: `CP` of `Central Powers`. Nothing if another side has the same.
fn initials(sides: &[FoundSide], index: usize) -> String {
    let of = |side: &FoundSide| slug(&side.name).split('-').filter_map(|word| word.chars().next()).collect::<String>();
    let own = of(&sides[index]);
    let shared = sides.iter().enumerate().any(|(other, side)| other != index && of(side) == own);
    if shared || own.chars().count() < 2 { String::new() } else { own }
}

/// The side of a piece, by its index, and what told it: properties, its own before those it inherits; else the names
/// around it, of palettes, prototypes and its picture.
pub(super) fn side(sides: &[FoundSide], piece: &PieceClues<'_>) -> Option<(usize, SideClue)> {
    let same = |value: &str| {
        let word = telling(value);
        let mut fits = sides.iter().enumerate().filter(|(_, side)| !word.is_empty() && telling(&side.name) == word);
        let first = fits.next()?;
        fits.next().is_none().then_some(first.0)
    };
    let told = [
        (piece.own, SideClue::Property as fn(String) -> SideClue),
        (piece.inherited, SideClue::Inherited as fn(String) -> SideClue),
    ];
    let said = told.iter().find_map(|(properties, told)| {
        let (name, value) = property(properties, &SIDES)?;
        Some((same(value)?, told(name.clone())))
    });
    let any = || {
        told.iter().find_map(|(properties, told)| {
            properties.iter().find_map(|(name, value)| Some((same(value)?, told(name.clone()))))
        })
    };
    let near = || piece.around.iter().rev().find_map(|name| Some((of_name(sides, name, false)?, SideClue::Palette)));
    let proto =
        || piece.prototypes.iter().rev().find_map(|name| Some((of_name(sides, name, false)?, SideClue::Prototype)));
    let picture = || Some((of_name(sides, piece.picture, true)?, SideClue::Picture));
    said.or_else(any).or_else(near).or_else(proto).or_else(picture)
}

/// The side that a name speaks of: the longest whose words stand in it. `Germans` speaks of the German side. Strictly, whole
/// words of some length only, and of one side only.
fn of_name(sides: &[FoundSide], name: &str, strictly: bool) -> Option<usize> {
    let words = format!("-{}-", slug(name));
    let has = |word: &str| word.len() > 1 && words.contains(&format!("-{word}-"));
    let fits = |index: usize, word: &str| {
        let whole = has(word) || has(&format!("{word}s"));
        let first_letters = || has(&initials(sides, index));
        let begins = || word.len() > 3 && words.contains(&format!("-{word}"));
        if strictly { whole && word.len() > 3 } else { whole || begins() || first_letters() }
    };
    let told = sides.iter().map(|side| telling(&side.name)).enumerate();
    let found: Vec<(usize, String)> = told.filter(|(index, word)| fits(*index, word)).collect();
    let longest = found.iter().max_by_key(|(_, word)| word.len())?;
    let alone = found.iter().all(|(index, word)| *index == longest.0 || longest.1.contains(word.as_str()));
    let twin = found.iter().any(|(index, word)| *index != longest.0 && *word == longest.1);
    (!twin && (alone || !strictly)).then_some(longest.0)
}

/// The formation of a piece, by name.
pub(super) fn formation(properties: &[(String, String)]) -> Option<&str> {
    named(properties, &FORMATIONS)
}

/// The type of a piece, by name.
pub(super) fn kind(properties: &[(String, String)]) -> Option<&str> {
    named(properties, &TYPES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_of_sides_do_not_count() {
        let side = |name: &str| FoundSide { id: slug(name), name: name.into() };
        let piece = PieceClues { own: &[], inherited: &[], around: &[], prototypes: &[], picture: "" };
        let sides = [side("Axis Player"), side("The Allied Player"), side("Player 3")];
        let found = |around: &str| super::side(&sides, &PieceClues { around: &[around.to_string()], ..piece });
        assert_eq!(found("Axis Units"), Some((0, SideClue::Palette)));
        assert_eq!(found("Allied"), Some((1, SideClue::Palette)));
        assert_eq!(found("Players"), None);
        let own = [("Side".to_string(), "Allied".to_string())];
        assert_eq!(
            super::side(&sides, &PieceClues { own: &own, ..piece }),
            Some((1, SideClue::Property("Side".into())))
        );
        let sides = [side("Teutons"), side("Central Powers"), side("Allied Powers")];
        let found = |around: &str| super::side(&sides, &PieceClues { around: &[around.to_string()], ..piece });
        assert_eq!(found("Teuton Lords").map(|(side, _)| side), Some(0));
        assert_eq!(found("CP Forces").map(|(side, _)| side), Some(1));
        assert_eq!(found("Allied Powers").map(|(side, _)| side), Some(2));
        assert_eq!(found("Powers"), None);
        // Two that differ in plain words only: nothing tells them apart.
        let twins = [side("Axis Player"), side("Axis Commander")];
        assert_eq!(super::side(&twins, &PieceClues { around: &["Axis".to_string()], ..piece }), None);
    }

    #[test]
    fn properties_speak_before_palettes() {
        let side = |id: &str| FoundSide { id: id.into(), name: id.into() };
        let sides = [side("german"), side("soviet"), side("soviet-guards")];
        let own = |name: &str, value: &str| vec![(name.to_string(), value.to_string())];
        let around = ["Soviet units".to_string(), "Tanks".to_string()];
        let piece = PieceClues { own: &[], inherited: &[], around: &[], prototypes: &[], picture: "" };
        let found = |own: &[(String, String)], around: &[String]| {
            super::side(&sides, &PieceClues { own, around, ..piece }).map(|(side, _)| side)
        };
        assert_eq!(found(&own("Nation", "German"), &around), Some(0));
        assert_eq!(found(&own("colour", "Soviet Guards"), &[]), Some(2));
        assert_eq!(found(&[], &around), Some(1));
        assert_eq!(found(&[], &["The Germans".to_string()]), Some(0));
        assert_eq!(found(&[], &["Tanks".to_string()]), None);
        let inherited = own("Side", "German");
        let told = super::side(&sides, &PieceClues { inherited: &inherited, around: &around, ..piece });
        assert_eq!(told, Some((0, SideClue::Inherited("Side".into()))));
        let pictured = |picture: &str| super::side(&sides, &PieceClues { picture, ..piece });
        assert_eq!(pictured("german-inf.png"), Some((0, SideClue::Picture)));
        assert_eq!(pictured("germany.png"), None);
        assert_eq!(pictured("german-soviet-pact.png"), None);
        assert_eq!(formation(&own("Division", "16 Pz")), Some("16 Pz"));
        assert_eq!(kind(&own("UnitType", "Infantry")), Some("Infantry"));
    }
}
