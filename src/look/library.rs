//! Symbols, glyphs and emblems: small vector pictures in one ink.

use crate::diag::nearest;
use crate::draw::Picture;
use crate::source::byte_at;
use resvg::usvg::roxmltree::{self, Document, Node};
use std::collections::BTreeMap;
use std::ops::Range;

/// Other words that people use, by the name of the picture.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("anti-tank", &["at", "antitank", "tank-destroyer"]),
    ("armour", &["armor", "tank", "tanks", "panzer", "armoured", "armored"]),
    ("artillery", &["arty", "gun", "guns", "cannon", "howitzer"]),
    ("bomber", &["plane", "airplane", "aircraft", "fighter", "air"]),
    ("cavalry", &["cav", "horse"]),
    ("control", &["flag", "owner", "held"]),
    ("disrupted", &["disorganised", "disorganized", "shaken", "rout", "routed"]),
    ("entrenchment", &["trench", "trenches", "entrench"]),
    ("fire", &["explosion", "blaze"]),
    ("flak", &["aa", "anti-aircraft", "antiaircraft", "air-defence", "air-defense"]),
    ("fortification", &["fort", "fortress", "bunker"]),
    ("headquarters", &["hq", "command", "leader", "general"]),
    ("infantry", &["inf", "foot", "rifle", "rifles", "grenadier"]),
    ("machine-gun", &["mg"]),
    ("mechanised", &["mech", "mechanized", "panzergrenadier"]),
    ("militia", &["partisan", "partisans", "irregular"]),
    ("motorised", &["mot", "motorized", "truck"]),
    ("naval-flotilla", &["ship", "ships", "navy", "naval", "boat"]),
    ("night", &["dark", "moon"]),
    ("parachute", &["para", "airborne", "paratroop", "paratroops", "paratrooper", "glider"]),
    ("pioneer", &["engineer", "engineers", "sapper", "sappers", "combat-engineer"]),
    ("reconnaissance", &["recon", "recce", "scout", "armoured-car"]),
    ("self-propelled-artillery", &["spa", "sp-artillery"]),
    ("supply", &["logistics", "wagon", "depot"]),
    ("turn", &["clock", "time", "game-turn"]),
    ("victory", &["vp", "points", "victory-point", "objective"]),
    ("weather-clear", &["sun", "clear"]),
    ("weather-mud", &["mud", "rain"]),
    ("weather-snow", &["snow", "frost"]),
];

/// A kind of small picture; the folder in `templates` that holds them has its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    /// The inside of a unit's box.
    Symbol,
    /// What stands on a marker.
    Glyph,
    /// The sign of a formation.
    Emblem,
}

impl Set {
    /// All sets.
    pub const ALL: [Set; 3] = [Set::Symbol, Set::Glyph, Set::Emblem];

    /// What one of them is called.
    pub fn what(self) -> &'static str {
        match self {
            Set::Symbol => "symbol",
            Set::Glyph => "glyph",
            Set::Emblem => "emblem",
        }
    }

    /// The folder that holds them.
    pub fn folder(self) -> String {
        format!("templates/{}s/", self.what())
    }
}

/// A small picture.
#[derive(Debug, Clone)]
pub struct Symbol {
    /// Its name in plain words.
    pub title: String,
    /// What it means.
    pub about: String,
    /// The group it is listed in.
    pub group: String,
    /// Width and height in its own units.
    pub size: (f64, f64),
    /// The picture, in which `currentColor` is the ink.
    pub picture: Picture,
}

/// All small pictures, by name.
#[derive(Debug, Clone, Default)]
pub struct Library(BTreeMap<(Set, String), Symbol>);

impl Library {
    /// Adds one.
    pub fn add(&mut self, set: Set, name: &str, symbol: Symbol) {
        self.0.insert((set, name.to_string()), symbol);
    }

    /// The picture of that name.
    pub fn get(&self, set: Set, name: &str) -> Option<&Symbol> {
        self.0.get(&(set, name.to_string()))
    }

    /// The picture that somebody means by a name that there is not: one spelt almost so, or another word for it.
    pub fn meant(&self, set: Set, name: &str) -> Option<&str> {
        let word = name.to_lowercase();
        let known = |other: &&str| self.names(set).find(|known| known == other);
        let synonym = SYNONYMS.iter().find(|(meant, words)| words.contains(&word.as_str()) && known(meant).is_some());
        let synonym = synonym.and_then(|(meant, _)| known(meant));
        synonym.or_else(|| nearest(&word, self.names(set)).and_then(|near| known(&near)))
    }

    /// The names of a set.
    pub fn names(&self, set: Set) -> impl Iterator<Item = &str> + Clone {
        self.of(set).map(|(name, _)| name)
    }

