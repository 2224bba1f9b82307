//! `print.toml`, the presets of printing, and what the command line says in their place.

use crate::diag::codes;
use crate::source::decode::{Cx, Decode};
use crate::source::values::Measure;
use crate::source::{DataNode, DataValue, Sp};
use crate::{record, words};
use schemars::{Schema, SchemaGenerator, json_schema};

record! {
    /// How the game is printed.
    PrintFile as "print file" {
        /// The preset that the other keys change.
        "preset" preset: Option<Sp<String>>,
        /// The papers: by name, or width x height. For each there is a kit of its own.
        "papers" papers: Option<Sp<OneOrMore<String>>>,
        /// How fronts and backs come together.
        "sides" sides: Option<Sp<Sides>>,
        /// How far backs are moved, to the right and down, as one looks at them.
        "back-offset" back_offset: Option<Sp<OffsetSpec>>,
        /// Between fronts and backs of a gutterfold.
        "gutter" gutter: Option<Sp<Measure>>,
        /// Around every page; nothing is printed there but marks.
        "margin" margin: Option<Sp<Measure>>,
        /// How far art reaches over the cut.
        "bleed" bleed: Option<Sp<Measure>>,
        /// How far from the cut all that matters should stay.
        "safe" safe: Option<Sp<Measure>>,
        /// Whether cut and safe area are drawn, for proofs.
        "guides" guides: Option<Sp<bool>>,
        /// Columns and rows of a block of counters; false: as many as fit.
        "block" block: Option<Sp<BlockSpec>>,
        /// Between blocks of counters.
        "gap" gap: Option<Sp<Measure>>,
        /// Crop marks: whether, or how.
        "crop-marks" crop_marks: Option<Sp<Switch<CropDef>>>,
        /// Registration marks of cutting machines: whether, or how.
        "registration" registration: Option<Sp<Switch<RegistrationDef>>>,
        /// Whether every page has a ruler to check its scale with.
        "ruler" ruler: Option<Sp<bool>>,
        /// Whether sheets are numbered.
        "numbering" numbering: Option<Sp<bool>>,
        /// How much of a map is on two neighbouring pages.
        "overlap" overlap: Option<Sp<Measure>>,
        /// Between cards.
        "card-gap" card_gap: Option<Sp<Measure>>,
        /// Around pages of cards.
        "card-margin" card_margin: Option<Sp<Measure>>,
        /// Resolution of pages as PNG, in dots per inch; 0 or false: none.
        "png" png: Option<Sp<PngSpec>>,
        /// Whether the paths of cutting machines are written.
        "cut" cut: Option<Sp<bool>>,
        /// What the kit holds; default: everything.
        "parts" parts: Option<Sp<OneOrMore<KitPart>>>,
    }

    /// Crop marks.
    CropDef as "crop-marks" {
        /// Whether there are any; default: true.
        "on" on: Option<Sp<bool>>,
        /// Their length.
        "length" length: Option<Sp<Measure>>,
        /// How far they stay from the cut.
        "distance" distance: Option<Sp<Measure>>,
        /// Whether they stand at the edge of the page only, not between blocks.
        "margin-only" margin_only: Option<Sp<bool>>,
    }

    /// Registration marks, by which a cutting machine finds the sheet: a square and two angles.
    RegistrationDef as "registration" {
        /// Whether there are any; default: true.
        "on" on: Option<Sp<bool>>,
        /// From the edge of the paper.
        "inset" inset: Option<Sp<Measure>>,
        /// Side of the square.
        "size" size: Option<Sp<Measure>>,
        /// Length of the angles' legs.
        "length" length: Option<Sp<Measure>>,
        /// Thickness of the angles' legs.
        "thickness" thickness: Option<Sp<Measure>>,
    }
}

words! {
    /// How fronts and backs come together.
    Sides("a way to print two sides") {
        /// Duplex, turned over along the long edge.
        LongEdge = "long-edge",
        /// Duplex, turned over along the short edge.
        ShortEdge = "short-edge",
        /// Fronts and backs on one side of a sheet that is folded between them.
        Gutterfold = "gutterfold",
        /// Fronts and backs on sheets of their own, to be glued together.
        Single = "single",
    }

    /// A part of the kit.
    KitPart("a part of the kit") {
        /// Counter sheets.
        Counters = "counters",
        /// Cards.
        Cards = "cards",
        /// Setup cards.
        Setup = "setup",
        /// Player aids.
        Aids = "aids",
        /// Displays.
        Displays = "displays",
        /// Maps, in pages to be joined.
        Maps = "maps",
        /// The page by which the back offset is measured.
        Calibration = "calibration",
    }
}

impl KitPart {
    /// All parts.
    pub const ALL: [KitPart; 7] = [
        KitPart::Counters,
        KitPart::Cards,
        KitPart::Setup,
        KitPart::Aids,
        KitPart::Displays,
        KitPart::Maps,
        KitPart::Calibration,
    ];
}

/// A list with something in it; one thing may be written without brackets.
#[derive(Debug, Clone)]
pub struct OneOrMore<T>(pub Vec<Sp<T>>);

impl<T: Decode> Decode for OneOrMore<T> {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let items = match &node.value {
            DataValue::List(items) if items.is_empty() => {
                return cx.bad_value(node.span, "this list is empty", "omit the key for its default");
            }
            DataValue::List(items) => items.as_slice(),
            DataValue::Text(_) => std::slice::from_ref(node),
            _ => return cx.wrong_type(node, "a text or a list of texts"),
        };
        Some(OneOrMore(items.iter().filter_map(|item| Sp::decode(item, cx)).collect()))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let item = T::schema(generator);
        json_schema!({ "anyOf": [{ "type": "array", "items": item, "minItems": 1 }, item] })
    }
}

