//! Templates: how faces and cards are laid out, in YAML.

use crate::source::decode::{Decode, Keyed};
use crate::source::values::{Pair, RectSpec};
use crate::source::{DataNode, DataTable, DataValue, Sp};
use crate::{record, words};
use schemars::{Schema, SchemaGenerator, json_schema};
use std::fmt::Write;

record! {
    /// A template: layers, drawn one over the other.
    TemplateFile as "template" {
        /// What it draws.
        "draws" draws: Sp<Draws>,
        /// Width and height in the template's own units: of a counter 100 by 100, of a card millimetres.
        "units" units: Option<Sp<Pair>>,
        /// Names for expressions, in order; each may use those above it.
        "let" lets: Keyed<Sp<PhraseSpec>>,
        /// The layers, back to front.
        "layers" layers: Vec<LayerDef>,
    }

    /// A layer: one of `fill`, `shape`, `stripe`, `symbol`, `echelon`, `emblem`, `glyph`, `text`,
    /// `values`, `badge`, `pips` and `image`, with where and how it is drawn.
    LayerDef as "layer" {
        /// A colour: of the whole face if nothing else is said, or inside a shape or badge.
        "fill" fill: Option<Sp<PhraseSpec>>,
        /// A shape.
        "shape" shape: Option<Sp<ShapeWord>>,
        /// A band along an edge, or from corner to corner.
        "stripe" stripe: Option<Sp<StripeWord>>,
        /// A unit symbol by name; several, laid over each other, with `+` between.
        "symbol" symbol: Option<Sp<PhraseSpec>>,
        /// Echelon marks: `II`, `XX` ...
        "echelon" echelon: Option<Sp<PhraseSpec>>,
        /// An emblem by name.
        "emblem" emblem: Option<Sp<PhraseSpec>>,
        /// A glyph by name.
        "glyph" glyph: Option<Sp<PhraseSpec>>,
        /// A text.
        "text" text: Option<Sp<PhraseSpec>>,
        /// The values of the face, with this between them; nothing: each in a column of its own.
        "values" values: Option<Sp<PhraseSpec>>,
        /// A short text on a small shape.
        "badge" badge: Option<Sp<PhraseSpec>>,
        /// So many dots.
        "pips" pips: Option<Sp<PhraseSpec>>,
        /// A picture in the game's folder `art`.
        "image" image: Option<Sp<PhraseSpec>>,
        /// Where: left, top, width, height.
        "at" at: Option<Sp<RectSpec>>,
        /// When it is drawn; always if nothing is said.
        "when" when: Option<Sp<PhraseSpec>>,
        /// Colour of the line around a shape or badge.
        "line" line: Option<Sp<PhraseSpec>>,
        /// Width of that line.
        "width" width: Option<Sp<f64>>,
        /// Radius of a shape's corners.
        "radius" radius: Option<Sp<f64>>,
        /// Colour of text and pictures.
        "ink" ink: Option<Sp<PhraseSpec>>,
        /// Height of capitals.
        "cap" cap: Option<Sp<f64>>,
        /// Height of capitals below which a text is not made smaller.
        "least" least: Option<Sp<f64>>,
        /// The font of a text.
        "font" font: Option<Sp<FontWord>>,
        /// Where a text or picture stands in its room.
        "align" align: Option<Sp<AlignWord>>,
        /// Most lines of a text.
        "lines" lines: Option<Sp<i64>>,
        /// Space between letters, in hundredths of their size.
        "spacing" spacing: Option<Sp<f64>>,
        /// Whether a text is written in capitals.
        "capitals" capitals: Option<bool>,
        /// Degrees by which it is turned clockwise: 0, 90, 180 or 270.
        "turn" turn: Option<Sp<i64>>,
        /// How thick a stripe is.
        "thick" thick: Option<Sp<f64>>,
        /// In per cent: 100 hides what is below, 0 is invisible.
        "opacity" opacity: Option<Sp<f64>>,
        /// All pips, those not counted drawn hollow.
        "of" of: Option<Sp<PhraseSpec>>,
        /// How a picture fills its room.
        "fit" fit: Option<Sp<FitWord>>,
        /// Contrast that text needs on what is below it: 4.5, values 7.
        "contrast" contrast: Option<Sp<f64>>,
    }
}

/// A text with `{expressions}` in it, or a whole expression.
#[derive(Debug, Clone, PartialEq)]
pub struct PhraseSpec {
    /// The text.
    pub text: String,
    /// How many bytes before the text its span begins: the opening quote, if there is one.
    pub quote: usize,
}