    /// The pictures of a set.
    pub fn of(&self, set: Set) -> impl Iterator<Item = (&str, &Symbol)> + Clone {
        self.0.iter().filter(move |((own, _), _)| *own == set).map(|((_, name), symbol)| (name.as_str(), symbol))
    }
}

const ELEMENTS: [&str; 8] = ["g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const ATTRIBUTES: [&str; 27] = [
    "d",
    "x",
    "y",
    "width",
    "height",
    "rx",
    "ry",
    "cx",
    "cy",
    "r",
    "x1",
    "y1",
    "x2",
    "y2",
    "points",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "stroke-miterlimit",
    "fill-rule",
    "transform",
    "opacity",
    "fill-opacity",
    "stroke-opacity",
];

/// Reads a small picture: an SVG of plain shapes. What is wrong comes back with its bytes.
pub fn read(svg: &str) -> Result<Symbol, (Range<usize>, String)> {
    let document = Document::parse(svg).map_err(|error| not_xml(svg, &error))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err((root.range(), "the root of a symbol is `<svg>`".to_string()));
    }
    let numbers: Vec<f64> = root
        .attribute("viewBox")
        .unwrap_or_default()
        .split([' ', ','])
        .filter_map(|number| number.parse().ok())
        .collect();
    let size = match numbers[..] {
        [0.0, 0.0, width, height] if width > 0.0 && height > 0.0 => (width, height),
        _ => {
            return Err((
                root.range().start..root.range().start + 4,
                "a symbol needs a viewBox such as `0 0 60 40`".to_string(),
            ));
        }
    };
    let mut symbol = Symbol {
        title: String::new(),
        about: String::new(),
        group: root.attribute("data-group").unwrap_or_default().to_string(),
        size,
        picture: Picture::svg(""),
    };
    let mut inside = String::new();
    for child in root.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "title" => symbol.title = child.text().unwrap_or_default().trim().to_string(),
            "desc" => symbol.about = child.text().unwrap_or_default().trim().to_string(),
            _ => {
                child.descendants().filter(Node::is_element).try_for_each(plain)?;
                inside.push_str(&svg[child.range()]);
            }
        }
    }
    symbol.picture = Picture::svg(&inside);
    Ok(symbol)
}

/// What is wrong with an XML, with its bytes.
pub fn not_xml(text: &str, error: &roxmltree::Error) -> (Range<usize>, String) {
    let at = error.pos();
    let start = byte_at(text, at.row as usize, at.col as usize);
    let end = text[start..].chars().next().filter(|c| *c != '\n').map_or(start, |c| start + c.len_utf8());
    // The place is ours to tell.
    let why = error.to_string();
    (start..end, format!("this is not XML: {}", why.strip_suffix(&format!(" at {at}")).unwrap_or(&why)))
}

/// Only plain shapes: a symbol is recoloured, and stands many times in one document.
fn plain(node: Node<'_, '_>) -> Result<(), (Range<usize>, String)> {
    let name = node.tag_name().name();
    if !ELEMENTS.contains(&name) {
        let message = format!("a symbol is made of plain shapes, not of `<{name}>`; put other pictures into `art/`");
        return Err((node.range(), message));
    }
    for attribute in node.attributes() {
        if !ATTRIBUTES.contains(&attribute.name()) {
            return Err((
                attribute.range(),
                format!("the attribute `{}` is not allowed in a symbol", attribute.name()),
            ));
        }
        let colour = ["fill", "stroke"].contains(&attribute.name());
        if colour && !["none", "currentColor"].contains(&attribute.value()) {
            let message = "a symbol has only one ink: write `currentColor` or `none`".to_string();
            return Err((attribute.range(), message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_keeps_its_shapes_and_its_name() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40' data-group='type'><title>Foot</title><desc>On foot.</desc><path d='M0 0L60 40' fill='none' stroke='currentColor'/></svg>";
        let symbol = read(svg).unwrap();
        assert_eq!((symbol.title.as_str(), symbol.about.as_str(), symbol.size), ("Foot", "On foot.", (60.0, 40.0)));
        let inside = symbol.picture.text();
        assert!(inside.starts_with("<path") && inside.ends_with("/>"));
    }

    #[test]
    fn what_is_no_plain_shape_is_refused_where_it_stands() {
        let head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>";
        for bad in [
            "<script>1</script>",
            "<image href='x.png'/>",
            "<path d='M0 0' fill='#ff0000'/>",
            "<path onclick='x'/>",
            "<use href='#a'/>",
        ] {
            let svg = format!("{head}{bad}</svg>");
            let (at, _) = read(&svg).unwrap_err();
            assert!(at.start >= head.len(), "{bad}");
        }
        assert!(read("<svg").is_err() && read("<g/>").is_err() && read("<svg xmlns='x' viewBox='1 2 3'/>").is_err());
    }
}