/// True, false, or a table that says how: then true unless its `on` says otherwise.
#[derive(Debug, Clone)]
pub struct Switch<T> {
    /// Whether.
    pub on: bool,
    /// How.
    pub how: Option<T>,
}

impl<T: Decode> Decode for Switch<T> {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        match &node.value {
            DataValue::Bool(on) => Some(Switch { on: *on, how: None }),
            DataValue::Table(table) => {
                let off = matches!(table.get("on"), Some(DataNode { value: DataValue::Bool(false), .. }));
                Some(Switch { on: !off, how: Some(T::decode(node, cx)?) })
            }
            _ => cx.wrong_type(node, "true, false or a table"),
        }
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let how = T::schema(generator);
        json_schema!({ "anyOf": [{ "type": "boolean" }, how] })
    }
}

/// Two lengths, to the right and down.
#[derive(Debug, Clone)]
pub struct OffsetSpec(pub [Sp<Measure>; 2]);

impl Decode for OffsetSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let DataValue::List(items) = &node.value else {
            return cx.wrong_type(node, "two lengths, as in `[\"0.3mm\", \"-0.5mm\"]`");
        };
        let [x, y] = items.as_slice() else {
            let help = "write how far to the right and how far down: `[\"0.3mm\", \"-0.5mm\"]`";
            return cx.bad_value(node.span, format!("expected two lengths, found {}", items.len()), help);
        };
        let (x, y) = (Sp::decode(x, cx), Sp::decode(y, cx));
        Some(OffsetSpec([x?, y?]))
    }
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let item = Measure::schema(generator);
        json_schema!({ "type": "array", "items": item, "minItems": 2, "maxItems": 2 })
    }
}

/// Columns and rows, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSpec(pub Option<(u32, u32)>);

impl BlockSpec {
    /// No block has more columns or rows.
    pub const MOST: u32 = 100;
}

impl Decode for BlockSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let (columns, rows) = match &node.value {
            DataValue::Bool(false) => return Some(BlockSpec(None)),
            DataValue::List(items) => match items.as_slice() {
                [columns, rows] => (columns, rows),
                _ => return cx.wrong_type(node, "two whole numbers, as in `[8, 5]`"),
            },
            _ => return cx.wrong_type(node, "two whole numbers, as in `[8, 5]`, or false"),
        };
        let mut count = |node: &DataNode, what: &str| {
            let number = i64::decode(node, cx)?;
            let count = u32::try_from(number).ok().filter(|count| (1..=Self::MOST).contains(count));
            if count.is_none() {
                let most = Self::MOST;
                let message = format!("a block cannot have {number} {what}");
                let diag = codes::PRINT_RANGE.at(node.span, message).label("out of range");
                let help = format!("write 1 to {most}; without `block`, a page holds as many counters as fit");
                cx.diags.push(diag.help(help));
            }
            count
        };
        let (columns, rows) = (count(columns, "columns"), count(rows, "rows"));
        Some(BlockSpec(Some((columns?, rows?))))
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        let count = serde_json::json!({ "type": "integer", "minimum": 1, "maximum": Self::MOST });
        json_schema!({ "anyOf": [{ "type": "array", "items": count, "minItems": 2, "maxItems": 2 }, { "const": false }] })
    }
}

/// Which pages become PNGs, and at how many dots an inch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PngSpec {
    /// None.
    None,
    /// Those of counters, cards and charts.
    Pages(u16),
    /// Maps too, whole and in tiles.
    All(u16),
}

impl PngSpec {
    /// What `true` means, and the default.
    pub const DPI: u16 = 300;
    const ALL: &str = "all";
    const LEAST: u16 = 24;
    const MOST: u16 = 1200;

    /// Dots an inch of pages; none: no such pages.
    pub fn pages(self) -> Option<u16> {
        match self {
            PngSpec::None => None,
            PngSpec::Pages(dpi) | PngSpec::All(dpi) => Some(dpi),
        }
    }

    /// Dots an inch of maps.
    pub fn maps(self) -> Option<u16> {
        match self {
            PngSpec::None | PngSpec::Pages(_) => None,
            PngSpec::All(dpi) => Some(dpi),
        }
    }
}

impl Decode for PngSpec {
    fn decode(node: &DataNode, cx: &mut Cx) -> Option<Self> {
        let number = match &node.value {
            DataValue::Bool(true) => return Some(PngSpec::Pages(Self::DPI)),
            DataValue::Bool(false) | DataValue::Integer(0) => return Some(PngSpec::None),
            DataValue::Text(word) if word == Self::ALL => return Some(PngSpec::All(Self::DPI)),
            DataValue::Integer(number) => *number,
            _ => return cx.wrong_type(node, "a whole number of dots per inch, `\"all\"`, or false"),
        };
        let dpi = u16::try_from(number).ok().filter(|dpi| (Self::LEAST..=Self::MOST).contains(dpi));
        if dpi.is_none() {
            let message = format!("pages cannot have {number} dots per inch");
            let diag = codes::PRINT_RANGE.at(node.span, message).label("out of range");
            cx.diags.push(diag.help(format!("write {} to {}, or false for no PNG pages", Self::LEAST, Self::MOST)));
        }
        dpi.map(PngSpec::Pages)
    }
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": "boolean" },
            { "const": 0 },
            { "const": Self::ALL },
            { "type": "integer", "minimum": Self::LEAST, "maximum": Self::MOST },
        ] })
    }
}