impl crate::source::decode::Decode for PhraseSpec {
    fn decode(node: &DataNode, cx: &mut crate::source::decode::Cx) -> Option<Self> {
        match &node.value {
            DataValue::Integer(number) => Some(PhraseSpec { text: number.to_string(), quote: 0 }),
            DataValue::Bool(value) => Some(PhraseSpec { text: value.to_string(), quote: 0 }),
            DataValue::Text(_) => {
                let text = String::decode(node, cx)?;
                let quote = usize::from(node.span.range().len() > text.len());
                Some(PhraseSpec { text, quote })
            }
            DataValue::Table(table) => lookup(table, node, cx),
            _ => cx.wrong_type(node, "a text"),
        }
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": ["string", "integer", "boolean"] },
            { "type": "object", "required": ["by"], "additionalProperties": { "type": ["string", "integer", "boolean"] } }
        ] })
    }
}

/// `{ by: side, red: "#a33", else: "{ink}" }`: the text for what a field says, as a phrase.
fn lookup(table: &DataTable, node: &DataNode, cx: &mut crate::source::decode::Cx) -> Option<PhraseSpec> {
    let help = "write `{ by: side, red: \"#aa3333\", else: \"{ink}\" }`";
    let Some(by) = table.get("by").and_then(|by| String::decode(by, cx)) else {
        return cx.bad_value(node.span, "a lookup says `by` which field it goes", help);
    };
    let mut value = |node: &DataNode| {
        let text = PhraseSpec::decode(node, cx)?.text;
        let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        match inside.filter(|inside| !inside.contains(['{', '}'])) {
            Some(expression) => Some(expression.trim().to_string()),
            None if text.contains(['{', '}', '\'']) => {
                cx.bad_value(node.span, "a lookup gives a plain text, or one expression in braces", help)
            }
            None => Some(format!("'{text}'")),
        }
    };
    let mut text = String::new();
    for (key, node) in table.entries.iter().filter(|(key, _)| !["by", "else"].contains(&key.text.as_str())) {
        let own = value(node)?;
        let _ = write!(text, "if {by} == '{}' then {own} else ", key.text.replace('\'', ""));
    }
    let otherwise = match table.get("else") {
        Some(node) => value(node)?,
        None => "''".to_string(),
    };
    Some(PhraseSpec { text: format!("{{{text}{otherwise}}}"), quote: 0 })
}

words! {
    /// What a template draws.
    Draws("a kind of layer") {
        /// A face of a unit.
        Unit = "unit",
        /// A face of a marker.
        Marker = "marker",
        /// The front of a card.
        Card = "card",
        /// The back of a deck's cards.
        CardBack = "card-back",
    }

    /// A shape.
    ShapeWord("a shape") {
        /// A rectangle.
        Rect = "rect",
        /// An ellipse.
        Ellipse = "ellipse",
        /// A triangle, standing.
        Triangle = "triangle",
        /// A diamond.
        Diamond = "diamond",
        /// A star.
        Star = "star",
        /// Two crossing diagonals.
        Saltire = "saltire",
        /// A line from the upper left to the lower right.
        Line = "line",
    }

    /// Where a stripe runs.
    StripeWord("an edge for a stripe") {
        /// Along the top.
        Top = "top",
        /// Along the bottom.
        Bottom = "bottom",
        /// Along the left edge.
        Left = "left",
        /// Along the right edge.
        Right = "right",
        /// From the lower left to the upper right.
        Rising = "rising",
        /// From the upper left to the lower right.
        Falling = "falling",
    }

    /// A font.
    FontWord("a font") {
        /// For running text.
        Regular = "regular",
        /// Slanted.
        Italic = "italic",
        /// Strong.
        Bold = "bold",
        /// For little room.
        Narrow = "narrow",
        /// Strong, for little room.
        NarrowBold = "narrow-bold",
    }

    /// Where something stands in its room.
    AlignWord("an alignment") {
        /// At the left.
        Left = "left",
        /// In the middle.
        Centre = "centre",
        /// At the right.
        Right = "right",
    }

    /// How a picture fills its room.
    FitWord("a way to fit") {
        /// All of it is seen.
        Contain = "contain",
        /// All of the room is covered; what is beyond is cut off.
        Cover = "cover",
        /// Stretched.
        Stretch = "stretch",
    }
}
