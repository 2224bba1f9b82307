//! Who a piece belongs to: sides, formations and types, where properties or palettes say so.

use super::walk::Side;
use crate::carried::names::slug;

/// Properties that name a side.
const SIDES: [&str; 10] =
    ["side", "nation", "nationality", "player", "owner", "faction", "country", "power", "allegiance", "team"];
/// Properties that name a formation.
const FORMATIONS: [&str; 8] = ["formation", "division", "corps", "army", "brigade", "regiment", "parent", "command"];
/// Properties that name a type.
const TYPES: [&str; 5] = ["type", "unittype", "unit type", "unit_type", "class"];

/// The value of the first property with one of these names.
fn named<'a>(properties: &'a [(String, String)], names: &[&str]) -> Option<&'a str> {
    let found = |name: &&str| properties.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    names.iter().find_map(found).map(|(_, value)| value.as_str()).filter(|value| !slug(value).is_empty())
}

/// The side of a piece, by its index: as its properties say, its own before those it inherits; else as the names around
/// it do, of palettes and prototypes.
pub(super) fn side(sides: &[Side], properties: &[&[(String, String)]], around: &[&[String]]) -> Option<usize> {
    let same = |value: &str| {
        let id = slug(value);
        sides.iter().position(|side| side.id == id).filter(|_| !id.is_empty())
    };
    let said = properties.iter().find_map(|own| named(own, &SIDES).and_then(same));
    let any = || properties.iter().find_map(|own| own.iter().find_map(|(_, value)| same(value)));
    let near = || around.iter().find_map(|names| names.iter().rev().find_map(|name| of_name(sides, name)));
    said.or_else(any).or_else(near)
}

/// The side that a name speaks of: the longest whose words stand in it. `Germans` speaks of the German side.
fn of_name(sides: &[Side], name: &str) -> Option<usize> {
    let words = format!("-{}-", slug(name));
    let fits = |(_, side): &(usize, &Side)| {
        let long = side.id.len() > 3 && words.contains(&format!("-{}", side.id));
        long || (side.id.len() > 1 && words.contains(&format!("-{}-", side.id)))
    };
    sides.iter().enumerate().filter(fits).max_by_key(|(_, side)| side.id.len()).map(|(index, _)| index)
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
    fn properties_speak_before_palettes() {
        let side = |id: &str| Side { id: id.into(), name: id.into() };
        let sides = [side("german"), side("soviet"), side("soviet-guards")];
        let own = |name: &str, value: &str| vec![(name.to_string(), value.to_string())];
        let around = ["Soviet units".to_string(), "Tanks".to_string()];
        let found = |own: &[(String, String)], around: &[String]| super::side(&sides, &[own, &[]], &[around]);
        assert_eq!(found(&own("Nation", "German"), &around), Some(0));
        assert_eq!(found(&own("colour", "Soviet Guards"), &[]), Some(2));
        assert_eq!(found(&[], &around), Some(1));
        assert_eq!(found(&[], &["The Germans".to_string()]), Some(0));
        assert_eq!(found(&[], &["Tanks".to_string()]), None);
        assert_eq!(super::side(&sides, &[&[], &own("Side", "German")], &[&around]), Some(0));
        assert_eq!(formation(&own("Division", "16 Pz")), Some("16 Pz"));
        assert_eq!(kind(&own("UnitType", "Infantry")), Some("Infantry"));
    }
}
