//! Data in the words of a chart: numbers, bands, places, rule numbers.

use crate::expr::{Number, Value, Values, eval, in_words};
use crate::model::{About, Die, DieFace, Formula, Input, Model, Place, PlaceKind, Ref, Region, Spot, Unit};
use crate::source::values::{Band, Turns};
use crate::syntax::InputKind;
use std::collections::BTreeSet;

/// So many places or more go by the name of their region.
const MANY: usize = 12;

/// A band as it is printed: with dashes and minus signs instead of hyphens, "to" before
/// negative numbers.
pub fn band(band: &Band) -> String {
    let text = band.text.trim();
    if let Some((from, to)) = text.split_once("..") {
        let dash = if text.contains('-') { " to " } else { "\u{2013}" };
        return format!("{}{dash}{}", minus(from), minus(to));
    }
    match text.strip_suffix('-') {
        Some(most) if !most.is_empty() => format!("{}\u{2013}", minus(most)),
        _ => match text.char_indices().skip(1).find(|(_, letter)| *letter == '-') {
            Some((at, _)) => format!("{}\u{2013}{}", minus(&text[..at]), minus(&text[at + 1..])),
            None => minus(text),
        },
    }
}

fn minus(text: &str) -> String {
    match text.trim().strip_prefix('-') {
        Some(number) => format!("\u{2212}{number}"),
        None => text.trim().to_string(),
    }
}

/// A number as it is printed.
pub fn number(value: Number) -> String {
    let sign = if value < Number::ZERO { "\u{2212}" } else { "" };
    let size = value.abs();
    match (size.numerator(), size.denominator()) {
        (1, 2) => format!("{sign}\u{bd}"),
        (whole, 1) => format!("{sign}{whole}"),
        (up, down) => format!("{sign}{up}/{down}"),
    }
}

/// A number with its sign.
pub fn signed(value: Number) -> String {
    if value < Number::ZERO { number(value) } else { format!("+{}", number(value)) }
}

/// A formula in words, with the names of what it refers to: never its source.
pub fn formula(model: &Model, inputs: &[Input], formula: &Formula) -> String {
    in_words(&formula.expr, &|id| called(model, inputs, id))
}

/// What players call something that an expression refers to by its id.
pub fn called(model: &Model, inputs: &[Input], id: &str) -> Option<String> {
    let rules = &model.rules;
    let asked = inputs.iter().chain(&rules.conditions).find(|input| input.id == id).map(|input| input.name.as_str());
    let value = || model.values.iter().find(|value| value.id == id).map(|value| value.name.as_str());
    let attribute = || model.attributes.iter().find(|known| known.id == id).map(|known| known.name.as_str());
    let side = || model.sides.iter().find(|side| side.id == id).map(|side| side.name.as_str());
    let kind = || model.types.iter().find(|kind| kind.id == id).map(|kind| kind.name.as_str());
    let size = || model.sizes.iter().find(|size| size.id == id).map(|size| size.name.as_str());
    let formation = || model.formations.iter().find(|known| known.id == id).map(|known| known.name.as_str());
    let on_map = || {
        model.maps.iter().find_map(|map| {
            let terrain = map.terrains.iter().find(|known| known.id == id).map(|known| known.name.as_str());
            let way = || map.ways.iter().find(|known| known.id == id).map(|known| known.name.as_str());
            let boundary = || map.boundaries.iter().find(|known| known.id == id).map(|known| known.name.as_str());
            terrain.or_else(way).or_else(boundary)
        })
    };
    let procedure = || {
        let id = id.strip_prefix("procedure.")?;
        rules.procedures.iter().find(|known| known.id == id).map(|known| known.name.as_str())
    };
    let plain = asked.or_else(value).or_else(attribute).or_else(kind).or_else(size).or_else(on_map).or_else(procedure);
    // Names of sides and formations keep their capitals.
    plain.map(str::to_lowercase).or_else(|| side().or_else(formation).map(str::to_string))
}

/// An id or word as a title: `hit-stays` is "Hit stays".
pub fn title(word: &str) -> String {
    let spaced = word.replace(['-', '_'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a formula adds, as short as a chart prints it, and the input that `n` stands for if it has to
/// be said. A formula too long for that has no short form: its text says it.
pub fn amount(formula: &Formula, inputs: &[Input], text: &str) -> (String, Option<String>) {
    let names: BTreeSet<&str> = formula.expr.names().iter().map(|mention| mention.name).collect();
    let at = |name: Option<&str>, n: i64| -> Option<Number> {
        let values: Values = name.iter().map(|name| ((*name).to_string(), Value::Number(Number::new(n, 1)))).collect();
        match eval(&formula.expr, &values).ok()? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    };
    let mut names = names.into_iter();
    let (name, more) = (names.next(), names.next().is_some());
    let Some(name) = name else {
        return (at(None, 0).map(signed).unwrap_or_default(), None);
    };
    let input = inputs.iter().find(|input| input.id == name && input.kind == InputKind::Number);
    let (Some(input), false) = (input, more) else { return (String::new(), None) };
    let high = input.max.unwrap_or(20).max(4);
    let steps = (at(Some(name), high), at(Some(name), high - 1), at(Some(name), high - 2));
    let (Some(a), Some(b), Some(c)) = steps else { return (String::new(), None) };
    let (slope, before) = (a - b, b - c);
    if slope != before {
        return (String::new(), None);
    }
    if text.split(' ').any(|word| word.eq_ignore_ascii_case("each")) {
        return (signed(slope), None);
    }
    let sign = if slope < Number::ZERO { "\u{2212}" } else { "+" };
    let times = if slope.abs() == Number::ONE { String::new() } else { number(slope.abs()) };
    let (own, asked) = (text.to_lowercase(), input.name.to_lowercase());
    let said = own.contains(&asked) || (asked.contains(&own) && asked.len() < 2 * own.len());
    (format!("{sign}{times}n"), (!said).then(|| input.name.clone()))
}

/// The rule numbers a record comes from; nothing for what was filled in.
pub fn source(about: &About) -> Option<String> {
    let source = about.source.as_ref()?;
    let named = ["text", "name", "rest"].iter().filter_map(|key| source.by_key.get(*key));
    let all = source.rest.iter().chain(named);
    let mut rules = all.map(|text| text.trim_start_matches("inferred:").trim());
    let rule = rules.find(|text| text.starts_with(|letter: char| letter.is_ascii_digit()))?;
    let numbers: Vec<&str> = rule.split(',').map(str::trim).collect();
    match numbers.as_slice() {
        [first, second, _, ..] => Some(format!("{first}, {second} \u{2026}")),
        _ => Some(numbers.join(", ")),
    }
}

/// A remark, if it is short enough to be one for players.
pub fn note(about: &About, most: i64) -> Option<&str> {
    let most = usize::try_from(most).unwrap_or(0);
    about.note.as_deref().filter(|note| note.chars().count() <= most)
}

/// "turn 3", "turns 1–5".
pub fn turns(turns: Turns) -> String {
    if turns.first == turns.last {
        format!("turn {}", turns.first)
    } else {
        format!("turns {}\u{2013}{}", turns.first, turns.last)
    }
}

/// A place as players call it: what is printed on it, then its name.
pub fn place(model: &Model, place: &Ref<Place>) -> (String, String) {
    let Some(found) = model.places.get(place.index) else { return (place.id.to_string(), String::new()) };
    let name = found.name.clone().filter(|name| *name != found.label);
    match &found.kind {
        PlaceKind::Space { track } => {
            let track = model.tracks.get(track.index).map_or("", |track| track.name.as_str());
            (String::new(), format!("{track} {}", found.label))
        }
        PlaceKind::Box(_) => name.map_or_else(|| (found.label.clone(), String::new()), |name| (String::new(), name)),
        PlaceKind::Slot { unit } => (String::new(), with(model, unit)),
        PlaceKind::Area { .. } | PlaceKind::Hex { .. } | PlaceKind::Square { .. } => {
            (found.label.clone(), name.unwrap_or_default())
        }
    }
}

/// "With 9TK".
fn with(model: &Model, unit: &Ref<Unit>) -> String {
    format!("With {}", model.units.get(unit.index).map_or(&*unit.id, |unit| unit.name.as_str()))
}

/// Many places in one line: numbers in runs, in the order of the map.
///
/// All places of a region go by its name, if they are many.
pub fn places(model: &Model, places: &[Ref<Place>]) -> String {
    let mut rest: Vec<&Ref<Place>> = places.iter().collect();
    let mut regions: Vec<&Region> = model.regions.iter().filter(|region| region.places.len() >= MANY).collect();
    regions.sort_by_key(|region| std::cmp::Reverse(region.places.len()));
    let mut out: Vec<String> = Vec::new();
    for region in regions {
        let own: BTreeSet<usize> = region.places.iter().map(|place| place.index).collect();
        if own.iter().all(|place| rest.iter().any(|other| other.index == *place)) {
            rest.retain(|place| !own.contains(&place.index));
            out.push(region.name.clone());
        }
    }
    let labels = rest.into_iter().map(|reference| {
        let (label, name) = place(model, reference);
        if label.is_empty() { name } else { label }
    });
    let labels: Vec<String> = labels.collect();
    let mut at = 0;
    while at < labels.len() {
        let run = labels[at..].windows(2).take_while(|pair| follows(&pair[0], &pair[1])).count();
        if run >= 2 {
            out.push(format!("{}\u{2013}{}", labels[at], labels[at + run]));
            at += run + 1;
        } else {
            out.push(labels[at].clone());
            at += 1;
        }
    }
    out.join(", ")
}

/// Whether one printed number comes right after another; leading zeros make no run of hexes.
fn follows(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.parse::<u32>().ok().filter(|_| text.len() < 3);
    let letter = |text: &str| match text.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => Some(u32::from(*letter)),
        _ => None,
    };
    let next = |a: Option<u32>, b: Option<u32>| matches!((a, b), (Some(a), Some(b)) if b == a + 1);
    next(plain(a), plain(b)) || next(letter(a), letter(b))
}

/// Where something starts or arrives: a short name, and the rest.
pub fn spot(model: &Model, spot: &Spot) -> (String, String) {
    match spot {
        Spot::At(at) => place(model, at),
        Spot::With(unit) => (String::new(), with(model, unit)),
        Spot::Line(line) => match (line.first(), line.last()) {
            (Some(first), Some(last)) => {
                let label = |end: &Ref<Place>| places(model, std::slice::from_ref(end));
                ("On the line".to_string(), format!("{} to {}", label(first), label(last)))
            }
            _ => ("On the line".to_string(), String::new()),
        },
        Spot::Any { places: all, regions } => {
            let named = regions.iter().filter_map(|region| model.regions.get(region.index));
            let inside: BTreeSet<usize> =
                named.clone().flat_map(|region| region.places.iter().map(|place| place.index)).collect();
            let mut parts: Vec<String> = named.map(|region| region.name.clone()).collect();
            let rest: Vec<Ref<Place>> = all.iter().filter(|place| !inside.contains(&place.index)).cloned().collect();
            if !rest.is_empty() {
                parts.push(places(model, &rest));
            }
            ("Any of".to_string(), parts.join(", "))
        }
    }
}

/// The faces of a die: `Battle die: 2 Hit (1), Flag (0).`
pub fn die(die: &Die) -> String {
    let mut faces: Vec<(&DieFace, usize)> = Vec::new();
    for face in &die.faces {
        match faces.iter_mut().find(|(known, _)| *known == face) {
            Some((_, count)) => *count += 1,
            None => faces.push((face, 1)),
        }
    }
    let face = |(face, count): &(&DieFace, usize)| {
        let times = if *count > 1 { format!("{count} ") } else { String::new() };
        format!("{times}{} ({})", face.name, face.value)
    };
    format!("{}: {}.", die.name, faces.iter().map(face).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_printed_with_dashes() {
        let printed = |text: &str| band(&Band::parse(text).unwrap());
        assert_eq!(printed("12-13"), "12\u{2013}13");
        assert_eq!(printed("11-"), "11\u{2013}");
        assert_eq!(printed("-9..-1"), "\u{2212}9 to \u{2212}1");
        assert_eq!(printed("1..11"), "1\u{2013}11");
        assert_eq!(printed("-3"), "\u{2212}3");
        assert_eq!(printed("3:1+"), "3:1+");
        assert_eq!(title("hit-stays"), "Hit stays");
    }
}
